/* SPDX-License-Identifier: MIT */
/* Libraries, which are modules without a context, and their kernels.  Uses module.c for loading
   and lookup; makes handles of libraries and kernels.  */
#include "emulator/driver/module.h"

#include <stdlib.h>

struct library
{
  CUlibrary handle;
  struct module *module;
};

static CUresult
library_load (CUlibrary *h, const void *image, size_t size, const char *name, CUjit_option *options,
	      void **values, unsigned n)
{
  struct library *l;
  struct jit j;
  CUresult r = drv_open ();
  if (!r)
    r = jit_start (&j, n, options, values);
  if (r)
    return r;
  l = calloc (1, sizeof *l);
  if (!l)
    return CUDA_ERROR_OUT_OF_MEMORY;
  r = jit_end (&j, module_load (NULL, image, size, name, &j, &l->module));
  if (!r && !(l->handle = handle_new (K_LIBRARY, l)))
    {
      module_free (l->module);
      r = CUDA_ERROR_OUT_OF_MEMORY;
    }
  if (r)
    free (l);
  else
    *h = l->handle;
  return r;
}

/* Checks options of libraries; both have no effect here.  */
static bool
library_options_ok (const CUlibraryOption *o, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    if (!o || (unsigned) o[i] > CU_LIBRARY_BINARY_IS_PRESERVED)
      return false;
  return true;
}

CUresult
cuLibraryLoadData (CUlibrary *h, const void *code, CUjit_option *options, void **values, unsigned n,
		   CUlibraryOption *lib_options, void **lib_values, unsigned lib_n)
{
  (void) lib_values;
  ENTER (IN_DRIVER, c);
  if (!h || !code || !library_options_ok (lib_options, lib_n))
    return CUDA_ERROR_INVALID_VALUE;
  return library_load (h, code, 0, "ptx", options, values, n);
}

CUresult
cuLibraryLoadFromFile (CUlibrary *h, const char *name, CUjit_option *options, void **values,
		       unsigned n, CUlibraryOption *lib_options, void **lib_values, unsigned lib_n)
{
  char *text;
  size_t size;
  CUresult r;
  (void) lib_values;
  ENTER (IN_DRIVER, c);
  if (!h || !name || !library_options_ok (lib_options, lib_n))
    return CUDA_ERROR_INVALID_VALUE;
  r = file_text (name, &text, &size);
  if (r)
    return r;
  r = library_load (h, text, size, name, options, values, n);
  free (text);
  return r;
}

/* First statement of functions that have a CUlibrary as argument.  */
#define ENTER_LIBRARY(h, l) \
  struct library *l; \
  ENTER (IN_DRIVER, current_); \
  l = handle_get (K_LIBRARY, h); \
  if (!l) \
  return CUDA_ERROR_INVALID_HANDLE

CUresult
cuLibraryUnload (CUlibrary h)
{
  ENTER_LIBRARY (h, l);
  handle_free (h);
  module_free (l->module);
  free (l);
  return CUDA_SUCCESS;
}

/* Returns a handle of F as a kernel of a library.  */
static CUresult
kernel_handle (struct func *f, struct library *l, CUkernel *h)
{
  if (!f->kernel && !(f->kernel = handle_new (K_KERNEL, f)))
    return CUDA_ERROR_OUT_OF_MEMORY;
  f->library = l->handle;
  *h = f->kernel;
  return CUDA_SUCCESS;
}

CUresult
cuLibraryGetKernel (CUkernel *kernel, CUlibrary h, const char *name)
{
  struct func *f;
  CUresult r;
  ENTER_LIBRARY (h, l);
  if (!kernel || !name)
    return CUDA_ERROR_INVALID_VALUE;
  r = func_named (l->module, name, &f);
  return r ? r : kernel_handle (f, l, kernel);
}

CUresult
cuLibraryGetKernelCount (unsigned *count, CUlibrary h)
{
  ENTER_LIBRARY (h, l);
  return GIVE_AT (count, module_entries (l->module));
}

CUresult
cuLibraryEnumerateKernels (CUkernel *kernels, unsigned n, CUlibrary h)
{
  ENTER_LIBRARY (h, l);
  if (!kernels || !n)
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < n; i++)
    {
      px_emu_func *emu = px_emu_module_entry (l->module->emu, i);
      struct func *f;
      CUresult r;
      if (!emu)
	break;
      r = func_of (l->module, emu, &f);
      if (!r)
	r = kernel_handle (f, l, &kernels[i]);
      if (r)
	return r;
    }
  return CUDA_SUCCESS;
}

CUresult
cuLibraryGetModule (CUmodule *mod, CUlibrary h)
{
  ENTER_LIBRARY (h, l);
  return GIVE_AT (mod, l->module->handle);
}

static CUresult
library_variable (const struct library *l, const char *name, CUdeviceptr *p, size_t *bytes)
{
  if (!name || (!p && !bytes))
    return CUDA_ERROR_INVALID_VALUE;
  return module_variable (l->module, name, p, bytes);
}

CUresult
cuLibraryGetGlobal (CUdeviceptr *p, size_t *bytes, CUlibrary h, const char *name)
{
  ENTER_LIBRARY (h, l);
  return library_variable (l, name, p, bytes);
}

/* All device memory is accessible to the host here, so a global variable serves as a managed
   one.  */
CUresult
cuLibraryGetManaged (CUdeviceptr *p, size_t *bytes, CUlibrary h, const char *name)
{
  ENTER_LIBRARY (h, l);
  CUdeviceptr at;
  size_t size;
  if (!p && !bytes)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult r = library_variable (l, name, &at, &size);
  if (r)
    return r;
  guard_variable (l->module, at, size);
  if (p)
    *p = at;
  if (bytes)
    *bytes = size;
  return CUDA_SUCCESS;
}

CUresult
cuLibraryGetUnifiedFunction (void **fn, CUlibrary h, const char *name)
{
  (void) fn;
  (void) name;
  ENTER_LIBRARY (h, l);
  (void) l;
  return CUDA_ERROR_NOT_SUPPORTED;
}

/* First statement of functions that have a CUkernel as argument.  */
#define ENTER_KERNEL(h, f) \
  struct func *f; \
  ENTER (IN_DRIVER, current_); \
  f = handle_get (K_KERNEL, h); \
  if (!f) \
  return CUDA_ERROR_INVALID_HANDLE

CUresult
cuKernelGetFunction (CUfunction *h, CUkernel kernel)
{
  ENTER_KERNEL (kernel, f);
  if (!h)
    return CUDA_ERROR_INVALID_VALUE;
  if (!current_)
    return CUDA_ERROR_INVALID_CONTEXT;
  *h = f->handle;
  return CUDA_SUCCESS;
}

CUresult
cuKernelGetLibrary (CUlibrary *h, CUkernel kernel)
{
  ENTER_KERNEL (kernel, f);
  return GIVE_AT (h, f->library);
}

CUresult
cuKernelGetAttribute (int *value, CUfunction_attribute a, CUkernel kernel, CUdevice dev)
{
  ENTER_KERNEL (kernel, f);
  return dev ? CUDA_ERROR_INVALID_DEVICE : func_attribute (value, a, f);
}

CUresult
cuKernelSetAttribute (CUfunction_attribute a, int value, CUkernel kernel, CUdevice dev)
{
  ENTER_KERNEL (kernel, f);
  return dev ? CUDA_ERROR_INVALID_DEVICE : func_set_attribute (f, a, value);
}

CUresult
cuKernelSetCacheConfig (CUkernel kernel, CUfunc_cache config, CUdevice dev)
{
  ENTER_KERNEL (kernel, f);
  if (dev)
    return CUDA_ERROR_INVALID_DEVICE;
  if ((unsigned) config > CU_FUNC_CACHE_PREFER_EQUAL)
    return CUDA_ERROR_INVALID_VALUE;
  f->cache = (int) config;
  return CUDA_SUCCESS;
}

CUresult
cuKernelGetName (const char **name, CUkernel kernel)
{
  ENTER_KERNEL (kernel, f);
  return GIVE_AT (name, f->name);
}

CUresult
cuKernelGetParamInfo (CUkernel kernel, size_t i, size_t *offset, size_t *size)
{
  ENTER_KERNEL (kernel, f);
  return func_param_info (f, i, offset, size);
}
