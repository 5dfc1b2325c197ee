/* SPDX-License-Identifier: MIT */
/* px objdump: prints the images (runtime/image.h) in an ELF file.

   The file is read whole, its sections get addresses, and the relocations that
   fill in pointers are applied, as the linker and the loader would.  Then the
   structures are followed from the section "px_images" as libpx does; every
   address is checked to lie within a section of the file.  */
#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "tools/px-command.h"
#include "runtime/image.h"

/* Machines, with their relocations S + A and B + A of 64 bits.  */
static const struct machine
{
  unsigned id, absolute, relative;
} machines[] = {
  { EM_X86_64, R_X86_64_64, R_X86_64_RELATIVE },
  { EM_AARCH64, R_AARCH64_ABS64, R_AARCH64_RELATIVE },
};

struct file
{
  const char *name;
  char *data;
  uint64_t size;
  Elf64_Ehdr head;
  Elf64_Shdr *sec; /* sections with contents lie inside the file */
  unsigned nsec;
  const struct machine *machine;
};

/* The folder of -x, or NULL; number of images so far.  */
static const char *extract;
static unsigned seen;

/* ---- the file --------------------------------------------------------- */

/* Returns true if section S has contents in the program's memory.  */
static bool
loaded (const Elf64_Shdr *s)
{
  return (s->sh_flags & SHF_ALLOC) && s->sh_type != SHT_NOBITS && s->sh_size;
}

/* Returns the N bytes of the program at ADDRESS; NULL if they are not all in one section.  */
static char *
at (const struct file *f, uint64_t address, uint64_t n)
{
  for (unsigned i = 0; i < f->nsec; i++)
    {
      const Elf64_Shdr *s = &f->sec[i];
      if (loaded (s) && address >= s->sh_addr && address - s->sh_addr < s->sh_size
	  && n <= s->sh_size - (address - s->sh_addr))
	return f->data + s->sh_offset + (address - s->sh_addr);
    }
  return NULL;
}

/* Returns the string at ADDRESS; NULL if it does not end within its section.  */
static const char *
string_at (const struct file *f, uint64_t address)
{
  for (unsigned i = 0; i < f->nsec; i++)
    {
      const Elf64_Shdr *s = &f->sec[i];
      if (loaded (s) && address >= s->sh_addr && address - s->sh_addr < s->sh_size)
	{
	  const char *t = f->data + s->sh_offset + (address - s->sh_addr);
	  return memchr (t, 0, s->sh_size - (address - s->sh_addr)) ? t : NULL;
	}
    }
  return NULL;
}

/* Returns the name of section S, "" if it has none.  */
static const char *
section_name (const struct file *f, const Elf64_Shdr *s)
{
  if (f->head.e_shstrndx >= f->nsec)
    return "";
  const Elf64_Shdr *t = &f->sec[f->head.e_shstrndx];
  if (t->sh_type == SHT_NOBITS || s->sh_name >= t->sh_size
      || !memchr (f->data + t->sh_offset + s->sh_name, 0, t->sh_size - s->sh_name))
    return "";
  return f->data + t->sh_offset + s->sh_name;
}

/* Returns the address of symbol N of table T; 0 if it is undefined.  */
static uint64_t
symbol (const struct file *f, const Elf64_Shdr *t, uint64_t n)
{
  Elf64_Sym s;
  if (t->sh_type == SHT_NOBITS || n >= t->sh_size / sizeof s)
    return 0;
  memcpy (&s, f->data + t->sh_offset + n * sizeof s, sizeof s);
  if (s.st_shndx == SHN_UNDEF || s.st_shndx >= f->nsec)
    return 0;
  return s.st_value + (f->head.e_type == ET_REL ? f->sec[s.st_shndx].sh_addr : 0);
}

static void
relocate (struct file *f, const Elf64_Shdr *r)
{
  bool object = f->head.e_type == ET_REL;
  if (r->sh_type != SHT_RELA || (object ? r->sh_info >= f->nsec : !(r->sh_flags & SHF_ALLOC)))
    return;
  for (uint64_t i = 0; i < r->sh_size / sizeof (Elf64_Rela); i++)
    {
      Elf64_Rela e;
      uint64_t v;
      memcpy (&e, f->data + r->sh_offset + i * sizeof e, sizeof e);
      if (object && !loaded (&f->sec[r->sh_info]))
	return;
      char *to = at (f, e.r_offset + (object ? f->sec[r->sh_info].sh_addr : 0), sizeof v);
      if (ELF64_R_TYPE (e.r_info) == f->machine->absolute && r->sh_link < f->nsec)
	v = symbol (f, &f->sec[r->sh_link], ELF64_R_SYM (e.r_info)) + e.r_addend;
      else if (ELF64_R_TYPE (e.r_info) == f->machine->relative)
	v = e.r_addend;
      else
	continue;
      if (to)
	memcpy (to, &v, sizeof v);
    }
}

/* Reads all of file F->name into F->data, which the caller frees.  */
static int
read_object (struct file *f)
{
  FILE *in = fopen (f->name, "rb");
  struct stat st;
  if (!in || fstat (fileno (in), &st))
    {
      int status = px_complain ("%s: %s", f->name, strerror (errno));
      if (in)
	fclose (in);
      return status;
    }
  if (!S_ISREG (st.st_mode))
    {
      fclose (in);
      return px_complain ("%s: not a file", f->name);
    }
  f->size = st.st_size;
  f->data = malloc (f->size + 1);
  bool ok = f->data && fread (f->data, 1, f->size, in) == f->size;
  fclose (in);
  return ok ? 0 : px_complain ("%s: cannot be read", f->name);
}

/* Sets the other fields of F from its data.  The caller frees F->sec.  */
static int
load (struct file *f)
{
  if (f->size < sizeof f->head || memcmp (f->data, ELFMAG, SELFMAG))
    return px_complain ("%s: not an object file, program or shared library", f->name);
  memcpy (&f->head, f->data, sizeof f->head);
  for (unsigned i = 0; i < sizeof machines / sizeof *machines; i++)
    if (machines[i].id == f->head.e_machine)
      f->machine = &machines[i];
  if (f->data[EI_CLASS] != ELFCLASS64 || f->data[EI_DATA] != ELFDATA2LSB || !f->machine)
    return px_complain ("%s: of a machine that px does not know", f->name);
  if (f->head.e_type != ET_REL && f->head.e_type != ET_EXEC && f->head.e_type != ET_DYN)
    return px_complain ("%s: not an object file, program or shared library", f->name);
  f->nsec = f->head.e_shnum;
  if (f->nsec
      && (f->head.e_shentsize != sizeof *f->sec || f->head.e_shoff > f->size
	  || f->nsec > (f->size - f->head.e_shoff) / sizeof *f->sec))
    return px_complain ("%s: damaged: its sections are not in the file", f->name);
  f->sec = calloc (f->nsec + 1, sizeof *f->sec);
  if (!f->sec)
    return px_complain ("%s: out of memory", f->name);
  if (f->nsec)
    memcpy (f->sec, f->data + f->head.e_shoff, f->nsec * sizeof *f->sec);
  uint64_t next = 4096;
  for (unsigned i = 0; i < f->nsec; i++)
    {
      Elf64_Shdr *s = &f->sec[i];
      if (s->sh_type == SHT_NULL)
	s->sh_size = 0;
      if (s->sh_type != SHT_NOBITS
	  && (s->sh_offset > f->size || s->sh_size > f->size - s->sh_offset))
	return px_complain ("%s: damaged: section %u is not in the file", f->name, i);
      if (f->head.e_type == ET_REL && loaded (s))
	{
	  s->sh_addr = next;
	  next += (s->sh_size + 31) & -16ull;
	}
    }
  for (unsigned i = 0; i < f->nsec; i++)
    relocate (f, &f->sec[i]);
  return 0;
}

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
print_kernels (const struct file *f, const struct px_image *i, unsigned n)
{
  const char *list = at (f, (uintptr_t) i->kernels, i->nkernels * 8ull), *between = "  ";
  size_t size = i->version < 5 ? offsetof (struct px_kernel, arrays) : sizeof (struct px_kernel);
  for (uint32_t k = 0; k < i->nkernels; k++)
    {
      uint64_t p;
      struct px_kernel kernel;
      const char *r = NULL, *name = NULL;
      if (list)
	{
	  memcpy (&p, list + k * 8ull, sizeof p);
	  r = at (f, p, size);
	}
      if (r)
	{
	  memcpy (&kernel, r, size);
	  name = string_at (f, (uintptr_t) kernel.name);
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

static int
damaged (const struct file *f)
{
  return px_complain ("%s: damaged: an image does not hold what it should", f->name);
}

/* Prints the image at ADDRESS.  */
static int
image (const struct file *f, uint64_t address)
{
  struct px_image i;
  const char *p = at (f, address, sizeof i), *source, *variants;
  if (!p)
    return damaged (f);
  memcpy (&i, p, sizeof i);
  if (i.magic != PX_IMAGE_MAGIC)
    return damaged (f);
  if (i.version < PX_IMAGE_OLDEST || i.version > PX_IMAGE_VERSION)
    return px_complain ("%s: an image of version %" PRIu32 "; this px reads %u", f->name, i.version,
			PX_IMAGE_VERSION);
  source = string_at (f, (uintptr_t) i.source);
  variants = at (f, (uintptr_t) i.variants, i.nvariants * (uint64_t) sizeof (struct px_variant));
  if (!source || (i.nvariants && !variants))
    return damaged (f);
  seen++;
  printf ("%s: %s\n", f->name, source);
  for (uint32_t n = 0; n < i.nvariants; n++)
    {
      struct px_variant v;
      memcpy (&v, variants + n * sizeof v, sizeof v);
      const char *text = at (f, (uintptr_t) v.data, v.size);
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
  return 0;
}

static int
images (const struct file *f)
{
  bool any = false, lto = false;
  for (unsigned s = 0; s < f->nsec; s++)
    {
      const char *name = section_name (f, &f->sec[s]);
      lto |= !strncmp (name, ".gnu.lto_", 9);
      if (strcmp (name, "px_images") || !loaded (&f->sec[s]))
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
      struct file f = { .name = argv[i] };
      status |= read_object (&f) || load (&f) || images (&f);
      free (f.sec);
      free (f.data);
    }
  return status;
}
