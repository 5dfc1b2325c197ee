/* SPDX-License-Identifier: MIT */
/* Chapter 1.  A kernel, device memory, a launch.

     gcc -fplugin=px -O2 saxpy.c -lpx -o saxpy && ./saxpy

   A __kernel is compiled for the device, which runs a grid of many threads.
   Code starts with the view of the whole grid: what it names is the same for
   all threads.  px_id (thread) is each thread's number, so the variable that it
   initialises is each thread's own.  __each (thread, ...) gives each thread its
   part of what all share, and continues as each thread alone.  gcc checks that
   no thread touches what is another's.

   Host and device have memories of their own: px_alloc gives device memory,
   px_copy copies either way.  */
#include <px.h>
#include <stdio.h>

/* y = a x + y, one thread an element.  */
__kernel void
saxpy (int n, float a, const float *x, float *y)
{
  int i = px_id (thread);
  __each (thread, float *own = y + i)
    if (i < n)		/* the last block may have threads to spare */
      *own = a * x[i] + *own;
}

int
main (void)
{
  enum { N = 1000003, THREADS = 256 };
  static float x[N], y[N], want[N];
  for (int i = 0; i < N; i++)
    {
      x[i] = i % 1000;
      y[i] = i % 7;
      want[i] = 2.5f * x[i] + y[i];
    }

  float *dx = px_alloc (sizeof x), *dy = px_alloc (sizeof y);
  if (px_check (px_last_status ())
      || px_check (px_copy (dx, x, sizeof x))
      || px_check (px_copy (dy, y, sizeof y))
      || px_check (px_launch (px_grid ((N + THREADS - 1) / THREADS, THREADS),
			      saxpy, N, 2.5f, dx, dy))
      || px_check (px_copy (y, dy, sizeof y)))
    return 1;
  px_free (dx);
  px_free (dy);

  struct px_device_properties device;
  px_device_properties (px_device (), &device);
  printf ("saxpy of %d elements on %s\n", N, device.name);
  for (int i = 0; i < N; i++)
    if (y[i] != want[i])
      {
	printf ("wrong: y[%d] is %g, plain C gives %g\n", i, y[i], want[i]);
	return 1;
      }
  puts ("correct: the same as plain C");
  return 0;
}
