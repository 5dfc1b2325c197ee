/* SPDX-License-Identifier: MIT */
/* The lexer: splits the text into tokens and reports characters that form none.

   Needs the text in r->p ... r->end, followed by two NULs.  Sets the current token in
   r->tok, s, n and pos, and the value of a number in r->value.  Comments count as space.  */
#include "ptx/read/read.h"
#include <locale.h>
#include <stdlib.h>

const unsigned char ptx_rd_class[256] = { ['a' ... 'f'] = C_IDENT | C_START | C_HEX | C_DIR,
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

void
ptx_rd_error (rd *r, ptx_pos pos, const char *text)
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

bool
ptx_rd_error_name (rd *r, ptx_pos pos, const char *before, const char *s, size_t n,
		   const char *after)
{
  char text[300];
  snprintf (text, sizeof text, "%s'%.*s%s'%s", before, n > 60 ? 60 : (int) n, s, n > 60 ? "…" : "",
	    after);
  ptx_rd_error (r, pos, text);
  return false;
}

bool
ptx_rd_unexpected (rd *r, const char *wanted)
{
  char before[120];
  if (r->tok == T_EOF)
    {
      snprintf (before, sizeof before, "expected %s, not the end of the text", wanted);
      ptx_rd_error (r, r->pos, before);
      return false;
    }
  snprintf (before, sizeof before, "expected %s, not ", wanted);
  return ptx_rd_error_name (r, r->pos, before, r->s - (r->tok == T_DIR), r->n + (r->tok == T_DIR),
			    "");
}

const char *
ptx_rd_skip_space (rd *r, const char *p)
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
	      ptx_rd_error (r, at, "comment does not end");
	      r->stop = true;
	      return r->end;
	    }
	  p += 2;
	}
      else
	return p;
    }
}

/* Return the bits of a decimal floating-point constant of n characters.  */
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

unsigned
ptx_rd_digit (char c)
{
  return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

static const char *
lex_number (rd *r, const char *p)
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
	v = v << 4 | ptx_rd_digit (*p);
      if ((unsigned) (p - s) != most + 2)
	ptx_rd_error_name (r, r->pos, "wrong number of digits in ", s, p - s, "");
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
		ptx_rd_error_name (r, r->pos, "exponent without digits in ", s, q - s, "");
	      while (IS (*q, C_DIGIT))
		q++;
	    }
	  r->tok = T_F64;
	  r->value = decimal (s, q - s);
	  if (q - s >= 300)
	    ptx_rd_error (r, r->pos, "floating point constant is too long");
	  p = q;
	  goto end;
	}
      if (*p == '0')
	base = 8;
    }
  s = p;
  for (; IS (*p, C_HEX) && ptx_rd_digit (*p) < base; p++)
    {
      over |= v > (UINT64_MAX - ptx_rd_digit (*p)) / base;
      v = v * base + ptx_rd_digit (*p);
    }
  if (p == s)
    ptx_rd_error (r, r->pos, "constant without digits");
  if (over)
    ptx_rd_error (r, r->pos, "integer constant does not fit in 64 bits");
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
      ptx_rd_error_name (r, r->pos, "constant ends in ", s, p - s, "");
    }
  return p;
}

void
ptx_rd_next (rd *r)
{
  const char *p = ptx_rd_skip_space (r, r->p);
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
    p = lex_number (r, p);
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
	ptx_rd_error (r, r->pos, "string does not end");
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
	  ptx_rd_error (r, r->pos, "NUL character");
	  r->tok = 1;
	}
    }
  r->n = p - r->s;
  r->p = p;
}

bool
ptx_rd_expect (rd *r, int tok, const char *wanted)
{
  if (r->tok != tok)
    return ptx_rd_unexpected (r, wanted);
  ptx_rd_next (r);
  return true;
}

bool
ptx_rd_accept (rd *r, int tok)
{
  if (r->tok != tok)
    return false;
  ptx_rd_next (r);
  return true;
}

bool
ptx_rd_is_dir (rd *r, const char *s)
{
  return r->tok == T_DIR && strlen (s) == r->n && !memcmp (s, r->s, r->n);
}

bool
ptx_rd_is_ident (rd *r, const char *s)
{
  return r->tok == T_IDENT && strlen (s) == r->n && !memcmp (s, r->s, r->n);
}

ptx_name *
ptx_rd_name (rd *r)
{
  return ptx_intern_name (r->m, r->s, r->n);
}

const char *
ptx_rd_copy (rd *r, const char *s, size_t n)
{
  char *t = ptx_alloc (r->m, n + 1);
  memcpy (t, s, n);
  for (char *z = t; (z = memchr (z, 0, t + n - z));)
    *z = '?';
  return t;
}

const char *
ptx_rd_raw (rd *r, const char *until)
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
	  ptx_rd_next (r);
	  r->block = true;
	  break;
	}
      ptx_rd_next (r);
    }
  return ptx_rd_copy (r, s, e - s);
}
