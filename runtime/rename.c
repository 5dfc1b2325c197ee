/* SPDX-License-Identifier: MIT */
/* Names at module scope of PTX texts that are to be linked: two objects may each have a
   `static' function of one name.  The text is only split into words here; the driver checks
   whether it is valid.

   A variable that device code only reads is in constant memory if the object that defines it has
   room there (ptx/fix/const.c), which an object that declares it does not know, and together they
   may not have it: in texts that are linked it is in global memory.  */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/rt.h"

/* PTX ISA 4.4: identifiers; a directive is a `.' and a word.  */
static bool
is_word (unsigned char c)
{
  return isalnum (c) || c == '_' || c == '$';
}

struct word
{
  const char *at;
  size_t size;
}; /* size 0: the end of the text */

/* Returns the next word or single character of [*P, END), without comments; a string counts as
   one word.  */
static struct word
next (const char **p, const char *end)
{
  const char *s = *p;
  for (;;)
    {
      while (s < end && isspace ((unsigned char) *s))
	s++;
      if (end - s >= 2 && s[0] == '/' && s[1] == '/')
	while (s < end && *s != '\n')
	  s++;
      else if (end - s >= 2 && s[0] == '/' && s[1] == '*')
	{
	  for (s += 2; end - s >= 2 && !(s[0] == '*' && s[1] == '/'); s++)
	    ;
	  s = end - s >= 2 ? s + 2 : end;
	}
      else
	break;
    }
  struct word w = { s, 0 };
  if (s < end && *s == '"')
    for (s++; s < end && *s != '"'; s++)
      ;
  else if (s < end && (is_word (*s) || *s == '.' || *s == '%'))
    while (s + 1 < end && is_word (s[1]))
      s++;
  if (s < end)
    s++;
  w.size = s - w.at;
  *p = s;
  return w;
}

static bool
same (struct word w, const char *s)
{
  return w.size == strlen (s) && memcmp (w.at, s, w.size) == 0;
}

/* A name at module scope.  */
struct name
{
  char *s;
  unsigned text;
  bool global;
};
struct names
{
  struct name *v;
  unsigned n;
  bool failed;
};

static void
add (struct names *names, struct word w, unsigned text, bool global)
{
  for (unsigned i = names->n; i-- && names->v[i].text == text;)
    if (same (w, names->v[i].s))
      {
	names->v[i].global |= global;
	return;
      }
  struct name *v = realloc (names->v, (names->n + 1) * sizeof *v);
  if (v)
    names->v = v;
  char *s = v ? strndup (w.at, w.size) : NULL;
  if (!s)
    names->failed = true;
  else
    names->v[names->n++] = (struct name){ s, text, global };
}

/* Adds the functions and variables that TEXT declares or defines at module scope: after .func
   or .entry the first name outside parentheses, after .global, .const or .shared the last name
   before `[', `=', `,' or `;'.  */
static void
scan (const struct rt_text *text, unsigned number, struct names *names)
{
  static const char *const linkage[] = { ".visible", ".extern", ".weak", ".common" };
  const char *p = text->data, *end = p + text->size;
  int braces = 0, parens = 0;
  bool global = false, function = false, variable = false, done = false;
  struct word w, last = { NULL, 0 };
  while ((w = next (&p, end)).size)
    {
      if (*w.at == '(' || *w.at == ')')
	parens += *w.at == '(' ? 1 : -1;
      else if (*w.at == '{' || *w.at == '}')
	{
	  braces += *w.at == '{' ? 1 : -1;
	  if (!braces && function)
	    global = function = variable = done = false;
	}
      else if (braces || parens)
	;
      else if (*w.at == ',' && variable)
	{
	  if (!done && last.size)
	    add (names, last, number, global);
	  done = false;
	  last.size = 0;
	}
      else if (*w.at == ';')
	{
	  if (variable && !done && last.size)
	    add (names, last, number, global);
	  global = function = variable = done = false;
	  last.size = 0;
	}
      else if (*w.at == '.')
	{
	  for (int i = 0; i < 4; i++)
	    if (same (w, linkage[i]))
	      global = true;
	  if (same (w, ".func") || same (w, ".entry"))
	    function = true;
	  else if (same (w, ".global") || same (w, ".const") || same (w, ".shared"))
	    variable = true;
	  else if (!function && !variable
		   && (same (w, ".version") || same (w, ".target") || same (w, ".file")
		       || same (w, ".address_size")))
	    global = false;
	}
      else if (function && !done
	       && (isalpha ((unsigned char) *w.at) || *w.at == '_' || *w.at == '$' || *w.at == '%'))
	{
	  add (names, w, number, global);
	  done = true;
	}
      else if (variable && !done)
	{
	  if (*w.at == '[' || *w.at == '=')
	    {
	      if (last.size)
		add (names, last, number, global);
	      done = true;
	    }
	  else if (!isdigit ((unsigned char) *w.at))
	    last = w;
	}
    }
}

bool
rt_clashes (const struct rt_text *texts, unsigned n,
	    bool (*is_static) (void *data, unsigned text, const char *name), void *data,
	    struct rt_rename **renames, unsigned *nrenames)
{
  struct names names = { NULL, 0, false };
  struct rt_rename *out = NULL;
  unsigned nout = 0;
  for (unsigned i = 0; i < n; i++)
    if (!texts[i].cubin)
      scan (&texts[i], i, &names);
  for (unsigned i = 0; i < names.n; i++)
    if (is_static (data, names.v[i].text, names.v[i].s))
      names.v[i].global = false;
  for (unsigned i = 0; i < names.n && !names.failed; i++)
    {
      struct name *a = &names.v[i];
      bool clash = false;
      for (unsigned j = 0; j < names.n && !a->global && !clash; j++)
	{
	  struct name *b = &names.v[j];
	  clash = a->text != b->text && (b->global || b->text < a->text) && !strcmp (a->s, b->s);
	}
      if (!clash)
	continue;
      struct rt_rename *v = realloc (out, (nout + 1) * sizeof *v);
      char *from = strdup (a->s), *to = malloc (strlen (a->s) + 32);
      if (v)
	out = v;
      if (!v || !from || !to)
	{
	  free (from);
	  free (to);
	  names.failed = true;
	  break;
	}
      sprintf (to, "%s$px%u", a->s, a->text);
      out[nout++] = (struct rt_rename){ a->text, from, to };
    }
  for (unsigned i = 0; i < names.n; i++)
    free (names.v[i].s);
  free (names.v);
  if (names.failed)
    {
      for (unsigned i = 0; i < nout; i++)
	free (out[i].from), free (out[i].to);
      free (out);
      return false;
    }
  *renames = out;
  *nrenames = nout;
  return true;
}

char *
rt_renamed (const struct rt_text *text, unsigned i, const struct rt_rename *renames,
	    unsigned nrenames, size_t *size)
{
  size_t n = 0, room = text->size + 4096;
  char *out = malloc (room);
  const char *p = text->data, *end = p + text->size, *copied = p;
  while (out && copied < end)
    {
      struct word w = next (&p, end);
      const char *to = NULL;
      for (unsigned k = 0; k < nrenames && !to && w.size; k++)
	if (renames[k].text == i && same (w, renames[k].from))
	  to = renames[k].to;
      if (same (w, ".const"))
	to = ".global";
      size_t before = w.at - copied, more = to ? strlen (to) : w.size;
      if (n + before + more + 1 > room)
	{
	  room = 2 * (n + before + more + 1);
	  char *v = realloc (out, room);
	  if (!v)
	    free (out);
	  out = v;
	  if (!out)
	    break;
	}
      memcpy (out + n, copied, before);
      memcpy (out + n + before, to ? to : w.at, more);
      n += before + more;
      copied = p;
    }
  if (out)
    out[n] = 0;
  *size = n;
  return out;
}
