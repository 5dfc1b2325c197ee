/* SPDX-License-Identifier: MIT */
/* px-run: runs a kernel of a PTX file on the emulator, with arguments from the
   command line.  It is an ordinary program of the CUDA Driver API; only
   the names and types of parameters come from libptx.  Every error is one line
   on stderr and exit status 1.

   This file has the options, the files and the launch; run-arguments.c makes the arguments,
   run-numbers.c reads and prints numbers.  */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "config.h"
#include "emulator/emu.h"
#include "emulator/pxemu.h"
#include "tools/px-run.h"

#define _GNU_SOURCE

static const char usage[]
  = "Usage: px-run [OPTION]... FILE.ptx KERNEL [ARGUMENT]... [then [OPTION]... KERNEL "
    "[ARGUMENT]...]...\n"
    "  or:  px-run --list FILE.ptx\n"
    "Run a kernel of a PTX file, or several one after the other, on the CPU emulator.\n"
    "\n"
    "  -g, --grid=X[,Y[,Z]]     blocks (default 1)\n"
    "  -b, --block=X[,Y[,Z]]    threads a block (default what the kernel requires,\n"
    "                           else 32)\n"
    "  -c, --cluster=X[,Y[,Z]]  blocks a cluster\n"
    "  -s, --smem=BYTES         dynamic shared memory (K and M as in 96K)\n"
    "      --check[=LIST]       look for defects, as px-sanitize does: all (default) or\n"
    "                           some of memory, init, race, sync, async; exit status\n"
    "                           0 clean, 1 defective or in error, 2 incomplete\n"
    "      --all-orders[=N]     run it in all orders of its threads that can differ, at\n"
    "                           most N (10000), and tell deadlocks and results that\n"
    "                           depend on the order; exit status as of --check\n"
    "      --cooperative        launch so that the blocks can wait for each other\n"
    "      --debug              stop at lines of the source; `help' lists the commands\n"
    "  -t, --time               print how long the kernel took\n"
    "      --count              print how many PTX instructions the kernel's warps executed\n"
    "  -l, --list               list the kernels of the file and their parameters\n"
    "      --help               display this help and exit\n"
    "      --version            output version information and exit\n"
    "\n"
    "Arguments, one for each parameter:\n"
    "  TYPE:VALUE               a scalar, as in i32:-5, u64:0x10, f32:1.5\n"
    "  hex:BYTES                the bytes of a parameter, as in hex:00ff3a01\n"
    "  buf:TYPE:COUNT[=INIT][,print[:N]][>FILE]\n"
    "                           a pointer to COUNT elements of the device's memory;\n"
    "                           after the run print them all, or the first N, and\n"
    "                           save them to FILE\n"
    "  map:TYPE:EXTENTS:BOX[:SWIZZLE][=INIT][,print[:N]][>FILE]\n"
    "                           a tensor map (CUtensorMap) of memory of its own, as of buf;\n"
    "                           EXTENTS and BOX as 64x32, the innermost first; SWIZZLE of\n"
    "                           0 (default), 32, 64 or 128 bytes\n"
    "  map@N:TYPE:EXTENTS:BOX[:SWIZZLE]   the same, of the memory of argument N\n"
    "  @N                       a pointer to the memory of argument N, counted from 0 over\n"
    "                           all kernels\n"
    "  {ARGUMENT ...}           a struct of these\n"
    "TYPE is i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 or f64.\n"
    "INIT is zeros (default), none (nothing written), ones, iota (0, 1, 2, ...), const:VALUE,\n"
    "random[:SEED] (whole range of integers, [0, 1) of floating point), or\n"
    "file:PATH (as saved; COUNT may be left out).\n"
    "\n"
    "Example:\n"
    "  px-run -g 4 -b 256 saxpy.ptx saxpy 'buf:f32:1024=iota,print:8' \\\n"
    "    buf:f32:1024=ones f32:2 i32:1024\n"
    "\n"
    "Environment:\n";

struct variable
{
  const char *name, *values, *otherwise, *text;
};

static const struct variable variables[] = {
#define PX_EMU_ENV(name, values, otherwise, text) { #name, values, otherwise, text },
#include "emulator/env.def"
#undef PX_EMU_ENV
};

void
run_die (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  fputs ("px-run: ", stderr);
  vfprintf (stderr, format, ap);
  fputc ('\n', stderr);
  va_end (ap);
  exit (1);
}

/* Makes one line of S, whose lines after the first are indented.  */
static void
one_line (char *s)
{
  char *to = s;
  for (; *s; s++)
    if (*s == '\n')
      {
	*to++ = ';';
	s += strspn (s + 1, " ") > 1;
      }
    else
      *to++ = *s;
  *to = '\0';
}

void
run_check (CUresult r, const char *what)
{
  const char *name = NULL, *text = NULL;
  char more[2048] = "";
  if (r == CUDA_SUCCESS)
    return;
  cuGetErrorName (r, &name);
  cuGetErrorString (r, &text);
  pxemu_last_fault (more, sizeof more);
  one_line (more);
  if (more[0])
    run_die ("%s: %s (%s)", what, more, name ? name : "?");
  run_die ("%s: %s (%s)", what, text ? text : "?", name ? name : "?");
}

char *
run_slurp (const char *name, size_t *n)
{
  FILE *f = fopen (name, "rb");
  char *p = NULL;
  size_t cap = 0, k;
  *n = 0;
  if (!f)
    run_die ("%s: %s", name, strerror (errno));
  do
    {
      if (cap - *n < 2)
	{
	  cap = cap ? 2 * cap : 65536;
	  p = realloc (p, cap);
	  if (!p)
	    run_die ("%s: out of memory", name);
	}
      k = fread (p + *n, 1, cap - *n - 1, f);
      *n += k;
    }
  while (k);
  if (ferror (f))
    run_die ("%s: %s", name, strerror (errno));
  fclose (f);
  p[*n] = '\0';
  return p;
}

/* Prints the first error of a file as one line.  */
static void
report (void *closure, const ptx_diag *d)
{
  if (d->level == PTX_ERROR && !*(bool *) closure)
    {
      *(bool *) closure = true;
      if (d->line)
	fprintf (stderr, "px-run: %s:%u:%u: %s\n", d->file, d->line, d->col, d->text);
      else
	fprintf (stderr, "px-run: %s: %s\n", d->file, d->text);
    }
}

static ptx_module *
read_ptx (const char *name, const char *text, size_t n)
{
  bool said = false;
  ptx_module *m = ptx_read (text, n, name, report, &said);
  if (!m && !said)
    run_die ("%s: not PTX", name);
  if (!m)
    exit (1);
  return m;
}

static void
list (const ptx_module *m)
{
  for (const ptx_item *i = m->first; i; i = i->next)
    {
      const ptx_func *f = i->func;
      if (i->kind != PTX_I_FUNC || !f->entry || !f->defined)
	continue;
      printf ("%s (", f->sym->name);
      for (uint32_t k = 0; k < f->sig.nparams; k++)
	{
	  const ptx_var *v = f->sig.params[k];
	  printf ("%s%s", k ? ", " : "", ptx_mod_name (m, v->type));
	  if (v->ndims)
	    printf ("[%" PRIu64 "]", ptx_var_size (v));
	  printf (" %s", v->sym->name);
	}
      printf (")");
      for (uint32_t k = 0; k < f->ndirs; k++)
	{
	  const ptx_dir *d = &f->dirs[k];
	  const char *name = d->kind == PTX_D_MAXNTID		  ? "maxntid"
			     : d->kind == PTX_D_REQNTID		  ? "reqntid"
			     : d->kind == PTX_D_REQNCTAPERCLUSTER ? "cluster"
								  : NULL;
	  if (name)
	    printf (" %s %u,%u,%u", name, d->value[0], d->value[1], d->value[2]);
	}
      putchar ('\n');
    }
}

struct options
{
  unsigned grid[3], block[3], cluster[3];
  bool check; /* --check, --all-orders */
  bool has_block, has_cluster, cooperative, time, count, list;
  size_t smem;
};

static void
help (void)
{
  fputs (usage, stdout);
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    {
      const struct variable *v = &variables[i];
      printf ("  %s=%s\n      %s (default %s)\n", v->name, v->values, v->text, v->otherwise);
    }
}

/* Returns the value of option ARGV[*I], "--NAME=VALUE", "--NAME VALUE", "-X VALUE" or
   "-XVALUE"; NULL if it is another option.  */
static const char *
value_of (char **argv, int argc, int *i, const char *name, char letter)
{
  const char *s = argv[*i];
  size_t n = strlen (name);
  if (!strncmp (s, "--", 2) && !strncmp (s + 2, name, n) && (s[2 + n] == '=' || !s[2 + n]))
    {
      if (s[2 + n])
	return s + 3 + n;
    }
  else if (s[1] == letter)
    {
      if (s[2])
	return s + 2;
    }
  else
    return NULL;
  if (*i + 1 >= argc)
    run_die ("option '%s' needs a value", s);
  return argv[++*i];
}

/* Removes the options from ARGV.  Returns the number of other words, which are then first.
   Options end at the kernel's name.  */
static int
parse_options (int argc, char **argv, struct options *o)
{
  int n = 0, i = 1;
  for (; i < argc; i++)
    {
      const char *s = argv[i], *v;
      if (s[0] != '-' || !s[1])
	argv[n++] = argv[i];
      else if (!strcmp (s, "--"))
	{
	  i++;
	  break;
	}
      else if (!strcmp (s, "--help"))
	{
	  help ();
	  exit (0);
	}
      else if (!strcmp (s, "--version"))
	{
	  printf ("px-run (px) %s\n", PACKAGE_VERSION);
	  exit (0);
	}
      else if (!strcmp (s, "--list") || !strcmp (s, "-l"))
	o->list = true;
      else if (!strcmp (s, "--time") || !strcmp (s, "-t"))
	o->time = true;
      else if (!strcmp (s, "--count"))
	{
	  setenv ("PXEMU_COUNT", "1", 1);
	  o->count = true;
	}
      else if (!strcmp (s, "--check") || !strncmp (s, "--check=", 8))
	{
	  o->check = true;
	  setenv ("PXEMU_CHECK", s[7] ? s + 8 : "all", 1);
	}
      else if (!strcmp (s, "--all-orders") || !strncmp (s, "--all-orders=", 13))
	{
	  char schedule[40];
	  snprintf (schedule, sizeof schedule, "explore:%zu",
		    s[12] ? run_parse_size (s + 13, "--all-orders") : 0);
	  setenv ("PXEMU_SCHEDULE", schedule, 1);
	  o->check = true;
	}
      else if (!strcmp (s, "--debug"))
	setenv ("PXEMU_DEBUG", "1", 1);
      else if (!strcmp (s, "--cooperative"))
	o->cooperative = true;
      else if ((v = value_of (argv, argc, &i, "grid", 'g')))
	run_parse_dims (v, "--grid", o->grid);
      else if ((v = value_of (argv, argc, &i, "block", 'b')))
	{
	  run_parse_dims (v, "--block", o->block);
	  o->has_block = true;
	}
      else if ((v = value_of (argv, argc, &i, "cluster", 'c')))
	{
	  run_parse_dims (v, "--cluster", o->cluster);
	  o->has_cluster = true;
	}
      else if ((v = value_of (argv, argc, &i, "smem", 's')))
	o->smem = run_parse_size (v, "--smem");
      else
	run_die ("unknown option '%s' (try px-run --help)", s);
    }
  for (; i < argc; i++)
    argv[n++] = argv[i];
  return n;
}

/* Launches F with ARGS and waits for it.  */
static void
launch (const struct options *o, CUfunction f, const char *name, void **args)
{
  CUlaunchAttribute attr[2];
  CUlaunchConfig c = { o->grid[0],  o->grid[1],		o->grid[2], o->block[0], o->block[1],
		       o->block[2], (unsigned) o->smem, NULL,	    attr,	 0 };
  struct timespec t0, t1;

  memset (attr, 0, sizeof attr);
  if (o->cooperative)
    {
      attr[c.numAttrs].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
      attr[c.numAttrs++].value.cooperative = 1;
    }
  if (o->has_cluster)
    {
      attr[c.numAttrs].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
      attr[c.numAttrs++].value.clusterDim
	= (driver_dim3){ o->cluster[0], o->cluster[1], o->cluster[2] };
      cuFuncSetAttribute (f, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
    }
  if (o->smem > PX_EMU_MAX_SHARED)
    run_die ("--smem: at most %d bytes", PX_EMU_MAX_SHARED);
  if (o->smem > PX_EMU_DEFAULT_SHARED)
    run_check (cuFuncSetAttribute (f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
				   (int) o->smem),
	       "--smem");
  unsigned long long threads, all_threads, warps = pxemu_instructions (&threads);
  clock_gettime (CLOCK_MONOTONIC, &t0);
  run_check (cuLaunchKernelEx (&c, f, args, NULL), name);
  run_check (cuCtxSynchronize (), name);
  clock_gettime (CLOCK_MONOTONIC, &t1);
  if (o->time)
    printf ("%s: %.3f ms (%s)\n", name,
	    (double) (t1.tv_sec - t0.tv_sec) * 1e3 + (double) (t1.tv_nsec - t0.tv_nsec) * 1e-6,
	    pxemu_describe ());
  if (o->count)
    {
      warps = pxemu_instructions (&all_threads) - warps;
      printf ("%s: %llu instructions of warps, %llu of threads\n", name, warps,
	      all_threads - threads);
    }
}

/* Makes the arguments of kernel WORDS[0] of M from the other N - 1 words, and runs it.  */
static void
step (struct options *o, const ptx_module *m, const char *file, CUmodule mod, char **words, int n)
{
  const ptx_func *fn = ptx_find_func (m, words[0]);
  CUfunction f;
  if (!fn || !fn->entry)
    run_die ("%s: no kernel '%s' (px-run --list %s shows them)", file, words[0], file);
  uint32_t params = fn->sig.nparams;
  if ((uint32_t) (n - 1) != params)
    run_die ("%s takes %u argument%s, %d given", words[0], params, params == 1 ? "" : "s", n - 1);
  for (uint32_t i = 0; i < fn->ndirs; i++)
    if (fn->dirs[i].kind == PTX_D_REQNTID && !o->has_block)
      memcpy (o->block, fn->dirs[i].value, sizeof o->block);
  run_check (cuModuleGetFunction (&f, mod, words[0]), "loading");
  struct arg *a = calloc (params + 1, sizeof *a);
  void **values = calloc (params + 1, sizeof *values);
  if (!a || !values)
    run_die ("out of memory");
  for (uint32_t i = 0; i < params; i++)
    {
      const ptx_var *v = fn->sig.params[i];
      a[i].text = words[i + 1];
      run_make_argument (&a[i], 0);
      if (a[i].size != ptx_var_size (v))
	run_die ("argument '%s' has %zu byte%s, parameter %s (%s) has %" PRIu64, a[i].text,
		 a[i].size, a[i].size == 1 ? "" : "s", v->sym->name, ptx_mod_name (m, v->type),
		 ptx_var_size (v));
      values[i] = a[i].value;
      if (run_n_given == sizeof run_given / sizeof *run_given)
	run_die ("too many arguments");
      run_given[run_n_given++] = &a[i];
    }
  launch (o, f, words[0], values);
  free (values);
}

int
main (int argc, char **argv)
{
  CUcontext ctx;
  CUmodule mod;
  ptx_module *m;
  char *text, *file;
  bool checked = false;
  size_t size;

  /* The driver reads the environment once, so set the variables for all options first.  */
  struct options *steps = calloc (argc, sizeof *steps);
  char ***words = calloc (argc, sizeof *words);
  int *n_words = calloc (argc, sizeof *n_words), n_steps = 0;
  if (!steps || !words || !n_words)
    run_die ("out of memory");
  for (int from = 0, to; from < argc; from = to, n_steps++)
    {
      for (to = from + 1; to < argc && strcmp (argv[to], "then"); to++)
	;
      steps[n_steps] = (struct options){ .grid = { 1, 1, 1 }, .block = { 32, 1, 1 } };
      words[n_steps] = argv + from;
      n_words[n_steps] = parse_options (to - from, argv + from, &steps[n_steps]);
      checked |= steps[n_steps].check;
      if (n_words[n_steps] < (n_steps || steps[n_steps].list ? 1 : 2))
	run_die (n_steps      ? "no kernel given after 'then'%s"
		 : n_words[0] ? "no kernel given (px-run --list %s shows them)"
			      : "no file given (try px-run --help)%s",
		 !n_steps && n_words[0] ? argv[0] : "");
    }
  file = words[0]++[0];
  n_words[0]--;
  text = run_slurp (file, &size);
  m = read_ptx (file, text, size);
  if (steps[0].list)
    {
      list (m);
      return fflush (stdout) ? 1 : 0;
    }
  run_check (cuInit (0), "the emulator");
  run_check (cuDevicePrimaryCtxRetain (&ctx, 0), "the emulator");
  run_check (cuCtxSetCurrent (ctx), "the emulator");
  run_check (cuModuleLoad (&mod, file), "loading");
  for (int i = 0; i < n_steps; i++)
    step (&steps[i], m, file, mod, words[i], n_words[i]);
  for (size_t i = 0; i < run_n_given; i++)
    {
      char number[24];
      snprintf (number, sizeof number, "%zu", i);
      run_finish (run_given[i], number);
    }
  run_check (cuDevicePrimaryCtxRelease_v2 (0), "the emulator");
  ptx_free (m);
  free (text);
  if (fflush (stdout) || ferror (stdout))
    run_die ("standard output: %s", strerror (errno));
  return checked ? pxemu_verdict () : 0;
}
