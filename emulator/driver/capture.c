/* SPDX-License-Identifier: MIT */
/* Capture: operations that are submitted to streams become a graph.  stream.c checks for each
   operation whether its stream is capturing; this file keeps the set of nodes that the next one
   follows.  */
#include "emulator/driver/drv.h"
#include "base/room.h"

#include <stdlib.h>
#include <string.h>

/* ---- sets of nodes ---- */

bool
nodes_add (struct nodes *s, struct node *n)
{
  for (size_t i = 0; i < s->n; i++)
    if (s->at[i] == n)
      return true;
  if (!PX_ROOM (s->at, s->n, s->cap))
    return false;
  s->at[s->n++] = n;
  return true;
}

void
nodes_clear (struct nodes *s)
{
  free (s->at);
  memset (s, 0, sizeof *s);
}

bool
nodes_join (struct nodes *to, const struct nodes *from)
{
  for (size_t i = 0; i < from->n; i++)
    if (!nodes_add (to, from->at[i]))
      return false;
  return true;
}

/* ---- capture ---- */

static struct capture *captures;
static __thread CUstreamCaptureMode thread_mode; /* initially GLOBAL */

struct capture *
capture_get (uint64_t id)
{
  struct capture *k;
  for (k = captures; k && k->id != id; k = k->next)
    ;
  return id ? k : NULL;
}

/* Ends K: its streams stop capturing.  The graph stays.  */
static void
capture_leave (struct capture *k)
{
  struct capture **p;
  struct ctx *c = k->origin->ctx;
  for (struct stream *s = c->streams; s; s = s->next)
    if (s->capture == k)
      {
	s->capture = NULL;
	nodes_clear (&s->front);
      }
  for (p = &captures; *p != k; p = &(*p)->next)
    ;
  *p = k->next;
  k->graph->capturing--;
  nodes_clear (&k->left);
  free (k);
}

static bool
nodes_marked (const struct nodes *s)
{
  for (size_t i = 0; i < s->n; i++)
    if (!s->at[i]->mark)
      return false;
  return true;
}

void
capture_drop (struct capture *k)
{
  struct graph *g = k->own ? NULL : k->graph;
  capture_leave (k);
  graph_free (g);
}

void
captures_clear (struct ctx *c)
{
  for (struct capture *k = captures, *next; k; k = next)
    {
      next = k->next;
      if (k->origin->ctx == c)
	capture_drop (k);
    }
}

CUresult
capture_spoil (struct capture *k, CUresult r)
{
  k->invalid = true;
  return r;
}

CUresult
capture_unsafe (struct ctx *c)
{
  CUresult r = CUDA_SUCCESS;
  (void) c;
  if (thread_mode == CU_STREAM_CAPTURE_MODE_RELAXED)
    return r;
  for (struct capture *k = captures; k; k = k->next)
    if ((k->mode == CU_STREAM_CAPTURE_MODE_GLOBAL && thread_mode == CU_STREAM_CAPTURE_MODE_GLOBAL)
	|| (k->mode != CU_STREAM_CAPTURE_MODE_RELAXED
	    && pthread_equal (k->thread, pthread_self ())))
      r = capture_spoil (k, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  return r;
}

CUresult
capture_implicit (struct ctx *c)
{
  CUresult r = CUDA_SUCCESS;
  for (struct stream *s = captures ? c->streams : NULL; s; s = s->next)
    if (s->capture && !(s->flags & CU_STREAM_NON_BLOCKING))
      r = capture_spoil (s->capture, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
  return r;
}

CUresult
capture_action (struct stream *s, struct action *a)
{
  static const CUgraphNodeType type[]
    = { [ACT_KERNEL] = CU_GRAPH_NODE_TYPE_KERNEL,   [ACT_COPY] = CU_GRAPH_NODE_TYPE_MEMCPY,
	[ACT_FILL] = CU_GRAPH_NODE_TYPE_MEMSET,	    [ACT_HOST] = CU_GRAPH_NODE_TYPE_HOST,
	[ACT_ALLOC] = CU_GRAPH_NODE_TYPE_MEM_ALLOC, [ACT_FREE] = CU_GRAPH_NODE_TYPE_MEM_FREE };
  struct node *n;
  CUresult r = CUDA_SUCCESS;

  if (s->capture->invalid)
    r = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  else if (a && a->kind == ACT_CALLBACK)
    r = capture_spoil (s->capture, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  if (r || !a)
    {
      action_unref (a);
      return r;
    }
  n = node_new (s->capture->graph, type[a->kind], &s->front, a);
  if (!n)
    return CUDA_ERROR_OUT_OF_MEMORY;
  s->front.n = 0;
  return nodes_add (&s->front, n) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

/* ---- functions of capture ---- */

/* Makes S capture into G, after DEPS.  */
static CUresult
capture_begin (struct stream *s, struct graph *g, bool own, const struct nodes *deps,
	       CUstreamCaptureMode mode)
{
  struct capture *k = calloc (1, sizeof *k);
  s->front.n = 0;
  if (!k || (deps && !nodes_join (&s->front, deps)))
    {
      free (k);
      if (!own)
	graph_free (g);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  k->graph = g;
  k->own = own;
  k->origin = s;
  k->mode = mode;
  k->thread = pthread_self ();
  k->id = ++drv.last_id;
  k->next = captures;
  captures = k;
  g->capturing++;
  s->capture = k;
  return CUDA_SUCCESS;
}

/* Finds the stream, and checks whether it may begin to capture.  */
static CUresult
capture_may_begin (struct ctx *c, CUstream stream, CUstreamCaptureMode mode, struct stream **s)
{
  CUresult r = stream_get (c, stream, s);
  if (r)
    return r;
  if ((unsigned) mode > CU_STREAM_CAPTURE_MODE_RELAXED)
    return CUDA_ERROR_INVALID_VALUE;
  if (*s == c->legacy)
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  if ((*s)->capture)
    return CUDA_ERROR_ILLEGAL_STATE;
  return CUDA_SUCCESS;
}

static CUresult
begin_capture (CUstream stream, CUstreamCaptureMode mode)
{
  struct stream *s;
  struct graph *g;
  CUresult r;
  ENTER (IN_HEALTH, c);
  r = capture_may_begin (c, stream, mode, &s);
  if (r)
    return r;
  g = graph_new ();
  return g ? capture_begin (s, g, false, NULL, mode) : CUDA_ERROR_OUT_OF_MEMORY;
}

STREAM_API (cuStreamBeginCapture, stream, (CUstream stream), (stream))
{
  return begin_capture (stream, CU_STREAM_CAPTURE_MODE_GLOBAL);
}

STREAM_API (cuStreamBeginCapture_v2, stream, (CUstream stream, CUstreamCaptureMode mode),
	    (stream, mode))
{
  return begin_capture (stream, mode);
}

STREAM_API (cuStreamBeginCaptureToGraph, stream,
	    (CUstream stream, CUgraph graph, const CUgraphNode *deps, const CUgraphEdgeData *edges,
	     size_t n, CUstreamCaptureMode mode),
	    (stream, graph, deps, edges, n, mode))
{
  struct stream *s;
  struct graph *g;
  struct nodes set = { 0 };
  CUresult r;
  ENTER (IN_HEALTH, c);
  (void) edges;
  r = capture_may_begin (c, stream, mode, &s);
  if (r)
    return r;
  g = graph_get (graph);
  if (!g || (n && !deps))
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < n && !r; i++)
    {
      struct node *d = node_get (deps[i]);
      if (!d || d->graph != g)
	r = CUDA_ERROR_INVALID_VALUE;
      else if (!nodes_add (&set, d))
	r = CUDA_ERROR_OUT_OF_MEMORY;
    }
  if (!r)
    r = capture_begin (s, g, true, &set, mode);
  nodes_clear (&set);
  return r;
}

STREAM_API (cuStreamEndCapture, stream, (CUstream stream, CUgraph *graph), (stream, graph))
{
  struct capture *k;
  struct graph *g;
  CUresult r = CUDA_SUCCESS;
  ENTER_STREAM (IN_HEALTH, stream_get, stream, c, s);
  k = s->capture;
  /* If the program owns the graph it need not ask for it.  */
  if (!graph && !(k && k->own))
    return CUDA_ERROR_INVALID_VALUE;
  if (graph)
    *graph = NULL;
  if (!k)
    return CUDA_ERROR_ILLEGAL_STATE;
  if (k->origin != s)
    return capture_spoil (k, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
  if (k->mode != CU_STREAM_CAPTURE_MODE_RELAXED && !pthread_equal (k->thread, pthread_self ()))
    return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
  g = k->graph;
  if (k->invalid)
    r = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  else
    {
      /* Nodes that other streams have added must precede the end of the origin stream.  */
      graph_mark (g, &s->front);
      if (!nodes_marked (&k->left))
	r = CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
      for (struct stream *t = c->streams; t && !r; t = t->next)
	if (t != s && t->capture == k && !nodes_marked (&t->front))
	  r = CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
    }
  if (r)
    {
      capture_drop (k);
      return r;
    }
  if (k->own && graph)
    *graph = g->handle;
  else if (!k->own && !(r = graph_show (g, graph)))
    owned_new (&g->owned, NULL, "a graph");
  capture_leave (k);
  return r;
}

static CUresult
capture_info (CUstream stream, CUstreamCaptureStatus *status, uint64_t *id, CUgraph *graph,
	      const CUgraphNode **deps, size_t *n)
{
  CUresult r = CUDA_SUCCESS;
  ENTER_STREAM (IN_HEALTH, stream_get, stream, c, s);
  if (!status)
    return CUDA_ERROR_INVALID_VALUE;
  if (s == c->legacy)
    {
      r = capture_implicit (c);
      if (r)
	return r;
    }
  if (!s->capture || s->capture->invalid)
    {
      *status = s->capture ? CU_STREAM_CAPTURE_STATUS_INVALIDATED : CU_STREAM_CAPTURE_STATUS_NONE;
      return CUDA_SUCCESS;
    }
  *status = CU_STREAM_CAPTURE_STATUS_ACTIVE;
  if (id)
    *id = s->capture->id;
  if (graph)
    {
      r = graph_show (s->capture->graph, graph);
      if (r)
	return r;
    }
  if (deps || n)
    {
      CUgraphNode *p = realloc (s->shown, (s->front.n + 1) * sizeof *p);
      if (!p)
	return CUDA_ERROR_OUT_OF_MEMORY;
      s->shown = p;
      for (size_t i = 0; i < s->front.n && !r; i++)
	r = node_show (s->front.at[i], &p[i]);
      if (r)
	return r;
      if (deps)
	*deps = p;
      if (n)
	*n = s->front.n;
    }
  return CUDA_SUCCESS;
}

STREAM_API (cuStreamGetCaptureInfo, stream,
	    (CUstream stream, CUstreamCaptureStatus *status, uint64_t *id), (stream, status, id))
{
  return capture_info (stream, status, id, NULL, NULL, NULL);
}

STREAM_API (cuStreamGetCaptureInfo_v2, stream,
	    (CUstream stream, CUstreamCaptureStatus *status, uint64_t *id, CUgraph *graph,
	     const CUgraphNode **deps, size_t *n),
	    (stream, status, id, graph, deps, n))
{
  return capture_info (stream, status, id, graph, deps, n);
}

STREAM_API (cuStreamGetCaptureInfo_v3, stream,
	    (CUstream stream, CUstreamCaptureStatus *status, uint64_t *id, CUgraph *graph,
	     const CUgraphNode **deps, const CUgraphEdgeData **edges, size_t *n),
	    (stream, status, id, graph, deps, edges, n))
{
  if (edges)
    *edges = NULL; /* all edges have default data */
  return capture_info (stream, status, id, graph, deps, n);
}

STREAM_API (cuStreamIsCapturing, stream, (CUstream stream, CUstreamCaptureStatus *status),
	    (stream, status))
{
  return capture_info (stream, status, NULL, NULL, NULL, NULL);
}

static CUresult
capture_follow (CUstream stream, CUgraphNode *deps, size_t n, unsigned flags)
{
  ENTER_STREAM (IN_HEALTH, stream_get, stream, c, s);
  if (!s->capture)
    return CUDA_ERROR_ILLEGAL_STATE;
  if (s->capture->invalid)
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  if ((n && !deps) || flags > CU_STREAM_SET_CAPTURE_DEPENDENCIES)
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < n; i++)
    {
      struct node *d = node_get (deps[i]);
      if (!d || d->graph != s->capture->graph)
	return CUDA_ERROR_INVALID_VALUE;
    }
  if (flags == CU_STREAM_SET_CAPTURE_DEPENDENCIES)
    s->front.n = 0;
  for (size_t i = 0; i < n; i++)
    if (!nodes_add (&s->front, node_get (deps[i])))
      return CUDA_ERROR_OUT_OF_MEMORY;
  return CUDA_SUCCESS;
}

STREAM_API (cuStreamUpdateCaptureDependencies, stream,
	    (CUstream stream, CUgraphNode *deps, size_t n, unsigned flags),
	    (stream, deps, n, flags))
{
  return capture_follow (stream, deps, n, flags);
}

STREAM_API (cuStreamUpdateCaptureDependencies_v2, stream,
	    (CUstream stream, CUgraphNode *deps, const CUgraphEdgeData *edges, size_t n,
	     unsigned flags),
	    (stream, deps, edges, n, flags))
{
  (void) edges;
  return capture_follow (stream, deps, n, flags);
}

CUresult
cuThreadExchangeStreamCaptureMode (CUstreamCaptureMode *mode)
{
  CUstreamCaptureMode old = thread_mode;
  ENTER (IN_DRIVER, c);
  if (!mode || (unsigned) *mode > CU_STREAM_CAPTURE_MODE_RELAXED)
    return CUDA_ERROR_INVALID_VALUE;
  thread_mode = *mode;
  *mode = old;
  return CUDA_SUCCESS;
}
