/* SPDX-License-Identifier: MIT */
/* Graphs: making, copying, ordering and freeing graphs and nodes, and the program's objects
   that graphs keep alive.  */
#include "emulator/driver/graph.h"

#include <stdlib.h>

/* An object of the program that graphs keep alive.  */
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

/* Drops N references of U.  With the last one its destructor runs, on a thread of the driver.  */
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

bool
node_bodies_new (struct node *n, unsigned n_bodies, struct graph *const *bodies)
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

void
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
  owned_end (&g->owned);
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
  if (px_emu_checking (drv.emu))
    place_callers (&n->callers);
  if (g->last)
    g->last->next = n;
  else
    g->first = n;
  g->last = n;
  g->n++;
  return n;
}

/* Marks N and its predecessors.  The stack is explicit, since graphs may be deep.  */
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

struct graph *
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
      m->callers = n->callers;
      m->event = n->event;
      m->alloc = n->alloc;
      branch_copy (m, n);
      if (n->n_bodies)
	{
	  struct graph **bodies = calloc (n->n_bodies, sizeof (struct graph *));
	  bool ok = bodies != NULL;
	  for (unsigned j = 0; ok && j < n->n_bodies; j++)
	    bodies[j] = graph_copy (n->bodies[j]);
	  ok = ok && node_bodies_new (m, n->n_bodies, bodies);
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

struct node **
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
  else
    owned_new (&g->owned, NULL, "a graph");
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
  else
    owned_new (&k->owned, NULL, "a graph");
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
