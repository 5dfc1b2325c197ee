/* SPDX-License-Identifier: MIT */
/* Streams and events: order, the default streams, asynchrony, callbacks, words
   in memory, memory pools, time.  */
#include "test.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

static CUfunction fill, affine, wait_;
static volatile unsigned *flag;	/* pinned: kernel `wait' looks at it */

static CUdeviceptr
flag_at (void)
{
  return (CUdeviceptr) (uintptr_t) flag;
}

/* Occupies S until let_go.  */
static void
hold (CUstream s)
{
  CUdeviceptr p = flag_at ();
  unsigned n = 1;
  void *args[] = { &p, &n };
  flag[0] = flag[1] = 0;
  OK (cuLaunchKernel (wait_, 1, 1, 1, 1, 1, 1, 0, s, args, NULL));
}

static void
let_go (void)
{
  flag[0] = 1;
}

static void
nap (long us)
{
  struct timespec t = { 0, us * 1000 };
  nanosleep (&t, NULL);
}

static void
create (void)
{
  CUstream s;
  unsigned flags;
  int prio;
  CUcontext c;
  CUlaunchAttributeValue v;

  begin ("streams: create, query, destroy");
  OK (cuStreamCreate (&s, CU_STREAM_NON_BLOCKING));
  OK (cuStreamGetFlags (s, &flags));
  MUST (flags == CU_STREAM_NON_BLOCKING);
  OK (cuStreamGetCtx (s, &c));
  MUST (c == ctx);
  OK (cuStreamQuery (s));
  OK (cuStreamSynchronize (s));
  OK (cuStreamDestroy (s));
  HANDLE (cuStreamDestroy (s));
  HANDLE (cuStreamQuery (s));
  HANDLE (cuStreamSynchronize (s));
  HANDLE (cuStreamGetFlags (s, &flags));
  HANDLE (cuStreamSynchronize ((CUstream) NONSENSE));
  BAD (cuStreamCreate (&s, 0x100));
  BAD (cuStreamCreate (NULL, 0));
  OK (cuStreamCreateWithPriority (&s, 0, -3));
  OK (cuStreamGetPriority (s, &prio));
  MUST (prio == -3);
  OK (cuStreamGetAttribute (s, CU_LAUNCH_ATTRIBUTE_PRIORITY, &v));
  MUST (v.priority == -3);
  BAD (cuStreamGetAttribute (s, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &v));
  BAD (cuStreamGetFlags (s, NULL));
  OK (cuStreamDestroy (s));
  OK (cuStreamCreateWithPriority (&s, 0, -100));
  OK (cuStreamGetPriority (s, &prio));
  MUST (prio >= -10 && prio < 0);
  OK (cuStreamDestroy (s));
  /* A new stream does not bring an old handle back.  */
  {
    CUstream t;
    OK (cuStreamCreate (&t, 0));
    HANDLE (cuStreamQuery (s));
    OK (cuStreamDestroy (t));
  }
  OK (cuStreamQuery (NULL));
  OK (cuStreamSynchronize (CU_STREAM_LEGACY));
  OK (cuStreamSynchronize (CU_STREAM_PER_THREAD));
  HANDLE (cuStreamDestroy (NULL));
  end ();
}

static void
asynchronous (void)
{
  CUstream a, b;
  CUdeviceptr p = words (1024);
  CUevent e;

  begin ("work is asynchronous, and in order within a stream");
  OK (cuStreamCreate (&a, CU_STREAM_NON_BLOCKING));
  OK (cuStreamCreate (&b, CU_STREAM_NON_BLOCKING));
  OK (cuEventCreate (&e, 0));
  hold (a);
  OK (run (fill, a, p, 1024, 1, 0));
  OK (run (affine, a, p, 1024, 10, 2));
  OK (run (affine, a, p, 1024, 10, 3));
  OK (cuEventRecord (e, a));
  IS (cuStreamQuery (a), CUDA_ERROR_NOT_READY);
  IS (cuEventQuery (e), CUDA_ERROR_NOT_READY);
  OK (cuStreamQuery (b));
  OK (run (fill, b, p, 1, 5, 0));
  OK (cuStreamSynchronize (b));
  let_go ();
  OK (cuStreamSynchronize (a));
  OK (cuStreamQuery (a));
  OK (cuEventQuery (e));
  MUST (flag[1] == 1);
  MUST (all (p, 1024, 123));

  /* A destroyed stream finishes its work.  */
  hold (a);
  OK (run (fill, a, p, 1024, 77, 0));
  OK (cuStreamDestroy (a));
  let_go ();
  OK (cuCtxSynchronize ());
  MUST (all (p, 1024, 77));
  OK (cuStreamDestroy (b));
  OK (cuEventDestroy (e));
  OK (cuMemFree (p));
  end ();
}

static void
waits (void)
{
  CUstream a, b;
  CUdeviceptr p = words (1024);
  CUevent e;

  begin ("a stream waits for an event of another");
  OK (cuStreamCreate (&a, CU_STREAM_NON_BLOCKING));
  OK (cuStreamCreate (&b, CU_STREAM_NON_BLOCKING));
  OK (cuEventCreate (&e, CU_EVENT_DISABLE_TIMING));
  hold (a);
  OK (run (fill, a, p, 1024, 4, 0));
  OK (cuEventRecord (e, a));
  OK (cuStreamWaitEvent (b, e, 0));
  OK (run (affine, b, p, 1024, 5, 1));
  /* A later record does not matter to the wait above.  */
  OK (cuEventRecord (e, a));
  nap (2000);
  IS (cuStreamQuery (b), CUDA_ERROR_NOT_READY);
  let_go ();
  OK (cuStreamSynchronize (b));
  MUST (all (p, 1024, 21));
  OK (cuEventSynchronize (e));

  /* An event that was never recorded is there.  */
  OK (cuEventDestroy (e));
  OK (cuEventCreate (&e, 0));
  OK (cuEventQuery (e));
  OK (cuStreamWaitEvent (b, e, 0));
  OK (cuEventSynchronize (e));
  OK (cuStreamSynchronize (b));
  HANDLE (cuStreamWaitEvent (b, (CUevent) NONSENSE, 0));
  HANDLE (cuStreamWaitEvent ((CUstream) NONSENSE, e, 0));
  BAD (cuStreamWaitEvent (b, e, 0x80));
  HANDLE (cuEventRecord ((CUevent) NONSENSE, b));
  HANDLE (cuEventRecord (e, (CUstream) NONSENSE));

  /* An event outlives itself: destroyed while it is waited for.  */
  hold (a);
  OK (run (fill, a, p, 1024, 3, 0));
  OK (cuEventRecord (e, a));
  OK (cuStreamWaitEvent (b, e, 0));
  OK (cuEventDestroy (e));
  OK (run (affine, b, p, 1024, 3, 3));
  let_go ();
  OK (cuStreamSynchronize (b));
  MUST (all (p, 1024, 12));
  HANDLE (cuEventDestroy (e));
  HANDLE (cuEventQuery (e));
  OK (cuStreamDestroy (a));
  OK (cuStreamDestroy (b));
  OK (cuMemFree (p));
  end ();
}

static void
legacy (void)
{
  CUstream a, free_;
  CUdeviceptr p = words (1024), q = words (1);

  begin ("the legacy default stream waits for blocking streams");
  OK (cuStreamCreate (&a, CU_STREAM_DEFAULT));
  OK (cuStreamCreate (&free_, CU_STREAM_NON_BLOCKING));
  hold (a);
  OK (run (fill, a, p, 1024, 2, 0));
  OK (run (affine, NULL, p, 1024, 3, 1));
  OK (cuMemsetD8 (p, 0, 1));
  IS (cuStreamQuery (NULL), CUDA_ERROR_NOT_READY);
  OK (cuStreamQuery (free_));
  let_go ();
  OK (cuStreamSynchronize (NULL));
  OK (cuMemsetD32 (p, 7, 1));
  MUST (all (p, 1024, 7));
  end ();

  begin ("blocking streams wait for the legacy default stream");
  hold (CU_STREAM_LEGACY);
  OK (run (fill, NULL, p, 1024, 2, 0));
  OK (run (affine, a, p, 1024, 7, 2));
  OK (run (fill, CU_STREAM_PER_THREAD, q, 1, 1, 0));
  nap (2000);
  IS (cuStreamQuery (a), CUDA_ERROR_NOT_READY);
  IS (cuStreamQuery (CU_STREAM_PER_THREAD), CUDA_ERROR_NOT_READY);
  OK (cuStreamQuery (free_));
  let_go ();
  OK (cuStreamSynchronize (a));
  MUST (all (p, 1024, 16));
  OK (cuCtxSynchronize ());
  end ();
  OK (cuStreamDestroy (a));
  OK (cuStreamDestroy (free_));
  OK (cuMemFree (p));
  OK (cuMemFree (q));
}

static void *
other_thread (void *data)
{
  CUdeviceptr p = *(CUdeviceptr *) data;
  CUresult r = cuCtxSetCurrent (ctx);
  if (!r)
    r = run (fill, CU_STREAM_PER_THREAD, p, 256, 9, 0);
  if (!r)
    r = cuStreamSynchronize (CU_STREAM_PER_THREAD);
  return (void *) (uintptr_t) r;
}

static void
per_thread (void)
{
  CUdeviceptr p = words (256);
  pthread_t t;
  void *r;

  begin ("a thread's default stream is its own");
  hold (CU_STREAM_PER_THREAD);
  MUST (!pthread_create (&t, NULL, other_thread, &p));
  pthread_join (t, &r);
  MUST (r == NULL);
  IS (cuStreamQuery (CU_STREAM_PER_THREAD), CUDA_ERROR_NOT_READY);
  let_go ();
  OK (cuStreamSynchronize (CU_STREAM_PER_THREAD));
  MUST (all (p, 256, 9));
  OK (cuMemFree (p));
  end ();
}

static int order[8], norder;
static CUresult inside;
static CUstream the_stream;

static void
host (void *data)
{
  int n;
  order[norder++] = *(int *) data;
  inside = cuDeviceGetCount (&n);
  if (!inside)
    inside = cuStreamSynchronize (the_stream);
}

static void
callback (CUstream s, CUresult r, void *data)
{
  order[norder++] = s == the_stream && r == CUDA_SUCCESS ? *(int *) data : -1;
}

static void
host_functions (void)
{
  static int one = 1, two = 2, three = 3;
  CUdeviceptr p = words (256);

  begin ("host functions and callbacks");
  norder = 0;
  OK (cuStreamCreate (&the_stream, CU_STREAM_NON_BLOCKING));
  hold (the_stream);
  OK (cuLaunchHostFunc (the_stream, host, &one));
  OK (cuStreamAddCallback (the_stream, callback, &two, 0));
  OK (run (fill, the_stream, p, 256, 3, 0));
  OK (cuLaunchHostFunc (the_stream, host, &three));
  nap (1000);
  MUST (norder == 0);
  let_go ();
  OK (cuStreamSynchronize (the_stream));
  MUST (norder == 3 && order[0] == 1 && order[1] == 2 && order[2] == 3);
  MUST (inside == CUDA_ERROR_NOT_PERMITTED);
  MUST (all (p, 256, 3));
  BAD (cuLaunchHostFunc (the_stream, NULL, NULL));
  BAD (cuStreamAddCallback (the_stream, NULL, NULL, 0));
  BAD (cuStreamAddCallback (the_stream, callback, NULL, 1));
  HANDLE (cuLaunchHostFunc ((CUstream) NONSENSE, host, &one));
  OK (cuStreamDestroy (the_stream));
  OK (cuMemFree (p));
  end ();
}

static void
values (void)
{
  CUstream a, b;
  CUdeviceptr p = words (1024);
  unsigned long long big = 0;

  begin ("streams write words and wait for them");
  OK (cuStreamCreate (&a, CU_STREAM_NON_BLOCKING));
  OK (cuStreamCreate (&b, CU_STREAM_NON_BLOCKING));
  OK (cuMemsetD32 (p, 0, 1024));
  OK (cuCtxSynchronize ());
  OK (cuStreamWaitValue32 (a, p, 5, CU_STREAM_WAIT_VALUE_GEQ));
  OK (run (fill, a, p + 64, 16, 8, 0));
  OK (cuStreamWriteValue64 (a, p + 8, 1ull << 40, 0));
  nap (2000);
  IS (cuStreamQuery (a), CUDA_ERROR_NOT_READY);
  OK (cuStreamWriteValue32 (b, p, 4, 0));
  OK (cuStreamSynchronize (b));
  nap (2000);
  IS (cuStreamQuery (a), CUDA_ERROR_NOT_READY);
  OK (cuStreamWriteValue32 (b, p, 6, 0));
  OK (cuStreamSynchronize (a));
  MUST (all (p + 64, 16, 8));
  OK (cuMemcpyDtoH (&big, p + 8, 8));
  MUST (big == 1ull << 40);
  OK (cuStreamWaitValue32 (a, p, 6, CU_STREAM_WAIT_VALUE_EQ));
  OK (cuStreamWaitValue32 (a, p, 2, CU_STREAM_WAIT_VALUE_AND));
  OK (cuStreamWaitValue64 (a, p + 8, 1, CU_STREAM_WAIT_VALUE_GEQ));
  OK (cuStreamSynchronize (a));
  /* The host's store counts too.  */
  flag[0] = 0;
  OK (cuStreamWaitValue32 (a, flag_at (), 3, CU_STREAM_WAIT_VALUE_EQ));
  nap (1000);
  IS (cuStreamQuery (a), CUDA_ERROR_NOT_READY);
  flag[0] = 3;
  OK (cuStreamSynchronize (a));
  BAD (cuStreamWaitValue32 (a, p + 2, 3, 0));
  BAD (cuStreamWriteValue64 (a, p + 4, 3, 0));
  BAD (cuStreamWriteValue32 (a, 64, 3, 0));
  BAD (cuStreamWriteValue32 (a, p, 3, 0x10));
  OK (cuStreamDestroy (a));
  OK (cuStreamDestroy (b));
  OK (cuMemFree (p));
  end ();
}

static void
copies (void)
{
  CUstream a;
  CUdeviceptr p = words (1024), q = words (1024);
  unsigned *h, mine[1024];

  begin ("asynchronous copies");
  OK (cuStreamCreate (&a, CU_STREAM_NON_BLOCKING));
  OK (cuMemHostAlloc ((void **) &h, 4096, 0));
  for (unsigned i = 0; i < 1024; i++)
    h[i] = mine[i] = i;
  hold (a);
  OK (cuMemcpyHtoDAsync (p, h, 4096, a));
  OK (run (affine, a, p, 1024, 2, 0));
  OK (cuMemcpyDtoDAsync (q, p, 4096, a));
  OK (cuMemcpyDtoHAsync (h, q, 4096, a));
  MUST (h[5] == 5);
  let_go ();
  OK (cuStreamSynchronize (a));
  MUST (h[5] == 10 && h[1023] == 2046);

  /* Pageable memory may be reused as soon as the call returns.  */
  hold (a);
  OK (cuMemcpyHtoDAsync (p, mine, 4096, a));
  memset (mine, 0, sizeof mine);
  let_go ();
  OK (cuStreamSynchronize (a));
  OK (cuMemcpyDtoHAsync (mine, p, 4096, a));
  MUST (mine[1023] == 1023);
  OK (cuStreamDestroy (a));
  OK (cuMemFreeHost (h));
  OK (cuMemFree (p));
  OK (cuMemFree (q));
  end ();
}

static void
timing (void)
{
  CUstream a;
  CUevent s, e, no;
  float ms = -1;
  struct timespec t0, t1;
  double real;

  begin ("events measure time");
  OK (cuStreamCreate (&a, CU_STREAM_NON_BLOCKING));
  OK (cuEventCreate (&s, 0));
  OK (cuEventCreate (&e, CU_EVENT_BLOCKING_SYNC));
  OK (cuEventCreate (&no, CU_EVENT_DISABLE_TIMING));
  HANDLE (cuEventElapsedTime (&ms, s, e));
  clock_gettime (CLOCK_MONOTONIC, &t0);
  OK (cuEventRecord (s, a));
  hold (a);
  OK (cuEventRecord (e, a));
  OK (cuEventRecord (no, a));
  OK (cuEventSynchronize (s));
  IS (cuEventElapsedTime (&ms, s, e), CUDA_ERROR_NOT_READY);
  nap (20000);
  let_go ();
  OK (cuEventSynchronize (e));
  clock_gettime (CLOCK_MONOTONIC, &t1);
  OK (cuEventElapsedTime (&ms, s, e));
  real = (double) (t1.tv_sec - t0.tv_sec) * 1e3
	 + (double) (t1.tv_nsec - t0.tv_nsec) * 1e-6;
  MUST (ms >= 19 && ms <= real);
  OK (cuStreamSynchronize (a));
  HANDLE (cuEventElapsedTime (&ms, s, no));
  HANDLE (cuEventElapsedTime (&ms, s, (CUevent) NONSENSE));
  BAD (cuEventElapsedTime (NULL, s, e));
  BAD (cuEventCreate (NULL, 0));
  BAD (cuEventCreate (&no, 0x100));
  BAD (cuEventCreate (&no, CU_EVENT_INTERPROCESS));
  OK (cuEventDestroy (s));
  OK (cuEventDestroy (e));
  OK (cuStreamDestroy (a));
  end ();
}

static void
pools (void)
{
  CUstream a;
  CUdeviceptr p, q;
  CUmemoryPool pool, mine;
  CUmemPoolProps props;
  cuuint64_t used, limit = 1 << 20;
  size_t before, after, total;

  begin ("memory in stream order, pools");
  OK (cuStreamCreate (&a, CU_STREAM_NON_BLOCKING));
  OK (cuMemGetInfo (&before, &total));
  hold (a);
  OK (cuMemAllocAsync (&p, 4096, a));
  OK (run (fill, a, p, 1024, 6, 0));
  OK (run (affine, a, p, 1024, 6, 6));
  let_go ();
  OK (cuStreamSynchronize (a));
  MUST (all (p, 1024, 42));
  hold (a);
  OK (run (fill, a, p, 1024, 1, 0));
  OK (cuMemFreeAsync (p, a));
  BAD (cuMemFreeAsync (p, a));
  BAD (cuMemFree (p));
  let_go ();
  OK (cuStreamSynchronize (a));
  BAD (cuMemcpyDtoD (p, p, 4));
  OK (cuMemGetInfo (&after, &total));
  MUST (after == before);
  OK (cuMemAllocAsync (&p, 64, a));
  OK (cuMemFree (p));
  OK (cuMemAlloc (&p, 64));
  OK (cuMemFreeAsync (p, a));
  OK (cuMemFreeAsync (0, a));
  BAD (cuMemFreeAsync (0x100, a));
  BAD (cuMemAllocAsync (&p, 0, a));
  BAD (cuMemAllocAsync (NULL, 10, a));
  HANDLE (cuMemAllocAsync (&p, 10, (CUstream) NONSENSE));

  OK (cuDeviceGetDefaultMemPool (&pool, 0));
  OK (cuMemPoolGetAttribute (pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
  MUST (used == 0);
  memset (&props, 0, sizeof props);
  props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  OK (cuMemPoolCreate (&mine, &props));
  OK (cuMemAllocFromPoolAsync (&q, 1000, mine, a));
  OK (cuMemPoolGetAttribute (mine, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
  MUST (used >= 1000);
  OK (cuMemPoolSetAttribute (mine, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &limit));
  OK (cuMemPoolGetAttribute (mine, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &used));
  MUST (used == limit);
  BAD (cuMemPoolGetAttribute (mine, (CUmemPool_attribute) 99, &used));
  OK (cuMemPoolTrimTo (mine, 0));
  OK (cuMemPoolDestroy (mine));	/* with memory in use */
  BAD (cuMemPoolDestroy (mine));
  BAD (cuMemPoolDestroy (pool));
  BAD (cuMemAllocFromPoolAsync (&p, 10, mine, a));
  OK (cuMemFreeAsync (q, a));
  OK (cuDeviceSetMemPool (0, pool));
  OK (cuStreamDestroy (a));
  OK (cuCtxSynchronize ());
  OK (cuMemGetInfo (&after, &total));
  MUST (after == before);
  end ();
}

/* Kernels that become ready together run together: each waits for the
   other.  */
static void
together (void)
{
  CUstream a, b, c;
  CUevent e;
  CUdeviceptr p = words (4), q = words (4);
  unsigned one = 1;
  void *wait_p[] = { &p, &one }, *wait_q[] = { &q, &one };

  begin ("kernels of two streams run together");
  OK (cuMemsetD32 (p, 0, 4));
  OK (cuMemsetD32 (q, 0, 4));
  OK (cuCtxSynchronize ());
  OK (cuStreamCreate (&a, CU_STREAM_NON_BLOCKING));
  OK (cuStreamCreate (&b, CU_STREAM_NON_BLOCKING));
  OK (cuStreamCreate (&c, CU_STREAM_NON_BLOCKING));
  OK (cuEventCreate (&e, CU_EVENT_DISABLE_TIMING));
  hold (a);
  OK (cuEventRecord (e, a));
  OK (cuStreamWaitEvent (b, e, 0));
  OK (cuStreamWaitEvent (c, e, 0));
  /* b: wait for p, write q.  c: write p, wait for q.  */
  OK (cuLaunchKernel (wait_, 1, 1, 1, 1, 1, 1, 0, b, wait_p, NULL));
  OK (run (fill, b, q, 1, 1, 0));
  OK (run (fill, c, p, 1, 1, 0));
  OK (cuLaunchKernel (wait_, 1, 1, 1, 1, 1, 1, 0, c, wait_q, NULL));
  let_go ();
  OK (cuStreamSynchronize (c));
  OK (cuStreamSynchronize (b));
  OK (cuStreamDestroy (a));
  OK (cuStreamDestroy (b));
  OK (cuStreamDestroy (c));
  OK (cuEventDestroy (e));
  OK (cuMemFree (p));
  OK (cuMemFree (q));
  end ();
}

static void
many (void)
{
  enum { STREAMS = 40, EACH = 25 };
  CUstream s[STREAMS];
  CUdeviceptr p = words (STREAMS * 64);
  unsigned h[STREAMS * 64], want[STREAMS], bad = 0;

  begin ("many streams");
  OK (cuMemsetD32 (p, 1, STREAMS * 64));
  OK (cuCtxSynchronize ());
  for (int i = 0; i < STREAMS; i++)
    {
      OK (cuStreamCreate (&s[i], CU_STREAM_NON_BLOCKING));
      want[i] = 1;
    }
  for (unsigned k = 0; k < EACH; k++)
    for (unsigned i = 0; i < STREAMS; i++)
      {
	OK (run (affine, s[i], p + i * 256, 64, 3, k ^ i));
	want[i] = want[i] * 3 + (k ^ i);
      }
  for (int i = 0; i < STREAMS; i++)
    OK (cuStreamDestroy (s[i]));
  OK (cuCtxSynchronize ());
  OK (cuMemcpyDtoH (h, p, sizeof h));
  for (unsigned i = 0; i < STREAMS * 64; i++)
    bad += h[i] != want[i / 64];
  MUST (bad == 0);
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
  wait_ = function ("wait");
  wait_ = function ("wait");
  OK (cuMemHostAlloc ((void **) &flag, 64, 0));
  end ();
  create ();
  asynchronous ();
  waits ();
  legacy ();
  per_thread ();
  host_functions ();
  values ();
  copies ();
  timing ();
  pools ();
  together ();
  many ();
  begin ("stop");
  OK (cuMemFreeHost ((void *) flag));
  stop ();
  end ();
  return failures != 0;
}
