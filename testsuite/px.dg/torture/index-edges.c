/* SPDX-License-Identifier: MIT */
/* Constants come out of indices only where they may: unsigned numbers wrap at 32 bits, signed
   ones of 32 and 64 do not, and what is narrower is converted first.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { N = 256, CASES = 12 };
typedef struct { char c; int v[3]; short s; } cell;

__kernel __requires (grid (1)) void
f (int *out, const int *a, const cell *cells, unsigned u, int i, long l, int stride, unsigned char b, short h)
{
  EACH_THREAD (t)
    {
      int k = 0;
      /* U is 2^32 - 2: u + 1 the last number, u + 2 the first.  */
      out[k++] = a[(u + 2) % N] + 10 * a[(u + 3) % N];
      out[k++] = a[u + 2] + 10 * a[u + 3] + 100 * a[u + 4];
      /* I is -3: below the middle of A.  */
      out[k++] = a[N / 2 + i] + 10 * a[N / 2 + i + 1] + 100 * a[N / 2 + i - 1];
      out[k++] = (a + N / 2)[i - 2] + 10 * (a + N / 2)[i + 2] + 100 * (a + N / 2)[2 * i + 5];
      /* L is 2^62 + 1, and 4 * l wraps at 64 bits.  */
      out[k++] = a[(unsigned long) l * 4] + 10 * a[(unsigned long) l * 4 + 1];
      /* Rows by a stride that may be negative, forwards and backwards.  */
      const int *m = a + N / 2;
      out[k++] = m[(i + 1) * stride + 1] + 10 * m[(i + 2) * stride + 1] + 100 * m[(i + 2) * stride - 1] + 1000 * m[(i + 3) * stride];
      out[k++] = m[i * (stride + 1)] + 10 * m[i * (stride + 2)] + 100 * m[i * (stride - 1) + 3];
      /* B is 255 and H 32767: what they are converted to decides.  */
      out[k++] = a[(unsigned char) (b + 1)] + 10 * a[(unsigned char) (b + 2)] + 100 * a[b - 3];
      out[k++] = m[(short) (h + 1) + 32768] + 10 * m[(short) (h + 2) + 32768] + 100 * m[h - 32767];
      /* Members, and parts of them.  */
      out[k++] = cells[i + 4].v[1] + 10 * cells[i + 5].v[2] + 100 * cells[i + 5].s + 1000 * cells[i + 4].c;
      out[k++] = cells[i + 4].v[i + 3] + 10 * cells[i + 4].v[i + 4] + 100 * cells[i + 6].v[i + 5];
      /* A product of unsigned numbers that wraps.  */
      out[k++] = a[(u + 2) * 3u] + 10 * a[(u + 3) * 3u] + 100 * a[(u + 1) * 0x80000000u + 0x80000001u];
    }
}

int
main (void)
{
  int *a = NEW (int, N), *out = NEW (int, CASES);
  cell *cells = NEW (cell, 8);
  for (int k = 0; k < N; k++)
    a[k] = k * k % 101;
  for (int k = 0; k < 8; k++)
    cells[k] = (cell){ k + 1, { 2 * k, 3 * k + 1, 5 * k + 2 }, 7 * k };
  const int *m = a + N / 2;
  for (int stride = -7; stride <= 9; stride += 8)
    {
      LAUNCH (1, 1, f, out, a, cells, 0xfffffffeu, -3, (1L << 62) + 1, stride, 255, 32767);
      int want[CASES] = {
	a[0] + 10 * a[1],
	a[0] + 10 * a[1] + 100 * a[2],
	m[-3] + 10 * m[-2] + 100 * m[-4],
	m[-5] + 10 * m[-1] + 100 * m[-1],
	a[4] + 10 * a[5],
	m[-2 * stride + 1] + 10 * m[-stride + 1] + 100 * m[-stride - 1] + 1000 * m[0],
	m[-3 * stride - 3] + 10 * m[-3 * stride - 6] + 100 * m[-3 * stride + 6],
	a[0] + 10 * a[1] + 100 * a[252],
	m[0] + 10 * m[1] + 100 * m[0],
	cells[1].v[1] + 10 * cells[2].v[2] + 100 * cells[2].s + 1000 * cells[1].c,
	cells[1].v[0] + 10 * cells[1].v[1] + 100 * cells[3].v[2],
	a[0] + 10 * a[3] + 100 * a[1],
      };
      for (int k = 0; k < CASES; k++)
	{
	  if (out[k] != want[k])
	    fprintf (stderr, "case %d of stride %d: %d, not %d\n", k, stride, out[k], want[k]);
	  CHECK (out[k] == want[k]);
	}
    }
  return 0;
}
