/* SPDX-License-Identifier: MIT */
/* Work in two streams, and what orders it: usage: streams MODE; streams.test says which
   modes px-sanitize finds a defect in.  Kernel add: b[i] = a[i] + 1; low and high: b[i] = a[i]
   for the threads up to 32, from 32 on; count: atomically adds to b[0]; wait: adds to b when
   a[0] has become 7; rows reads rows of a in a long loop.  */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/driver.h"

#define PX_DRIVER(name, symbol, since, need, args) \
  extern __typeof__ (*(px_fn_##symbol) 0) symbol;
#include "runtime/driver.def"
#undef PX_DRIVER

static const char ptx[] =
  ".version 8.0\n.target sm_90\n.address_size 64\n"
#define HEAD \
  "(.param .u64 a, .param .u64 b)\n{\n.reg .b32 r<4>; .reg .b64 d<4>; .reg .pred p;\n" \
  "ld.param.u64 d0, [a];\nld.param.u64 d1, [b];\n" \
  "mov.u32 r0, %tid.x;\nmul.wide.u32 d2, r0, 4;\n" \
  "add.s64 d0, d0, d2;\nadd.s64 d3, d1, d2;\n"
  ".visible .entry add " HEAD "ld.global.u32 r1, [d0];\nadd.u32 r1, r1, 1;\nst.global.u32 [d3], r1;\nret;\n}\n"
  ".visible .entry low " HEAD "setp.ge.u32 p, r0, 32;\n@p ret;\n"
  "ld.global.u32 r1, [d0];\nst.global.u32 [d3], r1;\nret;\n}\n"
  ".visible .entry high " HEAD "setp.lt.u32 p, r0, 32;\n@p ret;\n"
  "ld.global.u32 r1, [d0];\nst.global.u32 [d3], r1;\nret;\n}\n"
  ".visible .entry count " HEAD "ld.global.u32 r1, [d0];\nred.global.add.u32 [d1], r1;\nret;\n}\n"
  /* Reads a row of 64 words in each turn of a loop with a barrier, and passes over the next.  */
  ".visible .entry rows " HEAD "mov.u32 r2, 0;\nL: ld.global.u32 r1, [d0];\nbar.sync 0;\n"
  "add.s64 d0, d0, 512;\nadd.u32 r2, r2, 1;\nsetp.lt.u32 p, r2, 4200;\n@p bra L;\nret;\n}\n"
  ".visible .entry wait " HEAD "ld.param.u64 d2, [a];\nL: ld.volatile.global.u32 r1, [d2];\n"
  "setp.ne.u32 p, r1, 7;\n@p bra L;\nfence.acq_rel.sys;\nld.global.u32 r1, [d3];\nadd.u32 r1, r1, 1;\n"
  "st.global.u32 [d3], r1;\nret;\n}\n";

static int
check (CUresult r, const char *what)
{
  if (r)
    printf ("%s: %d\n", what, (int) r);
  return r != CUDA_SUCCESS;
}
#define CHECK(call) (bad |= check (call, #call))

static int bad;
static CUmodule mod;

static void
launch (const char *name, CUstream s, CUdeviceptr a, CUdeviceptr b)
{
  CUfunction f;
  void *args[] = { &a, &b };
  CHECK (cuModuleGetFunction (&f, mod, name));
  CHECK (cuLaunchKernel (f, 1, 1, 1, 64, 1, 1, 0, s, args, NULL));
}

static void
wait_for (void *flag)
{
  while (!*(volatile int *) flag)
    ;
}

/* Long enough for a kernel that waits to have asked very often.  */
static void
sleep_well (void)
{
  nanosleep (&(struct timespec) { 0, 400000000 }, NULL);
}

static void *
set_late (void *flag)
{
  sleep_well ();
  *(volatile unsigned *) flag = 7;
  return NULL;
}

int
main (int argc, char **argv)
{
  const char *mode = argc > 1 ? argv[1] : "";
#define MODE(name) (!strcmp (mode, name))
  enum { BYTES = 256 };
  CUcontext ctx;
  CUstream s, t;
  CUevent e;
  CUdeviceptr a, b, c;
  unsigned *pinned;

  CHECK (cuInit (0));
  CHECK (cuDevicePrimaryCtxRetain (&ctx, 0));
  CHECK (cuCtxSetCurrent (ctx));
  CHECK (cuModuleLoadData (&mod, ptx));
  CHECK (cuMemAlloc_v2 (&a, BYTES));
  CHECK (cuMemAlloc_v2 (&b, BYTES));
  CHECK (cuMemAlloc_v2 (&c, BYTES));
  CHECK (cuMemAllocHost_v2 ((void **) &pinned, BYTES));
  unsigned kind = MODE ("blocking") || MODE ("legacy") ? CU_STREAM_DEFAULT : CU_STREAM_NON_BLOCKING;
  CHECK (cuStreamCreate (&s, kind));
  CHECK (cuStreamCreate (&t, kind));
  CHECK (cuEventCreate (&e, CU_EVENT_DEFAULT));
  for (int i = 0; i < BYTES / 4; i++)
    pinned[i] = (unsigned) i;
  CHECK (cuMemsetD32_v2 (a, 1, BYTES / 4));
  CHECK (cuMemsetD32_v2 (c, 1, BYTES / 4));
  CHECK (cuCtxSynchronize ());

  if (MODE ("kernels") || MODE ("blocking"))
    {
      launch ("add", s, a, b);
      launch ("add", t, b, c);
    }
  else if (MODE ("one-stream"))
    {
      launch ("add", s, a, b);
      launch ("add", s, b, c);
    }
  else if (MODE ("legacy"))
    {
      launch ("add", s, a, b);
      launch ("add", NULL, b, c);
      launch ("add", t, c, a);
    }
  else if (MODE ("legacy-not"))
    {
      launch ("add", s, a, b);
      launch ("add", NULL, b, c);
    }
  else if (MODE ("event") || MODE ("event-early") || MODE ("event-other"))
    {
      if (MODE ("event-early"))
	CHECK (cuEventRecord (e, s));
      launch ("add", s, a, b);
      if (!MODE ("event-early"))
	CHECK (cuEventRecord (e, MODE ("event-other") ? t : s));
      CHECK (cuStreamWaitEvent (t, e, 0));
      launch ("add", t, b, c);
    }
  else if (MODE ("event-done"))
    {
      /* It is done when it is waited for, and orders all the same.  */
      launch ("add", s, a, b);
      CHECK (cuEventRecord (e, s));
      while (cuStreamQuery (t) || cuEventQuery (e))
	;
      CHECK (cuStreamWaitEvent (t, e, 0));
      launch ("add", t, b, c);
    }
  else if (MODE ("event-chain"))
    {
      CUevent g;
      CUstream u;
      CHECK (cuEventCreate (&g, CU_EVENT_DEFAULT));
      CHECK (cuStreamCreate (&u, CU_STREAM_NON_BLOCKING));
      launch ("add", s, a, b);
      CHECK (cuEventRecord (e, s));
      CHECK (cuStreamWaitEvent (u, e, 0));
      CHECK (cuEventRecord (g, u));
      CHECK (cuStreamWaitEvent (t, g, 0));
      launch ("add", t, b, c);
    }
  else if (MODE ("synchronise"))
    {
      launch ("add", s, a, b);
      CHECK (cuStreamSynchronize (s));
      launch ("add", t, b, c);
    }
  else if (MODE ("synchronise-first"))
    {
      /* The host waits for one of two, and then lets the other begin.  */
      volatile int go = 0;
      CHECK (cuLaunchHostFunc (t, wait_for, (void *) &go));
      launch ("add", s, a, b);
      launch ("add", t, b, c);
      CHECK (cuStreamSynchronize (s));
      go = 1;
      CHECK (cuCtxSynchronize ());
    }
  else if (MODE ("synchronise-other"))
    {
      launch ("add", s, a, b);
      CHECK (cuStreamSynchronize (t));
      launch ("add", t, b, c);
    }
  else if (MODE ("context"))
    {
      launch ("add", s, a, b);
      CHECK (cuCtxSynchronize ());
      launch ("add", t, b, c);
    }
  else if (MODE ("readers"))
    {
      launch ("add", s, a, b);
      launch ("add", t, a, c);
    }
  else if (MODE ("halves"))
    {
      launch ("low", s, a, b);
      launch ("high", t, a, b);
    }
  else if (MODE ("whole-and-half"))
    {
      launch ("add", s, a, b);
      launch ("high", t, a, b);
    }
  else if (MODE ("late-row") || MODE ("between-rows"))
    {
      /* Late in a loop of more than 4096 turns, and what it does not read.  */
      enum
      {
	TURNS = 4200,
	ROW = 512
      };
      CUdeviceptr big;
      CHECK (cuMemAlloc_v2 (&big, TURNS * ROW));
      CHECK (cuMemsetD32_v2 (big, 1, TURNS * ROW / 4));
      CHECK (cuCtxSynchronize ());
      launch ("rows", s, big, b);
      launch ("add", t, c, big + 4150 * ROW + (MODE ("late-row") ? 0 : ROW / 2));
      CHECK (cuCtxSynchronize ());
      CHECK (cuMemFree_v2 (big));
    }
  else if (MODE ("atomics"))
    {
      launch ("count", s, a, c);
      launch ("count", t, a, c);
    }
  else if (MODE ("copy-in") || MODE ("copy-in-event"))
    {
      CHECK (cuMemcpyHtoDAsync_v2 (a, pinned, BYTES, s));
      if (MODE ("copy-in-event"))
	{
	  CHECK (cuEventRecord (e, s));
	  CHECK (cuStreamWaitEvent (t, e, 0));
	}
      launch ("add", t, a, b);
    }
  else if (MODE ("copy-out"))
    {
      launch ("add", s, a, b);
      CHECK (cuMemcpyDtoHAsync_v2 (pinned, b, BYTES, t));
    }
  else if (MODE ("copies"))
    {
      /* Of pinned memory, one into it and one out of it.  */
      CHECK (cuMemcpyDtoHAsync_v2 (pinned, a, BYTES, s));
      CHECK (cuMemcpyHtoDAsync_v2 (b, pinned, BYTES, t));
    }
  else if (MODE ("memset"))
    {
      CHECK (cuMemsetD32Async (b, 0, BYTES / 4, s));
      launch ("add", t, a, b);
    }
  else if (MODE ("flag") || MODE ("flag-first") || MODE ("flag-query"))
    {
      pinned[63] = 7;
      launch ("wait", s, a, b);
      if (MODE ("flag-query"))
	for (int i = 0; i < 300000; i++)
	  bad |= cuStreamQuery (s) != CUDA_ERROR_NOT_READY;
      else
	sleep_well ();
      if (!MODE ("flag-first"))
	CHECK (cuMemcpyHtoDAsync_v2 (b, pinned, BYTES, t));
      CHECK (cuMemcpyHtoDAsync_v2 (a, pinned + 63, 4, t));
      if (MODE ("flag-first"))
	CHECK (cuMemcpyHtoDAsync_v2 (b, pinned, BYTES, t));
      CHECK (cuCtxSynchronize ());
      CHECK (cuMemcpyDtoH_v2 (pinned, b, BYTES));
      for (unsigned i = 0; !MODE ("flag-first") && i < 63; i++)
	bad |= pinned[i] != i + 1;
    }
  else if (MODE ("flag-fill"))
    {
      launch ("wait", s, a, c);
      sleep_well ();
      CHECK (cuMemsetD32Async (a, 7, 1, t));
    }
  else if (MODE ("thread") || MODE ("thread-not"))
    {
      pthread_t other;
      launch ("wait", s, (CUdeviceptr) (size_t) (pinned + 32), c);
      if (MODE ("thread") && pthread_create (&other, NULL, set_late, pinned + 32))
	return 1;
      CHECK (cuCtxSynchronize ());
      if (MODE ("thread"))
	pthread_join (other, NULL);
    }
  else if (MODE ("never"))
    {
      launch ("wait", s, a, b);
      launch ("wait", t, a, c);
    }
  CHECK (cuCtxSynchronize ());
  CHECK (cuMemFree_v2 (a));
  CHECK (cuMemFree_v2 (b));
  CHECK (cuMemFree_v2 (c));
  CHECK (cuMemFreeHost (pinned));
  CHECK (cuDevicePrimaryCtxRelease_v2 (0));
  return bad;
}
