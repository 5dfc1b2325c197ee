/* SPDX-License-Identifier: MIT */
/* libcufft for programs on the emulator: transforms of one to three dimensions, single and
   batched, of any size and layout, in plain C and in double precision for all types.  A call
   copies its input to the host in the plan's stream, a host function transforms it, and the
   result is copied back.  Several devices and callbacks are not supported (cufft-refused.def).  */
#include <complex.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "culib/culib.h"

enum
{
  SUCCESS = 0,
  INVALID_PLAN,
  ALLOC_FAILED,
  INVALID_TYPE,
  INVALID_VALUE,
  INTERNAL_ERROR,
  EXEC_FAILED,
  INVALID_SIZE = 8,
  NOT_IMPLEMENTED = 14
};
/* Types of transforms; those of doubles have bit 6.  */
enum
{
  C2C = 0x29,
  R2C = 0x2a,
  C2R = 0x2c,
  DOUBLE = 0x40
};
enum
{
  FORWARD = -1,
  MAX_RANK = 3,
  MAX_PLANS = 1024,
  VERSION = CULIB_MAJOR == 12 ? 11300 : 12000
};

typedef double complex z;

/* The layout of a transform's elements: index I of dimension D counts STEP[D]; transforms of a
   batch are DIST apart.  */
struct layout
{
  size_t step[MAX_RANK], dist;
};

/* A call of a plan, reused for later calls in the same stream with the same layout of arrays.  */
struct job
{
  struct job *next;
  struct plan *plan;
  CUstream stream;
  bool in_place;
  int direction;
  struct layout in, out;
  size_t in_bytes, out_bytes;
  char *from, *to; /* in host memory */
};

struct plan
{
  bool made;
  int type, rank;
  size_t n[MAX_RANK], batch;
  bool basic; /* no layout was given: the default depends on whether the call is in place */
  struct layout in, out;
  z *roots[MAX_RANK];
  CUstream stream;
  struct job *jobs;
};

static struct plan *plans[MAX_PLANS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define FUNCTION(name, params) \
  EXPORT int name params; \
  int name params

/* ---- one line ---- */

/* Transforms N elements of IN, STRIDE apart, to OUT.  ROOTS are the roots of unity of order N *
   STEP; SPACE has room for N elements.  */
static void
transform (const z *roots, size_t n, size_t step, const z *in, size_t stride, z *out, z *space)
{
  size_t p = 2, m;
  if (n == 1)
    {
      *out = *in;
      return;
    }
  while (n % p && p * p <= n)
    p++;
  if (n % p)
    p = n;
  if (n % 4 == 0)
    p = 4;
  m = n / p;
  for (size_t r = 0; r < p; r++)
    transform (roots, m, step * p, in + r * stride, stride * p, out + r * m, space);
  for (size_t k = 0; k < m; k++)
    if (p == 2)
      {
	z a = out[k], b = out[m + k] * roots[k * step];
	out[k] = a + b;
	out[m + k] = a - b;
      }
    else if (p == 4)
      {
	z a = out[k], b = out[m + k] * roots[k * step], c = out[2 * m + k] * roots[2 * k * step],
	  d = out[3 * m + k] * roots[3 * k * step], e = a + c, f = a - c, g = b + d,
	  h = (b - d) * -I;
	out[k] = e + g;
	out[m + k] = f + h;
	out[2 * m + k] = e - g;
	out[3 * m + k] = f - h;
      }
    else
      {
	for (size_t r = 0; r < p; r++)
	  space[r] = out[r * m + k] * roots[r * k * step];
	for (size_t q = 0; q < p; q++)
	  {
	    z sum = 0;
	    for (size_t r = 0; r < p; r++)
	      sum += space[r] * roots[r * q % p * m * step];
	    out[q * m + k] = sum;
	  }
      }
}

/* Transforms all lines of dimension D of A, P's whole array.  LINE has room for three of them.  */
static void
transform_dimension (const struct plan *p, int d, z *a, z *line)
{
  size_t n = p->n[d], inner = 1, outer = 1;
  for (int i = 0; i < d; i++)
    outer *= p->n[i];
  for (int i = d + 1; i < p->rank; i++)
    inner *= p->n[i];
  for (size_t i = 0; i < outer; i++)
    for (size_t j = 0; j < inner; j++)
      {
	z *at = a + i * n * inner + j;
	transform (p->roots[d], n, 1, at, inner, line, line + n);
	for (size_t k = 0; k < n; k++)
	  at[k * inner] = line[k];
      }
}

/* ---- a call ---- */

static bool
is_double (const struct plan *p)
{
  return p->type & DOUBLE;
}
static int
form (const struct plan *p)
{
  return p->type & ~DOUBLE;
}

/* Returns the bytes of an element, real or complex.  */
static size_t
bytes_of (const struct plan *p, bool real)
{
  return (is_double (p) ? sizeof (double) : sizeof (float)) * (real ? 1 : 2);
}

static size_t
place_of (const struct plan *p, const struct layout *l, const size_t *i)
{
  size_t at = 0;
  for (int d = 0; d < p->rank; d++)
    at += i[d] * l->step[d];
  return at;
}

static z
get (const struct plan *p, const char *from, bool real, size_t at)
{
  if (is_double (p))
    return real ? ((const double *) from)[at] : ((const z *) from)[at];
  return real ? ((const float *) from)[at] : ((const float complex *) from)[at];
}

static void
put_element (const struct plan *p, char *to, bool real, size_t at, z v)
{
  if (is_double (p) && real)
    ((double *) to)[at] = creal (v);
  else if (is_double (p))
    ((z *) to)[at] = v;
  else if (real)
    ((float *) to)[at] = (float) creal (v);
  else
    ((float complex *) to)[at] = (float complex) v;
}

/* Advances the index I over P's dimensions, with LAST instead of the last one.  Returns false
   after the last index.  */
static bool
step (const struct plan *p, size_t *i, size_t last)
{
  for (int d = p->rank - 1; d >= 0; d--)
    if (++i[d] < (d == p->rank - 1 ? last : p->n[d]))
      return true;
    else
      i[d] = 0;
  return false;
}

/* The host function of a call.  */
static void
work (void *data)
{
  const struct job *j = data;
  const struct plan *p = j->plan;
  size_t all = 1, longest = 1, n = p->n[p->rank - 1], half = n / 2 + 1, inner = n, i[MAX_RANK];
  bool back = form (p) == C2R || (form (p) == C2C && j->direction != FORWARD);
  z *a, *line;
  for (int d = 0; d < p->rank; d++)
    {
      all *= p->n[d];
      longest = p->n[d] > longest ? p->n[d] : longest;
    }
  a = malloc ((all + 3 * longest) * sizeof *a);
  if (!a)
    {
      fprintf (stderr, "px culib: no memory for a transform of libcufft\n");
      abort ();
    }
  line = a + all;
  for (size_t b = 0; b < p->batch; b++)
    {
      size_t k = 0;
      memset (i, 0, sizeof i);
      do
	{
	  /* The transform of a real array has only one half: the other is its mirror image,
	     conjugated.  */
	  size_t l = i[p->rank - 1], m[MAX_RANK];
	  bool mirror = form (p) == C2R && l >= half;
	  for (int d = 0; d < p->rank; d++)
	    m[d] = mirror ? (p->n[d] - i[d]) % p->n[d] : i[d];
	  z v = get (p, j->from, form (p) == R2C, place_of (p, &j->in, m) + b * j->in.dist);
	  a[k++] = back != mirror ? conj (v) : v;
	}
      while (step (p, i, inner));
      for (int d = 0; d < p->rank; d++)
	transform_dimension (p, d, a, line);
      memset (i, 0, sizeof i);
      do
	{
	  k = 0;
	  for (int d = 0; d < p->rank; d++)
	    k = k * p->n[d] + i[d];
	  put_element (p, j->to, form (p) == C2R, place_of (p, &j->out, i) + b * j->out.dist,
		       back ? conj (a[k]) : a[k]);
	}
      while (step (p, i, form (p) == R2C ? half : inner));
    }
  free (a);
}

/* Returns the bytes from the first element of L, REAL or complex, to the last one; the last
   dimension has N elements.  */
static size_t
span (const struct plan *p, const struct layout *l, bool real, size_t n)
{
  size_t i[MAX_RANK];
  for (int d = 0; d < p->rank; d++)
    i[d] = (d == p->rank - 1 ? n : p->n[d]) - 1;
  return (place_of (p, l, i) + (p->batch - 1) * l->dist + 1) * bytes_of (p, real);
}

/* Sets L to contiguous rows of LAST elements.  */
static void
dense (const struct plan *p, struct layout *l, size_t last)
{
  size_t n = 1;
  for (int d = p->rank - 1; d >= 0; d--)
    {
      l->step[d] = n;
      n *= d == p->rank - 1 ? last : p->n[d];
    }
  l->dist = n;
}

static struct plan *
plan_get (int h)
{
  return h >= 1 && h < MAX_PLANS ? plans[h] : NULL;
}

/* Returns the call of P's stream, and makes it on first use.  */
static struct job *
job_get (struct plan *p, bool in_place, int direction)
{
  size_t n = p->n[p->rank - 1], half = n / 2 + 1;
  struct job *j;
  void *from, *to;
  for (j = p->jobs; j; j = j->next)
    if (j->stream == p->stream && j->in_place == in_place && j->direction == direction)
      return j;
  j = calloc (1, sizeof *j);
  if (!j)
    return NULL;
  j->plan = p;
  j->stream = p->stream;
  j->in_place = in_place;
  j->direction = direction;
  j->in = p->in;
  j->out = p->out;
  if (p->basic)
    {
      /* In place, the rows of a real array are as long as those of the complex one that
	 replaces it.  */
      size_t padded = in_place ? 2 * half : n;
      dense (p, &j->in, form (p) == C2R ? half : form (p) == R2C ? padded : n);
      dense (p, &j->out, form (p) == R2C ? half : form (p) == C2R ? padded : n);
    }
  j->in_bytes = span (p, &j->in, form (p) == R2C, form (p) == C2R ? half : n);
  j->out_bytes = span (p, &j->out, form (p) == C2R, form (p) == R2C ? half : n);
  if (cuMemAllocHost_v2 (&from, j->in_bytes))
    {
      free (j);
      return NULL;
    }
  if (cuMemAllocHost_v2 (&to, j->out_bytes))
    {
      cuMemFreeHost (from);
      free (j);
      return NULL;
    }
  j->from = from;
  j->to = to;
  j->next = p->jobs;
  p->jobs = j;
  return j;
}

/* Copies an array of J, with rows of LAST elements, REAL or complex.  If the layout is that of
   whole arrays, padding between rows is not copied, since the program may never have written
   it.  */
static CUresult
copy_array (const struct job *j, const struct layout *l, bool real, size_t last, CUdeviceptr to,
	    CUdeviceptr from, size_t bytes)
{
  const struct plan *p = j->plan;
  size_t element = bytes_of (p, real), pitch = p->rank > 1 ? l->step[p->rank - 2] : l->dist,
	 rows = p->batch;
  if (!p->basic || pitch == last)
    return cuMemcpyAsync (to, from, bytes, j->stream);
  for (int d = 0; d < p->rank - 1; d++)
    rows *= p->n[d];
  CUDA_MEMCPY2D c = { .srcMemoryType = CU_MEMORYTYPE_UNIFIED,
		      .srcDevice = from,
		      .srcPitch = pitch * element,
		      .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
		      .dstDevice = to,
		      .dstPitch = pitch * element,
		      .WidthInBytes = last * element,
		      .Height = rows };
  return cuMemcpy2DAsync_v2 (&c, j->stream);
}

/* Returns true if J writes every element between the first and last of its output.  */
static bool
fills (const struct job *j)
{
  const struct plan *p = j->plan;
  size_t n = p->n[p->rank - 1], count = p->batch;
  for (int d = 0; d < p->rank; d++)
    count *= d < p->rank - 1 ? p->n[d] : form (p) == R2C ? n / 2 + 1 : n;
  return count * bytes_of (p, form (p) == C2R) == j->out_bytes;
}

static int
execute (int h, int type, void *in, void *out, int direction)
{
  struct plan *p;
  struct job *j;
  int r = SUCCESS;
  if (!culib_enter ())
    return INTERNAL_ERROR;
  pthread_mutex_lock (&lock);
  p = plan_get (h);
  j = NULL;
  if (!p || !p->made)
    r = INVALID_PLAN;
  else if (p->type != type)
    r = INVALID_TYPE;
  else if (!in || !out || (form (p) == C2C && direction != FORWARD && direction != 1))
    r = INVALID_VALUE;
  else if (!(j = job_get (p, in == out, direction)))
    r = ALLOC_FAILED;
  pthread_mutex_unlock (&lock);
  if (r)
    return r;
  CUdeviceptr from = (uintptr_t) in, to = (uintptr_t) out;
  size_t n = p->n[p->rank - 1], half = n / 2 + 1;
  return copy_array (j, &j->in, form (p) == R2C, form (p) == C2R ? half : n, (uintptr_t) j->from,
		     from, j->in_bytes)
	     || (!p->basic && !fills (j)
		 && cuMemcpyAsync ((uintptr_t) j->to, to, j->out_bytes, j->stream))
	     || cuLaunchHostFunc (j->stream, work, j)
	     || copy_array (j, &j->out, form (p) == C2R, form (p) == R2C ? half : n, to,
			    (uintptr_t) j->to, j->out_bytes)
	   ? culib_failed ("cufftExec", EXEC_FAILED)
	   : SUCCESS;
}

FUNCTION (cufftExecC2C, (int h, void *in, void *out, int direction))
{
  return execute (h, C2C, in, out, direction);
}
FUNCTION (cufftExecR2C, (int h, void *in, void *out))
{
  return execute (h, R2C, in, out, FORWARD);
}
FUNCTION (cufftExecC2R, (int h, void *in, void *out))
{
  return execute (h, C2R, in, out, 1);
}
FUNCTION (cufftExecZ2Z, (int h, void *in, void *out, int direction))
{
  return execute (h, C2C | DOUBLE, in, out, direction);
}
FUNCTION (cufftExecD2Z, (int h, void *in, void *out))
{
  return execute (h, R2C | DOUBLE, in, out, FORWARD);
}
FUNCTION (cufftExecZ2D, (int h, void *in, void *out))
{
  return execute (h, C2R | DOUBLE, in, out, 1);
}

/* ---- plans ---- */

FUNCTION (cufftCreate, (int *h))
{
  int r = ALLOC_FAILED;
  if (!h)
    return INVALID_VALUE;
  if (!culib_enter ())
    return INTERNAL_ERROR;
  pthread_mutex_lock (&lock);
  for (int i = 1; i < MAX_PLANS && r; i++)
    if (!plans[i] && (plans[i] = calloc (1, sizeof **plans)))
      {
	*h = i;
	r = SUCCESS;
      }
  pthread_mutex_unlock (&lock);
  return r;
}

FUNCTION (cufftDestroy, (int h))
{
  struct plan *p;
  pthread_mutex_lock (&lock);
  p = plan_get (h);
  if (p)
    plans[h] = NULL;
  pthread_mutex_unlock (&lock);
  if (!p)
    return INVALID_PLAN;
  if (p->jobs && culib_enter ())
    cuCtxSynchronize ();
  while (p->jobs)
    {
      struct job *j = p->jobs;
      p->jobs = j->next;
      cuMemFreeHost (j->from);
      cuMemFreeHost (j->to);
      free (j);
    }
  for (int d = 0; d < MAX_RANK; d++)
    free (p->roots[d]);
  free (p);
  return SUCCESS;
}

/* Sets the layout of an array that is EMBEDDED in another.  */
static void
embed (const struct plan *p, struct layout *l, const long long *embedded, long long stride,
       long long dist)
{
  size_t n = (size_t) stride;
  for (int d = p->rank - 1; d >= 0; d--)
    {
      l->step[d] = n;
      n *= d ? (size_t) embedded[d] : 1;
    }
  l->dist = (size_t) dist;
}

FUNCTION (cufftMakePlanMany64,
	  (int h, int rank, long long *n, long long *inembed, long long istride, long long idist,
	   long long *onembed, long long ostride, long long odist, int type, long long batch,
	   size_t *size))
{
  struct plan *p = plan_get (h);
  int t = type & ~DOUBLE;
  if (!p || p->made)
    return INVALID_PLAN;
  if (t != C2C && t != R2C && t != C2R)
    return INVALID_TYPE;
  if (rank < 1 || rank > MAX_RANK || !n || batch < 1)
    return INVALID_VALUE;
  p->type = type;
  p->rank = rank;
  p->batch = (size_t) batch;
  for (int d = 0; d < rank; d++)
    {
      if (n[d] < 1)
	return INVALID_SIZE;
      p->n[d] = (size_t) n[d];
      free (p->roots[d]);
      p->roots[d] = malloc (p->n[d] * sizeof (z));
      if (!p->roots[d])
	return ALLOC_FAILED;
      for (size_t k = 0; k < p->n[d]; k++)
	{
	  double x = -2 * M_PI * (double) k / (double) n[d];
	  p->roots[d][k] = cos (x) + sin (x) * I;
	}
    }
  p->basic = !inembed || !onembed;
  if (!p->basic)
    {
      embed (p, &p->in, inembed, istride, idist);
      embed (p, &p->out, onembed, ostride, odist);
    }
  p->made = true;
  if (size)
    *size = 0;
  return SUCCESS;
}

FUNCTION (cufftMakePlanMany,
	  (int h, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride,
	   int odist, int type, int batch, size_t *size))
{
  long long n64[MAX_RANK] = { 0 }, in[MAX_RANK] = { 0 }, out[MAX_RANK] = { 0 };
  if (!n || rank < 1 || rank > MAX_RANK)
    return INVALID_VALUE;
  for (int d = 0; d < rank; d++)
    {
      n64[d] = n[d];
      in[d] = inembed ? inembed[d] : 0;
      out[d] = onembed ? onembed[d] : 0;
    }
  return cufftMakePlanMany64 (h, rank, n64, inembed ? in : NULL, istride, idist,
			      onembed ? out : NULL, ostride, odist, type, batch, size);
}

/* Types of library_types.h: 0 and 1 are real floats and doubles, 4 and 5 complex ones.  */
FUNCTION (cufftXtMakePlanMany,
	  (int h, int rank, long long *n, long long *inembed, long long istride, long long idist,
	   int in, long long *onembed, long long ostride, long long odist, int out, long long batch,
	   size_t *size, int how))
{
  int type = in == how && out == how	   ? C2C
	     : in == how - 4 && out == how ? R2C
	     : in == how && out == how - 4 ? C2R
					   : 0;
  if (!type || (how != 4 && how != 5))
    return NOT_IMPLEMENTED;
  return cufftMakePlanMany64 (h, rank, n, inembed, istride, idist, onembed, ostride, odist,
			      type | (how == 5 ? DOUBLE : 0), batch, size);
}
FUNCTION (cufftXtExec, (int h, void *in, void *out, int direction))
{
  const struct plan *p = plan_get (h);
  int type = p ? p->type : 0, t = type & ~DOUBLE;
  return execute (h, type, in, out, t == R2C ? FORWARD : t == C2R ? 1 : direction);
}

FUNCTION (cufftMakePlan1d, (int h, int nx, int type, int batch, size_t *size))
{
  return cufftMakePlanMany (h, 1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch, size);
}
FUNCTION (cufftMakePlan2d, (int h, int nx, int ny, int type, size_t *size))
{
  int n[] = { nx, ny };
  return cufftMakePlanMany (h, 2, n, NULL, 1, 0, NULL, 1, 0, type, 1, size);
}
FUNCTION (cufftMakePlan3d, (int h, int nx, int ny, int nz, int type, size_t *size))
{
  int n[] = { nx, ny, nz };
  return cufftMakePlanMany (h, 3, n, NULL, 1, 0, NULL, 1, 0, type, 1, size);
}

FUNCTION (cufftPlanMany, (int *h, int rank, int *n, int *inembed, int istride, int idist,
			  int *onembed, int ostride, int odist, int type, int batch))
{
  int r = cufftCreate (h);
  if (r)
    return r;
  r = cufftMakePlanMany (*h, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,
			 NULL);
  if (r)
    cufftDestroy (*h);
  return r;
}
FUNCTION (cufftPlan1d, (int *h, int nx, int type, int batch))
{
  return cufftPlanMany (h, 1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch);
}
FUNCTION (cufftPlan2d, (int *h, int nx, int ny, int type))
{
  int n[] = { nx, ny };
  return cufftPlanMany (h, 2, n, NULL, 1, 0, NULL, 1, 0, type, 1);
}
FUNCTION (cufftPlan3d, (int *h, int nx, int ny, int nz, int type))
{
  int n[] = { nx, ny, nz };
  return cufftPlanMany (h, 3, n, NULL, 1, 0, NULL, 1, 0, type, 1);
}

FUNCTION (cufftSetStream, (int h, CUstream stream))
{
  struct plan *p = plan_get (h);
  if (!p)
    return INVALID_PLAN;
  p->stream = stream;
  return SUCCESS;
}

/* No work area is needed: its size is 0, and an area of the program is not used.  */

#define SIZE(name, params) \
  FUNCTION (name, params) \
  { \
    return size ? *size = 0, SUCCESS : INVALID_VALUE; \
  }
#pragma GCC diagnostic ignored "-Wunused-parameter"
SIZE (cufftGetSize, (int h, size_t *size))
SIZE (cufftEstimate1d, (int nx, int type, int batch, size_t *size))
SIZE (cufftEstimate2d, (int nx, int ny, int type, size_t *size))
SIZE (cufftEstimate3d, (int nx, int ny, int nz, int type, size_t *size))
SIZE (cufftEstimateMany, (int rank, int *n, int *inembed, int istride, int idist, int *onembed,
			  int ostride, int odist, int type, int batch, size_t *size))
SIZE (cufftGetSize1d, (int h, int nx, int type, int batch, size_t *size))
SIZE (cufftGetSize2d, (int h, int nx, int ny, int type, size_t *size))
SIZE (cufftGetSize3d, (int h, int nx, int ny, int nz, int type, size_t *size))
SIZE (cufftGetSizeMany, (int h, int rank, int *n, int *inembed, int istride, int idist,
			 int *onembed, int ostride, int odist, int type, int batch, size_t *size))
SIZE (cufftGetSizeMany64, (int h, int rank, long long *n, long long *inembed, long long istride,
			   long long idist, long long *onembed, long long ostride, long long odist,
			   int type, long long batch, size_t *size))

SIZE (cufftXtGetSizeMany, (int h, int rank, long long *n, long long *inembed, long long istride,
			   long long idist, int in, long long *onembed, long long ostride,
			   long long odist, int out, long long batch, size_t *size, int how))

FUNCTION (cufftSetAutoAllocation, (int h, int automatic))
{
  return plan_get (h) ? SUCCESS : INVALID_PLAN;
}
FUNCTION (cufftSetWorkArea, (int h, void *area))
{
  return plan_get (h) ? SUCCESS : INVALID_PLAN;
}

FUNCTION (cufftGetVersion, (int *version))
{
  return version ? *version = VERSION, SUCCESS : INVALID_VALUE;
}
/* Major, minor, patch.  */
FUNCTION (cufftGetProperty, (int which, int *value))
{
  static const int parts[] = { VERSION / 1000, VERSION / 100 % 10, VERSION % 100 };
  return which < 0 || which > 2 || !value ? INVALID_VALUE : (*value = parts[which], SUCCESS);
}

/* ---- functions that are not supported ---- */

#define CULIB_REFUSED(name) \
  EXPORT int name (void); \
  int name (void) \
  { \
    static bool told; \
    culib_refuse (#name, &told); \
    return NOT_IMPLEMENTED; \
  }
#include "culib/cufft-refused.def"
