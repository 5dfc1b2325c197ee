/* SPDX-License-Identifier: MIT */
/* Findings, for report.c, which makes and prints them, and cause.c, which compares them.  */
#ifndef PX_EMU_SANITIZE_FOUND_H
#define PX_EMU_SANITIZE_FOUND_H

#include "emulator/sanitize/check.h"

#include <stdio.h>

struct spot
{
  const char *kernel; /* kept in NAMES; "" if not known */
  char verb[80], file[256], insn[128], value[40];
  /* Where it was inlined, or called from, innermost first.  */
  struct
  {
    char file[256];
    int line;
    bool call;
  } in[16];
  int n_in, line, ptx_line;
  unsigned block[3], thread[3], warp;
  uint32_t site;
  bool writes;
};

struct found
{
  struct found *next;
  enum report_kind kind;
  char what[1200], object[256], missing[240];
  char launched[600];	  /* a line that names the place, or "" */
  char memory_from[600];  /* lines: where the memory was allocated and freed, or "" */
  enum px_emu_kind error; /* that ended the launch; PX_EMU_OK: it was reported while it ran */
  bool polls;		  /* of a deadlock, as of px_emu_error */
  bool in_shared;	  /* it is in the memory of a block */
  uint64_t memory;	  /* what the object is, of accesses of one kernel: memory_at */
  struct found *cause;	  /* the finding whose cause is this one's, too, or NULL */
  unsigned more, told;	  /* findings whose cause it is; how many of them stderr has */
  char *schedule;	  /* that shows it again, or NULL; owned */
  unsigned size;
  struct spot at[2];
  int n;
  int reach;		   /* how far apart its two threads are */
  const void *device;	   /* whose numbers the sites are, or NULL */
  uint64_t count, printed; /* printed: COUNT as it was on stderr */
};

/* The first finding, or NULL.  The others follow it.  */
const struct found *first_finding (void);
/* What was not checked.  */
struct why
{
  struct why *next;
  char text[200];
};

/* What is to be said of this process.  */
struct outcome
{
  int verdict;		      /* px_emu_verdict */
  unsigned launches, checked; /* CHECK_... */
  uint64_t leaked;	      /* bytes */
  bool
    idle; /* no launch has ended, nothing was copied or filled instead, and none runs that a signal ends */
  const struct why *whys;
  const struct found *first;
};
/* A launch has begun; a copy or fill was done.  */
void report_begin (void);
void report_work (struct check_device *d);
/* json.c: writes it to the files that PXEMU_REPORT and PXEMU_PARTS name.  */
void write_outcome (const struct outcome *o);
/* report.c: the word for KIND; a command, in TO, that runs only what F is about, or "".  */
const char *kind_name (enum report_kind kind);
void say_again (const struct found *f, char *to, size_t size);

/* The finding that know_finding has noted for the places A and B, or NULL; with report.c's lock.  */
struct found *known_finding (const struct check_device *d, enum report_kind kind, uint32_t a,
			     uint32_t b);
void know_finding (const struct check_device *d, enum report_kind kind, uint32_t a, uint32_t b,
		   struct found *f);
/* True if A and B are the same pair of places, and so one finding.  */
bool same_finding (const struct found *a, const struct found *b);
/* The variable that has byte AT of the shared memory of a block of W's launch, and where it begins; NULL,
   with *BASE unchanged, if none has it.  */
const struct shared_var *shared_variable (const struct warp *w, uint64_t at, uint64_t *base);
/* Returns true if what F reports is not a defect, since vouched.def has all places of it.  */
bool vouched (const struct found *f);
/* What object is at ADDR for the threads of W: a number that differs for two variables of shared
   memory, and for two of global memory or two allocations.  0: not known.  */
uint64_t memory_at (const struct warp *w, uint64_t addr);
/* The finding of the list FIRST before F whose cause F has, too; NULL if F has its own.  */
struct found *cause_of (struct found *first, const struct found *f);
/* Writes to TO how many findings after F have its cause, and their other places.  */
void say_more (FILE *to, const struct found *f);

#endif
