/* SPDX-License-Identifier: MIT */
/* The host's accesses to managed and pinned memory, and what orders them; those to memory of the
   device, which end the program.  Usage: access MODE; access.test says which modes px-sanitize
   finds a defect in.  Kernel fill: p[i] = i; sum: adds p[i] to *q; signal: fill, then tells
   q[0].  */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/driver.h"

#define PX_DRIVER(name, symbol, since, need, args) \
  extern __typeof__ (*(px_fn_##symbol) 0) symbol;
#include "runtime/driver.def"
#undef PX_DRIVER

static const char ptx[] =
  ".version 8.0\n.target sm_90\n.address_size 64\n"
#define HEAD \
  "(.param .u64 p, .param .u64 q)\n{\n.reg .b32 r<8>; .reg .b64 d<4>; .reg .pred c;\n" \
  "ld.param.u64 d0, [p];\nld.param.u64 d1, [q];\nmov.u32 r0, %tid.x;\nmov.u32 r1, %ctaid.x;\n" \
  "mov.u32 r2, %ntid.x;\nmad.lo.u32 r0, r1, r2, r0;\nmul.wide.u32 d2, r0, 4;\nadd.s64 d0, d0, d2;\n"
  ".visible .entry fill " HEAD "st.global.u32 [d0], r0;\nret;\n}\n"
  ".visible .entry sum " HEAD "ld.global.u32 r3, [d0];\nred.global.add.u32 [d1], r3;\nret;\n}\n"
  ".visible .entry signal " HEAD "st.global.u32 [d0], r0;\nbar.sync 0;\nsetp.ne.u32 c, r0, 0;\n@c ret;\n"
  "fence.acq_rel.sys;\nst.relaxed.sys.global.u32 [d1], 1;\nret;\n}\n";

enum { N = 4096, BYTES = 4 * N };
static int bad;
static CUmodule mod;
static CUcontext ctx;
static volatile int called;
static int *managed, *pinned, *device;

static void
check (CUresult r, const char *what)
{
  if (r)
    printf ("%s: %d\n", what, (int) r);
  bad |= r != CUDA_SUCCESS;
}
#define CHECK(call) check (call, #call)

static void
launch (const char *name, int blocks, int threads, CUstream s, const void *p, CUdeviceptr q)
{
  CUfunction f;
  void *args[] = { &p, &q };
  CHECK (cuModuleGetFunction (&f, mod, name));
  CHECK (cuLaunchKernel (f, blocks, 1, 1, threads, 1, 1, 0, s, args, NULL));
}

static void
call (void *unused)
{
  (void) unused;
  called = managed[1];
  called = 1;
}

/* What a callback starts is as much later as the callback.  */
static void *
started (void *unused)
{
  (void) unused;
  called = managed[5] + pinned[5] + 1;
  return NULL;
}

static void
start (void *unused)
{
  pthread_t thread;
  (void) unused;
  if (!pthread_create (&thread, NULL, started, NULL))
    pthread_join (thread, NULL);
}

static void *
other (void *s)
{
  if (!s)
    return (void *) (intptr_t) managed[5];
  CHECK (cuCtxSetCurrent (ctx));
  CHECK (cuStreamSynchronize (s));
  return NULL;
}

static int __attribute__ ((noinline))
touch (volatile int *p, int i)
{
  return p[i];
}

/* A thread that hears no signals works with the device nevertheless.  */
static void *
deaf (void *unused)
{
  sigset_t all;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, NULL);
  CHECK (cuCtxSetCurrent (ctx));
  for (int i = 0; i < 3; i++)
    {
      CHECK (cuMemcpyHtoD_v2 ((CUdeviceptr) device, pinned, BYTES));
      CHECK (cuMemcpyDtoH_v2 (pinned, (CUdeviceptr) device, BYTES));
    }
  pthread_sigmask (SIG_SETMASK, NULL, &all);
  bad |= !sigismember (&all, SIGSEGV);
  return unused;
}

static void
call_device (void *unused)
{
  (void) unused;
  called = device[3] + 1;
}

static void
mine (int sig)
{
  (void) sig;
  _exit (7);
}

int
main (int argc, char **argv)
{
  const char *mode = argc > 1 ? argv[1] : "";
#define MODE(name) (!strcmp (mode, name))
  CUstream s, t;
  CUevent e;
  CUdeviceptr d, one;
  pthread_t thread;
  void *v;
  int sum = 0, copy[100];

  if (MODE ("own-handler"))
    signal (SIGSEGV, mine);
  CHECK (cuInit (0));
  CHECK (cuDevicePrimaryCtxRetain (&ctx, 0));
  CHECK (cuCtxSetCurrent (ctx));
  CHECK (cuModuleLoadData (&mod, ptx));
  CHECK (cuMemAllocManaged (&d, BYTES, CU_MEM_ATTACH_GLOBAL));
  managed = (int *) d;
  CHECK (cuMemHostAlloc (&v, BYTES, 0));
  pinned = v;
  CHECK (cuMemAlloc_v2 (&d, BYTES));
  device = (int *) d;
  CHECK (cuMemAllocManaged (&one, 4, CU_MEM_ATTACH_GLOBAL));
  CHECK (cuStreamCreate (&s, CU_STREAM_NON_BLOCKING));
  CHECK (cuEventCreate (&e, 0));
  memset (managed, 0, BYTES);
  memset (pinned, 0, BYTES);
  *(int *) one = 0;
  CHECK (cuMemsetD32_v2 (d, 1, N));
  CHECK (cuCtxSynchronize ());
  launch ("fill", 1, 32, s, (void *) d, d);
  CHECK (cuCtxSynchronize ());

  if (MODE ("kernel-read") || MODE ("own-handler"))
    {
      launch ("fill", 32, 128, s, managed, d);
      sum += touch (managed, 5);
    }
  else if (MODE ("kernel-write"))
    {
      launch ("sum", 32, 128, s, managed, d);
      managed[7] = 1;
    }
  else if (MODE ("both-read"))
    {
      launch ("sum", 32, 128, s, managed, d);
      sum += managed[7];
    }
  else if (MODE ("synchronised"))
    for (int i = 0; i < 3; i++)
      {
	launch ("fill", 32, 128, s, managed, d);
	launch ("sum", 32, 128, s, managed, d);
	CHECK (cuStreamSynchronize (s));
	managed[i] = touch (managed, 5);
      }
  else if (MODE ("copy-out") || MODE ("copy-out-stream") || MODE ("copy-out-event") || MODE ("copy-out-query")
	   || MODE ("copy-out-other"))
    {
      CHECK (cuMemcpyDtoHAsync_v2 (pinned, d, BYTES, s));
      CHECK (cuEventRecord (e, s));
      if (MODE ("copy-out-stream"))
	CHECK (cuStreamSynchronize (s));
      else if (MODE ("copy-out-event"))
	CHECK (cuEventSynchronize (e));
      else if (MODE ("copy-out-query"))
	while (cuStreamQuery (s))
	  ;
      else if (MODE ("copy-out-other"))
	{
	  CHECK (cuStreamCreate (&t, CU_STREAM_NON_BLOCKING));
	  CHECK (cuStreamSynchronize (t));
	}
      sum += touch (pinned, 3);
    }
  else if (MODE ("copy-out-time"))
    {
      CUevent first;
      float ms;
      CHECK (cuEventCreate (&first, 0));
      CHECK (cuEventRecord (first, s));
      CHECK (cuMemcpyDtoHAsync_v2 (pinned, d, BYTES, s));
      CHECK (cuEventRecord (e, s));
      while (cuEventElapsedTime (&ms, first, e))
	;
      sum += touch (pinned, 3);
    }
  else if (MODE ("copy-in") || MODE ("copy-in-waits"))
    {
      CHECK (cuMemcpyHtoDAsync_v2 (d, pinned, BYTES, s));
      sum += touch (pinned, 3);
      if (MODE ("copy-in-waits"))
	CHECK (cuStreamSynchronize (s));
      memset (pinned, 1, BYTES);
    }
  else if (MODE ("copy-synchronous"))
    {
      CHECK (cuMemcpyDtoH_v2 (pinned, d, BYTES));
      sum += touch (pinned, 3);
      CHECK (cuMemcpyHtoD_v2 (d, pinned, BYTES));
      memset (pinned, 1, BYTES);
    }
  else if (MODE ("halves"))
    {
      /* The rest of a page is the program's, also for system calls.  */
      int f = open ("/dev/zero", O_RDONLY);
      launch ("fill", 1, 500, s, managed, d);
      managed[600] = 1;
      bad |= read (f, managed + 500, 1000) != 1000;
      close (f);
    }
  else if (MODE ("chunks"))
    for (int i = 0; i < 4; i++)
      {
	int f = open ("/dev/zero", O_RDONLY);
	bad |= read (f, pinned + i * 1000, 4000) != 4000;
	close (f);
	CHECK (cuMemcpyHtoDAsync_v2 (d + i * 4000, pinned + i * 1000, 4000, s));
      }
  else if (MODE ("library"))
    {
      launch ("fill", 32, 128, s, managed, d);
      memcpy (copy, managed + 100, sizeof copy);
      sum += copy[1];
    }
  else if (MODE ("pages"))
    {
      static int all[BYTES / 4];
      launch ("fill", 32, 128, s, managed, d);
      memcpy (all, managed, sizeof all);
      sum += all[1];
    }
  else if (MODE ("two-places"))
    {
      launch ("fill", 32, 128, s, managed, d);
      sum += touch (managed, 5);
      sum += *(volatile int *) &managed[3000];
    }
  else if (MODE ("one"))
    {
      launch ("fill", 1, 1, s, (void *) one, d);
      sum += touch ((int *) one, 0);
    }
  else if (MODE ("atomic"))
    {
      /* Counters in mapped memory are polled, though their scope be the device.  */
      launch ("sum", 1, 32, s, (void *) d, (uintptr_t) pinned);
      while (touch (pinned, 0) != 31 * 16)
	;
    }
  else if (MODE ("counter"))
    {
      launch ("sum", 1, 32, s, managed, one);
      sum += touch ((int *) one, 0);
    }
  else if (MODE ("flag"))
    {
      launch ("signal", 1, 1024, s, managed, one);
      while (!*(volatile int *) one)
	;
      sum += touch (managed, 5);
    }
  else if (MODE ("callback"))
    {
      launch ("fill", 32, 128, s, managed, d);
      CHECK (cuLaunchHostFunc (s, call, NULL));
      while (!called)
	;
      sum += touch (managed, 5);
    }
  else if (MODE ("callback-starts") || MODE ("callback-early"))
    {
      /* The callback comes after what its own stream has done.  */
      CHECK (cuStreamCreate (&t, CU_STREAM_NON_BLOCKING));
      launch ("fill", 32, 128, s, managed, d);
      CHECK (cuMemcpyDtoHAsync_v2 (pinned, d, BYTES, s));
      CHECK (cuLaunchHostFunc (MODE ("callback-starts") ? s : t, MODE ("callback-starts") ? start : call, NULL));
      while (!called)
	;
    }
  else if (MODE ("thread"))
    {
      launch ("fill", 32, 128, s, managed, d);
      pthread_create (&thread, NULL, other, NULL);
      pthread_join (thread, NULL);
    }
  else if (MODE ("thread-waits"))
    {
      launch ("fill", 32, 128, s, managed, d);
      pthread_create (&thread, NULL, other, s);
      pthread_join (thread, NULL);
      sum += touch (managed, 5);
    }
  else if (MODE ("freed"))
    {
      launch ("fill", 32, 128, s, managed, d);
      CHECK (cuMemFree_v2 ((CUdeviceptr) managed));
      CHECK (cuMemAllocManaged ((CUdeviceptr *) &managed, BYTES, CU_MEM_ATTACH_GLOBAL));
      memset (managed, 0, BYTES);
    }
  else if (MODE ("registered"))
    {
      v = aligned_alloc (4096, BYTES);
      memset (v, 0, BYTES);
      CHECK (cuMemHostRegister (v, BYTES, 0));
      launch ("fill", 32, 128, s, v, d);
      sum += touch (v, 1030);
    }
  else if (MODE ("failed") || MODE ("failed-unasked"))
    {
      /* The program goes on after a failure: what it reads then has that for its cause.  */
      CHECK (cuStreamCreate (&t, CU_STREAM_NON_BLOCKING));
      launch ("fill", 32, 128, t, managed, d);
      launch ("fill", 1, 32, s, managed + N, d);
      if (MODE ("failed-unasked"))
	return 0;
      cuStreamSynchronize (s);
      cuStreamSynchronize (t);
      sum += touch (managed, 5);
    }
  else if (MODE ("device-read"))
    sum += touch (device, 5);
  else if (MODE ("device-early"))
    {
      launch ("fill", 32, 128, s, device, d);
      sum += touch (device, 5);
    }
  else if (MODE ("device-written"))
    device[7] = 1;
  else if (MODE ("device-library"))
    memcpy (copy, device + 100, sizeof copy);
  else if (MODE ("device-free"))
    free (device);
  else if (MODE ("device-freed") || MODE ("device-pooled"))
    {
      if (MODE ("device-pooled"))
	CHECK (cuMemAllocAsync (&one, 4, s));
      CHECK (MODE ("device-pooled") ? cuMemFreeAsync (one, s) : cuMemFree_v2 (d));
      CHECK (cuStreamSynchronize (s));
      sum += touch (MODE ("device-pooled") ? (int *) one : device, 5);
    }
  else if (MODE ("host-freed"))
    {
      CHECK (cuMemFreeHost (pinned));
      pinned[6] = 1;
    }
  else if (MODE ("managed-freed"))
    {
      CHECK (cuMemFree_v2 ((CUdeviceptr) managed));
      sum += touch (managed, 5);
    }
  else if (MODE ("host-freed-copied"))
    {
      CHECK (cuMemFreeHost (pinned));
      cuMemcpyHtoD_v2 (d, pinned, BYTES);
    }
  else if (MODE ("freed-twice"))
    {
      CHECK (cuMemAllocAsync (&one, 4, s));
      CHECK (cuMemFreeAsync (one, s));
      bad |= !cuMemFreeAsync (one, s);
    }
  else if (MODE ("freed-by-other"))
    bad |= !cuMemFreeHost (device);
  else if (MODE ("allocated-elsewhere") || MODE ("allocated-before"))
    {
      CHECK (cuStreamCreate (&t, CU_STREAM_NON_BLOCKING));
      CHECK (cuMemAllocAsync (&one, BYTES, s));
      CHECK (cuEventRecord (e, s));
      if (MODE ("allocated-before"))
	CHECK (cuStreamWaitEvent (t, e, 0));
      launch ("fill", 32, 128, t, (void *) one, d);
      CHECK (cuStreamSynchronize (t));
      CHECK (cuMemFreeAsync (one, t));
    }
  else if (MODE ("device-callback"))
    {
      launch ("fill", 32, 128, s, device, d);
      CHECK (cuLaunchHostFunc (s, call_device, NULL));
      CHECK (cuStreamSynchronize (s));
    }
  else if (MODE ("device-deaf"))
    {
      pthread_create (&thread, NULL, deaf, NULL);
      pthread_join (thread, NULL);
    }
  else if (MODE ("device-handler"))
    {
      /* Who takes the signal later has it, and the device goes on.  */
      signal (SIGSEGV, mine);
      CHECK (cuMemcpyDtoH_v2 (pinned, d, BYTES));
      launch ("fill", 32, 128, s, device, d);
    }
  else if (MODE ("device-large"))
    {
      /* More than is opened at a time, touched from both ends.  */
      CUdeviceptr big;
      CHECK (cuMemAlloc_v2 (&big, 64 << 20));
      CHECK (cuMemsetD8_v2 (big, 7, 64 << 20));
      for (int i = 63; i >= 0; i--)
	{
	  CHECK (cuMemcpyDtoH_v2 (copy, big + ((size_t) i << 20), 4));
	  bad |= copy[0] != 0x07070707;
	}
      CHECK (cuMemcpyDtoD_v2 (big, big + (32 << 20), 32 << 20));
      CHECK (cuMemFree_v2 (big));
    }
  else if (MODE ("null"))
    {
      launch ("fill", 32, 128, s, managed, d);
      sum += *(volatile int *) (uintptr_t) (argc - 2);
    }
  CHECK (cuCtxSynchronize ());
  CHECK (cuMemFree_v2 (d));
  return bad | (sum == 123456789);
}
