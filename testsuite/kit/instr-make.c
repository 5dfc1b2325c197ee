/* SPDX-License-Identifier: MIT */
/* A case of an instruction as a kernel: what its operands are, and what has to stand
   around it.  */
#include <stdlib.h>
#include <string.h>

#include "testsuite/kit/instr.h"

enum { BULK = 32 };		/* bytes of a bulk copy  */

static const struct { uint16_t op; const char *mods, *opnds; } rows[] = {
#define PTX_OP(id, name, flags)
#define PTX_FORM(id, mods, operands, isa, sm) { PTX_OP_##id, mods, operands },
#include "ptx/opcodes.def"
#undef PTX_OP
#undef PTX_FORM
};

const char *
instr_mods (unsigned row)
{
  return rows[row].mods;
}

uint64_t
instr_key (unsigned row)
{
  const char *name = ptx_opinfos ()[rows[row].op].name;
  uint64_t h = kit_hash (KIT_HASH, name, strlen (name) + 1);
  h = kit_hash (h, rows[row].mods, strlen (rows[row].mods) + 1);
  return kit_hash (h, rows[row].opnds, strlen (rows[row].opnds) + 1);
}

/* Why operations are not run here: bounds.def's other half.  */
static const struct { uint16_t op; const char *why; } left_out[] = {
#define KIT_LEFT_OUT(id, why) { PTX_OP_##id, why },
#define KIT_BOUND(id, mod, type, kind, limit)
#include "testsuite/kit/bounds.def"
#undef KIT_LEFT_OUT
#undef KIT_BOUND
};

/* Registers of a kernel under construction, and its parts.  */
static struct
{
  unsigned p, h, r, q, x, f, d;
  ptx_buf pre, fence, insn, tail, post;	/* in this order  */
  ptx_insn i;
  ptx_mod mods[PTX_MAX_SLOTS], types[4];
  const ptx_form *form;
  kernel *k;
  bool shared, local, policy, barrier, generic, bulk, cluster, maxnreg;
  unsigned nth_address;
} g;

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
    kit_put (&g.pre, "\tld.global.b32 %%t, [%%in+%u];\n\tsetp.lt.s32 %s, %%t, 0;\n", 8 * w, r);
  else if (ptx_bits (t) == 128)
    {
      unsigned v = add_in (kind, PTX_B64, param);
      kit_put (&g.pre, "\tld.global.b64 %%u, [%%in+%u];\n\tld.global.b64 %%v, [%%in+%u];\n"
	   "\tmov.b128 %s, {%%u, %%v};\n", 8 * w, 8 * v, r);
    }
  else
    kit_put (&g.pre, "\tld.global.%s %s, [%%in+%u];\n", move_type (t), r, 8 * w);
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
    kit_put (&g.post, "\tselp.b32 %%t, 1, 0, %s;\n\tst.global.b32 [%%out+%u], %%t;\n", r, 8 * w);
  else if (ptx_bits (type) == 128)
    {
      unsigned v = add_out (PTX_B64, false, skip);
      kit_put (&g.post, "\tmov.b128 {%%u, %%v}, %s;\n\tst.global.b64 [%%out+%u], %%u;\n"
	   "\tst.global.b64 [%%out+%u], %%v;\n", r, 8 * w, 8 * v);
    }
  else
    kit_put (&g.post, "\tst.global.%s [%%out+%u], %s;\n", move_type (type), 8 * w, r);
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
      kit_put (&g.pre, "\tmov.u32 %%t, %%tid.x;\n%s\tmov.u64 %%u, sm;\n\tmad.wide.u32 %%cell, %%t, %d, %%u;\n",
	   mask, CELL);
    }
  else if (space == PTX_M_LOCAL)
    {
      g.local = true;
      kit_put (&g.pre, "\tmov.u64 %%cell, lo;\n");
    }
  else
    kit_put (&g.pre, "\tmov.b32 %%t, %%i;\n%s\tmad.wide.u32 %%cell, %%t, %d, %%mem;\n", mask, CELL);
}

/* Puts the input words from W on into the thread's own cell, whose address in SPACE is
   ADDRESS.  */
static void
fill_cell (ptx_mod space, const char *address, unsigned w)
{
  for (unsigned k = 0; k < CELL_WORDS; k++)
    kit_put (&g.pre, "\tld.global.b64 %%u, [%%in+%u];\n\tst.%s.b64 [%s+%u], %%u;\n", 8 * (w + k),
	 space_name (space), address, 8 * k);
}

static void
read_cell (ptx_mod space, const char *address, ptx_mod t)
{
  for (unsigned k = 0; k < CELL_WORDS; k++)
    kit_put (&g.post, "\tld.%s.b64 %%u, [%s+%u];\n\tst.global.b64 [%%out+%u], %%u;\n", space_name (space),
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
	kit_put (b, "[%%in+%u]", 8 * cell_in (t));
      else
	kit_put (b, "[%%v+%d]", to_global ? 0 : CELL / 2);
      return;
    }
  cell_address (PTX_M_SHARED, false);
  fill_cell (PTX_M_SHARED, "%cell", cell_in (t));
  kit_put (&g.pre, "\tmov.b64 %%v, %%cell;\n");
  if (to_global)
    {
      cell_address (PTX_M_GLOBAL, false);
      fill_cell (PTX_M_GLOBAL, "%cell", cell_in (t));
    }
  kit_put (&g.pre, "\tmov.b64 %%own, %%cell;\n");
  if (!to_global)
    {
      g.bulk = true;
      kit_put (&g.pre, "\tmov.u32 %%t, %%tid.x;\n\tmov.u64 %%u, mb;\n\tmad.wide.u32 %%bar, %%t, 8, %%u;\n"
	   "\tmbarrier.init.shared.b64 [%%bar], 1;\n"
	   "\tmbarrier.arrive.expect_tx.shared.b64 %%state, [%%bar], %d;\n", BULK);
      kit_put (&g.tail, "WAIT: mbarrier.try_wait.shared.b64 %%c, [%%bar], %%state;\n\t@!%%c bra WAIT;\n");
    }
  else
    kit_put (&g.tail, "\tcp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;\n");
  kit_put (&g.fence, "\tfence.proxy.async;\n\tbar.sync 0;\n");
  kit_put (&g.tail, "\tbar.sync 0;\n");
  ptx_buf_str (b, "[%cell]");
  read_cell (to_global ? PTX_M_GLOBAL : PTX_M_SHARED, "%own", t);
}

/* Address NTH of what one block of a cluster sends to the other: the other's cell, and its
   mbarrier.  The thread waits for what comes to its own.  */
static void
remote_address (ptx_buf *b, unsigned nth)
{
  if (nth)
    {
      ptx_buf_str (b, "[%bar]");
      return;
    }
  g.cluster = g.bulk = true;
  cell_address (PTX_M_SHARED, false);
  fill_cell (PTX_M_SHARED, "%cell", cell_in (g.types[0]));
  kit_put (&g.pre, "\tmov.b64 %%own, %%cell;\n\tmov.u32 %%t, %%tid.x;\n\tmov.u64 %%u, mb;\n"
       "\tmad.wide.u32 %%bar0, %%t, 8, %%u;\n\tmbarrier.init.shared.b64 [%%bar0], 1;\n"
       "\tfence.mbarrier_init.release.cluster;\n"
       "\tbarrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;\n"
       "\tmbarrier.arrive.expect_tx.shared.b64 %%state, [%%bar0], %u;\n"
       "\tmov.u32 %%t, %%cluster_ctarank;\n\txor.b32 %%t, %%t, 1;\n", ptx_vec (&g.i) * ptx_bits (g.types[0]) / 8);
  kit_put (&g.pre, g.generic ? "\tcvta.shared.u64 %%cell, %%cell;\n\tcvta.shared.u64 %%bar, %%bar0;\n"
       "\tmapa.u64 %%cell, %%cell, %%t;\n\tmapa.u64 %%bar, %%bar, %%t;\n"
       : "\tmapa.shared::cluster.u64 %%cell, %%cell, %%t;\n\tmapa.shared::cluster.u64 %%bar, %%bar0, %%t;\n");
  kit_put (&g.tail, "WAIT: mbarrier.try_wait.shared.b64 %%c, [%%bar0], %%state;\n\t@!%%c bra WAIT;\n");
  ptx_buf_str (b, "[%cell]");
  read_cell (PTX_M_SHARED, "%own", g.types[0]);
  kit_put (&g.post, "\tbarrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;\n");
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
  if (g.i.op == PTX_OP_ST_ASYNC || g.i.op == PTX_OP_RED_ASYNC)
    {
      remote_address (b, nth);
      return;
    }
  if (g.i.op == PTX_OP_CP_ASYNC && nth == 1)
    {
      align_in ();
      unsigned w = g.k->nin;
      for (unsigned k = 0; k < 2; k++)
	add_in (W_FILL, PTX_B32, 0);
      kit_put (b, "[%%in+%u]", 8 * w);
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
    kit_put (b, "[%%in+%u]", 8 * cell_in (t));
  else
    {
      bool warp = g.i.op == PTX_OP_WMMA_LOAD || g.i.op == PTX_OP_WMMA_STORE;
      if (g.i.op == PTX_OP_CP_ASYNC || ((g.i.op == PTX_OP_LDMATRIX || g.i.op == PTX_OP_STMATRIX)))
	space = PTX_M_SHARED;
      if (space == PTX_M_SHARED_CLUSTER || ptx_has (&g.i, PTX_M_SHARED_CLUSTER))
	space = PTX_M_SHARED;
      cell_address (space, false);
      fill_cell (space, "%cell", cell_in (t));
      kit_put (&g.pre, "\tmov.b64 %%own, %%cell;\n");
      if (warp)
	cell_address (space, true);
      /* 8 threads on one; not of copies, of which any may be the last.  */
      if (g.k->c.round && !is_tensor () && g.i.op != PTX_OP_CP_ASYNC)
	kit_put (&g.pre, "\tmov.u32 %%t, %%laneid;\n\tand.b32 %%t, %%t, 7;\n\tcvt.u64.u32 %%u, %%t;\n"
	     "\tmul.lo.u64 %%u, %%u, %d;\n\tsub.u64 %%cell, %%cell, %%u;\n", CELL);
      if (g.generic && space == PTX_M_SHARED)
	kit_put (&g.pre, "\tcvta.shared.u64 %%cell, %%cell;\n");
      kit_put (&g.pre, "\tbar.sync 0;\n");
      ptx_buf_str (b, "[%cell]");
      if (flags & PTX_WRITES)
	{
	  if (g.i.op == PTX_OP_CP_ASYNC)
	    kit_put (&g.post, "\tcp.async.commit_group;\n\tcp.async.wait_group 0;\n");
	  kit_put (&g.post, "\tbar.sync 0;\n");
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
      return instr_is_float (*t) || *t == PTX_E4M3 || *t == PTX_E5M2 ? g.k->c.round ? W_NORMAL : W_EXACT
	     : W_FILL;
    }
  switch (g.i.op)
    {
    case PTX_OP_DIV: case PTX_OP_REM:
      if (k == 2 && !instr_is_float (*t))
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
    case PTX_OP_BRX_IDX:
      *param = 4;
      return W_BELOW;
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
	kit_put (b, "%d", BLOCK);
      else
	ptx_buf_str (b, "1");
      return true;
    case PTX_OP_WMMA_LOAD: case PTX_OP_WMMA_STORE:
      if (s->type != PTX_U32)
	return false;
      ptx_buf_str (b, ptx_has (&g.i, PTX_B1) ? "128" : "32"); /* a multiple of 16 bytes */
      return true;
    case PTX_OP_MBARRIER_TEST_WAIT: case PTX_OP_MBARRIER_TRY_WAIT:
      if (s->type == PTX_B64)
	ptx_buf_str (b, "%state");
      else if (s->type == PTX_U32)
	kit_put (b, "%u", k == 2 ? g.k->c.round : 0);	/* the parity; the time  */
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
    case PTX_OP_CP_ASYNC_BULK: case PTX_OP_CP_REDUCE_ASYNC_BULK: case PTX_OP_CP_ASYNC_BULK_PREFETCH:
      if (s->kind)
	return false;
      kit_put (b, "%d", s->type == PTX_U32 ? BULK : 1);	/* or the mask  */
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
    case PTX_OP_STACKSAVE: case PTX_OP_STACKRESTORE:
      ptx_buf_str (b, g.types[0] == PTX_U32 ? "%v32" : "%v");
      return true;
    case PTX_OP_ALLOCA:
      ptx_buf_str (b, s->dest ? "%cell" : "64");
      return true;
    case PTX_OP_CREATEPOLICY:
      if (s->kind)
	return false;
      ptx_buf_str (b, s->dest ? "%pol" : s->type == PTX_F32 ? "0f3F000000" : k == 2 ? "64" : "128");
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
    case PTX_OP_LOP3: kit_put (b, "%u", luts[g.k->seed >> 8 & 7]); return;
    case PTX_OP_CP_ASYNC: kit_put (b, "%u", size); return;
    case PTX_OP_ALLOCA: ptx_buf_str (b, "32"); return;
    case PTX_OP_SETMAXNREG: ptx_buf_str (b, ptx_has (&g.i, PTX_M_INC) ? "40" : "24"); return;
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

/* Operand K of mov: `all' unpacks, else the other operand is the vector; of four elements in
   the second round where there are.  */
static void
packed (unsigned k, ptx_buf *b)
{
  bool vector = (k == 0) == g.k->c.all;
  unsigned n = !vector ? 1 : g.k->c.round && g.types[0] == PTX_B64 ? 4 : 2;
  static const ptx_mod types[] = { PTX_B16, PTX_B32, PTX_B64, PTX_B128 };
  ptx_mod t = types[__builtin_ctz (ptx_bits (g.types[0]) / n / 16)];
  ptx_buf_str (b, n > 1 ? "{" : "");
  for (unsigned e = 0; e < n; e++)
    {
      char name[16];
      strcpy (name, k ? input (W_TYPE, t, t, 0) : new_reg (t));
      kit_put (b, "%s%s", e ? ", " : "", name);
      if (!k)
	output (name, t, t, false);
    }
  ptx_buf_str (b, n > 1 ? "}" : "");
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
    case 'L': ptx_buf_str (b, g.i.op == PTX_OP_BRA ? "SKIP" : "TABLE"); return;
    default: break;
    }
  if (s->pack)
    {
      packed (k, b);
      return;
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
	  kit_put (&g.post, "\tmbarrier.pending_count.b64 %s, %%state2;\n", name);
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
      kit_put (b, "|%s", name);
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
	kit_put (&g.pre, "\t%s.cc.u32 %%t, %s, %s;\n", g.i.op == PTX_OP_SUBC ? "sub" : "add", a, b);
	break;
      }
    case PTX_OP_BRA: case PTX_OP_RET: case PTX_OP_EXIT: case PTX_OP_TRAP: case PTX_OP_BRKPT:
      /* Some threads, or with .uni some blocks, go; what goes past says so.  */
      if (ptx_has (&g.i, PTX_M_UNI))
	kit_put (&g.pre, "\tmov.u32 %%t, %%ctaid.x;\n\tand.b32 %%t, %%t, 1;\n\tsetp.eq.u32 %%c, %%t, 1;\n");
      else
	kit_put (&g.pre, "\tld.global.b32 %%t, [%%in+%u];\n\tsetp.lt.s32 %%c, %%t, 0;\n", 8 * add_in (W_TYPE, PTX_U32, 0));
      ptx_buf_str (&g.insn, "@%c ");
      kit_put (&g.tail, "\tmov.b32 %%t, 7;\n\tst.global.b32 [%%out+%u], %%t;\n", 8 * add_out (PTX_B32, false, false));
      if (g.i.op == PTX_OP_BRA)
	kit_put (&g.tail, "SKIP:\n");
      else if (g.i.op != PTX_OP_TRAP && g.i.op != PTX_OP_BRKPT)
	kit_put (&g.tail, "\tbar.sync 0;\n");
      g.k->ends = g.i.op == PTX_OP_TRAP || g.i.op == PTX_OP_BRKPT;
      break;
    case PTX_OP_BRX_IDX:
      kit_put (&g.pre, "TABLE: .branchtargets T0, T1, T2, T3;\n");
      for (unsigned k = 0; k < 4; k++)
	kit_put (&g.tail, "T%u:\tmov.b32 %%t, %u;\n\tbra JOIN;\n", k, 3 * k + 1);
      kit_put (&g.tail, "JOIN:\tst.global.b32 [%%out+%u], %%t;\n", 8 * add_out (PTX_B32, false, false));
      break;
    case PTX_OP_STACKSAVE: case PTX_OP_STACKRESTORE: case PTX_OP_ALLOCA:
      {
	/* Two arrays, before and after the stack is as it was, hold what is put there.  */
	const char *type = g.i.op != PTX_OP_ALLOCA && g.types[0] == PTX_U32 ? "u32" : "u64";
	const char *sp = *type == 'u' && type[1] == '3' ? "%v32" : "%v";
	static const char use[] = "\tst.local.b64 [%%cell+8], %%u;\n\tld.local.b64 %%u, [%%cell+8];\n"
	  "\tst.global.b64 [%%out+%u], %%u;\n";
	kit_put (&g.pre, "\tld.global.b64 %%u, [%%in+%u];\n", 8 * add_in (W_TYPE, PTX_B64, 0));
	if (g.i.op == PTX_OP_STACKRESTORE)
	  kit_put (&g.pre, "\tstacksave.%s %s;\n\talloca.u64 %%cell, 64;\n", type, sp);
	if (g.i.op == PTX_OP_STACKSAVE)
	  kit_put (&g.tail, "\talloca.u64 %%cell, 64;\n");
	kit_put (g.i.op == PTX_OP_STACKRESTORE ? &g.pre : &g.tail, use, 8 * add_out (PTX_B64, false, false));
	if (g.i.op == PTX_OP_STACKSAVE)
	  kit_put (&g.tail, "\tstackrestore.%s %s;\n", type, sp);
	kit_put (&g.tail, "\talloca.u64 %%cell, 128;\n\tnot.b64 %%u, %%u;\n");
	kit_put (&g.tail, use, 8 * add_out (PTX_B64, false, false));
	break;
      }
    case PTX_OP_BARRIER_CLUSTER_ARRIVE: case PTX_OP_BARRIER_CLUSTER_WAIT:
      {
	/* Each block writes into the other.  */
	bool wait = g.i.op == PTX_OP_BARRIER_CLUSTER_WAIT;
	const char *aligned = ptx_has (&g.i, PTX_M_ALIGNED) ? ".aligned" : "";
	g.cluster = true;
	cell_address (PTX_M_SHARED, false);
	kit_put (&g.pre, "\tbarrier.cluster.arrive%s;\n\tbarrier.cluster.wait%s;\n", aligned, aligned);
	kit_put (&g.pre, "\tmov.u32 %%t, %%cluster_ctarank;\n\txor.b32 %%t, %%t, 1;\n"
	     "\tmapa.shared::cluster.u64 %%own, %%cell, %%t;\n\tld.global.b64 %%u, [%%in+%u];\n"
	     "\tst.shared::cluster.b64 [%%own], %%u;\n", 8 * add_in (W_TYPE, PTX_B64, 0));
	if (wait)
	  kit_put (&g.pre, "\tbarrier.cluster.arrive%s;\n", aligned);
	else if (ptx_has (&g.i, PTX_M_RELAXED))
	  kit_put (&g.pre, "\tfence.acq_rel.cluster;\n");
	if (!wait)
	  kit_put (&g.tail, "\tbarrier.cluster.wait%s;\n", aligned);
	kit_put (&g.post, "\tld.shared.b64 %%u, [%%cell];\n\tst.global.b64 [%%out+%u], %%u;\n",
	     8 * add_out (PTX_B64, false, false));
	break;
      }
    case PTX_OP_SETMAXNREG:
      g.maxnreg = true;
      if (ptx_has (&g.i, PTX_M_INC))
	kit_put (&g.pre, "\tsetmaxnreg.dec.sync.aligned.u32 24;\n\tbar.sync 0;\n");
      break;
    case PTX_OP_DISCARD:
      /* What is written afterwards is there.  */
      for (unsigned k = 0; k < CELL_WORDS; k++)
	kit_put (&g.tail, "\tld.global.b64 %%u, [%%in+%u];\n\tst.global.b64 [%%cell+%u], %%u;\n",
	     8 * add_in (W_TYPE, PTX_B64, 0), 8 * k);
      break;
    case PTX_OP_CVTA: case PTX_OP_CVTA_TO: case PTX_OP_ISSPACEP: case PTX_OP_MAPA: case PTX_OP_GETCTARANK:
      {
	ptx_mod space = ptx_space (&g.i) == PTX_M_LOCAL ? PTX_M_LOCAL
			: ptx_space (&g.i) == PTX_M_GLOBAL ? PTX_M_GLOBAL : PTX_M_SHARED;
	cell_address (space, false);
	fill_cell (space, "%cell", cell_in (PTX_B32));
	kit_put (&g.pre, "\tcvt.u32.u64 %%t, %%cell;\n");
	if (g.i.op == PTX_OP_CVTA_TO || g.i.op == PTX_OP_ISSPACEP
	    || (!ptx_has (&g.i, PTX_M_SHARED_CLUSTER) && (g.i.op == PTX_OP_MAPA || g.i.op == PTX_OP_GETCTARANK)))
	  kit_put (&g.pre, "\tcvta.%s.u64 %%cell, %%cell;\n", space_name (space));
	if (g.i.op == PTX_OP_ISSPACEP)		/* half of the threads ask about another space  */
	  kit_put (&g.pre, "\tand.b32 %%t, %%i, 1;\n\tsetp.eq.u32 %%c, %%t, 1;\n\tmov.u64 %%u, lo;\n"
	       "\tcvta.local.u64 %%u, %%u;\n\tselp.b64 %%cell, %%u, %%cell, %%c;\n");
	g.local |= g.i.op == PTX_OP_ISSPACEP;
	break;
      }
    case PTX_OP_WGMMA_MMA_ASYNC: case PTX_OP_WGMMA_MMA_ASYNC_SP:
      {
	/* Both matrices without swizzle: 16 bytes by 8 rows, 128 bytes on, the next 8 rows 256.  */
	ptx_mod a = ptx_type (&g.i, 1), m = ptx_type (&g.i, 2);
	bool real = instr_is_float (a) || a == PTX_E4M3 || a == PTX_E5M2;
	cell_address (PTX_M_SHARED, false);
	fill_cell (PTX_M_SHARED, "%cell", cell_of (!real ? W_FILL : g.k->c.round ? W_NORMAL : W_EXACT, a, 64 + (a != m)));
	kit_put (&g.pre, "\tsetp.ge.u32 %%c, %%i, 0;\n\tmov.u64 %%u, sm;\n\tshr.u64 %%u, %%u, 4;\n"
	     "\tor.b64 %%own, %%u, 0x1000080000;\n\tadd.u64 %%u, %%u, 256;\n\tor.b64 %%state, %%u, 0x1000080000;\n");
	kit_put (&g.fence, "\tfence.proxy.async;\n\tbar.sync 0;\n\twgmma.fence.sync.aligned;\n");
	kit_put (&g.tail, "\twgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;\n");
	break;
      }
    case PTX_OP_MBARRIER_INIT: case PTX_OP_MBARRIER_INVAL: case PTX_OP_MBARRIER_EXPECT_TX:
    case PTX_OP_MBARRIER_COMPLETE_TX: case PTX_OP_MBARRIER_ARRIVE: case PTX_OP_MBARRIER_ARRIVE_DROP:
    case PTX_OP_MBARRIER_TEST_WAIT: case PTX_OP_MBARRIER_TRY_WAIT: case PTX_OP_MBARRIER_PENDING_COUNT:
    case PTX_OP_CP_ASYNC_MBARRIER_ARRIVE:
      {
	bool wait = g.i.op == PTX_OP_MBARRIER_TEST_WAIT || g.i.op == PTX_OP_MBARRIER_TRY_WAIT;
	g.barrier = g.shared = true;
	kit_put (&g.pre, "\tmov.u32 %%t, %%tid.x;\n\tmov.u64 %%u, sm;\n\tmad.wide.u32 %%bar0, %%t, %d, %%u;\n", CELL);
	kit_put (&g.pre, "\tmbarrier.init.shared.b64 [%%bar0], %u;\n\tbar.sync 0;\n",
	     wait && !g.k->c.round ? 1 : 4);
	kit_put (&g.pre, "\tmbarrier.arrive.shared.b64 %%state, [%%bar0];\n");
	if (g.i.op == PTX_OP_MBARRIER_COMPLETE_TX)
	  kit_put (&g.pre, "\tmbarrier.expect_tx.relaxed.cta.shared.b64 [%%bar0], 16;\n");
	kit_put (&g.pre, g.generic ? "\tcvta.shared.u64 %%bar, %%bar0;\n" : "\tmov.b64 %%bar, %%bar0;\n");
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
      kit_put (&b, "\t%s.u32 %s, 0, 0;\n", g.i.op == PTX_OP_SUB || g.i.op == PTX_OP_SUBC ? "subc" : "addc", name);
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
	  kit_put (&g.post, "\tld.shared::cluster.b32 %%t, [%%v32];\n");
	else if (g.i.op == PTX_OP_CVTA_TO)
	  kit_put (&g.post, "\tld.%s.b32 %%t, [%%v];\n", space_name (space));
	else if (g.i.op == PTX_OP_MAPA && ptx_has (&g.i, PTX_M_SHARED_CLUSTER))
	  kit_put (&g.post, "\tld.shared::cluster.b32 %%t, [%%v];\n");
	else
	  kit_put (&g.post, "\tld.b32 %%t, [%%v];\n");
	kit_put (&g.post, "\tst.global.b32 [%%out+%u], %%t;\n", 8 * add_out (PTX_B32, false, false));
	break;
      }
    case PTX_OP_MBARRIER_INIT: case PTX_OP_MBARRIER_EXPECT_TX: case PTX_OP_MBARRIER_COMPLETE_TX:
    case PTX_OP_MBARRIER_ARRIVE: case PTX_OP_MBARRIER_ARRIVE_DROP: case PTX_OP_CP_ASYNC_MBARRIER_ARRIVE:
      {
	char name[16];
	strcpy (name, new_reg (PTX_U32));
	if (g.i.op == PTX_OP_MBARRIER_EXPECT_TX || ptx_has (&g.i, PTX_M_EXPECT_TX))
	  kit_put (&g.post, "\tmbarrier.complete_tx.relaxed.cta.shared.b64 [%%bar0], 16;\n");
	/* It arrives at some time: the phase ends when it and the others, which are 4 together, have.  */
	for (int i = ptx_has (&g.i, PTX_M_NOINC); g.i.op == PTX_OP_CP_ASYNC_MBARRIER_ARRIVE && i < 3; i++)
	  kit_put (&g.post, "\tmbarrier.arrive.shared.b64 %%state2, [%%bar0];\n");
	if (g.i.op == PTX_OP_CP_ASYNC_MBARRIER_ARRIVE)
	  kit_put (&g.post, "ARRIVED: mbarrier.test_wait.shared.b64 %%c, [%%bar0], %%state;\n\t@!%%c bra ARRIVED;\n");
	kit_put (&g.post, "\tmbarrier.arrive.shared.b64 %%state2, [%%bar0];\n"
	     "\tmbarrier.pending_count.b64 %s, %%state2;\n", name);
	output (name, PTX_U32, PTX_U32, false);
	break;
      }
    case PTX_OP_CREATEPOLICY:
      kit_put (&g.post, "\tld.global.L2::cache_hint.b32 %%t, [%%in+%u], %%pol;\n\tst.global.b32 [%%out+%u], %%t;\n",
	   8 * add_in (W_TYPE, PTX_B32, 0), 8 * add_out (PTX_B32, false, false));
      break;
    case PTX_OP_BAR_ARRIVE: case PTX_OP_BARRIER_ARRIVE:
      kit_put (&g.post, "\t@!%%c bar.sync 1, %d;\n", BLOCK);
      break;
    default:
      break;
    }
}

/* What can not be written with the table alone, or says nothing.  */
const char *
instr_unfit (const ptx_form *f)
{
  for (unsigned k = 0; k < sizeof left_out / sizeof *left_out; k++)
    if (left_out[k].op == f->op)
      return left_out[k].why;
  for (unsigned k = 0; k < f->nopnds; k++)
    if (f->opnds[k].kind == 'N')
      return "`px-kit tensor' has it";
  return NULL;
}

/* Writes C as entry kID of a module to B and fills *K.  False: there is no such case.  */
bool
instr_build (const test_case *c, unsigned id, kernel *k, ptx_buf *b)
{
  unsigned n, ntypes = 0, shown = 0;
  const ptx_form *f = &ptx_forms (&n)[c->form];
  memset (&g, 0, sizeof g);
  memset (k, 0, offsetof (kernel, text));
  k->c = *c;
  k->flags = ptx_opinfos ()[f->op].flags;
  k->seed = kit_hash (instr_key (c->form) + 2 * c->round + c->all, c->choice, sizeof c->choice) | 1;
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
  if (f->op == PTX_OP_MOV && f->opnds[0].pack && (g.types[0] == PTX_B16 || (c->round && g.types[0] != PTX_B64)))
    return false;
  before ();
  if (g.i.op == PTX_OP_BAR_ARRIVE || g.i.op == PTX_OP_BARRIER_ARRIVE)
    {
      kit_put (&g.pre, "\tmov.u32 %%t, %%tid.x;\n\tsetp.lt.u32 %%c, %%t, 64;\n");
      ptx_buf_str (&g.insn, "@%c ");
    }
  ptx_buf_str (&g.insn, ptx_opinfos ()[f->op].name);
  for (unsigned m = 0; m < g.i.nmods; m++)
    kit_put (&g.insn, ".%s", ptx_mods[g.mods[m]].name);
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
    kit_put (&g.post, "\tmov.b32 %%t, 1;\n\tst.global.b32 [%%out+%u], %%t;\n", 8 * add_out (PTX_B32, false, false));
  while (k->nin % 2)
    add_in (W_BELOW, PTX_U32, 1);
  if (!k->nin)
    k->nin = 2;

  kit_put (b, ".visible .entry k%u (.param .u64 pout, .param .u64 pin, .param .u64 pmem, .param .align 16 .b8 data[%d])\n"
       ".maxntid %d, 1, 1\n%s%s{\n"
       "\t.reg .pred %%p<%u>;\n\t.reg .b16 %%h<%u>;\n\t.reg .b32 %%r<%u>;\n\t.reg .b64 %%q<%u>;\n", id, CELL, BLOCK,
       g.cluster ? ".explicitcluster\n.reqnctapercluster 2, 1, 1\n" : "", g.maxnreg ? ".maxnreg 64\n" : "", g.p + 1, g.h + 1, g.r + 1, g.q + 1);
  if (g.x)
    kit_put (b, "\t.reg .b128 %%x<%u>;\n", g.x);
  kit_put (b, "\t.reg .f32 %%f<%u>;\n\t.reg .f64 %%d<%u>;\n"
       "\t.reg .pred %%c;\n\t.reg .b32 %%i, %%t, %%v32;\n"
       "\t.reg .b64 %%out, %%in, %%mem, %%u, %%v, %%cell, %%own, %%pol, %%bar, %%bar0, %%state, %%state2;\n",
       g.f + 1, g.d + 1);
  if (g.shared)
    kit_put (b, "\t.shared .align 128 .b8 sm[%d];\n", BLOCK * CELL);
  if (g.bulk)
    kit_put (b, "\t.shared .align 8 .b64 mb[%d];\n", BLOCK);
  if (g.local)
    kit_put (b, "\t.local .align 16 .b8 lo[%d];\n", CELL);
  kit_put (b, "\tmov.u32 %%i, %%ctaid.x;\n\tmov.u32 %%t, %%tid.x;\n\tmad.lo.u32 %%i, %%i, %d, %%t;\n"
       "\tld.param.u64 %%out, [pout];\n\tld.param.u64 %%in, [pin];\n\tld.param.u64 %%mem, [pmem];\n"
       "\tcvta.to.global.u64 %%out, %%out;\n\tcvta.to.global.u64 %%in, %%in;\n\tcvta.to.global.u64 %%mem, %%mem;\n"
       "\tmad.wide.u32 %%out, %%i, %u, %%out;\n\tmad.wide.u32 %%in, %%i, %u, %%in;\n",
       BLOCK, 8 * k->nout, 8 * k->nin);
  if (g.policy)
    kit_put (b, "\tcreatepolicy.fractional.L2::evict_first.b64 %%pol, 0f3F800000;\n");
  ptx_buf_put (b, g.pre.s ? g.pre.s : "", g.pre.n);
  ptx_buf_put (b, g.fence.s ? g.fence.s : "", g.fence.n);
  ptx_buf_char (b, '\t');
  ptx_buf_put (b, g.insn.s, g.insn.n);
  ptx_buf_char (b, '\n');
  ptx_buf_put (b, g.tail.s ? g.tail.s : "", g.tail.n);
  ptx_buf_put (b, g.post.s ? g.post.s : "", g.post.n);
  kit_put (b, "\tret;\n}\n");
  ptx_buf_free (&g.pre);
  ptx_buf_free (&g.fence);
  ptx_buf_free (&g.insn);
  ptx_buf_free (&g.tail);
  ptx_buf_free (&g.post);
  return true;
}

/* The head of a module for kernels.  */
void
instr_head (ptx_buf *b, unsigned isa, unsigned sm)
{
  kit_put (b, ".version %u.%u\n.target sm_%u%s\n.address_size 64\n.const .align 16 .b8 co[%d] = {", isa / 10, isa % 10,
       sm, sm == 90 ? "a" : "", CELL);
  for (unsigned k = 0; k < CELL; k++)
    kit_put (b, "%s%u", k ? ", " : "", (k * 37 + 11) & 255);
  kit_put (b, "};\n");
}
