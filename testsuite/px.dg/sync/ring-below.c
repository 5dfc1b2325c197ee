/* SPDX-License-Identifier: MIT */
/* Slots that are used while a counter is below what is not the limit of its loop: the same condition in both branches,
   whatever ends the loops.  */
/* { dg-do run } */
#include "aux/ring.h"

#define NEXT s = s == S - 1 ? 0 : s + 1
KERNEL (below, EACH if (i < each) FILL (i % S, i);, EACH if (each > i) USE (i % S);)
KERNEL (below_last, EACH if (i < each - 1) { FILL (s, i); NEXT; }, EACH if (i < each - 1) { USE (s); NEXT; })
KERNEL (of_ten, for (int i = 0; i < 10; i++) if (i + 2 < each) FILL (i % S, i);, for (int i = 0; i < 10; i++) if (i + 2 < each) USE (i % S);)
KERNEL (not_below, int k = 0; EACH if (i >= each) { FILL (k % S, k); k++; }, EACH if (i < each) sum *= 1; else { USE (s); NEXT; })
KERNEL (of_loaded, for (int i = 0; i < in[N * P]; i++) if (i <= each) FILL (i % S, i);, for (int i = 0; i < in[N * P]; i++) if (i <= each) USE (i % S);)
KERNEL (both, int k = 0; EACH if (i % 3 != 1 && i < each) { FILL (k % S, k); k++; }, EACH if (i % 3 != 1 && i < each) { USE (s); NEXT; })

#define TRY(name, each, numbers) do { int *o = t_dev (0, C * sizeof *o); LAUNCH (1, P + C, name, e, o, N, 2, each); check (o, numbers); } while (0)

int
main (void)
{
  start ();
  int more[N * P + 1], *e;
  memcpy (more, in, sizeof in);
  more[N * P] = 7;
  e = t_dev (more, sizeof more);
  for (int each = 0; each < N; each++)
    {
      TRY (below, each, each);
      TRY (below_last, each, each > 1 ? each - 1 : 0);
      TRY (of_ten, each, each < 2 ? 0 : each - 2);
      TRY (not_below, each, N - each);
      TRY (of_loaded, each, each < 7 ? each + 1 : 7);
      TRY (both, each, each - (each + 1) / 3);
    }
  return 0;
}
