/* SPDX-License-Identifier: MIT */
/* Code that a program passes (a text, a file, a fat binary or the image of a linker) as texts
   of PTX, and the log of its compilation.  texts_of reads an image and makes texts, which
   texts_free frees; jit_start reads the options of a call, and jit_end writes the log to the
   caller's buffers.  Needs no lock.  */
#include "emulator/driver/module.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char linked_magic[8] = "\177PXLINK";

uint64_t
linked_check (const struct linked *h)
{
  uint64_t x = h->size * 0x9e3779b97f4a7c15u ^ h->n;
  x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
  return x ^ x >> 32;
}

void
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

/* Copies TEXT into a buffer of SIZE bytes.  Returns the bytes used, NUL included.  */
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

CUresult
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

CUresult
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
	/* Other options are for a compiler, which the emulator does not have.  */
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

CUresult
text_load (const struct text *t, struct jit *j, ptx_module **out)
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

void
texts_free (struct text *t, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      free (t[i].name);
      free (t[i].ptx);
    }
  free (t);
}

/* Appends a copy of PTX, N bytes.  Returns false if out of memory.  */
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

CUresult
texts_of (const void *image, size_t size, const char *name, struct jit *j, struct text **t,
	  size_t *n)
{
  const unsigned char *p = image;

  if (size && size < 4)
    {
      jit_say (j, "%s: error: not PTX", name);
      return CUDA_ERROR_INVALID_IMAGE;
    }
  /* A text of PTX begins with white space, a comment, or a directive.  */
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

CUresult
file_text (const char *name, char **text, size_t *n)
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
