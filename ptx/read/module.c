/* SPDX-License-Identifier: MIT */
/* The module: reads the directives and definitions outside functions; ptx_read.

   Appends the items to the module, in the order of the text.  After an error it continues at
   the next definition.  At the end it reports symbols that are used and never declared.  */
#include "ptx/read/read.h"
#include <stdlib.h>

static ptx_item *
new_item (rd *r, int kind, ptx_pos pos)
{
  ptx_item *i = ptx_alloc (r->m, sizeof *i);
  i->kind = kind;
  i->pos = pos;
  ptx_item_before (r->m, 0, i);
  return i;
}

bool
ptx_rd_file_item (rd *r)
{
  ptx_pos pos = r->pos;
  uint32_t index = 0;
  ptx_rd_next (r);
  if (!ptx_rd_integer (r, &index))
    return false;
  if (r->tok != T_STRING)
    return ptx_rd_unexpected (r, "the name of a file");
  ptx_item *i = new_item (r, PTX_I_FILE, pos);
  i->file.index = index;
  i->file.name = ptx_rd_copy (r, r->s, r->n);
  ptx_rd_next (r);
  if (r->tok == T_STRING)
    {
      size_t dir = strlen (i->file.name);
      char *path = ptx_alloc (r->m, dir + 1 + r->n + 1);
      const char *name = ptx_rd_copy (r, r->s, r->n);
      memcpy (path, i->file.name, dir);
      path[dir] = '/';
      memcpy (path + dir + 1, name, r->n);
      i->file.name = path;
      ptx_rd_next (r);
    }
  if (ptx_rd_accept (r, ','))
    {
      i->file.stamped = true;
      return ptx_rd_count (r, INT64_MAX, &i->file.time) && ptx_rd_expect (r, ',', "','")
	     && ptx_rd_count (r, INT64_MAX, &i->file.size);
    }
  return true;
}

static bool
module_variable (rd *r, ptx_var *v)
{
  v->sym = ptx_sym_get (r->m, ptx_rd_name (r)->s);
  ptx_rd_next (r);
  if (!ptx_rd_var_tail (r, v))
    return false;
  ptx_sym *sym = v->sym;
  bool decl = v->linkage == PTX_L_EXTERN;
  if (sym->kind == PTX_S_FUNC
      || (sym->kind == PTX_S_VAR && !decl && sym->var->linkage != PTX_L_EXTERN))
    return ptx_rd_error_name (r, v->pos, "", sym->name, strlen (sym->name), " is defined twice");
  sym->kind = PTX_S_VAR;
  if (!sym->var || !decl)
    sym->var = v;
  new_item (r, PTX_I_VAR, v->pos)->var = v;
  return true;
}

static bool
module_variables (rd *r, int link)
{
  if (!ptx_rd_variables (r, link, module_variable))
    return false;
  ptx_rd_resolve_globals (r);
  return ptx_rd_expect (r, ';', "';'");
}

static const struct
{
  const char *name;
  uint8_t kind, args;
} dirs[] = { { "maxntid", PTX_D_MAXNTID, 3 },
	     { "reqntid", PTX_D_REQNTID, 3 },
	     { "minnctapersm", PTX_D_MINNCTAPERSM, 1 },
	     { "maxnctapersm", PTX_D_MAXNCTAPERSM, 1 },
	     { "maxnreg", PTX_D_MAXNREG, 1 },
	     { "reqnctapercluster", PTX_D_REQNCTAPERCLUSTER, 3 },
	     { "explicitcluster", PTX_D_EXPLICITCLUSTER, 0 },
	     { "maxclusterrank", PTX_D_MAXCLUSTERRANK, 1 },
	     { "blocksareclusters", PTX_D_BLOCKSARECLUSTERS, 0 },
	     { "noreturn", PTX_D_NORETURN, 0 } };

/* Read the directives between parameters and body.  */
static bool
function_directives (rd *r, ptx_func *f)
{
  uint32_t cap = 0;
  while (r->tok == T_DIR)
    {
      ptx_dir d = { .kind = PTX_D_TEXT, .value = { 1, 1, 1 } };
      unsigned args = 0;
      for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++)
	if (ptx_rd_is_dir (r, dirs[i].name))
	  {
	    d.kind = dirs[i].kind;
	    args = dirs[i].args;
	  }
      if (ptx_rd_is_dir (r, "pragma"))
	{
	  d.kind = PTX_D_PRAGMA;
	  d.text = ptx_rd_pragma (r);
	  if (!d.text)
	    return false;
	}
      else if (d.kind == PTX_D_TEXT)
	{
	  const char *s = r->s - 1, *e = r->p;
	  for (ptx_rd_next (r); r->tok == T_INT || r->tok == ','; ptx_rd_next (r))
	    e = r->p;
	  d.text = ptx_rd_copy (r, s, e - s);
	}
      else
	{
	  ptx_rd_next (r);
	  if (args)
	    do
	      if (!ptx_rd_integer (r, &d.value[d.n++]))
		return false;
	    while (d.n < args && ptx_rd_accept (r, ','));
	}
      f->dirs = ptx_arena_grow (r->m->arena, f->dirs, f->ndirs, &cap, sizeof *f->dirs);
      f->dirs[f->ndirs++] = d;
    }
  return true;
}

static bool
function_head (rd *r, ptx_func *f)
{
  ptx_rd_next (r);
  while (ptx_rd_is_dir (r, "attribute"))
    if (!ptx_rd_attribute (r, &f->attribute, 0))
      return false;
  if (r->tok == '(' && !f->entry && !ptx_rd_parameters (r, &f->sig.rets, &f->sig.nrets, true))
    return false;
  if (r->tok != T_IDENT)
    return ptx_rd_unexpected (r, "the name of a function");
  f->pos = r->pos;
  f->sym = ptx_sym_get (r->m, ptx_rd_name (r)->s);
  ptx_rd_next (r);
  if (r->tok == '(' && !ptx_rd_parameters (r, &f->sig.params, &f->sig.nparams, true))
    return false;
  return function_directives (r, f);
}

static bool
read_function (rd *r, int link)
{
  ptx_func *f = ptx_alloc (r->m, sizeof *f);
  uint32_t index;
  bool ok;
  f->module = r->m;
  f->entry = *r->s == 'e';
  f->linkage = link;
  r->f = f;
  ptx_rd_open_scope (r, &index);
  ok = function_head (r, f);
  if (ok)
    {
      f->defined = r->tok == '{';
      if (!f->defined)
	ok = ptx_rd_expect (r, ';', "'{' or ';'");
    }
  if (ok)
    {
      ptx_sym *sym = f->sym;
      if (sym->kind == PTX_S_VAR || (f->defined && sym->kind == PTX_S_FUNC && sym->func->defined))
	ok = ptx_rd_error_name (r, f->pos, "", sym->name, strlen (sym->name), " is defined twice");
      else
	{
	  sym->kind = PTX_S_FUNC;
	  if (!sym->func || f->defined)
	    sym->func = f;
	  new_item (r, PTX_I_FUNC, f->pos)->func = f;
	}
    }
  if (r->tok == '{' && f->sym)
    {
      ptx_rd_next (r);
      /* ptxas requires the names of the parameters and of the body to differ; accepting equal
	 names does no harm.  */
      r->depth++;
      r->scopes = ptx_grow (r->scopes, r->depth, &r->scopes_cap, sizeof *r->scopes);
      r->scopes[r->depth - 1] = (scope){ 0, r->nhidden, r->npending };
      ptx_rd_body (r);
      ptx_rd_close_scope (r);
      ok = true;
    }
  ptx_rd_close_scope (r);
  ptx_rd_resolve_globals (r);
  if (r->sums)
    ptx_lower_sums (f);
  r->sums = false;
  r->f = 0;
  return ok;
}

static bool
version (rd *r)
{
  r->have_version = true;
  ptx_rd_next (r);
  if (r->tok != T_F64)
    return ptx_rd_unexpected (r, "a version");
  unsigned major = 0, minor = 0;
  size_t i = 0;
  for (; i < r->n && IS (r->s[i], C_DIGIT) && major < 1000; i++)
    major = major * 10 + ptx_rd_digit (r->s[i]);
  if (i + 2 != r->n || r->s[i] != '.' || !IS (r->s[i + 1], C_DIGIT))
    return ptx_rd_unexpected (r, "a version");
  minor = ptx_rd_digit (r->s[i + 1]);
  if (!r->more)
    r->m->version = major * 10 + minor;
  ptx_rd_next (r);
  return true;
}

static bool
read_target (rd *r)
{
  ptx_buf other = { 0 };
  ptx_target t = { 0 };
  r->have_target = true;
  do
    {
      ptx_rd_next (r);
      if (r->tok != T_IDENT)
	{
	  free (other.s);
	  return ptx_rd_unexpected (r, "an architecture");
	}
      const char *s = r->s;
      size_t n = r->n;
      if (n > 3 && !memcmp (s, "sm_", 3) && IS (s[3], C_DIGIT))
	{
	  size_t k = 3;
	  for (t.sm = 0; k < n && IS (s[k], C_DIGIT) && t.sm < 1000; k++)
	    t.sm = t.sm * 10 + ptx_rd_digit (s[k]);
	  t.feature = k < n ? s[k] : 0;
	  if (k + 1 < n || (t.feature && t.feature != 'a' && t.feature != 'f'))
	    {
	      free (other.s);
	      return ptx_rd_unexpected (r, "an architecture");
	    }
	}
      else if (ptx_rd_is_ident (r, "debug"))
	t.debug = true;
      else
	{
	  if (other.n)
	    ptx_buf_str (&other, ", ");
	  ptx_buf_put (&other, s, n);
	}
      ptx_rd_next (r);
    }
  while (r->tok == ',');
  if (other.n)
    t.other = ptx_rd_copy (r, other.s, other.n);
  free (other.s);
  if (!t.sm)
    {
      ptx_rd_error (r, r->stmt_pos, "no architecture in .target");
      return false;
    }
  if (!r->more)
    r->m->target = t;
  return true;
}

/* Read one item at module level.  */
static bool
top (rd *r)
{
  ptx_pos pos = r->stmt_pos = r->pos;
  int link;
  if (r->tok == '@')
    {
      /* Old debug information: @@DWARF … to the end of the line.  */
      const char *s = r->s, *e = memchr (s, '\n', r->end - s);
      if (!e)
	e = r->end;
      if (e - s < 2 || s[1] != '@')
	return ptx_rd_unexpected (r, "a directive");
      new_item (r, PTX_I_TEXT, pos)->text = ptx_rd_copy (r, s, e - s);
      r->p = e;
      ptx_rd_next (r);
      return true;
    }
  if (r->tok == ';')
    {
      ptx_rd_next (r);
      return true;
    }
  if (r->tok != T_DIR)
    return ptx_rd_unexpected (r, "a directive");
  if (ptx_rd_is_dir (r, "version"))
    return version (r);
  if (ptx_rd_is_dir (r, "target"))
    return read_target (r);
  if (ptx_rd_is_dir (r, "address_size"))
    {
      ptx_rd_next (r);
      if (r->tok != T_INT || (r->value != 32 && r->value != 64))
	return ptx_rd_unexpected (r, "32 or 64");
      if (!r->more)
	r->m->address_size = r->value;
      ptx_rd_next (r);
      return true;
    }
  if (!r->have_version || !r->have_target)
    {
      ptx_rd_error (r, pos, r->have_version ? "no .target before this" : "no .version before this");
      r->have_version = r->have_target = true;
    }
  if (ptx_rd_is_dir (r, "file"))
    return ptx_rd_file_item (r);
  if (ptx_rd_is_dir (r, "pragma"))
    {
      const char *s = ptx_rd_pragma (r);
      if (s)
	new_item (r, PTX_I_PRAGMA, pos)->text = s;
      return s;
    }
  if (ptx_rd_is_dir (r, "alias"))
    {
      ptx_item *i;
      ptx_sym *s[2];
      ptx_rd_next (r);
      for (int k = 0; k < 2; k++)
	{
	  if (r->tok != T_IDENT)
	    return ptx_rd_unexpected (r, "a function");
	  s[k] = ptx_sym_get (r->m, ptx_rd_name (r)->s);
	  ptx_rd_next (r);
	  if (!ptx_rd_expect (r, k ? ';' : ',', k ? "';'" : "','"))
	    return false;
	}
      i = new_item (r, PTX_I_ALIAS, pos);
      i->alias.alias = s[0];
      i->alias.aliasee = s[1];
      return true;
    }
  link = ptx_rd_linkage (r);
  if (link)
    ptx_rd_next (r);
  if (ptx_rd_is_dir (r, "func") || ptx_rd_is_dir (r, "entry"))
    return read_function (r, link);
  if (ptx_rd_is_dir (r, "attribute") || ptx_mod_class (ptx_mod_find (r->s, r->n)) == PTX_C_SPACE)
    return module_variables (r, link);
  if (link || r->tok != T_DIR)
    return ptx_rd_unexpected (r, "a function or variable");
  const char *text = ptx_rd_unknown (r);
  if (text)
    new_item (r, PTX_I_TEXT, pos)->text = text;
  return text;
}

/* Return true if the current token is the first of its line.  */
static bool
starts_line (rd *r)
{
  const char *p = r->line_start;
  while (IS (*p, C_SPACE))
    p++;
  return p == r->s - (r->tok == T_DIR);
}

/* After an error at module level skip the next ';' or block, or up to a directive that starts a
   later line.  */
static void
recover_top (rd *r)
{
  unsigned depth = 0;
  uint32_t line = r->pos.line;
  for (; r->tok != T_EOF; ptx_rd_next (r))
    if (r->tok == T_DIR && !depth && r->pos.line > line && starts_line (r))
      return;
    else if (r->tok == '{')
      depth++;
    else if ((r->tok == ';' && !depth) || (r->tok == '}' && (!depth || !--depth)))
      {
	ptx_rd_next (r);
	return;
      }
}

static void
read_items (rd *r)
{
  ptx_rd_next (r);
  while (r->tok != T_EOF)
    if (!top (r))
      {
	r->nopnds = r->npending = 0;
	recover_top (r);
      }
  ptx_pos start = { 1, 1 };
  if (!r->stop && !r->have_version)
    ptx_rd_error (r, start, "no .version");
  else if (!r->stop && !r->have_target)
    ptx_rd_error (r, start, "no .target");
  for (uint32_t i = 0; i < r->nundef; i++)
    {
      ptx_sym *s = r->undef[i].sym;
      if (s->kind == PTX_S_UNDEF)
	{
	  ptx_rd_error_name (r, r->undef[i].pos, "", s->name, strlen (s->name), " is not declared");
	  s->kind = PTX_S_VAR; /* report it once */
	}
    }
  for (ptx_item *i = r->m->first; i; i = i->next)
    if (i->kind == PTX_I_ALIAS && i->alias.aliasee->kind != PTX_S_FUNC)
      ptx_rd_error_name (r, i->pos, "", i->alias.aliasee->name, strlen (i->alias.aliasee->name),
			 " is not declared");
}

static void
read_text (rd *r, const char *text, size_t n)
{
  char *z = malloc (n + 2);
  if (!z)
    ptx_oom ();
  if (n)
    memcpy (z, text, n);
  z[n] = z[n + 1] = 0;
  r->p = r->line_start = z;
  r->end = z + n;
  r->line = 1;
  if (n > UINT32_MAX / 2)
    ptx_rd_error (r, (ptx_pos){ 1, 1 }, "text is too large");
  else
    read_items (r);
  free (z);
  free (r->scopes);
  free (r->hidden);
  free (r->pending);
  free (r->opnds);
  free (r->undef);
}

ptx_module *
ptx_read (const char *text, size_t n, const char *name, ptx_report *report, void *closure)
{
  rd r = { .m = ptx_new (name, report, closure) };
  read_text (&r, text, n);
  if (r.m->nerrors)
    {
      ptx_free (r.m);
      return 0;
    }
  return r.m;
}

bool
ptx_read_more (ptx_module *m, const char *text, size_t n, const char *name)
{
  rd r = { .m = m, .more = true };
  unsigned before = m->nerrors;
  const char *own = m->name;
  m->name = name;
  m->nerrors = 0;
  read_text (&r, text, n);
  bool ok = !m->nerrors;
  m->nerrors += before;
  m->name = own;
  return ok;
}
