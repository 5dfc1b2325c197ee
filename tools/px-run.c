/* SPDX-License-Identifier: MIT */
/* px-run: runs a kernel of a PTX file on the emulator, with arguments from the
   command line.  It is a program of the CUDA Driver API like any other; only
   the names and types of parameters come from libptx.  Every error is one line
   on stderr and exit status 1.  */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "config.h"
#include "emulator/emu.h"
#include "emulator/pxemu.h"
#include "ptx/ptx.h"
#include "runtime/driver.h"

#define PX_DRIVER(name, symbol, since, need, args) extern __typeof__ (*(px_fn_##symbol) 0) symbol;
#include "runtime/driver.def"
#undef PX_DRIVER

static const char usage[]
  = "Usage: px-run [OPTION]... FILE.ptx KERNEL [ARGUMENT]... [then [OPTION]... KERNEL "
    "[ARGUMENT]...]...\n"
    "  or:  px-run --list FILE.ptx\n"
    "Run a kernel of a PTX file, or several one after the other, on the CPU emulator.\n"
    "\n"
    "  -g, --grid=X[,Y[,Z]]     blocks (default 1)\n"
    "  -b, --block=X[,Y[,Z]]    threads a block (default what the kernel requires,\n"
    "                           else 32)\n"
    "  -c, --cluster=X[,Y[,Z]]  blocks a cluster\n"
    "  -s, --smem=BYTES         dynamic shared memory (K and M as in 96K)\n"
    "      --check[=LIST]       look for defects, as px-sanitize does: all (default) or\n"
    "                           some of memory, init, race, sync, async; exit status\n"
    "                           0 clean, 1 defective or in error, 2 incomplete\n"
    "      --all-orders[=N]     run it in all orders of its threads that can differ, at\n"
    "                           most N (10000), and tell deadlocks and results that\n"
    "                           depend on the order; exit status as of --check\n"
    "      --cooperative        launch so that the blocks can wait for each other\n"
    "      --debug              stop at lines of the source; `help' lists the commands\n"
    "  -t, --time               print how long the kernel took\n"
    "  -l, --list               list the kernels of the file and their parameters\n"
    "      --help               display this help and exit\n"
    "      --version            output version information and exit\n"
    "\n"
    "Arguments, one for each parameter:\n"
    "  TYPE:VALUE               a scalar, as in i32:-5, u64:0x10, f32:1.5\n"
    "  hex:BYTES                the bytes of a parameter, as in hex:00ff3a01\n"
    "  buf:TYPE:COUNT[=INIT][,print[:N]][>FILE]\n"
    "                           a pointer to COUNT elements of the device's memory;\n"
    "                           after the run print them all, or the first N, and\n"
    "                           save them to FILE\n"
    "  map:TYPE:EXTENTS:BOX[:SWIZZLE][=INIT][,print[:N]][>FILE]\n"
    "                           a tensor map (CUtensorMap) of memory of its own, as of buf;\n"
    "                           EXTENTS and BOX as 64x32, the innermost first; SWIZZLE of\n"
    "                           0 (default), 32, 64 or 128 bytes\n"
    "  map@N:TYPE:EXTENTS:BOX[:SWIZZLE]   the same, of the memory of argument N\n"
    "  @N                       a pointer to the memory of argument N, counted from 0 over\n"
    "                           all kernels\n"
    "  {ARGUMENT ...}           a struct of these\n"
    "TYPE is i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 or f64.\n"
    "INIT is zeros (default), none (nothing written), ones, iota (0, 1, 2, ...), const:VALUE,\n"
    "random[:SEED] (whole range of integers, [0, 1) of floating point), or\n"
    "file:PATH (as saved; COUNT may be left out).\n"
    "\n"
    "Example:\n"
    "  px-run -g 4 -b 256 saxpy.ptx saxpy 'buf:f32:1024=iota,print:8' \\\n"
    "    buf:f32:1024=ones f32:2 i32:1024\n"
    "\n"
    "Environment:\n";

struct variable
{
  const char *name, *values, *otherwise, *text;
};
static const struct variable variables[] = {
#define PX_EMU_ENV(name, values, otherwise, text) { #name, values, otherwise, text },
#include "emulator/env.def"
#undef PX_EMU_ENV
};

static void __attribute__ ((noreturn, format (printf, 1, 2))) die (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  fputs ("px-run: ", stderr);
  vfprintf (stderr, format, ap);
  fputc ('\n', stderr);
  va_end (ap);
  exit (1);
}

/* Makes one line of S, whose lines after the first are indented.  */
static void
one_line (char *s)
{
  char *to = s;
  for (; *s; s++)
    if (*s == '\n')
      {
	*to++ = ';';
	s += strspn (s + 1, " ") > 1;
      }
    else
      *to++ = *s;
  *to = '\0';
}

/* Ends the program if R is an error; WHAT was to be done.  */
static void
check (CUresult r, const char *what)
{
  const char *name = NULL, *text = NULL;
  char more[2048] = "";
  if (r == CUDA_SUCCESS)
    return;
  cuGetErrorName (r, &name);
  cuGetErrorString (r, &text);
  pxemu_last_fault (more, sizeof more);
  one_line (more);
  if (more[0])
    die ("%s: %s (%s)", what, more, name ? name : "?");
  die ("%s: %s (%s)", what, text ? text : "?", name ? name : "?");
}

/* ---- numbers ---- */

struct type
{
  const char *name;
  unsigned size;
  char kind; /* i, u, f; h half, b bfloat */
  CUtensorMapDataType map;
};
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

/* The type whose name are the N characters at S, or NULL.  */
static const struct type *
type_named (const char *s, size_t n)
{
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strlen (types[i].name) == n && !strncmp (types[i].name, s, n))
      return &types[i];
  return NULL;
}

/* Float to 16 bits with E bits of exponent and M of fraction, to nearest
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

/* Stores V, one of the two, as an element of type T at P.  */
static void
put (void *p, const struct type *t, int64_t i, double d)
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

static void
print_element (const void *p, const struct type *t)
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

/* The value S of type T, of argument ARG, stored at P.  */
static void
parse_value (const char *arg, const char *s, const struct type *t, void *p)
{
  char *end;
  errno = 0;
  if (t->kind == 'i')
    {
      long long v = strtoll (s, &end, 0);
      int bits = 8 * (int) t->size;
      if (end == s || *end)
	die ("argument '%s': '%s' is not an integer", arg, s);
      if (errno || (bits < 64 && (v < -(1LL << (bits - 1)) || v >= 1LL << (bits - 1))))
	die ("argument '%s': %s does not fit %s", arg, s, t->name);
      put (p, t, v, 0);
    }
  else if (t->kind == 'u')
    {
      unsigned long long v = strtoull (s, &end, 0);
      if (end == s || *end || strchr (s, '-'))
	die ("argument '%s': '%s' is not an unsigned integer", arg, s);
      if (errno || (t->size < 8 && v >> (8 * t->size)))
	die ("argument '%s': %s does not fit %s", arg, s, t->name);
      put (p, t, (int64_t) v, 0);
    }
  else
    {
      double v = strtod (s, &end);
      if (end == s || *end)
	die ("argument '%s': '%s' is not a number", arg, s);
      put (p, t, 0, v);
    }
}

/* A size S with K, M or G after it; WHAT it is of.  */
static size_t
parse_size (const char *s, const char *what)
{
  char *end;
  unsigned long long v;
  int shift = 0;
  errno = 0;
  v = strtoull (s, &end, 0);
  if (end != s && (*end == 'K' || *end == 'M' || *end == 'G'))
    shift = *end++ == 'K' ? 10 : end[-1] == 'M' ? 20 : 30;
  if (end == s || *end || errno || strchr (s, '-') || v > SIZE_MAX >> shift)
    die ("%s: '%s' is not a size", what, s);
  return (size_t) v << shift;
}

/* X[,Y[,Z]] of option WHAT.  */
static void
parse_dims (const char *s, const char *what, unsigned d[3])
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
  die ("%s: '%s' is not X[,Y[,Z]] of positive numbers", what, s);
}

/* ---- files ---- */

static char *
slurp (const char *name, size_t *n)
{
  FILE *f = fopen (name, "rb");
  char *p = NULL;
  size_t cap = 0, k;
  *n = 0;
  if (!f)
    die ("%s: %s", name, strerror (errno));
  do
    {
      if (cap - *n < 2)
	{
	  cap = cap ? 2 * cap : 65536;
	  p = realloc (p, cap);
	  if (!p)
	    die ("%s: out of memory", name);
	}
      k = fread (p + *n, 1, cap - *n - 1, f);
      *n += k;
    }
  while (k);
  if (ferror (f))
    die ("%s: %s", name, strerror (errno));
  fclose (f);
  p[*n] = '\0';
  return p;
}

/* The first error of a file, as one line.  */
static void
report (void *closure, const ptx_diag *d)
{
  if (d->level == PTX_ERROR && !*(bool *) closure)
    {
      *(bool *) closure = true;
      if (d->line)
	fprintf (stderr, "px-run: %s:%u:%u: %s\n", d->file, d->line, d->col, d->text);
      else
	fprintf (stderr, "px-run: %s: %s\n", d->file, d->text);
    }
}

static ptx_module *
read_ptx (const char *name, const char *text, size_t n)
{
  bool said = false;
  ptx_module *m = ptx_read (text, n, name, report, &said);
  if (!m && !said)
    die ("%s: not PTX", name);
  if (!m)
    exit (1);
  return m;
}

static void
list (const ptx_module *m)
{
  for (const ptx_item *i = m->first; i; i = i->next)
    {
      const ptx_func *f = i->func;
      if (i->kind != PTX_I_FUNC || !f->entry || !f->defined)
	continue;
      printf ("%s (", f->sym->name);
      for (uint32_t k = 0; k < f->sig.nparams; k++)
	{
	  const ptx_var *v = f->sig.params[k];
	  printf ("%s%s", k ? ", " : "", ptx_mod_name (m, v->type));
	  if (v->ndims)
	    printf ("[%" PRIu64 "]", ptx_var_size (v));
	  printf (" %s", v->sym->name);
	}
      printf (")");
      for (uint32_t k = 0; k < f->ndirs; k++)
	{
	  const ptx_dir *d = &f->dirs[k];
	  const char *name = d->kind == PTX_D_MAXNTID		  ? "maxntid"
			     : d->kind == PTX_D_REQNTID		  ? "reqntid"
			     : d->kind == PTX_D_REQNCTAPERCLUSTER ? "cluster"
								  : NULL;
	  if (name)
	    printf (" %s %u,%u,%u", name, d->value[0], d->value[1], d->value[2]);
	}
      putchar ('\n');
    }
}

/* ---- arguments ---- */

struct arg
{
  const char *text;
  unsigned char *value; /* bytes of the parameter */
  size_t size, align;
  struct arg *members; /* of a struct, N_MEMBERS */
  size_t n_members;
  const struct type *type; /* of the elements of its own memory, else NULL */
  CUdeviceptr at;
  size_t count, print; /* elements; those to print */
  const char *save;    /* file, or NULL */
};

/* The arguments of all kernels so far.  */
static struct arg *given[1000];
static size_t n_given;

static uint64_t
splitmix (uint64_t *s)
{
  uint64_t z = *s += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* Fills COUNT elements of A at P as INIT says.  */
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
	put (p + i * t->size, t, (int64_t) v, (double) v);
      }
  else if (!strncmp (init, "const:", 6))
    for (size_t i = 0; i < a->count; i++)
      if (i)
	memcpy (p + i * t->size, p, t->size);
      else
	parse_value (a->text, init + 6, t, p);
  else if (!strcmp (init, "random") || !strncmp (init, "random:", 7))
    {
      uint64_t seed = 1;
      if (init[6])
	parse_value (a->text, init + 7, type_named ("u64", 3), &seed);
      for (size_t i = 0; i < a->count; i++)
	{
	  uint64_t r = splitmix (&seed);
	  put (p + i * t->size, t, (int64_t) r, is_float ? (double) (r >> 40) * 0x1p-24 : 0);
	}
    }
  else
    die ("argument '%s': '%s' is none of zeros, ones, iota, const:VALUE, "
	 "random[:SEED], file:PATH",
	 a->text, init);
}

/* TYPE:COUNT[=INIT][,print[:N]][>FILE]: allocates and fills it.  */
static void
make_buffer (struct arg *a, const char *spec)
{
  char *s = strdup (spec), *init, *count, *p;
  unsigned char *host;
  size_t bytes, n;

  if (!s)
    die ("out of memory");
  p = strrchr (s, '>');
  if (p)
    {
      *p++ = '\0';
      if (!*p)
	die ("argument '%s': no file after '>'", a->text);
      a->save = p;
    }
  p = strrchr (s, ',');
  if (p && !strncmp (p, ",print", 6) && (!p[6] || p[6] == ':'))
    {
      a->print = p[6] ? parse_size (p + 7, a->text) : SIZE_MAX;
      *p = '\0';
    }
  init = strchr (s, '=');
  if (init)
    *init++ = '\0';
  count = strchr (s, ':');
  a->type = type_named (s, count ? (size_t) (count - s) : strlen (s));
  if (!a->type)
    die ("argument '%s': no such type: '%.*s'", a->text,
	 count ? (int) (count - s) : (int) strlen (s), s);
  if (count)
    count++;
  if (init && !strncmp (init, "file:", 5))
    {
      host = (unsigned char *) slurp (init + 5, &n);
      a->count = count && *count ? parse_size (count, a->text) : n / a->type->size;
      if (!a->count || n != a->count * a->type->size)
	die ("argument '%s': %s has %zu bytes, which is not %zu of %s", a->text, init + 5, n,
	     a->count, a->type->name);
      bytes = n;
    }
  else
    {
      if (!count || !*count)
	die ("argument '%s': no number of elements (buf:TYPE:COUNT)", a->text);
      a->count = parse_size (count, a->text);
      if (!a->count || a->count > SIZE_MAX / 16)
	die ("argument '%s': %s elements", a->text, count);
      bytes = a->count * a->type->size;
      host = malloc (bytes);
      if (!host)
	die ("argument '%s': out of memory", a->text);
      fill (a, host, init ? init : "zeros");
    }
  check (cuMemAlloc_v2 (&a->at, bytes), a->text);
  if (!init || strcmp (init, "none"))
    check (cuMemcpyHtoD_v2 (a->at, host, bytes), a->text);
  free (host);
  a->size = a->align = sizeof a->at;
  a->value = (unsigned char *) &a->at;
}

/* The argument with memory whose number S starts with, of argument A; *END: behind it.  */
static const struct arg *
referred (const struct arg *a, const char *s, char **end)
{
  unsigned long n = strtoul (s, end, 10);
  if (*end == s || n >= n_given || !given[n]->type)
    die ("argument '%s': there is no argument with memory before it that is number '%.*s'", a->text,
	 (int) strcspn (s, ":"), s);
  return given[n];
}

/* The numbers with x between them at *S, at most 5, to V; how many.  */
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
	die ("argument '%s': '%.*s' is not 1 to 5 positive numbers with x between them", a->text,
	     (int) strcspn (*s, ":"), *s);
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
  const struct type *t = type_named (s, n);
  if (!t)
    die ("argument '%s': no such type: '%.*s'", a->text, (int) n, s);
  s += n + (s[n] == ':');
  rank = extents (a, &s, extent);
  if (*s++ != ':')
    die ("argument '%s': no box (map:TYPE:EXTENTS:BOX)", a->text);
  if (extents (a, &s, box) != rank)
    die ("argument '%s': the box has not the %u dimension%s of the tensor", a->text, rank,
	 rank == 1 ? "" : "s");
  if (*s == ':')
    {
      unsigned long b = strtoul (s + 1, &end, 10);
      while (swizzle < 4 && bytes[swizzle] != b)
	swizzle++;
      if (end == s + 1 || swizzle == 4)
	die ("argument '%s': the swizzle is 0, 32, 64 or 128", a->text);
      s = end;
    }
  if (*s && (of || !strchr ("=,>", *s)))
    die ("argument '%s': what is '%s'?", a->text, s);
  for (unsigned i = 0; i < rank; i++)
    {
      if (__builtin_mul_overflow (count, extent[i], &count) || count > SIZE_MAX / 16)
	die ("argument '%s': too many elements", a->text);
      stride[i] = count * t->size;
      box32[i] = (uint32_t) box[i];
      step[i] = 1;
    }
  if (of && count > of->count * of->type->size / t->size)
    die ("argument '%s': argument '%s' has fewer bytes", a->text, of->text);
  if (!of)
    {
      char *spec;
      if (asprintf (&spec, "%.*s:%" PRIu64 "%s", (int) n, type, count, s) < 0)
	die ("out of memory");
      make_buffer (a, spec);
      free (spec);
    }
  a->size = sizeof (CUtensorMap);
  a->align = 64;
  a->value = aligned_alloc (64, sizeof (CUtensorMap));
  if (!a->value)
    die ("out of memory");
  if (cuTensorMapEncodeTiled ((CUtensorMap *) a->value, t->map, rank,
			      (void *) (of ? of->at : a->at), extent, stride, box32, step,
			      CU_TENSOR_MAP_INTERLEAVE_NONE, swizzles[swizzle],
			      CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE))
    die ("argument '%s': there is no such tensor map: rows and a box's innermost dimension are "
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
    die ("out of memory");
  for (size_t i = 0; i < a->size; i++)
    {
      unsigned v;
      char two[3] = { s[2 * i], s[2 * i + 1], '\0' };
      if (strspn (two, "0123456789abcdefABCDEF") != 2 || sscanf (two, "%x", &v) != 1)
	die ("argument '%s': '%s' is not a byte in hexadecimal", a->text, two);
      a->value[i] = (unsigned char) v;
    }
  if (n % 2)
    die ("argument '%s': an odd number of digits", a->text);
}

static void make_argument (struct arg *a, unsigned depth);

/* {ARGUMENT ...}, as C lays out a struct.  */
static void
make_struct (struct arg *a, unsigned depth)
{
  const char *s = a->text + 1, *last = a->text + strlen (a->text) - 1;
  if (depth > 20 || last < s || *last != '}')
    die ("argument '%s': %s", a->text, depth > 20 ? "nested too deeply" : "no } at its end");
  a->members = calloc (strlen (s), sizeof *a->members);
  if (!a->members)
    die ("out of memory");
  a->align = 1;
  for (size_t n; s += strspn (s, " "), s < last; s += n)
    {
      struct arg *m = &a->members[a->n_members++];
      unsigned braces = 0;
      for (n = 0; s + n < last && (braces || s[n] != ' '); n++)
	braces += s[n] == '{' ? 1u : s[n] == '}' && braces ? -1u : 0u;
      m->text = strndup (s, n);
      if (!m->text)
	die ("out of memory");
      make_argument (m, depth + 1);
      a->size = (a->size + m->align - 1) / m->align * m->align;
      unsigned char *more = realloc (a->value, a->size + m->size + 64);
      if (!more)
	die ("out of memory");
      a->value = more;
      memcpy (a->value + a->size, m->value, m->size);
      a->size += m->size;
      a->align = m->align > a->align ? m->align : a->align;
    }
  if (!a->n_members)
    die ("argument '%s': nothing in it", a->text);
  a->size = (a->size + a->align - 1) / a->align * a->align;
}

static void
make_argument (struct arg *a, unsigned depth)
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
	die ("argument '%s': what is '%s'?", a->text, end);
      a->size = a->align = sizeof a->at;
      a->value = (unsigned char *) &a->at;
    }
  else if (!strncmp (a->text, "hex:", 4))
    make_bytes (a);
  else
    {
      const struct type *t = colon ? type_named (a->text, (size_t) (colon - a->text)) : NULL;
      if (!t)
	die ("argument '%s' is none of TYPE:VALUE, hex:BYTES, buf:TYPE:COUNT…, "
	     "map:TYPE:EXTENTS:BOX…, @N, {ARGUMENT…}",
	     a->text);
      a->size = a->align = t->size;
      a->value = malloc (8);
      if (!a->value)
	die ("out of memory");
      parse_value (a->text, colon + 1, t, a->value);
    }
}

/* Prints and saves the memory of A, whose number is N, after the run, and frees it.  */
static void
finish (const struct arg *a, const char *n)
{
  for (size_t i = 0; i < a->n_members; i++)
    {
      char number[100];
      snprintf (number, sizeof number, "%s.%zu", n, i);
      finish (&a->members[i], number);
    }
  if (!a->type)
    return;
  size_t bytes = a->count * a->type->size;
  unsigned char *host = malloc (bytes);
  if (!host)
    die ("argument '%s': out of memory", a->text);
  check (cuMemcpyDtoH_v2 (host, a->at, bytes), a->text);
  if (a->print)
    {
      size_t k = a->print < a->count ? a->print : a->count;
      printf ("%s:", n);
      for (size_t i = 0; i < k; i++)
	{
	  putchar (' ');
	  print_element (host + i * a->type->size, a->type);
	}
      puts (k < a->count ? " ..." : "");
    }
  if (a->save)
    {
      FILE *f = fopen (a->save, "wb");
      if (!f)
	die ("%s: %s", a->save, strerror (errno));
      if (fwrite (host, 1, bytes, f) != bytes || fclose (f))
	die ("%s: %s", a->save, strerror (errno));
    }
  free (host);
  check (cuMemFree_v2 (a->at), a->text);
}

/* ---- the command line ---- */

struct options
{
  unsigned grid[3], block[3], cluster[3];
  bool check; /* --check, --all-orders */
  bool has_block, has_cluster, cooperative, time, list;
  size_t smem;
};

static void
help (void)
{
  fputs (usage, stdout);
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    {
      const struct variable *v = &variables[i];
      printf ("  %s=%s\n      %s (default %s)\n", v->name, v->values, v->text, v->otherwise);
    }
}

/* The value of option ARGV[*I], "--NAME=VALUE", "--NAME VALUE", "-X VALUE" or
   "-XVALUE"; NULL if it is another option.  */
static const char *
value_of (char **argv, int argc, int *i, const char *name, char letter)
{
  const char *s = argv[*i];
  size_t n = strlen (name);
  if (!strncmp (s, "--", 2) && !strncmp (s + 2, name, n) && (s[2 + n] == '=' || !s[2 + n]))
    {
      if (s[2 + n])
	return s + 3 + n;
    }
  else if (s[1] == letter)
    {
      if (s[2])
	return s + 2;
    }
  else
    return NULL;
  if (*i + 1 >= argc)
    die ("option '%s' needs a value", s);
  return argv[++*i];
}

/* Takes the options out of ARGV; the number of other words, which stand first
   then.  Options end at the kernel's name.  */
static int
parse_options (int argc, char **argv, struct options *o)
{
  int n = 0, i = 1;
  for (; i < argc; i++)
    {
      const char *s = argv[i], *v;
      if (s[0] != '-' || !s[1])
	argv[n++] = argv[i];
      else if (!strcmp (s, "--"))
	{
	  i++;
	  break;
	}
      else if (!strcmp (s, "--help"))
	{
	  help ();
	  exit (0);
	}
      else if (!strcmp (s, "--version"))
	{
	  printf ("px-run (px) %s\n", PACKAGE_VERSION);
	  exit (0);
	}
      else if (!strcmp (s, "--list") || !strcmp (s, "-l"))
	o->list = true;
      else if (!strcmp (s, "--time") || !strcmp (s, "-t"))
	o->time = true;
      else if (!strcmp (s, "--check") || !strncmp (s, "--check=", 8))
	{
	  o->check = true;
	  setenv ("PXEMU_CHECK", s[7] ? s + 8 : "all", 1);
	}
      else if (!strcmp (s, "--all-orders") || !strncmp (s, "--all-orders=", 13))
	{
	  char schedule[40];
	  snprintf (schedule, sizeof schedule, "explore:%zu",
		    s[12] ? parse_size (s + 13, "--all-orders") : 0);
	  setenv ("PXEMU_SCHEDULE", schedule, 1);
	  o->check = true;
	}
      else if (!strcmp (s, "--debug"))
	setenv ("PXEMU_DEBUG", "1", 1);
      else if (!strcmp (s, "--cooperative"))
	o->cooperative = true;
      else if ((v = value_of (argv, argc, &i, "grid", 'g')))
	parse_dims (v, "--grid", o->grid);
      else if ((v = value_of (argv, argc, &i, "block", 'b')))
	{
	  parse_dims (v, "--block", o->block);
	  o->has_block = true;
	}
      else if ((v = value_of (argv, argc, &i, "cluster", 'c')))
	{
	  parse_dims (v, "--cluster", o->cluster);
	  o->has_cluster = true;
	}
      else if ((v = value_of (argv, argc, &i, "smem", 's')))
	o->smem = parse_size (v, "--smem");
      else
	die ("unknown option '%s' (try px-run --help)", s);
    }
  for (; i < argc; i++)
    argv[n++] = argv[i];
  return n;
}

/* Launches F with ARGS and waits.  */
static void
launch (const struct options *o, CUfunction f, const char *name, void **args)
{
  CUlaunchAttribute attr[2];
  CUlaunchConfig c = { o->grid[0],  o->grid[1],		o->grid[2], o->block[0], o->block[1],
		       o->block[2], (unsigned) o->smem, NULL,	    attr,	 0 };
  struct timespec t0, t1;

  memset (attr, 0, sizeof attr);
  if (o->cooperative)
    {
      attr[c.numAttrs].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
      attr[c.numAttrs++].value.cooperative = 1;
    }
  if (o->has_cluster)
    {
      attr[c.numAttrs].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
      attr[c.numAttrs++].value.clusterDim
	= (driver_dim3){ o->cluster[0], o->cluster[1], o->cluster[2] };
      cuFuncSetAttribute (f, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
    }
  if (o->smem > PX_EMU_MAX_SHARED)
    die ("--smem: at most %d bytes", PX_EMU_MAX_SHARED);
  if (o->smem > PX_EMU_DEFAULT_SHARED)
    check (cuFuncSetAttribute (f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int) o->smem),
	   "--smem");
  clock_gettime (CLOCK_MONOTONIC, &t0);
  check (cuLaunchKernelEx (&c, f, args, NULL), name);
  check (cuCtxSynchronize (), name);
  clock_gettime (CLOCK_MONOTONIC, &t1);
  if (o->time)
    printf ("%s: %.3f ms (%s)\n", name,
	    (double) (t1.tv_sec - t0.tv_sec) * 1e3 + (double) (t1.tv_nsec - t0.tv_nsec) * 1e-6,
	    pxemu_describe ());
}

/* Makes the arguments of kernel WORDS[0] of M, which are the others of the N words, and
   runs it.  */
static void
step (struct options *o, const ptx_module *m, const char *file, CUmodule mod, char **words, int n)
{
  const ptx_func *fn = ptx_find_func (m, words[0]);
  CUfunction f;
  if (!fn || !fn->entry)
    die ("%s: no kernel '%s' (px-run --list %s shows them)", file, words[0], file);
  uint32_t params = fn->sig.nparams;
  if ((uint32_t) (n - 1) != params)
    die ("%s takes %u argument%s, %d given", words[0], params, params == 1 ? "" : "s", n - 1);
  for (uint32_t i = 0; i < fn->ndirs; i++)
    if (fn->dirs[i].kind == PTX_D_REQNTID && !o->has_block)
      memcpy (o->block, fn->dirs[i].value, sizeof o->block);
  check (cuModuleGetFunction (&f, mod, words[0]), "loading");
  struct arg *a = calloc (params + 1, sizeof *a);
  void **values = calloc (params + 1, sizeof *values);
  if (!a || !values)
    die ("out of memory");
  for (uint32_t i = 0; i < params; i++)
    {
      const ptx_var *v = fn->sig.params[i];
      a[i].text = words[i + 1];
      make_argument (&a[i], 0);
      if (a[i].size != ptx_var_size (v))
	die ("argument '%s' has %zu byte%s, parameter %s (%s) has %" PRIu64, a[i].text, a[i].size,
	     a[i].size == 1 ? "" : "s", v->sym->name, ptx_mod_name (m, v->type), ptx_var_size (v));
      values[i] = a[i].value;
      if (n_given == sizeof given / sizeof *given)
	die ("too many arguments");
      given[n_given++] = &a[i];
    }
  launch (o, f, words[0], values);
  free (values);
}

int
main (int argc, char **argv)
{
  CUcontext ctx;
  CUmodule mod;
  ptx_module *m;
  char *text, *file;
  bool checked = false;
  size_t size;

  /* What is asked for in the environment stands there before the driver looks.  */
  struct options *steps = calloc (argc, sizeof *steps);
  char ***words = calloc (argc, sizeof *words);
  int *n_words = calloc (argc, sizeof *n_words), n_steps = 0;
  if (!steps || !words || !n_words)
    die ("out of memory");
  for (int from = 0, to; from < argc; from = to, n_steps++)
    {
      for (to = from + 1; to < argc && strcmp (argv[to], "then"); to++)
	;
      steps[n_steps] = (struct options){ .grid = { 1, 1, 1 }, .block = { 32, 1, 1 } };
      words[n_steps] = argv + from;
      n_words[n_steps] = parse_options (to - from, argv + from, &steps[n_steps]);
      checked |= steps[n_steps].check;
      if (n_words[n_steps] < (n_steps || steps[n_steps].list ? 1 : 2))
	die (n_steps	  ? "no kernel given after 'then'%s"
	     : n_words[0] ? "no kernel given (px-run --list %s shows them)"
			  : "no file given (try px-run --help)%s",
	     !n_steps && n_words[0] ? argv[0] : "");
    }
  file = words[0]++[0];
  n_words[0]--;
  text = slurp (file, &size);
  m = read_ptx (file, text, size);
  if (steps[0].list)
    {
      list (m);
      return fflush (stdout) ? 1 : 0;
    }
  check (cuInit (0), "the emulator");
  check (cuDevicePrimaryCtxRetain (&ctx, 0), "the emulator");
  check (cuCtxSetCurrent (ctx), "the emulator");
  check (cuModuleLoad (&mod, file), "loading");
  for (int i = 0; i < n_steps; i++)
    step (&steps[i], m, file, mod, words[i], n_words[i]);
  for (size_t i = 0; i < n_given; i++)
    {
      char number[24];
      snprintf (number, sizeof number, "%zu", i);
      finish (given[i], number);
    }
  check (cuDevicePrimaryCtxRelease_v2 (0), "the emulator");
  ptx_free (m);
  free (text);
  if (fflush (stdout) || ferror (stdout))
    die ("standard output: %s", strerror (errno));
  return checked ? pxemu_verdict () : 0;
}
