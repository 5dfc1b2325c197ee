/* SPDX-License-Identifier: MIT */
/* A loop that is entered in its middle has no branch for that:

       @p bra E;                                 @!p bra F;
       bra F;                                  E:
     A:                                          mov.f32 x, 0f00000000;
       …                                         bra L;
       @q bra F;                               A:
       bra L;                                    …
     E:                                          @q bra F;
       mov.f32 x, 0f00000000;                  L:
     L:                                          …
       …                                         @r bra A;
       @r bra A;                               F:
     F:

   GCC puts what enters the loop right before the test that it enters at, so that each turn branches around
   it.  It moves to where nothing falls through, outside the loop, and branches to the test, once.

   The branch of the turn leads back: its target dominates it.  What is moved does not, so that it is not
   part of the loop.  Then a branch around a branch is one of the opposite condition.  */
#include "ptx/ptx-int.h"

/* True if only code is from S on to the label TARGET, which follows.  */
static bool
is_code (const ptx_stmt *s, const ptx_stmt *target)
{
  for (; s && s != target; s = s->next)
    if (s->kind != PTX_ST_INSN && s->kind != PTX_ST_LABEL && s->kind != PTX_ST_LOC)
      return false;
  return s;
}

/* The number of the block that S is in.  */
static uint32_t
block_with (const ptx_func *f, const ptx_stmt *s)
{
  uint32_t n = 0;
  for (const ptx_stmt *t = f->first; t; t = t->next)
    {
      n += ptx_begins_block (t);
      if (t == s)
	break;
    }
  return n - 1;
}

/* The last statement before S, outside the loop of block HEAD, from which nothing falls through; 0: there is not
   one, or S is in a scope of its own.  */
static ptx_stmt *
place_outside (const ptx_func *f, const ptx_flow *w, const ptx_stmt *s, uint32_t head)
{
  ptx_stmt *found = 0;
  uint32_t depth = 0, block = UINT32_MAX;
  for (ptx_stmt *t = f->first; t != s; t = t->next)
    {
      block += ptx_begins_block (t);
      depth += t->kind == PTX_ST_OPEN;
      depth -= t->kind == PTX_ST_CLOSE;
      if (!depth && ptx_ends_way (t) && !ptx_dominates (w, head, block))
	found = t;
    }
  return depth ? 0 : found;
}

/* True if S, a branch back to a label that follows it, is gone.  */
static bool
move_entry (ptx_func *f, const ptx_flow *w, ptx_stmt *s)
{
  const ptx_insn *branch = ptx_branch_of (s);
  uint32_t label = branch->opnds[0].reg;
  ptx_stmt *target = f->labels[label].stmt, *entry = s->next, *last = target->prev;
  if (entry == target || !is_code (entry, target))
    return false;
  uint32_t head = ptx_block_of_label (w, label), from = block_with (f, s);
  if (!ptx_dominates (w, head, from))
    return false;
  for (uint32_t b = from + 1; b < head; b++)
    if (ptx_dominates (w, head, b))
      return false;
  ptx_stmt *place = place_outside (f, w, s, head);
  if (!place)
    return false;
  bool falls = !ptx_ends_way (last);
  for (ptx_stmt *t = entry, *next; t != target; t = next)
    {
      next = t->next;
      ptx_remove (f, t);
      ptx_insert_after (f, place, t);
      place = t;
    }
  ptx_remove (f, s);
  if (falls)
    ptx_insert_after (f, place, s);
  return true;
}

/* Makes one of S, a branch around the next statement, and that one, which is a branch, too.  */
static void
turn_around (ptx_func *f, ptx_stmt *s)
{
  const ptx_insn *over = ptx_branch_of (s);
  ptx_stmt *next = ptx_code_from (s->next),
	   *l = next && ptx_branch_of (next) ? ptx_code_from (next->next) : 0;
  if (!over || over->guard < 0 || !l || next->insn.guard >= 0)
    return;
  for (; l && l->kind == PTX_ST_LABEL; l = ptx_code_from (l->next))
    if (l->label == over->opnds[0].reg)
      {
	s->insn.opnds[0] = next->insn.opnds[0];
	s->insn.guard_not = !s->insn.guard_not;
	ptx_remove (f, next);
	return;
      }
}

bool
ptx_fix_layout (ptx_func *f)
{
  /* Each move makes one branch fewer that leads back.  */
  for (bool moved = true; moved;)
    {
      moved = false;
      ptx_flow *w = ptx_flow_of (f);
      for (ptx_stmt *s = f->first; s && !moved; s = s->next)
	moved = s->kind == PTX_ST_INSN && s->insn.guard < 0 && ptx_branch_of (s)
		&& move_entry (f, w, s);
      ptx_flow_free (w);
    }
  for (ptx_stmt *s = f->first; s; s = s->next)
    turn_around (f, s);
  return true;
}
