/* SPDX-License-Identifier: MIT */
/* Variables that device code only reads, in constant memory.

   An instruction takes an operand from there without a load, and a load of one address by a whole
   warp is one access of a cache of its own.  A variable moves from .global to .const if only
   plain loads and cvta.global name it.  ptx_infer_spaces follows the address from there, and a
   generic address of constant memory is read as any other (6.4.1.1).  The host
   finds a variable of .const by its name as one of .global.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

/* Bytes of .const in a module (5.1.3).  */
enum
{
  MOST_BYTES = 65536
};

typedef struct names
{
  ptx_module *m;
  uint32_t *all, *good; /* by symbol: what names it, and of that what may */
} names;

static void
count_use (void *closure, ptx_sym *s)
{
  names *w = closure;
  if (!s->local)
    w->all[s->index]++;
}

/* The symbol that i may name when it is in constant memory, or 0.  */
static ptx_sym *
may_name (const ptx_insn *i)
{
  if (i->nopnds != 2 || i->opnds[0].kind == PTX_O_SYM)
    return 0;
  const ptx_opnd *o = &i->opnds[1];
  if (i->op == PTX_OP_CVTA && ptx_space (i) == PTX_M_GLOBAL && o->kind == PTX_O_SYM)
    return o->sym;
  if (i->op != PTX_OP_LD || o->kind != PTX_O_ADDR || o->base != PTX_O_SYM)
    return 0;
  for (unsigned k = 0; k < i->nmods; k++)
    {
      ptx_class c = ptx_mod_class (i->mods[k]);
      if (c != PTX_C_TYPE && c != PTX_C_VEC && i->mods[k] != PTX_M_GLOBAL)
	return 0;
    }
  return o->sym;
}

static void
count_text (names *w, const char *text)
{
  for (uint32_t k = 0; k < w->m->nsyms; k++)
    if (ptx_has_word (text, w->m->syms[k]->name))
      w->all[k]++;
}

static void
count_item (names *w, const ptx_item *it)
{
  ptx_visit_syms (it, count_use, w);
  if (it->kind == PTX_I_TEXT)
    count_text (w, it->text);
  if (it->kind != PTX_I_FUNC)
    return;
  for (const ptx_stmt *s = it->func->first; s; s = s->next)
    if (s->kind == PTX_ST_TEXT)
      count_text (w, s->text);
    else if (s->kind == PTX_ST_INSN)
      {
	const ptx_sym *y = may_name (&s->insn);
	if (y && !y->local)
	  w->good[y->index]++;
      }
}

/* What names the symbols that move says .const.  */
static void
rename_space (ptx_module *m, ptx_insn *i, const bool *moves)
{
  const ptx_sym *s = may_name (i);
  if (!s || s->local || !moves[s->index])
    return;
  ptx_mod mods[256];
  for (unsigned k = 0; k < i->nmods; k++)
    mods[k] = i->mods[k] == PTX_M_GLOBAL ? PTX_M_CONST : i->mods[k];
  ptx_replace_mods (m, i, mods, i->nmods);
}

bool
ptx_move_constants (ptx_module *m, const char *const *name, unsigned n)
{
  names w = { m, calloc (m->nsyms + 1, sizeof *w.all), calloc (m->nsyms + 1, sizeof *w.good) };
  bool *moves = calloc (m->nsyms + 1, sizeof *moves);
  uint64_t used = 0;
  if (!w.all || !w.good || !moves)
    ptx_oom ();
  for (ptx_item *it = m->first; it; it = it->next)
    {
      count_item (&w, it);
      if (it->kind == PTX_I_VAR && it->var->space == PTX_M_CONST)
	used += ptx_var_size (it->var) + ptx_var_align (it->var);
    }
  for (unsigned k = 0; k < n; k++)
    {
      ptx_sym *s = ptx_lookup (m, name[k]);
      ptx_var *v = s && s->kind == PTX_S_VAR ? s->var : 0;
      if (!v || v->space != PTX_M_GLOBAL || v->managed || v->attribute
	  || (v->linkage != PTX_L_NONE && v->linkage != PTX_L_VISIBLE) || !ptx_var_size (v)
	  || w.all[s->index] != w.good[s->index])
	continue;
      uint64_t bytes = ptx_var_size (v) + ptx_var_align (v);
      if (used + bytes > MOST_BYTES)
	continue;
      used += bytes;
      moves[s->index] = true;
    }
  for (ptx_item *it = m->first; it; it = it->next)
    if (it->kind == PTX_I_VAR && moves[it->var->sym->index])
      it->var->space = PTX_M_CONST;
    else if (it->kind == PTX_I_FUNC)
      for (ptx_stmt *s = it->func->first; s; s = s->next)
	if (s->kind == PTX_ST_INSN)
	  rename_space (m, &s->insn, moves);
  free (w.all);
  free (w.good);
  free (moves);
  return true;
}
