/* SPDX-License-Identifier: MIT */
/* Structural equality of modules without positions.  Symbols and labels are equal by name.
   Registers are equal if names and types are, and each always corresponds to the other.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

typedef struct eq
{
  const ptx_module *a, *b;
  const ptx_func *fa, *fb; /* the functions that contain the operands; 0 in initialisers */
  uint32_t *ab, *ba;	   /* 1 + the corresponding register */
  const char *what;	   /* a description of the first difference */
  ptx_pos pos;		   /* its position in a */
} eq;

static bool
differ (eq *e, const char *what)
{
  if (!e->what)
    e->what = what;
  return false;
}

#define WANT(cond, what) \
  do \
    if (!(cond)) \
      return differ (e, what); \
  while (0)

static bool
same_text (const char *a, const char *b)
{
  return a == b || (a && b && !strcmp (a, b));
}

static bool
reg (eq *e, uint32_t a, uint32_t b)
{
  const ptx_reg *x = &e->fa->regs[a], *y = &e->fb->regs[b];
  if (!e->ab[a] && !e->ba[b])
    {
      e->ab[a] = b + 1;
      e->ba[b] = a + 1;
    }
  return (e->ab[a] == b + 1 && e->ba[b] == a + 1 && same_text (x->name, y->name)
	  && x->type == y->type && x->vec == y->vec)
	 || differ (e, "register");
}

static bool
mods (eq *e, const ptx_mod *a, const ptx_mod *b, unsigned n)
{
  for (unsigned k = 0; k < n; k++)
    WANT (same_text (ptx_mod_name (e->a, a[k]), ptx_mod_name (e->b, b[k])), "modifier");
  return true;
}

static bool
opnd (eq *e, const ptx_opnd *a, const ptx_opnd *b)
{
  WANT (a->kind == b->kind, "kind of operand");
  WANT (a->flags == b->flags && a->mask == b->mask, "flags of operand");
  ptx_mod sa = a->sel, sb = b->sel;
  if (!mods (e, &sa, &sb, 1))
    return false;
  switch (a->kind)
    {
    case PTX_O_REG: return reg (e, a->reg, b->reg);
    case PTX_O_SREG: WANT (a->reg == b->reg, "special register"); break;
    case PTX_O_IMM:
    case PTX_O_F32:
    case PTX_O_F64: WANT (a->u == b->u, "constant"); break;
    case PTX_O_ADDR:
      WANT (a->base == b->base && a->off == b->off, "address");
      if (a->base == PTX_O_REG)
	return reg (e, a->reg, b->reg);
      if (a->base == PTX_O_SYM)
	WANT (same_text (a->sym->name, b->sym->name), "base symbol");
      break;
    case PTX_O_SYM:
      WANT (same_text (a->sym->name, b->sym->name) && a->sym->local == b->sym->local
	      && a->off == b->off,
	    "symbol");
      break;
    case PTX_O_LABEL: WANT (a->reg == b->reg, "label"); break;
    case PTX_O_TUPLE:
    case PTX_O_VEC:
    case PTX_O_PAIR:
    case PTX_O_LIST:
      WANT (a->n == b->n, "number of elements");
      for (uint32_t k = 0; k < a->n; k++)
	if (!opnd (e, &a->sub[k], &b->sub[k]))
	  return false;
      break;
    case PTX_O_STRING:
    case PTX_O_TEXT: WANT (same_text (a->text, b->text), "text of operand"); break;
    }
  return true;
}

static bool
var (eq *e, const ptx_var *a, const ptx_var *b)
{
  if (!e->fa)
    e->pos = a->pos;
  WANT (same_text (a->sym->name, b->sym->name), "name of variable");
  WANT (a->space == b->space && a->type == b->type && a->vec == b->vec, "type of variable");
  WANT (a->linkage == b->linkage && a->managed == b->managed && a->bank == b->bank
	  && same_text (a->attribute, b->attribute),
	"attributes of variable");
  WANT (a->ptr == b->ptr && a->ptr_space == b->ptr_space && a->ptr_align == b->ptr_align, ".ptr");
  WANT (a->align == b->align, "alignment");
  WANT (a->ndims == b->ndims, "dimensions");
  for (uint32_t k = 0; k < a->ndims; k++)
    WANT (a->dims[k] == b->dims[k], "dimension");
  WANT (a->has_init == b->has_init, "initialiser");
  return !a->has_init || opnd (e, &a->init, &b->init);
}

static bool
proto (eq *e, const ptx_proto *a, const ptx_proto *b)
{
  WANT (a->nrets == b->nrets && a->nparams == b->nparams, "number of parameters");
  WANT (a->noreturn == b->noreturn && same_text (a->text, b->text), "prototype");
  for (uint32_t k = 0; k < a->nrets; k++)
    if (!var (e, a->rets[k], b->rets[k]))
      return false;
  for (uint32_t k = 0; k < a->nparams; k++)
    if (!var (e, a->params[k], b->params[k]))
      return false;
  return true;
}

static bool
insn (eq *e, const ptx_insn *a, const ptx_insn *b)
{
  WANT (a->op == b->op && same_text (a->text, b->text), "operation");
  WANT ((a->guard < 0) == (b->guard < 0) && a->guard_not == b->guard_not, "guard");
  if (a->guard >= 0 && !reg (e, a->guard, b->guard))
    return false;
  WANT (a->nmods == b->nmods, "number of modifiers");
  WANT (a->nopnds == b->nopnds, "number of operands");
  if (!mods (e, a->mods, b->mods, a->nmods))
    return false;
  for (unsigned k = 0; k < a->nopnds; k++)
    if (!opnd (e, &a->opnds[k], &b->opnds[k]))
      return false;
  return true;
}

static bool
stmt (eq *e, const ptx_stmt *a, const ptx_stmt *b)
{
  e->pos = a->pos;
  WANT (a->kind == b->kind, "kind of statement");
  switch (a->kind)
    {
    case PTX_ST_INSN: return insn (e, &a->insn, &b->insn);
    case PTX_ST_LABEL: WANT (a->label == b->label, "label"); break;
    case PTX_ST_OPEN:
    case PTX_ST_CLOSE: WANT (a->scope == b->scope, "scope"); break;
    case PTX_ST_REG:
      WANT (same_text (a->reg->name, b->reg->name) && a->reg->count == b->reg->count
	      && a->reg->type == b->reg->type && a->reg->vec == b->reg->vec,
	    "register declaration");
      break;
    case PTX_ST_VAR: return var (e, a->var, b->var);
    case PTX_ST_LOC:
      WANT (a->loc->file == b->loc->file && a->loc->line == b->loc->line
	      && a->loc->col == b->loc->col && a->loc->inlined == b->loc->inlined
	      && same_text (a->loc->function_name, b->loc->function_name)
	      && a->loc->function_off == b->loc->function_off && a->loc->at_file == b->loc->at_file
	      && a->loc->at_line == b->loc->at_line && a->loc->at_col == b->loc->at_col,
	    ".loc");
      break;
    case PTX_ST_BRANCHTARGETS:
    case PTX_ST_CALLTARGETS: return opnd (e, &a->list, &b->list);
    case PTX_ST_CALLPROTO: return proto (e, a->proto, b->proto);
    case PTX_ST_PRAGMA:
    case PTX_ST_TEXT: WANT (same_text (a->text, b->text), "text"); break;
    }
  return true;
}

static bool
eq_function (eq *e, const ptx_func *a, const ptx_func *b)
{
  e->pos = a->pos;
  WANT (same_text (a->sym->name, b->sym->name), "name of function");
  WANT (a->entry == b->entry && a->defined == b->defined && a->linkage == b->linkage
	  && same_text (a->attribute, b->attribute),
	"kind of function");
  WANT (a->ndirs == b->ndirs, "number of directives");
  for (uint32_t k = 0; k < a->ndirs; k++)
    {
      const ptx_dir *x = &a->dirs[k], *y = &b->dirs[k];
      WANT (x->kind == y->kind && x->n == y->n && same_text (x->text, y->text)
	      && !memcmp (x->value, y->value, sizeof x->value),
	    "directive");
    }
  if (!proto (e, &a->sig, &b->sig))
    return false;
  if (a->defined)
    {
      const ptx_stmt *x = a->first, *y = b->first;
      for (; x && y; x = x->next, y = y->next)
	if (!stmt (e, x, y))
	  return false;
      WANT (!x && !y, "number of statements");
      WANT (a->nlabels == b->nlabels && a->nscopes == b->nscopes, "number of labels or scopes");
      for (uint32_t k = 0; k < a->nlabels; k++)
	WANT (same_text (a->labels[k].name, b->labels[k].name)
		&& a->labels[k].scope == b->labels[k].scope,
	      "label");
      for (uint32_t k = 0; k < a->nscopes; k++)
	WANT (a->scopes[k].parent == b->scopes[k].parent, "scope");
    }
  return true;
}

static bool
func (eq *e, const ptx_func *a, const ptx_func *b)
{
  e->fa = a;
  e->fb = b;
  e->ab = calloc (a->nregs + 1, sizeof *e->ab);
  e->ba = calloc (b->nregs + 1, sizeof *e->ba);
  if (!e->ab || !e->ba)
    ptx_oom ();
  bool same = eq_function (e, a, b);
  free (e->ab);
  free (e->ba);
  e->fa = e->fb = 0;
  return same;
}

static bool
eq_item (eq *e, const ptx_item *a, const ptx_item *b)
{
  e->pos = a->pos;
  WANT (a->kind == b->kind, "kind of item");
  switch (a->kind)
    {
    case PTX_I_VAR: return var (e, a->var, b->var);
    case PTX_I_FUNC: return func (e, a->func, b->func);
    case PTX_I_FILE:
      WANT (a->file.index == b->file.index && same_text (a->file.name, b->file.name)
	      && a->file.stamped == b->file.stamped && a->file.time == b->file.time
	      && a->file.size == b->file.size,
	    ".file");
      break;
    case PTX_I_ALIAS:
      WANT (same_text (a->alias.alias->name, b->alias.alias->name)
	      && same_text (a->alias.aliasee->name, b->alias.aliasee->name),
	    ".alias");
      break;
    default: WANT (same_text (a->text, b->text), "text");
    }
  return true;
}

static bool
module (eq *e)
{
  const ptx_module *a = e->a, *b = e->b;
  WANT (a->version == b->version, ".version");
  WANT (a->target.sm == b->target.sm && a->target.feature == b->target.feature
	  && a->target.debug == b->target.debug && same_text (a->target.other, b->target.other),
	".target");
  WANT (a->address_size == b->address_size, ".address_size");
  const ptx_item *x = a->first, *y = b->first;
  for (; x && y; x = x->next, y = y->next)
    if (!eq_item (e, x, y))
      return false;
  WANT (!x && !y, "number of items");
  return true;
}

bool
ptx_equal (const ptx_module *a, const ptx_module *b, char **where)
{
  eq e = { .a = a, .b = b };
  if (module (&e))
    return true;
  if (where)
    {
      char text[200];
      snprintf (text, sizeof text, "%u:%u: %s differs", e.pos.line, e.pos.col, e.what);
      *where = strdup (text);
    }
  return false;
}

bool
ptx_same_insn (const ptx_insn *a, const ptx_insn *b)
{
  if (!a->op || a->op != b->op || ptx_opinfos ()[a->op].flags & PTX_CONVERGENT
      || a->nmods != b->nmods || a->nopnds != b->nopnds || a->guard != b->guard
      || a->guard_not != b->guard_not || memcmp (a->mods, b->mods, a->nmods * sizeof *a->mods))
    return false;
  for (unsigned k = 0; k < a->nopnds; k++)
    {
      const ptx_opnd *x = &a->opnds[k], *y = &b->opnds[k];
      if (x->kind != y->kind || x->flags != y->flags || x->sel != y->sel || x->mask != y->mask)
	return false;
      switch (x->kind)
	{
	case PTX_O_REG:
	  if (x->reg != y->reg)
	    return false;
	  break;
	case PTX_O_IMM:
	case PTX_O_F32:
	case PTX_O_F64:
	  if (x->u != y->u)
	    return false;
	  break;
	case PTX_O_SYM:
	  if (x->sym != y->sym || x->off != y->off)
	    return false;
	  break;
	default: return false;
	}
    }
  return true;
}
