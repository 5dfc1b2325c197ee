/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4), for libpx and the emulator: begin, add data any number of times, end.  */
#ifndef RT_SHA256_H
#define RT_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct rt_sha256
{
  uint32_t h[8];
  uint64_t length;
  unsigned char block[64];
};
void rt_sha256_begin (struct rt_sha256 *s);
void rt_sha256_add (struct rt_sha256 *s, const void *data, size_t size);
void rt_sha256_end (struct rt_sha256 *s, unsigned char hash[32]);

#endif
