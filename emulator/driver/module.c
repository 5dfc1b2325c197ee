/* SPDX-License-Identifier: MIT */
/* Modules and their functions: loading, lookup, attributes.  */
#include "emulator/driver/module.h"
#include "emulator/pxemu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- modules ---- */

void
module_free (struct module *m)
{
  for (struct func *f = m->funcs; f; f = f->next)
    {
      handle_free (f->handle);
      if (f->kernel)
	handle_free (f->kernel);
      f->handle = NULL;
      f->kernel = NULL;
      f->emu = NULL;
    }
  if (m->handle)
    {
      handle_free (m->handle);
      if (m->ctx)
	ctx_drain (m->ctx);
      else
	drv_drain ();
    }
  wait_zero (&m->pending);
  while (m->funcs)
    {
      struct func *f = m->funcs;
      m->funcs = f->next;
      f->module = NULL;
      func_unref (f);
    }
  guard_forget_variables (m);
  if (m->emu)
    px_emu_module_unload (m->emu);
  for (size_t i = 0; i < m->nptx; i++)
    ptx_free (m->ptx[i]);
  free (m->ptx);
  free (m);
}

void
modules_clear (struct ctx *c)
{
  while (c->modules)
    {
      struct module *m = c->modules;
      c->modules = m->next;
      module_free (m);
    }
}

/* Appends the lines of an engine's log to J.  */
static void
jit_lines (struct jit *j, char *log)
{
  for (char *s = log, *end; s && *s; s = end)
    {
      end = strchr (s, '\n');
      if (end)
	*end++ = '\0';
      jit_say (j, "%s", s);
    }
  free (log);
}

CUresult
module_new (const struct text *t, size_t n, struct jit *j, struct module **out)
{
  struct module *m = calloc (1, sizeof *m);
  const char *mode = drv_env ("CUDA_MODULE_LOADING");
  px_emu_error err;
  char *log = NULL;
  CUresult r = CUDA_SUCCESS;

  if (!m || !(m->ptx = calloc (n ? n : 1, sizeof *m->ptx)))
    {
      free (m);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  for (; !r && m->nptx < n; m->nptx += !r)
    r = text_load (&t[m->nptx], j, &m->ptx[m->nptx]);
  if (!r)
    {
      memset (&err, 0, sizeof err);
      m->emu = px_emu_module_load (drv.emu, (const struct ptx_module *const *) m->ptx, n,
				   mode && !strcmp (mode, "EAGER"), &log, &err);
      if (!m->emu)
	{
	  size_t before = j->n;
	  r = drv_engine_error (&err);
	  jit_lines (j, log);
	  if (j->n == before)
	    jit_say (j, "error: %s", err.text);
	}
      else
	jit_lines (j, log);
    }
  if (!r && !(m->handle = handle_new (K_MODULE, m)))
    r = CUDA_ERROR_OUT_OF_MEMORY;
  if (r)
    {
      module_free (m);
      m = NULL;
    }
  *out = m;
  return r;
}

CUresult
module_load (struct ctx *c, const void *image, size_t size, const char *name, struct jit *j,
	     struct module **m)
{
  struct text *t = NULL;
  size_t n = 0;
  CUresult r = texts_of (image, size, name, j, &t, &n);
  if (!r)
    r = module_new (t, n, j, m);
  texts_free (t, n);
  if (!r && c)
    {
      (*m)->ctx = c;
      (*m)->next = c->modules;
      c->modules = *m;
    }
  return r;
}

CUresult
cuModuleLoadDataEx (CUmodule *h, const void *image, unsigned n, CUjit_option *options,
		    void **values)
{
  struct module *m;
  struct jit j;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!h || !image)
    return CUDA_ERROR_INVALID_VALUE;
  r = capture_unsafe (c);
  if (!r)
    r = jit_start (&j, n, options, values);
  if (r)
    return r;
  r = jit_end (&j, module_load (c, image, 0, "ptx", &j, &m));
  if (!r)
    *h = m->handle;
  return r;
}

CUresult
cuModuleLoadData (CUmodule *h, const void *image)
{
  return cuModuleLoadDataEx (h, image, 0, NULL, NULL);
}

CUresult
cuModuleLoadFatBinary (CUmodule *h, const void *image)
{
  return cuModuleLoadDataEx (h, image, 0, NULL, NULL);
}

CUresult
cuModuleLoad (CUmodule *h, const char *name)
{
  struct module *m;
  struct jit j;
  char *text;
  size_t n;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!h || !name)
    return CUDA_ERROR_INVALID_VALUE;
  r = capture_unsafe (c);
  if (!r)
    r = file_text (name, &text, &n);
  if (r)
    return r;
  jit_start (&j, 0, NULL, NULL);
  r = jit_end (&j, module_load (c, text, n, name, &j, &m));
  free (text);
  if (!r)
    *h = m->handle;
  return r;
}

CUresult
cuModuleUnload (CUmodule h)
{
  struct module *m, **p;
  CUresult r;
  ENTER (IN_HEALTH, c);
  m = handle_get (K_MODULE, h);
  if (!m || !m->ctx)
    return CUDA_ERROR_INVALID_HANDLE;
  r = capture_unsafe (c);
  if (r)
    return r;
  for (p = &m->ctx->modules; *p != m; p = &(*p)->next)
    ;
  *p = m->next;
  module_free (m);
  drv_flush_printf ();
  return CUDA_SUCCESS;
}

CUresult
cuModuleGetLoadingMode (CUmoduleLoadingMode *mode)
{
  const char *s = drv_env ("CUDA_MODULE_LOADING");
  return GIVE_AT (mode,
		  s && !strcmp (s, "EAGER") ? CU_MODULE_EAGER_LOADING : CU_MODULE_LAZY_LOADING);
}

/* ---- functions ---- */

void
func_unref (struct func *f)
{
  if (!f || --f->refs)
    return;
  free (f->offset);
  free (f->size);
  free (f->name);
  free (f->param);
  free (f);
}

struct func *
func_get (const void *h)
{
  struct func *f = handle_get (K_FUNC, h);
  return f ? f : handle_get (K_KERNEL, h);
}

CUresult
func_of (struct module *m, px_emu_func *emu, struct func **out)
{
  struct func *f;
  px_emu_error err;

  for (f = m->funcs; f; f = f->next)
    if (f->emu == emu)
      {
	*out = f;
	return CUDA_SUCCESS;
      }
  f = calloc (1, sizeof *f);
  if (!f)
    return CUDA_ERROR_OUT_OF_MEMORY;
  f->refs = 1;
  memset (&err, 0, sizeof err);
  if (!px_emu_func_info_get (emu, &f->info, &err))
    {
      func_unref (f);
      return drv_engine_error (&err);
    }
  f->module = m;
  f->emu = emu;
  f->name = strdup (f->info.name);
  f->offset = calloc ((size_t) f->info.n_params + 1, sizeof *f->offset);
  f->size = calloc ((size_t) f->info.n_params + 1, sizeof *f->size);
  if (!f->name || !f->offset || !f->size || !(f->handle = handle_new (K_FUNC, f)))
    {
      func_unref (f);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  for (int i = 0; i < f->info.n_params; i++)
    {
      px_emu_param p;
      if (px_emu_func_param (emu, i, &p))
	{
	  f->offset[i] = p.offset;
	  f->size[i] = p.size;
	}
    }
  f->max_dynamic = PX_EMU_DEFAULT_SHARED - (int) f->info.static_shared;
  if (f->max_dynamic < 0)
    f->max_dynamic = 0;
  f->carveout = -1;
  f->next = m->funcs;
  m->funcs = f;
  *out = f;
  return CUDA_SUCCESS;
}

CUresult
func_named (struct module *m, const char *name, struct func **f)
{
  px_emu_func *emu = px_emu_module_func (m->emu, name);
  return emu ? func_of (m, emu, f) : CUDA_ERROR_NOT_FOUND;
}

CUresult
cuModuleGetFunction (CUfunction *h, CUmodule mod, const char *name)
{
  struct module *m;
  struct func *f;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!h || !name)
    return CUDA_ERROR_INVALID_VALUE;
  m = handle_get (K_MODULE, mod);
  if (!m)
    return CUDA_ERROR_INVALID_HANDLE;
  r = func_named (m, name, &f);
  if (!r)
    *h = f->handle;
  return r;
}

unsigned
module_entries (struct module *m)
{
  unsigned n = 0;
  while (px_emu_module_entry (m->emu, n))
    n++;
  return n;
}

CUresult
cuModuleGetFunctionCount (unsigned *count, CUmodule mod)
{
  struct module *m;
  ENTER (IN_HEALTH, c);
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  m = handle_get (K_MODULE, mod);
  if (!m)
    return CUDA_ERROR_INVALID_HANDLE;
  *count = module_entries (m);
  return CUDA_SUCCESS;
}

CUresult
cuModuleEnumerateFunctions (CUfunction *h, unsigned n, CUmodule mod)
{
  struct module *m;
  ENTER (IN_HEALTH, c);
  m = handle_get (K_MODULE, mod);
  if (!m)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!h || !n)
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < n; i++)
    {
      px_emu_func *emu = px_emu_module_entry (m->emu, i);
      struct func *f;
      CUresult r;
      if (!emu)
	break;
      r = func_of (m, emu, &f);
      if (r)
	return r;
      h[i] = f->handle;
    }
  return CUDA_SUCCESS;
}

CUresult
module_variable (struct module *m, const char *name, CUdeviceptr *p, size_t *bytes)
{
  uint64_t addr;
  size_t size;
  if (!px_emu_module_global (m->emu, name, &addr, &size))
    return CUDA_ERROR_NOT_FOUND;
  if (p)
    *p = addr;
  if (bytes)
    *bytes = size;
  return CUDA_SUCCESS;
}

CUresult
cuModuleGetGlobal_v2 (CUdeviceptr *p, size_t *bytes, CUmodule mod, const char *name)
{
  struct module *m;
  ENTER (IN_HEALTH, c);
  if (!name || (!p && !bytes))
    return CUDA_ERROR_INVALID_VALUE;
  m = handle_get (K_MODULE, mod);
  return m ? module_variable (m, name, p, bytes) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult
func_attribute (int *value, CUfunction_attribute a, const struct func *f)
{
  const px_emu_func_info *i = &f->info;
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  switch (a)
    {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = i->max_threads; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int) i->static_shared; break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int) i->const_bytes; break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int) i->local; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = i->regs; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = i->arch; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = PX_EMU_ARCH; break;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = 0; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = f->max_dynamic; break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *value = f->carveout; break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET: *value = 0; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
      {
	int d = (int) a - CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH;
	*value = i->cluster[d] ? i->cluster[d] : (int) f->cluster[d];
      }
      break;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: *value = f->nonportable; break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: *value = f->policy; break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
  return CUDA_SUCCESS;
}

CUresult
func_set_attribute (struct func *f, CUfunction_attribute a, int value)
{
  switch (a)
    {
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      if (value < 0 || (size_t) value + f->info.static_shared > PX_EMU_MAX_SHARED)
	return CUDA_ERROR_INVALID_VALUE;
      f->max_dynamic = value;
      break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      if (value < -1 || value > 100)
	return CUDA_ERROR_INVALID_VALUE;
      f->carveout = value;
      break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
      if (f->info.cluster[0])
	return CUDA_ERROR_NOT_PERMITTED;
      if (value < 0)
	return CUDA_ERROR_INVALID_VALUE;
      f->cluster[a - CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH] = (unsigned) value;
      break;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
      if (value != 0 && value != 1)
	return CUDA_ERROR_INVALID_VALUE;
      f->nonportable = value;
      break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
      if (value < 0 || value > CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING)
	return CUDA_ERROR_INVALID_VALUE;
      f->policy = value;
      break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
  return CUDA_SUCCESS;
}

CUresult
cuFuncGetAttribute (int *value, CUfunction_attribute a, CUfunction h)
{
  ENTER_FUNC (h, f);
  return func_attribute (value, a, f);
}

CUresult
cuFuncSetAttribute (CUfunction h, CUfunction_attribute a, int value)
{
  ENTER_FUNC (h, f);
  return func_set_attribute (f, a, value);
}

CUresult
cuFuncSetCacheConfig (CUfunction h, CUfunc_cache config)
{
  ENTER_FUNC (h, f);
  if ((unsigned) config > CU_FUNC_CACHE_PREFER_EQUAL)
    return CUDA_ERROR_INVALID_VALUE;
  f->cache = (int) config;
  return CUDA_SUCCESS;
}

CUresult
cuFuncSetSharedMemConfig (CUfunction h, CUsharedconfig config)
{
  ENTER_FUNC (h, f);
  (void) f;
  return (unsigned) config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE ? CUDA_ERROR_INVALID_VALUE
								       : CUDA_SUCCESS;
}

CUresult
cuFuncGetModule (CUmodule *mod, CUfunction h)
{
  ENTER_FUNC (h, f);
  return GIVE_AT (mod, f->module->handle);
}

CUresult
cuFuncGetName (const char **name, CUfunction h)
{
  ENTER_FUNC (h, f);
  return GIVE_AT (name, f->name);
}

DRV_EXPORT void
pxemu_name_shared (void *kernel, const struct px_array *arrays, unsigned n)
{
  struct func *f = func_get (kernel);
  if (f && f->emu)
    px_emu_name_shared (f->emu, arrays, n);
}

CUresult
func_param_info (const struct func *f, size_t i, size_t *offset, size_t *size)
{
  if (!offset || i >= (size_t) f->info.n_params)
    return CUDA_ERROR_INVALID_VALUE;
  *offset = f->offset[i];
  if (size)
    *size = f->size[i];
  return CUDA_SUCCESS;
}

CUresult
cuFuncGetParamInfo (CUfunction h, size_t i, size_t *offset, size_t *size)
{
  ENTER_FUNC (h, f);
  return func_param_info (f, i, offset, size);
}

CUresult
cuFuncIsLoaded (CUfunctionLoadingState *state, CUfunction h)
{
  ENTER_FUNC (h, f);
  (void) f;
  return GIVE_AT (state, CU_FUNCTION_LOADING_STATE_LOADED);
}

CUresult
cuFuncLoad (CUfunction h)
{
  ENTER_FUNC (h, f);
  (void) f;
  return CUDA_SUCCESS;
}
