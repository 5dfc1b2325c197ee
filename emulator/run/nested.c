/* SPDX-License-Identifier: MIT */
/* The device's runtime: kernels that launch kernels (CUDA Dynamic Parallelism 2: what nvcc calls
   with -rdc=true), and conditions of graphs.

   A kernel can not wait for what it launches, and what it launches may run at any time until
   it has ended and beyond; a grid is complete when those that it launched are.  So they run
   when it has ended, one after the other in the order of their launches, each with those of
   its own before the next: whatever streams they are in.  Those in the stream of tails come
   last.  */
#include "emulator/run/device.h"
#include "emulator/run/nested.h"

#include <stdlib.h>

#define OP(name) OP_IN ("px_ops", name)
ANCHOR (nested)

/* cudaStreamTailLaunch; the least number of a stream that a kernel has created; errors of the
   runtime.  */
enum
{
  TAIL = 3,
  CREATED = 0x100,
  INVALID_VALUE = 1,
  NO_MEMORY = 2,
  INVALID_CONFIGURATION = 9,
  INVALID_FUNCTION = 98
};

/* The result of the call is ERROR, which is kept for cudaGetLastError.  */
static void
status (struct warp *w, const struct op *o, uint32_t i, int error)
{
  if (error)
    w->block->launch->nested_error = error;
  call_result (w, o, i, (uint64_t) error);
}

/* A new one with BYTES of memory, the last of W's grid; NULL without memory.  */
static struct nested *
nested_new (struct warp *w, size_t bytes)
{
  struct launch *l = w->block->launch;
  struct nested *n = calloc (1, sizeof *n), **p;
  if (n && bytes
      && (!(n->at = calloc (1, bytes))
	  || !px_emu_mem_add (l->emu, n->at, bytes, PX_EMU_MEM_GLOBAL)))
    {
      free (n->at);
      free (n);
      n = NULL;
    }
  if (!n)
    return NULL;
  n->bytes = bytes;
  if (bytes)
    TELL_TOOLS (l->emu, mem_write, l->emu, (uintptr_t) n->at, bytes);
  pthread_mutex_lock (&l->lock);
  p = l->last_nested ? &l->last_nested->next : &l->nested;
  *p = l->last_nested = n;
  pthread_mutex_unlock (&l->lock);
  return n;
}

/* The kernel, grid, block, bytes of shared memory; the memory for its parameters.  */
OP (cdp_buffer)
{
  EACH_LANE (i, w->mask)
    {
      px_emu_func *f = func_at (w->block->launch->func->mod, call_number (w, o, i, 0));
      px_emu_func_info info;
      px_emu_error err;
      struct nested *n = NULL;
      if (!f || !f->ir->entry)
	{
	  status (w, o, i, INVALID_FUNCTION);
	  call_result (w, o, i, 0);
	  continue;
	}
      if (!px_emu_func_info_get (f, &info, &err))
	return fail (w, o, err.kind, 1u << i, 0, 0, "%s", err.text);
      if (!(n = nested_new (w, info.param_bytes ? info.param_bytes : 1)))
	{
	  status (w, o, i, NO_MEMORY);
	  call_result (w, o, i, 0);
	  continue;
	}
      n->func = f;
      memcpy (n->grid, call_argument (w, o, i, 1), sizeof n->grid);
      memcpy (n->block, call_argument (w, o, i, 2), sizeof n->block);
      n->shared = (unsigned) call_number (w, o, i, 3);
      call_result (w, o, i, (uintptr_t) n->at);
    }
  return o + 1;
}

static bool
dims_ok (const struct nested *n)
{
  uint64_t threads = (uint64_t) n->block[0] * n->block[1] * n->block[2];
  return n->grid[0] && n->grid[1] && n->grid[2] && n->grid[0] <= 0x7fffffff && n->grid[1] <= 65535
	 && n->grid[2] <= 65535 && n->block[0] <= 1024 && n->block[1] <= 1024 && n->block[2] <= 64
	 && threads && threads <= PX_EMU_MAX_THREADS && n->shared <= PX_EMU_MAX_SHARED;
}

/* The memory, the stream.  */
OP (cdp_launch)
{
  struct launch *l = w->block->launch;
  EACH_LANE (i, w->mask)
    {
      uint64_t at = call_number (w, o, i, 0);
      struct nested *n;
      pthread_mutex_lock (&l->lock);
      for (n = l->nested; n && ((uintptr_t) n->at != at || n->launched || !n->func); n = n->next)
	;
      if (n && dims_ok (n))
	{
	  n->launched = true;
	  n->stream = call_number (w, o, i, 1);
	  n->tail = n->stream == TAIL;
	}
      pthread_mutex_unlock (&l->lock);
      if (n && n->launched)
	OBSERVE (w, nested, w, i, n);
      else if (n)
	OBSERVE (w, nested_failed, w, o, i);
      status (w, o, i, !at || !n ? INVALID_VALUE : n->launched ? 0 : INVALID_CONFIGURATION);
    }
  return o + 1;
}

/* To, from or value, size …  */
static const struct op *
memory (struct warp *w, const struct op *o, bool fill, unsigned stream)
{
  EACH_LANE (i, w->mask)
    {
      struct nested *n = nested_new (w, 0);
      if (n)
	{
	  n->dst = call_number (w, o, i, 0);
	  n->src = call_number (w, o, i, 1);
	  n->size = call_number (w, o, i, 2);
	  n->fill = fill;
	  n->launched = true;
	  n->stream = call_number (w, o, i, stream);
	  n->tail = n->stream == TAIL;
	  OBSERVE (w, nested, w, i, n);
	}
      status (w, o, i, n ? 0 : NO_MEMORY);
    }
  return o + 1;
}

OP (cdp_memcpy)
{
  return memory (w, o, false, 4);
}

OP (cdp_memset)
{
  return memory (w, o, true, 3);
}

/* Stores V where argument 0 of lane I says.  */
static bool
store_result (struct warp *w, const struct op *o, uint32_t i, uint64_t v)
{
  void *p
    = resolve_range (w, o, i, SP_GENERIC, call_number (w, o, i, 0), sizeof v, sizeof v, ACC_STORE);
  if (!p)
    return false;
  memcpy (p, &v, sizeof v);
  return true;
}

/* Where to, flags.  */
OP (cdp_stream_create)
{
  EACH_LANE (i, w->mask)
    {
      if (!store_result (w, o, i,
			 CREATED + atomic_fetch_add (&w->block->launch->nested_streams, 1)))
	return NULL;
      status (w, o, i, 0);
    }
  return o + 1;
}

OP (cdp_stream_destroy)
{
  EACH_LANE (i, w->mask)
    status (w, o, i,
	    call_number (w, o, i, 0) - CREATED < w->block->launch->nested_streams ? 0
										  : INVALID_VALUE);
  return o + 1;
}

OP (cdp_peek_error)
{
  OBSERVE (w, nested_asked, w->block->launch);
  EACH_LANE (i, w->mask)
    call_result (w, o, i, (uint64_t) w->block->launch->nested_error);
  return o + 1;
}

OP (cdp_last_error)
{
  OBSERVE (w, nested_asked, w->block->launch);
  EACH_LANE (i, w->mask)
    {
      call_result (w, o, i, (uint64_t) w->block->launch->nested_error);
      w->block->launch->nested_error = 0;
    }
  return o + 1;
}

OP (cdp_error_string)
{
  EACH_LANE (i, w->mask)
    {
      static const struct
      {
	int error;
	const char *text;
      } texts[] = { { 0, "no error" },
		    { INVALID_VALUE, "invalid argument" },
		    { NO_MEMORY, "out of memory" },
		    { INVALID_CONFIGURATION, "invalid configuration argument" },
		    { INVALID_FUNCTION, "invalid device function" } };
      enum
      {
	ROOM = 32
      };
      size_t k = 0;
      while (k < sizeof texts / sizeof *texts && texts[k].error != (int) call_number (w, o, i, 0))
	k++;
      struct nested *n = nested_new (w, ROOM);
      if (n)
	strcpy ((char *) n->at,
		k < sizeof texts / sizeof *texts ? texts[k].text : "unrecognized error code");
      call_result (w, o, i, n ? (uintptr_t) n->at : 0);
    }
  return o + 1;
}

/* Where to, size.  */
OP (cdp_malloc)
{
  EACH_LANE (i, w->mask)
    {
      void *p = dev_malloc (w->block->launch->emu, call_number (w, o, i, 1));
      if (!store_result (w, o, i, (uintptr_t) p))
	return NULL;
      status (w, o, i, p ? 0 : NO_MEMORY);
    }
  return o + 1;
}

OP (cdp_free)
{
  EACH_LANE (i, w->mask)
    {
      uint64_t a = call_number (w, o, i, 0);
      OBSERVE (w, heap_free, w, o, i, a);
      status (w, o, i, dev_free (w->block->launch->emu, a) ? 0 : INVALID_VALUE);
    }
  return o + 1;
}

/* The handle of a conditional node of a graph, the value: emulator/driver/branch.c's word, which any threads
   may set.  */
OP (set_conditional)
{
  EACH_LANE (i, w->mask)
    {
      const uint32_t bytes = sizeof (uint32_t);
      void *p
	= resolve_range (w, o, i, SP_GENERIC, call_number (w, o, i, 0), bytes, bytes, ACC_STORE);
      if (!p)
	return NULL;
      __atomic_store_n ((uint32_t *) p, (uint32_t) call_number (w, o, i, 1), __ATOMIC_RELEASE);
    }
  return o + 1;
}

/* ---- after the grid ---- */

static void
nested_free (px_emu *emu, struct nested *n)
{
  if (n->kin)
    TELL_TOOLS (emu, nested_gone, emu, n);
  if (n->at)
    px_emu_mem_remove (emu, n->at);
  free (n->at);
  free (n);
}

void
nested_drop (px_emu *emu, struct nested *first)
{
  while (first)
    {
      struct nested *n = first;
      first = n->next;
      nested_free (emu, n);
    }
}

/* The copy or fill N.  */
static bool
move_bytes (px_emu *emu, const struct nested *n, px_emu_error *err)
{
  const uint64_t at[] = { n->dst, n->src };
  for (int k = 0; k < (n->fill ? 1 : 2); k++)
    {
      px_emu_range r;
      if (n->size && (!px_emu_mem_find (emu, at[k], &r) || n->size > r.size - (at[k] - r.base)))
	{
	  err_set (err, PX_EMU_ILLEGAL_ADDRESS,
		   "a kernel's %s of %llu bytes at 0x%llx: not memory of the device",
		   n->fill ? "cudaMemsetAsync" : "cudaMemcpyAsync", (unsigned long long) n->size,
		   (unsigned long long) at[k]);
	  return false;
	}
    }
  if (n->fill)
    memset ((void *) n->dst, (int) n->src, n->size);
  else
    memmove ((void *) n->dst, (void *) n->src, n->size);
  if (n->fill)
    TELL_TOOLS (emu, mem_write, emu, n->dst, n->size);
  else
    TELL_TOOLS (emu, mem_copy, emu, n->dst, n->src, n->size);
  if (n->kin)
    TELL_TOOLS (emu, nested_moved, emu, n);
  return true;
}

/* FIRST without what was not launched, tails last.  */
static struct nested *
ordered (px_emu *emu, struct nested *first)
{
  struct nested *list[2] = { NULL, NULL }, **end[2] = { &list[0], &list[1] };
  while (first)
    {
      struct nested *n = first;
      first = n->next;
      n->next = NULL;
      if (!n->launched)
	nested_free (emu, n);
      else
	{
	  *end[n->tail] = n;
	  end[n->tail] = &n->next;
	}
    }
  *end[0] = list[1];
  return list[0];
}

bool
nested_run (px_emu *emu, struct nested *first, const px_emu_launch *how, px_emu_stats *stats,
	    px_emu_error *err)
{
  bool ok = true;
  first = ordered (emu, first);
  while (ok && first)
    {
      struct nested *n = first, *own = NULL;
      first = n->next;
      if (!n->func)
	ok = move_bytes (emu, n, err);
      else
	{
	  px_emu_launch l = *how;
	  px_emu_stats s;
	  memcpy (l.grid, n->grid, sizeof l.grid);
	  memcpy (l.block, n->block, sizeof l.block);
	  memset (l.cluster, 0, sizeof l.cluster);
	  l.dynamic_shared = n->shared;
	  l.cooperative = false;
	  l.args = NULL;
	  l.params = n->at;
	  l.param_bytes = n->bytes;
	  l.kin = n->kin;
	  ok = run_grid (n->func, &l, stats ? &s : NULL, err, &own);
	  if (stats)
	    {
	      stats->warp_instructions += s.warp_instructions;
	      stats->thread_instructions += s.thread_instructions;
	    }
	}
      nested_free (emu, n);
      if ((own = ordered (emu, own)))
	{
	  struct nested *last = own;
	  while (last->next)
	    last = last->next;
	  last->next = first;
	  first = own;
	}
    }
  nested_drop (emu, first);
  return ok;
}
