/* SPDX-License-Identifier: MIT */
/* Partitions that are decided by facts, and which ones; without them they are not.  */
/* { dg-do compile } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none -fplugin-arg-px-explain" } */
#include <px.h>

/* Tiles of 16 x 8 in a matrix of n columns.  */
#define TILES(name, facts, blocks, what)							\
  __kernel __requires (grid (1), block (1), threads (32)) facts void				\
  name (int n, int other, float *c)								\
  {												\
    int across = blocks;									\
    int row __perspective (block, 1) = px_id (block) / across * 16;				\
    int col __perspective (block, 1) = px_id (block) % across * 8;				\
    __partition (block, 1, float *tile = c + row * n + col)					\
      __group (block, 1)									\
	{											\
	  int t __perspective (thread, 1) = px_id (thread);					\
	  __partition (thread, 1, float *mine = tile + t / 8 * n + t % 8)			\
	    __group (thread, 1)									\
	      for (int r = 0; r < 4; r++)							\
		mine[r * 4 * n] = 1;								\
	}											\
  }

TILES (rounded, __where (n > 0 && n % 8 == 0, other < 5), (n + 7) / 8, )	/* { dg-message {race-free if 'n % 8 == 0': no two units of block\[1\]} } */
/* { dg-message {race-free if 'n % 8 == 0': no two units of thread\[1\]} "rows" { target *-*-* } .-1 } */
TILES (shifted, __where (n > 0 && n < 100000 && n % 8 == 0), n >> 3, )	/* { dg-message {race-free if 'n % 8 == 0': no two units of block} } */
/* { dg-message {race-free if 'n % 8 == 0': no two units of thread} "rows" { target *-*-* } .-1 } */
TILES (sixths, __where (n > 0 && n % 12 == 0 && n % 16 == 0), n / 8, )	/* { dg-message {race-free: no two units of block} } */
/* { dg-message {race-free: no two units of thread} "rows" { target *-*-* } .-1 } */
TILES (fours, __where (n > 0 && n % 4 == 0), (n + 7) / 8, )	/* { dg-message {block\[1\]: not decided} } */
/* { dg-message {thread\[1\]: not decided} "rows" { target *-*-* } .-1 } */
/* { dg-warning {two units of thread.1.: thread 4 of block 0, and thread 8 of block 0, where n = 4 } "" { target *-*-* } .-2 } */
/* { dg-message {a write by one} "" { target *-*-* } .-3 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-4 } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-5 } */
TILES (any, , (n + 7) / 8, )	/* { dg-message {block\[1\]: not decided} } */
/* { dg-message {thread\[1\]: not decided} "rows" { target *-*-* } .-1 } */
/* { dg-warning {two units of block.1.: thread 31 of block 0, and thread 2 of block 1, where n = 1 } "" { target *-*-* } .-2 } */
/* { dg-message {a write by one} "" { target *-*-* } .-3 } */
/* { dg-message {a write by the other} "" { target *-*-* } .-4 } */
/* { dg-message {if no launch is like this} "" { target *-*-* } .-5 } */

/* A fact that the user vouches for; one that does not matter is not named.  */
__kernel __requires (grid (1), block (1), threads (32)) __where (k > 3) void
stride (int n, int k, const int *w, int *p)
{
  int t __perspective (thread, 1) = px_id (thread), width = w[0];
  px_assume (width >= 4);
  __partition (thread, 1, int *q = p + t * width)	/* { dg-message {race-free if 'width >= 4': no two units of thread} } */
    __group (thread, 1)
      for (int i = 0; i < 4; i++)
	q[i] = n;
}

/* The condition says it as well.  */
__kernel __requires (grid (1), block (1), threads (32)) void
returns (int n, float *c)
{
  if (n < 8 || n % 8)
    return;
  int across = (n + 7) / 8;
  int row __perspective (block, 1) = px_id (block) / across * 16;
  int col __perspective (block, 1) = px_id (block) % across * 8;
  __partition (block, 1, float *tile = c + row * n + col)	/* { dg-message {race-free: no two units of block} } */
    __group (block, 1)
      {
	int t __perspective (thread, 1) = px_id (thread);
	__partition (thread, 1, float *mine = tile + t / 8 * n + t % 8)	/* { dg-message {race-free: no two units of thread} } */
	  __group (thread, 1)
	    *mine = 1;
      }
}
