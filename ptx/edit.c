/* SPDX-License-Identifier: MIT */
/* Edits for options and API calls: target, directives, names, linkage, removal of what is
   unused.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

void
ptx_set_target (ptx_module *m, uint16_t isa, uint16_t sm, char feature)
{
  if (isa)
    m->version = isa;
  if (sm)
    {
      m->target.sm = sm;
      m->target.feature = feature;
    }
  if (!m->address_size)
    m->address_size = 64;
}

void
ptx_set_directive (ptx_func *f, ptx_dirkind kind, const uint32_t *value, unsigned n)
{
  ptx_dir d = { .kind = kind, .n = n, .value = { 1, 1, 1 } };
  for (unsigned k = 0; k < n && k < 3; k++)
    d.value[k] = value[k];
  for (uint32_t k = 0; k < f->ndirs; k++)
    if (f->dirs[k].kind == kind)
      {
	f->dirs[k] = d;
	return;
      }
  ptx_dir *dirs = ptx_alloc (f->module, (f->ndirs + 1) * sizeof *dirs);
  if (f->ndirs)
    memcpy (dirs, f->dirs, f->ndirs * sizeof *dirs);
  dirs[f->ndirs++] = d;
  f->dirs = dirs;
}

bool
ptx_rename (ptx_module *m, const ptx_renaming *r, unsigned n)
{
  bool ok = true;
  ptx_sym **syms = calloc (n + 1, sizeof *syms);
  if (!syms)
    ptx_oom ();
  /* Remove all old names before adding the new ones, so that names can be swapped.  */
  for (unsigned k = 0; k < n; k++)
    if ((syms[k] = ptx_lookup (m, r[k].from)))
      ptx_name_of (syms[k]->name)->sym = 0;
  for (unsigned k = 0; k < n; k++)
    {
      if (!syms[k])
	continue;
      ptx_name *to = ptx_intern_name (m, r[k].to, strlen (r[k].to));
      if (to->sym)
	{
	  ptx_error (m, (ptx_pos){ 0 }, "'%s' can not be renamed: '%s' is there already", r[k].from,
		     r[k].to);
	  ptx_name_of (syms[k]->name)->sym = syms[k];
	  ok = false;
	  continue;
	}
      to->sym = syms[k];
      syms[k]->name = to->s;
    }
  free (syms);
  return ok;
}

bool
ptx_set_linkage (ptx_module *m, const char *name, ptx_linkage linkage)
{
  ptx_sym *s = ptx_lookup (m, name);
  bool found = false;
  for (ptx_item *i = m->first; s && i; i = i->next)
    if (i->kind == PTX_I_VAR && i->var->sym == s && i->var->linkage != PTX_L_EXTERN)
      {
	i->var->linkage = linkage;
	found = true;
      }
    else if (i->kind == PTX_I_FUNC && i->func->sym == s && s->func->defined)
      {
	i->func->linkage = linkage;
	found = true;
      }
  return found;
}

typedef struct reach
{
  ptx_module *m;
  bool *live;	  /* by symbol  */
  ptx_item **def; /* by symbol  */
  ptx_sym **todo;
  uint32_t ntodo;
} reach;

static void
mark_live (void *closure, ptx_sym *sym)
{
  reach *w = closure;
  if (w->live[sym->index])
    return;
  w->live[sym->index] = true;
  w->todo[w->ntodo++] = sym;
}

static ptx_sym *
item_defines (const ptx_item *i)
{
  if (i->kind == PTX_I_VAR && i->var->linkage != PTX_L_EXTERN)
    return i->var->sym;
  if (i->kind == PTX_I_FUNC && i->func->defined)
    return i->func->sym;
  if (i->kind == PTX_I_ALIAS)
    return i->alias.alias;
  return 0;
}

static bool
root (const ptx_item *i)
{
  if (i->kind == PTX_I_VAR)
    return i->var->linkage != PTX_L_NONE && i->var->linkage != PTX_L_EXTERN;
  return i->kind == PTX_I_FUNC && i->func->defined
	 && (i->func->entry || i->func->linkage != PTX_L_NONE);
}

bool *
ptx_live (ptx_module *m, const bool *library, uint32_t nlibrary)
{
  reach w = { .m = m };
  w.live = calloc (m->nsyms + 1, sizeof *w.live);
  w.def = calloc (m->nsyms + 1, sizeof *w.def);
  w.todo = calloc (m->nsyms + 1, sizeof *w.todo);
  if (!w.live || !w.def || !w.todo)
    ptx_oom ();
  for (ptx_item *i = m->first; i; i = i->next)
    {
      ptx_sym *s = item_defines (i);
      if (s)
	w.def[s->index] = i;
      if (root (i) && !(s->index < nlibrary && library[s->index]))
	mark_live (&w, s);
      /* Text that px does not interpret may name any symbol, for example in debug information.  */
      if (i->kind == PTX_I_TEXT)
	for (uint32_t k = 0; k < m->nsyms; k++)
	  if (!w.live[k] && ptx_has_word (i->text, m->syms[k]->name))
	    mark_live (&w, m->syms[k]);
    }
  while (w.ntodo)
    {
      ptx_item *i = w.def[w.todo[--w.ntodo]->index];
      if (i)
	ptx_visit_syms (i, mark_live, &w);
    }
  free (w.def);
  free (w.todo);
  return w.live;
}

typedef struct names_sym
{
  ptx_sym *sym;
  bool found;
} names_sym;

static void
is_sym (void *closure, ptx_sym *sym)
{
  names_sym *w = closure;
  w->found |= w->sym == sym;
}

void
ptx_remove_func (ptx_module *m, ptx_func *f)
{
  ptx_sym *sym = f->sym;
  for (ptx_item *i = m->first, *next; i; i = next)
    {
      next = i->next;
      if (i->kind == PTX_I_FUNC && i->func->sym == sym)
	{
	  i->func->defined = false;
	  ptx_item_remove (m, i);
	}
    }
  for (ptx_item *i = m->first; i;)
    {
      names_sym w = { sym, false };
      if (i->kind == PTX_I_FUNC && i->func->defined)
	ptx_visit_syms (i, is_sym, &w);
      if (w.found)
	{
	  ptx_remove_func (m, i->func);
	  i = m->first;
	}
      else
	i = i->next;
    }
}

bool
ptx_drop_unused (ptx_module *m)
{
  bool *live = ptx_live (m, 0, 0);
  for (ptx_item *i = m->first, *next; i; i = next)
    {
      next = i->next;
      ptx_sym *s = i->kind == PTX_I_VAR	    ? i->var->sym
		   : i->kind == PTX_I_FUNC  ? i->func->sym
		   : i->kind == PTX_I_ALIAS ? i->alias.alias
					    : 0;
      if (s && !live[s->index])
	ptx_item_remove (m, i);
    }
  free (live);
  return true;
}
