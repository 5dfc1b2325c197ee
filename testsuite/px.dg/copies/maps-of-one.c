/* SPDX-License-Identifier: MIT */
/* Two maps of one tensor, or a map and a pointer to it, in a launch of a kernel that stores by one of them: to px
   these are two objects (F7), and px_launch refuses them.  Two maps to read by are right, and one map to do both.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
#include "../aux/t.h"

enum { N = 32 };
typedef int tile[N];
struct two { int n; px_tensor_map a, b; };

#define KERNEL(name, parameters, from, to, ...) \
  __kernel __requires (grid (1), block (1), threads (N), smem (sizeof (tile) + 1024)) void \
  name (parameters) \
  { \
    __group (block, 1) \
      { \
	__shared tile x; \
	int t __perspective (thread, 1) = px_id (thread); \
	__async (tile *w = &x) px_tensor_load (w, &(from), 0); \
	__VA_ARGS__ \
	__async (tile *w = &x) px_tensor_store (&(to), w, N); \
      } \
  }
#define PARAMETERS(...) __VA_ARGS__
KERNEL (maps, PARAMETERS (const px_tensor_map a, const px_tensor_map b), a, b)
KERNEL (members, PARAMETERS (const struct two s), s.a, s.b)
KERNEL (pointer, PARAMETERS (const px_tensor_map a, const int *p, const px_tensor_map b), a, b, __each (thread, int *w = x + t) *w += p[t];)

/* Reads by both maps.  */
__kernel __requires (grid (1), block (1), threads (N), smem (2 * sizeof (tile) + 1024)) void
read (const px_tensor_map a, const px_tensor_map b, int *out)
{
  int g __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *o = out + g * N)
    __group (block, 1)
      {
	__shared tile x, y;
	int t __perspective (thread, 1) = px_id (thread);
	__async (tile *w = &x) px_tensor_load (w, &a, 0);
	__async (tile *w = &y) px_tensor_load (w, &b, N);
	__each (thread, int *w = o + t) *w = x[t] + y[t];
      }
}

static int
refused (px_status s, const char *text)
{
  if (s == PX_ERR_LAUNCH && strstr (px_status_text (s), text))
    return 1;
  fprintf (stderr, "%d: %s\n", s, px_status_text (s));
  return 0;
}

int
main (void)
{
  int *d[2] = { t_dev (0, 8 * N), t_dev (0, 8 * N) }, *o = t_dev (0, 4 * N);
  px_tensor_map m[2], again;
  struct px_tensor tensor = { .type = PX_TENSOR_S32, .rank = 1, .size = { 2 * N }, .box = { N } };
  for (int i = 0; i < 2; i++)
    OK (px_tensor_map_tiled (&m[i], d[i], &tensor));
  tensor.size[0] = N;
  OK (px_tensor_map_tiled (&again, d[0], &tensor));
  LAUNCH (1, N, maps, m[0], m[1]);
  CHECK (refused (px_launch (px_grid (1, N), maps, m[0], again), "argument 1 and argument 2 are maps of one tensor"));
  LAUNCH (1, N, members, ((struct two) { 0, m[0], m[1] }));
  CHECK (refused (px_launch (px_grid (1, N), members, ((struct two) { 0, m[0], m[0] })), "argument 1 (its map at byte 64) and argument 1 (its map at byte 256) are maps of one tensor"));
  LAUNCH (1, N, pointer, m[0], d[0], m[1]);
  CHECK (refused (px_launch (px_grid (1, N), pointer, m[0], d[1], m[1]), "argument 3 is a map of the tensor to which argument 2 points"));
  LAUNCH (1, N, read, m[0], again, o);
  CHECK (refused (px_launch (px_grid (1, N), read, m[0], m[1], d[1]), "argument 2 is a map of the tensor to which argument 3 points"));
  return px_check (px_free (d[0])) || px_check (px_free (d[1])) || px_check (px_free (o));
}
