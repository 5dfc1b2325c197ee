/* SPDX-License-Identifier: MIT */
/* libpxemu: the CUDA Driver API over the engine.  Declarations that its files share.

   emulator/driver/core.c	start and end, the environment, entering, the device
   emulator/driver/error.c	errors and their texts
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
   emulator/driver/module.c	modules and their functions (module.h: shared with the next five)
   emulator/driver/texts.c	code from the program, as texts of PTX
   emulator/driver/library.c	libraries and their kernels
   emulator/driver/link.c	linking
   emulator/driver/launch.c	launches of kernels
   emulator/driver/occupancy.c	occupancy
   emulator/driver/order.c	the order of operations, for the sanitizer
   emulator/driver/guard.c	the program's own accesses, for the sanitizer
   emulator/driver/device.c	device memory that the program must not access
   emulator/driver/fatbin.c	PTX in fat binaries
   emulator/driver/ipc.c	memory and events that processes share
   emulator/driver/vmm.c	virtual memory management
   emulator/driver/queue.c	operations and the threads that run them
   emulator/driver/stream.c	streams
   emulator/driver/event.c	events
   emulator/driver/capture.c	capture of streams into graphs
   emulator/driver/graph.c	graphs (graph.h: shared with the next three)
   emulator/driver/graph-look.c	queries of nodes and edges
   emulator/driver/graph-node.c	adding nodes, their parameters
   emulator/driver/graph-exec.c	instances
   emulator/driver/branch.c	conditional nodes of graphs
   emulator/driver/tmap.c	tensor maps

   One lock, drv.lock, protects everything here.  The engine, the program's
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

/* Version of the driver, as cuDriverGetVersion returns it.  */
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
  bool forked;		/* this process is a forked child of the one that called cuInit */
  px_emu *emu;		/* the device */
  struct ctx *primary;	/* made with the device, never freed */
  struct ctx *contexts; /* all others */
  size_t used, total;	/* bytes of device memory */
  uint64_t last_id;	/* last id that a context, stream, capture or buffer got */
  unsigned running;	/* number of kernels and copies that are running */
  uint64_t seed;	/* seed for the order of threads, if SEEDED */
  bool seeded;
  enum px_emu_schedule schedule; /* if not SEEDED */
  enum px_emu_async async;
  uint64_t limit; /* limits of the exploration; see px_emu_launch for this and the next */
  bool unreduced;
  const char *trace;
  uint64_t trace_launch;
  unsigned timeout; /* time limit of a kernel in ms; 0: none */
  bool count;	    /* count instructions, into: */
  px_emu_stats counted;
  bool runtime;	    /* the program uses the runtime API: messages use its names */
  bool several;	    /* a stream was created, a graph instantiated, memory taken from a pool */
  bool host_memory; /* managed or pinned memory was allocated */
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

/* handle_new returns a new handle of OBJ, NULL if out of memory.  handle_get returns the object
   of a handle, NULL if it is not a live object of KIND.  handle_free makes a handle invalid.  */
void *handle_new (enum kind kind, void *obj);
void *handle_get (enum kind kind, const void *handle);
void handle_free (void *handle);

struct ctx
{
  struct ctx *next;
  CUcontext handle;
  bool primary;
  bool active;	     /* not destroyed or reset */
  unsigned clearing; /* number of threads in ctx_clear */
  unsigned retained; /* for the primary context: number of retains */
  unsigned flags;
  uint64_t id;
  CUresult error;		   /* error of a kernel; every later call returns it */
  struct op *oldest, *newest;	   /* pending operations, in order of submission */
  struct stream *legacy, *streams; /* the default stream; the other streams */
  struct op *left; /* done when all of the blocking streams that were destroyed is */
  struct event *events;
  struct module *modules;
  size_t shmem_carveout, l2_granularity, persisting, sync_depth, launches;
  CUfunc_cache cache;
  CUsharedconfig banks;
};

/* Conditions for entering the driver.  */
enum
{
  IN_DRIVER = 0,  /* cuInit was called */
  IN_CONTEXT = 1, /* a live context is current */
  IN_HEALTH = 3,  /* and the context has no error */
  IN_CALLBACK = 4 /* also allowed in a host function */
};
CUresult drv_enter (int need, struct ctx **c);
void drv_leave (const CUresult *entered);

/* First statement of an entry point: takes the lock for the rest of the block, or returns the
   error that prevents it.  C is the current context, or NULL.  */
#define ENTER(need, c) \
  __attribute__ ((unused)) struct ctx *c = NULL; \
  __attribute__ ((cleanup (drv_leave))) CUresult entered_ = drv_enter (need, &c); \
  if (entered_) \
  return entered_

/* First statement of a function that has a device DEV as argument.  */
#define ENTER_DEVICE(dev, c) \
  ENTER (IN_DRIVER, c); \
  if (dev) \
  return CUDA_ERROR_INVALID_DEVICE

/* Last statement of a function that returns VALUE through *P, an argument.  */
#define GIVE_AT(p, value) ((p) ? *(p) = (value), CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE)

/* Makes the device once.  */
CUresult drv_open (void);

/* symbols.c: returns true if something has called NVIDIA's runtime, static or shared, which
   fails.  */
bool drv_nvidia_runtime (void);

/* Returns the value of a variable of env.def, or NULL if it is not set.  */
const char *drv_env (const char *name);

/* Prints the output of kernels so far.  */
void drv_flush_printf (void);

/* ---- emulator/driver/error.c ---- */

/* Sets the text of pxemu_last_fault, printf style.  If PXEMU_VERBOSE requests it, also prints
   it to stderr and returns true.  drv_engine_error does so for an error of the engine.  */
bool drv_say (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
CUresult drv_engine_error (const px_emu_error *err);
/* The calling thread's call fails for this reason, printf style, which pxemu_why returns.  */
void drv_why (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
/* The reason is that it names a WHAT that the program has destroyed.  */
void drv_gone (const char *what);
/* Protects the texts that are read without drv.lock.  */
extern pthread_mutex_t drv_text_lock;

/* ---- emulator/driver/mem.c ---- */

/* The program's functions on the stack, the innermost first; NULL ends the list.  */
struct callers
{
  void *pc[16];
  void *graph[8]; /* of a node of a graph: those that launched the graph; else none */
};

enum mem_kind
{
  MEM_DEVICE,
  MEM_HOST,
  MEM_REGISTERED,
  MEM_MANAGED,
  MEM_POOLED,
  MEM_MAPPED /* made by emulator/driver/vmm.c */
};

struct mem
{
  uintptr_t base;
  size_t size; /* the size requested */
  enum mem_kind kind;
  unsigned flags;
  uint64_t id;
  struct ctx *ctx;
  struct pool *pool; /* for MEM_POOLED, and for an opened allocation of an imported pool */
  bool freed; /* cuMemFreeAsync was called, or, for a graph's memory, cuMemFree; until its next
		 launch */
  bool graph; /* a graph's node owns it */
  bool live;  /* a launch of it was submitted and no free since */
  bool away;  /* a graph's memory that was freed and not allocated again: nothing may use it */
  /* For emulator/driver/ipc.c.  shared: it lies in the file FD, which other processes may map.
     If this process has opened it: FILE is its inode in process OWNER.  */
  bool shared;
  int fd, owner;
  uint64_t file;
  unsigned opened;
  bool sync; /* CU_POINTER_ATTRIBUTE_SYNC_MEMOPS */
  bool part; /* of what is reported as a whole if it is not destroyed */
  /* Advice on managed memory: stored, without effect.  */
  bool read_mostly, accessed;
  CUmemLocation preferred, prefetched; /* type 0: none */
  struct callers callers;	       /* the functions that allocated it, in a checked run */
};

/* ---- emulator/driver/owned.c ---- */

/* What the program must destroy: a member of it, in a list while it is not.  */
struct owned
{
  struct owned *next, **at; /* AT: NULL: it is in no list */
  struct ctx *ctx;	    /* NULL: of none */
  const char *what;	    /* with its article */
  struct callers callers;   /* the functions that made it */
};

/* The program has made WHAT, in C, and has destroyed it.  */
void owned_new (struct owned *o, struct ctx *c, const char *what);
void owned_end (struct owned *o);
/* Reports what is not destroyed: of C, or NULL: of the program.  */
void owned_leaks (const struct ctx *c);

/* ---- emulator/driver/mem.c, allocations ---- */

/* Returns the allocation that contains ADDR, or NULL.  */
struct mem *mem_find (uintptr_t addr);
struct mem *mem_below (uintptr_t addr); /* the one that begins last, at ADDR or before it */
/* Makes [BASE, BASE + SIZE) an allocation of C.  Returns NULL if out of memory.  */
struct mem *mem_adopt (struct ctx *c, void *base, size_t size, enum mem_kind kind, unsigned flags);
/* Returns the opened allocation of FILE of process OWNER, or NULL.  */
struct mem *mem_opened (int owner, uint64_t file);
struct mem *mem_new (struct ctx *c, size_t size, enum mem_kind kind, unsigned flags);
/* Frees M: for the device at once, for the host when no kernel is running.  */
void mem_end (struct mem *m);
/* Frees M, or if it was opened several times drops one opening.  */
void mem_close (struct mem *m);
/* AWAY: M, which a graph owns, is freed until a launch allocates it again.  */
void mem_away (struct mem *m, bool away);
void mem_end_all (struct ctx *c);
/* At exit: reports memory that was not freed, if the program frees any.  */
void mem_leaks (void);
/* Frees allocations that ended while kernels were running.  */
void mem_reap (void);

/* Notes that the program frees memory, so that memory left at exit is a leak.  */
void mem_frees (void);
/* Returns the bytes that graphs own.  */
uint64_t mem_of_graphs (void);
/* Returns true if [ADDR, ADDR + SIZE) lies in one range of memory that the device may access.  */
bool mem_range_ok (uintptr_t addr, size_t size);
/* The same for an operation that is not yet submitted: memory that a graph has freed may be allocated
   again when it runs.  */
bool mem_will_be_ok (uintptr_t addr, size_t size);
/* ADDR is in memory that the device alone has, which a copy or a launch must not take for the host's.  */
bool mem_on_device (uintptr_t addr);
/* Reports that the program frees P, which is invalid.  M is the allocation there, or NULL.  */
CUresult mem_bad_free (uintptr_t p, const struct mem *m);
/* Returns the pinned allocation that contains P, or NULL.  */
struct mem *mem_pinned (const void *p);

/* ---- emulator/driver/vmm.c ---- */

/* Ends the device's access to the mapping at BASE.  */
void vmm_end (uintptr_t base);
/* At exit: reports memory from cuMemCreate that was not released.  */
void vmm_leaks (void);

/* ---- emulator/driver/copy.c ---- */

/* Checks a copy and makes an action of it, *A.  */
CUresult copy_action (const CUDA_MEMCPY3D *p, struct action **a);
/* Executes OP, an ACT_COPY.  */
CUresult copy_run (const struct op *op);
/* Reports that OP, described by WHAT, uses freed memory.  Returns the error for it.  */
CUresult use_freed (const struct op *op, const char *what);

/* ---- emulator/driver/fill.c ---- */

/* The same for a fill.  */
CUresult fill_action (const CUDA_MEMSET_NODE_PARAMS *p, struct action **a);
CUresult fill_run (const struct op *op);

/* ---- emulator/driver/word.c ---- */

/* Executes A, an ACT_WRITE or ACT_WAIT, in C.  */
CUresult word_run (struct ctx *c, struct action *a);

/* ---- emulator/driver/pool.c ---- */

/* Executes A, an ACT_ALLOC or ACT_FREE, in C.  */
CUresult async_run (struct ctx *c, struct action *a);
/* Makes an ACT_ALLOC of SIZE bytes for a graph; *AT is the address.  */
CUresult pool_action (struct ctx *c, size_t size, struct action **a, CUdeviceptr *at);
/* A, an ACT_ALLOC or ACT_FREE of a graph, is launched.  pool_taken returns true if A would allocate
   memory that the program has not freed since the last launch.  */
void pool_again (const struct action *a);
bool pool_taken (const struct action *a);
/* Adds to F the memory that A, an ACT_FREE, frees, or an ACT_ALLOC allocates.  */
void mem_bytes (const struct action *a, px_emu_footprint *f);
/* Frees the memory of a graph together with its last ACT_ALLOC.  */
void mem_end_graph (struct action *a);
/* SIZE bytes of P were freed.  P itself is freed if it was destroyed and this was its last
   memory.  */
void pool_less (struct pool *p, size_t size);

/* ---- emulator/driver/texture.c ---- */

/* The rows of ARRAY that a copy from byte X, row Y, slice Z on accesses, WIDTH bytes by HEIGHT
   by DEPTH.  Returns an error if they are outside the array.  */
struct array_rows
{
  uintptr_t base;
  size_t pitch, height;
};
CUresult array_side (CUarray array, size_t x, size_t y, size_t z, size_t width, size_t height,
		     size_t depth, struct array_rows *rows);
/* Frees what C owns, except the memory, which mem_end_all frees.  */
void textures_clear (struct ctx *c);

/* ---- emulator/driver/module.c ---- */

struct func
{
  struct func *next;
  struct module *module;
  CUfunction handle;
  CUkernel kernel;   /* made on request */
  CUlibrary library; /* the library to which that kernel belongs */
  px_emu_func *emu;  /* NULL after unloading has begun */
  px_emu_func_info info;
  unsigned refs;
  size_t *offset, *size; /* by parameter */
  char *name;
  int max_dynamic, carveout, nonportable, policy, cache;
  unsigned cluster[3];	     /* set at run time; 0: use the PTX's */
  unsigned block[3], shared; /* set by cuFuncSetBlockShape and cuFuncSetSharedSize */
  unsigned char *param;	     /* set by cuParamSet*, or NULL */
};

void func_unref (struct func *f);
/* Returns the function of a CUfunction or a CUkernel, or NULL.  */
struct func *func_get (const void *handle);
void modules_clear (struct ctx *c);

/* ---- emulator/driver/launch.c ---- */

/* Runs OP's kernel.  *BYTES are the bytes that it accessed, if they were recorded.  */
CUresult kernel_run (struct op *op, px_emu_footprint *bytes);

struct launch
{
  struct func *func;
  bool overlaps; /* it may begin before its predecessor has ended (programmatic launch) */
  px_emu_func *emu;
  unsigned *pending; /* the module's count of operations that launch from it */
  px_emu_launch how; /* without arguments */
  void *params;	     /* from malloc */
};

/* Checks a launch and makes an action of it, *A.  */
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
  CUDA_MEMCPY3D p; /* the caller's parameters */
  char *dst;
  const char *src;
  size_t dst_pitch, dst_slice, src_pitch, src_slice;
  bool dst_device, src_device; /* addresses in device memory, to be checked when the copy runs */
  void *staged;		       /* copy of pageable memory from malloc, or NULL */
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
      struct branch *what;   /* NULL: sets the values of all handles of BODIES[0] */
      struct graph **bodies; /* with references */
      unsigned n_bodies;
      struct op *end; /* operation at the end of the node */
    } branch;
  };
};

struct action *action_new (enum act kind);
struct action *action_ref (struct action *a);
void action_unref (struct action *a);

struct op
{
  struct ctx *ctx;
  struct action *act;	  /* NULL: it only orders others */
  unsigned refs, pending; /* pending: number of operations that it waits for */
  struct op **next;	  /* the operations that wait for it */
  unsigned nnext, cap;
  uint64_t seq;	 /* order of submission */
  uint64_t time; /* when it was completed, in ns */
  bool done;
  bool asked;		    /* the host has asked whether it is complete */
  bool queued;		    /* it is in the list of ready operations */
  uint64_t beside;	    /* the kernel that it may run concurrently with, or 0; EARLY: what
			       it accesses before */
  px_emu_footprint early;   /* it waits for that kernel (emulator/driver/order.c) */
  bool grown;		    /* it was ordered after operations that were queued later */
  struct op *link;	    /* in that list and others */
  struct op *older, *newer; /* neighbours in its context's list */
  struct before *before;    /* owned by emulator/driver/order.c, or NULL */
  struct callers callers;   /* the functions that submitted it, if they are recorded */
};

/* ---- emulator/driver/fatbin.c ---- */

/* is_fatbin returns true if IMAGE, of at least 4 bytes, is a fat binary or a wrapper of one.
   fatbin_ptx returns its PTX, from malloc, followed by a NUL, or sets *WHY to the reason why
   there is none.  SIZE: bytes of IMAGE, 0 if unknown.  */
bool is_fatbin (const void *image);
CUresult fatbin_ptx (const void *image, size_t size, char **ptx, size_t *n, const char **why);

/* ---- emulator/driver/order.c ---- */

/* order_new: OP is new.  order_after: OP is ordered after DEP.  order_learn: the host has
   waited for OP; order_learn_all: for all operations up to SEQ.  order_done: OP is complete (a
   copy or fill: about to begin); a kernel has accessed BYTES, which order_done takes over.
   order_end: OP ends.  */
void order_new (struct op *op);
void order_after (struct op *op, const struct op *dep);
/* DEP, which OP waits for, is complete: it may be ordered after more than when OP was queued.  */
void order_more (struct op *op, const struct op *dep);
void order_learn (const struct op *op);
void order_learn_all (uint64_t seq);
/* The host asks whether OP, or NULL, is complete, which it learns.  In a checked run the first answer
   is no unless it has waited for OP: on a GPU it may be so, and a program that does not
   listen is found.  */
bool order_asked (struct op *op);
bool order_wanted (void);
void order_done (struct op *op, px_emu_footprint *bytes);
/* The host is about to free memory at once, or to end its registration, without a wait; NAME says
   which.  */
void order_free (struct ctx *c, uint64_t base, uint64_t size, const char *name);
void order_end (struct op *op);

/* ---- emulator/driver/device.c ---- */

/* device_new returns SIZE bytes that the program cannot access (HOST: cannot access after
   device_end), at addresses that are never reused.  NULL: this run does not check such
   accesses, or there is no address space.  */
void *device_new (size_t size, bool host);
void device_end (void *p, size_t size);
bool device_any (void); /* returns true if there is such memory */
bool device_has (uintptr_t addr, bool *host);
/* device_open: an emulator's thread accesses ADDR; returns false if that is not such memory.
   device_shut removes access again.  device_give_up ends the protection for good.  */
bool device_open (uintptr_t addr);
void device_shut (void);
void device_give_up (void);

/* ---- emulator/driver/guard.c ---- */

/* Installs the signal's handler and returns true, unless the program has one of its own.  */
bool guard_handle (void);
/* The calling thread enters the emulator (1), or leaves it (-1).  */
void guard_inside (int by);
/* Operation SEQ, which is complete, has accessed F.  Returns false if the program may know its
   results without waiting.  */
bool guard_add (const px_emu_footprint *f, uint64_t seq, const char *name,
		const struct callers *callers);
bool guard_any (void);				   /* returns true if pages are guarded */
void guard_release (bool (*known) (uint64_t seq)); /* gives back the pages of operations for
						      which KNOWN returns true */
void guard_forget (uintptr_t base, size_t size);   /* drops an allocation that ends */
/* Managed variable of M, SIZE bytes at BASE: guarded like managed memory, until M ends.  */
void guard_variable (const struct module *m, uintptr_t base, size_t size);
void guard_forget_variables (const struct module *m);
void guard_tell (void);
/* The calling thread has submitted SEQ.  Before it leaves the driver it waits a while for SEQ,
   so that the operation's accesses are known.  */
void guard_submitted (uint64_t seq);
void guard_wait (void);

/* ---- emulator/driver/place.c ---- */

enum
{
  PLACE_FRAMES = 32 /* that are looked at, the emulator's own included */
};
/* place_callers records who calls the driver.  place_started writes to TEXT a line with the
   place where CALLERS submitted NAME; empty if unknown.  */
void place_callers (struct callers *callers);
void place_started (const struct callers *callers, const char *name, char *text, size_t size);
/* The same for the launch of KERNEL.  */
void place_launch (const struct callers *callers, const char *kernel, char *text, size_t size);
/* M ends: who has allocated it, and who ends it, stays known.  */
void place_ended (const struct mem *m);
/* Adds to TEXT lines with the places where the memory at ADDR, or right before it, was allocated and
   freed.  */
void place_memory (uint64_t addr, char *text, size_t size);
/* Writes to TEXT the place of an access at PC, or of the program's call that led to it; FRAMES
   has N.  */
void place_frames (void *pc, void *const *frames, int n, char *text, size_t size);

/* ---- emulator/driver/width.c ---- */

/* Returns how many bytes of memory the instruction of x86-64 at PC accesses, or fewer.  */
unsigned guard_width (const unsigned char *pc);

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
/* Returns true if no operation runs or is about to run.  */
bool op_quiet (void);
/* Returns true if all that run are functions of the program that are delayed (a checked run).  */
bool op_only_late (void);
/* Returns what may still change memory, except running kernels.  Called without drv.lock.  */
enum px_emu_help op_help (void *unused);
/* Waits until *COUNT is 0.  The thread that makes it 0 calls drv_wake.  */
void wait_zero (const unsigned *count);
void drv_wake (void);
uint64_t drv_now (void);
bool drv_in_callback (void);

/* ---- emulator/driver/stream.c ---- */

/* The nodes that the next operation of a capturing stream follows.  */
struct nodes
{
  struct node **at;
  size_t n, cap;
};

struct capture
{
  struct capture *next; /* next in the list of active captures */
  struct graph *graph;
  struct stream *origin;
  CUstreamCaptureMode mode;
  pthread_t thread; /* the thread that began it */
  uint64_t id;
  struct nodes left; /* the last nodes of streams that have been destroyed */
  bool invalid;
  bool own; /* the program owns the graph */
};

struct stream
{
  struct stream *next;
  struct ctx *ctx;
  CUstream handle;
  unsigned flags;
  int priority;
  uint64_t id;
  struct op *last; /* the last operation; NULL: none was submitted */
  bool per_thread;
  pthread_t thread;	   /* the thread of a per-thread stream */
  struct capture *capture; /* NULL: not capturing */
  struct nodes front;
  CUgraphNode *shown; /* handles of these that cuStreamGetCaptureInfo returned */
  struct owned owned;
  CUlaunchAttributeValue attr[CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN + 1];
};

struct event
{
  struct event *next;
  struct ctx *ctx;
  CUevent handle;
  unsigned flags;
  struct op *op;      /* the last record, NULL if none */
  uint64_t capture;   /* id of the capture that contains the last record, or 0 */
  struct nodes front; /* if so, the nodes that the record follows */
  struct owned owned;
  /* For emulator/driver/ipc.c: the page that processes share, its file (-1: owned by another
     process), the number of the last record in this process.  */
  struct ipc_event *shared;
  int fd;
  uint64_t mine;
};

/* Finds the stream H of C: NULL and 1 are the legacy stream, 2 the thread's.  */
CUresult stream_get (struct ctx *c, CUstream h, struct stream **s);
CUresult streams_init (struct ctx *c);
void streams_clear (struct ctx *c);
/* Appends A to S, or to the graph that S captures; takes over the reference.  If DONE is not
   NULL, *DONE is the operation, referenced, for op_wait (NULL while capturing).  */
CUresult stream_push (struct stream *s, struct action *a, struct op **done);
/* The same, and waits: for calls that are synchronous.  */
CUresult stream_do (struct stream *s, struct action *a);
/* Makes an operation in its place in S's order, not yet submitted.  */
CUresult stream_op (struct stream *s, struct action *a, struct op **op);
void stream_last (struct stream *s, struct op *op);

/* ---- emulator/driver/event.c ---- */

/* Returns the event of a handle, or NULL.  */
struct event *event_get (CUevent h);
/* Makes an event of C with a handle.  Returns NULL if out of memory.  */
struct event *event_new (struct ctx *c, unsigned flags);
/* Frees E and removes it from its context.  */
void event_free (struct event *e);
/* Records E in S, which must not be capturing.  */
CUresult event_record (struct event *e, struct stream *s);

/* ---- emulator/driver/capture.c ---- */

/* nodes_add adds N to S; returns false if out of memory.  nodes_clear frees S's array.  */
bool nodes_add (struct nodes *s, struct node *n);
void nodes_clear (struct nodes *s);
/* Adds all nodes of FROM to TO.  Returns false if out of memory.  */
bool nodes_join (struct nodes *to, const struct nodes *from);
/* Returns the active capture with this ID, or NULL.  */
struct capture *capture_get (uint64_t id);
/* Ends K without a result.  */
void capture_drop (struct capture *k);
/* Ends the captures that streams of C began.  */
void captures_clear (struct ctx *c);
/* A call that K cannot contain makes K invalid.  R is the error of the call.  */
CUresult capture_spoil (struct capture *k, CUresult r);
/* The legacy stream waits for all blocking streams of C, which is an error while one of them is
   capturing.  */
CUresult capture_implicit (struct ctx *c);
/* Adds A to the graph that S captures.  */
CUresult capture_action (struct stream *s, struct action *a);
/* Called by functions that must not run during a capture: returns CUDA_SUCCESS, or invalidates
   the capture and returns the error.  */
CUresult capture_unsafe (struct ctx *c);

/* ---- emulator/driver/ipc.c ---- */

/* A new file without a name, of SIZE bytes and with SEALS (F_SEAL_*); -1 if there is none.  */
int file_new (size_t size, int seals);
/* *OUT, an int, becomes a descriptor of FD's file that the caller of the driver closes.  */
CUresult file_give (void *out, int fd);

/* ipc_handle moves M, which no operation uses, into a file that other processes may map, and writes
   its handle of 64 bytes to H.  ipc_end frees this, also for opened memory.  */
CUresult ipc_handle (struct mem *m, void *h);
void ipc_end (const struct mem *m);
/* Opens the handle H of another process in C; if it is open already, counts once more.  */
CUresult ipc_open (struct ctx *c, const void *h, struct mem **m);
/* ipc_event_new makes a page for E that other processes may map; ipc_event_end frees it.  */
CUresult ipc_event_new (struct event *e);
void ipc_event_end (struct event *e);
/* ipc_event_foreign returns true if another process has recorded E last.  Then ipc_event_wait
   makes S, and ipc_event_sync the host, wait for it; ipc_event_done returns true if that record
   is complete.  */
bool ipc_event_foreign (const struct event *e);
CUresult ipc_event_wait (struct event *e, struct stream *s);
void ipc_event_sync (const struct event *e);
bool ipc_event_done (const struct event *e);
/* Records E in S; *OP as in stream_push.  */
CUresult ipc_event_record (struct event *e, struct stream *s, struct op **op);

/* ---- emulator/driver/graph.c ---- */

struct node
{
  struct node *next; /* next in its graph, in order of creation */
  struct graph *graph;
  CUgraphNode handle;
  CUgraphNodeType type;
  struct action *act;	 /* kernel, copy, fill, host, alloc, free, or NULL */
  CUevent event;	 /* for event nodes */
  struct graph **bodies; /* owned: for a child graph node the clone; for a conditional node its
			    bodies */
  unsigned n_bodies;
  struct branch *branch; /* for a conditional node */
  CUDA_MEM_ALLOC_NODE_PARAMS alloc;
  struct nodes deps;
  struct callers callers; /* who made it, or captured it, in a checked run */
  uint64_t id, origin;	  /* ORIGIN: id of the node that it is a clone of */
  bool disabled;	  /* in an instance: disabled */
  bool mark;		  /* scratch */
  size_t index;		  /* scratch */
  void **args;		  /* made by cuGraphKernelNodeGetParams */
};

struct graph
{
  unsigned refs;  /* the owner's, and those of active launches (emulator/driver/branch.c) */
  CUgraph handle; /* NULL: a child graph, or the graph of an instance */
  struct node *first, *last;
  size_t n;
  uint64_t id, origin; /* ORIGIN: id of the graph that it is a clone of */
  bool parent;	       /* a node contains it as its child */
  unsigned capturing;  /* number of captures that add to it */
  struct user_ref *users;
  struct condition **conditions;
  size_t n_conditions;
  struct owned owned; /* if it is the program's */
};

struct graph *graph_new (void);
struct graph *graph_ref (struct graph *g);
void graph_free (struct graph *g); /* drops one reference */
struct graph *graph_get (CUgraph h);
struct node *node_get (CUgraphNode h);
/* Makes a node of G after DEPS; takes over the reference to A.  Returns NULL if out of memory.  */
struct node *node_new (struct graph *g, CUgraphNodeType type, const struct nodes *deps,
		       struct action *a);
/* Returns a handle for G (for N) that the program owns.  */
CUresult graph_show (struct graph *g, CUgraph *handle);
CUresult node_show (struct node *n, CUgraphNode *handle);
/* Marks the nodes of FROM and their predecessors, and unmarks all others.  */
void graph_mark (struct graph *g, const struct nodes *from);
/* Returns true if EDGES is NULL or all N edges have default data.  */
bool graph_edges_plain (const CUgraphEdgeData *edges, size_t n);
/* Adds to the graph H after DEPS a node with BODIES, which it takes over even if it fails.  */
CUresult graph_add (CUgraphNode *out, CUgraph h, const CUgraphNode *deps, size_t ndeps,
		    CUgraphNodeType type, unsigned n_bodies, struct graph *const *bodies,
		    struct node **node);
/* Queues the nodes of G in C, after BEGIN.  END, which is not yet submitted or still waits for
   others, waits for them.  */
CUresult graph_queue (struct graph *g, struct ctx *c, struct op *begin, struct op *end);

/* ---- emulator/driver/branch.c ---- */

/* branch_copy gives TO, a copy of the conditional node FROM, what it has besides its bodies;
   branch_free frees this.  */
void branch_copy (struct node *to, const struct node *from);
void branch_free (struct node *n);
/* The same for the handles that were made for a graph.  */
bool conditions_copy (struct graph *to, const struct graph *from);
void conditions_free (struct graph *g);
/* Returns true if each of G's handles has a node, and the bodies contain only permitted nodes.  */
bool branches_ok (const struct graph *g);
/* Begins a launch of G after *BEGIN: sets the values of its handles; *BEGIN becomes the
   operation that does so.  */
CUresult branch_begin (struct graph *g, struct ctx *c, struct op **begin);
/* Makes the action that evaluates N's condition in a launch, and queues a body before END.  */
struct action *branch_action (const struct node *n, struct op *end);
CUresult branch_run (struct op *op);
void branch_action_free (struct action *a);

/* For functions that have a version for per-thread default streams.  The body gets STREAM as
   given; in `_ptsz' the stream 0 becomes the thread's.  */
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

/* First statement of its body: S is what GET, stream_get or stream_any, returns for HANDLE.  */
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

/* Like STREAM_API, for functions without a stream among their arguments: the body has STREAM.  */
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

/* Makes SYMBOL another name of the function NAME, which has the same type.  */
#define SAME(symbol, name) extern __typeof__ (name) symbol __attribute__ ((alias (#name)))

/* ---- emulator/driver/context.c ---- */

/* Returns the live context of a handle, or NULL.  */
struct ctx *ctx_get (CUcontext handle);
/* Waits for everything that was submitted to any context before the call.  */
void drv_drain (void);
/* Returns the handle of this thread's current context, or NULL.  */
CUcontext ctx_top (void);

#endif
