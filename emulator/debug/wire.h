/* SPDX-License-Identifier: MIT */
/* What px-dap and the debugger in the program that it runs say to each other, over a socket of
   this machine.  A message is a kind and then numbers (n) and texts (t), in the order that stands
   beside the kind.  Both ends come from one source: WIRE_VERSION differs where they do not.

   A thread is (x y z t): its block, and its number there.  */
#ifndef PX_DEBUG_WIRE_H
#define PX_DEBUG_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIRE_VERSION 3

/* ---- words of both ends ---- */

/* What is to run until the next stop.  */
enum run
{
  RUN_ON,
  RUN_STEP,
  RUN_NEXT,
  RUN_FINISH,
  RUN_PTX,
  RUN_KERNEL, /* to the start of a kernel */
  RUN_DETACHED,
  RUN_SAME /* as before the stop, which was none for the user */
};

/* Why a thread has stopped.  */
enum why
{
  WHY_ENTRY,
  WHY_BREAK,
  WHY_STEP,
  WHY_PAUSE,
  WHY_FAULT,
  WHY_FINDING /* of the sanitizer */
};

/* What is a stop besides, in WIRE_BREAKS.  */
enum wire_stops
{
  STOPS_FAULT = 1,
  STOPS_FINDING = 2
};

/* Variables and numbers that are shown together.  */
enum debug_scope
{
  SCOPE_ARGUMENTS,  /* of C */
  SCOPE_LOCALS,	    /* of C */
  SCOPE_GLOBALS,    /* of C */
  SCOPE_SHARED,	    /* shared memory: PTX's variables */
  SCOPE_PARAMETERS, /* PTX's */
  SCOPE_REGISTERS,  /* PTX's */
  SCOPE_THREAD	    /* numbers of thread, block and grid */
};

/* ---- messages ---- */

enum wire_kind
{
  WIRE_NONE, /* the other end is gone, or its message is no message */

  /* The program, of its own accord.  */
  WIRE_HELLO, /* n: WIRE_VERSION */
  WIRE_LINES, /* t: a function; t: a file, or ""; n: how many; n...: lines of it that the function has */
  WIRE_BEGIN, /* t: a kernel; n n n: its grid; n n n: its blocks.  It waits for WIRE_GO.  */
  WIRE_STOP,  /* n: enum why; n n n n: the thread; n: the breakpoint; t: what is wrong, or ""; it
		 answers questions until WIRE_GO */

  /* It answers questions with one of these.  */
  WIRE_ANSWER, /* as the question says */
  WIRE_WRONG,  /* t: why there is none */

  /* Questions.  */
  WIRE_THREADS, /* -: for each group of threads at one place: n: 1; n n n n: the first; n: the chosen
		    one; n: how many; t: function; t: file; n: line; t: what it waits for; at last
		    n: 0 */
  WIRE_FRAMES, /* n n n n: a thread: for each, innermost first: n: 1; t: function; t: file; n: line;
		    n: column; n: address of the instruction; at last n: 0 */
  WIRE_CODE, /* n n n n: a thread; n: address of an instruction of one of its frames; n: the first one that
		    is wanted, counted from there, of which those may be negative (int64_t) that are before;
		    n: how many: for each that is there: n: 1; n: its number, as the first is counted; n: its
		    address; t: PTX; t: file; n: line; at last n: 0 */
  WIRE_SCOPE, /* n n n n: a thread; n: frame; n: enum debug_scope: rows as below */
  WIRE_PARTS, /* n n n n: a thread; n: frame; t: expression; n: first; n: count: rows: for each n: 1; t: name;
		    t: expression; t: text; t: type; n: named; n: indexed; n: address; at last
		    n: 0 */
  WIRE_EVALUATE, /* n n n n: a thread; n: frame; t: expression; n: format or 0: one row, n: 0 */
  WIRE_ASSIGN, /* n n n n: a thread; n: frame; t: expression; t: the one that it is to be: the row that
		    WIRE_EVALUATE has then */
  WIRE_FOCUS,  /* n n n n: a thread: it becomes the current one */
  WIRE_MEMORY, /* n n n n: a thread; n: address; n: bytes: t: as many of these as there are */

  /* No questions.  */
  WIRE_BREAKS, /* n: enum wire_stops; n: how many; for each n: number; t: file or kernel, or ""; n: line
		  or 0; n: address of an instruction or 0; t: condition or "": these breakpoints and no other
		  ones */
  WIRE_GO,     /* n: enum run; n n n n: the thread that steps: continues */
  WIRE_PAUSE /* stops as soon as a thread is between two operations */
};

struct wire
{
  unsigned char *bytes; /* from malloc */
  size_t n, cap, at;	/* at: of what is read next */
  bool bad;		/* no memory; or what was read is not there */
};

/* Appends to M.  */
void wire_put (struct wire *m, uint64_t x);
void wire_put_text (struct wire *m, const char *s, size_t n);
void wire_append (struct wire *m, const struct wire *more);
/* The next one of M; 0 and "" if it is not there.  *N: characters, or NULL.  */
uint64_t wire_take (struct wire *m);
const char *wire_take_text (struct wire *m, size_t *n);
/* Sends M, as KIND, and empties it; false: the other end is gone.  */
bool wire_send (int fd, enum wire_kind kind, struct wire *m);
/* Waits for the next message.  */
enum wire_kind wire_receive (int fd, struct wire *m);
void wire_free (struct wire *m);

struct sockaddr_un;
/* A new socket, and in *AT the address of PATH, where px-dap attaches; -1: errno says why not.  */
int wire_socket (const char *path, struct sockaddr_un *at);

#endif
