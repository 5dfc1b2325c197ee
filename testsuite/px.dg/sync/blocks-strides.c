/* SPDX-License-Identifier: MIT */
/* Loops over the grid whose parts overlap with those of other blocks: in the last thread of a block, by
   counters that the loop does not test, by pointers, and by numbers in structures.  Each has a
   neighbour whose blocks stay apart.  */
/* { dg-do compile } */
#include <px.h>

#define K __kernel __requires (threads (64)) void
#define W(e) __each (thread, float *own = (e)) *own += 1

struct job
{
  float *p;
  int n, stride;
};

/* One element too few in each turn: the last thread of one block and the first of another.  */
K few (float *y, int n) { int i = px_id (thread), s = px_units (thread); int m = 0; while (m < n) { W (y + m + i); m += s - 1; } } /* { dg-warning {two blocks may meet at [^\n]*PX403} } */
/* { dg-message {a write of another block is here|if no launch is like this} "" { target *-*-* } .-1 } */
K whole (float *y, int n) { int i = px_id (thread), s = px_units (thread); int m = 0; while (m < n) { W (y + m + i); m += s; } }

/* Two loops, one from 1 on.  */
K from_one (float *y, int n) { int i = px_id (thread), s = px_units (thread); for (int m = 0; m < n; m += s) W (y + m + i); for (int m = 1; m < n; m += s) W (y + m + i); } /* { dg-warning {two blocks may meet at [^\n]*thread 63 of block[^\n]*PX403} } */
/* { dg-message {a write of another block is here|if no launch is like this} "" { target *-*-* } .-1 } */
K from_none (float *y, int n) { int i = px_id (thread), s = px_units (thread); for (int m = 0; m < n; m += s) W (y + m + i); for (int m = 0; m < n; m += s) W (y + m + i); }

/* The neighbour's element in the same turn.  */
K next (float *y, int n) { int i = px_id (thread), s = px_units (thread); for (int m = 0; m < n; m += s) { W (y + m + i); W (y + m + i + 1); } } /* { dg-warning {two blocks may meet at [^\n]*PX403} } */
/* { dg-message {a write of another block is here|if no launch is like this} "" { target *-*-* } .-1 } */
K same (float *y, int n) { int i = px_id (thread), s = px_units (thread); for (int m = 0; m < n; m += s) { W (y + m + i); W (y + m + i); } }

K left (float *y, int n) { int i = px_id (thread), s = px_units (thread); for (int m = 0; m < n; m += s) { float v __perspective (thread) = m ? y[m + i - 1] : 0; __each (thread, float *own = y + m + i) *own = v; } } /* { dg-warning {two blocks may meet at [^\n]*PX403} } */
/* { dg-message {a read of another block is here|a write of another block is here|if no launch is like this} "" { target *-*-* } .-1 } */
K flipped (float *y, int n) { int i = px_id (thread), s = px_units (thread); for (int m = 0; m < n; m += s) { float v __perspective (thread) = m ? y[(m + i) ^ 1] : 0; __each (thread, float *own = y + m + i) *own = v; } }

/* A counter beside that of the loop, and a pointer.  */
K beside (float *y, int n) { int i = px_id (thread), s = px_units (thread); for (int m = 0, k = 0; m < n; m += s, k++) W (y + k * 64 + i); } /* { dg-warning {two blocks may meet at [^\n]*PX403} } */
/* { dg-message {a write of another block is here|if no launch is like this} "" { target *-*-* } .-1 } */
K beside_far (float *y, int n) { int i = px_id (thread), s = px_units (thread); for (int m = 0, k = 0; m < n; m += s, k += 2 * s) W (y + k + 2 * i); }

K pointer (float *y, int n) { int i = px_id (thread), s = px_units (thread); float *p = y; for (int m = 0; m < n; m += s) { W (p + i); p += s / 2; } } /* { dg-warning {two blocks may meet at [^\n]*PX403} } */
/* { dg-message {a write of another block is here|if no launch is like this} "" { target *-*-* } .-1 } */
K pointer_far (float *y, int n) { int i = px_id (thread), s = px_units (thread); float *p = y; for (int m = 0; m < n; m += s) { W (p + i); p += s; } }

/* What a structure says.  */
K of_job (struct job j) { int i = px_id (thread); for (int m = 0; m < j.n; m += j.stride) W (j.p + m + i); } /* { dg-warning {two blocks may meet at [^\n]*where stride = [^\n]*PX403} } */
/* { dg-message {a write of another block is here|if no launch is like this} "" { target *-*-* } .-1 } */
K of_job_far (struct job j) { int i = px_id (thread), s = px_units (thread); for (int m = 0; m < j.n; m += s) W (j.p + m + i); }

K partition_of_job (float *y, struct job j) { int i = px_id (thread); W (y + i * j.stride); } /* { dg-warning {may give byte 0 of 'y' to two units of thread\[1\][^\n]*where stride = 0[^\n]*PX403} } */
/* { dg-message {is here|if no launch is like this} "" { target *-*-* } .-1 } */

/* A step of several numbers; a pointer that is tested, whose step the launch decides.  */
K sum (float *y, int n) { int i = px_id (thread), s = px_units (thread); int m = 0; while (m < n) { W (y + m + i); m = m + s - 64; } } /* { dg-warning {two blocks may meet at [^\n]*PX403} } */
/* { dg-message {a write of another block is here|if no launch is like this} "" { target *-*-* } .-1 } */
K sum_far (float *y, int n) { int i = px_id (thread), s = px_units (thread); int m = 0; while (m < n) { W (y + m + i); m = 64 + m + s - 64; } }
K tested (float *y, int n) { int i = px_id (thread), s = px_units (thread); float *p = y, *e = y + n; for (; p < e; p += s - 1) W (p + i); } /* { dg-warning {two blocks may meet at [^\n]*PX403} } */
/* { dg-message {a write of another block is here|if no launch is like this} "" { target *-*-* } .-1 } */
K tested_far (float *y, int n) { int i = px_id (thread), s = px_units (thread); float *p = y, *e = y + n; for (; p < e; p += s) W (p + i); }
K tested_there (float *y, int n) { int i = px_id (thread), s = px_units (thread); float *p = y; while (p <= y + n) { W (p + i); p += s - 2; } } /* { dg-warning {two blocks may meet at [^\n]*PX403} } */
/* { dg-message {a write of another block is here|if no launch is like this} "" { target *-*-* } .-1 } */
K tested_there_far (float *y, int n) { int i = px_id (thread), s = px_units (thread); float *p = y; while (p <= y + n) { W (p + i); p += s; } }

/* Counters that double, up to what the launch says: which launch it is, is not known.  A sum over a tree is in one block.  */
K doubles (float *y, int n) { int i = px_id (thread); for (int m = 1; m < n; m *= 2) W (y + m + i); } /* { dg-warning {it is not decided whether two units of block.1. meet in 'y' .PX404.} } */
/* { dg-message {is here|state what keeps them apart} "" { target *-*-* } .-1 } */
K doubles_by_bits (float *y, int n) { int i = px_id (thread); for (int m = 1; m < n; m <<= 1) W (y + m * 32 + i); } /* { dg-warning {it is not decided whether two units of block.1. meet in 'y' .PX404.} } */
/* { dg-message {is here|state what keeps them apart} "" { target *-*-* } .-1 } */
K doubles_far (float *y, int n) { int i = px_id (thread), s = px_units (thread); for (int m = 1; m < n; m *= 2) W (y + m * s + i); }
K halves (float *y, const float *z, int n) { int i = px_id (thread); for (int s = n / 2; s > 0; s >>= 1) __each (thread, float *own = y + i) if (i < s) *own += z[i + s]; }
__kernel __requires (threads (64), smem (256)) void
tree (float *y)
{
  int b = px_id (block);
  __each (block, float *o = y + b)
    {
      __shared float x[64];
      int t = px_id (thread);
      __each (thread, float *own = x + t)
	*own = t;
      for (int s = 32; s > 0; s >>= 1)
	{
	  float v __perspective (thread) = t < s ? x[t + s] : 0;
	  __each (thread, float *own = x + t)
	    *own += v;
	}
      __each (thread, float *own = o + t)
	if (t == 0)
	  *own = x[0];
    }
}
