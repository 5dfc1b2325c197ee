/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What copies by tensor maps do to the memory that a map leads to: boxes.  Within a unit, a copy is ordered after
   each earlier one that may be of the same bytes, unless both load.

     maps          by two that parts of different parameters of a kernel are, never (F7); by one, unless in some
		   dimension the boxes' coordinates are apart; by two of which one was found in memory, perhaps
     extent        of a box in a dimension: that of the tile or the array in shared memory; of an array of another
		   rank than the map, all of its elements

   What other units and branches copy is theirs.

   Needs: the function in SSA form.
   Leaves: an object for each parameter that maps are part of, and one for all other maps.  */

#include "plugin/sync/sync-int.h"

/* A map: OFFSET bytes (-1: not known) from the start of PARM, a structure; PARM NULL: it was found in memory, at
   ADDRESS.  */
struct map
{
  tree address, parm;
  HOST_WIDE_INT offset;
};

static int
map_operand (gimple *s)
{
  int i = px_operand_with (s, PX_ROLE_BOXES);
  return i < 0 ? px_operand_with (s, PX_ROLE_PIXELS) : i;
}

/* Returns the map of S; no address: it is a call of a function that copies by maps of its own.  */
static map
map_of (gimple *s)
{
  map m = { NULL_TREE, NULL_TREE, -1 };
  if (!px_intrinsic_of (gimple_call_fndecl (s)))
    return m;
  m.address = px_map_of (s, &m.parm, &m.offset);
  if (!px_now->f->kernel)
    m.parm = NULL_TREE, m.offset = -1;
  return m;
}

/* All maps' memory is one store, of which px_boxes_need knows more.  */
px_obj *
px_boxes_object (tree parm)
{
  px_obj *all
    = px_object_of (px_boxes_key, "the memory of a tensor map", PX_GLOBAL, { PX_BLOCK, 1 }),
    *o = parm ? px_object_of (parm, px_name_of (parm), PX_GLOBAL, { PX_BLOCK, 1 }) : all;
  all->restricted = o->restricted = true;
  all->boxes = o->boxes = true;
  o->store = all->store;
  return o;
}

static bool
copies_boxes (gimple *s, const px_intrinsic *x)
{
  return (x->timeline == PX_T_BULK_LOAD || x->timeline == PX_T_BULK_STORE) && map_operand (s) >= 0;
}

bool
px_copies_boxes ()
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, px_now->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (gimple *s = gsi_stmt (i); is_gimple_call (s) && gimple_call_fndecl (s))
	if (const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s));
	    x && copies_boxes (s, x))
	  return true;
  return false;
}

px_obj *
px_boxes_of (gimple *s, const px_intrinsic *x)
{
  return copies_boxes (s, x) ? px_boxes_object (map_of (s).parm) : NULL;
}

int
px_boxes_kind (gimple *s, const px_intrinsic *x)
{
  return x->timeline == PX_T_BULK_LOAD			   ? PX_READ
	 : x->operands[map_operand (s)].operation.empty () ? PX_WRITE
							   : PX_ATOMIC;
}

static gimple *
copy_of (const px_acc *a)
{
  return ((const px_source *) a->user)->stmt;
}

/* Returns true if copies S and T find one value in name V, T in a later iteration of LOOP if that is not NULL.  What
   a loop computes has one value only in one turn, which both must be in: after the loop it is that of the last.  */
static bool
one_value (const_tree v, gimple *s, gimple *t, const px_stmt *loop)
{
  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (v));
  if (!bb)
    return true;
  loop_p l = bb->loop_father;
  return flow_bb_inside_loop_p (l, gimple_bb (s)) && flow_bb_inside_loop_p (l, gimple_bb (t))
	 && !(loop && flow_bb_inside_loop_p ((loop_p) loop->user, bb));
}

/* Returns true if A of copy OF and B of copy TO are the same value, in iterations of LOOP or of no loop: DEPTH
   operations deep the same sums and products.  */
static bool
same_value (const_tree a, const_tree b, gimple *of, gimple *to, const px_stmt *loop, int depth)
{
  if (TREE_CODE (a) == ADDR_EXPR && TREE_CODE (b) == ADDR_EXPR)
    {
      poly_int64 m, n;
      tree p = get_addr_base_and_unit_offset (TREE_OPERAND (a, 0), &m),
	   q = get_addr_base_and_unit_offset (TREE_OPERAND (b, 0), &n);
      if (!p || !q || maybe_ne (m, n))
	return false;
      if (TREE_CODE (p) == MEM_REF && TREE_CODE (q) == MEM_REF)
	return tree_int_cst_equal (TREE_OPERAND (p, 1), TREE_OPERAND (q, 1))
	       && same_value (TREE_OPERAND (p, 0), TREE_OPERAND (q, 0), of, to, loop, depth);
      return p == q;
    }
  if (TREE_CODE (a) != SSA_NAME || TREE_CODE (b) != SSA_NAME)
    return TREE_CODE (a) == INTEGER_CST && TREE_CODE (b) == INTEGER_CST
	   && tree_int_cst_equal (a, b);
  gimple *s = SSA_NAME_DEF_STMT (a), *t = SSA_NAME_DEF_STMT (b);
  if (a == b && one_value (a, of, to, loop))
    return true;
  bool same = depth && is_gimple_assign (s) && is_gimple_assign (t) && !gimple_vuse (s)
	      && !gimple_vuse (t) && gimple_assign_rhs_code (s) == gimple_assign_rhs_code (t)
	      && types_compatible_p (TREE_TYPE (a), TREE_TYPE (b))
	      && gimple_num_ops (s) == gimple_num_ops (t);
  for (unsigned i = 1; same && i < gimple_num_ops (s); i++)
    same = same_value (gimple_op (s, i), gimple_op (t, i), of, to, loop, depth - 1);
  return same;
}

static bool
same_map (const map &m, const map &n, gimple *s, gimple *t, const px_stmt *loop)
{
  enum
  {
    DEPTH = 8 /* of an address */
  };
  if (m.parm && n.parm && m.offset >= 0)
    return m.parm == n.parm && m.offset == n.offset;
  return m.address && n.address && same_value (m.address, n.address, s, t, loop, DEPTH);
}

/* Returns true if M and N lead to different memory (F7).  */
static bool
other_map (const map &m, const map &n)
{
  if (!m.parm || !n.parm
      || (m.parm == n.parm && (m.offset < 0 || m.offset == n.offset || n.offset < 0)))
    return false;
  int group = px_alias_group (px_now->fun->decl, m.parm);
  return !group || m.parm == n.parm || group != px_alias_group (px_now->fun->decl, n.parm);
}

enum
{
  MOST_DIMENSIONS = 5 /* of a tensor */
};

/* Returns how many elements the box of S, whose map has RANK dimensions, has in dimension I, at most; 0: it is not
   known.  */
static HOST_WIDE_INT
box_extent (gimple *s, int i, int rank)
{
  px_fragment f;
  tree type = px_copied_array (s);
  if (!type)
    return 0;
  if (px_tile_type (type, &f) && f.whole)
    return i ? f.rows : f.cols;
  HOST_WIDE_INT all = 1, n[MOST_DIMENSIONS];
  int dimensions = 0;
  for (; TREE_CODE (type) == ARRAY_TYPE; type = TREE_TYPE (type))
    {
      tree count = array_type_nelts (type);
      if (dimensions == MOST_DIMENSIONS || !tree_fits_shwi_p (count))
	return 0;
      all *= n[dimensions++] = tree_to_shwi (count) + 1;
    }
  return dimensions == rank ? n[rank - 1 - i] : all;
}

static int
box_rank (const px_intrinsic *x)
{
  int rank = 0;
  for (const px_operand &o : x->operands)
    rank += o.role == PX_ROLE_COORDINATE;
  return rank;
}

/* Coordinate I of S, and those that its box has beside it.  */
static px_reach
box_reach (gimple *s, int i, int rank)
{
  px_reach r;
  r.number = gimple_call_arg (s, px_operand_with (s, PX_ROLE_COORDINATE) + i);
  r.size = box_extent (s, i, rank);
  return r;
}

/* Returns true if A and B, copies by one map, are of boxes that have no element in common, within a unit of SCOPE.  */
static bool
boxes_apart (const px_fn *f, const px_acc *a, const px_acc *b, int scope, const px_stmt *loop,
	     int d)
{
  gimple *s = copy_of (a), *t = copy_of (b);
  const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s)),
		     *y = px_intrinsic_of (gimple_call_fndecl (t));
  int rank = x ? box_rank (x) : 0;
  if (!x || !y || px_operand_with (s, PX_ROLE_BOXES) < 0 || px_operand_with (t, PX_ROLE_BOXES) < 0
      || rank != box_rank (y))
    return false;
  for (int i = 0; i < rank; i++)
    if (px_judge_scope (f, a, box_reach (s, i, rank), b, box_reach (t, i, rank), f->scope[scope],
			a->obj->space == PX_SHARED, false, loop, d)
	== PX_APART)
      return true;
  return false;
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

int
px_boxes_need (const px_fn *f, const px_acc *a, const px_acc *b, const px_stmt *loop, int d)
{
  gimple *s = copy_of (a), *t = copy_of (b);
  map m = map_of (s), n = map_of (t);
  if (!a->obj->boxes || !b->obj->boxes || in_other_branch (a->op, b->op) || other_map (m, n))
    return PX_APART;
  int u = a->op->seq->scope, v = b->op->seq->scope, w = px_holds (f, u, v) ? u : v;
  w = px_holds (f, f->s_block, w) ? w : f->s_block;
  return same_map (m, n, s, t, loop) && boxes_apart (f, a, b, w, loop, d) ? PX_APART : w;
}
