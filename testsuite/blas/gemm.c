/* SPDX-License-Identifier: MIT */
/* Products of matrices: sizes around the tiles and ragged ones, all transpositions, leading
   dimensions that are more than is needed, scalars, batches.  With an argument, a few.  */
#include "product.h"

static const long sides[] = { 1, 2, 31, 63, 64, 65, 127, 130 };
static const long depths[] = { 1, 7, 15, 16, 17, 40 };

/* TF32: elements that are no numbers of it are rounded, those between two of them away from 0.  */
static void
rounded (void)
{
  enum { N = 4 };
  static const float elements[] = { 1 + 0x1p-11f, 1 + 0x1p-12f, -1 - 0x1p-11f, 3 - 0x1p-22f };
  static const double wants[] = { 1 + 0x1p-10, 1, -1 - 0x1p-10, 3 };
  struct array a = new_array ('s', N, false), b = new_array ('s', 1, false), c = new_array ('s', N, true);
  DOING ("tf32: rounded");
  for (int i = 0; i < N; i++)
    put (&a, i, elements[i]);
  put (&b, 0, 1);
  OK (pxblas_tf32gemm (PXBLAS_N, PXBLAS_N, N, 1, 1, 1, (float *) a.p, N, (float *) b.p, 1, 0, (float *) c.p, N, NULL));
  OK (px_synchronize ());
  for (int i = 0; i < N; i++)
    CHECK (GET (c, i) == wants[i]);
  free_array (&a);
  free_array (&b);
  free_array (&c);
}

/* Of int8_t: the largest numbers; sums and results modulo 2^32.  */
static void
integers (void)
{
  enum { K = 3000 };
  struct array a = new_array ('i', K, false), b = new_array ('i', K, false), c = new_array ('l', 1, false);
  memset (a.p, -128, K);
  memset (b.p, -128, K);
  for (int alpha = 1; alpha < 200000; alpha *= 50)
    {
      int32_t *sum = (int32_t *) c.p;
      *sum = INT32_MAX;
      DOING ("integers, alpha = %d", alpha);
      OK (pxblas_i8gemm (PXBLAS_T, PXBLAS_N, 1, 1, K, alpha, (int8_t *) a.p, K, (int8_t *) b.p, K, 3, sum, 1, NULL));
      OK (px_synchronize ());
      CHECK ((uint32_t) *sum == (uint32_t) alpha * (K * 16384u) + 3u * INT32_MAX);
    }
  free_array (&a);
  free_array (&b);
  free_array (&c);
}

/* The same product twice, cut along k, has the same bits, also where it is recorded in a graph.  */
static void
again (void)
{
  DOING ("cut, recorded");
  enum
  {
    M = 10,
    N = 30,
    K = 3000
  };
  struct array a = new_array ('s', M * K, false), b = new_array ('s', K * N, false),
	       c = new_array ('s', M * N, true);
  struct array d = new_array ('s', M * N, true);
  px_stream s;
  px_graph g;
#define PRODUCT(to, stream) \
  pxblas_sgemm (PXBLAS_N, PXBLAS_N, M, N, K, 1, (float *) a.p, M, (float *) b.p, K, 0, \
		(float *) to.p, M, stream)
  OK (px_stream_create (&s));
  OK (px_capture_begin (s));
  OK (PRODUCT (d, s));
  OK (px_capture_end (s, &g));
  CHECK (pxblas_gemm_parts () == 5);
  OK (PRODUCT (c, NULL));
  OK (px_synchronize ());
  CHECK (unchanged (&d));
  for (int run = 0; run < 2; run++)
    {
      OK (px_graph_launch (g, s));
      OK (px_stream_synchronize (s));
      CHECK (!memcmp (c.p, d.p, M * N * sizeof (float)));
      OK (px_memset (d.p, 0xff, M * N * sizeof (float)));
      OK (px_synchronize ());
    }
#undef PRODUCT
  OK (px_graph_destroy (g));
  OK (px_stream_destroy (s));
  free_array (&a);
  free_array (&b);
  free_array (&c);
  free_array (&d);
}

int
main (int argc, char **argv)
{
  (void) argv;
  begin ();
  enum
  {
    SIDES = sizeof sides / sizeof *sides,
    DEPTHS = sizeof depths / sizeof *depths
  };
  bool few = argc > 1;
  int turn = 0;
  for (const char *type = "sdhbti45"; *type; type++)
    for (int ops = 0; ops < 4; ops++)
      {
	pxblas_op opa = ops & 1 ? PXBLAS_T : PXBLAS_N, opb = ops & 2 ? PXBLAS_T : PXBLAS_N;
	/* These are one text with half and bf16, so fewer sizes will do.  */
	bool one_text = strchr ("ti45", *type);
	if (few && one_text && ops != *type % 4)
	  continue;
	/* Each side with each other, or a few; depths and leading dimensions in turn.  */
	for (int i = 0; i < SIDES; i++)
	  for (int j = 0; j < SIDES; j++)
	    if (few || one_text ? (i + j) % 7 == ops : i < 6 || i == j)
	      {
		turn++;
		multiply (&(struct product){ *type, opa, opb, sides[i], sides[j],
					     depths[turn % DEPTHS], turn % 5 ? 1.25 : 1,
					     turn % 3 ? -0.75 : 0, turn % 2 * 3, 1, 0, 0 });
	      }
	for (int k = 0; k < DEPTHS; k++)
	  multiply (&(struct product){ *type, opa, opb, 33, 18, depths[k], 2, k % 2, 1, 1, 0, 0 });
	multiply (&(struct product){ *type, opa, opb, 5, 70, 9, 1, 0.5, 2, 3, 1, 1 });
	multiply (&(struct product){ *type, opa, opb, 66, 3, 20, 1, 0, 0, 4, 0, 1 });
	multiply (&(struct product){ *type, opa, opb, 10, 11, 12, -1, 1, 1, 5, 1, 0 });
	/* More tiles than multiprocessors: the large ones.  */
	if (*type == 's' || *type == 'd')
	  {
	    multiply (&(struct product){ *type, opa, opb, 9, 7, 11, 1, 2, 1, 150, 1, 1 });
	    if (!few)
	      multiply (&(struct product){ *type, opa, opb, 130, 257, 21, 1.5, 0.5, 1, 40, 1, 0 });
	  }
	/* Epilogues: each function with each bias, also of nothing but them.  */
	for (int e = 1; e < 9 && !strchr ("di", *type); e++)
	  {
	    multiply (&(struct product){ *type, opa, opb, 66, 70, 20, 1.5, e % 2 * -2, 1, 1, 0, 0,
					 e / 3, e % 3 });
	    multiply (&(struct product){ *type, opa, opb, 9, 5, 8 * (e / 5), 0.5, 1, 2, 2, 1, 0,
					 e / 3, e % 3 });
	  }
	if (*type == 's')
	  multiply (&(struct product){ 's', opa, opb, 9, 7, 11, 1, 2, 1, 150, 1, 1, PXBLAS_GELU,
				       PXBLAS_BIAS_ROWS });
	/* Nothing to sum, nothing to read, nothing to do.  */
	multiply (&(struct product){ *type, opa, opb, 20, 21, 0, 1, 3, 1, 1, 0, 0 });
	multiply (&(struct product){ *type, opa, opb, 20, 21, 0, 1, 0, 1, 1, 0, 0 });
	multiply (&(struct product){ *type, opa, opb, 20, 21, 5, 0, 0.5, 1, 1, 0, 0 });
	/* Cut along k: the least k that is, one less, parts that end with k and before it; C cut in as many as
	   there are blocks for; batches; epilogues.  */
	if (few && opa != opb)
	  continue;
	multiply (&(struct product){ *type, opa, opb, 5, 7, 1023, 1, 0.5, 1, 1, 0, 0 });
	multiply (&(struct product){ *type, opa, opb, 5, 7, 1024, 1, 0.5, 1, 1, 0, 0, .parts = 2 });
	if (!few)
	  {
	    multiply (&(struct product){ *type, opa, opb, 66, 3, 1537, -0.5, 0, 0, 1, 0, 0, .parts = 3 });
	    multiply (&(struct product){ *type, opa, opb, 9, 2, 1100, 2, 1, 1, 3, 1, 0, .parts = 2 });
	    multiply (&(struct product){ *type, opa, opb, 2, 9, 1100, 2, 0, 0, 2, 0, 1, .parts = 2 });
	    multiply (&(struct product){ *type, opa, opb, 2, 1, 2048, 1, 0, 0, 100, 0, 0, .parts = 2 });
	    /* More tiles than blocks.  */
	    multiply (&(struct product){ *type, opa, opb, 1, 2, 1024, 1, 0, 0, 260, 0, 0 });
	  }
	if (!strchr ("di", *type))
	  multiply (&(struct product){ *type, opa, opb, 12, 10, 1030, 0.25, 1, 1, 2, 1, 1, PXBLAS_RELU, PXBLAS_BIAS_ROWS, 2 });
	if (!strchr ("di", *type) && !few)
	  multiply (&(struct product){ *type, opa, opb, 6, 11, 2100, 0.25, 0, 1, 1, 0, 0, PXBLAS_GELU, PXBLAS_BIAS_COLUMNS, 4 });
	/* With alpha = 0 there is nothing to cut.  */
	multiply (&(struct product){ *type, opa, opb, 5, 7, 2048, 0, 0.5, 1, 1, 0, 0 });
      }
  for (const char *type = "shbt45"; *type; type++)
    activations (&anywhere, PXBLAS_KERNEL_MMA, *type, few ? 20 : 100);
  again ();
  rounded ();
  integers ();
  return done ("gemm");
}
