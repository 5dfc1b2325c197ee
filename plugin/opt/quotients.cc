/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quotients and remainders of sums with a multiple of the divisor: those of one number are computed
   once, and what differs is a constant, which "index" takes out of addresses.  So are the rows of a
   tile that threads load in several steps, once the loop over the steps is unrolled:

     r0 = t >> 5;            c0 = t & 31;           r0 = t >> 5;       c0 = t & 31;
     r1 = (t + 128) >> 5;    c1 = (t + 128) & 31;   r1 = r0 + 4;       c1 = c0;
     r2 = (t + 256) >> 5;    c2 = (t + 256) & 31;   r2 = r0 + 8;       c2 = c0;

   That holds if the sum does not wrap, which C says of signed numbers; a division, which rounds
   towards 0, must be of a number that is not negative, too.

   Needs: a device function in SSA form, after "settle".
   Leaves: no quotient or remainder of a sum with such a constant.  */

#include "plugin/opt/opt.h"

/* S = X CODE C, of a signed number and a positive constant: CODE is TRUNC_DIV_EXPR or TRUNC_MOD_EXPR, and
   FLOOR_DIV_EXPR or FLOOR_MOD_EXPR of shifts and masks.  */
struct quotient
{
  tree x;
  tree_code code;
  HOST_WIDE_INT c;
};

typedef std::map<std::tuple<tree, tree_code, HOST_WIDE_INT>, tree> quotients;

static bool
is_quotient (gimple *s, quotient *q)
{
  if (!is_gimple_assign (s) || gimple_num_ops (s) != 3)
    return false;
  q->x = gimple_assign_rhs1 (s);
  q->code = gimple_assign_rhs_code (s);
  tree c = gimple_assign_rhs2 (s), type = TREE_TYPE (q->x);
  if (TREE_CODE (q->x) != SSA_NAME || TREE_CODE (type) != INTEGER_TYPE
      || !TYPE_OVERFLOW_UNDEFINED (type) || !tree_fits_shwi_p (c))
    return false;
  q->c = tree_to_shwi (c);
  switch (q->code)
    {
    case RSHIFT_EXPR:
      if (q->c < 0 || q->c >= (HOST_WIDE_INT) TYPE_PRECISION (type) - 1)
	return false;
      q->code = FLOOR_DIV_EXPR;
      q->c = HOST_WIDE_INT_1 << q->c;
      break;
    case BIT_AND_EXPR:
      if (q->c < 0 || (q->c & (q->c + 1)) || q->c == HOST_WIDE_INT_MAX)
	return false;
      q->code = FLOOR_MOD_EXPR;
      q->c++;
      break;
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR: break;
    default: return false;
    }
  return q->c > 1;
}

/* True if Q is of a sum with a multiple of its divisor, whose other number is put in its place, and
   the multiple into *MORE.  */
static bool
take_multiple (quotient *q, HOST_WIDE_INT *more)
{
  gassign *s = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (q->x));
  if (!s || gimple_assign_rhs_code (s) != PLUS_EXPR || !tree_fits_shwi_p (gimple_assign_rhs2 (s)))
    return false;
  HOST_WIDE_INT c = tree_to_shwi (gimple_assign_rhs2 (s));
  tree x = gimple_assign_rhs1 (s);
  bool floor = q->code == FLOOR_DIV_EXPR || q->code == FLOOR_MOD_EXPR;
  if (TREE_CODE (x) != SSA_NAME || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (x) || c % q->c
      || (!floor && (c < 0 || !px_not_negative_p (x))))
    return false;
  q->x = x;
  *more = c / q->c;
  return true;
}

/* Q computed right after its number, as S computes it of another one.  */
static tree
single_quotient (const quotient &q, gimple *s)
{
  gassign *a = gimple_build_assign (copy_ssa_name (gimple_assign_lhs (s)),
				    gimple_assign_rhs_code (s), q.x, gimple_assign_rhs2 (s));
  gimple *def = SSA_NAME_DEF_STMT (q.x);
  if (SSA_NAME_IS_DEFAULT_DEF (q.x) || gimple_code (def) == GIMPLE_PHI)
    {
      basic_block b = SSA_NAME_IS_DEFAULT_DEF (q.x)
			? split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)))
			: gimple_bb (def);
      gimple_stmt_iterator g = gsi_after_labels (b);
      gsi_insert_before (&g, a, GSI_NEW_STMT);
    }
  else
    {
      gimple_stmt_iterator g = gsi_for_stmt (def);
      gsi_insert_after (&g, a, GSI_NEW_STMT);
    }
  return gimple_assign_lhs (a);
}

/* S becomes NAME plus MORE.  */
static void
becomes (gimple *s, tree name, HOST_WIDE_INT more)
{
  gimple_stmt_iterator g = gsi_for_stmt (s);
  if (more)
    gimple_assign_set_rhs_with_ops (&g, PLUS_EXPR, name, build_int_cst (TREE_TYPE (name), more));
  else
    gimple_assign_set_rhs_from_tree (&g, name);
  update_stmt (gsi_stmt (g));
}

static unsigned
find_quotients (function *f)
{
  quotients known;
  std::vector<std::pair<gimple *, quotient>> all, plain;
  basic_block b;
  FOR_EACH_BB_FN (b, f)
    for (gimple_stmt_iterator g = gsi_start_bb (b); !gsi_end_p (g); gsi_next (&g))
      {
	quotient q;
	if (is_quotient (gsi_stmt (g), &q))
	  all.push_back ({ gsi_stmt (g), q });
      }
  for (auto &a : all)
    {
      HOST_WIDE_INT more;
      quotient q = a.second;
      if (!take_multiple (&q, &more))
	{
	  plain.push_back (a);
	  continue;
	}
      tree &name = known[std::make_tuple (q.x, q.code, q.c)];
      if (!name)
	name = single_quotient (q, a.first);
      bool remainder = q.code == FLOOR_MOD_EXPR || q.code == TRUNC_MOD_EXPR;
      becomes (a.first, name, remainder ? 0 : more);
    }
  for (auto &a : plain)
    {
      auto k = known.find (std::make_tuple (a.second.x, a.second.code, a.second.c));
      if (k != known.end ())
	becomes (a.first, k->second, 0);
    }
  if (!known.empty ())
    px_fold_copies (f);
  return 0;
}

opt_pass *
px_pass_quotients (gcc::context *c)
{
  return px_function_pass (c, { "pxquotients", PROP_cfg | PROP_ssa, 0 }, px_wanted_p,
			   find_quotients);
}
