/* SPDX-License-Identifier: MIT */
/* Asynchronous copies under each completion policy: cp.async, bulk copies and
   reductions, st.async, red.async, mbarriers.  */
#include "testsuite/engine/t.h"

#define KERNEL(name, params) ".visible .entry " name " (" params ")\n{\n"
#define REGS ".reg .b64 %rd<20>; .reg .b32 %r<20>; .reg .b16 %h<4>; .reg .pred %p<4>; .reg .f32 %f<4>;\n"
#define TID "mov.u32 %r0, %tid.x;\n"
/* %rd0, %rd1: parameters a, b.  */
#define AB "ld.param.u64 %rd0, [a]; ld.param.u64 %rd1, [b];\n"
#define PARAMS ".param .u64 a, .param .u64 b"

static const char *const policy_name[] = { "late", "early", "random" };

static bool
go (struct mod *m, const char *name, unsigned grid, unsigned block, unsigned cluster,
    enum px_emu_async policy, uint64_t seed, void *a, void *b, px_emu_error *err)
{
  void *args[] = { &a, &b };
  px_emu_launch l = { .grid = { grid, 1, 1 }, .block = { block, 1, 1 }, .args = args,
		      .cluster = { cluster, 1, 1 }, .timeout_ms = 20000, .async = policy,
		      .schedule = policy == PX_EMU_ASYNC_RANDOM ? PX_EMU_RANDOM : PX_EMU_ROUND_ROBIN,
		      .seed = seed };
  px_emu_func *f = px_emu_module_func (m->m, name);
  return f && px_emu_run (f, &l, NULL, err);
}

/* Each policy; CHECK says whether B is as it must be.  */
static void
each (const char *text, const char *what, unsigned grid, unsigned block, unsigned cluster,
      void (*fill) (uint32_t *a), bool (*right) (const uint32_t *a, const uint32_t *b,
						enum px_emu_async policy))
{
  struct mod m = load (text);
  for (int p = 0; p < 3; p++)
    for (int seed = 1; seed <= (p == 2 ? 20 : 1); seed++)
      {
	uint32_t *a = buffer (65536), *b = buffer (65536);
	px_emu_error err = { 0 };
	fill (a);
	bool ran = go (&m, "k", grid, block, cluster, p, seed, a, b, &err);
	if (!ran)
	  printf ("%s\n", err.text);
	bool ok = ran && right (a, b, p);
	if (p < 2 || !ok || seed == 20)
	  check (ok, "%s, %s", what, policy_name[p]);
	release (a);
	release (b);
	if (!ok)
	  break;
      }
  unload (&m);
}

static void
iota (uint32_t *a)
{
  for (uint32_t i = 0; i < 16384; i++)
    a[i] = i * 2654435761u;
}

/* ---- cp.async ---- */

static const char copy_ptx[] = HEADER KERNEL ("k", PARAMS)
  REGS ".shared .align 16 .b8 s[2048];\n" AB TID
  "mov.u32 %r1, s; shl.b32 %r2, %r0, 4; add.u32 %r3, %r1, %r2;\n"
  "cvt.u64.u32 %rd2, %r2; add.u64 %rd3, %rd0, %rd2; add.u64 %rd4, %rd1, %rd2;\n"
  "mov.u32 %r9, 7; st.shared.u32 [%r3], %r9;\n"
  "cp.async.cg.shared.global [%r3], [%rd3], 16;\n"
  "cp.async.commit_group;\n"
  "cp.async.ca.shared.global [%r3+1024], [%rd3+1024], 8, 4;\n"
  "cp.async.ca.shared.global [%r3+1032], [%rd3+1032], 8, %p0;\n"
  "cp.async.commit_group;\n"
  "ld.shared.u32 %r4, [%r3]; st.global.u32 [%rd4+4096], %r4;\n"
  "cp.async.wait_group 1;\n"
  "ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r3]; st.global.v4.u32 [%rd4], {%r4, %r5, %r6, %r7};\n"
  "cp.async.wait_all;\n"
  "ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r3+1024]; st.global.v4.u32 [%rd4+1024], {%r4, %r5, %r6, %r7};\n"
  "ret; }\n";

static bool
copy_right (const uint32_t *a, const uint32_t *b, enum px_emu_async p)
{
  for (int i = 0; i < 64; i++)
    {
      if (memcmp (a + 4 * i, b + 4 * i, 16))
	return false;
      const uint32_t *x = a + 256 + 4 * i, *y = b + 256 + 4 * i;
      if (y[0] != x[0] || y[1] || y[2] != x[2] || y[3] != x[3])
	return false;
      uint32_t early = b[1024 + 4 * i];
      if (p == PX_EMU_ASYNC_LATE ? early != 7 : p == PX_EMU_ASYNC_EARLY ? early != a[4 * i]
	  : early != 7 && early != a[4 * i])
	return false;
    }
  return true;
}

/* Lanes commit in different groups; each waits for its own.  */
static const char group_ptx[] = HEADER KERNEL ("k", PARAMS)
  REGS ".shared .align 16 .b8 s[2048];\n" AB TID
  "mov.u32 %r1, s; shl.b32 %r2, %r0, 4; add.u32 %r3, %r1, %r2;\n"
  "cvt.u64.u32 %rd2, %r2; add.u64 %rd3, %rd0, %rd2; add.u64 %rd4, %rd1, %rd2;\n"
  "and.b32 %r4, %r0, 1; setp.eq.u32 %p0, %r4, 1;\n"
  "cp.async.ca.shared.global [%r3], [%rd3], 4;\n"
  "@%p0 cp.async.commit_group;\n"
  "cp.async.ca.shared.global [%r3+4], [%rd3+4], 4;\n"
  "cp.async.commit_group;\n"
  "cp.async.wait_group 1;\n"
  "ld.shared.v2.u32 {%r4, %r5}, [%r3]; st.global.v2.u32 [%rd4], {%r4, %r5};\n"
  "cp.async.wait_group 0;\n"
  "ld.shared.v2.u32 {%r4, %r5}, [%r3]; st.global.v2.u32 [%rd4+8], {%r4, %r5};\n"
  "ret; }\n";

static bool
group_right (const uint32_t *a, const uint32_t *b, enum px_emu_async p)
{
  for (int i = 0; i < 32; i++)
    {
      const uint32_t *x = a + 4 * i, *y = b + 4 * i;
      if (y[2] != x[0] || y[3] != x[1] || (i & 1 && y[0] != x[0]))
	return false;
      if (p == PX_EMU_ASYNC_LATE && (y[1] || (!(i & 1) && y[0])))
	return false;
    }
  return true;
}

static const char arrive_ptx[] = HEADER KERNEL ("k", PARAMS)
  REGS ".shared .align 16 .b8 s[1024]; .shared .align 8 .b64 m[2];\n" AB TID
  "mov.u32 %r1, s; shl.b32 %r2, %r0, 4; add.u32 %r3, %r1, %r2;\n"
  "cvt.u64.u32 %rd2, %r2; add.u64 %rd3, %rd0, %rd2; xor.b64 %rd4, %rd2, 16; add.u64 %rd4, %rd1, %rd4; mov.u32 %r4, m;\n"
  "setp.ne.u32 %p0, %r0, 0;\n"
  "@%p0 bra L;\n"
  "mbarrier.init.shared.b64 [%r4], 64; mbarrier.init.shared.b64 [%r4+8], 64;\n"
  "L: bar.sync 0;\n"
  "cp.async.ca.shared.global [%r3], [%rd3], 8;\n"
  "cp.async.mbarrier.arrive.noinc.shared.b64 [%r4];\n"
  "cp.async.ca.shared.global [%r3+8], [%rd3+8], 8;\n"
  "cp.async.mbarrier.arrive.shared.b64 [%r4+8];\n"
  "mbarrier.arrive.shared.b64 %rd5, [%r4+8];\n"
  "W: mbarrier.try_wait.parity.shared.b64 %p1, [%r4], 0;\n"
  "@!%p1 bra W;\n"
  "xor.b32 %r2, %r2, 16; add.u32 %r3, %r1, %r2;\n"
  "ld.shared.v2.u32 {%r4, %r5}, [%r3]; st.global.v2.u32 [%rd4], {%r4, %r5};\n"
  "mov.u32 %r4, m;\n"
  "V: mbarrier.test_wait.shared.b64 %p1, [%r4+8], %rd5;\n"
  "@!%p1 bra V;\n"
  "ld.shared.v2.u32 {%r4, %r5}, [%r3+8]; st.global.v2.u32 [%rd4+8], {%r4, %r5};\n"
  "ret; }\n";

static bool
same256 (const uint32_t *a, const uint32_t *b, enum px_emu_async p)
{
  (void) p;
  return !memcmp (a, b, 1024);
}

/* ---- bulk copies ---- */

#define INIT_BARRIER(count)						\
  "mov.u32 %r4, m; setp.ne.u32 %p0, %r0, 0;\n"				\
  "@%p0 bra L;\n"							\
  "mbarrier.init.shared.b64 [%r4], " count ";\n"			\
  "fence.mbarrier_init.release.cluster;\n"				\
  "L: bar.sync 0;\n"
#define WAIT(parity)							\
  "W" parity ": mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r4], " parity ", 1000;\n" \
  "@!%p1 bra W" parity ";\n"

/* In, and out with .read: the source is overwritten before the copy is complete.  */
static const char bulk_ptx[] = HEADER KERNEL ("k", PARAMS)
  REGS ".shared .align 128 .b8 s[4096]; .shared .align 8 .b64 m;\n" AB TID
  INIT_BARRIER ("1")
  "mov.u32 %r1, s; mov.u32 %r5, 4096;\n"
  "@%p0 bra N;\n"
  "mbarrier.arrive.expect_tx.shared.b64 _, [%r4], %r5;\n"
  "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd0], %r5, [%r4];\n"
  "N:\n" WAIT ("0")
  "@%p0 bra E;\n"
  "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], %r5;\n"
  "cp.async.bulk.commit_group;\n"
  "cp.async.bulk.wait_group.read 0;\n"
  "mov.u32 %r6, 5; st.shared.u32 [%r1], %r6;\n"
  "cp.async.bulk.wait_group 0;\n"
  "cp.async.bulk.prefetch.L2.global [%rd0], 64;\n"
  "E: ret; }\n";

static bool
same4096 (const uint32_t *a, const uint32_t *b, enum px_emu_async p)
{
  (void) p;
  return !memcmp (a, b, 4096);
}

/* Two blocks of a cluster: each loads half for both; st.async and red.async to the
   other; a copy between their shared memories.  */
static const char cluster_ptx[] = HEADER KERNEL ("k", PARAMS)
  REGS ".shared .align 128 .b8 s[4096]; .shared .align 8 .b64 m; .shared .align 8 .b64 m2;\n" AB TID
  INIT_BARRIER ("1")
  "mov.u32 %r10, m2;\n"
  "@%p0 bra I;\n"
  "mbarrier.init.shared.b64 [%r10], 1;\n"
  "I: barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;\n"
  "mov.u32 %r1, s; mov.u32 %r2, %cluster_ctarank; shl.b32 %r3, %r2, 10; add.u32 %r5, %r1, %r3;\n"
  "cvt.u64.u32 %rd2, %r3; add.u64 %rd3, %rd0, %rd2; mov.b16 %h0, 3; xor.b32 %r6, %r2, 1;\n"
  "mapa.shared::cluster.u32 %r7, %r1, %r6; mapa.shared::cluster.u32 %r8, %r10, %r6;\n"
  "@%p0 bra N;\n"
  "mbarrier.arrive.expect_tx.shared.b64 _, [%r4], 2048;\n"
  "mbarrier.arrive.expect_tx.shared.b64 _, [%r10], 1064;\n"
  "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r5], [%rd3], 1024, [%r4], %h0;\n"
  "N:\n" WAIT ("0")
  "@%p0 bra M;\n"
  "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r7+2048], [%r5], 1024, [%r8];\n"
  "mov.u32 %r9, 77; add.u32 %r11, %r9, %r2;\n"
  "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 [%r7+3072], {%r9, %r11, %r9, %r11}, [%r8];\n"
  "st.async.shared::cluster.mbarrier::complete_tx::bytes.u64 [%r7+3088], %rd2, [%r8];\n"
  "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r7+3104], %r9, [%r8];\n"
  "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r7+3104], %r11, [%r8];\n"
  "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.s32 [%r7+3108], %r11, [%r8];\n"
  "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.inc.u32 [%r7+3112], %r11, [%r8];\n"
  "M: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r10], 0;\n"
  "@!%p1 bra M;\n"
  "bar.sync 0;\n"
  "shl.b32 %r12, %r2, 12; cvt.u64.u32 %rd4, %r12; add.u64 %rd5, %rd1, %rd4;\n"
  "@%p0 bra E;\n"
  "cp.async.bulk.global.shared::cta.bulk_group [%rd5], [%r1], 4096;\n"
  "E: barrier.cluster.arrive; barrier.cluster.wait;\n"
  "ret; }\n";

static bool
cluster_right (const uint32_t *a, const uint32_t *b, enum px_emu_async p)
{
  (void) p;
  for (uint32_t r = 0; r < 2; r++)
    {
      const uint32_t *y = b + 1024 * r;
      uint32_t o = 1 - r;
      if (memcmp (y, a, 2048) || memcmp (y + 512, a + 256 * o, 1024))
	return false;
      const uint32_t want[] = { 77, 77 + o, 77, 77 + o, 1024 * o, 0 };
      if (memcmp (y + 768, want, sizeof want) || y[776] != 154 + o || y[777] != 77 + o || y[778] != 1)
	return false;
    }
  return true;
}

/* cp.reduce.async.bulk of OP.TYPE: 64 bytes.  */
#define REDUCTIONS(X)							\
  X (add_u32, "add.u32", uint32_t, x + y) X (add_s32, "add.s32", uint32_t, x + y) X (add_u64, "add.u64", uint64_t, x + y) \
  X (min_u32, "min.u32", uint32_t, x < y ? x : y) X (max_s32, "max.s32", int32_t, x > y ? x : y) \
  X (min_s64, "min.s64", int64_t, x < y ? x : y) X (max_u64, "max.u64", uint64_t, x > y ? x : y) \
  X (inc_u32, "inc.u32", uint32_t, x >= y ? 0 : x + 1) X (dec_u32, "dec.u32", uint32_t, x == 0 || x > y ? y : x - 1) \
  X (and_b32, "and.b32", uint32_t, x & y) X (or_b64, "or.b64", uint64_t, x | y) X (xor_b32, "xor.b32", uint32_t, x ^ y) \
  X (add_f32, "add.f32", float, x + y) X (add_f64, "add.f64", double, x + y)

static void
reduce_test (const char *op, size_t size, void (*ref) (void *, const void *))
{
  char text[4096];
  snprintf (text, sizeof text, "%s"
	    "mov.u32 %%r1, s; mov.u32 %%r2, %%tid.x; shl.b32 %%r3, %%r2, 2; add.u32 %%r4, %%r1, %%r3;\n"
	    "cvt.u64.u32 %%rd2, %%r3; add.u64 %%rd3, %%rd0, %%rd2; ld.global.u32 %%r5, [%%rd3]; st.shared.u32 [%%r4], %%r5;\n"
	    "fence.proxy.async.shared::cta; bar.sync 0; setp.ne.u32 %%p0, %%r2, 0; @%%p0 bra E;\n"
	    "cp.reduce.async.bulk.global.shared::cta.bulk_group.%s [%%rd1], [%%r1], 64;\n"
	    "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n"
	    "E: ret; }\n",
	    HEADER KERNEL ("k", PARAMS) REGS ".shared .align 128 .b8 s[64];\n" AB, op);
  struct mod m = load (text);
  uint8_t *a = buffer (256), *b = buffer (256), want[64];
  for (size_t i = 0; i < 64; i++)
    a[i] = rnd (), b[i] = rnd ();
  for (size_t i = 0; i < 64; i += 4)
    if (op[4] == 'f')
      a[i + 3] = b[i + 3] = 0x3f, a[i + 2] |= 0x80;
  memcpy (want, b, 64);
  for (size_t i = 0; i < 64; i += size)
    ref (want + i, a + i);
  px_emu_error err = { 0 };
  bool ok = go (&m, "k", 1, 16, 0, PX_EMU_ASYNC_LATE, 0, a, b, &err);
  check (ok && !memcmp (want, b, 64), "cp.reduce.async.bulk.%s", op);
  release (a);
  release (b);
  unload (&m);
}

#define X(name, op, T, E)						\
  static void								\
  ref_##name (void *d, const void *s)					\
  {									\
    T x, y;								\
    memcpy (&x, d, sizeof x);						\
    memcpy (&y, s, sizeof y);						\
    x = (E);								\
    memcpy (d, &x, sizeof x);						\
  }
REDUCTIONS (X)
#undef X

/* ---- what is wrong ---- */

static void
fault (const char *what, const char *body, unsigned cluster, const char *expect)
{
  char text[4096];
  snprintf (text, sizeof text, "%s"
	    "mov.u32 %%r1, s; mov.u32 %%r4, m; mbarrier.init.shared.b64 [%%r4], 4; mov.u32 %%r5, 1; mov.b16 %%h0, 5;\n"
	    "mapa.shared::cluster.u32 %%r6, %%r4, %%r5; mapa.shared::cluster.u32 %%r7, %%r4, 40;\n"
	    "%s\nret; }\n",
	    HEADER KERNEL ("k", PARAMS) REGS ".shared .align 128 .b8 s[4096]; .shared .align 8 .b64 m;\n" AB TID,
	    body);
  px_emu_error err;
  struct mod m = load_err (text, &err);
  uint32_t *a = buffer (1024), *b = buffer (1024);
  bool ran = m.m && go (&m, "k", cluster, 1, cluster, PX_EMU_ASYNC_LATE, 0, a, b, &err);
  bool ok = !ran && strstr (err.text, expect);
  if (!ok)
    printf ("%s\n", ran ? "no error" : err.text);
  check (ok, "error: %s", what);
  release (a);
  release (b);
  if (m.m)
    unload (&m);
}

#define BULK_IN "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "

/* Of the source no byte is read behind its size, and it may end there.  */
static void
source_size (void)
{
  struct mod m = load (HEADER KERNEL ("k", PARAMS) REGS ".shared .align 16 .b32 s[12];\n" AB
    "mov.u32 %r1, s; mov.u32 %r2, 4; mov.u32 %r3, 12;\n"
    "cp.async.cg.shared.global [%r1], [%rd0], 16, %r2;\n"
    "cp.async.ca.shared.global [%r1+16], [%rd0], 16, 4;\n"
    "cp.async.ca.shared.global [%r1+32], [%rd0], 16, %r3;\n"
    "cp.async.wait_all;\n"
    "ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r1]; st.global.v4.u32 [%rd1], {%r4, %r5, %r6, %r7};\n"
    "ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r1+16]; st.global.v4.u32 [%rd1+16], {%r4, %r5, %r6, %r7};\n"
    "ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r1+32]; st.global.v4.u32 [%rd1+32], {%r4, %r5, %r6, %r7};\n"
    "ret;\n}\n");
  static const uint32_t want[12] = { 7, 0, 0, 0, 7, 0, 0, 0, 7, 8, 9, 0 };
  static uint32_t in[4] __attribute__ ((aligned (16))) = { 7, 8, 9, 10 };
  for (int words = 1; words <= 3; words += 2)
    for (int p = 0; p < 3; p++)
      {
	uint32_t *b = buffer (64);
	px_emu_error err = { 0 };
	px_emu_mem_add (dev, in, 4 * words, PX_EMU_MEM_DEVICE);
	bool ran = go (&m, "k", 1, 1, 0, p, 1, in, b, &err);
	check (words == 3 ? ran && !memcmp (b, want, sizeof want) : !ran && strstr (err.text, "read of") != NULL,
	       "cp.async, a source of %d bytes, %s", 4 * words, policy_name[p]);
	px_emu_mem_remove (dev, in);
	release (b);
      }
  unload (&m);
}

int
main (void)
{
  dev = px_emu_new (1);
  each (copy_ptx, "cp.async", 1, 64, 0, iota, copy_right);
  each (group_ptx, "groups of cp.async by lane", 1, 32, 0, iota, group_right);
  each (arrive_ptx, "cp.async.mbarrier.arrive", 1, 64, 0, iota, same256);
  each (bulk_ptx, "cp.async.bulk", 1, 64, 0, iota, same4096);
  each (cluster_ptx, "multicast, st.async, red.async", 2, 64, 2, iota, cluster_right);
#define X(name, op, T, E) reduce_test (op, sizeof (T), ref_##name);
  REDUCTIONS (X)
#undef X
  fault ("size of a bulk copy", BULK_IN "[%r1], [%rd0], 24, [%r4];", 1, "not a multiple of 16");
  fault ("alignment of a bulk copy", BULK_IN "[%r1+8], [%rd0], 16, [%r4];", 1, "misaligned");
  fault ("bulk copy past shared memory", BULK_IN "[%r1+4096], [%rd0], 1024, [%r4];", 1, "out of bounds");
  fault ("bulk copy past an allocation", BULK_IN "[%r1], [%rd0], 2048, [%r4];", 1, "out of bounds");
  fault ("bulk copy from null", "mov.u64 %rd0, 0;" BULK_IN "[%r1], [%rd0], 16, [%r4];", 1, "not allocated");
  fault ("mbarrier in global memory", "mbarrier.arrive.b64 %rd3, [%rd0];", 1, "not in shared memory");
  fault ("wait on another block's mbarrier", "mbarrier.test_wait.parity.b64 %p0, [%rd3], 0;", 1, "");
  fault ("test of a remote mbarrier", "mbarrier.test_wait.parity.shared.b64 %p0, [%r6], 0;", 2, "another block's");
  fault ("rank out of range", "mbarrier.arrive.shared::cluster.b64 _, [%r7];", 2, "out of bounds");
  fault ("multicast outside the cluster",
	 "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
	 " [%r1], [%rd0], 16, [%r4], %h0;", 2, "multicast to blocks 0x5 of a cluster of 2");
  fault ("too many arrivals", "mbarrier.arrive.shared.b64 %rd3, [%r4], 5;", 1, "arrival of 5 where 4 are pending");
  fault ("transaction count", "mov.u32 %r8, 2000000; mbarrier.expect_tx.relaxed.cta.shared.b64 [%r4], %r8;", 1,
	 "transaction count");
  fault ("noComplete completes", "mbarrier.arrive.noComplete.shared.b64 %rd3, [%r4], 4;", 1, ".noComplete");
  source_size ();
  fault ("cp.async.cg of 8 bytes", "cp.async.cg.shared.global [%r1], [%rd0], 8;", 1, "16");
  px_emu_free (dev);
  return failures != 0;
}
