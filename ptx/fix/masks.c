/* SPDX-License-Identifier: MIT */
/* Masks of special registers.

   A mask of the plugin states how large a thread's number is (plugin/opt/range.cc): x = tid &
   255 in a block of 256.  GCC makes use of that, and the instruction stays, which changes nothing:
   this pass makes it a move.  GCC shifts first and masks then, (tid >> 4) & 15, so shifts are
   followed.  GCC extends such a number as a signed one here and as an unsigned one there, which
   ptxas takes for two numbers: here all are unsigned.  A special register of these has one value as long as a thread lives, and so has what
   one instruction computes from it alone: where it was read does not matter.  */
#include "base/bits.h"
#include "ptx/ptx-int.h"
#include <stdlib.h>

/* Limits of a launch on every architecture that px supports: threads of a block, blocks of a
   grid in x (CUDA C++ Programming Guide, Technical Specifications per Compute Capability).  */
enum
{
  MOST_THREADS = 1024,
  MOST_BLOCKS = 0x7fffffff
};

/* .reqntid gives the threads in x, .maxntid a product that those of a block do not exceed
   (11.4.2).  */
static uint32_t
threads_in_x (const ptx_func *f)
{
  uint64_t n = MOST_THREADS;
  for (uint32_t k = 0; k < f->ndirs; k++)
    {
      const ptx_dir *d = &f->dirs[k];
      uint64_t most = d->value[0];
      if (d->kind == PTX_D_MAXNTID)
	most = most * d->value[1] * d->value[2];
      else if (d->kind != PTX_D_REQNTID)
	continue;
      if (most && most < n)
	n = most;
    }
  return n;
}

/* The greatest value of a special register, or UINT32_MAX.  */
static uint32_t
greatest (const ptx_func *f, uint32_t reg)
{
  switch (reg)
    {
    case PTX_SR_TID_X: return threads_in_x (f) - 1;
    case PTX_SR_NTID_X: return threads_in_x (f);
    case PTX_SR_CTAID_X: return MOST_BLOCKS - 1;
    case PTX_SR_NCTAID_X: return MOST_BLOCKS;
    default: return UINT32_MAX;
    }
}

static void
count_write (void *closure, ptx_opnd *o, bool written)
{
  uint8_t *writes = closure;
  if (written && writes[o->reg] < 2)
    writes[o->reg]++;
}

/* The bits that o may have, 0: any.  */
static uint32_t
possible_bits (const ptx_func *f, const uint32_t *bits, const ptx_opnd *o)
{
  if (ptx_whole_reg (o))
    return bits[o->reg];
  uint32_t most = o->kind == PTX_O_SREG ? greatest (f, o->reg) : UINT32_MAX;
  return most == UINT32_MAX ? 0 : px_low_bits (most) | 1;
}

/* The bits of what i computes from a number that has no others than OF and one that is not
   negative, 0: any.  */
static uint32_t
computed (const ptx_insn *i, uint32_t of)
{
  uint64_t n = i->opnds[2].u;
  if (i->op == PTX_OP_AND)
    return (of & n) | 1;
  if (n > INT32_MAX || of > INT32_MAX)
    return 0;
  switch (i->op)
    {
    case PTX_OP_SHR: return n < 31 ? of >> n | 1 : 0;
    case PTX_OP_ADD: return i->nmods == 1 && of + n <= INT32_MAX ? px_low_bits (of + n) : 0;
    case PTX_OP_DIV: return n ? px_low_bits (of / n) | 1 : 0;
    case PTX_OP_REM: return n ? px_low_bits (n - 1) | 1 : 0;
    default: return 0;
    }
}

/* i reads a number that is not negative: both ways to extend it are the same, and one of them is
   used throughout.  Divided by another one, it is so as an unsigned one, in fewer instructions.  */
static void
make_unsigned (ptx_module *m, ptx_insn *i)
{
  static const ptx_mod u32 = PTX_U32, cvt[] = { PTX_U64, PTX_U32 },
		       wide[] = { PTX_M_WIDE, PTX_U32 };
  if (i->op == PTX_OP_CVT && i->nopnds == 2 && i->nmods == 2 && i->mods[0] == PTX_S64
      && i->mods[1] == PTX_S32)
    ptx_replace_mods (m, i, cvt, 2);
  else if (i->op == PTX_OP_MUL && i->nopnds == 3 && i->nmods == 2 && i->mods[0] == PTX_M_WIDE
	   && i->mods[1] == PTX_S32 && i->opnds[2].kind == PTX_O_IMM && i->opnds[2].i >= 0
	   && i->opnds[2].i <= INT32_MAX)
    ptx_replace_mods (m, i, wide, 2);
  else if ((i->op == PTX_OP_DIV || i->op == PTX_OP_REM) && i->nopnds == 3 && i->nmods == 1
	   && i->mods[0] == PTX_S32 && i->opnds[2].kind == PTX_O_IMM && i->opnds[2].i > 0
	   && i->opnds[2].i <= INT32_MAX)
    ptx_replace_mods (m, i, &u32, 1);
}

bool
ptx_fix_masks (ptx_func *f)
{
  uint8_t *writes = calloc (f->nregs + 1, 1);
  uint32_t *bits = calloc (f->nregs + 1, sizeof *bits); /* that a register may have; 0: any */
  if (!writes || !bits)
    ptx_oom ();
  for (ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN)
      ptx_visit_regs (&s->insn, count_write, writes);
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      ptx_insn *i = &s->insn;
      if (s->kind != PTX_ST_INSN || i->nopnds < 2 || !ptx_whole_reg (&i->opnds[0]))
	continue;
      uint32_t r = i->opnds[0].reg, of = possible_bits (f, bits, &i->opnds[1]);
      bool number = i->nopnds == 3 && i->opnds[2].kind == PTX_O_IMM;
      if (of && !(of >> 31))
	make_unsigned (f->module, i);
      if (ptx_bits (ptx_type (i, 0)) != 32)
	continue;
      if (of && i->op == PTX_OP_AND && number && !(of & ~i->opnds[2].u))
	{
	  i->op = PTX_OP_MOV;
	  i->nopnds = 2;
	  i->form = 0;
	}
      if (i->guard >= 0 || writes[r] != 1 || !of)
	continue;
      if (i->op == PTX_OP_MOV)
	bits[r] = of;
      else if (number)
	bits[r] = computed (i, of);
    }
  free (writes);
  free (bits);
  return true;
}
