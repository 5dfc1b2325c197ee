/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides with value/ which units meet: rule R1, and the questions of px_infer.

   Needs: the tree and the function's px_race.
   Leaves: errors, and with -fplugin-arg-px-explain what was proved.  */

#include "plugin/sync/sync-int.h"

/* Converts access A for value/.  Returns false if it is not understood.  */
bool
px_disjoint_access (const px_acc *a, px_dj_access *d)
{
  const px_source *s = (const px_source *) a->user;
  return s && s->reach.known () && px_race_access (s->stmt, s->reach, d);
}

static bool
counted_access (const px_acc *a, px_dj_access *d)
{
  const px_source *s = (const px_source *) a->user;
  return s && s->reach.known () && px_race_access_counted (s->stmt, s->reach, d);
}

/* Returns true if A copies a fragment from or to a view.  Kernels for a single warp or
   warpgroup use the whole matrix: it is not reported that units of larger launches would meet
   there.  */
bool
px_of_fragment (const px_acc *a)
{
  const px_source *s = (const px_source *) a->user;
  if (s && s->reach.called)
    return s->reach.called->fragment;
  const px_fragment_op *o
    = s && is_gimple_call (s->stmt) ? px_fragment_op_of (gimple_call_fndecl (s->stmt)) : NULL;
  return o && strpbrk (o->roles, "pq");
}

static loop_p
loop_around (const px_seq *q)
{
  for (const px_stmt *s = q->up; s; s = s->seq->up)
    if (s->kind == PX_LOOP)
      return (loop_p) s->user;
  return get_loop (px_now->fun, 0);
}

/* Returns the innermost loop of which one iteration contains A and B, the latter after an iteration of LOOP
   (NULL: after none); NULL: no loop does.  */
static const px_stmt *
common_loop (const px_acc *a, const px_acc *b, const px_stmt *loop)
{
  const px_stmt *s = px_around (a, loop);
  while (s && !(s->kind == PX_LOOP && px_inside (s, b->op)))
    s = s->seq->up;
  return s;
}

/* Returns the perspective of the view of the path from A to B over LOOP, or of A's object.  */
static px_persp
whole_of (const px_acc *a, const px_acc *b, const px_stmt *loop)
{
  const px_stmt *view = px_view_of_path (a, b, loop);
  return view ? view->persp : a->obj->persp;
}

/* What A accesses at P and B at Q: the scope of the units, within one of WHOLE, that meet there, as px_need
   has it.  SHARED: only units of one block meet.  IN_ORDER: no difference is made between pairs of one thread
   that meet, and none that do.  */
int
px_judge_scope (const px_fn *f, const px_acc *a, const px_reach &p, const px_acc *b,
		const px_reach &q, px_persp whole, bool shared, bool in_order, const px_stmt *loop,
		int d)
{
  px_dj_access x, y;
  px_dj_edge e = {};
  px_dj_scope chain[DJ_MAX_CHAIN];
  px_dj_result r;
  const px_source *s = (const px_source *) a->user, *t = (const px_source *) b->user;
  const px_stmt *behind = loop && !px_inside (loop, a->op) ? loop : NULL;
  if (behind)
    loop = NULL;
  if (!p.known () || !q.known () || !px_race_access (s->stmt, p, &x)
      || !(behind && d < PX_FAR ? px_race_access_at (t->stmt, q, (loop_p) behind->user, d - 1, &y)
				: px_race_access (t->stmt, q, &y)))
    return PX_UNKNOWN;
  e.whole = px_race_persp (whole);
  e.shared = shared;
  const px_stmt *common = common_loop (a, b, loop);
  e.loop = common ? px_race_loop ((loop_p) common->user) : 0;
  if (loop)
    {
      e.carrier = px_race_loop ((loop_p) loop->user);
      e.distance = d;
      e.distance_max = d == PX_FAR ? 0 : d;
    }
  int n = px_dj_chain (px_race_arena (), e.whole, f->cluster, chain);
  if (!n)
    return PX_UNKNOWN;
  int first = in_order && chain[0].kind == DJ_SCOPE_NOTHING;
  int i = first + px_dj_narrow (px_race_arena (), &e, &x, &y, chain + first, n - first, &r);
  for (; i >= 0 && i < n; i++)
    {
      if (chain[i].kind == DJ_SCOPE_NOTHING)
	return PX_APART;
      int scope = chain[i].kind == DJ_SCOPE_UNITS
		    ? px_scope_of (f, px_persp{ (int) chain[i].persp.level, chain[i].persp.n })
		    : -1;
      if (scope >= 0)
	{
	  /* Across blocks only a proved meeting is reported.  */
	  if (f->scope[scope].level == PX_GRID
	      && (r.verdict != DJ_SHOWN || px_of_fragment (a) || px_of_fragment (b)))
	    return PX_UNKNOWN;
	  return scope;
	}
    }
  return PX_UNKNOWN;
}

/* The bytes of the shared array that is OBJ; -1: it is not an array, or the launch decides its size.  */
int64_t
px_array_bytes (const px_obj *obj)
{
  for (auto &o : px_now->objects)
    if (o.second == obj && TREE_CODE (o.first) == SSA_NAME)
      if (tree d = px_shared_array (SSA_NAME_DEF_STMT (o.first)))
	if (tree_fits_uhwi_p (DECL_SIZE_UNIT (d))
	    && !lookup_attribute ("px dynamic", DECL_ATTRIBUTES (d)))
	  return tree_to_uhwi (DECL_SIZE_UNIT (d));
  return -1;
}

px_reach
px_multicast_reach (const px_source *s)
{
  return px_copy_reach (s->stmt, px_intrinsic_of (gimple_call_fndecl (s->stmt)), s->pointer);
}

/* What multicast A writes; of a ring, in its slot, as the blocks fill one slot together.  */
static bool
multicast_access (const px_acc *a, px_dj_access *x)
{
  const px_source *s = (const px_source *) a->user;
  int64_t bytes = px_array_bytes (a->obj);
  px_dj *arena = px_race_arena ();
  if (!s || !s->pointer || !px_race_access (s->stmt, px_multicast_reach (s), x))
    return false;
  if (a->obj->ring && bytes > 0)
    x->offset = px_dj_bin (arena, DJ_MOD, x->offset,
			   px_dj_const (arena, px_dj_type_of (arena, x->offset),
					bytes / a->obj->ring->slots));
  return true;
}

/* Returns true if what block P of the cluster writes by A and block Q by B is in one block: always, or (PERHAPS) it may be.  */
static bool
one_destination (const px_acc *a, int64_t p, const px_acc *b, int64_t q, bool perhaps)
{
  const px_fn *f = px_now->f;
  uint32_t (*reached) (const px_fn *, const px_acc *, int)
    = perhaps ? px_blocks_perhaps : px_blocks_surely;
  int from = p % f->cluster, other = q % f->cluster;
  return (px_ring_ranks_of (f, a->op) >> from & 1) && (px_ring_ranks_of (f, b->op) >> other & 1)
	 && (reached (f, a, from) & reached (f, b, other));
}

/* The relation of units UNIT within WHOLE that run A.  */
static px_dj_relation
relation_of (const px_acc *a, px_persp unit, px_persp whole)
{
  px_dj_relation rel = {};
  rel.unit = px_race_persp (unit);
  rel.parent = px_race_persp (whole);
  rel.loop = px_race_loop (loop_around (a->op->seq));
  return rel;
}

px_dj_relation
px_relation_of_units (const px_stmt *v)
{
  const px_region &c = px_region_at (px_now->constructs[const_cast<px_stmt *> (v)]);
  px_dj_relation rel = {};
  rel.unit = px_race_persp ({ c.level, c.n });
  rel.parent = px_race_persp (px_broadest (c.bound));
  rel.shared = v->obj->space == PX_SHARED;
  rel.loop = px_race_loop (loop_around (v->seq));
  return rel;
}

/* X as block RANK of the cluster makes it.  GUARDS are what its guards are then.  */
static px_dj_access
of_rank (px_dj_access x, int rank, std::vector<px_dj_ref> *guards)
{
  px_dj *arena = px_race_arena ();
  px_dj_type type = px_dj_type_of (arena, x.offset);
  guards->assign (x.guard, x.guard + x.n_guards);
  guards->push_back (px_dj_bin (arena, DJ_EQ,
				px_dj_bin (arena, DJ_MOD, px_dj_id (arena, DJ_BLOCK, type),
					   px_dj_const (arena, type, px_now->f->cluster)),
				px_dj_const (arena, type, rank)));
  x.guard = guards->data ();
  x.n_guards = guards->size ();
  return x;
}

/* Sets R to whether copies A, at X, and B, at Y, that different blocks of the cluster make, write a byte of one block; R's
   witness is of the blocks that do.  Where the verdict on all pairs of blocks is no proof, pairs that reach a common block are judged one
   by one.  */
static void
judge_in_blocks (const px_acc *a, const px_dj_access &x, const px_acc *b, const px_dj_access &y,
		 px_dj_result *r)
{
  const int blocks = px_now->f->cluster;
  px_dj *arena = px_race_arena ();
  px_dj_relation rel = relation_of (a, { PX_BLOCK, 1 }, { PX_BLOCK, blocks });
  px_dj_r1 (arena, &rel, &x, &y, r);
  if (r->verdict == DJ_PROVED
      || (r->verdict == DJ_SHOWN
	  && one_destination (a, r->witness.block[0], b, r->witness.block[1], false)))
    return;
  px_dj_result one;
  bool undecided = false;
  std::vector<px_dj_ref> g, h;
  for (int p = 0; p < blocks; p++)
    for (int q = a == b ? p + 1 : 0; q < blocks; q++)
      {
	px_dj_model m = {};
	if (p == q || !one_destination (a, p, b, q, true))
	  continue;
	px_dj_access from = of_rank (x, p, &g), other = of_rank (y, q, &h);
	px_dj_r1 (arena, &rel, &from, &other, &one);
	if (one.verdict == DJ_UNDECIDED && px_dj_model_r1 (arena, &rel, &from, &other, &m)
	    && m.wide)
	  {
	    one.verdict = DJ_SHOWN;
	    one.witness = m.witness;
	  }
	if (one.verdict == DJ_SHOWN && !one_destination (a, p, b, q, false))
	  one.verdict = DJ_UNDECIDED;
	if (one.verdict == DJ_SHOWN)
	  {
	    *r = one;
	    return;
	  }
	if (one.verdict == DJ_UNDECIDED)
	  {
	    *r = one;
	    undecided = true;
	  }
      }
  if (!undecided)
    r->verdict = DJ_PROVED;
}

/* Returns true if A and B are in different arms of one condition.  */
static bool
in_other_arm (const px_acc *a, const px_acc *b)
{
  for (const px_seq *q = a->op->seq; q->up; q = q->up->seq)
    if (px_inside (q->up, b->op))
      {
	const px_seq *r = b->op->seq;
	while (r->up != q->up)
	  r = r->up->seq;
	return q->up->kind == PX_IF && r != q;
      }
  return false;
}

/* Returns true if one block that makes both copy A, at X, and copy B, at Y, writes a byte of one block by both: always, or
   (PERHAPS) if conditions let it do so.  */
static bool
one_block_meets (const px_acc *a, const px_dj_access &x, const px_acc *b, const px_dj_access &y,
		 bool perhaps)
{
  px_dj *arena = px_race_arena ();
  px_dj_result r;
  bool together = false;
  for (int k = 0; k < px_now->f->cluster; k++)
    together |= one_destination (a, k, b, k, perhaps);
  if (!together || (perhaps ? in_other_arm (a, b) : a->op->seq != b->op->seq))
    return false;
  /* The last byte of B is at least 0 and less than both widths beyond the first of A.  */
  px_dj_access z = x;
  z.width = 1;
  z.offset = px_dj_bin (arena, DJ_SUB, y.offset, x.offset);
  z.offset = px_dj_bin (arena, DJ_ADD, z.offset,
			px_dj_const (arena, px_dj_type_of (arena, z.offset), y.width - 1));
  px_dj_r2 (arena, &z, x.width + y.width - 1, &r);
  return r.verdict == DJ_PROVED;
}

/* Returns true if copies A and B of one fill, of which one reaches other blocks, surely write a byte of one
   block.  */
static bool
copies_meet (const px_acc *a, const px_acc *b)
{
  px_dj_access x, y;
  px_dj_result r;
  if (!multicast_access (a, &x) || !multicast_access (b, &y))
    return false;
  if (one_block_meets (a, x, b, y, false))
    return true;
  judge_in_blocks (a, x, b, y, &r);
  return r.verdict == DJ_SHOWN;
}

/* What S, a load or store that makes access A in another block of the cluster, touches: of that block's array the
   bytes that its own would be.  Not known if it may be one of several objects.  */
px_reach
px_in_other_block (const px_acc *a, gimple *s)
{
  if (!a->remote || !is_gimple_assign (s))
    return px_reach ();
  for (int i = 0; i < a->op->nacc; i++)
    if (const px_source *k = (const px_source *) a->op->acc[i].user)
      if (k->stmt == s && a->op->acc[i].obj != a->obj)
	return px_reach ();
  return gimple_assign_load_p (s) ? gimple_assign_rhs1 (s) : gimple_assign_lhs (s);
}

/* Accesses A and B, of which one is in another block of the cluster: which block that is, is not compared, as if
   the array were one that the blocks have together.  PX_APART: no two of the cluster's threads meet.  */
static int
judge_mapped (const px_fn *f, const px_acc *a, const px_acc *b, const px_stmt *loop, int d)
{
  const px_source *s = (const px_source *) a->user, *t = (const px_source *) b->user;
  if (a->obj->ring || f->cluster <= 1)
    return PX_UNKNOWN;
  px_reach p = a->remote ? px_in_other_block (a, s->stmt) : s->reach,
	   q = b->remote ? px_in_other_block (b, t->stmt) : t->reach;
  bool apart
    = px_judge_scope (f, a, p, b, q, { PX_BLOCK, f->cluster }, false, false, loop, d) == PX_APART;
  return apart ? PX_APART : PX_UNKNOWN;
}

/* px_need, by rule R1 and narrowing.  */
int
px_judge_need (void *, const px_fn *f, const px_acc *a, const px_acc *b, const px_stmt *loop, int d)
{
  const px_source *s = (const px_source *) a->user, *t = (const px_source *) b->user;
  if (a->obj->boxes || b->obj->boxes)
    return px_boxes_need (f, a, b, loop, d);
  if (a->obj->anywhere || b->obj->anywhere) /* two addresses from memory may lead to one object */
    return PX_UNKNOWN;
  if (a->obj != b->obj)
    return px_may_overlap_p (a->obj, b->obj) ? PX_UNKNOWN : PX_APART;
  if (!s || !t)
    return PX_UNKNOWN;
  if (a != b && !loop && a->ringop && a->ringop == b->ringop && (a->remote || b->remote)
      && a->op->timeline == PX_BULK_LOAD && b->op->timeline == PX_BULK_LOAD && copies_meet (a, b))
    return 0;
  /* Within a fill or drain only the units that do it meet.  */
  px_persp whole
    = a->ringop && a->ringop == b->ringop ? f->scope[a->ringop->seq->scope] : whole_of (a, b, loop);
  /* Units that run two atomics concurrently have no order of them.  */
  int turn = px_in_turn (a, b, loop);
  if (px_atomics_differ (a, b) && px_holds (f, px_scope_of (f, whole), turn))
    whole = f->scope[turn];
  /* A multicast that a fill repeats writes, in each block that it reaches, where it would write in its own.  */
  if (a == b && loop && a->ringop && a->remote && a->op->timeline == PX_BULK_LOAD && s->pointer)
    {
      px_reach reach = px_multicast_reach (s);
      return px_judge_scope (f, a, reach, a, reach, whole, true, false, loop, d);
    }
  if (a->remote || b->remote)
    return judge_mapped (f, a, b, loop, d);
  return px_judge_scope (f, a, s->reach, b, t->reach, whole, a->obj->space == PX_SHARED,
			 px_in_order (a, b) && !px_atomics_differ (a, b), loop, d);
}

/* px_sure, by the counter that LOOP's header tests.  */
int
px_judge_sure (void *, const px_fn *, const px_acc *a, const px_stmt *loop)
{
  const px_source *s = (const px_source *) a->user;
  return s ? px_race_sure (s->stmt, (loop_p) loop->user, PX_FAR) : 0;
}

/* Describes the byte of W's first access for a message, with the variables that it depends on, or
   as "a byte".  *GRID: of which grid this is so, if not of any, as the end of the message.  */
static std::string
witness_byte (const px_dj_witness &w, std::string *grid)
{
  int64_t at = w.offset[0];
  std::string names;
  char text[80];
  grid->clear ();
  for (int i = 0; i < w.n_base; i++)
    {
      px_dj_ref node = px_dj_uncast (px_race_arena (), w.base[i].node);
      px_dj_op op = px_dj_op_of (px_race_arena (), node);
      px_dj_print (px_race_arena (), node, text, sizeof text);
      if (op == DJ_NBLOCKS)
	{
	  int b = px_signature_of (current_function_decl).block;
	  int64_t blocks = std::max (w.block[0], w.block[1]) / (b ? b : 1) + 1;
	  blocks *= b ? b : 1;
	  at += w.base[i].coef * blocks;
	  *grid = ", with a grid of " + std::to_string (blocks);
	}
      else if (op == DJ_BLOCK && w.block[0] == w.block[1])
	at += w.base[i].coef * w.block[0];
      else if ((op != DJ_SYM && op != DJ_CTR && op != DJ_POW2)
	       || text[strspn (text,
			       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")])
	return "a byte";
      else
	names += (names.empty () ? "" : " + ") + std::to_string (w.base[i].coef) + " * " + text;
    }
  if (names.empty ())
    return "byte " + std::to_string (at);
  return "byte " + names + (at < 0 ? " - " : " + ") + std::to_string (at < 0 ? -at : at);
}

bool
px_judge_back (void *, const px_fn *, const px_stmt *loop)
{
  return px_back_edge ((loop_p) loop->user);
}

/* Describes the launches of M for the end of a message; "": there is no model, or it is any.  */
std::string
px_launches_of (const px_dj_model &m)
{
  if (!m.witness.valid)
    return "";
  static const char *const end[] = { " = ", " >= ", " <= " };
  std::string all;
  char name[80];
  auto add = [&all] (const std::string &text) {
    all += (all.empty () ? "" : " and ") + text;
  };
  for (int i = 0; i < m.n_values; i++)
    {
      px_dj_print (px_race_arena (), m.value[i].sym, name, sizeof name);
      add (name + (end[m.value[i].end] + std::to_string (m.value[i].value)));
    }
  if (!m.any_blocks)
    add ("there are " + std::to_string (m.blocks) + " blocks");
  if (!m.any_threads)
    add ("a block has " + std::to_string (m.threads) + " threads");
  else if (!m.wide && m.least_threads)
    add ("a block has " + std::to_string (m.least_threads) + " threads or more");
  return all.empty () ? "" : ", where " + all;
}

void
px_inform_of_facts (location_t loc)
{
  inform (px_user_loc (loc), "if no launch is like this, state why: by %<__where (...)%> beside"
			     " %<__requires%>, or by %<px_assume (...)%>");
}

/* Reports that units of C meet in V's object by accesses A and B: those of W, in every launch, or
   in those of M (NULL: none).  */
static void
report_race (const px_region &c, const px_stmt *v, const px_acc *a, const px_acc *b,
	     const px_dj_witness &w, const px_dj_model *m)
{
  auto_diagnostic_group g;
  std::string where, at = witness_byte (w, &where);
  if (m)
    where = px_launches_of (*m);
  const char *unit = px_name (px_persp{ c.level, c.n });
  const char *more = w.more_units ? ", in any launch of more than one" : "";
  bool maybe = m && !m->wide;
  if (!(maybe ? px_warn_race (c.loc, PX_D_RACE_MAYBE, at.c_str (), v->obj->name, unit, w.thread[0],
			      w.block[0], w.thread[1], w.block[1], where.c_str ())
	      : px_error (c.loc, PX_D_RACE, at.c_str (), v->obj->name, unit, w.thread[0],
			  w.block[0], w.thread[1], w.block[1], more, where.c_str ())))
    return;
  inform (px_access_loc (a), "%s by one is here", px_access_word (a));
  px_inform_called (a);
  inform (px_access_loc (b), "%s by the other is here", px_access_word (b));
  px_inform_called (b);
  if (maybe)
    px_inform_of_facts (c.loc);
}

/* Pairs of accesses of one partition for which a launch is searched in which they meet: each that is
   not decided may take some milliseconds.  */
enum
{
  MOST_MODELS = 4
};

/* Checks rule R1 for partition V: no two units of it meet.  Returns false if they do, or may.

   Each pair of accesses inside V, of which at least one writes and none is atomic, goes to value/
   (px_dj_r1), which proves that two units' bytes are disjoint, shows a launch in which they meet, or
   decides neither.  Shown: an error (report_race).  Neither: a launch with other values of the
   arguments is searched (px_dj_model_r1); one that no limit on their values excludes (WIDE) is an
   error at once, another a warning after all pairs.  DOUBT collects why pairs are not decided, among
   them those whose objects may be one or whose addresses it cannot read.  */
static bool
judge_partition (const px_stmt *v)
{
  const px_region &c = px_region_at (px_now->constructs[const_cast<px_stmt *> (v)]);
  px_dj_relation rel = px_relation_of_units (v);
  bool proved = true;
  std::vector<std::pair<px_dj_access, px_dj_access>> by_facts;
  const px_acc *one = NULL, *other = NULL; /* meet in the launch of MAYBE */
  px_dj_model m, maybe;
  px_doubt doubt = {};
  int asked = 0;
  for (int i = 0; i < px_now->f->nacc; i++)
    for (int k = 0; k <= i; k++)
      {
	px_acc *a = px_now->f->acc[k], *b = px_now->f->acc[i];
	px_dj_access x, y;
	px_dj_result r;
	if ((a->obj == v->obj || b->obj == v->obj) && px_inside (v, a->op) && px_inside (v, b->op)
	    && px_changes (a->kind, b->kind) && px_may_be_one (px_now->f, a, b))
	  {
	    proved = false;
	    /* In a view of threads it is an error (PX208).  */
	    if (!a->op->unsafe && !b->op->unsafe && !px_view_around (a, b)
		&& !px_view_around (b, a))
	      px_doubt_access (&doubt, a, b);
	  }
	if (a->obj->store != v->obj->store || b->obj->store != v->obj->store
	    || (a->obj != v->obj && b->obj != v->obj) || a->op->synth || b->op->synth
	    || a->op->unsafe || b->op->unsafe || !px_inside (v, a->op) || !px_inside (v, b->op)
	    || (a->kind == PX_READ && b->kind == PX_READ) || px_is_atomic (a->kind)
	    || px_is_atomic (b->kind))
	  continue;
	/* Parameters of one __alias group (F7), whose distance is unknown.  */
	if (a->obj != b->obj)
	  {
	    if (v->obj->space != PX_SHARED)
	      {
		proved = false;
		px_doubt_access (&doubt, a, b);
	      }
	    continue;
	  }
	bool of_a = px_disjoint_access (a, &x);
	if (!of_a || !px_disjoint_access (b, &y))
	  {
	    proved = false;
	    px_doubt_access (&doubt, of_a ? b : a, of_a ? a : b);
	    continue;
	  }
	px_dj_r1 (px_race_arena (), &rel, &x, &y, &r);
	const px_dj_witness &w = r.witness;
	bool known
	  = r.verdict == DJ_SHOWN && !(w.more_units && (px_of_fragment (a) || px_of_fragment (b)));
	proved &= r.verdict == DJ_PROVED;
	if (r.by_facts && px_explains ())
	  by_facts.push_back ({ x, y });
	if (r.verdict == DJ_UNDECIDED && !one && asked++ < MOST_MODELS
	    && px_dj_model_r1 (px_race_arena (), &rel, &x, &y, &m)
	    && !(m.witness.more_units && (px_of_fragment (a) || px_of_fragment (b))))
	  {
	    if (m.wide)
	      {
		report_race (c, v, a, b, m.witness, &m);
		return false;
	      }
	    one = a;
	    other = b;
	    maybe = m;
	  }
	if (r.verdict == DJ_UNDECIDED)
	  px_doubt_offsets (&doubt, rel, a, b, x, y, r);
	if (!known)
	  continue;
	report_race (c, v, a, b, w, NULL);
	return false;
      }
  if (one)
    report_race (c, v, one, other, maybe.witness, &maybe);
  else
    px_report_doubt (doubt, c.loc, PX_D_RACE_UNDECIDED, px_name (px_persp{ c.level, c.n }), v->obj);
  std::string facts = proved ? px_race_rests_on (rel, by_facts) : "";
  if (!facts.empty ())
    px_note (PX_NOTE_AFTER, c.loc, "race-free if %qs: no two units of %s meet in %qs",
	     facts.c_str (), px_name (px_persp{ c.level, c.n }), v->obj->name);
  else
    px_note (PX_NOTE_AFTER, c.loc,
	     proved ? G_ ("race-free: no two units of %s meet in %qs")
		    : G_ ("%s: not decided whether two units meet in %qs"),
	     px_name (px_persp{ c.level, c.n }), v->obj->name);
  return proved;
}

/* Returns true if blocks meet by E, which nothing orders, in some launch, and warns of it.  */
static bool
judge_blocks (const px_fn *f, const px_edge &e)
{
  const px_acc *a = e.a, *b = e.b;
  const px_stmt *common = common_loop (a, b, e.loop);
  px_dj_relation rel = {};
  px_dj_access x, y;
  px_dj_model m;
  rel.unit = px_race_persp ({ PX_BLOCK, std::max (f->cluster, 1) });
  rel.parent = px_race_persp ({ PX_GRID, 1 });
  rel.loop = common ? px_race_loop ((loop_p) common->user) : 0;
  if (!counted_access (a, &x) || !counted_access (b, &y)
      || !px_dj_model_r1 (px_race_arena (), &rel, &x, &y, &m))
    return false;
  auto_diagnostic_group g;
  std::string grid, at = witness_byte (m.witness, &grid);
  if (!px_warn_race (px_access_loc (b), PX_D_BLOCKS_MAYBE, at.c_str (), b->obj->name,
		     m.witness.thread[0], m.witness.block[0], m.witness.thread[1],
		     m.witness.block[1], px_launches_of (m).c_str ()))
    return true;
  px_inform_called (b);
  inform (px_access_loc (a), "%s of another block is here", px_access_word (a));
  px_inform_called (a);
  px_inform_of_facts (px_access_loc (b));
  return true;
}

/* Returns true if E, which is not decided, is px's to judge.  */
static bool
judged_p (const px_edge &e)
{
  return e.a->obj == e.b->obj && !e.a->obj->anywhere && !e.a->obj->boxes && !e.a->op->synth
	 && !e.b->op->synth && !e.a->op->unsafe && !e.b->op->unsafe
	 && !(px_is_atomic (e.a->kind) && px_is_atomic (e.b->kind)) && !px_of_fragment (e.a)
	 && !px_of_fragment (e.b);
}

/* Returns true if A is at an offset X that depends on a number which no model tries: one that a function
   computes or loads that is called; or a counter that doubles, up to what the launch says.  STEPS limits the
   walk, since a shared node is visited each time that it occurs.  */
static bool
not_tried (const px_acc *a, px_dj_ref x, int *steps)
{
  const px_source *s = (const px_source *) a->user;
  px_dj *arena = px_race_arena ();
  if (!x || --*steps < 0)
    return false;
  if (px_dj_op_of (arena, x) == DJ_SYM) /* of 64 bits, it may be where a pointer leads */
    return s->reach.called && px_dj_type_of (arena, x).bits < 64;
  bool found = px_dj_some_powers_p (arena, x);
  for (int i = 0; i < 3; i++)
    found |= not_tried (a, px_dj_operand (arena, x, i), steps);
  return found;
}

/* Returns true if values V are numbers, and not all of them arguments of the launch, of which one would
   have been found in which blocks meet.  */
static bool
of_data_p (const std::vector<tree> &v)
{
  bool data = false;
  for (tree t : v)
    {
      if (POINTER_TYPE_P (TREE_TYPE (t)))
	return false;
      data |= TREE_CODE (t) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (t);
    }
  return data;
}

/* Warns that it is not decided whether blocks meet by E, where that is in the data, as in an index from
   memory.  Returns false if it is not known to be.  */
static bool
doubt_blocks (const px_fn *f, const px_edge &e)
{
  px_doubt doubt = {};
  px_dj_relation rel = {};
  px_dj_access x, y;
  px_dj_result r;
  px_persp unit = { PX_BLOCK, std::max (f->cluster, 1) };
  int steps = 1000;
  rel.unit = px_race_persp (unit);
  rel.parent = px_race_persp ({ PX_GRID, 1 });
  if (!px_disjoint_access (e.a, &x) || !px_disjoint_access (e.b, &y))
    return false;
  px_dj_r1 (px_race_arena (), &rel, &x, &y, &r);
  px_doubt_offsets (&doubt, rel, e.a, e.b, x, y, r);
  if (r.verdict == DJ_PROVED
      || !(of_data_p (doubt.values) || not_tried (e.a, x.offset, &steps)
	   || not_tried (e.b, y.offset, &steps)))
    return false;
  px_report_doubt (doubt, px_access_loc (e.b), PX_D_RACE_UNDECIDED, px_name (unit), e.b->obj);
  return true;
}

/* Looks for launches in which blocks meet where it is not decided whether they do.  KNOWN: objects of
   which enough has been said; one launch of each is shown, or else one doubt.  */
static void
judge_undecided (const px_fn *f, std::set<const px_obj *> *known)
{
  std::map<const px_obj *, int> asked;
  for (int i = 0; i < f->nproblem; i++)
    if (f->problem[i].kind == PX_E_GRID)
      known->insert (f->problem[i].edge.a->obj);
  for (int i = 0; i < f->nundecided; i++)
    {
      const px_edge &e = f->undecided[i];
      if (judged_p (e) && !known->count (e.a->obj) && asked[e.a->obj]++ < MOST_MODELS
	  && judge_blocks (f, e))
	known->insert (e.a->obj);
    }
  for (int i = 0; i < f->nundecided; i++)
    if (judged_p (f->undecided[i]) && !known->count (f->undecided[i].a->obj)
	&& doubt_blocks (f, f->undecided[i]))
      known->insert (f->undecided[i].a->obj);
}

/* Checks rule R1 for asynchronous write A, which is unordered with other writes of its own
   units, and, if it reaches other blocks of the cluster, with those of the other blocks.  */
static void
judge_copy (const px_acc *a)
{
  px_dj_access x;
  px_dj_result r;
  px_persp unit = a->op->elect ? a->op->seq->persp : px_persp{ PX_THREAD, 1 },
	   whole = whole_of (a, a, NULL);
  const bool spread = px_multicast_p (a);
  if (spread)
    {
      unit = { PX_BLOCK, 1 };
      whole = { PX_BLOCK, px_now->f->cluster };
    }
  px_dj_relation rel = relation_of (a, unit, whole);
  rel.shared = a->obj->space == PX_SHARED && !spread;
  if (!px_asyn (a) || a->kind != PX_WRITE || a->op->timeline == PX_WGMMA || a->op->unsafe
      || a->obj->boxes || (a->remote && !spread) || !px_broader (whole, unit)
      || px_same (whole, unit))
    return;
  bool known = spread ? multicast_access (a, &x) : px_disjoint_access (a, &x);
  if (known && spread)
    judge_in_blocks (a, x, a, x, &r);
  else if (known)
    px_dj_r1 (px_race_arena (), &rel, &x, &x, &r);
  if (known && r.verdict == DJ_SHOWN)
    {
      const px_dj_witness &w = r.witness;
      std::string grid, at = witness_byte (w, &grid);
      px_error (px_access_loc (a), PX_D_RACE_COPY, at.c_str (), a->obj->name, px_name (unit),
		w.thread[0], w.block[0], w.thread[1], w.block[1],
		w.more_units ? ", in any launch of more than one" : "", grid.c_str ());
    }
  else if (!known || r.verdict == DJ_UNDECIDED)
    {
      px_doubt doubt = {};
      if (known)
	px_doubt_offsets (&doubt, rel, a, a, x, x, r);
      else
	px_doubt_access (&doubt, a, a);
      px_report_doubt (doubt, px_access_loc (a), PX_D_COPY_UNDECIDED, px_name (unit), a->obj);
    }
  if (!(known && r.verdict == DJ_SHOWN))
    px_note (PX_NOTE_AFTER, px_access_loc (a),
	     known && r.verdict == DJ_PROVED
	       ? G_ ("race-free: no two units of %s copy to one place in %qs")
	       : G_ ("%s: not decided whether two units copy to one place in %qs"),
	     px_name (unit), a->obj->name);
}

/* Warns if it is not decided whether multicasts A and B of one fill write a byte of one block: where they do, no use of
   the ring is left that px could order.  */
static void
judge_copies (const px_acc *a, const px_acc *b)
{
  px_dj_access x, y;
  px_dj_result r;
  if (a->obj != b->obj || !a->ringop || a->ringop != b->ringop || a->obj->boxes || a->op->unsafe
      || b->op->unsafe || a->op->timeline != PX_BULK_LOAD || b->op->timeline != PX_BULK_LOAD
      || a->kind != PX_WRITE || b->kind != PX_WRITE || !(px_multicast_p (a) || px_multicast_p (b)))
    return;
  if (!multicast_access (a, &x) || !multicast_access (b, &y))
    return;
  judge_in_blocks (a, x, b, y, &r);
  if (r.verdict != DJ_UNDECIDED
      && (one_block_meets (a, x, b, y, false) || !one_block_meets (a, x, b, y, true)))
    return;
  px_doubt doubt = {};
  px_doubt_offsets (&doubt, relation_of (a, { PX_BLOCK, 1 }, { PX_BLOCK, px_now->f->cluster }), a,
		    b, x, y, r);
  px_report_doubt (doubt, px_access_loc (a), PX_D_COPY_UNDECIDED, px_name (px_persp{ PX_BLOCK, 1 }),
		   a->obj);
}

void
px_judge_races ()
{
  std::set<const px_obj *> known;
  std::set<int> refused; /* constructs that break D5, and those inside */
  for (int i = 0; i < px_now->f->nstmt; i++)
    {
      px_stmt *v = px_now->f->stmt[i];
      if (v->kind != PX_VIEW || v->view != PX_PARTITION)
	continue;
      int construct = px_now->constructs[v];
      for (const px_stmt *up = v->seq->up; up; up = up->seq->up)
	if (up->kind == PX_VIEW && refused.count (px_now->constructs[const_cast<px_stmt *> (up)]))
	  refused.insert (construct);
      if (!refused.count (construct) && !px_judge_others (v))
	refused.insert (construct);
      if (refused.count (construct) || !judge_partition (v))
	known.insert (v->obj);
    }
  judge_undecided (px_now->f, &known);
  px_judge_loaded (px_now->f, px_decl_of);
  px_judge_masks ();
  for (int i = 0; i < px_now->f->nacc; i++)
    {
      const px_acc *a = px_now->f->acc[i];
      const px_source *k = (const px_source *) a->user;
      if (k && !k->reach.called)
	judge_copy (a);
      for (int j = 0; j < i; j++)
	judge_copies (px_now->f->acc[j], a);
    }
}
