/* SPDX-License-Identifier: MIT */
/* Operands of instructions: registers, numbers, special registers, addresses, and what a load or a
   store touches.  Needs the instruction that is being decoded; leaves the values as registers (decode.c
   makes these), or an error.  */
#include "emulator/code/decode.h"
#include "emulator/run/device.h"
#include "emulator/run/matrix.h"

#include <stdio.h>

/* ---- operands ---- */

const ptx_opnd *
arg (struct dec *c, unsigned k)
{
  if (k >= c->in->nopnds)
    bad (c, "operand %u is missing", k + 1);
  return &c->in->opnds[k];
}

/* V as a register of BITS bits.  */
uint32_t
widen (struct dec *c, uint32_t v, unsigned bits)
{
  unsigned have = c->v[v].bits;
  if (have == bits)
    return v;
  if (have == 1 || bits == 1 || have == 128 || bits == 128)
    bad (c, "operand is of the wrong type");
  uint32_t t = new_vreg (c, bits);
  unsigned low = have < bits ? have : bits;
  emit_named (c, t, v, NONE, NONE, "ext_b%u_u%u_b%u", have, low, bits);
  return t;
}

static uint64_t
immediate (struct dec *c, const ptx_opnd *o, unsigned bits, bool flt)
{
  union
  {
    uint32_t u;
    float f;
  } f;
  union
  {
    uint64_t u;
    double d;
  } d;
  switch (o->kind)
    {
    case PTX_O_IMM:
      if (flt && bits == 32 && o->u)
	return f.f = (float) o->i, f.u;
      if (flt && bits == 64 && o->u)
	return d.d = (double) o->i, d.u;
      return o->u;
    case PTX_O_F32:
      if (bits == 64)
	return f.u = o->u, d.d = f.f, d.u;
      return o->u;
    case PTX_O_F64:
      if (bits == 32)
	return d.u = o->u, f.f = (float) d.d, f.u;
      return o->u;
    default: bad (c, "operand is not understood");
    }
}

static const struct
{
  uint16_t ptx;
  uint8_t sr, bits;
  bool fresh;
} sreg_map[] = {
#define X3(name, n2) \
  { PTX_SR_##name##_X, SR_##n2##_X, 32, false }, { PTX_SR_##name##_Y, SR_##n2##_Y, 32, false }, \
    { PTX_SR_##name##_Z, SR_##n2##_Z, 32, false }, { PTX_SR_##name##_W, SR_ZERO, 32, false },
  X3 (TID, TID) X3 (NTID, NTID) X3 (CTAID, CTAID) X3 (NCTAID, NCTAID) X3 (CLUSTERID, CLUSTERID)
    X3 (NCLUSTERID, NCLUSTERID) X3 (CLUSTER_CTAID, CCTAID) X3 (CLUSTER_NCTAID, CNCTAID)
#undef X3
      { PTX_SR_LANEID, SR_LANEID, 32, false },
  { PTX_SR_WARPID, SR_WARPID, 32, false },
  { PTX_SR_NWARPID, SR_NWARPID, 32, false },
  { PTX_SR_SMID, SR_SMID, 32, false },
  { PTX_SR_NSMID, SR_NSMID, 32, false },
  { PTX_SR_GRIDID, SR_GRIDID, 64, false },
  { PTX_SR_IS_EXPLICIT_CLUSTER, SR_EXPLICIT_CLUSTER, 1, false },
  { PTX_SR_CLUSTER_CTARANK, SR_CCTARANK, 32, false },
  { PTX_SR_CLUSTER_NCTARANK, SR_CNCTARANK, 32, false },
  { PTX_SR_LANEMASK_EQ, SR_LM_EQ, 32, false },
  { PTX_SR_LANEMASK_LE, SR_LM_LE, 32, false },
  { PTX_SR_LANEMASK_LT, SR_LM_LT, 32, false },
  { PTX_SR_LANEMASK_GE, SR_LM_GE, 32, false },
  { PTX_SR_LANEMASK_GT, SR_LM_GT, 32, false },
  { PTX_SR_DYNAMIC_SMEM_SIZE, SR_DSMEM, 32, false },
  { PTX_SR_TOTAL_SMEM_SIZE, SR_TSMEM, 32, false },
  { PTX_SR_AGGR_SMEM_SIZE, SR_ASMEM, 32, false },
  { PTX_SR_RESERVED_SMEM_OFFSET_BEGIN, SR_RSMEM_0, 32, false },
  { PTX_SR_RESERVED_SMEM_OFFSET_0, SR_RSMEM_0, 32, false },
  { PTX_SR_RESERVED_SMEM_OFFSET_1, SR_RSMEM_1, 32, false },
  { PTX_SR_RESERVED_SMEM_OFFSET_END, SR_RSMEM_END, 32, false },
  { PTX_SR_RESERVED_SMEM_OFFSET_CAP, SR_RSMEM_END, 32, false },
  { PTX_SR_CURRENT_GRAPH_EXEC, SR_ZERO, 64, false },
  /* Where nvcc's grid barrier has its words.  */
  { PTX_SR_ENVREG1, SR_WORKSPACE_HI, 32, false },
  { PTX_SR_ENVREG2, SR_WORKSPACE_LO, 32, false },
  { PTX_SR_CLOCK, SR_CLOCK, 32, true },
  { PTX_SR_CLOCK_HI, SR_CLOCK_HI, 32, true },
  { PTX_SR_CLOCK64, SR_CLOCK64, 64, true },
  { PTX_SR_GLOBALTIMER, SR_GLOBALTIMER, 64, true },
  { PTX_SR_GLOBALTIMER_LO, SR_GLOBALTIMER_LO, 32, true },
  { PTX_SR_GLOBALTIMER_HI, SR_GLOBALTIMER_HI, 32, true },
};

static uint32_t
special (struct dec *c, unsigned sreg)
{
  for (size_t i = 0; i < sizeof sreg_map / sizeof *sreg_map; i++)
    if (sreg_map[i].ptx == sreg)
      {
	if (sreg_map[i].sr >= SR_RSMEM_0 && sreg_map[i].sr <= SR_RSMEM_END)
	  c->f->mod->reserves = true;
	if (!sreg_map[i].fresh)
	  return init_vreg (c, I_SREG, sreg_map[i].bits / 8, false, sreg_map[i].bits,
			    sreg_map[i].sr);
	uint32_t t = new_vreg (c, sreg_map[i].bits);
	emit_named (c, t, NONE, NONE, NONE, "sreg_b%u", sreg_map[i].bits)->imm = sreg_map[i].sr;
	return t;
      }
  if ((sreg >= PTX_SR_ENVREG0 && sreg <= PTX_SR_ENVREG31)
      || (sreg >= PTX_SR_PM0 && sreg <= PTX_SR_PM7_64))
    return constant (c, ptx_bits (ptx_sregs[sreg].type), 0);
  bad (c, "special register %s is not supported", ptx_sregs[sreg].name);
}

/* Where a variable of the function's local memory lies; false if it is not one.  */
bool
local_offset (struct dec *c, const ptx_sym *sym, uint32_t *offset)
{
  if (!sym->local || sym->index >= c->ir->nvars || c->var_offset[sym->index] == NONE)
    return false;
  *offset = c->var_offset[sym->index];
  return true;
}

static bool
entry_param (struct dec *c, const ptx_sym *sym, uint32_t *offset)
{
  if (!c->ir->entry || !sym->local)
    return false;
  for (uint32_t i = 0; i < c->f->n_params; i++)
    if (c->ir->sig.params[i]->sym == sym)
      {
	*offset = c->f->params[i].offset;
	return true;
      }
  return false;
}

/* The address of SYM plus OFF, a register of 64 bits; *SPACE as it is known.  */
static uint32_t
address_of (struct dec *c, const ptx_sym *sym, int64_t off, enum space *space)
{
  uint32_t at;
  if (entry_param (c, sym, &at))
    {
      *space = SP_PARAM;
      return constant (c, 64, WINDOW_PARAM + at + off);
    }
  if (local_offset (c, sym, &at))
    {
      *space = SP_LOCAL;
      bool is_param = sym->var->space == PTX_M_PARAM;
      return init_vreg (c, I_LOCAL, 8, false, 64, (is_param ? WINDOW_LOCAL : 0) + at + off);
    }
  const px_emu_module *mod = c->f->mod;
  for (size_t i = 0; i < mod->n_shared; i++)
    if (sym->local && mod->shared[i].func == c->ir && mod->shared[i].var->sym == sym)
      {
	*space = SP_SHARED;
	return init_vreg (c, I_SHARED, 8, false, 64, (uint64_t) (uint32_t) off << 32 | i);
      }
  struct symbol *s = symbol_of (mod, c->f->ptx, sym);
  if (s && s->kind == SYM_SHARED)
    {
      *space = SP_SHARED;
      return init_vreg (c, I_SHARED, 8, false, 64, (uint64_t) (uint32_t) off << 32 | s->shared);
    }
  *space = SP_GLOBAL;
  if (s && s->kind == SYM_VAR)
    return constant (c, 64, s->addr + off);
  if (s && s->kind == SYM_FUNC)
    return constant (c, 64, FUNC_BASE + 16 * s->func->index + off);
  bad (c, "'%s' is not defined", sym->name);
}

/* The value of operand O as a register of BITS bits; FLT: floating point.  */
uint32_t
value (struct dec *c, const ptx_opnd *o, unsigned bits, bool flt)
{
  uint32_t v, t;
  enum space space;
  switch (o->kind)
    {
    case PTX_O_REG:
      v = vreg_of (c, o->reg, vector_component (o->sel));
      if (o->flags & PTX_OF_NOT)
	{
	  t = new_vreg (c, 1);
	  emit (c, t, v, v, NONE, OPC_not_pred);
	  v = t;
	}
      return widen (c, v, bits);
    case PTX_O_SREG: return widen (c, special (c, o->reg), bits);
    case PTX_O_SYM: return widen (c, address_of (c, o->sym, o->off, &space), bits);
    default: return constant (c, bits, immediate (c, o, bits, flt));
    }
}

uint32_t
src (struct dec *c, unsigned k, unsigned bits)
{
  return value (c, arg (c, k), bits, false);
}

uint32_t
fsrc (struct dec *c, unsigned k, unsigned bits)
{
  return value (c, arg (c, k), bits, true);
}

/* The register that operand O, of BITS bits, writes.  */
uint32_t
target (struct dec *c, const ptx_opnd *o, unsigned bits)
{
  if (o->kind == PTX_O_SINK)
    return new_vreg (c, bits);
  if (o->kind != PTX_O_REG)
    bad (c, "destination is not a register");
  uint32_t v = vreg_of (c, o->reg, vector_component (o->sel));
  if (c->v[v].init >= 0)
    bad (c, "register is written twice");
  if (bits && c->v[v].bits != bits)
    bad (c, "destination is of the wrong size");
  return v;
}

uint32_t
dst (struct dec *c, unsigned bits)
{
  return target (c, arg (c, 0), bits);
}

/* Not c->v[v] where V is made in the same expression: the array may move.  */
unsigned
bits_of (const struct dec *c, uint32_t v)
{
  return c->v[v].bits;
}

/* Element K of N of a vector operand: {…} or a register of .vN.  */
ptx_opnd
element (struct dec *c, const ptx_opnd *o, unsigned n, unsigned k)
{
  static const uint16_t select[] = { PTX_M_SEL_X, PTX_M_SEL_Y, PTX_M_SEL_Z, PTX_M_SEL_W };
  if (o->kind == PTX_O_VEC && o->n == n)
    return o->sub[k];
  if (o->kind != PTX_O_REG || o->sel || c->ir->regs[o->reg].vec != n || n > 4)
    bad (c, "needs a vector of %u", n);
  ptx_opnd e = *o;
  e.sel = select[k];
  return e;
}

/* ---- memory operands ---- */

/* Address operand O: a register and an offset.  *SPACE is SP_GENERIC if it is
   unknown, else what the symbol says.  */
uint32_t
address (struct dec *c, const ptx_opnd *o, int64_t *off, enum space *space)
{
  if (o->kind == PTX_O_TUPLE)
    o = &o->sub[0];
  *off = o->off;
  if (o->kind == PTX_O_ADDR && o->base == PTX_O_REG)
    {
      uint32_t v = vreg_of (c, o->reg, vector_component (o->sel));
      if (c->v[v].bits != 32 && c->v[v].bits != 64)
	bad (c, "address is not a register of 32 or 64 bits");
      return v;
    }
  if (o->kind == PTX_O_ADDR && o->base == PTX_O_SYM)
    {
      *off = 0;
      return address_of (c, o->sym, o->off, space);
    }
  if (o->kind == PTX_O_ADDR && o->base == PTX_O_IMM)
    return constant (c, 64, 0);
  bad (c, "address is not understood");
}

/* The whole address O as a register of 64 bits; *SPACE as address has it.  */
uint32_t
full_address (struct dec *c, const ptx_opnd *o, enum space *space)
{
  int64_t off;
  uint32_t v = widen (c, address (c, o, &off, space), 64);
  if (!off)
    return v;
  uint32_t t = new_vreg (c, 64);
  emit (c, t, v, constant (c, 64, off), NONE, OPC_add_b64);
  return t;
}

enum space
space_of (struct dec *c)
{
  ptx_mod m = cls (c, PTX_C_SPACE);
  switch (m)
    {
    case PTX_NOMOD: return SP_GENERIC;
    case PTX_M_GLOBAL: return SP_GLOBAL;
    case PTX_M_CONST: return SP_CONST;
    case PTX_M_SHARED:
    case PTX_M_SHARED_CTA:
    case PTX_M_SHARED_CLUSTER: return SP_SHARED;
    case PTX_M_LOCAL: return SP_LOCAL;
    case PTX_M_PARAM:
    case PTX_M_PARAM_ENTRY:
    case PTX_M_PARAM_FUNC: return SP_PARAM;
    default: bad (c, "state space .%s is not supported", ptx_mods[m].name);
    }
}

/* Sets the address of the last op.  */
void
set_address (struct dec *c, uint32_t base, int64_t off, enum space space)
{
  struct op *o = &c->ops[c->n_ops - 1];
  refer (c, 'a', base, false);
  o->imm = off;
  o->space = space;
  o->hit = c->f->mod->n_hits++;
  c->meta[c->n_ops - 1].access = true;
  if (c->v[base].bits == 64)
    o->flags |= ADDR64;
}

/* The register of data operand O of a store of BITS bits, at least that wide.  */
static uint32_t
stored_register (struct dec *c, const ptx_opnd *o, unsigned bits, bool flt)
{
  uint32_t v = o->kind == PTX_O_REG && !(o->flags & PTX_OF_NOT)
		 ? vreg_of (c, o->reg, vector_component (o->sel))
		 : value (c, o, bits < 16 ? 16 : bits, flt);
  if (c->v[v].bits == 1 || c->v[v].bits < bits)
    bad (c, "register is too small");
  return v;
}

/* A load or store that is decoded.  */
struct accessed
{
  bool store, sign, flt; /* of the type: signed, floating-point */
  unsigned bits, n;	 /* of an element, elements */
  ptx_opnd list[4];	 /* these */
  uint32_t v[4];	 /* their vregs */
  uint32_t base;	 /* vreg of the address */
  int64_t off;
};

/* Loads parameters of the entry, which are filled with the frame.  */
static void
load_parameters (struct dec *c, const struct accessed *a)
{
  uint64_t at = c->inits[c->v[a->base].init].in.value - WINDOW_PARAM;
  unsigned bits = a->bits;
  if (a->store)
    bad (c, "access to the parameters is not supported");
  if (at > c->f->param_bytes || a->n * bits / 8 > c->f->param_bytes - at)
    bad (c, "reads past the parameters");
  for (unsigned k = 0; k < a->n; k++)
    {
      const ptx_opnd *d = &a->list[k];
      if (d->kind == PTX_O_SINK)
	continue;
      if (d->kind != PTX_O_REG)
	bad (c, "destination is not a register");
      unsigned rb = class_bits (c, c->ir->regs[d->reg].type);
      if (rb == 1 || (rb == 128) != (bits == 128) || rb < bits)
	bad (c, "destination is of the wrong size");
      if (bits == 128)
	emit (c, target (c, d, 128), init_vreg (c, I_PARAM, 8, false, 64, at),
	      init_vreg (c, I_PARAM, 8, false, 64, at + 8), NONE, OPC_pack_b128);
      else
	move (c, d, init_vreg (c, I_PARAM, bits / 8, a->sign, rb, at + k * bits / 8));
    }
}

/* The vregs of what A stores or loads.  */
static void
accessed_registers (struct dec *c, struct accessed *a)
{
  for (unsigned k = 0; k < a->n; k++)
    {
      if (a->store)
	{
	  a->v[k] = stored_register (c, &a->list[k], a->bits, a->flt);
	  continue;
	}
      a->v[k] = a->list[k].kind == PTX_O_SINK ? new_vreg (c, a->bits < 16 ? 16 : a->bits)
					      : target (c, &a->list[k], 0);
      if (c->v[a->v[k]].bits == 1 || c->v[a->v[k]].bits < a->bits)
	bad (c, "destination is too small");
    }
}

/* An access to a variable of the frame: that it lies within it is known here, so nothing is checked later.  */
static void
access_frame (struct dec *c, const struct accessed *a)
{
  uint64_t at = (uint32_t) c->inits[c->v[a->base].init].in.value;
  uint32_t size = a->n * a->bits / 8;
  if (at > c->local_bytes || size > c->local_bytes - at)
    bad (c, "access past the end of a variable");
  if (at % size)
    bad (c, "misaligned access");
  for (unsigned k = 0; k < a->n; k++)
    {
      unsigned rb = c->v[a->v[k]].bits;
      if (a->store)
	emit_named (c, NONE, a->v[k], NONE, NONE, "st_frame_u%u_b%u", a->bits, rb);
      else
	emit_named (c, a->v[k], NONE, NONE, NONE, "ld_frame_%c%u_b%u",
		    a->sign && a->bits < rb ? 's' : 'u', a->bits, rb);
      c->ops[c->n_ops - 1].imm = at + k * a->bits / 8;
    }
}

/* An access by an address: its own handler, or the one for everything.  */
static void
access_place (struct dec *c, const struct accessed *a, enum space space)
{
  static const char *const names[N_SPACES] = {
    [SP_GENERIC] = "global", [SP_GLOBAL] = "global", [SP_CONST] = "global", [SP_SHARED] = "shared"
  };
  unsigned rb = c->v[a->v[0]].bits;
  bool same = true;
  for (unsigned k = 1; k < a->n; k++)
    same &= c->v[a->v[k]].bits == rb;
  char name[64] = "";
  if (names[space] && same)
    {
      int len = snprintf (name, sizeof name, "%s_%s_a%u_%c%u_b%u", a->store ? "st" : "ld",
			  names[space], c->v[a->base].bits,
			  !a->store && a->sign && a->bits < rb ? 's' : 'u', a->bits, rb);
      if (a->n > 1)
	snprintf (name + len, sizeof name - len, "_v%u", a->n);
    }
  enum opcode any = a->store ? OPC_st_any : OPC_ld_any, code = *name ? find_op (name) : N_OPS;
  bool special = code != N_OPS;
  emit (c, NONE, NONE, NONE, NONE, special ? code : any);
  for (unsigned k = 0; k < a->n; k++)
    refer (c, "defg"[k], a -> v[k], !a -> store);
  set_address (c, a->base, a->off, space);
  struct op *o = &c->ops[c->n_ops - 1];
  if (!special)
    {
      if (!same)
	bad (c, "registers of different sizes");
      o->b = a->bits / 8;
      o->c = rb / 8 | (uint32_t) a->sign << 8 | a->n << 16;
    }
}

/* ld and st of N elements of TYPE; DATA is the operand of values.  */
void
access_memory (struct dec *c, bool store, const ptx_opnd *data, const ptx_opnd *addr,
	       enum space space, ptx_mod type, unsigned n)
{
  enum space known = SP_GENERIC;
  struct accessed a = { .store = store,
			.sign = ptx_type_kind (type) == PTX_K_SINT,
			.flt = ptx_type_kind (type) == PTX_K_FLOAT,
			.bits = ptx_bits (type),
			.n = n };
  if (a.bits < 8 || a.bits > 128 || n > 4)
    bad (c, "accesses of this type are not supported");
  for (unsigned k = 0; k < n; k++)
    a.list[k] = n > 1 || data->kind == PTX_O_VEC ? element (c, data, n, k) : *data;
  a.base = address (c, addr, &a.off, &known);
  if (space == SP_PARAM && known == SP_PARAM)
    {
      load_parameters (c, &a);
      return;
    }
  accessed_registers (c, &a);
  if (known == SP_LOCAL && a.bits <= 64)
    {
      access_frame (c, &a);
      return;
    }
  if (space == SP_PARAM)
    space = SP_GENERIC;
  if (space == SP_GENERIC && known != SP_GENERIC && known != SP_LOCAL)
    bad (c, "generic access to a variable by its name");
  access_place (c, &a, space);
}

/* The elements of PTX register R, BITS bits each, to or from the frame's local memory at AT.  */
void
frame_regs (struct dec *c, uint32_t r, unsigned bits, uint32_t at, bool store)
{
  unsigned n = c->ir->regs[r].vec ? c->ir->regs[r].vec : 1;
  for (unsigned k = 0; k < n; k++)
    {
      uint32_t v = vreg_of (c, r, k);
      if (c->v[v].bits < bits)
	bad (c, "register %s is too small", c->ir->regs[r].name);
      emit_named (c, store ? NONE : v, store ? v : NONE, NONE, NONE, "%s_frame_u%u_b%u",
		  store ? "st" : "ld", bits, c->v[v].bits)
	->imm
	= at + k * bits / 8;
    }
}
