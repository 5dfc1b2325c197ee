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

/* Returns true if operation OP of PTX has a form with modifiers MODS, of which those that are
   PTX_NOMOD do not count; *SM: the first architecture that has it.  */
static bool
form_p (ptx_op op, std::vector<ptx_mod> mods, unsigned *sm)
{
  mods.erase (std::remove (mods.begin (), mods.end (), PTX_NOMOD), mods.end ());
  return ptx_has_form (op, mods.data (), mods.size (), sm);
}

/* Products of bits are named by what becomes of two bits.  There is none with .xor without one
   with .and.  */
static ptx_mod
bits_and (const px_fragment &a)
{
  return a.elem->ptx == PTX_B1 ? PTX_M_AND : PTX_NOMOD;
}

static ptx_mod
bits_count (const px_fragment &a)
{
  return a.elem->ptx == PTX_B1 ? PTX_M_POPC : PTX_NOMOD;
}

/* mma.sync and mma.sp.sync (PTX ISA 9.7.14.5, 9.7.14.6), rows of A by columns of B.  */
static bool
warp_product_p (bool sparse, ptx_mod shape, const px_fragment &d, const px_fragment &a,
		const px_fragment &b, unsigned *sm)
{
  return form_p (sparse ? PTX_OP_MMA_SP_SYNC : PTX_OP_MMA_SYNC,
		 { PTX_M_ALIGNED, shape, PTX_M_ROW, PTX_M_COL, d.elem->ptx, a.elem->ptx,
		   b.elem->ptx, d.elem->ptx, bits_and (a), bits_count (a) },
		 sm);
}

/* One instruction is used for all architectures: of those that the earliest architecture has,
   else of all, the one with the most rows, and of these the one with the largest K.  */
ptx_mod
px_product_shape (bool sparse, const px_fragment &d, const px_fragment &a, const px_fragment &b)
{
  ptx_mod best = PTX_NOMOD;
  bool best_here = false;
  unsigned first = px_first_arch (), sm;
  for (ptx_mod shape = PTX_NOMOD; shape < PTX_NMODS; shape++)
    {
      const ptx_modinfo &x = ptx_mods[shape], &was = ptx_mods[best];
      if (x.cls != PTX_C_SHAPE || x.n != 8 || !x.k || b.rows * px_numbers_in_element (b.elem) % x.k)
	continue;
      /* Blocks of 16 rows are taken as two of 8 only where no instruction takes them at once on
	 each architecture: in double precision.  */
      if (d.rows % 16 ? x.m != 8 : x.m != 16 && (x.m != 8 || d.elem->bits != 64))
	continue;
      /* The 8 x 8 x 4 product of halves has another layout, by groups of eight threads.  */
      if (x.m == 8 && x.k == 4 && a.elem->bits == 16)
	continue;
      if (!warp_product_p (sparse, shape, d, a, b, &sm))
	continue;
      bool here = sm <= first;
      if (!best || here > best_here
	  || (here == best_here && std::make_pair (x.m, x.k) > std::make_pair (was.m, was.k)))
	{
	  best = shape;
	  best_here = here;
	}
    }
  return best;
}

/* Returns true if there is a wgmma (9.7.15.5) of N columns; A's and B's elements along K are 32
   bytes, twice as many if A is sparse.  */
static bool
wide_product_p (bool sparse, int n, const px_fragment &d, const px_fragment &a,
		const px_fragment &b)
{
  int k = 256 / a.elem->bits * px_numbers_in_element (a.elem) * (sparse ? 2 : 1);
  unsigned sm;
  for (ptx_mod shape = PTX_NOMOD; shape < PTX_NMODS; shape++)
    if (ptx_mods[shape].m == 64 && ptx_mods[shape].n == n && ptx_mods[shape].k == k)
      return form_p (sparse ? PTX_OP_WGMMA_MMA_ASYNC_SP : PTX_OP_WGMMA_MMA_ASYNC,
		     { PTX_M_SYNC, PTX_M_ALIGNED, shape, d.elem->ptx, a.elem->ptx, b.elem->ptx,
		       bits_and (a), bits_count (a) },
		     &sm);
  return false;
}

static std::string
wide_fault (px_product_kind p, const px_fragment &d, const px_fragment &a, const px_fragment &b)
{
  if (b.part != PX_F_TILE)
    return "a warpgroup takes its right operand from shared memory: a px_tile";
  if (!wide_product_p (p.sparse, 8, d, a, b))
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
  /* More than 256 columns are several products, the last one of those that remain.  */
  for (int n = d.cols; n > 0; n -= 256)
    if (!wide_product_p (p.sparse, std::min (n, 256), d, a, b))
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
  if (p.xors ? a.elem->ptx != PTX_B1 || threads == 128 : false)
    return "only a warp has it, of px_b1x32";
  if (p.negates && d.elem->kind != 'F')
    return "there is no subtraction of these products";
  if (threads == 128)
    return wide_fault (p, d, a, b);
  if (!px_product_shape (p.sparse, d, a, b))
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
  return d.part == PX_F_LHS && s.part == PX_F_ACC && (d.elem->bits == 8 || d.elem->ptx == PTX_TF32);
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
  bool same = d.elem == s.elem, from32 = s.elem->ptx == PTX_F32, to32 = d.elem->ptx == PTX_F32;
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
  ptx_mod e = PTX_NOMOD;
  if (!f.empty ())
    e = f[0].elem->ptx;
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
      if (e != PTX_F32 && e != PTX_F64 && e != PTX_S32 && e != PTX_F16)
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
