/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule D5 where names lead to one of several objects.  While a view exists its source is out of reach.  Where the source, or
   what is read by another name, is one of several objects, as of two that change places, the checker does not know
   whether it is the source (px_region.others).  Here that is asked: the way in which the view leads to an object, and that
   in which the read does, must exclude each other, for all pairs of threads that the partition may be for.

	for (…)						view `q' is of x where the turn is odd, of y where it is even;
	  {						`from' is x where the turn is even, y where it is odd:
	    __partition (thread, 1, int *q = to + t)	in one turn `q' and `from' are never of one object
	      *q = from[t ^ 1];
	    swap (from, to);
	  }

   Where the view is of one object and the read of the same, as of x[now] and x[1 - now], the bytes must differ: each that
   is read from each that a unit of another view writes or changes while the view exists.

   Needs: the tree and the function's px_race.
   Leaves: errors.  */

#include "plugin/sync/sync-int.h"

/* The pointer by which A gets at its object; NULL: a name of the object itself, or not known.  */
static tree
pointer_of (const px_acc *a)
{
  const px_source *s = (const px_source *) a->user;
  if (!s || s->pointer)
    return s ? s->pointer : NULL_TREE;
  if (s->reach.called)
    return s->reach.called->parameter < 0 ? s->reach.base
					  : gimple_call_arg (s->stmt, s->reach.called->parameter);
  tree base = s->reach.ref ? get_base_address (s->reach.ref) : NULL_TREE;
  return base && TREE_CODE (base) == MEM_REF ? TREE_OPERAND (base, 0) : NULL_TREE;
}

/* Returns true if P is made of the names that MARKER declares, and of nothing else.  SEEN: the phis on the way.  */
static bool
made_of_views (tree p, gimple *marker, std::set<tree> *seen)
{
  for (unsigned i = 1; i < gimple_call_num_args (marker); i++)
    if (gimple_call_arg (marker, i) == p)
      return true;
  if (TREE_CODE (p) == ADDR_EXPR)
    {
      tree base = get_base_address (TREE_OPERAND (p, 0));
      return base && TREE_CODE (base) == MEM_REF
	     && made_of_views (TREE_OPERAND (base, 0), marker, seen);
    }
  gimple *s = TREE_CODE (p) == SSA_NAME ? SSA_NAME_DEF_STMT (p) : NULL;
  if (gphi *phi = s ? dyn_cast<gphi *> (s) : NULL)
    {
      if (!seen->insert (p).second)
	return true;
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	if (!made_of_views (gimple_phi_arg_def (phi, i), marker, seen))
	  return false;
      return true;
    }
  return s && is_gimple_assign (s) && !gimple_assign_load_p (s)
	 && POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (s)))
	 && (gimple_assign_rhs_code (s) == POINTER_PLUS_EXPR || gimple_assign_single_p (s)
	     || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s)))
	 && made_of_views (gimple_assign_rhs1 (s), marker, seen);
}

/* Returns true if what A does is not seen because an error has kept the function that it calls from being looked at.  */
static bool
missed_p (const px_acc *a)
{
  const px_source *s = (const px_source *) a->user;
  return seen_error () && a->op->callee && !(s && s->reach.known ());
}

/* Access X, as one of byte 0, whose guards say when it is to the object at all.  */
static px_dj_access
of_whole (px_dj_access x)
{
  x.offset = px_dj_const (px_race_arena (), px_dj_type_of (px_race_arena (), x.offset), 0);
  x.width = 1;
  return x;
}

/* Returns true if name P, which MARKER declares, is proved to be no view of V's object while A accesses that.  */
static bool
never_both (px_stmt *v, gimple *marker, tree p, const px_acc *a)
{
  px_dj *arena = px_race_arena ();
  px_dj_access x, y;
  px_dj_result r;
  px_reach start = build2 (MEM_REF, char_type_node, p, build_int_cst (ptr_type_node, 0));
  start.root = px_decl_of (v->obj);
  if (!px_race_access (marker, start, &x) || !px_disjoint_access (a, &y))
    return false;
  x = of_whole (x);
  y = of_whole (y);
  /* In one thread.  */
  std::vector<px_dj_ref> facts (x.guard, x.guard + x.n_guards);
  facts.insert (facts.end (), x.fact, x.fact + x.n_facts);
  facts.insert (facts.end (), y.guard, y.guard + y.n_guards);
  facts.insert (facts.end (), y.fact, y.fact + y.n_facts);
  if (!px_dj_prove (arena, facts.data (), facts.size (),
		    px_dj_bin (arena, DJ_LT, x.offset,
			       x.offset))) /* never so: the facts exclude each other */
    return false;
  /* In two.  */
  const px_region &c = px_region_at (px_now->constructs[v]);
  px_dj_relation rel = {};
  rel.unit = px_race_persp ({ PX_THREAD, 1 });
  rel.parent = px_race_persp (px_broadest (c.bound));
  rel.shared = v->obj->space == PX_SHARED;
  rel.loop = px_race_loop (gimple_bb (marker)->loop_father);
  px_dj_r1 (arena, &rel, &x, &y, &r);
  return r.verdict == DJ_PROVED;
}

/* Returns true if what A reads, within view W, is proved to be apart from all that units of W other than its own do not
   only read.  */
static bool
apart_in_view (const px_stmt *w, const px_acc *a)
{
  if (w->view != PX_PARTITION)
    return false;
  px_dj_access x, y;
  px_dj_result r;
  px_dj_relation rel = px_relation_of_units (w);
  if (!px_disjoint_access (a, &x))
    return false;
  for (int i = 0; i < px_now->f->nacc; i++)
    {
      const px_acc *b = px_now->f->acc[i];
      if (!px_may_overlap_p (a->obj, b->obj) || b->kind == PX_READ || b->op->synth
	  || !px_inside (w, b->op))
	continue;
      if (a->obj != b->obj || b->op->unsafe || b->remote || !px_disjoint_access (b, &y))
	return false;
      px_dj_r1 (px_race_arena (), &rel, &x, &y, &r);
      if (r.verdict != DJ_PROVED)
	return false;
    }
  return true;
}

/* Returns true if what A reads of V's object is proved to be apart from what views of it are there for, V and those within V
   that are around A.  */
static bool
in_another_part (const px_stmt *v, const px_acc *a)
{
  if (a->obj != v->obj || a->kind != PX_READ || a->op->timeline != PX_GENERIC || a->remote)
    return false;
  for (const px_stmt *w = a->op->seq->up; w; w = w->seq->up)
    {
      if (w->kind == PX_VIEW && w->obj->store == v->obj->store && !apart_in_view (w, a))
	return false;
      if (w == v)
	return true;
    }
  return false;
}

/* Reports that A reads what perhaps is V's object while its view NAME exists; NO_OTHER: NAME is a view of that object
   alone.  */
static void
report_hidden (const px_acc *a, px_stmt *v, tree name, bool no_other)
{
  auto_diagnostic_group g;
  int construct = px_now->constructs[v];
  tree d = TREE_CODE (name) == SSA_NAME ? SSA_NAME_VAR (name) : NULL_TREE;
  const char *view = d ? px_name_of (d) : v->obj->name;
  bool part = no_other && a->obj == v->obj;
  if (!px_error (px_access_loc (a), part ? PX_D_VIEW_PART_HIDDEN : PX_D_VIEW_PERHAPS_HIDDEN,
		 a->obj->name, view))
    return;
  px_inform_called (a);
  px_note_region (construct);
  if (part)
    px_advise (px_access_loc (a), PX_D_VIEW_PART_HIDDEN,
	       "use %qs for what is its part, and load what is not before %qs, or from another "
	       "part of %qs, as "
	       "%<x[1 - i]%> is of what has the view %<x[i]%>",
	       view, px_region_name (construct), a->obj->name);
  else
    px_advise (px_access_loc (a), PX_D_VIEW_PERHAPS_HIDDEN,
	       "load it before %qs, or let the two exclude each other, as pointers that "
	       "change places in each turn do",
	       px_region_name (construct));
}

bool
px_judge_others (px_stmt *v)
{
  int construct = px_now->constructs[v];
  gimple *marker = px_now->places.before[v].stmt;
  if (!px_region_at (construct).others)
    return true;
  for (int i = 0; i < px_now->f->nacc; i++)
    {
      const px_acc *a = px_now->f->acc[i];
      tree p = pointer_of (a);
      std::set<tree> seen;
      if (!px_may_overlap_p (a->obj, v->obj) || a->op->synth || a->op->unsafe
	  || !px_inside (v, a->op) || missed_p (a) || (p && made_of_views (p, marker, &seen)))
	continue;
      for (unsigned k = 1; k < gimple_call_num_args (marker); k++)
	{
	  tree name = gimple_call_arg (marker, k);
	  std::vector<px_obj *> objects = px_objects_of (name);
	  if (std::find (objects.begin (), objects.end (), v->obj) == objects.end ()
	      || (a->obj == v->obj && never_both (v, marker, name, a)) || in_another_part (v, a))
	    continue;
	  report_hidden (a, v, name, objects.size () == 1);
	  return false;
	}
    }
  return true;
}
