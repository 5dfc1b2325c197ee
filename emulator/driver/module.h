/* SPDX-License-Identifier: MIT */
/* What the files of modules share: texts.c, module.c, library.c, link.c, launch.c, occupancy.c.
   The rest of the driver needs what drv.h has of them.  */
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
  struct ctx *ctx; /* NULL: of a library */
  CUmodule handle;
  px_emu_module *emu;
  ptx_module **ptx;
  size_t nptx;
  struct func *funcs;
  unsigned pending; /* operations that launch from it */
};

/* First statement of functions of a CUfunction.  */
#define ENTER_FUNC(h, f) \
  struct func *f; \
  ENTER (IN_HEALTH, current_); \
  f = func_get (h); \
  if (!f) \
  return CUDA_ERROR_INVALID_HANDLE

/* Ends M, which is in no list any more: its handles at once, the rest when its
   last kernel has run, and what may use its variables.  */
void module_free (struct module *m);
/* A module of the N texts T, in no context; what is wrong with them is in the log.  */
CUresult module_new (const struct text *t, size_t n, struct jit *j, struct module **out);
/* Loads IMAGE, called NAME; the module is of C, if that is not NULL.  */
CUresult module_load (struct ctx *c, const void *image, size_t size, const char *name,
		      struct jit *j, struct module **m);
/* The function of EMU, made at the first call.  */
CUresult func_of (struct module *m, px_emu_func *emu, struct func **out);
/* The entry NAME of M.  */
CUresult func_named (struct module *m, const char *name, struct func **f);
/* The number of kernels of M.  */
unsigned module_entries (struct module *m);
/* The variable NAME of M.  */
CUresult module_variable (struct module *m, const char *name, CUdeviceptr *p, size_t *bytes);
/* The value of attribute A of F.  */
CUresult func_attribute (int *value, CUfunction_attribute a, const struct func *f);
/* Sets attribute A of F, if it may be set to VALUE.  */
CUresult func_set_attribute (struct func *f, CUfunction_attribute a, int value);
/* Where parameter I of F lies, and, unless SIZE is NULL, how many bytes it has.  */
CUresult func_param_info (const struct func *f, size_t i, size_t *offset, size_t *size);

/* ---- emulator/driver/texts.c ---- */

/* What cuLinkComplete makes and cuModuleLoadData accepts: this header, then
   for each text its size (8 bytes), its name with NUL, the text with NUL.  */
struct linked
{
  char magic[8];
  uint64_t size;  /* of all, this header included */
  uint64_t n;	  /* texts */
  uint64_t check; /* of size and n: whoever loads from memory has only
				   these to go by */
};

struct text
{
  char *name;
  char *ptx;
  size_t n;
};

/* Log of a compilation, and where the caller wants it.  */
struct jit
{
  char *log; /* malloced */
  size_t n;
  char *info, *error; /* buffers of the caller, or NULL */
  size_t info_size, error_size;
  void **info_out, **error_out; /* of their sizes */
  void **time_out;
  uint64_t start;
};

/* How a linked image begins; the check of size and count that such a header holds.  */
extern const char linked_magic[8];
uint64_t linked_check (const struct linked *h);
/* Appends a line to the log of J, printf style.  */
void jit_say (struct jit *j, const char *format, ...);
/* Ends J: the log goes to the caller's buffers, R says to which.  Who gave none for errors may look
   at no result either: its first line goes to stderr.  */
CUresult jit_end (struct jit *j, CUresult r);
/* Begins J with the N OPTIONS of a call; an error if one of them has a value that it may not have.  */
CUresult jit_start (struct jit *j, unsigned n, const CUjit_option *options, void **values);
/* Reads T, for this device; what is wrong with it is in the log.  */
CUresult text_load (const struct text *t, struct jit *j, ptx_module **out);
/* Frees T and its N texts.  */
void texts_free (struct text *t, size_t n);
/* The texts of IMAGE, of SIZE bytes (0: a PTX text with NUL, or a linked
   image, says itself), appended to T.  */
CUresult texts_of (const void *image, size_t size, const char *name, struct jit *j, struct text **t,
		   size_t *n);
/* The contents of a file, malloced, with a NUL after it.  */
CUresult file_text (const char *name, char **text, size_t *n);

/* ---- emulator/driver/launch.c ---- */

/* Dimensions of P that are within the device's limits.  */
bool launch_dims_ok (const CUlaunchConfig *p);
/* Attributes of a launch.  */
CUresult launch_attributes (const CUlaunchConfig *p, struct func *f, px_emu_launch *l,
			    bool *overlaps);
/* The cluster of the launch, checked against the grid.  */
CUresult launch_cluster (struct func *f, px_emu_launch *l);

#endif
