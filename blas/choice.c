/* SPDX-License-Identifier: MIT */
/* Which kernel is to do a product of matrices, and in how many parts, where a caller or a table of px-tune says so
   (px/blas.h).

   A table is a file: struct table_head, then struct table_row as often as that says, numbers as this machine has them.  A row
   is of products whose m, n and k have the same ceil (log2) as those that were measured.  */
#include "blas/gemm.h"
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
  TABLE_VERSION = 1,
  TABLE_MOST = 65536, /* rows; px-tune writes some hundreds */
  CLASSES = 32,	      /* ceil (log2) of sizes, which are less than 2^31 */
  BLAS_KERNELS = 0
#define BLAS_KERNEL(id, name) +1
#include "blas/choices.def"
#undef BLAS_KERNEL
};

#define TABLE_MAGIC "px-tune\n"

struct table_head
{
  char magic[8];
  uint32_t version, rows;
  uint64_t checksum; /* FNV-1a of all bytes after it */
  char device[256];
};

struct table_row
{
  uint32_t type, opa, opb, kernel, parts;
  uint32_t m, n, k; /* classes */
};

struct table
{
  int device;
  uint32_t count;
  struct table_row row[];
};

/* Looked up and replaced under the lock.  FOUND: whether the environment has been asked.  NONE: it has, and there is no
   table; changed under the lock, but read without it, by each product.  */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct table *table;
static bool found;
static atomic_bool none;

/* Of pxblas_gemm_choose.  */
static __thread struct gemm_choice chosen;

/* FNV-1a (Fowler, Noll, Vo) of N bytes at P after those that gave SUM.  */
static uint64_t
checksum (uint64_t sum, const void *p, size_t n)
{
  for (const unsigned char *c = p; n; c++, n--)
    sum = (sum ^ *c) * 0x100000001b3;
  return sum;
}

static uint64_t
table_sum (const struct table_head *h, const struct table_row *rows)
{
  return checksum (checksum (0xcbf29ce484222325, h->device, sizeof h->device), rows,
		   h->rows * sizeof *rows);
}

/* The class of size X > 0.  */
static uint32_t
class_of (int64_t x)
{
  uint32_t c = 0;
  while ((INT64_C (1) << c) < x)
    c++;
  return c;
}

static bool
right_choice (uint32_t kernel, uint32_t parts)
{
  return kernel < BLAS_KERNELS && parts <= BLAS_MOST_PARTS;
}

static bool
right_row (const struct table_row *r)
{
  return r->type < PXBLAS_TYPES && r->opa <= PXBLAS_T && r->opb <= PXBLAS_T
	 && right_choice (r->kernel, r->parts) && r->m < CLASSES && r->n < CLASSES
	 && r->k < CLASSES;
}

/* The name of this thread's device; all 256 bytes are set.  */
static px_status
device_name (char name[256])
{
  struct px_device_properties d;
  px_status s = px_device_properties (px_device (), &d);
  memset (name, 0, 256);
  if (!s)
    memcpy (name, d.name, strnlen (d.name, 255));
  return s;
}

/* Reads FILE to *RESULT, which the caller frees.  */
static px_status
read_table (const char *file, struct table **result)
{
  struct table_head h;
  char device[256];
  px_status s = device_name (device);
  if (s)
    return s;
#define BAD(...) \
  do \
    { \
      s = px__fail (PX_ERR_INVALID, __VA_ARGS__); \
      goto end; \
    } \
  while (0)
  struct table *t = NULL;
  FILE *f = fopen (file, "rb");
  if (!f)
    return px__fail (PX_ERR_SYSTEM, "%s: %s", file, strerror (errno));
  if (fread (&h, sizeof h, 1, f) != 1 || memcmp (h.magic, TABLE_MAGIC, sizeof h.magic))
    BAD ("%s: this is no table of px-tune", file);
  if (h.version != TABLE_VERSION)
    BAD ("%s: the table has version %u, and this libpxblas reads %d: run px-tune again", file,
	 (unsigned) h.version, TABLE_VERSION);
  if (h.rows > TABLE_MOST)
    BAD ("%s: the table has %u rows, more than %d: it is damaged", file, (unsigned) h.rows,
	 TABLE_MOST);
  t = malloc (sizeof *t + h.rows * sizeof t->row[0]);
  if (!t)
    {
      s = px__fail (PX_ERR_MEMORY, "%s: there is no memory for %u rows", file, (unsigned) h.rows);
      goto end;
    }
  if (fread (t->row, sizeof t->row[0], h.rows, f) != h.rows || fgetc (f) != EOF)
    BAD ("%s: the table's size is not that of %u rows: it is damaged", file, (unsigned) h.rows);
  if (table_sum (&h, t->row) != h.checksum)
    BAD ("%s: the checksum is wrong: the table is damaged", file);
  if (memcmp (h.device, device, sizeof device))
    BAD ("%s: the table is of a device %.255s, and this is %s: run px-tune here", file, h.device,
	 device);
  for (uint32_t i = 0; i < h.rows; i++)
    if (!right_row (&t->row[i]))
      BAD ("%s: row %u names what there is not", file, (unsigned) i + 1);
  t->device = px_device ();
  t->count = h.rows;
  *result = t;
  t = NULL;
end:
  free (t);
  fclose (f);
  return s;
#undef BAD
}

PXBLAS_EXPORT px_status
pxblas_table_load (const char *file)
{
  struct table *t = NULL;
  px_status s = file ? read_table (file, &t) : PX_OK;
  if (s)
    return s;
  pthread_mutex_lock (&lock);
  free (table);
  table = t;
  found = true;
  atomic_store (&none, !table);
  pthread_mutex_unlock (&lock);
  return PX_OK;
}

/* Writes H and its ROWS to FILE as a whole: to another file beside it, which then takes its name, so that there is the
   table from before, if there was one, or the new one.  What is no file, as a pipe, is written itself.  Returns 0 or what
   errno says.  */
static int
put_table (const char *file, const struct table_head *h, const struct table_row *rows)
{
  struct stat there;
  bool aside = stat (file, &there) || S_ISREG (there.st_mode);
  size_t length = strlen (file) + 40;
  char *part = malloc (length);
  if (!part)
    return ENOMEM;
  /* Threads have their own names.  */
  if (aside)
    snprintf (part, length, "%s.%d-%zx", file, (int) getpid (), (size_t) &chosen);
  else
    strcpy (part, file);
  FILE *f = fopen (part, "wb");
  if (!f)
    aside = false;
  bool good = f && fwrite (h, sizeof *h, 1, f) == 1
	      && fwrite (rows, sizeof *rows, h->rows, f) == h->rows && !fflush (f);
  int error = errno;
  if (f && fclose (f) && good)
    good = false, error = errno;
  if (aside && good && rename (part, file))
    good = false, error = errno;
  if (aside && !good)
    unlink (part);
  free (part);
  return good ? 0 : error;
}

PXBLAS_EXPORT px_status
pxblas_table_write (const char *file, const pxblas_choice *choices, int64_t count)
{
  struct table_head h = { .version = TABLE_VERSION, .rows = count };
  memcpy (h.magic, TABLE_MAGIC, sizeof h.magic);
  if (!file || (count && !choices))
    return px__fail (PX_ERR_INVALID, "pxblas_table_write: %s is NULL", file ? "choices" : "file");
  if (blas_bad_size ("pxblas_table_write", "count", count, TABLE_MOST))
    return PX_ERR_INVALID;
  px_status s = device_name (h.device);
  if (s)
    return s;
  struct table_row *rows = calloc (count + 1, sizeof *rows);
  if (!rows)
    return px__fail (PX_ERR_MEMORY, "pxblas_table_write: there is no memory for %lld rows",
		     (long long) count);
  for (int64_t i = 0; i < count; i++)
    {
      const pxblas_choice *c = &choices[i];
      bool sizes = c->m > 0 && c->n > 0 && c->k > 0 && c->m <= BLAS_MOST_DIM
		   && c->n <= BLAS_MOST_DIM && c->k <= BLAS_MOST_DIM;
      if (sizes)
	rows[i] = (struct table_row){ c->type,	c->opa,		 c->opb,	  c->kernel,
				      c->parts, class_of (c->m), class_of (c->n), class_of (c->k) };
      if (!sizes || !right_row (&rows[i]))
	{
	  free (rows);
	  return px__fail (PX_ERR_INVALID,
			   "pxblas_table_write: choice %lld names what there is not",
			   (long long) i);
	}
    }
  h.checksum = table_sum (&h, rows);
  int error = put_table (file, &h, rows);
  free (rows);
  return error ? px__fail (PX_ERR_SYSTEM, "%s: %s", file, strerror (error)) : PX_OK;
}

PXBLAS_EXPORT px_status
pxblas_gemm_choose (pxblas_kernel kernel, int parts)
{
  if (!right_choice (kernel, parts))
    return px__fail (
      PX_ERR_INVALID,
      "pxblas_gemm_choose: there is no kernel %d, or %d parts are not within 0 ... %d",
      (int) kernel, parts, BLAS_MOST_PARTS);
  chosen = (struct gemm_choice){ kernel, parts };
  return PX_OK;
}

struct gemm_choice
blas_gemm_choice (pxblas_type type, const struct gemm *g)
{
  struct gemm_choice c = chosen;
  if (c.kernel || c.parts || g->count != 1 || !g->k || atomic_load (&none))
    return c;
  pthread_mutex_lock (&lock);
  const char *file = found ? NULL : getenv ("PXBLAS_TABLE");
  found = true;
  if (file && *file)
    {
      px_status s = read_table (file, &table);
      if (s)
	fprintf (stderr, "libpxblas: %s; the built-in choices are used\n", px_status_text (s));
    }
  atomic_store (&none, !table);
  if (table && table->device == px_device ())
    {
      uint32_t m = class_of (g->m), n = class_of (g->n), k = class_of (g->k);
      for (uint32_t i = 0; i < table->count; i++)
	{
	  const struct table_row *r = &table->row[i];
	  if (r->type == type && r->opa == g->opa && r->opb == g->opb && r->m == m && r->n == n
	      && r->k == k)
	    {
	      c = (struct gemm_choice){ r->kernel, r->parts };
	      break;
	    }
	}
    }
  pthread_mutex_unlock (&lock);
  return c;
}
