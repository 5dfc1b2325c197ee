/* SPDX-License-Identifier: MIT */
/* Atomic and volatile accesses are strong ones of PTX, whatever their type.  */
/* { dg-do run } */
/* { dg-final { scan-ptx {ld\.volatile\S*\.u8} } } */
/* { dg-final { scan-ptx {ld\.volatile\S*\.u16} } } */
/* { dg-final { scan-ptx {ld\.volatile\S*\.u32} } } */
/* { dg-final { scan-ptx {st\.volatile\S*\.u64} } } */
/* { dg-final { scan-ptx {ld\.relaxed\.sys\S*\.u8} } } */
/* { dg-final { scan-ptx {ld\.acquire\.sys\S*\.u64} } } */
/* { dg-final { scan-ptx {st\.release\.sys\S*\.u16} } } */
/* { dg-final { scan-ptx {fence\.sc\.sys} } } */
#include "../aux/t.h"

enum color { RED, GREEN = 70000 };
struct all
{
  signed char c;
  unsigned short h;
  int i;
  long l;
  float f;
  double d;
  _Bool b;
  enum color e;
  int *p;
  int bits : 5, more : 9;
  int a[3];
};

__device volatile int flag;

__kernel void
copy (volatile struct all *in, volatile struct all *out, int *sum)
{
  EACH_THREAD (t)
    if (t == 0)
      {
	volatile int local = 5;
	out->c = in->c;
	out->h = in->h;
	out->i = in->i + local;
	out->l = in->l;
	out->f = in->f;
	out->d = in->d;
	out->b = in->b;
	out->e = in->e;
	out->p = in->p;
	out->bits = in->bits;
	out->more = in->more;
	for (int k = 0; k < 3; k++)
	  out->a[k] = in->a[k];
	in->i;
	flag = 7;
	*sum = flag + out->a[1];
      }
}

__kernel void
atomics (struct all *in, struct all *out)
{
  EACH_THREAD (t)
    if (t == 0)
      {
	__atomic_store_n (&out->c, __atomic_load_n (&in->c, __ATOMIC_RELAXED), __ATOMIC_SEQ_CST);
	__atomic_store_n (&out->h, __atomic_load_n (&in->h, __ATOMIC_CONSUME), __ATOMIC_RELEASE);
	__atomic_store_n (&out->i, __atomic_load_n (&in->i, __ATOMIC_SEQ_CST), __ATOMIC_RELAXED);
	__atomic_store_n (&out->l, __atomic_load_n (&in->l, __ATOMIC_ACQUIRE), __ATOMIC_RELEASE);
	__atomic_store_n (&out->p, __atomic_load_n (&in->p, __ATOMIC_ACQUIRE), __ATOMIC_RELEASE);
	__atomic_load (&in->f, &out->f, __ATOMIC_ACQUIRE);
	double d = in->d;
	__atomic_store (&out->d, &d, __ATOMIC_RELEASE);
	__atomic_load_n (&in->i, __ATOMIC_RELAXED);
      }
}

int
main (void)
{
  struct all in = { -3, 60000, -7, -(1l << 40), 1.5f, -2.25, 1, GREEN, NULL, -9, 200, { 1, 2, 3 } }, out = { };
  int sum = 0, *s = t_dev (&sum, sizeof sum);
  struct all *di = t_dev (&in, sizeof in), *d = t_dev (&out, sizeof out);
  LAUNCH (1, 32, copy, di, d, s);
  OK (px_copy (&out, d, sizeof out));
  t_back (&sum, s, sizeof sum);
  CHECK (sum == 9);
  CHECK (out.c == in.c && out.h == in.h && out.i == in.i + 5 && out.l == in.l && out.f == in.f && out.d == in.d);
  CHECK (out.b == 1 && out.e == GREEN && !out.p && out.bits == -9 && out.more == 200);
  CHECK (out.a[0] == 1 && out.a[1] == 2 && out.a[2] == 3);
  OK (px_memset (d, 0, sizeof out));
  LAUNCH (1, 32, atomics, di, d);
  t_back (&out, d, sizeof out);
  OK (px_free (di));
  CHECK (out.c == in.c && out.h == in.h && out.i == in.i && out.l == in.l && out.f == in.f && out.d == in.d && !out.p);
  return 0;
}
