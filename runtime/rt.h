/* SPDX-License-Identifier: MIT */
/* Declarations that libpx's files share.

   Every function of the API does its work between rt_begin, which starts the
   driver if necessary and makes the thread's context current, and rt_end, which
   restores the context and turns the driver's result into a status with text.
   One lock (rt_lock) protects all data that is not per thread; it is held while
   device code is loaded.  */
#ifndef PX_RT_H
#define PX_RT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "px/runtime.h"
#include "runtime/driver.h"
#include "runtime/image.h"

#define PX_EXPORT __attribute__ ((visibility ("default")))

/* --- driver.c: which driver, its functions.  */

struct rt_driver
{
  bool emulated;
  int version;				 /* 1000 * major + 10 * minor */
  char file[128];			 /* the file name with which it was opened */
  size_t (*last_fault) (char *, size_t); /* pxemu_last_fault, or NULL */
  void (*name_shared) (void *, const struct px_array *, unsigned); /* pxemu_name_shared, or NULL */
#define PX_FIELD_REQ(symbol) px_fn_##symbol symbol;
#define PX_FIELD_OPT(symbol) px_fn_##symbol symbol; /* NULL if the driver lacks it */
#define PX_FIELD_EMU(symbol)
#define PX_DRIVER(name, symbol, since, need, args) PX_FIELD_##need (symbol)
#include "runtime/driver.def"
#undef PX_DRIVER
};
extern struct rt_driver rt_driver;

/* Starts the driver once.  A failure is remembered, and each later call returns it.  */
px_status rt_start (void);
extern int rt_first_device;    /* device of threads that have selected none */
extern atomic_bool rt_forked;  /* this process is a child, forked after its parent started the
				  driver */
extern atomic_bool rt_exiting; /* the process exits: the driver must not be called any more */

void rt_lock (void); /* also unloads the libraries that dlclose has removed */
bool rt_trylock (void);
void rt_unlock (void);
void rt_trace (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* --- context.c: devices, contexts, the frame of a call.  */

struct rt_device
{
  CUdevice handle;
  CUcontext primary; /* retained, or NULL */
  int arch;	     /* 90 for sm_90 */
  int max_threads, max_grid, smem_optin, warp, processors;
  bool cluster, cooperative, tensor_maps;
};

/* A CUDA context that px has met.  It is never freed, so that threads may keep pointers to it.
   If the driver reuses the handle, the id differs.  */
struct rt_context
{
  CUcontext handle;
  unsigned long long id; /* 0 if the driver has no ids */
  struct rt_device *device;
  bool primary;		      /* it is the device's primary context, retained by px */
  struct rt_module **modules; /* by index of the component; may be NULL */
  unsigned nmodules;
  atomic_bool prints; /* loaded code calls printf: synchronise at exit */
#define RT_RECENT 4
  _Atomic (const struct px_kernel *) recent[RT_RECENT]; /* the last kernels that were launched */
  atomic_uint nrecent; /* number of launches; recent[nrecent % RT_RECENT] is the next to be
			  overwritten */
  struct rt_context *next;
};
extern _Atomic (struct rt_context *) rt_contexts;

struct rt_call
{
  const char *what; /* name of the API function */
  struct rt_context *context;
  bool pushed;
  px_status status;
};

/* Begins a call of API function WHAT and makes the thread's context current.  Returns a
   failure, also in C->status; then rt_end must not be called.  */
px_status rt_begin (struct rt_call *c, const char *what);

/* Ends the call: restores the context.  R is the driver's result.  If it is a failure, the
   status gets the text "WHAT (FORMAT ...): ...".  */
px_status rt_end (struct rt_call *c, CUresult r, const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));

/* Ends a call with a failure that rt_fail has described.  */
px_status rt_end_failed (struct rt_call *c, px_status status);

/* Ends a call that needs SYMBOL, which the driver lacks.  */
px_status rt_end_lacks (struct rt_call *c, const char *symbol);
#define RT_NEED(c, symbol) \
  do \
    if (!rt_driver.symbol) \
      return rt_end_lacks (c, #symbol); \
  while (0)

/* Returns the device of this number, or NULL and the thread's *STATUS.  */
struct rt_device *rt_device (int number, px_status *status);
int rt_device_number (const struct rt_device *device);
px_status rt_start_devices (int count);

/* --- status.c: statuses of threads.  */

/* How deep px_launch may be nested in the arguments of px_launch.  */
#define RT_NESTED 16

struct rt_frame
{
  struct px_config config;
  bool entered; /* the kernel's stub was called */
  px_status status;
};

struct rt_thread
{
  int device;	    /* selected device, or -1 */
  px_status status; /* of the last failing call */
  char text[3072];
  int depth; /* number of frames in use; may exceed RT_NESTED */
  struct rt_frame frame[RT_NESTED];
  bool query; /* px__kernel is calling a stub to get its record */
  const struct px_kernel *found;
  struct rt_context *context; /* the context used last */
  /* Cache of the kernels launched last, by address.  */
  struct
  {
    const struct px_kernel *kernel;
    struct rt_context *context;
    struct rt_function *function;
    unsigned generation;
  } cache[16];
};
extern __thread struct rt_thread rt_thread;

/* Records the thread's failure; returns STATUS.  */
px_status rt_fail (px_status status, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Appends to the text of the last failure.  */
void rt_add (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* Records the driver's failure R: "FORMAT ...: text; advice".  */
px_status rt_fail_driver (CUresult r, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
bool rt_is_fault (CUresult r); /* a kernel failed: all later calls fail, too */

/* --- component.c: the images of the program, checked, and which are loaded together.  */

struct rt_component
{
  unsigned index; /* in a context's modules */
  bool checked;	  /* the images have been checked */
  unsigned n;
  struct px_image **images; /* must not be read after the library is unloaded */
};

struct rt_module;

/* Incremented whenever an rt_function becomes invalid.  */
extern atomic_uint rt_generation;

/* Finds the component of IMAGE, all images of which are right.  The caller holds the lock.  */
px_status rt_component_of (struct rt_call *c, struct px_image *image, struct rt_component **out);
/* Fails since IMAGE, which may be NULL or anything, is not what the compiler made.  HOW: the text.  */
px_status rt_corrupt (struct rt_call *c, const struct px_image *image, const char *how);
/* Unloads what libraries that are gone had loaded.  The caller holds the lock.  */
void rt_unload_gone (void);

/* Returns true if K's record has a table of its shared memory.  */
static inline bool
rt_has_arrays (const struct px_kernel *k)
{
  return k->image->version >= 5 && k->narrays;
}

/* --- load.c: finds the function of a kernel in a context.  */

/* The variables that a kernel names.  */
struct rt_named
{
  unsigned n;
  struct
  {
    CUdeviceptr start, end;
    bool writes;
    const struct px_symbol *symbol;
  } v[];
};

/* A kernel in a context.  */
struct rt_function
{
  const struct px_kernel *kernel;
  CUfunction handle; /* NULL until it is first used */
  int max_threads, smem_static;
  atomic_int smem_max;		     /* largest dynamic shared memory that was requested */
  _Atomic (struct rt_named *) named; /* NULL until the first launch, or if it names none */
};

/* Sets *F to KERNEL's function in C's context, and loads its code if necessary.  */
px_status rt_load (struct rt_call *c, const struct px_kernel *kernel, struct rt_function **f);
px_status rt_load_symbol (struct rt_call *c, const struct px_symbol *symbol, CUdeviceptr *address,
			  size_t *bytes);
/* Unloads M from X if X can be made current: a context of px's, or the current one.  */
void rt_unload (struct rt_context *x, struct rt_module *m);
/* Drops all that was loaded in CONTEXT, which no longer exists.  The caller holds the lock.  */
void rt_forget (struct rt_context *context);

/* Loads PTX or a cubin in the current context: N texts, which are linked if there is more than
   one.  NAME is for messages.  The lock is not needed.  */
struct rt_text
{
  const char *data;
  size_t size;
  bool cubin;
  const char *name;
};
px_status rt_load_texts (struct rt_call *c, const struct rt_text *texts, unsigned n,
			 const char *name, CUmodule *module);

/* --- alias.c: checks rule F7 for a launch of K, whose function is F, with ARGS.  */
px_status rt_check_pointers (const struct px_kernel *k, void **args);
px_status rt_check_maps (const struct px_kernel *k, void **args);
px_status rt_check_named (struct rt_call *c, const struct px_kernel *k, struct rt_function *f,
			  void **args);

/* --- rename.c: names of PTX modules that are to be linked.  */

struct rt_rename
{
  unsigned text;
  char *from, *to;
};

/* Finds names at module scope that would clash in N texts and can be renamed: those without
   .visible, .weak, .extern or .common, and those for which IS_STATIC (DATA, text, name) returns
   true.  Allocates *RENAMES.  Returns false if out of memory.  */
bool rt_clashes (const struct rt_text *texts, unsigned n,
		 bool (*is_static) (void *data, unsigned text, const char *name), void *data,
		 struct rt_rename **renames, unsigned *nrenames);

/* Returns TEXTS[I] with its names replaced, and with .global for .const, followed by a NUL, from
   malloc; NULL if out of memory.  */
char *rt_renamed (const struct rt_text *text, unsigned i, const struct rt_rename *renames,
		  unsigned nrenames, size_t *size);

/* --- cache.c: compiled code on disk.  */

/* Identifies N texts, compiled for ARCH by this driver.  */
struct rt_key
{
  unsigned char hash[32];
};
void rt_cache_key (const struct rt_text *texts, unsigned n, int arch, struct rt_key *key);

/* Returns a cubin of *SIZE bytes from malloc, or NULL.  */
void *rt_cache_get (const struct rt_key *key, size_t *size);
void rt_cache_put (const struct rt_key *key, const void *data, size_t size);

#include "runtime/sha256.h"

#endif
