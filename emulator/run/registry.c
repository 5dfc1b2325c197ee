/* SPDX-License-Identifier: MIT */
/* Handlers by name, those of the best instruction set that this CPU has.  */

#include "emulator/run/matrix.h"

#include <stdlib.h>

#define SECTION(s) \
  extern const struct named_op __start_##s[] __attribute__ ((visibility ("hidden"))); \
  extern const struct named_op __stop_##s[] __attribute__ ((visibility ("hidden")));
SECTION (px_ops)
SECTION (px_ops_c)
#ifdef __x86_64__
SECTION (px_ops_avx2)
SECTION (px_ops_avx512)
#endif

extern const char px_anchor_ops, px_anchor_atom, px_anchor_async, px_anchor_mbarrier,
  px_anchor_bulk, px_anchor_mma, px_anchor_nested, px_anchor_tensor, px_anchor_texture,
  px_anchor_wgmma, px_anchor_wmma, px_anchor_printf, px_anchor_exec_c;
#ifdef __x86_64__
extern const char px_anchor_exec_avx2, px_anchor_exec_avx512;
#endif
static const char *const anchors[] __attribute__ ((used))
= { &px_anchor_ops,	  &px_anchor_atom,	 &px_anchor_async,  &px_anchor_mbarrier,
    &px_anchor_bulk,	  &px_anchor_mma,	 &px_anchor_nested, &px_anchor_tensor,
    &px_anchor_texture,	  &px_anchor_wgmma,	 &px_anchor_wmma,   &px_anchor_printf,
    &px_anchor_exec_c,
#ifdef __x86_64__
    &px_anchor_exec_avx2, &px_anchor_exec_avx512
#endif
  };

static const struct named_op **table;
static unsigned table_mask;
static const char *isa;
static const struct tile *kernels;
static scan_fn *scanner;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static unsigned
hash (const char *s)
{
  unsigned h = 2166136261u;
  while (*s)
    h = (h ^ (unsigned char) *s++) * 16777619u;
  return h ^ h >> 15;
}

static void
add (const struct named_op *from, const struct named_op *to)
{
  for (; from < to; from++)
    {
      unsigned h = hash (from->name);
      while (table[h & table_mask])
	h++;
      table[h & table_mask] = from;
    }
}

static void
init (void)
{
  static const struct named_op *none[1];
  size_t n = __stop_px_ops - __start_px_ops + (__stop_px_ops_c - __start_px_ops_c);
  size_t cap = 1024;
  while (cap < 3 * n)
    cap *= 2;
  table = calloc (cap, sizeof *table);
  if (!table)
    {
      table = none;
      table_mask = 0;
      isa = "c";
      kernels = &tile_c;
      scanner = scan_c;
      return;
    }
  table_mask = cap - 1;
  add (__start_px_ops, __stop_px_ops);
#ifdef __x86_64__
  const char *want = getenv ("PXEMU_ISA");
  __builtin_cpu_init ();
  bool avx2 = __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma")
	      && __builtin_cpu_supports ("bmi2");
  bool avx512 = avx2 && __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq")
		&& __builtin_cpu_supports ("avx512bw") && __builtin_cpu_supports ("avx512vl")
		&& __builtin_cpu_supports ("avx512cd");
  if (want && !strcmp (want, "c"))
    avx2 = avx512 = false;
  if (want && !strcmp (want, "avx2"))
    avx512 = false;
  if (avx512)
    {
      isa = "avx512";
      kernels = &tile_avx512;
      scanner = scan_avx512;
      add (__start_px_ops_avx512, __stop_px_ops_avx512);
      return;
    }
  if (avx2)
    {
      isa = "avx2";
      kernels = &tile_avx2;
      scanner = scan_avx2;
      add (__start_px_ops_avx2, __stop_px_ops_avx2);
      return;
    }
#endif
  isa = "c";
  kernels = &tile_c;
  scanner = scan_c;
  add (__start_px_ops_c, __stop_px_ops_c);
}

static int
by_address (const void *a, const void *b)
{
  uintptr_t x = (uintptr_t) (*(const struct named_op *const *) a)->fn;
  uintptr_t y = (uintptr_t) (*(const struct named_op *const *) b)->fn;
  return x < y ? -1 : x > y;
}

handler *
find_op (const char *name)
{
  pthread_once (&once, init);
  for (unsigned h = hash (name); table[h & table_mask]; h++)
    if (!strcmp (table[h & table_mask]->name, name))
      return table[h & table_mask]->fn;
  return NULL;
}

/* The name of a handler that find_op gave.  */
const char *
op_name (handler *fn)
{
  static const struct named_op **by_fn;
  static unsigned n;
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock (&lock);
  if (!by_fn && (by_fn = calloc (table_mask + 1, sizeof *by_fn)))
    {
      for (unsigned k = 0; k <= table_mask; k++)
	if (table[k])
	  by_fn[n++] = table[k];
      qsort (by_fn, n, sizeof *by_fn, by_address);
    }
  unsigned low = 0, high = by_fn ? n : 0;
  while (low < high)
    {
      unsigned mid = (low + high) / 2;
      if ((uintptr_t) by_fn[mid]->fn < (uintptr_t) fn)
	low = mid + 1;
      else
	high = mid;
    }
  const char *name = by_fn && low < n && by_fn[low]->fn == fn ? by_fn[low]->name : NULL;
  pthread_mutex_unlock (&lock);
  return name;
}

const struct tile *
tile (void)
{
  if (__builtin_expect (!kernels, 0))
    pthread_once (&once, init);
  return kernels;
}

scan_fn *
scan (void)
{
  pthread_once (&once, init);
  return scanner;
}

const char *
px_emu_isa (void)
{
  pthread_once (&once, init);
  return isa;
}
