/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lowerings of fragments' operations share: values as registers hold them, arithmetic,
   asm statements put before the call.

   Needs: a call of an operation at C.GSI.
   Leaves: statements before it.  */

#include "plugin/lower/frag-int.h"

tree
px_build (gimple_stmt_iterator *gsi, tree_code op, tree type, tree a, tree b)
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

tree
px_build_by (gimple_stmt_iterator *gsi, tree_code op, tree type, tree a, HOST_WIDE_INT k)
{
  return px_build (gsi, op, type, a, build_int_cst (op == POINTER_PLUS_EXPR ? sizetype : type, k));
}

tree
px_convert_to (gimple_stmt_iterator *gsi, tree type, tree a)
{
  if (useless_type_conversion_p (type, TREE_TYPE (a)))
    return a;
  if (TREE_CODE (a) == INTEGER_CST)
    return fold_convert (type, a);
  tree v = make_ssa_name (type);
  gsi_insert_before (gsi, gimple_build_assign (v, NOP_EXPR, a), GSI_SAME_STMT);
  return v;
}

std::string
px_frag_use (px_frag_code *c, tree t)
{
  unsigned first = c->out ? 1 : 0;
  for (size_t i = 0; i < c->ins.size (); i++)
    if (c->ins[i] == t)
      return "%" + std::to_string (first + i);
  c->ins.push_back (t);
  return "%" + std::to_string (first + c->ins.size () - 1);
}

gasm *
px_frag_put (px_frag_code *c, bool uses, bool memory)
{
  gasm *a = px_asm (c->text, c->out ? std::vector<tree>{ c->out } : std::vector<tree> (), c->ins,
		    memory, gimple_location (c->call));
  gimple_asm_set_volatile (a, uses);
  if (uses)
    c->all->uses.insert (a);
  gsi_insert_before (&c->gsi, a, GSI_SAME_STMT);
  c->text.clear ();
  c->ins.clear ();
  c->out = NULL_TREE;
  return a;
}

const char *
px_move_of (const px_frag *x)
{
  return x->kind == 'f' ? "mov.f32 " : x->kind == 'd' ? "mov.f64 " : "mov.b32 ";
}

/* Value argument I as a register holds it: of 32 or 64 bits.  */
tree
px_register_value (px_frag_code *c, unsigned i, const px_element *e)
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
    v = px_convert_to (&c->gsi, unsigned_type_node, v);
  else if (!is_gimple_val (v))
    {
      tree t = make_ssa_name (TREE_TYPE (v));
      gsi_insert_before (&c->gsi, gimple_build_assign (t, v), GSI_SAME_STMT);
      v = t;
    }
  return v;
}

/* The same in all parts of a register.  */
tree
px_spread (px_frag_code *c, tree v, const px_element *e)
{
  if (e->bits >= 32)
    return v;
  v = px_build_by (&c->gsi, BIT_AND_EXPR, unsigned_type_node, v, (1 << e->bits) - 1);
  return px_build_by (&c->gsi, MULT_EXPR, unsigned_type_node, v,
		      e->bits == 16 ? 0x10001 : 0x1010101);
}

tree
px_thread_number (px_frag_code *c)
{
  c->out = make_ssa_name (unsigned_type_node);
  tree t = c->out;
  c->text = "mov.u32 %0, %%tid.x;";
  px_frag_put (c, false, false);
  return t;
}

/* Address P, which is in shared memory, as ldmatrix wants it.  */
tree
px_shared_address_of (px_frag_code *c, tree p)
{
  c->out = make_ssa_name (unsigned_type_node);
  tree t = c->out;
  c->text = "{ .reg .u64 %%pxa; cvta.to.shared.u64 %%pxa, " + px_frag_use (c, p)
	    + "; cvt.u32.u64 %0, %%pxa; }";
  px_frag_put (c, false, false);
  return t;
}
