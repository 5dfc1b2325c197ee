/* SPDX-License-Identifier: MIT */
/* prove-random-clusters SEED: prints a random kernel, in PTX, of clusters of two blocks.

   Its threads read and write shared memory, their own block's and the other's, by all lanes or by one that elect.sync
   elects; bulk copies fill it, of one block or of both, and complete at an mbarrier; barriers of the cluster, the block and
   warps, fences and waits are between, and are sometimes left out, or too weak.  random-clusters.test asks px prove about
   it, and the emulator.  */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
  T = 64,
  WORDS = 256, /* of the array */
  MOST_STEPS = 9,
  REGISTERS = 400
};

static uint64_t state;
static unsigned registers, labels;
static unsigned phases; /* of the mbarrier */

static unsigned
pick (unsigned n)
{
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (unsigned) (state >> 20) % n;
}

/* Prints what makes a register the address of a word: of the own block (%s), or the other (%x).  Returns the register.  */
static unsigned
address (bool far, bool one)
{
  unsigned i = registers++, a = registers++;
  static const char *const base[] = { "%s", "%x" };
  if (one)
    printf ("  shr.u32 %%r%u, %%t, 5;\n  add.u32 %%r%u, %%r%u, %u;\n", i, i, i, 64 * pick (4));
  else
    switch (pick (6))
      {
      case 0: printf ("  xor.b32 %%r%u, %%t, %u;\n", i, 1 + pick (63)); break;
      case 1: printf ("  and.b32 %%r%u, %%t, 31;\n", i); break;
      case 2: printf ("  mad.lo.u32 %%r%u, %%k, %u, %%t;\n", i, T); break;
      default: printf ("  add.u32 %%r%u, %%t, %u;\n", i, 64 * pick (4)); break;
      }
  if (!one && pick (2))
    printf ("  and.b32 %%r%u, %%r%u, %u;\n", i, i, WORDS - 1);
  printf ("  mad.lo.u32 %%r%u, %%r%u, 4, %s;\n", a, i, base[far]);
  return a;
}

static void
cluster_barrier (void)
{
  bool split = pick (4) == 0;
  printf ("  barrier.cluster.arrive%s.aligned;\n", pick (8) ? ".release" : ".relaxed");
  if (split)
    {
      unsigned a = address (false, false);
      printf ("  %s\n", pick (2) ? "bar.warp.sync -1;" : "mov.u32 %v, %v;");
      printf ("  ld.shared.u32 %%v, [%%r%u];\n", a);
    }
  printf ("  barrier.cluster.wait.acquire.aligned;\n");
}

/* Bytes that thread 0, or an elected one, copies, in this block or in both, and that all wait for.  */
static void
copy (void)
{
  unsigned label = labels++, bytes = 64 << pick (3), at = 256 * pick (4), parity = phases++ & 1;
  bool both = pick (2), elected = pick (3) == 0;
  if (pick (4))
    printf ("  fence.proxy.async;\n");
  if (pick (4))
    printf (pick (2) ? "  barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned;\n"
		     : "  bar.sync 0;\n");
  printf ("  setp.lt.u32 %%q, %%t, %u;\n", elected ? 32 : 1);
  printf ("  @!%%q bra W%u;\n", label);
  if (elected)
    printf ("  elect.sync _|%%q, -1;\n  @!%%q bra W%u;\n", label);
  printf ("  mbarrier.arrive.expect_tx.shared.b64 _, [%%m], %u;\n", both ? 2 * bytes : bytes);
  if (both)
    printf (
      "  mad.lo.u32 %%b, %%k, %u, %%s;\n  add.u32 %%b, %%b, %u;\n"
      "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
      "[%%b], [%%i], %u, [%%m], %%both;\n",
      pick (8) ? bytes : bytes / 2, at / 2, bytes);
  else
    printf ("  add.u32 %%b, %%s, %u;\n"
	    "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%%b], [%%i], %u, "
	    "[%%m];\n",
	    at, bytes);
  printf ("W%u:\n", label);
  if (pick (8) == 0 && !elected)
    printf ("  setp.ge.u32 %%q, %%t, 32;\n  @%%q bra V%u;\n", label);
  printf (
    "U%u:\n  mbarrier.try_wait.parity%s.shared::cta.b64 %%p, [%%m], %u;\n  @!%%p bra U%u;\nV%u:\n",
    label, pick (3) ? ".acquire.cluster" : "", parity, label, label);
}

static void
step (void)
{
  unsigned k = pick (14);
  bool far = pick (2), one = pick (3) == 0, write = pick (2);
  if (k < 2)
    copy ();
  else if (k < 4)
    cluster_barrier ();
  else if (k < 6)
    printf ("  bar.sync 0;\n");
  else if (k < 7)
    printf ("  bar.warp.sync -1;\n");
  else if (k < 8)
    printf ("  fence.proxy.async;\n");
  else if (k < 9)
    {
      /* One block only.  */
      unsigned a = address (far, false), label = labels++;
      printf ("  setp.eq.u32 %%q, %%k, %u;\n  @%%q bra W%u;\n", pick (2), label);
      printf (write ? "  st.shared::cluster.u32 [%%r%u], %%t;\n"
		    : "  ld.shared::cluster.u32 %%v, [%%r%u];\n",
	      a);
      printf ("W%u:\n", label);
    }
  else
    {
      unsigned a = address (far, one);
      const char *space = far ? "::cluster" : "";
      if (one)
	printf ("  elect.sync _|%%q, -1;\n  @%%q ");
      else
	printf ("  ");
      printf (write ? "st.shared%s.u32 [%%r%u], %%t;\n" : "ld.shared%s.u32 %%v, [%%r%u];\n", space,
	      a);
    }
}

int
main (int argc, char **argv)
{
  state = (argc > 1 ? strtoul (argv[1], NULL, 10) : 1) * 0x9e3779b97f4a7c15u + 1;
  for (int i = 0; i < 8; i++)
    pick (2);
  printf (
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry k (.param .u64 in, .param .u64 out) .reqntid %d .reqnctapercluster 2\n{\n"
    "  .reg .b32 %%t, %%k, %%o, %%s, %%x, %%m, %%b, %%v, %%c, %%r<%d>;\n  .reg .b64 %%i, %%w, "
    "%%a;\n"
    "  .reg .b16 %%both;\n  .reg .pred %%p, %%q;\n  .shared .align 128 .b8 words[%d];\n  .shared "
    ".align 8 .b8 bar[8];\n"
    "  ld.param.u64 %%i, [in];\n  ld.param.u64 %%w, [out];\n  mov.u32 %%t, %%tid.x;\n  mov.u32 "
    "%%k, %%cluster_ctarank;\n"
    "  xor.b32 %%o, %%k, 1;\n  mov.u32 %%s, words;\n  mapa.shared::cluster.u32 %%x, %%s, %%o;\n  "
    "mov.u32 %%m, bar;\n"
    "  mov.u16 %%both, 3;\n  mov.u32 %%v, 0;\n  setp.eq.u32 %%p, %%t, 0;\n  @%%p "
    "mbarrier.init.shared.b64 [%%m], 1;\n",
    T, REGISTERS, 4 * WORDS);
  if (pick (10))
    printf ("  @%%p fence.mbarrier_init.release.cluster;\n");
  if (pick (10))
    printf ("  barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned;\n");
  else
    printf ("  bar.sync 0;\n");
  for (unsigned n = 2 + pick (MOST_STEPS - 1); n; n--)
    {
      step ();
      /* What is right mostly has a barrier after each step.  */
      if (pick (3))
	printf (pick (2) ? "  barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned;\n"
			 : "  bar.sync 0;\n");
    }
  if (pick (8))
    printf ("  barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned;\n");
  printf ("  mov.u32 %%c, %%ctaid.x;\n  mad.lo.u32 %%c, %%c, %d, %%t;\n  mul.wide.u32 %%a, %%c, "
	  "4;\n  add.u64 %%a, %%a, %%w;\n"
	  "  st.global.u32 [%%a], %%v;\n  ret;\n}\n",
	  T);
  return 0;
}
