/* SPDX-License-Identifier: MIT */
/* Smaller programs that fail for the same reason.  */
#include "fuzz.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct judge *J;
static const char *opts, *folder, *reason;
static time_t end;

/* Where each line (or, if TOKENS, each token) of T begins; N of them, and the
   end.  */
static size_t *
parts (const struct text *t, bool tokens, size_t *n)
{
  size_t *at = malloc ((t->n + 2) * sizeof *at);
  *n = 0;
  if (!at)
    exit (2);
  for (const char *s = t->s; *s; )
    {
      at[(*n)++] = s - t->s;
      s = tokens ? token_end (s) : s + strcspn (s, "\n") + (strchr (s, '\n') != NULL);
    }
  at[*n] = t->n;
  return at;
}

/* T without the bytes from A to B, if it still fails.  */
static bool
without (struct text *t, size_t a, size_t b)
{
  struct text less = { 0 }, why = { 0 };
  if (time (NULL) > end || a >= b)
    return false;
  text_put (&less, t->s, a);
  text_put (&less, t->s + b, t->n - b);
  bool same = judge (J, &less, opts, folder, &why) == BROKEN && !strcmp (why.s, reason);
  text_free (&why);
  if (same)
    {
      text_free (t);
      *t = less;
    }
  else
    text_free (&less);
  return same;
}

static bool
pass (struct text *t, bool tokens, size_t first)
{
  bool any = false;
  for (size_t chunk = first; chunk; chunk /= 2)
    for (size_t i = 0;;)
      {
	size_t n, *at = parts (t, tokens, &n);
	if (i >= n)
	  {
	    free (at);
	    break;
	  }
	size_t end = i + chunk < n ? i + chunk : n;
	bool gone = without (t, at[i], at[end]);
	free (at);
	any |= gone;
	if (!gone)
	  i += chunk;
      }
  return any;
}

/* Whole brackets, with the token before them or their contents alone.  */
static bool
brackets (struct text *t)
{
  bool any = false;
  for (size_t i = 0; i < t->n; i++)
    if (strchr ("{([", t->s[i]))
      {
	int deep = 0;
	size_t e = i;
	for (; e < t->n; e++)
	  if (strchr ("{([", t->s[e]))
	    deep++;
	  else if (strchr ("})]", t->s[e]) && !--deep)
	    break;
	if (e >= t->n)
	  continue;
	size_t line = i;
	while (line && t->s[line - 1] != '\n' && t->s[line - 1] != ';')
	  line--;
	size_t above = line;
	while (above > 1 && t->s[above - 2] != '\n')
	  above--;
	if (t->s[i] == '{' && (without (t, above ? above - 1 : 0, e + 1) || without (t, line, e + 1)))
	  any = true, i = line ? line - 1 : 0;
	else if (without (t, i + 1, e) || without (t, i, e + 1))
	  any = true;
	else if (without (t, e, e + 1))
	  {
	    if (without (t, i, i + 1))
	      any = true;
	  }
      }
  return any;
}

void
shrink (const struct judge *j, struct text *program, const char *options, const char *include, const char *why)
{
  size_t lines;
  J = j, opts = options, folder = include, reason = why;
  end = time (NULL) + 300;
  free (parts (program, false, &lines));
  pass (program, false, lines / 2 + 1);
  for (int i = 0; i < 3; i++)
    {
      bool some = brackets (program);
      some |= pass (program, false, 4);
      some |= pass (program, true, 8);
      if (!some)
	break;
    }
}
