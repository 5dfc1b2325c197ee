/* SPDX-License-Identifier: MIT */
/* What the files of graphs share: graph.c, graph-look.c, graph-node.c, graph-exec.c.  The rest of
   the driver needs what drv.h has of them.  */
#ifndef EMULATOR_GRAPH_H
#define EMULATOR_GRAPH_H

#include "emulator/driver/drv.h"

/* ---- emulator/driver/graph.c ---- */

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

/* N gets the N_BODIES graphs BODIES, which are taken over, also when it fails; false: memory.  */
bool node_bodies_new (struct node *n, unsigned n_bodies, struct graph *const *bodies);
/* Frees N, which is in no graph's list any more, and what it owns.  */
void node_free (struct node *n);
/* A copy of G with the same actions.  */
struct graph *graph_copy (const struct graph *g);
/* The nodes of G so that each stands after those it follows; malloced, NULL
   if there is a cycle or no memory.  */
struct node **graph_order (struct graph *g);

/* ---- emulator/driver/graph-look.c ---- */

/* Takes N out of its graph, also out of what follows it, and frees it.  */
void node_remove (struct node *n);

/* ---- emulator/driver/graph-node.c ---- */

/* The node of G that is the copy of N, in the bodies of its nodes too, or NULL.  */
struct node *node_copy_find (struct graph *g, const struct node *n);
/* The node whose parameters a function sets: H, of type TYPE, or its copy in the instance EXEC (if
   INSTANCE); NULL: there is none.  */
struct node *node_target (bool instance, CUgraphExec exec, CUgraphNode h, CUgraphNodeType type);

/* ---- emulator/driver/graph-exec.c ---- */

/* An instance of a graph.  */
struct exec
{
  CUgraphExec handle;
  struct graph *graph;
  uint64_t flags;
  struct op *last; /* of the last launch: the next one waits */
};

#endif
