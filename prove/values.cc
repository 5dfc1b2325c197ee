/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What instructions compute, as expressions of value/.

   Needs the state of the registers before a block.  Leaves that after it, the block's accesses and
   collectives (memory.cc) and the condition of its branch.  An instruction that is not understood
   gives a new symbol, which is the same for whom its operands are; so nothing is lost but
   precision.  Integer arithmetic wraps around, as PTX's does.  */

#include "prove/prove-int.h"

struct px_dj_type
pv_signed (unsigned bits)
{
  struct px_dj_type t = { (uint8_t) bits, true, true };
  if (bits == 1)
    t.is_signed = false;
  return t;
}

struct px_dj_type
pv_unsigned (unsigned bits)
{
  struct px_dj_type t = { (uint8_t) bits, false, true };
  return t;
}

void
pv_set_level (struct pv_kernel *k, px_dj_ref r, enum pv_level level)
{
  if (k->level.size () <= r)
    k->level.resize (r + 1, 0);
  k->level[r] = level + 1;
}

struct px_dj_persp
pv_persp (enum pv_level level)
{
  struct px_dj_persp p = { level == PV_GRID    ? DJ_LEVEL_GRID
			   : level == PV_BLOCK ? DJ_LEVEL_BLOCK
					       : DJ_LEVEL_THREAD,
			   1 };
  return p;
}

px_dj_ref
pv_fresh (struct pv_kernel *k, enum pv_level level, unsigned bits)
{
  struct px_dj_sym s = px_dj_sym ();
  s.name = "?";
  s.type = pv_signed (bits);
  s.persp = pv_persp (level);
  s.loop = k->dj_loop[k->loop];
  px_dj_ref r = px_dj_sym_new (k->A, &s);
  pv_set_level (k, r, level);
  return r;
}

enum pv_level
pv_level_of (struct pv_kernel *k, px_dj_ref r)
{
  if (r < k->level.size () && k->level[r])
    return (enum pv_level) (k->level[r] - 1);
  enum pv_level l = PV_GRID;
  switch (px_dj_op_of (k->A, r))
    {
    case DJ_THREAD: l = PV_THREAD; break;
    case DJ_BLOCK: l = PV_BLOCK; break;
    case DJ_SYM:
    case DJ_CTR:
    case DJ_POW2: l = PV_THREAD; break;
    default:
      for (int i = 0; i < 3; i++)
	{
	  px_dj_ref o = px_dj_op_of (k->A, r) == DJ_CONST ? 0 : px_dj_operand (k->A, r, i);
	  if (o && pv_level_of (k, o) > l)
	    l = pv_level_of (k, o);
	}
    }
  pv_set_level (k, r, l);
  return l;
}

px_dj_ref
pv_and (struct pv_kernel *k, px_dj_ref a, px_dj_ref b)
{
  return !a ? b : !b || a == b ? a : px_dj_bin (k->A, DJ_LAND, a, b);
}

px_dj_ref
pv_not (struct pv_kernel *k, px_dj_ref a)
{
  int64_t v;
  if (px_dj_const_p (k->A, a, &v))
    return px_dj_const (k->A, pv_unsigned (1), !v);
  if (px_dj_op_of (k->A, a) == DJ_LNOT)
    return px_dj_operand (k->A, a, 0);
  px_dj_ref x = px_dj_operand (k->A, a, 0), y = px_dj_operand (k->A, a, 1);
  switch (px_dj_op_of (k->A, a))
    {
    case DJ_LT: return px_dj_bin (k->A, DJ_LE, y, x);
    case DJ_LE: return px_dj_bin (k->A, DJ_LT, y, x);
    case DJ_EQ: return px_dj_bin (k->A, DJ_NE, x, y);
    case DJ_NE: return px_dj_bin (k->A, DJ_EQ, x, y);
    default: return px_dj_un (k->A, DJ_LNOT, a);
    }
}

static unsigned
register_bits (const struct pv_kernel *k, uint32_t r)
{
  unsigned n = ptx_bits (k->f->regs[r].type);
  return k->f->regs[r].type == PTX_PRED ? 1 : n && n <= 64 ? n : 64;
}

/* ---- operands ---- */

/* The number of a thread's component `tid' and the like, as signed bits of 32.  */
static px_dj_ref
special (struct pv_kernel *k, unsigned sreg, unsigned bits)
{
  struct px_dj_type t = pv_signed (32);
  px_dj_ref r = 0;
  bool one = k->sig->one_dimension;
  switch (sreg)
    {
    case PTX_SR_TID_X: r = one ? px_dj_id (k->A, DJ_THREAD, t) : 0; break;
    case PTX_SR_CTAID_X: r = one ? px_dj_id (k->A, DJ_BLOCK, t) : 0; break;
    case PTX_SR_NTID_X:
      r = one ? px_dj_id (k->A, DJ_NTHREADS, t) : pv_fresh (k, PV_GRID, 32);
      break;
    case PTX_SR_NCTAID_X:
      r = one ? px_dj_id (k->A, DJ_NBLOCKS, t) : pv_fresh (k, PV_GRID, 32);
      break;
    case PTX_SR_TID_Y:
    case PTX_SR_TID_Z:
    case PTX_SR_CTAID_Y:
    case PTX_SR_CTAID_Z: r = one ? px_dj_const (k->A, t, 0) : 0; break;
    case PTX_SR_NTID_Y:
    case PTX_SR_NTID_Z:
    case PTX_SR_NCTAID_Y:
    case PTX_SR_NCTAID_Z: r = one ? px_dj_const (k->A, t, 1) : pv_fresh (k, PV_GRID, 32); break;
    case PTX_SR_LANEID:
      if (one)
	r = px_dj_bin (k->A, DJ_MOD, px_dj_id (k->A, DJ_THREAD, t), px_dj_const (k->A, t, 32));
      break;
    }
  /* %warpid may change while a thread runs (10.4): it is a symbol, as are clocks.  */
  return px_dj_cast (k->A, pv_signed (bits), r ? r : pv_fresh (k, PV_THREAD, 32));
}

static pv_value
number (px_dj_ref r)
{
  pv_value v = { r, 0 };
  return v;
}

/* Value v as one of n bits, of a register of another width.  */
static pv_value
as_bits (struct pv_kernel *k, pv_value v, unsigned n, bool is_signed)
{
  if (!v.ref)
    return number (pv_fresh (k, PV_THREAD, n));
  unsigned m = px_dj_type_of (k->A, v.ref).bits;
  if (m == n)
    return v;
  if (m == 1 || n == 1)
    return number (pv_fresh (k, pv_level_of (k, v.ref), n));
  /* An address of shared memory in 32 bits is one modulo 2^32, and so is its offset.  */
  if (v.base && (k->object[v.base].space != PTX_M_SHARED || n < 32))
    return number (pv_fresh (k, pv_level_of (k, v.ref), n));
  if (n > m && !is_signed && !v.base)
    v.ref = px_dj_cast (k->A, pv_unsigned (m), v.ref);
  v.ref = px_dj_cast (k->A, pv_signed (n), v.ref);
  return v;
}

pv_value
pv_operand (struct pv_kernel *k, const pv_state *s, const ptx_opnd *o, unsigned bits)
{
  switch (o->kind)
    {
    case PTX_O_REG:
      if (!o->sel)
	{
	  pv_value v = as_bits (k, (*s)[o->reg], bits, false);
	  if (o->flags & PTX_OF_NEG)
	    return number (pv_fresh (k, pv_level_of (k, v.ref), bits));
	  if (o->flags & PTX_OF_NOT)
	    v.ref = pv_not (k, v.ref);
	  return v;
	}
      break;
    case PTX_O_IMM: return number (px_dj_const (k->A, pv_signed (bits), o->i));
    case PTX_O_F32:
    case PTX_O_F64: return number (pv_fresh (k, PV_GRID, bits));
    case PTX_O_SREG: return number (special (k, o->reg, bits));
    case PTX_O_SYM:
      if (o->sym->kind == PTX_S_VAR && bits >= 32)
	{
	  pv_value v = { px_dj_const (k->A, pv_signed (bits), o->off),
			 pv_object_of (k, PV_VARIABLE, o->sym, 0) };
	  return v;
	}
      break;
    }
  return number (pv_fresh (k, PV_THREAD, bits));
}

/* ---- instructions ---- */

namespace
{
/* An instruction that is executed.  */
struct doing
{
  struct pv_kernel *k;
  pv_state *s;
  const ptx_insn *i;
  enum pv_level level; /* of what it reads */
  px_dj_ref guard;
};
}

static pv_value
source (struct doing *d, unsigned n, unsigned bits)
{
  return n < d->i->nopnds ? pv_operand (d->k, d->s, &d->i->opnds[n], bits)
			  : number (pv_fresh (d->k, PV_THREAD, bits));
}

/* Writes register r, under the instruction's guard.  */
static void
write_register (struct doing *d, uint32_t r, pv_value v)
{
  struct pv_kernel *k = d->k;
  unsigned bits = register_bits (k, r);
  if (!v.ref)
    v = number (pv_fresh (k, d->level, bits));
  v = as_bits (k, v, bits, false);
  pv_value was = (*d->s)[r];
  if (d->guard)
    {
      if (!was.ref || was.base != v.base)
	v = number (0);
      else
	v.ref = px_dj_sel (k->A, d->guard, v.ref, was.ref);
    }
  (*d->s)[r] = v;
}

static px_dj_ref
binary (struct doing *d, enum px_dj_op op, px_dj_ref a, px_dj_ref b)
{
  return px_dj_bin (d->k->A, op, a, b);
}

/* The sum of a and c, or the difference.  */
static pv_value
sum (struct doing *d, pv_value a, pv_value c, bool minus)
{
  pv_value v = { binary (d, minus ? DJ_SUB : DJ_ADD, a.ref, c.ref), a.base };
  if (minus && c.base)
    {
      if (c.base != a.base)
	return number (0);
      v.base = 0;
    }
  else if (a.base && c.base)
    return number (0);
  else if (c.base)
    v.base = c.base;
  if (!a.base && !c.base)
    v.ref = pv_high_sum (d->k, a.ref, c.ref, minus, v.ref);
  return v;
}

/* Shifts beyond the width give zeros, or signs (9.7.8).  */
static px_dj_ref
shift (struct doing *d, bool left, bool is_signed, px_dj_ref x, px_dj_ref count, unsigned bits)
{
  struct px_dj *A = d->k->A;
  struct px_dj_type t = is_signed || left ? pv_signed (bits) : pv_unsigned (bits);
  px_dj_ref n = px_dj_cast (A, pv_unsigned (32), count), y, far;
  x = px_dj_cast (A, t, x);
  y = binary (d, left ? DJ_SHL : DJ_SHR, x, n);
  far = left || !is_signed ? px_dj_const (A, t, 0)
			   : binary (d, DJ_SHR, x, px_dj_const (A, pv_unsigned (32), bits - 1));
  int64_t c;
  if (px_dj_const_p (A, n, &c))
    y = c >= bits ? far : !left && bits == 32 ? pv_high_shifted (d->k, is_signed, x, c, y) : y;
  else
    y = px_dj_sel (A, binary (d, DJ_LT, n, px_dj_const (A, pv_unsigned (32), bits)), y, far);
  return px_dj_cast (A, pv_signed (bits), y);
}

/* Quotient or remainder.  Division by zero gives anything; so do negative divisors here.  */
static px_dj_ref
divide (struct doing *d, enum px_dj_op op, bool is_signed, px_dj_ref a, px_dj_ref b, unsigned bits)
{
  struct px_dj *A = d->k->A;
  struct px_dj_type t = is_signed ? pv_signed (bits) : pv_unsigned (bits);
  px_dj_ref x = px_dj_cast (A, t, a), y = px_dj_cast (A, t, b), q;
  int64_t c;
  bool known = px_dj_const_p (A, y, &c);
  if (known && (c == 0 || (is_signed && c < 0)))
    return 0;
  q = px_dj_cast (A, pv_signed (bits), binary (d, op, x, y));
  if (known)
    return q;
  enum pv_level l = pv_level_of (d->k, q);
  return px_dj_sel (A, binary (d, DJ_LT, px_dj_const (A, t, 0), y), q, pv_fresh (d->k, l, bits));
}

/* The comparison of setp; 0: not understood.  */
static px_dj_ref
compare (struct doing *d, unsigned bits, bool is_signed, pv_value a, pv_value b)
{
  ptx_mod cmp = ptx_cmp (d->i);
  if (a.base != b.base)
    return 0;
  if (cmp == PTX_M_EQ || cmp == PTX_M_NE)
    return binary (d, cmp == PTX_M_EQ ? DJ_EQ : DJ_NE, a.ref, b.ref);
  if (a.base)
    return 0;
  bool low = cmp == PTX_M_LO || cmp == PTX_M_LS || cmp == PTX_M_HI || cmp == PTX_M_HS;
  struct px_dj_type t = is_signed && !low ? pv_signed (bits) : pv_unsigned (bits);
  px_dj_ref x = px_dj_cast (d->k->A, t, a.ref), y = px_dj_cast (d->k->A, t, b.ref);
  switch (cmp)
    {
    case PTX_M_LT:
    case PTX_M_LO: return binary (d, DJ_LT, x, y);
    case PTX_M_LE:
    case PTX_M_LS: return binary (d, DJ_LE, x, y);
    case PTX_M_GT:
    case PTX_M_HI: return binary (d, DJ_LT, y, x);
    case PTX_M_GE:
    case PTX_M_HS: return binary (d, DJ_LE, y, x);
    default: return 0;
    }
}

static void
do_setp (struct doing *d, unsigned bits, bool integer, bool is_signed)
{
  struct pv_kernel *k = d->k;
  const ptx_opnd *o = &d->i->opnds[0];
  px_dj_ref c = 0, n = 0;
  if (integer)
    c = compare (d, bits, is_signed, source (d, 1, bits), source (d, 2, bits));
  if (!c)
    c = pv_fresh (k, d->level, 1);
  n = pv_not (k, c);
  ptx_mod oper = ptx_get (d->i, PTX_C_OPER);
  if (oper != PTX_NOMOD)
    {
      px_dj_ref p = source (d, 3, 1).ref;
      enum px_dj_op op = oper == PTX_M_AND ? DJ_LAND : oper == PTX_M_OR ? DJ_LOR : DJ_NE;
      c = binary (d, op, c, p);
      n = binary (d, op, n, p);
    }
  if (o->kind == PTX_O_REG)
    write_register (d, o->reg, number (c));
  else if (o->kind == PTX_O_PAIR)
    for (unsigned j = 0; j < o->n; j++)
      if (o->sub[j].kind == PTX_O_REG)
	write_register (d, o->sub[j].reg, number (j ? n : c));
}

/* Returns the argument of parameter SYM that the signature fixes; NULL: it does not.  */
static const struct px_proof_fixed *
fixed_argument (const struct pv_kernel *k, const ptx_sym *sym)
{
  for (unsigned i = 0; i < k->sig->nfixed; i++)
    if (k->f->sig.params[k->sig->fixed[i].param]->sym == sym)
      return &k->sig->fixed[i];
  return NULL;
}

pv_value
pv_parameter (struct pv_kernel *k, ptx_sym *sym, int64_t offset, unsigned bits)
{
  for (unsigned i = 0; i < k->parameter.size (); i++)
    if (k->parameter_sym[i] == sym && k->parameter_offset[i] == offset
	&& k->parameter_bits[i] == bits)
      return k->parameter[i];
  pv_value v = { 0, 0 };
  if (const struct px_proof_fixed *x = offset ? NULL : fixed_argument (k, sym))
    return number (px_dj_const (k->A, pv_signed (bits), x->value));
  int object = bits == 64 ? pv_object_of (k, PV_PARAMETER, sym, offset) : 0;
  if (object)
    {
      v.ref = px_dj_const (k->A, pv_signed (64), 0);
      v.base = object;
    }
  else
    {
      int loop = k->loop;
      k->loop = 0;
      v.ref = pv_fresh (k, PV_GRID, bits);
      k->loop = loop;
    }
  k->parameter.push_back (v);
  k->parameter_sym.push_back (sym);
  k->parameter_offset.push_back (offset);
  k->parameter_bits.push_back (bits);
  return v;
}

/* Returns true if the instruction loads from a parameter of the kernel.  Other variables in .param
   space hold what calls pass; without these, an address in a register leads to a parameter.  */
static bool
parameter_load (const struct pv_kernel *k, const ptx_insn *i)
{
  const ptx_opnd *a = &i->opnds[1];
  if (ptx_space (i) != PTX_M_PARAM || i->nopnds < 2 || a->kind != PTX_O_ADDR)
    return false;
  if (a->base != PTX_O_SYM)
    return !k->passes;
  return pv_parameter_of (k->f, a->sym);
}

/* A load from a kernel's parameter: by name, or by an address in a register that is a parameter's plus a
   constant, as that of a structure's member.  */
static pv_value
load_parameter (struct doing *d, unsigned bits)
{
  struct pv_kernel *k = d->k;
  const ptx_opnd *a = &d->i->opnds[1];
  if (!parameter_load (k, d->i))
    return number (0);
  if (a->base == PTX_O_SYM)
    return pv_parameter (k, a->sym, a->off, bits);
  pv_value v = a->base == PTX_O_REG ? (*d->s)[a->reg] : number (0);
  int64_t from;
  if (!v.base || k->object[v.base].kind != PV_VARIABLE || k->object[v.base].space != PTX_M_PARAM
      || !px_dj_const_p (k->A, v.ref, &from))
    return number (0);
  return pv_parameter (k, k->object[v.base].sym, from + a->off, bits);
}

/* The result of cvt to BITS bits of KIND; ref 0: not understood.  */
static pv_value
conversion (struct doing *d, ptx_kind kind, unsigned bits)
{
  const ptx_insn *i = d->i;
  struct pv_kernel *k = d->k;
  ptx_mod from = ptx_type (i, 1);
  ptx_kind fk = from ? ptx_type_kind (from) : PTX_K_NONE;
  if ((kind != PTX_K_UINT && kind != PTX_K_SINT) || (fk != PTX_K_UINT && fk != PTX_K_SINT)
      || i->opnds[1].kind == PTX_O_VEC)
    return number (0);
  unsigned n = ptx_bits (from), to = register_bits (k, i->opnds[0].reg);
  pv_value a = as_bits (k, source (d, 1, n), n, false);
  if (bits < n)
    a = as_bits (k, a, bits, false);
  else if (bits > n)
    a = as_bits (k, a, bits, fk == PTX_K_SINT);
  /* A wider register is filled by the sign or zeros of the result.  */
  return to > bits ? as_bits (k, a, to, kind == PTX_K_SINT) : a;
}

/* The result of mul or mad of BITS bits; ref 0: not understood.  */
static pv_value
product (struct doing *d, bool sg, unsigned bits)
{
  const ptx_insn *i = d->i;
  struct px_dj *A = d->k->A;
  ptx_mod half = ptx_get (i, PTX_C_HALF);
  pv_value a = source (d, 1, bits), b = source (d, 2, bits);
  bool add = i->op == PTX_OP_MAD;
  if (a.base || b.base)
    return number (0);
  if (half == PTX_M_HI && bits == 32 && !add)
    return number (pv_high_product (d->k, sg, a.ref, b.ref));
  if (half == PTX_M_WIDE)
    {
      struct px_dj_type t = sg ? pv_signed (bits) : pv_unsigned (bits), wide = pv_signed (2 * bits);
      px_dj_ref x = px_dj_cast (A, wide, px_dj_cast (A, t, a.ref)),
		y = px_dj_cast (A, wide, px_dj_cast (A, t, b.ref));
      a = number (binary (d, DJ_MUL, x, y));
      return add ? sum (d, a, source (d, 3, 2 * bits), false) : a;
    }
  if (half != PTX_M_LO)
    return number (0);
  a = number (binary (d, DJ_MUL, a.ref, b.ref));
  return add ? sum (d, a, source (d, 3, bits), false) : a;
}

/* The first result of an instruction on numbers; ref 0: not understood.  */
static pv_value
result (struct doing *d)
{
  const ptx_insn *i = d->i;
  struct pv_kernel *k = d->k;
  struct px_dj *A = k->A;
  ptx_mod type = ptx_type (i, 0);
  ptx_kind kind = type ? ptx_type_kind (type) : PTX_K_NONE;
  unsigned bits = type == PTX_PRED ? 1 : type ? ptx_bits (type) : 0;
  bool integer = kind == PTX_K_UINT || kind == PTX_K_SINT || kind == PTX_K_BITS,
       sg = kind == PTX_K_SINT;
  pv_value a, b;
  px_dj_ref r = 0;
  if (i->opnds[0].kind != PTX_O_REG || bits == 0 || bits > 64 || ptx_has (i, PTX_M_SAT)
      || ptx_has (i, PTX_M_CC)
      || (!integer && type != PTX_PRED && i->op != PTX_OP_MOV && i->op != PTX_OP_CVT
	  && i->op != PTX_OP_LD))
    return number (0);
  switch (i->op)
    {
    case PTX_OP_MOV:
      if (ptx_vec (i) > 1 || i->opnds[1].kind == PTX_O_VEC)
	return number (0);
      return source (d, 1, bits);
    case PTX_OP_CVTA:
    case PTX_OP_CVTA_TO: return source (d, 1, bits);
    case PTX_OP_CVT: return conversion (d, kind, bits);
    case PTX_OP_ADD:
    case PTX_OP_SUB: return sum (d, source (d, 1, bits), source (d, 2, bits), i->op == PTX_OP_SUB);
    case PTX_OP_MUL:
    case PTX_OP_MAD: return product (d, sg, bits);
    case PTX_OP_LD:
      if (ptx_space (i) == PTX_M_PARAM && ptx_vec (i) == 1)
	{
	  unsigned to = register_bits (k, i->opnds[0].reg);
	  a = load_parameter (d, bits);
	  return a.ref && to > bits ? as_bits (k, a, to, sg) : a;
	}
      return number (0);
    case PTX_OP_SELP:
      {
	a = source (d, 1, bits), b = source (d, 2, bits);
	if (a.base != b.base)
	  return number (0);
	a.ref = px_dj_sel (A, source (d, 3, 1).ref, a.ref, b.ref);
	return a;
      }
    default: break;
    }
  a = source (d, 1, bits);
  b = i->nopnds > 2 ? source (d, 2, i->op == PTX_OP_SHL || i->op == PTX_OP_SHR ? 32 : bits) : a;
  if (a.base || b.base)
    return number (0);
  struct px_dj_type t = sg ? pv_signed (bits) : pv_unsigned (bits);
  bool pred = type == PTX_PRED;
  switch (i->op)
    {
    case PTX_OP_SHL: r = shift (d, true, false, a.ref, b.ref, bits); break;
    case PTX_OP_SHR: r = shift (d, false, sg, a.ref, b.ref, bits); break;
    case PTX_OP_DIV: r = divide (d, DJ_DIV, sg, a.ref, b.ref, bits); break;
    case PTX_OP_REM: r = divide (d, DJ_MOD, sg, a.ref, b.ref, bits); break;
    case PTX_OP_AND: r = binary (d, pred ? DJ_LAND : DJ_AND, a.ref, b.ref); break;
    case PTX_OP_OR: r = binary (d, pred ? DJ_LOR : DJ_OR, a.ref, b.ref); break;
    case PTX_OP_XOR: r = binary (d, pred ? DJ_NE : DJ_XOR, a.ref, b.ref); break;
    case PTX_OP_NOT: r = pred ? pv_not (k, a.ref) : px_dj_un (A, DJ_NOT, a.ref); break;
    case PTX_OP_NEG: r = px_dj_un (A, DJ_NEG, a.ref); break;
    case PTX_OP_MIN:
    case PTX_OP_MAX:
      if (i->nopnds == 3)
	r = px_dj_cast (A, pv_signed (bits),
			binary (d, i->op == PTX_OP_MIN ? DJ_MIN : DJ_MAX, px_dj_cast (A, t, a.ref),
				px_dj_cast (A, t, b.ref)));
      break;
    default: break;
    }
  return number (r);
}

static void
read_level (void *closure, ptx_opnd *o, bool written)
{
  struct doing *d = (struct doing *) closure;
  pv_value v = (*d->s)[o->reg];
  enum pv_level l = v.ref ? pv_level_of (d->k, v.ref) : PV_THREAD;
  if (!written && l > d->level)
    d->level = l;
}

static void
write_unknown (void *closure, ptx_opnd *o, bool written)
{
  struct doing *d = (struct doing *) closure;
  if (written)
    {
      pv_value v = { pv_fresh (d->k, d->level, register_bits (d->k, o->reg)), 0 };
      write_register (d, o->reg, v);
    }
}

/* Returns true if the results of the operation are a function of its operands.  */
static bool
pure (const struct pv_kernel *k, const ptx_insn *i)
{
  uint32_t flags = ptx_opinfos ()[i->op].flags;
  switch (i->op)
    {
    case PTX_OP_UNKNOWN:
    case PTX_OP_ADDC:
    case PTX_OP_SUBC:
    case PTX_OP_MADC: /* they read the carry */
    case PTX_OP_TEX:
    case PTX_OP_TLD4:
    case PTX_OP_SULD: return false;
    case PTX_OP_LD: return parameter_load (k, i);
    default: return !flags;
    }
}

/* What elect.sync gives if its mask has one lane: that, and true, as its thread is this one (9.7.13.10).  */
static bool
do_elect (struct doing *d)
{
  const ptx_opnd *o = d->i->opnds;
  int64_t mask = 0;
  if (d->i->op != PTX_OP_ELECT_SYNC || d->i->nopnds != 2 || d->i->guard >= 0
      || o->kind != PTX_O_PAIR || o->sub[1].kind != PTX_O_REG)
    return false;
  px_dj_ref m = pv_operand (d->k, d->s, &o[1], 32).ref;
  if (!m || !px_dj_const_p (d->k->A, m, &mask) || __builtin_popcount ((uint32_t) mask) != 1)
    return false;
  if (o->sub[0].kind == PTX_O_REG)
    write_register (d, o->sub[0].reg,
		    number (
		      px_dj_const (d->k->A, pv_signed (32), __builtin_ctz ((uint32_t) mask))));
  write_register (d, o->sub[1].reg, number (px_dj_const (d->k->A, pv_unsigned (1), 1)));
  return true;
}

/* A load from memory that nobody writes in the launch.  Returns false if it is something else.  */
static bool
do_load (struct doing *d)
{
  const ptx_insn *i = d->i;
  const ptx_opnd *o = i->opnds;
  if (i->op != PTX_OP_LD || !i->nopnds || (o->kind != PTX_O_REG && o->kind != PTX_O_VEC))
    return false;
  unsigned bits = ptx_bits (ptx_type (i, 0)), n = o->kind == PTX_O_VEC ? o->n : 1;
  bool is_signed = ptx_type_kind (ptx_type (i, 0)) == PTX_K_SINT;
  std::vector<px_dj_ref> value;
  for (unsigned j = 0; j < n; j++)
    {
      const ptx_opnd *to = o->kind == PTX_O_VEC ? &o->sub[j] : o;
      value.push_back (pv_load (d->k, d->s, i, j, bits));
      if (!value[j] || (to->kind != PTX_O_SINK && (to->kind != PTX_O_REG || to->sel)))
	return false;
    }
  for (unsigned j = 0; j < n; j++)
    {
      const ptx_opnd *to = o->kind == PTX_O_VEC ? &o->sub[j] : o;
      if (to->kind == PTX_O_REG)
	write_register (d, to->reg,
			as_bits (d->k, number (value[j]), register_bits (d->k, to->reg),
				 is_signed));
    }
  return true;
}

static void
execute (struct pv_kernel *k, pv_state *s, ptx_stmt *stmt)
{
  ptx_insn *i = &stmt->insn;
  struct doing d = { k, s, i, PV_GRID, 0 };
  if (i->guard >= 0)
    {
      pv_value g = (*s)[i->guard];
      d.guard = g.ref ? g.ref : pv_fresh (k, PV_THREAD, 1);
      if (i->guard_not)
	d.guard = pv_not (k, d.guard);
    }
  if (k->g.block[k->block].branch == stmt)
    {
      k->cond[k->block] = d.guard;
      return;
    }
  pv_note_effect (k, s, stmt, d.guard);
  ptx_visit_regs (i, read_level, &d);
  for (unsigned n = 0; n < i->nopnds; n++)
    if (i->opnds[n].kind == PTX_O_SREG)
      switch (i->opnds[n].reg)
	{
	case PTX_SR_NTID_X:
	case PTX_SR_NCTAID_X: break;
	default: d.level = PV_THREAD;
	}
    else if (i->opnds[n].kind == PTX_O_VEC || i->opnds[n].kind == PTX_O_TUPLE)
      for (uint32_t j = 0; j < i->opnds[n].n; j++)
	if (i->opnds[n].sub[j].kind == PTX_O_SREG)
	  d.level = PV_THREAD;
  if (!pure (k, i))
    d.level = PV_THREAD;
  if (do_elect (&d) || do_load (&d))
    return;
  if (i->op == PTX_OP_SETP)
    {
      ptx_mod t = ptx_type (i, 0);
      ptx_kind kind = ptx_type_kind (t);
      do_setp (&d, ptx_bits (t), kind == PTX_K_UINT || kind == PTX_K_SINT || kind == PTX_K_BITS,
	       kind == PTX_K_SINT);
      return;
    }
  if (i->nopnds && i->opnds[0].kind == PTX_O_REG && !i->opnds[0].sel
      && ptx_operand_role (i, 0).dest)
    {
      pv_value v = result (&d);
      if (v.ref)
	{
	  write_register (&d, i->opnds[0].reg, v);
	  return;
	}
    }
  ptx_visit_regs (i, write_unknown, &d);
}

void
pv_execute (struct pv_kernel *k, int b, pv_state *s)
{
  const pv_block *block = &k->g.block[b];
  k->block = b;
  k->loop = block->loop;
  k->cond[b] = 0;
  k->accesses[b].clear ();
  k->collectives[b].clear ();
  k->phase_ops[b].clear ();
  for (ptx_stmt *t = block->first; t != block->end; t = t->next)
    if (t->kind == PTX_ST_INSN)
      execute (k, s, t);
}
