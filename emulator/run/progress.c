/* SPDX-License-Identifier: MIT */
/* A line on the terminal about a kernel that runs for seconds: blocks that are through,
   how many a second, the time that is left at that rate.  */

#include "emulator/run/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SECOND 1000000000u

/* Seconds after which it appears; 0: never.  */
static unsigned
patience (void)
{
  static _Atomic int known = -1;
  if (known < 0)
    {
      const char *s = getenv ("PXEMU_PROGRESS");
      known = !isatty (STDERR_FILENO) ? 0 : s && *s ? atoi (s) : 3;
    }
  return known > 0 ? known : 0;
}

/* The launch whose line it is, of several that run.  */
static _Atomic (struct launch *) shown;

static void
time_text (char *to, size_t size, uint64_t s)
{
  if (s < 100)
    snprintf (to, size, "%u s", (unsigned) s);
  else if (s < 100 * 60)
    snprintf (to, size, "%u min", (unsigned) (s + 30) / 60);
  else
    snprintf (to, size, "%llu h", (unsigned long long) (s + 1800) / 3600);
}

/* To be called now and then by one of L's workers, when L has run for NS.  */
void
progress (struct launch *l, uint64_t ns)
{
  struct launch *nobody = NULL;
  if (!patience () || ns < (uint64_t) patience () * SECOND || ns < l->progress_ns
      || (shown != l && !atomic_compare_exchange_strong (&shown, &nobody, l)))
    return;
  uint64_t begun = atomic_load (&l->next), resident = atomic_load (&l->resident);
  begun = begun > l->n_clusters ? l->n_clusters : begun;
  uint64_t all = l->n_clusters * l->cluster_blocks,
	   done = (begun > resident ? begun - resident : 0) * l->cluster_blocks;
  double s = ns * 1e-9, rate = done / s;
  char text[256], left[40] = "";
  if (done)
    time_text (left, sizeof left, (uint64_t) ((all - done) / rate));
  int n = snprintf (text, sizeof text, "\r%.60s: %llu of %llu blocks, ", l->func->name,
		    (unsigned long long) done, (unsigned long long) all);
  if (done)
    n += snprintf (text + n, sizeof text - n,
		   rate < 10 ? "%.1f a second, %s left\033[K" : "%.0f a second, %s left\033[K",
		   rate, left);
  else
    {
      time_text (left, sizeof left, (uint64_t) s);
      n += snprintf (text + n, sizeof text - n, "%s so far\033[K", left);
    }
  l->progress_ns = ns + SECOND / 2;
  if (write (STDERR_FILENO, text, n) < 0)
    l->progress_ns = UINT64_MAX;
}

/* L is through: its line goes away.  */
void
progress_end (struct launch *l)
{
  static const char clear[] = "\r\033[K";
  if (shown != l)
    return;
  ssize_t n = write (STDERR_FILENO, clear, sizeof clear - 1);
  (void) n;
  shown = NULL;
}
