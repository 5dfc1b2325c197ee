/* SPDX-License-Identifier: MIT */
/* Quotients and remainders of the same numbers, of every type and sign, at the ends of their
   ranges; of numbers of threads and blocks; loops that two conditions end.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { N = 12, T = 48, BLOCKS = 3 };
struct sums { int i[4]; unsigned u[4]; long l[2]; unsigned long v[2]; };

__kernel __requires (grid (1)) void
divide (struct sums *out, const int *a, const int *b, int n)
{
  EACH_THREAD (t)
    for (int k = t; k < n * n; k += 64)
      {
	int x = a[k / n], y = b[k % n];
	unsigned ux = x, uy = y;
	long lx = x * 0x100000001L, ly = y * 0x10001L;
	struct sums *o = out + k;
	if (y == 0 || (y == -1 && x < -__INT_MAX__))
	  continue;
	o->i[0] = x / y;
	o->i[1] = x % y;
	/* The remainder first, which is used before the quotient is.  */
	int r = x % y;
	if (r > 3)
	  r -= x / y;
	o->i[2] = r;
	/* The quotient becomes a new number.  */
	int z = x;
	z /= y;
	o->i[3] = z % y;
	o->u[0] = ux / uy;
	o->u[1] = ux % uy;
	o->u[2] = ux / uy + (unsigned) (x / y);
	o->u[3] = ux % uy + (unsigned) (x % y);
	o->l[0] = lx / ly;
	o->l[1] = lx % ly;
	o->v[0] = (unsigned long) lx / (unsigned long) ly;
	o->v[1] = (unsigned long) lx % (unsigned long) ly;
      }
}

/* By constants: multipliers of 32 and of 33 bits, powers of 2, the largest ones.  */
#define CONSTANTS(DO) \
  DO (1) DO (2) DO (3) DO (5) DO (7) DO (10) DO (16) DO (18) DO (641) DO (1000003) DO (0x40000000) \
  DO (0x7ffffffe) DO (0x7fffffff)
#define UNSIGNED_CONSTANTS(DO) DO (0x80000000u) DO (0x80000001u) DO (0xaaaaaaabu) DO (0xffffffffu)
enum { SIGNED = 13, ALL = 17 };

__kernel __requires (grid (1)) void
by_constants (int *quotients, unsigned *more, const int *a)
{
  EACH_THREAD (t)
    {
      int x = a[t], *q = quotients + t * 2 * SIGNED;
      unsigned u = x, *v = more + t * 2 * ALL;
#define DO(d) *q++ = x / d; *q++ = x % d;
      CONSTANTS (DO)
#undef DO
#define DO(d) *v++ = u / d; *v++ = u % d;
      CONSTANTS (DO)
      UNSIGNED_CONSTANTS (DO)
#undef DO
    }
}

static void
check_constants (const int *q, const unsigned *v, const int *a, int n)
{
  static const unsigned d[ALL] = {
#define DO(d) d,
    CONSTANTS (DO) UNSIGNED_CONSTANTS (DO)
#undef DO
  };
  for (int t = 0; t < n; t++)
    for (int k = 0; k < ALL; k++)
      {
	volatile unsigned y = d[k];
	volatile int z = d[k];
	CHECK (*v++ == (unsigned) a[t] / y && *v++ == (unsigned) a[t] % y);
	if (k < SIGNED)
	  CHECK (*q++ == a[t] / z && *q++ == a[t] % z);
      }
}

#define IDS \
  EACH_THREAD (t) \
    { \
      int *o = out + 8 * t, far = t - 40; \
      o[0] = t / 16; \
      o[1] = t % 16; \
      o[2] = far / 16; \
      o[3] = far % 16; \
      o[4] = far / 7; \
      o[5] = far % 7; \
      o[6] = (int) ((t + 0x7fffffffu) / 3); \
      o[7] = (t - 1) < 0 ? -1 : (t - 1) / 2; \
    }
__kernel __requires (grid (1), threads (T)) void ids_of_some (int *out) { IDS }
__kernel __requires (grid (1)) void ids (int *out) { IDS }

__kernel __requires (grid (1), block (1), threads (T)) void
ids_in_block (int *out)
{
  int b __perspective (block, 1) = px_id (block);
  __group (block, 1) __unsafe
    {
      int t __perspective (thread, 1) = px_id (thread), n = px_units (thread);
      __group (thread, 1) __unsafe
	{
	  int *o = out + 4 * (b * T + t);
	  o[0] = (t - 20) / 8;
	  o[1] = (t - 20) % 8;
	  o[2] = b / 2 - t / 5;
	  o[3] = (b - 1) % 2 + n * 100;
	}
    }
}

/* Steps from X until KEY or an end, and which of these it was.  */
__kernel __requires (grid (1)) void
search (int *out, const int *where, int n, int key)
{
  EACH_THREAD (t)
    if (t < n)
      {
	int x = t, found, steps = 0;
	while ((found = where[x % n]) != key && found != -1)
	  {
	    x++;
	    steps++;
	  }
	out[2 * t] = found == -1 ? -1 : x % n;
	out[2 * t + 1] = steps;
      }
}

static int
floor_of (unsigned x)
{
  return (int) ((x + 0x7fffffffu) / 3);
}

static void
check_ids (const int *o, int n)
{
  for (int t = 0; t < n; t++, o += 8)
    {
      int far = t - 40;
      CHECK (o[0] == t / 16 && o[1] == t % 16 && o[2] == far / 16 && o[3] == far % 16);
      CHECK (o[4] == far / 7 && o[5] == far % 7 && o[6] == floor_of (t));
      CHECK (o[7] == (t ? (t - 1) / 2 : -1));
    }
}

int
main (void)
{
  static const int values[N] = { 0, 1, -1, 2, -2, 7, -7, 18, 1000003, -__INT_MAX__ - 1, __INT_MAX__, -65536 };
  int *a = NEW (int, N), *b = NEW (int, N), *out = NEW (int, 8 * T * BLOCKS);
  struct sums *s = NEW (struct sums, N * N);
  for (int k = 0; k < N; k++)
    a[k] = b[k] = values[k];
  LAUNCH (1, 64, divide, s, a, b, N);
  for (int k = 0; k < N * N; k++)
    {
      int x = a[k / N], y = b[k % N];
      unsigned ux = x, uy = y;
      long lx = x * 0x100000001L, ly = y * 0x10001L;
      if (y == 0 || (y == -1 && x < -__INT_MAX__))
	continue;
      struct sums *o = s + k;
      CHECK (o->i[0] == x / y && o->i[1] == x % y);
      CHECK (o->i[2] == (x % y > 3 ? x % y - x / y : x % y) && o->i[3] == x / y % y);
      CHECK (o->u[0] == ux / uy && o->u[1] == ux % uy);
      CHECK (o->u[2] == ux / uy + x / y && o->u[3] == ux % uy + x % y);
      CHECK (o->l[0] == lx / ly && o->l[1] == lx % ly);
      CHECK (o->v[0] == (unsigned long) lx / (unsigned long) ly);
      CHECK (o->v[1] == (unsigned long) lx % (unsigned long) ly);
    }
  int *c = NEW (int, 256), *q = NEW (int, 256 * 2 * SIGNED);
  unsigned *v = NEW (unsigned, 256 * 2 * ALL);
  for (int k = 0; k < 256; k++)
    c[k] = k < N ? values[k] : k < 64 ? (int) (0x80000000u + k - 32) : (int) (RND (0x10000) * 0x10001u + RND (0x10000));
  LAUNCH (1, 256, by_constants, q, v, c);
  check_constants (q, v, c, 256);
  LAUNCH (BLOCKS, T, ids_of_some, out);
  check_ids (out, T * BLOCKS);
  LAUNCH (2, 64, ids, out);
  check_ids (out, 2 * 64);
  LAUNCH (BLOCKS, T, ids_in_block, out);
  for (int k = 0; k < BLOCKS * T; k++)
    {
      int *o = out + 4 * k, i = k / T, t = k % T;
      CHECK (o[0] == (t - 20) / 8 && o[1] == (t - 20) % 8 && o[2] == i / 2 - t / 5);
      CHECK (o[3] == (i - 1) % 2 + T * 100);
    }
  int *where = NEW (int, 32);
  for (int k = 0; k < 32; k++)
    where[k] = k % 13 == 5 ? 77 : k == 20 ? -1 : k;
  LAUNCH (1, 32, search, out, where, 32, 77);
  for (int t = 0; t < 32; t++)
    {
      int x = t, steps = 0;
      for (; where[x % 32] != 77 && where[x % 32] != -1; x++)
	steps++;
      CHECK (out[2 * t] == (where[x % 32] == -1 ? -1 : x % 32) && out[2 * t + 1] == steps);
    }
  return 0;
}
