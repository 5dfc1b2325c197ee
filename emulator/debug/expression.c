/* SPDX-License-Identifier: MIT */
/* The debugger's expressions: C's operators over the values of value.c.  */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "emulator/debug/value.h"
#include "emulator/run/device.h"

void
debug_space (struct reading *r)
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

bool
debug_named (struct reading *r, const char *name, size_t n, struct value *v)
{
  const struct here *h = r->h;
  const px_emu_func *f = h->frame->func;
  const struct var *x = debug_lookup (r, name, n);
  int32_t reg = debug_find_reg (f, name, n);
  px_emu_param p;
  if (x)
    {
      *v = (struct value){ .type = x->type, .place = IN_VARIABLE, .var = x };
      if (*x->where == '@')
	{
	  v->place = IN_MEMORY;
	  if (!debug_address_of (h, x->where + 1, &v->address))
	    return debug_wrong (r, "<optimized out>");
	}
      else if (*x->where == '[' && !x->parts && debug_address_of (h, x->where, &v->address))
	v->place = IN_MEMORY;
      return true;
    }
  if (reg >= 0)
    {
      uint64_t u;
      if (!debug_reg_value (h, reg, &u))
	return debug_wrong (r, "%.*s has no value here", (int) n, name);
      *v = of_int (debug_type_text (f->ir->regs[reg].type), u);
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
      v->f = *v->type == 'h' ? debug_half (u) : v->type[1] == '4' ? s.f : d.f;
      if (*v->type == 'i')
	{
	  unsigned bits = 8 * (v->type[1] - '0');
	  v->i = (int64_t) (u << (64 - bits)) >> (64 - bits);
	}
      return true;
    }
  for (int i = 0; px_emu_func_param (debug_launch_of (h)->func, i, &p); i++)
    if (debug_same (name, n, p.name) && p.size <= 8 && !h->frame->up)
      {
	*v = (struct value){ .type
			     = debug_type_text (debug_launch_of (h)->func->ir->sig.params[i]->type),
			     .place = IN_MEMORY,
			     .address = WINDOW_PARAM + p.offset };
	return true;
      }
  uint64_t a = debug_symbol_address (h, name, n);
  if (!a)
    return debug_wrong (r, "there is no register, parameter or variable %.*s%s", (int) n, name,
			r->n_vars || *name == '%'
			  ? ""
			  : " (those of C are known with -fplugin-arg-px-debug)");
  *v = of_int ("*v", a);
  return true;
}

bool
debug_member (struct reading *r, struct value *v, const char *name, size_t n)
{
  if (*v->type != 's')
    return debug_wrong (r, "that has no members");
  for (const char *s = debug_next_word (debug_next_word (debug_definition (r->h, v->type))); *s;
       s = debug_next_word (s))
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
  return debug_wrong (r, "there is no member %.*s", (int) n, name);
}

/* *(V + INDEX) for a pointer or array V.  */
static bool
element (struct reading *r, struct value *v, int64_t index)
{
  if (*v->type != '*' && *v->type != '[')
    return debug_wrong (r, "that is no pointer and no array");
  const char *type = debug_element_of (v->type);
  uint64_t size = debug_size_of (r->h, type);
  int64_t off;
  if (!size)
    return debug_wrong (r, "what it points to has no size");
  if (__builtin_mul_overflow (index, (int64_t) size, &off))
    return debug_wrong (r, "the index is too large");
  if (*v->type == '*' || v->place == IN_NOTHING)
    {
      if (!debug_number (r, v))
	return false;
      *v = (struct value){ .type = type, .place = IN_MEMORY, .address = v->i + off };
      return true;
    }
  if (v->place == IN_VARIABLE && (off < 0 || (uint64_t) off >= debug_size_of (r->h, v->type)))
    return debug_wrong (r, "the index is too large");
  v->type = type;
  v->address += off;
  return true;
}

static bool
postfix (struct reading *r, struct value *v)
{
  for (;;)
    {
      debug_space (r);
      bool arrow = !strncmp (r->p, "->", 2);
      if (*r->p == '[')
	{
	  struct value i;
	  r->p++;
	  if (!debug_expression (r, &i, 0) || !debug_number (r, &i))
	    return false;
	  if (*r->p++ != ']')
	    return debug_wrong (r, "a ] is missing");
	  if (debug_float_p (i.type))
	    return debug_wrong (r, "the index is no integer");
	  if (!element (r, v, i.i))
	    return false;
	}
      else if (arrow || *r->p == '.')
	{
	  r->p += 1 + arrow;
	  debug_space (r);
	  size_t n = name_length (r->p);
	  if (arrow && !element (r, v, 0))
	    return false;
	  if (!debug_member (r, v, r->p, n))
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
      if (!debug_expression (r, v, 0))
	return false;
      if (*r->p++ != ')')
	return debug_wrong (r, "a ) is missing");
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
    return debug_wrong (r,
			*r->p ? "a name or number is missing before '%s'"
			      : "a name or number is missing",
			r->p);
  else
    {
      const char *name = r->p;
      r->p += n;
      if (!debug_named (r, name, n, v))
	return false;
    }
  return postfix (r, v);
}

static bool
unary (struct reading *r, struct value *v)
{
  bool ok;
  debug_space (r);
  if (!*r->p || !strchr ("*&-!~", *r->p))
    return primary (r, v);
  char op = *r->p++;
  if (r->depth++ >= MAX_NESTING)
    return debug_wrong (r, "that is nested too deeply");
  ok = unary (r, v);
  r->depth--;
  if (!ok)
    return false;
  if (op == '*')
    return element (r, v, 0);
  if (op == '&')
    {
      if (v->place != IN_MEMORY || v->bits)
	return debug_wrong (r, "that has no address");
      /* A pointer to what V is has no text of its own.  */
      *v = of_int ("*v", v->address);
      return true;
    }
  if (!debug_number (r, v))
    return false;
  if (debug_float_p (v->type))
    {
      *v = (struct value){ .type = op == '!' ? "i4" : "f8", .f = -v->f, .i = !v->f };
      return op != '~' || debug_wrong (r, "~ is for integers");
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
  if (!debug_number (r, a) || !debug_number (r, b))
    return false;
  if (pointer && (*op == '+' || *op == '-') && !debug_float_p (b->type) && *b->type != '*')
    {
      uint64_t size = debug_size_of (r->h, debug_element_of (type)),
	       off = (uint64_t) b->i * (size ? size : 1);
      *a = of_int (type, (uint64_t) a->i + (*op == '+' ? off : -off));
      return true;
    }
  if (pointer && *op == '-' && (*b->type == '*' || *b->type == '['))
    {
      int64_t size = debug_size_of (r->h, debug_element_of (type));
      *a = of_int ("i8", (a->i - b->i) / (size ? size : 1));
      return true;
    }
  bool real = debug_float_p (a->type) || debug_float_p (b->type);
  double x = debug_float_p (a->type) ? a->f : a->i, y = debug_float_p (b->type) ? b->f : b->i;
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
	return debug_wrong (r, "%s is for integers", op);
      a->type = "f8";
      a->f = *op == '+' ? x + y : *op == '-' ? x - y : *op == '*' ? x * y : x / y;
    }
  else
    {
      a->type = "i8";
      if ((*op == '/' || *op == '%') && !j)
	return debug_wrong (r, "a division by zero");
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

bool
debug_expression (struct reading *r, struct value *v, int level)
{
  if (r->depth++ >= MAX_NESTING)
    return debug_wrong (r, "that is nested too deeply");
  if (!unary (r, v))
    return false;
  for (;;)
    {
      size_t i = 0, n = sizeof operators / sizeof *operators;
      struct value b;
      debug_space (r);
      while (i < n && strncmp (r->p, operators[i].text, strlen (operators[i].text)))
	i++;
      if (i == n || operators[i].level < level)
	break;
      r->p += strlen (operators[i].text);
      if (!debug_expression (r, &b, operators[i].level + 1)
	  || !combine (r, operators[i].text, v, &b))
	return false;
    }
  r->depth--;
  return true;
}
