/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which atomic operations leave the same in whatever order they come.

     px_atomic_add (&n, 1);  px_atomic_add (&n, x);      commute
     px_atomic_add (&n, 1);  px_atomic_max (&n, x);      do not
     i = px_atomic_add (&n, 1);                          commutes with nothing: I depends on the order

   Those of one operation on one type commute, if nobody asks what was there before.  An exchange, a store, a compare-and-swap and a count that starts again commute with nothing.  */
#include "plugin/bridge/bridge.h"

enum operation
{
  OTHER,
  ADD,
  MIN,
  MAX,
  AND,
  OR,
  XOR,
  STORE, /* and exchange */
  OPERATIONS
};

/* By the name that intrinsics.def gives it.  */
static operation
operation_named (const std::string &name)
{
  static const struct
  {
    const char *name;
    operation op;
  } names[]
    = { { "add", ADD }, { "sub", ADD }, { "min", MIN },	    { "max", MAX },	  { "and", AND },
	{ "or", OR },	{ "xor", XOR }, { "store", STORE }, { "exchange", STORE } };
  for (const auto &n : names)
    if (name == n.name)
      return n.op;
  return OTHER;
}

/* What GCC's builtin F does.  */
static operation
operation_of (const_tree f)
{
#define SIZES(C) C##_N : case C##_1 : case C##_2 : case C##_4 : case C##_8 : case C##_16
#define FETCH(OP) \
  SIZES (BUILT_IN_ATOMIC_##OP##_FETCH) \
      : case SIZES (BUILT_IN_ATOMIC_FETCH_##OP) \
      : case SIZES (BUILT_IN_SYNC_##OP##_AND_FETCH) : case SIZES (BUILT_IN_SYNC_FETCH_AND_##OP)
  switch (DECL_FUNCTION_CODE (f))
    {
    case FETCH (ADD):
    case FETCH (SUB): return ADD;
    case FETCH (AND): return AND;
    case FETCH (OR): return OR;
    case FETCH (XOR): return XOR;
    case SIZES (BUILT_IN_ATOMIC_STORE):
    case SIZES (BUILT_IN_ATOMIC_EXCHANGE): return STORE;
    default: return OTHER;
    }
#undef FETCH
#undef SIZES
}

/* The number of T's arithmetic: its size, floats apart, and for the order of numbers the unsigned apart.  */
static int
arithmetic (const_tree t, operation op)
{
  if (TREE_CODE (t) == RECORD_TYPE)
    return 3; /* pairs and vectors, of the sizes of their intrinsics */
  int size = ceil_log2 (tree_to_uhwi (TYPE_SIZE_UNIT (t))) ^ 2; /* 0: four bytes */
  return size << 2 | (FLOAT_TYPE_P (t) ? 2 : (op == MIN || op == MAX) && TYPE_UNSIGNED (t));
}

/* What call S does, if that is an atomic operation.  */
static operation
operation_in (gimple *s)
{
  tree f = gimple_call_fndecl (s);
  const px_intrinsic *x = px_intrinsic_of (f);
  return x		   ? operation_named (x->operands[0].operation)
	 : px_atomic_p (f) ? operation_of (f)
			   : OTHER;
}

bool
px_only_stores_p (gimple *s)
{
  return is_gimple_call (s) && operation_in (s) == STORE;
}

int
px_commutes (gimple *s)
{
  operation op = operation_in (s);
  tree lhs = gimple_call_lhs (s);
  if (op == OTHER || op == STORE || (lhs && (TREE_CODE (lhs) != SSA_NAME || !has_zero_uses (lhs))))
    return 0;
  tree type = TREE_TYPE (gimple_call_arg (s, 1));
  return op + OPERATIONS * arithmetic (type, op);
}
