/* SPDX-License-Identifier: MIT */
/* Declarations that px's replacements of NVIDIA's mathematical libraries share.  They work only for
   programs on the emulator, which finds them in the folder of its libcuda.so.1.

   how.h		flags that cublas.c passes to its kernels
   blas-kernels.c	the kernels, in px's dialect; linear.inc, gemm.inc
   cublas.c		libcublas
   cufft.c		libcufft
   curand.c		libcurand's interface; generators.c: its generators

   Like NVIDIA's they use the program's current context; streams are the driver's.  */
#ifndef CULIB_H
#define CULIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "emulator/pxemu.h"
#include "runtime/driver.h"

#define PX_DRIVER(name, symbol, since, need, args) extern __typeof__ (*(px_fn_##symbol) 0) symbol;
#include "runtime/driver.def"
#undef PX_DRIVER

#define EXPORT __attribute__ ((visibility ("default")))

/* Makes a context current in this thread if none is.  */
static inline bool
culib_enter (void)
{
  CUcontext c;
  pxemu_why (NULL, 0);
  if (cuCtxGetCurrent (&c) && cuInit (0))
    return false;
  if (cuCtxGetCurrent (&c))
    return false;
  return c || (!cuDevicePrimaryCtxRetain (&c, 0) && !cuCtxSetCurrent (c));
}

/* An operation of the driver that CALL, a function of the library, needs has failed.  If the reason is the program's memory,
   a checked run reports it: NVIDIA's library would access that memory by kernels.  Returns STATUS.  */
static inline int
culib_failed (const char *call, int status)
{
  char why[700];
  pxemu_why (why, sizeof why / 2);
  size_t n = strlen (why);
  if (n)
    {
      pxemu_started (NULL, why + n, sizeof why - n);
      pxemu_ignored (NULL, call, false, why);
    }
  return status;
}

/* Reports once that px does not support NAME.  */
static inline void
culib_refuse (const char *name, bool *told)
{
  if (!__atomic_exchange_n (told, true, __ATOMIC_RELAXED))
    fprintf (stderr, "px culib: there is no %s for the emulator\n", name);
}

#endif
