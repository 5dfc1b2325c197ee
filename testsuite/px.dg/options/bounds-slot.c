/* SPDX-License-Identifier: MIT */
/* -fplugin-arg-px-bounds: an access of a ring stays in the slot that it names, where only the data know the place: a copy into
   a slot, and a read of it by a pointer.  */
/* { dg-do run } */
/* { dg-require-effective-target emu } */
/* { dg-options "-fplugin-arg-px-bounds -fplugin-arg-px-arch=sm_90" } */
#include "../aux/t.h"

enum { S = 3, C = 64, N = 64, K = 10 };

__kernel __requires (grid (1), block (1), threads (C + 32), smem (4 * S * N)) void
f (const int *in, const int *far, int *out, int n)
{
  int b = px_id (block);
  __each (block, int *o = out + b * C)
    {
      __shared __slots (S) int x[S][N];
      __claim (thread, C, int *mine = o)
	__split (thread)
	  {
	    __case (C)
	      {
		int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) = 0;
		for (int i = 0; i < n; i++)
		  __group (thread, 1)
		    sum = sum * 3 + *(&x[i % S][t] + far[N + i]);
		__partition (thread, 1, int *q = mine + t)
		  __group (thread, 1)
		    *q = sum;
	      }
	    __case (32)
	      for (int i = 0; i < n; i++)
		__async (int *a = x[i % S])
		  px_bulk_load (a + far[i], in + i * N, 4 * N);
	  }
    }
}

/* What this program, run for WAY on the emulator, says of it has TEXT, which grep looks for.  */
static int
says (const char *self, int way, const char *text)
{
  char command[4096];
  snprintf (command, sizeof command, "PX_DEVICE=emu '%s' %d 2>&1 | grep '%s' >/dev/null", self, way, text);
  return system (command) == 0;
}

static int
run (int way)
{
  int in[K * N], far[2 * N] = { 0 };
  for (int i = 0; i < K * N; i++)
    in[i] = i;
  /* Of slot 0, so that the next one is there.  */
  if (way)
    far[way == 1 ? 3 : N + 3] = 4;
  px_check (px_launch (px_grid (1, C + 32), f, t_dev (in, sizeof in), t_dev (far, sizeof far),
		       t_dev (NULL, 4 * C), K));
  printf ("%s\n", px_check (px_synchronize ()) ? "fails" : "right");
  return 0;
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    return run (atoi (argv[1]));
  CHECK (says (argv[0], 0, "^right"));
  CHECK (says (argv[0], 1, "bounds-slot.c:34: this access is outside of .x.: 256 bytes at byte 16 of 256"));
  CHECK (says (argv[0], 2, "bounds-slot.c:26: this access is outside of .x.: at byte 2[5-9][0-9] of 256, index 6[4-7]"));
  return 0;
}
