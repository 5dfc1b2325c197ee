/* SPDX-License-Identifier: MIT */
/* Queries of graphs: nodes and edges, adding and removing edges, and drawings.  */
#include "emulator/driver/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- queries ---- */

/* Stores a handle of N as number *K of the array H of CAP (only counts if H is NULL).  */
static CUresult
give_handle (CUgraphNode *h, size_t cap, size_t *k, struct node *n)
{
  CUresult r = CUDA_SUCCESS;
  if (h && *k < cap)
    r = node_show (n, &h[*k]);
  ++*k;
  return r;
}

/* Ends a function that stored K handles in an array of *N.  */
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
    r = give_handle (nodes, *n, &k, p);
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
      r = give_handle (nodes, *n, &k, p);
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
	r = give_handle (from, *n, &k, p->deps.at[i]);
	if (!r)
	  r = give_handle (to, *n, &k2, p);
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
    r = give_handle (deps, *count, &k, n->deps.at[i]);
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
	r = give_handle (nodes, *count, &k, p);
  given (nodes, count, k);
  return r;
}

/* Finds the nodes of G at the two ends of edge I.  */
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

/* Removes D from the dependencies of N.  Returns false if N did not depend on D.  */
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

/* For functions with data of edges: all edges have default data, which is 0.  */

static void
clear_edge_data (CUgraphEdgeData *edges, const size_t *n)
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
    clear_edge_data (edges, n);
  return r;
}

CUresult
cuGraphNodeGetDependencies_v2 (CUgraphNode h, CUgraphNode *deps, CUgraphEdgeData *edges, size_t *n)
{
  CUresult r = cuGraphNodeGetDependencies (h, deps, n);
  if (!r && deps)
    clear_edge_data (edges, n);
  return r;
}

CUresult
cuGraphNodeGetDependentNodes_v2 (CUgraphNode h, CUgraphNode *nodes, CUgraphEdgeData *edges,
				 size_t *n)
{
  CUresult r = cuGraphNodeGetDependentNodes (h, nodes, n);
  if (!r && nodes)
    clear_edge_data (edges, n);
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

void
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
