/* SPDX-License-Identifier: MIT */
/* Chapter 13.  A transformer that learns: the libraries, and what they leave to write.

     gcc -fplugin=px -O2 transformer.c plain.c -lpxblas -lpx -lm -o transformer && ./transformer

   Two layers as in GPT-2: attention and an MLP, each after a layer norm and beside a residual.  They
   see sequences of tokens, are shown the next one of each, and go one step of AdamW towards saying
   it themselves: forward, backward, and an update of what is learnt.

   Products of matrices, layer norm, softmax and attention are libpxblas'; here is the rest, a few kernels:
   what looks tokens up, the derivatives of what is between the products, and the optimiser.  The
   weights come from a seed.  plain.c does the same in plain C, and the results are compared.  */
#include <px.h>
#include <px/blas.h>
#include <px/library.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef float real;
#include "model.h"

enum { THREADS = 128, WARP = 32 };

/* ---- Kernels ----------------------------------------------------------- */

/* x = the vectors of the tokens and of their places.  */
__kernel void
look_up (const int *token, const float *of_token, const float *of_place, float *x)
{
  int i = px_id (thread);
  int row = i / WIDTH, column = i % WIDTH;
  __each (thread, float *own = x + i)
    if (i < ROWS * WIDTH)
      *own = of_token[token[row] * WIDTH + column] + of_place[row % LENGTH * WIDTH + column];
}

/* The gradients of that: many rows may have the same token, so the additions are atomic.  */
__kernel void
look_up_back (const int *token, const float *dx, float *of_token, float *of_place)
{
  int i = px_id (thread);
  int row = i / WIDTH, column = i % WIDTH;
  __group (thread)
    if (i < ROWS * WIDTH)
      {
	px_atomic_add (&of_token[token[row] * WIDTH + column], dx[i]);
	px_atomic_add (&of_place[row % LENGTH * WIDTH + column], dx[i]);
      }
}

/* x / 2 (1 + tanh u) for this u, and the derivative.  */
#define U(x) (0.7978845608f * ((x) + 0.044715f * (x) * (x) * (x)))
#define U_SLOPE(x) (0.7978845608f * (1 + 0.134145f * (x) * (x)))

__kernel void
gelu (const float *x, float *y, int n)
{
  int i = px_id (thread);
  __each (thread, float *own = y + i)
    if (i < n)
      *own = x[i] / 2 * (1 + tanhf (U (x[i])));
}

/* dx = the gradient for x, in place of that for y.  */
__kernel void
gelu_back (const float *x, float *dx, int n)
{
  int i = px_id (thread);
  __each (thread, float *own = dx + i)
    if (i < n)
      {
	float t = tanhf (U (x[i]));
	*own *= (1 + t) / 2 + x[i] / 2 * (1 - t * t) * U_SLOPE (x[i]);
      }
}

/* The gradient of layer norm, a warp a vector: dx += that for x, from DY; DSCALE, of the same shape, gets each
   vector's part of that for the scale.  `sum' is of all threads of the warp: what it returns is the
   warp's, and the barriers are px's.  */
PX_WARP_REDUCE (sum, float, PX_PLUS, WARP)

__kernel __requires (threads (THREADS)) void
norm_back (const float *x, const float *scale, const float *dy, float *dx, float *dscale)
{
  int row = px_id (thread, WARP);
  __partition (thread, WARP, float *dxr = dx + row * WIDTH)
    __each (thread, WARP, float *dsr = dscale + row * WIDTH)
      if (row < ROWS)
	{
	  int t = px_id (thread);
	  const float *xr = x + row * WIDTH, *dyr = dy + row * WIDTH;
	  float part __perspective (thread) = 0, squares __perspective (thread) = 0;
	  __group (thread)
	    for (int i = t; i < WIDTH; i += WARP)
	      part += xr[i] / WIDTH;
	  float mean = sum (part);
	  __group (thread)
	    for (int i = t; i < WIDTH; i += WARP)
	      squares += (xr[i] - mean) * (xr[i] - mean) / WIDTH;
	  float by = 1 / sqrtf (sum (squares) + EPSILON);

	  /* What all elements of the vector have an influence on: its mean and its size.  */
	  float of_mean __perspective (thread) = 0, of_size __perspective (thread) = 0;
	  __group (thread)
	    for (int i = t; i < WIDTH; i += WARP)
	      {
		of_mean += dyr[i] * scale[i] / WIDTH;
		of_size += dyr[i] * scale[i] * (xr[i] - mean) * by / WIDTH;
	      }
	  float from_mean = sum (of_mean), from_size = sum (of_size);
	  __each (thread, float *own = dxr + t)
	    for (int i = t; i < WIDTH; i += WARP)
	      own[i - t] += by * (dyr[i] * scale[i] - from_mean - (xr[i] - mean) * by * from_size);
	  __each (thread, float *own = dsr + t)
	    for (int i = t; i < WIDTH; i += WARP)
	      own[i - t] = dyr[i] * (xr[i] - mean) * by;
	}
}

/* loss = that of each row, -log of the chance of the next token; D, which are the chances, become the
   gradients for the logits.  */
__kernel void
losses (const int *next, float *d, float *loss)
{
  int row = px_id (thread);
  __partition (thread, float *dr = d + row * VOCABULARY)
    __each (thread, float *own = loss + row)
      if (row < ROWS)
	{
	  int token = next[row];
	  px_assume (0 <= token && token < VOCABULARY);
	  *own = -logf (dr[token]);
	  dr[token] -= 1;
	  for (int i = 0; i < VOCABULARY; i++)
	    dr[i] /= ROWS;
	}
}

/* One step of AdamW, the one of number STEP: M and V are running means of the gradient and of its square.  */
__kernel void
learn (float *w, const float *gradient, float *m, float *v, int step)
{
  int i = px_id (thread);
  __partition (thread, float *wi = w + i)
    __partition (thread, float *mi = m + i)
      __each (thread, float *vi = v + i)
	if (i < WEIGHTS)
	  {
	    float g = gradient[i];
	    *mi = BETA1 * *mi + (1 - BETA1) * g;
	    *vi = BETA2 * *vi + (1 - BETA2) * g * g;
	    float mean = *mi / (1 - powf (BETA1, step)), square = *vi / (1 - powf (BETA2, step));
	    *wi -= RATE * (mean / (sqrtf (square) + TINY) + DECAY * *wi);
	  }
}

/* ---- Host -------------------------------------------------------------- */

/* All work is given to the default stream, one after the other; after an error there is none.  */
static int bad;
#define DO(call) \
  do \
    if (!bad) \
      bad = px_check (call); \
  while (0)
#define ELEMENTS(n) px_grid (((n) + THREADS - 1) / THREADS, THREADS)

static float *ones; /* ROWS of them */

/* pxblas stores matrices by columns; ours, by rows, are their transposes: Y^T = W X^T.
   y = x W^T + bias, or, with ADD, y + that.  */
static void
linear (int to, int from, float *y, const float *x, const float *w, const float *bias, float add)
{
  pxblas_gemm_options options = { .bias_along = bias ? PXBLAS_BIAS_ROWS : PXBLAS_NO_BIAS, .bias = bias };
  DO (pxblas_sgemm_options (PXBLAS_T, PXBLAS_N, to, ROWS, from, 1, w, from, 0, x, from, 0, add, y, to, 0,
			    1, &options, NULL));
}

/* out = the sums of the columns of A, ROWS x COLUMNS.  */
static void
sums (int columns, float *out, const float *a)
{
  DO (pxblas_sgemv (PXBLAS_N, columns, ROWS, 1, a, columns, ones, 1, 0, out, 1, NULL));
}

/* The gradients of linear: dx = dy W, dW = dy^T x, dbias = the sums of dy.  */
static void
linear_back (int to, int from, float *dx, float *dw, float *dbias, const float *dy, const float *x,
	     const float *w)
{
  DO (pxblas_sgemm (PXBLAS_N, PXBLAS_N, from, ROWS, to, 1, w, from, dy, to, 0, dx, from, NULL));
  DO (pxblas_sgemm (PXBLAS_N, PXBLAS_T, from, to, ROWS, 1, x, from, dy, to, 0, dw, from, NULL));
  if (dbias)
    sums (to, dbias, dy);
}

static void
norm (float *y, const float *x, const float *scale, const float *shift)
{
  DO (pxblas_slayer_norm (WIDTH, ROWS, EPSILON, scale, shift, x, WIDTH, y, WIDTH, NULL));
}

/* The gradients of the scale and the shift; dx += that for x.  SPACE is of ROWS x WIDTH.  */
static void
norm_gradients (float *dx, float *dscale, float *dshift, const float *dy, const float *x,
		const float *scale, float *space)
{
  DO (px_launch (ELEMENTS (ROWS * WARP), norm_back, x, scale, dy, dx, space));
  sums (WIDTH, dscale, space);
  sums (WIDTH, dshift, dy);
}

static const pxblas_attention attention = {
  .batch = BATCH, .queries = LENGTH, .keys = LENGTH, .heads = HEADS, .key_heads = HEADS,
  .d = WIDTH / HEADS, .causal = 1, .scale = 0.25f,
};
_Static_assert (WIDTH / HEADS == 16, "the scale is one over the root of this");

static void
forward (struct way *a, const struct model *m, const int *token)
{
  DO (px_launch (ELEMENTS (ROWS * WIDTH), look_up, token, m->token, m->place, a->x[0]));
  for (int l = 0; l < LAYERS; l++)
    {
      const struct layer *w = &m->layer[l];
      float *qkv = a->layer[l].qkv, *middle = a->layer[l].x, *after = a->x[l + 1];
      norm (a->layer[l].norm1, a->x[l], w->norm1_scale, w->norm1_shift);
      linear (3 * WIDTH, WIDTH, qkv, a->layer[l].norm1, w->qkv, w->qkv_bias, 0);
      DO (pxblas_sattention (&attention, qkv, 3 * WIDTH, qkv + WIDTH, 3 * WIDTH, qkv + 2 * WIDTH, 3 * WIDTH,
			     a->layer[l].heads, WIDTH, a->layer[l].logs, NULL));
      DO (pxblas_scopy (ROWS * WIDTH, a->x[l], 1, middle, 1, NULL));
      linear (WIDTH, WIDTH, middle, a->layer[l].heads, w->out, w->out_bias, 1);
      norm (a->layer[l].norm2, middle, w->norm2_scale, w->norm2_shift);
      linear (INNER, WIDTH, a->layer[l].up, a->layer[l].norm2, w->up, w->up_bias, 0);
      DO (px_launch (ELEMENTS (ROWS * INNER), gelu, a->layer[l].up, a->layer[l].inner, ROWS * INNER));
      DO (pxblas_scopy (ROWS * WIDTH, middle, 1, after, 1, NULL));
      linear (WIDTH, INNER, after, a->layer[l].inner, w->down, w->down_bias, 1);
    }
  norm (a->norm, a->x[LAYERS], m->norm_scale, m->norm_shift);
  linear (VOCABULARY, WIDTH, a->logits, a->norm, m->token, NULL, 0);
  DO (pxblas_ssoftmax (VOCABULARY, ROWS, a->logits, VOCABULARY, a->chances, VOCABULARY, NULL));
}

/* Memory for gradients of what is between the layers.  */
struct between
{
  float x[ROWS * WIDTH], norm[ROWS * WIDTH], qkv[ROWS * 3 * WIDTH], inner[ROWS * INNER];
  float space[ROWS * WIDTH];
};

static void
backward (struct model *g, struct between *d, struct way *a, const struct model *m, const int *token)
{
  DO (px_memset (d->x, 0, sizeof d->x));
  DO (px_memset (g->place, 0, sizeof g->place));
  linear_back (VOCABULARY, WIDTH, d->norm, g->token, NULL, a->chances, a->norm, m->token);
  norm_gradients (d->x, g->norm_scale, g->norm_shift, d->norm, a->x[LAYERS], m->norm_scale, d->space);
  for (int l = LAYERS; l-- > 0;)
    {
      const struct layer *w = &m->layer[l];
      struct layer *gl = &g->layer[l];
      const float *qkv = a->layer[l].qkv;
      linear_back (WIDTH, INNER, d->inner, gl->down, gl->down_bias, d->x, a->layer[l].inner, w->down);
      DO (px_launch (ELEMENTS (ROWS * INNER), gelu_back, a->layer[l].up, d->inner, ROWS * INNER));
      linear_back (INNER, WIDTH, d->norm, gl->up, gl->up_bias, d->inner, a->layer[l].norm2, w->up);
      norm_gradients (d->x, gl->norm2_scale, gl->norm2_shift, d->norm, a->layer[l].x, w->norm2_scale, d->space);
      linear_back (WIDTH, WIDTH, d->norm, gl->out, gl->out_bias, d->x, a->layer[l].heads, w->out);
      DO (pxblas_sattention_backward (&attention, qkv, 3 * WIDTH, qkv + WIDTH, 3 * WIDTH, qkv + 2 * WIDTH,
				      3 * WIDTH, a->layer[l].heads, WIDTH, a->layer[l].logs, d->norm, WIDTH,
				      d->qkv, 3 * WIDTH, d->qkv + WIDTH, 3 * WIDTH, d->qkv + 2 * WIDTH,
				      3 * WIDTH, NULL));
      linear_back (3 * WIDTH, WIDTH, d->norm, gl->qkv, gl->qkv_bias, d->qkv, a->layer[l].norm1, w->qkv);
      norm_gradients (d->x, gl->norm1_scale, gl->norm1_shift, d->norm, a->x[l], w->norm1_scale, d->space);
    }
  DO (px_launch (ELEMENTS (ROWS * WIDTH), look_up_back, token, d->x, g->token, g->place));
}

/* Random numbers within -1 ... 1.  */
static float
random_number (void)
{
  static unsigned state = 1;
  state = state * 1664525 + 1013904223;
  return (int) state / 2147483648.0f;
}

/* The weights before anything is learnt: scales are 1, biases and shifts 0, others small.  */
static void
begin (struct model *m)
{
  float *w = (float *) m;
  for (int i = 0; i < WEIGHTS; i++)
    w[i] = 0.1f * random_number ();
  struct layer *end = m->layer + LAYERS;
  for (struct layer *l = m->layer; l < end; l++)
    for (int i = 0; i < INNER; i++)
      {
	l->up_bias[i] = 0;
	if (i < 3 * WIDTH)
	  l->qkv_bias[i] = 0;
	if (i < WIDTH)
	  {
	    l->norm1_scale[i] = l->norm2_scale[i] = 1;
	    l->norm1_shift[i] = l->norm2_shift[i] = l->out_bias[i] = l->down_bias[i] = 0;
	  }
      }
  for (int i = 0; i < WIDTH; i++)
    m->norm_scale[i] = 1, m->norm_shift[i] = 0;
}

/* Whether GOT is WANT up to rounding: differences are not more than ALLOWED.  */
static int
same (const char *what, const float *got, const double *want, double allowed)
{
  for (int i = 0; i < WEIGHTS; i++)
    if (!(fabs (got[i] - want[i]) <= allowed))
      {
	printf ("wrong: %s %d is %g, plain C gives %g\n", what, i, got[i], want[i]);
	return 0;
      }
  return 1;
}

int
main (void)
{
  static float w[WEIGHTS], got[WEIGHTS];
  static double plain[WEIGHTS], gradients[WEIGHTS];
  int token[ROWS], next[ROWS];
  begin ((struct model *) w);
  for (int i = 0; i < WEIGHTS; i++)
    plain[i] = w[i];
  /* A text in which each token follows from the two before it.  */
  for (int i = 0; i < ROWS; i++)
    {
      token[i] = i % LENGTH < 2 ? 7 * i % VOCABULARY : (token[i - 1] + token[i - 2]) % VOCABULARY;
      next[i] = i % LENGTH == 0 ? 0 : (token[i] + token[i - 1]) % VOCABULARY;
    }

  struct model *m = px_alloc (sizeof *m), *g = px_alloc (sizeof *g), *mean = px_alloc (sizeof *mean),
	       *square = px_alloc (sizeof *square);
  struct way *a = px_alloc (sizeof *a);
  struct between *d = px_alloc (sizeof *d);
  int *tokens = px_alloc (sizeof token), *nexts = px_alloc (sizeof next);
  float *loss = px_alloc ((ROWS + 2) * sizeof *loss), before_after[2];
  ones = px_alloc (ROWS * sizeof *ones);
  float one[ROWS];
  for (int i = 0; i < ROWS; i++)
    one[i] = 1;
  DO (px_last_status ());
  DO (px_copy (m, w, sizeof w));
  DO (px_copy (ones, one, sizeof one));
  DO (px_copy (tokens, token, sizeof token));
  DO (px_copy (nexts, next, sizeof next));
  DO (px_memset (mean, 0, sizeof *mean));
  DO (px_memset (square, 0, sizeof *square));

  /* A step, then the loss again.  */
  for (int step = 0; step < 2; step++)
    {
      forward (a, m, tokens);
      DO (px_launch (ELEMENTS (ROWS), losses, nexts, a->chances, loss));
      DO (pxblas_sasum (ROWS, loss, 1, loss + ROWS + step, NULL));
      if (step == 0)
	{
	  backward (g, d, a, m, tokens);
	  DO (px_launch (ELEMENTS (WEIGHTS), learn, (float *) m, (const float *) g, (float *) mean,
			 (float *) square, step + 1));
	}
    }
  DO (px_copy (before_after, loss + ROWS, sizeof before_after));
  DO (px_copy (got, g, sizeof got));
  DO (px_copy (w, m, sizeof w));
  if (bad)
    return 1;
  double before = plain_step (plain, token, next, gradients);
  printf ("%d weights, %d layers, %d tokens: loss %.4f, after one step %.4f\n", WEIGHTS, LAYERS, ROWS,
	  before_after[0] / ROWS, before_after[1] / ROWS);
  if (fabs (before_after[0] / ROWS - before) > 1e-5)
    return printf ("wrong: plain C has the loss %g\n", before), 1;
  if (before_after[1] >= before_after[0])
    return puts ("wrong: nothing was learnt"), 1;
  /* A weight goes a step of about RATE even where its gradient is hardly more than rounding.  */
  if (!same ("gradient", got, gradients, 1e-6) || !same ("weight", w, plain, 1e-2 * RATE))
    return 1;
  px_free (m), px_free (g), px_free (mean), px_free (square), px_free (a), px_free (d);
  px_free (tokens), px_free (nexts), px_free (loss), px_free (ones);
  puts ("correct: the same as plain C");
  return 0;
}
