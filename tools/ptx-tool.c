/* SPDX-License-Identifier: MIT */
/* ptx-tool: runs single passes of libptx, for tests.

     ptx-tool PASS… FILE.ptx > OUT.ptx

   The file is read, the passes run in the order given, and the result is
   printed unless a pass prints something itself.  Exit status: 0, 1 for an error in the
   input, 2 for a wrong command line.  */
#include "ptx/ptx.h"
#include <stdlib.h>
#include <string.h>

static const char usage[]
  = "usage: ptx-tool PASS... FILE.ptx\n"
    "  --quiet              print no module\n"
    "  --check              check against opcodes.def\n"
    "  --demands            print the ISA and architecture that are needed\n"
    "  --offsets --order --group --number --types --video --widths --fold --drop-unused\n"
    "  --divide --masks --tests\n"
    "  --constant NAME          a variable that is only read (.const)\n"
    "  --value K:I:SIZE:ALIGN   parameter I of kernel K is a struct by value\n"
    "  --pointer K:I:OFF[:ro]   8 bytes of a parameter are a pointer (for --spaces)\n"
    "  --spaces --wide --common --chains --moves --repeats --dead --round\n"
    "  --waits ISA:SM       for that target\n"
    "  --target ISA:SM      as in 8.7:sm_90a\n"
    "  --maxntid K:N --reqntid K:N --minnctapersm K:N --maxnreg K:N --cluster K:N\n"
    "  --rename OLD:NEW --local NAME --visible NAME\n"
    "  --link FILE.ptx --archive FILE.a (before --link-archives, --finalize)\n"
    "  --link-archives --finalize ISA:SM\n"
    "  --digest             print counts of convergent operations\n"
    "  --roles              print the registers that each instruction writes and reads\n"
    "  --fixpoint           check that the printed module reads back equal\n"
    "  --list-ops           print the operations of opcodes.def (no FILE)\n";

enum
{
  MANY = 256
};
static ptx_pointer_param pointers[MANY];
static const char *pointer_kernel[MANY];
static unsigned npointers;
static ptx_kernel_options kernels[MANY];
static ptx_value_param values[MANY];
static unsigned nkernels, nvalues;
static ptx_renaming renamings[MANY];
static unsigned nrenamings;
static ptx_archive *archives[MANY];
static unsigned narchives;
static bool quiet; /* --quiet, or an option has printed what it was for */

static bool
be_quiet (void)
{
  quiet = true;
  return true;
}

static void __attribute__ ((noreturn)) bad_usage (const char *what)
{
  fprintf (stderr, "ptx-tool: %s\n%s", what, usage);
  exit (2);
}

/* Splits S at its colons into at most N fields; returns their number.  */
static unsigned
split_fields (char *s, char **field, unsigned n)
{
  unsigned k = 0;
  field[k++] = s;
  while (k < n && (s = strchr (s, ':')))
    {
      *s++ = 0;
      field[k++] = s;
    }
  return k;
}

/* Returns the file as a string, which the caller frees (3).  Exits if it cannot be read.  */
static char *
read_input (const char *name, size_t *n)
{
  FILE *f = strcmp (name, "-") ? fopen (name, "rb") : stdin;
  char *s = 0;
  size_t cap = 0, got;
  *n = 0;
  if (!f)
    {
      perror (name);
      exit (1);
    }
  do
    {
      cap = cap ? cap * 2 : 1 << 16;
      s = realloc (s, cap);
      if (!s)
	exit (1);
      got = fread (s + *n, 1, cap - *n, f);
      *n += got;
    }
  while (got);
  if (f != stdin)
    fclose (f);
  return s;
}

static ptx_module *
read_file (const char *name)
{
  size_t n;
  char *s = read_input (name, &n);
  ptx_module *m = ptx_read (s, n, name, ptx_report_stdio, stderr);
  free (s);
  if (!m)
    exit (1);
  return m;
}

static ptx_kernel_options *
kernel (const char *name)
{
  for (unsigned k = 0; k < nkernels; k++)
    if (!strcmp (kernels[k].name, name))
      return &kernels[k];
  if (nkernels == MANY)
    bad_usage ("too many kernels");
  kernels[nkernels].name = name;
  return &kernels[nkernels++];
}

static void
target (char *s, uint16_t *isa, uint16_t *sm, char *feature)
{
  unsigned major, minor, arch;
  *feature = 0;
  if (sscanf (s, "%u.%u:sm_%u%c", &major, &minor, &arch, feature) < 3)
    bad_usage ("wrong target");
  *isa = major * 10 + minor;
  *sm = arch;
}

static ptx_func *
func (ptx_module *m, const char *name)
{
  ptx_func *f = ptx_find_func (m, name);
  if (!f)
    {
      fprintf (stderr, "%s: no function '%s'\n", m->name, name);
      exit (1);
    }
  return f;
}

/* Collects the pointers of a kernel, for --spaces and --wide.  */
static unsigned
pointers_of (const char *name, ptx_pointer_param *p)
{
  unsigned n = 0;
  for (unsigned k = 0; k < npointers; k++)
    if (!strcmp (pointer_kernel[k], name))
      p[n++] = pointers[k];
  return n;
}

typedef bool func_pass (ptx_func *, const ptx_pointer_param *, unsigned);

static bool
finalize (ptx_module *m, char *where)
{
  static ptx_pointer_param own[MANY];
  unsigned used = 0;
  ptx_finalize_options o = { 0 };
  target (where, &o.isa, &o.sm, &o.feature);
  for (unsigned k = 0; k < npointers; k++)
    kernel (pointer_kernel[k]);
  for (unsigned k = 0; k < nkernels; k++)
    {
      kernels[k].pointers = own + used;
      kernels[k].npointers = pointers_of (kernels[k].name, own + used);
      used += kernels[k].npointers;
    }
  o.kernels = kernels;
  o.nkernels = nkernels;
  o.renamings = renamings;
  o.nrenamings = nrenamings;
  o.archives = archives;
  o.narchives = narchives;
  return ptx_finalize (m, &o);
}

static bool
directive (ptx_module *m, char *arg, int kind)
{
  char *f[4];
  uint32_t v[3];
  unsigned n = split_fields (arg, f, 4);
  if (n < 2)
    bad_usage ("expected KERNEL:N");
  for (unsigned k = 1; k < n; k++)
    v[k - 1] = strtoul (f[k], 0, 0);
  ptx_set_directive (func (m, f[0]), kind, v, n - 1);
  return true;
}

static void
show (void *closure, ptx_opnd *o, bool written)
{
  printf (" %s%s", written ? "=" : "", ((ptx_func *) closure)->regs[o->reg].name);
}

static bool
roles (ptx_module *m)
{
  for (ptx_item *i = m->first; i; i = i->next)
    if (i->kind == PTX_I_FUNC)
      for (ptx_stmt *s = i->func->first; s; s = s->next)
	if (s->kind == PTX_ST_INSN)
	  {
	    char *text = ptx_print_stmt (i->func, s);
	    ptx_match (&s->insn);
	    printf ("%s\t//", text);
	    ptx_visit_regs (&s->insn, show, i->func);
	    putchar ('\n');
	    free (text);
	  }
  return be_quiet ();
}

static bool
digest (ptx_module *m)
{
  for (ptx_item *i = m->first; i; i = i->next)
    if (i->kind == PTX_I_FUNC && i->func->defined)
      {
	ptx_digest d;
	ptx_digest_func (i->func, &d);
	printf ("%s:", i->func->sym->name);
	for (unsigned k = 0; k < PTX_NOPS; k++)
	  if (d.count[k])
	    printf (" %s %u", ptx_opinfos ()[k].name, d.count[k]);
	putchar ('\n');
      }
  return be_quiet ();
}

static bool
fixpoint (ptx_module *m)
{
  size_t n, n2;
  char *s = ptx_print (m, &n), *where = 0, *s2;
  ptx_module *again = ptx_read (s, n, "printed", ptx_report_stdio, stderr);
  if (!again)
    exit (1);
  s2 = ptx_print (again, &n2);
  if (!ptx_equal (m, again, &where) || n != n2 || memcmp (s, s2, n))
    {
      fprintf (stderr, "%s: printed module is not equal: %s\n", m->name,
	       where ? where : "text differs");
      exit (1);
    }
  free (s);
  free (s2);
  ptx_free (again);
  return true;
}

static bool
demands (ptx_module *m)
{
  ptx_demand d = ptx_demands (m);
  printf ("%u.%u sm_%u%.1s\n", d.isa / 10, d.isa % 10, d.sm, d.feature ? &d.feature : "");
  return be_quiet ();
}

/* ---- the options ------------------------------------------------------- */

static bool
print_none (ptx_module *m)
{
  (void) m;
  return be_quiet ();
}

static bool
set_waits (ptx_module *m, char *arg)
{
  char feature;
  uint16_t isa, sm;
  target (arg, &isa, &sm, &feature);
  return ptx_fix_waits (m, sm);
}

static bool
set_target (ptx_module *m, char *arg)
{
  char feature;
  uint16_t isa, sm;
  target (arg, &isa, &sm, &feature);
  ptx_set_target (m, isa, sm, feature);
  return true;
}

static bool
move_constant (ptx_module *m, char *arg)
{
  const char *name = arg;
  return ptx_move_constants (m, &name, 1);
}

static bool
linkage (ptx_module *m, char *arg, int kind)
{
  return ptx_set_linkage (m, arg, kind);
}

static bool
rename_one (ptx_module *m, char *arg)
{
  char *f[2];
  if (split_fields (arg, f, 2) != 2 || nrenamings == MANY)
    bad_usage ("expected OLD:NEW");
  renamings[nrenamings] = (ptx_renaming){ f[0], f[1] };
  return ptx_rename (m, &renamings[nrenamings++], 1);
}

static bool
add_value (ptx_module *m, char *arg)
{
  char *f[4];
  if (split_fields (arg, f, 4) != 4 || nvalues == MANY)
    bad_usage ("expected KERNEL:INDEX:SIZE:ALIGN");
  ptx_value_param *v = &values[nvalues++];
  *v = (ptx_value_param){ atoi (f[1]), atoi (f[2]), atoi (f[3]) };
  return ptx_fix_param (func (m, f[0]), v);
}

static bool
add_pointer (ptx_module *m, char *arg)
{
  (void) m;
  char *f[4];
  unsigned n = split_fields (arg, f, 4);
  if (n < 3 || npointers == MANY)
    bad_usage ("expected KERNEL:INDEX:OFFSET[:ro]");
  pointer_kernel[npointers] = f[0];
  pointers[npointers++] = (ptx_pointer_param){ atoi (f[1]), atoi (f[2]), n == 4 };
  return true;
}

static bool
link_file (ptx_module *m, char *arg)
{
  ptx_module *from = read_file (arg);
  bool ok = ptx_link (m, from);
  ptx_free (from);
  return ok;
}

static bool
add_archive (ptx_module *m, char *arg)
{
  (void) m;
  if (narchives == MANY)
    bad_usage ("too many archives");
  archives[narchives] = ptx_archive_open (arg, ptx_report_stdio, stderr);
  return archives[narchives++] != NULL;
}

static bool
link_archives (ptx_module *m)
{
  return ptx_link_archives (m, archives, narchives);
}

/* What an option calls: one of the five.  */
static const struct option
{
  const char *name;
  bool (*module) (ptx_module *m);
  bool (*each) (ptx_func *f); /* each function with a body */
  func_pass *with_pointers;   /* and the kernel's parameters that are pointers */
  bool (*argument) (ptx_module *m, char *arg);
  bool (*set) (ptx_module *m, char *arg, int kind);
  int kind;
} options[] = {
  { "--quiet", .module = print_none },
  { "--check", .module = ptx_check },
  { "--demands", .module = demands },
  { "--digest", .module = digest },
  { "--roles", .module = roles },
  { "--fixpoint", .module = fixpoint },
  { "--offsets", .module = ptx_fix_offsets },
  { "--order", .module = ptx_fix_order },
  { "--types", .module = ptx_fix_types },
  { "--video", .module = ptx_fix_video },
  { "--widths", .module = ptx_fix_widths },
  { "--fold", .module = ptx_fold_branches },
  { "--drop-unused", .module = ptx_drop_unused },
  { "--link-archives", .module = link_archives },
  { "--group", .each = ptx_group_registers },
  { "--number", .each = ptx_number_registers },
  { "--divide", .each = ptx_fix_remainders },
  { "--masks", .each = ptx_fix_masks },
  { "--tests", .each = ptx_fix_tests },
  { "--common", .each = ptx_move_common },
  { "--round", .each = ptx_fix_rounding },
  { "--moves", .each = ptx_drop_moves },
  { "--repeats", .each = ptx_drop_repeats },
  { "--dead", .each = ptx_drop_dead },
  { "--layout", .each = ptx_fix_layout },
  { "--rows", .each = ptx_share_rows },
  { "--pragmas", .each = ptx_place_pragmas },
  { "--spaces", .with_pointers = ptx_infer_spaces },
  { "--wide", .with_pointers = ptx_use_wide },
  { "--chains", .with_pointers = ptx_chain_sums },
  { "--waits", .argument = set_waits },
  { "--target", .argument = set_target },
  { "--constant", .argument = move_constant },
  { "--finalize", .argument = finalize },
  { "--maxntid", .set = directive, .kind = PTX_D_MAXNTID },
  { "--reqntid", .set = directive, .kind = PTX_D_REQNTID },
  { "--minnctapersm", .set = directive, .kind = PTX_D_MINNCTAPERSM },
  { "--maxnreg", .set = directive, .kind = PTX_D_MAXNREG },
  { "--cluster", .set = directive, .kind = PTX_D_REQNCTAPERCLUSTER },
  { "--local", .set = linkage, .kind = PTX_L_NONE },
  { "--visible", .set = linkage, .kind = PTX_L_VISIBLE },
  { "--rename", .argument = rename_one },
  { "--value", .argument = add_value },
  { "--pointer", .argument = add_pointer },
  { "--link", .argument = link_file },
  { "--archive", .argument = add_archive },
};

static const struct option *
find_option (const char *name)
{
  for (size_t k = 0; k < sizeof options / sizeof *options; k++)
    if (!strcmp (options[k].name, name))
      return &options[k];
  bad_usage (name);
}

static bool
each_alone (ptx_module *m, bool (*pass) (ptx_func *))
{
  bool ok = true;
  for (ptx_item *i = m->first; i; i = i->next)
    if (i->kind == PTX_I_FUNC && i->func->defined)
      ok &= pass (i->func);
  return ok;
}

static bool
each (ptx_module *m, func_pass *pass)
{
  bool ok = true;
  ptx_pointer_param p[MANY];
  for (ptx_item *i = m->first; i; i = i->next)
    if (i->kind == PTX_I_FUNC && i->func->defined)
      ok &= pass (i->func, p, pointers_of (i->func->sym->name, p));
  return ok;
}

/* Does to M what the N words at WORD say, up to the first that fails.  */
static bool
run_options (ptx_module *m, char **word, int n)
{
  bool ok = true;
  for (int i = 0; i < n && ok; i++)
    {
      const struct option *o = find_option (word[i]);
      if (o->module)
	ok = o->module (m);
      else if (o->each)
	ok = each_alone (m, o->each);
      else if (o->with_pointers)
	ok = each (m, o->with_pointers);
      else if (++i < n)
	ok = o->set ? o->set (m, word[i], o->kind) : o->argument (m, word[i]);
      else
	bad_usage ("missing argument");
    }
  return ok;
}

int
main (int argc, char **argv)
{
  if (argc == 2 && !strcmp (argv[1], "--list-ops"))
    {
      for (unsigned k = 1; k < PTX_NOPS; k++)
	printf ("%s %u\n", ptx_opinfos ()[k].name, ptx_opinfos ()[k].nforms);
      return 0;
    }
  if (argc < 2 || (argv[argc - 1][0] == '-' && argv[argc - 1][1]))
    bad_usage ("no file");
  ptx_module *m = read_file (argv[argc - 1]);
  bool ok = run_options (m, argv + 1, argc - 2);
  if (!quiet && ok)
    {
      size_t n;
      char *s = ptx_print (m, &n);
      fwrite (s, 1, n, stdout);
      free (s);
    }
  ptx_free (m);
  while (narchives)
    ptx_archive_close (archives[--narchives]);
  return fflush (stdout) || !ok ? 1 : 0;
}
