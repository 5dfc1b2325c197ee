/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A launch in which two units meet, for questions that neither procedure decides.

   Tries launches: numbers of threads and blocks and values of the symbols, small ones and those
   near the constants of the question.  In each it runs some threads of some blocks and the
   first iterations of their loops with machine arithmetic.  What meets there meets in that
   launch.  Then ranges show in which others: each number and value that was tried is made a
   range, up to the largest or down to the smallest, in which the same two threads still meet.

   Needs accesses that are complete and whose values are all known: symbols, the launch, counters.
   Leaves a model, or none; none proves nothing.  */

#include "value/model.h"

/* ---- what a question uses ---------------------------------------------- */

bool
dj_model_untested (const struct search *s, px_dj_ref r)
{
  return dj_at (s->A, r)->op == DJ_CTR && dj_var_of (s->A, r)->test == DJ_CTR_ANY;
}

static bool
add_counter (struct search *s, struct program *p, px_dj_ref r)
{
  int loop = dj_var_of (s->A, r)->loop, of = p->loops;
  for (int i = 0; i < p->ctr.n; i++)
    if (loop && dj_var_of (s->A, p->ctr.e[i])->loop == loop)
      of = p->of.e[i];
  if (of == MOST_CTRS)
    return false;
  p->loops += of == p->loops;
  dj_push (&p->ctr, r);
  dj_push (&p->of, of);
  return true;
}

/* Adds R and what it uses to P, operands first.  Returns false if something has no known value, or
   there is too much.  */
static bool
add_node (struct search *s, struct program *p, px_dj_ref r)
{
  px_dj *A = s->A;
  if (!r || dj_among (r, p->node.e, p->node.n))
    return true;
  if (p->node.n >= MOST_NODES)
    return false;
  const dj_node n = *dj_at (A, r);
  if (n.op == DJ_SYM)
    {
      const dj_var *v = dj_var_of (A, r);
      if ((s->rel && !dj_broader_eq (v->persp, s->rel->parent)) || v->loop)
	return false;
      if (!dj_among (r, s->sym.e, s->sym.n))
	{
	  if (s->sym.n == MOST_SYMS)
	    return false;
	  dj_push (&s->sym, r);
	}
    }
  else if (n.op == DJ_CTR)
    {
      const dj_var v = *dj_var_of (A, r);
      if (!add_node (s, p, v.start) || !add_node (s, p, v.step) || !add_node (s, p, v.bound))
	return false;
    }
  else if (n.op == DJ_CONST)
    dj_model_constant (&s->constant, n.v);
  else if (!add_node (s, p, n.a) || !add_node (s, p, n.b) || !add_node (s, p, n.c))
    return false;
  if ((n.op == DJ_CTR || n.op == DJ_POW2) && !add_counter (s, p, r))
    return false;
  dj_push (&p->node, r);
  return true;
}

/* Returns true if each counter that nothing tests goes with one of its loop that is tested.  */
static bool
turns_known (const struct search *s, const struct program *p)
{
  bool tested[MOST_CTRS] = {};
  for (int i = 0; i < p->ctr.n; i++)
    tested[p->of.e[i]] |= !dj_model_untested (s, p->ctr.e[i]);
  for (int i = 0; i < p->loops; i++)
    if (!tested[i])
      return false;
  return true;
}

static bool
add_access (struct search *s, const px_dj_access *a)
{
  struct program *p = &s->p[s->n++];
  p->a = a;
  bool ok = a->complete && add_node (s, p, a->offset);
  for (int i = 0; i < a->n_ctrs && ok; i++)
    ok = add_node (s, p, a->ctr[i]);
  for (int i = 0; i < a->n_guards && ok; i++)
    ok = add_node (s, p, a->guard[i]);
  for (int i = 0; i < a->n_facts && ok; i++)
    ok = add_node (s, p, a->fact[i]);
  return ok && turns_known (s, p);
}

/* Sorts the nodes of P, operands first, by stages.  STAGE: by node, to be filled in.  */
static void
make_stages (const struct search *s, struct program *p, dj_vec<char> *stage)
{
  dj_vec<px_dj_ref> sorted = dj_vec<px_dj_ref> ();
  for (int i = 0; i < p->node.n; i++)
    {
      const dj_node *n = dj_at (s->A, p->node.e[i]);
      int at = n->op == DJ_CTR || n->op == DJ_POW2 ? 3
	       : n->op == DJ_THREAD		   ? 2
	       : n->op == DJ_BLOCK		   ? 1
						   : 0;
      if (dj_arity[n->op])
	{
	  const px_dj_ref operand[] = { n->a, n->b, n->c };
	  for (px_dj_ref k : operand)
	    if (k && stage->e[k] > at)
	      at = stage->e[k];
	}
      stage->e[p->node.e[i]] = (char) at;
    }
  for (int at = 0; at < STAGES; at++)
    {
      for (int i = 0; i < p->node.n; i++)
	if (stage->e[p->node.e[i]] == at)
	  dj_push (&sorted, p->node.e[i]);
      p->end[at] = sorted.n;
    }
  dj_drop (&p->node);
  p->node = sorted;
}

/* ---- one run ------------------------------------------------------------- */

bool
dj_model_counter (const struct search *s, px_dj_ref r, int turn, int64_t *x)
{
  const dj_node *n = dj_at (s->A, r);
  const dj_var *v = dj_var_of (s->A, r);
  bool tested = !dj_model_untested (s, r);
  if (turn && tested && !v->every)
    return false;
  if (n->op == DJ_POW2)
    {
      *x = v->down ? v->hi : v->lo;
      for (int i = 0; i < turn; i++)
	*x = v->down ? *x / 2 : *x * 2;
      return *x >= v->lo && *x <= v->hi;
    }
  bool und
    = s->undefined.e[v->start] || s->undefined.e[v->step] || (tested && s->undefined.e[v->bound]);
  dj_wide bound = tested ? dj_value (n->ty, s->v.e[v->bound]) : 0;
  *x = s->v.e[v->start];
  for (int i = 0; !und; i++)
    {
      if (!dj_passes (v->test, dj_value (n->ty, *x), bound))
	return false;
      if (i == turn)
	return true;
      *x = dj_apply (DJ_ADD, n->ty, n->ty, *x, s->v.e[v->step], &und);
    }
  return false;
}

/* Evaluates the nodes of stage STAGE of P for row R.  Returns false if a loop does not get there.  */
static bool
run_stage (struct search *s, const struct program *p, const struct row *r, int stage)
{
  px_dj *A = s->A;
  int ctr = 0;
  for (int i = stage ? p->end[stage - 1] : 0; i < p->end[stage]; i++)
    {
      px_dj_ref k = p->node.e[i];
      const dj_node n = *dj_at (A, k);
      const bool *u = s->undefined.e;
      int64_t *v = &s->v.e[k], *all = s->v.e;
      bool und = false;
      switch (n.op)
	{
	case DJ_CONST: *v = n.v; break;
	case DJ_THREAD: *v = r->thread; break;
	case DJ_BLOCK: *v = r->block; break;
	case DJ_NTHREADS: *v = s->threads; break;
	case DJ_NBLOCKS: *v = s->blocks; break;
	case DJ_SYM:
	  for (int j = 0; j < s->sym.n; j++)
	    if (s->sym.e[j] == k)
	      *v = s->value[j];
	  break;
	case DJ_CTR:
	case DJ_POW2:
	  if (!dj_model_counter (s, k, r->turn[p->of.e[ctr++]], v))
	    return false;
	  break;
	default:
	  {
	    const int64_t x[3] = { all[n.a], all[n.b], all[n.c] };
	    const bool undefined[3] = { u[n.a], u[n.b], u[n.c] };
	    *v = dj_evaluate (A, &n, x, undefined, &und);
	  }
	}
      s->undefined.e[k] = und;
    }
  return true;
}

/* Evaluates what is left of P for row R, whose launch, block and thread are evaluated.  Returns false
   if the access does not run there, or undefined behaviour comes first.  */
static bool
run_row (struct search *s, const struct program *p, struct row *r)
{
  if (!run_stage (s, p, r, 3))
    return false;
  s->A->ops_left -= p->node.n / NODES_AN_OP + 1;
  const px_dj_access *a = p->a;
  for (int i = 0; i < a->n_guards; i++)
    if (s->undefined.e[a->guard[i]] || !s->v.e[a->guard[i]])
      return false;
  for (int i = 0; i < a->n_facts; i++)
    if (s->undefined.e[a->fact[i]] || !s->v.e[a->fact[i]])
      return false;
  r->at = s->v.e[a->offset];
  return !s->undefined.e[a->offset];
}

/* Adds to the rows of side SIDE all iterations of R's thread from loop LOOP on.  */
static void
add_rows (struct search *s, int side, struct row r, int loop)
{
  const struct program *p = &s->p[s->n == 1 ? 0 : side];
  if (loop < p->loops)
    {
      int most = p->loops < MOST_CTRS ? ITERATIONS : ITERATIONS - 1;
      for (r.turn[loop] = 0; r.turn[loop] < most && s->A->ops_left > 0; r.turn[loop]++)
	add_rows (s, side, r, loop + 1);
      for (int i = 0; i < s->n_far && p->loops == 1 && s->A->ops_left > 0; i++)
	{
	  r.turn[loop] = s->far[i];
	  add_rows (s, side, r, loop + 1);
	}
      return;
    }
  if (run_row (s, p, &r))
    dj_push (&s->rows[side], r);
}

/* ---- which runs meet ----------------------------------------------------- */

int64_t
dj_model_unit (struct px_dj_persp unit, const struct row *r)
{
  return unit.level == DJ_LEVEL_GRID	? 0
	 : unit.level == DJ_LEVEL_BLOCK ? r->block / unit.n
					: r->block * 1024 + r->thread / unit.n;
}

/* Returns true if counters that both units share are in one iteration in X and Y.  */
static bool
same_iterations (const struct search *s, const struct row *x, const struct row *y)
{
  const struct program *p = &s->p[0], *q = &s->p[s->n - 1];
  dj_case c = x->block == y->block ? dj_inside_block (s->rel->parent, s->rel->loop)
				   : dj_across_blocks (s->rel->parent, 1, s->rel->loop);
  for (int i = 0; i < p->ctr.n; i++)
    for (int j = 0; j < q->ctr.n; j++)
      if (p->ctr.e[i] == q->ctr.e[j] && x->turn[p->of.e[i]] != y->turn[q->of.e[j]]
	  && dj_var_common (s->A, &c, dj_var_of (s->A, p->ctr.e[i])))
	return false;
  return true;
}

bool
dj_model_overlap (const struct search *s, int64_t x, int64_t y)
{
  return (dj_wide) x < (dj_wide) y + s->p[s->n - 1].a->width
	 && (dj_wide) y < (dj_wide) x + s->p[0].a->width;
}

bool
dj_model_meeting (struct search *s, struct row hit[2])
{
  if (!s->rel)
    {
      for (int i = 0; i < s->rows[0].n; i++)
	{
	  hit[0] = hit[1] = s->rows[0].e[i];
	  if (hit[0].at < 0 || hit[0].at > s->extent - s->p[0].a->width)
	    return true;
	}
      return false;
    }
  const dj_vec<struct row> *other = &s->rows[s->n - 1];
  s->A->ops_left -= (long) s->rows[0].n * other->n / PAIRS_AN_OP;
  for (int i = 0; i < s->rows[0].n; i++)
    for (int j = 0; j < other->n; j++)
      {
	const struct row *x = &s->rows[0].e[i], *y = &other->e[j];
	if (dj_model_overlap (s, x->at, y->at)
	    && dj_model_unit (s->rel->unit, x) != dj_model_unit (s->rel->unit, y)
	    && dj_model_unit (s->rel->parent, x) == dj_model_unit (s->rel->parent, y)
	    && (!s->rel->shared || x->block == y->block) && same_iterations (s, x, y))
	  {
	    hit[0] = *x;
	    hit[1] = *y;
	    return true;
	  }
      }
  return false;
}

/* ---- launches -------------------------------------------------------------- */

/* Threads near the borders of warps and of the block, which has T; FEW: those that matter most; LAST: the
   last one among them.  */
static int
sample_threads (int T, bool few, bool last, int t[MOST_THREADS])
{
  static const int some[]
    = { 0, 1, 2, 4, 8, 16, 32, 64, 3, 5, 7, 15, 17, 31, 33, 63, 65, 127, 128, 255, 256 };
  int n = 0;
  last |= T > 257;
  for (unsigned i = 0; i < (few ? 8 : sizeof some / sizeof *some); i++)
    if (some[i] < T)
      {
	t[n++] = some[i];
	last &= some[i] != T - 1;
      }
  if (last)
    t[n++] = T - 1;
  return n;
}

static int
sample_blocks (int64_t G, bool few, int64_t b[MOST_BLOCKS])
{
  int n = 0;
  for (int64_t i = 0; i < (few ? 2 : 4) && i < G; i++)
    b[n++] = i;
  if (G > n)
    b[n++] = G - 1;
  return n;
}

void
dj_model_run (struct search *s)
{
  int t[MOST_THREADS];
  int64_t b[MOST_BLOCKS];
  bool few = s->p[0].loops || s->p[s->n - 1].loops;
  /* The last thread of one block meets the first of another, and leaves an array before the others do.  */
  bool last = !s->rel || s->rel->unit.level == DJ_LEVEL_BLOCK;
  int n = sample_threads ((int) s->threads, few, last, t), m = sample_blocks (s->blocks, few, b);
  for (int side = 0; side < s->n; side++)
    {
      const struct program *p = &s->p[side];
      struct row r = row ();
      s->rows[side].n = 0;
      run_stage (s, p, &r, 0);
      for (int i = 0; i < m; i++)
	{
	  r.block = b[i];
	  run_stage (s, p, &r, 1);
	  for (int j = 0; j < n && s->A->ops_left > 0; j++)
	    {
	      r.thread = t[j];
	      run_stage (s, p, &r, 2);
	      add_rows (s, side, r, 0);
	    }
	}
    }
}

/* The next of a fixed sequence of numbers: verdicts repeat.  */
static unsigned
next_random (struct search *s, unsigned below)
{
  s->random = s->random * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (s->random >> 33) % below;
}

void
dj_model_constant (dj_vec<int64_t> *all, int64_t v)
{
  if (v > -(1 << 20) && v < 1 << 20 && all->n < MOST_VALUES)
    dj_push (all, v);
}

/* Negative ones only if the code has them: few sizes are meant to be, and hardly a program would be right.  */
int
dj_model_values (const dj_vec<int64_t> *constant, int64_t v[MOST_VALUES])
{
  static const int some[] = { 2, 1, 0, 3, 4, 5, 7, 8, 16, 31, 32, 33, 64, 100, 1000 };
  int n = 0;
  for (unsigned i = 0; i < sizeof some / sizeof *some; i++)
    v[n++] = some[i];
  for (int i = 0; i < constant->n; i++)
    for (int d = 0; d < 3 && n < MOST_VALUES; d++)
      {
	int64_t x = constant->e[i] + (d == 2 ? -1 : d);
	bool there = d == 2 && x < 0;
	for (int j = 0; j < n; j++)
	  there |= v[j] == x;
	if (!there)
	  v[n++] = x;
      }
  return n;
}

/* Sets which iterations are tried besides the first: a unit that has C elements meets the next one
   in the iteration after its last.  */
static void
choose_far (struct search *s)
{
  s->n_far = 0;
  for (int i = 0; i < s->constant.n; i++)
    for (int d = 0; d < 3 && s->n_far < FAR_TURNS; d++)
      {
	int64_t c = s->constant.e[i], x = (c < 0 ? -c : c) + (d == 2 ? -1 : d);
	bool wanted = x >= ITERATIONS && x <= MOST_TURN;
	for (int k = 0; k < s->n_far; k++)
	  wanted &= s->far[k] != x;
	if (wanted)
	  s->far[s->n_far++] = (int) x;
      }
}

/* Sets S to launch number K of those to be tried.  */
static void
choose_launch (struct search *s, int k, const int64_t *v, int n)
{
  const struct px_dj_launch *l = &s->A->launch;
  static const int threads[] = { 32, 1, 2, 64, 256, 128, 512 }, blocks[] = { 2, 1, 4, 3, 8 };
  bool plain = k < n;
  for (int i = 0; i < s->sym.n; i++)
    {
      const dj_node *m = dj_at (s->A, s->sym.e[i]);
      dj_wide x = v[plain ? k : next_random (s, n)];
      if (x < m->lo)
	x = m->lo;
      if (x > m->hi)
	x = m->hi;
      s->value[i] = (int64_t) x;
    }
  int t = threads[plain ? 0 : next_random (s, sizeof threads / sizeof *threads)];
  int b = blocks[plain ? 0 : next_random (s, sizeof blocks / sizeof *blocks)];
  s->threads = l->threads ? l->threads : (t + l->min_threads - 1) / l->min_threads * l->min_threads;
  if (s->threads > 1024)
    s->threads = 1024 / l->min_threads * l->min_threads;
  s->blocks = (int64_t) b * l->min_blocks;
}

/* ---- the search --------------------------------------------------------------- */

/* Returns true if symbols that are no arguments play no part in model M.  */
static bool
only_free (const struct search *s, const struct px_dj_model *m)
{
  for (int i = 0; i < m->n_values; i++)
    if (!dj_var_of (s->A, m->value[i].sym)->free)
      return false;
  return true;
}

static bool
find (struct search *s, struct px_dj_model *m)
{
  px_dj *A = s->A;
  struct px_dj_result spent;
  struct row hit[2];
  int64_t v[MOST_VALUES];
  bool found = false;
  dj_begin (A, DJ_Q_MODEL, &spent);
  if (A->ops_left > MOST_OPS)
    spent.ops = A->ops_left = MOST_OPS;
  dj_vec<char> stage = dj_vec<char> ();
  for (int i = 0; i < A->node.n; i++)
    {
      dj_push (&stage, (char) 0);
      dj_push (&s->v, (int64_t) 0);
      dj_push (&s->undefined, false);
      dj_push (&s->r, range ());
    }
  for (int i = 0; i < s->n; i++)
    make_stages (s, &s->p[i], &stage);
  dj_drop (&stage);
  int n = dj_model_values (&s->constant, v);
  for (int k = 0; k < TRIES && A->ops_left > 0 && !found; k++)
    {
      choose_launch (s, k, v, n);
      s->n_far = 0;
      dj_model_run (s);
      if (!dj_model_meeting (s, hit))
	{
	  choose_far (s);
	  if (!s->n_far || (s->p[0].loops != 1 && s->p[1].loops != 1))
	    continue;
	  dj_model_run (s);
	  if (!dj_model_meeting (s, hit))
	    continue;
	}
      memset (m, 0, sizeof *m);
      dj_model_widen (s, hit, m);
      found = only_free (s, m);
    }
  if (found)
    {
      m->threads = s->threads;
      m->blocks = s->blocks;
      m->witness.valid = true;
      for (int i = 0; i < 2; i++)
	{
	  m->witness.thread[i] = hit[i].thread;
	  m->witness.block[i] = hit[i].block;
	  m->witness.offset[i] = hit[i].at;
	}
      m->witness.more_units
	= hit[0].block >= A->launch.min_blocks || hit[1].block >= A->launch.min_blocks;
    }
  dj_end (A, &spent);
  return found;
}

static void
drop (struct search *s)
{
  for (int i = 0; i < 2; i++)
    {
      dj_drop (&s->p[i].node);
      dj_drop (&s->p[i].ctr);
      dj_drop (&s->p[i].of);
      dj_drop (&s->rows[i]);
    }
  dj_drop (&s->sym);
  dj_drop (&s->constant);
  dj_drop (&s->v);
  dj_drop (&s->undefined);
  dj_drop (&s->r);
}

bool
px_dj_model_r1 (px_dj *A, const struct px_dj_relation *rel, const px_dj_access *a,
		const px_dj_access *c, struct px_dj_model *m)
{
  struct search s = search ();
  s.A = A;
  s.rel = rel;
  bool found = add_access (&s, a) && (a == c || add_access (&s, c)) && find (&s, m);
  drop (&s);
  return found;
}

bool
px_dj_model_r2 (px_dj *A, const px_dj_access *a, int64_t extent, struct px_dj_model *m)
{
  struct search s = search ();
  s.A = A;
  s.extent = extent;
  bool found = add_access (&s, a) && find (&s, m);
  drop (&s);
  return found;
}
