/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages about the tree: why it has no solution, and with -fplugin-arg-px-explain why
   each synchronisation is at its place.

   Needs: the tree with its answers.
   Leaves: messages.  */

#include "plugin/sync/sync-int.h"

/* Notes where access REACH of S, a call, is.  */
static void
note_called (px_note_rank rank, gimple *s, const px_reach &reach)
{
  if (reach.called)
    px_note (rank, reach.called->loc, "by %qD, which it calls, here", gimple_call_fndecl (s));
}

void
px_inform_called (gimple *s, const px_reach &reach)
{
  note_called (PX_NOTE_OF_ERROR, s, reach);
}

void
px_inform_called (const px_acc *a)
{
  if (const px_source *s = (const px_source *) a->user)
    px_inform_called (s->stmt, s->reach);
}

location_t
px_access_loc (const px_acc *a)
{
  return a->op->loc.loc ? (location_t) a->op->loc.loc : DECL_SOURCE_LOCATION (px_now->fun->decl);
}

const char *
px_access_word (const px_acc *a)
{
  return a->op->callee		? "a use"
	 : a->kind == PX_READ	? "a read"
	 : a->kind == PX_WRITE	? "a write"
	 : a->kind == PX_ATOMIC ? "an atomic"
				: "an atomic read";
}

static location_t
note_loc (const px_stmt *s)
{
  return s && s->loc.loc ? (location_t) s->loc.loc : DECL_SOURCE_LOCATION (px_now->fun->decl);
}

/* Prints where the function is that A's operation calls, if it is a call.  */
static void
explain_call (px_note_rank rank, const px_acc *a)
{
  const px_source *s = (const px_source *) a->user;
  if (s)
    note_called (rank, s->stmt, s->reach);
  tree fn = s && a->op->callee ? gimple_call_fndecl (s->stmt) : NULL_TREE;
  function *f = fn ? DECL_STRUCT_FUNCTION (fn) : NULL;
  if (f && f->function_end_locus != UNKNOWN_LOCATION)
    px_note (rank, DECL_SOURCE_LOCATION (fn), "%qD, which it calls, ends at line %d", fn,
	     expand_location (px_user_loc (f->function_end_locus)).line);
}

/* Prints "A, then B", by units of SCOPE (NULL: not mentioned).  */
static void
explain_edge (px_note_rank rank, const px_acc *a, const px_acc *b, bool later, const char *scope)
{
  if (px_start (a))
    px_note (rank, DECL_SOURCE_LOCATION (px_now->fun->decl), "the start of another block");
  else if (a->op->timeline == PX_ENTRY)
    px_note (rank, px_access_loc (a), "a write of %qs by the caller", a->obj->name);
  else
    px_note (rank, px_access_loc (a), "%s of %qs here", px_access_word (a), a->obj->name);
  explain_call (rank, a);
  if (b->op->timeline == PX_END)
    px_note (rank, DECL_SOURCE_LOCATION (px_now->fun->decl), "then the end of %qD",
	     px_now->fun->decl);
  else if (a->obj->anywhere != b->obj->anywhere)
    px_note (rank, px_access_loc (b),
	     "then %s of %qs here: an address that was loaded may be of any object that is not "
	     "%<restrict%>",
	     px_access_word (b), b->obj->name);
  else if (!scope)
    px_note (rank, px_access_loc (b), "then %s here", px_access_word (b));
  else
    px_note (rank, px_access_loc (b),
	     later ? G_ ("then, in a later iteration, %s here, by units of the same %s")
		   : G_ ("then %s here, by units of the same %s"),
	     px_access_word (b), scope);
  explain_call (rank, b);
}

/* Prints why EDGE needs a barrier; nothing if it has no accesses.  */
static void
explain_need (const px_edge &e)
{
  if (e.a)
    explain_edge (PX_NOTE_OF_ERROR, e.a, e.b, e.loop && px_inside (e.loop, e.a->op), NULL);
}

void
px_report (px_fn *f)
{
  for (int i = 0; i < f->nproblem; i++)
    {
      const px_problem &p = f->problem[i];
      auto_diagnostic_group g;
      const px_obj *named = p.edge.a && p.edge.a->obj->anywhere ? p.edge.b->obj
			    : p.edge.a				? p.edge.a->obj
								: NULL;
      switch (p.kind)
	{
	case PX_E_PLACE:
	  px_error (px_access_loc (p.edge.b), PX_D_SYNC_PLACE, named->name,
		    px_scope_name (f, p.scope), px_scope_name (f, p.scope2));
	  inform (px_access_loc (p.edge.a), "it must come after %s here",
		  px_access_word (p.edge.a));
	  if (p.edge.a->obj->anywhere != p.edge.b->obj->anywhere)
	    px_advise_restrict (named, px_decl_of (named));
	  break;
	case PX_E_GRID:
	  px_error (px_access_loc (p.edge.b), PX_D_SYNC_GRID, p.edge.a->obj->name);
	  inform (px_access_loc (p.edge.a), "%s of another block is here",
		  px_access_word (p.edge.a));
	  break;
	case PX_E_BLOCKS:
	  px_error (px_access_loc (p.edge.b), PX_D_SYNC_BLOCKS, p.edge.a->obj->name,
		    px_scope_name (f, p.scope));
	  inform (px_access_loc (p.edge.a), "it must come after %s here",
		  px_access_word (p.edge.a));
	  break;
	case PX_E_BARRIERS:
	  px_error (DECL_SOURCE_LOCATION (px_now->fun->decl), PX_D_SYNC_BARRIERS, px_now->fun->decl,
		    p.need + px_signature_of (px_now->fun->decl).barriers - f->barriers);
	  explain_need (p.edge);
	  inform (DECL_SOURCE_LOCATION (px_now->fun->decl),
		  "with %<barriers (%d)%> in %<__requires%> it has them",
		  p.need + px_signature_of (px_now->fun->decl).barriers - f->barriers);
	  break;
	case PX_E_MBARRIERS:
	  px_error (DECL_SOURCE_LOCATION (px_now->fun->decl), PX_D_SYNC_MBARRIERS,
		    px_now->fun->decl);
	  explain_need (p.edge);
	  break;
	case PX_E_RING:
	  px_error (note_loc (p.stmt), p.ring->nobj ? PX_D_RING_SHAPE : PX_D_TURN_SHAPE,
		    p.ring->name, p.text);
	  if (p.stmt2)
	    inform (note_loc (p.stmt2), "the other use is here");
	  break;
	case PX_E_STEP:
	  px_error (note_loc (p.stmt), p.ring->nobj ? PX_D_RING_STEP : PX_D_TURN_STEP, p.ring->name,
		    p.text, p.text2);
	  inform (note_loc (p.stmt2), p.ring->nobj ? "it is drained here" : "it is taken here");
	  break;
	case PX_E_LIVE:
	  px_error (note_loc (p.stmt), p.ring->nobj ? PX_D_RING_LIVE : PX_D_TURN_LIVE, p.ring->name,
		    p.text);
	  break;
	default:
	  px_error (DECL_SOURCE_LOCATION (px_now->fun->decl), PX_D_SYNC_OTHER, px_now->fun->decl,
		    px_problem_name (f, &p));
	}
    }
}

static bool
end_of_ring (const px_acc *a, const px_ring *r, int kind)
{
  return a->ringop && a->ringop->kind == kind
	 && (a->ringop->ring == r || a->ringop->ring->with == r) && a->ringop->ring == a->obj->ring;
}

/* Describes part P of a ring: fills before drains, or drains before the fills of the slot's
   next number.  */
static void
explain_ring (px_fn *f, const px_part *p)
{
  const px_ring_sync *r = px_ring_sync_of (f, p->ring);
  bool empty = p->kind == PX_P_EMPTY || p->kind == PX_P_RELEASE || p->kind == PX_P_GATHER;
  std::set<std::pair<std::pair<location_t, int>, std::pair<location_t, int>>> told;
  auto_diagnostic_group g;
  px_note (PX_NOTE_BEFORE, note_loc (empty ? r->drain[0] : r->fill[0]),
	   "synchronisation %d of %qD here: %s", p->num, px_now->fun->decl,
	   px_part_words (f, p).c_str ());
  for (int i = 0; i < f->nacc; i++)
    for (int k = 0; k < f->nacc; k++)
      {
	const px_acc *a = f->acc[i], *b = f->acc[k];
	if (a->obj == b->obj && end_of_ring (a, p->ring, empty ? PX_DRAIN : PX_FILL)
	    && end_of_ring (b, p->ring, empty ? PX_FILL : PX_DRAIN)
	    && told.insert ({ { px_access_loc (a), a->kind }, { px_access_loc (b), b->kind } })
		 .second)
	  explain_edge (PX_NOTE_DETAIL, a, b, false, NULL);
      }
}

void
px_explain_tree (px_fn *f)
{
  for (int i = 0; i < f->nobj; i++)
    for (const px_shared_item &x : px_now->bytes[f->obj[i]])
      if (f->nsync + f->npart && f->kernel && x.array && x.start < x.end)
	px_note (PX_NOTE_AFTER, DECL_SOURCE_LOCATION (x.array),
		 "%qD: bytes %wd to %wd of the shared memory of %qD", x.array,
		 (HOST_WIDE_INT) x.start, (HOST_WIDE_INT) x.end - 1, px_now->fun->decl);
  for (int i = 0; i < f->nsync; i++)
    {
      px_sync *s = f->sync[i];
      bool end = s->idx == s->seq->nst || s->seq->st[s->idx]->synth;
      std::set<std::pair<location_t, location_t>> told;
      auto_diagnostic_group g;
      px_note (PX_NOTE_BEFORE,
	       !end	 ? note_loc (s->seq->st[s->idx])
	       : s->back ? note_loc (s->seq->up)
			 : DECL_SOURCE_LOCATION (px_now->fun->decl),
	       s->back
		 ? G_ ("synchronisation %d of %qD before this, but not in the first iteration: %s")
	       : end ? G_ ("synchronisation %d of %qD at the end: %s")
		     : G_ ("synchronisation %d of %qD before this: %s"),
	       s->num, px_now->fun->decl, px_sync_words (f, s).c_str ());
      for (int k = 0; k < s->nwhy; k++)
	{
	  const px_edge &e = s->why[k];
	  if (told.insert ({ px_access_loc (e.a), px_access_loc (e.b) }).second)
	    explain_edge (PX_NOTE_DETAIL, e.a, e.b, e.loop && px_inside (e.loop, e.a->op),
			  px_scope_name (f, e.scope));
	}
    }
  for (int i = 0; i < f->npart; i++)
    if (!f->part[i].sync)
      explain_ring (f, &f->part[i]);
  std::set<std::pair<location_t, const px_obj *>> told;
  for (int i = 0; i < f->nundecided; i++)
    if (told.insert ({ px_access_loc (f->undecided[i].b), f->undecided[i].a->obj }).second)
      px_note (PX_NOTE_AFTER, px_access_loc (f->undecided[i].b),
	       "%qs: it is not known whether blocks meet here", f->undecided[i].a->obj->name);
}
