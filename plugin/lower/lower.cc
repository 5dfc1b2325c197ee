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

#include "plugin/lower/lower-int.h"

px_unit_lowered &
px_lowered ()
{
  return px_unit_part (px_this_unit.lowered);
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

static tree
number (long n)
{
  return build_int_cst (unsigned_type_node, n);
}

/* Special registers of the current function, read at its entry.  */
struct sregs
{
  tree tid, ntid, ctaid, nctaid;
  bool uniform; /* px_id of units of warps reads WARP, PX_SREG_WARP, and not TID */
  tree warp;
};

static tree
read_sreg (tree *v, px_sreg reg)
{
  if (!*v)
    *v = px_entry_sreg (reg);
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

static tree
read_tid (void *r)
{
  return read_sreg (&((sregs *) r)->tid, PX_SREG_TID);
}

/* For -fplugin-arg-px-bounds: F, a function of this file that gets pointers, is inlined, since its callers know what these lead
   to.  */
static void
inline_for_bounds (tree f)
{
  bool pointers = false;
  for (tree p = DECL_ARGUMENTS (f); p; p = DECL_CHAIN (p))
    pointers |= POINTER_TYPE_P (TREE_TYPE (p));
  if (!pointers || TREE_PUBLIC (f) || DECL_WEAK (f) || px_twin_p (f)
      || lookup_attribute ("noipa", DECL_ATTRIBUTES (f)))
    return;
  DECL_UNINLINABLE (f) = 0;
  DECL_DISREGARD_INLINE_LIMITS (f) = 1;
  DECL_ATTRIBUTES (f) = remove_attribute ("noinline", DECL_ATTRIBUTES (f));
  DECL_ATTRIBUTES (f)
    = tree_cons (get_identifier ("always_inline"), NULL_TREE, DECL_ATTRIBUTES (f));
}

static unsigned
lower_units (function *f)
{
  sregs r = {};
  basic_block bb;

  if (px_opt.bounds)
    inline_for_bounds (f->decl);
  r.uniform = px_uniform_warps_p (f);
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

opt_pass *
px_pass_lower (gcc::context *c)
{
  return px_function_pass (
    c, { "pxlower", PROP_cfg | PROP_ssa, TODO_update_ssa_only_virtuals },
    [] (function *f) { return px_device_body_p (f->decl); }, lower_units);
}

opt_pass *
px_pass_unmark (gcc::context *c)
{
  return px_function_pass (
    c, { "pxunmark", PROP_cfg | PROP_ssa, TODO_update_ssa_only_virtuals | TODO_cleanup_cfg },
    [] (function *f) { return px_device_body_p (f->decl) && !px_inlined_p (f->decl); }, unmark);
}
