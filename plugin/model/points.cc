/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points-to analysis: which objects a pointer, or a value of any type, may lead to, and at which
   byte.  The one place that answers this in SSA form: the fragments (fragment-of.cc), the bytes
   of accesses (plugin/bridge/access.cc) and the objects of the synchronisation
   (plugin/sync/objects.cc) ask here.  Before SSA form the checker has views instead
   (plugin/check/value.cc), which depend on perspectives.

   It follows definitions backwards, without regard to the order of statements in memory: a local
   variable contains what any statement assigns to it.  An address may pass through integers,
   through parts of integers (px_targets.parts), through inline PTX and through calls, which may
   return their arguments: those of functions of which it is not known which one (px_note_result).

   A value is visited again if it is reached with another offset, then with an unknown one, or
   for the first time as a part of an address: at most three times.

   Needs: the function CFUN in SSA form.
   Leaves: nothing changed.  */

#include "plugin/model/model.h"

/* An offset that is not constant, while addresses are followed.  */
static const HOST_WIDE_INT anywhere = HOST_WIDE_INT_MIN;

static HOST_WIDE_INT
further (HOST_WIDE_INT at, HOST_WIDE_INT by)
{
  const HOST_WIDE_INT most = HOST_WIDE_INT_1 << 40; /* more than any object has bytes */
  return at == anywhere || by == anywhere || by > most || by < -most || at > most || at < -most
	   ? anywhere
	   : at + by;
}

static void
add_target (px_targets *p, px_target_kind kind, tree root, HOST_WIDE_INT at)
{
  at = at < 0 ? -1 : at;
  for (px_target &t : p->to)
    if (t.kind == kind && t.root == root)
      {
	if (t.at != at)
	  t.at = -1;
	return;
      }
  p->to.push_back ({ kind, root, at });
}

/* Returns true if T, for MEMBER, must be visited at offset *AT, which may become unknown.  */
static bool
first_visit (px_targets *p, tree t, tree member, HOST_WIDE_INT *at)
{
  auto i = p->seen.insert ({ { t, member }, { *at, p->parts } });
  px_visit *was = &i.first->second;
  if (i.second)
    return true;
  bool same = was->at == *at || was->at == anywhere;
  if (same && was->parts >= p->parts)
    return false;
  *at = same ? was->at : anywhere;
  *was = { *at, was->parts || p->parts };
  return true;
}

bool
px_own_p (tree d)
{
  d = d ? get_base_address (d) : NULL_TREE;
  return d && VAR_P (d) && auto_var_in_fn_p (d, cfun->decl);
}

bool
px_named_only_p (tree t)
{
  tree d = get_base_address (t);
  return d
	 && (TREE_CODE (d) == RESULT_DECL
	     || (VAR_P (d) && !TREE_ADDRESSABLE (d) && auto_var_in_fn_p (d, cfun->decl)));
}

bool
px_has_member_p (tree type, tree m)
{
  type = strip_array_types (type);
  if (!RECORD_OR_UNION_TYPE_P (type))
    return false;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (f == m || (TREE_CODE (f) == FIELD_DECL && px_has_member_p (TREE_TYPE (f), m)))
      return true;
  return false;
}

bool
px_other_member_p (tree r, tree m)
{
  tree is = NULL_TREE;
  for (; handled_component_p (r); r = TREE_OPERAND (r, 0))
    {
      if (TREE_CODE (r) != ARRAY_REF
	  && (TREE_CODE (r) != COMPONENT_REF
	      || TREE_CODE (DECL_CONTEXT (TREE_OPERAND (r, 1))) != RECORD_TYPE))
	return false;
      if (!is && TREE_CODE (r) == COMPONENT_REF)
	is = TREE_OPERAND (r, 1);
    }
  return m && is && is != m && DECL_P (r) && !AGGREGATE_TYPE_P (strip_array_types (TREE_TYPE (is)));
}

/* Adds the targets of pointer members of TYPE, the type of a parameter.  WRITTEN: except pointers
   to const.  */
static void
add_members (px_targets *p, tree type, bool written)
{
  type = strip_array_types (type);
  if (!RECORD_OR_UNION_TYPE_P (type))
    return;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    {
      tree t = TREE_CODE (f) == FIELD_DECL ? strip_array_types (TREE_TYPE (f)) : NULL_TREE;
      if (t && POINTER_TYPE_P (t))
	{
	  if (!written || !px_reads_only_p (t))
	    add_target (p, PX_TO_MEMBER, f, anywhere);
	}
      else if (t)
	add_members (p, t, written);
    }
}

/* Adds those of parameter D, of any type: an integer may be an address, a structure may contain
   some.  MEMBER: only this pointer in D, if not NULL.  */
static void
add_parameter (px_targets *p, tree d, HOST_WIDE_INT at, tree member = NULL_TREE)
{
  if (member)
    {
      if (px_has_member_p (TREE_TYPE (d), member))
	add_target (p, PX_TO_MEMBER, member, anywhere);
      return;
    }
  if (POINTER_TYPE_P (TREE_TYPE (d)))
    {
      add_target (p, PX_TO_PARAMETER, d, at);
      return;
    }
  if (AGGREGATE_TYPE_P (TREE_TYPE (d)))
    add_members (p, TREE_TYPE (d), false);
  add_target (p, PX_TO_NUMBER, d, anywhere);
}

static void follow_value (px_targets *p, tree t, HOST_WIDE_INT at);

/* Adds those of the pointers in local variable D, which can only be accessed by its name, AT bytes
   further.  WRITTEN: except pointers to const; MEMBER: only this pointer, if not NULL.  Returns
   false if D is not such a variable.  */
static bool
walk_local (px_targets *p, tree d, HOST_WIDE_INT at, bool written = false, tree member = NULL_TREE)
{
  basic_block bb;
  if (!VAR_P (d) || !px_named_only_p (d))
    return false;
  if (!first_visit (p, d, member, &at))
    return true;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	if (gasm *a = dyn_cast<gasm *> (s))
	  for (unsigned k = 0; k < gimple_asm_noutputs (a); k++)
	    if (get_base_address (TREE_VALUE (gimple_asm_output_op (a, k))) == d)
	      {
		add_target (p, PX_TO_LOADED, NULL_TREE, anywhere);
		for (unsigned n = 0; n < gimple_asm_ninputs (a); n++)
		  px_point_value (p, TREE_VALUE (gimple_asm_input_op (a, n)));
	      }
	tree lhs = gimple_get_lhs (s), base;
	if (!lhs || get_base_address (lhs) != d || gimple_clobber_p (s)
	    || px_other_member_p (lhs, member)
	    || (written && POINTER_TYPE_P (TREE_TYPE (lhs)) && px_reads_only_p (TREE_TYPE (lhs))))
	  continue;
	tree rhs = gimple_assign_single_p (s) ? gimple_assign_rhs1 (s) : NULL_TREE;
	if (is_gimple_call (s)
	    && (POINTER_TYPE_P (TREE_TYPE (lhs)) || AGGREGATE_TYPE_P (TREE_TYPE (lhs))))
	  px_point_result (p, s);
	else if (rhs && (TREE_CODE (rhs) == SSA_NAME || TREE_CODE (rhs) == ADDR_EXPR))
	  follow_value (p, rhs, at);
	else if (rhs && (base = get_base_address (rhs)) && TREE_CODE (base) == PARM_DECL)
	  add_parameter (p, base, anywhere, member);
	else if (!rhs
		 || !(is_gimple_min_invariant (rhs) || TREE_CODE (rhs) == CONSTRUCTOR
		      || ((base = get_base_address (rhs))
			  && walk_local (p, base, at, written, member))))
	  add_target (p, PX_TO_LOADED, NULL_TREE, anywhere);
      }
  return true;
}

void
px_point_value (px_targets *p, tree t)
{
  tree base;
  if (is_gimple_reg_type (TREE_TYPE (t)))
    follow_value (p, t, 0);
  else if ((base = get_base_address (t)) && TREE_CODE (base) == PARM_DECL)
    add_parameter (p, base, anywhere);
  else if (!is_gimple_min_invariant (t) && !(base && walk_local (p, base, anywhere)))
    add_target (p, PX_TO_LOADED, NULL_TREE, anywhere);
}

void
px_point_result (px_targets *p, gimple *s)
{
  add_target (p, PX_TO_LOADED, NULL_TREE, anywhere);
  for (unsigned i = 0; gimple_call_fndecl (s) && i < gimple_call_num_args (s); i++)
    {
      tree t = gimple_call_arg (s, i);
      if (is_gimple_reg_type (TREE_TYPE (t)))
	follow_value (p, t, anywhere);
      else
	px_point_value (p, t);
    }
}

/* Which parameters functions of the unit return: by function, their numbers and the result's byte
   offset from them (anywhere: not known).  */
struct px_unit_results
{
  std::map<tree, std::vector<std::pair<int, HOST_WIDE_INT>>> of;
};

static px_unit_results &
results ()
{
  return px_unit_part (px_this_unit.results);
}

void
px_note_result ()
{
  px_targets p;
  std::vector<std::pair<int, HOST_WIDE_INT>> v;
  edge e;
  edge_iterator ei;
  if (!POINTER_TYPE_P (TREE_TYPE (TREE_TYPE (cfun->decl))))
    return;
  FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (cfun)->preds)
    if (greturn *r = safe_dyn_cast<greturn *> (last_stmt (e->src)))
      if (gimple_return_retval (r))
	follow_value (&p, gimple_return_retval (r), 0);
  for (px_target &t : p.to)
    {
      int i = 0;
      for (tree d = DECL_ARGUMENTS (cfun->decl); d && d != t.root; d = DECL_CHAIN (d))
	i++;
      if (t.kind != PX_TO_PARAMETER)
	return;
      v.push_back ({ i, t.at < 0 ? anywhere : t.at });
    }
  if (!v.empty () && !p.remote)
    results ().of[cfun->decl] = v;
}

/* Returns true if value T may be an address: it is as wide, or shifted to be a part of one.  */
static bool
wide_p (const px_targets *p, tree t)
{
  HOST_WIDE_INT size = int_size_in_bytes (TREE_TYPE (t));
  return p->parts || size < 0 || size * BITS_PER_UNIT >= POINTER_SIZE;
}

/* Returns true if S combines parts of an address.  Shifts by less than a byte scale an index
   instead.  */
static bool
assembles_p (gimple *s)
{
  tree n = gimple_num_ops (s) > 2 ? gimple_op (s, 2) : NULL_TREE;
  bool constant = n && tree_fits_uhwi_p (n);
  switch (gimple_assign_rhs_code (s))
    {
    case LSHIFT_EXPR: return !constant || tree_to_uhwi (n) >= BITS_PER_UNIT;
    case MULT_EXPR: return !constant || tree_to_uhwi (n) >> BITS_PER_UNIT;
    case COMPLEX_EXPR:
    case CONSTRUCTOR:
    case VIEW_CONVERT_EXPR:
    case BIT_INSERT_EXPR:
    case VEC_PERM_EXPR: return true;
    default: return false;
    }
}

/* T is &REF.  */
static void
walk_address (px_targets *p, tree t, HOST_WIDE_INT at)
{
  poly_int64 off = 0;
  HOST_WIDE_INT n;
  tree ref = TREE_OPERAND (t, 0), b = get_addr_base_and_unit_offset_1 (ref, &off, px_valueize);
  at = b && off.is_constant (&n) ? further (at, n) : anywhere;
  if (!b)
    b = get_base_address (ref);
  if (b && TREE_CODE (b) == MEM_REF)
    /* The constant has a pointer's type, which is unsigned.  */
    follow_value (p, TREE_OPERAND (b, 0),
		  further (at, (HOST_WIDE_INT) TREE_INT_CST_LOW (TREE_OPERAND (b, 1))));
  else if (b && TREE_CODE (b) == TARGET_MEM_REF)
    follow_value (p, TREE_OPERAND (b, 0), anywhere);
  else if (b && VAR_P (b) && (TREE_STATIC (b) || DECL_EXTERNAL (b)))
    add_target (p, PX_TO_VARIABLE, b, at);
  else if (px_own_p (b))
    {
      add_target (p, PX_TO_OWN, b, at);
      p->own = true;
    }
  else
    add_target (p, PX_TO_OTHER, NULL_TREE, anywhere);
}

/* T is the result of call S.  */
static void
walk_call (px_targets *p, tree t, gimple *s, HOST_WIDE_INT at)
{
  tree f = gimple_call_fndecl (s);
  if (px_shared_array (s))
    add_target (p, PX_TO_SHARED, t, at);
  else if (const px_intrinsic *x = px_intrinsic_of (f))
    {
      p->remote |= x->needs_cluster; /* a result of px_map_shared */
      for (unsigned i = 0; i < x->operands.size () && i < gimple_call_num_args (s); i++)
	if (x->operands[i].role < PX_ROLE_READ)
	  follow_value (p, gimple_call_arg (s, i), anywhere);
	else if (wide_p (p, t))
	  add_target (p, PX_TO_LOADED, NULL_TREE, anywhere);
    }
  else if (px_atomic_call_p (s))
    {
      if (wide_p (p, t))
	add_target (p, PX_TO_LOADED, NULL_TREE, anywhere);
    }
  else if (f && results ().of.count (f))
    {
      for (auto &r : results ().of[f])
	if ((unsigned) r.first < gimple_call_num_args (s))
	  follow_value (p, gimple_call_arg (s, r.first), further (at, r.second));
    }
  else if (wide_p (p, t))
    px_point_result (p, s);
}

/* T is loaded from R, AT bytes before the address to follow.  */
static void
walk_load (px_targets *p, tree t, tree r, HOST_WIDE_INT at)
{
  /* A pointer in a parameter passed by value belongs to its member; an array of pointers is one
     object.  */
  tree base = get_base_address (r);
  while (TREE_CODE (r) == ARRAY_REF)
    r = TREE_OPERAND (r, 0);
  if (TREE_CODE (r) == COMPONENT_REF && base && TREE_CODE (base) == PARM_DECL
      && !POINTER_TYPE_P (strip_array_types (TREE_TYPE (r))))
    {
      /* A number may be any address.  */
      if (wide_p (p, t))
	add_parameter (p, base, anywhere);
    }
  else if (TREE_CODE (r) == COMPONENT_REF && base && TREE_CODE (base) == PARM_DECL)
    add_target (p, PX_TO_MEMBER, TREE_OPERAND (r, 1), anywhere);
  else if (base
	   && walk_local (p, base, at, false,
			  TREE_CODE (r) == COMPONENT_REF ? TREE_OPERAND (r, 1) : NULL_TREE))
    return;
  else if (px_own_p (base))
    add_target (p, PX_TO_KEPT, NULL_TREE, anywhere);
  else if (wide_p (p, t))
    add_target (p, PX_TO_LOADED, NULL_TREE, anywhere);
}

/* Adds the targets of T, AT bytes further.  */
static void
follow_value (px_targets *p, tree t, HOST_WIDE_INT at)
{
  if (TREE_CODE (t) == ADDR_EXPR)
    {
      walk_address (p, t, at);
      return;
    }
  if (TREE_CODE (t) != SSA_NAME)
    {
      add_target (p, PX_TO_OTHER, NULL_TREE, anywhere);
      return;
    }
  if (!first_visit (p, t, NULL_TREE, &at))
    return;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (SSA_NAME_IS_DEFAULT_DEF (t))
    {
      tree d = SSA_NAME_VAR (t);
      if (d && TREE_CODE (d) == PARM_DECL && wide_p (p, t))
	add_parameter (p, d, at);
      else
	add_target (p, PX_TO_OTHER, NULL_TREE, anywhere);
      return;
    }
  if (gphi *phi = dyn_cast<gphi *> (s))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	follow_value (p, gimple_phi_arg_def (phi, i), at);
      return;
    }
  if (is_gimple_call (s))
    walk_call (p, t, s, at);
  if (gasm *a = dyn_cast<gasm *> (s))
    {
      add_target (p, PX_TO_OTHER, NULL_TREE, anywhere);
      for (unsigned i = 0; i < gimple_asm_ninputs (a); i++)
	follow_value (p, TREE_VALUE (gimple_asm_input_op (a, i)), anywhere);
    }
  if (!is_gimple_assign (s))
    return;
  if (gimple_assign_load_p (s))
    {
      walk_load (p, t, gimple_assign_rhs1 (s), at);
      return;
    }
  /* An address may go through values of any type, but not through operations that do not keep
     its bits.  */
  tree_code code = gimple_assign_rhs_code (s);
  if (TREE_CODE_CLASS (code) == tcc_comparison || code == POINTER_DIFF_EXPR)
    return;
  if (code == POINTER_PLUS_EXPR)
    {
      tree n = px_valueize (gimple_assign_rhs2 (s));
      at = TREE_CODE (n) == INTEGER_CST ? further (at, (HOST_WIDE_INT) TREE_INT_CST_LOW (n))
					: anywhere;
    }
  else if (!gimple_assign_single_p (s) && !CONVERT_EXPR_CODE_P (code) && code != COND_EXPR)
    at = anywhere;
  bool parts = p->parts;
  p->parts |= assembles_p (s);
  for (unsigned i = 1; i < gimple_num_ops (s); i++)
    {
      tree op = gimple_op (s, i), e;
      unsigned k;
      if (!op || (code == POINTER_PLUS_EXPR && i > 1) || (code == COND_EXPR && i == 1))
	continue;
      if (TREE_CODE (op) == CONSTRUCTOR)
	FOR_EACH_CONSTRUCTOR_VALUE (CONSTRUCTOR_ELTS (op), k, e)
	  follow_value (p, e, anywhere);
      if (handled_component_p (op))
	at = anywhere;
      while (handled_component_p (op))
	op = TREE_OPERAND (op, 0);
      follow_value (p, op, at);
    }
  p->parts = parts;
}

void
px_point_variable (px_targets *p, tree d)
{
  add_target (p, PX_TO_VARIABLE, d, anywhere);
}

void
px_point_pointer (px_targets *p, tree t)
{
  follow_value (p, t, 0);
}

bool
px_points_to_one (tree t, px_target *to)
{
  px_targets p;
  follow_value (&p, t, 0);
  if (p.to.size () != 1 || p.remote || !p.to[0].root)
    return false;
  *to = p.to[0];
  return true;
}

void
px_point_passed (px_targets *p, gimple *s, bool written, tree member)
{
  for (unsigned i = 0; i < gimple_call_num_args (s); i++)
    {
      tree arg = gimple_call_arg (s, i),
	   base = AGGREGATE_TYPE_P (TREE_TYPE (arg)) ? get_base_address (arg) : NULL_TREE;
      if (base && member && !px_has_member_p (TREE_TYPE (arg), member))
	continue;
      if (base && TREE_CODE (base) == PARM_DECL && member)
	add_parameter (p, base, anywhere, member);
      else if (base && TREE_CODE (base) == PARM_DECL)
	add_members (p, TREE_TYPE (arg), written);
      else if (base && !walk_local (p, base, anywhere, written, member))
	add_target (p, PX_TO_LOADED, NULL_TREE, anywhere);
    }
}
