/* SPDX-License-Identifier: MIT */
/* ahead-random SEED: prints a program in which one loop fills a ring ahead, by asynchronous copies, and drains
   it: with random numbers, guards, orders and ways out, alone or in a loop of tiles, sometimes with a
   second ring or stores to a slot.

   px refuses what it does not understand.  What it accepts must give what the same code gives if each copy is
   complete where it stands, as the host runs it.  Launches that drain a slot which nobody has filled, or
   whose slots are none, say nothing.  */
#include "random.h"
#include <stdio.h>
#include <string.h>

static char text[1 << 14];
static size_t length;

/* Appends S, in which $L is the limit, $K the distance and $R a ring.  */
static const char *limit;
static int distance, rings, slots;
static void
put (const char *s, char ring)
{
  for (; *s && length + 40 < sizeof text; s++)
    if (*s != '$')
      text[length++] = *s;
    else
      switch (*++s)
	{
	case 'L': length += sprintf (text + length, "(%s)", limit); break;
	case 'K': length += sprintf (text + length, "%d", distance); break;
	default: text[length++] = ring; break;
	}
  text[length] = 0;
}

static const char *
copy (void)
{
  return ONE_OF ("COPY", "COPY", "BULK");
}

/* The fill of number i + K, which a random condition guards.  */
static void
put_next (const char *fill, char ring)
{
  put (ONE_OF ("if (i + $K < $L) ", "if (i + $K < $L) ", "if (i + $K < $L) ", "if (i < $L - $K) ", "if ($L > i + $K) ", "if (i + $K <= $L - 1) ", "",
	       "if (i + $K < m) ", "if (i + $K + 1 < $L) ", "if (i + $K <= $L) ", "if (i % 2) ", "if (i + $K < $L && i < m) ", "if (i + $K < $L) if (m > 1) "), ring);
  put (fill, ring);
  put (ONE_OF (" ($R, (i + $K) % S, i + $K) ", " ($R, (i + $K) % S, i + $K) ", " ($R, (i + $K) % S, i + $K) ", " ($R, (i + $K) % S, 2 * i) ",
	       " ($R, (i + $K + 1) % S, i + $K) ", " ($R, i % S, i) ", " ($R, (i + $K + S) % S, i + $K) "), ring);
}

static void
put_use (char ring)
{
  put (ONE_OF ("USE ($R, i % S) ", "USE ($R, i % S) ", "USE ($R, i % S) ", "USE ($R, i % S) ", "USE ($R, (i + S) % S) ", "if (m > 0) USE ($R, i % S) ",
	       "USE ($R, i % S) USE ($R, i % S) ", "USE ($R, i % S) TOUCH ($R, i % S) ", "USE ($R, (i + 1) % S) ", "USE ($R, 0) "), ring);
}

/* What a turn of the loop does.  */
static void
put_turn (const char *const *fill)
{
  int out = pick (4) ? -1 : (int) pick (3), first[2] = { pick (3) == 0, pick (3) == 0 };
  for (int step = 0; step < 3; step++)
    {
      if (step == out)
	put (ONE_OF ("if (i == m) break; ", "if (i > m) break; ", "if (i == j) break; ", "if (i == m) continue; ", "if (m == 3) break; "), 'x');
      for (int r = 0; r < rings && step < 2; r++)
	if (step == first[r])
	  put_next (fill[r], 'x' + r);
	else
	  put_use ('x' + r);
    }
}

static const char before[] =
"#include <px.h>\n#include <stdio.h>\n"
"enum { S = %d, T = 32, ROWS = 64 };\n"
"#define CODE \\\n  %s\n\n"
"#define COPY(ring, slot, row) __async (int *w = ring[slot]) __group (thread, 1) px_cp_async (w + t, in + (row) %% ROWS * T + t, 4);\n"
"#define BULK(ring, slot, row) __async (int *w = ring[slot]) px_bulk_load (w, in + (row) %% ROWS * T, 4 * T);\n"
"#define USE(ring, slot) sum = sum * 3 + ring[slot][T - 1 - t];\n"
"#define TOUCH(ring, slot) __partition (thread, 1, int *w = ring[slot] + t) __group (thread, 1) *w += 5;\n"
"__kernel __requires (grid (1), block (1), threads (T), smem (8 * S * T)) void\n"
"f (const int *in, int *out, int n, int m)\n"
"{\n"
"  int block __perspective (block, 1) = px_id (block);\n"
"  __partition (block, 1, int *o = out + block * T)\n"
"    __group (block, 1)\n"
"      {\n"
"	__shared __slots (S) int x[S][T];\n"
"%s"
"	int t __perspective (thread, 1) = px_id (thread);\n"
"	unsigned sum __perspective (thread, 1) = 0;\n"
"	CODE\n"
"	__partition (thread, 1, int *w = o + t)\n"
"	  __group (thread, 1)\n"
"	    *w = sum;\n"
"      }\n"
"}\n\n"
"/* The same: what slots have, the sum of each thread, and whether all that is drained was filled.  */\n"
"struct slot { int v[T]; int filled; };\n"
"static int in[ROWS * T], good;\n"
"#undef COPY\n#undef BULK\n#undef USE\n#undef TOUCH\n"
"#define COPY(ring, slot, row) fill (ring, slot, row);\n"
"#define BULK(ring, slot, row) fill (ring, slot, row);\n"
"#define USE(ring, slot) drain (ring, slot, sum);\n"
"#define TOUCH(ring, slot) touch (ring, slot);\n\n"
"static void\n"
"fill (struct slot *ring, int s, int row)\n"
"{\n"
"  good &= s >= 0 && s < S && row >= 0;\n"
"  for (int t = 0; good && t < T; t++)\n"
"    ring[s].v[t] = in[row %% ROWS * T + t];\n"
"  if (good)\n"
"    ring[s].filled = 1;\n"
"}\n\n"
"static void\n"
"drain (struct slot *ring, int s, unsigned *sum)\n"
"{\n"
"  good &= s >= 0 && s < S && ring[s].filled;\n"
"  for (int t = 0; good && t < T; t++)\n"
"    sum[t] = sum[t] * 3 + ring[s].v[T - 1 - t];\n"
"}\n\n"
"static __attribute__ ((unused)) void\n"
"touch (struct slot *ring, int s)\n"
"{\n"
"  for (int t = 0; good && t < T; t++)\n"
"    ring[s].v[t] += 5;\n"
"}\n\n"
"static void\n"
"reference (unsigned *sum, int n, int m)\n"
"{\n"
"  struct slot x[S] = { 0 }, y[S] = { 0 };\n"
"  (void) y;\n"
"  CODE\n"
"}\n\n"
"int\nmain (void)\n{\n"
"  static int out[T];\n"
"  int *d = px_alloc (sizeof in), *o = px_alloc (sizeof out), launches = 0;\n"
"  for (int i = 0; i < ROWS * T; i++)\n"
"    in[i] = i * 7 + i / T;\n"
"  if (px_check (px_copy (d, in, sizeof in)))\n"
"    return 1;\n"
"  for (int n = 0; n < 10; n++)\n"
"    for (int m = -1; m < 6; m += 2)\n"
"      {\n"
"	unsigned sum[T] = { 0 };\n"
"	good = 1;\n"
"	reference (sum, n, m);\n"
"	if (!good)\n"
"	  continue;\n"
"	launches++;\n"
"	if (px_check (px_launch (px_grid (1, T), f, d, o, n, m)) || px_check (px_copy (out, o, sizeof out)))\n"
"	  return 1;\n"
"	for (int t = 0; t < T; t++)\n"
"	  if (out[t] != (int) sum[t])\n"
"	    return printf (\"n = %%d, m = %%d: thread %%d has %%d, not %%d\\n\", n, m, t, out[t], (int) sum[t]), 1;\n"
"      }\n"
"  return px_check (px_free (d)) || px_check (px_free (o)) ? 1 : launches ? 0 : 77;\n"
"}\n";

int
main (int argc, char **argv)
{
  if (argc != 2)
    return 2;
  start_random (argv[1]);
  slots = 2 + pick (4);
  rings = 1 + (pick (3) == 0);
  distance = pick (8) ? 1 + (int) pick (slots - 1) : (int) pick (slots + 2);
  limit = ONE_OF ("n", "n", "n", "n - 1", "n + 1", "2 * n", "n / 2", "5", "n - j", "n + j");
  const char *fill[2] = { copy (), copy () };
  unsigned tiles = pick (3);
  put (tiles == 0 ? "int j = 0; (void) j; " : tiles == 1 ? "for (int j = 0; j < 3; j++) { " : "int j = 0; do { ", 0);
  for (int r = 0; r < rings; r++)
    {
      put (ONE_OF ("for (int i = 0; i < $K; i++) if (i < $L) ", "for (int i = 0; i < $K; i++) if (i < $L) ", "for (int i = 0; i < $K; i++) ",
		   "for (int i = 0; i < $K && i < $L; i++) ", "for (int i = 0; i < $K; i++) if (i < m) ", "for (int i = 0; i + 1 < $K; i++) if (i < $L) "), 'x' + r);
      put (fill[r], 0);
      put (" ($R, i % S, i) ", 'x' + r);
    }
  unsigned kind = pick (5);
  put (kind < 3 ? "for (int i = 0; i < $L; i++) { " : kind == 3 ? "for (int i = 0, l = $L; l-- > 0; i++) { " : "int i = 0; do { ", 0);
  put_turn (fill);
  put (kind < 4 ? "} " : "} while (++i < $L); ", 0);
  put (tiles == 0 ? "" : tiles == 1 ? "} " : "} while (++j < 3); ", 0);
  printf (before, slots, text, rings > 1 ? "	__shared __slots (S) int y[S][T];\n" : "");
  return 0;
}
