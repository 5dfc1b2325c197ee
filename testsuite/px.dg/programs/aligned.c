/* SPDX-License-Identifier: MIT */
/* Variables of a device are aligned as the source says, beyond the 16 bytes that the device compiler gives: by
   their own attribute or by their type's, in global and in constant memory, static and of other files.  */
/* { dg-do run } */
/* { dg-final { scan-ptx {\.global \.align 256 \.u8 bytes\[3\]} } } */
/* { dg-final { scan-ptx {\.global \.align 16 \.u32 plain\[9\]} } } */
#include "../aux/t.h"

struct line { int x[20]; } __attribute__ ((aligned (64)));
__device char before[1], bytes[3] __attribute__ ((aligned (256)));
__device int plain[9];
__device struct line lines[2];
static __device _Alignas (128) short kept[5];
__constant struct line fixed = { { 1, 2 } };
__device px_tensor_map map;

__kernel __requires (grid (1), block (1), threads (32)) void
f (unsigned *out)
{
  int b __perspective (block, 1) = px_id (block), t __perspective (thread, 1) = px_id (thread);
  const volatile void *const all[] = { bytes, lines, &lines[1], kept, &fixed, &map };
  __each (block, unsigned *o = out + b * 32)
    __each (thread, unsigned *w = o + t)
      *w = before[0] + plain[0] + (t < 6 ? (unsigned) (unsigned long) all[t < 6 ? t : 0] & 255 : 0);
}

int
main (void)
{
  unsigned out[32], *o = t_dev (0, sizeof out);
  static const unsigned mask[6] = { 255, 63, 63, 127, 63, 63 };
  LAUNCH (1, 32, f, o);
  t_back (out, o, sizeof out);
  for (int i = 0; i < 6; i++)
    CHECK (!(out[i] & mask[i]));
  return 0;
}
