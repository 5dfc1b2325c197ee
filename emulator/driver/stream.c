/* SPDX-License-Identifier: MIT */
/* Streams: creation, order and attributes, and submission of operations.  */
#include "emulator/driver/drv.h"

#include <stdlib.h>
#include <string.h>

enum
{
  LEAST_PRIORITY = 0,
  GREATEST_PRIORITY = -5
};

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
  owned_end (&s->owned);
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

void
streams_clear (struct ctx *c)
{
  captures_clear (c);
  while (c->streams)
    {
      struct stream *s = c->streams;
      c->streams = s->next;
      stream_free (s);
    }
  if (c->legacy)
    stream_free (c->legacy);
  c->legacy = NULL;
  op_unref (c->left);
  c->left = NULL;
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

/* Finds the stream H of C or of any other context; returns the error of that context.  */
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

/* Makes an operation that waits for the last one of S.  In the legacy stream it also waits for
   all blocking streams, and for what those have left that were destroyed; in a blocking stream
   also for the legacy stream.  */
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
      ok = ok && op_after (op, c->left);
    }
  else if (!(s->flags & CU_STREAM_NON_BLOCKING))
    ok = ok && op_after (op, c->legacy->last);
  /* Without memory for the order, wait for everything that is pending.  */
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

/* Makes OP the last operation of S.  */
void
stream_last (struct stream *s, struct op *op)
{
  op_ref (op);
  op_unref (s->last);
  s->last = op;
}

/* Appends A to S, which does not capture.  *OP is the operation, referenced, not yet submitted.  */
static CUresult
append_op (struct stream *s, struct action *a, struct op **op)
{
  CUresult r = CUDA_SUCCESS;
  if (s == s->ctx->legacy)
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

CUresult
stream_push (struct stream *s, struct action *a, struct op **done)
{
  struct op *op;
  CUresult r;

  if (done)
    *done = NULL;
  if (s->capture)
    return capture_action (s, a);
  r = append_op (s, a, &op);
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
  r = append_op (s, a, &op);
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
  owned_new (&s->owned, c, "a stream");
  drv.several = true;
  *h = s->handle;
  return CUDA_SUCCESS;
}

CUresult
cuStreamCreate (CUstream *h, unsigned flags)
{
  return cuStreamCreateWithPriority (h, flags, LEAST_PRIORITY);
}

/* S is destroyed: its operations remain among those that the legacy stream waits for, as long as no
   operation of the legacy stream has come after them.  */
static CUresult
stream_leave (struct stream *s)
{
  struct ctx *c = s->ctx;
  struct op *op;
  if (!s->last || s->flags & CU_STREAM_NON_BLOCKING || (s->last->done && !order_wanted ()))
    return CUDA_SUCCESS;
  op = op_new (c, NULL);
  if (!op)
    return CUDA_ERROR_OUT_OF_MEMORY;
  op_ref (op);
  if (!op_after (op, s->last) || !op_after (op, c->left))
    {
      op_submit (op);
      ctx_drain (c);
      op_unref (op);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  op_unref (c->left);
  c->left = op;
  op_submit (op);
  return CUDA_SUCCESS;
}

/* Pending operations of the stream will be completed; nodes that it added to another stream's
   capture stay in it.  */
CUresult
cuStreamDestroy_v2 (CUstream h)
{
  struct stream *s, **p;
  CUresult r;
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
  r = stream_leave (s);
  if (r)
    return r;
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
  bool done = order_asked (s->last);
  if (s == s->ctx->legacy)
    {
      r = capture_implicit (s->ctx);
      if (r)
	return r;
      for (struct stream *t = s->ctx->streams; t; t = t->next)
	if (!(t->flags & CU_STREAM_NON_BLOCKING))
	  done &= order_asked (t->last);
      done &= order_asked (s->ctx->left);
    }
  return done ? s->ctx->error : CUDA_ERROR_NOT_READY;
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

/* Returns true for the attributes that streams have.  */
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
