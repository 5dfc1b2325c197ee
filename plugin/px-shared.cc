/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared memory (rule D3).  The block has one array, the base below; a function
   has a frame in it, and each __shared array an offset in a frame.

   pxexpose needs: a checked function after "cfg".  Leaves: each __shared array
   as memory at an address that a call of an unknown function gives, so that no
   pass takes it for a variable of one thread.
   pxlayout needs: functions after early inlining, where every call tree of
   static inline functions is one function.  Leaves: offsets for those calls,
   and the size of the frame.  */

#include "px-plugin.h"

static GTY(()) tree base;               /* extern char px_smem[], shared */
static GTY(()) tree address_fn;         /* void *(int): of the array so numbered */
static std::vector<tree> arrays;        /* their declarations, by number */
static std::map<tree, uint64_t> frames; /* bytes, by function */

static void root (tree *t)
{
  static ggc_root_tab r[] = {
    { &base, 1, sizeof (tree), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node },
    { &address_fn, 1, sizeof (tree), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node },
    LAST_GGC_ROOT_TAB
  };
  static bool done;
  if (!done)
    register_callback ("px", PLUGIN_REGISTER_GGC_ROOTS, NULL, (void *) r);
  done = true;
  (void) t;
}

tree px_shared_base ()
{
  if (base)
    return base;
  root (&base);
  base = build_decl (BUILTINS_LOCATION, VAR_DECL, get_identifier ("px_smem"),
		     build_array_type (char_type_node, build_index_type (size_zero_node)));
  TREE_PUBLIC (base) = 1;
  DECL_EXTERNAL (base) = 1;
  TREE_USED (base) = 1;
  TREE_ADDRESSABLE (base) = 1;
  DECL_ARTIFICIAL (base) = 1;
  SET_DECL_ALIGN (base, 1024 * BITS_PER_UNIT);
  DECL_USER_ALIGN (base) = 1;
  DECL_ATTRIBUTES (base)
    = tree_cons (get_identifier ("shared"), NULL_TREE,
		 tree_cons (get_identifier ("px_device"), NULL_TREE, NULL_TREE));
  varpool_node::get_create (base)->offloadable = 1;
  return base;
}

uint64_t px_shared_bytes (tree fn)
{
  std::map<tree, uint64_t>::iterator i = frames.find (fn);
  return i == frames.end () ? 0 : i->second;
}

/* ---- pxexpose --------------------------------------------------------- */

static bool shared_p (tree d)
{
  return VAR_P (d) && lookup_attribute ("px_shared", DECL_ATTRIBUTES (d));
}

/* Pointers to the arrays of the function at hand.  */
static std::map<tree, tree> pointers;

/* Put memory at its pointer in the place of each __shared array in *TP.  */
static tree expose_ref (tree *tp, int *sub, void *)
{
  tree t = *tp;
  if (TYPE_P (t)) {
    *sub = 0;
    return NULL_TREE;
  }
  if (!VAR_P (t) || !pointers.count (t))
    return NULL_TREE;
  tree type = build_aligned_type (TREE_TYPE (t), DECL_ALIGN (t));
  tree p = pointers[t];
  *tp = build2 (MEM_REF, type, p, build_zero_cst (TREE_TYPE (p)));
  *sub = 0;
  return NULL_TREE;
}

static tree expose_op (tree *tp, int *sub, void *data)
{
  walk_stmt_info *wi = (walk_stmt_info *) data;
  tree t = *tp;
  /* &array[k] with variable k, or of the array itself, is no invariant any
     more: it becomes pointer arithmetic.  */
  if (TREE_CODE (t) == ADDR_EXPR) {
    tree b = get_base_address (TREE_OPERAND (t, 0));
    if (b && VAR_P (b) && pointers.count (b)) {
      tree c = unshare_expr (t);
      walk_tree (&TREE_OPERAND (c, 0), expose_ref, NULL, NULL);
      recompute_tree_invariant_for_addr_expr (c);
      *tp = c;
      gimple_stmt_iterator gsi = wi->gsi;
      if (!is_gimple_assign (gsi_stmt (gsi)) || gimple_assign_rhs1_ptr (gsi_stmt (gsi)) != tp
	  || gimple_assign_rhs_code (gsi_stmt (gsi)) != ADDR_EXPR)
	*tp = force_gimple_operand_gsi (&gsi, c, true, NULL_TREE, true, GSI_SAME_STMT);
      wi->changed = true;
    }
    *sub = 0;
    return NULL_TREE;
  }
  return expose_ref (tp, sub, NULL);
}

static void check_array (tree d, function *f)
{
  px_persp code = px_code_persp_in (px_stamp (d, "px region"), f->decl);
  location_t loc = DECL_SOURCE_LOCATION (d);
  if (code.level != PX_BLOCK || code.n != 1)
    px_error (loc, PX_D_SHARED_PLACE, d, px_name (code));
  else if (TREE_CODE (TREE_TYPE (d)) != ARRAY_TYPE || !DECL_SIZE_UNIT (d)
	   || !tree_fits_uhwi_p (DECL_SIZE_UNIT (d)))
    px_error (loc, PX_D_SHARED_TYPE, d);
  else if (DECL_ALIGN_UNIT (d) > 1024)
    px_error (loc, PX_D_SHARED_ALIGN, d, DECL_ALIGN_UNIT (d));
  else if (DECL_ALIGN_UNIT (d) < 16) {
    SET_DECL_ALIGN (d, 16 * BITS_PER_UNIT);
    DECL_USER_ALIGN (d) = 1;
  }
}

static tree address_of_array (int i)
{
  if (!address_fn) {
    root (&address_fn);
    address_fn = build_fn_decl ("px shared", build_function_type_list (ptr_type_node, integer_type_node, NULL_TREE));
    TREE_NOTHROW (address_fn) = 1;
    DECL_ARTIFICIAL (address_fn) = 1;
  }
  return build_int_cst (integer_type_node, i);
}

static unsigned expose (function *f)
{
  tree d;
  unsigned i;
  basic_block bb;
  pointers.clear ();
  FOR_EACH_LOCAL_DECL (f, i, d)
    if (shared_p (d))
      check_array (d, f);
  if (seen_error ())
    return 0;
  gimple_seq start = NULL;
  FOR_EACH_LOCAL_DECL (f, i, d)
    if (shared_p (d)) {
      tree p = make_ssa_name (build_pointer_type (TREE_TYPE (d)));
      tree number = address_of_array (arrays.size ());
      gcall *call = gimple_build_call (address_fn, 1, number);
      gimple_set_location (call, DECL_SOURCE_LOCATION (d));
      gimple_call_set_lhs (call, p);
      gimple_seq_add_stmt (&start, call);
      pointers[d] = p;
      arrays.push_back (d);
    }
  if (pointers.empty ())
    return 0;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); ) {
      gimple *s = gsi_stmt (gsi);
      if (gimple_clobber_p (s) && pointers.count (gimple_assign_lhs (s))) {
	gsi_remove (&gsi, true);
	continue;
      }
      if (is_gimple_debug (s)) {
	gsi_next (&gsi);
	continue;
      }
      walk_stmt_info wi;
      memset (&wi, 0, sizeof wi);
      wi.gsi = gsi;
      walk_gimple_op (s, expose_op, &wi);
      update_stmt (s);
      gsi_next (&gsi);
    }
  edge e = split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (f))) ? single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (f)) : NULL;
  gimple_stmt_iterator gsi = gsi_after_labels (e->dest);
  gsi_insert_seq_before (&gsi, start, GSI_SAME_STMT);
  return 0;
}

/* ---- pxlayout --------------------------------------------------------- */

static unsigned layout (function *f)
{
  basic_block bb;
  uint64_t top = 0;
  px_signature sig = px_signature_of (f->decl);
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); ) {
      gimple *s = gsi_stmt (gsi);
      tree fn = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
      if (!fn || fn != address_fn) {
	gsi_next (&gsi);
	continue;
      }
      tree d = arrays[tree_to_shwi (gimple_call_arg (s, 0))];
      uint64_t align = DECL_ALIGN_UNIT (d);
      top = (top + align - 1) / align * align;
      tree lhs = gimple_call_lhs (s);
      if (!lhs) {
	unlink_stmt_vdef (s);
	gsi_remove (&gsi, true);
	continue;
      }
      tree at = build2 (MEM_REF, char_type_node, build_fold_addr_expr (px_shared_base ()),
			build_int_cst (ptr_type_node, top));
      top += tree_to_uhwi (DECL_SIZE_UNIT (d));
      if (sig.smem && top > (uint64_t) sig.smem)
	px_error (DECL_SOURCE_LOCATION (d), PX_D_SHARED_SIZE, d, top, sig.smem);
      gimple *a = gimple_build_assign (lhs, fold_convert (TREE_TYPE (lhs), build_fold_addr_expr (at)));
      gimple_set_location (a, gimple_location (s));
      unlink_stmt_vdef (s);
      gsi_replace (&gsi, a, false);
      gsi_next (&gsi);
    }
  frames[f->decl] = top;
  return 0;
}

namespace {
const pass_data expose_data = {
  GIMPLE_PASS, "pxexpose", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0
};
class expose_pass : public gimple_opt_pass {
public:
  expose_pass (gcc::context *c) : gimple_opt_pass (expose_data, c) {}
  bool gate (function *f) final override { return px_device_fn_p (f->decl); }
  unsigned execute (function *f) final override { return expose (f); }
};
const pass_data layout_data = {
  GIMPLE_PASS, "pxlayout", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0,
  TODO_update_ssa_only_virtuals
};
class layout_pass : public gimple_opt_pass {
public:
  layout_pass (gcc::context *c) : gimple_opt_pass (layout_data, c) {}
  bool gate (function *f) final override
  { return px_device_fn_p (f->decl) && !px_inlined_p (f->decl) && address_fn; }
  unsigned execute (function *f) final override { return layout (f); }
};
}

opt_pass *px_pass_expose (gcc::context *c) { return new expose_pass (c); }
opt_pass *px_pass_layout (gcc::context *c) { return new layout_pass (c); }
