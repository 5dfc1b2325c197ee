/* SPDX-License-Identifier: MIT */
/* Helpers that access memory by intrinsics, in every form a function can have: what they access
   is ordered in the caller, inlined or not.  */
/* { dg-do run } */
/* { dg-additional-sources "aux/helpers-1.c" } */
#include "../aux/t.h"
#include "aux/helpers.h"

enum { T = 64 };

#define FORM(form, attributes) \
  __device attributes void form##_add (int *p __perspective (block, 1), int i) { px_atomic_add (p + i, 1); } \
  __device attributes void form##_put (int *p, int v) { px_st4 (p, ((px_int4) { v, v, v, v })); } \
  __device attributes int form##_get (const int *p) { px_int4 a = px_ld4 (p); return a.y; } \
  __device attributes __requires (block (1), threads (T)) void \
  form##_all (int *p, int v) \
  { int t __perspective (thread, 1) = px_id (thread); __group (thread, 1) px_atomic_add (p + (4 * t ^ 132), v); }
FORM (plain,)
FORM (hidden, static)
FORM (inlined, static inline)
FORM (apart, __attribute__ ((noinline)))
FORM (opaque, OPAQUE)

#define KERNEL(form) \
  __kernel __requires (grid (1), block (1), threads (T)) void \
  k_##form (int *out) \
  { \
    int b __perspective (block, 1) = px_id (block); \
    __partition (block, 1, int *o = out + b * T) \
      __group (block, 1) \
	{ \
	  __shared _Alignas (16) int x[4 * T]; \
	  int t __perspective (thread, 1) = px_id (thread), v __perspective (thread, 1) = 0; \
	  __partition (thread, 1, int *w = x + 4 * t) __group (thread, 1) for (int i = 0; i < 4; i++) w[i] = 1; \
	  v = x[4 * (t ^ 33)]; \
	  __partition (thread, 1, int *w = x + 4 * t) __group (thread, 1) form##_put (w, 10 + t); \
	  __group (thread, 1) v += 10 * form##_get (x + 4 * (t ^ 33)); \
	  __group (thread, 1) form##_add (x, 4 * (t ^ 35)); \
	  v += 1000 * x[4 * t]; \
	  __partition (thread, 1, int *w = x + 4 * t) *w = t; \
	  form##_all (x, 5); \
	  v += 100000 * x[4 * t]; \
	  __partition (thread, 1, int *w = o + t) *w = v; \
	} \
  }
KERNEL (plain) KERNEL (hidden) KERNEL (inlined) KERNEL (apart) KERNEL (opaque) KERNEL (other)

int
main (void)
{
  static void (*const kernel[]) (int *) = { k_plain, k_hidden, k_inlined, k_apart, k_opaque, k_other };
  int *d = px_alloc (T * sizeof *d), out[T];
  for (int k = 0; k < (int) (sizeof kernel / sizeof *kernel); k++)
    {
      OK (px_memset (d, 0xff, sizeof out));
      LAUNCH (1, T, kernel[k], d);
      OK (px_copy (out, d, sizeof out));
      for (int t = 0; t < T; t++)
	CHECK (out[t] == 1 + 10 * (10 + (t ^ 33)) + 1000 * (10 + t + 1) + 100000 * (t + 5));
    }
  OK (px_free (d));
  return 0;
}
