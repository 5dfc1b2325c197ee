/* SPDX-License-Identifier: MIT */
/* Names: finds the meaning of a name in the current scope.

   A declaration binds its name in the innermost scope and saves the binding that it hides, which
   closing the scope restores.  Labels and symbols may be defined after
   their uses: those uses wait in r->pending until a scope or the function ends.  Then the
   operands of the IR are resolved.  */
#include "ptx/read/read.h"

void
ptx_rd_hide (rd *r, ptx_name *n, int which)
{
  r->hidden = ptx_grow (r->hidden, r->nhidden, &r->hidden_cap, sizeof *r->hidden);
  hidden *h = &r->hidden[r->nhidden++];
  *h = (hidden){ .name = n, .which = which };
  if (which == H_BIND)
    h->old = n->bind;
  else if (which == H_RANGE)
    h->old = n->range;
  else
    {
      h->label = n->label;
      h->label_depth = n->label_depth;
    }
}

bool
ptx_rd_bind (rd *r, ptx_name *n, int which, int kind, void *what, ptx_pos pos)
{
  ptx_binding *b = which == H_BIND ? &n->bind : &n->range;
  if (b->kind && b->depth == r->depth)
    return ptx_rd_error_name (r, pos, "", n->s, n->len, " is declared twice");
  ptx_rd_hide (r, n, which);
  *b = (ptx_binding){ kind, r->depth, what };
  return true;
}

bool
ptx_rd_open_scope (rd *r, uint32_t *index)
{
  ptx_func *f = r->f;
  if (r->depth >= MAX_SCOPES)
    {
      ptx_rd_error (r, r->pos, "blocks are nested too deeply");
      return false;
    }
  r->scopes = ptx_grow (r->scopes, r->depth, &r->scopes_cap, sizeof *r->scopes);
  f->scopes
    = ptx_arena_grow (r->m->arena, f->scopes, f->nscopes, &f->scopes_cap, sizeof *f->scopes);
  f->scopes[f->nscopes].parent = r->depth ? r->scopes[r->depth - 1].index : 0;
  r->scopes[r->depth++] = (scope){ f->nscopes, r->nhidden, r->npending };
  *index = f->nscopes++;
  return true;
}

void
ptx_rd_close_scope (rd *r)
{
  scope *s = &r->scopes[r->depth - 1];
  uint32_t kept = s->pending;
  for (uint32_t i = s->pending; i < r->npending; i++)
    {
      pending p = r->pending[i];
      ptx_name *n = p.opnd->name_;
      if (n->label && n->label_depth == r->depth)
	{
	  if (p.opnd->off && p.opnd->kind == O_PENDING)
	    ptx_rd_error_name (r, p.pos, "offset from label ", n->s, n->len, "");
	  if (p.opnd->kind == PTX_O_ADDR)
	    ptx_rd_error_name (r, p.pos, "label ", n->s, n->len, " is no address");
	  p.opnd->kind = PTX_O_LABEL;
	  p.opnd->name_ = 0;
	  p.opnd->reg = n->label - 1;
	}
      else
	r->pending[kept++] = p;
    }
  r->npending = kept;
  while (r->nhidden > s->hidden)
    {
      hidden *h = &r->hidden[--r->nhidden];
      if (h->which == H_BIND)
	h->name->bind = h->old;
      else if (h->which == H_RANGE)
	h->name->range = h->old;
      else
	{
	  h->name->label = h->label;
	  h->name->label_depth = h->label_depth;
	}
    }
  r->depth--;
}

/* Report once for each name and statement.  */
static void
blame (rd *r, const pending *p, const char *before, const char *after)
{
  ptx_name *n = p->opnd->name_;
  if (r->blamed != n || r->blamed_pos.line != p->pos.line || r->blamed_pos.col != p->pos.col)
    ptx_rd_error_name (r, p->pos, before, n->s, n->len, after);
  r->blamed = n;
  r->blamed_pos = p->pos;
}

void
ptx_rd_resolve_globals (rd *r)
{
  for (uint32_t i = 0; i < r->npending; i++)
    {
      pending *p = &r->pending[i];
      ptx_name *n = p->opnd->name_;
      if (p->branch)
	{
	  blame (r, p, "label ", " is not defined");
	  continue;
	}
      if (*n->s == '%')
	{
	  blame (r, p, "register ", " is not declared");
	  continue;
	}
      ptx_sym *sym = ptx_sym_get (r->m, n->s);
      if (sym->kind == PTX_S_UNDEF)
	{
	  r->undef = ptx_grow (r->undef, r->nundef, &r->undef_cap, sizeof *r->undef);
	  r->undef[r->nundef].sym = sym;
	  r->undef[r->nundef++].pos = p->pos;
	}
      if (p->opnd->kind == O_PENDING)
	p->opnd->kind = PTX_O_SYM;
      p->opnd->name_ = 0;
      p->opnd->sym = sym;
    }
  r->npending = 0;
}

int64_t
ptx_rd_find_register (rd *r, ptx_name *n)
{
  if (n->bind.kind == PTX_B_REG)
    {
      ptx_regdecl *d = n->bind.what;
      if (d->reg < 0)
	d->reg = ptx_add_reg (r->f, d->name, d->type, d->vec, d);
      return d->reg;
    }
  for (ptx_use **u = &n->uses; *u; u = &(*u)->next)
    if (ptx_name_of ((*u)->decl->name)->range.what == (*u)->decl)
      {
	/* Move it to the front, so that the next use finds it at once.  */
	ptx_use *found = *u;
	*u = found->next;
	found->next = n->uses;
	n->uses = found;
	return found->reg;
      }
  /* Find a range whose prefix is the name without some of the digits at its end.  */
  uint64_t number = 0, ten = 1;
  for (size_t k = n->len; k-- > 1 && IS (n->s[k], C_DIGIT) && n->len - k <= 10;)
    {
      number += ten * (n->s[k] - '0');
      ten *= 10;
      if (n->s[k] == '0' && k + 1 < n->len)
	continue;
      struct ptx_names *t = r->m->names;
      uint32_t h = ptx_hash (n->s, k);
      ptx_name *prefix = t->table[h & (t->size - 1)];
      while (prefix && !(prefix->hash == h && prefix->len == k && !memcmp (prefix->s, n->s, k)))
	prefix = prefix->next;
      if (!prefix || !prefix->range.kind)
	continue;
      ptx_regdecl *d = prefix->range.what;
      if (number >= d->count)
	continue;
      ptx_use *u = ptx_alloc (r->m, sizeof *u);
      u->decl = d;
      u->reg = ptx_add_reg (r->f, n->s, d->type, d->vec, d);
      u->next = n->uses;
      n->uses = u;
      return u->reg;
    }
  return -1;
}
