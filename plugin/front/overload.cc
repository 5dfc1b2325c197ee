/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of px's headers that take any arguments (__px_…_arg of
   px/fragments.h, __px_call and px_…_none of px/intrinsics.h): the C front end asks what a call
   of one is before it checks types, as it does for a target's own overloaded
   functions.  A __px_…_arg is its first argument, __px_call a call of it; what does not
   fit is an error with a code instead of one about the macro's insides.  */

#include "plugin/front/front.h"

/* What a fragment or tile argument may be.  */
enum
{
  FRAGMENT = 1,
  TILE = 2
};

typedef tree (*resolver) (location_t, vec<tree, va_gc> *);

/* Text of string constant T.  */
static const char *
string_of (tree t)
{
  STRIP_NOPS (t);
  return px_string_of (t);
}

/* The matrix that T points to is one of KINDS.  Else: an error about argument number N of
   operation OP, unless there was one.  */
static bool
matrix_argument (location_t loc, tree t, int kinds, tree op, tree n, px_fragment *f)
{
  tree type = TREE_TYPE (t);
  bool is = type != error_mark_node && POINTER_TYPE_P (type)
	    && (px_fragment_type (TREE_TYPE (type), f)
		  ? kinds & FRAGMENT
		  : px_tile_type (TREE_TYPE (type), f) && kinds & TILE);
  if (is && f->whole && f->copies == 1)
    return true;
  if (type == error_mark_node)
    return false;
  const char *want = kinds == FRAGMENT ? "a fragment"
		     : kinds == TILE   ? "a px_tile"
				       : "a fragment or a px_tile";
  int number = tree_to_shwi (n);
  if (is)
    px_error (loc, PX_D_MATRIX_PART, number, string_of (op), want,
	      f->whole ? "of an array of them" : "the matrix itself or a row of it");
  else if (POINTER_TYPE_P (type)
	   && (px_fragment_type (TREE_TYPE (type), f) || px_tile_type (TREE_TYPE (type), f))
	   && f->whole)
    px_error (loc, PX_D_MATRIX_PART, number, string_of (op), want,
	      ("of a " + px_fragment_name (*f)).c_str ());
  else if (!(px_element_told () && POINTER_TYPE_P (type)
	     && types_compatible_p (TREE_TYPE (type), integer_type_node)))
    px_error (loc, PX_D_MATRIX_TYPE, number, string_of (op), want, type);
  return false;
}

/* The type of the elements of F, which has a pointer to a fragment's type.  */
static tree
cell_type (tree f)
{
  tree cell = TYPE_MAIN_VARIANT (strip_array_types (TREE_TYPE (TREE_TYPE (f))));
  return TYPE_MAIN_VARIANT (TREE_TYPE (TYPE_FIELDS (cell)));
}

/* (F, OP, N): F.  */
static tree
argument (location_t loc, vec<tree, va_gc> *v, int kinds, px_fragment *f)
{
  return matrix_argument (loc, (*v)[0], kinds, (*v)[1], (*v)[2], f) ? (*v)[0] : error_mark_node;
}

static tree
fragment_arg (location_t loc, vec<tree, va_gc> *v)
{
  px_fragment f;
  return argument (loc, v, FRAGMENT, &f);
}

static tree
tile_arg (location_t loc, vec<tree, va_gc> *v)
{
  px_fragment f;
  return argument (loc, v, TILE, &f);
}

static tree
matrix_arg (location_t loc, vec<tree, va_gc> *v)
{
  px_fragment f;
  return argument (loc, v, FRAGMENT | TILE, &f);
}

/* (V, F, OP, N): V, which is to become an element of F.  */
static tree
value_arg (location_t loc, vec<tree, va_gc> *v)
{
  px_fragment f;
  tree value = (*v)[0], type = TREE_TYPE (value), t = (*v)[1];
  if (type == error_mark_node || TREE_TYPE (t) == error_mark_node || !POINTER_TYPE_P (TREE_TYPE (t))
      || !(px_fragment_type (TREE_TYPE (TREE_TYPE (t)), &f) && f.whole))
    return error_mark_node;
  tree cell = cell_type (t);
  bool number = INTEGRAL_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type);
  if (AGGREGATE_TYPE_P (cell) ? TYPE_MAIN_VARIANT (type) == cell : number)
    return value;
  px_error (loc, PX_D_MATRIX_VALUE, (int) tree_to_shwi ((*v)[3]), string_of ((*v)[2]), cell, type);
  return error_mark_node;
}

/* (P, F, OP, N): P, a pointer to elements of F.  */
static tree
memory_arg (location_t loc, vec<tree, va_gc> *v)
{
  px_fragment f;
  tree p = (*v)[0], type = TREE_TYPE (p), t = (*v)[1];
  if (type == error_mark_node || TREE_TYPE (t) == error_mark_node || !POINTER_TYPE_P (TREE_TYPE (t))
      || !(px_fragment_type (TREE_TYPE (TREE_TYPE (t)), &f) && f.whole))
    return error_mark_node;
  tree cell = cell_type (t);
  if (POINTER_TYPE_P (type) && TYPE_MAIN_VARIANT (TREE_TYPE (type)) == cell)
    return p;
  px_error (loc, PX_D_MATRIX_MEMORY, (int) tree_to_shwi ((*v)[3]), string_of ((*v)[2]), cell, type);
  return error_mark_node;
}

/* NAME_none, for the type of its first argument.  */
static tree
none (location_t loc, tree fn, vec<tree, va_gc> *v)
{
  std::string name = IDENTIFIER_POINTER (DECL_NAME (fn));
  tree type = vec_safe_length (v) ? TREE_TYPE ((*v)[0]) : error_mark_node;
  if (type != error_mark_node)
    px_error (loc, PX_D_INTRINSIC_TYPE, name.substr (0, name.size () - strlen ("_none")).c_str (),
	      type);
  return error_mark_node;
}

/* (F, LEAST, D, ARGUMENTS ...): the call of F with ARGUMENTS, of which there are LEAST or more.
   Each that is missing after them is D.  Of another number GCC says what is wrong.  */
static tree
call_of (location_t loc, vec<tree, va_gc> *v)
{
  tree fn = (*v)[0], d = (*v)[2];
  unsigned least = tree_to_uhwi ((*v)[1]), most = 0;
  STRIP_NOPS (fn);
  if (TREE_CODE (fn) == ADDR_EXPR)
    fn = TREE_OPERAND (fn, 0);
  if (TREE_CODE (fn) != FUNCTION_DECL)
    return error_mark_node;
  for (tree t = TYPE_ARG_TYPES (TREE_TYPE (fn)); t && t != void_list_node; t = TREE_CHAIN (t))
    most++;
  vec<tree, va_gc> *arguments = NULL;
  vec<location_t> where = vNULL;
  for (unsigned i = 3; i < v->length (); i++)
    vec_safe_push (arguments, (*v)[i]);
  while (vec_safe_length (arguments) >= least && vec_safe_length (arguments) < most)
    vec_safe_push (arguments, d);
  if (fndecl_built_in_p (fn, BUILT_IN_MD))
    return none (loc, fn, arguments);
  for (unsigned i = 0; i < vec_safe_length (arguments); i++)
    where.safe_push (EXPR_LOC_OR_LOC ((*arguments)[i], loc));
  /* Also in the C++ compiler, which loads the plugin; it has no c_build_function_call_vec.  */
  tree call = build_function_call_vec (loc, where, fn, arguments, NULL);
  where.release ();
  return call;
}

/* Functions that are resolved here; ARGUMENTS counts those that each call has, and there may be
   more if MORE.  */
static const struct
{
  const char *name;
  unsigned arguments;
  bool more;
  resolver resolve;
} functions[]
  = { { "__px_call", 3, true, call_of },	 { "__px_fragment_arg", 3, false, fragment_arg },
      { "__px_tile_arg", 3, false, tile_arg },	 { "__px_matrix_arg", 3, false, matrix_arg },
      { "__px_value_arg", 4, false, value_arg }, { "__px_memory_arg", 4, false, memory_arg } };

struct px_unit_overloads
{
  tree (*next) (location_t, tree, void *PX_RESOLVE_MORE);
};

static px_unit_overloads &
overloads ()
{
  return px_unit_part (px_this_unit.overloads);
}

static tree
resolve (location_t loc, tree fn, void *arguments PX_RESOLVE_MORE)
{
  vec<tree, va_gc> *v = (vec<tree, va_gc> *) arguments;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fn));
  for (const auto &f : functions)
    if (!strcmp (name, f.name))
      return vec_safe_length (v) == f.arguments || (f.more && vec_safe_length (v) > f.arguments)
	       ? f.resolve (loc, v)
	       : error_mark_node;
  if (startswith (name, "px_"))
    return none (loc, fn, v);
  px_unit_overloads &o = overloads ();
  return o.next ? o.next (loc, fn, arguments PX_RESOLVE_PASS) : NULL_TREE;
}

void
px_finish_overloaded (tree decl)
{
  if (TREE_CODE (decl) != FUNCTION_DECL || !DECL_EXTERNAL (decl) || !DECL_NAME (decl)
      || fndecl_built_in_p (decl))
    return;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (decl));
  size_t n = strlen (name);
  bool is = startswith (name, "px_") && n > 5 && !strcmp (name + n - 5, "_none");
  for (const auto &f : functions)
    is |= !strcmp (name, f.name);
  if (!is)
    return;
  set_decl_built_in_function (decl, BUILT_IN_MD, 0);
  if (targetm.resolve_overloaded_builtin != resolve)
    {
      overloads ().next = targetm.resolve_overloaded_builtin;
      targetm.resolve_overloaded_builtin = resolve;
    }
}
