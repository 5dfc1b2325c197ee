/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rule R1 leaves undecided, and the values that would have to be known.

   Needs: the tree and the function's px_race.  Leaves: warnings.  */

#include "plugin/sync/sync-int.h"

/* A is what a function does that is not seen here.  It gets its units' part, and to stay in that is
   its matter.  */
static bool
elsewhere_p (const px_source *s)
{
  tree f = s && is_gimple_call (s->stmt) ? gimple_call_fndecl (s->stmt) : NULL_TREE;
  return f && !s->reach.called && !px_intrinsic_of (f) && !fndecl_built_in_p (f);
}

void
px_doubt_access (px_doubt *d, const px_acc *a, const px_acc *b)
{
  const px_source *s = (const px_source *) a->user;
  if (!d->a && !elsewhere_p (s))
    *d = { a, b, s ? s->stmt : NULL, false, DJ_NOT_EXACT, {} };
}

void
px_doubt_offsets (px_doubt *d, const px_dj_relation &rel, const px_acc *a, const px_acc *b,
		  const px_dj_access &x, const px_dj_access &y, const px_dj_result &r)
{
  if (d->a)
    return;
  *d = { a, b, NULL, r.why == DJ_WHY_BUDGET, px_dj_r1_exact (px_race_arena (), &rel, &x, &y), {} };
  px_race_unknown (x.offset, &d->values);
  px_race_unknown (y.offset, &d->values);
}

/* Names the values that a verdict depends on, or, of those without a name, the places.  */
static void
inform_of_values (const px_doubt &d)
{
  std::string names;
  for (tree t : d.values)
    {
      tree v = TREE_CODE (t) == SSA_NAME ? SSA_NAME_VAR (t) : t;
      if (v && DECL_NAME (v) && !DECL_ARTIFICIAL (v))
	{
	  std::string one = std::string ("'") + px_name_of (v) + "'";
	  if (names.find (one) == std::string::npos)
	    names += (names.empty () ? "" : ", ") + one;
	}
      else if (TREE_CODE (t) == SSA_NAME && gimple_bb (SSA_NAME_DEF_STMT (t)))
	inform (px_user_loc (gimple_location (SSA_NAME_DEF_STMT (t))),
		"that depends on the value that is computed here");
    }
  if (!names.empty ())
    inform (px_access_loc (d.a), "that depends on the values of %s", names.c_str ());
}

void
px_report_doubt (const px_doubt &d, location_t loc, px_diag text, const char *unit,
		 const px_obj *object)
{
  auto_diagnostic_group g;
  const px_source *s = d.a ? (const px_source *) d.a->user : NULL;
  if (!d.a || (s && px_library_p (gimple_location (s->stmt)))
      || !px_warn_race (loc, text, unit, object->name))
    return;
  inform (px_access_loc (d.a), "%s by one is here", px_access_word (d.a));
  px_inform_called (d.a);
  if (d.b != d.a)
    {
      inform (px_access_loc (d.b), "%s by the other is here", px_access_word (d.b));
      px_inform_called (d.b);
    }
  if (d.a->obj != d.b->obj)
    inform (px_access_loc (d.b), "both may be in one object");
  else if (d.stmt)
    inform (px_user_loc (gimple_location (d.stmt)), "which bytes this accesses is not understood");
  else if (d.budget && !d.exact)
    inform (px_access_loc (d.a), "to decide that takes too many steps");
  inform_of_values (d);
  if (d.exact == DJ_IF_SMALL)
    inform (px_access_loc (d.a), "they do not where these are less than 2147483648, so that no "
				 "product wraps around: state it, as by "
				 "%<__where (n < 2147483648)%>");
  if (d.exact == DJ_IF_EXACT)
    inform (
      px_access_loc (d.a),
      "they do not if no unsigned number wraps around on the way: compute the index in %<size_t%>, "
      "or in %<int%>, which does not");
  inform (px_user_loc (loc),
	  "state what keeps them apart by %<px_assume (...)%>, or by %<__where%>;"
	  " if it is in the data, write %<__unsafe%> before the access");
}
