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
  ptx_mod type = PTX_NOMOD;
  bool noncoherent = false;
  for (int i = 0; i < c->in->nmods; i++)
    if (ptx_mod_class (c->in->mods[i]) == PTX_C_TYPE)
      type = c->in->mods[i];
    else if (c->in->mods[i] == PTX_M_NC)
      noncoherent = true;
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
