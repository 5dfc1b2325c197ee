/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Launches of a kernel on the emulator, which looks for data races: a pair of accesses that it reports is a
   counterexample, as far as the launch is one that the kernel's signature admits.

   Needs a kernel's signature.  Pointers lead to memory of their own; integers have small values; facts
   are evaluated, and a launch for which one is false is not made.  A launch that does anything else that it
   must not, as an access outside its memory, shows nothing: it may be the arguments' fault.  Each launch is
   made in a process of its own, which an access of the kernel may end.

   Launches are counted, and each has the same arguments in each run.  */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "emulator/emu.h"
#include "emulator/pxemu.h"
#include "runtime/driver.h"
#include "tools/replay.h"

#define PX_DRIVER(name, symbol, since, need, args) extern __typeof__ (*(px_fn_##symbol) 0) symbol;
#include "runtime/driver.def"
#undef PX_DRIVER

enum
{
  MEMORY = 1 << 22,   /* bytes that a pointer leads to: a matrix of 1024 rows of floats */
  MOST_POINTERS = 64, /* beyond that no launch is made */
  FEW_THREADS = 64,   /* of a block, if it may have any number: two warps */
  MANY_THREADS = 256, /* four groups of two warps, and a row of most tiles */
  PATTERNS = 3,	      /* of what is in memory: WORDS */
  MOST_BITS = 64      /* of a fact's node */
};

/* The values of integers: a power of two and not, and what is true of few threads.  */
static const unsigned numbers[] = { 64, 1, 256, 100, 3 };

/* A launch to make.  */
struct trial
{
  const char *text;
  const ptx_func *f;
  const struct px_proof_signature *sig;
  unsigned blocks, threads, number, pattern;
};

/* What its process reports.  */
struct outcome
{
  bool valid;
  struct px_counterexample against[PX_PROOF_PROPERTIES];
};

/* ---- arguments ---- */

/* Word I of memory that is filled by pattern P: nothing, small indices, or floats from 1 on.  */
static uint32_t
word (unsigned p, unsigned i)
{
  return p == 0 ? 0 : p == 1 ? i * 7 % 61 : 0x3f800000 + (i * 7919 & 0x7fffff);
}

/* The bytes of parameter V without its pointers.  */
static void
fill_parameter (const ptx_var *v, unsigned number, unsigned char *bytes)
{
  uint64_t size = ptx_var_size (v);
  uint32_t w = !v->ndims && v->type == PTX_F32 ? 0x3fc00000 : number;
  memset (bytes, 0, size);
  if (!v->ndims)
    memcpy (bytes, &w, size < sizeof w ? size : sizeof w);
  for (uint64_t i = 0; v->ndims && i + sizeof w <= size; i += sizeof w)
    memcpy (bytes + i, &w, sizeof w);
}

/* Offset I of the pointers of parameter P; -1: there is none.  */
static int64_t
pointer_offset (const struct trial *t, uint32_t p, unsigned i)
{
  const ptx_var *v = t->f->sig.params[p];
  if (!t->sig->pointers_known)
    return !i && !v->ndims && ptx_bits (v->type) == 64 ? 0 : -1;
  for (unsigned n = 0; n < t->sig->npointers; n++)
    if (t->sig->pointers[n].param == p && !i--)
      return t->sig->pointers[n].offset;
  return -1;
}

/* ---- facts ---- */

/* V as a value of BITS bits, signed or not.  */
static int64_t
narrowed (uint64_t v, unsigned bits, bool is_signed)
{
  unsigned rest = MOST_BITS - bits;
  return bits >= MOST_BITS ? (int64_t) v
	 : is_signed	   ? (int64_t) (v << rest) >> rest
			   : (int64_t) (v << rest >> rest);
}

/* Evaluates node N of a fact, of ARGUMENTS.  *OK is false if it has no value.  */
static int64_t
node_value (const struct trial *t, const struct px_fact_node *nodes, uint32_t n,
	    unsigned char *const *arguments, bool *ok)
{
  const struct px_fact_node *x = &nodes[n];
  int64_t a = 0, b = 0;
  uint64_t r = 0;
  bool less;
  if (x->op == PX_FACT_CONST)
    return x->value;
  if (x->op == PX_FACT_BLOCKS || x->op == PX_FACT_THREADS)
    return narrowed ((uint64_t) t->blocks * (x->op == PX_FACT_BLOCKS ? 1 : t->threads), x->bits,
		     x->is_signed);
  if (x->op == PX_FACT_PARAMETER)
    {
      uint64_t size = ptx_var_size (t->f->sig.params[x->a]);
      memcpy (&r, arguments[x->a], size < sizeof r ? size : sizeof r);
      return narrowed (r, x->bits, x->is_signed);
    }
  a = node_value (t, nodes, x->a, arguments, ok);
  if (x->op == PX_FACT_LAND && !a)
    return 0;
  if (x->op == PX_FACT_LOR && a)
    return 1;
  if (x->op >= PX_FACT_ADD)
    b = node_value (t, nodes, x->b, arguments, ok);
  bool unsigned_operands = !nodes[x->a].is_signed;
  less = unsigned_operands ? (uint64_t) a < (uint64_t) b : a < b;
  switch (x->op)
    {
    case PX_FACT_CAST: r = (uint64_t) a; break;
    case PX_FACT_NEG: r = -(uint64_t) a; break;
    case PX_FACT_NOT: r = ~(uint64_t) a; break;
    case PX_FACT_LNOT: r = !a; break;
    case PX_FACT_ADD: r = (uint64_t) a + (uint64_t) b; break;
    case PX_FACT_SUB: r = (uint64_t) a - (uint64_t) b; break;
    case PX_FACT_MUL: r = (uint64_t) a * (uint64_t) b; break;
    case PX_FACT_DIV:
    case PX_FACT_MOD:
      if (!b || (x->is_signed && b == -1))
	*ok = false;
      else if (x->is_signed)
	r = (uint64_t) (x->op == PX_FACT_DIV ? a / b : a % b);
      else
	r = x->op == PX_FACT_DIV ? (uint64_t) a / (uint64_t) b : (uint64_t) a % (uint64_t) b;
      break;
    case PX_FACT_AND: r = (uint64_t) a & (uint64_t) b; break;
    case PX_FACT_OR: r = (uint64_t) a | (uint64_t) b; break;
    case PX_FACT_XOR: r = (uint64_t) a ^ (uint64_t) b; break;
    case PX_FACT_SHL:
    case PX_FACT_SHR:
      if (b < 0 || b >= (int64_t) x->bits)
	*ok = false;
      else
	r = x->op == PX_FACT_SHL ? (uint64_t) a << b
	    : x->is_signed	 ? (uint64_t) (a >> b)
				 : (uint64_t) a >> b;
      break;
    case PX_FACT_LT: r = less; break;
    case PX_FACT_LE: r = less || a == b; break;
    case PX_FACT_EQ: r = a == b; break;
    case PX_FACT_NE: r = a != b; break;
    case PX_FACT_LAND:
    case PX_FACT_LOR: r = b != 0; break;
    default: *ok = false;
    }
  return narrowed (r, x->bits, x->is_signed);
}

/* Returns true if all facts hold of the launch.  */
static bool
admitted (const struct trial *t, unsigned char *const *arguments)
{
  for (unsigned i = 0; i < t->sig->nfacts; i++)
    {
      const struct px_fact *f = &t->sig->facts[i];
      bool ok = f->nnodes != 0;
      int64_t v = ok ? node_value (t, f->nodes, f->nnodes - 1, arguments, &ok) : 0;
      if (!ok || (!f->element && !v)
	  || (f->element && (v < 0 || v > (int64_t) MEMORY / (int64_t) f->element)))
	return false;
    }
  return true;
}

/* ---- the launch ---- */

/* Notes what finding F says.  */
static void
note_finding (const struct trial *t, const struct pxemu_finding *f, struct outcome *o)
{
  static const char *const patterns[PATTERNS] = { "zeros", "small integers", "floats" };
  bool blocks = f->n == 2 && memcmp (f->at[0].block, f->at[1].block, sizeof f->at[0].block);
  struct px_counterexample *c = &o->against[f->kind == PXEMU_SYNC ? PX_PROOF_CONVERGENCE
					    : f->shared		  ? PX_PROOF_SHARED
					    : blocks		  ? PX_PROOF_BLOCKS
								  : PX_PROOF_GLOBAL];
  char *to = c->text, *end = c->text + sizeof c->text;
  if (c->found || !f->n || (f->kind == PXEMU_RACE && f->n != 2))
    return;
  c->found = true;
  snprintf (c->file, sizeof c->file, "%s", f->at[0].file);
  c->line = f->at[0].line;
  if (f->kind == PXEMU_SYNC)
    to += snprintf (to, (size_t) (end - to), "%.300s: ", f->what);
  for (int i = 0; i < f->n; i++)
    {
      const struct pxemu_place *p = &f->at[i];
      to += snprintf (to, (size_t) (end - to), "%s%s by thread %u of block %u in line %d%s",
		      i ? ", " : "", p->verb, p->thread[0], p->block[0],
		      p->line ? p->line : p->ptx_line, p->line ? "" : " of the PTX");
    }
  snprintf (to, (size_t) (end - to),
	    ", in a launch of %u block%s of %u threads, integers %u, memory of %s", t->blocks,
	    t->blocks == 1 ? "" : "s", t->threads, t->number, patterns[t->pattern]);
}

/* Makes the arguments, in ARGUMENTS, and launches.  Returns true if the launch succeeds.  */
static bool
make_launch (const struct trial *t, void **arguments)
{
  static uint32_t words[MEMORY / sizeof (uint32_t)];
  const ptx_func *f = t->f;
  CUcontext ctx;
  CUmodule mod;
  CUfunction fn;
  uint64_t dynamic = t->sig->dynamic ? t->sig->dynamic : PX_EMU_DEFAULT_SHARED / 2;
  unsigned pointers = 0;
  for (unsigned i = 0; i < MEMORY / sizeof *words; i++)
    words[i] = word (t->pattern, i);
  if (cuInit (0) || cuDevicePrimaryCtxRetain (&ctx, 0) || cuCtxSetCurrent (ctx)
      || cuModuleLoadData (&mod, t->text) || cuModuleGetFunction (&fn, mod, f->sym->name))
    return false;
  for (uint32_t p = 0; p < f->sig.nparams; p++)
    {
      uint64_t size = ptx_var_size (f->sig.params[p]);
      arguments[p] = calloc (1, size + 8);
      if (!arguments[p])
	return false;
      fill_parameter (f->sig.params[p], t->number, arguments[p]);
      int64_t at;
      for (unsigned i = 0; (at = pointer_offset (t, p, i)) >= 0; i++)
	{
	  CUdeviceptr memory;
	  if (++pointers > MOST_POINTERS || (uint64_t) at + sizeof memory > size
	      || cuMemAlloc_v2 (&memory, MEMORY) || cuMemcpyHtoD_v2 (memory, words, MEMORY))
	    return false;
	  memcpy ((char *) arguments[p] + at, &memory, sizeof memory);
	}
    }
  if (!admitted (t, (unsigned char *const *) arguments))
    return false;
  if (dynamic > PX_EMU_DEFAULT_SHARED
      && cuFuncSetAttribute (fn, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int) dynamic))
    return false;
  return !cuLaunchKernel (fn, t->blocks, 1, 1, t->threads, 1, 1, (unsigned) dynamic, NULL,
			  arguments, NULL)
	 && !cuCtxSynchronize ();
}

/* The process of a launch: reports its outcome by file descriptor TO.  */
static void
run_trial (const struct trial *t, int to)
{
  static struct outcome o;
  struct pxemu_finding f;
  int null = open ("/dev/null", O_WRONLY);
  void **arguments = calloc (t->f->sig.nparams + 1, sizeof *arguments);
  dup2 (null, STDOUT_FILENO);
  dup2 (null, STDERR_FILENO);
  setenv ("PXEMU_CHECK", "race,sync,async,memory", 1);
  setenv ("PXEMU_TIMEOUT", "4000", 1);
  unsetenv ("PXEMU_REPORT");
  unsetenv ("PXEMU_PARTS");
  unsetenv ("PXEMU_SCHEDULE");
  unsetenv ("PXEMU_ONLY");
  o.valid = arguments && make_launch (t, arguments);
  for (unsigned i = 0; o.valid && pxemu_finding (i, &f); i++)
    o.valid = f.kind != PXEMU_OTHER;
  for (unsigned i = 0; o.valid && pxemu_finding (i, &f); i++)
    note_finding (t, &f, &o);
  _exit (write (to, &o, sizeof o) != sizeof o);
}

/* Makes a launch in a process of its own.  */
static void
try_launch (const struct trial *t, struct outcome *o)
{
  int ends[2], status;
  o->valid = false;
  if (pipe (ends))
    return;
  fflush (stdout);
  pid_t child = fork ();
  if (!child)
    run_trial (t, ends[1]);
  close (ends[1]);
  char *to = (char *) o;
  size_t n = 0;
  for (ssize_t more;
       child > 0 && n < sizeof *o && (more = read (ends[0], to + n, sizeof *o - n)) > 0;)
    n += (size_t) more;
  close (ends[0]);
  if (child > 0)
    waitpid (child, &status, 0);
  if (n != sizeof *o)
    o->valid = false;
}

/* Returns true if all that is not proved is refuted.  Of a kernel of which all is proved no launch should
   show anything: all are made.  */
static bool
settled (const struct px_proof_result *r, const struct px_counterexample *against)
{
  bool all = true, any = false;
  for (int p = 0; p < PX_PROOF_BOUNDS; p++)
    {
      all &= r[p].proved || against[p].found;
      any |= !r[p].proved;
    }
  return all && any;
}

unsigned
px_replay (const char *text, size_t n, const ptx_func *f, const struct px_proof_signature *sig,
	   const struct px_proof_result *r, struct px_counterexample against[PX_PROOF_PROPERTIES])
{
  struct outcome o;
  unsigned valid = 0, block = sig->block ? sig->block : 1, thread = sig->thread ? sig->thread : 1;
  char *copy = strndup (text, n);
  memset (against, 0, PX_PROOF_PROPERTIES * sizeof *against);
  for (unsigned i = 0; copy && i < sizeof numbers / sizeof *numbers; i++)
    for (unsigned blocks = 1; blocks <= 2; blocks++)
      for (unsigned pattern = 0; pattern < PATTERNS; pattern++)
	{
	  unsigned want = i == 2 ? MANY_THREADS : FEW_THREADS;
	  struct trial t = { copy, f, sig, blocks * block, 0, numbers[i], pattern };
	  t.threads = sig->threads ? sig->threads : (want + thread - 1) / thread * thread;
	  if ((sig->blocks && blocks > 1) || settled (r, against))
	    continue;
	  if (sig->blocks)
	    t.blocks = sig->blocks;
	  try_launch (&t, &o);
	  valid += o.valid;
	  for (int p = 0; o.valid && p < PX_PROOF_PROPERTIES; p++)
	    if (!against[p].found)
	      against[p] = o.against[p];
	}
  free (copy);
  return valid;
}
