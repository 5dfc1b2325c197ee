/* SPDX-License-Identifier: MIT */
/* The driver of fake.h.  FAKE_SMALL: only what libpx requires; FAKE_OLD: without
   one function that it requires.  */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake.h"

/* All are of the right type.  */
#define PX_DRIVER(name, symbol, since, need, args) CUresult symbol args;
#include "runtime/driver.def"
#undef PX_DRIVER

struct fake fake = { .code = CUDA_ERROR_UNKNOWN, .version = 12040, .arch = 90, .devices = 2 };

#define COUNTS(field, n) __atomic_fetch_add (&fake.field, n, __ATOMIC_SEQ_CST)

/* Counts a call; the one that is to fail does.  */
static CUresult
step (const char *name)
{
  snprintf (fake.last, sizeof fake.last, "%s", name);
  if (COUNTS (calls, 1) + 1 != fake.fail_at)
    return CUDA_SUCCESS;
  snprintf (fake.failed, sizeof fake.failed, "%s", name);
  return fake.code;
}
#define STEP do { CUresult r_ = step (__func__); if (r_ != CUDA_SUCCESS) return r_; } while (0)

/* --- Devices and contexts.  */

static struct CUctx_st { int device; } primaries[8];
static __thread CUcontext stack[64];
static __thread int depth;

CUresult cuInit (unsigned f) { (void) f; STEP; return CUDA_SUCCESS; }
CUresult cuDriverGetVersion (int *v) { STEP; *v = fake.version; return CUDA_SUCCESS; }
CUresult cuDeviceGetCount (int *n) { STEP; *n = fake.devices; return CUDA_SUCCESS; }
CUresult cuDeviceGet (CUdevice *d, int i) { STEP; *d = i; return CUDA_SUCCESS; }

CUresult
cuDeviceGetName (char *s, int n, CUdevice d)
{
  STEP;
  snprintf (s, n, "fake %d", d);
  return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem_v2 (size_t *n, CUdevice d) { (void) d; STEP; *n = 1 << 30; return CUDA_SUCCESS; }

CUresult
cuDeviceGetAttribute (int *v, CUdevice_attribute a, CUdevice d)
{
  (void) d;
  STEP;
  switch (a)
    {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *v = fake.arch / 10; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *v = fake.arch % 10; break;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *v = 1024; break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: *v = 2147483647; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: *v = fake.arch >= 90 ? 232448 : 101376; break;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: *v = 32; break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *v = 4; break;
    case CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH: *v = fake.arch >= 90; break;
    case CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS: *v = fake.pageable; break;
    case CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED: *v = fake.arch >= 90; break;
    default: *v = 1;
    }
  return CUDA_SUCCESS;
}

CUresult
cuDevicePrimaryCtxRetain (CUcontext *c, CUdevice d)
{
  STEP;
  primaries[d].device = d;
  *c = &primaries[d];
  COUNTS (primary, 1);
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2 (CUdevice d) { (void) d; STEP; COUNTS (primary, -1); return CUDA_SUCCESS; }

CUresult
cuCtxGetCurrent (CUcontext *c)
{
  STEP;
  *c = depth ? stack[depth - 1] : NULL;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetDevice (CUdevice *d)
{
  STEP;
  if (!depth)
    return CUDA_ERROR_INVALID_CONTEXT;
  *d = stack[depth - 1]->device;
  return CUDA_SUCCESS;
}

CUresult
cuCtxPushCurrent_v2 (CUcontext c)
{
  STEP;
  stack[depth++] = c;
  COUNTS (pushed, 1);
  return CUDA_SUCCESS;
}

/* Takes the context away even if it is told to fail, as a driver does that
   reports an earlier fault.  */
CUresult
cuCtxPopCurrent_v2 (CUcontext *c)
{
  if (!depth)
    return CUDA_ERROR_INVALID_CONTEXT;
  *c = stack[--depth];
  COUNTS (pushed, -1);
  STEP;
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize (void) { STEP; COUNTS (synchronised, 1); return fake.fault; }

CUresult
cuMemGetInfo_v2 (size_t *f, size_t *t)
{
  STEP;
  *f = *t = 1 << 30;
  return CUDA_SUCCESS;
}

/* --- Modules: PTX text, in which `.entry NAME' and `.global ... NAME[N]' are
   looked for.  */

struct CUmod_st { char *text; int device; struct CUfunc_st *functions; };
struct CUfunc_st { struct CUmod_st *module; struct CUfunc_st *next; char name[64];
		   unsigned nparams, size[16]; };

static CUresult
bad_text (unsigned n, CUjit_option *options, void **values, const char *why)
{
  for (unsigned i = 0; i < n; i++)
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
      snprintf (values[i], 256, "fake: %s\n", why);
  return CUDA_ERROR_INVALID_PTX;
}

CUresult
cuModuleLoadDataEx (CUmodule *m, const void *data, unsigned n, CUjit_option *options, void **values)
{
  STEP;
  const char *text = data;
  if (!strncmp (text, "\177ELF", 4))
    text += 4;
  if (!strstr (text, ".version") || strstr (text, "syntax error"))
    return bad_text (n, options, values, "this is not PTX");
  if (fake.capturing && !fake.relaxed)
    COUNTS (loaded_in_capture, 1);
  *m = calloc (1, sizeof **m);
  (*m)->text = strdup (text);
  (*m)->device = depth ? stack[depth - 1]->device : -1;
  COUNTS (modules, 1);
  COUNTS (loads, 1);
  return CUDA_SUCCESS;
}

CUresult
cuModuleUnload (CUmodule m)
{
  STEP;
  for (struct CUfunc_st *f = m->functions, *next; f; f = next)
    next = f->next, free (f);
  free (m->text);
  free (m);
  COUNTS (modules, -1);
  return CUDA_SUCCESS;
}

/* After WORD the name in TEXT, or NULL.  */
static const char *
find (const char *text, const char *word, const char *name)
{
  size_t n = strlen (name);
  while ((text = strstr (text, word)))
    {
      text += strlen (word);
      const char *s = text + strspn (text, " ");
      if (!strncmp (s, name, n) && !isalnum ((unsigned char) s[n]) && s[n] != '_' && s[n] != '$')
	return s + n;
    }
  return NULL;
}

CUresult
cuModuleGetFunction (CUfunction *f, CUmodule m, const char *name)
{
  STEP;
  const char *s = find (m->text, ".entry", name);
  if (!s)
    return CUDA_ERROR_NOT_FOUND;
  if (fake.capturing && !fake.relaxed)
    COUNTS (loaded_in_capture, 1);
  struct CUfunc_st *g = calloc (1, sizeof *g);
  g->module = m;
  g->next = m->functions;
  m->functions = g;
  snprintf (g->name, sizeof g->name, "%s", name);
  for (const char *e = strchr (s, ')'); (s = strstr (s, ".param")) && s < e; s++)
    {
      char t = s[8];
      unsigned bits = atoi (s + 9);
      const char *size = strchr (s, '[');
      g->size[g->nparams++] = t == 'a' && size ? (unsigned) atoi (size + 1) : bits / 8;
    }
  *f = g;
  return CUDA_SUCCESS;
}

CUresult
cuModuleGetGlobal_v2 (CUdeviceptr *p, size_t *n, CUmodule m, const char *name)
{
  STEP;
  const char *s = find (m->text, ".b8", name);
  if (!s || *s != '[')
    return CUDA_ERROR_NOT_FOUND;
  static char storage[256];
  *n = atoi (s + 1);
  *p = (CUdeviceptr) (uintptr_t) storage;
  return CUDA_SUCCESS;
}

CUresult
cuFuncGetAttribute (int *v, CUfunction_attribute a, CUfunction f)
{
  (void) f;
  STEP;
  *v = a == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? 512
    : a == CU_FUNC_ATTRIBUTE_NUM_REGS ? 32 : a == CU_FUNC_ATTRIBUTE_PTX_VERSION ? 80 : 0;
  return CUDA_SUCCESS;
}

CUresult
cuFuncSetAttribute (CUfunction f, CUfunction_attribute a, int v)
{
  (void) f;
  STEP;
  if (a == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
    fake.allowed = v;
  return CUDA_SUCCESS;
}

/* --- Launches.  */

static CUresult
launch (CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
	unsigned smem, CUstream s, void **args)
{
  memset (&fake.launch, 0, sizeof fake.launch);
  COUNTS (launches, 1);
  snprintf (fake.launch.name, sizeof fake.launch.name, "%s", f->name);
  fake.launch.grid[0] = gx, fake.launch.grid[1] = gy, fake.launch.grid[2] = gz;
  fake.launch.block[0] = bx, fake.launch.block[1] = by, fake.launch.block[2] = bz;
  fake.launch.device = f->module->device;
  fake.launch.smem = smem;
  fake.launch.stream = s;
  for (unsigned i = 0; i < f->nparams && i < 4; i++)
    memcpy (&fake.launch.args[i], args[i], f->size[i] < 8 ? f->size[i] : 8);
  return CUDA_SUCCESS;
}

CUresult
cuLaunchKernel (CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
		unsigned bz, unsigned smem, CUstream s, void **args, void **extra)
{
  (void) extra;
  STEP;
  return launch (f, gx, gy, gz, bx, by, bz, smem, s, args);
}

/* --- Memory.  */

CUresult
cuMemAlloc_v2 (CUdeviceptr *p, size_t n)
{
  STEP;
  void *m = n < (size_t) 1 << 30 ? malloc (n) : NULL;
  if (!m)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *p = (CUdeviceptr) (uintptr_t) m;
  COUNTS (memory, 1);
  return CUDA_SUCCESS;
}

CUresult
cuMemFree_v2 (CUdeviceptr p)
{
  STEP;
  free ((void *) (uintptr_t) p);
  COUNTS (memory, -1);
  return CUDA_SUCCESS;
}

CUresult
cuMemcpy (CUdeviceptr to, CUdeviceptr from, size_t n)
{
  STEP;
  memcpy ((void *) (uintptr_t) to, (void *) (uintptr_t) from, n);
  return CUDA_SUCCESS;
}

CUresult
cuMemcpyAsync (CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s)
{
  (void) s;
  STEP;
  memcpy ((void *) (uintptr_t) to, (void *) (uintptr_t) from, n);
  return CUDA_SUCCESS;
}

CUresult
cuMemsetD8_v2 (CUdeviceptr p, unsigned char v, size_t n)
{
  STEP;
  memset ((void *) (uintptr_t) p, v, n);
  return CUDA_SUCCESS;
}

CUresult
cuMemsetD8Async (CUdeviceptr p, unsigned char v, size_t n, CUstream s)
{
  (void) s;
  STEP;
  memset ((void *) (uintptr_t) p, v, n);
  return CUDA_SUCCESS;
}

/* --- Streams and events.  */

CUresult
cuStreamCreateWithPriority (CUstream *s, unsigned f, int p)
{
  (void) f, (void) p;
  STEP;
  *s = malloc (1);
  COUNTS (streams, 1);
  return CUDA_SUCCESS;
}

CUresult cuStreamDestroy_v2 (CUstream s) { STEP; free (s); COUNTS (streams, -1); return CUDA_SUCCESS; }
CUresult cuStreamSynchronize (CUstream s) { (void) s; STEP; return fake.fault; }
CUresult cuStreamQuery (CUstream s) { (void) s; STEP; return CUDA_ERROR_NOT_READY; }
#ifndef FAKE_OLD
CUresult
cuStreamWaitEvent (CUstream s, CUevent e, unsigned f)
{
  (void) s, (void) e, (void) f;
  STEP;
  return CUDA_SUCCESS;
}
#endif

CUresult
cuEventCreate (CUevent *e, unsigned f)
{
  (void) f;
  STEP;
  *e = malloc (1);
  COUNTS (events, 1);
  return CUDA_SUCCESS;
}

CUresult cuEventDestroy_v2 (CUevent e) { STEP; free (e); COUNTS (events, -1); return CUDA_SUCCESS; }
CUresult cuEventRecord (CUevent e, CUstream s) { (void) e, (void) s; STEP; return CUDA_SUCCESS; }
CUresult cuEventQuery (CUevent e) { (void) e; STEP; return CUDA_SUCCESS; }
CUresult cuEventSynchronize (CUevent e) { (void) e; STEP; return fake.fault; }

CUresult
cuEventElapsedTime (float *ms, CUevent a, CUevent b)
{
  (void) a, (void) b;
  STEP;
  *ms = 1.5f;
  return CUDA_SUCCESS;
}

#ifndef FAKE_SMALL
/* --- What a driver may lack.  */

CUresult
cuDeviceGetPCIBusId (char *s, int n, CUdevice d)
{
  STEP;
  snprintf (s, n, "0000:%02x:00.0", d);
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset_v2 (CUdevice d) { (void) d; STEP; fake.fault = CUDA_SUCCESS; return CUDA_SUCCESS; }

/* Resetting gives the same handle and another id.  */
CUresult
cuCtxGetId (CUcontext c, unsigned long long *id)
{
  STEP;
  *id = 100 + c->device;
  return CUDA_SUCCESS;
}

CUresult cuCtxEnablePeerAccess (CUcontext c, unsigned f) { (void) c, (void) f; STEP; return CUDA_SUCCESS; }
CUresult cuCtxDisablePeerAccess (CUcontext c) { (void) c; STEP; return CUDA_ERROR_PEER_ACCESS_NOT_ENABLED; }

struct CUlinkState_st { char *text; unsigned n; CUjit_option options[4]; void *values[4]; };

CUresult
cuLinkCreate_v2 (unsigned n, CUjit_option *options, void **values, CUlinkState *l)
{
  STEP;
  *l = calloc (1, sizeof **l);
  (*l)->text = strdup ("\177ELF");
  (*l)->n = n;
  memcpy ((*l)->options, options, n * sizeof *options);
  memcpy ((*l)->values, values, n * sizeof *values);
  COUNTS (links, 1);
  return CUDA_SUCCESS;
}

CUresult
cuLinkAddData_v2 (CUlinkState l, CUjitInputType type, void *data, size_t n, const char *name,
		  unsigned k, CUjit_option *options, void **values)
{
  (void) k, (void) options, (void) values, (void) name;
  STEP;
  if (type != CU_JIT_INPUT_PTX || !n || ((char *) data)[n - 1])
    return CUDA_ERROR_INVALID_VALUE;
  if (strstr (data, "syntax error"))
    return bad_text (l->n, l->options, l->values, "this is not PTX");
  l->text = realloc (l->text, strlen (l->text) + n);
  strcat (l->text, data);
  COUNTS (linked, 1);
  return CUDA_SUCCESS;
}

/* Two entries or functions of one name do not link.  */
CUresult
cuLinkComplete (CUlinkState l, void **cubin, size_t *n)
{
  STEP;
  static const char *const words[] = { ".entry ", ".func " };
  for (int w = 0; w < 2; w++)
    for (const char *s = l->text; (s = strstr (s, words[w]));)
      {
	char name[64] = "";
	s += strlen (words[w]);
	sscanf (s, "%63[A-Za-z0-9_$]", name);
	if (*name && s[strlen (name)] == '(' && find (s, words[w], name))
	  return bad_text (l->n, l->options, l->values, "defined twice"), CUDA_ERROR_UNKNOWN;
      }
  *cubin = l->text;
  *n = strlen (l->text) + 1;
  return CUDA_SUCCESS;
}

CUresult cuLinkDestroy (CUlinkState l) { STEP; free (l->text); free (l); COUNTS (links, -1); return CUDA_SUCCESS; }

CUresult
cuMemHostAlloc (void **p, size_t n, unsigned f)
{
  (void) f;
  STEP;
  *p = malloc (n);
  COUNTS (pinned, 1);
  return CUDA_SUCCESS;
}

CUresult cuMemFreeHost (void *p) { STEP; free (p); COUNTS (pinned, -1); return CUDA_SUCCESS; }
CUresult cuMemAllocManaged (CUdeviceptr *p, size_t n, unsigned f) { (void) f; return cuMemAlloc_v2 (p, n); }
CUresult cuMemAllocAsync (CUdeviceptr *p, size_t n, CUstream s) { (void) s; return cuMemAlloc_v2 (p, n); }
CUresult cuMemFreeAsync (CUdeviceptr p, CUstream s) { (void) s; return cuMemFree_v2 (p); }
CUresult cuMemHostRegister_v2 (void *p, size_t n, unsigned f) { (void) p, (void) n, (void) f; STEP; return CUDA_SUCCESS; }
CUresult cuMemHostUnregister (void *p) { (void) p; STEP; return CUDA_SUCCESS; }

CUresult
cuMemAllocPitch_v2 (CUdeviceptr *p, size_t *pitch, size_t w, size_t h, unsigned e)
{
  (void) e;
  *pitch = (w + 511) / 512 * 512;
  return cuMemAlloc_v2 (p, *pitch * h);
}

/* All memory is the device's but that at an odd address.  */
CUresult
cuPointerGetAttribute (void *v, CUpointer_attribute a, CUdeviceptr p)
{
  STEP;
  if (fake.unknown)
    return CUDA_ERROR_INVALID_VALUE;
  switch (a)
    {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *(unsigned *) v = p & 1 ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *) v = fake.memory_device; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(unsigned *) v = fake.managed; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS: *(unsigned *) v = fake.access; return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult
cuMemcpy2DUnaligned_v2 (const CUDA_MEMCPY2D *m)
{
  STEP;
  for (size_t i = 0; i < m->Height; i++)
    memcpy ((char *) (uintptr_t) m->dstDevice + i * m->dstPitch,
	    (char *) (uintptr_t) m->srcDevice + i * m->srcPitch, m->WidthInBytes);
  return CUDA_SUCCESS;
}

CUresult cuMemcpy2DAsync_v2 (const CUDA_MEMCPY2D *m, CUstream s) { (void) s; return cuMemcpy2DUnaligned_v2 (m); }

CUresult
cuMemcpyPeer (CUdeviceptr to, CUcontext a, CUdeviceptr from, CUcontext b, size_t n)
{
  STEP;
  if (a == b)
    return CUDA_ERROR_INVALID_CONTEXT;
  memcpy ((void *) (uintptr_t) to, (void *) (uintptr_t) from, n);
  return CUDA_SUCCESS;
}

CUresult
cuMemcpyPeerAsync (CUdeviceptr to, CUcontext a, CUdeviceptr from, CUcontext b, size_t n, CUstream s)
{
  (void) s;
  return cuMemcpyPeer (to, a, from, b, n);
}

CUresult
cuMemsetD32_v2 (CUdeviceptr p, unsigned v, size_t n)
{
  STEP;
  for (size_t i = 0; i < n; i++)
    ((unsigned *) (uintptr_t) p)[i] = v;
  return CUDA_SUCCESS;
}

CUresult cuMemsetD32Async (CUdeviceptr p, unsigned v, size_t n, CUstream s) { (void) s; return cuMemsetD32_v2 (p, v, n); }

CUresult
cuStreamBeginCapture_v2 (CUstream s, CUstreamCaptureMode m)
{
  (void) s, (void) m;
  STEP;
  fake.capturing = 1;
  return CUDA_SUCCESS;
}

CUresult
cuStreamEndCapture (CUstream s, CUgraph *g)
{
  (void) s;
  fake.capturing = 0;
  *g = NULL;
  STEP;
  *g = malloc (1);
  COUNTS (graphs, 1);
  return CUDA_SUCCESS;
}

CUresult
cuStreamIsCapturing (CUstream s, CUstreamCaptureStatus *v)
{
  (void) s;
  STEP;
  *v = fake.capturing ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE;
  return CUDA_SUCCESS;
}

CUresult
cuThreadExchangeStreamCaptureMode (CUstreamCaptureMode *m)
{
  static CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  CUstreamCaptureMode old = mode;
  STEP;
  mode = *m;
  *m = old;
  fake.relaxed = mode == CU_STREAM_CAPTURE_MODE_RELAXED;
  return CUDA_SUCCESS;
}

CUresult
cuGraphInstantiateWithFlags (CUgraphExec *e, CUgraph g, unsigned long long f)
{
  (void) f, (void) g;
  STEP;
  *e = malloc (1);
  COUNTS (graphs, 1);
  return CUDA_SUCCESS;
}

CUresult cuGraphDestroy (CUgraph g) { STEP; free (g); COUNTS (graphs, -1); return CUDA_SUCCESS; }
CUresult cuGraphExecDestroy (CUgraphExec g) { STEP; free (g); COUNTS (graphs, -1); return CUDA_SUCCESS; }
CUresult cuGraphLaunch (CUgraphExec g, CUstream s) { (void) g, (void) s; STEP; return CUDA_SUCCESS; }
CUresult cuLaunchHostFunc (CUstream s, CUhostFn f, void *d) { (void) s; STEP; f (d); return CUDA_SUCCESS; }

CUresult
cuLaunchCooperativeKernel (CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
			   unsigned by, unsigned bz, unsigned smem, CUstream s, void **args)
{
  STEP;
  launch (f, gx, gy, gz, bx, by, bz, smem, s, args);
  fake.launch.cooperative = 1;
  return CUDA_SUCCESS;
}

CUresult
cuLaunchKernelEx (const CUlaunchConfig *c, CUfunction f, void **args, void **extra)
{
  (void) extra;
  STEP;
  launch (f, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX, c->blockDimY, c->blockDimZ,
	  c->sharedMemBytes, c->hStream, args);
  for (unsigned i = 0; i < c->numAttrs; i++)
    if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
      fake.launch.cluster = c->attrs[i].value.clusterDim.x;
    else if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
      fake.launch.cooperative = c->attrs[i].value.cooperative;
  return CUDA_SUCCESS;
}

CUresult
cuFuncGetParamInfo (CUfunction f, size_t i, size_t *offset, size_t *size)
{
  STEP;
  if (i >= f->nparams)
    return CUDA_ERROR_INVALID_VALUE;
  *offset = 0;
  *size = f->size[i];
  return CUDA_SUCCESS;
}

CUresult cuFuncGetName (const char **s, CUfunction f) { STEP; *s = f->name; return CUDA_SUCCESS; }

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessor (int *n, CUfunction f, int threads, size_t smem)
{
  (void) f;
  STEP;
  fake.smem = smem;
  *n = 2048 / threads;
  return CUDA_SUCCESS;
}

CUresult
cuOccupancyMaxPotentialBlockSize (int *g, int *n, CUfunction f, CUoccupancyB2DSize s, size_t d, int l)
{
  (void) f, (void) s, (void) d, (void) l;
  STEP;
  *g = 8;
  *n = 500;
  return CUDA_SUCCESS;
}

CUresult
cuTensorMapEncodeTiled (CUtensorMap *m, CUtensorMapDataType t, uint32_t rank, void *a,
			const uint64_t *size, const uint64_t *stride, const uint32_t *box,
			const uint32_t *s, CUtensorMapInterleave i, CUtensorMapSwizzle w,
			CUtensorMapL2promotion l, CUtensorMapFloatOOBfill f)
{
  STEP;
  memset (m, 0, sizeof *m);
  m->opaque[0] = t | rank << 4 | i << 8 | w << 12 | l << 16 | f << 20;
  m->opaque[1] = (uintptr_t) a;
  m->opaque[2] = size[rank - 1];
  m->opaque[3] = rank > 1 ? stride[rank - 2] : 0;
  m->opaque[4] = box[0];
  m->opaque[5] = s[0];
  return CUDA_SUCCESS;
}

CUresult
cuTensorMapEncodeIm2col (CUtensorMap *m, CUtensorMapDataType t, uint32_t rank, void *a,
			 const uint64_t *size, const uint64_t *stride, const int *lower,
			 const int *upper, uint32_t channels, uint32_t pixels, const uint32_t *s,
			 CUtensorMapInterleave i, CUtensorMapSwizzle w, CUtensorMapL2promotion l,
			 CUtensorMapFloatOOBfill f)
{
  (void) t, (void) rank, (void) a, (void) size, (void) stride, (void) upper, (void) s, (void) i,
    (void) w, (void) l, (void) f;
  STEP;
  memset (m, 0, sizeof *m);
  m->opaque[0] = (unsigned) lower[0];
  m->opaque[1] = channels;
  m->opaque[2] = pixels;
  return CUDA_SUCCESS;
}
#endif
