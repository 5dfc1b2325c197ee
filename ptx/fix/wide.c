/* SPDX-License-Identifier: MIT */
/* Multiplies a 32-bit index by a power of two in one instruction.

       cvt.s64.s32 t, x;  …  shl.b64 d, t, k;     (.u64.u32 likewise)

   in one basic block, where neither t nor x is written in between and k < 31, becomes
   mul.wide.s32 d, x, 2^k in place of the shl.  This is done only if every use of d is an
   addition whose result does not address shared memory, since ptxas would lose the
   alignment of the address there.  The cvt stays; it may be dead.

   A load of 32 bits into a register of 64 that is shifted loads into a register of 32 bits
   first, and a cvt follows it (9.4.1: such a load extends what it loads as its type says).  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

typedef struct use_ctx
{
  uint8_t *good; /* by register: all its uses are additions that may be widened */
  bool ok_here;
} use_ctx;

static void
note_wide_use (void *closure, ptx_opnd *o, bool written)
{
  use_ctx *c = closure;
  if (!written && !c->ok_here)
    c->good[o->reg] = 0;
}

/* The last cvt from 32 bits into a register in this block: its source and its position.  */
typedef struct origin
{
  uint32_t source;
  uint32_t at; /* 0: none in this block  */
  bool is_signed;
} origin;

typedef struct write_ctx
{
  uint32_t *written, now;
} write_ctx;

static void
note_write (void *closure, ptx_opnd *o, bool written)
{
  write_ctx *c = closure;
  if (written)
    c->written[o->reg] = c->now;
}

static bool
plain_reg (const ptx_insn *i, unsigned k)
{
  return k < i->nopnds && ptx_whole_reg (&i->opnds[k]);
}

/* True if I loads a number of 32 bits into a register of 64 and extends it.  */
static bool
extending_load (const ptx_func *f, const ptx_insn *i)
{
  return i->op == PTX_OP_LD && i->guard < 0 && i->nopnds == 2 && ptx_vec (i) == 1
	 && plain_reg (i, 0) && ptx_bits (f->regs[i->opnds[0].reg].type) == 64
	 && (ptx_type (i, 0) == PTX_S32 || ptx_type (i, 0) == PTX_U32);
}

static void
split_loads (ptx_func *f)
{
  uint8_t *shifted = calloc (f->nregs + 1, 1);
  if (!shifted)
    ptx_oom ();
  for (ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN && s->insn.op == PTX_OP_SHL && plain_reg (&s->insn, 1)
	&& s->insn.nopnds == 3 && s->insn.opnds[2].kind == PTX_O_IMM)
      shifted[s->insn.opnds[1].reg] = 1;
  for (ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN && extending_load (f, &s->insn) && shifted[s->insn.opnds[0].reg])
      {
	bool is_signed = ptx_type (&s->insn, 0) == PTX_S32;
	ptx_opnd loaded = ptx_reg_opnd (ptx_new_reg (f, PTX_B32, "%px_ld"));
	ptx_opnd opnds[] = { s->insn.opnds[0], loaded };
	ptx_stmt *c = ptx_new_insn (f->module, is_signed ? "cvt.s64.s32" : "cvt.u64.u32", opnds, 2);
	c->pos = s->pos;
	s->insn.opnds[0] = loaded;
	ptx_insert_after (f, s, c);
	s = c;
      }
  free (shifted);
}

bool
ptx_use_wide (ptx_func *f, const ptx_pointer_param *pointers, unsigned n)
{
  if (!f->defined || f->module->address_size == 32)
    return true;
  split_loads (f);
  uint8_t *tag = ptx_space_tags (f, pointers, n);
  uint8_t *good = malloc (f->nregs + 1);
  uint32_t *written = calloc (f->nregs + 1, sizeof *written);
  origin *origins = calloc (f->nregs + 1, sizeof *origins);
  if (!good || !written || !origins)
    ptx_oom ();
  memset (good, 1, f->nregs + 1);
  use_ctx uses = { good, false };
  for (ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN)
      {
	ptx_insn *i = &s->insn;
	uses.ok_here
	  = i->op == PTX_OP_ADD && plain_reg (i, 0) && tag[i->opnds[0].reg] != PTX_TAG_SHARED;
	ptx_visit_regs (i, note_wide_use, &uses);
      }

  write_ctx w = { written, 0 };
  uint32_t block = 0; /* position of the block's start */
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      w.now++;
      if (s->kind == PTX_ST_LABEL)
	block = w.now;
      if (s->kind != PTX_ST_INSN)
	continue;
      ptx_insn *i = &s->insn;
      if (i->op == PTX_OP_SHL && i->nopnds == 3 && i->guard < 0 && plain_reg (i, 0)
	  && plain_reg (i, 1) && i->opnds[2].kind == PTX_O_IMM && i->opnds[2].u < 31
	  && ptx_type (i, 0) == PTX_B64 && good[i->opnds[0].reg])
	{
	  origin *o = &origins[i->opnds[1].reg];
	  if (o->at > block && written[i->opnds[1].reg] == o->at && written[o->source] < o->at)
	    {
	      const ptx_mod mods[] = { PTX_M_WIDE, o->is_signed ? PTX_S32 : PTX_U32 };
	      i->op = PTX_OP_MUL;
	      i->opnds[1].reg = o->source;
	      i->opnds[2] = ptx_imm_opnd ((int64_t) 1 << i->opnds[2].u);
	      ptx_replace_mods (f->module, i, mods, 2);
	    }
	}
      ptx_visit_regs (i, note_write, &w);
      if (i->op == PTX_OP_CVT && i->nopnds == 2 && i->guard < 0 && i->nmods == 2 && plain_reg (i, 0)
	  && plain_reg (i, 1)
	  && ((i->mods[0] == PTX_S64 && i->mods[1] == PTX_S32)
	      || (i->mods[0] == PTX_U64 && i->mods[1] == PTX_U32))
	  && ptx_bits (f->regs[i->opnds[0].reg].type) == 64
	  && ptx_bits (f->regs[i->opnds[1].reg].type) == 32)
	origins[i->opnds[0].reg] = (origin){ i->opnds[1].reg, w.now, i->mods[1] == PTX_S32 };
      if (ptx_opinfos ()[i->op].flags & PTX_CONTROL && i->op != PTX_OP_CALL)
	block = w.now;
    }
  free (tag);
  free (good);
  free (written);
  free (origins);
  return true;
}
