/* SPDX-License-Identifier: MIT */
/* Modules that the program loads itself.  */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/rt.h"

struct px_module_st
{
  CUmodule handle;
};

/* Loads SIZE bytes at DATA, which are followed by a NUL.  */
static px_status
load (const char *what, px_module *module, const char *data, size_t size, const char *name)
{
  struct rt_call c;
  struct rt_text text = { data, size, size >= 4 && !memcmp (data, "\177ELF", 4), name };
  if (!text.cubin && (size == 0 || memchr (data, 0, size)))
    return rt_fail (PX_ERR_IMAGE, "%s: %s is neither PTX text nor a cubin", what, name);
  if (rt_begin (&c, what))
    return c.status;
  px_module m = malloc (sizeof *m);
  px_status s = m ? rt_load_texts (&c, &text, 1, name, &m->handle)
		  : rt_fail (PX_ERR_MEMORY, "%s: out of memory", what);
  if (s)
    free (m);
  else
    *module = m;
  return rt_end_failed (&c, s);
}

PX_EXPORT px_status
px_module_load_data (px_module *module, const void *data, size_t size)
{
  char *copy = malloc (size + 1);
  if (!copy)
    return rt_fail (PX_ERR_MEMORY, "px_module_load_data: out of memory");
  memcpy (copy, data, size);
  if (size < 4 || memcmp (copy, "\177ELF", 4))
    while (size && copy[size - 1] == 0)
      size--;
  copy[size] = 0;
  px_status s = load ("px_module_load_data", module, copy, size, "the data");
  free (copy);
  return s;
}

PX_EXPORT px_status
px_module_load (px_module *module, const char *file)
{
  FILE *f = fopen (file, "rb");
  char *data = NULL;
  size_t n = 0, room = 0;
  bool bad = !f;
  while (!bad && !feof (f))
    {
      if (n + 1 >= room)
	{
	  room = room ? 2 * room : 1 << 16;
	  char *v = realloc (data, room);
	  if (!v)
	    {
	      free (data);
	      fclose (f);
	      return rt_fail (PX_ERR_MEMORY, "px_module_load: out of memory for %s", file);
	    }
	  data = v;
	}
      n += fread (data + n, 1, room - n - 1, f);
      bad = ferror (f);
    }
  px_status s;
  if (bad)
    s = rt_fail (PX_ERR_SYSTEM, "px_module_load: %s: %s", file, strerror (errno));
  else
    {
      data[n] = 0;
      s = load ("px_module_load", module, data, n, file);
    }
  if (f)
    fclose (f);
  free (data);
  return s;
}

PX_EXPORT px_status
px_module_unload (px_module module)
{
  struct rt_call c;
  if (!module)
    return PX_OK;
  if (rt_begin (&c, "px_module_unload"))
    return c.status;
  CUresult r = rt_driver.cuModuleUnload (module->handle);
  free (module);
  return rt_end (&c, r, "%s", "");
}

PX_EXPORT px_status
px_module_function (px_function *function, px_module module, const char *name)
{
  struct rt_call c;
  CUfunction f;
  if (rt_begin (&c, "px_module_function"))
    return c.status;
  CUresult r = rt_driver.cuModuleGetFunction (&f, module->handle, name);
  if (r == CUDA_SUCCESS)
    *function = f;
  return rt_end (&c, r, "kernel %s", name);
}

PX_EXPORT px_status
px_module_symbol (px_module module, const char *name, void **address, size_t *bytes)
{
  struct rt_call c;
  CUdeviceptr p;
  size_t n;
  if (rt_begin (&c, "px_module_symbol"))
    return c.status;
  CUresult r = rt_driver.cuModuleGetGlobal_v2 (&p, &n, module->handle, name);
  if (r == CUDA_SUCCESS)
    {
      *address = (void *) (uintptr_t) p;
      if (bytes)
	*bytes = n;
    }
  return rt_end (&c, r, "variable %s", name);
}
