/* SPDX-License-Identifier: MIT */
/* The sanitizer: what the program does beside its kernels, as the driver reports it.  */

#include "emulator/sanitize/found.h"
#include "emulator/run/device.h"

#include <stdio.h>

bool
px_emu_checking (const px_emu *emu)
{
  return emu->check != NULL;
}

bool
px_emu_checks_memory (const px_emu *emu)
{
  return emu->check && emu->check->what & CHECK_MEMORY;
}

void
px_emu_check_event (px_emu *emu)
{
  if (emu->check)
    emu->check->stamp++;
}

void
px_emu_check_worked (px_emu *emu)
{
  if (emu->check)
    report_work (emu->check);
}

void
px_emu_check_bad_free (px_emu *emu, uint64_t addr, size_t pending, const char *where)
{
  char what[900];
  uint64_t base = addr, size = pending;
  if (!emu->check || !(emu->check->what & CHECK_MEMORY))
    return;
  if (pending || (check_freed (emu, addr, &base, &size) && base == addr))
    snprintf (what, sizeof what, "double free of the %llu bytes at 0x%llx%s",
	      (unsigned long long) size, (unsigned long long) addr, where);
  else
    {
      px_emu_range r;
      bool heap = px_emu_mem_find (emu, addr, &r) && r.name == heap_name;
      snprintf (what, sizeof what, "free of 0x%llx, which %s%s", (unsigned long long) addr,
		heap ? "a kernel's malloc gave" : "is not the start of an allocation", where);
    }
  report_host (REP_MEMORY, what, NULL);
}

void
px_emu_check_late (px_emu *emu, const char *what, const char *where)
{
  char text[900];
  if (!emu->check || !(emu->check->what & CHECK_MEMORY))
    return;
  snprintf (text, sizeof text, "use after free: %s uses memory that was freed before it ran%s",
	    what, where);
  report_host (REP_MEMORY, text, "an order of the free after it");
}

void
px_emu_check_copied_out (px_emu *emu, uint64_t unwritten, uint64_t size, uint64_t addr,
			 const char *where)
{
  char what[1100], at[200];
  px_emu_range r;
  if (px_emu_mem_find (emu, addr, &r) && r.name)
    snprintf (at, sizeof at, "%.100s+%llu", r.name, (unsigned long long) (addr - r.base));
  else
    snprintf (at, sizeof at, "byte %llu of the %llu allocated at 0x%llx",
	      (unsigned long long) (addr - r.base), (unsigned long long) r.size,
	      (unsigned long long) r.base);
  snprintf (what, sizeof what, "a copy to the host of %llu bytes that nobody has written: %s%s",
	    (unsigned long long) size, at, where);
  if (unwritten == size)
    report_host (REP_INIT, what, "a kernel, copy or fill that writes them before it");
  else
    report_unwritten (unwritten, what + strlen (what) - strlen (where));
}

void
px_emu_check_leak (px_emu *emu, size_t size, const char *where)
{
  char what[900];
  if (!emu->check || !(emu->check->what & (CHECK_MEMORY | CHECK_LEAK)) || emu->check->failed)
    return;
  if (!(emu->check->what & CHECK_LEAK))
    {
      report_leak (size, where);
      return;
    }
  snprintf (what, sizeof what, "leak: %llu bytes are not freed%s", (unsigned long long) size,
	    where);
  report_host (REP_LEAK, what, "a free before the end of the context or program");
}

void
px_emu_check_left (px_emu *emu, const char *what, const char *missing)
{
  char text[900];
  if (!emu->check || !(emu->check->what & CHECK_LEAK) || emu->check->failed)
    return;
  snprintf (text, sizeof text, "leak: %s", what);
  report_host (REP_LEAK, text, missing);
}

void
px_emu_check_called_back (px_emu *emu, const char *where)
{
  char what[900];
  if (!emu->check || !(emu->check->what & CHECK_MEMORY))
    return;
  snprintf (what, sizeof what,
	    "a function that a stream calls calls CUDA itself, which is not permitted%s", where);
  report_host (REP_PROGRAM, what, "the call in a thread of the program's own, after a wait");
}

void
px_emu_check_missed (px_emu *emu, const char *what)
{
  if (emu->check)
    report_incomplete (what);
}
