/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What instructions do to memory and to other threads: accesses and collectives.

   Needs the registers before an instruction.  not_modelled has the list of all that is modelled: an
   instruction that is not on it, and does more than compute, makes every property incomplete.  */

#include <string.h>
#include "prove/prove-int.h"

enum
{
  LANES = 32,
  WARPGROUP = 4 * LANES,
  ROW_BYTES = 16 /* of a matrix of 8 times 8 elements of 16 bits */
};

/* Returns the pointer of the signature at an offset of a parameter; NULL: there is none.  */
static const struct px_proof_pointer *
pointer_at (const struct pv_kernel *k, uint32_t param, int64_t offset)
{
  for (unsigned i = 0; i < k->sig->npointers; i++)
    if (k->sig->pointers[i].param == param && k->sig->pointers[i].offset == offset)
      return &k->sig->pointers[i];
  return NULL;
}

/* All dynamic arrays of a block begin at the same address (5.1.6), so they are one object.  */
static bool
dynamic_p (const ptx_sym *s)
{
  return s->var->space == PTX_M_SHARED && s->var->linkage == PTX_L_EXTERN;
}

int
pv_object_of (struct pv_kernel *k, enum pv_object_kind kind, ptx_sym *sym, int64_t offset)
{
  pv_object o = pv_object ();
  o.kind = kind;
  o.sym = sym;
  if (kind == PV_VARIABLE)
    {
      o.space = sym->var->space;
      o.size = dynamic_p (sym) ? k->sig->dynamic : ptx_var_size (sym->var);
      if (o.space == PTX_M_SHARED_CTA)
	o.space = PTX_M_SHARED;
    }
  else
    {
      while (o.param < k->f->sig.nparams && k->f->sig.params[o.param]->sym != sym)
	o.param++;
      const struct px_proof_pointer *p = pointer_at (k, o.param, offset);
      if (o.param == k->f->sig.nparams || offset < 0 || (k->sig->pointers_known && !p))
	return 0;
      o.group = p ? p->group : 0;
      o.offset = (uint32_t) offset;
      o.space = PTX_M_GLOBAL;
    }
  for (unsigned i = 1; i < k->object.size (); i++)
    if (k->object[i].kind == kind
	&& ((k->object[i].sym == sym && k->object[i].offset == o.offset)
	    || (kind == PV_VARIABLE && dynamic_p (sym) && dynamic_p (k->object[i].sym))))
      return i;
  k->object.push_back (o);
  return (int) k->object.size () - 1;
}

bool
pv_may_alias (const struct pv_kernel *k, int a, int c)
{
  if (a == c || !a || !c)
    return true;
  const pv_object *x = &k->object[a], *y = &k->object[c];
  if (x->space != y->space)
    return false;
  if (x->kind == PV_VARIABLE && y->kind == PV_VARIABLE)
    return false;
  if (!k->sig->distinct)
    return true;
  return x->kind == y->kind && x->group && x->group == y->group;
}

/* ---- what is modelled ---- */

/* Returns true if a call does nothing that other threads see.  CUDA's __assertfail reads the texts
   that it prints, and ends the launch; a function of that name that the module has is another.  */
static bool
harmless (const struct pv_kernel *k, const ptx_insn *i)
{
  ptx_call c;
  if (!ptx_call_parts (i, &c) || c.callee->kind != PTX_O_SYM
      || strcmp (c.callee->sym->name, "__assertfail"))
    return false;
  const ptx_func *f = ptx_find_func (k->module, c.callee->sym->name);
  return !f || !f->defined;
}

/* Parameters of kernels are read only (5.1.6.1), which values.cc relies on.  */
static bool
stores_to_parameter (const struct pv_kernel *k, const ptx_insn *i)
{
  const ptx_opnd *a = i->opnds;
  return i->op == PTX_OP_ST && i->nopnds && a->kind == PTX_O_ADDR && a->base == PTX_O_SYM
	 && pv_parameter_of (k->f, a->sym);
}

/* Returns true if a bulk copy brings global memory to the block's own shared memory, and completes at an mbarrier.  */
static bool
from_global (const ptx_insn *i)
{
  return i->nopnds >= 4 && ptx_has (i, PTX_M_MBARRIER_BYTES) && ptx_has (i, PTX_M_GLOBAL)
	 && !ptx_has (i, PTX_M_MULTICAST);
}

const ptx_opnd *
pv_collective_mask (const ptx_insn *i)
{
  switch (i->op)
    {
    case PTX_OP_BAR_WARP_SYNC: return i->nopnds ? &i->opnds[0] : NULL;
    case PTX_OP_SHFL_SYNC:
    case PTX_OP_VOTE_SYNC:
    case PTX_OP_MATCH:
    case PTX_OP_REDUX_SYNC:
    case PTX_OP_ELECT_SYNC: return i->nopnds ? &i->opnds[i->nopnds - 1] : NULL;
    default: return NULL;
    }
}

bool
pv_warp_collective (const ptx_insn *i)
{
  switch (i->op)
    {
    case PTX_OP_BAR_WARP_SYNC:
    case PTX_OP_SHFL_SYNC:
    case PTX_OP_VOTE_SYNC:
    case PTX_OP_MATCH:
    case PTX_OP_REDUX_SYNC:
    case PTX_OP_ELECT_SYNC:
    case PTX_OP_MMA_SYNC:
    case PTX_OP_MMA_SP_SYNC:
    case PTX_OP_MOVMATRIX:
    case PTX_OP_LDMATRIX:
    case PTX_OP_STMATRIX: return true;
    default: return false;
    }
}

/* Returns NULL if the instruction is modelled, else what it is.  phases: mbarriers may be barriers of the block in two
   parts.  */
static const char *
not_modelled (const struct pv_kernel *k, const ptx_insn *i, bool phases)
{
  uint32_t flags = ptx_opinfos ()[i->op].flags;
  switch (i->op)
    {
    case PTX_OP_LD:
    case PTX_OP_ST:
    case PTX_OP_ATOM:
    case PTX_OP_RED:
      if (stores_to_parameter (k, i))
	return "a store to a parameter of the kernel";
      return ptx_has (i, PTX_M_SHARED_CLUSTER) ? "an access to another block's shared memory"
					       : NULL;
    case PTX_OP_BRA:
    case PTX_OP_RET:
    case PTX_OP_EXIT:
    case PTX_OP_TRAP:
    case PTX_OP_BAR_SYNC:
    case PTX_OP_BAR_RED:
    case PTX_OP_BARRIER_SYNC:
    case PTX_OP_BARRIER_RED:
    case PTX_OP_ACTIVEMASK:
    case PTX_OP_CP_ASYNC:
    case PTX_OP_CP_ASYNC_COMMIT_GROUP:
    case PTX_OP_CP_ASYNC_WAIT_GROUP:
    case PTX_OP_CP_ASYNC_WAIT_ALL:
    case PTX_OP_WGMMA_MMA_ASYNC:
    case PTX_OP_WGMMA_MMA_ASYNC_SP:
    case PTX_OP_WGMMA_FENCE:
    case PTX_OP_WGMMA_COMMIT_GROUP:
    case PTX_OP_WGMMA_WAIT_GROUP:
    /* Fences order; a proof does without that.  */
    case PTX_OP_MEMBAR:
    case PTX_OP_FENCE:
    case PTX_OP_FENCE_PROXY: /* for bulk copies it is needed: pv_fenced */
    case PTX_OP_FENCE_MBARRIER_INIT:
    case PTX_OP_NANOSLEEP: return NULL;
    case PTX_OP_CP_ASYNC_BULK: return phases && from_global (i) ? NULL : ptx_opinfos ()[i->op].name;
    case PTX_OP_MBARRIER_INIT:
    case PTX_OP_MBARRIER_EXPECT_TX:
    case PTX_OP_MBARRIER_ARRIVE:
    case PTX_OP_MBARRIER_TEST_WAIT:
    case PTX_OP_MBARRIER_TRY_WAIT: return phases ? NULL : ptx_opinfos ()[i->op].name;
    case PTX_OP_CALL: return harmless (k, i) ? NULL : "a call";
    case PTX_OP_UNKNOWN: return "an instruction that px does not know";
    case PTX_OP_TEX:
    case PTX_OP_TLD4:
    case PTX_OP_SULD: return "a texture or surface";
    case PTX_OP_DISCARD:
    case PTX_OP_APPLYPRIORITY: return ptx_opinfos ()[i->op].name;
    default: return flags && !pv_warp_collective (i) ? ptx_opinfos ()[i->op].name : NULL;
    }
}

const char *
pv_not_modelled (const struct pv_kernel *k, const ptx_insn *i)
{
  return not_modelled (k, i, false);
}

void
pv_check_modelled (struct pv_kernel *k)
{
  bool phases = pv_phases_only (k);
  for (int b : k->g.rpo)
    for (ptx_stmt *s = k->g.block[b].first; s != k->g.block[b].end; s = s->next)
      {
	const char *what = NULL;
	if (s->kind == PTX_ST_INSN)
	  {
	    what = not_modelled (k, &s->insn, phases);
	    /* Calls have no forms.  */
	    if (!what && !s->insn.form && s->insn.op != PTX_OP_UNKNOWN && s->insn.op != PTX_OP_CALL)
	      what = "a form of an instruction that px does not know";
	  }
	else if (s->kind == PTX_ST_TEXT && strncmp (s->text, "//", 2))
	  what = "a directive that px does not know";
	if (what)
	  for (int p = 0; p < PX_PROOF_PROPERTIES; p++)
	    pv_incomplete (k, (enum px_proof_property) p, PX_PROOF_WHY_INSTRUCTION, s,
			   "%s is not modelled", what);
      }
}

/* ---- accesses ---- */

pv_value
pv_address (struct pv_kernel *k, const pv_state *s, const ptx_opnd *o)
{
  pv_value v = { 0, 0 };
  if (o->kind == PTX_O_TUPLE && o->n)
    o = &o->sub[0];
  if (o->kind == PTX_O_ADDR && o->base == PTX_O_REG)
    {
      v = (*s)[o->reg];
      if (v.ref && px_dj_type_of (k->A, v.ref).bits >= 32)
	v.ref = px_dj_bin (k->A, DJ_ADD, v.ref,
			   px_dj_const (k->A, px_dj_type_of (k->A, v.ref), o->off));
      else
	v.base = 0;
    }
  else if (o->kind == PTX_O_ADDR && o->base == PTX_O_SYM && o->sym->kind == PTX_S_VAR)
    {
      v.base = pv_object_of (k, PV_VARIABLE, o->sym, 0);
      v.ref = px_dj_const (k->A, pv_signed (64), o->off);
    }
  return v;
}

/* Notes an access of `width' bytes by the address in operand o, to `space' (0: any).  */
static void
note_in_space (struct pv_kernel *k, const pv_state *s, const ptx_stmt *stmt, const ptx_opnd *o,
	       enum pv_access_kind kind, unsigned width, px_dj_ref guard, ptx_mod space)
{
  const ptx_insn *i = &stmt->insn;
  pv_access a = pv_access ();
  const struct px_dj_type address = { 64, true, false };
  if (space == PTX_M_LOCAL || space == PTX_M_PARAM || space == PTX_M_CONST)
    return;
  pv_value v = pv_address (k, s, o);
  if (v.base)
    {
      ptx_mod in = k->object[v.base].space;
      if (in == PTX_M_LOCAL || (in == PTX_M_CONST && kind == PV_READ))
	return;
      if ((in != PTX_M_SHARED && in != PTX_M_GLOBAL) || (space && space != in))
	v.base = 0;
      else
	space = in;
    }
  a.stmt = stmt;
  a.block = k->block;
  a.object = v.base;
  a.space = space;
  a.kind = kind;
  a.guard = guard;
  a.width = width;
  a.scope = ptx_get (i, PTX_C_SCOPE);
  a.bulk = i->op == PTX_OP_CP_ASYNC_BULK;
  a.copy = a.bulk || i->op == PTX_OP_CP_ASYNC;
  if (!v.base || !a.width)
    a.object = 0;
  a.offset = a.object ? px_dj_cast (k->A, address, px_dj_cast (k->A, pv_signed (64), v.ref))
		      : px_dj_const (k->A, address, 0);
  k->accesses[k->block].push_back (a);
}

static void
note_access (struct pv_kernel *k, const pv_state *s, const ptx_stmt *stmt, const ptx_opnd *o,
	     enum pv_access_kind kind, unsigned width, px_dj_ref guard)
{
  note_in_space (k, s, stmt, o, kind, width, guard, ptx_space (&stmt->insn));
}

/* Notes what cp.async (9.7.9.25.3.1) reads and writes.  It may read less; what is left is zero.  */
static void
note_copy (struct pv_kernel *k, const pv_state *s, const ptx_stmt *stmt, px_dj_ref guard)
{
  const ptx_opnd *o = stmt->insn.opnds;
  unsigned n = o[2].kind == PTX_O_IMM && o[2].i > 0 && o[2].i <= ROW_BYTES ? (unsigned) o[2].i : 0;
  note_in_space (k, s, stmt, &o[0], PV_WRITE, n, guard, PTX_M_SHARED);
  note_in_space (k, s, stmt, &o[1], PV_READ, n, guard, PTX_M_GLOBAL);
}

/* Notes the rows of ldmatrix or stmatrix (9.7.14.5.15, 16): lane 8 i + j has the address of row j of
   matrix i, of 16 bytes, and so it counts as the one that accesses it, as for the sanitizer.  */
static void
note_rows (struct pv_kernel *k, const pv_state *s, const ptx_stmt *stmt, px_dj_ref guard)
{
  const ptx_insn *i = &stmt->insn;
  bool store = i->op == PTX_OP_STMATRIX;
  struct px_dj_type t = pv_signed (32);
  int lanes = ptx_has (i, PTX_M_X1) ? 8 : ptx_has (i, PTX_M_X2) ? 16 : LANES;
  /* Without the guard more lanes would access more: right as well.  */
  if (lanes < LANES && k->sig->one_dimension)
    {
      px_dj_ref lane
	= px_dj_bin (k->A, DJ_MOD, px_dj_id (k->A, DJ_THREAD, t), px_dj_const (k->A, t, LANES));
      guard = pv_and (k, guard, px_dj_bin (k->A, DJ_LT, lane, px_dj_const (k->A, t, lanes)));
    }
  note_access (k, s, stmt, &i->opnds[store ? 0 : 1], store ? PV_WRITE : PV_READ, ROW_BYTES, guard);
}

/* Notes an instruction on the mbarrier at the address in operand o; bytes: that it expects or brings, -1: not known.  */
static void
note_phase (struct pv_kernel *k, const pv_state *s, const ptx_stmt *stmt, const ptx_opnd *o,
	    px_dj_ref guard, int64_t bytes)
{
  pv_phase_op p = { stmt, k->block, 0, 0, guard, false, 0, 0, 0, bytes };
  pv_value v = { 0, 0 };
  if (o->kind == PTX_O_ADDR && o->base == PTX_O_REG)
    v = (*s)[o->reg];
  else if (o->kind == PTX_O_ADDR && o->base == PTX_O_SYM && o->sym->kind == PTX_S_VAR)
    {
      v.base = pv_object_of (k, PV_VARIABLE, o->sym, 0);
      v.ref = px_dj_const (k->A, pv_signed (64), 0);
    }
  if (v.base && v.ref && px_dj_const_p (k->A, v.ref, &p.offset))
    {
      p.object = v.base;
      p.offset += o->off;
    }
  if (v.base && v.ref && px_dj_type_of (k->A, v.ref).bits >= 32)
    {
      px_dj_ref off = px_dj_const (k->A, px_dj_type_of (k->A, v.ref), o->off);
      p.base = v.base;
      p.address = px_dj_cast (k->A, pv_signed (64), px_dj_bin (k->A, DJ_ADD, v.ref, off));
    }
  if (ptx_has (&stmt->insn, PTX_M_PARITY) && stmt->insn.nopnds > 2)
    p.parity = pv_operand (k, s, &stmt->insn.opnds[2], 32).ref;
  k->phase_ops[k->block].push_back (p);
}

/* The number in an operand that counts bytes; -1: not known.  */
static int64_t
bytes_of (struct pv_kernel *k, const pv_state *s, const ptx_opnd *o)
{
  int64_t n;
  px_dj_ref r = pv_operand (k, s, o, 32).ref;
  return r && px_dj_const_p (k->A, r, &n) && n >= 0 ? n : -1;
}

/* Notes what cp.async.bulk (9.7.9.25.5.2) reads and writes.  */
static void
note_bulk (struct pv_kernel *k, const pv_state *s, const ptx_stmt *stmt, px_dj_ref guard)
{
  const ptx_opnd *o = stmt->insn.opnds;
  int64_t n = bytes_of (k, s, &o[2]);
  unsigned width = n > 0 && n <= INT32_MAX ? (unsigned) n : 0;
  note_in_space (k, s, stmt, &o[0], PV_WRITE, width, guard, PTX_M_SHARED);
  note_in_space (k, s, stmt, &o[1], PV_READ, width, guard, PTX_M_GLOBAL);
  note_phase (k, s, stmt, &o[3], guard, n);
}

/* Notes that a wgmma (9.7.15.5.2) reads shared memory: its descriptors say where, and may say anything.  */
static void
note_wgmma (struct pv_kernel *k, const ptx_stmt *stmt, px_dj_ref guard)
{
  const struct px_dj_type address = { 64, true, false };
  pv_access a = pv_access ();
  a.stmt = stmt;
  a.block = k->block;
  a.space = PTX_M_SHARED;
  a.kind = PV_READ;
  a.guard = guard;
  a.width = 1;
  a.copy = a.wgmma = true;
  a.offset = px_dj_const (k->A, address, 0);
  k->accesses[k->block].push_back (a);
}

/* A strong access is atomic; others, volatile ones too, are taken for plain ones.  */
static enum pv_access_kind
strength (const ptx_insn *i, enum pv_access_kind plain)
{
  switch (ptx_get (i, PTX_C_SEM))
    {
    case PTX_M_RELAXED:
    case PTX_M_ACQUIRE:
    case PTX_M_RELEASE: return ptx_vec (i) == 1 ? PV_ATOMIC : plain;
    default: return plain;
    }
}

static void
note_collective (struct pv_kernel *k, const pv_state *s, const ptx_stmt *stmt, bool barrier,
		 const ptx_opnd *mask, const ptx_opnd *number, const ptx_opnd *count,
		 px_dj_ref guard)
{
  pv_collective c = pv_collective ();
  c.stmt = stmt;
  c.block = k->block;
  c.barrier = barrier;
  c.warp = !number;
  c.which = number ? pv_operand (k, s, number, 32).ref
	    : mask ? pv_operand (k, s, mask, 32).ref
		   : px_dj_const (k->A, pv_signed (32), -1);
  c.count = count ? pv_operand (k, s, count, 32).ref : 0;
  c.guarded = guard != 0;
  k->collectives[k->block].push_back (c);
}

/* What the threads of a warpgroup execute together.  */
static void
note_warpgroup (struct pv_kernel *k, const pv_state *s, const ptx_stmt *stmt, px_dj_ref guard)
{
  note_collective (k, s, stmt, false, NULL, NULL, NULL, guard);
  k->collectives[k->block].back ().fixed = WARPGROUP;
}

void
pv_note_effect (struct pv_kernel *k, const pv_state *s, const ptx_stmt *stmt, px_dj_ref guard)
{
  const ptx_insn *i = &stmt->insn;
  const ptx_opnd *o = i->opnds;
  unsigned width = ptx_bits (ptx_type (i, 0)) / 8 * ptx_vec (i);
  switch (i->op)
    {
    case PTX_OP_LD:
      if (i->nopnds >= 2)
	note_access (k, s, stmt, &o[1], strength (i, PV_READ), width, guard);
      break;
    case PTX_OP_ST:
      if (i->nopnds >= 2)
	note_access (k, s, stmt, &o[0], strength (i, PV_WRITE), width, guard);
      break;
    case PTX_OP_ATOM:
      if (i->nopnds >= 2)
	note_access (k, s, stmt, &o[1], PV_ATOMIC, width, guard);
      break;
    case PTX_OP_RED:
      if (i->nopnds >= 2)
	note_access (k, s, stmt, &o[0], PV_ATOMIC, width, guard);
      break;
    case PTX_OP_MBARRIER_INIT: note_phase (k, s, stmt, &o[0], guard, 0); break;
    case PTX_OP_MBARRIER_EXPECT_TX:
      note_phase (k, s, stmt, &o[0], guard, bytes_of (k, s, &o[1]));
      break;
    case PTX_OP_MBARRIER_ARRIVE:
      note_phase (k, s, stmt, &o[1], guard,
		  ptx_has (i, PTX_M_EXPECT_TX) ? bytes_of (k, s, &o[2]) : 0);
      break;
    case PTX_OP_MBARRIER_TEST_WAIT:
    case PTX_OP_MBARRIER_TRY_WAIT: note_phase (k, s, stmt, &o[1], guard, 0); break;
    case PTX_OP_CP_ASYNC_BULK:
      if (from_global (i))
	note_bulk (k, s, stmt, guard);
      break;
    case PTX_OP_CP_ASYNC:
      if (i->nopnds >= 3)
	note_copy (k, s, stmt, guard);
      break;
    case PTX_OP_BAR_SYNC:
    case PTX_OP_BARRIER_SYNC:
      note_collective (k, s, stmt, true, NULL, &o[0], i->nopnds > 1 ? &o[1] : NULL, guard);
      break;
    case PTX_OP_BAR_RED:
    case PTX_OP_BARRIER_RED:
      note_collective (k, s, stmt, true, NULL, &o[1], i->nopnds > 3 ? &o[2] : NULL, guard);
      break;
    case PTX_OP_LDMATRIX:
    case PTX_OP_STMATRIX:
      if (i->nopnds >= 2)
	note_rows (k, s, stmt, guard);
      note_collective (k, s, stmt, false, NULL, NULL, NULL, guard);
      break;
    case PTX_OP_WGMMA_MMA_ASYNC:
    case PTX_OP_WGMMA_MMA_ASYNC_SP:
      note_wgmma (k, stmt, guard);
      note_warpgroup (k, s, stmt, guard);
      break;
    case PTX_OP_WGMMA_FENCE:
    case PTX_OP_WGMMA_COMMIT_GROUP:
    case PTX_OP_WGMMA_WAIT_GROUP: note_warpgroup (k, s, stmt, guard); break;
    default:
      if (pv_warp_collective (i))
	note_collective (k, s, stmt, i->op == PTX_OP_BAR_WARP_SYNC, pv_collective_mask (i), NULL,
			 NULL, guard);
    }
}
