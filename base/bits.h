/* SPDX-License-Identifier: MIT */
/* Bits of numbers, for the plugin and libptx.  */
#ifndef PX_BITS_H
#define PX_BITS_H

#include <stdint.h>

/* Returns the bits that numbers from 0 to MOST may have: the least 2^k - 1 that is not less.  */
static inline uint32_t
px_low_bits (uint32_t most)
{
  uint32_t bits = 0;
  while (bits < most)
    bits = bits << 1 | 1;
  return bits;
}

#endif
