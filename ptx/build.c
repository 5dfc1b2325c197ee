/* SPDX-License-Identifier: MIT */
/* Functions that make IR, for the reader and the passes.  */
#include "ptx/ptx-int.h"
#include <stdarg.h>
#include <stdlib.h>

ptx_module *
ptx_new (const char *name, ptx_report *report, void *closure)
{
  ptx_module *m = calloc (1, sizeof *m);
  struct ptx_names *names = calloc (1, sizeof *names);
  if (!m || !names)
    ptx_oom ();
  m->arena = ptx_arena_new ();
  m->names = names;
  m->name = ptx_intern (m, name, strlen (name));
  m->report = report;
  m->closure = closure;
  return m;
}

void
ptx_free (ptx_module *m)
{
  if (!m)
    return;
  free (m->names->table);
  free (m->names);
  ptx_arena_free (m->arena);
  free (m);
}

void *
ptx_alloc (ptx_module *m, size_t n)
{
  return ptx_arena_alloc (m->arena, n);
}

void
ptx_error (ptx_module *m, ptx_pos pos, const char *format, ...)
{
  char text[512];
  va_list ap;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  for (char *s = text; *s; s++)
    if ((unsigned char) *s < ' ' || *s == 127)
      *s = '?';
  m->nerrors++;
  ptx_diag d = { PTX_ERROR, m->name, pos.line, pos.col, text };
  if (m->report)
    m->report (m->closure, &d);
}

void
ptx_report_stdio (void *closure, const ptx_diag *d)
{
  static const char *const level[] = { "error", "warning", "note" };
  FILE *f = closure;
  if (d->line)
    fprintf (f, "%s:%u:%u: %s: %s\n", d->file, d->line, d->col, level[d->level], d->text);
  else
    fprintf (f, "%s: %s: %s\n", d->file, level[d->level], d->text);
}

ptx_sym *
ptx_sym_get (ptx_module *m, const char *name)
{
  ptx_name *n = ptx_name_of (name);
  if (!n->sym)
    {
      ptx_sym *s = ptx_alloc (m, sizeof *s);
      s->name = name;
      s->index = m->nsyms;
      m->syms = ptx_arena_grow (m->arena, m->syms, m->nsyms, &m->syms_cap, sizeof *m->syms);
      m->syms[m->nsyms++] = s;
      n->sym = s;
    }
  return n->sym;
}

/* ---- Lists ---- */

void
ptx_insert_before (ptx_func *f, ptx_stmt *at, ptx_stmt *s)
{
  s->next = at;
  s->prev = at ? at->prev : f->last;
  *(s->prev ? &s->prev->next : &f->first) = s;
  *(at ? &at->prev : &f->last) = s;
}

void
ptx_insert_after (ptx_func *f, ptx_stmt *at, ptx_stmt *s)
{
  ptx_insert_before (f, at ? at->next : f->first, s);
}

void
ptx_append (ptx_func *f, ptx_stmt *s)
{
  ptx_insert_before (f, 0, s);
}

void
ptx_remove (ptx_func *f, ptx_stmt *s)
{
  *(s->prev ? &s->prev->next : &f->first) = s->next;
  *(s->next ? &s->next->prev : &f->last) = s->prev;
  s->next = s->prev = 0;
}

void
ptx_item_before (ptx_module *m, ptx_item *at, ptx_item *i)
{
  i->next = at;
  i->prev = at ? at->prev : m->last;
  *(i->prev ? &i->prev->next : &m->first) = i;
  *(at ? &at->prev : &m->last) = i;
}

void
ptx_item_remove (ptx_module *m, ptx_item *i)
{
  *(i->prev ? &i->prev->next : &m->first) = i->next;
  *(i->next ? &i->next->prev : &m->last) = i->prev;
  i->next = i->prev = 0;
}

/* ---- Functions ---- */

uint32_t
ptx_add_reg (ptx_func *f, const char *name, ptx_mod type, uint8_t vec, ptx_regdecl *decl)
{
  f->regs = ptx_arena_grow (f->module->arena, f->regs, f->nregs, &f->regs_cap, sizeof *f->regs);
  f->regs[f->nregs] = (ptx_reg){ name, type, vec, false, decl };
  return f->nregs++;
}

void
ptx_add_var (ptx_func *f, ptx_var *v)
{
  f->vars = ptx_arena_grow (f->module->arena, f->vars, f->nvars, &f->vars_cap, sizeof *f->vars);
  v->sym->local = true;
  v->sym->kind = PTX_S_VAR;
  v->sym->func = f;
  v->sym->var = v;
  v->sym->index = f->nvars;
  f->vars[f->nvars++] = v;
}

uint32_t
ptx_add_label (ptx_func *f, const char *name, uint32_t scope)
{
  f->labels
    = ptx_arena_grow (f->module->arena, f->labels, f->nlabels, &f->labels_cap, sizeof *f->labels);
  f->labels[f->nlabels] = (ptx_label){ name, 0, scope };
  return f->nlabels++;
}

/* Return true if a register, variable or label of f has a name that starts with start.  */
static bool
taken (const ptx_func *f, const char *start)
{
  size_t n = strlen (start);
  for (const ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_REG && !strncmp (s->reg->name, start, n))
      return true;
  for (uint32_t i = 0; i < f->nvars; i++)
    if (!strncmp (f->vars[i]->sym->name, start, n))
      return true;
  for (uint32_t i = 0; i < f->nlabels; i++)
    if (!strncmp (f->labels[i].name, start, n))
      return true;
  return false;
}

/* All registers made with one hint belong to one range.  The first one inserts its declaration
   at the start of the body.  */
uint32_t
ptx_new_reg (ptx_func *f, ptx_mod type, const char *hint)
{
  ptx_module *m = f->module;
  ptx_regdecl *d = 0;
  char text[64];
  for (ptx_stmt *s = f->first; s && s->kind == PTX_ST_REG && s->reg->made; s = s->next)
    if (s->reg->type == type && s->reg->vec == 1 && !strcmp (s->reg->made, hint))
      d = s->reg;
  if (!d)
    {
      const char *name;
      unsigned k = 0;
      do
	{
	  snprintf (text, sizeof text, "%.40s%s_%u_", hint, ptx_mods[type].name, k++);
	  name = ptx_intern (m, text, strlen (text));
	}
      while (taken (f, name));
      ptx_stmt *s = ptx_alloc (m, sizeof *s);
      d = ptx_alloc (m, sizeof *d);
      s->kind = PTX_ST_REG;
      s->reg = d;
      d->name = name;
      d->type = type;
      d->vec = 1;
      d->reg = -1;
      d->id = f->ndecls++;
      d->made = ptx_intern (m, hint, strlen (hint));
      ptx_insert_after (f, 0, s);
    }
  snprintf (text, sizeof text, "%.48s%u", d->name, d->count++);
  return ptx_add_reg (f, ptx_intern (m, text, strlen (text)), type, 1, d);
}

/* ---- Instructions ---- */

ptx_stmt *
ptx_new_insn (ptx_module *m, const char *name, const ptx_opnd *opnds, unsigned n)
{
  ptx_stmt *s = ptx_alloc (m, sizeof *s);
  ptx_insn *i = &s->insn;
  ptx_mod mods[32];
  unsigned nmods = 0;
  const char *after = name + strcspn (name, "."), *p = after;
  const ptx_opnode *node = ptx_op_start (name, p - name);
  s->kind = PTX_ST_INSN;
  i->guard = -1;
  while (node)
    {
      if (node->op)
	{
	  i->op = node->op;
	  after = p;
	}
      if (!*p)
	break;
      size_t len = strcspn (p + 1, ".");
      node = ptx_op_next (node, p + 1, len);
      p += len + 1;
    }
  for (p = after; *p && nmods < 32;)
    {
      size_t len = strcspn (p + 1, ".");
      mods[nmods++] = ptx_mod_intern (m, p + 1, len);
      p += len + 1;
    }
  if (!i->op)
    i->text = ptx_intern (m, name, strcspn (name, "."));
  ptx_replace_mods (m, i, mods, nmods);
  i->opnds = ptx_alloc (m, n * sizeof *opnds);
  i->nopnds = n;
  if (n)
    memcpy (i->opnds, opnds, n * sizeof *opnds);
  return s;
}

ptx_stmt *
ptx_insert_insn (ptx_func *f, ptx_stmt *at, const char *name, const ptx_opnd *opnds, unsigned n)
{
  ptx_stmt *s = ptx_new_insn (f->module, name, opnds, n);
  s->pos = at->pos;
  ptx_insert_before (f, at, s);
  return s;
}

void
ptx_replace_mods (ptx_module *m, ptx_insn *i, const ptx_mod *mods, unsigned n)
{
  ptx_mod *copy = ptx_alloc (m, n * sizeof *copy);
  if (n)
    memcpy (copy, mods, n * sizeof *copy);
  i->mods = copy;
  i->nmods = n;
  i->form = 0;
}

ptx_opnd
ptx_reg_opnd (uint32_t reg)
{
  return (ptx_opnd){ .kind = PTX_O_REG, .reg = reg };
}

ptx_opnd
ptx_imm_opnd (int64_t i)
{
  return (ptx_opnd){ .kind = PTX_O_IMM, .i = i };
}

ptx_opnd
ptx_sym_opnd (ptx_sym *sym, int64_t off)
{
  return (ptx_opnd){ .kind = PTX_O_SYM, .sym = sym, .off = off };
}

void
ptx_buf_room (ptx_buf *b, size_t n)
{
  size_t cap = b->cap ? b->cap : 256;
  while (cap - b->n <= n)
    {
      if (cap > SIZE_MAX / 2)
	ptx_oom ();
      cap *= 2;
    }
  b->s = realloc (b->s, cap);
  if (!b->s)
    ptx_oom ();
  b->cap = cap;
}

void
ptx_buf_free (ptx_buf *b)
{
  free (b->s);
  *b = (ptx_buf){ 0 };
}
