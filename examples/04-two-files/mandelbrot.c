/* SPDX-License-Identifier: MIT */
/* Chapter 4.  Device code in two files.

     gcc -fplugin=px -O2 mandelbrot.c orbit.c -lpx -o mandelbrot && ./mandelbrot

   The kernel is here, a function that it calls in orbit.c; each file is
   compiled on its own, and libpx links the device code when it is first used.
   The numbers are integers, so the device and plain C agree to the last bit.  */
#include "orbit.h"
#include <stdio.h>

enum { WIDTH = 76, HEIGHT = 30, LIMIT = 400, ONE = 1 << 24 };

static int column (int i) { return i * (ONE / 25) - 2 * ONE - ONE / 8; }
static int row (int i) { return i * (ONE / 12) - 5 * ONE / 4; }

__kernel void
mandelbrot (const int *x, const int *y, int *steps)
{
  int i = px_id (thread);
  __each (thread, int *own = steps + i)
    if (i < WIDTH * HEIGHT)
      *own = orbit (x[i % WIDTH], y[i / WIDTH], LIMIT);
}

/* orbit.c's function once more, for the host.  */
static int
plain (long long x, long long y)
{
  long long re = 0, im = 0;
  int steps = 0;
  for (; steps < LIMIT && (re * re >> 24) + (im * im >> 24) < 4LL * ONE; steps++)
    {
      long long next = (re * re >> 24) - (im * im >> 24) + x;
      im = 2 * (re * im >> 24) + y;
      re = next;
    }
  return steps;
}

int
main (void)
{
  int x[WIDTH], y[HEIGHT], steps[HEIGHT * WIDTH];
  for (int i = 0; i < WIDTH; i++)
    x[i] = column (i);
  for (int i = 0; i < HEIGHT; i++)
    y[i] = row (i);

  int *dx = px_alloc (sizeof x), *dy = px_alloc (sizeof y), *dsteps = px_alloc (sizeof steps);
  if (px_check (px_last_status ())
      || px_check (px_copy (dx, x, sizeof x))
      || px_check (px_copy (dy, y, sizeof y))
      || px_check (px_launch (px_grid ((WIDTH * HEIGHT + 127) / 128, 128),
			      mandelbrot, dx, dy, dsteps))
      || px_check (px_copy (steps, dsteps, sizeof steps)))
    return 1;

  struct px_device_properties device;
  px_device_properties (px_device (), &device);
  printf ("the Mandelbrot set, computed on %s\n", device.name);
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    {
      if (steps[i] != plain (x[i % WIDTH], y[i / WIDTH]))
	return printf ("\nwrong at %d, %d\n", i % WIDTH, i / WIDTH), 1;
      putchar (" .:-=+*%#@"[steps[i] == LIMIT ? 9 : steps[i] > 40 ? 8 : steps[i] / 5]);
      if (i % WIDTH == WIDTH - 1)
	putchar ('\n');
    }
  puts ("correct: the same as plain C");
  return 0;
}
