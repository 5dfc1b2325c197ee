/* SPDX-License-Identifier: MIT */
/* Where in the program something happens, for the sanitizer's reports: the functions that have called the
   driver are recorded when it is called, and their names and lines are looked up, by addr2line,
   when there is something to report.  */
#define _GNU_SOURCE
#include "emulator/driver/drv.h"
#include "base/room.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum
{
  FRAMES = PLACE_FRAMES,
  FUNCTION = 2000 /* bytes of a function's name, as the linker has it */
};

/* Finds the name of PC's function, FUNCTION, and its FILE:LINE, LINE, each at most so many
   bytes; empty if unknown.  CALL: PC is a return address.  */
static void
look_up_symbol (void *pc, bool call, char *function, size_t size, char *line, size_t line_size)
{
  Dl_info d;
  char exe[300], command[600];
  *function = *line = 0;
  if (!dladdr (pc, &d) || !d.dli_fname)
    return;
  /* The program's own name may be relative to the PATH.  */
  const char *file = d.dli_fname;
  ssize_t length
    = strcmp (file, program_invocation_name) ? 0 : readlink ("/proc/self/exe", exe, sizeof exe - 1);
  if (length > 0)
    {
      exe[length] = 0;
      file = exe;
    }
  uintptr_t at = (uintptr_t) pc - call;
  if (((const Elf64_Ehdr *) d.dli_fbase)->e_type != ET_EXEC)
    at -= (uintptr_t) d.dli_fbase;
  if (strchr (file, '\'')
      || (size_t) snprintf (command, sizeof command, "addr2line -f -e '%s' 0x%lx 2>/dev/null", file,
			    at)
	   >= sizeof command)
    return;
  FILE *f = popen (command, "r");
  if (!f)
    return;
  if (!fgets (function, size, f) || !fgets (line, line_size, f))
    *line = 0;
  pclose (f);
  function[strcspn (function, "\n")] = line[strcspn (line, " \n")] = 0;
  if (*function == '?')
    *function = 0;
  const char *number = strrchr (line, ':');
  if (!number || number[1] < '1' || number[1] > '9')
    *line = 0;
}

/* Writes the place of PC as FUNCTION (FILE:LINE), or as an offset in its object.  */
static void
place_of (void *pc, bool call, char *text, size_t size)
{
  Dl_info d;
  char function[FUNCTION], line[400];
  look_up_symbol (pc, call, function, sizeof function, line, sizeof line);
  char *cxx = px_emu_source_name (function);
  const char *name = strrchr (line, '/'), *fn = cxx ? cxx : function;
  if (*function && *line)
    snprintf (text, size, "%.200s (%.200s)", fn, name ? name + 1 : line);
  else if (*function)
    snprintf (text, size, "%.400s", fn);
  else if (dladdr (pc, &d) && d.dli_fname)
    snprintf (text, size, "%s+0x%lx", d.dli_fname, (uintptr_t) pc - call - (uintptr_t) d.dli_fbase);
  else
    snprintf (text, size, "%p", pc);
  free (cxx);
}

/* The object with PC: its name, empty for the program, and where it begins, which are its while it
   is loaded.  False: there is none.  Each launch of a checked program asks this of its callers, and
   dladdr looks at all symbols of an object.  */
static bool
object_of (void *pc, const char **name, const void **begin)
{
#if __GLIBC_PREREQ(2, 35)
  struct dl_find_object d;
  if (_dl_find_object (pc, &d) || !d.dlfo_link_map->l_name)
    return false;
  *name = d.dlfo_link_map->l_name;
  *begin = d.dlfo_map_start;
#else
  Dl_info d;
  if (!dladdr (pc, &d) || !d.dli_fname)
    return false;
  *name = d.dli_fname;
  *begin = d.dli_fbase;
#endif
  return true;
}

/* Returns true if PC is in the C library, the emulator, or a library that loads them.  */
static bool
library (void *pc)
{
  static const char *const names[]
    = { "/libc.so",   "/libm.so",   "/ld-linux", "/libcudart", "/libcuda.so",
	"/libcublas", "/libcurand", "/libcufft", "/libpx.so",  "/px-static.so" };
  const char *name, *own_name;
  const void *begin, *own;
  if (!object_of (pc, &name, &begin) || !object_of ((void *) (uintptr_t) library, &own_name, &own))
    return false;
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (strstr (name, names[k]))
      return true;
  return begin == own;
}

void
place_frames (void *pc, void *const *frames, int n, char *text, size_t size)
{
  int i = 0;
  while (i < n && frames[i] != pc)
    i++;
  int first = i;
  while (i < n && library (frames[i]))
    i++;
  if (i < n)
    place_of (frames[i], i > first, text, size);
  else
    place_of (pc, false, text, size);
}

void
place_callers (struct callers *callers)
{
  void *frames[FRAMES];
  int n = backtrace (frames, FRAMES), k = 0;
  *callers = (struct callers){ .pc = { NULL } };
  for (int i = 0; i < n && k < (int) (sizeof callers->pc / sizeof *callers->pc); i++)
    if (!library (frames[i]))
      callers->pc[k++] = frames[i];
}

/* Returns true if FUNCTION, at LINE, is one that nvcc makes for a launch of KERNEL: its stub, and
   a function of its name; or a template of the runtime's header, such as cudaMalloc.  */
static bool
of_runtime (const char *function, const char *line, const char *kernel)
{
  const char *name = strncmp (function, "_Z", 2) ? "" : function + 2;
  char *cxx = px_emu_source_name (function);
  bool is = strstr (function, "__device_stub_") || strstr (function, "cudaLaunchKernel")
	    || !strncmp (name + strspn (name, "L0123456789"), "cuda", 4)
	    || strstr (line, ".cudafe1.stub.c") || strstr (line, "cuda_runtime.h:")
	    || !strcmp (kernel, cxx ? cxx : function);
  free (cxx);
  return is;
}

/* Returns true if FUNCTION, at LINE, is of the libraries of templates that come with nvcc.  */
static bool
of_templates (const char *function, const char *line)
{
  static const char *const begins[] = { "_ZN3cub",  "_ZNK3cub",	 "_ZN6thrust", "_ZNK6thrust",
					"_ZN4cuda", "_ZNK4cuda", "_ZNSt",      "_ZSt" };
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (!strncmp (function, begins[i], strlen (begins[i])))
      return true;
  return strstr (line, "/cccl/");
}

/* Writes to TEXT the place where the N functions at PC called; KERNEL: the name of what they
   launched, or "".  */
static void
place_call (void *const *pc, size_t n, const char *kernel, char *text, size_t size)
{
  char function[FUNCTION], line[400];
  void *found = NULL;
  *text = 0;
  for (size_t k = 0; k < n && pc[k]; k++)
    {
      look_up_symbol (pc[k], true, function, sizeof function, line, sizeof line);
      if (of_runtime (function, line, kernel))
	continue;
      bool inner = of_templates (function, line);
      if (!found || !inner)
	found = pc[k];
      if (!inner)
	break;
    }
  if (found)
    place_of (found, true, text, size);
}

/* Writes to TEXT a line with the place where CALLERS submitted NAME, which is KERNEL or "".  */
static void
place_named (const struct callers *callers, const char *name, const char *kernel, char *text,
	     size_t size)
{
  char place[450], graph[450];
  place_call (callers->pc, sizeof callers->pc / sizeof *callers->pc, kernel, place, sizeof place);
  place_call (callers->graph, sizeof callers->graph / sizeof *callers->graph, "", graph,
	      sizeof graph);
  *text = 0;
  if (*place)
    snprintf (text, size, "\n  %.80s: in %.400s%s%.400s", name, place,
	      *graph ? ", of a graph that is launched in " : "", graph);
}

void
place_started (const struct callers *callers, const char *name, char *text, size_t size)
{
  place_named (callers, name, strncmp (name, "kernel ", 7) ? "" : name + 7, text, size);
}

void
place_launch (const struct callers *callers, const char *kernel, char *text, size_t size)
{
  char *cxx = px_emu_source_name (kernel);
  place_named (callers, "the launch", cxx ? cxx : kernel, text, size);
  free (cxx);
}

/* ---- memory ---- */

/* Memory that is there no more.  Its addresses are not used again in a checked run.  */
static struct ended
{
  uintptr_t base;
  size_t size;
  struct callers made, ended;
} * endeds;
static size_t n_endeds, cap_endeds;

void
place_ended (const struct mem *m)
{
  enum
  {
    MOST = 1 << 16 /* of programs that allocate without an end, the first */
  };
  if (n_endeds == MOST || !PX_ROOM (endeds, n_endeds, cap_endeds))
    return;
  struct ended *e = &endeds[n_endeds++];
  *e = (struct ended){ .base = m->base, .size = m->size, .made = m->callers };
  place_callers (&e->ended);
}

void
place_memory (uint64_t addr, char *text, size_t size)
{
  enum
  {
    NEAR = 4096, /* bytes after an allocation */
    TRIES = 100
  };
  struct callers made = { .pc = { NULL } }, ended = made;
  int tries = 0;
  *text = 0;
  /* This is called while a kernel runs: who holds the lock may wait for it.  */
  while (pthread_mutex_trylock (&drv.lock))
    if (tries++ == TRIES)
      return;
    else
      nanosleep (&(struct timespec){ 0, 1000000 }, NULL);
  const struct mem *m = mem_below (addr);
  if (m && addr - m->base < m->size)
    made = m->callers;
  else
    {
      size_t i = n_endeds;
      while (i && addr - endeds[i - 1].base >= endeds[i - 1].size)
	i--;
      if (i)
	{
	  made = endeds[i - 1].made;
	  ended = endeds[i - 1].ended;
	}
      else if (m && addr - m->base - m->size < NEAR)
	made = m->callers;
    }
  pthread_mutex_unlock (&drv.lock);
  place_started (&made, "the allocation", text, size);
  place_started (&ended, "the free", text + strlen (text), size - strlen (text));
}

DRV_EXPORT void
pxemu_started (const char *kernel, char *text, size_t size)
{
  const char *check = getenv ("PXEMU_CHECK");
  char name[300] = "the call", *cxx = kernel ? px_emu_source_name (kernel) : NULL;
  struct callers callers;
  *text = 0;
  if (kernel)
    snprintf (name, sizeof name, "kernel %s", cxx ? cxx : kernel);
  free (cxx);
  place_callers (&callers);
  if (check && *check)
    place_started (&callers, name, text, size);
}
