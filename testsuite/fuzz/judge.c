/* SPDX-License-Identifier: MIT */
/* What the compiler makes of a program.  */
#define _GNU_SOURCE
#include "fuzz.h"
#include <ctype.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static bool refused;
bool judge_refused (void) { return refused; }

/* Run ARGV, all its output to the file SAID; its wait status.  */
static int
run (const struct judge *j, char *const *argv, const char *said)
{
  pid_t pid = fork ();
  if (pid < 0)
    {
      perror ("px-fuzz: fork");
      exit (2);
    }
  if (!pid)
    {
      struct rlimit cpu = { j->seconds, j->seconds + 5 }, core = { 0, 0 };
      struct rlimit file = { 256 << 20, 256 << 20 };
      int fd = open (said, O_CREAT | O_WRONLY | O_TRUNC, 0666), none = open ("/dev/null", O_RDONLY);
      setrlimit (RLIMIT_CPU, &cpu);
      setrlimit (RLIMIT_CORE, &core);
      setrlimit (RLIMIT_FSIZE, &file);
      setpgid (0, 0);
      dup2 (none, 0);
      dup2 (fd, 1);
      dup2 (fd, 2);
      alarm (20 * j->seconds);
      execvp (argv[0], argv);
      perror (argv[0]);
      _exit (127);
    }
  int status;
  if (waitpid (pid, &status, 0) < 0)
    status = 0x7f00;
  kill (-pid, SIGKILL);
  return status;
}

/* The line of TEXT at S, numbers that differ between runs of the same fault
   left out.  */
static void
put_line (struct text *why, const char *s)
{
  size_t n = strcspn (s, "\n");
  for (size_t i = 0; i < n && i < 160; i++)
    if (!isdigit ((unsigned char) s[i]))
      text_put (why, s + i, 1);
    else if (!i || !isdigit ((unsigned char) s[i - 1]))
      text_put (why, "#", 1);
}

/* Does LINE begin with FILE:LINE: ?  */
static bool
located (const char *line)
{
  const char *c = strchr (line, ':'), *end = strchr (line, '\n');
  return c && (!end || c < end) && c > line && isdigit ((unsigned char) c[1]) && c[1] != '0';
}

static const char *
word_in (const char *line, size_t n, const char *word)
{
  return memmem (line, n, word, strlen (word));
}

/* The first thing in SAID that no user should see; false if there is none.  */
static bool
complain (const char *said, bool ok, struct text *why)
{
  static const char *const ours[] = {
    "internal compiler error", "device code, PTX line", "Segmentation fault", "Killed", "CPU time limit",
    "virtual memory exhausted", "out of memory", "Assembler messages", "lto1: ", "please submit", "fatal error: error writing",
    "undefined reference", "ptx: ", "terminate called", "verify_", "unrecognizable", "px enter", "px exit", "AddressSanitizer",
    "UndefinedBehavior",
  };
  bool error = false;
  const char *last = said;
  for (const char *l = said; *l; l += strcspn (l, "\n"), l += *l == '\n')
    {
      size_t n = strcspn (l, "\n");
      last = l;
      for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
	if (word_in (l, n, ours[i]))
	  {
	    if (word_in (l, n, "CPU time limit"))
	      {
		text_printf (why, "too slow");
		return true;
	      }
	    const char *from = i ? l : word_in (l, n, ours[i]);
	    put_line (why, from);
	    /* A fault is told apart by the first function of px in the trace.  */
	    if (word_in (l, n, "egmentation fault") || word_in (l, n, "verify_"))
	      {
		const char *f = strstr (l, "px_");
		if (f && f < said + strlen (said))
		  {
		    text_printf (why, " in ");
		    put_line (why, f);
		  }
	      }
	    return true;
	  }
      if (word_in (l, n, "error: "))
	{
	  error = true;
	  if (!located (l) && !word_in (l, n, "is not supported by this configuration"))
	    {
	      text_printf (why, "no place: ");
	      put_line (why, l);
	      return true;
	    }
	}
    }
  if (!ok && !error)
    {
      text_printf (why, "refused without an error: ");
      put_line (why, last);
      return true;
    }
  return false;
}

/* Does the loader take each image in the file PTX?  */
static bool
loads (const struct judge *j, const char *ptx, const char *one, const char *said, struct text *why)
{
  struct text t = { 0 }, answer = { 0 };
  bool ok = true;
  if (!text_read (&t, ptx))
    return true;
  for (const char *s = strstr (t.s, ".version"), *e; s && ok; s = e)
    {
      e = strstr (s + 1, "\n.version");
      struct text image = { (char *) s, e ? (size_t) (e - s) : strlen (s), 0 };
      char *argv[] = { (char *) j->loader, "--list", (char *) one, NULL };
      text_write (&image, one);
      int status = run (j, argv, said);
      answer.n = 0;
      text_read (&answer, said);
      if (status && !strstr (answer.s, "nresolved") && !strstr (answer.s, "ndefined"))
	{
	  ok = false;
	  text_printf (why, "the image does not load: ");
	  put_line (why, strrchr (answer.s, ':') ? strrchr (answer.s, ':') : answer.s);
	}
    }
  text_free (&t);
  text_free (&answer);
  return ok;
}

/* Does GCC fault as WHY without the plugin, too?  Then px can do nothing.  */
static bool
gccs_own (const struct judge *j, char *const *with, const char *said_file, const struct text *why)
{
  char *argv[80];
  struct text said = { 0 }, its = { 0 };
  int n = 0;
  for (int i = 0; with[i]; i++)
    if (strncmp (with[i], "-fplugin", 8))
      argv[n++] = with[i];
  argv[n] = NULL;
  int status = run (j, argv, said_file);
  text_read (&said, said_file);
  text_put (&its, "", 0);
  bool same = complain (said.s, !status, &its) && !strcmp (its.s, why->s);
  text_free (&said);
  text_free (&its);
  return same;
}

enum verdict
judge (const struct judge *j, const struct text *program, const char *options, const char *include, struct text *why)
{
  char file[300], object[300], ptx[300], save[330], said_file[300], one[300], quote[300], *words;
  char *argv[80];
  int n = 0;
  why->n = 0;
  text_put (why, "", 0);
  snprintf (file, sizeof file, "%s/t.c", j->dir);
  snprintf (object, sizeof object, "%s/t.s", j->dir);
  snprintf (ptx, sizeof ptx, "%s/t.ptx", j->dir);
  snprintf (one, sizeof one, "%s/one.ptx", j->dir);
  snprintf (save, sizeof save, "-fplugin-arg-px-save-ptx=%s", ptx);
  snprintf (said_file, sizeof said_file, "%s/said", j->dir);
  snprintf (quote, sizeof quote, "%s", include ? include : ".");
  if (!text_write (program, file))
    {
      perror (file);
      exit (2);
    }
  unlink (ptx);
  for (; j->cc[n] && n < 40; n++)
    argv[n] = j->cc[n];
  words = strdup (options);
  for (char *w = strtok (words, " "); w && n < 66; w = strtok (NULL, " "))
    argv[n++] = w;
  char *rest[] = { save, "-fdiagnostics-plain-output", "-iquote", quote, "-S", file, "-o", object };
  memcpy (argv + n, rest, sizeof rest);
  argv[n + sizeof rest / sizeof *rest] = NULL;

  int status = run (j, argv, said_file);
  struct text said = { 0 };
  text_read (&said, said_file);
  refused = status != 0;
  bool broken = false;
  if (WIFSIGNALED (status) && (WTERMSIG (status) == SIGXCPU || WTERMSIG (status) == SIGALRM || WTERMSIG (status) == SIGKILL))
    text_printf (why, "too slow"), broken = true;
  else if (WIFSIGNALED (status))
    text_printf (why, "the compiler driver died of signal %d", WTERMSIG (status)), broken = true;
  else
    broken = complain (said.s, !status, why) && !gccs_own (j, argv, said_file, why);
  if (!broken && !status && j->loader)
    broken = !loads (j, ptx, one, said_file, why);
  text_free (&said);
  free (words);
  return broken ? BROKEN : FINE;
}
