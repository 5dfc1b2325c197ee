/* SPDX-License-Identifier: MIT */
/* Rotary embedding, of heads around a warp's width, in its place and elsewhere, there and back, against double; what
   is refused; threads that call at the same time.  With an argument, a few.  */
#include <pthread.h>
#include "t.h"

#define ROTARY(t, ...) \
  ((t) == 's'	? pxblas_srotary (__VA_ARGS__) \
   : (t) == 'h' ? pxblas_hrotary (__VA_ARGS__) \
		: pxblas_brotary (__VA_ARGS__))

/* Whether Y is X turned as R and POSITIONS, which may be NULL, say.  */
static bool
good (char type, const pxblas_rotary *r, const int64_t *positions, const struct array *x, long ldx, const struct array *y,
      long ldy)
{
  bool good = true;
  for (long i = 0; i < r->count; i++)
    for (long h = 0; h < r->heads; h++)
      {
	long from = i * ldx + h * r->d, to = i * ldy + h * r->d, half = r->turned / 2;
	for (long p = 0; p < half; p++)
	  {
	    long first = r->interleaved ? 2 * p : p, second = r->interleaved ? 2 * p + 1 : p + half;
	    double position = positions ? positions[i] : r->first + i,
		   angle = fmod (position * pow (r->base, -(double) p / half), 2 * M_PI);
	    /* The angle's error is one of 2^-46 of the position at most, 2^-23 roundings.  */
	    double roundings = 4 + position * 0x1p-23;
	    double c = cos (angle), s = r->inverse ? -sin (angle) : sin (angle), u = OLD (*x, from + first),
		   v = OLD (*x, from + second), size = fabs (u) + fabs (v);
	    good &= near_sum (type, GET (*y, to + first), u * c - v * s, size, roundings);
	    good &= near_sum (type, GET (*y, to + second), v * c + u * s, size, roundings);
	  }
	for (long e = r->turned; e < r->d; e++)
	  good &= GET (*y, to + e) == OLD (*x, from + e);
      }
  return good && others_same (y, r->heads * r->d, r->count, ldy);
}

static void
rotary (char type, pxblas_rotary r, long extra, bool in_place, bool array)
{
  DOING ("%crotary count = %ld, heads = %ld, d = %ld, turned = %ld, first = %ld, interleaved %d, inverse %d, extra = %ld, in "
	 "place %d, positions %d",
	 type, (long) r.count, (long) r.heads, (long) r.d, (long) r.turned, (long) r.first, r.interleaved, r.inverse, extra,
	 in_place, array);
  long wide = r.heads * r.d, ldx = wide + extra, ldy = in_place ? ldx : wide + 2 * extra;
  ldx += !ldx, ldy += !ldy;
  struct array x = new_array (type, ldx * r.count, false), y = new_array (type, ldy * r.count, true),
	       *to = in_place ? &x : &y;
  int64_t *positions = array ? px_alloc_managed ((r.count + 1) * sizeof *positions) : NULL;
  for (long i = 0; array && i < r.count; i++)
    positions[i] = i % 3 == 2 ? (1ll << 27) + i : i * 7;
  OK (ROTARY (type, &r, positions, (void *) x.p, ldx, (void *) to->p, ldy, NULL));
  OK (px_synchronize ());
  CHECK (good (type, &r, positions, &x, ldx, to, ldy));
  CHECK (in_place || unchanged (&x));
  CHECK (!in_place || unchanged (&y));
  OK (px_free (positions));
  free_array (&x);
  free_array (&y);
}

static void
refused (void)
{
  struct array a = new_array ('s', 200, false);
  float *x = (float *) a.p, *y = x + 100;
  int64_t *positions = px_alloc_managed (8 * sizeof *positions);
  const pxblas_rotary taken = { 3, 2, 8, 6, 0, 10000, 0, 0 };
#define CALL_OF(positions, x, ldx, y, ldy) pxblas_srotary (&taken, positions, x, ldx, y, ldy, NULL)
#define REFUSED_WITH(MEMBER, N, words) \
  { \
    pxblas_rotary r = taken; \
    r.MEMBER = N; \
    REFUSED (pxblas_srotary (&r, NULL, x, 16, y, 16, NULL), words); \
  }
  REFUSED_WITH (count, -1, "pxblas_srotary: count is -1")
  REFUSED_WITH (count, 1ll << 31, "count is 2147483648")
  REFUSED_WITH (count, 1 << 30, "more than 67108856 heads")
  REFUSED_WITH (heads, -1, "heads is -1")
  REFUSED_WITH (heads, 1 << 29, "more than 2147483392 elements")
  REFUSED_WITH (heads, 3, "ldx is 16, less than 24")
  REFUSED_WITH (d, 1ll << 31, "d is 2147483648")
  REFUSED_WITH (turned, 10, "turned is 10, not within 0 ... 8")
  REFUSED_WITH (turned, 5, "turned is 5, which is odd")
  REFUSED_WITH (base, 0.5, "base is 0.5, not within")
  REFUSED_WITH (base, NAN, "not within 1 ... 2^1000")
  REFUSED_WITH (base, INFINITY, "base is inf")
  REFUSED (CALL_OF (NULL, x, 16, y, 15), "ldy is 15");
  REFUSED (CALL_OF (NULL, NULL, 16, y, 16), "x is NULL");
  REFUSED (CALL_OF (NULL, x, 16, NULL, 16), "y is NULL");
  REFUSED (CALL_OF (NULL, x, 16, x, 17), "overlap");
  REFUSED (CALL_OF (NULL, x, 16, x + 1, 16), "x, at");
  REFUSED (CALL_OF ((int64_t *) ((char *) positions + 4), x, 16, y, 16), "no multiple of 8");
  REFUSED (CALL_OF (positions, x, 16, (float *) positions + 2, 16), "positions, at");
  REFUSED (pxblas_hrotary (&taken, NULL, (uint16_t *) ((char *) x + 1), 16, (uint16_t *) y, 16, NULL), "pxblas_hrotary: x, ");
  CHECK (unchanged (&a));
  DOING ("nothing to do");
  pxblas_rotary none = taken;
  none.count = 0;
  OK (pxblas_srotary (&none, NULL, NULL, 16, NULL, 16, NULL));
  none = taken, none.d = none.turned = 0;
  OK (pxblas_brotary (&none, NULL, NULL, 1, NULL, 1, NULL));
  none = taken, none.turned = 0;
  OK (pxblas_srotary (&none, NULL, x, 16, x, 16, NULL));
  OK (px_synchronize ());
  CHECK (unchanged (&a));
  OK (px_free (positions));
  free_array (&a);
}

/* Each thread turns its own vectors by a stream of its own, there and back and there.  */
static void *
caller (void *data)
{
  long bad = 0;
  px_stream s;
  struct array *a = data;
  pxblas_rotary r = { 10, 2, 8, 8, 5, 10000, 0, 0 };
  bad += px_stream_create (&s) != PX_OK;
  for (int i = 0; i < 5; i++, r.inverse = !r.inverse)
    {
      bad += pxblas_srotary (&r, NULL, (float *) a->p, 16, (float *) a->p, 16, s) != PX_OK;
      bad += pxblas_srotary (&r, NULL, (float *) a->p, 15, (float *) a->p, 16, s) != PX_ERR_INVALID;
    }
  bad += px_stream_synchronize (s) != PX_OK;
  bad += px_stream_destroy (s) != PX_OK;
  return (void *) bad;
}

static void
threads (void)
{
  enum { N = 4 };
  pthread_t id[N];
  struct array a[N];
  const pxblas_rotary r = { 10, 2, 8, 8, 5, 10000, 0, 0 };
  DOING ("threads");
  for (int i = 0; i < N; i++)
    a[i] = new_array ('s', 160, false);
  for (int i = 0; i < N; i++)
    CHECK (!pthread_create (&id[i], NULL, caller, &a[i]));
  for (int i = 0; i < N; i++)
    {
      void *bad;
      CHECK (!pthread_join (id[i], &bad) && !bad);
      CHECK (good ('s', &r, NULL, &a[i], 16, &a[i], 16));
      free_array (&a[i]);
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    long count, heads, d, turned;
  } shapes[] = {
    { 1, 1, 1, 0 }, { 1, 1, 2, 2 }, { 9, 3, 62, 62 }, { 4, 2, 64, 64 }, { 5, 1, 66, 66 }, { 3, 5, 128, 32 },
    { 2, 2, 131, 130 }, { 300, 1, 4, 2 }, { 2, 1, 256, 256 }, { 0, 2, 8, 8 }, { 3, 0, 8, 8 }, { 3, 2, 10, 0 },
  };
  (void) argv;
  begin ();
  int turn = 0;
  for (const char *type = "shb"; *type; type++)
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++)
      for (int how = 0; how < 8; how++, turn++)
	if (argc == 1 || turn % 17 == 2)
	  {
	    pxblas_rotary r = { shapes[i].count, shapes[i].heads, shapes[i].d, shapes[i].turned,
				turn % 5 == 0 ? (1ll << 30) - 1000 : turn % 100, turn % 7 == 0 ? 1 : turn % 7 == 1 ? 1e6 : 10000, how & 1, turn % 3 == 0 };
	    rotary (*type, r, turn % 4, how & 2, how & 4);
	  }
  refused ();
  threads ();
  return done ("rotary");
}
