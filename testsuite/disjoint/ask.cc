/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a problem to the library.  */

#include "problem.h"
#include "value/disjoint-int.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct px_dj *A;
static const struct options *opt;
static int innermost;           /* loop of the common counters */

static struct px_dj_type
lib_type (struct type t)
{
  struct px_dj_type r = { (uint8_t) t.bits, t.is_signed, !t.is_signed || opt->wrapv };
  return r;
}

static px_dj_ref lib (const struct expr *);

static px_dj_ref
lib_var (struct variable *v)
{
  if (v->ref)
    return v->ref;
  struct px_dj_persp thread = { DJ_LEVEL_THREAD, 1 };
  switch (v->kind)
    {
    case K_PAR: case K_UNK:
      {
	struct px_dj_sym s = px_dj_sym ();
	s.name = v->name;
	s.type = lib_type (v->ty);
	s.bounded = v->bounded;
	s.lo = v->lo;
	s.hi = v->hi;
	s.persp = v->persp;
	s.free = v->kind == K_PAR;
	return v->ref = px_dj_sym_new (A, &s);
      }
    case K_CTR:
      {
	struct px_dj_ctr c = px_dj_ctr ();
	c.name = v->name;
	c.start = lib (v->start);
	c.step = lib (v->step);
	c.bound = lib (v->bound);
	c.test = v->test;
	c.every = !v->may_leave;
	c.persp = v->own ? thread : v->persp;
	c.loop = v->loop;
	return v->ref = px_dj_ctr_new (A, &c);
      }
    case K_POW2:
      {
	struct px_dj_pow2 c = px_dj_pow2 ();
	c.name = v->name;
	c.type = lib_type (v->ty);
	c.lo = v->lo;
	c.hi = v->hi;
	c.down = v->down;
	c.every = !v->may_leave;
	c.persp = v->own ? thread : v->persp;
	c.loop = v->loop;
	return v->ref = px_dj_pow2_new (A, &c);
      }
    default:
      return 0;
    }
}

static px_dj_ref
lib (const struct expr *e)
{
  if (e->op == DJ_CONST)
    return px_dj_const (A, lib_type (e->ty), e->v);
  if (e->var)
    return e->var->kind >= K_PAR ? lib_var (e->var) : px_dj_id (A, e->op, lib_type (e->ty));
  if (e->op == DJ_CAST)
    return px_dj_cast (A, lib_type (e->ty), lib (e->a));
  if (e->op == DJ_SEL)
    {
      px_dj_ref a = lib (e->a), b = lib (e->b);
      return px_dj_sel (A, a, b, lib (e->c));
    }
  if (!e->b)
    return px_dj_un (A, e->op, lib (e->a));
  px_dj_ref a = lib (e->a);
  return px_dj_bin (A, e->op, a, lib (e->b));
}

struct built
{
  struct px_dj_access a;
  px_dj_ref guard[MAX_GUARDS], ctr[MAX_VARS];
};

static void
build (const struct problem *p, const struct access *a, struct built *b)
{
  struct px_dj_type i64 = { 64, true, false };
  struct variable *v[MAX_VARS];
  int n = 0;
  memset (b, 0, sizeof *b);
  b->a.width = a->size * a->count;
  b->a.complete = !a->maybe;
  b->a.guard = b->guard;
  b->a.ctr = b->ctr;
  for (int i = 0; i < a->n_guards; i++)
    {
      if (a->fact[i] ? opt->no_facts : opt->no_guards)
	{
	  b->a.complete = false;
	  continue;
	}
      b->guard[b->a.n_guards++] = lib (a->guard[i]);
    }
  px_dj_ref x = px_dj_cast (A, i64, lib (a->index));
  x = px_dj_bin (A, DJ_MUL, x, px_dj_const (A, i64, a->size));
  b->a.offset = px_dj_bin (A, DJ_ADD, x, px_dj_const (A, i64, a->at));
  /* the shared loops are around everything */
  problem_variables (p, v, &n);
  for (int i = 0; i < n; i++)
    if ((v[i]->kind == K_CTR || v[i]->kind == K_POW2) && !v[i]->own)
      b->ctr[b->a.n_ctrs++] = lib_var (v[i]);
  n = 0;
  variables (a->index, v, &n);
  for (int i = 0; i < a->n_guards; i++)
    variables (a->guard[i], v, &n);
  for (int i = 0; i < n; i++)
    if ((v[i]->kind == K_CTR || v[i]->kind == K_POW2) && v[i]->own)
      b->ctr[b->a.n_ctrs++] = lib_var (v[i]);
}

static void
explain (const struct px_dj_result *r, struct answer *out)
{
  static const char *const why[] = { "", "too little known of ", "neither proved nor shown",
				     "may meet", "too much work" };
  char s[150] = "";
  out->why = r->why;
  if (r->why == DJ_WHY_UNKNOWN && r->node)
    px_dj_print (A, r->node, s, sizeof s);
  snprintf (out->reason, sizeof out->reason, "%s%s", why[r->why], s);
}

static void
take_witness (const struct px_dj_result *r, struct variable **v, int n, struct answer *out)
{
  out->witness = r->witness;
  out->n_values = 0;
  for (int i = 0; i < r->witness.n_values; i++)
    for (int j = 0; j < n; j++)
      if (v[j]->ref == r->witness.value[i].ctr)
	{
	  out->value[out->n_values].var = v[j];
	  out->value[out->n_values].side = r->witness.value[i].side;
	  out->value[out->n_values++].value = r->witness.value[i].value;
	}
}

static void
take_model (const struct px_dj_model *m, struct variable **v, int n, struct answer *out)
{
  out->model = *m;
  for (int i = 0; i < m->n_values; i++)
    for (int j = 0; j < n; j++)
      if (v[j]->ref == m->value[i].sym)
	out->model_var[i] = v[j];
  out->has_model = true;
}

/* A searched question and one whose answer is remembered have one answer, and one witness.  ASKED is what was
   found without a memory.  With it: the question, the same some iterations later, which may be the same to
   the search, and both again.  */
static void
narrow_again (const struct px_dj_edge *e, const struct px_dj_access *a, const struct px_dj_access *b,
	      const struct answer *asked, const struct px_dj_result *first)
{
  struct px_dj_edge more = *e;
  struct px_dj_result want[2] = { *first }, got;
  int scope[2] = { asked->scope };
  bool over[2] = { A->out_of_budget };
  more.distance++;
  more.distance_max += more.distance_max != 0;
  scope[1] = px_dj_narrow (A, &more, a, b, asked->chain, asked->n_chain, &want[1]);
  over[1] = A->out_of_budget;
  A->no_memo = false;
  for (int k = 0; k < 4; k++)
    {
      int i = k & 1;
      int s = px_dj_narrow (A, i ? &more : e, a, b, asked->chain, asked->n_chain, &got);
      const struct px_dj_witness *w = &want[i].witness;
      if (s == scope[i] && got.verdict == want[i].verdict
	  && !memcmp (w->thread, got.witness.thread, sizeof w->thread)
	  && !memcmp (w->block, got.witness.block, sizeof w->block)
	  && !memcmp (w->offset, got.witness.offset, sizeof w->offset)
	  && w->n_base == got.witness.n_base && w->n_values == got.witness.n_values
	  && !memcmp (w->value, got.witness.value, w->n_values * sizeof *w->value))
	continue;
      /* What is remembered costs nothing, so that there is effort left for more.  */
      if (over[i] && s <= scope[i])
	continue;
      fprintf (stderr, "ask: another answer from memory: scope %d, searched %d\n", s, scope[i]);
      abort ();
    }
  A->no_memo = true;
}

void
ask (const struct problem *p, const struct options *o, struct answer *out)
{
  struct px_dj_launch launch = { p->T, p->min_t, p->min_b, !o->no_limit, 0 };
  struct variable *v[MAX_VARS];
  struct built b[MAX_ACCESSES];
  struct px_dj_result r;
  int n = 0;
  struct timespec t0, t1;
  memset (out, 0, sizeof *out);
  A = px_dj_new (&launch);
  A->no_finite = o->no_finite;
  A->no_linear = o->no_linear;
  opt = o;
  innermost = 0;
  problem_variables (p, v, &n);
  for (int i = 0; i < n; i++)
    {
      v[i]->ref = 0;
      v[i]->loop = 0;
      if ((v[i]->kind == K_CTR || v[i]->kind == K_POW2) && !v[i]->own)
	v[i]->loop = innermost = px_dj_loop (A, innermost);
    }
  for (int i = 0; i < n; i++)
    if ((v[i]->kind == K_CTR || v[i]->kind == K_POW2) && v[i]->own)
      v[i]->loop = px_dj_loop (A, innermost);
  for (int i = 0; i < p->n_acc && p->q != Q_PROVE; i++)
    build (p, &p->acc[i], &b[i]);
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t0);
  switch (p->q)
    {
    case Q_R1:
      {
	struct px_dj_relation rel = { p->unit, p->parent, p->shared, innermost };
	out->verdict = DJ_PROVED;
	for (int i = 0; i < p->n_acc; i++)
	  for (int j = i; j < p->n_acc; j++)
	    {
	      if ((!p->acc[i].write && !p->acc[j].write) || out->verdict == DJ_SHOWN)
		continue;
	      px_dj_r1 (A, &rel, &b[i].a, &b[j].a, &r);
	      out->rows += r.rows;
	      out->programs += r.programs;
	      out->ops += r.ops;
	      if (r.verdict == DJ_PROVED)
		continue;
	      out->verdict = r.verdict;
	      out->acc[0] = i;
	      out->acc[1] = j;
	      explain (&r, out);
	      take_witness (&r, v, n, out);
	      struct px_dj_model m;
	      out->has_model = false;
	      if (r.verdict == DJ_UNDECIDED && px_dj_model_r1 (A, &rel, &b[i].a, &b[j].a, &m))
		take_model (&m, v, n, out);
	    }
	break;
      }
    case Q_R2:
      out->verdict = DJ_PROVED;
      for (int i = 0; i < p->n_acc; i++)
	{
	  px_dj_r2 (A, &b[i].a, p->extent, &r);
	  out->rows += r.rows;
	  out->programs += r.programs;
	  out->ops += r.ops;
	  if (r.verdict == DJ_PROVED || out->verdict == DJ_SHOWN)
	    continue;
	  out->verdict = r.verdict;
	  out->acc[0] = out->acc[1] = i;
	  explain (&r, out);
	  take_witness (&r, v, n, out);
	  struct px_dj_model m;
	  out->has_model = false;
	  if (r.verdict == DJ_UNDECIDED && px_dj_model_r2 (A, &b[i].a, p->extent, &m))
	    take_model (&m, v, n, out);
	}
      break;
    case Q_EDGE:
      {
	struct px_dj_edge e = { p->parent, p->shared, p->carrier ? 0 : innermost,
				p->carrier ? p->carrier->loop : 0, p->dist, p->dist_max };
	out->n_chain = px_dj_chain (A, p->parent, 1, out->chain);
	out->acc[1] = 1;
	A->no_memo = true;
	out->scope = px_dj_narrow (A, &e, &b[0].a, &b[1].a, out->chain, out->n_chain, &r);
	narrow_again (&e, &b[0].a, &b[1].a, out, &r);
	out->rows = r.rows;
	out->programs = r.programs;
	out->ops = r.ops;
	out->verdict = r.verdict;
	take_witness (&r, v, n, out);
	break;
      }
    default:
      {
	px_dj_ref f[MAX_ACCESSES];
	for (int i = 0; i < p->n_acc; i++)
	  f[i] = lib (p->acc[i].index);
	out->verdict = px_dj_prove (A, f, p->n_acc - 1, f[p->n_acc - 1]) ? DJ_PROVED
	  : DJ_UNDECIDED;
      }
    }
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t1);
  out->ms = (t1.tv_sec - t0.tv_sec) * 1e3 + (t1.tv_nsec - t0.tv_nsec) / 1e6;
  px_dj_free (A);
  A = NULL;
}
