/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check-disjoint [-v] [--only TEXT] [--time N] [--fuzz SECONDS [SEED]] [PATTERNS | none]
   Every pattern is decided as it is, under -fwrapv, without its guards, without what undefined
   behaviour excludes, without L1's limit and by each procedure alone; the verdicts are compared with what is expected
   and with the oracle.  Then a table of counts, and random problems for SECONDS.  */

#include "problem.h"
#include <stdlib.h>
#include <string.h>

static const struct { const char *name; struct options o; } runs[] =
{
  { "as they are", { false, false, false, false, false, false } },
  { "-fwrapv", { true, false, false, false, false, false } },
  { "guards not seen", { false, true, false, false, false, false } },
  { "no bounds of arrays", { false, false, true, false, false, false } },
  { "threads not limited", { false, false, false, true, false, false } },
  { "enumerate alone", { false, false, false, false, false, true } },
  { "refute alone", { false, false, false, false, true, false } },
};
enum { AS_IS, WRAPV, N_RUNS = sizeof runs / sizeof *runs };

enum column { C_DISJOINT, C_ALWAYS, C_SOME, C_EDGE, C_R2, C_PROVE, N_COLUMNS };
static const char *const column_name[] = { "disjoint", "always", "some", "edges", "R2", "prove" };

struct count
{
  int right[N_COLUMNS], all[N_COLUMNS], undecided, wrong, n;
  double *ms;
  long *ops;
};

static bool verbose;

static enum column
column_of (const struct problem *p)
{
  return p->q == Q_EDGE ? C_EDGE : p->q == Q_R2 ? C_R2 : p->q == Q_PROVE ? C_PROVE
    : p->truth == DISJOINT ? C_DISJOINT : p->truth == ALWAYS ? C_ALWAYS : C_SOME;
}

static bool
same_scope (const struct px_dj_scope *a, const struct px_dj_scope *b)
{
  return a->kind == b->kind
    && (a->kind != DJ_SCOPE_UNITS || (a->persp.level == b->persp.level && a->persp.n == b->persp.n));
}

static int
scope_index (const struct answer *a, const struct px_dj_scope *s)
{
  int i = 0;
  while (i < a->n_chain && !same_scope (&a->chain[i], s))
    i++;
  return i;
}

static void
say_scope (const struct px_dj_scope *s)
{
  static const char *const level[] = { "thread", "block", "grid" };
  if (s->kind == DJ_SCOPE_UNITS)
    printf ("%s[%d]", level[s->persp.level], s->persp.n);
  else
    printf ("none");
}

static void
say (const struct problem *p, const struct answer *a)
{
  static const char *const verdict[] = { "undecided", "proved", "shown" };
  const struct px_dj_witness *w = &a->witness;
  printf ("  %-28s %7.3f ms %7ld rows %4ld programs %8ld ops  ", p->name, a->ms, a->rows,
	  a->programs, a->ops);
  if (p->q == Q_EDGE)
    say_scope (&a->chain[a->scope]);
  printf (" %s %s", verdict[a->verdict], a->reason);
  if (w->valid)
    {
      printf (" [b %lld t %lld at %lld; b %lld t %lld at %lld", (long long) w->block[0],
	      (long long) w->thread[0], (long long) w->offset[0], (long long) w->block[1],
	      (long long) w->thread[1], (long long) w->offset[1]);
      for (int i = 0; i < a->n_values; i++)
	printf ("; %s%s = %lld", a->value[i].var->name,
		a->value[i].side == 2 ? "" : a->value[i].side ? "'" : "",
		(long long) a->value[i].value);
      printf ("%s]", w->more_units ? "; more than one unit" : "");
    }
  putchar ('\n');
}

void
print_model (const struct answer *a)
{
  static const char *const end[] = { "=", ">=", "<=" };
  const struct px_dj_model *m = &a->model;
  printf ("    %s", a->has_model ? "wrong" : "no model");
  if (a->has_model)
    {
      printf (" in a grid of %s%lld blocks of %s%lld threads%s:", m->any_blocks ? "any, as " : "",
	      (long long) m->blocks, m->any_threads ? "any, as " : "", (long long) m->threads,
	      m->wide ? ", widely" : "");
      for (int i = 0; i < m->n_values; i++)
	printf (" %s %s %lld", a->model_var[i]->name, end[m->value[i].end],
		(long long) m->value[i].value);
      printf (" [b %lld t %lld; b %lld t %lld]", (long long) m->witness.block[0],
	      (long long) m->witness.thread[0], (long long) m->witness.block[1],
	      (long long) m->witness.thread[1]);
    }
  putchar ('\n');
}

/* 1 right, 0 undecided, -1 wrong */
static int
judge (const struct problem *p, const struct answer *a)
{
  if (p->q == Q_EDGE)
    {
      int want = scope_index (a, &p->scope);
      return a->scope == want ? 1 : a->scope > want ? 0 : -1;
    }
  if (a->verdict == DJ_UNDECIDED)
    return p->truth == SOME;
  return a->verdict == DJ_PROVED ? p->truth == DISJOINT ? 1 : -1 : p->truth == ALWAYS ? 1 : -1;
}

static int
by_value (const void *x, const void *y)
{
  double a = *(const double *) x, b = *(const double *) y;
  return (a > b) - (a < b);
}

static int
check (struct problem *p, int n, const char *only)
{
  static struct count count[N_RUNS];
  struct { const char *name; int n, right; double ms; } family[60];
  int families = 0, failures = 0, some = 0, models = 0, wide = 0;
  for (int r = 0; r < N_RUNS; r++)
    count[r].ms = (double *) calloc (n, sizeof (double));
  for (int i = 0; i < n; i++)
    {
      if (only && !strstr (p[i].name, only))
	continue;
      const char *bad = NULL;
      char text[200];
      struct truth_found found[N_RUNS];
      for (int r = 0; r < N_RUNS; r++)
	{
	  struct answer a;
	  struct truth_found t;
	  ask (&p[i], &runs[r].o, &a);
	  int j = judge (&p[i], &a);
	  enum column c = column_of (&p[i]);
	  count[r].all[c]++;
	  count[r].right[c] += j == 1;
	  count[r].undecided += j == 0;
	  count[r].wrong += j < 0;
	  count[r].ms[count[r].n++] = a.ms;
	  if (verbose && (r == AS_IS || only))
	    say (&p[i], &a);
	  if (j < 0 && !bad)
	    {
	      snprintf (text, sizeof text, "wrong verdict (%s)", runs[r].name);
	      bad = text;
	    }
	  if (r == AS_IS || r == WRAPV)
	    {
	      bool expected = r == AS_IS ? !p[i].undecided : !p[i].undecided && !p[i].wrapv_undecided;
	      if (!bad && j != (expected || p[i].truth == SOME ? 1 : 0))
		{
		  snprintf (text, sizeof text, "%s: %s", runs[r].name,
			    j ? "decided, unexpectedly" : "not decided");
		  bad = text;
		}
	    }
	  if (r == AS_IS)
	    {
	      int f = 0;
	      while (f < families && strcmp (family[f].name, p[i].family))
		f++;
	      if (f == families && families < 60)
		{
		  family[families].name = p[i].family;
		  family[families].n = family[families].right = 0;
		  family[families++].ms = 0;
		}
	      family[f].n++;
	      family[f].right += j == 1;
	      if (a.ms > family[f].ms)
		family[f].ms = a.ms;
	    }
	  if (p[i].nocheck)
	    continue;
	  if (r <= WRAPV)
	    {
	      if (!oracle (&p[i], &runs[r].o, &a, &found[r]))
		bad = "too large for the oracle";
	      t = found[r];
	    }
	  else
	    {
	      /* less is seen, what is true stays */
	      t = found[AS_IS];
	      t.witness_ok = true;
	    }
	  const char *c2 = contradiction (&p[i], &a, &t);
	  bool ran = false;
	  if (!c2 && r <= WRAPV && a.has_model)
	    c2 = model_contradiction (&p[i], &runs[r].o, &a, &ran);
	  if (r == AS_IS && (p[i].q == Q_R1 || p[i].q == Q_R2) && t.truth == SOME)
	    {
	      some++;
	      models += ran;
	      wide += ran && a.model.wide;
	      if (verbose)
		print_model (&a);
	    }
	  if (c2 && !bad)
	    {
	      snprintf (text, sizeof text, "%s (%s)", c2, runs[r].name);
	      bad = text;
	    }
	  if (r == AS_IS && !bad
	      && (!t.any || (p[i].q == Q_EDGE ? t.scope != scope_index (&a, &p[i].scope)
			     : t.truth != p[i].truth)))
	    {
	      snprintf (text, sizeof text, "the oracle finds %s", !t.any ? "no launch"
			: p[i].q == Q_EDGE ? "another scope" : column_name[t.truth]);
	      bad = text;
	    }
	}
      printf ("%s: %s: %s%s%s\n", bad ? "FAIL" : "PASS", p[i].family, p[i].name, bad ? ": " : "",
	      bad ? bad : "");
      failures += bad != NULL;
    }
  printf ("\n%-20s", "right answers");
  for (int c = 0; c < N_COLUMNS; c++)
    printf (" %9s", column_name[c]);
  printf (" undecided wrong  median, p95, max ms\n");
  for (int r = 0; r < N_RUNS; r++)
    {
      struct count *k = &count[r];
      if (!k->n)
	continue;
      printf ("%-20s", runs[r].name);
      for (int c = 0; c < N_COLUMNS; c++)
	printf ("   %3d/%-3d", k->right[c], k->all[c]);
      qsort (k->ms, k->n, sizeof (double), by_value);
      printf (" %9d %5d  %.3f %.3f %.3f\n", k->undecided, k->wrong, k->ms[k->n / 2],
	      k->ms[k->n * 95 / 100], k->ms[k->n - 1]);
    }
  printf ("\n%d are wrong in some launches: of %d such a launch was found, of %d for all greater\n",
	  some, models, wide);
  printf ("\n%-14s patterns right  max ms\n", "family");
  for (int f = 0; f < families; f++)
    printf ("%-14s %8d %5d %7.3f\n", family[f].name, family[f].n, family[f].right, family[f].ms);
  putchar ('\n');
  for (int r = 0; r < N_RUNS; r++)
    free (count[r].ms);
  return failures;
}

/* the least time of n runs of each pattern */
static void
measure (struct problem *p, int n, int times)
{
  double *ms = (double *) calloc (n, sizeof (double)), sum = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < times; k++)
      {
	struct answer a;
	ask (&p[i], &runs[AS_IS].o, &a);
	sum += a.ms;
	if (!k || a.ms < ms[i])
	  ms[i] = a.ms;
      }
  qsort (ms, n, sizeof (double), by_value);
  printf ("%d patterns: median %.3f, p95 %.3f, max %.3f ms; all %.1f ms\n", n, ms[n / 2],
	  ms[n * 95 / 100], ms[n - 1], sum / times);
  free (ms);
}

int
main (int argc, char **argv)
{
  const char *only = NULL, *file = NULL;
  double seconds = 3;
  uint64_t seed = 1;
  bool one = false;
  int n, failures = 0, times = 0;
  for (int i = 1; i < argc; i++)
    if (!strcmp (argv[i], "-v"))
      verbose = true;
    else if (!strcmp (argv[i], "--only") && i + 1 < argc)
      only = argv[++i];
    else if (!strcmp (argv[i], "--time") && i + 1 < argc)
      times = atoi (argv[++i]);
    else if (!strcmp (argv[i], "--fuzz") && i + 1 < argc)
      {
	seconds = atof (argv[++i]);
	if (i + 1 < argc && strspn (argv[i + 1], "0123456789") == strlen (argv[i + 1]))
	  {
	    seed = strtoull (argv[++i], NULL, 10);
	    one = true;
	  }
      }
    else if (argv[i][0] != '-' && !file)
      file = argv[i];
    else
      {
	fprintf (stderr, "usage: %s [-v] [--only TEXT] [--time N] [--fuzz SECONDS [SEED]]"
		 " [PATTERNS | none]\n", argv[0]);
	return 2;
      }
  if (!file)
    {
      const char *dir = getenv ("srcdir");
      static char path[4096];
      snprintf (path, sizeof path, "%s/testsuite/disjoint/patterns.txt", dir ? dir : ".");
      file = path;
    }
  if (strcmp (file, "none"))
    {
      struct problem *p = read_problems (file, &n);
      if (!p)
	return 2;
      if (times > 0)
	{
	  measure (p, n, times);
	  return 0;
	}
      failures = test_api () + check (p, n, only);
    }
  if (seconds > 0 || one)
    {
      int bad = fuzz (seed, seconds);
      printf ("%s: random problems\n", bad ? "FAIL" : "PASS");
      failures += bad;
    }
  return failures != 0;
}
