/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that find values share: plugin/check/value.cc, condition.cc, result.cc and
   view.cc.  */

#ifndef PX_VALUE_INT_H
#define PX_VALUE_INT_H

#include "plugin/check/check-int.h"

/* All that is known of the function at hand.  */
struct px_known_values
{
  tree fn;
  std::deque<px_view> views;
  std::map<tree, int> view_of; /* by declaration */
  std::map<tree, int>
    own_view; /* of views and of parameters that are pointers: the pointer itself */
  std::map<tree, px_value> temps; /* temporaries, and pointer variables */
  std::map<std::pair<tree, HOST_WIDE_INT>, std::vector<int>> inside;
  /* what the pointers in a local array or
					   struct point to, by byte (-1: any) */
  std::map<std::pair<tree, HOST_WIDE_INT>, int> member_views;
  /* those of parameters by value */
  std::map<gimple *, int> result_views; /* of calls: what the pointers lead to that they give */
  std::vector<int> stored;		/* what addresses in memory, and in values that collectives
					   give, lead to */
  std::vector<px_branch> branches;
  std::map<gimple *, px_persp> control; /* perspective of the expressions'
					   conditions that decide on it */
  bool changed;
};
extern px_known_values *px_known;
static const px_value px_nothing = { PX_TOP, {} };

px_value px_meet (px_value a, const px_value &b);	 /* what may be either */
px_branch px_find_branch (basic_block bb, gimple *cond); /* by COND, at the end of BB */
px_value px_result_of (gimple *call);
/* Can a variable of TYPE hold an address: as a pointer, or an integer as wide?  */
bool px_address_p (tree type);
/* What the pointers at byte AT of local variable D, SIZE bytes, may point to.  */
std::vector<int> px_views_held (tree d, HOST_WIDE_INT at, HOST_WIDE_INT size = 1);
/* The pointers of TYPE, a structure or union at byte AT, of an array as one.  */
void px_pointers_of (tree type, HOST_WIDE_INT at, std::vector<px_member> *list);
/* What pointers in T, a part of local variables, maybe through a pointer to them, may point
   to.  */
std::vector<int> px_views_in_part (tree t);
/* Is operand K of S a distance, that to an address is no address?  */
bool px_distance_p (gimple *s, unsigned k);
/* What the pointer at P leads to that call S gives: memory whose address was loaded, or that
   of an argument.  */
int px_result_view (gimple *s, px_persp p);

#endif
