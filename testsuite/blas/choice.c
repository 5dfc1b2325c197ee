/* SPDX-License-Identifier: MIT */
/* Which kernel does a product of matrices: as pxblas_gemm_choose says, as a table says; tables that are not right.  With an
   argument, a few.  */
#include <glob.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>
#include "t.h"

static char file[64];

/* Where a table's parts are (blas/choice.c), and its checksum.  */
enum { VERSION = 8, ROWS = 12, SUM = 16, DEVICE = 24, HEAD = 280, ROW = 32 };

static uint64_t
sum_of (const unsigned char *p, long n)
{
  uint64_t sum = 0xcbf29ce484222325;
  for (long i = DEVICE; i < n; i++)
    sum = (sum ^ p[i]) * 0x100000001b3;
  return sum;
}

static long
read_file (unsigned char *to, long most)
{
  FILE *f = fopen (file, "rb");
  long n = f ? (long) fread (to, 1, most, f) : 0;
  if (f)
    fclose (f);
  return n;
}

static void
write_file (const unsigned char *from, long n)
{
  FILE *f = fopen (file, "wb");
  CHECK (f && fwrite (from, 1, n, f) == (size_t) n);
  if (f)
    fclose (f);
}

/* A product of S x S x K floats or halves, by the kernel and in the parts that are chosen: right, and done by what is
   returned.  */
static px_status
product (char type, pxblas_op opa, long s, long k, pxblas_kernel *kernel, int *parts)
{
  struct array a = new_array_after (8, type, s * k, false), b = new_array_after (8, type, s * k, false),
	       c = new_array_after (8, type, s * s, true);
  long lda = opa == PXBLAS_N ? s : k;
  px_status status = type == 's' ? pxblas_sgemm (opa, PXBLAS_N, s, s, k, 1, (float *) a.p, lda, (float *) b.p, k, 0, (float *) c.p, s, NULL)
				 : pxblas_hgemm (opa, PXBLAS_N, s, s, k, 1, (uint16_t *) a.p, lda, (uint16_t *) b.p, k, 0, (uint16_t *) c.p, s, NULL);
  OK (status);
  *kernel = pxblas_gemm_kernel ();
  *parts = pxblas_gemm_parts ();
  OK (px_synchronize ());
  bool good = true;
  for (long i = 0; i < s; i++)
    for (long j = 0; j < s; j++)
      {
	double want = 0, size = 0;
	for (long l = 0; l < k; l++)
	  {
	    double x = GET (a, opa == PXBLAS_N ? i + l * s : l + i * k) * GET (b, l + j * k);
	    want += x, size += fabs (x);
	  }
	good &= near_sum (type, GET (c, i + j * s), want, size, k + 2);
      }
  CHECK (good);
  free_array (&a);
  free_array (&b);
  free_array (&c);
  return status;
}
#define DONE_BY(type, opa, s, k, want_kernel, want_parts) \
  do \
    { \
      pxblas_kernel kernel_; \
      int parts_; \
      product (type, opa, s, k, &kernel_, &parts_); \
      CHECK (kernel_ == want_kernel); \
      CHECK (parts_ == want_parts); \
    } \
  while (0)

static const pxblas_op N = PXBLAS_N, T = PXBLAS_T;
static const pxblas_kernel FMA = PXBLAS_KERNEL_FMA, FMA_128 = PXBLAS_KERNEL_FMA_128, MMA = PXBLAS_KERNEL_MMA,
			   TMA_128 = PXBLAS_KERNEL_TMA_128, TMA_256 = PXBLAS_KERNEL_TMA_256;

/* Whether kernels by tensor copies are there.  */
static bool hopper;

static void
choose (void)
{
  DOING ("choose");
  CHECK (pxblas_gemm_choose (-1, 0) == PX_ERR_INVALID);
  CHECK (pxblas_gemm_choose (PXBLAS_KERNEL_MMA_128 + 1, 0) == PX_ERR_INVALID);
  CHECK (pxblas_gemm_choose (FMA, -1) == PX_ERR_INVALID);
  CHECK (pxblas_gemm_choose (FMA, 257) == PX_ERR_INVALID);
  CHECK (strstr (px_status_text (PX_ERR_INVALID), "257 parts") != NULL);
  OK (pxblas_gemm_choose (FMA_128, 1));
  DONE_BY ('s', N, 20, 1030, FMA_128, 1);
  OK (pxblas_gemm_choose (FMA, 0));
  DONE_BY ('s', N, 20, 1030, FMA, 2);
  /* As many parts as there are 128 ks for.  */
  OK (pxblas_gemm_choose (0, 200));
  DONE_BY ('s', T, 20, 1024, FMA, 8);
  OK (pxblas_gemm_choose (FMA_128, 3));
  DONE_BY ('s', T, 20, 400, FMA, 2);
  DONE_BY ('s', T, 20, 255, FMA_128, 1);
  OK (pxblas_gemm_choose (MMA, 1));
  DONE_BY ('h', T, 24, 256, MMA, 1);
  OK (pxblas_gemm_choose (TMA_256, 1));
  DONE_BY ('h', T, 24, 256, (hopper ? TMA_256 : MMA), 1);
  /* What can not be is passed over: tensor copies do not reach these.  */
  DONE_BY ('h', T, 23, 100, MMA, 1);
  DONE_BY ('s', T, 23, 100, FMA, 1);
  OK (pxblas_gemm_choose (0, 0));
  DONE_BY ('h', T, 24, 256, (hopper ? TMA_128 : MMA), 1);
}

static void
tables (void)
{
  /* Sizes of 24 are of the class of 17 to 32, k of 300 of that of 257 to 512.  */
  static const pxblas_choice choices[] = {
    { PXBLAS_TYPE_S, PXBLAS_N, PXBLAS_N, 24, 32, 300, PXBLAS_KERNEL_FMA, 2 },
    { PXBLAS_TYPE_S, PXBLAS_N, PXBLAS_N, 24, 32, 300, PXBLAS_KERNEL_FMA, 1 },
    { PXBLAS_TYPE_H, PXBLAS_T, PXBLAS_N, 24, 32, 300, PXBLAS_KERNEL_MMA, 1 },
  };
  pxblas_choice bad = choices[0];
  DOING ("tables");
  OK (pxblas_table_write (file, choices, 3));
  DONE_BY ('s', N, 24, 300, FMA, 1);
  OK (pxblas_table_load (file));
  DONE_BY ('s', N, 24, 300, FMA, 2);
  DONE_BY ('s', N, 17, 512, FMA, 2);
  DONE_BY ('s', N, 32, 257, FMA, 2);
  DONE_BY ('s', N, 16, 300, FMA, 1);
  DONE_BY ('s', N, 33, 300, FMA, 1);
  DONE_BY ('s', N, 24, 256, FMA, 1);
  DONE_BY ('s', T, 24, 300, FMA, 1);
  DONE_BY ('h', T, 24, 304, MMA, 1);
  DONE_BY ('h', N, 24, 304, (hopper ? TMA_128 : MMA), 1);
  /* A choice is before the table.  */
  OK (pxblas_gemm_choose (FMA_128, 1));
  DONE_BY ('s', N, 24, 300, FMA_128, 1);
  OK (pxblas_gemm_choose (0, 0));
  /* What there is not is not written.  */
  CHECK (pxblas_table_write (NULL, choices, 3) == PX_ERR_INVALID);
  CHECK (pxblas_table_write (file, NULL, 3) == PX_ERR_INVALID);
  CHECK (pxblas_table_write (file, choices, -1) == PX_ERR_INVALID);
  CHECK (pxblas_table_write (file, choices, 65537) == PX_ERR_INVALID);
#define BAD_ROW(member, value) \
  bad = choices[0], bad.member = value, CHECK (pxblas_table_write (file, &bad, 1) == PX_ERR_INVALID)
  BAD_ROW (type, PXBLAS_TYPES);
  BAD_ROW (opa, 2);
  BAD_ROW (kernel, PXBLAS_KERNEL_MMA_128 + 1);
  BAD_ROW (parts, 257);
  BAD_ROW (m, 0);
  BAD_ROW (n, -1);
  BAD_ROW (k, 1ll << 31);
  CHECK (pxblas_table_write ("/nowhere/at/all", choices, 3) == PX_ERR_SYSTEM);
  OK (pxblas_table_load (NULL));
  DONE_BY ('s', N, 24, 300, FMA, 1);
  OK (pxblas_table_write (file, choices, 0));
  OK (pxblas_table_load (file));
  DONE_BY ('s', N, 24, 300, FMA, 1);
  OK (pxblas_table_write (file, choices, 3));
  OK (pxblas_table_load (file));
}

/* Where there is no room for a table, the one from before stays, and nothing is beside it.  */
static void
no_room (void)
{
  static const pxblas_choice choices[8] = {
    [0 ... 7] = { PXBLAS_TYPE_S, PXBLAS_N, PXBLAS_N, 24, 32, 300, PXBLAS_KERNEL_FMA, 1 },
  };
  unsigned char before[1024], after[1024];
  char beside[80];
  struct rlimit all, few;
  glob_t found = { 0 };
  DOING ("no room");
  long n = read_file (before, sizeof before);
  snprintf (beside, sizeof beside, "%s.*", file);
  CHECK (!getrlimit (RLIMIT_FSIZE, &all));
  few = all, few.rlim_cur = HEAD + ROW;
  void (*handler) (int) = signal (SIGXFSZ, SIG_IGN);
  CHECK (!setrlimit (RLIMIT_FSIZE, &few));
  px_status s = pxblas_table_write (file, choices, 8);
  CHECK (!setrlimit (RLIMIT_FSIZE, &all));
  signal (SIGXFSZ, handler);
  CHECK (s == PX_ERR_SYSTEM && strstr (px_status_text (s), "File too large"));
  CHECK (n == HEAD + 3 * ROW && read_file (after, sizeof after) == n && !memcmp (before, after, n));
  /* What is no file stays what it is.  */
  s = pxblas_table_write ("/dev/full", choices, 8);
  CHECK (s == PX_ERR_SYSTEM && strstr (px_status_text (s), "/dev/full: No space left"));
  OK (pxblas_table_write ("/dev/null", choices, 8));
  CHECK (!access ("/dev/null", W_OK) && pxblas_table_load ("/dev/null") == PX_ERR_INVALID);
  CHECK (glob (beside, 0, NULL, &found) == GLOB_NOMATCH);
  globfree (&found);
}

/* P, of N bytes, is refused with WORDS, after the file's name.  */
static void
refused (const unsigned char *p, long n, const char *words)
{
  write_file (p, n);
  px_status s = pxblas_table_load (file);
  CHECK (s == PX_ERR_INVALID);
  if (s == PX_ERR_INVALID && (strncmp (px_status_text (s), file, strlen (file)) || !strstr (px_status_text (s), words)))
    {
      printf ("said: %s\n", px_status_text (s));
      CHECK (!words);
    }
}

/* The table of `tables', damaged; the one from before stays.  */
static void
damaged (bool few)
{
  unsigned char good[1024], bad[1024];
  long n = read_file (good, sizeof good);
  DOING ("damaged");
  CHECK (n == HEAD + 3 * ROW);
  CHECK (pxblas_table_load ("/nowhere/at/all") == PX_ERR_SYSTEM);
  for (long i = 0; i < n; i += few ? 17 : 1)
    {
      DOING ("damaged, byte %ld", i);
      refused (good, i, "");
      memcpy (bad, good, n);
      bad[i] ^= 1 << i % 8;
      refused (bad, n, "");
    }
  memcpy (bad, good, n);
  bad[n] = 0;
  DOING ("damaged: longer");
  refused (bad, n + 1, "the table's size is not that of 3 rows");
  refused (good, n - 1, "the table's size is not that of 3 rows");
  refused (good, HEAD - 1, "this is no table of px-tune");
#define WITH(offset, type, value, words) \
  do \
    { \
      DOING ("damaged: %s", words); \
      memcpy (bad, good, n); \
      type v_ = (value); \
      memcpy (bad + (offset), &v_, sizeof v_); \
      uint64_t s_ = sum_of (bad, n); \
      memcpy (bad + SUM, &s_, sizeof s_); \
      refused (bad, n, words); \
    } \
  while (0)
  WITH (0, char, 'P', "this is no table of px-tune");
  WITH (VERSION, uint32_t, 2, "the table has version 2, and this libpxblas reads 1");
  WITH (ROWS, uint32_t, 65537, "65537 rows, more than 65536");
  WITH (DEVICE, char, '?', "the table is of a device ?");
  WITH (DEVICE + 255, char, '?', "the table is of a device");
  for (int i = 0; i < 8; i++)
    WITH (HEAD + ROW + 4 * i, uint32_t, 9999, "row 2 names what there is not");
  memcpy (bad, good, n);
  bad[SUM] ^= 1;
  refused (bad, n, "the checksum is wrong");
  DONE_BY ('s', N, 24, 300, FMA, 2);
  write_file (good, n);
}

/* What a program prints whose environment names the table: SELF runs itself so.  */
static void
environment (const char *self)
{
  char command[600], said[600];
  static const char *const want[] = { "parts 2\n", "this is no table of px-tune; the built-in choices are used\nparts 1\n" };
  for (int bad = 0; bad < 2; bad++)
    {
      DOING ("PXBLAS_TABLE, %d", bad);
      if (bad)
	write_file ((const unsigned char *) "?", 1);
      snprintf (command, sizeof command, "PXBLAS_TABLE=%s '%s' 2>&1", file, self);
      FILE *f = popen (command, "r");
      size_t n = f ? fread (said, 1, sizeof said - 1, f) : 0;
      said[n] = 0;
      CHECK (f && pclose (f) == 0);
      size_t length = strlen (want[bad]);
      CHECK (n >= length && !strcmp (said + n - length, want[bad]));
      CHECK (bad ? strstr (said, "libpxblas: ") == said : n == length);
    }
}

int
main (int argc, char **argv)
{
  struct px_device_properties d;
  begin ();
  if (getenv ("PXBLAS_TABLE"))
    {
      pxblas_kernel kernel;
      int parts;
      /* Twice: a table that is not right is said once.  */
      product ('s', PXBLAS_N, 24, 300, &kernel, &parts);
      product ('s', PXBLAS_N, 24, 300, &kernel, &parts);
      printf ("parts %d\n", parts);
      return failed != 0;
    }
  OK (px_device_properties (px_device (), &d));
  hopper = d.arch == 90;
  snprintf (file, sizeof file, "%s/pxblas.%ld.table", getenv ("TMPDIR") ? getenv ("TMPDIR") : "/tmp", (long) getpid ());
  choose ();
  tables ();
  no_room ();
  damaged (argc > 1);
  if (argc == 1)
    environment (argv[0]);
  unlink (file);
  return done ("choice");
}
