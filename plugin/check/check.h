/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plugin/check offers the layers above.  Its own files share check-int.h.  */
#ifndef PX_CHECK_H
#define PX_CHECK_H

#include "plugin/front/front.h"

/* plugin/check/rules.cc: the rules of the manual's chapter on perspectives, on GIMPLE
   right after "cfg", function by function against signatures only.  */
opt_pass *px_pass_check (gcc::context *);

/* plugin/check/call.cc.  */
/* What each thread of a block of S.threads threads starts with, if S does not say: an
   equal part of the 65536 registers of a multiprocessor (PTX ISA 11.4).  */
int px_first_registers (const px_signature &s);

/* plugin/check/uses.cc: variables of file scope that functions use by name.  */
struct px_named_use
{
  bool write, plain; /* plain: other than by atomics */
  bool maybe;	     /* it, or what it calls, is in another file */
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
			  std::set<std::string> *elsewhere); /* and of this file's functions
						   that it calls; those of other files, by name */
void px_note_uses (tree fn);				     /* of variables of file scope: on
					   PLUGIN_PRE_GENERICIZE, of all before */

/* plugin/check/value.cc: where values live.  */
bool px_id_target (gimple *call, px_persp *); /* what a call of __px_id counts;
						   false: it is ill-formed */
bool px_count_p (gimple *call);		      /* is it px_units? */
bool px_leads_on_p (tree type);		      /* may an object of it have pointers in it? */
bool px_may_store_arguments_p (gimple *);     /* does it call a device function that may keep its
						   arguments in memory that another one leads to? */
bool px_found_written_p (tree type); /* of an argument: is a pointer to be found there through
						   which may be written (atomically)? */
px_persp px_variable_persp (tree d); /* where a local variable or parameter
						   lives, in inlined code too */

#endif
