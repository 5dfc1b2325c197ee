/* SPDX-License-Identifier: MIT */
/* Declares everything before it is used.

   The resulting order: .file and .pragma; declarations of functions that are used before
   their definition or are not defined; variables, each after those that its
   initialiser names; definitions of functions; .alias; text that px does not interpret.
   Declarations of defined symbols are made anew, so they agree with the
   definition.  Of variables whose initialisers name each other one must be
   visible: it is declared .extern first.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

enum
{
  UNSEEN,
  OPEN,
  DECLARED,
  DONE,
  MAX_DEPTH = 10000
};

typedef struct order
{
  ptx_module *m;
  ptx_item *old;      /* items that are not moved yet */
  ptx_item **item_of; /* by symbol: the item that defines it, else one that declares it  */
  uint8_t *state;     /* by symbol  */
  bool *wanted;	      /* by symbol: used before its definition  */
  unsigned depth;     /* recursion depth of place */
  bool ok;
} order;

static void
move_item (order *o, ptx_item *i)
{
  *(i->prev ? &i->prev->next : &o->old) = i->next;
  if (i->next)
    i->next->prev = i->prev;
  ptx_item_before (o->m, 0, i);
}

static ptx_item *
fresh_declaration (order *o, int kind)
{
  ptx_item *i = ptx_alloc (o->m, sizeof *i);
  i->kind = kind;
  ptx_item_before (o->m, 0, i);
  return i;
}

static void place_var (order *, ptx_sym *);

static void
place_first (void *closure, ptx_sym *sym)
{
  order *o = closure;
  if (sym->kind == PTX_S_VAR)
    place_var (o, sym);
}

/* Append the variable sym after all variables that it names.  */
static void
place_var (order *o, ptx_sym *sym)
{
  ptx_item *i = o->item_of[sym->index];
  if (!i || o->state[sym->index] == DONE)
    return;
  if (o->state[sym->index] == DECLARED)
    return;
  if (o->depth == MAX_DEPTH)
    {
      ptx_error (o->m, i->pos, "initialisers name each other too deeply");
      o->ok = false;
      return;
    }
  if (o->state[sym->index] == OPEN)
    {
      ptx_var *v = ptx_alloc (o->m, sizeof *v);
      if (i->var->linkage != PTX_L_VISIBLE && i->var->linkage != PTX_L_WEAK)
	{
	  ptx_error (o->m, i->pos,
		     "initialiser of '%s' names itself through others, "
		     "and it is not visible",
		     sym->name);
	  o->ok = false;
	  o->state[sym->index] = DECLARED;
	  return;
	}
      *v = *i->var;
      v->linkage = PTX_L_EXTERN;
      v->has_init = false;
      v->init = (ptx_opnd){ 0 };
      fresh_declaration (o, PTX_I_VAR)->var = v;
      o->state[sym->index] = DECLARED;
      return;
    }
  o->state[sym->index] = OPEN;
  o->depth++;
  ptx_visit_syms (i, place_first, o);
  o->depth--;
  o->state[sym->index] = DONE;
  move_item (o, i);
}

static void
use (void *closure, ptx_sym *sym)
{
  order *o = closure;
  if (sym->kind == PTX_S_FUNC && o->state[sym->index] != DONE)
    o->wanted[sym->index] = true;
}

bool
ptx_fix_order (ptx_module *m)
{
  order o = { .m = m, .old = m->first, .ok = true };
  o.item_of = calloc (m->nsyms + 1, sizeof *o.item_of);
  o.state = calloc (m->nsyms + 1, sizeof *o.state);
  o.wanted = calloc (m->nsyms + 1, sizeof *o.wanted);
  if (!o.item_of || !o.state || !o.wanted)
    ptx_oom ();
  m->first = m->last = 0;
  for (ptx_item *i = o.old; i; i = i->next)
    if (i->kind == PTX_I_VAR)
      {
	ptx_item **at = &o.item_of[i->var->sym->index];
	if (!*at || i->var == i->var->sym->var)
	  *at = i;
      }
    else if (i->kind == PTX_I_FUNC)
      {
	ptx_item **at = &o.item_of[i->func->sym->index];
	if (!*at || i->func == i->func->sym->func)
	  *at = i;
      }

  /* Find the functions that are used before their definition.  */
  for (ptx_item *i = o.old; i; i = i->next)
    if (i->kind == PTX_I_VAR)
      ptx_visit_syms (i, use, &o);
  for (ptx_item *i = o.old; i; i = i->next)
    if (i->kind == PTX_I_FUNC && i->func->defined)
      {
	ptx_visit_syms (i, use, &o);
	o.state[i->func->sym->index] = DONE;
      }

  for (ptx_item *i = o.old, *next; i; i = next)
    {
      next = i->next;
      if (i->kind == PTX_I_FILE || i->kind == PTX_I_PRAGMA)
	move_item (&o, i);
    }
  for (ptx_item *i = o.old, *next; i; i = next)
    {
      next = i->next;
      if (i->kind != PTX_I_FUNC)
	continue;
      ptx_func *f = i->func;
      if (!f->sym->func->defined && o.item_of[f->sym->index] == i)
	move_item (&o, i);
      else if (f->defined && o.wanted[f->sym->index] && !f->entry)
	{
	  ptx_func *d = ptx_alloc (m, sizeof *d);
	  d->module = m;
	  d->sym = f->sym;
	  d->linkage = f->linkage;
	  d->attribute = f->attribute;
	  d->sig = f->sig;
	  d->dirs = ptx_alloc (m, f->ndirs * sizeof *d->dirs);
	  for (uint32_t k = 0; k < f->ndirs; k++)
	    if (f->dirs[k].kind == PTX_D_NORETURN)
	      d->dirs[d->ndirs++] = f->dirs[k];
	  fresh_declaration (&o, PTX_I_FUNC)->func = d;
	}
    }
  memset (o.state, UNSEEN, m->nsyms);
  ptx_sym **vars = 0;
  uint32_t nvars = 0, cap = 0;
  for (ptx_item *i = o.old; i; i = i->next)
    if (i->kind == PTX_I_VAR && o.item_of[i->var->sym->index] == i)
      {
	vars = ptx_grow (vars, nvars, &cap, sizeof *vars);
	vars[nvars++] = i->var->sym;
      }
  for (uint32_t k = 0; k < nvars; k++)
    place_var (&o, vars[k]);
  free (vars);
  for (int pass = 0; pass < 3; pass++)
    for (ptx_item *i = o.old, *next; i; i = next)
      {
	next = i->next;
	if (pass == 0	? i->kind == PTX_I_FUNC && i->func->defined
	    : pass == 1 ? i->kind == PTX_I_ALIAS
			: i->kind == PTX_I_TEXT)
	  move_item (&o, i);
      }
  free (o.item_of);
  free (o.state);
  free (o.wanted);
  return o.ok;
}
