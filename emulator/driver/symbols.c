/* SPDX-License-Identifier: MIT */
/* What a program finds by name: cuGetProcAddress, and the functions of refused.def, which exist
   only to return an error.  */
#define _GNU_SOURCE 1
#include "emulator/driver/drv.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* ---- functions that are not supported ---- */

#define DRV_REFUSED(name, symbol, since) \
  DRV_EXPORT CUresult symbol (void); \
  CUresult symbol (void) \
  { \
    return CUDA_ERROR_NOT_SUPPORTED; \
  }
#include "emulator/driver/refused.def"
#undef DRV_REFUSED

/* NVIDIA's runtime, static or shared, asks for this private table before all others.  */
static const CUuuid runtime_table
  = { { '\xf8', '\xcf', '\xf9', '\x51', '\x21', '\x46', '\x8b', '\x4e', '\xb9', '\xe2', '\xfb',
	'\x46', '\x9e', '\x7c', '\x0d', '\xd9' } };

static atomic_flag said = ATOMIC_FLAG_INIT;
static atomic_bool nvidia_runtime;

bool
drv_nvidia_runtime (void)
{
  return nvidia_runtime;
}

/* Prints once how to run a program whose runtime is in the object that contains CALLER.  */
static void
say_foreign_runtime (const void *caller)
{
  Dl_info in;
  const char *file = dladdr (caller, &in) && in.dli_fname ? in.dli_fname : "the program",
	     *base = strrchr (file, '/');
  nvidia_runtime = true;
  if (atomic_flag_test_and_set (&said))
    return;
  if (!strncmp (base ? base + 1 : file, "libcudart.so", 12))
    fprintf (
      stderr,
      "pxemu: %s is NVIDIA's CUDA runtime, which runs only on NVIDIA's driver; px's must be found "
      "before it (no DT_RPATH, LD_PRELOAD or dlopen of that file)\n",
      file);
  else
    fprintf (
      stderr,
      "pxemu: %s is linked with the static CUDA runtime, which runs only on NVIDIA's driver; "
      "px-sanitize puts px's in its place if it is not stripped; or build it with nvcc -cudart "
      "shared\n",
      file);
}

CUresult
cuGetExportTable (const void **table, const CUuuid *id)
{
  if (!table || !id)
    return CUDA_ERROR_INVALID_VALUE;
  if (!memcmp (id, &runtime_table, sizeof runtime_table))
    say_foreign_runtime (__builtin_return_address (0));
  *table = NULL;
  return CUDA_ERROR_NOT_SUPPORTED;
}

/* ---- cuGetProcAddress ---- */

#define DRV_THREADS(symbol, suffix) extern DRV_EXPORT __typeof__ (symbol) symbol##suffix;
#include "emulator/driver/threads.def"
#undef DRV_THREADS

typedef CUresult (*any_fn) (void);

static const struct entry
{
  const char *name;
  int since;
  any_fn fn;
} entries[] = {
#define PX_DRIVER(name, symbol, since, need, args) { #name, since, (any_fn) (void *) symbol },
#include "runtime/driver.def"
#undef PX_DRIVER
#define DRV_REFUSED(name, symbol, since) { #name, since, symbol },
#include "emulator/driver/refused.def"
#undef DRV_REFUSED
};

/* The versions of some functions for per-thread default streams.  */
static const struct
{
  any_fn fn, threads;
} per_thread[] = {
#define DRV_THREADS(symbol, suffix) { (any_fn) (void *) symbol, (any_fn) (void *) symbol##suffix },
#include "emulator/driver/threads.def"
#undef DRV_THREADS
};

CUresult
cuGetProcAddress_v2 (const char *name, void **fn, int version, uint64_t flags,
		     CUdriverProcAddressQueryResult *status)
{
  const struct entry *best = NULL;
  bool known = false;
  any_fn f;

  if (!name || !fn || flags > CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
    return CUDA_ERROR_INVALID_VALUE;
  *fn = NULL;
  /* For programs in C these two are versions of one function.  */
  if (!strcmp (name, "cuGraphInstantiate") && version >= 12000)
    name = "cuGraphInstantiateWithFlags";
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (!strcmp (entries[i].name, name))
      {
	known = true;
	if (entries[i].since <= version && (!best || entries[i].since > best->since))
	  best = &entries[i];
      }
  if (!best)
    {
      if (status)
	*status = known ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
			: CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
      return status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
    }
  f = best->fn;
  if (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
    for (size_t i = 0; i < sizeof per_thread / sizeof *per_thread; i++)
      if (per_thread[i].fn == f)
	{
	  f = per_thread[i].threads;
	  break;
	}
  memcpy (fn, &f, sizeof f);
  if (status)
    *status = CU_GET_PROC_ADDRESS_SUCCESS;
  return CUDA_SUCCESS;
}

CUresult
cuGetProcAddress (const char *name, void **fn, int version, uint64_t flags)
{
  return cuGetProcAddress_v2 (name, fn, version, flags, NULL);
}
