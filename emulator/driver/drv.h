/* SPDX-License-Identifier: MIT */
/* libpxemu: the CUDA Driver API over the engine.  What its files share.

   emulator/driver/core.c	start and end, the environment, entering, the device
   emulator/driver/error.c	errors, what is told of them
   emulator/driver/handle.c	handles
   emulator/driver/context.c	contexts
   emulator/driver/symbols.c	cuGetProcAddress
   emulator/driver/mem.c	allocations
   emulator/driver/managed.c	managed memory
   emulator/driver/pointer.c	attributes of pointers
   emulator/driver/copy.c	copies
   emulator/driver/fill.c	fills
   emulator/driver/word.c	words that streams write and wait for
   emulator/driver/pool.c	pools, memory of graphs
   emulator/driver/module.c	modules and their functions (module.h: what it shares with the next)
   emulator/driver/texts.c	code that the program gives, as texts of PTX
   emulator/driver/library.c	libraries and their kernels
   emulator/driver/link.c	linking
   emulator/driver/launch.c	launches of kernels
   emulator/driver/occupancy.c	occupancy
   emulator/driver/order.c	what orders operations, for the sanitizer
   emulator/driver/guard.c	the program's own accesses, for the sanitizer
   emulator/driver/device.c	memory of the device that the program may not reach
   emulator/driver/fatbin.c	PTX in fat binaries
   emulator/driver/ipc.c	memory and events that processes share
   emulator/driver/vmm.c	virtual memory by hand
   emulator/driver/queue.c	operations and the threads that run them
   emulator/driver/stream.c	streams
   emulator/driver/event.c	events
   emulator/driver/capture.c	capture of streams into graphs
   emulator/driver/graph.c	graphs (graph.h: what it shares with the next)
   emulator/driver/graph-look.c	looking at them, their edges
   emulator/driver/graph-node.c	adding nodes, their parameters
   emulator/driver/graph-exec.c	instances
   emulator/driver/branch.c	conditional nodes of graphs
   emulator/driver/tmap.c	tensor maps

   One lock, drv.lock, guards everything here; the engine, the program's
   callbacks and copies run without it.  A handle is not a pointer: it names a
   slot and its generation, so any value may be passed for one.  The symbols are
   those of runtime/driver.def, declared below with their types, and those of
   emulator/driver/refused.def, which return CUDA_ERROR_NOT_SUPPORTED.  */
#ifndef DRV_H
#define DRV_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emulator/emu.h"
#include "runtime/driver.h"

#define DRV_EXPORT __attribute__ ((visibility ("default")))
#define PX_DRIVER(name, symbol, since, need, args) \
  extern DRV_EXPORT __typeof__ (*(px_fn_##symbol) 0) symbol;
#include "runtime/driver.def"
#undef PX_DRIVER

/* Version of the driver, as cuDriverGetVersion says it.  */
enum
{
  DRV_VERSION = 13000
};

/* ---- emulator/driver/core.c ---- */

struct ctx;
struct stream;
struct graph;
struct module;
struct op;
struct action;

struct drv
{
  pthread_mutex_t lock;
  bool ready;		/* cuInit was called */
  bool forked;		/* this is a child of the process that did */
  px_emu *emu;		/* the device */
  struct ctx *primary;	/* made with the device, never freed */
  struct ctx *contexts; /* the others */
  size_t used, total;	/* bytes of device memory */
  uint64_t last_id;	/* of contexts, streams, captures, buffers */
  unsigned running;	/* kernels and copies that run now */
  uint64_t seed;	/* of the order of threads, if SEEDED */
  bool seeded;
  enum px_emu_schedule schedule; /* if not SEEDED */
  enum px_emu_async async;
  uint64_t limit; /* of what is explored; see px_emu_launch, as the next */
  bool unreduced;
  const char *trace;
  uint64_t trace_launch;
  unsigned timeout; /* ms a kernel may run, 0: any */
  bool runtime;	    /* the program uses the runtime's API: its names are told */
  bool several;	    /* a stream was created, or a graph instantiated */
  bool host_memory; /* managed or pinned memory was */
};
extern struct drv drv;

enum kind
{
  K_NONE,
  K_CTX,
  K_MODULE,
  K_FUNC,
  K_LIBRARY,
  K_KERNEL,
  K_LINK,
  K_STREAM,
  K_EVENT,
  K_GRAPH,
  K_NODE,
  K_EXEC,
  K_POOL,
  K_USER,
  K_ARRAY,
  K_MIPMAP,
  K_MEMORY
};

/* A new handle of OBJ, NULL when memory is out; what a handle names, NULL if
   that is no live object of KIND; end of a handle.  */
void *handle_new (enum kind kind, void *obj);
void *handle_get (enum kind kind, const void *handle);
void handle_free (void *handle);

struct ctx
{
  struct ctx *next;
  CUcontext handle;
  bool primary;
  bool active;	     /* not yet destroyed or reset */
  unsigned clearing; /* threads in ctx_clear */
  unsigned retained; /* of the primary context */
  unsigned flags;
  uint64_t id;
  CUresult error;		   /* of a kernel: every later call returns it */
  struct op *oldest, *newest;	   /* pending operations, as submitted */
  struct stream *legacy, *streams; /* the latter without the former */
  struct event *events;
  struct module *modules;
  size_t shmem_carveout, l2_granularity, persisting, sync_depth, launches;
  CUfunc_cache cache;
  CUsharedconfig banks;
};

/* Conditions of entering the driver.  */
enum
{
  IN_DRIVER = 0,  /* cuInit was called */
  IN_CONTEXT = 1, /* a live context is current */
  IN_HEALTH = 3,  /* and it has no error */
  IN_CALLBACK = 4 /* also allowed in a host function */
};
CUresult drv_enter (int need, struct ctx **c);
void drv_leave (const CUresult *entered);

/* First statement of an entry point: takes the lock for the rest of the block,
   or returns the reason why not.  C names the current context, if there is
   one.  */
#define ENTER(need, c) \
  __attribute__ ((unused)) struct ctx *c = NULL; \
  __attribute__ ((cleanup (drv_leave))) CUresult entered_ = drv_enter (need, &c); \
  if (entered_) \
  return entered_

/* First statement of a function of the device DEV.  */
#define ENTER_DEVICE(dev, c) \
  ENTER (IN_DRIVER, c); \
  if (dev) \
  return CUDA_ERROR_INVALID_DEVICE

/* The end of a function that gives VALUE: it goes to *P, an argument.  */
#define GIVE_AT(p, value) ((p) ? *(p) = (value), CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE)

/* Makes the device, once.  */
CUresult drv_open (void);

/* The value of a variable of env.def, or NULL if it is not set.  */
const char *drv_env (const char *name);
long drv_env_number (const char *name, long otherwise);

/* Prints what kernels have printed.  */
void drv_flush_printf (void);

/* ---- emulator/driver/error.c ---- */

/* Sets the text of pxemu_last_fault, printf style, and prints it to stderr if
   PXEMU_VERBOSE asks for it: then true; of an error of the engine.  */
bool drv_say (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
CUresult drv_engine_error (const px_emu_error *err);
/* Guards the texts that may be asked for without drv.lock.  */
extern pthread_mutex_t drv_text_lock;

/* ---- emulator/driver/mem.c ---- */

/* The program's functions on the stack, the innermost first; NULL: no more are known.  */
struct callers
{
  void *pc[6];
};

enum mem_kind
{
  MEM_DEVICE,
  MEM_HOST,
  MEM_REGISTERED,
  MEM_MANAGED,
  MEM_POOLED,
  MEM_MAPPED /* of emulator/driver/vmm.c */
};

struct mem
{
  uintptr_t base;
  size_t size; /* as asked for */
  enum mem_kind kind;
  unsigned flags;
  uint64_t id;
  struct ctx *ctx;
  struct pool *pool; /* of MEM_POOLED, and of what was opened for an imported pool */
  bool freed; /* cuMemFreeAsync was called, or, of a graph's, cuMemFree; until its next launch */
  bool graph; /* a graph's node owns it */
  /* Of emulator/driver/ipc.c: it lies in the file FD that others may map; it is FILE of process OWNER, opened
     so often.  */
  bool shared;
  int fd, owner;
  uint64_t file;
  unsigned opened;
  bool sync; /* CU_POINTER_ATTRIBUTE_SYNC_MEMOPS */
  /* Advice on managed memory: kept, without effect.  */
  bool read_mostly, accessed;
  CUmemLocation preferred, prefetched; /* type 0: none */
  struct callers callers;	       /* who has allocated it, in a checked run */
};

/* The allocation that contains ADDR, or NULL.  */
struct mem *mem_find (uintptr_t addr);
/* Makes [BASE, BASE + SIZE) an allocation of C's; NULL without memory.  */
struct mem *mem_adopt (struct ctx *c, void *base, size_t size, enum mem_kind kind, unsigned flags);
/* What was opened of FILE of process OWNER, or NULL.  */
struct mem *mem_opened (int owner, uint64_t file);
struct mem *mem_new (struct ctx *c, size_t size, enum mem_kind kind, unsigned flags);
/* Ends M: at once for the device, for the host when no kernel runs.  */
void mem_end (struct mem *m);
/* Ends M, or one opening of it, if it was opened more than once.  */
void mem_close (struct mem *m);
void mem_end_all (struct ctx *c);
/* The process ends: tells what it has not freed, if it frees at all.  */
void mem_leaks (void);
/* Frees what ended while kernels ran.  */
void mem_reap (void);

/* The program does free memory: what it keeps to the end is a leak.  */
void mem_frees (void);
/* Bytes that graphs own.  */
uint64_t mem_of_graphs (void);
/* Does the device know all of [ADDR, ADDR + SIZE), as one range?  */
bool mem_range_ok (uintptr_t addr, size_t size);
/* P is freed, which M, NULL or what lies there, does not allow.  */
CUresult mem_bad_free (uintptr_t p, const struct mem *m);
/* The pinned allocation that contains P, or NULL.  */
struct mem *mem_pinned (const void *p);

/* ---- emulator/driver/vmm.c ---- */

/* The device may not use the mapping at BASE any more.  */
void vmm_end (uintptr_t base);
/* The process ends: tells the memory that cuMemCreate gave and that is still there.  */
void vmm_leaks (void);

/* ---- emulator/driver/copy.c ---- */

/* A checked copy; CUDA_SUCCESS and *A, or why not.  */
CUresult copy_action (const CUDA_MEMCPY3D *p, struct action **a);
/* Carries out OP, an ACT_COPY.  */
CUresult copy_run (const struct op *op);
/* OP, WHAT, uses memory that is no more: tells it, and is the error.  */
CUresult use_freed (const struct op *op, const char *what);

/* ---- emulator/driver/fill.c ---- */

/* The same of a fill.  */
CUresult fill_action (const CUDA_MEMSET_NODE_PARAMS *p, struct action **a);
CUresult fill_run (const struct op *op);

/* ---- emulator/driver/word.c ---- */

/* Carries out A, an ACT_WRITE or ACT_WAIT, of C.  */
CUresult word_run (struct ctx *c, struct action *a);

/* ---- emulator/driver/pool.c ---- */

/* Carries out A, an ACT_ALLOC or ACT_FREE, of C.  */
CUresult async_run (struct ctx *c, struct action *a);
/* An ACT_ALLOC of SIZE bytes for a graph, at *AT.  */
CUresult pool_action (struct ctx *c, size_t size, struct action **a, CUdeviceptr *at);
/* A, an ACT_ALLOC of a graph, is launched: the program may free the memory.  */
void pool_again (const struct action *a);
/* What A, an ACT_FREE, is about to end, or an ACT_ALLOC gives, becomes part of F.  */
void mem_bytes (const struct action *a, px_emu_footprint *f);
/* Ends the memory of a graph with its last ACT_ALLOC.  */
void mem_end_graph (struct action *a);
/* SIZE bytes of P are free; it ends if it was destroyed and has no more.  */
void pool_less (struct pool *p, size_t size);

/* ---- emulator/driver/texture.c ---- */

/* The rows of ARRAY, of which a copy from byte X, row Y, slice Z on takes WIDTH bytes by HEIGHT
   by DEPTH; or why it can not.  */
struct array_rows
{
  uintptr_t base;
  size_t pitch, height;
};
CUresult array_side (CUarray array, size_t x, size_t y, size_t z, size_t width, size_t height,
		     size_t depth, struct array_rows *rows);
/* Ends what C owns; the memory is left to mem_end_all.  */
void textures_clear (struct ctx *c);

/* ---- emulator/driver/module.c ---- */

struct func
{
  struct func *next;
  struct module *module;
  CUfunction handle;
  CUkernel kernel;   /* if asked for */
  CUlibrary library; /* then, whose kernel it is */
  px_emu_func *emu;  /* NULL once the module is being unloaded */
  px_emu_func_info info;
  unsigned refs;
  size_t *offset, *size; /* of each parameter */
  char *name;
  int max_dynamic, carveout, nonportable, policy, cache;
  unsigned cluster[3];	     /* set at run time; 0: what the PTX says */
  unsigned block[3], shared; /* of cuFuncSetBlockShape and the like */
  unsigned char *param;	     /* of cuParamSet*, or NULL */
};

void func_unref (struct func *f);
/* The function that a CUfunction or a CUkernel names, or NULL.  */
struct func *func_get (const void *handle);
void modules_clear (struct ctx *c);

/* ---- emulator/driver/launch.c ---- */

/* Runs OP's kernel; what it touched, if that was noted, is in BYTES.  */
CUresult kernel_run (struct op *op, px_emu_footprint *bytes);

struct launch
{
  struct func *func;
  bool overlaps; /* it may begin before the kernel before it has ended (programmatic launch) */
  px_emu_func *emu;
  unsigned *pending; /* of the module: operations that launch from it */
  px_emu_launch how; /* without arguments */
  void *params;	     /* malloced */
};

/* A checked launch; CUDA_SUCCESS and *A, or why not.  */
CUresult kernel_action (const CUlaunchConfig *cfg, const void *f, void **args, void **extra,
			struct action **a);

/* ---- emulator/driver/queue.c ---- */

enum act
{
  ACT_KERNEL,
  ACT_COPY,
  ACT_FILL,
  ACT_HOST,
  ACT_CALLBACK,
  ACT_WRITE,
  ACT_WAIT,
  ACT_ALLOC,
  ACT_FREE,
  ACT_BRANCH /* a conditional node */
};

struct copy
{
  CUDA_MEMCPY3D p; /* as given */
  char *dst;
  const char *src;
  size_t dst_pitch, dst_slice, src_pitch, src_slice;
  bool dst_device, src_device; /* to be checked when it runs */
  void *staged;		       /* malloced copy of pageable memory, or NULL */
};

struct action
{
  enum act kind;
  unsigned refs;
  union
  {
    struct launch kernel;
    struct copy copy;
    CUDA_MEMSET_NODE_PARAMS fill;
    struct
    {
      CUhostFn fn;
      void *data;
      bool always;
    } host;
    struct
    {
      CUstreamCallback fn;
      CUstream stream;
      void *data;
    } callback;
    struct
    {
      CUdeviceptr at;
      uint64_t value;
      unsigned size, flags;
    } word;
    struct
    {
      uintptr_t base;
      uint64_t id;
    } mem;
    struct
    {
      struct branch *what;   /* NULL: all handles of BODIES[0] get their values */
      struct graph **bodies; /* referenced */
      unsigned n_bodies;
      struct op *end; /* of the node */
    } branch;
  };
};

struct action *action_new (enum act kind);
struct action *action_ref (struct action *a);
void action_unref (struct action *a);

struct op
{
  struct ctx *ctx;
  struct action *act;	  /* NULL: nothing to do but order */
  unsigned refs, pending; /* operations that it still waits for */
  struct op **next;	  /* those that wait for it */
  unsigned nnext, cap;
  uint64_t seq;	 /* order of submission */
  uint64_t time; /* ns, when it was done */
  bool done;
  bool queued;		    /* in the list of ready ones */
  uint64_t beside;	    /* the kernel that it may run beside, or 0; what it touches before */
  px_emu_footprint early;   /* it waits for that (emulator/driver/order.c) */
  bool grown;		    /* it comes after operations that were queued later */
  struct op *link;	    /* of that list and others */
  struct op *older, *newer; /* in its context */
  struct before *before;    /* emulator/driver/order.c's, or NULL */
  struct callers callers;   /* who has submitted it, if that may be told */
};

/* ---- emulator/driver/fatbin.c ---- */

/* Is IMAGE, of 4 bytes or more, a fat binary or what names one?  The PTX in it (SIZE
   bytes, 0: not known): malloced, with a NUL after it; or *WHY there is none.  */
bool is_fatbin (const void *image);
CUresult fatbin_ptx (const void *image, size_t size, char **ptx, size_t *n, const char **why);

/* ---- emulator/driver/order.c ---- */

/* OP is new; is ordered after DEP; the host has waited for it, or for all up to
   SEQ; it is done (a copy or fill: about to begin), and a kernel has touched BYTES, which are
   taken over; it has come to its end.  */
void order_new (struct op *op);
void order_after (struct op *op, const struct op *dep);
/* DEP, which OP waits for, is done: what it came after may be more than when OP was queued.  */
void order_more (struct op *op, const struct op *dep);
void order_learn (const struct op *op);
void order_learn_all (uint64_t seq);
bool order_wanted (void);
void order_done (struct op *op, px_emu_footprint *bytes);
void order_end (struct op *op);

/* ---- emulator/driver/device.c ---- */

/* SIZE bytes that the program can not access, or, HOST, only until their end; nothing else comes
   to lie there.  NULL: this run does not look for that, or there is no address space.  */
void *device_new (size_t size, bool host);
void device_end (void *p, size_t size);
bool device_any (void); /* is there such memory? */
bool device_has (uintptr_t addr, bool *host);
/* An emulator's thread works at ADDR, which device_has; all is taken away again; protection
   ends for good.  */
bool device_open (uintptr_t addr);
void device_shut (void);
void device_give_up (void);

/* ---- emulator/driver/guard.c ---- */

/* Is the signal's handler ours?  It is not taken from a program that has one.  */
bool guard_handle (void);
/* The calling thread is in the emulator (1), or is not any more (-1).  */
void guard_inside (int by);
/* Operation SEQ, done, has touched F.  False: the program may know what it did.  */
bool guard_add (const px_emu_footprint *f, uint64_t seq, const char *name,
		const struct callers *callers);
/* Who calls the driver.  Where CALLERS have asked for what is called NAME: a line of text, or
   none.  */
void guard_callers (struct callers *callers);
void guard_started (const struct callers *callers, const char *name, char *text, size_t size);
void guard_release (bool (*known) (uint64_t seq)); /* of the operations that are */
void guard_forget (uintptr_t base, size_t size);   /* an allocation that ends */
void guard_tell (void);
/* The calling thread has submitted SEQ; before it leaves the driver it waits some time
   for it, so that what it touches is known.  */
void guard_submitted (uint64_t seq);
void guard_wait (void);

/* ---- emulator/driver/queue.c, again ---- */

struct op *op_new (struct ctx *c, struct action *act);
struct op *op_ref (struct op *op);
void op_unref (struct op *op);
bool op_after (struct op *op, struct op *dep);
void op_submit (struct op *op);
void op_wait (struct op *op);
void op_submit_wait (struct op *op);
void ctx_drain (struct ctx *c);
uint64_t op_last_seq (void);
uint64_t op_oldest_seq (void);
/* Does no operation run, and will none at once?  */
bool op_quiet (void);
/* What may still change memory, but for the kernels that run; called without drv.lock.  */
enum px_emu_help op_help (void *unused);
/* Waits until *COUNT is 0; whoever makes it so calls drv_wake.  */
void wait_zero (const unsigned *count);
void drv_wake (void);
uint64_t drv_now (void);
bool drv_in_callback (void);

/* ---- emulator/driver/stream.c ---- */

/* Nodes that the next operation of a capturing stream follows.  */
struct nodes
{
  struct node **at;
  size_t n, cap;
};

struct capture
{
  struct capture *next; /* of all that are under way */
  struct graph *graph;
  struct stream *origin;
  CUstreamCaptureMode mode;
  pthread_t thread; /* that began it */
  uint64_t id;
  struct nodes left; /* the last nodes of streams that were destroyed */
  bool invalid;
  bool own; /* the graph is the program's already */
};

struct stream
{
  struct stream *next;
  struct ctx *ctx;
  CUstream handle;
  unsigned flags;
  int priority;
  uint64_t id;
  struct op *last; /* NULL: nothing was submitted */
  bool per_thread;
  pthread_t thread;	   /* of a per-thread stream */
  struct capture *capture; /* NULL: not capturing */
  struct nodes front;
  CUgraphNode *shown; /* handles of these, of cuStreamGetCaptureInfo */
  CUlaunchAttributeValue attr[CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN + 1];
};

struct event
{
  struct event *next;
  struct ctx *ctx;
  CUevent handle;
  unsigned flags;
  struct op *op;      /* last record, NULL if none */
  uint64_t capture;   /* id of the capture of the last record, or 0 */
  struct nodes front; /* then, what the record follows */
  /* Of emulator/driver/ipc.c: the page that processes share, its file (-1: another process's), the number of
     the last record here.  */
  struct ipc_event *shared;
  int fd;
  uint64_t mine;
};

/* The stream that H names in C: NULL and 1 legacy, 2 the thread's.  */
CUresult stream_get (struct ctx *c, CUstream h, struct stream **s);
CUresult streams_init (struct ctx *c);
void streams_clear (struct ctx *c);
/* Appends A to S, or to the graph that S captures; takes over the reference.
   *DONE, if DONE is not NULL, is the operation, referenced, for op_wait (NULL
   while capturing).  */
CUresult stream_push (struct stream *s, struct action *a, struct op **done);
/* The same and waits: a call that does its work before it returns.  */
CUresult stream_do (struct stream *s, struct action *a);
/* An operation of S's place in the order, not yet submitted.  */
CUresult stream_op (struct stream *s, struct action *a, struct op **op);
void stream_last (struct stream *s, struct op *op);

/* ---- emulator/driver/event.c ---- */

/* The event that H names, or NULL.  */
struct event *event_get (CUevent h);
/* A new event of C with a handle; NULL without memory.  */
struct event *event_new (struct ctx *c, unsigned flags);
/* Ends E, of its context's.  */
void event_free (struct event *e);
/* Records E at S's place; makes S wait for E.  Not for capturing streams.  */
CUresult event_record (struct event *e, struct stream *s);
CUresult event_wait (struct event *e, struct stream *s);

/* ---- emulator/driver/capture.c ---- */

/* N becomes one of S, if it is none; false without memory.  The end of S's.  */
bool nodes_add (struct nodes *s, struct node *n);
void nodes_clear (struct nodes *s);
/* TO gets those of FROM as well; false without memory.  */
bool nodes_join (struct nodes *to, const struct nodes *from);
/* The capture under way that has ID, or NULL.  */
struct capture *capture_get (uint64_t id);
/* Ends K without a result.  */
void capture_drop (struct capture *k);
/* Ends the captures that streams of C have begun.  */
void captures_clear (struct ctx *c);
/* A call that K can not contain: K is invalid from now on.  R is the error of the call.  */
CUresult capture_spoil (struct capture *k, CUresult r);
/* The legacy stream waits for all blocking streams of C: not while one of
   them is capturing.  */
CUresult capture_implicit (struct ctx *c);
/* Adds A to the graph that S captures.  */
CUresult capture_action (struct stream *s, struct action *a);
/* Calls that would disturb a capture: CUDA_SUCCESS, or the error after it has
   been invalidated.  */
CUresult capture_unsafe (struct ctx *c);

/* ---- emulator/driver/ipc.c ---- */

/* Moves M, on which nothing works, into a file that other processes may map; the handle of that,
   64 bytes at H.  Its end; also of what was opened.  */
CUresult ipc_share (struct mem *m);
CUresult ipc_handle (struct mem *m, void *h);
void ipc_end (const struct mem *m);
/* Opens the handle H of another process in C, once more if it is open.  */
CUresult ipc_open (struct ctx *c, const void *h, struct mem **m);
/* An event gets a page that others may map; its end.  */
CUresult ipc_event_new (struct event *e);
void ipc_event_end (struct event *e);
/* Has another process recorded E last?  Then a wait of S for it, and of the host; is record N
   done?  */
bool ipc_event_foreign (const struct event *e);
CUresult ipc_event_wait (struct event *e, struct stream *s);
void ipc_event_sync (const struct event *e);
bool ipc_event_done (const struct event *e);
/* Records E at S's place; *OP as of stream_push.  */
CUresult ipc_event_record (struct event *e, struct stream *s, struct op **op);

/* ---- emulator/driver/graph.c ---- */

struct node
{
  struct node *next; /* in its graph, as added */
  struct graph *graph;
  CUgraphNode handle;
  CUgraphNodeType type;
  struct action *act;	 /* kernel, copy, fill, host, alloc, free, or NULL */
  CUevent event;	 /* of event nodes */
  struct graph **bodies; /* of a child graph, its clone; those of a conditional node; owned */
  unsigned n_bodies;
  struct branch *branch; /* of a conditional node */
  CUDA_MEM_ALLOC_NODE_PARAMS alloc;
  struct nodes deps;
  uint64_t id, origin; /* of the node that it is a clone of */
  bool disabled;       /* in an instance */
  bool mark;	       /* scratch */
  size_t index;	       /* scratch */
  void **args;	       /* of cuGraphKernelNodeGetParams */
};

struct graph
{
  unsigned refs;  /* the owner's, and those of launches under way (emulator/driver/branch.c) */
  CUgraph handle; /* NULL: a child, or of an instance */
  struct node *first, *last;
  size_t n;
  uint64_t id, origin; /* of the graph that it is a clone of */
  bool parent;	       /* it is the child of a node */
  unsigned capturing;  /* captures that add to it */
  struct user_ref *users;
  struct condition **conditions;
  size_t n_conditions;
};

struct graph *graph_new (void);
struct graph *graph_ref (struct graph *g);
void graph_free (struct graph *g); /* one reference of it */
struct graph *graph_get (CUgraph h);
struct node *node_get (CUgraphNode h);
/* A node of G after DEPS; takes over the reference to A.  NULL: memory.  */
struct node *node_new (struct graph *g, CUgraphNodeType type, const struct nodes *deps,
		       struct action *a);
/* Gives G a handle that the program owns.  */
CUresult graph_show (struct graph *g, CUgraph *handle);
CUresult node_show (struct node *n, CUgraphNode *handle);
/* Marks the nodes that those of FROM follow, and these; the others not.  */
void graph_mark (struct graph *g, const struct nodes *from);
/* True if all of N EDGES, or NULL, are of the one plain kind.  */
bool graph_edges_plain (const CUgraphEdgeData *edges, size_t n);
/* A new node of the graph H after DEPS that consists of BODIES, which are taken over, also when
   it fails.  */
CUresult graph_add (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t ndeps,
		    CUgraphNodeType type, unsigned n_bodies, struct graph *const *bodies,
		    struct node **node);
/* Queues the nodes of G in C, after BEGIN; END, not yet submitted or still waiting for others,
   waits for them.  */
CUresult graph_queue (struct graph *g, struct ctx *c, struct op *begin, struct op *end);

/* ---- emulator/driver/branch.c ---- */

/* What a conditional node is besides its bodies: TO, a copy of FROM, gets the same; its end.  */
void branch_copy (struct node *to, const struct node *from);
void branch_free (struct node *n);
/* The same of the handles that were made for a graph.  */
bool conditions_copy (struct graph *to, const struct graph *from);
void conditions_free (struct graph *g);
/* Has each of G's handles a node, and is in the bodies only what may be there?  */
bool branches_ok (const struct graph *g);
/* A launch of G begins after *BEGIN: its handles get their values, which *BEGIN then comes after.  */
CUresult branch_begin (struct graph *g, struct ctx *c, struct op **begin);
/* The action of a launch that looks at N's condition, and queues a body before END.  */
struct action *branch_action (const struct node *n, struct op *end);
CUresult branch_run (struct op *op);
void branch_action_free (struct action *a);

/* For functions that have a form for per-thread default streams.  Body in the
   form with STREAM as given; `_ptsz' reads the stream 0 as the thread's.  */
#define STREAM_API(name, stream, params, args) \
  static CUresult name##_in params; \
  CUresult name params \
  { \
    return name##_in args; \
  } \
  DRV_EXPORT CUresult name##_ptsz params; \
  CUresult name##_ptsz params \
  { \
    if (!stream) \
      stream = CU_STREAM_PER_THREAD; \
    return name##_in args; \
  } \
  static CUresult name##_in params

/* First statement of its body: S is what GET, stream_get or stream_any, has for HANDLE.  */
#define ENTER_STREAM(need, get, handle, c, s) \
  struct stream *s; \
  ENTER (need, c); \
  do \
    { \
      CUresult got_ = get (c, handle, &s); \
      if (got_) \
	return got_; \
    } \
  while (0)

/* As STREAM_API for functions without a stream among their arguments: the body has
   STREAM.  */
#define UNPAREN(...) __VA_ARGS__
#define THREAD_API(name, stream, params, args) \
  static CUresult name##_in (UNPAREN params, CUstream stream); \
  CUresult name params \
  { \
    return name##_in (UNPAREN args, CU_STREAM_LEGACY); \
  } \
  DRV_EXPORT CUresult name##_ptds params; \
  CUresult name##_ptds params \
  { \
    return name##_in (UNPAREN args, CU_STREAM_PER_THREAD); \
  } \
  static CUresult name##_in (UNPAREN params, CUstream stream)

/* SYMBOL is another name of the function NAME, of the same type.  */
#define SAME(symbol, name) extern __typeof__ (name) symbol __attribute__ ((alias (#name)))

/* ---- emulator/driver/context.c ---- */

/* The live context of a handle, or NULL.  */
struct ctx *ctx_get (CUcontext handle);
/* Waits for C's work, then frees what it owns.  */
void ctx_clear (struct ctx *c);
/* Waits for all that was submitted to any context before the call.  */
void drv_drain (void);
/* The handle of the context that is current in this thread, or NULL.  */
CUcontext ctx_top (void);

#endif
