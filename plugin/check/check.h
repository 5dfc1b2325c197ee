/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interface of plugin/check.  Its own files share check-int.h.  */
#ifndef PX_CHECK_H
#define PX_CHECK_H

#include "plugin/front/front.h"

/* plugin/check/rules.cc: checks the rules of the manual's chapter on perspectives, on GIMPLE
   directly after "cfg", each function separately, by the signatures of its callees.  */
opt_pass *px_pass_check (gcc::context *);

/* plugin/check/call.cc.  */
/* Returns the number of registers with which each thread of a block of S.threads threads
   starts, unless S gives it: an equal part of the 65536 registers of a multiprocessor (PTX ISA
   11.4).  */
int px_first_registers (const px_signature &s);

/* plugin/check/uses.cc: variables of file scope that functions name.  */
struct px_named_use
{
  bool write, plain; /* plain: with accesses that are not atomic */
  bool maybe;	     /* the function, or a callee, is in another file */
};
struct px_by_declaration
{
  bool
  operator() (tree a, tree b) const
  {
    return DECL_UID (a) < DECL_UID (b);
  }
};
typedef std::map<tree, px_named_use, px_by_declaration> px_named_uses;
const px_named_uses &px_touched_by (gimple *); /* by the function that it calls */
px_named_uses px_uses_of (tree fn,
			  /* also of this file's functions that it calls; ELSEWHERE: names of
			     those in other files */
			  std::set<std::string> *elsewhere);
/* records uses of variables of file scope; called on PLUGIN_PRE_GENERICIZE for each function,
   before all queries */
void px_note_uses (tree fn);

/* plugin/check/value.cc: perspectives of values.  */
bool px_id_target (gimple *call, px_persp *); /* the perspective that a call of __px_id counts;
						 false: it is ill-formed */
bool px_count_p (gimple *call);		      /* true for px_units */
bool px_type_has_pointers_p (tree type);      /* true if an object of TYPE may contain pointers */
bool px_may_store_arguments_p (gimple *);     /* true if it calls a device function that may
						 store its arguments in memory that another
						 argument leads to */
bool px_found_written_p (tree type); /* true if an argument of TYPE leads to a pointer through
					which the callee may write (also atomically) */
px_persp px_variable_persp (tree d); /* perspective of a local variable or parameter, in inlined
					code too */

#endif
