/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which variables of file scope a function names, itself or in its callees.  For its callers these
   are arguments that nobody passes (manual: D5, D6,
   F7).

   Needs: the C tree of each function (px_note_uses), before any query.
   Leaves: results of px_touched_by, which depend on the unit only.  */

#include "plugin/check/check-int.h"

/* The uses in a body of this unit, and the names of its callees.  */
struct body
{
  px_named_uses uses;
  std::set<std::string> calls;
  std::vector<tree> read_only; /* variables whose addresses became pointers to const */
  bool const_lost = false;     /* it casts const away */
};
/* What is known of the functions of this unit, by name.  */
struct px_unit_uses
{
  std::map<std::string, body> bodies;
  std::map<std::string, px_named_uses> touched;	      /* by a function and all its callees */
  std::set<tree, px_by_declaration> public_variables; /* that other files may use */
  const px_named_uses none = {};
};

static px_unit_uses &
unit_uses ()
{
  return px_unit_part (px_this_unit.uses);
}

static void
record_use (px_named_uses *to, tree d, const px_named_use &u)
{
  px_named_use &v = to->insert ({ d, u }).first->second;
  v.write |= u.write;
  v.plain |= u.plain;
  v.maybe &= u.maybe;
}

/* Returns the variable that contains T, a reference (LEVEL 0) or an address (-1), or NULL.
   WITHIN gets the expressions that choose the place.  */
static tree
named_in (tree t, int level, std::vector<tree *> *within)
{
  for (;;)
    {
      if (VAR_P (t))
	return !level && px_device_var_p (t) && !px_constant_p (t) ? t : NULL_TREE;
      if (TREE_CODE (t) == ARRAY_REF || TREE_CODE (t) == ARRAY_RANGE_REF
	  || TREE_CODE (t) == POINTER_PLUS_EXPR)
	within->push_back (&TREE_OPERAND (t, 1));
      else if (TREE_CODE (t) == ADDR_EXPR)
	level++;
      else if (TREE_CODE (t) == INDIRECT_REF || TREE_CODE (t) == MEM_REF)
	level--;
      else if (!handled_component_p (t) && !CONVERT_EXPR_P (t) && TREE_CODE (t) != NON_LVALUE_EXPR)
	return NULL_TREE;
      t = TREE_OPERAND (t, 0);
    }
}

static tree scan_uses (tree *, int *, void *);

/* Records the use of T if it is in a variable, which it returns; scans the other parts of T.  */
static tree
scan_use (body *b, tree t, int level, bool write, bool plain)
{
  std::vector<tree *> within;
  tree d = named_in (t, level, &within);
  if (!d)
    return NULL_TREE;
  record_use (&b->uses, d, { write, plain, false });
  if (TREE_PUBLIC (d))
    unit_uses ().public_variables.insert (d);
  for (tree *w : within)
    walk_tree (w, scan_uses, b, NULL);
  return d;
}

static bool
const_pointer_p (tree type)
{
  return POINTER_TYPE_P (type) && px_reads_only_p (type);
}

static void
scan_call (body *b, tree call)
{
  tree f = get_callee_fndecl (call);
  const px_intrinsic *x = px_intrinsic_of (f);
  if (f && px_device_fn_p (f) && !x && !px_fragment_op_of (f) && !TREE_READONLY (f))
    b->calls.insert (IDENTIFIER_POINTER (DECL_NAME (f)));
  tree formal = f ? TYPE_ARG_TYPES (TREE_TYPE (f)) : NULL_TREE;
  for (int i = 0; i < call_expr_nargs (call); i++)
    {
      tree *arg = &CALL_EXPR_ARG (call, i);
      bool write
	= !const_pointer_p (formal && TREE_VALUE (formal) ? TREE_VALUE (formal) : TREE_TYPE (*arg));
      bool plain = !px_atomic_p (f);
      if (x && (unsigned) i < x->operands.size ())
	{
	  px_role role = x->operands[i].role;
	  write = role > PX_ROLE_READ && role != PX_ROLE_FROM;
	  plain = role != PX_ROLE_ATOMIC;
	}
      if (!POINTER_TYPE_P (TREE_TYPE (*arg)) || !scan_use (b, *arg, -1, write, plain))
	walk_tree (arg, scan_uses, b, NULL);
      formal = formal ? TREE_CHAIN (formal) : NULL_TREE;
    }
}

static tree
scan_uses (tree *tp, int *sub, void *data)
{
  body *b = (body *) data;
  tree t = *tp;
  std::vector<tree *> within;
  switch (TREE_CODE (t))
    {
    case CALL_EXPR:
      scan_call (b, t);
      *sub = 0;
      break;
    case MODIFY_EXPR:
    case INIT_EXPR:
    case PREINCREMENT_EXPR:
    case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR:
    case POSTDECREMENT_EXPR:
      if (tree d = named_in (TREE_OPERAND (t, 0), 0, &within))
	record_use (&b->uses, d, { true, true, false });
      break;
    CASE_CONVERT:
      b->const_lost |= const_pointer_p (TREE_TYPE (TREE_OPERAND (t, 0)))
		       && (POINTER_TYPE_P (TREE_TYPE (t)) ? !px_reads_only_p (TREE_TYPE (t))
							  : INTEGRAL_TYPE_P (TREE_TYPE (t)));
      if (const_pointer_p (TREE_TYPE (t)))
	if (tree d = scan_use (b, TREE_OPERAND (t, 0), -1, false, true))
	  {
	    b->read_only.push_back (d);
	    *sub = 0;
	  }
      break;
    case ADDR_EXPR:
      if (scan_use (b, t, -1, true, true))
	*sub = 0;
      break;
    case VAR_DECL:
    case INDIRECT_REF:
    case MEM_REF:
      if (scan_use (b, t, 0, false, true))
	*sub = 0;
      break;
    default:
      if (TYPE_P (t))
	*sub = 0;
      else if (handled_component_p (t) && scan_use (b, t, 0, false, true))
	*sub = 0;
      break;
    }
  return NULL_TREE;
}

void
px_note_uses (tree fn)
{
  body *b = &unit_uses ().bodies[IDENTIFIER_POINTER (DECL_NAME (fn))];
  unit_uses ().touched.clear ();
  walk_tree (&DECL_SAVED_TREE (fn), scan_uses, b, NULL);
  if (b->const_lost)
    for (tree d : b->read_only)
      record_use (&b->uses, d, { true, true, false });
}

/* ELSEWHERE gets the functions of other files; NULL: assume that they use everything that they
   can.  */
static void
reach_body (const std::string &name, px_named_uses *uses, std::set<std::string> *seen,
	    std::set<std::string> *elsewhere = NULL)
{
  if (!seen->insert (name).second)
    return;
  std::map<std::string, body>::iterator i = unit_uses ().bodies.find (name);
  if (i == unit_uses ().bodies.end () && elsewhere)
    elsewhere->insert (name);
  if (i == unit_uses ().bodies.end ())
    {
      for (tree d : unit_uses ().public_variables)
	if (!elsewhere)
	  record_use (uses, d, { true, true, true });
      return;
    }
  for (const auto &u : i->second.uses)
    record_use (uses, u.first, u.second);
  for (const std::string &c : i->second.calls)
    reach_body (c, uses, seen, elsewhere);
}

const px_named_uses &
px_touched_by (gimple *s)
{
  tree f = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  if (!f || !px_device_fn_p (f) || px_kernel_p (f) || px_intrinsic_of (f) || px_fragment_op_of (f)
      || TREE_READONLY (f))
    return unit_uses ().none;
  std::string name = IDENTIFIER_POINTER (DECL_NAME (f));
  auto i = unit_uses ().touched.insert ({ name, {} });
  std::set<std::string> seen;
  if (i.second)
    reach_body (name, &i.first->second, &seen);
  return i.first->second;
}

px_named_uses
px_uses_of (tree fn, std::set<std::string> *elsewhere)
{
  px_named_uses uses;
  std::set<std::string> seen;
  reach_body (IDENTIFIER_POINTER (DECL_NAME (fn)), &uses, &seen, elsewhere);
  return uses;
}
