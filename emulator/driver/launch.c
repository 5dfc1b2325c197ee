/* SPDX-License-Identifier: MIT */
/* Launches of kernels.  kernel_action checks the call, copies the arguments, and makes an
   action that kernel_run executes; stream.c and graph-node.c use it.  */
#include "emulator/driver/module.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool
launch_dims_ok (const CUlaunchConfig *p)
{
  return p->gridDimX && p->gridDimY && p->gridDimZ && p->blockDimX && p->blockDimY && p->blockDimZ
	 && p->gridDimX <= 2147483647u && p->gridDimY <= 65535u && p->gridDimZ <= 65535u
	 && p->blockDimX <= 1024u && p->blockDimY <= 1024u && p->blockDimZ <= 64u
	 && (uint64_t) p->blockDimX * p->blockDimY * p->blockDimZ <= PX_EMU_MAX_THREADS;
}

static CUresult
no (const struct func *f, CUresult r, const char *format, ...)
{
  char text[256];
  va_list ap;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  drv_say ("launch of %s: %s", f->name, text);
  drv_why ("%s", text);
  return r;
}

CUresult
launch_attributes (const CUlaunchConfig *p, struct func *f, px_emu_launch *l, bool *overlaps)
{
  if (p->numAttrs && !p->attrs)
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < p->numAttrs; i++)
    {
      const CUlaunchAttributeValue *v = &p->attrs[i].value;
      switch (p->attrs[i].id)
	{
	case CU_LAUNCH_ATTRIBUTE_COOPERATIVE: l->cooperative = v->cooperative != 0; break;
	case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
	  l->cluster[0] = v->clusterDim.x;
	  l->cluster[1] = v->clusterDim.y;
	  l->cluster[2] = v->clusterDim.z;
	  break;
	case CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE:
	  if (v->deviceUpdatableKernelNode.deviceUpdatable)
	    return no (f, CUDA_ERROR_NOT_SUPPORTED,
		       "nodes that the device updates are not supported");
	  break;
	case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
	  *overlaps = v->programmaticStreamSerializationAllowed != 0;
	  break;
	case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT:
	  if (!event_get (v->programmaticEvent.event))
	    return CUDA_ERROR_INVALID_HANDLE;
	  break;
	case CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT:
	  if (!event_get (v->launchCompletionEvent.event))
	    return CUDA_ERROR_INVALID_HANDLE;
	  break;
	case CU_LAUNCH_ATTRIBUTE_IGNORE:
	case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
	case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
	case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
	case CU_LAUNCH_ATTRIBUTE_PRIORITY:
	case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
	case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
	case CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION:
	case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
	case CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING: break;
	default: return CUDA_ERROR_INVALID_VALUE;
	}
    }
  return CUDA_SUCCESS;
}

CUresult
launch_cluster (struct func *f, px_emu_launch *l)
{
  unsigned n = 1;
  if (f->info.cluster[0])
    for (int i = 0; i < 3; i++)
      {
	unsigned k = (unsigned) f->info.cluster[i];
	if (l->cluster[0] && l->cluster[i] != k)
	  return no (f, CUDA_ERROR_INVALID_CLUSTER_SIZE,
		     "the cluster differs from the kernel's own, %dx%dx%d", f->info.cluster[0],
		     f->info.cluster[1], f->info.cluster[2]);
      }
  for (int i = 0; i < 3; i++)
    if (f->info.cluster[0])
      l->cluster[i] = (unsigned) f->info.cluster[i];
    else if (f->cluster[0] && !l->cluster[i])
      l->cluster[i] = f->cluster[i];
  if (!l->cluster[0] && !l->cluster[1] && !l->cluster[2])
    return CUDA_SUCCESS;
  for (int i = 0; i < 3; i++)
    {
      if (!l->cluster[i] || l->cluster[i] > PX_EMU_MAX_CLUSTER || l->grid[i] % l->cluster[i])
	return no (f, CUDA_ERROR_INVALID_CLUSTER_SIZE,
		   "the grid %ux%ux%u is no multiple of the cluster %ux%ux%u", l->grid[0],
		   l->grid[1], l->grid[2], l->cluster[0], l->cluster[1], l->cluster[2]);
      n *= l->cluster[i];
    }
  if (n > PX_EMU_MAX_CLUSTER || (n > 8 && !f->nonportable))
    return no (f, CUDA_ERROR_INVALID_CLUSTER_SIZE, "a cluster of %u blocks%s", n,
	       n > PX_EMU_MAX_CLUSTER
		 ? ""
		 : " needs CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED");
  return CUDA_SUCCESS;
}

/* Makes a parameter block of the arguments of a launch, from malloc.  */
static CUresult
launch_params (struct func *f, void **args, void **extra, void **out)
{
  size_t need = f->info.param_bytes, size = 0;
  const char *buffer = NULL;
  char *p;

  if (args && extra)
    return CUDA_ERROR_INVALID_VALUE;
  if (extra)
    {
      for (; *extra != CU_LAUNCH_PARAM_END; extra += 2)
	if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
	  buffer = extra[1];
	else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
	  size = *(size_t *) extra[1];
	else
	  return CUDA_ERROR_INVALID_VALUE;
      if (need && (!buffer || size < need))
	return no (f, CUDA_ERROR_INVALID_VALUE, "%zu bytes of parameters, the kernel takes %zu",
		   size, need);
    }
  else if (f->info.n_params && !args)
    return no (f, CUDA_ERROR_INVALID_VALUE, "no arguments, the kernel takes %d", f->info.n_params);
  p = calloc (1, need ? need : 1);
  if (!p)
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (buffer)
    memcpy (p, buffer, need);
  else
    for (int i = 0; i < f->info.n_params; i++)
      {
	if (!args[i])
	  {
	    free (p);
	    return no (f, CUDA_ERROR_INVALID_VALUE, "argument %d is NULL", i);
	  }
	if (mem_on_device ((uintptr_t) args[i]))
	  {
	    free (p);
	    return no (
	      f, CUDA_ERROR_INVALID_VALUE,
	      "argument %d is read at 0x%zx, in memory of the device: the address of a variable "
	      "that holds the pointer is wanted",
	      i, (size_t) args[i]);
	  }
	memcpy (p + f->offset[i], args[i], f->size[i]);
      }
  *out = p;
  return CUDA_SUCCESS;
}

CUresult
kernel_action (const CUlaunchConfig *p, const void *h, void **args, void **extra,
	       struct action **out)
{
  struct func *f = func_get (h);
  struct action *a;
  px_emu_launch l = { .grid = { p->gridDimX, p->gridDimY, p->gridDimZ },
		      .block = { p->blockDimX, p->blockDimY, p->blockDimZ },
		      .dynamic_shared = p->sharedMemBytes };
  unsigned threads;
  uint64_t blocks;
  void *params = NULL;
  bool overlaps = false;
  int fit;
  CUresult r;

  if (!f || !f->emu)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!launch_dims_ok (p))
    return no (f, CUDA_ERROR_INVALID_VALUE, "grid %ux%ux%u of blocks %ux%ux%u", l.grid[0],
	       l.grid[1], l.grid[2], l.block[0], l.block[1], l.block[2]);
  threads = l.block[0] * l.block[1] * l.block[2];
  blocks = (uint64_t) l.grid[0] * l.grid[1] * l.grid[2];
  if (f->info.reqntid[0])
    for (int i = 0; i < 3; i++)
      if (l.block[i] != (unsigned) (f->info.reqntid[i] ? f->info.reqntid[i] : 1))
	return no (f, CUDA_ERROR_INVALID_VALUE,
		   "blocks of %ux%ux%u threads, the kernel requires %dx%dx%d", l.block[0],
		   l.block[1], l.block[2], f->info.reqntid[0], f->info.reqntid[1],
		   f->info.reqntid[2]);
  if (threads > (unsigned) f->info.max_threads)
    return no (f, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "%u threads a block, the kernel allows %d",
	       threads, f->info.max_threads);
  if (p->sharedMemBytes > (unsigned) f->max_dynamic)
    return no (f, CUDA_ERROR_INVALID_VALUE,
	       "%u bytes of dynamic shared memory, %d allowed "
	       "(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)",
	       p->sharedMemBytes, f->max_dynamic);
  r = launch_attributes (p, f, &l, &overlaps);
  if (!r)
    r = launch_cluster (f, &l);
  if (r)
    return r;
  if (l.cooperative && extra)
    return CUDA_ERROR_INVALID_VALUE;
  fit = px_emu_occupancy (f->emu, (int) threads, p->sharedMemBytes);
  if (fit <= 0)
    return no (f, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
	       "a block of %u threads with %d registers each and %zu bytes of "
	       "shared memory does not fit a multiprocessor",
	       threads, f->info.regs, f->info.static_shared + p->sharedMemBytes);
  if (l.cooperative && blocks > (uint64_t) fit * PX_EMU_SM_COUNT)
    return no (f, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
	       "%llu blocks, at most %d can be there together", (unsigned long long) blocks,
	       fit * PX_EMU_SM_COUNT);
  r = launch_params (f, args, extra, &params);
  if (r)
    return r;
  a = action_new (ACT_KERNEL);
  if (!a)
    {
      free (params);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  f->refs++;
  a->kernel.func = f;
  a->kernel.emu = f->emu;
  a->kernel.pending = &f->module->pending;
  a->kernel.how = l;
  a->kernel.overlaps = overlaps;
  drv.several |= overlaps;
  a->kernel.params = params;
  *out = a;
  return CUDA_SUCCESS;
}

/* Where the operation DATA was submitted; or, of an access of ADDR, where that memory comes from.  */
static void
launched_at (void *data, uint64_t addr, char *text, size_t size)
{
  const struct op *op = data;
  if (addr)
    place_memory (addr, text, size);
  else
    place_launch (&op->callers, op->act->kernel.func->name, text, size);
}

CUresult
kernel_run (struct op *op, px_emu_footprint *bytes)
{
  struct action *a = op->act;
  struct func *f = a->kernel.func;
  px_emu_launch l = a->kernel.how;
  px_emu_stats stats = { 0 };
  px_emu_error err;
  bool ok;

  l.params = a->kernel.params;
  l.param_bytes = f->info.param_bytes;
  if (drv.seeded)
    {
      l.schedule = PX_EMU_RANDOM;
      l.seed = drv.seed;
    }
  else
    l.schedule = drv.schedule;
  l.async = drv.async;
  l.limit = drv.limit;
  l.unreduced = drv.unreduced;
  l.trace = drv.trace;
  l.trace_launch = drv.trace_launch;
  l.timeout_ms = drv.timeout;
  l.footprint = bytes;
  l.early = op->beside && bytes ? &op->early : NULL;
  l.help = op_help;
  l.place = launched_at;
  l.place_data = op;
  memset (&err, 0, sizeof err);
  drv.running++;
  pthread_mutex_unlock (&drv.lock);
  ok = px_emu_run (a->kernel.emu, &l, drv.count ? &stats : NULL, &err);
  pthread_mutex_lock (&drv.lock);
  drv.counted.warp_instructions += stats.warp_instructions;
  drv.counted.thread_instructions += stats.thread_instructions;
  drv.running--;
  mem_reap ();
  return ok ? CUDA_SUCCESS : drv_engine_error (&err);
}

/* Launches H in the stream of P, which is STREAM after _ptsz was applied.  */
static CUresult
launch (const CUlaunchConfig *p, CUstream stream, const void *h, void **args, void **extra)
{
  struct stream *s;
  struct action *a;
  struct func *f;
  CUresult r;
  ENTER (IN_HEALTH, c);
  f = func_get (h);
  if (!f || (f->module->ctx && f->module->ctx != c))
    return CUDA_ERROR_INVALID_HANDLE;
  r = stream_get (c, stream, &s);
  if (!r)
    r = kernel_action (p, h, args, extra, &a);
  if (!r)
    {
      const struct op *last = a->kernel.overlaps ? s->last : NULL;
      uint64_t beside = last && last->act && last->act->kind == ACT_KERNEL ? last->seq : 0;
      struct op *op;
      r = stream_push (s, a, &op);
      if (op) /* it has not begun, since drv.lock is held */
	op->beside = beside;
      op_unref (op);
    }
  /* Events of a launch: a kernel has certainly begun when it is complete.  */
  for (unsigned i = 0; !r && !s->capture && i < p->numAttrs; i++)
    if (p->attrs[i].id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT
	|| p->attrs[i].id == CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT)
      r = event_record (event_get (p->attrs[i].value.launchCompletionEvent.event), s);
  return r;
}

STREAM_API (cuLaunchKernel, stream,
	    (CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
	     unsigned bz, unsigned shared, CUstream stream, void **args, void **extra),
	    (f, gx, gy, gz, bx, by, bz, shared, stream, args, extra))
{
  CUlaunchConfig p = { gx, gy, gz, bx, by, bz, shared, stream, NULL, 0 };
  return launch (&p, stream, f, args, extra);
}

STREAM_API (cuLaunchCooperativeKernel, stream,
	    (CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
	     unsigned bz, unsigned shared, CUstream stream, void **args),
	    (f, gx, gy, gz, bx, by, bz, shared, stream, args))
{
  CUlaunchAttribute a = { .id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE, .value.cooperative = 1 };
  CUlaunchConfig p = { gx, gy, gz, bx, by, bz, shared, stream, &a, 1 };
  return launch (&p, stream, f, args, NULL);
}

CUresult
cuLaunchKernelEx (const CUlaunchConfig *p, CUfunction f, void **args, void **extra)
{
  return p ? launch (p, p->hStream, f, args, extra) : CUDA_ERROR_INVALID_VALUE;
}

DRV_EXPORT CUresult cuLaunchKernelEx_ptsz (const CUlaunchConfig *, CUfunction, void **, void **);
CUresult
cuLaunchKernelEx_ptsz (const CUlaunchConfig *p, CUfunction f, void **args, void **extra)
{
  if (!p)
    return CUDA_ERROR_INVALID_VALUE;
  return launch (p, p->hStream ? p->hStream : CU_STREAM_PER_THREAD, f, args, extra);
}

/* ---- old launch functions: the function object stores the arguments ---- */

CUresult
cuFuncSetBlockShape (CUfunction h, int x, int y, int z)
{
  ENTER_FUNC (h, f);
  if (x <= 0 || y <= 0 || z <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  f->block[0] = (unsigned) x;
  f->block[1] = (unsigned) y;
  f->block[2] = (unsigned) z;
  return CUDA_SUCCESS;
}

CUresult
cuFuncSetSharedSize (CUfunction h, unsigned bytes)
{
  ENTER_FUNC (h, f);
  f->shared = bytes;
  return CUDA_SUCCESS;
}

CUresult
cuParamSetSize (CUfunction h, unsigned bytes)
{
  ENTER_FUNC (h, f);
  return bytes > f->info.param_bytes ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult
cuParamSetv (CUfunction h, int offset, void *data, unsigned n)
{
  ENTER_FUNC (h, f);
  if (!data || offset < 0 || (size_t) offset > f->info.param_bytes
      || n > f->info.param_bytes - (size_t) offset)
    return CUDA_ERROR_INVALID_VALUE;
  if (!f->param && !(f->param = calloc (1, f->info.param_bytes + 1)))
    return CUDA_ERROR_OUT_OF_MEMORY;
  memcpy (f->param + offset, data, n);
  return CUDA_SUCCESS;
}

CUresult
cuParamSeti (CUfunction h, int offset, unsigned value)
{
  return cuParamSetv (h, offset, &value, sizeof value);
}

CUresult
cuParamSetf (CUfunction h, int offset, float value)
{
  return cuParamSetv (h, offset, &value, sizeof value);
}

CUresult
cuLaunchGridAsync (CUfunction h, int width, int height, CUstream stream)
{
  CUlaunchConfig p = { (unsigned) width, (unsigned) height, 1, 0, 0, 0, 0, stream, NULL, 0 };
  size_t size = 0;
  void *block = NULL;
  {
    ENTER_FUNC (h, f);
    if (width <= 0 || height <= 0)
      return CUDA_ERROR_INVALID_VALUE;
    p.blockDimX = f->block[0];
    p.blockDimY = f->block[1];
    p.blockDimZ = f->block[2];
    p.sharedMemBytes = f->shared;
    size = f->info.param_bytes;
    if (!f->param && !(f->param = calloc (1, size + 1)))
      return CUDA_ERROR_OUT_OF_MEMORY;
    block = f->param;
  }
  return launch (&p, stream, h, NULL,
		 (void *[]){ CU_LAUNCH_PARAM_BUFFER_POINTER, block, CU_LAUNCH_PARAM_BUFFER_SIZE,
			     &size, CU_LAUNCH_PARAM_END });
}

CUresult
cuLaunchGrid (CUfunction h, int width, int height)
{
  return cuLaunchGridAsync (h, width, height, NULL);
}

CUresult
cuLaunch (CUfunction h)
{
  return cuLaunchGridAsync (h, 1, 1, NULL);
}
