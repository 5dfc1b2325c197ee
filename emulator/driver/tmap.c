/* SPDX-License-Identifier: MIT */
/* Tensor maps: checks arguments by the rules of the CUDA Driver API (5.x, "Tensor Map Object
   Management"), and writes them as struct px_tmap.  */
#include "emulator/driver/drv.h"
#include "emulator/run/tmap.h"

#include <string.h>

/* Returns the bytes of an element, 0 for types that the device lacks.  */
static unsigned
element_bytes (CUtensorMapDataType t)
{
  static const unsigned char size[] = { 1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4 };
  return (unsigned) t < sizeof size ? size[t] : 0;
}

static bool
is_float (CUtensorMapDataType t)
{
  return t >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16 && t <= CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
}

/* Checks and stores what tiled and im2col maps have in common.  INNER: elements of the box's
   innermost row.  Returns false if an argument is out of range.  */
static bool
common (struct px_tmap *m, CUtensorMapDataType type, uint32_t rank, void *base, const uint64_t *dim,
	const uint64_t *stride, const uint32_t *step, uint32_t inner,
	CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2,
	CUtensorMapFloatOOBfill fill)
{
  static const unsigned short span[] = { 0, 32, 64, 128 };
  unsigned size = element_bytes (type);
  unsigned align = interleave == CU_TENSOR_MAP_INTERLEAVE_32B ? 32 : 16;

  if (!size || !dim || !step || (rank > 1 && !stride) || !base || (uintptr_t) base % align
      || (unsigned) interleave > CU_TENSOR_MAP_INTERLEAVE_32B
      || (unsigned) swizzle > CU_TENSOR_MAP_SWIZZLE_128B
      || (unsigned) l2 > CU_TENSOR_MAP_L2_PROMOTION_L2_256B
      || (unsigned) fill > CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
      || (fill && !is_float (type)) || (interleave && rank < 3)
      || (interleave == CU_TENSOR_MAP_INTERLEAVE_32B && swizzle != CU_TENSOR_MAP_SWIZZLE_32B))
    return false;
  if (!interleave && (inner * size % 16 || (swizzle && inner * size > span[swizzle])))
    return false;
  memset (m, 0, sizeof *m);
  for (uint32_t i = 0; i < rank; i++)
    {
      if (!dim[i] || dim[i] > (uint64_t) 1 << 32)
	return false;
      m->last[i] = (uint32_t) (dim[i] - 1);
      /* Without interleave the innermost dimension has no stride.  */
      if (i || interleave)
	{
	  if (!step[i] || step[i] > 8)
	    return false;
	  m->step[i] = (uint8_t) step[i];
	}
      else
	m->step[i] = 1;
    }
  for (uint32_t i = 0; i + 1 < rank; i++)
    {
      /* In a dimension of one element the stride is not used.  */
      if ((!stride[i] && dim[i + 1] != 1) || stride[i] % align || stride[i] >= (uint64_t) 1 << 40)
	return false;
      m->stride[i] = stride[i];
    }
  m->magic = PX_TMAP_MAGIC;
  m->type = (uint8_t) type;
  m->rank = (uint8_t) rank;
  m->interleave = (uint8_t) interleave;
  m->swizzle = (uint8_t) swizzle;
  m->l2 = (uint8_t) l2;
  m->fill = (uint8_t) fill;
  m->element = (uint8_t) size;
  m->base = (uintptr_t) base;
  return true;
}

/* Returns true if MAP is not NULL and aligned.  */
static bool
place_ok (const CUtensorMap *map)
{
  return map && (uintptr_t) map % 64 == 0;
}

CUresult
cuTensorMapEncodeTiled (CUtensorMap *map, CUtensorMapDataType type, uint32_t rank, void *base,
			const uint64_t *dim, const uint64_t *stride, const uint32_t *box,
			const uint32_t *step, CUtensorMapInterleave interleave,
			CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2,
			CUtensorMapFloatOOBfill fill)
{
  struct px_tmap m;
  if (!place_ok (map) || !rank || rank > 5 || !box || !box[0] || box[0] > 256
      || !common (&m, type, rank, base, dim, stride, step, box[0], interleave, swizzle, l2, fill))
    return CUDA_ERROR_INVALID_VALUE;
  for (uint32_t i = 0; i < rank; i++)
    {
      if (!box[i] || box[i] > 256)
	return CUDA_ERROR_INVALID_VALUE;
      m.box[i] = (uint16_t) box[i];
    }
  memcpy (map, &m, sizeof m);
  return CUDA_SUCCESS;
}

CUresult
cuTensorMapEncodeIm2col (CUtensorMap *map, CUtensorMapDataType type, uint32_t rank, void *base,
			 const uint64_t *dim, const uint64_t *stride, const int *lower,
			 const int *upper, uint32_t channels, uint32_t pixels, const uint32_t *step,
			 CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
			 CUtensorMapL2promotion l2, CUtensorMapFloatOOBfill fill)
{
  static const int limit[] = { 32768, 128, 16 }; /* for rank 3, 4, 5 */
  struct px_tmap m;
  if (!place_ok (map) || rank < 3 || rank > 5 || !lower || !upper || !channels || channels > 256
      || !pixels || pixels > 1024
      || !common (&m, type, rank, base, dim, stride, step, channels, interleave, swizzle, l2, fill))
    return CUDA_ERROR_INVALID_VALUE;
  m.im2col = 1;
  for (uint32_t i = 0; i < rank - 2; i++)
    {
      int k = limit[rank - 3];
      if (lower[i] < -k || lower[i] >= k || upper[i] < -k || upper[i] >= k
	  || (int64_t) dim[i + 1] + upper[i] - lower[i] <= 0)
	return CUDA_ERROR_INVALID_VALUE;
      m.lower[i] = (int16_t) lower[i];
      m.upper[i] = (int16_t) upper[i];
    }
  m.channels = (uint16_t) channels;
  m.pixels = (uint16_t) pixels;
  memcpy (map, &m, sizeof m);
  return CUDA_SUCCESS;
}

CUresult
cuTensorMapReplaceAddress (CUtensorMap *map, void *base)
{
  struct px_tmap m;
  if (!place_ok (map))
    return CUDA_ERROR_INVALID_VALUE;
  memcpy (&m, map, sizeof m);
  if (m.magic != PX_TMAP_MAGIC || !base || (uintptr_t) base % (m.interleave == 2 ? 32 : 16))
    return CUDA_ERROR_INVALID_VALUE;
  m.base = (uintptr_t) base;
  memcpy (map, &m, sizeof m);
  return CUDA_SUCCESS;
}
