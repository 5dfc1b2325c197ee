/* SPDX-License-Identifier: MIT */
/* What the sanitizer has found: printed once on stderr when its launch ends, counted, and
   written as JSON to the file that PXEMU_REPORT names, and for px-sanitize, anew after each launch
   that changed it and when the process ends.  */

#define _GNU_SOURCE
#include "emulator/sanitize/found.h"
#include "emulator/run/device.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct found *first, **last = &first;
static struct why *whys;
static struct name
{
  struct name *next;
  char text[];
} * names;
static unsigned checked, launches, n_found;
static bool worked, begun; /* a copy or fill was done; a launch has begun */
static bool lineless;	   /* something was reported whose source line is not known */
static bool changed;
static bool ending;		 /* by a signal: a kernel may run */
static uint64_t n_leaks, leaked; /* allocations, bytes */
static char leaked_where[600];	 /* the first of them */
static uint64_t unwritten;	 /* bytes copied to the host */
static char unwritten_where[600];

const char *
kind_name (enum report_kind kind)
{
  static const char *const names[]
    = { "memory", "init", "race", "sync", "async", "async", "async", "program", "memory" };
  return names[kind];
}

/* ---- places ---- */

/* NAME of a kernel, for good: its module may be gone when the process ends.  */
static const char *
keep_name (const char *name)
{
  struct name *n;
  pthread_mutex_lock (&lock);
  for (n = names; n && strcmp (n->text, name); n = n->next)
    ;
  if (!n && (n = malloc (sizeof *n + strlen (name) + 1)))
    {
      strcpy (n->text, name);
      n->next = names;
      names = n;
    }
  pthread_mutex_unlock (&lock);
  return n ? n->text : "";
}

char *
px_emu_source_name (const char *name)
{
  static char *(*demangle) (const char *, char *, size_t *, int *);
  int status = 1;
  void *sym;
  if (strncmp (name, "_Z", 2))
    return NULL;
  if (!demangle && (sym = dlsym (RTLD_DEFAULT, "__cxa_demangle")))
    memcpy (&demangle, &sym, sizeof demangle);
  return demangle ? demangle (name, NULL, NULL, &status) : NULL;
}

static px_emu_func *
func_of_site (const struct check_device *d, uint32_t site)
{
  for (size_t i = 0; i < d->n_funcs; i++)
    if (site >= d->funcs[i]->first_site && site < d->funcs[i]->first_site + d->funcs[i]->n_ops)
      return d->funcs[i];
  return NULL;
}

void
site_place (const struct check_device *d, uint32_t site, char *text, size_t size)
{
  px_emu_func *f = func_of_site (d, site);
  const struct source *src = f ? &f->src[f->ops[site - f->first_site].src] : NULL;
  *text = '\0';
  if (src && src->loc)
    snprintf (text, size, "%s:%d", file_name (f, src->loc->file), src->loc->line);
}

/* Access A of the launch of W to S; FRAME: where the thread is in, which may be the one of A
   or has called it.  */
static void
fill_spot (struct warp *w, const struct access_at *a, struct spot *s, const struct frame *frame)
{
  struct launch *l = w->block->launch;
  struct check_device *d = l->check->dev;
  memset (s, 0, sizeof *s);
  snprintf (s->verb, sizeof s->verb, "%s", a->verb);
  s->kernel = keep_name (l->func->name);
  uint64_t cluster = a->block / l->cluster_blocks, rank = a->block % l->cluster_blocks;
  for (int k = 0; k < 3; k++)
    {
      uint32_t n = l->grid[k] / l->cl[k];
      s->block[k] = cluster % n * l->cl[k] + rank % l->cl[k];
      cluster /= n;
      rank /= l->cl[k];
    }
  thread_of (l, a->warp * LANES + a->lane, s->thread);
  s->warp = a->warp;
  s->site = a->site;
  if (a->value_bytes)
    snprintf (s->value, sizeof s->value, "0x%0*llx", 2 * a->value_bytes,
	      (unsigned long long) a->value);
  px_emu_func *f = func_of_site (d, a->site);
  if (!f)
    return;
  const struct source *src = &f->src[f->ops[a->site - f->first_site].src];
  if (src->stmt)
    {
      s->ptx_line = src->stmt->pos.line;
      statement_text (f, src, s->insn, sizeof s->insn);
    }
  if (src->loc)
    {
      s->line = src->loc->line;
      snprintf (s->file, sizeof s->file, "%s", file_name (f, src->loc->file));
    }
  struct outer_line at[sizeof s->in / sizeof *s->in];
  s->n_in = outer_lines (f, src, f == frame->func ? frame : NULL, at, sizeof at / sizeof *at);
  for (int i = 0; i < s->n_in; i++)
    {
      s->in[i].line = at[i].line;
      s->in[i].call = at[i].call;
      snprintf (s->in[i].file, sizeof s->in->file, "%s", at[i].file);
    }
}

/* Writes to TEXT the name of variable NAME as its source has it, without the function of a local one.  */
static void
variable_name (const char *name, char *text, size_t size)
{
  char *cxx = px_emu_source_name (name);
  const char *after = cxx;
  for (const char *p = cxx; p && *p; p++)
    if (p[0] == ')' && p[1] == ':' && p[2] == ':')
      after = p + 3;
  snprintf (text, size, "%.199s", after ? after : name);
  free (cxx);
}

const struct shared_var *
shared_variable (const struct warp *w, uint64_t at, uint64_t *base)
{
  const px_emu_func *f = w->block->launch->func;
  const struct shared_var *found = NULL;
  for (size_t i = 0; i < f->mod->n_shared; i++)
    {
      const struct shared_var *v = &f->mod->shared[i];
      uint64_t off = f->shared_offset[i];
      if (off != UINT32_MAX && at >= off && (v->dynamic || at < off + ptx_var_size (v->var)))
	{
	  found = v;
	  *base = off;
	}
    }
  return found;
}

void
name_address (const struct warp *w, uint64_t addr, char *text, size_t size)
{
  const struct launch *l = w->block->launch;
  const struct block *b = shared_at (w, addr);
  px_emu_range r;
  if (b)
    {
      uint64_t at = addr - (uintptr_t) b->shared, base = 0;
      const struct shared_var *v = shared_variable (w, at, &base);
      char of[64] = "", named[200];
      if (w->block->cluster->n_blocks > 1)
	snprintf (of, sizeof of, " of block (%u,%u,%u)", b->id[0], b->id[1], b->id[2]);
      if (v && v->dynamic && px_emu_shared_name (l->func, at - base, named, sizeof named))
	snprintf (text, size, "%s (byte %llu of shared memory%s)", named,
		  (unsigned long long) (at - base), of);
      else
	{
	  variable_name (v ? v->var->sym->name : "shared", named, sizeof named);
	  snprintf (text, size, "%s+%llu (shared memory%s)", named,
		    (unsigned long long) (at - base), of);
	}
    }
  else if (px_emu_mem_find (l->emu, addr, &r))
    {
      if (r.name)
	snprintf (text, size, "%s+%llu (global memory)", r.name,
		  (unsigned long long) (addr - r.base));
      else
	snprintf (text, size, "byte %llu of the %llu allocated at 0x%llx (global memory)",
		  (unsigned long long) (addr - r.base), (unsigned long long) r.size,
		  (unsigned long long) r.base);
    }
  else
    snprintf (text, size, "0x%llx", (unsigned long long) addr);
}

/* ---- text ---- */

static void
say_spot (FILE *to, const struct spot *s)
{
  fprintf (to, "  %s by thread (%u,%u,%u), warp %u, of block (%u,%u,%u)%s%s\n", s->verb,
	   s->thread[0], s->thread[1], s->thread[2], s->warp, s->block[0], s->block[1], s->block[2],
	   *s->value ? ": " : "", s->value);
  if (*s->file)
    fprintf (to, "    at %s:%d\n", s->file, s->line);
  for (int i = 0; i < s->n_in; i++)
    fprintf (to, "    %s %s:%d\n", s->in[i].call ? "called from" : "inlined at", s->in[i].file,
	     s->in[i].line);
  if (s->ptx_line)
    fprintf (to, "    PTX line %d: %s\n", s->ptx_line, s->insn);
}

/* A command that runs what F concerns again: PXEMU_AGAIN, which px-sanitize sets to its own
   name, with options, or variables of the environment.  */
void
say_again (const struct found *f, char *text, size_t size)
{
  char line[4096];
  FILE *in = fopen ("/proc/self/cmdline", "r");
  size_t n = in ? fread (line, 1, sizeof line - 1, in) : 0, at = 0;
  if (in)
    fclose (in);
  const char *schedule = f->schedule ? f->schedule : getenv ("PXEMU_SCHEDULE");
  const char *seed = getenv ("PXEMU_SEED"), *tool = getenv ("PXEMU_AGAIN");
  *text = '\0';
  if (!n)
    return;
  line[n] = '\0';
  if (seed && !f->schedule)
    at += snprintf (text, size, "PXEMU_SEED=%s ", seed);
  if (tool && at < size)
    at += snprintf (text + at, size - at, "%s", tool);
  if (!f->schedule && at < size)
    at += snprintf (text + at, size - at, tool ? " -c %s" : "PXEMU_CHECK=%s",
		    f->kind == REP_PROGRAM ? "all"
		    : f->kind == REP_LEAK  ? "leak"
					   : kind_name (f->kind));
  if (schedule && at < size)
    at += snprintf (text + at, size - at,
		    tool	  ? " -s %s"
		    : f->schedule ? "PXEMU_SCHEDULE=%s"
				  : " PXEMU_SCHEDULE=%s",
		    schedule);
  if (f->n && at < size)
    {
      at += snprintf (text + at, size - at, tool ? " -o '%s" : " 'PXEMU_ONLY=%s", f->at[0].kernel);
      for (int i = 0; i < f->n && at < size; i++)
	if (i == 0 || memcmp (f->at[0].block, f->at[1].block, sizeof f->at[0].block))
	  at += snprintf (text + at, size - at, ":%u,%u,%u", f->at[i].block[0], f->at[i].block[1],
			  f->at[i].block[2]);
      if (at < size)
	at += snprintf (text + at, size - at, "'");
    }
  for (size_t i = 0; i < n && at < size; i += strlen (line + i) + 1)
    {
      bool plain
	= line[i]
	  && !line[i
		   + strspn (line + i, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				       "0123456789_-+=./:,@%")];
      at += snprintf (text + at, size - at, plain ? " %s" : " '%s'", line + i);
    }
}

/* What F is, and where.  */
static void
say_finding (FILE *to, const struct found *f)
{
  fputs (f->what, to);
  if (*f->object)
    fprintf (to, "\n  %u byte%s at %s", f->size, f->size == 1 ? "" : "s", f->object);
  fputc ('\n', to);
  if (f->n)
    {
      char *cxx = px_emu_source_name (f->at[0].kernel);
      const char *name = cxx ? cxx : f->at[0].kernel;
      fprintf (to, "  kernel %.200s%s\n", name, strlen (name) > 200 ? "..." : "");
      free (cxx);
    }
  for (int i = f->n - 1; i >= 0; i--)
    say_spot (to, &f->at[i]);
  if (*f->memory_from)
    fprintf (to, "%s\n", f->memory_from + 1);
  if (*f->launched)
    fprintf (to, "%s\n", f->launched + 1);
  if (*f->missing)
    fprintf (to, "  missing: %s\n", f->missing);
}

/* Prints F, all that is known of it.  */
static void
say (const struct found *f)
{
  bool colour = isatty (STDERR_FILENO);
  char again[4096], *text = NULL;
  size_t len;
  FILE *to = open_memstream (&text, &len);
  if (!to)
    return;
  fprintf (to, "%spxemu: %s:%s ", colour ? "\33[1;31m" : "", kind_name (f->kind),
	   colour ? "\33[0m" : "");
  say_finding (to, f);
  for (int i = 0; i < f->n; i++)
    lineless |= f->at[i].ptx_line && !*f->at[i].file;
  if (f->count > 1)
    fprintf (to, "  %llu times\n", (unsigned long long) f->count);
  if (f->more)
    {
      fputs ("  and ", to);
      say_more (to, f);
    }
  say_again (f, again, sizeof again);
  if (*again)
    fprintf (to, "  again: %s\n", again);
  fclose (to);
  if (text)
    fputs (text, stderr);
  free (text);
}

const struct found *
first_finding (void)
{
  return first;
}

/* True if no launch has ended, and one has begun or there was neither a copy nor a fill.  */
static bool
nothing_looked_at (void)
{
  return !launches && (begun || !worked);
}

int
px_emu_verdict (void)
{
  return first ? 1 : whys || nothing_looked_at () ? 2 : 0;
}

static void
write_report (void)
{
  struct outcome o = { .verdict = px_emu_verdict (),
		       .launches = launches,
		       .checked = checked,
		       .leaked = leaked,
		       .idle = nothing_looked_at () && !ending,
		       .whys = whys,
		       .first = first };
  write_outcome (&o);
}

/* ---- finding ---- */

/* A report to be filled in and added; NULL without memory.  */
static struct found *
new_found (enum report_kind kind, const char *what, const char *missing)
{
  struct found *f = calloc (1, sizeof *f);
  if (!f)
    return NULL;
  f->kind = kind;
  snprintf (f->what, sizeof f->what, "%.*s", (int) sizeof f->what - 1, what);
  snprintf (f->missing, sizeof f->missing, "%s", missing ? missing : "");
  return f;
}

/* Notes that the places of the pair AT, both in the kernel of L, belong to F.  */
static void
know_pair (const struct launch *l, enum report_kind kind, const struct access_at *at,
	   struct found *f)
{
  const struct check_device *d = l->check->dev;
  if (func_of_site (d, at[0].site) == l->func && func_of_site (d, at[1].site) == l->func)
    know_finding (d, kind, at[0].site, at[1].site, f);
}

/* Takes over F, of the accesses AT of L if that is not NULL.  Of equal ones that between the threads
   farthest apart is kept: what orders those orders the others.  Returns true if F is the first of its
   kind, and so is there still.  */
static bool
add_finding (struct found *f, const struct launch *l, const struct access_at *at)
{
  bool is_new = false;
  pthread_mutex_lock (&lock);
  changed = true;
  struct found *g;
  for (g = first; g && !same_finding (f, g); g = g->next)
    ;
  if (!g)
    {
      f->count = 1;
      *last = g = f;
      last = &f->next;
      is_new = true;
    }
  else
    {
      g->count++;
      if (f->reach > g->reach && !g->printed)
	{
	  f->next = g->next;
	  f->count = g->count;
	  memcpy (f->launched, g->launched, sizeof f->launched);
	  memcpy (f->memory_from, g->memory_from, sizeof f->memory_from);
	  *g = *f;
	  if (!g->next)
	    last = &g->next;
	}
      free (f);
    }
  if (at)
    know_pair (l, g->kind, at, g);
  pthread_mutex_unlock (&lock);
  return is_new;
}

/* Notes where L, which has shown F for the first time, was launched, and where the memory at ADDR is
   from, unless ADDR is 0.  */
static void
add_places (const struct launch *l, struct found *f, uint64_t addr)
{
  struct check_launch *k = l->check;
  char from[sizeof f->memory_from] = "";
  if (!l->desc->place)
    return;
  if (!k->place && (k->place = calloc (1, sizeof f->launched)))
    l->desc->place (l->desc->place_data, 0, k->place, sizeof f->launched);
  if (addr)
    l->desc->place (l->desc->place_data, addr, from, sizeof from);
  pthread_mutex_lock (&lock);
  memcpy (f->memory_from, from, sizeof from);
  if (k->place)
    memcpy (f->launched, k->place, sizeof f->launched);
  pthread_mutex_unlock (&lock);
}

/* Reports F to the other tools, which W has shown with the access AT.  */
static void
tell_tools (struct warp *w, const struct access_at *at, const struct found *f)
{
  char *text = NULL;
  size_t len;
  bool listens = false;
  px_emu *emu = w->block->launch->emu;
  EACH_TOOL (t, emu)
  listens |= t->found != NULL;
  FILE *to = listens ? open_memstream (&text, &len) : NULL;
  if (!to)
    return;
  fprintf (to, "%s: ", kind_name (f->kind));
  pthread_mutex_lock (&lock);
  say_finding (to, f);
  pthread_mutex_unlock (&lock);
  fclose (to);
  bool own = at->warp == w->index && at->block == block_number (w->block);
  if (text && len)
    text[len - 1] = '\0'; /* the end of its last line */
  if (text)
    TELL_TOOLS (emu, found, w, own || !w->mask ? at->lane : (uint32_t) __builtin_ctz (w->mask),
		text);
  free (text);
}

/* How far apart the threads of the two accesses AT are.  */
static int
reach_of (const struct launch *l, const struct access_at *at)
{
  return at[0].block / l->cluster_blocks != at[1].block / l->cluster_blocks ? 4
	 : at[0].block != at[1].block					    ? 3
	 : at[0].warp != at[1].warp					    ? 2
									    : 1;
}

/* A finding of no defect (vouched).  */
static struct found fine;

bool
report_counted (const struct launch *l, enum report_kind kind, const struct access_at *at)
{
  struct check_device *d = l->check->dev;
  pthread_mutex_lock (&lock);
  struct found *g = known_finding (d, kind, at[0].site, at[1].site);
  bool counted = g == &fine || (g && (g->printed || reach_of (l, at) <= g->reach));
  if (counted)
    {
      g->count++;
      changed |= g != &fine;
    }
  pthread_mutex_unlock (&lock);
  return counted;
}

/* What report and report_conflict do.  */
static void
report_accesses (struct warp *w, enum report_kind kind, const char *what,
		 const struct access_at *at, int n, unsigned writes, uint64_t addr, uint32_t size,
		 const char *missing)
{
  if (n == 2 && kind != REP_INIT && report_counted (w->block->launch, kind, at))
    return;
  struct found *f = new_found (kind, what, missing);
  if (!f)
    return;
  f->device = w->block->launch->check->dev;
  if (addr)
    name_address (w, addr, f->object, sizeof f->object);
  f->in_shared = addr && shared_at (w, addr);
  f->memory = addr ? memory_at (w, addr) : 0;
  f->size = size;
  f->n = n;
  for (int i = 0; i < n; i++)
    {
      fill_spot (w, &at[i], &f->at[i],
		 at[i].warp == w->index && at[i].block == block_number (w->block) ? w->frame
										  : &w->base);
      f->at[i].writes = writes >> i & 1;
    }
  if (vouched (f))
    {
      free (f);
      pthread_mutex_lock (&lock);
      if (n == 2 && kind != REP_INIT)
	know_pair (w->block->launch, kind, at, &fine);
      pthread_mutex_unlock (&lock);
      return;
    }
  if (n == 2)
    f->reach = reach_of (w->block->launch, at);
  if (add_finding (f, w->block->launch, n == 2 && kind != REP_INIT ? at : NULL))
    {
      add_places (w->block->launch, f, f->in_shared ? 0 : addr);
      tell_tools (w, at, f);
    }
}

void
report (struct warp *w, enum report_kind kind, const char *what, const struct access_at *at, int n,
	uint64_t addr, uint32_t size, const char *missing)
{
  report_accesses (w, kind, what, at, n, 0, addr, size, missing);
}

void
report_conflict (struct warp *w, enum report_kind kind, const char *what,
		 const struct access_at *at, unsigned writes, uint64_t addr, uint32_t size,
		 const char *missing)
{
  report_accesses (w, kind, what, at, 2, writes, addr, size, missing);
}

struct found *
report_later (struct warp *w, enum report_kind kind, const char *what, const struct access_at *at,
	      const char *missing)
{
  struct found *f = new_found (kind, what, missing);
  if (!f)
    return NULL;
  f->n = 1;
  fill_spot (w, at, &f->at[0], w->frame);
  return f;
}

void
report_now (struct found *f)
{
  if (f)
    add_finding (f, NULL, NULL);
}

void
report_never (struct found *f)
{
  free (f);
}

/* Somebody in the cluster of W who waits at another place than O, as the second of F.  */
static void
other_waiter (struct warp *w, const struct op *o, struct found *f)
{
  struct cluster *k = w->block->cluster;
  for (uint32_t n = 0; n < k->n_blocks; n++)
    for (uint32_t i = 0; i < k->blocks[n].n_warps; i++)
      {
	struct warp *x = &k->blocks[n].warps[i];
	for (uint32_t j = 0; j < x->n_frags; j++)
	  {
	    const struct frag *g = &x->frags[j];
	    const struct op *at = g->state == FRAG_READY ? check_poll_op (x) : NULL;
	    if (!at)
	      at = g->pc;
	    if (at == o)
	      continue;
	    struct access_at a = { "wait",
				   site_in (w->block->launch->check->dev, g->frame->func, at),
				   block_number (x->block),
				   x->index,
				   __builtin_ctz (g->mask),
				   0,
				   0 };
	    fill_spot (w, &a, &f->at[1], g->frame);
	    f->n = 2;
	    return;
	  }
      }
}

void
report_error (const px_emu_error *e, struct warp *w, const struct op *o, uint32_t lanes)
{
  enum report_kind kind;
  switch (e->kind)
    {
    case PX_EMU_ILLEGAL_ADDRESS:
    case PX_EMU_MISALIGNED:
    case PX_EMU_INVALID_SPACE:
    case PX_EMU_STACK: kind = REP_MEMORY; break;
    case PX_EMU_ILLEGAL_INSTRUCTION:
    case PX_EMU_SYNC:
    case PX_EMU_DEADLOCK: kind = REP_SYNC; break;
    case PX_EMU_TRAP:
    case PX_EMU_ASSERT:
    case PX_EMU_INVALID_PC: kind = REP_PROGRAM; break;
    default: report_incomplete (e->text); return;
    }
  struct found *f = new_found (kind, e->text, NULL);
  if (!f)
    return;
  if (e->kind != PX_EMU_DEADLOCK)
    f->what[strcspn (f->what, "\n")] = '\0';
  f->error = e->kind;
  f->polls = e->polls;
  f->n = 1;
  struct spot *s = &f->at[0];
  if (w && o && o >= w->frame->func->ops && o < w->frame->func->ops + w->frame->func->n_ops)
    {
      struct access_at at = { px_emu_kind_name (e->kind),
			      site_of (w, o),
			      block_number (w->block),
			      w->index,
			      lanes ? __builtin_ctz (lanes) : 0,
			      0,
			      0 };
      fill_spot (w, &at, s, w->frame);
      const struct cause *why = w->block->launch->check->cause;
      if (e->kind == PX_EMU_DEADLOCK)
	other_waiter (w, o, f);
      if (why && why->at.verb)
	{
	  fill_spot (w, &why->at, &f->at[1], &w->base);
	  f->n = 2;
	}
      snprintf (f->missing, sizeof f->missing, "%s", why && why->missing ? why->missing : "");
      if (add_finding (f, NULL, NULL))
	add_places (w->block->launch, f, e->address);
      return;
    }
  snprintf (s->verb, sizeof s->verb, "%s", px_emu_kind_name (e->kind));
  s->kernel = keep_name (e->kernel);
  snprintf (s->file, sizeof s->file, "%.255s", e->file);
  snprintf (s->insn, sizeof s->insn, "%.127s", e->instruction);
  s->line = e->line;
  s->ptx_line = e->ptx_line;
  memcpy (s->block, e->block, sizeof s->block);
  memcpy (s->thread, e->thread, sizeof s->thread);
  s->warp = e->warp;
  add_finding (f, NULL, NULL);
}

void
report_host (enum report_kind kind, const char *what, const char *missing)
{
  struct found *f = new_found (kind, what, missing);
  if (f)
    add_finding (f, NULL, NULL);
}

void
report_leak (uint64_t size, const char *where)
{
  pthread_mutex_lock (&lock);
  if (!n_leaks)
    snprintf (leaked_where, sizeof leaked_where, "%s", where);
  n_leaks++;
  leaked += size;
  changed = true;
  pthread_mutex_unlock (&lock);
}

void
report_unwritten (uint64_t bytes, const char *where)
{
  pthread_mutex_lock (&lock);
  if (!unwritten)
    snprintf (unwritten_where, sizeof unwritten_where, "%s", where);
  unwritten += bytes;
  pthread_mutex_unlock (&lock);
}

void
report_schedule (enum report_kind kind, const char *what, const char *schedule)
{
  struct found *f = calloc (1, sizeof *f);
  if (!f)
    return;
  f->kind = kind;
  snprintf (f->what, sizeof f->what, "%s", what);
  f->schedule = strdup (schedule);
  add_finding (f, NULL, NULL);
}

void
report_incomplete (const char *why)
{
  pthread_mutex_lock (&lock);
  struct why *w;
  for (w = whys; w && strncmp (w->text, why, sizeof w->text - 1); w = w->next)
    ;
  if (!w && (w = calloc (1, sizeof *w)))
    {
      snprintf (w->text, sizeof w->text, "%s", why);
      w->next = whys;
      whys = w;
      changed = true;
    }
  pthread_mutex_unlock (&lock);
}

/* Says how many defects were found, and once how to see their lines.  */
static void
say_count (void)
{
  if (lineless)
    fputs ("pxemu: compile with -g for the lines of the source\n", stderr);
  lineless = false;
  fprintf (stderr, "pxemu: defective: %u defect%s\n", n_found, n_found == 1 ? "" : "s");
}

/* Prints what is new, findings of one cause as one.  */
static void
print_new (void)
{
  for (struct found *f = first; f; f = f->next)
    if (f->printed)
      ;
    else if ((f->cause = cause_of (first, f)))
      {
	f->cause->more++;
	f->printed = f->count;
      }
    else
      n_found++;
  for (struct found *f = first; f; f = f->next)
    if (!f->printed)
      {
	say (f);
	f->told = f->more;
	f->printed = f->count;
      }
  if (changed)
    write_report ();
  changed = false;
}

void
report_explored (const char *kernel, uint64_t runs, uint32_t results, const char *bound)
{
  char why[200];
  if (bound)
    {
      snprintf (why, sizeof why, "not all schedules of kernel %.80s: %.80s", kernel, bound);
      report_incomplete (why);
    }
  pthread_mutex_lock (&lock);
  launches++;
  changed = true;
  fprintf (stderr, "pxemu: kernel %s: %llu schedule%s%s%s%s, %u result%s\n", kernel,
	   (unsigned long long) runs, runs == 1 ? "" : "s",
	   bound ? " and there are more (" : ", all that can differ", bound ? bound : "",
	   bound ? ")" : "", results, results == 1 ? "" : "s");
  print_new ();
  pthread_mutex_unlock (&lock);
}

void
report_begin (void)
{
  pthread_mutex_lock (&lock);
  begun = true;
  pthread_mutex_unlock (&lock);
}

void
report_work (struct check_device *d)
{
  pthread_mutex_lock (&lock);
  checked |= d->what;
  worked = true;
  pthread_mutex_unlock (&lock);
}

void
report_launch (struct check_device *d)
{
  pthread_mutex_lock (&lock);
  checked |= d->what;
  launches++;
  print_new ();
  pthread_mutex_unlock (&lock);
}

void
report_ended (const char *why)
{
  report_incomplete (why);
  pthread_mutex_lock (&lock);
  ending = changed = true;
  print_new ();
  if (first)
    say_count ();
  pthread_mutex_unlock (&lock);
}

static void (*last_reports) (void);

void
px_emu_at_end (void (*fn) (void))
{
  last_reports = fn;
}

void
px_emu_check_host (const char *what, const char *missing)
{
  report_host (REP_MEMORY, what, missing);
  pthread_mutex_lock (&lock);
  print_new ();
  say_count ();
  pthread_mutex_unlock (&lock);
}

static void __attribute__ ((destructor)) at_end (void)
{
  const char *check = getenv ("PXEMU_CHECK");
  if (!check || !*check)
    return;
  check_at_end ();
  if (last_reports)
    last_reports ();
  print_new ();
  write_report ();
  for (const struct found *f = first; f; f = f->next)
    if (f->cause)
      continue;
    else if (f->more > f->told)
      {
	fprintf (stderr, "pxemu: %s: %s%s%s: later launches have ", kind_name (f->kind), f->what,
		 *f->object ? ", " : "", f->object);
	say_more (stderr, f);
      }
    else if (f->count > f->printed)
      fprintf (stderr, "pxemu: %llu times: %s: %s%s%s\n", (unsigned long long) f->count,
	       kind_name (f->kind), f->what, *f->object ? ", " : "", f->object);
  if (n_leaks)
    fprintf (stderr, "pxemu: %llu bytes of %llu allocation%s were not freed%s%s\n",
	     (unsigned long long) leaked, (unsigned long long) n_leaks, n_leaks == 1 ? "" : "s",
	     n_leaks > 1 && *leaked_where ? ", among others" : "", leaked_where);
  if (unwritten)
    fprintf (stderr,
	     "pxemu: %llu bytes that nobody has written were copied to the host, among others%s\n",
	     (unsigned long long) unwritten, unwritten_where);
  if (first)
    say_count ();
  for (const struct why *w = whys; w; w = w->next)
    fprintf (stderr, "pxemu: not checked: %s\n", w->text);
}
