/* SPDX-License-Identifier: MIT */
/* What the sanitizer has to know of an instruction's ops.  */

#include "emulator/code/decode.h"

static uint8_t
order_of (const struct dec *c, uint8_t order)
{
  for (int i = 0; i < c->in->nmods; i++)
    switch (c->in->mods[i])
      {
      case PTX_M_WEAK: return ORD_WEAK;
      case PTX_M_VOLATILE: return ORD_VOLATILE;
      case PTX_M_RELAXED:
      case PTX_M_MMIO: return ORD_RELAXED;
      case PTX_M_ACQUIRE: return ORD_ACQUIRE;
      case PTX_M_RELEASE: return ORD_RELEASE;
      case PTX_M_ACQ_REL: return ORD_ACQ_REL;
      case PTX_M_SC: return ORD_SC;
      default: break;
      }
  return order;
}

static uint8_t
scope_of (const struct dec *c, uint8_t scope)
{
  for (int i = 0; i < c->in->nmods; i++)
    switch (c->in->mods[i])
      {
      case PTX_M_CTA: return SCOPE_CTA;
      case PTX_M_CLUSTER: return SCOPE_CLUSTER;
      case PTX_M_GPU:
      case PTX_M_GL: return SCOPE_GPU;
      case PTX_M_SYS: return SCOPE_SYS;
      default: break;
      }
  return scope;
}

/* ---- reads that a compare-and-swap checks ---- */

/* A loop of compare-and-swap often begins with a plain read of the word, as in the CUDA C++
   Programming Guide, "Atomic Functions", and in atomicAdd of cuda_bf16.hpp.  What is computed from a stale
   value is never stored, since the compare-and-swap then finds another one.  Such a read counts
   as a relaxed one: it does not race with atomic operations, only with plain writes.  It is a read
   of which a compare-and-swap of the same address, to judge by registers, has the value as what it
   compares with.  What else is done with the value is not looked at.  */

static ptx_mod
data_type (const ptx_insn *in)
{
  ptx_mod type = PTX_NOMOD;
  for (int i = 0; i < in->nmods; i++)
    if (ptx_mod_class (in->mods[i]) == PTX_C_TYPE)
      type = in->mods[i];
  return type;
}

static uint32_t
first_moved (const struct dec *c, uint32_t r)
{
  while (c->moved[r] != r)
    r = c->moved[r] = c->moved[c->moved[r]];
  return r;
}

/* Returns true if A and B are one value: a register, or registers that moves connect, to which
   nothing gives a value but loads, atomic operations and moves.  */
static bool
one_value (const struct dec *c, const ptx_opnd *a, const ptx_opnd *b)
{
  return a->kind == PTX_O_REG && b->kind == PTX_O_REG
	 && first_moved (c, a->reg) == first_moved (c, b->reg)
	 && !c->computed[first_moved (c, a->reg)];
}

static bool
same_address (const struct dec *c, const ptx_opnd *a, const ptx_opnd *b)
{
  if (a->kind != PTX_O_ADDR || b->kind != PTX_O_ADDR || a->base != b->base || a->off != b->off)
    return false;
  switch (a->base)
    {
    case PTX_O_REG: return first_moved (c, a->reg) == first_moved (c, b->reg);
    case PTX_O_SYM: return a->sym == b->sym;
    default: return false;
    }
}

/* Returns the compare-and-swap that checks what the load C->in reads, or NULL.  */
static const ptx_insn *
checking_swap (const struct dec *c)
{
  const ptx_insn *in = c->in;
  for (size_t i = 0; i < c->n_swaps; i++)
    {
      const ptx_insn *s = c->swaps[i];
      if (ptx_bits (data_type (s)) == ptx_bits (data_type (in))
	  && same_address (c, &in->opnds[1], &s->opnds[1])
	  && one_value (c, &in->opnds[0], &s->opnds[2]))
	return s;
    }
  return NULL;
}

static bool
is_move (const ptx_insn *in)
{
  return (in->op == PTX_OP_MOV || in->op == PTX_OP_CVTA || in->op == PTX_OP_CVTA_TO)
	 && in->nopnds == 2 && in->opnds[0].kind == PTX_O_REG && in->opnds[1].kind == PTX_O_REG;
}

/* Finds the compare-and-swaps of C's function and what its moves connect.  Returns false if there
   is no memory.  */
bool
find_swaps (struct dec *c)
{
  size_t n = 0;
  for (const ptx_stmt *s = c->ir->first; s; s = s->next)
    for (int i = 0; s->kind == PTX_ST_INSN && i < s->insn.nmods; i++)
      n += s->insn.op == PTX_OP_ATOM && s->insn.mods[i] == PTX_M_CAS && s->insn.nopnds >= 4;
  if (!n)
    return true;
  c->swaps = malloc (n * sizeof *c->swaps);
  c->moved = malloc ((c->ir->nregs + 1) * sizeof *c->moved);
  c->computed = calloc (c->ir->nregs + 1, sizeof *c->computed);
  if (!c->swaps || !c->moved || !c->computed)
    return false;
  for (uint32_t i = 0; i < c->ir->nregs; i++)
    c->moved[i] = i;
  for (const ptx_stmt *s = c->ir->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN)
      {
	const ptx_opnd *o = s->insn.opnds;
	if (s->insn.op == PTX_OP_ATOM)
	  for (int i = 0; i < s->insn.nmods; i++)
	    if (s->insn.mods[i] == PTX_M_CAS && s->insn.nopnds >= 4)
	      c->swaps[c->n_swaps++] = &s->insn;
	if (is_move (&s->insn))
	  c->moved[first_moved (c, o[0].reg)] = first_moved (c, o[1].reg);
      }
  for (const ptx_stmt *s = c->ir->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN && s->insn.nopnds && s->insn.opnds[0].kind == PTX_O_REG
	&& s->insn.op != PTX_OP_LD && s->insn.op != PTX_OP_ATOM && !is_move (&s->insn))
      c->computed[first_moved (c, s->insn.opnds[0].reg)] = true;
  return true;
}

/* Marks the ops from FIRST on, those of the instruction C->in.  */
void
mark (struct dec *c, size_t first)
{
  uint8_t kind = CK_NONE, order = ORD_WEAK, scope = SCOPE_SYS;
  unsigned n = 1;
  switch (c->in->op)
    {
    case PTX_OP_LD:
    case PTX_OP_LDU:
      kind = CK_LOAD;
      n = ptx_vec (c->in);
      break;
    case PTX_OP_ST:
      kind = CK_STORE;
      n = ptx_vec (c->in);
      break;
    case PTX_OP_ATOM:
    case PTX_OP_RED:
      kind = CK_ATOM;
      order = ORD_ATOMIC;
      scope = SCOPE_GPU;
      break;
    case PTX_OP_MEMBAR:
      kind = CK_FENCE;
      order = ORD_SC;
      break;
    case PTX_OP_FENCE:
      kind = CK_FENCE;
      order = ORD_ACQ_REL;
      break;
    case PTX_OP_FENCE_MBARRIER_INIT: kind = CK_INIT_FENCE; break;
    case PTX_OP_FENCE_PROXY:
      /* Bit 0: of global memory, 1: of shared memory.  */
      kind = CK_PROXY_FENCE;
      n = 3;
      for (int i = 0; i < c->in->nmods; i++)
	if (ptx_mod_class (c->in->mods[i]) == PTX_C_SPACE)
	  n = c->in->mods[i] == PTX_M_GLOBAL ? 1 : 2;
      break;
    case PTX_OP_CP_ASYNC_WAIT_GROUP:
    case PTX_OP_CP_ASYNC_WAIT_ALL:
    case PTX_OP_CP_ASYNC_BULK_WAIT_GROUP:
    case PTX_OP_WGMMA_WAIT_GROUP: kind = CK_WAIT; break;
    case PTX_OP_WGMMA_MMA_ASYNC:
    case PTX_OP_WGMMA_MMA_ASYNC_SP: kind = CK_WGMMA; break;
    case PTX_OP_WGMMA_FENCE: kind = CK_WGMMA_FENCE; break;
    case PTX_OP_MBARRIER_ARRIVE:
    case PTX_OP_MBARRIER_ARRIVE_DROP:
      order = ORD_RELEASE;
      scope = SCOPE_CTA;
      break;
    case PTX_OP_MBARRIER_TEST_WAIT:
    case PTX_OP_MBARRIER_TRY_WAIT:
      order = ORD_ACQUIRE;
      scope = SCOPE_CTA;
      break;
    case PTX_OP_BARRIER_CLUSTER_ARRIVE: order = ORD_RELEASE; break;
    case PTX_OP_BARRIER_CLUSTER_WAIT: order = ORD_ACQUIRE; break;
    default: return;
    }
  order = order_of (c, order);
  scope = scope_of (c, scope);
  ptx_mod type = data_type (c->in);
  bool noncoherent = false;
  for (int i = 0; i < c->in->nmods; i++)
    noncoherent |= c->in->mods[i] == PTX_M_NC;
  if (kind == CK_LOAD && n == 1 && order == ORD_WEAK && !noncoherent && checking_swap (c))
    order = ORD_RELAXED;
  for (size_t i = first; i < c->n_ops; i++)
    {
      struct op *o = &c->ops[i];
      bool access = kind == CK_LOAD || kind == CK_STORE || kind == CK_ATOM;
      if (o->ck == CK_GUARD || (access && !c->meta[i].access))
	continue;
      o->ck = kind;
      o->ck_sem = order;
      o->ck_scope = scope;
      if (kind == CK_LOAD && noncoherent)
	o->flags |= NONCOHERENT;
      if (kind == CK_PROXY_FENCE)
	o->ck_n = n;
      if (!access)
	continue;
      o->ck_n = n;
      o->ck_bytes = ptx_bits (type) / 8;
      for (int k = 0; k < c->meta[i].n_refs; k++)
	{
	  const struct ref *r = &c->meta[i].refs[k];
	  if (r->field == (kind == CK_ATOM ? 'b' : 'd'))
	    o->ck_reg = c->v[r->vreg].bits / 8;
	}
    }
}

bool
mark_unused (struct dec *c)
{
  uint64_t *used = calloc (c->n_v / 64 + 1, sizeof *used);
  for (uint32_t i = 0; used && i < c->n_ops; i++)
    for (uint32_t k = 0; k < n_refs (&c->meta[i]); k++)
      {
	struct ref r = ref_at (c, &c->meta[i], k);
	if (!r.def)
	  used[r.vreg / 64] |= UINT64_C (1) << r.vreg % 64;
      }
  for (uint32_t i = 0; used && i < c->n_ops; i++)
    {
      bool unused = c->ops[i].ck == CK_ATOM;
      for (uint32_t k = 0; k < n_refs (&c->meta[i]); k++)
	{
	  struct ref r = ref_at (c, &c->meta[i], k);
	  unused &= !r.def || !(used[r.vreg / 64] >> r.vreg % 64 & 1);
	}
      if (unused)
	c->ops[i].flags |= UNUSED;
    }
  free (used);
  return used != NULL;
}
