/* SPDX-License-Identifier: MIT */
/* memcpy, memset, memmove and struct copies, of constant and variable size.  */
/* { dg-do run } */
#include "../aux/t.h"

struct s { char c[100]; int n; };

__kernel void
f (char *p, struct s *s, int n)
{
  EACH_THREAD (t)
    {
      char tmp[64];
      memset (tmp, 'x', sizeof tmp);
      memcpy (tmp + 3, p, n);
      memmove (tmp + 5, tmp + 3, n);
      memcpy (p + 64, tmp, 64);
      memset (p, n, n + 1);
      __builtin_memcpy (p + 32, "constant", 8);
      s[1] = s[0];
      struct s t = s[2];
      t.n++;
      s[3] = t;
    }
}

int
main (void)
{
  char p[128], want[128];
  static struct s s[4];
  for (int i = 0; i < 128; i++)
    p[i] = want[i] = i;
  for (int i = 0; i < 100; i++)
    s[0].c[i] = i, s[2].c[i] = 2 * i;
  s[0].n = 7, s[2].n = 9;
  char *d = t_dev (p, sizeof p);
  struct s *ds = t_dev (s, sizeof s);
  LAUNCH (1, 1, f, d, ds, 21);
  t_back (p, d, sizeof p);
  t_back (s, ds, sizeof s);
  memset (want + 64, 'x', 64);
  memcpy (want + 67, want, 21);
  memmove (want + 69, want + 67, 21);
  memset (want, 21, 22);
  memcpy (want + 32, "constant", 8);
  CHECK (!memcmp (p, want, sizeof p));
  CHECK (!memcmp (&s[1], &s[0], sizeof *s));
  CHECK (!memcmp (s[3].c, s[2].c, 100) && s[3].n == 10);
  return 0;
}
