/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What special registers hold: a thread's number is less than the block's threads, a block's less
   than 2^31.  GCC knows nothing of that, and divides numbers that may be negative.  Ranges do not
   survive the offload stream, so they are said by masks, which the finalizer takes away
   (ptx/fix/masks.c):

     t = tid;                                   t = tid & 255;
     x = t % 16, y = t / 16;                    x = t & 15, y = t >> 4;

   In a kernel the block's number of threads is what its signature says.

   Needs: a device function in SSA form, synchronised: the inference knows the registers
   themselves.
   Leaves: each use of such a register, but those in comparisons, is one of its mask, or a
   constant.  */

#include "plugin/opt/opt.h"
#include "base/bits.h"

/* Limits of a launch on every architecture: threads of a block, blocks of a grid.  */
enum
{
  MOST_THREADS = 1024,
  MOST_BLOCKS = 0x7fffffff
};
enum
{
  MOST_DEEP = 8 /* steps in which a number is found not to be negative */
};

/* THREADS: of the block, 0: not known.  */
static unsigned
mask_of (px_sreg reg, unsigned threads)
{
  switch (reg)
    {
    case PX_SREG_TID: return px_low_bits ((threads ? threads : (unsigned) MOST_THREADS) - 1);
    case PX_SREG_NTID: return px_low_bits (MOST_THREADS);
    case PX_SREG_CTAID:
    case PX_SREG_NCTAID: return MOST_BLOCKS;
    default: return 0;
    }
}

static bool
comparison_p (const gimple *s)
{
  return gimple_code (s) == GIMPLE_COND
	 || (is_gimple_assign (s)
	     && TREE_CODE_CLASS (gimple_assign_rhs_code (s)) == tcc_comparison);
}

/* All uses of V become uses of N, but that in BUT and, if BUT is not NULL, those in comparisons.  */
static void
replace_uses (tree v, tree n, gimple *but)
{
  imm_use_iterator it;
  gimple *s;
  FOR_EACH_IMM_USE_STMT (s, it, v)
    {
      use_operand_p use;
      if (s == but || (but && comparison_p (s)))
	continue;
      FOR_EACH_IMM_USE_ON_STMT (use, it)
	SET_USE (use, n);
      update_stmt (s);
    }
}

/* Comparisons of V, a number that has been converted from register REG's, compare a conversion of
   their own.  */
static void
part_comparisons (tree v, tree reg)
{
  imm_use_iterator it;
  gimple *s;
  tree own = NULL_TREE;
  FOR_EACH_IMM_USE_STMT (s, it, v)
    {
      use_operand_p use;
      if (!comparison_p (s))
	continue;
      if (!own)
	{
	  own = make_ssa_name (TREE_TYPE (v));
	  gimple_stmt_iterator at = gsi_for_stmt (SSA_NAME_DEF_STMT (v));
	  gsi_insert_after (&at, gimple_build_assign (own, NOP_EXPR, reg), GSI_NEW_STMT);
	}
      FOR_EACH_IMM_USE_ON_STMT (use, it)
	SET_USE (use, own);
      update_stmt (s);
    }
}

/* A comparison of a mask with a constant becomes one of the bits that decide it, with 0, and where
   these are known to be 0, GCC takes them for a constant 0: then ptxas no longer sees that a value
   is the same for all threads.  So what is compared is the register itself, REG, and not MASKED.  */
static void
part_converted (tree masked, tree reg)
{
  imm_use_iterator it;
  use_operand_p use;
  std::vector<tree> converted;
  FOR_EACH_IMM_USE_FAST (use, it, masked)
    if (gassign *a = dyn_cast<gassign *> (USE_STMT (use)))
      if (CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (a))
	  && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (a))))
	converted.push_back (gimple_assign_lhs (a));
  for (tree v : converted)
    part_comparisons (v, reg);
}

bool
px_not_negative_p (tree t, int depth)
{
  if (TREE_CODE (t) == INTEGER_CST)
    return tree_int_cst_sgn (t) >= 0;
  if (TYPE_UNSIGNED (TREE_TYPE (t)))
    return true;
  gassign *s
    = TREE_CODE (t) == SSA_NAME ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (t)) : (gassign *) NULL;
  if (!s || depth == MOST_DEEP)
    return false;
  tree a = gimple_assign_rhs1 (s), b = gimple_assign_rhs2 (s);
  switch (gimple_assign_rhs_code (s))
    {
    CASE_CONVERT:
      /* A mask that fits, of what is unsigned.  */
      if (TYPE_PRECISION (TREE_TYPE (a)) < TYPE_PRECISION (TREE_TYPE (t)))
	return px_not_negative_p (a, depth + 1);
      if (TREE_CODE (a) == SSA_NAME && INTEGRAL_TYPE_P (TREE_TYPE (a)))
	if (gassign *m = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (a)))
	  return gimple_assign_rhs_code (m) == BIT_AND_EXPR
		 && TREE_CODE (gimple_assign_rhs2 (m)) == INTEGER_CST
		 && int_fits_type_p (gimple_assign_rhs2 (m), TREE_TYPE (t));
      return false;
    case BIT_AND_EXPR: return px_not_negative_p (a, depth + 1) || px_not_negative_p (b, depth + 1);
    case PLUS_EXPR:
    case MULT_EXPR:
      return TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (t)) && px_not_negative_p (a, depth + 1)
	     && px_not_negative_p (b, depth + 1);
    case TRUNC_DIV_EXPR:
    case RSHIFT_EXPR: return px_not_negative_p (a, depth + 1) && px_not_negative_p (b, depth + 1);
    default: return false;
    }
}

static unsigned
range (function *f)
{
  px_signature sig = px_signature_of (f->decl);
  unsigned threads = px_twin_p (f->decl) ? sig.threads : 0;
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	gimple *s = gsi_stmt (gsi);
	px_sreg reg = px_sreg_of (s);
	unsigned mask = mask_of (reg, threads);
	if (!mask)
	  continue;
	tree v = TREE_VALUE (gimple_asm_output_op (as_a<gasm *> (s), 0));
	if (TREE_CODE (v) != SSA_NAME)
	  continue;
	if (reg == PX_SREG_NTID && threads)
	  {
	    replace_uses (v, build_int_cst (TREE_TYPE (v), threads), NULL);
	    continue;
	  }
	tree n = make_ssa_name (TREE_TYPE (v));
	gassign *a = gimple_build_assign (n, BIT_AND_EXPR, v, build_int_cst (TREE_TYPE (v), mask));
	gsi_insert_after (&gsi, a, GSI_NEW_STMT);
	replace_uses (v, n, a);
	part_converted (n, v);
      }
  return 0;
}

opt_pass *
px_pass_range (gcc::context *c)
{
  return px_function_pass (c, { "pxrange", PROP_cfg | PROP_ssa, 0 }, px_wanted_p, range);
}
