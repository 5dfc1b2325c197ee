/* SPDX-License-Identifier: MIT */
/* What the host functions of libpxblas ask before they launch: whether their sizes, increments
   and arrays can be as they are given.  Nothing here reads an array.  */
#include "blas/blas.h"

bool
blas_bad_size (const char *function, const char *name, int64_t n, int64_t most)
{
  if (n >= 0 && n <= most)
    return false;
  px__fail (PX_ERR_INVALID, "%s: %s is %lld, not within 0 ... %lld", function, name, (long long) n,
	    (long long) most);
  return true;
}

bool
blas_bad_increment (const char *function, const char *name, int64_t inc)
{
  if (inc != 0 && inc != INT64_MIN)
    return false;
  px__fail (PX_ERR_INVALID, "%s: %s is %lld", function, name, (long long) inc);
  return true;
}

bool
blas_copies_reach (const void *p, int size, int64_t ld, int64_t stride, int64_t count)
{
  const int64_t most = (INT64_C (1) << 40) / size, piece = 16 / size;
  return (uintptr_t) p % 16 == 0 && ld % piece == 0 && ld < most
	 && (count == 1 || (stride % piece == 0 && stride < most));
}

bool
blas_bad_ld (const char *function, const char *name, int64_t ld, int64_t rows)
{
  int64_t least = rows > 1 ? rows : 1;
  if (ld >= least)
    return false;
  px__fail (PX_ERR_INVALID, "%s: %s is %lld, less than %lld", function, name, (long long) ld,
	    (long long) least);
  return true;
}

/* Returns whether A has no elements.  */
static bool
empty (const struct blas_array *a)
{
  return !a->rows || !a->cols || !a->count;
}

/* Sets *START and *END to the first and the last byte's address of A, which is not empty, and
   returns true; false if they are more than addresses can be.  */
static bool
extent (const struct blas_array *a, uintptr_t *start, uintptr_t *end)
{
  __int128 last = a->rows - 1;
  last += (__int128) (a->cols - 1) * a->ld;
  if (a->count > 1)
    last += (__int128) (a->count - 1) * a->stride;
  if (last > (__int128) (UINTPTR_MAX / a->size))
    return false;
  *start = (uintptr_t) a->p;
  return !__builtin_add_overflow (*start, (uintptr_t) (last + 1) * a->size - 1, end);
}

/* The quotient of X and D > 0, rounded down.  */
static __int128
floor_div (__int128 x, __int128 d)
{
  return x >= 0 ? x / d : -((d - 1 - x) / d);
}

/* How many columns apart will look at one after the other.  */
enum
{
  MOST_COLUMNS = 65536
};

/* Returns whether no element of A is one of B, where this can be decided with little effort:
   single matrices of elements of one size.  */
static bool
apart (const struct blas_array *a, const struct blas_array *b)
{
  if (a->count > 1 || b->count > 1 || a->size != b->size)
    return false;
  if (b->cols < a->cols)
    {
      const struct blas_array *c = a;
      a = b, b = c;
    }
  /* B begins D elements after A; aligned pointers are whole elements apart.  Columns I of A and
     K of B meet if I * A->ld - K * B->ld is within D - (A->rows - 1) ... D + B->rows - 1.  */
  __int128 d = ((__int128) (uintptr_t) b->p - (uintptr_t) a->p) / (__int128) a->size;
  __int128 low = d - (a->rows - 1), high = d + b->rows - 1;
  if (a->ld == b->ld)
    {
      /* I - K takes every value within -(B->cols - 1) ... A->cols - 1.  */
      __int128 last = floor_div (high, a->ld);
      if (last > a->cols - 1)
	last = a->cols - 1;
      return last < -(b->cols - 1) || last * a->ld < low;
    }
  if (a->cols > MOST_COLUMNS)
    return false;
  for (int64_t i = 0; i < a->cols; i++)
    {
      __int128 at = (__int128) i * a->ld;
      __int128 last = floor_div (at - low, b->ld);
      if (last > b->cols - 1)
	last = b->cols - 1;
      if (last >= 0 && last * b->ld >= at - high)
	return false;
    }
  return true;
}

px_status
blas_refused (const char *function, int count, const struct blas_array *a)
{
  for (int i = 0; i < count; i++)
    {
      uintptr_t start, end;
      if (empty (&a[i]))
	continue;
      if (!a[i].p)
	return px__fail (PX_ERR_INVALID, "%s: %s is NULL", function, a[i].name);
      if ((uintptr_t) a[i].p % a[i].size)
	return px__fail (PX_ERR_INVALID, "%s: %s, %p, is no multiple of %zu", function, a[i].name,
			 a[i].p, a[i].size);
      if (!extent (&a[i], &start, &end))
	return px__fail (PX_ERR_INVALID, "%s: %s is larger than memory", function, a[i].name);
      for (int k = 0; k < i; k++)
	{
	  uintptr_t from, to;
	  if ((a[i].written || a[k].written) && !empty (&a[k]) && extent (&a[k], &from, &to)
	      && start <= to && from <= end && !apart (&a[k], &a[i]))
	    return px__fail (PX_ERR_INVALID, "%s: %s, at %p, and %s, at %p, overlap", function,
			     a[k].name, a[k].p, a[i].name, a[i].p);
	}
    }
  for (int i = 0; i < count; i++)
    if (!empty (&a[i]))
      {
	px_status s = px__reach (function, a[i].name, a[i].p);
	if (s)
	  return s;
      }
  return PX_OK;
}

px_status
blas_refused_vectors (const char *function, int64_t n, int64_t incx, int64_t incy, int count,
		      const struct blas_array *arrays)
{
  if (blas_bad_size (function, "n", n, BLAS_MOST) || blas_bad_increment (function, "incx", incx)
      || blas_bad_increment (function, "incy", incy))
    return PX_ERR_INVALID;
  return blas_refused (function, count, arrays);
}
