/* SPDX-License-Identifier: MIT */
/* The debugger's variables as rows of a table, for front ends that show them so: what a scope has,
   and the parts of a struct, array or pointer, each with the expression that it is.  */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "emulator/debug/value.h"
#include "emulator/run/device.h"

enum
{
  ROW_ELEMENTS = 8 /* of an array that are shown in a row */
};

/* Who gets the rows of a reading.  */
struct row_list
{
  struct reading *r;
  debug_row_fn *fn;
  void *closure;
  char format;
  uint64_t most; /* elements of arrays */
};

/* Prints TYPE (plugin/lower/vars.cc) in C's words.  */
static void
print_type (FILE *to, const struct here *h, const char *type)
{
  unsigned size = strtoul (*type ? type + 1 : type, NULL, 10);
  const char *name;
  switch (*type)
    {
    case '[':
      {
	const char *element = type;
	while (*element == '[')
	  element = debug_element_of (element);
	print_type (to, h, element);
	fprintf (to, " %.*s", (int) (element - type), type);
	return;
      }
    case '*':
      print_type (to, h, type + 1);
      fprintf (to, type[1] == '*' ? "*" : " *");
      return;
    case 's':
    case 'e':
      name = debug_next_word (debug_definition (h, type));
      fprintf (to, "%s %.*s", *type == 's' ? "struct" : "enum", (int) debug_word_length (name),
	       name);
      return;
    case 'i':
    case 'u':
      name = size == 1 ? "char" : size == 2 ? "short" : size == 4 ? "int" : "long";
      fprintf (to, "%s%s", *type == 'u' ? "unsigned " : size == 1 ? "signed " : "", name);
      return;
    case 'c': fputs ("char", to); return;
    case 'b': fputs ("_Bool", to); return;
    case 'f': fputs (size == 4 ? "float" : "double", to); return;
    case 'h': fputs ("px_half", to); return;
    case 'g': fputs ("px_bfloat", to); return;
    case 'v': fputs ("void", to); return;
    default: return;
    }
}

/* Elements of V, an array that is somewhere; 0: it is not one.  */
static uint64_t
elements (const struct value *v)
{
  return *v->type == '[' && v->place != IN_NOTHING ? strtoull (v->type + 1, NULL, 10) : 0;
}

/* The members of struct TYPE, as words; "": it is not a struct.  */
static const char *
members (const struct here *h, const char *type)
{
  return *type == 's' ? debug_next_word (debug_next_word (debug_definition (h, type))) : "";
}

static uint64_t
count_words (const char *s)
{
  uint64_t n = 0;
  for (; *s; s = debug_next_word (s))
    n++;
  return n;
}

/* What V, a pointer or the address of an array, points to; NULL: it is neither.  */
static const char *
pointee (const struct value *v)
{
  return *v->type == '*' || (*v->type == '[' && v->place == IN_NOTHING) ? debug_element_of (v->type)
									: NULL;
}

/* The parts with names of V: members of a struct, or of what a pointer points to; what a pointer
   points to, if that is not a struct.  */
static uint64_t
named_parts (const struct here *h, const struct value *v)
{
  const char *to = pointee (v);
  uint64_t n = count_words (members (h, to ? to : v->type));
  return n || !to ? n : debug_size_of (h, to) > 0;
}

/* Passes on V, which EXPRESSION is, as NAME.  */
static void
put_value (const struct row_list *l, const char *name, const char *expression, struct value *v)
{
  const struct here *h = l->r->h;
  char *text = NULL, *type = NULL;
  size_t n_text, n_type;
  FILE *to = open_memstream (&text, &n_text), *types = open_memstream (&type, &n_type);
  struct debug_row row = { .name = name,
			   .expression = expression,
			   .named = named_parts (h, v),
			   .indexed = elements (v),
			   .address = v->place == IN_MEMORY ? v->address : 0 };
  if (types)
    print_type (types, h, v->type);
  if (to)
    debug_print_value (to, l->r, v, l->format, l->most);
  bool ok = to && types;
  if (to)
    fclose (to);
  if (types)
    fclose (types);
  row.text = text;
  row.type = type;
  *l->r->error = 0;
  if (ok)
    l->fn (l->closure, &row);
  free (text);
  free (type);
}

/* Passes on variable or register NAME, of N characters; false if it has no value and VALUES is set.  */
static bool
put_named (const struct row_list *l, const char *name, size_t n, bool values)
{
  struct value v;
  char text[300];
  snprintf (text, sizeof text, "%.*s", (int) n, name);
  *l->r->error = 0;
  if (debug_named (l->r, name, n, &v))
    put_value (l, text, text, &v);
  else if (values)
    return false;
  else
    l->fn (l->closure, &(struct debug_row){
			 .name = text, .expression = text, .text = l->r->error, .type = "" });
  *l->r->error = 0;
  return true;
}

static void __attribute__ ((format (printf, 3, 4)))
put_text (const struct row_list *l, const char *name, const char *format, ...)
{
  char text[160];
  va_list ap;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  l->fn (l->closure,
	 &(struct debug_row){ .name = name, .expression = "", .text = text, .type = "" });
}

static int
thread_rows (const struct row_list *l)
{
  const struct here *h = l->r->h;
  const struct launch *launch = debug_launch_of (h);
  const struct block *b = h->w->block;
  unsigned t[3], number = h->w->index * LANES + h->lane;
  thread_of (launch, number, t);
  put_text (l, "threadIdx", "%u,%u,%u", t[0], t[1], t[2]);
  put_text (l, "blockIdx", "%u,%u,%u", b->id[0], b->id[1], b->id[2]);
  put_text (l, "blockDim", "%u,%u,%u", launch->ntid[0], launch->ntid[1], launch->ntid[2]);
  put_text (l, "gridDim", "%u,%u,%u", launch->grid[0], launch->grid[1], launch->grid[2]);
  put_text (l, "thread of the block", "%u", number);
  put_text (l, "warp, lane", "%u, %d", h->w->index, h->lane);
  put_text (l, "lanes here", "0x%08" PRIx32, h->mask);
  if (launch->cluster_blocks > 1)
    put_text (l, "block of the cluster", "%u", b->rank);
  if (h->waits)
    put_text (l, "state", "%s", h->waits);
  return 0;
}

/* The module's variables in shared memory, each with its bytes.  */
static int
shared_rows (const struct row_list *l)
{
  const struct launch *launch = debug_launch_of (l->r->h);
  const px_emu_func *f = launch->func;
  int n = 0;
  for (size_t i = 0; i < f->mod->n_shared; i++)
    if (f->shared_offset[i] != UINT32_MAX)
      {
	const ptx_var *var = f->mod->shared[i].var;
	char text[80];
	snprintf (text, sizeof text, "%" PRIu64 " bytes at 0x%x", ptx_var_size (var),
		  (unsigned) f->shared_offset[i]);
	l->fn (l->closure, &(struct debug_row){ .name = var->sym->name,
						.expression = var->sym->name,
						.text = text,
						.type = "",
						.address = WINDOW_SHARED + f->shared_offset[i] });
	n++;
      }
  if (launch->dynamic_shared)
    {
      put_text (l, "dynamic", "%" PRIu32 " bytes", launch->dynamic_shared);
      n++;
    }
  return n;
}

/* Variables of C in SCOPE.  */
static int
variable_rows (const struct row_list *l, enum debug_scope scope)
{
  int n = 0;
  for (const struct var *x = l->r->vars; x < l->r->vars + l->r->n_vars; x++)
    {
      size_t length = debug_word_length (x->name);
      enum debug_scope its = !x->first ? SCOPE_GLOBALS : x->arg ? SCOPE_ARGUMENTS : SCOPE_LOCALS;
      if (x->part || its != scope || debug_lookup (l->r, x->name, length) != x)
	continue;
      put_named (l, x->name, length, false);
      n++;
    }
  return n || l->r->n_vars ? n : -1;
}

int
debug_rows (const struct here *h, enum debug_scope scope, debug_row_fn *fn, void *closure)
{
  const px_emu_func *f = h->frame->func;
  struct reading r = debug_start_reading (h, "");
  struct row_list l = { &r, fn, closure, 0, ROW_ELEMENTS };
  px_emu_param p;
  int n = 0;
  switch (scope)
    {
    case SCOPE_THREAD: n = thread_rows (&l); break;
    case SCOPE_SHARED: n = shared_rows (&l); break;
    case SCOPE_REGISTERS:
      for (uint32_t i = 0; i < f->ir->nregs; i++)
	n += put_named (&l, f->ir->regs[i].name, strlen (f->ir->regs[i].name), true);
      break;
    case SCOPE_PARAMETERS:
      for (int i = 0; !h->frame->up && px_emu_func_param (debug_launch_of (h)->func, i, &p); i++)
	n += put_named (&l, p.name, strlen (p.name), true);
      break;
    default: n = variable_rows (&l, scope);
    }
  free (r.vars);
  return n;
}

bool
debug_row_of (const struct here *h, const char *text, char format, debug_row_fn *fn, void *closure,
	      char *error, size_t size)
{
  struct reading r = debug_start_reading (h, text);
  struct value v;
  bool ok = debug_whole (&r, &v);
  r.depth = 0;
  if (ok)
    put_value (&(struct row_list){ &r, fn, closure, format, MAX_ELEMENTS }, text, text, &v);
  else
    snprintf (error, size, "%s", r.error);
  free (r.vars);
  return ok;
}

/* True if a part may be written after TEXT as it is: names, members and elements.  */
static bool
postfix_p (const char *text)
{
  for (; *text; text++)
    if (!isalnum ((unsigned char) *text) && !strchr ("_.$%[]", *text)
	&& !(*text == '-' && text[1] == '>') && !(*text == '>' && text[-1] == '-'))
      return false;
  return true;
}

/* Passes on the part of TEXT that is NAME of its value, and TEXT BETWEEN NAME AFTER as an
   expression.  */
static void
put_part (const struct row_list *l, const char *text, const char *between, const char *name,
	  const char *after, const char *shown)
{
  struct reading *r = l->r;
  char *expression = NULL;
  bool plain = postfix_p (text);
  size_t n;
  FILE *to = open_memstream (&expression, &n);
  struct value v;
  if (!to)
    return;
  fprintf (to, "%s%s%s%s%s%s", plain ? "" : "(", text, plain ? "" : ")", between, name, after);
  if (fclose (to))
    return;
  r->p = expression;
  r->depth = 0;
  *r->error = 0;
  bool ok = debug_whole (r, &v);
  r->depth = 0;
  if (ok)
    put_value (l, shown, expression, &v);
  else
    l->fn (l->closure, &(struct debug_row){
			 .name = shown, .expression = expression, .text = r->error, .type = "" });
  free (expression);
}

bool
debug_parts (const struct here *h, const char *text, uint64_t from, uint64_t count,
	     debug_row_fn *fn, void *closure, char *error, size_t size)
{
  struct reading r = debug_start_reading (h, text);
  struct row_list l = { &r, fn, closure, 0, ROW_ELEMENTS };
  struct value v;
  if (!debug_whole (&r, &v))
    {
      snprintf (error, size, "%s", r.error);
      free (r.vars);
      return false;
    }
  const char *pointer = pointee (&v), *s = members (h, pointer ? pointer : v.type);
  uint64_t n = elements (&v), k = 0;
  char name[300], shown[304];
  if (!count)
    count = UINT64_MAX;
  if (n)
    for (k = from; k < n && k - from < count; k++)
      {
	snprintf (name, sizeof name, "%" PRIu64, k);
	snprintf (shown, sizeof shown, "[%s]", name);
	put_part (&l, text, "[", name, "]", shown);
      }
  else if (*s)
    for (; *s; s = debug_next_word (s), k++)
      {
	snprintf (name, sizeof name, "%.*s", (int) strcspn (s, "@ "), s);
	if (k >= from && k - from < count)
	  put_part (&l, text, pointer ? "->" : ".", name, "", name);
      }
  else if (pointer && !from)
    put_part (&l, text, "[", "0", "]", "*");
  free (r.vars);
  return true;
}
