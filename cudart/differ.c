/* SPDX-License-Identifier: MIT */
/* Functions that differ between CUDA 12 and 13.  Compiled once for each, with CUDART_VERSION as
   cudaRuntimeGetVersion returns it.  CUDA 13 has under the plain names what CUDA 12 has as _v2
   or _v3.  */
#include "cudart/cudart.h"

#include <string.h>

#define PTR(p) ((CUdeviceptr) (uintptr_t) (p))

API_START (cudaRuntimeGetVersion, (int *version), (version))
{
  if (!version)
    return cudaErrorInvalidValue;
  *version = CUDART_VERSION;
  return cudaSuccess;
}

/* ---- device properties ---- */

#define BOTH(x) x
#if CUDART_VERSION < 13000
#  define ONLY12(x) x
#  define GET_PROPERTIES cudaGetDeviceProperties_v2
#else
#  define ONLY12(x)
#  define GET_PROPERTIES cudaGetDeviceProperties
#endif

struct cudaDeviceProp
{
  char name[256];
  CUuuid uuid;
  char luid[8];
  unsigned luidDeviceNodeMask;
#define CUDART_PROP(type, field, n, attr, versions) versions (type field[n];)
#include "cudart/prop.def"
#undef CUDART_PROP
};

_Static_assert(sizeof (struct cudaDeviceProp) == (CUDART_VERSION < 13000 ? 1032 : 1008),
	       "prop.def");

API_START (GET_PROPERTIES, (struct cudaDeviceProp * p, int device), (p, device))
{
  enum
  {
    CU_DEVICE_ATTRIBUTE_NONE
  };
  int n = 0, v;
  cudaError_t r = p ? (cudaError_t) cuDeviceGetCount (&n) : cudaErrorInvalidValue;
  if (r || device < 0 || device >= n)
    return r ? r : cudaErrorInvalidDevice;
  memset (p, 0, sizeof *p);
  r = (cudaError_t) cuDeviceGetName (p->name, sizeof p->name, device);
  if (!r)
    r = (cudaError_t) cuDeviceGetUuid_v2 (&p->uuid, device);
#define FIELD(field, n, attr) \
  for (int i = 0; !r && (int) CU_DEVICE_ATTRIBUTE_##attr && i < n; i++) \
    if (!(r = (cudaError_t) cuDeviceGetAttribute ( \
	    &v, (CUdevice_attribute) (CU_DEVICE_ATTRIBUTE_##attr + i), device))) \
      p->field[i] = (__typeof__ (p->field[0])) v;
#define CUDART_PROP(type, field, n, attr, versions) versions (FIELD (field, n, attr))
#include "cudart/prop.def"
#undef CUDART_PROP
  return r ? r : (cudaError_t) cuDeviceTotalMem_v2 (p->totalGlobalMem, device);
}

/* ---- entry points of the driver ---- */

static cudaError_t
entry_point (const char *name, void **fn, unsigned version, unsigned long long flags, int *status)
{
  CUdriverProcAddressQueryResult q = CU_GET_PROC_ADDRESS_SUCCESS;
  cudaError_t r = (cudaError_t) cuGetProcAddress_v2 (name, fn, (int) version, flags, &q);
  if (status)
    *status = (int) q;
  return r;
}

#define ENTRY_POINT(suffix, usual) \
  API_START (cudaGetDriverEntryPoint##suffix, \
	     (const char *name, void **fn, unsigned long long flags, int *status), \
	     (name, fn, flags, status)) \
  { \
    return entry_point (name, fn, CUDART_VERSION, flags ? flags : usual, status); \
  } \
  API_START (cudaGetDriverEntryPointByVersion##suffix, \
	     (const char *name, void **fn, unsigned version, unsigned long long flags, \
	      int *status), \
	     (name, fn, version, flags, status)) \
  { \
    return entry_point (name, fn, version, flags ? flags : usual, status); \
  }
ENTRY_POINT (, CU_GET_PROC_ADDRESS_LEGACY_STREAM)
ENTRY_POINT (_ptsz, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)

/* ---- functions with revisions ---- */

/* The name of the newest revision.  */
#if CUDART_VERSION < 13000
#  define NEW(name, revision) name##revision
#else
#  define NEW(name, revision) name
#endif
#define API_NEW(name, params, args) API (name, params, args)
#define API_NEW_STREAM(name, params, args) API_STREAM (name, _ptsz, stream, params, args)

API_NEW_STREAM (NEW (cudaStreamGetCaptureInfo, _v3),
		(CUstream stream, CUstreamCaptureStatus *status, uint64_t *id, CUgraph *g,
		 const CUgraphNode **deps, const CUgraphEdgeData **edges, size_t *n),
		(stream, status, id, g, deps, edges, n))
{
  return (cudaError_t) cuStreamGetCaptureInfo_v3 (stream, status, id, g, deps, edges, n);
}

API_NEW_STREAM (NEW (cudaStreamUpdateCaptureDependencies, _v2),
		(CUstream stream, CUgraphNode *deps, const CUgraphEdgeData *edges, size_t n,
		 unsigned flags),
		(stream, deps, edges, n, flags))
{
  return (cudaError_t) cuStreamUpdateCaptureDependencies_v2 (stream, deps, edges, n, flags);
}

API_NEW (NEW (cudaGraphGetEdges, _v2),
	 (CUgraph g, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edges, size_t *n),
	 (g, from, to, edges, n))
{
  return (cudaError_t) cuGraphGetEdges_v2 (g, from, to, edges, n);
}

API_NEW (NEW (cudaGraphNodeGetDependencies, _v2),
	 (CUgraphNode node, CUgraphNode *deps, CUgraphEdgeData *edges, size_t *n),
	 (node, deps, edges, n))
{
  return (cudaError_t) cuGraphNodeGetDependencies_v2 (node, deps, edges, n);
}

API_NEW (NEW (cudaGraphNodeGetDependentNodes, _v2),
	 (CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *edges, size_t *n),
	 (node, nodes, edges, n))
{
  return (cudaError_t) cuGraphNodeGetDependentNodes_v2 (node, nodes, edges, n);
}

API_NEW (NEW (cudaGraphAddDependencies, _v2),
	 (CUgraph g, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edges,
	  size_t n),
	 (g, from, to, edges, n))
{
  return (cudaError_t) cuGraphAddDependencies_v2 (g, from, to, edges, n);
}

API_NEW (NEW (cudaGraphRemoveDependencies, _v2),
	 (CUgraph g, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edges,
	  size_t n),
	 (g, from, to, edges, n))
{
  return (cudaError_t) cuGraphRemoveDependencies_v2 (g, from, to, edges, n);
}

/* Edges with ports come from launches within kernels, which the emulator does not support.  */
API_NEW (NEW (cudaGraphAddNode, _v2),
	 (CUgraphNode * node, CUgraph g, const CUgraphNode *deps, const CUgraphEdgeData *edges,
	  size_t n, struct cudaGraphNodeParams *p),
	 (node, g, deps, edges, n, p))
{
  static const CUgraphEdgeData plain;
  for (size_t i = 0; edges && i < n; i++)
    if (memcmp (&edges[i], &plain, sizeof plain))
      return cudaErrorNotSupported;
  return rt_add_node (node, g, deps, n, p);
}

API_NEW (NEW (cudaMemAdvise, _v2),
	 (const void *p, size_t n, CUmem_advise advice, CUmemLocation location),
	 (p, n, advice, location))
{
  return (cudaError_t) cuMemAdvise_v2 (PTR (p), n, advice, location);
}

API_NEW_STREAM (NEW (cudaMemPrefetchAsync, _v2),
		(const void *p, size_t n, CUmemLocation location, unsigned flags, CUstream stream),
		(p, n, location, flags, stream))
{
  return (cudaError_t) cuMemPrefetchAsync_v2 (PTR (p), n, location, flags, stream);
}

#if CUDART_VERSION < 13000

/* Functions under the names that they had before CUDA 4.  */
#  define OLD(name, now, params, args) \
    cudaError_t now params; \
    EXPORT cudaError_t name params; \
    cudaError_t name params \
    { \
      return now args; \
    }
OLD (cudaThreadExit, cudaDeviceReset, (void), ())
OLD (cudaThreadSynchronize, cudaDeviceSynchronize, (void), ())
OLD (cudaThreadGetCacheConfig, cudaDeviceGetCacheConfig, (CUfunc_cache * config), (config))
OLD (cudaThreadSetCacheConfig, cudaDeviceSetCacheConfig, (CUfunc_cache config), (config))
OLD (cudaThreadGetLimit, cudaDeviceGetLimit, (size_t * value, CUlimit limit), (value, limit))
OLD (cudaThreadSetLimit, cudaDeviceSetLimit, (CUlimit limit, size_t value), (limit, value))

API (cudaEventElapsedTime_v2, (float *ms, CUevent from, CUevent to), (ms, from, to))
{
  return (cudaError_t) cuEventElapsedTime_v2 (ms, from, to);
}

API_STREAM (cudaStreamGetCaptureInfo_v2, _ptsz, stream,
	    (CUstream stream, CUstreamCaptureStatus *status, uint64_t *id, CUgraph *g,
	     const CUgraphNode **deps, size_t *n),
	    (stream, status, id, g, deps, n))
{
  return (cudaError_t) cuStreamGetCaptureInfo_v2 (stream, status, id, g, deps, n);
}

API_STREAM (cudaStreamUpdateCaptureDependencies, _ptsz, stream,
	    (CUstream stream, CUgraphNode *deps, size_t n, unsigned flags),
	    (stream, deps, n, flags))
{
  return (cudaError_t) cuStreamUpdateCaptureDependencies (stream, deps, n, flags);
}

API (cudaGraphGetEdges, (CUgraph g, CUgraphNode *from, CUgraphNode *to, size_t *n),
     (g, from, to, n))
{
  return (cudaError_t) cuGraphGetEdges (g, from, to, n);
}

API (cudaGraphNodeGetDependencies, (CUgraphNode node, CUgraphNode *deps, size_t *n),
     (node, deps, n))
{
  return (cudaError_t) cuGraphNodeGetDependencies (node, deps, n);
}

API (cudaGraphNodeGetDependentNodes, (CUgraphNode node, CUgraphNode *nodes, size_t *n),
     (node, nodes, n))
{
  return (cudaError_t) cuGraphNodeGetDependentNodes (node, nodes, n);
}

API (cudaGraphAddDependencies,
     (CUgraph g, const CUgraphNode *from, const CUgraphNode *to, size_t n), (g, from, to, n))
{
  return (cudaError_t) cuGraphAddDependencies (g, from, to, n);
}

API (cudaGraphRemoveDependencies,
     (CUgraph g, const CUgraphNode *from, const CUgraphNode *to, size_t n), (g, from, to, n))
{
  return (cudaError_t) cuGraphRemoveDependencies (g, from, to, n);
}

API (cudaGraphAddNode,
     (CUgraphNode * node, CUgraph g, const CUgraphNode *deps, size_t n,
      struct cudaGraphNodeParams *p),
     (node, g, deps, n, p))
{
  return rt_add_node (node, g, deps, n, p);
}

API (cudaMemAdvise, (const void *p, size_t n, CUmem_advise advice, int device),
     (p, n, advice, device))
{
  return (cudaError_t) cuMemAdvise (PTR (p), n, advice, device);
}

API_STREAM (cudaMemPrefetchAsync, _ptsz, stream,
	    (const void *p, size_t n, int device, CUstream stream), (p, n, device, stream))
{
  return (cudaError_t) cuMemPrefetchAsync (PTR (p), n, device, stream);
}

#endif
