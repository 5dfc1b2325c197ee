/* SPDX-License-Identifier: MIT */
/* Modules and functions in a context, for the images of the program (image.h).  A component (component.c)
   is loaded as one module when the first of its kernels or variables is used in a context.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/rt.h"

/* A component in a context: the loaded module, or the reason why it could not be loaded.  */
struct rt_module
{
  CUmodule handle;
  px_status status;
  char *text;	/* text of STATUS, if that is not PX_OK */
  int *variant; /* by image: the variant that was loaded */
  struct rt_rename *renames;
  unsigned nrenames;
  struct rt_function *functions; /* all kernels of all images */
  unsigned nfunctions;
};

/* PTX ISA versions (10 * major + minor), the first CUDA version whose driver supports them, and
   the version of that driver.  */
static const struct
{
  unsigned isa;
  int cuda;
  const char *driver;
} isas[] = { { 60, 9000, "384" },  { 61, 9010, "387" },	 { 62, 9020, "396" },  { 63, 10000, "410" },
	     { 64, 10010, "418" }, { 65, 10020, "440" }, { 70, 11000, "450" }, { 71, 11010, "455" },
	     { 72, 11020, "460" }, { 73, 11030, "465" }, { 74, 11040, "470" }, { 75, 11050, "495" },
	     { 76, 11060, "510" }, { 77, 11070, "515" }, { 78, 11080, "520" }, { 80, 12000, "525" },
	     { 81, 12010, "530" }, { 82, 12020, "535" }, { 83, 12030, "545" }, { 84, 12040, "550" },
	     { 85, 12050, "555" }, { 86, 12070, "565" }, { 87, 12080, "570" }, { 88, 12090, "575" },
	     { 90, 13000, "580" } };

/* Returns the row of ISA; for a newer ISA the last row.  */
static unsigned
isa_row (unsigned isa)
{
  unsigned i;
  for (i = 0; i < sizeof isas / sizeof *isas - 1 && isas[i].isa < isa; i++)
    ;
  return i;
}

static void
free_module (struct rt_module *m)
{
  for (unsigned i = 0; i < m->nrenames; i++)
    {
      free (m->renames[i].from);
      free (m->renames[i].to);
    }
  free (m->renames);
  for (unsigned i = 0; i < m->nfunctions; i++)
    free (m->functions[i].named);
  free (m->functions);
  free (m->variant);
  free (m->text);
  free (m);
}

void
rt_unload (struct rt_context *x, struct rt_module *m)
{
  CUcontext current = NULL, old;
  if (m->handle && rt_driver.cuCtxGetCurrent (&current) == CUDA_SUCCESS)
    {
      if (current == x->handle)
	rt_driver.cuModuleUnload (m->handle);
      else if (x->primary && rt_driver.cuCtxPushCurrent_v2 (x->handle) == CUDA_SUCCESS)
	{
	  rt_driver.cuModuleUnload (m->handle);
	  rt_driver.cuCtxPopCurrent_v2 (&old);
	}
    }
  free_module (m);
}

void
rt_forget (struct rt_context *x)
{
  rt_generation++;
  for (unsigned i = 0; i < x->nmodules; i++)
    if (x->modules[i])
      {
	free_module (x->modules[i]);
	x->modules[i] = NULL;
      }
  for (int i = 0; i < RT_RECENT; i++)
    x->recent[i] = NULL;
  x->prints = false;
}

static const char *
arch_name (uint32_t arch, char name[16])
{
  snprintf (name, 16, "sm_%u%s", arch & ~PX_ARCH_EXACT & 0xffff, arch & PX_ARCH_EXACT ? "a" : "");
  return name;
}

/* Writes to S the architectures of those of IMAGE's variants that are in MASK, as "sm_80,
   sm_90a".  */
static const char *
arch_names (const struct px_image *image, uint32_t mask, char *s, size_t size)
{
  size_t n = 0;
  char name[16];
  s[0] = 0;
  for (unsigned i = 0; i < image->nvariants && n < size; i++)
    if (mask & (uint32_t) 1 << i)
      n += snprintf (s + n, size - n, "%s%s", n ? ", " : "",
		     arch_name (image->variants[i].arch, name));
  return s;
}

/* Chooses the variant of IMAGE for device D: the highest architecture that runs there, and a
   cubin rather than PTX.  */
static px_status
choose (struct rt_call *c, const struct px_image *image, const struct rt_device *d, int *variant)
{
  unsigned best = 0, newer = 0;
  for (unsigned i = 0; i < image->nvariants; i++)
    {
      const struct px_variant *v = &image->variants[i];
      bool exact = v->arch & PX_ARCH_EXACT;
      unsigned arch = v->arch & ~PX_ARCH_EXACT;
      if (exact || v->is_cubin ? (int) arch != d->arch : (int) arch > d->arch)
	continue;
      if (v->is_cubin && rt_driver.emulated)
	continue;
      if (!v->is_cubin && !rt_driver.emulated && isas[isa_row (v->isa)].cuda > rt_driver.version)
	{
	  if (!newer || v->isa < newer)
	    newer = v->isa;
	  continue;
	}
      unsigned rank = 4 * arch + 2 * exact + v->is_cubin;
      if (rank > best)
	{
	  best = rank;
	  *variant = i;
	}
    }
  if (best)
    return PX_OK;
  unsigned row = isa_row (newer);
  if (newer)
    return rt_fail (PX_ERR_DRIVER_OLD,
		    "%s: the driver is too old: the device code of %s is PTX "
		    "%u.%u, which needs CUDA %d.%d (NVIDIA driver %s) or newer; the driver here "
		    "has CUDA %d.%d",
		    c->what, image->source, newer / 10, newer % 10, isas[row].cuda / 1000,
		    isas[row].cuda % 1000 / 10, isas[row].driver, rt_driver.version / 1000,
		    rt_driver.version % 1000 / 10);
  char names[256];
  return rt_fail (PX_ERR_NO_IMAGE,
		  "%s: the device code of %s is for %s, the device is sm_%d: "
		  "compile with -fplugin-arg-px-arch=sm_%d",
		  c->what, image->source, arch_names (image, ~(uint32_t) 0, names, sizeof names),
		  d->arch, d->arch);
}

/* --- From texts to a module.  */

struct log
{
  char text[2048];
  CUjit_option options[2];
  void *values[2];
};

static void
begin_log (struct log *l)
{
  l->text[0] = 0;
  l->options[0] = CU_JIT_ERROR_LOG_BUFFER;
  l->values[0] = l->text;
  l->options[1] = CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES;
  l->values[1] = (void *) (uintptr_t) sizeof l->text;
}

static px_status
load_failed (struct rt_call *c, CUresult r, const char *name, struct log *l, bool linking)
{
  rt_fail_driver (r, "%s: %s the device code of %s", c->what, linking ? "linking" : "loading",
		  name);
  l->text[sizeof l->text - 1] = 0;
  size_t n = strlen (l->text);
  while (n && (l->text[n - 1] == '\n' || l->text[n - 1] == ' '))
    l->text[--n] = 0;
  if (n)
    rt_add ("\n%s", l->text);
  if (linking && rt_thread.status == PX_ERR_DRIVER)
    rt_thread.status = PX_ERR_LINK;
  if (rt_driver.last_fault && rt_driver.last_fault (l->text, sizeof l->text) && !n)
    rt_add ("\n%s", l->text);
  return rt_thread.status;
}

/* Links TEXTS to a cubin and loads it.  If KEY is not NULL, also stores it in the cache.  */
static px_status
link_texts (struct rt_call *c, const struct rt_text *texts, unsigned n, const char *name,
	    const struct rt_key *key, CUmodule *module)
{
  struct log l;
  CUlinkState state;
  void *cubin = NULL;
  size_t size = 0;
  px_status s = PX_OK;
  begin_log (&l);
  CUresult r = rt_driver.cuLinkCreate_v2 (2, l.options, l.values, &state);
  if (r != CUDA_SUCCESS)
    return load_failed (c, r, name, &l, true);
  for (unsigned i = 0; i < n && r == CUDA_SUCCESS; i++)
    {
      r = rt_driver.cuLinkAddData_v2 (state, texts[i].cubin ? CU_JIT_INPUT_CUBIN : CU_JIT_INPUT_PTX,
				      (void *) texts[i].data, texts[i].size + !texts[i].cubin,
				      texts[i].name, 0, NULL, NULL);
      if (r != CUDA_SUCCESS)
	s = load_failed (c, r, texts[i].name, &l, true);
    }
  if (r == CUDA_SUCCESS)
    {
      r = rt_driver.cuLinkComplete (state, &cubin, &size);
      if (r != CUDA_SUCCESS)
	s = load_failed (c, r, name, &l, true);
    }
  if (r == CUDA_SUCCESS)
    {
      struct log m;
      begin_log (&m);
      r = rt_driver.cuModuleLoadDataEx (module, cubin, 2, m.options, m.values);
      if (r != CUDA_SUCCESS)
	s = load_failed (c, r, name, &m, false);
      else if (key)
	rt_cache_put (key, cubin, size);
    }
  rt_driver.cuLinkDestroy (state);
  return s;
}

/* Exchanges *MODE with the thread's capture mode.  Loading would invalidate a capture of this
   thread unless its mode is relaxed.  */
static void
exchange (CUstreamCaptureMode *mode)
{
  if (rt_driver.cuThreadExchangeStreamCaptureMode)
    rt_driver.cuThreadExchangeStreamCaptureMode (mode);
}

px_status
rt_load_texts (struct rt_call *c, const struct rt_text *texts, unsigned n, const char *name,
	       CUmodule *module)
{
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  bool can_link = n > 1 && rt_driver.cuLinkCreate_v2 && rt_driver.cuLinkAddData_v2
		  && rt_driver.cuLinkComplete && rt_driver.cuLinkDestroy;
  bool ptx = false;
  px_status s = PX_OK;
  for (unsigned i = 0; i < n; i++)
    {
      ptx |= !texts[i].cubin;
      if (!texts[i].cubin && strstr (texts[i].data, "vprintf"))
	c->context->prints = true;
    }
  exchange (&mode);
  /* One text is not linked, not even for the cache: cuLinkAddData has PTX compiled as relocatable
     code (CUDA Driver API), in which setmaxnreg is ignored, so that registers are spilled, and
     some operations are calls.  The driver has a cache of its own for what it compiles otherwise.  */
  struct rt_key key;
  bool cache = ptx && !rt_driver.emulated && can_link, loaded = false;
  if (cache)
    {
      size_t size;
      rt_cache_key (texts, n, c->context->device->arch, &key);
      void *cubin = rt_cache_get (&key, &size);
      loaded = cubin && rt_driver.cuModuleLoadDataEx (module, cubin, 0, NULL, NULL) == CUDA_SUCCESS;
      free (cubin);
    }
  if (can_link)
    s = loaded ? PX_OK : link_texts (c, texts, n, name, cache ? &key : NULL, module);
  else if (n > 1)
    s = rt_fail (PX_ERR_UNSUPPORTED,
		 "%s: the driver %s can not link device code, and %s has to be "
		 "linked with others",
		 c->what, rt_driver.file, name);
  else
    {
      struct log l;
      begin_log (&l);
      CUresult r = rt_driver.cuModuleLoadDataEx (module, texts[0].data, 2, l.options, l.values);
      if (r != CUDA_SUCCESS)
	s = load_failed (c, r, name, &l, false);
    }
  exchange (&mode);
  return s;
}

/* --- Components in a context.  */

/* Returns true if NAME is a static kernel of image I of component DATA.  */
static bool
is_static (void *data, unsigned i, const char *name)
{
  const struct px_image *image = ((struct rt_component *) data)->images[i];
  for (unsigned k = 0; k < image->nkernels; k++)
    if (image->kernels[k]->flags & PX_KERNEL_STATIC && !strcmp (image->kernels[k]->name, name))
      return true;
  return false;
}

/* Loads K's images as M in C's context.  */
static px_status
load_component (struct rt_call *c, struct rt_component *k, struct rt_module *m)
{
  px_status s = PX_OK;
  unsigned made = 0;
  char name[256];
  for (unsigned i = 0; i < k->n; i++)
    m->nfunctions += k->images[i]->nkernels;
  m->functions = calloc (m->nfunctions + 1, sizeof *m->functions);
  m->variant = calloc (k->n, sizeof *m->variant);
  struct rt_text *texts = calloc (k->n, sizeof *texts);
  char **renamed = calloc (k->n, sizeof *renamed);
  if (!m->functions || !m->variant || !texts || !renamed)
    s = rt_fail (PX_ERR_MEMORY, "%s: out of memory", c->what);
  for (unsigned i = 0, f = 0; i < k->n && !s; i++)
    {
      const struct px_image *image = k->images[i];
      s = choose (c, image, c->context->device, &m->variant[i]);
      const struct px_variant *v = &image->variants[m->variant[i]];
      texts[i] = (struct rt_text){ v->data, v->size, v->is_cubin,
				   image->source ? image->source : "an object file" };
      for (unsigned j = 0; j < image->nkernels; j++)
	m->functions[f++].kernel = image->kernels[j];
    }
  if (!s && k->n > 1)
    {
      if (!rt_clashes (texts, k->n, is_static, k, &m->renames, &m->nrenames))
	s = rt_fail (PX_ERR_MEMORY, "%s: out of memory", c->what);
      for (; made < k->n && !s; made++)
	if (!texts[made].cubin)
	  {
	    renamed[made]
	      = rt_renamed (&texts[made], made, m->renames, m->nrenames, &texts[made].size);
	    texts[made].data = renamed[made];
	    if (!renamed[made])
	      s = rt_fail (PX_ERR_MEMORY, "%s: out of memory", c->what);
	  }
    }
  if (!s)
    {
      snprintf (name, sizeof name, k->n > 1 ? "%s and %u more" : "%s", texts[0].name, k->n - 1);
      s = rt_load_texts (c, texts, k->n, name, &m->handle);
      rt_trace ("load %s: %s", name, px_status_name (s));
    }
  for (unsigned i = 0; i < made; i++)
    free (renamed[i]);
  free (renamed);
  free (texts);
  return s;
}

/* Finds IMAGE's module in C's context.  The caller holds the lock.  A failure that cannot
   change by itself is remembered, so that later launches do not try again.  */
static px_status
module_of (struct rt_call *c, struct px_image *image, struct rt_component **component,
	   struct rt_module **module)
{
  struct rt_context *x = c->context;
  px_status s = rt_component_of (c, image, component);
  if (s)
    return s;
  unsigned index = (*component)->index;
  if (index >= x->nmodules)
    {
      struct rt_module **v = realloc (x->modules, (index + 16) * sizeof *v);
      if (!v)
	return rt_fail (PX_ERR_MEMORY, "%s: out of memory", c->what);
      memset (v + x->nmodules, 0, (index + 16 - x->nmodules) * sizeof *v);
      x->modules = v;
      x->nmodules = index + 16;
    }
  struct rt_module *m = x->modules[index];
  if (m && m->status)
    return rt_fail (m->status, "%s", m->text);
  if (!m)
    {
      m = calloc (1, sizeof *m);
      if (!m)
	return rt_fail (PX_ERR_MEMORY, "%s: out of memory", c->what);
      s = m->status = load_component (c, *component, m);
      if (s)
	m->text = strdup (rt_thread.text);
      if (s
	  && (!m->text
	      || (s != PX_ERR_IMAGE && s != PX_ERR_LINK && s != PX_ERR_NO_IMAGE
		  && s != PX_ERR_DRIVER_OLD && s != PX_ERR_UNSUPPORTED)))
	{
	  free_module (m);
	  return s;
	}
      x->modules[index] = m;
      if (s)
	return s;
    }
  *module = m;
  return PX_OK;
}

/* Returns the name in M of NAME of image I.  */
static const char *
linked_name (const struct rt_module *m, unsigned i, const char *name)
{
  for (unsigned r = 0; r < m->nrenames; r++)
    if (m->renames[r].text == i && !strcmp (m->renames[r].from, name))
      return m->renames[r].to;
  return name;
}

static unsigned
image_number (const struct rt_component *k, const struct px_image *image)
{
  unsigned i;
  for (i = 0; k->images[i] != image; i++)
    ;
  return i;
}

/* Checks that F has the arguments that its stub passes.  Drivers before CUDA 12.4 cannot be
   asked.  */
static px_status
check_params (struct rt_call *c, const struct px_kernel *k, CUfunction f)
{
  size_t offset, size;
  if (!rt_driver.cuFuncGetParamInfo)
    return PX_OK;
  for (unsigned i = 0; i <= k->nparams; i++)
    {
      bool there = rt_driver.cuFuncGetParamInfo (f, i, &offset, &size) == CUDA_SUCCESS;
      if (there != (i < k->nparams) || (there && size != k->param_size[i]))
	return rt_fail (PX_ERR_IMAGE,
			"%s: kernel %s (%s:%u): argument %u of the device code is not "
			"that of the host code: compile it again",
			c->what, k->name, k->file ? k->file : "?", k->line, i + 1);
    }
  return PX_OK;
}

static px_status
function_of (struct rt_call *c, const struct px_kernel *k, struct rt_function **out)
{
  struct rt_component *component;
  struct rt_module *m;
  px_status s = module_of (c, k->image, &component, &m);
  if (s)
    return s;
  unsigned i;
  for (i = 0; i < m->nfunctions && m->functions[i].kernel != k; i++)
    ;
  if (i == m->nfunctions)
    return rt_corrupt (c, k->image, "a kernel is not in its table");
  struct rt_function *f = &m->functions[i];
  *out = f;
  if (f->handle)
    return PX_OK;
  unsigned number = image_number (component, k->image);
  if (!(k->variants & (uint32_t) 1 << m->variant[number]))
    {
      char names[256];
      return rt_fail (PX_ERR_NO_IMAGE, "%s: kernel %s (%s:%u) is for %s, the device is sm_%d",
		      c->what, k->name, k->file ? k->file : "?", k->line,
		      arch_names (k->image, k->variants, names, sizeof names),
		      c->context->device->arch);
    }
  const char *name = linked_name (m, number, k->name);
  CUfunction handle;
  CUresult r = rt_driver.cuModuleGetFunction (&handle, m->handle, name);
  if (r == CUDA_SUCCESS)
    r = rt_driver.cuFuncGetAttribute (&f->max_threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
				      handle);
  if (r == CUDA_SUCCESS)
    r = rt_driver.cuFuncGetAttribute (&f->smem_static, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, handle);
  if (r != CUDA_SUCCESS)
    return rt_fail_driver (r, "%s: kernel %s (%s:%u) in the device code of %s", c->what, name,
			   k->file ? k->file : "?", k->line, k->image->source);
  s = check_params (c, k, handle);
  if (!s && rt_driver.name_shared && rt_has_arrays (k))
    rt_driver.name_shared (handle, k->arrays, k->narrays);
  if (!s)
    f->handle = handle;
  return s;
}

px_status
rt_load (struct rt_call *c, const struct px_kernel *kernel, struct rt_function **f)
{
  unsigned slot = ((uintptr_t) kernel >> 4) * 2654435761u >> 28 & 15, generation = rt_generation;
  if (rt_thread.cache[slot].kernel == kernel && rt_thread.cache[slot].context == c->context
      && rt_thread.cache[slot].generation == generation)
    {
      *f = rt_thread.cache[slot].function;
      return PX_OK;
    }
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  exchange (&mode);
  rt_lock ();
  px_status s = function_of (c, kernel, f);
  rt_unlock ();
  exchange (&mode);
  if (!s)
    {
      rt_thread.cache[slot].kernel = kernel;
      rt_thread.cache[slot].context = c->context;
      rt_thread.cache[slot].function = *f;
      rt_thread.cache[slot].generation = generation;
    }
  return s;
}

px_status
rt_load_symbol (struct rt_call *c, const struct px_symbol *symbol, CUdeviceptr *address,
		size_t *bytes)
{
  struct rt_component *component;
  struct rt_module *m;
  CUdeviceptr a;
  size_t n;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  exchange (&mode);
  rt_lock ();
  px_status s = module_of (c, symbol->image, &component, &m);
  if (!s)
    {
      const char *name = linked_name (m, image_number (component, symbol->image), symbol->name);
      CUresult r = rt_driver.cuModuleGetGlobal_v2 (&a, &n, m->handle, name);
      if (r != CUDA_SUCCESS)
	s = rt_fail_driver (r, "%s: variable %s in the device code of %s", c->what, name,
			    symbol->image->source);
      else if (n != symbol->size)
	s = rt_fail (PX_ERR_IMAGE,
		     "%s: variable %s has %zu bytes on the device and %llu in the host "
		     "code of %s: compile it again",
		     c->what, name, n, (unsigned long long) symbol->size, symbol->image->source);
      else
	*address = a, *bytes = n;
    }
  rt_unlock ();
  exchange (&mode);
  return s;
}
