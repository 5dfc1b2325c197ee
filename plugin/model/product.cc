/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which operations on fragments exist: instructions for products, conversions, transfers.

   Needs: an operation and the types of its operands.
   Leaves: nothing changed, except that px_wgmma_ordered marks a call.  */

#include "plugin/model/model.h"

/* Returns true if O is a product.  */
bool
px_product_p (const px_fragment_op *o, px_product_kind *k)
{
  static const px_product_kind kinds[]
    = { { PX_FO_mma, 4, false, false, false, false, false, false, false },
	{ PX_FO_mul, 4, true, false, false, false, false, false, false },
	{ PX_FO_mms, 4, false, true, false, false, false, false, false },
	{ PX_FO_mma_keep, 4, false, false, true, false, false, false, false },
	{ PX_FO_mma_xor, 1, false, false, false, true, false, false, false },
	{ PX_FO_mma_sparse, 4, false, false, false, false, true, false, false },
	{ PX_FO_mul_sparse, 4, true, false, false, false, true, false, false } };
  for (const px_product_kind &x : kinds)
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
  px_product_kind k;
  const px_fragment_op *o = is_gimple_call (s) ? px_fragment_op_of (gimple_call_fndecl (s)) : NULL;
  return o && px_product_p (o, &k) && !px_fragment_at_p (s, o, 3);
}

void
px_wgmma_ordered (gimple *s)
{
  HOST_WIDE_INT shape = tree_to_shwi (gimple_call_arg (s, 2));
  gimple_call_set_arg (s, 2, build_int_cst (long_integer_type_node, shape | px_wgmma_mark));
}

/* ---- instructions of products ----------------------------------------- */

/* mma.sync, all sizes (PTX ISA 9.7.14.5): PTX types d, a, b; m x n x k.  Rows with the same
   types begin with the largest k.  s8 and u8 may be mixed, as may s4 and u4, e4m3 and e5m2.  */
static const px_product products[] = {
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

/* mma.sp.sync (9.7.14.6): likewise, with K as in B.  */
static const px_product sparse_products[] = {
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

/* One instruction is used for all architectures: the first row that the earliest architecture
   has, else any that exists.  */
const px_product *
px_product_of (bool sparse, const px_fragment &d, const px_fragment &a, const px_fragment &b)
{
  const px_product *any = NULL;
  unsigned first = px_first_arch ();
  const px_product *begin = sparse ? sparse_products : products;
  const px_product *end
    = sparse ? sparse_products + ARRAY_SIZE (sparse_products) : products + ARRAY_SIZE (products);
  for (const px_product *p = begin; p < end; p++)
    if (!strcmp (p->d, d.elem->ptx) && !strcmp (p->a, a.elem->ptx) && !strcmp (p->b, b.elem->ptx)
	&& b.rows % p->k == 0 && (p->m == 8 ? d.rows % 16 || d.elem->bits == 64 : !(d.rows % 16)))
      {
	any = any ? any : p;
	if ((unsigned) p->sm <= first)
	  return p;
      }
  return any;
}

/* wgmma's types (PTX ISA 9.7.15.2); K is always 32 bytes.  s8 and u8 may be mixed, as may e4m3
   and e5m2.  */
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
wide_fault (px_product_kind p, const px_fragment &d, const px_fragment &a, const px_fragment &b)
{
  bool known = false;
  for (const auto &w : wide_products)
    known |= !strcmp (w.d, d.elem->ptx) && !strcmp (w.a, a.elem->ptx) && !strcmp (w.b, b.elem->ptx);
  if (b.part != PX_F_TILE)
    return "a warpgroup takes its right operand from shared memory: a px_tile";
  if (!known || (p.sparse && px_numbers_in_element (a.elem) == 32))
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

/* Returns why D += A * B is not a possible product; empty if it is.  E: the positions in A, if
   A is sparse.  */
static std::string
product_fault (px_product_kind p, int threads, const px_fragment &d, const px_fragment &a,
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
  if (!px_product_of (p.sparse, d, a, b))
    return "there is no instruction for these elements and this size";
  return "";
}

/* ---- conversions ------------------------------------------------------ */

/* Returns for each element of D the element of S with the same position and thread, where D is
   the part of S at (ROW, COL); empty if another thread has one of them.  */
std::vector<int>
px_matching_elements (const px_fragment &d, const px_fragment &s, int row, int col, int threads)
{
  std::map<std::vector<int>, int> at;
  std::vector<int> v;
  for (int e = 0; e < px_fragment_count (s, threads); e++)
    {
      px_spot p = px_spot_of (s, threads, e);
      at[{ p.row, p.rg, p.rt, p.col, p.cg, p.ct }] = e;
    }
  for (int e = 0; e < px_fragment_count (d, threads); e++)
    {
      px_spot p = px_spot_of (d, threads, e);
      auto i = at.find ({ p.row + row, p.rg, p.rt, p.col + col, p.cg, p.ct });
      if (i == at.end ())
	return {};
      v.push_back (i->second);
    }
  return v;
}

/* Returns true if accumulator S becomes left operand D of the same rows, so that the four
   threads of a row exchange elements.  */
static bool
exchanged_p (const px_fragment &d, const px_fragment &s)
{
  return d.part == PX_F_LHS && s.part == PX_F_ACC
	 && (d.elem->bits == 8 || !strcmp (d.elem->ptx, "tf32"));
}

/* Returns true if accumulator S becomes right operand D, so that its matrices of 8 x 8 are
   transposed.  */
bool
px_turned_p (const px_fragment &d, const px_fragment &s)
{
  return d.part == PX_F_RHS && s.part == PX_F_ACC && d.elem->bits == 16;
}

std::string
px_convert_fault (const px_fragment &d, const px_fragment &s, int row, int col, int threads)
{
  bool same = d.elem == s.elem, from32 = !strcmp (s.elem->ptx, "f32"),
       to32 = !strcmp (d.elem->ptx, "f32");
  bool half = (d.elem->bits == 16 || s.elem->bits == 16), exchanged = exchanged_p (d, s);
  if (row % 8 || col % 8
      || (!exchanged && !px_turned_p (d, s)
	  && px_matching_elements (d, s, row, col, threads).empty ()))
    return "its threads hold other elements: store one, then load the other";
  if (exchanged && d.cols % (d.elem->bits == 8 ? 16 : 8))
    return "the columns are not a multiple of 8, or for elements of 8 bits of 16";
  bool ok = same || (half && (from32 || to32))
	    || (s.elem->bits >= 32 && d.elem->bits >= 32 && px_numbers_in_element (s.elem) == 1
		&& px_numbers_in_element (d.elem) == 1);
  if (exchanged)
    ok = d.elem->kind != 'F' ? s.elem->kind == 'S'
			     : s.elem->bits <= 32 && (s.elem->kind == 'F' || d.elem->bits == 32);
  if (ok)
    return "";
  return "there is no conversion between these elements";
}

/* ---- check ------------------------------------------------------------ */

/* Returns true if the memory of operation O has the columns of matrices as its rows.  */
bool
px_transposed_p (const px_fragment_op *o)
{
  return o->id == PX_FO_ldmatrix_t || o->id == PX_FO_stmatrix_t || o->id == PX_FO_tile_load_t
	 || o->id == PX_FO_tile_store_t;
}

/* Returns true if loads and stores need .trans.  */
bool
px_transposes_p (const px_fragment_op *o, const px_fragment &f)
{
  return px_transposed_p (o) != (f.part == PX_F_RHS);
}

std::string
px_fragment_op_fault (const px_fragment_op *o, const std::vector<px_fragment> &f, int threads)
{
  const char *e = f.empty () ? "" : f[0].elem->ptx;
  px_product_kind p;
  if (px_product_p (o, &p))
    return product_fault (p, threads, f[0], f[1], f[2], p.sparse ? &f[3] : NULL);
  for (const px_fragment &x : f)
    if (x.part == PX_F_META && o->id != PX_FO_load)
      return "positions are loaded, and an operand of px_mma_sparse";
  switch (o->id)
    {
    case PX_FO_convert:
      if (f[0].rows != f[1].rows || f[0].cols != f[1].cols)
	return "the sizes differ";
      return px_convert_fault (f[0], f[1], 0, 0, threads);
    case PX_FO_part:
      if (f[0].rows > f[1].rows || f[0].cols > f[1].cols)
	return "the part is larger than what it is of";
      return px_convert_fault (f[0], f[1], 0, 0, threads);
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
	if (px_transposes_p (o, x) && x.elem->bits != 16)
	  return "only elements of 16 bits are transposed on the way";
	if (f.size () < 2)
	  return "";
	const px_fragment &t = f[0].part == PX_F_TILE ? f[0] : f[1];
	if (t.elem != x.elem)
	  return "the elements differ";
	if ((px_transposed_p (o) ? x.cols : x.rows) > t.rows
	    || (px_transposed_p (o) ? x.rows : x.cols) > t.cols)
	  return "the tile is smaller than the fragment";
	return px_tile_fault (t).empty () ? "" : px_fragment_name (t) + ": " + px_tile_fault (t);
      }
    default: return "";
    }
}
