/* SPDX-License-Identifier: MIT */
/* Declares ranges of registers that text names and does not declare.  */
#include "ptx/ptx-int.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

/* Return the end of the comment or string that starts at p, or p.  */
static const char *
skip (const char *p, const char *end)
{
  if (*p == '/' && p + 1 < end && p[1] == '/')
    while (p < end && *p != '\n')
      p++;
  else if (*p == '/' && p + 1 < end && p[1] == '*')
    {
      for (p += 2; p < end && !(*p == '*' && p + 1 < end && p[1] == '/'); p++)
	;
      p = end - p < 2 ? end : p + 2;
    }
  else if (*p == '"')
    {
      for (p++; p < end && *p != '"'; p++)
	p += *p == '\\' && p + 1 < end;
      p += p < end;
    }
  return p;
}

static bool
word_char (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '$';
}

/* Return true if the word s[0 … n-1] is a register of the range.  */
static bool
in_range (const ptx_range *r, const char *s, size_t n)
{
  size_t k = strlen (r->prefix);
  if (n <= k || memcmp (s, r->prefix, k))
    return false;
  for (; k < n; k++)
    if (!isdigit ((unsigned char) s[k]))
      return false;
  return true;
}

char *
ptx_declare_ranges (const char *text, size_t n, const ptx_range *r, unsigned nranges, size_t *out_n)
{
  ptx_buf b = { 0 };
  const char *p = text, *end = text + n, *copied = text, *body = 0;
  bool *used = calloc (nranges ? nranges : 1, sizeof *used);
  unsigned depth = 0;
  if (!used)
    ptx_oom ();
  while (p < end)
    {
      const char *q = skip (p, end);
      if (q > p)
	p = q;
      else if (*p == '{')
	{
	  p++;
	  if (!depth++)
	    {
	      body = p;
	      memset (used, 0, nranges * sizeof *used);
	    }
	}
      else if (*p == '}')
	{
	  p++;
	  if (depth && !--depth)
	    {
	      ptx_buf_put (&b, copied, body - copied);
	      copied = body;
	      for (unsigned k = 0; k < nranges; k++)
		if (used[k])
		  {
		    char line[160];
		    snprintf (line, sizeof line, " .reg .%.16s %.100s<%u>;", r[k].type, r[k].prefix,
			      r[k].count);
		    ptx_buf_str (&b, line);
		  }
	    }
	}
      else if (*p == '%')
	{
	  const char *w = p++;
	  while (p < end && word_char (*p))
	    p++;
	  for (unsigned k = 0; depth && k < nranges; k++)
	    used[k] |= in_range (&r[k], w, p - w);
	}
      else
	p++;
    }
  ptx_buf_put (&b, copied, end - copied);
  ptx_buf_char (&b, 0);
  free (used);
  if (out_n)
    *out_n = b.n - 1;
  return b.s;
}
