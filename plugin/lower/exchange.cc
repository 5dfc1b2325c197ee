/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conversions of fragments, of which threads exchange elements if they have to: px_convert,
   px_part.

   Needs: a call of an operation that px_fragment_op_fault approved, with its operands'
   registers.
   Leaves: inline PTX before the call.  */

#include "plugin/lower/frag-int.h"

/* Each thread of the four of a row has two elements of each 8 columns of accumulator
   S; of left operand D it gets 4 of each 16 columns, or one of each 4.  */
static void
lower_exchange (px_frag_code *c, const px_frag_operand &d, const px_frag_operand &s, int row,
		int col)
{
  const px_fragment &df = d.x->f, &sf = s.x->f;
  const px_element *to = df.elem, *from = sf.elem;
  int threads = d.x->threads, r = px_per_register (df), q = px_per_register (sf);
  std::map<std::vector<int>, int> at; /* by row, column: the first of two elements */
  for (int e = 0; e < px_fragment_count (sf, threads); e += 2)
    {
      px_spot p = px_spot_of (sf, threads, e);
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
  std::string cvt = std::string ("cvt.rn.satfinite.") + px_element_type (to) + "x2.";
  auto pair = [&] (int e, const char *name) {
    return q == 2 ? cvt + "f16x2 " + name + ", " + s.reg (e / 2) + "; "
		  : cvt + "f32 " + name + ", " + s.reg (e + 1) + ", " + s.reg (e) + "; ";
  };
  for (int k = 0; k < d.n (); k++)
    {
      px_spot p = px_spot_of (df, threads, k * r);
      if (r == 4)
	{
	  int e0 = at[{ p.row + row, p.col + col }], e1 = at[{ p.row + row, p.col + col + 8 }];
	  if (to->kind == 'F')
	    t += pair (e0, "%%pxh") + pair (e1, "%%pxi") + "mov.b32 %%pxv, {%%pxh, %%pxi}; ";
	  else
	    {
	      std::string pack = std::string ("cvt.pack.sat.") + px_element_type (to) + ".s32.b32 ";
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
  px_frag_put (c, true, false);
  gsi_insert_before (&c->gsi, px_collective_mark (), GSI_SAME_STMT);
}

/* Right operand D is the part of accumulator S at (ROW, COL).  */
static void
lower_turn (px_frag_code *c, const px_frag_operand &d, const px_frag_operand &s, int row, int col)
{
  const px_fragment &df = d.x->f, &sf = s.x->f;
  std::map<std::vector<int>, int> at; /* by row, column: the first of two elements */
  for (int e = 0; e < px_fragment_count (sf, d.x->threads); e += 2)
    {
      px_spot p = px_spot_of (sf, d.x->threads, e);
      at[{ p.row, p.col }] = e;
    }
  c->text = "{ .reg .b32 %%pxv; ";
  for (int k = 0; k < d.n (); k++)
    {
      px_spot p = px_spot_of (df, d.x->threads, 2 * k);
      int e = at[{ p.row + row, p.col + col }];
      std::string from = sf.elem->bits == 16 ? s.reg (e / 2) : "%%pxv";
      if (sf.elem->bits != 16)
	c->text += std::string ("cvt.rn.") + px_element_type (df.elem) + "x2.f32 %%pxv, "
		   + s.reg (e + 1) + ", " + s.reg (e) + "; ";
      c->text += "movmatrix.sync.aligned.m8n8.trans.b16 " + d.reg (k) + ", " + from + "; ";
    }
  c->text += "}";
  px_frag_put (c, true, false);
  gsi_insert_before (&c->gsi, px_collective_mark (), GSI_SAME_STMT);
}

/* D is the part of S at (ROW, COL).  */
void
px_lower_convert (px_frag_code *c, const px_frag_operand &d, const px_frag_operand &s, int row,
		  int col)
{
  const px_element *to = d.x->f.elem, *from = s.x->f.elem;
  if (px_turned_p (d.x->f, s.x->f))
    {
      lower_turn (c, d, s, row, col);
      return;
    }
  std::vector<int> at = px_matching_elements (d.x->f, s.x->f, row, col, d.x->threads);
  if (at.empty ())
    {
      lower_exchange (c, d, s, row, col);
      return;
    }
  int r = px_per_register (d.x->f), q = px_per_register (s.x->f);
  std::string t;
  if (to->bits == 16 && from->bits == 32)
    for (int k = 0; k < d.n (); k++)
      t += std::string (" cvt.rn.") + px_element_type (to) + "x2.f32 " + d.reg (k) + ", "
	   + s.reg (at[2 * k + 1]) + ", " + s.reg (at[2 * k]) + ";";
  else if (to->bits == 32 && from->bits == 16)
    for (int k = 0; k < d.n (); k++)
      {
	std::string reg = s.reg (at[k] / 2);
	bool high = at[k] % 2;
	if (from->ptx == PTX_BF16)
	  t += (high ? " and.b32 %%pxt, " + reg + ", 0xffff0000;"
		     : " shl.b32 %%pxt, " + reg + ", 16;")
	       + " mov.b32 " + d.reg (k) + ", %%pxt;";
	else
	  t += " mov.b32 {%%pxl, %%pxh}, " + reg + "; cvt.f32.f16 " + d.reg (k)
	       + (high ? ", %%pxh;" : ", %%pxl;");
      }
  else if (to == from)
    for (int k = 0; k < d.n (); k++)
      t += std::string (" ") + px_move_of (d.x) + d.reg (k) + ", " + s.reg (at[k * r] / q) + ";";
  else
    for (int k = 0; k < d.n (); k++)
      {
	bool tf32 = to->ptx == PTX_TF32;
	ptx_mod source = from->ptx;
	if (source == PTX_TF32)
	  source = PTX_F32;
	const char *round = to->kind == 'F'
			      ? (from->kind != 'F' || to->bits < from->bits ? ".rn" : "")
			    : from->kind == 'F' ? ".rni"
						: "";
	if (source == PTX_F32 && to->ptx == PTX_F32)
	  t += " mov.b32 " + d.reg (k) + ", " + s.reg (at[k]) + ";";
	else
	  t += std::string (" cvt") + (tf32 ? ".rna" : round) + "." + px_element_type (to) + "."
	       + ptx_mods[source].name + " " + d.reg (k) + ", " + s.reg (at[k]) + ";";
      }
  c->text = "{ .reg .b32 %%pxt; .reg .b16 %%pxl, %%pxh;" + t + " }";
  px_frag_put (c, true, false);
}

/* px_part: *D is the part of S where its other operands say.  */
void
px_lower_part (px_frag_code *c, const px_frag_operand &d, const px_frag_operand &s)
{
  int at[2], limit[2] = { (int) (s.x->f.rows - d.x->f.rows), (int) (s.x->f.cols - d.x->f.cols) };
  location_t loc = gimple_location (c->call);
  std::string fault;
  for (int i = 0; i < 2; i++)
    {
      tree v = px_constant_of (gimple_call_arg (c->call, i + 2));
      if (!v)
	{
	  px_error (loc, PX_D_FRAGMENT_INDEX, s.decl);
	  c->all->failed = true;
	  return;
	}
      if (!tree_fits_shwi_p (v) || tree_to_shwi (v) < 0 || tree_to_shwi (v) > limit[i])
	fault = "the part is not inside what it is of";
      at[i] = fault.empty () ? tree_to_shwi (v) : 0;
    }
  if (fault.empty ())
    fault = px_convert_fault (d.x->f, s.x->f, at[0], at[1], d.x->threads);
  if (!fault.empty ())
    {
      px_error (loc, PX_D_FRAGMENT_OP, "px_part", fault.c_str ());
      c->all->failed = true;
      return;
    }
  px_lower_convert (c, d, s, at[0], at[1]);
}
