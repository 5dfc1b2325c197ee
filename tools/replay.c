/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Launches of a kernel on the emulator, which looks for data races, for barriers that not all of their threads
   execute, and for deadlocks: what it reports is a counterexample, as far as the launch is one that the kernel's
   signature admits.

   Needs a kernel's signature.  Pointers lead to memory of their own; integers have small values; facts
   are evaluated, and a launch for which one is false is not made.  A launch that does anything else that it
   must not, as an access outside its memory, shows nothing: it may be the arguments' fault.  So does one whose
   threads wait for what is in memory: another program may write it.  Each launch is made in a process of its own,
   which an access of the kernel may end.

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
  MEMORY = 1 << 22, /* bytes that a pointer leads to: a matrix of 1024 rows of floats */
  WORDS = MEMORY / sizeof (uint32_t),
  MOST_POINTERS = 64, /* beyond that no launch is made */
  FEW_THREADS = 64,   /* of a block, if it may have any number: two warps */
  MANY_THREADS = 256, /* four groups of two warps, and a row of most tiles */
  PATTERNS = 3,	      /* of what is in memory: WORDS */
  MOST_LATE = 3,      /* numbers whose launches reach the time limit, then no more are made */
  MOST_TEXT = 300,    /* of what was found, so that its places have room */
  MOST_BITS = 64,     /* of a fact's node */
  MOST_RANK = 5,      /* of a tensor map, whose boxes have at most MOST_BOX elements a dimension */
  MOST_BOX = 256
};

/* The values of integers: of the first parameter, and how much each next one has more.  A power of two and not,
   what is true of few threads, the length of a row of few elements, loops that do not run, limits that
   differ, and the length of an array that all threads of the launch share out.  Then numbers that the kernel itself
   compares with (limits_of).  */
enum
{
  THREADS = -1 /* stands for as many as the launch has */
};
struct integers
{
  int first, step;
};
static const struct integers numbers[]
  = { { 64, 0 }, { 3, 0 }, { 256, 0 }, { 1, 0 },  { 100, 0 },
      { 16, 0 }, { 0, 0 }, { 3, 1 },   { 5, -1 }, { THREADS, 0 } };
enum
{
  NUMBERS = sizeof numbers / sizeof *numbers,
  MANY_AT = 2,		  /* the row whose launches have MANY_THREADS */
  MOST_LIMITS = 4,	  /* numbers of limits_of */
  HIGHEST_LIMIT = 1 << 14 /* a loop that often is near the time limit of a launch */
};

/* A launch to make.  */
struct trial
{
  const struct px_text *texts; /* copies, each with a NUL after it */
  unsigned ntexts;
  const ptx_func *f;
  const struct px_proof_signature *sig;
  unsigned blocks, threads, pattern;
  const uint32_t *words; /* of that pattern */
  struct integers number;
  bool
    any_box; /* a copy to global memory by a map whose box the record does not say (px_make_map) */
};

/* What its process reports.  */
struct outcome
{
  bool admitted, valid, late; /* late: at the time limit */
  char why[200];	      /* it is not valid, "" if that is not known */
  struct px_counterexample against[PX_PROOF_PROPERTIES];
};

/* ---- arguments ---- */

/* Word I of memory that is filled by pattern P: nothing, small indices, or floats from 1 on.  */
static uint32_t
word (unsigned p, unsigned i)
{
  return p == 0 ? 0 : p == 1 ? i * 7 % 61 : 0x3f800000 + (i * 7919 & 0x7fffff);
}

/* What memory has in each pattern, WORDS of them a pattern, from malloc; NULL: there is no room.  Processes share
   it until one writes there.  */
static uint32_t *
all_words (void)
{
  uint32_t *words = malloc (PATTERNS * (size_t) MEMORY);
  for (unsigned p = 0; words && p < PATTERNS; p++)
    for (unsigned i = 0; i < WORDS; i++)
      words[p * (size_t) WORDS + i] = word (p, i);
  return words;
}

/* The bytes of parameter V without its pointers.  */
static void
fill_parameter (const ptx_var *v, int number, unsigned char *bytes)
{
  uint64_t size = ptx_var_size (v);
  uint32_t w = !v->ndims && v->type == PTX_F32 ? 0x3fc00000 : (uint32_t) number;
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

/* ---- tensor maps ---- */

/* Returns true if copies A and B are by one map, and so of one box.  */
static bool
same_map (const struct px_map_use *a, const struct px_map_use *b)
{
  return a->argument == b->argument && a->offset == b->offset;
}

/* Sets the box of a map for copy U: in the record's words of a tile; else of any form that moves so many
   bytes, with elements of 4 bytes, as rows of 16 bytes or more.  Returns false if there is none.  */
static bool
box_of (const struct px_map_use *u, unsigned *element, uint32_t box[MOST_RANK])
{
  uint32_t rest = u->bytes, at_least;
  *element = u->element ? u->element : sizeof (float);
  at_least = 16 / *element;
  if (!rest || rest % 16 || u->rank < 1 || u->rank > MOST_RANK
      || (u->element && (u->rank < 2 || !u->inner || rest % (u->inner * u->element))))
    return false;
  rest /= *element;
  for (unsigned d = 0; d < u->rank; d++)
    {
      uint32_t n = d || !u->element ? MOST_BOX : u->inner;
      while (rest % n || (!d && !u->element && n % at_least))
	n--;
      box[d] = n;
      rest /= n;
    }
  return rest == 1;
}

/* Puts the map of copy I of the record into its argument, a tensor of its own filled as memory.  Returns false if
   there is no map that fits all copies by it.  */
static bool
place_map (const struct trial *t, unsigned i, void *const *arguments, const uint32_t *words)
{
  static const CUtensorMapDataType types[] = { [1] = CU_TENSOR_MAP_DATA_TYPE_UINT8,
					       [2] = CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
					       [4] = CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
					       [8] = CU_TENSOR_MAP_DATA_TYPE_FLOAT64 };
  const struct px_map_use *all = t->sig->maps, *u = &all[i];
  uint32_t box[MOST_RANK] = { 0 }, step[MOST_RANK] = { 1, 1, 1, 1, 1 };
  uint64_t extent[MOST_RANK], stride[MOST_RANK], bytes;
  unsigned element;
  CUtensorMap map;
  CUdeviceptr memory;
  for (unsigned j = 0; j < t->sig->nmaps; j++)
    if (same_map (&all[j], u))
      {
	if (all[j].rank != u->rank || (!all[j].store && !u->store && all[j].bytes != u->bytes))
	  return false;
	/* What a tile's copy says holds of all.  A store moves at most so much.  */
	if (!u->element && (all[j].element || (!all[j].store && u->store)))
	  u = &all[j];
      }
  if (u != &all[i])
    return true;
  if (u->argument >= t->f->sig.nparams
      || u->offset + sizeof map > ptx_var_size (t->f->sig.params[u->argument])
      || !box_of (u, &element, box) || element >= sizeof types / sizeof *types)
    return false;
  /* As many boxes in each dimension, as far as memory reaches.  */
  bytes = element;
  for (unsigned d = 0; d < u->rank; d++)
    bytes *= extent[d] = box[d];
  for (bool more = true; more;)
    {
      more = false;
      for (unsigned d = 0; d < u->rank; d++)
	if (bytes <= MEMORY / 2)
	  {
	    extent[d] *= 2;
	    bytes *= 2;
	    more = true;
	  }
    }
  bytes = element;
  for (unsigned d = 0; d < u->rank; d++)
    stride[d] = bytes *= extent[d];
  return !cuMemAlloc_v2 (&memory, MEMORY) && !cuMemcpyHtoD_v2 (memory, words, MEMORY)
	 && !cuTensorMapEncodeTiled (&map, types[element], u->rank, (void *) memory, extent, stride,
				     box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
				     u->swizzle == 128	? CU_TENSOR_MAP_SWIZZLE_128B
				     : u->swizzle == 64 ? CU_TENSOR_MAP_SWIZZLE_64B
				     : u->swizzle == 32 ? CU_TENSOR_MAP_SWIZZLE_32B
							: CU_TENSOR_MAP_SWIZZLE_NONE,
				     CU_TENSOR_MAP_L2_PROMOTION_NONE,
				     CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
	 && memcpy ((char *) arguments[u->argument] + u->offset, &map, sizeof map);
}

/* ---- the launch ---- */

/* Notes what finding F says.  */
static void
note_finding (const struct trial *t, const struct pxemu_finding *f, struct outcome *o)
{
  static const char *const patterns[PATTERNS] = { "zeros", "small integers", "floats" };
  bool blocks = f->n == 2 && memcmp (f->at[0].block, f->at[1].block, sizeof f->at[0].block);
  bool convergence = f->kind == PXEMU_SYNC || f->kind == PXEMU_DEADLOCK;
  struct px_counterexample *c = &o->against[convergence			 ? PX_PROOF_CONVERGENCE
					    : f->kind == PXEMU_REGISTERS ? PX_PROOF_REGISTERS
					    : f->shared			 ? PX_PROOF_SHARED
					    : blocks			 ? PX_PROOF_BLOCKS
									 : PX_PROOF_GLOBAL];
  char *to = c->text, *end = c->text + sizeof c->text;
  /* Copies whose boxes are what px_make_map chose may meet in global memory where those of the program do not.  */
  if (t->any_box && f->kind == PXEMU_RACE && !f->shared)
    return;
  if (c->found || !f->n || (f->kind == PXEMU_RACE && f->n != 2))
    return;
  c->found = true;
  snprintf (c->file, sizeof c->file, "%s", f->at[0].file);
  c->line = f->at[0].line;
  /* The other lines of a deadlock's text say where each warp waits.  */
  if (f->kind != PXEMU_RACE)
    {
      size_t line = strcspn (f->what, "\n");
      to += snprintf (to, (size_t) (end - to), "%.*s: ", line < MOST_TEXT ? (int) line : MOST_TEXT,
		      f->what);
    }
  for (int i = 0; i < f->n; i++)
    {
      const struct pxemu_place *p = &f->at[i];
      to += snprintf (to, (size_t) (end - to), "%s%s by thread %u of block %u in line %d%s",
		      i ? ", " : "", f->kind == PXEMU_DEADLOCK ? "wait" : p->verb, p->thread[0],
		      p->block[0], p->line ? p->line : p->ptx_line, p->line ? "" : " of the PTX");
    }
  snprintf (to, (size_t) (end - to),
	    ", in a launch of %u block%s of %u threads, integers %d%s, memory of %s", t->blocks,
	    t->blocks == 1 ? "" : "s", t->threads, t->number.first,
	    t->number.step > 0	 ? " and more"
	    : t->number.step < 0 ? " and less"
				 : "",
	    patterns[t->pattern]);
}

/* Loads the kernel's module.  */
static bool
load_module (const struct trial *t, CUmodule *mod)
{
  if (t->ntexts == 1)
    return !cuModuleLoadData (mod, t->texts[0].ptx);
  CUlinkState state;
  void *cubin;
  size_t size;
  if (cuLinkCreate_v2 (0, NULL, NULL, &state))
    return false;
  for (unsigned i = 0; i < t->ntexts; i++)
    if (cuLinkAddData_v2 (state, CU_JIT_INPUT_PTX, (void *) t->texts[i].ptx, t->texts[i].length + 1,
			  "px", 0, NULL, NULL))
      return false;
  return !cuLinkComplete (state, &cubin, &size) && !cuModuleLoadData (mod, cubin);
}

/* Makes the arguments, in ARGUMENTS, and launches.  Returns how the launch ends.  *MADE: it is one
   that the signature admits.  */
static CUresult
make_launch (const struct trial *t, void **arguments, bool *made)
{
  const uint32_t *words = t->words;
  const ptx_func *f = t->f;
  CUcontext ctx;
  CUmodule mod;
  CUfunction fn;
  uint64_t dynamic = t->sig->dynamic ? t->sig->dynamic : PX_EMU_DEFAULT_SHARED / 2;
  unsigned pointers = 0;
  int number = t->number.first;
  if (cuInit (0) || cuDevicePrimaryCtxRetain (&ctx, 0) || cuCtxSetCurrent (ctx)
      || !load_module (t, &mod) || cuModuleGetFunction (&fn, mod, f->sym->name))
    return CUDA_ERROR_INVALID_VALUE;
  for (uint32_t p = 0; p < f->sig.nparams; p++)
    {
      uint64_t size = ptx_var_size (f->sig.params[p]);
      arguments[p] = calloc (1, size + 8);
      if (!arguments[p])
	return CUDA_ERROR_INVALID_VALUE;
      fill_parameter (f->sig.params[p], number, arguments[p]);
      for (unsigned i = 0; i < t->sig->nfixed; i++)
	if (t->sig->fixed[i].param == p)
	  memcpy (arguments[p], &t->sig->fixed[i].value, size < 8 ? size : 8);
      /* Negative numbers are lengths of nothing.  */
      if (!f->sig.params[p]->ndims && pointer_offset (t, p, 0) < 0 && number + t->number.step >= 0)
	number += t->number.step;
      int64_t at;
      for (unsigned i = 0; (at = pointer_offset (t, p, i)) >= 0; i++)
	{
	  CUdeviceptr memory;
	  if (++pointers > MOST_POINTERS || (uint64_t) at + sizeof memory > size
	      || cuMemAlloc_v2 (&memory, MEMORY) || cuMemcpyHtoD_v2 (memory, words, MEMORY))
	    return CUDA_ERROR_INVALID_VALUE;
	  memcpy ((char *) arguments[p] + at, &memory, sizeof memory);
	}
    }
  for (unsigned i = 0; i < t->sig->nmaps; i++)
    if (!place_map (t, i, arguments, words))
      return CUDA_ERROR_INVALID_VALUE;
  if (!admitted (t, (unsigned char *const *) arguments))
    return CUDA_ERROR_INVALID_VALUE;
  *made = true;
  if (dynamic > PX_EMU_DEFAULT_SHARED
      && cuFuncSetAttribute (fn, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int) dynamic))
    return CUDA_ERROR_INVALID_VALUE;
  CUlaunchAttribute attributes[2] = { { .id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE } };
  CUlaunchConfig config
    = { t->blocks, 1, 1, t->threads, 1, 1, (unsigned) dynamic, NULL, attributes, 1 };
  attributes[0].value.cooperative = t->sig->cooperative;
  if (t->sig->cluster)
    {
      attributes[1].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
      attributes[1].value.clusterDim = (driver_dim3){ t->sig->cluster, 1, 1 };
      config.numAttrs = 2;
    }
  return cuLaunchKernelEx (&config, fn, arguments, NULL) ? CUDA_ERROR_INVALID_VALUE
							 : cuCtxSynchronize ();
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
  setenv ("PXEMU_TIMEOUT", "2000", 1);
  unsetenv ("PXEMU_REPORT");
  unsetenv ("PXEMU_PARTS");
  unsetenv ("PXEMU_SCHEDULE");
  unsetenv ("PXEMU_ONLY");
  CUresult ended = arguments ? make_launch (t, arguments, &o.admitted) : CUDA_ERROR_OUT_OF_MEMORY;
  o.valid = !ended;
  if (!o.valid && o.admitted)
    {
      pxemu_last_fault (o.why, sizeof o.why);
      o.why[strcspn (o.why, "\n")] = 0;
      for (unsigned i = 0; !o.valid && pxemu_finding (i, &f); i++)
	o.valid = f.ended && f.kind != PXEMU_OTHER;
      /* A deadlock has this status as well, but also a finding.  */
      o.late = !o.valid && ended == CUDA_ERROR_LAUNCH_TIMEOUT;
    }
  for (unsigned i = 0; o.valid && pxemu_finding (i, &f); i++)
    if (f.kind == PXEMU_OTHER)
      {
	o.valid = false;
	snprintf (o.why, sizeof o.why, "%.*s", (int) strcspn (f.what, "\n"), f.what);
      }
  for (unsigned i = 0; o.valid && pxemu_finding (i, &f); i++)
    note_finding (t, &f, &o);
  _exit (write (to, &o, sizeof o) != sizeof o);
}

/* Makes a launch in a process of its own.  */
static void
try_launch (const struct trial *t, struct outcome *o)
{
  int ends[2], status;
  memset (o, 0, sizeof *o);
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

/* Sets LIMITS to numbers beyond those that F compares with, from its first comparison on: a branch that is taken
   only above one is so with the next.  Returns how many there are.  */
static unsigned
limits_of (const ptx_func *f, unsigned limits[MOST_LIMITS])
{
  unsigned n = 0;
  for (const ptx_stmt *s = f->first; s; s = s->next)
    for (unsigned i = 1; s->kind == PTX_ST_INSN && s->insn.op == PTX_OP_SETP && i < s->insn.nopnds;
	 i++)
      {
	const ptx_opnd *o = &s->insn.opnds[i];
	bool known = o->kind != PTX_O_IMM || o->i < 1 || o->i >= HIGHEST_LIMIT || n == MOST_LIMITS;
	for (unsigned j = 0; j < NUMBERS && !known; j++)
	  known = numbers[j].first == o->i + 1;
	for (unsigned j = 0; j < n && !known; j++)
	  known = limits[j] == o->i + 1;
	if (!known)
	  limits[n++] = (unsigned) o->i + 1;
      }
  return n;
}

/* Returns true if all that is not proved is refuted.  Of a kernel of which all is proved no launch should
   show anything: all are made.  */
static bool
settled (const struct px_proof_result *r, const struct px_counterexample *against)
{
  bool all = true, any = false;
  for (int p = 0; p < PX_PROOF_BOUNDS; p++)
    if (r[p].asked)
      {
	all &= r[p].proved || against[p].found;
	any |= !r[p].proved;
      }
  return all && any;
}

struct px_replays
px_replay (const struct px_text *texts, unsigned n, const ptx_func *f,
	   const struct px_proof_signature *sig, const struct px_proof_result *r,
	   struct px_counterexample against[PX_PROOF_PROPERTIES])
{
  struct outcome o;
  struct px_replays all = { 0, 0, "" };
  unsigned limits[MOST_LIMITS], nlimits = limits_of (f, limits), late = 0;
  unsigned block = sig->block ? sig->block : 1, thread = sig->thread ? sig->thread : 1;
  /* Whole clusters.  */
  while (sig->cluster && block % sig->cluster)
    block += sig->block ? sig->block : 1;
  struct px_text copies[PX_MOST_LINKED];
  uint32_t *words = all_words ();
  bool copied = words;
  for (unsigned i = 0; i < n; i++)
    {
      copies[i] = (struct px_text){ strndup (texts[i].ptx, texts[i].length), texts[i].length };
      copied &= copies[i].ptx != NULL;
    }
  memset (against, 0, PX_PROOF_PROPERTIES * sizeof *against);
  for (unsigned i = 0; copied && i < NUMBERS + nlimits; i++)
    for (unsigned blocks = 1, before = late; blocks <= 2; blocks++)
      for (unsigned pattern = 0; pattern < PATTERNS; pattern++)
	{
	  unsigned want = i == MANY_AT ? MANY_THREADS : FEW_THREADS;
	  struct trial t = { .texts = copies,
			     .ntexts = n,
			     .f = f,
			     .sig = sig,
			     .blocks = blocks * block,
			     .pattern = pattern,
			     .words = words + pattern * (size_t) WORDS };
	  t.number = i < NUMBERS ? numbers[i] : (struct integers){ (int) limits[i - NUMBERS], 0 };
	  t.threads = sig->threads ? sig->threads : (want + thread - 1) / thread * thread;
	  if ((sig->blocks && blocks > 1) || late != before || late == MOST_LATE
	      || settled (r, against))
	    continue;
	  if (sig->blocks)
	    t.blocks = sig->blocks;
	  if (t.number.first == THREADS)
	    t.number.first = (int) (t.blocks * t.threads);
	  for (unsigned m = 0; m < sig->nmaps; m++)
	    t.any_box |= sig->maps[m].store && !sig->maps[m].element;
	  try_launch (&t, &o);
	  late += o.late;
	  all.launches += o.admitted;
	  all.silent += o.admitted && !o.valid;
	  if (!o.valid && !*all.why)
	    memcpy (all.why, o.why, sizeof all.why);
	  for (int p = 0; o.valid && p < PX_PROOF_PROPERTIES; p++)
	    if (!against[p].found)
	      against[p] = o.against[p];
	}
  for (unsigned i = 0; i < n; i++)
    free ((void *) copies[i].ptx);
  free (words);
  return all;
}
