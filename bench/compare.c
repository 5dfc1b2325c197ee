/* SPDX-License-Identifier: MIT */
/* usage: compare [-j FILE] RUNS TITLE { NAME COMMAND }...

   Runs each COMMAND (by the shell) RUNS times, in turns so that all see the
   same weather, and prints a table: the median of the CPU seconds (user and
   system, all processes of the command), the least, and the ratio of the
   median to that of the first command.  -j adds the results to FILE as one
   line of JSON.  Status 1 if a command fails.  */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_COMMANDS = 16, MAX_RUNS = 1000 };

static int
by_value (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static double
seconds (struct timeval t)
{
  return t.tv_sec + t.tv_usec * 1e-6;
}

/* CPU seconds of COMMAND; -1 if it fails.  */
static double
run (const char *command)
{
  struct rusage r;
  int status;
  pid_t pid = fork ();
  if (pid == 0)
    {
      execl ("/bin/sh", "sh", "-c", command, (char *) NULL);
      _exit (127);
    }
  if (pid < 0 || wait4 (pid, &status, 0, &r) != pid || status != 0)
    return -1;
  return seconds (r.ru_utime) + seconds (r.ru_stime);
}

/* A JSON string of S.  */
static void
quote (FILE *f, const char *s)
{
  putc ('"', f);
  for (; *s; s++)
    {
      if (*s == '"' || *s == '\\')
	putc ('\\', f);
      putc (*s, f);
    }
  putc ('"', f);
}

int
main (int argc, char **argv)
{
  static double t[MAX_COMMANDS][MAX_RUNS];
  const char *json = NULL;
  if (argc > 2 && !strcmp (argv[1], "-j"))
    json = argv[2], argc -= 2, argv += 2;
  int runs = argc > 1 ? atoi (argv[1]) : 0, n = (argc - 3) / 2;
  if (argc < 5 || argc % 2 == 0 || runs < 1 || runs > MAX_RUNS || n > MAX_COMMANDS)
    return fprintf (stderr, "usage: compare [-j FILE] RUNS TITLE { NAME COMMAND }...\n"), 1;

  /* Once unmeasured, to fill the caches.  */
  for (int r = -1; r < runs; r++)
    for (int i = 0; i < n; i++)
      {
	double s = run (argv[4 + 2 * i]);
	if (s < 0)
	  return fprintf (stderr, "compare: this failed: %s\n", argv[4 + 2 * i]), 1;
	if (r >= 0)
	  t[i][r] = s;
      }
  for (int i = 0; i < n; i++)
    qsort (t[i], runs, sizeof t[i][0], by_value);

  FILE *f = json ? fopen (json, "a") : NULL;
  if (json && !f)
    return perror (json), 1;
  printf ("%-44s %8s %8s %7s\n", argv[2], "CPU s", "least", "ratio");
  for (int i = 0; i < n; i++)
    {
      double median = t[i][runs / 2], ratio = median / t[0][runs / 2];
      printf ("  %-42s %8.4f %8.4f %7.3f\n", argv[3 + 2 * i], median, t[i][0], ratio);
      if (f)
	{
	  fprintf (f, "{\"bench\": ");
	  quote (f, argv[2]);
	  fprintf (f, ", \"what\": ");
	  quote (f, argv[3 + 2 * i]);
	  fprintf (f, ", \"cpu_s\": %.6f, \"least_s\": %.6f, \"ratio\": %.6f, \"runs\": %d}\n",
		   median, t[i][0], ratio, runs);
	}
    }
  return f && fclose (f) ? 1 : 0;
}
