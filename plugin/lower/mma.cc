/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products of a warp: mma.sync (PTX ISA 9.7.14.5), mma.sp.sync (9.7.14.6).

   Needs: a call of a product that px_fragment_op_fault approved, with its operands' registers.
   Leaves: inline PTX before the call, beside a call that keeps GIMPLE from copying it.  */

#include "plugin/lower/frag-int.h"

/* Registers of positions E of row block I from column K on, of which an instruction
   takes WIDTH: register and selector.  */
std::string
px_positions (const px_frag_operand &e, int i, int k, int width)
{
  int unit = px_unit_columns (e.x->f.elem), lane = k / unit % 4, lanes = width / unit;
  return e.reg (i * px_meta_registers (e.x->f) + k / unit / 4) + ", "
	 + std::to_string (lane / lanes);
}

/* E: the positions in A, if it is sparse.  */
void
px_lower_mma (px_frag_code *c, px_product_kind kind, const px_frag_operand &d,
	      const px_frag_operand &a, const px_frag_operand &b, const px_frag_operand *e,
	      tree keep)
{
  if (kind.overwrites)
    px_lower_zero (c, d);
  if (kind.keeps)
    {
      const char *zero = d.x->kind == 'f'   ? "0f00000000"
			 : d.x->kind == 'd' ? "0d0000000000000000"
					    : "0";
      c->text = "{ .reg .pred %%pxp; setp.eq.s32 %%pxp, " + px_frag_use (c, keep) + ", 0; ";
      for (int k = 0; k < d.n (); k++)
	c->text += std::string ("@%%pxp ") + px_move_of (d.x) + d.reg (k) + ", " + zero + "; ";
      c->text += "}";
      px_frag_put (c, true, false);
    }
  const ptx_modinfo *p = &ptx_mods[px_product_shape (kind.sparse, d.x->f, a.x->f, b.x->f)];
  const px_element *ed = d.x->f.elem, *ea = a.x->f.elem, *eb = b.x->f.elem;
  int step = p->k / px_numbers_in_element (eb); /* elements of C along K */
  /* Instructions of 8 rows, two of them for blocks of 16.  */
  int block = px_block_rows (d.x->f, 32), blocks = d.x->f.rows / block, split = block / p->m;
  int n = d.x->f.cols / 8, k = b.x->f.rows / step;
  int na = a.n () / blocks / k, nb = b.n () / n / k, nd = d.n () / blocks / n;
  std::string type = px_element_type (ed);
  std::string name = std::string (e ? "mma.sp.sync" : "mma.sync") + ".aligned." + p->name
		     + ".row.col." + type + "." + px_element_type (ea) + "." + px_element_type (eb)
		     + "." + type
		     + (ea->ptx != PTX_B1 ? " "
			: kind.xors	  ? ".xor.popc "
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
		       + (e ? ", " + px_positions (*e, i, kk * step, step) : "") + ";";
	  }
  if (kind.negates)
    c->text += " }";
  px_frag_put (c, true, false);
  gsi_insert_before (&c->gsi, px_collective_mark (), GSI_SAME_STMT);
}
