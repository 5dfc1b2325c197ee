/* SPDX-License-Identifier: MIT */
/* Streams, events, graphs.  */
#include "runtime/rt.h"

PX_EXPORT px_status
px_stream_create_priority (px_stream *stream, int priority)
{
  struct rt_call c;
  CUstream s;
  if (rt_begin (&c, "px_stream_create"))
    return c.status;
  CUresult r = rt_driver.cuStreamCreateWithPriority (&s, CU_STREAM_NON_BLOCKING, priority);
  if (r == CUDA_SUCCESS)
    *stream = s;
  return rt_end (&c, r, "%s", "");
}

PX_EXPORT px_status
px_stream_create (px_stream *stream)
{
  return px_stream_create_priority (stream, 0);
}

PX_EXPORT px_status
px_stream_destroy (px_stream stream)
{
  struct rt_call c;
  if (rt_begin (&c, "px_stream_destroy"))
    return c.status;
  return rt_end (&c, rt_driver.cuStreamDestroy_v2 (stream), "stream %p", (void *) stream);
}

PX_EXPORT px_status
px_stream_synchronize (px_stream stream)
{
  struct rt_call c;
  if (rt_begin (&c, "px_stream_synchronize"))
    return c.status;
  return rt_end (&c, rt_driver.cuStreamSynchronize (stream), "stream %p", (void *) stream);
}

PX_EXPORT px_status
px_stream_query (px_stream stream)
{
  struct rt_call c;
  if (rt_begin (&c, "px_stream_query"))
    return c.status;
  return rt_end (&c, rt_driver.cuStreamQuery (stream), "stream %p", (void *) stream);
}

PX_EXPORT px_status
px_stream_wait (px_stream stream, px_event event)
{
  struct rt_call c;
  if (rt_begin (&c, "px_stream_wait"))
    return c.status;
  return rt_end (&c, rt_driver.cuStreamWaitEvent (stream, event, 0), "stream %p, event %p",
		 (void *) stream, (void *) event);
}

PX_EXPORT px_status
px_stream_call (px_stream stream, void (*function) (void *), void *data)
{
  struct rt_call c;
  if (rt_begin (&c, "px_stream_call"))
    return c.status;
  RT_NEED (&c, cuLaunchHostFunc);
  return rt_end (&c, rt_driver.cuLaunchHostFunc (stream, function, data), "stream %p",
		 (void *) stream);
}

static px_status
create (px_event *event, unsigned flags)
{
  struct rt_call c;
  CUevent e;
  if (rt_begin (&c, "px_event_create"))
    return c.status;
  CUresult r = rt_driver.cuEventCreate (&e, flags);
  if (r == CUDA_SUCCESS)
    *event = e;
  return rt_end (&c, r, "%s", "");
}

PX_EXPORT px_status
px_event_create (px_event *event)
{
  return create (event, CU_EVENT_DEFAULT);
}

PX_EXPORT px_status
px_event_create_plain (px_event *event)
{
  return create (event, CU_EVENT_DISABLE_TIMING);
}

PX_EXPORT px_status
px_event_destroy (px_event event)
{
  struct rt_call c;
  if (rt_begin (&c, "px_event_destroy"))
    return c.status;
  return rt_end (&c, rt_driver.cuEventDestroy_v2 (event), "event %p", (void *) event);
}

PX_EXPORT px_status
px_event_record (px_event event, px_stream stream)
{
  struct rt_call c;
  if (rt_begin (&c, "px_event_record"))
    return c.status;
  return rt_end (&c, rt_driver.cuEventRecord (event, stream), "event %p, stream %p", (void *) event,
		 (void *) stream);
}

PX_EXPORT px_status
px_event_synchronize (px_event event)
{
  struct rt_call c;
  if (rt_begin (&c, "px_event_synchronize"))
    return c.status;
  return rt_end (&c, rt_driver.cuEventSynchronize (event), "event %p", (void *) event);
}

PX_EXPORT px_status
px_event_query (px_event event)
{
  struct rt_call c;
  if (rt_begin (&c, "px_event_query"))
    return c.status;
  return rt_end (&c, rt_driver.cuEventQuery (event), "event %p", (void *) event);
}

PX_EXPORT px_status
px_event_elapsed (float *ms, px_event begin, px_event end)
{
  struct rt_call c;
  float t;
  if (rt_begin (&c, "px_event_elapsed"))
    return c.status;
  CUresult r = rt_driver.cuEventElapsedTime (&t, begin, end);
  if (r == CUDA_SUCCESS)
    *ms = t;
  return rt_end (&c, r, "events %p and %p", (void *) begin, (void *) end);
}

PX_EXPORT px_status
px_capture_begin (px_stream stream)
{
  struct rt_call c;
  if (rt_begin (&c, "px_capture_begin"))
    return c.status;
  RT_NEED (&c, cuStreamBeginCapture_v2);
  return rt_end (&c,
		 rt_driver.cuStreamBeginCapture_v2 (stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
		 "stream %p", (void *) stream);
}

PX_EXPORT px_status
px_capture_end (px_stream stream, px_graph *graph)
{
  struct rt_call c;
  CUgraph g = NULL;
  CUgraphExec e;
  if (rt_begin (&c, "px_capture_end"))
    return c.status;
  RT_NEED (&c, cuStreamEndCapture);
  RT_NEED (&c, cuGraphInstantiateWithFlags);
  RT_NEED (&c, cuGraphDestroy);
  CUresult r = rt_driver.cuStreamEndCapture (stream, &g);
  if (r == CUDA_SUCCESS)
    r = rt_driver.cuGraphInstantiateWithFlags (&e, g, 0);
  if (g)
    rt_driver.cuGraphDestroy (g);
  if (r == CUDA_SUCCESS)
    *graph = e;
  return rt_end (&c, r, "stream %p", (void *) stream);
}

PX_EXPORT int
px_capturing (px_stream stream)
{
  struct rt_call c;
  CUstreamCaptureStatus s = CU_STREAM_CAPTURE_STATUS_NONE;
  if (rt_begin (&c, "px_capturing"))
    return 0;
  CUresult r = CUDA_SUCCESS;
  if (rt_driver.cuStreamIsCapturing)
    r = rt_driver.cuStreamIsCapturing (stream, &s);
  return !rt_end (&c, r, "stream %p", (void *) stream) && s != CU_STREAM_CAPTURE_STATUS_NONE;
}

PX_EXPORT px_status
px_graph_launch (px_graph graph, px_stream stream)
{
  struct rt_call c;
  if (rt_begin (&c, "px_graph_launch"))
    return c.status;
  RT_NEED (&c, cuGraphLaunch);
  return rt_end (&c, rt_driver.cuGraphLaunch (graph, stream), "graph %p, stream %p", (void *) graph,
		 (void *) stream);
}

PX_EXPORT px_status
px_graph_destroy (px_graph graph)
{
  struct rt_call c;
  if (rt_begin (&c, "px_graph_destroy"))
    return c.status;
  RT_NEED (&c, cuGraphExecDestroy);
  return rt_end (&c, rt_driver.cuGraphExecDestroy (graph), "graph %p", (void *) graph);
}
