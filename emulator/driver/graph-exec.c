/* SPDX-License-Identifier: MIT */
/* Instances of graphs: copies that can be launched, changed and updated.  Uses graph_copy and
   graph_order; a launch queues the operations of its nodes (graph_queue).  */
#include "emulator/driver/graph.h"

#include <stdlib.h>
#include <string.h>

/* First statement of functions that have a CUgraphExec as argument.  */
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
  owned_new (&e->owned, NULL, "an executable graph");
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

/* Launches that are still running will be completed.  */
CUresult
cuGraphExecDestroy (CUgraphExec h)
{
  ENTER_EXEC (h, e);
  handle_free (h);
  owned_end (&e->owned);
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
  n = n ? node_copy_find (e->graph, n) : NULL;
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
  n = n ? node_copy_find (e->graph, n) : NULL;
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
      if (op)
	{
	  memcpy (n->callers.graph, op->callers.pc, sizeof n->callers.graph);
	  op->callers = n->callers;
	}
      /* A node with bodies has two operations: OP follows them.  */
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

/* Returns CUDA_ERROR_INVALID_HANDLE if a kernel's module was unloaded.  */
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

/* Returns true if G allocates memory that it has allocated before and nobody has freed.  */
static bool
still_allocated (const struct graph *g)
{
  for (const struct node *n = g->first; n; n = n->next)
    {
      if (n->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC && pool_taken (n->act))
	return true;
      for (unsigned i = 0; i < n->n_bodies; i++)
	if (still_allocated (n->bodies[i]))
	  return true;
    }
  return false;
}

/* A launch of G allocates its memory and frees what it frees.  */
static void
mark_allocated (const struct graph *g)
{
  for (const struct node *n = g->first; n; n = n->next)
    {
      if (n->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
	pool_again (n->act);
      for (unsigned i = 0; i < n->n_bodies; i++)
	mark_allocated (n->bodies[i]);
    }
  for (const struct node *n = g->first; n; n = n->next)
    if (n->type == CU_GRAPH_NODE_TYPE_MEM_FREE)
      pool_again (n->act);
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
      /* A launch in a capture becomes a child of the captured graph.  */
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
      if (!node_bodies_new (n, 1, &k))
	{
	  node_remove (n);
	  return CUDA_ERROR_OUT_OF_MEMORY;
	}
      s->front.n = 0;
      return nodes_add (&s->front, n) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    }
  if (!(e->flags & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH) && still_allocated (e->graph))
    {
      drv_why (
	"the graph allocates memory that its last launch has allocated and nobody has freed");
      return CUDA_ERROR_INVALID_VALUE;
    }
  r = stream_push (s, NULL, &begin); /* this also checks for captures */
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
  mark_allocated (e->graph);
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

/* Compares TO, of an instance, with FROM.  Returns CU_GRAPH_EXEC_UPDATE_SUCCESS if they differ
   in parameters only, else the difference, and in *BAD the node of FROM.  */
static CUgraphExecUpdateResult
graph_difference (struct graph *to, struct graph *from, struct node **bad)
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
	  CUgraphExecUpdateResult r = graph_difference (a->bodies[i], b->bodies[i], &inner);
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

/* Copies the parameters of FROM to TO, which has the same structure.  */
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
  why = graph_difference (e->graph, g, &bad);
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

/* Copies the parameters of CHILD to the copy in EXEC of the node H, a child graph of the same
   structure.  */
CUresult
cuGraphExecChildGraphNodeSetParams (CUgraphExec exec, CUgraphNode h, CUgraph child)
{
  struct node *n, *bad;
  struct graph *g;
  ENTER (IN_DRIVER, c);
  n = node_target (true, exec, h, CU_GRAPH_NODE_TYPE_GRAPH);
  g = graph_get (child);
  if (!n || !g)
    return CUDA_ERROR_INVALID_VALUE;
  if (graph_difference (n->bodies[0], g, &bad))
    return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
  take_over (n->bodies[0], g);
  return CUDA_SUCCESS;
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
