/* SPDX-License-Identifier: MIT */
/* What the tests of libpxblas share.  An array is of floats or doubles, managed, filled with
   random numbers or poison, with a margin on both sides; results are compared with sums of double on
   the CPU, and what an operation may not write with what was there.  */
#include <float.h>
#include <math.h>
#include <px/blas.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int passed, failed;
static char doing[200]; /* what the next failure is about */

#define DOING(...) snprintf (doing, sizeof doing, __VA_ARGS__)
#define CHECK(cond) check ((cond), #cond, __LINE__)
#define OK(call) CHECK (!px_check (call))

/* CALL is refused with PX_ERR_INVALID, and says WORDS.  */
#define REFUSED(call, words) \
  do \
    { \
      DOING ("%s", #call); \
      px_status s_ = (call); \
      CHECK (s_ == PX_ERR_INVALID); \
      if (s_ == PX_ERR_INVALID && !strstr (px_status_text (s_), words)) \
	{ \
	  printf ("said: %s\n", px_status_text (s_)); \
	  CHECK (!words); \
	} \
    } \
  while (0)

/* Says the first few failures only; one is enough to fail.  */
static void
check (bool ok, const char *what, int line)
{
  if (ok)
    passed++;
  else if (failed++ < 20)
    printf ("FAIL: %s: line %d: %s\n", doing, line, what);
}

static unsigned long long
next_random (void)
{
  static unsigned long long s = 0x9e3779b97f4a7c15;
  s ^= s << 13, s ^= s >> 7, s ^= s << 17;
  return s;
}

/* Elements before an array, so that it is aligned to no more than an element, and after it.  */
enum { MARGIN = 7 };

/* N elements, the first of which is at P, between margins; BEFORE are all of them before the call.  */
struct array
{
  char type; /* s, d, h, b; t: floats with bits for TF32 only; i, l: 8 and 32 bits of an integer; 4, 5: e4m3, e5m2 */
  long n, margin;
  char *all, *p, *before;
  size_t size;
};

static inline size_t
size_of (char type)
{
  return strchr ("stl", type) ? sizeof (float) : type == 'd' ? sizeof (double) : strchr ("i45", type) ? 1 : sizeof (uint16_t);
}

/* The number whose bits are U in a format of 8 bits; e5m2 is the upper half of half.  */
static inline double
of_8_bits (char type, uint8_t u)
{
  uint16_t bits = (uint16_t) u << 8;
  _Float16 half;
  memcpy (&half, &bits, sizeof half);
  if (type == '5')
    return half;
  int exponent = u >> 3 & 15, mantissa = u & 7;
  double x = exponent == 15 && mantissa == 7 ? NAN : exponent ? ldexp (8 + mantissa, exponent - 10) : ldexp (mantissa, -9);
  return u >> 7 ? -x : x;
}

static inline double
at (const struct array *a, const char *p, long i)
{
  unsigned u;
  float f;
  switch (a->type)
    {
    case 's':
    case 't': return ((const float *) p)[i];
    case 'd': return ((const double *) p)[i];
    case 'h': return ((const _Float16 *) p)[i];
    case 'i': return ((const int8_t *) p)[i];
    case 'l': return ((const int32_t *) p)[i];
    case '4':
    case '5': return of_8_bits (a->type, ((const uint8_t *) p)[i]);
    default:
      /* The bits of a bf16 are the upper half of a float's.  */
      u = (unsigned) ((const uint16_t *) p)[i] << 16;
      memcpy (&f, &u, sizeof f);
      return f;
    }
}
#define GET(a, i) at (&(a), (a).p, i)
#define OLD(a, i) at (&(a), (a).before + (a).margin * (a).size, i)

/* Stores V, within -1 ... 1: of integers as a part of the largest, else cut to what the type has bits for; of 8 bits its
   exponent and first bits are those of a half.  */
static inline void
put_at (char type, char *p, long i, double v)
{
  unsigned u;
  float f = v;
  _Float16 h = v;
  uint16_t bits;
  memcpy (&u, &f, sizeof u);
  memcpy (&bits, &h, sizeof bits);
  switch (type)
    {
    case 's': ((float *) p)[i] = v; break;
    case 't':
      u &= 0xffffe000;
      memcpy (p + i * 4, &u, sizeof u);
      break;
    case 'd': ((double *) p)[i] = v; break;
    case 'h': ((_Float16 *) p)[i] = v; break;
    case 'i': ((int8_t *) p)[i] = v * 127; break;
    case 'l': ((int32_t *) p)[i] = v * INT32_MAX; break;
    case '4':
      /* Exponents are less by 8; numbers below 2^-6 are multiples of 2^-9.  */
      p[i] = (bits >> 8 & 0x80) | (fabs (v) < 0x1p-6 ? (int) (fabs (v) * 512) : (bits >> 7 & 0xff) - 64);
      break;
    case '5': p[i] = bits >> 8; break;
    default: ((uint16_t *) p)[i] = u >> 16;
    }
}

static inline void
put (struct array *a, long i, double v)
{
  put_at (a->type, a->p, i, v);
  put_at (a->type, a->before + a->margin * a->size, i, v);
}

/* N random numbers within -1 ... 1, or, with POISON, NaNs, after a margin of MARGIN elements.  */
static inline struct array
new_array_after (long margin, char type, long n, bool poison)
{
  struct array a = { .type = type, .n = n, .margin = margin, .size = size_of (type) };
  size_t bytes = (n + 2 * margin) * a.size;
  a.all = px_alloc_managed (bytes);
  a.before = malloc (bytes);
  if (!a.all || !a.before)
    {
      printf ("FAIL: memory: %s\n", px_status_text (px_last_status ()));
      exit (1);
    }
  memset (a.all, 0xff, bytes);
  a.p = a.all + margin * a.size;
  memcpy (a.before, a.all, bytes);
  for (long i = 0; !poison && i < n; i++)
    put (&a, i, (double) (long long) (next_random () >> 11) / (1ll << 52) - 1);
  return a;
}

static inline struct array
new_array (char type, long n, bool poison)
{
  return new_array_after (MARGIN, type, n, poison);
}

static inline void
free_array (struct array *a)
{
  OK (px_free (a->all));
  free (a->before);
}

/* Whether nothing outside of the ROWS x COLS elements of A, LD apart, has changed.  */
static inline bool
others_same (const struct array *a, long rows, long cols, long ld)
{
  for (long i = -a->margin; i < a->n + a->margin; i++)
    if (!(i >= 0 && i / ld < cols && i % ld < rows)
	&& memcmp (a->p + i * (long) a->size, a->before + (i + a->margin) * (long) a->size, a->size))
      return false;
  return true;
}

/* Whether all of A is as it was.  */
static inline bool
unchanged (const struct array *a)
{
  return !memcmp (a->all, a->before, (a->n + 2 * a->margin) * a->size);
}

/* Where element I of a vector of N with increment INC is.  */
static inline long
where (long i, long n, long inc)
{
  return inc > 0 ? i * inc : (n - 1 - i) * -inc;
}

/* Whether GOT is WANT up to so many roundings of numbers of the size SIZE.  */
static inline bool
near (char type, double got, double want, double size, double roundings)
{
  double eps = type == 's' ? FLT_EPSILON : DBL_EPSILON, least = type == 's' ? FLT_MIN : DBL_MIN;
  return got == want || fabs (got - want) <= eps * roundings * size + least;
}

/* The same of a sum of products, computed in its type's precision, or in float and rounded once to
   16 bits.  */
static inline bool
near_sum (char type, double got, double want, double size, double roundings)
{
  double eps = type == 'h' ? 0x1p-11 : 0x1p-8, least = type == 'h' ? 0x1p-25 : FLT_MIN;
  if (type == 's' || type == 'd')
    return near (type, got, want, size, roundings);
  return fabs (got - want) <= eps * fabs (want) + FLT_EPSILON * roundings * size + least;
}

/* The function of the type, as CALL ('s', axpy, n, ...).  */
#define CALL(type, name, ...) \
  ((type) == 's' ? pxblas_s##name (__VA_ARGS__) : pxblas_d##name (__VA_ARGS__))

/* Before anything else: without another wish, the emulator of the build tree, which does not
   compile kernels: each runs for milliseconds, and the compilation of gemm takes seconds.  */
static inline void
begin (void)
{
  setenv ("PX_DEVICE", "emu", 0);
  setenv ("PXEMU_COMPILE", "0", 0);
  setenv ("PX_EMU_LIBRARY", BUILD "/emulator/.libs/libpxemu.so.0", 0);
}

/* The status of a test program.  */
static inline int
done (const char *name)
{
  if (!failed)
    printf ("PASS: %s: %d checks\n", name, passed);
  return failed != 0;
}
