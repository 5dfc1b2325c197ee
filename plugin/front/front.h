/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plugin/front offers: the C tree becomes device code with regions and facts.  */
#ifndef PX_FRONT_H
#define PX_FRONT_H

#include "plugin/model/model.h"

/* plugin/front/attribs.cc: the attributes that px.h's keywords expand to.  */
void px_register_attributes ();
/* The same in C++, where definitions of device code are refused.  */
void px_register_foreign_attributes ();
void px_refuse_foreign (tree decl);
void px_check_declaration (tree fn);	/* compares it with the first one of that name */
void px_finish_declaration (tree decl); /* on PLUGIN_FINISH_DECL */
void px_finish_type (tree type);	/* on PLUGIN_FINISH_TYPE */

/* plugin/front/form.cc: how keywords are written; GCC's errors within them.  */
void px_watch_errors (); /* before parsing */
/* Restores the functions that print errors as JSON, which GCC replaces, with all that only its front end
   needs, where there is device code.  */
void px_keep_format ();
void px_tell_loose ();		   /* of keywords that are statements of their own */
bool px_told (location_t keyword); /* true if GCC has reported an error there */
bool
px_element_told (); /* true if GCC has reported the element type of a fragment or tile, which became int */

/* plugin/front/signature.cc: what callers in other files rely on.  */
/* A symbol as it is declared in this unit.  */
struct px_declared
{
  std::string signature, file;
  unsigned line;
};
void px_note_symbol (tree d);				     /* before interprocedural passes */
const px_declared &px_declared_as (const std::string &name); /* by its name in PTX; empty if it was
								not noted */

/* plugin/front/meant.cc.  */
void px_tell_misspelt (); /* of keywords in the current function of which GCC only warns */

/* plugin/front/cuda-words.cc: CUDA's keywords.  */
void px_watch_cuda_words ();		 /* from now on; <px.h> has begun */
const char *px_cuda_word (const char *); /* what is written instead; NULL: it is not one */

/* plugin/front/where.cc: __where and px_assume.  */
struct px_where
{
  tree expr;		   /* an integer, not 0 where the fact holds */
  tree array, count;	   /* extent (ARRAY, COUNT): a parameter, and an integer; EXPR says that it
			      is not negative.  NULL: no extent */
  std::vector<tree> parms; /* of the declaration that EXPR is over */
  std::string text, plain; /* as written; with #1 … for the parameters */
};
const std::vector<px_where> &px_facts_of (tree fn);
tree px_where_units (bool threads); /* in EXPR, an int: the launch's threads, or its blocks */
void px_note_parameter (tree);	    /* one was declared; NULL: another declaration has ended */
/* FN has a __where with this text.  Needs: GCC has not yet merged FN with earlier declarations.  */
void px_note_where (tree fn, const char *text);
void px_check_where (tree fn);	     /* reads what a declaration brings, which has ended */
std::string px_where_text (tree fn); /* for comparison with other declarations */
/* The condition that C defines T; EVALUATED: T is. */
tree px_where_defined (tree t, bool evaluated);
tree px_where_in_stub (tree fn, tree record); /* a statement, or NULL */

/* plugin/front/where-record.cc: the facts of FN as nodes of runtime/image.h.  */
struct px_fact_node;
struct px_fact_rec
{
  const px_where *where;
  std::vector<px_fact_node> nodes;
  unsigned argument, element; /* as in struct px_fact */
};
std::vector<px_fact_rec> px_facts_recorded (tree fn);

/* Marks in GIMPLE: what a function may rely on, what a call asks for, what the user vouches for.
   Between "pxlower" and "pxunmark".  */
enum px_fact_kind
{
  PX_MARK_FACT,
  PX_MARK_CLAIM,
  PX_MARK_ASSUME
};
struct px_noted
{
  tree fn; /* whose __where it is of; NULL: px_assume */
  std::string text;
  location_t loc;
};
bool px_note_assume (tree *, location_t); /* in the C tree; returns true if it is one */
void px_mark_facts (function *);
tree px_fact_of (const gimple *, px_fact_kind *,
		 const px_noted **); /* the condition; NULL: no mark */
void px_drop_facts (function *);

/* plugin/front/region.cc: scoped constructs become regions without loop or branch.
   Ids index a table for the unit; 0 is "outside", the root of each tree.  */
enum px_region_kind
{
  PX_R_OUTSIDE,
  PX_R_GROUP,
  PX_R_SPLIT,
  PX_R_CASE,
  PX_R_PARTITION,
  PX_R_CLAIM,
  PX_R_ASYNC,
  PX_R_VIEW,
  PX_R_UNSAFE
};
struct px_region
{
  px_region_kind kind;
  int up;	  /* the region around it */
  px_level level; /* as written; of a __case: its __split's */
  int n;	  /* as written; 0 if it has none or is wrong */
  int start;	  /* of a __case: units of the branches before */
  px_bound bound; /* of the code inside */
  bool refused;	  /* it was reported: nothing is judged inside */
  bool each;	  /* of an __each, which is a __partition with a __group in it */
  bool others; /* of a __partition: its body reads by other names what may be its source, or not */
  location_t loc; /* of the construct's name, in the user's text */
  tree fn;
};
const px_region &px_region_at (int id);
void px_note_others (int id);		     /* sets OTHERS */
const char *px_region_name (int id);	     /* "__group" */
void px_note_region (int id);		     /* "'__group' begins here" */
void px_scan_function (tree fn);	     /* on PLUGIN_PRE_GENERICIZE */
int px_region_of (gimple *);		     /* by its lexical block, also of
						   inlined bodies */
int px_marker (gimple *, bool *exit);	     /* region of a marker, or 0 */
px_bound px_bound_in (int id, tree fn);	     /* bound of the code there */
px_persp px_code_persp_in (int id, tree fn); /* code perspective there */
bool px_unsafe_p (int id);		     /* true in an __unsafe */
bool px_return_refused_p (tree fn);	     /* true if a return of it is */
bool px_refused_p (int id);		     /* true in a construct that is refused */
bool px_region_in (int id, int outer);	     /* true if it is OUTER or inside it */
int px_stamp (tree decl, const char *attr);  /* region that a local variable was
						   declared in ("px region"), or
						   that makes it a view ("px view") */

/* plugin/front/stub.cc: a kernel's body moves to a device twin; the kernel itself
   becomes a host function that launches it.  */
void px_make_stub (tree fn); /* on PLUGIN_PRE_GENERICIZE */
struct px_kernel_rec
{
  tree stub, twin, record; /* host function, device function, struct px_kernel */
};
std::vector<px_kernel_rec> &px_kernels ();
/* A parameter of the kernel in PTX, as GCC's nvptx back end passes it: complex
   numbers and __int128 are two, small integers are widened to 32 bits, structs
   and vectors (AGGREGATE) are memory.  */
struct px_piece
{
  tree parm;		 /* of the C function */
  unsigned offset, size; /* bytes of it; SIZE is what PTX has */
  tree type;		 /* of the piece, after widening */
  bool aggregate, widened;
};
std::vector<px_piece> px_pieces (tree fn);

/* plugin/front/device.cc: what device code may contain; its compilation options; which
   symbols go to the device.  */
void px_device_options (tree fn);		   /* at the start of its body */
bool px_check_device_tree (tree fn);		   /* on PLUGIN_PRE_GENERICIZE;
						   returns true if it is worth
						   checking further */
bool px_refuse_parameters (tree fn, location_t);   /* with an error there, as a transparent union
						   is one, at which newer nvptx compilers
						   fail; false: none is */
tree px_foreign_type (tree);			   /* that device code does not have, in or
						   under this one, or NULL */
void px_check_though_unused (tree fn);		   /* a static device function */
bool px_decides_return (gimple *cond, bool *loop); /* true if an arm of it returns
						   early; LOOP: it is a loop's body */
location_t px_whole_condition (gimple *cond);	   /* place of the condition, of && and the
						   like, that it is a part of */
std::string px_ptx_name (tree decl);		   /* of a device symbol or kernel */
void px_keep_device_code ();			   /* before interprocedural passes */
opt_pass *px_pass_mark (gcc::context *);	   /* after the early ones */
void px_drop_device_code ();			   /* after it */
bool px_check_host_variable (tree v, location_t);  /* F5: false: reported */
location_t px_call_location (const char *name);	   /* of a call of a library function */
bool px_device_symbol_p (const char *name);	   /* true if declared __device in this unit */

/* plugin/front/overload.cc: functions of the headers that the front end asks about.  */
void px_finish_overloaded (tree decl); /* marks DECL, once declared, if it is one */

/* plugin/front/library.cc: functions of the C library.  */
void px_replace_library (tree *call); /* in the C tree */
bool px_print_p (tree fn);	      /* what it makes of printf: it writes no memory */

/* plugin/front/bytes.cc: returns false, with an error at LOC, if CALL, in the C tree, copies or sets bytes outside of a member.  */
bool px_judge_bytes (tree call, location_t loc);

/* plugin/front/collective.cc: who takes part in a call.  */
/* The collective of a call of an intrinsic, thread[1] if it has none; false: its
   width is not right.  */
bool px_collective_of (gimple *call, px_persp *);

/* plugin/front/once.cc: a collective operation of px's own stands once in the finished code.  */
/* The asm statement, volatile and with access to any memory, of TEXT, a collective of FN's.  FENCE: it
   is a wgmma.fence.  */
gasm *px_placed_asm (tree fn, const std::string &text, const std::vector<tree> &outs,
		     const std::vector<tree> &ins, location_t, bool fence = false);
void px_stays_one (tree fn);		 /* FN is neither inlined nor cloned */
bool px_placed_p (const gimple *);	 /* true for one of these */
bool px_placed_fence_p (const gimple *); /* and if it is a wgmma.fence */
/* Calls UNROLL, which then also copies collectives: that is right since all units execute all
   copies in turn.  Numbers each copy.  */
void px_unroll_placed (function *, void (*unroll) (function *));
bool px_check_placed (const std::string &ptx);

/* plugin/front/guard.cc: the branches of a __split become conditions on the unit's
   number.  */
opt_pass *px_pass_guard (gcc::context *);
/* Returns true if px_id of units of whole warps is to be uniform in F as ptxas sees it, since wgmma's
   descriptors and the branches around them depend on it.  Whole warps execute F then.  */
bool px_uniform_warps_p (function *f);

#endif
