/* SPDX-License-Identifier: MIT */
/* arch: sm_90a.  flags: -g.  Programs with one defect each (plant.h).
   Structures with padding in global memory: written by member, copied whole, used.  */
#include "plant.h"
struct int_char
{
  int a;
  char c;
};
struct double_char
{
  double a;
  char c;
};
struct double_int
{
  double a;
  int c;
};
struct short_char
{
  short a;
  char c;
};
struct char_double
{
  char c;
  double a;
};
struct int_chars
{
  int a;
  char c, d, e;
};
struct __align__ (16) three
{
  float a, b, c;
};
struct __align__ (16) long_int_char
{
  long long a;
  int i;
  char c;
};
struct __align__ (32) one
{
  float a, c;
};
struct double_short
{
  double a;
  short c;
};
struct __align__ (16) int_char_4
{
  int a;
  char c;
};
struct __align__ (8) short_char_2
{
  short a;
  char c;
};
struct char_double_char
{
  char a;
  double d;
  char c;
};
template <class T> __global__ void
members (T *p, bool c)
{
  int i = threadIdx.x;
  p[i].a = i;
  if (c)
    p[i].c = i;
}
template <class T> __global__ void
whole (T *q, const T *p)
{
  int i = threadIdx.x;
  q[i] = p[i ^ 1];	/* char_double_used init, short_char_used init, double_int_used init, double_char_used init, double_short_used init, int_char_4_used init, short_char_2_used init */
}
template <class T> __global__ void
through_shared (T *q, const T *p)
{
  __shared__ T s[64];
  int i = threadIdx.x;
  s[i] = p[i];
  __syncthreads ();
  q[i] = s[i ^ 1];
}
/* The copies of two threads in two branches: nvcc loads the padding as integers.  */
template <class T> __global__ void
exchanged (T *p)
{
  int i = threadIdx.x;
  T t = p[i];	/* double_short_used init, int_char_4_used init, short_char_2_used init */
  __syncthreads ();
  if (i & 1)
    p[i ^ 1] = t;	/* double_short_used init, int_char_4_used init, short_char_2_used init */
  else
    p[i + 1] = t;	/* double_short_used init, int_char_4_used init, short_char_2_used init */
}
template <class T> __global__ void
sums (int *q, const T *p)
{
  int i = threadIdx.x;
  T t = p[i];	/* value_used init, int_char_used init, double_char_used init, double_int_used init, short_char_used init, char_double_used init, int_chars_used init, long_int_char_used init, three_used init, one_used init, double_short_used init, int_char_4_used init, short_char_2_used init, value_used init */
  q[i] = t.a + t.c;	/* value_used init, int_char_used init, double_char_used init, double_int_used init, short_char_used init, char_double_used init, int_chars_used init, long_int_char_used init, three_used init, one_used init, double_short_used init, int_char_4_used init, short_char_2_used init */
}
/* Copies of copies, by each way there is; without C nobody sets that member.  */
template <class T> static void
copies (bool bad, bool exchange = true)
{
  T *p, *q, h[64];
  int *r = dev<int> (64, false);
  CK (cudaMalloc (&p, sizeof h));
  CK (cudaMalloc (&q, sizeof h));
  members<<<1, 64>>> (p, !bad);
  whole<<<1, 64>>> (q, p);
  through_shared<<<1, 64>>> (p, q);
  whole<<<1, 64>>> (q, p);
  if (exchange)
    exchanged<<<1, 64>>> (q);
  CK (cudaMemcpy (p, q, sizeof h, cudaMemcpyDeviceToDevice));
  sums<<<1, 64>>> (r, p);
  CK (cudaMemcpy (h, p, sizeof h, cudaMemcpyDeviceToHost));
  printf ("%g\n", (double) h[3].a);
  show (r, 64);
}
PROG (int_char_used) { copies<int_char> (bad); }
PROG (double_char_used) { copies<double_char> (bad); }
PROG (double_int_used) { copies<double_int> (bad); }
PROG (short_char_used) { copies<short_char> (bad); }
PROG (char_double_used) { copies<char_double> (bad); }
PROG (int_chars_used) { copies<int_chars> (bad); }
PROG (long_int_char_used) { copies<long_int_char> (bad, false); }
PROG (three_used) { copies<three> (bad, false); }
PROG (one_used) { copies<one> (bad); }
PROG (double_short_used) { copies<double_short> (bad); }
PROG (int_char_4_used) { copies<int_char_4> (bad); }
PROG (short_char_2_used) { copies<short_char_2> (bad); }
/* A variable that is stored whole.  */
template <class T> __global__ void
values (T *q)
{
  T t;
  t.a = threadIdx.x;
  t.d = 1;
  t.c = 2;
  q[threadIdx.x] = t;
}
PROG (value_used)
{
  char_double_char *q;
  int *r = dev<int> (64, false);
  CK (cudaMalloc (&q, 64 * sizeof *q));
  if (!bad)
    values<<<1, 64>>> (q);
  sums<<<1, 64>>> (r, q);
  show (r, 64);
}
/* What is loaded with the padding is used in a branch, as an address.  */
__global__ void
branches (int *q, const int_char *p, int bad)
{
  unsigned long long t = *(const unsigned long long *) &p[threadIdx.x * 2];
  if (bad ? t >> 40 == 5 : (t >> 32 & 0xff) == 5)	/* padding_branch init */
    q[threadIdx.x] = 1;					/* padding_branch init */
}
PROG (padding_branch)
{
  int_char *p;
  int *q = dev<int> (64);
  CK (cudaMalloc (&p, 64 * sizeof *p));
  members<<<1, 64>>> (p, true);
  branches<<<1, 32>>> (q, p, bad);
  done ();
}
__global__ void
indexes (int *q, const int2 *p)
{
  int2 t = p[threadIdx.x];
  q[t.y & 63] = t.x;	/* half_address init */
}
__global__ void
firsts (int2 *p, bool both)
{
  p[threadIdx.x].x = threadIdx.x;
  if (both)
    p[threadIdx.x].y = threadIdx.x;
}
PROG (half_address)
{
  int2 *p;
  int *q = dev<int> (64);
  CK (cudaMalloc (&p, 64 * sizeof *p));
  firsts<<<1, 64>>> (p, !bad);
  indexes<<<1, 64>>> (q, p);
  done ();
}
/* An element that is forgotten is no padding, though the one before it is there, and is copied by
   the same thread.  */
__global__ void
fills (int *p, int n)
{
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    p[i] = i;
}
__global__ void
moves (int *q, const int *p, int n)
{
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    q[i] = p[i];	/* element_forgotten init */
}
PROG (element_forgotten)
{
  int *p = dev<int> (256, false), *q = dev<int> (256, false);
  fills<<<1, 32>>> (p, bad ? 255 : 256);
  moves<<<1, 32>>> (q, p, 256);
  show (q, 256);
}
/* Half of each element is forgotten.  */
__global__ void
halves (short *p, int step)
{
  p[threadIdx.x * step] = threadIdx.x;
}
__global__ void
adds (int *q, const int *p)
{
  q[threadIdx.x] = p[threadIdx.x] + 1;	/* half_forgotten init */
}
PROG (half_forgotten)
{
  int *p = dev<int> (64, false), *q = dev<int> (64, false);
  halves<<<1, bad ? 64 : 128>>> ((short *) p, bad ? 2 : 1);
  adds<<<1, 64>>> (q, p);
  show (q, 64);
}
/* What is copied unset is unset where it is copied to, in shared memory, too.  */
__global__ void
fourth (float *q, const float4 *p)
{
  q[threadIdx.x] = p[threadIdx.x].w;	/* copied_unset init */
}
__global__ void
colours (float4 *p, bool all)
{
  float4 *x = p + threadIdx.x;
  x->x = x->y = x->z = 1;
  if (all)
    x->w = 1;
}
PROG (copied_unset)
{
  float4 *p, *q;
  float *r = dev<float> (64);
  CK (cudaMalloc (&p, 64 * sizeof *p));
  CK (cudaMalloc (&q, 64 * sizeof *q));
  colours<<<1, 64>>> (p, !bad);
  through_shared<<<1, 64>>> (q, p);
  fourth<<<1, 64>>> (r, q);
  show (r, 64);
}
