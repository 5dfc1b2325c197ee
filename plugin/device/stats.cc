/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -fplugin-arg-px-stats: prints what each kernel uses, from the finished PTX; and, if ptxas is
   installed, its statistics.  The same, and the PTX by line, for -fplugin-arg-px-report.  */

#include "plugin/base/page.h"
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

/* F's instructions, each with the line that its last .loc names: files are in FILES, by number.  */
static std::vector<std::pair<px_page_place, std::string>>
code_by_line (const ptx_func *f, const std::map<uint32_t, std::string> &files)
{
  std::vector<std::pair<px_page_place, std::string>> code;
  px_page_place at = { "", 0 };
  for (const ptx_stmt *s = f->first; s; s = s->next)
    if (s->kind == PTX_ST_LOC)
      {
	auto file = files.find (s->loc->file);
	at = { file == files.end () ? "" : file->second, (int) s->loc->line };
      }
    else if (s->kind == PTX_ST_INSN)
      if (char *text = ptx_print_stmt (f, s))
	{
	  code.push_back ({ at, text });
	  free (text);
	}
  return code;
}

/* The names of M's files, by number.  */
static std::map<uint32_t, std::string>
files_of (const ptx_module *m)
{
  std::map<uint32_t, std::string> files;
  for (const ptx_item *i = m->first; i; i = i->next)
    if (i->kind == PTX_I_FILE)
      files[i->file.index] = i->file.name;
  return files;
}

void
px_tell_code (const std::vector<px_image_text> &images, bool linked, unsigned (*syncs) (tree))
{
  for (const px_image_text &t : images)
    {
      std::map<std::string, std::string> said = ask_ptxas (t, linked);
      ptx_module *m = ptx_read (t.text.data (), t.text.size (), main_input_filename, NULL, NULL);
      std::map<uint32_t, std::string> files;
      if (m && px_opt.report)
	files = files_of (m);
      for (const px_kernel_rec &k : px_kernels ())
	{
	  std::string name = px_ptx_name (k.stub), arch = arch_name (t.arch);
	  ptx_func *f = m ? ptx_find_func (m, name.c_str ()) : NULL;
	  if (!f)
	    continue;
	  std::string used = std::to_string (px_shared_bytes (k.twin)) + " bytes of shared memory, "
			     + std::to_string (named_registers (f)) + " named registers, "
			     + std::to_string (barriers (f)) + " barriers, synchronisations: "
			     + std::to_string (syncs (k.twin)) + said[name];
	  if (px_opt.stats)
	    inform (DECL_SOURCE_LOCATION (k.stub), "%qD for %s: %s", k.stub, arch.c_str (),
		    used.c_str ());
	  if (px_opt.report)
	    px_page_part_of (k.twin).code.push_back ({ arch, used, code_by_line (f, files) });
	}
      if (m)
	ptx_free (m);
    }
}
