/* SPDX-License-Identifier: MIT */
/* codegen: -g 16 -b 256 -s 32K FILE transpose buf:f32:16384=iota buf:f32:16384>OUT i32:128 i32:128 */
#include <px.h>
enum
{
  B = 32,
  R = 8
};
__kernel __requires (grid (1), block (1), threads (B *R)) void
transpose (const float *restrict in, float *restrict out, int w, int h)
{
  int across __perspective (block, 1) = px_id (block) % (w / B);
  int down __perspective (block, 1) = px_id (block) / (w / B);
  __partition (block, 1, float *corner = out + across * B * h + down * B)
    __group (block, 1)
      {
	__shared float tile[B][B + 1];
	int x __perspective (thread, 1) = px_id (thread) % B;
	int y __perspective (thread, 1) = px_id (thread) / B;
	for (int j = 0; j < B; j += R)
	  __partition (thread, 1, float *own = &tile[y + j][x])
	    __group (thread, 1) *own = in[(down * B + y + j) * w + across * B + x];
	for (int j = 0; j < B; j += R)
	  __partition (thread, 1, float *own = corner + (y + j) * h + x)
	    __group (thread, 1) *own = tile[x][y + j];
      }
}
