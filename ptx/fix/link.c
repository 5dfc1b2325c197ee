/* SPDX-License-Identifier: MIT */
/* Links modules.  A module is added as text: printed, and read into the other one.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

static bool
has_linkage (const ptx_sym *s)
{
  return s->kind == PTX_S_FUNC	? s->func->entry || s->func->linkage != PTX_L_NONE
	 : s->kind == PTX_S_VAR ? s->var->linkage != PTX_L_NONE
				: true;
}

/* Rename s, which has no linkage, to a name that neither module has.  */
static void
rename_apart (ptx_module *m, ptx_sym *s, const ptx_module *other)
{
  char text[300];
  for (unsigned k = 1;; k++)
    {
      snprintf (text, sizeof text, "%.250s$%u", s->name, k);
      if (!ptx_lookup (m, text) && !ptx_lookup (other, text))
	break;
    }
  ptx_renaming r = { s->name, text };
  ptx_rename (m, &r, 1);
}

bool
ptx_link (ptx_module *m, const ptx_module *from)
{
  size_t n;
  /* Make a copy of from that can be changed.  */
  char *text = ptx_print (from, &n);
  ptx_module *c = ptx_read (text, n, from->name, m->report, m->closure);
  free (text);
  if (!c)
    {
      m->nerrors++;
      return false;
    }
  for (uint32_t k = 0; k < c->nsyms; k++)
    {
      ptx_sym *mine = ptx_lookup (m, c->syms[k]->name);
      if (!mine)
	continue;
      if (!has_linkage (c->syms[k]))
	rename_apart (c, c->syms[k], m);
      else if (!has_linkage (mine))
	rename_apart (m, mine, c);
    }
  for (ptx_item *i = c->first, *next; i; i = next)
    {
      next = i->next;
      if (i->kind == PTX_I_FILE || i->kind == PTX_I_TEXT)
	ptx_item_remove (c, i);
      else if (i->kind == PTX_I_FUNC)
	for (ptx_stmt *s = i->func->first, *after; s; s = after)
	  {
	    after = s->next;
	    if (s->kind == PTX_ST_LOC)
	      ptx_remove (i->func, s);
	  }
    }
  text = ptx_print (c, &n);
  bool ok = ptx_read_more (m, text, n, ptx_intern (m, from->name, strlen (from->name)));
  free (text);
  ptx_free (c);
  return ok;
}

static bool
missing (const ptx_sym *s)
{
  return (s->kind == PTX_S_FUNC && !s->func->defined)
	 || (s->kind == PTX_S_VAR && s->var->linkage == PTX_L_EXTERN
	     && s->var->space != PTX_M_SHARED);
}

/* Return the member of an archive that defines symbol, or 0.  */
static ptx_module *
open_member (ptx_module *m, ptx_archive *const *archives, unsigned n, const char *symbol)
{
  size_t len;
  const char *name;
  for (unsigned a = 0; a < n; a++)
    {
      const char *text = ptx_archive_find (archives[a], symbol, &len, &name);
      if (!text)
	continue;
      ptx_module *from = ptx_read (text, len, name, m->report, m->closure);
      if (!from)
	m->nerrors++;
      return from;
    }
  return 0;
}

/* Link from, and note the symbols that it exports.  */
static bool
link_member (ptx_module *m, const ptx_module *from, bool **library, uint32_t *n)
{
  if (!ptx_link (m, from))
    return false;
  *library = realloc (*library, m->nsyms + 1);
  if (!*library)
    ptx_oom ();
  memset (*library + *n, 0, m->nsyms - *n);
  *n = m->nsyms;
  for (uint32_t k = 0; k < from->nsyms; k++)
    {
      const ptx_sym *s = from->syms[k];
      if (!missing (s) && has_linkage (s) && (s = ptx_lookup (m, s->name)))
	(*library)[s->index] = true;
    }
  return true;
}

bool
ptx_link_archives (ptx_module *m, ptx_archive *const *archives, unsigned n)
{
  bool *library = 0, ok = true, more = n > 0;
  uint32_t nlibrary = 0;
  while (ok && more)
    {
      bool *live = ptx_live (m, library, nlibrary);
      more = false;
      for (uint32_t k = 0, nlive = m->nsyms; ok && k < nlive; k++)
	{
	  unsigned errors = m->nerrors;
	  ptx_module *from
	    = live[k] && missing (m->syms[k]) ? open_member (m, archives, n, m->syms[k]->name) : 0;
	  if (from)
	    {
	      ok = link_member (m, from, &library, &nlibrary);
	      /* Continue only if the member has defined the symbol; otherwise it would be
		 linked again.  */
	      more |= !missing (m->syms[k]);
	      ptx_free (from);
	    }
	  ok &= m->nerrors == errors;
	}
      free (live);
    }
  for (uint32_t k = 0; k < nlibrary; k++)
    if (library[k] && m->syms[k]->kind == PTX_S_FUNC)
      m->syms[k]->func->linkage = PTX_L_NONE;
    else if (library[k] && m->syms[k]->kind == PTX_S_VAR)
      m->syms[k]->var->linkage = PTX_L_NONE;
  free (library);
  return ok;
}
