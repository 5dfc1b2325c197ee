/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What copies by tensor maps do to the memory that a map leads to: boxes, which px knows by their coordinates
   only.  Within a unit that issues copies by one map, a load is ordered with each store, as it may be of the
   same box; two stores are if their coordinates are the same.  What other units and branches copy is theirs.

   Needs: the function in SSA form.
   Leaves: an object for each map that a kernel has as its parameter.  */

#include "plugin/sync/sync-int.h"

/* Returns the parameter that is the map of S, a copy; NULL: S has no map, or it is not known.  */
static tree
map_of (gimple *s)
{
  for (unsigned i = 0; i < gimple_call_num_args (s); i++)
    if (tree arg = gimple_call_arg (s, i),
	d = TREE_CODE (arg) == ADDR_EXPR ? TREE_OPERAND (arg, 0) : NULL_TREE;
	d && TREE_CODE (d) == PARM_DECL)
      return d;
  return NULL_TREE;
}

px_obj *
px_boxes_of (gimple *s, const px_intrinsic *x)
{
  bool copy = startswith (x->name, "px_tensor_")
	      && (x->timeline == PX_T_BULK_LOAD || x->timeline == PX_T_BULK_STORE);
  tree d = copy && px_now->f->kernel ? map_of (s) : NULL_TREE;
  if (!d)
    return NULL;
  px_obj *o = px_object_of (d, px_name_of (d), PX_GLOBAL, { PX_BLOCK, 1 });
  o->restricted = true;
  o->boxes = true;
  return o;
}

static gimple *
copy_of (const px_acc *a)
{
  return ((const px_source *) a->user)->stmt;
}

/* True if A and B are the same number, in iterations of LOOP or of no loop: DEPTH operations deep the same sums and
   products.  */
static bool
same_coordinate (const_tree a, const_tree b, const px_stmt *loop, int depth)
{
  if (TREE_CODE (a) != SSA_NAME || TREE_CODE (b) != SSA_NAME)
    return operand_equal_p (a, b);
  gimple *s = SSA_NAME_DEF_STMT (a), *t = SSA_NAME_DEF_STMT (b);
  if (a == b
      && !(loop && gimple_bb (s) && flow_bb_inside_loop_p ((loop_p) loop->user, gimple_bb (s))))
    return true;
  bool same = depth && is_gimple_assign (s) && is_gimple_assign (t) && !gimple_vuse (s)
	      && !gimple_vuse (t) && gimple_assign_rhs_code (s) == gimple_assign_rhs_code (t)
	      && types_compatible_p (TREE_TYPE (a), TREE_TYPE (b))
	      && gimple_num_ops (s) == gimple_num_ops (t);
  for (unsigned i = 1; same && i < gimple_num_ops (s); i++)
    same = same_coordinate (gimple_op (s, i), gimple_op (t, i), loop, depth - 1);
  return same;
}

/* True if copies S and T are of one box.  */
static bool
one_box (gimple *s, gimple *t, const px_stmt *loop)
{
  enum
  {
    DEPTH = 8 /* of a coordinate */
  };
  const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s));
  if (x != px_intrinsic_of (gimple_call_fndecl (t)))
    return false;
  for (unsigned i = 0; i < x->operands.size (); i++)
    if (x->operands[i].role == PX_ROLE_COORDINATE
	&& !same_coordinate (gimple_call_arg (s, i), gimple_call_arg (t, i), loop, DEPTH))
      return false;
  return true;
}

static bool
in_other_branch (const px_stmt *a, const px_stmt *b)
{
  for (const px_seq *q = a->seq; q->up; q = q->up->seq)
    if (px_inside (q->up, b))
      {
	const px_seq *r = b->seq;
	while (r->up != q->up)
	  r = r->up->seq;
	return q->up->kind == PX_SPLIT && r != q;
      }
  return false;
}

static bool
reduces (gimple *s)
{
  const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s));
  return x->timeline == PX_T_BULK_STORE && !startswith (x->name, "px_tensor_store");
}

int
px_boxes_need (const px_fn *f, const px_acc *a, const px_acc *b, const px_stmt *loop)
{
  if (a->obj != b->obj)
    return PX_APART;
  gimple *s = copy_of (a), *t = copy_of (b);
  if (in_other_branch (a->op, b->op) || (reduces (s) && reduces (t))
      || (a->kind != PX_READ && b->kind != PX_READ && !one_box (s, t, loop)))
    return PX_APART;
  int u = a->op->seq->scope, v = b->op->seq->scope, w = px_holds (f, u, v) ? u : v;
  return px_holds (f, f->s_block, w) ? w : f->s_block;
}
