/* SPDX-License-Identifier: MIT */
/* Conditional nodes of graphs.  A handle is the address of a word in device memory, which
   kernels set (cudaGraphSetConditional); copies of a graph share it.  A node is queued as two
   operations: the first reads the word when all predecessors are complete, and queues a body;
   the second follows the body.  */
#include "emulator/driver/drv.h"

#include <stdlib.h>
#include <string.h>

struct condition
{
  unsigned refs;
  bool assigned; /* every launch sets it */
  bool used;	 /* a node uses it */
  uint32_t initial;
  uint32_t word;
};

/* The part that copies of a node share.  */
struct branch
{
  unsigned refs;
  CUgraphConditionalNodeType type;
  struct condition *condition;
  CUgraph *shown; /* handles of the bodies of the program's node */
};

/* ---- handles ---- */

static struct condition *
condition_ref (struct condition *c)
{
  c->refs++;
  return c;
}

static void
condition_unref (struct condition *c)
{
  if (--c->refs)
    return;
  px_emu_mem_remove (drv.emu, &c->word);
  free (c);
}

/* Adds C to G and takes over the reference, even if it fails.  */
static bool
condition_add (struct graph *g, struct condition *c)
{
  struct condition **all
    = realloc (g->conditions, (g->n_conditions + 1) * sizeof (struct condition *));
  if (!all)
    {
      condition_unref (c);
      return false;
    }
  g->conditions = all;
  all[g->n_conditions++] = c;
  return true;
}

bool
conditions_copy (struct graph *to, const struct graph *from)
{
  bool ok = true;
  for (size_t i = 0; ok && i < from->n_conditions; i++)
    ok = condition_add (to, condition_ref (from->conditions[i]));
  return ok;
}

void
conditions_free (struct graph *g)
{
  for (size_t i = 0; i < g->n_conditions; i++)
    condition_unref (g->conditions[i]);
  free (g->conditions);
}

/* Returns G's condition with handle H, or NULL.  */
static struct condition *
condition_get (const struct graph *g, CUgraphConditionalHandle h)
{
  for (size_t i = 0; i < g->n_conditions; i++)
    if ((uintptr_t) &g->conditions[i]->word == h)
      return g->conditions[i];
  return NULL;
}

CUresult
cuGraphConditionalHandleCreate (CUgraphConditionalHandle *h, CUgraph graph, CUcontext ctx,
				unsigned initial, unsigned flags)
{
  struct graph *g;
  struct condition *k;
  ENTER (IN_HEALTH, c);
  g = graph_get (graph);
  if (!h || !g || (ctx && !ctx_get (ctx)) || (flags & ~(unsigned) CU_GRAPH_COND_ASSIGN_DEFAULT))
    return CUDA_ERROR_INVALID_VALUE;
  k = calloc (1, sizeof *k);
  if (!k || !px_emu_mem_add (drv.emu, &k->word, sizeof k->word, PX_EMU_MEM_GLOBAL))
    {
      free (k);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  px_emu_check_write (drv.emu, (uintptr_t) &k->word, sizeof k->word);
  k->refs = 1;
  k->initial = k->word = initial;
  k->assigned = flags & CU_GRAPH_COND_ASSIGN_DEFAULT;
  if (!condition_add (g, k))
    return CUDA_ERROR_OUT_OF_MEMORY;
  *h = (uintptr_t) &k->word;
  return CUDA_SUCCESS;
}

/* ---- nodes ---- */

static struct branch *
branch_ref (struct branch *b)
{
  b->refs++;
  return b;
}

static void
branch_unref (struct branch *b)
{
  if (--b->refs)
    return;
  condition_unref (b->condition);
  free (b->shown);
  free (b);
}

void
branch_copy (struct node *to, const struct node *from)
{
  if (from->branch)
    to->branch = branch_ref (from->branch);
}

void
branch_free (struct node *n)
{
  if (n->branch)
    branch_unref (n->branch);
}

static CUresult
conditional (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t n,
	     CUDA_CONDITIONAL_NODE_PARAMS *p)
{
  struct graph *g, **bodies;
  struct condition *k;
  struct branch *b;
  struct node *node;
  CUresult r = CUDA_SUCCESS;
  ENTER (IN_HEALTH, c);
  g = graph_get (h);
  k = g ? condition_get (g, p->handle) : NULL;
  if (!k || k->used || !p->size || (p->ctx && !ctx_get (p->ctx))
      || (p->type == CU_GRAPH_COND_TYPE_IF	? p->size > 2
	  : p->type == CU_GRAPH_COND_TYPE_WHILE ? p->size > 1
						: p->type != CU_GRAPH_COND_TYPE_SWITCH))
    return CUDA_ERROR_INVALID_VALUE;
  b = calloc (1, sizeof *b);
  bodies = calloc (p->size, sizeof (struct graph *));
  if (!b || !bodies || !(b->shown = calloc (p->size, sizeof (CUgraph))))
    {
      free (b);
      free (bodies);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  b->refs = 1;
  b->type = p->type;
  b->condition = condition_ref (k);
  for (unsigned i = 0; i < p->size; i++)
    bodies[i] = graph_new ();
  r = graph_add (out, h, deps, n, CU_GRAPH_NODE_TYPE_CONDITIONAL, p->size, bodies, &node);
  for (unsigned i = 0; i < p->size && !r; i++)
    r = graph_show (bodies[i], &b->shown[i]);
  free (bodies);
  if (r)
    {
      branch_unref (b);
      return r;
    }
  k->used = true;
  node->branch = b;
  p->phGraph_out = b->shown;
  return CUDA_SUCCESS;
}

/* Nodes of every type, with parameters as in cudaGraphNodeParams of the toolkit's
   documentation.  */
CUresult
cuGraphAddNode_v2 (CUgraphNode *out, CUgraph g, const CUgraphNode *deps,
		   const CUgraphEdgeData *edges, size_t n, CUgraphNodeParams *p)
{
  CUcontext now = NULL;
  CUresult r = p ? cuCtxGetCurrent (&now) : CUDA_ERROR_INVALID_VALUE;
  if (r)
    return r;
  if (!graph_edges_plain (edges, n))
    return CUDA_ERROR_NOT_SUPPORTED;
  switch (p->type)
    {
    case CU_GRAPH_NODE_TYPE_KERNEL: return cuGraphAddKernelNode_v2 (out, g, deps, n, &p->kernel);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
      return cuGraphAddMemcpyNode (out, g, deps, n, &p->memcpy.copyParams,
				   p->memcpy.copyCtx ? p->memcpy.copyCtx : now);
    case CU_GRAPH_NODE_TYPE_MEMSET:
      return cuGraphAddMemsetNode (out, g, deps, n, &p->memset.params,
				   p->memset.ctx ? p->memset.ctx : now);
    case CU_GRAPH_NODE_TYPE_HOST: return cuGraphAddHostNode (out, g, deps, n, &p->host);
    case CU_GRAPH_NODE_TYPE_GRAPH:
      return cuGraphAddChildGraphNode (out, g, deps, n, p->graph.graph);
    case CU_GRAPH_NODE_TYPE_EMPTY: return cuGraphAddEmptyNode (out, g, deps, n);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
      return cuGraphAddEventWaitNode (out, g, deps, n, p->event.event);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
      return cuGraphAddEventRecordNode (out, g, deps, n, p->event.event);
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC: return cuGraphAddMemAllocNode (out, g, deps, n, &p->alloc);
    case CU_GRAPH_NODE_TYPE_MEM_FREE: return cuGraphAddMemFreeNode (out, g, deps, n, p->free.dptr);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL: return conditional (out, g, deps, n, &p->conditional);
    default: return CUDA_ERROR_NOT_SUPPORTED;
    }
}

CUresult
cuGraphAddNode (CUgraphNode *out, CUgraph g, const CUgraphNode *deps, size_t n,
		CUgraphNodeParams *p)
{
  return cuGraphAddNode_v2 (out, g, deps, NULL, n, p);
}

/* Returns true if the nodes of G may be in a body: kernels, copies, fills, empty nodes, and
   graphs of these.  */
static bool
body_ok (const struct graph *g)
{
  bool ok = true;
  for (const struct node *n = g->first; n && ok; n = n->next)
    {
      ok = n->type == CU_GRAPH_NODE_TYPE_KERNEL || n->type == CU_GRAPH_NODE_TYPE_MEMCPY
	   || n->type == CU_GRAPH_NODE_TYPE_MEMSET || n->type == CU_GRAPH_NODE_TYPE_EMPTY
	   || n->type == CU_GRAPH_NODE_TYPE_GRAPH || n->type == CU_GRAPH_NODE_TYPE_CONDITIONAL;
      for (unsigned i = 0; i < n->n_bodies && ok; i++)
	ok = body_ok (n->bodies[i]);
    }
  return ok;
}

bool
branches_ok (const struct graph *g)
{
  bool ok = true;
  for (size_t i = 0; i < g->n_conditions && ok; i++)
    ok = g->conditions[i]->used;
  for (const struct node *n = g->first; n && ok; n = n->next)
    for (unsigned i = 0; i < n->n_bodies && ok; i++)
      ok = branches_ok (n->bodies[i]) && (!n->branch || body_ok (n->bodies[i]));
  return ok;
}

/* ---- launches ---- */

/* Returns true if a launch of G has handles to set; SET: sets them.  */
static bool
assign_handles (const struct graph *g, bool set)
{
  bool any = false;
  for (size_t i = 0; i < g->n_conditions; i++)
    if (g->conditions[i]->assigned)
      {
	any = true;
	if (set)
	  __atomic_store_n (&g->conditions[i]->word, g->conditions[i]->initial, __ATOMIC_RELEASE);
      }
  for (const struct node *n = g->first; n; n = n->next)
    for (unsigned i = 0; i < n->n_bodies; i++)
      any |= assign_handles (n->bodies[i], set);
  return any;
}

/* Makes an action of B, with references to BODIES.  */
static struct action *
action_of (struct branch *b, struct graph *const *bodies, unsigned n_bodies, struct op *end)
{
  struct action *a = action_new (ACT_BRANCH);
  struct graph **all = calloc (n_bodies, sizeof (struct graph *));
  if (!a || !all)
    {
      free (all);
      free (a);
      return NULL;
    }
  for (unsigned i = 0; i < n_bodies; i++)
    all[i] = graph_ref (bodies[i]);
  a->branch.what = b ? branch_ref (b) : NULL;
  a->branch.bodies = all;
  a->branch.n_bodies = n_bodies;
  a->branch.end = end;
  return a;
}

struct action *
branch_action (const struct node *n, struct op *end)
{
  return action_of (n->branch, n->bodies, n->n_bodies, end);
}

void
branch_action_free (struct action *a)
{
  for (unsigned i = 0; i < a->branch.n_bodies; i++)
    graph_free (a->branch.bodies[i]);
  free (a->branch.bodies);
  if (a->branch.what)
    branch_unref (a->branch.what);
}

CUresult
branch_begin (struct graph *g, struct ctx *c, struct op **begin)
{
  struct action *a;
  struct op *op;
  CUresult r;
  if (!assign_handles (g, false))
    return CUDA_SUCCESS;
  a = action_of (NULL, &g, 1, NULL);
  op = a ? op_ref (op_new (c, a)) : NULL;
  if (!op)
    return CUDA_ERROR_OUT_OF_MEMORY;
  r = op_after (op, *begin) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
  op_submit (op);
  op_unref (*begin);
  *begin = op;
  return r;
}

CUresult
branch_run (struct op *op)
{
  struct action *a = op->act;
  struct op *end = a->branch.end, *again;
  unsigned k;
  CUresult r;

  if (!a->branch.what)
    {
      assign_handles (a->branch.bodies[0], true);
      return CUDA_SUCCESS;
    }
  k = __atomic_load_n (&a->branch.what->condition->word, __ATOMIC_ACQUIRE);
  if (a->branch.what->type != CU_GRAPH_COND_TYPE_SWITCH)
    k = !k; /* bodies 0 and 1 of `if' are then and else */
  if (k >= a->branch.n_bodies)
    return CUDA_SUCCESS;
  end->grown = true;
  if (a->branch.what->type != CU_GRAPH_COND_TYPE_WHILE)
    return graph_queue (a->branch.bodies[k], op->ctx, op, end);
  again = op_ref (op_new (op->ctx, action_ref (a)));
  if (!again)
    return CUDA_ERROR_OUT_OF_MEMORY;
  again->grown = true;
  r = graph_queue (a->branch.bodies[k], op->ctx, op, again);
  if (!op_after (again, op) || !op_after (end, again))
    r = CUDA_ERROR_OUT_OF_MEMORY;
  op_submit (again);
  op_unref (again);
  return r;
}
