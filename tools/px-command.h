/* SPDX-License-Identifier: MIT */
/* Declarations that the files of the command px share.  */
#ifndef PX_COMMAND_H
#define PX_COMMAND_H

/* px-command.c: prints one line on standard error.  Returns 1, an exit status.  */
int px_complain (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* tools/objdump.c: gets the arguments after the command's name; returns the exit status.  */
int px_objdump (int argc, char **argv);

/* tools/check.c: likewise.  */
int px_check (int argc, char **argv);

/* tools/prove.c: likewise.  */
int px_prove_command (int argc, char **argv);

#endif
