/* SPDX-License-Identifier: MIT */
/* The images of the program and of its libraries (image.h), checked, and in components: images that import
   from each other are loaded together.  dlclose unloads them.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/rt.h"

extern int __cxa_atexit (void (*) (void *), void *, void *);
extern void *__dso_handle __attribute__ ((visibility ("hidden")));

/* An executable or shared library.  */
struct library
{
  unsigned n;
  struct px_image **images;  /* the valid ones, sorted by address */
  struct px_image **grouped; /* the same, sorted by component */
  unsigned ncomponents;
  struct rt_component *components;
  struct library *next_gone; /* next on the list below */
};

/* Most images of one executable or library; more means that the section is damaged.  */
#define MOST_IMAGES 1000000

atomic_uint rt_generation;

static struct rt_component **components; /* NULL: the entry is free */
static unsigned ncomponents;
static _Atomic (struct library *) gone;

static bool
known_version (const struct px_image *image)
{
  return image->version >= PX_IMAGE_OLDEST && image->version <= PX_IMAGE_VERSION;
}

px_status
rt_corrupt (struct rt_call *c, const struct px_image *image, const char *how)
{
  return rt_fail (PX_ERR_IMAGE, "%s: the device code of %s is corrupt: %s; compile it again",
		  c->what,
		  image && image->magic == PX_IMAGE_MAGIC && known_version (image) && image->source
		    ? image->source
		    : "an object file",
		  how);
}

/* Checks that the fields of IMAGE that libpx reads are valid.  The driver checks the text.  */
static px_status
check_image (struct rt_call *c, const struct px_image *image)
{
  if (!image || image->magic != PX_IMAGE_MAGIC)
    return rt_corrupt (c, image, "it has no px image");
  if (!known_version (image))
    return rt_fail (PX_ERR_IMAGE,
		    "%s: an object file was compiled by a px with images of version "
		    "%u, libpx has %u; compile it again",
		    c->what, image->version, PX_IMAGE_VERSION);
  if (!image->first || image->first >= image->last || image->last - image->first > MOST_IMAGES)
    return rt_corrupt (c, image, "its list of images is empty or endless");
  if (image->nvariants < 1 || image->nvariants > 32 || !image->variants)
    return rt_corrupt (c, image, "it has no variants");
  if ((image->nkernels && !image->kernels) || (image->nsymbols && !image->symbols)
      || (image->nimports && !image->imports))
    return rt_corrupt (c, image, "a table is missing");
  for (unsigned i = 0; i < image->nvariants; i++)
    {
      const struct px_variant *v = &image->variants[i];
      unsigned arch = v->arch & ~PX_ARCH_EXACT;
      if (arch < 30 || arch > 999 || v->isa < 10 || v->isa > 999 || v->is_cubin > 1)
	return rt_corrupt (c, image, "a variant has no known architecture");
      if (!v->data || v->size < 16)
	return rt_corrupt (c, image, "a variant has no code");
      if (v->is_cubin ? memcmp (v->data, "\177ELF", 4) != 0
		      : v->data[v->size] != 0 || strlen (v->data) != v->size)
	return rt_corrupt (c, image, "a variant has a wrong size");
    }
  for (unsigned i = 0; i < image->nkernels; i++)
    {
      const struct px_kernel *k = image->kernels[i];
      if (!k || !k->name || k->image != image || (k->nparams && !k->param_size)
	  || (k->npointers && !k->pointers) || (k->nuses && !k->uses)
	  || (rt_has_arrays (k) && !k->arrays) || (image->version >= 6 && k->nfacts && !k->facts))
	return rt_corrupt (c, image, "a kernel's record is damaged");
    }
  for (unsigned i = 0; i < image->nimports; i++)
    {
      const struct px_symbol *s = image->imports[i].symbol;
      if (!s || !s->name || !s->image)
	return rt_corrupt (c, image, "an import is damaged");
    }
  return PX_OK;
}

/* Runs when the library that C came from is unloaded, or at exit; after that the images do not
   exist.  Another thread may hold the lock and wait for the dynamic linker, whose lock this
   thread holds now.  Then the next thread that gets the lock does the work.  */
static void
library_gone (void *data)
{
  struct library *l = data;
  if (rt_exiting || rt_forked)
    return;
  l->next_gone = gone;
  while (!atomic_compare_exchange_weak (&gone, &l->next_gone, l))
    ;
  rt_generation++;
  for (struct rt_context *x = rt_contexts; x; x = x->next)
    for (int i = 0; i < RT_RECENT; i++)
      x->recent[i] = NULL;
  if (rt_trylock ())
    {
      rt_unload_gone ();
      rt_unlock ();
    }
}

/* Registered after each library_gone, so that exit runs it first.  dlclose does not run it.  */
static void
exiting (void *unused)
{
  (void) unused;
  rt_exiting = true;
}

static void
free_library (struct library *l)
{
  if (l)
    {
      free (l->images);
      free (l->grouped);
      free (l->components);
    }
  free (l);
}

void
rt_unload_gone (void)
{
  struct library *l = atomic_exchange (&gone, NULL), *next;
  for (; l; l = next)
    {
      next = l->next_gone;
      for (unsigned i = 0; i < l->ncomponents; i++)
	{
	  unsigned index = l->components[i].index;
	  for (struct rt_context *x = rt_contexts; x; x = x->next)
	    if (index < x->nmodules && x->modules[index])
	      {
		rt_trace ("unload component %u", index);
		rt_unload (x, x->modules[index]);
		x->modules[index] = NULL;
	      }
	  components[index] = NULL;
	}
      free_library (l);
    }
}

static int
by_address (const void *a, const void *b)
{
  const struct px_image *x = *(struct px_image *const *) a, *y = *(struct px_image *const *) b;
  return (x > y) - (x < y);
}

/* Returns the index of IMAGE in L, or -1.  */
static int
number_of (const struct library *l, const struct px_image *image)
{
  struct px_image *key = (struct px_image *) image;
  struct px_image **p = l->n ? bsearch (&key, l->images, l->n, sizeof key, by_address) : NULL;
  return p ? (int) (p - l->images) : -1;
}

/* Returns the least index of the images that are connected with image I.  */
static unsigned
root (unsigned *up, unsigned i)
{
  while (up[i] != i)
    i = up[i] = up[up[i]];
  return i;
}

/* Sets UP[I] to I or to a lower index of an image that I is connected with.  */
static void
connect (const struct library *l, unsigned *up)
{
  for (unsigned i = 0; i < l->n; i++)
    up[i] = i;
  for (unsigned i = 0; i < l->n; i++)
    for (unsigned k = 0; l->images[i]->imports && k < l->images[i]->nimports; k++)
      {
	const struct px_symbol *s = l->images[i]->imports[k].symbol;
	int j = s ? number_of (l, s->image) : -1;
	unsigned a = root (up, i), b = j < 0 ? a : root (up, j);
	up[a > b ? a : b] = a < b ? a : b;
      }
}

/* Returns a free index in components; ncomponents if out of memory.  */
static unsigned
free_index (unsigned from)
{
  unsigned i;
  for (i = from; i < ncomponents && components[i]; i++)
    ;
  if (i == ncomponents)
    {
      unsigned more = ncomponents + 16;
      struct rt_component **v = realloc (components, (ncomponents + more) * sizeof *v);
      if (!v)
	return i;
      memset (v + ncomponents, 0, more * sizeof *v);
      components = v;
      ncomponents += more;
    }
  return i;
}

/* Partitions the images that were linked with IMAGE into components.  */
static px_status
open_library (struct rt_call *c, struct px_image *image)
{
  size_t n = image->last - image->first;
  unsigned *up = calloc (n, sizeof *up), index = 0;
  struct library *l = calloc (1, sizeof *l);
  bool good = l && up && (l->images = calloc (n, sizeof *l->images))
	      && (l->grouped = calloc (n, sizeof *l->grouped))
	      && (l->components = calloc (n, sizeof *l->components));
  px_status s = PX_OK;
  if (good)
    {
      for (size_t i = 0; i < n; i++)
	{
	  struct px_image *m = image->first[i];
	  if (m && m->magic == PX_IMAGE_MAGIC && known_version (m) && !m->state)
	    l->images[l->n++] = m;
	}
      qsort (l->images, l->n, sizeof *l->images, by_address);
      if (number_of (l, image) < 0)
	s = rt_corrupt (c, image, "it is not in its own list of images");
      connect (l, up);
      for (unsigned i = 0, at = 0; i < l->n; i++)
	if (root (up, i) == i)
	  {
	    struct rt_component *k = &l->components[l->ncomponents++];
	    k->images = &l->grouped[at];
	    for (unsigned j = i; j < l->n; j++)
	      if (root (up, j) == i)
		k->images[k->n++] = l->images[j];
	    at += k->n;
	    index = k->index = free_index (index);
	    if (index == ncomponents)
	      {
		good = false;
		break;
	      }
	    components[index] = k;
	  }
    }
  free (up);
  if (!s && (!good || __cxa_atexit (library_gone, l, image->dso)))
    s = rt_fail (PX_ERR_MEMORY, "%s: out of memory", c->what);
  if (s)
    {
      for (unsigned i = 0; l && i < l->ncomponents; i++)
	if (l->components[i].index < ncomponents)
	  components[l->components[i].index] = NULL;
      free_library (l);
      return s;
    }
  __cxa_atexit (exiting, NULL, &__dso_handle);
  for (unsigned i = 0; i < l->ncomponents; i++)
    for (unsigned j = 0; j < l->components[i].n; j++)
      l->components[i].images[j]->state = &l->components[i];
  return PX_OK;
}

/* Checks that the signature with which I was declared is that of its definition.  */
static px_status
check_import (struct rt_call *c, const struct px_import *i)
{
  const struct px_symbol *s = i->symbol;
  const char *a = i->signature, *b = s->signature;
  if (!a || !b)
    return PX_OK;
  for (;;)
    {
      int m = strcspn (a, "\n"), n = strcspn (b, "\n");
      if (m != n || memcmp (a, b, m) != 0)
	return rt_fail (PX_ERR_LINK,
			"%s: device function %s is declared in %s:%u with %.*s, but defined in "
			"%s:%u with %.*s: declare it in one header",
			c->what, s->name, i->file, i->line, m, a, s->file, s->line, n, b);
      if (!a[m] || !b[n])
	return PX_OK;
      a += m + 1;
      b += n + 1;
    }
}

px_status
rt_component_of (struct rt_call *c, struct px_image *image, struct rt_component **out)
{
  px_status s = check_image (c, image);
  if (!s && !image->state)
    s = open_library (c, image);
  if (s)
    return s;
  struct rt_component *k = image->state;
  for (unsigned i = 0; i < k->n && !k->checked; i++)
    {
      s = check_image (c, k->images[i]);
      if (s)
	return s;
      for (unsigned j = 0; j < k->images[i]->nimports; j++)
	{
	  unsigned m;
	  for (m = 0; m < k->n && k->images[m] != k->images[i]->imports[j].symbol->image; m++)
	    ;
	  if (m == k->n)
	    return rt_corrupt (c, k->images[i], "it imports from another library");
	  s = check_import (c, &k->images[i]->imports[j]);
	  if (s)
	    return s;
	}
    }
  k->checked = true;
  *out = k;
  return PX_OK;
}
