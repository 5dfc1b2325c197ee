/* SPDX-License-Identifier: MIT */
/* Reductions and scans of the whole device, of sizes around a tile, against plain C; what is
   refused leaves everything as it was; streams, captures.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-not {\.local} } } */
/* { dg-final { scan-ptx {ld\.acquire\.gpu} } } */
#include "aux/lib.h"
#include <px/library.h>

#define AFTER(f, g) ((struct line) { (g).a * (f).a, (g).a * (f).b + (g).b })
#define line_1 ((struct line) { 3, 5 })

#define TEST(NAME, TYPE, OP, FIRST)					\
  PX_DEVICE_REDUCE (NAME##_reduce, TYPE, OP)				\
  PX_DEVICE_SCAN (NAME##_scan, TYPE, OP)				\
  static void NAME##_test (size_t n)					\
  {									\
    TYPE *in = malloc (n * sizeof *in + 1), *out = malloc (n * sizeof *in + 1), first = FIRST, all = first, r; \
    for (size_t i = 0; i < n; i++)					\
      {									\
	RANDOM (&in[i]);						\
	all = OP (all, in[i]);						\
      }									\
    TYPE *d = t_dev (in, n * sizeof *in), *o = t_dev (0, (n + 1) * sizeof *in); \
    OK (NAME##_reduce (d, n, first, o, NULL));				\
    OK (px_copy (&r, o, sizeof r));					\
    CHECK (SAME (r, all));						\
    OK (NAME##_scan_inclusive (d, n, o, NULL));				\
    OK (px_copy (out, o, n * sizeof *in));				\
    for (size_t i = 0; i < n; i++)					\
      {									\
	TYPE w = i ? OP (out[i - 1], in[i]) : in[i];			\
	CHECK (SAME (out[i], w));					\
      }									\
    OK (NAME##_scan_exclusive (d, n, first, o, NULL));			\
    OK (px_copy (out, o, n * sizeof *in));				\
    for (size_t i = 0; i < n; first = OP (first, in[i]), i++)		\
      CHECK (SAME (out[i], first));					\
    OK (px_free (d));							\
    OK (px_free (o));							\
    free (in);								\
    free (out);								\
  }

#define ALL(X)								\
  X (ints, int, PX_PLUS, 7)						\
  X (bytes, unsigned char, PX_BITS_XOR, 7)				\
  X (doubles, double, PX_GREATEST, -1000)				\
  X (lines, struct line, AFTER, line_1)
ALL (TEST)

static void
bad_test (void)
{
  enum { N = 9000 };
  static int in[N], out[N];
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  px_status bad[] = {
    ints_scan_inclusive (NULL, N, o, NULL),
    ints_scan_inclusive (d, N, NULL, NULL),
    ints_scan_inclusive (d, N, d, NULL),
    ints_scan_inclusive (o + 1, N - 1, o, NULL),
    ints_scan_exclusive (o, N - 1, 0, o + 1, NULL),
    ints_scan_inclusive ((int *) ((char *) d + 1), 1, o, NULL),
    ints_scan_inclusive (d, (size_t) -1, o, NULL),
    ints_scan_inclusive (d, (size_t) 1 << 40, o, NULL),
    ints_reduce (NULL, 1, 0, o, NULL),
    ints_reduce (d, N, 0, NULL, NULL),
    ints_reduce (o, N, 0, o + N - 1, NULL),
    ints_reduce (d, (size_t) 1 << 62, 0, o, NULL),
  };
  for (int i = 0; i < (int) (sizeof bad / sizeof *bad); i++)
    CHECK (bad[i] == PX_ERR_INVALID);
  CHECK (strstr (px_status_text (PX_ERR_INVALID), "ints_reduce"));
  OK (ints_scan_inclusive (NULL, 0, NULL, NULL));
  OK (ints_reduce (NULL, 0, 42, o, NULL));
  OK (px_copy (out, o, sizeof out));
  CHECK (out[0] == 42);
  for (int i = 1; i < N; i++)
    CHECK (out[i] == -1);
  OK (px_free (d));
  OK (px_free (o));
}

/* A stream of its own; and recorded, then run twice.  */
static void
stream_test (void)
{
  enum { N = 20000 };
  static int in[N], out[N];
  for (int i = 0; i < N; i++)
    in[i] = i;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out), *p = t_dev (0, sizeof out);
  px_stream s;
  px_graph g;
  OK (px_synchronize ());	/* t_dev's fills: the stream waits for no other */
  OK (px_stream_create (&s));
  OK (ints_scan_inclusive (d, N, o, s));
  OK (ints_scan_inclusive (o, N, p, s));
  OK (px_stream_synchronize (s));
  OK (px_copy (out, p, sizeof out));
  unsigned sum = 0, sums = 0;
  for (unsigned i = 0; i < N; i++)
    CHECK ((unsigned) out[i] == (sums += sum += i));
  OK (px_capture_begin (s));
  OK (ints_scan_inclusive (d, N, o, s));
  OK (ints_reduce (o, N, 5, p, s));
  OK (px_capture_end (s, &g));
  for (int i = 0; i < 2; i++)
    {
      OK (px_memset_async (o, 0, sizeof out, s));
      OK (px_graph_launch (g, s));
      OK (px_stream_synchronize (s));
      OK (px_copy (out, p, sizeof *out));
      CHECK ((unsigned) out[0] == sums + 5);
    }
  OK (px_graph_destroy (g));
  OK (px_stream_destroy (s));
  OK (px_free (d));
  OK (px_free (o));
  OK (px_free (p));
}

#define RUN(NAME, ...) NAME##_test (sizes[i]);

int
main (void)
{
  static const size_t sizes[] = { 0, 1, 2, 255, 4095, 4096, 4097, 70001 };
  for (int i = 0; i < (int) (sizeof sizes / sizeof *sizes); i++)
    {
      ALL (RUN)
    }
  bad_test ();
  stream_test ();
  return 0;
}
