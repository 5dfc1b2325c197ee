/* SPDX-License-Identifier: MIT */
/* Arrays, texture and surface objects.  */
#include "cudart/cudart.h"

#include <string.h>

#define PTR(p) ((CUdeviceptr) (uintptr_t) (p))

enum
{
  KIND_SIGNED,
  KIND_UNSIGNED,
  KIND_FLOAT
};

/* Sets the driver's format and number of channels for D.  Returns false if there are none.  */
static bool
format_of (const struct cudaChannelFormatDesc *d, CUarray_format *format, unsigned *channels)
{
  static const CUarray_format of[3][3]
    = { [KIND_SIGNED]
	= { CU_AD_FORMAT_SIGNED_INT8, CU_AD_FORMAT_SIGNED_INT16, CU_AD_FORMAT_SIGNED_INT32 },
	[KIND_UNSIGNED]
	= { CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_UNSIGNED_INT32 },
	[KIND_FLOAT] = { 0, CU_AD_FORMAT_HALF, CU_AD_FORMAT_FLOAT } };
  const int bits[4] = { d->x, d->y, d->z, d->w };
  int size = d->x == 8 ? 0 : d->x == 16 ? 1 : 2;
  unsigned n = 1;
  while (n < 4 && bits[n] == d->x)
    n++;
  for (unsigned i = n; i < 4; i++)
    if (bits[i])
      return false;
  if ((d->x != 8 && d->x != 16 && d->x != 32) || n == 3 || (unsigned) d->f > KIND_FLOAT
      || !of[d->f][size])
    return false;
  *format = of[d->f][size];
  *channels = n;
  return true;
}

static struct cudaChannelFormatDesc
desc_of (CUarray_format f, unsigned channels)
{
  bool one = f == CU_AD_FORMAT_UNSIGNED_INT8 || f == CU_AD_FORMAT_SIGNED_INT8;
  bool two
    = f == CU_AD_FORMAT_UNSIGNED_INT16 || f == CU_AD_FORMAT_SIGNED_INT16 || f == CU_AD_FORMAT_HALF;
  int bits = one ? 8 : two ? 16 : 32;
  return (struct cudaChannelFormatDesc){ bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
					 channels > 2 ? bits : 0,
					 f >= CU_AD_FORMAT_HALF		 ? KIND_FLOAT
					 : f >= CU_AD_FORMAT_SIGNED_INT8 ? KIND_SIGNED
									 : KIND_UNSIGNED };
}

/* ---- arrays ---- */

static cudaError_t
array_desc (CUDA_ARRAY3D_DESCRIPTOR *a, const struct cudaChannelFormatDesc *d, size_t width,
	    size_t height, size_t depth, unsigned flags)
{
  *a
    = (CUDA_ARRAY3D_DESCRIPTOR){ .Width = width, .Height = height, .Depth = depth, .Flags = flags };
  return d && format_of (d, &a->Format, &a->NumChannels) ? cudaSuccess
							 : cudaErrorInvalidChannelDescriptor;
}

cudaError_t
rt_array_element (CUarray array, size_t *bytes)
{
  CUDA_ARRAY3D_DESCRIPTOR a;
  cudaError_t r = (cudaError_t) cuArray3DGetDescriptor_v2 (&a, array);
  if (!r)
    *bytes = (size_t) desc_of (a.Format, 1).x / 8 * a.NumChannels;
  return r;
}

API (cudaMallocArray,
     (CUarray * array, const struct cudaChannelFormatDesc *d, size_t width, size_t height,
      unsigned flags),
     (array, d, width, height, flags))
{
  CUDA_ARRAY3D_DESCRIPTOR a;
  cudaError_t r = array ? array_desc (&a, d, width, height, 0, flags) : cudaErrorInvalidValue;
  return r ? r : (cudaError_t) cuArray3DCreate_v2 (array, &a);
}

API (cudaMalloc3DArray,
     (CUarray * array, const struct cudaChannelFormatDesc *d, struct cudaExtent e, unsigned flags),
     (array, d, e, flags))
{
  CUDA_ARRAY3D_DESCRIPTOR a;
  cudaError_t r
    = array ? array_desc (&a, d, e.width, e.height, e.depth, flags) : cudaErrorInvalidValue;
  return r ? r : (cudaError_t) cuArray3DCreate_v2 (array, &a);
}

API (cudaFreeArray, (CUarray array), (array))
{
  return array ? (cudaError_t) cuArrayDestroy (array) : cudaSuccess;
}

API (cudaArrayGetInfo,
     (struct cudaChannelFormatDesc * d, struct cudaExtent *e, unsigned *flags, CUarray array),
     (d, e, flags, array))
{
  CUDA_ARRAY3D_DESCRIPTOR a;
  cudaError_t r = (cudaError_t) cuArray3DGetDescriptor_v2 (&a, array);
  if (!r && d)
    *d = desc_of (a.Format, a.NumChannels);
  if (!r && e)
    *e = (struct cudaExtent){ a.Width, a.Height, a.Depth };
  if (!r && flags)
    *flags = a.Flags;
  return r;
}

API (cudaGetChannelDesc, (struct cudaChannelFormatDesc * d, CUarray array), (d, array))
{
  return d ? cudaArrayGetInfo_in (d, NULL, NULL, array) : cudaErrorInvalidValue;
}

API (cudaMallocMipmappedArray,
     (CUmipmappedArray * mipmap, const struct cudaChannelFormatDesc *d, struct cudaExtent e,
      unsigned levels, unsigned flags),
     (mipmap, d, e, levels, flags))
{
  CUDA_ARRAY3D_DESCRIPTOR a;
  cudaError_t r
    = mipmap ? array_desc (&a, d, e.width, e.height, e.depth, flags) : cudaErrorInvalidValue;
  return r ? r : (cudaError_t) cuMipmappedArrayCreate (mipmap, &a, levels);
}

API (cudaGetMipmappedArrayLevel, (CUarray * level, CUmipmappedArray mipmap, unsigned k),
     (level, mipmap, k))
{
  return (cudaError_t) cuMipmappedArrayGetLevel (level, mipmap, k);
}

API (cudaFreeMipmappedArray, (CUmipmappedArray mipmap), (mipmap))
{
  return mipmap ? (cudaError_t) cuMipmappedArrayDestroy (mipmap) : cudaSuccess;
}

/* ---- copies ---- */

/* One end of a copy: rows of memory, or an array from byte X of row Y on.  */
struct end
{
  const void *p;
  size_t pitch;
  CUarray array;
  size_t x, y;
};

static cudaError_t
copy_rows (const struct end *dst, const struct end *src, size_t width, size_t height, int kind,
	   CUstream stream, bool wait)
{
  CUDA_MEMCPY2D c = { .srcXInBytes = src->x,
		      .srcY = src->y,
		      .srcHost = src->p,
		      .srcDevice = PTR (src->p),
		      .srcArray = src->array,
		      .srcPitch = src->pitch,
		      .dstXInBytes = dst->x,
		      .dstY = dst->y,
		      .dstHost = (void *) (uintptr_t) dst->p,
		      .dstDevice = PTR (dst->p),
		      .dstArray = dst->array,
		      .dstPitch = dst->pitch,
		      .WidthInBytes = width,
		      .Height = height };
  /* Which end is host memory: 1 the source, 2 the destination, 0 neither; 3: the driver decides by
     the pointers.  */
  static const CUmemorytype host[] = { [cudaMemcpyHostToDevice] = 1,
				       [cudaMemcpyDeviceToHost] = 2,
				       [cudaMemcpyDeviceToDevice] = 0,
				       [cudaMemcpyDefault] = 3 };
  if (kind <= cudaMemcpyHostToHost || kind > cudaMemcpyDefault
      || (src->array && kind == cudaMemcpyHostToDevice)
      || (dst->array && kind == cudaMemcpyDeviceToHost))
    return cudaErrorInvalidMemcpyDirection;
  int h = (int) host[kind];
  c.srcMemoryType = src->array ? CU_MEMORYTYPE_ARRAY
		    : h == 3   ? CU_MEMORYTYPE_UNIFIED
		    : h == 1   ? CU_MEMORYTYPE_HOST
			       : CU_MEMORYTYPE_DEVICE;
  c.dstMemoryType = dst->array ? CU_MEMORYTYPE_ARRAY
		    : h == 3   ? CU_MEMORYTYPE_UNIFIED
		    : h == 2   ? CU_MEMORYTYPE_HOST
			       : CU_MEMORYTYPE_DEVICE;
  if ((!src->array && !src->p) || (!dst->array && !dst->p))
    return cudaErrorInvalidValue;
  if (!width || !height)
    return cudaSuccess;
  /* One row needs no pitch: 0 is valid then.  */
  const struct end *rows[] = { src, dst };
  for (int i = 0; i < 2; i++)
    if (!rows[i]->array && rows[i]->pitch < width && (height > 1 || rows[i]->pitch))
      return cudaErrorInvalidPitchValue;
  if (wait && stream == CU_STREAM_LEGACY)
    return (cudaError_t) cuMemcpy2DUnaligned_v2 (&c);
  CUresult r = cuMemcpy2DAsync_v2 (&c, stream);
  return (cudaError_t) (!r && wait ? cuStreamSynchronize (stream) : r);
}

#define TO_ARRAY(wait) \
  copy_rows (&(struct end){ NULL, 0, dst, x, y }, &(struct end){ src, pitch, NULL, 0, 0 }, width, \
	     height, kind, stream, wait)
#define FROM_ARRAY(wait) \
  copy_rows (&(struct end){ dst, pitch, NULL, 0, 0 }, &(struct end){ NULL, 0, src, x, y }, width, \
	     height, kind, stream, wait)

/* Returns an error if the array is NULL.  */
#define NEED(array) \
  do \
    if (!(array)) \
      return cudaErrorInvalidResourceHandle; \
  while (0)

API_DEFAULT (cudaMemcpy2DToArray,
	     (CUarray dst, size_t x, size_t y, const void *src, size_t pitch, size_t width,
	      size_t height, int kind),
	     (dst, x, y, src, pitch, width, height, kind))
{
  NEED (dst);
  return TO_ARRAY (true);
}

API_STREAM (cudaMemcpy2DToArrayAsync, _ptsz, stream,
	    (CUarray dst, size_t x, size_t y, const void *src, size_t pitch, size_t width,
	     size_t height, int kind, CUstream stream),
	    (dst, x, y, src, pitch, width, height, kind, stream))
{
  NEED (dst);
  return TO_ARRAY (false);
}

API_DEFAULT (cudaMemcpy2DFromArray,
	     (void *dst, size_t pitch, CUarray src, size_t x, size_t y, size_t width, size_t height,
	      int kind),
	     (dst, pitch, src, x, y, width, height, kind))
{
  NEED (src);
  return FROM_ARRAY (true);
}

API_STREAM (cudaMemcpy2DFromArrayAsync, _ptsz, stream,
	    (void *dst, size_t pitch, CUarray src, size_t x, size_t y, size_t width, size_t height,
	     int kind, CUstream stream),
	    (dst, pitch, src, x, y, width, height, kind, stream))
{
  NEED (src);
  return FROM_ARRAY (false);
}

API_DEFAULT (cudaMemcpy2DArrayToArray,
	     (CUarray dst, size_t dx, size_t dy, CUarray src, size_t sx, size_t sy, size_t width,
	      size_t height, int kind),
	     (dst, dx, dy, src, sx, sy, width, height, kind))
{
  NEED (dst && src);
  if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  return copy_rows (&(struct end){ NULL, 0, dst, dx, dy }, &(struct end){ NULL, 0, src, sx, sy },
		    width, height, kind, stream, true);
}

/* The deprecated functions: COUNT bytes from X of row Y on, continuing in the following rows.  */
static cudaError_t
copy_bytes (CUarray dst, CUarray src, const void *p, size_t x, size_t y, size_t count, int kind,
	    CUstream stream, bool wait)
{
  CUDA_ARRAY3D_DESCRIPTOR a;
  CUarray array = dst ? dst : src;
  size_t element, done = 0;
  NEED (array);
  cudaError_t r = (cudaError_t) cuArray3DGetDescriptor_v2 (&a, array);
  if (r || (r = rt_array_element (array, &element)))
    return r;
  size_t row = a.Width * element;
  if (x >= row)
    return cudaErrorInvalidValue;
  while (!r && done < count)
    {
      /* Copy as many whole rows as possible at once.  */
      size_t rest = count - done, width = rest < row - x ? rest : row - x,
	     height = !x && rest >= row ? rest / row : 1;
      struct end in = { NULL, 0, array, x, y },
		 out = { (const char *) p + done, width, NULL, 0, 0 };
      r = copy_rows (dst ? &in : &out, dst ? &out : &in, width, height, kind, stream, wait);
      done += width * height;
      y += height;
      x = 0;
    }
  return r;
}

API_DEFAULT (cudaMemcpyToArray,
	     (CUarray dst, size_t x, size_t y, const void *src, size_t count, int kind),
	     (dst, x, y, src, count, kind))
{
  return copy_bytes (dst, NULL, src, x, y, count, kind, stream, true);
}

API_STREAM (cudaMemcpyToArrayAsync, _ptsz, stream,
	    (CUarray dst, size_t x, size_t y, const void *src, size_t count, int kind,
	     CUstream stream),
	    (dst, x, y, src, count, kind, stream))
{
  return copy_bytes (dst, NULL, src, x, y, count, kind, stream, false);
}

API_DEFAULT (cudaMemcpyFromArray,
	     (void *dst, CUarray src, size_t x, size_t y, size_t count, int kind),
	     (dst, src, x, y, count, kind))
{
  return copy_bytes (NULL, src, dst, x, y, count, kind, stream, true);
}

API_STREAM (cudaMemcpyFromArrayAsync, _ptsz, stream,
	    (void *dst, CUarray src, size_t x, size_t y, size_t count, int kind, CUstream stream),
	    (dst, src, x, y, count, kind, stream))
{
  return copy_bytes (NULL, src, dst, x, y, count, kind, stream, false);
}

/* ---- objects ---- */

struct cudaResourceDesc
{
  int resType;
  union
  {
    struct
    {
      CUarray array;
    } array;
    struct
    {
      CUmipmappedArray mipmap;
    } mipmap;
    struct
    {
      void *devPtr;
      struct cudaChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct
    {
      void *devPtr;
      struct cudaChannelFormatDesc desc;
      size_t width, height, pitchInBytes;
    } pitch2D;
    struct
    {
      int reserved[32];
    } reserved;
  } res;
};
struct cudaTextureDesc
{
  int addressMode[3], filterMode, readMode, sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy;
  int mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
};
enum
{
  READ_ELEMENT,
  READ_NORMALIZED
};

static cudaError_t
resource (CUDA_RESOURCE_DESC *r, const struct cudaResourceDesc *p)
{
  memset (r, 0, sizeof *r);
  r->resType = (CUresourcetype) p->resType;
  switch (p->resType)
    {
    case CU_RESOURCE_TYPE_ARRAY: r->res.array.hArray = p->res.array.array; return cudaSuccess;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
      r->res.mipmap.hMipmappedArray = p->res.mipmap.mipmap;
      return cudaSuccess;
    case CU_RESOURCE_TYPE_LINEAR:
      r->res.linear.devPtr = PTR (p->res.linear.devPtr);
      r->res.linear.sizeInBytes = p->res.linear.sizeInBytes;
      return format_of (&p->res.linear.desc, &r->res.linear.format, &r->res.linear.numChannels)
	       ? cudaSuccess
	       : cudaErrorInvalidChannelDescriptor;
    case CU_RESOURCE_TYPE_PITCH2D:
      r->res.pitch2D.devPtr = PTR (p->res.pitch2D.devPtr);
      r->res.pitch2D.width = p->res.pitch2D.width;
      r->res.pitch2D.height = p->res.pitch2D.height;
      r->res.pitch2D.pitchInBytes = p->res.pitch2D.pitchInBytes;
      return format_of (&p->res.pitch2D.desc, &r->res.pitch2D.format, &r->res.pitch2D.numChannels)
	       ? cudaSuccess
	       : cudaErrorInvalidChannelDescriptor;
    default: return cudaErrorInvalidValue;
    }
}

static void
resource_back (struct cudaResourceDesc *p, const CUDA_RESOURCE_DESC *r)
{
  memset (p, 0, sizeof *p);
  p->resType = (int) r->resType;
  switch (r->resType)
    {
    case CU_RESOURCE_TYPE_ARRAY: p->res.array.array = r->res.array.hArray; break;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
      p->res.mipmap.mipmap = r->res.mipmap.hMipmappedArray;
      break;
    case CU_RESOURCE_TYPE_LINEAR:
      p->res.linear.devPtr = (void *) (uintptr_t) r->res.linear.devPtr;
      p->res.linear.desc = desc_of (r->res.linear.format, r->res.linear.numChannels);
      p->res.linear.sizeInBytes = r->res.linear.sizeInBytes;
      break;
    case CU_RESOURCE_TYPE_PITCH2D:
      p->res.pitch2D.devPtr = (void *) (uintptr_t) r->res.pitch2D.devPtr;
      p->res.pitch2D.desc = desc_of (r->res.pitch2D.format, r->res.pitch2D.numChannels);
      p->res.pitch2D.width = r->res.pitch2D.width;
      p->res.pitch2D.height = r->res.pitch2D.height;
      p->res.pitch2D.pitchInBytes = r->res.pitch2D.pitchInBytes;
      break;
    }
}

/* Returns true if R has integers of 32 bits, which cannot be read as numbers from 0 to 1.  */
static bool
long_integers (const CUDA_RESOURCE_DESC *r)
{
  CUDA_ARRAY3D_DESCRIPTOR a = { .Format = CU_AD_FORMAT_FLOAT };
  CUarray level;
  if (r->resType == CU_RESOURCE_TYPE_LINEAR)
    a.Format = r->res.linear.format;
  else if (r->resType == CU_RESOURCE_TYPE_PITCH2D)
    a.Format = r->res.pitch2D.format;
  else if (r->resType == CU_RESOURCE_TYPE_ARRAY)
    cuArray3DGetDescriptor_v2 (&a, r->res.array.hArray);
  else if (!cuMipmappedArrayGetLevel (&level, r->res.mipmap.hMipmappedArray, 0))
    cuArray3DGetDescriptor_v2 (&a, level);
  return a.Format == CU_AD_FORMAT_SIGNED_INT32 || a.Format == CU_AD_FORMAT_UNSIGNED_INT32;
}

API (cudaCreateTextureObject,
     (CUtexObject * texture, const struct cudaResourceDesc *res, const struct cudaTextureDesc *t,
      const CUDA_RESOURCE_VIEW_DESC *view),
     (texture, res, t, view))
{
  CUDA_RESOURCE_DESC r;
  CUDA_TEXTURE_DESC d = { .flags = 0 };
  cudaError_t e = texture && res && t ? resource (&r, res) : cudaErrorInvalidValue;
  if (e)
    return e;
  if (t->readMode != READ_ELEMENT && (t->readMode != READ_NORMALIZED || long_integers (&r)))
    return cudaErrorInvalidValue;
  for (int i = 0; i < 3; i++)
    d.addressMode[i] = (CUaddress_mode) t->addressMode[i];
  d.filterMode = (CUfilter_mode) t->filterMode;
  d.flags = (t->readMode == READ_ELEMENT ? CU_TRSF_READ_AS_INTEGER : 0u)
	    | (t->normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0u)
	    | (t->sRGB ? CU_TRSF_SRGB : 0u)
	    | (t->disableTrilinearOptimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0u)
	    | (t->seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0u);
  d.maxAnisotropy = t->maxAnisotropy;
  d.mipmapFilterMode = (CUfilter_mode) t->mipmapFilterMode;
  d.mipmapLevelBias = t->mipmapLevelBias;
  d.minMipmapLevelClamp = t->minMipmapLevelClamp;
  d.maxMipmapLevelClamp = t->maxMipmapLevelClamp;
  memcpy (d.borderColor, t->borderColor, sizeof d.borderColor);
  return (cudaError_t) cuTexObjectCreate (texture, &r, &d, view);
}

API (cudaDestroyTextureObject, (CUtexObject texture), (texture))
{
  return (cudaError_t) cuTexObjectDestroy (texture);
}

API (cudaGetTextureObjectResourceDesc, (struct cudaResourceDesc * res, CUtexObject texture),
     (res, texture))
{
  CUDA_RESOURCE_DESC r;
  cudaError_t e
    = res ? (cudaError_t) cuTexObjectGetResourceDesc (&r, texture) : cudaErrorInvalidValue;
  if (!e)
    resource_back (res, &r);
  return e;
}

API (cudaGetTextureObjectTextureDesc, (struct cudaTextureDesc * t, CUtexObject texture),
     (t, texture))
{
  CUDA_TEXTURE_DESC d;
  cudaError_t e = t ? (cudaError_t) cuTexObjectGetTextureDesc (&d, texture) : cudaErrorInvalidValue;
  if (e)
    return e;
  memset (t, 0, sizeof *t);
  for (int i = 0; i < 3; i++)
    t->addressMode[i] = (int) d.addressMode[i];
  t->filterMode = (int) d.filterMode;
  t->readMode = d.flags & CU_TRSF_READ_AS_INTEGER ? READ_ELEMENT : READ_NORMALIZED;
  t->sRGB = (d.flags & CU_TRSF_SRGB) != 0;
  memcpy (t->borderColor, d.borderColor, sizeof t->borderColor);
  t->normalizedCoords = (d.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  t->maxAnisotropy = d.maxAnisotropy;
  t->mipmapFilterMode = (int) d.mipmapFilterMode;
  t->mipmapLevelBias = d.mipmapLevelBias;
  t->minMipmapLevelClamp = d.minMipmapLevelClamp;
  t->maxMipmapLevelClamp = d.maxMipmapLevelClamp;
  t->disableTrilinearOptimization = (d.flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
  t->seamlessCubemap = (d.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
  return cudaSuccess;
}

API (cudaGetTextureObjectResourceViewDesc, (CUDA_RESOURCE_VIEW_DESC * view, CUtexObject texture),
     (view, texture))
{
  return (cudaError_t) cuTexObjectGetResourceViewDesc (view, texture);
}

API (cudaCreateSurfaceObject, (CUsurfObject * surface, const struct cudaResourceDesc *res),
     (surface, res))
{
  CUDA_RESOURCE_DESC r;
  cudaError_t e = surface && res ? resource (&r, res) : cudaErrorInvalidValue;
  return e ? e : (cudaError_t) cuSurfObjectCreate (surface, &r);
}

API (cudaDestroySurfaceObject, (CUsurfObject surface), (surface))
{
  return (cudaError_t) cuSurfObjectDestroy (surface);
}

API (cudaGetSurfaceObjectResourceDesc, (struct cudaResourceDesc * res, CUsurfObject surface),
     (res, surface))
{
  CUDA_RESOURCE_DESC r;
  cudaError_t e
    = res ? (cudaError_t) cuSurfObjectGetResourceDesc (&r, surface) : cudaErrorInvalidValue;
  if (!e)
    resource_back (res, &r);
  return e;
}
