/* SPDX-License-Identifier: MIT */
/* Every form of ptx/opcodes.def on two drivers: a kernel a case, operands from
   an array, results compared bit for bit or within bounds.def.

   A child process runs the cases of a family in modules of some kernels, and says
   which one it begins: one that crashes or hangs is lost alone, and a child goes on
   after it.  */
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "testsuite/kit/instr.h"

enum
{
  MODULE = 24,			/* kernels  */
  CAP = 400,			/* cases a form and round  */
  MEMORY_CAP = 48,		/* of those that access memory  */
  WGMMA_CAP = 16
};

/* Families: operations from one on, in the order of opcodes.def.  */
static const struct { uint16_t first; const char *name; } families[] = {
  { PTX_OP_ADD, "arithmetic" }, { PTX_OP_TESTP, "float" }, { PTX_OP_SET, "compare" },
  { PTX_OP_AND, "logic" }, { PTX_OP_MOV, "convert" }, { PTX_OP_CVTA, "space" }, { PTX_OP_SHFL, "shuffle" },
  { PTX_OP_LD, "memory" }, { PTX_OP_PREFETCH, "hints" }, { PTX_OP_CP_ASYNC, "copy" },
  { PTX_OP_TEX, "control" }, { PTX_OP_BAR_SYNC, "barrier" }, { PTX_OP_ATOM, "atomic" },
  { PTX_OP_VOTE, "vote" }, { PTX_OP_MBARRIER_INIT, "mbarrier" }, { PTX_OP_WMMA_LOAD, "matrix" },
  { PTX_OP_WGMMA_MMA_ASYNC, "wgmma" }, { PTX_OP_STACKSAVE, "stack" }, { PTX_OP_VADD, "video" }, { PTX_OP_BRKPT, "system" }
};
enum { NFAMILIES = sizeof families / sizeof *families };

static unsigned
family_of (unsigned op)
{
  unsigned k = NFAMILIES - 1;
  while (k && families[k].first > op)
    k--;
  return k;
}

/* ---- enumeration ---- */

static test_case *cases;
static unsigned ncases;
static uint32_t cases_cap;

/* What the modifiers and the row demand together.  */
static bool
available (const test_case *c, unsigned isa, unsigned sm)
{
  unsigned n;
  const ptx_form *f = &ptx_forms (&n)[c->form];
  unsigned i = f->isa, s = f->sm;
  for (unsigned k = 0; k < f->nslots; k++)
    if (c->choice[k])
      {
	const ptx_modinfo *m = &ptx_mods[f->slots[k].alts[c->choice[k] - 1]];
	i = m->isa > i ? m->isa : i;
	s = m->sm > s ? m->sm : s;
      }
  return i <= isa && s <= sm && !(f->arch && sm != f->sm);
}

/* All cases of form F, or some that have every modifier once.  */
static void
enumerate (unsigned form, unsigned rounds)
{
  unsigned n, optional = 0;
  const ptx_form *f = &ptx_forms (&n)[form];
  uint64_t total = 1, seed = instr_key (form) | 1;
  for (unsigned k = 0; k < f->nslots; k++)
    total *= f->slots[k].n + f->slots[k].optional;
  for (unsigned k = 0; k < f->nopnds; k++)
    optional |= f->opnds[k].optional || f->opnds[k].pack || (f->opnds[k].pair && !f->opnds[k].pair_needed);
  total *= 1 + optional;
  unsigned cap = f->op == PTX_OP_WGMMA_MMA_ASYNC || f->op == PTX_OP_WGMMA_MMA_ASYNC_SP ? WGMMA_CAP
		 : ptx_opinfos ()[f->op].flags & (PTX_READS | PTX_WRITES) ? MEMORY_CAP : CAP;
  unsigned most = total < cap ? total : cap;
  for (unsigned round = 0; round < rounds; round++)
    for (unsigned x = 0; x < most; x++)
      {
	test_case c;
	uint64_t v = x;
	memset (&c, 0, sizeof c);
	c.form = form;
	c.round = round;
	if (total > cap)	/* each alternative in turn, then by chance  */
	  v = kit_random (&seed) % total;
	for (unsigned k = 0; k < f->nslots; k++)
	  {
	    unsigned m = f->slots[k].n + f->slots[k].optional;
	    unsigned pick = total > cap && x < m ? x : v % m;
	    c.choice[k] = f->slots[k].optional ? pick : pick + 1;
	    v /= m;
	  }
	c.all = optional && v % 2;
	cases = ptx_grow (cases, ncases, &cases_cap, sizeof *cases);
	cases[ncases++] = c;
      }
}

/* ---- running ---- */

typedef struct side
{
  struct driver *d;
  CUdeviceptr in, out, mem;
  CUmodule module;
} side;

static bool
side_open (side *s, struct driver *d)
{
  CUcontext old;
  s->d = d;
  d->cuCtxPushCurrent_v2 (d->context);
  bool ok = d->cuMemAlloc_v2 (&s->in, THREADS * MAX_IN * 8) == CUDA_SUCCESS
    && d->cuMemAlloc_v2 (&s->out, THREADS * MAX_OUT * 8) == CUDA_SUCCESS
    && d->cuMemAlloc_v2 (&s->mem, THREADS * CELL) == CUDA_SUCCESS;
  d->cuCtxPopCurrent_v2 (&old);
  return ok;
}

/* Runs kernel ID, K, of S's module; the results go to OUT.  *LACKS: the driver refused
   the kernel.  */
static bool
side_run (side *s, unsigned id, const kernel *k, const uint64_t *in, uint64_t *out, bool *lacks, char *why,
	  size_t size)
{
  struct driver *d = s->d;
  char name[16];
  unsigned char data[CELL];
  CUfunction f;
  CUcontext old;
  sprintf (name, "k%u", id);
  for (unsigned i = 0; i < CELL; i++)
    data[i] = (i * 91 + 7) & 255;
  void *params[] = { &s->out, &s->in, &s->mem, data };
  d->cuCtxPushCurrent_v2 (d->context);
  CUresult r = d->cuModuleGetFunction (&f, s->module, name);
  *lacks = r != CUDA_SUCCESS;
  if (r == CUDA_SUCCESS)
    r = d->cuMemcpyHtoD_v2 (s->in, in, THREADS * k->nin * 8);
  if (r == CUDA_SUCCESS)
    r = d->cuMemsetD8_v2 (s->out, 0, THREADS * k->nout * 8);
  if (r == CUDA_SUCCESS)
    r = d->cuMemsetD8_v2 (s->mem, 0, THREADS * CELL);
  if (r == CUDA_SUCCESS)
    r = d->cuLaunchKernel (f, THREADS / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL, params, NULL);
  if (r == CUDA_SUCCESS)
    r = d->cuCtxSynchronize ();
  if (r == CUDA_SUCCESS)
    r = d->cuMemcpyDtoH_v2 (out, s->out, THREADS * k->nout * 8);
  d->cuCtxPopCurrent_v2 (&old);
  if (r != CUDA_SUCCESS)
    driver_why (d, r, why, size);
  return r == CUDA_SUCCESS;
}

/* What a child says of a case.  */
typedef enum verdict { BEGINS, AGREES, DIFFERS, FAILS, LACKS } verdict;
typedef struct report
{
  uint32_t index;
  uint8_t verdict;
  tally sum;
  uint64_t hash;		/* of the emulator's results  */
  char why[440];
} report;

static struct
{
  const char *driver, *emulator, *expected, *only;
  bool print, write, both;
  unsigned isa, sm;
} options = { .driver = "libcuda.so.1", .emulator = "libpxemu.so.0" };

static int to_parent;

static void
tell (const report *r)
{
  if (write (to_parent, r, sizeof *r) != sizeof *r)
    _exit (3);
}

static void
compare (const kernel *k, const uint64_t *in, const uint64_t *a, const uint64_t *b, report *r)
{
  r->verdict = AGREES;
  r->hash = KIT_HASH;
  for (unsigned t = 0; t < THREADS; t++)
    for (unsigned w = 0; w < k->nout; w++)
      {
	const out_word *o = &k->out[w];
	uint64_t x = a[t * k->nout + w], y = b[t * k->nout + w];
	unsigned bits = instr_unit_bits (o->type), n = o->fill ? 64 / bits : ptx_bits (o->type) > bits ? ptx_bits (o->type) / bits : 1;
	if (o->skip)
	  continue;
	if (!o->fill && n == 1 && bits < 32 && k->flags & PTX_TENSORCORE)
	  n = 32 / bits;
	for (unsigned u = 0; u < n; u++)
	  {
	    uint64_t mask = bits == 64 ? ~(uint64_t) 0 : ((uint64_t) 1 << bits) - 1;
	    uint64_t p = x >> u * bits & mask, q = y >> u * bits & mask;
	    if (instr_is_float (o->type) && isnan (instr_decode (q, o->type)))
	      r->hash = kit_hash (r->hash, "nan", 3);
	    else
	      r->hash = kit_hash (r->hash, &q, 8);
	    if (!instr_agree (k, p, q, o->type, &r->sum) && r->verdict == AGREES)
	      {
		r->verdict = DIFFERS;
		int at = snprintf (r->why, sizeof r->why, "%s thread %u, result %u: 0x%llx, emulator 0x%llx; of", k->text,
				   t, w, (unsigned long long) p, (unsigned long long) q);
		for (unsigned j = 0; j < k->nin && j < 6 && at < (int) sizeof r->why - 24; j++)
		  at += snprintf (r->why + at, sizeof r->why - at, " 0x%llx", (unsigned long long) in[t * k->nin + j]);
	      }
	  }
      }
}

/* Runs the cases LIST[0 … N-1], numbers of `cases', in one module, or in halves where that does
   not load.  GPU may be EMU.  */
static void
run_module (side *gpu, side *emu, const unsigned *list, unsigned n)
{
  static kernel kernels[MODULE];
  static uint64_t in[THREADS * MAX_IN], a[THREADS * MAX_OUT], b[THREADS * MAX_OUT];
  ptx_buf text = { 0 };
  report r;
  unsigned made = 0, index[MODULE];
  char why[300] = "";
  bool refused = false, lacks;
  instr_head (&text, options.isa, options.sm);
  for (unsigned k = 0; k < n; k++)
    if (instr_build (&cases[list[k]], made, &kernels[made], &text))
      index[made++] = list[k];
  ptx_buf_char (&text, 0);
  if (!made)
    {
      ptx_buf_free (&text);
      return;
    }
  memset (&r, 0, sizeof r);
  r.index = index[0];
  r.verdict = BEGINS;
  tell (&r);
  emu->module = driver_load (emu->d, text.s, why, sizeof why);
  if (emu->module && gpu != emu)
    {
      gpu->module = driver_load (gpu->d, text.s, why, sizeof why);
      refused = !gpu->module;
    }
  ptx_buf_free (&text);
  if (!emu->module || refused)
    {
      if (made > 1)
	{
	  unsigned half[MODULE], m = made;
	  memcpy (half, index, made * sizeof *half);
	  run_module (gpu, emu, half, m / 2);
	  run_module (gpu, emu, half + m / 2, m - m / 2);
	}
      else
	{
	  r.verdict = refused ? FAILS : LACKS;
	  snprintf (r.why, sizeof r.why, "%.90s: %s", kernels[0].text, why);
	  tell (&r);
	}
    }
  else
    for (unsigned k = 0; k < made; k++)
      {
	memset (&r, 0, sizeof r);
	r.index = index[k];
	r.verdict = BEGINS;
	tell (&r);
	instr_data (&kernels[k], in);
	bool ran = side_run (emu, k, &kernels[k], in, b, &lacks, why, sizeof why);
	if (kernels[k].ends && !lacks)
	  {
	    ran = ran || (gpu != emu && side_run (gpu, k, &kernels[k], in, a, &lacks, why, sizeof why));
	    r.verdict = ran ? DIFFERS : AGREES;
	    snprintf (r.why, sizeof r.why, "%.90s: a kernel ended without an error", kernels[k].text);
	    tell (&r);
	    _exit (4);
	  }
	if (!ran)
	  {
	    r.verdict = lacks ? LACKS : FAILS;
	    snprintf (r.why, sizeof r.why, "%.90s: the emulator: %s", kernels[k].text, why);
	  }
	else if (gpu != emu && !side_run (gpu, k, &kernels[k], in, a, &lacks, why, sizeof why))
	  {
	    r.verdict = FAILS;
	    snprintf (r.why, sizeof r.why, "%.90s: %s", kernels[k].text, why);
	  }
	else
	  compare (&kernels[k], in, gpu == emu ? b : a, b, &r);
	tell (&r);
	/* After an error of the device its context is of no more use.  */
	if (r.verdict == FAILS)
	  _exit (4);
      }
  if (emu->module)
    emu->d->cuModuleUnload (emu->module);
  if (gpu != emu && gpu->module)
    gpu->d->cuModuleUnload (gpu->module);
}

static void __attribute__ ((noreturn))
child (const unsigned *list, unsigned n, int fd)
{
  char why[300];
  static side gpu, emu;
  to_parent = fd;
  struct driver *d = driver_open (options.driver, why, sizeof why), *e = d;
  if (d && (!d->emulated || options.both))
    e = driver_open (options.emulator, why, sizeof why);
  bool ok = d && e && side_open (&emu, e) && (e == d || side_open (&gpu, d));
  if (!ok)
    {
      report r = { .index = UINT32_MAX, .verdict = FAILS };
      snprintf (r.why, sizeof r.why, "%s", why);
      tell (&r);
      _exit (4);
    }
  e->cuCtxPushCurrent_v2 (e->context);
  for (unsigned k = 0; k < n; k += MODULE)
    run_module (e == d ? &emu : &gpu, &emu, list + k, n - k < MODULE ? n - k : MODULE);
  _exit (0);
}

/* ---- the parent ---- */

/* Of a row.  */
typedef struct result
{
  unsigned cases, agree, differ, fail, lack;
  tally sum;
  uint64_t hash, expected;
  bool has_expected;
  char why[440];
} result;
static result results[INSTR_ROWS];

static void
take (const report *r)
{
  result *x = &results[cases[r->index].form];
  x->cases++;
  x->agree += r->verdict == AGREES;
  x->differ += r->verdict == DIFFERS;
  x->fail += r->verdict == FAILS;
  x->lack += r->verdict == LACKS;
  if (r->sum.ulp > x->sum.ulp)
    x->sum.ulp = r->sum.ulp;
  x->sum.nans += r->sum.nans;
  x->hash = kit_hash (x->hash, &r->hash, sizeof r->hash);
  if (r->verdict != AGREES && (!*x->why || (r->verdict != LACKS && x->differ + x->fail == 1)))
    memcpy (x->why, r->why, sizeof x->why);
}

/* Runs LIST in children until each case has its verdict.  False: no child can work.  */
static bool
run_all (const unsigned *list, unsigned n)
{
  unsigned at = 0, idle = 0;
  bool *done = calloc (ncases + 1, sizeof *done);
  if (!done)
    abort ();
  while (at < n)
    {
      int fd[2];
      if (pipe (fd))
	return false;
      fflush (NULL);
      pid_t pid = fork ();
      if (pid < 0)
	return false;
      if (!pid)
	{
	  close (fd[0]);
	  child (list + at, n - at, fd[1]);
	}
      close (fd[1]);
      report r, last = { .index = UINT32_MAX };
      const char *lost = NULL;
      unsigned before = at;
      for (;;)
	{
	  struct pollfd p = { fd[0], POLLIN, 0 };
	  int ready = poll (&p, 1, 30000);
	  if (ready < 0 && errno == EINTR)
	    continue;
	  if (ready == 0)
	    {
	      lost = "ran longer than 30 s";
	      break;
	    }
	  ssize_t got = read (fd[0], &r, sizeof r);
	  if (got != sizeof r)
	    break;
	  if (r.index == UINT32_MAX)
	    {
	      fprintf (stderr, "px-kit: %s\n", r.why);
	      kill (pid, SIGKILL);
	      waitpid (pid, NULL, 0);
	      close (fd[0]);
	      free (done);
	      return false;
	    }
	  last = r;
	  if (r.verdict != BEGINS && !done[r.index])
	    {
	      done[r.index] = true;
	      take (&r);
	    }
	}
      int status = 0;
      kill (pid, lost ? SIGKILL : 0);
      waitpid (pid, &status, 0);
      close (fd[0]);
      if (last.verdict == BEGINS && last.index != UINT32_MAX && !done[last.index] && (lost || status))
	{
	  report x = { .index = last.index, .verdict = FAILS };
	  kernel *k = malloc (sizeof *k);
	  ptx_buf b = { 0 };
	  if (!k)
	    abort ();
	  instr_build (&cases[last.index], 0, k, &b);
	  if (lost)
	    snprintf (x.why, sizeof x.why, "%.90s: %s", k->text, lost);
	  else
	    snprintf (x.why, sizeof x.why, "%.90s: killed by signal %d", k->text, WTERMSIG (status));
	  ptx_buf_free (&b);
	  free (k);
	  done[last.index] = true;
	  take (&x);
	}
      /* Go on after the last that has a verdict.  */
      for (unsigned k = at; k < n; k++)
	if (done[list[k]])
	  at = k + 1;
      if (!lost && !status)
	break;
      idle = at == before ? idle + 1 : 0;
      if (idle > 2)
	{
	  fprintf (stderr, "px-kit: the driver does not start again\n");
	  free (done);
	  return false;
	}
    }
  free (done);
  return true;
}

/* ---- saved results: lines of a key, the operation and a hash ---- */

static bool
read_expected (const char *file)
{
  FILE *f = fopen (file, "r");
  char line[256];
  if (!f)
    {
      fprintf (stderr, "px-kit: %s: %s\n", file, strerror (errno));
      return false;
    }
  while (fgets (line, sizeof line, f))
    {
      unsigned long long key, hash;
      if (sscanf (line, "%llx %*s %llx", &key, &hash) == 2)
	for (unsigned k = 0; k < INSTR_ROWS; k++)
	  if (instr_key (k) == key)
	    {
	      results[k].expected = hash;
	      results[k].has_expected = true;
	    }
    }
  fclose (f);
  return true;
}

static void
put_json (FILE *f, const char *s)
{
  putc ('"', f);
  for (; *s; s++)
    if (*s == '"' || *s == '\\')
      fprintf (f, "\\%c", *s);
    else
      putc (*s < ' ' || *s > '~' ? '?' : *s, f);
  putc ('"', f);
}

static char *
json (const char *s)
{
  char *text = NULL;
  size_t n;
  FILE *f = open_memstream (&text, &n);
  if (!f)
    abort ();
  put_json (f, s);
  fclose (f);
  return text;
}

static const char instr_usage[] =
  "Usage: px-kit instr [OPTION]... FAMILY...\n"
  "Run every form of the instructions of FAMILY on two drivers, compare.\n"
  "  --driver FILE     default libcuda.so.1; if it is the emulator, it is run alone and\n"
  "                    its results compared with the saved ones only\n"
  "  --emulator FILE   default libpxemu.so.0\n"
  "  --both            run two even if both are emulators\n"
  "  --expected FILE   saved results\n"
  "  --write           print the results to save instead\n"
  "  --only TEXT       only instructions that begin with TEXT\n"
  "  --print           print the kernels as one module, for PTX --isa and sm_90a\n"
  "  --isa N           at most PTX N / 10\n"
  "  --families        print the families that have tests\n";

int
instr_main (int argc, char **argv)
{
  unsigned n, nlist = 0;
  uint32_t cap = 0;
  unsigned *list = NULL;
  bool wanted[NFAMILIES] = { false }, any = false;
  char why[300];
  for (int k = 1; k < argc; k++)
    {
      const char *a = argv[k], **value = !strcmp (a, "--driver") ? &options.driver
	: !strcmp (a, "--emulator") ? &options.emulator : !strcmp (a, "--expected") ? &options.expected
	: !strcmp (a, "--only") ? &options.only : NULL;
      if ((value || !strcmp (a, "--isa")) && k + 1 < argc)
	{
	  if (value)
	    *value = argv[++k];
	  else
	    options.isa = atoi (argv[++k]);
	}
      else if (!strcmp (a, "--print"))
	options.print = true;
      else if (!strcmp (a, "--both"))
	options.both = true;
      else if (!strcmp (a, "--write"))
	options.write = true;
      else if (!strcmp (a, "--families"))
	{
	  bool tried[NFAMILIES] = { false };
	  const ptx_form *f = ptx_forms (&n);
	  for (unsigned k = 0; k < n; k++)
	    tried[family_of (f[k].op)] |= !instr_unfit (&f[k]);
	  for (unsigned k = 0; k < NFAMILIES; k++)
	    if (tried[k])
	      puts (families[k].name);
	  return 0;
	}
      else
	{
	  unsigned f = 0;
	  while (f < NFAMILIES && strcmp (families[f].name, a))
	    f++;
	  if (f == NFAMILIES)
	    {
	      fputs (instr_usage, strcmp (a, "--help") ? stderr : stdout);
	      return strcmp (a, "--help") ? 2 : 0;
	    }
	  wanted[f] = any = true;
	}
    }
  const ptx_form *f = ptx_forms (&n);
  unsigned newest = 88;		/* of opcodes.def  */
  if (!options.isa || options.isa > newest)
    options.isa = newest;
  options.sm = 90;
  if (!options.print)
    {
      int fd[2];
      pid_t pid;
      unsigned facts[2] = { 0 };
      /* A driver must not be started before fork.  */
      if (pipe (fd) || (pid = fork ()) < 0)
	return 2;
      if (!pid)
	{
	  struct driver *d = driver_open (options.driver, why, sizeof why);
	  if (!d)
	    {
	      printf ("skip: %s\n", why);
	      fflush (stdout);
	      _exit (77);
	    }
	  facts[0] = d->sm;
	  facts[1] = driver_isa (d);
	  _exit (write (fd[1], facts, sizeof facts) != sizeof facts);
	}
      close (fd[1]);
      int status;
      if (read (fd[0], facts, sizeof facts) != sizeof facts)
	{
	  waitpid (pid, &status, 0);
	  return WIFEXITED (status) ? WEXITSTATUS (status) : 1;
	}
      close (fd[0]);
      waitpid (pid, &status, 0);
      options.sm = facts[0] < 90 ? facts[0] : 90;
      options.isa = facts[1] < options.isa ? facts[1] : options.isa;
    }
  if (options.expected && !read_expected (options.expected))
    return 2;

  unsigned not_here = 0, forms_out = 0;
  for (unsigned k = 0; k < n; k++)
    {
      if (any && !wanted[family_of (f[k].op)])
	continue;
      if (instr_unfit (&f[k]))
	{
	  forms_out++;
	  continue;
	}
      uint32_t flags = ptx_opinfos ()[f[k].op].flags;
      bool twice = flags & PTX_TENSORCORE || f[k].op == PTX_OP_ATOM || f[k].op == PTX_OP_RED
	|| f[k].op == PTX_OP_MBARRIER_TEST_WAIT || f[k].op == PTX_OP_MBARRIER_TRY_WAIT
	|| f[k].op == PTX_OP_MATCH || f[k].op == PTX_OP_CP_ASYNC || (f[k].nopnds && f[k].opnds[0].pack);
      enumerate (k, twice ? 2 : 1);
    }
  kernel *one = malloc (sizeof *one);
  if (!one)
    abort ();
  ptx_buf text = { 0 };
  if (options.print)
    instr_head (&text, options.isa, options.sm);
  unsigned id = 0;
  for (unsigned k = 0; k < ncases; k++)
    {
      size_t was = text.n;
      if (!available (&cases[k], options.isa, options.sm))
	{
	  not_here++;
	  continue;
	}
      if (!instr_build (&cases[k], id, one, &text)
	  || (options.only && strncmp (one->text + 4 * !strncmp (one->text, "@%c ", 4), options.only, strlen (options.only))))
	{
	  text.n = was;
	  continue;
	}
      id++;
      list = ptx_grow (list, nlist, &cap, sizeof *list);
      list[nlist++] = k;
      if (!options.print)
	text.n = was;
    }
  free (one);
  if (options.print)
    {
      fwrite (text.s, 1, text.n, stdout);
      return 0;
    }
  ptx_buf_free (&text);
  for (unsigned k = 0; k < INSTR_ROWS; k++)
    results[k].hash = KIT_HASH;
  if (nlist && !run_all (list, nlist))
    return 1;

  unsigned ncase = 0, differ = 0, lack = 0, unsaved = 0, nrow = 0;
  const char *first = NULL;
  bool whole = options.sm == 90 && options.isa == newest && !options.only;
  for (unsigned k = 0; k < INSTR_ROWS; k++)
    {
      result *x = &results[k];
      if (!x->cases)
	continue;
      const char *name = ptx_opinfos ()[f[k].op].name;
      if (options.write)
	{
	  if (!x->lack && !x->fail)
	    printf ("%016llx %s %016llx\n", (unsigned long long) instr_key (k), name, (unsigned long long) x->hash);
	  continue;
	}
      nrow++;
      ncase += x->cases;
      lack += x->lack;
      bool bad = x->differ || x->fail;
      if (whole && x->has_expected && x->hash != x->expected && !bad)
	{
	  bad = true;
	  snprintf (x->why, sizeof x->why, "%s %.200s: the emulator's results are not the saved ones", name,
		    instr_mods (k));
	}
      unsaved += whole && !x->has_expected && !x->lack;
      differ += bad;
      if (bad)
	{
	  printf ("%s\n", x->why);
	  first = first ? first : x->why;
	}
      char *form = json (instr_mods (k)), *reason = json (x->why);
      kit_record ("{\"op\": \"%s\", \"form\": %s, \"verdict\": \"%s\", \"cases\": %u, \"differ\": %u, \"ulp\": %.0f, \"nans\": %u%s%s}\n",
		  name, form, bad ? "fail" : x->lack == x->cases ? "skip" : "pass", x->cases, x->differ + x->fail,
		  isinf (x->sum.ulp) ? 1e18 : x->sum.ulp, x->sum.nans, *x->why ? ", \"reason\": " : "", *x->why ? reason : "");
      free (form);
      free (reason);
    }
  if (options.write)
    return 0;
  if (!nrow)
    {
      printf ("skip: none of these instructions is for sm_%u and PTX %u.%u, or has a test\n", options.sm, options.isa / 10,
	      options.isa % 10);
      return 77;
    }
  printf ("%u of %u forms differ (%u kernels; the emulator lacks %u, %u are for other devices, %u forms have no test%s)%s%s\n", differ, nrow,
	  ncase, lack, not_here, forms_out, unsaved ? ", some no saved results" : "", first ? ": " : "", first ? first : "");
  return differ > 0;
}
