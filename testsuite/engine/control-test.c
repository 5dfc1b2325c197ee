/* SPDX-License-Identifier: MIT */
/* Control flow and what threads do together: divergence, loops, calls, spins,
   barriers, shuffles with partial masks, deadlocks, faults.  Every kernel runs
   under all schedules, several random ones.  */
#include <pthread.h>

#include "testsuite/engine/t.h"

#define PROLOGUE							\
  ".reg .pred %p<10>; .reg .b32 %r<30>; .reg .b64 %d<20>; .reg .b16 %h<5>; .reg .f32 %f<10>;\n" \
  "ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;\n" \
  "mad.lo.u32 %r4, %r2, %r3, %r1; mad.wide.u32 %d2, %r4, 4, %d1; mov.u32 %r5, %laneid;\n"
#define ENTRY HEADER ".visible .entry k (.param .u64 p)\n{\n" PROLOGUE
#define STORE "st.global.u32 [%d2], %r10; ret;\n}\n"

/* Runs TEXT's k (G blocks of B threads) on zeroed memory; WANT gives word I.  ALONE: where
   threads run one at a time, too.  */
static void
result_if (bool alone, const char *name, const char *text, unsigned g, unsigned b, uint32_t (*want) (uint32_t))
{
  struct mod m = load (text);
  bool ok = true;
  static const enum px_emu_schedule schedules[] = {
    PX_EMU_ROUND_ROBIN, PX_EMU_SEQUENTIAL, PX_EMU_ADVERSARIAL, PX_EMU_RANDOM, PX_EMU_RANDOM, PX_EMU_RANDOM,
    PX_EMU_RANDOM, PX_EMU_RANDOM
  };
  for (size_t s = 0; s < sizeof schedules / sizeof *schedules && ok; s++)
    {
      if (schedules[s] == PX_EMU_SEQUENTIAL && !alone)
	continue;
      uint32_t *p = buffer (65536);
      px_emu_launch l = { .grid = { g, 1, 1 }, .block = { b, 1, 1 }, .args = (void *[]) { &p },
			  .timeout_ms = 60000, .seed = s, .schedule = schedules[s] };
      px_emu_error e;
      ok = px_emu_run (px_emu_module_func (m.m, "k"), &l, NULL, &e);
      if (!ok)
	printf ("  schedule %d, seed %zu: %s\n", schedules[s], s, e.text);
      for (uint32_t i = 0; i < g * b && ok; i++)
	if (p[i] != want (i))
	  {
	    printf ("  schedule %d, seed %zu: word %u is %u, not %u\n", schedules[s], s, i, p[i], want (i));
	    ok = false;
	  }
      release (p);
    }
  check (ok, "%s", name);
  unload (&m);
}

static void
result (const char *name, const char *text, unsigned g, unsigned b, uint32_t (*want) (uint32_t))
{
  result_if (true, name, text, g, b, want);
}

/* TEXT's k must fail with KIND and WORDS in its text.  */
static void
fault (const char *name, const char *text, unsigned g, unsigned b, enum px_emu_kind kind, const char *words)
{
  struct mod m = load (text);
  uint32_t *p = buffer (65536);
  px_emu_launch l = { .grid = { g, 1, 1 }, .block = { b, 1, 1 }, .args = (void *[]) { &p },
		      .timeout_ms = 2000 };
  px_emu_error e;
  bool ok = !px_emu_run (px_emu_module_func (m.m, "k"), &l, NULL, &e) && e.kind == kind
	    && strstr (e.text, words);
  if (!ok)
    printf ("  %s: %s\n", px_emu_kind_name (e.kind), e.text);
  check (ok, "%s", name);
  release (p);
  unload (&m);
}

/* A module that must not load.  */
static void
refused (const char *name, const char *text, enum px_emu_kind kind, const char *words)
{
  px_emu_error e;
  struct mod m = load_err (text, &e);
  bool ok = !m.m && m.ptx && e.kind == kind && strstr (e.text, words);
  if (!ok)
    printf ("  %s: %s\n", px_emu_kind_name (e.kind), e.text);
  check (ok, "%s", name);
  unload (&m);
}

/* ---- divergence ---- */

static uint32_t
nested (uint32_t i)
{
  uint32_t t = i % 64, r = 0;
  for (uint32_t k = 0; k < t; k++)
    {
      if (k & 1)
	{
	  if ((k ^ t) & 2)
	    continue;
	  r += k;
	}
      else if (t & 4)
	{
	  for (uint32_t j = 0; j < (k & 7); j++)
	    {
	      if (j + t == 40)
		goto out;
	      r += 3;
	    }
	}
      else
	r ^= k;
    }
 out:
  return r;
}
static const char nested_text[] = ENTRY
  "mov.u32 %r10, 0; mov.u32 %r11, 0;\n"
  "LOOP: setp.ge.u32 %p1, %r11, %r1; @%p1 bra OUT;\n"
  "and.b32 %r12, %r11, 1; setp.eq.u32 %p1, %r12, 0; @%p1 bra EVEN;\n"
  "xor.b32 %r12, %r11, %r1; and.b32 %r12, %r12, 2; setp.ne.u32 %p2, %r12, 0; @%p2 bra NEXT;\n"
  "add.u32 %r10, %r10, %r11; bra.uni NEXT;\n"
  "EVEN: and.b32 %r12, %r1, 4; setp.ne.u32 %p3, %r12, 0; @!%p3 bra XOR;\n"
  "mov.u32 %r13, 0; and.b32 %r14, %r11, 7;\n"
  "INNER: setp.ge.u32 %p4, %r13, %r14; @%p4 bra NEXT;\n"
  "add.u32 %r15, %r13, %r1; setp.eq.u32 %p5, %r15, 40; @%p5 bra OUT;\n"
  "add.u32 %r10, %r10, 3; add.u32 %r13, %r13, 1; bra INNER;\n"
  "XOR: xor.b32 %r10, %r10, %r11;\n"
  "NEXT: add.u32 %r11, %r11, 1; bra LOOP;\n"
  "OUT: " STORE;

/* Blocks of code out of order: reconvergence by pc is late, results are not.  */
static const char shuffled_text[] = ENTRY
  "mov.u32 %r10, 0; and.b32 %r11, %r1, 3; bra START;\n"
  "C: add.u32 %r10, %r10, 100; setp.lt.u32 %p1, %r10, 300; @%p1 bra C; bra END;\n"
  "B: add.u32 %r10, %r10, 10; setp.eq.u32 %p1, %r11, 1; @%p1 bra END; bra C;\n"
  "START: setp.eq.u32 %p1, %r11, 0; @%p1 bra A; setp.eq.u32 %p2, %r11, 3; @%p2 bra C; bra B;\n"
  "A: mov.u32 %r10, 7;\n"
  "END: " STORE;
static uint32_t
shuffled (uint32_t i)
{
  switch (i % 64 & 3)
    {
    case 0: return 7;
    case 1: return 10;
    case 2: return 310;
    default: return 300;
    }
}

static const char table_text[] = ENTRY
  "and.b32 %r11, %r1, 3;\n"
  "T: .branchtargets L0, L1, L2, L3;\n"
  "brx.idx %r11, T;\n"
  "L2: add.u32 %r10, %r1, 20; bra END;\n"
  "L0: mov.u32 %r10, 1; bra END;\n"
  "L3: mul.lo.u32 %r10, %r1, 3; bra END;\n"
  "L1: mov.u32 %r10, 5;\n"
  "END: " STORE;
static uint32_t
table (uint32_t i)
{
  uint32_t t = i % 64;
  return t % 4 == 0 ? 1 : t % 4 == 1 ? 5 : t % 4 == 2 ? t + 20 : t * 3;
}

/* Guarded exits and stores; lanes that leave early.  */
static const char exits_text[] = ENTRY
  "and.b32 %r11, %r1, 1; setp.eq.u32 %p1, %r11, 1; mov.u32 %r10, 9; @%p1 st.global.u32 [%d2], %r10;\n"
  "@%p1 exit; mov.u32 %r10, 4; bar.sync 0;\n" STORE;
static uint32_t exits (uint32_t i) { return i & 1 ? 9 : 4; }

/* What a guard leaves alone lives on around the loop, though every use of it in the
   loop stands behind the guarded move.  */
static const char guarded_text[] = ENTRY
  "mov.u32 %r6, 500; mov.u32 %r10, 0; mov.u32 %r11, 0;\n"
  "L: and.b32 %r12, %r1, 7; setp.eq.u32 %p1, %r12, %r11; @%p1 mov.u32 %r6, %r11; add.u32 %r10, %r10, %r6;\n"
  "mul.lo.u32 %r13, %r11, 77; add.u32 %r14, %r13, %r1; xor.b32 %r15, %r14, %r13; and.b32 %r15, %r15, 1; add.u32 %r10, %r10, %r15;\n"
  "add.u32 %r11, %r11, 1; setp.lt.u32 %p2, %r11, 8; @%p2 bra L;\n" STORE;
static uint32_t
guarded (uint32_t i)
{
  uint32_t t = i % 64, v = 500, r = 0;
  for (uint32_t k = 0; k < 8; k++)
    {
      if ((t & 7) == k)
	v = k;
      r += v + (((k * 77 + t) ^ (k * 77)) & 1);
    }
  return r;
}

/* ---- calls ---- */

static const char calls_text[] = HEADER
  ".func (.param .b32 r) fact (.param .b32 n)\n{\n.reg .pred %p; .reg .b32 %a, %b;\n"
  "ld.param.u32 %a, [n]; setp.gt.u32 %p, %a, 1; @%p bra REC; mov.u32 %b, 1; bra DONE;\n"
  "REC: { .param .b32 x; .param .b32 y; sub.u32 %b, %a, 1; st.param.b32 [x], %b;\n"
  "call (y), fact, (x); ld.param.u32 %b, [y]; }\n mul.lo.u32 %b, %b, %a;\n"
  "DONE: st.param.u32 [r], %b; ret;\n}\n"
  ".func (.reg .b32 r) twice (.reg .b32 n) { add.u32 r, n, n; ret; }\n"
  ".visible .entry k (.param .u64 p)\n{\n" PROLOGUE
  ".param .b32 in; .param .b32 out; rem.u32 %r11, %r1, 9; st.param.b32 [in], %r11; and.b32 %r12, %r1, 1;\n"
  "setp.eq.u32 %p1, %r12, 0; mov.u32 %r10, 3; @%p1 bra SKIP; call (out), fact, (in); ld.param.b32 %r10, [out];\n"
  "SKIP: call (%r10), twice, (%r10);\n" STORE;
static uint32_t
calls (uint32_t i)
{
  uint32_t t = i % 64, f = 1;
  for (uint32_t k = 2; k <= t % 9; k++)
    f *= k;
  return 2 * (t & 1 ? f : 3);
}

/* Vectors and several results in registers (7.1); sums of registers as operands, which ptxas
   takes; variables of global and constant memory that functions declare.  */
static const char vectors_text[] =
  HEADER
  ".func (.reg .v4 .u32 o, .reg .u64 w, .reg .u32 a, .reg .u32 b, .reg .u32 c) spread (.reg .v2 .u32 i, .reg .v2 .u16 h)\n"
  "{ .reg .u32 t; cvt.u32.u16 t, h.y;\n"
  "  mov.u32 o.x, i.x; mov.u32 o.y, i.y; add.u32 o.z, i.x, i.y; mov.u32 o.w, t;\n"
  "  mul.wide.u32 w, i.x, i.y; mov.u32 a, 1; mov.u32 b, 2; mov.u32 c, 3; ret; }\n"
  ".func (.reg .u32 o) ticket () { .global .u32 n = 7; atom.global.add.u32 o, [n], 0; ret; }\n"
  ".func (.reg .u32 o) other () { .global .u32 n = 9; .global .u64 at = n; .const .u32 five[2] = { 4, 5 };\n"
  "  .reg .u64 d; .reg .u32 t; ld.global.u64 d, [at]; ld.global.u32 o, [d]; ld.const.u32 t, [five+4]; add.u32 o, o, t; ret; }\n"
  ".visible .entry k (.param .u64 p)\n{\n" PROLOGUE
  ".reg .v4 .u32 v; .reg .v2 .u32 w; .reg .v2 .u16 s;\n"
  "mov.u32 w.x, %r4; mov.u32 w.y, 3; mov.u16 s.x, 0; mov.u16 s.y, 11;\n"
  "call (v, %d3, %r6, %r7, %r8), spread, (w, s);\n"
  "mad.lo.u32 %r10, v.x, 1, v.y; mad.lo.u32 %r10, v.z, 5, %r10; add.u32 %r10, %r10, v.w;\n"
  "cvt.u32.u64 %r9, %d3; add.u32 %r10, %r10+1, %r9; mad.lo.u32 %r10, %r6, 100, %r10; mad.lo.u32 %r10, %r7, 1000, %r10;\n"
  "mad.lo.u32 %r10, %r8+1+-1, 10000, %r10+0x100000000; mov.u32 %r11, %r5 + 2 * 3; sub.u32 %r11, %r11+4294967295, %r5;\n"
  "setp.eq.u32 %p1, %r11+2, 7; @%p1 add.u32 %r10, %r10+1, 1; add.u32 %r10, %r10, %r11; mov.u16 %h1, 65535;\n"
  "mov.u16 %h1, %h1 + 3; cvt.u32.u16 %r11, %h1; mad.lo.u32 %r10, %r11, 100000, %r10;\n"
  "call (%r11), ticket; mad.lo.u32 %r10, %r11, 1000000, %r10; call (%r11), other; mad.lo.u32 %r10, %r11, 1000000, %r10;\n"
  "st.global.u32 [%d2], %r10 + 2; ret;\n}\n";

static uint32_t
vectors (uint32_t i)
{
  return i + 3 + 5 * (i + 3) + 11 + 1 + 3 * i + 100 + 2000 + 30000 + 2 + 5 + 200000 + 7000000 + 14000000 + 2;
}

static const char pointers_text[] = HEADER
  ".func (.param .b32 r) f0 (.param .b32 n) { .reg .b32 %a; ld.param.b32 %a, [n]; add.u32 %a, %a, 1; st.param.b32 [r], %a; ret; }\n"
  ".func (.param .b32 r) f1 (.param .b32 n) { .reg .b32 %a; ld.param.b32 %a, [n]; mul.lo.u32 %a, %a, %a; st.param.b32 [r], %a; ret; }\n"
  ".global .align 8 .u64 tab[2] = { f0, f1 };\n"
  ".visible .entry k (.param .u64 p)\n{\n" PROLOGUE
  ".param .b32 in; .param .b32 out; and.b32 %r11, %r1, 1; mov.u64 %d5, tab; mad.wide.u32 %d5, %r11, 8, %d5;\n"
  "ld.global.u64 %d6, [%d5]; st.param.b32 [in], %r1;\n"
  "P: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
  "call (out), %d6, (in), P; ld.param.b32 %r10, [out];\n" STORE;
static uint32_t pointers (uint32_t i) { uint32_t t = i % 64; return t & 1 ? t * t : t + 1; }

/* ---- spins ---- */

/* Each lane waits for the one above it.  */
static const char chain_text[] = ENTRY
  "mov.u32 %r6, 31; setp.eq.u32 %p1, %r5, 31; @%p1 bra GO;\n"
  "WAIT: ld.volatile.global.u32 %r7, [%d2+4]; setp.eq.u32 %p2, %r7, 0; @%p2 bra WAIT;\n"
  "add.u32 %r10, %r7, 1; bra PUT;\n"
  "GO: mov.u32 %r10, 1;\n"
  "PUT: st.volatile.global.u32 [%d2], %r10; ret;\n}\n";
static uint32_t chain (uint32_t i) { return 32 - i % 32; }

/* Producers in the last block, consumers in the first; a ring of one.  */
static const char blocks_text[] = ENTRY
  "setp.ne.u32 %p1, %r1, 0; @%p1 bra END; mov.u32 %r10, 0; mov.u32 %r11, 0;\n"
  "setp.eq.u32 %p2, %r2, 0; @%p2 bra EAT; setp.ne.u32 %p3, %r2, 7; @%p3 bra END;\n"
  "MAKE: ld.acquire.gpu.global.u32 %r12, [%d1+4096]; setp.ne.u32 %p4, %r12, 0; @%p4 bra MAKE;\n"
  "add.u32 %r11, %r11, 1; st.global.u32 [%d1+4100], %r11; mov.u32 %r13, 1; st.release.gpu.global.u32 [%d1+4096], %r13;\n"
  "setp.lt.u32 %p5, %r11, 50; @%p5 bra MAKE; bra END;\n"
  "EAT: ld.acquire.gpu.global.u32 %r12, [%d1+4096]; setp.eq.u32 %p4, %r12, 0; @%p4 bra EAT;\n"
  "ld.global.u32 %r14, [%d1+4100]; add.u32 %r10, %r10, %r14; add.u32 %r11, %r11, 1; mov.u32 %r13, 0;\n"
  "st.release.gpu.global.u32 [%d1+4096], %r13; setp.lt.u32 %p5, %r11, 50; @%p5 bra EAT;\n"
  "st.global.u32 [%d1], %r10;\n"
  "END: ret;\n}\n";
static uint32_t blocks (uint32_t i) { return i ? 0 : 1275; }

/* ---- barriers ---- */

static const char barrier_text[] = ENTRY
  ".shared .align 4 .b32 s[128]; mov.u32 %r11, s; mad.lo.u32 %r12, %r1, 4, %r11;\n"
  "st.shared.u32 [%r12], %r1; bar.sync 0; sub.u32 %r13, 127, %r1; mad.lo.u32 %r13, %r13, 4, %r11;\n"
  "ld.shared.u32 %r10, [%r13]; barrier.sync 3, 128; setp.lt.u32 %p1, %r1, 5; bar.red.popc.u32 %r14, 1, %p1;\n"
  "bar.red.and.pred %p2, 2, %p1; bar.red.or.pred %p3, 2, %p1; mad.lo.u32 %r10, %r14, 1000, %r10;\n"
  "@%p2 add.u32 %r10, %r10, 100000; @%p3 add.u32 %r10, %r10, 200000;\n" STORE;
static uint32_t barrier (uint32_t i) { return 205000 + 127 - i % 128; }

/* Named barriers between producer and consumer warps; arrive without waiting.  */
static const char named_text[] = ENTRY
  ".shared .align 4 .b32 s[32]; mov.u32 %r11, s; and.b32 %r12, %r1, 31; mad.lo.u32 %r12, %r12, 4, %r11;\n"
  "mov.u32 %r10, 0; mov.u32 %r13, 0; setp.ge.u32 %p1, %r1, 32; @%p1 bra TAKE;\n"
  "GIVE: bar.sync 2, 64; add.u32 %r14, %r13, %r1; st.shared.u32 [%r12], %r14; bar.arrive 1, 64;\n"
  "add.u32 %r13, %r13, 1; setp.lt.u32 %p2, %r13, 10; @%p2 bra GIVE; bra END;\n"
  "TAKE: bar.arrive 2, 64; bar.sync 1, 64; ld.shared.u32 %r14, [%r12]; add.u32 %r10, %r10, %r14;\n"
  "add.u32 %r13, %r13, 1; setp.lt.u32 %p2, %r13, 10; @%p2 bra TAKE;\n"
  "END: " STORE;
static uint32_t named (uint32_t i) { return i % 64 < 32 ? 0 : 45 + 10 * (i % 32); }

/* Lanes come to one barrier from two places.  */
static const char two_places_text[] = ENTRY
  ".shared .align 4 .b32 s; setp.eq.u32 %p1, %r1, 0; mov.u32 %r10, 77; @%p1 st.shared.u32 [s], %r10;\n"
  "and.b32 %r11, %r1, 1; setp.eq.u32 %p2, %r11, 0; @%p2 bra EVEN; barrier.sync 0; ld.shared.u32 %r10, [s]; bra END;\n"
  "EVEN: barrier.sync 0; ld.shared.u32 %r10, [s]; add.u32 %r10, %r10, 1;\n"
  "END: " STORE;
static uint32_t two_places (uint32_t i) { return i & 1 ? 77 : 78; }

/* ---- warps ---- */

/* Shuffles inside halves that have diverged.  */
static const char halves_text[] = ENTRY
  "setp.lt.u32 %p1, %r5, 16; mov.u32 %r10, %r5; @%p1 bra LOW;\n"
  "shfl.sync.bfly.b32 %r10|%p2, %r5, 1, 0x1f, 0xffff0000; bra END;\n"
  "LOW: shfl.sync.up.b32 %r10|%p2, %r5, 2, 0, 0x0000ffff; @!%p2 mov.u32 %r10, 99;\n"
  "END: bar.warp.sync -1;\n" STORE;
static uint32_t
halves (uint32_t i)
{
  uint32_t l = i % 32;
  return l >= 16 ? l ^ 1 : l < 2 ? 99 : l - 2;
}

/* One full shuffle, reached from two instructions.  */
static const char meet_text[] = ENTRY
  "and.b32 %r11, %r5, 1; setp.eq.u32 %p1, %r11, 0; add.u32 %r12, %r5, 100; xor.b32 %r13, %r5, 1; @%p1 bra EVEN;\n"
  "shfl.sync.idx.b32 %r10, %r12, %r13, 0x1f, -1; bra END;\n"
  "EVEN: shfl.sync.idx.b32 %r10, %r12, %r13, 0x1f, -1;\n"
  "END: " STORE;
static uint32_t meet (uint32_t i) { return (i % 32 ^ 1) + 100; }

/* Segments of 8; vote, match, redux, elect among the lanes of a loop.  */
static const char segment_text[] = ENTRY
  "shfl.sync.down.b32 %r10|%p1, %r5, 3, 0x1807, -1; setp.gt.u32 %p2, %r5, 20;\n"
  "vote.sync.ballot.b32 %r11, %p2, -1; add.u32 %r10, %r10, %r11; redux.sync.add.s32 %r12, %r5, -1; add.u32 %r10, %r10, %r12;\n"
  "shr.u32 %r13, %r5, 3; match.any.sync.b32 %r14, %r13, -1; popc.b32 %r14, %r14; add.u32 %r10, %r10, %r14;\n"
  "elect.sync %r15|%p3, -1; @%p3 add.u32 %r10, %r10, 5; add.u32 %r10, %r10, %r15;\n" STORE;
static uint32_t
segment (uint32_t i)
{
  uint32_t l = i % 32, d = (l & 7) + 3 <= 7 ? l + 3 : l;
  return d + 0xffe00000 + 496 + 8 + (l == 0 ? 5 : 0);
}

/* The values 3 i + 1 and 3 i - 49.  */
static const char reductions_text[] = ENTRY
  "mad.lo.u32 %r11, %r5, 3, 1; sub.s32 %r12, %r11, 50;\n"
  "redux.sync.min.s32 %r13, %r12, -1; redux.sync.max.s32 %r14, %r12, -1; mad.lo.s32 %r10, %r13, 1000, %r14;\n"
  "redux.sync.min.u32 %r13, %r11, -1; redux.sync.max.u32 %r14, %r11, -1; mad.lo.s32 %r10, %r10, 7, %r13; mad.lo.s32 %r10, %r10, 7, %r14;\n"
  "or.b32 %r15, %r11, 0x300; redux.sync.and.b32 %r13, %r15, -1; redux.sync.or.b32 %r14, %r11, -1; mad.lo.s32 %r10, %r10, 7, %r13; mad.lo.s32 %r10, %r10, 7, %r14;\n"
  "redux.sync.xor.b32 %r13, %r11, -1; mad.lo.s32 %r10, %r10, 7, %r13;\n" STORE;
static uint32_t
reductions (uint32_t i)
{
  uint32_t all = 0x3ff, any = 0, odd = 0, r;
  (void) i;
  for (uint32_t k = 0; k < 32; k++)
    all &= (3 * k + 1) | 0x300, any |= 3 * k + 1, odd ^= 3 * k + 1;
  r = -49 * 1000 + 44;
  r = (r * 7 + 1) * 7 + 94;
  return ((r * 7 + all) * 7 + any) * 7 + odd;
}

static const char votes_text[] = ENTRY
  "setp.lt.u32 %p1, %r5, 32; setp.lt.u32 %p2, %r5, 5; mov.u32 %r10, 0; mov.u32 %r11, 7;\n"
  "vote.sync.all.pred %p3, %p1, -1; @%p3 add.u32 %r10, %r10, 1; vote.sync.all.pred %p3, %p2, -1; @%p3 add.u32 %r10, %r10, 1000;\n"
  "vote.sync.any.pred %p3, %p2, -1; @%p3 add.u32 %r10, %r10, 2; vote.any.sync.pred %p3, !%p1, -1; @%p3 add.u32 %r10, %r10, 1000;\n"
  "vote.sync.uni.pred %p3, %p1, -1; @%p3 add.u32 %r10, %r10, 4; vote.sync.uni.pred %p3, %p2, -1; @%p3 add.u32 %r10, %r10, 1000;\n"
  "match.all.sync.b32 %r12|%p4, %r11, -1; @%p4 add.u32 %r10, %r10, 8; popc.b32 %r12, %r12; add.u32 %r10, %r10, %r12;\n"
  "match.all.sync.b32 %r12|%p4, %r5, -1; @%p4 add.u32 %r10, %r10, 1000; add.u32 %r10, %r10, %r12;\n"
  "shr.u32 %r13, %r5, 2; cvt.u64.u32 %d5, %r13; match.any.sync.b64 %r12, %d5, -1; popc.b32 %r12, %r12; mad.lo.u32 %r10, %r12, 100, %r10;\n"
  "activemask.b32 %r12; popc.b32 %r12, %r12; mad.lo.u32 %r10, %r12, 10000, %r10;\n"
  STORE;
static uint32_t votes (uint32_t i) { (void) i; return 1 + 2 + 4 + 8 + 32 + 400 + 320000; }

/* Transaction counts: the phase ends when arrivals and bytes are complete.  */
static const char transactions_text[] = ENTRY
  ".shared .align 8 .b64 b; mov.u32 %r10, 0; mov.u32 %r12, 0; setp.ne.u32 %p1, %r1, 0; @%p1 bra END; mbarrier.init.shared.b64 [b], 2;\n"
  "mbarrier.arrive.expect_tx.shared.b64 %d5, [b], 64; mbarrier.pending_count.b64 %r11, %d5; add.u32 %r10, %r10, %r11;\n"
  "mbarrier.arrive.shared.b64 %d6, [b]; mbarrier.test_wait.shared.b64 %p2, [b], %d6; @%p2 add.u32 %r10, %r10, 1000;\n"
  "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [b], 48; mbarrier.test_wait.parity.shared.b64 %p2, [b], %r12; @%p2 add.u32 %r10, %r10, 1000;\n"
  "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [b], 16; mbarrier.test_wait.parity.shared.b64 %p2, [b], %r12; @%p2 add.u32 %r10, %r10, 10;\n"
  "mbarrier.arrive_drop.shared.b64 %d6, [b]; mbarrier.arrive.shared.b64 %d6, [b]; mbarrier.arrive.shared.b64 %d7, [b];\n"
  "mbarrier.test_wait.shared.b64 %p2, [b], %d7; @%p2 add.u32 %r10, %r10, 20; mbarrier.inval.shared.b64 [b];\n"
  "nanosleep.u32 20; st.global.u32 [%d2], %r10;\nEND: ret;\n}\n";
static uint32_t transactions (uint32_t i) { return i % 32 ? 0 : 32; }

/* A lane exits while others wait for it at a warp barrier.  */
static const char leave_text[] = ENTRY
  "mov.u32 %r10, 1; setp.eq.u32 %p1, %r5, 3; @%p1 bra OUT; bar.warp.sync -1; mov.u32 %r10, 2;\n"
  "vote.sync.ballot.b32 %r10, 1, -1;\n"
  "OUT: " STORE;
static uint32_t leave (uint32_t i) { return i % 32 == 3 ? 1 : 0xfffffff7; }

/* ---- memory ---- */

static const char local_text[] = ENTRY
  ".local .align 16 .b8 a[64]; mov.u64 %d5, a; cvta.local.u64 %d6, %d5; and.b32 %r11, %r1, 15;\n"
  "mad.wide.u32 %d7, %r11, 4, %d5; mad.wide.u32 %d8, %r11, 4, %d6;\n"
  "st.local.u32 [%d7], %r4; ld.u32 %r10, [%d8]; st.local.v2.u32 [a+8], {%r10, %r1}; ld.local.u32 %r12, [a+12];\n"
  "add.u32 %r10, %r10, %r12; isspacep.local %p1, %d8; @%p1 add.u32 %r10, %r10, 1000; isspacep.global %p2, %d8;\n"
  "@%p2 add.u32 %r10, %r10, 5000;\n" STORE;
static uint32_t local (uint32_t i) { return i + i % 64 + 1000; }

static const char atoms_text[] = ENTRY
  ".shared .align 8 .b32 s[4]; setp.ne.u32 %p1, %r1, 0; mov.u32 %r11, 0; @%p1 bra GO; st.shared.v4.u32 [s], {%r11, %r11, %r11, %r11};\n"
  "GO: bar.sync 0; atom.shared.add.u32 %r12, [s], 1; red.shared.max.u32 [s+4], %r1; atom.shared.inc.u32 %r13, [s+8], 9;\n"
  "atom.shared.cas.b32 %r14, [s+12], 0, 7; bar.sync 0; ld.shared.u32 %r10, [s]; ld.shared.u32 %r15, [s+4];\n"
  "mad.lo.u32 %r10, %r15, 1000, %r10; ld.shared.u32 %r15, [s+8]; mad.lo.u32 %r10, %r15, 1000000, %r10;\n"
  "ld.shared.u32 %r15, [s+12]; mad.lo.u32 %r10, %r15, 100000000, %r10;\n" STORE;
static uint32_t atoms (uint32_t i) { (void) i; return 64 + 63000 + 4000000 + 700000000; }

static const char mbarrier_text[] = ENTRY
  ".shared .align 8 .b64 b; .shared .align 4 .b32 s[64]; setp.ne.u32 %p1, %r1, 0; @%p1 bra GO; mbarrier.init.shared.b64 [b], 64;\n"
  "GO: bar.sync 0; mov.u32 %r11, s; mad.lo.u32 %r12, %r1, 4, %r11; st.shared.u32 [%r12], %r1;\n"
  "mbarrier.arrive.shared.b64 %d5, [b];\n"
  "W: mbarrier.try_wait.shared.b64 %p2, [b], %d5; @!%p2 bra W;\n"
  "xor.b32 %r13, %r1, 33; mad.lo.u32 %r12, %r13, 4, %r11; ld.shared.u32 %r10, [%r12];\n"
  "mbarrier.arrive.shared.b64 _, [b]; mov.u32 %r14, 1;\n"
  "V: mbarrier.test_wait.parity.shared.b64 %p3, [b], %r14; @!%p3 bra V;\n" STORE;
static uint32_t mbarrier (uint32_t i) { return i % 64 ^ 33; }

/* The lanes of a warp wait, in two places, for its last one.  */
static const char last_text[] = ENTRY
  ".shared .align 8 .b64 b; setp.ne.u32 %p1, %r1, 0; @%p1 bra GO; mbarrier.init.shared.b64 [b], 1;\n"
  "GO: bar.sync 0; setp.eq.u32 %p2, %r5, 31; @%p2 bra LAST; and.b32 %r11, %r5, 1; setp.eq.u32 %p3, %r11, 0; @%p3 bra V;\n"
  "W: mbarrier.try_wait.parity.shared.b64 %p4, [b], 0; @!%p4 bra W; bra.uni OUT;\n"
  "V: mbarrier.test_wait.parity.shared.b64 %p4, [b], 0; @!%p4 bra V; bra.uni OUT;\n"
  "LAST: mbarrier.arrive.shared.b64 _, [b];\n"
  "OUT: mov.u32 %r10, %r1;\n" STORE;
static uint32_t last (uint32_t i) { return i; }

/* ---- special registers ---- */

static const char sregs_text[] = ENTRY
  "mov.u32 %r10, %warpid; mov.u32 %r11, %nctaid.x; mad.lo.u32 %r10, %r11, 100, %r10; mov.u32 %r11, %lanemask_lt;\n"
  "popc.b32 %r11, %r11; mad.lo.u32 %r10, %r11, 10000, %r10; mov.u64 %d5, %clock64; mov.u64 %d6, %globaltimer;\n"
  "setp.eq.u64 %p1, %d6, 0; @%p1 mov.u32 %r10, 0; mov.u32 %r11, %smid; setp.ge.u32 %p2, %r11, 132; @%p2 mov.u32 %r10, 0;\n" STORE;
static uint32_t sregs (uint32_t i) { return i % 64 / 32 + 200 + i % 32 * 10000; }

/* ---- clusters ---- */

/* Each block reads its neighbour's shared memory, then adds to it remotely.  */
static const char cluster_text[] = HEADER
  ".visible .entry k (.param .u64 p) .reqnctapercluster 4\n{\n" PROLOGUE
  ".shared .align 4 .b32 s[64]; mov.u32 %r11, s; mad.lo.u32 %r12, %r1, 4, %r11; st.shared.u32 [%r12], %r4;\n"
  "barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;\n"
  "mov.u32 %r13, %cluster_ctarank; xor.b32 %r14, %r13, 1; mapa.shared::cluster.u32 %r15, %r12, %r14;\n"
  "ld.shared::cluster.u32 %r10, [%r15]; getctarank.shared::cluster.u32 %r16, %r15; mad.lo.u32 %r10, %r16, 10000, %r10;\n"
  "cvt.u64.u32 %d5, %r12; cvta.shared.u64 %d6, %d5; mapa.u64 %d7, %d6, %r14; ld.u32 %r17, [%d7]; add.u32 %r10, %r10, %r17;\n"
  "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;\n"
  "red.shared::cluster.add.u32 [%r15], 1000000; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;\n"
  "ld.shared.u32 %r18, [%r12]; sub.u32 %r18, %r18, %r4; add.u32 %r10, %r10, %r18;\n"
  "mov.u32 %r19, %nclusterid.x; mov.u32 %r20, %clusterid.x; setp.ge.u32 %p1, %r20, %r19; @%p1 mov.u32 %r10, 0;\n" STORE;
static uint32_t
cluster (uint32_t i)
{
  uint32_t other = (i / 64 ^ 1) * 64 + i % 64;
  return 2 * other + 10000 * (i / 64 % 4 ^ 1) + 1000000;
}

/* Two launches at once: the first waits for the second.  */
static void *
first (void *arg)
{
  struct mod *m = arg;
  px_emu_error e;
  uint32_t *p = *(uint32_t **) (m + 1);
  px_emu_launch l = { .grid = { 40, 1, 1 }, .block = { 32, 1, 1 }, .args = (void *[]) { &p }, .timeout_ms = 20000 };
  return px_emu_run (px_emu_module_func (m->m, "k"), &l, NULL, &e) ? m : NULL;
}

static void
side_by_side (void)
{
  struct { struct mod m; uint32_t *p; } a, b;
  a.m = load (ENTRY "W: ld.volatile.global.u32 %r6, [%d1]; setp.ne.u32 %p1, %r6, 40; @%p1 bra W; ret;\n}\n");
  b.m = load (ENTRY "setp.ne.u32 %p1, %r1, 0; @%p1 bra E; red.global.add.u32 [%d1], 1;\nE: ret;\n}\n");
  a.p = b.p = buffer (4096);
  pthread_t t;
  void *r = NULL;
  bool ok = !pthread_create (&t, NULL, first, &a);
  ok = ok && first (&b);
  ok = ok && !pthread_join (t, &r) && r;
  check (ok, "two launches side by side");
  release (a.p);
  unload (&a.m);
  unload (&b.m);
}

/* n + (n - 1) + … + 1, each kept in memory that a call has allocated, after more that was
   given back.  */
static const char alloca_text[] =
  HEADER ".func (.param .u32 r) f (.param .u32 n)\n{\n"
  ".reg .pred %p; .reg .b32 %r<8>; .reg .b64 %d<8>;\n"
  "ld.param.u32 %r1, [n]; mul.wide.u32 %d1, %r1, 12; stacksave.u64 %d4; alloca.u64 %d2, %d1, 64; st.local.u32 [%d2+4], 7;\n"
  "stackrestore.u64 %d4; alloca.u64 %d3, %d1; st.local.u32 [%d3], %r1; mov.u32 %r2, 0; setp.eq.u32 %p, %r1, 1; @%p bra E;\n"
  "{ .param .u32 a; .param .u32 b; sub.u32 %r3, %r1, 1; st.param.u32 [a], %r3; call (b), f, (a); ld.param.u32 %r2, [b]; }\n"
  "E: ld.local.u32 %r4, [%d3]; add.u32 %r5, %r4, %r2; st.param.u32 [r], %r5; ret;\n}\n"
  ".visible .entry k (.param .u64 p)\n{\n" PROLOGUE
  "and.b32 %r6, %r1, 7; add.u32 %r6, %r6, 1;\n"
  "{ .param .u32 a; .param .u32 b; st.param.u32 [a], %r6; call (b), f, (a); ld.param.u32 %r10, [b]; }\n" STORE;
static uint32_t alloca_want (uint32_t i) { uint32_t n = i % 8 + 1; return n * (n + 1) / 2; }

/* Lanes that do not take a branch compute, load and store; the others keep what they had.  In a loop, since compiled
   code is entered there.  */
static const char part_text[] = ENTRY
  ".shared .b32 s[64]; mov.u32 %r20, s; mov.u32 %r10, 7; mov.u32 %r6, 0; mov.u32 %r12, 5;\n"
  "shl.b32 %r13, %r1, 2; add.u32 %r13, %r13, %r20; st.shared.u32 [%r13], %r1; bar.sync 0;\n"
  "L: add.u32 %r7, %r1, %r6; and.b32 %r7, %r7, 3; setp.eq.u32 %p1, %r7, 0; @%p1 bra S;\n"
  "add.u32 %r10, %r10, %r1; ld.shared.u32 %r14, [%r13]; add.u32 %r12, %r14, %r6; add.u32 %r10, %r10, %r12;\n"
  "add.u32 %r14, %r14, 1; st.shared.u32 [%r13], %r14;\n"
  "S: add.u32 %r10, %r10, %r12; bar.sync 0;\n"
  "add.u32 %r6, %r6, 1; setp.lt.u32 %p2, %r6, 9; @%p2 bra L;\n" STORE;

static uint32_t
part (uint32_t i)
{
  uint32_t t = i % 64, s = t, sum = 7, last = 5;
  for (uint32_t k = 0; k < 9; k++)
    {
      if ((t + k) % 4)
	{
	  last = s++ + k;
	  sum += t + last;
	}
      sum += last;
    }
  return sum;
}

/* Warp 0 counts to 200000, then answers.  The others ask until then, and count in memory how often; with
   PASSES, each counts in a register, too.  */
#define ASKING(passes)							\
  ENTRY "add.u64 %d3, %d1, 4; mov.u32 %r6, 0; setp.ge.u32 %p1, %r1, 32; @%p1 bra A;\n" \
  "W: add.u32 %r6, %r6, 1; setp.lt.u32 %p2, %r6, 200000; @%p2 bra W;\n" \
  "membar.gl; st.volatile.global.u32 [%d1], 1; bra E;\n"		\
  "A: setp.eq.u32 %p3, %r5, 0;\n"					\
  "L: @%p3 red.global.add.u32 [%d3], 1;\n" passes			\
  "ld.volatile.global.u32 %r7, [%d1]; setp.eq.u32 %p2, %r7, 0; @%p2 bra L;\n" \
  "E: ret;\n}\n"

/* The questions of 7 warps that wait for the eighth.  */
static uint32_t
questions (const char *text)
{
  struct mod m = load (text);
  uint32_t *p = buffer (64);
  px_emu_launch l = { .grid = { 1, 1, 1 }, .block = { 256, 1, 1 }, .args = (void *[]) { &p },
		      .timeout_ms = 60000 };
  px_emu_error e;
  check (px_emu_run (px_emu_module_func (m.m, "k"), &l, NULL, &e) && p[0] == 1, "warps wait for one that counts");
  uint32_t n = p[1];
  release (p);
  unload (&m);
  return n;
}

/* A warp that is again and again what it was has short slices: it does not take the time of
   who works.  One that changes has whole ones.  */
static void
short_slices (void)
{
  uint32_t same = questions (ASKING ("")), other = questions (ASKING ("add.u32 %r8, %r8, 1;\n"));
  check (same < 400000, "who asks the same has short slices (%u questions)", same);
  check (other > 7 * 100000, "who counts has whole ones (%u questions)", other);
}

int
main (void)
{
  dev = px_emu_new (2);
  result ("nested divergence with breaks", nested_text, 2, 64, nested);
  result ("blocks of code out of order", shuffled_text, 2, 64, shuffled);
  result ("a guarded result around a loop", guarded_text, 2, 64, guarded);
  result ("brx.idx", table_text, 2, 64, table);
  result ("guarded exit before a barrier", exits_text, 2, 64, exits);
  result ("partial warps", exits_text, 3, 50, exits);
  result ("alloca, stacksave, stackrestore", alloca_text, 1, 64, alloca_want);
  result ("calls, recursion, register parameters", calls_text, 2, 64, calls);
  result ("vectors, results and sums in registers, variables of functions", vectors_text, 2, 64, vectors);
  result ("calls through pointers", pointers_text, 2, 64, pointers);
  result ("a lane waits for the next lane", chain_text, 1, 32, chain);
  result ("producer and consumer blocks", blocks_text, 8, 32, blocks);
  result ("bar.sync, barrier.sync with a count, bar.red", barrier_text, 3, 128, barrier);
  result ("named barriers, bar.arrive", named_text, 2, 64, named);
  result ("one barrier, two places", two_places_text, 2, 64, two_places);
  result ("shuffles with partial masks", halves_text, 2, 64, halves);
  result ("one shuffle, two places", meet_text, 2, 64, meet);
  result ("shuffle segments, ballot, redux, match, elect", segment_text, 1, 32, segment);
  result ("a lane leaves others at a warp barrier", leave_text, 1, 32, leave);
  result ("local memory", local_text, 2, 64, local);
  result ("shared atomics", atoms_text, 2, 64, atoms);
  result ("mbarrier", mbarrier_text, 2, 64, mbarrier);
  result ("lanes wait for one of their warp", last_text, 1, 32, last);
  result ("reductions", reductions_text, 1, 64, reductions);
  /* activemask tells who is together.  */
  result_if (false, "votes, match", votes_text, 1, 64, votes);
  result ("mbarrier transactions", transactions_text, 2, 32, transactions);
  result ("special registers", sregs_text, 2, 64, sregs);
  result ("clusters and their shared memory", cluster_text, 8, 64, cluster);
  result ("some lanes jump over a straight line", part_text, 2, 64, part);
  side_by_side ();
  short_slices ();

  fault ("deadlock: half of the block waits", ENTRY
	 "setp.lt.u32 %p1, %r1, 32; @%p1 bra W; bar.sync 1, 64; W: bar.sync 0; ret;\n}\n", 1, 64,
	 PX_EMU_DEADLOCK, "barrier 1");
  fault ("deadlock: a warp barrier that one lane never reaches", ENTRY
	 "setp.eq.u32 %p1, %r5, 3; @%p1 bra B; bar.warp.sync -1; B: bar.sync 0; ret;\n}\n", 1, 32,
	 PX_EMU_DEADLOCK, "for lanes");
  fault ("a thread outside the member mask", ENTRY "bar.warp.sync 0x7fffffff; ret;\n}\n", 1, 32,
	 PX_EMU_SYNC, "thread (31,0,0)");
  fault ("global out of bounds", ENTRY "mov.u32 %r10, 1; st.global.u32 [%d2+65536], %r10; ret;\n}\n", 1, 32,
	 PX_EMU_ILLEGAL_ADDRESS, "bytes past the 65536 bytes");
  fault ("one byte too far", ENTRY "add.u64 %d2, %d1, 65532; ld.global.u32 %r1, [%d2]; ld.global.u32 %r1, [%d2+4]; ret;\n}\n",
	 1, 32, PX_EMU_ILLEGAL_ADDRESS, "; 0 bytes past");
  fault ("shared access across the end", ENTRY ".shared .align 4 .b8 s[6]; mov.u32 %r6, s; ld.shared.u32 %r1, [%r6+4]; ret;\n}\n",
	 1, 32, PX_EMU_ILLEGAL_ADDRESS, "shared address 0x4");
  fault ("one lane's shared access across the end", ENTRY ".shared .align 4 .b8 s[126]; mov.u32 %r6, s; mad.lo.u32 %r6, %r5, 4, %r6;\n"
	 "ld.shared.u32 %r1, [%r6]; ret;\n}\n", 1, 32, PX_EMU_ILLEGAL_ADDRESS, "thread (31,0,0)");
  fault ("global access across the end", HEADER ".global .align 4 .b8 g[126];\n.visible .entry k (.param .u64 p)\n{\n" PROLOGUE
	 "mov.u64 %d5, g; mad.wide.u32 %d6, %r5, 4, %d5; ld.global.u32 %r6, [%d6]; ret;\n}\n", 1, 32, PX_EMU_ILLEGAL_ADDRESS,
	 "thread (31,0,0)");
  fault ("global access across the end, one thread", HEADER ".global .align 4 .b8 g[126];\n.visible .entry k (.param .u64 p)\n{\n" PROLOGUE
	 "mov.u64 %d5, g; ld.global.u32 %r6, [%d5+124]; ret;\n}\n", 1, 1, PX_EMU_ILLEGAL_ADDRESS, "4 bytes");
  fault ("misaligned", ENTRY "ld.global.u32 %r1, [%d1+2]; ret;\n}\n", 1, 32, PX_EMU_MISALIGNED, "4 bytes");
  fault ("misaligned vector", ENTRY "ld.global.v2.u32 {%r1, %r2}, [%d1+4]; ret;\n}\n", 1, 32, PX_EMU_MISALIGNED, "8 bytes");
  fault ("shared out of bounds", ENTRY ".shared .b32 s[4]; mov.u32 %r6, s; ld.shared.u32 %r1, [%r6+16]; ret;\n}\n",
	 1, 32, PX_EMU_ILLEGAL_ADDRESS, "shared address 0x10");
  fault ("constant memory is not written", HEADER ".const .b32 c; .visible .entry k (.param .u64 p)\n{\n" PROLOGUE
	 "mov.u64 %d5, c; st.u32 [%d5], %r1; ret;\n}\n", 1, 32, PX_EMU_ILLEGAL_ADDRESS, "constant memory");
  fault ("trap", ENTRY "setp.eq.u32 %p1, %r1, 7; @%p1 trap; ret;\n}\n", 1, 32, PX_EMU_TRAP, "thread (7,0,0)");
  fault ("endless loop", ENTRY "L: bra L;\n}\n", 1, 32, PX_EMU_TIMEOUT, "time limit");
  fault ("endless recursion", HEADER ".func f () { call f; ret; }\n.visible .entry k (.param .u64 p)\n{ call f; ret;\n}\n", 1, 32,
	 PX_EMU_STACK, "stack overflow");
  fault ("call through a bad pointer", ENTRY "P: .callprototype _ ();\nmov.u64 %d5, 77; call %d5, P; ret;\n}\n", 1, 32,
	 PX_EMU_INVALID_PC, "not a function");
  fault ("source line", HEADER ".file 1 \"dir/x.cu\"\n.visible .entry k (.param .u64 p)\n{\n.reg .b32 %r1;\n.loc 1 42 7\ntrap;\nret;\n}\n",
	 1, 32, PX_EMU_TRAP, "dir/x.cu:42");

  fault ("alloca of more than there is", ENTRY "alloca.u64 %d5, 1000000; ret;\n}\n", 1, 32, PX_EMU_STACK, "alloca of 1000000 bytes");
  fault ("stackrestore of another value", ENTRY "mov.u64 %d5, 8; stackrestore.u64 %d5; ret;\n}\n", 1, 32, PX_EMU_STACK,
	 "which stacksave did not give");
  refused ("an instruction that is not supported", ENTRY "multimem.red.relaxed.gpu.global.add.u32 [%d1], %r1; ret;\n}\n",
	   PX_EMU_LOAD, "not supported: multimem is for a multicast object");
  refused ("a modifier that is not supported", ENTRY "add.sat.u32 %r1, %r1, %r1; ret;\n}\n", PX_EMU_LOAD, ".sat");
  refused ("an undefined function", HEADER ".extern .func f ();\n.visible .entry k (.param .u64 p)\n{ call f; ret;\n}\n",
	   PX_EMU_UNRESOLVED, "'f'");
  refused ("operands of different sizes", ENTRY "add.u32 %d1, %r1, %r1; ret;\n}\n", PX_EMU_LOAD, "size");
  refused ("a parameter read past its end", ENTRY "ld.param.u64 %d1, [p+4]; ret;\n}\n", PX_EMU_LOAD, "past the parameters");
  px_emu_free (dev);
  return failures != 0;
}
