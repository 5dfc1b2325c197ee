/* SPDX-License-Identifier: MIT */
/* Prices of options: by a formula in float and double, by a binomial tree in shared memory, by
   random numbers that are made of counters (Philox).  */
/* { dg-do run } */
#include "../aux/t.h"

#include <math.h>
#define CND_POLY(k, T) \
  ((k) \
   * ((T)0.31938153 \
      + (k) * ((T)-0.356563782 + (k) * ((T)1.781477937 + (k) * ((T)-1.821255978 + (k) * (T)1.330274429)))))
#define gexp(x) _Generic((x), float : expf, double : exp) (x)
#define CND(T, name) \
  __device static inline T name (T d) \
  { \
    T k = 1 / (1 + (T)0.2316419 * (d < 0 ? -d : d)); \
    T c = (T)0.39894228040143267793994605993438 * gexp (-(T)0.5 * d * d) * CND_POLY (k, T); \
    return d > 0 ? 1 - c : c; \
  }
CND (float, cndf)
CND (double, cnd)
struct option
{
  float s, x, t;
};
struct result
{
  float call, put;
};

__kernel void
black_scholes (const struct option *opt, struct result *res, int n, float r, float v)
{
  int i0 __perspective (thread, 1) = px_id (thread), step = px_units (thread);
  for (int base = 0; base < n; base += step)
    __partition (thread, 1, struct result *o = res + base + i0)
      __group (thread, 1)
	if (base + i0 < n)
	  {
	    const struct option *p = &opt[base + i0];
	    float sq = sqrtf (p->t), d1 = (logf (p->s / p->x) + (r + .5f * v * v) * p->t) / (v * sq),
		  d2 = d1 - v * sq;
	    float e = expf (-r * p->t);
	    o->call = p->s * cndf (d1) - p->x * e * cndf (d2);
	    o->put = p->x * e * (1 - cndf (d2)) - p->s * (1 - cndf (d1));
	  }
}

enum { STEPS = 255, TB = 64, E = (STEPS + 1) / TB };

__kernel __requires (grid (1), block (1), threads (TB)) void
binomial (const struct option *opt, float *out, float r, float v)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *o = out + b)
    __group (block, 1)
      {
	__shared double end[TB + 1];
	int t __perspective (thread, 1) = px_id (thread);
	struct option q = opt[b];
	double dt = (double) q.t / STEPS, vdt = v * sqrt (dt), rd = exp (r * dt), ird = 1 / rd;
	double u = exp (vdt), d = exp (-vdt), pu = (rd - d) / (u - d) * ird, pd = (1 - (rd - d) / (u - d)) * ird;
	double call[E + 1] __perspective (thread, 1);
	for (int i = 0; i < E; i++)
	  {
	    double x __perspective (thread, 1) = q.s * exp (vdt * (2.0 * (t * E + i) - STEPS)) - q.x;
	    call[i] = x > 0 ? x : 0;
	  }
	__claim (thread, 1, double *p = &end[TB])
	  __split (thread)
	    {
	      __case (1)
		*p = 0;
	    }
	int final __perspective (thread, 1) = t * E - 1 > 0 ? t * E - 1 : 0;
	for (int i = STEPS; i > 0; i--)
	  {
	    __partition (thread, 1, double *p = end + t)
	      *p = call[0];
	    call[E] = end[t + 1];
	    __group (thread, 1)
	      if (i > final)
		for (int j = 0; j < E; j++)
		  call[j] = pu * call[j + 1] + pd * call[j];
	  }
	__partition (thread, 1, float *p = o + t)
	  __group (thread, 1)
	    if (t == 0)
	      *p = (float) call[0];
      }
}

struct philox
{
  unsigned c[4], k[2];
};

__device static inline void
philox_round (struct philox *s)
{
  unsigned h0 = px_mulhi (0xD2511F53u, s->c[0]), l0 = 0xD2511F53u * s->c[0];
  unsigned h1 = px_mulhi (0xCD9E8D57u, s->c[2]), l1 = 0xCD9E8D57u * s->c[2];
  s->c[0] = h1 ^ s->c[1] ^ s->k[0], s->c[1] = l1, s->c[2] = h0 ^ s->c[3] ^ s->k[1], s->c[3] = l0;
  s->k[0] += 0x9E3779B9u, s->k[1] += 0xBB67AE85u;
}

__device static struct philox
philox (unsigned i, unsigned long long seed)
{
  struct philox s = { { i, 0, 0, 0 }, { (unsigned) seed, (unsigned) (seed >> 32) } };
  for (int r = 0; r < 10; r++)
    philox_round (&s);
  return s;
}

__device double mc_sum, mc_sum2;

__kernel __requires (grid (1), block (1), thread (32)) void
monte_carlo (struct option q, float r, float v, int paths, unsigned long long seed)
{
  int i __perspective (thread, 1) = px_id (thread), step = px_units (thread);
  double s __perspective (thread, 1) = 0, s2 __perspective (thread, 1) = 0;
  __group (thread, 1)
    for (int p = i; p < paths; p += step)
      {
	struct philox z = philox (p, seed);
	for (int k = 0; k < 4; k += 2)
	  {
	    float u1 = (z.c[k] + .5f) * 0x1p-32f, u2 = (z.c[k + 1] + .5f) * 0x1p-32f;
	    float rad = sqrtf (-2 * logf (u1)), sn = sinf (6.2831853f * u2), cs = cosf (6.2831853f * u2);
	    float g[2] = { rad * cs, rad * sn };
	    for (int m = 0; m < 2; m++)
	      {
		float pay = q.s * expf ((r - .5f * v * v) * q.t + v * sqrtf (q.t) * g[m]) - q.x;
		pay = pay > 0 ? pay : 0;
		s += pay, s2 += (double) pay * pay;
	      }
	  }
      }
  for (int d = 16; d; d >>= 1)
    {
      s += px_shfl_xor (s, d);
      s2 += px_shfl_xor (s2, d);
    }
  __group (thread, 1)
    if (i % 32 == 0)
      {
	px_atomic_add (&mc_sum, s);
	px_atomic_add (&mc_sum2, s2);
      }
}

static double
ref (struct option o, double r, double v)
{
  double d1 = (log (o.s / o.x) + (r + v * v / 2) * o.t) / (v * sqrt (o.t)), d2 = d1 - v * sqrt (o.t);
  return o.s * .5 * erfc (-d1 / sqrt (2)) - o.x * exp (-r * o.t) * .5 * erfc (-d2 / sqrt (2));
}

int
main (void)
{
  enum { N = 100 };
  static struct option o[N];
  static struct result r[N];
  static float b[4];
  for (int i = 0; i < N; i++)
    o[i] = (struct option) { 5 + t_random () % 25, 1 + t_random () % 99, .25f + t_random () % 9 };
  struct option *d = t_dev (o, sizeof o);
  struct result *dr = t_dev (0, sizeof r);
  float *db = t_dev (0, sizeof b);
  LAUNCH (1, 32, black_scholes, d, dr, N, .02f, .3f);
  LAUNCH (4, TB, binomial, d, db, .02f, .3f);
  t_back (r, dr, sizeof r);
  t_back (b, db, sizeof b);
  OK (px_free (d));
  for (int i = 0; i < N; i++)
    {
      double c = ref (o[i], .02, .3);
      CHECK (fabs (c - r[i].call) < 1e-3 && fabs (c - o[i].s + o[i].x * exp (-.02 * o[i].t) - r[i].put) < 1e-3);
      if (i < 4)
	CHECK (fabs (c - b[i]) < .02);
    }
  struct option q = { 20, 21, 1 };
  int paths = 4000;
  double s;
  LAUNCH (2, 64, monte_carlo, q, .02f, .3f, paths, 1234567890123ull);
  OK (px_copy_from_symbol (&s, px_symbol (mc_sum), 0, 8));
  CHECK (fabs (s / (4 * paths) * exp (-.02) - ref (q, .02, .3)) < .1);
  return 0;
}
