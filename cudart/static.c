/* SPDX-License-Identifier: MIT */
/* px-static.so, which px-sanitize preloads.  In programs and libraries that contain the static CUDA
   runtime, nvcc's default, it replaces the beginnings of the functions of the Runtime API by jumps
   to those of libcudart.so.  NVIDIA's runtime gets undocumented tables from its driver, which the
   emulator does not have; the API functions are the same as the shared library's.

   The functions are found by name in the symbol table.  Not changed are: stripped programs,
   those with a runtime other than 12 or 13, and libraries loaded by dlopen.

   This library is initialised before all others and before libc, when it cannot load
   libcudart.so.  It does so when a constructor registers a fat binary, which precedes every other
   call of the runtime, or else when the program starts.  */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined __x86_64__
/* jmp *0(%rip), followed by the address.  */
static const unsigned char jump[] = { 0xff, 0x25, 0, 0, 0, 0 };
enum
{
  JUMP = sizeof jump + sizeof (void *),
  ALIGNED = 16,
  MOST = 64
};
#  define FIRST "__cudaRegisterFatBinary"

/* A program or library: its load address, its file and its symbols.  */
struct object
{
  struct dl_phdr_info in;
  const unsigned char *bytes;
  size_t size;
  const ElfW (Sym) * syms;
  size_t n;
  const char *names;
  size_t names_size;
};

/* Reads the symbol table of the object in FILE.  Returns false if there is none.  */
static bool
object_open (const char *file, struct object *o)
{
  struct stat st;
  int fd = open (file, O_RDONLY | O_CLOEXEC);
  const ElfW (Ehdr) * head;
  if (fd < 0)
    return false;
  o->bytes = fstat (fd, &st) || (size_t) st.st_size < sizeof *head
	       ? MAP_FAILED
	       : mmap (NULL, o->size = st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close (fd);
  if (o->bytes == MAP_FAILED)
    return false;
  head = (const void *) o->bytes;
  if (!memcmp (head->e_ident, ELFMAG, SELFMAG) && head->e_shentsize == sizeof (ElfW (Shdr))
      && head->e_shoff <= o->size && head->e_shoff % _Alignof(ElfW (Shdr)) == 0
      && head->e_shnum <= (o->size - head->e_shoff) / sizeof (ElfW (Shdr)))
    {
      const ElfW (Shdr) *s = (const void *) (o->bytes + head->e_shoff), *names;
      for (size_t i = 0; i < head->e_shnum; i++)
	if (s[i].sh_type == SHT_SYMTAB && s[i].sh_link < head->e_shnum)
	  {
	    names = &s[s[i].sh_link];
	    if (s[i].sh_offset > o->size || s[i].sh_size > o->size - s[i].sh_offset
		|| s[i].sh_offset % _Alignof(ElfW (Sym)) || names->sh_offset > o->size
		|| !names->sh_size || names->sh_size > o->size - names->sh_offset
		|| o->bytes[names->sh_offset + names->sh_size - 1])
	      break;
	    o->syms = (const void *) (o->bytes + s[i].sh_offset);
	    o->n = s[i].sh_size / sizeof *o->syms;
	    o->names = (const char *) o->bytes + names->sh_offset;
	    o->names_size = names->sh_size;
	    return true;
	  }
    }
  munmap ((void *) o->bytes, o->size);
  return false;
}

/* Returns the name of the function that S defines in O for O alone, or NULL.  Exported
   functions, such as those of libcudart.so, are for others.  */
static const char *
function_name (const struct object *o, const ElfW (Sym) * s)
{
  return ELF64_ST_TYPE (s->st_info) == STT_FUNC && s->st_shndx != SHN_UNDEF
	     && s->st_name < o->names_size
	     && (ELF64_ST_BIND (s->st_info) == STB_LOCAL
		 || ELF64_ST_VISIBILITY (s->st_other) == STV_HIDDEN)
	   ? o->names + s->st_name
	   : NULL;
}

/* Returns the address of O's function NAME, or 0.  */
static ElfW (Addr) function_at (const struct object *o, const char *name)
{
  for (size_t i = 0; i < o->n; i++)
    {
      const char *s = function_name (o, &o->syms[i]);
      if (s && !strcmp (s, name))
	return o->syms[i].st_value;
    }
  return 0;
}

/* Makes O's function at AT jump to FUNCTION; its code is writable.  Functions begin at
   multiples of ALIGNED, so a jump does not overwrite the next one.  */
static void
redirect (const struct object *o, ElfW (Addr) at, void *function)
{
  if (at % ALIGNED)
    return;
  for (int i = 0; i < o->in.dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &o->in.dlpi_phdr[i];
      if (p->p_type == PT_LOAD && p->p_flags & PF_X && at >= p->p_vaddr
	  && at - p->p_vaddr + JUMP <= p->p_memsz)
	{
	  char *code = (char *) o->in.dlpi_addr + at;
	  memcpy (code, jump, sizeof jump);
	  memcpy (code + sizeof jump, &function, sizeof function);
	}
    }
}

/* Makes O's code writable, or read-only again.  */
static bool
allow (const struct object *o, int write)
{
  uintptr_t page = sysconf (_SC_PAGESIZE);
  for (int i = 0; i < o->in.dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &o->in.dlpi_phdr[i];
      uintptr_t from = (o->in.dlpi_addr + p->p_vaddr) & -page,
		to = (o->in.dlpi_addr + p->p_vaddr + p->p_memsz + page - 1) & -page;
      if (p->p_type == PT_LOAD && p->p_flags & PF_X
	  && mprotect ((void *) from, to - from, PROT_READ | PROT_EXEC | write))
	return false;
    }
  return true;
}

/* The objects that contain a static runtime.  */
static struct object objects[MOST];
static size_t n_objects;

/* Redirects all of them to libcudart.so, once.  Returns its __cudaRegisterFatBinary, or NULL.  */
static void **(*settle (void)) (void *)
{
  static void **(*there) (void *);
  for (; n_objects; n_objects--)
    {
      struct object *o = &objects[n_objects - 1];
      void *function,
	*runtime
	= dlopen (function_at (o, "cudaThreadSynchronize") ? "libcudart.so.12" : "libcudart.so.13",
		  RTLD_NOW | RTLD_LOCAL);
      if (!runtime)
	{
	  fprintf (stderr, "px-static: %s\n", dlerror ());
	  _exit (127);
	}
      there = (void **(*) (void *) ) dlsym (runtime, FIRST);
      if (allow (o, PROT_WRITE))
	for (size_t i = 0; i < o->n; i++)
	  {
	    const char *name = function_name (o, &o->syms[i]);
	    if (name && (!strncmp (name, "cuda", 4) || !strncmp (name, "__cuda", 6))
		&& (function = dlsym (runtime, name)))
	      redirect (o, o->syms[i].st_value, function);
	  }
      allow (o, 0);
      munmap ((void *) o->bytes, o->size);
    }
  return there;
}

/* Replaces each object's __cudaRegisterFatBinary until the first call.  */
static void **
first_call (void *wrapper)
{
  return settle () (wrapper);
}

/* For programs that register nothing.  */
typedef int start_main (int (*) (int, char **, char **), int, char **, void (*) (void),
			void (*) (void), void (*) (void), void *);
__attribute__ ((visibility ("default"))) start_main __libc_start_main;
int
__libc_start_main (int (*main) (int, char **, char **), int argc, char **argv, void (*init) (void),
		   void (*fini) (void), void (*end) (void), void *stack)
{
  settle ();
  return ((start_main *) dlsym (RTLD_NEXT, "__libc_start_main")) (main, argc, argv, init, fini, end,
								  stack);
}

static int
look (struct dl_phdr_info *in, size_t size, void *data)
{
  struct object o = { .in = *in };
  ElfW (Addr) at;
  (void) size, (void) data;
  if (n_objects == MOST || !object_open (*in->dlpi_name ? in->dlpi_name : "/proc/self/exe", &o))
    return 0;
  if ((at = function_at (&o, FIRST)) && allow (&o, PROT_WRITE))
    {
      redirect (&o, at, (void *) first_call);
      allow (&o, 0);
      objects[n_objects++] = o;
    }
  else
    munmap ((void *) o.bytes, o.size);
  return 0;
}

static void __attribute__ ((constructor)) start (void)
{
  dl_iterate_phdr (look, NULL);
}
#endif
