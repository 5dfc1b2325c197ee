/* SPDX-License-Identifier: MIT */
/* Independent progress of a warp's lanes.

   Lanes at one place are a fragment.  Of a warp's fragments the one deepest in
   calls, then at the lowest pc, runs; so those that wait ahead of it, at a label,
   are met and joined.  A fragment whose fuel (backward branches) is used up gives
   way to the one that has waited longest: a lane that spins on another does not
   spin for ever.  */

#include "emulator/run/async.h"
#include "emulator/run/hash.h"

#include <stdlib.h>

#define OP(name) OP_IN ("px_ops", name)

/* ---- fragments ---- */

/* Makes the fragment K the current one.  */
static const struct op *
enter (struct warp *w, int k)
{
  struct frag f = w->frags[k];
  if (unlikely (w->block->launch->sequential) && f.mask & (f.mask - 1))
    {
      w->frags[k].mask &= f.mask - 1;
      f.mask &= -f.mask;
    }
  else
    w->frags[k] = w->frags[--w->n_frags];
  w->frame = f.frame;
  w->r = f.frame->regs;
  set_mask (w, f.mask);
  return f.pc;
}

/* Puts lanes MASK at PC in FRAME aside, with those that are already there; where lanes run
   one at a time, each waits its turn alone.  */
void
park (struct warp *w, const struct op *pc, struct frame *frame, uint32_t mask, int state)
{
  if (state == FRAG_READY && !w->block->launch->sequential)
    for (uint32_t k = 0; k < w->n_frags; k++)
      if (w->frags[k].pc == pc && w->frags[k].frame == frame && w->frags[k].state == FRAG_READY)
	{
	  w->frags[k].mask |= mask;
	  return;
	}
  struct frag *f = &w->frags[w->n_frags++];
  *f = (struct frag){ .pc = pc, .frame = frame, .mask = mask, .state = state, .since = ++w->turn };
}

/* Returns true if fragment A is to run before one at PC in FRAME.  */
static bool
runs_before (const struct frag *a, const struct op *pc, const struct frame *frame)
{
  return a->frame->depth != frame->depth ? a->frame->depth > frame->depth : a->pc < pc;
}

/* Returns true if A is to be chosen of the two fragments A and B.  */
static bool
first (const struct warp *w, const struct frag *a, const struct frag *b)
{
  if (w->block->launch->sequential)
    return __builtin_ctz (a->mask) < __builtin_ctz (b->mask);
  return runs_before (a, b->pc, b->frame);
}

/* Another fragment, or the end of this warp's slice.  The current one is gone.  */
const struct op *
next_fragment (struct warp *w)
{
  int best = -1;
  for (uint32_t k = 0; k < w->n_frags; k++)
    if (w->frags[k].state == FRAG_READY && (best < 0 || first (w, &w->frags[k], &w->frags[best])))
      best = k;
  if (best >= 0)
    return enter (w, best);
  w->mask = 0;
  w->state = w->live ? W_BLOCKED : W_DONE;
  return NULL;
}

/* Takes the fragment that is to run when the warp's slice begins.  */
const struct op *
resume (struct warp *w)
{
  int best = -1;
  bool others = false;
  for (uint32_t k = 0; k < w->n_frags; k++)
    if (w->frags[k].state == FRAG_READY)
      {
	others |= best >= 0;
	if (best < 0
	    || (w->fair ? w->frags[k].since < w->frags[best].since
			: first (w, &w->frags[k], &w->frags[best])))
	  best = k;
      }
  if (best < 0)
    {
      w->state = W_BLOCKED;
      return NULL;
    }
  w->fair &= others;
  return enter (w, best);
}

/* Ends the slice; the lanes continue at PC.  */
const struct op *
give_way (struct warp *w, const struct op *pc)
{
  park (w, pc, w->frame, w->mask, FRAG_READY);
  w->fair = w->n_frags > 1;
  w->mask = 0;
  w->state = W_READY;
  return NULL;
}

/* The current lanes go to NEXT where others may wait or have waited long enough.  */
const struct op *
resched (struct warp *w, const struct op *next)
{
  if (--w->fuel <= 0)
    return give_way (w, next);
  if (w->block->launch->sequential)
    return next;
  int best = -1;
  for (uint32_t k = 0; k < w->n_frags;)
    {
      struct frag *f = &w->frags[k];
      if (f->state != FRAG_READY)
	k++;
      else if (f->pc == next && f->frame == w->frame)
	{
	  set_mask (w, w->mask | f->mask);
	  *f = w->frags[--w->n_frags];
	}
      else
	{
	  if (runs_before (f, next, w->frame)
	      && (best < 0 || runs_before (f, w->frags[best].pc, w->frags[best].frame)))
	    best = k;
	  k++;
	}
    }
  if (best < 0 || w->fair)
    return next;
  struct frame *frame = w->frame;
  uint32_t mask = w->mask;
  const struct op *pc = enter (w, best);
  park (w, next, frame, mask, FRAG_READY);
  return pc;
}

/* A conditional branch that lanes TAKEN take and others do not.  */
const struct op *
diverge (struct warp *w, const struct op *o, uint32_t taken)
{
  const struct op *fall = o + 1, *to = o->to;
  uint32_t rest = w->mask & ~taken;
  if (to > fall)
    {
      park (w, to, w->frame, taken, FRAG_READY);
      set_mask (w, rest);
      return resched (w, fall);
    }
  park (w, fall, w->frame, rest, FRAG_READY);
  set_mask (w, taken);
  return resched (w, to);
}

OP (brx)
{
  const uint32_t *a = REG (uint32_t, o->a);
  px_emu_func *f = w->frame->func;
  uint32_t todo = w->mask;
  struct frame *frame = w->frame;
  while (todo)
    {
      uint32_t v = a[__builtin_ctz (todo)], same = 0;
      EACH_LANE (i, todo)
	same |= (uint32_t) (a[i] == v) << i;
      if (v >= o->table->n)
	return fail (w, o, PX_EMU_INVALID_PC, same, 0, 0, "index %u of %u branch targets", v,
		     o->table->n);
      todo &= ~same;
      if (!todo)
	{
	  set_mask (w, same);
	  return resched (w, f->ops + o->table->target[v]);
	}
      park (w, f->ops + o->table->target[v], frame, same, FRAG_READY);
    }
  return NULL;
}

/* ---- calls ---- */

/* Special registers that differ from lane to lane.  */
static uint32_t
lane_sreg (const struct warp *w, int sr, int i)
{
  const struct launch *l = w->block->launch;
  uint32_t t = w->index * LANES + i;
  switch (sr)
    {
    case SR_TID_X: return t % l->ntid[0];
    case SR_TID_Y: return t / l->ntid[0] % l->ntid[1];
    case SR_TID_Z: return t / l->ntid[0] / l->ntid[1];
    case SR_LANEID: return i;
    case SR_LM_EQ: return 1u << i;
    case SR_LM_LT: return (1u << i) - 1;
    case SR_LM_LE: return (2u << i) - 1;
    case SR_LM_GT: return -(2u << i);
    default: return -(1u << i);
    }
}

static uint64_t
block_sreg (const struct warp *w, int sr)
{
  const struct block *b = w->block;
  const struct launch *l = b->launch;
  switch (sr)
    {
    case SR_NTID_X:
    case SR_NTID_Y:
    case SR_NTID_Z: return l->ntid[sr - SR_NTID_X];
    case SR_CTAID_X:
    case SR_CTAID_Y:
    case SR_CTAID_Z: return b->id[sr - SR_CTAID_X];
    case SR_NCTAID_X:
    case SR_NCTAID_Y:
    case SR_NCTAID_Z: return l->grid[sr - SR_NCTAID_X];
    case SR_CLUSTERID_X:
    case SR_CLUSTERID_Y:
    case SR_CLUSTERID_Z: return b->id[sr - SR_CLUSTERID_X] / l->cl[sr - SR_CLUSTERID_X];
    case SR_NCLUSTERID_X:
    case SR_NCLUSTERID_Y:
    case SR_NCLUSTERID_Z: return l->grid[sr - SR_NCLUSTERID_X] / l->cl[sr - SR_NCLUSTERID_X];
    case SR_CCTAID_X:
    case SR_CCTAID_Y:
    case SR_CCTAID_Z: return b->id[sr - SR_CCTAID_X] % l->cl[sr - SR_CCTAID_X];
    case SR_CNCTAID_X:
    case SR_CNCTAID_Y:
    case SR_CNCTAID_Z: return l->cl[sr - SR_CNCTAID_X];
    case SR_CCTARANK: return b->rank;
    case SR_CNCTARANK: return l->cluster_blocks;
    case SR_EXPLICIT_CLUSTER: return l->explicit_cluster;
    case SR_WARPID: return w->index;
    case SR_NWARPID: return PX_EMU_MAX_THREADS_SM / LANES;
    case SR_SMID: return b->linear % PX_EMU_SM_COUNT;
    case SR_NSMID: return PX_EMU_SM_COUNT;
    case SR_GRIDID: return l->grid_id;
    case SR_WORKSPACE_LO: return (uint32_t) (uintptr_t) l->workspace;
    case SR_WORKSPACE_HI: return (uint64_t) (uintptr_t) l->workspace >> 32;
    case SR_DSMEM: return l->dynamic_shared;
    case SR_TSMEM:
    case SR_ASMEM: return l->shared_bytes - l->reserved_shared;
    case SR_RSMEM_0: return l->shared_bytes - l->reserved_shared;
    case SR_RSMEM_1: return l->shared_bytes - l->reserved_shared / 2;
    case SR_RSMEM_END: return l->shared_bytes;
    default: return 0;
    }
}

/* Fills the registers of a frame that are known when it is made; with ONLY_BLOCK
   those that change from block to block.  */
void
fill_frame (struct warp *w, struct frame *frame, bool only_block)
{
  const px_emu_func *f = frame->func;
  struct block *b = w->block;
  struct launch *l = b->launch;
  uint32_t n = only_block ? f->n_block_inits : f->n_inits;
  for (uint32_t k = 0; k < n; k++)
    {
      const struct init *in = &f->inits[k];
      uint8_t *r = frame->regs + in->slot;
      uint64_t v = in->value;
      unsigned bytes = in->bytes;
      switch (in->kind)
	{
	case I_PRED: *(uint32_t *) r = v; continue;
	case I_PARAM:
	  v = 0;
	  memcpy (&v, l->params + in->value, in->bytes);
	  if (in->sign)
	    v = (uint64_t) ((int64_t) (v << (64 - 8 * in->bytes)) >> (64 - 8 * in->bytes));
	  bytes = in->width;
	  break;
	case I_LOCAL: v += frame->sp; break;
	case I_SHARED:
	  v = l->func->shared_offset[(uint32_t) v] + (v >> 32);
	  v = (uint32_t) v;
	  break;
	case I_SREG:
	  if (v <= SR_TID_Z || (v >= SR_LANEID && v < SR_WARPID)
	      || (v >= SR_LM_EQ && v <= SR_LM_GE))
	    {
	      for (int i = 0; i < LANES; i++)
		((uint32_t *) r)[i] = lane_sreg (w, v, i);
	      continue;
	    }
	  v = block_sreg (w, v);
	  if (in->bytes == 0)
	    {
	      *(uint32_t *) r = v ? ALL_LANES : 0;
	      continue;
	    }
	  break;
	default: break;
	}
      switch (bytes)
	{
	case 2:
	  for (int i = 0; i < LANES; i++)
	    ((uint16_t *) r)[i] = v;
	  break;
	case 4:
	  for (int i = 0; i < LANES; i++)
	    ((uint32_t *) r)[i] = v;
	  break;
	default:
	  for (int i = 0; i < LANES; i++)
	    ((uint64_t *) r)[i] = v;
	  break;
	}
    }
}

static struct frame *
new_frame (struct warp *w, px_emu_func *f)
{
  struct frame **p = &w->pool, *k;
  for (; (k = *p); p = &k->next)
    if (k->func == f)
      {
	*p = k->next;
	return k;
      }
  k = calloc (1, sizeof *k);
  if (k && posix_memalign ((void **) &k->regs, 64, f->frame_bytes + 64))
    {
      free (k);
      k = NULL;
    }
  if (!k)
    return NULL;
  memset (k->regs, 0, f->frame_bytes + 64);
  k->func = f;
  return k;
}

/* Lanes GONE leave FRAME for good.  */
static void
leave_frame (struct warp *w, struct frame *frame, uint32_t gone)
{
  frame->lanes &= ~gone;
  if (!frame->lanes && frame != &w->base)
    {
      frame->next = w->pool;
      w->pool = frame;
    }
}

/* Returns true if, of F and of the functions of UP and its callers, one occurs twice.  */
static bool
recursive (const struct frame *up, const px_emu_func *f)
{
  for (; up; f = up->func, up = up->up)
    for (const struct frame *k = up; k; k = k->up)
      if (k->func == f)
	return true;
  return false;
}

static const struct op *
call (struct warp *w, const struct op *o, px_emu_func *f)
{
  const struct call *c = o->call;
  struct frame *up = w->frame;
  uint32_t sp = up->sp + up->func->local_bytes + 16;
  if (sp > w->low || f->local_bytes > w->low - sp || up->depth >= 2048)
    return fail (w, o, PX_EMU_STACK, w->mask, 0, 0,
		 "stack overflow: %u calls deep, %u bytes of local memory", up->depth + 1, sp);
  /* How much stack a kernel with recursion needs, only the program knows.  */
  uint32_t vars = up->vars + f->var_bytes, limit = w->block->launch->stack_limit;
  if (unlikely (vars > limit) && recursive (up, f))
    return fail (w, o, PX_EMU_STACK, w->mask, 0, 0,
		 "stack overflow: %u calls deep, functions that call themselves have %u bytes of "
		 "variables, and the limit of the stack (cudaLimitStackSize) is %u",
		 up->depth + 1, vars, limit);
  if (f->n_params != c->n_args || f->n_rets != c->n_rets)
    return fail (w, o, PX_EMU_INVALID_PC, w->mask, 0, 0,
		 "call of %s with %u arguments and %u results", f->name, c->n_args, c->n_rets);
  for (uint32_t k = 0; k < c->n_args; k++)
    if (c->args[k].size != f->params[k].size)
      return fail (w, o, PX_EMU_INVALID_PC, w->mask, 0, 0,
		   "call of %s: argument %u has %u bytes, not %u", f->name, k + 1, c->args[k].size,
		   f->params[k].size);
  for (uint32_t k = 0; k < c->n_rets; k++)
    if (c->rets[k].size != f->rets[k].size)
      return fail (w, o, PX_EMU_INVALID_PC, w->mask, 0, 0,
		   "call of %s: its result has %u bytes, not %u", f->name, f->rets[k].size,
		   c->rets[k].size);
  struct frame *n = new_frame (w, f);
  if (!n)
    return fail (w, o, PX_EMU_NO_MEMORY, w->mask, 0, 0, "no memory for a call");
  n->up = up;
  n->ret = o + 1;
  n->call = c;
  n->sp = sp;
  n->lanes = w->mask;
  n->depth = up->depth + 1;
  n->vars = vars;
  n->owner = 0;
  if (f->allocates)
    memcpy (n->top, w->top, sizeof n->top);
  EACH_LANE (i, w->mask)
    {
      uint8_t *base = w->local + (size_t) i * w->local_size;
      for (uint32_t k = 0; k < c->n_args; k++)
	memcpy (base + sp + f->params[k].offset, base + up->sp + c->args[k].offset,
		c->args[k].size);
    }
  fill_frame (w, n, false);
  OBSERVE (w, enter, w, n);
  w->frame = n;
  w->r = n->regs;
  return likely (--w->fuel > 0) ? f->ops : give_way (w, f->ops);
}

OP (call)
{
  return call (w, o, o->call->func);
}

/* Lanes that call other functions than the first do it after it.  */
OP (call_reg)
{
  const uint64_t *a = REG (uint64_t, o->a);
  uint64_t v = a[__builtin_ctz (w->mask)];
  uint32_t same = 0;
  EACH_LANE (i, w->mask)
    same |= (uint32_t) (a[i] == v) << i;
  px_emu_func *f = func_at (w->frame->func->mod, v);
  if (!f || f->ir->entry || f->state != F_READY)
    return fail (w, o, PX_EMU_INVALID_PC, same, v, 0, "call through 0x%llx, not a function",
		 (unsigned long long) v);
  if (same != w->mask)
    {
      park (w, o, w->frame, w->mask & ~same, FRAG_READY);
      set_mask (w, same);
    }
  return call (w, o, f);
}

OP (ret)
{
  struct frame *f = w->frame, *up = f->up;
  const struct call *c = f->call;
  EACH_LANE (i, w->mask)
    {
      uint8_t *base = w->local + (size_t) i * w->local_size;
      for (uint32_t k = 0; k < c->n_rets; k++)
	memcpy (base + up->sp + c->rets[k].offset, base + f->sp + f->func->rets[k].offset,
		c->rets[k].size);
    }
  OBSERVE (w, leave, w, f);
  const struct op *to = f->ret;
  if (f->func->allocates)
    EACH_LANE (i, w->mask)
      w->top[i] = f->top[i];
  if (unlikely (w->async.first != NULL))
    async_leave_frame (w, f);
  w->frame = up;
  w->r = up->regs;
  leave_frame (w, f, w->mask);
  return likely (!w->n_frags) ? to : resched (w, to);
}

OP (exit)
{
  uint32_t gone = w->mask;
  OBSERVE (w, exit, w, o, gone);
  for (struct frame *f = w->frame, *up; f; f = up)
    {
      up = f->up;
      leave_frame (w, f, gone);
    }
  w->live &= ~gone;
  w->mask = 0;
  if (w->live)
    collectives_after_exit (w);
  barriers_after_exit (w);
  return next_fragment (w);
}

/* ---- the stack (9.7.17): addresses in the lane's local memory ---- */

OP (alloca)
{
  const uint64_t *a = REG (uint64_t, o->a);
  EACH_LANE (i, w->mask)
    {
      uint32_t used = w->frame->sp + w->frame->func->local_bytes, top = w->top[i];
      if (a[i] > top || top - a[i] < used + (uint64_t) o->imm)
	return fail (w, o, PX_EMU_STACK, 1u << i, 0, 0,
		     "stack overflow: alloca of %llu bytes where %u remain",
		     (unsigned long long) a[i], top > used ? top - used : 0);
      w->top[i] = (top - a[i]) & -(uint32_t) o->imm;
      w->low = w->top[i] < w->low ? w->top[i] : w->low;
      REG (uint64_t, o->d)[i] = w->top[i];
    }
  return o + 1;
}

#define STACK(W) \
  OP (stacksave_b##W) \
  { \
    EACH_LANE (i, w->mask) \
      REG (uint##W##_t, o->d)[i] = w->top[i]; \
    return o + 1; \
  } \
  OP (stackrestore_b##W) \
  { \
    const uint##W##_t *a = REG (uint##W##_t, o->a); \
    EACH_LANE (i, w->mask) \
      { \
	if (a[i] > w->local_size || a[i] < w->top[i]) \
	  return fail (w, o, PX_EMU_STACK, 1u << i, a[i], 0, \
		       "stackrestore of 0x%llx, which stacksave did not give", \
		       (unsigned long long) a[i]); \
	w->top[i] = a[i]; \
      } \
    return o + 1; \
  }
STACK (32)
STACK (64)

/* True if the function that W runs asks for the words of a cooperative launch, for a barrier of
   the grid, which traps without.  */
static bool
wants_workspace (const struct warp *w)
{
  const px_emu_func *f = w->frame->func;
  for (uint32_t i = 0; i < f->n_inits && !w->block->launch->workspace; i++)
    if (f->inits[i].kind == I_SREG && f->inits[i].value == SR_WORKSPACE_HI)
      return true;
  return false;
}

OP (trap)
{
  return fail (
    w, o, PX_EMU_TRAP, w->mask, 0, 0,
    wants_workspace (w)
      ? "trap; the launch is not cooperative, and a barrier of the grid needs one that is"
      : "trap");
}

/* Sleeping is a good moment for others.  */
OP (nanosleep)
{
  return give_way (w, o + 1);
}

uint64_t
frag_state (const struct warp *w, const struct frag *f, bool registers)
{
  uint64_t h = mix (mix (mix (0, (uintptr_t) f->pc), f->mask), f->state);
  uint32_t top = f->frame->sp + f->frame->func->local_bytes;
  for (const struct frame *r = f->frame; r; r = r->up)
    {
      h = mix (h, (uintptr_t) r->ret);
      if (registers)
	h = hash_bytes (h, r->regs, r->func->frame_bytes);
    }
  EACH_LANE (i, f->mask)
    {
      const uint8_t *local = w->local + (size_t) i * w->local_size;
      if (w->local)
	{
	  h = hash_bytes (h, local, top < w->local_size ? top : w->local_size);
	  h = hash_bytes (h, local + w->low, w->local_size - w->low);
	}
    }
  return h;
}

uint64_t
warp_state (const struct warp *w)
{
  uint64_t sum = 0;
  for (uint32_t k = 0; k < w->n_frags; k++)
    sum += frag_state (w, &w->frags[k], true);
  return sum;
}

const struct op *
run_part (struct warp *w, const struct op *o, uint32_t mask)
{
  uint32_t old = w->mask;
  set_mask (w, mask);
  const struct op *next = o->fn (w, o);
  if (likely (next != NULL))
    set_mask (w, old);
  return next;
}

const struct op *
leave_part (struct warp *w, const struct op *o, const struct op *to, uint32_t mask)
{
  park (w, to, w->frame, w->mask & ~mask, FRAG_READY);
  set_mask (w, mask);
  return o;
}
