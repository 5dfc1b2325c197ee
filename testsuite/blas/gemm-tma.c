/* SPDX-License-Identifier: MIT */
/* Products of 16 bits, TF32 and 8 bits that tensor copies can do, and those that they just can not, on a device of sm_90.  Tails in all
   dimensions, all transpositions, scalars, batches, more steps than slots, more tiles than blocks.  Which
   kernel has done it is compared too.  With an argument, a few.  */
#include "product.h"

/* All of multiples of 16 bytes, of elements TYPE.  */
static struct place
aligned_for (char type)
{
  long u = 16 / size_of (type), c = 16 / size_of (type_of_c (type));
  return (struct place) { { u, u, c }, { u, u, c } };
}

static void
each (char type, pxblas_op opa, pxblas_op opb, bool few)
{
  const pxblas_kernel mma = PXBLAS_KERNEL_MMA, narrow = PXBLAS_KERNEL_TMA_128,
		      wide = strchr ("hb", type) ? PXBLAS_KERNEL_TMA_256 : narrow;
  const struct place aligned = aligned_for (type);
  /* m, n, k, alpha, beta, extra, count, stride_a, stride_b.  */
#define TRY(kernel, ...) multiply_at (&aligned, kernel, &(struct product){ type, opa, opb, __VA_ARGS__ })
  /* Sides at and around those of tiles, of their parts and of pieces of 16 bytes; tensor copies cut what is
     beyond.  */
  TRY (narrow, 1, 1, 1, 1, 0, 0, 1, 0, 0);
  TRY (narrow, 129, 130, 65, 1.25, -0.75, 3, 1, 0, 0);
  if (!few)
    {
      TRY (narrow, 128, 128, 64, 1, 0, 0, 1, 0, 0);
      TRY (narrow, 63, 200, 17, -2, 1, 0, 1, 0, 0);
      TRY (narrow, 257, 7, 200, 1, 0, 1, 1, 0, 0);
      /* More steps than slots, which are 5.  */
      TRY (narrow, 24, 72, 64 * 13 + 5, 0.5, 2, 8, 1, 0, 0);
    }
  /* Nothing to sum.  */
  TRY (mma, 24, 32, 0, 1, 3, 0, 1, 0, 0);
  TRY (mma, 24, 32, 9, 0, 0.5, 0, 1, 0, 0);
  TRY (mma, 24, 32, 9, 0, 1, 0, 1, 0, 0);
  /* Batches; one matrix for all.  */
  TRY (narrow, 20, 33, 9, 1, 0.5, 0, 3, 1, 1);
  TRY (narrow, 40, 9, 70, 1, 0, 1, 3, 0, 1);
  TRY (narrow, 9, 40, 3, -1, 1, 1, 2, 1, 0);
  /* Each of what a tensor copy asks: addresses, leading dimensions, strides.  */
  for (int i = 0; i < 3; i++)
    {
      const struct product one = { type, opa, opb, 23, 33, 19, 1, 0.5, 0, 1, 0, 0 };
      struct place at = aligned;
      long unit = at.ld[i];
      at.margin[i] = unit * 3 / 2;
      multiply_at (&at, mma, &one);
      at.margin[i] = unit * 2;
      multiply_at (&at, narrow, &one);
      at.ld[i] = 11;
      multiply_at (&at, mma, &one);
      /* Leading dimensions of 40, but strides that are odd multiples of 8 bytes (of 8 bits, 40 is no multiple of 16).  */
      const struct product two = { type, opa, opb, 36, 36, 36, 1, 0.5, 1, 2, 1, 1 };
      at = aligned;
      at.ld[i] = unit * 5 / 2;
      multiply_at (&at, mma, &two);
    }
  /* Epilogues, where tiles end and at their edges.  */
  for (int e = 1; e < 9 && type != 'i'; e++)
    TRY (narrow, 129, 70, 9, 1.25, e % 2 * 0.5, 1, 1, 0, 0, e / 3, e % 3);
  /* Cut along k: the last part is shorter, columns of the workspace are longer than those of C; one matrix for all.  */
  TRY (narrow, 25, 9, 1030, 1, 0.5, 0, 1, 0, 0, .parts = 2);
  TRY (narrow, 9, 3, 1024, -1, 0, 0, 3, 1, 0, .parts = 2);
  if (type != 'i')
    TRY (narrow, 40, 9, 1024, 1, 1, 1, 2, 0, 1, PXBLAS_GELU, PXBLAS_BIAS_ROWS, 2);
  if (few)
    return;
  TRY (narrow, 8, 5, 5000, 1, 0, 0, 1, 0, 0, .parts = 8);
  TRY (narrow, 129, 130, 1100, 0.5, 2, 0, 1, 0, 0, .parts = 2);
  /* As many tiles as multiprocessors: not cut.  */
  TRY (narrow, 3, 5, 1024, 1, 0, 0, 65, 0, 0);
  if (type != 'i')
    {
      TRY (wide, 136, 130, 65, 1, 0.5, 0, 34, 1, 1, PXBLAS_GELU, PXBLAS_BIAS_ROWS);
      TRY (wide, 136, 130, 65, 1, 0, 0, 34, 1, 1, PXBLAS_RELU, PXBLAS_BIAS_COLUMNS);
    }
  /* Tiles of 256 rows, by clusters of two blocks, where as many as can be at one time take all, but
     those of 128 would not.  */
  TRY (wide, 136, 130, 65, 1, 0.5, 0, 34, 1, 1);
  /* More than 16 tiles across, and two or four down: tiles are taken by strips.  */
  TRY (narrow, 136, 2100, 3, 1, 1, 0, 1, 0, 0);
  TRY (wide, 1000, 2100, 5, 1, 0, 0, 1, 0, 0);
  /* More tiles than the emulator's 132 multiprocessors, so that some blocks take two: of 3 steps and 5 slots, and
     of 2 steps and 3 slots (400 tiles of 128 rows would be four for some).  These take a second each, so
     types and transpositions share them.  */
  if (type != 'h' ? opa != PXBLAS_N : opa == PXBLAS_N)
    {
      TRY (narrow, 8, 9, 130, 1, -1, 0, 140, 0, 1);
      if (opa == opb || wide == narrow)
	TRY (wide, 129, 135, 65, 1.5, 2, 0, 100, 1, 0);
    }
#undef TRY
}

/* Recorded, then run twice, the second time with other numbers in A.  */
static void
recorded (void)
{
  DOING ("recorded");
  enum { N = 40 };
  struct array a = new_array_after (8, 'b', N * N, false), b = new_array_after (8, 'b', N * N, false);
  struct array c = new_array_after (8, 'b', N * N, true);
  struct px_device_properties d;
  px_stream s;
  px_graph g;
  OK (px_device_properties (px_device (), &d));
  OK (px_stream_create (&s));
  OK (px_capture_begin (s));
  OK (pxblas_bgemm (PXBLAS_N, PXBLAS_T, N, N, N, 1, (uint16_t *) a.p, N, (uint16_t *) b.p, N, 0, (uint16_t *) c.p, N, s));
  OK (px_capture_end (s, &g));
  CHECK (pxblas_gemm_kernel () == (d.arch == 90 ? PXBLAS_KERNEL_TMA_128 : PXBLAS_KERNEL_MMA));
  CHECK (unchanged (&c));
  for (int run = 0; run < 2; run++)
    {
      OK (px_graph_launch (g, s));
      OK (px_stream_synchronize (s));
      for (int e = 0; e < N; e++)
	{
	  double sum = 0, size = 0;
	  for (int l = 0; l < N; l++)
	    {
	      double v = GET (a, e + l * N) * GET (b, N - 1 - e + l * N);
	      sum += v, size += fabs (v);
	    }
	  CHECK (near_sum ('b', GET (c, e + (N - 1 - e) * N), sum, size, N + 2));
	}
      for (int i = 0; i < N * N; i++)
	put (&a, i, 0.5 - GET (a, i));
    }
  OK (px_graph_destroy (g));
  OK (px_stream_destroy (s));
  free_array (&a);
  free_array (&b);
  free_array (&c);
}

int
main (int argc, char **argv)
{
  (void) argv;
  begin ();
  for (const char *type = "hb"; *type; type++)
    for (int ops = 0; ops < 4; ops++)
      each (*type, ops & 1 ? PXBLAS_T : PXBLAS_N, ops & 2 ? PXBLAS_T : PXBLAS_N, argc > 1);
  for (const char *type = "ti45"; *type; type++)
    {
      const struct place aligned = aligned_for (*type);
      each (*type, PXBLAS_T, PXBLAS_N, argc > 1);
      /* Where k are no neighbours.  */
      for (int ops = 0; ops < 4; ops++)
	if (ops != 1)
	  multiply_at (&aligned, PXBLAS_KERNEL_MMA, &(struct product){ *type, ops & 1, ops >> 1, 9, 10, 11, 1, 0, 0, 1, 0, 0 });
    }
  recorded ();
  for (const char *type = "hb"; *type; type++)
    {
      const struct place aligned = aligned_for (*type);
      activations (&aligned, PXBLAS_KERNEL_TMA_128, *type, argc > 1 ? 20 : 60);
    }
  return done ("gemm-tma");
}
