/* SPDX-License-Identifier: GPL-3.0-or-later */
/* px prove: proves the kernels of a file free of data races, and their barriers convergent.

   FILE is an object file, program or shared library with images of px, or PTX.  What holds in each
   launch is in an image's records (L1, F7, __where); of PTX the options say it.  Prints a line for each
   kernel and property, with the reasons for what is not proved.  */
#ifdef __GLIBC__
#  include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "emulator/emu.h"
#include "prove/prove.h"
#include "runtime/image.h"
#include "tools/launches.h"
#include "tools/object.h"
#include "tools/px-command.h"
#include "tools/replay.h"
#include "tools/stated.h"

/* Exit statuses.  */
enum
{
  ALL_PROVED = 0,
  FAILED = 1,
  NOT_ALL_PROVED = 2,
  REFUTED = 3 /* a property of a kernel */
};

enum
{
  MOST_SIZES = 16, /* --size options: more than a kernel of the suite has pointers */
  MOST_ARGS = 16   /* --arg options */
};

/* The command line, and what was seen so far.  */
struct proving
{
  const char *size[MOST_SIZES]; /* arguments of --size */
  unsigned nsizes;
  const char *arg[MOST_ARGS]; /* of --arg */
  unsigned nargs;
  const char *file, *kernel; /* kernel NULL: all */
  unsigned most;	     /* of --most; 0: not given */
  unsigned blocks, threads;  /* of --blocks and --threads; 0: not given */
  bool flat, distinct, quiet, times, bounds, table, no_facts, replay;
  struct px_given_launches launches;	/* of --launches */
  struct px_text texts[PX_MOST_LINKED]; /* the PTX that is read, and what it is linked with */
  unsigned ntexts;
  unsigned kernels, proved, refuted;
  bool unread; /* libptx does not read PTX of the file */
  int status;
};

static const char *const property[]
  = { "convergence", "shared memory", "global memory", "across blocks", "registers", "bounds" };

/* The verdict on property I.  */
static const char *
verdict_of (const struct px_proof_result *r, const struct px_counterexample *against, int i)
{
  return r[i].proved ? "proved" : against[i].found ? "refuted" : "incomplete";
}

/* Prints a row of --table: fields separated by tabs, so that scripts read it.  */
static void
print_row (const struct proving *p, const ptx_func *f, const struct px_proof_result *r,
	   const struct px_counterexample *against, const struct px_proof_signature *sig,
	   double seconds)
{
  static const char *const kind[] = {
#define PX_PROOF_WHY(name, text) text,
#include "prove/reasons.def"
#undef PX_PROOF_WHY
  };
  int count = 0;
  printf ("%s\t%s\t%u", p->file, f->sym->name, sig->nfacts);
  for (int i = 0; i < PX_PROOF_PROPERTIES; i++)
    if (i != PX_PROOF_REGISTERS)
      printf ("\t%s", r[i].asked ? verdict_of (r, against, i) : "-");
  printf ("\t%.2f\t", seconds);
  /* The kinds of all reasons, each once.  */
  for (int i = 0; i < PX_PROOF_PROPERTIES; i++)
    for (unsigned j = 0; j < r[i].nreasons && j < PX_PROOF_REASONS; j++)
      {
	const struct px_proof_reason *w = &r[i].reason[j];
	bool before = false;
	for (int h = 0; h <= i; h++)
	  for (unsigned g = 0; g < r[h].nreasons && g < PX_PROOF_REASONS && (h < i || g < j); g++)
	    before |= r[h].reason[g].why == w->why && r[h].reason[g].what == w->what;
	if (before)
	  continue;
	printf ("%s%s", count++ ? "," : "", kind[w->why]);
	if (w->what)
	  printf (":%s", w->what);
      }
  const int last = PX_PROOF_REGISTERS;
  printf ("%s\t%s\n", count ? "" : "-", r[last].asked ? verdict_of (r, against, last) : "-");
}

/* Return true if SIG admits launches of N blocks, of blocks of N threads.  */
static bool
admits_blocks (const struct px_proof_signature *sig, unsigned n)
{
  return n % (sig->block ? sig->block : 1) == 0;
}

static bool
admits_threads (const struct px_proof_signature *sig, unsigned n)
{
  return sig->threads ? n == sig->threads : n % (sig->thread ? sig->thread : 1) == 0;
}

/* Restricts SIG, of kernel NAME, to launches of --blocks and --threads.  Returns false after a message
   if the kernel has none.  */
static bool
restrict_launch (const struct proving *p, const char *name, struct px_proof_signature *sig)
{
  bool blocks = !admits_blocks (sig, p->blocks);
  if (blocks || (p->threads && !admits_threads (sig, p->threads)))
    {
      px_complain ("%s %u: kernel %s has no launch of so many", blocks ? "--blocks" : "--threads",
		   blocks ? p->blocks : p->threads, name);
      return false;
    }
  sig->blocks = p->blocks;
  if (p->threads)
    sig->threads = p->threads;
  return true;
}

/* Returns true if V is an argument that parameter number TO of F may have: an integer, of as many bits.  */
static bool
integer_argument (const ptx_func *f, const struct px_proof_signature *sig, int to, long long v)
{
  const ptx_var *x = to < 0 || to >= (int) f->sig.nparams ? NULL : f->sig.params[to];
  ptx_kind kind = x ? ptx_type_kind (x->type) : PTX_K_NONE;
  unsigned bits = x && !x->ndims ? ptx_bits (x->type) : 0;
  bool integer
    = (kind == PTX_K_UINT || kind == PTX_K_SINT || kind == PTX_K_BITS) && bits && bits <= 64;
  for (unsigned j = 0; j < sig->npointers; j++)
    integer &= (int) sig->pointers[j].param != to;
  return integer && (bits == 64 || (v >= -(1LL << (bits - 1)) && v < 1LL << bits));
}

/* ---- launches of a file ----------------------------------------------- */

/* The launch of a row: the integers among its arguments, and boxes of tensor maps; of others nothing is known.  */
struct one_launch
{
  unsigned blocks, threads, nfixed, nwords, nboxes, ndata;
  struct px_proof_fixed fixed[PX_LAUNCH_ARGS];
  const struct px_proof_word *word; /* of the row */
  const struct px_proof_box *box;
  const struct px_proof_data *data;
};

static void
integers_of (const ptx_func *f, const struct px_proof_signature *sig,
	     const struct px_given_launch *l, struct one_launch *to)
{
  *to = (struct one_launch){ .blocks = l->blocks,
			     .threads = l->threads,
			     .nwords = l->nwords,
			     .word = l->word,
			     .nboxes = l->nboxes,
			     .box = l->box,
			     .ndata = l->ndata,
			     .data = l->data };
  for (unsigned i = 0; i < l->nargs; i++)
    if (integer_argument (f, sig, (int) l->arg[i].number - 1, l->arg[i].value))
      to->fixed[to->nfixed++]
	= (struct px_proof_fixed){ .param = l->arg[i].number - 1, .value = l->arg[i].value };
}

static bool
same_launch (const struct one_launch *a, const struct one_launch *b)
{
  bool same = a->blocks == b->blocks && a->threads == b->threads && a->nfixed == b->nfixed;
  for (unsigned i = 0; i < a->nfixed && same; i++)
    same = a->fixed[i].param == b->fixed[i].param && a->fixed[i].value == b->fixed[i].value;
  same = same && a->nwords == b->nwords && !memcmp (a->word, b->word, a->nwords * sizeof *a->word);
  same = same && a->nboxes == b->nboxes && !memcmp (a->box, b->box, a->nboxes * sizeof *a->box);
  same = same && a->ndata == b->ndata;
  for (unsigned i = 0; i < a->ndata && same; i++)
    same = a->data[i].param == b->data[i].param && a->data[i].offset == b->data[i].offset
	   && a->data[i].size == b->data[i].size
	   && !memcmp (a->data[i].bytes, b->data[i].bytes, a->data[i].size);
  return same;
}

/* Decides F in launch L, and adds to R what is not proved of it there; first: sets R to what is.  Returns false after a message if
   there is no such launch.  */
static bool
prove_launch (const struct proving *p, ptx_module *m, ptx_func *f,
	      const struct px_proof_signature *sig, const struct one_launch *l, unsigned line,
	      bool first, struct px_proof_result *r)
{
  static struct px_proof_result in[PX_PROOF_PROPERTIES];
  struct px_proof_signature of = *sig;
  if (!admits_blocks (sig, l->blocks) || !admits_threads (sig, l->threads))
    {
      px_complain ("%s:%u: kernel %s has no such launch", p->launches.file, line, f->sym->name);
      return false;
    }
  of.blocks = l->blocks;
  of.threads = l->threads;
  of.fixed = l->fixed;
  of.nfixed = l->nfixed;
  of.executed = true;
  of.words = l->word;
  of.nwords = l->nwords;
  of.boxes = l->box;
  of.nboxes = l->nboxes;
  of.data = l->data;
  of.ndata = l->ndata;
  px_prove (m, f, &of, first ? r : in);
  for (int i = 0; i < PX_PROOF_PROPERTIES && !first; i++)
    {
      unsigned questions = r[i].questions + in[i].questions;
      if (in[i].asked && !in[i].proved && r[i].proved)
	r[i] = in[i];
      r[i].questions = questions;
    }
  return true;
}

/* Sets R to what is proved of F in each of the launches of --launches.  Returns how many these are, 0: it has none, or one that
   cannot be described, and R is left; -1 after a message.  */
static int
prove_launches (const struct proving *p, ptx_module *m, ptx_func *f,
		const struct px_proof_signature *sig, struct px_proof_result *r)
{
  struct px_proof_result in[PX_PROOF_PROPERTIES];
  struct one_launch *all = calloc (p->launches.n + 1, sizeof *all);
  int n = 0;
  bool open = true, right = all != NULL;
  for (unsigned i = 0; i < p->launches.n && right; i++)
    {
      const struct px_given_launch *l = &p->launches.row[i];
      if (strcmp (l->kernel, f->sym->name))
	continue;
      if (!l->blocks)
	{
	  n = 0;
	  break;
	}
      if (!open)
	continue;
      integers_of (f, sig, l, &all[n]);
      int same = 0;
      while (!same_launch (&all[same], &all[n]))
	same++;
      if (same < n)
	continue;
      right = prove_launch (p, m, f, sig, &all[n], l->line, n == 0, in);
      n++;
      open = false;
      for (int j = 0; j < PX_PROOF_PROPERTIES; j++)
	open |= in[j].asked && in[j].proved;
    }
  free (all);
  if (n)
    memcpy (r, in, sizeof in);
  return right ? n : -1;
}

/* Decides the properties of F: in the launches of --launches, and in all launches what is not proved there, since
   the latter may take long.  Returns how many launches that rests on, -1 after a message.  */
static int
prove_in_launches (const struct proving *p, ptx_module *m, ptx_func *f,
		   const struct px_proof_signature *sig, struct px_proof_result *r)
{
  static struct px_proof_result in[PX_PROOF_PROPERTIES];
  int n = prove_launches (p, m, f, sig, in);
  bool all = n > 0, rests = false;
  if (n < 0)
    return n;
  for (int i = 0; i < PX_PROOF_PROPERTIES && n; i++)
    all &= in[i].proved || !in[i].asked;
  if (all)
    {
      memcpy (r, in, sizeof in);
      return n;
    }
  px_prove (m, f, sig, r);
  for (int i = 0; i < PX_PROOF_PROPERTIES && n; i++)
    if (r[i].asked && !r[i].proved)
      {
	unsigned questions = r[i].questions + in[i].questions;
	r[i] = in[i];
	r[i].questions = questions;
	rests = true;
      }
  return rests ? n : 0;
}

/* Prints what the verdicts rest on; LAUNCHES: how many of --launches.  */
static void
print_given (const struct proving *p, const ptx_func *f, const struct px_proof_signature *sig,
	     int launches)
{
  if (launches)
    printf ("%s: %s: given %d of the launches of %s\n", p->file, f->sym->name, launches,
	    p->launches.file);
  if (!sig->nfacts && !p->blocks && !p->threads && !p->nargs)
    return;
  printf ("%s: %s: given", p->file, f->sym->name);
  for (unsigned i = 0; i < sig->nfacts; i++)
    printf ("%s (%s)", i ? "," : "", sig->facts[i].text);
  if (p->blocks)
    printf ("%s blocks: %u", sig->nfacts ? "," : "", p->blocks);
  if (p->threads)
    printf ("%s threads of a block: %u", sig->nfacts || p->blocks ? "," : "", p->threads);
  for (unsigned i = 0; i < p->nargs; i++)
    printf ("%s argument %s", i || sig->nfacts || p->blocks || p->threads ? "," : "", p->arg[i]);
  putchar ('\n');
}

/* Prints which launches of F have refuted nothing.  */
static void
print_replays (const struct proving *p, const ptx_func *f, const struct px_replays *r)
{
  printf ("%s: %s: replayed: %u launches", p->file, f->sym->name, r->launches);
  if (r->silent)
    printf (", %u of which show nothing", r->silent);
  printf ("%s%s\n", *r->why ? ": " : "", r->why);
}

/* Decides the properties of F under signature SIG and prints them.  */
static void
decide (struct proving *p, ptx_module *m, ptx_func *f, const struct px_proof_signature *sig)
{
  static struct px_proof_result r[PX_PROOF_PROPERTIES];
  static struct px_counterexample against[PX_PROOF_PROPERTIES];
  struct timespec from, to;
  bool all = true, refuted = false;
  unsigned questions = 0;
  struct px_replays replays = { 0, 0, "" };
  clock_gettime (CLOCK_MONOTONIC, &from);
  int launches = prove_in_launches (p, m, f, sig, r);
  if (launches < 0)
    {
      p->status = FAILED;
      return;
    }
  clock_gettime (CLOCK_MONOTONIC, &to);
  if (p->replay)
    replays = px_replay (p->texts, p->ntexts, f, sig, r, against);
  for (int i = 0; i < PX_PROOF_PROPERTIES; i++)
    {
      if (r[i].proved && against[i].found)
	{
	  px_complain ("%s: %s: %s is proved, but the emulator shows: %s", p->file, f->sym->name,
		       property[i], against[i].text);
	  p->status = FAILED;
	}
      else if (against[i].found && p->status != FAILED)
	p->status = REFUTED;
      refuted |= !r[i].proved && against[i].found;
      all &= r[i].proved || !r[i].asked;
      questions += r[i].questions;
    }
  p->kernels++;
  p->proved += all;
  p->refuted += refuted;
  if (!all && p->status == ALL_PROVED)
    p->status = NOT_ALL_PROVED;
  if (p->table)
    {
      print_row (p, f, r, against, sig,
		 (to.tv_sec - from.tv_sec) + (to.tv_nsec - from.tv_nsec) / 1e9);
      return;
    }
  printf ("%s: %s:", p->file, f->sym->name);
  for (int i = 0; i < PX_PROOF_PROPERTIES; i++)
    if (r[i].asked)
      printf ("%s %s %s", i ? "," : "", property[i], verdict_of (r, against, i));
  if (p->times)
    printf (" (%u questions, %.2f s)", questions,
	    (to.tv_sec - from.tv_sec) + (to.tv_nsec - from.tv_nsec) / 1e9);
  putchar ('\n');
  if (!p->quiet)
    print_given (p, f, sig, launches);
  if (!p->quiet && p->replay && !refuted)
    print_replays (p, f, &replays);
  for (int i = 0; i < PX_PROOF_PROPERTIES && !p->quiet; i++)
    {
      unsigned n = r[i].nreasons < PX_PROOF_REASONS ? r[i].nreasons : PX_PROOF_REASONS;
      if (!r[i].proved && against[i].found)
	{
	  if (against[i].line)
	    printf ("%s:%d: ", against[i].file, against[i].line);
	  else
	    printf ("%s: ", f->sym->name);
	  printf ("%s: refuted: %s\n", property[i], against[i].text);
	}
      for (unsigned j = 0; j < n; j++)
	if (r[i].reason[j].line)
	  printf ("%s:%u: %s: incomplete: %s\n", r[i].reason[j].file, r[i].reason[j].line,
		  property[i], r[i].reason[j].text);
	else
	  printf ("%s: %s: incomplete: %s\n", f->sym->name, property[i], r[i].reason[j].text);
      if (r[i].nreasons > n)
	printf ("%s: %s: %u more\n", f->sym->name, property[i], r[i].nreasons - n);
    }
}

/* The same, of launches that --most admits.  */
static void
prove_kernel (struct proving *p, ptx_module *m, ptx_func *f, const struct px_proof_signature *sig)
{
  struct px_proof_signature of = *sig;
  struct px_moderate moderate = { 0 };
  if (p->most && !px_state_most (f, p->most, &of, &moderate))
    {
      px_complain ("%s: out of memory", p->file);
      p->status = FAILED;
    }
  else
    decide (p, m, f, &of);
  px_free_moderate (&moderate);
}

/* ---- PTX -------------------------------------------------------------- */

/* The block that .reqntid asks for: T threads in x; other dimensions make it *FLAT false.  */
static unsigned
required_threads (const ptx_func *f, bool *flat)
{
  for (uint32_t i = 0; i < f->ndirs; i++)
    if (f->dirs[i].kind == PTX_D_REQNTID)
      {
	const uint32_t *v = f->dirs[i].value;
	if ((f->dirs[i].n > 1 && v[1] > 1) || (f->dirs[i].n > 2 && v[2] > 1))
	  *flat = false;
	else if (v[0] <= PX_MOST_THREADS)
	  return v[0];
      }
  return 0;
}

/* The blocks of a cluster that F asks for, of one dimension; 0: none.  */
static unsigned
required_cluster (const ptx_func *f)
{
  for (uint32_t i = 0; i < f->ndirs; i++)
    if (f->dirs[i].kind == PTX_D_REQNCTAPERCLUSTER)
      {
	const uint32_t *v = f->dirs[i].value;
	bool flat = (f->dirs[i].n < 2 || v[1] <= 1) && (f->dirs[i].n < 3 || v[2] <= 1);
	return flat && v[0] <= PX_EMU_MAX_CLUSTER ? v[0] : 0;
      }
  return 0;
}

/* Reads the arguments of --arg, NAME=VALUE or NUMBER=VALUE, of F to FIXED.  Returns false after a message.  */
static bool
read_args (const struct proving *p, const ptx_func *f, struct px_proof_signature *sig,
	   struct px_proof_fixed *fixed)
{
  for (unsigned i = 0; i < p->nargs; i++)
    {
      const char *arg = p->arg[i], *s = strchr (arg, '=');
      size_t n = s ? (size_t) (s - arg) : 0;
      int to = px_parameter_number (f, arg, n);
      long long number, v;
      if (to < 0 && px_read_number (&arg, 1, f->sig.nparams, '=', &number))
	to = (int) number - 1;
      arg = s ? s + 1 : "";
      if (!px_read_number (&arg, INT64_MIN, INT64_MAX, 0, &v) || !integer_argument (f, sig, to, v))
	{
	  px_complain ("--arg %s: it is to be the name or number of an integer argument of %s, "
		       "`=', and a number "
		       "that it can have",
		       p->arg[i], f->sym->name);
	  return false;
	}
      fixed[i] = (struct px_proof_fixed){ .param = (uint32_t) to, .value = v };
    }
  sig->fixed = fixed;
  sig->nfixed = p->nargs;
  return true;
}

/* Reads PTX.  Returns NULL after a message if libptx does not read it: nothing is proved of it then.  */
static ptx_module *
read_or_say (struct proving *p, const char *text, size_t n, const char *name)
{
  ptx_module *m = ptx_read (text, n, name, ptx_report_stdio, stderr);
  if (m)
    return m;
  px_complain ("%s: incomplete: its PTX cannot be read", name);
  p->unread = true;
  if (p->status == ALL_PROVED)
    p->status = NOT_ALL_PROVED;
  return NULL;
}

/* Adds to M the definitions of the images that its image is linked with.  Without one of these its calls stay.  */
static void
link_others (struct proving *p, ptx_module *m)
{
  for (unsigned i = 1; i < p->ntexts; i++)
    {
      ptx_module *other
	= ptx_read (p->texts[i].ptx, p->texts[i].length, p->file, ptx_report_stdio, stderr);
      if (other)
	ptx_link (m, other);
      ptx_free (other);
    }
}

static int
prove_text (struct proving *p, const char *text, size_t n)
{
  /* Of other PTX the blocks and threads in y and z are not known.  */
  if (!p->flat && (p->blocks || p->threads || p->most))
    return px_complain ("%s: --blocks, --threads and --most need --flat for PTX", p->file);
  static struct px_fact_node nodes[MOST_SIZES][PX_SIZE_NODES];
  struct px_fact facts[MOST_SIZES];
  int status = 0;
  p->texts[0] = (struct px_text){ text, n };
  p->ntexts = 1;
  ptx_module *m = read_or_say (p, text, n, p->file);
  if (!m)
    return 0;
  for (ptx_item *i = m->first; i; i = i->next)
    if (i->kind == PTX_I_FUNC && i->func->entry && i->func->defined
	&& (!p->kernel || !strcmp (p->kernel, i->func->sym->name)))
      {
	struct px_proof_signature sig
	  = { .one_dimension = p->flat, .distinct = p->distinct, .bounds = p->bounds };
	sig.threads = required_threads (i->func, &sig.one_dimension);
	sig.cluster = required_cluster (i->func);
	sig.facts = facts;
	for (; sig.nfacts < p->nsizes; sig.nfacts++)
	  if (!px_read_size (i->func, p->size[sig.nfacts], &facts[sig.nfacts], nodes[sig.nfacts]))
	    break;
	sig.bounds |= p->nsizes != 0;
	struct px_proof_fixed fixed[MOST_ARGS];
	if (sig.nfacts < p->nsizes || !restrict_launch (p, i->func->sym->name, &sig)
	    || !read_args (p, i->func, &sig, fixed))
	  status = FAILED;
	else
	  prove_kernel (p, m, i->func, &sig);
      }
  ptx_free (m);
  return status;
}

/* ---- images ----------------------------------------------------------- */

/* Proves kernel K of the image, whose code is in module M.  */
static int
prove_record (struct proving *p, const struct px_object *o, const struct px_kernel *k,
	      const char *name, ptx_module *m)
{
  ptx_func *f = ptx_find_func (m, name);
  const char *list = px_object_at (o, (uintptr_t) k->pointers,
				   k->npointers * (uint64_t) sizeof (struct px_pointer));
  struct px_proof_pointer *pointers = calloc (k->npointers + 1, sizeof *pointers);
  struct px_fact *facts = px_object_facts (o, k);
  struct px_map_use *maps = calloc (k->nmaps + 1ull, sizeof *maps);
  const char *copies = px_object_at (o, (uintptr_t) k->maps, k->nmaps * (uint64_t) sizeof *maps);
  if (!pointers || !maps)
    {
      free (pointers);
      free (maps);
      free (facts);
      return px_complain ("%s: out of memory", o->name);
    }
  if (!f || (k->npointers && !list) || (k->nmaps && !copies) || !facts)
    {
      free (pointers);
      free (maps);
      free (facts);
      return px_complain ("%s: damaged: kernel %s is not what its record says", o->name, name);
    }
  for (uint32_t i = 0; i < k->npointers; i++)
    {
      struct px_pointer q;
      memcpy (&q, list + i * sizeof q, sizeof q);
      pointers[i].param = q.argument;
      pointers[i].offset = q.offset;
      pointers[i].group = q.group;
    }
  if (k->nmaps)
    memcpy (maps, copies, k->nmaps * sizeof *maps);
  struct px_proof_signature sig = { .threads = k->threads,
				    .thread = k->thread,
				    .block = k->block,
				    .one_dimension = true,
				    .limited = true,
				    .distinct = true,
				    .pointers_known = true,
				    .pointers = pointers,
				    .npointers = k->npointers,
				    .facts = facts,
				    .nfacts = p->no_facts ? 0 : k->nfacts,
				    .cluster = k->cluster,
				    .cooperative = (k->flags & PX_KERNEL_COOPERATIVE) != 0,
				    .maps = maps,
				    .nmaps = k->nmaps,
				    .bounds = p->bounds };
  if (!(k->flags & PX_KERNEL_DYNAMIC_SMEM))
    sig.dynamic = k->smem;
  for (uint32_t i = 0; i < sig.nfacts; i++)
    sig.bounds |= facts[i].element != 0;
  struct px_proof_fixed fixed[MOST_ARGS];
  bool possible = restrict_launch (p, name, &sig) && read_args (p, f, &sig, fixed);
  if (possible)
    prove_kernel (p, m, f, &sig);
  free (pointers);
  free (maps);
  free (facts);
  return possible ? 0 : FAILED;
}

static int
not_an_image (const struct px_object *o)
{
  return px_complain ("%s: damaged: an image does not hold what it should", o->name);
}

/* Proves the kernels of the image at ADDRESS, each in its first variant that is PTX.  */
static int
prove_image (struct proving *p, const struct px_object *o, uint64_t address)
{
  struct px_image i;
  const char *at = px_object_at (o, address, sizeof i);
  if (!at)
    return not_an_image (o);
  memcpy (&i, at, sizeof i);
  if (i.magic != PX_IMAGE_MAGIC)
    return not_an_image (o);
  if (i.version < PX_IMAGE_OLDEST || i.version > PX_IMAGE_VERSION)
    return px_complain ("%s: an image of version %u; this px reads %u", o->name, i.version,
			PX_IMAGE_VERSION);
  const char *list = px_object_at (o, (uintptr_t) i.kernels, i.nkernels * 8ull),
	     *variants = px_object_at (o, (uintptr_t) i.variants,
				       i.nvariants * (uint64_t) sizeof (struct px_variant));
  if ((i.nkernels && !list) || (i.nvariants && !variants))
    return not_an_image (o);
  for (uint32_t n = 0; n < i.nvariants; n++)
    {
      struct px_variant v;
      memcpy (&v, variants + n * sizeof v, sizeof v);
      const char *text = px_object_at (o, (uintptr_t) v.data, v.size);
      if (!text)
	return not_an_image (o);
      if (v.is_cubin || n >= 32)
	continue;
      p->ntexts = px_object_linked (o, address, v.arch, p->texts);
      ptx_module *m = read_or_say (p, text, v.size, o->name);
      if (!m)
	continue;
      int status = 0;
      link_others (p, m);
      for (uint32_t j = 0; j < i.nkernels && !status; j++)
	{
	  uint64_t where;
	  struct px_kernel k;
	  memcpy (&where, list + j * 8ull, sizeof where);
	  const char *name = px_object_kernel (o, where, i.version, &k);
	  if (!name)
	    status = not_an_image (o);
	  else if ((k.variants & ((1u << n << 1) - 1)) == 1u << n
		   && (!p->kernel || !strcmp (p->kernel, name)))
	    status = prove_record (p, o, &k, name, m);
	}
      ptx_free (m);
      if (status)
	return status;
    }
  return 0;
}

static int
prove_object (struct proving *p, struct px_object *o)
{
  if (px_object_load (o))
    return FAILED;
  for (unsigned s = 0; s < o->nsec; s++)
    if (!strcmp (px_object_section (o, &o->sec[s]), "px_images") && px_object_loaded (&o->sec[s]))
      for (uint64_t j = 0; j < o->sec[s].sh_size / 8; j++)
	{
	  uint64_t at;
	  memcpy (&at, o->data + o->sec[s].sh_offset + j * 8, sizeof at);
	  if (prove_image (p, o, at))
	    return FAILED;
	}
  return 0;
}

/* ---- the command ------------------------------------------------------ */

static int
prove_file (struct proving *p, char *argument)
{
  struct px_object o = { .name = argument };
  /* FILE:KERNEL, unless a file has that name.  */
  FILE *in = fopen (argument, "rb");
  char *colon = in ? NULL : strrchr (argument, ':');
  if (in)
    fclose (in);
  p->kernel = NULL;
  p->unread = false;
  if (colon)
    {
      *colon = 0;
      p->kernel = colon + 1;
    }
  p->file = argument;
  unsigned before = p->kernels;
  int status = px_object_read (&o);
  if (!status && o.size >= SELFMAG && !memcmp (o.data, ELFMAG, SELFMAG))
    status = prove_object (p, &o);
  else if (!status)
    status = prove_text (p, o.data, o.size);
  if (!status && p->kernels == before && !p->unread)
    status = p->kernel ? px_complain ("%s: no kernel %s", p->file, p->kernel)
		       : px_complain ("%s: no kernels", p->file);
  free (o.sec);
  free (o.data);
  return status;
}

/* Reads a decimal number from 1 to MOST to *N.  */
static bool
read_count (const char *text, long long most, unsigned *n)
{
  long long v;
  bool right = px_read_number (&text, 1, most, 0, &v);
  *n = right ? (unsigned) v : 0;
  return right;
}

/* The proofs' memory comes and goes, a MiB at a time: the C library is not to give it back each time, since half of the time
   would be the kernel's, which makes it zero.  */
static void
keep_memory (void)
{
#ifdef M_TRIM_THRESHOLD
  enum
  {
    KEPT = 1 << 28 /* bytes */
  };
  mallopt (M_TRIM_THRESHOLD, KEPT);
  mallopt (M_MMAP_THRESHOLD, 1 << 24);
#endif
}

int
px_prove_command (int argc, char **argv)
{
  struct proving p = { 0 };
  int failed = 0;
  keep_memory ();
  for (; argc && argv[0][0] == '-'; argc--, argv++)
    if (!strcmp (argv[0], "--flat"))
      p.flat = true;
    else if (!strcmp (argv[0], "--distinct"))
      p.distinct = true;
    else if (!strcmp (argv[0], "--bounds"))
      p.bounds = true;
    else if (!strcmp (argv[0], "--size") && argc > 1 && p.nsizes < MOST_SIZES)
      {
	p.size[p.nsizes++] = argv[1];
	argc--, argv++;
      }
    else if (!strcmp (argv[0], "--arg") && argc > 1 && p.nargs < MOST_ARGS)
      {
	p.arg[p.nargs++] = argv[1];
	argc--, argv++;
      }
    else if ((!strcmp (argv[0], "--blocks") && argc > 1
	      && read_count (argv[1], PX_MOST_BLOCKS, &p.blocks))
	     || (!strcmp (argv[0], "--threads") && argc > 1
		 && read_count (argv[1], PX_MOST_THREADS, &p.threads))
	     || (!strcmp (argv[0], "--most") && argc > 1
		 && read_count (argv[1], PX_MOST_BLOCKS, &p.most)))
      argc--, argv++;
    else if (!strcmp (argv[0], "--launches") && argc > 1)
      {
	if (px_read_launches (argv[1], &p.launches))
	  return FAILED;
	argc--, argv++;
      }
    else if (!strcmp (argv[0], "--replay"))
      p.replay = true;
    else if (!strcmp (argv[0], "--quiet"))
      p.quiet = true;
    else if (!strcmp (argv[0], "--times"))
      p.times = true;
    else if (!strcmp (argv[0], "--table"))
      p.table = true;
    else if (!strcmp (argv[0], "--no-facts"))
      p.no_facts = true;
    else
      {
	px_complain ("prove: no option %s", argv[0]);
	argc = 0;
	break;
      }
  if (p.launches.file && (p.blocks || p.threads || p.most || p.nargs || p.replay))
    {
      px_complain ("prove: --launches says what the launches are: not with --blocks, --threads, "
		   "--most, --arg or --replay");
      return NOT_ALL_PROVED;
    }
  if (!argc)
    {
      px_complain ("usage: px prove [--flat] [--distinct] [--bounds] [--size PARAMETER=BYTES] "
		   "[--blocks N] [--threads N] [--most N] [--arg PARAMETER=VALUE] [--launches "
		   "FILE] [--no-facts] "
		   "[--replay] "
		   "[--quiet] [--times] "
		   "[--table] FILE[:KERNEL]...");
      return NOT_ALL_PROVED;
    }
  for (int i = 0; i < argc; i++)
    failed |= prove_file (&p, argv[i]);
  if (p.kernels > 1 && !p.table)
    {
      printf ("%u of %u kernels proved", p.proved, p.kernels);
      if (p.replay)
	printf (", %u refuted", p.refuted);
      putchar ('\n');
    }
  px_free_launches (&p.launches);
  return failed ? FAILED : p.status;
}
