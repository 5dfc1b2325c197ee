/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that decide how often rings are used, as expressions of value/disjoint.h: GIMPLE's integers
   become integers without bounds, so that equal handles are equal numbers.

   Needs: SSA form, perspectives of variables.  Leaves everything as it was.  Text is made when a
   message needs it.  */

#include "plugin/bridge/count-int.h"
#include "plugin/bridge/race-int.h"
#include <algorithm>

enum
{
  NESTED = 8, /* counters whose next values are made of each other */
  /* Names that a value is made of, each in all ways: counters can be made of each other in many.  */
  MANY = 20000
};

static px_dj_ref value_of (tree t, int unique, int depth);

/* A, as TYPE.  */
static px_dj_ref
converted (tree type, tree a, int unique, int depth)
{
  bool outer = px_counts.in_address;
  px_counts.in_address
    = outer && TYPE_PRECISION (type) == 64 && TYPE_PRECISION (TREE_TYPE (a)) == 64;
  px_dj_ref r = value_of (a, unique, depth + 1);
  px_counts.in_address = outer;
  return px_value_conversion (type, TREE_TYPE (a), r);
}

/* ---- memory that nobody writes ---------------------------------------- */

static px_dj_ref
address_value (tree p, int unique, int depth)
{
  bool outer = px_counts.in_address;
  px_counts.in_address = true;
  px_dj_ref r = px_value_number (value_of (p, unique, depth));
  px_counts.in_address = outer;
  return r;
}

/* The base address of REF, which nobody writes; sets *BITS to the offset of REF from it.  0: it is not
   known.  */
static px_dj_ref
constant_address (tree ref, HOST_WIDE_INT *bits, int unique, int depth)
{
  switch (TREE_CODE (ref))
    {
    case VAR_DECL:
      return px_leaf_new (px_leaf_key{ .kind = PX_L_DECL, .what = ref }, px_whole,
			  UNKNOWN_LOCATION);
    case MEM_REF:
      {
	tree at = TREE_OPERAND (ref, 0);
	px_dj_ref r = TREE_CODE (at) == ADDR_EXPR
			? constant_address (TREE_OPERAND (at, 0), bits, unique, depth + 1)
			: address_value (at, unique, depth + 1);
	return r ? px_value_plus (r, (HOST_WIDE_INT) TREE_INT_CST_LOW (TREE_OPERAND (ref, 1))) : 0;
      }
    case COMPONENT_REF:
      {
	px_dj_ref r = TREE_OPERAND (ref, 2)
			? 0
			: constant_address (TREE_OPERAND (ref, 0), bits, unique, depth + 1);
	if (r && TREE_CODE (TREE_TYPE (TREE_OPERAND (ref, 0))) != RECORD_TYPE
	    && TREE_CODE (TREE_TYPE (TREE_OPERAND (ref, 0))) != UNION_TYPE)
	  return 0;
	HOST_WIDE_INT at = r ? int_bit_position (TREE_OPERAND (ref, 1)) : 0;
	*bits += at % BITS_PER_UNIT;
	return r ? px_value_plus (r, at / BITS_PER_UNIT) : 0;
      }
    case ARRAY_REF:
      {
	tree size = TYPE_SIZE_UNIT (TREE_TYPE (ref)), low = array_ref_low_bound (ref);
	px_dj_ref r = size && tree_fits_shwi_p (size) && integer_zerop (low)
			? constant_address (TREE_OPERAND (ref, 0), bits, unique, depth + 1)
			: 0;
	if (!r)
	  return 0;
	bool outer = px_counts.in_address; /* the index is no address: its conversions count */
	px_counts.in_address = false;
	px_dj_ref i = px_value_number (value_of (TREE_OPERAND (ref, 1), unique, depth + 1));
	px_counts.in_address = outer;
	int64_t k;
	i = px_value_times (i, tree_to_shwi (size));
	return px_dj_const_p (px_counts.dj, i, &k) ? px_value_plus (r, k)
						   : px_value_make (DJ_ADD, r, i);
      }
    default: return 0;
    }
}

static px_dj_ref
constant_load (tree ref, int unique, int depth)
{
  HOST_WIDE_INT bits = 0,
		size = TREE_CODE (ref) == COMPONENT_REF
			 ? (HOST_WIDE_INT) tree_to_uhwi (DECL_SIZE (TREE_OPERAND (ref, 1)))
			 : TYPE_PRECISION (TREE_TYPE (ref));
  px_dj_ref at = px_never_written_p (ref) ? constant_address (ref, &bits, unique, depth) : 0;
  return at ? px_leaf_new (px_leaf_key{ .kind = PX_L_LOAD,
					.a = at,
					.bit = bits,
					.bits = size,
					.type = px_leaf_type_of (TREE_TYPE (ref)) },
			   px_value_type (TREE_TYPE (ref)), UNKNOWN_LOCATION)
	    : 0;
}

/* ---- values ----------------------------------------------------------- */

/* Returns the value of PHI if PHI is a loop's counter or another value that each turn computes from
   that of the turn before, else 0.  If the loop's count is known (px_counts.turns_of), the leaf contains it,
   so that counters of different loops differ; so do those of loops in each other, whose turns are not
   the same, and what a counter is in its loop and after it.  */
static px_dj_ref
counter_value (gphi *phi, int unique, int depth)
{
  loop_p l = gimple_bb (phi)->loop_father;
  for (size_t i = 0; i < px_counts.open.size (); i++)
    if (px_counts.open[i] == phi)
      return px_leaf_new (px_leaf_key{ .kind = PX_L_SELF,
				       .which = (int) (px_counts.open.size () - 1 - i) },
			  px_whole, UNKNOWN_LOCATION);
  if (!l->num || gimple_bb (phi) != l->header || gimple_phi_num_args (phi) != 2
      || px_counts.open.size () >= NESTED || depth > PX_DEEP)
    return 0;
  /* After L it depends on how often L ran.  */
  auto c = px_counts.turns_of.find (l);
  bool inside = flow_bb_inside_loop_p (l, px_counts.at);
  px_dj_ref turns = c != px_counts.turns_of.end () ? c->second.count : 0;
  if (!turns && !inside && !(turns = px_turns_by_exits (l)))
    return 0;
  px_dj_ref first
    = value_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l)), unique, depth + 1);
  px_counts.open.push_back (phi);
  px_dj_ref next = value_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), unique, depth + 1);
  px_counts.open.pop_back ();
  if (c != px_counts.turns_of.end ())
    px_add_leaf (c->second.leaves.persp, c->second.leaves.narrow);
  px_counter_place place = inside		    ? PX_IN_LOOP
			   : px_tested_silently (l) ? PX_AFTER_HEADER
						    : PX_AFTER_LOOP;
  return px_leaf_new (px_leaf_key{ .kind = PX_L_COUNTER,
				   .a = first,
				   .b = next,
				   .turns = turns,
				   .depth = loop_depth (l),
				   .place = place },
		      px_whole,
		      last_stmt (l->header) ? gimple_location (last_stmt (l->header))
					    : UNKNOWN_LOCATION);
}

static px_dj_ref value_of_kind (tree t, int unique, int depth);

/* A value that lives at block[2] is the same in both blocks (D1), whatever it is made of.  */
static px_dj_ref
value_of (tree t, int unique, int depth)
{
  if (TREE_CODE (t) != SSA_NAME)
    return value_of_kind (t, unique, depth);
  px_persp p = px_race_persp_of (t);
  px_leaf_bound others = px_counts.bound;
  px_no_leaves ();
  px_read_as as
    = { t, unique, px_counts.at, px_counts.in_address, px_counts.open, px_counts.known };
  auto known = px_counts.read.find (as);
  px_dj_ref r
    = known == px_counts.read.end () ? value_of_kind (t, unique, depth) : known->second.value;
  if (known == px_counts.read.end ())
    px_counts.read[as] = { r, px_counts.bound };
  else
    px_counts.bound = known->second.leaves;
  px_leaf_bound own = px_counts.bound;
  if (px_broader (p, own.persp))
    own.persp = p;
  if (SSA_NAME_VAR (t) && DECL_NAME (SSA_NAME_VAR (t)) && !px_broader (own.persp, { PX_GRID, 1 }))
    own.narrow = "'" + std::string (IDENTIFIER_POINTER (DECL_NAME (SSA_NAME_VAR (t)))) + "'";
  px_counts.bound = others;
  px_add_leaf (own.persp, own.narrow);
  return r;
}

/* C ? VALUE (0) : VALUE (1).  One that is X where X is positive, else 0, is the larger of X and 0.  */
static px_dj_ref
chosen (px_dj_ref c, const std::function<px_dj_ref (int)> &value_by)
{
  px_dj_ref value[2], is[2] = { c, px_value_not (c) };
  size_t outer = px_counts.known.size ();
  auto known = [outer] (px_dj_ref fact, px_dj_ref claim) {
    px_know (fact);
    bool r = px_proved (claim);
    px_counts.known.resize (outer);
    return r;
  };
  for (int i = 0; i < 2; i++)
    {
      px_know (is[i]);
      value[i] = px_value_number (value_by (i));
      px_counts.known.resize (outer);
    }
  for (int i = 0; i < 2; i++)
    if (int64_t k; px_dj_const_p (px_counts.dj, value[!i], &k) && !k
		   && known (is[i], px_value_make (DJ_LE, px_value_constant (0), value[i]))
		   && known (is[!i], px_value_make (DJ_LE, value[i], px_value_constant (0))))
      return px_value_make (DJ_MAX, value[i], px_value_constant (0));
  return px_dj_sel (px_counts.dj, c, value[0], value[1]);
}

static px_dj_ref
of_operands (tree_code code, tree type, tree a, tree b, int unique, int depth)
{
  px_dj_ref x = value_of (a, unique, depth + 1), y = value_of (b, unique, depth + 1);
  return TREE_CODE_CLASS (code) == tcc_comparison ? px_value_comparison (code, TREE_TYPE (a), x, y)
						  : px_value_operation (code, type, x, y, b);
}

static px_dj_ref chosen_at (gphi *phi, basic_block bb, int unique, int depth, int *most);

/* The value that PHI has if E is taken, which leads there, or to more conditions.  0: it is not known.  */
static px_dj_ref
chosen_on (gphi *phi, edge e, int unique, int depth, int *most)
{
  basic_block bb = e->dest;
  return bb == gimple_bb (phi) ? value_of (PHI_ARG_DEF_FROM_EDGE (phi, e), unique, depth + 1)
	 : bb->loop_father != gimple_bb (phi)->loop_father || bb == bb->loop_father->header ? 0
	 : single_succ_p (bb) ? chosen_on (phi, single_succ_edge (bb), unique, depth, most)
			      : chosen_at (phi, bb, unique, depth, most);
}

/* The same, by condition BB and those that it leads to, as && and || join them; *MOST: no more than as many.  */
static px_dj_ref
chosen_at (gphi *phi, basic_block bb, int unique, int depth, int *most)
{
  gcond *c = safe_dyn_cast<gcond *> (last_stmt (bb));
  edge way[2];
  bool known = c && --*most >= 0;
  if (!known)
    return 0;
  extract_true_false_edges_from_block (bb, &way[0], &way[1]);
  px_dj_ref all = chosen (px_value_condition (of_operands (gimple_cond_code (c), boolean_type_node,
							   gimple_cond_lhs (c), gimple_cond_rhs (c),
							   unique, depth)),
			  [&] (int i) {
			    px_dj_ref r = known ? chosen_on (phi, way[i], unique, depth, most) : 0;
			    known = r;
			    return r ? r : px_value_constant (0);
			  });
  return known ? all : 0;
}

/* The value of PHI, one of those that conditions choose from; 0: it is not known to be.  */
static px_dj_ref
chosen_value (gphi *phi, int unique, int depth)
{
  int most = 16; /* more make messages that nobody reads */
  basic_block join = gimple_bb (phi), fork = get_immediate_dominator (CDI_DOMINATORS, join);
  return join != join->loop_father->header && fork && fork->loop_father == join->loop_father
	   ? chosen_at (phi, fork, unique, depth, &most)
	   : 0;
}

static void carried_in (px_dj_ref r, std::map<tree, std::set<tree>> *to, std::set<px_dj_ref> *seen);

/* The value that S, a load of a slot or the broadcast of one, takes from a ring: what the branch that
   fills it stored there in the same turn.  0: it is not known, or not made of a name that is carried, by
   which px_find_carried would know that the ring must be checked.  */
static px_dj_ref
carried_value (gimple *s, int unique, int depth)
{
  const px_intrinsic *x = is_gimple_call (s) ? px_intrinsic_of (gimple_call_fndecl (s)) : NULL;
  tree type = gimple_get_lhs (s) ? TREE_TYPE (gimple_get_lhs (s)) : NULL_TREE;
  for (size_t i = 0; x && i < x->operands.size (); i++)
    if (tree a = gimple_call_arg (s, i); x->operands[i].handed && TREE_CODE (a) == SSA_NAME)
      s = SSA_NAME_DEF_STMT (a);
  gimple *store = px_carried_store (px_counts.carried, s);
  if (!store || !INTEGRAL_TYPE_P (type)
      || !flow_bb_inside_loop_p (gimple_bb (s)->loop_father, px_counts.at))
    return 0;
  basic_block outer = px_counts.at;
  px_counts.at = gimple_bb (store);
  px_dj_ref r = converted (type, gimple_assign_rhs1 (store), unique, depth);
  px_counts.at = outer;
  HOST_WIDE_INT at;
  tree ring = px_slot_place (gimple_assign_lhs (store), &at);
  std::map<tree, std::set<tree>> names;
  std::set<px_dj_ref> seen;
  carried_in (r, &names, &seen);
  for (auto &name : names)
    px_counts.handed[name.first].insert (ring);
  px_counts.believed.insert (ring);
  return names.empty () ? 0 : r;
}

/* R, as it was read; what no longer contains what it was read through, as a number less itself, would not
   be checked: it is known to be equal to no other.  */
static px_dj_ref
believed (px_dj_ref r)
{
  std::set<tree> rings;
  if (!px_counts.believed.empty ())
    px_value_carried (r, &rings);
  bool all = std::includes (rings.begin (), rings.end (), px_counts.believed.begin (),
			    px_counts.believed.end ());
  px_counts.believed.clear ();
  px_counts.read.clear ();
  return all ? r : px_value_own (UNKNOWN_LOCATION, px_value_condition_p (r));
}

static px_dj_ref
value_of_kind (tree t, int unique, int depth)
{
  if (TREE_CODE (t) == INTEGER_CST && TREE_CODE (TREE_TYPE (t)) == BOOLEAN_TYPE)
    return px_dj_const (px_counts.dj, px_truth, !integer_zerop (t));
  if (TREE_CODE (t) == INTEGER_CST && tree_fits_shwi_p (t))
    return px_value_constant (tree_to_shwi (t));
  if (TREE_CODE (t) == INTEGER_CST && tree_fits_uhwi_p (t))
    return px_leaf_new (px_leaf_key{ .kind = PX_L_CONVERTED,
				     .a = px_value_constant (wi::to_wide (t).to_shwi ()),
				     .code = INTEGER_CST,
				     .type = px_leaf_type_of (TREE_TYPE (t)) },
			px_whole, UNKNOWN_LOCATION);
  if (CONVERT_EXPR_P (t))
    return converted (TREE_TYPE (t), TREE_OPERAND (t, 0), unique, depth);
  px_dj_type type = px_value_type (TREE_TYPE (t));
  if (TREE_CODE (t) == SSA_NAME)
    {
      tree d = SSA_NAME_VAR (t);
      gimple *s = SSA_NAME_DEF_STMT (t);
      px_persp p = px_race_persp_of (t);
      bool broad = px_broader (p, { PX_BLOCK, 1 });
      if (SSA_NAME_IS_DEFAULT_DEF (t) && d && DECL_NAME (d) && broad)
	{
	  px_add_leaf (p, "");
	  return px_leaf_new (px_leaf_key{ .kind = PX_L_DECL, .what = d }, type, UNKNOWN_LOCATION);
	}
      if (is_gimple_assign (s) && !gimple_assign_load_p (s) && gimple_num_ops (s) <= 3
	  && depth < PX_DEEP && px_counts.read.size () < MANY)
	{
	  tree_code c = gimple_assign_rhs_code (s);
	  tree a = gimple_assign_rhs1 (s),
	       b = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
	  if (!b && CONVERT_EXPR_CODE_P (c))
	    return converted (TREE_TYPE (t), a, unique, depth);
	  if (!b && (c == SSA_NAME || c == INTEGER_CST))
	    return value_of (a, unique, depth + 1);
	  if (b && (px_value_op_of (c) != DJ_NONE || op_symbol_code (c)))
	    return of_operands (c, TREE_TYPE (t), a, b, unique, depth);
	}
      if (gimple_assign_load_p (s) && px_constant_member_p (gimple_assign_rhs1 (s)))
	{
	  tree member = gimple_assign_rhs1 (s);
	  px_persp m = px_variable_persp (get_base_address (member));
	  px_add_leaf (m, "");
	  if (px_broader (m, { PX_BLOCK, 1 }))
	    return px_leaf_new (px_leaf_key{ .kind = PX_L_MEMBER,
					     .what = get_base_address (member),
					     .bit = px_member_position (member),
					     .bits = (HOST_WIDE_INT) tree_to_uhwi (
					       DECL_SIZE (TREE_OPERAND (member, 1))),
					     .type = px_leaf_type_of (TREE_TYPE (t)) },
				type, gimple_location (s));
	}
      if (gimple_assign_load_p (s))
	if (px_dj_ref r = INTEGRAL_TYPE_P (TREE_TYPE (t))
			    ? constant_load (gimple_assign_rhs1 (s), unique, depth)
			    : 0)
	  return r;
      if (gphi *phi = dyn_cast<gphi *> (s))
	{
	  if (px_dj_ref r = counter_value (phi, unique, depth))
	    return r;
	  if (depth < 8 && INTEGRAL_TYPE_P (TREE_TYPE (t))
	      && !px_carried_name (px_counts.carried, t, px_counts.at))
	    if (px_dj_ref r = chosen_value (phi, unique, depth))
	      return r;
	}
      if (px_dj_ref r = carried_value (s, unique, depth))
	return r;
      if (px_sreg_of (s) == PX_SREG_CTAID)
	{
	  px_add_leaf (p, "px_id (block)");
	  return px_dj_id (px_counts.dj, DJ_BLOCK, px_whole);
	}
      px_add_leaf (p, gimple_assign_load_p (s)
			? d && DECL_NAME (d) ? IDENTIFIER_POINTER (DECL_NAME (d)) : "a loaded value"
			: "");
      return px_leaf_new (
	px_leaf_key{ .kind = PX_L_VALUE,
		     .what = t,
		     .which
		     = broad || px_carried_name (px_counts.carried, t, px_counts.at) ? 0 : unique },
	TREE_CODE (TREE_TYPE (t)) == BOOLEAN_TYPE ? px_truth : type, gimple_location (s));
    }
  if (TREE_CODE (t) == COND_EXPR)
    return chosen (px_value_condition (value_of (TREE_OPERAND (t, 0), unique, depth + 1)),
		   [&] (int i) { return value_of (TREE_OPERAND (t, i + 1), unique, depth + 1); });
  if (EXPR_P (t) && TREE_OPERAND_LENGTH (t) == 2
      && (px_value_op_of (TREE_CODE (t)) != DJ_NONE || op_symbol_code (TREE_CODE (t))))
    return of_operands (TREE_CODE (t), TREE_TYPE (t), TREE_OPERAND (t, 0), TREE_OPERAND (t, 1),
			unique, depth);
  px_add_leaf ({ PX_THREAD, 1 }, "");
  return px_leaf_new (px_leaf_key{ .kind = PX_L_NUMBER, .what = t, .which = unique }, px_whole,
		      UNKNOWN_LOCATION);
}

/* What VALUE reads at block AT, which may be part of what is being read elsewhere.  */
static px_dj_ref
read_at (basic_block at, const std::function<px_dj_ref ()> &value)
{
  bool address = px_counts.in_address, first = !px_counts.at;
  basic_block outer = px_counts.at;
  px_counts.at = at;
  px_counts.in_address = false;
  px_dj_ref r = value ();
  px_counts.at = outer;
  px_counts.in_address = address;
  return first ? believed (r) : r;
}

px_dj_ref
px_value_at (tree t, basic_block at, int unique)
{
  return read_at (at, [&] () { return value_of (t, unique, 0); });
}

px_dj_ref
px_value_compare (tree_code code, tree a, tree b, basic_block at, int unique)
{
  return read_at (at, [&] () {
    px_dj_ref x = value_of (a, unique, 0), y = value_of (b, unique, 0);
    return px_value_comparison (code, TREE_TYPE (a), x, y);
  });
}

/* The names in R that are carried, and the rings that carry them.  */
static void
carried_in (px_dj_ref r, std::map<tree, std::set<tree>> *to, std::set<px_dj_ref> *seen)
{
  if (!r || !seen->insert (r).second)
    return;
  const px_leaf *l = px_find_leaf (r);
  for (int i = 0; i < 3 && !l; i++)
    carried_in (px_dj_operand (px_counts.dj, r, i), to, seen);
  if (!l)
    return;
  if (l->key.kind == PX_L_VALUE)
    {
      tree t = l->key.what;
      std::set<tree> rings = px_carried_by (px_counts.carried, t);
      if (!rings.empty ())
	(*to)[t] = rings;
    }
  carried_in (l->key.a, to, seen);
  carried_in (l->key.b, to, seen);
  carried_in (l->key.turns, to, seen);
}

void
px_value_carried (px_dj_ref r, std::set<tree> *to)
{
  std::map<tree, std::set<tree>> names;
  std::set<px_dj_ref> seen;
  carried_in (r, &names, &seen);
  for (auto &name : names)
    {
      to->insert (name.second.begin (), name.second.end ());
      to->insert (px_counts.handed[name.first].begin (), px_counts.handed[name.first].end ());
    }
}

void
px_know_at (basic_block bb, int unique)
{
  basic_block d;
  for (; (d = get_immediate_dominator (CDI_DOMINATORS, bb)); bb = d)
    if (gcond *c = single_pred_p (bb) && single_pred (bb) == d
		     ? safe_dyn_cast<gcond *> (last_stmt (d))
		     : NULL)
      {
	tree_code code = gimple_cond_code (c);
	if (!(single_pred_edge (bb)->flags & EDGE_TRUE_VALUE))
	  code = invert_tree_comparison (code, HONOR_NANS (gimple_cond_lhs (c)));
	if (code != ERROR_MARK && INTEGRAL_TYPE_P (TREE_TYPE (gimple_cond_lhs (c))))
	  px_know (px_value_compare (code, gimple_cond_lhs (c), gimple_cond_rhs (c), d, unique));
      }
}
