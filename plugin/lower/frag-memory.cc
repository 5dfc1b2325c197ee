/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fragments from and to memory: ldmatrix and stmatrix, positions of sparse operands, and element
   by element.

   Needs: a call of such an operation that px_fragment_op_fault approved, with its operand's
   registers.
   Leaves: inline PTX before the call.  */

#include "plugin/lower/frag-int.h"

/* Each register is a matrix of 8 rows of 16 bytes: by fours, twos or one, of
   which thread 8 i + r names row r of matrix i.  In memory, rows are LD elements
   apart from P on, or P is tile T and the fragment's corner is at (R0, C0).  */
void
px_lower_ldmatrix (px_frag_code *c, const px_fragment_op *o, const px_frag_operand &f, tree p,
		   tree ld, const px_fragment *t, tree r0, tree c0)
{
  tree u = unsigned_type_node;
  int size = f.x->f.elem->bits / 8, r = px_per_register (f.x->f);
  bool store = strchr ("Qs", o->roles[0]), flip = px_transposed_p (o);
  auto k = [&] (tree_code op, tree a, HOST_WIDE_INT n) {
    return px_build_by (&c->gsi, op, u, a, n);
  };
  auto plus = [&] (tree a, tree b) {
    return px_build (&c->gsi, PLUS_EXPR, u, a, b);
  };
  tree lane = px_thread_number (c), base = px_shared_address_of (c, p);
  tree one = k (BIT_AND_EXPR, k (RSHIFT_EXPR, lane, 3), 1),
       two = k (BIT_AND_EXPR, k (RSHIFT_EXPR, lane, 4), 1);
  tree pitch = t ? NULL_TREE : k (MULT_EXPR, px_convert_to (&c->gsi, u, ld), size);
  tree warp = k (MULT_EXPR, k (BIT_AND_EXPR, k (RSHIFT_EXPR, lane, 5), 3), 16);
  tree row0 = k (BIT_AND_EXPR, lane, 7), col0 = build_zero_cst (u);
  if (f.x->threads == 128)
    (flip ? col0 : row0) = plus (flip ? col0 : row0, warp);
  if (t)
    {
      row0 = plus (row0, px_convert_to (&c->gsi, u, r0));
      col0 = plus (col0, px_convert_to (&c->gsi, u, c0));
    }
  /* Row and column in memory of register Q.  */
  auto corner = [&] (int q, bool row) {
    px_spot s = px_spot_of (f.x->f, f.x->threads, q * r);
    return row != flip ? s.row : s.col;
  };
  /* Where thread's piece of 16 bytes is, for a matrix at (ROW, COL).  */
  auto place = [&] (tree row, tree col) {
    col = k (MULT_EXPR, col, size);
    if (!t)
      return plus (px_build (&c->gsi, MULT_EXPR, u, row, pitch), col);
    tree turn = k (MULT_EXPR,
		   k (TRUNC_MOD_EXPR, k (TRUNC_DIV_EXPR, row, 128 / t->strip), t->strip / 16), 16);
    return plus (plus (k (MULT_EXPR, k (TRUNC_DIV_EXPR, col, t->strip), t->rows * t->strip),
		       k (MULT_EXPR, row, t->strip)),
		 px_build (&c->gsi, BIT_XOR_EXPR, u, k (TRUNC_MOD_EXPR, col, t->strip), turn));
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
      std::string address
	= "[" + px_frag_use (c, from) + "+" + std::to_string (t ? 0 : col * size) + "]";
      std::string mods
	= std::to_string (n) + (px_transposes_p (o, f.x->f) ? ".trans" : "") + ".shared.b16 ";
      c->text = name + mods
		+ (store ? address + ", " + f.regs (q, n) : f.regs (q, n) + ", " + address) + ";";
      px_frag_put (c, true, true);
      q += n;
    }
  gsi_insert_before (&c->gsi, px_collective_mark (), GSI_SAME_STMT);
}

/* Positions F from P on, where rows are LD units apart.  */
void
px_lower_load_meta (px_frag_code *c, const px_frag_operand &f, tree p, tree ld)
{
  const px_fragment &t = f.x->f;
  tree l = long_integer_type_node;
  bool two = px_two_rows_p (t.elem);
  int units = t.cols / px_unit_columns (t.elem), per_block = px_meta_registers (t),
      down = px_block_rows (t, f.x->threads);
  auto k = [&] (tree_code op, tree a, HOST_WIDE_INT n) {
    return px_build_by (&c->gsi, op, TREE_TYPE (a), a, n);
  };
  auto plus = [&] (tree a, tree b) {
    return px_build (&c->gsi, PLUS_EXPR, l, a, b);
  };
  auto at = [&] (tree base, tree offset) {
    return px_build (&c->gsi, POINTER_PLUS_EXPR, ptr_type_node, base,
		     px_convert_to (&c->gsi, sizetype, offset));
  };
  tree number = px_thread_number (c), lane = px_convert_to (&c->gsi, l, number);
  tree row = k (RSHIFT_EXPR, k (BIT_AND_EXPR, lane, 31), 2), four = k (BIT_AND_EXPR, lane, 3);
  tree pitch = k (MULT_EXPR, px_convert_to (&c->gsi, l, ld), 2);
  if (f.x->threads == 128)
    row = plus (row, k (MULT_EXPR, k (BIT_AND_EXPR, k (RSHIFT_EXPR, lane, 5), 3), 16));
  if (!two)
    row = plus (row, k (MULT_EXPR, k (BIT_AND_EXPR, four, 1), 8));
  tree col = two ? k (MULT_EXPR, four, 2) : k (MULT_EXPR, k (RSHIFT_EXPR, four, 1), 4);
  tree base = at (px_convert_to (&c->gsi, ptr_type_node, p),
		  plus (px_build (&c->gsi, MULT_EXPR, l, row, pitch), col));
  c->text = "{ .reg .pred %%pxp; .reg .b16 %%pxl, %%pxh; .reg .b32 %%pxt; and.b32 %%pxt, "
	    + px_frag_use (c, number) + ", 3; ";
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
	    c->text += guard + "ld.b16 %%pxl, [" + px_frag_use (c, first) + place + guard
		       + "ld.b16 %%pxh, [" + px_frag_use (c, second) + place + "mov.b32 " + reg
		       + ", {%%pxl, %%pxh}; ";
	  else
	    c->text += guard + "ld.b32 " + reg + ", [" + px_frag_use (c, first) + place;
	}
    }
  c->text += "}";
  px_frag_put (c, true, true);
}

/* Each thread its elements: those of a register, and of an accumulator's row,
   together where they are neighbours in memory.  */
void
px_lower_memory (px_frag_code *c, const px_fragment_op *o, const px_frag_operand &f, tree p,
		 tree ld)
{
  const px_fragment &t = f.x->f;
  int size = t.elem->bits / 8, r = px_per_register (t), threads = f.x->threads;
  bool store = o->id == PX_FO_store;
  tree l = long_integer_type_node;
  auto k = [&] (tree_code op, tree a, HOST_WIDE_INT n) {
    return px_build_by (&c->gsi, op, TREE_TYPE (a), a, n);
  };
  tree lane = px_convert_to (&c->gsi, l, px_thread_number (c));
  tree g = k (RSHIFT_EXPR, k (BIT_AND_EXPR, lane, 31), 2), four = k (BIT_AND_EXPR, lane, 3);
  tree warp = k (MULT_EXPR, k (BIT_AND_EXPR, k (RSHIFT_EXPR, lane, 5), 3), 16);
  tree pitch = k (MULT_EXPR, px_convert_to (&c->gsi, l, ld), size);
  px_spot s = px_spot_of (t, threads, 0);
  auto plus = [&] (tree a, tree b) {
    return px_build (&c->gsi, PLUS_EXPR, l, a, b);
  };
  tree row = plus (k (MULT_EXPR, g, s.rg), k (MULT_EXPR, four, s.rt));
  if (threads == 128)
    row = plus (row, warp);
  tree col = plus (k (MULT_EXPR, g, s.cg * size), k (MULT_EXPR, four, s.ct * size));
  tree offset = plus (px_build (&c->gsi, MULT_EXPR, l, row, pitch), col);
  tree base = px_build (&c->gsi, POINTER_PLUS_EXPR, ptr_type_node,
			px_convert_to (&c->gsi, ptr_type_node, p),
			px_convert_to (&c->gsi, sizetype, offset));
  std::map<int, tree> rows;
  for (int e = 0; e < px_fragment_count (t, threads); e++)
    {
      s = px_spot_of (t, threads, e);
      rows[s.row] = NULL_TREE;
    }
  for (auto &x : rows)
    x.second = px_build (&c->gsi, POINTER_PLUS_EXPR, ptr_type_node, base,
			 px_convert_to (&c->gsi, sizetype, k (MULT_EXPR, pitch, x.first)));
  std::string op = store ? "st" : "ld";
  for (auto &x : rows)
    {
      for (int e = 0; e < px_fragment_count (t, threads);)
	{
	  s = px_spot_of (t, threads, e);
	  if (s.row != x.first)
	    {
	      e++;
	      continue;
	    }
	  std::string address
	    = "[" + px_frag_use (c, x.second) + "+" + std::to_string (s.col * size) + "]",
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
      px_frag_put (c, true, true);
    }
}
