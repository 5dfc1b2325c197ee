/* SPDX-License-Identifier: MIT */
/* Exploring schedules: what is known of small kernels, and for random ones that the
   reduced set of schedules has the same results as the set of all.

   Every kernel runs lane 0 of each warp only; %w is the warp, g[0] to g[63] are words
   of global memory, s[0] to s[15] of shared memory at %s, %a collects what is read and is
   g[%w] in the end.  */

#include "testsuite/engine/t.h"

static const char prologue[] =
  HEADER
  ".visible .entry k (.param .u64 out)\n{\n"
  "  .reg .u64 %g, %t; .reg .u32 %w, %l, %a, %v, %s, %n; .reg .pred %p, %q; .reg .f32 %f;\n"
  "  .shared .align 16 .b8 sh[128];\n"
  "  ld.param.u64 %g, [out];\n  mov.u32 %s, sh;\n  mov.u32 %a, 0;\n"
  "  mov.u32 %w, %tid.x;\n  and.b32 %l, %w, 31;\n  shr.u32 %w, %w, 5;\n"
  "  mad.lo.u32 %w, %ctaid.x, 2, %w;\n"
  "  setp.ne.u32 %p, %l, 0;\n  @%p exit;\n";
static const char epilogue[] =
  "  mul.wide.u32 %t, %w, 4;\n  add.u64 %t, %t, %g;\n  st.global.u32 [%t+128], %a;\n  exit;\n}\n";

/* Explores BODY with WARPS warps in a block, in BLOCKS blocks.  */
static px_emu_explored
explore (const char *body, unsigned warps, unsigned blocks, bool all, bool bare)
{
  static char text[65536];
  px_emu_explored e;
  px_emu_error err;
  uint32_t *g = buffer (256);
  void *args[] = { &g };
  snprintf (text, sizeof text, "%s%s%s", prologue, body, bare ? "  exit;\n}\n" : epilogue);
  struct mod m = load (text);
  px_emu_launch l = { .grid = { blocks, 1, 1 }, .block = { 32 * warps, 1, 1 }, .args = args,
		      .schedule = PX_EMU_EXPLORE, .limit = all ? 20000 : 2000, .unreduced = all,
		      .timeout_ms = 60000 };
  px_emu_run (px_emu_module_func (m.m, "k"), &l, NULL, &err);
  px_emu_get_explored (dev, &e);
  unload (&m);
  px_emu_mem_remove (dev, g);
  free (g);
  return e;
}

static const struct known
{
  const char *name, *body;
  unsigned warps, blocks, results, errors, most;	/* schedules */
} known[] = {
  { "one warp", "st.global.u32 [%g], %w;\n", 1, 1, 1, 0, 1 },
  { "disjoint writes", "mov.u32 %a, 7;\n", 2, 2, 1, 0, 1 },
  { "same value by all", "st.global.u32 [%g], 5;\n", 3, 1, 1, 0, 13 },
  { "last writer", "st.global.u32 [%g], %w;\n", 3, 1, 3, 0, 6 },
  { "Dekker: both flags are never unseen",
    "mul.wide.u32 %t, %w, 4; add.u64 %t, %t, %g; st.volatile.global.u32 [%t], 1;\n"
    "xor.b32 %v, %w, 1; mul.wide.u32 %t, %v, 4; add.u64 %t, %t, %g; ld.volatile.global.u32 %a, [%t];\n",
    2, 1, 3, 0, 3 },
  { "missing barrier",
    "mad.lo.u32 %v, %w, 4, %s; st.shared.u32 [%v], 9;\n"
    "xor.b32 %v, %w, 1; mad.lo.u32 %v, %v, 4, %s; ld.shared.u32 %a, [%v];\n", 2, 1, 3, 0, 3 },
  { "barrier",
    "mad.lo.u32 %v, %w, 4, %s; st.shared.u32 [%v], 9; bar.warp.sync 1; barrier.sync 0;\n"
    "xor.b32 %v, %w, 1; mad.lo.u32 %v, %v, 4, %s; ld.shared.u32 %a, [%v];\n", 2, 1, 1, 0, 1 },
  { "integer atomics without results", "red.global.add.u32 [%g], 3; red.global.max.s32 [%g+4], %w;\n",
    4, 1, 1, 0, 120 },
  { "tickets", "atom.global.add.u32 %a, [%g], 1;\n", 3, 1, 6, 0, 6 },
  { "floating point atomics",
    "setp.eq.u32 %p, %w, 0; selp.f32 %f, 0f4CBEBC20, 0f3F800000, %p; setp.eq.u32 %p, %w, 1;\n"
    "selp.f32 %f, 0fCCBEBC20, %f, %p; red.global.add.f32 [%g], %f;\n", 3, 1, 2, 0, 6 },
  { "locks in one order",
    "A: atom.global.cas.b32 %v, [%g], 0, 1; setp.ne.u32 %p, %v, 0; @%p bra A;\n"
    "B: atom.global.cas.b32 %v, [%g+4], 0, 1; setp.ne.u32 %p, %v, 0; @%p bra B;\n"
    "ld.global.u32 %v, [%g+8]; add.u32 %v, %v, 1; st.global.u32 [%g+8], %v;\n"
    "st.volatile.global.u32 [%g+4], 0; st.volatile.global.u32 [%g], 0;\n", 2, 1, 1, 0, 40 },
  { "locks in two orders",
    "mul.wide.u32 %t, %w, 4; add.u64 %t, %t, %g;\n"
    "A: atom.global.cas.b32 %v, [%t], 0, 1; setp.ne.u32 %p, %v, 0; @%p bra A;\n"
    "xor.b32 %v, %w, 1; mul.wide.u32 %t, %v, 4; add.u64 %t, %t, %g;\n"
    "B: atom.global.cas.b32 %v, [%t], 0, 1; setp.ne.u32 %p, %v, 0; @%p bra B;\n"
    "ld.global.u32 %v, [%g+8]; add.u32 %v, %v, 1; st.global.u32 [%g+8], %v;\n"
    "st.volatile.global.u32 [%g], 0; st.volatile.global.u32 [%g+4], 0;\n", 2, 1, 2, 1, 60 },
  { "flag that is polled",
    "setp.ne.u32 %p, %w, 0; @%p bra R; st.global.u32 [%g], 42; st.release.gpu.global.u32 [%g+4], 1; bra E;\n"
    "R: ld.acquire.gpu.global.u32 %v, [%g+4]; setp.eq.u32 %p, %v, 0; @%p bra R; ld.global.u32 %a, [%g];\nE:\n",
    2, 1, 1, 0, 4 },
  { "flag that is set too early",
    "setp.ne.u32 %p, %w, 0; @%p bra R; st.release.gpu.global.u32 [%g+4], 1; st.global.u32 [%g], 42; bra E;\n"
    "R: ld.acquire.gpu.global.u32 %v, [%g+4]; setp.eq.u32 %p, %v, 0; @%p bra R; ld.global.u32 %a, [%g];\nE:\n",
    2, 1, 2, 0, 8 },
  { "flag that nobody sets", "R: ld.volatile.global.u32 %v, [%g]; setp.eq.u32 %p, %v, 0; @%p bra R;\n",
    1, 1, 1, 1, 1 },
  { "barrier that one misses",
    "setp.eq.u32 %p, %w, 0; @%p bra E; barrier.sync 1, 64;\nE:\n", 2, 1, 1, 1, 1 },
  { "barrier of two of three", "setp.ge.u32 %p, %w, 2; @%p bra B;\n"
    "barrier.sync 1, 64; bra E;\nB: barrier.sync 1, 64;\nE:\n", 3, 1, 2, 2, 6 },
  { "between blocks, last block done",
    "st.global.u32 [%g+4], 1; fence.acq_rel.gpu; atom.global.add.u32 %v, [%g], 1; setp.ne.u32 %p, %v, 1; @%p bra E;\n"
    "st.global.u32 [%g+8], 77;\nE:\n", 1, 2, 1, 0, 8 },
  { "mbarrier",
    "setp.ne.u32 %p, %w, 0; @!%p mbarrier.init.shared.b64 [%s], 2; barrier.sync 0;\n"
    "mad.lo.u32 %v, %w, 4, %s; st.shared.u32 [%v+16], 5; mbarrier.arrive.shared.b64 %t, [%s];\n"
    "W: mbarrier.try_wait.parity.shared.b64 %p, [%s], 0; @!%p bra W;\n"
    "xor.b32 %v, %w, 1; mad.lo.u32 %v, %v, 4, %s; ld.shared.u32 %a, [%v+16];\n", 2, 1, 1, 0, 20 },
  { "cp.async with its wait",
    "st.global.u32 [%g+64], 6; fence.acq_rel.gpu;\n"
    "cp.async.ca.shared.global [%s], [%g+64], 4; cp.async.commit_group; cp.async.wait_group 0;\n"
    "ld.shared.u32 %a, [%s];\n", 1, 1, 1, 0, 1 },
  { "cp.async without its wait",
    "st.global.u32 [%g+64], 6; fence.acq_rel.gpu;\n"
    "cp.async.ca.shared.global [%s], [%g+64], 4; cp.async.commit_group; cp.async.wait_group 1;\n"
    "ld.shared.u32 %a, [%s];\n", 1, 1, 2, 0, 2 },
  { "bulk copy, an mbarrier's transactions",
    "st.global.u32 [%g+64], 6; mbarrier.init.shared.b64 [%s], 1; fence.proxy.async;\n"
    "mbarrier.arrive.expect_tx.shared.b64 %t, [%s], 16;\n"
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%s+16], [%g+64], 16, [%s];\n"
    "W: mbarrier.try_wait.parity.shared.b64 %p, [%s], 0; @!%p bra W; ld.shared.u32 %a, [%s+16];\n",
    1, 1, 1, 0, 12 },
  { "bulk copy that is not waited for",
    "st.global.u32 [%g+64], 6; mbarrier.init.shared.b64 [%s], 1; fence.proxy.async;\n"
    "mbarrier.arrive.expect_tx.shared.b64 %t, [%s], 16;\n"
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%s+16], [%g+64], 16, [%s];\n"
    "ld.shared.u32 %a, [%s+16];\n", 1, 1, 2, 0, 12 },
  { "source of a bulk store, reused too early",
    "st.shared.u32 [%s], 4; fence.proxy.async; cp.async.bulk.global.shared::cta.bulk_group [%g+64], [%s], 16;\n"
    "cp.async.bulk.commit_group; st.shared.u32 [%s], 8; cp.async.bulk.wait_group 0;\n", 1, 1, 2, 0, 3 },
  { "source of a bulk store, reused in time",
    "st.shared.u32 [%s], 4; fence.proxy.async; cp.async.bulk.global.shared::cta.bulk_group [%g+64], [%s], 16;\n"
    "cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; st.shared.u32 [%s], 8;\n"
    "cp.async.bulk.wait_group 0;\n", 1, 1, 1, 0, 1 },
};

static void
test_known (void)
{
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    {
      const struct known *k = &known[i];
      px_emu_explored e = explore (k->body, k->warps, k->blocks, false, false);
      check (e.complete && e.results == k->results && e.errors == k->errors && e.schedules <= k->most,
	     "%s: %u results, %u errors in %u schedules%s", k->name, e.results, e.errors,
	     (unsigned) e.schedules, e.complete ? "" : ", not all");
    }
}

/* ---- random kernels ---- */

static unsigned
pick (unsigned n)
{
  return rnd () % n;
}

/* One thing that others can notice, about a word of two; N makes labels unique.  */
static int
operation (char *to, size_t size, int n)
{
  unsigned k = pick (3) * 4, v = 1 + pick (3);
  bool shared = pick (3) == 0;
  const char *sp = shared ? "shared" : "global", *base = shared ? "%s" : "%g";
  switch (pick (12))
    {
    case 0: case 1:
      return snprintf (to, size, "ld.%s.u32 %%v, [%s+%u]; mad.lo.u32 %%a, %%a, 31, %%v;\n", sp, base, k);
    case 2: case 3:
      return snprintf (to, size, "st.%s.u32 [%s+%u], %u;\n", sp, base, k, v);
    case 4:
      return snprintf (to, size, "add.u32 %%v, %%a, %u; st.%s.u32 [%s+%u], %%v;\n", v, sp, base, k);
    case 5:
      return snprintf (to, size, "atom.%s.add.u32 %%v, [%s+%u], %u; mad.lo.u32 %%a, %%a, 31, %%v;\n", sp, base, k, v);
    case 6:
      return snprintf (to, size, "red.%s.add.u32 [%s+%u], %u;\n", sp, base, k, v);
    case 7:
      return snprintf (to, size, "red.%s.max.u32 [%s+%u], %u;\n", sp, base, k, v);
    case 8:
      return snprintf (to, size, "atom.%s.cas.b32 %%v, [%s+%u], 0, %u; mad.lo.u32 %%a, %%a, 31, %%v;\n", sp, base, k, v);
    case 9:
      return snprintf (to, size, "R%d: ld.volatile.%s.u32 %%v, [%s+%u]; setp.eq.u32 %%p, %%v, 0; @%%p bra R%d;\n",
		       n, sp, base, k, n);
    case 10:
      if (pick (2))
	return snprintf (to, size, "barrier.%s 1, 64;\n", pick (2) ? "sync" : "arrive");
      return snprintf (to, size, "cp.async.ca.shared.global [%%s+%u], [%%g+%u], 4;\n%s", k, 4 * pick (3),
		       pick (2) ? "cp.async.wait_all;\n" : "");
    default:
      return snprintf (to, size, "mbarrier.arrive.shared.b64 _, [%%s+16];\n");
    }
}

static void
test_random (int count)
{
  int same = 0, compared = 0, reduced = 0;
  for (int i = 0; i < count; i++)
    {
      char body[8192];
      unsigned warps = 2 + pick (2), ops = warps == 2 ? 3 : 2;
      int len = snprintf (body, sizeof body, "setp.ne.u32 %%p, %%w, 0; @!%%p mbarrier.init.shared.b64 [%%s+16], 2;\n"
			  "barrier.sync 0;\n");
      for (unsigned w = 0; w < warps; w++)
	{
	  len += snprintf (body + len, sizeof body - len, "W%u: setp.ne.u32 %%p, %%w, %u; @%%p bra W%u;\n", w, w, w + 1);
	  for (unsigned k = 0; k < ops; k++)
	    len += operation (body + len, sizeof body - len, (int) (w * 8 + k));
	  /* What is read at the end depends on others too.  */
	  if (pick (2))
	    len += snprintf (body + len, sizeof body - len,
			     "mbarrier.test_wait.parity.shared.b64 %%q, [%%s+16], 0; selp.u32 %%v, 1, 0, %%q; add.u32 %%a, %%a, %%v;\n");
	}
      snprintf (body + len, sizeof body - len, "W%u:\n", warps);
      px_emu_explored all = explore (body, warps, 1, true, false);
      if (!all.complete)
	continue;
      px_emu_explored some = explore (body, warps, 1, false, false);
      compared++;
      reduced += some.schedules * 2 < all.schedules;
      if (some.complete && some.results == all.results && some.digest == all.digest
	  && some.errors == all.errors && some.schedules <= all.schedules)
	same++;
      else
	printf ("%s# %u of %u results, %u of %u errors, %u of %u schedules\n", body, some.results, all.results,
		some.errors, all.errors, (unsigned) some.schedules, (unsigned) all.schedules);
    }
  check (same == compared && compared * 2 > count, "random kernels: %d of %d alike (%d tried, %d half reduced)", same,
	 compared, count, reduced);
}

int
main (int argc, char **argv)
{
  dev = px_emu_new (1);
  test_known ();
  test_random (argc > 1 ? atoi (argv[1]) : 60);
  px_emu_free (dev);
  return failures != 0;
}
