/* SPDX-License-Identifier: MIT */
/* Handles.  Each names a slot and its generation, so a handle that was freed names nothing.  */
#include "emulator/driver/drv.h"
#include "base/room.h"

#include <stdlib.h>

/* A slot of a handle, whose value consists of generation, slot + 1 and kind.  */
struct slot
{
  void *obj; /* NULL: free */
  uint32_t generation;
  enum kind kind;
  size_t next; /* next in the list of free slots, + 1 */
};

static struct slot *slots;
static size_t nslots, cap_slots, free_slot;

enum
{
  KIND_BITS = 5,
  SLOT_BITS = 27
};

void *
handle_new (enum kind kind, void *obj)
{
  size_t i;

  if (free_slot)
    {
      i = free_slot - 1;
      free_slot = slots[i].next;
    }
  else
    {
      if (nslots + 1 >= (size_t) 1 << SLOT_BITS || !PX_ROOM (slots, nslots, cap_slots))
	return NULL;
      i = nslots++;
      slots[i].generation = 0;
    }
  slots[i].obj = obj;
  slots[i].kind = kind;
  slots[i].generation++;
  return (void *) ((uintptr_t) slots[i].generation << (KIND_BITS + SLOT_BITS)
		   | (uintptr_t) (i + 1) << KIND_BITS | (uintptr_t) kind);
}

static struct slot *
slot_of_handle (const void *handle)
{
  uintptr_t h = (uintptr_t) handle;
  size_t i = h >> KIND_BITS & (((size_t) 1 << SLOT_BITS) - 1);
  struct slot *s;

  if (!i || i > nslots)
    return NULL;
  s = &slots[i - 1];
  if (!s->obj || s->generation != h >> (KIND_BITS + SLOT_BITS)
      || s->kind != (h & ((1u << KIND_BITS) - 1)))
    return NULL;
  return s;
}

/* The calling thread's call fails as HANDLE names no object of KIND; if one that was destroyed, this
   is the reason.  */
static void
handle_gone (enum kind kind, const void *handle)
{
  static const char *const names[]
    = { [K_STREAM] = "stream",	   [K_EVENT] = "event",		  [K_GRAPH] = "graph",
	[K_NODE] = "graph's node", [K_EXEC] = "executable graph", [K_POOL] = "pool",
	[K_ARRAY] = "array",	   [K_MIPMAP] = "mipmapped array" };
  uintptr_t h = (uintptr_t) handle;
  size_t i = h >> KIND_BITS & (((size_t) 1 << SLOT_BITS) - 1);
  uint32_t generation = (uint32_t) (h >> (KIND_BITS + SLOT_BITS));
  if (i && i <= nslots && generation && generation <= slots[i - 1].generation
      && kind == (h & ((1u << KIND_BITS) - 1)) && kind < sizeof names / sizeof *names
      && names[kind])
    drv_gone (names[kind]);
}

void *
handle_get (enum kind kind, const void *handle)
{
  struct slot *s = slot_of_handle (handle);
  if (s && s->kind == kind)
    return s->obj;
  handle_gone (kind, handle);
  return NULL;
}

void
handle_free (void *handle)
{
  struct slot *s = slot_of_handle (handle);
  if (s)
    {
      s->obj = NULL;
      s->next = free_slot;
      free_slot = (size_t) (s - slots) + 1;
    }
}
