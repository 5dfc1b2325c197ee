/* SPDX-License-Identifier: MIT */
/* Calls in random order with live, dead and nonsensical handles: any result, no
   crash, no hang, and the library works afterwards.  An argument is the seed
   (default 1), a second one the number of calls.  */
#include "test.h"

#include <pthread.h>

enum { MANY = 24, THREADS = 4 };

static __thread uint64_t state;

static unsigned
draw (unsigned n)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned) (state >> 33) % n;
}

/* Handles that were given out; they stay here after their end.  */
static CUstream streams[MANY];
static CUevent events[MANY];
static CUgraph graphs[MANY];
static CUgraphExec execs[MANY];
static CUgraphNode nodes[MANY];
static CUmodule modules[MANY];
static CUfunction functions_[MANY];
static CUdeviceptr memory[MANY];
static CUmemoryPool pools[MANY];
static CUlinkState links[MANY];
static CUlibrary libraries[MANY];
static CUcontext contexts[MANY];
static int host_calls;

#define ANY(array) (array[draw (MANY)])
#define A_STREAM (draw (4) ? ANY (streams) : (CUstream) (uintptr_t) draw (4))

static void
host (void *data)
{
  (void) data;
  __atomic_add_fetch (&host_calls, 1, __ATOMIC_RELAXED);
}

static CUresult
call (unsigned which)
{
  static unsigned char buffer[4096];
  CUdeviceptr p = ANY (memory), q = ANY (memory);
  unsigned n = draw (256), a = draw (9), b = draw (9);
  void *args[] = { &p, &n, &a, &b };
  CUgraphNode deps[3] = { ANY (nodes), ANY (nodes), ANY (nodes) };
  CUDA_KERNEL_NODE_PARAMS kp;
  CUDA_MEMSET_NODE_PARAMS ms = { .dst = p, .value = a, .elementSize = 4,
				 .width = n, .height = 1 };
  CUDA_HOST_NODE_PARAMS hp = { host, NULL };
  CUgraphExecUpdateResultInfo info;
  CUstreamCaptureStatus st;
  const CUgraphNode *cdeps;
  cuuint64_t id;
  size_t k, size;
  float ms_;
  int v;

  memset (&kp, 0, sizeof kp);
  kp.func = ANY (functions_);
  kp.gridDimX = kp.blockDimX = 1 + draw (4);
  kp.gridDimY = kp.gridDimZ = kp.blockDimY = kp.blockDimZ = 1;
  kp.kernelParams = args;
  switch (which)
    {
    case 0: return cuStreamCreate (&ANY (streams), draw (2));
    case 1: return draw (3) ? CUDA_SUCCESS : cuStreamDestroy (ANY (streams));
    case 2: return cuStreamSynchronize (A_STREAM);
    case 3: return cuStreamQuery (A_STREAM);
    case 4: return cuEventCreate (&ANY (events), draw (4));
    case 5: return draw (3) ? CUDA_SUCCESS : cuEventDestroy (ANY (events));
    case 6: return cuEventRecord (ANY (events), A_STREAM);
    case 7: return cuStreamWaitEvent (A_STREAM, ANY (events), 0);
    case 8: return cuEventSynchronize (ANY (events));
    case 9: return cuEventElapsedTime (&ms_, ANY (events), ANY (events));
    case 10: return cuMemAlloc (&ANY (memory), 1024 + draw (1024));
    case 11: return draw (3) ? CUDA_SUCCESS : cuMemFree (ANY (memory));
    case 12: return cuMemAllocAsync (&ANY (memory), 1024, A_STREAM);
    case 13: return draw (3) ? CUDA_SUCCESS
			     : cuMemFreeAsync (ANY (memory), A_STREAM);
    case 14: return cuMemcpyHtoDAsync (p, buffer, n, A_STREAM);
    case 15: return cuMemcpyDtoDAsync (p, q, n, A_STREAM);
    case 16: return cuMemcpyDtoH (buffer, p, n);
    case 17: return cuMemsetD32Async (p, a, n, A_STREAM);
    case 18: return cuLaunchHostFunc (A_STREAM, host, NULL);
    case 19: return cuModuleLoadData (&ANY (modules), kernels);
    case 20: return draw (6) ? CUDA_SUCCESS : cuModuleUnload (ANY (modules));
    case 21: return cuModuleGetFunction (&ANY (functions_), ANY (modules),
					 draw (2) ? "fill" : "nothing");
    case 22: return cuFuncGetAttribute (&v, (CUfunction_attribute) draw (18),
					ANY (functions_));
    case 23: return cuFuncSetAttribute (ANY (functions_),
					(CUfunction_attribute) draw (18),
					(int) draw (3));
    case 24: return cuStreamBeginCapture (A_STREAM,
					  (CUstreamCaptureMode) draw (3));
    case 25: return cuStreamEndCapture (A_STREAM, &ANY (graphs));
    case 26: return cuStreamGetCaptureInfo (A_STREAM, &st, &id, NULL, &cdeps,
					    NULL, &k);
    case 27: return cuGraphCreate (&ANY (graphs), 0);
    case 28: return draw (3) ? CUDA_SUCCESS : cuGraphDestroy (ANY (graphs));
    case 29: return cuGraphAddKernelNode (&ANY (nodes), ANY (graphs), deps,
					  draw (3), &kp);
    case 30: return cuGraphAddMemsetNode (&ANY (nodes), ANY (graphs), deps,
					  draw (3), &ms, ctx);
    case 31: return cuGraphAddHostNode (&ANY (nodes), ANY (graphs), deps,
					draw (3), &hp);
    case 32: return cuGraphAddChildGraphNode (&ANY (nodes), ANY (graphs), deps,
					      draw (2), ANY (graphs));
    case 33: return cuGraphAddEventRecordNode (&ANY (nodes), ANY (graphs),
					       deps, draw (2), ANY (events));
    case 34: return cuGraphAddEventWaitNode (&ANY (nodes), ANY (graphs), deps,
					     draw (2), ANY (events));
    case 35: return draw (3) ? CUDA_SUCCESS : cuGraphDestroyNode (ANY (nodes));
    case 36: return cuGraphAddDependencies (ANY (graphs), deps, deps + 1, NULL,
					    1 + draw (2));
    case 37: return cuGraphRemoveDependencies (ANY (graphs), deps, deps + 1,
					       NULL, 1);
    case 38: return cuGraphInstantiate (&ANY (execs), ANY (graphs), 0);
    case 39: return cuGraphLaunch (ANY (execs), A_STREAM);
    case 40: return cuGraphExecUpdate (ANY (execs), ANY (graphs), &info);
    case 41: return draw (3) ? CUDA_SUCCESS : cuGraphExecDestroy (ANY (execs));
    case 42: return cuGraphExecKernelNodeSetParams (ANY (execs), ANY (nodes),
						    &kp);
    case 43: return cuGraphKernelNodeGetParams (ANY (nodes), &kp);
    case 44: return cuGraphClone (&ANY (graphs), ANY (graphs));
    case 45: k = 3;
      return cuGraphGetNodes (ANY (graphs), &nodes[draw (MANY - 3)], &k);
    case 46: return cuGraphNodeFindInClone (&ANY (nodes), ANY (nodes),
					    ANY (graphs));
    case 47: return cuGraphChildGraphNodeGetGraph (ANY (nodes), &ANY (graphs));
    case 48: return cuGraphNodeSetEnabled (ANY (execs), ANY (nodes), draw (2));
    case 49: return cuLinkCreate (0, NULL, NULL, &ANY (links));
    case 50: return cuLinkAddData (ANY (links), CU_JIT_INPUT_PTX,
				   (void *) kernels, draw (sizeof kernels) + 1,
				   "text", 0, NULL, NULL);
    case 51: {
      void *image;
      return cuLinkComplete (ANY (links), &image, &size);
    }
    case 52: return cuLinkDestroy (ANY (links));
    case 53: return cuLibraryLoadData (&ANY (libraries), kernels, NULL, NULL,
				       0, NULL, NULL, 0);
    case 54: return cuLibraryGetKernel ((CUkernel *) &ANY (functions_),
					ANY (libraries), "fill");
    case 55: return cuLibraryUnload (ANY (libraries));
    case 56: {
      CUmemPoolProps props;
      memset (&props, 0, sizeof props);
      props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
      props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
      return cuMemPoolCreate (&ANY (pools), &props);
    }
    case 57: return cuMemAllocFromPoolAsync (&ANY (memory), 1024, ANY (pools),
					     A_STREAM);
    case 58: return draw (3) ? CUDA_SUCCESS : cuMemPoolDestroy (ANY (pools));
    case 59: return cuStreamUpdateCaptureDependencies (A_STREAM, deps, draw (3),
						       draw (2));
    case 60: return cuCtxSynchronize ();
    case 61: return draw (40) ? CUDA_SUCCESS
			      : cuCtxCreate (&ANY (contexts), NULL, 0, 0);
    case 62: return draw (20) ? CUDA_SUCCESS : cuCtxDestroy (ANY (contexts));
    case 63: return cuCtxSetCurrent (draw (3) ? ctx : ANY (contexts));
    case 64: return draw (400) ? CUDA_SUCCESS : cuDevicePrimaryCtxReset (0);
    case 65: return cuDevicePrimaryCtxRetain (&ctx, 0);
    default: return run (ANY (functions_), A_STREAM, p, n, a, b);
    }
}

/* CALLS random calls; how many succeeded.  */
static unsigned
play (unsigned long calls)
{
  unsigned ok = 0;
  for (unsigned long i = 0; i < calls; i++)
    {
      unsigned which = draw (80);
      CUresult r = call (which);
      const char *s;
      if (cuGetErrorName (r, &s) != CUDA_SUCCESS)
	{
	  printf ("  call %lu, kind %u: result %d\n", i, which, (int) r);
	  test_ok = 0;
	}
      ok += r == CUDA_SUCCESS;
    }
  return ok;
}

struct player
{
  pthread_t thread;
  uint64_t seed;
  unsigned long calls;
};

static void *
player (void *data)
{
  struct player *p = data;
  state = p->seed;
  cuCtxSetCurrent (ctx);
  play (p->calls);
  return NULL;
}

/* A reset puts everything right.  */
static void
recover (void)
{
  CUdeviceptr p;
  /* Captures may be under way in contexts that nobody knows any more.  */
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  OK (cuThreadExchangeStreamCaptureMode (&mode));
  OK (cuDevicePrimaryCtxReset (0));
  OK (cuDevicePrimaryCtxRetain (&ctx, 0));
  OK (cuCtxSetCurrent (ctx));
  OK (cuModuleLoadData (&mod, kernels));
  p = words (64);
  OK (run (function ("fill"), NULL, p, 64, 5, 0));
  MUST (all (p, 64, 5));
  OK (cuThreadExchangeStreamCaptureMode (&mode));
}

int
main (int argc, char **argv)
{
  unsigned long calls = argc > 2 ? strtoul (argv[2], NULL, 0) : 30000;
  struct player players[THREADS];

  state = (argc > 1 ? strtoull (argv[1], NULL, 0) : 1) * 2 + 1;
  begin ("random calls");
  OK (cuInit (0));
  OK (cuDevicePrimaryCtxRetain (&ctx, 0));
  OK (cuCtxSetCurrent (ctx));
  for (unsigned i = 0; i < MANY; i++)
    {
      call (0);
      call (4);
      call (10);
      call (19);
      call (21);
    }
  MUST (play (calls) > calls / 10);
  recover ();
  end ();

  begin ("random calls of several threads");
  for (unsigned i = 0; i < THREADS; i++)
    {
      players[i].seed = state + 1000003 * i;
      players[i].calls = calls / THREADS;
      MUST (!pthread_create (&players[i].thread, NULL, player, &players[i]));
    }
  for (unsigned i = 0; i < THREADS; i++)
    pthread_join (players[i].thread, NULL);
  recover ();
  end ();
  return failures != 0;
}
