/* SPDX-License-Identifier: MIT */
/* Contexts: the primary and others, the current one of each thread, their limits and settings,
   and their end with everything that they own.  */
#include "emulator/driver/drv.h"

#include <stdlib.h>
#include <string.h>

enum
{
  MAX_STACK = 128
};

/* The contexts that this thread has made current, the last one on top.  They are handles, so
   that a destroyed context is noticed.  NULL is no context.  */
static __thread struct
{
  CUcontext at[MAX_STACK];
  int n;
} stack;

CUcontext
ctx_top (void)
{
  return stack.n ? stack.at[stack.n - 1] : NULL;
}

struct ctx *
ctx_get (CUcontext handle)
{
  struct ctx *c = handle_get (K_CTX, handle);
  return c && c->active ? c : NULL;
}

/* Destroyed contexts, kept for reuse: a thread that is waiting for one still reads it.  */
static struct ctx *dead_contexts;

static void
ctx_bury (struct ctx *c)
{
  if (c->handle)
    handle_free (c->handle);
  c->next = dead_contexts;
  dead_contexts = c;
}

/* Returns a new context, inactive.  */
static struct ctx *
ctx_new (unsigned flags)
{
  struct ctx *c = dead_contexts;
  if (c)
    {
      dead_contexts = c->next;
      memset (c, 0, sizeof *c);
    }
  else if (!(c = calloc (1, sizeof *c)))
    return NULL;
  c->handle = handle_new (K_CTX, c);
  if (!c->handle)
    {
      ctx_bury (c);
      return NULL;
    }
  c->flags = flags;
  return c;
}

/* Initialises C as a new context.  */
static CUresult
ctx_start (struct ctx *c)
{
  CUresult r = drv_open ();
  if (r)
    return r;
  c->error = CUDA_SUCCESS;
  c->id = ++drv.last_id;
  c->l2_granularity = 64;
  c->persisting = 0;
  c->sync_depth = 2;
  c->launches = 2048;
  c->cache = CU_FUNC_CACHE_PREFER_NONE;
  c->banks = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
  r = streams_init (c);
  if (!r)
    c->active = true;
  return r;
}

void
drv_drain (void)
{
  uint64_t seq = op_last_seq ();
  struct ctx *c;
  /* Contexts may be made and destroyed meanwhile: each time take the first one that has work up
     to SEQ.  */
  do
    {
      c = drv.primary;
      if (!c || !c->oldest || c->oldest->seq > seq)
	for (c = drv.contexts; c && (!c->oldest || c->oldest->seq > seq); c = c->next)
	  ;
      if (c)
	ctx_drain (c);
    }
  while (c);
}

/* Waits for C's work, then frees what it owns.  New calls find the context destroyed, but queued work is
   completed first.  */
static void
ctx_clear (struct ctx *c)
{
  if (c->clearing)
    {
      wait_zero (&c->clearing);
      return;
    }
  c->clearing++;
  c->active = false;
  while (c->oldest)
    ctx_drain (c);
  drv_flush_printf ();
  owned_leaks (c);
  streams_clear (c);
  modules_clear (c);
  textures_clear (c);
  mem_end_all (c);
  mem_reap ();
  c->error = CUDA_SUCCESS;
  c->clearing--;
  drv_wake ();
}

static struct ctx *
primary_context (void)
{
  if (!drv.primary && (drv.primary = ctx_new (0)))
    drv.primary->primary = true;
  return drv.primary;
}

CUresult
cuDevicePrimaryCtxRetain (CUcontext *pctx, CUdevice dev)
{
  struct ctx *c;
  ENTER_DEVICE (dev, current);
  if (!pctx)
    return CUDA_ERROR_INVALID_VALUE;
  c = primary_context ();
  if (!c)
    return CUDA_ERROR_OUT_OF_MEMORY;
  wait_zero (&c->clearing);
  if (!c->active)
    {
      CUresult r = ctx_start (c);
      if (r)
	return r;
    }
  c->retained++;
  *pctx = c->handle;
  return CUDA_SUCCESS;
}

CUresult
cuDevicePrimaryCtxRelease_v2 (CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  if (!drv.primary || !drv.primary->retained)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!--drv.primary->retained && drv.primary->active)
    ctx_clear (drv.primary);
  return CUDA_SUCCESS;
}
SAME (cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2);

CUresult
cuDevicePrimaryCtxReset_v2 (CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  if (drv.primary && drv.primary->active)
    ctx_clear (drv.primary);
  return CUDA_SUCCESS;
}
SAME (cuDevicePrimaryCtxReset, cuDevicePrimaryCtxReset_v2);

CUresult
cuDevicePrimaryCtxSetFlags_v2 (CUdevice dev, unsigned flags)
{
  ENTER_DEVICE (dev, c);
  if (flags & ~(unsigned) CU_CTX_FLAGS_MASK)
    return CUDA_ERROR_INVALID_VALUE;
  if (!primary_context ())
    return CUDA_ERROR_OUT_OF_MEMORY;
  drv.primary->flags = flags;
  return CUDA_SUCCESS;
}
SAME (cuDevicePrimaryCtxSetFlags, cuDevicePrimaryCtxSetFlags_v2);

CUresult
cuDevicePrimaryCtxGetState (CUdevice dev, unsigned *flags, int *active)
{
  ENTER_DEVICE (dev, c);
  if (!flags || !active)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = drv.primary ? drv.primary->flags : 0;
  *active = drv.primary && drv.primary->active;
  return CUDA_SUCCESS;
}

static CUresult
create (CUcontext *pctx, unsigned flags, CUdevice dev)
{
  struct ctx *c;
  CUresult r;
  ENTER_DEVICE (dev, current);
  if (!pctx || (flags & ~(unsigned) CU_CTX_FLAGS_MASK))
    return CUDA_ERROR_INVALID_VALUE;
  if (stack.n == MAX_STACK || !(c = ctx_new (flags)))
    return CUDA_ERROR_OUT_OF_MEMORY;
  r = ctx_start (c);
  if (r)
    {
      ctx_bury (c);
      return r;
    }
  c->next = drv.contexts;
  drv.contexts = c;
  stack.at[stack.n++] = c->handle;
  *pctx = c->handle;
  return CUDA_SUCCESS;
}

CUresult
cuCtxCreate_v2 (CUcontext *pctx, unsigned flags, CUdevice dev)
{
  return create (pctx, flags, dev);
}
SAME (cuCtxCreate, cuCtxCreate_v2);

CUresult
cuCtxCreate_v3 (CUcontext *pctx, CUexecAffinityParam *params, int n, unsigned flags, CUdevice dev)
{
  if (n || params)
    return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
  return create (pctx, flags, dev);
}

CUresult
cuCtxCreate_v4 (CUcontext *pctx, CUctxCreateParams *params, unsigned flags, CUdevice dev)
{
  if (params && params->cigParams)
    return params->execAffinityParams || params->numExecAffinityParams ? CUDA_ERROR_INVALID_VALUE
								       : CUDA_ERROR_NOT_SUPPORTED;
  return cuCtxCreate_v3 (pctx, params ? params->execAffinityParams : NULL,
			 params ? params->numExecAffinityParams : 0, flags, dev);
}

CUresult
cuCtxDestroy_v2 (CUcontext ctx)
{
  struct ctx *c, **p;
  ENTER (IN_DRIVER, current);
  c = ctx_get (ctx);
  if (!c || c->primary)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (ctx_top () == ctx)
    stack.n--;
  ctx_clear (c);
  for (p = &drv.contexts; *p != c; p = &(*p)->next)
    ;
  *p = c->next;
  ctx_bury (c);
  return CUDA_SUCCESS;
}
SAME (cuCtxDestroy, cuCtxDestroy_v2);

CUresult
cuCtxPushCurrent_v2 (CUcontext ctx)
{
  ENTER (IN_DRIVER, c);
  if (!ctx_get (ctx))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (stack.n == MAX_STACK)
    return CUDA_ERROR_OUT_OF_MEMORY;
  stack.at[stack.n++] = ctx;
  return CUDA_SUCCESS;
}
SAME (cuCtxPushCurrent, cuCtxPushCurrent_v2);

CUresult
cuCtxPopCurrent_v2 (CUcontext *pctx)
{
  ENTER (IN_DRIVER, c);
  if (!stack.n)
    return CUDA_ERROR_INVALID_CONTEXT;
  stack.n--;
  if (pctx)
    *pctx = stack.at[stack.n];
  return CUDA_SUCCESS;
}
SAME (cuCtxPopCurrent, cuCtxPopCurrent_v2);

CUresult
cuCtxSetCurrent (CUcontext ctx)
{
  ENTER (IN_DRIVER, c);
  if (!ctx)
    {
      if (stack.n)
	stack.n--;
      return CUDA_SUCCESS;
    }
  if (!ctx_get (ctx))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!stack.n)
    stack.n = 1;
  stack.at[stack.n - 1] = ctx;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetCurrent (CUcontext *pctx)
{
  ENTER (IN_DRIVER, c);
  return GIVE_AT (pctx, ctx_top ());
}

CUresult
cuCtxGetDevice (CUdevice *dev)
{
  ENTER (IN_CONTEXT, c);
  return GIVE_AT (dev, 0);
}

CUresult
cuCtxGetFlags (unsigned *flags)
{
  ENTER (IN_CONTEXT, c);
  return GIVE_AT (flags, c->flags);
}

CUresult
cuCtxSetFlags (unsigned flags)
{
  ENTER (IN_CONTEXT, c);
  if (flags & ~(unsigned) CU_CTX_FLAGS_MASK)
    return CUDA_ERROR_INVALID_VALUE;
  c->flags = flags;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetId (CUcontext ctx, unsigned long long *id)
{
  struct ctx *c;
  ENTER (IN_DRIVER, current);
  c = ctx ? ctx_get (ctx) : current;
  if (!c)
    return CUDA_ERROR_INVALID_CONTEXT;
  return GIVE_AT (id, c->id);
}

CUresult
cuCtxGetDevice_v2 (CUdevice *dev, CUcontext ctx)
{
  ENTER (IN_DRIVER, c);
  if (!dev)
    return CUDA_ERROR_INVALID_VALUE;
  if (!(ctx ? ctx_get (ctx) : c))
    return CUDA_ERROR_INVALID_CONTEXT;
  *dev = 0;
  return CUDA_SUCCESS;
}

static CUresult
synchronize (struct ctx *c)
{
  CUresult r = c->error ? c->error : capture_unsafe (c);
  if (r)
    return r;
  ctx_drain (c);
  drv_flush_printf ();
  return c->error;
}

CUresult
cuCtxSynchronize (void)
{
  ENTER (IN_CONTEXT, c);
  return synchronize (c);
}

CUresult
cuCtxSynchronize_v2 (CUcontext ctx)
{
  ENTER (IN_DRIVER, c);
  c = ctx ? ctx_get (ctx) : c;
  return c ? synchronize (c) : CUDA_ERROR_INVALID_CONTEXT;
}

/* Returns the engine's limit for a CUlimit, or -1.  */
static int
engine_limit (CUlimit limit)
{
  switch (limit)
    {
    case CU_LIMIT_STACK_SIZE: return PX_EMU_LIMIT_STACK;
    case CU_LIMIT_MALLOC_HEAP_SIZE: return PX_EMU_LIMIT_HEAP;
    case CU_LIMIT_PRINTF_FIFO_SIZE: return PX_EMU_LIMIT_PRINTF;
    default: return -1;
    }
}

/* Returns where C stores a limit that the engine does not use, or NULL.  */
static size_t *
kept_limit (struct ctx *c, CUlimit limit)
{
  switch (limit)
    {
    case CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH: return &c->sync_depth;
    case CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT: return &c->launches;
    case CU_LIMIT_MAX_L2_FETCH_GRANULARITY: return &c->l2_granularity;
    case CU_LIMIT_PERSISTING_L2_CACHE_SIZE: return &c->persisting;
    default: return NULL;
    }
}

CUresult
cuCtxSetLimit (CUlimit limit, size_t value)
{
  size_t *p;
  ENTER (IN_HEALTH, c);
  if (engine_limit (limit) >= 0)
    {
      ctx_drain (c);
      return px_emu_set_limit (drv.emu, (enum px_emu_limit) engine_limit (limit), value)
	       ? CUDA_SUCCESS
	       : CUDA_ERROR_INVALID_VALUE;
    }
  p = kept_limit (c, limit);
  if (!p)
    return CUDA_ERROR_UNSUPPORTED_LIMIT;
  *p = value;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetLimit (size_t *value, CUlimit limit)
{
  size_t *p;
  ENTER (IN_HEALTH, c);
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  if (engine_limit (limit) >= 0)
    {
      *value = px_emu_get_limit (drv.emu, (enum px_emu_limit) engine_limit (limit));
      return CUDA_SUCCESS;
    }
  p = kept_limit (c, limit);
  if (!p)
    return CUDA_ERROR_UNSUPPORTED_LIMIT;
  *value = *p;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetCacheConfig (CUfunc_cache *config)
{
  ENTER (IN_HEALTH, c);
  return GIVE_AT (config, c->cache);
}

CUresult
cuCtxSetCacheConfig (CUfunc_cache config)
{
  ENTER (IN_HEALTH, c);
  if ((unsigned) config > CU_FUNC_CACHE_PREFER_EQUAL)
    return CUDA_ERROR_INVALID_VALUE;
  c->cache = config;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetSharedMemConfig (CUsharedconfig *config)
{
  ENTER (IN_HEALTH, c);
  return GIVE_AT (config, c->banks);
}

/* The device has one bank size; setting another succeeds and has no effect.  */
CUresult
cuCtxSetSharedMemConfig (CUsharedconfig config)
{
  ENTER (IN_HEALTH, c);
  if ((unsigned) config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE)
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetApiVersion (CUcontext ctx, unsigned *version)
{
  ENTER (IN_DRIVER, current);
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
  if (!(ctx ? ctx_get (ctx) : current))
    return CUDA_ERROR_INVALID_CONTEXT;
  *version = 3020;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetStreamPriorityRange (int *least, int *greatest)
{
  ENTER (IN_HEALTH, c);
  if (least)
    *least = 0;
  if (greatest)
    *greatest = -5;
  return CUDA_SUCCESS;
}

CUresult
cuCtxResetPersistingL2Cache (void)
{
  ENTER (IN_HEALTH, c);
  return CUDA_SUCCESS;
}

CUresult
cuCtxAttach (CUcontext *pctx, unsigned flags)
{
  (void) pctx;
  (void) flags;
  ENTER (IN_CONTEXT, c);
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuCtxDetach (CUcontext ctx)
{
  (void) ctx;
  ENTER (IN_CONTEXT, c);
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuCtxEnablePeerAccess (CUcontext peer, unsigned flags)
{
  struct ctx *p;
  ENTER (IN_HEALTH, c);
  p = ctx_get (peer);
  if (!p || p == c)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
}

CUresult
cuCtxDisablePeerAccess (CUcontext peer)
{
  ENTER (IN_HEALTH, c);
  return ctx_get (peer) ? CUDA_ERROR_PEER_ACCESS_NOT_ENABLED : CUDA_ERROR_INVALID_CONTEXT;
}
