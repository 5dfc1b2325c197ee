/* SPDX-License-Identifier: MIT */
/* Atomic operations, branches, calls, barriers, shuffles and votes become ops.  Section numbers are those of the PTX ISA.  */

#include "emulator/code/decode-op.h"
#include "emulator/run/device.h"
#include "emulator/code/ops.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- atomics (9.7.13.5) ---- */

void
decode_fence (struct dec *c, ptx_mod sem)
{
  /* Where the host orders loads and stores itself, acquire and release need
     nothing more than handlers that are calls.  */
#ifndef __x86_64__
  if (sem != PTX_NOMOD && sem != PTX_M_WEAK && sem != PTX_M_RELAXED && sem != PTX_M_VOLATILE)
    emit (c, NONE, NONE, NONE, NONE, OPC_fence);
#else
  (void) c;
  (void) sem;
#endif
}

void
cache_hints (struct dec *c)
{
  while (cls (c, PTX_C_CACHE) != PTX_NOMOD || cls (c, PTX_C_EVICT) != PTX_NOMOD
	 || cls (c, PTX_C_PREFETCH) != PTX_NOMOD || cls (c, PTX_C_HINT) != PTX_NOMOD)
    ;
}

void
decode_atomic (struct dec *c, bool red)
{
  ptx_mod sem = cls (c, PTX_C_SEM);
  cls (c, PTX_C_SCOPE);
  enum space space = space_of (c), known;
  ptx_mod op = cls (c, PTX_C_OPER);
  flag (c, PTX_M_NOFTZ);
  cache_hints (c);
  ptx_mod vec = cls (c, PTX_C_VEC);
  ptx_mod t = type (c);
  unsigned n = vec == PTX_M_V2 ? 2 : vec == PTX_M_V4 ? 4 : vec == PTX_M_V8 ? 8 : 1;
  unsigned b = tbits (t);
  const char *tn = ptx_mods[t].name;
  bool bitwise
    = op == PTX_M_AND || op == PTX_M_OR || op == PTX_M_XOR || op == PTX_M_EXCH || op == PTX_M_CAS;
  char name[48];
  if (bitwise || (op == PTX_M_ADD && is_int (t)))
    snprintf (name, sizeof name, "atom_%s_b%u", ptx_mods[op].name, b);
  else
    snprintf (name, sizeof name, "atom_%s_%s", op ? ptx_mods[op].name : "none", tn);
  unsigned base_arg = red ? 0 : 1;
  bool flt = is_float (t);
  int64_t off;
  decode_fence (c, sem);
  for (unsigned k = 0; k < n; k++)
    {
      const ptx_opnd *x = arg (c, base_arg + 1), *d = red ? NULL : arg (c, 0);
      ptx_opnd xe, de;
      if (n > 1)
	{
	  xe = element (c, x, n, k), x = &xe;
	  if (d)
	    de = element (c, d, n, k), d = &de;
	}
      uint32_t a = address (c, arg (c, base_arg), &off, &known);
      uint32_t v = value (c, x, b, flt), w = NONE;
      if (op == PTX_M_CAS)
	w = value (c, arg (c, base_arg + 2), b, flt);
      uint32_t to = d ? target (c, d, b) : NONE;
      emit_named (c, NONE, NONE, v, w, "%s", name);
      if (to != NONE)
	refer (c, 'd', to, true);
      else
	c->ops[c->n_ops - 1].flags |= NO_RESULT;
      set_address (c, a, off + k * b / 8, space);
    }
  decode_fence (c, sem);
}

/* ---- control ---- */

static uint32_t
label_of (struct dec *c, const ptx_opnd *o)
{
  if (o->kind != PTX_O_LABEL || o->reg >= c->ir->nlabels)
    bad (c, "branch target is not a label");
  return o->reg;
}

void
decode_bra (struct dec *c)
{
  flag (c, PTX_M_UNI);
  uint32_t l = label_of (c, arg (c, 0));
  if (c->in->guard >= 0)
    branch (c, vreg_of (c, c->in->guard, 0), c->in->guard_not, l);
  else
    jump (c, l);
}

/* 9.7.12.4 */
void
decode_brx (struct dec *c)
{
  flag (c, PTX_M_UNI);
  uint32_t i = src (c, 0, 32);
  ptx_stmt *table = ptx_label_table (c->ir, arg (c, 1));
  if (!table || table->kind != PTX_ST_BRANCHTARGETS)
    bad (c, "no .branchtargets");
  unsigned n = table->list.n;
  struct branch_table *t = malloc (sizeof *t + n * sizeof t->target[0]);
  if (!t)
    bad (c, "no memory");
  t->n = n;
  for (unsigned k = 0; k < n; k++)
    t->target[k] = NONE;
  t->next = c->f->tables;
  c->f->tables = t;
  for (unsigned k = 0; k < n; k++)
    t->target[k] = label_of (c, &table->list.sub[k]);
  emit (c, NONE, i, NONE, NONE, OPC_brx)->table = t;
  flow (c, FLOW_TABLE, NONE);
  c->blocks = true;
}

/* Puts argument O, of SIZE bytes, into local memory of the frame; its offset.  */
static uint32_t
stage (struct dec *c, const ptx_opnd *o, const ptx_var *formal, uint32_t *size, bool ret)
{
  uint32_t at;
  if (o->kind == PTX_O_SYM && local_offset (c, o->sym, &at))
    {
      *size = ptx_var_size (o->sym->var);
      return at;
    }
  unsigned bits = formal ? ptx_bits (formal->type) : 0, n = formal && formal->vec ? formal->vec : 1;
  if (o->kind == PTX_O_REG)
    {
      unsigned rb = bits_of (c, vreg_of (c, o->reg, 0)), vec = c->ir->regs[o->reg].vec;
      if (!formal)
	bits = rb, n = vec ? vec : 1;
      if (rb < bits || bits < 8 || bits > 64 || (o->sel ? n > 1 : n != (vec ? vec : 1)))
	bad (c, "argument is of the wrong size");
    }
  else if (ret || bits < 8 || bits > 64 || n > 1)
    bad (c, "argument is not understood");
  at = (c->local_bytes + 15) & -16;
  *size = n * bits / 8;
  c->local_bytes = (at + *size + 15) & -16;
  if (!ret && n > 1)
    frame_regs (c, o->reg, bits, at, true);
  else if (!ret)
    {
      uint32_t v = value (c, o, bits < 16 ? 16 : bits,
			  formal && ptx_type_kind (formal->type) == PTX_K_FLOAT);
      emit_named (c, NONE, v, NONE, NONE, "st_frame_u%u_b%u", bits, c->v[v].bits)->imm = at;
    }
  return at;
}

/* Bytes of the arguments; of the result, 0: none.  */
static const struct
{
  enum opcode code;
  uint8_t n, args[5], ret;
} builtins[N_BUILTINS] = { [BI_VPRINTF] = { OPC_call_vprintf, 2, { 8, 8 }, 4 },
			   [BI_MALLOC] = { OPC_call_malloc, 1, { 8 }, 8 },
			   [BI_FREE] = { OPC_call_free, 1, { 8 }, 0 },
			   [BI_ASSERTFAIL] = { OPC_call_assertfail, 5, { 8, 8, 4, 8, 8 }, 0 },
			   [BI_ASSUME] = { OPC_call_assume, 2, { 4, 8 }, 0 },
			   [BI_WITHIN] = { OPC_call_within, 5, { 8, 8, 8, 8, 8 }, 0 },
			   [BI_CDP_BUFFER] = { OPC_cdp_buffer, 4, { 8, 12, 12, 4 }, 8 },
			   [BI_CDP_LAUNCH] = { OPC_cdp_launch, 2, { 8, 8 }, 4 },
			   [BI_CDP_STREAM_CREATE] = { OPC_cdp_stream_create, 2, { 8, 4 }, 4 },
			   [BI_CDP_STREAM_DESTROY] = { OPC_cdp_stream_destroy, 1, { 8 }, 4 },
			   [BI_CDP_LAST_ERROR] = { OPC_cdp_last_error, 0, { 0 }, 4 },
			   [BI_CDP_PEEK_ERROR] = { OPC_cdp_peek_error, 0, { 0 }, 4 },
			   [BI_CDP_ERROR_STRING] = { OPC_cdp_error_string, 1, { 4 }, 8 },
			   [BI_CDP_MALLOC] = { OPC_cdp_malloc, 2, { 8, 8 }, 4 },
			   [BI_CDP_FREE] = { OPC_cdp_free, 1, { 8 }, 4 },
			   [BI_CDP_MEMCPY] = { OPC_cdp_memcpy, 5, { 8, 8, 8, 4, 8 }, 4 },
			   [BI_CDP_MEMSET] = { OPC_cdp_memset, 4, { 8, 4, 8, 8 }, 4 },
			   [BI_SET_CONDITIONAL] = { OPC_set_conditional, 2, { 8, 4 }, 0 } };

/* What a call calls, to CALL, or to *REG the vreg of its address; its prototype, or NULL where none is known.  */
static const ptx_proto *
callee_of (struct dec *c, const ptx_call *parts, struct call *call, uint32_t *reg)
{
  if (parts->callee->kind != PTX_O_SYM)
    {
      *reg = value (c, parts->callee, 64, false);
      ptx_stmt *t = parts->proto ? ptx_label_table (c->ir, parts->proto) : NULL;
      return t && t->kind == PTX_ST_CALLPROTO ? t->proto : NULL;
    }
  const ptx_sym *name = parts->callee->sym;
  struct symbol *s = symbol_of (c->f->mod, c->f->ptx, name);
  if (s && s->kind == SYM_FUNC)
    {
      call->func = s->func;
      if (s->func->ir->entry)
	bad (c, "entries can not be called");
      return &s->func->ir->sig;
    }
  if (!s || s->kind != SYM_BUILTIN)
    bad (c, "'%s' is not defined", name->name);
  call->builtin = s->addr;
  return name->func ? &name->func->sig : NULL;
}

/* The places of a call's arguments and results in the frame; PROTO may be NULL.  */
static void
stage_arguments (struct dec *c, const ptx_call *parts, const ptx_proto *proto, struct call *call)
{
  unsigned na = parts->args ? parts->args->n : 0, nr = parts->rets ? parts->rets->n : 0;
  if (na > MAX_ARGS || nr > MAX_ARGS)
    bad (c, "too many arguments");
  if (proto && (proto->nparams != na || proto->nrets != nr))
    bad (c, "call with %u arguments and %u results of a function with %u and %u", na, nr,
	 proto->nparams, proto->nrets);
  for (unsigned k = 0; k < na; k++)
    call->args[k].offset = stage (c, &parts->args->sub[k], proto ? proto->params[k] : NULL,
				  &call->args[k].size, false);
  for (unsigned k = 0; k < nr; k++)
    call->rets[k].offset
      = stage (c, &parts->rets->sub[k], proto ? proto->rets[k] : NULL, &call->rets[k].size, true);
  call->n_args = na;
  call->n_rets = nr;
  if (!proto || !call->func)
    return;
  for (unsigned k = 0; k < na; k++)
    if (ptx_var_size (proto->params[k]) != call->args[k].size)
      bad (c, "argument %u has %u bytes, the parameter has %u", k + 1, call->args[k].size,
	   (unsigned) ptx_var_size (proto->params[k]));
  for (unsigned k = 0; k < nr; k++)
    if (ptx_var_size (proto->rets[k]) != call->rets[k].size)
      bad (c, "result %u has %u bytes, the function gives %u", k + 1, call->rets[k].size,
	   (unsigned) ptx_var_size (proto->rets[k]));
}

/* A built-in function has the arguments and the result of its row.  */
static void
check_builtin (struct dec *c, const struct call *call)
{
  if (call->n_args != builtins[call->builtin].n)
    bad (c, "wrong number of arguments");
  for (unsigned k = 0; k < call->n_args; k++)
    if (call->args[k].size != builtins[call->builtin].args[k])
      bad (c, "argument %u is of the wrong size", k + 1);
  if (call->n_rets > 1 || (call->n_rets && call->rets[0].size != builtins[call->builtin].ret))
    bad (c, "wrong result");
}

/* Results go from the frame to registers; those in .param variables lie there already.  */
static void
fetch_results (struct dec *c, const ptx_call *parts, const struct call *call)
{
  for (unsigned k = 0; k < call->n_rets; k++)
    {
      const ptx_opnd *o = &parts->rets->sub[k];
      uint32_t bits = call->rets[k].size * 8, offset = call->rets[k].offset;
      if (o->kind != PTX_O_REG)
	continue;
      if (!o->sel)
	{
	  unsigned parts_of = c->ir->regs[o->reg].vec;
	  frame_regs (c, o->reg, bits / (parts_of ? parts_of : 1), offset, false);
	  continue;
	}
      uint32_t v = target (c, o, 0);
      emit_named (c, v, NONE, NONE, NONE, "ld_frame_u%u_b%u", bits, bits_of (c, v))->imm = offset;
    }
}

void
decode_call (struct dec *c)
{
  ptx_call parts;
  flag (c, PTX_M_UNI);
  if (!ptx_call_parts (c->in, &parts))
    bad (c, "call is not understood");
  struct call *call = calloc (1, sizeof *call);
  if (!call)
    bad (c, "no memory");
  call->next = c->f->calls;
  c->f->calls = call;
  call->builtin = -1;
  uint32_t reg = NONE;
  const ptx_proto *proto = callee_of (c, &parts, call, &reg);
  stage_arguments (c, &parts, proto, call);
  enum opcode code = reg != NONE ? OPC_call_reg : OPC_call;
  if (call->builtin >= 0)
    {
      check_builtin (c, call);
      code = builtins[call->builtin].code;
    }
  emit (c, NONE, reg, NONE, NONE, code)->call = call;
  /* Where lanes come back together.  */
  emit (c, NONE, NONE, NONE, NONE, OPC_join);
  c->blocks = true;
  fetch_results (c, &parts, call);
}

void
decode_ret (struct dec *c)
{
  flag (c, PTX_M_UNI);
  bool entry = c->ir->entry || c->in->op == PTX_OP_EXIT;
  if (!entry)
    for (uint32_t k = 0; k < c->ir->sig.nrets; k++)
      {
	const ptx_var *v = c->ir->sig.rets[k];
	if (v->reg < 0)
	  continue;
	unsigned bits = ptx_bits (v->type);
	if (bits < 8 || bits > 64)
	  bad (c, "result %s: its type is not supported", v->sym->name);
	frame_regs (c, v->reg, bits, c->f->rets[k].offset, true);
      }
  emit (c, NONE, NONE, NONE, NONE, entry ? OPC_exit : OPC_ret);
  flow (c, FLOW_END, NONE);
  c->blocks = true;
}

/* ---- barriers (9.7.13.1) ---- */

void
decode_barrier (struct dec *c, const char *what, bool red)
{
  bool arrive = what[0] == 'a';
  bool aligned = flag (c, PTX_M_ALIGNED) || c->in->op == PTX_OP_BAR_SYNC
		 || c->in->op == PTX_OP_BAR_ARRIVE || c->in->op == PTX_OP_BAR_RED;
  ptx_mod op = red ? cls (c, PTX_C_OPER) : PTX_NOMOD;
  ptx_mod t = red ? type (c) : PTX_NOMOD;
  unsigned n = c->in->nopnds, k = red ? 1 : 0;
  uint32_t id = src (c, k, 32), count, pred = NONE, d = NONE;
  unsigned given = n - k - red;
  count = given > 1 ? src (c, k + 1, 32) : constant (c, 32, 0);
  if (arrive && given < 2)
    bad (c, "an arrival needs a thread count");
  if (red)
    {
      pred = src (c, n - 1, 1);
      d = dst (c, t == PTX_PRED ? 1 : 32);
    }
  emit (c, d, id, count, pred,
	arrive		   ? OPC_bar_arrive
	: !red		   ? OPC_bar_sync
	: op == PTX_M_POPC ? OPC_bar_red_popc
	: op == PTX_M_AND  ? OPC_bar_red_and
			   : OPC_bar_red_or)
    ->imm
    = !red		 ? 0
      : op == PTX_M_POPC ? 1
      : op == PTX_M_AND	 ? 2
			 : 3;
  c->ops[c->n_ops - 1].flags = aligned;
  c->blocks = true;
}

/* ---- warps ---- */

void
decode_shfl (struct dec *c, bool sync)
{
  ptx_mod mode = cls (c, PTX_C_MODE);
  ptx_mod t = type (c);
  if (tbits (t) != 32)
    bad (c, "shuffles are of 32 bits");
  const ptx_opnd *d = arg (c, 0);
  const ptx_opnd *p = d->kind == PTX_O_PAIR ? &d->sub[1] : NULL;
  if (p)
    d = &d->sub[0];
  uint32_t a = src (c, 1, 32), b = src (c, 2, 32), cc = src (c, 3, 32);
  uint32_t members = sync ? src (c, 4, 32) : NONE;
  uint32_t dv = target (c, d, 32), pv = p ? target (c, p, 1) : new_vreg (c, 1);
  emit_named (c, dv, a, b, cc, "shfl_%s%s", mode ? ptx_mods[mode].name : "none",
	      sync ? "_sync" : "");
  if (sync)
    refer (c, 'e', members, false);
  refer (c, 'f', pv, true);
  c->blocks = sync;
}

void
decode_vote (struct dec *c, bool sync)
{
  ptx_mod mode = cls (c, PTX_C_MODE);
  if (mode == PTX_NOMOD)
    mode = cls (c, PTX_C_FLAG);
  ptx_mod t = type (c);
  uint32_t p = src (c, 1, 1), m = sync ? src (c, 2, 32) : NONE;
  bool ballot = t == PTX_B32;
  emit_named (c, dst (c, ballot ? 32 : 1), p, NONE, NONE, "vote_%s%s",
	      mode ? ptx_mods[mode].name : "none", sync ? "_sync" : "");
  if (sync)
    refer (c, 'e', m, false);
  c->blocks = sync;
}

void
decode_match (struct dec *c)
{
  ptx_mod mode = cls (c, PTX_C_MODE);
  flag (c, PTX_M_SYNC);
  ptx_mod t = type (c);
  unsigned b = tbits (t);
  const ptx_opnd *d = arg (c, 0);
  const ptx_opnd *p = d->kind == PTX_O_PAIR ? &d->sub[1] : NULL;
  if (p)
    d = &d->sub[0];
  uint32_t a = src (c, 1, b), m = src (c, 2, 32);
  uint32_t dv = target (c, d, 32), pv = p ? target (c, p, 1) : new_vreg (c, 1);
  emit_named (c, dv, a, NONE, NONE, "match_%s_b%u", mode ? ptx_mods[mode].name : "none", b);
  refer (c, 'e', m, false);
  refer (c, 'f', pv, true);
  c->blocks = true;
}
