/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations that the checker's files share.  The manual explains perspectives, views and
   rules.  Everything is about the current function, current_function_decl.  */
#ifndef PX_CHECK_INT_H
#define PX_CHECK_INT_H

#include "plugin/check/check.h"

/* plugin/check/value.cc: perspectives of values, targets of pointers.  */
/* An object that a pointer may point into: a parameter, a member of a parameter, a __shared
   array, a view made by a construct, a local or file-scope variable; or, without a declaration,
   memory whose address was loaded or that a call returned (read only).  */
struct px_view
{
  tree decl;
  px_persp persp;	   /* without a name: that of the narrowest value stored in it */
  int region;		   /* the construct that made it, or 0 */
  std::vector<int> source; /* views from which it was made */
  bool read_only;
  bool mapped = false;	/* SOURCE in another block of the cluster */
  bool given = false;	/* the result of a call, whose arguments SOURCE are */
  bool refused = false; /* an error in its declaration, or in the call that returned it, was
			   reported */
  bool number = false;	/* the address came from an integer, which may not be an address */
  bool own = false;	/* the parameter or view itself, a pointer, not its target */
};
/* A value: its perspective, and the views to which it may point (sorted numbers); at first one of
   which nothing is known, so that every value is narrower.  */
struct px_value
{
  px_persp p = PX_TOP;
  std::vector<int> views;
};
/* A pointer in a structure passed by value, or an array of pointers there.  */
struct px_member
{
  tree field, type; /* of the pointer */
  HOST_WIDE_INT at; /* offset in bytes */
  std::vector<int> views;
};
/* A branch, and the assignments that it controls if it is the condition of an expression (C3),
   or of several returns.  */
struct px_branch
{
  gimple *cond;
  bool expression, returns; /* returns: it controls an early return (C5) */
  std::vector<gimple *> decided;
};
void px_find_values (function *);
void px_forget_values ();
const px_view &px_view_at (int); /* the reference stays valid */
/* The views that CONSTRUCT makes were reported (D5): what uses them is not.  */
void px_refuse_view (int construct);
bool px_view_refused_p (int construct);
int px_views (); /* number of views; queries may make more */
const std::vector<px_branch> &px_branches ();
px_value px_value_of (tree);
std::vector<px_member> px_members_of (tree); /* of a structure or union; else none */
px_value px_rhs_of (gimple *);		     /* the value that an assignment or call assigns */
px_persp px_persp_of (tree d);		     /* perspective of a variable, parameter or view */
px_persp px_persp_of_condition (gimple *);
px_persp px_indices_of (tree ref, tree *base); /* perspective of all indices that choose an
						  element there; BASE: the declaration or
						  MEM_REF at its base */
int px_view_of (tree d);
tree px_const_source (int view); /* the constant from which it is made, or the parameter, member
				    of one, or view that points to const; or NULL */
/* The objects of which it is a view, mostly one; views that may be of one object have an equal root.  */
std::vector<int> px_roots_of (int view);
bool px_root_refused_p (int view); /* an error in the declaration of one of them was reported */
bool px_local_view_p (int view);   /* true for a local variable or parameter, of which each thread
				    has one */
void px_merge_views (std::vector<int> *to, const std::vector<int> &from);
/* adds the views from which calls made them */
std::vector<int> px_with_arguments (std::vector<int> views);
std::vector<int> px_views_used (tree operand); /* the views of a pointer, and of the memory that
						  it names */
std::vector<int> px_views_used (gimple *);     /* all; a variable that is only assigned is not
						  used */
std::vector<int> px_views_found (gimple *,
				 unsigned i); /* the views that a device function which CALL
						 calls finds in memory that argument I, an
						 integer or a pointer, leads to */
std::vector<int> px_views_inside (tree rhs);  /* the views of pointers in a structure or array */
bool px_temporary_p (tree d);		      /* true if the compiler chooses its perspective */
bool px_global_p (tree d);		      /* true if at file scope */
bool px_in_memory_p (tree);		      /* true for a variable that several threads may
						 share */
tree px_variable_of (tree);		      /* the variable of an SSA name; otherwise its
						 argument */
bool px_initialiser_p (gimple *, tree d);     /* true if it initialises view D; it precedes the
						 body */
int px_alias_group_of (tree d);		      /* its group among the parameters that may be one
						 object (F7), or 0 */
/* Returns true if a call of F is an operator: its result depends only on the arguments (F6).
   Built-in mathematical functions are operators.  */
bool px_operator_p (tree f, gimple *);
bool px_library_writes_p (gimple *call, unsigned i); /* true if a function of the C library may
							write through argument I */
px_persp px_operands_persp (gimple *call); /* perspective of its arguments, and of what they
					      point to */
px_persp px_library_value (gimple *call);  /* perspective of what such a function returns or
					      writes */

/* plugin/check/condition.cc.  Returns true if S reads or writes a volatile object.  On GIMPLE before
   SSA form gimple_has_volatile_ops is false of all: GCC finds that out together with the operands.  */
bool px_volatile_p (gimple *s);

/* plugin/check/rules.cc: rules of code and data.  */
location_t px_place (gimple *);
/* Rule D4: code of REGION stores a value of perspective V, at indices of perspective INDEX, to
   a view through POINTER (NULL_TREE: a name).  Returns true if it may; else reports an error.  */
bool px_judge_store_view (location_t, tree pointer, int view, px_persp v, px_persp index,
			  int region);
/* Rule D5: if VIEW's target is the variable of another view, VALUE must not change that.
   Returns true if so; else reports an error.  */
bool px_judge_view_kept (location_t, int view, const px_value &value);
/* Returns true if what is written through VIEW is not constant; else reports an error.  */
bool px_judge_constant (location_t, int view);

/* plugin/check/advice.cc: notes on what to write, after an error.  */
void px_note_code (int region); /* prints where the code perspective was set */
void px_note_decl (tree d);	/* prints "declared here" */
/* Prints how code in region REGION, of perspective CODE, gets a view of a broader object.  */
void px_note_way (int region, px_persp code);
px_edit px_edit_wider (tree, px_persp); /* returns an edit that makes P the perspective of this
				     variable, if it is declared at a narrower one without need */
/* Of PX_D_STORE_VIEW at LOC, in REGION, through a view W.  */
void px_advise_store (location_t loc, const px_view &w, int region);
/* Of PX_D_CALL_POINTER: an argument of F at LOC, in REGION, into view W must be one at WANT.  */
void px_advise_argument (location_t loc, tree f, const px_view &w, px_persp want, int region);
/* Of PX_D_CONDITION or PX_D_RETURN_CONDITION, of B at P.  */
void px_advise_condition (const px_branch &b, px_persp p);
/* Of PX_D_INTRINSIC_BOUND: it is done by the units of P, and REGION is narrower.  */
void px_advise_bound (location_t loc, px_persp p, int region);
/* Of PX_D_ID_TARGET: NAME of P, in REGION.  */
void px_advise_id (location_t loc, const char *name, px_persp p, int region);

/* plugin/check/host.cc.  */
void px_judge_host_function (function *f);

/* plugin/check/access.cc.  */
/* A memory access of a statement.  */
struct px_mem_access
{
  int view;
  bool write, atomic;
  bool maybe = false,
       inside = false; /* maybe: a function of another file may do it; inside: a callee does it */
};
std::vector<px_mem_access> px_accesses_of (gimple *s);
/* Returns the declaration of V, or of another view of the same object, if it is in USED,
   sorted.  */
tree px_used_object (const std::vector<int> &used, int v);
/* Returns true if SOURCE is one of several objects that V may be a view of, or has parts of which V may be one, and S only
   reads it: whether that is what V is a view of is known in SSA form (plugin/sync/others.cc).  */
bool px_perhaps_another_p (gimple *s, const px_view &v, int source);
gimple *px_made_by (tree t); /* the first statement that assigns T; NULL if there is none */

/* plugin/check/return.cc */
void px_judge_return (gimple *);

/* plugin/check/call.cc: rules of calls.  */
/* What is known of the calls of the function so far.  */
struct px_calls
{
  std::vector<gimple *> registers; /* calls of setmaxnreg */
  std::set<int> refused_lines;	   /* with calls that F5 refuses: px_launch is several calls, which
				      are reported once */
};
void px_judge_call (px_calls *, gimple *, int region);
bool px_call_refused_p (gimple *); /* true if the device lacks its callee */
void px_judge_registers (const px_calls &);

/* plugin/check/space.cc: the memory that pointers lead to.  */
/* Returns true if a pointer with VIEWS, operand number OPERAND of NAME, leads to SPACE; else
   reports an error.  An unknown target is in global memory.  */
bool px_judge_space (location_t, px_operand_space, const std::vector<int> &views, int operand,
		     const char *name);
/* Returns true if a pointer with VIEWS leads to the memory that DECLARED, argument I of F or a
   member of it, does; else reports an error.  */
bool px_judge_shared_argument (location_t, tree f, unsigned i, tree declared,
			       const std::vector<int> &views);

/* plugin/check/fragment.cc: rules of fragments.  */
void px_judge_fragment_declarations (function *);
bool px_judge_fragment_use (gimple *); /* true: no error */
void px_judge_fragment_op (gimple *, const px_fragment_op *, int region);
/* Returns true, and reports an error, if argument I of a call, for a pointer to another type,
   is the address of a fragment.  */
bool px_judge_fragment_lost (gimple *, unsigned i);
/* Checks argument I of a call of F for PARM, a pointer of TYPE to fragments at WANT.  */
void px_judge_fragment_argument (gimple *, tree f, unsigned i, tree parm, tree type, px_persp want);

#endif
