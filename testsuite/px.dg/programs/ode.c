/* SPDX-License-Identifier: MIT */
/* Systems of differential equations, one a block, a thread an equation: Runge and Kutta (Fehlberg),
   with steps as the error demands.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <math.h>

enum { EQ = 8 };
struct solver
{
  float t, dt, err;
  enum
  {
    STEP,
    REJECT,
    DONE
  } state;
  unsigned steps : 16, rejects : 16;
};
#define STAGES 6
__constant float A[STAGES][5] = { { 0 },
				  { .25f },
				  { 3.f / 32, 9.f / 32 },
				  { 1932.f / 2197, -7200.f / 2197, 7296.f / 2197 },
				  { 439.f / 216, -8, 3680.f / 513, -845.f / 4104 },
				  { -8.f / 27, 2, -3544.f / 2565, 1859.f / 4104, -11.f / 40 } };
__constant float B5[STAGES] = { 16.f / 135, 0, 6656.f / 12825, 28561.f / 56430, -9.f / 50, 2.f / 55 },
		 B4[STAGES] = { 25.f / 216, 0, 1408.f / 2565, 2197.f / 4104, -1.f / 5, 0 };

__device static inline float
deriv (int eq, float t, const float *y)
{
  switch (eq)
    {
    case 0:
      return y[1];
    case 1:
      return -y[0];
    case 2:
      return -.5f * y[2];
    case 3:
      return 10 * (y[4] - y[3]) * .1f;
    case 4:
      return y[3] * (2 - y[5]) * .1f - y[4] * .1f;
    case 5:
      return (y[3] * y[4] - y[5]) * .1f;
    case 6:
      return cosf (t);
    default:
      return 1 / (1 + t * t);
    }
}

__kernel __requires (grid (1), block (1), threads (32), smem (2 * EQ * 4 * 4 + 64)) void
solve (float *y, struct solver *sol, float tend, float tol)
{
  int w __perspective (block, 1) = px_id (block);
  __partition (block, 1, float *yw = y + w * EQ)
    __partition (block, 1, struct solver *sw = sol + w)
      __group (block, 1)
	{
	  __shared float cur[EQ];
	  int t __perspective (thread, 1) = px_id (thread);
	  struct solver s = { .dt = .01f, .state = STEP };
	  float mine __perspective (thread, 1) = t < EQ ? yw[t] : 0;
	  while (s.state != DONE)
	    {
	      float k[STAGES] __perspective (thread, 1) = { 0 };
	      for (int st = 0; st < STAGES; st++)
		{
		  float v __perspective (thread, 1) = mine;
		  for (int j = 0; j < st; j++)
		    v += s.dt * A[st][j] * k[j];
		  __partition (thread, 1, float *p = cur + t)
		    __group (thread, 1)
		      if (t < EQ)
			*p = v;
		  float at = s.t
			     + s.dt
				   * (st == 0	? 0
				      : st == 1 ? .25f
				      : st == 2 ? .375f
				      : st == 3 ? 12.f / 13
				      : st == 4 ? 1
						: .5f);
		  __group (thread, 1)
		    if (t < EQ)
		      k[st] = deriv (t, at, cur);
		}
	      float n5 __perspective (thread, 1) = mine, e __perspective (thread, 1) = 0;
	      for (int j = 0; j < STAGES; j++)
		n5 += s.dt * B5[j] * k[j], e += s.dt * (B5[j] - B4[j]) * k[j];
	      e = fabsf (e);
	      for (int d = 16; d; d >>= 1)
		e = fmaxf (e, px_shfl_xor (e, d));
	      __shared float worst;
	      __claim (thread, 1, float *p = &worst)
		__split (thread)
		  {
		    __case (1)
		      *p = e;
		  }
	      s.err = worst;
	      s.state = s.err > tol ? REJECT : STEP;
	      switch (s.state)
		{
		case STEP:
		  s.t += s.dt;
		  mine = n5;
		  s.steps++;
		  if (s.t >= tend - 1e-5f)
		    s.state = DONE;
		  /* fall through */
		case REJECT:
		  if (s.state == REJECT)
		    s.rejects++;
		  s.dt *= fminf (4, fmaxf (.1f, .84f * sqrtf (sqrtf (tol / fmaxf (s.err, 1e-12f)))));
		  if (s.t + s.dt > tend)
		    s.dt = tend - s.t;
		case DONE:
		  break;
		}
	    }
	  __partition (thread, 1, float *p = yw + t)
	    __group (thread, 1)
	      if (t < EQ)
		*p = mine;
	  __partition (thread, 1, struct solver *p = sw + t)
	    __group (thread, 1)
	      if (t == 0)
		*p = s;
	}
}

int
main (void)
{
  enum { N = 3 };
  float *y = NEW (float, N * EQ);
  struct solver *s = NEW (struct solver, N);
  for (int i = 0; i < N; i++)
    {
      float y0[EQ] = { 1 + i, 0, 2, 1, 1, 1, 0, 0 };
      memcpy (y + i * EQ, y0, sizeof y0);
    }
  LAUNCH (N, 32, solve, y, s, 3.f, 1e-5f);
  for (int i = 0; i < N; i++)
    {
      float *v = y + i * EQ;
      CHECK (s[i].steps > 3 && s[i].steps < 500);
      CHECK (fabs (v[0] - (1 + i) * cos (3)) < 1e-3 && fabs (v[2] - 2 * exp (-1.5)) < 1e-3
	     && fabs (v[6] - sin (3)) < 1e-3 && fabs (v[7] - atan (3)) < 1e-3);
    }
  return 0;
}
