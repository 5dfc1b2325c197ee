/* SPDX-License-Identifier: MIT */
/* Blocks of a cluster that are not apart: what keeps them so within one block does not keep two blocks so.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-px-arch=sm_90" } */
#include <px.h>

enum { C = 4, T = 64 };

/* Two blocks are not in one turn of a loop that each runs for itself.  */
__kernel __requires (cluster (C), threads (T), smem (8 * T)) void
turns (int *out, int n)
{
  int c = px_id (block, C);
  __each (block, C, int *all = out + c * C * T)
    {
      __shared int x[2][T];
      int rank = px_id (block);
      __group (block)
	{
	  int t = px_id (thread);
	  for (int i = 0; i < n; i++)
	    {
	      int v __perspective (thread) = *px_map_shared (&x[i % 2][t], (rank + 1) % C);	/* { dg-error "PX701" } */
	      __each (thread, int *p = x[(i + 1) % 2] + t)
		*p = v;	/* { dg-message "a write" } */
	    }
	}
      __each (block, int *own = all + rank * T)
	{
	  int t = px_id (thread);
	  __each (thread, int *p = own + t)
	    *p = x[0][T - 1 - t];
	}
    }
}

/* Row RANK + 1 of one block is what another one, of the next rank, reads as its row RANK.  */
__kernel __requires (cluster (C), threads (T), smem (8 * T * C)) void
ranks (int *out)
{
  int c = px_id (block, C);
  __each (block, C, int *all = out + c * C * T)
    {
      __shared int x[C + 1][T];
      int rank = px_id (block);
      __group (block)
	{
	  int t = px_id (thread);
	  int v __perspective (thread) = *px_map_shared (&x[rank][t], C - 1 - rank);	/* { dg-message "a read" } */
/* { dg-warning "nothing is written to 'x'" "" { target *-*-* } .-1 } */
	  __each (thread, int *p = x[rank + 1] + t)
	    *p = v;	/* { dg-error "PX701" } */
	}
      __each (block, int *own = all + rank * T)
	{
	  int t = px_id (thread);
	  __each (thread, int *p = own + t)
	    *p = x[rank][T - 1 - t];
	}
    }
}

/* The thread itself, in another block.  */
__kernel __requires (cluster (C), threads (T), smem (8 * T * C)) void
same (int *out)
{
  int c = px_id (block, C);
  __each (block, C, int *all = out + c * C * T)
    {
      __shared int x[T];
      int rank = px_id (block);
      __group (block)
	{
	  int t = px_id (thread);
	  int v __perspective (thread) = *px_map_shared (x + t, C - 1 - rank);	/* { dg-message "a read" } */
/* { dg-warning "nothing is written to 'x'" "" { target *-*-* } .-1 } */
	  __each (thread, int *p = x + t)
	    *p = v;	/* { dg-error "PX701" } */
	}
      __each (block, int *own = all + rank * T)
	{
	  int t = px_id (thread);
	  __each (thread, int *p = own + t)
	    *p = x[T - 1 - t];
	}
    }
}
