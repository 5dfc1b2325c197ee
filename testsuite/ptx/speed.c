/* SPDX-License-Identifier: MIT */
/* How long reading, checking and printing take, a megabyte: the best of several
   runs over the files given, each repeated to a megabyte of functions.  */
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

int
main (int argc, char **argv)
{
  char *file = malloc (MEGABYTE), *text = malloc (2 * MEGABYTE), *p = text;
  double read = 1e9, check = 1e9, print = 1e9;
  FILE *f = argc == 2 ? fopen (argv[1], "rb") : 0;
  if (!f || !file || !text)
    return 2;
  size_t n = fread (file, 1, MEGABYTE - 1, f), copies = 0;
  fclose (f);
  file[n] = 0;
  /* The entry of the file again and again, by another name each time.  */
  char *entry = strstr (file, "\n.visible .entry"), *end = entry ? strstr (entry, "\n}") : 0;
  /* Its definition, behind its declaration.  */
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
      ptx_module *m = ptx_read (text, p - text, "speed", ptx_report_stdio, stderr);
      double t1 = now ();
      if (!m)
	return 1;
      bool ok = ptx_check (m);
      double t2 = now ();
      char *s = ptx_print (m, 0);
      double t3 = now ();
      free (s);
      ptx_free (m);
      if (!ok)
	return 1;
      if ((t1 - t0) / megabytes < read)
	read = (t1 - t0) / megabytes;
      if ((t2 - t1) / megabytes < check)
	check = (t2 - t1) / megabytes;
      if ((t3 - t2) / megabytes < print)
	print = (t3 - t2) / megabytes;
    }
  printf ("ms of CPU a megabyte: read %.1f, check %.1f, print %.1f\n", read, check, print);
  printf ("%s: reading takes less than 50 ms a megabyte\n", read < 50 ? "PASS" : "FAIL");
  return read >= 50;
}
