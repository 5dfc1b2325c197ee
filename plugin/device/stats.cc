/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -fplugin-arg-px-stats: prints what each kernel uses, from the finished PTX; and, if ptxas is
   installed, its statistics.  */

#include "plugin/device/device.h"
#include "ptx/ptx.h"
#include "runtime/image.h"

/* Counts the registers of fragments: %pxA1_2, where A is a letter (plugin/lower/frag.cc).  */
static unsigned
named_registers (const ptx_func *f)
{
  unsigned n = 0;
  for (const ptx_stmt *s = f->first; s; s = s->next)
    {
      const char *name = s->kind == PTX_ST_REG ? s->reg->name : "";
      if (startswith (name, "%px") && ISALPHA (name[3]) && ISDIGIT (name[4]) && strchr (name, '_'))
	n += s->reg->count ? s->reg->count : 1;
    }
  return n;
}

/* Returns the number of named barriers; if a number is computed, all of them.  */
static unsigned
barriers (const ptx_func *f)
{
  std::set<int64_t> numbers;
  for (const ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_INSN && ptx_opinfos ()[s->insn.op].flags & PTX_BARRIER && s->insn.nopnds)
      {
	if (s->insn.opnds[0].kind != PTX_O_IMM)
	  return 16;
	numbers.insert (s->insn.opnds[0].i);
      }
  return numbers.size ();
}

static std::string
arch_name (unsigned arch)
{
  return "sm_" + std::to_string (arch & ~PX_ARCH_EXACT) + (arch & PX_ARCH_EXACT ? "a" : "");
}

static location_t
kernel_loc (const std::string &name)
{
  for (const px_kernel_rec &k : px_kernels ())
    if (px_ptx_name (k.stub) == name)
      return DECL_SOURCE_LOCATION (k.stub);
  return UNKNOWN_LOCATION;
}

/* Returns what ptxas prints about T, by kernel; its performance warnings (C75xx) become
   warnings.  LINKED: T uses definitions of other files.  */
static std::map<std::string, std::string>
ask_ptxas (const px_image_text &t, bool linked)
{
  std::map<std::string, std::string> kernels;
  std::string said, kernel, arch = arch_name (t.arch);
  std::vector<std::string> argv = { "ptxas", "-v", "-arch=" + arch, "-o", "/dev/null" };
  if (linked)
    argv.push_back ("-c");
  if (px_run_on (argv, t.text, &said) < 0) /* it is not installed */
    return kernels;
  for (size_t i = 0, e; i < said.size (); i = e + 1)
    {
      e = std::min (said.find ('\n', i), said.size ());
      std::string line = said.substr (i, e - i);
      static const char head[] = "Function properties for ";
      size_t at = line.find (head), used = line.find ("Used ");
      if (at != std::string::npos)
	kernel = line.substr (at + sizeof head - 1);
      else if (line.find ("spill stores") != std::string::npos)
	kernels[kernel]
	  += "; " + line.substr (std::min (line.find_first_not_of (' '), line.size ()));
      else if (used != std::string::npos)
	kernels[kernel] += "; ptxas: " + line.substr (used);
      else if (line.find ("(C75") != std::string::npos
	       || line.find ("warning") != std::string::npos)
	warning_at (kernel_loc (kernel), 0, "ptxas for %s: %s", arch.c_str (), line.c_str ());
      else if (line.find ("error") != std::string::npos || line.find ("fatal") != std::string::npos)
	error_at (UNKNOWN_LOCATION, "ptxas for %s: %s", arch.c_str (), line.c_str ());
    }
  return kernels;
}

void
px_print_stats (const std::vector<px_image_text> &images, bool linked, unsigned (*syncs) (tree))
{
  for (const px_image_text &t : images)
    {
      std::map<std::string, std::string> said = ask_ptxas (t, linked);
      ptx_module *m = ptx_read (t.text.data (), t.text.size (), main_input_filename, NULL, NULL);
      for (const px_kernel_rec &k : px_kernels ())
	{
	  std::string name = px_ptx_name (k.stub);
	  if (ptx_func *f = m ? ptx_find_func (m, name.c_str ()) : NULL)
	    inform (DECL_SOURCE_LOCATION (k.stub),
		    "%qD for %s: %wu bytes of shared memory, %u named registers, %u barriers, "
		    "synchronisations: %u%s",
		    k.stub, arch_name (t.arch).c_str (), px_shared_bytes (k.twin),
		    named_registers (f), barriers (f), syncs (k.twin), said[name].c_str ());
	}
      if (m)
	ptx_free (m);
    }
}
