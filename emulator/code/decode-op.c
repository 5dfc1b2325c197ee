/* SPDX-License-Identifier: MIT */
/* One instruction becomes ops: decode_op knows which function does it.  Those here are for what is neither
   arithmetic (decode-arith.c) nor has a file of its own: bits, choices, loads and stores, fences.  */

#include "emulator/code/decode-op.h"
#include "emulator/run/device.h"
#include "emulator/code/ops.h"

static void
op_sad (struct dec *c)
{
  ptx_mod t = type (c);
  unsigned b = int_bits (c, t);
  uint32_t x = src (c, 1, b), y = src (c, 2, b), z = src (c, 3, b);
  emit_named (c, dst (c, b), x, y, z, "sad_%c%u", is_signed (t) ? 's' : 'u', b);
}

static void
op_count_bits (struct dec *c)
{
  ptx_mod t = type (c);
  unsigned b = tbits (t);
  emit_named (c, dst (c, 32), src (c, 1, b), NONE, NONE, "%s_b%u",
	      c->in->op == PTX_OP_POPC ? "popc" : "clz", b);
}

static void
op_brev (struct dec *c)
{
  ptx_mod t = type (c);
  unsigned b = tbits (t);
  emit_named (c, dst (c, b), src (c, 1, b), NONE, NONE, "brev_b%u", b);
}

static void
op_cnot (struct dec *c)
{
  ptx_mod t = type (c);
  unsigned b = int_bits (c, t);
  emit_named (c, dst (c, b), src (c, 1, b), NONE, NONE, "cnot_b%u", b);
}

static void
op_bfind (struct dec *c)
{
  bool f = flag (c, PTX_M_SHIFTAMT);
  ptx_mod t = type (c);
  unsigned b = tbits (t);
  emit_named (c, dst (c, 32), src (c, 1, b), NONE, NONE, "bfind_%c%u", is_signed (t) ? 's' : 'u', b)
    ->flags
    = f;
}

static void
op_fns (struct dec *c)
{
  type (c);
  uint32_t x = src (c, 1, 32), y = src (c, 2, 32), z = src (c, 3, 32);
  emit (c, dst (c, 32), x, y, z, OPC_fns_b32);
}

static void
op_bfe (struct dec *c)
{
  ptx_mod t = type (c);
  unsigned b = int_bits (c, t);
  uint32_t x = src (c, 1, b), y = src (c, 2, 32), z = src (c, 3, 32);
  emit_named (c, dst (c, b), x, y, z, "bfe_%c%u", is_signed (t) ? 's' : 'u', b);
}

static void
op_bfi (struct dec *c)
{
  ptx_mod t = type (c);
  unsigned b = int_bits (c, t);
  uint32_t x = src (c, 1, b), y = src (c, 2, b), z = src (c, 3, 32);
  uint32_t len = src (c, 4, 32);
  emit_named (c, dst (c, b), x, y, z, "bfi_b%u", b);
  refer (c, 'e', len, false);
}

static void
op_mask_or_extend (struct dec *c)
{
  ptx_mod mode = cls (c, PTX_C_MODE);
  if (mode == PTX_NOMOD)
    mode = flag (c, PTX_M_CLAMP) ? PTX_M_CLAMP : flag (c, PTX_M_WRAP) ? PTX_M_WRAP : PTX_NOMOD;
  ptx_mod t = type (c);
  uint32_t x = src (c, 1, 32), y = src (c, 2, 32);
  if (c->in->op == PTX_OP_BMSK)
    emit (c, dst (c, 32), x, y, NONE, OPC_bmsk_b32)->flags = mode == PTX_M_WRAP;
  else
    emit_named (c, dst (c, 32), x, y, NONE, "szext_%c32", is_signed (t) ? 's' : 'u')->flags
      = mode == PTX_M_WRAP;
}

static void
op_dot (struct dec *c)
{
  ptx_mod half = cls (c, PTX_C_HALF), at = type (c), bt = type (c);
  uint32_t x = src (c, 1, 32), y = src (c, 2, 32), z = src (c, 3, 32);
  emit (c, dst (c, 32), x, y, z, c->in->op == PTX_OP_DP4A ? OPC_dp4a : OPC_dp2a)->flags
    = is_signed (at) | is_signed (bt) << 1 | (half == PTX_M_HI) << 2;
}

static void
op_testp (struct dec *c)
{
  ptx_mod mode = cls (c, PTX_C_MODE);
  ptx_mod t = type (c);
  uint32_t x = fsrc (c, 1, tbits (t));
  emit_named (c, dst (c, 1), x, NONE, NONE, "testp_%s_f%u", mode ? ptx_mods[mode].name : "none",
	      tbits (t));
}

static void
op_copysign (struct dec *c)
{
  ptx_mod t = type (c);
  unsigned b = tbits (t);
  uint32_t x = fsrc (c, 1, b), y = fsrc (c, 2, b);
  emit_named (c, dst (c, b), x, y, NONE, "copysign_f%u", b);
}

static void
op_selp (struct dec *c)
{
  ptx_mod t = type (c);
  unsigned b = tbits (t);
  uint32_t x = fsrc (c, 1, b), y = fsrc (c, 2, b);
  if (!is_float (t))
    x = src (c, 1, b), y = src (c, 2, b);
  emit_named (c, dst (c, b), x, y, src (c, 3, 1), "selp_b%u", b);
}

static void
op_slct (struct dec *c)
{
  bool ftz = flag (c, PTX_M_FTZ);
  ptx_mod t = type (c), tested = type (c);
  unsigned b = tbits (t);
  bool flt = is_float (t);
  uint32_t x = value (c, arg (c, 1), b, flt), y = value (c, arg (c, 2), b, flt);
  uint32_t z = value (c, arg (c, 3), 32, tested == PTX_F32), p = new_vreg (c, 1);
  /* z >= 0, which -0 is and NaN is not */
  decode_compare (c, p, z, constant (c, 32, 0), PTX_M_GE, tested, ftz);
  emit_named (c, dst (c, b), x, y, p, "selp_b%u", b);
}

static void
op_lop3 (struct dec *c)
{
  ptx_mod comb = cls (c, PTX_C_OPER);
  type (c);
  const ptx_opnd *d = arg (c, 0), *tab = arg (c, 4);
  if (tab->kind != PTX_O_IMM)
    bad (c, "the table of lop3 is a constant");
  uint32_t x = src (c, 1, 32), y = src (c, 2, 32), z = src (c, 3, 32);
  uint32_t to = d->kind == PTX_O_PAIR ? target (c, &d->sub[0], 32) : target (c, d, 32);
  emit (c, to, x, y, z, OPC_lop3_b32)->imm = tab->u & 255;
  if (d->kind == PTX_O_PAIR)
    {
      uint32_t p = new_vreg (c, 1);
      emit (c, p, to, constant (c, 32, 0), NONE, OPC_setp_ne_b32);
      emit_named (c, target (c, &d->sub[1], 1), p, src (c, 5, 1), NONE, "%s_pred",
		  combination (c, comb));
    }
}

static void
op_shf (struct dec *c)
{
  ptx_mod dir = flag (c, PTX_M_LEFT) ? PTX_M_LEFT : PTX_NOMOD;
  if (dir == PTX_NOMOD)
    flag (c, PTX_M_RIGHT);
  bool f = flag (c, PTX_M_WRAP);
  if (!f)
    flag (c, PTX_M_CLAMP);
  type (c);
  uint32_t x = src (c, 1, 32), y = src (c, 2, 32), z = src (c, 3, 32);
  emit_named (c, dst (c, 32), x, y, z, "shf_%c_%s", dir != PTX_NOMOD ? 'l' : 'r',
	      f ? "wrap" : "clamp");
}

static void
op_shift (struct dec *c)
{
  ptx_mod t = type (c);
  unsigned b = int_bits (c, t);
  uint32_t x = src (c, 1, b), y = src (c, 2, 32);
  if (c->in->op == PTX_OP_SHL)
    emit_named (c, dst (c, b), x, y, NONE, "shl_b%u", b);
  else
    emit_named (c, dst (c, b), x, y, NONE, "shr_%c%u", is_signed (t) ? 's' : 'u', b);
}

static void
op_prmt (struct dec *c)
{
  type (c);
  ptx_mod mode = cls (c, PTX_C_MODE);
  uint32_t x = src (c, 1, 32), y = src (c, 2, 32), z = src (c, 3, 32);
  emit_named (c, dst (c, 32), x, y, z, mode == PTX_NOMOD ? "prmt_b32" : "prmt_%s",
	      mode == PTX_NOMOD ? "" : ptx_mods[mode].name);
}

static void
op_isspacep (struct dec *c)
{
  ptx_mod m = cls (c, PTX_C_SPACE);
  cls (c, PTX_C_SPACE);
  uint32_t x = src (c, 1, 64);
  emit (c, dst (c, 1), x, NONE, NONE, OPC_isspacep)->imm
    = m == PTX_M_SHARED || m == PTX_M_SHARED_CTA ? SP_SHARED
      : m == PTX_M_LOCAL			 ? SP_LOCAL
      : m == PTX_M_CONST			 ? SP_CONST
      : m == PTX_M_GLOBAL			 ? SP_GLOBAL
      : m == PTX_M_SHARED_CLUSTER		 ? N_SPACES
						 : SP_PARAM;
}

static void
op_mapa (struct dec *c)
{
  enum space s = space_of (c);
  ptx_mod t = type (c);
  unsigned b = tbits (t);
  uint32_t x = src (c, 1, b), y = src (c, 2, 32);
  emit_named (c, dst (c, b), x, y, NONE, "mapa_b%u", b)->flags = s == SP_GENERIC;
}

static void
op_getctarank (struct dec *c)
{
  space_of (c);
  ptx_mod t = type (c);
  unsigned b = tbits (t);
  emit_named (c, dst (c, 32), src (c, 1, b), NONE, NONE, "getctarank_b%u", b);
}

static void
op_load_or_store (struct dec *c)
{
  ptx_mod sem = cls (c, PTX_C_SEM);
  if (sem == PTX_M_MMIO)
    sem = cls (c, PTX_C_SEM);
  cls (c, PTX_C_SCOPE);
  enum space s = space_of (c);
  cache_hints (c);
  flag (c, PTX_M_NC);
  flag (c, PTX_M_UNIFIED);
  unsigned n = ptx_vec (c->in);
  cls (c, PTX_C_VEC);
  ptx_mod t = type (c);
  bool store = c->in->op == PTX_OP_ST;
  decode_fence (c, sem);
  access_memory (c, store, arg (c, store ? 1 : 0), arg (c, store ? 0 : 1), s, t, n);
  decode_fence (c, sem);
}

static void
op_hint (struct dec *c)
{
  /* Hints; what discard leaves is not defined.  */
  c->used = ~(uint64_t) 0;
  emit (c, NONE, NONE, NONE, NONE, OPC_nop);
}

static void
op_fence (struct dec *c)
{
  /* Every fence is a full one.  */
  c->used = ~(uint64_t) 0;
  emit (c, NONE, NONE, NONE, NONE, OPC_fence);
}

static void
op_griddepcontrol (struct dec *c)
{
  /* Grids run one after the other; the sanitizer is informed where a thread waits.  */
  c->f->mod->emu->griddepcontrol = true;
  emit (c, NONE, NONE, NONE, NONE, flag (c, PTX_M_LAUNCH_DEPENDENTS) ? OPC_nop : OPC_grid_wait);
  cls (c, PTX_C_MODE);
}

static void
op_policy (struct dec *c)
{
  /* A policy only says how to cache.  */
  c->used = ~(uint64_t) 0;
  move (c, arg (c, 0), constant (c, 64, 0));
}

static void
op_nanosleep (struct dec *c)
{
  type (c);
  emit (c, NONE, NONE, NONE, NONE, OPC_nanosleep);
  c->blocks = true;
}

static void
op_warp_barrier (struct dec *c)
{
  uint32_t x = src (c, 0, 32);
  emit (c, NONE, NONE, NONE, NONE, OPC_bar_warp_sync);
  refer (c, 'e', x, false);
  c->blocks = true;
}

static void
op_cluster_barrier (struct dec *c)
{
  cls (c, PTX_C_SEM);
  flag (c, PTX_M_ALIGNED);
  emit (c, NONE, NONE, NONE, NONE,
	c->in->op == PTX_OP_BARRIER_CLUSTER_ARRIVE ? OPC_cluster_arrive : OPC_cluster_wait);
  c->blocks = true;
}

static void
op_redux (struct dec *c)
{
  ptx_mod op = cls (c, PTX_C_OPER);
  ptx_mod t = type (c);
  uint32_t x = src (c, 1, 32), y = src (c, 2, 32);
  bool sg = is_signed (t) && (op == PTX_M_MIN || op == PTX_M_MAX);
  if (!is_int (t))
    bad (c, "type .%s is not supported here", ptx_mods[t].name);
  emit_named (c, dst (c, 32), x, NONE, NONE, "redux_%s_%c32", op ? ptx_mods[op].name : "none",
	      sg ? 's' : 'u');
  refer (c, 'e', y, false);
  c->blocks = true;
}

static void
op_elect (struct dec *c)
{
  const ptx_opnd *d = arg (c, 0);
  const ptx_opnd *p = d->kind == PTX_O_PAIR ? &d->sub[1] : NULL;
  if (!p)
    bad (c, "elect has two results");
  uint32_t mask = src (c, 1, 32);
  uint32_t lane = d->sub[0].kind == PTX_O_SINK ? new_vreg (c, 32) : target (c, &d->sub[0], 32);
  emit (c, lane, NONE, NONE, NONE, OPC_elect_sync);
  refer (c, 'e', mask, false);
  refer (c, 'f', p->kind == PTX_O_SINK ? new_vreg (c, 1) : target (c, p, 1), true);
  c->blocks = true;
}

static void
op_stack (struct dec *c)
{
  ptx_mod t = type (c);
  unsigned b = tbits (t);
  if (c->in->op == PTX_OP_STACKSAVE)
    emit_named (c, dst (c, b), NONE, NONE, NONE, "stacksave_b%u", b);
  else
    emit_named (c, NONE, src (c, 0, b), NONE, NONE, "stackrestore_b%u", b);
}

static void
op_alloca (struct dec *c)
{
  type (c);
  uint64_t align = c->in->nopnds > 2 ? arg (c, 2)->u : 8;
  if (align == 0 || align & (align - 1) || align > 1 << 23)
    bad (c, "the alignment is no power of two up to 2^23");
  uint32_t x = src (c, 1, 64);
  emit (c, dst (c, 64), x, NONE, NONE, OPC_alloca)->imm = align < 8 ? 8 : align;
  c->f->allocates = true;
}

/* Translates C->in.  */
void
decode_op (struct dec *c)
{
  switch (c->in->op)
    {
    case PTX_OP_ADD: decode_add_sub (c, "add", false); break;
    case PTX_OP_SUB: decode_add_sub (c, "sub", false); break;
    case PTX_OP_ADDC: decode_add_sub (c, "add", true); break;
    case PTX_OP_SUBC: decode_add_sub (c, "sub", true); break;
    case PTX_OP_MUL: decode_mul_mad (c, false, false); break;
    case PTX_OP_MAD: decode_mul_mad (c, true, false); break;
    case PTX_OP_MADC: decode_mul_mad (c, true, true); break;
    case PTX_OP_MUL24: decode_mul24 (c, false); break;
    case PTX_OP_MAD24: decode_mul24 (c, true); break;
    case PTX_OP_FMA: decode_float (c, "fma", 3); break;
    case PTX_OP_DIV: decode_div_rem (c, "div"); break;
    case PTX_OP_REM: decode_div_rem (c, "rem"); break;
    case PTX_OP_RCP: decode_rcp (c); break;
    case PTX_OP_SQRT: decode_divide (c, "sqrt", 1); break;
    case PTX_OP_RSQRT: decode_rsqrt (c); break;
    case PTX_OP_SIN: decode_transcendental (c, "sin"); break;
    case PTX_OP_COS: decode_transcendental (c, "cos"); break;
    case PTX_OP_LG2: decode_transcendental (c, "lg2"); break;
    case PTX_OP_EX2: decode_transcendental (c, "ex2"); break;
    case PTX_OP_TANH: decode_transcendental (c, "tanh"); break;
    case PTX_OP_ABS: decode_abs_neg (c, "abs"); break;
    case PTX_OP_NEG: decode_abs_neg (c, "neg"); break;
    case PTX_OP_MIN: decode_min_max (c, "min"); break;
    case PTX_OP_MAX: decode_min_max (c, "max"); break;
    case PTX_OP_SAD: op_sad (c); break;
    case PTX_OP_POPC:
    case PTX_OP_CLZ: op_count_bits (c); break;
    case PTX_OP_BREV: op_brev (c); break;
    case PTX_OP_BFIND: op_bfind (c); break;
    case PTX_OP_FNS: op_fns (c); break;
    case PTX_OP_BFE: op_bfe (c); break;
    case PTX_OP_BFI: op_bfi (c); break;
    case PTX_OP_SZEXT:
    case PTX_OP_BMSK: op_mask_or_extend (c); break;
    case PTX_OP_DP4A:
    case PTX_OP_DP2A: op_dot (c); break;
    case PTX_OP_TESTP: op_testp (c); break;
    case PTX_OP_COPYSIGN: op_copysign (c); break;

    case PTX_OP_SETP: decode_setp (c); break;
    case PTX_OP_SET: decode_set (c); break;
    case PTX_OP_SELP: op_selp (c); break;
    case PTX_OP_SLCT: op_slct (c); break;

    case PTX_OP_AND: decode_logic (c, "and", 2); break;
    case PTX_OP_OR: decode_logic (c, "or", 2); break;
    case PTX_OP_XOR: decode_logic (c, "xor", 2); break;
    case PTX_OP_NOT: decode_logic (c, "not", 1); break;
    case PTX_OP_CNOT: op_cnot (c); break;
    case PTX_OP_LOP3: op_lop3 (c); break;
    case PTX_OP_SHF: op_shf (c); break;
    case PTX_OP_SHL:
    case PTX_OP_SHR: op_shift (c); break;
    case PTX_OP_PRMT: op_prmt (c); break;

    case PTX_OP_MOV: decode_mov (c); break;
    case PTX_OP_CVT: decode_cvt (c); break;
    case PTX_OP_CVT_PACK: decode_cvt_pack (c); break;
    case PTX_OP_CVTA: decode_cvta (c, false); break;
    case PTX_OP_CVTA_TO: decode_cvta (c, true); break;
    case PTX_OP_ISSPACEP: op_isspacep (c); break;
    case PTX_OP_MAPA: op_mapa (c); break;
    case PTX_OP_GETCTARANK: op_getctarank (c); break;
    case PTX_OP_LD:
    case PTX_OP_LDU:
    case PTX_OP_ST: op_load_or_store (c); break;
    case PTX_OP_PREFETCH:
    case PTX_OP_PREFETCHU:
    case PTX_OP_APPLYPRIORITY:
    case PTX_OP_DISCARD: op_hint (c); break;
    case PTX_OP_ATOM: decode_atomic (c, false); break;
    case PTX_OP_RED: decode_atomic (c, true); break;
    case PTX_OP_MEMBAR:
    case PTX_OP_FENCE:
    case PTX_OP_FENCE_PROXY:
    case PTX_OP_MEMBAR_PROXY:
    case PTX_OP_FENCE_MBARRIER_INIT: op_fence (c); break;

    case PTX_OP_GRIDDEPCONTROL: op_griddepcontrol (c); break;
    case PTX_OP_CREATEPOLICY:
    case PTX_OP_CREATEPOLICY_CVT: op_policy (c); break;

    case PTX_OP_BRA: decode_bra (c); break;
    case PTX_OP_BRX_IDX: decode_brx (c); break;
    case PTX_OP_CALL: decode_call (c); break;
    case PTX_OP_RET:
    case PTX_OP_EXIT: decode_ret (c); break;
    case PTX_OP_TRAP:
    case PTX_OP_BRKPT: emit (c, NONE, NONE, NONE, NONE, OPC_trap); break;
    case PTX_OP_PMEVENT:
      c->used = ~(uint64_t) 0;
      emit (c, NONE, NONE, NONE, NONE, OPC_nop);
      break;
    case PTX_OP_NANOSLEEP: op_nanosleep (c); break;

    case PTX_OP_BAR_SYNC:
    case PTX_OP_BARRIER_SYNC: decode_barrier (c, "sync", false); break;
    case PTX_OP_BAR_ARRIVE:
    case PTX_OP_BARRIER_ARRIVE: decode_barrier (c, "arrive", false); break;
    case PTX_OP_BAR_RED:
    case PTX_OP_BARRIER_RED: decode_barrier (c, "red", true); break;
    case PTX_OP_BAR_WARP_SYNC: op_warp_barrier (c); break;
    case PTX_OP_BARRIER_CLUSTER_ARRIVE:
    case PTX_OP_BARRIER_CLUSTER_WAIT: op_cluster_barrier (c); break;
    case PTX_OP_SHFL: decode_shfl (c, false); break;
    case PTX_OP_SHFL_SYNC: decode_shfl (c, true); break;
    case PTX_OP_VOTE: decode_vote (c, false); break;
    case PTX_OP_VOTE_SYNC: decode_vote (c, true); break;
    case PTX_OP_MATCH: decode_match (c); break;
    case PTX_OP_ACTIVEMASK:
      type (c);
      emit (c, dst (c, 32), NONE, NONE, NONE, OPC_activemask);
      break;
    case PTX_OP_REDUX_SYNC: op_redux (c); break;
    case PTX_OP_ELECT_SYNC: op_elect (c); break;

    case PTX_OP_VADD:
    case PTX_OP_VSUB:
    case PTX_OP_VABSDIFF:
    case PTX_OP_VMIN:
    case PTX_OP_VMAX:
    case PTX_OP_VSHL:
    case PTX_OP_VSHR:
    case PTX_OP_VSET: decode_video (c); break;
    case PTX_OP_VADD2: decode_video_simd (c, OPC_vadd_simd, 2); break;
    case PTX_OP_VADD4: decode_video_simd (c, OPC_vadd_simd, 4); break;
    case PTX_OP_VSUB2: decode_video_simd (c, OPC_vsub_simd, 2); break;
    case PTX_OP_VSUB4: decode_video_simd (c, OPC_vsub_simd, 4); break;
    case PTX_OP_VAVRG2: decode_video_simd (c, OPC_vavrg_simd, 2); break;
    case PTX_OP_VAVRG4: decode_video_simd (c, OPC_vavrg_simd, 4); break;
    case PTX_OP_VABSDIFF2: decode_video_simd (c, OPC_vabsdiff_simd, 2); break;
    case PTX_OP_VABSDIFF4: decode_video_simd (c, OPC_vabsdiff_simd, 4); break;
    case PTX_OP_VMIN2: decode_video_simd (c, OPC_vmin_simd, 2); break;
    case PTX_OP_VMIN4: decode_video_simd (c, OPC_vmin_simd, 4); break;
    case PTX_OP_VMAX2: decode_video_simd (c, OPC_vmax_simd, 2); break;
    case PTX_OP_VMAX4: decode_video_simd (c, OPC_vmax_simd, 4); break;
    case PTX_OP_VSET2: decode_video_simd (c, OPC_vset_simd, 2); break;
    case PTX_OP_VSET4: decode_video_simd (c, OPC_vset_simd, 4); break;
    case PTX_OP_VMAD: decode_vmad (c); break;

    case PTX_OP_STACKSAVE:
    case PTX_OP_STACKRESTORE: op_stack (c); break;
    case PTX_OP_ALLOCA: op_alloca (c); break;

    case PTX_OP_MULTIMEM_LD_REDUCE:
    case PTX_OP_MULTIMEM_ST:
    case PTX_OP_MULTIMEM_RED:
      bad (c, "not supported: multimem is for a multicast object of several devices, the emulator "
	      "is one device");

    default:
      if (!decode_async (c) && !decode_matrix (c) && !decode_texture (c))
	bad (c, "instruction is not supported");
    }
}
