/* SPDX-License-Identifier: MIT */
/* Both branches use the ring in the same turns only: those whose number has a certain remainder.  */
/* { dg-do run } */
#include "aux/ring.h"

KERNEL (third, EACH if (i % 3 == 1) { FILL (s, i); s = (s + 1) % S; }, EACH if (i % 3 == 1) { USE (s); s = (s + 1) % S; })
KERNEL (number, EACH if (i % 3 == 1) FILL (i % S, i);, EACH if (i % 3 == 1) USE (i % S);)
KERNEL (goes_on, EACH { if (i % 3 != 1) continue; FILL (s, i); if (++s == S) s = 0; }, EACH if (i % 3 == 1) { USE (s); s = (s + 1) % S; })
KERNEL (given, px_assume (tiles == 3); EACH if (i % tiles == 1) { FILL (s, i); s = (s + 1) % S; },
	px_assume (tiles == 3); EACH if (i % tiles == 1) { USE (s); s = (s + 1) % S; })
KERNEL (chunks, for (int c = 0; c < n; c += 4) for (int i = c; i < c + 4 && i < n; i++) if (i % 3 == 1) { FILL (s, i); s = (s + 1) % S; },
	for (int c = 0; c < n; c += 4) for (int i = c; i < c + 4 && i < n; i++) if (i % 3 == 1) { USE (s); s = (s + 1) % S; })

static void
third_rows (int *o, int n)
{
  static int out[C];
  t_back (out, o, sizeof out);
  for (int t = 0; t < C; t++)
    {
      int sum = 0;
      for (int i = 1; i < n; i += 3)
	sum = sum * 3 + in[i * P + P - 1 - t];
      CHECK (out[t] == sum);
    }
}

#define TRY(name, n) \
  do \
    { \
      int *o = t_dev (0, C * sizeof *o); \
      LAUNCH (1, P + C, name, d, o, n, 3, n / 2); \
      third_rows (o, n); \
    } \
  while (0)

int
main (void)
{
  start ();
  for (int n = -1; n < N; n++)
    {
      TRY (third, n);
      TRY (number, n);
      TRY (goes_on, n);
      TRY (given, n);
      TRY (chunks, n);
    }
  OK (px_free (d));
  return 0;
}
