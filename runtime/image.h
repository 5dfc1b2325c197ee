/* SPDX-License-Identifier: MIT */
/* The image: what px.so puts into an object file and libpx reads from the
   running program.  It is data only: no constructor runs, and a program that
   launches nothing pays nothing.

   One object file has one `struct px_image', in ordinary data, and one pointer
   to it in the section "px_images".  The linker collects these pointers for
   each executable or shared library between __start_px_images and
   __stop_px_images, whose addresses are in the image: from any image libpx
   sees all those that were linked with it.

   A device function or file-scope `__device' variable NAME with external
   linkage has a record `struct px_symbol' of hidden host symbol
   "px.device.NAME" in the object that defines it; an object that uses one
   defined elsewhere has a pointer to that record among its imports.  So the
   host linker resolves device symbols: it pulls members out of archives and
   reports what is undefined or defined twice.  Both sides of a function have
   its signature as text; libpx tells where they differ.

   A kernel NAME is, on the host, a stub function of the same C type, which
   calls px__enter with the kernel's record and the addresses of its arguments
   (<px.h>, px_launch).

   All pointers are to data of the program, none is owned by libpx.  Everything
   is constant but `state'.  The plugin writes these structures field by field
   in the order below: change both, and PX_IMAGE_VERSION.  */
#ifndef PX_IMAGE_H
#define PX_IMAGE_H

#include <stdint.h>

#define PX_IMAGE_MAGIC 0x67495870u /* "pXIg" */
#define PX_IMAGE_VERSION 4u

/* An architecture: 80 for sm_80; `a' variants (sm_90a), which run on exactly
   that chip, have the bit PX_ARCH_EXACT.  */
#define PX_ARCH_EXACT 0x10000u

struct px_image;

/* The same device code for one architecture.  */
struct px_variant
{
  uint32_t arch;     /* as above */
  uint32_t isa;	     /* PTX ISA: 10 * major + minor, 70 for 7.0 */
  uint32_t is_cubin; /* 1: ELF for exactly this chip, not PTX */
  uint32_t reserved;
  const char *data; /* PTX text, with a NUL after it, or ELF */
  uint64_t size;    /* without the NUL */
};

/* Flags of a kernel's signature.  */
#define PX_KERNEL_COOPERATIVE 1u  /* needs a cooperative launch */
#define PX_KERNEL_DYNAMIC_SMEM 2u /* has a `__shared T x[]' */
#define PX_KERNEL_STATIC 4u	  /* C `static': name is not unique */

/* A pointer among the arguments, one in a structure included, for F7, which libpx
   checks for equal pointers and for those into a px_use.  */
struct px_pointer
{
  uint32_t argument, offset; /* its place: argument, from 0; byte in it */
  uint32_t group;	     /* pointers of one number, not 0, may be equal: __alias,
				   elements of one array */
  uint32_t writes;	     /* 1: to what is not const */
};

struct px_symbol;

/* What a kernel or device function uses by its name, itself or in what it calls of its
   own object: a variable, or a function of another object, whose uses are its, too.  */
struct px_use
{
  const struct px_symbol *symbol;
  uint32_t writes; /* 1: a variable that is not only read */
  uint32_t reserved;
};

/* A tensor copy whose map is an argument.  */
struct px_map_use
{
  uint32_t argument, offset; /* the map's place: argument, from 0; byte in it */
  uint32_t rank;
  uint32_t bytes;		    /* that one copy moves, of a store at most */
  uint32_t store;		    /* 1: out of shared memory */
  uint32_t element, inner, swizzle; /* of a tile: bytes of an element, elements in
				   a row of a box, swizzle mode; element is 0
				   if there is no tile */
  const char *tile;		    /* its type as users write it; NULL */
  uint32_t line;
};

/* Rows of a tile that one copy moves, its box being at most 256 high: the most that
   divide ROWS and are whole patterns of the swizzle.  ROWS is a multiple of 8.  */
static inline unsigned
px_box_rows (unsigned rows)
{
  unsigned n = rows < 256 ? rows : 256;
  while (rows % n)
    n -= 8;
  return n;
}

/* A kernel, with its perspective signature (manual: Functions and variables).  */
struct px_kernel
{
  const char *name; /* of the .entry, the C name */
  struct px_image *image;
  uint32_t grid, block, thread; /* minima of __requires: blocks a multiple of
				   `block', threads a multiple of `thread' */
  uint32_t threads;		/* T of threads (T): exactly T a block; or 0 */
  uint32_t cluster;		/* blocks a cluster; 0 if none asked for */
  uint32_t smem;		/* bytes of shared memory of its frames, which
				   the launch has to provide; the dynamic array
				   of PX_KERNEL_DYNAMIC_SMEM comes after it */
  uint32_t smem_align;		/* of the dynamic array; frames need <= 1024 */
  uint32_t flags;
  uint32_t variants; /* bit i: variant i of the image holds it */
  uint32_t nparams;
  const uint32_t *param_size; /* of each argument, bytes */
  const char *file;	      /* where it is defined, for messages */
  uint32_t line;
  uint32_t nmaps;
  const struct px_map_use *maps;
  uint32_t npointers, nuses;
  const struct px_pointer *pointers;
  const struct px_use *uses;
};

/* A device function or variable with external linkage.  */
#define PX_SYMBOL_FUNCTION 0u
#define PX_SYMBOL_VARIABLE 1u
struct px_symbol
{
  const char *name;	  /* in the PTX */
  struct px_image *image; /* that defines it */
  uint64_t size;	  /* bytes of a variable, 0 for a function */
  const char *signature;  /* of a function, for people: what callers look at,
				   one line each, in the same order; else NULL */
  const char *file;	  /* where it is defined */
  uint32_t line;
  uint32_t kind;
  const struct px_use *uses; /* of a function */
  uint32_t nuses, reserved;
};

/* One that another object defines, as it is declared here.  */
struct px_import
{
  const struct px_symbol *symbol;
  const char *signature, *file; /* as above, of the declaration */
  uint32_t line, reserved;
};

struct px_image
{
  uint32_t magic, version;
  uint32_t nvariants, nkernels, nsymbols, nimports;
  const struct px_variant *variants; /* best first is not promised */
  const struct px_kernel *const *kernels;
  const struct px_symbol *const *symbols;
  const struct px_import *imports;
  struct px_image *const *first, *const *last; /* __start_, __stop_px_images:
				   the images linked with this one, [first, last) */
  void *dso;				       /* &__dso_handle, for __cxa_atexit */
  const char *source;			       /* file that was compiled */
  void *state;				       /* libpx's; starts as NULL */
};

#endif
