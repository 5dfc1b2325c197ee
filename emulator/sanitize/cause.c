/* SPDX-License-Identifier: MIT */
/* The sanitizer: which findings are one, which are no defect, and which have one cause.  */

#include "emulator/sanitize/found.h"
#include "emulator/run/device.h"

/* ---- the same finding ---- */

static bool
same_spot (const struct spot *a, const struct spot *b)
{
  if (strcmp (a->kernel, b->kernel))
    return false;
  if (*a->file || *b->file)
    {
      if (a->n_in != b->n_in || a->line != b->line || strcmp (a->file, b->file))
	return false;
      for (int i = 0; i < a->n_in; i++)
	if (a->in[i].line != b->in[i].line || strcmp (a->in[i].file, b->in[i].file))
	  return false;
      return true;
    }
  return a->ptx_line == b->ptx_line;
}

bool
same_finding (const struct found *a, const struct found *b)
{
  if (a->kind != b->kind || a->n != b->n)
    return false;
  if (a->n == 0)
    return !strcmp (a->what, b->what);
  /* A value that nobody has set is reported once, however often it is used.  */
  if (a->n == 2 && a->kind == REP_INIT)
    return same_spot (&a->at[1], &b->at[1]);
  if (a->n == 1)
    return same_spot (&a->at[0], &b->at[0])
	   && ((a->kind == REP_INIT && *a->at[0].file) || !strcmp (a->what, b->what));
  return (same_spot (&a->at[0], &b->at[0]) && same_spot (&a->at[1], &b->at[1]))
	 || (same_spot (&a->at[0], &b->at[1]) && same_spot (&a->at[1], &b->at[0]));
}

/* ---- pairs of places whose finding is known ---- */

/* Places that are on one line, as of an unrolled loop, are of one finding: a program without any order
   would describe it again for each access.  */
static struct pair
{
  const struct check_device *device;
  struct found *found;
  uint32_t low, high; /* sites */
  enum report_kind kind;
} pairs[4096];

static struct pair *
pair_at (uint32_t low, uint32_t high)
{
  return &pairs[(low * 0x9e3779b1u ^ high * 0x85ebca6bu) >> 20];
}

struct found *
known_finding (const struct check_device *d, enum report_kind kind, uint32_t a, uint32_t b)
{
  uint32_t low = a < b ? a : b, high = a < b ? b : a;
  const struct pair *p = pair_at (low, high);
  return p->device == d && p->kind == kind && p->low == low && p->high == high ? p->found : NULL;
}

void
know_finding (const struct check_device *d, enum report_kind kind, uint32_t a, uint32_t b,
	      struct found *f)
{
  uint32_t low = a < b ? a : b, high = a < b ? b : a;
  *pair_at (low, high)
    = (struct pair){ .device = d, .found = f, .low = low, .high = high, .kind = kind };
}

/* ---- no defect ---- */

bool
vouched (const struct found *f)
{
  static const struct
  {
    enum report_kind kind;
    const char *where;
  } rows[] = {
#define PX_VOUCHED(kind, where) { kind, where },
#include "emulator/sanitize/vouched.def"
#undef PX_VOUCHED
  };
  int known = 0;
  for (int k = 0; k < f->n; k++)
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
      if (f->kind == rows[i].kind
	  && (strstr (f->at[k].kernel, rows[i].where) || strstr (f->at[k].file, rows[i].where)))
	{
	  known++;
	  break;
	}
  return f->n && known == f->n;
}

/* ---- the same cause ---- */

uint64_t
memory_at (const struct warp *w, uint64_t addr)
{
  const struct block *b = shared_at (w, addr);
  px_emu_range r;
  if (!b)
    return px_emu_mem_find (w->block->launch->emu, addr, &r) ? r.base : 0;
  /* An offset, which no address of global memory is as small as.  */
  uint64_t at = addr - (uintptr_t) b->shared, base = 0;
  const struct shared_var *v = shared_variable (w, at, &base);
  return 1 + base + (v && v->dynamic ? px_emu_shared_start (w->block->launch->func, at - base) : 0);
}

/* Which access of F is the one that writes; -1 if it is not one of two.  */
static int
writer (const struct found *f)
{
  return f->n == 2 && f->at[0].writes != f->at[1].writes ? f->at[1].writes : -1;
}

/* Of one write to an object several reads may lack the same order: a barrier directly after the
   write gives it to all that follow, one before it to all that precede.  The order of the code
   says which, not that of execution, which is as good as any.  Another write, another object,
   reads on the other side of the write, or another thing that is missing are another defect.  */
static bool
same_cause (const struct found *a, const struct found *b)
{
  int i = writer (a), k = writer (b);
  return i >= 0 && k >= 0 && a->kind == b->kind && a->memory && a->memory == b->memory
	 && same_spot (&a->at[i], &b->at[k]) && !strcmp (a->missing, b->missing)
	 && (a->at[!i].site > a->at[i].site) == (b->at[!k].site > b->at[k].site);
}

struct found *
cause_of (struct found *first, const struct found *f)
{
  for (struct found *g = first; g != f; g = g->next)
    if (!g->cause && same_cause (g, f))
      return g;
  return NULL;
}

void
say_more (FILE *to, const struct found *f)
{
  enum
  {
    MOST = 12 /* places in a line of text; the JSON has all */
  };
  const struct spot *said[MOST];
  int n = 0;
  fprintf (to, "%u more read%s that this write is not ordered with, at ", f->more - f->told,
	   f->more - f->told == 1 ? "" : "s");
  for (const struct found *g = f->next; g; g = g->next)
    {
      const struct spot *s = &g->at[!writer (g)];
      int i = 0;
      if (g->cause != f)
	continue;
      while (i < n
	     && !(s->line == said[i]->line && !strcmp (s->file, said[i]->file)
		  && (*s->file || s->ptx_line == said[i]->ptx_line)))
	i++;
      if (i < n)
	continue;
      if (n == MOST)
	{
	  fputs (", ...", to);
	  break;
	}
      if (*s->file && n && !strcmp (s->file, said[n - 1]->file))
	fprintf (to, ", %d", s->line);
      else if (*s->file)
	fprintf (to, "%s%s:%d", n ? ", " : "", s->file, s->line);
      else
	fprintf (to, n ? ", %d" : "PTX line %d", s->ptx_line);
      said[n++] = s;
    }
  fputc ('\n', to);
}
