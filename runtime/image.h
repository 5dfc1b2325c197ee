/* SPDX-License-Identifier: MIT */
/* The image: data that px.so puts into an object file and libpx reads from the
   running program.  It has no code: no constructor runs, so a program that
   launches nothing has no cost.

   One object file has one `struct px_image', in ordinary data, and one pointer
   to it in the section "px_images".  The linker collects these pointers for
   each executable or shared library between __start_px_images and
   __stop_px_images, whose addresses are in the image: from any image libpx
   finds all those that were linked with it.

   A device function or file-scope `__device' variable NAME with external
   linkage has a record `struct px_symbol', the hidden host symbol
   "px.device.NAME", in the object that defines it; an object that uses one
   defined elsewhere has a pointer to that record among its imports.  So the
   host linker resolves device symbols: it extracts members from archives and
   reports undefined and duplicate symbols.  Both sides of a function have
   its signature as text; libpx reports where they differ.

   A kernel NAME is, on the host, a stub function of the same C type, which
   calls px__link_with_lpx with the kernel's record and the addresses of its arguments
   (<px.h>, px_launch).

   All pointers point to data of the program; libpx owns none of them.  Everything
   is constant except `state'.  The plugin writes these structures field by field
   in the order below: if one changes, change both and PX_IMAGE_VERSION.  */
#ifndef PX_IMAGE_H
#define PX_IMAGE_H

#include <stdint.h>

#define PX_IMAGE_MAGIC 0x67495870u /* "pXIg" */
#define PX_IMAGE_VERSION 7u
/* Images from this version on are read; a kernel's record has no `arrays' before version 5, no
   `facts' before version 6, and these no BLOCKS and THREADS before version 7.  */
#define PX_IMAGE_OLDEST 4u

/* An architecture: 80 for sm_80.  An `a' variant (sm_90a), which runs only on that chip, has
   the bit PX_ARCH_EXACT.  */
#define PX_ARCH_EXACT 0x10000u

struct px_image;

/* The same device code for one architecture.  */
struct px_variant
{
  uint32_t arch;     /* as above */
  uint32_t isa;	     /* PTX ISA version: 10 * major + minor, 70 for 7.0 */
  uint32_t is_cubin; /* 1: ELF for exactly this chip, not PTX */
  uint32_t reserved;
  const char *data; /* PTX text, followed by a NUL, or ELF */
  uint64_t size;    /* without the NUL */
};

/* Flags of a kernel's signature.  */
#define PX_KERNEL_COOPERATIVE 1u  /* it needs a cooperative launch */
#define PX_KERNEL_DYNAMIC_SMEM 2u /* has a `__shared T x[]' */
#define PX_KERNEL_STATIC 4u	  /* C `static': the name is not unique */

/* A pointer in the arguments, also within a structure, for rule F7: libpx reports equal
   pointers, and pointers into a variable of px_use.  */
struct px_pointer
{
  uint32_t argument, offset; /* number of the argument, from 0; offset in it in bytes */
  uint32_t group;	     /* pointers of one group other than 0 may be equal: __alias,
				elements of one array */
  uint32_t writes;	     /* 1: it points to a type that is not const */
};

struct px_symbol;

/* A symbol that a kernel or device function names, or a function of its own object that it
   calls names: a variable, or a function of another object, whose uses then count as well.  */
struct px_use
{
  const struct px_symbol *symbol;
  uint32_t writes; /* 1: the variable is also written */
  uint32_t reserved;
};

/* A tensor copy whose map is an argument.  */
struct px_map_use
{
  uint32_t argument, offset; /* position of the map: number of the argument, from 0; offset in
				it in bytes */
  uint32_t rank;
  uint32_t bytes;		    /* bytes that one copy moves; for a store at most */
  uint32_t store;		    /* 1: copies from shared memory */
  uint32_t element, inner, swizzle; /* of a tile: bytes of an element, elements in a row of a
				       box, swizzle mode; element is 0 if there is no tile */
  const char *tile;		    /* the tile's type as users write it; NULL if there is none */
  uint32_t line;
};

/* Returns how many rows of a tile one copy moves: the largest divisor of ROWS up to 256, the
   greatest height of a box, that contains whole patterns of the swizzle.  ROWS is a multiple of
   8.  */
static inline unsigned
px_box_rows (unsigned rows)
{
  unsigned n = rows < 256 ? rows : 256;
  while (rows % n)
    n -= 8;
  return n;
}

/* What is where in the shared memory of a kernel's block, for messages: a __shared array of the
   kernel or of a function that it calls; the frame of a function of another object, whose
   arrays are not known here; what px put there itself.  Two that are never alive together may
   have the same bytes.  */
#define PX_ARRAY_RANK 4
struct px_array
{
  const char *name; /* as declared; of a frame, the function's; NULL: px's own */
  const char *type; /* of an element, as C writes it; NULL if it is no array */
  uint32_t offset;  /* of the first byte from the start of the memory that the launch provides */
  uint32_t bytes;   /* 0: sized at launch */
  uint32_t element; /* bytes of an element */
  uint32_t rank;    /* dimensions; 0: one element.  Of an array of more than PX_ARRAY_RANK, an
		       element is an array */
  uint32_t extent[PX_ARRAY_RANK]; /* elements of each dimension; the first is 0 if BYTES is */
};

/* A fact of __where: what holds in each launch that the stub has not refused, an expression of C
   over the kernel's arguments and the size of the launch.  Its nodes stand after those that they use.  C defines the value of
   the last one, the fact's.  */
enum px_fact_op
{
#define PX_FACT_OP(name, operands, spelling) PX_FACT_##name,
#include "runtime/facts.def"
#undef PX_FACT_OP
  PX_FACT_OPS
};
struct px_fact_node
{
  uint32_t op;		    /* enum px_fact_op */
  uint32_t bits, is_signed; /* its type: 1 to 64 bits */
  /* Numbers of its operands' nodes, which come before it and are no other's; of PX_FACT_PARAMETER, a is
     the number of the argument, whose lowest bits it is.  */
  uint32_t a, b;
  uint32_t reserved;
  int64_t value; /* of PX_FACT_CONST; of an unsigned type, with the same 64 bits */
};
struct px_fact
{
  const char *text; /* as written */
  const struct px_fact_node *nodes;
  uint32_t nnodes;
  uint32_t element; /* 0: the value is not 0.  Else the value is not negative, and the pointer in
		       `argument' leads to at least so many elements, of so many bytes each */
  uint32_t argument, reserved;
};

/* A kernel, with its perspective signature (manual: Functions and variables).  */
struct px_kernel
{
  const char *name; /* of the .entry, the C name */
  struct px_image *image;
  uint32_t grid, block, thread; /* minima of __requires: the number of blocks is a multiple of
				   `block', of threads a multiple of `thread' */
  uint32_t threads;		/* T of threads (T): the block has exactly T threads; 0: none
				   given */
  uint32_t cluster;		/* blocks of a cluster; 0: none given */
  uint32_t smem;		/* bytes of shared memory that the launch has to provide for the
				   kernel's frames; the dynamic array of PX_KERNEL_DYNAMIC_SMEM
				   follows them */
  uint32_t smem_align;		/* alignment of the dynamic array; frames need at most 1024 */
  uint32_t flags;
  uint32_t variants; /* bit i: variant i of the image contains the kernel */
  uint32_t nparams;
  const uint32_t *param_size; /* bytes of each argument */
  const char *file;	      /* source file that defines it, for messages */
  uint32_t line;
  uint32_t nmaps;
  const struct px_map_use *maps;
  uint32_t npointers, nuses;
  const struct px_pointer *pointers;
  const struct px_use *uses;
  /* From version 5 on.  */
  const struct px_array *arrays;
  uint32_t narrays, reserved;
  /* From version 6 on.  */
  const struct px_fact *facts;
  uint32_t nfacts, reserved_too;
};

/* A device function or variable with external linkage.  */
#define PX_SYMBOL_FUNCTION 0u
#define PX_SYMBOL_VARIABLE 1u
struct px_symbol
{
  const char *name;	  /* in the PTX */
  struct px_image *image; /* the image that defines it */
  uint64_t size;	  /* bytes of a variable; 0 for a function */
  const char *signature;  /* of a function, for messages: what callers rely on, one line for
			     each item, in a fixed order; NULL for a variable */
  const char *file;	  /* source file that defines it */
  uint32_t line;
  uint32_t kind;
  const struct px_use *uses; /* of a function */
  uint32_t nuses, reserved;
};

/* A symbol that another object defines, as it is declared in this one.  */
struct px_import
{
  const struct px_symbol *symbol;
  const char *signature, *file; /* as in px_symbol, of the declaration */
  uint32_t line, reserved;
};

struct px_image
{
  uint32_t magic, version;
  uint32_t nvariants, nkernels, nsymbols, nimports;
  const struct px_variant *variants; /* in no particular order */
  const struct px_kernel *const *kernels;
  const struct px_symbol *const *symbols;
  const struct px_import *imports;
  struct px_image *const *first, *const *last; /* __start_, __stop_px_images:
				   the images linked with this one, [first, last) */
  void *dso;				       /* &__dso_handle, for __cxa_atexit */
  const char *source;			       /* source file that was compiled */
  void *state;				       /* owned by libpx; NULL at the start */
};

#endif
