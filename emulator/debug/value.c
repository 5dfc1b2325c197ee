/* SPDX-License-Identifier: MIT */
/* The debugger's values: variables of C, where comments of plugin/lower/vars.cc in the PTX
   tell of them, registers, parameters and memory, and expressions of these.  */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "emulator/debug/debug.h"
#include "emulator/run/device.h"

enum
{
  MAX_NESTING = 50,
  MAX_ELEMENTS = 200
};

/* A variable or a part of one, as its comment tells.  Strings end at a space.  */
struct var
{
  const char *name, *type, *where, *file;
  int first, last; /* lines; 0: everywhere */
  unsigned long number;
  uint64_t bit, bits; /* of the variable, that the part is */
  bool part, arg;
  struct var *parts; /* of a variable: the first; of a part: the next */
  uint32_t at;	     /* line of the PTX */
};

enum place
{
  IN_NOTHING,
  IN_MEMORY,
  IN_VARIABLE
};
struct value
{
  const char *type;	 /* as in plugin/lower/vars.cc */
  enum place place;	 /* IN_NOTHING: a number, or of an array the address */
  uint64_t address;	 /* IN_MEMORY; IN_VARIABLE: byte of it */
  const struct var *var; /* IN_VARIABLE */
  unsigned bit, bits;	 /* of a bit-field; 0, 0: none */
  int64_t i;		 /* IN_NOTHING: of a number, by its type */
  double f;
};

/* An expression that is being read, of thread H.  */
struct reading
{
  const struct here *h;
  struct var *vars;
  size_t n_vars;
  const char *p;
  unsigned depth;
  char error[300]; /* the first one */
};

static bool __attribute__ ((format (printf, 2, 3)))
wrong (struct reading *r, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  if (!*r->error)
    vsnprintf (r->error, sizeof r->error, format, ap);
  va_end (ap);
  return false;
}

/* ---- memory and registers ---- */

static struct launch *
launch_of (const struct here *h)
{
  return h->w->block->launch;
}

/* Read SIZE bytes at generic or global address A; false: there is no such memory
   of thread H.  */
static bool
peek (const struct here *h, uint64_t a, void *to, uint64_t size)
{
  px_emu_range r;
  const uint8_t *from = NULL;
  uint64_t off = a & ~WINDOW_MASK, have = 0;
  switch (a & WINDOW_MASK)
    {
    case WINDOW_SHARED:
      from = h->w->block->shared;
      have = launch_of (h)->shared_bytes;
      break;
    case WINDOW_LOCAL:
      from = h->w->local + (size_t) h->lane * h->w->local_size;
      have = h->w->local_size;
      break;
    case WINDOW_PARAM:
      from = launch_of (h)->params;
      have = launch_of (h)->func->param_bytes;
      break;
    default:
      if (!px_emu_mem_find (launch_of (h)->emu, a, &r))
	return false;
      from = (const uint8_t *) r.base;
      off = a - r.base;
      have = r.size;
    }
  if (off > have || size > have - off)
    return false;
  memcpy (to, from + off, size);
  return true;
}

/* Register I of H's frame: false if it has no value.  */
static bool
reg_value (const struct here *h, uint32_t i, uint64_t *v)
{
  const px_emu_func *f = h->frame->func;
  if (f->reg_slot[i] == UINT32_MAX)
    return false;
  const uint8_t *r = h->frame->regs + f->reg_slot[i];
  unsigned bits = ptx_bits (f->ir->regs[i].type);
  *v = bits <= 1    ? ((const uint32_t *) r)[0] >> h->lane & 1
       : bits <= 16 ? ((const uint16_t *) r)[h->lane]
       : bits == 32 ? ((const uint32_t *) r)[h->lane]
		    : ((const uint64_t *) r)[h->lane];
  return true;
}

static bool
same (const char *word, size_t n, const char *name)
{
  return strlen (name) == n && !memcmp (word, name, n);
}

/* The register NAME, of N characters; -1: there is none.  */
static int32_t
find_reg (const px_emu_func *f, const char *name, size_t n)
{
  for (uint32_t i = 0; i < f->ir->nregs; i++)
    if (same (name, n, f->ir->regs[i].name))
      return i;
  return -1;
}

/* What TYPE, of PTX, is for plugin/lower/vars.cc.  */
static const char *
ptx_type_text (ptx_mod type)
{
  static const char *const whole[][4] = { { "i1", "i2", "i4", "i8" }, { "u1", "u2", "u4", "u8" } };
  unsigned bits = ptx_bits (type);
  ptx_kind kind = ptx_type_kind (type);
  if (kind == PTX_K_PRED)
    return "b1";
  if (kind == PTX_K_FLOAT)
    return bits == 16 ? "h2" : bits == 32 ? "f4" : "f8";
  return whole[kind == PTX_K_UINT][bits <= 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3];
}

/* The address of variable NAME of the PTX, of N characters, also as nvcc mangles one of
   a function; 0: there is none.  */
static uint64_t
symbol_address (const struct here *h, const char *name, size_t n)
{
  const px_emu_func *f = launch_of (h)->func;
  uint64_t a;
  size_t size;
  char plain[300], mangled[320];
  if (n >= sizeof plain)
    return 0;
  memcpy (plain, name, n);
  plain[n] = 0;
  size_t m = snprintf (mangled, sizeof mangled, "E%zu%s", n, plain);
  for (size_t i = 0; i < f->mod->n_shared; i++)
    {
      const char *s = f->mod->shared[i].var->sym->name;
      size_t len = strlen (s);
      if (f->shared_offset[i] != UINT32_MAX
	  && (!strcmp (s, plain) || (len > m && !strcmp (s + len - m, mangled))))
	return WINDOW_SHARED + f->shared_offset[i];
    }
  return px_emu_module_global (f->mod, plain, &a, &size) ? a : 0;
}

/* ---- variables ---- */

static size_t
word_length (const char *s)
{
  return strcspn (s, " ");
}

/* The word behind the one at S; "": it is the last.  */
static const char *
next_word (const char *s)
{
  s += word_length (s);
  return s + (*s != 0);
}

/* The variables that the function of H tells of, N of them, to free.  */
static struct var *
find_variables (const struct here *h, size_t *n)
{
  struct var *v = NULL;
  size_t cap = 0;
  *n = 0;
  for (const ptx_stmt *s = h->frame->func->ir->first; s; s = s->next)
    {
      if (s->kind != PTX_ST_TEXT
	  || (strncmp (s->text, "//px.var ", 9) && strncmp (s->text, "//px.arg ", 9)))
	continue;
      struct var x = { .arg = s->text[5] == 'a', .at = s->pos.line };
      const char *word[7] = { s->text + 9 };
      for (size_t k = 1; k < 7; k++)
	word[k] = next_word (word[k - 1]);
      char *end;
      x.number = strtoul (word[0], &end, 10);
      x.part = *end == '+';
      x.bit = x.part ? strtoull (end + 1, &end, 10) : 0;
      x.bits = x.part && *end == '.' ? strtoull (end + 1, NULL, 10) : 0;
      x.name = word[1];
      x.type = word[2];
      x.first = atoi (word[3]);
      x.last = atoi (word[4]);
      x.where = word[5];
      x.file = word[6];
      if (*n == cap)
	{
	  struct var *more = realloc (v, (cap = cap * 2 + 32) * sizeof *v);
	  if (!more)
	    break;
	  v = more;
	}
      v[(*n)++] = x;
    }
  for (size_t i = 0; i < *n; i++)
    for (size_t k = 0; v[i].part && k < *n; k++)
      if (!v[k].part && v[k].number == v[i].number)
	{
	  v[i].parts = v[k].parts;
	  v[k].parts = &v[i];
	  break;
	}
  return v;
}

/* Which of R's variables is NAME, of N characters, where the thread is; NULL: none.  */
static const struct var *
lookup (const struct reading *r, const char *name, size_t n)
{
  const px_emu_func *f = r->h->frame->func;
  const struct source *s = source_of (f, r->h->pc);
  const char *file = s && s->loc ? file_name (f, s->loc->file) : NULL,
	     *slash = file ? strrchr (file, '/') : NULL;
  const struct var *best = NULL;
  for (const struct var *v = r->vars; v < r->vars + r->n_vars; v++)
    {
      if (v->part || n != word_length (v->name) || memcmp (v->name, name, n)
	  || (file && v->first
	      && ((int) s->loc->line < v->first || (int) s->loc->line > v->last
		  || strcmp (slash ? slash + 1 : file, v->file))))
	continue;
      int size = v->last - v->first, least = best ? best->last - best->first : 0;
      bool global = best && !best->first;
      /* The innermost one; of those inlined several times the one before here.  */
      if (!best || global
	  || (v->first && (size < least || (size == least && s && v->at <= s->stmt->pos.line))))
	best = v;
    }
  return best;
}

/* What stands behind the word on the line "//px.KIND NUMBER " of H's function that TYPE
   names; "": nothing.  */
static const char *
definition (const struct here *h, const char *type)
{
  char start[40];
  int n = snprintf (start, sizeof start, "//px.%s %lu ", *type == 's' ? "struct" : "enum",
		    strtoul (type + 1, NULL, 10));
  for (const ptx_stmt *s = h->frame->func->ir->first; s; s = s->next)
    if (s->kind == PTX_ST_TEXT && !strncmp (s->text, start, n))
      return s->text + n;
  return "";
}

static const char *
element_of (const char *type)
{
  const char *s = *type == '[' ? strchr (type, ']') : type;
  return s && *s ? s + 1 : "v";
}

/* Bytes of TYPE; 0: it has none.  */
static uint64_t
size_of (const struct here *h, const char *type)
{
  uint64_t n = 1;
  for (; *type == '['; type = element_of (type))
    if (__builtin_mul_overflow (n, strtoull (type + 1, NULL, 10), &n))
      return 0;
  uint64_t one = *type == '*'			? 8
		 : *type == 's' || *type == 'e' ? strtoull (definition (h, type), NULL, 10)
		 : *type == 'v' || !*type	? 0
						: strtoull (type + 1, NULL, 10);
  return __builtin_mul_overflow (n, one, &n) ? 0 : n;
}

/* The address that WHERE, a variable's without its @, is or, of memory, stands for.  */
static bool
address_of (const struct here *h, const char *where, uint64_t *a)
{
  const px_emu_func *f = h->frame->func;
  bool memory = *where == '[';
  where += memory;
  size_t n = strcspn (where, " +-]");
  int64_t off = strtoll (where + n, NULL, 10);
  int32_t reg = find_reg (f, where, n);
  if (same (where, n, "%frame"))
    {
      /* Also before it is set.  */
      for (uint32_t i = 0; i < f->n_locals; i++)
	if (!strcmp (f->locals[i].name, "%frame_ar"))
	  {
	    *a = WINDOW_LOCAL + h->frame->sp + f->locals[i].offset + off;
	    return true;
	  }
      return false;
    }
  if (reg >= 0 ? !reg_value (h, reg, a) : !(*a = symbol_address (h, where, n)))
    return false;
  /* What a register without a window holds is an address within shared memory.  */
  if (reg >= 0 && !memory && !(*a & WINDOW_MASK))
    *a += WINDOW_SHARED;
  *a += off;
  return true;
}

/* SIZE bytes, at most 64, from byte BYTE of variable V on, of thread H: false if one of
   BITS, from BIT of these on, is nowhere.  */
static bool
read_variable (const struct here *h, const struct var *v, uint64_t byte, uint8_t *to, uint64_t size,
	       uint64_t bit, uint64_t bits)
{
  uint64_t a = 0;
  int32_t reg = find_reg (h->frame->func, v->where, word_length (v->where));
  uint8_t part[64], known[64] = { 0 };
  bool whole = false;
  memset (to, 0, size);
  if (*v->where == '[')
    whole = address_of (h, v->where, &a) && peek (h, a + byte, to, size);
  else if (reg >= 0 && reg_value (h, reg, &a) && byte < 8 && size <= 8 - byte)
    {
      memcpy (to, (const uint8_t *) &a + byte, size);
      whole = true;
    }
  memset (known, whole ? 255 : 0, size);
  for (const struct var *p = v->part ? NULL : v->parts; p; p = p->parts)
    {
      uint64_t first = p->bit > byte * 8 ? p->bit : byte * 8, end = (byte + size) * 8;
      if (p->bits > 512 || first >= (end = p->bit + p->bits < end ? p->bit + p->bits : end)
	  || !read_variable (h, p, 0, part, (p->bits + 7) / 8, 0, p->bits))
	continue;
      for (uint64_t i = first; i < end; i++)
	{
	  uint64_t from = i - p->bit, at = i - byte * 8;
	  uint8_t mask = 1 << at % 8;
	  to[at / 8] = (to[at / 8] & ~mask) | (part[from / 8] >> from % 8 & 1 ? mask : 0);
	  known[at / 8] |= mask;
	}
    }
  for (uint64_t i = bit; i < bit + bits; i++)
    if (!(known[i / 8] >> i % 8 & 1))
      return false;
  return true;
}

static bool
read_value (const struct here *h, const struct value *v, void *to, uint64_t size)
{
  if (v->place == IN_MEMORY)
    return peek (h, v->address, to, size);
  return v->place == IN_VARIABLE
	 && read_variable (h, v->var, v->address, to, size, v->bit, v->bits ? v->bits : size * 8);
}

/* ---- numbers ---- */

static double
half (uint16_t x)
{
  int e = x >> 10 & 31;
  double m = x & 1023, v = e == 31 ? (m ? __builtin_nan ("") : __builtin_inf ())
			   : e	   ? __builtin_ldexp (1024 + m, e - 25)
				   : __builtin_ldexp (m, -24);
  return x >> 15 ? -v : v;
}

static bool
scalar_p (const char *type)
{
  return *type && strchr ("iucbfhge*", *type);
}

static bool
float_p (const char *type)
{
  return *type && strchr ("fhg", *type);
}

/* The number that scalar V is; false: it has none, which was told.  */
static bool
number (struct reading *r, struct value *v)
{
  uint64_t u = 0, size = size_of (r->h, v->type),
	   bytes = v->bits ? (v->bit + v->bits + 7) / 8 : size;
  if (v->place == IN_NOTHING)
    return true;
  if (*v->type == '[' && v->place == IN_MEMORY)
    {
      v->i = v->address;
      v->place = IN_NOTHING;
      return true;
    }
  if (!scalar_p (v->type) || size > 8 || bytes > 8)
    return wrong (r, "that is no number");
  if (!read_value (r->h, v, &u, bytes))
    return v->place == IN_MEMORY ? wrong (r, "there is no memory at 0x%" PRIx64, v->address)
				 : wrong (r, "<optimized out>");
  unsigned bits = v->bits ? v->bits : size * 8;
  u >>= v->bit;
  v->i = strchr ("ub*", *v->type) ? (bits < 64 ? u & ((UINT64_C (1) << bits) - 1) : u)
				  : (uint64_t) ((int64_t) (u << (64 - bits)) >> (64 - bits));
  float f;
  uint32_t word = *v->type == 'g' ? u << 16 : u;
  memcpy (&f, &word, 4);
  v->f = f;
  if (*v->type == 'h')
    v->f = half (u);
  else if (*v->type == 'f' && size == 8)
    memcpy (&v->f, &u, 8);
  if (float_p (v->type))
    v->i = u; /* its bits, for print/x */
  v->place = IN_NOTHING;
  return true;
}

/* ---- expressions ---- */

static bool expression (struct reading *r, struct value *v, int level);

static void
space (struct reading *r)
{
  r->p += strspn (r->p, " \t");
}

static struct value
of_int (const char *type, int64_t i)
{
  return (struct value){ .type = type, .i = i };
}

static size_t
name_length (const char *s)
{
  size_t n = *s == '%' || *s == '$';
  while (isalnum ((unsigned char) s[n]) || s[n] == '_' || s[n] == '$')
    n++;
  return n;
}

/* What NAME, of N characters, is.  */
static bool
named (struct reading *r, const char *name, size_t n, struct value *v)
{
  const struct here *h = r->h;
  const px_emu_func *f = h->frame->func;
  const struct var *x = lookup (r, name, n);
  int32_t reg = find_reg (f, name, n);
  px_emu_param p;
  if (x)
    {
      *v = (struct value){ .type = x->type, .place = IN_VARIABLE, .var = x };
      if (*x->where == '@')
	{
	  v->place = IN_MEMORY;
	  if (!address_of (h, x->where + 1, &v->address))
	    return wrong (r, "<optimized out>");
	}
      else if (*x->where == '[' && !x->parts && address_of (h, x->where, &v->address))
	v->place = IN_MEMORY;
      return true;
    }
  if (reg >= 0)
    {
      uint64_t u;
      if (!reg_value (h, reg, &u))
	return wrong (r, "%.*s has no value here", (int) n, name);
      *v = of_int (ptx_type_text (f->ir->regs[reg].type), u);
      union
      {
	uint32_t u;
	float f;
      } s = { .u = u };
      union
      {
	uint64_t u;
	double f;
      } d = { .u = u };
      v->f = *v->type == 'h' ? half (u) : v->type[1] == '4' ? s.f : d.f;
      if (*v->type == 'i')
	{
	  unsigned bits = 8 * (v->type[1] - '0');
	  v->i = (int64_t) (u << (64 - bits)) >> (64 - bits);
	}
      return true;
    }
  for (int i = 0; px_emu_func_param (launch_of (h)->func, i, &p); i++)
    if (same (name, n, p.name) && p.size <= 8 && !h->frame->up)
      {
	*v = (struct value){ .type = ptx_type_text (launch_of (h)->func->ir->sig.params[i]->type),
			     .place = IN_MEMORY,
			     .address = WINDOW_PARAM + p.offset };
	return true;
      }
  uint64_t a = symbol_address (h, name, n);
  if (!a)
    return wrong (r, "there is no register, parameter or variable %.*s%s", (int) n, name,
		  r->n_vars || *name == '%' ? ""
					    : " (those of C are known with -fplugin-arg-px-debug)");
  *v = of_int ("*v", a);
  return true;
}

/* Member NAME, of N characters, of struct V.  */
static bool
member (struct reading *r, struct value *v, const char *name, size_t n)
{
  if (*v->type != 's')
    return wrong (r, "that has no members");
  for (const char *s = next_word (next_word (definition (r->h, v->type))); *s; s = next_word (s))
    if (!strncmp (s, name, n) && s[n] == '@')
      {
	char *end;
	v->address += strtoull (s + n + 1, &end, 10);
	v->bit = v->bits = 0;
	if (*end == '.')
	  {
	    v->bit = strtoul (end + 1, &end, 10);
	    v->bits = strtoul (end + (*end == '.'), &end, 10);
	  }
	v->type = end + (*end == ':');
	return true;
      }
  return wrong (r, "there is no member %.*s", (int) n, name);
}

/* *(V + INDEX) for a pointer or array V.  */
static bool
element (struct reading *r, struct value *v, int64_t index)
{
  if (*v->type != '*' && *v->type != '[')
    return wrong (r, "that is no pointer and no array");
  const char *type = element_of (v->type);
  uint64_t size = size_of (r->h, type);
  int64_t off;
  if (!size)
    return wrong (r, "what it points to has no size");
  if (__builtin_mul_overflow (index, (int64_t) size, &off))
    return wrong (r, "the index is too large");
  if (*v->type == '*' || v->place == IN_NOTHING)
    {
      if (!number (r, v))
	return false;
      *v = (struct value){ .type = type, .place = IN_MEMORY, .address = v->i + off };
      return true;
    }
  if (v->place == IN_VARIABLE && (off < 0 || (uint64_t) off >= size_of (r->h, v->type)))
    return wrong (r, "the index is too large");
  v->type = type;
  v->address += off;
  return true;
}

static bool
postfix (struct reading *r, struct value *v)
{
  for (;;)
    {
      space (r);
      bool arrow = !strncmp (r->p, "->", 2);
      if (*r->p == '[')
	{
	  struct value i;
	  r->p++;
	  if (!expression (r, &i, 0) || !number (r, &i))
	    return false;
	  if (*r->p++ != ']')
	    return wrong (r, "a ] is missing");
	  if (float_p (i.type))
	    return wrong (r, "the index is no integer");
	  if (!element (r, v, i.i))
	    return false;
	}
      else if (arrow || *r->p == '.')
	{
	  r->p += 1 + arrow;
	  space (r);
	  size_t n = name_length (r->p);
	  if (arrow && !element (r, v, 0))
	    return false;
	  if (!member (r, v, r->p, n))
	    return false;
	  r->p += n;
	}
      else
	return true;
    }
}

static bool
primary (struct reading *r, struct value *v)
{
  char *end;
  size_t n = name_length (r->p);
  if (*r->p == '(')
    {
      r->p++;
      if (!expression (r, v, 0))
	return false;
      if (*r->p++ != ')')
	return wrong (r, "a ) is missing");
    }
  else if (isdigit ((unsigned char) *r->p))
    {
      n = strspn (r->p, "0123456789abcdefABCDEFxX.");
      bool is_float = memchr (r->p, '.', n) != NULL;
      *v = of_int (is_float ? "f8" : "i8", strtoull (r->p, &end, 0));
      if (is_float)
	v->f = strtod (r->p, &end);
      r->p = end;
    }
  else if (!n)
    return wrong (r,
		  *r->p ? "a name or number is missing before '%s'" : "a name or number is missing",
		  r->p);
  else
    {
      const char *name = r->p;
      r->p += n;
      if (!named (r, name, n, v))
	return false;
    }
  return postfix (r, v);
}

static bool
unary (struct reading *r, struct value *v)
{
  bool ok;
  space (r);
  if (!*r->p || !strchr ("*&-!~", *r->p))
    return primary (r, v);
  char op = *r->p++;
  if (r->depth++ >= MAX_NESTING)
    return wrong (r, "that is nested too deeply");
  ok = unary (r, v);
  r->depth--;
  if (!ok)
    return false;
  if (op == '*')
    return element (r, v, 0);
  if (op == '&')
    {
      if (v->place != IN_MEMORY || v->bits)
	return wrong (r, "that has no address");
      /* A pointer to what V is has no text of its own.  */
      *v = of_int ("*v", v->address);
      return true;
    }
  if (!number (r, v))
    return false;
  if (float_p (v->type))
    {
      *v = (struct value){ .type = op == '!' ? "i4" : "f8", .f = -v->f, .i = !v->f };
      return op != '~' || wrong (r, "~ is for integers");
    }
  uint64_t u = v->i;
  *v = of_int (op == '!' ? "i4" : "i8", op == '-' ? -u : op == '~' ? ~u : !u);
  return true;
}

/* Binary operators, those that bind least first; longer ones before their beginnings.  */
static const struct
{
  const char *text;
  int level;
} operators[] = { { "||", 0 }, { "&&", 1 }, { "==", 5 }, { "!=", 5 }, { "<=", 6 }, { ">=", 6 },
		  { "<<", 7 }, { ">>", 7 }, { "|", 2 },	 { "^", 3 },  { "&", 4 },  { "<", 6 },
		  { ">", 6 },  { "+", 8 },  { "-", 8 },	 { "*", 9 },  { "/", 9 },  { "%", 9 } };

/* A = A OP B.  */
static bool
combine (struct reading *r, const char *op, struct value *a, struct value *b)
{
  bool pointer = *a->type == '*' || *a->type == '[';
  const char *type = a->type;
  if (!number (r, a) || !number (r, b))
    return false;
  if (pointer && (*op == '+' || *op == '-') && !float_p (b->type) && *b->type != '*')
    {
      uint64_t size = size_of (r->h, element_of (type)), off = (uint64_t) b->i * (size ? size : 1);
      *a = of_int (type, (uint64_t) a->i + (*op == '+' ? off : -off));
      return true;
    }
  if (pointer && *op == '-' && (*b->type == '*' || *b->type == '['))
    {
      int64_t size = size_of (r->h, element_of (type));
      *a = of_int ("i8", (a->i - b->i) / (size ? size : 1));
      return true;
    }
  bool real = float_p (a->type) || float_p (b->type);
  double x = float_p (a->type) ? a->f : a->i, y = float_p (b->type) ? b->f : b->i;
  int64_t i = a->i, j = b->i;
  *a = of_int ("i4", 0);
  if (!strcmp (op, "||") || !strcmp (op, "&&"))
    a->i = *op == '|' ? x || y : x && y;
  else if (strchr ("<>=!", *op) && strcmp (op, "<<") && strcmp (op, ">>"))
    {
      bool less = real ? x < y : i < j, equal = real ? x == y : i == j;
      bool more = real ? x > y : i > j;
      a->i = *op == '<'	  ? less || (op[1] && equal)
	     : *op == '>' ? more || (op[1] && equal)
			  : (*op == '=') == equal;
    }
  else if (real)
    {
      if (!strchr ("+-*/", *op))
	return wrong (r, "%s is for integers", op);
      a->type = "f8";
      a->f = *op == '+' ? x + y : *op == '-' ? x - y : *op == '*' ? x * y : x / y;
    }
  else
    {
      a->type = "i8";
      if ((*op == '/' || *op == '%') && !j)
	return wrong (r, "a division by zero");
      uint64_t u = i, w = j;
      switch (*op)
	{
	case '+': u += w; break;
	case '-': u -= w; break;
	case '*': u *= w; break;
	case '/': u = j == -1 ? -u : (uint64_t) (i / j); break;
	case '%': u = j == -1 ? 0 : (uint64_t) (i % j); break;
	case '&': u &= w; break;
	case '|': u |= w; break;
	case '^': u ^= w; break;
	case '<': u = w < 64 ? u << w : 0; break;
	default: u = (uint64_t) (i >> (w < 64 ? w : 63));
	}
      a->i = u;
    }
  return true;
}

/* Operators that bind at least as LEVEL says.  */
static bool
expression (struct reading *r, struct value *v, int level)
{
  if (r->depth++ >= MAX_NESTING)
    return wrong (r, "that is nested too deeply");
  if (!unary (r, v))
    return false;
  for (;;)
    {
      size_t i = 0, n = sizeof operators / sizeof *operators;
      struct value b;
      space (r);
      while (i < n && strncmp (r->p, operators[i].text, strlen (operators[i].text)))
	i++;
      if (i == n || operators[i].level < level)
	break;
      r->p += strlen (operators[i].text);
      if (!expression (r, &b, operators[i].level + 1) || !combine (r, operators[i].text, v, &b))
	return false;
    }
  r->depth--;
  return true;
}

/* ---- printing ---- */

static void
print_number (const struct value *v, char format, uint64_t size)
{
  unsigned bits = v->bits ? v->bits : *v->type == '[' ? 64 : size * 8;
  uint64_t u = bits < 64 ? v->i & ((UINT64_C (1) << bits) - 1) : (uint64_t) v->i;
  union
  {
    uint32_t u;
    float f;
  } s = { .u = u };
  union
  {
    uint64_t u;
    double f;
  } d = { .u = u };
  if (format == 'x')
    printf ("0x%0*" PRIx64, (int) (bits + 3) / 4, u);
  else if (format == 'u')
    printf ("%" PRIu64, u);
  else if (format == 'f' && !float_p (v->type) && bits >= 32)
    printf ("%.9g", bits == 32 ? s.f : d.f);
  else if (float_p (v->type) && format != 'd')
    printf ("%.*g", *v->type != 'f' ? 5 : size == 4 ? 9 : 17, v->f);
  else if (*v->type == '*' || *v->type == '[')
    printf ("0x%" PRIx64, v->i);
  else if (*v->type == 'u' && format != 'd')
    printf ("%" PRIu64, v->i);
  else
    printf ("%" PRId64, (int64_t) (u << (64 - bits)) >> (bits ? 64 - bits : 0));
  if ((*v->type == 'c' || format == 'c') && isprint ((unsigned char) v->i) && format != 'x')
    printf (" '%c'", (char) v->i);
}

/* The name that enum V has for its value I, of *N characters, or NULL.  */
static const char *
enumerator (const struct here *h, const struct value *v, size_t *n)
{
  for (const char *s = next_word (next_word (definition (h, v->type))); *s; s = next_word (s))
    {
      *n = strcspn (s, "= ");
      if (s[*n] == '=' && atoll (s + *n + 1) == v->i)
	return s;
    }
  return NULL;
}

/* Print V; at most MOST elements of an array.  False: what is wrong stands in its place.  */
static bool
print_value (struct reading *r, struct value *v, char format, uint64_t most)
{
  uint64_t size = size_of (r->h, v->type), count = 0;
  size_t n;
  const char *s = "";
  bool ok = true;
  if (r->depth++ >= MAX_NESTING)
    {
      printf ("...");
      ok = false;
    }
  else if (*v->type == '[' && v->place != IN_NOTHING)
    {
      count = strtoull (v->type + 1, NULL, 10);
      printf ("{");
      for (uint64_t i = 0; ok && i < count && i < most; i++)
	{
	  struct value e = *v;
	  e.type = element_of (v->type);
	  e.address += i * size_of (r->h, e.type);
	  printf ("%s", i ? ", " : "");
	  ok = print_value (r, &e, format, most);
	}
      printf ("%s}", ok && count > most ? ", ..." : "");
    }
  else if (*v->type == 's')
    {
      printf ("{");
      for (s = next_word (next_word (definition (r->h, v->type))); *s; s = next_word (s), count++)
	{
	  struct value m = *v;
	  n = strcspn (s, "@ ");
	  if (!member (r, &m, s, n))
	    break;
	  printf ("%s%.*s = ", count ? ", " : "", (int) n, s);
	  ok &= print_value (r, &m, format, most) || *m.type != 's';
	  if (!ok)
	    break;
	}
      printf ("}");
    }
  else if (*v->type == 'x')
    {
      uint8_t b[64];
      ok = size <= sizeof b && read_value (r->h, v, b, size);
      printf ("%s", ok ? "0x" : "<no value>");
      while (ok && size)
	printf ("%02x", b[--size]);
    }
  else if (!number (r, v))
    {
      printf ("%s", r->error);
      *r->error = 0;
      ok = false;
    }
  else if (*v->type == 'e' && !format && (s = enumerator (r->h, v, &n)))
    printf ("%.*s", (int) n, s);
  else
    print_number (v, *v->type == 'e' && !format ? 'd' : format, size);
  r->depth--;
  return ok;
}

static struct reading
begin (const struct here *h, const char *text)
{
  struct reading r = { .h = h, .p = text };
  r.vars = find_variables (h, &r.n_vars);
  return r;
}

/* Read all of R's text as an expression.  */
static bool
whole (struct reading *r, struct value *v)
{
  if (!expression (r, v, 0))
    return false;
  space (r);
  return !*r->p || wrong (r, "what is '%s'?", r->p);
}

void
debug_print (const struct here *h, const char *text, char format)
{
  struct reading r = begin (h, text);
  struct value v;
  if (!whole (&r, &v))
    printf ("%s\n", r.error);
  else
    {
      r.depth = 0;
      print_value (&r, &v, format, MAX_ELEMENTS);
      printf ("\n");
    }
  fflush (stdout);
  free (r.vars);
}

uint32_t
debug_true (const struct here *h, const char *text, const char **error)
{
  static char said[300];
  struct here one = *h;
  struct reading all = begin (h, text);
  uint32_t lanes = 0;
  *error = NULL;
  for (uint32_t left = h->mask; left && !*error; left &= left - 1)
    {
      struct reading r = all;
      struct value v;
      r.h = &one;
      one.lane = __builtin_ctz (left);
      if (!whole (&r, &v) || !number (&r, &v))
	{
	  snprintf (said, sizeof said, "%s", r.error);
	  *error = said;
	}
      else if (float_p (v.type) ? v.f != 0 : v.i != 0)
	lanes |= left & -left;
    }
  free (all.vars);
  return lanes;
}

bool
debug_address (const struct here *h, const char *text, uint64_t *a, const char **error)
{
  static char said[300];
  struct reading r = begin (h, text);
  struct value v = { .i = 0 };
  bool ok = whole (&r, &v);
  if (ok && v.place == IN_MEMORY && (*v.type == '[' || *v.type == 's'))
    *a = v.address;
  else if (ok && (ok = number (&r, &v) && !float_p (v.type)))
    *a = v.i;
  snprintf (said, sizeof said, "%s", *r.error ? r.error : "that is no address");
  *error = said;
  free (r.vars);
  return ok;
}

bool
debug_memory (const struct here *h, uint64_t a, char type, unsigned bits)
{
  static const char *const types[]
    = { "u1", "i1", "f1", "u2", "i2", "h2", "u4", "i4", "f4", "u8", "i8", "f8" };
  struct reading r = { .h = h };
  struct value v = { .type = types[(bits == 8	 ? 0
				    : bits == 16 ? 1
				    : bits == 32 ? 2
						 : 3)
				     * 3
				   + (type == 's') + 2 * (type == 'f')],
		     .place = IN_MEMORY,
		     .address = a };
  if (!number (&r, &v))
    return false;
  printf ("0x%" PRIx64 ":\t", a);
  print_number (&v, type == 'b' ? 'x' : 0, bits / 8);
  printf ("\n");
  fflush (stdout);
  return true;
}

void
debug_registers (const struct here *h)
{
  const px_emu_func *f = h->frame->func;
  struct reading r = { .h = h };
  for (uint32_t i = 0; i < f->ir->nregs; i++)
    {
      const char *name = f->ir->regs[i].name;
      struct value v;
      if (f->reg_slot[i] == UINT32_MAX || !named (&r, name, strlen (name), &v))
	continue;
      printf ("%s\t", name);
      print_number (&v, 0, size_of (h, v.type));
      printf ("\n");
    }
  fflush (stdout);
}

void
debug_variables (const struct here *h, bool args)
{
  struct reading r = begin (h, "");
  size_t shown = 0;
  for (const struct var *x = r.vars; x < r.vars + r.n_vars; x++)
    {
      struct value v;
      size_t n = word_length (x->name);
      if (x->part || x->arg != args || !x->first || lookup (&r, x->name, n) != x)
	continue;
      printf ("%.*s = ", (int) n, x->name);
      if (named (&r, x->name, n, &v))
	print_value (&r, &v, 0, 8);
      else
	printf ("%s", r.error);
      *r.error = 0;
      printf ("\n");
      shown++;
    }
  if (!shown)
    printf ("%s\n", r.n_vars ? args ? "no arguments here" : "no local variables here"
			     : "no variables are known: they are with -fplugin-arg-px-debug");
  fflush (stdout);
  free (r.vars);
}
