/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -fplugin-arg-px-times: the time of px's parts in a compilation, in CPU time of the compiler
   and of the processes that it started; and how much the prover of value/ had to do, in steps that are
   the same on each machine, for testsuite/effort.  */

#include "plugin/base/base.h"
#include "value/disjoint.h"
#include <sys/resource.h>
#include <time.h>

/* Indexed by px_work.  */
static const char *const names[PX_WORKS]
  = { "rules", "races and bounds (R1, R2)", "synchronisation", "device compiler", "PTX" };
static struct
{
  double spent[PX_WORKS]; /* in seconds */
  px_timer *current;	  /* the innermost timer, or NULL */
  double since;		  /* when CURRENT was resumed */
  px_dj_effort effort;
} clocked;

static double
seconds (const struct timeval &t)
{
  return t.tv_sec + t.tv_usec * 1e-6;
}

static double
now ()
{
  struct timespec t;
  struct rusage children;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  getrusage (RUSAGE_CHILDREN, &children);
  return t.tv_sec + t.tv_nsec * 1e-9 + seconds (children.ru_utime) + seconds (children.ru_stime);
}

static void
turn_to (px_timer *t)
{
  double n = now ();
  if (clocked.current)
    clocked.spent[clocked.current->work] += n - clocked.since;
  clocked.current = t;
  clocked.since = n;
}

px_timer::px_timer (px_work w) : work (w), outer (clocked.current)
{
  if (px_opt.times)
    turn_to (this);
}

px_timer::~px_timer ()
{
  if (px_opt.times)
    turn_to (outer);
}

px_dj_effort *
px_effort ()
{
  return &clocked.effort;
}

void
px_print_times ()
{
  double all = now ();
  std::string text;
  char part[80];
  if (!px_opt.times)
    return;
  for (int w = 0; w < PX_WORKS; w++)
    {
      snprintf (part, sizeof part, ", %s %.4f s (%.1f %%)", names[w], clocked.spent[w],
		100 * clocked.spent[w] / all);
      text += part;
    }
  inform (UNKNOWN_LOCATION, "CPU time: %s s in all%s", std::to_string (all).c_str (),
	  text.c_str ());
  const px_dj_effort &e = clocked.effort;
  inform (UNKNOWN_LOCATION, "effort: %ld questions, %ld rows, %ld linear programs, %ld operations",
	  e.questions, e.rows, e.programs, e.ops);
}
