/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interface of plugin/device: makes images of the offload stream.  */
#ifndef PX_DEVICE_H
#define PX_DEVICE_H

#include "plugin/lower/lower.h"

/* plugin/device/capture.cc: keeps the offload stream in memory.  */
void px_capture_start (void (*at_end) ());
std::string px_capture_elf (); /* as an ELF relocatable */

/* plugin/device/devcc.cc: compiles the device object to PTX by GCC's nvptx compiler.  */
bool px_compile_device (const std::string &elf, std::string *ptx);
/* Runs ARGV, found in PATH, on a file with TEXT as its last argument.  Returns its exit status,
   or -1 if it cannot be run; SAID: its output.  */
int px_run_on (std::vector<std::string> argv, const std::string &text, std::string *said);

/* plugin/device/finalize.cc: makes one image of that PTX for each architecture.  */
struct px_image_text
{
  unsigned arch, isa;
  std::string text;
  std::vector<bool> held; /* by kernel: the image contains it */
  unsigned lacking_sm;	  /* an architecture that supports the rest; 0: none */
  char lacking_feature;
};
/* COMPARE is called with the device function of each kernel and its finished PTX.  */
bool px_finalize (const std::string &ptx, std::vector<px_image_text> *,
		  void (*compare) (tree, struct ptx_func *));

/* plugin/device/library.cc: px's own device library.  */
struct ptx_archive;
/* gets the functions' names */
std::string px_library_text (const std::vector<std::string> &lacking);
ptx_archive *px_string_archive (); /* functions on strings, one per member */

/* plugin/device/stats.cc: -fplugin-arg-px-stats, and the code on the page of -fplugin-arg-px-report.  */
/* SYNCS returns the number of synchronisations in a device function.  */
void px_tell_code (const std::vector<px_image_text> &, bool linked, unsigned (*syncs) (tree));

/* plugin/device/image.cc: makes the images and records of runtime/image.h, as variables of the
   host program.  */
void px_replace_symbols (tree fn); /* on PLUGIN_PRE_GENERICIZE */
bool px_emit_image (const std::vector<px_image_text> &);
/* returns true if it refers to a symbol of another file */

#endif
