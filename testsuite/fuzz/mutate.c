/* SPDX-License-Identifier: MIT */
/* A program with a few tokens or lines lost, doubled, moved or replaced.  */
#include "fuzz.h"
#include <ctype.h>
#include <string.h>

const char *
token_end (const char *s)
{
  static const char *const long_ones[] = {
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "&=", "^=", "|=", "##",
  };
  if (isspace ((unsigned char) *s))
    {
      while (isspace ((unsigned char) *s))
	s++;
      return s;
    }
  if (*s == '#')
    {
      while (*s && *s != '\n')
	s += s[0] == '\\' && s[1] ? 2 : 1;
      return s;
    }
  if (s[0] == '/' && s[1] == '*')
    {
      const char *e = strstr (s + 2, "*/");
      return e ? e + 2 : s + strlen (s);
    }
  if (s[0] == '/' && s[1] == '/')
    return s + strcspn (s, "\n");
  if (*s == '"' || *s == '\'')
    {
      char q = *s++;
      while (*s && *s != q && *s != '\n')
	s += s[0] == '\\' && s[1] ? 2 : 1;
      return *s == q ? s + 1 : s;
    }
  if (isalnum ((unsigned char) *s) || *s == '_')
    {
      while (isalnum ((unsigned char) *s) || *s == '_' || *s == '.')
	s++;
      return s;
    }
  for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++)
    if (!strncmp (s, long_ones[i], strlen (long_ones[i])))
      return s + strlen (long_ones[i]);
  return *s ? s + 1 : s;
}

struct piece { const char *s; size_t n; };
enum { MOST = 20000 };
static struct piece pieces[MOST + 8];
static size_t n_pieces;

static bool
blank (const struct piece *p)
{
  return isspace ((unsigned char) *p->s) || *p->s == '#' || (p->s[0] == '/' && strchr ("/*", p->s[1]));
}

/* A token that is no blank; 0 to N - 1.  */
static size_t
somewhere (void)
{
  size_t i;
  int tries = 100;
  do
    i = rng (n_pieces);
  while (blank (&pieces[i]) && --tries);
  return i;
}

static void
drop (size_t at, size_t n)
{
  memmove (pieces + at, pieces + at + n, (n_pieces - at - n) * sizeof *pieces);
  n_pieces -= n;
}

static void
insert (size_t at, struct piece p)
{
  if (n_pieces >= MOST)
    return;
  memmove (pieces + at + 1, pieces + at, (n_pieces - at) * sizeof *pieces);
  pieces[at] = p;
  n_pieces++;
}

/* From AT to the piece after what it begins: a bracket's partner, or the end of
   the statement.  */
static size_t
extent (size_t at)
{
  int deep = 0;
  for (size_t i = at; i < n_pieces; i++)
    {
      char c = *pieces[i].s;
      if (strchr ("([{", c))
	deep++;
      else if (strchr (")]}", c))
	{
	  if (--deep <= 0)
	    return i + (deep == 0);
	}
      else if (c == ';' && !deep)
	return i + 1;
    }
  return n_pieces;
}

/* A word, a number, an opening or closing bracket, or the rest.  */
static int
class (const struct piece *p)
{
  return isdigit ((unsigned char) *p->s) ? '0' : isalpha ((unsigned char) *p->s) || *p->s == '_' ? 'a'
	 : strchr ("([{", *p->s) ? '(' : strchr (")]}", *p->s) ? ')' : '+';
}

static void
one_change (void)
{
  static const char *const words[] = {
    "0", "1", "-1", "32", "2147483648", "thread", "block", "grid", "__group (thread, 1)", "__group (block, 1)", "__split (thread)",
    "__case (8)", "__unsafe", "__shared", "__device", "__kernel", "__perspective (thread, 1)", "__perspective (block, 1)", "const",
    "static", "volatile", "int", "void", "double", "struct", "*", "&", "(", ")", "{", "}", ";", ",", "[n]", "[0]", "return", "break",
    "goto", "px_id (thread)", "px_id (block)", "px_id (thread, 8)", "__requires (thread (32))", "inline", "_Complex", "long double",
    "__slots (2)", "p", "i", "x", "=", "+", "if (p)", "for (;;)", "while (1)", "else", "sizeof", "({ 1; })", "extern", "register", "unsigned",
    "&&", "?", ":", "~", "!", "__constant", "typeof (p)", "_Bool", "asm (\"\")", "__label__", "case 1:", "default:", "switch (1)", "[]",
    "__int128", "float", "char", "union", "enum", "typedef", "_Atomic", "__async (int *z = p)", "__partition (thread, 1, int *z = p)",
    "__claim (thread, 32, int *z = p)", "__attribute__ ((noinline))", "...", "0.5", "1.0L", "\"x\"", "do", "continue", "goto out; out:",
  };
  size_t a = somewhere (), b = somewhere ();
  struct piece word = { NULL, 0 }, p;
  word.s = PICK (words);
  word.n = strlen (word.s);
  static const struct piece space = { " ", 1 };
  switch (rng (17))
    {
    case 0: case 1:
      drop (a, 1);
      break;
    case 2:
      insert (a, pieces[a]);
      insert (a + 1, space);
      break;
    case 3: case 4:
      p = pieces[a], pieces[a] = pieces[b], pieces[b] = p;
      break;
    case 5: case 6: case 12: case 13: case 14:
      /* By one of its kind.  */
      for (int tries = 50; tries && class (&pieces[a]) != class (&pieces[b]); tries--)
	b = somewhere ();
      pieces[a] = pieces[b];
      break;
    case 15: case 16:
      {
	static const char *const numbers[] = {
	  "0", "1", "2", "3", "4", "7", "8", "16", "31", "32", "33", "48", "64", "96", "100", "128", "256", "1024", "2048", "65536",
	};
	for (int tries = 100; tries && class (&pieces[a]) != '0'; tries--)
	  a = somewhere ();
	if (class (&pieces[a]) == '0')
	  {
	    pieces[a].s = PICK (numbers);
	    pieces[a].n = strlen (pieces[a].s);
	  }
      }
      break;
    case 7:
      pieces[a] = word;
      break;
    case 8:
      insert (a, space);
      insert (a, word);
      insert (a, space);
      break;
    case 9:
      b = extent (a);
      if (b > a && b - a < 200)
	drop (a, b - a);
      break;
    case 10:
      {
	size_t end = extent (a), n = end - a;
	if (n < 200)
	  for (size_t i = 0; i < n; i++)
	    insert (end + i, pieces[a + i]);
      }
      break;
    case 11:
      {
	/* What A begins goes to B.  */
	static struct piece moved[200];
	size_t end = extent (a), n = end - a;
	if (n < 200 && n && (b < a || b >= end))
	  {
	    memcpy (moved, pieces + a, n * sizeof *moved);
	    drop (a, n);
	    if (b > a)
	      b -= n;
	    for (size_t i = 0; i < n; i++)
	      insert (b + i, moved[i]);
	  }
      }
      break;
    }
}

void
mutate (uint64_t seed, const struct text *source, struct text *program)
{
  rng_seed (seed ^ 0x123456789);
  n_pieces = 0;
  for (const char *s = source->s, *e; *s && n_pieces < MOST; s = e)
    {
      e = token_end (s);
      pieces[n_pieces++] = (struct piece) { s, e - s };
    }
  for (int i = chance (60) ? 1 : 1 + rng (4); i && n_pieces > 4; i--)
    one_change ();
  for (size_t i = 0; i < n_pieces; i++)
    text_put (program, pieces[i].s, pieces[i].n);
}
