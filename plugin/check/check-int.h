/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the checker's files offer each other.  Perspectives, views and rules: the
   manual.  All is about the function at hand, current_function_decl.  */
#ifndef PX_CHECK_INT_H
#define PX_CHECK_INT_H

#include "plugin/check/check.h"

/* plugin/check/value.cc: where values live, what pointers point to.  */
/* What a pointer may point into: a parameter, a member of a parameter, a
   __shared array, a view made by a construct, a local or file-scope variable;
   or, with no declaration, memory whose address was loaded or which
   a call gave (read only).  */
struct px_view
{
  tree decl;
  px_persp persp;	   /* of what has no name: where the narrowest value in it lives */
  int region;		   /* of the construct that made it, or 0 */
  std::vector<int> source; /* views it was made of */
  bool read_only;
  bool mapped = false;	/* SOURCE in another block of the cluster */
  bool given = false;	/* by a call, whose arguments SOURCE are */
  bool refused = false; /* its declaration or the call that gave it is an error already */
  bool number = false;	/* given as an integer, which may be no address at all */
  bool own = false;	/* the parameter or view itself, a pointer, not what it points to */
};
/* A value: where it lives and what it may point to (sorted numbers of views).  */
struct px_value
{
  px_persp p;
  std::vector<int> views;
};
/* A pointer in a structure passed by value, or an array of them there.  */
struct px_member
{
  tree field, type; /* of the pointer */
  HOST_WIDE_INT at; /* byte */
  std::vector<int> views;
};
/* A branch, and the assignments that it decides on if it is but the condition
   of an expression (C3), or on several returns.  */
struct px_branch
{
  gimple *cond;
  bool expression, returns; /* returns: decides on an early return (C5) */
  std::vector<gimple *> decided;
};
void px_find_values (function *);
void px_forget_values ();
const px_view &px_view_at (int); /* stays where it is */
int px_views ();		 /* how many there are; asking may make more */
const std::vector<px_branch> &px_branches ();
px_value px_value_of (tree);
std::vector<px_member> px_members_of (tree); /* of a structure or union; else none */
px_value px_rhs_of (gimple *);		     /* what an assignment or call assigns */
px_persp px_persp_of (tree d);		     /* of a variable, parameter or view */
px_persp px_persp_of_condition (gimple *);
px_persp px_indices_of (tree ref, tree *base); /* of all that chooses an element there; BASE:
						   the declaration or MEM_REF at its bottom */
int px_view_of (tree d);
tree px_const_source (int view); /* the constant that it is made of, or the parameter, member of
					   one, or view, that points to const; or NULL */
int px_root_of (int view);	 /* the object that it is a view of: same numbers */
bool px_local_view_p (int view); /* a local variable or parameter, of which each thread has one? */
void px_merge_views (std::vector<int> *to, const std::vector<int> &from);
std::vector<int> px_with_arguments (std::vector<int> views); /* and those that they are made of by
								   calls */
std::vector<int> px_views_used (tree operand); /* those of a pointer, and of the memory that
						   it names */
std::vector<int> px_views_used (gimple *);     /* all; a variable only assigned is not used */
std::vector<int> px_views_found (gimple *,
				 unsigned i); /* by a device function that it calls, in what
							   argument I, an integer or a pointer, leads to */
std::vector<int> px_views_inside (tree rhs);  /* those of pointers in a structure or array */
bool px_temporary_p (tree d);		      /* does the compiler choose where it lives? */
bool px_global_p (tree d);		      /* at file scope? */
bool px_in_memory_p (tree);		      /* a variable that several threads may have? */
tree px_variable_of (tree);		      /* of an SSA name, or the same */
bool px_initialiser_p (gimple *, tree d);     /* that of view D?  It stands before the body */
int px_alias_group_of (tree d);		      /* among the parameters that may be one object (F7),
					   or 0 */
/* Is a call of F an operator: its result depends on the arguments alone (F6)?
   Built-in functions of mathematics are.  */
bool px_operator_p (tree f, gimple *);
bool px_library_writes_p (gimple *call, unsigned i); /* may a function of the C library write
							   through argument I? */
px_persp px_operands_persp (gimple *call); /* where its arguments live, and what they point to */
px_persp px_library_value (gimple *call);  /* what such a function gives or writes */

/* plugin/check/rules.cc: rules of code and data.  */
location_t px_place (gimple *);
void px_note_code (int region); /* where its code perspective was set */
void px_note_decl (tree d);	/* "declared here" */
px_edit px_edit_wider (tree,
		       px_persp); /* P as the perspective of this variable, if it is declared at a
					   narrower one that it does not need */
/* Rule D4: a store of a value at V, at indices at INDEX, through POINTER (NULL_TREE: a name) to a view,
   by code of REGION.  True: it may.  */
bool px_judge_store_view (location_t, tree pointer, int view, px_persp v, px_persp index,
			  int region);
/* Rule D5: what VIEW leads to, if it is the variable of another view, remains that when it gets
   VALUE.  True: so it does.  */
bool px_judge_view_kept (location_t, int view, const px_value &value);
/* What is written through VIEW in any way is not constant.  True: so it is.  */
bool px_judge_constant (location_t, int view);

/* plugin/check/host.cc.  */
void px_judge_host_function (function *f);

/* plugin/check/access.cc.  */
/* An access of a statement to memory.  */
struct px_mem_access
{
  int view;
  bool write, atomic;
  bool maybe = false,
       inside = false; /* maybe: by a function of another file; inside: of a callee */
};
std::vector<px_mem_access> px_accesses_of (gimple *s);
/* The declaration of V, or of what is the same object, if it is in USED, sorted.  */
tree px_used_object (const std::vector<int> &used, int v);
gimple *px_made_by (tree t); /* the first statement that gives T its value; NULL: none does */

/* plugin/check/call.cc: rules of calls.  */
void px_judge_call (gimple *, int region);
bool px_call_refused_p (gimple *); /* is it of a function that the device does not have? */
void px_judge_registers ();	   /* of all calls since the last time */

/* plugin/check/space.cc: in which memory pointers lead.  */
/* A pointer with VIEWS, operand number OPERAND of NAME, leads to SPACE.  True: so it does; what is
   not known leads to global memory.  */
bool px_judge_space (location_t, px_operand_space, const std::vector<int> &views, int operand,
		     const char *name);
/* A pointer with VIEWS leads where DECLARED, argument I of F or a member of it, does.  True: so it
   does.  */
bool px_judge_shared_argument (location_t, tree f, unsigned i, tree declared,
			       const std::vector<int> &views);

/* plugin/check/fragment.cc: rules of fragments.  */
void px_judge_fragment_declarations (function *);
bool px_judge_fragment_use (gimple *); /* true: nothing to tell */
void px_judge_fragment_op (gimple *, const px_fragment_op *, int region);
/* Is argument I of a call, for a pointer to something else, the address of one?  An error.  */
bool px_judge_fragment_lost (gimple *, unsigned i);
/* Argument I of a call of F for PARM, a pointer of TYPE to fragments at WANT.  */
void px_judge_fragment_argument (gimple *, tree f, unsigned i, tree parm, tree type, px_persp want);

#endif
