/* SPDX-License-Identifier: MIT */
/* Graphs: captured from streams, made by hand, instantiated, launched,
   updated.  */
#include "test.h"

#include <pthread.h>
#include <unistd.h>

static CUfunction fill, affine;
static int calls;

static void
host (void *data)
{
  calls += *(int *) data;
}

static CUgraphExec
instance (CUgraph g)
{
  CUgraphExec e = NULL;
  OK (cuGraphInstantiate (&e, g, 0));
  return e;
}

static void
capture (void)
{
  CUstream s;
  CUgraph g;
  CUgraphExec x;
  CUgraphNode nodes[10];
  CUgraphNodeType type;
  CUstreamCaptureStatus st;
  CUdeviceptr p = words (256), q = words (256);
  size_t n;
  int two = 2;

  begin ("capture of a stream");
  OK (cuStreamCreate (&s, CU_STREAM_NON_BLOCKING));
  OK (cuMemsetD32 (p, 9, 256));
  OK (cuMemsetD32 (q, 9, 256));
  OK (cuStreamIsCapturing (s, &st));
  MUST (st == CU_STREAM_CAPTURE_STATUS_NONE);
  OK (cuStreamBeginCapture (s, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK (cuStreamIsCapturing (s, &st));
  MUST (st == CU_STREAM_CAPTURE_STATUS_ACTIVE);
  OK (cuMemsetD32Async (p, 1, 256, s));
  OK (run (affine, s, p, 256, 3, 4));
  OK (cuMemcpyDtoDAsync (q, p, 1024, s));
  OK (cuLaunchHostFunc (s, host, &two));
  OK (run (affine, s, q, 256, 2, 0));
  OK (cuStreamEndCapture (s, &g));
  OK (cuStreamSynchronize (s));
  MUST (all (p, 256, 9) && all (q, 256, 9) && calls == 0);
  OK (cuGraphGetNodes (g, NULL, &n));
  MUST (n == 5);
  OK (cuGraphGetNodes (g, nodes, &n));
  OK (cuGraphNodeGetType (nodes[0], &type));
  MUST (type == CU_GRAPH_NODE_TYPE_MEMSET);
  OK (cuGraphNodeGetType (nodes[3], &type));
  MUST (type == CU_GRAPH_NODE_TYPE_HOST);
  OK (cuGraphGetRootNodes (g, NULL, &n));
  MUST (n == 1);
  OK (cuGraphGetEdges (g, NULL, NULL, NULL, &n));
  MUST (n == 4);
  x = instance (g);
  OK (cuGraphDestroy (g));
  BAD (cuGraphDestroy (g));
  OK (cuGraphUpload (x, s));
  for (int i = 0; i < 3; i++)
    OK (cuGraphLaunch (x, s));
  OK (cuStreamSynchronize (s));
  MUST (all (p, 256, 7) && all (q, 256, 14) && calls == 6);
  OK (cuGraphExecDestroy (x));
  BAD (cuGraphLaunch (x, s));
  BAD (cuGraphExecDestroy (x));
  OK (cuStreamDestroy (s));
  OK (cuMemFree (p));
  OK (cuMemFree (q));
  end ();
}

static void
fork_join (void)
{
  CUstream a, b;
  CUevent e, f;
  CUgraph g;
  CUgraphExec x;
  CUdeviceptr p = words (256), q = words (256);
  size_t n;

  begin ("capture of two streams");
  OK (cuStreamCreate (&a, CU_STREAM_NON_BLOCKING));
  OK (cuStreamCreate (&b, CU_STREAM_NON_BLOCKING));
  OK (cuEventCreate (&e, CU_EVENT_DISABLE_TIMING));
  OK (cuEventCreate (&f, CU_EVENT_DISABLE_TIMING));
  OK (cuStreamBeginCapture (a, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  OK (run (fill, a, p, 256, 5, 0));
  OK (cuEventRecord (e, a));
  OK (cuStreamWaitEvent (b, e, 0));
  OK (run (fill, b, q, 256, 6, 0));
  OK (run (affine, a, p, 256, 2, 1));
  OK (cuEventRecord (f, b));
  OK (cuStreamWaitEvent (a, f, 0));
  OK (run (affine, a, q, 256, 10, 3));
  OK (cuStreamEndCapture (a, &g));
  OK (cuGraphGetEdges (g, NULL, NULL, NULL, &n));
  MUST (n == 4);
  x = instance (g);
  OK (cuGraphLaunch (x, a));
  OK (cuStreamSynchronize (a));
  MUST (all (p, 256, 11) && all (q, 256, 63));
  OK (cuGraphExecDestroy (x));
  OK (cuGraphDestroy (g));
  IS (cuEventQuery (e), CUDA_ERROR_CAPTURED_EVENT);
  OK (cuEventRecord (e, a));
  OK (cuEventSynchronize (e));
  end ();

  begin ("captures that fail");
  HANDLE (cuStreamBeginCapture ((CUstream) NONSENSE,
				CU_STREAM_CAPTURE_MODE_GLOBAL));
  IS (cuStreamBeginCapture (CU_STREAM_LEGACY, CU_STREAM_CAPTURE_MODE_GLOBAL),
      CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  BAD (cuStreamBeginCapture (a, (CUstreamCaptureMode) 9));
  IS (cuStreamEndCapture (a, &g), CUDA_ERROR_ILLEGAL_STATE);
  OK (cuStreamBeginCapture (a, CU_STREAM_CAPTURE_MODE_GLOBAL));
  IS (cuStreamBeginCapture (a, CU_STREAM_CAPTURE_MODE_GLOBAL),
      CUDA_ERROR_ILLEGAL_STATE);
  IS (cuStreamSynchronize (a), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  IS (run (fill, a, p, 1, 1, 0), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  IS (cuStreamEndCapture (a, &g), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  MUST (g == NULL);
  OK (cuStreamSynchronize (a));

  OK (cuStreamBeginCapture (a, CU_STREAM_CAPTURE_MODE_GLOBAL));
  {
    CUdeviceptr no;
    IS (cuMemAlloc (&no, 4), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  }
  IS (cuStreamEndCapture (a, &g), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);

  OK (cuStreamBeginCapture (a, CU_STREAM_CAPTURE_MODE_RELAXED));
  {
    CUdeviceptr yes;
    OK (cuMemAlloc (&yes, 4));
    OK (cuMemFree (yes));
  }
  OK (cuStreamEndCapture (a, &g));
  OK (cuGraphDestroy (g));

  /* A stream that is not joined; one that was not forked from.  */
  OK (cuStreamBeginCapture (a, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK (run (fill, a, p, 256, 5, 0));
  OK (cuEventRecord (e, a));
  OK (cuStreamWaitEvent (b, e, 0));
  OK (run (fill, b, q, 256, 6, 0));
  IS (cuStreamEndCapture (b, &g), CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
  IS (cuStreamEndCapture (a, &g), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  OK (cuStreamBeginCapture (a, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK (run (fill, a, p, 256, 5, 0));
  OK (cuEventRecord (e, a));
  OK (cuStreamWaitEvent (b, e, 0));
  OK (run (fill, b, q, 256, 6, 0));
  IS (cuStreamEndCapture (a, &g), CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
  OK (run (fill, b, q, 256, 8, 0));
  OK (cuStreamSynchronize (b));
  MUST (all (q, 256, 8));

  /* A destroyed stream leaves what it has added, which must be joined as well: before or after.  */
  for (int when = 0; when < 3; when++)
    {
      CUstream gone;
      OK (cuStreamCreate (&gone, CU_STREAM_NON_BLOCKING));
      OK (cuStreamBeginCapture (a, CU_STREAM_CAPTURE_MODE_GLOBAL));
      OK (run (fill, a, p, 256, 5, 0));
      OK (cuEventRecord (e, a));
      OK (cuStreamWaitEvent (gone, e, 0));
      OK (run (fill, gone, q, 256, 9, 0));
      OK (cuEventRecord (f, gone));
      if (when == 0)
	OK (cuStreamWaitEvent (a, f, 0));
      OK (cuStreamDestroy (gone));
      if (when == 1)
	OK (cuStreamWaitEvent (a, f, 0));
      IS (cuStreamEndCapture (a, &g), when == 2 ? CUDA_ERROR_STREAM_CAPTURE_UNJOINED : CUDA_SUCCESS);
      if (when == 2)
	break;
      x = instance (g);
      OK (cuGraphLaunch (x, a));
      OK (cuStreamSynchronize (a));
      MUST (all (q, 256, 9));
      OK (run (fill, a, q, 256, 8, 0));
      OK (cuGraphExecDestroy (x));
      OK (cuGraphDestroy (g));
    }

  /* The legacy stream, work from outside, another capture.  */
  OK (cuStreamDestroy (a));
  OK (cuStreamCreate (&a, CU_STREAM_DEFAULT));
  OK (cuStreamBeginCapture (a, CU_STREAM_CAPTURE_MODE_RELAXED));
  IS (run (fill, CU_STREAM_LEGACY, p, 1, 1, 0),
      CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
  IS (cuStreamEndCapture (a, &g), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  OK (cuEventRecord (e, b));
  OK (cuStreamBeginCapture (a, CU_STREAM_CAPTURE_MODE_RELAXED));
  IS (cuStreamWaitEvent (a, e, 0), CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
  IS (cuStreamEndCapture (a, &g), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  OK (cuStreamBeginCapture (a, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK (cuStreamBeginCapture (b, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK (cuEventRecord (e, a));
  IS (cuStreamWaitEvent (b, e, 0), CUDA_ERROR_STREAM_CAPTURE_MERGE);
  IS (cuStreamEndCapture (a, &g), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  IS (cuStreamEndCapture (b, &g), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);

  /* Destroyed while it captures.  */
  OK (cuStreamBeginCapture (a, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK (run (fill, a, p, 256, 5, 0));
  OK (cuStreamDestroy (a));
  OK (cuStreamDestroy (b));
  OK (cuEventDestroy (e));
  OK (cuEventDestroy (f));
  OK (cuMemFree (p));
  OK (cuMemFree (q));
  end ();
}

static CUstream shared;

static void *
end_elsewhere (void *unused)
{
  CUgraph g;
  CUresult r;
  (void) unused;
  cuCtxSetCurrent (ctx);
  r = cuStreamEndCapture (shared, &g);
  return (void *) (uintptr_t) r;
}

static void
capture_info (void)
{
  CUstreamCaptureStatus st;
  cuuint64_t id = 0;
  CUgraph g, g2;
  const CUgraphNode *deps;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  CUdeviceptr p = words (256), q;
  size_t n;
  pthread_t t;
  void *r;

  begin ("looking at a capture");
  OK (cuStreamCreate (&shared, CU_STREAM_NON_BLOCKING));
  OK (cuStreamBeginCapture (shared, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK (run (fill, shared, p, 256, 5, 0));
  OK (cuStreamGetCaptureInfo (shared, &st, &id, &g, &deps, NULL, &n));
  MUST (st == CU_STREAM_CAPTURE_STATUS_ACTIVE && id && n == 1);
  OK (cuGraphGetNodes (g, NULL, &n));
  MUST (n == 1);
  BAD (cuGraphDestroy (g));
  OK (cuThreadExchangeStreamCaptureMode (&mode));
  MUST (mode == CU_STREAM_CAPTURE_MODE_GLOBAL);
  OK (cuMemAlloc (&q, 4));
  OK (cuMemFree (q));
  OK (cuThreadExchangeStreamCaptureMode (&mode));
  MUST (mode == CU_STREAM_CAPTURE_MODE_RELAXED);
  pthread_create (&t, NULL, end_elsewhere, NULL);
  pthread_join (t, &r);
  MUST ((CUresult) (uintptr_t) r == CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD);
  OK (cuStreamEndCapture (shared, &g2));
  MUST (g2 == g);
  OK (cuGraphDestroy (g));
  BAD (cuStreamIsCapturing (shared, NULL));
  OK (cuStreamDestroy (shared));
  OK (cuMemFree (p));
  end ();
}

static void
by_hand (void)
{
  CUgraph g, g2;
  CUgraphNode set, copy, k1, k2, h, empty, deps[4], found;
  CUgraphNodeType type;
  CUgraphExec x;
  CUdeviceptr p = words (256), q = words (256);
  unsigned n = 256, a = 3, b = 1, a2 = 10;
  void *args[] = { &p, &n, &a, &b }, *args2[] = { &p, &n, &a2, &b };
  CUDA_MEMSET_NODE_PARAMS ms = { .dst = p, .value = 4, .elementSize = 4,
				 .width = 256, .height = 1 };
  CUDA_KERNEL_NODE_PARAMS kp, got;
  CUDA_MEMCPY3D cp;
  int one = 1;
  CUDA_HOST_NODE_PARAMS hp = { host, &one };
  size_t count;
  char file[] = "graph-test-XXXXXX";
  FILE *f;
  int fd;

  begin ("a graph made by hand");
  calls = 0;
  memset (&kp, 0, sizeof kp);
  kp.func = affine;
  kp.gridDimX = 2;
  kp.blockDimX = 128;
  kp.gridDimY = kp.gridDimZ = kp.blockDimY = kp.blockDimZ = 1;
  kp.kernelParams = args;
  memset (&cp, 0, sizeof cp);
  cp.srcMemoryType = cp.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  cp.srcDevice = p;
  cp.dstDevice = q;
  cp.WidthInBytes = 1024;
  cp.Height = cp.Depth = 1;

  OK (cuGraphCreate (&g, 0));
  OK (cuGraphAddMemsetNode (&set, g, NULL, 0, &ms, ctx));
  OK (cuGraphAddKernelNode (&k1, g, &set, 1, &kp));
  OK (cuGraphAddMemcpyNode (&copy, g, &k1, 1, &cp, ctx));
  OK (cuGraphAddHostNode (&h, g, &k1, 1, &hp));
  deps[0] = copy;
  deps[1] = h;
  OK (cuGraphAddEmptyNode (&empty, g, deps, 2));
  OK (cuGraphAddKernelNode (&k2, g, NULL, 0, &kp));
  OK (cuGraphAddDependencies (g, &empty, &k2, NULL, 1));
  BAD (cuGraphAddDependencies (g, &empty, &k2, NULL, 1));
  BAD (cuGraphAddDependencies (g, &k2, &k2, NULL, 1));
  count = 4;
  OK (cuGraphNodeGetDependencies (empty, deps, NULL, &count));
  MUST (count == 2 && deps[0] == copy && deps[1] == h);
  count = 4;
  OK (cuGraphNodeGetDependentNodes (k1, deps, NULL, &count));
  MUST (count == 2);
  OK (cuGraphNodeGetType (empty, &type));
  MUST (type == CU_GRAPH_NODE_TYPE_EMPTY);
  OK (cuGraphKernelNodeGetParams (k1, &got));
  MUST (got.func == affine && got.gridDimX == 2
	&& *(unsigned *) got.kernelParams[2] == 3);
  x = instance (g);
  OK (cuGraphLaunch (x, NULL));
  OK (cuCtxSynchronize ());
  MUST (all (q, 256, 13) && all (p, 256, 40) && calls == 1);

  /* Parameters of the instance alone; switched off; of the graph alone.  */
  kp.kernelParams = args2;
  OK (cuGraphExecKernelNodeSetParams (x, k1, &kp));
  ms.value = 1;
  OK (cuGraphExecMemsetNodeSetParams (x, set, &ms, ctx));
  OK (cuGraphLaunch (x, NULL));
  OK (cuCtxSynchronize ());
  MUST (all (q, 256, 11) && all (p, 256, 34));
  OK (cuGraphNodeSetEnabled (x, k1, 0));
  OK (cuGraphLaunch (x, NULL));
  OK (cuCtxSynchronize ());
  MUST (all (q, 256, 1) && all (p, 256, 4));
  OK (cuGraphNodeSetEnabled (x, k1, 1));
  OK (cuGraphKernelNodeSetParams (k2, &kp));
  OK (cuGraphLaunch (x, NULL));
  OK (cuCtxSynchronize ());
  MUST (all (p, 256, 34));

  /* The whole graph's parameters.  */
  {
    CUgraphExecUpdateResultInfo info;
    OK (cuGraphExecUpdate (x, g, &info));
    MUST (info.result == CU_GRAPH_EXEC_UPDATE_SUCCESS);
    OK (cuGraphLaunch (x, NULL));
    OK (cuCtxSynchronize ());
    MUST (all (q, 256, 13) && all (p, 256, 131));
    OK (cuGraphClone (&g2, g));
    OK (cuGraphNodeFindInClone (&found, k2, g2));
    MUST (found != k2);
    OK (cuGraphDestroyNode (found));
    BAD (cuGraphDestroyNode (found));
    IS (cuGraphExecUpdate (x, g2, &info), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    MUST (info.result == CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
    OK (cuGraphNodeFindInClone (&found, set, g2));
    OK (cuGraphAddEmptyNode (&deps[0], g2, &found, 1));
    IS (cuGraphExecUpdate (x, g2, &info), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    MUST (info.result == CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED);
    OK (cuGraphDestroy (g2));
  }

  /* A child; a cycle.  */
  {
    CUgraphNode child;
    CUgraph inner;
    CUgraphExec y;
    OK (cuGraphCreate (&g2, 0));
    ms.value = 2;
    OK (cuGraphAddMemsetNode (&set, g2, NULL, 0, &ms, ctx));
    OK (cuGraphAddChildGraphNode (&child, g2, &set, 1, g));
    OK (cuGraphChildGraphNodeGetGraph (child, &inner));
    MUST (inner != g);
    BAD (cuGraphDestroy (inner));
    kp.kernelParams = args;
    OK (cuGraphAddKernelNode (&k1, g2, &child, 1, &kp));
    y = instance (g2);
    OK (cuGraphLaunch (y, NULL));
    OK (cuCtxSynchronize ());
    MUST (all (q, 256, 13) && all (p, 256, 394));
    OK (cuGraphExecDestroy (y));
    OK (cuGraphAddDependencies (g2, &k1, &set, NULL, 1));
    BAD (cuGraphInstantiate (&y, g2, 0));
    OK (cuGraphRemoveDependencies (g2, &k1, &set, NULL, 1));
    BAD (cuGraphRemoveDependencies (g2, &k1, &set, NULL, 1));
    BAD (cuGraphAddDependencies (g, &k1, &set, NULL, 1));
    OK (cuGraphDestroy (g2));
  }

  fd = mkstemp (file);
  MUST (fd >= 0);
  OK (cuGraphDebugDotPrint (g, file, 0));
  f = fdopen (fd, "r");
  {
    char line[100] = "";
    MUST (f && fgets (line, sizeof line, f) && strstr (line, "digraph"));
  }
  if (f)
    fclose (f);
  remove (file);
  MUST (cuGraphDebugDotPrint (g, "/no/such/folder/x", 0) != CUDA_SUCCESS);

  BAD (cuGraphAddKernelNode (&k1, g, NULL, 0, NULL));
  BAD (cuGraphAddKernelNode (&k1, (CUgraph) NONSENSE, NULL, 0, &kp));
  BAD (cuGraphAddEmptyNode (&k1, g, NULL, 2));
  found = (CUgraphNode) NONSENSE;
  BAD (cuGraphAddEmptyNode (&k1, g, &found, 1));
  BAD (cuGraphAddEmptyNode (NULL, g, NULL, 0));
  hp.fn = NULL;
  BAD (cuGraphAddHostNode (&k1, g, NULL, 0, &hp));
  ms.elementSize = 3;
  BAD (cuGraphAddMemsetNode (&k1, g, NULL, 0, &ms, ctx));
  kp.func = (CUfunction) NONSENSE;
  HANDLE (cuGraphAddKernelNode (&k1, g, NULL, 0, &kp));
  BAD (cuGraphCreate (&g2, 1));
  BAD (cuGraphCreate (NULL, 0));
  BAD (cuGraphInstantiate (&x, (CUgraph) NONSENSE, 0));
  BAD (cuGraphKernelNodeGetParams (h, &got));
  OK (cuGraphExecDestroy (x));
  OK (cuGraphDestroy (g));
  OK (cuMemFree (p));
  OK (cuMemFree (q));
  end ();
}

/* Launches of one instance follow each other, those of others need not.  */
static void
launches (void)
{
  CUstream a, b;
  CUgraph g;
  CUgraphExec x;
  CUdeviceptr p = words (256);
  CUevent e;
  float ms;

  begin ("launches of one instance in two streams");
  OK (cuStreamCreate (&a, CU_STREAM_NON_BLOCKING));
  OK (cuStreamCreate (&b, CU_STREAM_NON_BLOCKING));
  OK (cuMemsetD32 (p, 0, 256));
  OK (cuCtxSynchronize ());
  OK (cuStreamBeginCapture (a, CU_STREAM_CAPTURE_MODE_GLOBAL));
  for (int i = 0; i < 10; i++)
    OK (run (affine, a, p, 256, 1, 1));
  OK (cuStreamEndCapture (a, &g));
  x = instance (g);
  for (int i = 0; i < 10; i++)
    OK (cuGraphLaunch (x, i % 2 ? a : b));
  OK (cuGraphExecDestroy (x));
  OK (cuStreamSynchronize (a));
  OK (cuStreamSynchronize (b));
  MUST (all (p, 256, 100));

  /* Also where the streams would let them overlap.  */
  {
    volatile unsigned *flag;
    unsigned one = 1;
    void *args[2];
    CUdeviceptr at;
    OK (cuMemHostAlloc ((void **) &flag, 64, 0));
    flag[0] = 0;
    at = (CUdeviceptr) (uintptr_t) flag;
    args[0] = &at;
    args[1] = &one;
    x = instance (g);
    OK (cuLaunchKernel (function ("wait"), 1, 1, 1, 1, 1, 1, 0, a, args,
			NULL));
    OK (cuGraphLaunch (x, a));
    OK (cuGraphLaunch (x, b));
    for (int i = 0; i < 20; i++)
      {
	IS (cuStreamQuery (b), CUDA_ERROR_NOT_READY);
	usleep (200);
      }
    flag[0] = 1;
    OK (cuStreamSynchronize (b));
    MUST (all (p, 256, 120));
    OK (cuGraphExecDestroy (x));
    OK (cuMemFreeHost ((void *) flag));
  }
  OK (cuGraphDestroy (g));

  /* A node that follows one which was added later.  */
  {
    CUDA_MEMSET_NODE_PARAMS ms = { .dst = p, .value = 5, .elementSize = 4,
				   .width = 256, .height = 1 };
    CUDA_KERNEL_NODE_PARAMS kp;
    CUgraphNode k, m;
    unsigned n = 256, two = 2, one = 1;
    void *args[] = { &p, &n, &two, &one };
    memset (&kp, 0, sizeof kp);
    kp.func = affine;
    kp.gridDimX = 2;
    kp.blockDimX = 128;
    kp.gridDimY = kp.gridDimZ = kp.blockDimY = kp.blockDimZ = 1;
    kp.kernelParams = args;
    OK (cuGraphCreate (&g, 0));
    OK (cuGraphAddKernelNode (&k, g, NULL, 0, &kp));
    OK (cuGraphAddMemsetNode (&m, g, NULL, 0, &ms, ctx));
    OK (cuGraphAddDependencies (g, &m, &k, NULL, 1));
    x = instance (g);
    OK (cuGraphLaunch (x, a));
    OK (cuStreamSynchronize (a));
    MUST (all (p, 256, 11));
    OK (cuGraphExecDestroy (x));
    OK (cuGraphDestroy (g));
  }
  end ();

  begin ("events and memory in graphs");
  {
    CUgraphNode n, alloc;
    CUDA_MEM_ALLOC_NODE_PARAMS ap;
    CUevent start_;
    memset (&ap, 0, sizeof ap);
    ap.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    ap.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    ap.bytesize = 1024;
    OK (cuEventCreate (&e, 0));
    OK (cuEventCreate (&start_, 0));
    OK (cuGraphCreate (&g, 0));
    OK (cuGraphAddEventRecordNode (&n, g, NULL, 0, start_));
    OK (cuGraphAddMemAllocNode (&alloc, g, &n, 1, &ap));
    MUST (ap.dptr != 0);
    {
      CUDA_MEMSET_NODE_PARAMS ms = { .dst = ap.dptr, .value = 5,
				     .elementSize = 1, .width = 1024,
				     .height = 1 };
      OK (cuGraphAddMemsetNode (&n, g, &alloc, 1, &ms, ctx));
    }
    {
      CUDA_MEMCPY3D cp;
      memset (&cp, 0, sizeof cp);
      cp.srcMemoryType = cp.dstMemoryType = CU_MEMORYTYPE_DEVICE;
      cp.srcDevice = ap.dptr;
      cp.dstDevice = p;
      cp.WidthInBytes = 1024;
      cp.Height = cp.Depth = 1;
      OK (cuGraphAddMemcpyNode (&n, g, &n, 1, &cp, ctx));
    }
    OK (cuGraphAddMemFreeNode (&n, g, &n, 1, ap.dptr));
    OK (cuGraphAddEventRecordNode (&n, g, &n, 1, e));
    x = instance (g);
    OK (cuGraphDestroy (g));
    OK (cuGraphLaunch (x, a));
    OK (cuGraphLaunch (x, a));
    OK (cuEventSynchronize (e));
    OK (cuEventElapsedTime (&ms, start_, e));
    MUST (ms >= 0);
    MUST (all (p, 256, 0x05050505));
    OK (cuGraphExecDestroy (x));
    OK (cuEventDestroy (e));
    OK (cuEventDestroy (start_));
  }
  OK (cuStreamDestroy (a));
  OK (cuStreamDestroy (b));
  OK (cuMemFree (p));
  end ();
}

static void
further (void)
{
  CUstream s;
  CUgraph g, same;
  CUgraphNode a, b, c, from[8], to[8];
  CUgraphExec x;
  CUdeviceptr p = words (256);
  unsigned n = 256, two = 2, one = 1;
  void *args[] = { &p, &n, &two, &one };
  CUDA_KERNEL_NODE_PARAMS kp;
  CUDA_MEMSET_NODE_PARAMS ms = { .dst = p, .value = 3, .elementSize = 4,
				 .width = 256, .height = 1 };
  CUlaunchAttributeValue v;
  size_t k;

  memset (&kp, 0, sizeof kp);
  kp.func = affine;
  kp.gridDimX = 2;
  kp.blockDimX = 128;
  kp.gridDimY = kp.gridDimZ = kp.blockDimY = kp.blockDimZ = 1;
  kp.kernelParams = args;

  begin ("capture into a graph that is there");
  OK (cuStreamCreate (&s, CU_STREAM_NON_BLOCKING));
  OK (cuGraphCreate (&g, 0));
  OK (cuGraphAddMemsetNode (&a, g, NULL, 0, &ms, ctx));
  OK (cuStreamBeginCaptureToGraph (s, g, &a, NULL, 1,
				   CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK (run (affine, s, p, 256, 5, 1));
  BAD (cuGraphDestroy (g));
  OK (cuStreamEndCapture (s, &same));
  MUST (same == g);
  k = 8;
  OK (cuGraphGetEdges (g, from, to, NULL, &k));
  MUST (k == 1 && from[0] == a && from[1] == NULL);
  x = instance (g);
  OK (cuGraphLaunch (x, s));
  OK (cuStreamSynchronize (s));
  MUST (all (p, 256, 16));
  OK (cuGraphExecDestroy (x));
  a = (CUgraphNode) NONSENSE;
  BAD (cuStreamBeginCaptureToGraph (s, g, &a, NULL, 1,
				    CU_STREAM_CAPTURE_MODE_GLOBAL));
  BAD (cuStreamBeginCaptureToGraph (s, (CUgraph) NONSENSE, NULL, NULL, 0,
				    CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK (cuGraphDestroy (g));
  end ();

  begin ("a launch of a graph in a capture");
  OK (cuGraphCreate (&g, 0));
  OK (cuGraphAddMemsetNode (&a, g, NULL, 0, &ms, ctx));
  x = instance (g);
  OK (cuGraphDestroy (g));
  OK (cuStreamBeginCapture (s, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK (cuGraphLaunch (x, s));
  OK (run (affine, s, p, 256, 7, 0));
  OK (cuStreamEndCapture (s, &g));
  OK (cuGraphExecDestroy (x));
  x = instance (g);
  OK (cuGraphLaunch (x, s));
  OK (cuStreamSynchronize (s));
  MUST (all (p, 256, 21));
  OK (cuGraphExecDestroy (x));
  OK (cuGraphDestroy (g));
  end ();

  begin ("attributes of kernel nodes");
  OK (cuGraphCreate (&g, 0));
  OK (cuGraphAddKernelNode (&b, g, NULL, 0, &kp));
  OK (cuGraphAddKernelNode (&c, g, NULL, 0, &kp));
  memset (&v, 0, sizeof v);
  v.cooperative = 1;
  OK (cuGraphKernelNodeSetAttribute (b, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &v));
  memset (&v, 0, sizeof v);
  v.clusterDim.x = 2;
  v.clusterDim.y = v.clusterDim.z = 1;
  OK (cuGraphKernelNodeSetAttribute (b, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
				     &v));
  v.clusterDim.x = 3;
  IS (cuGraphKernelNodeSetAttribute (b, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
				     &v), CUDA_ERROR_INVALID_CLUSTER_SIZE);
  OK (cuGraphKernelNodeCopyAttributes (c, b));
  OK (cuGraphKernelNodeGetAttribute (c, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &v));
  MUST (v.cooperative == 1);
  OK (cuGraphKernelNodeGetAttribute (c, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
				     &v));
  MUST (v.clusterDim.x == 2);
  BAD (cuGraphKernelNodeGetAttribute (c, (CUlaunchAttributeID) 77, &v));
  OK (cuGraphDestroy (g));
  end ();

  OK (cuStreamDestroy (s));
  OK (cuMemFree (p));
}

/* An instance that outlives its module.  */
static void
unloaded (void)
{
  CUmodule m;
  CUfunction f;
  CUgraph g;
  CUgraphExec x;
  CUstream s;
  CUdeviceptr p = words (256);

  begin ("a graph whose module is gone");
  OK (cuModuleLoadData (&m, kernels));
  OK (cuModuleGetFunction (&f, m, "fill"));
  OK (cuStreamCreate (&s, CU_STREAM_NON_BLOCKING));
  OK (cuStreamBeginCapture (s, CU_STREAM_CAPTURE_MODE_RELAXED));
  OK (run (f, s, p, 256, 1, 0));
  OK (cuStreamEndCapture (s, &g));
  x = instance (g);
  OK (cuGraphLaunch (x, s));
  OK (cuModuleUnload (m));
  MUST (cuGraphLaunch (x, s) != CUDA_SUCCESS);
  OK (cuStreamSynchronize (s));
  MUST (all (p, 256, 1));
  OK (cuGraphExecDestroy (x));
  OK (cuGraphDestroy (g));
  OK (cuStreamDestroy (s));
  OK (cuMemFree (p));
  end ();
}

static volatile int destroyed;

static void
destroy (void *data)
{
  destroyed += *(int *) data;
}

static void
user_objects (void)
{
  CUgraph g;
  CUgraphExec x;
  CUuserObject u;
  int one = 1;

  begin ("objects that graphs keep");
  OK (cuUserObjectCreate (&u, &one, destroy, 1,
			  CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  OK (cuGraphCreate (&g, 0));
  OK (cuGraphRetainUserObject (g, u, 1, CU_GRAPH_USER_OBJECT_MOVE));
  x = instance (g);
  OK (cuGraphDestroy (g));
  OK (cuCtxSynchronize ());
  MUST (destroyed == 0);
  OK (cuGraphExecDestroy (x));
  OK (cuCtxSynchronize ());
  MUST (destroyed == 1);
  BAD (cuUserObjectRelease (u, 1));
  OK (cuUserObjectCreate (&u, &one, destroy, 2,
			  CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  OK (cuUserObjectRetain (u, 1));
  OK (cuUserObjectRelease (u, 2));
  MUST (destroyed == 1);
  OK (cuUserObjectRelease (u, 1));
  OK (cuCtxSynchronize ());
  MUST (destroyed == 2);
  BAD (cuUserObjectCreate (&u, &one, NULL, 1,
			   CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  end ();
}

/* Parameters of an instance alone: its child graphs, its events.  */
static void
instances (void)
{
  CUgraphNode set, child, record, wait, other;
  CUDA_MEMSET_NODE_PARAMS ms = { .value = 1, .elementSize = 4, .width = 256, .height = 1 };
  CUgraph g, one, two;
  CUgraphExec x;
  CUevent first, second;
  CUdeviceptr p;

  begin ("child graphs and events of an instance");
  OK (cuMemAlloc (&p, 1024));
  OK (cuEventCreate (&first, CU_EVENT_DISABLE_TIMING));
  OK (cuEventCreate (&second, CU_EVENT_DISABLE_TIMING));
  ms.dst = p;
  OK (cuGraphCreate (&one, 0));
  OK (cuGraphAddMemsetNode (&set, one, NULL, 0, &ms, ctx));
  ms.value = 2;
  OK (cuGraphCreate (&two, 0));
  OK (cuGraphAddMemsetNode (&set, two, NULL, 0, &ms, ctx));
  OK (cuGraphCreate (&g, 0));
  OK (cuGraphAddEventWaitNode (&wait, g, NULL, 0, first));
  OK (cuGraphAddChildGraphNode (&child, g, &wait, 1, one));
  OK (cuGraphAddEventRecordNode (&record, g, &child, 1, first));
  x = instance (g);
  OK (cuGraphExecChildGraphNodeSetParams (x, child, two));
  OK (cuGraphExecEventRecordNodeSetEvent (x, record, second));
  OK (cuGraphExecEventWaitNodeSetEvent (x, wait, second));
  OK (cuGraphLaunch (x, NULL));
  OK (cuEventSynchronize (second));
  MUST (all (p, 256, 2));
  OK (cuGraphExecDestroy (x));
  /* The graph has what it had.  */
  x = instance (g);
  OK (cuGraphLaunch (x, NULL));
  OK (cuEventSynchronize (first));
  MUST (all (p, 256, 1));
  BAD (cuGraphExecChildGraphNodeSetParams (x, wait, two));
  BAD (cuGraphExecChildGraphNodeSetParams (x, child, NULL));
  BAD (cuGraphExecEventRecordNodeSetEvent (x, wait, second));
  BAD (cuGraphExecEventWaitNodeSetEvent (NULL, wait, second));
  IS (cuGraphExecEventWaitNodeSetEvent (x, wait, NULL), CUDA_ERROR_INVALID_HANDLE);
  OK (cuGraphAddEmptyNode (&other, two, &set, 1));
  IS (cuGraphExecChildGraphNodeSetParams (x, child, two), CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
  OK (cuGraphExecDestroy (x));
  OK (cuGraphDestroy (g));
  OK (cuGraphDestroy (one));
  OK (cuGraphDestroy (two));
  OK (cuEventDestroy (first));
  OK (cuEventDestroy (second));
  OK (cuMemFree (p));
  end ();
}

int
main (void)
{
  begin ("start");
  start ();
  fill = function ("fill");
  affine = function ("affine");
  end ();
  capture ();
  fork_join ();
  capture_info ();
  by_hand ();
  launches ();
  further ();
  unloaded ();
  user_objects ();
  instances ();
  begin ("stop");
  stop ();
  end ();
  return failures != 0;
}
