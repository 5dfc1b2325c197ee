/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PTX to PTX, once for each architecture: libptx (ptx/ptx.h) does the work,
   this file tells it what only the plugin knows: the kernels' names,
   parameters and launch bounds, the architectures, the device libraries.  */

#include "px-plugin.h"
#define class class_                    /* a member's name in C */
extern "C" {
#include "ptx/ptx.h"
}
#undef class
#include "runtime/image.h"

/* ---- architectures ---------------------------------------------------- */

struct arch { unsigned sm; char feature; };

/* The PTX ISA that first knows an architecture (PTX ISA, release notes).  */
static const struct { unsigned sm; char feature; unsigned isa; } known[] = {
  { 80, 0, 70 }, { 86, 0, 71 }, { 87, 0, 74 }, { 89, 0, 78 }, { 90, 0, 78 }, { 90, 'a', 80 },
  { 100, 0, 86 }, { 100, 'a', 86 }, { 101, 0, 86 }, { 101, 'a', 86 }, { 103, 0, 88 },
  { 103, 'a', 88 }, { 120, 0, 87 }, { 120, 'a', 87 }, { 121, 0, 88 }, { 121, 'a', 88 }
};

static unsigned isa_of (const arch &a)
{
  for (const auto &k : known)
    if (k.sm == a.sm && k.feature == a.feature)
      return k.isa;
  return 0;
}

/* One word of -fplugin-arg-px-arch.  */
static bool read_arch (const std::string &s, arch *a)
{
  unsigned sm;
  char feature = 0;
  int used = 0;
  if (sscanf (s.c_str (), "sm_%u%n", &sm, &used) < 1)
    return false;
  if (s[used] && s.size () == (size_t) used + 1)
    feature = s[used++];
  *a = { sm, feature };
  return s.size () == (size_t) used && isa_of (*a);
}

static bool read_archs (std::vector<arch> *v)
{
  std::string list = px_opt.arch ? px_opt.arch : "sm_80";
  size_t i = 0;
  while (i <= list.size ()) {
    size_t e = std::min (list.find (',', i), list.size ());
    std::string word = list.substr (i, e - i);
    arch a;
    if (!read_arch (word, &a)) {
      error ("unknown architecture %qs in %<-fplugin-arg-px-arch=%s%>: the first is %<sm_80%>, "
	     "and the last %<sm_121a%>", word.c_str (), list.c_str ());
      return false;
    }
    bool twice = false;
    for (const arch &b : *v)
      twice |= a.sm == b.sm && a.feature == b.feature;
    if (!twice)
      v->push_back (a);
    i = e + 1;
  }
  if (v->size () > 32) {
    error ("%<-fplugin-arg-px-arch%> has more than 32 architectures");
    return false;
  }
  return true;
}

bool px_check_archs ()
{
  std::vector<arch> v;
  return read_archs (&v);
}

/* ---- libraries -------------------------------------------------------- */

/* newlib and libgcc for nvptx, opened when first asked for.  */
static std::vector<ptx_archive *> libraries ()
{
  static const char *const names[] = { "libm.a", "libc.a", "libgcc.a" };
  std::vector<ptx_archive *> v;
  for (const char *n : names) {
    std::string path = std::string (px_opt.nvptx_libs ? px_opt.nvptx_libs : PX_NVPTX_LIBDIR) + "/" + n;
    if (ptx_archive *a = ptx_archive_open (path.c_str (), NULL, NULL))
      v.push_back (a);
  }
  return v;
}

/* ---- the module ------------------------------------------------------- */

/* A mistake in the PTX is px's own or the user's inline PTX.  */
static void on_report (void *, const ptx_diag *d)
{
  if (d->level == PTX_ERROR)
    error ("device code, PTX line %u: %s", d->line, d->text);
}

/* What is still undefined after linking, and no other object of px's has.  */
static bool check_undefined (ptx_module *m)
{
  bool ok = true;
  for (ptx_item *i = m->first; i; i = i->next) {
    if (i->kind != PTX_I_FUNC || i->func->defined || i->func->linkage != PTX_L_EXTERN)
      continue;
    const char *name = i->func->sym->name;
    if (ptx_find_func (m, name) || px_device_symbol_p (name)
	|| !strcmp (name, "vprintf") || !strcmp (name, "__assertfail")
	|| !strcmp (name, "malloc") || !strcmp (name, "free"))
      continue;
    px_error (px_call_location (name), PX_D_NO_SUCH_FUNCTION, name);
    ok = false;
  }
  return ok;
}

/* Kernel K's name in what the device compiler prints.  */
static std::string printed_name (tree twin)
{
  std::string s = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (twin));
  for (char &c : s)
    if (c == '.')
      c = '$';
  return s;
}

static bool finalize_for (const std::string &text, const arch &a,
			  const std::vector<ptx_archive *> &libs, px_image_text *out)
{
  ptx_module *m = ptx_read (text.data (), text.size (), main_input_filename, on_report, NULL);
  if (!m)
    return false;
  std::vector<ptx_kernel_options> kernels;
  std::vector<ptx_renaming> renamings;
  std::vector<std::string> names;
  std::vector<std::vector<ptx_value_param>> values (px_kernels.size ());
  std::vector<std::vector<ptx_pointer_param>> pointers (px_kernels.size ());
  names.reserve (px_kernels.size ());
  unsigned isa = isa_of (a);

  for (size_t i = 0; i < px_kernels.size (); i++) {
    tree twin = px_kernels[i].twin;
    px_signature s = px_signature_of (twin);
    names.push_back (printed_name (twin));
    unsigned index = 0;
    for (const px_piece &p : px_pieces (twin)) {
      if (p.aggregate) {
	values[i].push_back ({ index, p.size, (unsigned) TYPE_ALIGN_UNIT (TREE_TYPE (p.parm)) });
	isa = std::max (isa, 77u);      /* cvta.param */
      } else if (POINTER_TYPE_P (p.type))
	pointers[i].push_back ({ index, 0, false });
      index++;
    }
    ptx_kernel_options k = {};
    k.name = names.back ().c_str ();
    k.values = values[i].data ();
    k.nvalues = values[i].size ();
    k.pointers = pointers[i].data ();
    k.npointers = pointers[i].size ();
    if (s.threads) {
      k.reqntid[0] = s.threads;
      k.reqntid[1] = k.reqntid[2] = 1;
    }
    if (s.cluster) {
      k.cluster[0] = s.cluster;
      k.cluster[1] = k.cluster[2] = 1;
    }
    k.minnctapersm = s.minblocks;
    k.maxnreg = s.maxregs;
    kernels.push_back (k);
    renamings.push_back ({ k.name, IDENTIFIER_POINTER (DECL_NAME (px_kernels[i].stub)) });
  }

  ptx_finalize_options o = {};
  o.isa = isa;
  o.sm = a.sm;
  o.feature = a.feature;
  o.kernels = kernels.data ();
  o.nkernels = kernels.size ();
  o.renamings = renamings.data ();
  o.nrenamings = renamings.size ();
  o.archives = libs.data ();
  o.narchives = libs.size ();
  bool ok = ptx_finalize (m, &o) && check_undefined (m);
  if (ok) {
    ptx_demand d = ptx_demands (m);
    if (d.isa > m->version)
      m->version = d.isa;
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

static bool save (const std::vector<px_image_text> &images)
{
  bool out = !strcmp (px_opt.save_ptx, "-");
  FILE *f = out ? stdout : fopen (px_opt.save_ptx, "w");
  bool ok = f != NULL;
  for (const px_image_text &i : images)
    if (ok)
      ok = fwrite (i.text.data (), 1, i.text.size (), f) == i.text.size ();
  if (f && (out ? fflush (f) : fclose (f)))
    ok = false;
  if (!ok) {
    int e = errno;
    if (!out)
      unlink (px_opt.save_ptx);
    errno = e;
    error ("cannot write PTX to %qs: %m", px_opt.save_ptx);
  }
  return ok;
}

bool px_finalize (const std::string &ptx, std::vector<px_image_text> *images)
{
  std::vector<arch> archs;
  if (!read_archs (&archs))
    return false;
  std::vector<ptx_archive *> libs = libraries ();
  bool ok = true;
  for (const arch &a : archs) {
    px_image_text t;
    ok = finalize_for (ptx, a, libs, &t);
    if (!ok)
      break;
    images->push_back (t);
  }
  for (ptx_archive *a : libs)
    ptx_archive_close (a);
  return ok && (!px_opt.save_ptx || save (*images));
}
