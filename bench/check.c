/* SPDX-License-Identifier: MIT */
/* Speed of the synchronisation check (races, barriers, asynchronous operations) of a
   matrix product for Hopper, every block: bf16, tiles of 128 by 256 by 64, four slots
   in shared memory, filled by tensor copies and read by wgmma of two warpgroups.
   Arguments: a file for lines of JSON ("-": none), then sizes.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "emulator/emu.h"
#include "emulator/run/tmap.h"
#include "ptx/ptx.h"

enum { TM = 128, TN = 256, TK = 64, SLOTS = 4, SLOT = (TM + TN) * TK * 2, SHARED = SLOTS * SLOT + 2 * SLOTS * 8 };

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static const char head[] =
  ".version 8.3\n.target sm_90a\n.address_size 64\n"
  ".extern .shared .align 1024 .b8 s[];\n"
  ".visible .entry k (.param .align 64 .b8 ta[128], .param .align 64 .b8 tb[128], .param .u64 pc, .param .u32 pn)\n{\n"
  ".reg .pred p, q; .reg .b32 r<40>; .reg .b64 d<20>; .reg .f32 f<128>;\n"
  "mov.u32 r0, %tid.x; shr.u32 r1, r0, 7; mov.u32 r2, %ctaid.x; mov.u32 r3, %ctaid.y; ld.param.u32 r4, [pn];\n"
  "shl.b32 r5, r2, 8; shl.b32 r6, r3, 7; mov.u32 r7, s; add.u32 r8, r7, 196608;\n"
  "setp.ne.u32 p, r0, 0; @p bra READY;\n"
  "mbarrier.init.shared.b64 [r8], 1; mbarrier.init.shared.b64 [r8+8], 1;\n"
  "mbarrier.init.shared.b64 [r8+16], 1; mbarrier.init.shared.b64 [r8+24], 1;\n"
  "mbarrier.init.shared.b64 [r8+32], 2; mbarrier.init.shared.b64 [r8+40], 2;\n"
  "mbarrier.init.shared.b64 [r8+48], 2; mbarrier.init.shared.b64 [r8+56], 2;\n"
  "fence.proxy.async.shared::cta;\n"
  "READY: bar.sync 0; mov.u32 r10, 0; mov.u32 r11, 0; mov.u32 r12, 0;\n"
  "setp.ne.u32 p, r1, 0; @p bra CONSUME;\n"
  "setp.ne.u32 p, r0, 0; @p bra END; mov.u64 d0, ta; mov.u64 d1, tb;\n"
  /* r10: k; r11: slot; r12: phase.  */
  "FILL: shl.b32 r13, r11, 3; add.u32 r13, r13, r8; xor.b32 r14, r12, 1;\n"
  "EMPTY: mbarrier.try_wait.parity.shared.b64 q, [r13+32], r14; @!q bra EMPTY;\n"
  "mbarrier.arrive.expect_tx.shared.b64 _, [r13], 49152; mad.lo.u32 r15, r11, 49152, r7; add.u32 r16, r15, 16384;\n"
  "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [r15], [d0, {r10, r6}], [r13];\n"
  "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [r16], [d1, {r10, r5}], [r13];\n"
  "add.u32 r11, r11, 1; setp.eq.u32 q, r11, 4; @q mov.u32 r11, 0; @q xor.b32 r12, r12, 1;\n"
  "add.u32 r10, r10, 64; setp.lt.u32 q, r10, r4; @q bra FILL; bra END;\n"
  "CONSUME: sub.u32 r1, r1, 1; shl.b32 r20, r1, 13; add.u32 r20, r20, r7;\n";

static const char tail[] =
  "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 1;\n"
  "and.b32 r22, r0, 127; setp.ne.u32 q, r22, 0; @q bra NEXT; setp.eq.u32 q, r10, 0; @q bra NEXT;\n"
  "sub.u32 r23, r11, 1; and.b32 r23, r23, 3; shl.b32 r23, r23, 3; add.u32 r23, r23, r8;\n"
  "mbarrier.arrive.shared.b64 _, [r23+32];\n"
  "NEXT: add.u32 r11, r11, 1; setp.eq.u32 q, r11, 4; @q mov.u32 r11, 0; @q xor.b32 r12, r12, 1;\n"
  "add.u32 r10, r10, 64; setp.lt.u32 q, r10, r4; @q bra WORK;\n"
  "wgmma.wait_group.sync.aligned 0;\n"
  "and.b32 r24, r0, 127; shr.u32 r25, r24, 5; and.b32 r26, r24, 31; shr.u32 r27, r26, 2; and.b32 r28, r26, 3;\n"
  "shl.b32 r29, r1, 6; add.u32 r29, r29, r6; shl.b32 r25, r25, 4; add.u32 r29, r29, r25; add.u32 r29, r29, r27;\n"
  "shl.b32 r28, r28, 1; add.u32 r28, r28, r5; mul.wide.u32 d6, r29, r4; cvt.u64.u32 d7, r28; add.u64 d6, d6, d7;\n"
  "shl.b64 d6, d6, 2; ld.param.u64 d8, [pc]; add.u64 d6, d6, d8; mul.wide.u32 d9, r4, 32; add.u64 d9, d9, d6;\n";

/* The kernel's text; owned by the caller.  */
static char *
program (void)
{
  char *text = NULL;
  size_t len;
  FILE *to = open_memstream (&text, &len);
  if (!to)
    return NULL;
  fputs (head, to);
  for (int i = 0; i < 128; i++)
    fprintf (to, "mov.f32 f%d, 0f00000000;\n", i);
  fputs ("WORK: shl.b32 r13, r11, 3; add.u32 r13, r13, r8;\n"
	 "FULL: mbarrier.try_wait.parity.shared.b64 q, [r13], r12; @!q bra FULL;\n"
	 "mul.lo.u32 r15, r11, 49152; add.u32 r16, r15, r20; add.u32 r17, r15, r7; add.u32 r17, r17, 16384;\n"
	 "shr.u32 r16, r16, 4; cvt.u64.u32 d2, r16; or.b64 d2, d2, 0x4000004000010000;\n"
	 "shr.u32 r17, r17, 4; cvt.u64.u32 d3, r17; or.b64 d3, d3, 0x4000004000010000;\n"
	 "wgmma.fence.sync.aligned;\n", to);
  for (int i = 0; i < 4; i++)
    {
      fputs ("wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {", to);
      for (int j = 0; j < 128; j++)
	fprintf (to, "%sf%d", j ? ", " : "", j);
      fputs ("}, d2, d3, 1, 1, 1, 0, 0;\nadd.u64 d2, d2, 2; add.u64 d3, d3, 2;\n", to);
    }
  fputs (tail, to);
  for (int j = 0; j < 32; j++)
    fprintf (to, "st.global.v2.f32 [d6+%d], {f%d, f%d}; st.global.v2.f32 [d9+%d], {f%d, f%d};\n", 32 * j, 4 * j,
	     4 * j + 1, 32 * j, 4 * j + 2, 4 * j + 3);
  fputs ("END: ret;\n}\n", to);
  fclose (to);
  return text;
}

static float
value (const uint16_t *m, size_t i)
{
  union { uint32_t u; float f; } x = { .u = (uint32_t) m[i] << 16 };
  return x.f;
}

static void
encode (struct px_tmap *m, const void *base, unsigned n, unsigned rows)
{
  *m = (struct px_tmap) { .magic = PX_TMAP_MAGIC, .type = 9, .rank = 2, .swizzle = 3, .element = 2,
			  .step = { 1, 1 }, .base = (uintptr_t) base, .stride = { 2ull * n },
			  .last = { n - 1, n - 1 }, .box = { TK, rows } };
}

/* Seconds of the product of N by N matrices; less than 0: wrong.  */
static double
product (px_emu *emu, const char *text, unsigned n)
{
  size_t count = (size_t) n * n;
  uint16_t *a = aligned_alloc (4096, 2 * count), *b = aligned_alloc (4096, 2 * count);
  float *c = aligned_alloc (4096, 4 * count);
  ptx_module *ptx = ptx_read (text, strlen (text), "gemm", ptx_report_stdio, stderr);
  const ptx_module *p = ptx;
  px_emu_error err = { .text = "no memory" };
  px_emu_module *mod = ptx && a && b && c ? px_emu_module_load (emu, &p, 1, true, NULL, &err) : NULL;
  if (!mod)
    {
      fprintf (stderr, "%s\n", err.text);
      exit (1);
    }
  for (size_t i = 0; i < count; i++)
    {
      static const uint16_t some[4] = { 0, 0x3f80, 0xbf80, 0x4000 };
      a[i] = some[i * 2654435761u >> 7 & 3];
      b[i] = some[i * 2246822519u >> 9 & 3];
    }
  memset (c, 0, 4 * count);
  struct px_tmap maps[2];
  encode (&maps[0], a, n, TM);
  encode (&maps[1], b, n, TN);
  px_emu_mem_add (emu, a, 2 * count, PX_EMU_MEM_DEVICE);
  px_emu_mem_add (emu, b, 2 * count, PX_EMU_MEM_DEVICE);
  px_emu_mem_add (emu, c, 4 * count, PX_EMU_MEM_DEVICE);
  px_emu_check_write (emu, (uintptr_t) a, 2 * count);
  px_emu_check_write (emu, (uintptr_t) b, 2 * count);
  void *args[] = { &maps[0], &maps[1], &c, &n };
  px_emu_launch l = { .grid = { n / TN, n / TM, 1 }, .block = { 384, 1, 1 }, .dynamic_shared = SHARED, .args = args };
  double t = now ();
  if (!px_emu_run (px_emu_module_func (mod, "k"), &l, NULL, &err))
    {
      fprintf (stderr, "%s\n", err.text);
      exit (1);
    }
  t = now () - t;
  for (int i = 0; i < 100; i++)
    {
      size_t row = i * 7919u % n, col = i * 104729u % n;
      float want = 0;
      for (unsigned k = 0; k < n; k++)
	want += value (a, row * n + k) * value (b, col * n + k);
      if (c[row * n + col] != want)
	t = -1;
    }
  px_emu_mem_remove (emu, a);
  px_emu_mem_remove (emu, b);
  px_emu_mem_remove (emu, c);
  px_emu_module_unload (mod);
  ptx_free (ptx);
  free (a);
  free (b);
  free (c);
  return t;
}

int
main (int argc, char **argv)
{
  FILE *json = argc > 1 && strcmp (argv[1], "-") ? fopen (argv[1], "a") : NULL;
  char *text = program ();
  px_emu *plain = px_emu_new (1);
  setenv ("PXEMU_CHECK", "race,sync,async", 1);
  px_emu *sync = px_emu_new (1);
  setenv ("PXEMU_CHECK", "all", 1);
  px_emu *all = px_emu_new (1);
  unsetenv ("PXEMU_CHECK");
  if (!text || !plain || !sync || !all)
    return 1;
  unsigned sizes[8] = { 1024, 4096 };
  int n_sizes = 2;
  if (argc > 2)
    for (n_sizes = 0; n_sizes < 8 && n_sizes + 2 < argc; n_sizes++)
      sizes[n_sizes] = strtoul (argv[n_sizes + 2], NULL, 10);
  int status = 0;
  for (int i = 0; i < n_sizes; i++)
    {
      unsigned n = sizes[i];
      double t = product (plain, text, n), s = product (sync, text, n), e = product (all, text, n);
      bool clean = px_emu_verdict () == 0;
      printf ("gemm %u^3 bf16: %.2f s, with its synchronisation checked %.2f s (%.1f times), with everything %.2f s "
	      "(%.1f times)%s\n", n, t, s, s / t, e, e / t,
	      t < 0 || s < 0 || e < 0 ? "; WRONG" : clean ? "" : "; a FALSE ALARM");
      if (json)
	fprintf (json, "{\"bench\": \"check\", \"case\": \"gemm %u\", \"plain\": %.3f, \"sync\": %.3f, \"all\": %.3f}\n",
		 n, t, s, e);
      fflush (stdout);
      if (t < 0 || s < 0 || e < 0 || !clean)
	status = 1;
    }
  px_emu_free (plain);
  px_emu_free (sync);
  px_emu_free (all);
  free (text);
  if (json)
    fclose (json);
  return status;
}
