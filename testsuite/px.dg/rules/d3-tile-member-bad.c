/* SPDX-License-Identifier: MIT */
/* D3: a tile in a structure starts where its swizzle can.  */
/* { dg-do compile } */
#include <px.h>

typedef px_tile (px_half, 64, 64, 128) tile;
struct after { float pad[128]; tile t; };		/* { dg-message "aligned .1024." } */
struct inner { int n; struct { px_tile (px_half, 64, 64, 32) u; } in; };	/* { dg-message "aligned .256." } */
struct pair { tile t; int n; };				/* { dg-message "aligned .1024." } */

__kernel __requires (grid (1), block (1), threads (128), smem (65536)) void
f (float *out)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *o = out + b * 128)
    __group (block, 1)
      {
	__shared struct after a;	/* { dg-error "tile 't' is at byte 512 of 'a', which is no multiple of 1024" } */
	__shared struct inner i;	/* { dg-error "tile 'u' is at byte 4 of 'i', which is no multiple of 256" } */
	__shared struct pair p[2];	/* { dg-error "tile 't' is at byte 8196 of 'p', which is no multiple of 1024" } */
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, float *w = o + t)
	  *w = a.pad[t] + i.n + p[1].n;
      }
}
