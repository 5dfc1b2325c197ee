/* SPDX-License-Identifier: MIT */
/* The reader: PTX text to IR.

   One grammar serves every instruction, so what opcodes.def lacks is read as
   well.  A name in an operand is a register or variable in scope, a special
   register, a label of this scope or one around it, or a symbol of the module,
   in this order; labels and symbols may come later in the text, so they are
   resolved when a scope or the module ends.

   All sizes and depths are bounded (the enum below); memory is linear in the
   text.  */
#include "ptx/ptx-int.h"
#include <locale.h>
#include <stdlib.h>

enum
{
  MAX_ERRORS = 20,
  MAX_OPNDS = 255,   /* operands, modifiers of an instruction  */
  MAX_NEST = 16,     /* { } and ( ) of operands and initialisers  */
  MAX_EXPR = 64,     /* nested constant expressions  */
  MAX_SCOPES = 1024, /* nested blocks  */
  MAX_DIMS = 16,
  O_PENDING = 255 /* operand whose name_ is not resolved yet  */
};

typedef enum tok
{
  T_EOF = 0,
  /* Single characters stand for themselves.  */
  T_IDENT = 256,
  T_DIR, /* .name, without the dot  */
  T_INT,
  T_F32,
  T_F64,
  T_STRING /* without the quotes  */
} tok;

/* A name of an operand that waits for its label or symbol.  */
typedef struct pending
{
  ptx_opnd *opnd;
  ptx_pos pos;
  bool branch; /* must be a label  */
} pending;

/* What a declaration hid.  */
typedef struct hidden
{
  ptx_name *name;
  enum
  {
    H_BIND,
    H_RANGE,
    H_LABEL
  } which;
  ptx_binding old;
  uint32_t label, label_depth;
} hidden;

typedef struct scope
{
  uint32_t index;	    /* in f->scopes  */
  uint32_t hidden, pending; /* where its own start  */
} scope;

typedef struct rd
{
  ptx_module *m;
  const char *p, *end, *line_start;
  uint32_t line;
  bool stop; /* too many errors  */

  /* The current token.  */
  int tok;
  const char *before, *s; /* BEFORE: with the space and comments before it  */
  size_t n;
  ptx_pos pos;
  uint64_t value; /* of T_INT, T_F32, T_F64  */
  bool is_unsigned;

  ptx_func *f;
  scope *scopes;
  uint32_t depth, scopes_cap; /* depth 0: outside functions  */
  hidden *hidden;
  uint32_t nhidden, hidden_cap;
  pending *pending;
  uint32_t npending, pending_cap;
  ptx_opnd *opnds; /* stack of operands being read  */
  uint32_t nopnds, opnds_cap;
  uint32_t braces;    /* of operands that are not closed yet  */
  bool sums;	      /* of registers, sums.c's, are in f  */
  ptx_name *blamed;   /* name of the last error of its kind …  */
  ptx_pos blamed_pos; /* … and where that was  */
  ptx_pos stmt_pos;
  bool branch; /* the instruction is a branch  */
  struct
  {
    ptx_sym *sym;
    ptx_pos pos;
  } * undef;
  uint32_t nundef, undef_cap;
  bool have_version, have_target;
  bool block; /* the last raw text ended with its own '}'  */
  bool more;  /* of ptx_read_more  */
} rd;

/* ---- Characters and tokens ---- */

enum
{
  C_IDENT = 1,
  C_DIGIT = 2,
  C_START = 4,
  C_SPACE = 8,
  C_HEX = 16,
  C_DIR = 32
};
static const unsigned char class[256] = { ['a' ... 'f'] = C_IDENT | C_START | C_HEX | C_DIR,
					  ['g' ... 'z'] = C_IDENT | C_START | C_DIR,
					  ['A' ... 'F'] = C_IDENT | C_START | C_HEX | C_DIR,
					  ['G' ... 'Z'] = C_IDENT | C_START | C_DIR,
					  ['0' ... '9'] = C_IDENT | C_DIGIT | C_HEX | C_DIR,
					  ['_'] = C_IDENT | C_START | C_DIR,
					  ['$'] = C_IDENT | C_START,
					  ['%'] = C_START,
					  [':'] = C_DIR,
					  [' '] = C_SPACE,
					  ['\t'] = C_SPACE,
					  ['\n'] = C_SPACE,
					  ['\r'] = C_SPACE,
					  ['\f'] = C_SPACE,
					  ['\v'] = C_SPACE };
#define IS(c, what) (class[(unsigned char) (c)] & (what))

static void
error (rd *r, ptx_pos pos, const char *text)
{
  if (r->stop)
    return;
  ptx_error (r->m, pos, "%s", text);
  if (r->m->nerrors >= MAX_ERRORS)
    {
      ptx_error (r->m, pos, "too many errors");
      r->stop = true;
      r->tok = T_EOF;
      r->p = r->end;
    }
}

static bool
error_name (rd *r, ptx_pos pos, const char *before, const char *s, size_t n, const char *after)
{
  char text[300];
  snprintf (text, sizeof text, "%s'%.*s%s'%s", before, n > 60 ? 60 : (int) n, s, n > 60 ? "…" : "",
	    after);
  error (r, pos, text);
  return false;
}

static bool
unexpected (rd *r, const char *wanted)
{
  char before[120];
  if (r->tok == T_EOF)
    {
      snprintf (before, sizeof before, "expected %s, not the end of the text", wanted);
      error (r, r->pos, before);
      return false;
    }
  snprintf (before, sizeof before, "expected %s, not ", wanted);
  return error_name (r, r->pos, before, r->s - (r->tok == T_DIR), r->n + (r->tok == T_DIR), "");
}

static const char *
skip_space (rd *r, const char *p)
{
  for (;;)
    {
      if (*p == '\n')
	{
	  r->line++;
	  r->line_start = ++p;
	}
      else if (IS (*p, C_SPACE))
	p++;
      else if (*p == '/' && p[1] == '/')
	{
	  const char *e = memchr (p, '\n', r->end - p);
	  p = e ? e : r->end;
	}
      else if (*p == '/' && p[1] == '*')
	{
	  ptx_pos at = { r->line, p - r->line_start + 1 };
	  for (p += 2; p < r->end && !(*p == '*' && p[1] == '/'); p++)
	    if (*p == '\n')
	      {
		r->line++;
		r->line_start = p + 1;
	      }
	  if (p >= r->end)
	    {
	      error (r, at, "comment does not end");
	      r->stop = true;
	      return r->end;
	    }
	  p += 2;
	}
      else
	return p;
    }
}

/* A decimal floating point constant of n characters.  */
static uint64_t
decimal (const char *s, size_t n)
{
  char text[400];
  const char *point = localeconv ()->decimal_point;
  size_t k = 0, plen = strlen (point);
  for (size_t i = 0; i < n && k + plen < sizeof text - 1; i++)
    if (s[i] == '.')
      {
	memcpy (text + k, point, plen);
	k += plen;
      }
    else
      text[k++] = s[i];
  text[k] = 0;
  double d = strtod (text, 0);
  uint64_t u;
  memcpy (&u, &d, 8);
  return u;
}

static unsigned
digit (char c)
{
  return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

static const char *
number (rd *r, const char *p)
{
  unsigned base = 10, most;
  const char *s = p;
  uint64_t v = 0;
  bool over = false;
  r->tok = T_INT;
  r->is_unsigned = false;
  if (*p == '0' && ((p[1] | 32) == 'f' || (p[1] | 32) == 'd'))
    {
      most = (p[1] | 32) == 'f' ? 8 : 16;
      r->tok = most == 8 ? T_F32 : T_F64;
      for (p += 2; IS (*p, C_HEX); p++)
	v = v << 4 | digit (*p);
      if ((unsigned) (p - s) != most + 2)
	error_name (r, r->pos, "wrong number of digits in ", s, p - s, "");
      r->value = v;
      goto end;
    }
  if (*p == '0' && (p[1] | 32) == 'x')
    base = 16, p += 2;
  else if (*p == '0' && (p[1] | 32) == 'b')
    base = 2, p += 2;
  else
    {
      const char *q = p;
      while (IS (*q, C_DIGIT))
	q++;
      if (*q == '.' || (*q | 32) == 'e')
	{
	  if (*q == '.')
	    for (q++; IS (*q, C_DIGIT); q++)
	      ;
	  if ((*q | 32) == 'e')
	    {
	      q++;
	      if (*q == '+' || *q == '-')
		q++;
	      if (!IS (*q, C_DIGIT))
		error_name (r, r->pos, "exponent without digits in ", s, q - s, "");
	      while (IS (*q, C_DIGIT))
		q++;
	    }
	  r->tok = T_F64;
	  r->value = decimal (s, q - s);
	  if (q - s >= 300)
	    error (r, r->pos, "floating point constant is too long");
	  p = q;
	  goto end;
	}
      if (*p == '0')
	base = 8;
    }
  s = p;
  for (; IS (*p, C_HEX) && digit (*p) < base; p++)
    {
      over |= v > (UINT64_MAX - digit (*p)) / base;
      v = v * base + digit (*p);
    }
  if (p == s)
    error (r, r->pos, "constant without digits");
  if (over)
    error (r, r->pos, "integer constant does not fit in 64 bits");
  r->value = v;
  r->is_unsigned = v > INT64_MAX;
  if (*p == 'U' || *p == 'u')
    {
      r->is_unsigned = true;
      p++;
    }
end:
  if (IS (*p, C_IDENT))
    {
      s = p;
      while (IS (*p, C_IDENT))
	p++;
      error_name (r, r->pos, "constant ends in ", s, p - s, "");
    }
  return p;
}

static void
next (rd *r)
{
  const char *p = skip_space (r, r->p);
  r->before = r->p;
  r->pos = (ptx_pos){ r->line, p - r->line_start + 1 };
  r->s = p;
  if (r->stop || p >= r->end)
    {
      r->tok = T_EOF;
      r->p = r->end;
      r->n = 0;
      return;
    }
  if (IS (*p, C_START))
    {
      r->tok = T_IDENT;
      for (p++; IS (*p, C_IDENT); p++)
	;
    }
  else if (IS (*p, C_DIGIT))
    p = number (r, p);
  else if (*p == '.' && IS (p[1], C_DIR))
    {
      r->tok = T_DIR;
      r->s = ++p;
      for (; IS (*p, C_DIR); p++)
	if (*p == ':' && !(p[1] == ':' || p[-1] == ':'))
	  break;
    }
  else if (*p == '"')
    {
      r->tok = T_STRING;
      r->s = ++p;
      while (p < r->end && *p != '"' && *p != '\n')
	p += *p == '\\' && p + 1 < r->end && p[1] != '\n' ? 2 : 1;
      r->n = p - r->s;
      if (*p != '"')
	error (r, r->pos, "string does not end");
      else
	p++;
      r->p = p;
      return;
    }
  else
    {
      r->tok = (unsigned char) *p;
      if (!*p++)
	{
	  error (r, r->pos, "NUL character");
	  r->tok = 1;
	}
    }
  r->n = p - r->s;
  r->p = p;
}

static bool
expect (rd *r, int tok, const char *wanted)
{
  if (r->tok != tok)
    return unexpected (r, wanted);
  next (r);
  return true;
}

static bool
accept (rd *r, int tok)
{
  if (r->tok != tok)
    return false;
  next (r);
  return true;
}

static bool
is_dir (rd *r, const char *s)
{
  return r->tok == T_DIR && strlen (s) == r->n && !memcmp (s, r->s, r->n);
}

static bool
is_ident (rd *r, const char *s)
{
  return r->tok == T_IDENT && strlen (s) == r->n && !memcmp (s, r->s, r->n);
}

static ptx_name *
name (rd *r)
{
  return ptx_intern_name (r->m, r->s, r->n);
}

/* A copy of the text in the arena, NUL-terminated.  Every NUL in the text
   becomes '?'.  */
static const char *
copy (rd *r, const char *s, size_t n)
{
  char *t = ptx_alloc (r->m, n + 1);
  memcpy (t, s, n);
  for (char *z = t; (z = memchr (z, 0, t + n - z));)
    *z = '?';
  return t;
}

/* Text from the current token up to a character of `until` outside strings,
   comments and brackets, which is left as the current token.  A '}' that was
   not opened ends it as well; so does the closing one of a '{' where until has
   '{' in it, and it is part of the text.  */
static const char *
raw (rd *r, const char *until)
{
  r->block = false;
  const char *s = r->s - (r->tok == T_DIR || r->tok == T_STRING), *e = s;
  unsigned depth = 0;
  while (r->tok != T_EOF)
    {
      if (depth == 0
	  && (r->tok == '}' || (r->tok < 256 && r->tok != '{' && strchr (until, r->tok))))
	break;
      e = r->p;
      if (r->tok == '{' || r->tok == '(' || r->tok == '[')
	depth++;
      else if ((r->tok == '}' || r->tok == ')' || r->tok == ']') && depth && !--depth
	       && r->tok == '}' && strchr (until, '{'))
	{
	  next (r);
	  r->block = true;
	  break;
	}
      next (r);
    }
  return copy (r, s, e - s);
}

/* Go on after an error: past the next ';', or to a brace that is not of an
   operand.  */
static void
recover (rd *r)
{
  for (; r->tok != T_EOF && r->tok != ';'; next (r))
    if (r->tok == '{' && r->braces)
      r->braces++;
    else if (r->tok == '}' && r->braces)
      r->braces--;
    else if (r->tok == '{' || r->tok == '}')
      break;
  r->braces = 0;
  accept (r, ';');
}

/* ---- Constant expressions (4.5.4, 4.5.5) ---- */

typedef struct value
{
  uint64_t u;
  bool is_unsigned;
} value;
static bool expr (rd *, value *, unsigned min, unsigned depth);

static bool
primary (rd *r, value *v, unsigned depth)
{
  if (depth > MAX_EXPR)
    {
      error (r, r->pos, "constant expression is nested too deeply");
      return false;
    }
  int op = r->tok;
  switch (op)
    {
    case '-':
    case '+':
    case '~':
    case '!':
      next (r);
      if (!primary (r, v, depth + 1))
	return false;
      if (op == '-')
	v->u = -v->u;
      else if (op == '~')
	v->u = ~v->u;
      else if (op == '!')
	*v = (value){ !v->u, false };
      return true;
    case '(':
      next (r);
      if (is_dir (r, "s64") || is_dir (r, "u64"))
	{
	  bool is_unsigned = *r->s == 'u';
	  next (r);
	  if (!expect (r, ')', "')'") || !primary (r, v, depth + 1))
	    return false;
	  v->is_unsigned = is_unsigned;
	  return true;
	}
      return expr (r, v, 0, depth + 1) && expect (r, ')', "')'");
    case T_INT:
      *v = (value){ r->value, r->is_unsigned };
      next (r);
      return true;
    default:
      if (is_ident (r, "WARP_SZ"))
	{
	  *v = (value){ 32, false };
	  next (r);
	  return true;
	}
      return unexpected (r, "a constant");
    }
}

/* The binary operator at the current token: its strength, 0 for none; two is
   set if it has two characters.  */
static unsigned
operator(rd *r, bool *two)
{
  char c = r->p < r->end ? *r->p : 0;
  *two = true;
  switch (r->tok)
    {
    case '<':
    case '>':
      if (c == r->tok)
	return 8;
      *two = c == '=';
      return 7;
    case '=': return c == '=' ? 6 : 0;
    case '!': return c == '=' ? 6 : 0;
    case '&':
      if (c == '&')
	return 2;
      *two = false;
      return 5;
    case '|':
      if (c == '|')
	return 1;
      *two = false;
      return 3;
    case '^': *two = false; return 4;
    case '+':
    case '-': *two = false; return 9;
    case '*':
    case '/':
    case '%': *two = false; return 10;
    }
  return 0;
}

static bool
binary (rd *r, int op, bool two, value *a, value b, ptx_pos pos)
{
  bool u = a->is_unsigned || b.is_unsigned, cmp = false;
  int64_t x = a->u, y = b.u;
  switch (op | two << 8)
    {
    case '+': a->u += b.u; break;
    case '-': a->u -= b.u; break;
    case '*': a->u *= b.u; break;
    case '/':
    case '%':
      if (!b.u)
	{
	  error (r, pos, "division by zero in a constant expression");
	  return false;
	}
      if (u)
	a->u = op == '/' ? a->u / b.u : a->u % b.u;
      else if (y == -1)
	a->u = op == '/' ? -a->u : 0;
      else
	a->u = op == '/' ? x / y : x % y;
      break;
    case '<' | 256 | 512:
      u = a->is_unsigned;
      a->u = b.u > 63 ? 0 : a->u << b.u;
      break;
    case '>' | 256 | 512:
      u = a->is_unsigned;
      if (u)
	a->u = b.u > 63 ? 0 : a->u >> b.u;
      else
	a->u = x >> (b.u > 63 ? 63 : b.u);
      break;
    case '<':
      a->u = u ? a->u < b.u : x < y;
      cmp = true;
      break;
    case '>':
      a->u = u ? a->u > b.u : x > y;
      cmp = true;
      break;
    case '<' | 256:
      a->u = u ? a->u <= b.u : x <= y;
      cmp = true;
      break;
    case '>' | 256:
      a->u = u ? a->u >= b.u : x >= y;
      cmp = true;
      break;
    case '=' | 256:
      a->u = a->u == b.u;
      cmp = true;
      break;
    case '!' | 256:
      a->u = a->u != b.u;
      cmp = true;
      break;
    case '&': a->u &= b.u; break;
    case '|': a->u |= b.u; break;
    case '^': a->u ^= b.u; break;
    case '&' | 256:
      a->u = a->u && b.u;
      cmp = true;
      break;
    case '|' | 256:
      a->u = a->u || b.u;
      cmp = true;
      break;
    }
  a->is_unsigned = u && !cmp;
  return true;
}

static bool
expr (rd *r, value *v, unsigned min, unsigned depth)
{
  if (!primary (r, v, depth))
    return false;
  for (;;)
    {
      bool two;
      unsigned strength = operator(r, &two);
      if (strength && strength > min)
	{
	  int op = r->tok;
	  bool shift = two && strength == 8;
	  ptx_pos pos = r->pos;
	  value b;
	  next (r);
	  if (two)
	    next (r);
	  if (!expr (r, &b, strength, depth + 1))
	    return false;
	  /* binary wants shifts told from <= and >=.  */
	  if (shift)
	    op |= 512;
	  if (!binary (r, op, two, v, b, pos))
	    return false;
	}
      else if (r->tok == '?' && min == 0)
	{
	  value a, b;
	  next (r);
	  if (!expr (r, &a, 0, depth + 1) || !expect (r, ':', "':'") || !expr (r, &b, 0, depth + 1))
	    return false;
	  bool u = a.is_unsigned || b.is_unsigned;
	  *v = v->u ? a : b;
	  v->is_unsigned = u;
	}
      else
	return true;
    }
}

/* A constant that must be at most max.  */
static bool
count (rd *r, uint64_t max, uint64_t *n)
{
  value v;
  ptx_pos pos = r->pos;
  if (!expr (r, &v, 0, 0))
    return false;
  if ((int64_t) v.u < 0 || v.u > max)
    {
      error (r, pos, "constant out of range");
      return false;
    }
  *n = v.u;
  return true;
}

static bool
count32 (rd *r, uint32_t *n)
{
  uint64_t v;
  if (!count (r, UINT32_MAX, &v))
    return false;
  *n = v;
  return true;
}

/* ---- Scopes ---- */

static void
hide (rd *r, ptx_name *n, int which)
{
  r->hidden = ptx_grow (r->hidden, r->nhidden, &r->hidden_cap, sizeof *r->hidden);
  hidden *h = &r->hidden[r->nhidden++];
  *h = (hidden){ .name = n, .which = which };
  if (which == H_BIND)
    h->old = n->bind;
  else if (which == H_RANGE)
    h->old = n->range;
  else
    {
      h->label = n->label;
      h->label_depth = n->label_depth;
    }
}

static bool
bind (rd *r, ptx_name *n, int which, int kind, void *what, ptx_pos pos)
{
  ptx_binding *b = which == H_BIND ? &n->bind : &n->range;
  if (b->kind && b->depth == r->depth)
    return error_name (r, pos, "", n->s, n->len, " is declared twice");
  hide (r, n, which);
  *b = (ptx_binding){ kind, r->depth, what };
  return true;
}

static bool
open_scope (rd *r, uint32_t *index)
{
  ptx_func *f = r->f;
  if (r->depth >= MAX_SCOPES)
    {
      error (r, r->pos, "blocks are nested too deeply");
      return false;
    }
  r->scopes = ptx_grow (r->scopes, r->depth, &r->scopes_cap, sizeof *r->scopes);
  f->scopes
    = ptx_arena_grow (r->m->arena, f->scopes, f->nscopes, &f->scopes_cap, sizeof *f->scopes);
  f->scopes[f->nscopes].parent = r->depth ? r->scopes[r->depth - 1].index : 0;
  r->scopes[r->depth++] = (scope){ f->nscopes, r->nhidden, r->npending };
  *index = f->nscopes++;
  return true;
}

/* Resolve the labels that are used in the innermost scope, hand on what is
   left to the one around it, and forget its declarations.  */
static void
close_scope (rd *r)
{
  scope *s = &r->scopes[r->depth - 1];
  uint32_t kept = s->pending;
  for (uint32_t i = s->pending; i < r->npending; i++)
    {
      pending p = r->pending[i];
      ptx_name *n = p.opnd->name_;
      if (n->label && n->label_depth == r->depth)
	{
	  if (p.opnd->off && p.opnd->kind == O_PENDING)
	    error_name (r, p.pos, "offset from label ", n->s, n->len, "");
	  if (p.opnd->kind == PTX_O_ADDR)
	    error_name (r, p.pos, "label ", n->s, n->len, " is no address");
	  p.opnd->kind = PTX_O_LABEL;
	  p.opnd->name_ = 0;
	  p.opnd->reg = n->label - 1;
	}
      else
	r->pending[kept++] = p;
    }
  r->npending = kept;
  while (r->nhidden > s->hidden)
    {
      hidden *h = &r->hidden[--r->nhidden];
      if (h->which == H_BIND)
	h->name->bind = h->old;
      else if (h->which == H_RANGE)
	h->name->range = h->old;
      else
	{
	  h->name->label = h->label;
	  h->name->label_depth = h->label_depth;
	}
    }
  r->depth--;
}

/* Complain once for each name and statement.  */
static void
blame (rd *r, const pending *p, const char *before, const char *after)
{
  ptx_name *n = p->opnd->name_;
  if (r->blamed != n || r->blamed_pos.line != p->pos.line || r->blamed_pos.col != p->pos.col)
    error_name (r, p->pos, before, n->s, n->len, after);
  r->blamed = n;
  r->blamed_pos = p->pos;
}

/* What is still not resolved at the end of a function, or of an initialiser,
   is of the module.  */
static void
resolve_globals (rd *r)
{
  for (uint32_t i = 0; i < r->npending; i++)
    {
      pending *p = &r->pending[i];
      ptx_name *n = p->opnd->name_;
      if (p->branch)
	{
	  blame (r, p, "label ", " is not defined");
	  continue;
	}
      if (*n->s == '%')
	{
	  blame (r, p, "register ", " is not declared");
	  continue;
	}
      ptx_sym *sym = ptx_sym_get (r->m, n->s);
      if (sym->kind == PTX_S_UNDEF)
	{
	  r->undef = ptx_grow (r->undef, r->nundef, &r->undef_cap, sizeof *r->undef);
	  r->undef[r->nundef].sym = sym;
	  r->undef[r->nundef++].pos = p->pos;
	}
      if (p->opnd->kind == O_PENDING)
	p->opnd->kind = PTX_O_SYM;
      p->opnd->name_ = 0;
      p->opnd->sym = sym;
    }
  r->npending = 0;
}

/* ---- Registers ---- */

/* The register that a name means here, or -1.  */
static int64_t
find_register (rd *r, ptx_name *n)
{
  if (n->bind.kind == PTX_B_REG)
    {
      ptx_regdecl *d = n->bind.what;
      if (d->reg < 0)
	d->reg = ptx_add_reg (r->f, d->name, d->type, d->vec, d);
      return d->reg;
    }
  for (ptx_use **u = &n->uses; *u; u = &(*u)->next)
    if (ptx_name_of ((*u)->decl->name)->range.what == (*u)->decl)
      {
	/* To the front, so that the next use finds it at once.  */
	ptx_use *found = *u;
	*u = found->next;
	found->next = n->uses;
	n->uses = found;
	return found->reg;
      }
  /* A range whose prefix is the name without some digits at its end.  */
  uint64_t number = 0, ten = 1;
  for (size_t k = n->len; k-- > 1 && IS (n->s[k], C_DIGIT) && n->len - k <= 10;)
    {
      number += ten * (n->s[k] - '0');
      ten *= 10;
      if (n->s[k] == '0' && k + 1 < n->len)
	continue;
      struct ptx_names *t = r->m->names;
      uint32_t h = ptx_hash (n->s, k);
      ptx_name *prefix = t->table[h & (t->size - 1)];
      while (prefix && !(prefix->hash == h && prefix->len == k && !memcmp (prefix->s, n->s, k)))
	prefix = prefix->next;
      if (!prefix || !prefix->range.kind)
	continue;
      ptx_regdecl *d = prefix->range.what;
      if (number >= d->count)
	continue;
      ptx_use *u = ptx_alloc (r->m, sizeof *u);
      u->decl = d;
      u->reg = ptx_add_reg (r->f, n->s, d->type, d->vec, d);
      u->next = n->uses;
      n->uses = u;
      return u->reg;
    }
  return -1;
}

/* ---- Operands ---- */

static ptx_opnd *
push (rd *r)
{
  r->opnds = ptx_grow (r->opnds, r->nopnds, &r->opnds_cap, sizeof *r->opnds);
  ptx_opnd *o = &r->opnds[r->nopnds++];
  *o = (ptx_opnd){ 0 };
  return o;
}

/* Move the operands from base on to the arena, where names that wait for
   labels find them.  */
static ptx_opnd *
take (rd *r, uint32_t base)
{
  uint32_t n = r->nopnds - base;
  ptx_opnd *o = ptx_alloc (r->m, n * sizeof *o);
  if (n)
    memcpy (o, r->opnds + base, n * sizeof *o);
  for (uint32_t i = 0; i < n; i++)
    if (o[i].kind == O_PENDING || (o[i].kind == PTX_O_ADDR && o[i].base == O_PENDING))
      {
	if (o[i].kind == PTX_O_ADDR)
	  o[i].base = PTX_O_SYM;
	r->pending = ptx_grow (r->pending, r->npending, &r->pending_cap, sizeof *r->pending);
	r->pending[r->npending++] = (pending){ &o[i], r->stmt_pos, r->branch };
      }
  r->nopnds = base;
  return o;
}

static bool operand (rd *, unsigned depth);

/* Close a bracket whose elements are on the stack from base on.  */
static void
group (rd *r, uint32_t base, int kind)
{
  uint32_t n = r->nopnds - base;
  ptx_opnd *sub = take (r, base), *o = push (r);
  o->kind = kind;
  o->n = n;
  o->sub = sub;
}

static bool
operand_list (rd *r, int close, int kind, unsigned depth)
{
  uint32_t base = r->nopnds;
  if (depth > MAX_NEST)
    {
      error (r, r->pos, "operand is nested too deeply");
      return false;
    }
  next (r);
  r->braces += close == '}';
  if (r->tok != close)
    do
      if (!operand (r, depth + 1))
	return false;
    while (accept (r, ','));
  if (r->tok == close)
    r->braces -= close == '}';
  if (!expect (r, close, close == '}' ? "'}'" : "')'"))
    return false;
  group (r, base, kind);
  return true;
}

/* + constant …, also - constant with MINUS, where they stand: their sum to *OFF.  */
static bool
offsets (rd *r, bool minus, uint64_t *off)
{
  while (r->tok == '+' || (r->tok == '-' && minus))
    {
      bool neg = r->tok == '-';
      value v;
      next (r);
      if (!expr (r, &v, 9, 0))
	return false;
      *off += neg ? -v.u : v.u;
    }
  return true;
}

/* A name, with what may follow it: part, offset.  */
static bool
named (rd *r, bool address)
{
  ptx_name *n = name (r);
  ptx_opnd o = { 0 };
  bool offset = true;
  int64_t reg;
  if (n->len == 1 && *n->s == '_')
    {
      if (address)
	{
	  error (r, r->pos, "expected an address");
	  return false;
	}
      o.kind = PTX_O_SINK;
      next (r);
      *push (r) = o;
      return true;
    }
  if ((reg = find_register (r, n)) >= 0)
    {
      o.kind = PTX_O_REG;
      o.reg = reg;
      next (r);
      if (r->tok == T_DIR && !address)
	{
	  o.sel = ptx_mod_intern (r->m, r->s, r->n);
	  if (!o.sel)
	    return unexpected (r, "a part of the register");
	  next (r);
	}
      offset = address;
    }
  else if (n->bind.kind == PTX_B_VAR)
    {
      o.kind = PTX_O_SYM;
      o.sym = ((ptx_var *) n->bind.what)->sym;
      next (r);
    }
  else if (n->sreg >= 0)
    {
      o.kind = PTX_O_SREG;
      o.reg = n->sreg;
      next (r);
      if (r->tok == T_DIR)
	{
	  char text[64];
	  int k = -1;
	  if (n->len + r->n + 1 < sizeof text)
	    {
	      memcpy (text, n->s, n->len);
	      text[n->len] = '.';
	      memcpy (text + n->len + 1, r->s, r->n);
	      k = ptx_sreg_find (text, n->len + 1 + r->n);
	    }
	  if (k < 0)
	    return unexpected (r, "a component");
	  o.reg = k;
	  next (r);
	}
      offset = false;
    }
  else if (is_ident (r, "WARP_SZ"))
    {
      value v;
      if (!expr (r, &v, 0, 0))
	return false;
      o.kind = PTX_O_IMM;
      o.u = v.u;
      o.flags = v.is_unsigned ? PTX_OF_UNSIGNED : 0;
      offset = false;
    }
  else
    {
      o.kind = O_PENDING;
      o.name_ = n;
      next (r);
    }
  if (offset)
    {
      uint64_t off = 0;
      if (!offsets (r, true, &off))
	return false;
      if (o.kind != PTX_O_REG)
	o.u = off;
      else if (address)
	o.off = off;
    }
  if (address)
    {
      if (o.kind != PTX_O_REG && o.kind != PTX_O_SYM && o.kind != O_PENDING)
	{
	  error (r, r->pos, "expected an address");
	  return false;
	}
      o.base = o.kind;
      o.kind = PTX_O_ADDR;
    }
  *push (r) = o;
  return true;
}

/* [address] or [address, more …].  */
static bool
bracket (rd *r, unsigned depth)
{
  uint32_t base = r->nopnds;
  next (r);
  if (r->tok == T_IDENT && !is_ident (r, "WARP_SZ"))
    {
      if (!named (r, true))
	return false;
    }
  else
    {
      value v;
      if (!expr (r, &v, 0, 0))
	return false;
      ptx_opnd *o = push (r);
      o->kind = PTX_O_ADDR;
      o->base = PTX_O_IMM;
      o->u = v.u;
    }
  if (r->tok == ',')
    {
      while (accept (r, ','))
	if (!operand (r, depth + 1))
	  return false;
      group (r, base, PTX_O_TUPLE);
    }
  return expect (r, ']', "']'");
}

static bool
operand (rd *r, unsigned depth)
{
  ptx_opnd *o;
  uint32_t base = r->nopnds;
  if (depth > MAX_NEST)
    {
      error (r, r->pos, "operand is nested too deeply");
      return false;
    }
  switch (r->tok)
    {
    case '[': return bracket (r, depth);
    case '{': return operand_list (r, '}', PTX_O_VEC, depth);
    case '!':
      next (r);
      if (r->tok != T_IDENT)
	{
	  value v;
	  if (!primary (r, &v, 0))
	    return false;
	  o = push (r);
	  o->kind = PTX_O_IMM;
	  o->u = !v.u;
	  return true;
	}
      if (!named (r, false))
	return false;
      r->opnds[base].flags |= PTX_OF_NOT;
      break;
    case T_IDENT:
      if (!named (r, false))
	return false;
      /* A sum of a register, which sums.c resolves.  */
      if (r->tok == '+' && !depth && r->opnds[base].kind == PTX_O_REG && !r->opnds[base].sel)
	{
	  uint64_t off = 0;
	  if (!offsets (r, false, &off))
	    return false;
	  r->opnds[base].u = off;
	  r->sums |= off != 0;
	  return true;
	}
      break;
    case T_F32:
    case T_F64:
      o = push (r);
      o->kind = r->tok == T_F32 ? PTX_O_F32 : PTX_O_F64;
      o->u = r->value;
      next (r);
      return true;
    case '-':
    case '+':
      {
	bool minus = r->tok == '-';
	const char *p = skip_space (r, r->p);
	if (IS (*p, C_START) && !(r->end - p > 7 && !memcmp (p, "WARP_SZ", 7)))
	  {
	    next (r);
	    if (!named (r, false))
	      return false;
	    if (minus)
	      r->opnds[base].flags |= PTX_OF_NEG;
	    return true;
	  }
	if (IS (*p, C_DIGIT))
	  {
	    next (r);
	    if (r->tok == T_F32 || r->tok == T_F64)
	      {
		o = push (r);
		o->kind = r->tok == T_F32 ? PTX_O_F32 : PTX_O_F64;
		o->u = r->value;
		if (minus)
		  o->u ^= (uint64_t) 1 << (r->tok == T_F32 ? 31 : 63);
		next (r);
		return true;
	      }
	    /* An integer: as an expression that starts with its sign.  */
	    value v = { r->value, r->is_unsigned };
	    next (r);
	    if (minus)
	      v.u = -v.u;
	    o = push (r);
	    o->kind = PTX_O_IMM;
	    for (;;)
	      {
		bool two;
		unsigned strength = operator(r, &two);
		if (!strength)
		  break;
		int op = r->tok | (two && strength == 8 ? 512 : 0);
		ptx_pos pos = r->pos;
		value b;
		next (r);
		if (two)
		  next (r);
		if (!expr (r, &b, strength, 0) || !binary (r, op, two, &v, b, pos))
		  return false;
	      }
	    o = &r->opnds[r->nopnds - 1];
	    o->u = v.u;
	    o->flags = v.is_unsigned ? PTX_OF_UNSIGNED : 0;
	    return true;
	  }
      }
      /* Fall through.  */
    default:
      {
	value v;
	if (r->tok != T_INT && r->tok != '(' && r->tok != '~' && r->tok != '-' && r->tok != '+')
	  return unexpected (r, "an operand");
	if (!expr (r, &v, 0, 0))
	  return false;
	o = push (r);
	o->kind = PTX_O_IMM;
	o->u = v.u;
	o->flags = v.is_unsigned ? PTX_OF_UNSIGNED : 0;
	return true;
      }
    }
  if (r->tok == '|')
    {
      next (r);
      if (!(r->tok == '!' ? (next (r), r->tok == T_IDENT) : r->tok == T_IDENT))
	return unexpected (r, "a predicate");
      if (!named (r, false))
	return false;
      group (r, base, PTX_O_PAIR);
    }
  return true;
}

/* ---- Declarations ---- */

/* Elements of an initialiser in braces, or one.  */
static bool
initialiser (rd *r, unsigned depth)
{
  uint32_t base = r->nopnds;
  ptx_opnd *o;
  if (depth > MAX_NEST)
    {
      error (r, r->pos, "initialiser is nested too deeply");
      return false;
    }
  if (r->tok == '{')
    {
      next (r);
      while (r->tok != '}')
	{
	  if (!initialiser (r, depth + 1))
	    return false;
	  if (!accept (r, ','))
	    break;
	}
      if (!expect (r, '}', "'}'"))
	return false;
      group (r, base, PTX_O_VEC);
      return true;
    }
  if (r->tok == T_STRING)
    {
      o = push (r);
      o->kind = PTX_O_STRING;
      o->text = copy (r, r->s, r->n);
      next (r);
      return true;
    }
  if (is_ident (r, "generic"))
    {
      next (r);
      if (!expect (r, '(', "'('"))
	return false;
      if (r->tok != T_IDENT)
	return unexpected (r, "a symbol");
      if (!named (r, false) || !expect (r, ')', "')'"))
	return false;
      r->opnds[base].flags |= PTX_OF_GENERIC;
      uint64_t off = r->opnds[base].u;
      bool ok = offsets (r, true, &off);
      r->opnds[base].u = off;
      return ok;
    }
  if (r->tok == T_INT && *skip_space (r, r->p) == '(')
    {
      unsigned byte = 0;
      while (byte < 8 && r->value != (uint64_t) 0xff << 8 * byte)
	byte++;
      if (byte == 8)
	return unexpected (r, "a mask of one byte");
      next (r);
      next (r);
      if (!initialiser (r, depth + 1) || !expect (r, ')', "')'"))
	return false;
      o = &r->opnds[base];
      if ((o->kind != O_PENDING && o->kind != PTX_O_SYM) || o->mask)
	{
	  error (r, r->pos, "expected a symbol under a mask");
	  return false;
	}
      o->mask = byte + 1;
      return true;
    }
  if (!operand (r, depth))
    return false;
  o = &r->opnds[base];
  if ((o->kind != PTX_O_IMM && o->kind != PTX_O_F32 && o->kind != PTX_O_F64 && o->kind != PTX_O_SYM
       && o->kind != O_PENDING)
      || o->flags & ~PTX_OF_UNSIGNED)
    {
      error (r, r->pos, "expected a constant or an address");
      return false;
    }
  return true;
}

/* Balanced text of .attribute (…), from its '('.  */
static bool
attribute (rd *r, const char **text, bool *managed)
{
  next (r);
  if (r->tok != '(')
    return unexpected (r, "'('");
  next (r);
  if (is_dir (r, "managed") && managed && *skip_space (r, r->p) == ')')
    {
      *managed = true;
      next (r);
    }
  else
    *text = raw (r, ")");
  return expect (r, ')', "')'");
}

/* What stands before the name of a variable, space included, up to its name.  */
static bool
var_head (rd *r, ptx_var *v)
{
  bool spaces[2] = { false }; /* of the variable, of its .ptr: given  */
  v->vec = 1;
  v->reg = -1;
  while (r->tok == T_DIR)
    {
      if (is_dir (r, "attribute"))
	{
	  if (!attribute (r, &v->attribute, &v->managed))
	    return false;
	  continue;
	}
      if (is_dir (r, "align"))
	{
	  uint64_t align;
	  ptx_pos pos = r->pos;
	  next (r);
	  if (r->tok != T_INT)
	    return unexpected (r, "an alignment");
	  align = r->value;
	  next (r);
	  if (!align || align > 1 << 30 || align & (align - 1))
	    {
	      error (r, pos, "alignment is not a power of two");
	      return false;
	    }
	  *(v->ptr ? &v->ptr_align : &v->align) = align;
	  continue;
	}
      if (is_dir (r, "ptr"))
	{
	  v->ptr = true;
	  next (r);
	  continue;
	}
      ptx_mod mod = ptx_mod_find (r->s, r->n);
      switch (ptx_mod_class (mod))
	{
	case PTX_C_SPACE:
	  if (spaces[v->ptr])
	    return unexpected (r, "a type");
	  spaces[v->ptr] = true;
	  *(v->ptr ? &v->ptr_space : &v->space) = mod;
	  next (r);
	  if (mod == PTX_M_CONST && r->tok == '[')
	    {
	      next (r);
	      if (!count32 (r, &v->bank) || !expect (r, ']', "']'"))
		return false;
	    }
	  continue;
	case PTX_C_TYPE:
	  if (v->type)
	    return unexpected (r, "a name");
	  v->type = mod;
	  break;
	case PTX_C_VEC: v->vec = mod == PTX_M_V2 ? 2 : mod == PTX_M_V4 ? 4 : 8; break;
	default: return unexpected (r, "a type");
	}
      next (r);
    }
  if (!v->type)
    return unexpected (r, "a type");
  return true;
}

static bool
var_dims (rd *r, ptx_var *v)
{
  uint64_t dims[MAX_DIMS];
  while (r->tok == '[')
    {
      next (r);
      if (v->ndims == MAX_DIMS)
	{
	  error (r, r->pos, "too many dimensions");
	  return false;
	}
      dims[v->ndims] = 0;
      if (r->tok != ']' && !count (r, (uint64_t) 1 << 40, &dims[v->ndims]))
	return false;
      v->ndims++;
      if (!expect (r, ']', "']'"))
	return false;
    }
  v->dims = ptx_alloc (r->m, v->ndims * sizeof *dims);
  if (v->ndims)
    memcpy (v->dims, dims, v->ndims * sizeof *dims);
  return true;
}

/* The rest of a variable after its name.  */
static bool
var_tail (rd *r, ptx_var *v)
{
  if (!var_dims (r, v))
    return false;
  if (r->tok == '=' && v->linkage == PTX_L_EXTERN)
    {
      error (r, r->pos, "an .extern variable has no initialiser");
      return false;
    }
  if (!accept (r, '='))
    return true;
  v->has_init = true;
  if (ptx_type_kind (v->type) == PTX_K_OPAQUE)
    {
      v->init.kind = PTX_O_TEXT;
      v->init.text = raw (r, ";");
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

/* Parameters in parentheses, bound in the current scope if bind_them.  */
static bool
parameters (rd *r, ptx_var ***vars, uint32_t *n, bool bind_them)
{
  ptx_var **list = 0;
  uint32_t cap = 0;
  *n = 0;
  next (r);
  if (r->tok != ')')
    do
      {
	ptx_var *v = ptx_alloc (r->m, sizeof *v);
	v->pos = r->pos;
	v->space = PTX_M_PARAM;
	if (!var_head (r, v))
	  return false;
	bool may_reg = !(bind_them && r->f->entry);
	if (v->space != PTX_M_PARAM && !(v->space == PTX_M_REG && may_reg))
	  {
	    error (r, v->pos,
		   may_reg ? "a parameter of a function is in .param or .reg"
			   : "a parameter of a kernel is in .param");
	    return false;
	  }
	if (r->tok != T_IDENT)
	  return unexpected (r, "the name of a parameter");
	ptx_name *id = name (r);
	v->sym = ptx_alloc (r->m, sizeof *v->sym);
	v->sym->name = id->s;
	next (r);
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
		if (!bind (r, id, H_BIND, PTX_B_REG, d, v->pos))
		  return false;
	      }
	    else if (strcmp (id->s, "_") && !bind (r, id, H_BIND, PTX_B_VAR, v, v->pos))
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
    while (accept (r, ','));
  *vars = list;
  return expect (r, ')', "')'");
}

/* ---- Statements ---- */

static ptx_stmt *
statement (rd *r, int kind)
{
  ptx_stmt *s = ptx_alloc (r->m, sizeof *s);
  s->kind = kind;
  s->pos = r->stmt_pos;
  ptx_append (r->f, s);
  return s;
}

static bool
instruction (rd *r, const char *s, size_t n, int32_t guard, bool guard_not)
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
	  error (r, r->pos, "too many modifiers");
	  return false;
	}
      parts[nparts].s = r->s;
      parts[nparts++].n = r->n;
      next (r);
    }
  for (k = 0; k < nparts && node; k++)
    {
      if (node->cta && k == 0 && parts[k].n == 3 && !memcmp (parts[k].s, "cta", 3))
	{
	  first = k + 1;
	  continue;
	}
      const ptx_opnode *child = ptx_op_next (node, parts[k].s, parts[k].n);
      /* vote.ballot.sync is vote.sync.ballot.  */
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
	error (r, r->stmt_pos, "too many unknown modifiers");
	return false;
      }

  uint32_t base = r->nopnds;
  r->branch = op == PTX_OP_BRA || op == PTX_OP_BRX_IDX;
  if (r->tok != ';')
    do
      {
	if (r->nopnds - base == MAX_OPNDS)
	  {
	    error (r, r->pos, "too many operands");
	    return false;
	  }
	if (!(r->tok == '(' && op == PTX_OP_CALL ? operand_list (r, ')', PTX_O_LIST, 0)
						 : operand (r, 0)))
	  return false;
      }
    while (accept (r, ','));
  uint32_t nopnds = r->nopnds - base;
  ptx_opnd *opnds = take (r, base);
  r->branch = false;
  ptx_stmt *st = statement (r, PTX_ST_INSN);
  st->insn = (ptx_insn){ .op = op,
			 .nmods = nparts - first,
			 .nopnds = nopnds,
			 .guard = guard,
			 .guard_not = guard_not,
			 .mods = mods,
			 .opnds = opnds };
  if (!op)
    st->insn.text = ptx_intern (r->m, s, n);
  return expect (r, ';', "';'");
}

static bool
label (rd *r, const char *s, size_t len)
{
  ptx_name *n = ptx_intern_name (r->m, s, len);
  if (n->label && n->label_depth == r->depth)
    return error_name (r, r->stmt_pos, "label ", s, len, " is defined twice");
  hide (r, n, H_LABEL);
  n->label = 1 + ptx_add_label (r->f, n->s, r->scopes[r->depth - 1].index);
  n->label_depth = r->depth;
  ptx_stmt *st = statement (r, PTX_ST_LABEL);
  st->label = n->label - 1;
  r->f->labels[st->label].stmt = st;
  return true;
}

static bool
registers (rd *r)
{
  ptx_var head = { .space = PTX_M_REG };
  if (!var_head (r, &head))
    return false;
  do
    {
      if (r->tok != T_IDENT)
	return unexpected (r, "the name of a register");
      ptx_name *n = name (r);
      ptx_regdecl *d = ptx_alloc (r->m, sizeof *d);
      d->name = n->s;
      d->type = head.type;
      d->vec = head.vec;
      d->reg = -1;
      d->id = r->f->ndecls++;
      d->pos = r->pos;
      next (r);
      if (accept (r, '<'))
	{
	  if (r->tok != T_INT)
	    return unexpected (r, "a number of registers");
	  if (r->value > UINT32_MAX / 2)
	    {
	      error (r, r->pos, "too many registers");
	      return false;
	    }
	  d->count = r->value;
	  next (r);
	  if (!expect (r, '>', "'>'") || !bind (r, n, H_RANGE, PTX_B_REG, d, d->pos))
	    return false;
	  if (!d->count)
	    {
	      error (r, d->pos, "range without registers");
	      return false;
	    }
	}
      else if (!bind (r, n, H_BIND, PTX_B_REG, d, d->pos))
	return false;
      statement (r, PTX_ST_REG)->reg = d;
    }
  while (accept (r, ','));
  return expect (r, ';', "';'");
}

static bool
local_variables (rd *r, int linkage)
{
  ptx_var head = { .linkage = linkage };
  if (!var_head (r, &head))
    return false;
  if (!head.space)
    return unexpected (r, "a state space");
  do
    {
      ptx_var *v = ptx_alloc (r->m, sizeof *v);
      if (r->tok != T_IDENT)
	return unexpected (r, "the name of a variable");
      ptx_name *n = name (r);
      *v = head;
      v->pos = r->pos;
      v->sym = ptx_alloc (r->m, sizeof *v->sym);
      v->sym->name = n->s;
      next (r);
      ptx_add_var (r->f, v);
      if (!var_tail (r, v) || !bind (r, n, H_BIND, PTX_B_VAR, v, v->pos))
	return false;
      statement (r, PTX_ST_VAR)->var = v;
    }
  while (accept (r, ','));
  return expect (r, ';', "';'");
}

static bool
integer (rd *r, uint32_t *n)
{
  if (r->tok != T_INT)
    return unexpected (r, "a number");
  if (r->value > UINT32_MAX)
    {
      error (r, r->pos, "constant out of range");
      return false;
    }
  *n = r->value;
  next (r);
  return true;
}

/* .loc file line column [, function_name label[+n], inlined_at file line column]  */
static bool
location (rd *r)
{
  ptx_loc *l = ptx_alloc (r->m, sizeof *l);
  next (r);
  if (!integer (r, &l->file) || !integer (r, &l->line) || !integer (r, &l->col))
    return false;
  while (accept (r, ','))
    {
      l->inlined = true;
      if (is_ident (r, "function_name"))
	{
	  next (r);
	  if (r->tok != T_IDENT)
	    return unexpected (r, "a label");
	  l->function_name = name (r)->s;
	  next (r);
	  if (r->tok == '+' || r->tok == '-')
	    {
	      value v;
	      if (!expr (r, &v, 9, 0))
		return false;
	      l->function_off = v.u;
	    }
	}
      else if (is_ident (r, "inlined_at"))
	{
	  next (r);
	  if (!integer (r, &l->at_file) || !integer (r, &l->at_line) || !integer (r, &l->at_col))
	    return false;
	}
      else
	return unexpected (r, "function_name or inlined_at");
    }
  statement (r, PTX_ST_LOC)->loc = l;
  return true;
}

/* Strings with commas between them, as they are, and the ';'.  */
static const char *
pragma (rd *r)
{
  next (r);
  if (r->tok != T_STRING)
    {
      unexpected (r, "a string");
      return 0;
    }
  const char *s = raw (r, ";");
  return expect (r, ';', "';'") ? s : 0;
}

static bool
prototype (rd *r)
{
  ptx_proto *p = ptx_alloc (r->m, sizeof *p);
  next (r);
  if (r->tok == '(' && !parameters (r, &p->rets, &p->nrets, false))
    return false;
  if (r->tok != T_IDENT)
    return unexpected (r, "'_'");
  next (r);
  if (r->tok == '(' && !parameters (r, &p->params, &p->nparams, false))
    return false;
  if (is_dir (r, "noreturn"))
    {
      p->noreturn = true;
      next (r);
    }
  if (r->tok != ';')
    p->text = raw (r, ";");
  statement (r, PTX_ST_CALLPROTO)->proto = p;
  return expect (r, ';', "';'");
}

static bool file_item (rd *);

static int
linkage (rd *r)
{
  static const char *const names[] = { "extern", "visible", "weak", "common" };
  for (int i = 0; i < 4; i++)
    if (is_dir (r, names[i]))
      return i + 1;
  return PTX_L_NONE;
}

/* A directive that is kept as it is, to its ';' or the end of its block.  */
static const char *
unknown (rd *r)
{
  const char *text = raw (r, ";{");
  size_t n = strlen (text);
  if (r->block)
    return text;
  if (!n || r->tok != ';')
    {
      unexpected (r, "';'");
      return 0;
    }
  next (r);
  char *whole = ptx_alloc (r->m, n + 2);
  memcpy (whole, text, n);
  whole[n] = ';';
  return whole;
}

static bool
directive (rd *r)
{
  int link = linkage (r);
  if (link)
    {
      next (r);
      return local_variables (r, link);
    }
  if (is_dir (r, "reg"))
    return registers (r);
  if (is_dir (r, "loc"))
    return location (r);
  if (is_dir (r, "file"))
    return file_item (r);
  if (is_dir (r, "pragma"))
    {
      const char *s = pragma (r);
      if (s)
	statement (r, PTX_ST_PRAGMA)->text = s;
      return s;
    }
  if (is_dir (r, "callprototype"))
    return prototype (r);
  if (is_dir (r, "branchtargets") || is_dir (r, "calltargets"))
    {
      bool branch = *r->s == 'b';
      uint32_t base = r->nopnds;
      next (r);
      r->branch = branch;
      do
	{
	  if (r->tok != T_IDENT)
	    return unexpected (r, branch ? "a label" : "a function");
	  if (!named (r, false))
	    return false;
	}
      while (accept (r, ','));
      group (r, base, PTX_O_VEC);
      r->branch = false;
      r->nopnds = base;
      statement (r, branch ? PTX_ST_BRANCHTARGETS : PTX_ST_CALLTARGETS)->list = r->opnds[base];
      return expect (r, ';', "';'");
    }
  if (is_dir (r, "attribute") || ptx_mod_class (ptx_mod_find (r->s, r->n)) == PTX_C_SPACE)
    return local_variables (r, PTX_L_NONE);
  const char *text = unknown (r);
  if (text)
    statement (r, PTX_ST_TEXT)->text = text;
  return text;
}

/* Comments before the current token that begin with //px. are statements.  */
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
	statement (r, PTX_ST_TEXT)->text = copy (r, p, e - p);
    }
}

/* One statement of a body, braces excluded.  */
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
      next (r);
      return true;
    }
  if (r->tok == '@')
    {
      next (r);
      guard_not = accept (r, '!');
      if (r->tok != T_IDENT)
	return unexpected (r, "a predicate");
      int64_t reg = find_register (r, name (r));
      if (reg < 0)
	return error_name (r, r->pos, "predicate ", r->s, r->n, " is not declared");
      if (r->f->regs[reg].type != PTX_PRED)
	return error_name (r, r->pos, "", r->s, r->n, " is no predicate");
      guard = reg;
      next (r);
    }
  if (r->tok != T_IDENT)
    return unexpected (r, "a statement");
  s = r->s;
  n = r->n;
  next (r);
  if (guard < 0 && r->tok == ':')
    {
      next (r);
      return label (r, s, n);
    }
  return instruction (r, s, n, guard, guard_not);
}

/* From after the '{' of a body to its '}'.  */
static void
body (rd *r)
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
	      next (r);
	      return;
	    }
	  statement (r, PTX_ST_CLOSE)->scope = r->scopes[r->depth - 1].index;
	  close_scope (r);
	  next (r);
	}
      else if (r->tok == '{')
	{
	  next (r);
	  if (!open_scope (r, &index))
	    {
	      r->p = r->end;
	      r->tok = T_EOF;
	      r->stop = true;
	    }
	  else
	    statement (r, PTX_ST_OPEN)->scope = index;
	}
      else if (r->tok == T_EOF)
	{
	  unexpected (r, "'}'");
	  while (r->depth > outer)
	    close_scope (r);
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

/* ---- The module ---- */

static ptx_item *
item (rd *r, int kind, ptx_pos pos)
{
  ptx_item *i = ptx_alloc (r->m, sizeof *i);
  i->kind = kind;
  i->pos = pos;
  ptx_item_before (r->m, 0, i);
  return i;
}

/* .file index "name" [, time, size]; clang writes "directory" "name".  */
static bool
file_item (rd *r)
{
  ptx_pos pos = r->pos;
  uint32_t index = 0;
  next (r);
  if (!integer (r, &index))
    return false;
  if (r->tok != T_STRING)
    return unexpected (r, "the name of a file");
  ptx_item *i = item (r, PTX_I_FILE, pos);
  i->file.index = index;
  i->file.name = copy (r, r->s, r->n);
  next (r);
  if (r->tok == T_STRING)
    {
      size_t dir = strlen (i->file.name);
      char *path = ptx_alloc (r->m, dir + 1 + r->n + 1);
      const char *name = copy (r, r->s, r->n);
      memcpy (path, i->file.name, dir);
      path[dir] = '/';
      memcpy (path + dir + 1, name, r->n);
      i->file.name = path;
      next (r);
    }
  if (accept (r, ','))
    {
      i->file.stamped = true;
      return count (r, INT64_MAX, &i->file.time) && expect (r, ',', "','")
	     && count (r, INT64_MAX, &i->file.size);
    }
  return true;
}

static bool
module_variables (rd *r, int link)
{
  ptx_var head = { .linkage = link };
  if (!var_head (r, &head))
    return false;
  if (!head.space)
    return unexpected (r, "a state space");
  do
    {
      ptx_var *v = ptx_alloc (r->m, sizeof *v);
      if (r->tok != T_IDENT)
	return unexpected (r, "the name of a variable");
      *v = head;
      v->pos = r->pos;
      v->sym = ptx_sym_get (r->m, name (r)->s);
      next (r);
      if (!var_tail (r, v))
	return false;
      ptx_sym *sym = v->sym;
      bool decl = link == PTX_L_EXTERN;
      if (sym->kind == PTX_S_FUNC
	  || (sym->kind == PTX_S_VAR && !decl && sym->var->linkage != PTX_L_EXTERN))
	return error_name (r, v->pos, "", sym->name, strlen (sym->name), " is defined twice");
      sym->kind = PTX_S_VAR;
      if (!sym->var || !decl)
	sym->var = v;
      item (r, PTX_I_VAR, v->pos)->var = v;
    }
  while (accept (r, ','));
  resolve_globals (r);
  return expect (r, ';', "';'");
}

static const struct
{
  const char *name;
  uint8_t kind, args;
} dirs[] = { { "maxntid", PTX_D_MAXNTID, 3 },
	     { "reqntid", PTX_D_REQNTID, 3 },
	     { "minnctapersm", PTX_D_MINNCTAPERSM, 1 },
	     { "maxnctapersm", PTX_D_MAXNCTAPERSM, 1 },
	     { "maxnreg", PTX_D_MAXNREG, 1 },
	     { "reqnctapercluster", PTX_D_REQNCTAPERCLUSTER, 3 },
	     { "explicitcluster", PTX_D_EXPLICITCLUSTER, 0 },
	     { "maxclusterrank", PTX_D_MAXCLUSTERRANK, 1 },
	     { "blocksareclusters", PTX_D_BLOCKSARECLUSTERS, 0 },
	     { "noreturn", PTX_D_NORETURN, 0 } };

/* The directives between parameters and body.  */
static bool
function_directives (rd *r, ptx_func *f)
{
  uint32_t cap = 0;
  while (r->tok == T_DIR)
    {
      ptx_dir d = { .kind = PTX_D_TEXT, .value = { 1, 1, 1 } };
      unsigned args = 0;
      for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++)
	if (is_dir (r, dirs[i].name))
	  {
	    d.kind = dirs[i].kind;
	    args = dirs[i].args;
	  }
      if (is_dir (r, "pragma"))
	{
	  d.kind = PTX_D_PRAGMA;
	  d.text = pragma (r);
	  if (!d.text)
	    return false;
	}
      else if (d.kind == PTX_D_TEXT)
	{
	  const char *s = r->s - 1, *e = r->p;
	  for (next (r); r->tok == T_INT || r->tok == ','; next (r))
	    e = r->p;
	  d.text = copy (r, s, e - s);
	}
      else
	{
	  next (r);
	  if (args)
	    do
	      if (!integer (r, &d.value[d.n++]))
		return false;
	    while (d.n < args && accept (r, ','));
	}
      f->dirs = ptx_arena_grow (r->m->arena, f->dirs, f->ndirs, &cap, sizeof *f->dirs);
      f->dirs[f->ndirs++] = d;
    }
  return true;
}

static bool
function_head (rd *r, ptx_func *f)
{
  next (r);
  while (is_dir (r, "attribute"))
    if (!attribute (r, &f->attribute, 0))
      return false;
  if (r->tok == '(' && !f->entry && !parameters (r, &f->sig.rets, &f->sig.nrets, true))
    return false;
  if (r->tok != T_IDENT)
    return unexpected (r, "the name of a function");
  f->pos = r->pos;
  f->sym = ptx_sym_get (r->m, name (r)->s);
  next (r);
  if (r->tok == '(' && !parameters (r, &f->sig.params, &f->sig.nparams, true))
    return false;
  return function_directives (r, f);
}

static bool
function (rd *r, int link)
{
  ptx_func *f = ptx_alloc (r->m, sizeof *f);
  uint32_t index;
  bool ok;
  f->module = r->m;
  f->entry = *r->s == 'e';
  f->linkage = link;
  r->f = f;
  open_scope (r, &index);
  ok = function_head (r, f);
  if (ok)
    {
      f->defined = r->tok == '{';
      if (!f->defined)
	ok = expect (r, ';', "'{' or ';'");
    }
  if (ok)
    {
      ptx_sym *sym = f->sym;
      if (sym->kind == PTX_S_VAR || (f->defined && sym->kind == PTX_S_FUNC && sym->func->defined))
	ok = error_name (r, f->pos, "", sym->name, strlen (sym->name), " is defined twice");
      else
	{
	  sym->kind = PTX_S_FUNC;
	  if (!sym->func || f->defined)
	    sym->func = f;
	  item (r, PTX_I_FUNC, f->pos)->func = f;
	}
    }
  if (r->tok == '{' && f->sym)
    {
      next (r);
      /* Parameters and the body's own names may not be equal in ptxas, but
	 nothing is lost if they are.  */
      r->depth++;
      r->scopes = ptx_grow (r->scopes, r->depth, &r->scopes_cap, sizeof *r->scopes);
      r->scopes[r->depth - 1] = (scope){ 0, r->nhidden, r->npending };
      body (r);
      close_scope (r);
      ok = true;
    }
  close_scope (r);
  resolve_globals (r);
  if (r->sums)
    ptx_lower_sums (f);
  r->sums = false;
  r->f = 0;
  return ok;
}

static bool
version (rd *r)
{
  r->have_version = true;
  next (r);
  if (r->tok != T_F64)
    return unexpected (r, "a version");
  unsigned major = 0, minor = 0;
  size_t i = 0;
  for (; i < r->n && IS (r->s[i], C_DIGIT) && major < 1000; i++)
    major = major * 10 + digit (r->s[i]);
  if (i + 2 != r->n || r->s[i] != '.' || !IS (r->s[i + 1], C_DIGIT))
    return unexpected (r, "a version");
  minor = digit (r->s[i + 1]);
  if (!r->more)
    r->m->version = major * 10 + minor;
  next (r);
  return true;
}

static bool
target (rd *r)
{
  ptx_buf other = { 0 };
  ptx_target t = { 0 };
  r->have_target = true;
  do
    {
      next (r);
      if (r->tok != T_IDENT)
	{
	  free (other.s);
	  return unexpected (r, "an architecture");
	}
      const char *s = r->s;
      size_t n = r->n;
      if (n > 3 && !memcmp (s, "sm_", 3) && IS (s[3], C_DIGIT))
	{
	  size_t k = 3;
	  for (t.sm = 0; k < n && IS (s[k], C_DIGIT) && t.sm < 1000; k++)
	    t.sm = t.sm * 10 + digit (s[k]);
	  t.feature = k < n ? s[k] : 0;
	  if (k + 1 < n || (t.feature && t.feature != 'a' && t.feature != 'f'))
	    {
	      free (other.s);
	      return unexpected (r, "an architecture");
	    }
	}
      else if (is_ident (r, "debug"))
	t.debug = true;
      else
	{
	  if (other.n)
	    ptx_buf_str (&other, ", ");
	  ptx_buf_put (&other, s, n);
	}
      next (r);
    }
  while (r->tok == ',');
  if (other.n)
    t.other = copy (r, other.s, other.n);
  free (other.s);
  if (!t.sm)
    {
      error (r, r->stmt_pos, "no architecture in .target");
      return false;
    }
  if (!r->more)
    r->m->target = t;
  return true;
}

/* One item at module level.  */
static bool
top (rd *r)
{
  ptx_pos pos = r->stmt_pos = r->pos;
  int link;
  if (r->tok == '@')
    {
      /* Old debug information: @@DWARF … to the end of the line.  */
      const char *s = r->s, *e = memchr (s, '\n', r->end - s);
      if (!e)
	e = r->end;
      if (e - s < 2 || s[1] != '@')
	return unexpected (r, "a directive");
      item (r, PTX_I_TEXT, pos)->text = copy (r, s, e - s);
      r->p = e;
      next (r);
      return true;
    }
  if (r->tok == ';')
    {
      next (r);
      return true;
    }
  if (r->tok != T_DIR)
    return unexpected (r, "a directive");
  if (is_dir (r, "version"))
    return version (r);
  if (is_dir (r, "target"))
    return target (r);
  if (is_dir (r, "address_size"))
    {
      next (r);
      if (r->tok != T_INT || (r->value != 32 && r->value != 64))
	return unexpected (r, "32 or 64");
      if (!r->more)
	r->m->address_size = r->value;
      next (r);
      return true;
    }
  if (!r->have_version || !r->have_target)
    {
      error (r, pos, r->have_version ? "no .target before this" : "no .version before this");
      r->have_version = r->have_target = true;
    }
  if (is_dir (r, "file"))
    return file_item (r);
  if (is_dir (r, "pragma"))
    {
      const char *s = pragma (r);
      if (s)
	item (r, PTX_I_PRAGMA, pos)->text = s;
      return s;
    }
  if (is_dir (r, "alias"))
    {
      ptx_item *i;
      ptx_sym *s[2];
      next (r);
      for (int k = 0; k < 2; k++)
	{
	  if (r->tok != T_IDENT)
	    return unexpected (r, "a function");
	  s[k] = ptx_sym_get (r->m, name (r)->s);
	  next (r);
	  if (!expect (r, k ? ';' : ',', k ? "';'" : "','"))
	    return false;
	}
      i = item (r, PTX_I_ALIAS, pos);
      i->alias.alias = s[0];
      i->alias.aliasee = s[1];
      return true;
    }
  link = linkage (r);
  if (link)
    next (r);
  if (is_dir (r, "func") || is_dir (r, "entry"))
    return function (r, link);
  if (is_dir (r, "attribute") || ptx_mod_class (ptx_mod_find (r->s, r->n)) == PTX_C_SPACE)
    return module_variables (r, link);
  if (link || r->tok != T_DIR)
    return unexpected (r, "a function or variable");
  const char *text = unknown (r);
  if (text)
    item (r, PTX_I_TEXT, pos)->text = text;
  return text;
}

/* Is the current token the first of its line?  */
static bool
starts_line (rd *r)
{
  const char *p = r->line_start;
  while (IS (*p, C_SPACE))
    p++;
  return p == r->s - (r->tok == T_DIR);
}

/* After an error at module level: past the next ';' or block, or to a
   directive that starts a line behind it.  */
static void
recover_top (rd *r)
{
  unsigned depth = 0;
  uint32_t line = r->pos.line;
  for (; r->tok != T_EOF; next (r))
    if (r->tok == T_DIR && !depth && r->pos.line > line && starts_line (r))
      return;
    else if (r->tok == '{')
      depth++;
    else if ((r->tok == ';' && !depth) || (r->tok == '}' && (!depth || !--depth)))
      {
	next (r);
	return;
      }
}

static void
read_all (rd *r)
{
  next (r);
  while (r->tok != T_EOF)
    if (!top (r))
      {
	r->nopnds = r->npending = 0;
	recover_top (r);
      }
  ptx_pos start = { 1, 1 };
  if (!r->stop && !r->have_version)
    error (r, start, "no .version");
  else if (!r->stop && !r->have_target)
    error (r, start, "no .target");
  for (uint32_t i = 0; i < r->nundef; i++)
    {
      ptx_sym *s = r->undef[i].sym;
      if (s->kind == PTX_S_UNDEF)
	{
	  error_name (r, r->undef[i].pos, "", s->name, strlen (s->name), " is not declared");
	  s->kind = PTX_S_VAR; /* once  */
	}
    }
  for (ptx_item *i = r->m->first; i; i = i->next)
    if (i->kind == PTX_I_ALIAS && i->alias.aliasee->kind != PTX_S_FUNC)
      error_name (r, i->pos, "", i->alias.aliasee->name, strlen (i->alias.aliasee->name),
		  " is not declared");
}

static void
read_text (rd *r, const char *text, size_t n)
{
  char *z = malloc (n + 2);
  if (!z)
    ptx_oom ();
  if (n)
    memcpy (z, text, n);
  z[n] = z[n + 1] = 0;
  r->p = r->line_start = z;
  r->end = z + n;
  r->line = 1;
  if (n > UINT32_MAX / 2)
    error (r, (ptx_pos){ 1, 1 }, "text is too large");
  else
    read_all (r);
  free (z);
  free (r->scopes);
  free (r->hidden);
  free (r->pending);
  free (r->opnds);
  free (r->undef);
}

ptx_module *
ptx_read (const char *text, size_t n, const char *name, ptx_report *report, void *closure)
{
  rd r = { .m = ptx_new (name, report, closure) };
  read_text (&r, text, n);
  if (r.m->nerrors)
    {
      ptx_free (r.m);
      return 0;
    }
  return r.m;
}

bool
ptx_read_more (ptx_module *m, const char *text, size_t n, const char *name)
{
  rd r = { .m = m, .more = true };
  unsigned before = m->nerrors;
  const char *own = m->name;
  m->name = name;
  m->nerrors = 0;
  read_text (&r, text, n);
  bool ok = !m->nerrors;
  m->nerrors += before;
  m->name = own;
  return ok;
}
