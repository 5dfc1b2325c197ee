/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instructions, decoded for execution: their operands, and what is to be done with them.  */

#include "prove/exact.h"

unsigned
ex_width_of_register (const struct pv_kernel *k, uint32_t r)
{
  unsigned n = ptx_bits (k->f->regs[r].type);
  return k->f->regs[r].type == PTX_PRED ? 1 : n && n <= 64 ? n : 64;
}

/* What is given of the word at OFFSET of a parameter, or of the pointer there.  */
static const struct px_proof_word *
word_at (const struct pv_kernel *k, const ptx_sym *sym, int64_t offset)
{
  for (unsigned i = 0; i < k->sig->nwords; i++)
    {
      const struct px_proof_word *w = &k->sig->words[i];
      int64_t from = w->kind == PX_PROOF_BYTES ? offset / 4 * 4 : offset;
      if (w->param < k->f->sig.nparams && k->f->sig.params[w->param]->sym == sym && offset >= 0
	  && w->offset == from)
	return w;
    }
  return NULL;
}

bool
ex_not_null (const struct pv_kernel *k, struct ex_value v)
{
  if (v.base <= 0 || !v.known || v.v || k->object[v.base].kind != PV_PARAMETER)
    return false;
  const struct px_proof_word *w = word_at (k, k->object[v.base].sym, k->object[v.base].offset);
  return w && w->kind == PX_PROOF_NOT_NULL;
}

struct ex_value
ex_argument (struct pv_kernel *k, ptx_sym *sym, int64_t offset, unsigned bits)
{
  for (unsigned i = 0; i < k->sig->nfixed && !offset; i++)
    if (k->f->sig.params[k->sig->fixed[i].param]->sym == sym)
      return ex_number ((uint64_t) k->sig->fixed[i].value, bits);
  const struct px_proof_word *low = word_at (k, sym, offset), *high;
  if (low && low->kind == PX_PROOF_NULL && bits == 64)
    return ex_number (0, 64);
  if (low && low->kind == PX_PROOF_BYTES && (unsigned) offset % 4 * 8 + bits <= 32)
    return ex_number (low->value >> (unsigned) offset % 4 * 8, bits);
  if (low && low->kind == PX_PROOF_BYTES && bits == 64 && offset % 4 == 0
      && (high = word_at (k, sym, offset + 4)) && high->kind == PX_PROOF_BYTES)
    return ex_number (low->value | (uint64_t) high->value << 32, 64);
  int object = bits == 64 ? pv_object_of (k, PV_PARAMETER, sym, offset) : 0;
  return object ? ex_address_in (k, object, 0, 64) : ex_anything ();
}

struct ex_operand
ex_decode_operand (struct pv_kernel *k, const ptx_opnd *o)
{
  struct ex_operand d = { EX_NOTHING, false, 0, ex_anything () };
  switch (o->kind)
    {
    case PTX_O_REG:
      if (!o->sel && !(o->flags & PTX_OF_NEG))
	{
	  d.kind = EX_REGISTER;
	  d.reg = o->reg;
	  d.inverted = o->flags & PTX_OF_NOT;
	}
      break;
    case PTX_O_IMM:
      d.kind = EX_CONSTANT;
      d.c = ex_number ((uint64_t) o->i, 64);
      break;
    case PTX_O_SREG:
      switch (o->reg)
	{
	case PTX_SR_TID_X: d.kind = EX_THREAD; break;
	case PTX_SR_CTAID_X: d.kind = EX_BLOCK; break;
	case PTX_SR_LANEID: d.kind = EX_LANE; break;
	case PTX_SR_NTID_X:
	case PTX_SR_NCTAID_X:
	  d.kind = EX_CONSTANT;
	  d.c = ex_number (o->reg == PTX_SR_NTID_X ? k->sig->threads : k->sig->blocks, 32);
	  break;
	case PTX_SR_TID_Y:
	case PTX_SR_TID_Z:
	case PTX_SR_CTAID_Y:
	case PTX_SR_CTAID_Z:
	case PTX_SR_NTID_Y:
	case PTX_SR_NTID_Z:
	case PTX_SR_NCTAID_Y:
	case PTX_SR_NCTAID_Z:
	  d.kind = EX_CONSTANT;
	  d.c = ex_number (o->reg == PTX_SR_NTID_Y || o->reg == PTX_SR_NTID_Z
			     || o->reg == PTX_SR_NCTAID_Y || o->reg == PTX_SR_NCTAID_Z,
			   32);
	  break;
	case PTX_SR_CLUSTER_CTARANK:
	case PTX_SR_CLUSTER_CTAID_X: d.kind = k->sig->cluster ? EX_RANK : EX_NOTHING; break;
	case PTX_SR_CLUSTERID_X: d.kind = k->sig->cluster ? EX_CLUSTER : EX_NOTHING; break;
	case PTX_SR_CLUSTER_NCTARANK:
	case PTX_SR_CLUSTER_NCTAID_X:
	case PTX_SR_NCLUSTERID_X:
	  if (!k->sig->cluster)
	    break;
	  d.kind = EX_CONSTANT;
	  d.c = ex_number (o->reg == PTX_SR_NCLUSTERID_X ? k->sig->blocks / k->sig->cluster
							 : k->sig->cluster,
			   32);
	  break;
	default: break;
	}
      break;
    case PTX_O_SYM:
      if (o->sym->kind == PTX_S_VAR)
	{
	  d.kind = EX_CONSTANT;
	  d.c = ex_address_in (k, pv_object_of (k, PV_VARIABLE, o->sym, 0), o->off, 64);
	}
      break;
    default: break;
    }
  return d;
}

bool
ex_of_cluster (const ptx_insn *i)
{
  return i->op == PTX_OP_MAPA || i->op == PTX_OP_BARRIER_CLUSTER_ARRIVE
	 || i->op == PTX_OP_BARRIER_CLUSTER_WAIT || ptx_has (i, PTX_M_MULTICAST);
}

static void
list_written (void *closure, ptx_opnd *o, bool written)
{
  if (written)
    ((std::vector<uint32_t> *) closure)->push_back (o->reg);
}

/* What is to be done with instruction I, besides what it computes.  */
static enum ex_kind
kind_of (const struct pv_kernel *k, const ptx_insn *i)
{
  switch (i->op)
    {
    case PTX_OP_LD:
    case PTX_OP_ST:
    case PTX_OP_ATOM:
    case PTX_OP_RED:
      return !ptx_has (i, PTX_M_SHARED_CLUSTER) && pv_not_modelled (k, i) ? EX_UNKNOWN
									  : EX_ACCESSES;
    case PTX_OP_SETMAXNREG: return EX_TOGETHER;
    case PTX_OP_BARRIER_CLUSTER_ARRIVE:
    case PTX_OP_BARRIER_CLUSTER_WAIT: return EX_CLUSTER_BARRIER;
    case PTX_OP_BAR_SYNC:
    case PTX_OP_BAR_RED:
    case PTX_OP_BAR_ARRIVE:
    case PTX_OP_BARRIER_SYNC:
    case PTX_OP_BARRIER_RED:
    case PTX_OP_BARRIER_ARRIVE: return EX_BARRIER;
    case PTX_OP_MBARRIER_INIT:
    case PTX_OP_MBARRIER_INVAL:
    case PTX_OP_MBARRIER_EXPECT_TX:
    case PTX_OP_MBARRIER_ARRIVE:
    case PTX_OP_MBARRIER_TEST_WAIT:
    case PTX_OP_MBARRIER_TRY_WAIT:
      if (ptx_has (i, PTX_M_NOCOMPLETE))
	return EX_UNKNOWN;
      /* An expect_tx is relaxed always: its thread's arrival, which follows, releases, or a fence before that does.  */
      return ptx_has (i, PTX_M_RELAXED) && i->op != PTX_OP_MBARRIER_EXPECT_TX
		 && i->op != PTX_OP_MBARRIER_ARRIVE
	       ? EX_UNKNOWN
	       : EX_MBARRIER;
    case PTX_OP_CP_ASYNC: return EX_COPIES;
    case PTX_OP_CP_ASYNC_COMMIT_GROUP:
    case PTX_OP_CP_ASYNC_WAIT_GROUP:
    case PTX_OP_CP_ASYNC_WAIT_ALL:
    case PTX_OP_CP_ASYNC_BULK_COMMIT_GROUP:
    case PTX_OP_CP_ASYNC_BULK_WAIT_GROUP: return EX_GROUPS;
    case PTX_OP_CP_ASYNC_BULK:
      if (i->nopnds >= 4 && ptx_has (i, PTX_M_MBARRIER_BYTES) && ptx_has (i, PTX_M_GLOBAL))
	return EX_BULK;
      return i->nopnds >= 3 && ptx_has (i, PTX_M_BULK_GROUP) ? EX_BULK_BACK : EX_UNKNOWN;
    case PTX_OP_CP_REDUCE_ASYNC_BULK:
      return i->nopnds >= 3 && ptx_has (i, PTX_M_BULK_GROUP) ? EX_BULK_BACK : EX_UNKNOWN;
    case PTX_OP_CP_ASYNC_BULK_TENSOR:
      if (i->nopnds >= 3 && ptx_has (i, PTX_M_MBARRIER_BYTES))
	return EX_TENSOR;
      return i->nopnds >= 2 && ptx_has (i, PTX_M_BULK_GROUP) ? EX_TENSOR_BACK : EX_UNKNOWN;
    case PTX_OP_CP_REDUCE_ASYNC_BULK_TENSOR:
      return i->nopnds >= 2 && ptx_has (i, PTX_M_BULK_GROUP) ? EX_TENSOR_BACK : EX_UNKNOWN;
    case PTX_OP_CP_ASYNC_BULK_PREFETCH:
    case PTX_OP_CP_ASYNC_BULK_PREFETCH_TENSOR: return EX_COMPUTES; /* nobody sees it */
    case PTX_OP_WGMMA_MMA_ASYNC:
    case PTX_OP_WGMMA_MMA_ASYNC_SP:
    case PTX_OP_WGMMA_FENCE:
    case PTX_OP_WGMMA_COMMIT_GROUP:
    case PTX_OP_WGMMA_WAIT_GROUP: return EX_TOGETHER;
    default:
      return pv_warp_collective (i)   ? EX_TOGETHER
	     : pv_not_modelled (k, i) ? EX_UNKNOWN
				      : EX_COMPUTES;
    }
}

struct ex_insn
ex_decode (struct pv_kernel *k, const ptx_stmt *stmt)
{
  ptx_insn *i = const_cast<ptx_insn *> (&stmt->insn);
  struct ex_insn n = ex_insn ();
  ptx_mod type = ptx_type (i, 0), from = ptx_type (i, 1);
  ptx_kind kind = type ? ptx_type_kind (type) : PTX_K_NONE,
	   from_kind = from ? ptx_type_kind (from) : PTX_K_NONE;
  bool integer = kind == PTX_K_UINT || kind == PTX_K_SINT || kind == PTX_K_BITS;
  n.stmt = stmt;
  n.i = i;
  n.guard = i->guard;
  n.guard_not = i->guard_not;
  n.dst = n.also = -1;
  n.bits = type == PTX_PRED ? 1 : type ? ptx_bits (type) : 0;
  n.from = from ? ptx_bits (from) : 0;
  n.is_signed = kind == PTX_K_SINT;
  n.from_signed = from_kind == PTX_K_SINT;
  n.half = ptx_get (i, PTX_C_HALF);
  n.oper = ptx_get (i, PTX_C_OPER);
  ptx_visit_regs (i, list_written, &n.writes);
  n.kind = kind_of (k, i);
  for (unsigned j = 0; j < 4 && j + 1 < i->nopnds; j++)
    {
      const ptx_opnd *o = &i->opnds[j + 1];
      n.src[j] = ex_decode_operand (k, o);
      /* A float is its bits.  */
      if ((o->kind == PTX_O_F32 && n.bits == 32) || (o->kind == PTX_O_F64 && n.bits == 64))
	{
	  n.src[j].kind = EX_CONSTANT;
	  n.src[j].c = ex_number (o->u, 64);
	}
    }
  if (!i->nopnds || n.bits == 0 || n.bits > 64)
    return n;
  const ptx_opnd *d = &i->opnds[0];
  if (i->op == PTX_OP_SETP)
    {
      n.cmp = ptx_cmp (i);
      n.understood = integer;
      n.floats
	= kind == PTX_K_FLOAT && (type == PTX_F32 || type == PTX_F64) && !ptx_has (i, PTX_M_FTZ);
      if (d->kind == PTX_O_REG)
	n.dst = (int32_t) d->reg;
      else if (d->kind == PTX_O_PAIR && d->n == 2)
	{
	  n.dst = d->sub[0].kind == PTX_O_REG ? (int32_t) d->sub[0].reg : -1;
	  n.also = d->sub[1].kind == PTX_O_REG ? (int32_t) d->sub[1].reg : -1;
	}
      return n;
    }
  if (d->kind != PTX_O_REG || d->sel || !ptx_operand_role (i, 0).dest || ptx_has (i, PTX_M_SAT)
      || ptx_has (i, PTX_M_CC))
    return n;
  n.dst = (int32_t) d->reg;
  n.dst_bits = ex_width_of_register (k, d->reg);
  switch (i->op)
    {
    case PTX_OP_LD:
      if (ptx_space (i) == PTX_M_PARAM && ptx_vec (i) == 1 && i->opnds[1].kind == PTX_O_ADDR
	  && i->opnds[1].base == PTX_O_SYM && pv_parameter_of (k->f, i->opnds[1].sym))
	{
	  n.src[0].kind = EX_CONSTANT;
	  n.src[0].c = ex_argument (k, i->opnds[1].sym, i->opnds[1].off, n.bits);
	  n.understood = n.src[0].c.known;
	}
      break;
    case PTX_OP_MOV:
      /* Two words in one register, as descriptors are made.  */
      n.understood = i->opnds[1].kind != PTX_O_VEC
		       ? ptx_vec (i) == 1
		       : n.bits == 64 && n.dst_bits == 64 && i->opnds[1].n == 2;
      break;
    case PTX_OP_CVTA:
    case PTX_OP_CVTA_TO:
    case PTX_OP_MAPA:
    case PTX_OP_GETCTARANK: n.understood = true; break;
    case PTX_OP_CVT:
      n.understood = (kind == PTX_K_UINT || kind == PTX_K_SINT)
		     && (from_kind == PTX_K_UINT || from_kind == PTX_K_SINT);
      break;
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_MUL:
    case PTX_OP_MAD:
    case PTX_OP_DIV:
    case PTX_OP_REM:
    case PTX_OP_SHL:
    case PTX_OP_SHR:
    case PTX_OP_ABS:
    case PTX_OP_NEG:
    case PTX_OP_MIN:
    case PTX_OP_MAX: n.understood = integer && (i->nopnds < 4 || i->op == PTX_OP_MAD); break;
    case PTX_OP_SET:
      n.cmp = ptx_cmp (i);
      n.understood
	= integer && i->nopnds == 3
	  && (from_kind == PTX_K_UINT || from_kind == PTX_K_SINT || from_kind == PTX_K_BITS);
      break;
    case PTX_OP_SELP:
    case PTX_OP_AND:
    case PTX_OP_OR:
    case PTX_OP_XOR:
    case PTX_OP_NOT: n.understood = true; break;
    default: n.understood = ex_of_bits (i); break;
    }
  return n;
}
