/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a ring carries: a number that who fills a slot stores there, and who drains it loads.  The loops
   and conditions of both may depend on it, as on a ticket that one takes for all: it is one value
   (plugin/bridge/count.cc), that of the same turn of their loops.

   Needs: SSA form, loops; for px_find_carried the tree, with fills and drains.
   Leaves: nothing changed, but px_value.by and px_ring.differs.  */

#include "plugin/bridge/ring-int.h"

static tree
ring_of (tree p)
{
  tree d = TREE_CODE (p) == SSA_NAME ? px_shared_array (SSA_NAME_DEF_STMT (p)) : NULL_TREE;
  return d && px_slots_of (d) && !px_turn_p (d) ? d : NULL_TREE;
}

tree
px_slot_place (tree t, HOST_WIDE_INT *at)
{
  std::vector<tree> bytes; /* whole slots, if any array's */
  std::vector<tree> rows;  /* that an index that may change is in */
  *at = 0;
  for (int steps = 0; steps < 50; steps++)
    {
      if (TREE_CODE (t) == ADDR_EXPR)
	t = TREE_OPERAND (t, 0);
      for (; handled_component_p (t); t = TREE_OPERAND (t, 0))
	if (TREE_CODE (t) == COMPONENT_REF && !DECL_BIT_FIELD (TREE_OPERAND (t, 1))
	    && tree_fits_shwi_p (byte_position (TREE_OPERAND (t, 1))))
	  *at += tree_to_shwi (byte_position (TREE_OPERAND (t, 1)));
	else if (TREE_CODE (t) != ARRAY_REF || !integer_zerop (array_ref_low_bound (t)))
	  return NULL_TREE;
	else if (tree_fits_shwi_p (TREE_OPERAND (t, 1))
		 && tree_fits_shwi_p (array_ref_element_size (t)))
	  *at += tree_to_shwi (TREE_OPERAND (t, 1)) * tree_to_shwi (array_ref_element_size (t));
	else
	  rows.push_back (TREE_TYPE (t));
      if (TREE_CODE (t) == MEM_REF)
	{
	  *at += TREE_INT_CST_LOW (TREE_OPERAND (t, 1));
	  t = TREE_OPERAND (t, 0);
	}
      if (tree d = ring_of (t))
	{
	  HOST_WIDE_INT size = px_slot_size (t);
	  bool known = size > 0;
	  for (tree n : bytes)
	    known = known && px_whole_slots (n, size);
	  for (tree type : rows)
	    known = known && TYPE_SIZE_UNIT (type)
		    && compare_tree_int (TYPE_SIZE_UNIT (type), size) == 0;
	  if (known)
	    *at = (*at % size + size) % size;
	  return known ? d : NULL_TREE;
	}
      gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
      tree_code c = s && is_gimple_assign (s) ? gimple_assign_rhs_code (s) : ERROR_MARK;
      if (c == POINTER_PLUS_EXPR && tree_fits_shwi_p (gimple_assign_rhs2 (s)))
	*at += tree_to_shwi (gimple_assign_rhs2 (s));
      else if (c == POINTER_PLUS_EXPR)
	bytes.push_back (gimple_assign_rhs2 (s));
      else if (c != ADDR_EXPR && c != SSA_NAME && !CONVERT_EXPR_CODE_P (c))
	return NULL_TREE;
      t = gimple_assign_rhs1 (s);
    }
  return NULL_TREE;
}

/* Number T, and what it is made of, is carried by ring D.  */
static void
add_names (px_carried *c, tree t, tree d, int depth)
{
  if (TREE_CODE (t) != SSA_NAME || depth > PX_DEEP || !c->names[t].insert (d).second)
    return;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (is_gimple_assign (s) && !gimple_assign_load_p (s))
    for (unsigned i = 1; i < gimple_num_ops (s); i++)
      add_names (c, gimple_op (s, i), d, depth + 1);
}

px_carried
px_all_carried ()
{
  basic_block bb;
  px_carried c;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	bool load = gimple_assign_load_p (s);
	if (!gimple_assign_single_p (s) || (!load && !gimple_store_p (s)))
	  continue;
	tree ref = load ? gimple_assign_rhs1 (s) : gimple_assign_lhs (s),
	     size = TYPE_SIZE_UNIT (TREE_TYPE (ref));
	HOST_WIDE_INT at;
	if (tree d = size && tree_fits_shwi_p (size) ? px_slot_place (ref, &at) : NULL_TREE)
	  (load ? c.loads : c.stores)[d].push_back ({ at, tree_to_shwi (size), s });
      }
  for (auto &ring : c.stores)
    for (const px_slot_access &a : ring.second)
      if (INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (a.s))))
	add_names (&c, gimple_assign_rhs1 (a.s), ring.first, 0);
  return c;
}

/* The only store to the SIZE bytes AT of ring D's slots, in a loop in which no slot is loaded: names that
   are set there are those of one branch.  NULL: there is none, or several.  */
static gimple *
store_to (const px_carried &c, tree d, HOST_WIDE_INT at, HOST_WIDE_INT size)
{
  const px_slot_access *only = NULL;
  auto stores = c.stores.find (d), loads = c.loads.find (d);
  if (stores == c.stores.end () || loads == c.loads.end ())
    return NULL;
  for (const px_slot_access &a : stores->second)
    if (at < a.at + a.size && a.at < at + size)
      {
	if (only || a.at != at || a.size != size)
	  return NULL;
	only = &a;
      }
  loop_p l = only ? gimple_bb (only->s)->loop_father : NULL;
  if (!l || !l->num || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (only->s))))
    return NULL;
  for (const px_slot_access &a : loads->second)
    if (flow_bb_inside_loop_p (l, gimple_bb (a.s)))
      return NULL;
  return only->s;
}

gimple *
px_carried_store (const px_carried &c, gimple *load)
{
  HOST_WIDE_INT at;
  if (!gimple_assign_load_p (load) || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (load))))
    return NULL;
  tree d = px_slot_place (gimple_assign_rhs1 (load), &at);
  return d ? store_to (c, d, at,
		       tree_to_shwi (TYPE_SIZE_UNIT (TREE_TYPE (gimple_assign_rhs1 (load)))))
	   : NULL;
}

bool
px_carried_name (const px_carried &c, tree t, basic_block at)
{
  auto i = c.names.find (t);
  if (i == c.names.end ())
    return false;
  loop_p set
    = gimple_bb (SSA_NAME_DEF_STMT (t)) ? gimple_bb (SSA_NAME_DEF_STMT (t))->loop_father : NULL;
  if (!set || !set->num || !flow_bb_inside_loop_p (set, at))
    return false;
  for (tree d : i->second)
    for (const px_slot_access &a : c.stores.at (d))
      if (store_to (c, d, a.at, a.size) == a.s
	  && flow_bb_inside_loop_p (gimple_bb (a.s)->loop_father, SSA_NAME_DEF_STMT (t)->bb))
	return true;
  return false;
}

std::set<tree>
px_carried_by (const px_carried &c, tree t)
{
  auto i = c.names.find (t);
  return i == c.names.end () ? std::set<tree> () : i->second;
}

/* ---- that it is so ---------------------------------------------------- */

/* Returns true if a thread of those that run FILL comes to S in each turn of the loop around S that is not
   left before: all conditions on the way ask for its number only, or leave the loop.  */
static bool
reached_by_one (const px_fn *f, const px_stmt *fill, gimple *s)
{
  loop_p l = gimple_bb (s)->loop_father;
  std::vector<basic_block> todo = { gimple_bb (s) };
  std::vector<edge> ways; /* to S, where others lead past it */
  std::set<basic_block> seen;
  basic_block *body = get_loop_body (l);
  for (size_t i = 0; i < todo.size (); i++)
    for (unsigned k = 0; k < l->num_nodes; k++)
      {
	edge e, way = NULL;
	edge_iterator ei;
	bool past = false;
	FOR_EACH_EDGE (e, ei, body[k]->succs)
	  if (e->dest != l->header && dominated_by_p (CDI_POST_DOMINATORS, e->dest, todo[i]))
	    way = e;
	  else
	    past |= flow_bb_inside_loop_p (l, e->dest);
	if (!way || dominated_by_p (CDI_POST_DOMINATORS, body[k], todo[i]))
	  continue;
	if (past)
	  ways.push_back (way);
	if (seen.insert (body[k]).second)
	  todo.push_back (body[k]);
      }
  free (body);
  int first, n = px_threads_in (f, fill->seq, &first);
  for (int t = first; t < first + n; t++)
    {
      bool all = true;
      for (edge e : ways)
	{
	  gcond *c = safe_dyn_cast<gcond *> (last_stmt (e->src));
	  all = all && c && px_true_at (f, c, -1, t) == ((e->flags & EDGE_TRUE_VALUE) != 0);
	}
      if (all)
	return true;
    }
  return ways.empty ();
}

/* Returns why access A, a write of FILL's ring in FILL, may not be that of a number which is the same for
   all of its branch, in each fill; NULL: it is.  */
static const char *
differs_at (const px_fn *f, const px_stmt *fill, const px_acc *a)
{
  const px_source *source = (const px_source *) a->user;
  HOST_WIDE_INT at;
  if (!source || !gimple_assign_single_p (source->stmt) || !gimple_store_p (source->stmt)
      || !px_slot_place (gimple_assign_lhs (source->stmt), &at))
    return "px does not know what all writes of its slots store, and where";
  if (!reached_by_one (f, fill, source->stmt))
    return "a fill may leave a part of its slot as it was";
  tree v = gimple_assign_rhs1 (source->stmt);
  return TREE_CODE (v) == SSA_NAME && !px_broader (px_race_persp_of (v), px_persp_in (f, fill->seq))
	   ? "what is stored there differs between threads of the branch that fills it"
	   : NULL;
}

/* The same of all writes in FILL.  */
static const char *
differs_in (const px_fn *f, const px_stmt *fill, const px_stmt *s)
{
  const char *text = NULL;
  for (int i = 0; i < s->nacc && !text; i++)
    if (s->acc[i].obj->ring && s->acc[i].obj == fill->ring->obj[0] && s->acc[i].kind != PX_READ)
      text = differs_at (f, fill, &s->acc[i]);
  for (int i = 0; i < s->nbody; i++)
    for (int k = 0; k < s->body[i]->nst && !text; k++)
      text = differs_in (f, fill, s->body[i]->st[k]);
  return text;
}

static void
find_differs (px_fn *f, px_ring *r, px_seq *q)
{
  for (int i = 0; i < q->nst; i++)
    {
      px_stmt *s = q->st[i];
      if (s->kind == PX_FILL && s->ring == r && !r->differs)
	r->differs = differs_in (f, s, s);
      for (int k = 0; k < s->nbody; k++)
	find_differs (f, r, s->body[k]);
    }
}

void
px_find_carried (px_fn *f)
{
  std::set<px_ring *> all;
  for (int i = 0; i < f->nvalue; i++)
    {
      px_value *v = f->value[i];
      std::set<tree> rings;
      if (!v->text)
	px_value_carried (v->what, &rings);
      for (int k = 0, cap = 0; k < f->nring; k++)
	if (f->ring[k]->nobj && rings.count ((tree) f->ring[k]->obj[0]->user))
	  {
	    PX_PUSH (&f->pool, v->by, v->nby, cap, f->ring[k]);
	    all.insert (f->ring[k]);
	  }
    }
  if (all.empty ())
    return;
  calculate_dominance_info (CDI_POST_DOMINATORS);
  for (px_ring *r : all)
    find_differs (f, r, f->body);
  free_dominance_info (CDI_POST_DOMINATORS);
}
