/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Transforms PTX once for each architecture.  libptx (ptx/ptx.h) does the work; this file
   provides what only the plugin knows: the kernels' names, parameters and launch bounds, the
   architectures, the device libraries.  */

#include "plugin/device/device.h"
#include "ptx/ptx.h"
#include "runtime/image.h"

/* ---- messages --------------------------------------------------------- */

/* An error in the PTX is an error of px or of the user's inline PTX.  TEXT: the PTX, if it may
   contain the user's.  */
static void
on_report (void *text, const ptx_diag *d)
{
  location_t loc = text ? px_user_asm_at (*(const std::string *) text, d->line) : UNKNOWN_LOCATION;
  if (text && d->level == PTX_ERROR && loc == UNKNOWN_LOCATION)
    loc = px_unpaired_user_asm (*(const std::string *) text);
  if (d->level == PTX_WARNING)
    warning_at (loc, 0, "device code, PTX line %u: %s", d->line, d->text);
  else if (d->level == PTX_ERROR && loc != UNKNOWN_LOCATION)
    px_error (loc, PX_D_ASM_PTX, d->text);
  else if (d->level == PTX_ERROR)
    error_at (loc, "device code, PTX line %u: %s", d->line, d->text);
}

/* ---- libraries -------------------------------------------------------- */

/* Opens newlib, libatomic and libgcc for nvptx, and px's libraries that take precedence.  */
static std::vector<ptx_archive *>
open_libraries ()
{
  static const char *const names[] = { "libm.a", "libc.a", "libatomic.a", "libgcc.a" };
  std::vector<ptx_archive *> v = { px_string_archive () };
  for (const char *n : names)
    {
      std::string path
	= std::string (px_opt.nvptx_libs ? px_opt.nvptx_libs : PX_NVPTX_LIBDIR) + "/" + n;
      if (ptx_archive *a = ptx_archive_open (path.c_str (), NULL, NULL))
	v.push_back (a);
    }
  return v;
}

static bool
undefined_p (const ptx_item *i)
{
  return i->kind == PTX_I_FUNC && !i->func->defined
	 && !ptx_find_func (i->func->module, i->func->sym->name)
	 && !px_device_symbol_p (i->func->sym->name);
}

/* Links the libraries into M if it calls undefined functions.  Mathematical functions are
   linked without their wrappers, which set errno.  */
static bool
link_libraries (ptx_module *m, std::vector<ptx_archive *> *libs)
{
  bool any = false;
  for (ptx_item *i = m->first; i; i = i->next)
    any |= undefined_p (i);
  if (!any)
    return true;
  if (libs->empty ())
    *libs = open_libraries ();
  std::vector<std::string> names;
  for (ptx_item *i = m->first; i; i = i->next)
    if (undefined_p (i)
	&& std::find (names.begin (), names.end (), i->func->sym->name) == names.end ())
      names.push_back (i->func->sym->name);
  for (const std::string &n : names)
    {
      std::string plain = "__ieee754_" + n;
      size_t size;
      const char *member;
      for (ptx_archive *a : *libs)
	if (ptx_archive_find (a, plain.c_str (), &size, &member))
	  {
	    ptx_renaming r = { n.c_str (), ptx_intern (m, plain.c_str (), plain.size ()) };
	    if (!ptx_rename (m, &r, 1))
	      return false;
	    break;
	  }
    }
  std::string text = px_library_text (names);
  ptx_module *own = ptx_read (text.c_str (), text.size (), "px's device library", on_report, NULL);
  bool ok = own && ptx_link (m, own);
  if (own)
    ptx_free (own);
  /* vprintf is the driver's, not the libraries'.  */
  static const ptx_renaming print = { "px_vprintf", "vprintf" };
  return ok && ptx_link_archives (m, libs->data (), libs->size ())
	 && (!ptx_lookup (m, print.from) || ptx_rename (m, &print, 1));
}

/* ---- the module ------------------------------------------------------- */

/* Reports what is undefined after linking and not defined by another object of px.  */
static bool
check_undefined (ptx_module *m)
{
  bool ok = true;
  for (ptx_item *i = m->first; i; i = i->next)
    {
      if (!undefined_p (i))
	continue;
      const char *name = i->func->sym->name;
      if (!strcmp (name, "vprintf") || !strcmp (name, "__assertfail") || !strcmp (name, "malloc")
	  || !strcmp (name, "free"))
	continue;
      px_error (px_call_location (name), PX_D_NO_SUCH_FUNCTION, name);
      ok = false;
    }
  return ok;
}

/* Returns kernel K's name in the device compiler's output.  */
static std::string
printed_name (tree twin)
{
  std::string s = px_ptx_name (twin);
  for (char &c : s)
    if (c == '.')
      c = '$';
  return s;
}

/* Returns its name in the image for TEXT, the name in that output: without the suffix of twins.  */
static std::string
final_name (const std::string &text)
{
  return text.substr (0, text.size () - strlen (".px"));
}

/* The device compiler does not declare the block's shared memory if it only contains frames of
   called functions: adds the declaration.  */
static std::string
with_declarations (std::string text)
{
  size_t at = text.find ("// END PREAMBLE\n");
  if (at != std::string::npos && text.find ("px_smem") != std::string::npos
      && text.find (" px_smem[") == std::string::npos)
    text.insert (at, ".extern .shared .align 1024 .b8 px_smem[1];\n");
  return text;
}

/* Declares the registers of fragments in the functions that use them.  */
static std::string
with_fragments (const std::string &text)
{
  std::vector<ptx_range> ranges;
  for (const px_registers &r : px_fragment_registers ())
    ranges.push_back ({ r.prefix.c_str (), r.type, r.count });
  if (ranges.empty ())
    return text;
  size_t n;
  char *s = ptx_declare_ranges (text.data (), text.size (), ranges.data (), ranges.size (), &n);
  std::string t (s, n);
  free (s);
  return t;
}

/* Reports instructions that px does not know, which are errors in a user's asm.  */
static bool
check_known (ptx_module *m, const std::string &text)
{
  bool ok = true;
  for (ptx_item *i = m->first; i; i = i->next)
    if (i->kind == PTX_I_FUNC)
      for (ptx_stmt *s = i->func->first; s; s = s->next)
	if (s->kind == PTX_ST_INSN && s->insn.op == PTX_OP_UNKNOWN
	    && px_user_asm_at (text, s->pos.line) != UNKNOWN_LOCATION)
	  {
	    ptx_error (m, s->pos, "no instruction is called '%s'", s->insn.text);
	    ok = false;
	  }
  return ok;
}

/* Replaces px_arch (), PX_ARCH in TEXT, by its value, and removes the branches that it
   excludes.  The module refers to TEXT.  */
static ptx_module *
read_for (std::string &text, const px_arch &a)
{
  static const char name[] = "PX_ARCH";
  bool any = false;
  for (size_t at = 0; (at = text.find (name, at)) != std::string::npos; any = true)
    text.replace (at, sizeof name - 1, std::to_string (a.sm));
  ptx_module *m = ptx_read (text.data (), text.size (), main_input_filename, on_report, &text);
  if (m && any)
    ptx_fold_branches (m);
  return m;
}

static bool
exceeds (const ptx_demand &d, const px_arch &a)
{
  return d.sm > a.sm || (d.feature && !(d.sm == a.sm && a.feature));
}

static void
raise (ptx_demand *d, const ptx_demand &e)
{
  if (e.sm > d->sm || (e.sm == d->sm && e.feature))
    *d = e;
}

/* Removes from M what A does not support.  Returns what that would require, and in HELD which
   kernels remain.  */
static ptx_demand
leave_out (ptx_module *m, const px_arch &a, std::vector<bool> *held)
{
  ptx_demand need = {};
  std::vector<ptx_func *> out;
  std::set<const ptx_func *> hopper;
  for (const px_kernel_rec &k : px_kernels ())
    if (px_signature_of (k.twin).cluster || px_shared_bytes (k.twin) > px_limit_of (a.sm))
      hopper.insert (ptx_find_func (m, printed_name (k.twin).c_str ()));
  for (ptx_item *i = m->first; i; i = i->next)
    {
      if (i->kind != PTX_I_FUNC || !i->func->defined)
	continue;
      ptx_demand d = ptx_func_demands (i->func);
      if (hopper.count (i->func))
	raise (&d, { 78, 90, 0 });
      if (exceeds (d, a))
	{
	  raise (&need, d);
	  out.push_back (i->func);
	}
    }
  for (ptx_func *f : out)
    ptx_remove_func (m, f);
  for (const px_kernel_rec &k : px_kernels ())
    held->push_back (ptx_find_func (m, printed_name (k.twin).c_str ()));
  return need;
}

/* Counts the convergent operations of kernel NAME of M.  */
static ptx_digest
digest_of (ptx_module *m, const std::string &name)
{
  ptx_digest d = {};
  if (ptx_func *f = ptx_find_func (m, name.c_str ()))
    ptx_digest_func (f, &d);
  return d;
}

/* The device compiler aligns variables to 16 bytes at most: to more where the source asks for that.  */
static void
align_variables (ptx_module *m)
{
  varpool_node *v;
  FOR_EACH_VARIABLE (v)
    if (px_device_var_p (v->decl))
      {
	unsigned align = std::max (TYPE_ALIGN_UNIT (TREE_TYPE (v->decl)),
				   DECL_USER_ALIGN (v->decl) ? DECL_ALIGN_UNIT (v->decl) : 1);
	ptx_sym *s = ptx_lookup (m, px_ptx_name (v->decl).c_str ());
	if (s && s->var && align > ptx_var_align (s->var))
	  s->var->align = align;
      }
}

/* __constant variables of M, whose host half writes them by their names, lie in constant memory
   where they may.  Objects that are linked agree on .global: runtime/rename.c.  */
static bool
move_constants (ptx_module *m)
{
  std::vector<std::string> names;
  std::vector<const char *> texts;
  varpool_node *v;
  FOR_EACH_VARIABLE (v)
    if (px_device_var_p (v->decl) && px_constant_p (v->decl))
      names.push_back (px_ptx_name (v->decl));
  std::sort (names.begin (), names.end ());
  for (const std::string &n : names)
    texts.push_back (n.c_str ());
  return ptx_move_constants (m, texts.data (), texts.size ());
}

/* True if the author of the kernel with twin TWIN says of what pointer parameter PARM points to that
   nothing writes it while the kernel runs, unless through that pointer (C11 6.7.3.1).  What __alias
   names may be another parameter's as well.  */
static bool
readonly_p (tree twin, tree parm)
{
  tree type = TREE_TYPE (parm);
  return TYPE_RESTRICT (type) && TYPE_READONLY (TREE_TYPE (type))
	 && !TYPE_VOLATILE (TREE_TYPE (type)) && !px_alias_group (twin, parm)
	 && !px_without ("readonly");
}

/* What ptx_finalize is given of a kernel.  */
struct finalized
{
  tree twin;
  std::string name; /* in the device compiler's output */
  std::vector<ptx_value_param> values;
  std::vector<ptx_pointer_param> pointers;
  ptx_digest digest; /* of what the device compiler made */
};

/* Returns the kernels that HELD says to be in M.  Raises *ISA to what their parameters need.  */
static std::vector<finalized>
held_kernels (ptx_module *m, const std::vector<bool> &held, unsigned *isa)
{
  std::vector<finalized> v;
  for (size_t i = 0; i < held.size (); i++)
    {
      if (!held[i])
	continue;
      finalized k = {};
      k.twin = px_kernels ()[i].twin;
      k.name = printed_name (k.twin);
      k.digest = digest_of (m, k.name);
      unsigned index = 0;
      for (const px_piece &p : px_pieces (k.twin))
	{
	  if (p.aggregate)
	    {
	      /* GCC passes a struct of the size of an integer as an integer.  */
	      tree type = TREE_TYPE (p.parm);
	      unsigned align = std::max (TYPE_ALIGN_UNIT (type),
					 GET_MODE_ALIGNMENT (TYPE_MODE (type)) / BITS_PER_UNIT);
	      k.values.push_back ({ index, p.size, align });
	      *isa = std::max (*isa, 77u); /* for cvta.param */
	    }
	  else if (POINTER_TYPE_P (p.type))
	    k.pointers.push_back ({ index, 0, readonly_p (k.twin, p.parm) });
	  index++;
	}
      v.push_back (k);
    }
  return v;
}

/* Returns the options for K, which they refer to.  */
static ptx_kernel_options
kernel_options (const finalized &k)
{
  px_signature s = px_signature_of (k.twin);
  ptx_kernel_options o = {};
  o.name = k.name.c_str ();
  o.values = k.values.data ();
  o.nvalues = k.values.size ();
  o.pointers = k.pointers.data ();
  o.npointers = k.pointers.size ();
  if (s.threads)
    {
      o.reqntid[0] = s.threads;
      o.reqntid[1] = o.reqntid[2] = 1;
    }
  if (s.cluster)
    {
      o.cluster[0] = s.cluster;
      o.cluster[1] = o.cluster[2] = 1;
    }
  o.minnctapersm = s.minblocks;
  o.maxnreg = s.maxregs;
  /* ptxas does not deduce it from the block's size in a cluster, nor in a kernel without calls.  */
  if (s.threads && !s.maxregs && k.digest.count[PTX_OP_SETMAXNREG])
    o.maxnreg = px_first_registers (s);
  return o;
}

/* Transforms M with ptx_finalize, for architecture A and at least PTX ISA version ISA.  */
static bool
finalize_kernels (ptx_module *m, const px_arch &a, unsigned isa,
		  const std::vector<finalized> &kernels)
{
  std::vector<ptx_kernel_options> options;
  std::vector<ptx_renaming> renamings;
  for (const finalized &k : kernels)
    {
      options.push_back (kernel_options (k));
      renamings.push_back (
	{ k.name.c_str (), ptx_intern (m, k.name.c_str (), final_name (k.name).size ()) });
    }
  ptx_finalize_options o = {};
  o.contract = flag_unsafe_math_optimizations;
  o.keep_remainders = px_without ("divide");
  o.keep_masks = px_without ("masks");
  o.keep_tests = px_without ("tests");
  o.keep_common = px_without ("common");
  o.keep_sums = px_without ("chains");
  o.keep_moves = px_without ("moves");
  o.keep_repeats = px_without ("repeats");
  o.keep_dead = px_without ("dead");
  o.keep_layout = px_without ("layout");
  o.isa = isa;
  o.sm = a.sm;
  o.feature = a.feature;
  o.kernels = options.data ();
  o.nkernels = options.size ();
  o.renamings = renamings.data ();
  o.nrenamings = renamings.size ();
  return ptx_finalize (m, &o);
}

/* The launch determines the size of the block's shared memory.  */
static void
open_shared_memory (ptx_module *m)
{
  ptx_sym *smem = ptx_lookup (m, "px_smem");
  if (!smem || !smem->var)
    return;
  smem->var->dims[0] = 0;
  smem->var->align = 1024;
}

/* Raises M's version of the ISA to what its instructions need, which for inline PTX may be later than the
   architecture's, and checks M against the instructions' table.  */
static bool
check_version (ptx_module *m)
{
  ptx_demand d = ptx_demands (m);
  if (d.isa > m->version)
    m->version = d.isa;
  return ptx_check (m);
}

/* Checks that px's passes over PTX have not made convergent operations of a kernel more: where there
   are two, threads may execute different ones.  */
static bool
check_convergent (ptx_module *m, const std::vector<finalized> &kernels)
{
  for (const finalized &k : kernels)
    {
      ptx_digest d = digest_of (m, final_name (k.name));
      for (unsigned op = 0; op < PTX_NOPS; op++)
	if (d.count[op] > k.digest.count[op])
	  {
	    error_at (UNKNOWN_LOCATION, "kernel %qs has gained convergent operations",
		      k.name.c_str ());
	    return false;
	  }
    }
  return true;
}

/* Makes *OUT, the text for architecture A, of TEXT, the device compiler's output.  LIBS: the device
   libraries, opened at the first use.  COMPARE is called for each kernel that A can have.  Returns
   false if an error was reported.  */
static bool
finalize_for (std::string text, const px_arch &a, std::vector<ptx_archive *> *libs,
	      void (*compare) (tree, ptx_func *), px_image_text *out)
{
  ptx_module *m = read_for (text, a);
  if (!m || !check_known (m, text))
    {
      ptx_free (m);
      return false;
    }
  ptx_demand lacking = leave_out (m, a, &out->held);
  out->lacking_sm = lacking.sm;
  out->lacking_feature = lacking.feature;
  unsigned isa = px_isa_of (a);
  std::vector<finalized> kernels = held_kernels (m, out->held, &isa);
  open_shared_memory (m);
  align_variables (m);
  bool ok = link_libraries (m, libs) && (px_without ("const") || move_constants (m))
	    && finalize_kernels (m, a, isa, kernels) && check_undefined (m) && check_version (m);
  if (ok)
    for (const finalized &k : kernels)
      compare (k.twin, ptx_find_func (m, final_name (k.name).c_str ()));
  ok = ok && check_convergent (m, kernels);
  if (ok)
    {
      size_t n;
      char *s = ptx_print (m, &n);
      out->arch = a.sm | (a.feature ? PX_ARCH_EXACT : 0);
      out->isa = m->version;
      out->text.assign (s, n);
      free (s);
    }
  ptx_free (m);
  return ok;
}

static bool
save (const std::vector<px_image_text> &images)
{
  bool out = !strcmp (px_opt.save_ptx, "-");
  FILE *f = out ? stdout : fopen (px_opt.save_ptx, "w");
  bool ok = f != NULL;
  for (const px_image_text &i : images)
    if (ok)
      ok = fwrite (i.text.data (), 1, i.text.size (), f) == i.text.size ();
  if (f && (out ? fflush (f) : fclose (f)))
    ok = false;
  if (!ok)
    {
      int e = errno;
      if (!out)
	unlink (px_opt.save_ptx);
      errno = e;
      error_at (UNKNOWN_LOCATION, "cannot write PTX to %qs: %m", px_opt.save_ptx);
    }
  return ok;
}

/* Checks that every kernel is in some image.  */
static bool
check_held (const std::vector<px_image_text> &images)
{
  bool ok = true;
  for (size_t k = 0; k < px_kernels ().size (); k++)
    {
      const px_image_text *lacks = NULL;
      for (const px_image_text &t : images)
	if (t.held[k])
	  {
	    lacks = NULL;
	    break;
	  }
	else
	  lacks = &t;
      if (lacks)
	{
	  char name[16];
	  snprintf (name, sizeof name, "sm_%u%.1s", lacks->lacking_sm,
		    lacks->lacking_feature ? &lacks->lacking_feature : "");
	  px_error (DECL_SOURCE_LOCATION (px_kernels ()[k].stub), PX_D_KERNEL_ARCH,
		    px_kernels ()[k].stub, name, px_opt.arch ? px_opt.arch : "sm_80");
	  ok = false;
	}
    }
  return ok;
}

bool
px_finalize (const std::string &ptx, std::vector<px_image_text> *images,
	     void (*compare) (tree, ptx_func *))
{
  px_timer timer (PX_W_PTX);
  std::vector<px_arch> archs;
  if (!px_read_archs (&archs) || !px_check_placed (ptx))
    return false;
  std::vector<ptx_archive *> libs;
  std::string text = with_fragments (with_declarations (ptx));
  bool ok = true;
  for (size_t i = 0; ok && i < archs.size (); i++)
    {
      px_image_text t;
      ok = finalize_for (text, archs[i], &libs, compare, &t);
      images->push_back (t);
      /* Unless the user specifies architectures, add one that has what this one lacks.  */
      px_arch next = { t.lacking_sm, t.lacking_feature };
      if (ok && !px_opt.arch && t.lacking_sm && px_isa_of (next) && archs.size () < 4)
	archs.push_back (next);
    }
  ok = ok && check_held (*images);
  /* Only the first image, if it contains a kernel, and the last are useful.  */
  if (ok && !px_opt.arch && images->size () > 1)
    {
      const std::vector<bool> &held = images->front ().held;
      bool first = held.empty () || std::count (held.begin (), held.end (), true);
      images->erase (images->begin () + first, images->end () - 1);
    }
  for (ptx_archive *a : libs)
    ptx_archive_close (a);
  return ok && (!px_opt.save_ptx || save (*images));
}
