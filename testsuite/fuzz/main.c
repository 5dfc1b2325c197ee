/* SPDX-License-Identifier: MIT */
/* px-fuzz: programs for the compiler to stumble over.

     px-fuzz SEED                   print a program
     px-fuzz -m FILE SEED           print FILE, changed
     px-fuzz -r [OPTION...] [FILE...] -- CC ARGUMENT...
       compile programs: generated ones, and every second one a changed FILE
	 -s SEED    of the first program (1)
	 -n N       programs (100)
	 -t SECONDS instead of -n: for that long
	 -d DIR     finds are kept there, shrunk (the current one)
	 -l PX-RUN  loads the images
	 -q         finds are not shrunk

   Status of -r: 0 if the compiler was never at fault.  */
#define _GNU_SOURCE
#include "fuzz.h"
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int
usage (void)
{
  fprintf (stderr, "usage: px-fuzz SEED | px-fuzz -m FILE SEED | px-fuzz -r [-s SEED] [-n N | -t SECONDS] "
	   "[-d DIR] [-l PX-RUN] [-q] [FILE...] -- CC ARGUMENT...\n");
  return 2;
}

static bool
number (const char *s, unsigned long *n)
{
  char *end;
  errno = 0;
  *n = strtoul (s, &end, 10);
  return *s >= '0' && *s <= '9' && !*end && !errno;
}

/* Known faults: each is kept once.  */
static char *known[200];
static unsigned n_known;

static bool
is_new (const char *why)
{
  for (unsigned i = 0; i < n_known; i++)
    if (!strcmp (known[i], why))
      return false;
  if (n_known < 200)
    known[n_known++] = strdup (why);
  return true;
}

static int
run (int argc, char **argv)
{
  unsigned long seed = 1, n = 100, seconds = 0, finds = 0, refused = 0, i;
  const char *keep = ".";
  bool small = true;
  char dir[] = "/tmp/px-fuzz-XXXXXX", name[400];
  struct judge j = { .seconds = 20, .dir = dir };
  int k = 2, files, n_files;

  for (; k < argc && argv[k][0] == '-' && argv[k][1] != '-'; k++)
    {
      const char *value = k + 1 < argc ? argv[k + 1] : "";
      if (!strcmp (argv[k], "-q"))
	{
	  small = false;
	  continue;
	}
      k++;
      if (!strcmp (argv[k - 1], "-d"))
	keep = value;
      else if (!strcmp (argv[k - 1], "-l"))
	j.loader = value;
      else if (strlen (argv[k - 1]) != 2 || !strchr ("snt", argv[k - 1][1])
	       || !number (value, argv[k - 1][1] == 's' ? &seed : argv[k - 1][1] == 'n' ? &n : &seconds))
	return usage ();
    }
  for (files = k; k < argc && strcmp (argv[k], "--"); k++)
    ;
  n_files = k - files;
  if (k + 1 >= argc)
    return usage ();
  j.cc = argv + k + 1;
  if (!mkdtemp (dir))
    {
      perror (dir);
      return 2;
    }

  time_t begin = time (NULL);
  for (i = 0; seconds ? time (NULL) - begin < (time_t) seconds : i < n; i++, seed++)
    {
      struct text program = { 0 }, options = { 0 }, why = { 0 }, source = { 0 };
      char *include = NULL;
      const char *file = NULL;
      choose_options (seed, &options);
      if (n_files && seed % 2)
	{
	  rng_seed (seed);
	  file = argv[files + rng (n_files)];
	  if (!text_read (&source, file))
	    {
	      perror (file);
	      return 2;
	    }
	  include = dirname (strdup (file));
	  mutate (seed, &source, &program);
	}
      else
	generate (seed, &program);
      if (judge (&j, &program, options.s, include, &why) == BROKEN && is_new (why.s))
	{
	  finds++;
	  printf ("FAIL: fuzz: seed %lu%s%s: %s\n", seed, file ? " of " : "", file ? file : "", why.s);
	  fflush (stdout);
	  if (small)
	    shrink (&j, &program, options.s, include, why.s);
	  struct text found = { 0 };
	  text_printf (&found, "/* seed %lu of %s: %s\n   %s  */\n", seed, file ? file : "the grammar", why.s, options.s);
	  text_put (&found, program.s, program.n);
	  snprintf (name, sizeof name, "%s/find-%lu.c", keep, seed);
	  if (!text_write (&found, name))
	    perror (name);
	  text_free (&found);
	}
      else
	refused += judge_refused ();
      text_free (&program);
      text_free (&options);
      text_free (&why);
      text_free (&source);
      free (include);
    }
  printf ("%s: fuzz: %lu programs from seed %lu, %lu refused, %lu faults\n", finds ? "FAIL" : "PASS", i, seed - i,
	  refused, finds);
  static const char *const left[] = { "t.c", "t.s", "t.ptx", "one.ptx", "said", "t.gcno", "t.su" };
  for (k = 0; k < (int) (sizeof left / sizeof *left); k++)
    {
      snprintf (name, sizeof name, "%s/%s", dir, left[k]);
      unlink (name);
    }
  rmdir (dir);
  return finds != 0;
}

int
main (int argc, char **argv)
{
  struct text program = { 0 }, source = { 0 };
  unsigned long seed;

  if (argc > 2 && !strcmp (argv[1], "-r"))
    return run (argc, argv);
  if (argc == 2 && number (argv[1], &seed))
    generate (seed, &program);
  else if (argc == 4 && !strcmp (argv[1], "-m") && number (argv[3], &seed))
    {
      if (!text_read (&source, argv[2]))
	{
	  perror (argv[2]);
	  return 2;
	}
      mutate (seed, &source, &program);
    }
  else
    return usage ();
  return fwrite (program.s, 1, program.n, stdout) == program.n && !fflush (stdout) ? 0 : 2;
}
