/* SPDX-License-Identifier: MIT */
/* Graph nodes whose parameters have another form in the runtime than in the driver.  */
#include "cudart/cudart.h"

#include <string.h>

#define PTR(p) ((CUdeviceptr) (uintptr_t) (p))

/* ---- kernels ---- */

static cudaError_t
kernel_params (const struct cudaKernelNodeParams *p, CUDA_KERNEL_NODE_PARAMS *k)
{
  CUfunction f;
  cudaError_t r = p ? rt_kernel (p->func, &f) : cudaErrorInvalidValue;
  if (!r)
    *k = (CUDA_KERNEL_NODE_PARAMS){ .func = f,
				    .gridDimX = p->gridDim.x,
				    .gridDimY = p->gridDim.y,
				    .gridDimZ = p->gridDim.z,
				    .blockDimX = p->blockDim.x,
				    .blockDimY = p->blockDim.y,
				    .blockDimZ = p->blockDim.z,
				    .sharedMemBytes = p->sharedMemBytes,
				    .kernelParams = p->kernelParams,
				    .extra = p->extra };
  return r;
}

API (cudaGraphAddKernelNode,
     (CUgraphNode * node, CUgraph g, const CUgraphNode *deps, size_t n,
      const struct cudaKernelNodeParams *p),
     (node, g, deps, n, p))
{
  CUDA_KERNEL_NODE_PARAMS k;
  cudaError_t r = kernel_params (p, &k);
  return r ? r : (cudaError_t) cuGraphAddKernelNode_v2 (node, g, deps, n, &k);
}

API (cudaGraphKernelNodeGetParams, (CUgraphNode node, struct cudaKernelNodeParams *p), (node, p))
{
  CUDA_KERNEL_NODE_PARAMS k;
  cudaError_t r
    = p ? (cudaError_t) cuGraphKernelNodeGetParams_v2 (node, &k) : cudaErrorInvalidValue;
  if (!r)
    *p = (struct cudaKernelNodeParams){ (void *) (uintptr_t) rt_stub (k.func, k.kern),
					{ k.gridDimX, k.gridDimY, k.gridDimZ },
					{ k.blockDimX, k.blockDimY, k.blockDimZ },
					k.sharedMemBytes,
					k.kernelParams,
					k.extra };
  return r;
}

API (cudaGraphKernelNodeSetParams, (CUgraphNode node, const struct cudaKernelNodeParams *p),
     (node, p))
{
  CUDA_KERNEL_NODE_PARAMS k;
  cudaError_t r = kernel_params (p, &k);
  return r ? r : (cudaError_t) cuGraphKernelNodeSetParams_v2 (node, &k);
}

API (cudaGraphExecKernelNodeSetParams,
     (CUgraphExec exec, CUgraphNode node, const struct cudaKernelNodeParams *p), (exec, node, p))
{
  CUDA_KERNEL_NODE_PARAMS k;
  cudaError_t r = kernel_params (p, &k);
  return r ? r : (cudaError_t) cuGraphExecKernelNodeSetParams_v2 (exec, node, &k);
}

/* ---- copies ---- */

static cudaError_t
add_copy (CUgraphNode *node, CUgraph g, const CUgraphNode *deps, size_t n, const CUDA_MEMCPY3D *c)
{
  CUcontext ctx;
  cudaError_t r = (cudaError_t) cuCtxGetCurrent (&ctx);
  return r ? r : (cudaError_t) cuGraphAddMemcpyNode (node, g, deps, n, c, ctx);
}

static cudaError_t
set_copy (CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *c)
{
  CUcontext ctx;
  cudaError_t r = (cudaError_t) cuCtxGetCurrent (&ctx);
  return r ? r : (cudaError_t) cuGraphExecMemcpyNodeSetParams (exec, node, c, ctx);
}

API (cudaGraphAddMemcpyNode,
     (CUgraphNode * node, CUgraph g, const CUgraphNode *deps, size_t n,
      const struct cudaMemcpy3DParms *p),
     (node, g, deps, n, p))
{
  CUDA_MEMCPY3D c;
  cudaError_t r = rt_copy_3d (p, &c);
  return r ? r : add_copy (node, g, deps, n, &c);
}

API (cudaGraphMemcpyNodeSetParams, (CUgraphNode node, const struct cudaMemcpy3DParms *p), (node, p))
{
  CUDA_MEMCPY3D c;
  cudaError_t r = rt_copy_3d (p, &c);
  return r ? r : (cudaError_t) cuGraphMemcpyNodeSetParams (node, &c);
}

API (cudaGraphExecMemcpyNodeSetParams,
     (CUgraphExec exec, CUgraphNode node, const struct cudaMemcpy3DParms *p), (exec, node, p))
{
  CUDA_MEMCPY3D c;
  cudaError_t r = rt_copy_3d (p, &c);
  return r ? r : set_copy (exec, node, &c);
}

API (cudaGraphMemcpyNodeGetParams, (CUgraphNode node, struct cudaMemcpy3DParms *p), (node, p))
{
  CUDA_MEMCPY3D c;
  cudaError_t r = p ? (cudaError_t) cuGraphMemcpyNodeGetParams (node, &c) : cudaErrorInvalidValue;
  if (r)
    return r;
  bool to_host = c.dstMemoryType == CU_MEMORYTYPE_HOST,
       from_host = c.srcMemoryType == CU_MEMORYTYPE_HOST;
  *p = (struct cudaMemcpy3DParms){
    .srcPos = { c.srcXInBytes, c.srcY, c.srcZ },
    .dstPos = { c.dstXInBytes, c.dstY, c.dstZ },
    .srcPtr = { from_host ? (void *) (uintptr_t) c.srcHost : (void *) (uintptr_t) c.srcDevice,
		c.srcPitch, c.srcPitch, c.srcHeight },
    .dstPtr = { to_host ? c.dstHost : (void *) (uintptr_t) c.dstDevice, c.dstPitch, c.dstPitch,
		c.dstHeight },
    .extent = { c.WidthInBytes, c.Height, c.Depth },
    .kind = c.srcMemoryType == CU_MEMORYTYPE_UNIFIED || c.dstMemoryType == CU_MEMORYTYPE_UNIFIED
	      ? cudaMemcpyDefault
	    : from_host ? to_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice
	    : to_host	? cudaMemcpyDeviceToHost
			: cudaMemcpyDeviceToDevice
  };
  return cudaSuccess;
}

/* Makes the driver's parameters of a copy of N bytes.  */
static cudaError_t
bytes (void *dst, const void *src, size_t n, int kind, CUDA_MEMCPY3D *c)
{
  struct cudaMemcpy3DParms p = { .srcPtr = { (void *) (uintptr_t) src, n, n, 1 },
				 .dstPtr = { dst, n, n, 1 },
				 .extent = { n, 1, 1 },
				 .kind = (enum cudaMemcpyKind) kind };
  return rt_copy_3d (&p, c);
}

static cudaError_t
to_symbol (const void *symbol, const void *src, size_t n, size_t offset, int kind, CUDA_MEMCPY3D *c)
{
  CUdeviceptr at;
  cudaError_t r = rt_symbol_at (symbol, offset, n, &at);
  return r ? r : bytes ((void *) (uintptr_t) at, src, n, kind, c);
}

static cudaError_t
from_symbol (void *dst, const void *symbol, size_t n, size_t offset, int kind, CUDA_MEMCPY3D *c)
{
  CUdeviceptr at;
  cudaError_t r = rt_symbol_at (symbol, offset, n, &at);
  return r ? r : bytes (dst, (void *) (uintptr_t) at, n, kind, c);
}

/* Defines the three functions of a node that copies by FORM, whose parameters are PARAMS.  */
#define COPY_NODE(suffix, form, params, args) \
  API (cudaGraphAddMemcpyNode##suffix, \
       (CUgraphNode * node, CUgraph g, const CUgraphNode *deps, size_t n_deps, UNPAREN params), \
       (node, g, deps, n_deps, UNPAREN args)) \
  { \
    CUDA_MEMCPY3D c; \
    cudaError_t r = form (UNPAREN args, &c); \
    return r ? r : add_copy (node, g, deps, n_deps, &c); \
  } \
  API (cudaGraphMemcpyNodeSetParams##suffix, (CUgraphNode node, UNPAREN params), \
       (node, UNPAREN args)) \
  { \
    CUDA_MEMCPY3D c; \
    cudaError_t r = form (UNPAREN args, &c); \
    return r ? r : (cudaError_t) cuGraphMemcpyNodeSetParams (node, &c); \
  } \
  API (cudaGraphExecMemcpyNodeSetParams##suffix, \
       (CUgraphExec exec, CUgraphNode node, UNPAREN params), (exec, node, UNPAREN args)) \
  { \
    CUDA_MEMCPY3D c; \
    cudaError_t r = form (UNPAREN args, &c); \
    return r ? r : set_copy (exec, node, &c); \
  }

COPY_NODE (1D, bytes, (void *dst, const void *src, size_t n, int kind), (dst, src, n, kind))
COPY_NODE (ToSymbol, to_symbol,
	   (const void *symbol, const void *src, size_t n, size_t offset, int kind),
	   (symbol, src, n, offset, kind))
COPY_NODE (FromSymbol, from_symbol,
	   (void *dst, const void *symbol, size_t n, size_t offset, int kind),
	   (dst, symbol, n, offset, kind))

/* ---- fills ---- */

API (cudaGraphAddMemsetNode,
     (CUgraphNode * node, CUgraph g, const CUgraphNode *deps, size_t n,
      const CUDA_MEMSET_NODE_PARAMS *p),
     (node, g, deps, n, p))
{
  CUcontext ctx;
  cudaError_t r = (cudaError_t) cuCtxGetCurrent (&ctx);
  return r ? r : (cudaError_t) cuGraphAddMemsetNode (node, g, deps, n, p, ctx);
}

API (cudaGraphExecMemsetNodeSetParams,
     (CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *p), (exec, node, p))
{
  CUcontext ctx;
  cudaError_t r = (cudaError_t) cuCtxGetCurrent (&ctx);
  return r ? r : (cudaError_t) cuGraphExecMemsetNodeSetParams (exec, node, p, ctx);
}

/* ---- nodes of any type ---- */

API (cudaGraphConditionalHandleCreate,
     (uint64_t * handle, CUgraph g, unsigned initial, unsigned flags), (handle, g, initial, flags))
{
  return (cudaError_t) cuGraphConditionalHandleCreate (handle, g, NULL, initial, flags);
}

static cudaError_t
add_conditional (CUgraphNode *node, CUgraph g, const CUgraphNode *deps, size_t n,
		 struct cudaGraphNodeParams *p)
{
  CUgraphNodeParams q = { .type = CU_GRAPH_NODE_TYPE_CONDITIONAL,
			  .conditional = { .handle = p->conditional.handle,
					   .type = (CUgraphConditionalNodeType) p->conditional.type,
					   .size = p->conditional.size } };
  cudaError_t r = (cudaError_t) cuGraphAddNode_v2 (node, g, deps, NULL, n, &q);
  if (!r)
    p->conditional.phGraph_out = q.conditional.phGraph_out;
  return r;
}

cudaError_t
rt_add_node (CUgraphNode *node, CUgraph g, const CUgraphNode *deps, size_t n,
	     struct cudaGraphNodeParams *p)
{
  if (!p)
    return cudaErrorInvalidValue;
  switch (p->type)
    {
    case CU_GRAPH_NODE_TYPE_KERNEL: return cudaGraphAddKernelNode_in (node, g, deps, n, &p->kernel);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
      return cudaGraphAddMemcpyNode_in (node, g, deps, n, &p->memcpy.copyParams);
    case CU_GRAPH_NODE_TYPE_MEMSET: return cudaGraphAddMemsetNode_in (node, g, deps, n, &p->memset);
    case CU_GRAPH_NODE_TYPE_HOST:
      return (cudaError_t) cuGraphAddHostNode (node, g, deps, n, &p->host);
    case CU_GRAPH_NODE_TYPE_GRAPH:
      return (cudaError_t) cuGraphAddChildGraphNode (node, g, deps, n, p->graph.graph);
    case CU_GRAPH_NODE_TYPE_EMPTY: return (cudaError_t) cuGraphAddEmptyNode (node, g, deps, n);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
      return (cudaError_t) cuGraphAddEventWaitNode (node, g, deps, n, p->event.event);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
      return (cudaError_t) cuGraphAddEventRecordNode (node, g, deps, n, p->event.event);
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
      return (cudaError_t) cuGraphAddMemAllocNode (node, g, deps, n, &p->alloc);
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
      return (cudaError_t) cuGraphAddMemFreeNode (node, g, deps, n, p->free.dptr);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL: return add_conditional (node, g, deps, n, p);
    default: return cudaErrorNotSupported;
    }
}

API (cudaGraphNodeSetParams, (CUgraphNode node, struct cudaGraphNodeParams *p), (node, p))
{
  if (!p)
    return cudaErrorInvalidValue;
  switch (p->type)
    {
    case CU_GRAPH_NODE_TYPE_KERNEL: return cudaGraphKernelNodeSetParams_in (node, &p->kernel);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
      return cudaGraphMemcpyNodeSetParams_in (node, &p->memcpy.copyParams);
    case CU_GRAPH_NODE_TYPE_MEMSET:
      return (cudaError_t) cuGraphMemsetNodeSetParams (node, &p->memset);
    case CU_GRAPH_NODE_TYPE_HOST: return (cudaError_t) cuGraphHostNodeSetParams (node, &p->host);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
      return (cudaError_t) cuGraphEventWaitNodeSetEvent (node, p->event.event);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
      return (cudaError_t) cuGraphEventRecordNodeSetEvent (node, p->event.event);
    default: return cudaErrorNotSupported;
    }
}

API (cudaGraphExecNodeSetParams,
     (CUgraphExec exec, CUgraphNode node, struct cudaGraphNodeParams *p), (exec, node, p))
{
  if (!p)
    return cudaErrorInvalidValue;
  switch (p->type)
    {
    case CU_GRAPH_NODE_TYPE_KERNEL:
      return cudaGraphExecKernelNodeSetParams_in (exec, node, &p->kernel);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
      return cudaGraphExecMemcpyNodeSetParams_in (exec, node, &p->memcpy.copyParams);
    case CU_GRAPH_NODE_TYPE_MEMSET:
      return cudaGraphExecMemsetNodeSetParams_in (exec, node, &p->memset);
    case CU_GRAPH_NODE_TYPE_HOST:
      return (cudaError_t) cuGraphExecHostNodeSetParams (exec, node, &p->host);
    default: return cudaErrorNotSupported;
    }
}
