/* SPDX-License-Identifier: MIT */
/* The model's test.

     bundl [-n PROGRAMS] [-s SEED]   runs the properties below
     bundl -x SEED [-v COND]         one program, as px C
     bundl -p PROGRAMS [-s SEED]     programs in one file, with verdicts
     bundl -f                        the papers' figures, with verdicts

   For the last two: -a leaves out programs with asynchronous copies; -d COND
   those with that condition; -l prints only well-typed ones and those with
   violations that the plugin finds late, when there are no other errors in
   the file; without -l, those are left out.

   Properties, each a line PASS or FAIL:
     1. The figures of the papers get the verdict that the papers give.
     2. Programs made well typed are accepted, and no run of them gets stuck:
        progress and preservation (Prism, theorem 4.1).
     3. A planted violation is refused with its condition and no other.
     4. Programs changed blindly do not get stuck either, if accepted.
     5. Every condition is needed: without it the checker accepts a program
        that gets stuck; whether also without perspective tags is as
        conds.def claims.  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bundl.h"

enum { ARENA = 1 << 21 };

static struct program pr;
static bool all_passed = true;

static void
report (bool pass, const char *what)
{
  printf ("%s: bundl: %s\n", pass ? "PASS" : "FAIL", what);
  all_passed &= pass;
}

/* The first schedule under which the program gets stuck, or SCHEDULES.  */
static int
stuck_under (const struct program *p, bool enforce, struct outcome *o)
{
  for (int how = 0; how < SCHEDULES; how++)
    {
      run (p, how, p->seed + how, enforce, o);
      if (o->stuck)
        return how;
    }
  return SCHEDULES;
}

static bool
accepted (struct program *p, const cond_set off)
{
  struct verdict v;
  check (p, off, &v);
  return v.n == 0 && !v.malformed;
}

static bool
accepted_and_stuck (struct program *p, void *off)
{
  struct outcome o;
  return accepted (p, off) && stuck_under (p, true, &o) < SCHEDULES;
}

struct refusal { enum cond cond; };

static bool
refused_otherwise (struct program *p, void *arg)
{
  struct refusal *r = arg;
  struct verdict v;
  check (p, NULL, &v);
  if (v.malformed)
    return false;
  for (int i = 0; i < v.n; i++)
    if (v.d[i].cond != r->cond)
      return true;
  return false;
}

/* Shows a failing program, made small.  */
static void
show (struct program *p, predicate *keep, void *arg)
{
  struct verdict v;
  struct outcome o;
  printf ("seed %llu, made small:\n", (unsigned long long) p->seed);
  if (keep)
    shrink (p, keep, arg);
  check (p, NULL, &v);
  print (stdout, p, "", 1, &v);
  int how = stuck_under (p, true, &o);
  if (how < SCHEDULES)
    printf ("T %d, %d blocks, schedule %d: %s, at statement %d of thread %d\n",
            p->T, p->G, how, stuck_info[o.stuck].what, o.stmt, o.thread);
}

/* A program with COND planted, from the first seed from *SEED on that gives
   one; false if a hundred did not.  */
static bool
planted (struct program *p, uint64_t *seed, enum cond cond)
{
  for (int i = 0; i < 1000; i++)
    {
      int at;
      generate (p, (*seed)++, cond, &at);
      if (at != -1)
        return true;
    }
  return false;
}

static void
well_typed (uint64_t seed, int n)
{
  struct outcome o;
  int refused = 0, stuck = 0, unknown = 0, tiny = 0, at;
  long steps = 0, schedules = 0;
  for (int i = 0; i < n; i++)
    {
      generate (&pr, seed + i, NCOND, &at);
      if (!accepted (&pr, NULL))
        {
          if (refused++ == 0)
            show (&pr, refused_otherwise, &(struct refusal) { NCOND });
          continue;
        }
      int how = stuck_under (&pr, true, &o);
      unknown += o.limit;
      steps += o.steps * SCHEDULES;
      if (how == SCHEDULES && pr.T * pr.G <= 3 && i % 4 == 0)
        {
          tiny++;
          schedules += run_all (&pr, 40, true, &o);
        }
      if (o.stuck && stuck++ == 0)
        show (&pr, accepted_and_stuck, NULL);
    }
  printf ("well typed: %d programs, %d schedules each, %ld steps; %d of them "
          "under %ld more; %d without a verdict\n",
          n, SCHEDULES, steps, tiny, schedules, unknown);
  report (!refused, "programs made well typed are accepted");
  report (!stuck, "accepted programs never get stuck");
  report (unknown <= n / 100, "runs end");
}

static void
violations (uint64_t seed, int n)
{
  int wrong = 0, kinds = 0;
  for (int i = 0; i < n; i++)
    {
      enum cond cond = i % NCOND;
      struct verdict v;
      if (cond_info[cond].seen == NEVER)
        continue;
      if (!planted (&pr, &seed, cond))
        {
          printf ("%s could not be planted\n", cond_info[cond].id);
          wrong++;
          continue;
        }
      kinds += i < NCOND;
      check (&pr, NULL, &v);
      bool right = v.n > 0 && !v.malformed;
      for (int k = 0; k < v.n; k++)
        right &= v.d[k].cond == cond;
      if (!right && wrong++ == 0)
        {
          printf ("planted %s\n", cond_info[cond].id);
          show (&pr, v.malformed || !v.n ? NULL : refused_otherwise,
                &(struct refusal) { cond });
        }
    }
  printf ("planted: %d programs, %d conditions\n", n, kinds);
  report (!wrong, "planted violations are refused, each for its reason");
}

static void
changed (uint64_t seed, int n)
{
  struct rng r = { seed };
  struct outcome o;
  int ok = 0, refused = 0, refused_stuck = 0, malformed = 0, unknown = 0, stuck = 0;
  for (int i = 0; i < n; i++)
    {
      int at;
      struct verdict v;
      generate (&pr, seed + i, NCOND, &at);
      mutate (&pr, &r, 1 + rng_below (&r, 3));
      check (&pr, NULL, &v);
      if (v.malformed)
        {
          malformed++;
          continue;
        }
      if (v.n)
        {
          refused++;
          if (refused % 4 == 0)
            refused_stuck += stuck_under (&pr, true, &o) < SCHEDULES;
          continue;
        }
      ok++;
      stuck_under (&pr, true, &o);
      unknown += o.limit;
      if (o.stuck && stuck++ == 0)
        show (&pr, accepted_and_stuck, NULL);
    }
  printf ("changed blindly: %d programs, %d accepted (%d without a verdict), "
          "%d refused (of a quarter of them, %d get stuck), %d are no programs\n",
          n, ok, unknown, refused, refused_stuck, malformed);
  report (!stuck, "changed programs never get stuck if accepted");
}

static void
needed (uint64_t seed, int tries)
{
  static const char *const seen[] = { "observed", "tags only", "never" };
  bool right = true;
  printf ("%-12s %-4s %7s %6s %9s  %s\n", "condition", "rule", "planted",
          "stuck", "observed", "loss shows");
  for (int c = 0; c < NCOND; c++)
    {
      cond_set off = { 0 };
      struct outcome o;
      int n = 0, stuck = 0, observed = 0;
      off[c] = 1;
      for (; n < tries || (n < 20 * tries && !observed && cond_info[c].seen == OBSERVED); n++)
        {
          if (cond_info[c].seen == NEVER)
            break;
          if (!planted (&pr, &seed, c) || !accepted (&pr, off))
            break;
          stuck += stuck_under (&pr, true, &o) < SCHEDULES;
          observed += stuck_under (&pr, false, &o) < SCHEDULES;
        }
      enum seen got = observed ? OBSERVED : stuck ? ENFORCED : NEVER;
      printf ("%-12s %-4s %7d %6d %9d  %s%s\n", cond_info[c].id,
              cond_info[c].rule, n, stuck, observed, seen[got],
              got == cond_info[c].seen ? "" : "  UNEXPECTED");
      right &= got == cond_info[c].seen;
    }
  report (right, "without a condition accepted programs get stuck as claimed");
}

static struct { bool no_async, late; cond_set drop; } filter;

static bool
is_late (enum cond c)
{
  return c == F5_RECURSE;
}

/* Are there only constructs in S, and nothing in them?  */
static bool
vacuous (const struct stmt *s)
{
  for (; s; s = s->next)
    {
      if (s->kind != S_GROUP && s->kind != S_SPLIT && s->kind != S_IF)
        return false;
      for (int k = 0; k < MAXCASE; k++)
        if (!vacuous (s->body[k]))
          return false;
    }
  return true;
}

static bool
has_id (const struct expr *e)
{
  return e && (e->kind == E_ID || has_id (e->a) || has_id (e->b) || has_id (e->c));
}

/* Is there a px_id in an arm of a ?: within E?  */
static bool
id_in_arm (const struct expr *e)
{
  return e && ((e->kind == E_COND && (has_id (e->b) || has_id (e->c)))
               || id_in_arm (e->a) || id_in_arm (e->b) || id_in_arm (e->c));
}

/* Is something in S that the plugin cannot be asked about: asynchronous
   copies; conditions that decide on nothing, which GCC drops; px_id in an
   arm of ?:, which C3 takes for a call and F6 for an operator?  */
static bool
unprintable (const struct stmt *s)
{
  for (; s; s = s->next)
    {
      if (filter.no_async && (s->kind == S_ASYNC || s->kind == S_COPY))
        return true;
      for (int k = 0; k < s->nargs; k++)
        if (id_in_arm (s->arg[k].e))
          return true;
      if (id_in_arm (s->e) || id_in_arm (s->i))
        return true;
      if ((s->kind == S_IF || s->kind == S_LOOP) && vacuous (s->body[0])
          && vacuous (s->body[1]))
        return true;
      for (int k = 0; k < MAXCASE; k++)
        if (unprintable (s->body[k]))
          return true;
    }
  return false;
}

bool
wanted (const struct program *p, const struct verdict *v)
{
  if (v->malformed)
    return false;
  for (int k = 0; k < p->nfn; k++)
    if (unprintable (p->fn[k]->body))
      return false;
  for (int k = 0; k < v->n; k++)
    if (filter.drop[v->d[k].cond] || is_late (v->d[k].cond) != filter.late)
      return false;
  return true;
}

/* N programs in one file: half well typed, a third planted, the rest changed
   blindly.  */
static void
print_programs (uint64_t seed, int n)
{
  struct rng r = { seed };
  int line = 1, at;
  line = print_preamble (stdout, line);
  for (int i = 0; i < n; )
    {
      struct verdict v;
      char prefix[32];
      if (i % 6 < 3)
        generate (&pr, seed++, NCOND, &at);
      else if (i % 6 < 5)
        {
          do
            at = rng_below (&r, NCOND);
          while (cond_info[at].seen == NEVER || filter.drop[at]
                 || is_late (at) != filter.late);
          if (!planted (&pr, &seed, at))
            continue;
        }
      else
        {
          generate (&pr, seed++, NCOND, &at);
          mutate (&pr, &r, 1 + rng_below (&r, 3));
        }
      check (&pr, NULL, &v);
      if (!wanted (&pr, &v))
        continue;
      snprintf (prefix, sizeof prefix, "p%d_", i++);
      line = print (stdout, &pr, prefix, line, &v);
    }
}

static enum cond
cond_named (const char *name)
{
  enum cond c = 0;
  while (c < NCOND && strcmp (name, cond_info[c].id))
    c++;
  return c;
}

int
main (int argc, char **argv)
{
  int n = 10000, opt, cond = NCOND;
  uint64_t seed = 1, one = 0;
  enum { TEST, PRINT, ONE, FIGURES } what = TEST;
  while ((opt = getopt (argc, argv, "n:s:p:x:v:d:alf")) != -1)
    switch (opt)
      {
      case 'n': n = atoi (optarg); break;
      case 's': seed = strtoull (optarg, NULL, 0); break;
      case 'p': n = atoi (optarg); what = PRINT; break;
      case 'x': one = strtoull (optarg, NULL, 0); what = ONE; break;
      case 'f': what = FIGURES; break;
      case 'a': filter.no_async = true; break;
      case 'l': filter.late = true; break;
      case 'v': cond = cond_named (optarg); break;
      case 'd':
        cond = cond_named (optarg);
        if (cond < NCOND)
          {
            filter.drop[cond] = 1;
            break;
          }
        fprintf (stderr, "%s: no condition %s\n", argv[0], optarg);
        return 2;
      default:
        fprintf (stderr, "usage: %s [-n N | -p N | -x SEED [-v COND] | -f]"
                 " [-s SEED] [-a] [-l] [-d COND]...\n", argv[0]);
        return 2;
      }
  program_init (&pr, ARENA);
  if (what == ONE)
    {
      int at;
      generate (&pr, one, cond, &at);
      show (&pr, NULL, NULL);
    }
  else if (what == PRINT)
    print_programs (seed, n);
  else if (what == FIGURES)
    figures (stdout);
  else
    {
      printf ("seed %llu\n", (unsigned long long) seed);
      report (figures (NULL) == 0, "figures of the papers");
      well_typed (seed, n * 45 / 100);
      violations (seed + 1000000, n * 35 / 100);
      changed (seed + 2000000, n * 20 / 100);
      needed (seed + 3000000, n / 50);
    }
  program_free (&pr);
  return !all_passed;
}
