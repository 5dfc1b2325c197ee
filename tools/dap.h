/* SPDX-License-Identifier: MIT */
/* What the files of px-dap share.  px-dap speaks the Debug Adapter Protocol (DAP) with an editor
   on its standard input and output, and emulator/debug/wire.h's messages with the debugger in the
   program, which it runs.  */
#ifndef PX_DAP_H
#define PX_DAP_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "emulator/debug/wire.h"

/* ---- dap-channel.c: the editor ---- */

struct channel
{
  char *bytes; /* read and not yet used */
  size_t n, cap;
  bool lost; /* what stood where a message should begin has been reported; one is searched for */
  int seq;   /* of the last message sent */
  bool gone; /* the editor reads no more */
};

enum channel_found
{
  FOUND_MESSAGE,
  FOUND_WRONG,	/* what is wrong is in ERROR */
  FOUND_NOTHING /* until more is read */
};

/* Reads what there is; false at the end of the input.  */
bool channel_read (struct channel *c);
/* Takes the next message: *MESSAGE, an object that the caller frees, or ERROR, of SIZE.  */
enum channel_found channel_next (struct channel *c, json_t **message, char *error, size_t size);
/* Sends MESSAGE with a number, and frees it.  */
void channel_send (struct channel *c, json_t *message);
/* N bytes of S as a string of JSON, in which what is not UTF-8 is U+FFFD.  */
json_t *json_text (const char *s, size_t n);

/* ---- dap-lines.c: lines that have code, breakpoints ---- */

/* A file, as PTX names it.  */
struct source_file
{
  char *name;
  uint32_t *lines; /* ascending */
  size_t n, cap;
};

/* Which of the times that threads come to a breakpoint are hits.  */
struct hits
{
  enum hits_of
  {
    HITS_ALL,
    HITS_FROM, /* the Nth, and all after it */
    HITS_ONCE, /* the Nth */
    HITS_EACH  /* each Nth */
  } of;
  uint64_t n;
};

struct breakpoint
{
  int id;
  enum break_kind
  {
    BREAK_LINE,
    BREAK_FUNCTION,
    BREAK_INSTRUCTION
  } kind;
  char *path;	    /* of a line's file, or NULL */
  char *function;   /* or NULL */
  uint64_t address; /* of an instruction, or 0 */
  char *condition;  /* or NULL */
  char *log;	    /* what to print there instead of a stop, or NULL */
  struct hits hits;
  uint64_t came; /* how often threads have come to it */
  int line, at;	 /* as wanted; where the code is, of functions and instructions 1; 0: nowhere yet */
};

struct code
{
  struct source_file *files;
  size_t n_files, cap_files;
  char **functions; /* names in PTX */
  size_t n_functions, cap_functions;
  struct breakpoint *breaks;
  size_t n_breaks, cap_breaks;
  int last_id;
  char **folders; /* where files with relative names are searched for */
  size_t n_folders, cap_folders;
};

/* What a WIRE_LINES message says.  */
void code_add (struct code *c, const char *function, const char *file, const uint32_t *lines,
	       size_t n);
/* Adds what FILE, PTX or a program with px's images, has; nothing if it is neither.  */
void code_read (struct code *c, const char *file);
void code_add_folder (struct code *c, const char *folder);
/* True if NAME, of PTX, is the user's file PATH.  */
bool code_same_file (const struct code *c, const char *path, const char *name);
/* The path of NAME, of PTX, which the caller frees; NULL: there is no such file here.  */
char *code_path (const struct code *c, const char *name);
/* Adds a breakpoint like B, whose texts it copies, with a number of its own.  NULL without memory.  */
struct breakpoint *code_add_break (struct code *c, const struct breakpoint *b);
/* What TEXT, `N', `>N', `>=N', `=N' or `%N', says; false: it says nothing of the kind.  */
bool code_hits (const char *text, struct hits *hits);
/* Threads have come to B: true if that is a hit.  */
bool code_came (struct breakpoint *b);
/* Removes those of KIND, those of lines if they are of PATH.  */
void code_clear_breaks (struct code *c, enum break_kind kind, const char *path);
/* Sets B->at; true if it has changed.  */
bool code_place (const struct code *c, struct breakpoint *b);
/* Appends all breakpoints to M as WIRE_BREAKS has them.  */
void code_put_breaks (const struct code *c, struct wire *m);

/* ---- dap-program.c: the program ---- */

struct program
{
  char **argv, **env; /* env: NAME=VALUE, or NAME: unset */
  char *cwd;	      /* or NULL */
  bool debug;	      /* with the debugger */
  char *check;	      /* what the sanitizer is to check, or NULL */
  char *socket;	      /* where it waits for px-dap, which has not started it; or NULL */
  pid_t pid;	      /* 0: it does not run, or px-dap has not started it */
  pid_t peer;	      /* the one that px-dap has attached to, or 0 */
  int wire, out, err; /* -1: none */
};

/* Starts P, or attaches to it.  False: ERROR, of SIZE, says why not.  */
bool program_start (struct program *p, char *error, size_t size);
/* Sends SIGNAL to P and the processes that it has started.  */
void program_kill (const struct program *p, int signal);
/* Closes what the program was reached by.  */
void program_close (struct program *p);
/* Finds px-run, as a path that the caller frees.  */
char *program_px_run (void);

/* ---- px-dap.c ---- */

/* A thread that the editor has a number of.  */
struct thread
{
  uint32_t block[3], first, chosen;
};
/* A frame, or a scope or value that has parts.  */
struct reference
{
  size_t thread; /* index of THREADS */
  unsigned frame;
  int scope;	    /* enum debug_scope, or -1 */
  char *expression; /* of a value */
};

struct dap
{
  struct channel editor;
  struct program program;
  struct code code;
  /* What has been done.  */
  bool initialized, launched, configured, started, ended, quit;
  /* What the editor counts from.  */
  bool lines_from_0, columns_from_0;
  /* Wanted.  */
  bool stop_on_entry, no_faults, no_findings, pausing;
  char *kernel; /* of stop_on_entry; NULL: any */
  /* The kernel that runs or ran last, and its stop.  */
  bool stopped;
  uint32_t block_size[3];
  struct thread current;
  struct thread *threads; /* of this launch; their numbers are their indices and FIRST_THREAD */
  size_t n_threads, cap_threads;
  struct reference *frames, *values; /* of this stop; their numbers are their indices and 1 */
  size_t n_frames, cap_frames, n_values, cap_values;
  char *fault;	   /* what the last fault or finding said, or NULL */
  bool found;	   /* it was a finding */
  char error[400]; /* why a request has failed */
};

/* Sends event NAME, with BODY, which it frees, or NULL.  */
void dap_event (struct dap *d, const char *name, json_t *body);
/* Sends text as an output event.  */
void dap_output (struct dap *d, const char *category, const char *s, size_t n);
/* What is wrong with a request.  Returns NULL.  */
json_t *dap_wrong (struct dap *d, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/* ---- dap-stop.c: the debugger in the program ---- */

/* Handles message KIND, M, that the debugger sends of its own accord.  */
void stop_message (struct dap *d, enum wire_kind kind, struct wire *m);
/* Asks M, as question KIND; false: there is no answer, and D->error says why.  M is then the
   answer.  */
bool stop_ask (struct dap *d, enum wire_kind kind, struct wire *m);
/* Sends all breakpoints, if the debugger is there.  */
void stop_send_breaks (struct dap *d);
/* Continues with enum run RUN of THREAD.  */
void stop_go (struct dap *d, int run, const struct thread *thread);
/* Says which breakpoints have got a place, or another one.  */
void stop_place_breaks (struct dap *d);
/* The index of the thread of BLOCK that is the first of its group.  */
size_t stop_thread (struct dap *d, const uint32_t block[3], uint32_t first, uint32_t chosen);
/* Forgets frames and values.  */
void stop_forget (struct dap *d);
/* Appends THREAD to M.  */
void stop_put_thread (struct wire *m, const struct thread *thread);

enum
{
  HOST_THREAD = 1, /* shown while no kernel has stopped */
  FIRST_THREAD = 2
};

/* ---- dap-requests.c ---- */

/* Does request NAME; ARGUMENTS: its, an object.  Returns the body of the response; NULL: D->error says
   why it failed.  *AFTER: what to do once that has been sent, or NULL.  */
typedef void dap_after (struct dap *d);
json_t *dap_request (struct dap *d, const char *name, json_t *arguments, dap_after **after);
/* What a breakpoint is for the editor.  */
json_t *dap_breakpoint (const struct dap *d, const struct breakpoint *b);

/* ---- dap-look.c: requests that look at a stopped kernel ---- */
json_t *dap_threads (struct dap *d, json_t *arguments);
json_t *dap_stack_trace (struct dap *d, json_t *arguments);
json_t *dap_scopes (struct dap *d, json_t *arguments);
json_t *dap_variables (struct dap *d, json_t *arguments);
json_t *dap_evaluate (struct dap *d, json_t *arguments);
json_t *dap_set_variable (struct dap *d, json_t *arguments);
json_t *dap_set_expression (struct dap *d, json_t *arguments);
json_t *dap_read_memory (struct dap *d, json_t *arguments);
json_t *dap_disassemble (struct dap *d, json_t *arguments);
json_t *dap_exception_info (struct dap *d, json_t *arguments);
/* The value of TEXT for the thread that has stopped, as text that the caller frees; or why there is none.  */
char *dap_value (struct dap *d, const char *text);
/* Address A, as the protocol has it; the address TEXT, and OFFSET bytes from there: false: D->error.  */
json_t *dap_address (uint64_t a);
bool dap_address_of (struct dap *d, const char *text, json_int_t offset, uint64_t *at);
/* True if an instruction of a function that is on the stack of the thread that has stopped is at AT.  */
bool dap_instruction_p (struct dap *d, uint64_t at);
/* True if thread NUMBER is there; D->error otherwise.  */
bool dap_thread_there (struct dap *d, json_int_t number);

#endif
