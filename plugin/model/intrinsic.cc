/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of intrinsics, include/px/intrinsics.def, and the operands of a call of one.

   Needs: a function's declaration; or a call of an intrinsic.
   Leaves: nothing changed, except by px_set_argument, and by px_set_shape, which sets the shape
   argument of a tensor copy.  */

#include "plugin/model/model.h"

#include <unordered_map>

/* One row of the table: an instance, by its NAME; that host code may call it, without CODE; or what
   users write for the instances that follow, without a NAME.  */
struct row
{
  const char *name, *generic, *code, *roles, *at;
  px_intrinsic_kind kind;
  px_intrinsic_timeline timeline;
  unsigned arch;
  const char *ptx;
};

static const row rows[] = {
#define PX_FAMILY(id, title, text)
#define PX_GENERIC(name, arguments, text) \
  { NULL, #name, NULL, NULL, NULL, PX_I_OPERATOR, PX_T_GENERIC, 0, NULL },
#define PX_INTRINSIC(name, result, parameters, code, roles, at, kind, timeline, arch, ptx) \
  { #name, NULL, code, roles, at, PX_I_##kind, PX_T_##timeline, arch, ptx },
#define PX_ON_HOST(name) { #name, NULL, NULL, NULL, NULL, PX_I_OPERATOR, PX_T_GENERIC, 0, NULL },
#include "include/px/intrinsics.def"
};

/* Returns the next word of *S, and advances *S.  */
static std::string
next_word (const char **s)
{
  while (**s == ' ')
    ++*s;
  const char *b = *s;
  while (**s && **s != ' ')
    ++*s;
  return std::string (b, *s);
}

static px_operand
read_operand (const std::string &w)
{
  static const struct
  {
    const char *name;
    px_role role;
  } names[] = { { "value", PX_ROLE_VALUE },	{ "handed", PX_ROLE_VALUE },
		{ "uniform", PX_ROLE_UNIFORM }, { "width", PX_ROLE_WIDTH },
		{ "const", PX_ROLE_CONST },	{ "read", PX_ROLE_READ },
		{ "write", PX_ROLE_WRITE },	{ "atomic", PX_ROLE_ATOMIC },
		{ "from", PX_ROLE_FROM },	{ "to", PX_ROLE_TO },
		{ "address", PX_ROLE_ADDRESS }, { "give", PX_ROLE_GIVE },
		{ "take", PX_ROLE_TAKE },	{ "coordinate", PX_ROLE_COORDINATE },
		{ "boxes", PX_ROLE_BOXES },	{ "pixels", PX_ROLE_PIXELS },
		{ "unit", PX_ROLE_UNIT },	{ "barrier", PX_ROLE_BARRIER },
		{ "shape", PX_ROLE_SHAPE } };
  px_operand o = { PX_ROLE_VALUE, PX_SPACE_ANY, {}, {}, w == "handed" };
  size_t i = w.find (':');
  if (i != std::string::npos)
    {
      o.role = w[0] == 'p' ? PX_ROLE_PICK : PX_ROLE_CONST;
      i++;
      while (i <= w.size ())
	{
	  size_t e = std::min (w.find (',', i), w.size ());
	  o.pick.push_back (w.substr (i, e - i));
	  i = e + 1;
	}
      return o;
    }
  size_t plus = std::min (w.find ('+'), w.size ()), dot = std::min (w.find ('.'), plus);
  std::string space = w.substr (dot, plus - dot);
  if (plus < w.size ())
    o.operation = w.substr (plus + 1);
  o.space = space == ".shared"	 ? PX_SPACE_SHARED
	    : space == ".global" ? PX_SPACE_GLOBAL
				 : PX_SPACE_ANY;
  for (const auto &n : names)
    if (w.substr (0, dot) == n.name)
      {
	o.role = n.role;
	return o;
      }
  gcc_unreachable ();
}

static px_intrinsic
make_intrinsic (const row &r, const char *generic)
{
  px_intrinsic x = {};
  const char *s = r.code;
  x.name = r.name;
  x.generic = generic;
  x.kind = r.kind;
  x.timeline = r.timeline;
  x.arch = r.arch;
  x.ptx = r.ptx;
  std::string w = next_word (&s);
  if (w == "cluster" || w == "unit")
    {
      x.by_unit = true;
      x.needs_cluster = w == "cluster";
    }
  else if (w == "width")
    x.by_width = true;
  else if (w != "any")
    {
      if (!px_level_named (w.c_str (), &x.code.level))
	gcc_unreachable ();
      x.code.n = atoi (next_word (&s).c_str ());
    }
  for (s = r.roles; *s;)
    x.operands.push_back (read_operand (next_word (&s)));
  static const char *const places[] = { "operands", "load", "code", "thread", "grid", "none" };
  for (unsigned i = 0; i < ARRAY_SIZE (places); i++)
    if (!strcmp (r.at, places[i]))
      x.at = (px_intrinsic_result) i;
  return x;
}

const px_intrinsic *
px_intrinsic_of (const_tree fn)
{
  static std::unordered_map<std::string, px_intrinsic> table;
  if (table.empty ())
    {
      const char *generic = NULL;
      for (const row &r : rows)
	if (r.name && !r.code)
	  table[r.name].on_host = true;
	else if (r.name)
	  table.insert ({ r.name, make_intrinsic (r, generic) });
	else
	  generic = r.generic;
    }
  if (!fn || TREE_CODE (fn) != FUNCTION_DECL || !DECL_NAME (fn) || !DECL_EXTERNAL (fn)
      || !startswith (IDENTIFIER_POINTER (DECL_NAME (fn)), "px_"))
    return NULL;
  auto i = table.find (IDENTIFIER_POINTER (DECL_NAME (fn)));
  return i == table.end () ? NULL : &i->second;
}

/* Returns constant operand I of call S, or -1.  */
HOST_WIDE_INT
px_constant_argument (gimple *s, unsigned i)
{
  tree t = i < gimple_call_num_args (s) ? gimple_call_arg (s, i) : NULL_TREE;
  return t && TREE_CODE (t) == INTEGER_CST && tree_fits_shwi_p (t) ? tree_to_shwi (t) : -1;
}

void
px_set_argument (gimple *s, px_role role, tree value)
{
  const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s));
  for (unsigned i = 0; i < x->operands.size (); i++)
    if (x->operands[i].role == role)
      gimple_call_set_arg (s, i, fold_convert (TREE_TYPE (gimple_call_arg (s, i)), value));
  update_stmt (s);
}

/* Returns the operand of S with role ROLE; -1 if there is none.  */
int
px_operand_with (gimple *s, px_role role)
{
  const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s));
  for (unsigned i = 0; i < x->operands.size (); i++)
    if (x->operands[i].role == role)
      return i;
  return -1;
}

/* Returns a constant that divides T, a number of bytes.  */
static tree
factor_of (tree t)
{
  gimple *s = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (s && is_gimple_assign (s) && gimple_assign_rhs_code (s) == MULT_EXPR)
    t = gimple_assign_rhs2 (s);
  return TREE_CODE (t) == INTEGER_CST ? t : size_one_node;
}

/* T is BY bytes, times a number, after what points to rows of type TYPE.  Returns the type of the array of such rows that
   T addresses; TYPE if there is none.  */
static tree
array_of_rows (tree t, tree type, tree by)
{
  while (TREE_CODE (t) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (t))
	 && (gimple_assign_single_p (SSA_NAME_DEF_STMT (t))
	     || gimple_assign_cast_p (SSA_NAME_DEF_STMT (t))))
    t = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (t));
  tree array = TREE_CODE (t) == ADDR_EXPR ? TREE_TYPE (TREE_OPERAND (t, 0)) : NULL_TREE;
  return array && TREE_CODE (array) == ARRAY_TYPE && types_compatible_p (TREE_TYPE (array), type)
	     && tree_fits_uhwi_p (TYPE_SIZE_UNIT (array))
	     && multiple_of_p (sizetype, by, TYPE_SIZE_UNIT (array))
	   ? array
	   : type;
}

/* Returns the type of the array at the shared end of S, and in ROW that of one of its rows, if the address may be meant as
   either's; else ROW is that type, too.  */
static tree
array_or_row (gimple *s, tree *row)
{
  *row = NULL_TREE;
  if (px_operand_with (s, PX_ROLE_SHAPE) < 0)
    return NULL_TREE;
  int to = px_operand_with (s, PX_ROLE_TO);
  tree t = gimple_call_arg (s, to >= 0 ? to : px_operand_with (s, PX_ROLE_FROM));
  tree by = size_zero_node; /* offset relative to T */
  for (int steps = 0; steps < 20 && POINTER_TYPE_P (TREE_TYPE (t)); steps++)
    {
      tree type = TREE_TYPE (TREE_TYPE (t));
      px_fragment f;
      bool tile = px_tile_type (type, &f);
      gimple *d = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
      bool plus = d && is_gimple_assign (d) && gimple_assign_rhs_code (d) == POINTER_PLUS_EXPR;
      if (plus)
	by = factor_of (gimple_assign_rhs2 (d));
      /* GIMPLE may use the tile's type for the address of a part of it.  */
      if (tile && !multiple_of_p (sizetype, by, TYPE_SIZE_UNIT (type)))
	return *row = TREE_CODE (type) == ARRAY_TYPE ? TREE_TYPE (type) : type;
      if (tile)
	return *row = type;
      if (TREE_CODE (type) == ARRAY_TYPE && tree_fits_uhwi_p (TYPE_SIZE_UNIT (type)))
	return *row = type, array_of_rows (t, type, by);
      /* The first element of a row that a pointer leads to stands for the row, as the row's name does.  */
      tree element = TREE_CODE (t) == ADDR_EXPR ? TREE_OPERAND (t, 0) : NULL_TREE;
      if (element && TREE_CODE (element) == ARRAY_REF && integer_zerop (TREE_OPERAND (element, 1))
	  && TREE_CODE (TREE_OPERAND (element, 0)) == MEM_REF
	  && integer_zerop (TREE_OPERAND (TREE_OPERAND (element, 0), 1)))
	t = TREE_OPERAND (TREE_OPERAND (element, 0), 0);
      else if (element && TREE_CODE (element) == MEM_REF)
	t = TREE_OPERAND (element, 0);
      else if (d && (plus || gimple_assign_single_p (d) || gimple_assign_cast_p (d)))
	t = gimple_assign_rhs1 (d);
      else
	break;
    }
  return NULL_TREE;
}

tree
px_map_of (gimple *s, tree *parm, HOST_WIDE_INT *offset)
{
  int i = px_operand_with (s, PX_ROLE_BOXES);
  tree t
    = i < 0 && (i = px_operand_with (s, PX_ROLE_PIXELS)) < 0 ? NULL_TREE : gimple_call_arg (s, i),
    map = t;
  poly_int64 at;
  *parm = NULL_TREE;
  *offset = -1;
  while (t && TREE_CODE (t) == SSA_NAME && gimple_assign_single_p (SSA_NAME_DEF_STMT (t)))
    t = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (t));
  tree base = t && TREE_CODE (t) == ADDR_EXPR ? get_base_address (TREE_OPERAND (t, 0)) : NULL_TREE;
  if (!base || TREE_CODE (base) != PARM_DECL)
    return map;
  *parm = base;
  if (get_addr_base_and_unit_offset (TREE_OPERAND (t, 0), &at) != base || !at.is_constant (offset))
    *offset = -1;
  return map;
}

/* Returns true if load T is surely by the map of load S.  */
static bool
loads_by_map_of (gimple *s, gimple *t)
{
  const px_intrinsic *x = is_gimple_call (t) && gimple_call_fndecl (t)
			    ? px_intrinsic_of (gimple_call_fndecl (t))
			    : NULL;
  if (!x || x->timeline != PX_T_BULK_LOAD || px_operand_with (t, PX_ROLE_SHAPE) < 0)
    return false;
  tree p, q;
  HOST_WIDE_INT m, n;
  tree a = px_map_of (s, &p, &m), b = px_map_of (t, &q, &n);
  return a && b && (p && m >= 0 ? p == q && m == n : operand_equal_p (a, b, 0));
}

/* A map has one box, so all loads by it bring equally much: where one brings a row, so do those to where an array of such
   rows begins.  */
tree
px_copied_array (gimple *s)
{
  tree row, of, array = array_or_row (s, &row);
  if (array == row)
    return array;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (loads_by_map_of (s, gsi_stmt (i)))
	if (tree other = array_or_row (gsi_stmt (i), &of);
	    other && other == of && tree_fits_uhwi_p (TYPE_SIZE_UNIT (other))
	    && tree_int_cst_equal (TYPE_SIZE_UNIT (other), TYPE_SIZE_UNIT (row)))
	  return row;
  return array;
}

/* Sets the shape argument of S: a tile's shape, or the bytes of another array, shifted left by
   8 bits.  */
void
px_set_shape (gimple *s)
{
  px_fragment f;
  tree type = px_copied_array (s);
  if (!type)
    return;
  bool tile = px_tile_type (type, &f) && f.whole && f.copies == 1;
  px_set_argument (s, PX_ROLE_SHAPE,
		   build_int_cst (long_integer_type_node,
				  tile
				    ? px_tile_shape (f)
				    : (HOST_WIDE_INT) tree_to_uhwi (TYPE_SIZE_UNIT (type)) << 8));
}

/* Returns the shape argument of S; 0 if there is none.  */
HOST_WIDE_INT
px_shape_of (gimple *s)
{
  int i = px_operand_with (s, PX_ROLE_SHAPE);
  return i < 0 ? 0 : tree_to_shwi (gimple_call_arg (s, i));
}

HOST_WIDE_INT
px_copied_bytes (gimple *s)
{
  if (!px_shape_of (s))
    px_set_shape (s);
  HOST_WIDE_INT shape = px_shape_of (s);
  if (!(shape & 0xff))
    return shape >> 8;
  px_fragment f = px_shaped_tile (shape);
  return f.rows * f.cols * (f.elem->bits / 8);
}

tree
px_loaded_bytes (gimple *s)
{
  const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s));
  for (const px_operand &o : x->operands)
    if (o.role == PX_ROLE_COORDINATE)
      {
	HOST_WIDE_INT bytes = px_copied_bytes (s);
	return bytes ? build_int_cst (unsigned_type_node, bytes) : NULL_TREE;
      }
  return gimple_call_arg (s, 2);
}

bool
px_maps_shared_p (gimple *s)
{
  const px_intrinsic *x = is_gimple_call (s) ? px_intrinsic_of (gimple_call_fndecl (s)) : NULL;
  return x && x->needs_cluster && x->operands[0].role == PX_ROLE_ADDRESS;
}

tree
px_destinations_of (gimple *s)
{
  const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s));
  if (!x->needs_cluster)
    return NULL_TREE;
  unsigned i = 0;
  while (x->operands[i + 1].role != PX_ROLE_PICK)
    i++;
  return gimple_call_arg (s, i);
}

tree
px_intrinsic_ref (gimple *s, unsigned i)
{
  const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s));
  const px_operand &o = x->operands[i];
  if (o.role < PX_ROLE_READ || o.role > PX_ROLE_ATOMIC || x->kind == PX_I_COLLECTIVE
      || o.space != PX_SPACE_ANY)
    return NULL_TREE;
  tree formal = TYPE_ARG_TYPES (gimple_call_fntype (s));
  for (unsigned k = 0; k < i; k++)
    formal = TREE_CHAIN (formal);
  /* The pointed-to type is incomplete by now, so use the type of what is read or stored.  */
  tree type = gimple_call_return_type (as_a<gcall *> (s));
  if (VOID_TYPE_P (type))
    type = TREE_VALUE (TREE_CHAIN (formal));
  tree bytes
    = build_array_type_nelts (unsigned_char_type_node, tree_to_uhwi (TYPE_SIZE_UNIT (type)));
  return build2 (MEM_REF, bytes, gimple_call_arg (s, i), build_int_cst (ptr_type_node, 0));
}
