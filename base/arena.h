/* SPDX-License-Identifier: MIT */
/* Memory that is freed all at once, for libptx, value/ and infer/.  */
#ifndef PX_ARENA_H
#define PX_ARENA_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct px_chunk
{
  struct px_chunk *next;
  size_t used, size; /* in bytes, this head included */
};

/* All zero: it is empty.  */
struct px_pool
{
  struct px_chunk *chunk;
};

/* Returns N bytes, aligned to 16, that have any value; ends the process if there is no memory.  */
static inline void *
px_alloc_raw (struct px_pool *p, size_t n)
{
  const size_t head = (sizeof (struct px_chunk) + 15) & ~(size_t) 15;
  struct px_chunk *c = p->chunk;
  n = (n + 15) & ~(size_t) 15;
  if (!c || n > c->size - c->used)
    {
      /* Each chunk is twice as large as the one before.  */
      const size_t first = 1 << 14, most = 1 << 20;
      size_t step = !c ? first : c->size >= most / 2 ? most : 2 * c->size;
      size_t size = n > step / 4 ? head + n : step;
      struct px_chunk *made = n > SIZE_MAX / 2 ? NULL : (struct px_chunk *) malloc (size);
      if (!made)
	{
	  fputs ("px: out of memory\n", stderr);
	  abort ();
	}
      made->used = head;
      made->size = size;
      if (c && size != step)
	{
	  /* Much at once gets a chunk of its own: what is left of the last one stays in use.  */
	  made->next = c->next;
	  c->next = made;
	}
      else
	{
	  made->next = c;
	  p->chunk = made;
	}
      c = made;
    }
  void *r = (char *) c + c->used;
  c->used += n;
  return r;
}

/* Returns N bytes that are zero.  */
static inline void *
px_alloc (struct px_pool *p, size_t n)
{
  return memset (px_alloc_raw (p, n), 0, n);
}

/* Makes P empty, but keeps one chunk for what comes next.  */
static inline void
px_pool_reset (struct px_pool *p)
{
  struct px_chunk *kept = p->chunk;
  if (!kept)
    return;
  for (struct px_chunk *c = kept->next, *next; c; c = next)
    {
      next = c->next;
      free (c);
    }
  kept->next = NULL;
  kept->used = (sizeof *kept + 15) & ~(size_t) 15;
}

/* Frees all that came from P, which is empty then.  */
static inline void
px_pool_free (struct px_pool *p)
{
  for (struct px_chunk *c = p->chunk, *next; c; c = next)
    {
      next = c->next;
      free (c);
    }
  p->chunk = NULL;
}

#endif
