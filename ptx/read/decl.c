/* SPDX-License-Identifier: MIT */
/* Declarations of variables and parameters: types, spaces, dimensions, initialisers.

   Bodies of functions (stmt.c) and the module (module.c) share this syntax.
   Makes a ptx_var; only parameters are bound to their names here.  */
#include "ptx/read/read.h"

/* Read the elements of an initialiser in braces, or a single one.  */
static bool
initialiser (rd *r, unsigned depth)
{
  uint32_t base = r->nopnds;
  ptx_opnd *o;
  if (depth > MAX_NEST)
    {
      ptx_rd_error (r, r->pos, "initialiser is nested too deeply");
      return false;
    }
  if (r->tok == '{')
    {
      ptx_rd_next (r);
      while (r->tok != '}')
	{
	  if (!initialiser (r, depth + 1))
	    return false;
	  if (!ptx_rd_accept (r, ','))
	    break;
	}
      if (!ptx_rd_expect (r, '}', "'}'"))
	return false;
      ptx_rd_group (r, base, PTX_O_VEC);
      return true;
    }
  if (r->tok == T_STRING)
    {
      o = ptx_rd_push (r);
      o->kind = PTX_O_STRING;
      o->text = ptx_rd_copy (r, r->s, r->n);
      ptx_rd_next (r);
      return true;
    }
  if (ptx_rd_is_ident (r, "generic"))
    {
      ptx_rd_next (r);
      if (!ptx_rd_expect (r, '(', "'('"))
	return false;
      if (r->tok != T_IDENT)
	return ptx_rd_unexpected (r, "a symbol");
      if (!ptx_rd_named (r, false) || !ptx_rd_expect (r, ')', "')'"))
	return false;
      r->opnds[base].flags |= PTX_OF_GENERIC;
      uint64_t off = r->opnds[base].u;
      bool ok = ptx_rd_offsets (r, true, &off);
      r->opnds[base].u = off;
      return ok;
    }
  if (r->tok == T_INT && *ptx_rd_skip_space (r, r->p) == '(')
    {
      unsigned byte = 0;
      while (byte < 8 && r->value != (uint64_t) 0xff << 8 * byte)
	byte++;
      if (byte == 8)
	return ptx_rd_unexpected (r, "a mask of one byte");
      ptx_rd_next (r);
      ptx_rd_next (r);
      if (!initialiser (r, depth + 1) || !ptx_rd_expect (r, ')', "')'"))
	return false;
      o = &r->opnds[base];
      if ((o->kind != O_PENDING && o->kind != PTX_O_SYM) || o->mask)
	{
	  ptx_rd_error (r, r->pos, "expected a symbol under a mask");
	  return false;
	}
      o->mask = byte + 1;
      return true;
    }
  if (!ptx_rd_operand (r, depth))
    return false;
  o = &r->opnds[base];
  if ((o->kind != PTX_O_IMM && o->kind != PTX_O_F32 && o->kind != PTX_O_F64 && o->kind != PTX_O_SYM
       && o->kind != O_PENDING)
      || o->flags & ~PTX_OF_UNSIGNED)
    {
      ptx_rd_error (r, r->pos, "expected a constant or an address");
      return false;
    }
  return true;
}

bool
ptx_rd_attribute (rd *r, const char **text, bool *managed)
{
  ptx_rd_next (r);
  if (r->tok != '(')
    return ptx_rd_unexpected (r, "'('");
  ptx_rd_next (r);
  if (ptx_rd_is_dir (r, "managed") && managed && *ptx_rd_skip_space (r, r->p) == ')')
    {
      *managed = true;
      ptx_rd_next (r);
    }
  else
    *text = ptx_rd_raw (r, ")");
  return ptx_rd_expect (r, ')', "')'");
}

bool
ptx_rd_var_head (rd *r, ptx_var *v)
{
  bool spaces[2] = { false }; /* whether a space was given, for the variable and for its .ptr */
  v->vec = 1;
  v->reg = -1;
  while (r->tok == T_DIR)
    {
      if (ptx_rd_is_dir (r, "attribute"))
	{
	  if (!ptx_rd_attribute (r, &v->attribute, &v->managed))
	    return false;
	  continue;
	}
      if (ptx_rd_is_dir (r, "align"))
	{
	  uint64_t align;
	  ptx_pos pos = r->pos;
	  ptx_rd_next (r);
	  if (r->tok != T_INT)
	    return ptx_rd_unexpected (r, "an alignment");
	  align = r->value;
	  ptx_rd_next (r);
	  if (!align || align > 1 << 30 || align & (align - 1))
	    {
	      ptx_rd_error (r, pos, "alignment is not a power of two");
	      return false;
	    }
	  *(v->ptr ? &v->ptr_align : &v->align) = align;
	  continue;
	}
      if (ptx_rd_is_dir (r, "ptr"))
	{
	  v->ptr = true;
	  ptx_rd_next (r);
	  continue;
	}
      ptx_mod mod = ptx_mod_find (r->s, r->n);
      switch (ptx_mod_class (mod))
	{
	case PTX_C_SPACE:
	  if (spaces[v->ptr])
	    return ptx_rd_unexpected (r, "a type");
	  spaces[v->ptr] = true;
	  *(v->ptr ? &v->ptr_space : &v->space) = mod;
	  ptx_rd_next (r);
	  if (mod == PTX_M_CONST && r->tok == '[')
	    {
	      ptx_rd_next (r);
	      if (!ptx_rd_count32 (r, &v->bank) || !ptx_rd_expect (r, ']', "']'"))
		return false;
	    }
	  continue;
	case PTX_C_TYPE:
	  if (v->type)
	    return ptx_rd_unexpected (r, "a name");
	  v->type = mod;
	  break;
	case PTX_C_VEC: v->vec = mod == PTX_M_V2 ? 2 : mod == PTX_M_V4 ? 4 : 8; break;
	default: return ptx_rd_unexpected (r, "a type");
	}
      ptx_rd_next (r);
    }
  if (!v->type)
    return ptx_rd_unexpected (r, "a type");
  return true;
}

static bool
var_dims (rd *r, ptx_var *v)
{
  uint64_t dims[MAX_DIMS];
  while (r->tok == '[')
    {
      ptx_rd_next (r);
      if (v->ndims == MAX_DIMS)
	{
	  ptx_rd_error (r, r->pos, "too many dimensions");
	  return false;
	}
      dims[v->ndims] = 0;
      if (r->tok != ']' && !ptx_rd_count (r, (uint64_t) 1 << 40, &dims[v->ndims]))
	return false;
      v->ndims++;
      if (!ptx_rd_expect (r, ']', "']'"))
	return false;
    }
  v->dims = ptx_alloc (r->m, v->ndims * sizeof *dims);
  if (v->ndims)
    memcpy (v->dims, dims, v->ndims * sizeof *dims);
  return true;
}

bool
ptx_rd_var_tail (rd *r, ptx_var *v)
{
  if (!var_dims (r, v))
    return false;
  if (r->tok == '=' && v->linkage == PTX_L_EXTERN)
    {
      ptx_rd_error (r, r->pos, "an .extern variable has no initialiser");
      return false;
    }
  if (!ptx_rd_accept (r, '='))
    return true;
  v->has_init = true;
  if (ptx_type_kind (v->type) == PTX_K_OPAQUE)
    {
      v->init.kind = PTX_O_TEXT;
      v->init.text = ptx_rd_raw (r, ";");
      return true;
    }
  uint32_t base = r->nopnds;
  r->stmt_pos = r->pos;
  r->branch = false;
  if (!initialiser (r, 0))
    {
      r->nopnds = base;
      return false;
    }
  v->init = r->opnds[base];
  r->nopnds = base;
  if (v->init.kind == O_PENDING)
    {
      r->pending = ptx_grow (r->pending, r->npending, &r->pending_cap, sizeof *r->pending);
      r->pending[r->npending++] = (pending){ &v->init, r->stmt_pos, false };
    }
  return true;
}

bool
ptx_rd_variables (rd *r, int linkage, bool (*take) (rd *r, ptx_var *v))
{
  ptx_var head = { .linkage = linkage };
  if (!ptx_rd_var_head (r, &head))
    return false;
  if (!head.space)
    return ptx_rd_unexpected (r, "a state space");
  do
    {
      ptx_var *v = ptx_alloc (r->m, sizeof *v);
      if (r->tok != T_IDENT)
	return ptx_rd_unexpected (r, "the name of a variable");
      *v = head;
      v->pos = r->pos;
      if (!take (r, v))
	return false;
    }
  while (ptx_rd_accept (r, ','));
  return true;
}

bool
ptx_rd_parameters (rd *r, ptx_var ***vars, uint32_t *n, bool bind_them)
{
  ptx_var **list = 0;
  uint32_t cap = 0;
  *n = 0;
  ptx_rd_next (r);
  if (r->tok != ')')
    do
      {
	ptx_var *v = ptx_alloc (r->m, sizeof *v);
	v->pos = r->pos;
	v->space = PTX_M_PARAM;
	if (!ptx_rd_var_head (r, v))
	  return false;
	bool may_reg = !(bind_them && r->f->entry);
	if (v->space != PTX_M_PARAM && !(v->space == PTX_M_REG && may_reg))
	  {
	    ptx_rd_error (r, v->pos,
			  may_reg ? "a parameter of a function is in .param or .reg"
				  : "a parameter of a kernel is in .param");
	    return false;
	  }
	if (r->tok != T_IDENT)
	  return ptx_rd_unexpected (r, "the name of a parameter");
	ptx_name *id = ptx_rd_name (r);
	v->sym = ptx_alloc (r->m, sizeof *v->sym);
	v->sym->name = id->s;
	ptx_rd_next (r);
	if (!var_dims (r, v))
	  return false;
	if (bind_them)
	  {
	    ptx_add_var (r->f, v);
	    if (v->space == PTX_M_REG)
	      {
		ptx_regdecl *d = ptx_alloc (r->m, sizeof *d);
		d->name = id->s;
		d->type = v->type;
		d->vec = v->vec;
		d->id = r->f->ndecls++;
		d->pos = v->pos;
		d->reg = v->reg = ptx_add_reg (r->f, id->s, v->type, v->vec, d);
		r->f->regs[v->reg].param = true;
		if (!ptx_rd_bind (r, id, H_BIND, PTX_B_REG, d, v->pos))
		  return false;
	      }
	    else if (strcmp (id->s, "_") && !ptx_rd_bind (r, id, H_BIND, PTX_B_VAR, v, v->pos))
	      return false;
	  }
	else
	  {
	    v->sym->kind = PTX_S_VAR;
	    v->sym->local = true;
	    v->sym->var = v;
	  }
	list = ptx_arena_grow (r->m->arena, list, *n, &cap, sizeof *list);
	list[(*n)++] = v;
      }
    while (ptx_rd_accept (r, ','));
  *vars = list;
  return ptx_rd_expect (r, ')', "')'");
}
