/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): whether branches use a ring equally often that count in different forms, and what
   would have to be known for that.

   Needs: the tree with its rings' uses; SSA form, loops and dominators.  Leaves everything as it was.  */

#include "plugin/bridge/ring-int.h"

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
  std::vector<px_counted_branch> all;
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
  return !alike && all.size () > 1 && px_ring_same_total (cfun, r->slots, all);
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
