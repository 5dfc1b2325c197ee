/* SPDX-License-Identifier: MIT */
/* A CUDA driver for the kit's own tests: the emulator's, but for what
   $KIT_FAKE says:
     none    there is no device
     sm_80   the device is one
     sm_75   likewise
     old     the PTX ISA ends with 6.5
     broken  cuInit fails
     flips   the first bit of what a kernel gave is another one
     crashes kernels whose name is k3 end the process
   Linked with libpxemu, which has all other functions.  */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/driver.h"

static int
is (const char *what)
{
  const char *e = getenv ("KIT_FAKE");
  return e && !strcmp (e, what);
}

#define NEXT(symbol) ((px_fn_##symbol) dlsym (RTLD_NEXT, #symbol))

__attribute__ ((visibility ("default"))) CUresult
cuInit (unsigned flags)
{
  if (is ("broken"))
    return CUDA_ERROR_UNKNOWN;
  if (is ("none"))
    return CUDA_ERROR_NO_DEVICE;
  return NEXT (cuInit) (flags);
}

__attribute__ ((visibility ("default"))) CUresult
cuDeviceGetAttribute (int *value, CUdevice_attribute a, CUdevice d)
{
  CUresult r = NEXT (cuDeviceGetAttribute) (value, a, d);
  if (a == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR && (is ("sm_80") || is ("sm_75")))
    *value = is ("sm_80") ? 8 : 7;
  if (a == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR && (is ("sm_80") || is ("sm_75")))
    *value = is ("sm_80") ? 0 : 5;
  return r;
}

__attribute__ ((visibility ("default"))) CUresult
cuModuleLoadDataEx (CUmodule *m, const void *text, unsigned n, CUjit_option *options, void **values)
{
  const char *v = strstr (text, ".version ");
  if (is ("old") && v && atof (v + 9) > 6.55)
    return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
  return NEXT (cuModuleLoadDataEx) (m, text, n, options, values);
}

__attribute__ ((visibility ("default"))) CUresult
cuMemcpyDtoH_v2 (void *to, CUdeviceptr from, size_t bytes)
{
  CUresult r = NEXT (cuMemcpyDtoH_v2) (to, from, bytes);
  if (is ("flips") && bytes)
    *(char *) to ^= 1;
  return r;
}

__attribute__ ((visibility ("default"))) CUresult
cuModuleGetFunction (CUfunction *f, CUmodule m, const char *name)
{
  if (is ("crashes") && !strcmp (name, "k3"))
    abort ();
  return NEXT (cuModuleGetFunction) (f, m, name);
}
