/* SPDX-License-Identifier: MIT */
/* What schedules end in, and schedules in words: PXEMU_SCHEDULE=trace:...  */

#include "emulator/explore/explore-int.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- schedules in words ---- */

/* The steps of this run, N of them, as a value of PXEMU_SCHEDULE: malloced.  What the usual choice
   would do at the end is left out.  */
static char *
trace_text (struct explorer *x)
{
  char *text = NULL;
  size_t len;
  FILE *to = open_memstream (&text, &len);
  uint32_t n = x->n, last = UINT32_MAX;
  if (!to)
    return NULL;
  while (
    n
    && explore_usual (x, &x->nodes[n - 1].enabled, n > 1 ? x->steps[n - 2].proc : UINT32_MAX, NULL)
	 == x->steps[n - 1].proc)
    n--;
  fprintf (to, "trace:%llu:", (unsigned long long) x->l->grid_id);
  for (uint32_t i = 0, j; i < n; i = j)
    {
      last = x->steps[i].proc;
      for (j = i; j < n && x->steps[j].proc == last; j++)
	;
      const struct proc *p = &x->procs[last];
      fprintf (to, "%s%u", i ? "," : "", explore_proc_of (p->w));
      if (p->is_async)
	fprintf (to, ".%u", p->number);
      if (j - i > 1)
	fprintf (to, "*%u", j - i);
    }
  fclose (to);
  return text;
}

/* ---- results ---- */

static const char *
object_at (struct explorer *x, uint64_t addr, char *text, size_t size)
{
  name_address (x->procs[0].w, addr, text, size);
  return text;
}

/* Where this run has left other bytes than the first one: text.  */
static void
difference (struct explorer *x, char *text, size_t size)
{
  for (uint32_t i = 0; i < x->n_copies; i++)
    {
      const struct copy *c = &x->copies[i];
      const uint8_t *now = (const uint8_t *) c->base;
      if (!memcmp (now, c->first, c->size))
	continue;
      uint64_t k = 0;
      char name[200];
      while (now[k] == c->first[k])
	k++;
      uint64_t from = k & ~(uint64_t) 3, n = c->size - from < 8 ? c->size - from : 8;
      int at = snprintf (text, size, "%s: ", object_at (x, c->base + k, name, sizeof name));
      for (int j = 0; j < 2; j++)
	{
	  for (uint64_t b = 0; b < n; b++)
	    at += snprintf (text + at, size - at, "%s%02x", b ? " " : "",
			    j ? now[from + b] : c->first[from + b]);
	  at += snprintf (text + at, size - at, j ? " in this order" : " in the other, ");
	}
      return;
    }
  snprintf (text, size, "memory");
}

void
explore_take_result (struct explorer *x)
{
  struct launch *l = x->l;
  struct result r = { .kind = l->error.kind };
  for (uint32_t i = 0; r.kind == PX_EMU_OK && i < x->n_copies; i++)
    r.hash = hash_bytes (r.hash, (const uint8_t *) x->copies[i].base, x->copies[i].size);
  if (r.kind != PX_EMU_OK)
    r.hash = ((uint64_t) l->error.ptx_line << 32) + r.kind;
  x->runs++;
  for (uint32_t i = 0; i < x->n_results; i++)
    if (x->results[i].hash == r.hash && x->results[i].kind == r.kind)
      return;
  uint32_t same = 0; /* results of this sort so far */
  for (uint32_t i = 0; i < x->n_results; i++)
    same += (x->results[i].kind == PX_EMU_OK) == (r.kind == PX_EMU_OK);
  if (x->n_results < sizeof x->results / sizeof *x->results)
    x->results[x->n_results++] = r;
  if (r.kind == PX_EMU_OK && !same)
    {
      for (uint32_t i = 0; i < x->n_copies; i++)
	memcpy (x->copies[i].first, (void *) x->copies[i].base, x->copies[i].size);
      x->first = trace_text (x);
      return;
    }
  if (r.kind != PX_EMU_OK && !same)
    x->error = l->error;
  if (same >= MAX_RESULTS)
    return;
  char what[1200], where[300];
  char *trace = trace_text (x);
  if (r.kind == PX_EMU_OK)
    {
      difference (x, where, sizeof where);
      snprintf (what, sizeof what,
		"kernel %.100s: the result depends on the order of the threads\n  %s\n"
		"  the other order: PXEMU_SCHEDULE=%.400s",
		l->func->name, where, x->first ? x->first : "");
    }
  else
    snprintf (what, sizeof what, "in one order of the threads: %.1000s", l->error.text);
  report_schedule (r.kind == PX_EMU_OK ? REP_RACE : REP_SYNC, what, trace ? trace : "");
  free (trace);
}

/* ---- one schedule ---- */

/* The next process that the text at *S names, *COUNT steps of it; false: bad text or no
   such process.  */
static bool
parse_step (struct explorer *x, const char **s, uint32_t *proc, uint32_t *count)
{
  char *end;
  if (!isdigit ((unsigned char) **s))
    return false;
  unsigned long p = strtoul (*s, &end, 10), number = 0, n = 1;
  bool is_async = *end == '.';
  if (is_async)
    number = strtoul (end + 1, &end, 10);
  if (*end == '*')
    n = strtoul (end + 1, &end, 10);
  if (*end && *end != ',')
    return false;
  *s = end + (*end == ',');
  *count = n;
  if (p >= x->n_warps)
    return false;
  *proc = p;
  if (!is_async)
    return true;
  for (uint32_t i = x->n_warps; i < x->n_procs; i++)
    if (x->procs[i].w == x->procs[p].w && x->procs[i].number == number)
      return *proc = i, true;
  return false;
}

void
explore_run_trace (struct launch *l)
{
  struct explorer x;
  const char *why, *s = l->desc->trace;
  uint32_t last = UINT32_MAX, count = 0;
  struct vector able = { 0, 0, NULL };
  bool fits = true;
  if (!explore_prepare (&x, l, &why))
    {
      err_set (&l->error, PX_EMU_INVALID, "kernel %s does not run step by step: %s", l->func->name,
	       why);
      explore_end (&x);
      return;
    }
  explore_begin_run (&x);
  x.unreduced = true;
  while (fits && !x.memory)
    {
      explore_list_enabled (&x, &able);
      if (!able.n)
	break;
      if (!count && *s)
	fits = parse_step (&x, &s, &last, &count) && count;
      if (!fits)
	break;
      if (count ? !vector_has (&able, last) : (last = explore_usual (&x, &able, last, NULL), false))
	{
	  fits = false;
	  break;
	}
      count -= count > 0;
      x.fresh = UINT32_MAX;
      if (x.n >= MAX_STEPS)
	x.n = 0;
      enum outcome out = explore_take_step (&x, last);
      if (out != GOES_ON || explore_time_is_up (l))
	break;
    }
  if (!fits)
    err_set (&l->error, PX_EMU_INVALID, "the schedule does not fit kernel %s, at step %u",
	     l->func->name, x.n + 1);
  else if (!able.n && !explore_all_done (&x))
    launch_deadlock (l, x.wk.resident, true);
  else if (l->error.kind == PX_EMU_OK && !explore_all_done (&x))
    err_set (&l->error, PX_EMU_TIMEOUT, "kernel %s: time limit reached", l->func->name);
  free (able.at);
  explore_end (&x);
}
