/* SPDX-License-Identifier: MIT */
/* parts-random SEED: prints a program in which one branch fills a ring in parts, in a loop, and others drain
   one part each: with counters of random kinds and types, which leave out what others drain, sometimes too
   much or too little, random limits, and exits in the middle of a turn.

   px refuses what does not fit.  What it accepts must drain, in each branch, the values and slots of one part,
   in order, as the host sees, which runs all branches' loops; of two parts with the same slots px cannot know
   which one is meant.  */
#include "random.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 3, SIZE = 400 };
static int parts, slots;
static const char *limit[PARTS], *start, *rounds;
static const char *leave; /* the turn in which loops are left; NULL: none */
static int leave_at;	  /* ahead of this part */

/* The numbers of parts FROM to TO - 1, as an expression.  */
static void
sum (char *to, int from, int end)
{
  strcpy (to, "(0");
  for (int i = from; i < end; i++)
    sprintf (to + strlen (to), " + (%s)", limit[i]);
  strcat (to, ")");
}

static const char *
type (void)
{
  if (!(slots & (slots - 1)) && pick (3) == 0) /* they wrap around where the slots do */
    return ONE_OF ("unsigned", "unsigned char", "unsigned short");
  return pick (8) ? "int" : ONE_OF ("long", "long long", "unsigned", "short", "unsigned char", "unsigned long");
}

/* Makes do loops of some of TO's loops of numbers, "for (int j = 0; j < LIMIT; STEP) BODY", which then turn once
   where LIMIT is below 1.  */
static void
put_do_loops (char *to)
{
  static char made[8 * SIZE];
  static const char head[] = "for (int j = 0; j < ";
  char *out = made;
  for (const char *s = to; *s;)
    {
      const char *end = strchr (s, ';'), *first = !strncmp (s, head, sizeof head - 1) ? s + sizeof head - 1 : NULL;
      const char *second = first ? strchr (end + 1, ';') : NULL, *step = second ? second + 1 : NULL, *body = step ? strchr (step, ')') : NULL;
      /* The body is one use, or one count.  */
      const char *last = body ? body + 2 : NULL;
      if (body && !strncmp (last, "i++;", 4))
	last += 4;
      else if (body)
	{
	  int depth = 0;
	  while (*last != '(')
	    last++;
	  do
	    depth += (*last == '(') - (*last == ')');
	  while (last++, depth);
	}
      if (!body || pick (3))
	*out++ = *s++;
      else
	{
	  out += sprintf (out, "{ int j = 0; do { %.*s %.*s; } while (j < %.*s); }", (int) (last - body - 1), body + 1, (int) (body - step), step,
			  (int) (second - first), first);
	  s = last;
	}
    }
  *out = 0;
  strcpy (to, made);
}

/* TO's loop of turns is left ahead of all that a turn does, or behind.  */
static void
put_exit (char *to, int ahead)
{
  char copy[8 * SIZE], *at = ahead ? strchr (to, '{') + 1 : strrchr (to, '}');
  strcpy (copy, at);
  sprintf (at, " if (q >= %s) break; %s", pick (16) ? leave : ONE_OF ("n", "m", "2"), copy);
}

/* A branch that runs the uses of one part, OWN, or of all.  */
static void
put_branch (char *to, int own)
{
  char before[SIZE], behind[SIZE], all[SIZE], number[4 * SIZE];
  const char *turns = rounds, *t = type (), *l = own < 0 ? NULL : limit[own];
  unsigned style = pick (own < 0 ? 2 : leave ? 4 : 5);
  sum (before, 0, own < 0 ? 0 : own);
  sum (behind, own < 0 ? 0 : own + 1, own < 0 ? 0 : parts);
  sum (all, 0, parts);
  char other[SIZE] = "", turned[80];
  switch (own < 0 ? 99 : pick (70))
    {
    case 0: strcat (behind, " + 1"); break;
    case 1: strcat (before, " + 1"); break;
    case 2: case 3: sprintf (turned, "(%s) %s 1", rounds, ONE_OF ("+", "-")), turns = turned; break;
    case 4: case 5: sprintf (other, "(%s) %s 1", l, ONE_OF ("+", "-")), l = other; break;
    case 6: case 7: strcpy (behind, ONE_OF ("n", "m", "2 * n", "3", "in[0]")); break;
    case 8: strcpy (before, ONE_OF ("n", "m", "2 * n", "3")); break;
    case 9: case 10: strcat (behind, ONE_OF (" + S", " + S * m", " - S", " + n * S", " + S * n * m", " + (n - m) * 3")); break;
    }
  if (own < 0 && style)
    {
      sprintf (to, "for (int q = 0; q < %s; q++) {", turns);
      for (int i = 0; i < parts; i++)
	{
	  sum (before, 0, i);
	  if (leave && i == leave_at)
	    sprintf (to + strlen (to), " if (q >= %s) break;", leave);
	  sprintf (number, "%s + q * %s + %s + j", start, all, before);
	  sprintf (to + strlen (to), " for (int j = 0; j < %s; j++) FILL (%d, (%s))", limit[i], i, number);
	}
      strcat (to, " }");
    }
  else if (own < 0)
    {
      sprintf (to, "%s i = %s; for (int q = 0; q < %s; q++) {", t, start, turns);
      for (int i = 0; i < parts; i++)
	{
	  if (leave && i == leave_at)
	    sprintf (to + strlen (to), " if (q >= %s) break;", leave);
	  sprintf (to + strlen (to), " for (int j = 0; j < %s; j++, i++) FILL (%d, i)", limit[i], i);
	}
      strcat (to, " }");
    }
  else if (style == 0)
    sprintf (to, "%s i = %s + %s; for (int q = 0; q < %s; q++) { for (int j = 0; j < %s; j++, i++) USE (i) i += %s + %s; }", t, start, before, turns, l, behind, before);
  else if (style == 1)
    sprintf (to, "%s i = %s; for (int q = 0; q < %s; q++) { i += %s; for (int j = 0; j < %s; j++, i++) USE (i) i += %s; }", t, start, turns, before, l, behind);
  else if (style == 2)
    sprintf (to, "%s i = %s; for (int q = 0; q < %s; q++) { for (int j = 0; j < %s; j++) i++; for (int j = 0; j < %s; j++, i++) USE (i) for (int j = 0; j < %s; j++) i++; }", t, start, turns, before, l, behind);
  else if (style == 3)
    sprintf (to, "%s i = %s + %s; for (int q = 0; q < %s; q++, i += %s) { for (int j = 0; j < %s; j++) USE (i + j) }", t, start, before, turns, all, l);
  else
    sprintf (to, "for (int q = 0; q < %s; q++) for (int j = 0; j < %s; j++) USE ((%s + q * %s + %s + j))", turns, l, start, all, before);
  if (leave && (own >= 0 || leave_at == parts))
    put_exit (to, own >= 0 && (own >= leave_at) == (pick (16) != 0));
  if (pick (6) == 0)
    put_do_loops (to);
  if (pick (32) == 0)
    strcat (strcpy (number, ONE_OF ("if (n > 0) { ", "if (m > 0) { ", "if (n > 1) { ")), to), strcat (strcpy (to, number), " }");
}

static const char before_text[] =
"#include <px.h>\n#include <stdio.h>\n"
"enum { S = %d, P = 32, PARTS = %d, MANY = 2000 };\n"
"#define FILLS \\\n  %s\n";

static const char kernel[] =
"#define BEGIN int t __perspective (thread, 1) = px_id (thread); unsigned h __perspective (thread, 1) = 0;\n"
"#define END(mine) __partition (thread, 1, unsigned *p = mine + t) __group (thread, 1) *p = h;\n"
"#define FILL(part, number) { __partition (thread, 1, int *w = x[(number) % S] + t) __group (thread, 1) *w = (int) (number) * P + t; }\n"
"#define USE(number) { __group (thread, 1) h = h * 3 + x[(number) % S][P - 1 - t]; }\n"
"__kernel __requires (grid (1), block (1), threads ((PARTS + 1) * P), smem (4 * S * P)) void\n"
"f (const int *in, unsigned *out0, unsigned *out1, unsigned *out2, int n, int m, int turns)\n"
"{\n"
"  int block __perspective (block, 1) = px_id (block);\n"
"  __partition (block, 1, unsigned *o0 = out0 + block * P, *o1 = out1 + block * P, *o2 = out2 + block * P)\n"
"    __group (block, 1)\n"
"      {\n"
"	__shared __slots (S) int x[S][P];\n"
"	__claim (thread, P, unsigned *mine0 = o0) __claim (thread, P, unsigned *mine1 = o1) __claim (thread, P, unsigned *mine2 = o2)\n"
"	  __split (thread)\n"
"	    {\n"
"	      __case (P) { BEGIN DRAINS0 END (mine0) }\n"
"	      __case (P) { BEGIN DRAINS1 END (mine1) }\n"
"#if PARTS > 2\n"
"	      __case (P) { BEGIN DRAINS2 END (mine2) }\n"
"#endif\n"
"	      __case (P) { int t __perspective (thread, 1) = px_id (thread); (void) t; FILLS }\n"
"	    }\n"
"      }\n"
"}\n\n"
"/* What is filled, by part, and what is drained, by branch: numbers.  */\n"
"struct list { int of[MANY], n; } filled[PARTS], drained[PARTS];\n"
"static const int *in;\n"
"#undef FILL\n#undef USE\n"
"#define FILL(part, number) { struct list *l = &filled[part]; if (l->n < MANY) l->of[l->n++] = number; }\n"
"#define USE(number) { if (l->n < MANY) l->of[l->n++] = number; }\n"
"static void fills (int n, int m, int turns) { FILLS }\n"
"static void drains0 (struct list *l, int n, int m, int turns) { DRAINS0 }\n"
"static void drains1 (struct list *l, int n, int m, int turns) { DRAINS1 }\n"
"static void drains2 (struct list *l, int n, int m, int turns) { DRAINS2 }\n\n"
"/* True if branch W drains the slots of part K.  */\n"
"static int\n"
"fits (int w, int k)\n"
"{\n"
"  if (drained[w].n != filled[k].n)\n"
"    return 0;\n"
"  for (int i = 0; i < drained[w].n; i++)\n"
"    if (drained[w].of[i] < 0 || filled[k].of[i] < 0 || drained[w].of[i] % S != filled[k].of[i] % S)\n"
"      return 0;\n"
"  return 1;\n"
"}\n\n"
"int\n"
"main (void)\n"
"{\n"
"  static const int all[][3] = { { 1, 1, 0 }, { 1, 2, 1 }, { 3, 1, 2 }, { 2, 3, 4 }, { 0, 2, 3 }, { -1, 2, 3 }, { 5, -2, 2 }, { 6, 6, 3 }, { 4, 0, 5 }, { 7, 9, 2 }, { -3, -2, 2 } };\n"
"  static unsigned out[3 * P];\n"
"  static const int zero[1];\n"
"  unsigned *o = px_alloc (sizeof out);\n"
"  int *d = px_alloc (sizeof zero), part[PARTS];\n"
"  in = zero;\n"
"  if (px_check (px_copy (d, zero, sizeof zero)))\n"
"    return 1;\n"
"  for (int w = 0; w < PARTS; w++)\n"
"    part[w] = (1 << PARTS) - 1;\n"
"  for (unsigned c = 0; c < sizeof all / sizeof *all; c++)\n"
"    {\n"
"      int n = all[c][0], m = all[c][1], turns = all[c][2];\n"
"      for (int k = 0; k < PARTS; k++)\n"
"	filled[k].n = drained[k].n = 0;\n"
"      fills (n, m, turns);\n"
"      drains0 (&drained[0], n, m, turns);\n"
"      drains1 (&drained[1], n, m, turns);\n"
"      if (PARTS > 2)\n"
"	drains2 (&drained[PARTS - 1], n, m, turns);\n"
"      if (px_check (px_launch (px_grid (1, (PARTS + 1) * P), f, d, o, o + P, o + 2 * P, n, m, turns))\n"
"	  || px_check (px_copy (out, o, sizeof out)))\n"
"	return 1;\n"
"      for (int w = 0; w < PARTS; w++)\n"
"	for (int k = 0; k < PARTS; k++)\n"
"	  for (int t = 0; t < P; t++)\n"
"	    {\n"
"	      unsigned h = 0;\n"
"	      for (int i = 0; i < filled[k].n; i++)\n"
"		h = h * 3 + filled[k].of[i] * P + P - 1 - t;\n"
"	      if (!fits (w, k) || out[w * P + t] != h)\n"
"		part[w] &= ~(1 << k);\n"
"	    }\n"
"    }\n"
"  /* In all launches it is the same part.  */\n"
"  for (int w = 0; w < PARTS; w++)\n"
"    if (!part[w])\n"
"      return printf (\"branch %d does not drain one part\\n\", w), 1;\n"
"  return px_check (px_free (d)) || px_check (px_free (o));\n"
"}\n";

int
main (int argc, char **argv)
{
  static char text[PARTS + 1][8 * SIZE];
  if (argc != 2)
    return 2;
  start_random (argv[1]);
  parts = 2 + (pick (4) == 0);
  const char *same = ONE_OF ("n", "n", "n", "m", "2", "3", "S - 1", "n + 1", "n - 1", "2 * n");
  for (int i = 0; i < parts; i++)
    limit[i] = pick (8) ? same : ONE_OF ("n", "m", "2", "1", "3", "S", "n + 1", "m - 1");
  start = ONE_OF ("0", "0", "0", "1", "2", "n");
  rounds = ONE_OF ("turns", "turns", "turns", "3", "turns - 1");
  leave = pick (2) ? NULL : ONE_OF ("n", "m", "2", "turns - 1", "n - m");
  leave_at = pick (parts + 1);
  slots = ONE_OF ("2", "3", "3", "4", "5", "8")[0] - '0';
  printf (before_text, slots, parts, (put_branch (text[PARTS], -1), text[PARTS]));
  unsigned first = pick (3) ? 0 : pick (parts);
  for (int w = 0; w < PARTS; w++)
    {
      if (w < parts)
	put_branch (text[w], pick (32) ? (int) (w + first) % parts : (int) pick (parts));
      printf ("#define DRAINS%d \\\n  %s\n", w, text[w]);
    }
  fputs (kernel, stdout);
  return 0;
}
