/* SPDX-License-Identifier: MIT */
/* Many threads at once; a fork.  */
#include "test.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 6, ROUNDS = 60, N = 512 };

static pthread_mutex_t failed_lock = PTHREAD_MUTEX_INITIALIZER;
static int failed;

#define TRY(call) \
  do \
    { \
      CUresult r_ = (call); \
      if (r_) \
	{ \
	  pthread_mutex_lock (&failed_lock); \
	  failed++; \
	  printf ("  line %d: %s: %s\n", __LINE__, #call, result_name (r_)); \
	  pthread_mutex_unlock (&failed_lock); \
	} \
    } \
  while (0)

static void
count (void *data)
{
  ++*(int *) data;
}

/* One thread's life: its own streams, events, memory, modules, graphs.  */
static void *
work (void *data)
{
  unsigned seed = *(unsigned *) data;
  CUmodule m;
  CUfunction fill, affine;
  CUdeviceptr p, q;
  unsigned h[N];
  int calls = 0;

  TRY (cuCtxSetCurrent (ctx));
  TRY (cuModuleLoadData (&m, kernels));
  TRY (cuModuleGetFunction (&fill, m, "fill"));
  TRY (cuModuleGetFunction (&affine, m, "affine"));
  for (unsigned k = 0; k < ROUNDS; k++)
    {
      CUstream s;
      CUevent e;
      unsigned want = seed + k, bad = 0;
      TRY (cuStreamCreate (&s, k % 3 ? CU_STREAM_NON_BLOCKING
			   : CU_STREAM_DEFAULT));
      TRY (cuEventCreate (&e, 0));
      TRY (cuMemAlloc (&p, N * 4));
      TRY (cuMemAllocAsync (&q, N * 4, s));
      TRY (run (fill, s, p, N, want, 0));
      if (k % 4 == 1)
	{
	  CUgraph g;
	  CUgraphExec x;
	  TRY (cuStreamBeginCapture (s, CU_STREAM_CAPTURE_MODE_RELAXED));
	  TRY (run (affine, s, p, N, 3, k));
	  TRY (cuLaunchHostFunc (s, count, &calls));
	  TRY (cuStreamEndCapture (s, &g));
	  TRY (cuGraphInstantiate (&x, g, 0));
	  TRY (cuGraphLaunch (x, s));
	  TRY (cuGraphExecDestroy (x));
	  TRY (cuGraphDestroy (g));
	}
      else
	{
	  TRY (run (affine, s, p, N, 3, k));
	  TRY (cuLaunchHostFunc (s, count, &calls));
	}
      want = want * 3 + k;
      TRY (cuMemcpyDtoDAsync (q, p, N * 4, s));
      TRY (cuEventRecord (e, s));
      if (k % 3 == 0)
	TRY (cuStreamWaitEvent (CU_STREAM_PER_THREAD, e, 0));
      TRY (cuMemcpyDtoHAsync (h, q, N * 4, s));
      TRY (cuMemFreeAsync (q, s));
      if (k % 5)
	TRY (cuStreamSynchronize (s));
      else
	TRY (cuEventSynchronize (e));
      for (unsigned i = 0; i < N; i++)
	bad += h[i] != want;
      if (bad)
	{
	  pthread_mutex_lock (&failed_lock);
	  failed++;
	  printf ("  round %u: %u wrong of %d\n", k, bad, N);
	  pthread_mutex_unlock (&failed_lock);
	}
      TRY (cuStreamDestroy (s));
      TRY (cuEventDestroy (e));
      TRY (cuMemFree (p));
    }
  TRY (cuModuleUnload (m));
  if (calls != ROUNDS)
    failed++;
  return NULL;
}

static void
stress (void)
{
  pthread_t t[THREADS];
  unsigned seed[THREADS];
  size_t before, after, total;

  begin ("many threads");
  OK (cuMemGetInfo (&before, &total));
  for (unsigned i = 0; i < THREADS; i++)
    {
      seed[i] = i * 1000003;
      MUST (!pthread_create (&t[i], NULL, work, &seed[i]));
    }
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], NULL);
  OK (cuCtxSynchronize ());
  OK (cuMemGetInfo (&after, &total));
  MUST (before == after);
  MUST (failed == 0);
  end ();
}

static void *
contexts (void *data)
{
  (void) data;
  for (int k = 0; k < 20; k++)
    {
      CUcontext c;
      CUmodule m;
      CUfunction f;
      CUdeviceptr p;
      unsigned h[8] = { 0 }, n = 8, v = (unsigned) k;
      void *args[] = { &p, &n, &v };
      TRY (cuCtxCreate (&c, NULL, 0, dev));
      TRY (cuModuleLoadData (&m, kernels));
      TRY (cuModuleGetFunction (&f, m, "fill"));
      TRY (cuMemAlloc (&p, 32));
      TRY (cuLaunchKernel (f, 1, 1, 1, 8, 1, 1, 0, NULL, args, NULL));
      TRY (cuMemcpyDtoH (h, p, 32));
      if (h[7] != v)
	failed++;
      TRY (cuCtxDestroy (c));
    }
  return NULL;
}

static void
many_contexts (void)
{
  pthread_t t[3];
  begin ("contexts come and go");
  failed = 0;
  for (int i = 0; i < 3; i++)
    MUST (!pthread_create (&t[i], NULL, contexts, NULL));
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  MUST (failed == 0);
  end ();
}

static void
forked (void)
{
  CUdeviceptr p = words (8);
  pid_t child;
  int status = -1;

  begin ("a forked child gets an error");
  fflush (stdout);
  child = fork ();
  if (!child)
    {
      int n;
      CUresult a = cuMemAlloc (&p, 4), b = cuInit (0),
	       c = cuDeviceGetCount (&n), d = cuCtxSynchronize ();
      _exit (a == CUDA_ERROR_NOT_INITIALIZED && b == a && c == a && d == a
	     ? 0 : 1);
    }
  MUST (child > 0);
  MUST (waitpid (child, &status, 0) == child && status == 0);
  OK (run (function ("fill"), NULL, p, 8, 2, 0));
  MUST (all (p, 8, 2));
  OK (cuMemFree (p));
  end ();
}

int
main (void)
{
  begin ("start");
  start ();
  end ();
  stress ();
  many_contexts ();
  forked ();
  begin ("stop");
  stop ();
  end ();
  return failures != 0;
}
