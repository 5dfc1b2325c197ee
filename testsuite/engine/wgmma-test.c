/* SPDX-License-Identifier: MIT */
/* wgmma against double arithmetic: types, shapes, layouts in shared memory, A in
   registers, sparse A, completion, what is wrong.  */
#include "testsuite/engine/t.h"
#include "testsuite/engine/numbers.h"

typedef uint32_t u32;
typedef uint64_t u64;

/* A matrix in shared memory: MN x K elements, swizzle of WIDTH bytes (16: none).  */
struct place
{
  u32 base, width;
  bool mn_major;
  u32 lbo, sbo;
  u32 phase;			/* base offset: it begins so many lines of 128 bytes behind BASE */
};

static u32
offset_of (const struct place *p, int bits, u32 mn, u32 k, u32 *bit)
{
  u32 t = 128 / bits, chunks = p->width / 16, x, major = p->mn_major ? mn : k, minor = p->mn_major ? k : mn;
  *bit = major % t * bits % 8;
  u32 in = major % t * bits / 8, chunk = major / t;
  if (chunks == 1)
    x = minor % 8 * 16 + (p->mn_major ? chunk * p->sbo + minor / 8 * p->lbo : minor / 8 * p->sbo + chunk * p->lbo);
  else if (p->mn_major)
    x = chunk % chunks * 16 + chunk / chunks * p->lbo + minor % 8 * p->width + minor / 8 * p->sbo;
  else
    x = chunk * 16 + minor % 8 * p->width + minor / 8 * p->sbo;
  x += p->base + p->phase * 128;
  /* Chunks change places by the number of the line of 128 bytes.  */
  x ^= ((x / 128 - p->phase) % 8 & (chunks - 1)) * 16;
  return x + in;
}

static void
lay_out (struct place *p, u32 base, u32 width, bool mn_major, u32 mn, u32 k, int bits)
{
  u32 t = 128 / bits;
  static u32 next;
  *p = (struct place) { base, width, mn_major, 0, 0, width > 16 ? next++ % 8 : 0 };
  if (width == 16)
    {
      p->lbo = 128;
      p->sbo = mn_major ? 128 * (k / 8) : 128 * (k / t);
    }
  else
    {
      p->sbo = 8 * width;
      p->lbo = mn_major ? 8 * width * (k / 8) : 16;
    }
  (void) mn;
}

static u64
descriptor (const struct place *p)
{
  u64 mode = p->width == 128 ? 1 : p->width == 64 ? 2 : p->width == 32 ? 3 : 0;
  return (p->base + p->phase * 128) >> 4 | (u64) p->phase << 49 | (u64) (p->lbo >> 4) << 16 | (u64) (p->sbo >> 4) << 32 | mode << 62;
}

static void
put (uint8_t *image, const struct place *p, int bits, u32 mn, u32 k, u32 v)
{
  u32 bit, at = offset_of (p, bits, mn, k, &bit);
  if (bits >= 8)
    memcpy (image + at, &v, bits / 8);
  else
    image[at] |= v << bit;
}

enum { IMAGE = 96 * 1024 };

struct form
{
  int n, k;
  enum type d, a, b;
  u32 wa, wb;			/* widths of the swizzles */
  bool ta, tb;			/* MN-major */
  bool regs, sparse, zero, na, nb, sat;
  int sel;
};

static char *
text_of (const struct form *f, const char *name)
{
  static char text[65536];
  int nd = f->d == F16 ? f->n / 4 : f->n / 2, len;
  const char *cls = f->d == F32 ? "f32" : "b32";
  len = sprintf (text, ".version 8.7\n.target sm_90a\n.address_size 64\n.extern .shared .align 1024 .b8 s[];\n"
		 ".visible .entry k (.param .u64 d, .param .u64 img, .param .u64 ra, .param .u64 da, .param .u64 db)\n{\n"
		 ".reg .%s %%d<128>; .reg .b32 %%a<4>, %%e, %%r<8>; .reg .b64 %%p<12>; .reg .pred %%q<2>;\n"
		 "ld.param.u64 %%p0, [d]; ld.param.u64 %%p1, [img]; ld.param.u64 %%p2, [ra]; ld.param.u64 %%p3, [da]; ld.param.u64 %%p4, [db];\n"
		 "mov.u32 %%r0, %%tid.x; shl.b32 %%r1, %%r0, 4; mov.u32 %%r2, s;\n"
		 "L: cvt.u64.u32 %%p5, %%r1; add.u64 %%p5, %%p1, %%p5; ld.global.v2.b64 {%%p6, %%p7}, [%%p5]; add.u32 %%r3, %%r2, %%r1;\n"
		 "st.shared.v2.b64 [%%r3], {%%p6, %%p7}; add.u32 %%r1, %%r1, 2048; setp.lt.u32 %%q0, %%r1, %d; @%%q0 bra L;\n"
		 "fence.proxy.async; bar.sync 0; mul.wide.u32 %%p8, %%r0, 4; add.u64 %%p0, %%p0, %%p8; add.u64 %%p2, %%p2, %%p8;\n"
		 "ld.global.b32 %%a0, [%%p2]; ld.global.b32 %%a1, [%%p2+512]; ld.global.b32 %%a2, [%%p2+1024];"
		 " ld.global.b32 %%a3, [%%p2+1536]; ld.global.b32 %%e, [%%p2+2048];\n", cls, IMAGE);
  for (int i = 0; i < nd; i++)
    len += sprintf (text + len, "ld.global.%s %%d%d, [%%p0+%d];\n", cls, i, i * 512);
  len += sprintf (text + len, "setp.eq.u32 %%q1, 0, %d;\nwgmma.fence.sync.aligned;\n%s {", f->zero, name);
  for (int i = 0; i < nd; i++)
    len += sprintf (text + len, "%s%%d%d", i ? ", " : "", i);
  len += sprintf (text + len, "}, %s, %%p4,", f->regs ? "{%a0, %a1, %a2, %a3}" : "%p3");
  if (f->sparse)
    len += sprintf (text + len, " %%e, %d,", f->sel);
  len += sprintf (text + len, " %%q1");
  if (f->d != S32)
    len += sprintf (text + len, ", %d, %d", f->na ? -1 : 1, f->nb ? -1 : 1);
  if (type_bits[f->a] == 16)
    len += f->regs ? sprintf (text + len, ", %d", f->tb) : sprintf (text + len, ", %d, %d", f->ta, f->tb);
  len += sprintf (text + len, ";\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n");
  for (int i = 0; i < nd; i++)
    len += sprintf (text + len, "st.global.%s [%%p0+%d], %%d%d;\n", cls, i * 512, i);
  sprintf (text + len, "ret;\n}\n");
  return text;
}

static bool
launch (struct mod *m, unsigned threads, void **args, enum px_emu_async async, px_emu_error *err)
{
  px_emu_launch l = { .grid = { 1, 1, 1 }, .block = { threads, 1, 1 }, .args = args, .timeout_ms = 20000,
		      .dynamic_shared = IMAGE, .async = async };
  return px_emu_run (px_emu_module_func (m->m, "k"), &l, NULL, err);
}

static void
test (struct form f)
{
  char name[200];
  sprintf (name, "wgmma.mma_async%s.sync.aligned.m64n%dk%d.%s.%s.%s%s%s", f.sparse ? ".sp" : "", f.n, f.k, type_name[f.d],
	   type_name[f.a], type_name[f.b], f.sat ? ".satfinite" : "", f.a == B1 ? ".and.popc" : "");
  struct mod m = load (text_of (&f, name));
  u32 *d = buffer (128 * 512), *c = malloc (128 * 512), *ra = buffer (4096);
  uint8_t *img = buffer (IMAGE);
  static double a[64][256], b[256][256];
  struct place pa, pb;
  int bits = type_bits[f.a], kp = f.sparse ? f.k / 2 : f.k, e = 32 / bits;
  lay_out (&pa, 1024 + (f.wa == 128 && !f.ta && !f.sparse ? 64 : 0), f.wa, f.ta, 64, kp, bits);
  lay_out (&pb, 40960 + (f.wb == 128 && !f.tb && !f.sparse ? 32 : 0), f.wb, f.tb, f.n, f.k, bits);
  bool ok = true;
  px_emu_error err = { 0 };
  for (int policy = 0; policy < 3 && ok; policy++)
    {
      memset (img, 0, IMAGE);
      memset (a, 0, sizeof a);
      u32 meta[128];
      for (int i = 0; i < 128; i++)
	{
	  static const u32 pairs[] = { 0x4, 0x8, 0xc, 0x9, 0xd, 0xe };
	  meta[i] = 0;
	  for (int s = 0; s < 32; s += 4)
	    meta[i] |= (f.a == TF32 ? (rnd () & 1 ? 0xeu : 0x4u) : pairs[rnd () % 6]) << s;
	}
      memset (ra, 0, 2048);
      memcpy (ra + 512, meta, 512);
      for (int i = 0; i < 64; i++)
	for (int x = 0; x < kp; x++)
	  {
	    u32 v = random_bits (f.a);
	    int col = x, lane = i / 16 * 32 + i % 8 * 4;
	    if (!f.regs)
	      put (img, &pa, bits, i, x, v);
	    else
	      ra[(x / (4 * e) * 2 + i % 16 / 8) * 128 + lane + x / e % 4] |= v << x % e * bits % 32;
	    if (f.sparse)
	      {
		int width = f.a == TF32 ? 4 : 2, at = x * width, l, s, lanes = kp * width / 16;
		if (bits >= 16)
		  l = at / 16, s = at % 16 + i % 16 / 8 * 16;
		else
		  l = at / 32 * 2 + i % 16 / 8, s = at % 32;
		u32 p = meta[lane + (l + f.sel * lanes) % 4] >> s & ((1u << width) - 1);
		col = f.a == TF32 ? x * 2 + (p == 0xe) : x / 2 * 4 + (int) p;
	      }
	    a[i][col] = value_of (f.a, v);
	  }
      for (int j = 0; j < f.n; j++)
	for (int x = 0; x < f.k; x++)
	  {
	    u32 v = random_bits (f.b);
	    put (img, &pb, bits, j, x, v);
	    b[x][j] = value_of (f.b, v);
	  }
      for (int i = 0; i < 128 * 128; i++)
	d[i] = f.d == F16 ? random_bits (F16) | random_bits (F16) << 16 : f.d == S32 && f.sat && i & 1 ? 0x7ffffff0u : random_bits (f.d);
      memcpy (c, d, 128 * 512);
      u64 da = descriptor (&pa), db = descriptor (&pb);
      void *args[] = { &d, &img, &ra, &da, &db };
      ok = launch (&m, 128, args, policy, &err);
      double sign = f.na != f.nb ? -1 : 1;
      for (int i = 0; ok && i < 64; i++)
	for (int j = 0; ok && j < f.n; j++)
	  {
	    int lane = i / 16 * 32 + i % 8 * 4 + j % 8 / 2, reg = j / 8 * 4 + i % 16 / 8 * 2 + j % 2;
	    int at = (f.d == F16 ? reg / 2 : reg) * 128 + lane, shift = f.d == F16 ? reg % 2 * 16 : 0;
	    double cv = f.zero ? 0 : value_of (f.d, c[at] >> shift), sum = 0, mag = fabs (cv);
	    for (int x = 0; x < f.k; x++)
	      sum += sign * a[i][x] * b[x][j], mag += fabs (a[i][x] * b[x][j]);
	    u32 got = d[at] >> shift;
	    if (f.d == S32)
	      {
		int64_t want = (int64_t) sum + (int64_t) cv;
		if (f.sat)
		  want = want > INT32_MAX ? INT32_MAX : want < INT32_MIN ? INT32_MIN : want;
		ok = got == (u32) want;
	      }
	    else
	      {
		double v = value_of (f.d, got), bound = kp * 0x1p-24 * mag * 1.001;
		if (f.d == F16)
		  bound += fabs (sum + cv) * 0x1p-11 * 1.01 + 0x1p-25;
		ok = fabs (v - (sum + cv)) <= bound;
	      }
	    if (!ok)
	      printf ("(%d,%d): %.9g, not %.9g\n", i, j, value_of (f.d, got), sum + cv);
	  }
    }
  if (err.kind)
    printf ("%s\n", err.text);
  check (ok, "%s, A %s%s %u, B %s %u%s%s%s, selector %d", name, f.regs ? "in registers" : "", f.ta ? "M-major" : "K-major", f.wa,
	 f.tb ? "N-major" : "K-major", f.wb, f.zero ? ", scale-d 0" : "", f.na ? ", -A" : "", f.nb ? ", -B" : "", f.sel);
  release (d);
  release (ra);
  release (img);
  free (c);
  unload (&m);
}

static void
all (void)
{
  static const u32 widths[] = { 16, 32, 64, 128 };
  static const enum type half[] = { F16, BF16 }, byte[] = { E4M3, E5M2 }, small[] = { S8, U8 };
  for (int i = 0; i < 4; i++)
    for (int ta = 0; ta < 2; ta++)
      for (int tb = 0; tb < 2; tb++)
	test ((struct form) { .n = i == 3 ? 256 : 64, .k = 16, .d = F32, .a = half[i & 1], .b = half[i & 1], .wa = widths[i],
			      .wb = widths[i], .ta = ta, .tb = tb, .na = ta, .nb = tb });
  for (int i = 0; i < 4; i++)
    {
      u32 w = widths[i];
      test ((struct form) { .n = 8 * (i + 1), .k = 16, .d = F16, .a = F16, .b = F16, .wa = w, .wb = w, .zero = i & 1 });
      test ((struct form) { .n = 200, .k = 16, .d = F32, .a = BF16, .b = BF16, .regs = true, .wa = 16, .wb = w, .tb = i & 1 });
      test ((struct form) { .n = 96, .k = 8, .d = F32, .a = TF32, .b = TF32, .wa = w, .wb = widths[3 - i], .na = i & 1 });
      test ((struct form) { .n = 24, .k = 8, .d = F32, .a = TF32, .b = TF32, .regs = true, .wa = 16, .wb = w });
      test ((struct form) { .n = 40, .k = 32, .d = F32, .a = byte[i & 1], .b = byte[i >> 1], .wa = w, .wb = w });
      test ((struct form) { .n = 16, .k = 32, .d = F16, .a = byte[i & 1], .b = byte[i >> 1], .regs = i & 1, .wa = w, .wb = w });
      test ((struct form) { .n = 32, .k = 32, .d = S32, .a = small[i & 1], .b = small[i >> 1], .wa = w, .wb = w, .sat = i & 1 });
      test ((struct form) { .n = 112, .k = 32, .d = S32, .a = small[i & 1], .b = small[i >> 1], .regs = true, .wa = 16, .wb = w });
      test ((struct form) { .n = 48, .k = 256, .d = S32, .a = B1, .b = B1, .wa = w, .wb = w, .regs = i & 1, .zero = i == 2 });
      for (int sel = 0; sel < 2; sel++)
	{
	  /* 64 bytes of B along K. */
	  u32 wb = i < 2 ? 16 : w;
	  test ((struct form) { .n = 64, .k = 32, .d = sel ? F16 : F32, .a = F16, .b = F16, .wa = w, .wb = wb, .sparse = true,
				.sel = sel, .ta = i & 1, .regs = false });
	  test ((struct form) { .n = 64, .k = 32, .d = F32, .a = BF16, .b = BF16, .wa = 16, .wb = wb, .tb = i & 1, .sparse = true,
				.sel = sel, .regs = true });
	  test ((struct form) { .n = 8, .k = 16, .d = F32, .a = TF32, .b = TF32, .wa = w, .wb = wb, .sparse = true, .sel = sel,
				.regs = i & 1 });
	}
      test ((struct form) { .n = 64, .k = 64, .d = F32, .a = byte[i & 1], .b = byte[i >> 1], .wa = w, .wb = i < 2 ? 16 : w,
			    .sparse = true, .regs = i & 1 });
      test ((struct form) { .n = 64, .k = 64, .d = S32, .a = small[i & 1], .b = small[i >> 1], .wa = w, .wb = i < 2 ? 16 : w,
			    .sparse = true, .regs = i & 1 });
    }
}

/* ---- completion ---- */

#define PROLOGUE ".version 8.7\n.target sm_90a\n.address_size 64\n.extern .shared .align 1024 .b8 s[];\n" \
  ".visible .entry k (.param .u64 d, .param .u64 db)\n{\n"		\
  ".reg .f32 %d<4>; .reg .b32 %a<4>, %r<8>; .reg .b64 %p<8>; .reg .pred %q;\n" \
  "ld.param.u64 %p0, [d]; ld.param.u64 %p1, [db]; mov.u32 %r0, %tid.x; mul.wide.u32 %p2, %r0, 4; add.u64 %p0, %p0, %p2;\n" \
  "mov.b32 %a0, 0x3f803f80; mov.b32 %a1, %a0; mov.b32 %a2, %a0; mov.b32 %a3, %a0; mov.u32 %r1, s;\n" \
  "mov.f32 %d0, 0f00000000; mov.f32 %d1, %d0; mov.f32 %d2, %d0; mov.f32 %d3, %d0; setp.lt.u32 %q, %r0, 64;\n"
#define MMA "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%d0, %d1, %d2, %d3}, {%a0, %a1, %a2, %a3}, %p1, 1, 1, 1, 0;\n"

/* B is 1.0 everywhere: 16 for each product.  Two groups; B changes before the wait for
   the second, the accumulator is read between, first when all warps have issued both: none of
   them is carried out before.  */
static void
completion (void)
{
  struct mod m = load (PROLOGUE
    "setmaxnreg.inc.sync.aligned.u32 232;"
    "shl.b32 %r2, %r0, 2; add.u32 %r2, %r1, %r2; mov.b32 %r3, 0x3f803f80; st.shared.b32 [%r2], %r3; bar.sync 0;\n"
    MMA "wgmma.commit_group.sync.aligned;\n"
    MMA MMA "wgmma.commit_group.sync.aligned;\n"
    "bar.sync 0; st.global.f32 [%p0], %d0;\n"
    "wgmma.wait_group.sync.aligned 1; st.global.f32 [%p0+512], %d0;\n"
    "bar.sync 0; mov.b32 %r3, 0x40004000; st.shared.b32 [%r2], %r3; bar.sync 0;\n"
    "wgmma.wait_group.sync.aligned 0; st.global.f32 [%p0+1024], %d0; ret;\n}\n");
  for (int policy = 0; policy < 2; policy++)
    {
      float *d = buffer (2048);
      u64 desc = 128 >> 4 << 16 | (u64) (256 >> 4) << 32;
      void *args[] = { &d, &desc };
      px_emu_error err = { 0 };
      bool ok = launch (&m, 128, args, policy, &err);
      if (!ok)
	printf ("%s\n", err.text);
      float want[2][3] = { { 0, 16, 16 + 64 }, { 48, 48, 48 } };
      for (int i = 0; i < 3; i++)
	for (int l = 0; l < 128; l++)
	  ok = ok && d[i * 128 + l] == want[policy][i];
      check (ok, "wgmma is carried out %s", policy ? "at issue" : "when it is waited for");
      release (d);
    }
  unload (&m);
}

/* Groups complete at any time, of each warp by itself: a warp that has nothing left to wait for goes on,
   and the others of its warpgroup do not wait for it.  */
static void
at_random (void)
{
  enum { SEEDS = 200, TURNS = 6 };
  struct mod m = load (PROLOGUE
    "shl.b32 %r2, %r0, 2; add.u32 %r2, %r1, %r2; mov.b32 %r3, 0x3f803f80; st.shared.b32 [%r2], %r3; bar.sync 0;\n"
    "mov.u32 %r4, 0;\n"
    "L:" MMA "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 1;\n"
    "add.u32 %r4, %r4, 1; setp.lt.u32 %q, %r4, 6; @%q bra L;\n"
    "wgmma.wait_group.sync.aligned 0; st.global.f32 [%p0], %d0; ret;\n}\n");
  float *d = buffer (512);
  u64 desc = 128 >> 4 << 16 | (u64) (256 >> 4) << 32;
  void *args[] = { &d, &desc };
  bool ok = true;
  for (unsigned seed = 1; ok && seed <= SEEDS; seed++)
    {
      px_emu_error err = { 0 };
      px_emu_launch l = { .grid = { 1, 1, 1 }, .block = { 128, 1, 1 }, .args = args, .timeout_ms = 20000, .dynamic_shared = IMAGE,
			  .async = PX_EMU_ASYNC_RANDOM, .schedule = PX_EMU_RANDOM, .seed = seed };
      ok = px_emu_run (px_emu_module_func (m.m, "k"), &l, NULL, &err);
      if (!ok)
	printf ("seed %u: %s\n", seed, err.text);
      for (int i = 0; i < 128; i++)
	ok = ok && d[i] == 16 * TURNS;
    }
  check (ok, "wgmma is carried out at any time");
  release (d);
  unload (&m);
}

static void
fault (const char *what, unsigned threads, const char *body, u64 desc, const char *expect)
{
  char text[8192];
  snprintf (text, sizeof text, "%s%s\nret;\n}\n", PROLOGUE, body);
  px_emu_error err;
  struct mod m = load_err (text, &err);
  void *d = buffer (4096), *args[] = { &d, &desc };
  bool ran = m.m && launch (&m, threads, args, PX_EMU_ASYNC_LATE, &err);
  bool ok = !ran && strstr (err.text, expect);
  if (!ok)
    printf ("%s\n", ran ? "no error" : err.text);
  check (ok, "error: %s", what);
  release (d);
  if (m.m)
    unload (&m);
}

#define COMMIT "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;"

int
main (void)
{
  dev = px_emu_new (1);
  all ();
  completion ();
  at_random ();
  u64 good = 128 >> 4 << 16 | (u64) (256 >> 4) << 32;
  fault ("half a warpgroup", 64, MMA COMMIT, good, "warpgroup");
  fault ("half of a warpgroup's warps", 128, "@!%q bra L;" MMA COMMIT "L:", good, "for the other warps of its warpgroup");
  fault ("different instructions", 128, "@!%q bra L;" MMA "bra M; L:" MMA "M:" COMMIT, good, "same wgmma");
  fault ("descriptor past shared memory", 128, MMA COMMIT, good | 0x3fff, "leaves shared memory");
  fault ("base offset without swizzle", 128, MMA COMMIT, good | (u64) 1 << 49, "base offset");
  fault ("descriptors differ", 128, "cvt.u64.u32 %p3, %r0; add.u64 %p1, %p1, %p3;" MMA COMMIT, good, "different matrix descriptors");
  fault ("setmaxnreg in half a warpgroup", 128, "@!%q bra L; setmaxnreg.dec.sync.aligned.u32 40; L:", good,
	 "for the other warps of its warpgroup");
  fault ("setmaxnreg without a warpgroup", 96, "setmaxnreg.dec.sync.aligned.u32 40;", good, "warpgroup");
  fault ("setmaxnreg of 20", 128, "setmaxnreg.dec.sync.aligned.u32 20;", good, "from 24 to 256");
  fault ("setmaxnreg of 44", 128, "setmaxnreg.dec.sync.aligned.u32 44;", good, "multiple of 8");
  fault ("a divergent warp", 128, "setp.eq.u32 %q, %r0, 5; @%q bra L;" MMA COMMIT "L: bar.warp.sync -1;", good, "deadlock");
  px_emu_free (dev);
  return failures != 0;
}
