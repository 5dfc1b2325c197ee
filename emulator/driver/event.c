/* SPDX-License-Identifier: MIT */
/* Events: creation, records, waits and times.  Uses stream.c for the place in the order, and
   capture.c if the stream captures.  */
#include "emulator/driver/drv.h"

#include <stdlib.h>

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
  owned_new (&e->owned, c, "an event");
  return e;
}

void
event_free (struct event *e)
{
  struct event **p = &e->ctx->events;
  while (*p != e)
    p = &(*p)->next;
  *p = e->next;
  owned_end (&e->owned);
  ipc_event_end (e);
  op_unref (e->op);
  nodes_clear (&e->front);
  handle_free (e->handle);
  free (e);
}

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

/* Makes S, which must not be capturing, wait for E.  */
static CUresult
event_wait (struct event *e, struct stream *s)
{
  struct op *op;
  CUresult r;
  if (s == s->ctx->legacy)
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

/* Adds a node of type TYPE for event E to the capture of S.  */
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

/* Returns an error if E's last record is in a capture, which the host cannot wait for.  */
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
  return order_asked (e->op) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
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
  if (!order_asked (a->op) || !order_asked (b->op))
    return CUDA_ERROR_NOT_READY;
  *ms = (float) ((double) (int64_t) (b->op->time - a->op->time) * 1e-6);
  return CUDA_SUCCESS;
}
SAME (cuEventElapsedTime_v2, cuEventElapsedTime);
