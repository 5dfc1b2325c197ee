/* SPDX-License-Identifier: MIT */
/* Names of what is in the memory that a launch provides for a block: libpx gives them
   (runtime/image.h, struct px_array), since all of px's shared arrays are one in PTX.  */

#include "emulator/run/engine.h"
#include "runtime/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies TEXT, which may be NULL, to *TO and advances *TO past its NUL.  Returns the copy.  */
static const char *
copy_text (char **to, const char *text)
{
  char *at = *to;
  if (!text)
    return NULL;
  *to = stpcpy (at, text) + 1;
  return at;
}

bool
px_emu_name_shared (px_emu_func *f, const struct px_array *arrays, size_t n)
{
  size_t bytes = n * sizeof *arrays;
  if (f->arrays || !n)
    return true;
  for (size_t i = 0; i < n; i++)
    bytes += (arrays[i].name ? strlen (arrays[i].name) + 1 : 0)
	     + (arrays[i].type ? strlen (arrays[i].type) + 1 : 0);
  struct px_array *v = malloc (bytes);
  if (!v)
    return false;
  char *text = (char *) (v + n);
  for (size_t i = 0; i < n; i++)
    {
      v[i] = arrays[i];
      v[i].name = copy_text (&text, arrays[i].name);
      v[i].type = copy_text (&text, arrays[i].type);
    }
  f->arrays = v;
  f->n_arrays = n;
  return true;
}

/* Writes byte AT of A to TEXT.  */
static void
name_byte (const struct px_array *a, uint64_t at, char *text, size_t size)
{
  uint64_t element = a->element ? a->element : 1, i = at / element, rest = at % element;
  int n;
  if (!a->name)
    n = snprintf (text, size, "px's mbarriers");
  else if (!a->type)
    n = snprintf (text, size, "the frame of %s", a->name);
  else
    n = snprintf (text, size, "%s", a->name);
  uint32_t rank = a->rank < PX_ARRAY_RANK ? a->rank : PX_ARRAY_RANK;
  for (uint32_t k = 0; k < rank; k++)
    {
      uint64_t below = 1;
      for (uint32_t d = k + 1; d < rank; d++)
	below *= a->extent[d] ? a->extent[d] : 1;
      if (n >= 0 && (size_t) n < size)
	n += snprintf (text + n, size - (size_t) n, "[%llu]", (unsigned long long) (i / below));
      i %= below;
    }
  if (rest && n >= 0 && (size_t) n < size)
    snprintf (text + n, size - (size_t) n, "+%llu", (unsigned long long) rest);
}

static bool
has_byte (const struct px_array *a, uint64_t at)
{
  return at >= a->offset && (!a->bytes || at - a->offset < a->bytes);
}

bool
px_emu_shared_name (const px_emu_func *f, uint64_t at, char *text, size_t size)
{
  size_t n = 0;
  for (size_t i = 0; i < f->n_arrays && n < size; i++)
    {
      const struct px_array *a = &f->arrays[i];
      if (!has_byte (a, at))
	continue;
      if (n)
	n += (size_t) snprintf (text + n, size - n, " or ");
      if (n < size)
	{
	  name_byte (a, at - a->offset, text + n, size - n);
	  n += strlen (text + n);
	}
    }
  return n > 0;
}

uint64_t
px_emu_shared_start (const px_emu_func *f, uint64_t at)
{
  for (size_t i = 0; i < f->n_arrays; i++)
    if (has_byte (&f->arrays[i], at))
      return f->arrays[i].offset;
  return 0;
}
