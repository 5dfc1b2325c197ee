/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* ?: of structures is an expression, as of numbers.  */
#include "../aux/t.h"

enum { T = 64 };
struct s { float x, y; int c[3]; };

__kernel __requires (grid (1), block (1), threads (T), smem (T * sizeof (struct s))) void
f (const struct s *in, struct s *out, int n)
{
  __partition (block, 1, struct s *o = out + px_id (block) * T)
    __group (block, 1)
      {
	__shared struct s tile[T];
	int t __perspective (thread, 1) = px_id (thread);
	struct s mine __perspective (thread, 1) = t < n ? in[t] : (struct s) { .y = 3, .c = { 1, 2 } };
	struct s same = n > 3 ? in[0] : in[1];
	__partition (thread, 1, struct s *own = tile + t)
	  *own = t & 1 ? mine : t & 2 ? same : (struct s) { t, 2, { 0 } };
	float y __perspective (thread, 1) = (t > 3 ? tile[t ^ 1] : tile[t ^ 2]).y;
	__partition (thread, 1, struct s *own = o + t)
	  {
	    *own = tile[t ^ 3];
	    own->x += y;
	  }
      }
}

static struct s
want (const struct s *in, int n, int t)
{
  if (t & 1)
    return t < n ? in[t] : (struct s) { .y = 3, .c = { 1, 2 } };
  return t & 2 ? in[0] : (struct s) { t, 2, { 0 } };
}

int
main (void)
{
  static struct s in[T], out[T];
  for (int i = 0; i < T; i++)
    in[i] = (struct s) { i, 2 * i + 1, { i, 7, 9 * i } };
  struct s *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (1, T, f, d, o, 50);
  OK (px_free (d));
  t_back (out, o, sizeof out);
  for (int t = 0; t < T; t++)
    {
      struct s w = want (in, 50, t ^ 3);
      w.x += want (in, 50, t > 3 ? t ^ 1 : t ^ 2).y;
      CHECK (!memcmp (&w, &out[t], sizeof w));
    }
  return 0;
}
