/* SPDX-License-Identifier: MIT */
/* What the device may touch, and accesses that are not the frequent ones.  */

#define _GNU_SOURCE
#include "base/search.h"
#include "base/room.h"
#include "emulator/run/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define OP(name) OP_IN ("px_ops", name)

const char heap_name[] = "the device heap";

/* ---- known memory ---- */

/* Returns the index of the first range that ends after ADDR.  */
static size_t
lower (const px_emu *emu, uint64_t addr)
{
  return PX_FIRST (i, emu->n_ranges, emu->ranges[i].base + emu->ranges[i].size > addr);
}

bool
mem_add (px_emu *emu, void *addr, uint64_t size, enum px_emu_mem kind, const char *name)
{
  uint64_t base = (uintptr_t) addr;
  bool ok = false;
  if (size == 0 || base + size < base || (base + size) >> 56)
    return false;
  pthread_rwlock_wrlock (&emu->mem_lock);
  size_t i = lower (emu, base);
  if (i < emu->n_ranges && emu->ranges[i].base < base + size)
    goto out;
  if (!PX_ROOM (emu->ranges, emu->n_ranges, emu->cap_ranges))
    goto out;
  memmove (emu->ranges + i + 1, emu->ranges + i, (emu->n_ranges - i) * sizeof *emu->ranges);
  emu->ranges[i] = (struct range){ base, size, kind, name };
  emu->n_ranges++;
  ok = true;
out:
  pthread_rwlock_unlock (&emu->mem_lock);
  if (ok)
    TELL_TOOLS (emu, mem_add, emu, base, size,
		kind != PX_EMU_MEM_DEVICE && kind != PX_EMU_MEM_MAPPED);
  return ok;
}

bool
px_emu_mem_add (px_emu *emu, void *addr, size_t size, enum px_emu_mem kind)
{
  return mem_add (emu, addr, size, kind, NULL);
}

bool
px_emu_mem_remove (px_emu *emu, void *addr)
{
  pthread_rwlock_wrlock (&emu->mem_lock);
  size_t i = lower (emu, (uintptr_t) addr);
  bool ok = i < emu->n_ranges && emu->ranges[i].base == (uintptr_t) addr;
  uint64_t size = 0;
  if (ok)
    {
      size = emu->ranges[i].size;
      emu->n_ranges--;
      memmove (emu->ranges + i, emu->ranges + i + 1, (emu->n_ranges - i) * sizeof *emu->ranges);
    }
  pthread_rwlock_unlock (&emu->mem_lock);
  if (ok)
    TELL_TOOLS (emu, mem_remove, emu, (uintptr_t) addr, size);
  return ok;
}

/* Returns true if A and B, the next range, are parts of one range for accesses.  */
static bool
joined (const struct range *a, const struct range *b)
{
  return a->kind == PX_EMU_MEM_MAPPED && b->kind == PX_EMU_MEM_MAPPED
	 && a->base + a->size == b->base;
}

bool
px_emu_mem_find (px_emu *emu, uint64_t addr, px_emu_range *range)
{
  pthread_rwlock_rdlock (&emu->mem_lock);
  size_t i = lower (emu, addr), last = i;
  bool ok = i < emu->n_ranges && emu->ranges[i].base <= addr;
  if (ok && range)
    {
      const struct range *r = emu->ranges;
      while (i > 0 && joined (&r[i - 1], &r[i]))
	i--;
      while (last + 1 < emu->n_ranges && joined (&r[last], &r[last + 1]))
	last++;
      *range = (px_emu_range){ r[i].base, r[last].base + r[last].size - r[i].base, r[i].kind,
			       r[i].name, r[i].name == heap_name };
    }
  pthread_rwlock_unlock (&emu->mem_lock);
  return ok;
}

bool
is_const (px_emu *emu, uint64_t addr)
{
  px_emu_range r = { 0 };
  return px_emu_mem_find (emu, addr, &r) && r.kind == PX_EMU_MEM_CONST;
}

/* ---- addresses ---- */

static const char *const space_names[N_SPACES]
  = { "generic", "global", "shared", "local", "param", "const" };

/* The range with ADDR, or the nearest within a page.  */
static bool
nearest (px_emu *emu, uint64_t addr, px_emu_range *range)
{
  uint64_t best = 4096;
  bool found = false;
  pthread_rwlock_rdlock (&emu->mem_lock);
  size_t i = lower (emu, addr);
  for (size_t k = i ? i - 1 : 0; k <= i && k < emu->n_ranges; k++)
    {
      const struct range *r = &emu->ranges[k];
      uint64_t far = addr < r->base		? r->base - addr
		     : addr < r->base + r->size ? 0
						: addr - (r->base + r->size);
      if (far > best || (found && far == best))
	continue;
      found = true;
      best = far;
      *range = (px_emu_range){ r->base, r->size, r->kind, r->name, r->name == heap_name };
    }
  pthread_rwlock_unlock (&emu->mem_lock);
  return found;
}

/* What lies at SIZE bytes at ADDR of global memory, or near.  */
static void
say_near (px_emu *emu, uint64_t addr, uint32_t size, char *text, size_t room)
{
  px_emu_range r = { 0 };
  unsigned char there;
  *text = 0;
  if (addr < 65536)
    {
      snprintf (text, room, "; a null pointer");
      return;
    }
  if (IS_LOCAL (addr) || (addr & WINDOW_MASK) == WINDOW_SHARED)
    {
      snprintf (text, room, "; an address of %s memory, which a %s has for itself alone",
		IS_LOCAL (addr) ? "local" : "shared",
		IS_LOCAL (addr) ? "thread" : "block or cluster");
      return;
    }
  if (nearest (emu, addr, &r))
    {
      uint64_t end = r.base + r.size;
      if (addr >= r.base && addr + size <= end)
	return;
      snprintf (text, room, "; %s%llu bytes %s the %llu bytes at 0x%llx%s%s",
		addr >= r.base && addr < end ? "its last " : "",
		(unsigned long long) (addr < r.base ? r.base - addr
				      : addr < end  ? addr + size - end
						    : addr - end),
		addr < r.base ? "before" : "past", (unsigned long long) r.size,
		(unsigned long long) r.base, r.name ? " of " : "", r.name ? r.name : "");
    }
  if (!*text && !mincore ((void *) (addr & -UINT64_C (4096)), 1, &there))
    snprintf (text, room, "; it is the host's, which the device can not access");
}

bool
mem_was_freed (px_emu *emu, uint64_t addr, uint64_t *base, uint64_t *size)
{
  bool freed = false;
  EACH_TOOL (t, emu)
  freed = freed || (t->mem_freed && t->mem_freed (emu, addr, base, size));
  return freed;
}

void
px_emu_mem_say (px_emu *emu, uint64_t addr, uint64_t size, char *text, size_t room)
{
  px_emu_range r;
  uint64_t base, len;
  bool here = px_emu_mem_find (emu, addr, &r);
  if (here && r.heap)
    snprintf (text, room, "a kernel's malloc gave it, and only kernels may use it");
  else if (here)
    snprintf (text, room, "%llu of the %llu bytes at 0x%llx are there",
	      (unsigned long long) (r.base + r.size - addr), (unsigned long long) r.size,
	      (unsigned long long) r.base);
  else if (mem_was_freed (emu, addr, &base, &len))
    snprintf (text, room, "byte %llu of %llu that were freed", (unsigned long long) (addr - base),
	      (unsigned long long) len);
  else
    {
      char near[128];
      say_near (emu, addr, size < UINT32_MAX ? (uint32_t) size : UINT32_MAX, near, sizeof near);
      snprintf (text, room, "%s", *near ? near + 2 : "no memory of the device");
    }
}

/* One address that lane LANE may not access.  */
static bool
refuse (struct warp *w, const struct op *o, int lane, uint64_t addr, uint32_t size,
	enum space space, enum access access, const char *why, enum px_emu_kind kind)
{
  static const char *const verbs[] = { "read", "write", "atomic access" };
  px_emu_range r = { 0 };
  char near[128] = "";
  px_emu *emu = w->block->launch->emu;
  uint64_t base, len;
  if (mem_was_freed (emu, addr, &base, &len) && !px_emu_mem_find (emu, addr, &r))
    {
      why = "use after free";
      snprintf (near, sizeof near, "; byte %llu of the %llu that were allocated at 0x%llx",
		(unsigned long long) (addr - base), (unsigned long long) len,
		(unsigned long long) base);
    }
  else if (space == SP_GLOBAL || space == SP_CONST || space == SP_GENERIC)
    say_near (emu, addr, size, near, sizeof near);
  else if (space == SP_SHARED && (uint32_t) addr >> SHARED_RANK_SHIFT > w->block->cluster->n_blocks)
    snprintf (near, sizeof near, "; of block %u of a cluster of %u",
	      ((uint32_t) addr >> SHARED_RANK_SHIFT) - 1, (unsigned) w->block->cluster->n_blocks);
  else if (space == SP_SHARED && (addr & 0xffffff) + size > w->block->launch->shared_bytes)
    snprintf (near, sizeof near, "; the block has %u bytes",
	      (unsigned) w->block->launch->shared_bytes);
  fail (w, o, kind, 1u << lane, addr, size, "%s: %s of %u bytes at %s address 0x%llx%s", why,
	verbs[access], size, space_names[space], (unsigned long long) addr, near);
  return false;
}

struct block *
shared_at (const struct warp *w, uint64_t a)
{
  uint32_t size = w->block->launch->shared_bytes;
  if (a - (uintptr_t) w->shared < size)
    return w->block;
  struct cluster *k = w->block->cluster;
  for (uint32_t i = 0; i < k->n_blocks; i++)
    if (a - (uintptr_t) k->blocks[i].shared < size)
      return &k->blocks[i];
  return NULL;
}

static uint8_t *
shared_of (struct warp *w, uint32_t rank, uint32_t *size)
{
  struct cluster *k = w->block->cluster;
  if (rank >= k->n_blocks)
    return NULL;
  *size = w->block->launch->shared_bytes;
  return k->blocks[rank].shared;
}

/* What most calls of resolve are for: the lanes of W access bytes SIZE, a power of 2 up to 16, of their
   block's shared memory, or of the range of global memory that H is.  */
static bool
resolve_usual (struct warp *w, const struct hit *h, enum space space, uint64_t *addr, uint32_t size)
{
  bool shared = space == SP_SHARED;
  uint64_t lo = shared ? 0 : h->lo, room = shared ? w->shared_size : h->hi - h->lo;
  uint64_t span = room - size, bad = 0, base = (uintptr_t) w->shared;
  if (room < size)
    return false;
  if (w->mask != ALL_LANES)
    {
      EACH_LANE (i, w->mask)
	bad |= (uint64_t) (addr[i] - lo > span) | (addr[i] & (size - 1));
      if (bad)
	return false;
      EACH_LANE (i, shared ? w->mask : 0)
	addr[i] += base;
      return true;
    }
  for (int i = 0; i < LANES; i++)
    bad |= (uint64_t) (addr[i] - lo > span) | (addr[i] & (size - 1));
  if (bad)
    return false;
  for (int i = 0; shared && i < LANES; i++)
    addr[i] += base;
  return true;
}

bool
resolve (struct warp *w, const struct op *o, enum space space, uint64_t *addr, uint32_t size,
	 enum access access)
{
  struct launch *l = w->block->launch;
  struct hit *h = &w->hits[o->hit];
  const struct observer *watch = WATCHED (w, access) ? w->observer : NULL;
  if (!watch && size <= 16 && space != SP_LOCAL && space != SP_PARAM
      && resolve_usual (w, h, space, addr, size))
    return true;
  EACH_LANE (i, w->mask)
    {
      uint64_t a = addr[i];
      enum space s = space;
      if (a & (size - 1) && size <= 16)
	return refuse (w, o, i, a, size, s, access, "misaligned address", PX_EMU_MISALIGNED);
      if (s == SP_GENERIC)
	{
	  s = SP_GLOBAL;
	  switch (a & WINDOW_MASK)
	    {
	    case WINDOW_SHARED: s = SP_SHARED; break;
	    case WINDOW_PARAM: s = SP_PARAM; break;
	    default:
	      if (IS_LOCAL (a))
		s = SP_LOCAL;
	      break;
	    }
	  if (s == SP_SHARED || s == SP_PARAM)
	    a = (uint32_t) a;
	}
      else if (s == SP_PARAM || (s == SP_SHARED && a >> 56))
	a = (uint32_t) a;
      switch (s)
	{
	case SP_SHARED:
	  {
	    uint32_t rank = a >> SHARED_RANK_SHIFT & 255, len = l->shared_bytes;
	    uint8_t *base = w->shared;
	    if (rank && a >> 32 == 0)
	      {
		base = shared_of (w, rank - 1, &len);
		a &= (1u << SHARED_RANK_SHIFT) - 1;
	      }
	    if (!base || a >= len || len - a < size)
	      return refuse (w, o, i, addr[i], size, s, access, "out of bounds",
			     PX_EMU_ILLEGAL_ADDRESS);
	    addr[i] = (uintptr_t) base + a;
	    if (unlikely (watch != NULL))
	      watch->access (w, o, addr[i], size, access);
	    break;
	  }
	case SP_LOCAL:
	  a = (uint32_t) a;
	  if (a >= w->local_size || w->local_size - a < size)
	    return refuse (w, o, i, addr[i], size, s, access, "out of bounds",
			   PX_EMU_ILLEGAL_ADDRESS);
	  if (unlikely (LOCAL_OWNER (addr[i]) != 0) && WATCHED (w, local_used)
	      && !w->observer->local_used (w, o, i, LOCAL_OWNER (addr[i]), a, size, access))
	    return false;
	  addr[i] = (uintptr_t) w->local + (uint64_t) i * w->local_size + a;
	  break;
	case SP_PARAM:
	  if (a >= l->func->param_bytes || l->func->param_bytes - a < size || access != ACC_LOAD)
	    return refuse (w, o, i, addr[i], size, s, access, "out of bounds",
			   PX_EMU_ILLEGAL_ADDRESS);
	  addr[i] = (uintptr_t) l->params + a;
	  break;
	default:
	  if (a >= h->lo && a < h->hi && h->hi - a >= size)
	    break;
	  {
	    px_emu_range r;
	    if (!px_emu_mem_find (l->emu, a, &r))
	      return refuse (w, o, i, addr[i], size, space, access, "not allocated",
			     PX_EMU_ILLEGAL_ADDRESS);
	    if (r.base + r.size - a < size)
	      return refuse (w, o, i, addr[i], size, space, access, "out of bounds",
			     PX_EMU_ILLEGAL_ADDRESS);
	    if (r.kind == PX_EMU_MEM_CONST && access != ACC_LOAD)
	      return refuse (w, o, i, addr[i], size, space, access, "constant memory",
			     PX_EMU_ILLEGAL_ADDRESS);
	    if (unlikely (watch != NULL))
	      {
		if (r.kind != PX_EMU_MEM_CONST)
		  watch->access (w, o, a, size, access);
		break;
	      }
	    h->lo = r.base;
	    h->hi = r.base + r.size;
	  }
	  break;
	}
    }
  return true;
}

void *
resolve_range (struct warp *w, const struct op *o, uint32_t i, enum space space, uint64_t addr,
	       uint64_t size, uint32_t align, enum access access)
{
  uint64_t at[LANES];
  uint32_t old = w->mask;
  struct hit *h = &w->hits[o->hit], keep = *h;
  if (addr % align)
    {
      refuse (w, o, i, addr, size, space, access, "misaligned address", PX_EMU_MISALIGNED);
      return NULL;
    }
  if (size >> 31)
    {
      refuse (w, o, i, addr, UINT32_MAX, space, access, "out of bounds", PX_EMU_ILLEGAL_ADDRESS);
      return NULL;
    }
  at[i] = addr;
  *h = (struct hit){ 0, 0 };
  w->mask = 1u << i;
  /* The alignment is the caller's: resolve asks for that of the size.  */
  bool ok = size > 16 || (align >= size && (size & (size - 1)) == 0)
	      ? resolve (w, o, space, at, size, access)
	      : resolve (w, o, space, at, 1, access)
		  && (at[i] = addr + size - 1, resolve (w, o, space, at, 1, access))
		  && (at[i] -= size - 1, true);
  w->mask = old;
  *h = keep;
  if (ok)
    OBSERVE (w, access, w, o, at[i], size, access);
  return ok ? (void *) at[i] : NULL;
}

void
addresses (struct warp *w, const struct op *o, uint64_t *addr)
{
  if (o->flags & 1)
    for (int i = 0; i < LANES; i++)
      addr[i] = REG (uint64_t, o->a)[i] + o->imm;
  else
    for (int i = 0; i < LANES; i++)
      addr[i] = (uint32_t) (REG (uint32_t, o->a)[i] + o->imm);
}

/* ---- any access: b: bytes in memory; c: bytes of the register, sign, count ---- */

static void
put (uint8_t *r, int lane, unsigned bytes, uint64_t v, uint64_t high)
{
  switch (bytes)
    {
    case 2: ((uint16_t *) r)[lane] = v; break;
    case 4: ((uint32_t *) r)[lane] = v; break;
    case 16: ((uint64_t *) r)[lane + LANES] = high; /* Fall through.  */
    default: ((uint64_t *) r)[lane] = v; break;
    }
}

static uint64_t
get (const uint8_t *r, int lane, unsigned bytes)
{
  switch (bytes)
    {
    case 2: return ((const uint16_t *) r)[lane];
    case 4: return ((const uint32_t *) r)[lane];
    default: return ((const uint64_t *) r)[lane];
    }
}

OP (ld_any)
{
  uint64_t ad[LANES];
  unsigned size = o->b, reg = o->c & 255, n = o->c >> 16;
  bool sign = o->c >> 8 & 1;
  const uint32_t slot[4] = { o->d, o->e, o->f, o->g };
  addresses (w, o, ad);
  if (!resolve (w, o, o->space, ad, size * n, ACC_LOAD))
    return NULL;
  EACH_LANE (i, w->mask)
    for (unsigned k = 0; k < n; k++)
      {
	uint64_t v[2] = { 0, 0 };
	memcpy (v, (const void *) (ad[i] + k * size), size);
	if (sign && size < 8)
	  v[0] = (uint64_t) ((int64_t) (v[0] << (64 - 8 * size)) >> (64 - 8 * size));
	put (w->r + slot[k], i, reg, v[0], v[1]);
      }
  return o + 1;
}

OP (st_any)
{
  uint64_t ad[LANES];
  unsigned size = o->b, reg = o->c & 255, n = o->c >> 16;
  const uint32_t slot[4] = { o->d, o->e, o->f, o->g };
  addresses (w, o, ad);
  if (!resolve (w, o, o->space, ad, size * n, ACC_STORE))
    return NULL;
  EACH_LANE (i, w->mask)
    for (unsigned k = 0; k < n; k++)
      {
	uint64_t v[2] = { get (w->r + slot[k], i, reg), 0 };
	if (reg == 16)
	  v[1] = ((uint64_t *) (w->r + slot[k]))[i + LANES];
	memcpy ((void *) (ad[i] + k * size), v, size);
      }
  return o + 1;
}

/* ---- variables of the frame: imm is the offset ---- */

#define FRAME_BASE(MT) \
  uint8_t *p = w->local + w->frame->sp + o->imm; \
  uint32_t stride = w->local_size;
#define LD_FRAME(name, MT, RT) \
  OP (ld_frame_##name) \
  { \
    FRAME_BASE (MT) \
    EACH_LANE (i, w->mask) \
      REG (RT, o->d)[i] = (RT) * (MT *) (p + (size_t) i * stride); \
    return o + 1; \
  }
#define ST_FRAME(name, MT, RT) \
  OP (st_frame_##name) \
  { \
    FRAME_BASE (MT) \
    EACH_LANE (i, w->mask) \
      *(MT *) (p + (size_t) i * stride) = (MT) REG (RT, o->a)[i]; \
    return o + 1; \
  }
LD_FRAME (u8_b16, uint8_t, uint16_t)
LD_FRAME (u8_b32, uint8_t, uint32_t)
LD_FRAME (u8_b64, uint8_t, uint64_t)
LD_FRAME (s8_b16, int8_t, int16_t)
LD_FRAME (s8_b32, int8_t, int32_t)
LD_FRAME (s8_b64, int8_t, int64_t)
LD_FRAME (u16_b16, uint16_t, uint16_t)
LD_FRAME (u16_b32, uint16_t, uint32_t)
LD_FRAME (u16_b64, uint16_t, uint64_t)
LD_FRAME (s16_b32, int16_t, int32_t)
LD_FRAME (s16_b64, int16_t, int64_t)
LD_FRAME (u32_b32, uint32_t, uint32_t)
LD_FRAME (u32_b64, uint32_t, uint64_t)
LD_FRAME (s32_b64, int32_t, int64_t)
LD_FRAME (u64_b64, uint64_t, uint64_t)
ST_FRAME (u8_b16, uint8_t, uint16_t)
ST_FRAME (u8_b32, uint8_t, uint32_t)
ST_FRAME (u8_b64, uint8_t, uint64_t)
ST_FRAME (u16_b16, uint16_t, uint16_t)
ST_FRAME (u16_b32, uint16_t, uint32_t)
ST_FRAME (u16_b64, uint16_t, uint64_t)
ST_FRAME (u32_b32, uint32_t, uint32_t)
ST_FRAME (u32_b64, uint32_t, uint64_t)
ST_FRAME (u64_b64, uint64_t, uint64_t)

/* ---- device heap ---- */

void *
dev_malloc (px_emu *emu, size_t size)
{
  void *p;
  if (size == 0)
    size = 1;
  if (size > emu->limit[PX_EMU_LIMIT_HEAP])
    return NULL;
  pthread_mutex_lock (&emu->out_lock);
  bool fits = emu->heap_used + size <= emu->limit[PX_EMU_LIMIT_HEAP];
  if (fits)
    emu->heap_used += size;
  pthread_mutex_unlock (&emu->out_lock);
  if (!fits)
    return NULL;
  if (posix_memalign (&p, 16, size))
    p = NULL;
  if (p && !mem_add (emu, p, size, PX_EMU_MEM_DEVICE, heap_name))
    {
      free (p);
      p = NULL;
    }
  if (!p)
    {
      pthread_mutex_lock (&emu->out_lock);
      emu->heap_used -= size;
      pthread_mutex_unlock (&emu->out_lock);
    }
  return p;
}

/* The bytes are returned when no kernel can hold on to their range.  */
bool
dev_free (px_emu *emu, uint64_t addr)
{
  px_emu_range r = { 0 };
  if (!addr)
    return true;
  if (!px_emu_mem_find (emu, addr, &r) || r.base != addr || r.name != heap_name)
    return false;
  if (!px_emu_mem_remove (emu, (void *) addr))
    return false;
  pthread_mutex_lock (&emu->out_lock);
  emu->heap_used -= r.size;
  void **dead = realloc (emu->heap_dead, (emu->n_dead + 1) * sizeof *dead);
  if (dead)
    {
      emu->heap_dead = dead;
      dead[emu->n_dead++] = (void *) addr;
    }
  pthread_mutex_unlock (&emu->out_lock);
  return true;
}
