/* SPDX-License-Identifier: MIT */
/* One step of learning in plain C, statement by statement what the formulas say: what the device's
   results are compared with.  */
#include <math.h>
#include <string.h>
typedef double real;
#include "model.h"

/* y = x W^T + bias, of ROWS vectors.  */
static void
linear (int to, int from, double *y, const double *x, const double *w, const double *bias)
{
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < to; i++)
      {
	double sum = bias ? bias[i] : 0;
	for (int k = 0; k < from; k++)
	  sum += x[r * from + k] * w[i * from + k];
	y[r * to + i] = sum;
      }
}

/* The gradients of that: dx = dy W, dW += dy^T x, dbias += the sum of dy.  */
static void
linear_back (int to, int from, double *dx, double *dw, double *dbias, const double *dy, const double *x,
	     const double *w)
{
  memset (dx, 0, ROWS * from * sizeof *dx);
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < to; i++)
      {
	double d = dy[r * to + i];
	if (dbias)
	  dbias[i] += d;
	for (int k = 0; k < from; k++)
	  {
	    dx[r * from + k] += d * w[i * from + k];
	    dw[i * from + k] += d * x[r * from + k];
	  }
      }
}

/* The mean of a vector, and what its distances from it are multiplied by.  */
static double
moments (const double *x, double *mean)
{
  double m = 0, squares = 0;
  for (int i = 0; i < WIDTH; i++)
    m += x[i] / WIDTH;
  for (int i = 0; i < WIDTH; i++)
    squares += (x[i] - m) * (x[i] - m) / WIDTH;
  *mean = m;
  return 1 / sqrt (squares + EPSILON);
}

static void
norm (double *y, const double *x, const double *scale, const double *shift)
{
  for (int r = 0; r < ROWS; r++, x += WIDTH, y += WIDTH)
    {
      double mean, by = moments (x, &mean);
      for (int i = 0; i < WIDTH; i++)
	y[i] = (x[i] - mean) * by * scale[i] + shift[i];
    }
}

/* dx += the gradient for x.  */
static void
norm_back (double *dx, double *dscale, double *dshift, const double *dy, const double *x,
	   const double *scale)
{
  for (int r = 0; r < ROWS; r++, dx += WIDTH, dy += WIDTH, x += WIDTH)
    {
      double mean, by = moments (x, &mean), sum = 0, with = 0;
      for (int i = 0; i < WIDTH; i++)
	{
	  double unit = (x[i] - mean) * by;
	  sum += dy[i] * scale[i] / WIDTH;
	  with += dy[i] * scale[i] * unit / WIDTH;
	  dscale[i] += dy[i] * unit;
	  dshift[i] += dy[i];
	}
      for (int i = 0; i < WIDTH; i++)
	dx[i] += by * (dy[i] * scale[i] - sum - (x[i] - mean) * by * with);
    }
}

enum { D = WIDTH / HEADS };

/* The vector of query, key or value (WHICH 0, 1, 2) I of head H of sequence B.  */
#define OF(qkv, which, b, h, i) ((qkv) + ((b) * LENGTH + (i)) * 3 * WIDTH + (which) * WIDTH + (h) * D)

static double
product (const double *x, const double *y)
{
  double sum = 0;
  for (int e = 0; e < D; e++)
    sum += x[e] * y[e];
  return sum;
}

/* y += a x.  */
static void
add (double *y, double a, const double *x)
{
  for (int e = 0; e < D; e++)
    y[e] += a * x[e];
}

/* The weights that query I of head H of sequence B gives to the keys up to its own.  */
static void
weights (double *p, const double *qkv, int b, int h, int i)
{
  double most = -INFINITY, sum = 0;
  for (int j = 0; j <= i; j++)
    {
      p[j] = product (OF (qkv, 0, b, h, i), OF (qkv, 1, b, h, j)) / sqrt (D);
      most = fmax (most, p[j]);
    }
  for (int j = 0; j <= i; j++)
    sum += p[j] = exp (p[j] - most);
  for (int j = 0; j <= i; j++)
    p[j] /= sum;
}

#define EACH_QUERY \
  for (int b = 0; b < BATCH; b++) \
    for (int h = 0; h < HEADS; h++) \
      for (int i = 0; i < LENGTH; i++)

static void
attention (double *y, const double *qkv)
{
  memset (y, 0, ROWS * WIDTH * sizeof *y);
  EACH_QUERY
    {
      double p[LENGTH];
      weights (p, qkv, b, h, i);
      for (int j = 0; j <= i; j++)
	add (y + (b * LENGTH + i) * WIDTH + h * D, p[j], OF (qkv, 2, b, h, j));
    }
}

static void
attention_back (double *dqkv, const double *dy, const double *qkv)
{
  memset (dqkv, 0, ROWS * 3 * WIDTH * sizeof *dqkv);
  EACH_QUERY
    {
      double p[LENGTH], dp[LENGTH], sum = 0;
      const double *d = dy + (b * LENGTH + i) * WIDTH + h * D;
      weights (p, qkv, b, h, i);
      for (int j = 0; j <= i; j++)
	{
	  dp[j] = product (d, OF (qkv, 2, b, h, j));
	  sum += p[j] * dp[j];
	  add (OF (dqkv, 2, b, h, j), p[j], d);
	}
      for (int j = 0; j <= i; j++)
	{
	  double ds = p[j] * (dp[j] - sum) / sqrt (D);
	  add (OF (dqkv, 0, b, h, i), ds, OF (qkv, 1, b, h, j));
	  add (OF (dqkv, 1, b, h, j), ds, OF (qkv, 0, b, h, i));
	}
    }
}

/* x / 2 (1 + tanh u) for this u, and its derivative.  */
#define U(x) (sqrt (2 / M_PI) * ((x) + 0.044715 * (x) * (x) * (x)))
static double
gelu (double x)
{
  return x / 2 * (1 + tanh (U (x)));
}
static double
gelu_slope (double x)
{
  double t = tanh (U (x));
  return (1 + t) / 2 + x / 2 * (1 - t * t) * sqrt (2 / M_PI) * (1 + 3 * 0.044715 * x * x);
}

static double
forward (struct way *a, const struct model *m, const int *token, const int *next)
{
  double loss = 0;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < WIDTH; i++)
      a->x[0][r * WIDTH + i] = m->token[token[r] * WIDTH + i] + m->place[r % LENGTH * WIDTH + i];
  for (int l = 0; l < LAYERS; l++)
    {
      const struct layer *w = &m->layer[l];
      norm (a->layer[l].norm1, a->x[l], w->norm1_scale, w->norm1_shift);
      linear (3 * WIDTH, WIDTH, a->layer[l].qkv, a->layer[l].norm1, w->qkv, w->qkv_bias);
      attention (a->layer[l].heads, a->layer[l].qkv);
      linear (WIDTH, WIDTH, a->layer[l].x, a->layer[l].heads, w->out, w->out_bias);
      for (int i = 0; i < ROWS * WIDTH; i++)
	a->layer[l].x[i] += a->x[l][i];
      norm (a->layer[l].norm2, a->layer[l].x, w->norm2_scale, w->norm2_shift);
      linear (INNER, WIDTH, a->layer[l].up, a->layer[l].norm2, w->up, w->up_bias);
      for (int i = 0; i < ROWS * INNER; i++)
	a->layer[l].inner[i] = gelu (a->layer[l].up[i]);
      linear (WIDTH, INNER, a->x[l + 1], a->layer[l].inner, w->down, w->down_bias);
      for (int i = 0; i < ROWS * WIDTH; i++)
	a->x[l + 1][i] += a->layer[l].x[i];
    }
  norm (a->norm, a->x[LAYERS], m->norm_scale, m->norm_shift);
  linear (VOCABULARY, WIDTH, a->logits, a->norm, m->token, NULL);
  for (int r = 0; r < ROWS; r++)
    {
      double sum = 0;
      for (int i = 0; i < VOCABULARY; i++)
	sum += a->chances[r * VOCABULARY + i] = exp (a->logits[r * VOCABULARY + i]);
      for (int i = 0; i < VOCABULARY; i++)
	a->chances[r * VOCABULARY + i] /= sum;
      loss -= log (a->chances[r * VOCABULARY + next[r]]) / ROWS;
    }
  return loss;
}

static void
backward (struct model *g, struct way *a, const struct model *m, const int *token, const int *next)
{
  static double dx[ROWS * WIDTH], dnorm[ROWS * WIDTH], dqkv[ROWS * 3 * WIDTH], dinner[ROWS * INNER];
  for (int r = 0; r < ROWS; r++)
    {
      a->chances[r * VOCABULARY + next[r]]--;
      for (int i = 0; i < VOCABULARY; i++)
	a->chances[r * VOCABULARY + i] /= ROWS;
    }
  memset (dx, 0, sizeof dx);
  linear_back (VOCABULARY, WIDTH, dnorm, g->token, NULL, a->chances, a->norm, m->token);
  norm_back (dx, g->norm_scale, g->norm_shift, dnorm, a->x[LAYERS], m->norm_scale);
  for (int l = LAYERS; l-- > 0;)
    {
      const struct layer *w = &m->layer[l];
      struct layer *d = &g->layer[l];
      linear_back (WIDTH, INNER, dinner, d->down, d->down_bias, dx, a->layer[l].inner, w->down);
      for (int i = 0; i < ROWS * INNER; i++)
	dinner[i] *= gelu_slope (a->layer[l].up[i]);
      linear_back (INNER, WIDTH, dnorm, d->up, d->up_bias, dinner, a->layer[l].norm2, w->up);
      norm_back (dx, d->norm2_scale, d->norm2_shift, dnorm, a->layer[l].x, w->norm2_scale);
      linear_back (WIDTH, WIDTH, dnorm, d->out, d->out_bias, dx, a->layer[l].heads, w->out);
      attention_back (dqkv, dnorm, a->layer[l].qkv);
      linear_back (3 * WIDTH, WIDTH, dnorm, d->qkv, d->qkv_bias, dqkv, a->layer[l].norm1, w->qkv);
      norm_back (dx, d->norm1_scale, d->norm1_shift, dnorm, a->x[l], w->norm1_scale);
    }
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < WIDTH; i++)
      {
	g->token[token[r] * WIDTH + i] += dx[r * WIDTH + i];
	g->place[r % LENGTH * WIDTH + i] += dx[r * WIDTH + i];
      }
}

double
plain_step (double *w, const int *token, const int *next, double *gradients)
{
  static struct way a;
  struct model *m = (struct model *) w, *g = (struct model *) gradients;
  double loss = forward (&a, m, token, next);
  memset (g, 0, sizeof *g);
  backward (g, &a, m, token, next);
  /* The first step: both means are the gradient and its square.  */
  for (int i = 0; i < WEIGHTS; i++)
    w[i] -= RATE * (gradients[i] / (fabs (gradients[i]) + TINY) + DECAY * w[i]);
  return loss;
}
