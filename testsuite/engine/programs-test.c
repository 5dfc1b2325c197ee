/* SPDX-License-Identifier: MIT */
/* programs.cu, compiled by nvcc: each gives what the same algorithm in C gives.  With
   PXEMU_CHECK=all in the environment, the sanitizer must find nothing too: the program
   runs itself so once more.  */
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#include "testsuite/engine/t.h"

#define N 1024

typedef uint32_t u32;
static struct mod mod;
static int *a, *b, *out, *aux, *ref;
static u32 *ua, *uout;
static float *fa, *fb, *fout, *fref;
static double *da, *dout;

static void *
memory (size_t size)
{
  void *p = buffer (size);
  px_emu_check_write (dev, (uintptr_t) p, size);
  return p;
}

/* New input, zeroed output.  */
static void
fill (void)
{
  for (int i = 0; i < 4 * N; i++)
    {
      a[i] = (int) (rnd () % 1000);
      b[i] = (int) (rnd () % 1000);
      ua[i] = (u32) rnd ();
      fa[i] = (float) (rnd () % 64) / 16;
      fb[i] = (float) (rnd () % 64) / 16;
      da[i] = (double) (rnd () % 10000) / 1000;
      out[i] = aux[i] = ref[i] = 0;
      uout[i] = 0;
      fout[i] = fref[i] = 0;
      dout[i] = 0;
    }
}

struct how { unsigned gx, gy, bx, by, smem, cluster; bool cooperative; };
/* Zero is one, in BX 32.  */
#define G(...) (struct how) { __VA_ARGS__ }

/* Runs NAME, with pointers to its arguments.  */
static bool
go (const char *name, struct how h, void **args)
{
  px_emu_error err;
  px_emu_launch l = { .grid = { h.gx ? h.gx : 1, h.gy ? h.gy : 1, 1 },
		      .block = { h.bx ? h.bx : 32, h.by ? h.by : 1, 1 }, .dynamic_shared = h.smem,
		      .cluster = { h.cluster, h.cluster ? 1 : 0, h.cluster ? 1 : 0 },
		      .cooperative = h.cooperative, .args = args, .timeout_ms = 60000 };
  px_emu_func *f = px_emu_module_func (mod.m, name);
  if (!f)
    return false;
  if (px_emu_run (f, &l, NULL, &err))
    return true;
  printf ("%s: %s\n", name, err.text);
  return false;
}
#define RUN(name, how, ...) go (name, how, (void *[]) { __VA_ARGS__, NULL })
#define VAL(x) (&(__typeof__ (x)) { x })

static bool
same (const int *x, const int *y, int n)
{
  return !memcmp (x, y, n * sizeof *x);
}

static bool
near (const float *x, const float *y, int n, float tol)
{
  for (int i = 0; i < n; i++)
    if (!(fabsf (x[i] - y[i]) <= tol * (1 + fabsf (y[i]))))
      return printf ("%d: %g, not %g\n", i, x[i], y[i]), false;
  return true;
}

static int
by_value (const void *p, const void *q)
{
  u32 x = *(const u32 *) p, y = *(const u32 *) q;
  return x < y ? -1 : x > y;
}

static int
by_int (const void *p, const void *q)
{
  int x = *(const int *) p, y = *(const int *) q;
  return x < y ? -1 : x > y;
}

static void
reductions (void)
{
  int sum = 0, n = 1000;
  fill ();
  for (int i = 0; i < n; i++)
    sum += a[i];
  bool ok = RUN ("reduce_shuffle", G (.gx = 3, .bx = 128), &a, &n, &out);
  check (ok && out[0] == sum, "reduce_shuffle");
  out[0] = 0;
  ok = RUN ("reduce_groups", G (.gx = 3, .bx = 96), &a, &n, &out);
  check (ok && out[0] == sum, "reduce_groups");
  out[0] = 0;
  ok = RUN ("reduce_shared", G (.gx = 4, .bx = 256, .smem = 1024), &a, &n, &out);
  check (ok && out[0] == sum, "reduce_shared");
  out[0] = 0;
  ok = RUN ("reduce_last_block", G (.gx = 8, .bx = 128), &a, &n, &aux, VAL (aux + 100), &out);
  check (ok && out[0] == sum, "reduce_last_block");
}

static void
scans (void)
{
  fill ();
  for (int i = 0; i < 512; i++)
    ref[i] = a[i] + (i % 256 ? ref[i - 1] : 0);
  bool ok = RUN ("scan_steps", G (.gx = 2, .bx = 256), &a, &out);
  check (ok && same (out, ref, 512), "scan_steps");
  for (int i = 0, s = 0; i < 512; s += a[i++])
    ref[i] = s;
  ok = RUN ("scan_tree", G (.bx = 256), &a, &out);
  check (ok && same (out, ref, 512), "scan_tree");
  for (int i = 0, s = 0; i < N; i++)
    ref[i] = s += a[i];
  ok = RUN ("scan_lookback", G (.gx = N / 128, .bx = 128), &a, &aux, VAL (aux + 200), &out);
  check (ok && same (out, ref, N), "scan_lookback");
  for (int i = 0; i < 128; i++)
    ref[i] = a[i] + (i % 16 ? ref[i - 1] : 0);
  ok = RUN ("scan_groups", G (.bx = 128), &a, &out);
  check (ok && same (out, ref, 128), "scan_groups");
  for (int i = 0; i < 128; i++)
    ref[i] = i % 32 ? ref[i - 1] + a[i - 1] : 0;
  ok = RUN ("warp_scan", G (.bx = 128), &a, &out);
  check (ok && same (out, ref, 128), "warp_scan");
}

static void
sorts (void)
{
  static const struct { const char *name; int threads; } all[] = {
    { "sort_bitonic", 256 }, { "sort_radix", 64 }, { "sort_split", 256 }
  };
  for (int k = 0; k < 3; k++)
    {
      fill ();
      memcpy (ref, ua, 1024);
      qsort (ref, 256, 4, by_value);
      bool ok = RUN (all[k].name, G (.bx = all[k].threads), &ua);
      check (ok && same ((int *) ua, ref, 256), "%s", all[k].name);
    }
  int n = 256;
  fill ();
  memcpy (ref, ua, 1024);
  qsort (ref, 256, 4, by_value);
  bool ok = true;
  u32 *from = ua, *to = uout;
  for (int run = 1; run < n; run *= 2)
    {
      ok &= RUN ("sort_merge", G (.gx = 2, .bx = 128), &from, &to, &run, &n);
      u32 *t = from;
      from = to;
      to = t;
    }
  check (ok && same ((int *) from, ref, 256), "sort_merge");
  fill ();
  n = 101;
  memcpy (ref, ua, n * 4);
  qsort (ref, n, 4, by_value);
  ok = RUN ("sort_odd_even", G (.bx = 64), &ua, &n);
  check (ok && same ((int *) ua, ref, n), "sort_odd_even");
  fill ();
  n = 20;
  memcpy (ref, a, 40 * n * 4);
  for (int i = 0; i < 40; i++)
    qsort (ref + i * n, n, 4, by_int);
  ok = RUN ("sort_quick", G (.bx = 40), &a, &n);
  check (ok && same (a, ref, 40 * n), "sort_quick");
}

static void
stencils (void)
{
  fill ();
  int n = 500;
#define AT(i) ((i) < 0 || (i) >= n ? 0 : fa[i])
  for (int i = 0; i < n; i++)
    fref[i] = AT (i - 2) + 2 * AT (i - 1) + 3 * AT (i) + 2 * AT (i + 1) + AT (i + 2);
  bool ok = RUN ("stencil_line", G (.gx = 4, .bx = 128), &fa, &fout, &n);
  check (ok && near (fout, fref, n, 0), "stencil_line");
  n = 30;
#define AT2(x, y) ((x) < 0 || (y) < 0 || (x) >= n || (y) >= n ? 0 : fa[(y) * n + (x)])
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
      fref[y * n + x] = AT2 (x - 1, y) + AT2 (x + 1, y) + AT2 (x, y - 1) + AT2 (x, y + 1) - 4 * AT2 (x, y);
  ok = RUN ("stencil_plane", G (.gx = 2, .gy = 2, .bx = 16, .by = 16), &fa, &fout, &n);
  check (ok && near (fout, fref, n * n, 0), "stencil_plane");
  n = 200;
  int steps = 6;
  memcpy (fref, fa, n * 4);
  for (int k = 0; k < steps; k++)
    {
      float t[200];
      for (int i = 0; i < n; i++)
	t[i] = i && i < n - 1 ? 0.5f * (fref[i - 1] + fref[i + 1]) : fref[i];
      memcpy (fref, t, sizeof t);
    }
  ok = RUN ("jacobi_grid", G (.gx = 4, .bx = 32, .cooperative = true), &fa, &fb, &n, &steps);
  check (ok && near (fa, fref, n, 0), "jacobi_grid");
}

static void
matrices (void)
{
  fill ();
  int n = 60, at = 0;
  int *row = out, *col = aux;
  for (int i = 0; i < n; i++)
    {
      row[i] = at;
      float s = 0;
      for (int k = 0; k < i % 9; k++, at++)
	{
	  col[at] = (i * 7 + k * 11) % n;
	  s += fa[at] * fb[col[at]];
	}
      fref[i] = s;
    }
  row[n] = at;
  px_emu_check_write (dev, (uintptr_t) row, 4 * N);
  bool ok = RUN ("spmv_rows", G (.gx = 2, .bx = 32), &row, &col, &fa, &fb, &fout, &n);
  check (ok && near (fout, fref, n, 1e-6f), "spmv_rows");
  memset (fout, 0, n * 4);
  ok = RUN ("spmv_warps", G (.gx = 15, .bx = 128), &row, &col, &fa, &fb, &fout, &n);
  check (ok && near (fout, fref, n, 1e-6f), "spmv_warps");
  n = 32;
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
      {
	float s = 0;
	for (int k = 0; k < n; k++)
	  s += fa[y * n + k] * fb[k * n + x];
	fref[y * n + x] = s;
      }
  ok = RUN ("gemm_tiles", G (.gx = 2, .gy = 2, .bx = 16, .by = 16), &fa, &fb, &fout, &n);
  check (ok && near (fout, fref, n * n, 1e-5f), "gemm_tiles");
  /* Small integers are exact in half precision.  */
  uint16_t *ha = (uint16_t *) ua, *hb = ha + N;
  static const uint16_t small[4] = { 0, 0x3c00, 0x4000, 0xbc00 };
  static const float value[4] = { 0, 1, 2, -1 };
  for (int i = 0; i < 2 * N; i++)
    ha[i] = small[a[i] & 3];
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
      {
	fref[y * n + x] = 0;
	for (int k = 0; k < n; k++)
	  fref[y * n + x] += value[a[y * n + k] & 3] * value[a[N + x * n + k] & 3];
      }
  ok = RUN ("gemm_wmma", G (.gx = 2, .gy = 2), &ha, &hb, &fout, &n);
  check (ok && near (fout, fref, n * n, 0), "gemm_wmma");
  n = 64;
  for (int i = 0; i < n * n; i++)
    ref[i % n * n + i / n] = a[i];
  ok = RUN ("transpose", G (.gx = 2, .gy = 2, .bx = 32, .by = 8), &a, &out, &n);
  check (ok && same (out, ref, n * n), "transpose");
  for (int i = 0; i < 16; i++)
    ref[i] = a[i];
  ok = RUN ("tile_transpose", G (.bx = 32), &a, &out);
  check (ok && same (out, ref, 16), "tile_transpose");
}

static void
histograms (void)
{
  int n = 1000;
  static const char *const names[] = { "histogram_shared", "histogram_cluster" };
  for (int k = 0; k < 2; k++)
    {
      fill ();
      for (int i = 0; i < n; i++)
	ref[ua[i] % 64]++;
      bool ok = RUN (names[k], G (.gx = 4, .bx = 128, .cluster = k ? 4 : 0), &ua, &n, &uout);
      check (ok && same ((int *) uout, ref, 64), "%s", names[k]);
    }
  fill ();
  for (int i = 0; i < 512; i++)
    ref[ua[i] % 64]++;
  bool ok = RUN ("histogram_match", G (.gx = 4, .bx = 128), &ua, &uout);
  check (ok && same ((int *) uout, ref, 64), "histogram_match");
  fill ();
  for (int i = 0; i < 256; i++)
    ref[((unsigned char *) ua)[i] % 16]++;
  ok = RUN ("block_histogram", G (.bx = 64), &ua, &uout);
  check (ok && same ((int *) uout, ref, 16), "block_histogram");
  static const char *const compacts[] = { "compact", "compact_groups" };
  for (int k = 0; k < 2; k++)
    {
      int m = 0;
      fill ();
      for (int i = 0; i < 256; i++)
	if (a[i] & 1)
	  ref[m++] = a[i];
      qsort (ref, m, 4, by_int);
      ok = RUN (compacts[k], G (.gx = 2, .bx = 128), &a, &out, &aux);
      qsort (out, m, 4, by_int);
      check (ok && aux[0] == m && same (out, ref, m), "%s", compacts[k]);
    }
}

static void
warps (void)
{
  fill ();
  for (int i = 0; i < 32; i++)
    {
      int r = 0;
      r = r * 31 + a[i * 7 % 32];
      r = r * 31 + a[i < 3 ? i : i - 3];
      r = r * 31 + a[i % 16 + 5 > 15 ? i : i + 5];
      r = r * 31 + a[i ^ 9];
      r = r * 31 + a[i / 8 * 8 + 2];
      ref[i] = r * 31 + a[i ^ 1] + a[i == 31 ? i : i + 1];
    }
  bool ok = RUN ("shuffles", G (.bx = 32), &a, &out);
  check (ok && same (out, ref, 32), "shuffles");
  u32 any3 = 0, ballot = 0, sum = 0, and_ = ~0u, or_ = 0, xor_ = 0;
  int lo = a[0], hi = a[0];
  for (int i = 0; i < 32; i++)
    {
      any3 |= a[i] == 3;
      ballot |= (u32) (a[i] >> 1 & 1) << i;
      sum += a[i];
      and_ &= a[i] | 8;
      or_ |= a[i];
      xor_ ^= a[i];
      lo = a[i] < lo ? a[i] : lo;
      hi = a[i] > hi ? a[i] : hi;
    }
  for (int i = 0; i < 32; i++)
    {
      u32 r = 0;
      for (int j = 0; j < 32; j++)
	r |= (u32) (a[j] % 5 == a[i] % 5) << j;
      r = r * 31 + ~0u;
      r = r * 31 + 1;
      r = r * 31 + 1;
      r = r * 31 + any3;
      r = r * 31 + ballot;
      r = r * 31 + sum;
      r = r * 31 + lo;
      r = r * 31 + hi;
      r = r * 31 + and_;
      r = r * 31 + or_;
      ref[i] = (int) (r * 31 + xor_);
    }
  ok = RUN ("votes", G (.bx = 32), &a, &out);
  check (ok && same (out, ref, 32), "votes");
}

static void
atomics (void)
{
  fill ();
  uint64_t *l = (uint64_t *) dout;
  float *f = fout;
  double *d = (double *) (fout + 2);
  void *h = fout + 4, *bf = fout + 5, *s = fout + 6;
  out[4] = -1;
  l[2] = ~(uint64_t) 0;
  uout[2] = 5000;
  bool ok = RUN ("atomics", G (.gx = 2, .bx = 64), &out, &uout, &l, &f, &d, &h, &bf, &s);
  int n = 128, x = 0;
  uint64_t y = 0;
  u32 inc = 0, dec = 0;
  for (int i = 0; i < n; i++)
    {
      x ^= i;
      y ^= (uint64_t) i << 20;
      inc = inc >= 16 ? 0 : inc + 1;
      dec = dec == 0 || dec > 16 ? 16 : dec - 1;
    }
  check (ok && out[0] == n * (n - 1) / 2 && out[1] == -out[0] && out[2] == 1 - n && out[3] == n - 1
	 && out[4] == (int) 0x80000000 && out[5] == 0x7fffffff && out[6] == x, "atomics on int");
  check (ok && uout[0] == inc && uout[1] == dec && uout[2] == 1000 - 127 && uout[3] == 127 * 3,
	 "atomics on unsigned");
  check (ok && l[0] == (uint64_t) out[0] << 33 && l[1] == (uint64_t) 127 << 40 && l[2] == ~(uint64_t) 127
	 && l[3] == y, "atomics on 64 bits");
  check (ok && *f == 192 && *d == 32 && *(u32 *) h == 0x5c005800 && *(u32 *) bf == 0x43004300
	 && *(uint16_t *) s == 128, "atomics on floating point, on 16 bits");
  fill ();
  ok = RUN ("atomics_scoped", G (.gx = 2, .bx = 64), &out);
  check (ok && out[0] == 64 && out[4] == 64 && out[1] == 256 && out[2] == 384 && out[3] == 127, "atomics_scoped");
}

static void
narrow (void)
{
  fill ();
  bool ok = RUN ("halves", G (.bx = 64), &fa, &fout);
  for (int i = 0; i < 64; i++)
    {
      /* Every step is exact to 11 bits for these values up to rounding.  */
      float lo = fa[i], hi = fa[i] * 0.5f;
      fref[i] = lo * 0.75f + lo * lo + fminf (lo, 0.75f) + hi * 0.75f + hi * hi + fminf (hi, 0.75f);
    }
  check (ok && near (fout, fref, 64, 2e-3f), "halves");
  ok = RUN ("bfloats", G (.bx = 64), &fa, &fout);
  for (int i = 0; i < 64; i++)
    fref[i] = fa[i] * 0.75f + 0.75f;
  check (ok && near (fout, fref, 64, 1e-2f), "bfloats");
  ok = RUN ("fp8s", G (.bx = 64), &fa, &fout);
  for (int i = 0; i < 64; i++)
    fref[i] = 2 * fa[i];
  check (ok && near (fout, fref, 64, 0.13f), "fp8s");
}

static void
copies (void)
{
  fill ();
  for (int t = 0; t < 64; t++)
    {
      ref[t] = 0;
      for (int k = 0; k < 8; k++)
	ref[t] += a[k * 64 + 63 - t];
    }
  bool ok = RUN ("copy_pipeline", G (.bx = 64), &a, &out);
  check (ok && same (out, ref, 64), "copy_pipeline");
  memset (out, 0, 256);
  ok = RUN ("copy_stages", G (.bx = 64), &a, &out);
  check (ok && same (out, ref, 64), "copy_stages");
  for (int t = 0; t < 256; t++)
    ref[t] = a[255 - t] + a[511 - t] + a[767 - t] + a[1023 - t];
  ok = RUN ("copy_barrier", G (.bx = 256), &a, &out);
  check (ok && same (out, ref, 256), "copy_barrier");
  for (int t = 0; t < 128; t++)
    ref[t] = a[127 - t];
  ok = RUN ("copy_groups", G (.bx = 128), &a, &out);
  check (ok && same (out, ref, 128), "copy_groups");
}

static int
fib (int n)
{
  return n < 2 ? n : fib (n - 1) + fib (n - 2);
}

static void
language (void)
{
  int n = 5;
  fill ();
  bool ok = RUN ("heap_list", G (.bx = 64), &out, &n);
  for (int i = 0; i < 64; i++)
    ref[i] = 10 * i;
  check (ok && same (out, ref, 64), "heap_list");
  ok = RUN ("virtuals", G (.bx = 64), &out);
  for (int i = 0; i < 64; i++)
    ref[i] = i & 1 ? i * i : 3 * i;
  check (ok && same (out, ref, 64), "virtuals");
  ok = RUN ("pointers", G (.bx = 64), &out);
  for (int i = 0; i < 64; i++)
    ref[i] = i & 1 ? i * i : 2 * i;
  check (ok && same (out, ref, 64), "pointers");
  ok = RUN ("recursion", G (.bx = 64), &out);
  for (int i = 0; i < 64; i++)
    ref[i] = fib (i % 12);
  check (ok && same (out, ref, 64), "recursion");
}

static void
numbers (void)
{
  int n = 16;
  fill ();
  bool ok = RUN ("mandelbrot", G (.gx = 2, .bx = 128), &out, &n);
  for (int i = 0; i < 256; i++)
    {
      volatile float cx = -2 + 3.0f * (i % n) / n, cy = -1.5f + 3.0f * (i / n) / n, x = 0, y = 0, xx, yy, t;
      int k = 0;
      while (k < 50 && (xx = x * x, yy = y * y, t = xx + yy) < 4)
	{
	  t = xx - yy;
	  t = t + cx;
	  xx = 2 * x;
	  xx = xx * y;
	  y = xx + cy;
	  x = t;
	  k++;
	}
      ref[i] = k;
    }
  check (ok && same (out, ref, 256), "mandelbrot");
  n = 128;
  ok = RUN ("nbody", G (.gx = 2, .bx = 64), &fa, &fout, &n);
  for (int i = 0; i < n; i++)
    {
      double f[3] = { 0, 0, 0 };
      for (int j = 0; j < n; j++)
	{
	  double d[3], r = 0.01;
	  for (int k = 0; k < 3; k++)
	    d[k] = fa[4 * j + k] - fa[4 * i + k], r += d[k] * d[k];
	  for (int k = 0; k < 3; k++)
	    f[k] += d[k] * fa[4 * j + 3] / (r * sqrt (r));
	}
      for (int k = 0; k < 3; k++)
	fref[4 * i + k] = f[k];
    }
  check (ok && near (fout, fref, 4 * n, 1e-3f), "nbody");
  for (int k = 0; k < 256; k++)
    {
      double x = 0, y = 0;
      for (int t = 0; t < 256; t++)
	{
	  double w = -2 * 3.14159265358979 * k * t / 256;
	  x += fa[2 * t] * cos (w) - fa[2 * t + 1] * sin (w);
	  y += fa[2 * t] * sin (w) + fa[2 * t + 1] * cos (w);
	}
      fref[2 * k] = x;
      fref[2 * k + 1] = y;
    }
  ok = RUN ("fft", G (.bx = 128), &fa);
  check (ok && near (fa, fref, 512, 1e-3f), "fft");
  fill ();
  n = 300;
  static const float taps[5] = { 1, -2, 3, -2, 1 };
  for (int i = 0; i < n; i++)
    {
      fref[i] = 0;
      for (int k = 0; k < 5; k++)
	fref[i] += taps[k] * fa[(i + k) % n];
    }
  ok = RUN ("constant_taps", G (.gx = 3, .bx = 128), &fa, &fout, &n);
  check (ok && near (fout, fref, n, 1e-5f), "constant_taps");
  ok = RUN ("math_double", G (.bx = 128), &da, &dout);
  for (int i = 0; i < 128; i++)
    {
      double v = da[i], r = sin (v) + exp (v * 0.1) + log (v + 2) + pow (v + 1, 1.7) + sqrt (v) + atan2 (v, 3.0)
			    + erf (v) + cbrt (v) + tgamma (v * 0.3 + 1) + fmod (v * 7, 1.3);
      ok &= fabs (dout[i] - r) < 1e-12 * fabs (r) + 1e-13 || fabs (fabs (dout[i] - r) - 1.3) < 1e-9;
    }
  check (ok, "math_double");
  ok = RUN ("math_float", G (.bx = 128), &fa, &fout);
  for (int i = 0; i < 128; i++)
    {
      double v = fa[i];
      fref[i] = sin (v) + exp (v * 0.1) + log (v + 2) + pow (v + 1, 1.7) + sqrt (v) + tanh (v) + 1 / sqrt (v + 1)
		+ exp (v * 0.1) + sin (v) + log (v + 1);
    }
  check (ok && near (fout, fref, 128, 1e-5f), "math_float");
  ok = RUN ("bits", G (.bx = 128), &ua, &uout);
  for (int i = 0; i < 128; i++)
    {
      u32 v = ua[i], r = __builtin_popcount (v), w = ~v, rev = 0, perm = 0, dot = 9, add = 0, max = 0;
      uint64_t pair = (uint64_t) w << 32 | v;
      for (int k = 0; k < 32; k++)
	rev |= (v >> k & 1) << (31 - k);
      for (int k = 0; k < 4; k++)
	{
	  u32 byte = v >> 8 * k & 255;
	  perm |= (u32) (pair >> 8 * (0x3614 >> 4 * k & 7) & 255) << 8 * k;
	  dot += byte * (4 - k);
	  add |= ((byte + 1) & 255) << 8 * k;
	  max |= (byte > 0x40 ? byte : 0x40) << 8 * k;
	}
      r = r * 31 + (v ? __builtin_clz (v) : 32);
      r = r * 31 + __builtin_ffs (v);
      r = r * 31 + rev;
      r = r * 31 + perm;
      r = r * 31 + (u32) ((uint64_t) v * 0x9e3779b9 >> 32);
      r = r * 31 + (v > 77 ? v - 77 : 77 - v) + 5;
      r = r * 31 + (w << 7 | v >> 25);
      r = r * 31 + dot;
      r = r * 31 + add;
      ref[i] = (int) (r * 31 + max);
    }
  check (ok && same ((int *) uout, ref, 128), "bits");
  uint64_t *la = (uint64_t *) da, *lo = (uint64_t *) dout;
  for (int i = 0; i < 128; i++)
    la[i] = rnd ();
  ok = RUN ("wide", G (.bx = 128), &la, &lo);
  for (int i = 0; i < 128; i++)
    {
      uint64_t v = la[i];
      unsigned __int128 w = (unsigned __int128) v * (v | 1) + 12345;
      ok &= lo[i] == v / 1000003 + v % 77 + (uint64_t) ((int64_t) v / -13)
		     + (uint64_t) ((unsigned __int128) v * v >> 64) + (uint64_t) (w >> 64) + (uint64_t) (w / 10);
    }
  check (ok, "wide");
}

static void
algorithms (void)
{
  fill ();
  int n = 100, at = 0, *row = a, *col = b, queue[100], head = 0, tail = 0;
  for (int v = 0; v < n; v++)
    {
      row[v] = at;
      for (int k = 0; k < v % 4; k++)
	col[at++] = (v * 13 + k * 29 + 1) % n;
    }
  row[n] = at;
  for (int v = 0; v < n; v++)
    out[v] = ref[v] = v == 3 ? 0 : -1;
  for (queue[tail++] = 3; head < tail; head++)
    for (int k = row[queue[head]]; k < row[queue[head] + 1]; k++)
      if (ref[col[k]] < 0)
	{
	  ref[col[k]] = ref[queue[head]] + 1;
	  queue[tail++] = col[k];
	}
  bool ok = RUN ("breadth_first", G (.bx = 64), &row, &col, &out, &n);
  check (ok && same (out, ref, n), "breadth_first");
  fill ();
  int distinct = 0;
  for (int i = 0; i < 512; i++)
    {
      ua[i] = 1 + ua[i] % 400;
      distinct += !ref[ua[i]]++;
    }
  ok = RUN ("hash_insert", G (.gx = 4, .bx = 128), &ua, &uout, &aux);
  int held = 0;
  for (int i = 0; i < 1024; i++)
    held += uout[i] != 0 && ref[uout[i]];
  check (ok && aux[0] == distinct && held == distinct, "hash_insert");
  fill ();
  n = 16;
  unsigned char *c = (unsigned char *) a, *d = (unsigned char *) out, *e = (unsigned char *) ref;
  for (int i = 0; i < n * n; i++)
    c[i] = rnd () & 1;
  for (int i = 0; i < n * n; i++)
    {
      int k = -c[i];
      for (int j = 0; j < 9; j++)
	k += c[(i / n + j / 3 - 1 + n) % n * n + (i % n + j % 3 - 1 + n) % n];
      e[i] = k == 3 || (k == 2 && c[i]);
    }
  ok = RUN ("life", G (.gx = 2, .bx = 128), &c, &d, &n);
  check (ok && !memcmp (d, e, n * n), "life");
  n = 5;
  for (int i = 0; i < 4; i++)
    out[i] = 0;
  ok = RUN ("own_barrier", G (.gx = 4, .bx = 1), &out, &aux, &n);
  for (int i = 0; i < 20; i++)
    ok &= out[i] == (i % 4 + i / 4) % 4 + i / 4;
  check (ok, "own_barrier");
  fill ();
  n = 30;
  char *s = (char *) a, *t = (char *) b;
  for (int i = 0; i < n; i++)
    s[i] = 'a' + rnd () % 3, t[i] = 'a' + rnd () % 3;
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= n; j++)
      {
	int v = i ? j ? ref[(i - 1) * (n + 1) + j - 1] + (s[i - 1] != t[j - 1]) : i : j;
	if (i && j)
	  {
	    int x = ref[(i - 1) * (n + 1) + j] + 1, y = ref[i * (n + 1) + j - 1] + 1;
	    v = x < v ? x : v;
	    v = y < v ? y : v;
	  }
	ref[i * (n + 1) + j] = v;
      }
  ok = RUN ("edit_distance", G (.bx = 32), &s, &t, &out, &n);
  check (ok && same (out, ref, (n + 1) * (n + 1)), "edit_distance");
  fill ();
  n = 20;
  for (int i = 0; i < n * n; i++)
    ref[i] = a[i] = i / n == i % n ? 0 : a[i];
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n * n; i++)
      if (ref[i / n * n + k] + ref[k * n + i % n] < ref[i])
	ref[i] = ref[i / n * n + k] + ref[k * n + i % n];
  ok = RUN ("shortest_paths", G (.bx = 64), &a, &n);
  check (ok && same (a, ref, n * n), "shortest_paths");
  fill ();
  n = 16;
  for (int i = 0; i < 64; i++)
    {
      u32 r = ~0u;
      for (int k = 0; k < n; k++)
	{
	  r ^= ((unsigned char *) a)[i * n + k];
	  for (int j = 0; j < 8; j++)
	    r = r >> 1 ^ (r & 1 ? 0xedb88320 : 0);
	}
      ref[i] = (int) ~r;
    }
  ok = RUN ("crc", G (.bx = 64), &a, &out, &n);
  check (ok && same (out, ref, 64), "crc");
}

/* The PTX of nvcc, or NULL.  */
static char *
compile (void)
{
  char dir[] = "/tmp/px-programs-XXXXXX", line[1024], *text = NULL;
  if (!mkdtemp (dir))
    return NULL;
  snprintf (line, sizeof line, PX_NVCC " -std=c++17 -arch=sm_90a -lineinfo -ptx -o %s/p.ptx " PX_SRCDIR
	    "/testsuite/engine/programs.cu >%s/log 2>&1 || { cat %s/log; false; }", dir, dir, dir);
  if (system (line) == 0)
    {
      snprintf (line, sizeof line, "%s/p.ptx", dir);
      FILE *f = fopen (line, "r");
      long n = f && !fseek (f, 0, SEEK_END) ? ftell (f) : -1;
      text = n > 0 ? calloc (1, n + 1) : NULL;
      rewind (f);
      if (text && fread (text, 1, n, f) != (size_t) n)
	text = NULL;
      fclose (f);
    }
  snprintf (line, sizeof line, "rm -rf %s", dir);
  return system (line) == 0 ? text : NULL;
}

int
main (void)
{
  if (!*PX_NVCC)
    {
      puts ("UNSUPPORTED: programs of CUDA (no nvcc)");
      return 77;
    }
  char *text = compile ();
  check (text != NULL, "programs.cu compiles");
  if (!text)
    return 1;
  fflush (stdout);
  /* The sanitizer looks on in the child.  */
  pid_t child = fork ();
  if (child == 0)
    setenv ("PXEMU_CHECK", "all", 1);
  dev = px_emu_new (1);
  px_emu_error err;
  mod = load_err (text, &err);
  check (mod.m != NULL, "programs.cu loads%s%s", mod.m ? "" : ": ", mod.m ? "" : err.text);
  if (!mod.m)
    return 1;
  a = memory (16 * N), b = memory (16 * N), out = memory (16 * N), aux = memory (16 * N), ref = malloc (16 * N);
  ua = memory (16 * N), uout = memory (16 * N);
  fa = memory (16 * N), fb = memory (16 * N), fout = memory (16 * N), fref = malloc (16 * N);
  da = memory (32 * N), dout = memory (32 * N);
  reductions ();
  scans ();
  sorts ();
  stencils ();
  matrices ();
  histograms ();
  warps ();
  atomics ();
  narrow ();
  copies ();
  language ();
  numbers ();
  algorithms ();
  if (child == 0)
    {
      int verdict = px_emu_verdict ();
      check (verdict == 0, "the sanitizer finds nothing: verdict %d", verdict);
      fflush (stdout);
      _exit (failures != 0);
    }
  int status = 0;
  waitpid (child, &status, 0);
  check (WIFEXITED (status) && WEXITSTATUS (status) == 0, "the same under the sanitizer");
  return failures != 0;
}
