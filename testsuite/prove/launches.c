/* SPDX-License-Identifier: MIT */
/* Which launches a program makes: preloaded, it appends a row to the file PROVE_LAUNCHES for each one, of one dimension,
   if libpx makes it: NAME BLOCKS THREADS [I=VALUE]... [I+OFFSET=ELEMENT:SWIZZLE:SIZE[xSIZE]...]..., with the arguments of up to eight bytes that are
   no pointers, and the boxes of tensor maps that px has made; of others NAME 0 0.  With PROVE_DATA, a folder, a row has also
   [I.OFFSET@FILE]..., of what the memory of the emulator holds that pointers lead to, if that is at most 1 MiB or PROVE_MOST bytes.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "px/runtime.h"
#include "runtime/image.h"

enum
{
  NESTED = 16,
  WORDS = 24, /* of a structure that are told */
  MOST_DATA = 1 << 20 /* bytes that a pointer leads to, of which the contents are told */
};
static struct px_config pushed[NESTED];
static unsigned depth;

void px__push (struct px_config config);
void px__link_with_lpx (const struct px_kernel *kernel, void **args);
void px__enter (const struct px_kernel *kernel, void **args);
px_status px__pop (void);

void
px__push (struct px_config config)
{
  void (*next) (struct px_config) = (void (*) (struct px_config)) dlsym (RTLD_NEXT, "px__push");
  if (depth < NESTED)
    pushed[depth] = config;
  depth++;
  next (config);
}

px_status
px__pop (void)
{
  px_status (*next) (void) = (px_status (*) (void)) dlsym (RTLD_NEXT, "px__pop");
  depth--;
  return next ();
}

static bool
pointer_p (const struct px_kernel *k, unsigned i)
{
  for (uint32_t j = 0; j < k->npointers; j++)
    if (k->pointers[j].argument == i)
      return true;
  return false;
}

/* Writes what the memory holds that P leads to, of the pointer at OFFSET in argument I, to a file that its name tells by its
   contents, in the folder PROVE_DATA.  Nothing of a launch that STREAM captures: it is made later, when memory may hold something
   else, and to wait here would end the capture.  */
static void
tell_contents (FILE *f, uint32_t i, uint32_t offset, const void *p, void *stream)
{
  typedef int get_context (void **context, int device);
  typedef int push_or_pop (void *context);
  typedef int get_range (uint64_t *base, size_t *size, uint64_t p);
  typedef int copy (void *to, uint64_t from, size_t n);
  typedef int synchronize (void);
  typedef int capturing (void *stream, int *status);
  const char *folder = getenv ("PROVE_DATA");
  void *driver = folder && p ? dlopen ("libpxemu.so.0", RTLD_NOW | RTLD_NOLOAD) : NULL, *context = NULL;
  if (!driver)
    return;
  get_context *retain = (get_context *) dlsym (driver, "cuDevicePrimaryCtxRetain");
  push_or_pop *push = (push_or_pop *) dlsym (driver, "cuCtxPushCurrent_v2"), *pop = (push_or_pop *) dlsym (driver, "cuCtxPopCurrent_v2");
  get_range *range = (get_range *) dlsym (driver, "cuMemGetAddressRange_v2");
  copy *from = (copy *) dlsym (driver, "cuMemcpyDtoH_v2");
  synchronize *wait = (synchronize *) dlsym (driver, "cuCtxSynchronize");
  capturing *captures = (capturing *) dlsym (driver, "cuStreamIsCapturing");
  int captured = 0;
  uint64_t at = (uintptr_t) p, base, hash = 14695981039346656037u;
  size_t size;
  char name[4096], part[4096 + 32];
  if (!retain || !push || !pop || !range || !from || !wait || !captures || retain (&context, 0) || push (context))
    return;
  if (captures (stream, &captured) || captured || wait () || range (&base, &size, at))
    {
      pop (&context);
      return;
    }
  size -= at - base;
  const char *most = getenv ("PROVE_MOST");
  unsigned char *bytes = size <= (most ? strtoul (most, NULL, 10) : MOST_DATA) ? malloc (size + 1) : NULL;
  if (bytes && !from (bytes, at, size))
    {
      for (size_t j = 0; j < size; j++)
	hash = (hash ^ bytes[j]) * 1099511628211u;
      snprintf (name, sizeof name, "%s/%016llx.%zu", folder, (unsigned long long) hash, size);
      snprintf (part, sizeof part, "%s.%d", name, (int) getpid ());
      FILE *to = fopen (part, "wb");
      bool whole = to && fwrite (bytes, 1, size, to) == size;
      if (to && !fclose (to) && whole && !rename (part, name))
	fprintf (f, " %u.%u@%s", i + 1, offset, name);
    }
  free (bytes);
  pop (&context);
}

/* Writes the words of argument I, at AT, that are of no pointer and of no tensor map, and which pointers are null.  */
static void
tell_structure (FILE *f, const struct px_kernel *k, uint32_t i, const char *at, void *stream)
{
  bool taken[WORDS] = { false };
  for (uint32_t j = 0; j < k->nmaps; j++)
    if (k->maps[j].argument == i)
      return;
  for (uint32_t j = 0; j < k->npointers; j++)
    if (k->pointers[j].argument == i)
      {
	const void *p;
	uint32_t offset = k->pointers[j].offset;
	memcpy (&p, at + offset, sizeof p);
	fprintf (f, " %u.%u=%s", i + 1, offset, p ? "pointer" : "null");
	tell_contents (f, i, offset, p, stream);
	for (uint32_t w = offset / 4; w < WORDS && w < offset / 4 + 2; w++)
	  taken[w] = true;
      }
  for (uint32_t w = 0; w < WORDS && 4 * w + 4 <= k->param_size[i]; w++)
    if (!taken[w])
      {
	uint32_t v;
	memcpy (&v, at + 4 * w, sizeof v);
	fprintf (f, " %u.%u=%u", i + 1, 4 * w, v);
      }
}

/* Returns true if libpx makes launch C of K: its numbers are those that the record admits.  */
static bool
admitted_p (const struct px_kernel *k, const struct px_config *c)
{
  int64_t n = c->threads[0] * c->threads[1] * c->threads[2], block = k->block ? k->block : 1, thread = k->thread ? k->thread : 1;
  return n > 0 && n <= 1024 && c->blocks[0] > 0 && c->blocks[0] % block == 0 && (k->threads ? n == k->threads : n % thread == 0);
}

static void
tell (const struct px_kernel *k, void **args)
{
  const char *to = getenv ("PROVE_LAUNCHES");
  FILE *f = to && depth && depth <= NESTED && admitted_p (k, &pushed[depth - 1]) ? fopen (to, "a") : NULL;
  const struct px_config *c = f ? &pushed[depth - 1] : NULL;
  if (!f)
    return;
  bool flat = c->blocks[1] == 1 && c->blocks[2] == 1 && c->threads[1] == 1 && c->threads[2] == 1;
  fprintf (f, "%s %lld %lld", k->name, flat ? (long long) c->blocks[0] : 0LL, flat ? (long long) c->threads[0] : 0LL);
  for (uint32_t i = 0; i < k->nparams; i++)
    {
      int64_t v = 0;
      uint32_t n = k->param_size[i];
      if (pointer_p (k, i) || !(n == 1 || n == 2 || n == 4 || n == 8))
	{
	  tell_structure (f, k, i, (const char *) args[i], (void *) c->stream);
	  continue;
	}
      memcpy (&v, args[i], n);
      if (n < 8)
	v = (int64_t) ((uint64_t) v << (64 - 8 * n)) >> (64 - 8 * n);
      fprintf (f, " %u=%lld", i + 1, (long long) v);
    }
  for (uint32_t i = 0; i < k->nmaps; i++)
    {
      const struct px_map_use *u = &k->maps[i];
      bool before = false;
      px_tensor_map m;
      for (uint32_t j = 0; j < i; j++)
	before |= k->maps[j].argument == u->argument && k->maps[j].offset == u->offset;
      memcpy (&m, (const char *) args[u->argument] + u->offset, sizeof m);
      if (before || m.box.known != PX_TENSOR_BOX || !m.box.size[0])
	continue;
      fprintf (f, " %u+%u=%u:%u:", u->argument + 1, u->offset, m.box.element, m.box.swizzle);
      for (uint32_t d = 0; d < m.box.rank && d < 5; d++)
	fprintf (f, d ? "x%u" : "%u", m.box.size[d]);
    }
  fprintf (f, "\n");
  fclose (f);
}

void
px__link_with_lpx (const struct px_kernel *kernel, void **args)
{
  void (*next) (const struct px_kernel *, void **)
    = (void (*) (const struct px_kernel *, void **)) dlsym (RTLD_NEXT, "px__link_with_lpx");
  tell (kernel, args);
  next (kernel, args);
}

void
px__enter (const struct px_kernel *kernel, void **args)
{
  void (*next) (const struct px_kernel *, void **)
    = (void (*) (const struct px_kernel *, void **)) dlsym (RTLD_NEXT, "px__enter");
  tell (kernel, args);
  next (kernel, args);
}
