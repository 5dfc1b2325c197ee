/* SPDX-License-Identifier: MIT */
/* Selection and unique elements of the whole device against plain C.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-not {\.local} } } */
#include "aux/lib.h"
#include <px/library.h>

#define ODD(a) ((a) & 1)
#define CLOSE(a, b) ((a) / 4 == (b) / 4)
PX_DEVICE_SELECT (odd, unsigned, ODD)
PX_DEVICE_UNIQUE (unique, unsigned, CLOSE)
#define STEEP(l) ((l).a > 1u << 31)
PX_DEVICE_SELECT (steep, struct line, STEEP)

static void
test (size_t n)
{
  unsigned *in = malloc (n * 4 + 4), *out = malloc (n * 4 + 4), x = 0;
  struct line *lines = malloc (n * sizeof *lines + 1), *some = malloc (n * sizeof *lines + 1);
  long count, want = 0;
  for (size_t i = 0; i < n; i++)
    {
      in[i] = x += RND (3);
      RANDOM (&lines[i]);
    }
  unsigned *d = t_dev (in, n * 4), *o = t_dev (0, n * 4);
  struct line *ld = t_dev (lines, n * sizeof *lines), *lo = t_dev (0, n * sizeof *lines);
  long *c = t_dev (0, sizeof count);

  OK (odd (d, n, o, c, NULL));
  OK (px_copy (out, o, n * 4));
  OK (px_copy (&count, c, sizeof count));
  for (size_t i = 0; i < n; i++)
    if (ODD (in[i]))
      CHECK (out[want++] == in[i]);
  CHECK (count == want);
  for (size_t i = want; i < n; i++)
    CHECK (out[i] == ~0u);

  OK (unique (d, n, o, c, NULL));
  OK (px_copy (out, o, n * 4));
  OK (px_copy (&count, c, sizeof count));
  want = 0;
  for (size_t i = 0; i < n; i++)
    if (!i || !CLOSE (in[i - 1], in[i]))
      CHECK (out[want++] == in[i]);
  CHECK (count == want);

  OK (steep (ld, n, lo, c, NULL));
  OK (px_copy (some, lo, n * sizeof *some));
  OK (px_copy (&count, c, sizeof count));
  want = 0;
  for (size_t i = 0; i < n; i++)
    if (STEEP (lines[i]))
      {
	CHECK (SAME (some[want], lines[i]));
	want++;
      }
  CHECK (count == want);

  OK (px_free (d));
  OK (px_free (o));
  OK (px_free (ld));
  OK (px_free (lo));
  OK (px_free (c));
  free (in), free (out), free (lines), free (some);
}

int
main (void)
{
  static const size_t sizes[] = { 0, 1, 2, 4095, 4096, 4097, 50001 };
  for (int i = 0; i < (int) (sizeof sizes / sizeof *sizes); i++)
    test (sizes[i]);

  unsigned *d = t_dev (0, 400), *o = t_dev (0, 400), out[100];
  long *c = t_dev (0, 8);
  CHECK (odd (NULL, 1, o, c, NULL) == PX_ERR_INVALID);
  CHECK (odd (d, 100, NULL, c, NULL) == PX_ERR_INVALID);
  CHECK (odd (d, 100, o, NULL, NULL) == PX_ERR_INVALID);
  CHECK (odd (d, 100, d + 50, c, NULL) == PX_ERR_INVALID);
  CHECK (odd (d, 100, o, (long *) (o + 2), NULL) == PX_ERR_INVALID);
  CHECK (odd (d, (size_t) 1 << 63, o, c, NULL) == PX_ERR_INVALID);
  OK (px_copy (out, o, sizeof out));
  for (int i = 0; i < 100; i++)
    CHECK (out[i] == ~0u);
  OK (px_free (d));
  OK (px_free (o));
  OK (px_free (c));
  return 0;
}
