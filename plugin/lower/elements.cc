/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations on elements of fragments: px_get, px_set, px_fill, px_scale; px_count, px_row and
   px_col, right after "ssa".

   Needs: such a call, with its operands' registers.
   Leaves: inline PTX before the call.  */

#include "plugin/lower/frag-int.h"

bool
px_lower_fragment_query (gimple_stmt_iterator *gsi, tree (*tid) (void *), void *data)
{
  gcall *s = as_a<gcall *> (gsi_stmt (*gsi));
  const px_fragment_op *o = px_fragment_op_of (gimple_call_fndecl (s));
  if (!o || o->unit != PX_U_ASK)
    return false;
  HOST_WIDE_INT at;
  px_fragment f;
  tree d = px_traced_fragment (gimple_call_arg (s, 0), &at), value = NULL_TREE,
       u = unsigned_type_node;
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
      int r = px_per_register (f), down = px_block_rows (f, threads), halves = down == 8 ? 1 : 2;
      auto k = [&] (tree_code op, tree a, HOST_WIDE_INT n) {
	return px_build_by (gsi, op, u, a, n);
      };
      auto plus = [&] (tree a, tree b) {
	return px_build (gsi, PLUS_EXPR, u, a, b);
      };
      tree e = px_convert_to (gsi, u, gimple_call_arg (s, 1));
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
    value = px_convert_to (gsi, TREE_TYPE (lhs), value);
  unlink_stmt_vdef (s);
  gimple_call_set_lhs (s, NULL_TREE);
  gimple *a = lhs ? (gimple *) gimple_build_assign (lhs, value) : gimple_build_nop ();
  gsi_replace (gsi, a, true);
  if (lhs)
    SSA_NAME_DEF_STMT (lhs) = a;
  return true;
}

int
px_element_index (px_frag_code *c, unsigned i, const px_frag_operand &f)
{
  tree v = px_constant_of (gimple_call_arg (c->call, i));
  int n = px_fragment_count (f.x->f, f.x->threads);
  location_t loc = gimple_location (c->call);
  if (!v)
    px_error (loc, PX_D_FRAGMENT_INDEX, f.decl);
  else if (!tree_fits_shwi_p (v) || tree_to_shwi (v) < 0 || tree_to_shwi (v) >= n)
    px_error (loc, PX_D_FRAGMENT_RANGE, v, f.decl, n);
  else
    return tree_to_shwi (v);
  c->all->failed = true;
  return -1;
}

void
px_lower_get (px_frag_code *c, const px_frag_operand &f, int e)
{
  tree lhs = gimple_call_lhs (c->call);
  const px_element *el = f.x->f.elem;
  if (!lhs)
    return;
  int r = px_per_register (f.x->f);
  tree type = el->wrapped ? TREE_TYPE (TYPE_FIELDS (TREE_TYPE (lhs))) : TREE_TYPE (lhs);
  c->out = make_ssa_name (el->bits < 32 ? unsigned_type_node : type);
  tree raw = c->out;
  if (r == 1)
    c->text = std::string (px_move_of (f.x)) + "%0, " + f.reg (e) + ";";
  else
    c->text = std::string (el->kind == 'S' ? "bfe.s32" : "bfe.u32") + " %0, " + f.reg (e / r) + ", "
	      + std::to_string (e % r * el->bits) + ", " + std::to_string (el->bits) + ";";
  px_frag_put (c, true, false);
  tree v = px_convert_to (&c->gsi, type, raw);
  tree to = el->wrapped ? build3 (COMPONENT_REF, type, unshare_expr (lhs),
				  TYPE_FIELDS (TREE_TYPE (lhs)), NULL_TREE)
			: lhs;
  gimple *a = gimple_build_assign (to, v);
  gimple_set_location (a, gimple_location (c->call));
  gsi_insert_before (&c->gsi, a, GSI_SAME_STMT);
}

void
px_lower_set (px_frag_code *c, const px_frag_operand &f, int e)
{
  const px_element *el = f.x->f.elem;
  int r = px_per_register (f.x->f);
  tree v = px_register_value (c, 2, el);
  if (r == 1)
    c->text = std::string (px_move_of (f.x)) + f.reg (e) + ", " + px_frag_use (c, v) + ";";
  else
    c->text = "bfi.b32 " + f.reg (e / r) + ", " + px_frag_use (c, v) + ", " + f.reg (e / r) + ", "
	      + std::to_string (e % r * el->bits) + ", " + std::to_string (el->bits) + ";";
  px_frag_put (c, true, false);
}

void
px_lower_zero (px_frag_code *c, const px_frag_operand &f)
{
  const char *zero = f.x->kind == 'f'	? "0f00000000"
		     : f.x->kind == 'd' ? "0d0000000000000000"
					: "0";
  for (int k = 0; k < f.n (); k++)
    c->text += std::string (k ? " " : "") + px_move_of (f.x) + f.reg (k) + ", " + zero + ";";
  px_frag_put (c, true, false);
}

void
px_lower_fill (px_frag_code *c, const px_frag_operand &f)
{
  tree v = px_spread (c, px_register_value (c, 1, f.x->f.elem), f.x->f.elem);
  for (int k = 0; k < f.n (); k++)
    c->text += std::string (k ? " " : "") + px_move_of (f.x) + f.reg (k) + ", " + px_frag_use (c, v)
	       + ";";
  px_frag_put (c, true, false);
}

void
px_lower_scale (px_frag_code *c, const px_frag_operand &f)
{
  const px_element *el = f.x->f.elem;
  tree v = px_spread (c, px_register_value (c, 1, el), el);
  std::string op = el->bits == 16    ? "mul.f16x2"
		   : el->kind == 'S' ? "mul.lo.s32"
				     : std::string ("mul.") + px_element_type (el);
  for (int k = 0; k < f.n (); k++)
    c->text
      += (k ? " " : "") + op + " " + f.reg (k) + ", " + f.reg (k) + ", " + px_frag_use (c, v) + ";";
  px_frag_put (c, true, false);
}
