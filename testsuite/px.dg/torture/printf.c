/* SPDX-License-Identifier: MIT */
/* printf, puts, putchar on the device: all that C promotes, each argument at its
   place; the result counts arguments, as the driver's does.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <unistd.h>

__kernel __requires (grid (1), block (1), threads (32)) void
f (char *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  __group (thread, 1)
    if (t == 3)
      {
	signed char c = -1;
	unsigned char u = 200;
	unsigned short s = 65535;
	printf ("%d %d %d %d %ld %llu\n", t, c, u, s, 1l << 40, ~0ull);
	printf ("%g %g %g %c %s %d\n", 0.5f, 0.25, 1e100, 'x', "text", (void *) p != 0);
	printf ("%p\n", (void *) p);
	printf ("nothing\n");
	puts ("line");
	putchar ('!');
	puts ("line");
	int sum = 0;
	for (int i = 0; i < 5; i++)
	  sum += i;
	int n = printf ("sum %d\n", sum);
	__unsafe { *p = n; }
      }
}

int
main (void)
{
  static const char want[] = "3 -1 200 65535 1099511627776 18446744073709551615\n0.5 0.25 1e+100 x text 1\n";
  static const char rest[] = "nothing\nline\n!line\nsum 10\n";
  char text[1000] = "", n, *d = t_dev (0, 1);
  int out = dup (1), fd[2];
  CHECK (!pipe (fd) && dup2 (fd[1], 1) == 1);
  LAUNCH (1, 32, f, d);
  fflush (stdout);
  CHECK (read (fd[0], text, sizeof text - 1) > 0 && dup2 (out, 1) == 1);
  t_back (&n, d, 1);
  CHECK (n == 1);
  CHECK (!strncmp (text, want, strlen (want)));
  CHECK (strlen (text) > strlen (rest) && !strcmp (text + strlen (text) - strlen (rest), rest));
  return 0;
}
