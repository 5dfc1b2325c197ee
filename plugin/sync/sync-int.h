/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of plugin/sync that make the tree share: the function at hand and what each of them
   offers the others.  The order: points.cc, summary.cc, operations.cc, tree.cc, judge.cc,
   explain.cc; sync.cc, the pass, is on top.  */

#ifndef PX_SYNC_INT_H
#define PX_SYNC_INT_H

#include "plugin/sync/sync.h"

/* The function at hand.  */

struct px_sync_fn
{
  function *fun;
  px_fn *f;
  std::map<tree, px_obj *> objects; /* by declaration, or SSA name of a __shared address */
  px_obj *loaded;		    /* memory whose address was loaded */
  std::vector<px_obj *> escaped;    /* it may be in one of these, whose address was stored */
  bool keeps_loaded; /* an address that was loaded may be in a variable of its own, too */
  bool remote;	     /* does the pointer that was traced last lead into
					   another block? */
  bool own;	     /* a variable of the function's own? */
  bool parts;	     /* do the values that are traced make up an address? */
  std::map<const px_obj *, std::vector<px_shared_item>> bytes; /* of the block's frame */
  px_places places;
  std::map<px_stmt *, int> constructs; /* of views: the region */
  int steps;			       /* blocks, and constructs in them, parsed so far */
  int most_steps;		       /* of a function with structure */
  std::set<gimple *> unchecked;	       /* statements of __unsafe */
  std::set<gimple *> seen; /* statements that became operations, if they access anything */
  px_stmt *unsafe;	   /* the operation that holds the last __unsafe's accesses */
  bool rings;		   /* there are some, of __slots */
  bool by_hand;		   /* a barrier in __unsafe: its author orders what it accesses */
  bool others;		   /* calls functions that have no summary */
};
extern px_sync_fn *px_now; /* between "pxsync"'s start and end of a function; else NULL */

/* What a function accesses that is in this unit and not inlined, for its callers: by pointer
   parameter, pointer member of a structure passed, or variable of file scope; its frame aside.  */
struct px_summary
{
  struct access
  {
    tree object;     /* PARM_DECL, FIELD_DECL, VAR_DECL; NULL: memory whose address was loaded */
    int kind, alike; /* these and the next are px_acc's */
    bool remote;
    px_persp before, after;
    px_called called;
  };
  std::vector<access> accesses; /* once made, stays as it is: px_reach points into it */
  std::vector<tree>
    stored; /* objects, as in ACCESSES, and parameters of other types, whose addresses it leaves in memory */
  bool others; /* calls functions that have none */
  bool remote; /* its frame is accessed from other blocks */
};

/* Work between arrive and wait that is worth an mbarrier, in statements; what
   is less than a part of it is not noted.  */
enum
{
  PX_OVERLAP = 48,
  PX_NOTED = 16
};

/* plugin/sync/points.cc.  The object with KEY, made at the first call; that of variable D; the
   name that messages have for D.  */
px_obj *px_object_of (tree key, const char *name, int space, px_persp persp);
px_obj *px_variable_object (tree d);
const char *px_name_of (tree d);
void px_add_object (std::vector<px_obj *> *to, px_obj *o); /* unless it is there */
void px_add_loaded (std::vector<px_obj *> *to); /* memory that an address from memory leads to */
bool px_own_p (tree d); /* is D, or the variable that it is a part of, a local one? */
/* The objects that POINTER, a value of any type, or REF may lead to.  */
std::vector<px_obj *> px_objects_of (tree pointer);
std::vector<px_obj *> px_objects_in_value (tree t);
std::vector<px_obj *> px_objects_in (tree ref);
tree px_decl_of (const px_obj *); /* its declaration, or the name of a __shared array */
bool px_share_p (const px_obj *a, const px_obj *b); /* have they bytes of the frame in common? */
void px_find_stores (); /* objects of the frame whose bytes overlap become one store (D3) */
/* Those that pointers in the structures point to that call S passes; WRITTEN: without those to
   const; MEMBER: only that, if it is not NULL.  */
std::vector<px_obj *> px_passed_in_structures (gimple *s, bool written, tree member = NULL_TREE);
/* The pointer that call S passes as MEMBER of a structure; NULL_TREE: a parameter's own.  False: it
   is not known, or not the same in all iterations that pass it.  */
bool px_pointer_in_structure (gimple *s, tree member, tree *pointer);
std::vector<px_obj *> px_variables (); /* that the function names and other files may, too */
std::vector<px_obj *>
px_find_escaped (); /* whose addresses are stored where a load may find them */

/* plugin/sync/summary.cc.  */
const px_summary *px_summary_of (tree fn); /* NULL: it has none */
int px_parameter_number (tree fn, tree d);
bool px_summarise (const px_fn *, const px_race *); /* RACE is kept with it.  False: nothing */

/* plugin/sync/operations.cc.  */
px_loc px_loc_of (gimple *s);
void px_add_operation (px_seq *q, gimple *s); /* what S accesses, at Q's end */
void px_find_unchecked ();		      /* statements of __unsafe */
void px_check_seen (); /* all that accesses memory became an operation: else an error of px */

/* plugin/sync/tree.cc.  */
void px_parse_function ();
bool px_unstructured_p (); /* its control flow has no structure */

/* plugin/sync/judge.cc.  Access A as value/ wants it; false: not understood.  */
bool px_disjoint_access (const px_acc *a, px_dj_access *d);
bool px_of_fragment (const px_acc *a); /* does it copy a fragment from or to a view? */
/* What px_opts asks.  */
int px_judge_need (void *, const px_fn *f, const px_acc *a, const px_acc *b, const px_stmt *loop,
		   int d);
int px_judge_sure (void *, const px_fn *, const px_acc *a, const px_stmt *loop);
bool px_judge_back (void *, const px_fn *, const px_stmt *loop);
void px_judge_races ();

/* plugin/sync/explain.cc.  Where the access is of a function that S, a call, calls.  */
void px_inform_called (gimple *s, const px_reach &reach);
void px_inform_called (const px_acc *a);
location_t px_access_loc (const px_acc *a);
const char *px_access_word (const px_acc *a); /* "a read" */
void px_report (px_fn *f);		      /* why it has no solution */
void px_explain_tree (px_fn *f);

#endif
