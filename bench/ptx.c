/* SPDX-License-Identifier: MIT */
/* What reading, checking and printing of PTX cost, as multiples of a loop of C that only
   finds the words of the text: the best of several runs over the function of the file
   given, repeated to a megabyte.  Prints a table; with the name of another file, appends a
   line of JSON a figure.  */
#include "ptx/ptx.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

enum { MEGABYTE = 1 << 20, RUNS = 5 };

/* Words of TEXT, for comparison.  */
static unsigned
words (const char *text)
{
  unsigned n = 0;
  for (bool in = false; *text; text++)
    {
      bool letter = *text > ' ' && !strchr ("()[]{},;", *text);
      n += letter && !in;
      in = letter;
    }
  return n;
}

static void
least (double *best, double ms)
{
  *best = ms < *best ? ms : *best;
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "words, in C", "read", "check", "print" };
  char *file = malloc (MEGABYTE), *text = malloc (2 * MEGABYTE), *p = text;
  double best[4] = { 1e9, 1e9, 1e9, 1e9 };
  volatile unsigned counted;
  FILE *f = argc >= 2 ? fopen (argv[1], "rb") : 0;
  if (!f || !file || !text)
    return 2;
  size_t n = fread (file, 1, MEGABYTE - 1, f), copies = 0;
  fclose (f);
  file[n] = 0;
  /* The entry of the file again and again, by another name each time.  */
  char *entry = strstr (file, "\n.visible .entry"), *end = entry ? strstr (entry, "\n}") : 0;
  /* Its definition, after its declaration.  */
  for (char *e = entry; end && e && e < end; e = strstr (e + 1, "\n.visible .entry"))
    entry = e;
  char *paren = end ? strchr (entry, '(') : 0;
  if (!paren)
    return 2;
  p += sprintf (p, ".version 8.7\n.target sm_90a\n.address_size 64\n"
		".shared .align 16 .b8 As[4096]; .shared .align 16 .b8 Bs[4096];\n");
  while (p - text < MEGABYTE)
    p += sprintf (p, "\n.visible .entry k%zu %.*s\n}\n", copies++, (int) (end - paren), paren);
  double megabytes = (double) (p - text) / MEGABYTE;
  for (int run = 0; run < RUNS; run++)
    {
      double t0 = now ();
      counted = words (text);
      double t1 = now ();
      ptx_module *m = ptx_read (text, p - text, "ptx", ptx_report_stdio, stderr);
      double t2 = now ();
      if (!m)
	return 1;
      bool ok = ptx_check (m);
      double t3 = now ();
      char *s = ptx_print (m, 0);
      double t4 = now ();
      free (s);
      ptx_free (m);
      if (!ok)
	return 1;
      least (&best[0], t1 - t0);
      least (&best[1], t2 - t1);
      least (&best[2], t3 - t2);
      least (&best[3], t4 - t3);
    }
  (void) counted;
  FILE *json = argc > 2 ? fopen (argv[2], "a") : NULL;
  printf ("%-24s %12s %8s\n", "PTX, of a megabyte", "ms of CPU", "ratio");
  for (int i = 0; i < 4; i++)
    {
      printf ("%-24s %12.2f %8.2f\n", names[i], best[i] / megabytes, best[i] / best[0]);
      if (json)
	fprintf (json, "{\"bench\": \"ptx\", \"name\": \"%s\", \"ms\": %.3f, \"ratio\": %.3f}\n", names[i], best[i] / megabytes,
		 best[i] / best[0]);
    }
  if (json)
    fclose (json);
  free (file);
  free (text);
  return 0;
}
