/* SPDX-License-Identifier: MIT */
/* px check: what px says of C files, without making anything, for editors and linters.  */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "config.h"
#include "tools/px-command.h"

extern char **environ;

/* Words of a compiler's command line that say what it makes, which px check decides, and how many words
   follow each.  */
static const struct
{
  const char *word;
  int more;
} makes[] = { { "-c", 0 },  { "-S", 0 },  { "-E", 0 },	 { "-o", 1 },  { "-M", 0 },
	      { "-MM", 0 }, { "-MD", 0 }, { "-MMD", 0 }, { "-MP", 0 }, { "-MG", 0 },
	      { "-MF", 1 }, { "-MT", 1 }, { "-MQ", 1 } };
enum
{
  NMAKES = sizeof makes / sizeof *makes
};

/* Options of GCC's that a word of their own follows, which may look like a file.  */
static const char *const takes[]
  = { "-I",	     "-D",	 "-U", "-include", "-imacros", "-isystem", "-iquote",
      "-idirafter",  "-iprefix", "-x", "-B",	   "-L",       "--param",  "-Xpreprocessor",
      "-Xassembler", "-Xlinker", "-l", "-isysroot" };
enum
{
  NTAKES = sizeof takes / sizeof *takes
};

/* How many of the first words of ARGV, N of them, are of no use here.  */
static int
of_output (int n, char **argv)
{
  for (int i = 0; i < NMAKES; i++)
    if (!strcmp (argv[0], makes[i].word))
      return makes[i].more < n ? makes[i].more + 1 : n;
  return !strncmp (argv[0], "-o", 2) || !strncmp (argv[0], "-MF", 3);
}

static bool
takes_word (const char *option)
{
  for (int i = 0; i < NTAKES; i++)
    if (!strcmp (option, takes[i]))
      return true;
  return false;
}

/* True if WORD names C source.  */
static bool
source_p (const char *word)
{
  size_t n = strlen (word);
  return word[0] != '-' && n > 2 && (!strcmp (word + n - 2, ".c") || !strcmp (word + n - 2, ".i"));
}

enum
{
  MOST_WORDS = 8 /* of the compiler itself, as "ccache gcc" */
};

static const char *
setting (const char *variable, const char *otherwise)
{
  const char *s = getenv (variable);
  return s && *s ? s : otherwise;
}

/* Runs ARGV.  Its standard error goes to FD, or stays if FD < 0.  Returns its status; -1: it did not run.  */
static int
run_compiler (char **argv, int fd)
{
  posix_spawn_file_actions_t a;
  pid_t pid;
  int status;
  posix_spawn_file_actions_init (&a);
  if (fd >= 0)
    posix_spawn_file_actions_adddup2 (&a, fd, STDERR_FILENO);
  errno = posix_spawnp (&pid, argv[0], &a, NULL, argv, environ);
  posix_spawn_file_actions_destroy (&a);
  if (errno)
    return px_complain ("%s: %s", argv[0], strerror (errno)), -1;
  while (waitpid (pid, &status, 0) < 0)
    if (errno != EINTR)
      return px_complain ("%s: %s", argv[0], strerror (errno)), -1;
  if (WIFEXITED (status))
    return WEXITSTATUS (status);
  return px_complain ("%s: ended by signal %d", argv[0], WTERMSIG (status)), -1;
}

/* Copies the elements of the arrays in F, one a line, to standard output; what else GCC prints is for
   people and goes to standard error.  ANY: an element was printed before.  */
static void
copy_elements (FILE *f, bool *any)
{
  char *line = NULL;
  size_t room = 0;
  ssize_t n;
  rewind (f);
  while ((n = getline (&line, &room, f)) > 0)
    {
      while (n && strchr ("\n\r ", line[n - 1]))
	n--;
      if (n < 2 || line[0] != '[' || line[n - 1] != ']')
	{
	  if (n)
	    fprintf (stderr, "%.*s\n", (int) n, line);
	  continue;
	}
      if (n > 2)
	printf ("%s%.*s", *any ? ",\n " : "", (int) n - 2, line + 1);
      *any |= n > 2;
    }
  free (line);
}

int
px_check (int argc, char **argv)
{
  char compiler[4096], plugin[4096], format[] = "-fdiagnostics-format=json",
				     unbroken[] = "-fno-diagnostics-json-formatting";
  bool json = argc && !strcmp (argv[0], "--json"), any = false;
  int nfiles = 0, n = 0, status = 0;
  argc -= json;
  argv += json;
  if (argc && !strcmp (argv[0], "--"))
    argc--, argv++;
  if (json && PX_GCC_MAJOR >= 16)
    return px_complain ("GCC %d prints no JSON: see its -fdiagnostics-add-output=sarif",
			PX_GCC_MAJOR),
	   2;
  char **words = calloc (argc + MOST_WORDS + 13, sizeof *words),
       **files = calloc (argc + 1, sizeof *files);
  if (!words || !files)
    {
      free (words);
      free (files);
      return px_complain ("no memory"), 2;
    }
  snprintf (plugin, sizeof plugin, "-fplugin=%s", setting ("PX_PLUGIN", PX_PLUGIN));
  snprintf (compiler, sizeof compiler, "%s", setting ("PX_CC", PX_CC));
  for (char *w = strtok (compiler, " "); w && n < MOST_WORDS; w = strtok (NULL, " "))
    words[n++] = w;
  words[n++] = plugin;
  words[n++] = "-fplugin-arg-px-check-only";
  words[n++] = "-O2";
  for (int i = 0; i < argc;)
    {
      int out = of_output (argc - i, argv + i);
      if (out)
	i += out;
      else if (source_p (argv[i]))
	files[nfiles++] = argv[i++];
      else if (argv[i][0] != '-' && !i) /* the compiler of a command line */
	i++;
      else
	{
	  bool two = takes_word (argv[i]) && i + 1 < argc;
	  words[n++] = argv[i++];
	  if (two)
	    words[n++] = argv[i++];
	}
    }
  if (json
      && PX_GCC_MAJOR >= 14) /* which breaks the array into lines otherwise; before the format */
    words[n++] = unbroken;
  if (json)
    words[n++] = format;
  words[n++] = "-S";
  words[n++] = "-o";
  words[n++] = "/dev/null";
  if (!nfiles)
    px_complain ("check: no C file among its arguments");
  if (nfiles && json)
    putchar ('[');
  for (int k = 0; k < nfiles; k++)
    {
      words[n] = files[k];
      FILE *said = json ? tmpfile () : NULL;
      if (json && !said)
	{
	  px_complain ("check: temporary file: %s", strerror (errno));
	  status = 2;
	  break;
	}
      int s = run_compiler (words, said ? fileno (said) : -1);
      if (said)
	{
	  copy_elements (said, &any);
	  fclose (said);
	}
      s = s < 0 ? 2 : s != 0;
      status = s > status ? s : status;
    }
  if (nfiles && json)
    puts ("]");
  free (words);
  free (files);
  return nfiles ? status : 2;
}
