/* SPDX-License-Identifier: MIT */
/* Modules: symbols resolved among the PTX modules that are linked, globals
   allocated and initialised, shared variables laid out for each entry.  */

#include "emulator/code/decode.h"
#include "emulator/run/device.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const builtin_names[N_BUILTINS]
  = { [BI_VPRINTF] = "vprintf",
      [BI_MALLOC] = "malloc",
      [BI_FREE] = "free",
      [BI_ASSERTFAIL] = "__assertfail",
      [BI_ASSUME] = "px_assume",
      [BI_WITHIN] = "px_within",
      [BI_CDP_BUFFER] = "__cudaCDP2GetParameterBufferV2",
      [BI_CDP_LAUNCH] = "__cudaCDP2LaunchDeviceV2",
      [BI_CDP_STREAM_CREATE] = "__cudaCDP2StreamCreateWithFlags",
      [BI_CDP_STREAM_DESTROY] = "__cudaCDP2StreamDestroy",
      [BI_CDP_LAST_ERROR] = "__cudaCDP2GetLastError",
      [BI_CDP_PEEK_ERROR] = "__cudaCDP2PeekAtLastError",
      [BI_CDP_ERROR_STRING] = "__cudaCDP2GetErrorString",
      [BI_CDP_MALLOC] = "__cudaCDP2Malloc",
      [BI_CDP_FREE] = "__cudaCDP2Free",
      [BI_CDP_MEMCPY] = "__cudaCDP2MemcpyAsync",
      [BI_CDP_MEMSET] = "__cudaCDP2MemsetAsync",
      [BI_SET_CONDITIONAL] = "cudaGraphSetConditional" };

struct loader
{
  px_emu_module *mod;
  char *log;
  size_t log_len;
  FILE *out;
  int errors;
  enum px_emu_kind kind;
  char first[512];
};

static void __attribute__ ((format (printf, 5, 6)))
complain (struct loader *l, enum px_emu_kind kind, const ptx_module *m, ptx_pos pos,
	  const char *fmt, ...)
{
  char text[400];
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (text, sizeof text, fmt, ap);
  va_end (ap);
  if (l->out)
    fprintf (l->out, "%s:%u:%u: error: %s\n", m->name, pos.line, pos.col, text);
  if (!l->errors++)
    {
      l->kind = kind;
      snprintf (l->first, sizeof l->first, "%.80s:%u: %s", m->name, pos.line, text);
    }
}

struct symbol *
symbol_of (const px_emu_module *mod, const ptx_module *ptx, const ptx_sym *sym)
{
  if (sym->local)
    {
      for (size_t i = 0; i < mod->n_own; i++)
	if (mod->own[i].sym == sym)
	  return mod->own[i].symbol;
      return NULL;
    }
  for (size_t m = 0; m < mod->n_ptx; m++)
    if (mod->ptx[m] == ptx)
      return sym->index < ptx->nsyms ? mod->syms[m][sym->index] : NULL;
  return NULL;
}

static bool
exported (int linkage)
{
  return linkage == PTX_L_VISIBLE || linkage == PTX_L_WEAK || linkage == PTX_L_COMMON
	 || linkage == PTX_L_EXTERN;
}

/* What a linkage is worth when several modules define a name.  */
static int
strength (const ptx_sym *s)
{
  bool defined = s->kind == PTX_S_FUNC	? s->func->defined
		 : s->kind == PTX_S_VAR ? s->var->linkage != PTX_L_EXTERN
					: false;
  int l = s->kind == PTX_S_FUNC	 ? s->func->linkage
	  : s->kind == PTX_S_VAR ? s->var->linkage
				 : PTX_L_EXTERN;
  if (s->kind == PTX_S_VAR && s->var->space == PTX_M_SHARED && l == PTX_L_EXTERN)
    return 1;
  return !defined ? 0 : l == PTX_L_WEAK || l == PTX_L_COMMON ? 2 : 3;
}

static int
linkage_of (const ptx_sym *s)
{
  return s->kind == PTX_S_FUNC	? s->func->linkage
	 : s->kind == PTX_S_VAR ? s->var->linkage
				: PTX_L_EXTERN;
}

/* A name's best definition among all modules: chained hash.  */
struct global_name
{
  const char *name;
  const ptx_sym *sym;
  const ptx_module *ptx;
  struct symbol *symbol;
  struct global_name *next;
};

static unsigned
hash_symbol (const char *s)
{
  unsigned h = 5381;
  while (*s)
    h = h * 33 + (unsigned char) *s++;
  return h;
}

static struct symbol *
new_symbol (px_emu_module *mod)
{
  struct symbol *s = calloc (1, sizeof *s);
  struct symbol **all = realloc (mod->all, (mod->n_all + 1) * sizeof *all);
  if (all)
    mod->all = all;
  if (!s || !all)
    {
      free (s);
      return NULL;
    }
  return mod->all[mod->n_all++] = s;
}

static px_emu_func *
new_func (px_emu_module *mod, const ptx_module *ptx, ptx_func *ir)
{
  px_emu_func *f = calloc (1, sizeof *f);
  px_emu_func **funcs = realloc (mod->funcs, (mod->n_funcs + 1) * sizeof *funcs);
  if (funcs)
    mod->funcs = funcs;
  if (!f || !funcs)
    {
      free (f);
      return NULL;
    }
  f->ir = ir;
  f->mod = mod;
  f->ptx = ptx;
  f->name = ir->sym->name;
  f->index = mod->n_funcs;
  return mod->funcs[mod->n_funcs++] = f;
}

static bool
add_shared (px_emu_module *mod, const ptx_var *var, const ptx_func *func)
{
  struct shared_var *v = realloc (mod->shared, (mod->n_shared + 1) * sizeof *v);
  if (!v)
    return false;
  mod->shared = v;
  v[mod->n_shared++] = (struct shared_var){ var, func, ptx_var_size (var) == 0 };
  return true;
}

/* Gives SYM of PTX, its best definition, storage or a function.  */
static bool
define (struct loader *l, struct symbol *s, const ptx_module *ptx, const ptx_sym *sym)
{
  px_emu_module *mod = l->mod;
  if (sym->kind == PTX_S_FUNC && sym->func->defined)
    {
      /* Of px's library, where they are empty.  */
      for (int b = BI_ASSUME; b <= BI_WITHIN; b++)
	if (!strcmp (sym->name, builtin_names[b]))
	  {
	    s->kind = SYM_BUILTIN;
	    s->addr = b;
	    return true;
	  }
      s->kind = SYM_FUNC;
      return (s->func = new_func (mod, ptx, sym->func)) != NULL;
    }
  if (sym->kind == PTX_S_VAR && sym->var->space == PTX_M_SHARED)
    {
      s->kind = SYM_SHARED;
      s->var = sym->var;
      s->shared = mod->n_shared;
      return add_shared (mod, sym->var, NULL);
    }
  if (sym->kind == PTX_S_VAR && sym->var->linkage != PTX_L_EXTERN
      && (sym->var->space == PTX_M_GLOBAL || sym->var->space == PTX_M_CONST))
    {
      uint64_t size = ptx_var_size (sym->var), align = ptx_var_align (sym->var);
      if (size == 0)
	size = 1;
      /* The host accesses a managed one, too: it has pages of its own (emulator/driver/guard.c).  */
      uint64_t least = sym->var->managed ? 4096 : 16;
      if (align < least)
	align = least;
      if (size > (uint64_t) 1 << 40 || align > 65536 || (align & (align - 1)))
	{
	  complain (l, PX_EMU_NO_MEMORY, ptx, sym->var->pos, "'%s' is too large", sym->name);
	  return true;
	}
      void *p = variable_new (mod, (size + least - 1) / least * least, align);
      if (!p)
	{
	  complain (l, PX_EMU_NO_MEMORY, ptx, sym->var->pos, "no memory for '%s' (%llu bytes)",
		    sym->name, (unsigned long long) size);
	  return true;
	}
      s->kind = SYM_VAR;
      s->var = sym->var;
      s->addr = (uintptr_t) p;
      s->size = size;
      bool is_const = sym->var->space == PTX_M_CONST;
      if (is_const)
	mod->const_bytes += size;
      return mem_add (mod->emu, p, size, is_const ? PX_EMU_MEM_CONST : PX_EMU_MEM_GLOBAL,
		      sym->name);
    }
  for (int b = 0; b < N_BUILTINS; b++)
    if (sym->kind == PTX_S_FUNC && !strcmp (sym->name, builtin_names[b]))
      {
	s->kind = SYM_BUILTIN;
	s->addr = b;
	return true;
      }
  s->kind = SYM_NONE;
  return true;
}

/* The variables of global and constant memory that functions declare (5.1): one each, known
   by name in the function alone.  */
static bool
define_own (struct loader *l)
{
  px_emu_module *mod = l->mod;
  for (size_t i = 0; i < mod->n_funcs; i++)
    for (uint32_t v = 0; v < mod->funcs[i]->ir->nvars; v++)
      {
	const ptx_var *var = mod->funcs[i]->ir->vars[v];
	if (var->space != PTX_M_GLOBAL && var->space != PTX_M_CONST)
	  continue;
	struct own_var *own = realloc (mod->own, (mod->n_own + 1) * sizeof *own);
	if (!own)
	  return false;
	mod->own = own;
	own[mod->n_own] = (struct own_var){ var->sym, new_symbol (mod) };
	if (!own[mod->n_own].symbol
	    || !define (l, own[mod->n_own].symbol, mod->funcs[i]->ptx, var->sym))
	  return false;
	mod->n_own++;
      }
  return true;
}

/* Links the names of all modules.  */
static bool
link_names (struct loader *l)
{
  px_emu_module *mod = l->mod;
  struct global_name *table[512] = { NULL }, *g;
  bool ok = true;
  for (size_t m = 0; m < mod->n_ptx; m++)
    for (uint32_t i = 0; i < mod->ptx[m]->nsyms; i++)
      {
	const ptx_sym *s = mod->ptx[m]->syms[i];
	if (!exported (linkage_of (s)))
	  continue;
	unsigned h = hash_symbol (s->name) % 512;
	for (g = table[h]; g && strcmp (g->name, s->name); g = g->next)
	  ;
	if (!g)
	  {
	    g = calloc (1, sizeof *g);
	    if (!g)
	      return false;
	    *g = (struct global_name){ s->name, s, mod->ptx[m], NULL, table[h] };
	    table[h] = g;
	  }
	else if (strength (s) > strength (g->sym))
	  g->sym = s, g->ptx = mod->ptx[m];
	else if (strength (s) == 3 && strength (g->sym) == 3)
	  complain (l, PX_EMU_UNRESOLVED, mod->ptx[m],
		    s->kind == PTX_S_FUNC ? s->func->pos : s->var->pos,
		    "'%s' is defined twice (also in %s)", s->name, g->ptx->name);
      }
  for (size_t m = 0; m < mod->n_ptx && ok; m++)
    for (uint32_t i = 0; i < mod->ptx[m]->nsyms && ok; i++)
      {
	const ptx_sym *s = mod->ptx[m]->syms[i];
	const ptx_module *ptx = mod->ptx[m];
	if (exported (linkage_of (s)))
	  {
	    for (g = table[hash_symbol (s->name) % 512]; strcmp (g->name, s->name); g = g->next)
	      ;
	    if (!g->symbol)
	      ok = (g->symbol = new_symbol (mod)) && define (l, g->symbol, g->ptx, g->sym);
	    mod->syms[m][i] = g->symbol;
	  }
	else
	  ok = (mod->syms[m][i] = new_symbol (mod)) && define (l, mod->syms[m][i], ptx, s);
      }
  for (int h = 0; h < 512; h++)
    for (struct global_name *next; (g = table[h]); table[h] = next)
      {
	next = g->next;
	free (g);
      }
  return ok;
}

/* Aliases: the name stands for the aliasee's function.  */
static void
link_aliases (struct loader *l)
{
  px_emu_module *mod = l->mod;
  for (size_t m = 0; m < mod->n_ptx; m++)
    for (const ptx_item *it = mod->ptx[m]->first; it; it = it->next)
      if (it->kind == PTX_I_ALIAS)
	{
	  struct symbol *a = mod->syms[m][it->alias.alias->index];
	  struct symbol *b = mod->syms[m][it->alias.aliasee->index];
	  if (a && b && b->kind == SYM_FUNC)
	    {
	      a->kind = SYM_FUNC;
	      a->func = b->func;
	    }
	}
}

/* Address of a symbol as a value in generic space.  */
static bool
symbol_value (const struct symbol *s, uint64_t *value)
{
  if (s && s->kind == SYM_VAR)
    *value = s->addr;
  else if (s && s->kind == SYM_FUNC)
    *value = FUNC_BASE + 16 * s->func->index;
  else
    return false;
  return true;
}

struct writer
{
  struct loader *l;
  const ptx_module *ptx;
  const ptx_var *var;
  uint8_t *p, *end;
  unsigned elem; /* bytes */
};

/* Stores the initialiser O at W->p; an aggregate's missing elements stay zero.
   SIZE: bytes of the object that O initialises.  */
static void
write_init (struct writer *w, const ptx_opnd *o, unsigned dim)
{
  union
  {
    uint64_t u;
    float f;
    double d;
  } v = { 0 };
  unsigned n = w->elem;
  if (o->kind == PTX_O_VEC)
    {
      uint64_t stride = n;
      if (dim < w->var->ndims)
	for (unsigned d = dim + 1; d < w->var->ndims; d++)
	  stride *= w->var->dims[d] ? w->var->dims[d] : 1;
      if (dim < w->var->ndims)
	stride *= w->var->vec ? w->var->vec : 1;
      uint8_t *at = w->p;
      for (unsigned i = 0; i < o->n; i++)
	{
	  if (stride > (uint64_t) (w->end - at))
	    break;
	  w->p = at;
	  write_init (w, &o->sub[i], o->sub[i].kind == PTX_O_VEC ? dim + 1 : w->var->ndims);
	  at += o->sub[i].kind == PTX_O_VEC ? stride : n;
	}
      return;
    }
  bool flt = ptx_type_kind (w->var->type) == PTX_K_FLOAT;
  switch (o->kind)
    {
    case PTX_O_IMM:
      v.u = o->u;
      if (flt && n == 4)
	v.u = 0, v.f = (float) o->i;
      else if (flt && n == 8)
	v.d = (double) o->i;
      break;
    case PTX_O_F32:
      v.u = o->u;
      if (n == 8 && flt)
	{
	  union
	  {
	    uint32_t u;
	    float f;
	  } x = { o->u };
	  v.d = x.f;
	}
      break;
    case PTX_O_F64:
      v.u = o->u;
      if (n == 4 && flt)
	{
	  union
	  {
	    uint64_t u;
	    double d;
	  } x = { o->u };
	  v.u = 0, v.f = (float) x.d;
	}
      break;
    case PTX_O_SYM:
      if (!symbol_value (symbol_of (w->l->mod, w->ptx, o->sym), &v.u))
	complain (w->l, PX_EMU_UNRESOLVED, w->ptx, w->var->pos,
		  "initialiser of '%s' needs '%s', which is not defined", w->var->sym->name,
		  o->sym->name);
      v.u += o->off;
      if (o->mask)
	v.u = v.u >> 8 * (o->mask - 1) & 255;
      break;
    case PTX_O_STRING:
      {
	size_t len = strlen (o->text) + 1;
	if (strchr (o->text, '\\'))
	  complain (w->l, PX_EMU_LOAD, w->ptx, w->var->pos,
		    "initialiser of '%s': escapes are not supported", w->var->sym->name);
	memcpy (w->p, o->text, len < (size_t) (w->end - w->p) ? len : (size_t) (w->end - w->p));
	return;
      }
    default:
      complain (w->l, PX_EMU_LOAD, w->ptx, w->var->pos, "initialiser of '%s' is not understood",
		w->var->sym->name);
      return;
    }
  if (n <= (size_t) (w->end - w->p) && n <= 8)
    memcpy (w->p, &v, n);
}

/* SYM, a variable of PTX, whose storage is S.  */
static void
initialise_var (struct loader *l, const ptx_module *ptx, const ptx_sym *sym, struct symbol *s)
{
  if (s->kind != SYM_VAR || sym->kind != PTX_S_VAR || s->var != sym->var || !sym->var->has_init)
    return;
  struct writer w = {
    l, ptx, s->var, (uint8_t *) s->addr, (uint8_t *) s->addr + s->size, ptx_bits (s->var->type) / 8
  };
  if (w.elem)
    write_init (&w, &s->var->init, 0);
}

static void
initialise (struct loader *l)
{
  for (size_t m = 0; m < l->mod->n_ptx; m++)
    for (uint32_t i = 0; i < l->mod->ptx[m]->nsyms; i++)
      initialise_var (l, l->mod->ptx[m], l->mod->ptx[m]->syms[i], l->mod->syms[m][i]);
  for (size_t i = 0; i < l->mod->n_own; i++)
    initialise_var (l, l->mod->own[i].sym->func->module, l->mod->own[i].sym, l->mod->own[i].symbol);
}

/* Finds callees and the shared variables that functions declare.  */
static bool
scan_functions (struct loader *l)
{
  px_emu_module *mod = l->mod;
  for (size_t i = 0; i < mod->n_funcs; i++)
    {
      px_emu_func *f = mod->funcs[i];
      for (uint32_t v = 0; v < f->ir->nvars; v++)
	if (f->ir->vars[v]->space == PTX_M_SHARED && !add_shared (mod, f->ir->vars[v], f->ir))
	  return false;
      for (const ptx_stmt *s = f->ir->first; s; s = s->next)
	{
	  ptx_call c;
	  if (s->kind != PTX_ST_INSN || !ptx_call_parts (&s->insn, &c))
	    continue;
	  if (c.callee->kind != PTX_O_SYM)
	    {
	      f->indirect = true;
	      continue;
	    }
	  struct symbol *t = symbol_of (mod, f->ptx, c.callee->sym);
	  if (t && t->kind == SYM_NONE)
	    complain (l, PX_EMU_UNRESOLVED, f->ptx, s->pos, "'%s' is called but not defined",
		      c.callee->sym->name);
	  if (!t || t->kind != SYM_FUNC)
	    continue;
	  px_emu_func **cs = realloc (f->callees, (f->n_callees + 1) * sizeof *cs);
	  if (!cs)
	    return false;
	  f->callees = cs;
	  cs[f->n_callees++] = t->func;
	}
    }
  return true;
}

/* Marks what F can reach.  */
static void
reach (px_emu_func *f, uint8_t *seen)
{
  if (seen[f->index])
    return;
  seen[f->index] = 1;
  for (size_t i = 0; i < f->n_callees; i++)
    reach (f->callees[i], seen);
  if (f->indirect)
    for (size_t i = 0; i < f->mod->n_funcs; i++)
      if (!f->mod->funcs[i]->ir->entry)
	reach (f->mod->funcs[i], seen);
}

static bool
uses_symbol (const ptx_func *ir, const ptx_sym *sym)
{
  for (const ptx_stmt *s = ir->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN)
      for (int k = 0; k < s->insn.nopnds; k++)
	{
	  const ptx_opnd *o = &s->insn.opnds[k];
	  unsigned n = o->kind == PTX_O_TUPLE || o->kind == PTX_O_VEC ? o->n : 1;
	  for (unsigned j = 0; j < n; j++)
	    {
	      const ptx_opnd *q
		= n == 1 && o->kind != PTX_O_TUPLE && o->kind != PTX_O_VEC ? o : &o->sub[j];
	      if ((q->kind == PTX_O_SYM || (q->kind == PTX_O_ADDR && q->base == PTX_O_SYM))
		  && q->sym == sym)
		return true;
	    }
	}
  return false;
}

/* Shared memory of entry F: static variables it can reach, then dynamic ones,
   all of which start at its end.  */
static bool
layout_shared (struct loader *l, px_emu_func *f)
{
  enum
  {
    GAP = 64,
    GAP_DYNAMIC = 1024 /* a multiple of all usual alignments */
  };
  px_emu_module *mod = l->mod;
  uint8_t *seen = calloc (1, mod->n_funcs);
  f->shared_offset = calloc (mod->n_shared + 1, sizeof *f->shared_offset);
  if (!seen || !f->shared_offset)
    {
      free (seen);
      return false;
    }
  reach (f, seen);
  uint64_t at = 0, plain = 0; /* PLAIN: without gaps */
  for (int dynamic = 0; dynamic < 2; dynamic++)
    {
      uint64_t start = at, plain_start = plain;
      for (size_t i = 0; i < mod->n_shared; i++)
	{
	  struct shared_var *v = &mod->shared[i];
	  bool used = false;
	  if (v->dynamic != dynamic)
	    continue;
	  for (size_t k = 0; k < mod->n_funcs && !used; k++)
	    used = seen[k]
		   && (v->func ? mod->funcs[k]->ir == v->func
			       : mod->funcs[k]->ptx == mod->funcs[k]->ir->module
				   && uses_symbol (mod->funcs[k]->ir, v->var->sym));
	  /* A name may have several declarations; be generous.  */
	  if (!used && !v->func)
	    for (size_t k = 0; k < mod->n_funcs && !used; k++)
	      if (seen[k])
		{
		  ptx_sym *s = ptx_lookup (mod->funcs[k]->ptx, v->var->sym->name);
		  used = s && uses_symbol (mod->funcs[k]->ir, s);
		}
	  f->shared_offset[i] = UINT32_MAX;
	  if (!used)
	    continue;
	  uint64_t align = ptx_var_align (v->var), size = ptx_var_size (v->var);
	  if (dynamic && align < 16)
	    align = 16;
	  if (!align || (align & (align - 1)) || size > PX_EMU_MAX_SHARED)
	    {
	      complain (l, PX_EMU_OUT_OF_RESOURCES, f->ptx, v->var->pos,
			"'%s' does not fit shared memory", v->var->sym->name);
	      continue;
	    }
	  /* After what is checked comes room that belongs to no variable.  */
	  uint64_t gap = !mod->emu->gaps ? 0
			 : dynamic	 ? (start ? GAP_DYNAMIC : 0)
			 : at && at + size + GAP <= PX_EMU_DEFAULT_SHARED / 2 ? GAP
									      : 0;
	  uint64_t p = ((dynamic ? start : at) + gap + align - 1) & -align,
		   q = ((dynamic ? plain_start : plain) + align - 1) & -align;
	  f->shared_offset[i] = p;
	  if (!dynamic)
	    {
	      at = p + size;
	      plain = q + size;
	    }
	  else
	    {
	      f->uses_dynamic_shared = true;
	      if (p > at)
		at = p;
	      if (q > plain)
		plain = q;
	    }
	  if (plain > PX_EMU_MAX_SHARED)
	    {
	      complain (l, PX_EMU_OUT_OF_RESOURCES, f->ptx, f->ir->pos,
			"'%s' needs more than %d bytes of shared memory", f->name,
			PX_EMU_MAX_SHARED);
	      at = plain = 0;
	      goto out;
	    }
	}
    }
out:
  f->shared_bytes = at;
  f->shared_gaps = at - plain;
  free (seen);
  return true;
}

px_emu_module *
px_emu_module_load (px_emu *emu, const struct ptx_module *const *modules, size_t n, bool eager,
		    char **log, px_emu_error *err)
{
  if (log)
    *log = NULL;
  err_set (err, PX_EMU_OK, "%s", "");
  px_emu_module *mod = calloc (1, sizeof *mod);
  struct loader l = { .mod = mod };
  bool ok = mod != NULL;
  if (ok)
    {
      l.out = open_memstream (&l.log, &l.log_len);
      mod->emu = emu;
      mod->ready = decode;
      pthread_mutex_init (&mod->lock, NULL);
      mod->ptx = calloc (n + 1, sizeof *mod->ptx);
      mod->syms = calloc (n + 1, sizeof *mod->syms);
      ok = mod->ptx && mod->syms;
    }
  for (size_t i = 0; ok && i < n; i++)
    {
      mod->ptx[i] = modules[i];
      mod->syms[i] = calloc (modules[i]->nsyms + 1, sizeof **mod->syms);
      ok = mod->syms[i] != NULL;
      mod->n_ptx = i + 1;
      if (modules[i]->address_size == 32)
	complain (&l, PX_EMU_LOAD, modules[i], (ptx_pos){ 1, 1 },
		  "modules of 32-bit addresses are not supported");
    }
  ok = ok && link_names (&l) && define_own (&l);
  if (ok && (!l.errors || l.kind == PX_EMU_UNRESOLVED))
    {
      link_aliases (&l);
      initialise (&l);
      ok = scan_functions (&l);
      for (size_t i = 0; ok && i < mod->n_funcs; i++)
	if (mod->funcs[i]->ir->entry)
	  ok = layout_shared (&l, mod->funcs[i]);
    }
  if (ok && (!l.errors || l.kind == PX_EMU_UNRESOLVED) && eager)
    for (size_t i = 0; i < mod->n_funcs; i++)
      {
	px_emu_error e;
	if (!decode (mod->funcs[i], &e))
	  {
	    if (l.out)
	      fprintf (l.out, "%s\n", e.text);
	    if (!l.errors++)
	      {
		l.kind = e.kind;
		snprintf (l.first, sizeof l.first, "%.500s", e.text);
	      }
	  }
      }
  if (l.out)
    fclose (l.out);
  if (log)
    *log = l.log;
  else
    free (l.log);
  if (ok && !l.errors)
    return mod;
  if (!ok)
    err_set (err, PX_EMU_NO_MEMORY, "no memory to load a module");
  else
    err_set (err, l.kind, "%s", l.first);
  px_emu_module_unload (mod);
  return NULL;
}

static void
free_func (px_emu_func *f)
{
  TELL_TOOLS (f->mod->emu, func_free, f);
  if (f->plan)
    {
      free (f->plan->v);
      free (f->plan->inits);
      free (f->plan->meta);
      free (f->plan->list);
      free (f->plan);
    }
  free (f->ops);
  free (f->src);
  free (f->inits);
  free (f->reg_slot);
  free (f->params);
  free (f->rets);
  free (f->error);
  free (f->shared_offset);
  free (f->arrays);
  free (f->callees);
  free (f->locals);
  for (struct call *c = f->calls, *next; c; c = next)
    {
      next = c->next;
      free (c);
    }
  for (struct slots *t = f->slots, *next; t; t = next)
    {
      next = t->next;
      free (t);
    }
  for (struct branch_table *t = f->tables, *next; t; t = next)
    {
      next = t->next;
      free (t);
    }
  free (f);
}

void
px_emu_module_unload (px_emu_module *mod)
{
  if (!mod)
    return;
  for (size_t i = 0; i < mod->n_funcs; i++)
    free_func (mod->funcs[i]);
  for (size_t i = 0; i < mod->n_all; i++)
    {
      if (mod->all[i]->kind == SYM_VAR)
	px_emu_mem_remove (mod->emu, (void *) mod->all[i]->addr);
      free (mod->all[i]);
    }
  variables_free (mod);
  for (size_t i = 0; i < mod->n_ptx; i++)
    free (mod->syms[i]);
  free (mod->syms);
  free (mod->own);
  free (mod->all);
  free (mod->funcs);
  free (mod->shared);
  free (mod->ptx);
  pthread_mutex_destroy (&mod->lock);
  free (mod);
}

px_emu_func *
px_emu_module_func (px_emu_module *mod, const char *name)
{
  for (size_t i = 0; i < mod->n_funcs; i++)
    if (mod->funcs[i]->ir->entry && !strcmp (mod->funcs[i]->name, name))
      return mod->funcs[i];
  return NULL;
}

px_emu_func *
px_emu_module_entry (px_emu_module *mod, size_t index)
{
  for (size_t i = 0; i < mod->n_funcs; i++)
    if (mod->funcs[i]->ir->entry && index-- == 0)
      return mod->funcs[i];
  return NULL;
}

bool
px_emu_module_global (px_emu_module *mod, const char *name, uint64_t *addr, size_t *size)
{
  for (size_t i = 0; i < mod->n_all; i++)
    if (mod->all[i]->kind == SYM_VAR && !mod->all[i]->var->sym->local
	&& !strcmp (mod->all[i]->var->sym->name, name))
      {
	if (addr)
	  *addr = mod->all[i]->addr;
	if (size)
	  *size = mod->all[i]->size;
	return true;
      }
  return false;
}
