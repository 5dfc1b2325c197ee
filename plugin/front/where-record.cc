/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The facts of a kernel's __where as nodes of its record (runtime/image.h).

   Needs: a kernel's device twin, whose facts px_check_where has read.
   Leaves: nodes for plugin/device/image.cc.  A fact with an operator that nodes do not have is not
   recorded: the launch still asks it, and who reads the record knows less.  */

#include "plugin/front/front.h"
#include "runtime/image.h"

namespace
{
struct recording
{
  tree fn;
  const px_where *w;
  std::vector<px_fact_node> nodes;
};
}

/* The number of the argument that parameter I of FN is in PTX, or begins with; -1: none.  */
static int
argument_of (tree fn, size_t i)
{
  tree p = DECL_ARGUMENTS (fn);
  for (; p && i; p = DECL_CHAIN (p))
    i--;
  int argument = 0;
  for (const px_piece &x : px_pieces (fn))
    {
      if (x.parm == p)
	return argument;
      argument++;
    }
  return -1;
}

/* Appends a node of TYPE; returns its number.  */
static int
add (recording *r, px_fact_op op, tree type, int a, int b, int64_t value)
{
  if (a < 0 || b < 0)
    return -1;
  px_fact_node n = {};
  n.op = op;
  n.bits = TYPE_PRECISION (type);
  n.is_signed = !TYPE_UNSIGNED (type);
  n.a = a;
  n.b = b;
  n.value = value;
  r->nodes.push_back (n);
  return r->nodes.size () - 1;
}

static const struct
{
  tree_code code;
  px_fact_op op;
  bool swapped;
} codes[] = {
  { NEGATE_EXPR, PX_FACT_NEG, false },	   { BIT_NOT_EXPR, PX_FACT_NOT, false },
  { TRUTH_NOT_EXPR, PX_FACT_LNOT, false }, { PLUS_EXPR, PX_FACT_ADD, false },
  { MINUS_EXPR, PX_FACT_SUB, false },	   { MULT_EXPR, PX_FACT_MUL, false },
  { TRUNC_DIV_EXPR, PX_FACT_DIV, false },  { EXACT_DIV_EXPR, PX_FACT_DIV, false },
  { TRUNC_MOD_EXPR, PX_FACT_MOD, false },  { BIT_AND_EXPR, PX_FACT_AND, false },
  { BIT_IOR_EXPR, PX_FACT_OR, false },	   { BIT_XOR_EXPR, PX_FACT_XOR, false },
  { LSHIFT_EXPR, PX_FACT_SHL, false },	   { RSHIFT_EXPR, PX_FACT_SHR, false },
  { LT_EXPR, PX_FACT_LT, false },	   { GT_EXPR, PX_FACT_LT, true },
  { LE_EXPR, PX_FACT_LE, false },	   { GE_EXPR, PX_FACT_LE, true },
  { EQ_EXPR, PX_FACT_EQ, false },	   { NE_EXPR, PX_FACT_NE, false },
  { TRUTH_XOR_EXPR, PX_FACT_NE, false },   { TRUTH_ANDIF_EXPR, PX_FACT_LAND, false },
  { TRUTH_AND_EXPR, PX_FACT_LAND, false }, { TRUTH_ORIF_EXPR, PX_FACT_LOR, false },
  { TRUTH_OR_EXPR, PX_FACT_LOR, false },
};

/* Appends the nodes of T; returns the number of the last one, -1 if one is missing.  */
static int record_value (recording *r, tree t);

/* With -fwrapv sums, differences, products and negations of signed numbers wrap around, which those
   of C's do not: they are recorded as unsigned ones.  */
static int
record_wrapping (recording *r, px_fact_op op, tree type, tree x, tree y)
{
  tree u = unsigned_type_for (type);
  int a = add (r, PX_FACT_CAST, u, record_value (r, x), 0, 0);
  int b = y ? add (r, PX_FACT_CAST, u, record_value (r, y), 0, 0) : 0;
  return add (r, PX_FACT_CAST, type, add (r, op, u, a, b, 0), 0, 0);
}

static int
record_value (recording *r, tree t)
{
  tree type = TREE_TYPE (t);
  for (size_t i = 0; i < r->w->parms.size (); i++)
    if (t == r->w->parms[i])
      return add (r, PX_FACT_PARAMETER, type, argument_of (r->fn, i), 0, 0);
  for (bool threads : { false, true })
    if (t == px_where_units (threads))
      return add (r, threads ? PX_FACT_THREADS : PX_FACT_BLOCKS, type, 0, 0, 0);
  if (TREE_CODE (t) == INTEGER_CST)
    return add (r, PX_FACT_CONST, type, 0, 0, TREE_INT_CST_LOW (t));
  auto compared = [&] (px_fact_op op, tree x) {
    int a = record_value (r, x);
    return add (r, op, type, a, a < 0 ? -1 : add (r, PX_FACT_CONST, TREE_TYPE (x), 0, 0, 0), 0);
  };
  /* c ? 1 : 0, as GCC has conditions that are numbers.  */
  if (TREE_CODE (t) == COND_EXPR && TREE_OPERAND (t, 2))
    {
      bool yes = integer_onep (TREE_OPERAND (t, 1)) && integer_zerop (TREE_OPERAND (t, 2));
      bool no = integer_zerop (TREE_OPERAND (t, 1)) && integer_onep (TREE_OPERAND (t, 2));
      return yes || no ? compared (yes ? PX_FACT_NE : PX_FACT_EQ, TREE_OPERAND (t, 0)) : -1;
    }
  if (CONVERT_EXPR_P (t))
    return TREE_CODE (type) == BOOLEAN_TYPE
	     ? compared (PX_FACT_NE, TREE_OPERAND (t, 0))
	     : add (r, PX_FACT_CAST, type, record_value (r, TREE_OPERAND (t, 0)), 0, 0);
  for (const auto &c : codes)
    if (TREE_CODE (t) == c.code)
      {
	bool arithmetic = c.op == PX_FACT_ADD || c.op == PX_FACT_SUB || c.op == PX_FACT_MUL
			  || c.op == PX_FACT_NEG;
	if (arithmetic && !TYPE_UNSIGNED (type) && TYPE_OVERFLOW_WRAPS (type))
	  return record_wrapping (r, c.op, type, TREE_OPERAND (t, 0),
				  TREE_OPERAND_LENGTH (t) > 1 ? TREE_OPERAND (t, 1) : NULL_TREE);
	int a = record_value (r, TREE_OPERAND (t, c.swapped));
	int b = TREE_OPERAND_LENGTH (t) > 1 ? record_value (r, TREE_OPERAND (t, !c.swapped)) : 0;
	return add (r, c.op, type, a, b, 0);
      }
  return -1;
}

std::vector<px_fact_rec>
px_facts_recorded (tree fn)
{
  std::vector<px_fact_rec> all;
  for (const px_where &w : px_facts_of (fn))
    {
      recording r = { fn, &w, {} };
      px_fact_rec f = { &w, {}, 0, 0 };
      if (record_value (&r, w.array ? w.count : w.expr) < 0)
	continue;
      for (size_t i = 0; w.array && i < w.parms.size (); i++)
	if (w.parms[i] == w.array)
	  {
	    f.argument = argument_of (fn, i);
	    f.element = int_size_in_bytes (TREE_TYPE (TREE_TYPE (w.array)));
	  }
      f.nodes = r.nodes;
      all.push_back (f);
    }
  return all;
}
