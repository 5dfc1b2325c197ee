/* SPDX-License-Identifier: MIT */
/* Queries on the IR.  */
#include "ptx/ptx-int.h"

ptx_sym *
ptx_lookup (const ptx_module *m, const char *s)
{
  const struct ptx_names *t = m->names;
  size_t len = strlen (s);
  uint32_t h = ptx_hash (s, len);
  for (ptx_name *n = t->size ? t->table[h & (t->size - 1)] : 0; n; n = n->next)
    if (n->hash == h && n->len == len && !memcmp (n->s, s, len))
      return n->sym;
  return 0;
}

ptx_func *
ptx_find_func (const ptx_module *m, const char *name)
{
  ptx_sym *s = ptx_lookup (m, name);
  return s && s->kind == PTX_S_FUNC && s->func->defined ? s->func : 0;
}

const char *
ptx_mod_name (const ptx_module *m, ptx_mod mod)
{
  return mod >= PTX_TEXT_MOD			 ? m->text_mods[mod - PTX_TEXT_MOD]
	 : mod < PTX_NMODS && ptx_mods[mod].name ? ptx_mods[mod].name
						 : "";
}

ptx_class
ptx_mod_class (ptx_mod mod)
{
  return mod < PTX_NMODS ? ptx_mods[mod].cls : PTX_C_NONE;
}

ptx_mod
ptx_get (const ptx_insn *i, ptx_class class)
{
  for (unsigned k = 0; k < i->nmods; k++)
    if (ptx_mod_class (i->mods[k]) == class)
      return i->mods[k];
  return PTX_NOMOD;
}

bool
ptx_has (const ptx_insn *i, ptx_mod mod)
{
  for (unsigned k = 0; k < i->nmods; k++)
    if (i->mods[k] == mod)
      return true;
  return false;
}

ptx_mod
ptx_type (const ptx_insn *i, unsigned n)
{
  for (unsigned k = 0; k < i->nmods; k++)
    if (i->mods[k] < PTX_LAST_TYPE && n-- == 0)
      return i->mods[k];
  return PTX_NOMOD;
}

unsigned
ptx_ntypes (const ptx_insn *i)
{
  unsigned n = 0;
  for (unsigned k = 0; k < i->nmods; k++)
    n += i->mods[k] < PTX_LAST_TYPE;
  return n;
}

ptx_mod
ptx_space (const ptx_insn *i)
{
  ptx_mod s = ptx_get (i, PTX_C_SPACE);
  return s == PTX_M_SHARED_CTA				   ? PTX_M_SHARED
	 : s == PTX_M_PARAM_ENTRY || s == PTX_M_PARAM_FUNC ? PTX_M_PARAM
							   : s;
}

ptx_mod
ptx_cmp (const ptx_insn *i)
{
  ptx_mod m = ptx_get (i, PTX_C_CMP);
  return m ? m : ptx_get (i, PTX_C_HALF);
}

int
ptx_component (ptx_mod sel)
{
  switch (sel)
    {
    case PTX_M_SEL_X:
    case PTX_M_RIGHT: return 0;
    case PTX_M_SEL_Y:
    case PTX_M_SEL_G: return 1;
    case PTX_M_SEL_Z:
    case PTX_M_MATRIX_B: return 2;
    case PTX_M_SEL_W:
    case PTX_M_MATRIX_A: return 3;
    default: return -1;
    }
}

unsigned
ptx_vec (const ptx_insn *i)
{
  switch (ptx_get (i, PTX_C_VEC))
    {
    case PTX_M_V2: return 2;
    case PTX_M_V4: return 4;
    case PTX_M_V8: return 8;
    }
  return 1;
}

unsigned
ptx_bits (ptx_mod type)
{
  return type < PTX_NMODS ? ptx_mods[type].bits : 0;
}

ptx_kind
ptx_type_kind (ptx_mod type)
{
  return type < PTX_NMODS ? ptx_mods[type].kind : PTX_K_NONE;
}

/* The number of elements that an initialiser gives to a first dimension [].  */
static uint64_t
init_count (const ptx_opnd *init)
{
  return init->kind == PTX_O_VEC      ? init->n
	 : init->kind == PTX_O_STRING ? strlen (init->text) + 1
				      : 0;
}

uint64_t
ptx_var_size (const ptx_var *v)
{
  uint64_t n = ptx_bits (v->type) / 8;
  if (__builtin_mul_overflow (n, v->vec, &n))
    return 0;
  for (uint32_t k = 0; k < v->ndims; k++)
    {
      uint64_t dim = v->dims[k] ? v->dims[k] : k == 0 && v->has_init ? init_count (&v->init) : 0;
      if (__builtin_mul_overflow (n, dim, &n))
	return 0;
    }
  return n;
}

uint32_t
ptx_var_align (const ptx_var *v)
{
  uint32_t natural = ptx_bits (v->type) / 8 * v->vec;
  return v->align ? v->align : natural ? natural : 1;
}

bool
ptx_call_parts (const ptx_insn *i, ptx_call *c)
{
  unsigned k = 0;
  *c = (ptx_call){ 0 };
  if (i->op != PTX_OP_CALL)
    return false;
  if (k < i->nopnds && i->opnds[k].kind == PTX_O_LIST)
    c->rets = &i->opnds[k++];
  if (k < i->nopnds)
    c->callee = &i->opnds[k++];
  if (k < i->nopnds && i->opnds[k].kind == PTX_O_LIST)
    c->args = &i->opnds[k++];
  if (k < i->nopnds)
    c->proto = &i->opnds[k++];
  return c->callee && k == i->nopnds
	 && (c->callee->kind == PTX_O_SYM || c->callee->kind == PTX_O_REG);
}

ptx_stmt *
ptx_label_table (const ptx_func *f, const ptx_opnd *o)
{
  ptx_stmt *s = o->kind == PTX_O_LABEL ? f->labels[o->reg].stmt : 0;
  s = s ? s->next : 0;
  return s
	     && (s->kind == PTX_ST_BRANCHTARGETS || s->kind == PTX_ST_CALLTARGETS
		 || s->kind == PTX_ST_CALLPROTO)
	   ? s
	   : 0;
}

static void
visit (ptx_opnd *o, bool written, ptx_visit_reg *fn, void *closure)
{
  switch (o->kind)
    {
    case PTX_O_REG: fn (closure, o, written); break;
    case PTX_O_ADDR:
      if (o->base == PTX_O_REG)
	fn (closure, o, false);
      break;
    case PTX_O_TUPLE:
      written = false;
      /* Fall through.  */
    case PTX_O_VEC:
    case PTX_O_PAIR:
    case PTX_O_LIST:
      for (unsigned k = 0; k < o->n; k++)
	visit (&o->sub[k], written, fn, closure);
      break;
    }
}

/* Registers in the results of a call are written.  A destination that is written in part
   (component, lane) is also read.  */
void
ptx_visit_regs (ptx_insn *i, ptx_visit_reg *fn, void *closure)
{
  if (!i->form)
    ptx_match (i);
  if (i->guard >= 0)
    {
      ptx_opnd g = ptx_reg_opnd (i->guard);
      fn (closure, &g, false);
      i->guard = g.reg;
    }
  ptx_role roles[UINT8_MAX];
  ptx_operand_roles (i, roles);
  for (unsigned k = 0; k < i->nopnds; k++)
    {
      ptx_opnd *o = &i->opnds[k];
      if (i->op == PTX_OP_CALL)
	{
	  visit (o,
		 k == 0 && i->nopnds > 1 && o->kind == PTX_O_LIST && i->opnds[1].kind != PTX_O_LIST,
		 fn, closure);
	  continue;
	}
      if (roles[k].source || !roles[k].dest)
	visit (o, false, fn, closure);
      if (roles[k].dest)
	visit (o, true, fn, closure);
    }
}

static void
visit_sym (const ptx_opnd *o, ptx_visit_sym *fn, void *closure)
{
  switch (o->kind)
    {
    case PTX_O_ADDR:
      if (o->base != PTX_O_SYM)
	break;
      /* Fall through.  */
    case PTX_O_SYM:
      if (!o->sym->local)
	fn (closure, o->sym);
      break;
    case PTX_O_TUPLE:
    case PTX_O_VEC:
    case PTX_O_PAIR:
    case PTX_O_LIST:
      for (unsigned k = 0; k < o->n; k++)
	visit_sym (&o->sub[k], fn, closure);
      break;
    }
}

void
ptx_visit_syms (const ptx_item *i, ptx_visit_sym *fn, void *closure)
{
  if (i->kind == PTX_I_VAR)
    visit_sym (&i->var->init, fn, closure);
  else if (i->kind == PTX_I_ALIAS)
    fn (closure, i->alias.aliasee);
  else if (i->kind == PTX_I_FUNC)
    for (const ptx_stmt *s = i->func->first; s; s = s->next)
      switch (s->kind)
	{
	case PTX_ST_INSN:
	  for (unsigned k = 0; k < s->insn.nopnds; k++)
	    visit_sym (&s->insn.opnds[k], fn, closure);
	  break;
	case PTX_ST_CALLTARGETS: visit_sym (&s->list, fn, closure); break;
	case PTX_ST_VAR: visit_sym (&s->var->init, fn, closure); break;
	}
}

static bool
symbol_char (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
	 || c == '$' || c == '%';
}

bool
ptx_has_word (const char *text, const char *s)
{
  size_t n = strlen (s);
  for (const char *p = text; (p = strstr (p, s)); p++)
    if ((p == text || !symbol_char (p[-1])) && !symbol_char (p[n]))
      return true;
  return false;
}
