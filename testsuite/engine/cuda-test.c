/* SPDX-License-Identifier: MIT */
/* kernels.cu, compiled by nvcc, gives the results of the same algorithms in C.  */
#include <math.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "testsuite/engine/t.h"

static struct mod m;

#define ARGS(...) ((void *[]) { __VA_ARGS__ })

static bool
go (const char *name, unsigned gx, unsigned gy, unsigned bx, unsigned by, size_t dynamic,
    void **args, px_emu_error *err)
{
  px_emu_launch l = { .grid = { gx, gy, 1 }, .block = { bx, by, 1 }, .args = args,
		      .dynamic_shared = dynamic, .timeout_ms = 60000 };
  px_emu_func *f = px_emu_module_func (m.m, name);
  return f && px_emu_run (f, &l, NULL, err);
}

/* The same under random schedules too.  */
static bool
ok (const char *name, unsigned g, unsigned b, void **args)
{
  px_emu_error e;
  bool r = go (name, g, 1, b, 1, 0, args, &e);
  if (!r)
    printf ("%s\n", e.text);
  return r;
}

static int
cmp_int (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;
  return x < y ? -1 : x > y;
}

static void
vectors (void)
{
  int n = 10007;
  float *x = buffer (n * 4 + 16), *y = buffer (n * 4 + 16), a = 1.25f;
  for (int i = 0; i < n; i++)
    x[i] = i * 0.5f, y[i] = 3 - i;
  bool r = ok ("saxpy", (n + 127) / 128, 128, ARGS (&y, &x, &a, &n));
  for (int i = 0; i < n && r; i++)
    r = y[i] == fmaf (a, i * 0.5f, 3 - i);
  check (r, "cuda saxpy");
  int q = n / 4;
  for (int i = 0; i < n; i++)
    x[i] = i * 0.5f, y[i] = 3 - i;
  r = ok ("saxpy4", 3, 96, ARGS (&y, &x, &a, &q));
  for (int i = 0; i < q * 4 && r; i++)
    r = y[i] == fmaf (a, i * 0.5f, 3 - i);
  check (r, "cuda saxpy4");
  release (x);
  release (y);
}

static void
sums (void)
{
  int n = 50000, want = 0;
  int *in = buffer (n * 4), *out = buffer (4096);
  float *f = buffer (n * 4), *fo = buffer (4);
  for (int i = 0; i < n; i++)
    want += in[i] = (int) (rnd () % 1000) - 300, f[i] = i % 64;
  bool r = ok ("reduce_shared", 7, 256, ARGS (&in, &out, &n));
  check (r && out[0] == want, "cuda reduce_shared");
  float lanes[32] = { 0 };
  int k = 4096;
  for (int i = 0; i < k; i++)
    lanes[i % 32] += f[i];
  for (int s = 16; s; s >>= 1)
    for (int i = 0; i < s; i++)
      lanes[i] += lanes[i + s];
  r = ok ("reduce_shfl", 1, 32, ARGS (&f, &fo, &k));
  check (r && *fo == lanes[0], "cuda reduce_shfl");
  r = ok ("scan_block", 1, 512, ARGS (&in, &out));
  for (int i = 0, s = 0; i < 512 && r; i++)
    s += in[i], r = out[i] == s;
  check (r, "cuda scan_block");

  int blocks = 60, *big = buffer (blocks * 128 * 4), *flag = buffer (blocks * 4),
      *total = buffer (blocks * 4), *ticket = buffer (4);
  r = ok ("scan_chained", blocks, 128, ARGS (&in, &big, &flag, &total, &ticket));
  for (int i = 0, s = 0; i < blocks * 128 && r; i++)
    s += in[i], r = big[i] == s;
  check (r, "cuda scan_chained");
  memset (flag, 0, 4);
  *ticket = 0;
  r = ok ("wait_for_last", 400, 32, ARGS (&flag, &ticket));
  check (r && *ticket == 400, "cuda wait_for_last: block 0 waits for block 399");
  release (in); release (out); release (f); release (fo);
  release (big); release (flag); release (total); release (ticket);
}

static void
histogram (void)
{
  int n = 100000;
  unsigned char *in = buffer (n);
  unsigned *out = buffer (1024), want[256] = { 0 };
  for (int i = 0; i < n; i++)
    want[in[i] = rnd () % 256 & rnd ()]++;
  bool r = ok ("histogram", 5, 256, ARGS (&in, &out, &n));
  check (r && !memcmp (out, want, 1024), "cuda histogram");
  release (in);
  release (out);
}

static void
sorts (void)
{
  int *v = buffer (4096 * 4), want[4096];
  for (int i = 0; i < 4096; i++)
    want[i] = v[i] = rnd () % 2000 - 1000;
  qsort (want, 1024, 4, cmp_int);
  bool r = ok ("bitonic", 1, 1024, ARGS (&v));
  check (r && !memcmp (v, want, 4096), "cuda bitonic");
  for (int i = 0; i < 4096; i++)
    want[i] = v[i] = rnd () % 2000 - 1000;
  for (int i = 0; i < 256; i++)
    qsort (want + 16 * i, 16, 4, cmp_int);
  r = ok ("sort_local", 2, 128, ARGS (&v));
  check (r && !memcmp (v, want, sizeof want), "cuda sort_local");
  release (v);
}

static void
matmul (void)
{
  int n = 64;
  float *a = buffer (n * n * 4), *b = buffer (n * n * 4), *c = buffer (n * n * 4);
  for (int i = 0; i < n * n; i++)
    a[i] = (float) (rnd () % 1000) / 37, b[i] = (float) (rnd () % 1000) / 41 - 3;
  px_emu_error e;
  bool r = go ("matmul", n / 16, n / 16, 16, 16, 0, ARGS (&a, &b, &c, &n), &e);
  for (int i = 0; i < n && r; i++)
    for (int j = 0; j < n && r; j++)
      {
	float s = 0;
	for (int k = 0; k < n; k++)
	  s = fmaf (a[i * n + k], b[k * n + j], s);
	r = c[i * n + j] == s;
      }
  check (r, "cuda matmul");
  release (a); release (b); release (c);
}

static void
filter (void)
{
  int w = 77, h = 53;
  unsigned char *in = buffer (w * h), *out = buffer (w * h);
  uint64_t at;
  size_t size;
  bool r = px_emu_module_global (m.m, "weights", &at, &size) && size == 100;
  check (r, "cuda __constant__ array is found");
  float *wt = (float *) at;
  for (int i = 0; i < 25; i++)
    wt[i] = (float) (i % 7) / 70;
  for (int i = 0; i < w * h; i++)
    in[i] = rnd ();
  px_emu_error e;
  r = go ("filter", (w + 31) / 32, (h + 7) / 8, 32, 8, 0, ARGS (&in, &out, &w, &h), &e);
  if (!r)
    printf ("%s\n", e.text);
  for (int y = 0; y < h && r; y++)
    for (int x = 0; x < w && r; x++)
      {
	float s = 0;
	for (int j = -2; j <= 2; j++)
	  for (int i = -2; i <= 2; i++)
	    {
	      int u = x + i < 0 ? 0 : x + i >= w ? w - 1 : x + i;
	      int v = y + j < 0 ? 0 : y + j >= h ? h - 1 : y + j;
	      s = fmaf (wt[(j + 2) * 5 + i + 2], in[v * w + u], s);
	    }
	r = out[y * w + x] == (unsigned char) fminf (fmaxf (s + 0.5f, 0), 255);
      }
  check (r, "cuda filter");
  release (in);
  release (out);
}

static void
stencil (void)
{
  int n = 1024;
  double *in = buffer (n * 8), *out = buffer (n * 8);
  for (int i = 0; i < n; i++)
    in[i] = sin (i);
  px_emu_error e;
  bool r = go ("stencil", n / 128, 1, 128, 1, 130 * 8, ARGS (&in, &out, &n), &e);
  for (int i = 0; i < n && r; i++)
    {
      double x = i ? in[i - 1] : 0, y = in[i], z = i + 1 < n ? in[i + 1] : 0;
      r = fabs (out[i] - (0.25 * x + 0.5 * y + 0.25 * z)) < 1e-15;
    }
  check (r, "cuda stencil");
  r = go ("stencil", n / 128, 1, 128, 1, 128 * 8, ARGS (&in, &out, &n), &e);
  check (!r && e.kind == PX_EMU_ILLEGAL_ADDRESS, "cuda stencil with too little shared memory: %s",
	 px_emu_kind_name (e.kind));
  release (in);
  release (out);
}

static void
control (void)
{
  int *lock = buffer (4), *count = buffer (4);
  bool r = ok ("spin_lock", 4, 96, ARGS (&lock, &count));
  check (r && *count == 384, "cuda spin_lock: lanes of a warp contend (%d)", *count);
  int *out = buffer (4096), *in = buffer (4096);
  r = ok ("recursion", 1, 64, ARGS (&out));
  static const int fib[] = { 0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89 };
  for (int i = 0; i < 64 && r; i++)
    r = out[i] == fib[i % 12];
  check (r, "cuda recursion");
  float *v = buffer (400);
  for (int i = 0; i < 100; i++)
    v[i] = i + 0.5f;
  r = ok ("indirect", 1, 100, ARGS (&v));
  for (int i = 0; i < 100 && r; i++)
    {
      float x = i + 0.5f;
      r = v[i] == (i % 3 == 0 ? 2 * x : i % 3 == 1 ? x * x : -x);
    }
  check (r, "cuda indirect calls");
  for (int i = 0; i < 128; i++)
    in[i] = i % 9 - 1;
  r = ok ("switches", 1, 128, ARGS (&in, &out));
  for (int t = 0; t < 128 && r; t++)
    {
      int x = in[t], q = 0;
      switch (x)
	{
	case 0: q = 11; break;
	case 1: q = x + t; break;
	case 2: q = t * t; break;
	case 3: q = -t; break;
	case 4: case 5: q = t ^ 0x55; break;
	case 6:
	  for (int i = 0; i < t && i < 20; i++)
	    if (i % 3)
	      q += i;
	  break;
	default: break;
	}
      r = out[t] == q;
    }
  check (r, "cuda switches");
  r = ok ("heap", 1, 64, ARGS (&out));
  for (int t = 0; t < 64 && r; t++)
    r = out[t] == t * 120;
  check (r, "cuda malloc and free");
  release (lock); release (count); release (in); release (out); release (v);
}

static void
arithmetic (void)
{
  int n = 500;
  double *x = buffer (n * 8), *y = buffer (n * 48), worst = 0;
  float *f = buffer (n * 4), *g = buffer (n * 24);
  for (int i = 0; i < n; i++)
    f[i] = x[i] = (double) (int64_t) (rnd () >> 20) / 1e10 - 800;
  bool r = ok ("math_double", 4, 128, ARGS (&x, &y, &n));
  for (int i = 0; i < n && r; i++)
    {
      double w[] = { sin (x[i]), exp (x[i] * 0.01), log (fabs (x[i]) + 1), pow (fabs (x[i]), 0.37),
		     atan2 (x[i], 3.0), erf (x[i] * 0.001) };
      for (int k = 0; k < 6; k++)
	{
	  double e = fabs (y[6 * i + k] - w[k]) / (fabs (w[k]) + 1e-300);
	  if (!(e <= worst))
	    worst = e;
	}
    }
  check (r && worst < 1e-14, "cuda double functions (%.1e)", worst);
  worst = 0;
  r = ok ("math_float", 4, 128, ARGS (&f, &g, &n));
  for (int i = 0; i < n && r; i++)
    {
      double w[] = { sin (f[i]), exp (f[i] * 0.01f), log (fabsf (f[i]) + 1), pow (fabsf (f[i]), 0.37f),
		     f[i] / 3.7f, sqrtf (fabsf (f[i])) };
      for (int k = 0; k < 6; k++)
	{
	  double e = fabs (g[6 * i + k] - w[k]) / (fabs (w[k]) + 1e-3);
	  if (!(e <= worst))
	    worst = e;
	}
    }
  check (r && worst < 1e-5, "cuda float functions (%.1e)", worst);

  int *a = buffer (512), *b = buffer (512), *q = buffer (512), *s = buffer (512);
  long long *c = buffer (1024), *d = buffer (1024);
  for (int i = 0; i < 128; i++)
    a[i] = rnd (), b[i] = (int) (rnd () % 2000) - 1000, b[i] += !b[i], c[i] = rnd ();
  r = ok ("divide", 1, 128, ARGS (&a, &b, &q, &s, &c, &d));
  for (int i = 0; i < 128 && r; i++)
    r = q[i] == a[i] / b[i] && s[i] == a[i] % b[i] && d[i] == c[i] / b[i] + c[i] % b[i];
  check (r, "cuda integer division");
  release (x); release (y); release (f); release (g);
  release (a); release (b); release (q); release (s); release (c); release (d);
}

static void
warps (void)
{
  float *in = buffer (4096), *out = buffer (512);
  for (int i = 0; i < 1024; i++)
    in[i] = i * 3 % 101;
  bool r = ok ("pipeline", 1, 128, ARGS (&in, &out));
  for (int t = 0; t < 128 && r; t++)
    {
      float s = 0;
      for (int k = 0; k < 8; k++)
	s += in[k * 128 + 127 - t];
      r = out[t] == s;
    }
  check (r, "cuda pipeline of cp.async");
  int *v = buffer (128);
  unsigned *o = buffer (512), ballot = 0, same[4] = { 0 }, odd = 0;
  int max = -1000;
  for (int i = 0; i < 32; i++)
    {
      v[i] = (int) (rnd () % 200) - 100;
      ballot |= (unsigned) (v[i] > 0) << i;
      same[v[i] & 3] |= 1u << i;
      if (i & 1)
	odd += v[i];
      else if (v[i] > max)
	max = v[i];
    }
  v[3] = v[3];
  r = ok ("votes", 1, 32, ARGS (&v, &o));
  unsigned any = 0, all = 1;
  for (int i = 0; i < 32; i++)
    any |= v[i] > 90, all &= v[i] > -100;
  for (int i = 0; i < 32 && r; i++)
    r = o[i] == ballot && o[32 + i] == (any | all << 1) && o[64 + i] == same[v[i] & 3]
	&& o[96 + i] == (i & 1 ? odd : (unsigned) max);
  check (r, "cuda votes, match, reductions");
  release (in); release (out); release (v); release (o);
}

static float
half_value (uint16_t h)
{
  int e = h >> 10 & 31, f = h & 1023;
  float x = e ? ldexpf (f + 1024, e - 25) : ldexpf (f, -24);
  return h >> 15 ? -x : x;
}

static void
halves (void)
{
  uint16_t *a = buffer (256), *b = buffer (256), *c = buffer (256), *d = buffer (128);
  for (int i = 0; i < 128; i++)
    a[i] = 0x3000 + rnd () % 0x1000, b[i] = 0x3000 + rnd () % 0x1000;
  bool r = ok ("halves", 1, 64, ARGS (&a, &b, &c, &d));
  double worst = 0;
  for (int i = 0; i < 128 && r; i++)
    {
      double x = half_value (a[i]), y = half_value (b[i]), w = x * y + (x + y);
      double e = fabs (half_value (c[i]) - w) / fabs (w);
      if (e > worst)
	worst = e;
    }
  check (r && worst < 0x1p-10, "cuda half2 (%.1e)", worst);
  release (a); release (b); release (c); release (d);
}

static void
groups (void)
{
  int n = 2048, *v = buffer (n * 4), *out = buffer (n * 4);
  px_emu_error e;
  for (int i = 0; i < n; i++)
    v[i] = i;
  px_emu_launch l = { .grid = { 16, 1, 1 }, .block = { 128, 1, 1 }, .args = ARGS (&v, &n),
		      .cooperative = true, .timeout_ms = 60000 };
  bool r = px_emu_run (px_emu_module_func (m.m, "grid_sync"), &l, NULL, &e);
  if (!r)
    printf ("%s\n", e.text);
  for (int i = 0; i < n && r; i++)
    r = v[i] == (i + 5) % n + 5;
  check (r, "cuda grid synchronisation");
  l.grid[0] = 100000;
  r = px_emu_run (px_emu_module_func (m.m, "grid_sync"), &l, NULL, &e);
  check (!r && e.kind == PX_EMU_COOPERATIVE, "cuda cooperative launch that does not fit");

  for (int i = 0; i < 64; i++)
    v[i] = i * i;
  r = ok ("tiles", 1, 64, ARGS (&v, &out));
  for (int i = 0; i < 64 && r; i++)
    {
      int s = 0, size = 0, rank = 0;
      for (int k = i / 8 * 8; k < i / 8 * 8 + 8; k++)
	s += k * k;
      for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++)
	if (k % 3 == 0)
	  size++, rank += k < i;
      r = out[i] == s + (i % 3 ? 0 : size * 1000 + rank * 100000);
    }
  check (r, "cuda tiles, coalesced threads");
  float *f = (float *) v, *g = (float *) out;
  for (int i = 0; i < 128; i++)
    f[i] = i * 0.25f;
  r = ok ("block_barrier", 1, 128, ARGS (&f, &g));
  for (int i = 0; i < 128 && r; i++)
    r = g[i] == (127 - i) * 0.25f;
  check (r, "cuda barrier object with asynchronous copy");
  r = ok ("cluster_pair", 4, 32, ARGS (&out));
  for (int i = 0; i < 128 && r; i++)
    r = out[i] == 100 + (i / 32 % 2 ^ 1);
  check (r, "cuda cluster");
  memset (v, 0, 64);
  unsigned long long *u = (unsigned long long *) (v + 4);
  f = (float *) (v + 2);
  r = ok ("atomics", 2, 96, ARGS (&v, &f, &u));
  double d;
  memcpy (&d, u + 1, 8);
  check (r && v[0] == 192 && *f == 96 && u[0] == 95 && d == 192 && v[1] == 0, "cuda atomics");
  release (v);
  release (out);
}

static void
system_calls (void)
{
  int n = 3;
  size_t len, lost;
  px_emu_error e;
  bool r = ok ("hello", 1, 3, ARGS (&n));
  char *text = px_emu_printf_take (dev, &len, &lost);
  static const char want[] = "thread 0 of 3:  0.00 A -1234567890123 ff%\n"
    "thread 1 of 3:  0.50 B -1234567890123 ff%\n"
    "thread 2 of 3:  1.00 C -1234567890123 ff%\n";
  check (r && len == strlen (want) && !memcmp (text, want, len) && !lost, "cuda printf");
  free (text);
  n = 5;
  r = go ("asserting", 1, 1, 32, 1, 0, ARGS (&n), &e);
  check (!r && e.kind == PX_EMU_ASSERT && strstr (e.text, "threadIdx.x != n") && e.thread[0] == 5,
	 "cuda assert");
  struct { int x; double y; char tag[5]; } in = { 7, 1.5, "abcd" }, *out = buffer (32 * 24);
  r = ok ("structs", 1, 32, ARGS (&in, &out));
  for (int i = 0; i < 32 && r; i++)
    r = out[i].x == 7 + i && out[i].y == 1.5 * i && out[i].tag[i % 5] == 'm';
  check (r, "cuda structs by value");
  int *p = buffer (4);
  px_emu_launch l = { .grid = { 3, 1, 1 }, .block = { 64, 1, 1 }, .args = ARGS (&p), .timeout_ms = 200 };
  r = px_emu_run (px_emu_module_func (m.m, "spin_forever"), &l, NULL, &e);
  check (!r && e.kind == PX_EMU_TIMEOUT, "cuda endless loop is stopped: %s", px_emu_kind_name (e.kind));
  l.timeout_ms = 0;
  l.max_steps = 100000;
  r = px_emu_run (px_emu_module_func (m.m, "spin_forever"), &l, NULL, &e);
  check (!r && e.kind == PX_EMU_TIMEOUT, "cuda endless loop is stopped by a step limit");
  uint64_t bad = 0x1234;
  r = go ("spin_forever", 1, 1, 1, 1, 0, ARGS (&bad), &e);
  check (!r && e.kind == PX_EMU_ILLEGAL_ADDRESS && e.address == 0x1234 && e.ptx_line > 0,
	 "cuda wild pointer: %s", px_emu_kind_name (e.kind));
  release (out);
  release (p);
}

int
main (void)
{
  char cmd[2048], path[] = "/tmp/px-kernels-XXXXXX";
  const char *nvcc = getenv ("NVCC") ? getenv ("NVCC") : PX_NVCC, *flags = getenv ("PX_NVCC_FLAGS");
  if (!*nvcc || access (nvcc, X_OK))
    {
      printf ("UNSUPPORTED: cuda-test: no nvcc\n");
      return 77;
    }
  int fd = mkstemp (path);
  if (fd < 0)
    return 1;
  snprintf (cmd, sizeof cmd, "%s -std=c++17 -arch=sm_90 -ptx %s -o %s %s/testsuite/engine/kernels.cu", nvcc,
	    flags ? flags : "", path, PX_SRCDIR);
  if (system (cmd))
    {
      unlink (path);
      printf ("UNSUPPORTED: cuda-test: nvcc does not compile\n");
      return 77;
    }
  FILE *f = fdopen (fd, "r");
  struct stat st;
  char *text = NULL;
  if (stat (path, &st) == 0 && (text = malloc (st.st_size + 1)))
    {
      FILE *g = fopen (path, "r");
      text[fread (text, 1, st.st_size, g)] = 0;
      fclose (g);
    }
  fclose (f);
  unlink (path);
  dev = px_emu_new (0);
  m = load (text);
  free (text);
  vectors ();
  sums ();
  histogram ();
  sorts ();
  matmul ();
  filter ();
  stencil ();
  control ();
  arithmetic ();
  warps ();
  halves ();
  groups ();
  system_calls ();
  unload (&m);
  px_emu_free (dev);
  return failures != 0;
}
