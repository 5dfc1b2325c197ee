/* SPDX-License-Identifier: MIT */
/* Object files, programs and shared libraries with images (runtime/image.h), for px's commands.

   The file is read whole, its sections get addresses, and the relocations that
   fill in pointers are applied, as the linker and the loader would.  Each address is checked
   to lie within a section of the file.  */
#include <elf.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "tools/object.h"
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

bool
px_object_loaded (const Elf64_Shdr *s)
{
  return (s->sh_flags & SHF_ALLOC) && s->sh_type != SHT_NOBITS && s->sh_size;
}

/* Returns true if the N bytes at ADDRESS are all in section S.  */
static bool
holds (const Elf64_Shdr *s, uint64_t address, uint64_t n)
{
  return address >= s->sh_addr && address - s->sh_addr < s->sh_size
	 && n <= s->sh_size - (address - s->sh_addr);
}

/* The N bytes at ADDRESS in the file; NULL if they are not all in one section that is in it.  */
static char *
contents (const struct px_object *f, uint64_t address, uint64_t n)
{
  for (unsigned i = 0; i < f->nsec; i++)
    if (px_object_loaded (&f->sec[i]) && holds (&f->sec[i], address, n))
      return f->data + f->sec[i].sh_offset + (address - f->sec[i].sh_addr);
  return NULL;
}

const char *
px_object_at (const struct px_object *f, uint64_t address, uint64_t n)
{
  /* GCC puts what is all zeros into .bss: a list of one pointer, the first argument.  */
  static const char zeros[sizeof (struct px_pointer)];
  const char *at = contents (f, address, n);
  for (unsigned i = 0; i < f->nsec && !at && n <= sizeof zeros; i++)
    if ((f->sec[i].sh_flags & SHF_ALLOC) && f->sec[i].sh_type == SHT_NOBITS
	&& holds (&f->sec[i], address, n))
      at = zeros;
  return at;
}

const char *
px_object_string (const struct px_object *f, uint64_t address)
{
  for (unsigned i = 0; i < f->nsec; i++)
    {
      const Elf64_Shdr *s = &f->sec[i];
      if (px_object_loaded (s) && address >= s->sh_addr && address - s->sh_addr < s->sh_size)
	{
	  const char *t = f->data + s->sh_offset + (address - s->sh_addr);
	  return memchr (t, 0, s->sh_size - (address - s->sh_addr)) ? t : NULL;
	}
    }
  return NULL;
}

const char *
px_object_section (const struct px_object *f, const Elf64_Shdr *s)
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
symbol (const struct px_object *f, const Elf64_Shdr *t, uint64_t n)
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
relocate (struct px_object *f, const Elf64_Shdr *r)
{
  bool object = f->head.e_type == ET_REL;
  if (r->sh_type != SHT_RELA || (object ? r->sh_info >= f->nsec : !(r->sh_flags & SHF_ALLOC)))
    return;
  for (uint64_t i = 0; i < r->sh_size / sizeof (Elf64_Rela); i++)
    {
      Elf64_Rela e;
      uint64_t v;
      memcpy (&e, f->data + r->sh_offset + i * sizeof e, sizeof e);
      if (object && !px_object_loaded (&f->sec[r->sh_info]))
	return;
      char *to = contents (f, e.r_offset + (object ? f->sec[r->sh_info].sh_addr : 0), sizeof v);
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

int
px_object_read (struct px_object *f)
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

int
px_object_load (struct px_object *f)
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
      if (f->head.e_type == ET_REL && (s->sh_flags & SHF_ALLOC) && s->sh_size)
	{
	  s->sh_addr = next;
	  next += (s->sh_size + 31) & -16ull;
	}
    }
  for (unsigned i = 0; i < f->nsec; i++)
    relocate (f, &f->sec[i]);
  return 0;
}

const char *
px_object_kernel (const struct px_object *f, uint64_t address, uint32_t version,
		  struct px_kernel *k)
{
  size_t size = version < 5   ? offsetof (struct px_kernel, arrays)
		: version < 6 ? offsetof (struct px_kernel, facts)
			      : sizeof *k;
  const char *record = px_object_at (f, address, size);
  if (!record)
    return NULL;
  memset (k, 0, sizeof *k);
  memcpy (k, record, size);
  return px_object_string (f, (uintptr_t) k->name);
}
