/* SPDX-License-Identifier: MIT */
/* The command px: what its files offer each other.  */
#ifndef PX_COMMAND_H
#define PX_COMMAND_H

/* px-command.c: one line on standard error.  Returns 1, a status.  */
int px_complain (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* tools/objdump.c: the arguments after the command's name; returns the status.  */
int px_objdump (int argc, char **argv);

#endif
