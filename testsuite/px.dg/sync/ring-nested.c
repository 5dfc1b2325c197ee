/* SPDX-License-Identifier: MIT */
/* While one slot of a ring is used, several of another one are, at two places: each is released by itself.  */
/* { dg-do run } */
#include "aux/ring-nested.h"

KERNEL (ahead, FILL (one[i % 2], i)
	FILL_MANY)

int
main (void)
{
  static int in[P * 2 * N], out[P], want;
  int *d, *o = t_dev (out, sizeof out);
  for (int i = 0; i < P * 2 * N; i++)
    in[i] = RND (100);
  d = t_dev (in, sizeof in);
  LAUNCH (1, 2 * P, ahead, d, o, N);
  t_back (out, o, sizeof out);
  for (int t = 0; t < P; t++)
    {
      want = 0;
      for (int i = 0; i < N; i++)
	for (int j = 0; j <= N; j++)
	  want += in[i * P + P - 1 - t] * in[(i + j) * P + P - 1 - t];
      CHECK (out[t] == want);
    }
  OK (px_free (d));
  return 0;
}
