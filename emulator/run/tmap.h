/* SPDX-License-Identifier: MIT */
/* A tensor map as the emulator writes it (cuTensorMapEncode*, emulator/driver/tmap.c) and
   reads it (instructions cp.async.bulk.tensor and the like): 128 bytes in place
   of the opaque CUtensorMap.  */
#ifndef PX_TMAP_H
#define PX_TMAP_H

#include <stdint.h>

#define PX_TMAP_MAGIC 0x504d5450u /* "PTMP" */

struct px_tmap
{
  uint32_t magic;
  uint8_t type;	      /* CUtensorMapDataType */
  uint8_t rank;	      /* 1 to 5 */
  uint8_t im2col;     /* 0: tiled */
  uint8_t interleave; /* 0 none, 1 16 bytes, 2 32 bytes */
  uint8_t swizzle;    /* CUtensorMapSwizzle: 0 none, 1 32 bytes, … */
  uint8_t l2, fill;   /* promotion; out of bounds: 0 zeros, 1 NaN */
  uint8_t element;    /* bytes of one */
  uint8_t step[5];    /* element strides, 1 to 8, innermost first */
  uint8_t reserved[7];
  uint64_t base;      /* global address */
  uint64_t stride[4]; /* bytes, of dimensions 1 to rank - 1 */
  uint32_t last[5];   /* size - 1 of each dimension in elements */
  union
  {
    uint16_t box[5]; /* tiled: elements, 1 to 256 */
    struct
    {
      int16_t lower[3], upper[3]; /* corners, innermost (W) first */
      uint16_t channels, pixels;  /* 1 to 256, 1 to 1024 */
    };
  };
  uint8_t pad[28];
};
_Static_assert(sizeof (struct px_tmap) == 128, "a CUtensorMap has 128 bytes");

#endif
