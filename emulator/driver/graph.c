/* SPDX-License-Identifier: MIT */
/* Graphs.  A node holds the action that its launch queues (emulator/driver/queue.c); an
   instance is a copy of the graph whose nodes share these actions.  */
#include "emulator/driver/drv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An instance of a graph.  */
struct exec
{
  CUgraphExec handle;
  struct graph *graph;
  uint64_t flags;
  struct op *last; /* of the last launch: the next one waits */
};

/* An object of the program's that graphs keep alive.  */
struct user
{
  CUuserObject handle;
  CUhostFn destroy;
  void *ptr;
  unsigned refs;
};

struct user_ref
{
  struct user_ref *next;
  struct user *user;
  unsigned n;
};

/* ---- making and freeing ---- */

/* Drops N references of U; with the last one its destructor runs, on a thread
   of the driver's.  */
static void
user_drop (struct user *u, unsigned n)
{
  struct ctx *c = drv.primary && drv.primary->active ? drv.primary : drv.contexts;
  struct action *a;
  struct op *op;

  u->refs -= n < u->refs ? n : u->refs;
  if (u->refs)
    return;
  handle_free (u->handle);
  a = c ? action_new (ACT_HOST) : NULL;
  if (a)
    {
      a->host.fn = u->destroy;
      a->host.data = u->ptr;
      a->host.always = true;
      op = op_new (c, a);
      if (op)
	op_submit (op);
    }
  else
    {
      pthread_mutex_unlock (&drv.lock);
      u->destroy (u->ptr);
      pthread_mutex_lock (&drv.lock);
    }
  free (u);
}

static CUresult
users_add (struct graph *g, struct user *u, unsigned n)
{
  struct user_ref *r;
  for (r = g->users; r && r->user != u; r = r->next)
    ;
  if (!r)
    {
      r = calloc (1, sizeof *r);
      if (!r)
	return CUDA_ERROR_OUT_OF_MEMORY;
      r->user = u;
      r->next = g->users;
      g->users = r;
    }
  r->n += n;
  return CUDA_SUCCESS;
}

struct graph *
graph_new (void)
{
  struct graph *g = calloc (1, sizeof *g);
  if (g)
    {
      g->id = ++drv.last_id;
      g->refs = 1;
    }
  return g;
}

struct graph *
graph_ref (struct graph *g)
{
  g->refs++;
  return g;
}

/* N's nodes are to be those of the N_BODIES graphs of BODIES as well: takes these over, also when
   it fails.  */
static bool
bodies_new (struct node *n, unsigned n_bodies, struct graph *const *bodies)
{
  bool ok = true;
  n->bodies = calloc (n_bodies, sizeof (struct graph *));
  for (unsigned i = 0; i < n_bodies; i++)
    if (n->bodies && bodies[i])
      {
	n->bodies[n->n_bodies++] = bodies[i];
	bodies[i]->parent = true;
      }
    else
      {
	graph_free (bodies[i]);
	ok = false;
      }
  return ok;
}

static void
node_free (struct node *n)
{
  if (n->handle)
    handle_free (n->handle);
  action_unref (n->act);
  for (unsigned i = 0; i < n->n_bodies; i++)
    graph_free (n->bodies[i]);
  free (n->bodies);
  branch_free (n);
  nodes_clear (&n->deps);
  free (n->args);
  free (n);
}

void
graph_free (struct graph *g)
{
  if (!g)
    return;
  if (g->handle)
    handle_free (g->handle);
  g->handle = NULL;
  if (--g->refs)
    return;
  while (g->first)
    {
      struct node *n = g->first;
      g->first = n->next;
      node_free (n);
    }
  while (g->users)
    {
      struct user_ref *r = g->users;
      g->users = r->next;
      user_drop (r->user, r->n);
      free (r);
    }
  conditions_free (g);
  free (g);
}

struct graph *
graph_get (CUgraph h)
{
  return handle_get (K_GRAPH, h);
}

struct node *
node_get (CUgraphNode h)
{
  return handle_get (K_NODE, h);
}

CUresult
graph_show (struct graph *g, CUgraph *handle)
{
  if (!g->handle && !(g->handle = handle_new (K_GRAPH, g)))
    return CUDA_ERROR_OUT_OF_MEMORY;
  *handle = g->handle;
  return CUDA_SUCCESS;
}

CUresult
node_show (struct node *n, CUgraphNode *handle)
{
  if (!n->handle && !(n->handle = handle_new (K_NODE, n)))
    return CUDA_ERROR_OUT_OF_MEMORY;
  *handle = n->handle;
  return CUDA_SUCCESS;
}

struct node *
node_new (struct graph *g, CUgraphNodeType type, const struct nodes *deps, struct action *a)
{
  struct node *n = calloc (1, sizeof *n);
  bool ok = n != NULL;
  for (size_t i = 0; ok && deps && i < deps->n; i++)
    ok = nodes_add (&n->deps, deps->at[i]);
  if (!ok)
    {
      if (n)
	nodes_clear (&n->deps);
      free (n);
      action_unref (a);
      return NULL;
    }
  n->graph = g;
  n->type = type;
  n->act = a;
  n->id = ++drv.last_id;
  if (g->last)
    g->last->next = n;
  else
    g->first = n;
  g->last = n;
  g->n++;
  return n;
}

/* Marks N and what it follows.  The stack is explicit: graphs are deep.  */
void
graph_mark (struct graph *g, const struct nodes *from)
{
  struct nodes todo = { 0 };
  for (struct node *n = g->first; n; n = n->next)
    n->mark = false;
  for (size_t i = 0; i < from->n; i++)
    if (!from->at[i]->mark)
      {
	from->at[i]->mark = true;
	nodes_add (&todo, from->at[i]);
      }
  while (todo.n)
    {
      struct node *n = todo.at[--todo.n];
      for (size_t i = 0; i < n->deps.n; i++)
	if (!n->deps.at[i]->mark)
	  {
	    n->deps.at[i]->mark = true;
	    nodes_add (&todo, n->deps.at[i]);
	  }
    }
  nodes_clear (&todo);
}

/* A copy of G with the same actions.  */
static struct graph *
graph_copy (const struct graph *g)
{
  struct graph *k = graph_new ();
  struct node **copies;
  size_t i = 0;

  if (!k)
    return NULL;
  k->origin = g->id;
  copies = calloc (g->n + 1, sizeof *copies);
  for (struct node *n = g->first; copies && n; n = n->next)
    {
      struct node *m = node_new (k, n->type, NULL, action_ref (n->act));
      if (!m)
	goto fail;
      n->index = i;
      copies[i++] = m;
      m->origin = n->id;
      m->event = n->event;
      m->alloc = n->alloc;
      branch_copy (m, n);
      if (n->n_bodies)
	{
	  struct graph **bodies = calloc (n->n_bodies, sizeof (struct graph *));
	  bool ok = bodies != NULL;
	  for (unsigned j = 0; ok && j < n->n_bodies; j++)
	    bodies[j] = graph_copy (n->bodies[j]);
	  ok = ok && bodies_new (m, n->n_bodies, bodies);
	  free (bodies);
	  if (!ok)
	    goto fail;
	}
    }
  if (!copies || !conditions_copy (k, g))
    goto fail;
  for (struct node *n = g->first; n; n = n->next)
    for (size_t j = 0; j < n->deps.n; j++)
      if (!nodes_add (&copies[n->index]->deps, copies[n->deps.at[j]->index]))
	goto fail;
  for (struct user_ref *r = g->users; r; r = r->next)
    {
      if (users_add (k, r->user, r->n))
	goto fail;
      r->user->refs += r->n;
    }
  free (copies);
  return k;
fail:
  free (copies);
  graph_free (k);
  return NULL;
}

/* The nodes of G so that each stands after those it follows; malloced, NULL
   if there is a cycle or no memory.  */
static struct node **
graph_order (struct graph *g)
{
  struct node **order = calloc (g->n + 1, sizeof *order);
  size_t n = 0, before;
  if (!order)
    return NULL;
  for (struct node *p = g->first; p; p = p->next)
    p->mark = false;
  do
    {
      before = n;
      for (struct node *p = g->first; p; p = p->next)
	{
	  bool ready = !p->mark;
	  for (size_t i = 0; ready && i < p->deps.n; i++)
	    ready = p->deps.at[i]->mark;
	  if (ready)
	    {
	      p->mark = true;
	      p->index = n;
	      order[n++] = p;
	    }
	}
    }
  while (n < g->n && n > before);
  if (n < g->n)
    {
      free (order);
      return NULL;
    }
  return order;
}

/* First statement of functions of a CUgraph.  */
#define ENTER_GRAPH(h, g) \
  struct graph *g; \
  ENTER (IN_DRIVER, current_); \
  g = graph_get (h); \
  if (!g) \
  return CUDA_ERROR_INVALID_VALUE

#define ENTER_NODE(h, n) \
  struct node *n; \
  ENTER (IN_DRIVER, current_); \
  n = node_get (h); \
  if (!n) \
  return CUDA_ERROR_INVALID_VALUE

CUresult
cuGraphCreate (CUgraph *h, unsigned flags)
{
  struct graph *g;
  CUresult r;
  ENTER (IN_DRIVER, c);
  if (!h || flags)
    return CUDA_ERROR_INVALID_VALUE;
  g = graph_new ();
  if (!g)
    return CUDA_ERROR_OUT_OF_MEMORY;
  r = graph_show (g, h);
  if (r)
    graph_free (g);
  return r;
}

CUresult
cuGraphDestroy (CUgraph h)
{
  ENTER_GRAPH (h, g);
  if (g->parent || g->capturing)
    return CUDA_ERROR_INVALID_VALUE;
  graph_free (g);
  return CUDA_SUCCESS;
}

CUresult
cuGraphClone (CUgraph *clone, CUgraph h)
{
  struct graph *k;
  CUresult r;
  ENTER_GRAPH (h, g);
  if (!clone)
    return CUDA_ERROR_INVALID_VALUE;
  k = graph_copy (g);
  if (!k)
    return CUDA_ERROR_OUT_OF_MEMORY;
  r = graph_show (k, clone);
  if (r)
    graph_free (k);
  return r;
}

CUresult
cuGraphNodeFindInClone (CUgraphNode *h, CUgraphNode original, CUgraph clone)
{
  struct node *n;
  ENTER_GRAPH (clone, g);
  n = node_get (original);
  if (!h || !n || n->graph->id != g->origin)
    return CUDA_ERROR_INVALID_VALUE;
  for (struct node *p = g->first; p; p = p->next)
    if (p->origin == n->id)
      return node_show (p, h);
  return CUDA_ERROR_NOT_FOUND;
}

/* ---- looking at graphs ---- */

/* Gives node handle N number *K of the array H of CAP (counting if H is
   NULL).  */
static CUresult
give (CUgraphNode *h, size_t cap, size_t *k, struct node *n)
{
  CUresult r = CUDA_SUCCESS;
  if (h && *k < cap)
    r = node_show (n, &h[*k]);
  ++*k;
  return r;
}

/* End of a function that gave K handles for an array of *N.  */
static void
given (CUgraphNode *h, size_t *n, size_t k)
{
  if (h)
    for (size_t i = k; i < *n; i++)
      h[i] = NULL;
  if (!h || k < *n)
    *n = k;
}

CUresult
cuGraphGetNodes (CUgraph h, CUgraphNode *nodes, size_t *n)
{
  size_t k = 0;
  CUresult r = CUDA_SUCCESS;
  ENTER_GRAPH (h, g);
  if (!n)
    return CUDA_ERROR_INVALID_VALUE;
  for (struct node *p = g->first; p && !r; p = p->next)
    r = give (nodes, *n, &k, p);
  given (nodes, n, k);
  return r;
}

CUresult
cuGraphGetRootNodes (CUgraph h, CUgraphNode *nodes, size_t *n)
{
  size_t k = 0;
  CUresult r = CUDA_SUCCESS;
  ENTER_GRAPH (h, g);
  if (!n)
    return CUDA_ERROR_INVALID_VALUE;
  for (struct node *p = g->first; p && !r; p = p->next)
    if (!p->deps.n)
      r = give (nodes, *n, &k, p);
  given (nodes, n, k);
  return r;
}

CUresult
cuGraphGetEdges (CUgraph h, CUgraphNode *from, CUgraphNode *to, size_t *n)
{
  size_t k = 0, k2 = 0;
  CUresult r = CUDA_SUCCESS;
  ENTER_GRAPH (h, g);
  if (!n || !from != !to)
    return CUDA_ERROR_INVALID_VALUE;
  for (struct node *p = g->first; p && !r; p = p->next)
    for (size_t i = 0; i < p->deps.n && !r; i++)
      {
	r = give (from, *n, &k, p->deps.at[i]);
	if (!r)
	  r = give (to, *n, &k2, p);
      }
  if (from)
    for (size_t i = k; i < *n; i++)
      from[i] = NULL;
  given (to, n, k);
  return r;
}

CUresult
cuGraphNodeGetType (CUgraphNode h, CUgraphNodeType *type)
{
  ENTER_NODE (h, n);
  return GIVE_AT (type, n->type);
}

CUresult
cuGraphNodeGetDependencies (CUgraphNode h, CUgraphNode *deps, size_t *count)
{
  size_t k = 0;
  CUresult r = CUDA_SUCCESS;
  ENTER_NODE (h, n);
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < n->deps.n && !r; i++)
    r = give (deps, *count, &k, n->deps.at[i]);
  given (deps, count, k);
  return r;
}

CUresult
cuGraphNodeGetDependentNodes (CUgraphNode h, CUgraphNode *nodes, size_t *count)
{
  size_t k = 0;
  CUresult r = CUDA_SUCCESS;
  ENTER_NODE (h, n);
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  for (struct node *p = n->graph->first; p && !r; p = p->next)
    for (size_t i = 0; i < p->deps.n && !r; i++)
      if (p->deps.at[i] == n)
	r = give (nodes, *count, &k, p);
  given (nodes, count, k);
  return r;
}

/* The nodes of G at the two ends of edge I.  */
static CUresult
edge (struct graph *g, const CUgraphNode *from, const CUgraphNode *to, size_t i, struct node **a,
      struct node **b)
{
  *a = node_get (from[i]);
  *b = node_get (to[i]);
  return !*a || !*b || *a == *b || (*a)->graph != g || (*b)->graph != g ? CUDA_ERROR_INVALID_VALUE
									: CUDA_SUCCESS;
}

CUresult
cuGraphAddDependencies (CUgraph h, const CUgraphNode *from, const CUgraphNode *to, size_t n)
{
  struct node *a, *b;
  ENTER_GRAPH (h, g);
  if (n && (!from || !to))
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < n; i++)
    {
      if (edge (g, from, to, i, &a, &b))
	return CUDA_ERROR_INVALID_VALUE;
      for (size_t j = 0; j < b->deps.n; j++)
	if (b->deps.at[j] == a)
	  return CUDA_ERROR_INVALID_VALUE;
    }
  for (size_t i = 0; i < n; i++)
    {
      edge (g, from, to, i, &a, &b);
      if (!nodes_add (&b->deps, a))
	return CUDA_ERROR_OUT_OF_MEMORY;
    }
  return CUDA_SUCCESS;
}

/* N no longer follows D; false if it did not.  */
static bool
cut (struct node *n, const struct node *d)
{
  for (size_t i = 0; i < n->deps.n; i++)
    if (n->deps.at[i] == d)
      {
	n->deps.n--;
	memmove (n->deps.at + i, n->deps.at + i + 1, (n->deps.n - i) * sizeof *n->deps.at);
	return true;
      }
  return false;
}

CUresult
cuGraphRemoveDependencies (CUgraph h, const CUgraphNode *from, const CUgraphNode *to, size_t n)
{
  struct node *a, *b;
  ENTER_GRAPH (h, g);
  if (n && (!from || !to))
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < n; i++)
    if (edge (g, from, to, i, &a, &b) || !cut (b, a))
      return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

/* The forms with data of edges: every edge is of the one plain kind, all 0.  */

static void
plain (CUgraphEdgeData *edges, const size_t *n)
{
  if (edges && n)
    memset (edges, 0, *n * sizeof *edges);
}

bool
graph_edges_plain (const CUgraphEdgeData *edges, size_t n)
{
  static const CUgraphEdgeData zero;
  for (size_t i = 0; edges && i < n; i++)
    if (memcmp (&edges[i], &zero, sizeof zero))
      return false;
  return true;
}

CUresult
cuGraphGetEdges_v2 (CUgraph h, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edges,
		    size_t *n)
{
  CUresult r = cuGraphGetEdges (h, from, to, n);
  if (!r && from)
    plain (edges, n);
  return r;
}

CUresult
cuGraphNodeGetDependencies_v2 (CUgraphNode h, CUgraphNode *deps, CUgraphEdgeData *edges, size_t *n)
{
  CUresult r = cuGraphNodeGetDependencies (h, deps, n);
  if (!r && deps)
    plain (edges, n);
  return r;
}

CUresult
cuGraphNodeGetDependentNodes_v2 (CUgraphNode h, CUgraphNode *nodes, CUgraphEdgeData *edges,
				 size_t *n)
{
  CUresult r = cuGraphNodeGetDependentNodes (h, nodes, n);
  if (!r && nodes)
    plain (edges, n);
  return r;
}

CUresult
cuGraphAddDependencies_v2 (CUgraph h, const CUgraphNode *from, const CUgraphNode *to,
			   const CUgraphEdgeData *edges, size_t n)
{
  return graph_edges_plain (edges, n) ? cuGraphAddDependencies (h, from, to, n)
				      : CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuGraphRemoveDependencies_v2 (CUgraph h, const CUgraphNode *from, const CUgraphNode *to,
			      const CUgraphEdgeData *edges, size_t n)
{
  return graph_edges_plain (edges, n) ? cuGraphRemoveDependencies (h, from, to, n)
				      : CUDA_ERROR_NOT_SUPPORTED;
}

static void
node_remove (struct node *n)
{
  struct graph *g = n->graph;
  struct node **p, *prev = NULL;
  for (p = &g->first; *p != n; p = &(*p)->next)
    prev = *p;
  *p = n->next;
  if (g->last == n)
    g->last = prev;
  g->n--;
  for (struct node *q = g->first; q; q = q->next)
    cut (q, n);
  node_free (n);
}

CUresult
cuGraphDestroyNode (CUgraphNode h)
{
  ENTER_NODE (h, n);
  if (n->graph->capturing)
    return CUDA_ERROR_INVALID_VALUE;
  node_remove (n);
  return CUDA_SUCCESS;
}

/* ---- adding nodes ---- */

/* A new node of the graph H after DEPS; takes over the reference to A, also
   when it fails.  */
static CUresult
add (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t ndeps, CUgraphNodeType type,
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
	r = CUDA_ERROR_INVALID_VALUE; /* named twice */
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
  CUresult r = add (out, h, deps, ndeps, type, NULL, node);
  if (r)
    for (unsigned i = 0; i < n_bodies; i++)
      graph_free (bodies[i]);
  else if (!bodies_new (*node, n_bodies, bodies))
    {
      r = CUDA_ERROR_OUT_OF_MEMORY;
      node_remove (*node);
    }
  return r;
}

/* The action of a kernel node.  OLD: the one it replaces, whose cluster and
   cooperation stay, or NULL.  */
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
copy_of (const CUDA_MEMCPY3D *p, struct action **a)
{
  return p ? copy_action (p, a) : CUDA_ERROR_INVALID_VALUE;
}

static CUresult
fill_of (const CUDA_MEMSET_NODE_PARAMS *p, struct action **a)
{
  return p ? fill_action (p, a) : CUDA_ERROR_INVALID_VALUE;
}

static CUresult
host_of (const CUDA_HOST_NODE_PARAMS *p, struct action **a)
{
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
cuGraphAddKernelNode_v2 (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t n,
			 const CUDA_KERNEL_NODE_PARAMS *p)
{
  struct action *a;
  CUresult r;
  ENTER (IN_HEALTH, c);
  r = kernel_of (p, NULL, &a);
  return r ? r : add (out, h, deps, n, CU_GRAPH_NODE_TYPE_KERNEL, a, NULL);
}

CUresult
cuGraphAddMemcpyNode (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t n,
		      const CUDA_MEMCPY3D *p, CUcontext ctx)
{
  struct action *a;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!ctx_get (ctx))
    return CUDA_ERROR_INVALID_CONTEXT;
  r = copy_of (p, &a);
  return r ? r : add (out, h, deps, n, CU_GRAPH_NODE_TYPE_MEMCPY, a, NULL);
}

CUresult
cuGraphAddMemsetNode (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t n,
		      const CUDA_MEMSET_NODE_PARAMS *p, CUcontext ctx)
{
  struct action *a;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!ctx_get (ctx))
    return CUDA_ERROR_INVALID_CONTEXT;
  r = fill_of (p, &a);
  return r ? r : add (out, h, deps, n, CU_GRAPH_NODE_TYPE_MEMSET, a, NULL);
}

CUresult
cuGraphAddHostNode (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t n,
		    const CUDA_HOST_NODE_PARAMS *p)
{
  struct action *a;
  CUresult r;
  ENTER (IN_DRIVER, c);
  r = host_of (p, &a);
  return r ? r : add (out, h, deps, n, CU_GRAPH_NODE_TYPE_HOST, a, NULL);
}

CUresult
cuGraphAddEmptyNode (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t n)
{
  ENTER (IN_DRIVER, c);
  return add (out, h, deps, n, CU_GRAPH_NODE_TYPE_EMPTY, NULL, NULL);
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
  r = add (out, h, deps, n, type, NULL, &node);
  if (!r)
    node->event = event;
  return r;
}

CUresult
cuGraphAddEventRecordNode (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t n,
			   CUevent event)
{
  return add_event (out, h, deps, n, CU_GRAPH_NODE_TYPE_EVENT_RECORD, event);
}

CUresult
cuGraphAddEventWaitNode (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t n,
			 CUevent event)
{
  return add_event (out, h, deps, n, CU_GRAPH_NODE_TYPE_WAIT_EVENT, event);
}

static CUresult
get_event (CUgraphNode h, CUgraphNodeType type, CUevent *event)
{
  ENTER_NODE (h, n);
  if (!event || n->type != type)
    return CUDA_ERROR_INVALID_VALUE;
  *event = n->event;
  return CUDA_SUCCESS;
}

CUresult
cuGraphEventRecordNodeGetEvent (CUgraphNode h, CUevent *event)
{
  return get_event (h, CU_GRAPH_NODE_TYPE_EVENT_RECORD, event);
}

CUresult
cuGraphEventWaitNodeGetEvent (CUgraphNode h, CUevent *event)
{
  return get_event (h, CU_GRAPH_NODE_TYPE_WAIT_EVENT, event);
}

static CUresult
set_event (CUgraphNode h, CUgraphNodeType type, CUevent event)
{
  ENTER_NODE (h, n);
  if (n->type != type)
    return CUDA_ERROR_INVALID_VALUE;
  if (!event_get (event))
    return CUDA_ERROR_INVALID_HANDLE;
  n->event = event;
  return CUDA_SUCCESS;
}

CUresult
cuGraphEventRecordNodeSetEvent (CUgraphNode h, CUevent event)
{
  return set_event (h, CU_GRAPH_NODE_TYPE_EVENT_RECORD, event);
}

CUresult
cuGraphEventWaitNodeSetEvent (CUgraphNode h, CUevent event)
{
  return set_event (h, CU_GRAPH_NODE_TYPE_WAIT_EVENT, event);
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
    r = add (out, h, deps, n, CU_GRAPH_NODE_TYPE_MEM_ALLOC, a, &node);
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
  return add (out, h, deps, n, CU_GRAPH_NODE_TYPE_MEM_FREE, a, NULL);
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

CUresult
cuGraphKernelNodeGetParams_v2 (CUgraphNode h, CUDA_KERNEL_NODE_PARAMS *p)
{
  const struct launch *l;
  ENTER_NODE (h, n);
  if (!p || n->type != CU_GRAPH_NODE_TYPE_KERNEL)
    return CUDA_ERROR_INVALID_VALUE;
  l = &n->act->kernel;
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

CUresult
cuGraphMemcpyNodeGetParams (CUgraphNode h, CUDA_MEMCPY3D *p)
{
  ENTER_NODE (h, n);
  if (!p || n->type != CU_GRAPH_NODE_TYPE_MEMCPY)
    return CUDA_ERROR_INVALID_VALUE;
  *p = n->act->copy.p;
  return CUDA_SUCCESS;
}

CUresult
cuGraphMemsetNodeGetParams (CUgraphNode h, CUDA_MEMSET_NODE_PARAMS *p)
{
  ENTER_NODE (h, n);
  if (!p || n->type != CU_GRAPH_NODE_TYPE_MEMSET)
    return CUDA_ERROR_INVALID_VALUE;
  *p = n->act->fill;
  return CUDA_SUCCESS;
}

CUresult
cuGraphHostNodeGetParams (CUgraphNode h, CUDA_HOST_NODE_PARAMS *p)
{
  ENTER_NODE (h, n);
  if (!p || n->type != CU_GRAPH_NODE_TYPE_HOST)
    return CUDA_ERROR_INVALID_VALUE;
  p->fn = n->act->host.fn;
  p->userData = n->act->host.data;
  return CUDA_SUCCESS;
}

/* The node of G that is the copy of N, in the bodies of its nodes too, or NULL.  */
static struct node *
copy_find (struct graph *g, const struct node *n)
{
  for (struct node *p = g->first; p; p = p->next)
    {
      struct node *q = p->origin == n->id ? p : NULL;
      for (unsigned i = 0; !q && i < p->n_bodies; i++)
	q = copy_find (p->bodies[i], n);
      if (q)
	return q;
    }
  return NULL;
}

/* The node that a function sets parameters of: H, of type TYPE, or its copy in
   the instance EXEC (if INSTANCE).  */
static struct node *
target (bool instance, CUgraphExec exec, CUgraphNode h, CUgraphNodeType type)
{
  struct node *n = node_get (h);
  if (n && instance)
    {
      struct exec *e = handle_get (K_EXEC, exec);
      n = e ? copy_find (e->graph, n) : NULL;
    }
  return n && n->type == type ? n : NULL;
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

/* One row a type of node: the functions that set its parameters.  */
#define SET_PARAMS(set, type_, params, make) \
  static CUresult set##_any (bool instance, CUgraphExec exec, CUgraphNode h, const params *p) \
  { \
    struct action *a = NULL; \
    struct node *n; \
    CUresult r; \
    ENTER (IN_DRIVER, c); \
    (void) c; \
    n = target (instance, exec, h, type_); \
    if (!n) \
      return CUDA_ERROR_INVALID_VALUE; \
    r = make; \
    return replace (n, r, a); \
  } \
  CUresult set (CUgraphNode h, const params *p) \
  { \
    return set##_any (false, NULL, h, p); \
  }

SET_PARAMS (cuGraphKernelNodeSetParams_v2, CU_GRAPH_NODE_TYPE_KERNEL, CUDA_KERNEL_NODE_PARAMS,
	    kernel_of (p, n->act, &a))
SET_PARAMS (cuGraphMemcpyNodeSetParams, CU_GRAPH_NODE_TYPE_MEMCPY, CUDA_MEMCPY3D, copy_of (p, &a))
SET_PARAMS (cuGraphMemsetNodeSetParams, CU_GRAPH_NODE_TYPE_MEMSET, CUDA_MEMSET_NODE_PARAMS,
	    fill_of (p, &a))
SET_PARAMS (cuGraphHostNodeSetParams, CU_GRAPH_NODE_TYPE_HOST, CUDA_HOST_NODE_PARAMS,
	    host_of (p, &a))

CUresult
cuGraphExecKernelNodeSetParams_v2 (CUgraphExec e, CUgraphNode h, const CUDA_KERNEL_NODE_PARAMS *p)
{
  return cuGraphKernelNodeSetParams_v2_any (true, e, h, p);
}

CUresult
cuGraphExecMemcpyNodeSetParams (CUgraphExec e, CUgraphNode h, const CUDA_MEMCPY3D *p, CUcontext ctx)
{
  (void) ctx;
  return cuGraphMemcpyNodeSetParams_any (true, e, h, p);
}

CUresult
cuGraphExecMemsetNodeSetParams (CUgraphExec e, CUgraphNode h, const CUDA_MEMSET_NODE_PARAMS *p,
				CUcontext ctx)
{
  (void) ctx;
  return cuGraphMemsetNodeSetParams_any (true, e, h, p);
}

CUresult
cuGraphExecHostNodeSetParams (CUgraphExec e, CUgraphNode h, const CUDA_HOST_NODE_PARAMS *p)
{
  return cuGraphHostNodeSetParams_any (true, e, h, p);
}

/* Attributes of kernel nodes: those that the device knows of.  */

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

/* N's launch with cooperation and cluster of L: checked anew.  */
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

  /* A launch whose arguments are a buffer is not cooperative: that is set
     when the rest is known to be right.  */
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

/* ---- instances ---- */

/* First statement of functions of a CUgraphExec.  */
#define ENTER_EXEC(h, e) \
  struct exec *e; \
  ENTER (IN_DRIVER, current_); \
  e = handle_get (K_EXEC, h); \
  if (!e) \
  return CUDA_ERROR_INVALID_VALUE

static CUresult
instantiate (CUgraphExec *out, CUgraph h, uint64_t flags)
{
  struct exec *e;
  struct node **order;
  ENTER_GRAPH (h, g);
  if (!out
      || (flags
	  & ~(uint64_t) (CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH
			 | CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD
			 | CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH
			 | CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY)))
    return CUDA_ERROR_INVALID_VALUE;
  if (flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH)
    return CUDA_ERROR_NOT_SUPPORTED;
  order = graph_order (g);
  if (!order || !branches_ok (g))
    {
      free (order);
      return CUDA_ERROR_INVALID_VALUE;
    }
  free (order);
  e = calloc (1, sizeof *e);
  if (!e || !(e->graph = graph_copy (g)) || !(e->handle = handle_new (K_EXEC, e)))
    {
      if (e)
	graph_free (e->graph);
      free (e);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  drv.several = true;
  e->flags = flags;
  *out = e->handle;
  return CUDA_SUCCESS;
}

CUresult
cuGraphInstantiateWithFlags (CUgraphExec *out, CUgraph h, unsigned long long flags)
{
  return instantiate (out, h, flags);
}

CUresult
cuGraphInstantiate_v2 (CUgraphExec *out, CUgraph h, CUgraphNode *error, char *log, size_t size)
{
  if (error)
    *error = NULL;
  if (log && size)
    *log = '\0';
  return instantiate (out, h, 0);
}
SAME (cuGraphInstantiate, cuGraphInstantiate_v2);

CUresult
cuGraphInstantiateWithParams (CUgraphExec *out, CUgraph h, CUDA_GRAPH_INSTANTIATE_PARAMS *p)
{
  CUresult r;
  if (!p)
    return CUDA_ERROR_INVALID_VALUE;
  r = instantiate (out, h, p->flags);
  p->hErrNode_out = NULL;
  p->result_out = r == CUDA_ERROR_INVALID_VALUE ? CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE
		  : r				? CUDA_GRAPH_INSTANTIATE_ERROR
						: CUDA_GRAPH_INSTANTIATE_SUCCESS;
  return r;
}

CUresult
cuGraphExecGetFlags (CUgraphExec h, uint64_t *flags)
{
  ENTER_EXEC (h, e);
  return GIVE_AT (flags, e->flags);
}

/* What is still running of it will be done.  */
CUresult
cuGraphExecDestroy (CUgraphExec h)
{
  ENTER_EXEC (h, e);
  handle_free (h);
  op_unref (e->last);
  graph_free (e->graph);
  free (e);
  return CUDA_SUCCESS;
}

CUresult
cuGraphNodeSetEnabled (CUgraphExec h, CUgraphNode node, unsigned enabled)
{
  struct node *n;
  ENTER_EXEC (h, e);
  n = node_get (node);
  n = n ? copy_find (e->graph, n) : NULL;
  if (!n
      || (n->type != CU_GRAPH_NODE_TYPE_KERNEL && n->type != CU_GRAPH_NODE_TYPE_MEMCPY
	  && n->type != CU_GRAPH_NODE_TYPE_MEMSET))
    return CUDA_ERROR_INVALID_VALUE;
  n->disabled = !enabled;
  return CUDA_SUCCESS;
}

CUresult
cuGraphNodeGetEnabled (CUgraphExec h, CUgraphNode node, unsigned *enabled)
{
  struct node *n;
  ENTER_EXEC (h, e);
  n = node_get (node);
  n = n ? copy_find (e->graph, n) : NULL;
  if (!n || !enabled)
    return CUDA_ERROR_INVALID_VALUE;
  *enabled = !n->disabled;
  return CUDA_SUCCESS;
}

CUresult
graph_queue (struct graph *g, struct ctx *c, struct op *begin, struct op *end)
{
  struct node **order = graph_order (g);
  struct op **ops = calloc (g->n + 1, sizeof *ops);
  CUresult r = order && ops ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;

  for (size_t i = 0; !r && i < g->n; i++)
    {
      struct node *n = order[i];
      struct op *op, *first = NULL;
      bool ok = true;

      op = ops[i] = op_ref (op_new (c, n->disabled ? NULL : action_ref (n->act)));
      /* What has bodies is two: OP comes after them.  */
      if (op && n->n_bodies)
	{
	  struct action *look = n->branch ? branch_action (n, op) : NULL;
	  first = n->branch && !look ? NULL : op_ref (op_new (c, look));
	}
      if (!op || (n->n_bodies && !first))
	r = CUDA_ERROR_OUT_OF_MEMORY;
      else
	{
	  struct op *follows = first ? first : op;
	  ok = op_after (follows, begin);
	  for (size_t j = 0; ok && j < n->deps.n; j++)
	    ok = op_after (follows, ops[n->deps.at[j]->index]);
	  if (n->type == CU_GRAPH_NODE_TYPE_WAIT_EVENT)
	    {
	      struct event *e = event_get (n->event);
	      ok = ok && (!e || op_after (op, e->op));
	    }
	  if (first)
	    {
	      ok = ok && op_after (op, first);
	      if (ok && n->type == CU_GRAPH_NODE_TYPE_GRAPH)
		r = graph_queue (n->bodies[0], c, first, op);
	    }
	  ok = ok && op_after (end, op);
	  if (n->type == CU_GRAPH_NODE_TYPE_EVENT_RECORD)
	    {
	      struct event *e = event_get (n->event);
	      if (e && e->ctx == c)
		{
		  op_unref (e->op);
		  e->op = op_ref (op);
		  e->capture = 0;
		}
	    }
	}
      if (op)
	op_submit (op);
      if (first)
	{
	  op_submit (first);
	  op_unref (first);
	}
      if (!ok)
	r = CUDA_ERROR_OUT_OF_MEMORY;
    }
  for (size_t i = 0; ops && i < g->n; i++)
    op_unref (ops[i]);
  free (ops);
  free (order);
  return r;
}

/* CUDA_ERROR_INVALID_HANDLE if a kernel's module was unloaded.  */
static CUresult
runnable (const struct graph *g)
{
  CUresult r = CUDA_SUCCESS;
  for (struct node *n = g->first; n && !r; n = n->next)
    if (n->type == CU_GRAPH_NODE_TYPE_KERNEL && !n->act->kernel.func->emu)
      r = CUDA_ERROR_INVALID_HANDLE;
    else
      for (unsigned i = 0; i < n->n_bodies && !r; i++)
	r = runnable (n->bodies[i]);
  return r;
}

/* A launch of G gives its memory.  */
static void
allocate (const struct graph *g)
{
  for (const struct node *n = g->first; n; n = n->next)
    {
      if (n->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
	pool_again (n->act);
      for (unsigned i = 0; i < n->n_bodies; i++)
	allocate (n->bodies[i]);
    }
}

STREAM_API (cuGraphLaunch, stream, (CUgraphExec h, CUstream stream), (h, stream))
{
  struct exec *e;
  struct op *begin, *end;
  CUresult r = CUDA_SUCCESS;
  ENTER_STREAM (IN_HEALTH, stream_get, stream, c, s);
  e = handle_get (K_EXEC, h);
  if (!e)
    return CUDA_ERROR_INVALID_VALUE;
  r = runnable (e->graph);
  if (r)
    return r;
  if (s->capture)
    {
      /* A launch in a capture becomes a child of the graph.  */
      struct node *n;
      struct graph *k;
      if (s->capture->invalid)
	return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
      k = graph_copy (e->graph);
      n = k ? node_new (s->capture->graph, CU_GRAPH_NODE_TYPE_GRAPH, &s->front, NULL) : NULL;
      if (!n)
	{
	  graph_free (k);
	  return CUDA_ERROR_OUT_OF_MEMORY;
	}
      if (!bodies_new (n, 1, &k))
	{
	  node_remove (n);
	  return CUDA_ERROR_OUT_OF_MEMORY;
	}
      s->front.n = 0;
      return nodes_add (&s->front, n) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    }
  r = stream_push (s, NULL, &begin); /* it also checks for captures */
  if (r)
    return r;
  end = op_ref (op_new (c, NULL));
  if (!end)
    {
      op_unref (begin);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  if (e->last && (!e->last->done || order_wanted ()))
    {
      struct op *again = op_ref (op_new (c, NULL));
      if (again && op_after (again, begin) && op_after (again, e->last))
	{
	  op_submit (again);
	  op_unref (begin);
	  begin = again;
	}
      else if (again)
	{
	  op_submit (again);
	  op_unref (again);
	}
    }
  allocate (e->graph);
  r = branch_begin (e->graph, c, &begin);
  op_after (end, begin);
  r = r ? r : graph_queue (e->graph, c, begin, end);
  stream_last (s, end);
  op_unref (e->last);
  e->last = op_ref (end);
  op_submit (end);
  op_unref (end);
  op_unref (begin);
  return r;
}

STREAM_API (cuGraphUpload, stream, (CUgraphExec h, CUstream stream), (h, stream))
{
  ENTER_STREAM (IN_HEALTH, stream_get, stream, c, s);
  return handle_get (K_EXEC, h) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Compares TO, of an instance, with FROM: CU_GRAPH_EXEC_UPDATE_SUCCESS if they
   differ in parameters only, else why not and *BAD the node of FROM.  */
static CUgraphExecUpdateResult
differ (struct graph *to, struct graph *from, struct node **bad)
{
  struct node *a, *b;
  size_t i;

  *bad = NULL;
  if (to->n != from->n)
    return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
  for (a = to->first, b = from->first, i = 0; a; a = a->next, b = b->next, i++)
    a->index = b->index = i;
  for (a = to->first, b = from->first; a; a = a->next, b = b->next)
    {
      *bad = b;
      if (a->type != b->type)
	return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
      if (a->deps.n != b->deps.n)
	return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
      for (i = 0; i < a->deps.n; i++)
	{
	  size_t j;
	  for (j = 0; j < b->deps.n && b->deps.at[j]->index != a->deps.at[i]->index; j++)
	    ;
	  if (j == b->deps.n)
	    return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
	}
      if (a->n_bodies != b->n_bodies)
	return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
      for (i = 0; i < a->n_bodies; i++)
	{
	  struct node *inner;
	  CUgraphExecUpdateResult r = differ (a->bodies[i], b->bodies[i], &inner);
	  if (r)
	    {
	      *bad = inner ? inner : b;
	      return r;
	    }
	}
      if (a->type == CU_GRAPH_NODE_TYPE_KERNEL
	  && (a->act->kernel.how.cooperative != b->act->kernel.how.cooperative
	      || memcmp (a->act->kernel.how.cluster, b->act->kernel.how.cluster,
			 sizeof a->act->kernel.how.cluster)))
	return CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED;
      if ((a->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC || a->type == CU_GRAPH_NODE_TYPE_MEM_FREE)
	  && a->act->mem.base != b->act->mem.base)
	return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
    }
  *bad = NULL;
  return CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

/* TO takes the parameters of FROM, which is alike.  */
static void
take_over (struct graph *to, const struct graph *from)
{
  struct node *a = to->first, *b = from->first;
  for (; a; a = a->next, b = b->next)
    {
      struct action *old = a->act;
      a->act = action_ref (b->act);
      action_unref (old);
      a->event = b->event;
      for (unsigned i = 0; i < a->n_bodies; i++)
	take_over (a->bodies[i], b->bodies[i]);
    }
}

CUresult
cuGraphExecUpdate_v2 (CUgraphExec h, CUgraph graph, CUgraphExecUpdateResultInfo *info)
{
  struct graph *g;
  struct node *bad;
  CUgraphExecUpdateResult why;
  CUresult r = CUDA_SUCCESS;
  ENTER_EXEC (h, e);
  g = graph_get (graph);
  if (!g || !info)
    return CUDA_ERROR_INVALID_VALUE;
  why = differ (e->graph, g, &bad);
  info->result = why;
  info->errorNode = info->errorFromNode = NULL;
  if (!why)
    take_over (e->graph, g);
  else
    {
      if (bad)
	r = node_show (bad, &info->errorNode);
      r = r ? r : CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
    }
  return r;
}

CUresult
cuGraphExecUpdate (CUgraphExec h, CUgraph graph, CUgraphNode *error,
		   CUgraphExecUpdateResult *result)
{
  CUgraphExecUpdateResultInfo info;
  CUresult r;
  if (!result)
    return CUDA_ERROR_INVALID_VALUE;
  r = cuGraphExecUpdate_v2 (h, graph, &info);
  if (!r || r == CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE)
    {
      *result = info.result;
      if (error)
	*error = info.errorNode;
    }
  return r;
}

/* ---- objects of the program ---- */

CUresult
cuUserObjectCreate (CUuserObject *h, void *ptr, CUhostFn destroy, unsigned refs, unsigned flags)
{
  struct user *u;
  ENTER (IN_DRIVER, c);
  if (!h || !destroy || !refs || refs > INT32_MAX || flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC)
    return CUDA_ERROR_INVALID_VALUE;
  u = calloc (1, sizeof *u);
  if (!u || !(u->handle = handle_new (K_USER, u)))
    {
      free (u);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  u->ptr = ptr;
  u->destroy = destroy;
  u->refs = refs;
  *h = u->handle;
  return CUDA_SUCCESS;
}

CUresult
cuUserObjectRetain (CUuserObject h, unsigned n)
{
  struct user *u;
  ENTER (IN_DRIVER, c);
  u = handle_get (K_USER, h);
  if (!u || !n || n > INT32_MAX)
    return CUDA_ERROR_INVALID_VALUE;
  u->refs += n;
  return CUDA_SUCCESS;
}

CUresult
cuUserObjectRelease (CUuserObject h, unsigned n)
{
  struct user *u;
  ENTER (IN_DRIVER, c);
  u = handle_get (K_USER, h);
  if (!u || !n || n > u->refs)
    return CUDA_ERROR_INVALID_VALUE;
  user_drop (u, n);
  return CUDA_SUCCESS;
}

CUresult
cuGraphRetainUserObject (CUgraph h, CUuserObject object, unsigned n, unsigned flags)
{
  struct user *u;
  CUresult r;
  ENTER_GRAPH (h, g);
  u = handle_get (K_USER, object);
  if (!u || !n || n > INT32_MAX || (flags & ~(unsigned) CU_GRAPH_USER_OBJECT_MOVE)
      || (flags && n > u->refs))
    return CUDA_ERROR_INVALID_VALUE;
  r = users_add (g, u, n);
  if (!r && !flags)
    u->refs += n;
  return r;
}

CUresult
cuGraphReleaseUserObject (CUgraph h, CUuserObject object, unsigned n)
{
  struct user *u;
  struct user_ref **p;
  ENTER_GRAPH (h, g);
  u = handle_get (K_USER, object);
  for (p = &g->users; *p && (*p)->user != u; p = &(*p)->next)
    ;
  if (!u || !*p || !n || n > (*p)->n)
    return CUDA_ERROR_INVALID_VALUE;
  (*p)->n -= n;
  if (!(*p)->n)
    {
      struct user_ref *r = *p;
      *p = r->next;
      free (r);
    }
  user_drop (u, n);
  return CUDA_SUCCESS;
}

/* ---- drawing ---- */

static const char *const type_name[]
  = { "kernel",	      "memcpy", "memset", "host",  "graph", "empty", "wait event",
      "record event", "signal", "wait",	  "alloc", "free",  "words", "conditional" };

static void
draw (FILE *f, const struct graph *g, const char *prefix)
{
  for (const struct node *n = g->first; n; n = n->next)
    {
      fprintf (f, "  n%llu [label=\"%s%s", (unsigned long long) n->id, prefix, type_name[n->type]);
      if (n->type == CU_GRAPH_NODE_TYPE_KERNEL)
	fprintf (f, "\\n%s\\n%ux%ux%u blocks of %ux%ux%u", n->act->kernel.func->name,
		 n->act->kernel.how.grid[0], n->act->kernel.how.grid[1], n->act->kernel.how.grid[2],
		 n->act->kernel.how.block[0], n->act->kernel.how.block[1],
		 n->act->kernel.how.block[2]);
      fprintf (f, "\"];\n");
      for (size_t i = 0; i < n->deps.n; i++)
	fprintf (f, "  n%llu -> n%llu;\n", (unsigned long long) n->deps.at[i]->id,
		 (unsigned long long) n->id);
      for (unsigned i = 0; i < n->n_bodies; i++)
	{
	  if (n->bodies[i]->first)
	    fprintf (f, "  n%llu -> n%llu [style=dotted];\n", (unsigned long long) n->id,
		     (unsigned long long) n->bodies[i]->first->id);
	  draw (f, n->bodies[i], "child: ");
	}
    }
}

CUresult
cuGraphDebugDotPrint (CUgraph h, const char *path, unsigned flags)
{
  FILE *f;
  bool ok;
  (void) flags;
  ENTER_GRAPH (h, g);
  if (!path)
    return CUDA_ERROR_INVALID_VALUE;
  f = fopen (path, "w");
  if (!f)
    return CUDA_ERROR_OPERATING_SYSTEM;
  fprintf (f, "digraph graph_%llu {\n  node [shape=box];\n", (unsigned long long) g->id);
  draw (f, g, "");
  fprintf (f, "}\n");
  ok = !ferror (f);
  return fclose (f) || !ok ? CUDA_ERROR_OPERATING_SYSTEM : CUDA_SUCCESS;
}
