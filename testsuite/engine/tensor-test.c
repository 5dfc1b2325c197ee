/* SPDX-License-Identifier: MIT */
/* Tensor copies: tiles of 1 to 5 dimensions, im2col, swizzles, what lies outside,
   element strides, reductions, multicast, tensormap.replace.  The reference places
   each element by its coordinates.  */
#include "emulator/run/tmap.h"
#include "testsuite/engine/t.h"

enum { BYTES = 65536 };

/* Bytes of CUtensorMapDataType.  */
static const uint8_t size_of[] = { 1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4 };

/* Parameters: map, out (in): shared memory to or from global; coordinates, offsets.  */
static char *
text_of (int dims, bool store, bool im2col, const char *reduce, bool by_const)
{
  static char text[8192], coords[128] = "", offs[64] = "";
  int len = sprintf (coords, "{");
  for (int i = 0; i < dims; i++)
    len += sprintf (coords + len, "%s%%c%d", i ? ", " : "", i);
  sprintf (coords + len, "}");
  len = sprintf (offs, ", {");
  for (int i = 0; i < dims - 2; i++)
    len += sprintf (offs + len, "%s%%h%d", i ? ", " : "", i);
  sprintf (offs + len, "}");
  len = sprintf (text, HEADER ".extern .shared .align 1024 .b8 s[];\n.shared .align 8 .b64 m;\n"
		 ".visible .entry k (.param .align 64 .b8 map[128], .param .u64 p, .param .u64 io, .param .align 4 .b8 c[20], .param .align 4 .b8 o[8], .param .u32 n, .param .u32 at)\n{\n"
		 ".reg .b32 %%c<5>, %%r<12>; .reg .b16 %%h<4>; .reg .b64 %%p<8>; .reg .pred %%q<4>;\n"
		 "mov.u64 %%p0, map; cvta.param.u64 %%p1, %%p0; %s ld.param.u64 %%p2, [io]; ld.param.u32 %%r6, [n]; ld.param.u32 %%r8, [at];\n"
		 "mov.u32 %%r0, %%tid.x; mov.u32 %%r1, s; add.u32 %%r1, %%r1, %%r8; mov.u32 %%r2, m; setp.ne.u32 %%q0, %%r0, 0;\n"
		 "@%%q0 bra B; mbarrier.init.shared.b64 [%%r2], 1;\nB: bar.sync 0;\n",
		 by_const ? "" : "ld.param.u64 %p1, [p];");
  for (int i = 0; i < dims; i++)
    len += sprintf (text + len, "ld.param.b32 %%c%d, [c+%d];\n", i, 4 * i);
  for (int i = 0; i < dims - 2; i++)
    len += sprintf (text + len, "ld.param.b16 %%h%d, [o+%d];\n", i, 2 * i);
  static const char *const copy = "shl.b32 %%r3, %%r0, 2;\n"
    "%c: cvt.u64.u32 %%p3, %%r3; add.u64 %%p3, %%p2, %%p3; add.u32 %%r4, %%r1, %%r3; %s\n"
    "add.u32 %%r3, %%r3, 256; setp.lt.u32 %%q1, %%r3, %%r6; @%%q1 bra %c;\n";
  if (store)
    {
      len += sprintf (text + len, copy, 'X', "ld.global.b32 %r5, [%p3]; st.shared.b32 [%r4], %r5;", 'X');
      len += sprintf (text + len, "fence.proxy.async.shared::cta; bar.sync 0; @%%q0 bra E;\n"
		      "cp.%sasync.bulk.tensor.%dd.global.shared::cta.%s%s%s [%%p1, %s], [%%r1];\n"
		      "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\nE: ret;\n}\n",
		      *reduce ? "reduce." : "", dims, reduce, im2col ? "im2col_no_offs." : "tile.", "bulk_group", coords);
    }
  else
    {
      len += sprintf (text + len, "@%%q0 bra W; prefetch.tensormap [%%p1];\n"
		      "mbarrier.arrive.expect_tx.shared.b64 _, [%%r2], %%r6;\n"
		      "cp.async.bulk.prefetch.tensor.%dd.L2.global.%s [%%p1, %s]%s;\n"
		      "cp.async.bulk.tensor.%dd.shared::cluster.global.%s.mbarrier::complete_tx::bytes [%%r1], [%%p1, %s], [%%r2]%s;\n"
		      "W: mbarrier.try_wait.parity.shared.b64 %%q1, [%%r2], 0; @!%%q1 bra W;\n", dims, im2col ? "im2col" : "tile",
		      coords, im2col ? offs : "", dims, im2col ? "im2col" : "tile", coords, im2col ? offs : "");
      len += sprintf (text + len, copy, 'X', "ld.shared.b32 %r5, [%r4]; st.global.b32 [%p3], %r5;", 'X');
      sprintf (text + len, "ret;\n}\n");
    }
  return text;
}

/* Where chunk-swizzled byte X of shared memory lies.  */
static uint32_t
swizzled (uint32_t x, int mode)
{
  uint32_t line = x / 128, chunk = x / 16 % 8;
  static const uint32_t mask[] = { 0, 1, 3, 7 };
  return line * 128 + (chunk ^ (line & mask[mode])) * 16 + x % 16;
}

/* The element of the tensor for element J of the box (innermost first) of a tile; false:
   outside.  */
struct box
{
  struct px_tmap m;
  int32_t c[5];
  uint16_t off[4];
};

static uint32_t
box_elements (const struct box *b, uint32_t *n)
{
  uint32_t all = 1;
  for (int i = 0; i < b->m.rank; i++)
    {
      uint32_t s = b->m.step[i];
      n[i] = b->m.im2col ? (i == 0 ? b->m.channels : i == 1 ? b->m.pixels : 1) : (b->m.box[i] + s - 1) / s;
      all *= n[i];
    }
  return all;
}

static bool
element_at (const struct box *b, uint32_t e, uint64_t *offset)
{
  const struct px_tmap *m = &b->m;
  uint32_t n[5];
  int64_t x[5];
  box_elements (b, n);
  if (!m->im2col)
    for (int i = 0; i < m->rank; i++)
      {
	x[i] = b->c[i] + (int64_t) (e % n[i]) * m->step[i];
	e /= n[i];
      }
  else
    {
      /* Positions along a dimension are counted from its lower corner.  */
      uint32_t pixel = e / n[0];
      int last = m->rank - 1;
      x[0] = b->c[0] + e % n[0];
      for (int i = 1; i < last; i++)
	{
	  int64_t low = m->lower[i - 1], high = (int64_t) m->last[i] + m->upper[i - 1];
	  int64_t places = (high - low) / m->step[i] + 1;
	  int64_t p = (b->c[i] - low) / m->step[i] + pixel;
	  x[i] = low + p % places * m->step[i] + b->off[i - 1];
	  pixel = p / places;
	}
      x[last] = b->c[last] + pixel;
    }
  *offset = 0;
  bool in = true;
  for (int i = 0; i < m->rank; i++)
    {
      in &= x[i] >= 0 && x[i] <= m->last[i];
      *offset += x[i] * (i ? m->stride[i - 1] : m->element);
    }
  return in;
}

/* dims sizes, box, steps of a random tensor.  */
static void
make (struct box *b, int rank, int type, int swizzle, bool im2col, bool steps)
{
  static const unsigned span[] = { 64, 32, 64, 128 };
  memset (b, 0, sizeof *b);
  struct px_tmap *m = &b->m;
  m->magic = PX_TMAP_MAGIC;
  m->type = type;
  m->rank = rank;
  m->im2col = im2col;
  m->swizzle = swizzle;
  m->element = size_of[type];
  m->fill = type >= 6 && rnd () & 1;
  unsigned inner = span[swizzle] / m->element;
  m->last[0] = inner + rnd () % 20;
  uint64_t stride = (m->last[0] * m->element + 31) / 16 * 16;
  for (int i = 1; i < rank; i++)
    {
      m->last[i] = 3 + rnd () % (rank > 3 ? 3 : 9);
      m->stride[i - 1] = stride;
      stride *= m->last[i] + 1;
    }
  for (int i = 0; i < rank; i++)
    {
      m->step[i] = i && steps ? 1 + rnd () % 3 : 1;
      b->c[i] = (int) (rnd () % (m->last[i] + 3)) - 2;
    }
  if (im2col)
    {
      m->channels = inner;
      m->pixels = 8 + rnd () % 40;
      for (int i = 0; i < rank - 2; i++)
	{
	  m->lower[i] = -(int) (rnd () % 3);
	  m->upper[i] = -(int) (rnd () % 3);
	  b->off[i] = rnd () % 3;
	  b->c[i + 1] = m->lower[i]
			+ (int) (rnd () % ((m->last[i + 1] + m->upper[i] - m->lower[i]) / m->step[i + 1] + 1)) * m->step[i + 1];
	}
      b->c[rank - 1] = rnd () % (m->last[rank - 1] + 1);
    }
  else
    for (int i = 0; i < rank; i++)
      m->box[i] = i ? 1 + rnd () % (rank > 3 ? 4 : 7) : inner;
}

static bool
launch (struct mod *m, struct box *b, const struct px_tmap *map, void *io, uint32_t n, uint32_t at, px_emu_error *err)
{
  void *args[] = { &b->m, &map, &io, b->c, b->off, &n, &at };
  px_emu_launch l = { .grid = { 1, 1, 1 }, .block = { 64, 1, 1 }, .args = args, .timeout_ms = 20000,
		      .dynamic_shared = BYTES, .async = rnd () % 2 };
  return px_emu_run (px_emu_module_func (m->m, "k"), &l, NULL, err);
}

static void
loads (int rank, bool im2col)
{
  struct mod m = load (text_of (rank, false, im2col, "", true));
  bool ok = true;
  for (int swizzle = 0; swizzle < 4 && ok; swizzle++)
    for (int round = 0; round < 24 && ok; round++)
      {
	struct box b;
	make (&b, rank, round % 13, swizzle, im2col, round & 1);
	uint64_t all = 0;
	for (int i = 0; i < rank; i++)
	  all += b.m.last[i] * (i ? b.m.stride[i - 1] : b.m.element);
	all += b.m.element;
	uint8_t *t = buffer (all), *io = buffer (BYTES), *want = malloc (BYTES);
	for (uint64_t i = 0; i < all; i++)
	  t[i] = rnd ();
	b.m.base = (uintptr_t) t;
	uint32_t n[5], count = box_elements (&b, n), bytes = count * b.m.element, at = round / 2 % 8 * 128;
	memset (want, 0, BYTES);
	for (uint32_t e = 0; e < count; e++)
	  {
	    uint64_t off;
	    uint8_t v[8] = { 0 };
	    if (element_at (&b, e, &off))
	      memcpy (v, t + off, b.m.element);
	    else if (b.m.fill)
	      memcpy (v, &(uint64_t) { 0x7ff77ff77ff77ff7 }, 8);
	    uint32_t u;
	    memcpy (&u, v, 4);
	    if ((b.m.type == 10 || b.m.type == 12) && !(u & 0x7f800000))
	      u &= 0x80000000, memcpy (v, &u, 4);
	    memcpy (want + swizzled (at + e * b.m.element, swizzle) - at, v, b.m.element);
	  }
	px_emu_error err = { 0 };
	ok = launch (&m, &b, NULL, io, bytes, at, &err);
	if (!ok)
	  printf ("%s\n", err.text);
	for (uint32_t i = 0; i < bytes && ok; i++)
	  if (io[i] != want[i])
	    ok = false, printf ("byte %u of %u: %02x, not %02x\n", i, bytes, io[i], want[i]);
	release (t);
	release (io);
	free (want);
      }
  check (ok, "cp.async.bulk.tensor.%dd to shared memory, %s", rank, im2col ? "im2col" : "tiles");
  unload (&m);
}

static void
stores (int rank, bool im2col, const char *reduce, int type)
{
  struct mod m = load (text_of (rank, true, im2col, reduce, false));
  bool ok = true;
  for (int swizzle = 0; swizzle < 4 && ok; swizzle++)
    for (int round = 0; round < 12 && ok; round++)
      {
	struct box b;
	make (&b, rank, *reduce ? type : round % 13, swizzle, im2col, round & 1);
	memset (b.off, 0, sizeof b.off);
	uint64_t all = 0;
	for (int i = 0; i < rank; i++)
	  all += b.m.last[i] * (i ? b.m.stride[i - 1] : b.m.element);
	all += b.m.element;
	uint8_t *t = buffer (all), *io = buffer (BYTES), *want = malloc (all);
	struct px_tmap *map = buffer (128);
	for (uint64_t i = 0; i < all; i++)
	  t[i] = want[i] = rnd ();
	for (int i = 0; i < BYTES; i++)
	  io[i] = rnd ();
	b.m.base = (uintptr_t) t;
	*map = b.m;
	uint32_t n[5], count = box_elements (&b, n), bytes = count * b.m.element;
	for (uint32_t e = 0; e < count; e++)
	  {
	    uint64_t off;
	    if (!element_at (&b, e, &off))
	      continue;
	    const uint8_t *from = io + swizzled (e * b.m.element, swizzle);
	    uint32_t x, y;
	    if (!*reduce)
	      memcpy (want + off, from, b.m.element);
	    else
	      {
		memcpy (&x, want + off, 4);
		memcpy (&y, from, 4);
		x = *reduce == 'a' && reduce[1] == 'd' ? x + y : *reduce == 'x' ? x ^ y : *reduce == 'i' ? (x >= y ? 0 : x + 1)
		    : (int32_t) x < (int32_t) y ? x : y;
		memcpy (want + off, &x, 4);
	      }
	  }
	px_emu_error err = { 0 };
	ok = launch (&m, &b, map, io, bytes, 0, &err);
	if (!ok)
	  printf ("%s\n", err.text);
	ok = ok && !memcmp (t, want, all);
	release (t);
	release (io);
	release (map);
	free (want);
      }
  check (ok, "cp.%sasync.bulk.tensor.%dd.%s from shared memory, %s", *reduce ? "reduce." : "", rank, reduce,
	 im2col ? "im2col" : "tiles");
  unload (&m);
}

/* Each of two blocks loads a tile for both.  */
static void
multicast (void)
{
  struct mod m = load (HEADER ".shared .align 1024 .b8 s[512];\n.shared .align 8 .b64 m;\n"
    ".visible .entry k (.param .align 64 .b8 map[128], .param .u64 io)\n{\n"
    ".reg .b32 %r<12>; .reg .b16 %h<4>; .reg .b64 %p<8>; .reg .pred %q<4>;\n"
    "mov.u64 %p0, map; cvta.param.u64 %p1, %p0; ld.param.u64 %p2, [io]; mov.u32 %r0, %tid.x; mov.u32 %r1, s; mov.u32 %r2, m;\n"
    "setp.ne.u32 %q0, %r0, 0; mov.u32 %r3, %cluster_ctarank; shl.b32 %r4, %r3, 8; add.u32 %r5, %r1, %r4; shl.b32 %r7, %r3, 3;\n"
    "@%q0 bra B; mbarrier.init.shared.b64 [%r2], 1; mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 512;\n"
    "B: barrier.cluster.arrive; barrier.cluster.wait; mov.b16 %h0, 3; @%q0 bra W; createpolicy.fractional.L2::evict_first.b64 %p5;\n"
    "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [%r5], [%p1, {0, %r7}], [%r2], %h0, %p5;\n"
    "W: mbarrier.try_wait.parity.shared.b64 %q1, [%r2], 0; @!%q1 bra W;\n"
    "shl.b32 %r6, %r0, 2; add.u32 %r8, %r1, %r6; ld.shared.b32 %r9, [%r8]; shl.b32 %r10, %r3, 9; add.u32 %r10, %r10, %r6;\n"
    "cvt.u64.u32 %p3, %r10; add.u64 %p3, %p2, %p3; st.global.b32 [%p3], %r9; barrier.cluster.arrive; barrier.cluster.wait; ret;\n}\n");
  uint32_t *t = buffer (1024), *io = buffer (1024);
  for (int i = 0; i < 256; i++)
    t[i] = rnd ();
  struct px_tmap map = { .magic = PX_TMAP_MAGIC, .type = 2, .rank = 2, .element = 4, .step = { 1, 1 },
			 .base = (uintptr_t) t, .stride = { 32 }, .last = { 7, 31 }, .box = { 8, 8 } };
  void *args[] = { &map, &io };
  px_emu_launch l = { .grid = { 2, 1, 1 }, .block = { 128, 1, 1 }, .cluster = { 2, 1, 1 }, .args = args, .timeout_ms = 20000 };
  px_emu_error err = { 0 };
  bool ok = px_emu_run (px_emu_module_func (m.m, "k"), &l, NULL, &err);
  if (!ok)
    printf ("%s\n", err.text);
  check (ok && !memcmp (io, t, 512) && !memcmp (io + 128, t, 512), "multicast of tiles");
  release (t);
  release (io);
  unload (&m);
}

/* A map is copied to shared memory, changed there and written back.  */
static void
replace (void)
{
  struct mod m = load (".version 8.7\n.target sm_90a\n.address_size 64\n.shared .align 128 .b8 s[128];\n"
    ".visible .entry k (.param .u64 map, .param .u64 to, .param .u64 base)\n{\n"
    ".reg .b32 %r<12>; .reg .b64 %p<8>; .reg .pred %q;\n"
    "ld.param.u64 %p0, [map]; ld.param.u64 %p1, [to]; ld.param.u64 %p2, [base]; mov.u32 %r0, %tid.x; mov.u32 %r1, s; shl.b32 %r2, %r0, 2;\n"
    "cvt.u64.u32 %p3, %r2; add.u64 %p3, %p0, %p3; ld.global.b32 %r3, [%p3]; add.u32 %r4, %r1, %r2; st.shared.b32 [%r4], %r3; bar.warp.sync -1;\n"
    "setp.ne.u32 %q, %r0, 0; @%q bra L;\n"
    "tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%r1], %p2;\n"
    "mov.u32 %r5, 2; tensormap.replace.tile.rank.shared::cta.b1024.b32 [%r1], %r5;\n"
    "mov.u32 %r5, 8; tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%r1], 0, %r5;\n"
    "mov.u32 %r5, 100; tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%r1], 1, %r5;\n"
    "mov.u64 %p4, 4096; tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%r1], 1, %p4;\n"
    "mov.u32 %r5, 2; tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%r1], 2, %r5;\n"
    "tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%r1], 10;\n"
    "tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%r1], 1;\n"
    "tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%r1], 3;\n"
    "tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%r1], 1;\n"
    "L: bar.warp.sync -1;\n"
    "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%p1], [%r1], 128;\n"
    "fence.proxy.tensormap::generic.acquire.gpu [%p1], 128; ret;\n}\n");
  struct px_tmap *a = buffer (128), *b = buffer (128), want;
  *a = (struct px_tmap) { .magic = PX_TMAP_MAGIC, .type = 2, .rank = 2, .element = 4, .step = { 1, 1, 1 },
			  .base = 4096, .stride = { 32, 64 }, .last = { 7, 31, 5 }, .box = { 4, 8, 3 } };
  want = *a;
  want.base = 0x12340;
  want.rank = 3;
  want.box[0] = 8;
  want.last[1] = 99;
  want.stride[1] = 4096;
  want.step[2] = 2;
  want.type = 9;
  want.element = 2;
  want.interleave = 1;
  want.swizzle = 3;
  want.fill = 1;
  uint64_t base = 0x12340;
  void *args[] = { &a, &b, &base };
  bool ok = run (&m, "k", 1, 32, args);
  check (ok && !memcmp (b, &want, sizeof want), "tensormap.replace, tensormap.cp_fenceproxy");
  release (a);
  release (b);
  unload (&m);
}

static void
fault (const char *what, void (*damage) (struct box *b), const char *expect)
{
  struct mod m = load (text_of (2, false, false, "", true));
  struct box b;
  make (&b, 2, 2, 3, false, false);
  uint8_t *t = buffer (65536), *io = buffer (BYTES);
  b.m.base = (uintptr_t) t;
  b.c[0] = b.c[1] = 0;
  damage (&b);
  px_emu_error err = { 0 };
  bool ran = launch (&m, &b, NULL, io, 1024, b.off[3], &err);
  bool ok = !ran && strstr (err.text, expect);
  if (!ok)
    printf ("%s\n", ran ? "no error" : err.text);
  check (ok, "error: %s", what);
  release (t);
  release (io);
  unload (&m);
}

static void no_map (struct box *b) { b->m.magic = 0; }
static void bad_rank (struct box *b) { b->m.rank = 200; }
static void other_rank (struct box *b) { b->m.rank = 3; b->m.box[2] = 1; b->m.stride[1] = 64; }
static void bad_mode (struct box *b) { b->m.im2col = 1; }
static void bad_type (struct box *b) { b->m.type = 77; }
static void wide (struct box *b) { b->m.box[0] = 64; }
static void narrow (struct box *b) { b->m.box[0] = 3; }
static void huge (struct box *b) { b->m.box[0] = 32; b->m.box[1] = 0xffff; }
static void outside (struct box *b) { b->m.last[1] = 1000000; b->c[1] = 100000; }
static void null (struct box *b) { b->m.base = 0; }
static void shifted (struct box *b) { b->off[3] = 64; }
static void large (struct box *b) { b->m.box[0] = 32; b->m.box[1] = 256; b->m.last[1] = 255; b->m.stride[0] = 128; b->off[3] = 40000 / 128 * 128; }

int
main (void)
{
  dev = px_emu_new (1);
  for (int rank = 1; rank <= 5; rank++)
    {
      loads (rank, false);
      stores (rank, false, "", 0);
    }
  for (int rank = 3; rank <= 5; rank++)
    {
      loads (rank, true);
      stores (rank, true, "", 0);
    }
  stores (2, false, "add.", 2);
  stores (3, false, "min.", 3);
  stores (2, false, "inc.", 2);
  stores (4, true, "xor.", 2);
  multicast ();
  replace ();
  fault ("no tensor map", no_map, "not a tensor map");
  fault ("rank out of range", bad_rank, "damaged");
  fault ("another rank", other_rank, "another rank");
  fault ("another mode", bad_mode, "im2col");
  fault ("type out of range", bad_type, "damaged");
  fault ("a row wider than the swizzle", wide, "wider than the swizzle");
  fault ("a row that is no multiple of 16 bytes", narrow, "multiple of 16");
  fault ("box out of range", huge, "damaged");
  fault ("past the allocation", outside, "not allocated");
  fault ("a null tensor", null, "not allocated");
  fault ("shared address misaligned", shifted, "misaligned");
  fault ("past shared memory", large, "out of bounds");
  px_emu_free (dev);
  return failures != 0;
}
