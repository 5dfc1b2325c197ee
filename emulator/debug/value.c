/* SPDX-License-Identifier: MIT */
/* The debugger's values: variables of C, where comments of plugin/lower/vars.cc in the PTX
   describe them, registers, parameters and memory.  */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "emulator/debug/value.h"
#include "emulator/run/device.h"
#include "base/room.h"

bool
debug_wrong (struct reading *r, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  if (!*r->error)
    vsnprintf (r->error, sizeof r->error, format, ap);
  va_end (ap);
  return false;
}

/* ---- memory and registers ---- */

struct launch *
debug_launch_of (const struct here *h)
{
  return h->w->block->launch;
}

/* Where the SIZE bytes at generic or global address A are that thread H has there, or NULL.  */
static uint8_t *
memory_at (const struct here *h, uint64_t a, uint64_t size)
{
  px_emu_range r;
  uint8_t *from = NULL;
  uint64_t off = a & ~WINDOW_MASK, have = 0;
  switch (a & WINDOW_MASK)
    {
    case WINDOW_SHARED:
      from = h->w->block->shared;
      have = debug_launch_of (h)->shared_bytes;
      break;
    case WINDOW_LOCAL:
      from = h->w->local + (size_t) h->lane * h->w->local_size;
      have = h->w->local_size;
      break;
    case WINDOW_PARAM:
      from = debug_launch_of (h)->params;
      have = debug_launch_of (h)->func->param_bytes;
      break;
    default:
      if (!px_emu_mem_find (debug_launch_of (h)->emu, a, &r))
	return NULL;
      from = (uint8_t *) r.base;
      off = a - r.base;
      have = r.size;
    }
  return off > have || size > have - off ? NULL : from + off;
}

bool
debug_peek (const struct here *h, uint64_t a, void *to, uint64_t size)
{
  const uint8_t *from = memory_at (h, a, size);
  if (from)
    memcpy (to, from, size);
  return from;
}

bool
debug_poke (const struct here *h, uint64_t a, const void *from, uint64_t size)
{
  uint8_t *to = memory_at (h, a, size);
  if (to)
    memcpy (to, from, size);
  return to;
}

uint8_t *
debug_reg_place (const struct here *h, uint32_t i, unsigned *bytes)
{
  const px_emu_func *f = h->frame->func;
  unsigned bits = ptx_bits (f->ir->regs[i].type);
  *bytes = bits <= 1 ? 0 : bits <= 16 ? 2 : bits / 8;
  if (f->reg_slot[i] == UINT32_MAX)
    return NULL;
  return h->frame->regs + f->reg_slot[i] + h->lane * *bytes;
}

bool
debug_reg_value (const struct here *h, uint32_t i, uint64_t *v)
{
  unsigned bytes;
  const uint8_t *r = debug_reg_place (h, i, &bytes);
  *v = 0;
  if (r && bytes)
    memcpy (v, r, bytes);
  else if (r)
    *v = *(const uint32_t *) r >> h->lane & 1;
  return r;
}

bool
debug_same (const char *word, size_t n, const char *name)
{
  return strlen (name) == n && !memcmp (word, name, n);
}

int32_t
debug_find_reg (const px_emu_func *f, const char *name, size_t n)
{
  for (uint32_t i = 0; i < f->ir->nregs; i++)
    if (debug_same (name, n, f->ir->regs[i].name))
      return i;
  return -1;
}

const char *
debug_type_text (ptx_mod type)
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

uint64_t
debug_symbol_address (const struct here *h, const char *name, size_t n)
{
  const px_emu_func *f = debug_launch_of (h)->func;
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

size_t
debug_word_length (const char *s)
{
  return strcspn (s, " ");
}

const char *
debug_next_word (const char *s)
{
  s += debug_word_length (s);
  return s + (*s != 0);
}

/* The variables that the function of H describes, N of them, to free.  */
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
	word[k] = debug_next_word (word[k - 1]);
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
      if (!PX_ROOM (v, *n, cap))
	break;
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

const struct var *
debug_lookup (const struct reading *r, const char *name, size_t n)
{
  const px_emu_func *f = r->h->frame->func;
  const struct source *s = source_of (f, r->h->pc);
  const char *file = s && s->loc ? file_name (f, s->loc->file) : NULL,
	     *slash = file ? strrchr (file, '/') : NULL;
  const struct var *best = NULL;
  for (const struct var *v = r->vars; v < r->vars + r->n_vars; v++)
    {
      if (v->part || n != debug_word_length (v->name) || memcmp (v->name, name, n)
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

const char *
debug_definition (const struct here *h, const char *type)
{
  char start[40];
  int n = snprintf (start, sizeof start, "//px.%s %lu ", *type == 's' ? "struct" : "enum",
		    strtoul (type + 1, NULL, 10));
  for (const ptx_stmt *s = h->frame->func->ir->first; s; s = s->next)
    if (s->kind == PTX_ST_TEXT && !strncmp (s->text, start, n))
      return s->text + n;
  return "";
}

const char *
debug_element_of (const char *type)
{
  const char *s = *type == '[' ? strchr (type, ']') : type;
  return s && *s ? s + 1 : "v";
}

uint64_t
debug_size_of (const struct here *h, const char *type)
{
  uint64_t n = 1;
  for (; *type == '['; type = debug_element_of (type))
    if (__builtin_mul_overflow (n, strtoull (type + 1, NULL, 10), &n))
      return 0;
  uint64_t one = *type == '*'			? 8
		 : *type == 's' || *type == 'e' ? strtoull (debug_definition (h, type), NULL, 10)
		 : *type == 'v' || !*type	? 0
						: strtoull (type + 1, NULL, 10);
  return __builtin_mul_overflow (n, one, &n) ? 0 : n;
}

bool
debug_address_of (const struct here *h, const char *where, uint64_t *a)
{
  const px_emu_func *f = h->frame->func;
  bool memory = *where == '[';
  where += memory;
  size_t n = strcspn (where, " +-]");
  int64_t off = strtoll (where + n, NULL, 10);
  int32_t reg = debug_find_reg (f, where, n);
  if (debug_same (where, n, "%frame"))
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
  if (reg >= 0 ? !debug_reg_value (h, reg, a) : !(*a = debug_symbol_address (h, where, n)))
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
  int32_t reg = debug_find_reg (h->frame->func, v->where, debug_word_length (v->where));
  uint8_t part[64], known[64] = { 0 };
  bool whole = false;
  memset (to, 0, size);
  if (*v->where == '[')
    whole = debug_address_of (h, v->where, &a) && debug_peek (h, a + byte, to, size);
  else if (reg >= 0 && debug_reg_value (h, reg, &a) && byte < 8 && size <= 8 - byte)
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

bool
debug_read (const struct here *h, const struct value *v, void *to, uint64_t size)
{
  if (v->place == IN_MEMORY)
    return debug_peek (h, v->address, to, size);
  return v->place == IN_VARIABLE
	 && read_variable (h, v->var, v->address, to, size, v->bit, v->bits ? v->bits : size * 8);
}

/* ---- numbers ---- */

double
debug_half (uint16_t x)
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

bool
debug_float_p (const char *type)
{
  return *type && strchr ("fhg", *type);
}

bool
debug_number (struct reading *r, struct value *v)
{
  uint64_t u = 0, size = debug_size_of (r->h, v->type),
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
    return debug_wrong (r, "that is no number");
  if (!debug_read (r->h, v, &u, bytes))
    return v->place == IN_MEMORY ? debug_wrong (r, "there is no memory at 0x%" PRIx64, v->address)
				 : debug_wrong (r, "<optimized out>");
  unsigned bits = v->bits ? v->bits : size * 8;
  u >>= v->bit;
  v->i = strchr ("ub*", *v->type) ? (bits < 64 ? u & ((UINT64_C (1) << bits) - 1) : u)
				  : (uint64_t) ((int64_t) (u << (64 - bits)) >> (64 - bits));
  float f;
  uint32_t word = *v->type == 'g' ? u << 16 : u;
  memcpy (&f, &word, 4);
  v->f = f;
  if (*v->type == 'h')
    v->f = debug_half (u);
  else if (*v->type == 'f' && size == 8)
    memcpy (&v->f, &u, 8);
  if (debug_float_p (v->type))
    v->i = u; /* its bits, for print/x */
  v->place = IN_NOTHING;
  return true;
}

/* ---- printing ---- */

static void
print_number (FILE *to, const struct value *v, char format, uint64_t size)
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
    fprintf (to, "0x%0*" PRIx64, (int) (bits + 3) / 4, u);
  else if (format == 'u')
    fprintf (to, "%" PRIu64, u);
  else if (format == 'f' && !debug_float_p (v->type) && bits >= 32)
    fprintf (to, "%.9g", bits == 32 ? s.f : d.f);
  else if (debug_float_p (v->type) && format != 'd')
    fprintf (to, "%.*g", *v->type != 'f' ? 5 : size == 4 ? 9 : 17, v->f);
  else if (*v->type == '*' || *v->type == '[')
    fprintf (to, "0x%" PRIx64, v->i);
  else if (*v->type == 'u' && format != 'd')
    fprintf (to, "%" PRIu64, v->i);
  else
    fprintf (to, "%" PRId64, (int64_t) (u << (64 - bits)) >> (bits ? 64 - bits : 0));
  if ((*v->type == 'c' || format == 'c') && isprint ((unsigned char) v->i) && format != 'x')
    fprintf (to, " '%c'", (char) v->i);
}

/* The name that enum V has for its value I, of *N characters, or NULL.  */
static const char *
enumerator (const struct here *h, const struct value *v, size_t *n)
{
  for (const char *s = debug_next_word (debug_next_word (debug_definition (h, v->type))); *s;
       s = debug_next_word (s))
    {
      *n = strcspn (s, "= ");
      if (s[*n] == '=' && atoll (s + *n + 1) == v->i)
	return s;
    }
  return NULL;
}

bool
debug_print_value (FILE *to, struct reading *r, struct value *v, char format, uint64_t most)
{
  uint64_t size = debug_size_of (r->h, v->type), count = 0;
  size_t n;
  const char *s = "";
  bool ok = true;
  if (r->depth++ >= MAX_NESTING)
    {
      fprintf (to, "...");
      ok = false;
    }
  else if (*v->type == '[' && v->place != IN_NOTHING)
    {
      count = strtoull (v->type + 1, NULL, 10);
      fprintf (to, "{");
      for (uint64_t i = 0; ok && i < count && i < most; i++)
	{
	  struct value e = *v;
	  e.type = debug_element_of (v->type);
	  e.address += i * debug_size_of (r->h, e.type);
	  fprintf (to, "%s", i ? ", " : "");
	  ok = debug_print_value (to, r, &e, format, most);
	}
      fprintf (to, "%s}", ok && count > most ? ", ..." : "");
    }
  else if (*v->type == 's')
    {
      fprintf (to, "{");
      for (s = debug_next_word (debug_next_word (debug_definition (r->h, v->type))); *s;
	   s = debug_next_word (s), count++)
	{
	  struct value m = *v;
	  n = strcspn (s, "@ ");
	  if (!debug_member (r, &m, s, n))
	    break;
	  fprintf (to, "%s%.*s = ", count ? ", " : "", (int) n, s);
	  ok &= debug_print_value (to, r, &m, format, most) || *m.type != 's';
	  if (!ok)
	    break;
	}
      fprintf (to, "}");
    }
  else if (*v->type == 'x')
    {
      uint8_t b[64];
      ok = size <= sizeof b && debug_read (r->h, v, b, size);
      fprintf (to, "%s", ok ? "0x" : "<no value>");
      while (ok && size)
	fprintf (to, "%02x", b[--size]);
    }
  else if (!debug_number (r, v))
    {
      fprintf (to, "%s", r->error);
      *r->error = 0;
      ok = false;
    }
  else if (*v->type == 'e' && !format && (s = enumerator (r->h, v, &n)))
    fprintf (to, "%.*s", (int) n, s);
  else
    print_number (to, v, *v->type == 'e' && !format ? 'd' : format, size);
  r->depth--;
  return ok;
}

struct reading
debug_start_reading (const struct here *h, const char *text)
{
  struct reading r = { .h = h, .p = text };
  r.vars = find_variables (h, &r.n_vars);
  return r;
}

bool
debug_whole (struct reading *r, struct value *v)
{
  if (!debug_expression (r, v, 0))
    return false;
  debug_space (r);
  return !*r->p || debug_wrong (r, "what is '%s'?", r->p);
}

void
debug_print (const struct here *h, const char *text, char format)
{
  struct reading r = debug_start_reading (h, text);
  struct value v;
  if (!debug_whole (&r, &v))
    printf ("%s\n", r.error);
  else
    {
      r.depth = 0;
      debug_print_value (stdout, &r, &v, format, MAX_ELEMENTS);
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
  struct reading all = debug_start_reading (h, text);
  uint32_t lanes = 0;
  *error = NULL;
  for (uint32_t left = h->mask; left && !*error; left &= left - 1)
    {
      struct reading r = all;
      struct value v;
      r.h = &one;
      one.lane = __builtin_ctz (left);
      if (!debug_whole (&r, &v) || !debug_number (&r, &v))
	{
	  snprintf (said, sizeof said, "%s", r.error);
	  *error = said;
	}
      else if (debug_float_p (v.type) ? v.f != 0 : v.i != 0)
	lanes |= left & -left;
    }
  free (all.vars);
  return lanes;
}

bool
debug_address (const struct here *h, const char *text, uint64_t *a, const char **error)
{
  static char said[300];
  struct reading r = debug_start_reading (h, text);
  struct value v = { .i = 0 };
  bool ok = debug_whole (&r, &v);
  if (ok && v.place == IN_MEMORY && (*v.type == '[' || *v.type == 's'))
    *a = v.address;
  else if (ok && (ok = debug_number (&r, &v) && !debug_float_p (v.type)))
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
  if (!debug_number (&r, &v))
    return false;
  printf ("0x%" PRIx64 ":\t", a);
  print_number (stdout, &v, type == 'b' ? 'x' : 0, bits / 8);
  printf ("\n");
  fflush (stdout);
  return true;
}
