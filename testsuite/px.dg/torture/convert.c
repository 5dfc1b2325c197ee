/* SPDX-License-Identifier: MIT */
/* Conversions between all arithmetic types.  */
/* { dg-do run } */
#include "../aux/t.h"

#define TYPES(M) M (signed char) M (unsigned char) M (short) M (unsigned short) \
  M (int) M (unsigned int) M (long long) M (unsigned long long) M (float) M (double)
#define ONE(T) *r++ = (double) (T) x;
#define ALL(V) { __typeof__ (V) x = V; TYPES (ONE) }
#define EVAL(v) { double *r = out; \
  ALL ((signed char) v) ALL ((short) v) ALL ((int) v) ALL ((long long) v) \
  ALL ((unsigned char) v) ALL ((unsigned short) v) ALL ((unsigned int) v) \
  ALL ((unsigned long long) v) }
#define FROM_FP(v, F) { double *r = out; \
  *r++ = (int) (F) v; *r++ = (long long) (F) v; *r++ = (short) (F) v; \
  *r++ = (F) v > 0 ? (unsigned int) (F) v : 0; \
  *r++ = (F) v > 0 ? (unsigned long long) (F) v : 0; *r++ = (float) (F) v; \
  *r++ = (F) v != 0; }

__kernel void integers (long long v, double *out) { EACH_THREAD (t) EVAL (v) }
__kernel void doubles (double v, double *out) { EACH_THREAD (t) FROM_FP (v, double) }
__kernel void floats (double v, double *out) { EACH_THREAD (t) FROM_FP (v, float) }

static void host_integers (long long v, double *out) EVAL (v)
static void host_doubles (double v, double *out) FROM_FP (v, double)
static void host_floats (double v, double *out) FROM_FP (v, float)

#define TEST(kernel, host, v, n) { \
  double got[n], want[n], *d = t_dev (0, sizeof got); \
  LAUNCH (1, 1, kernel, v, d); \
  t_back (got, d, sizeof got); \
  host (v, want); \
  for (int i = 0; i < n; i++) \
    CHECK (got[i] == want[i]); }

int
main (void)
{
  static const long long ints[] = {
    0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, -32768, 65535, 65536,
    16777217, 2147483647, -2147483648LL, 4294967295, 4294967296,
    0x7fffffffffffffff, -0x7fffffffffffffff, 0x123456789abcdef
  };
  static const double fps[] = { 0, 0.4, 0.5, 0.99, 1.5, -0.5, -1.99, 300.7, -32767.9, 32000.1, 1e-300 };
  for (unsigned i = 0; i < sizeof ints / sizeof *ints; i++)
    TEST (integers, host_integers, ints[i], 80)
  for (unsigned i = 0; i < sizeof fps / sizeof *fps; i++)
    {
      TEST (doubles, host_doubles, fps[i], 7)
      TEST (floats, host_floats, fps[i], 7)
    }
  return 0;
}
