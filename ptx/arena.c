/* SPDX-License-Identifier: MIT */
/* The memory of one module, and its names.  */
#include "ptx/ptx-int.h"
#include "base/arena.h"
#include <stdlib.h>

struct ptx_arena
{
  struct px_pool pool;
};

void
ptx_oom (void)
{
  fputs ("libptx: out of memory\n", stderr);
  abort ();
}

ptx_arena *
ptx_arena_new (void)
{
  ptx_arena *a = calloc (1, sizeof *a);
  if (!a)
    ptx_oom ();
  return a;
}

void
ptx_arena_free (ptx_arena *a)
{
  px_pool_free (&a->pool);
  free (a);
}

void *
ptx_arena_alloc (ptx_arena *a, size_t n)
{
  return px_alloc (&a->pool, n);
}

static uint32_t
new_chunk (uint32_t cap)
{
  if (cap > UINT32_MAX / 2)
    ptx_oom ();
  return cap ? cap * 2 : 8;
}

void *
ptx_grow (void *p, uint32_t n, uint32_t *cap, size_t size)
{
  if (n < *cap)
    return p;
  *cap = new_chunk (*cap);
  p = realloc (p, *cap * size);
  if (!p)
    ptx_oom ();
  return p;
}

void *
ptx_arena_grow (ptx_arena *a, void *p, uint32_t n, uint32_t *cap, size_t size)
{
  if (n < *cap)
    return p;
  *cap = new_chunk (*cap);
  void *q = ptx_arena_alloc (a, *cap * size);
  if (n)
    memcpy (q, p, n * size);
  return q;
}

static void
grow_names (struct ptx_names *t)
{
  uint32_t size = t->size ? t->size * 2 : 256;
  ptx_name **table = calloc (size, sizeof *table);
  if (!table)
    ptx_oom ();
  for (uint32_t i = 0; i < t->size; i++)
    for (ptx_name *n = t->table[i], *next; n; n = next)
      {
	next = n->next;
	n->next = table[n->hash & (size - 1)];
	table[n->hash & (size - 1)] = n;
      }
  free (t->table);
  t->table = table;
  t->size = size;
}

ptx_name *
ptx_intern_name (ptx_module *m, const char *s, size_t len)
{
  struct ptx_names *t = m->names;
  uint32_t h = ptx_hash (s, len);
  for (ptx_name *n = t->size ? t->table[h & (t->size - 1)] : 0; n; n = n->next)
    if (n->hash == h && n->len == len && !memcmp (n->s, s, len))
      return n;
  if (t->used >= t->size / 2)
    grow_names (t);
  ptx_name *n = ptx_arena_alloc (m->arena, sizeof *n + len + 1);
  memcpy (n->s, s, len);
  n->len = len;
  n->hash = h;
  n->sreg = *s == '%' ? ptx_sreg_find (s, len) : -1;
  n->next = t->table[h & (t->size - 1)];
  t->table[h & (t->size - 1)] = n;
  t->used++;
  return n;
}

const char *
ptx_intern (ptx_module *m, const char *s, size_t n)
{
  return ptx_intern_name (m, s, n)->s;
}
