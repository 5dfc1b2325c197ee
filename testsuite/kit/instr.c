/* SPDX-License-Identifier: MIT */
/* Every form of ptx/opcodes.def on two drivers: a kernel a case, operands from
   an array, results compared bit for bit or within bounds.def.

   A case is a form with one choice of its modifiers.  Each thread has a record
   of input words, a record of output words (8 bytes a word) and, for what
   accesses memory, a cell of its own in the space of the access, which is filled before
   and read afterwards.  A child process runs the cases of a family in modules of some
   kernels, and says which one it begins: one that crashes or hangs is lost alone, and a
   child goes on after it.  */
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ptx/ptx-int.h"
#include "testsuite/kit/kit.h"

enum
{
  THREADS = 512, BLOCK = 128,
  CELL = 128,			/* bytes a thread  */
  CELL_WORDS = CELL / 8,
  MAX_IN = 168, MAX_OUT = 160,	/* words  */
  MODULE = 24,			/* kernels  */
  CAP = 400,			/* cases a form and round  */
  MEMORY_CAP = 48,		/* of those that access memory  */
  WGMMA_CAP = 16,
  BULK = 32			/* bytes of a bulk copy  */
};

/* ---- the table ---- */

static const struct { uint16_t op; const char *mods, *opnds; } rows[] = {
#define PTX_OP(id, name, flags)
#define PTX_FORM(id, mods, operands, isa, sm) { PTX_OP_##id, mods, operands },
#include "ptx/opcodes.def"
#undef PTX_OP
#undef PTX_FORM
};
enum { NROWS = sizeof rows / sizeof *rows };

/* What names a row in saved results, wherever it stands in the table.  */
static uint64_t
row_key (unsigned row)
{
  const char *name = ptx_opinfos ()[rows[row].op].name;
  uint64_t h = kit_hash (KIT_HASH, name, strlen (name) + 1);
  h = kit_hash (h, rows[row].mods, strlen (rows[row].mods) + 1);
  return kit_hash (h, rows[row].opnds, strlen (rows[row].opnds) + 1);
}

/* Families: operations from one on, in the order of opcodes.def.  */
static const struct { uint16_t first; const char *name; } families[] = {
  { PTX_OP_ADD, "arithmetic" }, { PTX_OP_TESTP, "float" }, { PTX_OP_SET, "compare" },
  { PTX_OP_AND, "logic" }, { PTX_OP_MOV, "convert" }, { PTX_OP_CVTA, "space" }, { PTX_OP_SHFL, "shuffle" },
  { PTX_OP_LD, "memory" }, { PTX_OP_PREFETCH, "hints" }, { PTX_OP_CP_ASYNC, "copy" },
  { PTX_OP_TEX, "control" }, { PTX_OP_BAR_SYNC, "barrier" }, { PTX_OP_ATOM, "atomic" },
  { PTX_OP_VOTE, "vote" }, { PTX_OP_MBARRIER_INIT, "mbarrier" }, { PTX_OP_WMMA_LOAD, "matrix" },
  { PTX_OP_WGMMA_MMA_ASYNC, "wgmma" }, { PTX_OP_STACKSAVE, "stack" }, { PTX_OP_VADD, "video" }, { PTX_OP_BRKPT, "system" }
};
enum { NFAMILIES = sizeof families / sizeof *families };

static unsigned
family_of (unsigned op)
{
  unsigned k = NFAMILIES - 1;
  while (k && families[k].first > op)
    k--;
  return k;
}

/* Why operations are not run here: bounds.def's other half.  */
static const struct { uint16_t op; const char *why; } left_out[] = {
#define KIT_LEFT_OUT(id, why) { PTX_OP_##id, why },
#define KIT_BOUND(id, mod, type, kind, limit)
#include "testsuite/kit/bounds.def"
#undef KIT_LEFT_OUT
#undef KIT_BOUND
};

typedef enum bound_kind { EXACT, ULP, RELATIVE, ABSOLUTE, EITHER, IGNORE } bound_kind;
static const struct { uint16_t op, mod, type; bound_kind kind; double limit; } bounds[] = {
#define KIT_LEFT_OUT(id, why)
#define KIT_BOUND(id, mod, type, kind, limit) { PTX_OP_##id, mod, type, kind, limit },
#include "testsuite/kit/bounds.def"
#undef KIT_LEFT_OUT
#undef KIT_BOUND
};

/* ---- cases ---- */

typedef struct test_case
{
  uint16_t form;
  uint8_t choice[PTX_MAX_SLOTS];	/* 1 + alternative, 0: not there  */
  bool all;				/* optional operands too  */
  uint8_t round;			/* 1: shared cells, inexact matrices  */
} test_case;

/* What an input word is made of.  */
typedef enum word_kind
{
  W_TYPE,		/* edges and random values of the type  */
  W_FILL,		/* the same in all 8 bytes  */
  W_BELOW,		/* less than param  */
  W_MIX,		/* mostly less than 72, else of the type  */
  W_NONZERO,
  W_RANGE,		/* a float in [-param, param]  */
  W_EXACT,		/* small multiples of 1/4, products and sums exact; 32 bits
			   full, or 64 if param is; param & 1: of 0 and 1 only  */
  W_NORMAL,		/* floats around 1, likewise  */
  W_GROUP,		/* of the type, the same for 8 threads  */
  W_SPARSE,		/* metadata of 2:4 and 1:2 sparsity  */
  W_SEGMENT,		/* c of shfl: a clamp and a segment mask  */
} word_kind;
typedef struct in_word { uint8_t kind; uint8_t in_reg; ptx_mod type; uint32_t param; } in_word;
typedef struct out_word { ptx_mod type; bool fill, skip; } out_word;

typedef struct kernel
{
  test_case c;
  unsigned nin, nout;
  in_word in[MAX_IN];
  out_word out[MAX_OUT];
  char text[256];		/* the instruction  */
  uint64_t seed;
} kernel;

/* Registers of a kernel under construction, and its parts.  */
static struct
{
  unsigned p, h, r, q, x, f, d;
  ptx_buf pre, fence, insn, tail, post;	/* in this order  */
  ptx_insn i;
  ptx_mod mods[PTX_MAX_SLOTS], types[4];
  const ptx_form *form;
  kernel *k;
  bool shared, local, policy, barrier, generic, bulk;
  unsigned nth_address;
} g;

static void __attribute__ ((format (printf, 2, 3)))
put (ptx_buf *b, const char *format, ...)
{
  char text[512];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  ptx_buf_str (b, text);
}

static bool
is_float (ptx_mod t)
{
  return t == PTX_F32 || t == PTX_F64 || t == PTX_F16 || t == PTX_F16X2 || t == PTX_BF16
	 || t == PTX_BF16X2 || t == PTX_TF32;
}

static bool
is_tensor (void)
{
  return ptx_opinfos ()[g.i.op].flags & PTX_TENSORCORE;
}

/* A new register for values of type T: its name.  */
static const char *
new_reg (ptx_mod t)
{
  static char name[8][16];
  static unsigned next;
  char *s = name[next++ % 8];
  unsigned bits = ptx_bits (t);
  if (ptx_type_kind (t) == PTX_K_PRED)
    sprintf (s, "%%p%u", g.p++);
  else if (t == PTX_F32)
    sprintf (s, "%%f%u", g.f++);
  else if (t == PTX_F64)
    sprintf (s, "%%d%u", g.d++);
  else if (bits <= 16)
    sprintf (s, "%%h%u", g.h++);
  else if (bits <= 32)
    sprintf (s, "%%r%u", g.r++);
  else if (bits <= 64)
    sprintf (s, "%%q%u", g.q++);
  else
    sprintf (s, "%%x%u", g.x++);
  return s;
}

/* How a register for T is loaded and stored: .b16 and so on.  */
static const char *
move_type (ptx_mod t)
{
  unsigned bits = ptx_bits (t);
  return t == PTX_F32 ? "f32" : t == PTX_F64 ? "f64" : bits <= 16 ? "b16" : bits <= 32 ? "b32" : "b64";
}

static unsigned
add_in (word_kind kind, ptx_mod t, unsigned param)
{
  if (g.k->nin == MAX_IN)
    abort ();
  g.k->in[g.k->nin] = (in_word) { .kind = kind, .type = t, .param = param };
  return g.k->nin++;
}

/* A register for type T with an input; ELEMENT is what its bits mean.  */
static const char *
input (word_kind kind, ptx_mod t, ptx_mod element, unsigned param)
{
  const char *r = new_reg (t);
  unsigned w = add_in (kind, element, param);
  if (ptx_type_kind (t) == PTX_K_PRED)
    put (&g.pre, "\tld.global.b32 %%t, [%%in+%u];\n\tsetp.lt.s32 %s, %%t, 0;\n", 8 * w, r);
  else if (ptx_bits (t) == 128)
    {
      unsigned v = add_in (kind, PTX_B64, param);
      put (&g.pre, "\tld.global.b64 %%u, [%%in+%u];\n\tld.global.b64 %%v, [%%in+%u];\n"
	   "\tmov.b128 %s, {%%u, %%v};\n", 8 * w, 8 * v, r);
    }
  else
    put (&g.pre, "\tld.global.%s %s, [%%in+%u];\n", move_type (t), r, 8 * w);
  return r;
}

static unsigned
add_out (ptx_mod t, bool fill, bool skip)
{
  if (g.k->nout == MAX_OUT)
    abort ();
  g.k->out[g.k->nout] = (out_word) { t, fill, skip };
  return g.k->nout++;
}

/* Stores register R of type T; t is what its bits mean.  */
static void
output (const char *r, ptx_mod type, ptx_mod t, bool skip)
{
  unsigned w = add_out (t, false, skip);
  if (ptx_type_kind (type) == PTX_K_PRED)
    put (&g.post, "\tselp.b32 %%t, 1, 0, %s;\n\tst.global.b32 [%%out+%u], %%t;\n", r, 8 * w);
  else if (ptx_bits (type) == 128)
    {
      unsigned v = add_out (PTX_B64, false, skip);
      put (&g.post, "\tmov.b128 {%%u, %%v}, %s;\n\tst.global.b64 [%%out+%u], %%u;\n"
	   "\tst.global.b64 [%%out+%u], %%v;\n", r, 8 * w, 8 * v);
    }
  else
    put (&g.post, "\tst.global.%s [%%out+%u], %s;\n", move_type (type), 8 * w, r);
}

/* ---- memory ---- */

/* The word of the input record that W is, 16-byte aligned if more than one is to be read.  */
static void
align_in (void)
{
  while (g.k->nin % 2)
    add_in (W_BELOW, PTX_U32, 1);
}

/* A new part of the record for a cell of elements of T.  */
static unsigned
cell_of (word_kind kind, ptx_mod t, unsigned param)
{
  align_in ();
  unsigned w = g.k->nin;
  for (unsigned k = 0; k < CELL_WORDS; k++)
    add_in (kind, t, param);
  return w;
}

static unsigned
cell_in (ptx_mod t)
{
  return cell_of (W_FILL, t, 0);
}

static bool
is_wgmma (void)
{
  return g.i.op == PTX_OP_WGMMA_MMA_ASYNC || g.i.op == PTX_OP_WGMMA_MMA_ASYNC_SP;
}

static const char *
space_name (ptx_mod space)
{
  return space == PTX_M_SHARED ? "shared" : space == PTX_M_LOCAL ? "local" : "global";
}

/* %cell = the thread's cell in SPACE (or all of the warp's, from its first).  */
static void
cell_address (ptx_mod space, bool of_warp)
{
  const char *mask = of_warp ? "\tand.b32 %t, %t, -32;\n" : "";
  if (space == PTX_M_SHARED)
    {
      g.shared = true;
      put (&g.pre, "\tmov.u32 %%t, %%tid.x;\n%s\tmov.u64 %%u, sm;\n\tmad.wide.u32 %%cell, %%t, %d, %%u;\n",
	   mask, CELL);
    }
  else if (space == PTX_M_LOCAL)
    {
      g.local = true;
      put (&g.pre, "\tmov.u64 %%cell, lo;\n");
    }
  else
    put (&g.pre, "\tmov.b32 %%t, %%i;\n%s\tmad.wide.u32 %%cell, %%t, %d, %%mem;\n", mask, CELL);
}

/* Puts the input words from W on into the thread's own cell, whose address in SPACE is
   ADDRESS.  */
static void
fill_cell (ptx_mod space, const char *address, unsigned w)
{
  for (unsigned k = 0; k < CELL_WORDS; k++)
    put (&g.pre, "\tld.global.b64 %%u, [%%in+%u];\n\tst.%s.b64 [%s+%u], %%u;\n", 8 * (w + k),
	 space_name (space), address, 8 * k);
}

static void
read_cell (ptx_mod space, const char *address, ptx_mod t)
{
  for (unsigned k = 0; k < CELL_WORDS; k++)
    put (&g.post, "\tld.%s.b64 %%u, [%s+%u];\n\tst.global.b64 [%%out+%u], %%u;\n", space_name (space),
	 address, 8 * k, 8 * add_out (t, true, false));
}

/* The type of what an access of the instruction finds in memory.  */
static ptx_mod
access_type (void)
{
  ptx_mod t = g.types[0];
  if (is_tensor ())
    t = ptx_type (&g.i, 0);
  return t ? t : PTX_B32;
}

/* Address NTH of a bulk copy: to, from, and the mbarrier.  Both in shared memory share the
   cell; the instruction's own completion is waited for.  */
static void
bulk_address (ptx_buf *b, unsigned nth)
{
  ptx_mod space[2] = { 0 };
  unsigned n = 0;
  for (unsigned m = 0; m < g.i.nmods; m++)
    if (ptx_mod_class (g.mods[m]) == PTX_C_SPACE && n < 2)
      space[n++] = g.mods[m];
  bool to_global = space[0] == PTX_M_GLOBAL, from_global = space[1] == PTX_M_GLOBAL;
  ptx_mod t = g.types[0] ? g.types[0] : PTX_B32;
  if (nth == 2)
    {
      ptx_buf_str (b, "[%bar]");
      return;
    }
  if (nth == 1)
    {
      if (from_global)
	put (b, "[%%in+%u]", 8 * cell_in (t));
      else
	put (b, "[%%v+%d]", to_global ? 0 : CELL / 2);
      return;
    }
  cell_address (PTX_M_SHARED, false);
  fill_cell (PTX_M_SHARED, "%cell", cell_in (t));
  put (&g.pre, "\tmov.b64 %%v, %%cell;\n");
  if (to_global)
    {
      cell_address (PTX_M_GLOBAL, false);
      fill_cell (PTX_M_GLOBAL, "%cell", cell_in (t));
    }
  put (&g.pre, "\tmov.b64 %%own, %%cell;\n");
  if (!to_global)
    {
      g.bulk = true;
      put (&g.pre, "\tmov.u32 %%t, %%tid.x;\n\tmov.u64 %%u, mb;\n\tmad.wide.u32 %%bar, %%t, 8, %%u;\n"
	   "\tmbarrier.init.shared.b64 [%%bar], 1;\n"
	   "\tmbarrier.arrive.expect_tx.shared.b64 %%state, [%%bar], %d;\n", BULK);
      put (&g.tail, "WAIT: mbarrier.try_wait.shared.b64 %%c, [%%bar], %%state;\n\t@!%%c bra WAIT;\n");
    }
  else
    put (&g.tail, "\tcp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;\n");
  put (&g.fence, "\tfence.proxy.async;\n\tbar.sync 0;\n");
  put (&g.tail, "\tbar.sync 0;\n");
  ptx_buf_str (b, "[%cell]");
  read_cell (to_global ? PTX_M_GLOBAL : PTX_M_SHARED, "%own", t);
}

/* Operand A.  The text of the address, brackets and all.  */
static void
address (ptx_buf *b)
{
  ptx_mod space = ptx_space (&g.i), t = access_type ();
  unsigned nth = g.nth_address++;
  uint32_t flags = ptx_opinfos ()[g.i.op].flags;
  if (g.i.op == PTX_OP_CP_ASYNC_BULK || g.i.op == PTX_OP_CP_REDUCE_ASYNC_BULK)
    {
      bulk_address (b, nth);
      return;
    }
  if (g.i.op == PTX_OP_CP_ASYNC && nth == 1)
    {
      align_in ();
      unsigned w = g.k->nin;
      for (unsigned k = 0; k < 2; k++)
	add_in (W_FILL, PTX_B32, 0);
      put (b, "[%%in+%u]", 8 * w);
      return;
    }
  if (g.barrier)
    {
      ptx_buf_str (b, "[%bar]");
      return;
    }
  if (space == PTX_M_CONST)
    ptx_buf_str (b, "[co]");
  else if (space == PTX_M_PARAM)
    ptx_buf_str (b, "[data]");
  else if (ptx_has (&g.i, PTX_M_NC) || g.i.op == PTX_OP_LDU)
    put (b, "[%%in+%u]", 8 * cell_in (t));
  else
    {
      bool warp = g.i.op == PTX_OP_WMMA_LOAD || g.i.op == PTX_OP_WMMA_STORE;
      if (g.i.op == PTX_OP_CP_ASYNC || ((g.i.op == PTX_OP_LDMATRIX || g.i.op == PTX_OP_STMATRIX)))
	space = PTX_M_SHARED;
      if (space == PTX_M_SHARED_CLUSTER || ptx_has (&g.i, PTX_M_SHARED_CLUSTER))
	space = PTX_M_SHARED;
      cell_address (space, false);
      fill_cell (space, "%cell", cell_in (t));
      put (&g.pre, "\tmov.b64 %%own, %%cell;\n");
      if (warp)
	cell_address (space, true);
      if (g.k->c.round && !is_tensor ())	/* 8 threads on one  */
	put (&g.pre, "\tmov.u32 %%t, %%laneid;\n\tand.b32 %%t, %%t, 7;\n\tcvt.u64.u32 %%u, %%t;\n"
	     "\tmul.lo.u64 %%u, %%u, %d;\n\tsub.u64 %%cell, %%cell, %%u;\n", CELL);
      if (g.generic && space == PTX_M_SHARED)
	put (&g.pre, "\tcvta.shared.u64 %%cell, %%cell;\n");
      put (&g.pre, "\tbar.sync 0;\n");
      ptx_buf_str (b, "[%cell]");
      if (flags & PTX_WRITES)
	{
	  if (g.i.op == PTX_OP_CP_ASYNC)
	    put (&g.post, "\tcp.async.commit_group;\n\tcp.async.wait_group 0;\n");
	  put (&g.post, "\tbar.sync 0;\n");
	  read_cell (space, "%own", t);
	}
    }
}

/* ---- operands ---- */

/* The element that bits of a matrix operand mean: operand K of the form.  */
static ptx_mod
element (unsigned k)
{
  unsigned n = ptx_ntypes (&g.i);
  ptx_mod a = ptx_type (&g.i, 0), b = n > 1 ? ptx_type (&g.i, 1) : a;
  switch (g.i.op)
    {
    case PTX_OP_WMMA_MMA:
      if (n == 2)		/* D and C; A and B are f16  */
	return k == 0 ? a : k == 3 ? b : PTX_F16;
      return ptx_type (&g.i, k < n ? k : n - 1);
    case PTX_OP_LDMATRIX: case PTX_OP_STMATRIX: case PTX_OP_MOVMATRIX:
      return PTX_B16;
    case PTX_OP_WMMA_LOAD: case PTX_OP_WMMA_STORE:
      return a;
    default:
      return ptx_type (&g.i, k < n ? k : n - 1);
    }
}

/* How operand K of the form, of type *T, is to be filled.  */
static word_kind
kind_of (unsigned k, ptx_mod *t, unsigned *param)
{
  const ptx_opspec *s = &g.form->opnds[k];
  *param = 0;
  if (is_tensor ())
    {
      if (*t == PTX_B32 && s->vec == PTX_V_SCALAR && k == (is_wgmma () ? 3 : 4))
	return W_SPARSE;
      *t = element (k);
      return is_float (*t) || *t == PTX_E4M3 || *t == PTX_E5M2 ? g.k->c.round ? W_NORMAL : W_EXACT
	     : W_FILL;
    }
  switch (g.i.op)
    {
    case PTX_OP_DIV: case PTX_OP_REM:
      if (k == 2 && !is_float (*t))
	return W_NONZERO;
      if (k == 2 && ptx_has (&g.i, PTX_M_APPROX))
	{
	  *param = 1000000000;
	  return W_RANGE;
	}
      break;
    case PTX_OP_SIN: case PTX_OP_COS:
      *param = 300;
      return W_RANGE;
    case PTX_OP_FNS:
      *param = k == 2 ? 32 : 40;
      return k >= 2 ? W_BELOW : W_TYPE;
    case PTX_OP_SHFL_SYNC:
      *param = 32;
      return k == 2 ? W_BELOW : k == 3 ? W_SEGMENT : W_TYPE;
    case PTX_OP_MATCH:
      *param = 3;
      return g.k->c.round ? W_TYPE : W_BELOW;
    case PTX_OP_CP_ASYNC:
      *param = 5;
      return W_BELOW;
    case PTX_OP_ATOM: case PTX_OP_RED:
      if (g.k->c.round)
	return W_GROUP;
      break;
    default:
      break;
    }
  return !s->type_slot && *t == PTX_U32 ? W_MIX : W_TYPE;
}

/* Constants, membermasks, barriers and what else is the same for all threads; false if
   operand K is none of these.  */
static bool
fixed (unsigned k, ptx_buf *b)
{
  const ptx_opspec *s = &g.form->opnds[k];
  unsigned last = g.form->nopnds - 1;
  switch (g.i.op)
    {
    case PTX_OP_SHFL_SYNC:
      if (k != 4)
	return false;
      ptx_buf_str (b, "-1");
      return true;
    case PTX_OP_VOTE_SYNC: case PTX_OP_MATCH: case PTX_OP_REDUX_SYNC: case PTX_OP_ELECT_SYNC:
    case PTX_OP_BAR_WARP_SYNC:
      if (k != last)
	return false;
      ptx_buf_str (b, "-1");
      return true;
    case PTX_OP_BAR_SYNC: case PTX_OP_BAR_RED: case PTX_OP_BAR_ARRIVE: case PTX_OP_BARRIER_SYNC:
    case PTX_OP_BARRIER_RED: case PTX_OP_BARRIER_ARRIVE:
      if (s->dest || s->type != PTX_U32)
	return false;
      if (k && !g.form->opnds[k - 1].dest)
	put (b, "%d", BLOCK);
      else
	ptx_buf_str (b, "1");
      return true;
    case PTX_OP_WMMA_LOAD: case PTX_OP_WMMA_STORE:
      if (s->type != PTX_U32)
	return false;
      ptx_buf_str (b, "32");
      return true;
    case PTX_OP_MBARRIER_TEST_WAIT: case PTX_OP_MBARRIER_TRY_WAIT:
      if (s->type == PTX_B64)
	ptx_buf_str (b, "%state");
      else if (s->type == PTX_U32)
	put (b, "%u", k == 2 ? g.k->c.round : 0);	/* the parity; the time  */
      else
	return false;
      return true;
    case PTX_OP_MBARRIER_PENDING_COUNT:
      if (s->dest)
	return false;
      ptx_buf_str (b, "%state");
      return true;
    case PTX_OP_MBARRIER_INIT:
      if (s->type != PTX_U32)
	return false;
      ptx_buf_str (b, "5");
      return true;
    case PTX_OP_MBARRIER_EXPECT_TX: case PTX_OP_MBARRIER_COMPLETE_TX:
      if (s->type != PTX_U32)
	return false;
      ptx_buf_str (b, "16");
      return true;
    case PTX_OP_MBARRIER_ARRIVE: case PTX_OP_MBARRIER_ARRIVE_DROP:
      if (s->type != PTX_U32)
	return false;
      ptx_buf_str (b, ptx_has (&g.i, PTX_M_EXPECT_TX) ? "16" : "2");
      return true;
    case PTX_OP_CVTA: case PTX_OP_CVTA_TO: case PTX_OP_ISSPACEP: case PTX_OP_MAPA: case PTX_OP_GETCTARANK:
      if (s->dest)
	return false;
      ptx_buf_str (b, s->type == PTX_U32 && !s->type_slot ? "0" : g.i.op == PTX_OP_MAPA || g.i.op == PTX_OP_GETCTARANK
		   ? g.types[0] == PTX_U32 ? "%t" : "%cell" : "%cell");
      return true;
    case PTX_OP_CP_ASYNC_BULK: case PTX_OP_CP_REDUCE_ASYNC_BULK:
      if (s->kind)
	return false;
      put (b, "%d", s->type == PTX_U32 ? BULK : 1);	/* or the mask  */
      return true;
    case PTX_OP_WGMMA_MMA_ASYNC: case PTX_OP_WGMMA_MMA_ASYNC_SP:
      if (s->type == PTX_B64)
	ptx_buf_str (b, k == 1 ? "%own" : "%state");
      else if (s->type == PTX_PRED)
	ptx_buf_str (b, "%c");
      else
	return false;
      return true;
    case PTX_OP_NANOSLEEP:
      ptx_buf_str (b, "20");
      return true;
    case PTX_OP_CREATEPOLICY:
      if (s->dest || s->kind)
	return false;
      ptx_buf_str (b, s->type == PTX_F32 ? "0f3F000000" : k == 2 ? "128" : "64");
      return true;
    case PTX_OP_CREATEPOLICY_CVT:
      if (s->dest)
	return false;
      ptx_buf_str (b, "0");
      return true;
    default:
      return false;
    }
}

static void
immediate (unsigned k, ptx_buf *b)
{
  static const uint8_t luts[] = { 0x96, 0xe8, 0xca, 0x1b, 0x80, 0xfe, 0x39, 0x6c };
  unsigned size = ptx_has (&g.i, PTX_M_CG) ? 16 : 4 << g.k->c.round;
  switch (g.i.op)
    {
    case PTX_OP_LOP3: put (b, "%u", luts[g.k->seed >> 8 & 7]); return;
    case PTX_OP_CP_ASYNC: put (b, "%u", size); return;
    case PTX_OP_DISCARD: case PTX_OP_APPLYPRIORITY: case PTX_OP_FENCE_PROXY:
      ptx_buf_str (b, "128");
      return;
    case PTX_OP_WGMMA_MMA_ASYNC:		/* scales, transpositions  */
      ptx_buf_str (b, k < 6 ? k == 4 && g.k->c.round ? "-1" : "1" : g.k->seed >> k & 1 ? "1" : "0");
      return;
    case PTX_OP_WGMMA_MMA_ASYNC_SP:		/* the selector, then the same  */
      ptx_buf_str (b, k == 4 ? "0" : k < 8 ? "1" : g.k->seed >> k & 1 ? "1" : "0");
      return;
    default: ptx_buf_str (b, "0"); return;
    }
}

static void
operand (unsigned k, ptx_buf *b)
{
  const ptx_opspec *s = &g.form->opnds[k];
  ptx_mod type = ptx_spec_type (s, g.types), t = type;
  unsigned param, n;
  switch (s->kind)
    {
    case 'A': address (b); return;
    case 'i': immediate (k, b); return;
    case '_': ptx_buf_char (b, '_'); return;
    default: break;
    }
  if (s->if_mod == PTX_M_L2_CACHE_HINT)
    {
      g.policy = true;
      ptx_buf_str (b, "%pol");
      return;
    }
  if (fixed (k, b))
    return;
  if (s->dest)
    t = is_tensor () && type != PTX_F64 ? element (k)
	: g.i.op == PTX_OP_CVT && g.types[0] == PTX_TF32 ? PTX_TF32 : type;
  n = s->vec == PTX_V_SCALAR ? 1 : ptx_vec_size (&g.i, s->vec);
  bool braces = s->vec != PTX_V_SCALAR && !(s->vec == PTX_V_MOD && n == 1);
  bool skip = g.k->c.round && (g.i.op == PTX_OP_ATOM);
  if (braces)
    ptx_buf_char (b, '{');
  for (unsigned e = 0; e < n; e++)
    {
      ptx_buf_str (b, e ? ", " : "");
      if (s->dest && g.i.op >= PTX_OP_MBARRIER_INIT && g.i.op <= PTX_OP_MBARRIER_PENDING_COUNT
	  && type == PTX_B64)
	{
	  const char *count = new_reg (PTX_U32);
	  char name[16];
	  strcpy (name, count);
	  ptx_buf_str (b, "%state2");
	  put (&g.post, "\tmbarrier.pending_count.b64 %s, %%state2;\n", name);
	  output (name, PTX_U32, PTX_U32, false);
	}
      else if (s->dest && (g.i.op == PTX_OP_CVTA || g.i.op == PTX_OP_CVTA_TO || g.i.op == PTX_OP_MAPA))
	ptx_buf_str (b, type == PTX_U32 ? "%v32" : "%v");
      else if (s->dest)
	{
	  char name[16];
	  ptx_mod elem = t;
	  word_kind kind = s->source ? kind_of (k, &elem, &param) : W_TYPE;
	  strcpy (name, s->source ? input (kind, type, elem, param) : new_reg (type));
	  ptx_buf_str (b, name);
	  output (name, type, t, skip);
	}
      else
	{
	  ptx_mod elem = t;
	  word_kind kind = kind_of (k, &elem, &param);
	  ptx_buf_str (b, input (kind, type, elem, param));
	}
    }
  if (braces)
    ptx_buf_char (b, '}');
  if (s->pair_needed || (s->pair && g.k->c.all))
    {
      char name[16];
      strcpy (name, new_reg (PTX_PRED));
      put (b, "|%s", name);
      output (name, PTX_PRED, PTX_PRED, skip);
    }
}

/* ---- harnesses ---- */

/* What has to stand around the instruction, beside what its operands ask for.  */
static void
before (void)
{
  switch (g.i.op)
    {
    case PTX_OP_ADDC: case PTX_OP_SUBC: case PTX_OP_MADC:
      {
	char a[16];
	strcpy (a, input (W_TYPE, PTX_U32, PTX_U32, 0));
	const char *b = input (W_TYPE, PTX_U32, PTX_U32, 0);
	put (&g.pre, "\t%s.cc.u32 %%t, %s, %s;\n", g.i.op == PTX_OP_SUBC ? "sub" : "add", a, b);
	break;
      }
    case PTX_OP_CVTA: case PTX_OP_CVTA_TO: case PTX_OP_ISSPACEP: case PTX_OP_MAPA: case PTX_OP_GETCTARANK:
      {
	ptx_mod space = ptx_space (&g.i) == PTX_M_LOCAL ? PTX_M_LOCAL
			: ptx_space (&g.i) == PTX_M_GLOBAL ? PTX_M_GLOBAL : PTX_M_SHARED;
	cell_address (space, false);
	fill_cell (space, "%cell", cell_in (PTX_B32));
	put (&g.pre, "\tcvt.u32.u64 %%t, %%cell;\n");
	if (g.i.op == PTX_OP_CVTA_TO || g.i.op == PTX_OP_ISSPACEP
	    || (!ptx_has (&g.i, PTX_M_SHARED_CLUSTER) && (g.i.op == PTX_OP_MAPA || g.i.op == PTX_OP_GETCTARANK)))
	  put (&g.pre, "\tcvta.%s.u64 %%cell, %%cell;\n", space_name (space));
	if (g.i.op == PTX_OP_ISSPACEP)		/* half of the threads ask about another space  */
	  put (&g.pre, "\tand.b32 %%t, %%i, 1;\n\tsetp.eq.u32 %%c, %%t, 1;\n\tmov.u64 %%u, lo;\n"
	       "\tcvta.local.u64 %%u, %%u;\n\tselp.b64 %%cell, %%u, %%cell, %%c;\n");
	g.local |= g.i.op == PTX_OP_ISSPACEP;
	break;
      }
    case PTX_OP_WGMMA_MMA_ASYNC: case PTX_OP_WGMMA_MMA_ASYNC_SP:
      {
	/* Both matrices without swizzle: 16 bytes by 8 rows, 128 bytes on, the next 8 rows 256.  */
	ptx_mod a = ptx_type (&g.i, 1), m = ptx_type (&g.i, 2);
	bool real = is_float (a) || a == PTX_E4M3 || a == PTX_E5M2;
	cell_address (PTX_M_SHARED, false);
	fill_cell (PTX_M_SHARED, "%cell", cell_of (!real ? W_FILL : g.k->c.round ? W_NORMAL : W_EXACT, a, 64 + (a != m)));
	put (&g.pre, "\tsetp.ge.u32 %%c, %%i, 0;\n\tmov.u64 %%u, sm;\n\tshr.u64 %%u, %%u, 4;\n"
	     "\tor.b64 %%own, %%u, 0x1000080000;\n\tadd.u64 %%u, %%u, 256;\n\tor.b64 %%state, %%u, 0x1000080000;\n");
	put (&g.fence, "\tfence.proxy.async;\n\tbar.sync 0;\n\twgmma.fence.sync.aligned;\n");
	put (&g.tail, "\twgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;\n");
	break;
      }
    case PTX_OP_MBARRIER_INIT: case PTX_OP_MBARRIER_INVAL: case PTX_OP_MBARRIER_EXPECT_TX:
    case PTX_OP_MBARRIER_COMPLETE_TX: case PTX_OP_MBARRIER_ARRIVE: case PTX_OP_MBARRIER_ARRIVE_DROP:
    case PTX_OP_MBARRIER_TEST_WAIT: case PTX_OP_MBARRIER_TRY_WAIT: case PTX_OP_MBARRIER_PENDING_COUNT:
    case PTX_OP_CP_ASYNC_MBARRIER_ARRIVE:
      {
	bool wait = g.i.op == PTX_OP_MBARRIER_TEST_WAIT || g.i.op == PTX_OP_MBARRIER_TRY_WAIT;
	g.barrier = g.shared = true;
	put (&g.pre, "\tmov.u32 %%t, %%tid.x;\n\tmov.u64 %%u, sm;\n\tmad.wide.u32 %%bar0, %%t, %d, %%u;\n", CELL);
	put (&g.pre, "\tmbarrier.init.shared.b64 [%%bar0], %u;\n\tbar.sync 0;\n",
	     wait && !g.k->c.round ? 1 : 4);
	put (&g.pre, "\tmbarrier.arrive.shared.b64 %%state, [%%bar0];\n");
	if (g.i.op == PTX_OP_MBARRIER_COMPLETE_TX)
	  put (&g.pre, "\tmbarrier.expect_tx.relaxed.cta.shared.b64 [%%bar0], 16;\n");
	put (&g.pre, g.generic ? "\tcvta.shared.u64 %%bar, %%bar0;\n" : "\tmov.b64 %%bar, %%bar0;\n");
	break;
      }
    default:
      break;
    }
}

static void
after (void)
{
  if (ptx_has (&g.i, PTX_M_CC))
    {
      ptx_buf b = { 0 };
      char name[16];
      strcpy (name, new_reg (PTX_U32));
      put (&b, "\t%s.u32 %s, 0, 0;\n", g.i.op == PTX_OP_SUB || g.i.op == PTX_OP_SUBC ? "subc" : "addc", name);
      ptx_buf_put (&b, g.post.s ? g.post.s : "", g.post.n);
      ptx_buf_free (&g.post);
      g.post = b;
      output (name, PTX_U32, PTX_U32, false);
    }
  switch (g.i.op)
    {
    case PTX_OP_CVTA: case PTX_OP_CVTA_TO: case PTX_OP_MAPA:
      {
	ptx_mod space = ptx_space (&g.i) == PTX_M_LOCAL ? PTX_M_LOCAL
			: ptx_space (&g.i) == PTX_M_GLOBAL ? PTX_M_GLOBAL : PTX_M_SHARED;
	if (g.i.op == PTX_OP_MAPA && g.types[0] == PTX_U32)
	  put (&g.post, "\tld.shared::cluster.b32 %%t, [%%v32];\n");
	else if (g.i.op == PTX_OP_CVTA_TO)
	  put (&g.post, "\tld.%s.b32 %%t, [%%v];\n", space_name (space));
	else if (g.i.op == PTX_OP_MAPA && ptx_has (&g.i, PTX_M_SHARED_CLUSTER))
	  put (&g.post, "\tld.shared::cluster.b32 %%t, [%%v];\n");
	else
	  put (&g.post, "\tld.b32 %%t, [%%v];\n");
	put (&g.post, "\tst.global.b32 [%%out+%u], %%t;\n", 8 * add_out (PTX_B32, false, false));
	break;
      }
    case PTX_OP_MBARRIER_INIT: case PTX_OP_MBARRIER_EXPECT_TX: case PTX_OP_MBARRIER_COMPLETE_TX:
    case PTX_OP_MBARRIER_ARRIVE: case PTX_OP_MBARRIER_ARRIVE_DROP: case PTX_OP_CP_ASYNC_MBARRIER_ARRIVE:
      {
	char name[16];
	strcpy (name, new_reg (PTX_U32));
	if (g.i.op == PTX_OP_MBARRIER_EXPECT_TX || ptx_has (&g.i, PTX_M_EXPECT_TX))
	  put (&g.post, "\tmbarrier.complete_tx.relaxed.cta.shared.b64 [%%bar0], 16;\n");
	if (g.i.op == PTX_OP_CP_ASYNC_MBARRIER_ARRIVE)
	  put (&g.post, "\tcp.async.wait_all;\n\tbar.sync 0;\n");
	put (&g.post, "\tmbarrier.arrive.shared.b64 %%state2, [%%bar0];\n"
	     "\tmbarrier.pending_count.b64 %s, %%state2;\n", name);
	output (name, PTX_U32, PTX_U32, false);
	break;
      }
    case PTX_OP_BAR_ARRIVE: case PTX_OP_BARRIER_ARRIVE:
      put (&g.post, "\t@!%%c bar.sync 1, %d;\n", BLOCK);
      break;
    default:
      break;
    }
}

/* What can not be written with the table alone, or says nothing.  */
static const char *
unfit (const ptx_form *f)
{
  for (unsigned k = 0; k < sizeof left_out / sizeof *left_out; k++)
    if (left_out[k].op == f->op)
      return left_out[k].why;
  for (unsigned k = 0; k < f->nopnds; k++)
    if (f->opnds[k].pack || f->opnds[k].vec == PTX_V_ANY || f->opnds[k].kind == 'N'
	|| f->opnds[k].kind == 'L' || f->opnds[k].kind == '*')
      return "needs a harness of its own";
  return NULL;
}

/* Writes C as entry kID of a module to B and fills *K.  False: there is no such case.  */
static bool
build (const test_case *c, unsigned id, kernel *k, ptx_buf *b)
{
  unsigned n, ntypes = 0, shown = 0;
  const ptx_form *f = &ptx_forms (&n)[c->form];
  memset (&g, 0, sizeof g);
  memset (k, 0, offsetof (kernel, text));
  k->c = *c;
  k->seed = kit_hash (row_key (c->form) + 2 * c->round + c->all, c->choice, sizeof c->choice) | 1;
  g.form = f;
  g.k = k;
  g.i = (ptx_insn) { .op = f->op, .mods = g.mods };
  for (unsigned s = 0; s < f->nslots; s++)
    {
      ptx_mod m = c->choice[s] ? f->slots[s].alts[c->choice[s] - 1] : f->slots[s].alts[0];
      if (m < PTX_LAST_TYPE && ntypes < 4)
	g.types[ntypes++] = c->choice[s] ? m : PTX_NOMOD;
      if (c->choice[s])
	g.mods[g.i.nmods++] = m;
    }
  if (ptx_has (&g.i, PTX_M_PARAM_FUNC) || (ptx_space (&g.i) == PTX_M_PARAM && f->op != PTX_OP_LD))
    return false;
  if (ntypes && ptx_vec (&g.i) * ptx_bits (g.types[0]) > 128)
    return false;		/* for sm_100  */
  if (ptx_has (&g.i, PTX_M_L2_CACHE_HINT) && ptx_space (&g.i) && ptx_space (&g.i) != PTX_M_GLOBAL
      && (f->op == PTX_OP_ATOM || f->op == PTX_OP_RED))
    return false;
  if (f->op == PTX_OP_CVTA || f->op == PTX_OP_CVTA_TO || f->op == PTX_OP_ISSPACEP)
    if (ptx_space (&g.i) == PTX_M_CONST || ptx_space (&g.i) == PTX_M_PARAM)
      return false;
  g.generic = !ptx_get (&g.i, PTX_C_SPACE);
  before ();
  if (g.i.op == PTX_OP_BAR_ARRIVE || g.i.op == PTX_OP_BARRIER_ARRIVE)
    {
      put (&g.pre, "\tmov.u32 %%t, %%tid.x;\n\tsetp.lt.u32 %%c, %%t, 64;\n");
      ptx_buf_str (&g.insn, "@%c ");
    }
  ptx_buf_str (&g.insn, ptx_opinfos ()[f->op].name);
  for (unsigned m = 0; m < g.i.nmods; m++)
    put (&g.insn, ".%s", ptx_mods[g.mods[m]].name);
  for (unsigned o = 0; o < f->nopnds; o++)
    {
      const ptx_opspec *s = &f->opnds[o];
      if ((s->if_mod && !ptx_has (&g.i, s->if_mod))
	  || (s->if_class && !ptx_get (&g.i, s->if_class)) || (s->optional && !c->all))
	continue;
      ptx_buf_str (&g.insn, shown++ ? ", " : " ");
      operand (o, &g.insn);
    }
  ptx_buf_char (&g.insn, ';');
  after ();
  snprintf (k->text, sizeof k->text, "%.*s", (int) g.insn.n, g.insn.s);
  if (!k->nout)			/* that it ran  */
    put (&g.post, "\tmov.b32 %%t, 1;\n\tst.global.b32 [%%out+%u], %%t;\n", 8 * add_out (PTX_B32, false, false));
  while (k->nin % 2)
    add_in (W_BELOW, PTX_U32, 1);
  if (!k->nin)
    k->nin = 2;

  put (b, ".visible .entry k%u (.param .u64 pout, .param .u64 pin, .param .u64 pmem, .param .align 16 .b8 data[%d])\n"
       ".maxntid %d, 1, 1\n{\n"
       "\t.reg .pred %%p<%u>;\n\t.reg .b16 %%h<%u>;\n\t.reg .b32 %%r<%u>;\n\t.reg .b64 %%q<%u>;\n", id, CELL, BLOCK,
       g.p + 1, g.h + 1, g.r + 1, g.q + 1);
  if (g.x)
    put (b, "\t.reg .b128 %%x<%u>;\n", g.x);
  put (b, "\t.reg .f32 %%f<%u>;\n\t.reg .f64 %%d<%u>;\n"
       "\t.reg .pred %%c;\n\t.reg .b32 %%i, %%t, %%v32;\n"
       "\t.reg .b64 %%out, %%in, %%mem, %%u, %%v, %%cell, %%own, %%pol, %%bar, %%bar0, %%state, %%state2;\n",
       g.f + 1, g.d + 1);
  if (g.shared)
    put (b, "\t.shared .align 128 .b8 sm[%d];\n", BLOCK * CELL);
  if (g.bulk)
    put (b, "\t.shared .align 8 .b64 mb[%d];\n", BLOCK);
  if (g.local)
    put (b, "\t.local .align 16 .b8 lo[%d];\n", CELL);
  put (b, "\tmov.u32 %%i, %%ctaid.x;\n\tmov.u32 %%t, %%tid.x;\n\tmad.lo.u32 %%i, %%i, %d, %%t;\n"
       "\tld.param.u64 %%out, [pout];\n\tld.param.u64 %%in, [pin];\n\tld.param.u64 %%mem, [pmem];\n"
       "\tcvta.to.global.u64 %%out, %%out;\n\tcvta.to.global.u64 %%in, %%in;\n\tcvta.to.global.u64 %%mem, %%mem;\n"
       "\tmad.wide.u32 %%out, %%i, %u, %%out;\n\tmad.wide.u32 %%in, %%i, %u, %%in;\n",
       BLOCK, 8 * k->nout, 8 * k->nin);
  if (g.policy)
    put (b, "\tcreatepolicy.fractional.L2::evict_first.b64 %%pol, 0f3F800000;\n");
  ptx_buf_put (b, g.pre.s ? g.pre.s : "", g.pre.n);
  ptx_buf_put (b, g.fence.s ? g.fence.s : "", g.fence.n);
  ptx_buf_char (b, '\t');
  ptx_buf_put (b, g.insn.s, g.insn.n);
  ptx_buf_char (b, '\n');
  ptx_buf_put (b, g.tail.s ? g.tail.s : "", g.tail.n);
  ptx_buf_put (b, g.post.s ? g.post.s : "", g.post.n);
  put (b, "\tret;\n}\n");
  ptx_buf_free (&g.pre);
  ptx_buf_free (&g.fence);
  ptx_buf_free (&g.insn);
  ptx_buf_free (&g.tail);
  ptx_buf_free (&g.post);
  return true;
}

/* The head of a module for kernels.  */
static void
head (ptx_buf *b, unsigned isa, unsigned sm)
{
  put (b, ".version %u.%u\n.target sm_%u%s\n.address_size 64\n.const .align 16 .b8 co[%d] = {", isa / 10, isa % 10,
       sm, sm == 90 ? "a" : "", CELL);
  for (unsigned k = 0; k < CELL; k++)
    put (b, "%s%u", k ? ", " : "", (k * 37 + 11) & 255);
  put (b, "};\n");
}

/* ---- enumeration ---- */

static test_case *cases;
static unsigned ncases;
static uint32_t cases_cap;

/* What the modifiers and the row demand together.  */
static bool
available (const test_case *c, unsigned isa, unsigned sm)
{
  unsigned n;
  const ptx_form *f = &ptx_forms (&n)[c->form];
  unsigned i = f->isa, s = f->sm;
  for (unsigned k = 0; k < f->nslots; k++)
    if (c->choice[k])
      {
	const ptx_modinfo *m = &ptx_mods[f->slots[k].alts[c->choice[k] - 1]];
	i = m->isa > i ? m->isa : i;
	s = m->sm > s ? m->sm : s;
      }
  return i <= isa && s <= sm && !(f->arch && sm != f->sm);
}

/* All cases of form F, or some that have every modifier once.  */
static void
enumerate (unsigned form, unsigned rounds)
{
  unsigned n, optional = 0;
  const ptx_form *f = &ptx_forms (&n)[form];
  uint64_t total = 1, seed = row_key (form) | 1;
  for (unsigned k = 0; k < f->nslots; k++)
    total *= f->slots[k].n + f->slots[k].optional;
  for (unsigned k = 0; k < f->nopnds; k++)
    optional |= f->opnds[k].optional || (f->opnds[k].pair && !f->opnds[k].pair_needed);
  total *= 1 + optional;
  unsigned cap = f->op == PTX_OP_WGMMA_MMA_ASYNC || f->op == PTX_OP_WGMMA_MMA_ASYNC_SP ? WGMMA_CAP
		 : ptx_opinfos ()[f->op].flags & (PTX_READS | PTX_WRITES) ? MEMORY_CAP : CAP;
  unsigned most = total < cap ? total : cap;
  for (unsigned round = 0; round < rounds; round++)
    for (unsigned x = 0; x < most; x++)
      {
	test_case c;
	uint64_t v = x;
	memset (&c, 0, sizeof c);
	c.form = form;
	c.round = round;
	if (total > cap)	/* each alternative in turn, then by chance  */
	  v = kit_random (&seed) % total;
	for (unsigned k = 0; k < f->nslots; k++)
	  {
	    unsigned m = f->slots[k].n + f->slots[k].optional;
	    unsigned pick = total > cap && x < m ? x : v % m;
	    c.choice[k] = f->slots[k].optional ? pick : pick + 1;
	    v /= m;
	  }
	c.all = optional && v % 2;
	cases = ptx_grow (cases, ncases, &cases_cap, sizeof *cases);
	cases[ncases++] = c;
      }
}

/* ---- data ---- */

static const uint64_t int_edges[] = {
  0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x10000,
  0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0x100000000, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa,
  0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001, 0xfffffffffffffffe, 0xffffffffffffffff,
  0xffffffffffffff80, 0xffffffffffff8000, 0xffffffff80000000, 0xffffffff7fffffff
};
static const uint32_t f32_edges[] = {
  0, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x3fc00000, 0x40200000, 0xc0200000,
  0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001, 0x7fffffff, 0x00000001, 0x80000001,
  0x007fffff, 0x807fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x4b000000, 0x4b000001,
  0x4b800000, 0x4f000000, 0xcf000000, 0x4f800000, 0x5f000000, 0xdf000000, 0x5f800000, 0x477fe000,
  0x477ff000, 0x43800000, 0x42fe0000, 0xc3000000, 0x3f7fffff, 0x3f800001, 0x33800000, 0x387fc000,
  0x34000000, 0x46ffffff, 0x4effffff, 0x322bcc77, 0x7e967699
};
static const uint64_t f64_edges[] = {
  0, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x3fe0000000000000, 0x3ff8000000000000,
  0x4004000000000000, 0xc004000000000000, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
  0x7ff0000000000001, 0xfff8000000000123, 1, 0x8000000000000001, 0x000fffffffffffff, 0x0010000000000000,
  0x7fefffffffffffff, 0xffefffffffffffff, 0x41dfffffffc00000, 0x41e0000000000000, 0xc1e0000000000000,
  0x41efffffffe00000, 0x41f0000000000000, 0x43e0000000000000, 0xc3e0000000000000, 0x43f0000000000000,
  0x4330000000000000, 0x4340000000000000, 0x40dfffc000000000, 0x40effff000000000, 0x3810000000000000,
  0x47efffffe0000000, 0x47effffff0000000, 0x36a0000000000000, 0x3690000000000000, 0x3f10000000000000,
  0x3feffffffffffff8, 0x3ff0000000000001, 0x406ff00000000000
};
static const uint16_t f16_edges[] = {
  0, 0x8000, 0x3c00, 0xbc00, 0x3800, 0x3e00, 0x4100, 0xc100, 0x7c00, 0xfc00, 0x7e00, 0xfe01, 0x7c01, 0x7fff,
  1, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x7bff, 0xfbff, 0x6400, 0x3bff, 0x3c01, 0x5bf8, 0x1400
};
static const uint16_t bf16_edges[] = {
  0, 0x8000, 0x3f80, 0xbf80, 0x3f00, 0x3fc0, 0x4020, 0xc020, 0x7f80, 0xff80, 0x7fc0, 0xffc1, 0x7f81, 0x7fff,
  1, 0x8001, 0x007f, 0x807f, 0x0080, 0x8080, 0x7f7f, 0xff7f, 0x4b00, 0x3f7f, 0x3f81, 0x4f00, 0xdf00
};
#define PICK(list, s) (list)[kit_random (s) % (sizeof (list) / sizeof *(list))]

/* Elements of what width the words of a type are.  */
static unsigned
unit_bits (ptx_mod t)
{
  switch (t)
    {
    case PTX_F16X2: case PTX_BF16X2: case PTX_U16X2: case PTX_S16X2: return 16;
    case PTX_E4M3X2: case PTX_E5M2X2: case PTX_E4M3: case PTX_E5M2: return 8;
    case PTX_PRED: return 32;
    default: return ptx_bits (t) >= 8 && ptx_bits (t) <= 64 ? ptx_bits (t) : ptx_bits (t) > 64 ? 64 : 32;
    }
}

static uint64_t
edge (ptx_mod t, uint64_t *s)
{
  switch (t)
    {
    case PTX_F32: case PTX_TF32: return PICK (f32_edges, s);
    case PTX_F64: return PICK (f64_edges, s);
    case PTX_F16: case PTX_F16X2: return PICK (f16_edges, s);
    case PTX_BF16: case PTX_BF16X2: return PICK (bf16_edges, s);
    default: return PICK (int_edges, s);
    }
}

/* D as a value of T.  */
static uint64_t
encode (double d, ptx_mod t)
{
  float f = d;
  uint32_t u;
  uint64_t v;
  memcpy (&u, &f, 4);
  memcpy (&v, &d, 8);
  int e;
  double m = frexp (fabs (d), &e);	/* [0.5, 1)  */
  uint64_t sign = d < 0;
  switch (t)
    {
    case PTX_F64: return v;
    case PTX_F32: case PTX_TF32: return u;
    case PTX_BF16: case PTX_BF16X2: return u >> 16;
    case PTX_F16: case PTX_F16X2:
      return sign << 15 | (d == 0 ? 0 : (uint64_t) (e + 14) << 10 | ((uint64_t) ldexp (m, 11) & 1023));
    case PTX_E4M3: return sign << 7 | (d == 0 ? 0 : (uint64_t) (e + 6) << 3 | ((uint64_t) ldexp (m, 4) & 7));
    case PTX_E5M2: return sign << 7 | (d == 0 ? 0 : (uint64_t) (e + 14) << 2 | ((uint64_t) ldexp (m, 3) & 3));
    default: return 0;
    }
}

/* One element of T for word W.  */
static uint64_t
make_unit (const in_word *w, uint64_t *s)
{
  static const double exact[] = { 0, 1, -1, 1, -1, 0.5, -0.5, 1.5, -1.5, 2, -2, 3, -3, 0.25, -0.25, 4 };
  uint64_t r = kit_random (s);
  switch (w->kind)
    {
    case W_BELOW: return r % w->param;
    case W_MIX:
      if (r & 3)
	return (r >> 8) % 72;
      break;
    case W_RANGE: return encode (ldexp ((double) (int64_t) r, -63) * w->param, w->type);
    case W_EXACT: return encode (exact[r % (w->param & 1 ? 5 : sizeof exact / sizeof *exact)], w->type);
    case W_NORMAL:
      return encode (((r & 1) ? 1 : -1) * ldexp (1 + (double) (r >> 12) * 0x1p-52, (int) (r >> 1 & 3) - 2), w->type);
    case W_SPARSE: return 0x44444444u | ((uint32_t) (r >> 7) & 0x88888888u) * 5 / 4;
    case W_SEGMENT:
      {
	static const uint16_t masks[] = { 0, 0x10, 0x18, 0x1c, 0x1e };
	return (r & 31) | (uint32_t) masks[(r >> 8) % 5] << 8;
      }
    default:
      break;
    }
  if (r >> 60 < 9)
    return edge (w->type, s);
  r = kit_random (s);
  /* Random exponents are mostly extreme: half of the floats are near one.  */
  if (is_float (w->type) && r & 1)
    {
      ptx_mod t = w->type;
      double d = ldexp (1 + (double) (r >> 12) * 0x1p-52, (int) (r >> 2 & 15) - 5);
      return encode (r & 2 ? d : -d, t);
    }
  return r >> 1;
}

static uint64_t
make_word (const in_word *w, uint64_t *s)
{
  unsigned bits = unit_bits (w->type), n = w->kind == W_FILL ? 64 / bits : 0;
  uint64_t v = 0, mask = bits == 64 ? ~(uint64_t) 0 : ((uint64_t) 1 << bits) - 1;
  if (!n)
    n = ptx_bits (w->type) > bits ? ptx_bits (w->type) / bits : 1;
  if (w->kind == W_EXACT || w->kind == W_NORMAL)	/* a register full  */
    n = w->param >= 64 ? 64 / bits : bits < 32 ? 32 / bits : 1;
  if (n * bits > 64)
    n = 1;
  for (unsigned k = 0; k < n; k++)
    do
      v = (v & ~(mask << k * bits)) | (make_unit (w, s) & mask) << k * bits;
    while (w->kind == W_NONZERO && !v);
  return v;
}

static void
make_data (const kernel *k, uint64_t *data)
{
  uint64_t s = k->seed;
  for (unsigned t = 0; t < THREADS; t++)
    for (unsigned w = 0; w < k->nin; w++)
      data[t * k->nin + w] = k->in[w].kind == W_GROUP && t % 8 ? data[(t - 1) * k->nin + w]
			     : make_word (&k->in[w], &s);
}

/* ---- comparing ---- */

static double
decode (uint64_t u, ptx_mod t)
{
  float f;
  double d;
  uint32_t v = u;
  switch (t)
    {
    case PTX_F64: memcpy (&d, &u, 8); return d;
    case PTX_BF16: case PTX_BF16X2: v = (uint32_t) (u & 0xffff) << 16; break;
    case PTX_F16: case PTX_F16X2:
      {
	int e = u >> 10 & 31;
	d = e == 31 ? (u & 1023 ? NAN : INFINITY) : e ? ldexp (1024 + (double) (u & 1023), e - 25)
	    : ldexp ((double) (u & 1023), -24);
	return u & 0x8000 ? -d : d;
      }
    default: break;
    }
  memcpy (&f, &v, 4);
  return f;
}

/* The distance of A and B in units of the last place: by the order of their bits.  */
static double
ulps (uint64_t a, uint64_t b, unsigned bits)
{
  int64_t min = bits == 64 ? INT64_MIN : -((int64_t) 1 << (bits - 1));
  int64_t x = bits == 64 ? (int64_t) a : (int64_t) (a << (64 - bits)) >> (64 - bits);
  int64_t y = bits == 64 ? (int64_t) b : (int64_t) (b << (64 - bits)) >> (64 - bits);
  x = x < 0 ? min - x : x;
  y = y < 0 ? min - y : y;
  return fabs ((double) x - (double) y);
}

typedef struct tally { double ulp; unsigned nans; } tally;

/* Whether units A and B of type T agree within K's bound.  */
static bool
agree (const kernel *k, uint64_t a, uint64_t b, ptx_mod t, tally *sum)
{
  unsigned n, bits = unit_bits (t);
  const ptx_form *f = &ptx_forms (&n)[k->c.form];
  if (a == b)
    return true;
  if (!is_float (t))
    return false;
  double x = decode (a, t), y = decode (b, t);
  if (isnan (x) && isnan (y))
    {
      sum->nans++;
      return true;
    }
  double u = isnan (x) || isnan (y) ? INFINITY : ulps (a, b, bits), error = fabs (x - y);
  bool matrix = ptx_opinfos ()[f->op].flags & PTX_TENSORCORE;
  if (u > sum->ulp)
    sum->ulp = u;
  if (matrix && !k->c.round)
    return false;
  for (unsigned j = 0; j < sizeof bounds / sizeof *bounds; j++)
    {
      if (bounds[j].op != f->op || (bounds[j].type && bounds[j].type != t))
	continue;
      bool has = !bounds[j].mod;
      for (unsigned s = 0; s < f->nslots; s++)
	has |= k->c.choice[s] && f->slots[s].alts[k->c.choice[s] - 1] == bounds[j].mod;
      if (!has)
	continue;
      switch (bounds[j].kind)
	{
	case ULP: return u <= bounds[j].limit;
	case RELATIVE: return error <= bounds[j].limit * fabs (y) || u <= 2;
	case ABSOLUTE: return error <= bounds[j].limit || u <= 2;
	case EITHER: return error <= bounds[j].limit * (fabs (y) > 1 ? fabs (y) : 1) || u <= 2;
	case IGNORE: return true;
	default: return false;
	}
    }
  return false;
}

/* ---- running ---- */

typedef struct side
{
  struct driver *d;
  CUdeviceptr in, out, mem;
  CUmodule module;
} side;

static bool
side_open (side *s, struct driver *d)
{
  CUcontext old;
  s->d = d;
  d->cuCtxPushCurrent_v2 (d->context);
  bool ok = d->cuMemAlloc_v2 (&s->in, THREADS * MAX_IN * 8) == CUDA_SUCCESS
    && d->cuMemAlloc_v2 (&s->out, THREADS * MAX_OUT * 8) == CUDA_SUCCESS
    && d->cuMemAlloc_v2 (&s->mem, THREADS * CELL) == CUDA_SUCCESS;
  d->cuCtxPopCurrent_v2 (&old);
  return ok;
}

/* Runs kernel ID, K, of S's module; the results go to OUT.  *LACKS: the driver refused
   the kernel.  */
static bool
side_run (side *s, unsigned id, const kernel *k, const uint64_t *in, uint64_t *out, bool *lacks, char *why,
	  size_t size)
{
  struct driver *d = s->d;
  char name[16];
  unsigned char data[CELL];
  CUfunction f;
  CUcontext old;
  sprintf (name, "k%u", id);
  for (unsigned i = 0; i < CELL; i++)
    data[i] = (i * 91 + 7) & 255;
  void *params[] = { &s->out, &s->in, &s->mem, data };
  d->cuCtxPushCurrent_v2 (d->context);
  CUresult r = d->cuModuleGetFunction (&f, s->module, name);
  *lacks = r != CUDA_SUCCESS;
  if (r == CUDA_SUCCESS)
    r = d->cuMemcpyHtoD_v2 (s->in, in, THREADS * k->nin * 8);
  if (r == CUDA_SUCCESS)
    r = d->cuMemsetD8_v2 (s->out, 0, THREADS * k->nout * 8);
  if (r == CUDA_SUCCESS)
    r = d->cuMemsetD8_v2 (s->mem, 0, THREADS * CELL);
  if (r == CUDA_SUCCESS)
    r = d->cuLaunchKernel (f, THREADS / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL, params, NULL);
  if (r == CUDA_SUCCESS)
    r = d->cuCtxSynchronize ();
  if (r == CUDA_SUCCESS)
    r = d->cuMemcpyDtoH_v2 (out, s->out, THREADS * k->nout * 8);
  d->cuCtxPopCurrent_v2 (&old);
  if (r != CUDA_SUCCESS)
    driver_why (d, r, why, size);
  return r == CUDA_SUCCESS;
}

/* What a child says of a case.  */
typedef enum verdict { BEGINS, AGREES, DIFFERS, FAILS, LACKS } verdict;
typedef struct report
{
  uint32_t index;
  uint8_t verdict;
  tally sum;
  uint64_t hash;		/* of the emulator's results  */
  char why[400];
} report;

static struct
{
  const char *driver, *emulator, *expected, *only;
  bool print, write, both;
  unsigned isa, sm;
} options = { .driver = "libcuda.so.1", .emulator = "libpxemu.so.0" };

static int to_parent;

static void
tell (const report *r)
{
  if (write (to_parent, r, sizeof *r) != sizeof *r)
    _exit (3);
}

static void
compare (const kernel *k, const uint64_t *in, const uint64_t *a, const uint64_t *b, report *r)
{
  r->verdict = AGREES;
  r->hash = KIT_HASH;
  for (unsigned t = 0; t < THREADS; t++)
    for (unsigned w = 0; w < k->nout; w++)
      {
	const out_word *o = &k->out[w];
	uint64_t x = a[t * k->nout + w], y = b[t * k->nout + w];
	unsigned bits = unit_bits (o->type), n = o->fill ? 64 / bits : ptx_bits (o->type) > bits ? ptx_bits (o->type) / bits : 1;
	if (o->skip)
	  continue;
	if (!o->fill && n == 1 && bits < 32 && ptx_opinfos ()[rows[k->c.form].op].flags & PTX_TENSORCORE)
	  n = 32 / bits;
	for (unsigned u = 0; u < n; u++)
	  {
	    uint64_t mask = bits == 64 ? ~(uint64_t) 0 : ((uint64_t) 1 << bits) - 1;
	    uint64_t p = x >> u * bits & mask, q = y >> u * bits & mask;
	    if (is_float (o->type) && isnan (decode (q, o->type)))
	      r->hash = kit_hash (r->hash, "nan", 3);
	    else
	      r->hash = kit_hash (r->hash, &q, 8);
	    if (!agree (k, p, q, o->type, &r->sum) && r->verdict == AGREES)
	      {
		r->verdict = DIFFERS;
		int at = snprintf (r->why, sizeof r->why, "%s thread %u, result %u: 0x%llx, emulator 0x%llx; of", k->text,
				   t, w, (unsigned long long) p, (unsigned long long) q);
		for (unsigned j = 0; j < k->nin && j < 6 && at < (int) sizeof r->why - 24; j++)
		  at += snprintf (r->why + at, sizeof r->why - at, " 0x%llx", (unsigned long long) in[t * k->nin + j]);
	      }
	  }
      }
}

/* Runs the cases LIST[0 … N-1], numbers of `cases', in one module, or in halves where that does
   not load.  GPU may be EMU.  */
static void
run_module (side *gpu, side *emu, const unsigned *list, unsigned n)
{
  static kernel kernels[MODULE];
  static uint64_t in[THREADS * MAX_IN], a[THREADS * MAX_OUT], b[THREADS * MAX_OUT];
  ptx_buf text = { 0 };
  report r;
  unsigned made = 0, index[MODULE];
  char why[300] = "";
  bool refused = false, lacks;
  head (&text, options.isa, options.sm);
  for (unsigned k = 0; k < n; k++)
    if (build (&cases[list[k]], made, &kernels[made], &text))
      index[made++] = list[k];
  ptx_buf_char (&text, 0);
  if (!made)
    {
      ptx_buf_free (&text);
      return;
    }
  memset (&r, 0, sizeof r);
  r.index = index[0];
  r.verdict = BEGINS;
  tell (&r);
  emu->module = driver_load (emu->d, text.s, why, sizeof why);
  if (emu->module && gpu != emu)
    {
      gpu->module = driver_load (gpu->d, text.s, why, sizeof why);
      refused = !gpu->module;
    }
  ptx_buf_free (&text);
  if (!emu->module || refused)
    {
      if (made > 1)
	{
	  unsigned half[MODULE], m = made;
	  memcpy (half, index, made * sizeof *half);
	  run_module (gpu, emu, half, m / 2);
	  run_module (gpu, emu, half + m / 2, m - m / 2);
	}
      else
	{
	  r.verdict = refused ? FAILS : LACKS;
	  snprintf (r.why, sizeof r.why, "%.90s: %s", kernels[0].text, why);
	  tell (&r);
	}
    }
  else
    for (unsigned k = 0; k < made; k++)
      {
	memset (&r, 0, sizeof r);
	r.index = index[k];
	r.verdict = BEGINS;
	tell (&r);
	make_data (&kernels[k], in);
	if (!side_run (emu, k, &kernels[k], in, b, &lacks, why, sizeof why))
	  {
	    r.verdict = lacks ? LACKS : FAILS;
	    snprintf (r.why, sizeof r.why, "%.90s: the emulator: %s", kernels[k].text, why);
	  }
	else if (gpu != emu && !side_run (gpu, k, &kernels[k], in, a, &lacks, why, sizeof why))
	  {
	    r.verdict = FAILS;
	    snprintf (r.why, sizeof r.why, "%.90s: %s", kernels[k].text, why);
	  }
	else
	  compare (&kernels[k], in, gpu == emu ? b : a, b, &r);
	tell (&r);
	/* After an error of the device its context is of no more use.  */
	if (r.verdict == FAILS)
	  _exit (4);
      }
  if (emu->module)
    emu->d->cuModuleUnload (emu->module);
  if (gpu != emu && gpu->module)
    gpu->d->cuModuleUnload (gpu->module);
}

static void __attribute__ ((noreturn))
child (const unsigned *list, unsigned n, int fd)
{
  char why[300];
  static side gpu, emu;
  to_parent = fd;
  struct driver *d = driver_open (options.driver, why, sizeof why), *e = d;
  if (d && (!d->emulated || options.both))
    e = driver_open (options.emulator, why, sizeof why);
  bool ok = d && e && side_open (&emu, e) && (e == d || side_open (&gpu, d));
  if (!ok)
    {
      report r = { .index = UINT32_MAX, .verdict = FAILS };
      snprintf (r.why, sizeof r.why, "%s", why);
      tell (&r);
      _exit (4);
    }
  e->cuCtxPushCurrent_v2 (e->context);
  for (unsigned k = 0; k < n; k += MODULE)
    run_module (e == d ? &emu : &gpu, &emu, list + k, n - k < MODULE ? n - k : MODULE);
  _exit (0);
}

/* ---- the parent ---- */

/* Of a row.  */
typedef struct result
{
  unsigned cases, agree, differ, fail, lack;
  tally sum;
  uint64_t hash, expected;
  bool has_expected;
  char why[400];
} result;
static result results[NROWS];

static void
take (const report *r)
{
  result *x = &results[cases[r->index].form];
  x->cases++;
  x->agree += r->verdict == AGREES;
  x->differ += r->verdict == DIFFERS;
  x->fail += r->verdict == FAILS;
  x->lack += r->verdict == LACKS;
  if (r->sum.ulp > x->sum.ulp)
    x->sum.ulp = r->sum.ulp;
  x->sum.nans += r->sum.nans;
  x->hash = kit_hash (x->hash, &r->hash, sizeof r->hash);
  if (r->verdict != AGREES && (!*x->why || (r->verdict != LACKS && x->differ + x->fail == 1)))
    memcpy (x->why, r->why, sizeof x->why);
}

/* Runs LIST in children until each case has its verdict.  False: no child can work.  */
static bool
run_all (const unsigned *list, unsigned n)
{
  unsigned at = 0, idle = 0;
  bool *done = calloc (ncases + 1, sizeof *done);
  if (!done)
    abort ();
  while (at < n)
    {
      int fd[2];
      if (pipe (fd))
	return false;
      fflush (NULL);
      pid_t pid = fork ();
      if (pid < 0)
	return false;
      if (!pid)
	{
	  close (fd[0]);
	  child (list + at, n - at, fd[1]);
	}
      close (fd[1]);
      report r, last = { .index = UINT32_MAX };
      const char *lost = NULL;
      unsigned before = at;
      for (;;)
	{
	  struct pollfd p = { fd[0], POLLIN, 0 };
	  int ready = poll (&p, 1, 30000);
	  if (ready < 0 && errno == EINTR)
	    continue;
	  if (ready == 0)
	    {
	      lost = "ran longer than 30 s";
	      break;
	    }
	  ssize_t got = read (fd[0], &r, sizeof r);
	  if (got != sizeof r)
	    break;
	  if (r.index == UINT32_MAX)
	    {
	      fprintf (stderr, "px-kit: %s\n", r.why);
	      kill (pid, SIGKILL);
	      waitpid (pid, NULL, 0);
	      close (fd[0]);
	      free (done);
	      return false;
	    }
	  last = r;
	  if (r.verdict != BEGINS && !done[r.index])
	    {
	      done[r.index] = true;
	      take (&r);
	    }
	}
      int status = 0;
      kill (pid, lost ? SIGKILL : 0);
      waitpid (pid, &status, 0);
      close (fd[0]);
      if (last.verdict == BEGINS && last.index != UINT32_MAX && !done[last.index] && (lost || status))
	{
	  report x = { .index = last.index, .verdict = FAILS };
	  kernel *k = malloc (sizeof *k);
	  ptx_buf b = { 0 };
	  if (!k)
	    abort ();
	  build (&cases[last.index], 0, k, &b);
	  if (lost)
	    snprintf (x.why, sizeof x.why, "%.90s: %s", k->text, lost);
	  else
	    snprintf (x.why, sizeof x.why, "%.90s: killed by signal %d", k->text, WTERMSIG (status));
	  ptx_buf_free (&b);
	  free (k);
	  done[last.index] = true;
	  take (&x);
	}
      /* Go on after the last that has a verdict.  */
      for (unsigned k = at; k < n; k++)
	if (done[list[k]])
	  at = k + 1;
      if (!lost && !status)
	break;
      idle = at == before ? idle + 1 : 0;
      if (idle > 2)
	{
	  fprintf (stderr, "px-kit: the driver does not start again\n");
	  free (done);
	  return false;
	}
    }
  free (done);
  return true;
}

/* ---- saved results: lines of a key, the operation and a hash ---- */

static bool
read_expected (const char *file)
{
  FILE *f = fopen (file, "r");
  char line[256];
  if (!f)
    {
      fprintf (stderr, "px-kit: %s: %s\n", file, strerror (errno));
      return false;
    }
  while (fgets (line, sizeof line, f))
    {
      unsigned long long key, hash;
      if (sscanf (line, "%llx %*s %llx", &key, &hash) == 2)
	for (unsigned k = 0; k < NROWS; k++)
	  if (row_key (k) == key)
	    {
	      results[k].expected = hash;
	      results[k].has_expected = true;
	    }
    }
  fclose (f);
  return true;
}

static void
put_json (FILE *f, const char *s)
{
  putc ('"', f);
  for (; *s; s++)
    if (*s == '"' || *s == '\\')
      fprintf (f, "\\%c", *s);
    else
      putc (*s < ' ' || *s > '~' ? '?' : *s, f);
  putc ('"', f);
}

static char *
json (const char *s)
{
  char *text = NULL;
  size_t n;
  FILE *f = open_memstream (&text, &n);
  if (!f)
    abort ();
  put_json (f, s);
  fclose (f);
  return text;
}

static const char instr_usage[] =
  "Usage: px-kit instr [OPTION]... FAMILY...\n"
  "Run every form of the instructions of FAMILY on two drivers, compare.\n"
  "  --driver FILE     default libcuda.so.1; if it is the emulator, it is run alone and\n"
  "                    its results compared with the saved ones only\n"
  "  --emulator FILE   default libpxemu.so.0\n"
  "  --both            run two even if both are emulators\n"
  "  --expected FILE   saved results\n"
  "  --write           print the results to save instead\n"
  "  --only TEXT       only instructions that begin with TEXT\n"
  "  --print           print the kernels as one module, for PTX --isa and sm_90a\n"
  "  --isa N           at most PTX N / 10\n"
  "  --families        print the families that have tests\n";

int
instr_main (int argc, char **argv)
{
  unsigned n, nlist = 0;
  uint32_t cap = 0;
  unsigned *list = NULL;
  bool wanted[NFAMILIES] = { false }, any = false;
  char why[300];
  for (int k = 1; k < argc; k++)
    {
      const char *a = argv[k], **value = !strcmp (a, "--driver") ? &options.driver
	: !strcmp (a, "--emulator") ? &options.emulator : !strcmp (a, "--expected") ? &options.expected
	: !strcmp (a, "--only") ? &options.only : NULL;
      if ((value || !strcmp (a, "--isa")) && k + 1 < argc)
	{
	  if (value)
	    *value = argv[++k];
	  else
	    options.isa = atoi (argv[++k]);
	}
      else if (!strcmp (a, "--print"))
	options.print = true;
      else if (!strcmp (a, "--both"))
	options.both = true;
      else if (!strcmp (a, "--write"))
	options.write = true;
      else if (!strcmp (a, "--families"))
	{
	  bool tried[NFAMILIES] = { false };
	  const ptx_form *f = ptx_forms (&n);
	  for (unsigned k = 0; k < n; k++)
	    tried[family_of (f[k].op)] |= !unfit (&f[k]);
	  for (unsigned k = 0; k < NFAMILIES; k++)
	    if (tried[k])
	      puts (families[k].name);
	  return 0;
	}
      else
	{
	  unsigned f = 0;
	  while (f < NFAMILIES && strcmp (families[f].name, a))
	    f++;
	  if (f == NFAMILIES)
	    {
	      fputs (instr_usage, strcmp (a, "--help") ? stderr : stdout);
	      return strcmp (a, "--help") ? 2 : 0;
	    }
	  wanted[f] = any = true;
	}
    }
  const ptx_form *f = ptx_forms (&n);
  unsigned newest = 88;		/* of opcodes.def  */
  if (!options.isa || options.isa > newest)
    options.isa = newest;
  options.sm = 90;
  if (!options.print)
    {
      int fd[2];
      pid_t pid;
      unsigned facts[2] = { 0 };
      /* A driver must not be started before fork.  */
      if (pipe (fd) || (pid = fork ()) < 0)
	return 2;
      if (!pid)
	{
	  struct driver *d = driver_open (options.driver, why, sizeof why);
	  if (!d)
	    {
	      printf ("skip: %s\n", why);
	      fflush (stdout);
	      _exit (77);
	    }
	  facts[0] = d->sm;
	  facts[1] = driver_isa (d);
	  _exit (write (fd[1], facts, sizeof facts) != sizeof facts);
	}
      close (fd[1]);
      int status;
      if (read (fd[0], facts, sizeof facts) != sizeof facts)
	{
	  waitpid (pid, &status, 0);
	  return WIFEXITED (status) ? WEXITSTATUS (status) : 1;
	}
      close (fd[0]);
      waitpid (pid, &status, 0);
      options.sm = facts[0] < 90 ? facts[0] : 90;
      options.isa = facts[1] < options.isa ? facts[1] : options.isa;
    }
  if (options.expected && !read_expected (options.expected))
    return 2;

  unsigned not_here = 0, forms_out = 0;
  for (unsigned k = 0; k < n; k++)
    {
      if (any && !wanted[family_of (f[k].op)])
	continue;
      if (unfit (&f[k]))
	{
	  forms_out++;
	  continue;
	}
      uint32_t flags = ptx_opinfos ()[f[k].op].flags;
      bool twice = flags & PTX_TENSORCORE || f[k].op == PTX_OP_ATOM || f[k].op == PTX_OP_RED
	|| f[k].op == PTX_OP_MBARRIER_TEST_WAIT || f[k].op == PTX_OP_MBARRIER_TRY_WAIT
	|| f[k].op == PTX_OP_MATCH || f[k].op == PTX_OP_CP_ASYNC;
      enumerate (k, twice ? 2 : 1);
    }
  kernel *one = malloc (sizeof *one);
  if (!one)
    abort ();
  ptx_buf text = { 0 };
  if (options.print)
    head (&text, options.isa, options.sm);
  unsigned id = 0;
  for (unsigned k = 0; k < ncases; k++)
    {
      size_t was = text.n;
      if (!available (&cases[k], options.isa, options.sm))
	{
	  not_here++;
	  continue;
	}
      if (!build (&cases[k], id, one, &text)
	  || (options.only && strncmp (one->text, options.only, strlen (options.only))))
	{
	  text.n = was;
	  continue;
	}
      id++;
      list = ptx_grow (list, nlist, &cap, sizeof *list);
      list[nlist++] = k;
      if (!options.print)
	text.n = was;
    }
  free (one);
  if (options.print)
    {
      fwrite (text.s, 1, text.n, stdout);
      return 0;
    }
  ptx_buf_free (&text);
  for (unsigned k = 0; k < NROWS; k++)
    results[k].hash = KIT_HASH;
  if (nlist && !run_all (list, nlist))
    return 1;

  unsigned ncase = 0, differ = 0, lack = 0, unsaved = 0, nrow = 0;
  const char *first = NULL;
  bool whole = options.sm == 90 && options.isa == newest && !options.only;
  for (unsigned k = 0; k < NROWS; k++)
    {
      result *x = &results[k];
      if (!x->cases)
	continue;
      const char *name = ptx_opinfos ()[rows[k].op].name;
      if (options.write)
	{
	  if (!x->lack && !x->fail)
	    printf ("%016llx %s %016llx\n", (unsigned long long) row_key (k), name, (unsigned long long) x->hash);
	  continue;
	}
      nrow++;
      ncase += x->cases;
      lack += x->lack;
      bool bad = x->differ || x->fail;
      if (whole && x->has_expected && x->hash != x->expected && !bad)
	{
	  bad = true;
	  snprintf (x->why, sizeof x->why, "%s %.200s: the emulator's results are not the saved ones", name,
		    rows[k].mods);
	}
      unsaved += whole && !x->has_expected && !x->lack;
      differ += bad;
      if (bad)
	{
	  printf ("%s\n", x->why);
	  first = first ? first : x->why;
	}
      char *form = json (rows[k].mods), *reason = json (x->why);
      kit_record ("{\"op\": \"%s\", \"form\": %s, \"verdict\": \"%s\", \"cases\": %u, \"differ\": %u, \"ulp\": %.0f, \"nans\": %u%s%s}\n",
		  name, form, bad ? "fail" : x->lack == x->cases ? "skip" : "pass", x->cases, x->differ + x->fail,
		  isinf (x->sum.ulp) ? 1e18 : x->sum.ulp, x->sum.nans, *x->why ? ", \"reason\": " : "", *x->why ? reason : "");
      free (form);
      free (reason);
    }
  if (options.write)
    return 0;
  if (!nrow)
    {
      printf ("skip: none of these instructions is for sm_%u and PTX %u.%u, or has a test\n", options.sm, options.isa / 10,
	      options.isa % 10);
      return 77;
    }
  printf ("%u of %u forms differ (%u kernels; the emulator lacks %u, %u are for other devices, %u forms have no test%s)%s%s\n", differ, nrow,
	  ncase, lack, not_here, forms_out, unsaved ? ", some no saved results" : "", first ? ": " : "", first ? first : "");
  return differ > 0;
}
