/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared memory (rule D3).  The block has one array, the base below; a function
   has a frame in it, and each __shared array an offset in a frame.  A kernel's
   frame starts at 0; a device function that is called and whose signature has
   smem (n) gets the offset of its frame as a hidden last parameter.  The array
   that is sized at launch comes after all frames.  One whose signature has
   barriers (k) gets the first number of its k named barriers after that.

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

#include "plugin/lower/lower-int.h"

/* Returns the frame of FN; NULL if it has not been laid out.  */
static const px_frame *
frame_of (tree fn)
{
  std::map<tree, px_frame>::iterator i = px_lowered ().frames.find (fn);
  return i == px_lowered ().frames.end () ? NULL : &i->second;
}

uint64_t
px_shared_bytes (tree fn)
{
  const px_frame *f = frame_of (fn);
  return f ? f->bytes : 0;
}

unsigned
px_shared_dynamic (tree fn)
{
  const px_frame *f = frame_of (fn);
  return f ? f->dynamic_align : 0;
}

/* Appends to TO the parts of FRAME, that of FN, which starts at byte BASE of the block's shared
   memory, and those of the frames in it.  A function whose frame is in its own is refused, so this
   ends.  */
static void
add_parts (tree fn, const px_frame *frame, int64_t base, std::vector<px_shared_part> *to)
{
  for (px_shared_part p : frame->parts)
    {
      /* As `place' computes it where the program runs.  */
      p.at += base;
      if (px_framed_p (fn) && p.align > 16)
	p.at = (p.at + p.align - 16) & -p.align;
      if (const px_frame *inner = p.callee ? frame_of (p.callee) : NULL)
	add_parts (p.callee, inner, p.at, to);
      else if (std::none_of (to->begin (), to->end (), [&] (const px_shared_part &o) {
		 return o.array == p.array && o.callee == p.callee && o.at == p.at;
	       }))
	to->push_back (p);
    }
}

std::vector<px_shared_part>
px_shared_parts (tree fn)
{
  std::vector<px_shared_part> v;
  if (const px_frame *frame = frame_of (fn))
    add_parts (fn, frame, 0, &v);
  return v;
}

/* ---- sizes ------------------------------------------------------------ */

/* Rule D3: reports an error if ITEMS, with places, do not fit into the frame of FN.  A kernel without
   smem () may use all that the device has; a function that is inlined, what its
   callers have: their layout checks that.  */
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
    px_put_item (&v, i, px_framed_p (f->decl));
  check_room (f->decl, v);
}

/* ---- pxexpose --------------------------------------------------------- */

/* Pointers to the __shared arrays of a function, by array.  */
typedef std::map<tree, tree> array_pointers;

/* Puts memory at its pointer in the place of each __shared array in *TP; CLOSURE is the
   array_pointers.  */
static tree
expose_ref (tree *tp, int *sub, void *closure)
{
  const array_pointers *pointers = (const array_pointers *) closure;
  tree t = *tp;
  if (TYPE_P (t))
    {
      *sub = 0;
      return NULL_TREE;
    }
  array_pointers::const_iterator i = VAR_P (t) ? pointers->find (t) : pointers->end ();
  if (i == pointers->end ())
    return NULL_TREE;
  tree type = build_aligned_type (TREE_TYPE (t), DECL_ALIGN (t));
  tree p = i->second;
  *tp = build2 (MEM_REF, type, p, build_zero_cst (TREE_TYPE (p)));
  *sub = 0;
  return NULL_TREE;
}

static tree
expose_op (tree *tp, int *sub, void *data)
{
  walk_stmt_info *wi = (walk_stmt_info *) data;
  const array_pointers *pointers = (const array_pointers *) wi->info;
  tree t = *tp;
  /* &array[k] with variable k, or of the array itself, is no invariant any
     more: it becomes pointer arithmetic.  */
  if (TREE_CODE (t) == ADDR_EXPR)
    {
      tree b = get_base_address (TREE_OPERAND (t, 0));
      if (b && VAR_P (b) && pointers->count (b))
	{
	  tree c = unshare_expr (t);
	  walk_tree (&TREE_OPERAND (c, 0), expose_ref, wi->info, NULL);
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
  return expose_ref (tp, sub, wi->info);
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
    {
      auto_diagnostic_group g;
      int r = px_stamp (d, "px region");
      px_error (loc, PX_D_SHARED_PLACE, d, px_name (code));
      if (code.level == PX_GRID)
	px_advise (
	  loc, PX_D_SHARED_PLACE,
	  "%<__group (block, 1) { ... }%> around it, and around what uses it, is code of a block");
      else if (r)
	px_advise (px_region_at (r).loc, PX_D_SHARED_PLACE,
		   "declare it before this %qs: there, or further out, the code is at block[1]",
		   px_region_name (r));
    }
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
	if (!fn || !(px_framed_p (fn) || px_numbered_p (fn)))
	  continue;
	auto_vec<tree> args;
	for (unsigned i = 0; i < gimple_call_num_args (s); i++)
	  args.safe_push (gimple_call_arg (s, i));
	px_signature sig = px_signature_of (fn);
	px_persp unit = px_code_persp (fn);
	if (px_framed_p (fn))
	  args.safe_push (ask_before (&gsi, px_frame_function (), { sig.smem }));
	if (px_numbered_p (fn))
	  args.safe_push (ask_before (&gsi, px_numbers_function (),
				      { sig.barriers, unit.level == PX_THREAD ? unit.n : 0 }));
	px_add_parameter_types (fn);
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
  array_pointers pointers;
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
  if (px_framed_p (f->decl))
    px_frame_parameter (f->decl);
  px_barriers_parameter (f->decl);
  gimple_seq start = NULL;
  for (tree a : own)
    {
      tree p = make_ssa_name (build_pointer_type (TREE_TYPE (a)));
      gcall *call = px_shared_address (a);
      gimple_set_location (call, DECL_SOURCE_LOCATION (a));
      gimple_set_block (call, block_of (DECL_INITIAL (f->decl), a));
      gimple_call_set_lhs (call, p);
      gimple_seq_add_stmt (&start, call);
      pointers[a] = p;
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
	wi.info = &pointers;
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

/* Returns the function that gets the offset of its frame from call S; NULL if there is none.  */
static tree
frame_user (gimple *s)
{
  imm_use_iterator i;
  gimple *use;
  tree lhs = gimple_call_lhs (s), user = NULL_TREE;
  if (lhs)
    FOR_EACH_IMM_USE_STMT (use, i, lhs)
      if (is_gimple_call (use) && gimple_call_fndecl (use)
	  && px_framed_p (gimple_call_fndecl (use)))
	user = gimple_call_fndecl (use);
  return user;
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
  tree parameter = px_framed_p (f->decl) ? px_frame_parameter (f->decl) : NULL_TREE;
  px_frame &fr = px_lowered ().frames[f->decl];
  tree dynamic = NULL_TREE;
  unsigned sm;
  uint64_t limit = px_shared_limit (&sm);

  fr.places.clear ();
  for (const px_shared_item &x : items)
    if (x.array && gimple_call_lhs (x.call))
      fr.places.push_back ({ x.array, gimple_call_lhs (x.call) });
  check_room (f->decl, items);
  fr.parts.clear ();
  for (const px_shared_item &x : items)
    if (!x.dynamic)
      {
	tree callee = x.array ? NULL_TREE : frame_user (x.call);
	if (x.array || callee)
	  fr.parts.push_back ({ x.array, callee, x.start, x.align, (uint64_t) (x.end - x.start) });
	place (x, x.start, parameter);
	fr.bytes = std::max<int64_t> (fr.bytes, x.end);
      }
  /* px's own is not of the function's smem ().  */
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	gimple *s = gsi_stmt (gsi);
	if (!px_shared_own_p (s))
	  continue;
	fr.bytes = px_align_up (fr.bytes, 16);
	fr.parts.push_back (
	  { NULL_TREE, NULL_TREE, (int64_t) fr.bytes, 16, tree_to_uhwi (gimple_call_arg (s, 0)) });
	place ({ s, NULL_TREE, NULL_TREE, UNKNOWN_LOCATION, false, 16, 0, 0 }, fr.bytes, parameter);
	fr.bytes += fr.parts.back ().bytes;
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
	fr.bytes = px_align_up (fr.bytes, x.align);
	fr.parts.push_back ({ x.array, NULL_TREE, (int64_t) fr.bytes, x.align, 0 });
	place (x, fr.bytes, NULL_TREE);
      }
  return 0;
}

opt_pass *
px_pass_expose (gcc::context *c)
{
  return px_function_pass (
    c, { "pxexpose", PROP_cfg, 0 }, [] (function *f) { return px_device_body_p (f->decl); },
    expose);
}

opt_pass *
px_pass_layout (gcc::context *c)
{
  return px_function_pass (
    c, { "pxlayout", PROP_cfg | PROP_ssa, TODO_update_ssa_only_virtuals },
    [] (function *f) {
      return px_device_body_p (f->decl) && !px_inlined_p (f->decl) && px_shared_asked_p ();
    },
    layout);
}
