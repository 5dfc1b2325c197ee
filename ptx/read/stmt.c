/* SPDX-License-Identifier: MIT */
/* Bodies of functions: reads each statement and appends it to r->f.

   Needs an open scope in which the parameters are bound.  One grammar serves every
   instruction, so instructions that opcodes.def lacks are read, too.  After an error it
   continues at the next statement.  */
#include "ptx/read/read.h"

/* After an error skip the next ';', or up to a brace that does not belong to an operand.  */
static void
recover (rd *r)
{
  for (; r->tok != T_EOF && r->tok != ';'; ptx_rd_next (r))
    if (r->tok == '{' && r->braces)
      r->braces++;
    else if (r->tok == '}' && r->braces)
      r->braces--;
    else if (r->tok == '{' || r->tok == '}')
      break;
  r->braces = 0;
  ptx_rd_accept (r, ';');
}

static ptx_stmt *
new_stmt (rd *r, int kind)
{
  ptx_stmt *s = ptx_alloc (r->m, sizeof *s);
  s->kind = kind;
  s->pos = r->stmt_pos;
  ptx_append (r->f, s);
  return s;
}

static bool
read_insn (rd *r, const char *s, size_t n, int32_t guard, bool guard_not)
{
  struct
  {
    const char *s;
    size_t n;
  } parts[MAX_OPNDS];
  unsigned nparts = 0, first = 0, op = 0, k;
  const ptx_opnode *node = ptx_op_start (s, n);
  if (node)
    op = node->op;
  while (r->tok == T_DIR)
    {
      if (nparts == MAX_OPNDS)
	{
	  ptx_rd_error (r, r->pos, "too many modifiers");
	  return false;
	}
      parts[nparts].s = r->s;
      parts[nparts++].n = r->n;
      ptx_rd_next (r);
    }
  for (k = 0; k < nparts && node; k++)
    {
      if (node->cta && k == 0 && parts[k].n == 3 && !memcmp (parts[k].s, "cta", 3))
	{
	  first = k + 1;
	  continue;
	}
      const ptx_opnode *child = ptx_op_next (node, parts[k].s, parts[k].n);
      /* Accept vote.ballot.sync as vote.sync.ballot.  */
      if (!child && (child = ptx_op_next (node, "sync", 4)))
	{
	  unsigned at = k;
	  while (at < nparts && (parts[at].n != 4 || memcmp (parts[at].s, "sync", 4)))
	    at++;
	  if (at == nparts)
	    child = 0;
	  for (; child && at > k; at--)
	    {
	      __typeof__ (parts[0]) part = parts[at];
	      parts[at] = parts[at - 1];
	      parts[at - 1] = part;
	    }
	}
      node = child;
      if (node && node->op)
	{
	  op = node->op;
	  first = k + 1;
	}
    }
  if (!op)
    first = 0;
  ptx_mod *mods = ptx_alloc (r->m, (nparts - first) * sizeof *mods);
  for (k = first; k < nparts; k++)
    if (!(mods[k - first] = ptx_mod_intern (r->m, parts[k].s, parts[k].n)))
      {
	ptx_rd_error (r, r->stmt_pos, "too many unknown modifiers");
	return false;
      }

  uint32_t base = r->nopnds;
  r->branch = op == PTX_OP_BRA || op == PTX_OP_BRX_IDX;
  if (r->tok != ';')
    do
      {
	if (r->nopnds - base == MAX_OPNDS)
	  {
	    ptx_rd_error (r, r->pos, "too many operands");
	    return false;
	  }
	if (!(r->tok == '(' && op == PTX_OP_CALL ? ptx_rd_operand_list (r, ')', PTX_O_LIST, 0)
						 : ptx_rd_operand (r, 0)))
	  return false;
      }
    while (ptx_rd_accept (r, ','));
  uint32_t nopnds = r->nopnds - base;
  ptx_opnd *opnds = ptx_rd_take (r, base);
  r->branch = false;
  ptx_stmt *st = new_stmt (r, PTX_ST_INSN);
  st->insn = (ptx_insn){ .op = op,
			 .nmods = nparts - first,
			 .nopnds = nopnds,
			 .guard = guard,
			 .guard_not = guard_not,
			 .mods = mods,
			 .opnds = opnds };
  if (!op)
    st->insn.text = ptx_intern (r->m, s, n);
  return ptx_rd_expect (r, ';', "';'");
}

static bool
label (rd *r, const char *s, size_t len)
{
  ptx_name *n = ptx_intern_name (r->m, s, len);
  if (n->label && n->label_depth == r->depth)
    return ptx_rd_error_name (r, r->stmt_pos, "label ", s, len, " is defined twice");
  ptx_rd_hide (r, n, H_LABEL);
  n->label = 1 + ptx_add_label (r->f, n->s, r->scopes[r->depth - 1].index);
  n->label_depth = r->depth;
  ptx_stmt *st = new_stmt (r, PTX_ST_LABEL);
  st->label = n->label - 1;
  r->f->labels[st->label].stmt = st;
  return true;
}

static bool
registers (rd *r)
{
  ptx_var head = { .space = PTX_M_REG };
  if (!ptx_rd_var_head (r, &head))
    return false;
  do
    {
      if (r->tok != T_IDENT)
	return ptx_rd_unexpected (r, "the name of a register");
      ptx_name *n = ptx_rd_name (r);
      ptx_regdecl *d = ptx_alloc (r->m, sizeof *d);
      d->name = n->s;
      d->type = head.type;
      d->vec = head.vec;
      d->reg = -1;
      d->id = r->f->ndecls++;
      d->pos = r->pos;
      ptx_rd_next (r);
      if (ptx_rd_accept (r, '<'))
	{
	  if (r->tok != T_INT)
	    return ptx_rd_unexpected (r, "a number of registers");
	  if (r->value > UINT32_MAX / 2)
	    {
	      ptx_rd_error (r, r->pos, "too many registers");
	      return false;
	    }
	  d->count = r->value;
	  ptx_rd_next (r);
	  if (!ptx_rd_expect (r, '>', "'>'") || !ptx_rd_bind (r, n, H_RANGE, PTX_B_REG, d, d->pos))
	    return false;
	  if (!d->count)
	    {
	      ptx_rd_error (r, d->pos, "range without registers");
	      return false;
	    }
	}
      else if (!ptx_rd_bind (r, n, H_BIND, PTX_B_REG, d, d->pos))
	return false;
      new_stmt (r, PTX_ST_REG)->reg = d;
    }
  while (ptx_rd_accept (r, ','));
  return ptx_rd_expect (r, ';', "';'");
}

static bool
local_variable (rd *r, ptx_var *v)
{
  ptx_name *n = ptx_rd_name (r);
  v->sym = ptx_alloc (r->m, sizeof *v->sym);
  v->sym->name = n->s;
  ptx_rd_next (r);
  ptx_add_var (r->f, v);
  if (!ptx_rd_var_tail (r, v) || !ptx_rd_bind (r, n, H_BIND, PTX_B_VAR, v, v->pos))
    return false;
  new_stmt (r, PTX_ST_VAR)->var = v;
  return true;
}

static bool
local_variables (rd *r, int linkage)
{
  return ptx_rd_variables (r, linkage, local_variable) && ptx_rd_expect (r, ';', "';'");
}

bool
ptx_rd_integer (rd *r, uint32_t *n)
{
  if (r->tok != T_INT)
    return ptx_rd_unexpected (r, "a number");
  if (r->value > UINT32_MAX)
    {
      ptx_rd_error (r, r->pos, "constant out of range");
      return false;
    }
  *n = r->value;
  ptx_rd_next (r);
  return true;
}

/* .loc file line column [, function_name label[+n], inlined_at file line column]  */
static bool
read_loc (rd *r)
{
  ptx_loc *l = ptx_alloc (r->m, sizeof *l);
  ptx_rd_next (r);
  if (!ptx_rd_integer (r, &l->file) || !ptx_rd_integer (r, &l->line)
      || !ptx_rd_integer (r, &l->col))
    return false;
  while (ptx_rd_accept (r, ','))
    {
      l->inlined = true;
      if (ptx_rd_is_ident (r, "function_name"))
	{
	  ptx_rd_next (r);
	  if (r->tok != T_IDENT)
	    return ptx_rd_unexpected (r, "a label");
	  l->function_name = ptx_rd_name (r)->s;
	  ptx_rd_next (r);
	  if (r->tok == '+' || r->tok == '-')
	    {
	      value v;
	      if (!ptx_rd_expr (r, &v, 9, 0))
		return false;
	      l->function_off = v.u;
	    }
	}
      else if (ptx_rd_is_ident (r, "inlined_at"))
	{
	  ptx_rd_next (r);
	  if (!ptx_rd_integer (r, &l->at_file) || !ptx_rd_integer (r, &l->at_line)
	      || !ptx_rd_integer (r, &l->at_col))
	    return false;
	}
      else
	return ptx_rd_unexpected (r, "function_name or inlined_at");
    }
  new_stmt (r, PTX_ST_LOC)->loc = l;
  return true;
}

const char *
ptx_rd_pragma (rd *r)
{
  ptx_rd_next (r);
  if (r->tok != T_STRING)
    {
      ptx_rd_unexpected (r, "a string");
      return 0;
    }
  const char *s = ptx_rd_raw (r, ";");
  return ptx_rd_expect (r, ';', "';'") ? s : 0;
}

static bool
prototype (rd *r)
{
  ptx_proto *p = ptx_alloc (r->m, sizeof *p);
  ptx_rd_next (r);
  if (r->tok == '(' && !ptx_rd_parameters (r, &p->rets, &p->nrets, false))
    return false;
  if (r->tok != T_IDENT)
    return ptx_rd_unexpected (r, "'_'");
  ptx_rd_next (r);
  if (r->tok == '(' && !ptx_rd_parameters (r, &p->params, &p->nparams, false))
    return false;
  if (ptx_rd_is_dir (r, "noreturn"))
    {
      p->noreturn = true;
      ptx_rd_next (r);
    }
  if (r->tok != ';')
    p->text = ptx_rd_raw (r, ";");
  new_stmt (r, PTX_ST_CALLPROTO)->proto = p;
  return ptx_rd_expect (r, ';', "';'");
}

int
ptx_rd_linkage (rd *r)
{
  static const char *const names[] = { "extern", "visible", "weak", "common" };
  for (int i = 0; i < 4; i++)
    if (ptx_rd_is_dir (r, names[i]))
      return i + 1;
  return PTX_L_NONE;
}

const char *
ptx_rd_unknown (rd *r)
{
  const char *text = ptx_rd_raw (r, ";{");
  size_t n = strlen (text);
  if (r->block)
    return text;
  if (!n || r->tok != ';')
    {
      ptx_rd_unexpected (r, "';'");
      return 0;
    }
  ptx_rd_next (r);
  char *whole = ptx_alloc (r->m, n + 2);
  memcpy (whole, text, n);
  whole[n] = ';';
  return whole;
}

static bool
directive (rd *r)
{
  int link = ptx_rd_linkage (r);
  if (link)
    {
      ptx_rd_next (r);
      return local_variables (r, link);
    }
  if (ptx_rd_is_dir (r, "reg"))
    return registers (r);
  if (ptx_rd_is_dir (r, "loc"))
    return read_loc (r);
  if (ptx_rd_is_dir (r, "file"))
    return ptx_rd_file_item (r);
  if (ptx_rd_is_dir (r, "pragma"))
    {
      const char *s = ptx_rd_pragma (r);
      if (s)
	new_stmt (r, PTX_ST_PRAGMA)->text = s;
      return s;
    }
  if (ptx_rd_is_dir (r, "callprototype"))
    return prototype (r);
  if (ptx_rd_is_dir (r, "branchtargets") || ptx_rd_is_dir (r, "calltargets"))
    {
      bool branch = *r->s == 'b';
      uint32_t base = r->nopnds;
      ptx_rd_next (r);
      r->branch = branch;
      do
	{
	  if (r->tok != T_IDENT)
	    return ptx_rd_unexpected (r, branch ? "a label" : "a function");
	  if (!ptx_rd_named (r, false))
	    return false;
	}
      while (ptx_rd_accept (r, ','));
      ptx_rd_group (r, base, PTX_O_VEC);
      r->branch = false;
      r->nopnds = base;
      new_stmt (r, branch ? PTX_ST_BRANCHTARGETS : PTX_ST_CALLTARGETS)->list = r->opnds[base];
      return ptx_rd_expect (r, ';', "';'");
    }
  if (ptx_rd_is_dir (r, "attribute") || ptx_mod_class (ptx_mod_find (r->s, r->n)) == PTX_C_SPACE)
    return local_variables (r, PTX_L_NONE);
  const char *text = ptx_rd_unknown (r);
  if (text)
    new_stmt (r, PTX_ST_TEXT)->text = text;
  return text;
}

/* Append the comments before the current token that begin with //px. as statements.  */
static void
notes (rd *r)
{
  for (const char *p = r->before, *e; p < r->s; p = e)
    {
      e = p + 1;
      if (*p != '/')
	continue;
      if (*e == '*')
	{
	  for (e += 3; e < r->s && (e[-2] != '*' || e[-1] != '/'); e++)
	    ;
	  continue;
	}
      e = memchr (p, '\n', r->s - p);
      e = e ? e : r->s;
      if (e - p > 5 && !memcmp (p, "//px.", 5))
	new_stmt (r, PTX_ST_TEXT)->text = ptx_rd_copy (r, p, e - p);
    }
}

/* Read one statement of a body that is not a brace.  */
static bool
simple (rd *r)
{
  int32_t guard = -1;
  bool guard_not = false;
  const char *s;
  size_t n;
  if (r->tok == T_DIR)
    return directive (r);
  if (r->tok == ';')
    {
      ptx_rd_next (r);
      return true;
    }
  if (r->tok == '@')
    {
      ptx_rd_next (r);
      guard_not = ptx_rd_accept (r, '!');
      if (r->tok != T_IDENT)
	return ptx_rd_unexpected (r, "a predicate");
      int64_t reg = ptx_rd_find_register (r, ptx_rd_name (r));
      if (reg < 0)
	return ptx_rd_error_name (r, r->pos, "predicate ", r->s, r->n, " is not declared");
      if (r->f->regs[reg].type != PTX_PRED)
	return ptx_rd_error_name (r, r->pos, "", r->s, r->n, " is no predicate");
      guard = reg;
      ptx_rd_next (r);
    }
  if (r->tok != T_IDENT)
    return ptx_rd_unexpected (r, "a statement");
  s = r->s;
  n = r->n;
  ptx_rd_next (r);
  if (guard < 0 && r->tok == ':')
    {
      ptx_rd_next (r);
      return label (r, s, n);
    }
  return read_insn (r, s, n, guard, guard_not);
}

void
ptx_rd_body (rd *r)
{
  uint32_t outer = r->depth, index;
  for (;;)
    {
      r->stmt_pos = r->pos;
      notes (r);
      if (r->tok == '}')
	{
	  r->f->end = r->pos;
	  if (r->depth == outer)
	    {
	      ptx_rd_next (r);
	      return;
	    }
	  new_stmt (r, PTX_ST_CLOSE)->scope = r->scopes[r->depth - 1].index;
	  ptx_rd_close_scope (r);
	  ptx_rd_next (r);
	}
      else if (r->tok == '{')
	{
	  ptx_rd_next (r);
	  if (!ptx_rd_open_scope (r, &index))
	    {
	      r->p = r->end;
	      r->tok = T_EOF;
	      r->stop = true;
	    }
	  else
	    new_stmt (r, PTX_ST_OPEN)->scope = index;
	}
      else if (r->tok == T_EOF)
	{
	  ptx_rd_unexpected (r, "'}'");
	  while (r->depth > outer)
	    ptx_rd_close_scope (r);
	  return;
	}
      else if (!simple (r))
	{
	  r->nopnds = 0;
	  r->branch = false;
	  recover (r);
	}
    }
}
