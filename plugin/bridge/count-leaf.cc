/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What values are made of (leaves), and what is known of them (facts).

   Needs: px_value_start, which begins another function.  Leaves: the leaves and facts of it in px_counts.  */

#include "plugin/bridge/count-int.h"

px_counting px_counts;
const px_dj_type px_whole = { 64, true, false };
const px_dj_type px_truth = { 1, false, true };

void
px_value_start (px_fn *f)
{
  if (px_counts.dj)
    px_dj_free (px_counts.dj);
  px_counts = {};
  const px_dj_launch any = { 0, 1, 1, true, 0 };
  px_counts.dj = px_dj_new (&any);
  px_counts.carried = px_all_carried ();
  f->spell = px_value_spell;
}

px_dj *
px_value_arena ()
{
  return px_counts.dj;
}

/* ---- leaves ----------------------------------------------------------- */

px_leaf_type
px_leaf_type_of (tree type)
{
  return { TYPE_PRECISION (type), (bool) TYPE_UNSIGNED (type) };
}

px_dj_ref
px_leaf_new (const px_leaf_key &key, px_dj_type type, location_t loc)
{
  px_dj_ref &r = px_counts.leaves[key];
  if (!r)
    {
      px_dj_sym s = {};
      s.name = "?";
      s.type = type;
      s.persp = { DJ_LEVEL_THREAD, 1 };
      r = px_dj_sym_new (px_counts.dj, &s);
      px_counts.leaf_of[r] = { key, loc };
    }
  return type.bits == 1 ? r : px_dj_cast (px_counts.dj, px_whole, r);
}

const px_leaf *
px_find_leaf (px_dj_ref r)
{
  auto i = px_counts.leaf_of.find (px_dj_uncast (px_counts.dj, r));
  return i == px_counts.leaf_of.end () ? NULL : &i->second;
}

px_dj_ref
px_value_turns (px_dj_ref condition, location_t loc)
{
  return px_leaf_new (px_leaf_key{ .kind = PX_L_TURNS, .a = condition }, px_whole, loc);
}

px_dj_ref
px_value_passed (px_dj_ref condition, px_dj_ref before, location_t loc)
{
  return px_leaf_new (px_leaf_key{ .kind = PX_L_PASSED, .a = condition, .b = before }, px_truth,
		      loc);
}

px_dj_ref
px_value_own (location_t loc, bool asks)
{
  return px_leaf_new (px_leaf_key{ .kind = PX_L_OWN, .which = ++px_counts.n_own },
		      asks ? px_truth : px_whole, loc);
}

bool
px_value_words_p (px_dj_ref r)
{
  const px_leaf *l = px_find_leaf (r);
  return l && (l->key.kind == PX_L_TURNS || l->key.kind == PX_L_OWN);
}

static bool
open_p (px_dj_ref r, int depth)
{
  if (!r)
    return false;
  const px_leaf *l = px_find_leaf (r);
  if (l && l->key.kind == PX_L_SELF)
    return l->key.which >= depth;
  if (l)
    return l->key.kind == PX_L_COUNTER ? true
				       : open_p (l->key.a, depth) || open_p (l->key.b, depth);
  for (int i = 0; i < 3; i++)
    if (open_p (px_dj_operand (px_counts.dj, r, i), depth))
      return true;
  return false;
}

bool
px_value_open (px_dj_ref r)
{
  return open_p (r, 0);
}

void
px_add_leaf (px_persp p, const std::string &name)
{
  if (!px_broader (p, px_counts.bound.persp))
    px_counts.bound.narrow = name;
  px_counts.bound.persp = px_narrowest (px_counts.bound.persp, p);
}

void
px_no_leaves ()
{
  px_counts.bound = { PX_TOP, "" };
}

/* ---- facts ------------------------------------------------------------ */

void
px_know (px_dj_ref condition)
{
  px_counts.known.push_back (condition);
}
void
px_know_always ()
{
  px_counts.facts = px_counts.known;
}
void
px_forget ()
{
  px_counts.known = px_counts.facts;
}

bool
px_proved (px_dj_ref claim)
{
  int64_t c;
  return px_dj_const_p (px_counts.dj, claim, &c)
	   ? c
	   : px_dj_prove (px_counts.dj, px_counts.known.data (), px_counts.known.size (), claim);
}

bool
px_never_negative (px_dj_ref r)
{
  px_dj_ref claim = px_value_make (DJ_LE, px_value_constant (0), r);
  return px_dj_prove (px_counts.dj, px_counts.facts.data (), px_counts.facts.size (), claim);
}
