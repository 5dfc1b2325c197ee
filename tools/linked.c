/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The PTX of the images that one of a program is linked with: of those whose functions and variables it uses, and
   of those that these use in turn.

   Needs an object whose sections were read.  */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/image.h"
#include "tools/object.h"

/* Reads the image at ADDRESS to *I.  Returns false if there is none.  */
static bool
image_at (const struct px_object *o, uint64_t address, struct px_image *i)
{
  const char *at = px_object_at (o, address, sizeof *i);
  if (at)
    memcpy (i, at, sizeof *i);
  return at && i->magic == PX_IMAGE_MAGIC && i->version >= PX_IMAGE_OLDEST
	 && i->version <= PX_IMAGE_VERSION;
}

/* Sets *TEXT to the PTX of image I for ARCH, else to its first one.  Returns false if there is none.  */
static bool
text_for (const struct px_object *o, const struct px_image *i, uint32_t arch, struct px_text *text)
{
  const char *all = px_object_at (o, (uintptr_t) i->variants,
				  i->nvariants * (uint64_t) sizeof (struct px_variant));
  text->ptx = NULL;
  for (uint32_t n = 0; all && n < i->nvariants; n++)
    {
      struct px_variant v;
      memcpy (&v, all + n * sizeof v, sizeof v);
      const char *ptx = v.is_cubin ? NULL : px_object_at (o, (uintptr_t) v.data, v.size);
      if (ptx && (!text->ptx || v.arch == arch))
	*text = (struct px_text){ ptx, v.size };
    }
  return text->ptx;
}

/* The address of the image that defines import N of I; 0: the file does not have it.  */
static uint64_t
defined_in (const struct px_object *o, const struct px_image *i, uint32_t n)
{
  struct px_import import;
  struct px_symbol symbol;
  const char *at
    = px_object_at (o, (uintptr_t) i->imports + n * (uint64_t) sizeof import, sizeof import);
  if (!at)
    return 0;
  memcpy (&import, at, sizeof import);
  at = px_object_at (o, (uintptr_t) import.symbol, sizeof symbol);
  if (!at)
    return 0;
  memcpy (&symbol, at, sizeof symbol);
  return (uintptr_t) symbol.image;
}

unsigned
px_object_linked (const struct px_object *o, uint64_t address, uint32_t arch,
		  struct px_text texts[PX_MOST_LINKED])
{
  uint64_t images[PX_MOST_LINKED] = { address };
  unsigned found = 1, n = 0;
  struct px_image i;
  for (unsigned next = 0; next < found; next++)
    {
      if (!image_at (o, images[next], &i) || !text_for (o, &i, arch, &texts[n]))
	continue;
      n++;
      for (uint32_t k = 0; k < i.nimports && found < PX_MOST_LINKED; k++)
	{
	  uint64_t other = defined_in (o, &i, k);
	  bool known = !other;
	  for (unsigned j = 0; j < found && !known; j++)
	    known = images[j] == other;
	  if (!known)
	    images[found++] = other;
	}
    }
  return n;
}
