/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointers that were loaded from memory.  The host put them there, or another kernel: what they point
   to may be any object that the function knows by a name, too.  C has two ways to say that it is not,
   and px believes both, as GCC does: types that one object cannot have (C11 6.5 paragraph 7, GCC's
   alias sets), and `restrict' on the name (6.7.3.1).

   Needs: a function as infer/infer.h's tree.  Leaves: nothing changed, except for errors.  */

#include "plugin/bridge/bridge.h"

/* As long as it lives, types distinguish objects as in device code: at all levels of optimisation, except
   where the user has asked that they do not.  */
struct by_types
{
  int was;
  by_types () : was (flag_strict_aliasing)
  {
    flag_strict_aliasing = flag_strict_aliasing || !OPTION_SET_P (flag_strict_aliasing);
  }
  ~by_types ()
  {
    flag_strict_aliasing = was;
  }
};

px_types
px_types_of (const px_reach &reach, tree pointer)
{
  by_types t;
  ao_ref r;
  if (reach.called)
    return reach.called->types;
  tree ref = reach.ref, base;
  /* A variable has its type, whatever accesses it.  */
  if (!ref && pointer && TREE_CODE (pointer) == ADDR_EXPR
      && (base = get_base_address (TREE_OPERAND (pointer, 0))) && VAR_P (base))
    ref = TREE_OPERAND (pointer, 0);
  if (!ref)
    return px_types ();
  ao_ref_init (&r, ref);
  return { ao_ref_base_alias_set (&r), ao_ref_alias_set (&r) };
}

bool
px_apart_by_types (const px_acc *a, const px_acc *b)
{
  by_types t;
  const px_source *x = (const px_source *) a->user, *y = (const px_source *) b->user;
  return x && y
	 && (!alias_sets_conflict_p (x->types.base, y->types.base)
	     || !alias_sets_conflict_p (x->types.part, y->types.part));
}

/* Is the pointer D, a parameter or a member of one, declared with `restrict'?  */
bool
px_restricted_p (tree d)
{
  return (TREE_CODE (d) == PARM_DECL || TREE_CODE (d) == FIELD_DECL)
	 && POINTER_TYPE_P (TREE_TYPE (d)) && TYPE_RESTRICT (TREE_TYPE (d));
}

/* The way out for object O, whose declaration is D.  */
void
px_advise_restrict (const px_obj *o, tree d)
{
  if (d && (TREE_CODE (d) == PARM_DECL || TREE_CODE (d) == FIELD_DECL))
    inform (DECL_SOURCE_LOCATION (d),
	    "if no pointer in memory leads to %qs, declare it %<restrict%>", o->name);
  else
    inform (d && DECL_P (d) ? DECL_SOURCE_LOCATION (d) : UNKNOWN_LOCATION,
	    "if no pointer in memory leads to %qs, give it to the kernel by a parameter declared "
	    "%<restrict%>",
	    o->name);
}

/* While a view of threads exists, nothing orders what its units do: none of them may reach the object by
   a loaded pointer if one of them writes.  */
void
px_judge_loaded (const px_fn *f, tree (*decl_of) (const px_obj *))
{
  std::set<std::pair<location_t, const px_obj *>> told;
  for (int i = 0; i < f->nacc; i++)
    for (int k = 0; k < f->nacc; k++)
      {
	const px_acc *a = f->acc[i], *b = f->acc[k];
	if (!a->obj->anywhere || a->op->unsafe || b->op->unsafe || !px_changes (a->kind, b->kind)
	    || !px_may_be_one (f, a, b))
	  continue;
	const px_stmt *v = px_view_around (a, b);
	if (!v || v->obj->store != b->obj->store
	    || !told.insert ({ a->op->loc.loc, b->obj }).second)
	  continue;
	auto_diagnostic_group g;
	px_error (a->op->loc.loc, PX_D_VIEW_LOADED, b->obj->name);
	inform (b->op->loc.loc,
		b->kind == PX_READ ? G_ ("%qs is read here, in a view of its own")
				   : G_ ("%qs is written here, in a view of its own"),
		b->obj->name);
	px_advise_restrict (b->obj, decl_of (b->obj));
      }
}
