/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Atomic loads and stores, and volatile ones of scalars.

   GCC's nvptx back end writes both as plain ld and st, which PTX calls weak: no other
   thread may access the same bytes meanwhile (PTX ISA, memory consistency model), and
   ptxas may take a load out of the loop that waits for it to change.  They become strong
   here; sequentially consistent ones have a fence before them, as C's are mapped to PTX.

     n = *v, of a volatile int *v       asm ("ld.volatile.u32 %0, [%1];" : "=r" n : "r" v)
     __atomic_store_4 (f, 1, RELEASE)   asm ("st.release.sys.u32 [%0], %1;" : : "r" f, "r" 1)  */

#include "plugin/lower/lower.h"
#include "memmodel.h"

/* Between TYPE and the integer of as many bits.  */
static tree
as_type (gimple_stmt_iterator *gsi, tree type, tree v)
{
  tree e = INTEGRAL_TYPE_P (type) == INTEGRAL_TYPE_P (TREE_TYPE (v)) || POINTER_TYPE_P (type)
	       || POINTER_TYPE_P (TREE_TYPE (v))
	     ? fold_convert (type, v)
	     : build1 (VIEW_CONVERT_EXPR, type, v);
  return force_gimple_operand_gsi (gsi, e, true, NULL_TREE, true, GSI_SAME_STMT);
}

static tree
integer_of (unsigned bytes, bool in_register)
{
  return bytes == 8		     ? uint64_type_node
	 : bytes == 4 || in_register ? uint32_type_node
	 : bytes == 2		     ? uint16_type_node
				     : unsigned_char_type_node;
}

/* In place of *GSI: LHS (may be NULL) = *P, of BYTES bytes, or *P = VALUE.  */
static void
access (gimple_stmt_iterator *gsi, const std::string &how, unsigned bytes, tree p, tree lhs,
	tree value)
{
  gimple *s = gsi_stmt (*gsi);
  std::string type = ".u" + std::to_string (bytes * 8);
  gasm *a;
  if (value)
    {
      value
	= as_type (gsi, integer_of (bytes, true), as_type (gsi, integer_of (bytes, false), value));
      a = px_asm (how + type + " [%0], %1;", {}, { p, value }, true, gimple_location (s));
    }
  else
    {
      value = make_ssa_name (integer_of (bytes, true));
      a = px_asm (how + type + " %0, [%1];", { value }, { p }, true, gimple_location (s));
    }
  gimple_asm_set_volatile (a, true);
  gsi_insert_before (gsi, a, GSI_SAME_STMT);
  unlink_stmt_vdef (s);
  if (!lhs)
    {
      gsi_replace (gsi, gimple_build_nop (), true);
      return;
    }
  value = as_type (gsi, TREE_TYPE (lhs), as_type (gsi, integer_of (bytes, false), value));
  if (is_gimple_call (s))
    gimple_call_set_lhs (s, NULL_TREE);
  gassign *g = gimple_build_assign (lhs, value);
  gimple_set_location (g, gimple_location (s));
  gsi_replace (gsi, g, true);
}

/* The size of a built-in of those from FIRST on, for 1, 2, 4 and 8 bytes; 0: none of them.  */
static unsigned
bytes_of (gimple *s, built_in_function first)
{
  if (!gimple_call_builtin_p (s, BUILT_IN_NORMAL))
    return 0;
  int k = DECL_FUNCTION_CODE (gimple_call_fndecl (s)) - first;
  return k >= 0 && k < 4 ? 1u << k : 0;
}

static bool
atomic (gimple_stmt_iterator *gsi)
{
  gimple *s = gsi_stmt (*gsi);
  unsigned load = bytes_of (s, BUILT_IN_ATOMIC_LOAD_1),
	   store = bytes_of (s, BUILT_IN_ATOMIC_STORE_1);
  if (unsigned bytes = bytes_of (s, BUILT_IN_SYNC_LOCK_RELEASE_1))
    {
      access (gsi, "st.release.sys", bytes, gimple_call_arg (s, 0), NULL_TREE,
	      build_zero_cst (integer_of (bytes, false)));
      return true;
    }
  bool clear = gimple_call_builtin_p (s, BUILT_IN_ATOMIC_CLEAR);
  store = clear ? 1 : store;
  if (!load && !store)
    return false;
  tree o = gimple_call_arg (s, load || clear ? 1 : 2),
       value = clear  ? build_zero_cst (unsigned_char_type_node)
	       : load ? NULL_TREE
		      : gimple_call_arg (s, 1);
  HOST_WIDE_INT order
    = tree_fits_shwi_p (o) ? tree_to_shwi (o) & MEMMODEL_BASE_MASK : (int) MEMMODEL_SEQ_CST;
  std::string how = order == MEMMODEL_SEQ_CST ? "fence.sc.sys; " : "";
  if (load)
    how += order == MEMMODEL_RELAXED ? "ld.relaxed.sys" : "ld.acquire.sys";
  else
    how += order == MEMMODEL_RELAXED || order == MEMMODEL_SEQ_CST ? "st.relaxed.sys"
								  : "st.release.sys";
  access (gsi, how, load + store, gimple_call_arg (s, 0), load ? gimple_call_lhs (s) : NULL_TREE,
	  value);
  return true;
}

/* REF is a volatile scalar that other threads can access.  */
static bool
shared_scalar_p (tree ref)
{
  tree base = get_base_address (ref), type = TREE_TYPE (ref);
  if (!TREE_THIS_VOLATILE (ref)
      || !(INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type))
      || !tree_fits_uhwi_p (TYPE_SIZE_UNIT (type)) || !base
      || (DECL_P (base) && !is_global_var (base)) || TREE_CODE (ref) == BIT_FIELD_REF
      || TREE_CODE (ref) == REALPART_EXPR || TREE_CODE (ref) == IMAGPART_EXPR
      || (TREE_CODE (ref) == COMPONENT_REF && DECL_BIT_FIELD (TREE_OPERAND (ref, 1))))
    return false;
  if (TREE_CODE (base) == MEM_REF && TREE_CODE (TREE_OPERAND (base, 0)) == ADDR_EXPR
      && !is_global_var (TREE_OPERAND (TREE_OPERAND (base, 0), 0)))
    return false;
  unsigned n = tree_to_uhwi (TYPE_SIZE_UNIT (type));
  return (n == 1 || n == 2 || n == 4 || n == 8)
	 && (!INTEGRAL_TYPE_P (type) || TYPE_PRECISION (type) == n * 8
	     || TREE_CODE (type) == BOOLEAN_TYPE);
}

static bool
volatile_scalar (gimple_stmt_iterator *gsi)
{
  gimple *s = gsi_stmt (*gsi);
  if (!gimple_assign_single_p (s) || !gimple_has_volatile_ops (s))
    return false;
  tree lhs = gimple_assign_lhs (s), rhs = gimple_assign_rhs1 (s);
  bool load = TREE_CODE (lhs) == SSA_NAME && REFERENCE_CLASS_P (rhs) && shared_scalar_p (rhs);
  if (!load
      && !(is_gimple_val (rhs) && (REFERENCE_CLASS_P (lhs) || DECL_P (lhs))
	   && shared_scalar_p (lhs)))
    return false;
  tree ref = load ? rhs : lhs;
  tree p = force_gimple_operand_gsi (gsi, build_fold_addr_expr (unshare_expr (ref)), true,
				     NULL_TREE, true, GSI_SAME_STMT);
  access (gsi, load ? "ld.volatile" : "st.volatile",
	  tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (ref))), p, load ? lhs : NULL_TREE,
	  load ? NULL_TREE : rhs);
  return true;
}

void
px_make_strong (function *f)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (!atomic (&i))
	volatile_scalar (&i);
}
