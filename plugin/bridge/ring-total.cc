/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): whether branches use a ring equally often that count in different forms, and what
   would have to be known for that.

   Needs: the tree with its rings' uses; SSA form, loops and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/ring-order.h"

/* ---- counting, by the flow of sums ------------------------------------------ */

/* Uses of a branch, from START to END.  */
struct counted_branch
{
  const px_point *start, *end;
  std::vector<px_ring_use> uses; /* INDEX: the number that it is the rest of, or NULL */
  std::function<int (gcond *)> known;
};

/* True if all threads of the block know A's names, set before BB begins, as the same numbers.  */
static bool
same_for_all (const px_order_query *q, const px_sum_terms &a, basic_block bb)
{
  if (!px_order_set_at (q, a, bb))
    return false;
  for (unsigned version : px_order_names (q, a))
    if (!px_broader (px_race_persp_of (ssa_name (version)), { PX_BLOCK, 1 }))
      return false;
  return true;
}

/* The question of the flow how often B, which uses a ring of RING slots, does so.  */
static px_order_query
count_query (function *fun, int ring, const counted_branch &b)
{
  px_order_query q = px_order_query_of (fun, PX_COUNTED, ring, b.start, 1, b.known);
  q.end = b.end;
  q.first = { { {}, 0 } };
  for (const px_ring_use &u : b.uses)
    {
      q.uses.push_back ({ px_sum_unknown (PX_COUNTED), u.before });
      if (u.index)
	q.seeds.push_back (px_exact_sum (&q, u.index));
      for (loop_p l = px_block_at (u.before) ? px_block_at (u.before)->loop_father : NULL;
	   l && l->num; l = loop_outer (l))
	for (gphi_iterator i = gsi_start_phis (l->header); !gsi_end_p (i); gsi_next (&i))
	  if (tree t = gimple_phi_result (i.phi ()); INTEGRAL_TYPE_P (TREE_TYPE (t)))
	    {
	      px_sum down = px_sum_name (PX_COUNTED, SSA_NAME_VERSION (t)), up = down;
	      if (gimple_phi_num_args (i.phi ()) == 2)
		down = px_exact_sum (&q, PHI_ARG_DEF_FROM_EDGE (i.phi (), loop_preheader_edge (l)));
	      px_sum_add (&down, up, -1);
	      q.seeds.insert (q.seeds.end (), { up, down });
	      std::set<HOST_WIDE_INT> scales = px_counter_scales (i.phi (), ring);
	      scales.insert (1);
	      for (HOST_WIDE_INT times : scales)
		{
		  std::vector<px_affine> limits;
		  std::vector<edge> exits;
		  HOST_WIDE_INT step;
		  px_counter_limits (i.phi (), times, ring, &limits, &exits, &step);
		  for (const px_affine &limit : limits)
		    q.seeds.push_back (px_affine_sum_in (&q, limit));
		}
	    }
    }
  for (const std::vector<unsigned> *all : { &q.quotients, &q.remainders })
    for (unsigned version : *all)
      if (px_rounding r; px_rounding_of (version, ring, &r))
	q.seeds.insert (q.seeds.end (),
			{ px_affine_sum_in (&q, r.of), px_sum_name (PX_COUNTED, version) });
  px_order_find_limits (&q);
  return q;
}

/* What the branches of ALL have counted, by sums that all threads of the block know as the same numbers, is one sum at the
   ends of all, by what they assume.  */
static bool
same_at_ends (function *fun, std::vector<px_order_query> *all)
{
  px_facts same; /* at the ends of all branches so far */
  std::vector<px_least_of> least;
  for (size_t b = 0; b < all->size (); b++)
    {
      px_order_query *q = &(*all)[b];
      basic_block start = px_block_before (q->start);
      if (!start)
	return false;
      q->least = least;
      px_order_find_sums (q);
      px_order_flow (fun, q);
      least = q->least;
      px_facts here;
      for (auto &f : q->last)
	if (same_for_all (q, f.first, start) && (!b || same.count (f)))
	  here.insert (f);
      same = here;
      if (same.empty ())
	return false;
    }
  return true;
}

/* Adds what ALSO assumes to *GIVEN.  */
static void
add_given (px_assumptions *given, const px_assumptions &also)
{
  for (const px_assumption &a : also)
    {
      auto same = std::find_if (given->begin (), given->end (), [&a] (const px_assumption &x) {
	return x.limit == a.limit && x.least == a.least;
      });
      if (same != given->end ())
	same->stay.insert (same->stay.end (), a.stay.begin (), a.stay.end ());
      else
	given->push_back (a);
    }
}

/* True if all of BRANCHES do as many uses, from their START to their END, of a ring of RING slots, for each way that the
   limits of their loops may be.  */
static bool
counted_alike (function *fun, int ring, const std::vector<counted_branch> &branches)
{
  std::vector<px_order_query> all;
  px_assumptions given;
  for (const counted_branch &b : branches)
    {
      all.push_back (count_query (fun, ring, b));
      add_given (&given, all.back ().given);
    }
  if (given.size () > 2 * PX_LIMITS)
    return false;
  for (unsigned ways = 0; ways < 1u << given.size (); ways++)
    {
      bool may = false;
      for (px_order_query &q : all)
	{
	  q.given = given;
	  px_order_assume (&q, ways);
	  may |= px_possible (q.given, px_block_at (q.start), ring);
	}
      if (may && !same_at_ends (fun, &all))
	return false;
    }
  return true;
}

/* ---- the uses of a ring ----------------------------------------------------- */

/* True if S of branch B stands in the same loops and IFs as T of branch C.  */
static bool
same_ways (const px_stmt *s, const px_seq *b, const px_stmt *t, const px_seq *c)
{
  for (; s->seq != b && t->seq != c; s = s->seq->up, t = t->seq->up)
    {
      const px_stmt *x = s->seq->up, *y = t->seq->up;
      if (x->kind != y->kind || (x->kind == PX_LOOP && !px_same_count (x->count, y->count))
	  || (x->kind == PX_IF
	      && (x->when.kind != y->when.kind || x->when.of != y->when.of || x->when.k != y->when.k
		  || x->when.opposite != y->when.opposite
		  || (s->seq == x->body[0]) != (t->seq == y->body[0]))))
	return false;
    }
  return s->seq == b && t->seq == c;
}

/* The number whose rest by the slots is the index of one of V, accesses of a ring, in U; NULL: it is no rest.  */
static tree
number_in (const px_accesses &v, const px_use_place &u)
{
  tree index = NULL_TREE;
  for (const px_acc *a : v)
    for (const px_stmt *s = a->op; s && !index; s = s->seq->up)
      if (s->seq == u.first->seq && px_index_in (s) >= px_index_in (u.first)
	  && px_index_in (s) <= px_index_in (u.last))
	index = px_slot_of_access (a);
  index = index ? px_without_conversions (index) : NULL_TREE;
  gimple *s = index && TREE_CODE (index) == SSA_NAME ? SSA_NAME_DEF_STMT (index) : NULL;
  tree_code code = s && is_gimple_assign (s) ? gimple_assign_rhs_code (s) : ERROR_MARK;
  return code == TRUNC_MOD_EXPR || code == BIT_AND_EXPR ? gimple_assign_rhs1 (s) : NULL_TREE;
}

bool
px_same_total (const px_places *places, const px_ring *r, const px_accesses &v,
	       const std::vector<px_branch_uses> &branches)
{
  std::vector<counted_branch> all;
  bool alike = true;
  for (const px_branch_uses &b : branches)
    {
      const px_branch_uses &first = branches[0];
      std::vector<px_ring_use> counted;
      auto end = places->end.find (b.whole);
      auto start = places->before.find (b.whole->st[0]);
      if (end == places->end.end () || start == places->before.end ())
	return false;
      alike &= b.uses.size () == first.uses.size ();
      for (size_t i = 0; i < b.uses.size (); i++)
	{
	  const px_use_place &u = b.uses[i];
	  alike = alike && same_ways (first.uses[i].first, first.branch, u.first, b.branch);
	  auto at = places->before.find (u.first);
	  if (at == places->before.end ())
	    return false;
	  counted.push_back ({ number_in (v, u), &at->second });
	}
      all.push_back ({ &start->second, &end->second, counted, b.known });
    }
  return !alike && all.size () > 1 && counted_alike (cfun, r->slots, all);
}

/* The name of what a counter of L, or of a loop around it, is more each turn, if that is not known to be positive;
   NULL: none is.  */
static tree
unknown_size (loop_p l, int slots)
{
  for (; l && l->num; l = loop_outer (l))
    for (gphi_iterator i = gsi_start_phis (l->header); !gsi_end_p (i); gsi_next (&i))
      {
	tree t = gimple_phi_result (i.phi ());
	if (!INTEGRAL_TYPE_P (TREE_TYPE (t)) || gimple_phi_num_args (i.phi ()) != 2)
	  continue;
	px_affine more
	  = px_affine_sum (px_affine_of (PHI_ARG_DEF_FROM_EDGE (i.phi (), loop_latch_edge (l)),
					 slots),
			   px_affine{ { { SSA_NAME_VERSION (t), 1 } }, 0, true }, -1);
	if (!more.known || more.k || more.of.size () != 1 || more.of.begin ()->second != 1)
	  continue;
	tree size = ssa_name (more.of.begin ()->first);
	basic_block at = gimple_bb (SSA_NAME_DEF_STMT (size));
	more.k--;
	if (SSA_NAME_VAR (size) && DECL_NAME (SSA_NAME_VAR (size))
	    && !(at && flow_bb_inside_loop_p (l, at))
	    && !px_not_negative (more, loop_preheader_edge (l)->src, slots))
	  return DECL_NAME (SSA_NAME_VAR (size));
      }
  return NULL_TREE;
}

const char *
px_with_hint (px_fn *f, const px_accesses &v, int slots, const char *text)
{
  for (const px_acc *a : v)
    if (const px_source *s = (const px_source *) a->user)
      if (tree size = unknown_size (gimple_bb (s->stmt)->loop_father, slots))
	return px_textf (&f->pool,
			 "%s; if '%s', of which a loop's counter is more each turn, is always "
			 "positive, say so: px_assume (%s > 0)",
			 text, IDENTIFIER_POINTER (size), IDENTIFIER_POINTER (size));
  return text;
}
