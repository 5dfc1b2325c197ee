/* SPDX-License-Identifier: MIT */
/* ring-random SEED: prints a program in which one branch fills a ring and another drains it, each
   by random loops, conditions, counters and slots.

   px refuses most: the slots are not taken in turn, or not as often filled as drained.  What
   it accepts must take them in turn, as the host, which runs both branches' loops, sees, and
   give what was filled.  Programs that take one slot twice in a row say nothing, which
   ends with status 77: to px these are one use.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state;

static unsigned
pick (unsigned n)
{
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (state >> 20) % n;
}

#define ONE_OF(...) ((const char *const[]) { __VA_ARGS__ }[pick (sizeof ((const char *const[]) { __VA_ARGS__ }) / sizeof (char *))])

static char text[1 << 16];
static size_t length;

static void
put (const char *s)
{
  size_t n = strlen (s);
  if (length + n >= sizeof text)
    exit (2);
  memcpy (text + length, s, n + 1);
  length += n;
}

/* A counter of the loops around, or k.  */
static const char *
counter (int depth)
{
  static const char *const names[] = { "a", "b", "c" };
  return depth ? names[pick (depth)] : "k";
}

static void
put_slot (int depth)
{
  const char *v = counter (depth);
  char s[80];
  switch (pick (10))
    {
    case 0: case 1: case 2: put ("k % S"); break;
    case 3: case 4: put ("s"); break;
    case 5: put (ONE_OF ("0", "1", "S - 1")); break;
    default:
      snprintf (s, sizeof s, ONE_OF ("%s %% S", "(%s + 1) %% S", "2 * %s %% S", "(2 * %s + 1) %% S", "(3 * %s + 2) %% S", "(%s + k) %% S"), v);
      put (s);
    }
}

/* A way out of a loop's turn, or of the loop.  */
static void
put_exit (int depth)
{
  char s[80];
  snprintf (s, sizeof s, ONE_OF ("if (in[%s] %% 8 == 0) break; ", "if (in[%s] %% 3 == 0) continue; ", "if (%s > n) break; ", "if (%s >= n) break; "),
	    counter (depth));
  put (s);
}

/* Statements in DEPTH loops, of which at most DEEPEST are.  */
static void
put_body (int depth, int deepest)
{
  int n = 1 + pick (3), out = depth && pick (4) == 0 ? (int) pick (n + 1) : -1;
  for (int i = 0; i < n; i++)
    {
      unsigned what = pick (10);
      char s[120];
      if (i == out)
	put_exit (depth);
      if (what < 5 || depth == deepest)
	{
	  put ("USE (");
	  put_slot (depth);
	  put (") ");
	  put (ONE_OF ("", "", "k++; ", "s = (s + 1) % S; ", "if (++s == S) s = 0; ", "s = s < S - 1 ? s + 1 : 0; "));
	}
      else if (what < 8)
	{
	  char v = 'a' + depth;
	  snprintf (s, sizeof s, "for (int %c = %s; %c < %s; %c += %s) { ", v, ONE_OF ("0", "0", "0", "1"), v,
		    ONE_OF ("n", "n / 2", "2 * n", "n - 1", "2", "3", "4", "S", "in[n] % 4"), v, ONE_OF ("1", "1", "1", "2", "3"));
	  put (s);
	  put_body (depth + 1, deepest);
	  put ("} ");
	}
      else
	{
	  snprintf (s, sizeof s, ONE_OF ("if (in[%s] & 1) { ", "if (n > 1) { ", "if (n > 2) { "), counter (depth));
	  put (s);
	  put_body (depth, deepest);
	  put (pick (5) < 2 ? "} else { " : "} ");
	  if (text[length - 2] == '{')
	    {
	      put_body (depth, deepest);
	      put ("} ");
	    }
	}
    }
}

static const char before[] =
"#include <px.h>\n#include <stdio.h>\n"
"enum { S = %d, P = 32, ROWS = 500, MANY = 100000 };\n"
"#define START int k = 0, s = 0; (void) k; (void) s;\n"
"#define FILLS \\\n  %s\n#define DRAINS \\\n  %s\n\n"
"__kernel __requires (grid (1), block (1), threads (2 * P), smem (4 * S * P)) void\n"
"f (const int *in, int *out, int n)\n"
"{\n"
"  int block __perspective (block, 1) = px_id (block);\n"
"  __partition (block, 1, int *o = out + block * P)\n"
"    __group (block, 1)\n"
"      {\n"
"	__shared __slots (S) int x[S][P];\n"
"	__claim (thread, P, int *mine = o)\n"
"	  __split (thread)\n"
"	    {\n"
"	      __case (P)\n"
"		{\n"
"		  int t __perspective (thread, 1) = px_id (thread), row = 0;\n"
"		  START\n"
"#define USE(slot) { __partition (thread, 1, int *w = x[slot] + t) __group (thread, 1) *w = in[row %% ROWS * P + t]; row++; }\n"
"		  FILLS\n"
"#undef USE\n"
"		}\n"
"	      __case (P)\n"
"		{\n"
"		  int t __perspective (thread, 1) = px_id (thread);\n"
"		  int sum __perspective (thread, 1) = 0;\n"
"		  START\n"
"#define USE(slot) { __group (thread, 1) sum = sum * 3 + x[slot][P - 1 - t]; }\n"
"		  DRAINS\n"
"#undef USE\n"
"		  __partition (thread, 1, int *q = mine + t)\n"
"		    __group (thread, 1)\n"
"		      *q = sum;\n"
"		}\n"
"	    }\n"
"      }\n"
"}\n\n";

static const char after[] =
"static int in[ROWS * P], filled[MANY], drained[MANY], nfilled, ndrained;\n\n"
"static int\nreference (int n)\n{\n"
"  nfilled = ndrained = 0;\n"
"#define USE(slot) { if (nfilled == MANY) return 77; filled[nfilled++] = slot; }\n"
"  { START FILLS }\n"
"#undef USE\n"
"#define USE(slot) { if (ndrained == MANY) return 77; drained[ndrained++] = slot; }\n"
"  { START DRAINS }\n"
"  for (int i = 1; i < nfilled; i++)\n"
"    if (filled[i] == filled[i - 1])\n"
"      return 77;\n"
"  if (nfilled != ndrained)\n"
"    return printf (\"n = %d: filled %d times, drained %d times\\n\", n, nfilled, ndrained), 1;\n"
"  for (int i = 0; i < nfilled; i++)\n"
"    if (filled[i] != drained[i] || filled[i] < 0 || filled[i] >= S)\n"
"      return printf (\"n = %d: number %d fills slot %d, drains slot %d\\n\", n, i, filled[i], drained[i]), 1;\n"
"  return 0;\n"
"}\n\n"
"int\nmain (void)\n{\n"
"  static int out[P];\n"
"  int *d = px_alloc (sizeof in), *o = px_alloc (sizeof out);\n"
"  unsigned x = 1;\n"
"  for (int i = 0; i < ROWS * P; i++)\n"
"    in[i] = (x = x * 1103515245 + 12345) >> 16 & 127;\n"
"  if (px_check (px_copy (d, in, sizeof in)))\n"
"    return 1;\n"
"  for (int n = 0; n < 7; n++)\n"
"    {\n"
"      int status = reference (n);\n"
"      if (status)\n"
"	return status;\n"
"      if (px_check (px_launch (px_grid (1, 2 * P), f, d, o, n)) || px_check (px_copy (out, o, sizeof out)))\n"
"	return 1;\n"
"      for (int t = 0; t < P; t++)\n"
"	{\n"
"	  int sum = 0;\n"
"	  for (int i = 0; i < nfilled; i++)\n"
"	    sum = sum * 3 + in[i % ROWS * P + P - 1 - t];\n"
"	  if (out[t] != sum)\n"
"	    return printf (\"n = %d: thread %d has %d, not %d\\n\", n, t, out[t], sum), 1;\n"
"	}\n"
"    }\n"
"  return px_check (px_free (d)) || px_check (px_free (o));\n"
"}\n";

int
main (int argc, char **argv)
{
  static char fills[sizeof text];
  if (argc != 2)
    return 2;
  state = strtoull (argv[1], 0, 0) * 0x9e3779b97f4a7c15u + 88172645463325252u;
  for (int i = 0; i < 8; i++)
    pick (2);
  int slots = 2 + pick (3);
  put_body (0, 1 + pick (2));
  strcpy (fills, text);
  if (pick (2))
    {
      length = 0;
      put ("for (int a = 0; a < ");
      put (ONE_OF ("n", "2 * n", "n / 2 * 2", "3 * n", "2 * (n - 1)", "4", "6"));
      put ("; a++) USE (a % S)");
    }
  printf (before, slots, fills, text);
  fputs (after, stdout);
  return 0;
}
