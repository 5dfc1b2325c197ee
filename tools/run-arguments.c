/* SPDX-License-Identifier: MIT */
/* px-run's arguments: makes a kernel's parameter from a word of the command line, with the memory
   or the tensor map that it requests, and prints or saves this after the run.

   Needs a context.  Sets the bytes of the parameter in arg.value.  */
#define _GNU_SOURCE /* for asprintf */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/px-run.h"

struct arg *run_given[RUN_MOST_ARGUMENTS];

size_t run_n_given;

static uint64_t
splitmix (uint64_t *s)
{
  uint64_t z = *s += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* Fills COUNT elements of A at P by INIT.  */
static void
fill (struct arg *a, unsigned char *p, const char *init)
{
  const struct type *t = a->type;
  bool is_float = t->kind != 'i' && t->kind != 'u';

  if (!strcmp (init, "zeros") || !strcmp (init, "none"))
    memset (p, 0, a->count * t->size);
  else if (!strcmp (init, "ones") || !strcmp (init, "iota"))
    for (size_t i = 0; i < a->count; i++)
      {
	size_t v = init[0] == 'o' ? 1 : i;
	run_put (p + i * t->size, t, (int64_t) v, (double) v);
      }
  else if (!strncmp (init, "const:", 6))
    for (size_t i = 0; i < a->count; i++)
      if (i)
	memcpy (p + i * t->size, p, t->size);
      else
	run_parse_value (a->text, init + 6, t, p);
  else if (!strcmp (init, "random") || !strncmp (init, "random:", 7))
    {
      uint64_t seed = 1;
      if (init[6])
	run_parse_value (a->text, init + 7, run_type_named ("u64", 3), &seed);
      for (size_t i = 0; i < a->count; i++)
	{
	  uint64_t r = splitmix (&seed);
	  run_put (p + i * t->size, t, (int64_t) r, is_float ? (double) (r >> 40) * 0x1p-24 : 0);
	}
    }
  else
    run_die ("argument '%s': '%s' is none of zeros, ones, iota, const:VALUE, "
	     "random[:SEED], file:PATH",
	     a->text, init);
}

/* TYPE:COUNT[=INIT][,print[:N]][>FILE]: allocates and fills a buffer.  */
static void
make_buffer (struct arg *a, const char *spec)
{
  char *s = strdup (spec), *init, *count, *p;
  unsigned char *host;
  size_t bytes, n;

  if (!s)
    run_die ("out of memory");
  p = strrchr (s, '>');
  if (p)
    {
      *p++ = '\0';
      if (!*p)
	run_die ("argument '%s': no file after '>'", a->text);
      a->save = p;
    }
  p = strrchr (s, ',');
  if (p && !strncmp (p, ",print", 6) && (!p[6] || p[6] == ':'))
    {
      a->print = p[6] ? run_parse_size (p + 7, a->text) : SIZE_MAX;
      *p = '\0';
    }
  init = strchr (s, '=');
  if (init)
    *init++ = '\0';
  count = strchr (s, ':');
  a->type = run_type_named (s, count ? (size_t) (count - s) : strlen (s));
  if (!a->type)
    run_die ("argument '%s': no such type: '%.*s'", a->text,
	     count ? (int) (count - s) : (int) strlen (s), s);
  if (count)
    count++;
  if (init && !strncmp (init, "file:", 5))
    {
      host = (unsigned char *) run_slurp (init + 5, &n);
      a->count = count && *count ? run_parse_size (count, a->text) : n / a->type->size;
      if (!a->count || n != a->count * a->type->size)
	run_die ("argument '%s': %s has %zu bytes, which is not %zu of %s", a->text, init + 5, n,
		 a->count, a->type->name);
      bytes = n;
    }
  else
    {
      if (!count || !*count)
	run_die ("argument '%s': no number of elements (buf:TYPE:COUNT)", a->text);
      a->count = run_parse_size (count, a->text);
      if (!a->count || a->count > SIZE_MAX / 16)
	run_die ("argument '%s': %s elements", a->text, count);
      bytes = a->count * a->type->size;
      host = malloc (bytes);
      if (!host)
	run_die ("argument '%s': out of memory", a->text);
      fill (a, host, init ? init : "zeros");
    }
  run_check (cuMemAlloc_v2 (&a->at, bytes), a->text);
  if (!init || strcmp (init, "none"))
    run_check (cuMemcpyHtoD_v2 (a->at, host, bytes), a->text);
  free (host);
  a->size = a->align = sizeof a->at;
  a->value = (unsigned char *) &a->at;
}

/* Returns the argument with memory whose number S starts with, for argument A; *END follows the
   number.  */
static const struct arg *
referred (const struct arg *a, const char *s, char **end)
{
  unsigned long n = strtoul (s, end, 10);
  if (*end == s || n >= run_n_given || !run_given[n]->type)
    run_die ("argument '%s': there is no argument with memory before it that is number '%.*s'",
	     a->text, (int) strcspn (s, ":"), s);
  return run_given[n];
}

/* Reads up to 5 numbers separated by x at *S to V.  Returns how many.  */
static unsigned
extents (const struct arg *a, const char **s, uint64_t v[5])
{
  unsigned n = 0;
  for (const char *p = *s;; p++)
    {
      char *end;
      errno = 0;
      if (n == 5 || *p < '0' || *p > '9' || !(v[n] = strtoull (p, &end, 10)) || errno
	  || v[n] > UINT32_MAX)
	run_die ("argument '%s': '%.*s' is not 1 to 5 positive numbers with x between them",
		 a->text, (int) strcspn (*s, ":"), *s);
      n++;
      p = end;
      if (*p != 'x')
	{
	  *s = p;
	  return n;
	}
    }
}

/* map:TYPE:EXTENTS:BOX[:SWIZZLE]..., map@N:TYPE:EXTENTS:BOX[:SWIZZLE].  */
static void
make_map (struct arg *a)
{
  static const CUtensorMapSwizzle swizzles[]
    = { CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B,
	CU_TENSOR_MAP_SWIZZLE_128B };
  static const unsigned bytes[] = { 0, 32, 64, 128 };
  const struct arg *of = NULL;
  const char *s = a->text + 4, *type = s;
  uint64_t extent[5], box[5], stride[5], count = 1;
  uint32_t box32[5], step[5];
  unsigned rank, swizzle = 0;
  char *end;
  if (a->text[3] == '@')
    {
      of = referred (a, s, &end);
      type = s = *end == ':' ? end + 1 : end;
    }
  size_t n = strcspn (s, ":");
  const struct type *t = run_type_named (s, n);
  if (!t)
    run_die ("argument '%s': no such type: '%.*s'", a->text, (int) n, s);
  s += n + (s[n] == ':');
  rank = extents (a, &s, extent);
  if (*s++ != ':')
    run_die ("argument '%s': no box (map:TYPE:EXTENTS:BOX)", a->text);
  if (extents (a, &s, box) != rank)
    run_die ("argument '%s': the box has not the %u dimension%s of the tensor", a->text, rank,
	     rank == 1 ? "" : "s");
  if (*s == ':')
    {
      unsigned long b = strtoul (s + 1, &end, 10);
      while (swizzle < 4 && bytes[swizzle] != b)
	swizzle++;
      if (end == s + 1 || swizzle == 4)
	run_die ("argument '%s': the swizzle is 0, 32, 64 or 128", a->text);
      s = end;
    }
  if (*s && (of || !strchr ("=,>", *s)))
    run_die ("argument '%s': what is '%s'?", a->text, s);
  for (unsigned i = 0; i < rank; i++)
    {
      if (__builtin_mul_overflow (count, extent[i], &count) || count > SIZE_MAX / 16)
	run_die ("argument '%s': too many elements", a->text);
      stride[i] = count * t->size;
      box32[i] = (uint32_t) box[i];
      step[i] = 1;
    }
  if (of && count > of->count * of->type->size / t->size)
    run_die ("argument '%s': argument '%s' has fewer bytes", a->text, of->text);
  if (!of)
    {
      char *spec;
      if (asprintf (&spec, "%.*s:%" PRIu64 "%s", (int) n, type, count, s) < 0)
	run_die ("out of memory");
      make_buffer (a, spec);
      free (spec);
    }
  a->size = sizeof (CUtensorMap);
  a->align = 64;
  a->value = aligned_alloc (64, sizeof (CUtensorMap));
  if (!a->value)
    run_die ("out of memory");
  if (cuTensorMapEncodeTiled ((CUtensorMap *) a->value, t->map, rank,
			      (void *) (of ? of->at : a->at), extent, stride, box32, step,
			      CU_TENSOR_MAP_INTERLEAVE_NONE, swizzles[swizzle],
			      CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE))
    run_die (
      "argument '%s': there is no such tensor map: rows and a box's innermost dimension are "
      "multiples of 16 bytes, "
      "a box has at most 256 elements in each dimension, and in the innermost one at most the "
      "bytes of the swizzle",
      a->text);
}

/* hex:BYTES.  */
static void
make_bytes (struct arg *a)
{
  const char *s = a->text + 4;
  size_t n = strlen (s);
  a->align = 1;
  a->size = n / 2;
  a->value = malloc (a->size + 1);
  if (!a->value)
    run_die ("out of memory");
  for (size_t i = 0; i < a->size; i++)
    {
      unsigned v;
      char two[3] = { s[2 * i], s[2 * i + 1], '\0' };
      if (strspn (two, "0123456789abcdefABCDEF") != 2 || sscanf (two, "%x", &v) != 1)
	run_die ("argument '%s': '%s' is not a byte in hexadecimal", a->text, two);
      a->value[i] = (unsigned char) v;
    }
  if (n % 2)
    run_die ("argument '%s': an odd number of digits", a->text);
}

/* {ARGUMENT ...}, with the layout of a C struct.  */
static void
make_struct (struct arg *a, unsigned depth)
{
  const char *s = a->text + 1, *last = a->text + strlen (a->text) - 1;
  if (depth > 20 || last < s || *last != '}')
    run_die ("argument '%s': %s", a->text, depth > 20 ? "nested too deeply" : "no } at its end");
  a->members = calloc (strlen (s), sizeof *a->members);
  if (!a->members)
    run_die ("out of memory");
  a->align = 1;
  for (size_t n; s += strspn (s, " "), s < last; s += n)
    {
      struct arg *m = &a->members[a->n_members++];
      unsigned braces = 0;
      for (n = 0; s + n < last && (braces || s[n] != ' '); n++)
	braces += s[n] == '{' ? 1u : s[n] == '}' && braces ? -1u : 0u;
      m->text = strndup (s, n);
      if (!m->text)
	run_die ("out of memory");
      run_make_argument (m, depth + 1);
      a->size = (a->size + m->align - 1) / m->align * m->align;
      unsigned char *more = realloc (a->value, a->size + m->size + 64);
      if (!more)
	run_die ("out of memory");
      a->value = more;
      memcpy (a->value + a->size, m->value, m->size);
      a->size += m->size;
      a->align = m->align > a->align ? m->align : a->align;
    }
  if (!a->n_members)
    run_die ("argument '%s': nothing in it", a->text);
  a->size = (a->size + a->align - 1) / a->align * a->align;
}

void
run_make_argument (struct arg *a, unsigned depth)
{
  const char *colon = strchr (a->text, ':');
  if (!strncmp (a->text, "buf:", 4))
    make_buffer (a, a->text + 4);
  else if (!strncmp (a->text, "map:", 4) || !strncmp (a->text, "map@", 4))
    make_map (a);
  else if (*a->text == '{')
    make_struct (a, depth);
  else if (*a->text == '@')
    {
      char *end;
      a->at = referred (a, a->text + 1, &end)->at;
      if (*end)
	run_die ("argument '%s': what is '%s'?", a->text, end);
      a->size = a->align = sizeof a->at;
      a->value = (unsigned char *) &a->at;
    }
  else if (!strncmp (a->text, "hex:", 4))
    make_bytes (a);
  else
    {
      const struct type *t = colon ? run_type_named (a->text, (size_t) (colon - a->text)) : NULL;
      if (!t)
	run_die ("argument '%s' is none of TYPE:VALUE, hex:BYTES, buf:TYPE:COUNT…, "
		 "map:TYPE:EXTENTS:BOX…, @N, {ARGUMENT…}",
		 a->text);
      a->size = a->align = t->size;
      a->value = malloc (8);
      if (!a->value)
	run_die ("out of memory");
      run_parse_value (a->text, colon + 1, t, a->value);
    }
}

void
run_finish (const struct arg *a, const char *n)
{
  for (size_t i = 0; i < a->n_members; i++)
    {
      char number[100];
      snprintf (number, sizeof number, "%s.%zu", n, i);
      run_finish (&a->members[i], number);
    }
  if (!a->type)
    return;
  size_t bytes = a->count * a->type->size;
  unsigned char *host = malloc (bytes);
  if (!host)
    run_die ("argument '%s': out of memory", a->text);
  run_check (cuMemcpyDtoH_v2 (host, a->at, bytes), a->text);
  if (a->print)
    {
      size_t k = a->print < a->count ? a->print : a->count;
      printf ("%s:", n);
      for (size_t i = 0; i < k; i++)
	{
	  putchar (' ');
	  run_print_element (host + i * a->type->size, a->type);
	}
      puts (k < a->count ? " ..." : "");
    }
  if (a->save)
    {
      FILE *f = fopen (a->save, "wb");
      if (!f)
	run_die ("%s: %s", a->save, strerror (errno));
      if (fwrite (host, 1, bytes, f) != bytes || fclose (f))
	run_die ("%s: %s", a->save, strerror (errno));
    }
  free (host);
  run_check (cuMemFree_v2 (a->at), a->text);
}
