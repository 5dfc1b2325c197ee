/* SPDX-License-Identifier: MIT */
/* Modules, libraries, linking, functions, launches, occupancy.  */
#include "emulator/driver/drv.h"
#include "ptx/ptx.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts of PTX ---- */

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
static const char linked_magic[8] = "\177PXLINK";

static uint64_t
linked_check (const struct linked *h)
{
  uint64_t x = h->size * 0x9e3779b97f4a7c15u ^ h->n;
  x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
  return x ^ x >> 32;
}

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

static void
jit_say (struct jit *j, const char *format, ...)
{
  char line[1024];
  va_list ap;
  size_t k;
  char *p;

  va_start (ap, format);
  vsnprintf (line, sizeof line, format, ap);
  va_end (ap);
  k = strlen (line);
  p = realloc (j->log, j->n + k + 2);
  if (!p)
    return;
  j->log = p;
  memcpy (p + j->n, line, k);
  j->n += k;
  p[j->n++] = '\n';
  p[j->n] = '\0';
}

/* Copies TEXT into a buffer of SIZE bytes; the bytes used, NUL included.  */
static size_t
fill_log (char *buf, size_t size, const char *text, size_t n)
{
  if (!buf || !size)
    return 0;
  if (n >= size)
    n = size - 1;
  memcpy (buf, text, n);
  buf[n] = '\0';
  return n ? n + 1 : 0;
}

/* Ends J: the log goes to the caller's buffers, R says to which.  Who gave none for errors may look
   at no result either: its first line goes to stderr.  */
static CUresult
jit_end (struct jit *j, CUresult r)
{
  const char *text = j->log ? j->log : "";
  size_t k;
  if (j->n && r)
    {
      bool told = drv_say ("%.*s", (int) (j->n - 1), text);
      if (!told && !j->error && !drv.runtime)
	fprintf (stderr, "pxemu: a module can not be loaded: %.*s\n", (int) strcspn (text, "\n"),
		 text);
    }
  k = fill_log (j->error, j->error_size, text, r ? j->n : 0);
  if (j->error_out)
    *j->error_out = (void *) k;
  k = fill_log (j->info, j->info_size, text, r ? 0 : j->n);
  if (j->info_out)
    *j->info_out = (void *) k;
  if (j->time_out)
    {
      float ms = (float) ((double) (drv_now () - j->start) * 1e-6);
      memcpy (j->time_out, &ms, sizeof ms);
    }
  free (j->log);
  j->log = NULL;
  j->n = 0;
  return r;
}

static CUresult
jit_start (struct jit *j, unsigned n, const CUjit_option *options, void **values)
{
  memset (j, 0, sizeof *j);
  j->start = drv_now ();
  if (n && (!options || !values))
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < n; i++)
    switch (options[i])
      {
      case CU_JIT_WALL_TIME: j->time_out = &values[i]; break;
      case CU_JIT_INFO_LOG_BUFFER: j->info = values[i]; break;
      case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
	j->info_size = (unsigned) (uintptr_t) values[i];
	j->info_out = &values[i];
	break;
      case CU_JIT_ERROR_LOG_BUFFER: j->error = values[i]; break;
      case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
	j->error_size = (unsigned) (uintptr_t) values[i];
	j->error_out = &values[i];
	break;
      case CU_JIT_OPTIMIZATION_LEVEL:
	if ((uintptr_t) values[i] > 4)
	  return CUDA_ERROR_INVALID_VALUE;
	break;
      case CU_JIT_GLOBAL_SYMBOL_NAMES:
      case CU_JIT_GLOBAL_SYMBOL_ADDRESSES:
      case CU_JIT_LTO: return CUDA_ERROR_NOT_SUPPORTED;
      default:
	/* The others steer a compiler that there is not.  */
	if ((unsigned) options[i] > CU_JIT_SPLIT_COMPILE)
	  return CUDA_ERROR_INVALID_VALUE;
	break;
      }
  return CUDA_SUCCESS;
}

static void
report (void *closure, const ptx_diag *d)
{
  static const char *const level[]
    = { [PTX_ERROR] = "error", [PTX_WARNING] = "warning", [PTX_NOTE] = "note" };
  struct jit *j = closure;
  if (d->line)
    jit_say (j, "%s:%u:%u: %s: %s", d->file, d->line, d->col, level[d->level], d->text);
  else
    jit_say (j, "%s: %s: %s", d->file, level[d->level], d->text);
}

/* Reads T, for this device.  */
static CUresult
ptx_load (const struct text *t, struct jit *j, ptx_module **out)
{
  ptx_module *m = ptx_read (t->ptx, t->n, t->name, report, j);
  CUresult r = CUDA_ERROR_INVALID_PTX;

  *out = NULL;
  if (!m)
    {
      if (!j->n)
	jit_say (j, "%s: error: not PTX", t->name);
      return r;
    }
  if (m->address_size == 32)
    jit_say (j, "%s: error: 32-bit addresses (.address_size 32)", t->name);
  else if (m->target.sm > PX_EMU_ARCH)
    {
      jit_say (j, "%s: error: it is for sm_%u%c, the device is sm_%d", t->name, m->target.sm,
	       m->target.feature, PX_EMU_ARCH);
      r = CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
  else
    {
      *out = m;
      return CUDA_SUCCESS;
    }
  ptx_free (m);
  return r;
}

static void
texts_free (struct text *t, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      free (t[i].name);
      free (t[i].ptx);
    }
  free (t);
}

/* Appends a copy of PTX, N bytes.  False when memory is out.  */
static bool
texts_add (struct text **t, size_t *n, const char *name, const char *ptx, size_t size)
{
  struct text *p = realloc (*t, (*n + 1) * sizeof *p);
  if (!p)
    return false;
  *t = p;
  p += *n;
  p->name = strdup (name);
  p->ptx = malloc (size + 1);
  p->n = size;
  if (!p->name || !p->ptx)
    {
      free (p->name);
      free (p->ptx);
      return false;
    }
  memcpy (p->ptx, ptx, size);
  p->ptx[size] = '\0';
  ++*n;
  return true;
}

/* The texts of IMAGE, of SIZE bytes (0: a PTX text with NUL, or a linked
   image, says itself), appended to T.  */
static CUresult
image_texts (const void *image, size_t size, const char *name, struct jit *j, struct text **t,
	     size_t *n)
{
  const unsigned char *p = image;

  if (size && size < 4)
    {
      jit_say (j, "%s: error: not PTX", name);
      return CUDA_ERROR_INVALID_IMAGE;
    }
  /* A text of PTX begins with a blank, a comment, or a directive.  */
  if (p[0] == 0x7f && p[1] == 'E' && p[2] == 'L' && p[3] == 'F')
    {
      jit_say (j,
	       "%s: error: this is a cubin, machine code of a GPU; the emulator runs PTX "
	       "(nvcc -gencode arch=compute_90,code=compute_90; of nvrtc: nvrtcGetPTX in place of "
	       "nvrtcGetCUBIN)",
	       name);
      return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
  if (is_fatbin (image))
    {
      const char *why;
      char *ptx;
      CUresult r = fatbin_ptx (image, size, &ptx, &size, &why);
      if (r)
	{
	  jit_say (j, "%s: error: this is %s", name, why);
	  return r;
	}
      r = texts_add (t, n, name, ptx, size) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
      free (ptx);
      return r;
    }
  if (p[0] == (unsigned char) linked_magic[0])
    {
      struct linked h;
      size_t at = sizeof h;
      if (memcmp (p, linked_magic, sizeof linked_magic) || (size && size < sizeof h))
	goto corrupt;
      memcpy (&h, p, sizeof h);
      if (h.check != linked_check (&h) || (size && h.size != size))
	goto corrupt;
      for (uint64_t i = 0; i < h.n; i++)
	{
	  uint64_t k;
	  const char *s, *end;
	  if (at > h.size || h.size - at < sizeof k)
	    goto corrupt;
	  memcpy (&k, p + at, sizeof k);
	  at += sizeof k;
	  s = (const char *) p + at;
	  end = memchr (s, 0, h.size - at);
	  if (!end)
	    goto corrupt;
	  at += (size_t) (end - s) + 1;
	  if (k >= h.size - at || p[at + k])
	    goto corrupt;
	  if (!texts_add (t, n, s, (const char *) p + at, k))
	    return CUDA_ERROR_OUT_OF_MEMORY;
	  at += k + 1;
	}
      if (at == h.size)
	return CUDA_SUCCESS;
    corrupt:
      jit_say (j, "%s: error: a corrupt linked image", name);
      return CUDA_ERROR_INVALID_IMAGE;
    }
  size = size ? strnlen (image, size) : strlen (image);
  return texts_add (t, n, name, image, size) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

/* The contents of a file, malloced, with a NUL after it.  */
static CUresult
slurp (const char *name, char **text, size_t *n)
{
  FILE *f = fopen (name, "rb");
  char *p = NULL;
  size_t cap = 0, k;

  *n = 0;
  if (!f)
    return CUDA_ERROR_FILE_NOT_FOUND;
  do
    {
      char *q;
      if (*n + 1 >= cap)
	{
	  cap = cap ? 2 * cap : 65536;
	  q = realloc (p, cap);
	  if (!q)
	    {
	      free (p);
	      fclose (f);
	      return CUDA_ERROR_OUT_OF_MEMORY;
	    }
	  p = q;
	}
      k = fread (p + *n, 1, cap - *n - 1, f);
      *n += k;
    }
  while (k);
  if (ferror (f))
    {
      free (p);
      fclose (f);
      return CUDA_ERROR_FILE_NOT_FOUND;
    }
  fclose (f);
  p[*n] = '\0';
  *text = p;
  return CUDA_SUCCESS;
}

/* ---- modules ---- */

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

/* Ends M, which is in no list any more: its handles at once, the rest when its
   last kernel has run, and what may use its variables.  */
static void
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

/* Lines of an engine's log go to J.  */
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

static CUresult
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
    r = ptx_load (&t[m->nptx], j, &m->ptx[m->nptx]);
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

/* Loads IMAGE into C.  */
static CUresult
load (struct ctx *c, const void *image, size_t size, const char *name, struct jit *j,
      struct module **m)
{
  struct text *t = NULL;
  size_t n = 0;
  CUresult r = image_texts (image, size, name, j, &t, &n);
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
  r = jit_end (&j, load (c, image, 0, "ptx", &j, &m));
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
    r = slurp (name, &text, &n);
  if (r)
    return r;
  jit_start (&j, 0, NULL, NULL);
  r = jit_end (&j, load (c, text, n, name, &j, &m));
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

/* The function of EMU, made at the first call.  */
static CUresult
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

/* The entry NAME of M.  */
static CUresult
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

static unsigned
entries (struct module *m)
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
  *count = entries (m);
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

/* The variable NAME of M.  */
static CUresult
variable (struct module *m, const char *name, CUdeviceptr *p, size_t *bytes)
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
  return m ? variable (m, name, p, bytes) : CUDA_ERROR_INVALID_HANDLE;
}

/* The value of attribute A of F.  */
static CUresult
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

static CUresult
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

/* First statement of functions of a CUfunction.  */
#define ENTER_FUNC(h, f) \
  struct func *f; \
  ENTER (IN_HEALTH, current_); \
  f = func_get (h); \
  if (!f) \
  return CUDA_ERROR_INVALID_HANDLE

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

CUresult
cuFuncGetParamInfo (CUfunction h, size_t i, size_t *offset, size_t *size)
{
  ENTER_FUNC (h, f);
  if (!offset || i >= (size_t) f->info.n_params)
    return CUDA_ERROR_INVALID_VALUE;
  *offset = f->offset[i];
  if (size)
    *size = f->size[i];
  return CUDA_SUCCESS;
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

/* ---- libraries: modules of no context ---- */

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
  r = jit_end (&j, load (NULL, image, size, name, &j, &l->module));
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

/* Options of libraries, both without effect here.  */
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
  r = slurp (name, &text, &size);
  if (r)
    return r;
  r = library_load (h, text, size, name, options, values, n);
  free (text);
  return r;
}

/* First statement of functions of a CUlibrary.  */
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

/* F as a kernel of a library.  */
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
  return GIVE_AT (count, entries (l->module));
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

CUresult
cuLibraryGetGlobal (CUdeviceptr *p, size_t *bytes, CUlibrary h, const char *name)
{
  ENTER_LIBRARY (h, l);
  if (!name || (!p && !bytes))
    return CUDA_ERROR_INVALID_VALUE;
  return variable (l->module, name, p, bytes);
}

/* All memory of the device is the host's too: a global is as good as one that
   is managed.  */
CUresult
cuLibraryGetManaged (CUdeviceptr *p, size_t *bytes, CUlibrary h, const char *name)
{
  return cuLibraryGetGlobal (p, bytes, h, name);
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

/* First statement of functions of a CUkernel.  */
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
  if (!offset || i >= (size_t) f->info.n_params)
    return CUDA_ERROR_INVALID_VALUE;
  *offset = f->offset[i];
  if (size)
    *size = f->size[i];
  return CUDA_SUCCESS;
}

/* ---- linking ---- */

struct link
{
  struct jit jit; /* whose buffers every call fills */
  struct text *texts;
  size_t n;
  void *image; /* after cuLinkComplete */
};

CUresult
cuLinkCreate_v2 (unsigned n, CUjit_option *options, void **values, CUlinkState *h)
{
  struct link *k;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!h)
    return CUDA_ERROR_INVALID_VALUE;
  k = calloc (1, sizeof *k);
  if (!k)
    return CUDA_ERROR_OUT_OF_MEMORY;
  r = jit_start (&k->jit, n, options, values);
  if (!r && !(*h = handle_new (K_LINK, k)))
    r = CUDA_ERROR_OUT_OF_MEMORY;
  if (r)
    free (k);
  return r;
}
SAME (cuLinkCreate, cuLinkCreate_v2);

/* Adds an input; PTX is read here, so that its errors name it.  */
static CUresult
link_add (struct link *k, CUjitInputType type, const void *data, size_t size, const char *name)
{
  size_t first = k->n;
  CUresult r;
  if (k->image)
    return CUDA_ERROR_ILLEGAL_STATE;
  switch (type)
    {
    case CU_JIT_INPUT_PTX:
    case CU_JIT_INPUT_CUBIN:
    case CU_JIT_INPUT_FATBINARY: break;
    case CU_JIT_INPUT_OBJECT:
    case CU_JIT_INPUT_LIBRARY:
    case CU_JIT_INPUT_NVVM:
      jit_say (&k->jit, "%s: error: the emulator links PTX only", name);
      return jit_end (&k->jit, CUDA_ERROR_NOT_SUPPORTED);
    default: return CUDA_ERROR_INVALID_VALUE;
    }
  r = image_texts (data, size, name, &k->jit, &k->texts, &k->n);
  for (size_t i = first; !r && i < k->n; i++)
    {
      ptx_module *m;
      r = ptx_load (&k->texts[i], &k->jit, &m);
      if (!r)
	ptx_free (m);
    }
  if (r)
    while (k->n > first)
      {
	k->n--;
	free (k->texts[k->n].name);
	free (k->texts[k->n].ptx);
      }
  return jit_end (&k->jit, r);
}

CUresult
cuLinkAddData_v2 (CUlinkState h, CUjitInputType type, void *data, size_t size, const char *name,
		  unsigned n, CUjit_option *options, void **values)
{
  struct link *k;
  (void) options;
  (void) values;
  ENTER (IN_HEALTH, c);
  k = handle_get (K_LINK, h);
  if (!k)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!data || !size || (n && (!options || !values)))
    return CUDA_ERROR_INVALID_VALUE;
  return link_add (k, type, data, size, name ? name : "ptx");
}
SAME (cuLinkAddData, cuLinkAddData_v2);

CUresult
cuLinkAddFile_v2 (CUlinkState h, CUjitInputType type, const char *path, unsigned n,
		  CUjit_option *options, void **values)
{
  struct link *k;
  char *text;
  size_t size;
  CUresult r;
  ENTER (IN_HEALTH, c);
  k = handle_get (K_LINK, h);
  if (!k)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!path || (n && (!options || !values)))
    return CUDA_ERROR_INVALID_VALUE;
  r = slurp (path, &text, &size);
  if (r)
    return r;
  r = size ? link_add (k, type, text, size, path) : CUDA_ERROR_INVALID_IMAGE;
  free (text);
  return r;
}
SAME (cuLinkAddFile, cuLinkAddFile_v2);

/* The texts of K as one image.  */
static CUresult
link_image (struct link *k, size_t *size)
{
  struct linked h;
  char *p;
  size_t n = sizeof h;
  for (size_t i = 0; i < k->n; i++)
    n += sizeof (uint64_t) + strlen (k->texts[i].name) + 1 + k->texts[i].n + 1;
  p = k->image = malloc (n);
  if (!p)
    return CUDA_ERROR_OUT_OF_MEMORY;
  memcpy (h.magic, linked_magic, sizeof h.magic);
  h.size = n;
  h.n = k->n;
  h.check = linked_check (&h);
  memcpy (p, &h, sizeof h);
  p += sizeof h;
  for (size_t i = 0; i < k->n; i++)
    {
      const struct text *t = &k->texts[i];
      uint64_t bytes = t->n;
      memcpy (p, &bytes, sizeof bytes);
      p += sizeof bytes;
      p = stpcpy (p, t->name) + 1;
      memcpy (p, t->ptx, t->n + 1);
      p += t->n + 1;
    }
  *size = n;
  return CUDA_SUCCESS;
}

CUresult
cuLinkComplete (CUlinkState h, void **image, size_t *size)
{
  struct link *k;
  struct module *m;
  size_t n = 0;
  CUresult r;
  ENTER (IN_HEALTH, c);
  k = handle_get (K_LINK, h);
  if (!k)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!image)
    return CUDA_ERROR_INVALID_VALUE;
  if (k->image || !k->n)
    return CUDA_ERROR_ILLEGAL_STATE;
  r = module_new (k->texts, k->n, &k->jit, &m);
  if (!r)
    {
      /* It was only to see whether they link: nobody else knows it.  */
      handle_free (m->handle);
      m->handle = NULL;
      module_free (m);
      r = link_image (k, &n);
    }
  r = jit_end (&k->jit, r);
  if (!r)
    {
      *image = k->image;
      if (size)
	*size = n;
    }
  return r;
}

CUresult
cuLinkDestroy (CUlinkState h)
{
  struct link *k;
  ENTER (IN_DRIVER, c);
  k = handle_get (K_LINK, h);
  if (!k)
    return CUDA_ERROR_INVALID_HANDLE;
  handle_free (h);
  texts_free (k->texts, k->n);
  free (k->image);
  free (k);
  return CUDA_SUCCESS;
}

/* ---- launches ---- */

/* Dimensions of P that are within the device's limits.  */
static bool
dims_ok (const CUlaunchConfig *p)
{
  return p->gridDimX && p->gridDimY && p->gridDimZ && p->blockDimX && p->blockDimY && p->blockDimZ
	 && p->gridDimX <= 2147483647u && p->gridDimY <= 65535u && p->gridDimZ <= 65535u
	 && p->blockDimX <= 1024u && p->blockDimY <= 1024u && p->blockDimZ <= 64u
	 && (uint64_t) p->blockDimX * p->blockDimY * p->blockDimZ <= PX_EMU_MAX_THREADS;
}

static CUresult
no (const struct func *f, CUresult r, const char *format, ...)
{
  char text[256];
  va_list ap;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  drv_say ("launch of %s: %s", f->name, text);
  return r;
}

/* Attributes of a launch.  */
static CUresult
launch_attributes (const CUlaunchConfig *p, struct func *f, px_emu_launch *l, bool *overlaps)
{
  if (p->numAttrs && !p->attrs)
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < p->numAttrs; i++)
    {
      const CUlaunchAttributeValue *v = &p->attrs[i].value;
      switch (p->attrs[i].id)
	{
	case CU_LAUNCH_ATTRIBUTE_COOPERATIVE: l->cooperative = v->cooperative != 0; break;
	case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
	  l->cluster[0] = v->clusterDim.x;
	  l->cluster[1] = v->clusterDim.y;
	  l->cluster[2] = v->clusterDim.z;
	  break;
	case CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE:
	  if (v->deviceUpdatableKernelNode.deviceUpdatable)
	    return no (f, CUDA_ERROR_NOT_SUPPORTED,
		       "nodes that the device updates are not supported");
	  break;
	case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
	  *overlaps = v->programmaticStreamSerializationAllowed != 0;
	  break;
	case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT:
	  if (!event_get (v->programmaticEvent.event))
	    return CUDA_ERROR_INVALID_HANDLE;
	  break;
	case CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT:
	  if (!event_get (v->launchCompletionEvent.event))
	    return CUDA_ERROR_INVALID_HANDLE;
	  break;
	case CU_LAUNCH_ATTRIBUTE_IGNORE:
	case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
	case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
	case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
	case CU_LAUNCH_ATTRIBUTE_PRIORITY:
	case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
	case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
	case CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION:
	case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
	case CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING: break;
	default: return CUDA_ERROR_INVALID_VALUE;
	}
    }
  return CUDA_SUCCESS;
}

/* The cluster of the launch, checked against the grid.  */
static CUresult
launch_cluster (struct func *f, px_emu_launch *l)
{
  unsigned n = 1;
  if (f->info.cluster[0])
    for (int i = 0; i < 3; i++)
      {
	unsigned k = (unsigned) f->info.cluster[i];
	if (l->cluster[0] && l->cluster[i] != k)
	  return no (f, CUDA_ERROR_INVALID_CLUSTER_SIZE,
		     "the cluster differs from the kernel's own, %dx%dx%d", f->info.cluster[0],
		     f->info.cluster[1], f->info.cluster[2]);
      }
  for (int i = 0; i < 3; i++)
    if (f->info.cluster[0])
      l->cluster[i] = (unsigned) f->info.cluster[i];
    else if (f->cluster[0] && !l->cluster[i])
      l->cluster[i] = f->cluster[i];
  if (!l->cluster[0] && !l->cluster[1] && !l->cluster[2])
    return CUDA_SUCCESS;
  for (int i = 0; i < 3; i++)
    {
      if (!l->cluster[i] || l->cluster[i] > PX_EMU_MAX_CLUSTER || l->grid[i] % l->cluster[i])
	return no (f, CUDA_ERROR_INVALID_CLUSTER_SIZE,
		   "the grid %ux%ux%u is no multiple of the cluster %ux%ux%u", l->grid[0],
		   l->grid[1], l->grid[2], l->cluster[0], l->cluster[1], l->cluster[2]);
      n *= l->cluster[i];
    }
  if (n > PX_EMU_MAX_CLUSTER || (n > 8 && !f->nonportable))
    return no (f, CUDA_ERROR_INVALID_CLUSTER_SIZE, "a cluster of %u blocks%s", n,
	       n > PX_EMU_MAX_CLUSTER
		 ? ""
		 : " needs CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED");
  return CUDA_SUCCESS;
}

/* The arguments of a launch as a parameter block, malloced.  */
static CUresult
launch_params (struct func *f, void **args, void **extra, void **out)
{
  size_t need = f->info.param_bytes, size = 0;
  const char *buffer = NULL;
  char *p;

  if (args && extra)
    return CUDA_ERROR_INVALID_VALUE;
  if (extra)
    {
      for (; *extra != CU_LAUNCH_PARAM_END; extra += 2)
	if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
	  buffer = extra[1];
	else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
	  size = *(size_t *) extra[1];
	else
	  return CUDA_ERROR_INVALID_VALUE;
      if (need && (!buffer || size < need))
	return no (f, CUDA_ERROR_INVALID_VALUE, "%zu bytes of parameters, the kernel takes %zu",
		   size, need);
    }
  else if (f->info.n_params && !args)
    return no (f, CUDA_ERROR_INVALID_VALUE, "no arguments, the kernel takes %d", f->info.n_params);
  p = calloc (1, need ? need : 1);
  if (!p)
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (buffer)
    memcpy (p, buffer, need);
  else
    for (int i = 0; i < f->info.n_params; i++)
      {
	if (!args[i])
	  {
	    free (p);
	    return no (f, CUDA_ERROR_INVALID_VALUE, "argument %d is NULL", i);
	  }
	memcpy (p + f->offset[i], args[i], f->size[i]);
      }
  *out = p;
  return CUDA_SUCCESS;
}

CUresult
kernel_action (const CUlaunchConfig *p, const void *h, void **args, void **extra,
	       struct action **out)
{
  struct func *f = func_get (h);
  struct action *a;
  px_emu_launch l = { .grid = { p->gridDimX, p->gridDimY, p->gridDimZ },
		      .block = { p->blockDimX, p->blockDimY, p->blockDimZ },
		      .dynamic_shared = p->sharedMemBytes };
  unsigned threads;
  uint64_t blocks;
  void *params = NULL;
  bool overlaps = false;
  int fit;
  CUresult r;

  if (!f || !f->emu)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!dims_ok (p))
    return no (f, CUDA_ERROR_INVALID_VALUE, "grid %ux%ux%u of blocks %ux%ux%u", l.grid[0],
	       l.grid[1], l.grid[2], l.block[0], l.block[1], l.block[2]);
  threads = l.block[0] * l.block[1] * l.block[2];
  blocks = (uint64_t) l.grid[0] * l.grid[1] * l.grid[2];
  if (f->info.reqntid[0])
    for (int i = 0; i < 3; i++)
      if (l.block[i] != (unsigned) (f->info.reqntid[i] ? f->info.reqntid[i] : 1))
	return no (f, CUDA_ERROR_INVALID_VALUE,
		   "blocks of %ux%ux%u threads, the kernel requires %dx%dx%d", l.block[0],
		   l.block[1], l.block[2], f->info.reqntid[0], f->info.reqntid[1],
		   f->info.reqntid[2]);
  if (threads > (unsigned) f->info.max_threads)
    return no (f, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "%u threads a block, the kernel allows %d",
	       threads, f->info.max_threads);
  if (p->sharedMemBytes > (unsigned) f->max_dynamic)
    return no (f, CUDA_ERROR_INVALID_VALUE,
	       "%u bytes of dynamic shared memory, %d allowed "
	       "(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)",
	       p->sharedMemBytes, f->max_dynamic);
  r = launch_attributes (p, f, &l, &overlaps);
  if (!r)
    r = launch_cluster (f, &l);
  if (r)
    return r;
  if (l.cooperative && extra)
    return CUDA_ERROR_INVALID_VALUE;
  fit = px_emu_occupancy (f->emu, (int) threads, p->sharedMemBytes);
  if (fit <= 0)
    return no (f, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
	       "a block of %u threads with %d registers each and %zu bytes of "
	       "shared memory does not fit a multiprocessor",
	       threads, f->info.regs, f->info.static_shared + p->sharedMemBytes);
  if (l.cooperative && blocks > (uint64_t) fit * PX_EMU_SM_COUNT)
    return no (f, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
	       "%llu blocks, at most %d can be there together", (unsigned long long) blocks,
	       fit * PX_EMU_SM_COUNT);
  r = launch_params (f, args, extra, &params);
  if (r)
    return r;
  a = action_new (ACT_KERNEL);
  if (!a)
    {
      free (params);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  f->refs++;
  a->kernel.func = f;
  a->kernel.emu = f->emu;
  a->kernel.pending = &f->module->pending;
  a->kernel.how = l;
  a->kernel.overlaps = overlaps;
  drv.several |= overlaps;
  a->kernel.params = params;
  *out = a;
  return CUDA_SUCCESS;
}

CUresult
kernel_run (struct op *op, px_emu_footprint *bytes)
{
  struct action *a = op->act;
  struct func *f = a->kernel.func;
  px_emu_launch l = a->kernel.how;
  px_emu_error err;
  bool ok;

  l.params = a->kernel.params;
  l.param_bytes = f->info.param_bytes;
  if (drv.seeded)
    {
      l.schedule = PX_EMU_RANDOM;
      l.seed = drv.seed;
    }
  else
    l.schedule = drv.schedule;
  l.async = drv.async;
  l.limit = drv.limit;
  l.unreduced = drv.unreduced;
  l.trace = drv.trace;
  l.trace_launch = drv.trace_launch;
  l.timeout_ms = drv.timeout;
  l.footprint = bytes;
  l.early = op->beside && bytes ? &op->early : NULL;
  l.help = op_help;
  memset (&err, 0, sizeof err);
  drv.running++;
  pthread_mutex_unlock (&drv.lock);
  ok = px_emu_run (a->kernel.emu, &l, NULL, &err);
  pthread_mutex_lock (&drv.lock);
  drv.running--;
  mem_reap ();
  return ok ? CUDA_SUCCESS : drv_engine_error (&err);
}

/* Launches H in the stream of P, which is read as STREAM.  */
static CUresult
launch (const CUlaunchConfig *p, CUstream stream, const void *h, void **args, void **extra)
{
  struct stream *s;
  struct action *a;
  struct func *f;
  CUresult r;
  ENTER (IN_HEALTH, c);
  f = func_get (h);
  if (!f || (f->module->ctx && f->module->ctx != c))
    return CUDA_ERROR_INVALID_HANDLE;
  r = stream_get (c, stream, &s);
  if (!r)
    r = kernel_action (p, h, args, extra, &a);
  if (!r)
    {
      const struct op *last = a->kernel.overlaps ? s->last : NULL;
      uint64_t beside = last && last->act && last->act->kind == ACT_KERNEL ? last->seq : 0;
      struct op *op;
      r = stream_push (s, a, &op);
      if (op) /* not begun: drv.lock is held */
	op->beside = beside;
      op_unref (op);
    }
  /* Events of a launch: a kernel has begun at the latest when it is done.  */
  for (unsigned i = 0; !r && !s->capture && i < p->numAttrs; i++)
    if (p->attrs[i].id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT
	|| p->attrs[i].id == CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT)
      r = event_record (event_get (p->attrs[i].value.launchCompletionEvent.event), s);
  return r;
}

STREAM_API (cuLaunchKernel, stream,
	    (CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
	     unsigned bz, unsigned shared, CUstream stream, void **args, void **extra),
	    (f, gx, gy, gz, bx, by, bz, shared, stream, args, extra))
{
  CUlaunchConfig p = { gx, gy, gz, bx, by, bz, shared, stream, NULL, 0 };
  return launch (&p, stream, f, args, extra);
}

STREAM_API (cuLaunchCooperativeKernel, stream,
	    (CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
	     unsigned bz, unsigned shared, CUstream stream, void **args),
	    (f, gx, gy, gz, bx, by, bz, shared, stream, args))
{
  CUlaunchAttribute a = { .id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE, .value.cooperative = 1 };
  CUlaunchConfig p = { gx, gy, gz, bx, by, bz, shared, stream, &a, 1 };
  return launch (&p, stream, f, args, NULL);
}

CUresult
cuLaunchKernelEx (const CUlaunchConfig *p, CUfunction f, void **args, void **extra)
{
  return p ? launch (p, p->hStream, f, args, extra) : CUDA_ERROR_INVALID_VALUE;
}

DRV_EXPORT CUresult cuLaunchKernelEx_ptsz (const CUlaunchConfig *, CUfunction, void **, void **);
CUresult
cuLaunchKernelEx_ptsz (const CUlaunchConfig *p, CUfunction f, void **args, void **extra)
{
  if (!p)
    return CUDA_ERROR_INVALID_VALUE;
  return launch (p, p->hStream ? p->hStream : CU_STREAM_PER_THREAD, f, args, extra);
}

/* ---- launches of old: the function keeps its arguments ---- */

CUresult
cuFuncSetBlockShape (CUfunction h, int x, int y, int z)
{
  ENTER_FUNC (h, f);
  if (x <= 0 || y <= 0 || z <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  f->block[0] = (unsigned) x;
  f->block[1] = (unsigned) y;
  f->block[2] = (unsigned) z;
  return CUDA_SUCCESS;
}

CUresult
cuFuncSetSharedSize (CUfunction h, unsigned bytes)
{
  ENTER_FUNC (h, f);
  f->shared = bytes;
  return CUDA_SUCCESS;
}

CUresult
cuParamSetSize (CUfunction h, unsigned bytes)
{
  ENTER_FUNC (h, f);
  return bytes > f->info.param_bytes ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult
cuParamSetv (CUfunction h, int offset, void *data, unsigned n)
{
  ENTER_FUNC (h, f);
  if (!data || offset < 0 || (size_t) offset > f->info.param_bytes
      || n > f->info.param_bytes - (size_t) offset)
    return CUDA_ERROR_INVALID_VALUE;
  if (!f->param && !(f->param = calloc (1, f->info.param_bytes + 1)))
    return CUDA_ERROR_OUT_OF_MEMORY;
  memcpy (f->param + offset, data, n);
  return CUDA_SUCCESS;
}

CUresult
cuParamSeti (CUfunction h, int offset, unsigned value)
{
  return cuParamSetv (h, offset, &value, sizeof value);
}

CUresult
cuParamSetf (CUfunction h, int offset, float value)
{
  return cuParamSetv (h, offset, &value, sizeof value);
}

CUresult
cuLaunchGridAsync (CUfunction h, int width, int height, CUstream stream)
{
  CUlaunchConfig p = { (unsigned) width, (unsigned) height, 1, 0, 0, 0, 0, stream, NULL, 0 };
  size_t size = 0;
  void *block = NULL;
  {
    ENTER_FUNC (h, f);
    if (width <= 0 || height <= 0)
      return CUDA_ERROR_INVALID_VALUE;
    p.blockDimX = f->block[0];
    p.blockDimY = f->block[1];
    p.blockDimZ = f->block[2];
    p.sharedMemBytes = f->shared;
    size = f->info.param_bytes;
    if (!f->param && !(f->param = calloc (1, size + 1)))
      return CUDA_ERROR_OUT_OF_MEMORY;
    block = f->param;
  }
  return launch (&p, stream, h, NULL,
		 (void *[]){ CU_LAUNCH_PARAM_BUFFER_POINTER, block, CU_LAUNCH_PARAM_BUFFER_SIZE,
			     &size, CU_LAUNCH_PARAM_END });
}

CUresult
cuLaunchGrid (CUfunction h, int width, int height)
{
  return cuLaunchGridAsync (h, width, height, NULL);
}

CUresult
cuLaunch (CUfunction h)
{
  return cuLaunchGridAsync (h, 1, 1, NULL);
}

/* ---- occupancy ---- */

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (int *blocks, CUfunction h, int threads,
						      size_t dynamic, unsigned flags)
{
  ENTER_FUNC (h, f);
  if (!blocks || threads <= 0 || flags > CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)
    return CUDA_ERROR_INVALID_VALUE;
  *blocks = threads > f->info.max_threads || dynamic > (size_t) f->max_dynamic
	      ? 0
	      : px_emu_occupancy (f->emu, threads, dynamic);
  return CUDA_SUCCESS;
}

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, CUfunction h, int threads, size_t dynamic)
{
  return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (blocks, h, threads, dynamic,
							       CU_OCCUPANCY_DEFAULT);
}

/* The block size, a multiple of a warp, with most threads a multiprocessor;
   the largest of these.  The program's function is called without the lock.  */
CUresult
cuOccupancyMaxPotentialBlockSizeWithFlags (int *grid, int *block, CUfunction h,
					   CUoccupancyB2DSize size_of, size_t dynamic, int limit,
					   unsigned flags)
{
  int max, best = 0, best_blocks = 0;
  if (!grid || !block || limit < 0 || flags > CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)
    return CUDA_ERROR_INVALID_VALUE;
  {
    ENTER_FUNC (h, f);
    max = f->info.max_threads;
  }
  if (limit && limit < max)
    max = limit;
  for (int n = max; n > 0; n = (n - 1) / PX_EMU_WARP * PX_EMU_WARP)
    {
      int blocks;
      CUresult r = cuOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, h, n,
								size_of ? size_of (n) : dynamic);
      if (r)
	return r;
      if (blocks * n > best * best_blocks)
	{
	  best = n;
	  best_blocks = blocks;
	}
    }
  *block = best;
  *grid = best_blocks * PX_EMU_SM_COUNT;
  return CUDA_SUCCESS;
}

CUresult
cuOccupancyMaxPotentialBlockSize (int *grid, int *block, CUfunction h, CUoccupancyB2DSize size_of,
				  size_t dynamic, int limit)
{
  return cuOccupancyMaxPotentialBlockSizeWithFlags (grid, block, h, size_of, dynamic, limit,
						    CU_OCCUPANCY_DEFAULT);
}

CUresult
cuOccupancyAvailableDynamicSMemPerBlock (size_t *dynamic, CUfunction h, int blocks, int threads)
{
  size_t lo = 0, hi;
  ENTER_FUNC (h, f);
  if (!dynamic || blocks <= 0 || threads <= 0 || px_emu_occupancy (f->emu, threads, 0) < blocks)
    return CUDA_ERROR_INVALID_VALUE;
  hi = PX_EMU_MAX_SHARED - f->info.static_shared;
  while (lo < hi)
    {
      size_t mid = (lo + hi + 1) / 2;
      if (px_emu_occupancy (f->emu, threads, mid) >= blocks)
	lo = mid;
      else
	hi = mid - 1;
    }
  *dynamic = lo;
  return CUDA_SUCCESS;
}

CUresult
cuOccupancyMaxPotentialClusterSize (int *size, CUfunction h, const CUlaunchConfig *p)
{
  ENTER_FUNC (h, f);
  if (!size || !p || !dims_ok (p))
    return CUDA_ERROR_INVALID_VALUE;
  *size = f->nonportable ? PX_EMU_MAX_CLUSTER : 8;
  return CUDA_SUCCESS;
}

CUresult
cuOccupancyMaxActiveClusters (int *clusters, CUfunction h, const CUlaunchConfig *p)
{
  px_emu_launch l = { 0 };
  bool overlaps;
  unsigned n;
  int fit;
  CUresult r;
  ENTER_FUNC (h, f);
  if (!clusters || !p || !dims_ok (p))
    return CUDA_ERROR_INVALID_VALUE;
  l.grid[0] = p->gridDimX;
  l.grid[1] = p->gridDimY;
  l.grid[2] = p->gridDimZ;
  r = launch_attributes (p, f, &l, &overlaps);
  if (!r)
    r = launch_cluster (f, &l);
  if (r)
    return r;
  n = l.cluster[0] ? l.cluster[0] * l.cluster[1] * l.cluster[2] : 1;
  fit = px_emu_occupancy (f->emu, (int) (p->blockDimX * p->blockDimY * p->blockDimZ),
			  p->sharedMemBytes);
  *clusters = fit > 0 ? fit * PX_EMU_SM_COUNT / (int) n : 0;
  return CUDA_SUCCESS;
}
