/* SPDX-License-Identifier: MIT */
/* Random legal functions: blocks of 4, 6 or 8 threads, warps of 2; partitions, claims,
   loops (zero trips too), branches, splits, atomics, storage shared by two
   objects, cp.async, bulk loads and stores, wgmma, slot rings.  */
#include "testsuite/sync/sync.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct gen { uint64_t x; int T; FILE *o; bool unknown, small, async; const char *loop[4]; int nloop, ind, nif; unsigned used; };

static unsigned
rnd (struct gen *g, unsigned n)
{
  g->x ^= g->x << 13;
  g->x ^= g->x >> 7;
  g->x ^= g->x << 17;
  return (unsigned) (g->x >> 20) % n;
}

static bool chance (struct gen *g, unsigned percent) { return rnd (g, 100) < percent; }

static void
say (struct gen *g, const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  fprintf (g->o, "%*s", g->ind, "");
  vfprintf (g->o, fmt, ap);
  fprintf (g->o, "\n");
  va_end (ap);
}

/* A permutation of the threads; of the first N kinds.  */
static const char *
perm (struct gen *g, int n)
{
  static char buf[4][24];
  static int turn;
  char *s = buf[turn = (turn + 1) & 3];
  int k = rnd (g, n);
  if (k < 2)
    return k ? "(t ^ 1)" : "t";
  if (k == 5)
    snprintf (s, sizeof buf[0], "(%d - t)", g->T - 1);
  else
    snprintf (s, sizeof buf[0], "((t + %d) %% %d)", k - 1, g->T);
  return s;
}

/* Distinct elements for distinct threads.  */
static void
injective (struct gen *g, char *s, size_t n)
{
  const char *f = perm (g, 6), *v = g->nloop && chance (g, 50) ? g->loop[rnd (g, g->nloop)] : NULL;
  int c = rnd (g, 4);
  if (v && chance (g, 60))
    snprintf (s, n, "%s + %d * ((%s + %d) %% 2)", f, g->T, v, c);
  else if (v)
    snprintf (s, n, "(%s + %s) %% %d + %d", f, v, g->T, c % 2 * g->T);
  else
    snprintf (s, n, "%s + %d", f, c % 2 * g->T);
}

static const char *
elements (struct gen *g, char *s, size_t n)
{
  char f[100];
  int c = rnd (g, 4);
  injective (g, f, sizeof f);
  switch (rnd (g, 5))
    {
    case 0: snprintf (s, n, "[%s]", f); break;
    case 1: snprintf (s, n, "[%s, (%s) ^ 1]", f, f); break;
    case 2: snprintf (s, n, "[%d]", c); break;
    case 3: snprintf (s, n, "[0 .. %d] if (t == %d)", g->T - 1, c); break;
    case 4: snprintf (s, n, "[%s] if (t < 2)", f); break;
    }
  return s;
}

static const char *
maybe_unknown (struct gen *g)
{
  return g->unknown && chance (g, 10) ? " ?" : "";
}

static const char *const objects[] = { "x", "y", "z", "x2" };

/* A statement of the N threads from LO on.  */
static void
leaf (struct gen *g, int lo, int n)
{
  const char *o = objects[rnd (g, 4)];
  char s[220], f[100];
  int k = rnd (g, 100);
  injective (g, f, sizeof f);
  if (k < 10)
    say (g, "work;");
  else if (k < 40)
    {
      const char *tl = g->async && chance (g, 25) && n == g->T ? "cpasync" : "generic";
      say (g, "partition %s thread[1] { group thread[1] { %s w %s [%s]%s; } }", o, tl, o, f, maybe_unknown (g));
    }
  else if (k < 70)
    say (g, "generic r %s %s%s;", o, elements (g, s, sizeof s), maybe_unknown (g));
  else if (k < 80)
    say (g, "partition %s thread[1] { group thread[1] { generic r %s [%s]; generic w %s [%s]; } }", o, o, f, o, f);
  else if (k < 86)
    say (g, "group thread[1] { generic a %s %s%s; }", o, elements (g, s, sizeof s), maybe_unknown (g));
  else if (!g->async || n < g->T)
    say (g, "generic r %s %s;", o, elements (g, s, sizeof s));
  else if (k < 90)
    say (g, "load elect 1 w %s [0 .. %d] if (t == %d);", o, g->T - 1, lo);
  else if (k < 95)
    say (g, "store elect 1 r %s [0 .. %d] if (t == %d);", o, g->T - 1, lo);
  else if (chance (g, 60))
    say (g, "group thread[2] { wgmma by 2 r %s [0 .. %d], w acc; }", o, g->T - 1);
  else
    say (g, "generic r acc;");
}

static void stmt (struct gen *g, int depth);

static void
stmts (struct gen *g, int depth)
{
  static const int many[] = { 1, 2, 2, 3, 3, 4 };
  int n = g->small ? 1 + rnd (g, 2) : many[rnd (g, 6)];
  g->ind += 2;
  while (n--)
    stmt (g, depth);
  g->ind -= 2;
}

static void
branch (struct gen *g, const char *o)
{
  const char *f = perm (g, 2);
  int n = rnd (g, 2);
  g->ind += 2;
  say (g, "partition %s thread[1] { group thread[1] { generic w %s [%s]; } }", o, o, f);
  if (n)
    say (g, "generic r %s [t ^ 1];", o);
  g->ind -= 2;
}

/* Producer 0–1, consumer 2–3: fills and drains of some timeline, perhaps
   persistent.  */
static void
rings (struct gen *g)
{
  static const char *const count[] = { "3", "(n)", "(n) + 2", "5" };
  const char *n = count[rnd (g, 4)], *outer = "";
  int slots = 1 + rnd (g, 3), how = rnd (g, 3), use = rnd (g, 2);
  char e[80];
  if (g->used >> slots & 1)
    {
      leaf (g, 0, g->T);
      return;
    }
  g->used |= 1u << slots;
  if (g->nloop && *n == '(')
    n = "3";
  if (g->nloop)
    snprintf (e, sizeof e, "(%s * %s + r) %% %d * 4", g->loop[0], n, slots);
  else if (*n != '(' && chance (g, 30))
    {
      snprintf (e, sizeof e, "(q * %s + r) %% %d * 4", n, slots);
      outer = "loop q 2 ";
    }
  else
    snprintf (e, sizeof e, "r %% %d * 4", slots);
  say (g, "split thread {");
  say (g, "  case 0 2 { %s%s loop r %s { fill R%d 0 {", outer, *outer ? "{" : "", n, slots);
  if (how == 0)
    say (g, "    load elect 1 w s%d [%s .. %s + 3] if (t == 0);", slots, e, e);
  else
    say (g, "    partition s%d thread[1] { group thread[1] { %s w s%d [%s + t * 2, %s + t * 2 + 1]; } }", slots, how == 1 ? "generic" : "cpasync", slots, e, e);
  say (g, "  } } }%s", *outer ? " }" : "");
  say (g, "  case 2 2 { %s%s loop r %s { drain R%d 0 {", outer, *outer ? "{" : "", n, slots);
  if (use)
    say (g, "    wgmma by 2 r s%d [%s .. %s + 3], w acc;", slots, e, e);
  else
    say (g, "    generic r s%d [%s + t, %s + 3 - t];", slots, e, e);
  say (g, "  } } }%s", *outer ? " }" : "");
  say (g, "}");
  /* An epilogue whose array may lie over the ring.  */
  if (chance (g, 60))
    {
      say (g, "partition e thread[1] { group thread[1] { generic w e [t]; } }");
      say (g, "generic r e [%s];", perm (g, 6));
    }
}

/* A loop that prefetches C numbers into S slots.  */
static void
prefetch (struct gen *g)
{
  int slots = 1 + rnd (g, 3), c = 1 + rnd (g, slots), how = rnd (g, 3), use = rnd (g, 3);
  bool last = c == slots || chance (g, 50), symbolic = chance (g, 40);
  const char *n = symbolic ? "(n)" : "4", *f = perm (g, 6);
  if (g->used >> (4 + slots) & 1)
    {
      leaf (g, 0, g->T);
      return;
    }
  g->used |= 1u << (4 + slots);
  for (int m = 0; m <= c; m++)
    {
      char at[40], num[20];
      if (m < c)
	{
	  snprintf (at, sizeof at, "%d", m * g->T);
	  snprintf (num, sizeof num, "%d", m);
	  if (symbolic)
	    say (g, "if (%d < n) {", m);
	}
      else
	{
	  snprintf (at, sizeof at, "(r + %d) %% %d * %d", c, slots, g->T);
	  snprintf (num, sizeof num, "r+%d", c);
	  say (g, "loop r %s {", n);
	}
      for (int k = 0; k < 2; k++)
	if (m == c && k == last)
	  {
	    say (g, "if (r + %d < %s) {", c, symbolic ? "n" : n);
	    if (how == 2)
	      say (g, "  load elect 1 w p%d [%s .. %s + %d] if (t == %d) #%s;", slots, at, at, g->T - 1, c % 4, num);
	    else
	      say (g, "  partition p%d thread[1] { group thread[1] { %s w p%d [%s + %s]%s #%s; } }", slots, how ? "cpasync" : "generic", slots, at, f, maybe_unknown (g), num);
	    say (g, "}");
	  }
	else if (m == c)
	  {
	    if (chance (g, 40))
	      leaf (g, 0, g->T);
	    if (use == 2 && g->async)
	      say (g, "group thread[2] { wgmma by 2 r p%d [r %% %d * %d .. r %% %d * %d + %d] #r, w acc; }", slots, slots, g->T, slots, g->T, g->T - 1);
	    else
	      say (g, "generic r p%d [r %% %d * %d + %s, r %% %d * %d + t]%s #r;", slots, slots, g->T, perm (g, 6), slots, g->T, maybe_unknown (g));
	    if (chance (g, 20))
	      leaf (g, 0, g->T);
	  }
	else if (!k)
	  {
	    if (how == 2)
	      say (g, "load elect 1 w p%d [%s .. %s + %d] if (t == %d) #%s;", slots, at, at, g->T - 1, c % 4, num);
	    else
	      say (g, "partition p%d thread[1] { group thread[1] { %s w p%d [%s + %s]%s #%s; } }", slots, how ? "cpasync" : "generic", slots, at, f, maybe_unknown (g), num);
	  }
      if (m == c || symbolic)
	say (g, "}");
    }
}

static void
stmt (struct gen *g, int depth)
{
  static const char *const var[] = { "i", "j", "k", "l" }, *const count[] = { "1", "2", "3", "3", "(n)" };
  int k = rnd (g, 100);
  if (!depth || k < 60)
    leaf (g, 0, g->T);
  else if (k < 78)
    {
      const char *v = var[g->nloop];
      say (g, "loop %s %s {", v, count[rnd (g, 5)]);
      g->loop[g->nloop++] = v;
      stmts (g, depth - 1);
      g->nloop--;
      say (g, "}");
    }
  else if (k < 85)
    {
      g->nif++;
      if (g->nloop)
	say (g, "if (%s %% 2 == 0) {", g->loop[rnd (g, g->nloop)]);
      else
	say (g, "if (n == 0) {");
      stmts (g, depth - 1);
      if (chance (g, 40))
	{
	  say (g, "} else {");
	  stmts (g, depth - 1);
	}
      say (g, "}");
      g->nif--;
    }
  else if (k < 92)
    {
      const char *o = objects[rnd (g, 4)], *f = perm (g, 2), *h = perm (g, 2);
      say (g, "partition %s thread[2] { group thread[2] {", o);
      say (g, "  partition %s thread[1] { group thread[1] { generic w %s [%s]; } }", o, o, f);
      say (g, "  generic r %s [%s];", o, h);
      if (chance (g, 40))
	say (g, "  partition %s thread[1] { group thread[1] { generic w %s [%s]; } }", o, o, h);
      say (g, "} }");
    }
  else if (k < 95 || g->small || g->nloop > 1 || g->nif)
    {
      int i = rnd (g, 3), j = (i + 1 + rnd (g, 2)) % 3;
      say (g, "claim %s thread[2] { claim %s thread[2] { split thread {", objects[i], objects[j]);
      say (g, "  case 0 2 {");
      branch (g, objects[i]);
      say (g, "  } case 2 2 {");
      branch (g, objects[j]);
      say (g, "  } } } }");
    }
  else if (chance (g, 50))
    rings (g);
  else
    prefetch (g);
}

char *
random_program (unsigned seed, bool unknown, bool small)
{
  char *text = NULL;
  size_t n;
  struct gen *g = (struct gen *) calloc (1, sizeof *g);
  g->x = (seed + 1) * 0x9e3779b97f4a7c15u;
  for (int i = 0; i < 8; i++)
    rnd (g, 2);
  g->unknown = unknown;
  g->small = small;
  g->async = !small && chance (g, 60);
  g->o = open_memstream (&text, &n);
  static const int sizes[] = { 4, 4, 6, 8 };
  g->T = small ? 4 : sizes[rnd (g, 4)];
  fprintf (g->o, "kernel random%u at block[1] threads %d warp 2\n{\n", seed, g->T);
  g->ind = 2;
  say (g, "object x shared %d;", 2 * g->T);
  say (g, "object y shared %d;", 2 * g->T);
  say (g, "object z shared %d;", 2 * g->T);
  say (g, "object x2 shared %d in x + %d;", 2 * g->T, rnd (g, 2) * g->T);
  say (g, "object acc fragment 1;");
  say (g, "object e shared %d;", g->T);
  for (int s = 1; s < 4 && !small; s++)
    {
      say (g, "object s%d shared %d%s;", s, 4 * s, chance (g, 30) ? " in e" : "");
      say (g, "ring R%d slots %d s%d;", s, s, s);
      say (g, "object p%d shared %d;", s, g->T * s);
      say (g, "ring P%d slots %d p%d;", s, s, s);
    }
  say (g, "launch n=0;");
  say (g, "launch n=1;");
  say (g, "launch n=5;");
  g->ind = 0;
  stmts (g, small ? 1 : 2);
  stmts (g, small ? 1 : 2);
  g->ind = 2;
  for (int i = 0; i < 3; i++)
    {
      char s[220];
      say (g, "generic r %s %s;", objects[i], elements (g, s, sizeof s));
    }
  if (!small)
    say (g, "generic r acc;");
  fprintf (g->o, "}\n");
  fclose (g->o);
  free (g);
  return text;
}

/* One or two of a branch's pairs, in loops, under a condition, or as they are: take IN and give OUT, or if FIRST
   the other way round; some are mutated.  */
static void
turns_of (struct gen *g, int in, int out, bool first, int rounds)
{
  char pair[2][40], body[400] = "";
  snprintf (pair[!first ? 0 : 1], sizeof pair[0], "drain t%d 0 next { } ", in);
  snprintf (pair[!first ? 1 : 0], sizeof pair[0], "fill t%d 0 next { } ", out);
  bool ahead = !first && chance (g, 15), two = rounds % 2 == 0 && chance (g, 40);
  for (int i = 0; i < 1 + two; i++)
    for (int k = 0; k < 2; k++)
      {
	int odd = chance (g, 6) ? 1 + rnd (g, 3) : 0; /* missing, twice, or the other one */
	for (int n = 0; n < (odd == 1 ? 0 : odd == 2 ? 2 : 1); n++)
	  snprintf (body + strlen (body), sizeof body - strlen (body), "%s%s", chance (g, 20) ? "work; " : "", pair[odd == 3 ? !k : k]);
      }
  if (ahead)
    say (g, "fill t%d 0 next { }", out);
  switch (rnd (g, 4))
    {
    case 0: say (g, "loop k %d { if (n == 0) { %s } }", two ? rounds / 2 : rounds, body); break;
    case 1: say (g, "loop k (n) { loop j %d { %s } }", two ? rounds / 2 : rounds, body); break;
    default: say (g, "loop k %d { %s }", two ? rounds / 2 : rounds, body); break;
    }
}

char *
random_turns (unsigned seed)
{
  char *text = NULL;
  size_t n;
  struct gen *g = (struct gen *) calloc (1, sizeof *g);
  g->x = (seed + 1) * 0x9e3779b97f4a7c15u;
  for (int i = 0; i < 8; i++)
    rnd (g, 2);
  g->o = open_memstream (&text, &n);
  int branches = 2 + rnd (g, 2), rounds = 1 + rnd (g, 4), first = rnd (g, branches), also = chance (g, 15) ? rnd (g, branches) : first;
  bool again = chance (g, 20);
  fprintf (g->o, "kernel turns%u at block[1] threads %d warp 4\n{\n", seed, 4 * branches);
  g->ind = 2;
  for (int b = 0; b < branches; b++)
    say (g, "ring t%d slots 1;", b);
  say (g, "launch n=0;");
  say (g, "launch n=2;");
  say (g, "%ssplit thread {", again ? "loop q 2 { " : "");
  unsigned same = rnd (g, 4); /* one shape for all, most often */
  uint64_t x = g->x;
  for (int b = 0; b < branches; b++)
    {
      if (same)
	g->x = x;
      say (g, "  case %d 4 {", 4 * b);
      turns_of (g, (b + branches - 1) % branches, b, b == first || b == also, rounds);
      say (g, "  }");
    }
  say (g, "}%s", again ? " }" : "");
  fprintf (g->o, "}\n");
  fclose (g->o);
  free (g);
  return text;
}
