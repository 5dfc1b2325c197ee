/* SPDX-License-Identifier: MIT */
/* The printer: writes IR as text that reads back as an equal IR.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

typedef ptx_buf buf;

static void
put_text (buf *b, const char *s)
{
  ptx_buf_str (b, s);
}

static void
put_u (buf *b, uint64_t u)
{
  char t[24], *p = t + sizeof t;
  do
    *--p = '0' + u % 10;
  while (u /= 10);
  ptx_buf_put (b, p, t + sizeof t - p);
}

static void
put_i (buf *b, int64_t i)
{
  if (i < 0)
    ptx_buf_char (b, '-');
  put_u (b, i < 0 ? -(uint64_t) i : (uint64_t) i);
}

static void
put_hex (buf *b, uint64_t u, int digits)
{
  char t[16];
  for (int k = 0; k < digits; k++)
    t[k] = "0123456789ABCDEF"[u >> 4 * (digits - 1 - k) & 15];
  ptx_buf_put (b, t, digits);
}

static void
put_mod (buf *b, const ptx_module *m, ptx_mod mod)
{
  ptx_buf_char (b, '.');
  put_text (b, ptx_mod_name (m, mod));
}

static void
put_offset (buf *b, int64_t off)
{
  if (!off)
    return;
  ptx_buf_char (b, '+');
  put_i (b, off);
}

static void put_opnd (buf *, const ptx_module *, const ptx_func *, const ptx_opnd *);

static void
put_list (buf *b, const ptx_module *m, const ptx_func *f, const ptx_opnd *o, const char *open,
	  const char *close)
{
  put_text (b, open);
  for (uint32_t k = 0; k < o->n; k++)
    {
      if (k)
	put_text (b, ", ");
      put_opnd (b, m, f, &o->sub[k]);
    }
  put_text (b, close);
}

/* Write an address without its [ ].  */
static void
put_addr (buf *b, const ptx_func *f, const ptx_opnd *o)
{
  if (o->base == PTX_O_IMM)
    put_i (b, o->off);
  else
    {
      put_text (b, o->base == PTX_O_REG ? f->regs[o->reg].name : o->sym->name);
      put_offset (b, o->off);
    }
}

static void
put_opnd (buf *b, const ptx_module *m, const ptx_func *f, const ptx_opnd *o)
{
  if (o->flags & PTX_OF_NOT)
    ptx_buf_char (b, '!');
  if (o->flags & PTX_OF_NEG)
    ptx_buf_char (b, '-');
  switch (o->kind)
    {
    case PTX_O_REG:
      put_text (b, f->regs[o->reg].name);
      if (o->sel)
	put_mod (b, m, o->sel);
      break;
    case PTX_O_IMM:
      if (o->flags & PTX_OF_UNSIGNED)
	{
	  put_u (b, o->u);
	  ptx_buf_char (b, 'U');
	}
      else if (o->i == INT64_MIN)
	put_text (b, "-9223372036854775807-1"); /* 9223372036854775808 is unsigned, and so is its
					      negation */
      else
	put_i (b, o->i);
      break;
    case PTX_O_F32:
      put_text (b, "0f");
      put_hex (b, o->u, 8);
      break;
    case PTX_O_F64:
      put_text (b, "0d");
      put_hex (b, o->u, 16);
      break;
    case PTX_O_SREG: put_text (b, ptx_sregs[o->reg].name); break;
    case PTX_O_SYM:
      if (o->mask)
	{
	  put_text (b, "0xFF");
	  for (int k = 1; k < o->mask; k++)
	    put_text (b, "00");
	  ptx_buf_char (b, '(');
	}
      if (o->flags & PTX_OF_GENERIC)
	put_text (b, "generic(");
      put_text (b, o->sym->name);
      if (o->flags & PTX_OF_GENERIC)
	ptx_buf_char (b, ')');
      put_offset (b, o->off);
      if (o->mask)
	ptx_buf_char (b, ')');
      break;
    case PTX_O_LABEL: put_text (b, f->labels[o->reg].name); break;
    case PTX_O_ADDR:
      ptx_buf_char (b, '[');
      put_addr (b, f, o);
      ptx_buf_char (b, ']');
      break;
    case PTX_O_TUPLE:
      ptx_buf_char (b, '[');
      put_addr (b, f, &o->sub[0]);
      for (uint32_t k = 1; k < o->n; k++)
	{
	  put_text (b, ", ");
	  put_opnd (b, m, f, &o->sub[k]);
	}
      ptx_buf_char (b, ']');
      break;
    case PTX_O_VEC: put_list (b, m, f, o, "{", "}"); break;
    case PTX_O_PAIR:
      put_opnd (b, m, f, &o->sub[0]);
      ptx_buf_char (b, '|');
      put_opnd (b, m, f, &o->sub[1]);
      break;
    case PTX_O_LIST: put_list (b, m, f, o, "(", ")"); break;
    case PTX_O_SINK: ptx_buf_char (b, '_'); break;
    case PTX_O_STRING:
      ptx_buf_char (b, '"');
      put_text (b, o->text);
      ptx_buf_char (b, '"');
      break;
    case PTX_O_TEXT: put_text (b, o->text); break;
    }
}

static void
put_insn (buf *b, const ptx_func *f, const ptx_insn *i)
{
  const ptx_module *m = f->module;
  if (i->guard >= 0)
    {
      put_text (b, i->guard_not ? "@!" : "@");
      put_text (b, f->regs[i->guard].name);
      ptx_buf_char (b, ' ');
    }
  put_text (b, i->op ? ptx_opinfos ()[i->op].name : i->text);
  for (unsigned k = 0; k < i->nmods; k++)
    put_mod (b, m, i->mods[k]);
  for (unsigned k = 0; k < i->nopnds; k++)
    {
      put_text (b, k ? ", " : " ");
      put_opnd (b, m, f, &i->opnds[k]);
    }
  ptx_buf_char (b, ';');
}

static void
put_vec (buf *b, unsigned vec)
{
  if (vec > 1)
    {
      put_text (b, ".v");
      put_u (b, vec);
      ptx_buf_char (b, ' ');
    }
}

static void
put_linkage (buf *b, unsigned linkage)
{
  static const char *const names[] = { "", ".extern ", ".visible ", ".weak ", ".common " };
  put_text (b, names[linkage]);
}

/* Write a variable or parameter, without the token that ends it.  */
static void
put_var (buf *b, const ptx_module *m, const ptx_func *f, const ptx_var *v)
{
  put_linkage (b, v->linkage);
  put_mod (b, m, v->space);
  if (v->bank)
    {
      ptx_buf_char (b, '[');
      put_u (b, v->bank);
      ptx_buf_char (b, ']');
    }
  ptx_buf_char (b, ' ');
  if (v->managed)
    put_text (b, ".attribute(.managed) ");
  if (v->attribute)
    {
      put_text (b, ".attribute(");
      put_text (b, v->attribute);
      put_text (b, ") ");
    }
  if (v->align)
    {
      put_text (b, ".align ");
      put_u (b, v->align);
      ptx_buf_char (b, ' ');
    }
  put_vec (b, v->vec);
  put_mod (b, m, v->type);
  ptx_buf_char (b, ' ');
  if (v->ptr)
    {
      put_text (b, ".ptr ");
      if (v->ptr_space)
	{
	  put_mod (b, m, v->ptr_space);
	  ptx_buf_char (b, ' ');
	}
      if (v->ptr_align)
	{
	  put_text (b, ".align ");
	  put_u (b, v->ptr_align);
	  ptx_buf_char (b, ' ');
	}
    }
  put_text (b, v->sym->name);
  for (uint32_t k = 0; k < v->ndims; k++)
    {
      ptx_buf_char (b, '[');
      if (v->dims[k])
	put_u (b, v->dims[k]);
      ptx_buf_char (b, ']');
    }
  if (v->has_init)
    {
      put_text (b, " = ");
      put_opnd (b, m, f, &v->init);
    }
}

static void
put_params (buf *b, const ptx_module *m, const ptx_func *f, ptx_var **vars, uint32_t n)
{
  ptx_buf_char (b, '(');
  for (uint32_t k = 0; k < n; k++)
    {
      if (k)
	put_text (b, ", ");
      put_var (b, m, f, vars[k]);
    }
  ptx_buf_char (b, ')');
}

static void
put_stmt (buf *b, const ptx_func *f, const ptx_stmt *s)
{
  const ptx_module *m = f->module;
  switch (s->kind)
    {
    case PTX_ST_INSN: put_insn (b, f, &s->insn); break;
    case PTX_ST_LABEL:
      put_text (b, f->labels[s->label].name);
      ptx_buf_char (b, ':');
      break;
    case PTX_ST_OPEN: ptx_buf_char (b, '{'); break;
    case PTX_ST_CLOSE: ptx_buf_char (b, '}'); break;
    case PTX_ST_REG:
      put_text (b, ".reg ");
      put_vec (b, s->reg->vec);
      put_mod (b, m, s->reg->type);
      ptx_buf_char (b, ' ');
      put_text (b, s->reg->name);
      if (s->reg->count)
	{
	  ptx_buf_char (b, '<');
	  put_u (b, s->reg->count);
	  ptx_buf_char (b, '>');
	}
      ptx_buf_char (b, ';');
      break;
    case PTX_ST_VAR:
      put_var (b, m, f, s->var);
      ptx_buf_char (b, ';');
      break;
    case PTX_ST_LOC:
      put_text (b, ".loc ");
      put_u (b, s->loc->file);
      ptx_buf_char (b, ' ');
      put_u (b, s->loc->line);
      ptx_buf_char (b, ' ');
      put_u (b, s->loc->col);
      if (s->loc->inlined)
	{
	  if (s->loc->function_name)
	    {
	      put_text (b, ", function_name ");
	      put_text (b, s->loc->function_name);
	      put_offset (b, s->loc->function_off);
	    }
	  put_text (b, ", inlined_at ");
	  put_u (b, s->loc->at_file);
	  ptx_buf_char (b, ' ');
	  put_u (b, s->loc->at_line);
	  ptx_buf_char (b, ' ');
	  put_u (b, s->loc->at_col);
	}
      break;
    case PTX_ST_BRANCHTARGETS:
    case PTX_ST_CALLTARGETS:
      put_list (b, m, f, &s->list,
		s->kind == PTX_ST_BRANCHTARGETS ? ".branchtargets " : ".calltargets ", ";");
      break;
    case PTX_ST_CALLPROTO:
      put_text (b, ".callprototype ");
      if (s->proto->nrets)
	{
	  put_params (b, m, f, s->proto->rets, s->proto->nrets);
	  ptx_buf_char (b, ' ');
	}
      put_text (b, "_ ");
      put_params (b, m, f, s->proto->params, s->proto->nparams);
      if (s->proto->noreturn)
	put_text (b, " .noreturn");
      if (s->proto->text)
	{
	  ptx_buf_char (b, ' ');
	  put_text (b, s->proto->text);
	}
      ptx_buf_char (b, ';');
      break;
    case PTX_ST_PRAGMA:
      put_text (b, ".pragma ");
      put_text (b, s->text);
      ptx_buf_char (b, ';');
      break;
    case PTX_ST_TEXT: put_text (b, s->text); break;
    }
}

static void
put_dir (buf *b, const ptx_dir *d)
{
  static const char *const names[] = { [PTX_D_MAXNTID] = ".maxntid",
				       [PTX_D_REQNTID] = ".reqntid",
				       [PTX_D_MINNCTAPERSM] = ".minnctapersm",
				       [PTX_D_MAXNCTAPERSM] = ".maxnctapersm",
				       [PTX_D_MAXNREG] = ".maxnreg",
				       [PTX_D_REQNCTAPERCLUSTER] = ".reqnctapercluster",
				       [PTX_D_EXPLICITCLUSTER] = ".explicitcluster",
				       [PTX_D_MAXCLUSTERRANK] = ".maxclusterrank",
				       [PTX_D_BLOCKSARECLUSTERS] = ".blocksareclusters",
				       [PTX_D_NORETURN] = ".noreturn",
				       [PTX_D_PRAGMA] = ".pragma ",
				       [PTX_D_TEXT] = "" };
  put_text (b, names[d->kind]);
  if (d->text)
    put_text (b, d->text);
  if (d->kind == PTX_D_PRAGMA)
    ptx_buf_char (b, ';');
  for (unsigned k = 0; k < d->n; k++)
    {
      put_text (b, k ? ", " : " ");
      put_u (b, d->value[k]);
    }
  ptx_buf_char (b, '\n');
}

/* Returns true if A, which may be NULL, and B declare single registers of one type.  */
static bool
alike (const ptx_stmt *a, const ptx_stmt *b)
{
  return a && b->kind == PTX_ST_REG && a->kind == PTX_ST_REG && !a->reg->count && !b->reg->count
	 && a->reg->type == b->reg->type && a->reg->vec == b->reg->vec;
}

/* Names in a declaration: more would make long lines.  */
enum
{
  MOST_NAMES = 16
};

static void
put_func (buf *b, const ptx_func *f)
{
  const ptx_module *m = f->module;
  put_linkage (b, f->linkage);
  put_text (b, f->entry ? ".entry " : ".func ");
  if (f->attribute)
    {
      put_text (b, ".attribute(");
      put_text (b, f->attribute);
      put_text (b, ") ");
    }
  if (f->sig.nrets)
    {
      put_params (b, m, f, f->sig.rets, f->sig.nrets);
      ptx_buf_char (b, ' ');
    }
  put_text (b, f->sym->name);
  ptx_buf_char (b, ' ');
  put_params (b, m, f, f->sig.params, f->sig.nparams);
  if (f->ndirs)
    ptx_buf_char (b, '\n');
  for (uint32_t k = 0; k < f->ndirs; k++)
    put_dir (b, &f->dirs[k]);
  if (!f->defined)
    {
      put_text (b, ";\n");
      return;
    }
  if (!f->ndirs)
    ptx_buf_char (b, '\n');
  put_text (b, "{\n");
  unsigned depth = 1, names = 0;
  for (const ptx_stmt *s = f->first, *last = NULL; s; last = s, s = s->next)
    {
      /* Registers of one type that follow each other are one declaration.  */
      if (names < MOST_NAMES && alike (last, s))
	{
	  b->n -= strlen (";\n");
	  put_text (b, ", ");
	  put_text (b, s->reg->name);
	  put_text (b, ";\n");
	  names++;
	  continue;
	}
      names = 1;
      depth -= s->kind == PTX_ST_CLOSE;
      if (s->kind != PTX_ST_LABEL)
	for (unsigned k = 0; k < depth && k < 16; k++)
	  ptx_buf_char (b, '\t');
      depth += s->kind == PTX_ST_OPEN;
      put_stmt (b, f, s);
      ptx_buf_char (b, '\n');
    }
  put_text (b, "}\n");
}

static void
put_item (buf *b, const ptx_module *m, const ptx_item *i)
{
  switch (i->kind)
    {
    case PTX_I_VAR:
      put_var (b, m, 0, i->var);
      put_text (b, ";\n");
      break;
    case PTX_I_FUNC: put_func (b, i->func); break;
    case PTX_I_FILE:
      put_text (b, ".file ");
      put_u (b, i->file.index);
      put_text (b, " \"");
      put_text (b, i->file.name);
      ptx_buf_char (b, '"');
      if (i->file.stamped)
	{
	  put_text (b, ", ");
	  put_u (b, i->file.time);
	  put_text (b, ", ");
	  put_u (b, i->file.size);
	}
      ptx_buf_char (b, '\n');
      break;
    case PTX_I_ALIAS:
      put_text (b, ".alias ");
      put_text (b, i->alias.alias->name);
      put_text (b, ", ");
      put_text (b, i->alias.aliasee->name);
      put_text (b, ";\n");
      break;
    case PTX_I_PRAGMA:
      put_text (b, ".pragma ");
      put_text (b, i->text);
      put_text (b, ";\n");
      break;
    case PTX_I_TEXT:
      put_text (b, i->text);
      ptx_buf_char (b, '\n');
      break;
    }
}

static char *
finish_text (buf *b, size_t *n)
{
  ptx_buf_char (b, 0);
  if (n)
    *n = b->n - 1;
  return b->s;
}

char *
ptx_print (const ptx_module *m, size_t *n)
{
  buf b = { 0 };
  put_text (&b, ".version ");
  put_u (&b, m->version / 10);
  ptx_buf_char (&b, '.');
  put_u (&b, m->version % 10);
  put_text (&b, "\n.target sm_");
  put_u (&b, m->target.sm);
  if (m->target.feature)
    ptx_buf_char (&b, m->target.feature);
  if (m->target.debug)
    put_text (&b, ", debug");
  if (m->target.other)
    {
      put_text (&b, ", ");
      put_text (&b, m->target.other);
    }
  ptx_buf_char (&b, '\n');
  if (m->address_size)
    {
      put_text (&b, ".address_size ");
      put_u (&b, m->address_size);
      ptx_buf_char (&b, '\n');
    }
  for (const ptx_item *i = m->first; i; i = i->next)
    put_item (&b, m, i);
  return finish_text (&b, n);
}

char *
ptx_print_stmt (const ptx_func *f, const ptx_stmt *s)
{
  buf b = { 0 };
  put_stmt (&b, f, s);
  return finish_text (&b, 0);
}
