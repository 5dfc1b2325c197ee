/* SPDX-License-Identifier: MIT */
/* px-run's numbers: reads values, sizes and dimensions from words of the command line, stores
   values as elements of a type, prints elements.  Invalid words end the program.  */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/px-run.h"

static const struct type types[] = { { "i8", 1, 'i', CU_TENSOR_MAP_DATA_TYPE_UINT8 },
				     { "u8", 1, 'u', CU_TENSOR_MAP_DATA_TYPE_UINT8 },
				     { "i16", 2, 'i', CU_TENSOR_MAP_DATA_TYPE_UINT16 },
				     { "u16", 2, 'u', CU_TENSOR_MAP_DATA_TYPE_UINT16 },
				     { "i32", 4, 'i', CU_TENSOR_MAP_DATA_TYPE_INT32 },
				     { "u32", 4, 'u', CU_TENSOR_MAP_DATA_TYPE_UINT32 },
				     { "i64", 8, 'i', CU_TENSOR_MAP_DATA_TYPE_INT64 },
				     { "u64", 8, 'u', CU_TENSOR_MAP_DATA_TYPE_UINT64 },
				     { "f16", 2, 'h', CU_TENSOR_MAP_DATA_TYPE_FLOAT16 },
				     { "bf16", 2, 'b', CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 },
				     { "f32", 4, 'f', CU_TENSOR_MAP_DATA_TYPE_FLOAT32 },
				     { "f64", 8, 'f', CU_TENSOR_MAP_DATA_TYPE_FLOAT64 } };

const struct type *
run_type_named (const char *s, size_t n)
{
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strlen (types[i].name) == n && !strncmp (types[i].name, s, n))
      return &types[i];
  return NULL;
}

/* Converts a float to 16 bits with E bits of exponent and M of fraction, rounding to nearest
   even.  */
static uint16_t
narrow (double v, int e, int m)
{
  int bias = (1 << (e - 1)) - 1, x;
  uint16_t sign = signbit (v) ? 0x8000 : 0;
  uint16_t inf = (uint16_t) (((1 << e) - 1) << m);
  double a = fabs (v);
  long k;

  if (isnan (v))
    return (uint16_t) (inf | 1 << (m - 1));
  if (isinf (v))
    return sign | inf;
  if (a == 0)
    return sign;
  frexp (a, &x);
  x = x - 1 < 1 - bias ? 1 - bias : x - 1;
  k = lrint (ldexp (a, m - x)); /* to nearest even */
  if (k >= 2L << m)
    k >>= 1, x++;
  if (x > bias)
    return sign | inf;
  if (k < 1L << m)
    return (uint16_t) (sign | k);
  return (uint16_t) (sign | (x + bias) << m | (k - (1L << m)));
}

static double
widen (uint16_t v, int e, int m)
{
  int bias = (1 << (e - 1)) - 1, x = v >> m & ((1 << e) - 1);
  int f = v & ((1 << m) - 1);
  double d;
  if (x == (1 << e) - 1)
    d = f ? NAN : INFINITY;
  else if (x)
    d = ldexp ((1 << m) + f, x - bias - m);
  else
    d = ldexp (f, 1 - bias - m);
  return v & 0x8000 ? -d : d;
}

void
run_put (void *p, const struct type *t, int64_t i, double d)
{
  float f = (float) d;
  uint16_t h;
  switch (t->kind)
    {
    case 'i':
    case 'u':
      memcpy (p, &i, t->size); /* little-endian */
      break;
    case 'f': memcpy (p, t->size == 4 ? (void *) &f : (void *) &d, t->size); break;
    default: h = t->kind == 'h' ? narrow (d, 5, 10) : narrow (d, 8, 7); memcpy (p, &h, 2);
    }
}

void
run_print_element (const void *p, const struct type *t)
{
  uint64_t u = 0;
  int64_t i;
  double d;
  float f;
  uint16_t h;
  memcpy (&u, p, t->size);
  switch (t->kind)
    {
    case 'u': printf ("%" PRIu64, u); break;
    case 'i':
      i = (int64_t) (u << (64 - 8 * t->size)) >> (64 - 8 * t->size);
      printf ("%" PRId64, i);
      break;
    case 'f':
      if (t->size == 4)
	{
	  memcpy (&f, p, 4);
	  printf ("%.9g", (double) f);
	}
      else
	{
	  memcpy (&d, p, 8);
	  printf ("%.17g", d);
	}
      break;
    default:
      memcpy (&h, p, 2);
      printf ("%.6g", t->kind == 'h' ? widen (h, 5, 10) : widen (h, 8, 7));
    }
}

void
run_parse_value (const char *arg, const char *s, const struct type *t, void *p)
{
  char *end;
  errno = 0;
  if (t->kind == 'i')
    {
      long long v = strtoll (s, &end, 0);
      int bits = 8 * (int) t->size;
      if (end == s || *end)
	run_die ("argument '%s': '%s' is not an integer", arg, s);
      if (errno || (bits < 64 && (v < -(1LL << (bits - 1)) || v >= 1LL << (bits - 1))))
	run_die ("argument '%s': %s does not fit %s", arg, s, t->name);
      run_put (p, t, v, 0);
    }
  else if (t->kind == 'u')
    {
      unsigned long long v = strtoull (s, &end, 0);
      if (end == s || *end || strchr (s, '-'))
	run_die ("argument '%s': '%s' is not an unsigned integer", arg, s);
      if (errno || (t->size < 8 && v >> (8 * t->size)))
	run_die ("argument '%s': %s does not fit %s", arg, s, t->name);
      run_put (p, t, (int64_t) v, 0);
    }
  else
    {
      double v = strtod (s, &end);
      if (end == s || *end)
	run_die ("argument '%s': '%s' is not a number", arg, s);
      run_put (p, t, 0, v);
    }
}

size_t
run_parse_size (const char *s, const char *what)
{
  char *end;
  unsigned long long v;
  int shift = 0;
  errno = 0;
  v = strtoull (s, &end, 0);
  if (end != s && (*end == 'K' || *end == 'M' || *end == 'G'))
    shift = *end++ == 'K' ? 10 : end[-1] == 'M' ? 20 : 30;
  if (end == s || *end || errno || strchr (s, '-') || v > SIZE_MAX >> shift)
    run_die ("%s: '%s' is not a size", what, s);
  return (size_t) v << shift;
}

void
run_parse_dims (const char *s, const char *what, unsigned d[3])
{
  const char *p = s;
  d[0] = d[1] = d[2] = 1;
  for (int i = 0; i < 3; i++)
    {
      char *end;
      unsigned long v;
      errno = 0;
      v = strtoul (p, &end, 10);
      if (end == p || errno || !v || v > 0x7fffffff || *p == '-' || (*end && *end != ','))
	break;
      d[i] = (unsigned) v;
      if (!*end)
	return;
      p = end + 1;
    }
  run_die ("%s: '%s' is not X[,Y[,Z]] of positive numbers", what, s);
}
