/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plugin/bridge/race.cc (values) and plugin/bridge/access.cc (accesses) share.  */
#ifndef PX_RACE_INT_H
#define PX_RACE_INT_H

#include "plugin/bridge/bridge.h"
#include "plugin/bridge/race.h"

static const px_dj_type s64 = { 64, true, false };

/* What a loop does whose header tests constants only: the values of its header's names that are constants
   in every iteration.  Empty if that is not known.  */
struct px_race_run
{
  std::map<tree, tree> lo, hi, last; /* in the body; when the test ends the loop */
};

/* Where something leads that may lead to several objects, of which one is in question: to its byte AT (0: that is not
   known), if WHEN holds (0: always) and, if MAYBE, other conditions that are not known; or NEVER there.  */
struct px_race_spot
{
  px_dj_ref at, when;
  bool maybe, never;
};

struct px_race
{
  function *fun;
  px_dj *dj;
  std::map<tree, px_dj_ref> exprs; /* of SSA names, in the loop that they are set in */
  std::map<std::pair<tree, int>, px_dj_ref>
    finals;		    /* of those, after it: by GCC's number of the innermost
					   loop that is not left */
  loop_p where;		    /* expressions are made for a use in this loop */
  bool counted;		    /* and all counters (px_race_access_counted) */
  std::map<int, int> loops; /* GCC's number: value/'s */
  struct counter
  {
    px_dj_ref ref;
    loop_p loop;
    bool whole;
  }; /* WHOLE: it counts how often the loop runs */
  std::vector<counter> counters;
  std::map<std::pair<int, int>, px_dj_ref>
    ended; /* of loops that are left, as FINALS: how many they were, modulo 2^32 */
  std::map<int, px_dj_ref> iterations;	/* of loops that test no counter: how many are done */
  std::map<int, px_race_run> runs;	/* by GCC's number of the loop, once it has been run */
  std::map<tree, HOST_WIDE_INT> powers; /* counters that double or halve: their largest value */
  std::map<std::pair<int, px_dj_ref>, px_dj_ref>
    rows; /* by GCC's number of the loop around, and how many */
  std::vector<std::vector<px_dj_ref> *> lists; /* that accesses point into */
  std::map<std::pair<tree, HOST_WIDE_INT>, px_dj_ref>
    places; /* of pointers in structures: by parameter and byte, or by SSA name */
  std::map<std::pair<tree, tree>, px_race_spot>
    spots; /* in one iteration of a loop: of its header's pointers, in an object, as px_race_pointer has it */
  std::map<std::pair<tree, HOST_WIDE_INT>, px_dj_ref> members; /* numbers: by parameter and bit */
  std::map<int, px_dj_ref> parameters;			       /* once kept: by number */
  struct fact
  {
    gimple *at;
    tree cond;
    const px_noted *what;
  };
  std::vector<fact> facts; /* what holds from AT on: marks of plugin/front/where.cc */
  std::map<px_dj_ref, std::string> texts;   /* of facts, as the user wrote them */
  std::map<gimple *, px_dj_copies *> calls; /* by call: its callee's expressions */
};
extern px_race *px_race_now; /* the current function */
#define R px_race_now

/* While it exists, expressions are made for uses in loop L: a value set in a loop that does not
   contain L is its last value.  */
struct px_race_at
{
  loop_p was;
  px_race_at (loop_p l) : was (R->where)
  {
    R->where = l;
  }
  ~px_race_at ()
  {
    R->where = was;
  }
};
bool px_race_within (loop_p a, loop_p b);
bool px_race_left_p (tree);

/* plugin/bridge/race-persp.cc.  */
px_persp px_race_value_persp (tree t, int depth);

void px_race_find_facts ();
void px_race_launch_facts ();
bool px_race_guards (basic_block, std::vector<px_dj_ref> *);
void px_race_facts (gimple *s, std::vector<px_dj_ref> *); /* what holds where S runs */
/* Where pointer P leads, a pointer at byte AT of PARM (AT < 0: one of several there).  */
px_dj_ref px_race_place (tree p, tree parm, HOST_WIDE_INT at);
px_dj_ref px_race_expr (tree);			   /* an integer */
px_dj_ref px_race_compare (tree_code, tree, tree); /* 0: not understood */
/* access.cc: the byte offset of reference REF from the start of its object; *WIDTH its bytes.  0: it is
   not known.  */
px_dj_ref px_race_reference (tree ref, HOST_WIDE_INT *width);
/* access.cc, pointer.cc: where it leads.  That of reference REF, and of pointer P, in object ROOT, the declaration or the SSA name of
   its address; NULL: in the only one that there is.  */
px_race_spot px_race_reference_in (tree ref, tree root, HOST_WIDE_INT *width);
px_race_spot px_race_pointer (tree p, tree root);
/* pointer.cc: T, a byte offset: of type sizetype to GCC, but signed.  */
px_dj_ref px_race_offset (tree t);
/* The offsets of A and B, pointers into one object; false: not known.  */
bool px_race_same_object (tree a, tree b, px_dj_ref *, px_dj_ref *);
px_dj_ref px_race_convert (tree to, tree from, px_dj_ref);
px_dj_type px_race_type (tree type);
const char *px_race_name (tree t, const char *otherwise); /* of the variable of SSA name T */
bool px_race_integer_p (tree type);
bool px_race_invariant_p (tree, loop_p);
bool px_race_steady_p (tree, loop_p);
/* known.cc: what a value is a copy of, or itself; the constant that it is, or itself; the constant
   that T is where X is the constant V, both in the same iteration of X's loop, NULL if that is not
   known; the condition that decides between the two values of a phi, YES if it holds, else NO; NULL: there
   is none.  */
tree px_race_original (tree);
tree px_race_constant (tree);
tree px_race_value_where (tree t, tree x, tree v);
gimple *px_race_choice (gphi *, tree *yes, tree *no);
/* T, in loop L, is a power of two, or 0 where it was divided: the largest that it may be; else 0.  */
HOST_WIDE_INT px_race_largest_power (loop_p l, tree t);
/* The least and the greatest value that a phi of a loop's header has in the loop's body, where it and
   what the header tests are computed of constants and each other; false: not known.  */
bool px_race_values_of_loop (gphi *, tree *lo, tree *hi);

/* Loops: what PHI of the header starts as and is next; the counter that the header tests, one more
   each time, or NULL; that test; how many iterations are done, by T, of the header; how many there
   are (0: not known).  */
void px_race_arguments (gphi *, loop_p, tree *init, tree *next);
tree px_race_main_counter (loop_p);
bool px_race_header_test (loop_p, tree counter, tree_code *, tree *bound);
/* access.cc: the same of a loop that tests at its end only (do … while), the counter's next value.
   *FIRST: it holds in the first iteration, too, as the first value is a constant that passes.  After
   the loop the counter is not what it is after one that tests in its header.  */
bool px_race_end_test (loop_p, tree counter, tree_code *test, tree *bound, bool *first);
/* Counter C of TYPE, which BY each time is added to, or subtracted from, is tested for the next
   iteration only: its first value is in its range, too.  EVERY: nothing else ends the loop, so that a
   first value that it must not be (DJ_CTR_NE) would lead to an overflow, which is undefined.  */
void px_race_at_least_once (px_dj_ctr *c, px_dj_type type, bool added, tree by, bool every);
px_dj_ref px_race_iteration (loop_p, tree t);
/* pointer.cc: the header of the loop compares a pointer that each iteration moves on: what K, the iterations done, is
   less than in the body (or not equal to, by *TEST); 0: it does not.  */
px_dj_ref px_race_by_pointer (loop_p, px_dj_test *);
bool px_race_header_accesses (loop_p);
gcond *px_race_header_condition (loop_p, bool *stay);
px_dj_ref px_race_first (loop_p, tree init);
px_dj_ref px_race_turns (loop_p);
enum
{
  PX_MOST_AROUND = 32
}; /* values that go around */
px_dj_ref px_race_around (const HOST_WIDE_INT *v, int n, tree t, loop_p);

/* race-counter.cc.  T, of the loop's header, starts as INIT, is NEXT in the next iteration, and goes around,
   as the slots of buffers do (s ^= 1; s = s == 2 ? 0 : s + 1).  0 if it does not.  */
px_dj_ref px_race_cycle (tree t, tree init, tree next, loop_p);
/* T, which PHI of a loop's header defines, as a number that goes around or a counter; 0 if it is neither.  */
px_dj_ref px_race_counter (tree t, gphi *phi);

void px_race_free_calls (std::map<gimple *, px_dj_copies *> *);

#endif
