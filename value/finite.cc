/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 1, enumeration.  Without their equal common terms two offsets often depend only on
   the thread index (at most 1024 values), small counters and values modulo constants.  Those
   are evaluated with machine arithmetic, sorted and swept.

   This file decides which threads and blocks are searched, for which values of the common
   counters, and what the presence or absence of a meeting proves.  */

#include "value/finite.h"

enum
{
  FEW = 32, /* twice this part of the threads is searched first */
};

static void
free_query (struct query *q)
{
  for (int i = 0; i < 2; i++)
    {
      dj_drop (&q->s[i].guard);
      dj_drop (&q->s[i].check);
      dj_drop (&q->s[i].fold);
    }
  dj_drop (&q->attr);
  dj_drop (&q->abstracted);
  dj_drop (&q->mark);
  dj_drop (&q->box);
  dj_drop (&q->iter);
  dj_drop (&q->base);
  dj_finite_program_free (&q->program);
  dj_drop (&q->off);
  dj_drop (&q->keep);
  dj_drop (&q->items);
  dj_drop (&q->sorted);
  dj_drop (&q->units);
  dj_drop (&q->group);
  dj_drop (&q->grouped);
  dj_drop (&q->words);
  dj_drop (&q->named);
}

static void
add_values (struct query *q, const struct rows *r, int row, int side, struct px_dj_witness *w)
{
  for (int k = 0; k < r->col.n && w->n_values < DJ_MAX_VALUES; k++)
    {
      px_dj_ref c = r->col.e[k].var;
      if (c >= (px_dj_ref) q->A->first_scratch)
	continue;
      int op = dj_at (q->A, c)->op;
      if (op != DJ_CTR && op != DJ_POW2)
	continue;
      w->value[w->n_values].ctr = c;
      w->value[w->n_values].side = side;
      w->value[w->n_values++].value = r->col.e[k].v[row];
    }
}

/* Computes the iterations of folded counters that access byte P.  *LO: start of the interval on
   entry, of the access on return.  */
static void
unfold (struct query *q, const struct side *s, int64_t p, int64_t *lo, int side,
	struct px_dj_witness *w)
{
  for (int i = s->fold.n; i-- > 0;)
    {
      const span *f = &s->fold.e[i];
      int64_t a = f->stride < 0 ? -f->stride : f->stride;
      int64_t k = a ? (p - *lo) / a : 0;
      if (k > f->n - 1)
	k = f->n - 1;
      *lo += k * a;
      if (f->stride < 0)
	k = f->n - 1 - k;
      if (w->n_values < DJ_MAX_VALUES && f->ctr < (px_dj_ref) q->A->first_scratch)
	{
	  w->value[w->n_values].ctr = f->ctr;
	  w->value[w->n_values].side = side;
	  w->value[w->n_values++].value = f->first + k * f->step;
	}
    }
}

/* Makes a column for each common counter of VARS, and one for THREAD, the number of a thread of
   these units, since such counters may depend on it.  */
static bool
common_values (struct query *q, const dj_vec<px_dj_ref> *vars, int thread, struct rows *r)
{
  r->n = 1;
  *dj_finite_new_column (r, px_dj_id (q->A, DJ_THREAD, px_dj_type{ 32, true, false })) = thread;
  for (int i = 0; i < vars->n; i++)
    if (dj_finite_common (q, vars->e[i]) && !(dj_finite_attr (q, vars->e[i]) & USES_BLOCK)
	&& !dj_finite_expand (q, r, vars->e[i], NULL))
      return false;
  dj_finite_filter (q, r);
  return r->n <= MAX_COMMON;
}

/* Makes the rows R of both sides for N threads, from number FIRST on, of each of the blocks, and q->items of
   them.  ENV has the values of the common counters.  Returns false if that cannot be done.  */
static bool
fill_sides (struct query *q, const dj_key *key, const int *block, int n_blocks, int first, int n,
	    const struct env *env, struct rows r[2])
{
  q->items.n = 0;
  for (int i = 0; i < q->n_sides; i++)
    {
      r[i] = dj_finite_threads (q->A, block, n_blocks, first, n, q->far);
      if (!dj_finite_spend (q, r[i].n) || !dj_finite_table (q, i, &r[i], env))
	return false;
      const int64_t *t = r[i].col.e[0].v, *b = r[i].col.e[1].v;
      for (int k = 0; k < q->keep.n; k++)
	{
	  int row = q->keep.e[k];
	  item x = { q->off.e[k], dj_finite_unit (key, i, b[row], t[row]), row, i };
	  dj_push (&q->items, x);
	}
    }
  return true;
}

/* Returns true if two of q->items, of the rows R, meet, and fills in W.  */
static bool
meeting (struct query *q, const dj_key *key, const struct rows r[2], const struct env *env,
	 struct px_dj_witness *w)
{
  int64_t widths[2] = { q->s[0].width, q->s[q->same ? 0 : 1].width };
  int hit[2];
  if (!q->items.n || dj_finite_apart (&q->items, widths, q->same, &q->units))
    return false;
  dj_finite_sort (&q->items, &q->sorted);
  if (!dj_finite_sweep (&q->items, widths, q->same, 0, hit))
    return false;
  if (key->kind == DJ_KEY_NONE || key->kind == DJ_KEY_THREADS)
    q->passed.apart = dj_finite_widen (&q->items, r, widths, q->same, key, hit);
  memset (w, 0, sizeof *w);
  w->valid = true;
  add_values (q, env->r, env->row, 2, w);
  for (int i = 0; i < 2; i++)
    {
      const item *x = &q->items.e[hit[i]];
      const struct rows *z = &r[q->same ? 0 : i];
      w->thread[i] = z->col.e[0].v[x->row];
      w->block[i] = z->col.e[1].v[x->row];
      w->offset[i] = x->lo;
      add_values (q, z, x->row, i, w);
    }
  int64_t p = w->offset[0] > w->offset[1] ? w->offset[0] : w->offset[1];
  for (int i = 0; i < 2; i++)
    unfold (q, &q->s[q->same ? 0 : i], p, &w->offset[i], i, w);
  for (int i = 0; i < q->base.n && w->n_base < DJ_MAX_BASE; i++)
    {
      w->base[w->n_base].coef = q->base.e[i].coef;
      w->base[w->n_base++].node = q->base.e[i].node;
    }
  return true;
}

/* Looks for a meeting among N threads, from number FIRST on, of each of the blocks.  */
static enum dj_finite_answer
search_units (struct query *q, const dj_key *key, const int *block, int n_blocks, int first, int n,
	      const struct env *env, struct px_dj_witness *w)
{
  struct rows r[2] = { rows (), rows () };
  enum dj_finite_answer answer = !fill_sides (q, key, block, n_blocks, first, n, env, r)
				   ? DJ_F_CANNOT
				 : meeting (q, key, r, env, w) ? DJ_F_ALWAYS
							       : DJ_F_NEVER;
  for (int i = 0; i < 2; i++)
    dj_finite_rows_free (&r[i]);
  return answer;
}

/* Looks for a meeting within a group of WIDTH of these threads, with one table for all groups.  */
static enum dj_finite_answer
search_groups (struct query *q, const dj_key *key, const int *block, int n_blocks, int first, int n,
	       int width, const struct env *env, struct px_dj_witness *w)
{
  struct rows r[2] = { rows (), rows () };
  int groups = (n + width - 1) / width;
  enum dj_finite_answer answer
    = fill_sides (q, key, block, n_blocks, first, n, env, r) ? DJ_F_NEVER : DJ_F_CANNOT;
  if (answer == DJ_F_NEVER)
    {
      /* The items of one group after those of the other, each in the order that they had.  */
      dj_room (&q->group, groups + 1);
      dj_room (&q->grouped, q->items.n);
      int *end = q->group.e;
      memset (end, 0, (groups + 1) * sizeof *end);
      for (int pass = 0; pass < 2; pass++)
	{
	  for (int k = 0; k < q->items.n; k++)
	    {
	      const item *x = &q->items.e[k];
	      int g = (int) (r[x->side].col.e[0].v[x->row] - first) / width;
	      if (pass)
		q->grouped.e[end[g]++] = *x;
	      else
		end[g + 1]++;
	    }
	  for (int g = 0; g < groups && !pass; g++)
	    end[g + 1] += end[g];
	}
      for (int g = 0, k = 0; g < groups && answer == DJ_F_NEVER; g++)
	{
	  q->items.n = 0;
	  for (; k < end[g]; k++)
	    dj_push (&q->items, q->grouped.e[k]);
	  if (meeting (q, key, r, env, w))
	    answer = DJ_F_ALWAYS;
	}
    }
  for (int i = 0; i < 2; i++)
    dj_finite_rows_free (&r[i]);
  return answer;
}

/* Looks for a meeting within a group of WIDTH of the threads FIRST … N - 1.  All groups at once where one chunk has
   them; else the first group, which mostly has one if any has, alone, then the others at once; and one by one where that
   cannot be done.  */
static enum dj_finite_answer
search_each (struct query *q, const dj_key *key, const int *block, int n_blocks, int first, int n,
	     int width, const struct env *env, struct px_dj_witness *w)
{
  enum dj_finite_answer answer = DJ_F_NEVER;
  for (bool at_once = (n - first) * n_blocks <= CHUNK; first < n && answer == DJ_F_NEVER;
       first += width)
    {
      if (at_once && first + width < n)
	{
	  struct px_dj *A = q->A;
	  long left = A->rows_left;
	  bool out = A->out_of_budget;
	  px_dj_ref culprit = q->culprit;
	  answer = search_groups (q, key, block, n_blocks, first, n - first, width, env, w);
	  if (answer != DJ_F_CANNOT)
	    break;
	  A->rows_left = left;
	  A->out_of_budget = out;
	  q->culprit = culprit;
	}
      answer = search_units (q, key, block, n_blocks, first, first + width <= n ? width : n - first,
			     env, w);
      at_once = first == 0;
    }
  return answer;
}

static enum dj_finite_answer
search_all (struct query *q, const dj_key *key, const int *block, int n_blocks, int n,
	    struct px_dj_witness *w)
{
  dj_vec<px_dj_ref> vars = dj_vec<px_dj_ref> ();
  enum dj_finite_answer answer = DJ_F_NEVER;
  int width = q->c->common.level == DJ_LEVEL_THREAD ? q->c->common.n : n;
  bool each = false; /* each group of threads has its own values of the common counters */
  for (int i = 0; i < q->n_sides; i++)
    dj_finite_side_leaves (q, &q->s[i], &vars);
  for (int i = 0; i < vars.n; i++)
    if (dj_finite_common (q, vars.e[i]))
      each |= (dj_finite_attr (q, vars.e[i]) & USES_THREAD) != 0;
    else if (dj_var_common (q->A, q->c, dj_var_of (q->A, vars.e[i])))
      q->exact = false; /* the two sides would be in different iterations of one counter */
  for (int from = 0; from < n && answer == DJ_F_NEVER; from += each ? width : n)
    {
      struct rows shared = rows ();
      if (!common_values (q, &vars, from, &shared))
	answer = DJ_F_CANNOT;
      for (int e = each ? 0 : q->row; e < shared.n && answer == DJ_F_NEVER; e++)
	{
	  struct env env = { &shared, e };
	  answer = search_each (q, key, block, n_blocks, from,
				each && from + width < n ? from + width : n, width, &env, w);
	  q->passed.row = e;
	}
      q->passed.rows = each ? 0 : shared.n;
      dj_finite_rows_free (&shared);
    }
  dj_drop (&vars);
  if (width < n)
    q->passed.apart = 0; /* of one group of threads */
  return answer;
}

/* Looks for a meeting among a few of the first N threads, half of which are outside every scope of threads that has
   the others: where pairs meet, such a pair mostly does, and no scope that is asked later has it inside.  Returns
   false if it has found none.  */
static bool
search_few (struct query *q, const dj_key *key, const int *block, int n_blocks, int n,
	    struct px_dj_witness *w)
{
  if (!key->widest || n < 2 * FEW || q->c->common.level == DJ_LEVEL_THREAD)
    return false;
  q->far = (n / 2 + key->widest - 1) / key->widest * key->widest;
  bool found = q->far + n / FEW <= n
	       && search_all (q, key, block, n_blocks, n / FEW * 2, w) == DJ_F_ALWAYS
	       && w->thread[0] / key->widest != w->thread[1] / key->widest;
  q->far = 0;
  q->passed = passed ();
  return found;
}

/* Looks for a meeting among the first n threads of the blocks, unless that has been done before.  */
static enum dj_finite_answer
search (struct query *q, const dj_key *key, const int *block, int n_blocks, int n,
	struct px_dj_witness *w)
{
  enum dj_finite_answer answer;
  if (dj_finite_recall (q, key, block, n_blocks, n, &answer, w))
    return answer;
  q->passed = passed ();
  answer = search_few (q, key, block, n_blocks, n, w) ? DJ_F_ALWAYS
						      : search_all (q, key, block, n_blocks, n, w);
  dj_finite_remember (q, key, answer, w);
  return answer;
}

/* Returns true if every enumerated value occurs: no loop is left early.  */
static bool
all_occur (struct query *q)
{
  bool yes = true;
  dj_vec<px_dj_ref> vars = dj_vec<px_dj_ref> ();
  for (int i = 0; i < q->n_sides; i++)
    dj_finite_side_leaves (q, &q->s[i], &vars);
  for (int i = 0; i < vars.n; i++)
    yes &= dj_var_of (q->A, vars.e[i])->every;
  dj_drop (&vars);
  return yes;
}

static bool
uses_block (struct query *q)
{
  int a = 0;
  for (int i = 0; i < q->n_sides; i++)
    {
      a |= dj_finite_attr (q, q->s[i].offset);
      for (int j = 0; j < q->s[i].guard.n; j++)
	a |= dj_finite_attr (q, q->s[i].guard.e[j]);
    }
  return a & USES_BLOCK;
}

enum dj_finite_answer
dj_finite_meet (px_dj *A, const dj_case *c, const dj_key *key, const px_dj_access *a,
		const px_dj_access *b, struct px_dj_witness *w, px_dj_ref *node)
{
  struct query q = query ();
  const px_dj_access *const acc[2] = { a, b };
  enum dj_finite_answer answer = DJ_F_CANNOT;
  int T = A->launch.threads, n = c->n_block, least = A->launch.min_blocks;
  int block[6] = { 0 }, n_blocks = 1;
  q.A = A;
  q.c = c;
  q.blocks = c->other_block;
  q.same = a == b;
  q.n_sides = q.same ? 1 : 2;
  memset (w, 0, sizeof *w);
  if (c->other_block)
    {
      /* Sample the ends of the first two units, and the last block that exists in every launch.  */
      int last = c->common.level == DJ_LEVEL_BLOCK ? c->common.n : least;
      int cand[4] = { n - 1, n, 2 * n - 1, last - 1 };
      for (int i = 0; i < 4; i++)
	if (cand[i] > block[n_blocks - 1] && (c->common.level != DJ_LEVEL_BLOCK || cand[i] < last)
	    && (!A->launch.max_blocks || cand[i] < A->launch.max_blocks))
	  block[n_blocks++] = cand[i];
    }
  if (!A->no_finite && dj_finite_prepare (&q, acc))
    {
      struct px_dj_witness v;
      answer = search (&q, key, block, n_blocks, T ? T : 1024, w);
      if (answer == DJ_F_NEVER && q.blocks && uses_block (&q))
	answer = DJ_F_CANNOT;
      if (answer == DJ_F_ALWAYS)
	{
	  answer = DJ_F_MAYBE;
	  if (q.exact && all_occur (&q))
	    {
	      if (T)
		answer = DJ_F_ALWAYS;
	      else if (search (&q, key, block, n_blocks, A->launch.min_threads, &v) == DJ_F_ALWAYS)
		{
		  answer = DJ_F_ALWAYS;
		  *w = v;
		}
	    }
	  if (c->other_block && c->common.level == DJ_LEVEL_GRID)
	    w->more_units = w->block[0] >= least || w->block[1] >= least;
	}
    }
  *node = q.culprit;
  for (int i = 0; i < w->n_base && w->valid; i++)
    if (w->base[i].node >= (px_dj_ref) A->first_scratch)
      w->base[i].node = 0;
  free_query (&q);
  return answer;
}

enum dj_finite_answer
dj_finite_outside (px_dj *A, const px_dj_access *a, int64_t extent, struct px_dj_witness *w,
		   px_dj_ref *node)
{
  struct query q = query ();
  dj_case c = { { DJ_LEVEL_GRID, 1 }, -1, 0, true, 1 };
  const px_dj_access *const acc[2] = { a, a };
  enum dj_finite_answer answer = DJ_F_CANNOT;
  int T = A->launch.threads, least = A->launch.min_blocks;
  int block[2] = { 0, least - 1 };
  q.A = A;
  q.c = &c;
  q.blocks = true;
  q.n_sides = 1;
  memset (w, 0, sizeof *w);
  if (!A->no_finite && dj_finite_prepare (&q, acc))
    {
      struct rows r = dj_finite_threads (A, block, least > 1 ? 2 : 1, 0, T ? T : 1024, 0);
      if (dj_finite_spend (&q, r.n) && dj_finite_table (&q, 0, &r, NULL))
	{
	  const int64_t *t = r.col.e[0].v, *b = r.col.e[1].v;
	  answer = uses_block (&q) ? DJ_F_CANNOT : DJ_F_NEVER;
	  bool exact = q.exact && all_occur (&q);
	  int inside = 0;
	  for (int i = 0; i < q.off.n; i++)
	    inside += q.off.e[i] >= 0 && q.off.e[i] <= extent - q.s[0].width;
	  for (int i = 0; i < q.off.n; i++)
	    if (q.off.e[i] < 0 || q.off.e[i] > extent - q.s[0].width)
	      {
		int row = q.keep.e[i];
		bool there = exact && t[row] < (T ? T : A->launch.min_threads);
		if (w->valid && !there)
		  continue;
		memset (w, 0, sizeof *w);
		w->valid = true;
		w->none_inside = !inside;
		w->thread[0] = t[row];
		w->block[0] = b[row];
		w->offset[0] = q.off.e[i];
		add_values (&q, &r, row, 0, w);
		unfold (&q, &q.s[0], q.off.e[i] < 0 ? q.off.e[i] : q.off.e[i] + q.s[0].width - 1,
			&w->offset[0], 0, w);
		answer = there ? DJ_F_ALWAYS : DJ_F_MAYBE;
		if (there)
		  break;
	      }
	}
      dj_finite_rows_free (&r);
    }
  *node = q.culprit;
  free_query (&q);
  return answer;
}
