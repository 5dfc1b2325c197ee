/* SPDX-License-Identifier: MIT */
/* What the engine's tests share: a device, modules from text, launches, and the
   lines that the summary reads.  */
#ifndef PX_T_H
#define PX_T_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/emu.h"
#include "ptx/ptx.h"

static px_emu *dev;
static int failures;

static inline void __attribute__ ((format (printf, 2, 3)))
check (bool ok, const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  printf (ok ? "PASS: " : "FAIL: ");
  vprintf (fmt, ap);
  putchar ('\n');
  va_end (ap);
  failures += !ok;
  fflush (stdout);
}

/* A module and what it was read from.  */
struct mod
{
  ptx_module *ptx;
  px_emu_module *m;
};

static inline void
unload (struct mod *m)
{
  px_emu_module_unload (m->m);
  if (m->ptx)
    ptx_free (m->ptx);
}

/* Loads TEXT; on an error ERR says it, m.m is NULL.  */
static inline struct mod
load_err (const char *text, px_emu_error *err)
{
  struct mod m = { NULL, NULL };
  memset (err, 0, sizeof *err);
  m.ptx = ptx_read (text, strlen (text), "test.ptx", ptx_report_stdio, stderr);
  if (!m.ptx)
    return m;
  const ptx_module *p = m.ptx;
  m.m = px_emu_module_load (dev, &p, 1, true, NULL, err);
  return m;
}

static inline struct mod
load (const char *text)
{
  px_emu_error err;
  struct mod m = load_err (text, &err);
  if (!m.m)
    {
      printf ("%s\n%s\n", text, err.text);
      check (false, "module loads");
      exit (1);
    }
  return m;
}

/* Known, zeroed memory.  */
static inline void *
buffer (size_t size)
{
  void *p = aligned_alloc (256, (size + 255) / 256 * 256);
  if (!p)
    abort ();
  memset (p, 0, size);
  if (!px_emu_mem_add (dev, p, size, PX_EMU_MEM_DEVICE))
    abort ();
  return p;
}

static inline void
release (void *p)
{
  px_emu_mem_remove (dev, p);
  free (p);
}

#define HEADER ".version 8.0\n.target sm_90\n.address_size 64\n"

/* Runs entry NAME with arguments given by their addresses.  */
static inline bool
run_err (struct mod *m, const char *name, unsigned grid, unsigned block, void **args,
	 px_emu_error *err)
{
  px_emu_launch l = { .grid = { grid, 1, 1 }, .block = { block, 1, 1 }, .args = args,
		      .timeout_ms = 60000 };
  px_emu_func *f = px_emu_module_func (m->m, name);
  if (!f)
    {
      memset (err, 0, sizeof *err);
      err->kind = PX_EMU_NOT_FOUND;
      return false;
    }
  return px_emu_run (f, &l, NULL, err);
}

static inline bool
run (struct mod *m, const char *name, unsigned grid, unsigned block, void **args)
{
  px_emu_error err;
  bool ok = run_err (m, name, grid, block, args, &err);
  if (!ok)
    printf ("%s\n", err.text);
  return ok;
}

static inline uint64_t
rnd (void)
{
  static uint64_t s = 88172645463325252u;
  s ^= s << 13;
  s ^= s >> 7;
  s ^= s << 17;
  return s;
}

#endif
