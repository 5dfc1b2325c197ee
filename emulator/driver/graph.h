/* SPDX-License-Identifier: MIT */
/* Declarations that graph.c, graph-look.c, graph-node.c and graph-exec.c share.  drv.h has
   those for the rest of the driver.  */
#ifndef EMULATOR_GRAPH_H
#define EMULATOR_GRAPH_H

#include "emulator/driver/drv.h"

/* ---- emulator/driver/graph.c ---- */

/* First statement of functions that have a CUgraph as argument.  */
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

/* Gives N the N_BODIES graphs BODIES, which it takes over even if it fails.  Returns false if
   out of memory.  */
bool node_bodies_new (struct node *n, unsigned n_bodies, struct graph *const *bodies);
/* Frees N, which is in no graph's list, and what it owns.  */
void node_free (struct node *n);
/* A copy of G with the same actions.  */
struct graph *graph_copy (const struct graph *g);
/* Returns the nodes of G in an order in which each follows its predecessors, from malloc; NULL
   if there is a cycle or no memory.  */
struct node **graph_order (struct graph *g);

/* ---- emulator/driver/graph-look.c ---- */

/* Removes N from its graph and from the dependencies of others, and frees it.  */
void node_remove (struct node *n);

/* ---- emulator/driver/graph-node.c ---- */

/* Returns the node of G that is the copy of N, also in the bodies of its nodes, or NULL.  */
struct node *node_copy_find (struct graph *g, const struct node *n);
/* Returns the node whose parameters a function sets: H, of type TYPE, or if INSTANCE its copy
   in EXEC; NULL if there is none.  */
struct node *node_target (bool instance, CUgraphExec exec, CUgraphNode h, CUgraphNodeType type);

/* ---- emulator/driver/graph-exec.c ---- */

/* An instance of a graph.  */
struct exec
{
  CUgraphExec handle;
  struct graph *graph;
  uint64_t flags;
  struct op *last; /* of the last launch, for which the next one waits */
  struct owned owned;
};

#endif
