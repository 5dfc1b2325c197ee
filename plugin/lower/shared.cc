/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared memory (rule D3).  The block has one array, the base below; a function
   has a frame in it, and each __shared array an offset in a frame.  A kernel's
   frame starts at 0; a device function that is called and whose signature has
   smem (n) gets the offset of its frame as a hidden last parameter.  The array
   that is sized at launch comes after all frames.  One whose signature has
   barriers (k) gets the first number of its k named barriers behind that.

   pxexpose needs: a checked function after "cfg".  Leaves: each __shared array
   as memory at an address that a call of an unknown function gives, so that no
   pass takes it for a variable of one thread; each call of a function with a
   frame or with barriers with one more argument, from such a call too.
   pxlayout needs: functions after early inlining, where every call tree of
   static inline functions is one function.  Leaves: offsets for those calls,
   and the size of the frame.

   With __shared int x[64]; and the frame of a kernel:

     after "pxguard"   w = &x + t * 4;              v = x[63 - t];
     after pxexpose    p = px shared (0); w = p + t * 4;    v = (*p)[63 - t];
     after pxlayout    p = (int[64] *) &px_smem;    and the rest as it was  */

#include "plugin/px-plugin.h"

static tree base;	/* extern char px_smem[], shared */
static tree address_fn; /* void *(int): of the array so numbered */
static tree frame_fn;	/* unsigned (unsigned): offset of a callee's frame of so
				   many bytes */
static tree numbers_fn; /* unsigned (unsigned, unsigned): number of the first of so many named
				   barriers, for each of the callee's units of so many threads (0: a block) */
static tree own_fn;	/* unsigned (unsigned): offset of so many bytes for px's
				   own mbarriers */
static std::vector<tree> arrays; /* their declarations, by number */

struct frame
{
  uint64_t bytes;
  unsigned dynamic_align; /* of the array sized at launch; 0: it has none */
};
static std::map<tree, frame> frames; /* by function */

tree
px_shared_base ()
{
  if (base)
    return base;
  /* Of no size: GCC takes it that nothing larger than a variable accesses it.  */
  base = px_keep (build_decl (BUILTINS_LOCATION, VAR_DECL, get_identifier ("px_smem"),
			      build_array_type (char_type_node, NULL_TREE)));
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

uint64_t
px_shared_bytes (tree fn)
{
  std::map<tree, frame>::iterator i = frames.find (fn);
  return i == frames.end () ? 0 : i->second.bytes;
}

tree
px_shared_array (gimple *s)
{
  tree fn = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  return fn && fn == address_fn ? arrays[tree_to_shwi (gimple_call_arg (s, 0))] : NULL_TREE;
}

unsigned
px_shared_dynamic (tree fn)
{
  std::map<tree, frame>::iterator i = frames.find (fn);
  return i == frames.end () ? 0 : i->second.dynamic_align;
}

/* unsigned (unsigned), which only px knows.  */
static tree
offset_function (tree *fn, const char *name)
{
  return px_own_function (fn, name,
			  build_function_type_list (unsigned_type_node, unsigned_type_node,
						    NULL_TREE));
}

gcall *
px_shared_own (unsigned bytes)
{
  return gimple_build_call (offset_function (&own_fn, "px own"), 1,
			    build_int_cst (unsigned_type_node, bytes));
}

/* Does FN get the offset of its frame from its caller?  */
static bool
framed_p (tree fn)
{
  return px_device_fn_p (fn) && !px_inlined_p (fn) && px_signature_of (fn).smem > 0
	 && !px_twin_p (fn) && !px_kernel_p (fn);
}

/* Does FN get the number of its first named barrier from its caller?  */
static bool
numbered_p (tree fn)
{
  return px_device_fn_p (fn) && !px_inlined_p (fn) && px_signature_of (fn).barriers > 0
	 && !px_twin_p (fn) && !px_kernel_p (fn);
}

/* Give FN's type the hidden parameters, once.  */
static void
add_parameter_types (tree fn)
{
  if (lookup_attribute ("px hidden", DECL_ATTRIBUTES (fn)))
    return;
  tree old = TREE_TYPE (fn), types = NULL_TREE;
  for (tree t = TYPE_ARG_TYPES (old); t && t != void_list_node; t = TREE_CHAIN (t))
    types = tree_cons (NULL_TREE, TREE_VALUE (t), types);
  for (int n = framed_p (fn) + numbered_p (fn); n; n--)
    types = tree_cons (NULL_TREE, unsigned_type_node, types);
  TREE_TYPE (fn)
    = build_function_type (TREE_TYPE (old), chainon (nreverse (types), void_list_node));
  DECL_ATTRIBUTES (fn) = tree_cons (get_identifier ("px hidden"), NULL_TREE, DECL_ATTRIBUTES (fn));
}

/* The hidden parameter NAME of FN, a function with a body; the frame's is asked for first.  */
static tree
hidden_parameter (tree fn, const char *name)
{
  tree last = NULL_TREE;
  for (tree p = DECL_ARGUMENTS (fn); p; p = DECL_CHAIN (p))
    {
      last = p;
      if (DECL_NAME (p) && id_equal (DECL_NAME (p), name))
	return p;
    }
  add_parameter_types (fn);
  tree p
    = build_decl (DECL_SOURCE_LOCATION (fn), PARM_DECL, get_identifier (name), unsigned_type_node);
  DECL_ARG_TYPE (p) = unsigned_type_node;
  DECL_CONTEXT (p) = fn;
  DECL_ARTIFICIAL (p) = 1;
  TREE_USED (p) = 1;
  layout_decl (p, 0);
  if (last)
    DECL_CHAIN (last) = p;
  else
    DECL_ARGUMENTS (fn) = p;
  return p;
}

static tree
frame_parameter (tree fn)
{
  return hidden_parameter (fn, "px frame");
}

tree
px_barriers_parameter (tree fn)
{
  return numbered_p (fn) ? hidden_parameter (fn, "px barriers") : NULL_TREE;
}

bool
px_barriers_asked (gimple *s, int *k, int *n)
{
  if (!numbers_fn || !is_gimple_call (s) || gimple_call_fndecl (s) != numbers_fn)
    return false;
  *k = tree_to_shwi (gimple_call_arg (s, 0));
  *n = tree_to_shwi (gimple_call_arg (s, 1));
  return true;
}

/* ---- sizes ------------------------------------------------------------ */

static int64_t
align_up (int64_t n, int64_t align)
{
  return (n + align - 1) / align * align;
}

/* Is Y alive where X comes to life?  Y's block is one around X, and Y was declared
   before X, or before the call that X was inlined for.  */
static bool
alive_at (const px_shared_item &y, const px_shared_item &x)
{
  tree outer = y.block, inlined = NULL_TREE;
  for (tree b = x.block; b != outer; b = BLOCK_SUPERCONTEXT (b))
    {
      if (!b || TREE_CODE (b) != BLOCK)
	return false;
      if (inlined_function_outer_scope_p (b))
	inlined = b;
    }
  location_t now = inlined ? BLOCK_SOURCE_LOCATION (inlined) : x.loc;
  int order = linemap_compare_locations (line_table, LOCATION_LOCUS (y.loc), LOCATION_LOCUS (now));
  return order ? order > 0 : &y < &x;
}

/* Give item I of V, which has its size in END, its bytes; those below it first.
   MOVES: the frame starts at a multiple of 16 only.  */
static void
put (std::vector<px_shared_item> *v, size_t i, bool moves)
{
  px_shared_item &x = (*v)[i];
  if (x.start != -1 || x.dynamic)
    return;
  x.start = 0;
  for (size_t j = 0; j < v->size (); j++)
    {
      const px_shared_item &y = (*v)[j];
      if (j != i && y.array && !y.dynamic && alive_at (y, x))
	{
	  put (v, j, moves);
	  x.start = std::max (x.start, y.end);
	}
    }
  x.start = align_up (x.start, moves ? 16 : x.align);
  x.end += x.start + (moves && x.align > 16 ? x.align - 16 : 0);
}

/* Rule D3: do ITEMS, with places, fit into the frame of FN?  A kernel without
   smem () may have what the device has; a function that is inlined, what its
   callers have, which the layout will tell.  */
static void
check_room (tree fn, const std::vector<px_shared_item> &items)
{
  px_signature sig = px_signature_of (fn);
  unsigned sm;
  int64_t all = 0;
  for (const px_shared_item &x : items)
    if (!x.dynamic)
      all = std::max (all, x.end);
  for (const px_shared_item &x : items)
    {
      if (x.dynamic)
	continue;
      if ((sig.smem || (!px_twin_p (fn) && !px_inlined_p (fn))) && x.end > sig.smem)
	{
	  px_edit e = px_edit_smem (fn, sig.smem, all);
	  if (!x.array)
	    px_error (e, x.loc, PX_D_SHARED_CALL, x.end, sig.smem);
	  else if (sig.smem)
	    px_error (e, x.loc, PX_D_SHARED_SIZE, x.array, x.end, sig.smem);
	  else
	    px_error (e, x.loc, PX_D_SHARED_NO_CLAUSE, x.array, fn, x.end);
	  return;
	}
      if (x.end > (int64_t) px_shared_limit (&sm))
	{
	  px_error (x.loc, PX_D_SHARED_DEVICE, x.end, px_shared_limit (&sm), sm);
	  return;
	}
    }
}

/* The lexical block below B that declares D, or NULL.  */
static tree
block_of (tree b, tree d)
{
  for (tree v = BLOCK_VARS (b); v; v = DECL_CHAIN (v))
    if (v == d)
      return b;
  for (tree c = BLOCK_SUBBLOCKS (b); c; c = BLOCK_CHAIN (c))
    if (tree found = block_of (c, d))
      return found;
  return NULL_TREE;
}

/* The same for F as it was written, with ARRAYS, by the signatures of what it
   calls.  */
static void
check_written (function *f, const std::vector<tree> &arrays)
{
  std::vector<px_shared_item> v;
  basic_block bb;
  for (tree d : arrays)
    if (DECL_SIZE_UNIT (d) && tree_fits_shwi_p (DECL_SIZE_UNIT (d)))
      v.push_back ({ NULL, d, block_of (DECL_INITIAL (f->decl), d), DECL_SOURCE_LOCATION (d),
		     lookup_attribute ("px dynamic", DECL_ATTRIBUTES (d)) != NULL_TREE,
		     DECL_ALIGN_UNIT (d), -1, tree_to_shwi (DECL_SIZE_UNIT (d)) });
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	tree fn = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
	if (fn && fn != f->decl && px_device_fn_p (fn) && !px_kernel_p (fn)
	    && px_signature_of (fn).smem)
	  v.push_back ({ s, NULL_TREE, gimple_block (s), gimple_location (s), false, 16, -1,
			 px_signature_of (fn).smem });
      }
  for (size_t i = 0; i < v.size (); i++)
    put (&v, i, framed_p (f->decl));
  check_room (f->decl, v);
}

/* ---- pxexpose --------------------------------------------------------- */

/* Pointers to the arrays of the function at hand.  */
static std::map<tree, tree> pointers;

/* Put memory at its pointer in the place of each __shared array in *TP.  */
static tree
expose_ref (tree *tp, int *sub, void *)
{
  tree t = *tp;
  if (TYPE_P (t))
    {
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

static tree
expose_op (tree *tp, int *sub, void *data)
{
  walk_stmt_info *wi = (walk_stmt_info *) data;
  tree t = *tp;
  /* &array[k] with variable k, or of the array itself, is no invariant any
     more: it becomes pointer arithmetic.  */
  if (TREE_CODE (t) == ADDR_EXPR)
    {
      tree b = get_base_address (TREE_OPERAND (t, 0));
      if (b && VAR_P (b) && pointers.count (b))
	{
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

/* What the start of TYPE, a multiple of *LEAST, has to be a multiple of for the tiles in it: a swizzle counts
   from a multiple of 8 of its rows.  The member that is at no such byte, and that byte (AT is TYPE's); NULL.  */
static tree
misplaced_tile (tree type, HOST_WIDE_INT *at, unsigned *least)
{
  px_fragment t;
  if (px_tile_type (type, &t))
    {
      *least = MAX (*least, 8u * t.strip);
      return *at % (8 * t.strip) ? type : NULL_TREE;
    }
  if (TREE_CODE (type) == ARRAY_TYPE)
    {
      HOST_WIDE_INT size = int_size_in_bytes (TREE_TYPE (type));
      tree bad = misplaced_tile (TREE_TYPE (type), at, least);
      if (!bad && size > 0)
	{ /* the second shows what all others are like */
	  *at += size;
	  bad = misplaced_tile (TREE_TYPE (type), at, least);
	  *at -= bad ? 0 : size;
	}
      return bad;
    }
  HOST_WIDE_INT start = *at;
  if (RECORD_OR_UNION_TYPE_P (type))
    for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
      if (TREE_CODE (f) == FIELD_DECL)
	{
	  *at = start + int_byte_position (f);
	  if (tree bad = misplaced_tile (TREE_TYPE (f), at, least))
	    return TYPE_P (bad) ? f : bad;
	}
  *at = start;
  return NULL_TREE;
}

static void
check_array (tree d, function *f)
{
  unsigned least = 16;
  HOST_WIDE_INT byte = 0;
  tree bad = misplaced_tile (TREE_TYPE (d), &byte, &least);
  px_persp code = px_code_persp_in (px_stamp (d, "px region"), f->decl);
  location_t loc = DECL_SOURCE_LOCATION (d);
  if (px_refused_p (px_stamp (d, "px region")))
    return;
  /* In code of the cluster each block has its own.  */
  if (code.level != PX_BLOCK || (code.n != 1 && code.n != px_signature_of (f->decl).cluster))
    px_error (loc, PX_D_SHARED_PLACE, d, px_name (code));
  else if (lookup_attribute ("px dynamic", DECL_ATTRIBUTES (d)) && !px_inlined_p (f->decl)
	   && !px_twin_p (f->decl))
    px_error (loc, PX_D_SHARED_DYNAMIC_PLACE, d);
  else if (DECL_ALIGN_UNIT (d) > 1024)
    px_error (loc, PX_D_SHARED_ALIGN, d, DECL_ALIGN_UNIT (d));
  else if (bad && DECL_P (bad))
    {
      auto_diagnostic_group g;
      px_error (loc, PX_D_SHARED_TILE, bad, byte, d, least);
      inform (DECL_SOURCE_LOCATION (bad), "declare it with %<__attribute__ ((aligned (%u)))%>",
	      least);
    }
  else if (DECL_ALIGN_UNIT (d) < least)
    {
      SET_DECL_ALIGN (d, least * BITS_PER_UNIT);
      DECL_USER_ALIGN (d) = 1;
    }
}

/* The unsigned that a call of FN (ARGS), before *GSI and for the call there, will give.  */
static tree
ask_before (gimple_stmt_iterator *gsi, tree fn, const std::vector<int> &args)
{
  auto_vec<tree> v;
  for (int a : args)
    v.safe_push (build_int_cst (unsigned_type_node, a));
  tree answer = make_ssa_name (unsigned_type_node);
  gcall *ask = gimple_build_call_vec (fn, v);
  gimple_set_location (ask, gimple_location (gsi_stmt (*gsi)));
  gimple_call_set_lhs (ask, answer);
  gsi_insert_before (gsi, ask, GSI_SAME_STMT);
  return answer;
}

/* Calls of functions with hidden parameters get their arguments.  */
static void
expose_calls (function *f)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	gcall *s = dyn_cast<gcall *> (gsi_stmt (gsi));
	tree fn = s ? gimple_call_fndecl (s) : NULL_TREE;
	if (!fn || !(framed_p (fn) || numbered_p (fn)))
	  continue;
	auto_vec<tree> args;
	for (unsigned i = 0; i < gimple_call_num_args (s); i++)
	  args.safe_push (gimple_call_arg (s, i));
	px_signature sig = px_signature_of (fn);
	px_persp unit = px_code_persp (fn);
	if (framed_p (fn))
	  args.safe_push (ask_before (&gsi, offset_function (&frame_fn, "px frame"), { sig.smem }));
	if (numbered_p (fn))
	  {
	    tree type = build_function_type_list (unsigned_type_node, unsigned_type_node,
						  unsigned_type_node, NULL_TREE);
	    args.safe_push (ask_before (&gsi, px_own_function (&numbers_fn, "px barriers", type),
					{ sig.barriers, unit.level == PX_THREAD ? unit.n : 0 }));
	  }
	add_parameter_types (fn);
	gcall *with = gimple_build_call_vec (fn, args);
	gimple_set_location (with, gimple_location (s));
	gimple_set_block (with, gimple_block (s));
	gimple_call_set_lhs (with, gimple_call_lhs (s));
	gsi_replace (&gsi, with, false);
      }
}

static unsigned
expose (function *f)
{
  tree d;
  unsigned i;
  basic_block bb;
  std::vector<tree> own; /* in the order of the source */
  pointers.clear ();
  FOR_EACH_LOCAL_DECL (f, i, d)
    if (px_shared_p (d))
      own.insert (own.begin (), d);
  int before = errorcount;
  for (tree a : own)
    if (px_checkable_p (a))
      check_array (a, f);
  if (errorcount == before)
    check_written (f, own);
  if (seen_error ())
    return 0;
  expose_calls (f);
  if (framed_p (f->decl))
    frame_parameter (f->decl);
  px_barriers_parameter (f->decl);
  gimple_seq start = NULL;
  for (tree a : own)
    {
      px_own_function (&address_fn, "px shared",
		       build_function_type_list (ptr_type_node, integer_type_node, NULL_TREE));
      tree p = make_ssa_name (build_pointer_type (TREE_TYPE (a)));
      tree number = build_int_cst (integer_type_node, arrays.size ());
      gcall *call = gimple_build_call (address_fn, 1, number);
      gimple_set_location (call, DECL_SOURCE_LOCATION (a));
      gimple_set_block (call, block_of (DECL_INITIAL (f->decl), a));
      gimple_call_set_lhs (call, p);
      gimple_seq_add_stmt (&start, call);
      pointers[a] = p;
      arrays.push_back (a);
    }
  if (pointers.empty ())
    return 0;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	gimple *s = gsi_stmt (gsi);
	if (gimple_clobber_p (s) && pointers.count (gimple_assign_lhs (s)))
	  {
	    gsi_remove (&gsi, true);
	    continue;
	  }
	if (is_gimple_debug (s))
	  {
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
  basic_block first = split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (f)));
  gimple_stmt_iterator gsi = gsi_after_labels (first);
  gsi_insert_seq_before (&gsi, start, GSI_SAME_STMT);
  return 0;
}

/* ---- pxlayout --------------------------------------------------------- */

std::vector<px_shared_item>
px_shared_items (function *f)
{
  std::vector<px_shared_item> v;
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	gimple *s = gsi_stmt (gsi);
	tree fn = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
	if (fn && fn == address_fn)
	  {
	    tree d = arrays[tree_to_shwi (gimple_call_arg (s, 0))];
	    bool dynamic = lookup_attribute ("px dynamic", DECL_ATTRIBUTES (d));
	    v.push_back ({ s, d, gimple_block (s), gimple_location (s), dynamic,
			   DECL_ALIGN_UNIT (d), -1,
			   dynamic ? 0 : tree_to_shwi (DECL_SIZE_UNIT (d)) });
	  }
	else if (fn && fn == frame_fn)
	  v.push_back ({ s, NULL_TREE, gimple_block (s), gimple_location (s), false, 16, -1,
			 tree_to_shwi (gimple_call_arg (s, 0)) });
      }
  for (size_t i = 0; i < v.size (); i++)
    put (&v, i, framed_p (f->decl));
  return v;
}

static std::vector<px_shared_place> places;
const std::vector<px_shared_place> &
px_shared_places ()
{
  return places;
}

/* Put offset AT of the function's frame in the place of call L.  */
static void
place (const px_shared_item &l, int64_t at, tree parameter)
{
  gimple *s = l.call;
  gimple_stmt_iterator gsi = gsi_for_stmt (s);
  tree lhs = gimple_call_lhs (s), value;
  unlink_stmt_vdef (s);
  if (!lhs)
    {
      gsi_remove (&gsi, true);
      return;
    }
  tree start = NULL_TREE;
  auto arith = [&] (tree_code op, uint64_t n) {
    tree v = make_ssa_name (unsigned_type_node);
    gsi_insert_before (&gsi,
		       gimple_build_assign (v, op, start, build_int_cst (unsigned_type_node, n)),
		       GSI_SAME_STMT);
    start = v;
  };
  if (parameter)
    {
      /* A frame starts at a multiple of 16; more is up to the function.  */
      start = get_or_create_ssa_default_def (cfun, parameter);
      uint64_t up = l.align > 16 ? l.align - 16 : 0;
      if (at + up)
	arith (PLUS_EXPR, at + up);
      if (up)
	arith (BIT_AND_EXPR, -l.align & 0xffffffff);
    }
  if (!l.array)
    value = start ? start : build_int_cst (unsigned_type_node, at);
  else if (!start)
    value = fold_convert (TREE_TYPE (lhs),
			  build_fold_addr_expr (build2 (MEM_REF, char_type_node,
							build_fold_addr_expr (px_shared_base ()),
							build_int_cst (ptr_type_node, at))));
  else
    {
      tree wide = make_ssa_name (sizetype);
      gsi_insert_before (&gsi, gimple_build_assign (wide, NOP_EXPR, start), GSI_SAME_STMT);
      tree sum = make_ssa_name (TREE_TYPE (lhs));
      gsi_insert_before (&gsi,
			 gimple_build_assign (sum, POINTER_PLUS_EXPR,
					      build_fold_addr_expr (px_shared_base ()), wide),
			 GSI_SAME_STMT);
      value = sum;
    }
  gimple *a = gimple_build_assign (lhs, value);
  gimple_set_location (a, gimple_location (s));
  gimple_set_block (a, gimple_block (s));
  gsi_replace (&gsi, a, false);
}

static unsigned
layout (function *f)
{
  std::vector<px_shared_item> items = px_shared_items (f);
  tree parameter = framed_p (f->decl) ? frame_parameter (f->decl) : NULL_TREE;
  frame &fr = frames[f->decl];
  tree dynamic = NULL_TREE;
  unsigned sm;
  uint64_t limit = px_shared_limit (&sm);

  places.clear ();
  for (const px_shared_item &x : items)
    if (x.array && gimple_call_lhs (x.call))
      places.push_back ({ f->decl, x.array, gimple_call_lhs (x.call) });
  check_room (f->decl, items);
  for (const px_shared_item &x : items)
    if (!x.dynamic)
      {
	place (x, x.start, parameter);
	fr.bytes = std::max<int64_t> (fr.bytes, x.end);
      }
  /* px's own is not of the function's smem ().  */
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	gimple *s = gsi_stmt (gsi);
	if (!own_fn || !is_gimple_call (s) || gimple_call_fndecl (s) != own_fn)
	  continue;
	fr.bytes = align_up (fr.bytes, 16);
	place ({ s, NULL_TREE, NULL_TREE, UNKNOWN_LOCATION, false, 16, 0, 0 }, fr.bytes, parameter);
	fr.bytes += tree_to_shwi (gimple_call_arg (s, 0));
	if (fr.bytes > limit)
	  px_error (DECL_SOURCE_LOCATION (f->decl), PX_D_SHARED_DEVICE, fr.bytes, limit, sm);
	break;
      }
  for (const px_shared_item &x : items)
    if (x.dynamic)
      {
	if (dynamic && dynamic != x.array)
	  px_error (DECL_SOURCE_LOCATION (x.array), PX_D_SHARED_DYNAMIC_TWICE, x.array, dynamic);
	dynamic = x.array;
	fr.dynamic_align = std::max (fr.dynamic_align, (unsigned) x.align);
	fr.bytes = align_up (fr.bytes, x.align);
	place (x, fr.bytes, NULL_TREE);
      }
  return 0;
}

namespace
{
const pass_data expose_data
  = { GIMPLE_PASS, "pxexpose", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0 };
class expose_pass : public gimple_opt_pass
{
public:
  expose_pass (gcc::context *c) : gimple_opt_pass (expose_data, c)
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
    return expose (f);
  }
};
const pass_data layout_data = { GIMPLE_PASS,
				"pxlayout",
				OPTGROUP_NONE,
				TV_NONE,
				PROP_cfg | PROP_ssa,
				0,
				0,
				0,
				TODO_update_ssa_only_virtuals };
class layout_pass : public gimple_opt_pass
{
public:
  layout_pass (gcc::context *c) : gimple_opt_pass (layout_data, c)
  {
  }
  bool
  gate (function *f) final override
  {
    return px_device_body_p (f->decl) && !px_inlined_p (f->decl)
	   && (address_fn || frame_fn || own_fn);
  }
  unsigned
  execute (function *f) final override
  {
    return layout (f);
  }
};
}

opt_pass *
px_pass_expose (gcc::context *c)
{
  return new expose_pass (c);
}
opt_pass *
px_pass_layout (gcc::context *c)
{
  return new layout_pass (c);
}
