/* SPDX-License-Identifier: MIT */
/* chunks-random SEED: prints a program in which one branch fills a ring and another drains it, each by loops over
   chunks, which may be of a size that the kernel is given, in chunks of their own, counted by their numbers, or whole
   ones and the rest.  The branch that drains has the same code, or another way to the same numbers; and often one
   letter of either is another.

   px refuses what does not fit.  What it accepts must take the slots in turn and see what was filled, as the host
   does, which runs both branches.  */
#include "random.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum
{
  SIZE = 20000
};

/* The code of a branch, in which USE stands for what is its own.  */
static char code[SIZE];
static size_t length;
static unsigned names;
static const char *type;

static void __attribute__ ((format (printf, 1, 2))) put (const char *format, ...)
{
  va_list a;
  va_start (a, format);
  length += vsnprintf (code + length, SIZE - length, format, a);
  va_end (a);
}

static const char *
a_size (void)
{
  return ONE_OF ("2", "3", "4", "4", "5", "6", "8", "m", "m", "p");
}

static void put_range (const char *from, const char *to, int depth);

/* Uses of the numbers from FROM on to what is less than TO, one by one.  */
static void
put_leaf (const char *from, const char *to)
{
  unsigned v = names++;
  if (!pick (4) && strcmp (from, "0"))
    put ("for (%s j%u = 0; j%u < %s - %s; j%u++) { TURN USE ((%s + j%u) %% S) } ", type, v, v, to,
	 from, v, from, v);
  else
    put ("for (%s j%u = %s; j%u < %s; j%u++) { TURN USE (j%u %% S) } ", type, v, from, v, to, v, v);
}

/* The same in chunks of SIZE from counter V on.  */
static void
put_chunk (const char *v, const char *size, const char *to, int depth)
{
  char end[40];
  unsigned e = names++;
  switch (depth ? pick (3) : pick (5))
    {
    case 0:
      put ("%s e%u = MIN (%s + %s, %s); ", type, e, v, size, to);
      snprintf (end, sizeof end, "e%u", e);
      put_range (v, end, depth);
      break;
    case 1:
      put ("%s e%u = %s + %s; if (e%u > %s) e%u = %s; ", type, e, v, size, e, to, e, to);
      snprintf (end, sizeof end, "e%u", e);
      put_range (v, end, depth);
      break;
    case 2:
      snprintf (end, sizeof end, "MIN (%s + %s, %s)", v, size, to);
      put_range (v, end, depth);
      break;
    case 3:
      put ("for (%s j%u = %s; j%u < %s + %s && j%u < %s; j%u++) { TURN USE (j%u %% S) } ", type, e, v,
	   e, v, size, e, to, e, e);
      break;
    default:
      put ("for (%s j%u = 0; j%u < %s && %s + j%u < %s; j%u++) { TURN USE ((%s + j%u) %% S) } ",
	   type, e, e, size, v, e, to, e, v, e);
    }
}

static void
put_range (const char *from, const char *to, int depth)
{
  char at[40];
  const char *size = a_size ();
  unsigned v = names++;
  int zero = !strcmp (from, "0"), number = size[0] > '0' && size[0] <= '9';
  if (!depth)
    {
      put_leaf (from, to);
      return;
    }
  snprintf (at, sizeof at, "c%u", v);
  switch (pick (6))
    {
    case 0:
      if (zero && number)
	{
	  put ("for (%s k%u = 0; %s * k%u < %s; k%u++) { TURN ", type, v, size, v, to, v);
	  put ("%s c%u = %s * k%u; ", type, v, size, v);
	  put_chunk (at, size, to, depth - 1);
	  put ("} ");
	  break;
	}
      /* Fall through.  */
    case 1:
      if (zero && number)
	{
	  put ("for (%s k%u = 0; k%u < (%s + %d) / %s; k%u++) { TURN ", type, v, v, to, size[0] - '1',
	       size, v);
	  snprintf (at, sizeof at, "%s * k%u", size, v);
	  put_chunk (at, size, to, depth - 1);
	  put ("} ");
	  break;
	}
      /* Fall through.  */
    case 2:
      put ("%s c%u = %s; for (; c%u + %s <= %s; c%u += %s) { TURN ", type, v, from, v, size, to, v,
	   size);
      put ("for (%s j%u = 0; j%u < %s; j%u++) { TURN USE ((c%u + j%u) %% S) } } ", type, v, v, size, v,
	   v, v);
      put ("for (; c%u < %s; c%u++) { TURN USE (c%u %% S) } ", v, to, v, v);
      break;
    default:
      put ("for (%s c%u = %s; c%u < %s; c%u += %s) { TURN ", type, v, from, v, to, v, size);
      put_chunk (at, size, to, depth - 1);
      put ("} ");
    }
}

static void
put_branch (void)
{
  length = 0;
  names = 0;
  int own = !pick (3); /* so that the limits may be set in the loops */
  if (own)
    put ("int n_ = n, m_ = m; { int n = n_, m = m_; (void) m; ");
  put_range ("0", "n", pick (6) ? 1 + pick (2) : 0);
  if (!pick (6))
    put ("if (n >= 0) { USE (n %% S) }");
  put ("%s", own ? "}" : "");
}

/* One place of the code is another.  */
static void
change (void)
{
  static const char *const other[][2]
    = { { " < ", " <= " },  { "MIN", "MAX" },	 { "&&", "||" },	{ "= 0;", "= 1;" },
	{ "++", "+= 2" },   { "+= 4", "+= 3" },	 { "+= 3", "+= 4" },	{ "+= 2", "+= 3" },
	{ "+ 4", "+ 5" },   { "+ 3", "+ 2" },	 { "+ m", "+ p" },	{ "+= m", "+= p" },
	{ "TURN", "TURN if (n > 7) break;" },	 { "TURN", "TURN if (in[0] > 60) continue;" },
	{ "TURN", "TURN n--;" },		 { "TURN", "TURN m++;" },
	{ " <= ", " < " },  { "4 * k", "3 * k" },	 { "/ 4", "/ 5" },	{ "+ 3)", "+ 2)" },
	{ "> n", "< n" },   { "c0 + ", "c0 - " }, { "+= ", "-= " },	{ "% S", "+ 1 % S" },
	{ "(j", "(1 + j" }, { ", n)", ", m)" },	 { "< n", "< n - 1" },	{ " = c0", " = c0 + 1" },
	{ "+= 8", "+= 7" }, { "+ 8", "+ 9" },	 { "+= 6", "+= 5" },	{ "+ 5", "+ 6" } };
  change_one (code, SIZE, other, sizeof other / sizeof *other);
}

static const char before[] =
"#include <px.h>\n#include <stdio.h>\n"
"enum { S = %d, P = 32, ROWS = 500, MANY = 500 };\n"
"#define MIN(a, b) ((a) < (b) ? (a) : (b))\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n"
"#define FILLS \\\n  %s\n#define DRAINS \\\n  %s\n#define TURN\n"
"#define FACTS(m, p) (%s)\n\n"
"__kernel __requires (grid (1), block (1), threads (2 * P), smem (4 * S * P)) %s void\n"
"f (const int *in, int *out, int n, int m, int p)\n"
"{\n"
"  int block __perspective (block, 1) = px_id (block);\n"
"  %s\n"
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
"#define USE(slot) { __partition (thread, 1, int *w = x[slot] + t) __group (thread, 1) *w = in[row %% ROWS * P + t]; row++; }\n"
"		  FILLS\n"
"#undef USE\n"
"		}\n"
"	      __case (P)\n"
"		{\n"
"		  int t __perspective (thread, 1) = px_id (thread);\n"
"		  unsigned sum __perspective (thread, 1) = 0;\n"
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
"static int in[ROWS * P], filled[MANY], drained[MANY], nfilled, ndrained, turns;\n\n"
"#undef TURN\n"
"#define TURN if (turns++ > 20 * MANY) return MANY;\n"
"static int\nfills (int n, int m, int p)\n{\n"
"  int i = 0;\n"
"#define USE(slot) { if (i == MANY) return i; filled[i++] = slot; }\n"
"  FILLS\n"
"#undef USE\n"
"  return i;\n"
"}\n\n"
"static int\ndrains (int n, int m, int p)\n{\n"
"  int i = 0;\n"
"#define USE(slot) { if (i == MANY) return i; drained[i++] = slot; }\n"
"  DRAINS\n"
"#undef USE\n"
"  return i;\n"
"}\n\n"
"static int\nreference (int n, int m, int p)\n{\n"
"  turns = 0, nfilled = fills (n, m, p);\n"
"  turns = 0, ndrained = drains (n, m, p);\n"
"  for (int i = 1; i < nfilled; i++)\n"
"    if (filled[i] == filled[i - 1])\n"
"      return 77;\n"
"  if (nfilled != ndrained)\n"
"    return printf (\"n = %%d, m = %%d, p = %%d: filled %%d times, drained %%d times\\n\", n, m, p, nfilled, ndrained), 1;\n"
"  for (int i = 0; i < nfilled && i < ndrained && nfilled < MANY; i++)\n"
"    if (filled[i] != drained[i] || filled[i] < 0 || filled[i] >= S || filled[i] != (filled[0] + i) %% S)\n"
"      return printf (\"n = %%d, m = %%d, p = %%d: number %%d fills slot %%d, drains slot %%d\\n\", n, m, p, i, filled[i], drained[i]), 1;\n"
"  return 0;\n"
"}\n\n"
"int\nmain (void)\n{\n"
"  static const int all[] = { -7, -4, -3, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 24, 31 }, sizes[] = { -2, 0, 1, 2, 3, 5, 8 };\n"
"  static int out[P];\n"
"  int *d = px_alloc (sizeof in), *o = px_alloc (sizeof out);\n"
"  unsigned x = 1, launches = 0;\n"
"  for (int i = 0; i < ROWS * P; i++)\n"
"    in[i] = (x = x * 1103515245 + 12345) >> 16 & 127;\n"
"  if (px_check (px_copy (d, in, sizeof in)))\n"
"    return 1;\n"
"  for (unsigned k = 0; k < sizeof all / sizeof *all; k++)\n"
"    for (unsigned i = 0; i < %d; i++)\n"
"      {\n"
"	int n = all[k], m = sizes[i], p = sizes[(i + k) %% 7], status;\n"
"	if (!FACTS (m, p))\n"
"	  continue;\n"
"	if ((status = reference (n, m, p)))\n"
"	  return status;\n"
"	if (nfilled == MANY || ndrained == MANY)	/* too many turns, or without end */\n"
"	  continue;\n"
"	launches++;\n"
"	if (px_check (px_launch (px_grid (1, 2 * P), f, d, o, n, m, p)) || px_check (px_copy (out, o, sizeof out)))\n"
"	  return 1;\n"
"	for (int t = 0; t < P; t++)\n"
"	  {\n"
"	    unsigned sum = 0;\n"
"	    for (int r = 0; r < ndrained; r++)\n"
"	      sum = sum * 3 + in[r %% ROWS * P + P - 1 - t];\n"
"	    if (out[t] != (int) sum)\n"
"	      return printf (\"n = %%d, m = %%d, p = %%d: thread %%d has %%d, not %%d\\n\", n, m, p, t, out[t], (int) sum), 1;\n"
"	  }\n"
"      }\n"
"  return px_check (px_free (d)) || px_check (px_free (o)) ? 1 : launches ? 0 : 77;	/* it never ends: nothing was seen */\n"
"}\n";

int
main (int argc, char **argv)
{
  static char fills[SIZE];
  if (argc != 2)
    return 2;
  start_random (argv[1]);
  int slots = 2 + pick (4);
  type = ONE_OF ("int", "int", "int", "int", "long", "unsigned", "size_t", "short");
  const char *facts = ONE_OF ("m >= 1 && p >= 1", "m >= 1 && p >= 1", "m >= 1 && p >= 1", "m > 1", "m >= 0 && p >= 0", "1"), *way = "", *inside = "";
  static char fact[100];
  snprintf (fact, sizeof fact, pick (2) ? "__where (%s)" : "px_assume (%s);", facts);
  (fact[0] == '_' ? (way = fact) : (inside = fact));
  int same = pick (3), wrong = pick (2);
  put_branch ();
  int last = !!strstr (code, "if (n >= 0)");
  if (wrong && (same || pick (2)))
    change ();
  strcpy (fills, code);
  if (!same)
    {
      int other;
      do
	{
	  put_branch ();
	  other = !!strstr (code, "if (n >= 0)");
	}
      while (other != last);
      if (wrong && !pick (2))
	change ();
    }
  int sizes = !!strstr (code, "m") || strstr (fills, "m") || strstr (code, "p") || strstr (fills, "p");
  printf (before, slots, fills, code, facts, way, inside);
  printf (after, sizes ? 7 : 1);
  return 0;
}
