/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Summaries: what a function of this unit that is not inlined accesses, for its callers.

   Needs: the tree of the function with its synchronisations (px_infer), and its px_race.
   Leaves: a summary, which exists until the end of the unit, since px_reach of callers points to
   it.  */

#include "plugin/sync/sync-int.h"

const px_summary *
px_summary_of (tree f)
{
  std::map<tree, px_summary>::iterator i = px_synced ().summaries.find (f);
  return i == px_synced ().summaries.end () ? NULL : &i->second;
}

int
px_parameter_number (tree fn, tree d)
{
  int i = 0;
  for (tree p = DECL_ARGUMENTS (fn); p && p != d; p = DECL_CHAIN (p))
    i++;
  return i;
}

/* Returns true if all units that run the function run Q once.  */
static bool
runs_always (const px_seq *q)
{
  for (; q->up; q = q->up->seq)
    if (q->up->kind != PX_GROUP && q->up->kind != PX_VIEW)
      return false;
  return true;
}

/* Sets *P to the broader of P and the units of SCOPE.  */
static void
broaden (const px_fn *f, px_persp *p, int scope)
{
  int s = p->n ? px_scope_of (f, *p) : -1;
  if (!p->n || (s >= 0 && px_holds (f, scope, s)))
    *p = f->scope[scope];
}

static bool
same (px_persp a, px_persp b)
{
  return a.level == b.level && a.n == b.n;
}

/* Makes the summary of the function; keeps RACE with it.  Returns false if nothing is known.  */
bool
px_summarise (const px_fn *f, const px_race *race)
{
  enum
  {
    MOST = 16
  }; /* accesses of one object that are distinguished */
  tree fn = px_now->fun->decl;
  if (f->kernel || lookup_attribute ("noipa", DECL_ATTRIBUTES (fn)) || !px_now->unchecked.empty ())
    return false;
  std::map<const px_obj *, tree> keys;
  std::map<const px_obj *, int> count;
  for (auto &o : px_now->objects)
    keys[o.second] = o.first;
  px_summary sum = {};
  sum.others = px_now->others;
  for (px_obj *o : px_now->escaped)
    if (o->space == PX_GLOBAL)
      sum.stored.push_back (keys[o]);
  for (int i = 0; i < f->nacc; i++)
    count[f->acc[i]->obj]++;
  for (int i = 0; i < f->nacc; i++)
    {
      const px_acc *a = f->acc[i];
      const px_source *s = (const px_source *) a->user;
      tree key = a->obj == px_now->loaded ? NULL_TREE : keys[a->obj];
      if (a->op->synth || a->obj->space == PX_FRAGMENT)
	continue;
      if (a->obj->space == PX_SHARED)
	{
	  sum.remote |= a->remote;
	  continue;
	}
      px_summary::access x = { key, a->kind, a->alike, a->remote, a->before, a->after, {} };
      for (int k = 0; k < f->nsync; k++)
	{
	  const px_sync *y = f->sync[k];
	  bool ahead
	    = a->op->order >= (y->idx < y->seq->nst ? y->seq->st[y->idx]->order : y->seq->end);
	  if (y->scope > 0 && y->arrive < 0 && runs_always (y->seq) && (ahead || !px_asyn (a)))
	    broaden (f, ahead ? &x.before : &x.after, y->scope);
	}
      x.called.parameter = key && TREE_CODE (key) == PARM_DECL ? px_parameter_number (fn, key) : -1;
      x.called.fragment = px_of_fragment (a);
      x.called.types = s ? s->types : px_types ();
      x.called.loc = s && s->reach.called ? s->reach.called->loc : px_access_loc (a);
      bool apart = a->op->timeline == PX_GENERIC || a->op->timeline == PX_CPASYNC;
      if (apart && !a->op->elect && count[a->obj] <= MOST && px_disjoint_access (a, &x.called.at))
	x.called.in = race;
      bool again = false;
      for (const px_summary::access &y : sum.accesses)
	again |= !x.called.in && !y.called.in && x.object == y.object
		 && x.called.types.base == y.called.types.base
		 && x.called.types.part == y.called.types.part && x.kind == y.kind
		 && x.alike == y.alike && x.remote == y.remote && same (x.before, y.before)
		 && same (x.after, y.after);
      if (!again)
	sum.accesses.push_back (x);
    }
  px_synced ().summaries[fn] = sum;
  px_note_result ();
  return true;
}
