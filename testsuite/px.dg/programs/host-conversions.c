/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* The conversions that host code may call give the device's bits: of all numbers of 16 and 8 bits,
   and of floats and doubles around all that those can be.  */
#include "../aux/t.h"
#include <math.h>

enum { N = 1 << 16 };

struct wide { unsigned half, bf16, e4m3, e5m2; px_float2 pair[2]; };	/* without padding */
struct narrow
{
  px_half half, from_double;
  px_bf16 bf16;
  px_tf32 tf32;
  px_e4m3 e4m3;
  px_e5m2 e5m2;
  px_half2 halves;
  px_bf162 bf16s;
};

#define WIDEN \
  { \
    px_half h = { (unsigned short) i }; \
    px_bf16 b = { (unsigned short) i }; \
    float f[2] = { px_to_float (h), px_to_float (b) }; \
    memcpy (&w.half, &f[0], 4); \
    memcpy (&w.bf16, &f[1], 4); \
    w.e4m3 = px_widen ((px_e4m3) { (unsigned char) i }).bits; \
    w.e5m2 = px_widen ((px_e5m2) { (unsigned char) i }).bits; \
    w.pair[0] = px_to_float2 (px_pack (h, px_high (px_pack (h, h)))); \
    w.pair[1] = px_to_float2 (px_pack (px_low (px_pack (b, b)), b)); \
  }
#define NARROW \
  { \
    n.half = px_to_half (v); \
    n.from_double = px_to_half (d); \
    n.bf16 = px_to_bf16 (v); \
    n.tf32 = px_to_tf32 (v); \
    n.e4m3 = px_to_e4m3 (v); \
    n.e5m2 = px_to_e5m2 (v); \
    n.halves = px_to_half2 (v, -v); \
    n.bf16s = px_to_bf162 (-v, v); \
  }

__kernel void
widen (struct wide *out)
{
  int i = px_id (thread);
  __each (thread, struct wide *own = out + i)
    {
      struct wide w;
      WIDEN
      *own = w;
    }
}

__kernel void
narrow (const float *in, const double *ind, struct narrow *out)
{
  int i = px_id (thread);
  __each (thread, struct narrow *own = out + i)
    {
      struct narrow n;
      float v = in[i];
      double d = ind[i];
      NARROW
      *own = n;
    }
}

static struct wide got[N], want[N];
static struct narrow gotn[N];
static float v[N];
static double d[N];

/* Compare for the floats in v, the doubles in d.  */
static void
compare (void)
{
  float *dv = t_dev (v, sizeof v);
  double *dd = t_dev (d, sizeof d);
  struct narrow *out = t_dev (NULL, sizeof gotn);
  LAUNCH (N / 256, 256, narrow, dv, dd, out);
  t_back (gotn, out, sizeof gotn);
  OK (px_free (dv));
  OK (px_free (dd));
  for (int i = 0; i < N; i++)
    {
      struct narrow n;
      float v_ = v[i];
      double d_ = d[i];
#define v v_
#define d d_
      NARROW
#undef v
#undef d
      CHECK (n.half.bits == gotn[i].half.bits);
      CHECK (n.from_double.bits == gotn[i].from_double.bits);
      CHECK (n.bf16.bits == gotn[i].bf16.bits);
      CHECK (n.tf32.bits == gotn[i].tf32.bits);
      CHECK (n.e4m3.bits == gotn[i].e4m3.bits);
      CHECK (n.e5m2.bits == gotn[i].e5m2.bits);
      CHECK (n.halves.bits == gotn[i].halves.bits);
      CHECK (n.bf16s.bits == gotn[i].bf16s.bits);
    }
}

int
main (void)
{
  struct wide *out = t_dev (NULL, sizeof got);
  LAUNCH (N / 256, 256, widen, out);
  t_back (got, out, sizeof got);
  for (int i = 0; i < N; i++)
    {
      struct wide w;
      WIDEN
      want[i] = w;
    }
  CHECK (!memcmp (got, want, sizeof got));

  /* Each number of 16 bits, each middle of two, and what is next to them.  */
  for (int kind = 0; kind < 2; kind++)
    for (int step = -2; step <= 2; step++)
      {
	for (int i = 0; i < N; i++)
	  {
	    float x = kind ? px_to_float ((px_bf16) { (unsigned short) i }) : px_to_float ((px_half) { (unsigned short) i });
	    float y = kind ? px_to_float ((px_bf16) { (unsigned short) (i + 1) }) : px_to_float ((px_half) { (unsigned short) (i + 1) });
	    d[i] = x / 2. + y / 2.;
	    v[i] = step % 2 ? (float) d[i] : x;
	    for (int k = 0; k < abs (step); k++)
	      {
		v[i] = nextafterf (v[i], step < 0 ? -INFINITY : INFINITY);
		d[i] = nextafter (d[i], step < 0 ? -INFINITY : INFINITY);
	      }
	  }
	compare ();
      }
  /* Any bits.  */
  for (int i = 0; i < N; i++)
    {
      unsigned long long r = t_random ();
      memcpy (&v[i], &r, 4);
      r = t_random ();
      memcpy (&d[i], &r, 8);
    }
  compare ();
  return 0;
}
