/* SPDX-License-Identifier: MIT */
/* Nodes: adding them, and the parameters of a node or of its copy in an instance.  Functions
   check parameters by making the action that the node will execute, and store it in the node.  */
#include "emulator/driver/graph.h"

#include <stdlib.h>
#include <string.h>

/* ---- adding nodes ---- */

/* Adds a node to the graph H after DEPS; takes over the reference to A, even if it fails.  */
static CUresult
add_node (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t ndeps, CUgraphNodeType type,
	  struct action *a, struct node **node)
{
  struct graph *g = graph_get (h);
  struct nodes set = { 0 };
  struct node *n = NULL;
  CUresult r = CUDA_SUCCESS;

  if (!out || !g || (ndeps && !deps))
    r = CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; !r && i < ndeps; i++)
    {
      struct node *d = node_get (deps[i]);
      size_t before = set.n;
      if (!d || d->graph != g)
	r = CUDA_ERROR_INVALID_VALUE;
      else if (!nodes_add (&set, d))
	r = CUDA_ERROR_OUT_OF_MEMORY;
      else if (set.n == before)
	r = CUDA_ERROR_INVALID_VALUE; /* the same node twice */
    }
  if (r)
    action_unref (a);
  else
    {
      n = node_new (g, type, &set, a);
      r = n ? node_show (n, out) : CUDA_ERROR_OUT_OF_MEMORY;
    }
  nodes_clear (&set);
  if (node)
    *node = n;
  return r;
}

CUresult
graph_add (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t ndeps, CUgraphNodeType type,
	   unsigned n_bodies, struct graph *const *bodies, struct node **node)
{
  CUresult r = add_node (out, h, deps, ndeps, type, NULL, node);
  if (r)
    for (unsigned i = 0; i < n_bodies; i++)
      graph_free (bodies[i]);
  else if (!node_bodies_new (*node, n_bodies, bodies))
    {
      r = CUDA_ERROR_OUT_OF_MEMORY;
      node_remove (*node);
    }
  return r;
}

/* Makes the action of a kernel node.  OLD: the one that it replaces, whose cluster and
   cooperation are kept, or NULL.  */
static CUresult
kernel_of (const CUDA_KERNEL_NODE_PARAMS *p, const struct action *old, struct action **a)
{
  CUlaunchAttribute attr[2];
  CUlaunchConfig c;
  if (!p)
    return CUDA_ERROR_INVALID_VALUE;
  c = (CUlaunchConfig){ p->gridDimX,  p->gridDimY,	 p->gridDimZ, p->blockDimX, p->blockDimY,
			p->blockDimZ, p->sharedMemBytes, NULL,	      attr,	    0 };
  memset (attr, 0, sizeof attr);
  if (old && old->kernel.how.cooperative)
    {
      attr[c.numAttrs].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
      attr[c.numAttrs++].value.cooperative = 1;
    }
  if (old && old->kernel.how.cluster[0])
    {
      attr[c.numAttrs].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
      attr[c.numAttrs++].value.clusterDim
	= (driver_dim3){ old->kernel.how.cluster[0], old->kernel.how.cluster[1],
			 old->kernel.how.cluster[2] };
    }
  return kernel_action (&c, p->func ? (const void *) p->func : (const void *) p->kern,
			p->kernelParams, p->extra, a);
}

static CUresult
copy_of (const CUDA_MEMCPY3D *p, const struct action *old, struct action **a)
{
  (void) old;
  return p ? copy_action (p, a) : CUDA_ERROR_INVALID_VALUE;
}

static CUresult
fill_of (const CUDA_MEMSET_NODE_PARAMS *p, const struct action *old, struct action **a)
{
  (void) old;
  return p ? fill_action (p, a) : CUDA_ERROR_INVALID_VALUE;
}

static CUresult
host_of (const CUDA_HOST_NODE_PARAMS *p, const struct action *old, struct action **a)
{
  (void) old;
  if (!p || !p->fn)
    return CUDA_ERROR_INVALID_VALUE;
  *a = action_new (ACT_HOST);
  if (!*a)
    return CUDA_ERROR_OUT_OF_MEMORY;
  (*a)->host.fn = p->fn;
  (*a)->host.data = p->userData;
  return CUDA_SUCCESS;
}

CUresult
cuGraphAddEmptyNode (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t n)
{
  ENTER (IN_DRIVER, c);
  return add_node (out, h, deps, n, CU_GRAPH_NODE_TYPE_EMPTY, NULL, NULL);
}

CUresult
cuGraphAddChildGraphNode (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t n,
			  CUgraph child)
{
  struct graph *k, *copy;
  struct node *node;
  ENTER (IN_DRIVER, c);
  k = graph_get (child);
  if (!k)
    return CUDA_ERROR_INVALID_VALUE;
  copy = graph_copy (k);
  return graph_add (out, h, deps, n, CU_GRAPH_NODE_TYPE_GRAPH, 1, &copy, &node);
}

CUresult
cuGraphChildGraphNodeGetGraph (CUgraphNode h, CUgraph *child)
{
  ENTER_NODE (h, n);
  if (!child || n->type != CU_GRAPH_NODE_TYPE_GRAPH)
    return CUDA_ERROR_INVALID_VALUE;
  return graph_show (n->bodies[0], child);
}

static CUresult
add_event (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t n, CUgraphNodeType type,
	   CUevent event)
{
  struct node *node;
  CUresult r;
  ENTER (IN_DRIVER, c);
  if (!event_get (event))
    return CUDA_ERROR_INVALID_HANDLE;
  r = add_node (out, h, deps, n, type, NULL, &node);
  if (!r)
    node->event = event;
  return r;
}

struct node *
node_copy_find (struct graph *g, const struct node *n)
{
  for (struct node *p = g->first; p; p = p->next)
    {
      struct node *q = p->origin == n->id ? p : NULL;
      for (unsigned i = 0; !q && i < p->n_bodies; i++)
	q = node_copy_find (p->bodies[i], n);
      if (q)
	return q;
    }
  return NULL;
}

struct node *
node_target (bool instance, CUgraphExec exec, CUgraphNode h, CUgraphNodeType type)
{
  struct node *n = node_get (h);
  if (n && instance)
    {
      struct exec *e = handle_get (K_EXEC, exec);
      n = e ? node_copy_find (e->graph, n) : NULL;
    }
  return n && n->type == type ? n : NULL;
}

/* Sets the event that H, an event node of type TYPE, or if INSTANCE its copy in EXEC, records
   or waits for.  */
static CUresult
set_event (bool instance, CUgraphExec exec, CUgraphNode h, CUgraphNodeType type, CUevent event)
{
  struct node *n;
  ENTER (IN_DRIVER, c);
  n = node_target (instance, exec, h, type);
  if (!n)
    return CUDA_ERROR_INVALID_VALUE;
  if (!event_get (event))
    return CUDA_ERROR_INVALID_HANDLE;
  n->event = event;
  return CUDA_SUCCESS;
}

CUresult
cuGraphAddMemAllocNode (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t n,
			CUDA_MEM_ALLOC_NODE_PARAMS *p)
{
  struct action *a;
  struct node *node;
  CUdeviceptr at;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!p || !p->bytesize || p->poolProps.location.type != CU_MEM_LOCATION_TYPE_DEVICE
      || p->poolProps.location.id != 0)
    return CUDA_ERROR_INVALID_VALUE;
  r = pool_action (c, p->bytesize, &a, &at);
  if (!r)
    r = add_node (out, h, deps, n, CU_GRAPH_NODE_TYPE_MEM_ALLOC, a, &node);
  if (!r)
    {
      p->dptr = at;
      node->alloc = *p;
      node->alloc.accessDescs = NULL;
      node->alloc.accessDescCount = 0;
    }
  return r;
}

CUresult
cuGraphMemAllocNodeGetParams (CUgraphNode h, CUDA_MEM_ALLOC_NODE_PARAMS *p)
{
  ENTER_NODE (h, n);
  if (!p || n->type != CU_GRAPH_NODE_TYPE_MEM_ALLOC)
    return CUDA_ERROR_INVALID_VALUE;
  *p = n->alloc;
  p->dptr = n->act->mem.base;
  return CUDA_SUCCESS;
}

CUresult
cuGraphAddMemFreeNode (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t n,
		       CUdeviceptr at)
{
  struct action *a;
  struct mem *m;
  ENTER (IN_HEALTH, c);
  m = mem_find (at);
  if (!m || m->base != at || !m->pool)
    return CUDA_ERROR_INVALID_VALUE;
  a = action_new (ACT_FREE);
  if (!a)
    return CUDA_ERROR_OUT_OF_MEMORY;
  a->mem.base = at;
  a->mem.id = m->graph ? m->id : 0;
  return add_node (out, h, deps, n, CU_GRAPH_NODE_TYPE_MEM_FREE, a, NULL);
}

CUresult
cuGraphMemFreeNodeGetParams (CUgraphNode h, CUdeviceptr *at)
{
  ENTER_NODE (h, n);
  if (!at || n->type != CU_GRAPH_NODE_TYPE_MEM_FREE)
    return CUDA_ERROR_INVALID_VALUE;
  *at = n->act->mem.base;
  return CUDA_SUCCESS;
}

/* ---- parameters of nodes ---- */

static CUresult
params_of_kernel (struct node *n, CUDA_KERNEL_NODE_PARAMS *p)
{
  const struct launch *l = &n->act->kernel;
  if (!l->func->emu)
    return CUDA_ERROR_INVALID_HANDLE;
  free (n->args);
  n->args = calloc ((size_t) l->func->info.n_params + 1, sizeof *n->args);
  if (!n->args)
    return CUDA_ERROR_OUT_OF_MEMORY;
  for (int i = 0; i < l->func->info.n_params; i++)
    n->args[i] = (char *) l->params + l->func->offset[i];
  *p = (CUDA_KERNEL_NODE_PARAMS){ .func = l->func->handle,
				  .gridDimX = l->how.grid[0],
				  .gridDimY = l->how.grid[1],
				  .gridDimZ = l->how.grid[2],
				  .blockDimX = l->how.block[0],
				  .blockDimY = l->how.block[1],
				  .blockDimZ = l->how.block[2],
				  .sharedMemBytes = (unsigned) l->how.dynamic_shared,
				  .kernelParams = n->args };
  return CUDA_SUCCESS;
}

static CUresult
params_of_copy (struct node *n, CUDA_MEMCPY3D *p)
{
  *p = n->act->copy.p;
  return CUDA_SUCCESS;
}

static CUresult
params_of_fill (struct node *n, CUDA_MEMSET_NODE_PARAMS *p)
{
  *p = n->act->fill;
  return CUDA_SUCCESS;
}

static CUresult
params_of_host (struct node *n, CUDA_HOST_NODE_PARAMS *p)
{
  p->fn = n->act->host.fn;
  p->userData = n->act->host.data;
  return CUDA_SUCCESS;
}

/* Replaces N's action by A.  */
static CUresult
replace (struct node *n, CUresult r, struct action *a)
{
  if (!r)
    {
      action_unref (n->act);
      n->act = a;
    }
  return r;
}

/* ---- the functions of each kind of node: nodes.def ---- */

#define PARAM_PLAIN
#define PARAM_CONTEXT , CUcontext ctx
#define VALID_PLAIN true
#define VALID_CONTEXT ctx_get (ctx)
#define UNUSED_PLAIN
#define UNUSED_CONTEXT (void) ctx

#define NODE(name, version, kind, params, need, takes, make, get) \
  CUresult cuGraphAdd##name##Node##version (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, \
					    size_t n, const params *p PARAM_##takes) \
  { \
    struct action *a; \
    CUresult r; \
    ENTER (need, c); \
    if (!(VALID_##takes)) \
      return CUDA_ERROR_INVALID_CONTEXT; \
    r = make (p, NULL, &a); \
    return r ? r : add_node (out, h, deps, n, CU_GRAPH_NODE_TYPE_##kind, a, NULL); \
  } \
  CUresult cuGraph##name##NodeGetParams##version (CUgraphNode h, params *p) \
  { \
    ENTER_NODE (h, n); \
    if (!p || n->type != CU_GRAPH_NODE_TYPE_##kind) \
      return CUDA_ERROR_INVALID_VALUE; \
    return get (n, p); \
  } \
  static CUresult make##_set (bool instance, CUgraphExec e, CUgraphNode h, const params *p) \
  { \
    struct action *a = NULL; \
    struct node *n; \
    CUresult r; \
    ENTER (IN_DRIVER, c); \
    n = node_target (instance, e, h, CU_GRAPH_NODE_TYPE_##kind); \
    if (!n) \
      return CUDA_ERROR_INVALID_VALUE; \
    r = make (p, n->act, &a); \
    return replace (n, r, a); \
  } \
  CUresult cuGraph##name##NodeSetParams##version (CUgraphNode h, const params *p) \
  { \
    return make##_set (false, NULL, h, p); \
  } \
  CUresult cuGraphExec##name##NodeSetParams##version (CUgraphExec e, CUgraphNode h, \
						      const params *p PARAM_##takes) \
  { \
    UNUSED_##takes; \
    return make##_set (true, e, h, p); \
  }

#define EVENT_NODE(name, kind) \
  CUresult cuGraphAddEvent##name##Node (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, \
					size_t n, CUevent event) \
  { \
    return add_event (out, h, deps, n, CU_GRAPH_NODE_TYPE_##kind, event); \
  } \
  CUresult cuGraphEvent##name##NodeGetEvent (CUgraphNode h, CUevent *event) \
  { \
    ENTER_NODE (h, n); \
    if (!event || n->type != CU_GRAPH_NODE_TYPE_##kind) \
      return CUDA_ERROR_INVALID_VALUE; \
    *event = n->event; \
    return CUDA_SUCCESS; \
  } \
  CUresult cuGraphEvent##name##NodeSetEvent (CUgraphNode h, CUevent event) \
  { \
    return set_event (false, NULL, h, CU_GRAPH_NODE_TYPE_##kind, event); \
  } \
  CUresult cuGraphExecEvent##name##NodeSetEvent (CUgraphExec e, CUgraphNode h, CUevent event) \
  { \
    return set_event (true, e, h, CU_GRAPH_NODE_TYPE_##kind, event); \
  }

#include "emulator/driver/nodes.def"

/* Attributes of kernel nodes that the device supports.  */

CUresult
cuGraphKernelNodeGetAttribute (CUgraphNode h, CUlaunchAttributeID a, CUlaunchAttributeValue *value)
{
  const px_emu_launch *l;
  ENTER_NODE (h, n);
  if (!value || n->type != CU_GRAPH_NODE_TYPE_KERNEL)
    return CUDA_ERROR_INVALID_VALUE;
  l = &n->act->kernel.how;
  memset (value, 0, sizeof *value);
  switch (a)
    {
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE: value->cooperative = l->cooperative; return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
      value->clusterDim = (driver_dim3){ l->cluster[0], l->cluster[1], l->cluster[2] };
      return CUDA_SUCCESS;
    case CU_LAUNCH_ATTRIBUTE_PRIORITY: return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

/* Makes N's launch again with cooperation and cluster of L, with all checks.  */
static CUresult
relaunch (struct node *n, const px_emu_launch *l)
{
  const struct launch *k = &n->act->kernel;
  size_t size = k->func->info.param_bytes;
  void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, k->params, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
		    CU_LAUNCH_PARAM_END };
  CUDA_KERNEL_NODE_PARAMS p = { .func = k->func->handle,
				.gridDimX = l->grid[0],
				.gridDimY = l->grid[1],
				.gridDimZ = l->grid[2],
				.blockDimX = l->block[0],
				.blockDimY = l->block[1],
				.blockDimZ = l->block[2],
				.sharedMemBytes = (unsigned) l->dynamic_shared,
				.extra = extra };
  struct action old = { .kernel.how = *l }, *a = NULL;
  bool together = l->cooperative;
  CUresult r;

  /* A launch whose arguments are a buffer is not cooperative: set that after all other checks.  */
  old.kernel.how.cooperative = false;
  r = kernel_of (&p, &old, &a);
  if (!r)
    a->kernel.how.cooperative = together;
  return replace (n, r, a);
}

CUresult
cuGraphKernelNodeSetAttribute (CUgraphNode h, CUlaunchAttributeID a,
			       const CUlaunchAttributeValue *value)
{
  px_emu_launch l;
  ENTER_NODE (h, n);
  if (!value || n->type != CU_GRAPH_NODE_TYPE_KERNEL)
    return CUDA_ERROR_INVALID_VALUE;
  l = n->act->kernel.how;
  switch (a)
    {
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
      l.cooperative = value->cooperative != 0;
      return relaunch (n, &l);
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
      l.cluster[0] = value->clusterDim.x;
      l.cluster[1] = value->clusterDim.y;
      l.cluster[2] = value->clusterDim.z;
      return relaunch (n, &l);
    case CU_LAUNCH_ATTRIBUTE_PRIORITY: return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult
cuGraphKernelNodeCopyAttributes (CUgraphNode to, CUgraphNode from)
{
  struct node *b;
  px_emu_launch l;
  ENTER_NODE (to, n);
  b = node_get (from);
  if (!b || n->type != CU_GRAPH_NODE_TYPE_KERNEL || b->type != CU_GRAPH_NODE_TYPE_KERNEL)
    return CUDA_ERROR_INVALID_VALUE;
  l = n->act->kernel.how;
  l.cooperative = b->act->kernel.how.cooperative;
  memcpy (l.cluster, b->act->kernel.how.cluster, sizeof l.cluster);
  return relaunch (n, &l);
}
