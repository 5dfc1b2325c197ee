/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations that the files of plugin/sync which make the tree share: the state of the
   current function, and their functions.  Each file may use those before it: objects.cc,
   summary.cc, operations.cc, tree.cc, doubt.cc, judge.cc, copies.cc, races.cc, within.cc, bounds.cc,
   unwritten.cc, others.cc, explain.cc; and sync.cc, the pass, all of them.  */

#ifndef PX_SYNC_INT_H
#define PX_SYNC_INT_H

#include "plugin/sync/sync.h"

/* Keys of objects in the order in which GCC made them, so that messages do not depend on the
   heap: declarations, then SSA names, then px's own keys, constants; NULL, the name of an
   array that nobody uses, is no key.  */
struct px_by_age
{
  bool
  operator() (tree a, tree b) const
  {
    auto age = [] (tree t) {
      return !t				 ? std::make_pair (3, 0u)
	     : DECL_P (t)		 ? std::make_pair (0, DECL_UID (t))
	     : TREE_CODE (t) == SSA_NAME ? std::make_pair (1, SSA_NAME_VERSION (t))
					 : std::make_pair (2, (unsigned) TREE_INT_CST_LOW (t));
    };
    return age (a) < age (b);
  }
};
typedef std::map<tree, px_obj *, px_by_age> px_objects;

/* The state of the current function.  */

/* An access of statement S of which it is not decided whether it stays in the EXTENT bytes (negative: no end is known) of ARRAY,
   a declaration (NULL: it has no name): of element INDEX, each of ELEMENT bytes; or, if that is NULL, of REF, or of COUNT bytes from there
   on, where the array begins at START, a reference or a pointer.  If BYTES is not NULL, it is as many bytes as that says, of ARRAY or one
   of OTHERS.  */
struct px_unproved
{
  gimple *s;
  tree ref, index, start, count;
  HOST_WIDE_INT extent, element;
  tree array;
  tree bytes = NULL_TREE;
  std::vector<tree> others = {};
};

struct px_sync_fn
{
  function *fun;
  px_fn *f;
  px_objects objects;		 /* by declaration, or by SSA name of a __shared address */
  px_obj *loaded;		 /* the memory of unknown address: its address was loaded */
  std::vector<px_obj *> escaped; /* objects whose address was stored, which LOADED may
				       therefore be */
  bool keeps_loaded; /* a variable of the function may contain an address that was loaded */
  bool remote;	     /* the pointer followed last may lead into another block */
  std::map<const px_obj *, std::vector<px_shared_item>> bytes; /* bytes of the block's frame */
  px_places places;
  std::map<px_stmt *, int> constructs; /* region of views */
  std::vector<px_unproved> unproved;   /* with -fplugin-arg-px-bounds */
  int steps;			       /* number of blocks, and of constructs in them, parsed so
					  far */
  int most_steps;		       /* limit for structured control flow */
  std::set<gimple *> unchecked;	       /* statements in __unsafe */
  std::set<gimple *> seen; /* statements for which an operation was made if they access anything */
  px_stmt *unsafe;	   /* the operation for the accesses of the last __unsafe */
  int unsafe_region;	   /* that */
  bool rings;		   /* the function has rings (__slots) */
  bool by_hand;		   /* __unsafe contains a barrier: the user orders what it accesses */
  bool others;		   /* it calls functions that have no summary */
  bool maps;		   /* it copies by tensor maps */
  bool refused;		   /* an error was reported of what is given or taken as a turn */
};
extern px_sync_fn *px_now; /* set while "pxsync" works on a function; else NULL */

/* What a function of this unit that is not inlined accesses, for its callers: by pointer
   parameter, pointer member of a passed structure, or variable of file scope; without its
   frame.  */
struct px_summary
{
  struct access
  {
    tree object;     /* PARM_DECL, FIELD_DECL, VAR_DECL; NULL: memory whose address was loaded */
    int kind, alike; /* these and the next as in px_acc */
    bool remote;
    px_persp before, after;
    px_called called;
  };
  std::vector<access> accesses; /* must not change after it is made: px_reach points into it */
  std::vector<tree>
    stored;    /* objects, as in ACCESSES, and parameters of other types, whose addresses the
	       function stores in memory */
  bool others; /* it calls functions that have no summary */
  bool remote; /* other blocks access its frame */
};

/* The accesses of a kernel through its pointer parameters: a bit of each px_kind, by parameter.
   ALL: callees or asm may do any access.  */
struct px_seen
{
  std::map<tree, unsigned> kinds;
  bool all;
};

/* What is known of the functions of this unit that the pass has worked on.  */
struct px_unit_synced
{
  std::map<tree, px_seen> seen;		/* seen.cc, of kernels */
  std::map<tree, px_summary> summaries; /* summary.cc; px_reach of callers points into them */
  std::map<tree, unsigned> counts;	/* sync.cc: numbers of synchronisations, which
				      -fplugin-arg-px-explain lists */
  int parts;				/* number of parts of rings in all of them */
};
px_unit_synced &px_synced (); /* plugin/sync/seen.cc */

/* PX_OVERLAP: least work between arrive and wait, in statements, that is worth an mbarrier.
   PX_NOTED: sequences with less work are not recorded.  */
enum
{
  PX_OVERLAP = 48,
  PX_NOTED = 16
};

/* plugin/sync/objects.cc.  px_object_of returns the object with KEY, which the first call makes;
   px_variable_object that of variable D; px_name_of the name of D in messages.  */
px_obj *px_object_of (tree key, const char *name, int space, px_persp persp);
px_obj *px_variable_object (tree d);
const char *px_name_of (tree d);
void px_add_object (std::vector<px_obj *> *to, px_obj *o); /* unless it is there already */
void px_add_loaded (std::vector<px_obj *> *to); /* adds the memory to which an address from
						   memory may point */
/* Return the objects to which POINTER, VALUE of any type, or REF may lead.  */
std::vector<px_obj *> px_objects_of (tree pointer);
std::vector<px_obj *> px_objects_in_value (tree t);
std::vector<px_obj *> px_objects_in (tree ref);
/* Returns true if each of V is a variable, a __shared array that is no ring, or what a pointer parameter leads to, so
   that an address that leads to one of V has a place in each (px_reach.root).  */
bool px_plain_objects_p (const std::vector<px_obj *> &v);
tree px_decl_of (const px_obj *); /* its declaration, or the SSA name of a __shared array */
/* Returns true if A and B may have a byte in common: they are one, or of one store, and perhaps of one __alias group (F7), or
   bytes of the block's frame.  */
bool px_may_overlap_p (const px_obj *a, const px_obj *b);
void px_find_stores (); /* makes one store of objects of the frame whose bytes overlap (D3) */
/* Returns the objects to which pointers in the structures point that call S passes.  WRITTEN:
   except pointers to const; MEMBER: only this member, if not NULL.  */
std::vector<px_obj *> px_passed_in_structures (gimple *s, bool written, tree member = NULL_TREE);
/* Finds the pointer that call S passes as MEMBER of a structure; NULL_TREE: a parameter's own.
   Returns false if it is unknown, or differs between the iterations that pass it.  */
bool px_pointer_in_structure (gimple *s, tree member, tree *pointer);
std::vector<px_obj *> px_variables (); /* variables that the function names and that other files
					  may name, too */
std::vector<px_obj *>
px_find_escaped (); /* objects whose addresses are stored where a load may find them */

/* plugin/sync/summary.cc.  */
const px_summary *px_summary_of (tree fn); /* NULL if it has none */
int px_parameter_number (tree fn, tree d);
bool px_summarise (const px_fn *, const px_race *); /* the summary keeps RACE; returns false if
						       nothing is known */

/* plugin/sync/operations.cc.  */
px_loc px_loc_of (gimple *s);
/* boxes.cc.  The object of the memory of tensor maps that are PARM or parts of it; NULL: of all others, whose key is
   px_boxes_key.  That of the map by which S, a call of X, copies; NULL: S does not; and what the copy does there.  */
#define px_boxes_key integer_zero_node
px_obj *px_boxes_object (tree parm);
bool px_copies_boxes (); /* the function does so */
px_obj *px_boxes_of (gimple *s, const px_intrinsic *x);
int px_boxes_kind (gimple *s, const px_intrinsic *x);
/* px_need of two accesses of which one is to such an object.  */
int px_boxes_need (const px_fn *f, const px_acc *a, const px_acc *b, const px_stmt *loop, int d);
void px_add_operation (px_seq *q, gimple *s); /* appends to Q an operation for the accesses of S */
void px_find_unchecked ();		      /* finds the statements in __unsafe */
void px_check_seen (); /* checks that everything that accesses memory became an operation;
			  otherwise px has an error */

/* plugin/sync/masks.cc.  Sets which blocks A, a multicast with mask TO, reaches.  px_multicast_p returns true if A is one.  px_judge_masks warns of those that
   perhaps leave a block out, or name one outside the cluster.  */
void px_note_mask (px_acc *a, tree to);
bool px_multicast_p (const px_acc *a);
void px_judge_masks ();

/* plugin/sync/tree.cc.  */
void px_parse_function ();
bool px_unstructured_p (); /* returns true if its control flow is not structured */

/* plugin/sync/judge.cc.  Converts access A for value/.  Returns false if it is not understood.  */
bool px_disjoint_access (const px_acc *a, px_dj_access *d);
bool px_of_fragment (const px_acc *a); /* returns true if it copies a fragment from or to a view */
loop_p px_loop_around (const px_seq *q);
/* Returns the innermost loop of which one iteration contains A and B, the latter after an iteration of LOOP
   (NULL: after none); NULL: no loop does.  */
const px_stmt *px_common_loop (const px_acc *a, const px_acc *b, const px_stmt *loop);
/* Returns the perspective of the view of the path from A to B over LOOP, or of A's object.  */
px_persp px_whole_of (const px_acc *a, const px_acc *b, const px_stmt *loop);
/* The functions of px_opts.  */
int px_judge_scope (const px_fn *f, const px_acc *a, const px_reach &p, const px_acc *b,
		    const px_reach &q, px_persp whole, bool shared, bool in_order,
		    const px_stmt *loop, int d);
int px_judge_need (void *, const px_fn *f, const px_acc *a, const px_acc *b, const px_stmt *loop,
		   int d);
int px_judge_sure (void *, const px_fn *, const px_acc *a, const px_stmt *loop);
bool px_judge_back (void *, const px_fn *, const px_stmt *loop);
int64_t px_array_bytes (const px_obj *); /* of a __shared array; -1: not known */
/* What A, an access of statement S to the memory of another block of the cluster, accesses there.  */
px_reach px_in_other_block (const px_acc *a, gimple *s);

/* plugin/sync/copies.cc.  What a multicast of S, with a pointer, writes in its own block.  */
px_reach px_multicast_reach (const px_source *s);
/* Returns true if copies A and B of one fill, of which one reaches other blocks, surely write a byte of one
   block.  */
bool px_copies_meet (const px_acc *a, const px_acc *b);
void px_judge_copies ();

/* plugin/sync/races.cc: rule R1.  */
void px_judge_races ();
px_dj_relation px_relation_of_units (const px_stmt *v); /* of partition V */
/* Describes the byte of W's first access for a message, with the variables that it depends on, or
   as "a byte".  *GRID: of which grid this is so, if not of any, as the end of the message.  */
std::string px_witness_byte (const px_dj_witness &w, std::string *grid);
/* The launches of model M, for the end of a message; what a user may say to exclude them, at LOC.  */
std::string px_launches_of (const px_dj_model &m);
void px_inform_of_facts (location_t loc);

/* plugin/sync/within.cc: notes that rule R2 is undecided for S: for its index into ROW; for its access REACH to ARRAY, which
   is at START and has EXTENT bytes (px_unproved).  px_emit_checks lets the emulator look, with
   -fplugin-arg-px-bounds.  */
const char *px_bounded_name (tree d); /* of D, a declaration or a string, in messages of rule R2 */
void px_note_index (gimple *s, const px_row &row);
void px_note_unproved (gimple *s, const px_reach &reach, tree start, HOST_WIDE_INT extent,
		       tree array);
void px_emit_checks ();
/* plugin/sync/several.cc: of accesses by pointers that lead to one of several arrays.  */
void px_note_several ();

/* plugin/sync/bounds.cc: rule R2.  What call S accesses at its argument I by an intrinsic, an atomic operation of GCC's, or as the
   C library does.  */
void px_judge_bounds ();
px_reach px_reach_at (gimple *s, unsigned i);

/* plugin/sync/unwritten.cc: rule R3.  */
void px_judge_unwritten ();

/* plugin/sync/doubt.cc.  The first pair of accesses of which rule R1 is undecided: of A or B it is not known
   which bytes; or at offsets X and Y the answer to question REL was R.  px_report_doubt warns of it, if there is one.  */
struct px_doubt
{
  const px_acc *a, *b;
  gimple *stmt;		    /* what it is not known of; NULL: it is known */
  bool budget;		    /* the question takes too long */
  px_dj_exact exact;	    /* whether they meet only if unsigned numbers wrap around */
  std::vector<tree> values; /* that the offsets depend on */
};
void px_doubt_access (px_doubt *, const px_acc *a, const px_acc *b);
void px_doubt_offsets (px_doubt *, const px_dj_relation &rel, const px_acc *a, const px_acc *b,
		       const px_dj_access &x, const px_dj_access &y, const px_dj_result &r);
void px_report_doubt (const px_doubt &, location_t, px_diag, const char *unit, const px_obj *);

/* plugin/sync/others.cc: rule D5 for partition V where names lead to one of several objects, or to parts of one.
   Returns true if right.  */
bool px_judge_others (px_stmt *v);

/* plugin/sync/report.cc.  px_note prints a note: one of an error always, another with
   -fplugin-arg-px-explain; and puts it, if it is of no error, on the page of -fplugin-arg-px-report:
   before its line, after it, or below the note before.  */
enum px_note_rank
{
  PX_NOTE_OF_ERROR,
  PX_NOTE_BEFORE,
  PX_NOTE_AFTER,
  PX_NOTE_DETAIL
};
void px_note_in_report (px_note_rank, location_t, const char *gmsgid, ...)
  ATTRIBUTE_GCC_DIAG (3, 4);
#define px_note(RANK, LOC, ...) \
  do \
    { \
      if ((RANK) == PX_NOTE_OF_ERROR || px_opt.explain) \
	inform (LOC, __VA_ARGS__); \
      if ((RANK) != PX_NOTE_OF_ERROR && px_opt.report) \
	px_note_in_report (RANK, LOC, __VA_ARGS__); \
    } \
  while (0)
static inline bool
px_explains ()
{
  return px_opt.explain || px_opt.report;
}
void px_report_function (const px_fn *f);

/* plugin/sync/explain.cc.  Print where an access is in a function that S, a call, calls.  */
void px_inform_called (gimple *s, const px_reach &reach);
void px_inform_called (const px_acc *a);
location_t px_access_loc (const px_acc *a);
const char *px_access_word (const px_acc *a); /* "a read" */
void px_report (px_fn *f);		      /* reports why there is no solution */
void px_explain_tree (px_fn *f);

#endif
