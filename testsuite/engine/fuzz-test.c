/* SPDX-License-Identifier: MIT */
/* Mutated PTX: whatever the reader accepts either loads or is refused, and runs to
   an end or an error, within its step limit.  Arguments: rounds, seed, and files
   to start from beside the built-in ones.  */
#include <unistd.h>

#include "testsuite/engine/t.h"

static const char *const seeds[] = {
  HEADER ".global .align 4 .b32 g[16] = { 1, 2, 3 }; .const .align 4 .f32 w[25]; .extern .shared .align 16 .b8 dyn[];\n"
  ".func (.param .b32 r) f (.param .b32 n) { .reg .b32 %a; .reg .pred %p; ld.param.b32 %a, [n]; setp.lt.u32 %p, %a, 3;\n"
  "@%p bra D; { .param .b32 x; .param .b32 y; sub.u32 %a, %a, 1; st.param.b32 [x], %a; call (y), f, (x); ld.param.b32 %a, [y]; }\n"
  "D: st.param.b32 [r], %a; ret; }\n"
  ".visible .entry k (.param .u64 p, .param .u32 n)\n{\n"
  ".reg .pred %p<5>; .reg .b32 %r<30>; .reg .f32 %f<9>; .reg .f64 %e<5>; .reg .b64 %d<12>; .reg .b16 %h<5>; .shared .align 8 .b32 s[64]; .local .align 8 .b8 l[32];\n"
  "ld.param.u64 %d1, [p]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x; mov.u32 %r3, %laneid; mad.wide.u32 %d2, %r2, 4, %d1;\n"
  "ld.global.u32 %r4, [%d2]; ld.global.v2.f32 {%f1, %f2}, [%d1+8]; st.global.v4.u32 [%d1+16], {%r1, %r2, %r3, %r4};\n"
  "mov.u32 %r5, s; mad.lo.u32 %r6, %r2, 4, %r5; st.shared.u32 [%r6], %r4; bar.sync 0; ld.shared.u32 %r7, [%r6+4];\n"
  "setp.gt.s32 %p1, %r3, 5; @%p1 bra A; shfl.sync.bfly.b32 %r8|%p2, %r7, 1, 31, 0x3f; add.cc.u32 %r9, %r8, %r7; addc.u32 %r9, %r9, 3; bra B;\n"
  "A: fma.rn.f32 %f3, %f1, %f2, 0f3f800000; div.rn.f32 %f4, %f3, %f1; cvt.rzi.s32.f32 %r10, %f4; cvt.rn.f16.f32 %h1, %f3; cvt.f64.f32 %e1, %f1; sqrt.rm.f64 %e2, %e1;\n"
  "B: mov.u64 %d3, l; st.local.u32 [%d3+4], %r9; cvta.local.u64 %d4, %d3; ld.u32 %r11, [%d4+4]; { .param .b32 x; .param .b32 y; and.b32 %r12, %r3, 7; st.param.b32 [x], %r12; call (y), f, (x); ld.param.b32 %r13, [y]; }\n"
  "atom.global.add.u32 %r14, [%d1], 1; red.shared.max.u32 [s], %r14; vote.sync.ballot.b32 %r15, %p1, -1; match.any.sync.b32 %r16, %r3, -1; popc.b32 %r17, %r15; prmt.b32 %r18, %r15, %r16, 0x1234;\n"
  "lop3.b32 %r19, %r17, %r18, %r16, 0x96; shf.l.wrap.b32 %r20, %r19, %r18, %r17; bfe.u32 %r21, %r20, 3, 9; selp.b32 %r22, %r21, %r20, %p1; mov.b64 {%r23, %r24}, %d1; dp4a.u32.u32 %r25, %r23, %r24, %r22;\n"
  "T: .branchtargets X0, X1, X2;\nrem.u32 %r26, %r2, 3; brx.idx %r26, T;\nX0: add.u32 %r25, %r25, 1; bra E;\nX1: bar.red.popc.u32 %r25, 1, 32, %p1;\nX2: membar.gl; redux.sync.add.u32 %r25, %r25, 0x1f;\n"
  "E: st.global.u32 [%d2], %r25; setp.lt.u32 %p3, %r25, 100; @%p3 bra A; ret;\n}\n",
  HEADER ".visible .entry k (.param .u64 p, .param .u32 n)\n{\n"
  ".reg .pred %p<5>; .reg .b32 %r<30>; .reg .b64 %d<12>; .reg .b16 %h<9>; .shared .align 8 .b64 b; .shared .align 16 .b8 s[512];\n"
  "ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 0; mov.u32 %r2, s; mad.lo.u32 %r3, %r1, 4, %r2; mad.wide.u32 %d2, %r1, 4, %d1; @%p1 bra G; mbarrier.init.shared.b64 [b], 64;\n"
  "G: bar.sync 0; cp.async.ca.shared.global [%r3], [%d2], 4; cp.async.commit_group; cp.async.wait_group 0; mbarrier.arrive.shared.b64 %d5, [b];\n"
  "W: mbarrier.try_wait.shared.b64 %p2, [b], %d5; @!%p2 bra W; ld.shared.v2.u32 {%r4, %r5}, [%r2+8]; mov.b32 {%h1, %h2}, %r4; fma.rn.f16 %h3, %h1, %h2, %h1; add.f16x2 %r6, %r4, %r5;\n"
  "cvt.u32.u16 %r7, %h3; vadd4.u32.u32.u32 %r8, %r6, %r7, 0; cvt.pack.sat.s8.s32.b32 %r9, %r8, %r7, %r6; bfi.b32 %r10, %r9, %r8, 3, 7; elect.sync %r11|%p3, -1; activemask.b32 %r12;\n"
  "mov.u64 %d6, %clock64; isspacep.shared %p4, %d6; nanosleep.u32 10; fence.acq_rel.gpu; barrier.sync 1, 64; st.global.u32 [%d2], %r10; ret;\n}\n",
  /* Matrices, bulk copies, a tensor map that is written where it stands (tmap.h).  */
  ".version 8.7\n.target sm_90a\n.address_size 64\n.visible .entry k (.param .u64 p, .param .u32 n)\n{\n"
  ".reg .pred %p<5>; .reg .b32 %r<30>; .reg .f32 %f<40>; .reg .b64 %d<16>; .reg .b16 %h<5>; .reg .f64 %e<5>; .shared .align 1024 .b8 s[8192]; .shared .align 8 .b64 b[2];\n"
  "ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mov.u32 %r2, s; mov.u32 %r3, b; shl.b32 %r4, %r1, 4; add.u32 %r4, %r4, %r2; setp.ne.u32 %p1, %r1, 0; mov.b16 %h1, 1; mov.u32 %r5, 1028;\n"
  "add.u64 %d4, %d1, 1024; @%p1 bra G; mbarrier.init.shared.b64 [%r3], 1; mbarrier.init.shared.b64 [%r3+8], 128;\n"
  "st.global.b64 [%d1+1024], 0x00000202504d5450; st.global.b64 [%d1+1032], 0x0000010104000000; st.global.b64 [%d1+1040], 0; st.global.b64 [%d1+1048], %d1;\n"
  "st.global.b64 [%d1+1056], 64; st.global.b64 [%d1+1088], 0x0000000f0000000f; st.global.b32 [%d1+1108], 0x00080010;\n"
  "mbarrier.arrive.expect_tx.shared.b64 _, [%r3], %r5;\n"
  "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r2], [%d1], 512, [%r3], %h1;\n"
  "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r2+1024], [%d4, {%r1, 3}], [%r3];\n"
  "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%d4, {-1, %r1}], [%r2+1024]; cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%d1], [%r2], 64;\n"
  "cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r2+64], %r1, [%r3];\n"
  "G: bar.sync 0; cp.async.cg.shared.global [%r4], [%d1], 16; cp.async.mbarrier.arrive.noinc.shared.b64 [%r3+8];\n"
  "W: mbarrier.test_wait.parity.shared.b64 %p2, [%r3+8], 0; @!%p2 bra W; setmaxnreg.inc.sync.aligned.u32 40;\n"
  "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r6, %r7, %r8, %r9}, [%r4]; stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r4+2048], {%r6, %r7}; movmatrix.sync.aligned.m8n8.trans.b16 %r10, %r6;\n"
  "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f0, %f1, %f2, %f3}, {%r6, %r7, %r8, %r9}, {%r6, %r8}, {%f0, %f1, %f2, %f3};\n"
  "mma.sp.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32 {%r11, %r12, %r13, %r14}, {%r6, %r7, %r8, %r9}, {%r6, %r7, %r8, %r9}, {%r11, %r12, %r13, %r14}, %r10, 0;\n"
  "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%e0, %e1}, {%e2}, {%e3}, {%e0, %e1}; wmma.load.a.sync.aligned.row.m8n8k32.shared.s4 {%r20}, [%r2], 32;\n"
  "mov.b64 %d5, 0x4000004000010000; add.u64 %d6, %d5, 64; setp.eq.u32 %p3, %r2, 0; wgmma.fence.sync.aligned;\n"
  "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f4, %f5, %f6, %f7}, %d5, %d6, %p3, 1, -1, 0, 1; wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%f4, %f5, %f6, %f7}, {%r6, %r7, %r8, %r9}, %d6, %r10, 1, 1, 1, 1, 0;\n"
  "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; tensormap.replace.tile.box_dim.global.b1024.b32 [%d4], 1, 4; alloca.u64 %d7, 64; st.local.b32 [%d7], %r1;\n"
  "vset4.u32.u32.lt %r21.b20, %r6.b0123, %r7, %r8; st.global.f32 [%d1], %f4; st.global.f32 [%d1+4], %f0; ret;\n}\n"
};

/* Pieces that mutations put in.  */
static const char *const tokens[] = {
  "%r1", "%r2", "%d1", "%d2", "%p1", "%f1", "%h1", "[%d1]", "[%r6]", "s", "l", "g", "0", "1", "-1", "31", "32", "64",
  "0xffffffff", "0x7fffffff", "4294967296", ".u32", ".s32", ".u64", ".f32", ".f64", ".b16", ".f16x2", ".pred", ".v2",
  ".v4", ".sat", ".ftz", ".wide", ".hi", ".lo", ".cc", ".rn", ".rz", ".shared", ".global", ".local", ".param", "@%p1",
  "@!%p2", "{", "}", ",", ";", "bra A", "bra W", "ret", "exit", "bar.sync 0", "call (y), f, (x)", "trap", "%tid.x", "_", "|%p2",
  "E:", "mov", "add", "ld", "st", "cvt", "setp.eq", "atom.add", "shfl.sync.idx.b32", ".param .b32 z;", "0f7fc00000"
};

static char *
read_file (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return NULL;
  char *text = malloc (1 << 20);
  if (text)
    text[fread (text, 1, (1 << 20) - 1, f)] = 0;
  fclose (f);
  return text;
}

static char *
mutate (const char *seed)
{
  size_t n = strlen (seed);
  char *t = malloc (n + 1024);
  if (!t)
    abort ();
  memcpy (t, seed, n + 1);
  for (int k = 1 + rnd () % 4; k > 0; k--)
    {
      size_t at = rnd () % n, from = rnd () % n, len = 1 + rnd () % 12;
      const char *token = tokens[rnd () % (sizeof tokens / sizeof *tokens)];
      switch (rnd () % 6)
	{
	case 0:			/* a digit */
	  for (size_t i = at; i < n; i++)
	    if (t[i] >= '0' && t[i] <= '9')
	      {
		t[i] = '0' + rnd () % 10;
		break;
	      }
	  break;
	case 1:			/* a statement goes */
	  {
	    char *a = strchr (t + at, ';'), *b = a ? strchr (a + 1, ';') : NULL;
	    if (b)
	      memset (a + 1, ' ', b - a);
	    break;
	  }
	case 2:			/* a token replaces a word */
	  while (at < n && t[at] != ' ')
	    at++;
	  if (at + 1 < n)
	    {
	      size_t e = at + 1;
	      while (e < n && !strchr (" ,;", t[e]))
		e++;
	      size_t l = strlen (token);
	      if (n - (e - at - 1) + l < n + 200 && n + l < strlen (seed) + 1000)
		{
		  memmove (t + at + 1 + l, t + e, n - e + 1);
		  memcpy (t + at + 1, token, l);
		  n = n - (e - at - 1) + l;
		}
	    }
	  break;
	case 3:			/* a statement is repeated elsewhere */
	  {
	    const char *a = strchr (t + from, ';'), *b = a ? strchr (a + 1, ';') : NULL;
	    char *c = strchr (t + at, ';');
	    if (b && c && b - a < 100 && n + (b - a) < strlen (seed) + 1000)
	      {
		char copy[128];
		size_t l = b - a;
		memcpy (copy, a + 1, l);
		memmove (c + 1 + l, c + 1, n - (c + 1 - t) + 1);
		memcpy (c + 1, copy, l);
		n += l;
	      }
	    break;
	  }
	case 4:			/* bytes move */
	  if (from + len < n && at + len < n)
	    memmove (t + at, t + from, len);
	  break;
	default:		/* a byte */
	  t[at] = 32 + rnd () % 95;
	  break;
	}
    }
  return t;
}

static void
silent (void *closure, const ptx_diag *d)
{
  (void) closure, (void) d;
}

int
main (int argc, char **argv)
{
  int rounds = argc > 1 ? atoi (argv[1]) : 10000, read = 0, loaded = 0, ended = 0;
  int n_seeds = sizeof seeds / sizeof *seeds, n_files = argc > 3 ? argc - 3 : 0;
  for (int i = argc > 2 ? atoi (argv[2]) : 0; i > 0; i--)
    rnd ();
  dev = px_emu_new (1);
  uint8_t *p = buffer (4096);
  for (int i = 0; i < rounds; i++)
    {
      int s = rnd () % (n_seeds + n_files);
      char *file = s >= n_seeds ? read_file (argv[3 + s - n_seeds]) : NULL;
      char *t = mutate (file ? file : seeds[s % n_seeds]);
      free (file);
      /* What a crash was of.  */
      const char *keep = getenv ("PX_FUZZ_KEEP");
      if (keep)
	{
	  FILE *f = fopen (keep, "w");
	  if (f)
	    {
	      fputs (t, f);
	      fclose (f);
	    }
	}
      ptx_module *ptx = ptx_read (t, strlen (t), "fuzz", silent, NULL);
      free (t);
      if (!ptx)
	continue;
      read++;
      px_emu_error e;
      const ptx_module *q = ptx;
      px_emu_module *m = px_emu_module_load (dev, &q, 1, false, NULL, &e);
      px_emu_func *f;
      for (int k = 0; m && k < 4 && (f = px_emu_module_entry (m, k)); k++)
	{
	  loaded++;
	  uint8_t params[512] = { 0 };
	  memcpy (params, &p, 8);
	  px_emu_launch l = { .grid = { 2, 1, 1 }, .block = { 128, 1, 1 }, .params = params,
			      .param_bytes = sizeof params, .dynamic_shared = 64, .max_steps = 20000,
			      .timeout_ms = 2000, .seed = i, .async = i % 3,
			      .schedule = i % 16 == 5 ? PX_EMU_EXPLORE : i & 1 ? PX_EMU_RANDOM : PX_EMU_ROUND_ROBIN,
			      .limit = 8 };
	  if (px_emu_run (f, &l, NULL, &e) || e.kind != PX_EMU_OK)
	    ended++;
	}
      px_emu_module_unload (m);
      ptx_free (ptx);
    }
  size_t len;
  free (px_emu_printf_take (dev, &len, NULL));
  printf ("%d mutants: %d are read, %d entries loaded\n", rounds, read, loaded);
  check (read > rounds / 20 && ended == loaded, "mutated PTX loads or is refused, runs to an end or an error");
  release (p);
  px_emu_free (dev);
  return failures != 0;
}
