/* SPDX-License-Identifier: MIT */
/* The debugger (PXEMU_DEBUG): a kernel stops at lines of its source, and its threads, registers
   and memory can be looked at.  debug.c decides where it stops; a front end, the terminal's or
   that for px-dap, asks its user what to do.  One worker runs a launch then, and one launch at a
   time has a turn.  */
#ifndef PX_DEBUG_H
#define PX_DEBUG_H

#include "emulator/debug/wire.h"
#include "emulator/run/engine.h"
#include "emulator/run/observer.h"

/* Where a thread is.  */
struct here
{
  struct warp *w;
  struct frame *frame;
  const struct op *pc; /* NULL: the thread has exited */
  uint32_t mask;       /* lanes there with it */
  int lane;
  const char *waits; /* or NULL */
};

/* EMU gets a debugger if PXEMU_DEBUG says so and there is memory.  */
void debug_watch (px_emu *emu);

/* ---- debug.c ---- */

/* A breakpoint.  */
struct stop_at
{
  int number;
  char *file;	   /* of LINE, "" for any; or the kernel */
  int line;	   /* 0: the start of kernel FILE */
  uint64_t op;	   /* of an instruction: its first op's address; 0: of a line or kernel */
  char *condition; /* or NULL */
  bool whole;	   /* FILE is all of the name in PTX, else its last part will do */
};

/* Warp W stops before O.  */
struct stop
{
  enum why why;
  struct warp *w;
  const struct op *o;
  int number;	    /* of the breakpoint */
  const char *text; /* what is wrong with its condition, the fault or the finding; NULL: nothing */
};

struct debugger
{
  struct stop_at *at;
  size_t n_at, cap_at;
  size_t n_ops; /* of them those of instructions */
  int last;	/* number given */
  enum run run;
  bool no_faults;      /* a fault is not a stop */
  bool no_findings;    /* nor is what the sanitizer finds */
  uint32_t asked;      /* ops since front.pause was asked */
  struct block *block; /* the current thread */
  unsigned thread;
  uint32_t depth; /* of its frame when it went on */
  const struct ptx_loc *loc;
  struct launch *launch;
  /* Of launches that the sanitizer checks: what it observes with, and that with the debugger's own; the warp
     that runs, and the op that it executes.  */
  const struct observer *under;
  struct observer both;
  struct warp *running;
  const struct op *next;
  bool ends;		/* the kernel is to end before its next op */
  pthread_mutex_t lock; /* of the launch whose turn it is; recursive */
  const struct front *front;
  void *own; /* the front end's */
};

/* A front end.  */
struct front
{
  /* Function F has been decoded, to N OPS, which are not yet in F; or NULL.  */
  void (*code) (struct debugger *d, const px_emu_func *f, const struct op *ops, uint32_t n);
  /* d->launch begins.  */
  void (*begin) (struct debugger *d);
  /* A thread has stopped: asks until it calls debug_go, or sets d->run.  */
  void (*stop) (struct debugger *d, const struct stop *s);
  /* True if threads are to stop now; or NULL.  */
  bool (*pause) (struct debugger *d);
  void (*free) (struct debugger *d);
};

/* Adds a breakpoint like B, whose texts it copies; false without memory.  */
bool debug_add_break (struct debugger *d, const struct stop_at *b);
/* Removes breakpoint NUMBER, 0: all.  */
void debug_delete_break (struct debugger *d, int number);
/* Where thread T of B is, while S is the stop.  */
struct here debug_here (const struct stop *s, struct block *b, unsigned t);
/* Block ID, if it runs now, or NULL.  */
struct block *debug_block (const struct debugger *d, const unsigned id[3]);
/* Continues: the current thread is at H.  */
void debug_go (struct debugger *d, const struct here *h, enum run run);
/* Ends the kernel, which has stopped at S, with an error.  */
void debug_kill (struct debugger *d, const struct stop *s);

/* The front ends: each fills in D's FRONT and OWN.  False without memory.  */
bool debug_terminal (struct debugger *d);
/* remote.c: FD is a socket that px-dap has the other end of (wire.h); false also if it is not.  */
bool debug_remote (struct debugger *d, int fd);
/* Waits until px-dap attaches at PATH, which becomes a socket, and goes when it has.  The other end, or -1,
   when stderr has said why not.  */
int debug_attached (const char *path);

/* ---- value.c ----

   Of a thread that has not exited.  What is wrong with the text of an expression is printed in
   place of its value, or is *ERROR.  */

/* Print expression TEXT; FORMAT: x, d, u, f, c or 0.  */
void debug_print (const struct here *, const char *text, char format);
/* The lanes of H's mask for which TEXT is not 0.  */
uint32_t debug_true (const struct here *h, const char *text, const char **error);
/* The address that TEXT, a pointer, array or number, is.  */
bool debug_address (const struct here *, const char *text, uint64_t *a, const char **error);
/* Print BITS at address A; TYPE: b, u, s or f.  False: there is no memory.  */
bool debug_memory (const struct here *, uint64_t a, char type, unsigned bits);

/* ---- assign.c ---- */

/* What expression TEXT is becomes the number that VALUE, an expression, is, converted as C does.  False:
   ERROR, of SIZE, says what is wrong.  */
bool debug_assign (const struct here *h, const char *text, const char *value, char *error,
		   size_t size);

/* ---- rows.c ---- */

/* A variable or a part of one.  */
struct debug_row
{
  const char *name;
  const char *expression; /* "": it has none */
  const char *text;	  /* the value */
  const char *type;	  /* in C; "": not known */
  uint64_t named;	  /* its parts that have names */
  uint64_t indexed;	  /* its elements, at most one of both is not 0 */
  uint64_t address;	  /* 0: it is not in memory */
};
typedef void debug_row_fn (void *closure, const struct debug_row *row);

/* Calls FN for what SCOPE has of H.  Returns how many there are; -1: the code describes no variables
   of C.  */
int debug_rows (const struct here *h, enum debug_scope scope, debug_row_fn *fn, void *closure);
/* Calls FN for the value of TEXT; FORMAT as for debug_print.  False: ERROR, of SIZE, says what is
   wrong.  */
bool debug_row_of (const struct here *h, const char *text, char format, debug_row_fn *fn,
		   void *closure, char *error, size_t size);
/* Calls FN for COUNT parts of the value of TEXT, from part FROM on; COUNT 0: for all.  */
bool debug_parts (const struct here *h, const char *text, uint64_t from, uint64_t count,
		  debug_row_fn *fn, void *closure, char *error, size_t size);

#endif
