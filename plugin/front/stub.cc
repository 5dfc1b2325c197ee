/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels: the body moves to a device twin, the kernel becomes a launch stub.

   Needs: a kernel's function with its C tree, before it is made generic.
   Leaves: a new function, "NAME.px" to the assembler, with body, parameters and attributes of the
   kernel, finished as a function of its own; under the old declaration

     void NAME (T1 a1, ..., Tn an)
     {
       void *args[] = { &a1, ..., &an };
       px__link_with_lpx (&px.kernel.NAME, args);
     }

   with an element of args for each parameter that the kernel has in PTX.  */

#include "plugin/front/front.h"
#include "runtime/image.h"

struct px_unit_kernels
{
  std::vector<px_kernel_rec> all;
};

std::vector<px_kernel_rec> &
px_kernels ()
{
  return px_unit_part (px_this_unit.kernels).all;
}

std::vector<px_piece>
px_pieces (tree fn)
{
  std::vector<px_piece> v;
  for (tree p = DECL_ARGUMENTS (fn); p; p = DECL_CHAIN (p))
    {
      tree type = TREE_TYPE (p), part = type;
      if (type == error_mark_node || !COMPLETE_TYPE_P (type))
	continue; /* GCC has reported it */
      unsigned size = tree_to_uhwi (TYPE_SIZE_UNIT (type));
      bool aggregate = AGGREGATE_TYPE_P (type) || VECTOR_TYPE_P (type);
      if (TREE_CODE (type) == COMPLEX_TYPE)
	part = TREE_TYPE (type);
      else if (INTEGRAL_TYPE_P (type) && size == 16)
	part = uint64_type_node;
      unsigned step = tree_to_uhwi (TYPE_SIZE_UNIT (part));
      bool widened = INTEGRAL_TYPE_P (part) && step < 4;
      tree as = !widened ? part : TYPE_UNSIGNED (part) ? unsigned_type_node : integer_type_node;
      unsigned bytes = widened ? 4 : step;
      for (unsigned at = 0; at < size; at += step)
	v.push_back ({ p, at, bytes, as, aggregate, widened });
      if (!size) /* an empty struct */
	v.push_back ({ p, 0, 0, as, aggregate, false });
    }
  return v;
}

/* The parameters of kernel FN fit into what a launch carries (PTX ISA, "Kernel Function
   Parameters").  */
static void
check_parameters (tree fn)
{
  const unsigned most = 4352;
  unsigned bytes = 0;
  for (const px_piece &p : px_pieces (fn))
    {
      unsigned align = p.aggregate ? TYPE_ALIGN_UNIT (TREE_TYPE (p.parm)) : std::max (p.size, 1u);
      bytes = ROUND_UP (bytes, align) + p.size;
    }
  if (bytes > most)
    px_error (px_user_loc (DECL_SOURCE_LOCATION (fn)), PX_D_KERNEL_PARAMETERS, fn, bytes, most);
}

/* Declarations of the function FROM, in the tree *TP, belong to TO.  */
struct move
{
  tree from, to;
};

static tree
move_decl (tree *tp, int *, void *data)
{
  move *m = (move *) data;
  tree t = *tp;
  if (DECL_P (t) && DECL_CONTEXT (t) == m->from)
    DECL_CONTEXT (t) = m->to;
  if (TREE_CODE (t) == BIND_EXPR)
    for (tree v = BIND_EXPR_VARS (t); v; v = DECL_CHAIN (v))
      if (DECL_CONTEXT (v) == m->from)
	DECL_CONTEXT (v) = m->to;
  return NULL_TREE;
}

/* The device twin of kernel FN: takes over all that makes a body.  */
static tree
make_twin (tree fn)
{
  tree twin = copy_node (fn);
  char *name = concat (px_ptx_name (fn).c_str (), ".px", NULL);
  SET_DECL_ASSEMBLER_NAME (twin, get_identifier (name));
  SET_DECL_RTL (twin, NULL);
  free (name);
  TREE_PUBLIC (twin) = 1; /* makes it a visible entry */
  DECL_ATTRIBUTES (twin)
    = tree_cons (get_identifier ("kernel"), NULL_TREE,
		 tree_cons (get_identifier ("px twin"), NULL_TREE,
			    remove_attribute ("px_kernel", copy_list (DECL_ATTRIBUTES (fn)))));

  DECL_STRUCT_FUNCTION (twin) = DECL_STRUCT_FUNCTION (fn);
  DECL_STRUCT_FUNCTION (twin)->decl = twin;
  for (tree p = DECL_ARGUMENTS (twin); p; p = DECL_CHAIN (p))
    DECL_CONTEXT (p) = twin;
  DECL_CONTEXT (DECL_RESULT (twin)) = twin;
  move m = { fn, twin };
  walk_tree_without_duplicates (&DECL_SAVED_TREE (twin), move_decl, &m);
  tree block = DECL_INITIAL (twin);
  if (block && TREE_CODE (block) == BLOCK)
    BLOCK_SUPERCONTEXT (block) = twin;
  return twin;
}

/* Parameters for the stub FN like those of TWIN; but a type that other parameters size
   belongs to one function.  */
static tree
copy_parameters (tree fn, tree twin)
{
  tree head = NULL_TREE, *tail = &head;
  for (tree p = DECL_ARGUMENTS (twin); p; p = DECL_CHAIN (p))
    {
      tree type
	= variably_modified_type_p (TREE_TYPE (p), NULL_TREE) ? ptr_type_node : TREE_TYPE (p);
      tree q = build_decl (DECL_SOURCE_LOCATION (p), PARM_DECL, DECL_NAME (p), type);
      DECL_ARG_TYPE (q) = type == ptr_type_node ? type : DECL_ARG_TYPE (p);
      DECL_CONTEXT (q) = fn;
      TREE_USED (q) = 1;
      TREE_ADDRESSABLE (q) = 1;
      *tail = q;
      tail = &DECL_CHAIN (q);
    }
  return head;
}

/* A local variable of the stub FN.  */
static tree
local (tree fn, const char *name, tree type)
{
  tree v = build_decl (DECL_SOURCE_LOCATION (fn), VAR_DECL, get_identifier (name), type);
  DECL_CONTEXT (v) = fn;
  DECL_ARTIFICIAL (v) = 1;
  TREE_USED (v) = 1;
  TREE_ADDRESSABLE (v) = 1;
  return v;
}

/* The body of stub FN as above.  */
static tree
stub_body (tree fn, tree record)
{
  location_t loc = DECL_SOURCE_LOCATION (fn);
  std::vector<px_piece> pieces = px_pieces (fn);
  size_t n = pieces.size ();
  tree list = NULL_TREE;
  tree vars = local (fn, "args", build_array_type_nelts (ptr_type_node, n ? n : 1)), args = vars;
  append_to_statement_list (build1 (DECL_EXPR, void_type_node, args), &list);
  for (size_t i = 0; i < n; i++)
    {
      const px_piece &p = pieces[i];
      tree addr = fold_convert (ptr_type_node, build_fold_addr_expr (p.parm));
      addr = fold_build_pointer_plus_hwi (addr, p.offset);
      if (p.widened)
	{
	  tree narrow = TREE_CODE (TREE_TYPE (p.parm)) == COMPLEX_TYPE
			  ? TREE_TYPE (TREE_TYPE (p.parm))
			  : TREE_TYPE (p.parm);
	  tree wide = local (fn, "wide", p.type);
	  tree from = build2 (MEM_REF, narrow, addr, build_zero_cst (ptr_type_node));
	  DECL_CHAIN (wide) = vars;
	  vars = wide;
	  append_to_statement_list (build1 (DECL_EXPR, void_type_node, wide), &list);
	  append_to_statement_list (build2_loc (loc, MODIFY_EXPR, p.type, wide,
						fold_convert (p.type, from)),
				    &list);
	  addr = fold_convert (ptr_type_node, build_fold_addr_expr (wide));
	}
      tree slot = build4 (ARRAY_REF, ptr_type_node, args, size_int (i), NULL_TREE, NULL_TREE);
      append_to_statement_list (build2_loc (loc, MODIFY_EXPR, ptr_type_node, slot, addr), &list);
    }
  if (tree facts = px_where_in_stub (fn, record))
    append_to_statement_list (facts, &list);
  tree type = build_function_type_list (void_type_node, ptr_type_node,
					build_pointer_type (ptr_type_node), NULL_TREE);
  tree enter = build_fn_decl ("px__link_with_lpx", type);
  append_to_statement_list (
    build_call_expr_loc (loc, enter, 2, fold_convert (ptr_type_node, build_fold_addr_expr (record)),
			 fold_convert (build_pointer_type (ptr_type_node),
				       build_fold_addr_expr (args))),
    &list);

  tree block = make_node (BLOCK);
  BLOCK_VARS (block) = vars;
  BLOCK_SUPERCONTEXT (block) = fn;
  TREE_USED (block) = 1;
  DECL_INITIAL (fn) = block;
  tree bind = build3_loc (loc, BIND_EXPR, void_type_node, vars, list, block);
  TREE_SIDE_EFFECTS (bind) = 1;
  return bind;
}

/* Makes the struct px_kernel of FN, which plugin/device/image.cc fills.  */
static tree
kernel_record (tree fn)
{
  char *name = concat ("px.kernel.", IDENTIFIER_POINTER (DECL_NAME (fn)), NULL);
  tree v = px_own_record (name, (sizeof (struct px_kernel) + 7) / 8);
  free (name);
  varpool_node::finalize_decl (v);
  return v;
}

void
px_make_stub (tree fn)
{
  check_parameters (fn);
  /* It has got PX504.  GCC finds what a nested function uses of FN by FN's declaration.  */
  if (first_nested_function (cgraph_node::get_create (fn)))
    return;
  tree twin = make_twin (fn);

  DECL_ARGUMENTS (fn) = copy_parameters (fn, twin);
  tree result = build_decl (DECL_SOURCE_LOCATION (fn), RESULT_DECL, NULL_TREE, void_type_node);
  DECL_CONTEXT (result) = fn;
  DECL_ARTIFICIAL (result) = 1;
  DECL_IGNORED_P (result) = 1;
  DECL_RESULT (fn) = result;

  /* The parser's function is now the twin's; the stub gets a fresh one.  */
  set_cfun (NULL);
  current_function_decl = NULL_TREE;
  DECL_STRUCT_FUNCTION (fn) = NULL;
  allocate_struct_function (fn, false);
  DECL_STRUCT_FUNCTION (fn)->function_start_locus = DECL_SOURCE_LOCATION (fn);
  DECL_STRUCT_FUNCTION (fn)->function_end_locus = DECL_SOURCE_LOCATION (fn);
  tree record = kernel_record (fn);
  DECL_SAVED_TREE (fn) = stub_body (fn, record);
  DECL_UNINLINABLE (fn) = 1;
  px_kernels ().push_back ({ fn, twin, record });

  set_cfun (DECL_STRUCT_FUNCTION (twin));
  current_function_decl = twin;
  c_genericize (twin);
  set_cfun (NULL);
  current_function_decl = NULL_TREE;
  cgraph_node::finalize_function (twin, false);

  current_function_decl = fn;
  set_cfun (DECL_STRUCT_FUNCTION (fn));
}
