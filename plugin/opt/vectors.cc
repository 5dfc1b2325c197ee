/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads of neighbours in memory become one load of a vector of PTX (9.7.9.8), of two or four
   numbers of 32 bits or two of 64.

     p = *v;  x = p.x; y = p.y; z = p.z; w = p.w;       where v is a pointer to px_float4:
     asm ("ld.v4.f32 {%0, %1, %2, %3}, %4;" : x, y, z, w : *v);

   The address of a vector must be a multiple of its size.  That is so where C says it of what
   is loaded: the type of the structure, or what GCC knows of the pointer.

   A copy of a structure that is aligned to 16 bytes, from memory to memory, is one of vectors of
   two numbers of 64 bits, which the device compiler has a mode for; it copies by numbers.

   Needs: a device function in SSA form, after "index": neighbours are at offsets from one pointer.
   All of the loads run where one does, and no store is between them.  Loads of the same numbers that
   only some threads make then have them from the vector.
   Leaves: copies of what the vector has, which the device compiler removes.  */

#include "plugin/opt/opt.h"

/* A load of a number from POINTER + OFFSET.  */
struct load
{
  gassign *s;
  unsigned at;	   /* number in the block */
  basic_block top; /* top_of, of its block */
  HOST_WIDE_INT offset;
};

/* Loads through one pointer, an SSA name or a variable's address, of one state of memory, of numbers of one type.  */
struct family
{
  tree pointer, memory, type;
  std::vector<load> loads;
};

/* The block that computes T; NULL: it is known from the start.  */
static basic_block
computed_in (tree t)
{
  return TREE_CODE (t) == SSA_NAME ? gimple_bb (SSA_NAME_DEF_STMT (t)) : NULL;
}

/* The first block that knows T and U, and from which every way leads through BB.  */
static basic_block
top_of (basic_block bb, tree t, tree u)
{
  basic_block least[2] = { computed_in (t), computed_in (u) };
  basic_block top = bb;
  for (basic_block up = bb; up && up->index != ENTRY_BLOCK;
       up = get_immediate_dominator (CDI_DOMINATORS, up))
    {
      for (basic_block l : least)
	if (l && !dominated_by_p (CDI_DOMINATORS, up, l))
	  return top;
      if (dominated_by_p (CDI_POST_DOMINATORS, up, bb))
	top = up;
    }
  return top;
}

/* Returns the type of PTX in which numbers of TYPE are loaded, or NULL.  */
static const char *
move_type (tree type)
{
  if (TREE_CODE (type) != INTEGER_TYPE && TREE_CODE (type) != REAL_TYPE)
    return NULL;
  if (!type_has_mode_precision_p (type))
    return NULL;
  bool real = TREE_CODE (type) == REAL_TYPE;
  switch (tree_to_uhwi (TYPE_SIZE (type)))
    {
    case 32: return real ? "f32" : "u32";
    case 64: return real ? "f64" : "u64";
    default: return NULL;
    }
}

/* Families, by the numbers of pointer (a variable's is negative) and memory.  */
typedef std::map<std::pair<int, unsigned>, std::vector<family>> families;

/* Adds S, number AT of its block, to its family in ALL, if it is a load.  */
static void
add_load (gimple *g, unsigned at, families *all)
{
  gassign *s = dyn_cast<gassign *> (g);
  if (!s || !gimple_assign_load_p (s) || gimple_has_volatile_ops (s)
      || TREE_CODE (gimple_assign_lhs (s)) != SSA_NAME
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (gimple_assign_lhs (s)))
    return;
  tree r = gimple_assign_rhs1 (s), type = TYPE_MAIN_VARIANT (TREE_TYPE (r));
  poly_int64 within, in_base = 0;
  tree base = move_type (type) ? get_addr_base_and_unit_offset (r, &within) : NULL_TREE, pointer;
  HOST_WIDE_INT offset;
  int number;
  /* A local array may become registers yet, unless its address is taken.  */
  if (base && VAR_P (base) && is_global_var (base))
    {
      pointer = build_fold_addr_expr (base);
      number = -(int) DECL_UID (base);
    }
  else if (base && TREE_CODE (base) == MEM_REF && TREE_CODE (TREE_OPERAND (base, 0)) == SSA_NAME
	   && mem_ref_offset (base).to_shwi (&in_base))
    {
      pointer = TREE_OPERAND (base, 0);
      number = (int) SSA_NAME_VERSION (pointer);
    }
  else
    return;
  if (!(within + in_base).is_constant (&offset))
    return;
  tree memory = gimple_vuse (s);
  load l = { s, at, top_of (gimple_bb (s), pointer, memory), offset };
  std::vector<family> &some = (*all)[{ number, SSA_NAME_VERSION (memory) }];
  for (family &f : some)
    if (types_compatible_p (f.type, type))
      {
	f.loads.push_back (l);
	return;
      }
  some.push_back ({ pointer, memory, type, { l } });
}

/* Puts VECTOR where all loads of ALL can have their number from, and where some of them run wherever TOP does: before
   the earliest of these in its block, or at the block's end.  */
static void
insert_vector (gimple *vector, const family &f, const std::vector<const load *> &all,
	       basic_block top)
{
  basic_block bb = gimple_bb (all[0]->s);
  for (const load *l : all)
    bb = nearest_common_dominator (CDI_DOMINATORS, bb, gimple_bb (l->s));
  while (top_of (bb, f.pointer, f.memory) != top)
    bb = get_immediate_dominator (CDI_DOMINATORS, bb);
  const load *earliest = NULL;
  for (const load *l : all)
    if (gimple_bb (l->s) == bb && (!earliest || l->at < earliest->at))
      earliest = l;
  gimple_stmt_iterator g = earliest ? gsi_for_stmt (earliest->s) : gsi_last_bb (bb);
  if (earliest || (!gsi_end_p (g) && stmt_ends_bb_p (gsi_stmt (g))))
    gsi_insert_before (&g, vector, GSI_SAME_STMT);
  else
    gsi_insert_after (&g, vector, GSI_NEW_STMT);
}

/* N loads of F from FIRST on, neighbours with one top, become one.  */
static void
make_vector (const family &f, const load *first, unsigned n)
{
  basic_block top = first->top;
  std::string text = "ld.v" + std::to_string (n) + "." + move_type (f.type) + " {";
  std::vector<tree> parts;
  for (unsigned k = 0; k < n; k++)
    {
      text += (k ? ", %" : "%") + std::to_string (k);
      parts.push_back (make_ssa_name (f.type));
    }
  text += "}, %" + std::to_string (n) + ";";
  tree r = gimple_assign_rhs1 (first->s);
  tree whole = build_aligned_type (build_array_type_nelts (f.type, n),
				   n * tree_to_uhwi (TYPE_SIZE (f.type)));
  tree m = build2 (MEM_REF, whole, f.pointer,
		   build_int_cst (reference_alias_ptr_type (r), first->offset));
  /* Also loads of these numbers that do not always run.  */
  HOST_WIDE_INT size = tree_to_shwi (TYPE_SIZE_UNIT (f.type));
  std::vector<const load *> all;
  for (const load &l : f.loads)
    if (l.offset >= first->offset && l.offset < first->offset + n * size
	&& (l.offset - first->offset) % size == 0
	&& dominated_by_p (CDI_DOMINATORS, gimple_bb (l.s), top))
      all.push_back (&l);
  insert_vector (px_asm_load (text, parts, m, gimple_location (first->s)), f, all, top);
  for (const load *l : all)
    {
      gimple_stmt_iterator g = gsi_for_stmt (l->s);
      gimple_assign_set_rhs_from_tree (&g, parts[(l->offset - first->offset) / size]);
      update_stmt (gsi_stmt (g));
    }
}

/* True if the N loads from A on are neighbours, and the first one's address is a multiple of
   their size.  */
static bool
vector_p (const family &f, const load *a, unsigned n)
{
  HOST_WIDE_INT size = tree_to_shwi (TYPE_SIZE_UNIT (f.type));
  for (unsigned k = 1; k < n; k++)
    if (a[k].offset != a->offset + k * size)
      return false;
  return get_object_alignment (gimple_assign_rhs1 (a->s)) >= n * size * BITS_PER_UNIT;
}

/* Joins the loads of F whose top is TOP.  */
static bool
join_loads (const family &f, basic_block top)
{
  std::vector<load> v;
  for (const load &l : f.loads)
    if (l.top == top)
      v.push_back (l);
  std::stable_sort (v.begin (), v.end (),
		    [] (const load &a, const load &b) { return a.offset < b.offset; });
  v.erase (std::unique (v.begin (), v.end (),
			[] (const load &a, const load &b) { return a.offset == b.offset; }),
	   v.end ());
  bool any = false;
  unsigned most = tree_to_uhwi (TYPE_SIZE (f.type)) == 32 ? 4 : 2;
  for (size_t k = 0; k < v.size ();)
    {
      unsigned n = most;
      while (n > 1 && (k + n > v.size () || !vector_p (f, &v[k], n)))
	n /= 2;
      if (n > 1)
	{
	  make_vector (f, &v[k], n);
	  any = true;
	}
      k += n;
    }
  return any;
}

/* ---- copies ---- */

enum
{
  COPY_BYTES = 16,
  MOST_BYTES = 64 /* of a copy: it is in registers between its loads and its stores */
};

/* True if T, the side of a copy, is memory that is aligned to a vector.  */
static bool
aligned_memory (tree t)
{
  while (handled_component_p (t))
    {
      if (TREE_CODE (t) != COMPONENT_REF && TREE_CODE (t) != ARRAY_REF)
	return false;
      if (TREE_CODE (t) == COMPONENT_REF && DECL_BIT_FIELD (TREE_OPERAND (t, 1)))
	return false;
      t = TREE_OPERAND (t, 0);
    }
  return TREE_CODE (t) == MEM_REF;
}

/* The vector at byte AT of the structure REF.  */
static tree
vector_at (tree ref, tree pointer, HOST_WIDE_INT at)
{
  tree v = build_vector_type (long_long_unsigned_type_node, 2);
  return build2 (MEM_REF, build_aligned_type (v, COPY_BYTES * BITS_PER_UNIT), pointer,
		 build_int_cst (reference_alias_ptr_type (ref), at));
}

/* The address of REF, computed before G.  */
static tree
pointer_to (tree ref, gimple_stmt_iterator *g)
{
  return force_gimple_operand_gsi (g, build_fold_addr_expr (unshare_expr (ref)), true, NULL_TREE,
				   true, GSI_SAME_STMT);
}

/* Replaces the statement at G by copies of vectors if it is a copy of aligned memory.  */
static bool
copy_by_vectors (gimple_stmt_iterator *g)
{
  gassign *s = dyn_cast<gassign *> (gsi_stmt (*g));
  if (!s || !gimple_assign_single_p (s) || gimple_has_volatile_ops (s) || !gimple_store_p (s))
    return false;
  tree to = gimple_assign_lhs (s), from = gimple_assign_rhs1 (s), type = TREE_TYPE (to);
  if (!AGGREGATE_TYPE_P (type) || !aligned_memory (to) || !aligned_memory (from)
      || !tree_fits_uhwi_p (TYPE_SIZE_UNIT (type))
      || get_object_alignment (to) < COPY_BYTES * BITS_PER_UNIT
      || get_object_alignment (from) < COPY_BYTES * BITS_PER_UNIT)
    return false;
  HOST_WIDE_INT size = tree_to_uhwi (TYPE_SIZE_UNIT (type));
  if (!size || size > MOST_BYTES || size % COPY_BYTES)
    return false;
  tree at = pointer_to (from, g), there = pointer_to (to, g);
  std::vector<tree> parts;
  for (HOST_WIDE_INT k = 0; k < size; k += COPY_BYTES)
    {
      tree m = vector_at (from, at, k);
      parts.push_back (make_ssa_name (TYPE_MAIN_VARIANT (TREE_TYPE (m))));
      gassign *load = gimple_build_assign (parts.back (), m);
      gimple_set_location (load, gimple_location (s));
      gsi_insert_before (g, load, GSI_SAME_STMT);
    }
  for (HOST_WIDE_INT k = 0; k < size; k += COPY_BYTES)
    {
      gassign *store = gimple_build_assign (vector_at (to, there, k), parts[k / COPY_BYTES]);
      gimple_set_location (store, gimple_location (s));
      gsi_insert_before (g, store, GSI_SAME_STMT);
    }
  unlink_stmt_vdef (s);
  gsi_remove (g, true);
  return true;
}

static unsigned
vectors (function *f)
{
  bool any = false;
  families all;
  calculate_dominance_info (CDI_DOMINATORS);
  calculate_dominance_info (CDI_POST_DOMINATORS);
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    {
      unsigned at = 0;
      for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
	add_load (gsi_stmt (g), at++, &all);
      for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g);)
	if (copy_by_vectors (&g))
	  any = true;
	else
	  gsi_next (&g);
    }
  for (const auto &some : all)
    for (const family &k : some.second)
      {
	std::set<basic_block> tops;
	for (const load &l : k.loads)
	  if (tops.insert (l.top).second)
	    any |= join_loads (k, l.top);
      }
  free_dominance_info (CDI_POST_DOMINATORS);
  return any ? TODO_update_ssa_only_virtuals : 0;
}

opt_pass *
px_pass_vectors (gcc::context *c)
{
  return px_function_pass (c, { "pxvectors", PROP_cfg | PROP_ssa, 0 }, px_wanted_p, vectors);
}
