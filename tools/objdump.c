/* SPDX-License-Identifier: MIT */
/* px objdump: prints the images (runtime/image.h) in an ELF file.

   The structures are followed from the section "px_images" as libpx does; every
   address is checked to lie within a section of the file (object.c).  */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tools/object.h"
#include "tools/px-command.h"
#include "runtime/image.h"

/* The folder of -x, or NULL; number of images so far.  */
static const char *extract;
static unsigned seen;

/* ---- images ----------------------------------------------------------- */

/* sm_80, sm_90a.  */
static const char *
arch_name (uint32_t arch)
{
  static char name[24];
  snprintf (name, sizeof name, "sm_%" PRIu32 "%s", arch & ~PX_ARCH_EXACT,
	    arch & PX_ARCH_EXACT ? "a" : "");
  return name;
}

/* Writes variant V of image number SEEN, compiled from SOURCE, to the folder of -x.  */
static int
write_variant (const struct px_variant *v, const char *text, const char *source)
{
  char path[4096];
  const char *base = strrchr (source, '/');
  base = base ? base + 1 : source;
  int stem = strcspn (base, ".");
  if (snprintf (path, sizeof path, "%s/%.*s-%u.%s.%s", extract, stem, base, seen,
		arch_name (v->arch), v->is_cubin ? "cubin" : "ptx")
      >= (int) sizeof path)
    return px_complain ("%s: %s", extract, strerror (ENAMETOOLONG));
  FILE *o = fopen (path, "wb");
  bool ok = o && fwrite (text, 1, v->size, o) == v->size;
  if (o && fclose (o))
    ok = false;
  return ok ? 0 : px_complain ("%s: %s", path, strerror (errno));
}

/* Prints which kernels variant N of image I contains.  Returns false if the image is damaged.  */
static bool
print_kernels (const struct px_object *f, const struct px_image *i, unsigned n)
{
  const char *list = px_object_at (f, (uintptr_t) i->kernels, i->nkernels * 8ull), *between = "  ";
  for (uint32_t k = 0; k < i->nkernels; k++)
    {
      uint64_t p;
      struct px_kernel kernel;
      const char *name = NULL;
      if (list)
	{
	  memcpy (&p, list + k * 8ull, sizeof p);
	  name = px_object_kernel (f, p, i->version, &kernel);
	}
      if (!name)
	return false;
      if (n < 32 && (kernel.variants >> n & 1))
	{
	  printf ("%s%s", between, name);
	  between = ", ";
	}
    }
  return true;
}

/* Prints the facts of __where of image I's kernels.  Returns false if the image is damaged.  */
static bool
print_facts (const struct px_object *f, const struct px_image *i)
{
  const char *list = px_object_at (f, (uintptr_t) i->kernels, i->nkernels * 8ull);
  for (uint32_t n = 0; n < i->nkernels; n++)
    {
      uint64_t p;
      struct px_kernel k;
      memcpy (&p, list + n * 8ull, sizeof p);
      const char *name = px_object_kernel (f, p, i->version, &k);
      struct px_fact *facts = name ? px_object_facts (f, &k) : NULL;
      if (!facts)
	return false;
      for (uint32_t j = 0; j < k.nfacts; j++)
	{
	  printf ("  %s: __where (%s): ", name, facts[j].text);
	  px_print_fact (&facts[j]);
	  putchar ('\n');
	}
      free (facts);
    }
  return true;
}

static int
damaged (const struct px_object *f)
{
  return px_complain ("%s: damaged: an image does not hold what it should", f->name);
}

/* Prints the image at ADDRESS.  */
static int
image (const struct px_object *f, uint64_t address)
{
  struct px_image i;
  const char *p = px_object_at (f, address, sizeof i), *source, *variants;
  if (!p)
    return damaged (f);
  memcpy (&i, p, sizeof i);
  if (i.magic != PX_IMAGE_MAGIC)
    return damaged (f);
  if (i.version < PX_IMAGE_OLDEST || i.version > PX_IMAGE_VERSION)
    return px_complain ("%s: an image of version %" PRIu32 "; this px reads %u", f->name, i.version,
			PX_IMAGE_VERSION);
  source = px_object_string (f, (uintptr_t) i.source);
  variants
    = px_object_at (f, (uintptr_t) i.variants, i.nvariants * (uint64_t) sizeof (struct px_variant));
  if (!source || (i.nvariants && !variants))
    return damaged (f);
  seen++;
  printf ("%s: %s\n", f->name, source);
  for (uint32_t n = 0; n < i.nvariants; n++)
    {
      struct px_variant v;
      memcpy (&v, variants + n * sizeof v, sizeof v);
      const char *text = px_object_at (f, (uintptr_t) v.data, v.size);
      if (!text)
	return damaged (f);
      char isa[24] = "cubin";
      if (!v.is_cubin)
	snprintf (isa, sizeof isa, "PTX %u.%u", v.isa / 10, v.isa % 10);
      printf ("  %-8s%-8s%8" PRIu64 " bytes", arch_name (v.arch), isa, v.size);
      bool ok = print_kernels (f, &i, n);
      putchar ('\n');
      if (!ok)
	return damaged (f);
      if (extract && write_variant (&v, text, source))
	return 1;
    }
  if (i.nkernels && i.nvariants && !print_facts (f, &i))
    return damaged (f);
  return 0;
}

static int
images (const struct px_object *f)
{
  bool any = false, lto = false;
  for (unsigned s = 0; s < f->nsec; s++)
    {
      const char *name = px_object_section (f, &f->sec[s]);
      lto |= !strncmp (name, ".gnu.lto_", 9);
      if (strcmp (name, "px_images") || !px_object_loaded (&f->sec[s]))
	continue;
      for (uint64_t k = 0; k < f->sec[s].sh_size / 8; k++)
	{
	  uint64_t p;
	  memcpy (&p, f->data + f->sec[s].sh_offset + k * 8, sizeof p);
	  any = true;
	  if (image (f, p))
	    return 1;
	}
    }
  if (!any)
    printf ("%s: no device code%s\n", f->name,
	    lto ? " yet: -flto makes it part of what is linked" : "");
  return 0;
}

int
px_objdump (int argc, char **argv)
{
  int status = 0;
  if (argc >= 2 && !strcmp (argv[0], "-x"))
    {
      extract = argv[1];
      argc -= 2, argv += 2;
    }
  if (argc == 0 || argv[0][0] == '-')
    {
      px_complain ("usage: px objdump [-x DIR] FILE...");
      return 2;
    }
  for (int i = 0; i < argc; i++)
    {
      struct px_object f = { .name = argv[i] };
      status |= px_object_read (&f) || px_object_load (&f) || images (&f);
      free (f.sec);
      free (f.data);
    }
  return status;
}
