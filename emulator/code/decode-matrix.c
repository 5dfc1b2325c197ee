/* SPDX-License-Identifier: MIT */
/* Matrix instructions become ops.  Section numbers are those of the PTX ISA.  */

#include "emulator/run/async.h"
#include "emulator/code/decode.h"
#include "emulator/run/matrix.h"

static int
matrix_type (struct dec *c, ptx_mod t)
{
  switch (t)
    {
    case PTX_F16: return MT_F16;
    case PTX_BF16: return MT_BF16;
    case PTX_TF32: return MT_TF32;
    case PTX_E4M3: return MT_E4M3;
    case PTX_E5M2: return MT_E5M2;
    case PTX_S8: return MT_S8;
    case PTX_U8: return MT_U8;
    case PTX_S4: return MT_S4;
    case PTX_U4: return MT_U4;
    case PTX_B1: return MT_B1;
    case PTX_F64: return MT_F64;
    case PTX_F32: return MT_F32;
    case PTX_S32: return MT_S32;
    default: bad (c, "matrices of type .%s are not supported", ptx_mods[t].name);
    }
}

static void
shape_of (struct dec *c, int *m, int *n, int *k)
{
  ptx_mod s = cls (c, PTX_C_SHAPE);
  if (s == PTX_NOMOD)
    bad (c, "the shape is missing");
  *m = ptx_mods[s].m;
  *n = ptx_mods[s].n;
  *k = ptx_mods[s].k;
}

/* Element K of vector operand O, or O itself.  */
static const ptx_opnd *
item (struct dec *c, const ptx_opnd *o, unsigned k)
{
  if (o->kind != PTX_O_VEC)
    {
      if (k)
	bad (c, "needs a vector");
      return o;
    }
  if (k >= o->n)
    bad (c, "the vector has too few registers");
  return &o->sub[k];
}

/* Number of registers of operand O, N of them demanded.  */
static void
demand (struct dec *c, const ptx_opnd *o, unsigned n)
{
  if ((o->kind == PTX_O_VEC ? o->n : 1) != n)
    bad (c, "operand of %u registers, not %u", (unsigned) (o->kind == PTX_O_VEC ? o->n : 1), n);
}

/* Registers of operand O, read, as vregs of BITS bits.  */
static void
sources (struct dec *c, const ptx_opnd *o, unsigned n, unsigned bits, uint32_t *v)
{
  demand (c, o, n);
  for (unsigned k = 0; k < n; k++)
    v[k] = value (c, item (c, o, k), bits, true);
}

static void
targets (struct dec *c, const ptx_opnd *o, unsigned n, unsigned bits, uint32_t *v)
{
  demand (c, o, n);
  for (unsigned k = 0; k < n; k++)
    v[k] = target (c, item (c, o, k), bits);
}

/* Adds N vregs to the last op's slots; where they begin.  */
static uint32_t
add_slots (struct dec *c, const uint32_t *v, unsigned n, bool def)
{
  uint32_t at = c->meta[c->n_ops - 1].n_list;
  for (unsigned k = 0; k < n; k++)
    refer_more (c, v[k], def);
  return at;
}

static struct op *
last (struct dec *c)
{
  return &c->ops[c->n_ops - 1];
}

/* A constant operand from 0 to MAX.  */
static unsigned
small (struct dec *c, unsigned k, unsigned max)
{
  const ptx_opnd *o = arg (c, k);
  if (o->kind != PTX_O_IMM || o->u > max)
    bad (c, "operand %u is not a constant from 0 to %u", k + 1, max);
  return o->u;
}

/* Refuses what is no shape of wmma of which a matrix has elements of TYPE (9.7.14.4.1).  */
static void
wmma_shape (struct dec *c, int type, int m, int n, int k)
{
  bool k16 = k == 16 && m * n == 256 && (m == 8 || m == 16 || m == 32),
       tf32 = m == 16 && n == 16 && k == 8;
  bool eight = m == 8 && n == 8, s4 = eight && k == 32, b1 = eight && k == 128, ok = false;
  switch (type)
    {
    case MT_F16:
    case MT_BF16:
    case MT_S8:
    case MT_U8: ok = k16; break;
    case MT_F32: ok = k16 || tf32; break;
    case MT_TF32: ok = tf32; break;
    case MT_S4:
    case MT_U4: ok = s4; break;
    case MT_B1: ok = b1; break;
    case MT_S32: ok = k16 || s4 || b1; break;
    case MT_F64: ok = eight && k == 4; break;
    default: break;
    }
  if (!ok)
    bad (c, "this shape is not supported");
}

/* 9.7.14.5.14, 9.7.14.6.3, 9.7.14.4.5 */
/* A product of matrices that is decoded, of shape M, N, K.  */
struct product
{
  bool sparse, wmma, quads; /* quads: m8n8k4 of f16, four products at once */
  int m, n, k, flags;	    /* MX_ */
  int dt, at, bt, ct;	    /* MT_ */
  int round;
  unsigned bits;	   /* of a register of a fragment */
  unsigned na, nb, nc, nd; /* registers of each */
};

/* Its types, which stand in the order D, A, B, C; the rounding, which stands before them.  */
static void
product_types (struct dec *c, struct product *p)
{
  static const struct
  {
    ptx_mod mod;
    int code;
  } rounds[]
    = { { PTX_NOMOD, RN }, { PTX_M_RN, RN }, { PTX_M_RZ, RZ }, { PTX_M_RM, RM }, { PTX_M_RP, RP } };
  ptx_mod la = cls (c, PTX_C_LAYOUT), lb = cls (c, PTX_C_LAYOUT), round = cls (c, PTX_C_ROUND),
	  t[4];
  p->flags |= flag (c, PTX_M_SATFINITE) ? MX_SATFINITE : 0;
  p->flags |= flag (c, PTX_M_XOR) ? MX_XOR : 0;
  flag (c, PTX_M_AND);
  flag (c, PTX_M_POPC);
  for (int i = 0; i < 2; i++)
    t[i] = type_of (c);
  t[2] = cls (c, PTX_C_TYPE);
  if (t[2] == PTX_NOMOD)
    {
      /* wmma of f16 names D and C only.  */
      t[3] = t[1];
      t[1] = t[2] = PTX_F16;
    }
  else
    t[3] = type_of (c);
  p->dt = matrix_type (c, t[0]);
  p->at = matrix_type (c, t[1]);
  p->bt = matrix_type (c, t[2]);
  p->ct = matrix_type (c, t[3]);
  p->round = -1;
  for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++)
    if (rounds[i].mod == round)
      p->round = rounds[i].code;
  if (p->round < 0 || (round != PTX_NOMOD && p->at != MT_F64))
    bad (c, "rounding .%s is not supported", ptx_mods[round].name);
  p->quads = !p->wmma && p->m == 8 && p->k == 4 && p->at == MT_F16;
  if (la == PTX_M_COL && !p->wmma)
    p->flags |= MX_A_COL;
  if (lb == PTX_M_ROW && !p->wmma)
    p->flags |= MX_B_ROW;
  if (!p->quads && !p->wmma && p->flags & (MX_A_COL | MX_B_ROW))
    bad (c, "A is .row, B is .col");
}

static bool
accumulates (int t)
{
  return t == MT_F16 || t == MT_F32 || t == MT_F64 || t == MT_S32;
}

static void
check_types (struct dec *c, const struct product *p)
{
  bool f64 = p->at == MT_F64, ints = p->at >= MT_S8 && p->at <= MT_B1;
  if ((p->dt == MT_F64) != f64 || (p->ct == MT_F64) != f64 || (p->bt == MT_F64) != f64
      || (p->dt == MT_S32) != (p->ct == MT_S32) || (p->dt == MT_S32) != ints
      || (!p->wmma && !p->quads && p->dt != p->ct) || mt_bits (p->at) != mt_bits (p->bt)
      || p->at >= MT_F32 || p->bt >= MT_F32 || !accumulates (p->dt) || !accumulates (p->ct))
    bad (c, "these types do not go together");
}

/* How many registers of a lane the matrices take.  */
static void
product_registers (struct dec *c, struct product *p)
{
  int m = p->m, n = p->n, k = p->k, kp = p->sparse ? k / 2 : k;
  p->bits = p->at == MT_F64 ? 64 : 32;
  p->na = m * kp * mt_bits (p->at) / p->bits / 32;
  p->nb = n * k * mt_bits (p->bt) / p->bits / 32;
  p->nc = m * n * mt_bits (p->ct) / p->bits / 32;
  p->nd = m * n * mt_bits (p->dt) / p->bits / 32;
  if (p->quads)
    p->na = p->nb = 2, p->nc *= 4, p->nd *= 4;
  if (p->wmma)
    wmma_shape (c, p->at, m, n, k);
  if (p->wmma && p->at == MT_F16)
    p->na = p->nb = 8;
  if (p->wmma && (p->at == MT_TF32 || (p->at == MT_BF16 && m == 16)))
    p->na = p->nb = 4;
  if (!p->na || !p->nb || !p->nc || p->na > 8 || p->nb > 8 || p->nc > 8 || p->nd > 8 || k > 256)
    bad (c, "this shape is not supported");
}

/* The operand that selects the lanes of a quad that hold positions, of which there are 1, 2 or 4.  */
static unsigned
selector (struct dec *c, const struct product *p)
{
  unsigned wide = mt_bits (p->at) >= 16, per = wide ? 16 : 32,
	   each = p->at == MT_TF32	 ? 4
		  : mt_bits (p->at) == 4 ? 1
					 : 2,
	   lanes = (wide ? 1 : 2) * (p->k / 2 * each / per);
  return small (c, 5, lanes ? 4 / lanes - 1 : 0);
}

static void
mma (struct dec *c, bool sparse, bool wmma)
{
  struct product p = { .sparse = sparse, .wmma = wmma, .flags = sparse ? MX_SPARSE : 0 };
  flag (c, PTX_M_ALIGNED);
  flag (c, PTX_M_SYNC);
  shape_of (c, &p.m, &p.n, &p.k);
  product_types (c, &p);
  check_types (c, &p);
  product_registers (c, &p);
  uint32_t va[8], vb[8], vc[8], vd[8], meta = NONE;
  sources (c, arg (c, 1), p.na, p.bits, va);
  sources (c, arg (c, 2), p.nb, p.bits, vb);
  sources (c, arg (c, 3), p.nc, p.bits, vc);
  unsigned sel = 0;
  if (sparse)
    {
      meta = src (c, 4, 32);
      sel = selector (c, &p);
    }
  if (c->in->nopnds != (sparse ? 6 : 4))
    bad (c, "wrong number of operands");
  targets (c, arg (c, 0), p.nd, p.bits, vd);
  emit (c, NONE, NONE, NONE, NONE,
	p.quads		 ? OPC_mma_884
	: p.at == MT_F64 ? OPC_mma_f64
	: wmma		 ? OPC_wmma_mma
			 : OPC_mma);
  uint32_t d = add_slots (c, vd, p.nd, true), a = add_slots (c, va, p.na, false),
	   b = add_slots (c, vb, p.nb, false);
  uint32_t cc = add_slots (c, vc, p.nc, false), e = sparse ? add_slots (c, &meta, 1, false) : 0;
  struct op *o = last (c);
  o->d = d, o->a = a, o->b = b, o->c = cc, o->e = e;
  o->imm = MX (p.at, p.bt, p.ct, p.dt, p.m, p.n, p.k, p.flags, p.round, sel);
  c->blocks = true;
}

/* 9.7.14.5.15 to 17 */
static void
matrix_memory (struct dec *c, bool store)
{
  static const uint8_t counts[] = { 1, 2, 4 };
  int m, n, k;
  flag (c, PTX_M_SYNC);
  flag (c, PTX_M_ALIGNED);
  shape_of (c, &m, &n, &k);
  ptx_mod count = cls (c, PTX_C_COUNT);
  bool trans = flag (c, PTX_M_TRANS);
  enum space space = space_of (c), known = SP_GENERIC;
  ptx_mod t = type_of (c);
  if (m != 8 || n != 8 || k || t != PTX_B16 || count < PTX_M_X1 || count > PTX_M_X4)
    bad (c, "this form is not supported");
  unsigned x = counts[count - PTX_M_X1];
  const ptx_opnd *data = arg (c, store ? 1 : 0);
  uint32_t v[4];
  if (store)
    sources (c, data, x, 32, v);
  else
    targets (c, data, x, 32, v);
  uint32_t a = full_address (c, arg (c, store ? 0 : 1), &known);
  emit (c, NONE, NONE, NONE, NONE, store ? OPC_stmatrix : OPC_ldmatrix);
  add_slots (c, &a, 1, false);
  add_slots (c, v, x, !store);
  struct op *o = last (c);
  o->imm = x | trans << 3;
  o->space = space == SP_GENERIC ? known : space;
  o->hit = c->f->mod->n_hits++;
  c->blocks = true;
}

/* 9.7.14.4.3, 9.7.14.4.4 */
static void
decode_wmma_memory (struct dec *c, bool store)
{
  int m, n, k;
  ptx_mod which = cls (c, PTX_C_SELECT);
  flag (c, PTX_M_SYNC);
  flag (c, PTX_M_ALIGNED);
  ptx_mod layout = cls (c, PTX_C_LAYOUT);
  shape_of (c, &m, &n, &k);
  enum space space = space_of (c), known = SP_GENERIC;
  int t = matrix_type (c, type_of (c)), bits = mt_bits (t);
  bool a = which == PTX_M_MATRIX_A, b = which == PTX_M_MATRIX_B;
  int rows = b ? k : m, cols = a ? k : n;
  wmma_shape (c, t, m, n, k);
  if (bits < 8 && layout != (a ? PTX_M_ROW : PTX_M_COL))
    bad (c, "A is .row, B is .col");
  const ptx_opnd *data = arg (c, store ? 1 : 0);
  unsigned regs = data->kind == PTX_O_VEC ? data->n : 1, width = t == MT_F64 ? 64 : 32;
  if (rows * cols * bits > (int) (regs * width * LANES) || regs > 8)
    bad (c, "the vector has too few registers");
  uint32_t v[8], at[2];
  if (store)
    sources (c, data, regs, width, v);
  else
    targets (c, data, regs, width, v);
  at[0] = full_address (c, arg (c, store ? 0 : 1), &known);
  at[1] = c->in->nopnds > 2 ? src (c, 2, 32) : constant (c, 32, 0);
  emit (c, NONE, NONE, NONE, NONE, store ? OPC_wmma_store : OPC_wmma_load);
  add_slots (c, at, 2, false);
  uint32_t d = add_slots (c, v, regs, !store);
  struct op *o = last (c);
  o->imm = MX (t, t, t, t, rows, cols, 0, layout == PTX_M_COL ? MX_A_COL : 0, 0,
	       a   ? MX_FRAG_A
	       : b ? MX_FRAG_B
		   : MX_ACC);
  o->d = d;
  o->c = regs;
  o->space = space == SP_GENERIC ? known : space;
  o->hit = c->f->mod->n_hits++;
  c->blocks = true;
}

/* A constant operand that is LOW or 1.  */
static bool
choice (struct dec *c, unsigned k, int low)
{
  const ptx_opnd *o = arg (c, k);
  if (o->kind != PTX_O_IMM || (o->i != low && o->i != 1))
    bad (c, "operand %u is neither %d nor 1", k + 1, low);
  return o->i == 1;
}

/* 9.7.15.5.2, 9.7.15.6.3 */
static void
wgmma (struct dec *c, bool sparse)
{
  int m, n, k, flags = sparse ? MX_SPARSE : 0;
  flag (c, PTX_M_SYNC);
  flag (c, PTX_M_ALIGNED);
  shape_of (c, &m, &n, &k);
  int dt = matrix_type (c, type_of (c)), at = matrix_type (c, type_of (c)),
      bt = matrix_type (c, type_of (c));
  flags |= flag (c, PTX_M_SATFINITE) ? MX_SATFINITE : 0;
  flag (c, PTX_M_AND);
  flag (c, PTX_M_POPC);
  int bits = mt_bits (at), kp = sparse ? k / 2 : k;
  bool integer = at >= MT_S8 && at <= MT_B1;
  if (m != 64 || n < 8 || n > 256 || n % 8 || kp * bits != 256 || mt_bits (bt) != bits
      || at == MT_S4 || at == MT_U4 || (dt == MT_S32) != integer
      || (dt != MT_S32 && dt != MT_F32 && dt != MT_F16)
      || (dt == MT_F16 && at != MT_F16 && bits != 8))
    bad (c, "this shape with these types does not exist");
  unsigned nd = dt == MT_F16 ? n / 4 : n / 2, next = 3, sel = 0, left;
  uint32_t d[128], a[4], meta = NONE, da = NONE;
  const ptx_opnd *ao = arg (c, 1);
  if (ao->kind == PTX_O_VEC)
    {
      flags |= MX_A_REG;
      sources (c, ao, 4, 32, a);
    }
  else
    da = src (c, 1, 64);
  uint32_t db = src (c, 2, 64);
  if (sparse)
    {
      meta = src (c, 3, 32);
      sel = small (c, 4, bits >= 16 ? 1 : 0);
      next = 5;
    }
  uint32_t scale = src (c, next++, 1);
  left = c->in->nopnds - next;
  if (!integer)
    {
      if (!choice (c, next++, -1))
	flags |= MX_NEG_A;
      if (!choice (c, next++, -1))
	flags |= MX_NEG_B;
      left = c->in->nopnds - next;
      if (bits == 16 && left)
	{
	  if (!(flags & MX_A_REG) && choice (c, next++, 0))
	    flags |= MX_TRANS_A;
	  if (choice (c, next++, 0))
	    flags |= MX_TRANS_B;
	  left = c->in->nopnds - next;
	}
    }
  if (left)
    bad (c, "wrong number of operands");
  targets (c, arg (c, 0), nd, 32, d);
  emit (c, NONE, NONE, da, scale, OPC_wgmma);
  refer (c, 'f', db, false);
  uint32_t od = add_slots (c, d, nd, true), oa = 0, oe = 0;
  add_slots (c, d, nd, false);
  if (flags & MX_A_REG)
    oa = add_slots (c, a, 4, false);
  if (sparse)
    oe = add_slots (c, &meta, 1, false);
  struct op *o = last (c);
  o->d = od, o->a = oa, o->e = oe;
  o->imm = MX (at, bt, dt, dt, m, n, k, flags, 0, sel);
  for (unsigned i = 0; i < nd; i++)
    c->v[d[i]].pinned = true;
  for (unsigned i = 0; i < 4 && flags & MX_A_REG; i++)
    c->v[a[i]].pinned = true;
  if (sparse)
    c->v[meta].pinned = true;
  c->blocks = true;
}

static void
wgmma_order (struct dec *c, enum opcode code, int64_t imm)
{
  flag (c, PTX_M_SYNC);
  flag (c, PTX_M_ALIGNED);
  emit (c, NONE, NONE, NONE, NONE, code)->imm = imm;
  c->blocks = true;
}

bool
decode_matrix (struct dec *c)
{
  switch (c->in->op)
    {
    case PTX_OP_MMA_SYNC: mma (c, false, false); break;
    case PTX_OP_MMA_SP_SYNC:
    case PTX_OP_MMA_SP_ORDERED_METADATA_SYNC: mma (c, true, false); break;
    case PTX_OP_WMMA_MMA: mma (c, false, true); break;
    case PTX_OP_WMMA_LOAD: decode_wmma_memory (c, false); break;
    case PTX_OP_WMMA_STORE: decode_wmma_memory (c, true); break;
    case PTX_OP_LDMATRIX: matrix_memory (c, false); break;
    case PTX_OP_STMATRIX: matrix_memory (c, true); break;
    case PTX_OP_WGMMA_MMA_ASYNC: wgmma (c, false); break;
    case PTX_OP_WGMMA_MMA_ASYNC_SP: wgmma (c, true); break;
    case PTX_OP_WGMMA_FENCE: wgmma_order (c, OPC_wgmma_fence, 0); break;
    case PTX_OP_WGMMA_COMMIT_GROUP: wgmma_order (c, OPC_wgmma_commit, 0); break;
    case PTX_OP_WGMMA_WAIT_GROUP: wgmma_order (c, OPC_wgmma_wait, small (c, 0, 4095)); break;
    case PTX_OP_SETMAXNREG:
      {
	unsigned n = small (c, 0, 256);
	if (n < 24 || n % 8)
	  bad (c, "%u registers: not a multiple of 8 from 24 to 256", n);
	cls (c, PTX_C_MODE);
	flag (c, PTX_M_INC);
	flag (c, PTX_M_DEC);
	type_of (c);
	wgmma_order (c, OPC_setmaxnreg, n);
	break;
      }
    case PTX_OP_MOVMATRIX:
      {
	int m, n, k;
	flag (c, PTX_M_SYNC);
	flag (c, PTX_M_ALIGNED);
	flag (c, PTX_M_TRANS);
	shape_of (c, &m, &n, &k);
	type_of (c);
	uint32_t a = src (c, 1, 32);
	emit (c, dst (c, 32), a, NONE, NONE, OPC_movmatrix);
	c->blocks = true;
	break;
      }
    default: return false;
    }
  return true;
}
