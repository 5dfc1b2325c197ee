/* SPDX-License-Identifier: MIT */
/* Chapter 2.  Shared memory: a filter that blurs a picture.

     gcc -fplugin=px -O2 blur.c -lpng -lpx -o blur && ./blur in.png out.png

   Each pixel becomes the weighted sum of the 9 x 9 around it.  A block of
   16 x 16 threads makes a tile of as many pixels: it first copies what the tile
   needs, with a border of 4 pixels, into memory that the threads of a block
   share, so that each pixel is fetched about twice, not 81 times.  */
#include <png.h>
#include <px.h>
#include <stdio.h>
#include <stdlib.h>

enum { TILE = 16, THREADS = TILE * TILE, RADIUS = 4, SIDE = TILE + 2 * RADIUS };

struct pixel { unsigned char r, g, b; };

/* One row of weights; their products with a column's sum up to 65536.
   __constant is memory that kernels can only read.  */
#define WEIGHTS { 1, 8, 28, 56, 70, 56, 28, 8, 1 }
__constant int weight[] = WEIGHTS;

/* The pixel at X, Y, or the nearest one of the picture: a function that
   kernels call.  */
__device static inline struct pixel
nearest (const struct pixel *in, int width, int height, int x, int y)
{
  x = x < 0 ? 0 : x >= width ? width - 1 : x;
  y = y < 0 ? 0 : y >= height ? height - 1 : y;
  return in[y * width + x];
}

/* threads (n): only for blocks of n threads.  */
__kernel __requires (threads (THREADS)) void
blur (const struct pixel *in, struct pixel *out, int width, int height)
{
  int across = (width + TILE - 1) / TILE;
  int b = px_id (block);
  int left = b % across * TILE;
  int top = b / across * TILE;

  /* From here on each block is on its own.  */
  __each (block, struct pixel *part = out + top * width + left)
    {
      __shared struct pixel tile[SIDE * SIDE];
      int t = px_id (thread);	/* in its block */

      __each (thread, struct pixel *own = tile + t)
	for (int k = t; k < SIDE * SIDE; k += THREADS)
	  own[k - t] = nearest (in, width, height,
				left + k % SIDE - RADIUS, top + k / SIDE - RADIUS);

      /* No thread reads the tile before all have written their part: px puts
	 the barrier here (-fplugin-arg-px-explain says why).  */
      int x = t % TILE;
      int y = t / TILE;
      __each (thread, struct pixel *own = part + y * width + x)
	{
	  int r = 0, g = 0, b = 0;
	  for (int dy = 0; dy <= 2 * RADIUS; dy++)
	    for (int dx = 0; dx <= 2 * RADIUS; dx++)
	      {
		struct pixel p = tile[(y + dy) * SIDE + x + dx];
		int w = weight[dy] * weight[dx];
		r += w * p.r, g += w * p.g, b += w * p.b;
	      }
	  if (left + x < width && top + y < height)
	    *own = (struct pixel) { r >> 16, g >> 16, b >> 16 };
	}
    }
}

/* Returns true if OUT is the blurred picture IN, by plain C.  */
static int
correct (const struct pixel *in, const struct pixel *out, int width, int height)
{
  static const int weight[] = WEIGHTS;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
	int r = 0, g = 0, b = 0;
	for (int dy = -RADIUS; dy <= RADIUS; dy++)
	  for (int dx = -RADIUS; dx <= RADIUS; dx++)
	    {
	      int px = x + dx < 0 ? 0 : x + dx >= width ? width - 1 : x + dx;
	      int py = y + dy < 0 ? 0 : y + dy >= height ? height - 1 : y + dy;
	      const struct pixel *p = &in[py * width + px];
	      int w = weight[dy + RADIUS] * weight[dx + RADIUS];
	      r += w * p->r, g += w * p->g, b += w * p->b;
	    }
	const struct pixel *o = &out[y * width + x];
	if (o->r != r >> 16 || o->g != g >> 16 || o->b != b >> 16)
	  return printf ("wrong at %d, %d\n", x, y), 0;
      }
  return 1;
}

int
main (int argc, char **argv)
{
  png_image image = { .version = PNG_IMAGE_VERSION };
  if (argc != 3)
    return fprintf (stderr, "usage: blur IN.png OUT.png\n"), 1;
  if (!png_image_begin_read_from_file (&image, argv[1]))
    return fprintf (stderr, "blur: %s: %s\n", argv[1], image.message), 1;
  image.format = PNG_FORMAT_RGB;
  int width = image.width, height = image.height;
  size_t bytes = PNG_IMAGE_SIZE (image);
  struct pixel *in = malloc (bytes), *out = malloc (bytes);
  if (!in || !out || !png_image_finish_read (&image, NULL, in, 0, NULL))
    return fprintf (stderr, "blur: %s: %s\n", argv[1], image.message), 1;

  struct pixel *din = px_alloc (bytes), *dout = px_alloc (bytes);
  int blocks = ((width + TILE - 1) / TILE) * ((height + TILE - 1) / TILE);
  if (px_check (px_last_status ())
      || px_check (px_copy (din, in, bytes))
      || px_check (px_launch (px_grid (blocks, THREADS), blur, din, dout, width, height))
      || px_check (px_copy (out, dout, bytes)))
    return 1;

  struct px_device_properties device;
  px_device_properties (px_device (), &device);
  printf ("%s, %d x %d, blurred on %s\n", argv[1], width, height, device.name);
  if (!correct (in, out, width, height))
    return 1;
  puts ("correct: the same as plain C");
  if (!png_image_write_to_file (&image, argv[2], 0, out, 0, NULL))
    return fprintf (stderr, "blur: %s: %s\n", argv[2], image.message), 1;
  return 0;
}
