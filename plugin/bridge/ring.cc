/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slot rings (doc/internals/35-rings): which number of a ring an access is of, what
   fills and what drains, and how often loops run.

   Needs: the tree with its accesses, their places and sources.
   Leaves: rings between branches of a __split with their fills and drains as
   statements around what accesses them; accesses of other rings numbered.  */

#include "plugin/bridge/count.h"
#include "plugin/bridge/race.h"

/* ---- numbers ---------------------------------------------------------- */

/* A slot: of number COUNTER + C, COUNTER that of LOOP from 0 on (NULL: 0).  */
struct slot
{
  loop_p loop;
  HOST_WIDE_INT c;
};

/* The slot that reference or pointer T is in, as an index of the ring's array;
   NULL: it is not one.  */
static tree
index_of (tree t)
{
  for (int steps = 0; steps < 50; steps++)
    {
      if (TREE_CODE (t) == ADDR_EXPR)
	t = TREE_OPERAND (t, 0);
      tree array = NULL_TREE;
      for (; handled_component_p (t); t = TREE_OPERAND (t, 0))
	array = t;
      if (TREE_CODE (t) == MEM_REF)
	{
	  tree p = TREE_OPERAND (t, 0);
	  if (TREE_CODE (p) == SSA_NAME && px_shared_array (SSA_NAME_DEF_STMT (p)))
	    {
	      if (array && TREE_CODE (array) == ARRAY_REF && integer_zerop (TREE_OPERAND (t, 1)))
		return TREE_OPERAND (array, 1);
	      return NULL_TREE;
	    }
	  t = p;
	  continue;
	}
      if (TREE_CODE (t) != SSA_NAME || !is_gimple_assign (SSA_NAME_DEF_STMT (t)))
	return NULL_TREE;
      gimple *s = SSA_NAME_DEF_STMT (t);
      tree_code c = gimple_assign_rhs_code (s);
      if (c != POINTER_PLUS_EXPR && c != ADDR_EXPR && c != SSA_NAME && !CONVERT_EXPR_CODE_P (c))
	return NULL_TREE;
      t = gimple_assign_rhs1 (s);
    }
  return NULL_TREE;
}

bool
px_goes_around (tree next, tree t, int slots)
{
  auto uncast = [slots] (tree x) {
    return px_without_conversions (x, PX_KEEP_32, slots);
  };
  next = uncast (next);
  gimple *s = TREE_CODE (next) == SSA_NAME ? SSA_NAME_DEF_STMT (next) : NULL;
  HOST_WIDE_INT c;
  /* K if X is T + K, else -1.  */
  auto ahead = [t, slots, &c] (tree x) {
    return px_without_constants (x, &c, PX_KEEP_32, slots) == t
	       && px_never_below (x, slots, t, 0, true)
	     ? c
	     : -1;
  };
  if (!s || slots < 2)
    return false;
  if (gphi *phi = dyn_cast<gphi *> (s))
    {
      basic_block join = gimple_bb (phi), fork = get_immediate_dominator (CDI_DOMINATORS, join);
      gcond *cond = fork ? safe_dyn_cast<gcond *> (last_stmt (fork)) : NULL;
      if (gimple_phi_num_args (phi) != 2 || !cond || !tree_fits_shwi_p (gimple_cond_rhs (cond))
	  || ahead (gimple_cond_lhs (cond)) < 0)
	return false;
      /* The last, as the condition sees it.  */
      HOST_WIDE_INT seen = tree_to_shwi (gimple_cond_rhs (cond)), last = slots - 1 + c;
      tree_code code = gimple_cond_code (cond);
      bool at_last = (code == EQ_EXPR && seen == last) || (code == GE_EXPR && seen == last)
		     || (code == GT_EXPR && seen == last - 1);
      bool before = (code == NE_EXPR && seen == last) || (code == LT_EXPR && seen == last)
		    || (code == LE_EXPR && seen == last - 1);
      for (int i = 0; i < 2 && at_last != before; i++)
	{
	  edge in = gimple_phi_arg_edge (phi, i);
	  edge from = in->src == fork ? in
		      : single_pred_p (in->src) && single_pred (in->src) == fork
			? single_pred_edge (in->src)
			: NULL;
	  if (!from)
	    return false;
	  bool wraps = !(from->flags & EDGE_TRUE_VALUE) == before;
	  tree v = uncast (gimple_phi_arg_def (phi, i));
	  tree zero = TREE_CODE (v) == SSA_NAME ? NULL_TREE : v;
	  if (wraps ? !zero || !integer_zerop (zero) : ahead (v) != 1)
	    return false;
	}
      return at_last != before;
    }
  if (!is_gimple_assign (s))
    return false;
  if (gimple_assign_rhs_code (s) == MINUS_EXPR && integer_onep (gimple_assign_rhs1 (s)))
    return slots == 2 && uncast (gimple_assign_rhs2 (s)) == t;
  if (!gimple_assign_rhs2 (s) || !tree_fits_shwi_p (gimple_assign_rhs2 (s)))
    return false;
  HOST_WIDE_INT k = tree_to_shwi (gimple_assign_rhs2 (s));
  switch (gimple_assign_rhs_code (s))
    {
    case TRUNC_MOD_EXPR: return k == slots && ahead (gimple_assign_rhs1 (s)) == 1;
    case BIT_AND_EXPR: return k == slots - 1 && !(slots & k) && ahead (gimple_assign_rhs1 (s)) == 1;
    case BIT_XOR_EXPR: return k == 1 && slots == 2 && ahead (gimple_assign_rhs1 (s)) == 0;
    default: return false;
    }
}

/* Is T the counter of LOOP, or what one of loops around it goes on with: from
   constant *START on, one more each round; AROUND: of SLOTS slots, the next?  */
static bool
counter_p (tree t, loop_p loop, HOST_WIDE_INT *start, int slots, bool around)
{
  gphi *phi = TREE_CODE (t) == SSA_NAME ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t)) : NULL;
  if (!phi || gimple_bb (phi) != loop->header || gimple_phi_num_args (phi) != 2)
    return false;
  edge latch = loop_latch_edge (loop), entry = loop_preheader_edge (loop);
  HOST_WIDE_INT step, c;
  if (!around && TYPE_PRECISION (TREE_TYPE (t)) < 32 && !px_wraps_at (TREE_TYPE (t), slots)
      && !px_fits (t, TREE_TYPE (t)))
    return false;
  if (around
	? !px_goes_around (PHI_ARG_DEF_FROM_EDGE (phi, latch), t, slots)
	: px_without_constants (PHI_ARG_DEF_FROM_EDGE (phi, latch), &step, PX_KEEP_MODULO, slots)
	      != t
	    || step != 1)
    return false;
  tree from = px_less_constants (PHI_ARG_DEF_FROM_EDGE (phi, entry), &c);
  if (px_start_p (from))
    {
      *start = tree_to_shwi (from) + c;
      return !around || (*start >= 0 && *start < slots);
    }
  /* Of an outer loop, which takes this one's last value back.  */
  loop_p outer = loop_outer (loop);
  gphi *up = TREE_CODE (from) == SSA_NAME ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (from)) : NULL;
  if (c || !up || !outer->num || gimple_bb (up) != outer->header || gimple_phi_num_args (up) != 2
      || !px_tested_first (loop))
    return false;
  tree back = px_without_conversions (PHI_ARG_DEF_FROM_EDGE (up, loop_latch_edge (outer)));
  if (back != t)
    return false;
  from = px_less_constants (PHI_ARG_DEF_FROM_EDGE (up, loop_preheader_edge (outer)), &c);
  if (!px_start_p (from))
    return false;
  *start = tree_to_shwi (from) + c;
  return !around || (*start >= 0 && *start < slots);
}

/* The LOOP around S that is L; NULL: it is not.  */
static px_stmt *
loop_stmt (px_stmt *s, loop_p l)
{
  for (; s; s = s->seq->up)
    if (s->kind == PX_LOOP && s->user == l)
      return s;
  return NULL;
}

/* Is T the turn of LOOP, plus constant *START, by what it does each turn?  */
static bool
turn_p (tree t, loop_p loop, HOST_WIDE_INT *start)
{
  HOST_WIDE_INT every = 1;
  if (!INTEGRAL_TYPE_P (TREE_TYPE (t)) || TYPE_PRECISION (TREE_TYPE (t)) < 32)
    return false;
  /* Of what goes up by as much as it is divided by.  */
  gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  tree_code code = s && is_gimple_assign (s) ? gimple_assign_rhs_code (s) : ERROR_MARK;
  if ((code == TRUNC_DIV_EXPR || code == RSHIFT_EXPR) && tree_fits_shwi_p (gimple_assign_rhs2 (s)))
    {
      HOST_WIDE_INT by = tree_to_shwi (gimple_assign_rhs2 (s));
      if (by < 0 || by > (code == RSHIFT_EXPR ? 30 : INT_MAX))
	return false;
      every = code == RSHIFT_EXPR ? (HOST_WIDE_INT) 1 << by : by;
      t = px_without_conversions (gimple_assign_rhs1 (s));
    }
  tree e = instantiate_parameters (loop, analyze_scalar_evolution (loop, t));
  if (!every || !e || TREE_CODE (e) != POLYNOMIAL_CHREC || get_chrec_loop (e) != loop)
    return false;
  tree first = CHREC_LEFT (e);
  if (TREE_CODE (first) == MINUS_EXPR
      && px_without_conversions (TREE_OPERAND (first, 0))
	   == px_without_conversions (TREE_OPERAND (first, 1)))
    first = build_zero_cst (TREE_TYPE (first));
  if (!px_start_p (first) || !tree_fits_shwi_p (CHREC_RIGHT (e))
      || tree_to_shwi (CHREC_RIGHT (e)) != every || tree_to_shwi (first) % every)
    return false;
  *start = tree_to_shwi (first) / every;
  return *start >= 0 || every == 1;
}

/* Is T the turn of LOOP plus how often that runs times the turn of the loop around it: its turns
   so far?  */
static bool
turns_so_far (px_fn *f, const px_acc *a, tree t, loop_p loop)
{
  gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  loop_p outer = loop_outer (loop);
  if (!s || !is_gimple_assign (s) || gimple_assign_rhs_code (s) != PLUS_EXPR || !outer->num)
    return false;
  px_stmt *l = loop_stmt (a->op, loop);
  for (int i = 1; i <= 2 && l; i++)
    {
      HOST_WIDE_INT start;
      tree base = px_without_conversions (gimple_op (s, 3 - i));
      gimple *m = TREE_CODE (base) == SSA_NAME ? SSA_NAME_DEF_STMT (base) : NULL;
      if (!turn_p (px_without_conversions (gimple_op (s, i)), loop, &start) || start || !m
	  || !is_gimple_assign (m) || gimple_assign_rhs_code (m) != MULT_EXPR)
	continue;
      for (int k = 1; k <= 2; k++)
	{
	  tree by = gimple_op (m, 3 - k);
	  bool same = l->count.of
			? px_same_count (l->count, px_count_of (f, px_value_at (by, loop->num)))
			: tree_fits_shwi_p (by) && tree_to_shwi (by) == l->count.k;
	  if (same && turn_p (px_without_conversions (gimple_op (m, k)), outer, &start) && !start)
	    return true;
	}
    }
  return false;
}

static tree
index_of_access (const px_acc *a)
{
  const px_source *s = (const px_source *) a->user;
  return s && (s->reach.ref || s->pointer) ? index_of (s->reach.ref ? s->reach.ref : s->pointer)
					   : NULL_TREE;
}

/* The number of access A of a ring with SLOTS slots; CONTINUES: of a counter that
   outer loops do not reset.  */
static bool
slot_of (px_fn *f, const px_acc *a, int slots, slot *r, bool *continues)
{
  const px_source *s = (const px_source *) a->user;
  tree t = index_of_access (a);
  HOST_WIDE_INT c = 0;
  *continues = false;
  if (slots == 1)
    {
      *r = { NULL, 0 };
      return true;
    }
  if (!t)
    return false;
  t = px_without_conversions (t);
  tree known = px_constant_at (f, t, -1, -1);
  if (known && tree_fits_shwi_p (known))
    {
      *r = { NULL, tree_to_shwi (known) };
      return r->c >= 0 && r->c < slots;
    }
  if (TREE_CODE (t) != SSA_NAME)
    return false;
  gimple *mod = SSA_NAME_DEF_STMT (t);
  tree_code code = is_gimple_assign (mod) ? gimple_assign_rhs_code (mod) : ERROR_MARK;
  bool rest = (code == TRUNC_MOD_EXPR && compare_tree_int (gimple_assign_rhs2 (mod), slots) == 0)
	      || (code == BIT_AND_EXPR && !(slots & (slots - 1))
		  && compare_tree_int (gimple_assign_rhs2 (mod), slots - 1) == 0);
  if (rest)
    t = px_without_constants (gimple_assign_rhs1 (mod), &c, PX_KEEP_MODULO, slots);
  /* Is the rest the slot of T + C, if T is never below START?  */
  auto right = [&] (HOST_WIDE_INT start) {
    return px_rest_is_slot (mod, slots, t, start);
  };
  loop_p loop = gimple_bb (s->stmt)->loop_father;
  for (; loop->num; loop = loop_outer (loop))
    {
      HOST_WIDE_INT start;
      if ((rest && counter_p (t, loop, &start, slots, false)
	   && px_rest_is_slot (mod, slots, NULL_TREE, 0))
	  || counter_p (t, loop, &start, slots, true))
	{
	  HOST_WIDE_INT k;
	  tree from = PHI_ARG_DEF_FROM_EDGE (as_a<gphi *> (SSA_NAME_DEF_STMT (t)),
					     loop_preheader_edge (loop));
	  *continues = TREE_CODE (px_less_constants (from, &k)) == SSA_NAME;
	}
      else if (rest && turns_so_far (f, a, t, loop) && right (0))
	{
	  start = 0;
	  *continues = true;
	}
      else if (!rest || !turn_p (t, loop, &start) || !right (start))
	continue;
      *r = { loop, start + c };
      return r->c >= 0;
    }
  return false;
}

/* ---- loops that fill a ring ahead ------------------------------------- */

/* A loop of a few rounds that names slots by its counter, before one that does, fills the
   slots that are drained first: it is unrolled, so that each fill has a number.  */
enum
{
  MOST_AHEAD = 32
};

/* The array that pointer P leads into, a slot of it by *INDEX; NULL: none.  */
static tree
slots_of (tree p, tree *index)
{
  *index = index_of (p);
  if (!*index || TREE_CODE (*index) != SSA_NAME)
    return NULL_TREE;
  while (true)
    {
      tree b = TREE_CODE (p) == SSA_NAME
		 ? p
		 : get_base_address (TREE_CODE (p) == ADDR_EXPR ? TREE_OPERAND (p, 0) : p);
      if (TREE_CODE (b) == MEM_REF)
	b = TREE_OPERAND (b, 0);
      if (TREE_CODE (b) != SSA_NAME)
	return NULL_TREE;
      if (tree d = px_shared_array (SSA_NAME_DEF_STMT (b)))
	return d;
      p = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (b));
    }
}

/* Does T depend on a counter of L?  */
static bool
counted_by (tree t, loop_p l, int depth)
{
  if (TREE_CODE (t) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (t) || depth > 12)
    return false;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (gimple_code (s) == GIMPLE_PHI)
    return gimple_bb (s) == l->header;
  for (unsigned i = 1; is_gimple_assign (s) && i < gimple_num_ops (s); i++)
    if (counted_by (gimple_op (s, i), l, depth + 1))
      return true;
  return false;
}

/* Arrays slots of which L names by its counter; OWN: it has one that is its own.  */
static std::set<tree>
named_slots (loop_p l, bool *own)
{
  std::set<tree> v;
  basic_block *body = get_loop_body (l);
  for (unsigned i = 0; i < l->num_nodes; i++)
    for (gimple_stmt_iterator g = gsi_start_bb (body[i]); !gsi_end_p (g); gsi_next (&g))
      {
	gimple *s = gsi_stmt (g);
	tree index, d;
	*own |= px_shared_array (s) != NULL_TREE;
	for (unsigned k = 0; k < gimple_num_ops (s); k++)
	  if (tree op = is_gimple_debug (s) ? NULL_TREE : gimple_op (s, k))
	    if ((EXPR_P (op) || REFERENCE_CLASS_P (op) || TREE_CODE (op) == SSA_NAME)
		&& (d = slots_of (op, &index)) && counted_by (index, l, 0))
	      v.insert (d);
      }
  free (body);
  return v;
}

bool
px_names_slots (loop_p l)
{
  bool own = false;
  for (tree d : named_slots (l, &own))
    if (lookup_attribute ("px_slots", DECL_ATTRIBUTES (d)))
      return true;
  return false;
}

/* C asks T.  */
static void
set_condition (gcond *c, tree t)
{
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (is_gimple_assign (s) && TREE_CODE_CLASS (gimple_assign_rhs_code (s)) == tcc_comparison)
    gimple_cond_set_condition (c, gimple_assign_rhs_code (s), gimple_assign_rhs1 (s),
			       gimple_assign_rhs2 (s));
  else
    gimple_cond_set_condition (c, NE_EXPR, t, boolean_false_node);
}

/* While A and B, of which GCC has made one condition of two comparisons, is while A, and then
   while B: it counts the turns by either.  */
static void
part_condition (edge out)
{
  gcond *c = safe_dyn_cast<gcond *> (last_stmt (out->src));
  tree t = c && gimple_cond_code (c) == NE_EXPR && integer_zerop (gimple_cond_rhs (c))
	     ? gimple_cond_lhs (c)
	     : NULL_TREE;
  gimple *both = t && TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (!both || !(out->flags & EDGE_FALSE_VALUE) || !is_gimple_assign (both)
      || gimple_assign_rhs_code (both) != BIT_AND_EXPR || TREE_CODE (TREE_TYPE (t)) != BOOLEAN_TYPE
      || TREE_CODE (gimple_assign_rhs1 (both)) != SSA_NAME
      || TREE_CODE (gimple_assign_rhs2 (both)) != SSA_NAME)
    return;
  edge on;
  edge_iterator ei;
  FOR_EACH_EDGE (on, ei, out->src->succs)
    if (on != out)
      break;
  set_condition (c, gimple_assign_rhs1 (both));
  update_stmt (c);
  basic_block bb = split_edge (on);
  gimple_stmt_iterator i = gsi_last_bb (bb);
  gcond *second
    = gimple_build_cond (NE_EXPR, boolean_false_node, boolean_false_node, NULL_TREE, NULL_TREE);
  set_condition (second, gimple_assign_rhs2 (both));
  gimple_set_location (second, gimple_location (c));
  gsi_insert_after (&i, second, GSI_NEW_STMT);
  edge stay = single_succ_edge (bb);
  stay->flags = (stay->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  edge leave = make_edge (bb, out->dest, EDGE_FALSE_VALUE);
  for (gphi_iterator p = gsi_start_phis (out->dest); !gsi_end_p (p); gsi_next (&p))
    add_phi_arg (p.phi (), PHI_ARG_DEF_FROM_EDGE (p.phi (), out), leave, UNKNOWN_LOCATION);
  part_condition (out);
  part_condition (leave);
}

/* Loops that name slots and go on while one and while another condition holds.  */
static void
part_conditions (function *f)
{
  std::vector<edge> all;
  loop_optimizer_init (LOOPS_NORMAL);
  for (unsigned i = 1; i < number_of_loops (f); i++)
    if (loop_p l = get_loop (f, i))
      {
	bool own = false;
	auto_vec<edge> exits = get_loop_exit_edges (l);
	if (!named_slots (l, &own).empty ())
	  for (edge e : exits)
	    all.push_back (e);
      }
  loop_optimizer_finalize ();
  for (edge e : all)
    part_condition (e);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
}

void
px_unroll_ahead (function *f)
{
  part_conditions (f);
  loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  scev_initialize ();
  std::map<loop_p, std::set<tree>> names;
  std::set<loop_p> few;
  bool any = false;
  for (unsigned i = 1; i < number_of_loops (f); i++)
    if (loop_p l = get_loop (f, i))
      {
	bool own = false;
	names[l] = named_slots (l, &own);
	HOST_WIDE_INT rounds = max_loop_iterations_int (l);
	if (!own && !l->unroll && rounds > 0 && rounds <= MOST_AHEAD)
	  few.insert (l);
      }
  for (loop_p l : few)
    for (auto &m : names)
      for (tree d : names[l])
	if (m.second.count (d) && !few.count (m.first) && loop_outer (m.first) == loop_outer (l)
	    && dominated_by_p (CDI_DOMINATORS, m.first->header, l->header))
	  {
	    l->unroll = USHRT_MAX;
	    any = true;
	  }
  scev_finalize ();
  loop_optimizer_finalize ();
  if (any)
    px_unroll_marked (f);
}

/* ---- fills and drains ------------------------------------------------- */

px_persp
px_persp_in (const px_fn *f, const px_seq *q)
{
  for (; q->up; q = q->up->seq)
    {
      if (q->up->kind == PX_GROUP)
	return q->up->persp;
      if (q->up->kind == PX_SPLIT)
	for (int i = 0; i < q->up->nbody; i++)
	  if (q->up->body[i] == q)
	    return { q->up->persp.level, q->up->size[i] };
    }
  return f->persp;
}

/* The branch of a split that S is in: the outermost of SPLIT's bodies.  */
static px_seq *
branch_of (const px_stmt *split, const px_stmt *s)
{
  while (s && s->seq->up != split)
    s = s->seq->up;
  return s ? s->seq : NULL;
}

static int
index_in (const px_stmt *s)
{
  for (int i = 0; i < s->seq->nst; i++)
    if (s->seq->st[i] == s)
      return i;
  return -1;
}

/* Statements LO … HI of Q become the body of a new statement there.  */
static px_stmt *
wrap (px_fn *f, px_places *places, px_seq *q, int lo, int hi, int kind)
{
  px_stmt *first = q->st[lo];
  px_stmt *w = px_add_stmt (f, q, kind, first->loc);
  px_seq *body = px_add_body (f, w);
  q->nst--;
  const px_point end = hi + 1 < q->nst ? places->before[q->st[hi + 1]] : places->end[q];
  for (int i = lo; i <= hi; i++)
    {
      PX_PUSH (&f->pool, body->st, body->nst, body->cap, q->st[i]);
      q->st[i]->seq = body;
    }
  q->st[lo] = w;
  for (int i = hi + 1; i < q->nst; i++)
    q->st[lo + 1 + i - hi - 1] = q->st[i];
  q->nst -= hi - lo;
  px_point start = places->before[first];
  places->before[w] = start;
  places->end[body] = end;
  return w;
}

/* What one branch does to one number of a ring.  */
struct use
{
  px_ring *ring;
  px_seq *seq;
  loop_p loop;
  HOST_WIDE_INT c;
  px_stmt *first, *last; /* in SEQ */
  bool writes, reads;
  loop_p start;		 /* that starts the counter: LOOP or one around it */
  const px_count *again; /* a loop around START starts it anew: how many numbers that is */
  bool next; /* C is its place among the branch's uses, which take the slots in turn from FROM on */
  int from;
};

static void
shape (px_fn *f, px_ring *r, px_stmt *s, px_stmt *s2, const char *text)
{
  px_problem p = {};
  p.kind = PX_E_RING;
  p.ring = r;
  p.stmt = s;
  p.stmt2 = s2;
  p.text = text;
  PX_PUSH (&f->pool, f->problem, f->nproblem, f->capproblem, p);
}

typedef std::vector<px_acc *> accesses;

static void
collect (px_seq *q, px_obj *o, accesses *v)
{
  for (int i = 0; i < q->nst; i++)
    {
      px_stmt *s = q->st[i];
      for (int k = 0; k < s->nacc; k++)
	if (s->acc[k].obj == o)
	  v->push_back (&s->acc[k]);
      for (int k = 0; k < s->nbody; k++)
	collect (s->body[k], o, v);
    }
}

/* The outermost split that has accesses of V in two branches.  */
static px_stmt *
split_of (const accesses &v)
{
  px_stmt *found = NULL;
  std::map<px_stmt *, px_seq *> first; /* the branch of each split that was seen first */
  for (px_acc *a : v)
    for (px_seq *q = a->op->seq; q->up; q = q->up->seq)
      if (px_stmt *s = q->up; s->kind == PX_SPLIT && first.insert ({ s, q }).first->second != q
			      && (!found || px_inside (s, found)))
	found = s;
  return found;
}

/* The code of the threads of BRANCH that have V: it, or the branch of the innermost split in it, by the
   same units, that has all of V which BRANCH has.  (px_ring_role finds it again.)  */
static px_seq *
role_of (const px_fn *f, const accesses &v, px_seq *branch)
{
  for (px_seq *in = branch; in;)
    {
      branch = in;
      in = NULL;
      for (px_acc *a : v)
	{
	  if (branch_of (branch->up, a->op) != branch)
	    continue;
	  px_seq *part = NULL;
	  for (const px_stmt *s = a->op; s->seq != branch; s = s->seq->up)
	    if (s->seq->up->kind == PX_SPLIT)
	      part = s->seq;
	  if (!part || !px_same (px_persp_in (f, part->up->seq), px_persp_in (f, branch))
	      || (in && in != part))
	    return branch;
	  in = part;
	}
    }
  return branch;
}

/* Where the slot that A is of is named.  */
static px_stmt *
named_by (const px_acc *a)
{
  for (px_stmt *up = a->op->seq->up; up; up = up->seq->up)
    if (up->kind == PX_VIEW && up->view != PX_READS && up->obj == a->obj)
      return up;
  return a->op;
}

/* Do the units that run S, which has access A, make up what runs BRANCH?  Those that are warps
   may each do so by themselves, all alike.  */
static bool
whole_branch (const px_fn *f, const px_acc *a, const px_stmt *s, const px_seq *branch,
	      bool or_warps)
{
  px_persp unit = px_persp_in (f, s->seq);
  if (or_warps && unit.level == PX_THREAD && unit.n % f->warp == 0
      && (a->kind == PX_READ || a->op->timeline != PX_BULK_LOAD))
    return true;
  return px_same (unit, px_persp_in (f, branch->st[0]->seq));
}

/* Access A of RING, in BRANCH, to USES; else what keeps it from there, and WHERE.  */
static const char *
add_use (px_fn *f, px_ring *ring, px_acc *a, px_seq *branch, std::vector<use> *uses,
	 px_stmt **where)
{
  slot n;
  bool continues;
  *where = named_by (a);
  if (!slot_of (f, a, ring->slots, &n, &continues))
    return "the slot is not (i + c) % slots, with a counter i that begins with a constant and goes "
	   "up by one a turn, and a constant c, nor a counter that goes around";
  for (px_stmt *up = a->op->seq->up; !n.loop && ring->slots > 1 && up != branch->up;
       up = up->seq->up)
    if (up->kind == PX_LOOP)
      return "the slot is the same each time around this loop";
  px_stmt *s = a->op, *loop = n.loop ? loop_stmt (s, n.loop) : NULL;
  /* An IF that all warps take alike guards the use, as it does where one warp is the branch.  */
  auto warps = [] (const px_stmt *up) {
    return up->kind == PX_LOOP || (up->kind == PX_IF && px_even_p (up));
  };
  while (s->seq != branch
	 && (loop ? s->seq->up != loop && !px_behind_exit (s)
		  : !whole_branch (f, a, s, branch, warps (s->seq->up))))
    s = s->seq->up;
  *where = a->op;
  if (!whole_branch (f, a, s, branch, true))
    return "only part of a branch uses it here: give those threads a __case of their own in the "
	   "outer __split, and the others another";
  for (use &u : *uses)
    if (u.ring == ring && u.seq == s->seq && u.loop == n.loop && u.c == n.c)
      {
	bool near = n.loop || index_in (s) <= index_in (u.last) + 1;
	if (!near)
	  continue;
	if (index_in (s) < index_in (u.first))
	  u.first = s;
	if (index_in (s) > index_in (u.last))
	  u.last = s;
	u.writes |= a->kind != PX_READ;
	u.reads |= a->kind == PX_READ;
	return NULL;
      }
  use u = { ring,
	    s->seq,
	    n.loop,
	    n.c,
	    s,
	    s,
	    a->kind != PX_READ,
	    a->kind == PX_READ,
	    n.loop && continues ? loop_outer (n.loop) : n.loop,
	    NULL,
	    false,
	    0 };
  px_stmt *start = u.start ? loop_stmt (s, u.start) : NULL;
  for (px_stmt *up = start ? start->seq->up : NULL; up && up->seq != branch->up->seq;
       up = up->seq->up)
    if (up->kind == PX_LOOP)
      u.again = &start->count;
  uses->push_back (u);
  return NULL;
}

/* Does a loop in its branch run two of USES of RING?  */
static bool
several_a_turn (const std::vector<use> &uses, const px_ring *ring)
{
  for (const use &u : uses)
    for (const use &v : uses)
      for (const px_stmt *up = u.seq->up;
	   &u != &v && u.ring == ring && v.ring == ring && up && up->kind != PX_SPLIT;
	   up = up->seq->up)
	if (up->kind == PX_LOOP && px_inside (up, v.first))
	  return true;
  return false;
}

/* Is what T is made of set outside S, a loop or an IF?  */
static bool
set_outside (tree t, const px_stmt *s, const px_places *places, int depth)
{
  gimple *d = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (!d || !gimple_bb (d))
    return true;
  const px_point &p = places->before.find (s)->second;
  basic_block before = p.stmt ? gimple_bb (p.stmt) : p.edges.empty () ? NULL : p.edges[0]->src;
  if (!before || depth > 12)
    return false;
  if (before != gimple_bb (d) && dominated_by_p (CDI_DOMINATORS, before, gimple_bb (d)))
    return true;
  for (unsigned i = 1; is_gimple_assign (d) && !gimple_assign_load_p (d) && i < gimple_num_ops (d);
       i++)
    if (!set_outside (gimple_op (d, i), s, places, depth + 1))
      return false;
  return is_gimple_assign (d) && !gimple_assign_load_p (d);
}

/* Are all of V in S of slot T of SLOTS?  */
static bool
only_slot (const accesses &v, const px_stmt *s, tree t, int slots)
{
  for (const px_acc *a : v)
    if (px_inside (s, a->op) && !px_same_slot (index_of_access (a), t, slots))
      return false;
  return true;
}

/* Do uses U and V have a statement in common, or stand in one of each other's?  */
static bool
overlap (const use &u, const use &v)
{
  for (const px_stmt *s = v.first; s; s = s->seq->up)
    if (s->seq == u.seq)
      return index_in (s) <= index_in (u.last)
	     && index_in (s->seq == v.seq ? v.last : s) >= index_in (u.first);
  return false;
}

/* Accesses V of RING in BRANCH to USES, if they take its slots in turn; an IF around an access is
   in its use, if LIFT and it does not set the slot.  */
static bool
add_in_order (px_fn *f, const px_places *places, px_ring *ring, const accesses &v, px_seq *branch,
	      bool lift, std::vector<use> *uses)
{
  std::vector<tree> index;
  for (px_acc *a : v)
    {
      px_stmt *s = a->op;
      tree t = index_of_access (a);
      if (branch_of (branch->up, s) != branch)
	continue;
      auto leave = [&] (const px_stmt *up) {
	return !whole_branch (f, a, s, branch, false) || up->kind == PX_VIEW
	       || (((up->kind == PX_LOOP && TREE_CODE (t) != INTEGER_CST)
		    || (up->kind == PX_IF && lift))
		   && set_outside (t, up, places, 0) && only_slot (v, up, t, ring->slots));
      };
      while (t && s->seq != branch && leave (s->seq->up))
	s = s->seq->up;
      if (!t || !whole_branch (f, a, s, branch, true))
	return false;
      /* More of the last use in this sequence.  */
      size_t i = uses->size ();
      while (i && (*uses)[i - 1].seq != s->seq)
	i--;
      if (i
	  && !(px_same_slot (index[i - 1], t, ring->slots)
	       && ((TREE_CODE (t) != INTEGER_CST && ring->slots > 1)
		   || abs (index_in (s) - index_in ((*uses)[i - 1].last)) <= 1)))
	i = 0;
      if (!i)
	{
	  uses->push_back ({ ring, s->seq, NULL, (HOST_WIDE_INT) uses->size (), s, s, false, false,
			     NULL, NULL, true, 0 });
	  index.push_back (t);
	  i = uses->size ();
	}
      use &u = (*uses)[i - 1];
      u.first = index_in (s) < index_in (u.first) ? s : u.first;
      u.last = index_in (s) > index_in (u.last) ? s : u.last;
      u.writes |= a->kind != PX_READ;
      u.reads |= a->kind == PX_READ;
    }
  std::vector<px_ring_use> order;
  int from;
  for (size_t i = 0; i < uses->size (); i++)
    {
      for (size_t k = 0; k < uses->size (); k++)
	if (i != k && overlap ((*uses)[i], (*uses)[k]))
	  return false;
      order.push_back ({ index[i], &places->before.find ((*uses)[i].first)->second });
    }
  if (!px_ring_in_order (cfun, ring->slots, &places->before.find (branch->st[0])->second, order,
			 &from))
    return false;
  for (use &u : *uses)
    u.from = from;
  return true;
}

static bool
near (const use &u, const use &v)
{
  const use &a = index_in (u.first) <= index_in (v.first) ? u : v, &b = &a == &u ? v : u;
  int i = index_in (a.last) + 1;
  while (i < index_in (b.first) && a.seq->st[i]->kind == PX_WORK)
    i++;
  return i >= index_in (b.first);
}

/* Uses U and V are of the same number, in one place.  */
static bool
together (const use &u, const use &v)
{
  return u.seq == v.seq && u.loop == v.loop && u.c == v.c && u.writes == v.writes
	 && u.reads == v.reads && near (u, v);
}

/* Are rings R and Q filled together and drained together, by all branches?  Rings of one slot, whose
   numbers are all alike, are a pipeline of slots that have names where each is used by itself
   (Prism §6.2): only those are one that some statement uses both of.  */
static bool
alike (const px_ring *r, const px_ring *q, const std::map<px_seq *, std::vector<use>> &uses)
{
  bool both = r->slots > 1;
  if (r->slots != q->slots)
    return false;
  for (auto &branch : uses)
    for (const use &u : branch.second)
      {
	const px_ring *other = u.ring == r ? q : u.ring == q ? r : NULL;
	bool found = !other;
	for (const use &v : branch.second)
	  if (v.ring == other && together (u, v))
	    {
	      found = true;
	      both |= overlap (u, v);
	    }
	if (!found)
	  return false;
      }
  return both;
}

/* Uses of one sequence that overlap get the same ends, and those that are together of
   rings that are ALIKE.  */
static void
join (std::vector<use> *uses, const std::set<std::pair<px_ring *, px_ring *>> &alike)
{
  for (bool again = true; again;)
    {
      again = false;
      for (use &u : *uses)
	for (use &v : *uses)
	  {
	    int a = index_in (u.first), b = index_in (u.last), c = index_in (v.first),
		d = index_in (v.last);
	    bool apart = b < c || d < a;
	    if (&u == &v || u.seq != v.seq || (a == c && b == d)
		|| (apart && !(alike.count ({ u.ring, v.ring }) && together (u, v))))
	      continue;
	    u.first = v.first = u.seq->st[std::min (a, c)];
	    u.last = v.last = u.seq->st[std::max (b, d)];
	    again = true;
	  }
    }
}

/* Is all of Q wgmma, some at least?  Fragments go to USED.  */
static bool
only_wgmma (const px_seq *q, std::set<px_obj *> *used)
{
  bool some = false;
  for (int i = 0; i < q->nst; i++)
    {
      const px_stmt *s = q->st[i];
      if (s->kind == PX_WORK)
	continue;
      if (s->kind == PX_LOOP || s->kind == PX_IF || (s->kind == PX_OP && s->timeline != PX_WGMMA))
	return false;
      some |= s->kind == PX_OP;
      for (int k = 0; k < s->nacc; k++)
	if (s->acc[k].obj->space == PX_FRAGMENT)
	  used->insert (s->acc[k].obj);
      for (int k = 0; k < s->nbody; k++)
	{
	  if (!only_wgmma (s->body[k], used))
	    return false;
	  some = true;
	}
    }
  return some;
}

/* Does Q, but for DRAIN, access what is in USED other than by wgmma?  */
static bool
waits_inside (const px_seq *q, const px_stmt *drain, const std::set<px_obj *> &used)
{
  for (int i = 0; i < q->nst; i++)
    {
      const px_stmt *s = q->st[i];
      if (s == drain)
	continue;
      for (int k = 0; k < s->nacc; k++)
	if (used.count (s->acc[k].obj) && s->timeline != PX_WGMMA)
	  return true;
      for (int k = 0; k < s->nbody; k++)
	if (waits_inside (s->body[k], drain, used))
	  return true;
    }
  return false;
}

/* Should drain W of each turn of a loop keep its wgmma going, and release the slot of the
   turn before?  Not if their sum is used in the loop, which waits for them anyway, nor if
   too few slots are left to fill ahead.  */
static bool
late_p (const px_stmt *w)
{
  enum
  {
    SLOTS = 3
  };
  std::set<px_obj *> used;
  return w->ring->slots >= SLOTS && w->seq->up->kind == PX_LOOP && w->seq->up->user == w->user
	 && only_wgmma (w->body[0], &used) && !waits_inside (w->seq, w, used);
}

static bool uses_ring (const px_seq *, const px_ring * = NULL);

/* Is RING accessed in S (NULL: any ring)?  */
static bool
uses_ring_in (const px_stmt *s, const px_ring *ring)
{
  for (int k = 0; k < s->nacc; k++)
    if (ring ? s->acc[k].obj->ring == ring : s->acc[k].obj->ring != NULL)
      return true;
  for (int k = 0; k < s->nbody; k++)
    if (uses_ring (s->body[k], ring))
      return true;
  return false;
}

static bool
uses_ring (const px_seq *q, const px_ring *ring)
{
  for (int i = 0; i < q->nst; i++)
    if (uses_ring_in (q->st[i], ring))
      return true;
  return false;
}

/* May the loop around S be left in S?  */
static bool
left_in (const px_stmt *s)
{
  if (s->kind == PX_LOOP)
    return false;
  for (int i = 0; i < s->nbody; i++)
    for (int k = 0; k < s->body[i]->nst; k++)
      if (left_in (s->body[i]->st[k]))
	return true;
  return s->leaves;
}

/* Places in S where the loop around it is left that do not come before T, in its turn.  */
static int
exits_missed (const px_stmt *s, const px_stmt *t)
{
  int n = 0;
  if (s->kind != PX_LOOP)
    for (int i = 0; i < s->nbody; i++)
      for (int k = 0; k < s->body[i]->nst; k++)
	n += exits_missed (s->body[i]->st[k], t);
  return n + (s->leaves && !(px_inside (s, t) && branch_of (s, t) == s->body[1]));
}

/* S is used behind some of the places where a loop in BRANCH is left, but not behind all.  */
static bool
between_exits (const px_stmt *s, const px_seq *branch)
{
  int behind = 0, missed = 0;
  for (const px_stmt *t = s; t->seq != branch; t = t->seq->up)
    {
      behind += px_behind_exit (t);
      if (t->seq->up->kind != PX_LOOP)
	continue;
      for (int i = 0; i < t->seq->nst; i++)
	missed += exits_missed (t->seq->st[i], s);
      if (behind && missed)
	return true;
      behind = missed = 0;
    }
  return false;
}

/* A use in all turns of a loop but the last is that, not one of each turn.  */
static void
leave_guard (px_fn *f, use *u)
{
  int k;
  px_stmt *s = u->first;
  if (s != u->last || !px_but_last (s, &k) || (s->nbody > 1 && uses_ring (s->body[1], u->ring)))
    return;
  u->seq = s->body[0];
  for (int i = 0; i < u->seq->nst; i++)
    if (px_stmt *x = u->seq->st[i]; uses_ring_in (x, u->ring))
      {
	u->first = u->first == s ? x : u->first;
	u->last = x;
      }
}

static void
wrap_uses (px_fn *f, px_places *places, const px_seq *branch, std::vector<use> *uses,
	   const std::set<std::pair<px_ring *, px_ring *>> &alike)
{
  join (uses, alike);
  /* The first of several rings is the innermost, in all branches.  */
  std::stable_sort (uses->begin (), uses->end (),
		    [] (const use &u, const use &v) { return u.ring->id < v.ring->id; });
  std::map<px_ring *, HOST_WIDE_INT> next; /* number, of constant slots */
  for (size_t i = 0; i < uses->size (); i++)
    {
      use &u = (*uses)[i];
      if (u.writes && u.reads)
	{
	  shape (f, u.ring, u.first, NULL, "one branch both fills and drains it");
	  return;
	}
      int num = u.next ? u.from : u.c;
      if (!u.next && !u.loop && next.count (u.ring) && next[u.ring] % u.ring->slots == u.c)
	num = next[u.ring];
      next[u.ring] = num + 1;
      int lo = index_in (u.first), hi = index_in (u.last);
      for (int k = lo; k <= hi; k++)
	if (left_in (u.first->seq->st[k]))
	  {
	    shape (f, u.ring, u.first, NULL, "the loop is left while it is used");
	    return;
	  }
      if (between_exits (u.first, branch))
	{
	  shape (f, u.ring, u.first, NULL, "the loop is left before and behind it");
	  return;
	}
      px_stmt *w = wrap (f, places, u.first->seq, lo, hi, u.writes ? PX_FILL : PX_DRAIN);
      w->ring = u.ring;
      w->num = num;
      w->user = u.start;
      int drains = 0;
      for (const use &v : *uses)
	drains += v.ring == u.ring;
      if (!u.writes && drains == 1 && u.loop && u.loop == u.start && late_p (w))
	{
	  w->late = 1;
	  w->may_late = true;
	  /* Else the next turn may need the slot that the last one holds.  */
	  for (const px_stmt *up = w->seq->up->seq->up; up; up = up->seq->up)
	    w->flush |= up->kind == PX_LOOP;
	}
      w->restart = u.next ? branch->up : u.start ? loop_stmt (w, u.start) : w;
      w->next = u.next;
      /* Uses of the same statements are now around W.  */
      for (size_t k = i + 1; k < uses->size (); k++)
	if ((*uses)[k].seq == w->seq && (*uses)[k].first == u.first)
	  (*uses)[k].first = (*uses)[k].last = w;
    }
}

/* ---- roles ------------------------------------------------------------ */

/* An IF that units of a block take differently, where rings are used, is a split:
   __group (thread, n) { A; if (unit) B else C; D } is
   __group (thread, n) A; __split (thread) { __case B; __case C }; __group (thread, n) D.
   What stands in loops that all units of the group run alike is taken out with them.  */
struct role
{
  px_seq *seq;
  std::vector<bool> unit;
};

/* Who takes the arms of S, of the units ASKED of N threads each; an else that is such an IF
   is taken apart as well.  False: it is not known, or all take the same.  */
static bool
roles_of (const px_fn *f, const px_stmt *s, int n, const std::vector<bool> &asked,
	  std::vector<role> *roles)
{
  bool when;
  gcond *c = px_condition_of (s, &when);
  if (s->kind != PX_IF || !c || s->nbody != 2
      || !(uses_ring (s->body[0]) || uses_ring (s->body[1])))
    return false;
  role arm[2] = { { s->body[0], asked }, { s->body[1], asked } };
  int count[2] = {};
  for (size_t u = 0; u < asked.size (); u++)
    {
      int v = asked[u] ? px_true_at (f, c, -1, u * n) : 0;
      if (v < 0)
	return false;
      bool second = v != when;
      arm[!second].unit[u] = false;
      count[second] += asked[u];
    }
  if (!count[0] || !count[1])
    return false;
  for (role &r : arm)
    if (!(r.seq->nst == 1 && roles_of (f, r.seq->st[0], n, r.unit, roles)))
      roles->push_back (r);
  return true;
}

/* Is there an IF in S, or in loops in it, that N threads' units take differently?  */
static bool
has_roles (const px_fn *f, const px_stmt *s, int n, const std::vector<bool> &all)
{
  std::vector<role> roles;
  if (s->kind == PX_LOOP && px_even_p (s))
    for (int i = 0; i < s->body[0]->nst; i++)
      if (has_roles (f, s->body[0]->st[i], n, all))
	return true;
  return roles_of (f, s, n, all, &roles);
}

/* Is S a loop that uses rings by its counter, and that all threads of a block run alike?  */
static bool
ring_loop (const px_stmt *s)
{
  return s->kind == PX_LOOP && px_even_p (s) && uses_ring (s->body[0])
	 && px_names_slots ((loop_p) s->user);
}

static px_stmt *
add_group (px_fn *f, px_places *places, px_seq *q, int n, const px_stmt *first)
{
  px_stmt *g = px_add_stmt (f, q, PX_GROUP, first->loc);
  g->persp = { PX_THREAD, n };
  places->before[g] = places->before[first];
  px_add_body (f, g);
  return g;
}

static void
move_to (px_fn *f, px_seq *q, px_stmt *s)
{
  PX_PUSH (&f->pool, q->st, q->nst, q->cap, s);
  s->seq = q;
}

/* IF S, whose ROLES are of units of N threads, as a split in Q.  */
static bool
add_split (px_fn *f, px_places *places, px_seq *q, const px_stmt *s, int n,
	   std::vector<role> &roles)
{
  auto first = [] (const role &r) {
    return std::find (r.unit.begin (), r.unit.end (), true) - r.unit.begin ();
  };
  std::sort (roles.begin (), roles.end (),
	     [&] (const role &a, const role &b) { return first (a) < first (b); });
  px_stmt *split = px_add_stmt (f, q, PX_SPLIT, s->loc);
  split->persp = { PX_THREAD, 0 };
  places->before[split] = places->before[s];
  for (const role &r : roles)
    {
      int start = first (r), size = std::count (r.unit.begin (), r.unit.end (), true);
      if (std::find (r.unit.begin () + start, r.unit.end (), false) - r.unit.begin ()
	    != start + size
	  && std::find (r.unit.begin () + start, r.unit.begin () + start + size, false)
	       != r.unit.begin () + start + size)
	return false;
      px_seq *b = px_add_case (f, split, start * n, size * n), *to = b;
      places->end[b] = places->end[r.seq];
      if (size > 1 && r.seq->nst)
	{
	  px_stmt *g = add_group (f, places, b, n, r.seq->st[0]);
	  to = g->body[0];
	  places->end[to] = places->end[r.seq];
	}
      for (int i = 0; i < r.seq->nst; i++)
	move_to (f, to, r.seq->st[i]);
    }
  return true;
}

/* The statements of FROM, code of units of N threads, to TO, outside their group, where
   roles are in them; ALL empty: where they are loops that use rings.  */
static bool
take_out (px_fn *f, px_places *places, px_seq *to, px_seq *from, int n,
	  const std::vector<bool> &all)
{
  px_stmt *group = NULL;
  for (int i = 0; i < from->nst; i++)
    {
      px_stmt *s = from->st[i];
      std::vector<role> roles;
      px_point here = places->before[s];
      if (all.empty () ? !ring_loop (s) : !has_roles (f, s, n, all))
	{
	  if (!group)
	    group = add_group (f, places, to, n, s);
	  move_to (f, group->body[0], s);
	  continue;
	}
      if (group)
	places->end[group->body[0]] = here;
      group = NULL;
      if (s->kind != PX_LOOP)
	{
	  roles_of (f, s, n, all, &roles);
	  if (!add_split (f, places, to, s, n, roles))
	    return false;
	  continue;
	}
      px_seq *body = s->body[0], old = *body;
      move_to (f, to, s);
      body->st = NULL;
      body->nst = body->cap = 0;
      if (!take_out (f, places, body, &old, n, all))
	return false;
      auto e = places->end.find (body);
      if (body->nst && e != places->end.end ())
	for (int k = 0;
	     k < body->st[body->nst - 1]->nbody && body->st[body->nst - 1]->kind == PX_GROUP; k++)
	  places->end[body->st[body->nst - 1]->body[k]] = e->second;
    }
  if (group && places->end.count (from))
    places->end[group->body[0]] = places->end[from];
  return true;
}

/* __group (thread, 1) for (…) A is for (…) __group (thread, 1) A, where that uses a ring.  */
static void
open_groups (px_fn *f, px_places *places, px_seq *q)
{
  for (int i = 0; i < q->nst; i++)
    {
      px_stmt *s = q->st[i];
      bool found = false;
      for (int k = 0; s->kind == PX_GROUP && s->persp.level == PX_THREAD && s->persp.n == 1
		      && k < s->body[0]->nst;
	   k++)
	found |= ring_loop (s->body[0]->st[k]);
      for (int k = 0; k < s->nbody && !found; k++)
	open_groups (f, places, s->body[k]);
      if (!found)
	continue;
      std::vector<px_stmt *> after (q->st + i + 1, q->st + q->nst);
      q->nst = i;
      take_out (f, places, q, s->body[0], 1, {});
      i = q->nst - 1;
      for (px_stmt *a : after)
	move_to (f, q, a);
    }
}

/* False: a ring is used where units take different ways, and px can not tell which.  */
static bool
find_roles (px_fn *f, px_places *places, px_seq *q)
{
  bool block = px_same (px_persp_in (f, q), { PX_BLOCK, 1 }) && f->threads;
  for (int i = 0; i < q->nst; i++)
    {
      px_stmt *s = q->st[i];
      bool found = false;
      if (s->kind == PX_GROUP && s->persp.level == PX_THREAD && block
	  && f->threads % s->persp.n == 0)
	{
	  std::vector<bool> all (f->threads / s->persp.n, true);
	  for (int k = 0; k < s->body[0]->nst; k++)
	    found |= has_roles (f, s->body[0]->st[k], s->persp.n, all);
	  if (found)
	    {
	      std::vector<px_stmt *> after (q->st + i + 1, q->st + q->nst);
	      q->nst = i;
	      if (!take_out (f, places, q, s->body[0], s->persp.n, all))
		{
		  for (int r = 0; r < f->nring; r++)
		    shape (
		      f, f->ring[r], s, NULL,
		      "the units that take a branch are not next to each other: write a __split");
		  return false;
		}
	      for (px_stmt *a : after)
		move_to (f, q, a);
	    }
	}
      for (int k = 0; k < s->nbody && !found; k++)
	if (!find_roles (f, places, s->body[k]))
	  return false;
    }
  return true;
}

/* An IF in different arms of which V's accesses are.  */
static const px_stmt *
if_between (const accesses &v)
{
  for (const px_acc *a : v)
    for (const px_stmt *s = a->op->seq->up; s; s = s->seq->up)
      for (const px_acc *b : v)
	if (s->kind == PX_IF && px_inside (s, b->op) && branch_of (s, a->op) != branch_of (s, b->op)
	    && (a->kind == PX_READ) != (b->kind == PX_READ))
	  return s;
  return NULL;
}

bool
px_find_rings (px_fn *f, px_places *places)
{
  open_groups (f, places, f->body);
  bool known = find_roles (f, places, f->body);
  if (!known)
    return false;
  std::map<px_seq *, std::vector<use>> uses; /* by branch */
  std::vector<px_seq *> order;
  for (int i = 0; i < f->nring; i++)
    {
      px_ring *r = f->ring[i];
      accesses v;
      collect (f->body, r->obj[0], &v);
      px_stmt *split = split_of (v);
      for (const px_acc *a : v)
	r->remote |= a->remote;
      if (!split)
	{
	  if (const px_stmt *s = if_between (v))
	    {
	      shape (f, r, const_cast<px_stmt *> (s), NULL,
		     "px can not tell which units take which branch: write a __split");
	      return false;
	    }
	  /* Numbers help if all have one of one loop, or of none.  */
	  std::vector<slot> n (v.size ());
	  bool all = true, continues;
	  loop_p one = NULL;
	  for (size_t k = 0; k < v.size (); k++)
	    {
	      all &= slot_of (f, v[k], r->slots, &n[k], &continues) && !continues
		     && !(n[k].loop && !loop_stmt (v[k]->op, n[k].loop))
		     && !(one && n[k].loop && n[k].loop != one);
	      one = n[k].loop ? n[k].loop : one;
	    }
	  for (size_t k = 0; k < v.size () && all; k++)
	    {
	      v[k]->numbered = true;
	      v[k]->num_loop = n[k].loop ? loop_stmt (v[k]->op, n[k].loop) : NULL;
	      v[k]->num = n[k].c;
	    }
	  if (!all)
	    r->obj[0]->ring = NULL;
	  continue;
	}
      std::map<px_seq *, std::vector<use>> mine, in_turn;
      const char *text = NULL;
      px_stmt *where = NULL;
      bool several = false;
      for (px_acc *a : v)
	{
	  px_seq *b = role_of (f, v, branch_of (split, a->op));
	  if (!b)
	    continue;
	  if (std::find (order.begin (), order.end (), b) == order.end ())
	    order.push_back (b);
	  if (!text)
	    text = add_use (f, r, a, b, &mine[b], &where);
	}
      for (auto &b : mine)
	several |= several_a_turn (b.second, r);
      if (text || several)
	{
	  bool all = true;
	  for (px_seq *b : order)
	    all = all
		  && (add_in_order (f, places, r, v, b, false, &in_turn[b])
		      || (in_turn.erase (b), add_in_order (f, places, r, v, b, true, &in_turn[b])));
	  if (all)
	    {
	      mine = in_turn;
	      text = NULL;
	    }
	}
      if (text)
	{
	  shape (f, r, where, NULL, text);
	  return false;
	}
      for (auto &b : mine)
	uses[b.first].insert (uses[b.first].end (), b.second.begin (), b.second.end ());
    }
  /* A counter that starts anew must do so in all branches alike.  */
  std::map<px_ring *, use *> first;
  for (px_seq *b : order)
    for (use &u : uses[b])
      {
	use *&v = first[u.ring];
	if (v && (!v->again != !u.again || (u.again && !px_same_count (*u.again, *v->again))))
	  {
	    shape (f, u.ring, u.first, v->first,
		   "its counter does not start anew at the same numbers in all branches");
	    return false;
	  }
	v = &u;
      }
  for (px_seq *b : order)
    for (use &u : uses[b])
      if (!u.next)
	leave_guard (f, &u);
  std::map<px_ring *, std::pair<use *, px_ring_guard>> guards;
  for (px_seq *b : order)
    for (use &u : uses[b])
      {
	px_ring_guard g
	  = px_ring_guard_of (f, u.ring, u.seq, index_in (u.first), index_in (u.last), b);
	auto other = guards.insert ({ u.ring, { &u, g } }).first->second;
	if (!px_same_guard (g, other.second))
	  {
	    shape (f, u.ring, u.first, other.first->first,
		   "only one of two uses is under a condition, or they are under different ones");
	    return false;
	  }
      }
  std::set<std::pair<px_ring *, px_ring *>> pairs;
  for (auto &x : first)
    for (auto &y : first)
      if (x.first != y.first && alike (x.first, y.first, uses))
	pairs.insert ({ x.first, y.first });
  for (px_seq *b : order)
    wrap_uses (f, places, b, &uses[b], pairs);
  return f->nproblem == 0;
}
