/* SPDX-License-Identifier: MIT */
/* Random PTX: integers, floats, predicates, branches that diverge, loops.  A
   program is a tree that is printed as a kernel and, for each thread, evaluated in C; the GPU and
   the emulator must both give what C gives.  */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/ptx-int.h"
#include "testsuite/kit/kit.h"

enum { THREADS = 128, PER_MODULE = 8, MAX_NODES = 400 };

typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;
typedef int64_t s64;
typedef float f32;
typedef u32 value_r;
typedef u64 value_q;
typedef f32 value_f;
typedef bool value_p;
typedef union value { u32 r; u64 q; f32 f; bool p; u64 all; } value;

/* Registers by type: %r0 … and so on.  */
static const struct { char type; unsigned n; const char *decl; } files[] = {
  { 'r', 12, "b32" }, { 'q', 6, "b64" }, { 'f', 6, "f32" }, { 'p', 5, "pred" }
};
enum { NFILES = 4, ALL = 12 + 6 + 6 + 5, WORDS = ALL };

typedef struct state { value v[NFILES][12]; } state;

static f32
canonical (f32 f)
{
  u32 u = 0x7fffffff;
  if (isnan (f))
    memcpy (&f, &u, 4);
  return f;
}

static u32
reverse (u32 a)
{
  u32 r = 0;
  for (int i = 0; i < 32; i++)
    r |= (a >> i & 1) << (31 - i);
  return r;
}

static s32
to_int (f32 a)
{
  return isnan (a) ? 0 : a >= 0x1p31f ? INT32_MAX : a <= -0x1p31f ? INT32_MIN : (s32) a;
}

static u32
permute (u32 a, u32 b, u32 c)
{
  u32 r = 0;
  for (int i = 0; i < 4; i++)
    {
      u32 s = c >> 4 * i & 15, x = ((u64) b << 32 | a) >> 8 * (s & 7) & 255;
      r |= (s & 8 ? x & 128 ? 255 : 0 : x) << 8 * i;
    }
  return r;
}

/* Type of the result, of the operands a, b, c; PTX; the result in C.  */
#define OPS						\
  X (r, "rr", "add.u32 D, A, B", a.r + b.r)		\
  X (r, "rr", "sub.s32 D, A, B", a.r - b.r)		\
  X (r, "rr", "mul.lo.u32 D, A, B", a.r * b.r)	\
  X (r, "rr", "mul.hi.u32 D, A, B", (u64) a.r * b.r >> 32)	\
  X (r, "rr", "mul.hi.s32 D, A, B", (u32) ((s64) (s32) a.r * (s32) b.r >> 32))	\
  X (r, "rrr", "mad.lo.s32 D, A, B, C", a.r * b.r + c.r)	\
  X (r, "rrr", "sad.u32 D, A, B, C", c.r + (a.r > b.r ? a.r - b.r : b.r - a.r))	\
  X (r, "rr", "and.b32 D, A, B", a.r & b.r)		\
  X (r, "rr", "or.b32 D, A, B", a.r | b.r)		\
  X (r, "rr", "xor.b32 D, A, B", a.r ^ b.r)		\
  X (r, "r", "not.b32 D, A", ~a.r)			\
  X (r, "rrr", "lop3.b32 D, A, B, C, 0x6c", (a.r & c.r) ^ b.r)	\
  X (r, "rr", "shl.b32 D, A, B", b.r > 31 ? 0 : a.r << b.r)	\
  X (r, "rr", "shr.u32 D, A, B", b.r > 31 ? 0 : a.r >> b.r)	\
  X (r, "rr", "shr.s32 D, A, B", (u32) ((s32) a.r >> (b.r > 31 ? 31 : b.r)))	\
  X (r, "rrr", "shf.l.wrap.b32 D, A, B, C", ((u64) b.r << 32 | a.r) << (c.r & 31) >> 32)	\
  X (r, "rr", "min.s32 D, A, B", (s32) a.r < (s32) b.r ? a.r : b.r)	\
  X (r, "rr", "max.u32 D, A, B", a.r > b.r ? a.r : b.r)	\
  X (r, "r", "popc.b32 D, A", __builtin_popcount (a.r))	\
  X (r, "r", "clz.b32 D, A", a.r ? __builtin_clz (a.r) : 32)	\
  X (r, "r", "brev.b32 D, A", reverse (a.r))		\
  X (r, "rrr", "prmt.b32 D, A, B, C", permute (a.r, b.r, c.r))	\
  X (r, "r", "neg.s32 D, A", -a.r)			\
  X (r, "rrp", "selp.b32 D, A, B, C", c.p ? a.r : b.r)	\
  X (r, "r", "div.u32 D, A, 7", a.r / 7)		\
  X (r, "r", "rem.s32 D, A, 1000", (u32) ((s32) a.r % 1000))	\
  X (r, "rr", "set.lt.u32.s32 D, A, B", (s32) a.r < (s32) b.r ? ~0u : 0)	\
  X (r, "q", "cvt.u32.u64 D, A", a.q)			\
  X (r, "f", "cvt.rzi.s32.f32 D, A", to_int (a.f))	\
  X (r, "f", "mov.b32 D, A", a.r)			\
  X (r, "rr", "{ .reg .b32 t; add.cc.u32 t, A, B; addc.u32 D, t, B; }", a.r + b.r + b.r + (((u64) a.r + b.r) >> 32))	\
  X (q, "qq", "add.u64 D, A, B", a.q + b.q)		\
  X (q, "qq", "sub.s64 D, A, B", a.q - b.q)		\
  X (q, "qq", "mul.lo.u64 D, A, B", a.q * b.q)	\
  X (q, "qq", "mul.hi.u64 D, A, B", (unsigned __int128) a.q * b.q >> 64)	\
  X (q, "qq", "xor.b64 D, A, B", a.q ^ b.q)		\
  X (q, "qq", "and.b64 D, A, B", a.q & b.q)		\
  X (q, "qr", "shl.b64 D, A, B", b.r > 63 ? 0 : a.q << b.r)	\
  X (q, "qr", "shr.s64 D, A, B", (u64) ((s64) a.q >> (b.r > 63 ? 63 : b.r)))	\
  X (q, "rrq", "mad.wide.s32 D, A, B, C", (u64) ((s64) (s32) a.r * (s32) b.r) + c.q)	\
  X (q, "rr", "mul.wide.u32 D, A, B", (u64) a.r * b.r)	\
  X (q, "r", "cvt.s64.s32 D, A", (u64) (s64) (s32) a.r)	\
  X (q, "rr", "mov.b64 D, {A, B}", (u64) b.r << 32 | a.r)	\
  X (q, "qqp", "selp.b64 D, A, B, C", c.p ? a.q : b.q)	\
  X (f, "ff", "add.rn.f32 D, A, B", canonical (a.f + b.f))	\
  X (f, "ff", "sub.rn.f32 D, A, B", canonical (a.f - b.f))	\
  X (f, "ff", "mul.rn.f32 D, A, B", canonical (a.f * b.f))	\
  X (f, "fff", "fma.rn.f32 D, A, B, C", canonical (fmaf (a.f, b.f, c.f)))	\
  X (f, "ff", "div.rn.f32 D, A, B", canonical (a.f / b.f))	\
  X (f, "f", "sqrt.rn.f32 D, A", canonical (sqrtf (a.f)))	\
  X (f, "r", "cvt.rn.f32.s32 D, A", (f32) (s32) a.r)	\
  X (f, "r", "cvt.rn.f32.u32 D, A", (f32) a.r)	\
  X (f, "ffp", "selp.f32 D, A, B, C", c.p ? a.f : b.f)	\
  X (p, "rr", "setp.lt.s32 D, A, B", (s32) a.r < (s32) b.r)	\
  X (p, "rr", "setp.ge.u32 D, A, B", a.r >= b.r)	\
  X (p, "rr", "setp.eq.u32 D, A, B", a.r == b.r)	\
  X (p, "rrp", "setp.gt.and.s32 D, A, B, C", (s32) a.r > (s32) b.r && c.p)	\
  X (p, "qq", "setp.le.s64 D, A, B", (s64) a.q <= (s64) b.q)	\
  X (p, "ff", "setp.lt.f32 D, A, B", a.f < b.f)	\
  X (p, "ff", "setp.geu.f32 D, A, B", !(a.f < b.f))	\
  X (p, "r", "{ .reg .b32 t; and.b32 t, A, 5; setp.ne.u32 D, t, 0; }", (a.r & 5) != 0)	\
  X (p, "pp", "xor.pred D, A, B", a.p ^ b.p)		\
  X (p, "p", "not.pred D, A", !a.p)

static const struct { char type; const char *operands, *text; } ops[] = {
#define X(type, operands, text, result) { #type[0], operands, text },
  OPS
#undef X
};
enum { NOPS = sizeof ops / sizeof *ops };

static void
evaluate (unsigned op, value a, value b, value c, value *d)
{
  unsigned k = 0;
  value v = { .all = 0 };
#define X(type, operands, text, result)			\
  if (op == k++)					\
    v.type = (value_##type) (result);
  OPS
#undef X
  *d = v;
}

/* ---- programs ---- */

typedef struct node
{
  enum { DO, IF, LOOP } kind;
  uint8_t op, d, s[3];
  bool constant;		/* the last operand of type r  */
  u32 imm;
  uint8_t p, times;		/* of IF the predicate; of LOOP how often  */
  bool negated;
  struct node *body, *other, *next;
} node;

static node nodes[MAX_NODES];
static unsigned nnodes, nlabels;
static u64 seed;

static unsigned
below (unsigned n)
{
  return (unsigned) (kit_random (&seed) >> 33) % n;
}

static unsigned
file_of (char type)
{
  unsigned k = 0;
  while (files[k].type != type)
    k++;
  return k;
}

static node *
make (unsigned length, unsigned depth)
{
  node *first = NULL, **at = &first;
  for (unsigned k = 0; k < length && nnodes < MAX_NODES; k++)
    {
      node *n = &nodes[nnodes++];
      memset (n, 0, sizeof *n);
      unsigned what = depth ? below (10) : 9;
      if (what < 2)
	{
	  n->kind = IF;
	  n->p = below (files[3].n);
	  n->negated = below (2);
	  n->body = make (1 + below (6), depth - 1);
	  n->other = below (2) ? make (1 + below (5), depth - 1) : NULL;
	}
      else if (what == 2)
	{
	  n->kind = LOOP;
	  n->times = 1 + below (5);
	  n->p = below (files[0].n);	/* a register whose low bits shorten it  */
	  n->body = make (1 + below (6), depth - 1);
	}
      else
	{
	  n->kind = DO;
	  n->op = below (NOPS);
	  n->d = below (files[file_of (ops[n->op].type)].n);
	  for (unsigned o = 0; ops[n->op].operands[o]; o++)
	    n->s[o] = below (files[file_of (ops[n->op].operands[o])].n);
	  n->constant = below (4) == 0;
	  n->imm = below (3) ? below (40) : (u32) kit_random (&seed);
	}
      *at = n;
      at = &n->next;
    }
  return first;
}

/* Whether operand O of N is its constant.  */
static bool
is_constant (const node *n, unsigned o)
{
  const char *types = ops[n->op].operands;
  return n->constant && o && types[o] == 'r' && !types[o + 1] && !strchr (ops[n->op].text, '{');
}

static void
print (ptx_buf *b, const node *n)
{
  for (; n; n = n->next)
    if (n->kind == DO)
      {
	ptx_buf_char (b, '\t');
	for (const char *s = ops[n->op].text; *s; s++)
	  if (*s == 'D')
	    kit_put (b, "%%%c%u", ops[n->op].type, n->d);
	  else if (*s >= 'A' && *s <= 'C')
	    {
	      unsigned o = *s - 'A';
	      if (is_constant (n, o))
		kit_put (b, "%d", (s32) n->imm);
	      else
		kit_put (b, "%%%c%u", ops[n->op].operands[o], n->s[o]);
	    }
	  else
	    ptx_buf_char (b, *s);
	ptx_buf_str (b, strchr (ops[n->op].text, ';') ? "\n" : ";\n");
      }
    else if (n->kind == IF)
      {
	unsigned l = nlabels++;
	kit_put (b, "\t@%s%%p%u bra E%u;\n", n->negated ? "" : "!", n->p, l);
	print (b, n->body);
	if (n->other)
	  kit_put (b, "\tbra.uni F%u;\n", l);
	kit_put (b, "E%u:\n", l);
	print (b, n->other);
	if (n->other)
	  kit_put (b, "F%u:\n", l);
      }
    else
      {
	/* 1 to TIMES rounds, by thread.  */
	unsigned l = nlabels++;
	kit_put (b, "\t{\n\t.reg .b32 n;\n\t.reg .pred q;\n\trem.u32 n, %%r%u, %u;\n"
	     "L%u:\n", n->p, n->times, l);
	print (b, n->body);
	kit_put (b, "\tsetp.ne.u32 q, n, 0;\n\tsub.u32 n, n, 1;\n\t@q bra L%u;\n\t}\n", l);
      }
}

static void
run (const node *n, state *s)
{
  for (; n; n = n->next)
    if (n->kind == DO)
      {
	value v[3] = { { .all = 0 } };
	for (unsigned o = 0; ops[n->op].operands[o]; o++)
	  if (is_constant (n, o))
	    v[o].r = n->imm;
	  else
	    v[o] = s->v[file_of (ops[n->op].operands[o])][n->s[o]];
	evaluate (n->op, v[0], v[1], v[2], &s->v[file_of (ops[n->op].type)][n->d]);
      }
    else if (n->kind == IF)
      run (s->v[3][n->p].p != n->negated ? n->body : n->other, s);
    else
      for (u32 k = s->v[0][n->p].r % n->times + 1; k; k--)
	run (n->body, s);
}

/* Entry kID: one program, a register a word in and out.  */
static void
kernel (ptx_buf *b, unsigned id, const node *program)
{
  kit_put (b, ".visible .entry k%u (.param .u64 pout, .param .u64 pin)\n{\n", id);
  for (unsigned f = 0; f < NFILES; f++)
    kit_put (b, "\t.reg .%s %%%c<%u>;\n", files[f].decl, files[f].type, files[f].n);
  kit_put (b, "\t.reg .b32 %%t;\n\t.reg .b64 %%out, %%in;\n\tmov.u32 %%t, %%tid.x;\n\tld.param.u64 %%out, [pout];\n"
       "\tld.param.u64 %%in, [pin];\n\tmad.wide.u32 %%out, %%t, %u, %%out;\n\tmad.wide.u32 %%in, %%t, %u, %%in;\n",
       8 * WORDS, 8 * WORDS);
  for (unsigned f = 0, w = 0; f < NFILES; f++)
    for (unsigned k = 0; k < files[f].n; k++, w++)
      if (files[f].type == 'p')
	kit_put (b, "\tld.global.u32 %%t, [%%in+%u];\n\tsetp.ne.u32 %%p%u, %%t, 0;\n", 8 * w, k);
      else
	kit_put (b, "\tld.global.%s %%%c%u, [%%in+%u];\n", files[f].decl, files[f].type, k, 8 * w);
  print (b, program);
  for (unsigned f = 0, w = 0; f < NFILES; f++)
    for (unsigned k = 0; k < files[f].n; k++, w++)
      if (files[f].type == 'p')
	kit_put (b, "\tselp.b32 %%t, 1, 0, %%p%u;\n\tst.global.b32 [%%out+%u], %%t;\n", k, 8 * w);
      else
	kit_put (b, "\tst.global.%s [%%out+%u], %%%c%u;\n", files[f].decl, 8 * w, files[f].type, k);
  kit_put (b, "\tret;\n}\n");
}

static void
initial (state *s)
{
  static const u32 floats[] = { 0, 0x80000000, 0x3f800000, 0xc0200000, 0x7f800000, 0x7fffffff, 1, 0x7f7fffff, 0x4b000001 };
  memset (s, 0, sizeof *s);
  for (unsigned k = 0; k < files[0].n; k++)
    s->v[0][k].r = below (2) ? below (100) : (u32) kit_random (&seed);
  for (unsigned k = 0; k < files[1].n; k++)
    s->v[1][k].q = kit_random (&seed) >> below (64);
  for (unsigned k = 0; k < files[2].n; k++)
    if (below (4))
      s->v[2][k].f = (f32) ((int) below (2000) - 1000) / 8;
    else
      s->v[2][k].r = floats[below (sizeof floats / sizeof *floats)];
  for (unsigned k = 0; k < files[3].n; k++)
    s->v[3][k].p = below (2);
}

static void
flatten (const state *s, u64 *words)
{
  for (unsigned f = 0, w = 0; f < NFILES; f++)
    for (unsigned k = 0; k < files[f].n; k++, w++)
      words[w] = f == 3 ? s->v[f][k].p : s->v[f][k].all;
}

/* What D gives for kernel ID of M.  */
static bool
results (struct driver *d, CUmodule m, unsigned id, const u64 *in, u64 *out, char *why, size_t size)
{
  CUcontext old;
  CUfunction f;
  CUdeviceptr p = 0, q = 0;
  void *params[] = { &p, &q };
  char name[16];
  size_t bytes = THREADS * WORDS * 8;
  sprintf (name, "k%u", id);
  d->cuCtxPushCurrent_v2 (d->context);
  CUresult r = d->cuModuleGetFunction (&f, m, name);
  if (r == CUDA_SUCCESS && (r = d->cuMemAlloc_v2 (&p, bytes)) == CUDA_SUCCESS
      && (r = d->cuMemAlloc_v2 (&q, bytes)) == CUDA_SUCCESS
      && (r = d->cuMemcpyHtoD_v2 (q, in, bytes)) == CUDA_SUCCESS
      && (r = d->cuMemsetD8_v2 (p, 0, bytes)) == CUDA_SUCCESS
      && (r = d->cuLaunchKernel (f, 1, 1, 1, THREADS, 1, 1, 0, NULL, params, NULL)) == CUDA_SUCCESS
      && (r = d->cuCtxSynchronize ()) == CUDA_SUCCESS)
    r = d->cuMemcpyDtoH_v2 (out, p, bytes);
  if (p)
    d->cuMemFree_v2 (p);
  if (q)
    d->cuMemFree_v2 (q);
  d->cuCtxPopCurrent_v2 (&old);
  if (r != CUDA_SUCCESS)
    driver_why (d, r, why, size);
  return r == CUDA_SUCCESS;
}

static const char random_usage[] =
  "Usage: px-kit random [--driver FILE] [--emulator FILE] [--print] COUNT SEED\n"
  "Run COUNT random programs on the driver's device and the emulator; both must\n"
  "give what C gives.  --print prints them instead.\n";

int
random_main (int argc, char **argv)
{
  kit_arguments args;
  char why[300];
  int status = kit_parse (&args, argc, argv, random_usage);
  if (status >= 0)
    return status;
  seed = args.seed;
  struct driver **d = args.drivers;
  unsigned count = args.count, bad = 0;
  static state states[THREADS];
  static u64 in[PER_MODULE][THREADS * WORDS], want[PER_MODULE][THREADS * WORDS], out[THREADS * WORDS];
  for (unsigned at = 0; at < count; at += PER_MODULE)
    {
      ptx_buf b = { 0 };
      unsigned made = count - at < PER_MODULE ? count - at : PER_MODULE;
      kit_put (&b, ".version 7.0\n.target sm_80\n.address_size 64\n");
      for (unsigned k = 0; k < made; k++)
	{
	  nnodes = nlabels = 0;
	  node *program = make (10 + below (30), 3);
	  kernel (&b, k, program);
	  for (unsigned t = 0; t < THREADS; t++)
	    {
	      initial (&states[t]);
	      flatten (&states[t], &in[k][t * WORDS]);
	      run (program, &states[t]);
	      flatten (&states[t], &want[k][t * WORDS]);
	    }
	}
      ptx_buf_char (&b, 0);
      if (args.print)
	fputs (b.s, stdout);
      for (unsigned side = 0; side < 2; side++)
	{
	  if (!d[side])
	    continue;
	  CUmodule m = driver_load (d[side], b.s, why, sizeof why);
	  if (!m)
	    {
	      printf ("%s, programs %u to %u of seed %s: %s\n", d[side]->name, at, at + made - 1, args.seed_text, why);
	      bad++;
	      continue;
	    }
	  for (unsigned k = 0; k < made; k++)
	    if (!results (d[side], m, k, in[k], out, why, sizeof why))
	      {
		printf ("%s, program %u of seed %s: %s\n", d[side]->name, at + k, args.seed_text, why);
		return 1;
	      }
	    else
	      for (unsigned w = 0; w < THREADS * WORDS; w++)
		if (out[w] != want[k][w])
		  {
		    unsigned r = w % WORDS, f = 0;
		    while (r >= files[f].n)
		      r -= files[f++].n;
		    printf ("%s, program %u of seed %s, thread %u: %%%c%u is 0x%llx, in C 0x%llx\n", d[side]->name, at + k,
			    args.seed_text, w / WORDS, files[f].type, r, (unsigned long long) out[w],
			    (unsigned long long) want[k][w]);
		    bad++;
		    break;
		  }
	}
      ptx_buf_free (&b);
    }
  if (!args.print)
    {
      kit_record ("{\"programs\": %u, \"differ\": %u, \"seed\": \"%s\"}\n", count, bad, args.seed_text);
      printf ("%u of %u random programs differ\n", bad, count);
    }
  return bad > 0;
}
