/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations that the files which analyse values share: plugin/check/value.cc, condition.cc,
   result.cc and view.cc.  */

#ifndef PX_VALUE_INT_H
#define PX_VALUE_INT_H

#include "plugin/check/check-int.h"

/* The results of the analysis of the current function.  */
struct px_known_values
{
  tree fn;
  std::deque<px_view> views;
  std::map<tree, int> view_of; /* by declaration */
  std::map<tree, int>
    own_view; /* for views and for parameters that are pointers: the pointer itself */
  std::map<tree, px_value> temps;	/* temporaries and pointer variables */
  std::map<gimple *, tree> initialises; /* the variable whose perspective is that of its
					   initialiser, by the statement */
  std::map<tree, px_persp> initialised; /* what is known of that, by the variable */
  std::map<std::pair<tree, HOST_WIDE_INT>, std::vector<int>> inside;
  /* targets of the pointers in a local array or struct, by offset in bytes (-1: any) */
  std::map<std::pair<tree, HOST_WIDE_INT>, int> member_views;
  /* of parameters passed by value */
  std::map<gimple *, int> result_views; /* for calls: targets of the pointers in the result */
  std::vector<int> stored;		/* targets of addresses that are in memory or in results
					   of collectives */
  std::vector<px_branch> branches;
  std::map<gimple *, px_persp> control; /* perspective of the conditions of expressions that
					   control it */
  std::set<int> refused;		/* constructs of views of which an error was reported */
  bool changed;
};
extern px_known_values *px_known;

px_value px_meet (px_value a, const px_value &b);	 /* join: a value that may be either */
px_branch px_find_branch (basic_block bb, gimple *cond); /* the branch by COND, at the end of BB */
px_value px_result_of (gimple *call);
/* Returns true if a variable of TYPE can contain an address: a pointer, or an integer of that
   width.  */
bool px_address_p (tree type);
/* Returns the targets of the pointers in SIZE bytes from offset AT of local variable D.  */
std::vector<int> px_views_held (tree d, HOST_WIDE_INT at, HOST_WIDE_INT size = 1);
/* Appends the pointers in TYPE, a structure or union at offset AT, to LIST; those of an array
   as one.  */
void px_pointers_of (tree type, HOST_WIDE_INT at, std::vector<px_member> *list);
/* Returns the targets of pointers in T, a part of local variables, perhaps through a pointer to
   them.  */
std::vector<int> px_views_in_part (tree t);
/* Returns true if operand K of S is an offset that is added to an address.  */
bool px_distance_p (gimple *s, unsigned k);
/* Returns the view to which the pointer, of perspective P, in the result of call S leads:
   memory whose address was loaded, or the target of an argument.  */
int px_result_view (gimple *s, px_persp p);

#endif
