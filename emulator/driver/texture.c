/* SPDX-License-Identifier: MIT */
/* Arrays, mipmapped arrays, texture and surface objects (CUDA Driver API, "Memory Management",
   "Texture Object Management", "Surface Object Management").  An array is rows of memory of
   its own, a mipmapped array an array for each level.  */
#include "emulator/driver/drv.h"
#include "emulator/run/texture.h"

#include <stdlib.h>
#include <string.h>

/* ROW_ALIGN and BASE_ALIGN are CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT and _ALIGNMENT.  */
enum
{
  ROW_ALIGN = 32,
  BASE_ALIGN = 512,
  MOST_WIDTH = 131072,
  MOST_LAYERS = 2048 * 6,
  MOST_LINEAR = 1 << 28
};

struct array
{
  struct array *next;
  CUarray handle;
  struct ctx *ctx;
  struct mipmap *in; /* NULL: the program made it */
  uintptr_t base;
  CUDA_ARRAY3D_DESCRIPTOR desc;
  struct px_tex_level level;
};

struct mipmap
{
  struct mipmap *next;
  CUmipmappedArray handle;
  struct ctx *ctx;
  CUDA_ARRAY3D_DESCRIPTOR desc;
  struct owned owned;
  unsigned n;
  struct array *level[PX_TEX_LEVELS];
};

/* A texture or surface object.  */
struct object
{
  struct object *next;
  uint64_t handle;
  struct ctx *ctx;
  bool surface, viewed;
  CUDA_RESOURCE_DESC res;
  CUDA_TEXTURE_DESC tex;
  CUDA_RESOURCE_VIEW_DESC view;
  struct owned owned;
};

static struct array *arrays;
static struct mipmap *mipmaps;
static struct object *objects;

/* Returns the bytes of a channel and its kind; 0: there is no such format.  */
static unsigned
channel_bytes (CUarray_format f, uint8_t *kind)
{
  *kind = f >= CU_AD_FORMAT_HALF	  ? PX_TEX_FLOAT
	  : f >= CU_AD_FORMAT_SIGNED_INT8 ? PX_TEX_SINT
					  : PX_TEX_UINT;
  switch (f)
    {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8: return 1;
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_HALF: return 2;
    case CU_AD_FORMAT_UNSIGNED_INT32:
    case CU_AD_FORMAT_SIGNED_INT32:
    case CU_AD_FORMAT_FLOAT: return 4;
    default: return 0;
    }
}

static bool
channels_ok (unsigned n)
{
  return n == 1 || n == 2 || n == 4;
}

/* Returns the number of slices of rows: of a level, or layers.  */
static size_t
slices (const CUDA_ARRAY3D_DESCRIPTOR *d)
{
  return d->Depth ? d->Depth : 1;
}

static bool
layered (const CUDA_ARRAY3D_DESCRIPTOR *d)
{
  return (d->Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP)) != 0;
}

/* Checks a description.  */
static CUresult
desc_ok (const CUDA_ARRAY3D_DESCRIPTOR *d)
{
  const unsigned all = CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST | CUDA_ARRAY3D_CUBEMAP
		       | CUDA_ARRAY3D_TEXTURE_GATHER;
  uint8_t kind;
  bool cube = d->Flags & CUDA_ARRAY3D_CUBEMAP, layers = d->Flags & CUDA_ARRAY3D_LAYERED;
  if (d->Flags & ~all)
    return CUDA_ERROR_NOT_SUPPORTED;
  if (!channel_bytes (d->Format, &kind) || !channels_ok (d->NumChannels) || !d->Width
      || d->Width > MOST_WIDTH || d->Height > MOST_WIDTH || d->Depth > MOST_WIDTH
      || (!layered (d) && d->Depth && !d->Height) || (layers && !d->Depth)
      || (layered (d) && d->Depth > MOST_LAYERS)
      || (cube && (d->Width != d->Height || (layers ? d->Depth % 6 : d->Depth != 6)))
      || (d->Flags & CUDA_ARRAY3D_TEXTURE_GATHER && (!d->Height || (d->Depth && !layered (d)))))
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

/* Makes an array for D, which is valid.  Returns NULL if out of memory.  */
static struct array *
array_new (struct ctx *c, const CUDA_ARRAY3D_DESCRIPTOR *d)
{
  struct array *a = calloc (1, sizeof *a);
  uint8_t kind;
  size_t row = d->Width * channel_bytes (d->Format, &kind) * d->NumChannels,
	 pitch = (row + ROW_ALIGN - 1) & -(size_t) ROW_ALIGN;
  size_t height = d->Height ? d->Height : 1, size;
  struct mem *m = NULL;
  if (a && !__builtin_mul_overflow (pitch * height, slices (d), &size))
    m = mem_new (c, size, MEM_DEVICE, 0);
  if (!m || !(a->handle = handle_new (K_ARRAY, a)))
    {
      if (m)
	mem_end (m);
      free (a);
      return NULL;
    }
  a->ctx = c;
  a->base = m->base;
  a->desc = *d;
  a->level = (struct px_tex_level){ m->base,	       pitch,
				    pitch * height,    (uint32_t) d->Width,
				    (uint32_t) height, layered (d) ? 1 : (uint32_t) slices (d) };
  a->next = arrays;
  arrays = a;
  return a;
}

static void
array_free (struct array *a, bool memory)
{
  struct mem *m = memory ? mem_find (a->base) : NULL;
  struct array **p = &arrays;
  while (*p != a)
    p = &(*p)->next;
  *p = a->next;
  if (m && m->base == a->base)
    mem_end (m);
  handle_free (a->handle);
  free (a);
}

static struct array *
array_get (CUarray h)
{
  return handle_get (K_ARRAY, h);
}

CUresult
cuArray3DCreate_v2 (CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *desc)
{
  CUresult r;
  struct array *a;
  ENTER (IN_HEALTH, c);
  if (!array || !desc)
    return CUDA_ERROR_INVALID_VALUE;
  if ((r = desc_ok (desc)) || (r = capture_unsafe (c)))
    return r;
  if (!(a = array_new (c, desc)))
    return CUDA_ERROR_OUT_OF_MEMORY;
  *array = a->handle;
  return CUDA_SUCCESS;
}

CUresult
cuArrayCreate_v2 (CUarray *array, const CUDA_ARRAY_DESCRIPTOR *d)
{
  CUDA_ARRAY3D_DESCRIPTOR desc;
  if (!d)
    return CUDA_ERROR_INVALID_VALUE;
  desc = (CUDA_ARRAY3D_DESCRIPTOR){ d->Width, d->Height, 0, d->Format, d->NumChannels, 0 };
  return cuArray3DCreate_v2 (array, &desc);
}

CUresult
cuArray3DGetDescriptor_v2 (CUDA_ARRAY3D_DESCRIPTOR *desc, CUarray array)
{
  ENTER (IN_HEALTH, c);
  const struct array *a = array_get (array);
  if (!a)
    return CUDA_ERROR_INVALID_HANDLE;
  return GIVE_AT (desc, a->desc);
}

CUresult
cuArrayGetDescriptor_v2 (CUDA_ARRAY_DESCRIPTOR *desc, CUarray array)
{
  CUDA_ARRAY3D_DESCRIPTOR d;
  CUresult r = desc ? cuArray3DGetDescriptor_v2 (&d, array) : CUDA_ERROR_INVALID_VALUE;
  if (!r)
    *desc = (CUDA_ARRAY_DESCRIPTOR){ d.Width, d.Height, d.Format, d.NumChannels };
  return r;
}

CUresult
cuArrayDestroy (CUarray array)
{
  ENTER (IN_HEALTH, c);
  struct array *a = array_get (array);
  CUresult r;
  if (!a)
    return CUDA_ERROR_INVALID_HANDLE;
  if (a->in)
    return CUDA_ERROR_INVALID_VALUE;
  if ((r = capture_unsafe (c)))
    return r;
  ctx_drain (a->ctx);
  if (!(a = array_get (array))) /* another thread may have freed it */
    return CUDA_ERROR_INVALID_HANDLE;
  array_free (a, true);
  return CUDA_SUCCESS;
}

/* ---- mipmapped arrays ---- */

static void
mipmap_free (struct mipmap *m, bool memory)
{
  struct mipmap **p = &mipmaps;
  while (*p && *p != m)
    p = &(*p)->next;
  if (*p)
    *p = m->next;
  for (unsigned i = 0; i < m->n; i++)
    array_free (m->level[i], memory);
  owned_end (&m->owned);
  handle_free (m->handle);
  free (m);
}

CUresult
cuMipmappedArrayCreate (CUmipmappedArray *mipmap, const CUDA_ARRAY3D_DESCRIPTOR *desc,
			unsigned levels)
{
  CUresult r;
  struct mipmap *m;
  ENTER (IN_HEALTH, c);
  if (!mipmap || !desc || !levels)
    return CUDA_ERROR_INVALID_VALUE;
  if ((r = desc_ok (desc)) || (r = capture_unsafe (c)))
    return r;
  if (!(m = calloc (1, sizeof *m)) || !(m->handle = handle_new (K_MIPMAP, m)))
    {
      free (m);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  m->ctx = c;
  m->desc = *desc;
  /* Further levels would be beyond the one whose dimensions are all 1.  */
  CUDA_ARRAY3D_DESCRIPTOR d = *desc;
  for (; m->n < levels && m->n < PX_TEX_LEVELS; m->n++)
    {
      struct array *a = array_new (c, &d);
      if (!a)
	{
	  mipmap_free (m, true);
	  return CUDA_ERROR_OUT_OF_MEMORY;
	}
      a->in = m;
      mem_find (a->base)->part = true;
      m->level[m->n] = a;
      if (d.Width == 1 && d.Height <= 1 && (layered (&d) || d.Depth <= 1))
	{
	  m->n++;
	  break;
	}
      d.Width = d.Width > 1 ? d.Width / 2 : 1;
      d.Height = d.Height > 1 ? d.Height / 2 : d.Height;
      if (!layered (&d))
	d.Depth = d.Depth > 1 ? d.Depth / 2 : d.Depth;
    }
  m->next = mipmaps;
  mipmaps = m;
  owned_new (&m->owned, c, "a mipmapped array");
  *mipmap = m->handle;
  return CUDA_SUCCESS;
}

CUresult
cuMipmappedArrayGetLevel (CUarray *level, CUmipmappedArray mipmap, unsigned k)
{
  ENTER (IN_HEALTH, c);
  const struct mipmap *m = handle_get (K_MIPMAP, mipmap);
  if (!m)
    return CUDA_ERROR_INVALID_HANDLE;
  if (k >= m->n)
    return CUDA_ERROR_INVALID_VALUE;
  return GIVE_AT (level, m->level[k]->handle);
}

CUresult
cuMipmappedArrayDestroy (CUmipmappedArray mipmap)
{
  ENTER (IN_HEALTH, c);
  struct mipmap *m = handle_get (K_MIPMAP, mipmap);
  CUresult r;
  if (!m)
    return CUDA_ERROR_INVALID_HANDLE;
  if ((r = capture_unsafe (c)))
    return r;
  ctx_drain (m->ctx);
  if (!(m = handle_get (K_MIPMAP, mipmap)))
    return CUDA_ERROR_INVALID_HANDLE;
  mipmap_free (m, true);
  return CUDA_SUCCESS;
}

/* ---- copies ---- */

CUresult
array_side (CUarray array, size_t x, size_t y, size_t z, size_t width, size_t height, size_t depth,
	    struct array_rows *rows)
{
  const struct array *a = array_get (array);
  uint8_t kind;
  if (!a)
    return CUDA_ERROR_INVALID_HANDLE;
  size_t row = a->desc.Width * channel_bytes (a->desc.Format, &kind) * a->desc.NumChannels;
  if (x > row || width > row - x || y > a->level.height || height > a->level.height - y
      || z > slices (&a->desc) || depth > slices (&a->desc) - z)
    return CUDA_ERROR_INVALID_VALUE;
  *rows = (struct array_rows){ a->base, a->level.pitch, a->level.height };
  return CUDA_SUCCESS;
}

/* ---- objects ---- */

/* Sets the format of T.  Returns false if there is no such format.  */
static bool
format (struct px_tex *t, CUarray_format f, unsigned channels)
{
  t->bytes = (uint8_t) channel_bytes (f, &t->kind);
  t->channels = (uint8_t) channels;
  return t->bytes && channels_ok (channels);
}

static bool
from_array (struct px_tex *t, const CUDA_ARRAY3D_DESCRIPTOR *d)
{
  t->cube = d->Flags & CUDA_ARRAY3D_CUBEMAP;
  t->layers
    = !(d->Flags & CUDA_ARRAY3D_LAYERED) ? 0 : (uint32_t) (t->cube ? d->Depth / 6 : d->Depth);
  return format (t, d->Format, d->NumChannels);
}

/* Sets memory, layout and format of T from P.  */
static CUresult
resource (struct px_tex *t, const CUDA_RESOURCE_DESC *p)
{
  size_t size;
  if (p->flags)
    return CUDA_ERROR_INVALID_VALUE;
  t->n_levels = 1;
  switch (p->resType)
    {
    case CU_RESOURCE_TYPE_ARRAY:
      {
	const struct array *a = array_get (p->res.array.hArray);
	if (!a)
	  return CUDA_ERROR_INVALID_HANDLE;
	t->level[0] = a->level;
	return from_array (t, &a->desc) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
      }
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
      {
	const struct mipmap *m = handle_get (K_MIPMAP, p->res.mipmap.hMipmappedArray);
	if (!m)
	  return CUDA_ERROR_INVALID_HANDLE;
	t->n_levels = (uint8_t) m->n;
	for (unsigned i = 0; i < m->n; i++)
	  t->level[i] = m->level[i]->level;
	return from_array (t, &m->desc) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
      }
    case CU_RESOURCE_TYPE_LINEAR:
      if (!format (t, p->res.linear.format, p->res.linear.numChannels))
	return CUDA_ERROR_INVALID_VALUE;
      size = p->res.linear.sizeInBytes / ((size_t) t->bytes * t->channels);
      if (!size || size > MOST_LINEAR || !p->res.linear.devPtr || p->res.linear.devPtr % BASE_ALIGN)
	return CUDA_ERROR_INVALID_VALUE;
      t->buffer = true;
      t->level[0] = (struct px_tex_level){ p->res.linear.devPtr, 0, 0, (uint32_t) size, 1, 1 };
      return CUDA_SUCCESS;
    case CU_RESOURCE_TYPE_PITCH2D:
      if (!format (t, p->res.pitch2D.format, p->res.pitch2D.numChannels) || !p->res.pitch2D.width
	  || p->res.pitch2D.width > MOST_WIDTH || !p->res.pitch2D.height
	  || p->res.pitch2D.height > MOST_WIDTH || !p->res.pitch2D.devPtr
	  || p->res.pitch2D.devPtr % BASE_ALIGN || p->res.pitch2D.pitchInBytes % ROW_ALIGN
	  || p->res.pitch2D.pitchInBytes < p->res.pitch2D.width * t->bytes * t->channels)
	return CUDA_ERROR_INVALID_VALUE;
      t->level[0] = (struct px_tex_level){
	p->res.pitch2D.devPtr,		 p->res.pitch2D.pitchInBytes,	   0,
	(uint32_t) p->res.pitch2D.width, (uint32_t) p->res.pitch2D.height, 1
      };
      return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

/* Restricts T to what V shows: some levels and layers, in their format and size.  */
static CUresult
view (struct px_tex *t, const CUDA_RESOURCE_VIEW_DESC *v)
{
  unsigned n = t->n_levels;
  if (v->format != CU_RES_VIEW_FORMAT_NONE)
    return CUDA_ERROR_NOT_SUPPORTED;
  if (v->firstMipmapLevel > v->lastMipmapLevel || v->lastMipmapLevel >= n
      || v->firstLayer > v->lastLayer || (v->lastLayer && v->lastLayer >= t->layers))
    return CUDA_ERROR_INVALID_VALUE;
  t->n_levels = (uint8_t) (v->lastMipmapLevel - v->firstMipmapLevel + 1);
  memmove (t->level, t->level + v->firstMipmapLevel, t->n_levels * sizeof *t->level);
  if (t->layers)
    {
      t->layers = v->lastLayer - v->firstLayer + 1;
      for (unsigned i = 0; i < t->n_levels; i++)
	t->level[i].base += t->level[i].slice * v->firstLayer * (t->cube ? 6 : 1);
    }
  return CUDA_SUCCESS;
}

static CUresult
object_new (struct ctx *c, uint64_t *handle, const struct px_tex *t, const CUDA_RESOURCE_DESC *res,
	    const CUDA_TEXTURE_DESC *tex, const CUDA_RESOURCE_VIEW_DESC *v)
{
  struct object *o = calloc (1, sizeof *o);
  if (!o || !(o->handle = px_emu_tex_new (drv.emu, t)))
    {
      free (o);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  o->ctx = c;
  o->surface = t->surface;
  o->res = *res;
  if (tex)
    o->tex = *tex;
  if (v)
    o->view = *v;
  o->viewed = v != NULL;
  o->next = objects;
  objects = o;
  owned_new (&o->owned, c, t->surface ? "a surface object" : "a texture object");
  *handle = o->handle;
  return CUDA_SUCCESS;
}

static struct object *
object_get (uint64_t handle, bool surface)
{
  struct object *o = objects;
  while (o && (o->handle != handle || o->surface != surface))
    o = o->next;
  return o;
}

static void
object_free (struct object *o)
{
  struct object **p = &objects;
  while (*p != o)
    p = &(*p)->next;
  *p = o->next;
  owned_end (&o->owned);
  px_emu_tex_free (drv.emu, o->handle);
  free (o);
}

static CUresult
object_destroy (uint64_t handle, bool surface)
{
  ENTER (IN_HEALTH, c);
  struct object *o = object_get (handle, surface);
  if (!o && px_emu_tex_was (drv.emu, handle))
    drv_gone (surface ? "surface object" : "texture object");
  if (!o)
    return handle ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
  ctx_drain (o->ctx);
  if ((o = object_get (handle, surface)))
    object_free (o);
  return CUDA_SUCCESS;
}

CUresult
cuTexObjectCreate (CUtexObject *texture, const CUDA_RESOURCE_DESC *res,
		   const CUDA_TEXTURE_DESC *tex, const CUDA_RESOURCE_VIEW_DESC *v)
{
  const unsigned all = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB
		       | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION | CU_TRSF_SEAMLESS_CUBEMAP;
  struct px_tex t = { .surface = false };
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!texture || !res || !tex || tex->flags & ~all
      || (unsigned) tex->filterMode > CU_TR_FILTER_MODE_LINEAR
      || (unsigned) tex->mipmapFilterMode > CU_TR_FILTER_MODE_LINEAR)
    return CUDA_ERROR_INVALID_VALUE;
  if ((r = resource (&t, res)) || (v && (r = view (&t, v))))
    return r;
  for (int i = 0; i < 3; i++)
    {
      if ((unsigned) tex->addressMode[i] > CU_TR_ADDRESS_MODE_BORDER)
	return CUDA_ERROR_INVALID_VALUE;
      t.address[i] = (uint8_t) tex->addressMode[i];
    }
  t.normalized = tex->flags & CU_TRSF_NORMALIZED_COORDINATES;
  t.as_float = t.kind != PX_TEX_FLOAT && t.bytes < 4 && !(tex->flags & CU_TRSF_READ_AS_INTEGER);
  t.srgb = tex->flags & CU_TRSF_SRGB;
  t.linear = tex->filterMode == CU_TR_FILTER_MODE_LINEAR;
  t.linear_levels = tex->mipmapFilterMode == CU_TR_FILTER_MODE_LINEAR;
  /* Only floats are filtered.  A mipmap needs normalised coordinates.  */
  if (t.linear && t.kind != PX_TEX_FLOAT && !t.as_float)
    return CUDA_ERROR_INVALID_VALUE;
  if (res->resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY && !t.normalized)
    return CUDA_ERROR_INVALID_VALUE;
  t.bias = tex->mipmapLevelBias;
  t.min_level = tex->minMipmapLevelClamp;
  t.max_level = tex->maxMipmapLevelClamp;
  memcpy (t.border, tex->borderColor, sizeof t.border);
  return object_new (c, (uint64_t *) texture, &t, res, tex, v);
}

CUresult
cuTexObjectDestroy (CUtexObject texture)
{
  return object_destroy (texture, false);
}

CUresult
cuTexObjectGetResourceDesc (CUDA_RESOURCE_DESC *res, CUtexObject texture)
{
  ENTER (IN_HEALTH, c);
  const struct object *o = object_get (texture, false);
  return o ? GIVE_AT (res, o->res) : CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuTexObjectGetTextureDesc (CUDA_TEXTURE_DESC *tex, CUtexObject texture)
{
  ENTER (IN_HEALTH, c);
  const struct object *o = object_get (texture, false);
  return o ? GIVE_AT (tex, o->tex) : CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuTexObjectGetResourceViewDesc (CUDA_RESOURCE_VIEW_DESC *v, CUtexObject texture)
{
  ENTER (IN_HEALTH, c);
  const struct object *o = object_get (texture, false);
  return o && o->viewed ? GIVE_AT (v, o->view) : CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuSurfObjectCreate (CUsurfObject *surface, const CUDA_RESOURCE_DESC *res)
{
  struct px_tex t = { .surface = true };
  const struct array *a;
  CUresult r;
  ENTER (IN_HEALTH, c);
  if (!surface || !res || res->resType != CU_RESOURCE_TYPE_ARRAY)
    return CUDA_ERROR_INVALID_VALUE;
  if ((r = resource (&t, res)))
    return r;
  a = array_get (res->res.array.hArray);
  /* Levels of a mipmap need not have this flag.  */
  if (!a->in && !(a->desc.Flags & CUDA_ARRAY3D_SURFACE_LDST))
    return CUDA_ERROR_INVALID_VALUE;
  return object_new (c, (uint64_t *) surface, &t, res, NULL, NULL);
}

CUresult
cuSurfObjectDestroy (CUsurfObject surface)
{
  return object_destroy (surface, true);
}

CUresult
cuSurfObjectGetResourceDesc (CUDA_RESOURCE_DESC *res, CUsurfObject surface)
{
  ENTER (IN_HEALTH, c);
  const struct object *o = object_get (surface, true);
  return o ? GIVE_AT (res, o->res) : CUDA_ERROR_INVALID_VALUE;
}

void
textures_clear (struct ctx *c)
{
  for (struct object *o = objects, *next; o; o = next)
    {
      next = o->next;
      if (o->ctx == c)
	object_free (o);
    }
  for (struct mipmap *m = mipmaps, *next; m; m = next)
    {
      next = m->next;
      if (m->ctx == c)
	mipmap_free (m, false);
    }
  for (struct array *a = arrays, *next; a; a = next)
    {
      next = a->next;
      if (a->ctx == c)
	array_free (a, false);
    }
}
