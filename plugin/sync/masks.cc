/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which blocks of a cluster multicasts reach.

   Needs: the function in SSA form, dominators, loops.  Leaves: px_acc's to, always and may; warnings of masks that perhaps
   leave a block out, which then reads what its slot had before, or name one outside the cluster.  */

#include "plugin/sync/sync-int.h"
#include "plugin/bridge/count.h"

/* The values that a mask or a part of it may have.  */
typedef std::vector<tree> values;

enum
{
  MOST_VALUES = 16,
  MOST_BITS = 4, /* that an AND leaves */
  DEPTH = 12
};

static bool
put_constant (values *v, tree c)
{
  if (!c || TREE_CODE (c) != INTEGER_CST || TREE_OVERFLOW (c))
    return false;
  for (tree x : *v)
    if (tree_int_cst_equal (x, c))
      return true;
  v->push_back (c);
  return v->size () <= MOST_VALUES;
}

static bool values_of (tree t, int rank, int depth, values *v);

/* Adds to *V what X CODE Y is, in TYPE, for each X of A and Y of B; CODE X if Y is NULL.  */
static bool
add_results (tree_code code, tree type, const values &a, const values *b, values *v)
{
  for (tree x : a)
    {
      if (!b && !put_constant (v, fold_unary (code, type, x)))
	return false;
      for (size_t i = 0; b && i < b->size (); i++)
	if (!put_constant (v, fold_binary (code, type, x, (*b)[i])))
	  return false;
    }
  return true;
}

/* Adds to *V all numbers of TYPE that have no other bits than MASK.  */
static bool
add_bits (unsigned HOST_WIDE_INT mask, tree type, values *v)
{
  if (popcount_hwi (mask) > MOST_BITS)
    return false;
  for (unsigned HOST_WIDE_INT sub = mask;; sub = (sub - 1) & mask)
    {
      if (!put_constant (v, build_int_cst (type, sub)))
	return false;
      if (!sub)
	return true;
    }
}

/* Returns true if edge E into its block comes only from an arm of the condition before it that block RANK does not take.  */
static bool
excluded (edge e, int rank)
{
  basic_block d = get_immediate_dominator (CDI_DOMINATORS, e->dest);
  gcond *c = d ? safe_dyn_cast<gcond *> (last_stmt (d)) : NULL;
  int taken = c ? px_true_at (px_now->f, c, rank, -1) : -1;
  edge way;
  edge_iterator i;
  if (taken < 0)
    return false;
  FOR_EACH_EDGE (way, i, d->succs)
    if (!(way->flags & EDGE_TRUE_VALUE) == !taken
	&& (way == e
	    || (single_pred_p (way->dest) && dominated_by_p (CDI_DOMINATORS, e->src, way->dest))))
      return false;
  return true;
}

/* values_of of what PHI chooses.  */
static bool
values_of_phi (gphi *phi, int rank, int depth, values *v)
{
  basic_block bb = gimple_bb (phi);
  if (bb->loop_father->header == bb)
    return false;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      values one;
      if (excluded (gimple_phi_arg_edge (phi, i), rank))
	continue;
      if (!values_of (gimple_phi_arg_def (phi, i), rank, depth + 1, &one))
	return false;
      for (tree c : one)
	if (!put_constant (v, c))
	  return false;
    }
  return true;
}

/* values_of of what S, T's assignment, computes of operands that are not all known: the few values that there are.  */
static bool
values_of_any (gimple *s, tree t, values *v)
{
  tree_code c = gimple_assign_rhs_code (s);
  tree b = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE, type = TREE_TYPE (t);
  if (TREE_CODE_CLASS (c) == tcc_comparison)
    return put_constant (v, build_int_cst (type, 0)) && put_constant (v, build_int_cst (type, 1));
  if (!b || !tree_fits_uhwi_p (b))
    return false;
  unsigned HOST_WIDE_INT n = tree_to_uhwi (b);
  if (c == BIT_AND_EXPR)
    return add_bits (n, type, v);
  bool rest = c == TRUNC_MOD_EXPR && n <= MOST_VALUES
	      && (TYPE_UNSIGNED (type) || tree_expr_nonnegative_p (gimple_assign_rhs1 (s)));
  for (unsigned HOST_WIDE_INT k = 0; rest && k < n; k++)
    put_constant (v, build_int_cst (type, k));
  return rest;
}

/* Adds to *V all values that T may have in block RANK of the cluster, DEPTH operations deep.  Returns false if they are too
   many, or not known.  */
static bool
values_of (tree t, int rank, int depth, values *v)
{
  if (tree c = px_constant_at (px_now->f, t, rank, -1))
    return put_constant (v, c);
  gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (!s || depth > DEPTH || !INTEGRAL_TYPE_P (TREE_TYPE (t)))
    return false;
  if (gphi *phi = dyn_cast<gphi *> (s))
    return values_of_phi (phi, rank, depth, v);
  if (!is_gimple_assign (s) || gimple_assign_load_p (s))
    return false;
  tree_code c = gimple_assign_rhs_code (s);
  tree x = gimple_assign_rhs1 (s), y = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
  if (c == COND_EXPR)
    return values_of (y, rank, depth + 1, v)
	   && values_of (gimple_assign_rhs3 (s), rank, depth + 1, v);
  values a, b, known;
  bool all = values_of (x, rank, depth + 1, &a) && (!y || values_of (y, rank, depth + 1, &b));
  if (all && c == SSA_NAME)
    known = a;
  else if (all)
    all = add_results (c, TREE_TYPE (t), a, y ? &b : NULL, &known);
  if (!all)
    return values_of_any (s, t, v);
  for (tree k : known)
    if (!put_constant (v, k))
      return false;
  return true;
}

void
px_note_mask (px_acc *a, tree to)
{
  px_fn *f = px_now->f;
  a->everywhere = tree_fits_uhwi_p (to) && tree_to_uhwi (to) == px_cluster_ranks (f);
  if (a->everywhere || f->cluster > 32)
    return;
  uint32_t *always = (uint32_t *) px_alloc (&f->pool, f->cluster * sizeof *always),
	   *may = (uint32_t *) px_alloc (&f->pool, f->cluster * sizeof *may);
  bool one = true, any = false;
  for (int r = 0; r < f->cluster; r++)
    {
      values v;
      bool known = values_of (to, r, 0, &v);
      any |= known;
      one &= known && v.size () == 1;
      always[r] = known ? UINT32_MAX : 0;
      may[r] = known ? 0 : UINT32_MAX;
      for (size_t i = 0; known && i < v.size (); i++)
	{
	  uint32_t blocks = TREE_INT_CST_LOW (v[i]);
	  always[r] &= blocks;
	  may[r] |= blocks;
	}
    }
  if (one)
    a->to = always;
  else if (any) /* who does not issue the copy needs no mask */
    a->always = always, a->may = may;
}

bool
px_multicast_p (const px_acc *a)
{
  return a->remote && a->kind == PX_WRITE && a->op->timeline == PX_BULK_LOAD
	 && ((const px_source *) a->user)->pointer;
}

static uint32_t all_reached (const px_seq *q, const px_ring *r, int from);

/* The blocks that what block FROM writes to R's slot by S always reaches.  */
static uint32_t
reached_by (const px_stmt *s, const px_ring *r, int from)
{
  uint32_t to = 0;
  for (int i = 0; s->kind == PX_OP && i < s->nacc; i++)
    if (s->acc[i].obj->ring == r && s->acc[i].kind != PX_READ)
      to |= px_blocks_surely (px_now->f, &s->acc[i], from);
  if (s->kind == PX_IF && s->ranked)
    return all_reached (s->body[!(s->ranks >> from & 1)], r, from);
  if (s->kind == PX_IF)
    return all_reached (s->body[0], r, from) & all_reached (s->body[1], r, from);
  for (int i = 0; i < s->nbody; i++)
    to |= all_reached (s->body[i], r, from);
  return to;
}

static uint32_t
all_reached (const px_seq *q, const px_ring *r, int from)
{
  uint32_t to = 0;
  for (int i = 0; i < q->nst; i++)
    to |= reached_by (q->st[i], r, from);
  return to;
}

/* The blocks in which each of R's fills that A is in writes something.  */
static uint32_t
fill_surely_reaches (const px_acc *a, const px_ring *r)
{
  const px_fn *f = px_now->f;
  uint32_t to = 0;
  for (int from = 0; from < f->cluster; from++)
    if (px_ring_ranks_of (f, a->ringop) >> from & 1)
      to |= all_reached (a->ringop->body[0], r, from);
  /* Copies to what a fill names may stand apart from it.  */
  for (int i = 0; i < f->nacc; i++)
    if (const px_acc *b = f->acc[i]; b->obj->ring == r && b->ringop == a->ringop
				     && b->kind != PX_READ && !px_inside (a->ringop, b->op))
      for (int from = 0; from < f->cluster; from++)
	if (px_ring_ranks_of (f, b->op) >> from & 1)
	  to |= px_blocks_surely (f, b, from);
  return to;
}

/* The blocks that multicast A reaches, but not each time, as a condition in the fill selects it, and the other arm leaves them
   out.  */
static uint32_t
reached_at_times (const px_acc *a, const px_ring *r)
{
  const px_fn *f = px_now->f;
  uint32_t to = 0;
  for (const px_stmt *s = a->op->seq->up; s && s != a->ringop; s = s->seq->up)
    for (int from = 0; s->kind == PX_IF && !s->ranked && from < f->cluster; from++)
      if (px_ring_ranks_of (f, a->op) >> from & 1)
	to |= px_blocks_perhaps (f, a, from)
	      & (all_reached (s->body[0], r, from) ^ all_reached (s->body[1], r, from));
  return to;
}

/* Returns true if nothing that the fill of A writes reaches block BLOCK, which is an error (fill_reaches in
   infer/ring-barriers.cc).  */
static bool
never_reached (const px_acc *a, int block)
{
  const px_fn *f = px_now->f;
  for (int i = 0; i < f->nacc; i++)
    if (const px_acc *b = f->acc[i];
	b->obj->ring == a->obj->ring && b->ringop == a->ringop && b->kind != PX_READ)
      for (int from = 0; from < f->cluster; from++)
	if ((px_ring_ranks_of (f, b->op) >> from & 1)
	    && (px_blocks_perhaps (f, b, from) >> block & 1))
	  return false;
  return true;
}

/* Warns if it is not decided that each fill that multicast A is of reaches all blocks that drain the ring, or that A names
   only such.  */
static void
judge_mask (const px_acc *a)
{
  const px_fn *f = px_now->f;
  const px_ring *r = a->obj->ring;
  uint32_t without = 0, outside = 0,
	   lacking = ~fill_surely_reaches (a, r) | reached_at_times (a, r);
  const px_acc *drain = NULL;
  for (int from = 0; from < f->cluster; from++)
    if (px_ring_ranks_of (f, a->op) >> from & 1)
      {
	lacking |= px_blocks_perhaps (f, a, from) & ~px_blocks_surely (f, a, from);
	outside |= a->everywhere || a->to ? 0 : a->may ? a->may[from] & ~px_cluster_ranks (f) : 1;
      }
  for (int i = 0; i < f->nacc && !without; i++)
    {
      drain = f->acc[i];
      if (drain->obj->ring == r && drain->ringop && drain->ringop->kind == PX_DRAIN
	  && !drain->remote)
	without = px_ring_ranks_of (f, drain->op) & lacking;
    }
  auto_diagnostic_group g;
  if (without ? never_reached (a, __builtin_ctz (without)) : !outside)
    return;
  if (without
	? !px_warn_race (px_access_loc (a), PX_D_REACH_UNDECIDED, __builtin_ctz (without), r->name)
	: !px_warn_race (px_access_loc (a), PX_D_MASK_UNDECIDED, f->cluster))
    return;
  if (without)
    inform (px_access_loc (drain), "it reads there what the slot had before, if it does not");
  if (!a->everywhere && !a->to)
    inform (px_access_loc (a), a->may ? G_ ("the mask varies") : G_ ("the mask is not known"));
  else
    inform (px_access_loc (a), "it is under a condition");
  inform (px_access_loc (a),
	  "write a mask of constants and of the number of the block in the cluster; "
	  "if it is in the data, write %<__unsafe%> before the copy");
}

void
px_judge_masks ()
{
  for (int i = 0; i < px_now->f->nacc; i++)
    if (const px_acc *a = px_now->f->acc[i]; px_multicast_p (a) && a->obj->ring && a->ringop
					     && a->ringop->kind == PX_FILL && !a->op->unsafe)
      judge_mask (a);
}
