/* SPDX-License-Identifier: MIT */
/* Kernels that fail: the error comes back from the next call that waits, stays
   with the context, and ends with a reset.  */
#include "test.h"
#include <unistd.h>

#ifndef TEST_CUDA_H
# include "emulator/pxemu.h"
#endif

static int called;

static void
host (void *data)
{
  (void) data;
  called++;
}

/* Keeps a stream busy until *DATA is set.  */
static void
gate (void *data)
{
  while (!__atomic_load_n ((int *) data, __ATOMIC_ACQUIRE))
    usleep (100);
}

static void
callback (CUstream s, CUresult r, void *data)
{
  (void) s;
  *(CUresult *) data = r;
}

/* Everything on the broken context says R.  */
static void
stuck (CUresult r)
{
  CUdeviceptr p;
  CUstream s;
  CUevent e;
  CUmodule m;
  size_t a, b;
  int n;
  CUdevice d;

  IS (cuCtxSynchronize (), r);
  IS (cuMemAlloc (&p, 4), r);
  IS (cuStreamCreate (&s, 0), r);
  IS (cuEventCreate (&e, 0), r);
  IS (cuModuleLoadData (&m, kernels), r);
  IS (cuMemGetInfo (&a, &b), r);
  IS (cuStreamSynchronize (NULL), r);
  IS (cuStreamQuery (NULL), r);
  IS (cuMemFree (0x1000), r);
  /* What does not use the context still works.  */
  OK (cuDeviceGetCount (&n));
  OK (cuCtxGetDevice (&d));
}

static void
reset (void)
{
  OK (cuDevicePrimaryCtxReset (dev));
  OK (cuDevicePrimaryCtxRelease (dev));
  OK (cuDevicePrimaryCtxRetain (&ctx, dev));
  OK (cuCtxSetCurrent (ctx));
  OK (cuModuleLoadData (&mod, kernels));
  OK (cuCtxSynchronize ());
}

static void
trap (void)
{
  CUdeviceptr p = words (64);
  CUfunction f = function ("stop"), g = function ("fill");
  CUstream s;
  CUevent e;
  CUresult seen = CUDA_SUCCESS;
  int open = 0;

  begin ("a trap");
  OK (cuStreamCreate (&s, CU_STREAM_NON_BLOCKING));
  OK (cuEventCreate (&e, 0));
  called = 0;
  /* All is queued before the kernel runs and fails.  */
  OK (cuLaunchHostFunc (s, gate, &open));
  OK (run (f, s, p, 64, 0, 0));
  OK (cuLaunchHostFunc (s, host, NULL));
  (void) cuStreamAddCallback (s, callback, &seen, 0);
  (void) cuEventRecord (e, s);
  __atomic_store_n (&open, 1, __ATOMIC_RELEASE);
  IS (cuStreamSynchronize (s), CUDA_ERROR_LAUNCH_FAILED);
  MUST (called == 0);
  IS (run (g, s, p, 64, 1, 0), CUDA_ERROR_LAUNCH_FAILED);
  IS (cuStreamSynchronize (s), CUDA_ERROR_LAUNCH_FAILED);
  IS (cuEventQuery (e), CUDA_ERROR_LAUNCH_FAILED);
  IS (cuEventSynchronize (e), CUDA_ERROR_LAUNCH_FAILED);
  stuck (CUDA_ERROR_LAUNCH_FAILED);
#ifndef TEST_CUDA_H
  {
    char text[500], head[5];
    MUST (pxemu_last_fault (NULL, 0) > 4);
    MUST (pxemu_last_fault (text, sizeof text) == strlen (text));
    MUST (strstr (text, "stop"));
    pxemu_last_fault (head, sizeof head);
    MUST (strlen (head) == 4 && !strncmp (head, text, 4));
  }
#endif
  end ();

  begin ("a reset ends it");
  OK (cuStreamDestroy (s));
  OK (cuEventDestroy (e));
  reset ();
  HANDLE (cuStreamSynchronize (s));
  BAD (cuMemFree (p));
  p = words (64);
  OK (run (function ("fill"), NULL, p, 64, 3, 0));
  MUST (all (p, 64, 3));
  OK (cuMemFree (p));
  end ();
}

static void
addresses (void)
{
  CUdeviceptr p = words (64);
  unsigned h[64];
  CUfunction f = function ("poke");

  begin ("an illegal address");
  OK (run (f, NULL, p, 1, 0, 0));
  OK (cuCtxSynchronize ());
  OK (cuMemFree (p));
  OK (run (f, NULL, p, 1, 0, 0));	/* freed */
  IS (cuCtxSynchronize (), CUDA_ERROR_ILLEGAL_ADDRESS);
  stuck (CUDA_ERROR_ILLEGAL_ADDRESS);
  reset ();
  f = function ("poke");
  p = words (64);
  OK (run (f, NULL, p + 256, 1, 0, 0));	/* one behind */
  IS (cuMemcpyDtoH (h, p, 256), CUDA_ERROR_ILLEGAL_ADDRESS);
  reset ();
  f = function ("poke");
  OK (run (f, NULL, 0, 1, 0, 0));
  IS (cuCtxSynchronize (), CUDA_ERROR_ILLEGAL_ADDRESS);
  reset ();
  end ();

  begin ("a misaligned address");
  f = function ("poke");
  p = words (64);
  OK (run (f, NULL, p + 2, 1, 0, 0));
  IS (cuCtxSynchronize (), CUDA_ERROR_MISALIGNED_ADDRESS);
  reset ();
  end ();
}

static void
other_context (void)
{
  CUcontext other;
  CUmodule m;
  CUfunction f;
  CUdeviceptr p;
  unsigned n = 1;
  void *args[] = { &p, &n };

  begin ("another context is not concerned");
  OK (cuCtxCreate (&other, NULL, 0, dev));
  OK (cuModuleLoadData (&m, kernels));
  OK (cuModuleGetFunction (&f, m, "stop"));
  OK (cuMemAlloc (&p, 4));
  OK (cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL));
  IS (cuCtxSynchronize (), CUDA_ERROR_LAUNCH_FAILED);
  OK (cuCtxPushCurrent (ctx));
  OK (cuCtxSynchronize ());
  p = words (64);
  OK (run (function ("fill"), NULL, p, 64, 5, 0));
  MUST (all (p, 64, 5));
  OK (cuMemFree (p));
  OK (cuCtxPopCurrent (NULL));
  IS (cuCtxSynchronize (), CUDA_ERROR_LAUNCH_FAILED);
  OK (cuCtxDestroy (other));
  OK (cuCtxSynchronize ());
  end ();
}

static void
graphs (void)
{
  CUstream s;
  CUgraph g;
  CUgraphExec x;
  CUdeviceptr p = words (64);

  begin ("a fault in a graph");
  OK (cuStreamCreate (&s, CU_STREAM_NON_BLOCKING));
  OK (cuStreamBeginCapture (s, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK (run (function ("stop"), s, p, 1, 0, 0));
  OK (run (function ("fill"), s, p, 64, 1, 0));
  OK (cuStreamEndCapture (s, &g));
  OK (cuGraphInstantiate (&x, g, 0));
  OK (cuGraphLaunch (x, s));
  IS (cuStreamSynchronize (s), CUDA_ERROR_LAUNCH_FAILED);
  IS (cuGraphLaunch (x, s), CUDA_ERROR_LAUNCH_FAILED);
  OK (cuGraphExecDestroy (x));
  OK (cuGraphDestroy (g));
  reset ();
  end ();
}

int
main (void)
{
  begin ("start");
  start ();
  end ();
  trap ();
  addresses ();
  other_context ();
  graphs ();
  begin ("stop");
  stop ();
  end ();
  return failures != 0;
}
