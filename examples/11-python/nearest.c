/* SPDX-License-Identifier: MIT */
/* Chapter 11.  Kernels in a shared library, called from Python.

     gcc -fplugin=px -O2 -fPIC -shared nearest.c -lpx -o libnearest.so
     python3 nearest.py ./libnearest.so

   An object with kernels is an object as any other: it can be in a shared library, with its
   kernels inside.  Who calls the library needs no px: what it exports are plain functions of C.
   Here Python calls one by ctypes, with arrays of its own; numpy's would do as well.  */
#include <px.h>
#include <math.h>

enum { THREADS = 128 };

/* For each of N points (x, y) the number of the nearest other one.  */
__kernel void
nearest (int n, const float (*p)[2], int *out)
{
  int i = px_id (thread);
  __each (thread, int *own = out + i)
    if (i < n)
      {
	float best = INFINITY;
	int at = -1;
	for (int j = 0; j < n; j++)
	  {
	    float dx = p[j][0] - p[i][0], dy = p[j][1] - p[i][1], d = dx * dx + dy * dy;
	    if (j != i && d < best)
	      {
		best = d;
		at = j;
	      }
	  }
	*own = at;
      }
}

/* The same for arrays of the host: P has N points, OUT gets N numbers.  Returns NULL, or what
   went wrong in words.  */
const char *
find_nearest (int n, const float (*p)[2], int *out)
{
  float (*dp)[2] = px_alloc (n * sizeof *p);
  int *dout = px_alloc (n * sizeof *out);
  px_status s = dp && dout ? PX_OK : px_last_status ();
  if (!s)
    s = px_copy (dp, p, n * sizeof *p);
  if (!s)
    s = px_launch (px_grid ((n + THREADS - 1) / THREADS, THREADS), nearest, n,
		   (const float (*)[2]) dp, dout);
  if (!s)
    s = px_copy (out, dout, n * sizeof *out);
  px_free (dp);
  px_free (dout);
  return s ? px_status_text (s) : NULL;
}
