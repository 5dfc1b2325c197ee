/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random problems: a verdict that the oracle contradicts is a bug.  A problem is a function of
   its seed, so a report can be repeated (--fuzz 0 SEED runs that one).  */

#include "problem.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t state;

static unsigned
pick (unsigned n)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned) ((state * 0x2545f4914f6cdd1du) >> 33) % n;
}

static bool
chance (unsigned percent)
{
  return pick (100) < percent;
}

static const struct type types[] = {
  { 32, true }, { 32, true }, { 32, true }, { 32, false }, { 64, true }, { 8, true }, { 8, false },
  { 16, true }, { 16, false }, { 64, false } };
enum { N_TYPES = sizeof types / sizeof *types };

static struct variable ids[4], pars[2], loads[2], counters[4], powers[2];
static struct type main_type;   /* of most of the problem's arithmetic */

static void
set_up ()
{
  static const char *const name[] = { "t", "b", "T", "G" };
  static const int64_t samples[2][4] = { { 0, 1, 7, 20 }, { 1, 4, 12, 3 } };
  memset (ids, 0, sizeof ids);
  memset (pars, 0, sizeof pars);
  memset (loads, 0, sizeof loads);
  memset (counters, 0, sizeof counters);
  memset (powers, 0, sizeof powers);
  struct type i32 = { 32, true };
  for (int i = 0; i < 4; i++)
    {
      ids[i].name = name[i];
      ids[i].kind = (enum kind) i;
      ids[i].ty = i32;
    }
  for (int i = 0; i < 2; i++)
    {
      pars[i].name = i ? "N" : "n";
      pars[i].kind = K_PAR;
      pars[i].ty = chance (70) ? i32 : types[pick (N_TYPES)];
      pars[i].persp.level = DJ_LEVEL_GRID;
      pars[i].persp.n = 1;
      pars[i].n_samples = 4;
      memcpy (pars[i].sample, samples[i], sizeof samples[i]);
      loads[i].name = i ? "y" : "x";
      loads[i].kind = K_UNK;
      loads[i].ty = chance (70) ? i32 : types[pick (N_TYPES)];
      loads[i].persp.level = chance (60) ? DJ_LEVEL_THREAD : DJ_LEVEL_BLOCK;
      loads[i].persp.n = loads[i].persp.level == DJ_LEVEL_THREAD && chance (30) ? 8 : 1;
      if (chance (50))
	{
	  loads[i].bounded = true;
	  loads[i].lo = loads[i].ty.is_signed ? -3 : 0;
	  loads[i].hi = 20;
	}
    }
}

static struct expr *
constant (struct type ty)
{
  static const int64_t v[] = { 0, 1, 2, 3, 4, 7, 8, 16, 31, 32, 33, 64, 100, 127, 128, -1, -4 };
  return make_const (ty, v[pick (sizeof v / sizeof *v)]);
}

static struct expr *expr_of (struct type, int depth);

static struct expr *
leaf (struct type ty)
{
  struct variable *v;
  switch (pick (16))
    {
    case 0: case 1: case 2: case 3: case 4: v = &ids[0]; break;
    case 5: case 6: v = &ids[1]; break;
    case 7: v = &pars[0]; break;
    case 8: v = &pars[1]; break;
    case 9: v = &counters[0]; break;
    case 10: v = &counters[1]; break;
    case 11: v = &counters[2]; break;
    case 12: v = &loads[pick (2)]; break;
    case 13: v = &powers[pick (2)]; break;
    case 14: v = &ids[2]; break;
    default: v = &counters[3]; break;
    }
  if (!v->name)
    v = &ids[0];
  return make_cast (ty, make_leaf (v));
}

static struct expr *
condition (int depth)
{
  struct type ty = chance (75) ? main_type : types[pick (N_TYPES)];
  if (depth > 0 && chance (20))
    {
      struct expr *a = condition (depth - 1);
      switch (pick (3))
	{
	case 0: return make (DJ_LAND, a, condition (depth - 1), NULL);
	case 1: return make (DJ_LOR, a, condition (depth - 1), NULL);
	default: return make (DJ_LNOT, a, NULL, NULL);
	}
    }
  static const enum px_dj_op op[] = { DJ_LT, DJ_LT, DJ_LT, DJ_LE, DJ_EQ, DJ_NE };
  struct expr *a = expr_of (ty, depth), *b = chance (40) ? expr_of (ty, depth - 1) : constant (ty);
  enum px_dj_op o = op[pick (6)];
  return chance (70) ? make (o, a, b, NULL) : make (o, b, a, NULL);
}

static struct expr *
expr_of (struct type ty, int depth)
{
  if (depth <= 0 || chance (15))
    return chance (78) ? leaf (ty) : constant (ty);
  struct expr *a = expr_of (ty, depth - 1);
  static const int masks[] = { 1, 3, 7, 12, 15, 31, 63, -4 };
  switch (pick (22))
    {
    case 0: case 1: case 2: case 3: return make (DJ_ADD, a, expr_of (ty, depth - 1), NULL);
    case 4: case 5: return make (DJ_SUB, a, expr_of (ty, depth - 1), NULL);
    case 6: case 7: case 8:
      return make (DJ_MUL, a, chance (60) ? constant (ty) : expr_of (ty, depth - 1), NULL);
    case 9: case 10: case 11: case 12:
      {
	struct expr *d = chance (75) ? make_const (ty, (int64_t) 1 << pick (6) | (chance (20) ? 3 : 0))
	  : make (DJ_OR, expr_of (ty, depth - 1), make_const (ty, 1), NULL);
	if (chance (4))
	  d = expr_of (ty, depth - 1);
	return make (chance (50) ? DJ_DIV : DJ_MOD, a, d, NULL);
      }
    case 13: return make (DJ_AND, a, chance (80) ? make_const (ty, masks[pick (8)])
			  : expr_of (ty, depth - 1), NULL);
    case 14: return make (DJ_XOR, a, chance (60) ? make_const (ty, (int64_t) 1 << pick (4))
			  : expr_of (ty, depth - 1), NULL);
    case 15: return make (DJ_OR, a, chance (60) ? make_const (ty, (int64_t) 1 << pick (4))
			  : expr_of (ty, depth - 1), NULL);
    case 16:
      {
	struct type i32 = { 32, true };
	return make (chance (50) ? DJ_SHL : DJ_SHR, a,
		     chance (85) ? make_const (i32, pick (5))
		     : make (DJ_AND, expr_of (i32, depth - 2), make_const (i32, 3), NULL), NULL);
      }
    case 17: return make (chance (50) ? DJ_MIN : DJ_MAX, a, expr_of (ty, depth - 1), NULL);
    case 18: return make (chance (70) ? DJ_NEG : DJ_NOT, a, NULL, NULL);
    case 19:
      {
	struct type other = types[pick (N_TYPES)];
	return make_cast (ty, expr_of (other, depth - 1));
      }
    case 20: return make (DJ_SEL, condition (depth - 2), a, expr_of (ty, depth - 1));
    default: return make_cast (ty, leaf (types[pick (N_TYPES)]));
    }
}

/* counters may use the thread index and arguments, or, if shared, constants and arguments */
static void
make_counters ()
{
  static const char *const name[] = { "k", "c", "i", "d" };
  for (int i = 0; i < 4; i++)
    {
      struct variable *v = &counters[i];
      struct type ty = { 32, true };
      if (chance (25))
	ty = types[pick (N_TYPES)];
      v->kind = K_CTR;
      v->ty = ty;
      v->own = i == 0 || i == 2;
      v->persp.level = DJ_LEVEL_GRID;
      v->persp.n = 1;
      v->test = chance (70) ? DJ_CTR_LT : DJ_CTR_LE;
      v->step = make_const (ty, chance (70) ? 1 : 1 + pick (3));
      v->start = make_const (ty, chance (70) ? 0 : pick (4));
      v->bound = make_const (ty, v->start->v + 2 + pick (4));
      if (i == 2)
	{
	  struct variable *from = chance (80) ? &ids[0] : &pars[0];
	  v->start = make_cast (ty, make_leaf (from));
	  v->bound = chance (50) ? make_cast (ty, make_leaf (&pars[1]))
	    : make (DJ_ADD, v->start, make_const (ty, 1 + pick (4)), NULL);
	  if (chance (30))
	    v->step = make_cast (ty, make_leaf (&ids[2]));
	  else if (chance (40))
	    v->step = make_const (ty, 4 + pick (16));
	}
      if (i == 3 && chance (50))
	v->bound = make_cast (ty, make_leaf (&pars[1]));
      if (chance (15) && i != 2)
	{
	  /* downwards */
	  v->test = chance (50) ? DJ_CTR_GT : DJ_CTR_GE;
	  struct expr *s = v->start;
	  v->start = make_const (ty, s->v + 5);
	  v->bound = make_const (ty, s->v + 1);
	  v->step = make_const (ty, -1);
	  if (!ty.is_signed)
	    v->test = DJ_CTR_LT;        /* runs not at all */
	}
      if (chance (10))
	v->test = DJ_CTR_NE;
      v->name = name[i];
    }
  for (int i = 0; i < 2; i++)
    {
      powers[i].name = i ? "q" : "p";
      powers[i].kind = K_POW2;
      powers[i].ty.bits = 32;
      powers[i].ty.is_signed = true;
      powers[i].lo = 1;
      powers[i].hi = chance (50) ? 4 : 16;
      powers[i].own = i;
      powers[i].down = chance (30);
      powers[i].persp.level = DJ_LEVEL_GRID;
      powers[i].persp.n = 1;
    }
}

/* A divisor: an argument, the tiles that one takes, a multiple, a constant.  */
static struct expr *
divisor (struct type ty)
{
  struct expr *p = make_cast (ty, make_leaf (&pars[pick (2)]));
  switch (pick (6))
    {
    case 0: return make_const (ty, 1 + pick (5));
    case 1:
      {
	struct expr *c = make_const (ty, 1 << pick (3));
	return make (DJ_DIV, make (DJ_ADD, p, make_const (ty, c->v - 1), NULL), c, NULL);
      }
    case 2: return make (DJ_MUL, p, make_const (ty, 1 + pick (3)), NULL);
    default: return p;
    }
}

/* A mostly, else one more or less, or something else.  */
static struct expr *
nearly (struct expr *a)
{
  if (chance (88))
    return a;
  return chance (50) ? divisor (a->ty)
    : make (chance (50) ? DJ_ADD : DJ_SUB, a, make_const (a->ty, 1), NULL);
}

/* An index of three dimensions, made of the digits of a number, or nearly so.  */
static void
make_digits (struct access *a)
{
  struct type ty = main_type;
  struct expr *x = divisor (ty), *y = divisor (ty), *t = make_cast (ty, make_leaf (&ids[0])),
    *b = make_cast (ty, make_leaf (&ids[1])), *n = b;
  if (chance (30))
    n = make (DJ_ADD, make (DJ_MUL, b, make_cast (ty, make_leaf (&ids[2])), NULL), t, NULL);
  else if (chance (30))
    n = t;
  struct expr *low = make (DJ_MOD, n, nearly (x), NULL), *rest = make (DJ_DIV, n, nearly (x), NULL),
    *mid = make (DJ_MOD, rest, nearly (y), NULL),
    *high = chance (50) ? make (DJ_DIV, rest, nearly (y), NULL)
    : make (DJ_DIV, n, make (DJ_MUL, nearly (x), nearly (y), NULL), NULL);
  int tile = chance (40) ? 1 << pick (3) : 1;
  struct expr *width = nearly (x), *height = nearly (y);
  if (tile > 1)
    {
      /* Tiles of a matrix whose width and height are arguments.  */
      struct expr *c = make_const (ty, tile);
      width = make_cast (ty, make_leaf (&pars[0]));
      height = make_cast (ty, make_leaf (&pars[1]));
      low = make (DJ_ADD, make (DJ_MUL, low, c, NULL), make (DJ_MOD, t, c, NULL), NULL);
      mid = make (DJ_ADD, make (DJ_MUL, mid, c, NULL), make (DJ_DIV, t, nearly (c), NULL), NULL);
      if (chance (85))
	a->guard[a->n_guards++] = make (chance (88) ? DJ_LT : DJ_LE, low, width, NULL);
      if (chance (85))
	a->guard[a->n_guards++] = make (chance (88) ? DJ_LT : DJ_LE, mid, height, NULL);
    }
  a->index = make (DJ_ADD, make (DJ_MUL, make (DJ_ADD, make (DJ_MUL, high, height, NULL), mid, NULL),
				 width, NULL), low, NULL);
  if (chance (20))
    a->index = make (DJ_SEL, make (DJ_LT, make_cast (ty, make_leaf (&pars[0])),
				   make_const (ty, 3), NULL), a->index, expr_of (ty, 2));
}

static void
make_access (struct access *a)
{
  static const int sizes[] = { 1, 4, 4, 8 };
  memset (a, 0, sizeof *a);
  a->write = chance (70);
  a->size = sizes[pick (4)];
  a->count = chance (75) ? 1 : 4;
  a->index = expr_of (chance (85) ? main_type : types[pick (N_TYPES)], 1 + pick (4));
  if (chance (60))
    {
      /* a plausible skeleton: id · constant + something small */
      struct expr *id = make_cast (main_type, make_leaf (&ids[chance (80) ? 0 : 1]));
      a->index = make (DJ_ADD, make (DJ_MUL, id, constant (main_type), NULL),
		       expr_of (main_type, 1 + pick (2)), NULL);
    }
  int n = pick (3);
  for (int i = 0; i < n; i++)
    a->guard[a->n_guards++] = condition (2);
  if (chance (20))
    {
      if (chance (70))
	a->n_guards = 0;
      a->count = 1;
      make_digits (a);
    }
}

static void
make_problem (struct problem *p, uint64_t seed, struct options *o)
{
  static const struct px_dj_persp units[] = {
    { DJ_LEVEL_THREAD, 1 }, { DJ_LEVEL_THREAD, 1 }, { DJ_LEVEL_THREAD, 2 }, { DJ_LEVEL_THREAD, 4 },
    { DJ_LEVEL_BLOCK, 1 }, { DJ_LEVEL_BLOCK, 2 } };
  static const struct px_dj_persp parents[] = {
    { DJ_LEVEL_BLOCK, 1 }, { DJ_LEVEL_GRID, 1 }, { DJ_LEVEL_THREAD, 8 }, { DJ_LEVEL_BLOCK, 2 } };
  memset (p, 0, sizeof *p);
  memset (o, 0, sizeof *o);
  state = (seed + 1) * 0x9e3779b97f4a7c15u;
  for (int i = 0; i < 8; i++)
    pick (2);
  o->wrapv = chance (25);
  o->no_finite = chance (30);
  main_type = chance (60) ? types[0] : types[pick (N_TYPES)];
  p->name = "random";
  p->family = "random";
  p->q = (enum question) (chance (55) ? Q_R1 : chance (45) ? Q_EDGE : chance (70) ? Q_R2 : Q_PROVE);
  static const int Ts[] = { 8, 16, 32, 0 };
  p->T = Ts[pick (4)];
  p->min_t = p->T ? p->T : chance (50) ? 8 : 1;
  p->Ts[0] = p->T ? p->T : 8;
  p->Ts[1] = p->T ? p->T : 24;
  p->n_Ts = p->T ? 1 : 2;
  do
    {
      p->unit = units[pick (6)];
      p->parent = parents[pick (4)];
    }
  while (p->unit.level > p->parent.level
	 || (p->unit.level == p->parent.level
	     && (p->parent.n % p->unit.n || p->parent.n == p->unit.n)));
  p->shared = p->parent.level == DJ_LEVEL_BLOCK && chance (50);
  p->min_b = p->parent.level == DJ_LEVEL_BLOCK ? p->parent.n : chance (50) ? 2 : 1;
  if (p->unit.level == DJ_LEVEL_BLOCK && p->unit.n == 2)
    p->min_b = 2;
  p->n_Gs = 2;
  p->Gs[0] = p->q == Q_R2 || p->q == Q_PROVE ? p->min_b : 2;
  p->Gs[1] = p->min_b == 2 ? 4 : 3;
  if (p->unit.level == DJ_LEVEL_BLOCK && p->unit.n == 2)
    {
      /* a launch of one unit shows nothing */
      p->Gs[0] = 4;
      p->Gs[1] = 6;
    }
  p->extent = 16 << 2 * pick (4);
  set_up ();
  make_counters ();
  p->n_acc = p->q == Q_EDGE ? 2 : 1 + chance (40);
  if (p->q == Q_PROVE)
    {
      /* no instance, so no counter that starts at an id */
      counters[2] = counters[0];
      counters[2].name = "i";
      p->n_acc = 1 + pick (4);
      for (int i = 0; i < p->n_acc; i++)
	p->acc[i].index = condition (i == p->n_acc - 1 ? 1 : 2);
      /* the counters take no values there */
      struct variable *v[MAX_VARS];
      int n = 0;
      problem_variables (p, v, &n);
      for (int i = 0; i < n; i++)
	if (v[i]->kind == K_CTR || v[i]->kind == K_POW2)
	  v[i]->own = false;
      return;
    }
  for (int i = 0; i < p->n_acc; i++)
    make_access (&p->acc[i]);
  if (p->q == Q_R1)
    p->acc[0].write = true;
  if (p->q == Q_EDGE && chance (50))
    {
      p->carrier = chance (60) ? &counters[1] : chance (50) ? &counters[3] : &powers[0];
      p->dist = 1 + pick (2);
      p->dist_max = chance (60) ? p->dist : chance (50) ? 0 : p->dist + 1;
    }
}

int
fuzz (uint64_t seed, double seconds)
{
  struct timespec t0, t;
  int bad = 0;
  long n = 0, judged = 0, decided = 0, shown = 0, models = 0, wide = 0;
  double worst = 0;
  uint64_t worst_seed = 0;
  clock_gettime (CLOCK_MONOTONIC, &t0);
  for (;; seed++)
    {
      struct problem p;
      struct options o;
      struct answer a;
      struct truth_found f;
      make_problem (&p, seed, &o);
      ask (&p, &o, &a);
      n++;
      if (a.ms > worst)
	{
	  worst = a.ms;
	  worst_seed = seed;
	}
      bool ok = oracle (&p, &o, &a, &f);
      if (ok && f.any)
	{
	  const char *c = contradiction (&p, &a, &f);
	  bool ran = false;
	  if (!c && a.has_model)
	    c = model_contradiction (&p, &o, &a, &ran);
	  models += ran;
	  wide += ran && a.model.wide;
	  judged++;
	  decided += a.verdict != DJ_UNDECIDED;
	  shown += a.verdict == DJ_SHOWN;
	  if (c)
	    {
	      bad++;
	      printf ("seed %llu%s%s: %s\n", (unsigned long long) seed, o.wrapv ? " -fwrapv" : "",
		      o.no_finite ? " refute" : "", c);
	      print_problem (&p, stdout);
	      if (a.has_model)
		print_model (&a);
	      fflush (stdout);
	    }
	}
      clock_gettime (CLOCK_MONOTONIC, &t);
      if ((t.tv_sec - t0.tv_sec) + (t.tv_nsec - t0.tv_nsec) / 1e9 >= seconds)
	break;
    }
  printf ("random problems: %ld, judged %ld, decided %ld, shown %ld, models %ld (%ld wide), wrong %d; "
	  "slowest %.1f ms (seed %llu)\n", n, judged, decided, shown, models, wide, bad, worst,
	  (unsigned long long) worst_seed);
  return bad;
}
