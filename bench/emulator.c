/* SPDX-License-Identifier: MIT */
/* Speed of the PTX interpreter and of compiled code: thread-instructions a second on one
   core, for each instruction set that this CPU has, how much slower each is when it checks
   everything, and a matrix product against three loops in C.  Lines of JSON go to the file that is named as argument.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "emulator/emu.h"
#include "ptx/ptx.h"

#define HEADER ".version 8.0\n.target sm_90\n.address_size 64\n"

static const char saxpy[] = HEADER
  ".visible .entry k (.param .u64 px, .param .u64 py, .param .u64 pz, .param .u32 pn)\n{\n"
  ".reg .pred %p; .reg .b32 %r<9>; .reg .f32 %f<5>; .reg .b64 %d<8>;\n"
  "ld.param.u64 %d1, [px]; ld.param.u64 %d2, [py]; ld.param.u32 %r1, [pn];\n"
  "mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r5, %r2, %r3, %r4;\n"
  "setp.ge.s32 %p, %r5, %r1; @%p bra END;\n"
  "cvta.to.global.u64 %d3, %d1; mul.wide.s32 %d4, %r5, 4; add.s64 %d5, %d3, %d4; ld.global.f32 %f1, [%d5];\n"
  "cvta.to.global.u64 %d6, %d2; add.s64 %d7, %d6, %d4; ld.global.f32 %f2, [%d7];\n"
  "fma.rn.f32 %f3, %f1, 0f40000000, %f2; st.global.f32 [%d7], %f3;\n"
  "END: ret;\n}\n";

/* 5 by 5 weights, edges clamped.  */
static const char filter[] = HEADER
  ".const .align 4 .f32 w[25];\n"
  ".visible .entry k (.param .u64 pin, .param .u64 pout, .param .u64 pz, .param .u32 pn)\n{\n"
  ".reg .pred %p<5>; .reg .b32 %r<30>; .reg .f32 %f<5>; .reg .b64 %d<9>; .reg .b16 %h<3>;\n"
  "ld.param.u64 %d1, [pin]; ld.param.u64 %d2, [pout]; ld.param.u32 %r1, [pn];\n"
  "cvta.to.global.u64 %d3, %d1; cvta.to.global.u64 %d4, %d2;\n"
  "mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r5, %r2, %r3, %r4;\n"
  "mov.u32 %r6, %ctaid.y; mov.u32 %r7, %ntid.y; mov.u32 %r8, %tid.y; mad.lo.s32 %r9, %r6, %r7, %r8;\n"
  "setp.ge.s32 %p1, %r5, %r1; setp.ge.s32 %p2, %r9, %r1; or.pred %p3, %p1, %p2; @%p3 bra END;\n"
  "sub.s32 %r10, %r1, 1; mov.f32 %f1, 0f00000000; mov.u32 %r11, -2; mov.u64 %d5, w;\n"
  "ROW: add.s32 %r12, %r9, %r11; max.s32 %r13, %r12, 0; min.s32 %r14, %r13, %r10; mul.lo.s32 %r15, %r14, %r1;\n"
  "mov.u32 %r16, -2;\n"
  "COL: add.s32 %r17, %r5, %r16; max.s32 %r18, %r17, 0; min.s32 %r19, %r18, %r10; add.s32 %r20, %r19, %r15;\n"
  "cvt.s64.s32 %d6, %r20; add.s64 %d7, %d3, %d6; ld.global.u8 %h1, [%d7]; cvt.rn.f32.u16 %f2, %h1;\n"
  "ld.const.f32 %f3, [%d5]; fma.rn.f32 %f1, %f3, %f2, %f1; add.s64 %d5, %d5, 4;\n"
  "add.s32 %r16, %r16, 1; setp.lt.s32 %p4, %r16, 3; @%p4 bra COL;\n"
  "add.s32 %r11, %r11, 1; setp.lt.s32 %p4, %r11, 3; @%p4 bra ROW;\n"
  "mad.lo.s32 %r21, %r9, %r1, %r5; cvt.s64.s32 %d6, %r21; add.s64 %d8, %d4, %d6;\n"
  "cvt.rzi.u32.f32 %r22, %f1; st.global.u8 [%d8], %r22;\n"
  "END: ret;\n}\n";

/* Tiles of 16 by 16 in shared memory.  */
static const char matmul[] = HEADER
  ".visible .entry k (.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u32 pn)\n{\n"
  ".shared .align 16 .b8 sa[1024]; .shared .align 16 .b8 sb[1024];\n"
  ".reg .pred %p<3>; .reg .b32 %r<40>; .reg .f32 %f<40>; .reg .b64 %d<20>;\n"
  "ld.param.u64 %d1, [pa]; ld.param.u64 %d2, [pb]; ld.param.u64 %d3, [pc]; ld.param.u32 %r1, [pn];\n"
  "mov.u32 %r2, %tid.x; mov.u32 %r3, %tid.y; mov.u32 %r4, %ctaid.x; mov.u32 %r5, %ctaid.y;\n"
  "shl.b32 %r6, %r4, 4; add.s32 %r7, %r6, %r2; shl.b32 %r8, %r5, 4; add.s32 %r9, %r8, %r3;\n"
  "mad.lo.s32 %r10, %r9, %r1, %r2; mul.wide.s32 %d4, %r10, 4; add.s64 %d5, %d1, %d4;\n"
  "mad.lo.s32 %r11, %r3, %r1, %r7; mul.wide.s32 %d6, %r11, 4; add.s64 %d7, %d2, %d6;\n"
  "mov.u32 %r12, sa; mov.u32 %r13, sb; shl.b32 %r14, %r3, 6; shl.b32 %r15, %r2, 2; add.s32 %r16, %r14, %r15;\n"
  "add.s32 %r17, %r12, %r16; add.s32 %r18, %r13, %r16; add.s32 %r19, %r12, %r14; add.s32 %r20, %r13, %r15;\n"
  "mul.wide.s32 %d8, %r1, 64; mov.f32 %f1, 0f00000000; mov.u32 %r21, 0;\n"
  "LOOP: ld.global.f32 %f2, [%d5]; ld.global.f32 %f3, [%d7]; st.shared.f32 [%r17], %f2; st.shared.f32 [%r18], %f3;\n"
  "bar.sync 0;\n"
  "ld.shared.v4.f32 {%f10, %f11, %f12, %f13}, [%r19]; ld.shared.f32 %f5, [%r20]; fma.rn.f32 %f1, %f10, %f5, %f1;\n"
  "ld.shared.f32 %f6, [%r20+64]; fma.rn.f32 %f1, %f11, %f6, %f1; ld.shared.f32 %f7, [%r20+128]; fma.rn.f32 %f1, %f12, %f7, %f1;\n"
  "ld.shared.f32 %f8, [%r20+192]; fma.rn.f32 %f1, %f13, %f8, %f1;\n"
  "ld.shared.v4.f32 {%f10, %f11, %f12, %f13}, [%r19+16]; ld.shared.f32 %f5, [%r20+256]; fma.rn.f32 %f1, %f10, %f5, %f1;\n"
  "ld.shared.f32 %f6, [%r20+320]; fma.rn.f32 %f1, %f11, %f6, %f1; ld.shared.f32 %f7, [%r20+384]; fma.rn.f32 %f1, %f12, %f7, %f1;\n"
  "ld.shared.f32 %f8, [%r20+448]; fma.rn.f32 %f1, %f13, %f8, %f1;\n"
  "ld.shared.v4.f32 {%f10, %f11, %f12, %f13}, [%r19+32]; ld.shared.f32 %f5, [%r20+512]; fma.rn.f32 %f1, %f10, %f5, %f1;\n"
  "ld.shared.f32 %f6, [%r20+576]; fma.rn.f32 %f1, %f11, %f6, %f1; ld.shared.f32 %f7, [%r20+640]; fma.rn.f32 %f1, %f12, %f7, %f1;\n"
  "ld.shared.f32 %f8, [%r20+704]; fma.rn.f32 %f1, %f13, %f8, %f1;\n"
  "ld.shared.v4.f32 {%f10, %f11, %f12, %f13}, [%r19+48]; ld.shared.f32 %f5, [%r20+768]; fma.rn.f32 %f1, %f10, %f5, %f1;\n"
  "ld.shared.f32 %f6, [%r20+832]; fma.rn.f32 %f1, %f11, %f6, %f1; ld.shared.f32 %f7, [%r20+896]; fma.rn.f32 %f1, %f12, %f7, %f1;\n"
  "ld.shared.f32 %f8, [%r20+960]; fma.rn.f32 %f1, %f13, %f8, %f1;\n"
  "bar.sync 0; add.s64 %d5, %d5, 64; add.s64 %d7, %d7, %d8; add.s32 %r21, %r21, 16;\n"
  "setp.lt.s32 %p1, %r21, %r1; @%p1 bra LOOP;\n"
  "mad.lo.s32 %r22, %r9, %r1, %r7; mul.wide.s32 %d9, %r22, 4; add.s64 %d10, %d3, %d9; st.global.f32 [%d10], %f1;\n"
  "ret;\n}\n";

/* The plain product: a thread an element, the loop unrolled by four as nvcc does.  */
static const char sgemm[] = HEADER
  ".visible .entry k (.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u32 pn)\n{\n"
  ".reg .pred %p; .reg .b32 %r<12>; .reg .f32 %f<10>; .reg .b64 %d<16>;\n"
  "ld.param.u64 %d1, [pa]; ld.param.u64 %d2, [pb]; ld.param.u64 %d3, [pc]; ld.param.u32 %r1, [pn];\n"
  "mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r5, %r2, %r3, %r4;\n"
  "mov.u32 %r6, %ctaid.y; mov.u32 %r7, %ntid.y; mov.u32 %r8, %tid.y; mad.lo.s32 %r9, %r6, %r7, %r8;\n"
  "mul.lo.s32 %r10, %r9, %r1; mul.wide.s32 %d4, %r10, 4; add.s64 %d5, %d1, %d4;\n"
  "mul.wide.s32 %d6, %r5, 4; add.s64 %d7, %d2, %d6; mul.wide.s32 %d8, %r1, 4;\n"
  "mov.f32 %f1, 0f00000000; mov.u32 %r11, 0;\n"
  "LOOP: ld.global.f32 %f2, [%d5]; ld.global.f32 %f3, [%d7]; fma.rn.f32 %f1, %f2, %f3, %f1; add.s64 %d9, %d7, %d8;\n"
  "ld.global.f32 %f4, [%d5+4]; ld.global.f32 %f5, [%d9]; fma.rn.f32 %f1, %f4, %f5, %f1; add.s64 %d10, %d9, %d8;\n"
  "ld.global.f32 %f6, [%d5+8]; ld.global.f32 %f7, [%d10]; fma.rn.f32 %f1, %f6, %f7, %f1; add.s64 %d11, %d10, %d8;\n"
  "ld.global.f32 %f8, [%d5+12]; ld.global.f32 %f9, [%d11]; fma.rn.f32 %f1, %f8, %f9, %f1; add.s64 %d7, %d11, %d8;\n"
  "add.s64 %d5, %d5, 16; add.s32 %r11, %r11, 4; setp.lt.s32 %p, %r11, %r1; @%p bra LOOP;\n"
  "add.s32 %r2, %r10, %r5; mul.wide.s32 %d12, %r2, 4; add.s64 %d13, %d3, %d12; st.global.f32 [%d13], %f1;\n"
  "ret;\n}\n";

/* Its peers: three loops over a size that the compiler knows, in both orders.  */
enum { SIZE = 512 };
typedef void loops (float (*restrict) [SIZE], float (*restrict) [SIZE], float (*restrict) [SIZE]);
static void __attribute__ ((noinline, optimize ("O2")))
loops_ijk (float (*restrict c)[SIZE], float (*restrict a)[SIZE], float (*restrict b)[SIZE])
{
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      {
	float sum = 0;
	for (int k = 0; k < SIZE; k++)
	  sum += a[i][k] * b[k][j];
	c[i][j] = sum;
      }
}
static void __attribute__ ((noinline, optimize ("O2")))
loops_ikj (float (*restrict c)[SIZE], float (*restrict a)[SIZE], float (*restrict b)[SIZE])
{
  memset (c, 0, sizeof (float) * SIZE * SIZE);
  for (int i = 0; i < SIZE; i++)
    for (int k = 0; k < SIZE; k++)
      for (int j = 0; j < SIZE; j++)
	c[i][j] += a[i][k] * b[k][j];
}

static const char *form;

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* Runs TEXT's k, N one of its arguments.  The best of some times, in seconds.  */
static double
measure (px_emu *emu, const char *name, const char *text, unsigned gx, unsigned gy, unsigned bx,
	 unsigned by, uint32_t n, px_emu_stats *st)
{
  ptx_module *ptx = ptx_read (text, strlen (text), name, ptx_report_stdio, stderr);
  const ptx_module *p = ptx;
  px_emu_error e;
  px_emu_module *m = ptx ? px_emu_module_load (emu, &p, 1, true, NULL, &e) : NULL;
  if (!m)
    exit (1);
  size_t size = (size_t) 16 << 20;
  void *buf[3];
  for (int i = 0; i < 3; i++)
    {
      if (!(buf[i] = aligned_alloc (4096, size)))
	exit (1);
      memset (buf[i], 0, size);
      px_emu_mem_add (emu, buf[i], size, PX_EMU_MEM_DEVICE);
      px_emu_check_write (emu, (uintptr_t) buf[i], size);
    }
  px_emu_launch l = { .grid = { gx, gy, 1 }, .block = { bx, by, 1 },
		      .args = (void *[]) { &buf[0], &buf[1], &buf[2], &n } };
  px_emu_func *f = px_emu_module_func (m, "k");
  if (!px_emu_run (f, &l, st, &e))
    {
      fprintf (stderr, "%s: %s\n", name, e.text);
      exit (1);
    }
  double best = 1e9;
  for (int k = 0; k < 7; k++)
    {
      double t = now ();
      if (!px_emu_run (f, &l, NULL, &e))
	exit (1);
      t = now () - t;
      if (t < best)
	best = t;
    }
  px_emu_module_unload (m);
  ptx_free (ptx);
  for (int i = 0; i < 3; i++)
    {
      px_emu_mem_remove (emu, buf[i]);
      free (buf[i]);
    }
  return best;
}

static double
measure_loops (loops *f)
{
  float (*m[3])[SIZE];
  double best = 1e9;
  for (int i = 0; i < 3; i++)
    if (!(m[i] = calloc (SIZE, sizeof *m[i])))
      exit (1);
  for (int k = 0; k < 5; k++)
    {
      double t = now ();
      f (m[0], m[1], m[2]);
      t = now () - t;
      best = t < best ? t : best;
    }
  for (int i = 0; i < 3; i++)
    free (m[i]);
  return best;
}

static void
all (FILE *json)
{
  static const struct { const char *name, *text; unsigned gx, gy, bx, by, n; } kernels[] = {
    { "saxpy", saxpy, 4096, 1, 256, 1, 4096 * 256 },
    { "filter", filter, 16, 64, 32, 8, 512 },
    { "matmul", matmul, 16, 16, 16, 16, 256 },
    { "sgemm", sgemm, SIZE / 32, SIZE / 8, 32, 8, SIZE }
  };
  px_emu *plain = px_emu_new (1);
  setenv ("PXEMU_CHECK", "all", 1);
  px_emu *checking = px_emu_new (1);
  unsetenv ("PXEMU_CHECK");
  if (!plain || !checking)
    exit (1);
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
    {
      double t[2] = { 0 };
      px_emu_stats st;
      for (int c = 0; c < 2; c++)
	t[c] = measure (c ? checking : plain, kernels[i].name, kernels[i].text, kernels[i].gx, kernels[i].gy,
			kernels[i].bx, kernels[i].by, kernels[i].n, &st);
      double rate = st.thread_instructions / t[0] / 1e6, slower = t[1] / t[0];
      printf ("%-8s %-11s %-8s %8.0f million thread-instructions a second a core; checking everything %.1f times slower\n",
	      px_emu_isa (), form, kernels[i].name, rate, slower);
      if (json)
	fprintf (json, "{\"bench\": \"emulator\", \"isa\": \"%s\", \"form\": \"%s\", \"kernel\": \"%s\", "
		 "\"mega_thread_instructions_per_second\": %.0f, \"checked_slower\": %.2f}\n", px_emu_isa (), form,
		 kernels[i].name, rate, slower);
      static const struct { const char *name; loops *f; } peers[] = { { "ijk", loops_ijk }, { "ikj", loops_ikj } };
      for (int k = 0; kernels[i].text == sgemm && k < 2; k++)
	{
	  double c = measure_loops (peers[k].f);
	  printf ("%-8s %-11s %-8s takes %.2f times as long as the loops %s in C -O2\n", px_emu_isa (), form, "", t[0] / c,
		  peers[k].name);
	  if (json)
	    fprintf (json, "{\"bench\": \"emulator\", \"isa\": \"%s\", \"form\": \"%s\", \"kernel\": \"sgemm\", "
		     "\"peer\": \"%s\", \"ratio\": %.2f}\n", px_emu_isa (), form, peers[k].name, t[0] / c);
	}
      fflush (stdout);
    }
  px_emu_free (checking);
  px_emu_free (plain);
}

int
main (int argc, char **argv)
{
  static const char *const isas[] = { "avx512", "avx2", "c" };
  FILE *json = argc > 1 ? fopen (argv[1], "a") : NULL;
  for (int i = 0; i < 6; i++)
    {
      /* The choice is made once in a process.  */
      pid_t pid = fork ();
      if (pid == 0)
	{
	  setenv ("PXEMU_ISA", isas[i / 2], 1);
	  setenv ("PXEMU_COMPILE", i % 2 ? "always" : "0", 1);
	  form = i % 2 ? "compiled" : "interpreted";
	  if (!strcmp (px_emu_isa (), isas[i / 2]))
	    all (json);
	  if (json)
	    fclose (json);
	  exit (0);
	}
      int status;
      if (pid < 0 || waitpid (pid, &status, 0) < 0 || status)
	return 1;
    }
  return 0;
}
