/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Step 0: which cases a question of R1, R2 or a claim has, and what it may spend.

   For each case asks procedure 1, and procedure 2 where that is not conclusive.  Needs
   accesses without the facts of facts.cc.  Leaves a verdict, or the reason why there is none.  */

#include "value/disjoint-int.h"

/* Effort of one question; QUESTIONS: how many questions of a kind may spend all of it.  */
enum
{
  MAX_OPS = 1000000,
  MAX_PROGRAMS = 600,
  MAX_ROWS = 1 << 19,
  QUESTIONS = 64
};

bool
dj_broader_eq (struct px_dj_persp p, struct px_dj_persp q)
{
  return p.level > q.level || (p.level == q.level && p.n % q.n == 0);
}

static bool
loop_holds (const px_dj *A, int outer, int inner)
{
  if (outer < 0)
    return false;
  for (; inner > 0; inner = A->loop.e[inner])
    if (inner == outer)
      return true;
  return outer == 0;
}

bool
dj_var_common (const px_dj *A, const dj_case *c, const dj_var *v)
{
  return dj_broader_eq (v->persp, c->common)
	 && (loop_holds (A, v->loop, c->loop)
	     || (c->carrier && v->counter && v->loop == c->carrier));
}

/* The budget of a question when those of its kind before it have spent USED: after QUESTIONS
   full ones it is 1/64, so that functions with hundreds of accesses do not take minutes.  */
static long
budget (long most, long used)
{
  return used < QUESTIONS * most ? most : most / 64;
}

void
dj_begin (px_dj *A, enum dj_question kind, struct px_dj_result *r)
{
  memset (r, 0, sizeof *r);
  A->first_scratch = A->node.n;
  A->all = &A->spent[kind];
  A->ops_left = budget (MAX_OPS, A->all->ops);
  A->programs_left = budget (MAX_PROGRAMS, A->all->programs);
  A->rows_left = budget (MAX_ROWS, A->all->rows);
  r->ops = A->ops_left;
  r->programs = A->programs_left;
  r->rows = A->rows_left;
  A->out_of_budget = false;
}

void
dj_end (px_dj *A, struct px_dj_result *r)
{
  A->all->questions++;
  A->all->ops += r->ops -= A->ops_left;
  A->all->programs += r->programs -= A->programs_left;
  A->all->rows += r->rows -= A->rows_left;
  if (r->verdict == DJ_UNDECIDED && A->out_of_budget)
    r->why = DJ_WHY_BUDGET;
}

void
px_dj_add_effort (const px_dj *A, struct px_dj_effort *e)
{
  for (const dj_spent &s : A->spent)
    {
      e->questions += s.questions;
      e->rows += s.rows;
      e->programs += s.programs;
      e->ops += s.ops;
    }
}

dj_case
dj_inside_block (struct px_dj_persp whole, int loop)
{
  dj_case c = { whole.level == DJ_LEVEL_THREAD ? whole : dj_one_block, loop, 0, false, 1 };
  return c;
}

dj_case
dj_across_blocks (struct px_dj_persp whole, int n, int loop)
{
  dj_case c = { whole, loop, 0, true, n };
  return c;
}

static bool
same_list (const px_dj_ref *a, int n, const px_dj_ref *b, int m)
{
  for (int i = 0; i < n && n == m; i++)
    if (a[i] != b[i])
      return false;
  return n == m;
}

/* Returns true if A and B are one access.  With the facts of the user, each side is a copy.  */
static bool
one_access (const px_dj_access *a, const px_dj_access *b)
{
  return a->offset == b->offset && a->width == b->width
	 && same_list (a->guard, a->n_guards, b->guard, b->n_guards)
	 && same_list (a->ctr, a->n_ctrs, b->ctr, b->n_ctrs);
}

bool
dj_apart (px_dj *A, const dj_case *c, struct px_dj_persp unit, const px_dj_access *a,
	  const px_dj_access *b)
{
  struct dj_rel rel = { DJ_REL_LT, unit };
  if (!dj_linear_apart (A, c, &rel, a, b))
    return false;
  if (one_access (a, b))
    return true;
  rel.kind = DJ_REL_GT;
  return dj_linear_apart (A, c, &rel, a, b);
}

/* Sets the reason for a verdict without a witness.  */
static void
unknown (const px_dj *A, px_dj_ref node, struct px_dj_result *r)
{
  int op = dj_at (A, node)->op;
  bool value = (op == DJ_SYM || op == DJ_CTR) && node < (px_dj_ref) A->first_scratch;
  r->why = value ? DJ_WHY_UNKNOWN : DJ_WHY_UNPROVED;
  r->node = value ? node : 0;
}

bool
dj_r1_case (px_dj *A, const dj_case *c, const dj_key *key, struct px_dj_persp unit,
	    const px_dj_access *a, const px_dj_access *b, struct px_dj_result *r)
{
  struct px_dj_witness w = px_dj_witness ();
  px_dj_ref node = 0;
  /* All blocks are in one unit.  */
  if (c->other_block && A->launch.max_blocks && A->launch.max_blocks <= c->n_block)
    return true;
  switch (dj_finite_meet (A, c, key, a, b, &w, &node))
    {
    case DJ_F_NEVER: return true;
    case DJ_F_ALWAYS:
      r->verdict = DJ_SHOWN;
      r->witness = w;
      return false;
    case DJ_F_MAYBE:
      if (!dj_finite_real (A, c, a, b, &w) && dj_apart (A, c, unit, a, b))
	return true;
      r->why = DJ_WHY_MAYBE;
      r->witness = w;
      return false;
    default:
      if (dj_apart (A, c, unit, a, b))
	return true;
      unknown (A, node, r);
      return false;
    }
}

void
dj_r1 (px_dj *A, const struct px_dj_relation *rel, const px_dj_access *a, const px_dj_access *b,
       struct px_dj_result *r)
{
  int nodes = A->node.n, vars = A->var.n;
  bool threads = rel->unit.level == DJ_LEVEL_THREAD;
  bool ok = true;
  dj_begin (A, DJ_Q_RULE, r);
  if (threads)
    {
      dj_case c = dj_inside_block (rel->parent, rel->loop);
      dj_key key = { DJ_KEY_THREADS, rel->unit.n, 0 };
      ok = dj_r1_case (A, &c, &key, rel->unit, a, b, r);
    }
  if (r->verdict != DJ_SHOWN && !rel->shared && rel->parent.level != DJ_LEVEL_THREAD
      && !(threads && rel->parent.level == DJ_LEVEL_BLOCK && rel->parent.n == 1))
    {
      struct px_dj_result s = px_dj_result ();
      struct px_dj_persp unit = { DJ_LEVEL_BLOCK, threads ? 1 : rel->unit.n };
      dj_case c = dj_across_blocks (rel->parent, unit.n, rel->loop);
      dj_key key = { DJ_KEY_BLOCKS, unit.n, 0 };
      if (!dj_r1_case (A, &c, &key, unit, a, b, &s))
	{
	  if (ok || s.verdict == DJ_SHOWN)
	    {
	      r->verdict = s.verdict;
	      r->why = s.why;
	      r->node = s.node;
	      r->witness = s.witness;
	    }
	  ok = false;
	}
    }
  if (ok)
    r->verdict = DJ_PROVED;
  else if (r->verdict == DJ_SHOWN)
    r->why = DJ_WHY_NONE;
  dj_end (A, r);
  dj_forget (A, nodes, vars);
}

/* Rule R2; PROVE: that the access stays inside is proved, too.  */
static void
judge_r2 (px_dj *A, const px_dj_access *a, int64_t extent, bool prove, struct px_dj_result *r)
{
  int nodes = A->node.n, vars = A->var.n;
  px_dj_ref node = 0;
  const dj_node *at = dj_at (A, a->offset);
  if (at->lo >= 0 && extent >= a->width && at->hi <= extent - a->width)
    {
      memset (r, 0, sizeof *r);
      r->verdict = DJ_PROVED;
      return;
    }
  dj_begin (A, DJ_Q_RULE, r);
  switch (dj_finite_outside (A, a, extent, &r->witness, &node))
    {
    case DJ_F_NEVER: r->verdict = DJ_PROVED; break;
    case DJ_F_ALWAYS: r->verdict = DJ_SHOWN; break;
    case DJ_F_MAYBE: r->why = DJ_WHY_MAYBE; break;
    default: unknown (A, node, r);
    }
  if (prove && r->verdict == DJ_UNDECIDED && dj_linear_inside (A, a, extent))
    {
      r->verdict = DJ_PROVED;
      r->why = DJ_WHY_NONE;
    }
  dj_end (A, r);
  dj_forget (A, nodes, vars);
}

void
px_dj_r2 (px_dj *A, const px_dj_access *a, int64_t extent, struct px_dj_result *r)
{
  judge_r2 (A, a, extent, true, r);
}

void
px_dj_r2_values (px_dj *A, const px_dj_access *a, int64_t extent, struct px_dj_result *r)
{
  judge_r2 (A, a, extent, false, r);
}

bool
px_dj_never_inside (px_dj *A, const px_dj_access *a, int64_t extent, const px_dj_result *r)
{
  const dj_node *at = dj_at (A, a->offset);
  int64_t last = extent - a->width;
  bool apart = at->lo > last || at->hi < 0,
       maybe = r->why == DJ_WHY_MAYBE && r->witness.none_inside;
  if (r->verdict != DJ_UNDECIDED || extent == DJ_NO_EXTENT || (!apart && !maybe))
    return false;
  dj_vec<px_dj_ref> known = dj_vec<px_dj_ref> ();
  for (int i = 0; i < a->n_facts + a->n_guards; i++)
    dj_push (&known, i < a->n_facts ? a->fact[i] : a->guard[i - a->n_facts]);
  struct px_dj_type type = px_dj_type_of (A, a->offset);
  px_dj_ref above = px_dj_bin (A, DJ_LT, px_dj_const (A, type, last), a->offset),
	    below = px_dj_bin (A, DJ_LT, a->offset, px_dj_const (A, type, 0));
  /* Of code that never runs everything is proved, so the opposite, too.  */
  bool yes = px_dj_prove (A, known.e, known.n, above) != px_dj_prove (A, known.e, known.n, below);
  dj_drop (&known);
  return yes;
}

bool
dj_prove (px_dj *A, const px_dj_ref *fact, int n, px_dj_ref claim)
{
  struct px_dj_result r;
  int nodes = A->node.n, vars = A->var.n;
  dj_begin (A, DJ_Q_RULE, &r);
  bool ok = dj_linear_prove (A, fact, n, claim);
  dj_end (A, &r);
  dj_forget (A, nodes, vars);
  return ok;
}
