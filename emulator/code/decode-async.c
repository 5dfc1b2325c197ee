/* SPDX-License-Identifier: MIT */
/* Asynchronous instructions and mbarriers become ops.  Section numbers are those of
   the PTX ISA.  */

#include "emulator/run/async.h"
#include "emulator/code/decode.h"
#include "emulator/code/ops.h"

#include <limits.h>

static void
mbarrier_address (struct dec *c, unsigned k)
{
  enum space known = SP_GENERIC, space = space_of (c);
  int64_t off;
  uint32_t a = address (c, arg (c, k), &off, &known);
  set_address (c, a, off, space == SP_GENERIC ? known : space);
}

static void
mbarrier (struct dec *c)
{
  /* Order and scope: every barrier here is as strong as can be.  */
  cls (c, PTX_C_SEM);
  cls (c, PTX_C_SCOPE);
  bool no_complete = flag (c, PTX_M_NOCOMPLETE), expect = flag (c, PTX_M_EXPECT_TX);
  bool parity = flag (c, PTX_M_PARITY);
  unsigned n = c->in->nopnds;
  uint32_t d, v;
  flag (c, PTX_B64);
  switch (c->in->op)
    {
    case PTX_OP_MBARRIER_INIT:
      v = src (c, 1, 32);
      emit (c, NONE, NONE, v, NONE, OPC_mbarrier_init);
      mbarrier_address (c, 0);
      break;
    case PTX_OP_MBARRIER_INVAL:
      emit (c, NONE, NONE, NONE, NONE, OPC_mbarrier_inval);
      mbarrier_address (c, 0);
      break;
    case PTX_OP_MBARRIER_EXPECT_TX:
      v = src (c, 1, 32);
      emit (c, NONE, NONE, v, NONE, OPC_mbarrier_expect_tx);
      mbarrier_address (c, 0);
      break;
    case PTX_OP_MBARRIER_COMPLETE_TX:
      v = src (c, 1, 32);
      emit (c, NONE, NONE, v, NONE, OPC_mbarrier_complete_tx);
      mbarrier_address (c, 0);
      break;
    case PTX_OP_MBARRIER_ARRIVE:
    case PTX_OP_MBARRIER_ARRIVE_DROP:
      {
	const ptx_opnd *o = arg (c, 0);
	bool result = o->kind != PTX_O_ADDR && o->kind != PTX_O_TUPLE;
	unsigned k = result ? 1 : 0;
	v = n > k + 1 ? src (c, k + 1, 32) : constant (c, 32, expect ? 0 : 1);
	if (expect && n <= k + 1)
	  bad (c, "transaction count is missing");
	d = result && o->kind != PTX_O_SINK ? target (c, o, 64) : new_vreg (c, 64);
	struct op *e = emit_named (c, d, NONE, v, NONE, "mbarrier_arrive%s",
				   c->in->op == PTX_OP_MBARRIER_ARRIVE_DROP ? "_drop" : "");
	e->flags = expect << 2 | no_complete << 3;
	mbarrier_address (c, k);
	break;
      }
    case PTX_OP_MBARRIER_PENDING_COUNT:
      v = src (c, 1, 64);
      emit (c, dst (c, 32), v, NONE, NONE, OPC_mbarrier_pending_count);
      break;
    default:
      v = parity ? src (c, 2, 32) : src (c, 2, 64);
      emit (c, dst (c, 1), NONE, v, NONE, parity ? OPC_mbarrier_test_parity : OPC_mbarrier_test);
      c->ops[c->n_ops - 1].imm = 0;
      mbarrier_address (c, 1);
      break;
    }
}

/* ---- cp.async (9.7.9.25.3) ---- */

static void
cp_async (struct dec *c)
{
  while (cls (c, PTX_C_SPACE) != PTX_NOMOD)
    ;
  bool cg = flag (c, PTX_M_CG);
  cache_hints (c);
  enum space known = SP_GENERIC;
  uint32_t d = full_address (c, arg (c, 0), &known), s = full_address (c, arg (c, 1), &known);
  const ptx_opnd *size = arg (c, 2);
  if (size->kind != PTX_O_IMM || (size->u != 16 && (cg || (size->u != 4 && size->u != 8))))
    bad (c, cg ? "copies with .cg are of 16 bytes" : "copies are of 4, 8 or 16 bytes");
  /* A fourth operand is the policy, or the bytes that are read, or a predicate that
     says that none are.  */
  uint32_t n = constant (c, 32, size->u);
  unsigned given = c->in->nopnds - 3 - flag (c, PTX_M_L2_CACHE_HINT);
  if (given)
    {
      const ptx_opnd *x = arg (c, 3);
      bool is_pred = x->kind == PTX_O_REG && bits_of (c, vreg_of (c, x->reg, 0)) == 1;
      if (is_pred)
	{
	  uint32_t p = src (c, 3, 1), t = new_vreg (c, 32);
	  emit (c, t, constant (c, 32, 0), n, p, OPC_selp_b32);
	  n = t;
	}
      else
	n = src (c, 3, 32);
    }
  struct op *o = emit (c, NONE, d, s, n, OPC_cp_async);
  o->imm = size->u;
  o->hit = c->f->mod->n_hits++;
}

static void
wait_group (struct dec *c, enum async_end end, int64_t keep, bool read)
{
  struct op *o = emit (c, NONE, NONE, NONE, NONE, OPC_async_wait);
  o->imm = keep;
  o->b = end;
  o->flags = read;
}

/* The number of groups that may remain, a constant.  */
static int64_t
groups (struct dec *c)
{
  const ptx_opnd *o = arg (c, 0);
  if (o->kind != PTX_O_IMM || o->i < 0)
    bad (c, "the number of groups is a constant");
  return o->i > INT_MAX ? INT_MAX : o->i;
}

/* ---- bulk copies (9.7.9.25.4) ---- */

static enum reduce
reduction (struct dec *c)
{
  switch (cls (c, PTX_C_OPER))
    {
    case PTX_M_ADD: return RED_ADD;
    case PTX_M_MIN: return RED_MIN;
    case PTX_M_MAX: return RED_MAX;
    case PTX_M_INC: return RED_INC;
    case PTX_M_DEC: return RED_DEC;
    case PTX_M_AND: return RED_AND;
    case PTX_M_OR: return RED_OR;
    case PTX_M_XOR: return RED_XOR;
    default: bad (c, "the reduction is missing");
    }
}

static void
bulk (struct dec *c, bool reduce)
{
  enum space to = space_of (c), from = space_of (c), known = SP_GENERIC;
  bool multi = flag (c, PTX_M_MULTICAST);
  if (cls (c, PTX_C_COMPLETE) == PTX_NOMOD)
    bad (c, "how it completes is missing");
  flag (c, PTX_M_NOFTZ);
  cache_hints (c);
  enum reduce r = reduce ? reduction (c) : RED_NONE;
  ptx_mod t = reduce ? type_of (c) : PTX_B8;
  uint32_t d = full_address (c, arg (c, 0), &known), s = full_address (c, arg (c, 1), &known);
  uint32_t n = src (c, 2, 32), bar = NONE, mask = NONE;
  if (to == SP_SHARED)
    bar = full_address (c, arg (c, 3), &known);
  if (multi)
    mask = src (c, 4, 32);
  emit (c, NONE, d, s, n, OPC_bulk)->imm = BULK (to, from, r, t, multi);
  if (bar != NONE)
    refer (c, 'e', bar, false);
  if (multi)
    refer (c, 'f', mask, false);
}

/* st.async (9.7.9.12), red.async (9.7.13.7) */
static void
remote (struct dec *c, bool reduce)
{
  cls (c, PTX_C_SEM);
  cls (c, PTX_C_SCOPE);
  space_of (c);
  if (cls (c, PTX_C_COMPLETE) == PTX_NOMOD)
    bad (c, "how it completes is missing");
  enum reduce r = reduce ? reduction (c) : RED_NONE;
  unsigned n = ptx_vec (c->in);
  cls (c, PTX_C_VEC);
  ptx_mod t = type_of (c);
  enum space known = SP_GENERIC;
  uint32_t d = full_address (c, arg (c, 0), &known), bar = full_address (c, arg (c, 2), &known);
  uint32_t v[4];
  if (n > 4)
    bad (c, "needs a vector of 2 or 4");
  for (unsigned k = 0; k < n; k++)
    {
      const ptx_opnd e = n > 1 ? element (c, arg (c, 1), n, k) : *arg (c, 1);
      v[k] = value (c, &e, ptx_bits (t), ptx_type_kind (t) == PTX_K_FLOAT);
    }
  emit (c, NONE, d, NONE, NONE, OPC_remote)->imm = BULK (SP_SHARED, SP_SHARED, r, t, false);
  refer_more (c, bar, false);
  for (unsigned k = 0; k < n; k++)
    refer_more (c, v[k], false);
}

/* ---- tensors (9.7.9.25.5) ---- */

/* Elements of vector operand O, N of them, as vregs of 32 bits.  */
static void
numbers (struct dec *c, const ptx_opnd *o, unsigned n, uint32_t *v)
{
  if ((o->kind == PTX_O_VEC ? o->n : 1) != n)
    bad (c, "%u coordinates or offsets, not %u", o->kind == PTX_O_VEC ? o->n : 1, n);
  for (unsigned k = 0; k < n; k++)
    v[k] = value (c, o->kind == PTX_O_VEC ? &o->sub[k] : o, 32, false);
}

/* WHAT: 'c' copy, 'r' reduction, 'p' prefetch.  */
static void
tensor (struct dec *c, char what)
{
  ptx_mod dim = cls (c, PTX_C_DIM);
  if (dim < PTX_M_D1 || dim > PTX_M_D5)
    bad (c, "the dimension is missing");
  unsigned dims = dim - PTX_M_D1 + 1, flags = what == 'p' ? TENSOR_PREFETCH : 0;
  enum space to = what == 'p' ? SP_SHARED : space_of (c), known = SP_GENERIC;
  space_of (c);
  while (what == 'p' && cls (c, PTX_C_LEVEL) != PTX_NOMOD)
    ;
  bool store = to == SP_GLOBAL, multi = flag (c, PTX_M_MULTICAST);
  ptx_mod mode = cls (c, PTX_C_MODE);
  cls (c, PTX_C_COMPLETE);
  cache_hints (c);
  enum reduce r = what == 'r' ? reduction (c) : RED_NONE;
  if (mode == PTX_M_IM2COL || mode == PTX_M_IM2COL_NO_OFFS)
    flags |= TENSOR_IM2COL;
  else if (mode != PTX_NOMOD && mode != PTX_M_TILE)
    bad (c, "mode .%s is not supported", ptx_mods[mode].name);
  if (flags & TENSOR_IM2COL && dims < 3)
    bad (c, "im2col has 3 dimensions at least");
  flags |= (store ? TENSOR_STORE : 0) | (multi ? TENSOR_MULTICAST : 0);
  unsigned at = store || what == 'p' ? 0 : 1, next = what == 'p' ? 1 : store ? 2 : 3;
  const ptx_opnd *t = arg (c, at);
  if (t->kind != PTX_O_TUPLE || t->n != 2)
    bad (c, "needs a tensor map with coordinates");
  uint32_t x[5], off[3], zero = constant (c, 64, 0), mask = zero;
  uint32_t map = full_address (c, t, &known);
  uint32_t shared = what == 'p' ? zero : full_address (c, arg (c, store ? 1 : 0), &known);
  uint32_t bar = store || what == 'p' ? zero : full_address (c, arg (c, 2), &known);
  numbers (c, &t->sub[1], dims, x);
  bool offsets = flags & TENSOR_IM2COL && !store;
  if (offsets)
    numbers (c, arg (c, next++), dims - 2, off);
  if (multi)
    mask = src (c, next, 32);
  emit (c, NONE, NONE, NONE, NONE, OPC_tensor);
  refer_more (c, map, false);
  refer_more (c, shared, false);
  refer_more (c, bar, false);
  refer_more (c, mask, false);
  for (unsigned k = 0; k < dims; k++)
    refer_more (c, x[k], false);
  for (unsigned k = 0; offsets && k < dims - 2; k++)
    refer_more (c, off[k], false);
  struct op *o = &c->ops[c->n_ops - 1];
  o->d = dims;
  o->flags = flags;
  o->imm = BULK (0, 0, r, 0, multi);
}

/* 9.7.9.28 */
static void
tensormap_replace (struct dec *c)
{
  static const struct
  {
    ptx_mod mod;
    uint8_t field;
    bool ordinal;
  } fields[] = { { PTX_M_F_GLOBAL_ADDRESS, TF_ADDRESS, false },
		 { PTX_M_F_RANK, TF_RANK, false },
		 { PTX_M_F_BOX_DIM, TF_BOX, true },
		 { PTX_M_F_GLOBAL_DIM, TF_DIM, true },
		 { PTX_M_F_GLOBAL_STRIDE, TF_STRIDE, true },
		 { PTX_M_F_ELEMENT_STRIDE, TF_STEP, true },
		 { PTX_M_F_ELEMTYPE, TF_TYPE, false },
		 { PTX_M_F_INTERLEAVE_LAYOUT, TF_INTERLEAVE, false },
		 { PTX_M_F_SWIZZLE_MODE, TF_SWIZZLE, false },
		 { PTX_M_F_FILL_MODE, TF_FILL, false } };
  flag (c, PTX_M_TILE);
  ptx_mod f = cls (c, PTX_C_FIELD);
  enum space space = space_of (c), known = SP_GENERIC;
  type_of (c);
  ptx_mod t = type_of (c);
  size_t k = 0;
  while (k < sizeof fields / sizeof *fields && fields[k].mod != f)
    k++;
  if (k == sizeof fields / sizeof *fields)
    bad (c, "field .%s is not supported", ptx_mods[f].name);
  int64_t ord = 0;
  if (fields[k].ordinal)
    {
      const ptx_opnd *o = arg (c, 1);
      if (o->kind != PTX_O_IMM || o->u > 4)
	bad (c, "the ordinal is a constant from 0 to 4");
      ord = o->u;
    }
  uint32_t a = full_address (c, arg (c, 0), &known);
  uint32_t v = widen (c, src (c, fields[k].ordinal ? 2 : 1, ptx_bits (t)), 64);
  struct op *o = emit (c, NONE, a, v, NONE, OPC_tensormap_replace);
  o->imm = fields[k].field | ord << 8;
  o->space = space == SP_GENERIC ? known : space;
}

static void
tensormap_copy (struct dec *c)
{
  enum space known = SP_GENERIC;
  c->used = ~(uint64_t) 0;
  const ptx_opnd *n = arg (c, 2);
  if (n->kind != PTX_O_IMM || n->u != 128)
    bad (c, "a tensor map has 128 bytes");
  uint32_t d = full_address (c, arg (c, 0), &known), s = full_address (c, arg (c, 1), &known);
  emit (c, NONE, d, s, NONE, OPC_tensormap_copy);
}

/* ---- all ---- */

bool
decode_async (struct dec *c)
{
  switch (c->in->op)
    {
    case PTX_OP_MBARRIER_INIT:
    case PTX_OP_MBARRIER_INVAL:
    case PTX_OP_MBARRIER_EXPECT_TX:
    case PTX_OP_MBARRIER_COMPLETE_TX:
    case PTX_OP_MBARRIER_ARRIVE:
    case PTX_OP_MBARRIER_ARRIVE_DROP:
    case PTX_OP_MBARRIER_TEST_WAIT:
    case PTX_OP_MBARRIER_TRY_WAIT:
    case PTX_OP_MBARRIER_PENDING_COUNT: mbarrier (c); break;

    case PTX_OP_CP_ASYNC: cp_async (c); break;
    case PTX_OP_CP_ASYNC_COMMIT_GROUP:
      emit (c, NONE, NONE, NONE, NONE, OPC_async_commit)->imm = END_CP_GROUP;
      break;
    case PTX_OP_CP_ASYNC_WAIT_GROUP: wait_group (c, END_CP_GROUP, groups (c), false); break;
    case PTX_OP_CP_ASYNC_WAIT_ALL: wait_group (c, END_CP_GROUP, -1, false); break;
    case PTX_OP_CP_ASYNC_MBARRIER_ARRIVE:
      {
	bool noinc = flag (c, PTX_M_NOINC);
	type_of (c);
	emit (c, NONE, NONE, NONE, NONE, OPC_cp_async_arrive)->flags = noinc << 2;
	mbarrier_address (c, 0);
	break;
      }

    case PTX_OP_CP_ASYNC_BULK: bulk (c, false); break;
    case PTX_OP_CP_REDUCE_ASYNC_BULK: bulk (c, true); break;
    case PTX_OP_CP_ASYNC_BULK_PREFETCH:
      space_of (c);
      cache_hints (c);
      while (cls (c, PTX_C_LEVEL) != PTX_NOMOD)
	;
      emit (c, NONE, NONE, NONE, NONE, OPC_nop);
      break;
    case PTX_OP_CP_ASYNC_BULK_COMMIT_GROUP:
      emit (c, NONE, NONE, NONE, NONE, OPC_async_commit)->imm = END_BULK_GROUP;
      break;
    case PTX_OP_CP_ASYNC_BULK_WAIT_GROUP:
      {
	bool read = flag (c, PTX_M_DOT_READ);
	wait_group (c, END_BULK_GROUP, groups (c), read);
	break;
      }
    case PTX_OP_CP_ASYNC_BULK_TENSOR: tensor (c, 'c'); break;
    case PTX_OP_CP_REDUCE_ASYNC_BULK_TENSOR: tensor (c, 'r'); break;
    case PTX_OP_CP_ASYNC_BULK_PREFETCH_TENSOR: tensor (c, 'p'); break;
    case PTX_OP_TENSORMAP_REPLACE: tensormap_replace (c); break;
    case PTX_OP_TENSORMAP_CP_FENCEPROXY: tensormap_copy (c); break;
    case PTX_OP_ST_ASYNC: remote (c, false); break;
    case PTX_OP_RED_ASYNC: remote (c, true); break;
    default: return false;
    }
  return true;
}
