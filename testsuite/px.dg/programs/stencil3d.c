/* SPDX-License-Identifier: MIT */
/* Seven-point stencil in three dimensions: a block goes through the planes, the one at
   hand in shared memory with its border, those above and below in registers.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0;} 2 } } */
#include "../aux/t.h"

enum { X = 16, Y = 8, T = X * Y };

__kernel __requires (grid (1), block (1), threads (T), smem ((X + 2) * (Y + 2) * 4)) void
step (const float *in, float *out, int nx, int ny, int nz)
{
  int bx = (nx + X - 1) / X;
  int b __perspective (block, 1) = px_id (block);
  int x0 __perspective (block, 1) = b % bx * X, y0 __perspective (block, 1) = b / bx * Y;
  __partition (block, 1, float *ob = out + y0 * nx + x0)
    __group (block, 1)
      {
	__shared float s[Y + 2][X + 2];
	int t __perspective (thread, 1) = px_id (thread);
	int tx __perspective (thread, 1) = t % X, ty __perspective (thread, 1) = t / X;
	int x __perspective (thread, 1) = x0 + tx, y __perspective (thread, 1) = y0 + ty;
	int inside __perspective (thread, 1) = x < nx && y < ny;
	int plane = nx * ny;
	int at __perspective (thread, 1) = y * nx + x;
	float below __perspective (thread, 1) = 0, here __perspective (thread, 1) = inside ? in[at] : 0;
	for (int z = 0; z < nz; z++)
	  {
	    float above __perspective (thread, 1) = z + 1 < nz && inside ? in[(z + 1) * plane + at] : 0;
	    for (int i = 0; i < (X + 2) * (Y + 2); i += T)
	      {
		int gx __perspective (thread, 1) = x0 - 1 + (i + t) % (X + 2);
		int gy __perspective (thread, 1) = y0 - 1 + (i + t) / (X + 2);
		__partition (thread, 1, float *w = &s[0][0] + i + t)
		  __group (thread, 1)
		    if (i + t < (X + 2) * (Y + 2))
		      *w = gx >= 0 && gx < nx && gy >= 0 && gy < ny ? in[z * plane + gy * nx + gx] : 0;
	      }
	    __partition (thread, 1, float *o = ob + z * plane + ty * nx + tx)
	      __group (thread, 1)
		if (inside)
		  *o = s[ty][tx + 1] + s[ty + 2][tx + 1] + s[ty + 1][tx] + s[ty + 1][tx + 2] + below + above - 6 * here;
	    below = here;
	    here = above;
	  }
      }
}

static float
at (const float *a, int x, int y, int z, int nx, int ny, int nz)
{
  int inside = x >= 0 && x < nx && y >= 0 && y < ny && z >= 0 && z < nz;
  return inside ? a[(z * ny + y) * nx + x] : 0;
}

int
main (void)
{
  enum { NX = 37, NY = 21, NZ = 9, N = NX * NY * NZ };
  static float in[N], out[N];
  for (int i = 0; i < N; i++)
    in[i] = t_random () % 10;
  float *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (((NX + X - 1) / X) * ((NY + Y - 1) / Y), T, step, d, o, NX, NY, NZ);
  t_back (out, o, sizeof out);
  for (int i = 0; i < N; i++)
    {
      int x = i % NX, y = i / NX % NY, z = i / NX / NY;
      float want = -6 * in[i];
      for (int k = -1; k <= 1; k += 2)
	want += at (in, x + k, y, z, NX, NY, NZ) + at (in, x, y + k, z, NX, NY, NZ) + at (in, x, y, z + k, NX, NY, NZ);
      CHECK (out[i] == want);
    }
  OK (px_free (d));
  return 0;
}
