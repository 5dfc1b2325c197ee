/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lowering of what depends on the code perspective.

   Needs: device functions in SSA form, right after "ssa", unoptimised.
   Leaves: no call of __px_id; special registers read once at function entry;
   beside each volatile asm that is collective, a call of an internal function
   that GIMPLE never copies and that expands to nothing, so that no later pass
   duplicates the collective into divergent paths.

     t = __px_id ("thread", 0);           asm ("mov.u32 %0, %%tid.x;" : "=r" n);  at the start
					  t = (int) n;           in a block's code, or
					  t = (int) (n % 32);    in code of thread[32]
     s = px_shfl_xor_int (t, 1, 32);      the same, and .GOMP_SIMT_VOTE_ANY (0);

   A second pass, after early inlining, takes the markers away.  */

#include "plugin/px-plugin.h"

gasm *
px_asm (const std::string &text, const std::vector<tree> &outs, const std::vector<tree> &ins,
	bool memory, location_t loc)
{
  auto list = [] (const std::vector<tree> &v, const char *constraint) {
    vec<tree, va_gc> *l = NULL;
    for (tree t : v)
      vec_safe_push (l, build_tree_list (build_tree_list (NULL_TREE,
							  build_string (strlen (constraint) + 1,
									constraint)),
					 t));
    return l;
  };
  vec<tree, va_gc> *clobbers = NULL;
  if (memory)
    vec_safe_push (clobbers, build_tree_list (NULL_TREE, build_string (7, "memory")));
  gasm *a = gimple_build_asm_vec (ggc_strdup (text.c_str ()), list (ins, "r"), list (outs, "=r"),
				  clobbers, NULL);
  gimple_set_location (a, loc);
  for (tree t : outs)
    if (TREE_CODE (t) == SSA_NAME)
      SSA_NAME_DEF_STMT (t) = a;
  return a;
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

/* A fresh SSA name of type unsigned, and the statement that defines it as
   A OP B, put before *GSI.  */
static tree
arith (gimple_stmt_iterator *gsi, tree_code op, tree a, tree b)
{
  tree v = make_ssa_name (unsigned_type_node);
  gsi_insert_before (gsi, gimple_build_assign (v, op, a, b), GSI_SAME_STMT);
  return v;
}

/* What reads a special register, text by text.  A statement is one of px's if its text is one
   of these, not one that reads alike: copies of a statement share it, and an asm of the user's
   has its own.  */
static const struct
{
  px_sreg reg;
  const char *ptx;
} registers[] = {
  { PX_SREG_TID, "mov.u32 %0, %%tid.x;" },
  { PX_SREG_NTID, "mov.u32 %0, %%ntid.x;" },
  { PX_SREG_CTAID, "mov.u32 %0, %%ctaid.x;" },
  { PX_SREG_NCTAID, "mov.u32 %0, %%nctaid.x;" },
  /* Of a warp's first thread, of which ptxas sees that it is the warp's.  */
  { PX_SREG_WARP, "mov.u32 %0, %%tid.x; shfl.sync.idx.b32 %0, %0, 0, 31, 0xffffffff;" },
};

px_sreg
px_sreg_of (const gimple *s)
{
  const gasm *a = dyn_cast<const gasm *> (s);
  for (const auto &r : registers)
    if (a && gimple_asm_string (a) == r.ptx)
      return r.reg;
  return PX_SREG_NONE;
}

static tree
number (long n)
{
  return build_int_cst (unsigned_type_node, n);
}

/* Special registers of the function at hand, read at its entry.  */
struct sregs
{
  tree tid, ntid, ctaid, nctaid;
  bool uniform; /* units of warps are asked for by WARP, PX_SREG_WARP */
  tree warp;
};

static tree
read_sreg (tree *v, px_sreg reg)
{
  if (*v)
    return *v;
  *v = make_ssa_name (unsigned_type_node);
  gasm *a = px_asm ("", { *v }, {}, false, UNKNOWN_LOCATION);
  for (const auto &r : registers)
    if (r.reg == reg)
      a->string = r.ptx;
  gimple_asm_set_volatile (a, reg == PX_SREG_WARP);
  basic_block entry = single_succ (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  if (!single_pred_p (entry) || phi_nodes (entry))
    entry = split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)));
  gimple_stmt_iterator gsi = gsi_after_labels (entry);
  gsi_insert_before (&gsi, a, GSI_SAME_STMT);
  return *v;
}

/* The index of the unit of TARGET within code perspective CODE (manual: Perspectives):
   threads and blocks are counted one-dimensionally, and every unit of
   l[N] starts at a multiple of N.  */
static tree
id_value (gimple_stmt_iterator *gsi, sregs *r, px_persp target, px_persp code)
{
  tree v;
  if (target.level == PX_BLOCK)
    {
      v = read_sreg (&r->ctaid, PX_SREG_CTAID);
      if (code.level == PX_BLOCK)
	v = arith (gsi, TRUNC_MOD_EXPR, v, number (code.n));
    }
  else if (code.level == PX_THREAD || (code.level == PX_BLOCK && code.n == 1))
    {
      v = r->uniform && target.n % 32 == 0 ? read_sreg (&r->warp, PX_SREG_WARP)
					   : read_sreg (&r->tid, PX_SREG_TID);
      if (code.level == PX_THREAD)
	v = arith (gsi, TRUNC_MOD_EXPR, v, number (code.n));
    }
  else
    {
      v = read_sreg (&r->ctaid, PX_SREG_CTAID);
      if (code.level == PX_BLOCK)
	v = arith (gsi, TRUNC_MOD_EXPR, v, number (code.n));
      v = arith (gsi, MULT_EXPR, v, read_sreg (&r->ntid, PX_SREG_NTID));
      v = arith (gsi, PLUS_EXPR, v, read_sreg (&r->tid, PX_SREG_TID));
    }
  return target.n == 1 ? v : arith (gsi, TRUNC_DIV_EXPR, v, number (target.n));
}

/* How many units of TARGET there are within code perspective CODE.  */
static tree
count_value (gimple_stmt_iterator *gsi, sregs *r, px_persp target, px_persp code)
{
  if (code.level == target.level)
    return number (code.n / target.n);
  tree v = NULL_TREE;
  if (code.level == PX_GRID)
    v = read_sreg (&r->nctaid, PX_SREG_NCTAID);
  else if (code.n > 1)
    v = number (code.n);
  if (target.level == PX_THREAD)
    {
      tree threads = read_sreg (&r->ntid, PX_SREG_NTID);
      v = v ? arith (gsi, MULT_EXPR, v, threads) : threads;
    }
  return target.n == 1 ? v : arith (gsi, TRUNC_DIV_EXPR, v, number (target.n));
}

/* Call S of __px_id, which pxcheck has approved.  */
static void
lower_id (gimple_stmt_iterator *gsi, gcall *s, sregs *r)
{
  px_persp target, code = px_code_persp_in (px_region_of (s), current_function_decl);
  if (!px_id_target (s, &target))
    gcc_unreachable ();
  tree v = px_count_p (s) ? count_value (gsi, r, target, code) : id_value (gsi, r, target, code);
  if (tree lhs = gimple_call_lhs (s))
    gsi_replace (gsi, gimple_build_assign (lhs, NOP_EXPR, v), false);
  else
    gsi_remove (gsi, true);
}

/* Functions of mathematics that are one instruction, correctly rounded.  */
static const struct
{
  built_in_function code;
  const char *ptx;
} instructions[] = {
  { BUILT_IN_SQRT, "sqrt.rn.f64 %0, %1;" },
  { BUILT_IN_SQRTF, "sqrt.rn.f32 %0, %1;" },
  { BUILT_IN_FMA, "fma.rn.f64 %0, %1, %2, %3;" },
  { BUILT_IN_FMAF, "fma.rn.f32 %0, %1, %2, %3;" },
  { BUILT_IN_FMIN, "min.f64 %0, %1, %2;" },
  { BUILT_IN_FMINF, "min.f32 %0, %1, %2;" },
  { BUILT_IN_FMAX, "max.f64 %0, %1, %2;" },
  { BUILT_IN_FMAXF, "max.f32 %0, %1, %2;" },
  { BUILT_IN_FLOOR, "cvt.rmi.f64.f64 %0, %1;" },
  { BUILT_IN_FLOORF, "cvt.rmi.f32.f32 %0, %1;" },
  { BUILT_IN_CEIL, "cvt.rpi.f64.f64 %0, %1;" },
  { BUILT_IN_CEILF, "cvt.rpi.f32.f32 %0, %1;" },
  { BUILT_IN_TRUNC, "cvt.rzi.f64.f64 %0, %1;" },
  { BUILT_IN_TRUNCF, "cvt.rzi.f32.f32 %0, %1;" },
  { BUILT_IN_RINT, "cvt.rni.f64.f64 %0, %1;" },
  { BUILT_IN_RINTF, "cvt.rni.f32.f32 %0, %1;" },
  { BUILT_IN_NEARBYINT, "cvt.rni.f64.f64 %0, %1;" },
  { BUILT_IN_NEARBYINTF, "cvt.rni.f32.f32 %0, %1;" },
};

/* Replace call S if it is one of these.  */
static bool
lower_math (gimple_stmt_iterator *gsi, gcall *s)
{
  tree f = gimple_call_fndecl (s), lhs = gimple_call_lhs (s);
  if (!lhs || !fndecl_built_in_p (f, BUILT_IN_NORMAL))
    return false;
  for (const auto &i : instructions)
    {
      if (DECL_FUNCTION_CODE (f) != i.code)
	continue;
      std::vector<tree> ins;
      for (unsigned k = 0; k < gimple_call_num_args (s); k++)
	ins.push_back (gimple_call_arg (s, k));
      gasm *a = px_asm (i.ptx, { lhs }, ins, false, gimple_location (s));
      unlink_stmt_vdef (s);
      gimple_call_set_lhs (s, NULL_TREE);
      gsi_replace (gsi, a, true);
      SSA_NAME_DEF_STMT (lhs) = a;
      return true;
    }
  return false;
}

/* Does a statement of this PTX begin with one of WORDS, NULL last?  */
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
	{ /* operands: up to the end of the statement */
	  while (*p && *p != ';' && *p != '\n')
	    p++;
	}
    }
  return false;
}

/* Is a volatile asm with this text executed by several threads together?  */
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
	if (gimple_asm_volatile_p (a) && collective_p (gimple_asm_string (a)))
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

static tree
read_tid (void *r)
{
  return read_sreg (&((sregs *) r)->tid, PX_SREG_TID);
}

static unsigned
lower (function *f)
{
  sregs r = {};
  basic_block bb;

  /* Where descriptors of matrices depend on the unit.  */
  px_signature sig = px_signature_of (f->decl);
  if (px_twin_p (f->decl) && sig.threads && sig.threads % 32 == 0)
    FOR_EACH_BB_FN (bb, f)
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
	r.uniform |= px_wgmma_p (gsi_stmt (gsi));
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	gimple *s = gsi_stmt (gsi);
	tree fn = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
	if (fn && DECL_NAME (fn) && id_equal (DECL_NAME (fn), "__px_id"))
	  {
	    bool last = gimple_call_lhs (s) == NULL_TREE;
	    lower_id (&gsi, as_a<gcall *> (s), &r);
	    if (last)
	      continue;
	  }
	else if (fn
		 && (lower_math (&gsi, as_a<gcall *> (s))
		     || px_lower_fragment_query (&gsi, read_tid, &r)
		     || px_lower_print (&gsi, as_a<gcall *> (s))))
	  ;
	else if (const px_intrinsic *x = px_intrinsic_of (fn))
	  {
	    px_set_unit (s);
	    if (x->kind == PX_I_COLLECTIVE)
	      gsi_insert_after (&gsi, px_collective_mark (), GSI_SAME_STMT);
	  }
	else if (fn && px_fragment_op_of (fn) && px_fragment_op_of (fn)->unit == PX_U_ALL)
	  gsi_insert_after (&gsi, px_collective_mark (), GSI_SAME_STMT);
	gsi_next (&gsi);
      }
  px_protect_collectives (f);
  px_mark_facts (f);
  return 0;
}

/* Without optimisation nvptx has no vectors of some modes in registers to put a part into:
   it is put in memory.  */
static unsigned
insert_in_memory (function *f)
{
  basic_block bb;
  unsigned todo = 0;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	gimple *s = gsi_stmt (gsi);
	if (!is_gimple_assign (s) || gimple_assign_rhs_code (s) != BIT_INSERT_EXPR
	    || !VECTOR_TYPE_P (TREE_TYPE (gimple_assign_lhs (s))))
	  continue;
	tree part = gimple_assign_rhs2 (s), v = create_tmp_var (TREE_TYPE (gimple_assign_lhs (s)));
	TREE_ADDRESSABLE (v) = 1;
	tree at = build_int_cst (build_pointer_type (TREE_TYPE (v)),
				 tree_to_uhwi (gimple_assign_rhs3 (s)) / 8);
	gsi_insert_before (&gsi, gimple_build_assign (v, gimple_assign_rhs1 (s)), GSI_SAME_STMT);
	gsi_insert_before (&gsi,
			   gimple_build_assign (build2 (MEM_REF, TREE_TYPE (part),
							build_fold_addr_expr (v), at),
						part),
			   GSI_SAME_STMT);
	gimple_assign_set_rhs_from_tree (&gsi, v);
	update_stmt (gsi_stmt (gsi));
	todo = TODO_update_ssa_only_virtuals;
      }
  return todo;
}

static unsigned
unmark (function *f)
{
  basic_block bb;
  bool exit;
  px_drop_facts (f);
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      if (px_marker (gsi_stmt (gsi), &exit))
	{
	  gimple *s = gsi_stmt (gsi);
	  unlink_stmt_vdef (s);
	  gsi_remove (&gsi, true);
	  release_defs (s);
	}
      else
	gsi_next (&gsi);
  return px_opt.debug ? insert_in_memory (f) : 0;
}

namespace
{
const pass_data lower_data = { GIMPLE_PASS,
			       "pxlower",
			       OPTGROUP_NONE,
			       TV_NONE,
			       PROP_cfg | PROP_ssa,
			       0,
			       0,
			       0,
			       TODO_update_ssa_only_virtuals };
class lower_pass : public gimple_opt_pass
{
public:
  lower_pass (gcc::context *c) : gimple_opt_pass (lower_data, c)
  {
  }
  bool
  gate (function *f) final override
  {
    return px_device_body_p (f->decl);
  }
  unsigned
  execute (function *f) final override
  {
    return lower (f);
  }
};
const pass_data unmark_data = { GIMPLE_PASS,
				"pxunmark",
				OPTGROUP_NONE,
				TV_NONE,
				PROP_cfg | PROP_ssa,
				0,
				0,
				0,
				TODO_update_ssa_only_virtuals | TODO_cleanup_cfg };
class unmark_pass : public gimple_opt_pass
{
public:
  unmark_pass (gcc::context *c) : gimple_opt_pass (unmark_data, c)
  {
  }
  bool
  gate (function *f) final override
  {
    return px_device_body_p (f->decl) && !px_inlined_p (f->decl);
  }
  unsigned
  execute (function *f) final override
  {
    return unmark (f);
  }
};
}

opt_pass *
px_pass_lower (gcc::context *c)
{
  return new lower_pass (c);
}
opt_pass *
px_pass_unmark (gcc::context *c)
{
  return new unmark_pass (c);
}
