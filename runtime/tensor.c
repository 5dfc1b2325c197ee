/* SPDX-License-Identifier: MIT */
/* Tensor maps.  The driver's rules are checked here first, as the driver only reports that some
   argument is invalid (CUDA Driver API, Tensor Map Object Management; PTX ISA 5.5).  */
#include <string.h>

#include "runtime/image.h"
#include "runtime/rt.h"

/* Bytes of an element, by px_tensor_type, whose order is that of CUtensorMapDataType.  */
static const unsigned char element[] = { 1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4 };

/* Arguments of the driver's call.  */
struct map
{
  CUtensorMapDataType type;
  CUtensorMapInterleave interleave;
  CUtensorMapSwizzle swizzle;
  CUtensorMapL2promotion l2;
  CUtensorMapFloatOOBfill fill;
  uint64_t size[5], stride[4];
  uint32_t box[5], step[5];
};

#define BAD(...) rt_fail (PX_ERR_INVALID, __VA_ARGS__)

/* Checks and fills in what both kinds of map have in common.  INNER is the number of elements
   of dimension 0 that a copy moves.  */
static px_status
check (const char *what, const void *address, const struct px_tensor *t, uint32_t inner,
       struct map *m)
{
  memset (m, 0, sizeof *m);
  if ((unsigned) t->type >= sizeof element)
    return BAD ("%s: type %d is no px_tensor_type", what, (int) t->type);
  if (t->rank < 1 || t->rank > 5)
    return BAD ("%s: rank %d must be 1 to 5", what, t->rank);
  unsigned bytes = element[t->type], align = t->interleave == 32 ? 32 : 16;
  if (!address || (uintptr_t) address % align)
    return BAD ("%s: address %p must be a multiple of %u", what, address, align);
  if (t->interleave != 0 && t->interleave != 16 && t->interleave != 32)
    return BAD ("%s: interleave %d must be 0, 16 or 32", what, t->interleave);
  if (t->interleave && t->rank < 3)
    return BAD ("%s: interleave %d needs rank 3 or more, not %d", what, t->interleave, t->rank);
  if (t->swizzle != 0 && t->swizzle != 32 && t->swizzle != 64 && t->swizzle != 128)
    return BAD ("%s: swizzle %d must be 0, 32, 64 or 128", what, t->swizzle);
  if (t->interleave == 32 && t->swizzle != 32)
    return BAD ("%s: interleave 32 needs swizzle 32, not %d", what, t->swizzle);
  if (t->l2 != 0 && t->l2 != 64 && t->l2 != 128 && t->l2 != 256)
    return BAD ("%s: l2 %d must be 0, 64, 128 or 256", what, t->l2);
  if (t->nan && t->type < PX_TENSOR_F16)
    return BAD ("%s: nan needs a floating point type", what);
  uint64_t dense = bytes;
  for (int i = 0; i < t->rank; i++)
    {
      m->size[i] = t->size[i];
      if (t->size[i] < 1 || t->size[i] > UINT64_C (1) << 32)
	return BAD ("%s: size[%d] = %llu must be 1 to 2^32", what, i,
		    (unsigned long long) t->size[i]);
      if (i > 0)
	{
	  uint64_t s = t->stride[i] ? t->stride[i] : dense;
	  if (s % align || s >= UINT64_C (1) << 40)
	    return BAD ("%s: stride[%d] = %llu%s must be a multiple of %u and below 2^40", what, i,
			(unsigned long long) s, t->stride[i] ? "" : " (dense)", align);
	  m->stride[i - 1] = s;
	  dense = s;
	}
      dense = dense < UINT64_C (1) << 40 ? dense * t->size[i] : UINT64_MAX / 2;
      m->step[i] = t->step[i] ? t->step[i] : 1;
      if (m->step[i] > 8)
	return BAD ("%s: step[%d] = %u must be 1 to 8", what, i, t->step[i]);
    }
  if (!t->interleave && (uint64_t) inner * bytes % 16)
    return BAD (
      "%s: the inner dimension of a copy is %u elements of %u bytes, must be a multiple of "
      "16 bytes",
      what, inner, bytes);
  if (!t->interleave && t->swizzle && (uint64_t) inner * bytes > (unsigned) t->swizzle)
    return BAD ("%s: the inner dimension of a copy is %u elements of %u bytes, must not be longer "
		"than the swizzle of %d bytes",
		what, inner, bytes, t->swizzle);
  m->type = (CUtensorMapDataType) t->type;
  m->interleave = t->interleave == 32	? CU_TENSOR_MAP_INTERLEAVE_32B
		  : t->interleave == 16 ? CU_TENSOR_MAP_INTERLEAVE_16B
					: CU_TENSOR_MAP_INTERLEAVE_NONE;
  m->swizzle = t->swizzle == 128  ? CU_TENSOR_MAP_SWIZZLE_128B
	       : t->swizzle == 64 ? CU_TENSOR_MAP_SWIZZLE_64B
	       : t->swizzle == 32 ? CU_TENSOR_MAP_SWIZZLE_32B
				  : CU_TENSOR_MAP_SWIZZLE_NONE;
  m->l2 = t->l2 == 256	 ? CU_TENSOR_MAP_L2_PROMOTION_L2_256B
	  : t->l2 == 128 ? CU_TENSOR_MAP_L2_PROMOTION_L2_128B
	  : t->l2 == 64	 ? CU_TENSOR_MAP_L2_PROMOTION_L2_64B
			 : CU_TENSOR_MAP_L2_PROMOTION_NONE;
  m->fill = t->nan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
		   : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
  return PX_OK;
}

/* Begins a call that makes a map.  */
static px_status
begin (struct rt_call *c, const char *what)
{
  if (rt_begin (c, what))
    return c->status;
  const struct rt_device *d = c->context->device;
  if (d->tensor_maps)
    return PX_OK;
  return rt_end_failed (c, rt_fail (PX_ERR_UNSUPPORTED,
				    "%s: device %d (sm_%d) has no tensor maps, "
				    "sm_90 does",
				    what, rt_device_number (d), d->arch));
}

/* Ends the call: stores MADE in MAP, for T, whose copies move OUTER rows of INNER elements, of (BOXES) its boxes.  */
static px_status
end (struct rt_call *c, CUresult r, const CUtensorMap *made, px_tensor_map *map,
     const struct px_tensor *t, uint32_t inner, uint32_t outer, const void *address, bool boxes)
{
  if (r == CUDA_SUCCESS)
    {
      memset (map, 0, sizeof *map);
      memcpy (map->opaque, made, sizeof *made);
      map->box.known = PX_TENSOR_BOX;
      map->box.rank = t->rank;
      map->box.element = element[t->type];
      map->box.inner = inner;
      map->box.outer = outer;
      map->box.swizzle = t->interleave ? 1 : t->swizzle;
      map->box.address = (uintptr_t) address;
      if (boxes)
	for (int i = 0; i < t->rank; i++)
	  map->box.size[i] = t->box[i];
    }
  return rt_end (c, r, "rank %d, address %p", t->rank, address);
}

PX_EXPORT px_status
px_tensor_map_tiled (px_tensor_map *map, void *address, const struct px_tensor *t)
{
  static const char what[] = "px_tensor_map_tiled";
  struct rt_call c;
  struct map m;
  CUtensorMap made;
  uint32_t n[2] = { 1, 1 };
  px_status s = check (what, address, t, t->box[0], &m);
  for (int i = 0; i < t->rank && !s; i++)
    {
      m.box[i] = t->box[i];
      n[i > 0] *= (t->box[i] + m.step[i] - 1) / m.step[i];
      if (t->box[i] < 1 || t->box[i] > 256)
	s = BAD ("%s: box[%d] = %u must be 1 to 256", what, i, t->box[i]);
    }
  if (s || (s = begin (&c, what)))
    return s;
  RT_NEED (&c, cuTensorMapEncodeTiled);
  CUresult r
    = rt_driver.cuTensorMapEncodeTiled (&made, m.type, t->rank, address, m.size, m.stride, m.box,
					m.step, m.interleave, m.swizzle, m.l2, m.fill);
  return end (&c, r, &made, map, t, n[0], n[1], address, true);
}

PX_EXPORT px_status
px_tensor_map_tile (px_tensor_map *map, void *address, const struct px_tensor *tensor, long shape)
{
  static const char what[] = "px_tensor_map_for";
  struct px_tensor t = *tensor;
  /* SHAPE has the fields of __px_shape.  */
  unsigned rows = shape >> 40 & 0xfffff, strip = shape >> 8 & 0xfff, high = 1;
  static const px_tensor_type types[] = {
#define PX_ELEMENT(name, type, member, bits, ptx, kind, tensor) tensor,
#include "include/px/elements.def"
#undef PX_ELEMENT
  };
  t.type = types[(shape & 0xff) - 1];
  t.swizzle = strip == 16 ? 0 : strip;
  if (!rows || rows % 8)
    return BAD ("%s: a tile of %u rows, which must be a multiple of 8", what, rows);
  if (t.interleave)
    return BAD ("%s: interleave %d, tiles have none", what, t.interleave);
  while (!tensor->rank && t.rank < 5 && t.size[t.rank])
    t.rank++;
  if (t.rank < 2 || t.rank > 5)
    return BAD ("%s: rank %d must be 2 to 5, for a tile", what, t.rank);
  unsigned inner = strip / element[t.type], outer = px_box_rows (rows);
  if (!t.box[0])
    t.box[0] = inner;
  for (int i = 1; i < t.rank; i++)
    {
      high *= t.box[i];
      if (t.step[i] > 1)
	return BAD ("%s: step[%d] = %u, tiles have none", what, i, t.step[i]);
    }
  if (!high)
    for (int i = 1; i < t.rank; i++)
      t.box[i] = i == 1 ? high = outer : 1;
  if (t.box[0] != inner || high != outer || t.step[0] > 1)
    return BAD ("%s: the box of a copy has %u rows of %u elements, but the tile's strips are of %u "
		"rows of %u elements: leave box out",
		what, high, t.box[0], outer, inner);
  return px_tensor_map_tiled (map, address, &t);
}

PX_EXPORT px_status
px_tensor_map_im2col (px_tensor_map *map, void *address, const struct px_tensor *t,
		      const int *lower, const int *upper, uint32_t channels, uint32_t pixels)
{
  static const char what[] = "px_tensor_map_im2col";
  struct rt_call c;
  struct map m;
  CUtensorMap made;
  if (t->rank < 3 || t->rank > 5)
    return BAD ("%s: rank %d must be 3 to 5", what, t->rank);
  if (channels < 1 || channels > 256 || pixels < 1 || pixels > 1024)
    return BAD ("%s: %u channels must be 1 to 256, %u pixels 1 to 1024", what, channels, pixels);
  int most = t->rank == 3 ? 32767 : t->rank == 4 ? 127 : 15;
  for (int i = 0; i < t->rank - 2; i++)
    if (lower[i] < -most - 1 || lower[i] > most || upper[i] < -most - 1 || upper[i] > most)
      return BAD ("%s: corners %d and %d of dimension %d must be %d to %d for rank %d", what,
		  lower[i], upper[i], i, -most - 1, most, t->rank);
  px_status s = check (what, address, t, channels, &m);
  if (s || (s = begin (&c, what)))
    return s;
  RT_NEED (&c, cuTensorMapEncodeIm2col);
  CUresult r = rt_driver.cuTensorMapEncodeIm2col (&made, m.type, t->rank, address, m.size, m.stride,
						  lower, upper, channels, pixels, m.step,
						  m.interleave, m.swizzle, m.l2, m.fill);
  return end (&c, r, &made, map, t, channels, pixels, address, false);
}
