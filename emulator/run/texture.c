/* SPDX-License-Identifier: MIT */
/* Textures and surfaces (PTX ISA 9.7.10, 9.7.11), filtered as the appendix "Texture
   Fetching" of the CUDA C++ Programming Guide says: at x the texel floor (x), or between
   floor (x - 0.5) and the next one with a weight in fixed point, 8 bits of it after the
   point.  A mipmap is looked up at the level that an instruction gives, itself or by derivatives, else
   at level 0, as in all kernels that are not shaders.

   Objects are found by number.  Reads and writes are reported to the sanitizer texel by
   texel.  Fetches are in texture.inc.  */

#include "emulator/run/device.h"
#include "emulator/run/engine.h"
#include "emulator/run/fp.h"
#include "emulator/code/ops.h"
#include "emulator/run/texture.h"
#include "base/room.h"

#include <math.h>
#include <stdlib.h>

#define OP(name) OP_IN ("px_ops", name)
ANCHOR (texture)

typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

/* ---- objects ---- */

/* A handle is the index plus one, and how often the place was used from bit 32 on.  */
struct tex_table
{
  struct tex_slot
  {
    struct px_tex *tex;
    u32 uses;
  } * at;
  size_t n, cap;
};

uint64_t
px_emu_tex_new (px_emu *emu, const struct px_tex *t)
{
  struct px_tex *p = malloc (sizeof *p);
  u64 handle = 0;
  if (!p)
    return 0;
  *p = *t;
  pthread_rwlock_wrlock (&emu->mem_lock);
  struct tex_table *tab = emu->textures;
  if (!tab)
    tab = emu->textures = calloc (1, sizeof *tab);
  size_t i = 0;
  while (tab && i < tab->n && tab->at[i].tex)
    i++;
  /* The lower half of a handle is I + 1.  */
  if (tab && i < UINT32_MAX && PX_ROOM (tab->at, i, tab->cap))
    {
      if (i == tab->n)
	tab->at[tab->n++].uses = 0;
      tab->at[i].tex = p;
      handle = (u64) tab->at[i].uses++ << 32 | (i + 1);
    }
  pthread_rwlock_unlock (&emu->mem_lock);
  if (!handle)
    free (p);
  return handle;
}

/* The place of HANDLE, with the lock held; NULL: there is no such object.  */
static struct tex_slot *
slot_of (px_emu *emu, u64 handle)
{
  const struct tex_table *tab = emu->textures;
  u32 i = (u32) handle - 1;
  return tab && i < tab->n && tab->at[i].tex && tab->at[i].uses == (u32) (handle >> 32) + 1
	   ? &tab->at[i]
	   : NULL;
}

/* The object of HANDLE, or NULL.  */
static const struct px_tex *
texture_of (px_emu *emu, u64 handle)
{
  pthread_rwlock_rdlock (&emu->mem_lock);
  const struct tex_slot *s = slot_of (emu, handle);
  const struct px_tex *t = s ? s->tex : NULL;
  pthread_rwlock_unlock (&emu->mem_lock);
  return t;
}

bool
px_emu_tex_was (px_emu *emu, u64 handle)
{
  pthread_rwlock_rdlock (&emu->mem_lock);
  const struct tex_table *tab = emu->textures;
  u32 i = (u32) handle - 1;
  bool was = tab && i < tab->n && (u32) (handle >> 32) < tab->at[i].uses && !slot_of (emu, handle);
  pthread_rwlock_unlock (&emu->mem_lock);
  return was;
}

bool
px_emu_tex_free (px_emu *emu, u64 handle)
{
  pthread_rwlock_wrlock (&emu->mem_lock);
  struct tex_slot *s = slot_of (emu, handle);
  if (s)
    {
      /* A kernel may still look at it.  */
      pthread_mutex_lock (&emu->out_lock);
      void **dead = realloc (emu->heap_dead, (emu->n_dead + 1) * sizeof *dead);
      if (dead)
	{
	  emu->heap_dead = dead;
	  dead[emu->n_dead++] = s->tex;
	}
      pthread_mutex_unlock (&emu->out_lock);
      s->tex = NULL;
    }
  pthread_rwlock_unlock (&emu->mem_lock);
  return s != NULL;
}

void
px_emu_tex_free_all (px_emu *emu)
{
  pthread_rwlock_wrlock (&emu->mem_lock);
  if (emu->textures)
    {
      for (size_t i = 0; i < emu->textures->n; i++)
	free (emu->textures->at[i].tex);
      free (emu->textures->at);
      free (emu->textures);
      emu->textures = NULL;
    }
  pthread_rwlock_unlock (&emu->mem_lock);
}

const struct px_tex *
px_emu_tex_object (struct warp *w, const struct op *o, u32 i, u64 handle, bool surface, u64 *room)
{
  px_emu *emu = w->block->launch->emu;
  const struct px_tex *t = texture_of (emu, handle);
  if (!t || t->surface != surface)
    {
      fail (w, o, PX_EMU_ILLEGAL_ADDRESS, 1u << i, handle, 0, "0x%llx is no %s object",
	    (unsigned long long) handle, surface ? "surface" : "texture");
      return NULL;
    }
  for (u32 k = 0; k < t->n_levels; k++)
    {
      px_emu_range r;
      const struct px_tex_level *l = &t->level[k];
      u32 slices = (t->layers ? t->layers : l->depth) * (t->cube ? 6 : 1);
      u64 row = (u64) l->width * t->bytes * t->channels;
      bool there = px_emu_mem_find (emu, l->base, &r);
      if (there)
	*room = r.size - (l->base - r.base);
      if (!there
	  || (!t->buffer && l->slice * (slices - 1) + l->pitch * (l->height - 1) + row > *room))
	{
	  fail (w, o, PX_EMU_ILLEGAL_ADDRESS, 1u << i, l->base, 0,
		there ? "the %s is larger than its memory" : "the memory of the %s was freed",
		surface ? "surface" : "texture");
	  return NULL;
	}
    }
  return t;
}

const struct tex_shape tex_shapes[]
  = { [TG_1D] = { 1, false, false }, [TG_2D] = { 2, false, false }, [TG_3D] = { 3, false, false },
      [TG_A1D] = { 1, true, false }, [TG_A2D] = { 2, true, false }, [TG_CUBE] = { 3, false, true },
      [TG_ACUBE] = { 3, true, true } };

/* imm: enum tex_query; flags: of a surface.  */
OP (tex_query)
{
  u32 *d = REG (u32, o->d);
  const u64 *a = REG (u64, o->a);
  u64 room;
  EACH_LANE (i, w->mask)
    {
      const struct px_tex *t = px_emu_tex_object (w, o, i, a[i], o->flags, &room);
      if (!t)
	return NULL;
      const struct px_tex_level *l = &t->level[0];
      switch (o->imm)
	{
	case TQ_WIDTH: d[i] = l->width; break;
	case TQ_HEIGHT: d[i] = l->height; break;
	case TQ_DEPTH: d[i] = l->depth; break;
	/* As OpenCL numbers them, which is whom the query is for: CL_SIGNED_INT8 … CL_FLOAT;
	   CL_R, CL_RG, CL_RGBA.  */
	case TQ_TYPE:
	  d[i] = t->kind == PX_TEX_FLOAT ? (t->bytes == 2 ? 0x10dd : 0x10de)
		 : t->as_float ? (t->kind == PX_TEX_SINT ? 0x10d0u : 0x10d2u) + (t->bytes == 2)
			       : (t->kind == PX_TEX_SINT ? 0x10d7u : 0x10dau)
				   + (t->bytes == 4 ? 2 : t->bytes == 2);
	  break;
	case TQ_ORDER: d[i] = t->channels == 1 ? 0x10b0 : t->channels == 2 ? 0x10b2 : 0x10b5; break;
	case TQ_NORMALIZED: d[i] = t->normalized; break;
	case TQ_LAYERS: d[i] = t->layers; break;
	case TQ_LEVELS: d[i] = t->n_levels; break;
	default: d[i] = 1; break;
	}
    }
  return o + 1;
}

/* ---- surfaces ---- */

/* Where the SIZE bytes that lane I accesses are, the object at slot AT and coordinates after
   it; NULL and *SKIP: outside, where that is allowed; NULL: the warp has failed.  */
static uint8_t *
surface_place (struct warp *w, const struct op *o, u32 i, u32 at, u32 size, bool *skip)
{
  const struct slots *s = o->slots;
  u32 g = TEX_GEOMETRY (o->imm), clamp = SURF_CLAMP (o->imm);
  u64 handle = REG (u64, s->at[at++])[i];
  u64 room;
  const struct px_tex *t = px_emu_tex_object (w, o, i, handle, true, &room);
  *skip = false;
  if (!t)
    return NULL;
  const struct px_tex_level *l = &t->level[0];
  u32 slices = (t->layers ? t->layers : l->depth) * (t->cube ? 6 : 1);
  int64_t most[3]
    = { (int64_t) l->width * t->bytes * t->channels - size, l->height - 1, slices - 1 },
    x[3] = { 0 };
  if (tex_shapes[g].layered)
    x[2] = REG (u32, s->at[at++])[i];
  for (int k = 0; k < tex_shapes[g].dims; k++)
    x[k] = (int32_t) REG (u32, s->at[at++])[i];
  for (int k = 0; k < 3; k++)
    if (x[k] < 0 || x[k] > most[k])
      {
	if (most[k] < 0 || clamp == TC_TRAP)
	  {
	    fail (w, o, PX_EMU_ILLEGAL_ADDRESS, 1u << i, 0, size,
		  "%lld is outside the surface, which has %lld %s", (long long) x[k],
		  (long long) most[k] + (k ? 1 : size),
		  k == 0   ? "bytes in a row"
		  : k == 1 ? "rows"
			   : "slices");
	    return NULL;
	  }
	if (clamp == TC_ZERO)
	  {
	    *skip = true;
	    return NULL;
	  }
	x[k] = x[k] < 0 ? 0 : most[k];
      }
  if (x[0] % size)
    {
      fail (w, o, PX_EMU_MISALIGNED, 1u << i, 0, size,
	    "byte %lld of a row is no multiple of the size %u", (long long) x[0], size);
      return NULL;
    }
  return (uint8_t *) (l->base + (u64) x[2] * l->slice + (u64) x[1] * l->pitch + (u64) x[0]);
}

/* Results, then the object and coordinates.  */
OP (surf_load)
{
  u32 n = SURF_N (o->imm), bytes = SURF_BYTES (o->imm);
  EACH_LANE (i, w->mask)
    {
      bool skip;
      const uint8_t *p = surface_place (w, o, i, n, n * bytes, &skip);
      if (!p && !skip)
	return NULL;
      if (p)
	OBSERVE (w, touch, w, o, i, (uintptr_t) p, n * bytes, TOUCH_TEXTURE);
      for (u32 k = 0; k < n; k++)
	{
	  u64 v = 0;
	  uint8_t *r = w->r + o->slots->at[k];
	  if (p)
	    memcpy (&v, p + (size_t) k * bytes, bytes);
	  switch (bytes)
	    {
	    case 8: ((u64 *) r)[i] = v; break;
	    case 4: ((u32 *) r)[i] = (u32) v; break;
	    default: ((u16 *) r)[i] = (u16) v; break;
	    }
	}
    }
  return o + 1;
}

/* Values, then the object and coordinates.  */
OP (surf_store)
{
  u32 n = SURF_N (o->imm), bytes = SURF_BYTES (o->imm);
  EACH_LANE (i, w->mask)
    {
      bool skip;
      uint8_t *p = surface_place (w, o, i, n, n * bytes, &skip);
      if (skip)
	continue;
      if (!p)
	return NULL;
      OBSERVE (w, touch, w, o, i, (uintptr_t) p, n * bytes, TOUCH_WRITE);
      for (u32 k = 0; k < n; k++)
	{
	  const uint8_t *r = w->r + o->slots->at[k];
	  memcpy (p + (size_t) k * bytes, r + (size_t) i * (bytes < 2 ? 2 : bytes), bytes);
	}
    }
  return o + 1;
}
