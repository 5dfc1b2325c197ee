/* SPDX-License-Identifier: MIT */
/* What the host's part of a program does wrong: usage: host MODE, a program of the
   driver API; host.test says what px-sanitize finds in it.  */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/driver.h"

#define PX_DRIVER(name, symbol, since, need, args) extern __typeof__ (*(px_fn_##symbol) 0) symbol;
#include "runtime/driver.def"
#undef PX_DRIVER

static const char ptx[]
  = ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry add (.param .u64 a, .param .u64 b)\n"
    "{\n.reg .b32 r<4>; .reg .b64 d<4>;\n"
    "ld.param.u64 d0, [a];\nld.param.u64 d1, [b];\n"
    "mov.u32 r0, %tid.x;\nmul.wide.u32 d2, r0, 4;\n"
    "add.s64 d0, d0, d2;\nadd.s64 d1, d1, d2;\n"
    "ld.global.u32 r1, [d0];\nst.global.u32 [d1], r1;\nret;\n}\n"
    ".visible .entry ticket (.param .u64 a, .param .u64 b)\n"
    "{\n.reg .b32 r<4>; .reg .b64 d<4>;\n"
    "ld.param.u64 d0, [a];\nld.param.u64 d1, [b];\n"
    "mov.u32 r0, %ctaid.x;\nmul.wide.u32 d2, r0, 4;\nadd.s64 d1, d1, d2;\n"
    "atom.global.add.u32 r1, [d0], 1;\nst.global.u32 [d1], r1;\nret;\n}\n"
    /* All read one word.  */
    ".visible .entry same (.param .u64 a, .param .u64 b)\n"
    "{\n.reg .b32 r<4>; .reg .b64 d<4>;\n"
    "ld.param.u64 d0, [a];\nld.param.u64 d1, [b];\nld.global.u32 r1, [d0];\n"
    "mov.u32 r0, %tid.x;\nmul.wide.u32 d2, r0, 4;\nadd.s64 d1, d1, d2;\n"
    "red.global.add.u32 [d1], r1;\nret;\n}\n"
    /* Memory of the device heap, freed if a[0] is 1.  */
    ".extern .func (.param .b64 p) malloc (.param .b64 n);\n.extern .func free (.param .b64 p);\n"
    ".visible .entry heap (.param .u64 a, .param .u64 b)\n"
    "{\n.reg .b32 r<4>; .reg .b64 d<4>; .reg .pred q;\n.param .b64 n; .param .b64 p;\n"
    "ld.param.u64 d0, [a];\nld.global.u32 r1, [d0];\nmov.u64 d1, 24;\nst.param.b64 [n], d1;\n"
    "call (p), malloc, (n);\nld.param.b64 d2, [p];\nsetp.ne.u32 q, r1, 1;\n@q ret;\n"
    "st.param.b64 [p], d2;\ncall free, (p);\nret;\n}\n"
    /* Reads what the other warp has written, twice if a[0] is 1.  */
    ".visible .entry later (.param .u64 a, .param .u64 b)\n"
    "{\n.reg .b32 r<6>; .reg .b64 d<6>; .reg .pred q;\n"
    "ld.param.u64 d0, [a];\nld.param.u64 d1, [b];\nld.global.u32 r1, [d0];\n"
    "mov.u32 r0, %tid.x;\nxor.b32 r2, r0, 32;\nmul.wide.u32 d2, r0, 4;\nmul.wide.u32 d3, r2, 4;\n"
    "add.s64 d2, d1, d2;\nadd.s64 d3, d1, d3;\nst.global.u32 [d2], r0;\nld.global.u32 r3, [d3];\n"
    "setp.ne.u32 q, r1, 1;\n@q ret;\nld.global.u32 r4, [d3];\nret;\n}\n"
    /* The same, and then it does not end.  */
    ".visible .entry endless (.param .u64 a, .param .u64 b)\n"
    "{\n.reg .b32 r<6>; .reg .b64 d<6>;\nld.param.u64 d1, [b];\n"
    "mov.u32 r0, %tid.x;\nxor.b32 r2, r0, 32;\nmul.wide.u32 d2, r0, 4;\nmul.wide.u32 d3, r2, 4;\n"
    "add.s64 d2, d1, d2;\nadd.s64 d3, d1, d3;\nst.global.u32 [d2], r0;\nld.global.u32 r3, [d3];\n"
    "A: add.u32 r3, r3, 1;\nst.global.u32 [d2], r3;\nbra A;\n}\n"
    /* Takes 2^64 turns; a loop without an exit would be a deadlock.  */
    ".visible .entry longer (.param .u64 a, .param .u64 b)\n"
    "{\n.reg .b64 r<2>; .reg .pred q;\nmov.u64 r0, 0;\nA: add.u64 r1, r0, 1;\nmov.u64 r0, r1;\n"
    "setp.ne.u64 q, r1, 0;\n@q bra A;\nret;\n}\n";

static int
check (CUresult r, const char *what)
{
  if (r)
    printf ("%s: %d\n", what, (int) r);
  return r != CUDA_SUCCESS;
}
#define CHECK(call) (bad |= check (call, #call))

static volatile int go;

static void
wait_go (void *data)
{
  (void) data;
  while (!go)
    sched_yield ();
}

int
main (int argc, char **argv)
{
  const char *mode = argc > 1 ? argv[1] : "";
  unsigned words[64] = { 0 };
  CUcontext ctx;
  CUmodule mod;
  CUfunction f;
  CUdeviceptr a, b;
  int bad = 0;

  CHECK (cuInit (0));
  CHECK (cuDevicePrimaryCtxRetain (&ctx, 0));
  CHECK (cuCtxSetCurrent (ctx));
  CHECK (cuModuleLoadData (&mod, ptx));
  const char *kernel = !strcmp (mode, "order")				       ? "ticket"
		       : !strcmp (mode, "readers")			       ? "same"
		       : !strncmp (mode, "heap", 4)			       ? "heap"
		       : !strcmp (mode, "reads-later")			       ? "later"
		       : !strcmp (mode, "endless") || !strcmp (mode, "longer") ? mode
									       : "add";
  words[0] = !strcmp (mode, "heap-freed");
  CHECK (cuModuleGetFunction (&f, mod, kernel));
  CHECK (cuMemAlloc_v2 (&a, sizeof words));
  CHECK (cuMemAlloc_v2 (&b, sizeof words));
  if (strcmp (mode, "uninitialised"))
    CHECK (cuMemcpyHtoD_v2 (a, words, sizeof words));
  if (!strcmp (mode, "stale"))
    CHECK (cuMemFree_v2 (a));
  if (!strcmp (mode, "exit-3"))
    bad = 3;
  if (!strcmp (kernel, mode) || !strcmp (mode, "reads-later"))
    CHECK (cuMemsetD32_v2 (b, 0, 64));
  void *args[] = { &a, &b };
  unsigned grid = strcmp (mode, "order") ? 1 : 8, block = strcmp (mode, "order") ? 64 : 1;
  if (!strcmp (mode, "readers"))
    {
      grid = 3000;
      CHECK (cuMemsetD32_v2 (b, 0, 64));
    }
  if (!strcmp (mode, "too-many"))
    block = 65;
  if (!strcmp (kernel, mode))
    printf ("before\n");
  CHECK (cuLaunchKernel (f, grid, 1, 1, block, 1, 1, 0, NULL, args, NULL));
  CHECK (cuCtxSynchronize ());
  if (!strcmp (mode, "reads-later"))
    {
      CHECK (cuMemsetD32_v2 (a, 1, 64));
      CHECK (cuLaunchKernel (f, grid, 1, 1, block, 1, 1, 0, NULL, args, NULL));
      CHECK (cuCtxSynchronize ());
    }
  if (strcmp (kernel, "heap"))
    CHECK (cuMemcpyDtoH_v2 (words, b, sizeof words));
  for (int i = 0; i < 8; i++)
    printf ("%u ", words[i]);
  putchar ('\n');
  if (!strcmp (mode, "copied-late") || !strcmp (mode, "copied-in-time"))
    {
      CUstream s, t;
      CUevent e;
      CUdeviceptr p;
      CHECK (cuStreamCreate (&s, CU_STREAM_NON_BLOCKING));
      CHECK (cuStreamCreate (&t, CU_STREAM_NON_BLOCKING));
      CHECK (cuEventCreate (&e, CU_EVENT_DISABLE_TIMING));
      CHECK (cuMemAllocAsync (&p, sizeof words, s));
      CHECK (cuMemsetD32Async (p, 0, 64, s));
      CHECK (cuStreamSynchronize (s));
      CHECK (cuLaunchHostFunc (t, wait_go, NULL));
      CHECK (cuMemcpyDtoDAsync_v2 (a, p, sizeof words, t));
      CHECK (cuEventRecord (e, t));
      if (!strcmp (mode, "copied-in-time"))
	{
	  go = 1;
	  CHECK (cuStreamWaitEvent (s, e, 0));
	}
      CHECK (cuMemFreeAsync (p, s));
      CHECK (cuStreamSynchronize (s));
      go = 1;
      cuCtxSynchronize ();
      return bad;
    }
  if (strcmp (mode, "stale"))
    CHECK (cuMemFree_v2 (a));
  if (!strcmp (mode, "twice"))
    CHECK (cuMemFree_v2 (a));
  if (!strcmp (mode, "inside"))
    CHECK (cuMemFree_v2 (b + 4));
  if (strcmp (mode, "leak") && strcmp (mode, "end"))
    CHECK (cuMemFree_v2 (b));
  if (strcmp (mode, "end"))
    CHECK (cuDevicePrimaryCtxRelease_v2 (0));
  if (argc > 2) /* another program in the same process */
    execl ("/proc/self/exe", argv[0], argv[2], (char *) NULL);
  return bad;
}
