/* SPDX-License-Identifier: MIT */
/* libcurand's host interface for programs on the emulator.  The calling thread makes the numbers in
   plain C, also for device generators, and copies them in the generator's stream.  XORWOW,
   MRG32k3a, Philox and Sobol (unscrambled, in the first 21 dimensions) make the same bits and uniform
   floats as NVIDIA's library; others make other numbers of the same distribution: MT19937 is one
   sequence, and MTGP32 is MT19937.
   The device interface is in NVIDIA's headers.  */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "culib/culib.h"
#include "culib/generators.h"

enum
{
  SUCCESS = 0,
  NOT_INITIALIZED = 101,
  ALLOCATION_FAILED,
  TYPE_ERROR,
  OUT_OF_RANGE,
  LENGTH_NOT_MULTIPLE,
  LAUNCH_FAILURE = 201,
  INITIALIZATION_FAILED = 203,
  INTERNAL_ERROR = 999
};
enum
{
  DEFAULT = 100,
  XORWOW,
  MRG32K3A = 121,
  MTGP32 = 141,
  MT19937,
  PHILOX = 161,
  QUASI_DEFAULT = 200,
  SOBOL32,
  SCRAMBLED32,
  SOBOL64,
  SCRAMBLED64
};
enum
{
  VERSION = 10400
};

typedef struct generator
{
  int type;
  bool host, started;
  CUstream stream;
  uint64_t seed, offset, at; /* AT: how many numbers of each dimension were made since the start */
  unsigned dimensions;
  void *state;	   /* an array of xorwow or mrg, or one mt */
  unsigned places; /* number of subsequences from which numbers are taken in turn, or 1 */
} * G;

#define FUNCTION(name, params) \
  EXPORT int name params; \
  int name params

static bool
quasi (G g)
{
  return g->type >= QUASI_DEFAULT;
}
static int
bits (G g)
{
  return g->type >= SOBOL64 ? 64 : 32;
}
static bool
scrambled (G g)
{
  return g->type == SCRAMBLED32 || g->type == SCRAMBLED64;
}

static int
create (G *out, int type, bool host)
{
  static const int types[]
    = { XORWOW, MRG32K3A, MTGP32, MT19937, PHILOX, SOBOL32, SCRAMBLED32, SOBOL64, SCRAMBLED64 };
  size_t i = 0;
  type = type == DEFAULT ? XORWOW : type == QUASI_DEFAULT ? SOBOL32 : type;
  while (i < sizeof types / sizeof *types && types[i] != type)
    i++;
  if (!out || i == sizeof types / sizeof *types)
    return TYPE_ERROR;
  if (!host && !culib_enter ())
    return INITIALIZATION_FAILED;
  G g = calloc (1, sizeof *g);
  if (!g)
    return ALLOCATION_FAILED;
  g->type = type, g->host = host, g->dimensions = 1;
  g->places = type == XORWOW ? XORWOW_PLACES : type == MRG32K3A ? MRG_PLACES : 1;
  if (type < QUASI_DEFAULT && type != PHILOX
      && !(g->state = malloc (type == XORWOW	 ? XORWOW_PLACES * sizeof (struct xorwow)
			      : type == MRG32K3A ? MRG_PLACES * sizeof (struct mrg)
						 : sizeof (struct mt))))
    {
      free (g);
      return ALLOCATION_FAILED;
    }
  g->seed = type == MT19937 || type == MTGP32 ? 5489 : 0;
  *out = g;
  return SUCCESS;
}

FUNCTION (curandCreateGenerator, (G * g, int type))
{
  return create (g, type, false);
}
FUNCTION (curandCreateGeneratorHost, (G * g, int type))
{
  return create (g, type, true);
}

FUNCTION (curandDestroyGenerator, (G g))
{
  if (!g)
    return NOT_INITIALIZED;
  free (g->state);
  free (g);
  return SUCCESS;
}

FUNCTION (curandGetVersion, (int *v))
{
  return v ? *v = VERSION, SUCCESS : OUT_OF_RANGE;
}
FUNCTION (curandGetProperty, (int which, int *v))
{
  return !v || which < 0 || which > 2 ? OUT_OF_RANGE
				      : (*v = which == 0   ? VERSION / 1000
					      : which == 1 ? VERSION / 100 % 10
							   : 0,
					 SUCCESS);
}
FUNCTION (curandSetStream, (G g, CUstream s))
{
  return g ? g->stream = s, SUCCESS : NOT_INITIALIZED;
}

FUNCTION (curandSetPseudoRandomGeneratorSeed, (G g, unsigned long long seed))
{
  if (!g || quasi (g))
    return g ? TYPE_ERROR : NOT_INITIALIZED;
  g->seed = seed, g->started = false;
  return SUCCESS;
}

FUNCTION (curandSetGeneratorOffset, (G g, unsigned long long offset))
{
  if (!g || g->type == MT19937 || g->type == MTGP32)
    return g ? TYPE_ERROR : NOT_INITIALIZED;
  g->offset = offset, g->started = false;
  return SUCCESS;
}

FUNCTION (curandSetGeneratorOrdering, (G g, int order))
{
  return !g				? NOT_INITIALIZED
	 : quasi (g)			? (order == 201 ? SUCCESS : OUT_OF_RANGE)
	 : order >= 100 && order <= 104 ? SUCCESS
					: OUT_OF_RANGE;
}

FUNCTION (curandSetQuasiRandomGeneratorDimensions, (G g, unsigned n))
{
  if (!g || !quasi (g))
    return g ? TYPE_ERROR : NOT_INITIALIZED;
  if (n < 1 || n > SOBOL_DIMENSIONS)
    return OUT_OF_RANGE;
  g->dimensions = n, g->started = false;
  return SUCCESS;
}

/* Returns the next number of 32 bits; from subsequence PLACE, if the generator has several.  */
static uint64_t
draw (G g, unsigned place)
{
  switch (g->type)
    {
    case XORWOW: return xorwow_next ((struct xorwow *) g->state + place);
    case MRG32K3A: return mrg_next ((struct mrg *) g->state + place) * 1.000000048662;
    case PHILOX: return philox (g->seed, g->at++);
    default: return mt_next (g->state);
    }
}

static void
start (G g)
{
  if (g->started)
    return;
  g->started = true, g->at = g->offset;
  if (g->type == XORWOW)
    xorwow_start (g->state, g->seed, g->offset / g->places);
  else if (g->type == MRG32K3A)
    mrg_start (g->state, g->seed, g->offset / g->places);
  else if (g->state)
    mt_start (g->state, g->seed);
  /* Subsequences before that of the first number are one number ahead.  */
  if (g->places > 1)
    for (uint64_t i = 0; i < g->offset % g->places; i++)
      draw (g, i);
}

FUNCTION (curandGenerateSeeds, (G g))
{
  return g ? start (g), SUCCESS : NOT_INITIALIZED;
}

/* Returns number INDEX of dimension D, of 32 or 64 bits.  */
static uint64_t
sobol (G g, unsigned d, uint64_t index)
{
  const uint64_t *v = sobol_vectors (d, bits (g), scrambled (g));
  uint64_t x = scrambled (g) ? sobol_constant (d, bits (g)) : 0, gray = index ^ index >> 1;
  for (; v && gray; gray &= gray - 1)
    x ^= v[__builtin_ctzll (gray)];
  return x;
}

/* ---- distributions ---- */

/* Returns a number in (0, 1].  */
static double
unit (uint64_t x, int bits)
{
  return bits == 64 ? (x >> 11) * 0x1p-53 + 0x1p-54 : x * 0x1p-32 + 0x1p-33;
}

/* Returns X with P = Phi (X): an approximation to 4.5e-4 (Abramowitz and Stegun 26.2.23), and
   three steps of Halley's method.  */
static double
normal_of (double p)
{
  double q = p < 0.5 ? p : 1 - p, t, x;
  if (q <= 0)
    q = 0x1p-54;
  t = sqrt (-2 * log (q));
  x = -(t
	- (2.515517 + t * (0.802853 + t * 0.010328))
	    / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (int i = 0; i < 3; i++)
    {
      double u = (0.5 * erfc (-x * M_SQRT1_2) - q) * sqrt (2 * M_PI) * exp (x * x / 2);
      x -= u / (1 + x * u / 2);
    }
  return p < 0.5 ? x : -x;
}

/* Returns the least K with P (X <= K) >= U, where X is Poisson with mean L: by sums, or above
   500 by the normal distribution.  */
static unsigned
poisson_of (double u, double l)
{
  if (l > 500)
    {
      double k = floor (l + sqrt (l) * normal_of (u) + 0.5);
      return k < 0 ? 0 : k;
    }
  double p = exp (-l), sum = p;
  unsigned k = 0;
  while (sum < u && k < 5000)
    sum += p *= l / ++k;
  return k;
}

enum kind
{
  BITS,
  LONG,
  UNIFORM,
  UNIFORM_DOUBLE,
  NORMAL,
  NORMAL_DOUBLE,
  LOG_NORMAL,
  LOG_NORMAL_DOUBLE,
  POISSON
};
static const int kind_size[] = { 4, 8, 4, 8, 4, 8, 4, 8, 4 };

static bool
is_normal (int kind)
{
  return kind >= NORMAL && kind <= LOG_NORMAL_DOUBLE;
}

/* Stores X in the form of KIND as element I of P.  */
static void
put_number (void *p, size_t i, int kind, double x)
{
  if (kind == LOG_NORMAL || kind == LOG_NORMAL_DOUBLE)
    x = exp (x);
  if (kind_size[kind] == 8)
    ((double *) p)[i] = x;
  else
    ((float *) p)[i] = x;
}

/* Returns a uniform number of 53 bits, or of one draw of MRG32k3a.  */
static double
unit_double (G g, unsigned place)
{
  if (g->type == MRG32K3A)
    return mrg_next ((struct mrg *) g->state + place) * 2.3283065498378288e-10;
  uint64_t x = draw (g, place), y = draw (g, place);
  return (x ^ y << 21) * 0x1p-53 + 0x1p-54;
}

static double
unit_float (G g, unsigned place)
{
  if (g->type == MRG32K3A)
    return mrg_next ((struct mrg *) g->state + place) * 2.3283065498378288e-10;
  return (float) ((float) draw (g, place) * 0x1p-32f + 0x1p-33f);
}

/* Stores N values at P.  */
static void
pseudo (G g, int kind, void *p, size_t n, double a, double b)
{
  for (size_t i = 0; i < n; i++)
    {
      unsigned place = g->places > 1 ? g->at++ % g->places : 0;
      if (kind == BITS)
	((uint32_t *) p)[i] = draw (g, place);
      else if (kind == UNIFORM)
	put_number (p, i, kind, unit_float (g, place));
      else if (kind == UNIFORM_DOUBLE)
	put_number (p, i, kind, unit_double (g, place));
      else if (kind == POISSON)
	((uint32_t *) p)[i] = poisson_of (unit_double (g, place), a);
      else /* a pair, by the method of Box and Muller */
	{
	  bool wide = kind_size[kind] == 8;
	  double u = wide ? unit_double (g, place) : unit_float (g, place);
	  double v = wide ? unit_double (g, place) : unit_float (g, place);
	  double r = sqrt (-2 * log (u));
	  put_number (p, i, kind, a + b * r * sin (2 * M_PI * v));
	  if (++i < n)
	    put_number (p, i, kind, a + b * r * cos (2 * M_PI * v));
	}
    }
}

static void
quasirandom (G g, int kind, void *p, size_t n, double a, double b)
{
  size_t each = n / g->dimensions, i = 0;
  for (unsigned d = 0; d < g->dimensions; d++)
    for (size_t k = 0; k < each; k++, i++)
      {
	uint64_t x = sobol (g, d, g->at + k);
	if (kind == BITS)
	  ((uint32_t *) p)[i] = bits (g) == 64 ? x >> 32 : x;
	else if (kind == LONG)
	  ((uint64_t *) p)[i] = x;
	else if (kind == POISSON)
	  ((uint32_t *) p)[i] = poisson_of (unit (x, bits (g)), a);
	else
	  put_number (p, i, kind,
		      is_normal (kind) ? a + b * normal_of (unit (x, bits (g)))
				       : unit (x, bits (g)));
      }
  g->at += each;
}

static int
generate (G g, int kind, void *out, size_t n, double a, double b)
{
  if (!g)
    return NOT_INITIALIZED;
  if (kind == LONG && g->type < SOBOL64)
    return TYPE_ERROR;
  if (quasi (g) ? n % g->dimensions : is_normal (kind) && n % 2 && g->places > 1)
    return LENGTH_NOT_MULTIPLE;
  if (n == 0)
    return SUCCESS;
  if (!g->host && !culib_enter ())
    return INITIALIZATION_FAILED;
  void *p = g->host ? out : malloc (n * kind_size[kind]);
  if (!p || (quasi (g) && !sobol_vectors (0, bits (g), scrambled (g))))
    return ALLOCATION_FAILED;
  start (g);
  if (quasi (g))
    quasirandom (g, kind, p, n, a, b);
  else
    pseudo (g, kind, p, n, a, b);
  if (g->host)
    return SUCCESS;
  int r = cuMemcpyHtoDAsync_v2 ((CUdeviceptr) out, p, n * kind_size[kind], g->stream);
  free (p);
  return r ? culib_failed ("curandGenerate", LAUNCH_FAILURE) : SUCCESS;
}

FUNCTION (curandGenerate, (G g, unsigned *p, size_t n))
{
  return generate (g, BITS, p, n, 0, 0);
}
FUNCTION (curandGenerateLongLong, (G g, uint64_t *p, size_t n))
{
  return generate (g, LONG, p, n, 0, 0);
}
FUNCTION (curandGenerateUniform, (G g, float *p, size_t n))
{
  return generate (g, UNIFORM, p, n, 0, 0);
}
FUNCTION (curandGenerateUniformDouble, (G g, double *p, size_t n))
{
  return generate (g, UNIFORM_DOUBLE, p, n, 0, 0);
}
FUNCTION (curandGenerateNormal, (G g, float *p, size_t n, float a, float b))
{
  return generate (g, NORMAL, p, n, a, b);
}
FUNCTION (curandGenerateNormalDouble, (G g, double *p, size_t n, double a, double b))
{
  return generate (g, NORMAL_DOUBLE, p, n, a, b);
}
FUNCTION (curandGenerateLogNormal, (G g, float *p, size_t n, float a, float b))
{
  return generate (g, LOG_NORMAL, p, n, a, b);
}
FUNCTION (curandGenerateLogNormalDouble, (G g, double *p, size_t n, double a, double b))
{
  return generate (g, LOG_NORMAL_DOUBLE, p, n, a, b);
}
FUNCTION (curandGeneratePoisson, (G g, unsigned *p, size_t n, double l))
{
  return l > 0 ? generate (g, POISSON, p, n, l, 0) : OUT_OF_RANGE;
}

/* ---- tables for the device interface: arrays of SOBOL_DIMENSIONS ---- */

/* SET: 101 to 104: 32 bits, 32 bits scrambled, 64 bits, 64 bits scrambled.  */
static int
vectors (void *out, int set, int wide)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static uint32_t *narrow[2];
  bool mixed = set == 102 || set == 104;
  if (!out || set != (wide ? 103 : 101) + mixed)
    return OUT_OF_RANGE;
  pthread_mutex_lock (&lock);
  const uint64_t *v = sobol_vectors (0, wide ? 64 : 32, mixed);
  if (v && !wide && !narrow[mixed]
      && (narrow[mixed] = malloc (32 * sizeof (uint32_t) * SOBOL_DIMENSIONS)))
    for (size_t i = 0; i < 32 * (size_t) SOBOL_DIMENSIONS; i++)
      narrow[mixed][i] = v[i];
  pthread_mutex_unlock (&lock);
  *(const void **) out = wide ? (const void *) v : narrow[mixed];
  return *(const void **) out ? SUCCESS : ALLOCATION_FAILED;
}

FUNCTION (curandGetDirectionVectors32, (void *out, int set))
{
  return vectors (out, set, 0);
}
FUNCTION (curandGetDirectionVectors64, (void *out, int set))
{
  return vectors (out, set, 1);
}

FUNCTION (curandGetScrambleConstants32, (uint32_t * *out))
{
  static uint32_t table[SOBOL_DIMENSIONS];
  for (unsigned i = 0; i < SOBOL_DIMENSIONS; i++)
    table[i] = sobol_constant (i, 32);
  return out ? *out = table, SUCCESS : OUT_OF_RANGE;
}
FUNCTION (curandGetScrambleConstants64, (uint64_t * *out))
{
  static uint64_t table[SOBOL_DIMENSIONS];
  for (unsigned i = 0; i < SOBOL_DIMENSIONS; i++)
    table[i] = sobol_constant (i, 64);
  return out ? *out = table, SUCCESS : OUT_OF_RANGE;
}

#define CULIB_REFUSED(name) \
  FUNCTION (name, (void) ) \
  { \
    static bool told; \
    culib_refuse (#name, &told); \
    return INTERNAL_ERROR; \
  }
CULIB_REFUSED (curandCreatePoissonDistribution)
CULIB_REFUSED (curandDestroyDistribution)
CULIB_REFUSED (curandGeneratePoissonMethod)
CULIB_REFUSED (curandGenerateBinomial)
CULIB_REFUSED (curandGenerateBinomialMethod)
