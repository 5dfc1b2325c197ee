/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fragments: their elements, types and operations (include/px/elements.def,
   fragments.def), the number of registers of each, and the positions of elements.

   Needs: a type, or a call of an operation.
   Leaves: nothing changed.

   Which thread has which element (PTX ISA 9.7.14.5, 9.7.15.5): plugin/lower/frag.cc.  */

#include "plugin/model/model.h"

const px_element px_elements[] = {
#define PX_ELEMENT(name, type, member, bits, ptx, kind, tensor) \
  { #name, PTX_##ptx, bits, #kind[0], sizeof #member > 1 },
#include "include/px/elements.def"
#undef PX_ELEMENT
};

static const px_element *
element_named (const char *name)
{
  for (const px_element &e : px_elements)
    if (!strcmp (e.name, name))
      return &e;
  return NULL;
}

static const struct
{
  const char *prefix, *word;
  px_fragment_part part;
  int strip;
} parts[] = {
  { "__px_acc_", "px_acc", PX_F_ACC, 1 },	{ "__px_lhs_", "px_lhs", PX_F_LHS, 1 },
  { "__px_rhs_", "px_rhs", PX_F_RHS, 1 },	{ "__px_meta_", "px_meta", PX_F_META, 1 },
  { "__px_tile0_", "px_tile", PX_F_TILE, 16 },	{ "__px_tile32_", "px_tile", PX_F_TILE, 32 },
  { "__px_tile64_", "px_tile", PX_F_TILE, 64 }, { "__px_tile128_", "px_tile", PX_F_TILE, 128 }
};

const px_fragment_op *
px_fragment_op_of (const_tree fn)
{
  static std::map<std::string, px_fragment_op> ops;
  if (!fn || !DECL_NAME (fn) || !startswith (IDENTIFIER_POINTER (DECL_NAME (fn)), "__px_frag_"))
    return NULL;
  if (ops.empty ())
    {
      auto for_each = [] (const char *id, const px_fragment_op &o) {
	for (const px_element &e : px_elements)
	  ops[std::string (id) + "_" + e.name] = o;
      };
#define PX_FRAGMENT_OP(id, name, result, parameters, roles, unit) \
  ops[#id] = { PX_FO_##id, #name, roles, PX_U_##unit };
#define PX_FRAGMENT_OPS(id, name, result, parameters, roles, unit) \
  for_each (#id, { PX_FO_##id, #name, roles, PX_U_##unit });
#include "include/px/fragments.def"
#undef PX_FRAGMENT_OP
#undef PX_FRAGMENT_OPS
    }
  auto i = ops.find (IDENTIFIER_POINTER (DECL_NAME (fn)) + strlen ("__px_frag_"));
  return i == ops.end () ? NULL : &i->second;
}

static bool
matrix_type (const_tree type, px_fragment *f)
{
  std::vector<HOST_WIDE_INT> dims;
  for (; type && TREE_CODE (type) == ARRAY_TYPE; type = TREE_TYPE (type))
    {
      tree max = TYPE_DOMAIN (type) ? TYPE_MAX_VALUE (TYPE_DOMAIN (type)) : NULL_TREE;
      dims.push_back (max && tree_fits_shwi_p (max) ? tree_to_shwi (max) + 1 : 0);
    }
  tree name
    = type && TREE_CODE (type) == RECORD_TYPE ? TYPE_NAME (TYPE_MAIN_VARIANT (type)) : NULL_TREE;
  if (name && TREE_CODE (name) == TYPE_DECL)
    name = DECL_NAME (name);
  if (!name || TREE_CODE (name) != IDENTIFIER_NODE)
    return false;
  for (const auto &p : parts)
    if (startswith (IDENTIFIER_POINTER (name), p.prefix))
      {
	f->part = p.part;
	f->strip = p.strip;
	f->elem = element_named (IDENTIFIER_POINTER (name) + strlen (p.prefix));
	if (!f->elem)
	  return false;
	size_t n = dims.size ();
	f->whole = n >= 2;
	f->rows = n >= 2 ? dims[n - 2] : 0;
	f->cols = n >= 1 ? dims[n - 1] : 0;
	f->copies = 1;
	for (size_t i = 0; i + 2 < n; i++)
	  f->copies *= dims[i];
	return true;
      }
  return false;
}

bool
px_fragment_type (const_tree type, px_fragment *f)
{
  return matrix_type (type, f) && f->part != PX_F_TILE;
}

bool
px_tile_type (const_tree type, px_fragment *f)
{
  return matrix_type (type, f) && f->part == PX_F_TILE;
}

/* Returns true if argument I of an operation with these roles is a fragment, not a tile.  */
bool
px_fragment_at_p (gimple *s, const px_fragment_op *o, unsigned i)
{
  return strchr ("wru", o->roles[i])
	 || (o->roles[i] == 'm' && (tree_to_shwi (gimple_call_arg (s, i + 1)) >> 8 & 0xfff) == 1);
}

bool
px_fragment_argument (gimple *s, unsigned i)
{
  const px_fragment_op *o = px_fragment_op_of (gimple_call_fndecl (s));
  return o->roles[i] == 'a' || px_fragment_at_p (s, o, i);
}

/* Returns true if TYPE is a fragment, a pointer to one, or an aggregate with such a member.  */
bool
px_fragment_inside (tree type)
{
  px_fragment f;
  if (POINTER_TYPE_P (type))
    return px_fragment_type (TREE_TYPE (type), &f);
  if (px_fragment_type (type, &f))
    return true;
  while (TREE_CODE (type) == ARRAY_TYPE)
    type = TREE_TYPE (type);
  if (RECORD_OR_UNION_TYPE_P (type))
    for (tree m = TYPE_FIELDS (type); m; m = DECL_CHAIN (m))
      {
	tree t = TREE_TYPE (m);
	/* Do not follow pointers in members: a structure may contain a pointer to its own type.  */
	bool leads = TREE_CODE (m) == FIELD_DECL && POINTER_TYPE_P (t);
	while (POINTER_TYPE_P (t))
	  t = TREE_TYPE (t);
	if (TREE_CODE (m) == FIELD_DECL
	    && (leads ? px_fragment_type (t, &f) : px_fragment_inside (t)))
	  return true;
      }
  return false;
}

/* "px_acc (float, 16, 8)".  */
std::string
px_fragment_name (const px_fragment &f)
{
  std::string s = std::string (parts[f.part].word) + " (" + f.elem->name + ", "
		  + std::to_string (f.rows) + ", " + std::to_string (f.cols);
  if (f.part == PX_F_TILE)
    s += ", " + std::to_string (f.strip == 16 ? 0 : f.strip);
  return s + ")";
}

/* The numbers in an element: k counts elements, their names in PTX count numbers.  */
int
px_numbers_in_element (const px_element *e)
{
  /* Of the types in PTX only those of less than a byte are packed in C.  */
  return ptx_mods[e->ptx].bits < 8 ? e->bits / ptx_mods[e->ptx].bits : 1;
}

const char *
px_element_type (const px_element *e)
{
  return ptx_mods[e->ptx].name;
}

/* The number of elements in a register.  */
int
px_per_register (const px_fragment &f)
{
  return f.elem->bits < 32 ? 32 / f.elem->bits : 1;
}

int
px_fragment_count (const px_fragment &f, int threads)
{
  return f.rows * f.cols / threads;
}

/* For positions in sparse operands: the columns of a unit of 16 bits; whether a register has
   one unit of each of two rows, not two of one row; the registers of a block of rows.  */
int
px_unit_columns (const px_element *e)
{
  return e->bits == 32 ? px_numbers_in_element (e) == 8 ? 4 : 8 : 16;
}
bool
px_two_rows_p (const px_element *e)
{
  return e->bits / px_numbers_in_element (e) >= 16;
}
int
px_meta_registers (const px_fragment &f)
{
  int units = f.cols / px_unit_columns (f.elem);
  return CEIL (units, 4);
}

/* The rows of a block, in which a thread has elements of one column or two.  */
int
px_block_rows (const px_fragment &f, int threads)
{
  return threads == 128 ? 64 : f.rows % 16 ? 8 : 16;
}

int
px_register_count (const px_fragment &f, int threads)
{
  if (f.part == PX_F_META)
    return f.rows / px_block_rows (f, threads) * px_meta_registers (f);
  return px_fragment_count (f, threads) / px_per_register (f);
}

/* Returns why F cannot belong to the threads of a warp or warpgroup; empty if it can.  */
std::string
px_fragment_fault (const px_fragment &f, int threads)
{
  char t[160] = "";
  const px_element *e = f.elem;
  int k = 4 * px_per_register (f);
  bool acc = !strcmp (e->name, "float") || !strcmp (e->name, "double") || !strcmp (e->name, "int")
	     || !strcmp (e->name, "px_half");
  bool px_frag_operand = strcmp (e->name, "float") && strcmp (e->name, "int");
  bool sparse = px_frag_operand && e->bits < 64 && px_numbers_in_element (e) < 32;
  /* Products with 8 rows exist for integers and double.  */
  bool eight = threads == 32 && f.part != PX_F_META && (e->kind != 'F' || e->bits == 64);
  int rows = threads == 128 ? 64 : eight ? 8 : 16;
  int cols = f.part == PX_F_META  ? px_unit_columns (e) * (px_two_rows_p (e) ? 1 : 2)
	     : f.part == PX_F_LHS ? k
				  : 8;
  if (f.part == PX_F_ACC ? !acc : f.part == PX_F_META ? !sparse : !px_frag_operand)
    snprintf (t, sizeof t, "%s is no element of it", e->name);
  else if (f.part == PX_F_RHS && threads == 128)
    snprintf (t, sizeof t, "a warpgroup takes its right operand from shared memory");
  else if (f.part == PX_F_RHS && f.rows % k)
    snprintf (t, sizeof t, "its rows are not a multiple of %d", k);
  else if (f.part != PX_F_RHS && f.rows % rows)
    snprintf (t, sizeof t, "its rows are not a multiple of %d", rows);
  else if (f.cols % cols)
    snprintf (t, sizeof t, "its columns are not a multiple of %d", cols);
  else if (!f.rows || !f.cols)
    snprintf (t, sizeof t, "it is empty");
  else if (px_register_count (f, threads) * (e->bits == 64 ? 2 : 1) > 255)
    snprintf (t, sizeof t, "it takes %d registers of each thread, more than the 255 that there are",
	      px_register_count (f, threads) * (e->bits == 64 ? 2 : 1));
  return t;
}

px_spot
px_spot_of (const px_fragment &f, int threads, int e)
{
  int r = px_per_register (f), reg = e / r, sub = e % r, down = px_block_rows (f, threads),
      halves = down == 8 ? 1 : 2;
  switch (f.part)
    {
    case PX_F_ACC:
      {
	int block = e / (2 * halves), c = e % (2 * halves), across = f.cols / 8;
	return { block / across * down + c / 2 * 8, 1, 0, block % across * 8 + c % 2, 0, 2 };
      }
    case PX_F_LHS:
      {
	int block = reg / halves, across = f.cols / (4 * r);
	return {
	  block / across * down + reg % halves * 8, 1, 0, block % across * 4 * r + sub, 0, r
	};
      }
    default:
      {
	int along = f.rows / (4 * r);
	return { reg % along * 4 * r + sub, 0, r, reg / along * 8, 1, 0 };
      }
    }
}
