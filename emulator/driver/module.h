/* SPDX-License-Identifier: MIT */
/* Declarations that texts.c, module.c, library.c, link.c, launch.c and occupancy.c share.
   drv.h has those for the rest of the driver.  */
#ifndef EMULATOR_MODULE_H
#define EMULATOR_MODULE_H

#include "emulator/driver/drv.h"
#include "ptx/ptx.h"

struct text;
struct jit;

/* ---- emulator/driver/module.c ---- */

struct module
{
  struct module *next;
  struct ctx *ctx; /* NULL: it belongs to a library */
  CUmodule handle;
  px_emu_module *emu;
  ptx_module **ptx;
  size_t nptx;
  struct func *funcs;
  unsigned pending; /* number of operations that launch from it */
};

/* First statement of functions that have a CUfunction as argument.  */
#define ENTER_FUNC(h, f) \
  struct func *f; \
  ENTER (IN_HEALTH, current_); \
  f = func_get (h); \
  if (!f) \
  return CUDA_ERROR_INVALID_HANDLE

/* Frees M, which is in no list: its handles at once, the rest after its last kernel and the
   operations that may use its variables.  */
void module_free (struct module *m);
/* Makes a module of the N texts T, in no context.  Errors in the texts are written to the log.  */
CUresult module_new (const struct text *t, size_t n, struct jit *j, struct module **out);
/* Loads IMAGE, called NAME.  If C is not NULL the module belongs to it.  */
CUresult module_load (struct ctx *c, const void *image, size_t size, const char *name,
		      struct jit *j, struct module **m);
/* Returns the function of EMU, which the first call makes.  */
CUresult func_of (struct module *m, px_emu_func *emu, struct func **out);
/* Finds the entry NAME of M.  */
CUresult func_named (struct module *m, const char *name, struct func **f);
/* Returns the number of kernels of M.  */
unsigned module_entries (struct module *m);
/* Finds the variable NAME of M.  */
CUresult module_variable (struct module *m, const char *name, CUdeviceptr *p, size_t *bytes);
/* Returns the value of attribute A of F.  */
CUresult func_attribute (int *value, CUfunction_attribute a, const struct func *f);
/* Sets attribute A of F, if VALUE is permitted.  */
CUresult func_set_attribute (struct func *f, CUfunction_attribute a, int value);
/* Returns the offset of parameter I of F, and, unless SIZE is NULL, its bytes.  */
CUresult func_param_info (const struct func *f, size_t i, size_t *offset, size_t *size);

/* ---- emulator/driver/texts.c ---- */

/* The image that cuLinkComplete makes and cuModuleLoadData accepts: this header, then for each
   text its size (8 bytes), its name with NUL, the text with NUL.  */
struct linked
{
  char magic[8];
  uint64_t size;  /* of the whole image, this header included */
  uint64_t n;	  /* number of texts */
  uint64_t check; /* checksum of size and n: cuModuleLoadData, which gets no size, must rely on
		     these */
};

struct text
{
  char *name;
  char *ptx;
  size_t n;
};

/* Log of a compilation, and the caller's buffers for it.  */
struct jit
{
  char *log; /* from malloc */
  size_t n;
  char *info, *error; /* buffers of the caller, or NULL */
  size_t info_size, error_size;
  void **info_out, **error_out; /* where to store their sizes */
  void **time_out;
  uint64_t start;
};

/* The first bytes of a linked image, and the checksum of size and count in its header.  */
extern const char linked_magic[8];
uint64_t linked_check (const struct linked *h);
/* Appends a line to the log of J, printf style.  */
void jit_say (struct jit *j, const char *format, ...);
/* Ends J: copies the log to the caller's buffers, to which one depends on R.  If the caller
   gave no buffer for errors, it may not check results either: the first line is printed to
   stderr.  */
CUresult jit_end (struct jit *j, CUresult r);
/* Begins J with the N OPTIONS of a call.  Returns an error if one of them has an invalid value.  */
CUresult jit_start (struct jit *j, unsigned n, const CUjit_option *options, void **values);
/* Reads T, for this device.  Errors in it are written to the log.  */
CUresult text_load (const struct text *t, struct jit *j, ptx_module **out);
/* Frees T and its N texts.  */
void texts_free (struct text *t, size_t n);
/* Appends to T the texts of IMAGE, which has SIZE bytes (0: unknown; a PTX text ends with a
   NUL, and a linked image has its size in the header).  */
CUresult texts_of (const void *image, size_t size, const char *name, struct jit *j, struct text **t,
		   size_t *n);
/* Returns the contents of a file, from malloc, followed by a NUL.  */
CUresult file_text (const char *name, char **text, size_t *n);

/* ---- emulator/driver/launch.c ---- */

/* Returns true if the dimensions of P are within the device's limits.  */
bool launch_dims_ok (const CUlaunchConfig *p);
/* Applies the attributes of a launch.  */
CUresult launch_attributes (const CUlaunchConfig *p, struct func *f, px_emu_launch *l,
			    bool *overlaps);
/* Sets the cluster of the launch, and checks it against the grid.  */
CUresult launch_cluster (struct func *f, px_emu_launch *l);

#endif
