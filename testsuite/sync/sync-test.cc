/* SPDX-License-Identifier: MIT */
/* The driver of the synchronisation tests.

     sync-test FILE…              each function: reads back what it prints, infers what its comments
                                  expect, clean under all schedules, every part needed
     sync-test --table FILE…      the same, a line a function
     sync-test --explain FILE     what was inferred and why; --dcfg, --dot: the graph; --print: the function
     sync-test --fuzz LO HI       random functions of seeds LO … HI - 1
     sync-test --exhaust N        N small ones against exhaustive search
     sync-test --program SEED     prints one
     sync-test --reader FILE…     mutated texts: an error each, or a function that prints and reads back

   Comments that a function expects something with: `// points: 40 48' (lines, or
   `// points: 2', how many), `// emit: NAME*@LINE; …' (a star for each loop
   around it), `// ring NAME: …', `// prim: …', `// commits: N', `// mbarriers: N', `// undecided:
   N', `// error: TEXT' (part of it), `// spare: N' (parts not shown to be
   needed), `// split: N' (least work worth an mbarrier; none: never).  */
#include "testsuite/sync/sync.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int failed, passed;
static bool table;

static void
verdict (bool good, const char *fmt, ...)
{
  va_list ap;
  *(good ? &passed : &failed) += 1;
  if (good && table)
    return;
  printf (good ? "PASS: " : "FAIL: ");
  va_start (ap, fmt);
  vprintf (fmt, ap);
  va_end (ap);
  printf ("\n");
  fflush (stdout);
}

static char *
slurp (const char *file)
{
  FILE *f = fopen (file, "r");
  char *s = NULL;
  size_t n = 0, cap = 0;
  if (!f)
    return NULL;
  do
    {
      cap = n + 65536;
      s = (char *) realloc (s, cap + 1);
      n += fread (s + n, 1, cap - n, f);
    }
  while (n == cap);
  s[n] = 0;
  fclose (f);
  return s;
}

static char *
printed (const struct px_fn *f)
{
  char *s = NULL;
  size_t n;
  FILE *o = open_memstream (&s, &n);
  px_fn_print (f, o);
  fclose (o);
  return s;
}

/* The text after `// KEY: ' in SRC, malloc'ed; NULL: none.  *FROM is moved on.  */
static char *
expected (const char *src, const char *key, const char **from)
{
  char pat[80];
  snprintf (pat, sizeof pat, "// %s:", key);
  const char *p = strstr (from ? *from : src, pat);
  if (!p)
    return NULL;
  p += strlen (pat);
  while (*p == ' ')
    p++;
  const char *e = p + strcspn (p, "\n");
  if (from)
    *from = e;
  return strndup (p, e - p);
}

static const char *
emitted (struct px_fn *f)
{
  const char *r = "";
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      int line = px_place_line (s->seq, s->idx);
      r = px_textf (&f->pool, "%s%s%s%.*s%s", r, i ? "; " : "", px_sync_name (f, s), s->seq->loops, "*****", line > 0 ? px_textf (&f->pool, "@%d", line) : line < 0 ? "@end" : "");
    }
  return *r ? r : "none";
}

static const char *
points (struct px_fn *f, bool lines)
{
  if (!lines)
    return px_textf (&f->pool, "%d", f->npoint);
  const char *r = "";
  int last = 0;
  for (int k = 0; k < f->npoint; k++)
    {
      int best = 1 << 30;
      for (int i = 0; i < f->npoint; i++)
	{
	  int l = px_place_line (f->point[i].seq, f->point[i].idx);
	  if (l > last && l < best)
	    best = l;
	}
      if (best == 1 << 30)
	return px_textf (&f->pool, "%s and %d more", r, f->npoint - k);
      r = px_textf (&f->pool, "%s%s%d", r, k ? " " : "", best);
      last = best;
    }
  return r;
}

static const char *
ring_text (struct px_fn *f, struct px_ring_sync *r)
{
  if (r->named)
    return px_textf (&f->pool, "turn %d by %d", r->named, r->named_threads);
  const char *t = px_textf (&f->pool, "full %d%s%s%s", r->full_count, r->expected ? " expected" : r->tx ? " bytes" : "", r->narrow ? " narrow" : "",
			    r->fence ? " fence" : "");
  if (r->empty)
    t = px_textf (&f->pool, "%s, empty %d%s%s", t, r->empty_count, r->gather[0] ? " gather" : "", r->wait[PX_W_WGMMA] >= 0 ? px_textf (&f->pool, " wgmma<=%d%s", px_release_wait (r, r->drain[0], PX_W_WGMMA), r->drain[0]->hold ? " held" : "") : "");
  return t;
}

static const char *
prims (struct px_fn *f)
{
  static const char *const name[] = { "-", "warp", "named", "bar0", "mbarrier", "cluster", "grid" };
  const char *r = "";
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      r = px_textf (&f->pool, "%s%s%s", r, i ? "; " : "", name[s->prim]);
      if (s->prim == PX_PRIM_WARP)
	r = px_textf (&f->pool, "%s %x", r, (unsigned) s->mask);
      if (s->prim == PX_PRIM_NAMED)
	r = px_textf (&f->pool, "%s %d..%d of %d", r, s->bar, s->bar + s->units - 1, s->threads);
      if (s->prim == PX_PRIM_MBARRIER)
	r = px_textf (&f->pool, "%s %d..%d of %d", r, s->mbar, s->mbar + s->units - 1, s->threads);
      if (s->prim && !s->aligned)
	r = px_textf (&f->pool, "%s loose", r);
    }
  return *r ? r : "none";
}

/* The N schedules: three fixed ones, then STARVING and RANDOM in turn.  */
static void
schedule (int i, int *policy, unsigned *seed)
{
  *policy = i < 3 ? i : STARVING + (i - 3) % 2;
  *seed = i < 3 ? 0 : (i - 3) / 2;
}

struct models { struct model *m[8], *ref[8]; uint64_t want[8]; int n; char err[200]; };

static bool
models_new (struct models *ms, const struct px_fn *f)
{
  memset (ms, 0, sizeof *ms);
  ms->n = f->nlaunch ? f->nlaunch : 1;
  if (ms->n > 8)
    ms->n = 8;
  for (int i = 0; i < ms->n; i++)
    {
      ms->m[i] = model_new (f, i, false, ms->err, sizeof ms->err);
      ms->ref[i] = model_new (f, i, true, ms->err, sizeof ms->err);
      if (!ms->m[i] || !ms->ref[i])
	return false;
      struct result r = simulate (ms->ref[i], EARLY, 0, false);
      if (r.outcome != CLEAN)
	{
	  snprintf (ms->err, sizeof ms->err, "the reference: %s", outcome_name[r.outcome]);
	  return false;
	}
      ms->want[i] = r.value;
    }
  return true;
}

static void
models_free (struct models *ms)
{
  for (int i = 0; i < ms->n; i++)
    {
      model_free (ms->m[i]);
      model_free (ms->ref[i]);
    }
}

/* The outcome of N schedules of all launches, up to the first that is not clean.  */
static struct result
schedules (struct models *ms, int n)
{
  struct result r = {};
  for (int i = 0; i < n; i++)
    for (int l = 0; l < ms->n; l++)
      {
	int policy;
	unsigned seed;
	schedule (i, &policy, &seed);
	r = simulate (ms->m[l], policy, seed, true);
	if (r.outcome == CLEAN && r.value != ms->want[l])
	  r.outcome = WRONG;
	if (r.outcome != CLEAN)
	  return r;
      }
  return r;
}

/* The same without part P, which is put back.  */
static struct result
without (struct models *ms, struct px_fn *f, const struct px_part *p, int n)
{
  struct px_sync *s = p->sync, olds;
  struct px_ring_sync *r = NULL, oldr;
  for (int i = 0; i < f->nrsync; i++)
    if (f->rsync[i]->ring == p->ring)
      r = f->rsync[i];
  if (s)
    olds = *s;
  if (r)
    oldr = *r;
  px_drop (f, p->num);
  for (int i = 0; i < ms->n; i++)
    {
      model_free (ms->m[i]);
      ms->m[i] = model_new (f, i, false, ms->err, sizeof ms->err);
    }
  struct result res = schedules (ms, n);
  if (s)
    *s = olds;
  if (r)
    *r = oldr;
  return res;
}

/* Turns order no data: nothing shows that they are needed.  */
static bool
of_turns (const struct px_part *p)
{
  return p->ring && !p->ring->nobj;
}

static void
print_back (const char *what, const char *src, struct px_fn *f)
{
  char err[200], *a = printed (f), *b = NULL;
  struct px_fn *g = px_fn_read (a, err, sizeof err);
  if (g)
    b = printed (g);
  verdict (g && !strcmp (a, b), "%s: reads back what it prints%s%s", what, g ? "" : ": ", g ? "" : err);
  (void) src;
  if (g)
    px_fn_free (g);
  free (a);
  free (b);
}

static void
compare (const char *what, const char *src, const char *key, const char *got)
{
  char *want = expected (src, key, NULL);
  if (want)
    verdict (!strcmp (want, got), !strcmp (want, got) ? "%s: %s %s" : "%s: %s %s, expected %s", what, key, got, want);
  free (want);
}

static void
one_file (const char *file)
{
  char err[200], *src = slurp (file);
  const char *what = strrchr (file, '/') ? strrchr (file, '/') + 1 : file;
  struct px_fn *f = src ? px_fn_read (src, err, sizeof err) : NULL;
  if (!f)
    {
      verdict (false, "%s: %s", what, src ? err : "cannot read");
      free (src);
      return;
    }
  print_back (what, src, f);
  struct brute br = {};
  char *split = expected (src, "split", NULL);
  struct px_opts o = { brute_need, &br, true, true, NULL, NULL, split ? atoi (split) : 0, NULL };
  free (split);
  bool good = px_infer (f, &o) && px_select (f);
  const char *from = src;
  char *want = expected (src, "error", &from);
  if (want)
    {
      bool hit = false;
      for (int i = 0; i < f->nproblem; i++)
	hit |= strstr (px_problem_name (f, &f->problem[i]), want) != NULL;
      verdict (!good && hit, "%s: error %s%s%s", what, want, hit ? "" : ", got ", hit ? "" : f->nproblem ? px_problem_name (f, &f->problem[0]) : "none");
      free (want);
    }
  else if (!good)
    verdict (false, "%s: %s", what, f->nproblem ? px_problem_name (f, &f->problem[0]) : "no problem named");
  if (*br.err)
    verdict (false, "%s: %s", what, br.err);
  if (good)
    {
      want = expected (src, "points", NULL);
      compare (what, src, "points", points (f, want && (strchr (want, ' ') || atoi (want) > 15)));
      free (want);
      compare (what, src, "emit", emitted (f));
      compare (what, src, "prim", prims (f));
      compare (what, src, "mbarriers", px_textf (&f->pool, "%d", f->mbars));
      compare (what, src, "commits", px_textf (&f->pool, "%d", f->ncommit));
      compare (what, src, "undecided", px_textf (&f->pool, "%d", f->nundecided));
      for (int i = 0; i < f->nrsync; i++)
	compare (what, src, px_textf (&f->pool, "ring %s", f->rsync[i]->ring->name), ring_text (f, f->rsync[i]));
      struct models ms;
      int spare = 0, parts = 0;
      const char *which = "";
      struct result r = {};
      if (!models_new (&ms, f))
	verdict (false, "%s: %s", what, ms.err);
      else
	{
	  r = schedules (&ms, 23);
	  verdict (r.outcome == CLEAN, r.outcome == CLEAN ? "%s: clean" : "%s: %s %s", what, outcome_name[r.outcome], r.text);
	  for (int i = 0; i < f->npart && r.outcome == CLEAN; i++)
	    if (!of_turns (&f->part[i]))
	      {
		parts++;
		if (without (&ms, f, &f->part[i], 23).outcome == CLEAN)
		  {
		    spare++;
		    which = px_textf (&f->pool, "%s, %s", which, px_part_name (f, &f->part[i]));
		  }
	      }
	  want = expected (src, "spare", NULL);
	  verdict (spare == (want ? atoi (want) : 0), "%s: %d of %d parts needed%s", what, parts - spare, parts, which);
	  free (want);
	}
      if (table)
	{
	  char *hand = expected (src, "hand", NULL);
	  printf ("%-28s %d | %s", what, f->npoint, emitted (f));
	  for (int i = 0; i < f->nrsync; i++)
	    printf ("; %s: %s", f->rsync[i]->ring->name, ring_text (f, f->rsync[i]));
	  printf (" | %s | %s | needed %d/%d | %d passes\n", hand ? hand : "", outcome_name[r.outcome], parts - spare, parts, f->verifies);
	  free (hand);
	}
      models_free (&ms);
    }
  brute_free (&br);
  px_fn_free (f);
  free (src);
}

/* --- random functions --- */

static bool always_back (void *, const struct px_fn *, const struct px_stmt *) { return true; }

static int fuzz_parts, fuzz_spare, fuzz_unplaced;

static bool
fuzz_one (unsigned seed, bool unknown, char *why, size_t n)
{
  char *src = random_program (seed, unknown, false);
  struct px_fn *f = px_fn_read (src, why, n);
  bool good = false;
  struct brute br = {};
  struct px_opts o = { brute_need, &br, seed % 3 == 0, seed % 5 != 0, NULL, seed % 7 % 2 ? always_back : NULL, seed % 2 ? 50 : 0, NULL };
  free (src);
  if (!f)
    return false;
  if (!px_infer (f, &o) || !px_select (f))
    {
      /* Some are illegal: an order of atomics that no place can serve.  */
      snprintf (why, n, "%s", px_problem_name (f, &f->problem[0]));
      good = f->problem[0].kind == PX_E_PLACE;
      fuzz_unplaced++;
    }
  else
    {
      struct models ms;
      if (!models_new (&ms, f))
	snprintf (why, n, "%s", ms.err);
      else
	{
	  struct result r = schedules (&ms, 9);
	  good = r.outcome == CLEAN;
	  snprintf (why, n, "%s %s", outcome_name[r.outcome], r.text);
	  for (int i = 0; i < f->npart && good; i++)
	    if (!of_turns (&f->part[i]))
	      {
		fuzz_parts++;
		if (without (&ms, f, &f->part[i], 9).outcome == CLEAN)
		  {
		    fuzz_spare++;
		    if (getenv ("PX_SYNC_SPARE"))
		      printf ("seed %u: %s\n", seed, px_part_name (f, &f->part[i]));
		  }
	      }
	}
      models_free (&ms);
    }
  brute_free (&br);
  px_fn_free (f);
  return good;
}

static void
fuzz (unsigned lo, unsigned hi)
{
  for (int unknown = 0; unknown < 2; unknown++)
    {
      int bad = 0;
      fuzz_parts = fuzz_spare = fuzz_unplaced = 0;
      for (unsigned seed = lo; seed < hi; seed++)
	{
	  char why[300];
	  if (!fuzz_one (seed, unknown, why, sizeof why))
	    {
	      bad++;
	      printf ("seed %u%s: %s\n", seed, unknown ? ", some unknown" : "", why);
	    }
	}
      verdict (!bad, "%u random functions%s: %d parts, %d not shown to be needed, %d without a place, %d bad", hi - lo,
	       unknown ? ", some elements unknown" : "", fuzz_parts, fuzz_spare, fuzz_unplaced, bad);
      /* Elements unknown to the analysis are known to the schedules.  */
      if (fuzz_parts)
	verdict (fuzz_spare * 100 <= fuzz_parts * (unknown ? 12 : 3), "%d %% not needed at most", unknown ? 12 : 3);
    }
}

/* Random turns: what is accepted blocks in no schedule, and a turn in a circle is never given twice.  */
static void
turns (unsigned lo, unsigned hi)
{
  int accepted = 0, circles = 0, others = 0, bad = 0;
  for (unsigned seed = lo; seed < hi; seed++)
    {
      char why[300], *src = random_turns (seed);
      struct px_fn *f = px_fn_read (src, why, sizeof why);
      struct px_opts o = { NULL, NULL, true, true, NULL, NULL, 0, NULL };
      struct models ms;
      free (src);
      if (!f)
	{
	  bad++;
	  printf ("seed %u: %s\n", seed, why);
	  continue;
	}
      if (px_infer (f, &o) && px_select (f))
	{
	  struct result r = {};
	  accepted++;
	  for (int i = 0; i < f->nrsync; i++)
	    *(f->rsync[i]->circle ? &circles : &others) += 1;
	  bool made = models_new (&ms, f);
	  if (made)
	    r = schedules (&ms, 23);
	  if (!made || r.outcome != CLEAN)
	    {
	      bad++;
	      printf ("seed %u: %s %s\n", seed, made ? outcome_name[r.outcome] : ms.err, r.text);
	    }
	  models_free (&ms);
	}
      px_fn_free (f);
    }
  verdict (!bad && accepted && circles && others, "%u random turns: %d accepted, %d in circles, %d not, %d bad", hi - lo, accepted, circles,
	   others, bad);
}

/* --- exhaustive search --- */

struct full_place { struct px_seq *q; int i; };

/* Whether some set of full barriers that costs less than what was inferred verifies.  */
static bool
cheaper (struct px_fn *f, int *tried)
{
  struct full_place *p = NULL;
  int np = 0, cap = 0, nbest = f->nsync;
  struct px_sync **best = (struct px_sync **) px_alloc (&f->pool, (nbest + 1) * sizeof *best), *s[16], *use[16];
  for (int i = 0; i < nbest; i++)
    best[i] = f->sync[i];
  for (int i = 0; i < f->nseq; i++)
    for (int j = 0; j <= f->seq[i]->nst; j++)
      if (f->seq[i]->scope && !(j && f->seq[i]->st[j - 1]->kind == PX_WORK))
	PX_PUSH (&f->pool, p, np, cap, (full_place { f->seq[i], j }));
  *tried = np <= 13;
  if (!*tried)
    return false;
  for (int i = 0; i < nbest; i++)
    px_detach (f, best[i]);
  for (int i = 0; i < np; i++)
    s[i] = px_sync_new (f, p[i].q, p[i].i, p[i].q->scope);
  bool found = false;
  for (unsigned set = 0; set < 1u << np && !found; set++)
    {
      int n = 0;
      for (int i = 0; i < np; i++)
	if (set >> i & 1)
	  use[n++] = s[i];
      if (px_cost_cmp (f, use, n, best, nbest) >= 0)
	continue;
      for (int i = 0; i < n; i++)
	px_attach (f, use[i]);
      found = px_verify (f, true) == 0;
      for (int i = 0; i < n; i++)
	px_detach (f, use[i]);
    }
  return found;
}

static void
exhaust (int want)
{
  int tried = 0, better = 0;
  for (unsigned seed = 0; tried < want && seed < 100000; seed++)
    {
      char err[200], *src = random_program (seed, false, true);
      struct px_fn *f = px_fn_read (src, err, sizeof err);
      struct brute br = {};
      struct px_opts o = { brute_need, &br, false, true, NULL, NULL, 0, NULL };
      int did = 0;
      if (f && px_infer (f, &o) && f->nacc <= 14 && cheaper (f, &did))
	{
	  better++;
	  printf ("seed %u has a cheaper solution than %s\n", seed, emitted (f));
	}
      tried += did;
      if (f)
	px_fn_free (f);
      brute_free (&br);
      free (src);
    }
  /* Placement is a heuristic: nothing to spare, but not always the least.  */
  verdict (tried == want && better * 50 <= tried, "%d small functions against exhaustive search: %d have a cheaper solution", tried, better);
}

/* --- the reader --- */

static void
reader (const char *file)
{
  char *src = slurp (file), err[200];
  size_t n = src ? strlen (src) : 0;
  uint64_t x = 88172645463325252u;
  int errors = 0, bad = 0;
  for (int i = 0; i < 300 && n; i++)
    {
      char *t = strdup (src);
      for (int k = 0; k < 1 + i % 3; k++)
	{
	  x ^= x << 13, x ^= x >> 7, x ^= x << 17;
	  static const char with[] = "{}[]();,#@+-0189 rwa?x";
	  t[x % n] = with[x / n % (sizeof with - 1)];
	}
      if (i % 7 == 0)
	t[x % n] = 0;
      struct px_fn *f = px_fn_read (t, err, sizeof err), *g = NULL;
      if (!f)
	{
	  errors++;
	  bad += strncmp (err, "line ", 5) != 0;
	}
      else
	{
	  char *a = printed (f);
	  g = px_fn_read (a, err, sizeof err);
	  char *b = g ? printed (g) : NULL;
	  bad += !b || strcmp (a, b);
	  free (a);
	  free (b);
	  px_infer (f, NULL);
	  px_select (f);
	  px_fn_free (f);
	}
      if (g)
	px_fn_free (g);
      free (t);
    }
  const char *what = strrchr (file, '/') ? strrchr (file, '/') + 1 : file;
  verdict (n && !bad && errors, "%s: 300 mutated texts, %d errors", what, errors);
  free (src);
}

static int
show (const char *how, const char *file)
{
  char err[200], *src = slurp (file);
  struct px_fn *f = src ? px_fn_read (src, err, sizeof err) : NULL;
  if (!f)
    {
      fprintf (stderr, "%s: %s\n", file, src ? err : "cannot read");
      free (src);
      return 1;
    }
  struct brute br = {};
  char *split = expected (src, "split", NULL);
  struct px_opts o = { brute_need, &br, true, true, NULL, NULL, split ? atoi (split) : 0, NULL };
  free (split);
  bool good = px_infer (f, &o) && px_select (f);
  if (!strcmp (how, "--explain"))
    px_explain (f, stdout);
  else if (!strcmp (how, "--dcfg"))
    px_dcfg_text (f, stdout);
  else if (!strcmp (how, "--dot"))
    px_dcfg_dot (f, stdout);
  else
    px_fn_print (f, stdout);
  brute_free (&br);
  px_fn_free (f);
  free (src);
  return !good;
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  if (!strcmp (how, "--fuzz") && argc == 4)
    fuzz (atoi (argv[2]), atoi (argv[3]));
  else if (!strcmp (how, "--turns") && argc == 4)
    turns (atoi (argv[2]), atoi (argv[3]));
  else if (!strcmp (how, "--exhaust") && argc == 3)
    exhaust (atoi (argv[2]));
  else if (!strcmp (how, "--program") && argc >= 3)
    {
      char *s = argc > 3 && !strcmp (argv[3], "turns") ? random_turns (atoi (argv[2])) : random_program (atoi (argv[2]), argc > 3, false);
      fputs (s, stdout);
      free (s);
      return 0;
    }
  else if ((!strcmp (how, "--explain") || !strcmp (how, "--dcfg") || !strcmp (how, "--dot") || !strcmp (how, "--print")) && argc == 3)
    return show (how, argv[2]);
  else if (!strcmp (how, "--reader") && argc > 2)
    for (int i = 2; i < argc; i++)
      reader (argv[i]);
  else if (argc > 1 && (*how != '-' || !strcmp (how, "--table")))
    {
      table = *how == '-';
      for (int i = 1 + table; i < argc; i++)
	one_file (argv[i]);
      if (table)
	printf ("%d passed, %d failed\n", passed, failed);
    }
  else
    {
      fprintf (stderr, "usage: sync-test [--table] FILE... | --explain|--dcfg|--dot|--print FILE | --fuzz LO HI | --turns LO HI | --exhaust N | --program SEED [unknown|turns] | --reader FILE...\n");
      return 2;
    }
  return failed != 0;
}
