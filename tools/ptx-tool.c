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
    "  --order --group --types --video --widths --fold --drop-unused\n"
    "  --divide --masks --tests\n"
    "  --constant NAME          a variable that is only read (.const)\n"
    "  --value K:I:SIZE:ALIGN   parameter I of kernel K is a struct by value\n"
    "  --pointer K:I:OFF[:ro]   8 bytes of a parameter are a pointer (for --spaces)\n"
    "  --spaces --wide --common --chains --dead --round\n"
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

static void
bad_usage (const char *what)
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

static void
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
  if (!ptx_finalize (m, &o))
    exit (1);
}

static void
directive (ptx_module *m, char *arg, ptx_dirkind kind)
{
  char *f[4];
  uint32_t v[3];
  unsigned n = split_fields (arg, f, 4);
  if (n < 2)
    bad_usage ("expected KERNEL:N");
  for (unsigned k = 1; k < n; k++)
    v[k - 1] = strtoul (f[k], 0, 0);
  ptx_set_directive (func (m, f[0]), kind, v, n - 1);
}

static void
show (void *closure, ptx_opnd *o, bool written)
{
  printf (" %s%s", written ? "=" : "", ((ptx_func *) closure)->regs[o->reg].name);
}

static void
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
}

static void
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
}

static void
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
}

static void
demands (ptx_module *m)
{
  ptx_demand d = ptx_demands (m);
  printf ("%u.%u sm_%u%.1s\n", d.isa / 10, d.isa % 10, d.sm, d.feature ? &d.feature : "");
}

int
main (int argc, char **argv)
{
  bool quiet = false, failed = false;
  ptx_module *m;
  if (argc == 2 && !strcmp (argv[1], "--list-ops"))
    {
      for (unsigned k = 1; k < PTX_NOPS; k++)
	printf ("%s %u\n", ptx_opinfos ()[k].name, ptx_opinfos ()[k].nforms);
      return 0;
    }
  if (argc < 2 || (argv[argc - 1][0] == '-' && argv[argc - 1][1]))
    bad_usage ("no file");
  m = read_file (argv[argc - 1]);
  for (int i = 1; i < argc - 1 && !failed; i++)
    {
      const char *o = argv[i];
      char *f[5], feature;
      uint16_t isa, sm;
      bool ok = true;
#define IS(name) (!strcmp (o, "--" name))
#define ARG (i + 1 < argc - 1 ? argv[++i] : (bad_usage ("missing argument"), (char *) 0))
      if (IS ("quiet"))
	quiet = true;
      else if (IS ("check"))
	ok = ptx_check (m);
      else if (IS ("demands"))
	{
	  demands (m);
	  quiet = true;
	}
      else if (IS ("offsets"))
	ok = ptx_fix_offsets (m);
      else if (IS ("order"))
	ok = ptx_fix_order (m);
      else if (IS ("group"))
	ok = each_alone (m, ptx_group_registers);
      else if (IS ("number"))
	ok = each_alone (m, ptx_number_registers);
      else if (IS ("types"))
	ok = ptx_fix_types (m);
      else if (IS ("video"))
	ok = ptx_fix_video (m);
      else if (IS ("widths"))
	ok = ptx_fix_widths (m);
      else if (IS ("waits"))
	{
	  target (ARG, &isa, &sm, &feature);
	  ok = ptx_fix_waits (m, sm);
	}
      else if (IS ("fold"))
	ok = ptx_fold_branches (m);
      else if (IS ("drop-unused"))
	ok = ptx_drop_unused (m);
      else if (IS ("spaces"))
	ok = each (m, ptx_infer_spaces);
      else if (IS ("divide"))
	ok = each_alone (m, ptx_fix_remainders);
      else if (IS ("masks"))
	ok = each_alone (m, ptx_fix_masks);
      else if (IS ("tests"))
	ok = each_alone (m, ptx_fix_tests);
      else if (IS ("wide"))
	ok = each (m, ptx_use_wide);
      else if (IS ("common"))
	ok = each_alone (m, ptx_move_common);
      else if (IS ("chains"))
	ok = each (m, ptx_chain_sums);
      else if (IS ("round"))
	ok = each_alone (m, ptx_fix_rounding);
      else if (IS ("moves"))
	ok = each_alone (m, ptx_drop_moves);
      else if (IS ("repeats"))
	ok = each_alone (m, ptx_drop_repeats);
      else if (IS ("dead"))
	ok = each_alone (m, ptx_drop_dead);
      else if (IS ("digest"))
	{
	  digest (m);
	  quiet = true;
	}
      else if (IS ("roles"))
	{
	  roles (m);
	  quiet = true;
	}
      else if (IS ("fixpoint"))
	fixpoint (m);
      else if (IS ("link-archives"))
	ok = ptx_link_archives (m, archives, narchives);
      else if (IS ("finalize"))
	finalize (m, ARG);
      else if (IS ("constant"))
	{
	  const char *name = ARG;
	  ok = ptx_move_constants (m, &name, 1);
	}
      else if (IS ("maxntid"))
	directive (m, ARG, PTX_D_MAXNTID);
      else if (IS ("reqntid"))
	directive (m, ARG, PTX_D_REQNTID);
      else if (IS ("minnctapersm"))
	directive (m, ARG, PTX_D_MINNCTAPERSM);
      else if (IS ("maxnreg"))
	directive (m, ARG, PTX_D_MAXNREG);
      else if (IS ("cluster"))
	directive (m, ARG, PTX_D_REQNCTAPERCLUSTER);
      else if (IS ("local"))
	ok = ptx_set_linkage (m, ARG, PTX_L_NONE);
      else if (IS ("visible"))
	ok = ptx_set_linkage (m, ARG, PTX_L_VISIBLE);
      else if (IS ("target"))
	{
	  target (ARG, &isa, &sm, &feature);
	  ptx_set_target (m, isa, sm, feature);
	}
      else if (IS ("rename"))
	{
	  if (split_fields (ARG, f, 2) != 2 || nrenamings == MANY)
	    bad_usage ("expected OLD:NEW");
	  renamings[nrenamings] = (ptx_renaming){ f[0], f[1] };
	  ok = ptx_rename (m, &renamings[nrenamings++], 1);
	}
      else if (IS ("value"))
	{
	  if (split_fields (ARG, f, 4) != 4 || nvalues == MANY)
	    bad_usage ("expected KERNEL:INDEX:SIZE:ALIGN");
	  ptx_value_param *v = &values[nvalues++];
	  *v = (ptx_value_param){ atoi (f[1]), atoi (f[2]), atoi (f[3]) };
	  ok = ptx_fix_param (func (m, f[0]), v);
	}
      else if (IS ("pointer"))
	{
	  unsigned n = split_fields (ARG, f, 4);
	  if (n < 3 || npointers == MANY)
	    bad_usage ("expected KERNEL:INDEX:OFFSET[:ro]");
	  pointer_kernel[npointers] = f[0];
	  pointers[npointers++] = (ptx_pointer_param){ atoi (f[1]), atoi (f[2]), n == 4 };
	}
      else if (IS ("link"))
	{
	  ptx_module *from = read_file (ARG);
	  ok = ptx_link (m, from);
	  ptx_free (from);
	}
      else if (IS ("archive"))
	{
	  archives[narchives] = ptx_archive_open (ARG, ptx_report_stdio, stderr);
	  ok = archives[narchives++];
	}
      else
	bad_usage (o);
      failed = !ok;
    }
  if (!quiet && !failed)
    {
      size_t n;
      char *s = ptx_print (m, &n);
      fwrite (s, 1, n, stdout);
      free (s);
    }
  ptx_free (m);
  while (narchives)
    ptx_archive_close (archives[--narchives]);
  return fflush (stdout) || failed ? 1 : 0;
}
