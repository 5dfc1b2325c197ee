/* SPDX-License-Identifier: MIT */
/* px: explains the plugin's messages and prints what it writes to object files.

   px explain [CODE...]           the page of an error's code, or the list
   px objdump [-x DIR] FILE...    the device code in object files
   px prove FILE[:KERNEL]...      proofs of their kernels
   px check [OPTION...] FILE...   what the plugin says of C files

   Status: 0; 1 if something requested does not exist or cannot be read; 2 for a
   wrong command line, and from prove if something is not proved.  */
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "config.h"
#include "tools/px-command.h"

int
px_complain (const char *format, ...)
{
  va_list ap;
  fflush (stdout);
  fputs ("px: ", stderr);
  va_start (ap, format);
  vfprintf (stderr, format, ap);
  va_end (ap);
  fputc ('\n', stderr);
  return 1;
}

/* ---- explain ---------------------------------------------------------- */

/* Returns the folder of the pages PXnnn.txt, whose first line is a title.  */
static const char *
pages (void)
{
  const char *dir = getenv ("PX_EXPLAIN_DIR");
  return dir && *dir ? dir : PX_EXPLAIN_DIR;
}

static FILE *
open_page (const char *name)
{
  char path[4096];
  if (snprintf (path, sizeof path, "%s/%s", pages (), name) >= (int) sizeof path)
    {
      errno = ENAMETOOLONG;
      return NULL;
    }
  return fopen (path, "r");
}

/* Returns the three digits of PX101, px101 or 101; NULL for anything else.  */
static const char *
digits (const char *code)
{
  if ((code[0] == 'P' || code[0] == 'p') && (code[1] == 'X' || code[1] == 'x'))
    code += 2;
  return strlen (code) == 3 && strspn (code, "0123456789") == 3 ? code : NULL;
}

static int
explain_code (const char *code)
{
  char name[16], line[4096];
  const char *d = digits (code);
  if (!d)
    return px_complain ("%s: not a code such as PX101; `px explain' lists them all", code);
  snprintf (name, sizeof name, "PX%s.txt", d);
  FILE *f = open_page (name);
  if (!f && errno == ENOENT)
    return px_complain ("PX%s: no such code; `px explain' lists them all", d);
  if (!f)
    return px_complain ("%s/%s: %s", pages (), name, strerror (errno));
  while (fgets (line, sizeof line, f))
    fputs (line, stdout);
  int bad = ferror (f);
  fclose (f);
  return bad ? px_complain ("%s/%s: cannot be read", pages (), name) : 0;
}

static int
page_p (const struct dirent *e)
{
  return !strncmp (e->d_name, "PX", 2) && strlen (e->d_name) == 9
	 && !strcmp (e->d_name + 5, ".txt");
}

static int
explain_list (void)
{
  struct dirent **e;
  int status = 0, n = scandir (pages (), &e, page_p, alphasort);
  if (n < 0)
    return px_complain ("%s: %s", pages (), strerror (errno));
  if (!n)
    status = px_complain ("%s: no pages", pages ());
  for (int i = 0; i < n; i++)
    {
      char title[4096];
      FILE *f = open_page (e[i]->d_name);
      if (f && fgets (title, sizeof title, f))
	fputs (title, stdout);
      else
	status = px_complain ("%s/%s: cannot be read", pages (), e[i]->d_name);
      if (f)
	fclose (f);
      free (e[i]);
    }
  free (e);
  return status;
}

static int
explain (int argc, char **argv)
{
  int status = 0;
  if (argc == 0)
    return explain_list ();
  for (int i = 0; i < argc; i++)
    {
      if (i)
	putchar ('\n');
      status |= explain_code (argv[i]);
    }
  return status;
}

/* ---- the command ------------------------------------------------------ */

static const struct command
{
  const char *name, *args, *help;
  int (*run) (int argc, char **argv); /* gets the arguments after the name; returns the exit
					 status */
} commands[] = {
  { "explain", "[CODE...]", "what an error such as [PX101] is about; without CODE: all titles",
    explain },
  { "objdump", "[-x DIR] FILE...",
    "the device code in object files, programs and shared libraries; -x: copy it to DIR",
    px_objdump },
  { "check", "[--json] [GCC-OPTION...] FILE...",
    "what the plugin says of C files, of which nothing is made; --json: as one array, for editors",
    px_check },
  { "prove",
    "[--flat] [--distinct] [--bounds] [--size PARAMETER=BYTES] [--quiet] [--times] "
    "FILE[:KERNEL]...",
    "whether kernels are free of data races and their barriers convergent, for all launches",
    px_prove_command },
};
enum
{
  NCOMMANDS = sizeof commands / sizeof *commands
};

static void
usage (FILE *o)
{
  fputs ("usage: px COMMAND [ARGUMENT...]\n\n", o);
  for (int i = 0; i < NCOMMANDS; i++)
    fprintf (o, "  px %s %s\n      %s\n", commands[i].name, commands[i].args, commands[i].help);
  fputs ("  px --version\n  px --help\n\n"
	 "PX_EXPLAIN_DIR in the environment names another folder of explain's pages;\n"
	 "PX_CC and PX_PLUGIN another compiler and plugin for check.\n",
	 o);
}

int
main (int argc, char **argv)
{
  int status = 2;
  if (argc == 2 && !strcmp (argv[1], "--version"))
    {
      puts ("px " PACKAGE_VERSION);
      status = 0;
    }
  else if (argc == 2 && !strcmp (argv[1], "--help"))
    {
      usage (stdout);
      status = 0;
    }
  else
    {
      const struct command *c = commands, *end = commands + NCOMMANDS;
      while (argc > 1 && c < end && strcmp (argv[1], c->name))
	c++;
      if (argc > 1 && c < end)
	status = c->run (argc - 2, argv + 2);
      else if (argc > 1)
	px_complain ("%s: no such command; `px --help' lists them", argv[1]);
      else
	usage (stderr);
    }
  if (fflush (stdout) || ferror (stdout))
    return px_complain ("standard output: %s", strerror (errno));
  return status;
}
