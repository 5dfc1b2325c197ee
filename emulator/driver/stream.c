/* SPDX-License-Identifier: MIT */
/* Streams, events, capture of streams into graphs.  */
#include "emulator/driver/drv.h"

#include <stdlib.h>
#include <string.h>

enum
{
  LEAST_PRIORITY = 0,
  GREATEST_PRIORITY = -5
};

/* ---- sets of nodes ---- */

bool
nodes_add (struct nodes *s, struct node *n)
{
  for (size_t i = 0; i < s->n; i++)
    if (s->at[i] == n)
      return true;
  if (s->n == s->cap)
    {
      size_t cap = s->cap ? 2 * s->cap : 4;
      struct node **at = realloc (s->at, cap * sizeof *at);
      if (!at)
	return false;
      s->at = at;
      s->cap = cap;
    }
  s->at[s->n++] = n;
  return true;
}

void
nodes_clear (struct nodes *s)
{
  free (s->at);
  memset (s, 0, sizeof *s);
}

static bool
nodes_join (struct nodes *to, const struct nodes *from)
{
  for (size_t i = 0; i < from->n; i++)
    if (!nodes_add (to, from->at[i]))
      return false;
  return true;
}

/* ---- capture ---- */

static struct capture *captures;
static __thread CUstreamCaptureMode thread_mode; /* GLOBAL at first */

static struct capture *
capture_get (uint64_t id)
{
  struct capture *k;
  for (k = captures; k && k->id != id; k = k->next)
    ;
  return id ? k : NULL;
}

/* Ends K: its streams leave it.  The graph stays.  */
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

/* Ends K without a result.  */
static void
capture_drop (struct capture *k)
{
  struct graph *g = k->own ? NULL : k->graph;
  capture_leave (k);
  graph_free (g);
}

/* A call that S's capture can not contain.  */
static CUresult
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

/* The legacy stream waits for all blocking streams of C: not while one of
   them is capturing.  */
static CUresult
capture_implicit (struct ctx *c)
{
  CUresult r = CUDA_SUCCESS;
  for (struct stream *s = c->streams; s; s = s->next)
    if (s->capture && !(s->flags & CU_STREAM_NON_BLOCKING))
      r = capture_spoil (s->capture, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
  return r;
}

/* ---- streams ---- */

static struct stream *
stream_new (struct ctx *c, unsigned flags, int priority)
{
  struct stream *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  s->ctx = c;
  s->flags = flags;
  s->priority = priority < GREATEST_PRIORITY ? GREATEST_PRIORITY
		: priority > LEAST_PRIORITY  ? LEAST_PRIORITY
					     : priority;
  s->id = ++drv.last_id;
  s->attr[CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY].syncPolicy = CU_SYNC_POLICY_AUTO;
  return s;
}

static void
stream_free (struct stream *s)
{
  op_unref (s->last);
  nodes_clear (&s->front);
  free (s->shown);
  if (s->handle)
    handle_free (s->handle);
  free (s);
}

CUresult
streams_init (struct ctx *c)
{
  c->legacy = stream_new (c, CU_STREAM_DEFAULT, LEAST_PRIORITY);
  return c->legacy ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

struct event *
event_new (struct ctx *c, unsigned flags)
{
  struct event *e = calloc (1, sizeof *e);
  if (!e || !(e->handle = handle_new (K_EVENT, e)))
    {
      free (e);
      return NULL;
    }
  e->ctx = c;
  e->flags = flags;
  e->next = c->events;
  c->events = e;
  return e;
}

void
event_free (struct event *e)
{
  struct event **p = &e->ctx->events;
  while (*p != e)
    p = &(*p)->next;
  *p = e->next;
  ipc_event_end (e);
  op_unref (e->op);
  nodes_clear (&e->front);
  handle_free (e->handle);
  free (e);
}

void
streams_clear (struct ctx *c)
{
  for (struct capture *k = captures, *next; k; k = next)
    {
      next = k->next;
      if (k->origin->ctx == c)
	capture_drop (k);
    }
  while (c->streams)
    {
      struct stream *s = c->streams;
      c->streams = s->next;
      stream_free (s);
    }
  if (c->legacy)
    stream_free (c->legacy);
  c->legacy = NULL;
  while (c->events)
    event_free (c->events);
}

CUresult
stream_get (struct ctx *c, CUstream h, struct stream **out)
{
  struct stream *s;
  if (!h || h == CU_STREAM_LEGACY)
    {
      *out = c->legacy;
      return CUDA_SUCCESS;
    }
  if (h == CU_STREAM_PER_THREAD)
    {
      for (s = c->streams; s; s = s->next)
	if (s->per_thread && pthread_equal (s->thread, pthread_self ()))
	  break;
      if (!s)
	{
	  s = stream_new (c, CU_STREAM_DEFAULT, LEAST_PRIORITY);
	  if (!s)
	    return CUDA_ERROR_OUT_OF_MEMORY;
	  s->per_thread = true;
	  s->thread = pthread_self ();
	  s->next = c->streams;
	  c->streams = s;
	  drv.several = true;
	}
      *out = s;
      return CUDA_SUCCESS;
    }
  s = handle_get (K_STREAM, h);
  if (!s || s->ctx != c)
    return CUDA_ERROR_INVALID_HANDLE;
  *out = s;
  return CUDA_SUCCESS;
}

/* The stream H of C or of any other context; the error of that context.  */
static CUresult
stream_any (struct ctx *c, CUstream h, struct stream **s)
{
  if ((uintptr_t) h > 2)
    {
      *s = handle_get (K_STREAM, h);
      return *s ? (*s)->ctx->error : CUDA_ERROR_INVALID_HANDLE;
    }
  if (!c)
    return CUDA_ERROR_INVALID_CONTEXT;
  return c->error ? c->error : stream_get (c, h, s);
}

/* An operation that waits for what is in S, and, in the legacy stream, for
   what is in all blocking streams; in a blocking stream, for what is in the
   legacy stream.  */
CUresult
stream_op (struct stream *s, struct action *a, struct op **out)
{
  struct ctx *c = s->ctx;
  struct op *op;
  bool ok;

  op = op_new (c, a);
  if (!op)
    return CUDA_ERROR_OUT_OF_MEMORY;
  ok = op_after (op, s->last);
  if (s == c->legacy)
    {
      for (struct stream *t = c->streams; t && ok; t = t->next)
	if (!(t->flags & CU_STREAM_NON_BLOCKING))
	  ok = op_after (op, t->last);
    }
  else if (!(s->flags & CU_STREAM_NON_BLOCKING))
    ok = ok && op_after (op, c->legacy->last);
  /* Without memory for the order, all that is pending goes first.  */
  if (!ok)
    {
      op_ref (op);
      op_submit (op);
      ctx_drain (c);
      op_unref (op);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  *out = op;
  return CUDA_SUCCESS;
}

/* OP becomes the last of S.  */
void
stream_last (struct stream *s, struct op *op)
{
  op_ref (op);
  op_unref (s->last);
  s->last = op;
}

/* Appends A to S, which does not capture: *OP, referenced, not yet
   submitted.  */
static CUresult
place (struct stream *s, struct action *a, struct op **op)
{
  CUresult r = CUDA_SUCCESS;
  if (s == s->ctx->legacy && captures)
    r = capture_implicit (s->ctx);
  if (r)
    {
      action_unref (a);
      return r;
    }
  r = stream_op (s, a, op);
  if (!r)
    {
      stream_last (s, *op);
      op_ref (*op);
    }
  return r;
}

/* Adds A to the graph that S captures.  */
static CUresult
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

CUresult
stream_push (struct stream *s, struct action *a, struct op **done)
{
  struct op *op;
  CUresult r;

  if (done)
    *done = NULL;
  if (s->capture)
    return capture_action (s, a);
  r = place (s, a, &op);
  if (r)
    return r;
  op_submit (op);
  if (done)
    *done = op;
  else
    op_unref (op);
  return CUDA_SUCCESS;
}

CUresult
stream_do (struct stream *s, struct action *a)
{
  struct ctx *c = s->ctx;
  struct op *op;
  CUresult r;

  if (s->capture)
    {
      action_unref (a);
      return capture_spoil (s->capture, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    }
  r = place (s, a, &op);
  if (r)
    return r;
  op_submit_wait (op);
  op_unref (op);
  drv_flush_printf ();
  return c->error;
}

CUresult
cuStreamCreateWithPriority (CUstream *h, unsigned flags, int priority)
{
  struct stream *s;
  ENTER (IN_HEALTH, c);
  if (!h || (flags & ~(unsigned) CU_STREAM_NON_BLOCKING))
    return CUDA_ERROR_INVALID_VALUE;
  s = stream_new (c, flags, priority);
  if (!s || !(s->handle = handle_new (K_STREAM, s)))
    {
      free (s);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  s->next = c->streams;
  c->streams = s;
  drv.several = true;
  *h = s->handle;
  return CUDA_SUCCESS;
}

CUresult
cuStreamCreate (CUstream *h, unsigned flags)
{
  return cuStreamCreateWithPriority (h, flags, LEAST_PRIORITY);
}

/* What is still in the stream will be done; what it has added to a capture of another stream
   stays in it.  */
CUresult
cuStreamDestroy_v2 (CUstream h)
{
  struct stream *s, **p;
  ENTER (IN_DRIVER, c);
  s = handle_get (K_STREAM, h);
  if (!s)
    return CUDA_ERROR_INVALID_HANDLE;
  if (s->capture)
    {
      if (s->capture->origin == s)
	capture_drop (s->capture);
      else
	for (size_t i = 0; i < s->front.n; i++)
	  if (!nodes_add (&s->capture->left, s->front.at[i]))
	    return CUDA_ERROR_OUT_OF_MEMORY;
    }
  for (p = &s->ctx->streams; *p != s; p = &(*p)->next)
    ;
  *p = s->next;
  stream_free (s);
  return CUDA_SUCCESS;
}
SAME (cuStreamDestroy, cuStreamDestroy_v2);

STREAM_API (cuStreamQuery, stream, (CUstream stream), (stream))
{
  CUresult r = CUDA_SUCCESS;
  ENTER_STREAM (IN_DRIVER, stream_any, stream, c, s);
  if (s->capture)
    return capture_spoil (s->capture, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  if (s->last && !s->last->done)
    return CUDA_ERROR_NOT_READY;
  if (s == s->ctx->legacy)
    {
      r = capture_implicit (s->ctx);
      if (r)
	return r;
      for (struct stream *t = s->ctx->streams; t; t = t->next)
	if (!(t->flags & CU_STREAM_NON_BLOCKING) && t->last && !t->last->done)
	  return CUDA_ERROR_NOT_READY;
      for (struct stream *t = s->ctx->streams; t; t = t->next)
	if (!(t->flags & CU_STREAM_NON_BLOCKING) && t->last)
	  order_learn (t->last);
    }
  if (s->last)
    order_learn (s->last);
  return s->ctx->error;
}

STREAM_API (cuStreamSynchronize, stream, (CUstream stream), (stream))
{
  struct op *op;
  ENTER_STREAM (IN_DRIVER, stream_any, stream, c, s);
  if (s->capture || s == s->ctx->legacy)
    return stream_do (s, NULL);
  c = s->ctx;
  op = op_ref (s->last);
  op_wait (op);
  op_unref (op);
  drv_flush_printf ();
  return c->error;
}

STREAM_API (cuStreamGetPriority, stream, (CUstream stream, int *priority), (stream, priority))
{
  ENTER_STREAM (IN_DRIVER, stream_any, stream, c, s);
  return GIVE_AT (priority, s->priority);
}

STREAM_API (cuStreamGetFlags, stream, (CUstream stream, unsigned *flags), (stream, flags))
{
  ENTER_STREAM (IN_DRIVER, stream_any, stream, c, s);
  return GIVE_AT (flags, s->flags);
}

STREAM_API (cuStreamGetId, stream, (CUstream stream, unsigned long long *id), (stream, id))
{
  ENTER_STREAM (IN_DRIVER, stream_any, stream, c, s);
  return GIVE_AT (id, s->id);
}

STREAM_API (cuStreamGetDevice, stream, (CUstream stream, CUdevice *dev), (stream, dev))
{
  ENTER_STREAM (IN_DRIVER, stream_any, stream, c, s);
  return GIVE_AT (dev, 0);
}

STREAM_API (cuStreamGetCtx, stream, (CUstream stream, CUcontext *ctx), (stream, ctx))
{
  ENTER_STREAM (IN_DRIVER, stream_any, stream, c, s);
  return GIVE_AT (ctx, s->ctx->handle);
}

/* True for the attributes that streams have.  */
static bool
stream_has (CUstreamAttrID a)
{
  return a == CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW
	 || a == CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY || a == CU_LAUNCH_ATTRIBUTE_PRIORITY
	 || a == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP
	 || a == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN;
}

STREAM_API (cuStreamGetAttribute, stream,
	    (CUstream stream, CUstreamAttrID a, CUstreamAttrValue *value), (stream, a, value))
{
  ENTER_STREAM (IN_HEALTH, stream_get, stream, c, s);
  if (!value || !stream_has (a))
    return CUDA_ERROR_INVALID_VALUE;
  *value = s->attr[a];
  if (a == CU_LAUNCH_ATTRIBUTE_PRIORITY)
    value->priority = s->priority;
  return CUDA_SUCCESS;
}

STREAM_API (cuStreamSetAttribute, stream,
	    (CUstream stream, CUstreamAttrID a, const CUstreamAttrValue *value), (stream, a, value))
{
  ENTER_STREAM (IN_HEALTH, stream_get, stream, c, s);
  if (!value || !stream_has (a))
    return CUDA_ERROR_INVALID_VALUE;
  if (a == CU_LAUNCH_ATTRIBUTE_PRIORITY)
    {
      if (value->priority > LEAST_PRIORITY || value->priority < GREATEST_PRIORITY)
	return CUDA_ERROR_INVALID_VALUE;
      s->priority = value->priority;
    }
  s->attr[a] = *value;
  return CUDA_SUCCESS;
}

STREAM_API (cuStreamCopyAttributes, dst, (CUstream dst, CUstream src), (dst, src))
{
  struct stream *d, *s;
  CUresult r;
  ENTER (IN_HEALTH, c);
  r = stream_get (c, dst, &d);
  if (!r)
    r = stream_get (c, src, &s);
  if (r)
    return r;
  memcpy (d->attr, s->attr, sizeof d->attr);
  return CUDA_SUCCESS;
}

STREAM_API (cuLaunchHostFunc, stream, (CUstream stream, CUhostFn fn, void *data),
	    (stream, fn, data))
{
  struct action *a;
  ENTER_STREAM (IN_HEALTH, stream_get, stream, c, s);
  if (!fn)
    return CUDA_ERROR_INVALID_VALUE;
  a = action_new (ACT_HOST);
  if (!a)
    return CUDA_ERROR_OUT_OF_MEMORY;
  a->host.fn = fn;
  a->host.data = data;
  return stream_push (s, a, NULL);
}

STREAM_API (cuStreamAddCallback, stream,
	    (CUstream stream, CUstreamCallback fn, void *data, unsigned flags),
	    (stream, fn, data, flags))
{
  struct action *a;
  ENTER_STREAM (IN_HEALTH, stream_get, stream, c, s);
  if (!fn || flags)
    return CUDA_ERROR_INVALID_VALUE;
  a = action_new (ACT_CALLBACK);
  if (!a)
    return CUDA_ERROR_OUT_OF_MEMORY;
  a->callback.fn = fn;
  a->callback.stream = stream;
  a->callback.data = data;
  return stream_push (s, a, NULL);
}

/* ---- events ---- */

struct event *
event_get (CUevent h)
{
  return handle_get (K_EVENT, h);
}

CUresult
event_record (struct event *e, struct stream *s)
{
  struct op *op;
  CUresult r;
  if (e->ctx != s->ctx)
    return CUDA_ERROR_INVALID_HANDLE;
  r = e->shared ? ipc_event_record (e, s, &op) : stream_push (s, NULL, &op);
  if (r)
    return r;
  op_unref (e->op);
  e->op = op;
  e->capture = 0;
  nodes_clear (&e->front);
  return CUDA_SUCCESS;
}

CUresult
event_wait (struct event *e, struct stream *s)
{
  struct op *op;
  CUresult r;
  if (s == s->ctx->legacy && captures)
    {
      r = capture_implicit (s->ctx);
      if (r)
	return r;
    }
  if (ipc_event_foreign (e))
    return ipc_event_wait (e, s);
  if (!e->op || (e->op->done && !order_wanted ()))
    return CUDA_SUCCESS;
  r = stream_op (s, NULL, &op);
  if (r)
    return r;
  if (!op_after (op, e->op))
    op_wait (e->op);
  stream_last (s, op);
  op_submit (op);
  return CUDA_SUCCESS;
}

CUresult
cuEventCreate (CUevent *h, unsigned flags)
{
  struct event *e;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!h
      || (flags
	  & ~(unsigned) (CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS)))
    return CUDA_ERROR_INVALID_VALUE;
  if ((flags & CU_EVENT_INTERPROCESS) && !(flags & CU_EVENT_DISABLE_TIMING))
    return CUDA_ERROR_INVALID_VALUE;
  e = event_new (c, flags);
  r = !e			      ? CUDA_ERROR_OUT_OF_MEMORY
      : flags & CU_EVENT_INTERPROCESS ? ipc_event_new (e)
				      : CUDA_SUCCESS;
  if (r && e)
    event_free (e);
  else if (!r)
    *h = e->handle;
  return r;
}

CUresult
cuEventDestroy_v2 (CUevent h)
{
  struct event *e;
  ENTER (IN_DRIVER, c);
  e = event_get (h);
  if (!e)
    return CUDA_ERROR_INVALID_HANDLE;
  event_free (e);
  return CUDA_SUCCESS;
}
SAME (cuEventDestroy, cuEventDestroy_v2);

/* A node of type TYPE for event E at S's place in its capture.  */
static CUresult
event_node (struct event *e, struct stream *s, CUgraphNodeType type)
{
  struct node *n = node_new (s->capture->graph, type, &s->front, NULL);
  if (!n)
    return CUDA_ERROR_OUT_OF_MEMORY;
  n->event = e->handle;
  s->front.n = 0;
  return nodes_add (&s->front, n) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult
record (CUevent event, CUstream stream, unsigned flags)
{
  struct event *e;
  ENTER_STREAM (IN_HEALTH, stream_get, stream, c, s);
  e = event_get (event);
  if (!e || e->ctx != c)
    return CUDA_ERROR_INVALID_HANDLE;
  if (flags & ~(unsigned) CU_EVENT_RECORD_EXTERNAL)
    return CUDA_ERROR_INVALID_VALUE;
  if (!s->capture)
    return flags ? CUDA_ERROR_INVALID_VALUE : event_record (e, s);
  if (s->capture->invalid)
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  if (flags)
    return event_node (e, s, CU_GRAPH_NODE_TYPE_EVENT_RECORD);
  e->front.n = 0;
  e->capture = s->capture->id;
  op_unref (e->op);
  e->op = NULL;
  return nodes_join (&e->front, &s->front) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

STREAM_API (cuEventRecord, stream, (CUevent event, CUstream stream), (event, stream))
{
  return record (event, stream, CU_EVENT_RECORD_DEFAULT);
}

STREAM_API (cuEventRecordWithFlags, stream, (CUevent event, CUstream stream, unsigned flags),
	    (event, stream, flags))
{
  return record (event, stream, flags);
}

STREAM_API (cuStreamWaitEvent, stream, (CUstream stream, CUevent event, unsigned flags),
	    (stream, event, flags))
{
  struct event *e;
  struct capture *k;
  ENTER_STREAM (IN_HEALTH, stream_get, stream, c, s);
  e = event_get (event);
  if (!e)
    return CUDA_ERROR_INVALID_HANDLE;
  if (flags & ~(unsigned) CU_EVENT_WAIT_EXTERNAL)
    return CUDA_ERROR_INVALID_VALUE;
  if (s->capture && s->capture->invalid)
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  if (flags)
    return s->capture ? event_node (e, s, CU_GRAPH_NODE_TYPE_WAIT_EVENT) : CUDA_ERROR_INVALID_VALUE;
  k = capture_get (e->capture);
  if (!k)
    {
      if (e->capture)
	return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
      if (s->capture)
	return capture_spoil (s->capture, CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
      return event_wait (e, s);
    }
  if (s == c->legacy)
    return capture_spoil (k, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
  if (k->origin->ctx != c)
    return capture_spoil (k, CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
  if (k->invalid)
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  if (s->capture && s->capture != k)
    {
      s->capture->invalid = true;
      return capture_spoil (k, CUDA_ERROR_STREAM_CAPTURE_MERGE);
    }
  s->capture = k;
  return nodes_join (&s->front, &e->front) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

/* E's last record is in a capture, which the host can not wait for.  */
static CUresult
event_captured (struct event *e)
{
  struct capture *k = capture_get (e->capture);
  if (k)
    k->invalid = true;
  return CUDA_ERROR_CAPTURED_EVENT;
}

CUresult
cuEventQuery (CUevent event)
{
  struct event *e;
  ENTER (IN_DRIVER, c);
  e = event_get (event);
  if (!e)
    return CUDA_ERROR_INVALID_HANDLE;
  if (e->ctx->error)
    return e->ctx->error;
  if (e->capture)
    return event_captured (e);
  if (ipc_event_foreign (e))
    return ipc_event_done (e) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
  if (e->op && e->op->done)
    order_learn (e->op);
  return e->op && !e->op->done ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}

CUresult
cuEventSynchronize (CUevent event)
{
  struct event *e;
  struct op *op;
  ENTER (IN_DRIVER, c);
  e = event_get (event);
  if (!e)
    return CUDA_ERROR_INVALID_HANDLE;
  c = e->ctx;
  if (c->error)
    return c->error;
  if (e->capture)
    return event_captured (e);
  if (ipc_event_foreign (e))
    {
      ipc_event_sync (e);
      return c->error;
    }
  op = op_ref (e->op);
  op_wait (op);
  op_unref (op);
  drv_flush_printf ();
  return c->error;
}

CUresult
cuEventElapsedTime (float *ms, CUevent start, CUevent end)
{
  struct event *a, *b;
  ENTER (IN_DRIVER, c);
  if (!ms)
    return CUDA_ERROR_INVALID_VALUE;
  a = event_get (start);
  b = event_get (end);
  if (!a || !b || a->ctx != b->ctx)
    return CUDA_ERROR_INVALID_HANDLE;
  if (a->ctx->error)
    return a->ctx->error;
  if (a->capture || b->capture)
    return CUDA_ERROR_CAPTURED_EVENT;
  if (!a->op || !b->op || ((a->flags | b->flags) & CU_EVENT_DISABLE_TIMING))
    return CUDA_ERROR_INVALID_HANDLE;
  if (!a->op->done || !b->op->done)
    return CUDA_ERROR_NOT_READY;
  order_learn (a->op);
  order_learn (b->op);
  *ms = (float) ((double) (int64_t) (b->op->time - a->op->time) * 1e-6);
  return CUDA_SUCCESS;
}
SAME (cuEventElapsedTime_v2, cuEventElapsedTime);

/* ---- functions of capture ---- */

/* S captures into G from now on, after DEPS.  */
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

/* CUDA_SUCCESS and the stream if it may begin to capture.  */
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
begin (CUstream stream, CUstreamCaptureMode mode)
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
  return begin (stream, CU_STREAM_CAPTURE_MODE_GLOBAL);
}

STREAM_API (cuStreamBeginCapture_v2, stream, (CUstream stream, CUstreamCaptureMode mode),
	    (stream, mode))
{
  return begin (stream, mode);
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
  /* Where the program has the graph it need not ask for it.  */
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
      /* What other streams have added must lie before the origin's end.  */
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
  else if (!k->own)
    r = graph_show (g, graph);
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
    *edges = NULL; /* all edges are of the one plain kind */
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
