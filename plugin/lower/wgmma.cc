/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products of a warpgroup: wgmma (PTX ISA 9.7.15), whose operands are tiles.

   Needs: a call of a product that px_fragment_op_fault approved, with its operands' registers;
   whether the synchronisation has its fence, commit and wait (px_wgmma_ordered).
   Leaves: inline PTX before the call, beside a call that keeps GIMPLE from copying it.  */

#include "plugin/lower/frag-int.h"

/* The matrix descriptor (PTX ISA 9.7.15.5.1) of tile T at P, whose rows lie ALONG K
   or across: its low half, and the high one, which is constant.  */
struct descriptor
{
  tree low;
  unsigned high;
};

static descriptor
describe_tile (px_frag_code *c, const px_fragment &t, tree p, bool along)
{
  /* Strips are T.ROWS * T.STRIP bytes apart, groups of 8 rows 8 * T.STRIP.  */
  int apart = t.rows * t.strip, group = 8 * t.strip;
  unsigned mode = t.strip == 128 ? 1 : t.strip == 64 ? 2 : t.strip == 32 ? 3 : 0;
  int leading = along ? (mode ? 0 : apart) : (mode ? apart : group); /* 0: not used */
  int stride = along || mode ? group : apart;
  tree u = unsigned_type_node;
  tree at
    = px_build_by (&c->gsi, BIT_AND_EXPR, u,
		   px_build_by (&c->gsi, RSHIFT_EXPR, u, px_shared_address_of (c, p), 4), 0x3fff);
  return { px_build_by (&c->gsi, BIT_IOR_EXPR, u, at, leading >> 4 << 16),
	   mode << 30 | stride >> 4 };
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

/* Returns true if call S, a product of SHAPE into SUM, needs no wgmma.fence: one precedes it and nothing
   between them names registers of fragments, which ALL has.  Other products may: they do so
   asynchronously, and the fence orders what threads did before it for all that follow.  But the
   same sum must have the same shape (PTX ISA, wgmma.fence); and nothing that may branch is between,
   since ptxas then needs a fence of its own for the registers, as it does for A in registers (REGISTERS).  */
static bool
fenced_p (const px_frags *all, gimple *s, const px_frag *sum, const std::string &shape,
	  bool registers)
{
  bool passed = false;
  gimple_stmt_iterator gsi = gsi_for_stmt (s);
  for (gsi_prev (&gsi); !gsi_end_p (gsi); gsi_prev (&gsi))
    {
      gimple *t = gsi_stmt (gsi);
      if (px_placed_fence_p (t))
	return true;
      auto p = all->issued.find (t);
      if (p != all->issued.end ())
	{
	  if (registers || (p->second.sum == sum && p->second.shape != shape))
	    return false;
	  if (p->second.fences)
	    return true;
	  passed = true;
	}
      else if (all->uses.count (t)
	       || (is_gimple_call (t) && px_fragment_op_of (gimple_call_fndecl (t)))
	       || (passed && gimple_code (t) == GIMPLE_ASM
		   && gimple_asm_volatile_p (as_a<gasm *> (t))))
	return false;
    }
  return false;
}

/* Unless the synchronisation of the function has them, with commit and wait, and
   what threads wrote to the tiles is shown to the asynchronous proxy first.  */
void
px_lower_wgmma (px_frag_code *c, px_product_kind p, const px_frag_operand &d,
		const px_frag_operand *a, const px_fragment &ta, tree pa, const px_fragment &tb,
		tree pb, const px_frag_operand *e, tree keep)
{
  const px_fragment &f = d.x->f;
  int k = (p.ta ? ta.rows : ta.cols), step = 256 / ta.elem->bits, n = std::min<int> (f.cols, 256);
  int more = e ? 2 : 1; /* of B, for each element of A */
  bool half = tb.elem->bits == 16, integer = f.elem->kind == 'S';
  descriptor da = {}, db = describe_tile (c, tb, pb, p.tb);
  if (!a)
    da = describe_tile (c, ta, pa, !p.ta);
  /* In register NAME: what D has BYTES further on.  */
  auto step_on = [&] (const char *name, const descriptor &from, int bytes) {
    c->text += "add.u32 %%pxl, " + px_frag_use (c, from.low) + ", " + std::to_string (bytes >> 4)
	       + "; mov.b64 " + name + ", {%%pxl, " + name + "h}; ";
  };
  int per_block = d.n () / (f.rows / 64), per_column = per_block / (f.cols / 8);
  std::string types = std::string (".") + px_element_type (f.elem) + "." + px_element_type (ta.elem)
		      + "." + px_element_type (tb.elem)
		      + (px_numbers_in_element (ta.elem) == 32 ? ".and.popc " : " ");
  bool alone = !(tree_to_shwi (gimple_call_arg (c->call, 2)) & px_wgmma_mark);
  c->text = "{ .reg .b64 %%pxa, %%pxb; .reg .b32 %%pxl, %%pxah, %%pxbh; .reg .pred %%pxp, %%pxq; "
	    "mov.b32 %%pxah, "
	    + std::to_string (da.high) + "; mov.b32 %%pxbh, " + std::to_string (db.high)
	    + "; setp.eq.s32 %%pxp, 0, 0; setp.ne.s32 %%pxq, "
	    + (p.keeps ? px_frag_use (c, keep) : "0") + ", 0; ";
  if (alone)
    c->text += "fence.proxy.async; ";
  std::string shape = types + std::to_string (more * step);
  bool fence = alone || !fenced_p (c->all, c->call, d.x, shape, a);
  if (fence)
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
	  c->text += std::string ("wgmma.mma_async") + (e ? ".sp" : "") + ".sync.aligned.m64n"
		     + std::to_string (now) + "k"
		     + std::to_string (more * step * px_numbers_in_element (ta.elem)) + types
		     + d.regs (i * per_block + j / 8 * per_column, now / 8 * per_column) + ", "
		     + left + ", %%pxb, "
		     + (e ? px_positions (*e, i, kk * 2 * step, 2 * step) + ", " : "")
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
  gasm *put = px_frag_put (c, true, true);
  if (!alone)
    c->all->issued[put] = { d.x, shape, fence };
  gsi_insert_before (&c->gsi, px_collective_mark (), GSI_SAME_STMT);
}
