/* SPDX-License-Identifier: MIT */
/* Speed of the emulated matrix instructions on one core, against a matrix product in C
   with vectors (float, 512 x 512, blocked, packed) measured in the same run.  Lines of
   JSON go to the file that is named as argument.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "emulator/emu.h"
#include "ptx/ptx.h"

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

/* ---- the peer ---- */

enum { SIZE = 512, KC = 256 };

typedef float v16 __attribute__ ((vector_size (64), aligned (64)));
typedef float v8 __attribute__ ((vector_size (32), aligned (32)));

/* C += A B: panels of B of NR columns and of A of MR rows are packed, the block in
   registers is MR x NR.  */
#define GEMM(name, TARGET, V, MR, NV)					\
  static void __attribute__ ((TARGET, optimize ("O3", "fp-contract=fast"))) \
  name (float *c, const float *a, const float *b, float *pa, float *pb)	\
  {									\
    enum { VN = sizeof (V) / 4, NR = NV * VN };				\
    for (int k0 = 0; k0 < SIZE; k0 += KC)				\
      {									\
	for (int j = 0; j < SIZE; j += NR)				\
	  for (int k = 0; k < KC; k++)					\
	    memcpy (pb + j * KC + k * NR, b + (k0 + k) * SIZE + j, NR * 4); \
	for (int i = 0; i < SIZE; i += MR)				\
	  {								\
	    for (int k = 0; k < KC; k++)				\
	      for (int x = 0; x < MR; x++)				\
		pa[k * MR + x] = a[(i + x) * SIZE + k0 + k];		\
	    for (int j = 0; j < SIZE; j += NR)				\
	      {								\
		V acc[MR][NV];						\
		for (int x = 0; x < MR; x++)				\
		  for (int y = 0; y < NV; y++)				\
		    acc[x][y] = *(V *) (c + (i + x) * SIZE + j + y * VN); \
		for (int k = 0; k < KC; k++)				\
		  {							\
		    V bv[NV];						\
		    for (int y = 0; y < NV; y++)			\
		      bv[y] = *(V *) (pb + j * KC + k * NR + y * VN);	\
		    for (int x = 0; x < MR; x++)			\
		      for (int y = 0; y < NV; y++)			\
			acc[x][y] += pa[k * MR + x] * bv[y];		\
		  }							\
		for (int x = 0; x < MR; x++)				\
		  for (int y = 0; y < NV; y++)				\
		    *(V *) (c + (i + x) * SIZE + j + y * VN) = acc[x][y]; \
	      }								\
	  }								\
      }									\
  }
GEMM (gemm_c, optimize ("O3"), v8, 4, 2)
#ifdef __x86_64__
GEMM (gemm_avx2, target ("avx2,fma"), v8, 4, 2)
GEMM (gemm_avx512, target ("avx512f,fma,prefer-vector-width=512"), v16, 8, 2)
#endif

static double
peer (void)
{
  size_t bytes = SIZE * SIZE * 4;
  float *m[5];
  for (int i = 0; i < 5; i++)
    {
      m[i] = aligned_alloc (64, bytes);
      for (int k = 0; k < SIZE * SIZE; k++)
	m[i][k] = (float) (rand () % 1000) / 1000;
    }
  void (*f) (float *, const float *, const float *, float *, float *) = gemm_c;
#ifdef __x86_64__
  if (!strcmp (px_emu_isa (), "avx2"))
    f = gemm_avx2;
  if (!strcmp (px_emu_isa (), "avx512"))
    f = gemm_avx512;
#endif
  double best = 0;
  for (int round = 0; round < 12; round++)
    {
      double t = now ();
      f (m[0], m[1], m[2], m[3], m[4]);
      double rate = 2.0 * SIZE * SIZE * SIZE / (now () - t);
      best = rate > best ? rate : best;
    }
  for (int i = 0; i < 5; i++)
    free (m[i]);
  return best * 1e-9;
}

/* ---- the emulator ---- */

static px_emu *dev;

/* GFLOP/s of entry k of TEXT, THREADS threads, FLOPS operations each time round its loop
   of N times.  */
static double
measure (const char *text, unsigned threads, double flops, unsigned n, size_t shared)
{
  ptx_module *m = ptx_read (text, strlen (text), "bench.ptx", ptx_report_stdio, stderr);
  const ptx_module *p = m;
  px_emu_error err;
  px_emu_module *mod = m ? px_emu_module_load (dev, &p, 1, true, NULL, &err) : NULL;
  if (!mod)
    {
      fprintf (stderr, "%s\n", m ? err.text : "bad PTX");
      return 0;
    }
  double best = 0;
  for (int round = 0; round < 5; round++)
    {
      void *args[] = { &n };
      px_emu_launch l = { .grid = { 1, 1, 1 }, .block = { threads, 1, 1 }, .args = args, .dynamic_shared = shared };
      double t = now ();
      if (!px_emu_run (px_emu_module_func (mod, "k"), &l, NULL, &err))
	{
	  fprintf (stderr, "%s\n", err.text);
	  break;
	}
      double rate = flops * n / (now () - t);
      best = rate > best ? rate : best;
    }
  px_emu_module_unload (mod);
  ptx_free (m);
  return best * 1e-9;
}

#define HEAD ".version 8.7\n.target sm_90a\n.address_size 64\n"

/* Eight products one after the other, of four accumulators.  */
static double
mma (const char *name, int na, int nb, const char *cls, double flops)
{
  static char text[8192];
  int len = sprintf (text, HEAD ".visible .entry k (.param .u32 n)\n{\n.reg .b32 %%a<8>, %%b<8>, %%n; .reg .%s %%d<16>; .reg .pred %%p;\n"
		     "ld.param.u32 %%n, [n];\n", cls);
  for (int i = 0; i < 8; i++)
    len += sprintf (text + len, "mov.b32 %%a%d, 0x3c003c00; mov.b32 %%b%d, 0x3c003c00;\n", i, i);
  for (int i = 0; i < 16; i++)
    len += sprintf (text + len, "mov.%s %%d%d, 0%s;\n", cls, i, *cls == 'f' ? "f00000000" : "");
  len += sprintf (text + len, "L:\n");
  for (int i = 0; i < 8; i++)
    {
      int d = i % 4 * 4;
      len += sprintf (text + len, "%s {%%d%d, %%d%d, %%d%d, %%d%d}, {", name, d, d + 1, d + 2, d + 3);
      for (int k = 0; k < na; k++)
	len += sprintf (text + len, "%s%%a%d", k ? ", " : "", k);
      len += sprintf (text + len, "}, {");
      for (int k = 0; k < nb; k++)
	len += sprintf (text + len, "%s%%b%d", k ? ", " : "", (k + i) % 8);
      len += sprintf (text + len, "}, {%%d%d, %%d%d, %%d%d, %%d%d};\n", d, d + 1, d + 2, d + 3);
    }
  sprintf (text + len, "sub.u32 %%n, %%n, 1; setp.ne.u32 %%p, %%n, 0; @%%p bra L; ret;\n}\n");
  return measure (text, 32, 8 * flops, 4000, 0);
}

/* A tile of 64 along K: products of 128 x N x 64 by two warpgroups.  */
static double
wgmma (const char *name, int n, int k, const char *tail)
{
  static char text[16384];
  int len = sprintf (text, HEAD ".extern .shared .align 1024 .b8 s[];\n.visible .entry k (.param .u32 n)\n{\n"
		     ".reg .b32 %%n, %%t; .reg .f32 %%d<%d>; .reg .pred %%p; .reg .b64 %%x<16>;\n"
		     "ld.param.u32 %%n, [n]; mov.u64 %%x0, 0x4000004000010000; mov.u64 %%x8, 0x4000004000010400;\n"
		     "mov.u32 %%t, %%tid.x; shr.u32 %%t, %%t, 7; shl.b32 %%t, %%t, 9; cvt.u64.u32 %%x15, %%t; add.u64 %%x0, %%x0, %%x15;\n", n / 2);
  for (int i = 0; i < n / 2; i++)
    len += sprintf (text + len, "mov.f32 %%d%d, 0f00000000;\n", i);
  for (int i = 1; i < 4; i++)
    len += sprintf (text + len, "add.u64 %%x%d, %%x0, %d; add.u64 %%x%d, %%x8, %d;\n", i, 2 * i, 8 + i, 2 * i);
  len += sprintf (text + len, "L: wgmma.fence.sync.aligned;\n");
  for (int i = 0; i < 4; i++)
    {
      len += sprintf (text + len, "wgmma.mma_async.sync.aligned.m64n%dk%d.%s {", n, k, name);
      for (int j = 0; j < n / 2; j++)
	len += sprintf (text + len, "%s%%d%d", j ? ", " : "", j);
      len += sprintf (text + len, "}, %%x%d, %%x%d, 1, 1, 1%s;\n", i, 8 + i, tail);
    }
  sprintf (text + len, "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\n"
	   "sub.u32 %%n, %%n, 1; setp.ne.u32 %%p, %%n, 0; @%%p bra L; ret;\n}\n");
  return measure (text, 256, 2.0 * 128 * n * 4 * k, 60, 64 * 1024);
}

int
main (int argc, char **argv)
{
  FILE *out = argc > 1 ? fopen (argv[1], "a") : NULL;
  dev = px_emu_new (1);
  double c = peer ();
  printf ("matrix product in C, %s: %.1f GFLOP/s\n", px_emu_isa (), c);
  static const struct { const char *what, *name; int na, nb; const char *cls; double flops; } mmas[] = {
    { "mma m16n8k16 bf16", "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", 4, 2, "f32", 4096 },
    { "mma m16n8k16 f16", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 4, 2, "f32", 4096 },
    { "mma m16n8k8 tf32", "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", 4, 2, "f32", 2048 },
    { "mma m16n8k32 s8", "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", 4, 2, "b32", 8192 },
    { "mma m16n8k32 e4m3", "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", 4, 2, "f32", 8192 }
  };
  static const struct { const char *what, *name; int n, k; const char *tail; } wgmmas[] = {
    { "wgmma m64n256k16 bf16", "f32.bf16.bf16", 256, 16, ", 0, 0" },
    { "wgmma m64n128k16 f16", "f32.f16.f16", 128, 16, ", 0, 0" },
    { "wgmma m64n256k16 bf16, B N-major", "f32.bf16.bf16", 256, 16, ", 0, 1" },
    { "wgmma m64n256k8 tf32", "f32.tf32.tf32", 256, 8, "" },
    { "wgmma m64n256k32 e4m3", "f32.e4m3.e4m3", 256, 32, "" }
  };
  /* A part of a name: only those.  */
  const char *only = argc > 2 ? argv[2] : "";
  for (size_t i = 0; i < sizeof mmas / sizeof *mmas + sizeof wgmmas / sizeof *wgmmas; i++)
    {
      size_t n = sizeof mmas / sizeof *mmas;
      const char *what = i < n ? mmas[i].what : wgmmas[i - n].what;
      if (!strstr (what, only))
	continue;
      double g = i < n ? mma (mmas[i].name, mmas[i].na, mmas[i].nb, mmas[i].cls, mmas[i].flops)
		 : wgmma (wgmmas[i - n].name, wgmmas[i - n].n, wgmmas[i - n].k, wgmmas[i - n].tail);
      printf ("%-34s %7.1f GFLOP/s, %.2f of the product in C\n", what, g, g / c);
      if (out)
	fprintf (out, "{\"bench\": \"matrix\", \"case\": \"%s\", \"gflops\": %.2f, \"ratio\": %.3f}\n", what, g, g / c);
    }
  px_emu_free (dev);
  if (out)
    fclose (out);
  return 0;
}
