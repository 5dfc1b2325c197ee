/* SPDX-License-Identifier: MIT */
/* ring-random SEED: prints a program in which one branch fills a ring and another drains it, each
   by random loops, conditions, counters and slots; every second with counters, slots and limits
   of random integer types, which start and end near where they wrap around, too.

   px refuses most: the slots are not taken in turn, or not as often filled as drained.  What
   it accepts must take them in turn, as the host, which runs both branches' loops, sees, and
   give what was filled.  Programs that take one slot twice in a row say nothing, which
   ends with status 77: to px these are one use.  So do those of which one branch's loops never
   turn: what only one branch uses is no ring, and nobody fills what it drains.  */
#include "random.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int typed;               /* of other types than int */

static const char *
a_type (void)
{
  return ONE_OF ("int", "int", "int", "unsigned", "unsigned", "signed char", "unsigned char", "short", "unsigned short", "long", "unsigned long");
}

/* The types of one branch's counters, slots and limits, and what its counters start with.  */
enum { TYPES = 7 };
struct types { const char *of[TYPES], *first, *first_s; };

static struct types
types_of (void)
{
  struct types t;
  for (int i = 0; i < TYPES; i++)
    t.of[i] = typed && pick (i < 5 ? 2 : 4) == 0 ? a_type () : "int";
  t.first = typed && pick (4) == 0
	    ? ONE_OF ("-1", "-2", "3", "126", "127", "253", "254", "255", "32766", "65534", "0x7ffffffd", "0x7ffffffeu", "0xfffffffdu", "-3") : "0";
  t.first_s = typed && pick (8) == 0 ? ONE_OF ("1", "-1", "S - 1", "S") : "0";
  return t;
}

static void
print_types (char *to, size_t size, const struct types *t)
{
  static const char *const name[TYPES] = { "A", "B", "C", "K", "S", "LIMIT", "SLOT" };
  size_t n = 0;
  for (int i = 0; i < TYPES; i++)
    n += snprintf (to + n, size - n, "#undef T_%s\n#define T_%s %s\n", name[i], name[i], t->of[i]);
  snprintf (to + n, size - n, "#undef FIRST\n#define FIRST %s\n#undef FIRST_S\n#define FIRST_S %s\n", t->first, t->first_s);
}

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
    case 0: case 1: case 2: put ("(T_SLOT) k % S"); break;
    case 3: case 4: put ("s"); break;
    case 5: put (ONE_OF ("0", "1", "S - 1")); break;
    default:
      snprintf (s, sizeof s, ONE_OF ("(T_SLOT) %s %% S", "(T_SLOT) (%s + 1) %% S", "2 * (T_SLOT) %s %% S", "(2 * %s + 1) %% S", "(3 * (T_SLOT) %s + 2) %% S", "(%s + k) %% S"), v);
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
	  snprintf (s, sizeof s, "for (T_%c %c = %s; %c %s (T_LIMIT) (%s); %c += %s) { TURN ", v - 'a' + 'A', v, ONE_OF ("0", "0", "0", "1"), v,
		    typed && pick (8) == 0 ? ONE_OF ("!=", "<=") : "<",
		    ONE_OF ("n", "n / 2", "2 * n", "n - 1", "2", "3", "4", "S", "in[n & 7] % 4"), v, ONE_OF ("1", "1", "1", "2", "3"));
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

/* A branch of few loops, one use a turn, whose counters, slots and limits are of any type.  */
static void
put_typed (const char *limit, int nested)
{
  char s[300];
  const char *first = ONE_OF ("0", "0", "0", "0", "FIRST"), *less = ONE_OF ("<", "<", "<", "<", "!=", "<=");
  if (nested)
    put ("for (T_B b = 0; b < (T_LIMIT) 3; b++) { TURN ");
  if (pick (8) == 0)
    put ("if (n > 0) ");
  if (pick (6) == 0)
    snprintf (s, sizeof s, "for (T_A a = (T_LIMIT) (%s); a > 0; a--) { TURN ", limit);
  else
    snprintf (s, sizeof s, "for (T_A a = %s; a %s (T_LIMIT) (%s); a++) { TURN ", first, less, limit);
  put (s);
  switch (pick (nested ? 4 : 8))
    {
    case 0: case 1:
      put ("USE ((T_SLOT) k % S) ");
      put (ONE_OF ("k++; ", "k++; ", "k = k + 1u; ", "k += 1L; "));
      break;
    case 2: put ("USE (s) if (++s == S) s = 0; "); break;
    case 3: put ("USE (s) s = (s + 1) % S; "); break;
    default:
      put (ONE_OF ("USE ((T_SLOT) a % S) ", "USE (a % S) ", "USE ((T_SLOT) (a + 1) % S) ", "USE ((a + S - 1u) % S) ", "USE ((T_SLOT) (a - 1) % S) ",
		   "T_SLOT c = a; USE (c % S) ", "T_SLOT c = 2 * a; USE (c / 2 % S) "));
    }
  put (nested ? "} } " : "} ");
}

static const char before[] =
"#include <px.h>\n#include <stdio.h>\n"
"enum { S = %d, P = 32, ROWS = 500, MANY = 1000 };\n"
"#define START T_K k = FIRST; T_S s = FIRST_S; (void) k; (void) s;\n"
"#define FILLS \\\n  %s\n#define DRAINS \\\n  %s\n#define TURN\n\n"
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
"%s"
"		  START\n"
"#define USE(slot) { __partition (thread, 1, int *w = x[slot] + t) __group (thread, 1) *w = in[row %% ROWS * P + t]; row++; }\n"
"		  FILLS\n"
"#undef USE\n"
"		}\n"
"	      __case (P)\n"
"		{\n"
"		  int t __perspective (thread, 1) = px_id (thread);\n"
"		  unsigned sum __perspective (thread, 1) = 0;\n"
"%s"
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
"static int in[ROWS * P], filled[MANY], drained[MANY], nfilled, ndrained, turns;\n\n"
"#undef TURN\n"
"#define TURN if (turns++ > 100 * MANY) return MANY;\n"
"%s"
"static int\nfills (int n)\n{\n"
"  int i = 0;\n"
"#define USE(slot) { if (i == MANY) return i; filled[i++] = slot; }\n"
"  START FILLS\n"
"#undef USE\n"
"  return i;\n"
"}\n\n"
"%s"
"static int\ndrains (int n)\n{\n"
"  int i = 0;\n"
"#define USE(slot) { if (i == MANY) return i; drained[i++] = slot; }\n"
"  START DRAINS\n"
"#undef USE\n"
"  return i;\n"
"}\n\n"
"static int\nreference (int n)\n{\n"
"  turns = 0, nfilled = fills (n);\n"
"  turns = 0, ndrained = drains (n);\n"
"  for (int i = 1; n >= 0 && n < 7 && i < nfilled; i++)\n"
"    if (filled[i] == filled[i - 1])\n"
"      return 77;\n"
"  if (nfilled != ndrained)\n"
"    return printf (\"n = %%d: filled %%d times, drained %%d times\\n\", n, nfilled, ndrained), 1;\n"
"  for (int i = 0; i < nfilled && i < ndrained && nfilled < MANY; i++)\n"
"    if (filled[i] != drained[i] || filled[i] < 0 || filled[i] >= S)\n"
"      return printf (\"n = %%d: number %%d fills slot %%d, drains slot %%d\\n\", n, i, filled[i], drained[i]), 1;\n"
"  return 0;\n"
"}\n\n"
"int\nmain (void)\n{\n"
"  static const int all[] = { 0, 1, 2, 3, 4, 5, 6, %s };\n"
"  static int out[P];\n"
"  int *d = px_alloc (sizeof in), *o = px_alloc (sizeof out);\n"
"  unsigned x = 1, launches = 0, uses[2] = { 0, 0 };\n"
"  for (int i = 0; i < ROWS * P; i++)\n"
"    in[i] = (x = x * 1103515245 + 12345) >> 16 & 127;\n"
"  if (px_check (px_copy (d, in, sizeof in)))\n"
"    return 1;\n"
"  for (unsigned k = 0; k < sizeof all / sizeof *all; k++)\n"
"    {\n"
"      turns = 0, uses[0] += fills (all[k]);\n"
"      turns = 0, uses[1] += drains (all[k]);\n"
"    }\n"
"  if (!uses[0] != !uses[1])\n"
"    return 77;\n"
"  for (unsigned k = 0; k < sizeof all / sizeof *all; k++)\n"
"    {\n"
"      int n = all[k], status = reference (n);\n"
"      if (status)\n"
"	return status;\n"
"      if (nfilled == MANY || ndrained == MANY)	/* too many turns, or without end */\n"
"	continue;\n"
"      launches++;\n"
"      if (px_check (px_launch (px_grid (1, 2 * P), f, d, o, n)) || px_check (px_copy (out, o, sizeof out)))\n"
"	return 1;\n"
"      for (int t = 0; t < P; t++)\n"
"	{\n"
"	  unsigned sum = 0;\n"
"	  for (int i = 0; i < ndrained; i++)\n"
"	    sum = sum * 3 + in[i %% ROWS * P + P - 1 - t];\n"
"	  if (out[t] != (int) sum)\n"
"	    return printf (\"n = %%d: thread %%d has %%d, not %%d\\n\", n, t, out[t], (int) sum), 1;\n"
"	}\n"
"    }\n"
"  return px_check (px_free (d)) || px_check (px_free (o)) ? 1 : launches ? 0 : 77;	/* it never ends: nothing was seen */\n"
"}\n";

int
main (int argc, char **argv)
{
  static char fills[sizeof text], types[2][2000];
  if (argc != 2)
    return 2;
  start_random (argv[1]);
  int slots = 2 + pick (3);
  typed = strtoull (argv[1], 0, 0) % 2;
  struct types one = types_of (), other = types_of ();
  int alike = pick (3);
  if (alike)
    {
      const char *another = other.of[pick (TYPES)];
      other = one;
      if (alike == 2)
	other.of[pick (TYPES)] = another;
    }
  print_types (types[0], sizeof types[0], &one);
  print_types (types[1], sizeof types[1], &other);
  if (typed)
    {
      const char *limits[2];
      int nested = pick (4) == 0;
      for (int i = 0; i < 2; i++)
	limits[i] = ONE_OF ("n", "n", "n", "n / 2", "n - 1", "n + 1", "5", "(unsigned char) n", "(short) n", "(unsigned) n", "n - 1u", "(long) n * 2");
      put_typed (limits[0], nested);
      strcpy (fills, text);
      if (pick (2))
	{
	  length = 0;
	  put_typed (limits[pick (4) == 0], nested);
	}
    }
  else
    put_body (0, 1 + pick (2));
  if (!typed)
    strcpy (fills, text);
  if (!typed && pick (2))
    {
      length = 0;
      put ("for (T_A a = 0; a < (T_LIMIT) (");
      put (ONE_OF ("n", "2 * n", "n / 2 * 2", "3 * n", "2 * (n - 1)", "4", "6"));
      put ("); a++) { TURN USE (a % S) }");
    }
  printf (before, slots, fills, text, types[0], types[1]);
  printf (after, types[0], types[1], typed ? ONE_OF ("-1, -2, 255, 256", "126, 127, 128, -3", "254, 257, 300", "-1, 129, 32767, 65536") : "-1");
  return 0;
}
