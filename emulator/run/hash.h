/* SPDX-License-Identifier: MIT */
/* Hashes of what is compared for equality within one run.  */
#ifndef PX_HASH_H
#define PX_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The hash of what H is the hash of, followed by V.  */
static inline uint64_t
mix (uint64_t h, uint64_t v)
{
  h = (h ^ v) * 0x9e3779b97f4a7c15;
  return h ^ h >> 29;
}

/* The hash of what H is the hash of, followed by N bytes at P.  */
static inline uint64_t
hash_bytes (uint64_t h, const uint8_t *p, size_t n)
{
  uint64_t v;
  for (; n >= 8; n -= 8, p += 8)
    {
      memcpy (&v, p, 8);
      h = mix (h, v);
    }
  for (v = 0; n; n--)
    v = v << 8 | *p++;
  return mix (h, v);
}

#endif
