/* SPDX-License-Identifier: MIT */
/* Linking.  cuLinkAdd* store texts of PTX; cuLinkComplete makes one image of them, whose format
   texts.c reads, and modules are loaded from that.  */
#include "emulator/driver/module.h"

#include <stdlib.h>
#include <string.h>

struct link
{
  struct jit jit; /* every call writes to its buffers */
  struct text *texts;
  size_t n;
  void *image; /* set by cuLinkComplete */
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

/* Adds an input.  PTX is read here, so that errors name the input.  */
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
  r = texts_of (data, size, name, &k->jit, &k->texts, &k->n);
  for (size_t i = first; !r && i < k->n; i++)
    {
      ptx_module *m;
      r = text_load (&k->texts[i], &k->jit, &m);
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
  r = file_text (path, &text, &size);
  if (r)
    return r;
  r = size ? link_add (k, type, text, size, path) : CUDA_ERROR_INVALID_IMAGE;
  free (text);
  return r;
}
SAME (cuLinkAddFile, cuLinkAddFile_v2);

/* Makes one image of the texts of K.  */
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
      /* The module was only loaded to check that the texts link.  */
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
