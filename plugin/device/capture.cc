/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Captures the offload stream.  GCC streams every symbol marked `offloadable' to sections named
   .gnu.offload_lto_*, through three language hooks.  Here these sections are kept in memory and
   not written to the assembler.  The last one of a stream is the mode table.  Asm at file scope
   belongs to the host.  */

#include "plugin/device/device.h"
#include <elf.h>

struct stream_section
{
  std::string name, data;
};
/* The stream of this translation unit, and GCC's hooks that write all other sections.  */
struct px_unit_captured
{
  std::vector<stream_section> sections;
  bool within;	     /* a section of the stream has begun and not ended */
  void (*at_end) (); /* is called after the last section */
  void (*gcc_begin) (const char *);
  void (*gcc_append) (const void *, size_t, void *);
  void (*gcc_end) (void);
};

static px_unit_captured &
stream ()
{
  return px_unit_part (px_this_unit.captured);
}

static void
begin_section (const char *name)
{
  stream ().within = startswith (name, ".gnu.offload_lto_");
  if (stream ().within)
    stream ().sections.push_back ({ name, "" });
  else
    stream ().gcc_begin (name);
}

static void
append (const void *data, size_t n, void *block)
{
  if (stream ().within)
    stream ().sections.back ().data.append ((const char *) data, n);
  else
    stream ().gcc_append (data, n, block);
}

static void
end_section ()
{
  if (!stream ().within)
    {
      stream ().gcc_end ();
      return;
    }
  stream ().within = false;
  if (strstr (stream ().sections.back ().name.c_str (), "mode_table"))
    stream ().at_end ();
}

void
px_capture_start (void (*at_end) ())
{
  stream ().at_end = at_end;
  stream ().gcc_begin = lang_hooks.lto.begin_section;
  stream ().gcc_append = lang_hooks.lto.append_data;
  stream ().gcc_end = lang_hooks.lto.end_section;
  lang_hooks.lto.begin_section = begin_section;
  lang_hooks.lto.append_data = append;
  lang_hooks.lto.end_section = end_section;
}

static void
pad (std::string &s)
{
  s.resize ((s.size () + 7) & ~(size_t) 7, '\0');
}

/* Returns the sections as the ELF relocatable that lto1 reads: a null section, these, the
   section names.  */
std::string
px_capture_elf ()
{
  std::string body, names ("\0", 1);
  std::vector<Elf64_Shdr> heads (1, Elf64_Shdr ());
  auto add = [&] (const char *name, const std::string &data, unsigned type, unsigned flags) {
    Elf64_Shdr h = {};
    h.sh_name = names.size ();
    names += name;
    names += '\0';
    pad (body);
    h.sh_type = type;
    h.sh_flags = flags;
    h.sh_offset = sizeof (Elf64_Ehdr) + body.size ();
    h.sh_addralign = 1;
    const std::string &bytes = type == SHT_STRTAB ? names : data;
    h.sh_size = bytes.size ();
    body += bytes;
    heads.push_back (h);
  };
  for (stream_section &s : stream ().sections)
    if (!startswith (s.name.c_str (), ".gnu.offload_lto_.asm."))
      add (s.name.c_str (), s.data, SHT_PROGBITS, SHF_EXCLUDE);
  add (".shstrtab", "", SHT_STRTAB, 0);
  pad (body);

  Elf64_Ehdr e = {};
  memcpy (e.e_ident, ELFMAG, SELFMAG);
  e.e_ident[EI_CLASS] = ELFCLASS64;
  e.e_ident[EI_DATA] = ELFDATA2LSB;
  e.e_ident[EI_VERSION] = EV_CURRENT;
  e.e_type = ET_REL;
  e.e_machine = EM_X86_64;
  e.e_version = EV_CURRENT;
  e.e_shoff = sizeof e + body.size ();
  e.e_ehsize = sizeof e;
  e.e_shentsize = sizeof (Elf64_Shdr);
  e.e_shnum = heads.size ();
  e.e_shstrndx = heads.size () - 1;
  std::string elf ((const char *) &e, sizeof e);
  elf += body;
  elf.append ((const char *) heads.data (), heads.size () * sizeof (Elf64_Shdr));
  return elf;
}
