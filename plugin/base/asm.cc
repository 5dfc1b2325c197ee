/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inline PTX: makes px's own asm statements, and classifies asm statements.

   Needs: a function in SSA form.
   Leaves: statements that are not inserted yet; px_protect_collectives inserts a call of an
   internal function at each collective, so that GIMPLE never copies it, and
   px_unprotect_collectives removes these.  */

#include "plugin/base/base.h"

/* Operands for an asm statement, of CONSTRAINT.  */
static vec<tree, va_gc> *
asm_operands (const std::vector<tree> &v, const char *constraint)
{
  vec<tree, va_gc> *l = NULL;
  for (tree t : v)
    vec_safe_push (l, build_tree_list (build_tree_list (NULL_TREE,
							build_string (strlen (constraint) + 1,
								      constraint)),
				       t));
  return l;
}

static gasm *
make_asm (const std::string &text, const std::vector<tree> &outs, vec<tree, va_gc> *ins,
	  vec<tree, va_gc> *clobbers, location_t loc)
{
  gasm *a = gimple_build_asm_vec (ggc_strdup (text.c_str ()), ins, asm_operands (outs, "=r"),
				  clobbers, NULL);
  gimple_set_location (a, loc);
  for (tree t : outs)
    if (TREE_CODE (t) == SSA_NAME)
      SSA_NAME_DEF_STMT (t) = a;
  return a;
}

gasm *
px_asm (const std::string &text, const std::vector<tree> &outs, const std::vector<tree> &ins,
	bool memory, location_t loc)
{
  vec<tree, va_gc> *clobbers = NULL;
  if (memory)
    vec_safe_push (clobbers, build_tree_list (NULL_TREE, build_string (7, "memory")));
  return make_asm (text, outs, asm_operands (ins, "r"), clobbers, loc);
}

/* The operand that is NUMBER.  C has no such name, so that no user's operand has it.  */
static tree
number_operand (unsigned number)
{
  return build_tree_list (build_tree_list (get_identifier ("px number"), build_string (2, "i")),
			  build_int_cst (integer_type_node, number));
}

gasm *
px_asm_numbered (const std::string &text, const std::vector<tree> &outs,
		 const std::vector<tree> &ins, unsigned number, location_t loc)
{
  vec<tree, va_gc> *inputs = asm_operands (ins, "r"), *clobbers = NULL;
  vec_safe_push (inputs, number_operand (number));
  vec_safe_push (clobbers, build_tree_list (NULL_TREE, build_string (7, "memory")));
  gasm *a = make_asm (text + " /* px:%" + std::to_string (outs.size () + ins.size ()) + " */", outs,
		      inputs, clobbers, loc);
  gimple_asm_set_volatile (a, true);
  return a;
}

bool
px_numbered_asm_p (const gimple *s, unsigned *number)
{
  const gasm *a = dyn_cast<const gasm *> (s);
  tree last
    = a && gimple_asm_ninputs (a) ? gimple_asm_input_op (a, gimple_asm_ninputs (a) - 1) : NULL_TREE;
  if (!last || TREE_PURPOSE (TREE_PURPOSE (last)) != get_identifier ("px number"))
    return false;
  *number = tree_to_uhwi (TREE_VALUE (last));
  return true;
}

void
px_renumber_asm (gasm *a, unsigned number)
{
  gimple_asm_set_input_op (a, gimple_asm_ninputs (a) - 1, number_operand (number));
}

gasm *
px_asm_load (const std::string &text, const std::vector<tree> &outs, tree memory, location_t loc)
{
  return make_asm (text, outs, asm_operands ({ memory }, "m"), NULL, loc);
}

std::string
px_lane_mask (unsigned n)
{
  char t[200];
  snprintf (t, sizeof t,
	    ".reg .b32 %%%%pxm; mov.u32 %%%%pxm, %%%%laneid; and.b32 %%%%pxm, %%%%pxm, %d; "
	    "shl.b32 %%%%pxm, %u, %%%%pxm; ",
	    -(int) n & 31, (1u << n) - 1);
  return t;
}

std::string
px_number_in (unsigned n)
{
  if (!n)
    return "";
  return (n & (n - 1) ? "rem.u32 %%pxt, %%pxt, " + std::to_string (n)
		      : "and.b32 %%pxt, %%pxt, " + std::to_string (n - 1))
	 + "; ";
}

/* The texts that read special registers.  A statement is px's own if its text is one of these
   pointers, not an equal text: copies of a statement share the pointer, and an asm of the
   user's has its own.  */
static const struct
{
  px_sreg reg;
  const char *ptx;
} registers[] = {
  { PX_SREG_TID, "mov.u32 %0, %%tid.x;" },
  { PX_SREG_NTID, "mov.u32 %0, %%ntid.x;" },
  { PX_SREG_CTAID, "mov.u32 %0, %%ctaid.x;" },
  { PX_SREG_NCTAID, "mov.u32 %0, %%nctaid.x;" },
  /* Of the warp's first thread; written so that ptxas sees that the value is uniform in the
     warp.  */
  { PX_SREG_WARP, "mov.u32 %0, %%tid.x; shfl.sync.idx.b32 %0, %0, 0, 31, 0xffffffff;" },
};

const char *
px_sreg_text (px_sreg reg)
{
  for (const auto &r : registers)
    if (r.reg == reg)
      return r.ptx;
  gcc_unreachable ();
}

px_sreg
px_sreg_of (const gimple *s)
{
  const gasm *a = dyn_cast<const gasm *> (s);
  for (const auto &r : registers)
    if (a && gimple_asm_string (a) == r.ptx)
      return r.reg;
  return PX_SREG_NONE;
}

tree
px_entry_sreg (px_sreg reg)
{
  basic_block entry = single_succ (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  if (!single_pred_p (entry) || phi_nodes (entry))
    entry = split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)));
  for (gimple_stmt_iterator g = gsi_start_bb (entry); !gsi_end_p (g); gsi_next (&g))
    if (px_sreg_of (gsi_stmt (g)) == reg)
      return TREE_VALUE (gimple_asm_output_op (as_a<gasm *> (gsi_stmt (g)), 0));
  tree v = make_ssa_name (unsigned_type_node);
  gasm *a = px_asm ("", { v }, {}, false, UNKNOWN_LOCATION);
  a->string = px_sreg_text (reg);
  gimple_asm_set_volatile (a, reg == PX_SREG_WARP);
  gimple_stmt_iterator at = gsi_after_labels (entry);
  gsi_insert_before (&at, a, GSI_SAME_STMT);
  return v;
}

/* Returns true if a statement of this PTX begins with one of WORDS, which ends with NULL.  */
static bool
begins_p (const char *text, const char *const *words)
{
  for (const char *p = text; *p;)
    {
      while (*p && !ISALPHA (*p))
	{
	  const char *end = startswith (p, "/*")   ? strstr (p + 2, "*/")
			    : startswith (p, "//") ? strchr (p, '\n')
						   : NULL;
	  p = end ? end + 1 : p + 1;
	}
      for (const char *const *w = words; *w; w++)
	if (startswith (p, *w))
	  return true;
      while (*p && *p != ';' && *p != '\n' && *p != '{' && *p != ' ')
	p++;
      if (*p == ' ')
	{ /* operands: skip to the end of the statement */
	  while (*p && *p != ';' && *p != '\n')
	    p++;
	}
    }
  return false;
}

/* Returns true if several threads execute a volatile asm with this text collectively.  */
static bool
collective_p (const char *text)
{
  static const char *const words[]
    = { "bar.",	     "barrier.",	"shfl.",	 "vote.",	   "match.",
	"redux.",    "activemask",	"elect.",	 "mma.",	   "wmma.",
	"wgmma.",    "ldmatrix",	"stmatrix",	 "setmaxnreg",	   "cp.async.bulk",
	"mbarrier.", "cp.async.commit", "cp.async.wait", "griddepcontrol", "movmatrix",
	NULL };
  return begins_p (text, words);
}

bool
px_starts_product_p (const gasm *s)
{
  static const char *const words[] = { "wgmma.", NULL };
  return begins_p (gimple_asm_string (s), words);
}

bool
px_barrier_p (const gasm *s)
{
  static const char *const words[] = { "bar.", "barrier.", NULL };
  return begins_p (gimple_asm_string (s), words);
}

bool
px_orders_p (const gasm *s)
{
  static const char *const words[] = { "bar.", "barrier.", "mbarrier.", NULL };
  return begins_p (gimple_asm_string (s), words);
}

gcall *
px_collective_mark ()
{
  return gimple_build_call_internal (IFN_GOMP_SIMT_VOTE_ANY, 1, integer_zero_node);
}

void
px_protect_collectives (function *f)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (gasm *a = dyn_cast<gasm *> (gsi_stmt (gsi)))
	if (unsigned number; px_numbered_asm_p (a, &number)
			     || (gimple_asm_volatile_p (a) && collective_p (gimple_asm_string (a))))
	  gsi_insert_after (&gsi, px_collective_mark (), GSI_SAME_STMT);
}

void
px_unprotect_collectives (function *f)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      if (gimple_call_internal_p (gsi_stmt (gsi), IFN_GOMP_SIMT_VOTE_ANY))
	{
	  unlink_stmt_vdef (gsi_stmt (gsi));
	  gsi_remove (&gsi, true);
	}
      else
	gsi_next (&gsi);
}
