/* SPDX-License-Identifier: MIT */
/* No vectors: of an array, which may begin anywhere; of a structure that is aligned as its members;
   of the middle of an aligned one; of what is volatile; of members that a store parts, as it may
   change them; of members that are loaded on different paths; of 16 bits.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-not {ld\.(global\.)?(nc\.)?v[24]} } } */
#include "../aux/t.h"

typedef struct { float x, y, z, w; } loose;
typedef struct { int a, b; } __attribute__ ((aligned (8))) two;
typedef struct { short a, b, c, d; } __attribute__ ((aligned (8))) narrow;
enum { N = 64 };

__kernel __requires (grid (1)) void
array (const float *v, float *out)
{
  EACH_THREAD (t)
    out[t] = v[4 * t] + 2 * v[4 * t + 1] + 3 * v[4 * t + 2] + 4 * v[4 * t + 3];
}

__kernel __requires (grid (1)) void
unaligned (const loose *v, float *out)
{
  EACH_THREAD (t)
    {
      loose p = v[t];
      out[t] = p.x + 2 * p.y + 3 * p.z + 4 * p.w;
    }
}

__kernel __requires (grid (1)) void
middle (const px_float4 *v, float *out)
{
  EACH_THREAD (t)
    out[t] = v[t].y + 3 * v[t].z;
}

__kernel __requires (grid (1)) void
changing (const volatile two *v, float *out)
{
  EACH_THREAD (t)
    out[t] = (float) (v[t].a + 3 * v[t].b);
}

__kernel __requires (grid (1)) void
parted (two *v, int zero, float *out)
{
  EACH_THREAD (t)
    {
      int a = v[t].a;
      ((int *) v)[(2 * t + 1) ^ zero] = a + 5;
      out[t] = (float) (a + 3 * v[t].b);
    }
}

__kernel __requires (grid (1)) void
paths (const two *v, float *out)
{
  EACH_THREAD (t)
    {
      int s = v[t].a;
      if (s & 1)
	s += 3 * v[t].b;
      out[t] = (float) s;
    }
}

__kernel __requires (grid (1)) void
shorts (const narrow *v, float *out)
{
  EACH_THREAD (t)
    out[t] = (float) (v[t].a + 3 * v[t].b + 5 * v[t].c + 7 * v[t].d);
}

int
main (void)
{
  float in[4 * N + 1], out[7][N], *o[7];
  int whole[2 * N];
  short thin[4 * N];
  for (int i = 0; i < 4 * N + 1; i++)
    in[i] = (float) (i * i % 37);
  for (int i = 0; i < 4 * N; i++)
    thin[i] = (short) (i * i % 31);
  for (int i = 0; i < 2 * N; i++)
    whole[i] = i * i % 41;
  for (int k = 0; k < 7; k++)
    o[k] = t_dev (NULL, sizeof out[k]);
  float *v = t_dev (in, sizeof in);
  int *w = t_dev (whole, sizeof whole);
  short *s = t_dev (thin, sizeof thin);
  LAUNCH (1, N, array, v + 1, o[0]);
  LAUNCH (1, N, unaligned, (loose *) (v + 1), o[1]);
  LAUNCH (1, N, middle, (px_float4 *) v, o[2]);
  LAUNCH (1, N, changing, (two *) w, o[3]);
  LAUNCH (1, N, paths, (two *) w, o[5]);
  LAUNCH (1, N, parted, (two *) w, 0, o[4]);
  LAUNCH (1, N, shorts, (narrow *) s, o[6]);
  for (int k = 0; k < 7; k++)
    t_back (out[k], o[k], sizeof out[k]);
  for (int i = 0; i < N; i++)
    {
      float *p = in + 4 * i + 1;
      int *x = whole + 2 * i;
      short *y = thin + 4 * i;
      CHECK (out[0][i] == p[0] + 2 * p[1] + 3 * p[2] + 4 * p[3]);
      CHECK (out[1][i] == p[0] + 2 * p[1] + 3 * p[2] + 4 * p[3]);
      CHECK (out[2][i] == p[0] + 3 * p[1]);
      CHECK (out[3][i] == x[0] + 3 * x[1]);
      CHECK (out[4][i] == x[0] + 3 * (x[0] + 5));
      CHECK (out[5][i] == x[0] + (x[0] & 1 ? 3 * x[1] : 0));
      CHECK (out[6][i] == y[0] + 3 * y[1] + 5 * y[2] + 7 * y[3]);
    }
  return 0;
}
