/* SPDX-License-Identifier: MIT */
/* What the sanitizer has found goes to report.c by these.  */
#ifndef PX_EMU_SANITIZE_REPORT_H
#define PX_EMU_SANITIZE_REPORT_H

#include "emulator/run/observer.h"

struct check_device;

enum report_kind
{
  REP_MEMORY,
  REP_INIT,
  REP_RACE,
  REP_SYNC,
  REP_ASYNC,
  REP_REGISTERS, /* those of a wgmma */
  REP_OUTLIVES,	 /* an asynchronous operation its block */
  REP_PROGRAM,
  REP_LEAK
};

struct access_at
{
  const char *verb; /* "read", "write", … */
  uint32_t site;
  uint64_t block; /* cluster * blocks of a cluster + rank */
  uint32_t warp, lane;
  uint64_t value;
  uint8_t value_bytes; /* 0: not known */
};

/* What is known besides of an error that ends a launch: an earlier access, if its verb is not NULL;
   what would cure it, or NULL.  */
struct cause
{
  struct access_at at;
  const char *missing;
};

/* One defect of the launch of W: WHAT, in a line; AT[0] is the access that showed it,
   AT[1] if N is 2 the earlier one; ADDR, SIZE: what both touched, 0 if nothing;
   MISSING: what would cure it, or NULL.  Equal reports are counted.  */
void report (struct warp *w, enum report_kind kind, const char *what, const struct access_at *at,
	     int n, uint64_t addr, uint32_t size, const char *missing);
/* The same of two accesses; bit I of WRITES says that AT[I] writes.  Reads that lack the same
   order with one write are one defect (cause.c).  */
void report_conflict (struct warp *w, enum report_kind kind, const char *what,
		      const struct access_at *at, unsigned writes, uint64_t addr, uint32_t size,
		      const char *missing);
/* Counts a conflict of the two accesses AT to the finding that it is one more of, and returns true, where that
   needs no text: the same two instructions of the kernel itself, which nothing but the launch has called, and
   threads no farther apart.  A program with one race mostly has it a million times: who would have to write
   its text asks first.  */
bool report_counted (const struct launch *l, enum report_kind kind, const struct access_at *at);
/* A report of one access that is not yet made; NULL without memory.  report_now makes
   it, unless F is NULL; report_never frees it.  */
struct found;
struct found *report_later (struct warp *w, enum report_kind kind, const char *what,
			    const struct access_at *at, const char *missing);
void report_now (struct found *f);
void report_never (struct found *f);
/* The error that ends a checked launch: of lanes LANES at op O of W, or W is NULL.  */
void report_error (const px_emu_error *e, struct warp *w, const struct op *o, uint32_t lanes);
/* A defect of the host's part of the program.  */
void report_host (enum report_kind kind, const char *what, const char *missing);
/* SIZE bytes of an allocation were not freed, which is reported but is not a defect.  */
void report_leak (uint64_t size, const char *where);
void report_unwritten (uint64_t bytes, const char *where); /* copied to the host */
/* What schedule SCHEDULE, a value of PXEMU_SCHEDULE, shows.  */
void report_schedule (enum report_kind kind, const char *what, const char *schedule);
/* RUNS schedules of KERNEL were run, with RESULTS different results; BOUND: why not
   all, or NULL.  Reports what was found.  */
void report_explored (const char *kernel, uint64_t runs, uint32_t results, const char *bound);
/* ADDR, a host address, as object and offset.  */
void name_address (const struct warp *w, uint64_t addr, char *text, size_t size);
/* Writes to TEXT "file:line" of SITE; "" if that is not known.  */
void site_place (const struct check_device *d, uint32_t site, char *text, size_t size);
/* This was not checked: WHY.  */
void report_incomplete (const char *why);
/* The process is about to end, WHY: reports what was found, also by launches that run.  */
void report_ended (const char *why);
/* From now on a signal that ends the process makes it report first (ended.c).  */
void check_ended (void);
/* What the end of the process shows; in check.c.  */
void check_at_end (void);
/* A launch was checked.  */
void report_launch (struct check_device *d);

#endif
