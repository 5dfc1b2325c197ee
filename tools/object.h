/* SPDX-License-Identifier: MIT */
/* Object files, programs and shared libraries with images (runtime/image.h).  */
#ifndef PX_TOOLS_OBJECT_H
#define PX_TOOLS_OBJECT_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>

struct machine;

/* A file.  The caller sets the name, and frees data and sec.  */
struct px_object
{
  const char *name;
  char *data; /* size bytes and one more */
  uint64_t size;
  Elf64_Ehdr head;
  Elf64_Shdr *sec; /* sections with contents lie inside the file */
  unsigned nsec;
  const struct machine *machine;
};

/* Reads all of file F->name into F->data.  Returns 0, or 1 after a message.  */
int px_object_read (struct px_object *f);

/* Sets the other fields of F from its data.  Returns 0, or 1 after a message.  */
int px_object_load (struct px_object *f);

/* Returns true if section S has contents in the program's memory.  */
bool px_object_loaded (const Elf64_Shdr *s);

/* Returns the name of section S, "" if it has none.  */
const char *px_object_section (const struct px_object *f, const Elf64_Shdr *s);

/* Returns the N bytes of the program at ADDRESS; NULL if they are not all in one section, or in one that the
   file does not have and more than a struct px_pointer.  */
const char *px_object_at (const struct px_object *f, uint64_t address, uint64_t n);

/* Returns the string at ADDRESS; NULL if it does not end within its section.  */
const char *px_object_string (const struct px_object *f, uint64_t address);

/* Copies the record of a kernel at ADDRESS, of an image of VERSION, to *K; what it does not have
   is 0.  Returns its name; NULL if the image is damaged.  */
struct px_kernel;
const char *px_object_kernel (const struct px_object *f, uint64_t address, uint32_t version,
			      struct px_kernel *k);

/* tools/linked.c */

/* PTX of LENGTH bytes, in a file's data.  */
struct px_text
{
  const char *ptx;
  uint64_t length;
};
enum
{
  PX_MOST_LINKED = 64 /* images: more files than a program of the suite has */
};
/* Sets TEXTS to the PTX for ARCH of the image at ADDRESS, which must have some, and of those that it needs to be
   loaded.  Returns how many these are, less what the file does not have.  */
unsigned px_object_linked (const struct px_object *f, uint64_t address, uint32_t arch,
			   struct px_text texts[PX_MOST_LINKED]);

/* tools/facts.c */

/* Returns the facts of kernel K, k->nfacts of them, with pointers to memory; NULL if the image is
   damaged, or out of memory.  The nodes of each are a tree.  The caller frees them all by
   one free.  */
struct px_fact;
struct px_fact *px_object_facts (const struct px_object *f, const struct px_kernel *k);

/* Prints what FACT says, in C with #1 … for the arguments.  */
void px_print_fact (const struct px_fact *fact);

#endif
