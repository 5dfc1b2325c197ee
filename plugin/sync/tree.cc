/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CFG to tree: makes statements of infer/ from the function's loops, branches and constructs.

   Needs: px_now with a new px_fn, statements of __unsafe found, loops and their exits.
   Leaves: px_now->f's body, the places, px_now->constructs; px_unstructured_p returns true
   if the limit of steps was reached.  */

#include "plugin/sync/sync-int.h"

/* ---- levels ----------------------------------------------------------- */

/* The function (LOOP is the root) or a loop, as an acyclic graph.  */
struct level
{
  loop_p loop;
  std::map<int, basic_block> join; /* immediate postdominator of a block within the level; NULL:
				      the level's end */
};

static basic_block const level_end = NULL;

/* Sets *AS to the block of LV that represents T: T itself, or the header of the inner loop that
   contains T.  Returns false if T is outside, or is the header (a back edge).  */
static bool
in_level (const level &lv, basic_block t, basic_block *as)
{
  if (t == EXIT_BLOCK_PTR_FOR_FN (px_now->fun) || !flow_bb_inside_loop_p (lv.loop, t))
    return false;
  if (lv.loop->num && t == lv.loop->header)
    return false;
  loop_p l = t->loop_father;
  while (l != lv.loop && loop_outer (l) != lv.loop)
    l = loop_outer (l);
  *as = l == lv.loop ? t : l->header;
  return true;
}

static bool
inner_header_p (const level &lv, basic_block bb)
{
  return bb->loop_father != lv.loop && bb->loop_father->header == bb;
}

/* Returns the destinations of the edges that leave loop L.  */
static std::vector<basic_block>
exits_of (loop_p l)
{
  std::vector<basic_block> v;
  auto_vec<edge> exits = get_loop_exit_edges (l);
  for (edge e : exits)
    if (std::find (v.begin (), v.end (), e->dest) == v.end ())
      v.push_back (e->dest);
  return v;
}

static std::vector<basic_block>
next_of (const level &lv, basic_block bb)
{
  std::vector<basic_block> v;
  if (inner_header_p (lv, bb))
    return exits_of (bb->loop_father);
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    v.push_back (e->dest);
  return v;
}

static void
make_level (level *lv, loop_p l)
{
  int n = n_basic_blocks_for_fn (px_now->fun), *order = XNEWVEC (int, n);
  std::map<int, int> depth; /* depth in the tree of joins; absent: does not reach the end */
  int count = pre_and_rev_post_order_compute_fn (px_now->fun, NULL, order, false);
  lv->loop = l;
  for (int i = count - 1; i >= 0; i--)
    {
      basic_block bb = BASIC_BLOCK_FOR_FN (px_now->fun, order[i]), as;
      if (!(l->num && bb == l->header) && (!in_level (*lv, bb, &as) || as != bb))
	continue;
      bool reaches = false, first = true;
      basic_block j = level_end;
      for (basic_block t : next_of (*lv, bb))
	{
	  basic_block x = level_end;
	  bool end
	    = (l->num && t == l->header) || (!l->num && t == EXIT_BLOCK_PTR_FOR_FN (px_now->fun));
	  if (!end && (!in_level (*lv, t, &x) || !depth.count (x->index)))
	    continue; /* it leaves the level, or never ends */
	  reaches = true;
	  if (first)
	    j = x;
	  first = false;
	  /* Find the nearest common ancestor.  */
	  while (j != x)
	    {
	      int dj = j ? depth[j->index] : 0, dx = x ? depth[x->index] : 0;
	      if (dj >= dx && j)
		j = lv->join[j->index];
	      else
		x = lv->join[x->index];
	    }
	}
      if (!reaches)
	continue;
      lv->join[bb->index] = j;
      depth[bb->index] = j ? depth[j->index] + 1 : 1;
    }
  free (order);
}

/* ---- parsing ---------------------------------------------------------- */

struct cursor
{
  basic_block bb; /* NULL: nothing follows */
  gimple_stmt_iterator i;
};

static cursor
at_start (basic_block bb)
{
  return { bb, gsi_start_bb (bb) };
}
static const cursor nowhere = { NULL, {} };

/* Returns true if BB only leads to a trap, for example after a failed assertion.  */
static bool
ends_thread (basic_block bb)
{
  while (single_succ_p (bb) && single_succ (bb)->index > bb->index)
    bb = single_succ (bb);
  return bb != EXIT_BLOCK_PTR_FOR_FN (px_now->fun) && !EDGE_COUNT (bb->succs);
}

static cursor parse (px_seq *q, cursor c, basic_block stop, const level &lv, int exit_region);

static px_persp
code_of (int r)
{
  return px_broadest (px_region_at (r).bound);
}

/* Adds statements that access no object, from FIRST on, as work of WEIGHT.  */
static void
add_work (px_seq *q, gimple *first, int weight)
{
  if (weight < PX_NOTED)
    return;
  px_stmt *s = px_add_stmt (px_now->f, q, PX_WORK, px_loc_of (first));
  s->weight = weight;
  px_now->places.before[s] = { first, {} };
}

static bool
work_p (gimple *s)
{
  return is_gimple_assign (s) && !gimple_assign_single_p (s) && !gimple_assign_cast_p (s);
}

static void
ends_at (px_seq *q, edge e)
{
  px_now->places.end[q].edges.push_back (e);
}

/* Makes Q end where BODY ends.  */
static void
ends_with (px_seq *q, const px_seq *body)
{
  std::vector<edge> v = px_now->places.end[body].edges;
  for (edge e : v)
    ends_at (q, e);
}

/* Adds the successors of BB that were not visited to TODO.  */
static void
go_on (basic_block bb, hash_set<basic_block> *seen, std::vector<cursor> *todo)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->dest != EXIT_BLOCK_PTR_FOR_FN (px_now->fun) && !seen->add (e->dest))
      todo->push_back (at_start (e->dest));
}

/* Parses code at thread[1] from C on to the exit marker of region R as one sequence.  */
static cursor
parse_flat (px_seq *q, cursor c, int r)
{
  cursor end = nowhere;
  hash_set<basic_block> seen;
  std::vector<cursor> todo = { c };
  seen.add (c.bb);
  bool is_exit;
  std::vector<gimple *> statements;
  gimple *last = NULL;
  while (!todo.empty ())
    {
      cursor x = todo.back ();
      todo.pop_back ();
      bool out = false;
      for (; !gsi_end_p (x.i); gsi_next (&x.i))
	{
	  gimple *s = gsi_stmt (x.i);
	  int m = px_marker (s, &is_exit);
	  if (m == r && is_exit)
	    {
	      end = x;
	      last = s;
	      gsi_next (&end.i);
	      out = true;
	      break;
	    }
	  if (!m)
	    statements.push_back (s);
	}
      if (!out)
	go_on (x.bb, &seen, &todo);
    }
  int weight = 0;
  px_now->unsafe = NULL;
  for (gimple *s : statements)
    {
      px_add_operation (q, s);
      weight += !work_p (s) ? 0 : gimple_bb (s)->loop_father == c.bb->loop_father ? 1 : 8;
    }
  if (last)
    {
      add_work (q, last, weight);
      px_now->places.end[q] = { last, {} };
    }
  return end;
}

/* Returns true if a loop of region R, whose entry is at C, uses its counter as the number of
   ring slots.  */
static bool
ring_in_loops (cursor c, int r)
{
  hash_set<basic_block> seen;
  std::vector<cursor> todo = { c };
  seen.add (c.bb);
  bool is_exit;
  while (!todo.empty ())
    {
      cursor x = todo.back ();
      todo.pop_back ();
      bool out = false;
      if (x.bb->loop_father != c.bb->loop_father && x.bb == x.bb->loop_father->header
	  && px_names_slots (x.bb->loop_father))
	return true;
      for (; !gsi_end_p (x.i) && !out; gsi_next (&x.i))
	out = px_marker (gsi_stmt (x.i), &is_exit) == r && is_exit;
      if (!out)
	go_on (x.bb, &seen, &todo);
    }
  return false;
}

/* Parses the loop with header H, entered from the level AROUND; returns what follows it.  */
static cursor
parse_loop (px_seq *q, basic_block h, const level &around)
{
  loop_p l = h->loop_father;
  px_stmt *s = px_add_stmt (px_now->f, q, PX_LOOP, { 0, 0 });
  s->user = l;
  px_point &p = px_now->places.before[s];
  edge e;
  edge_iterator ei;
  p.stmt = NULL;
  FOR_EACH_EDGE (e, ei, h->preds)
    if (!flow_bb_inside_loop_p (l, e->src))
      p.edges.push_back (e);
  gimple *last = last_stmt (h);
  if (last)
    s->loc = px_loc_of (last);
  px_count_loop (px_now->f, s, l);
  level inner;
  make_level (&inner, l);
  px_seq *body = px_add_body (px_now->f, s);
  parse (body, at_start (h), NULL, inner, 0);
  px_check_count (px_now->f, s, l);

  std::vector<basic_block> exits = exits_of (l);
  if (exits.empty ())
    return nowhere;
  if (exits.size () == 1)
    return at_start (exits[0]);
  /* Several exits: a branch that starts on the edges out of the loop.  */
  std::map<int, basic_block>::const_iterator j = around.join.find (h->index);
  basic_block join = j == around.join.end () ? NULL : j->second;
  px_point out;
  out.stmt = NULL;
  auto_vec<edge> all = get_loop_exit_edges (l);
  for (edge x : all)
    out.edges.push_back (x);
  px_seq *at = q;
  for (size_t i = 0; i < exits.size (); i++)
    {
      if (i + 1 < exits.size ())
	{
	  px_stmt *branch = px_add_stmt (px_now->f, at, PX_IF, s->loc);
	  px_note_branch (px_now->f, branch, NULL, false);
	  px_now->places.before[branch] = out;
	  px_seq *arm = px_add_body (px_now->f, branch), *other = px_add_body (px_now->f, branch);
	  if (exits[i] != join)
	    parse (arm, at_start (exits[i]), join, around, 0);
	  at = other;
	}
      else if (exits[i] != join)
	parse (at, at_start (exits[i]), join, around, 0);
    }
  return join ? at_start (join) : nowhere;
}

/* Returns the __case of SPLIT whose entry the path from BB leads to without a branch, or 0.  */
static int
leads_to_case (basic_block bb, int split)
{
  bool is_exit;
  for (int steps = 0; steps < 4; steps++)
    {
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	{
	  gimple *s = gsi_stmt (i);
	  int m = px_marker (s, &is_exit);
	  if (m && !is_exit && px_region_at (m).kind == PX_R_CASE && px_region_at (m).up == split)
	    return m;
	  if (gimple_code (s) != GIMPLE_LABEL && !is_gimple_debug (s)
	      && gimple_code (s) != GIMPLE_NOP)
	    return 0;
	}
      if (!single_succ_p (bb))
	return 0;
      bb = single_succ (bb);
    }
  return 0;
}

/* Parses the branches of split R from C, after its entry marker, on.  */
static cursor
parse_split (px_stmt *s, cursor c, int r, const level &lv)
{
  bool is_exit;
  while (c.bb)
    {
      while (!gsi_end_p (c.i))
	{
	  gimple *g = gsi_stmt (c.i);
	  int m = px_marker (g, &is_exit);
	  gsi_next (&c.i);
	  if (m == r && is_exit)
	    return c;
	  if (m && !is_exit && px_region_at (m).kind == PX_R_CASE)
	    {
	      px_seq *b = px_add_case (px_now->f, s, px_region_at (m).start, px_region_at (m).n);
	      c = code_of (m).level == PX_THREAD && code_of (m).n == 1 ? parse_flat (b, c, m)
								       : parse (b, c, NULL, lv, m);
	      if (!c.bb)
		return nowhere;
	    }
	}
      basic_block go = NULL;
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, c.bb->succs)
	if (leads_to_case (e->dest, r))
	  go = e->dest;
      if (!go && single_succ_p (c.bb))
	go = single_succ (c.bb);
      if (!go)
	{
	  /* A guard whose branch never ends: continue with the other units' path.  */
	  FOR_EACH_EDGE (e, ei, c.bb->succs)
	    go = e->dest;
	}
      if (!go || go == EXIT_BLOCK_PTR_FOR_FN (px_now->fun))
	return nowhere;
      c = at_start (go);
    }
  return nowhere;
}

/* Returns the objects of view marker S, of each name that it declares; two names of one
   object are one view, a name that leads to one of several is a view of each.  */
static std::vector<px_obj *>
view_objects (gimple *s)
{
  std::vector<px_obj *> all;
  for (unsigned i = 1; i < gimple_call_num_args (s); i++)
    {
      std::vector<px_obj *> v = px_objects_of (gimple_call_arg (s, i));
      bool known = v.size () == 1 || px_plain_objects_p (v);
      for (px_obj *o : v)
	if (known)
	  px_add_object (&all, o);
    }
  return all;
}

/* Parses construct R from C, after its entry marker, on, in a sequence that it shares with
   others: the construct ends, Q does not.  */
static cursor
parse_within (px_seq *q, cursor c, int r, const level &lv)
{
  auto had = px_now->places.end.find (q);
  gimple *end = had == px_now->places.end.end () ? NULL : had->second.stmt;
  c = parse (q, c, NULL, lv, r);
  auto has = px_now->places.end.find (q);
  if (has != px_now->places.end.end ())
    {
      has->second.stmt = end;
      if (!end && has->second.edges.empty ())
	px_now->places.end.erase (has);
    }
  return c;
}

/* A construct in code at P begins in Q: all units of P reach it, whatever conditions and loops
   are around it.  (The branches of ?: contain no constructs.) */
static void
note_together (px_seq *q, px_persp p)
{
  for (; q; q = q->up && (q->up->kind == PX_IF || q->up->kind == PX_LOOP) ? q->up->seq : NULL)
    if (!q->together.n || px_broader (p, q->together))
      q->together = p;
}

/* Parses construct R, whose entry marker is at C.  */
static cursor
parse_construct (px_seq *q, cursor c, int r, const level &lv)
{
  const px_region &g = px_region_at (r);
  gimple *marker = gsi_stmt (c.i);
  gsi_next (&c.i);
  px_stmt *s = NULL;
  std::vector<px_seq *> outer;
  note_together (q, px_code_persp_in (g.up, g.fn));
  switch (g.kind)
    {
    case PX_R_GROUP:
      s = px_add_stmt (px_now->f, q, PX_GROUP, px_loc_of (marker));
      s->persp = { g.level, g.n };
      break;
    case PX_R_SPLIT:
      s = px_add_stmt (px_now->f, q, PX_SPLIT, px_loc_of (marker));
      s->persp = { g.level, 0 };
      px_now->places.before[s] = { marker, {} };
      return parse_split (s, c, r, lv);
    case PX_R_VIEW:
      {
	const px_region &construct = px_region_at (g.up);
	if (construct.kind == PX_R_ASYNC)
	  return parse_within (q, c, r, lv);
	for (px_obj *o : view_objects (marker))
	  {
	    outer.push_back (q);
	    s = px_add_stmt (px_now->f, q, PX_VIEW, px_loc_of (marker));
	    s->persp = { construct.level, construct.n };
	    s->obj = o;
	    s->view = construct.kind == PX_R_CLAIM ? PX_CLAIM : PX_PARTITION;
	    px_now->constructs[s] = g.up;
	    px_now->places.before[s] = { marker, {} };
	    q = px_add_body (px_now->f, s);
	  }
	if (!s)
	  return parse_within (q, c, r, lv);
	c = parse (q, c, NULL, lv, r);
	/* Views of one construct end together.  */
	auto end = px_now->places.end.find (q);
	for (size_t i = 1; i < outer.size () && end != px_now->places.end.end (); i++)
	  px_now->places.end[outer[i]] = end->second;
	return c;
      }
    default: return parse_within (q, c, r, lv);
    }
  px_now->places.before[s] = { marker, {} };
  px_seq *b = px_add_body (px_now->f, s);
  px_persp code = code_of (r);
  if (g.kind == PX_R_GROUP && code.level == PX_THREAD && code.n == 1
      && !(px_now->rings && ring_in_loops (c, r)))
    return parse_flat (b, c, r);
  return parse (b, c, NULL, lv, r);
}

/* Control flow that is not structured (a goto into a loop) has no tree.  */
bool
px_unstructured_p ()
{
  return px_now->steps > px_now->most_steps;
}

/* Returns true if BB is only a condition in LV, whose successors are in the level.  */
static bool
condition_p (const level &lv, basic_block bb)
{
  basic_block as;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!in_level (lv, e->dest, &as))
      return false;
  return px_only_tests (bb) && !inner_header_p (lv, bb);
}

/* A and B are the edges to the two sides of a condition.  Extends them by all edges to the same
   sides from conditions that && and || join with it.  These are parsed as one, since otherwise
   code that both parts lead to would be in the tree twice, unless it is JOIN, where the tree
   continues.  Returns the conditions.  */
static std::vector<basic_block>
join_conditions (const level &lv, std::vector<edge> *a, std::vector<edge> *b, basic_block join)
{
  std::vector<basic_block> joined;
  for (bool more = true; more;)
    {
      more = false;
      for (int turn = 0; turn < 2 && !more; turn++, std::swap (a, b))
	{
	  basic_block x = (*a)[0]->dest, other = (*b)[0]->dest;
	  if (other == join || EDGE_COUNT (x->preds) != a->size () || !condition_p (lv, x))
	    continue;
	  edge e0 = EDGE_SUCC (x, 0), e1 = EDGE_SUCC (x, 1);
	  if (e0->dest != other && e1->dest != other)
	    continue;
	  b->push_back (e0->dest == other ? e0 : e1);
	  *a = { e0->dest == other ? e1 : e0 };
	  joined.push_back (x);
	  more = true;
	}
    }
  return joined;
}

/* What BB, a condition that is joined with that at the end of Q, which is LAST, loads is loaded before
   that.  */
static void
add_condition (px_seq *q, basic_block bb, gimple *last)
{
  int n = q->nst;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
    px_add_operation (q, gsi_stmt (i));
  for (; n < q->nst; n++)
    px_now->places.before[q->st[n]] = { last, {} };
}

/* Parses the loop whose header BB is into Q.  Returns what follows it before STOP in the level.  */
static cursor
parse_inner_loop (px_seq *q, basic_block bb, basic_block stop, const level &lv)
{
  loop_p l = bb->loop_father;
  cursor c = parse_loop (q, bb, lv);
  basic_block as;
  if (c.bb && c.bb != stop && in_level (lv, c.bb, &as))
    return c;
  auto_vec<edge> exits = get_loop_exit_edges (l);
  for (edge e : exits)
    if (c.bb == e->dest)
      ends_at (q, e);
  return nowhere;
}

/* Returns true if S, or what is in it, leaves a loop.  */
static bool
leaves_p (const px_stmt *s)
{
  bool leaves = s->leaves;
  for (int b = 0; b < s->nbody; b++)
    for (int i = 0; i < s->body[b]->nst; i++)
      leaves |= leaves_p (s->body[b]->st[i]);
  return leaves;
}

/* The operation of __unsafe goes after the conditions and loops in it, which end here, in Q: what follows it then follows
   these, and nothing stands between.  Not if one of them leaves a loop, before which it has run.  */
static void
end_unsafe (px_seq *q)
{
  px_stmt *op = px_now->unsafe, **last = q->st + q->nst, **at = std::find (q->st, last, op);
  if (at == last || std::any_of (at + 1, last, leaves_p))
    return;
  for (px_stmt **s = at + 1; s < last; s++)
    px_now->places.before[*s] = px_now->places.before[op];
  std::rotate (at, at + 1, last);
}

/* Parses the statements of C's block from C on into Q: to the block's end, or the exit marker of
   EXIT_REGION.  Returns what follows: that in another block if a construct ends there, nowhere if
   nothing follows a construct.  *FOUND: whether what follows is after that marker.  */
static cursor
parse_statements (px_seq *q, cursor c, const level &lv, int exit_region, bool *found)
{
  gimple *work = NULL; /* its first statement */
  int weight = 0;
  auto note_work = [&] {
    add_work (q, work, weight);
    weight = 0;
  };
  bool is_exit;
  *found = false;
  while (c.bb && !gsi_end_p (c.i))
    {
      gimple *s = gsi_stmt (c.i);
      int m = px_marker (s, &is_exit);
      if (m && is_exit && m == exit_region)
	{
	  note_work ();
	  px_now->places.end[q] = { s, {} };
	  gsi_next (&c.i);
	  *found = true;
	  return c;
	}
      if (m && !is_exit && px_region_at (m).kind != PX_R_UNSAFE)
	{
	  note_work ();
	  c = parse_construct (q, c, m, lv);
	  continue;
	}
      if (m && !is_exit && !px_now->unchecked.count (s))
	{
	  /* No barrier can stand in __unsafe: all its accesses are one operation at its
	     start.  */
	  px_now->unsafe = px_add_stmt (px_now->f, q, PX_OP, px_loc_of (s));
	  px_now->unsafe->unsafe = true;
	  px_now->unsafe_region = m;
	  px_now->places.before[px_now->unsafe] = { s, {} };
	}
      if (m && is_exit && px_now->unsafe && m == px_now->unsafe_region)
	end_unsafe (q);
      if (gimple_code (s) == GIMPLE_RETURN)
	px_now->places.returns.push_back (s);
      else if (!m)
	{
	  int n = q->nst;
	  px_add_operation (q, s);
	  if (q->nst > n && weight)
	    {
	      px_stmt *op = q->st[--q->nst];
	      note_work ();
	      PX_PUSH (&px_now->f->pool, q->st, q->nst, q->cap, op);
	    }
	  else if (work_p (s) && !weight++)
	    work = s;
	}
      gsi_next (&c.i);
    }
  note_work ();
  return c;
}

/* The ways from the end of a block.  */
struct branch
{
  basic_block bb;
  gimple *last;		/* the condition, or NULL */
  bool leaves = false;	/* a way leaves the level */
  bool goes_on = false; /* and the thread does not end there */
  std::vector<std::vector<edge>>
    ways;		   /* that stay in the level, each with those of joined conditions */
  std::vector<edge> out;   /* edges that leave, from joined conditions */
  bool is_joined = false;  /* with other conditions */
  basic_block join = NULL; /* where the ways meet in the level */

  /* Returns the number of ways, all that leave being one.  */
  size_t
  arms () const
  {
    return ways.size () + leaves;
  }
};

/* Sets B's edges to those of the end of B->bb, at the end of Q.  */
static void
find_ways (branch *b, px_seq *q, const level &lv)
{
  edge e;
  edge_iterator ei;
  basic_block as;
  FOR_EACH_EDGE (e, ei, b->bb->succs)
    if (in_level (lv, e->dest, &as))
      b->ways.push_back ({ e });
    else
      {
	b->leaves = true;
	b->goes_on |= !ends_thread (e->dest);
	if (lv.loop->num && e->dest == lv.loop->header)
	  ends_at (q, e);
      }
}

/* Joins B with the conditions after it that belong to the same expression, and finds where its ways
   meet; STOP and Q as for parse.  */
static void
join_ways (branch *b, px_seq *q, basic_block stop, const level &lv)
{
  std::map<int, basic_block>::const_iterator j = lv.join.find (b->bb->index);
  b->join = j == lv.join.end () || b->leaves ? NULL : j->second;
  if (b->ways.size () != 2 || b->leaves)
    return;
  std::vector<edge> stay;
  std::vector<basic_block> joined;
  if (px_joined_exit (lv.loop, b->bb, &b->out, &stay, &joined))
    {
      b->leaves = true;
      for (edge way : b->out)
	b->goes_on |= !ends_thread (way->dest);
      b->join = NULL;
      b->ways = { stay };
    }
  else
    joined = join_conditions (lv, &b->ways[0], &b->ways[1], b->join ? b->join : stop);
  b->is_joined = !joined.empty ();
  for (basic_block bb : joined)
    add_condition (q, bb, b->last);
}

/* Adds to AT the condition whose first arm is the Ith way of B.  */
static px_stmt *
add_branch (px_seq *at, const branch &b, size_t i)
{
  px_stmt *s = px_add_stmt (px_now->f, at, PX_IF, b.last ? px_loc_of (b.last) : px_loc{ 0, 0 });
  px_now->places.before[s] = { b.last, {} };
  s->leaves = b.goes_on;
  if (!b.out.empty ())
    px_note_ways (px_now->f, s, b.last, { b.out, b.ways[0] }, 0);
  else if (!b.leaves && (b.is_joined || gimple_code (b.last) == GIMPLE_SWITCH))
    px_note_ways (px_now->f, s, b.last, b.ways, i);
  else
    px_note_branch (px_now->f, s, b.arms () == 2 ? b.last : NULL,
		    !(b.ways[0][0]->flags & EDGE_TRUE_VALUE) == b.leaves);
  return s;
}

/* Parses the ways of B into the arms of conditions at the end of Q, and what follows them into the
   last arm if they do not meet.  */
static void
parse_arms (px_seq *q, const branch &b, basic_block stop, const level &lv)
{
  basic_block end = b.join ? b.join : stop;
  px_seq *at = q;
  for (size_t i = 0; i < b.arms (); i++)
    {
      px_seq *arm = at;
      if (i + 1 < b.arms ())
	{
	  px_stmt *s = add_branch (at, b, i);
	  arm = px_add_body (px_now->f, s);
	  at = px_add_body (px_now->f, s);
	}
      /* The arm that leaves is first, and empty.  */
      if (b.leaves && i == 0)
	continue;
      const std::vector<edge> &way = b.ways[i - b.leaves];
      if (way[0]->dest == b.join || way[0]->dest == stop)
	for (edge e : way)
	  ends_at (arm, e);
      else
	parse (arm, at_start (way[0]->dest), end, lv, 0);
      if (arm != q && end == stop)
	ends_with (q, arm);
    }
}

/* Parses what follows the end of block BB into Q, up to where its ways meet.  Returns what is to be
   parsed next; STOP as for parse.  */
static cursor
parse_ways (px_seq *q, basic_block bb, basic_block stop, const level &lv)
{
  branch b;
  b.bb = bb;
  b.last = last_stmt (bb);
  find_ways (&b, q, lv);
  if (b.ways.empty ())
    return nowhere;
  bool test = lv.loop->num && bb == lv.loop->header && !q->nst;
  if (b.ways.size () == 1 && (!b.leaves || test))
    {
      if (b.leaves)
	px_note_test (px_now->f, q->up, lv.loop);
      if (b.ways[0][0]->dest != stop)
	return at_start (b.ways[0][0]->dest);
      ends_at (q, b.ways[0][0]);
      return nowhere;
    }
  join_ways (&b, q, stop, lv);
  parse_arms (q, b, stop, lv);
  return b.join && b.join != stop ? at_start (b.join) : nowhere;
}

/* Parses statements from C on into Q: up to STOP (a block), the end of the level, or the exit
   marker of EXIT_REGION.  Returns what follows that marker.  */
static cursor
parse (px_seq *q, cursor c, basic_block stop, const level &lv, int exit_region)
{
  while (c.bb)
    {
      px_now->steps++;
      if (px_unstructured_p ())
	return nowhere;
      if (inner_header_p (lv, c.bb))
	{
	  c = parse_inner_loop (q, c.bb, stop, lv);
	  continue;
	}
      bool found;
      c = parse_statements (q, c, lv, exit_region, &found);
      if (found)
	return c;
      if (c.bb)
	c = parse_ways (q, c.bb, stop, lv);
    }
  return nowhere;
}

void
px_parse_function ()
{
  level lv;
  make_level (&lv, get_loop (px_now->fun, 0));
  parse (px_now->f->body, at_start (single_succ (ENTRY_BLOCK_PTR_FOR_FN (px_now->fun))), NULL, lv,
	 0);
}
