/* SPDX-License-Identifier: MIT */
/* A function's PTX becomes an array of ops.

   1. Each instruction is translated to one op or a few, whose handlers are found
      by name.  A modifier that the translation has not read is an error, so
      nothing is silently ignored.  Moves of values that do not change while a
      block runs disappear: the register becomes one that is filled with the frame.
   2. Liveness, then registers get slots of the frame (slots.c).
   3. Branch targets and operands are patched.  */

#include "emulator/code/decode.h"
#include "emulator/run/device.h"
#include "emulator/run/matrix.h"
#include "base/room.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- errors ---- */

static void __attribute__ ((noreturn)) out_of_memory (struct dec *c)
{
  err_set (c->err, PX_EMU_NO_MEMORY, "no memory to decode '%s'", c->f->name);
  longjmp (c->jump, 1);
}

void
bad (struct dec *c, const char *fmt, ...)
{
  char what[256], *text = NULL;
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (what, sizeof what, fmt, ap);
  va_end (ap);
  if (c->stmt && c->stmt->kind == PTX_ST_INSN)
    text = ptx_print_stmt (c->ir, c->stmt);
  err_set (c->err, PX_EMU_LOAD, "%s:%u: error: in '%s': %s%s%s", c->f->ptx->name,
	   c->stmt ? c->stmt->pos.line : c->ir->pos.line, c->f->name, what, text ? ": " : "",
	   text ? text : "");
  if (c->err)
    {
      snprintf (c->err->kernel, sizeof c->err->kernel, "%s", c->f->name);
      c->err->ptx_line = c->stmt ? c->stmt->pos.line : c->ir->pos.line;
      if (text)
	snprintf (c->err->instruction, sizeof c->err->instruction, "%s", text);
    }
  free (text);
  longjmp (c->jump, 1);
}

/* ---- registers ---- */

uint32_t
new_vreg (struct dec *c, unsigned bits)
{
  if (!PX_ROOM (c->v, c->n_v, c->cap_v))
    out_of_memory (c);
  c->v[c->n_v] = (struct vreg){ .bits = bits, .slot = NONE, .init = -1 };
  return c->n_v++;
}

/* A register filled with the frame; equal ones are one.  */
uint32_t
init_vreg (struct dec *c, enum init_kind kind, unsigned bytes, bool sign, unsigned bits,
	   uint64_t value)
{
  unsigned h = (unsigned) (value * 0x9e3779b97f4a7c15 >> 40) + kind * 7 + bits;
  uint32_t *head = &c->init_hash[h % INIT_HASH];
  for (uint32_t i = *head; i; i = c->inits[i - 1].next)
    {
      struct dec_init *t = &c->inits[i - 1];
      if (t->in.kind == kind && t->in.value == value && t->in.bytes == bytes && t->in.sign == sign
	  && c->v[t->vreg].bits == bits)
	return t->vreg;
    }
  if (!PX_ROOM (c->inits, c->n_inits, c->cap_inits))
    out_of_memory (c);
  uint32_t v = new_vreg (c, bits);
  c->v[v].init = c->n_inits;
  struct dec_init *t = &c->inits[c->n_inits++];
  *t = (struct dec_init){ .vreg = v, .next = *head };
  t->in = (struct init){
    .value = value, .kind = kind, .bytes = bytes, .sign = sign, .width = bits / 8
  };
  if (kind == I_SREG)
    t->in.per_block = value >= SR_CTAID_X && value <= SR_CTAID_Z;
  if (kind == I_SREG
      && ((value >= SR_CLUSTERID_X && value <= SR_CLUSTERID_Z)
	  || (value >= SR_CCTAID_X && value <= SR_CCTAID_Z) || value == SR_CCTARANK
	  || value == SR_SMID))
    t->in.per_block = 1;
  *head = c->n_inits;
  return v;
}

uint32_t
constant (struct dec *c, unsigned bits, uint64_t value)
{
  switch (bits)
    {
    case 1: return init_vreg (c, I_PRED, 4, false, 1, value ? ALL_LANES : 0);
    case 16: return init_vreg (c, I_CONST16, 2, false, 16, value & 0xffff);
    case 32: return init_vreg (c, I_CONST32, 4, false, 32, value & 0xffffffff);
    default: return init_vreg (c, I_CONST64, 8, false, 64, value);
    }
}

unsigned
class_bits (struct dec *c, ptx_mod type)
{
  if (type == PTX_PRED)
    return 1;
  unsigned b = ptx_bits (type);
  if (b == 0 || b > 128)
    bad (c, "registers of type .%s are not supported", ptx_mods[type].name);
  return b <= 16 ? 16 : b <= 32 ? 32 : b <= 64 ? 64 : 128;
}

unsigned
vector_component (ptx_mod sel)
{
  int k = ptx_component (sel);
  return k < 0 ? 0 : (unsigned) k;
}

/* The vreg of PTX register R, component K.  */
uint32_t
vreg_of (struct dec *c, uint32_t r, unsigned k)
{
  if (r >= c->ir->nregs)
    bad (c, "register out of range");
  const ptx_reg *reg = &c->ir->regs[r];
  if (c->reg[r].vreg == NONE)
    {
      unsigned n = reg->vec ? reg->vec : 1;
      c->reg[r].vreg = c->n_v;
      unsigned bits = class_bits (c, reg->type);
      for (unsigned i = 0; i < n; i++)
	new_vreg (c, bits);
    }
  if (k && k >= reg->vec)
    bad (c, "register %s has no such component", reg->name);
  return c->reg[r].vreg + k;
}

/* ---- emission ---- */

struct op *
emit_named (struct dec *c, uint32_t d, uint32_t a, uint32_t b, uint32_t cc, const char *fmt, ...)
{
  char name[96];
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (name, sizeof name, fmt, ap);
  va_end (ap);
  enum opcode code = find_op (name);
  if (code == N_OPS)
    bad (c, "not supported (%s)", name);
  return emit (c, d, a, b, cc, code);
}

static void
set_code (struct op *o, enum opcode code)
{
  o->code = code;
  o->fn = handler_of (code);
}

struct op *
emit (struct dec *c, uint32_t d, uint32_t a, uint32_t b, uint32_t cc, enum opcode code)
{
  size_t cap = c->cap_ops;
  if (!PX_ROOM (c->ops, c->n_ops, c->cap_ops))
    out_of_memory (c);
  if (cap != c->cap_ops)
    {
      struct meta *m = realloc (c->meta, c->cap_ops * sizeof *m);
      if (!m)
	out_of_memory (c);
      c->meta = m;
    }
  struct op *o = &c->ops[c->n_ops];
  struct meta *m = &c->meta[c->n_ops++];
  memset (o, 0, sizeof *o);
  memset (m, 0, sizeof *m);
  m->label = NONE;
  set_code (o, code);
  o->weight = c->weight;
  c->weight = 0;
  o->src = c->src;
  if (d != NONE)
    refer (c, 'd', d, true);
  if (a != NONE)
    refer (c, 'a', a, false);
  if (b != NONE)
    refer (c, 'b', b, false);
  if (cc != NONE)
    refer (c, 'c', cc, false);
  return o;
}

/* Field F of the last op is vreg V, written if DEF.  */
void
refer (struct dec *c, char f, uint32_t v, bool def)
{
  struct meta *m = &c->meta[c->n_ops - 1];
  if (m->n_refs == MAX_REFS)
    bad (c, "too many operands");
  if (def && c->v[v].init >= 0)
    bad (c, "writes to a register that is constant");
  m->refs[m->n_refs++] = (struct ref){ v, f, def };
}

/* V is the next of the last op's op.slots, written if DEF.  */
void
refer_more (struct dec *c, uint32_t v, bool def)
{
  struct meta *m = &c->meta[c->n_ops - 1];
  if (def && c->v[v].init >= 0)
    bad (c, "writes to a register that is constant");
  if (!PX_ROOM (c->list, c->n_list, c->cap_list))
    out_of_memory (c);
  if (!m->n_list)
    m->list = c->n_list;
  m->n_list++;
  c->list[c->n_list++] = (struct ref){ v, 0, def };
}

uint32_t
n_refs (const struct meta *m)
{
  return m->n_refs + m->n_list;
}

struct ref
ref_at (const struct dec *c, const struct meta *m, uint32_t k)
{
  return k < m->n_refs ? m->refs[k] : c->list[m->list + k - m->n_refs];
}

/* The last op goes to LABEL.  */
void
flow (struct dec *c, enum flow flow, uint32_t label)
{
  c->jumped = true;
  c->meta[c->n_ops - 1].flow = flow;
  c->meta[c->n_ops - 1].label = label;
}

/* A label made by the decoder; "here" puts it.  */
static uint32_t
new_label (struct dec *c)
{
  if (!PX_ROOM (c->labels, c->n_labels, c->cap_labels))
    out_of_memory (c);
  c->labels[c->n_labels] = NONE;
  return c->n_labels++;
}

void
here (struct dec *c, uint32_t label)
{
  c->jumped = true;
  c->labels[label] = c->n_ops;
  emit (c, NONE, NONE, NONE, NONE, OPC_join);
}

/* Jumps to LABEL where predicate P is NEG ? false : true.  */
void
branch (struct dec *c, uint32_t p, bool neg, uint32_t label)
{
  bool back = c->labels[label] != NONE;
  struct op *o = emit_named (c, NONE, p, NONE, NONE, "bra_cond_%s", back ? "back" : "fwd");
  o->flags = neg;
  flow (c, FLOW_COND, label);
}

void
jump (struct dec *c, uint32_t label)
{
  emit_named (c, NONE, NONE, NONE, NONE, "bra_%s", c->labels[label] != NONE ? "back" : "fwd");
  flow (c, FLOW_JUMP, label);
}

/* ---- modifiers ---- */

bool
flag (struct dec *c, ptx_mod mod)
{
  for (int i = 0; i < c->in->nmods; i++)
    if (c->in->mods[i] == mod)
      {
	c->used |= (uint64_t) 1 << i;
	return true;
      }
  return false;
}

/* The first unused modifier of CLASS, used from now on; PTX_NOMOD if none.  */
ptx_mod
cls (struct dec *c, ptx_class class)
{
  for (int i = 0; i < c->in->nmods && i < 64; i++)
    if (!(c->used >> i & 1) && ptx_mod_class (c->in->mods[i]) == class)
      {
	c->used |= (uint64_t) 1 << i;
	return c->in->mods[i];
      }
  return PTX_NOMOD;
}

static void
check_used (struct dec *c)
{
  for (int i = 0; i < c->in->nmods; i++)
    if (i >= 64 || !(c->used >> i & 1))
      bad (c, "modifier .%s is not supported here", ptx_mod_name (c->f->ptx, c->in->mods[i]));
}

/* ---- prepass: which registers are written once ---- */

static void
count_defs (struct dec *c, const ptx_opnd *o)
{
  if (o->kind == PTX_O_REG)
    c->reg[o->reg].defs++;
  else if (o->kind == PTX_O_VEC || o->kind == PTX_O_PAIR || o->kind == PTX_O_LIST)
    for (unsigned i = 0; i < o->n; i++)
      count_defs (c, &o->sub[i]);
}

/* If the instruction gives a register that no other one writes the value V, the
   register is V.  */
static bool
alias (struct dec *c, const ptx_opnd *d, uint32_t v)
{
  if (c->in->guard >= 0 || d->kind != PTX_O_REG || c->v[v].init < 0
      || (c->jumped && c->f->mod->emu->marks_registers) || c->reg[d->reg].defs != 1
      || c->ir->regs[d->reg].vec > 1 || c->reg[d->reg].vreg != NONE)
    return false;
  if (class_bits (c, c->ir->regs[d->reg].type) != c->v[v].bits)
    return false;
  c->reg[d->reg].vreg = v;
  return true;
}

void
move (struct dec *c, const ptx_opnd *d, uint32_t v)
{
  if (alias (c, d, v))
    return;
  uint32_t t = target (c, d, 0);
  unsigned bits = c->v[t].bits;
  v = widen (c, v, bits);
  if (bits == 1)
    emit (c, t, v, v, NONE, OPC_mov_pred);
  else
    emit_named (c, t, v, NONE, NONE, "mov_b%u", bits);
}

/* ---- a function ---- */

static uint32_t
align_up (uint64_t x, uint64_t align)
{
  return (x + align - 1) / align * align;
}

/* Local memory of the frame: parameters and results of a device function, then
   its variables.  */
static void
layout_frame (struct dec *c)
{
  px_emu_func *f = c->f;
  const ptx_func *ir = c->ir;
  uint64_t at = 0;
  c->var_offset = malloc ((ir->nvars + 1) * sizeof *c->var_offset);
  f->n_params = ir->sig.nparams;
  f->n_rets = ir->sig.nrets;
  f->params = calloc (f->n_params + 1, sizeof *f->params);
  f->rets = calloc (f->n_rets + 1, sizeof *f->rets);
  free (f->locals);
  f->n_locals = 0;
  f->locals = calloc (ir->nvars + f->n_params + f->n_rets + 1, sizeof *f->locals);
  if (!c->var_offset || !f->params || !f->rets || !f->locals)
    out_of_memory (c);
  for (uint32_t i = 0; i < ir->nvars; i++)
    c->var_offset[i] = NONE;
  for (int ret = 1; ret >= 0; ret--)
    for (uint32_t i = 0; i < (ret ? f->n_rets : f->n_params); i++)
      {
	const ptx_var *v = ret ? ir->sig.rets[i] : ir->sig.params[i];
	uint64_t size = ptx_var_size (v), align = ptx_var_align (v);
	if (size > 65536 || align > 65536)
	  bad (c, "parameter %s is too large", v->sym->name);
	if (align < 1)
	  align = 1;
	if (!ir->entry && align < 8)
	  align = 8;
	at = align_up (at, align);
	*(ret ? &f->rets[i] : &f->params[i]) = (struct param){ v->sym->name, at, size, align };
	if (!ir->entry && v->sym->index < ir->nvars)
	  c->var_offset[v->sym->index] = at;
	if (!ir->entry)
	  f->locals[f->n_locals++] = (struct local){ v->sym->name, at, size, true };
	at += size;
      }
  if (ir->entry)
    {
      f->param_bytes = at;
      at = 0;
    }
  for (uint32_t i = 0; i < ir->nvars; i++)
    {
      const ptx_var *v = ir->vars[i];
      if (c->var_offset[i] != NONE || v->space == PTX_M_SHARED || v->space == PTX_M_REG
	  || v->space == PTX_M_GLOBAL || v->space == PTX_M_CONST)
	continue;
      bool param = false;
      for (uint32_t k = 0; k < ir->sig.nparams; k++)
	param |= ir->sig.params[k] == v;
      if (param)
	continue;
      if (v->space != PTX_M_LOCAL && v->space != PTX_M_PARAM)
	bad (c, "variable %s: its state space is not supported in a function", v->sym->name);
      uint64_t size = ptx_var_size (v), align = ptx_var_align (v);
      if (align < 8)
	align = 8;
      if (size > PX_EMU_MAX_LOCAL || align > 65536)
	bad (c, "variable %s is too large", v->sym->name);
      at = align_up (at, align);
      c->var_offset[i] = at;
      f->locals[f->n_locals++] = (struct local){ v->sym->name, at, size, v->space == PTX_M_PARAM };
      if (v->space == PTX_M_LOCAL)
	f->var_bytes += size;
      at += size;
      if (at > PX_EMU_MAX_LOCAL)
	bad (c, "local memory exceeds %d bytes", PX_EMU_MAX_LOCAL);
    }
  /* Room for arguments that calls give as values, see stage_argument.  */
  c->local_bytes = align_up (at, 16);
}

/* Translates the instruction at C->stmt with its guard.  */
static void
translate (struct dec *c)
{
  c->in = &c->stmt->insn;
  c->used = 0;
  c->blocks = false;
  if (c->weight < 255)
    c->weight++;
  uint32_t guard = NONE;
  size_t first = c->n_ops;
  bool is_branch = c->in->op == PTX_OP_BRA;
  if (c->in->guard >= 0 && !is_branch)
    {
      guard = vreg_of (c, c->in->guard, 0);
      struct op *o = emit (c, NONE, guard, NONE, NONE, OPC_guard);
      o->flags = c->in->guard_not;
      o->ck = CK_GUARD;
      /* Its weight is the guarded op's.  */
      c->weight = c->ops[first].weight;
      c->ops[first].weight = 0;
    }
  decode_op (c);
  check_used (c);
  mark (c, first);
  for (size_t i = first; i < c->n_ops; i++)
    c->meta[i].blocks = c->blocks;
  if (guard == NONE)
    return;
  if (c->n_ops == first + 2 && !c->blocks && c->meta[first + 1].flow == FLOW_NEXT)
    {
      c->meta[first + 1].partial = true;
      return;
    }
  if (c->n_ops == first + 1)
    {
      c->n_ops = first;
      return;
    }
  /* A branch around instead.  */
  uint32_t over = new_label (c);
  struct op *o = &c->ops[first];
  set_code (o, OPC_bra_cond_fwd);
  o->ck = CK_NONE;
  o->flags = !c->in->guard_not;
  c->meta[first].flow = FLOW_COND;
  c->meta[first].label = over;
  here (c, over);
}

static void
patch (struct dec *c)
{
  for (struct branch_table *t = c->f->tables; t; t = t->next)
    for (uint32_t k = 0; k < t->n; k++)
      {
	t->target[k] = c->labels[t->target[k]];
	if (t->target[k] == NONE)
	  bad (c, "a branch goes nowhere");
      }
  for (size_t i = 0; i < c->n_ops; i++)
    {
      struct op *o = &c->ops[i];
      struct meta *m = &c->meta[i];
      o->run = o->fn;
      for (int k = 0; k < m->n_refs; k++)
	{
	  uint32_t slot = c->v[m->refs[k].vreg].slot;
	  switch (m->refs[k].field)
	    {
	    case 'd': o->d = slot; break;
	    case 'a': o->a = slot; break;
	    case 'b': o->b = slot; break;
	    case 'c': o->c = slot; break;
	    case 'e': o->e = slot; break;
	    case 'f': o->f = slot; break;
	    default: o->g = slot; break;
	    }
	}
      for (int k = 0; o->ck != CK_WGMMA && k < m->n_refs; k++)
	if (c->v[m->refs[k].vreg].pinned)
	  o->ck_pinned |= 1u << (m->refs[k].field - 'a');
      if (o->ck_pinned && o->ck == CK_NONE)
	o->ck = CK_PINNED;
      if (m->n_list)
	{
	  struct slots *t = malloc (sizeof *t + m->n_list * sizeof t->at[0]);
	  if (!t)
	    out_of_memory (c);
	  t->next = c->f->slots;
	  c->f->slots = t;
	  t->n = m->n_list;
	  for (uint32_t k = 0; k < t->n; k++)
	    t->at[k] = c->v[c->list[m->list + k].vreg].slot;
	  o->slots = t;
	}
      if (m->label != NONE && m->flow != FLOW_TABLE)
	{
	  if (c->labels[m->label] == NONE)
	    bad (c, "a branch goes nowhere");
	  o->to = c->ops + c->labels[m->label];
	}
    }
}

/* The frame's local memory with that of all callees; 0 if unbounded.  */
static uint32_t
stack_need (px_emu_func *f, uint8_t *on_path, int depth)
{
  if (f->indirect || f->allocates || on_path[f->index] || depth > 64)
    return 0;
  on_path[f->index] = 1;
  uint32_t most = 0;
  for (size_t i = 0; i < f->n_callees; i++)
    {
      uint32_t n = stack_need (f->callees[i], on_path, depth + 1);
      if (!n)
	{
	  on_path[f->index] = 0;
	  return 0;
	}
      if (n > most)
	most = n;
    }
  on_path[f->index] = 0;
  return f->local_bytes + 16 + most;
}

static void
free_dec (struct dec *c)
{
  free (c->reg);
  free (c->swaps);
  free (c->moved);
  free (c->computed);
  free (c->var_offset);
  free (c->v);
  free (c->inits);
  free (c->meta);
  free (c->list);
  free (c->labels);
}

/* The place that .loc S is for: line 0 is for what comes of several, and is then the place
   of what follows in the block, if that has one.  */
static const ptx_loc *
place_at (const ptx_stmt *s)
{
  for (const ptx_stmt *t = s; t && t->kind != PTX_ST_LABEL; t = t->next)
    if (t->kind == PTX_ST_LOC && t->loc->line)
      return t->loc;
  return s->loc;
}

/* The tables of registers, labels and places.  Counts how often registers are set.  */
static void
make_tables (struct dec *c)
{
  if (!find_swaps (c))
    out_of_memory (c);
  c->reg = malloc ((c->ir->nregs + 1) * sizeof *c->reg);
  c->labels = malloc ((c->ir->nlabels + 64) * sizeof *c->labels);
  if (!c->reg || !c->labels)
    out_of_memory (c);
  c->n_labels = c->ir->nlabels;
  c->cap_labels = c->ir->nlabels + 64;
  for (uint32_t i = 0; i < c->ir->nlabels; i++)
    c->labels[i] = NONE;
  for (uint32_t i = 0; i < c->ir->nregs; i++)
    c->reg[i].vreg = NONE, c->reg[i].defs = 0;
  uint32_t n_src = 1; /* with the end */
  for (const ptx_stmt *s = c->ir->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN)
      {
	n_src++;
	if (s->insn.nopnds > 0)
	  count_defs (c, &s->insn.opnds[0]);
	/* Results of a call and of what writes two operands.  */
	for (int k = 1; k < s->insn.nopnds; k++)
	  if (s->insn.opnds[k].kind == PTX_O_LIST || s->insn.opnds[k].kind == PTX_O_PAIR)
	    count_defs (c, &s->insn.opnds[k]);
      }
  for (uint32_t i = 0; i < c->ir->sig.nparams; i++)
    if (c->ir->sig.params[i]->reg >= 0)
      c->reg[c->ir->sig.params[i]->reg].defs += 2;
  free (c->f->src);
  c->f->src = calloc (n_src, sizeof *c->f->src);
  if (!c->f->src)
    out_of_memory (c);
}

/* Parameters in registers come from the frame.  */
static void
fetch_parameters (struct dec *c)
{
  for (uint32_t i = 0; i < c->ir->sig.nparams; i++)
    {
      const ptx_var *v = c->ir->sig.params[i];
      if (v->reg < 0)
	continue;
      if (ptx_bits (v->type) < 8 || ptx_bits (v->type) > 64)
	bad (c, "parameter %s: its type is not supported", v->sym->name);
      frame_regs (c, v->reg, ptx_bits (v->type), c->f->params[i].offset, false);
    }
}

static void
translate_statements (struct dec *c)
{
  px_emu_func *f = c->f;
  const ptx_loc *loc = NULL;
  for (const ptx_stmt *s = c->ir->first; s; s = s->next)
    {
      c->stmt = s;
      if (s->kind == PTX_ST_LOC)
	loc = place_at (s);
      else if (s->kind == PTX_ST_LABEL)
	{
	  if (s->label >= c->ir->nlabels)
	    bad (c, "label out of range");
	  c->src = f->n_src; /* what follows it */
	  here (c, s->label);
	}
      else if (s->kind == PTX_ST_INSN)
	{
	  c->src = f->n_src;
	  f->src[f->n_src++] = (struct source){ s, loc };
	  translate (c);
	}
    }
  c->stmt = NULL;
  /* Running off the end returns.  */
  c->src = f->n_src;
  f->src[f->n_src++] = (struct source){ c->ir->last, loc };
  emit (c, NONE, NONE, NONE, NONE, c->ir->entry ? OPC_exit : OPC_ret);
  flow (c, FLOW_END, NONE);
}

/* What fills registers before the first op.  That of each block comes first.  */
static void
order_inits (struct dec *c)
{
  px_emu_func *f = c->f;
  f->inits = calloc (c->n_inits + 1, sizeof *f->inits);
  if (!f->inits)
    out_of_memory (c);
  f->n_inits = f->n_block_inits = 0;
  for (int pass = 1; pass >= 0; pass--)
    for (size_t i = 0; i < c->n_inits; i++)
      if (c->inits[i].in.per_block == pass && c->v[c->inits[i].vreg].slot != NONE)
	{
	  f->inits[f->n_inits] = c->inits[i].in;
	  f->inits[f->n_inits++].slot = c->v[c->inits[i].vreg].slot;
	  f->n_block_inits += pass;
	}
}

/* Leaves the vregs to what will compile the function, if a tool wants that.  */
static void
keep_plan (struct dec *c)
{
  bool planned = false;
  EACH_TOOL (t, c->f->mod->emu)
  planned = planned || (t->wants_plan && t->wants_plan ());
  if (!planned || !(c->f->plan = malloc (sizeof *c->f->plan)))
    return;
  *c->f->plan = (struct plan){
    .v = c->v, .n_v = c->n_v, .inits = c->inits, .meta = c->meta, .list = c->list
  };
  c->v = NULL, c->inits = NULL, c->meta = NULL, c->list = NULL;
}

static bool
decode_function (px_emu_func *f, px_emu_error *err)
{
  struct dec dec = { .f = f, .ir = f->ir, .err = err, .carry = NONE }, *volatile cv = &dec;
  struct dec *c = cv;
  const px_emu *emu = f->mod->emu;
  if (setjmp (c->jump))
    {
      free (cv->ops);
      free_dec (cv);
      return false;
    }
  make_tables (c);
  layout_frame (c);
  fetch_parameters (c);
  translate_statements (c);
  EACH_TOOL (t, emu)
  if (t->decoded && !t->decoded (c))
    out_of_memory (c);
  if (!assign_slots (c))
    out_of_memory (c);
  patch (c);
  EACH_TOOL (t, emu)
  if (t->placed && !t->placed (c))
    out_of_memory (c);
  order_inits (c);
  f->ops = c->ops;
  f->n_ops = c->n_ops;
  mma_rows (f);
  f->frame_bytes = c->frame_bytes;
  f->local_bytes = c->local_bytes;
  keep_plan (c);
  free_dec (c);
  return true;
}

/* Makes F ready to run.  The module's lock is recursive in effect: callees are
   decoded by the call that holds it.  */
static bool
decode_locked (px_emu_func *f, px_emu_error *err)
{
  if (f->state == F_READY || f->state == F_DECODING)
    return true;
  if (f->state == F_BAD)
    {
      if (err)
	*err = *f->error;
      return false;
    }
  f->error = calloc (1, sizeof *f->error);
  if (!f->error)
    {
      err_set (err, PX_EMU_NO_MEMORY, "no memory to decode '%s'", f->name);
      return false;
    }
  f->state = F_DECODING;
  bool ok = decode_function (f, f->error);
  for (size_t i = 0; ok && i < f->n_callees; i++)
    if (!decode_locked (f->callees[i], f->error))
      ok = false;
  if (ok && f->indirect)
    for (size_t i = 0; i < f->mod->n_funcs; i++)
      if (!f->mod->funcs[i]->ir->entry)
	decode_locked (f->mod->funcs[i], NULL);
  f->state = ok ? F_READY : F_BAD;
  if (!ok && err)
    *err = *f->error;
  return ok;
}

bool
decode (px_emu_func *f, px_emu_error *err)
{
  if (__atomic_load_n (&f->ready, __ATOMIC_ACQUIRE))
    return true;
  pthread_mutex_lock (&f->mod->lock);
  bool ok = decode_locked (f, err);
  if (ok && !f->ready)
    {
      uint8_t *path = calloc (1, f->mod->n_funcs);
      if (path)
	f->stack_bytes = stack_need (f, path, 0);
      free (path);
      __atomic_store_n (&f->ready, true, __ATOMIC_RELEASE);
    }
  pthread_mutex_unlock (&f->mod->lock);
  return ok;
}
