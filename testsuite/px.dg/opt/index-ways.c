/* SPDX-License-Identifier: MIT */
/* Accesses on several ways, whose addresses differ by a constant or by a row's length, hang on pointers that are
   made before (plugin/opt/index.cc): the results are right at all edges, also where a product of an address
   that is not used would overflow.  */
/* { dg-do run } */
/* { dg-final { scan-ptx {ld\.global\.nc\.u8 [^;]*\+-1\]} } } */
/* { dg-final { scan-ptx-not {mad\.lo} } } */
#include "../aux/t.h"

enum { T = 64 };

__kernel __requires (grid (1), block (1), threads (T)) void
count (int side, const unsigned char *restrict in, int *restrict out)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *own = out + i)
    __group (thread, 1)
      {
	int x = i % side, y = i / side, s = 0;
	for (int dy = -1; dy <= 1; dy++)
	  for (int dx = -1; dx <= 1; dx++)
	    {
	      int u = x + dx, v = y + dy;
	      if (u >= 0 && u < side && v >= 0 && v < side)
		s += in[v * side + u];
	    }
	*own = s;
      }
}

__kernel __requires (grid (1), block (1), threads (T)) void
far (int n, int m, const unsigned char *restrict in, int *restrict out)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *own = out + i)
    __group (thread, 1)
      {
	int s = 0;
	if (m < 100 && i & 1)
	  s += in[n * m + 1];
	if (m < 100 && i & 2)
	  s += in[n * m + 2];
	*own = s;
      }
}

int
main (void)
{
  unsigned char *in = NEW (unsigned char, T * T);
  int *out = NEW (int, T);
  for (int k = 0; k < T * T; k++)
    in[k] = (unsigned char) (k * 37 % 251);
  static const int sides[] = { 8, 1, 3, 64 };
  for (int c = 0; c < 4; c++)
    {
      int side = sides[c];
      LAUNCH (1, T, count, side, in, out);
      for (int i = 0; i < T; i++)
	{
	  int x = i % side, y = i / side, s = 0;
	  for (int v = y - 1; v <= y + 1; v++)
	    for (int u = x - 1; u <= x + 1; u++)
	      if (u >= 0 && u < side && v >= 0 && v < side)
		s += in[v * side + u];
	  CHECK (out[i] == s);
	}
    }
  static const int ms[] = { 7, -1, 0, 99, 2147483647, 1 << 30 };
  for (int c = 0; c < 6; c++)
    {
      int m = ms[c], n = m == -1 ? -9 : 11;
      LAUNCH (1, T, far, n, m, in, out);
      for (int i = 0; i < T; i++)
	CHECK (out[i] == (m < 100 ? (i & 1 ? in[n * m + 1] : 0) + (i & 2 ? in[n * m + 2] : 0) : 0));
    }
  return 0;
}
