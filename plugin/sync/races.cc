/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule R1: no two units of a partition meet.

   Needs: the tree and the function's px_race; the edges of px_infer that it could not decide.
   Leaves: errors, and with -fplugin-arg-px-explain what was proved.  */

#include "plugin/sync/sync-int.h"

static bool
counted_access (const px_acc *a, px_dj_access *d)
{
  const px_source *s = (const px_source *) a->user;
  return s && s->reach.known () && px_race_access_counted (s->stmt, s->reach, d);
}

px_dj_relation
px_relation_of_units (const px_stmt *v)
{
  const px_region &c = px_region_at (px_now->constructs[const_cast<px_stmt *> (v)]);
  px_dj_relation rel = {};
  rel.unit = px_race_persp ({ c.level, c.n });
  rel.parent = px_race_persp (px_broadest (c.bound));
  rel.shared = v->obj->space == PX_SHARED;
  rel.loop = px_race_loop (px_loop_around (v->seq));
  return rel;
}

std::string
px_witness_byte (const px_dj_witness &w, std::string *grid)
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
  std::string where, at = px_witness_byte (w, &where);
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
  const px_stmt *common = px_common_loop (a, b, e.loop);
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
  std::string grid, at = px_witness_byte (m.witness, &grid);
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
  px_judge_copies ();
}
