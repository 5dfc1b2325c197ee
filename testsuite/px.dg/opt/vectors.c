/* SPDX-License-Identifier: MIT */
/* Members of aligned structures are loaded as vectors: of two and four floats, of two doubles,
   of four ints of a structure of the program's, and half of one of which the rest is not loaded.
   The order of the loads does not matter.  What the program stores between is what it loads afterwards.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {ld\.global\.v4\.f32} 2 } } */
/* { dg-final { scan-ptx-times {ld\.global\.v2\.f32} 3 } } */
/* { dg-final { scan-ptx-times {ld\.global\.v2\.f64} 1 } } */
/* { dg-final { scan-ptx-times {ld\.global\.v4\.u32} 1 } } */
#include "../aux/t.h"

typedef struct { int a, b, c, d; } __attribute__ ((aligned (16))) four;
enum { N = 64 };

__kernel __requires (grid (1)) void
floats (const px_float4 *v, float *out)
{
  EACH_THREAD (t)
    {
      px_float4 p = v[t];
      out[t] = p.x + 2 * p.y + 3 * p.z + 4 * p.w;
    }
}

__kernel __requires (grid (1)) void
pairs (const px_float2 *v, float *out)
{
  EACH_THREAD (t)
    {
      px_float2 p = v[t], q = v[N - 1 - t];
      out[t] = p.x + 2 * p.y + 3 * q.x + 4 * q.y;
    }
}

/* The upper half of a vector; the third number is its first.  */
__kernel __requires (grid (1)) void
half (const px_float4 *v, float *out)
{
  EACH_THREAD (t)
    out[t] = v[t].z + 3 * v[t].w;
}

__kernel __requires (grid (1)) void
doubles (const px_double2 *v, float *out)
{
  EACH_THREAD (t)
    out[t] = (float) (v[t].x - v[t].y);
}

__kernel __requires (grid (1)) void
twice (four *v, float *out)
{
  EACH_THREAD (t)
    {
      four p = v[t];
      v[t].b = p.a + p.d;
      four q = v[t];
      out[t] = (float) (p.a + 3 * p.b + 5 * p.c + 7 * p.d - 9 * q.a + 11 * q.b + 13 * q.c - 15 * q.d);
    }
}

/* The last member is loaded, and used, before the first.  */
__kernel __requires (grid (1)) void
backwards (const px_float4 *v, float *out)
{
  EACH_THREAD (t)
    {
      float s = v[t].w * 2;
      s = (s + v[t].z) * 3;
      s = (s + v[t].y) * 5;
      out[t] = s + v[t].x;
    }
}

int
main (void)
{
  float in[4 * N], out[6][N];
  double wide[2 * N];
  int whole[4 * N];
  for (int i = 0; i < 4 * N; i++)
    in[i] = (float) (i * i % 37), whole[i] = i * i % 41;
  for (int i = 0; i < 2 * N; i++)
    wide[i] = i * i % 43;
  float *o[6];
  for (int k = 0; k < 6; k++)
    o[k] = t_dev (NULL, sizeof out[k]);
  float *v = t_dev (in, sizeof in);
  double *w = t_dev (wide, sizeof wide);
  int *f = t_dev (whole, sizeof whole);
  LAUNCH (1, N, floats, (px_float4 *) v, o[0]);
  LAUNCH (1, N, pairs, (px_float2 *) v, o[1]);
  LAUNCH (1, N, half, (px_float4 *) v, o[2]);
  LAUNCH (1, N, doubles, (px_double2 *) w, o[3]);
  LAUNCH (1, N, twice, (four *) f, o[4]);
  LAUNCH (1, N, backwards, (px_float4 *) v, o[5]);
  for (int k = 0; k < 6; k++)
    t_back (out[k], o[k], sizeof out[k]);
  for (int i = 0; i < N; i++)
    {
      float *p = in + 4 * i, *a = in + 2 * i, *b = in + 2 * (N - 1 - i);
      int *x = whole + 4 * i;
      CHECK (out[0][i] == p[0] + 2 * p[1] + 3 * p[2] + 4 * p[3]);
      CHECK (out[1][i] == a[0] + 2 * a[1] + 3 * b[0] + 4 * b[1]);
      CHECK (out[2][i] == p[2] + 3 * p[3]);
      CHECK (out[3][i] == wide[2 * i] - wide[2 * i + 1]);
      CHECK (out[5][i] == ((p[3] * 2 + p[2]) * 3 + p[1]) * 5 + p[0]);
      CHECK (out[4][i] == x[0] + 3 * x[1] + 5 * x[2] + 7 * x[3] - 9 * x[0] + 11 * (x[0] + x[3]) + 13 * x[2] - 15 * x[3]);
    }
  return 0;
}
