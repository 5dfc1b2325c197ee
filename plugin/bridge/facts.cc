/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts of __where and px_assume, marked by plugin/front/where.cc, for value/disjoint.h; and rule F8: what
   callees ask for is proved where they are called.

   Needs: what plugin/bridge/race.cc needs.  Leaves: nothing changed.  */

#include "plugin/bridge/race-int.h"

/* The marks of facts, and where in their blocks they are (px_race_facts).  */
void
px_race_find_facts ()
{
  basic_block bb;
  unsigned n = 0;
  FOR_EACH_BB_FN (bb, R->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	px_fact_kind kind;
	const px_noted *what;
	gimple_set_uid (gsi_stmt (i), ++n);
	if (tree c = px_fact_of (gsi_stmt (i), &kind, &what))
	  if (kind != PX_MARK_CLAIM)
	    R->facts.push_back ({ gsi_stmt (i), c, what });
      }
}

/* The condition that C, an integer, is not 0; a constant says nothing.  */
static px_dj_ref
condition (tree c)
{
  gimple *s = TREE_CODE (c) == SSA_NAME ? SSA_NAME_DEF_STMT (c) : NULL;
  if (s && is_gimple_assign (s) && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (s))
      && TREE_CODE (TREE_TYPE (gimple_assign_rhs1 (s))) == BOOLEAN_TYPE)
    c = gimple_assign_rhs1 (s);
  if (TREE_CODE (c) == INTEGER_CST && !integer_zerop (c))
    return 0;
  return px_race_compare (NE_EXPR, c, build_zero_cst (TREE_TYPE (c)));
}

/* Facts of a kernel's __where hold in each launch.  */
void
px_race_launch_facts ()
{
  std::vector<px_dj_ref> all;
  px_race_at at (get_loop (R->fun, 0));
  if (px_twin_p (R->fun->decl))
    for (const px_race::fact &f : R->facts)
      if (f.what->fn == R->fun->decl)
	if (px_dj_ref r = condition (f.cond))
	  all.push_back (r);
  px_dj_launch_facts (R->dj, all.data (), all.size ());
}

/* Facts marked in a loop around S or none, before S on every way to it.  */
void
px_race_facts (gimple *s, std::vector<px_dj_ref> *v)
{
  basic_block bb = gimple_bb (s);
  px_race_at at (bb->loop_father);
  for (const px_race::fact &f : R->facts)
    {
      basic_block d = gimple_bb (f.at);
      if (!px_race_within (bb->loop_father, d->loop_father)
	  || (d == bb ? gimple_uid (f.at) >= gimple_uid (s)
		      : !dominated_by_p (CDI_DOMINATORS, bb, d)))
	continue;
      if (px_dj_ref r = condition (f.cond))
	{
	  v->push_back (r);
	  R->texts[r] = f.what->text;
	}
    }
}

/* Returns true if condition C, at S, is proved by the conditions and facts on the way.  */
static bool
proved (gimple *s, tree c)
{
  std::vector<px_dj_ref> known;
  px_race_at at (gimple_bb (s)->loop_father);
  if (TREE_CODE (c) == INTEGER_CST)
    return !integer_zerop (c);
  std::vector<px_dj_ref> way;
  px_race_facts (s, &known);
  px_race_guards (gimple_bb (s), &way);
  known.insert (known.end (), way.begin (), way.end ());
  px_dj_ref claim = condition (c);
  return claim && px_dj_prove (R->dj, known.data (), known.size (), claim);
}

void
px_race_judge_claims ()
{
  basic_block bb;
  location_t told = UNKNOWN_LOCATION; /* of a call: its first will do */
  FOR_EACH_BB_FN (bb, R->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	px_fact_kind kind;
	const px_noted *what;
	tree c = px_fact_of (gsi_stmt (i), &kind, &what);
	if (!c || kind != PX_MARK_CLAIM || what->loc == told || proved (gsi_stmt (i), c))
	  continue;
	told = what->loc;
	auto_diagnostic_group g;
	px_error (what->loc, PX_D_CALL_WHERE, what->fn, what->text.c_str ());
	inform (px_user_loc (DECL_SOURCE_LOCATION (what->fn)), "%qD is declared here", what->fn);
      }
}

/* ---- what a verdict rests on ------------------------------------------ */

static std::string
text_of (px_dj_ref fact)
{
  auto i = R->texts.find (fact);
  char text[200];
  if (i != R->texts.end ())
    return i->second;
  px_dj_print (R->dj, fact, text, sizeof text);
  return text;
}

/* Access A without the facts in OUT.  */
static px_dj_access
without (const px_dj_access &a, const std::set<px_dj_ref> &out, std::vector<px_dj_ref> *left)
{
  px_dj_access b = a;
  for (int i = 0; i < a.n_facts; i++)
    if (!out.count (a.fact[i]))
      left->push_back (a.fact[i]);
  b.fact = left->data ();
  b.n_facts = left->size ();
  return b;
}

std::string
px_race_rests_on (const px_dj_relation &rel,
		  const std::vector<std::pair<px_dj_access, px_dj_access>> &pairs)
{
  std::vector<px_dj_ref> all;
  std::set<px_dj_ref> out;
  std::string s;
  for (auto &p : pairs)
    for (const px_dj_access *a : { &p.first, &p.second })
      for (int i = 0; i < a->n_facts; i++)
	if (std::find (all.begin (), all.end (), a->fact[i]) == all.end ())
	  all.push_back (a->fact[i]);
  /* Each is left out if the rest will do.  */
  for (px_dj_ref f : all)
    {
      bool still = true;
      out.insert (f);
      for (auto &p : pairs)
	{
	  std::vector<px_dj_ref> x, y;
	  px_dj_access a = without (p.first, out, &x), b = without (p.second, out, &y);
	  px_dj_result r;
	  px_dj_r1 (R->dj, &rel, &a, &b, &r);
	  still &= r.verdict == DJ_PROVED;
	}
      if (!still)
	out.erase (f);
    }
  for (px_dj_ref f : all)
    if (!out.count (f))
      s += (s.empty () ? "" : " && ") + text_of (f);
  return s;
}

/* ---- what is missing for a verdict ------------------------------------ */

static void
collect_symbols (px_dj_ref e, std::set<px_dj_ref> *seen, std::set<px_dj_ref> *symbols)
{
  if (!e || !seen->insert (e).second)
    return;
  if (px_dj_op_of (R->dj, e) == DJ_SYM)
    symbols->insert (e);
  for (int i = 0; i < 3; i++)
    collect_symbols (px_dj_operand (R->dj, e, i), seen, symbols);
}

void
px_race_unknown (px_dj_ref expr, std::vector<tree> *values)
{
  std::set<px_dj_ref> seen, symbols;
  collect_symbols (expr, &seen, &symbols);
  auto add = [&] (tree t, px_dj_ref r) {
    if (symbols.count (r) && std::find (values->begin (), values->end (), t) == values->end ())
      values->push_back (t);
  };
  for (auto &e : R->exprs)
    add (e.first, e.second);
  for (auto &e : R->finals)
    add (e.first.first, e.second);
  for (auto &e : R->places)
    add (e.first.first, e.second);
  std::sort (values->begin (), values->end (), [] (tree a, tree b) {
    auto age = [] (tree t) {
      return DECL_P (t)			 ? std::make_pair (0, DECL_UID (t))
	     : TREE_CODE (t) == SSA_NAME ? std::make_pair (1, SSA_NAME_VERSION (t))
					 : std::make_pair (2, 0u);
    };
    return age (a) < age (b);
  });
}
