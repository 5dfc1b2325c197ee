/* SPDX-License-Identifier: MIT */
/* Random numbers and texts.  */
#include "fuzz.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

void
rng_seed (uint64_t seed)
{
  /* Neighbouring seeds must not give shifted streams.  */
  state = (seed ^ seed >> 29) * 0xd1342543de82ef95u;
  state ^= state >> 32;
  state *= 0xaf251af3b0f025b5u;
}

unsigned
rng (unsigned n)
{
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (z >> 32) % n;
}

bool
chance (unsigned percent)
{
  return rng (100) < percent;
}

void
text_put (struct text *t, const char *s, size_t n)
{
  if (t->n + n + 1 > t->room)
    {
      t->room = 2 * (t->n + n + 1);
      t->s = realloc (t->s, t->room);
      if (!t->s)
	{
	  perror ("px-fuzz");
	  exit (2);
	}
    }
  memcpy (t->s + t->n, s, n);
  t->n += n;
  t->s[t->n] = 0;
}

void
text_printf (struct text *t, const char *format, ...)
{
  va_list ap, again;
  va_start (ap, format);
  va_copy (again, ap);
  int n = vsnprintf (NULL, 0, format, ap);
  char *s = malloc (n + 1);
  if (s)
    {
      vsnprintf (s, n + 1, format, again);
      text_put (t, s, n);
      free (s);
    }
  va_end (again);
  va_end (ap);
}

bool
text_read (struct text *t, const char *path)
{
  FILE *f = fopen (path, "rb");
  char b[4096];
  size_t n;
  if (!f)
    return false;
  text_put (t, "", 0);
  while ((n = fread (b, 1, sizeof b, f)))
    text_put (t, b, n);
  return !fclose (f);
}

bool
text_write (const struct text *t, const char *path)
{
  FILE *f = fopen (path, "wb");
  if (!f)
    return false;
  bool ok = fwrite (t->s, 1, t->n, f) == t->n;
  return !fclose (f) && ok;
}

void
text_free (struct text *t)
{
  free (t->s);
  *t = (struct text) { 0 };
}
