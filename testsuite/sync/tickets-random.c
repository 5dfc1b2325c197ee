/* SPDX-License-Identifier: MIT */
/* tickets-random SEED: prints a program in which one branch takes tickets, hands numbers made of them to another by
   a ring, and fills a second ring as often as these numbers say, by random loops and conditions; the other branch
   drains both by the same ones, sometimes changed.

   px refuses what does not fit.  What it accepts must see, in the branch that drains, the numbers and values that
   were handed and filled, in order, as the host does, which runs the branch that fills.  */
#include "random.h"
#include <stdio.h>
#include <string.h>

enum
{
  SIZE = 4000,
  STEPS = 6,
  EXPRESSION = 80
};

/* A step of a turn: X leaves the loop if WHAT, W uses the ring WHAT times, I once if WHAT, O once, L keeps a
   number for the next turn.  */
struct step
{
  char kind, what[EXPRESSION];
};
static struct turn
{
  char head[EXPRESSION];
  struct step step[STEPS];
  int n;
} fills, drains;

static const char *
condition (void)
{
  return ONE_OF ("v0 >= n", "v0 >= n", "v1 >= n", "v0 > m", "v0 & 1", "v0 == 3", "v1 == 2",
		 "i >= m", "i > v1", "last >= n", "v0 + v1 > n", "v0 != v1", "table[i & 7] == 2");
}

static const char *
count (void)
{
  return ONE_OF ("v0 & 3", "v1 & 3", "m", "v0 % 3", "v1 - v0", "table[v0 & 7]", "table[v1 & 7]",
		 "i % 3", "last & 1", "v0 < n ? 2 : 1", "n - v0", "2");
}

static void
make_step (struct step *s)
{
  s->kind = "XWWIOL"[pick (6)];
  strcpy (s->what, s->kind == 'W'   ? count ()
		   : s->kind == 'L' ? ONE_OF ("v0", "v1", "v0 + 1", "last + v1")
				    : condition ());
}

static void
make_turn (struct turn *t)
{
  strcpy (t->head, ONE_OF ("i < n", "i <= n", "i < 9", "i < n + m", ""));
  t->n = 1 + pick (STEPS - 1);
  for (int i = 0; i < t->n; i++)
    make_step (&t->step[i]);
  if (!*t->head)
    t->step[0] = (struct step){ 'X', "v0 >= n" };
}

/* T, as the branch that drains may have it instead: *READ says what it reads as V0 and V1, *LATE that it does so at
   a turn's end.  */
static void
change (struct turn *t, int read[2], int *late)
{
  int i = pick (t->n), j = pick (t->n);
  struct step s = t->step[i];
  switch (pick (9))
    {
    case 0: read[0] = 1; break;
    case 1: read[1] = 0; break;
    case 2: read[0] = 1, read[1] = 0; break;
    case 3: *late = 1; break;
    case 4: strcpy (t->head, ONE_OF ("i < n", "i <= n", "i < 9", "i < n + m")); break;
    case 5: t->step[i] = t->step[j], t->step[j] = s; break;
    case 6: make_step (&t->step[i]); break;
    case 7:
      strcpy (t->step[i].what, s.kind == 'W' ? count () : s.kind == 'L' ? "v1" : condition ());
      break;
    case 8: memmove (&t->step[i], &t->step[i + 1], (t->n - i - 1) * sizeof s), t->n--; break;
    }
}

static int
has (const struct turn *t, const char *kinds)
{
  for (int i = 0; i < t->n; i++)
    if (strchr (kinds, t->step[i].kind))
      return 1;
  return 0;
}

static void
put_turn (const struct turn *t, const char *use, const char *first, const char *end)
{
  printf ("int k = 0; int last = 0; int v0 = 0; int v1 = 0; for (int i = 0; %s; i++) { %s ",
	  t->head, first);
  for (int i = 0; i < t->n; i++)
    switch (t->step[i].kind)
      {
      case 'X': printf ("if (%s) break; ", t->step[i].what); break;
      case 'W': printf ("for (int j = 0; j < (%s); j++) { %s k++; } ", t->step[i].what, use); break;
      case 'I': printf ("if (%s) { %s k++; } ", t->step[i].what, use); break;
      case 'O': printf ("%s k++; ", use); break;
      case 'L': printf ("last = %s; ", t->step[i].what); break;
      }
  printf ("%s}\n", end);
}

static const char kernel[]
  = "#define TAKE() ({ unsigned own __perspective (thread, 1) = 0; __split (thread) __case (1) own "
    "= px_atomic_add (next, 1u); px_broadcast (own); })\n"
    "#define HAND() { __claim (thread, 1, int *w = ticket[i % S]) __split (thread) __case (1) { "
    "STORE } }\n"
    "#define FILL() { __partition (thread, 1, int *w = x[k % S] + t) __group (thread, 1) *w = (k * "
    "31 + v0) * P + t; }\n"
    "#define READ(at) ticket[i % S][at]\n"
    "#define SEEN() g = g * 5 + v0 + 3 * v1;\n"
    "#define USE() { __group (thread, 1) h = h * 3 + x[k % S][P - 1 - t]; }\n"
    "__kernel __requires (grid (1), block (1), threads (2 * P), smem (4 * S * (P + 4))) void\n"
    "f (const int *table, unsigned *out, unsigned *next, int n, int m)\n"
    "{\n"
    "  int block __perspective (block, 1) = px_id (block);\n"
    "  __partition (block, 1, unsigned *o = out + block * P)\n"
    "    __group (block, 1)\n"
    "      {\n"
    "	__shared __slots (S) int ticket[S][4];\n"
    "	__shared __slots (S) int x[S][P];\n"
    "	__claim (thread, P, unsigned *mine = o)\n"
    "	  __split (thread)\n"
    "	    {\n"
    "	      __case (P)\n"
    "		{\n"
    "		  int t __perspective (thread, 1) = px_id (thread); unsigned h __perspective "
    "(thread, 1) = 1; unsigned g = 1;\n"
    "		  DRAINS\n"
    "		  __partition (thread, 1, unsigned *p = mine + t) __group (thread, 1) *p = h + 7 * "
    "g;\n"
    "		}\n"
    "	      __case (P) { int t __perspective (thread, 1) = px_id (thread); (void) t; FILLS }\n"
    "	    }\n"
    "      }\n"
    "}\n\n"
    "#undef TAKE\n#undef HAND\n#undef FILL\n"
    "#define TAKE() (int) taken++\n"
    "#define HAND() { int w[2]; STORE; g = g * 5 + w[READ0] + 3 * w[READ1]; }\n"
    "#define FILL() { for (int e = 0; e < P; e++) h[e] = h[e] * 3 + (k * 31 + v0) * P + P - 1 - e; "
    "if (k > 400) exit (77); }\n"
    "static void fills (const int *table, unsigned *h, int n, int m) { unsigned taken = 0; "
    "unsigned g = 1; FILLS for (int e = 0; e < P; e++) h[e] += 7 * g; }\n\n"
    "int\n"
    "main (void)\n"
    "{\n"
    "  static const int all[][2] = { { 1, 1 }, { 0, 2 }, { 3, 1 }, { 5, 3 }, { 7, 0 }, { 4, 6 }, { "
    "-1, 2 }, { 9, -2 } }, table[8] = { 1, 0, 2, 3, 0, 1, 2, 1 };\n"
    "  static unsigned out[P], want[P];\n"
    "  static const unsigned zero[1];\n"
    "  unsigned *o = px_alloc (sizeof out), *next = px_alloc (sizeof zero);\n"
    "  int *d = px_alloc (sizeof table);\n"
    "  if (px_check (px_copy (d, table, sizeof table)))\n"
    "    return 1;\n"
    "  for (unsigned c = 0; c < sizeof all / sizeof *all; c++)\n"
    "    {\n"
    "      for (int e = 0; e < P; e++)\n"
    "	want[e] = 1;\n"
    "      fills (table, want, all[c][0], all[c][1]);\n"
    "      if (px_check (px_copy (next, zero, sizeof zero))\n"
    "	  || px_check (px_launch (px_grid (1, 2 * P), f, d, o, next, all[c][0], all[c][1]))\n"
    "	  || px_check (px_copy (out, o, sizeof out)))\n"
    "	return 1;\n"
    "      for (int e = 0; e < P; e++)\n"
    "	if (out[e] != want[e])\n"
    "	  return printf (\"n %d m %d: %u, not %u\\n\", all[c][0], all[c][1], out[e], want[e]), 1;\n"
    "    }\n"
    "  return px_check (px_free (d)) || px_check (px_free (o)) || px_check (px_free (next));\n"
    "}\n";

int
main (int argc, char **argv)
{
  int read[2] = { 0, 1 }, late = 0;
  char first[EXPRESSION];
  if (argc != 2)
    return 2;
  start_random (argv[1]);
  make_turn (&fills);
  drains = fills;
  if (pick (3) == 0)
    change (&drains, read, &late);
  /* X that is not drained is an array of the branch that fills it, and so is a ring in a loop without an end.  */
  if (!has (&drains, "WIO") || (!*drains.head && !has (&drains, "X")))
    drains = fills;
  printf ("#include <px.h>\n#include <stdio.h>\n#include <stdlib.h>\nenum { S = %d, P = 32 };\n",
	  2 + pick (3));
  printf ("#define STORE %s\n",
	  pick (8) ? "w[0] = v0; w[1] = v1;"
		   : ONE_OF ("w[0] = v0; w[1] = v0;", "w[1] = 0; w[0] = v0; if (v0 & 1) w[1] = v1;",
			     "w[1] = v1; w[0] = v0;", "w[0] = v0 + 1; w[1] = v1;",
			     "w[0] = 1; w[1] = v1; if (i < m) w[0] = v0;",
			     "w[0] = v0; w[1] = v1; if (v1 == 2) w[0] = 0;"));
  printf ("enum { READ0 = %d, READ1 = %d };\n#define FILLS ", read[0], read[1]);
  sprintf (first, "v0 = %s; v1 = %s; HAND ()",
	   pick (8) ? "TAKE ()" : ONE_OF ("i", "n - i", "TAKE () * 2"),
	   ONE_OF ("TAKE ()", "v0 * 2", "v0 % 3", "table[v0 & 7]", "v0 + last", "m - v0", "v0 < n",
		   "i + v0"));
  put_turn (&fills, "FILL ()", first, pick (8) ? "" : ONE_OF ("v0 = v1; ", "last = v0; "));
  sprintf (first, "v0 = READ (%d); v1 = READ (%d); SEEN () ", read[0], read[1]);
  printf ("#define DRAINS ");
  put_turn (&drains, "USE ()", late ? "" : first, late ? first : "");
  fputs (kernel, stdout);
  return 0;
}
