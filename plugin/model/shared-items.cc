/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared memory while calls stand for addresses, from "pxexpose" to "pxlayout"
   (plugin/lower/shared.cc): __shared arrays by number, frames of callees, px's own mbarriers,
   named barriers; and which bytes of its frame each array of a function has.

   Needs: the calls that px_shared_address and similar functions build.
   Leaves: nothing changed, except hidden parameters, which functions get once.  */

#include "plugin/model/model.h"

/* The functions that the calls name:
   PX_OWN_SHARED     void *(int): address of the array with this number
   PX_OWN_FRAME      unsigned (unsigned): offset of a callee's frame of the given size in bytes
   PX_OWN_BARRIERS   unsigned (unsigned, unsigned): number of the first of N named barriers, for
		     each of the callee's units of M threads (0: a block)
   PX_OWN_MBARRIERS  unsigned (unsigned): offset of N bytes for px's own mbarriers  */

/* What this translation unit uses.  */
struct px_unit_shared_items
{
  tree base;		    /* extern char px_smem[], shared; NULL until it is used */
  std::vector<tree> arrays; /* declarations of the arrays, by number */
};

static px_unit_shared_items &
shared ()
{
  return px_unit_part (px_this_unit.shared_items);
}

tree
px_shared_base ()
{
  if (shared ().base)
    return shared ().base;
  /* Without a size: GCC assumes that no access is larger than the variable.  */
  shared ().base = px_keep (build_decl (BUILTINS_LOCATION, VAR_DECL, get_identifier ("px_smem"),
					build_array_type (char_type_node, NULL_TREE)));
  TREE_PUBLIC (shared ().base) = 1;
  DECL_EXTERNAL (shared ().base) = 1;
  TREE_USED (shared ().base) = 1;
  TREE_ADDRESSABLE (shared ().base) = 1;
  DECL_ARTIFICIAL (shared ().base) = 1;
  SET_DECL_ALIGN (shared ().base, 1024 * BITS_PER_UNIT);
  DECL_USER_ALIGN (shared ().base) = 1;
  DECL_ATTRIBUTES (shared ().base)
    = tree_cons (get_identifier ("shared"), NULL_TREE,
		 tree_cons (get_identifier ("px_device"), NULL_TREE, NULL_TREE));
  varpool_node::get_create (shared ().base)->offloadable = 1;
  return shared ().base;
}

tree
px_shared_array (gimple *s)
{
  tree fn = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  return px_own_p (fn, PX_OWN_SHARED) ? shared ().arrays[tree_to_shwi (gimple_call_arg (s, 0))]
				      : NULL_TREE;
}

bool
px_turn_p (const_tree d)
{
  return px_shared_p (d) && TREE_CODE (TREE_TYPE (d)) == RECORD_TYPE
	 && integer_zerop (TYPE_SIZE_UNIT (TREE_TYPE (d)));
}

int
px_slots_of (const_tree d)
{
  tree slots = lookup_attribute ("px_slots", DECL_ATTRIBUTES (d));
  return slots ? tree_to_shwi (TREE_VALUE (TREE_CHAIN (TREE_VALUE (slots)))) : px_turn_p (d);
}

/* A function unsigned (unsigned) that only px knows.  */
static tree
offset_function (px_own which)
{
  return px_own_function (which, build_function_type_list (unsigned_type_node, unsigned_type_node,
							   NULL_TREE));
}

gcall *
px_shared_address (tree array)
{
  tree fn
    = px_own_function (PX_OWN_SHARED,
		       build_function_type_list (ptr_type_node, integer_type_node, NULL_TREE));
  tree number = build_int_cst (integer_type_node, shared ().arrays.size ());
  shared ().arrays.push_back (array);
  return gimple_build_call (fn, 1, number);
}

tree
px_frame_function ()
{
  return offset_function (PX_OWN_FRAME);
}

tree
px_numbers_function ()
{
  return px_own_function (PX_OWN_BARRIERS,
			  build_function_type_list (unsigned_type_node, unsigned_type_node,
						    unsigned_type_node, NULL_TREE));
}

bool
px_shared_own_p (gimple *s)
{
  return px_calls_own_p (s, PX_OWN_MBARRIERS);
}

bool
px_shared_asked_p ()
{
  return px_own_made_p (PX_OWN_SHARED) || px_own_made_p (PX_OWN_FRAME)
	 || px_own_made_p (PX_OWN_MBARRIERS);
}

gcall *
px_shared_own (unsigned bytes)
{
  return gimple_build_call (offset_function (PX_OWN_MBARRIERS), 1,
			    build_int_cst (unsigned_type_node, bytes));
}

/* Returns true if FN gets the offset of its frame from its caller.  */
bool
px_framed_p (tree fn)
{
  return px_device_fn_p (fn) && !px_inlined_p (fn) && px_signature_of (fn).smem > 0
	 && !px_twin_p (fn) && !px_kernel_p (fn);
}

/* Returns true if FN gets the number of its first named barrier from its caller.  */
bool
px_numbered_p (tree fn)
{
  return px_device_fn_p (fn) && !px_inlined_p (fn) && px_signature_of (fn).barriers > 0
	 && !px_twin_p (fn) && !px_kernel_p (fn);
}

/* Adds the hidden parameters to FN's type, once.  */
void
px_add_parameter_types (tree fn)
{
  if (lookup_attribute ("px hidden", DECL_ATTRIBUTES (fn)))
    return;
  tree old = TREE_TYPE (fn), types = NULL_TREE;
  for (tree t = TYPE_ARG_TYPES (old); t && t != void_list_node; t = TREE_CHAIN (t))
    types = tree_cons (NULL_TREE, TREE_VALUE (t), types);
  for (int n = px_framed_p (fn) + px_numbered_p (fn); n; n--)
    types = tree_cons (NULL_TREE, unsigned_type_node, types);
  TREE_TYPE (fn)
    = build_function_type (TREE_TYPE (old), chainon (nreverse (types), void_list_node));
  DECL_ATTRIBUTES (fn) = tree_cons (get_identifier ("px hidden"), NULL_TREE, DECL_ATTRIBUTES (fn));
}

/* Returns the hidden parameter NAME of FN, a function with a body.  The one for the frame is
   first.  */
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
  px_add_parameter_types (fn);
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

tree
px_frame_parameter (tree fn)
{
  return hidden_parameter (fn, "px frame");
}

tree
px_barriers_parameter (tree fn)
{
  return px_numbered_p (fn) ? hidden_parameter (fn, "px barriers") : NULL_TREE;
}

bool
px_barriers_asked (gimple *s, int *k, int *n)
{
  if (!px_calls_own_p (s, PX_OWN_BARRIERS))
    return false;
  *k = tree_to_shwi (gimple_call_arg (s, 0));
  *n = tree_to_shwi (gimple_call_arg (s, 1));
  return true;
}

int64_t
px_align_up (int64_t n, int64_t align)
{
  return (n + align - 1) / align * align;
}

/* Returns true if Y is alive when X's lifetime begins: Y's block contains X, and Y was declared
   before X, or before the call through which X was inlined.  */
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

/* Assigns bytes to item I of V, whose size is in END, after the items below it.  MOVES: the
   start of the frame is only known to be a multiple of 16.  */
void
px_put_item (std::vector<px_shared_item> *v, size_t i, bool moves)
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
	  px_put_item (v, j, moves);
	  x.start = std::max (x.start, y.end);
	}
    }
  x.start = px_align_up (x.start, moves ? 16 : x.align);
  x.end += x.start + (moves && x.align > 16 ? x.align - 16 : 0);
}

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
	if (px_own_p (fn, PX_OWN_SHARED))
	  {
	    tree d = shared ().arrays[tree_to_shwi (gimple_call_arg (s, 0))];
	    bool dynamic = lookup_attribute ("px dynamic", DECL_ATTRIBUTES (d));
	    v.push_back ({ s, d, gimple_block (s), gimple_location (s), dynamic,
			   DECL_ALIGN_UNIT (d), -1,
			   dynamic ? 0 : tree_to_shwi (DECL_SIZE_UNIT (d)) });
	  }
	else if (px_own_p (fn, PX_OWN_FRAME))
	  v.push_back ({ s, NULL_TREE, gimple_block (s), gimple_location (s), false, 16, -1,
			 tree_to_shwi (gimple_call_arg (s, 0)) });
      }
  for (size_t i = 0; i < v.size (); i++)
    px_put_item (&v, i, px_framed_p (f->decl));
  return v;
}
