/* SPDX-License-Identifier: MIT */
/* Textures and surfaces (PTX ISA 9.7.10, 9.7.11), filtered as the appendix "Texture
   Fetching" of the CUDA C++ Programming Guide says: at x the texel floor (x), or between
   floor (x - 0.5) and the next one with a weight in fixed point, 8 bits of it after the
   point.  A mipmap is looked up at the level that an instruction gives, itself or by derivatives, else
   at level 0, as in all kernels that are not shaders.

   Objects are found by number.  Reads and writes are reported to the sanitizer texel by
   texel.  */

#include "emulator/run/device.h"
#include "emulator/run/engine.h"
#include "emulator/run/fp.h"
#include "emulator/code/ops.h"
#include "emulator/run/texture.h"

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
  if (tab && i == tab->cap)
    {
      size_t cap = tab->cap ? 2 * tab->cap : 64;
      struct tex_slot *at = cap < UINT32_MAX ? realloc (tab->at, cap * sizeof *at) : NULL;
      if (at)
	{
	  tab->at = at;
	  tab->cap = cap;
	}
    }
  if (tab && i < tab->cap)
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

const struct px_tex *
px_emu_tex_get (px_emu *emu, u64 handle)
{
  pthread_rwlock_rdlock (&emu->mem_lock);
  const struct tex_slot *s = slot_of (emu, handle);
  const struct px_tex *t = s ? s->tex : NULL;
  pthread_rwlock_unlock (&emu->mem_lock);
  return t;
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

/* The object of HANDLE, a texture or a SURFACE, whose memory is there; NULL: lane I of W has
   failed at O.  Linear memory may end before the texture does, as long as nothing is read there:
   *ROOM bytes of it are there.  */
static const struct px_tex *
object (struct warp *w, const struct op *o, u32 i, u64 handle, bool surface, u64 *room)
{
  px_emu *emu = w->block->launch->emu;
  const struct px_tex *t = px_emu_tex_get (emu, handle);
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
	  fail (w, o, PX_EMU_ILLEGAL_ADDRESS, 1u << i, l->base, 0, "the memory of the %s was freed",
		surface ? "surface" : "texture");
	  return NULL;
	}
    }
  return t;
}

/* ---- texels ---- */

/* A fetch from one texture.  */
struct fetch
{
  struct warp *w;
  const struct op *o;
  const struct px_tex *t;
  bool floats; /* values are floats, not integers */
};

union value
{
  float f;
  u32 u;
};

static float
from_srgb (float x)
{
  return x <= 0.04045f ? x / 12.92f : powf ((x + 0.055f) / 1.055f, 2.4f);
}

/* Channel K of the texel at P.  */
static union value
channel (const struct fetch *f, const uint8_t *p, u32 k)
{
  const struct px_tex *t = f->t;
  union value v = { .u = 0 };
  u16 half = 0;
  switch (t->bytes)
    {
    case 1: v.u = p[k]; break;
    case 2:
      memcpy (&half, p + (size_t) k * sizeof half, sizeof half);
      v.u = half;
      break;
    default: memcpy (&v, p + (size_t) k * sizeof v, sizeof v); break;
    }
  if (t->kind == PX_TEX_FLOAT)
    {
      if (t->bytes == 2)
	v.f = (float) float_value (CT_F16, half);
      return v;
    }
  u32 bits = 8 * t->bytes;
  if (t->kind == PX_TEX_SINT)
    v.u = (u32) ((int32_t) (v.u << (32 - bits)) >> (32 - bits));
  if (f->floats)
    {
      float most = (float) (((u64) 1 << (bits - (t->kind == PX_TEX_SINT))) - 1);
      v.f = t->kind == PX_TEX_SINT ? fmaxf ((float) (int32_t) v.u / most, -1) : (float) v.u / most;
      if (t->srgb && t->bytes == 1 && k < 3)
	v.f = from_srgb (v.f);
    }
  return v;
}

/* The texel at X, Y of SLICE of level L, for LANE; negative X: the border.  */
static void
texel (const struct fetch *f, u32 lane, const struct px_tex_level *l, int64_t x, int64_t y,
       int64_t slice, union value *v)
{
  const struct px_tex *t = f->t;
  u32 size = t->bytes * t->channels;
  for (u32 k = 0; k < 4; k++)
    v[k].u = 0;
  if (x < 0 || y < 0 || slice < 0)
    {
      if (!t->buffer)
	memcpy (v, t->border, t->channels * sizeof *v);
      return;
    }
  const uint8_t *p
    = (const uint8_t *) (l->base + (u64) slice * l->slice + (u64) y * l->pitch + (u64) x * size);
  OBSERVE (f->w, touch, f->w, f->o, lane, (uintptr_t) p, size, TOUCH_TEXTURE);
  for (u32 k = 0; k < t->channels; k++)
    v[k] = channel (f, p, k);
}

/* ---- coordinates ---- */

/* The largest integer that does not exceed X, which is between -2^31 and 2^31: without a call, which
   floorf is for a compiler that may use no more than SSE2.  */
static int32_t
floor_of (float x)
{
  int32_t i = (int32_t) x;
  return i - ((float) i > x);
}

/* What X is more than floorf (X); 0 where X is not finite.  From 2^23 on all floats are integers.  */
static float
fraction (float x)
{
  x = x > -0x1p23f && x < 0x1p23f ? x : 0;
  return x - (float) floor_of (x);
}

/* Texel I of N as MODE says; -1: the border.  */
static int64_t
addressed (int64_t i, u32 n, uint8_t mode)
{
  if (i >= 0 && i < n)
    return i;
  switch (mode)
    {
    case PX_TEX_WRAP: i %= n; return i < 0 ? i + n : i;
    case PX_TEX_MIRROR:
      i %= 2 * (int64_t) n;
      if (i < 0)
	i += 2 * (int64_t) n;
      return i < n ? i : 2 * (int64_t) n - 1 - i;
    case PX_TEX_BORDER: return -1;
    default: return i < 0 ? 0 : n - 1;
    }
}

/* Address modes wrap and mirror are for normalised coordinates only.  */
static uint8_t
mode_of (const struct px_tex *t, int dim)
{
  uint8_t m = t->cube ? PX_TEX_CLAMP : t->address[dim];
  return t->normalized || m == PX_TEX_BORDER ? m : PX_TEX_CLAMP;
}

/* The weight of the second of two texels, X between them.  */
static float
weight (float x)
{
  return (float) floor_of (fraction (x) * 256 + 0.5f) / 256;
}

/* Where lanes are along a dimension: at a texel, or between two with the weight of the second.  */
struct along
{
  int32_t at[2][LANES];
  float part[LANES];
};

/* Sets *C for coordinates X of all lanes along dimension DIM of N texels; FILTERED: between two texels.
   Loops over all lanes, those that do not take part included, become vector instructions.  */
static void
place_along (const struct px_tex *t, const float *x, u32 n, int dim, bool filtered, struct along *c)
{
  const float most = 1e6f; /* so that it is in reach of an integer */
  uint8_t mode = mode_of (t, dim);
  float y[LANES];
  memcpy (y, x, sizeof y);
  if (t->normalized)
    {
      if (mode == PX_TEX_WRAP)
	for (int i = 0; i < LANES; i++)
	  y[i] = fraction (y[i]);
      else if (mode == PX_TEX_MIRROR)
	for (int i = 0; i < LANES; i++)
	  y[i] = 2 * fraction (y[i] / 2);
      for (int i = 0; i < LANES; i++)
	y[i] *= (float) n;
    }
  for (int i = 0; i < LANES; i++)
    {
      float z = y[i] != y[i] ? 0 : y[i];
      z = z < -most ? -most : z;
      z = z > most ? most : z;
      y[i] = filtered ? z - 0.5f : z;
    }
  for (int i = 0; i < LANES; i++)
    c->at[0][i] = floor_of (y[i]);
  if (filtered)
    for (int i = 0; i < LANES; i++)
      {
	c->at[1][i] = c->at[0][i] + 1;
	c->part[i] = weight (y[i]);
      }
  for (int k = 0; k <= filtered; k++)
    {
      u32 outside = 0;
      for (int i = 0; i < LANES; i++)
	outside |= (u32) c->at[k][i] >= n;
      for (int i = 0; i < LANES && outside; i++)
	c->at[k][i] = (int32_t) addressed (c->at[k][i], n, mode);
    }
}

/* ---- looking up ---- */

/* At X in level L, of DIMS dimensions, for the lanes of MASK; FIRST: the slices of layers or faces, of
   fewer than 3.  */
static void
sample (const struct fetch *f, u32 mask, const struct px_tex_level *l, int dims,
	const float *const *x, const u32 *first, union value (*v)[4])
{
  const struct px_tex *t = f->t;
  bool filtered = t->linear && f->floats;
  u32 n[3] = { l->width, l->height, l->depth };
  struct along c[3];
  for (int d = 0; d < dims; d++)
    place_along (t, x[d], n[d], d, filtered, &c[d]);
  EACH_LANE (i, mask)
    {
      if (!filtered)
	{
	  texel (f, i, l, c[0].at[0][i], dims > 1 ? c[1].at[0][i] : 0,
		 dims > 2 ? c[2].at[0][i] : (int64_t) first[i], v[i]);
	  continue;
	}
      for (u32 m = 0; m < 4; m++)
	v[i][m].f = 0;
      for (u32 k = 0; k < 1u << dims; k++)
	{
	  union value one[4];
	  float part = 1;
	  int64_t at[3] = { 0, 0, first[i] };
	  for (int d = 0; d < dims; d++)
	    {
	      u32 second = k >> d & 1;
	      part *= second ? c[d].part[i] : 1 - c[d].part[i];
	      at[d] = c[d].at[second][i];
	    }
	  if (part == 0)
	    continue;
	  texel (f, i, l, at[0], at[1], at[2], one);
	  for (u32 m = 0; m < t->channels; m++)
	    v[i][m].f += part * one[m].f;
	}
    }
}

/* The same at levels LOD of the mipmap.  */
static void
sample_level (const struct fetch *f, u32 mask, int dims, const float *const *x, const u32 *first,
	      const float *lod, union value (*v)[4])
{
  const struct px_tex *t = f->t;
  u32 last = t->n_levels - 1u, level[LANES];
  bool filtered = t->linear_levels && f->floats;
  float part[LANES];
  if (!last)
    {
      sample (f, mask, &t->level[0], dims, x, first, v);
      return;
    }
  EACH_LANE (i, mask)
    {
      float at = fminf (fmaxf (lod[i] + t->bias, t->min_level), t->max_level);
      at = at > 0 ? fminf (at, (float) last) : 0;
      level[i] = (u32) (filtered ? at : at + 0.5f);
      part[i] = filtered && level[i] < last ? weight (at) : 0;
    }
  for (u32 k = 0; k <= last; k++)
    {
      u32 here = 0, between = 0;
      union value next[LANES][4];
      EACH_LANE (i, mask)
	{
	  here |= (u32) (level[i] == k) << i;
	  between |= (u32) (level[i] == k && part[i] > 0) << i;
	}
      if (here)
	sample (f, here, &t->level[k], dims, x, first, v);
      if (between)
	sample (f, between, &t->level[k + 1], dims, x, first, next);
      EACH_LANE (i, between)
	for (u32 m = 0; m < 4; m++)
	  v[i][m].f = (1 - part[i]) * v[i][m].f + part[i] * next[i][m].f;
    }
}

/* The face of a cube that direction D hits, and where: X from 0 to 1.  */
static u32
cube_face (const float *d, float *x)
{
  float a[3] = { fabsf (d[0]), fabsf (d[1]), fabsf (d[2]) };
  u32 axis = a[0] >= a[1] && a[0] >= a[2] ? 0 : a[1] >= a[2] ? 1 : 2;
  bool minus = signbit (d[axis]);
  float m = a[axis], s, t;
  switch (axis)
    {
    case 0:
      s = minus ? d[2] : -d[2];
      t = -d[1];
      break;
    case 1:
      s = d[0];
      t = minus ? -d[2] : d[2];
      break;
    default:
      s = minus ? -d[0] : d[0];
      t = -d[1];
      break;
    }
  x[0] = m > 0 ? (s / m + 1) / 2 : 0.5f;
  x[1] = m > 0 ? (t / m + 1) / 2 : 0.5f;
  return 2 * axis + minus;
}

/* The dimensions of a geometry, layers not counted, and whether it is layered or a cube.  */
static const struct
{
  uint8_t dims;
  bool layered, cube;
} geometry[]
  = { [TG_1D] = { 1, false, false }, [TG_2D] = { 2, false, false }, [TG_3D] = { 3, false, false },
      [TG_A1D] = { 1, true, false }, [TG_A2D] = { 2, true, false }, [TG_CUBE] = { 3, false, true },
      [TG_ACUBE] = { 3, true, true } };

/* The level that derivatives DX and DY, of DIMS coordinates, ask for.  */
static float
level_of (const struct px_tex *t, int dims, const float *dx, const float *dy)
{
  u32 n[3] = { t->level[0].width, t->level[0].height, t->level[0].depth };
  float a = 0, b = 0;
  for (int k = 0; k < dims; k++)
    {
      float s = t->normalized ? (float) n[k] : 1;
      a += dx[k] * s * dx[k] * s;
      b += dy[k] * s * dy[k] * s;
    }
  a = fmaxf (a, b);
  return a > 0 ? log2f (a) / 2 : 0;
}

/* Fetches for the lanes of MASK the texels with the numbers that are the coordinates, which begin at AT in
   the slots of the operation; LAYER is theirs, ROOM what there is of linear memory.  Returns false if the
   warp has failed.  */
static bool
fetch_numbers (const struct fetch *f, u32 mask, u32 at, u32 *layer, u64 room, union value (*v)[4])
{
  const struct px_tex *t = f->t;
  const struct px_tex_level *l = &t->level[0];
  struct warp *w = f->w;
  const struct slots *s = f->o->slots;
  u32 n[3] = { l->width, l->height, l->depth };
  int dims = geometry[TEX_GEOMETRY (f->o->imm)].dims;
  u64 size = t->bytes * t->channels;
  EACH_LANE (i, mask)
    {
      int64_t k[3] = { 0, 0, layer[i] };
      for (int j = 0; j < dims && !t->cube; j++)
	k[j]
	  = addressed ((int32_t) REG (u32, s->at[at + (u32) j])[i], n[j],
		       t->buffer || mode_of (t, j) == PX_TEX_BORDER ? PX_TEX_BORDER : PX_TEX_CLAMP);
      if (t->buffer && k[0] >= 0 && ((u64) k[0] + 1) * size > room)
	{
	  fail (w, f->o, PX_EMU_ILLEGAL_ADDRESS, 1u << i, l->base + (u64) k[0] * size, size,
		"texel %lld of the texture lies past its memory", (long long) k[0]);
	  return false;
	}
      texel (f, i, l, k[0], k[1], k[2], v[i]);
    }
  return true;
}

/* The four texels of a filter, counterclockwise from the lower left.  */
static void
gather_four (const struct fetch *f, u32 mask, const float *const *x, const u32 *first,
	     union value (*v)[4])
{
  const struct px_tex_level *l = &f->t->level[0];
  struct along c[2];
  place_along (f->t, x[0], l->width, 0, true, &c[0]);
  place_along (f->t, x[1], l->height, 1, true, &c[1]);
  EACH_LANE (i, mask)
    for (u32 j = 0; j < 4; j++)
      {
	union value one[4];
	texel (f, i, l, c[0].at[j == 1 || j == 2][i], c[1].at[j < 2][i], first[i], one);
	v[i][j] = one[TEX_COMPONENT (f->o->imm)];
      }
}

/* Fetches for the lanes of MASK at coordinates that are floats.  As above otherwise; LAYER becomes the
   face of a cube.  */
static bool
fetch_places (const struct fetch *f, u32 mask, u32 at, u32 *layer, u64 room, union value (*v)[4])
{
  const struct px_tex *t = f->t;
  struct warp *w = f->w;
  const struct slots *s = f->o->slots;
  u32 mode = TEX_MODE (f->o->imm);
  int dims = geometry[TEX_GEOMETRY (f->o->imm)].dims;
  const float *x[3], *more[6];
  float lod[LANES] = { 0 }, on[2][LANES] = { { 0 } };
  if (t->buffer && (u64) t->level[0].width * t->bytes * t->channels > room)
    {
      fail (w, f->o, PX_EMU_ILLEGAL_ADDRESS, mask & -mask, t->level[0].base, 0,
	    "the texture is longer than its memory, and read with coordinates");
      return false;
    }
  for (int j = 0; j < dims; j++)
    x[j] = REG (float, s->at[at++]);
  for (int j = 0; j < (mode == TM_LEVEL ? 1 : mode == TM_GRAD ? 2 * dims : 0); j++)
    more[j] = REG (float, s->at[at++]);
  EACH_LANE (i, mask)
    {
      if (mode == TM_LEVEL)
	lod[i] = more[0][i];
      if (mode == TM_GRAD)
	{
	  float d[2][3] = { { 0 } };
	  for (int j = 0; j < 2 * dims; j++)
	    d[j / dims][j % dims] = more[j][i];
	  lod[i] = level_of (t, dims, d[0], d[1]);
	}
      if (t->cube)
	{
	  float to[2];
	  layer[i] = 6 * layer[i] + cube_face ((float[]){ x[0][i], x[1][i], x[2][i] }, to);
	  on[0][i] = to[0];
	  on[1][i] = to[1];
	}
    }
  if (t->cube)
    x[0] = on[0], x[1] = on[1], dims = 2;
  if (mode == TM_GATHER)
    gather_four (f, mask, x, layer, v);
  else
    sample_level (f, mask, dims, x, layer, lod, v);
  return true;
}

/* Fetches from T for the lanes of MASK.  Returns false if the warp has failed.  */
static bool
fetch (struct warp *w, const struct op *o, u32 mask, const struct px_tex *t, u64 room)
{
  const struct slots *s = o->slots;
  u32 g = TEX_GEOMETRY (o->imm), at = 5, layer[LANES] = { 0 };
  u32 n_layers = t->layers ? t->layers : 1;
  bool cube = geometry[g].cube;
  struct fetch f = { w, o, t, t->kind == PX_TEX_FLOAT || t->as_float };
  union value v[LANES][4];
  if (cube != t->cube || (geometry[g].dims == 3 && !cube && t->layers))
    {
      fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, mask & -mask,
	    REG (u64, s->at[4])[__builtin_ctz (mask)], 0,
	    "the texture %s a cube map, and %s read as one", t->cube ? "is" : "is not",
	    cube ? "is" : "is not");
      return false;
    }
  if (geometry[g].layered)
    {
      const u32 *given = REG (u32, s->at[at++]);
      EACH_LANE (i, mask)
	layer[i] = given[i] < n_layers ? given[i] : (int32_t) given[i] < 0 ? 0 : n_layers - 1;
    }
  if (!(TEX_INTEGERS (o->imm) ? fetch_numbers : fetch_places) (&f, mask, at, layer, room, v))
    return false;
  for (u32 j = 0; j < 4; j++)
    {
      u32 *to = REG (u32, s->at[j]);
      EACH_LANE (i, mask)
	to[i] = v[i][j].u;
    }
  return true;
}

/* Results at 0 to 3, the object at 4, coordinates from 5 on, then a level or derivatives.  Lanes that
   fetch from one texture do so together.  */
OP (tex)
{
  const u64 *handle = REG (u64, o->slots->at[4]);
  for (u32 rest = w->mask, same; rest; rest &= ~same)
    {
      u32 one = (u32) __builtin_ctz (rest);
      u64 room = 0;
      const struct px_tex *t = object (w, o, one, handle[one], false, &room);
      same = 0;
      EACH_LANE (i, rest)
	same |= (u32) (handle[i] == handle[one]) << i;
      if (!t || !fetch (w, o, same, t, room))
	return NULL;
    }
  return o + 1;
}

/* imm: enum tex_query; flags: of a surface.  */
OP (tex_query)
{
  u32 *d = REG (u32, o->d);
  const u64 *a = REG (u64, o->a);
  u64 room;
  EACH_LANE (i, w->mask)
    {
      const struct px_tex *t = object (w, o, i, a[i], o->flags, &room);
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
  const struct px_tex *t = object (w, o, i, handle, true, &room);
  *skip = false;
  if (!t)
    return NULL;
  const struct px_tex_level *l = &t->level[0];
  u32 slices = (t->layers ? t->layers : l->depth) * (t->cube ? 6 : 1);
  int64_t most[3]
    = { (int64_t) l->width * t->bytes * t->channels - size, l->height - 1, slices - 1 },
    x[3] = { 0 };
  if (geometry[g].layered)
    x[2] = REG (u32, s->at[at++])[i];
  for (int k = 0; k < geometry[g].dims; k++)
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
