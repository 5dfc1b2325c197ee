/* SPDX-License-Identifier: MIT */
/* Finds an instruction's row of opcodes.def.

   The language of the rows (compiled on first use):

   mods      slots, separated by spaces.  A slot is alternative spellings separated by |,
             one of which must be present; if ? follows, it may be
             missing.  Like ptxas we accept modifiers in any order, except
             types relative to each other.  If several slots accept a modifier,
             the first free one gets it.  A slot
             whose spellings are types is a type slot; T, U, V, W are what the
             first four of them matched.
   operands  separated by spaces, each

               [=|+] [{n}] [~] type [|p] [*] [?] [@modifier]

             =  written    +  written and read    ~  may be wider than its type
             {n} a vector of n; {v}: as .v2, .v4 or .v8 says, a scalar without;
                 {x}: as .x1 .x2 .x4 says; {w}, {h}: N / 2, N / 4 of .m64nNkK;
                 {d}, {o}: the number of dimensions, dimensions less 2; {g}: a
                 gradient of a texture's geometry; {}: any
             type: T U V W, 2T (twice as wide), a type by name, or
             A  [address]    N  [tensor map, {coordinates}]    i  a constant
             X  [texture or surface, {coordinates}]
             L  label        any  anything    _  the sink
             |p a predicate may follow, d|p (|P: must)     *  or {a, b …} of its bits
             ?  may be missing     @m  present if modifier m is; @OPER: if
                                       one of class PTX_C_OPER is */
#include "ptx/ptx-int.h"
#include <stdatomic.h>
#include <stdlib.h>

static const struct
{
  uint16_t op;
  const char *mods, *operands;
  uint16_t isa, sm;
} rows[] = {
#define PTX_OP(id, name, flags)
#define PTX_FORM(id, mods, operands, isa, sm) { PTX_OP_##id, mods, operands, isa, sm },
#include "ptx/opcodes.def"
#undef PTX_OP
#undef PTX_FORM
};
enum
{
  NROWS = sizeof rows / sizeof *rows
};

static bool
row_word (const char **s, char *out, size_t max, const char *stop)
{
  size_t n = strcspn (*s, stop);
  if (n >= max)
    abort (); /* the row of opcodes.def is malformed: an error of px */
  memcpy (out, *s, n);
  out[n] = 0;
  *s += n;
  return n > 0;
}

static ptx_mod
mod_of (const char *s)
{
  ptx_mod m = ptx_mod_find (s, strlen (s));
  if (!m)
    {
      fprintf (stderr, "libptx: opcodes.def names '%s', which modifiers.def lacks\n", s);
      abort ();
    }
  return m;
}

/* Parse the operand at *s of a row.  */
static ptx_opspec
compile_operand (const char **s)
{
  ptx_opspec o = { .vec = PTX_V_SCALAR };
  char text[64];
  if (**s == '=' || **s == '+')
    {
      o.dest = true;
      o.source = *(*s)++ == '+';
    }
  else
    o.source = true;
  if (**s == '{')
    {
      ++*s;
      row_word (s, text, sizeof text, "}");
      ++*s;
      o.vec = !*text		    ? PTX_V_ANY
	      : *text == 'v'	    ? PTX_V_MOD
	      : *text == 'x'	    ? PTX_V_COUNT
	      : *text == 'w'	    ? PTX_V_HALF_N
	      : *text == 'h'	    ? PTX_V_QUARTER_N
	      : *text == 'g'	    ? PTX_V_GRADIENT
	      : *text == 'd'	    ? PTX_V_DIM
	      : *text == 'o'	    ? PTX_V_DIM_LESS_2
	      : !strcmp (text, "1") ? PTX_V_ONE
				    : atoi (text);
    }
  if (**s == '~')
    {
      o.wider = true;
      ++*s;
    }
  if (**s == '2')
    {
      o.twice = true;
      ++*s;
    }
  row_word (s, text, sizeof text, " |*?@");
  if (!text[1] && strchr ("TUVW", *text))
    o.type_slot = 1 + (*text == 'U') + 2 * (*text == 'V') + 3 * (*text == 'W');
  else if (!text[1] && strchr ("ANXiL_", *text))
    o.kind = *text;
  else if (!strcmp (text, "any"))
    o.kind = '*';
  else
    o.type = mod_of (text);
  if (**s == '|')
    {
      o.pair = true;
      o.pair_needed = (*s)[1] == 'P';
      *s += 2;
    }
  if (**s == '*')
    {
      o.pack = true;
      ++*s;
    }
  if (**s == '?')
    {
      o.optional = true;
      ++*s;
    }
  if (**s == '@')
    {
      ++*s;
      row_word (s, text, sizeof text, " ");
      if (!strcmp (text, "OPER"))
	o.if_class = PTX_C_OPER;
      else
	o.if_mod = mod_of (text);
    }
  return o;
}

static void
compile_forms (ptx_form *f, unsigned row)
{
  const char *s = rows[row].mods;
  char text[64];
  *f = (ptx_form){ .op = rows[row].op,
		   .isa = rows[row].isa,
		   .sm = rows[row].sm % 1000,
		   .arch = rows[row].sm >= 1000 };
  while (*s)
    {
      ptx_slot *slot = &f->slots[f->nslots++];
      uint32_t cap = 0;
      if (f->nslots > PTX_MAX_SLOTS)
	abort ();
      do
	{
	  s += *s == '|';
	  row_word (&s, text, sizeof text, " |?");
	  slot->alts = ptx_grow (slot->alts, slot->n, &cap, sizeof *slot->alts);
	  slot->alts[slot->n++] = mod_of (text);
	}
      while (*s == '|');
      slot->optional = *s == '?';
      s += *s == '?';
      s += strspn (s, " ");
    }
  for (s = rows[row].operands; *s; s += strspn (s, " "))
    {
      if (f->nopnds == PTX_MAX_SPECS)
	abort ();
      f->opnds[f->nopnds++] = compile_operand (&s);
    }
}

static const ptx_form *
forms (void)
{
  static _Atomic (ptx_form *) shared;
  ptx_form *f = atomic_load_explicit (&shared, memory_order_acquire);
  if (f)
    return f;
  ptx_form *mine = calloc (NROWS + 1, sizeof *mine);
  if (!mine)
    ptx_oom ();
  for (unsigned k = 0; k < NROWS; k++)
    compile_forms (&mine[k], k);
  if (atomic_compare_exchange_strong (&shared, &f, mine))
    return mine;
  for (unsigned k = 0; k < NROWS; k++)
    for (unsigned j = 0; j < mine[k].nslots; j++)
      free (mine[k].slots[j].alts);
  free (mine);
  return f;
}

const ptx_form *
ptx_forms (unsigned *n)
{
  if (n)
    *n = NROWS;
  return forms ();
}

/* Return true if the modifiers of i fill the slots of f.  types: what the type slots matched.  */
static bool
mods_fit (const ptx_form *f, const ptx_insn *i, ptx_mod *types)
{
  uint32_t filled = 0;
  ptx_mod by_slot[PTX_MAX_SLOTS];
  if (i->nmods > f->nslots)
    return false;
  for (unsigned k = 0; k < i->nmods; k++)
    {
      unsigned j, a;
      for (j = 0; j < f->nslots; j++)
	{
	  if (filled >> j & 1)
	    continue;
	  /* Types must be in order among themselves.  */
	  if (i->mods[k] < PTX_LAST_TYPE && f->slots[j].alts[0] < PTX_LAST_TYPE)
	    {
	      for (a = 0; a < f->slots[j].n && f->slots[j].alts[a] != i->mods[k]; a++)
		;
	      if (a == f->slots[j].n)
		return false;
	      break;
	    }
	  for (a = 0; a < f->slots[j].n && f->slots[j].alts[a] != i->mods[k]; a++)
	    ;
	  if (a < f->slots[j].n)
	    break;
	}
      if (j == f->nslots)
	return false;
      filled |= 1u << j;
      by_slot[j] = i->mods[k];
    }
  unsigned n = 0;
  for (unsigned j = 0; j < f->nslots; j++)
    {
      bool there = filled >> j & 1;
      if (!there && !f->slots[j].optional)
	return false;
      if (f->slots[j].alts[0] < PTX_LAST_TYPE && n < 4)
	types[n++] = there ? by_slot[j] : PTX_NOMOD;
    }
  return true;
}

static bool
operand_wanted (const ptx_opspec *o, const ptx_insn *i)
{
  return o->if_mod     ? ptx_has (i, o->if_mod)
	 : o->if_class ? ptx_get (i, o->if_class) != PTX_NOMOD
		       : true;
}

/* Assign each operand of i to an operand of the row.  */
static bool
assign_operands (const ptx_form *f, const ptx_insn *i, uint8_t *spec)
{
  unsigned needed = 0, n = 0;
  for (unsigned k = 0; k < f->nopnds; k++)
    needed += operand_wanted (&f->opnds[k], i) && !f->opnds[k].optional;
  if (i->nopnds < needed)
    return false;
  unsigned extra = i->nopnds - needed;
  for (unsigned k = 0; k < f->nopnds && n < i->nopnds; k++)
    {
      if (!operand_wanted (&f->opnds[k], i))
	continue;
      if (f->opnds[k].optional && !extra)
	continue;
      extra -= f->opnds[k].optional;
      spec[n++] = k;
    }
  return n == i->nopnds && !extra;
}

unsigned
ptx_vec_size (const ptx_insn *i, uint8_t vec)
{
  ptx_mod shape = ptx_get (i, PTX_C_SHAPE);
  unsigned n = 0;
  switch (vec)
    {
    case PTX_V_MOD: return ptx_vec (i);
    case PTX_V_COUNT: return ptx_has (i, PTX_M_X4) ? 4 : ptx_has (i, PTX_M_X2) ? 2 : 1;
    case PTX_V_HALF_N:
    case PTX_V_QUARTER_N: n = ptx_mods[shape].n; return vec == PTX_V_HALF_N ? n / 2 : n / 4;
    case PTX_V_ONE: return 1;
    case PTX_V_DIM:
    case PTX_V_DIM_LESS_2:
      n = ptx_get (i, PTX_C_DIM);
      n = n ? n - PTX_M_D1 + 1 : 0;
      return vec == PTX_V_DIM ? n : n - 2;
    case PTX_V_COORDINATES:
    case PTX_V_GRADIENT:
      /* Three coordinates are passed as a vector of four.  */
      switch (ptx_get (i, PTX_C_DIM))
	{
	case PTX_M_D1: return 1;
	case PTX_M_D2: return 2;
	case PTX_M_A1D: return vec == PTX_V_COORDINATES ? 2 : 1;
	case PTX_M_A2D: return vec == PTX_V_COORDINATES ? 4 : 2;
	default: return 4;
	}
    }
  return vec;
}

/* Return true if the operand has the kind that the row requires; types are not compared.  */
static bool
kind_fits (const ptx_opspec *s, const ptx_insn *i, const ptx_opnd *o)
{
  switch (s->kind)
    {
    case '*': return true;
    case 'A': return o->kind == PTX_O_ADDR;
    case 'N':
      return o->kind == PTX_O_TUPLE && o->n == 2 && o->sub[1].kind == PTX_O_VEC
	     && o->sub[1].n == ptx_vec_size (i, PTX_V_DIM);
    case 'X':
      {
	unsigned n = ptx_vec_size (i, PTX_V_COORDINATES);
	if (o->kind != PTX_O_TUPLE || (o->n != 2 && o->n != 3))
	  return false;
	const ptx_opnd *x = &o->sub[o->n - 1];
	return x->kind == PTX_O_VEC ? x->n == n : n == 1 || x->kind == PTX_O_REG;
      }
    case 'i': return o->kind == PTX_O_IMM;
    case 'L': return o->kind == PTX_O_LABEL;
    case '_': return o->kind == PTX_O_SINK;
    }
  if (s->pair && o->kind == PTX_O_PAIR)
    return true;
  if (s->pair_needed)
    return false;
  if (s->pack && o->kind == PTX_O_VEC)
    return o->n == 2 || o->n == 4;
  if (s->vec == PTX_V_SCALAR || (s->vec == PTX_V_MOD && ptx_vec (i) == 1))
    switch (o->kind)
      {
      case PTX_O_REG:
      case PTX_O_IMM:
      case PTX_O_F32:
      case PTX_O_F64:
      case PTX_O_SREG:
      case PTX_O_SYM: return true;
      case PTX_O_SINK: return s->dest;
      default:
	/* Some compilers print ld.b32 {%r}, [a] for one element.  */
	return s->vec == PTX_V_MOD && o->kind == PTX_O_VEC && o->n == 1;
      }
  if (o->kind != PTX_O_VEC)
    return s->vec == PTX_V_MOD && (o->kind == PTX_O_REG || o->kind == PTX_O_SREG);
  return s->vec == PTX_V_ANY || o->n == ptx_vec_size (i, s->vec);
}

ptx_fit
ptx_try (const ptx_form *f, const ptx_insn *i, ptx_mod *types, uint8_t *spec, unsigned *bad)
{
  if (!mods_fit (f, i, types))
    return PTX_FIT_MODS;
  if (!assign_operands (f, i, spec))
    return PTX_FIT_COUNT;
  for (unsigned k = 0; k < i->nopnds; k++)
    if (!kind_fits (&f->opnds[spec[k]], i, &i->opnds[k]))
      {
	*bad = k;
	return PTX_FIT_KIND;
      }
  return PTX_FIT;
}

unsigned
ptx_match (ptx_insn *i)
{
  const ptx_opinfo *o = &ptx_opinfos ()[i->op];
  const ptx_form *f = forms ();
  ptx_mod types[4];
  uint8_t spec[256];
  unsigned bad;
  for (unsigned k = 0; k < o->nforms; k++)
    if (ptx_try (&f[o->first_form + k], i, types, spec, &bad) == PTX_FIT)
      return i->form = 1 + o->first_form + k;
  return i->form = 0;
}

bool
ptx_has_form (ptx_op op, const ptx_mod *mods, unsigned nmods, unsigned *sm)
{
  const ptx_opinfo *o = &ptx_opinfos ()[op];
  const ptx_form *f = forms () + o->first_form;
  ptx_insn i = { .op = op, .nmods = nmods, .mods = mods };
  ptx_mod types[4];
  for (unsigned k = 0; k < o->nforms; k++)
    if (mods_fit (&f[k], &i, types))
      {
	*sm = f[k].sm;
	return true;
      }
  return false;
}

ptx_mod
ptx_spec_type (const ptx_opspec *s, const ptx_mod *types)
{
  ptx_mod t = s->type_slot ? types[s->type_slot - 1] : s->type;
  if (s->twice)
    switch (t)
      {
      case PTX_U16: return PTX_U32;
      case PTX_S16: return PTX_S32;
      case PTX_U32: return PTX_U64;
      case PTX_S32: return PTX_S64;
      }
  return t;
}

/* Without a form: the first operand is written, unless the operation is known to write nothing.  */
static ptx_role
guess (const ptx_insn *i, unsigned k)
{
  ptx_role r = { .addr = k < i->nopnds
			 && (i->opnds[k].kind == PTX_O_ADDR || i->opnds[k].kind == PTX_O_TUPLE) };
  r.dest = k == 0 && i->op != PTX_OP_CALL && !r.addr;
  r.source = !r.dest;
  return r;
}

/* The role of operand K of I, of a form with these TYPES, whose specification is S.  */
static ptx_role
role_of (const ptx_insn *i, const ptx_opspec *s, const ptx_mod *types, unsigned k)
{
  ptx_role r = { 0 };
  r.dest = s->dest;
  r.source = s->source;
  r.addr = s->kind == 'A' || s->kind == 'N';
  r.optional = s->optional || s->if_mod || s->if_class;
  r.vec = s->vec == PTX_V_ANY ? 0 : ptx_vec_size (i, s->vec);
  r.type = ptx_spec_type (s, types);
  /* If only a part of a register is written, the rest keeps its value: it is read, too.  */
  if (r.dest && i->opnds[k].kind == PTX_O_REG && i->opnds[k].sel)
    r.source = true;
  return r;
}

void
ptx_operand_roles (const ptx_insn *i, ptx_role *roles)
{
  ptx_mod types[4] = { 0 };
  uint8_t spec[256];
  const ptx_form *f = i->form ? &forms ()[i->form - 1] : NULL;
  bool fits = f && mods_fit (f, i, types) && assign_operands (f, i, spec);
  for (unsigned k = 0; k < i->nopnds; k++)
    roles[k] = fits ? role_of (i, &f->opnds[spec[k]], types, k) : guess (i, k);
}

ptx_role
ptx_operand_role (const ptx_insn *i, unsigned k)
{
  ptx_role roles[UINT8_MAX];
  ptx_operand_roles (i, roles);
  return k < i->nopnds ? roles[k] : guess (i, k);
}
