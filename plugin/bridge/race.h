/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin/bridge/race.cc: accesses of a function as value/disjoint.h wants them.  One function
   at a time; what these return lives until px_race_free.  */
#ifndef PX_RACE_H
#define PX_RACE_H

#include "value/disjoint.h"

/* GCC's alias sets of an access: of the whole object as it is named, and of its part; 0: of any.  */
struct px_types
{
  int base, part;
};

struct px_race;
px_race *px_race_new (function *);
void px_race_free (px_race *);
px_dj *px_race_arena ();
/* Instead of freeing it: what stands for the function's parameters, for its callers.  */
px_race *px_race_keep ();
/* An access of a function, for its callers: in IN's expressions (NULL: not known where), of the
   object that it is given as PARAMETER (-1: another).  */
struct px_called
{
  const px_race *in;
  px_dj_access at;
  int parameter;
  bool fragment; /* copies one: see of_fragment */
  location_t loc;
  px_types types;
};
/* The access that statement S makes; false: not understood.  WHEREVER: also where the pointer leads to another object, or may:
   the condition for that is no guard.  */
bool px_race_access (gimple *s, const px_reach &, px_dj_access *, bool wherever = false);
/* The same with all counters of the loops around S, also those that the address does not depend on: what
   searches for a launch asks how often they run.  */
bool px_race_access_counted (gimple *s, const px_reach &, px_dj_access *);
/* The same in iteration K of LOOP, which is around it.  */
bool px_race_access_at (gimple *s, const px_reach &, loop_p loop, int k, px_dj_access *);
/* carried.cc: the loop that carries what the address of access S depends on, and no counter explains, from turn to turn,
   if its header alone decides how many turns there are; or NULL.  */
loop_p px_race_carried (gimple *s, const px_reach &);
/* member.cc: the members of structures in which access S of REACH must stay, arrays, as references;
   access IN of statement S, WHOLE from the start of such an ARRAY, of *EXTENT bytes, or DJ_NO_EXTENT;
   false: not understood.  */
std::vector<tree> px_race_member_arrays (gimple *s, const px_reach &);
bool px_race_in_array (gimple *s, tree array, const px_dj_access &whole, px_dj_access *in,
		       int64_t *extent);
/* member.cc: a row of an array of arrays, or the array that a pointer leads to, of COUNT elements, each of SIZE bytes, of
   which an access takes the one that INDEX says.  ARRAY: the variable, member, parameter or view; NULL: it has no name.  */
struct px_row
{
  tree index;
  HOST_WIDE_INT count, size;
  tree array;
};
/* The rows that access S of REACH takes elements of by an index; what that index times SIZE is, as access IN; false: not
   understood.  */
std::vector<px_row> px_race_rows (gimple *s, const px_reach &reach);
bool px_race_in_row (gimple *s, const px_row &row, px_dj_access *in);
/* Access IN of S and REACH from the start of slot INDEX, each of SIZE bytes, of its array; false: not understood.  */
bool px_race_in_slot (gimple *s, const px_reach &reach, tree index, HOST_WIDE_INT size,
		      px_dj_access *in);
/* Adds the values that EXPR depends on and of which nothing but the type is known, in the order of
   their numbers.  */
void px_race_unknown (px_dj_ref expr, std::vector<tree> *);
/* How many iterations of loop L, up to MOST, follow where S has run: of those after the
   one that S is in, or all, if L is after S.  */
int px_race_sure (gimple *s, loop_p l, int most);
int px_race_loop (loop_p);
void px_race_judge_claims (); /* rule F8 */
/* The facts of users that the pairs' disjointness needs, as they wrote them; "": none.  */
std::string px_race_rests_on (const px_dj_relation &,
			      const std::vector<std::pair<px_dj_access, px_dj_access>> &pairs);
px_persp px_race_persp_of (tree value); /* where it lives; needs no px_race */
px_dj_persp px_race_persp (px_persp);

#endif
