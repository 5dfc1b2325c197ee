/* SPDX-License-Identifier: MIT */
/* tensor.cu, compiled by nvcc, gives the results of the same algorithms in C, whenever
   asynchronous work is carried out.  */
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emulator/run/tmap.h"
#include "testsuite/engine/t.h"

static struct mod m;

#define ARGS(...) ((void *[]) { __VA_ARGS__ })

static bool
go (const char *name, unsigned gx, unsigned gy, unsigned threads, size_t dynamic, enum px_emu_async async, void **args)
{
  px_emu_launch l = { .grid = { gx, gy, 1 }, .block = { threads, 1, 1 }, .args = args, .dynamic_shared = dynamic,
		      .timeout_ms = 60000, .async = async, .seed = 7 };
  px_emu_func *f = px_emu_module_func (m.m, name);
  px_emu_error e = { 0 };
  bool ok = f && px_emu_run (f, &l, NULL, &e);
  if (!ok)
    printf ("%s: %s\n", name, f ? e.text : "missing");
  return ok;
}

static uint16_t
half (float f)
{
  /* Small multiples of 1/8, exact.  */
  int x = (int) (f * 8), s = x < 0, e = 0;
  unsigned u = s ? -x : x;
  if (!u)
    return 0;
  while (u >> (e + 1))
    e++;
  return s << 15 | (e - 3 + 15) << 10 | ((u << (10 - e)) & 1023);
}

static uint16_t
brain (float f)
{
  uint32_t u;
  memcpy (&u, &f, 4);
  return u >> 16;
}

static float
eighths (void)
{
  return (float) ((int) (rnd () % 33) - 16) / 8;
}

/* C (M x N) = A (M x K) B (K x N), values at their strides; exact for the tests' values.  */
static bool
product_is (const float *c, const float *a, const float *b, int rows, int n, int k, float scale)
{
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < n; j++)
      {
	double sum = 0;
	for (int x = 0; x < k; x++)
	  sum += (double) a[i * k + x] * b[j * k + x];
	if (c[i * n + j] != (float) (scale * sum))
	  {
	    printf ("(%d,%d): %g, not %g\n", i, j, c[i * n + j], scale * sum);
	    return false;
	  }
      }
  return true;
}

static void
wmma (void)
{
  int n = 64;
  uint16_t *a = buffer (n * n * 2), *b = buffer (n * n * 2);
  float *c = buffer (n * n * 4), *fa = malloc (n * n * 4), *fb = malloc (n * n * 4);
  for (int i = 0; i < n * n; i++)
    {
      a[i] = half (fa[i] = eighths ());
      b[i % n * n + i / n] = half (fb[i] = eighths ());
    }
  check (go ("wmma_half", 4, 1, 128, 0, 0, ARGS (&a, &b, &c, &n)) && product_is (c, fa, fb, n, n, n, 2), "cuda wmma of half");
  release (a), release (b), release (c), free (fa), free (fb);

  int8_t *x = buffer (32 * 64), *y = buffer (8 * 64);
  int *z = buffer (32 * 8 * 4), k = 64;
  for (int i = 0; i < 32 * 64; i++)
    x[i] = rnd (), y[i % (8 * 64)] = rnd ();
  bool ok = go ("wmma_int", 1, 1, 32, 0, 0, ARGS (&x, &y, &z, &k));
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 8; j++)
      {
	int sum = 0;
	for (int q = 0; q < k; q++)
	  sum += x[i * k + q] * y[j * k + q];
	ok = ok && z[j * 32 + i] == sum;
      }
  check (ok, "cuda wmma of signed char");
  release (x), release (y), release (z);

  float *p = buffer (16 * 64 * 4), *q = buffer (16 * 64 * 4), *r = buffer (16 * 16 * 4);
  for (int i = 0; i < 16 * 64; i++)
    p[i] = eighths (), q[i] = eighths ();
  check (go ("wmma_tf32", 1, 1, 32, 0, 0, ARGS (&p, &q, &r, &k)) && product_is (r, p, q, 16, 16, k, 1), "cuda wmma of tf32");
  release (p), release (q), release (r);
}

/* bf16 matrices N x K at random; the floats too.  */
static uint16_t *
brains (int n, float *f)
{
  uint16_t *b = buffer (n * 2);
  for (int i = 0; i < n; i++)
    b[i] = brain (f[i] = eighths ());
  return b;
}

static void
mma_pipeline (enum px_emu_async async, const char *when)
{
  int n = 128;
  float *fa = malloc (n * n * 4), *fb = malloc (n * n * 4), *c = buffer (n * n * 4);
  uint16_t *a = brains (n * n, fa), *b = brains (n * n, fb);
  check (go ("mma_pipeline", 2, 2, 128, 0, async, ARGS (&a, &b, &c, &n)) && product_is (c, fa, fb, n, n, n, 1),
	 "cuda cp.async, ldmatrix, mma, %s", when);
  release (a), release (b), release (c), free (fa), free (fb);
}

static void
hopper (enum px_emu_async async, const char *when)
{
  int rows = 256, n = 128, k = 384;
  float *fa = malloc (rows * k * 4), *fb = malloc (n * k * 4), *c = buffer (rows * n * 4);
  uint16_t *a = brains (rows * k, fa), *b = brains (n * k, fb);
  struct px_tmap ma = { .magic = PX_TMAP_MAGIC, .type = 9, .rank = 2, .element = 2, .swizzle = 3, .step = { 1, 1 },
			.base = (uintptr_t) a, .stride = { (uint64_t) k * 2 }, .last = { (uint32_t) k - 1, (uint32_t) rows - 1 },
			.box = { 64, 128 } };
  struct px_tmap mb = ma;
  mb.base = (uintptr_t) b;
  mb.last[1] = n - 1;
  mb.box[1] = 64;
  check (go ("hopper", n / 64, rows / 128, 384, 3 * (128 + 64) * 128 + 1024, async, ARGS (&ma, &mb, &c, &n, &k))
	 && product_is (c, fa, fb, rows, n, k, 1), "cuda TMA, mbarriers, wgmma, %s", when);
  release (a), release (b), release (c), free (fa), free (fb);
}

static void
copies (enum px_emu_async async, const char *when)
{
  int rows = 9;
  float *in = buffer (rows * 128 * 4), *out = buffer (rows * 4);
  for (int i = 0; i < rows * 128; i++)
    in[i] = eighths ();
  bool ok = go ("row_sums", 1, 1, 64, 0, async, ARGS (&in, &out, &rows));
  for (int r = 0; r < rows; r++)
    {
      float s = 0;
      for (int i = 0; i < 128; i++)
	s += in[r * 128 + i];
      ok = ok && out[r] == s;
    }
  check (ok, "cuda pipeline, %s", when);
  release (in), release (out);

  int *x = buffer (1024 * 4), *y = buffer (1024 * 4);
  for (int i = 0; i < 1024; i++)
    x[i] = rnd ();
  ok = go ("bulk_reverse", 4, 1, 256, 0, async, ARGS (&x, &y));
  for (int i = 0; i < 1024; i++)
    ok = ok && y[i] == x[i / 256 * 256 + 255 - i % 256];
  check (ok, "cuda bulk copies, %s", when);
  release (x), release (y);

  int n = 20000, *bins = buffer (256 * 4), want[256] = { 0 };
  uint8_t *bytes = buffer (n);
  for (int i = 0; i < n; i++)
    want[bytes[i] = rnd ()]++;
  ok = go ("cluster_histogram", 4, 1, 128, 0, async, ARGS (&bytes, &bins, &n));
  check (ok && !memcmp (bins, want, sizeof want), "cuda histogram of a cluster, %s", when);
  release (bytes), release (bins);
}

int
main (void)
{
  char cmd[2048], path[] = "/tmp/px-tensor-XXXXXX";
  const char *nvcc = getenv ("NVCC") ? getenv ("NVCC") : PX_NVCC;
  if (!*nvcc || access (nvcc, X_OK))
    {
      printf ("UNSUPPORTED: tensor-cuda-test: no nvcc\n");
      return 77;
    }
  int fd = mkstemp (path);
  if (fd < 0)
    return 1;
  snprintf (cmd, sizeof cmd, "%s -std=c++17 -arch=sm_90a -ptx -o %s %s/testsuite/engine/tensor.cu", nvcc, path, PX_SRCDIR);
  if (system (cmd))
    {
      close (fd);
      unlink (path);
      printf ("UNSUPPORTED: tensor-cuda-test: nvcc does not compile\n");
      return 77;
    }
  struct stat st;
  FILE *f = fopen (path, "r");
  char *text = NULL;
  if (f && fstat (fileno (f), &st) == 0 && (text = malloc (st.st_size + 1)))
    text[fread (text, 1, st.st_size, f)] = 0;
  if (f)
    fclose (f);
  close (fd);
  unlink (path);
  if (!text)
    return 1;
  dev = px_emu_new (0);
  m = load (text);
  free (text);
  wmma ();
  static const char *const when[] = { "late", "early", "at random" };
  for (int i = 0; i < 3; i++)
    {
      mma_pipeline (i, when[i]);
      hopper (i, when[i]);
      copies (i, when[i]);
    }
  unload (&m);
  px_emu_free (dev);
  return failures != 0;
}
