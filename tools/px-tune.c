/* SPDX-License-Identifier: MIT */
/* px-tune: measures the kernels of products of matrices of libpxblas on this machine's device, and writes the table of choices
   that libpxblas reads (px/blas.h).  */
#include "config.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <px/blas.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[]
  = "Usage: px-tune [OPTION]...\n"
    "Measure the matrix products of libpxblas on this device and write a table of the fastest.\n"
    "\n"
    "  -o, --output=FILE        the table (px.table)\n"
    "  -t, --types=LIST         only some of s, d, h, b, tf32, i8, e4m3, e5m2\n"
    "  -s, --sizes=MxNxK,...    only these sizes\n"
    "  -p, --parts=N            cut k to at most N parts (64)\n"
    "  -q, --quiet              print errors only\n"
    "      --help               display this help and exit\n"
    "      --version            output version information and exit\n"
    "\n"
    "libpxblas uses the table in programs whose environment has PXBLAS_TABLE=FILE.  It has a row\n"
    "for each type, transposition and size for which another kernel, or another number of parts\n"
    "along k, is faster than the built-in choice by 2 % or more.  A row is of all sizes that are\n"
    "the same when they are rounded up to powers of two.\n"
    "\n"
    "On px's emulator it counts the instructions that warps execute, not time: that says nothing "
    "of\n"
    "how well a GPU is filled, and such a table is for the emulator only.\n"
    "\n"
    "Exit status: 0 the table is written, 1 something failed, 2 an option is wrong.\n";

enum
{
  TIMES = 5,
  MOST_SIZES = 4096,
  MOST_ROWS = 65536,
  PERIOD = 65521 /* of numbers, a prime */
};

static const struct
{
  const char *name;
  int size, size_c; /* bytes of an element of A and B, of C */
} types[] = {
  [PXBLAS_TYPE_S] = { "s", 4, 4 },	 [PXBLAS_TYPE_D] = { "d", 8, 8 },
  [PXBLAS_TYPE_H] = { "h", 2, 2 },	 [PXBLAS_TYPE_B] = { "b", 2, 2 },
  [PXBLAS_TYPE_TF32] = { "tf32", 4, 4 }, [PXBLAS_TYPE_I8] = { "i8", 1, 4 },
  [PXBLAS_TYPE_E4M3] = { "e4m3", 1, 4 }, [PXBLAS_TYPE_E5M2] = { "e5m2", 1, 4 },
};

static const char *const kernels[] = {
#define BLAS_KERNEL(id, name) [PXBLAS_KERNEL_##id] = name,
#include "blas/choices.def"
#undef BLAS_KERNEL
};
static const pxblas_kernel last_kernel = sizeof kernels / sizeof *kernels - 1;

struct size
{
  int64_t m, n, k;
};

struct tune
{
  const char *output;
  bool type[PXBLAS_TYPES];
  struct size *size;
  int sizes, most_parts;
  bool quiet;
  unsigned long long (*instructions) (unsigned long long *); /* of the emulator, or NULL */
  void *a, *b, *c;
  pxblas_choice *row;
  int rows;
};

static int
fail (px_status s, const char *what)
{
  fprintf (stderr, "px-tune: %s: %s\n", what, px_status_text (s));
  return 1;
}

static px_status
multiply (const struct tune *t, pxblas_type type, pxblas_op opa, pxblas_op opb,
	  const struct size *s)
{
  int64_t lda = opa == PXBLAS_N ? s->m : s->k, ldb = opb == PXBLAS_N ? s->k : s->n;
#define PRODUCT(letters) \
  pxblas_##letters##gemm (opa, opb, s->m, s->n, s->k, 1, t->a, lda, t->b, ldb, 0, t->c, s->m, NULL)
  switch (type)
    {
    case PXBLAS_TYPE_S: return PRODUCT (s);
    case PXBLAS_TYPE_D: return PRODUCT (d);
    case PXBLAS_TYPE_H: return PRODUCT (h);
    case PXBLAS_TYPE_B: return PRODUCT (b);
    case PXBLAS_TYPE_TF32: return PRODUCT (tf32);
    case PXBLAS_TYPE_I8: return PRODUCT (i8);
    case PXBLAS_TYPE_E4M3: return PRODUCT (e4m3);
    default: return PRODUCT (e5m2);
    }
#undef PRODUCT
}

/* What a product costs by what is chosen now: milliseconds, the median of TIMES, or instructions; negative if it failed.  */
static double
cost (const struct tune *t, pxblas_type type, pxblas_op opa, pxblas_op opb, const struct size *s,
      px_status *status)
{
  float ms[TIMES];
  px_event begin, end;
  if ((*status = multiply (t, type, opa, opb, s)) || (*status = px_synchronize ()))
    return -1;
  if (t->instructions)
    {
      unsigned long long before = t->instructions (NULL);
      if ((*status = multiply (t, type, opa, opb, s)) || (*status = px_synchronize ()))
	return -1;
      return t->instructions (NULL) - before;
    }
  if ((*status = px_event_create (&begin)))
    return -1;
  if (!(*status = px_event_create (&end)))
    {
      for (int i = 0; i < TIMES && !*status; i++)
	if (!(*status = px_event_record (begin, NULL))
	    && !(*status = multiply (t, type, opa, opb, s))
	    && !(*status = px_event_record (end, NULL)) && !(*status = px_event_synchronize (end)))
	  *status = px_event_elapsed (&ms[i], begin, end);
      px_event_destroy (end);
    }
  px_event_destroy (begin);
  if (*status)
    return -1;
  for (int i = 1; i < TIMES; i++)
    for (int k = i; k > 0 && ms[k] < ms[k - 1]; k--)
      {
	float x = ms[k];
	ms[k] = ms[k - 1], ms[k - 1] = x;
      }
  return ms[TIMES / 2];
}

/* Finds the best choice for one product, and makes it a row if it is better than the built-in one.  Returns 0, or 1 after
   saying what failed.  */
static int
tune_one (struct tune *t, pxblas_type type, pxblas_op opa, pxblas_op opb, const struct size *s)
{
  px_status status = pxblas_gemm_choose (PXBLAS_KERNEL_NONE, 0);
  double built_in = status ? -1 : cost (t, type, opa, opb, s, &status), least = built_in;
  if (status)
    return fail (status, "a product by the built-in choice");
  int own_parts = pxblas_gemm_parts (), best_parts = own_parts;
  pxblas_kernel own = pxblas_gemm_kernel (), best = own;
  for (pxblas_kernel kernel = PXBLAS_KERNEL_NONE + 1; kernel <= last_kernel; kernel++)
    for (int parts = 1; parts <= t->most_parts; parts *= 2)
      {
	double c = -1;
	if ((kernel == own && parts == own_parts) || (status = pxblas_gemm_choose (kernel, parts))
	    || (status = multiply (t, type, opa, opb, s)))
	  ;
	/* What can not do it was passed over.  */
	else if (pxblas_gemm_kernel () != kernel || pxblas_gemm_parts () != parts)
	  continue;
	else
	  c = cost (t, type, opa, opb, s, &status);
	if (status)
	  return fail (status, "a product");
	if (c >= 0 && c < least)
	  least = c, best = kernel, best_parts = parts;
      }
  bool better = least < built_in * 0.98;
  const char *unit = t->instructions ? "instructions" : "ms";
  if (!t->quiet)
    printf ("%-4s %c%c %6" PRId64 " %6" PRId64 " %6" PRId64 "  built in: %s, %d: %.4g %s%s",
	    types[type].name, "NT"[opa], "NT"[opb], s -> m, s -> n, s -> k, kernels[own], own_parts,
	    built_in, unit, better ? "" : "\n");
  if (better && !t->quiet)
    printf ("; %s, %d: %.4g\n", kernels[best], best_parts, least);
  if (better && t->rows < MOST_ROWS)
    t->row[t->rows++] = (pxblas_choice){ type, opa, opb, s->m, s->n, s->k, best, best_parts };
  return 0;
}

/* Memory for A, B and C of all sizes and types, A and B with numbers that differ, none of which is a NaN in any type.  */
static px_status
get_memory (struct tune *t)
{
  static unsigned char number[PERIOD];
  int64_t most = 0, most_c = 0;
  for (int i = 0; i < t->sizes; i++)
    {
      const struct size *s = &t->size[i];
      int64_t of_a = s->m * s->k, of_b = s->n * s->k;
      most = of_a > most ? of_a : most;
      most = of_b > most ? of_b : most;
      most_c = s->m * s->n > most_c ? s->m * s->n : most_c;
    }
  int size = 1, size_c = 1;
  for (int i = 0; i < PXBLAS_TYPES; i++)
    if (t->type[i])
      size = types[i].size > size ? types[i].size : size,
      size_c = types[i].size_c > size_c ? types[i].size_c : size_c;
  t->a = px_alloc (most * size);
  t->b = px_alloc (most * size);
  t->c = px_alloc (most_c * size_c);
  if (!t->a || !t->b || !t->c)
    return px_last_status ();
  unsigned x = 1;
  for (int i = 0; i < PERIOD; i++)
    number[i]
      = (x = x * 1664525 + 1013904223) >> 26; /* 6 bits: exponents are below those of infinity */
  for (int64_t i = 0; i < most * size; i += PERIOD)
    {
      int64_t n = most * size - i < PERIOD ? most * size - i : PERIOD;
      px_status s = px_copy ((char *) t->a + i, number, n);
      if (!s)
	s = px_copy ((char *) t->b + i, number + PERIOD - n, n);
      if (s)
	return s;
    }
  return PX_OK;
}

/* Reads LIST, of names of types, to T; returns whether they are.  */
static bool
read_types (struct tune *t, char *list)
{
  memset (t->type, 0, sizeof t->type);
  for (char *name = strtok (list, ","); name; name = strtok (NULL, ","))
    {
      int i = 0;
      while (i < PXBLAS_TYPES && strcmp (name, types[i].name))
	i++;
      if (i == PXBLAS_TYPES)
	{
	  fprintf (stderr, "px-tune: there is no type %s\n", name);
	  return false;
	}
      t->type[i] = true;
    }
  return true;
}

/* A size at *P, which is moved past it; 0 if there is none within 1 ... 2^20.  */
static int64_t
take_number (char **p)
{
  char *end;
  long long x = **p >= '0' && **p <= '9' ? strtoll (*p, &end, 10) : 0;
  if (x < 1 || x > 1 << 20)
    return 0;
  *p = end;
  return x;
}

static bool
read_sizes (struct tune *t, char *list)
{
  t->sizes = 0;
  for (char *name = strtok (list, ","); name; name = strtok (NULL, ","))
    {
      char *p = name;
      struct size s = { 0, 0, 0 };
      if (t->sizes < MOST_SIZES && (s.m = take_number (&p)) && *p++ == 'x'
	  && (s.n = take_number (&p)) && *p++ == 'x' && (s.k = take_number (&p)) && !*p)
	t->size[t->sizes++] = s;
      else
	{
	  fprintf (
	    stderr,
	    "px-tune: %s is no size MxNxK of numbers within 1 ... %d, or there are more than %d\n",
	    name, 1 << 20, MOST_SIZES);
	  return false;
	}
    }
  return true;
}

/* Sizes around which programs have theirs; on the emulator two.  */
static void
usual_sizes (struct tune *t)
{
  static const int64_t sides[] = { 64, 256, 1024, 4096 }, depths[] = { 256, 1024, 4096, 16384 };
  if (t->instructions)
    {
      t->size[t->sizes++] = (struct size){ 64, 64, 256 };
      t->size[t->sizes++] = (struct size){ 64, 64, 2048 };
      return;
    }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 4; k++)
	t->size[t->sizes++] = (struct size){ sides[i], sides[j], depths[k] };
}

/* Whether the table can be written, which is asked before minutes are spent on it: a file beside it, as pxblas_table_write
   makes, or what is there and no file.  */
static bool
can_write (const char *file)
{
  struct stat there;
  bool aside = stat (file, &there) || S_ISREG (there.st_mode);
  size_t length = strlen (file) + sizeof ".XXXXXX";
  char *part = malloc (length);
  if (!part)
    return false;
  strcpy (part, file);
  if (aside)
    strcat (part, ".XXXXXX");
  int fd = aside ? mkstemp (part) : open (part, O_WRONLY | O_CLOEXEC);
  int error = errno;
  if (fd >= 0)
    close (fd);
  if (fd >= 0 && aside)
    unlink (part);
  free (part);
  errno = error;
  return fd >= 0;
}

static int
tune (struct tune *t)
{
  struct px_device_properties d;
  px_status s = px_device_properties (px_device (), &d);
  if (s)
    return fail (s, "the device");
  void *emulator = dlopen ("libpxemu.so.0", RTLD_NOW | RTLD_NOLOAD);
  if (emulator)
    t->instructions
      = (unsigned long long (*) (unsigned long long *)) dlsym (emulator, "pxemu_instructions");
  if (emulator && !t->instructions)
    return fprintf (stderr, "px-tune: the emulator does not count instructions\n"), 1;
  if (!can_write (t->output))
    return fprintf (stderr, "px-tune: %s: %s\n", t->output, strerror (errno)), 1;
  if (!t->sizes)
    usual_sizes (t);
  if (!t->quiet)
    printf ("px-tune: %s\n", d.name);
  if (emulator && !t->quiet)
    printf (
      "px-tune: this is px's emulator: what follows are instructions of all warps, not time\n");
  /* What the environment names is not to choose now.  */
  if ((s = pxblas_table_load (NULL)) || (s = get_memory (t)))
    return fail (s, "the memory");
  for (pxblas_type type = 0; type < PXBLAS_TYPES; type++)
    for (int ops = 0; ops < 4 && t->type[type]; ops++)
      for (int i = 0; i < t->sizes; i++)
	{
	  /* Of 8 bits as tensor cores have them from sm_89 on.  */
	  if ((type == PXBLAS_TYPE_E4M3 || type == PXBLAS_TYPE_E5M2) && d.arch < 89)
	    continue;
	  if (tune_one (t, type, ops & 1 ? PXBLAS_T : PXBLAS_N, ops & 2 ? PXBLAS_T : PXBLAS_N,
			&t->size[i]))
	    return 1;
	}
  if ((s = pxblas_table_write (t->output, t->row, t->rows)) || (s = pxblas_table_load (t->output)))
    return fail (s, "the table");
  if (!t->quiet)
    printf ("px-tune: %s has %d rows; PXBLAS_TABLE=%s makes libpxblas use it\n", t->output, t->rows,
	    t->output);
  return 0;
}

int
main (int argc, char **argv)
{
  static const struct option options[] = {
    { "output", required_argument, NULL, 'o' }, { "types", required_argument, NULL, 't' },
    { "sizes", required_argument, NULL, 's' },	{ "parts", required_argument, NULL, 'p' },
    { "quiet", no_argument, NULL, 'q' },	{ "help", no_argument, NULL, 'H' },
    { "version", no_argument, NULL, 'V' },	{ NULL, 0, NULL, 0 },
  };
  struct tune t = { .output = "px.table", .most_parts = 64 };
  int option;
  memset (t.type, true, sizeof t.type);
  t.size = calloc (MOST_SIZES, sizeof *t.size);
  t.row = calloc (MOST_ROWS, sizeof *t.row);
  if (!t.size || !t.row)
    return fail (PX_ERR_MEMORY, "the table");
  while ((option = getopt_long (argc, argv, "o:t:s:p:q", options, NULL)) != -1)
    switch (option)
      {
      case 'o': t.output = optarg; break;
      case 't':
	if (!read_types (&t, optarg))
	  return 2;
	break;
      case 's':
	if (!read_sizes (&t, optarg))
	  return 2;
	break;
      case 'p':
	{
	  char *p = optarg;
	  t.most_parts = take_number (&p);
	  if (!t.most_parts || *p || t.most_parts > 256)
	    {
	      fprintf (stderr, "px-tune: %s parts are not within 1 ... 256\n", optarg);
	      return 2;
	    }
	  break;
	}
      case 'q': t.quiet = true; break;
      case 'H': fputs (usage, stdout); return 0;
      case 'V': puts ("px-tune (" PACKAGE_NAME ") " PACKAGE_VERSION); return 0;
      default: return 2;
      }
  if (optind < argc)
    {
      fprintf (stderr, "px-tune: %s is no option\n", argv[optind]);
      return 2;
    }
  /* Before the emulator, if it is the device, begins.  */
  setenv ("PXEMU_COUNT", "1", 1);
  int status = tune (&t);
  px_free (t.a);
  px_free (t.b);
  px_free (t.c);
  free (t.size);
  free (t.row);
  return status;
}
