/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fragments: matrices in the registers of a warp or warpgroup, which GCC never
   sees.  A fragment is a local variable of a type that names its element, its
   part in a product and its size (px/fragments.h); all that happens to it is
   calls of __px_frag_*, which get its address.

   Needs: a device function after early inlining, approved by plugin/check/rules.cc,
   synchronised, unmarked.
   Leaves: no fragment.  Loops whose counters index fragments are unrolled;
   each call is inline PTX that names registers %pxfU_K (.f32), %pxrU_K (.b32)
   or %pxdU_K (.f64), U the fragment's number in the unit, K the register's in
   it.  px_declare_fragments declares them in each function of the finished
   PTX that has them.

   With px_acc (float, 16, 8) sum, of which each thread of a warp has four elements:

     px_fill (&sum, x);       asm ("mov.f32 %pxf0_0, %0; ... mov.f32 %pxf0_3, %0;" : : "r" x)
     px_scale (&sum, y);      asm ("mul.f32 %pxf0_0, %pxf0_0, %0; ..." : : "r" y)
     px_store (c, 8, &sum);   p = c + the thread's place;
			      asm ("st.v2.b32 [%0+0], {%pxf0_0, %pxf0_1};" : : "r" p) ...

   Which thread has which element (PTX ISA 9.7.14.5, 9.7.15.5): with g = lane / 4,
   t = lane % 4, r elements of up to 32 bits in a register:
     accumulator  blocks of 16 x 8, the columns fastest; element c of four:
		  row g + 8 (c / 2), column 2 t + c % 2
     left         blocks of 16 x 4r, the columns fastest; register h of two:
		  row g + 8 h, columns r t ...
     right        blocks of 4r x 8, the rows fastest; one register:
		  rows r t ..., column g
   A warpgroup's fragment has blocks of 64 rows, 16 of them each warp's; a warp's may
   have blocks of 8 rows, where there are products of such: half of the elements.

   Positions in a sparse left operand (9.7.14.6.1), by 16 bits, a unit: of rows g and
   g + 8 together in a register if elements have 16 bits or more, of units t, t + 4 ...;
   else two units of row g + 8 (t % 2), the pairs of units t / 2, t / 2 + 2 ...  */

#include "plugin/px-plugin.h"

/* ---- what there is ---------------------------------------------------- */

static const px_element elements[] = {
#define PX_ELEMENT(name, type, member, bits, ptx, kind, tensor) \
  { #name, ptx, bits, #kind[0], sizeof #member > 1 },
#include "include/px/elements.def"
#undef PX_ELEMENT
};

static const px_element *
element_named (const char *name)
{
  for (const px_element &e : elements)
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
	for (const px_element &e : elements)
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

/* Is argument I of an operation with these roles a fragment, not a tile?  */
static bool
fragment_argument (gimple *s, const px_fragment_op *o, unsigned i)
{
  return strchr ("wru", o->roles[i])
	 || (o->roles[i] == 'm' && (tree_to_shwi (gimple_call_arg (s, i + 1)) >> 8 & 0xfff) == 1);
}

bool
px_fragment_argument (gimple *s, unsigned i)
{
  const px_fragment_op *o = px_fragment_op_of (gimple_call_fndecl (s));
  return o->roles[i] == 'a' || fragment_argument (s, o, i);
}

HOST_WIDE_INT
px_tile_shape (const px_fragment &f)
{
  return f.rows << 40 | f.cols << 20 | (HOST_WIDE_INT) f.strip << 8 | (1 + (f.elem - elements));
}

px_fragment
px_shaped_tile (HOST_WIDE_INT shape)
{
  px_fragment f
    = { PX_F_TILE, &elements[(shape & 0xff) - 1], shape >> 40 & 0xfffff, shape >> 20 & 0xfffff, 1,
	true,	   (int) (shape >> 8 & 0xfff) };
  return f;
}

px_fragment
px_tile_argument (gimple *s, unsigned i)
{
  return px_shaped_tile (tree_to_shwi (gimple_call_arg (s, i + 1)));
}

/* The kinds of product, each as it is and with B, A and both transposed.  */
struct product_kind
{
  px_fragment_op_id first;
  int forms;
  bool overwrites, negates, keeps, xors; /* D = …, -=, keeps D by its last operand */
  bool sparse;
  bool ta, tb;
};

/* Is O a product?  */
static bool
product_p (const px_fragment_op *o, product_kind *k)
{
  static const product_kind kinds[]
    = { { PX_FO_mma, 4, false, false, false, false, false, false, false },
	{ PX_FO_mul, 4, true, false, false, false, false, false, false },
	{ PX_FO_mms, 4, false, true, false, false, false, false, false },
	{ PX_FO_mma_keep, 4, false, false, true, false, false, false, false },
	{ PX_FO_mma_xor, 1, false, false, false, true, false, false, false },
	{ PX_FO_mma_sparse, 4, false, false, false, false, true, false, false },
	{ PX_FO_mul_sparse, 4, true, false, false, false, true, false, false } };
  for (const product_kind &x : kinds)
    if (o->id >= x.first && o->id < x.first + x.forms)
      {
	*k = x;
	k->ta = (o->id - x.first) & 2;
	k->tb = (o->id - x.first) & 1;
	return true;
      }
  return false;
}

bool
px_wgmma_p (gimple *s)
{
  product_kind k;
  const px_fragment_op *o = is_gimple_call (s) ? px_fragment_op_of (gimple_call_fndecl (s)) : NULL;
  return o && product_p (o, &k) && !fragment_argument (s, o, 3);
}

/* A bit of the first shape, which copies of the call keep.  */
static const HOST_WIDE_INT ordered = (HOST_WIDE_INT) 1 << 62;

void
px_wgmma_ordered (gimple *s)
{
  HOST_WIDE_INT shape = tree_to_shwi (gimple_call_arg (s, 2));
  gimple_call_set_arg (s, 2, build_int_cst (long_integer_type_node, shape | ordered));
}

/* Is TYPE a fragment, a pointer to one, or an aggregate with such a member?  */
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
	/* What a member leads to may hold its own type.  */
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

/* How many numbers an element holds: k counts elements, their names in PTX numbers.  */
static int
numbers_in (const px_element *e)
{
  return !strcmp (e->ptx, "b1") ? 32 : !strcmp (e->ptx, "s4") || !strcmp (e->ptx, "u4") ? 8 : 1;
}

/* Elements in a register.  */
static int
per_register (const px_fragment &f)
{
  return f.elem->bits < 32 ? 32 / f.elem->bits : 1;
}

int
px_fragment_count (const px_fragment &f, int threads)
{
  return f.rows * f.cols / threads;
}

/* Of positions: columns of a unit of 16 bits; does a register have a unit of two rows,
   not two of one?  Registers of a block of rows.  */
static int
unit_columns (const px_element *e)
{
  return e->bits == 32 ? numbers_in (e) == 8 ? 4 : 8 : 16;
}
static bool
two_rows_p (const px_element *e)
{
  return e->bits / numbers_in (e) >= 16;
}
static int
meta_registers (const px_fragment &f)
{
  int units = f.cols / unit_columns (f.elem);
  return CEIL (units, 4);
}

/* The rows of a block, in which a thread has some of a column or two.  */
static int
block_rows (const px_fragment &f, int threads)
{
  return threads == 128 ? 64 : f.rows % 16 ? 8 : 16;
}

static int
registers (const px_fragment &f, int threads)
{
  if (f.part == PX_F_META)
    return f.rows / block_rows (f, threads) * meta_registers (f);
  return px_fragment_count (f, threads) / per_register (f);
}

/* Why F cannot be the threads' of a warp or warpgroup; empty: it can.  */
std::string
px_fragment_fault (const px_fragment &f, int threads)
{
  char t[160] = "";
  const px_element *e = f.elem;
  int k = 4 * per_register (f);
  bool acc = !strcmp (e->name, "float") || !strcmp (e->name, "double") || !strcmp (e->name, "int")
	     || !strcmp (e->name, "px_half");
  bool operand = strcmp (e->name, "float") && strcmp (e->name, "int");
  bool sparse = operand && e->bits < 64 && numbers_in (e) < 32;
  /* There are products of 8 rows of integers and of double.  */
  bool eight = threads == 32 && f.part != PX_F_META && (e->kind != 'F' || e->bits == 64);
  int rows = threads == 128 ? 64 : eight ? 8 : 16;
  int cols = f.part == PX_F_META  ? unit_columns (e) * (two_rows_p (e) ? 1 : 2)
	     : f.part == PX_F_LHS ? k
				  : 8;
  if (f.part == PX_F_ACC ? !acc : f.part == PX_F_META ? !sparse : !operand)
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
  else if (registers (f, threads) * (e->bits == 64 ? 2 : 1) > 255)
    snprintf (t, sizeof t, "it takes %d registers of each thread, more than the 255 that there are",
	      registers (f, threads) * (e->bits == 64 ? 2 : 1));
  return t;
}

std::string
px_tile_fault (const px_fragment &f)
{
  char t[80] = "";
  int bytes = f.cols * (f.elem->bits / 8);
  if (!f.rows || f.rows % 8)
    snprintf (t, sizeof t, "its rows are not a multiple of 8");
  else if (!bytes || bytes % f.strip)
    snprintf (t, sizeof t, "its rows have %d bytes, which is not a multiple of %d", bytes, f.strip);
  return t;
}

/* Where an element of a thread stands: row + rg g + rt t, col + cg g + ct t.  */
struct spot
{
  int row, rg, rt, col, cg, ct;
};

static spot
spot_of (const px_fragment &f, int threads, int e)
{
  int r = per_register (f), reg = e / r, sub = e % r, down = block_rows (f, threads),
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

/* ---- instructions of products ----------------------------------------- */

/* mma.sync, all sizes (PTX ISA 9.7.14.5): D of PTX type d and so on; m x n x k;
   those of one type from the largest k on.  s8 and u8 mix, as do s4 and u4, e4m3 and
   e5m2.  */
static const struct product
{
  const char *d, *a, *b;
  int m, n, k, sm;
} products[] = {
  { "f32", "f16", "f16", 16, 8, 16, 80 },   { "f32", "f16", "f16", 16, 8, 8, 80 },
  { "f16", "f16", "f16", 16, 8, 16, 80 },   { "f16", "f16", "f16", 16, 8, 8, 80 },
  { "f32", "bf16", "bf16", 16, 8, 16, 80 }, { "f32", "bf16", "bf16", 16, 8, 8, 80 },
  { "f32", "tf32", "tf32", 16, 8, 8, 80 },  { "f32", "tf32", "tf32", 16, 8, 4, 80 },
  { "f64", "f64", "f64", 16, 8, 16, 90 },   { "f64", "f64", "f64", 16, 8, 8, 90 },
  { "f64", "f64", "f64", 16, 8, 4, 90 },    { "f64", "f64", "f64", 8, 8, 4, 80 },
  { "s32", "s8", "s8", 16, 8, 32, 80 },	    { "s32", "s8", "s8", 16, 8, 16, 80 },
  { "s32", "u8", "u8", 16, 8, 32, 80 },	    { "s32", "u8", "u8", 16, 8, 16, 80 },
  { "s32", "s8", "u8", 16, 8, 32, 80 },	    { "s32", "s8", "u8", 16, 8, 16, 80 },
  { "s32", "u8", "s8", 16, 8, 32, 80 },	    { "s32", "u8", "s8", 16, 8, 16, 80 },
  { "f32", "e4m3", "e4m3", 16, 8, 32, 89 }, { "f32", "e5m2", "e5m2", 16, 8, 32, 89 },
  { "f32", "e4m3", "e5m2", 16, 8, 32, 89 }, { "f32", "e5m2", "e4m3", 16, 8, 32, 89 },
  { "s32", "s4", "s4", 16, 8, 8, 80 },	    { "s32", "s4", "s4", 16, 8, 4, 80 },
  { "s32", "u4", "u4", 16, 8, 8, 80 },	    { "s32", "u4", "u4", 16, 8, 4, 80 },
  { "s32", "s4", "u4", 16, 8, 8, 80 },	    { "s32", "s4", "u4", 16, 8, 4, 80 },
  { "s32", "u4", "s4", 16, 8, 8, 80 },	    { "s32", "u4", "s4", 16, 8, 4, 80 },
  { "s32", "b1", "b1", 16, 8, 8, 80 },	    { "s32", "b1", "b1", 16, 8, 4, 80 },
  { "f32", "e4m3", "e4m3", 16, 8, 16, 89 }, { "f32", "e5m2", "e5m2", 16, 8, 16, 89 },
  { "f32", "e4m3", "e5m2", 16, 8, 16, 89 }, { "f32", "e5m2", "e4m3", 16, 8, 16, 89 },
  { "f16", "e4m3", "e4m3", 16, 8, 32, 89 }, { "f16", "e4m3", "e4m3", 16, 8, 16, 89 },
  { "f16", "e5m2", "e5m2", 16, 8, 32, 89 }, { "f16", "e5m2", "e5m2", 16, 8, 16, 89 },
  { "f16", "e4m3", "e5m2", 16, 8, 32, 89 }, { "f16", "e4m3", "e5m2", 16, 8, 16, 89 },
  { "f16", "e5m2", "e4m3", 16, 8, 32, 89 }, { "f16", "e5m2", "e4m3", 16, 8, 16, 89 },
  { "s32", "s8", "s8", 8, 8, 16, 80 },	    { "s32", "u8", "u8", 8, 8, 16, 80 },
  { "s32", "s8", "u8", 8, 8, 16, 80 },	    { "s32", "u8", "s8", 8, 8, 16, 80 },
  { "s32", "s4", "s4", 8, 8, 4, 80 },	    { "s32", "u4", "u4", 8, 8, 4, 80 },
  { "s32", "s4", "u4", 8, 8, 4, 80 },	    { "s32", "u4", "s4", 8, 8, 4, 80 },
  { "s32", "b1", "b1", 8, 8, 4, 80 },
};

/* mma.sp.sync (9.7.14.6): likewise, K as B has it.  */
static const product sparse_products[] = {
  { "f32", "f16", "f16", 16, 8, 32, 80 },   { "f32", "f16", "f16", 16, 8, 16, 80 },
  { "f16", "f16", "f16", 16, 8, 32, 80 },   { "f16", "f16", "f16", 16, 8, 16, 80 },
  { "f32", "bf16", "bf16", 16, 8, 32, 80 }, { "f32", "bf16", "bf16", 16, 8, 16, 80 },
  { "f32", "tf32", "tf32", 16, 8, 16, 80 }, { "f32", "tf32", "tf32", 16, 8, 8, 80 },
  { "s32", "s8", "s8", 16, 8, 64, 80 },	    { "s32", "s8", "s8", 16, 8, 32, 80 },
  { "s32", "u8", "u8", 16, 8, 64, 80 },	    { "s32", "u8", "u8", 16, 8, 32, 80 },
  { "s32", "s8", "u8", 16, 8, 64, 80 },	    { "s32", "s8", "u8", 16, 8, 32, 80 },
  { "s32", "u8", "s8", 16, 8, 64, 80 },	    { "s32", "u8", "s8", 16, 8, 32, 80 },
  { "f32", "e4m3", "e4m3", 16, 8, 64, 89 }, { "f32", "e5m2", "e5m2", 16, 8, 64, 89 },
  { "f32", "e4m3", "e5m2", 16, 8, 64, 89 }, { "f32", "e5m2", "e4m3", 16, 8, 64, 89 },
  { "s32", "s4", "s4", 16, 8, 16, 80 },	    { "s32", "s4", "s4", 16, 8, 8, 80 },
  { "s32", "u4", "u4", 16, 8, 16, 80 },	    { "s32", "u4", "u4", 16, 8, 8, 80 },
  { "s32", "s4", "u4", 16, 8, 16, 80 },	    { "s32", "s4", "u4", 16, 8, 8, 80 },
  { "s32", "u4", "s4", 16, 8, 16, 80 },	    { "s32", "u4", "s4", 16, 8, 8, 80 },
};

/* One instruction serves all images: the first that the earliest architecture has,
   or that there is.  */
static const product *
product_of (bool sparse, const px_fragment &d, const px_fragment &a, const px_fragment &b)
{
  const product *any = NULL;
  unsigned first = px_first_arch ();
  const product *begin = sparse ? sparse_products : products;
  const product *end
    = sparse ? sparse_products + ARRAY_SIZE (sparse_products) : products + ARRAY_SIZE (products);
  for (const product *p = begin; p < end; p++)
    if (!strcmp (p->d, d.elem->ptx) && !strcmp (p->a, a.elem->ptx) && !strcmp (p->b, b.elem->ptx)
	&& b.rows % p->k == 0 && (p->m == 8 ? d.rows % 16 || d.elem->bits == 64 : !(d.rows % 16)))
      {
	any = any ? any : p;
	if ((unsigned) p->sm <= first)
	  return p;
      }
  return any;
}

/* wgmma's types (PTX ISA 9.7.15.2); all take 32 bytes along K.  s8 and u8 mix, as do
   e4m3 and e5m2.  */
static const struct
{
  const char *d, *a, *b;
} wide_products[]
  = { { "f16", "f16", "f16" },	 { "f32", "f16", "f16" },   { "f32", "bf16", "bf16" },
      { "f32", "tf32", "tf32" }, { "f16", "e4m3", "e4m3" }, { "f16", "e4m3", "e5m2" },
      { "f16", "e5m2", "e4m3" }, { "f16", "e5m2", "e5m2" }, { "f32", "e4m3", "e4m3" },
      { "f32", "e4m3", "e5m2" }, { "f32", "e5m2", "e4m3" }, { "f32", "e5m2", "e5m2" },
      { "s32", "s8", "s8" },	 { "s32", "s8", "u8" },	    { "s32", "u8", "s8" },
      { "s32", "u8", "u8" },	 { "s32", "b1", "b1" } };

static std::string
wide_fault (product_kind p, const px_fragment &d, const px_fragment &a, const px_fragment &b)
{
  bool known = false;
  for (const auto &w : wide_products)
    known |= !strcmp (w.d, d.elem->ptx) && !strcmp (w.a, a.elem->ptx) && !strcmp (w.b, b.elem->ptx);
  if (b.part != PX_F_TILE)
    return "a warpgroup takes its right operand from shared memory: a px_tile";
  if (!known || (p.sparse && numbers_in (a.elem) == 32))
    return "there is no instruction for these elements";
  for (const px_fragment *t : { &a, &b })
    if (t->part == PX_F_TILE && !px_tile_fault (*t).empty ())
      return px_fragment_name (*t) + ": " + px_tile_fault (*t);
  if (a.elem->bits != 16 && p.ta)
    return "elements of A that are not of 16 bits must lie along K: A is not transposed";
  if (a.elem->bits != 16 && !p.tb)
    return "elements of B that are not of 16 bits must lie along K: B is transposed, px_mma_nt";
  int k = p.ta ? a.rows : a.cols;
  if (k * (int) a.elem->bits % 256)
    return p.sparse ? "the common size is not a multiple of 64 bytes"
		    : "the common size is not a multiple of 32 bytes";
  if (p.sparse && p.tb && b.strip < 64)
    return "B lies along K, of which this product takes 64 bytes: its strips must have them";
  if (d.elem->kind == 'S' && d.cols % 16 && d.cols != 8 && d.cols != 24)
    return "with integers, its columns are 8, 24 or a multiple of 16";
  return "";
}

/* Why D += A * B is no product; E: the positions in A, if it is sparse; empty: it is one.  */
static std::string
product_fault (product_kind p, int threads, const px_fragment &d, const px_fragment &a,
	       const px_fragment &b, const px_fragment *e)
{
  char t[160];
  if (d.part != PX_F_ACC || (a.part != PX_F_LHS && a.part != PX_F_TILE)
      || (b.part != PX_F_RHS && b.part != PX_F_TILE))
    return "it takes a px_acc, a px_lhs and a px_rhs, or tiles for these";
  if (threads == 32 && (a.part == PX_F_TILE || b.part == PX_F_TILE))
    return "only a warpgroup takes operands from shared memory: px_tile_load them";
  if ((a.part != PX_F_TILE && p.ta) || (b.part != PX_F_TILE && p.tb))
    return "fragments are not transposed";
  int m = p.ta ? a.cols : a.rows, k = (p.ta ? a.rows : a.cols) * (p.sparse ? 2 : 1);
  int n = p.tb ? b.rows : b.cols, kb = p.tb ? b.cols : b.rows;
  if (e && (e->part != PX_F_META || e->elem != a.elem || e->rows != m || e->cols != k))
    {
      snprintf (t, sizeof t, "the positions of this left operand are a px_meta (%s, %d, %d)",
		a.elem->name, m, k);
      return t;
    }
  if (k != kb || d.rows != m || d.cols != n)
    {
      snprintf (t, sizeof t, "%d x %d is not of the size of %d x %d times %d x %d", (int) d.rows,
		(int) d.cols, m, k, kb, n);
      return t;
    }
  if (p.xors ? a.elem->ptx[0] != 'b' || threads == 128 : false)
    return "only a warp has it, of px_b1x32";
  if (p.negates && d.elem->kind != 'F')
    return "there is no subtraction of these products";
  if (threads == 128)
    return wide_fault (p, d, a, b);
  if (!product_of (p.sparse, d, a, b))
    return "there is no instruction for these elements and this size";
  return "";
}

/* ---- conversions ------------------------------------------------------ */

/* By element of D, the element of S that stands in the same place of the same
   thread, D being the part of S at (ROW, COL); empty if there is one that another
   thread has.  */
static std::vector<int>
matching (const px_fragment &d, const px_fragment &s, int row, int col, int threads)
{
  std::map<std::vector<int>, int> at;
  std::vector<int> v;
  for (int e = 0; e < px_fragment_count (s, threads); e++)
    {
      spot p = spot_of (s, threads, e);
      at[{ p.row, p.rg, p.rt, p.col, p.cg, p.ct }] = e;
    }
  for (int e = 0; e < px_fragment_count (d, threads); e++)
    {
      spot p = spot_of (d, threads, e);
      auto i = at.find ({ p.row + row, p.rg, p.rt, p.col + col, p.cg, p.ct });
      if (i == at.end ())
	return {};
      v.push_back (i->second);
    }
  return v;
}

/* Are the rows of accumulator S those of left operand D, of which the four threads of
   a row exchange elements?  */
static bool
exchanged_p (const px_fragment &d, const px_fragment &s)
{
  return d.part == PX_F_LHS && s.part == PX_F_ACC
	 && (d.elem->bits == 8 || !strcmp (d.elem->ptx, "tf32"));
}

/* Are accumulator S's matrices of 8 x 8 those of right operand D, turned?  */
static bool
turned_p (const px_fragment &d, const px_fragment &s)
{
  return d.part == PX_F_RHS && s.part == PX_F_ACC && d.elem->bits == 16;
}

static std::string
convert_fault (const px_fragment &d, const px_fragment &s, int row, int col, int threads)
{
  bool same = d.elem == s.elem, from32 = !strcmp (s.elem->ptx, "f32"),
       to32 = !strcmp (d.elem->ptx, "f32");
  bool half = (d.elem->bits == 16 || s.elem->bits == 16), exchanged = exchanged_p (d, s);
  if (row % 8 || col % 8
      || (!exchanged && !turned_p (d, s) && matching (d, s, row, col, threads).empty ()))
    return "its threads hold other elements: store one, then load the other";
  if (exchanged && d.cols % (d.elem->bits == 8 ? 16 : 8))
    return "the columns are not a multiple of 8, or for elements of 8 bits of 16";
  bool ok = same || (half && (from32 || to32))
	    || (s.elem->bits >= 32 && d.elem->bits >= 32 && numbers_in (s.elem) == 1
		&& numbers_in (d.elem) == 1);
  if (exchanged)
    ok = d.elem->kind != 'F' ? s.elem->kind == 'S'
			     : s.elem->bits <= 32 && (s.elem->kind == 'F' || d.elem->bits == 32);
  if (ok)
    return "";
  return "there is no conversion between these elements";
}

/* ---- check ------------------------------------------------------------ */

/* Does the memory of operation O have the columns of matrices of fragment F as
   its rows?  */
static bool
transposed_p (const px_fragment_op *o)
{
  return o->id == PX_FO_ldmatrix_t || o->id == PX_FO_stmatrix_t || o->id == PX_FO_tile_load_t
	 || o->id == PX_FO_tile_store_t;
}

/* Do they need .trans?  */
static bool
transposes (const px_fragment_op *o, const px_fragment &f)
{
  return transposed_p (o) != (f.part == PX_F_RHS);
}

std::string
px_fragment_op_fault (const px_fragment_op *o, const std::vector<px_fragment> &f, int threads)
{
  const char *e = f.empty () ? "" : f[0].elem->ptx;
  product_kind p;
  if (product_p (o, &p))
    return product_fault (p, threads, f[0], f[1], f[2], p.sparse ? &f[3] : NULL);
  for (const px_fragment &x : f)
    if (x.part == PX_F_META && o->id != PX_FO_load)
      return "positions are loaded, and an operand of px_mma_sparse";
  switch (o->id)
    {
    case PX_FO_convert:
      if (f[0].rows != f[1].rows || f[0].cols != f[1].cols)
	return "the sizes differ";
      return convert_fault (f[0], f[1], 0, 0, threads);
    case PX_FO_part:
      if (f[0].rows > f[1].rows || f[0].cols > f[1].cols)
	return "the part is larger than what it is of";
      return convert_fault (f[0], f[1], 0, 0, threads);
    case PX_FO_scale:
      if (strcmp (e, "f32") && strcmp (e, "f64") && strcmp (e, "s32") && strcmp (e, "f16"))
	return "there is no multiplication of these elements";
      return "";
    case PX_FO_ldmatrix:
    case PX_FO_stmatrix:
    case PX_FO_ldmatrix_t:
    case PX_FO_stmatrix_t:
    case PX_FO_tile_load:
    case PX_FO_tile_load_t:
    case PX_FO_tile_store:
    case PX_FO_tile_store_t:
      {
	const px_fragment &x = f[0].part == PX_F_TILE ? f[1] : f[0];
	if (x.elem->bits == 64 || (x.part == PX_F_ACC && x.elem->bits != 16))
	  return "its rows are not spread over threads as ldmatrix and stmatrix have them";
	if (transposes (o, x) && x.elem->bits != 16)
	  return "only elements of 16 bits are transposed on the way";
	if (f.size () < 2)
	  return "";
	const px_fragment &t = f[0].part == PX_F_TILE ? f[0] : f[1];
	if (t.elem != x.elem)
	  return "the elements differ";
	if ((transposed_p (o) ? x.cols : x.rows) > t.rows
	    || (transposed_p (o) ? x.rows : x.cols) > t.cols)
	  return "the tile is smaller than the fragment";
	return px_tile_fault (t).empty () ? "" : px_fragment_name (t) + ": " + px_tile_fault (t);
      }
    default: return "";
    }
}

/* ---- constants -------------------------------------------------------- */

static tree valueize (tree t);

/* T's value if it is an integer constant, however it is computed.  */
static tree
constant_of (tree t)
{
  for (int i = 0; i < 4 && TREE_CODE (t) == SSA_NAME; i++)
    {
      gimple *s = SSA_NAME_DEF_STMT (t);
      if (gphi *phi = dyn_cast<gphi *> (s))
	{
	  tree v = NULL_TREE;
	  for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
	    {
	      tree a = gimple_phi_arg_def (phi, k);
	      if (TREE_CODE (a) == SSA_NAME && gimple_phi_num_args (phi) == 1)
		a = constant_of (a);
	      if (!a || TREE_CODE (a) != INTEGER_CST || (v && !tree_int_cst_equal (v, a)))
		return NULL_TREE;
	      v = a;
	    }
	  return v;
	}
      if (!is_gimple_assign (s) || gimple_vuse (s))
	return NULL_TREE;
      tree v = gimple_fold_stmt_to_constant (s, valueize);
      if (!v)
	return NULL_TREE;
      t = v;
    }
  return TREE_CODE (t) == INTEGER_CST ? t : NULL_TREE;
}

static tree
valueize (tree t)
{
  tree v = TREE_CODE (t) == SSA_NAME ? constant_of (t) : NULL_TREE;
  return v ? v : t;
}

/* ---- who is meant ----------------------------------------------------- */

/* The fragment that pointer T points to: a local variable or a parameter, and
   the byte in it, -1 if that is not constant.  NULL: not one.  */
static tree
trace (tree t, HOST_WIDE_INT *at, std::set<tree> *seen)
{
  if (TREE_CODE (t) == ADDR_EXPR)
    {
      poly_int64 off = 0;
      tree ref = TREE_OPERAND (t, 0);
      tree base = get_addr_base_and_unit_offset_1 (ref, &off, valueize);
      *at = base ? off.to_constant () : -1;
      if (!base)
	base = get_base_address (ref);
      if (base && TREE_CODE (base) == MEM_REF)
	{
	  HOST_WIDE_INT more, own = *at;
	  tree d = trace (TREE_OPERAND (base, 0), &more, seen);
	  HOST_WIDE_INT by
	    = TREE_INT_CST_LOW (TREE_OPERAND (base, 1)); /* of a pointer's type: not signed */
	  *at = own < 0 || more < 0 || own + more + by < 0 ? -1 : own + more + by;
	  return d;
	}
      return base && VAR_P (base) ? base : NULL_TREE;
    }
  *at = 0;
  if (TREE_CODE (t) == PARM_DECL || VAR_P (t))
    return TREE_CODE (t) == PARM_DECL ? t : NULL_TREE;
  if (TREE_CODE (t) != SSA_NAME || !seen->insert (t).second)
    return NULL_TREE;
  if (SSA_NAME_IS_DEFAULT_DEF (t))
    return SSA_NAME_VAR (t) && TREE_CODE (SSA_NAME_VAR (t)) == PARM_DECL ? SSA_NAME_VAR (t)
									 : NULL_TREE;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (gphi *phi = dyn_cast<gphi *> (s))
    {
      tree d = NULL_TREE;
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	{
	  HOST_WIDE_INT x;
	  tree a = gimple_phi_arg_def (phi, i);
	  if (TREE_CODE (a) == SSA_NAME && seen->count (a))
	    continue;
	  tree e = trace (a, &x, seen);
	  if (!e || (d && (e != d || x != *at)))
	    return NULL_TREE;
	  d = e;
	  *at = x;
	}
      return d;
    }
  if (!is_gimple_assign (s) || !POINTER_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (s))))
    return NULL_TREE;
  tree d = trace (gimple_assign_rhs1 (s), at, seen);
  if (gimple_assign_rhs_code (s) == POINTER_PLUS_EXPR && *at >= 0)
    {
      tree n = valueize (gimple_assign_rhs2 (s));
      *at = TREE_CODE (n) == INTEGER_CST ? *at + tree_to_shwi (n) : -1;
    }
  return d;
}

static tree
traced (tree t, HOST_WIDE_INT *at)
{
  std::set<tree> seen;
  return trace (t, at, &seen);
}

tree
px_fragment_root (tree pointer)
{
  HOST_WIDE_INT at;
  return traced (pointer, &at);
}

px_reach
px_fragment_reach (gimple *s, unsigned i)
{
  const px_fragment_op *o = px_fragment_op_of (gimple_call_fndecl (s));
  tree ld = gimple_call_arg (s, i + 1), d = px_fragment_root (gimple_call_arg (s, i ? 0 : 2));
  while (TREE_CODE (ld) == SSA_NAME && gimple_assign_single_p (SSA_NAME_DEF_STMT (ld))
	 && (is_gimple_min_invariant (gimple_assign_rhs1 (SSA_NAME_DEF_STMT (ld)))
	     || TREE_CODE (gimple_assign_rhs1 (SSA_NAME_DEF_STMT (ld))) == SSA_NAME))
    ld = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (ld)); /* an inlined function's parameter */
  bool constant = TREE_CODE (ld) == INTEGER_CST;
  tree type = d ? TREE_TYPE (d) : NULL_TREE;
  px_fragment f;
  if (!d || !px_fragment_type (POINTER_TYPE_P (type) ? TREE_TYPE (type) : type, &f)
      || f.part == PX_F_META || f.elem->bits < 8
      || (constant && absu_hwi (tree_to_shwi (ld)) >> 40))
    return px_reach ();
  px_reach r;
  r.size = f.elem->bits / 8;
  r.rows = transposed_p (o) ? f.cols : f.rows;
  r.stride = ld;
  r.apart = i == 0; /* stores: the threads would meet there */
  HOST_WIDE_INT width = f.rows * f.cols / r.rows;
  if (constant && tree_to_shwi (ld) == width)
    {
      width *= r.rows;
      r.rows = 1;
    }
  tree bytes = build_array_type_nelts (unsigned_char_type_node, width * r.size);
  r.ref = build2 (MEM_REF, bytes, gimple_call_arg (s, i), build_int_cst (ptr_type_node, 0));
  return r;
}

bool
px_rows_overlap (gimple *s, unsigned i)
{
  const px_fragment_op *o = px_fragment_op_of (gimple_call_fndecl (s));
  px_fragment f;
  if (!strchr ("qQ", o->roles[i]) || !tree_fits_shwi_p (gimple_call_arg (s, i + 1)))
    return false;
  tree d = px_fragment_root (gimple_call_arg (s, 2)), type = d ? TREE_TYPE (d) : NULL_TREE;
  return type && px_fragment_type (POINTER_TYPE_P (type) ? TREE_TYPE (type) : type, &f)
	 && tree_to_shwi (gimple_call_arg (s, i + 1)) < (transposed_p (o) ? f.rows : f.cols);
}

/* ---- px_count, px_row, px_col: right after "ssa" ---------------------- */

static tree
build (gimple_stmt_iterator *gsi, tree_code op, tree type, tree a, tree b)
{
  if (TREE_CODE (a) == INTEGER_CST && TREE_CODE (b) == INTEGER_CST)
    return fold_build2 (op, type, a, b);
  if (integer_zerop (b) && (op == PLUS_EXPR || op == POINTER_PLUS_EXPR))
    return a;
  if (integer_onep (b) && (op == MULT_EXPR || op == TRUNC_DIV_EXPR))
    return a;
  if (integer_zerop (b) && op == MULT_EXPR)
    return build_zero_cst (type);
  tree v = make_ssa_name (type);
  gsi_insert_before (gsi, gimple_build_assign (v, op, a, b), GSI_SAME_STMT);
  return v;
}

static tree
build_k (gimple_stmt_iterator *gsi, tree_code op, tree type, tree a, HOST_WIDE_INT k)
{
  return build (gsi, op, type, a, build_int_cst (op == POINTER_PLUS_EXPR ? sizetype : type, k));
}

static tree
convert_to (gimple_stmt_iterator *gsi, tree type, tree a)
{
  if (useless_type_conversion_p (type, TREE_TYPE (a)))
    return a;
  if (TREE_CODE (a) == INTEGER_CST)
    return fold_convert (type, a);
  tree v = make_ssa_name (type);
  gsi_insert_before (gsi, gimple_build_assign (v, NOP_EXPR, a), GSI_SAME_STMT);
  return v;
}

bool
px_lower_fragment_query (gimple_stmt_iterator *gsi, tree (*tid) (void *), void *data)
{
  gcall *s = as_a<gcall *> (gsi_stmt (*gsi));
  const px_fragment_op *o = px_fragment_op_of (gimple_call_fndecl (s));
  if (!o || o->unit != PX_U_ASK)
    return false;
  HOST_WIDE_INT at;
  px_fragment f;
  tree d = traced (gimple_call_arg (s, 0), &at), value = NULL_TREE, u = unsigned_type_node;
  if (!d
      || !px_fragment_type (POINTER_TYPE_P (TREE_TYPE (d)) ? TREE_TYPE (TREE_TYPE (d))
							   : TREE_TYPE (d),
			    &f))
    gcc_unreachable ();
  int threads = px_variable_persp (d).n;
  if (o->id == PX_FO_count)
    value = build_int_cst (integer_type_node, px_fragment_count (f, threads));
  else
    {
      /* As spot_of, of a variable element.  */
      int r = per_register (f), down = block_rows (f, threads), halves = down == 8 ? 1 : 2;
      auto k = [&] (tree_code op, tree a, HOST_WIDE_INT n) {
	return build_k (gsi, op, u, a, n);
      };
      auto plus = [&] (tree a, tree b) {
	return build (gsi, PLUS_EXPR, u, a, b);
      };
      tree e = convert_to (gsi, u, gimple_call_arg (s, 1));
      tree lane = tid (data);
      tree g = k (TRUNC_DIV_EXPR, k (TRUNC_MOD_EXPR, lane, 32), 4), t = k (TRUNC_MOD_EXPR, lane, 4);
      bool row = o->id == PX_FO_row;
      if (f.part == PX_F_ACC)
	{
	  tree block = k (TRUNC_DIV_EXPR, e, 2 * halves), c = k (TRUNC_MOD_EXPR, e, 2 * halves);
	  int across = f.cols / 8;
	  value = row ? plus (plus (k (MULT_EXPR, k (TRUNC_DIV_EXPR, block, across), down),
				    k (MULT_EXPR, k (TRUNC_DIV_EXPR, c, 2), 8)),
			      g)
		      : plus (plus (k (MULT_EXPR, k (TRUNC_MOD_EXPR, block, across), 8),
				    k (TRUNC_MOD_EXPR, c, 2)),
			      k (MULT_EXPR, t, 2));
	}
      else
	{
	  tree reg = k (TRUNC_DIV_EXPR, e, r), sub = k (TRUNC_MOD_EXPR, e, r);
	  bool left = f.part == PX_F_LHS;
	  int along = (left ? f.cols : f.rows) / (4 * r);
	  tree block = left ? k (TRUNC_DIV_EXPR, reg, halves) : reg;
	  if (row == left)
	    {
	      /* Down the rows of A, or the columns of B.  */
	      value = plus (k (MULT_EXPR, k (TRUNC_DIV_EXPR, block, along), left ? down : 8), g);
	      if (left)
		value = plus (value, k (MULT_EXPR, k (TRUNC_MOD_EXPR, reg, halves), 8));
	    }
	  else
	    value = plus (plus (k (MULT_EXPR, k (TRUNC_MOD_EXPR, block, along), 4 * r), sub),
			  k (MULT_EXPR, t, r));
	}
      if (row && threads == 128)
	value
	  = plus (value, k (MULT_EXPR, k (TRUNC_DIV_EXPR, k (TRUNC_MOD_EXPR, lane, 128), 32), 16));
    }
  tree lhs = gimple_call_lhs (s);
  if (lhs)
    value = convert_to (gsi, TREE_TYPE (lhs), value);
  unlink_stmt_vdef (s);
  gimple_call_set_lhs (s, NULL_TREE);
  gimple *a = lhs ? (gimple *) gimple_build_assign (lhs, value) : gimple_build_nop ();
  gsi_replace (gsi, a, true);
  if (lhs)
    SSA_NAME_DEF_STMT (lhs) = a;
  return true;
}

/* ---- the fragments of a function -------------------------------------- */

struct frag
{
  px_fragment f;
  int threads;
  unsigned number; /* in the unit */
  char kind;	   /* f, r, d */
};

static std::map<tree, frag> frags; /* of the function at hand */
static std::vector<std::pair<std::string, std::pair<const char *, unsigned>>> declared;
/* of the unit: prefix, type, count */
static bool failed;

static const frag *
frag_of (tree d, location_t loc)
{
  auto i = frags.find (d);
  if (i != frags.end ())
    return &i->second;
  frag x;
  if (!VAR_P (d) || !px_fragment_type (TREE_TYPE (d), &x.f))
    return NULL;
  x.threads = px_variable_persp (d).n;
  x.number = declared.size ();
  x.kind = x.f.elem->bits == 64 ? 'd' : !strcmp (x.f.elem->ptx, "f32") ? 'f' : 'r';
  declared.push_back ({ std::string ("%px") + x.kind + std::to_string (x.number) + "_",
			{ x.kind == 'd'	  ? "f64"
			  : x.kind == 'f' ? "f32"
					  : "b32",
			  (unsigned) (registers (x.f, x.threads) * x.f.copies) } });
  return &(frags[d] = x);
}

const std::vector<std::pair<std::string, std::pair<const char *, unsigned>>> &
px_fragment_registers ()
{
  return declared;
}

/* A fragment operand: registers FIRST, ... of FRAG.  */
struct operand
{
  const frag *x;
  tree decl;
  int first;
  std::string
  reg (int k) const
  {
    return std::string ("%%px") + x->kind + std::to_string (x->number) + "_"
	   + std::to_string (first + k);
  }
  std::string
  regs (int k, int n) const
  {
    std::string s = "{";
    for (int i = 0; i < n; i++)
      s += (i ? ", " : "") + reg (k + i);
    return s + "}";
  }
  int
  n () const
  {
    return registers (x->f, x->threads);
  }
};

static bool
operand_of (gimple *s, unsigned arg, operand *o)
{
  HOST_WIDE_INT at;
  location_t loc = gimple_location (s);
  tree d = traced (gimple_call_arg (s, arg), &at);
  o->x = d ? frag_of (d, loc) : NULL;
  o->decl = d;
  if (!o->x)
    {
      px_error (loc, PX_D_FRAGMENT_UNKNOWN);
      failed = true;
      return false;
    }
  HOST_WIDE_INT bytes = tree_to_shwi (TYPE_SIZE_UNIT (TREE_TYPE (d))) / o->x->f.copies;
  if (at < 0 || at % bytes || at / bytes >= o->x->f.copies)
    {
      px_error (loc, PX_D_FRAGMENT_WHICH, d);
      failed = true;
      return false;
    }
  o->first = at / bytes * o->n ();
  return true;
}

/* ---- unrolling -------------------------------------------------------- */

/* Loops around BB whose counters T depends on.  */
static void
counters (tree t, basic_block bb, std::set<loop_p> *loops, std::set<tree> *seen)
{
  if (TREE_CODE (t) == ADDR_EXPR)
    {
      for (tree r = TREE_OPERAND (t, 0); handled_component_p (r); r = TREE_OPERAND (r, 0))
	if (TREE_CODE (r) == ARRAY_REF)
	  counters (TREE_OPERAND (r, 1), bb, loops, seen);
      return;
    }
  if (TREE_CODE (t) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (t) || !seen->insert (t).second)
    return;
  gimple *s = SSA_NAME_DEF_STMT (t);
  if (gimple_code (s) == GIMPLE_PHI)
    {
      loop_p l = gimple_bb (s)->loop_father;
      if (loop_outer (l) && l->header == gimple_bb (s) && flow_bb_inside_loop_p (l, bb))
	loops->insert (l);
      for (unsigned i = 0; i < gimple_phi_num_args (s); i++)
	counters (gimple_phi_arg_def (s, i), bb, loops, seen);
    }
  else if (is_gimple_assign (s))
    for (unsigned i = 1; i < gimple_num_ops (s); i++)
      counters (gimple_op (s, i), bb, loops, seen);
}

template <class F>
static void
each_op (function *f, F use)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	gimple *s = gsi_stmt (gsi);
	gsi_next (&gsi);
	if (is_gimple_call (s))
	  if (const px_fragment_op *o = px_fragment_op_of (gimple_call_fndecl (s)))
	    use (as_a<gcall *> (s), o);
      }
}

/* Ask for the loops whose counters must become constants; are there any?  */
static bool
mark_loops (function *f)
{
  std::set<loop_p> loops;
  each_op (f, [&] (gcall *s, const px_fragment_op *o) {
    for (unsigned i = 0; o->roles[i]; i++)
      {
	tree a = gimple_call_arg (s, i);
	std::set<tree> seen;
	HOST_WIDE_INT at;
	if ((o->roles[i] == 'i' && !constant_of (a))
	    || (fragment_argument (s, o, i) && traced (a, &at) && at < 0))
	  counters (a, gimple_bb (s), &loops, &seen);
      }
  });
  for (loop_p l : loops)
    l->unroll = USHRT_MAX;
  return !loops.empty ();
}

unsigned
px_unroll_marked (function *f)
{
  opt_pass *p = make_pass_complete_unrolli (g);
  unsigned todo = p->execute (f);
  delete p;
  if (todo & TODO_cleanup_cfg)
    cleanup_tree_cfg ();
  update_ssa (TODO_update_ssa);
  return todo;
}

static void
unroll (function *f)
{
  for (int i = 0; i < 8; i++)
    {
      loop_optimizer_init (LOOPS_NORMAL);
      bool any = mark_loops (f);
      loop_optimizer_finalize ();
      if (!any)
	return;
      /* Beside collectives, calls keep GIMPLE from copying: not here, where all
       units take all copies in turn.  */
      px_unprotect_collectives (f);
      unsigned todo = px_unroll_marked (f);
      px_protect_collectives (f);
      px_place_copies (f);
      if (!todo)
	return;
    }
}

/* ---- reading before writing ------------------------------------------- */

/* An operation that reads what no operation has written on any way there.  */
static void
check_written (function *f)
{
  std::map<int, std::set<tree>> out;
  bool changed = true;
  basic_block bb;
  auto walk = [&] (basic_block b, bool tell) {
    std::set<tree> w;
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, b->preds)
      w.insert (out[e->src->index].begin (), out[e->src->index].end ());
    for (gimple_stmt_iterator gsi = gsi_start_bb (b); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	gimple *s = gsi_stmt (gsi);
	const px_fragment_op *o
	  = is_gimple_call (s) ? px_fragment_op_of (gimple_call_fndecl (s)) : NULL;
	for (unsigned i = 0; o && o->roles[i]; i++)
	  {
	    HOST_WIDE_INT at;
	    tree d = fragment_argument (s, o, i) ? traced (gimple_call_arg (s, i), &at) : NULL_TREE;
	    if (!d)
	      continue;
	    /* One element that is set is no reading, though it updates a register.  */
	    if (tell && o->roles[i] != 'w' && o->id != PX_FO_set && !w.count (d))
	      {
		auto_diagnostic_group g;
		if (px_error (gimple_location (s), PX_D_FRAGMENT_UNSET, d))
		  inform (px_user_loc (DECL_SOURCE_LOCATION (d)), "%qD is declared here", d);
		failed = true;
	      }
	  }
	for (unsigned i = 0; o && o->roles[i]; i++)
	  if (strchr ("wu", o->roles[i]))
	    {
	      HOST_WIDE_INT at;
	      if (tree d = traced (gimple_call_arg (s, i), &at))
		w.insert (d);
	    }
      }
    std::set<tree> &old = out[b->index];
    changed |= old.size () != w.size ();
    old = w;
  };
  while (changed)
    {
      changed = false;
      FOR_EACH_BB_FN (bb, f)
	walk (bb, false);
    }
  FOR_EACH_BB_FN (bb, f)
    walk (bb, true);
}

/* ---- inline PTX ------------------------------------------------------- */

struct code
{
  gimple_stmt_iterator gsi;
  gcall *call;
  std::string text;
  std::vector<tree> ins;
  tree out;
};

static std::string
use (code *c, tree t)
{
  unsigned first = c->out ? 1 : 0;
  for (size_t i = 0; i < c->ins.size (); i++)
    if (c->ins[i] == t)
      return "%" + std::to_string (first + i);
  c->ins.push_back (t);
  return "%" + std::to_string (first + c->ins.size () - 1);
}

static gasm *
put (code *c, bool is_volatile, bool memory)
{
  gasm *a = px_asm (c->text, c->out ? std::vector<tree>{ c->out } : std::vector<tree> (), c->ins,
		    memory, gimple_location (c->call));
  gimple_asm_set_volatile (a, is_volatile);
  gsi_insert_before (&c->gsi, a, GSI_SAME_STMT);
  c->text.clear ();
  c->ins.clear ();
  c->out = NULL_TREE;
  return a;
}

static const char *
move_of (const frag *x)
{
  return x->kind == 'f' ? "mov.f32 " : x->kind == 'd' ? "mov.f64 " : "mov.b32 ";
}

/* Value argument I as a register holds it: of 32 or 64 bits.  */
static tree
value_of (code *c, unsigned i, const px_element *e)
{
  tree v = gimple_call_arg (c->call, i);
  if (e->wrapped)
    {
      tree member = TYPE_FIELDS (TREE_TYPE (v));
      tree bits = make_ssa_name (TREE_TYPE (member));
      gsi_insert_before (&c->gsi,
			 gimple_build_assign (bits, build3 (COMPONENT_REF, TREE_TYPE (member),
							    unshare_expr (v), member, NULL_TREE)),
			 GSI_SAME_STMT);
      v = bits;
    }
  if (e->bits < 32)
    v = convert_to (&c->gsi, unsigned_type_node, v);
  else if (!is_gimple_val (v))
    {
      tree t = make_ssa_name (TREE_TYPE (v));
      gsi_insert_before (&c->gsi, gimple_build_assign (t, v), GSI_SAME_STMT);
      v = t;
    }
  return v;
}

/* The same in all parts of a register.  */
static tree
spread (code *c, tree v, const px_element *e)
{
  if (e->bits >= 32)
    return v;
  v = build_k (&c->gsi, BIT_AND_EXPR, unsigned_type_node, v, (1 << e->bits) - 1);
  return build_k (&c->gsi, MULT_EXPR, unsigned_type_node, v, e->bits == 16 ? 0x10001 : 0x1010101);
}

static int
index_of (code *c, unsigned i, const operand &f)
{
  tree v = constant_of (gimple_call_arg (c->call, i));
  int n = px_fragment_count (f.x->f, f.x->threads);
  location_t loc = gimple_location (c->call);
  if (!v)
    px_error (loc, PX_D_FRAGMENT_INDEX, f.decl);
  else if (!tree_fits_shwi_p (v) || tree_to_shwi (v) < 0 || tree_to_shwi (v) >= n)
    px_error (loc, PX_D_FRAGMENT_RANGE, v, f.decl, n);
  else
    return tree_to_shwi (v);
  failed = true;
  return -1;
}

static void
lower_get (code *c, const operand &f, int e)
{
  tree lhs = gimple_call_lhs (c->call);
  const px_element *el = f.x->f.elem;
  if (!lhs)
    return;
  int r = per_register (f.x->f);
  tree type = el->wrapped ? TREE_TYPE (TYPE_FIELDS (TREE_TYPE (lhs))) : TREE_TYPE (lhs);
  c->out = make_ssa_name (el->bits < 32 ? unsigned_type_node : type);
  tree raw = c->out;
  if (r == 1)
    c->text = std::string (move_of (f.x)) + "%0, " + f.reg (e) + ";";
  else
    c->text = std::string (el->kind == 'S' ? "bfe.s32" : "bfe.u32") + " %0, " + f.reg (e / r) + ", "
	      + std::to_string (e % r * el->bits) + ", " + std::to_string (el->bits) + ";";
  put (c, true, false);
  tree v = convert_to (&c->gsi, type, raw);
  tree to = el->wrapped ? build3 (COMPONENT_REF, type, unshare_expr (lhs),
				  TYPE_FIELDS (TREE_TYPE (lhs)), NULL_TREE)
			: lhs;
  gimple *a = gimple_build_assign (to, v);
  gimple_set_location (a, gimple_location (c->call));
  gsi_insert_before (&c->gsi, a, GSI_SAME_STMT);
}

static void
lower_set (code *c, const operand &f, int e)
{
  const px_element *el = f.x->f.elem;
  int r = per_register (f.x->f);
  tree v = value_of (c, 2, el);
  if (r == 1)
    c->text = std::string (move_of (f.x)) + f.reg (e) + ", " + use (c, v) + ";";
  else
    c->text = "bfi.b32 " + f.reg (e / r) + ", " + use (c, v) + ", " + f.reg (e / r) + ", "
	      + std::to_string (e % r * el->bits) + ", " + std::to_string (el->bits) + ";";
  put (c, true, false);
}

static void
lower_zero (code *c, const operand &f)
{
  const char *zero = f.x->kind == 'f'	? "0f00000000"
		     : f.x->kind == 'd' ? "0d0000000000000000"
					: "0";
  for (int k = 0; k < f.n (); k++)
    c->text += std::string (k ? " " : "") + move_of (f.x) + f.reg (k) + ", " + zero + ";";
  put (c, true, false);
}

static void
lower_fill (code *c, const operand &f)
{
  tree v = spread (c, value_of (c, 1, f.x->f.elem), f.x->f.elem);
  for (int k = 0; k < f.n (); k++)
    c->text += std::string (k ? " " : "") + move_of (f.x) + f.reg (k) + ", " + use (c, v) + ";";
  put (c, true, false);
}

static void
lower_scale (code *c, const operand &f)
{
  const px_element *el = f.x->f.elem;
  tree v = spread (c, value_of (c, 1, el), el);
  std::string op = el->bits == 16    ? "mul.f16x2"
		   : el->kind == 'S' ? "mul.lo.s32"
				     : std::string ("mul.") + el->ptx;
  for (int k = 0; k < f.n (); k++)
    c->text += (k ? " " : "") + op + " " + f.reg (k) + ", " + f.reg (k) + ", " + use (c, v) + ";";
  put (c, true, false);
}

/* Each thread of the four of a row has two elements of each 8 columns of accumulator
   S; of left operand D it gets 4 of each 16 columns, or one of each 4.  */
static void
lower_exchange (code *c, const operand &d, const operand &s, int row, int col)
{
  const px_fragment &df = d.x->f, &sf = s.x->f;
  const px_element *to = df.elem, *from = sf.elem;
  int threads = d.x->threads, r = per_register (df), q = per_register (sf);
  std::map<std::vector<int>, int> at; /* by row, column: the first of two elements */
  for (int e = 0; e < px_fragment_count (sf, threads); e += 2)
    {
      spot p = spot_of (sf, threads, e);
      at[{ p.row, p.col }] = e;
    }
  std::string t = "{ .reg .b32 %%pxl, %%pxm, %%pxs, %%pxv, %%pxw; .reg .b16 %%pxh, %%pxi; .reg "
		  ".pred %%pxp; .reg .f32 %%pxf; "
		  "mov.u32 %%pxl, %%laneid; and.b32 %%pxs, %%pxl, 28; and.b32 %%pxl, %%pxl, 3; ";
  /* In %pxs the lane that has the first of this thread's, in %pxp whether they are
     in the second half.  */
  t += r == 4 ? "setp.gt.u32 %%pxp, %%pxl, 1; and.b32 %%pxm, %%pxl, 1; shl.b32 %%pxm, %%pxm, 1; "
		"or.b32 %%pxs, %%pxs, %%pxm; "
		"add.u32 %%pxm, %%pxs, 1; selp.b32 %%pxl, 0x7632, 0x5410, %%pxp; "
	      : "and.b32 %%pxm, %%pxl, 1; setp.ne.u32 %%pxp, %%pxm, 0; shr.u32 %%pxl, %%pxl, 1; "
		"or.b32 %%pxs, %%pxs, %%pxl; "
		"add.u32 %%pxm, %%pxs, 2; ";
  auto shuffle = [] (const char *to_reg, const std::string &from_reg, const char *lane) {
    return std::string ("shfl.sync.idx.b32 ") + to_reg + ", " + from_reg + ", " + lane
	   + ", 31, 0xffffffff; ";
  };
  std::string cvt = std::string ("cvt.rn.satfinite.") + to->ptx + "x2.";
  auto pair = [&] (int e, const char *name) {
    return q == 2 ? cvt + "f16x2 " + name + ", " + s.reg (e / 2) + "; "
		  : cvt + "f32 " + name + ", " + s.reg (e + 1) + ", " + s.reg (e) + "; ";
  };
  for (int k = 0; k < d.n (); k++)
    {
      spot p = spot_of (df, threads, k * r);
      if (r == 4)
	{
	  int e0 = at[{ p.row + row, p.col + col }], e1 = at[{ p.row + row, p.col + col + 8 }];
	  if (to->kind == 'F')
	    t += pair (e0, "%%pxh") + pair (e1, "%%pxi") + "mov.b32 %%pxv, {%%pxh, %%pxi}; ";
	  else
	    {
	      std::string pack = std::string ("cvt.pack.sat.") + to->ptx + ".s32.b32 ";
	      t += pack + "%%pxv, " + s.reg (e1 + 1) + ", " + s.reg (e1) + ", 0; " + pack
		   + "%%pxv, " + s.reg (e0 + 1) + ", " + s.reg (e0) + ", %%pxv; ";
	    }
	  t += shuffle ("%%pxw", "%%pxv", "%%pxm") + shuffle ("%%pxv", "%%pxv", "%%pxs")
	       + "prmt.b32 " + d.reg (k) + ", %%pxv, %%pxw, %%pxl; ";
	}
      else
	{
	  int second = (p.col + col) % 8 / 4, e = at[{ p.row + row, p.col + col - 4 * second }];
	  const char *lane = second ? "%%pxm" : "%%pxs";
	  for (int i = 0; i < 2; i++)
	    {
	      std::string value = i ? "%%pxw" : "%%pxv", reg = s.reg ((e + i) / q);
	      if (q == 2)
		t += "mov.b32 {%%pxh, %%pxi}, " + reg + "; cvt.f32.f16 %%pxf, "
		     + (i ? "%%pxi; " : "%%pxh; ");
	      else if (from->kind == 'F')
		t += "mov.b32 %%pxf, " + reg + "; ";
	      else
		t += "cvt.rn.f32.s32 %%pxf, " + reg + "; ";
	      t += "cvt.rna.tf32.f32 " + value + ", %%pxf; "
		   + shuffle (value.c_str (), value, lane);
	    }
	  t += "selp.b32 " + d.reg (k) + ", %%pxw, %%pxv, %%pxp; ";
	}
    }
  c->text = t + "}";
  put (c, true, false);
  gsi_insert_before (&c->gsi, px_collective_mark (), GSI_SAME_STMT);
}

/* Right operand D is the part of accumulator S at (ROW, COL).  */
static void
lower_turn (code *c, const operand &d, const operand &s, int row, int col)
{
  const px_fragment &df = d.x->f, &sf = s.x->f;
  std::map<std::vector<int>, int> at; /* by row, column: the first of two elements */
  for (int e = 0; e < px_fragment_count (sf, d.x->threads); e += 2)
    {
      spot p = spot_of (sf, d.x->threads, e);
      at[{ p.row, p.col }] = e;
    }
  c->text = "{ .reg .b32 %%pxv; ";
  for (int k = 0; k < d.n (); k++)
    {
      spot p = spot_of (df, d.x->threads, 2 * k);
      int e = at[{ p.row + row, p.col + col }];
      std::string from = sf.elem->bits == 16 ? s.reg (e / 2) : "%%pxv";
      if (sf.elem->bits != 16)
	c->text += std::string ("cvt.rn.") + df.elem->ptx + "x2.f32 %%pxv, " + s.reg (e + 1) + ", "
		   + s.reg (e) + "; ";
      c->text += "movmatrix.sync.aligned.m8n8.trans.b16 " + d.reg (k) + ", " + from + "; ";
    }
  c->text += "}";
  put (c, true, false);
  gsi_insert_before (&c->gsi, px_collective_mark (), GSI_SAME_STMT);
}

/* D is the part of S at (ROW, COL).  */
static void
lower_convert (code *c, const operand &d, const operand &s, int row, int col)
{
  const px_element *to = d.x->f.elem, *from = s.x->f.elem;
  if (turned_p (d.x->f, s.x->f))
    {
      lower_turn (c, d, s, row, col);
      return;
    }
  std::vector<int> at = matching (d.x->f, s.x->f, row, col, d.x->threads);
  if (at.empty ())
    {
      lower_exchange (c, d, s, row, col);
      return;
    }
  int r = per_register (d.x->f), q = per_register (s.x->f);
  std::string t;
  if (to->bits == 16 && from->bits == 32)
    for (int k = 0; k < d.n (); k++)
      t += std::string (" cvt.rn.") + to->ptx + "x2.f32 " + d.reg (k) + ", " + s.reg (at[2 * k + 1])
	   + ", " + s.reg (at[2 * k]) + ";";
  else if (to->bits == 32 && from->bits == 16)
    for (int k = 0; k < d.n (); k++)
      {
	std::string reg = s.reg (at[k] / 2);
	bool high = at[k] % 2;
	if (!strcmp (from->ptx, "bf16"))
	  t += (high ? " and.b32 %%pxt, " + reg + ", 0xffff0000;"
		     : " shl.b32 %%pxt, " + reg + ", 16;")
	       + " mov.b32 " + d.reg (k) + ", %%pxt;";
	else
	  t += " mov.b32 {%%pxl, %%pxh}, " + reg + "; cvt.f32.f16 " + d.reg (k)
	       + (high ? ", %%pxh;" : ", %%pxl;");
      }
  else if (to == from)
    for (int k = 0; k < d.n (); k++)
      t += std::string (" ") + move_of (d.x) + d.reg (k) + ", " + s.reg (at[k * r] / q) + ";";
  else
    for (int k = 0; k < d.n (); k++)
      {
	bool tf32 = !strcmp (to->ptx, "tf32");
	const char *source = !strcmp (from->ptx, "tf32") ? "f32" : from->ptx;
	const char *round = to->kind == 'F'
			      ? (from->kind != 'F' || to->bits < from->bits ? ".rn" : "")
			    : from->kind == 'F' ? ".rni"
						: "";
	if (!strcmp (source, "f32") && !strcmp (to->ptx, "f32"))
	  t += " mov.b32 " + d.reg (k) + ", " + s.reg (at[k]) + ";";
	else
	  t += std::string (" cvt") + (tf32 ? ".rna" : round) + "." + to->ptx + "." + source + " "
	       + d.reg (k) + ", " + s.reg (at[k]) + ";";
      }
  c->text = "{ .reg .b32 %%pxt; .reg .b16 %%pxl, %%pxh;" + t + " }";
  put (c, true, false);
}

/* Registers of positions E of row block I from column K on, of which an instruction
   takes WIDTH: register and selector.  */
static std::string
positions (const operand &e, int i, int k, int width)
{
  int unit = unit_columns (e.x->f.elem), lane = k / unit % 4, lanes = width / unit;
  return e.reg (i * meta_registers (e.x->f) + k / unit / 4) + ", " + std::to_string (lane / lanes);
}

/* E: the positions in A, if it is sparse.  */
static void
lower_mma (code *c, product_kind kind, const operand &d, const operand &a, const operand &b,
	   const operand *e, tree keep)
{
  if (kind.overwrites)
    lower_zero (c, d);
  if (kind.keeps)
    {
      const char *zero = d.x->kind == 'f'   ? "0f00000000"
			 : d.x->kind == 'd' ? "0d0000000000000000"
					    : "0";
      c->text = "{ .reg .pred %%pxp; setp.eq.s32 %%pxp, " + use (c, keep) + ", 0; ";
      for (int k = 0; k < d.n (); k++)
	c->text += std::string ("@%%pxp ") + move_of (d.x) + d.reg (k) + ", " + zero + "; ";
      c->text += "}";
      put (c, true, false);
    }
  const product *p = product_of (kind.sparse, d.x->f, a.x->f, b.x->f);
  /* Instructions of 8 rows, two of them for blocks of 16.  */
  int block = block_rows (d.x->f, 32), blocks = d.x->f.rows / block, split = block / p->m;
  int n = d.x->f.cols / 8, k = b.x->f.rows / p->k;
  int na = a.n () / blocks / k, nb = b.n () / n / k, nd = d.n () / blocks / n;
  std::string name = std::string (e ? "mma.sp.sync" : "mma.sync") + ".aligned.m"
		     + std::to_string (p->m) + "n8k"
		     + std::to_string (p->k * numbers_in (a.x->f.elem)) + ".row.col." + p->d + "."
		     + p->a + "." + p->b + "." + p->d
		     + (numbers_in (a.x->f.elem) < 32 ? " "
			: kind.xors		      ? ".xor.popc "
						      : ".and.popc ");
  /* Minus A, register by register.  */
  int bits = a.x->f.elem->bits;
  if (kind.negates)
    {
      c->text = std::string ("{ .reg .") + (bits == 64 ? "f64" : "b32") + " %%pxn<"
		+ std::to_string (a.n ()) + ">;";
      for (int i = 0; i < a.n (); i++)
	c->text += (bits == 64 ? " neg.f64 %%pxn" : " xor.b32 %%pxn") + std::to_string (i) + ", "
		   + a.reg (i)
		   + (bits == 64   ? ";"
		      : bits == 32 ? ", 0x80000000;"
		      : bits == 16 ? ", 0x80008000;"
				   : ", 0x80808080;");
    }
  auto left = [&] (int first, int count) {
    std::string t = kind.negates ? "{" : a.regs (first, count);
    for (int i = 0; kind.negates && i < count; i++)
      t += (i ? ", %%pxn" : "%%pxn") + std::to_string (first + i);
    return kind.negates ? t + "}" : t;
  };
  for (int kk = 0; kk < k; kk++)
    for (int i = 0; i < blocks; i++)
      for (int half = 0; half < split; half++)
	for (int j = 0; j < n; j++)
	  {
	    /* Of halves, every other register of the left operand.  */
	    std::string da = d.regs ((i * n + j) * nd + half * (nd / split), nd / split);
	    std::string aa = left ((i * k + kk) * na + half, split == 2 ? 1 : na);
	    c->text += (c->text.empty () ? "" : " ") + name + da + ", " + aa + ", "
		       + b.regs ((j * k + kk) * nb, nb) + ", " + da
		       + (e ? ", " + positions (*e, i, kk * p->k, p->k) : "") + ";";
	  }
  if (kind.negates)
    c->text += " }";
  put (c, true, false);
  gsi_insert_before (&c->gsi, px_collective_mark (), GSI_SAME_STMT);
}

/* px_part: *D is the part of S where its other operands say.  */
static void
lower_part (code *c, const operand &d, const operand &s)
{
  int at[2], limit[2] = { (int) (s.x->f.rows - d.x->f.rows), (int) (s.x->f.cols - d.x->f.cols) };
  location_t loc = gimple_location (c->call);
  std::string fault;
  for (int i = 0; i < 2; i++)
    {
      tree v = constant_of (gimple_call_arg (c->call, i + 2));
      if (!v)
	{
	  px_error (loc, PX_D_FRAGMENT_INDEX, s.decl);
	  failed = true;
	  return;
	}
      if (!tree_fits_shwi_p (v) || tree_to_shwi (v) < 0 || tree_to_shwi (v) > limit[i])
	fault = "the part is not inside what it is of";
      at[i] = fault.empty () ? tree_to_shwi (v) : 0;
    }
  if (fault.empty ())
    fault = convert_fault (d.x->f, s.x->f, at[0], at[1], d.x->threads);
  if (!fault.empty ())
    {
      px_error (loc, PX_D_FRAGMENT_OP, "px_part", fault.c_str ());
      failed = true;
      return;
    }
  lower_convert (c, d, s, at[0], at[1]);
}

/* ---- memory ----------------------------------------------------------- */

static tree
thread_number (code *c)
{
  c->out = make_ssa_name (unsigned_type_node);
  tree t = c->out;
  c->text = "mov.u32 %0, %%tid.x;";
  put (c, false, false);
  return t;
}

/* Address P, which is in shared memory, as ldmatrix wants it.  */
static tree
shared_address (code *c, tree p)
{
  c->out = make_ssa_name (unsigned_type_node);
  tree t = c->out;
  c->text
    = "{ .reg .u64 %%pxa; cvta.to.shared.u64 %%pxa, " + use (c, p) + "; cvt.u32.u64 %0, %%pxa; }";
  put (c, false, false);
  return t;
}

/* The matrix descriptor (PTX ISA 9.7.15.5.1) of tile T at P, whose rows lie ALONG K
   or across: its low half, and the high one, which is constant.  */
struct descriptor
{
  tree low;
  unsigned high;
};

static descriptor
describe (code *c, const px_fragment &t, tree p, bool along)
{
  /* Strips are T.ROWS * T.STRIP bytes apart, groups of 8 rows 8 * T.STRIP.  */
  int apart = t.rows * t.strip, group = 8 * t.strip;
  unsigned mode = t.strip == 128 ? 1 : t.strip == 64 ? 2 : t.strip == 32 ? 3 : 0;
  int leading = along ? (mode ? 0 : apart) : (mode ? apart : group); /* 0: not used */
  int stride = along || mode ? group : apart;
  tree u = unsigned_type_node;
  tree at = build_k (&c->gsi, BIT_AND_EXPR, u,
		     build_k (&c->gsi, RSHIFT_EXPR, u, shared_address (c, p), 4), 0x3fff);
  return { build_k (&c->gsi, BIT_IOR_EXPR, u, at, leading >> 4 << 16), mode << 30 | stride >> 4 };
}

/* Bytes from the start of tile T to its part at K (bytes along K, or rows) and MN
   (rows, or elements across).  */
static int
part_at (const px_fragment &t, bool along, int k, int mn)
{
  int apart = t.rows * t.strip, size = t.elem->bits / 8;
  return along ? k / t.strip * apart + k % t.strip + mn * t.strip
	       : mn * size / t.strip * apart + k * t.strip;
}

/* Does a wgmma.fence stand before call S, and nothing between that names registers
   of fragments?  */
static bool
fenced_p (gimple *s)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (s);
  for (gsi_prev (&gsi); !gsi_end_p (gsi); gsi_prev (&gsi))
    {
      gimple *t = gsi_stmt (gsi);
      if (is_gimple_call (t) && px_fragment_op_of (gimple_call_fndecl (t)))
	return false;
      if (gasm *a = dyn_cast<gasm *> (t))
	{
	  const char *text = gimple_asm_string (a);
	  if (strstr (text, "wgmma.fence"))
	    return true;
	  if (strstr (text, "%%pxf") || strstr (text, "%%pxr"))
	    return false;
	}
    }
  return false;
}

/* Unless the synchronisation of the function has them, with commit and wait, and
   what threads wrote to the tiles is shown to the asynchronous proxy first.  */
static void
lower_wgmma (code *c, product_kind p, const operand &d, const operand *a, const px_fragment &ta,
	     tree pa, const px_fragment &tb, tree pb, const operand *e, tree keep)
{
  const px_fragment &f = d.x->f;
  int k = (p.ta ? ta.rows : ta.cols), step = 256 / ta.elem->bits, n = std::min<int> (f.cols, 256);
  int more = e ? 2 : 1; /* of B, for each element of A */
  bool half = tb.elem->bits == 16, integer = f.elem->kind == 'S';
  descriptor da = {}, db = describe (c, tb, pb, p.tb);
  if (!a)
    da = describe (c, ta, pa, !p.ta);
  /* In register NAME: what D has BYTES further on.  */
  auto step_on = [&] (const char *name, const descriptor &from, int bytes) {
    c->text += "add.u32 %%pxl, " + use (c, from.low) + ", " + std::to_string (bytes >> 4)
	       + "; mov.b64 " + name + ", {%%pxl, " + name + "h}; ";
  };
  int per_block = d.n () / (f.rows / 64), per_column = per_block / (f.cols / 8);
  std::string types = std::string (".") + f.elem->ptx + "." + ta.elem->ptx + "." + tb.elem->ptx
		      + (numbers_in (ta.elem) == 32 ? ".and.popc " : " ");
  bool alone = !(tree_to_shwi (gimple_call_arg (c->call, 2)) & ordered);
  c->text = "{ .reg .b64 %%pxa, %%pxb; .reg .b32 %%pxl, %%pxah, %%pxbh; .reg .pred %%pxp, %%pxq; "
	    "mov.b32 %%pxah, "
	    + std::to_string (da.high) + "; mov.b32 %%pxbh, " + std::to_string (db.high)
	    + "; setp.eq.s32 %%pxp, 0, 0; setp.ne.s32 %%pxq, " + (p.keeps ? use (c, keep) : "0")
	    + ", 0; ";
  if (alone)
    c->text += "fence.proxy.async; ";
  if (alone || !fenced_p (c->call))
    c->text += "wgmma.fence.sync.aligned; ";
  for (int kk = 0; kk < k / step; kk++)
    for (int i = 0; i < f.rows / 64; i++)
      for (int j = 0; j < f.cols; j += n)
	{
	  int now = std::min<int> (n, f.cols - j);
	  std::string left = "%%pxa";
	  if (a)
	    left = a->regs ((i * (k / step) + kk) * 4, 4);
	  else
	    step_on ("%%pxa", da, part_at (ta, !p.ta, p.ta ? kk * step : kk * 32, i * 64));
	  step_on ("%%pxb", db, part_at (tb, p.tb, more * (p.tb ? kk * 32 : kk * step), j));
	  c->text
	    += std::string ("wgmma.mma_async") + (e ? ".sp" : "") + ".sync.aligned.m64n"
	       + std::to_string (now) + "k" + std::to_string (more * step * numbers_in (ta.elem))
	       + types + d.regs (i * per_block + j / 8 * per_column, now / 8 * per_column) + ", "
	       + left + ", %%pxb, " + (e ? positions (*e, i, kk * 2 * step, 2 * step) + ", " : "")
	       + ((p.overwrites || p.keeps) && !kk ? "%%pxq" : "%%pxp");
	  if (!integer)
	    c->text += p.negates ? ", -1, 1" : ", 1, 1";
	  if (half)
	    c->text += std::string (a ? "" : p.ta ? ", 1" : ", 0") + (p.tb ? ", 0" : ", 1");
	  c->text += "; ";
	}
  if (alone)
    c->text += "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; ";
  c->text += "}";
  put (c, true, true);
  gsi_insert_before (&c->gsi, px_collective_mark (), GSI_SAME_STMT);
}

/* Each register is a matrix of 8 rows of 16 bytes: by fours, twos or one, of
   which thread 8 i + r names row r of matrix i.  In memory, rows are LD elements
   apart from P on, or P is tile T and the fragment's corner is at (R0, C0).  */
static void
lower_ldmatrix (code *c, const px_fragment_op *o, const operand &f, tree p, tree ld,
		const px_fragment *t, tree r0, tree c0)
{
  tree u = unsigned_type_node;
  int size = f.x->f.elem->bits / 8, r = per_register (f.x->f);
  bool store = strchr ("Qs", o->roles[0]), flip = transposed_p (o);
  auto k = [&] (tree_code op, tree a, HOST_WIDE_INT n) {
    return build_k (&c->gsi, op, u, a, n);
  };
  auto plus = [&] (tree a, tree b) {
    return build (&c->gsi, PLUS_EXPR, u, a, b);
  };
  tree lane = thread_number (c), base = shared_address (c, p);
  tree one = k (BIT_AND_EXPR, k (RSHIFT_EXPR, lane, 3), 1),
       two = k (BIT_AND_EXPR, k (RSHIFT_EXPR, lane, 4), 1);
  tree pitch = t ? NULL_TREE : k (MULT_EXPR, convert_to (&c->gsi, u, ld), size);
  tree warp = k (MULT_EXPR, k (BIT_AND_EXPR, k (RSHIFT_EXPR, lane, 5), 3), 16);
  tree row0 = k (BIT_AND_EXPR, lane, 7), col0 = build_zero_cst (u);
  if (f.x->threads == 128)
    (flip ? col0 : row0) = plus (flip ? col0 : row0, warp);
  if (t)
    {
      row0 = plus (row0, convert_to (&c->gsi, u, r0));
      col0 = plus (col0, convert_to (&c->gsi, u, c0));
    }
  /* Row and column in memory of register Q.  */
  auto corner = [&] (int q, bool row) {
    spot s = spot_of (f.x->f, f.x->threads, q * r);
    return row != flip ? s.row : s.col;
  };
  /* Where thread's piece of 16 bytes is, for a matrix at (ROW, COL).  */
  auto place = [&] (tree row, tree col) {
    col = k (MULT_EXPR, col, size);
    if (!t)
      return plus (build (&c->gsi, MULT_EXPR, u, row, pitch), col);
    tree turn = k (MULT_EXPR,
		   k (TRUNC_MOD_EXPR, k (TRUNC_DIV_EXPR, row, 128 / t->strip), t->strip / 16), 16);
    return plus (plus (k (MULT_EXPR, k (TRUNC_DIV_EXPR, col, t->strip), t->rows * t->strip),
		       k (MULT_EXPR, row, t->strip)),
		 build (&c->gsi, BIT_XOR_EXPR, u, k (TRUNC_MOD_EXPR, col, t->strip), turn));
  };
  std::map<std::vector<int>, tree> bases;
  std::string name = std::string (store ? "stmatrix" : "ldmatrix") + ".sync.aligned.m8n8.x";
  for (int q = 0; q < f.n ();)
    {
      int n = f.n () - q >= 4 ? 4 : f.n () - q >= 2 ? 2 : 1;
      if (n == 4)
	for (int row = 0; row < 2; row++)
	  if (corner (q + 3, row) != corner (q + 1, row) + corner (q + 2, row) - corner (q, row))
	    n = 2;
      int row = corner (q, true), col = corner (q, false);
      std::vector<int> key
	= { n > 1 ? corner (q + 1, true) - row : 0, n > 1 ? corner (q + 1, false) - col : 0,
	    n > 2 ? corner (q + 2, true) - row : 0, n > 2 ? corner (q + 2, false) - col : 0 };
      /* Plain rows: one base for all; the rest is the instruction's offset.  */
      if (t)
	key.insert (key.end (), { row, col });
      tree &at = bases[key];
      if (!at)
	{
	  tree i = plus (row0, plus (k (MULT_EXPR, one, key[0]), k (MULT_EXPR, two, key[2])));
	  tree j = plus (col0, plus (k (MULT_EXPR, one, key[1]), k (MULT_EXPR, two, key[3])));
	  if (t)
	    {
	      i = k (PLUS_EXPR, i, row);
	      j = k (PLUS_EXPR, j, col);
	    }
	  at = plus (base, place (i, j));
	}
      tree from = t ? at : plus (at, k (MULT_EXPR, pitch, row));
      std::string address = "[" + use (c, from) + "+" + std::to_string (t ? 0 : col * size) + "]";
      std::string mods
	= std::to_string (n) + (transposes (o, f.x->f) ? ".trans" : "") + ".shared.b16 ";
      c->text = name + mods
		+ (store ? address + ", " + f.regs (q, n) : f.regs (q, n) + ", " + address) + ";";
      put (c, true, true);
      q += n;
    }
  gsi_insert_before (&c->gsi, px_collective_mark (), GSI_SAME_STMT);
}

/* Positions F from P on, where rows are LD units apart.  */
static void
lower_load_meta (code *c, const operand &f, tree p, tree ld)
{
  const px_fragment &t = f.x->f;
  tree l = long_integer_type_node;
  bool two = two_rows_p (t.elem);
  int units = t.cols / unit_columns (t.elem), per_block = meta_registers (t),
      down = block_rows (t, f.x->threads);
  auto k = [&] (tree_code op, tree a, HOST_WIDE_INT n) {
    return build_k (&c->gsi, op, TREE_TYPE (a), a, n);
  };
  auto plus = [&] (tree a, tree b) {
    return build (&c->gsi, PLUS_EXPR, l, a, b);
  };
  auto at = [&] (tree base, tree offset) {
    return build (&c->gsi, POINTER_PLUS_EXPR, ptr_type_node, base,
		  convert_to (&c->gsi, sizetype, offset));
  };
  tree number = thread_number (c), lane = convert_to (&c->gsi, l, number);
  tree row = k (RSHIFT_EXPR, k (BIT_AND_EXPR, lane, 31), 2), four = k (BIT_AND_EXPR, lane, 3);
  tree pitch = k (MULT_EXPR, convert_to (&c->gsi, l, ld), 2);
  if (f.x->threads == 128)
    row = plus (row, k (MULT_EXPR, k (BIT_AND_EXPR, k (RSHIFT_EXPR, lane, 5), 3), 16));
  if (!two)
    row = plus (row, k (MULT_EXPR, k (BIT_AND_EXPR, four, 1), 8));
  tree col = two ? k (MULT_EXPR, four, 2) : k (MULT_EXPR, k (RSHIFT_EXPR, four, 1), 4);
  tree base = at (convert_to (&c->gsi, ptr_type_node, p),
		  plus (build (&c->gsi, MULT_EXPR, l, row, pitch), col));
  c->text = "{ .reg .pred %%pxp; .reg .b16 %%pxl, %%pxh; .reg .b32 %%pxt; and.b32 %%pxt, "
	    + use (c, number) + ", 3; ";
  for (int i = 0; i < t.rows / down; i++)
    {
      tree first = at (base, k (MULT_EXPR, pitch, i * down)),
	   second = two ? at (base, k (MULT_EXPR, pitch, i * down + 8)) : NULL_TREE;
      for (int q = 0; q < per_block; q++)
	{
	  int left = units - 4 * q; /* from this register on */
	  std::string reg = f.reg (i * per_block + q), guard = left < 4 ? "@%%pxp " : "",
		      place = "+" + std::to_string (8 * q) + "]; ";
	  if (left < 4)
	    c->text += "setp.lt.u32 %%pxp, %%pxt, " + std::to_string (left)
		       + "; mov.b16 %%pxl, 0; mov.b16 %%pxh, 0; mov.b32 " + reg + ", 0; ";
	  if (two)
	    c->text += guard + "ld.b16 %%pxl, [" + use (c, first) + place + guard
		       + "ld.b16 %%pxh, [" + use (c, second) + place + "mov.b32 " + reg
		       + ", {%%pxl, %%pxh}; ";
	  else
	    c->text += guard + "ld.b32 " + reg + ", [" + use (c, first) + place;
	}
    }
  c->text += "}";
  put (c, true, true);
}

/* Each thread its elements: those of a register, and of an accumulator's row,
   together where they are neighbours in memory.  */
static void
lower_memory (code *c, const px_fragment_op *o, const operand &f, tree p, tree ld)
{
  const px_fragment &t = f.x->f;
  int size = t.elem->bits / 8, r = per_register (t), threads = f.x->threads;
  bool store = o->id == PX_FO_store;
  tree l = long_integer_type_node;
  auto k = [&] (tree_code op, tree a, HOST_WIDE_INT n) {
    return build_k (&c->gsi, op, TREE_TYPE (a), a, n);
  };
  tree lane = convert_to (&c->gsi, l, thread_number (c));
  tree g = k (RSHIFT_EXPR, k (BIT_AND_EXPR, lane, 31), 2), four = k (BIT_AND_EXPR, lane, 3);
  tree warp = k (MULT_EXPR, k (BIT_AND_EXPR, k (RSHIFT_EXPR, lane, 5), 3), 16);
  tree pitch = k (MULT_EXPR, convert_to (&c->gsi, l, ld), size);
  spot s = spot_of (t, threads, 0);
  auto plus = [&] (tree a, tree b) {
    return build (&c->gsi, PLUS_EXPR, l, a, b);
  };
  tree row = plus (k (MULT_EXPR, g, s.rg), k (MULT_EXPR, four, s.rt));
  if (threads == 128)
    row = plus (row, warp);
  tree col = plus (k (MULT_EXPR, g, s.cg * size), k (MULT_EXPR, four, s.ct * size));
  tree offset = plus (build (&c->gsi, MULT_EXPR, l, row, pitch), col);
  tree base
    = build (&c->gsi, POINTER_PLUS_EXPR, ptr_type_node, convert_to (&c->gsi, ptr_type_node, p),
	     convert_to (&c->gsi, sizetype, offset));
  std::map<int, tree> rows;
  for (int e = 0; e < px_fragment_count (t, threads); e++)
    {
      s = spot_of (t, threads, e);
      rows[s.row] = NULL_TREE;
    }
  for (auto &x : rows)
    x.second = build (&c->gsi, POINTER_PLUS_EXPR, ptr_type_node, base,
		      convert_to (&c->gsi, sizetype, k (MULT_EXPR, pitch, x.first)));
  std::string op = store ? "st" : "ld";
  for (auto &x : rows)
    {
      for (int e = 0; e < px_fragment_count (t, threads);)
	{
	  s = spot_of (t, threads, e);
	  if (s.row != x.first)
	    {
	      e++;
	      continue;
	    }
	  std::string address = "[" + use (c, x.second) + "+" + std::to_string (s.col * size) + "]",
		      regs;
	  int n = t.part == PX_F_RHS ? 1 : t.part == PX_F_ACC ? 2 : r;
	  const char *type = t.elem->bits == 64 ? "b64" : "b32";
	  if (n < r || t.elem->bits * n < 32)
	    {
	      /* A part of a register.  */
	      std::string narrow = std::string (".u") + std::to_string (t.elem->bits) + " ",
			  reg = f.reg (e / r);
	      std::string at = ", " + std::to_string (e % r * t.elem->bits) + ", "
			       + std::to_string (t.elem->bits) + "; ";
	      c->text += store
			   ? "bfe.u32 %%pxt, " + reg + at + "st" + narrow + address + ", %%pxt; "
			   : "ld" + narrow + "%%pxt, " + address + "; bfi.b32 " + reg + ", %%pxt, "
			       + reg + at;
	    }
	  else
	    {
	      int count = n / r;
	      regs = count == 1 ? f.reg (e / r) : f.regs (e / r, count);
	      std::string full = op + (count == 2 ? ".v2." : ".") + type + " ";
	      c->text += full + (store ? address + ", " + regs : regs + ", " + address) + "; ";
	    }
	  e += n;
	}
      c->text = "{ .reg .b32 %%pxt; " + c->text + "}";
      put (c, true, true);
    }
}

/* ---- the pass --------------------------------------------------------- */

static void
lower (gcall *s, const px_fragment_op *o)
{
  code c = { gsi_for_stmt (s), s, "", {}, NULL_TREE };
  std::vector<operand> f;
  std::vector<px_fragment> types;
  unsigned place = 0;
  for (unsigned i = 0; o->roles[i]; i++)
    if (fragment_argument (s, o, i))
      {
	operand x;
	if (!operand_of (s, i, &x))
	  return;
	f.push_back (x);
	types.push_back (x.x->f);
	place = i;
      }
    else if (strchr ("mts", o->roles[i]))
      types.push_back (px_tile_argument (s, i));
  std::string fault = px_fragment_op_fault (o, types, f[0].x->threads);
  if (!fault.empty ())
    {
      px_error (gimple_location (s), PX_D_FRAGMENT_OP, o->name, fault.c_str ());
      failed = true;
      return;
    }
  int e;
  switch (o->id)
    {
    case PX_FO_zero: lower_zero (&c, f[0]); break;
    case PX_FO_fill: lower_fill (&c, f[0]); break;
    case PX_FO_scale: lower_scale (&c, f[0]); break;
    case PX_FO_get:
      if ((e = index_of (&c, 1, f[0])) >= 0)
	lower_get (&c, f[0], e);
      break;
    case PX_FO_set:
      if ((e = index_of (&c, 1, f[0])) >= 0)
	lower_set (&c, f[0], e);
      break;
    case PX_FO_convert: lower_convert (&c, f[0], f[1], 0, 0); break;
    case PX_FO_part: lower_part (&c, f[0], f[1]); break;
    case PX_FO_load:
    case PX_FO_store:
      if (f[0].x->f.part == PX_F_META)
	lower_load_meta (&c, f[0], gimple_call_arg (s, 1), gimple_call_arg (s, 2));
      else
	lower_memory (&c, o, f[0], gimple_call_arg (s, place ? 0 : 1),
		      gimple_call_arg (s, place ? 1 : 2));
      break;
    case PX_FO_ldmatrix:
    case PX_FO_ldmatrix_t:
    case PX_FO_stmatrix:
    case PX_FO_stmatrix_t:
      lower_ldmatrix (&c, o, f[0], gimple_call_arg (s, place ? 0 : 1),
		      gimple_call_arg (s, place ? 1 : 2), NULL, NULL_TREE, NULL_TREE);
      break;
    case PX_FO_tile_load:
    case PX_FO_tile_load_t:
    case PX_FO_tile_store:
    case PX_FO_tile_store_t:
      {
	unsigned i = place ? 0 : 1;
	px_fragment t = px_tile_argument (s, i);
	lower_ldmatrix (&c, o, f[0], gimple_call_arg (s, i), NULL_TREE, &t,
			gimple_call_arg (s, i + 2), gimple_call_arg (s, i + 3));
	break;
      }
    default:
      product_kind k;
      if (!product_p (o, &k))
	gcc_unreachable ();
      tree keep = k.keeps ? gimple_call_arg (s, 5) : NULL_TREE;
      const operand *meta = k.sparse ? &f.back () : NULL;
      if (px_wgmma_p (s))
	lower_wgmma (&c, k, f[0], f.size () > (meta ? 2 : 1) ? &f[1] : NULL, types[1],
		     gimple_call_arg (s, 1), types[2], gimple_call_arg (s, 3), meta, keep);
      else
	lower_mma (&c, k, f[0], f[1], f[2], meta, keep);
    }
  if (failed)
    return;
  unlink_stmt_vdef (s);
  gimple_call_set_lhs (s, NULL_TREE);
  gsi_remove (&c.gsi, true);
  release_defs (s);
}

/* Nothing of the fragments stays: not the ends of their lives, not their
   declarations, which a debugging build would give memory.  */
static void
forget (function *f)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	gimple *s = gsi_stmt (gsi);
	if (gimple_clobber_p (s) && frags.count (get_base_address (gimple_assign_lhs (s))))
	  {
	    unlink_stmt_vdef (s);
	    gsi_remove (&gsi, true);
	    release_defs (s);
	  }
	else
	  gsi_next (&gsi);
      }
}

static unsigned
fragments (function *f)
{
  bool any = false;
  frags.clear ();
  failed = false;
  each_op (f, [&] (gcall *, const px_fragment_op *) { any = true; });
  if (!any)
    return 0;
  unroll (f);
  check_written (f);
  each_op (f, [] (gcall *s, const px_fragment_op *o) { lower (s, o); });
  if (!failed)
    forget (f);
  return TODO_update_ssa | TODO_cleanup_cfg;
}

namespace
{
const pass_data data
  = { GIMPLE_PASS, "pxfrag", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };
class pass : public gimple_opt_pass
{
public:
  pass (gcc::context *c) : gimple_opt_pass (data, c)
  {
  }
  bool
  gate (function *f) final override
  {
    return px_device_body_p (f->decl) && !px_inlined_p (f->decl) && px_right_so_far (f->decl);
  }
  unsigned
  execute (function *f) final override
  {
    return fragments (f);
  }
};
}

opt_pass *
px_pass_frag (gcc::context *c)
{
  return new pass (c);
}
