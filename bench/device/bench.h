/* SPDX-License-Identifier: MIT */
/* What the benchmarks of a device share: times by events, and a record a figure, into
   $PX_KIT_RECORD where testsuite/kit runs them.  */
#include <px.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES = 9, WARM = 2 };

#define MUST(call)							\
  do									\
    {									\
      px_status s_ = (call);						\
      if (s_)								\
	{								\
	  printf ("%s: %s\n", #call, px_status_text (s_));		\
	  exit (1);							\
	}								\
    }									\
  while (0)

static inline void *
allocate (size_t bytes)
{
  void *p = px_alloc (bytes);
  if (!p)
    {
      printf ("%zu bytes of device memory: %s\n", bytes, px_status_text (px_last_status ()));
      exit (1);
    }
  return p;
}

/* Smaller on the emulator, which PX_BENCH_SMALL says: only that all works is of interest there.  */
static inline int
scaled (int large, int small)
{
  const char *e = getenv ("PX_BENCH_SMALL");
  return e && *e ? small : large;
}

/* Element I of matrix SEED: multiples of 1 / 128 within -1 ... 1, which all types have; they repeat
   after a prime number.  A GPU that multiplies one and the same number takes less power and runs
   faster.  */
enum { PERIOD = 65521 };
static inline double
value (unsigned seed, size_t i)
{
  unsigned x = (i % PERIOD + 1) * 2654435761u ^ seed * 0x9e3779b9u;
  x = (x ^ x >> 15) * 0x85ebca6bu;
  return ((int) ((x ^ x >> 13) % 255) - 127) / 128.0;
}

/* WORK (an amount, in units of UNIT a second) is done in MS milliseconds: the median and
   the best of TIMES.  */
static inline void
report (const char *name, float *ms, double work, const char *unit)
{
  for (int i = 1; i < TIMES; i++)
    for (int k = i; k > 0 && ms[k] < ms[k - 1]; k--)
      {
	float t = ms[k];
	ms[k] = ms[k - 1];
	ms[k - 1] = t;
      }
  double median = work / (ms[TIMES / 2] * 1e-3), best = work / (ms[0] * 1e-3);
  printf ("%-22s %10.2f %s (best %.2f), %.4f ms\n", name, median, unit, best, (double) ms[TIMES / 2]);
  const char *file = getenv ("PX_KIT_RECORD");
  FILE *f = file && *file ? fopen (file, "a") : NULL;
  if (!f)
    return;
  fprintf (f, "{\"bench\": \"%s\", \"value\": %.4g, \"best\": %.4g, \"unit\": \"%s\", \"ms\": %.5g}\n", name, median, best, unit,
	   (double) ms[TIMES / 2]);
  fclose (f);
}

/* Runs STATEMENT, which launches, and puts its times on the device into MS.  */
#define MEASURE(ms, statement)						\
  do									\
    {									\
      px_event begin_, end_;						\
      MUST (px_event_create (&begin_));					\
      MUST (px_event_create (&end_));					\
      for (int i_ = -WARM; i_ < TIMES; i_++)				\
	{								\
	  MUST (px_event_record (begin_, 0));				\
	  statement;							\
	  MUST (px_event_record (end_, 0));				\
	  MUST (px_event_synchronize (end_));				\
	  if (i_ >= 0)							\
	    MUST (px_event_elapsed (&(ms)[i_], begin_, end_));		\
	}								\
      MUST (px_event_destroy (begin_));					\
      MUST (px_event_destroy (end_));					\
    }									\
  while (0)
