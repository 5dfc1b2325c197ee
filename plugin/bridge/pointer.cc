/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where pointers lead, for value/disjoint.h: the byte offset from the start of the object, and, of a pointer that
   may lead to one of several, under which condition it leads to that one.

   Needs: what plugin/bridge/race.cc needs.  Leaves: nothing changed.  */

#include "plugin/bridge/race-int.h"

/* The loop that T is set in.  */
static loop_p
loop_of (tree t)
{
  basic_block bb = TREE_CODE (t) == SSA_NAME ? gimple_bb (SSA_NAME_DEF_STMT (t)) : NULL;
  return bb ? bb->loop_father : R->where;
}

/* A byte offset: of type sizetype to GCC, but signed, and its sums and its
   products with the size of an element do not wrap within an object.  */
px_dj_ref
px_race_offset (tree t)
{
  tree a = NULL_TREE, b = NULL_TREE;
  tree_code code = ERROR_MARK;
  if (TREE_CODE (t) == INTEGER_CST)
    return px_dj_const (R->dj, s64, (int64_t) TREE_INT_CST_LOW (t));
  if (px_race_left_p (t))
    return px_dj_cast (R->dj, s64, px_race_expr (t));
  px_race_at at (loop_of (t));
  if (TREE_CODE (t) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (t)))
    {
      gimple *s = SSA_NAME_DEF_STMT (t);
      code = gimple_assign_rhs_code (s);
      a = gimple_assign_rhs1 (s);
      b = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
    }
  else if (EXPR_P (t))
    {
      code = TREE_CODE (t);
      a = TREE_OPERAND (t, 0);
      b = TREE_OPERAND_LENGTH (t) > 1 ? TREE_OPERAND (t, 1) : NULL_TREE;
    }
  bool wide = TYPE_PRECISION (TREE_TYPE (t)) == 64;
  if (wide && (code == PLUS_EXPR || code == MINUS_EXPR))
    return px_dj_bin (R->dj, code == PLUS_EXPR ? DJ_ADD : DJ_SUB, px_race_offset (a),
		      px_race_offset (b));
  if (wide && code == MULT_EXPR && TREE_CODE (b) == INTEGER_CST)
    return px_dj_bin (R->dj, DJ_MUL, px_race_offset (a), px_race_offset (b));
  if (wide && CONVERT_EXPR_CODE_P (code) && px_race_integer_p (TREE_TYPE (a))
      && !POINTER_TYPE_P (TREE_TYPE (a)))
    {
      if (TYPE_PRECISION (TREE_TYPE (a)) == 64)
	return px_race_offset (a);
      return px_dj_cast (R->dj, s64,
			 px_race_convert (TREE_TYPE (t), TREE_TYPE (a), px_race_expr (a)));
    }
  return px_dj_cast (R->dj, s64, px_race_expr (t));
}

/* It is not known where the pointer leads; it does not lead to the object; byte AT of the object.  */
static px_race_spot
nowhere_known ()
{
  return { 0, 0, false, false };
}

static px_race_spot
leads_elsewhere ()
{
  return { 0, 0, false, true };
}

static px_race_spot
at_byte (px_dj_ref at)
{
  return { at, 0, false, false };
}

static px_race_spot
further_on (px_race_spot x, px_dj_ref by)
{
  if (x.at)
    x.at = px_dj_bin (R->dj, DJ_ADD, x.at, by);
  return x;
}

static px_race_spot spot (tree p, tree root, int depth);

/* The byte offset of pointer P from its object; 0 if it is not known, or there may be several.  */
static px_dj_ref
pointer (tree p, int depth)
{
  return spot (p, NULL_TREE, depth).at;
}

/* In loop L, or after it: how far an iteration moves P, of its header, whose next value is NEXT;
   0 if that differs.  A loop inside moves it by as much for each of its own iterations.  */
static px_dj_ref
stride_of (loop_p l, tree p, tree next, int depth)
{
  px_dj_ref sum = px_dj_const (R->dj, s64, 0);
  for (tree t = next; t != p; depth++)
    {
      gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
      poly_int64 far;
      HOST_WIDE_INT n;
      px_dj_ref by = px_dj_const (R->dj, s64, 0);
      if (depth > 40)
	return 0;
      if (TREE_CODE (t) == ADDR_EXPR)
	{
	  tree base = get_addr_base_and_unit_offset (TREE_OPERAND (t, 0), &far);
	  if (!base || TREE_CODE (base) != MEM_REF || !far.is_constant (&n))
	    return 0;
	  by = px_dj_const (R->dj, s64, n);
	  t = TREE_OPERAND (base, 0);
	}
      else if (!s || !gimple_bb (s) || !px_race_within (gimple_bb (s)->loop_father, l))
	return 0;
      else if (gphi *phi = dyn_cast<gphi *> (s))
	{
	  loop_p inner = gimple_bb (s)->loop_father;
	  tree start, step;
	  if (inner == l || inner->header != gimple_bb (s) || gimple_phi_num_args (phi) != 2)
	    return 0;
	  px_race_arguments (phi, inner, &start, &step);
	  px_dj_ref each = stride_of (inner, t, step, depth + 1),
		    turns = each ? px_race_turns (inner) : 0;
	  if (!turns)
	    return 0;
	  by = px_dj_bin (R->dj, DJ_MUL, turns, each);
	  t = start;
	}
      else if (!is_gimple_assign (s) || gimple_assign_load_p (s)
	       || !POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (s))))
	return 0;
      else
	{
	  if (gimple_assign_rhs_code (s) == POINTER_PLUS_EXPR)
	    {
	      px_race_at at (gimple_bb (s)->loop_father);
	      by = px_race_offset (gimple_assign_rhs2 (s));
	    }
	  else if (!gimple_assign_single_p (s) && !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s)))
	    return 0;
	  t = gimple_assign_rhs1 (s);
	}
      sum = px_dj_bin (R->dj, DJ_ADD, sum, by);
    }
  return px_dj_fixed_in (R->dj, sum, px_race_loop (l)) ? sum : 0;
}

/* P, of a loop's header, moves by as much in each iteration.  Not known if it does not, or where the loop
   has been left and it is not known how often it ran.  */
static px_race_spot
moved (tree p, tree root, int depth)
{
  gphi *phi = as_a<gphi *> (SSA_NAME_DEF_STMT (p));
  loop_p l = gimple_bb (phi)->loop_father;
  tree init, next;
  if (l->header != gimple_bb (phi) || gimple_phi_num_args (phi) != 2)
    return nowhere_known ();
  px_race_arguments (phi, l, &init, &next);
  px_dj_ref step = init && next ? stride_of (l, p, next, depth) : 0;
  if (!step)
    return nowhere_known ();
  px_dj_ref turns = px_race_left_p (p) ? px_race_turns (l) : px_race_iteration (l, p);
  px_race_at at (loop_outer (l));
  px_race_spot start = spot (init, root, depth + 1);
  if (start.never)
    return start;
  return turns ? further_on (start, px_dj_bin (R->dj, DJ_MUL, turns, step)) : nowhere_known ();
}

/* The pointer that P is, *BYTES further.  */
static tree
constant_part (tree p, HOST_WIDE_INT *bytes)
{
  *bytes = 0;
  for (;;)
    {
      if (TREE_CODE (p) == ADDR_EXPR)
	{
	  poly_int64 at;
	  HOST_WIDE_INT n;
	  tree base = get_addr_base_and_unit_offset (TREE_OPERAND (p, 0), &at);
	  if (!base || TREE_CODE (base) != MEM_REF || !at.is_constant (&n))
	    return p;
	  *bytes += n;
	  p = TREE_OPERAND (base, 0);
	  continue;
	}
      gimple *s = TREE_CODE (p) == SSA_NAME ? SSA_NAME_DEF_STMT (p) : NULL;
      if (!s || !is_gimple_assign (s) || gimple_assign_load_p (s)
	  || !POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (s))))
	return p;
      if (gimple_assign_rhs_code (s) == POINTER_PLUS_EXPR)
	{
	  tree by = gimple_assign_rhs2 (s);
	  if (TREE_CODE (by) != INTEGER_CST)
	    return p;
	  *bytes += (HOST_WIDE_INT) TREE_INT_CST_LOW (by);
	}
      else if (!gimple_assign_single_p (s) && !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s)))
	return p;
      p = gimple_assign_rhs1 (s);
    }
}

/* The number of that of N values which P, of L's header, has in turn.  */
static px_dj_ref
which_in_turn (tree p, int n, loop_p l)
{
  HOST_WIDE_INT number[PX_MOST_AROUND];
  for (int i = 0; i < n; i++)
    number[i] = i;
  return px_race_around (number, n, p, l);
}

/* P, of L's header, is V[i] from pointer BASE[i], of N, in turn.  Where these lead to different objects, it leads to ROOT
   in some of the iterations.  */
static px_race_spot
in_turn_of_several (tree p, tree root, int depth, const tree *base, const HOST_WIDE_INT *v, int n,
		    loop_p l)
{
  px_dj_ref which = which_in_turn (p, n, l);
  px_race_spot r = leads_elsewhere ();
  bool always = true;
  px_race_at at (loop_outer (l));
  for (int i = 0; which && i < n; i++)
    {
      px_race_spot x = spot (base[i], root, depth + 1);
      if (x.never)
	{
	  always = false;
	  continue;
	}
      if (!x.at || x.when || x.maybe)
	return nowhere_known ();
      x = further_on (x, px_dj_const (R->dj, s64, v[i]));
      px_dj_ref is = px_dj_bin (R->dj, DJ_EQ, which, px_dj_const (R->dj, s64, i));
      r.when = r.never ? is : px_dj_bin (R->dj, DJ_LOR, r.when, is);
      r.at = r.never ? x.at : px_dj_sel (R->dj, is, x.at, r.at);
      r.never = false;
    }
  if (!which)
    return nowhere_known ();
  if (always)
    r.when = 0;
  return r;
}

/* P, of a loop's header, changes places with others there in each iteration
   (x = a; a = b; b = x), all of them at constant distances from one, or from several, of which ROOT, if not NULL,
   is where some lead.  Not known if it does not.  */
static px_race_spot
in_turn (tree p, tree root, int depth)
{
  HOST_WIDE_INT v[PX_MOST_AROUND], moved;
  tree base[PX_MOST_AROUND];
  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (p));
  loop_p l = bb->loop_father;
  tree t = p;
  bool one = true;
  int n = 0;
  do
    {
      gphi *phi = TREE_CODE (t) == SSA_NAME ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t)) : NULL;
      tree init, next;
      if (n == PX_MOST_AROUND || !phi || gimple_bb (phi) != bb || l->header != bb
	  || gimple_phi_num_args (phi) != 2)
	return nowhere_known ();
      px_race_arguments (phi, l, &init, &next);
      if (!init || !next)
	return nowhere_known ();
      base[n] = constant_part (init, &v[n]);
      one &= base[n] == base[0];
      n++;
      t = constant_part (next, &moved);
      if (moved)
	return nowhere_known ();
    }
  while (t != p);
  if (n == 1 || (!one && !root))
    return nowhere_known ();
  px_dj_ref far = one ? px_race_around (v, n, p, l) : 0;
  if (!far)
    return root ? in_turn_of_several (p, root, depth, base, v, n, l) : nowhere_known ();
  px_race_at at (loop_outer (l));
  return further_on (spot (base[0], root, depth + 1), far);
}

/* Returns true if P leads to one object, and its byte there counts from the object's start: that
   of what members and numbers of parameters contain is not known.  */
static bool
one_object (tree p, px_target *to)
{
  return px_points_to_one (p, to) && to->kind != PX_TO_MEMBER && to->kind != PX_TO_NUMBER;
}

/* That of P, which comes from memory or from a call: the one place where points.cc knows it to
   lead, or any.  */
static px_dj_ref
traced (tree p)
{
  px_target to;
  return one_object (p, &to) && to.at >= 0 ? px_dj_const (R->dj, s64, to.at)
					   : px_race_place (p, NULL_TREE, -1);
}

/* That of P, loaded from REF.  Pointers in structures that the function gets, of one field, are one object
   to px-sync; where each is in it, is not known, if there are several: elements of an array, members
   of one type, parameters of one type.  A pointer from other memory may lead to any byte of an
   object whose address the function has put there.  */
static px_dj_ref
loaded (tree p, tree ref)
{
  tree base = get_base_address (ref), d = NULL_TREE;
  poly_int64 at;
  HOST_WIDE_INT n;
  if (!base || TREE_CODE (base) != PARM_DECL)
    return traced (p);
  if (TREE_CODE (ref) == COMPONENT_REF && TREE_OPERAND (ref, 0) == base)
    {
      tree type = TYPE_MAIN_VARIANT (TREE_TYPE (base));
      for (d = DECL_ARGUMENTS (R->fun->decl);
	   d && (d == base || TYPE_MAIN_VARIANT (TREE_TYPE (d)) != type);)
	d = DECL_CHAIN (d);
      if (!d)
	return px_dj_const (R->dj, s64, 0);
    }
  bool constant = get_addr_base_and_unit_offset (ref, &at) == base && at.is_constant (&n) && n >= 0;
  return px_race_place (p, base, constant ? n : -1);
}

/* That of P, which call S returns: px_map_shared keeps it, others may have changed it.  */
static px_dj_ref
of_result (tree p, gimple *s, int depth)
{
  return px_maps_shared_p (s) ? pointer (gimple_call_arg (s, 0), depth + 1) : traced (p);
}

/* What P's byte offset is from; NULL: there may be several objects, or it is not known.  */
static tree
root_of (tree p)
{
  px_target to;
  return one_object (p, &to) ? to.root : NULL_TREE;
}

/* A where C holds, else B: each leads to the object, or not.  C is 0: that is not understood.  */
static px_race_spot
one_of_two (px_dj_ref c, px_race_spot a, px_race_spot b)
{
  if (a.never && b.never)
    return a;
  if ((!a.never && !a.at) || (!b.never && !b.at) || (!c && !a.never && !b.never && a.at != b.at))
    return nowhere_known ();
  px_race_spot r = a.never ? b : a;
  r.maybe = a.maybe || b.maybe || !c;
  if (!c)
    {
      r.when = 0;
      return r;
    }
  if (!a.never && !b.never)
    r.at = px_dj_sel (R->dj, c, a.at, b.at);
  if (a.never || b.never || a.when || b.when)
    {
      px_dj_ref no = px_dj_un (R->dj, DJ_LNOT, c), yes = c;
      if (a.when)
	yes = px_dj_bin (R->dj, DJ_LAND, yes, a.when);
      if (b.when)
	no = px_dj_bin (R->dj, DJ_LAND, no, b.when);
      r.when = a.never ? no : b.never ? yes : px_dj_bin (R->dj, DJ_LOR, yes, no);
    }
  return r;
}

/* P, one of two pointers by a condition: into one object, or, if ROOT is not NULL, each perhaps into another.  Not
   known if it is not, or that is not understood.  */
static px_race_spot
chosen_pointer (tree p, tree root, int depth)
{
  enum
  {
    MOST_DEPTH = 6 /* each such pointer has two ways */
  };
  tree yes, no, one;
  gimple *g = px_race_left_p (p) || depth > MOST_DEPTH
		? NULL
		: px_race_choice (as_a<gphi *> (SSA_NAME_DEF_STMT (p)), &yes, &no);
  if (!g || (!root && (!(one = root_of (yes)) || one != root_of (no))))
    return nowhere_known ();
  px_race_at at (gimple_bb (g)->loop_father);
  px_dj_ref c = px_race_compare (gimple_cond_code (g), gimple_cond_lhs (g), gimple_cond_rhs (g));
  if (!c && !root)
    return nowhere_known ();
  return one_of_two (c, spot (yes, root, depth + 1), spot (no, root, depth + 1));
}

/* Returns true if S runs after T, which sets a value once for each iteration that S is in.  */
static bool
runs_after_setting (gimple *t, gimple *s)
{
  return px_race_within (gimple_bb (s)->loop_father, gimple_bb (t)->loop_father)
	 && stmt_dominates_stmt_p (t, s);
}

/* Sets *VALUES to what the elements of ARRAY, a local variable, are where S reads one, if each is set once, and before.
   Returns false if that is not known.  */
static bool
pointers_in (tree array, gimple *s, std::map<HOST_WIDE_INT, tree> *values)
{
  enum
  {
    MOST = 8 /* each is one more condition in where the pointer leads */
  };
  basic_block bb;
  FOR_EACH_BB_FN (bb, R->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *t = gsi_stmt (i);
	tree lhs = gimple_get_lhs (t);
	if (gasm *a = dyn_cast<gasm *> (t))
	  for (unsigned k = 0; k < gimple_asm_noutputs (a); k++)
	    if (get_base_address (TREE_VALUE (gimple_asm_output_op (a, k))) == array)
	      return false;
	if (!lhs || get_base_address (lhs) != array || gimple_clobber_p (t))
	  continue;
	if (TREE_CODE (lhs) != ARRAY_REF || TREE_OPERAND (lhs, 0) != array
	    || !tree_fits_shwi_p (TREE_OPERAND (lhs, 1)) || !gimple_assign_single_p (t)
	    || gimple_assign_load_p (t) || !runs_after_setting (t, s) || values->size () == MOST
	    || !values->insert ({ tree_to_shwi (TREE_OPERAND (lhs, 1)), gimple_assign_rhs1 (t) })
		  .second)
	  return false;
      }
  return !values->empty ();
}

/* P, loaded from REF, an element of a local array of pointers, the one that its index says.  Not known if that is not
   understood.  */
static px_race_spot
from_array (tree p, tree ref, tree root, int depth)
{
  std::map<HOST_WIDE_INT, tree> values;
  tree array = TREE_CODE (ref) == ARRAY_REF ? TREE_OPERAND (ref, 0) : NULL_TREE;
  if (!array || !VAR_P (array) || !px_named_only_p (array)
      || !pointers_in (array, SSA_NAME_DEF_STMT (p), &values))
    return nowhere_known ();
  px_dj_ref index = px_race_expr (TREE_OPERAND (ref, 1));
  px_race_spot only = leads_elsewhere (), any = only;
  bool elsewhere = false; /* some do not lead to ROOT */
  for (auto &v : values)
    {
      px_race_spot x = spot (v.second, root, depth + 1);
      if (!x.at && !x.never)
	return nowhere_known ();
      px_dj_ref is = index ? px_dj_bin (R->dj, DJ_EQ, px_dj_cast (R->dj, s64, index),
					px_dj_const (R->dj, s64, v.first))
			   : 0;
      any = v == *values.begin () ? x : one_of_two (is, x, any);
      elsewhere |= x.never;
      if (x.never || !is)
	continue;
      /* It leads to ROOT by this element, or by one of those before.  */
      px_dj_ref yes = x.when ? px_dj_bin (R->dj, DJ_LAND, is, x.when) : is;
      only.when = only.never ? yes : px_dj_bin (R->dj, DJ_LOR, only.when, yes);
      only.at = only.never ? x.at : px_dj_sel (R->dj, is, x.at, only.at);
      only.maybe |= x.maybe;
      only.never = false;
    }
  return elsewhere && index ? only : any;
}

/* P, which may lead to ROOT and to others, where points.cc knows it to lead; under which condition is not known.  */
static px_race_spot
by_targets (tree p, tree root)
{
  px_targets all;
  px_race_spot r = leads_elsewhere ();
  px_point_pointer (&all, p);
  if (all.remote)
    return nowhere_known ();
  for (const px_target &to : all.to)
    {
      if (to.kind != PX_TO_SHARED && to.kind != PX_TO_PARAMETER && to.kind != PX_TO_VARIABLE)
	return nowhere_known ();
      if (to.root == root && to.at < 0)
	return nowhere_known ();
      if (to.root == root)
	{
	  r = at_byte (px_dj_const (R->dj, s64, to.at));
	  r.maybe = true;
	}
    }
  return r;
}

static bool made_of_invariants (tree t, loop_p l, int depth);

/* The address of REF is.  */
static bool
at_invariants (tree ref, loop_p l, int depth)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) != COMPONENT_REF
	&& !(TREE_CODE (ref) == ARRAY_REF
	     && made_of_invariants (TREE_OPERAND (ref, 1), l, depth + 1)))
      return false;
  return DECL_P (ref)
	 || (TREE_CODE (ref) == MEM_REF
	     && made_of_invariants (TREE_OPERAND (ref, 0), l, depth + 1));
}

/* T is computed from what L does not change.  */
static bool
made_of_invariants (tree t, loop_p l, int depth)
{
  if (TREE_CODE (t) == ADDR_EXPR)
    return at_invariants (TREE_OPERAND (t, 0), l, depth);
  gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (px_race_invariant_p (t, l))
    return true;
  if (!s || !is_gimple_assign (s) || gimple_assign_load_p (s) || depth > 8)
    return false;
  for (unsigned i = 1; i < gimple_num_ops (s); i++)
    if (!made_of_invariants (gimple_op (s, i), l, depth + 1))
      return false;
  return true;
}

/* Adds to WEB the phis that P, one of them, is, and to LEAVES what these are made of.  False: that is too much.  */
static bool
web_of (tree p, std::set<tree> *web, std::set<tree> *leaves)
{
  enum
  {
    MANY = 64
  };
  std::vector<tree> todo = { p };
  while (!todo.empty ())
    {
      HOST_WIDE_INT far;
      tree t = todo.back (), start = constant_part (t, &far);
      todo.pop_back ();
      gphi *phi = !far && TREE_CODE (start) == SSA_NAME
		    ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (start))
		    : NULL;
      if (!phi)
	leaves->insert (t);
      else if (web->insert (start).second)
	for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	  todo.push_back (gimple_phi_arg_def (phi, i));
      if (web->size () + leaves->size () > MANY)
	return false;
    }
  return true;
}

/* AT is the same in each iteration of all loops around what sets T.  */
static bool
fixed_around (px_dj_ref at, tree t)
{
  basic_block bb = TREE_CODE (t) == SSA_NAME ? gimple_bb (SSA_NAME_DEF_STMT (t)) : NULL;
  for (loop_p l = bb ? bb->loop_father : NULL; l && l->num; l = loop_outer (l))
    if (!px_dj_fixed_in (R->dj, at, px_race_loop (l)))
      return false;
  return true;
}

/* P, a phi, if all that it may be, on whatever way, leads to one byte of ROOT, or not to ROOT.  */
static px_race_spot
merged (tree p, tree root, int depth)
{
  enum
  {
    NEXT = 8 /* levels that each such phi in another counts: it has many ways */
  };
  std::set<tree> web, leaves;
  px_race_spot r = leads_elsewhere ();
  bool others = false; /* some lead elsewhere */
  if (!web_of (p, &web, &leaves))
    return nowhere_known ();
  for (tree leaf : leaves)
    {
      px_race_at at (loop_of (leaf));
      px_race_spot x = spot (leaf, root, depth + NEXT);
      others |= x.never;
      if (x.never)
	continue;
      if (!x.at || x.when || x.maybe || (!r.never && r.at != x.at) || !fixed_around (x.at, leaf)
	  || !fixed_around (x.at, p))
	return nowhere_known ();
      r = at_byte (x.at);
    }
  r.maybe = others && !r.never;
  return r;
}

/* Whether P, an SSA name that is an object's start, is that of ROOT (NULL: of any).  */
static px_race_spot
start_in (tree p, tree root)
{
  tree d = SSA_NAME_IS_DEFAULT_DEF (p) ? SSA_NAME_VAR (p) : p;
  if (root && SSA_NAME_IS_DEFAULT_DEF (p) && (!d || TREE_CODE (d) != PARM_DECL))
    return nowhere_known (); /* it was not set */
  return !root || d == root ? at_byte (px_dj_const (R->dj, s64, 0)) : leads_elsewhere ();
}

/* Where P, of a phi, leads.  */
static px_race_spot
of_phi (tree p, tree root, int depth)
{
  auto known = R->spots.find ({ p, root });
  if (known != R->spots.end ())
    return known->second;
  px_race_spot r = in_turn (p, root, depth);
  if (!r.at && !r.never)
    r = moved (p, root, depth);
  if (!r.at && !r.never)
    r = chosen_pointer (p, root, depth);
  if (!r.at && !r.never)
    r = merged (p, root, depth);
  if (!r.at && !r.never && root)
    r = by_targets (p, root);
  if (!r.at && !r.never && !px_race_left_p (p))
    {
      /* All units that know P as one pointer are at one place.  */
      r = at_byte (px_race_place (p, NULL_TREE, -1));
      r.maybe = root;
    }
  return r;
}

/* Where pointer P leads in the object ROOT (NULL: in its only one).  */
static px_race_spot
spot (tree p, tree root, int depth)
{
  HOST_WIDE_INT width;
  if (depth > 40)
    return nowhere_known ();
  if (TREE_CODE (p) == ADDR_EXPR)
    return px_race_reference_in (TREE_OPERAND (p, 0), root, &width);
  if (TREE_CODE (p) != SSA_NAME)
    return nowhere_known ();
  gimple *s = SSA_NAME_DEF_STMT (p);
  if (SSA_NAME_IS_DEFAULT_DEF (p) || (is_gimple_call (s) && px_shared_array (s)))
    return start_in (p, root);
  if (is_gimple_call (s))
    return root ? by_targets (p, root) : at_byte (of_result (p, s, depth));
  if (gimple_code (s) == GIMPLE_PHI)
    return of_phi (p, root, depth);
  if (!is_gimple_assign (s))
    return nowhere_known ();
  if (px_race_left_p (p))
    return root ? by_targets (p, root) : nowhere_known ();
  px_race_at at (gimple_bb (s)->loop_father);
  tree a = gimple_assign_rhs1 (s);
  if (gimple_assign_load_p (s))
    {
      px_race_spot x = from_array (p, a, root, depth);
      return x.at || x.never ? x : root ? by_targets (p, root) : at_byte (loaded (p, a));
    }
  if (gimple_assign_rhs_code (s) == POINTER_PLUS_EXPR)
    {
      px_race_spot x = spot (a, root, depth + 1);
      return x.at ? further_on (x, px_race_offset (gimple_assign_rhs2 (s))) : x;
    }
  if ((gimple_assign_single_p (s) || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s)))
      && POINTER_TYPE_P (TREE_TYPE (a)))
    return spot (a, root, depth + 1);
  return root ? by_targets (p, root) : nowhere_known ();
}

px_race_spot
px_race_pointer (tree p, tree root)
{
  return spot (p, root, 0);
}

px_dj_ref
px_race_by_pointer (loop_p l, px_dj_test *test)
{
  gimple *s = last_stmt (l->header);
  edge yes, no;
  if (!s || gimple_code (s) != GIMPLE_COND || !POINTER_TYPE_P (TREE_TYPE (gimple_cond_lhs (s)))
      || px_race_header_accesses (l))
    return 0;
  extract_true_false_edges_from_block (l->header, &yes, &no);
  bool stay = flow_bb_inside_loop_p (l, yes->dest);
  tree p = gimple_cond_lhs (s), end = gimple_cond_rhs (s), init, next;
  tree_code code
    = stay ? gimple_cond_code (s) : invert_tree_comparison (gimple_cond_code (s), false);
  if (stay == flow_bb_inside_loop_p (l, no->dest))
    return 0;
  auto of_header = [l] (tree t) {
    return TREE_CODE (t) == SSA_NAME && gimple_code (SSA_NAME_DEF_STMT (t)) == GIMPLE_PHI
	   && gimple_bb (SSA_NAME_DEF_STMT (t)) == l->header;
  };
  /* Of the header, or *FAR bytes further, there, as in --p != end.  */
  auto near_header = [&] (tree t, HOST_WIDE_INT *far) {
    tree start = constant_part (t, far);
    bool there = TREE_CODE (t) == SSA_NAME && gimple_bb (SSA_NAME_DEF_STMT (t)) == l->header;
    return there && of_header (start) ? start : NULL_TREE;
  };
  HOST_WIDE_INT ahead;
  tree moved_on = near_header (p, &ahead);
  if (!moved_on)
    {
      std::swap (p, end);
      code = swap_tree_comparison (code);
      moved_on = near_header (p, &ahead);
    }
  if (moved_on)
    p = moved_on;
  if (!of_header (p) || !made_of_invariants (end, l, 0)
      || (code != LT_EXPR && code != LE_EXPR && code != GT_EXPR && code != GE_EXPR
	  && code != NE_EXPR))
    return 0;
  px_race_arguments (as_a<gphi *> (SSA_NAME_DEF_STMT (p)), l, &init, &next);
  tree root = init && next ? root_of (init) : NULL_TREE;
  px_dj_ref each = root && root == root_of (end) ? stride_of (l, p, next, 0) : 0;
  HOST_WIDE_INT bytes = 0;
  /* A stride that is no constant makes bounds that proofs do not gain by.  */
  bool known = each && px_dj_const_p (R->dj, each, &bytes);
  const bool down = known && bytes < 0;
  if (!each || (known ? !bytes : !R->counted || code == NE_EXPR)
      || (down ? code == LT_EXPR || code == LE_EXPR : code == GT_EXPR || code == GE_EXPR))
    return 0;
  if (down)
    {
      bytes = -bytes;
      each = px_dj_const (R->dj, s64, bytes);
      code = swap_tree_comparison (code);
    }
  /* One element each time does not jump over the end.  */
  if (code == NE_EXPR
      && !tree_int_cst_equal (TYPE_SIZE_UNIT (TREE_TYPE (TREE_TYPE (p))), size_int (bytes)))
    return 0;
  px_race_at inside (l);
  px_dj_ref to = pointer (end, 0);
  px_race_at at (loop_outer (l));
  px_dj_ref from = pointer (init, 0);
  if (!from || !to)
    return 0;
  from = px_dj_bin (R->dj, DJ_ADD, from, px_dj_const (R->dj, s64, ahead));
  px_dj_ref far = down ? px_dj_bin (R->dj, DJ_SUB, from, to) : px_dj_bin (R->dj, DJ_SUB, to, from);
  HOST_WIDE_INT a, b;
  if (constant_part (init, &a) == constant_part (end, &b))
    far = px_dj_const (R->dj, s64, down ? a + ahead - b : b - a - ahead);
  if (code == NE_EXPR)
    {
      *test = DJ_CTR_NE;
      return px_dj_bin (R->dj, DJ_DIV, far, px_dj_const (R->dj, s64, bytes));
    }
  *test = DJ_CTR_LT;
  if (code == LT_EXPR)
    far = px_dj_bin (R->dj, DJ_SUB, far, px_dj_const (R->dj, s64, 1));
  px_dj_ref turns = px_dj_bin (R->dj, DJ_DIV, px_dj_bin (R->dj, DJ_ADD, far, each), each);
  return known ? turns
	       : px_dj_sel (R->dj, px_dj_bin (R->dj, DJ_LT, px_dj_const (R->dj, s64, 0), each),
			    turns, px_dj_const (R->dj, s64, INT64_MAX));
}

bool
px_race_same_object (tree a, tree b, px_dj_ref *x, px_dj_ref *y)
{
  tree root = root_of (a);
  return root && root == root_of (b) && (*x = pointer (a, 0)) && (*y = pointer (b, 0));
}
