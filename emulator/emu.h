/* SPDX-License-Identifier: MIT */
/* The PTX engine: a device whose processor is this machine's CPU.

   A device address in the global space is the host address of the same byte
   (unified addressing); the engine touches no byte that has not been
   registered with it.  Shared, local and parameter addresses live in windows
   that no host address falls into.

   Threads: different devices are independent.  On one device everything may be
   called from any thread at any time; launches on one device run side by side.
   Only these are the caller's to order: memory is not removed, and a module
   not unloaded, while a launch that could reach it runs.

   Nothing here exits, aborts or prints; errors come back as values.  */
#ifndef PX_EMU_H
#define PX_EMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C"
{
#endif

  struct ptx_module;

  typedef struct px_emu px_emu;		      /* a device */
  typedef struct px_emu_module px_emu_module; /* loaded, linked PTX */
  typedef struct px_emu_func px_emu_func;     /* an entry or device function */

  /* Limits of the device (an H100 SXM's).  */
  enum
  {
    PX_EMU_SM_COUNT = 132,
    PX_EMU_WARP = 32,
    PX_EMU_MAX_THREADS = 1024, /* a block */
    PX_EMU_MAX_THREADS_SM = 2048,
    PX_EMU_MAX_BLOCKS_SM = 32,
    PX_EMU_MAX_REGS = 65536,	    /* a block and an SM, 32-bit */
    PX_EMU_MAX_SHARED = 227 * 1024, /* a block, opted in */
    PX_EMU_MAX_SHARED_SM = 228 * 1024,
    PX_EMU_DEFAULT_SHARED = 48 * 1024, /* a block, without opting in */
    PX_EMU_MAX_CLUSTER = 16,
    PX_EMU_CONST_SIZE = 64 * 1024,
    PX_EMU_MAX_LOCAL = 512 * 1024, /* a thread */
    PX_EMU_ARCH = 90		   /* compute capability 9.0 */
  };

  /* What went wrong.  The driver front maps each to a CUresult.  */
  enum px_emu_kind
  {
    PX_EMU_OK,
    PX_EMU_INVALID,	     /* an argument of the call is out of range */
    PX_EMU_NO_MEMORY,	     /* host memory exhausted */
    PX_EMU_LOAD,	     /* module: unsupported instruction, bad operand */
    PX_EMU_UNRESOLVED,	     /* module: symbol undefined, or defined twice */
    PX_EMU_NOT_FOUND,	     /* no such function or global */
    PX_EMU_OUT_OF_RESOURCES, /* launch: too many threads, shared memory … */
    PX_EMU_COOPERATIVE,	     /* cooperative launch does not fit the device */
    PX_EMU_ILLEGAL_ADDRESS,
    PX_EMU_MISALIGNED,
    PX_EMU_INVALID_SPACE,	/* generic address of the wrong space */
    PX_EMU_INVALID_PC,		/* call or brx through a bad value */
    PX_EMU_ILLEGAL_INSTRUCTION, /* instruction met with operands it forbids */
    PX_EMU_STACK,		/* call stack or local memory exhausted */
    PX_EMU_TRAP,		/* trap, brkpt */
    PX_EMU_ASSERT,		/* __assertfail */
    PX_EMU_TIMEOUT,		/* time or step limit */
    PX_EMU_DEADLOCK,		/* every thread waits for something that cannot come */
    PX_EMU_CANCELLED
  };

  /* An error, or PX_EMU_OK.  For an error of a running kernel every field is set
   as far as it is known; otherwise only KIND and TEXT are.  Strings are owned
   by the struct.  */
  typedef struct px_emu_error
  {
    enum px_emu_kind kind;
    char text[1024]; /* one line or several, no trailing newline */
    char kernel[256];
    unsigned block[3], thread[3]; /* the first thread concerned */
    unsigned warp;		  /* its warp in the block */
    char instruction[128];	  /* PTX text */
    int ptx_line;		  /* in the module's PTX text; 0 unknown */
    char file[512];		  /* source, from .loc; "" unknown */
    int line;			  /* source line */
    uint64_t address;		  /* for errors of an access */
    unsigned size;		  /* bytes accessed */
  } px_emu_error;

  /* A fixed English name ("illegal address").  */
  const char *px_emu_kind_name (enum px_emu_kind kind);

  /* ---- device.c: devices ---- */

  /* A new device, or NULL without memory.  WORKERS: host threads used by a launch,
   0 for one for each processor this process may run on.  */
  px_emu *px_emu_new (int workers);
  void px_emu_free (px_emu *emu);

  /* Bytes of a thread's local memory and call stack; of the device heap (malloc);
   of the printf buffer.  Defaults 512 KiB (the maximum), 8 MiB, 1 MiB.
   Effective from the next launch on; true if in range.  */
  enum px_emu_limit
  {
    PX_EMU_LIMIT_STACK,
    PX_EMU_LIMIT_HEAP,
    PX_EMU_LIMIT_PRINTF
  };
  bool px_emu_set_limit (px_emu *emu, enum px_emu_limit limit, size_t value);
  size_t px_emu_get_limit (const px_emu *emu, enum px_emu_limit limit);

  /* "avx512", "avx2" or "c": the form of the interpreter in use.  The variable
   PXEMU_ISA chooses a lower one.  */
  const char *px_emu_isa (void);

  /* ---- memory.c: what the device may touch ---- */

  enum px_emu_mem
  {
    PX_EMU_MEM_DEVICE,
    PX_EMU_MEM_PINNED,
    PX_EMU_MEM_MANAGED,
    PX_EMU_MEM_GLOBAL,
    PX_EMU_MEM_CONST, /* variables of modules */
    PX_EMU_MEM_MAPPED /* the device's, mapped piece by piece: neighbours are found as one range */
  };

  typedef struct px_emu_range
  {
    uint64_t base, size;
    enum px_emu_mem kind;
    const char *name; /* of a module's variable, or NULL */
  } px_emu_range;

  /* Makes [ADDR, ADDR+SIZE) known to the device.  The bytes stay the caller's.
   False if SIZE is 0, the range meets a known one, or memory is short.  */
  bool px_emu_mem_add (px_emu *emu, void *addr, size_t size, enum px_emu_mem kind);
  /* Forgets the range that starts at ADDR; false if there is none.  */
  bool px_emu_mem_remove (px_emu *emu, void *addr);
  /* The range that contains ADDR; false if there is none.  */
  bool px_emu_mem_find (px_emu *emu, uint64_t addr, px_emu_range *range);

  /* ---- module.c: modules ---- */

  /* Links MODULES (N of them; symbols resolve among them) and allocates and
   initialises their globals.  The ptx_modules are borrowed until
   px_emu_module_unload.  On failure: NULL, and ERR (if not NULL) set.  *LOG, if
   LOG is not NULL, becomes malloced text: one line for each error and warning,
   "" if there is none.  Functions are decoded when first used, or all of
   them here if EAGER; only then are all unsupported instructions load errors.  */
  px_emu_module *px_emu_module_load (px_emu *emu, const struct ptx_module *const *modules, size_t n,
				     bool eager, char **log, px_emu_error *err);
  void px_emu_module_unload (px_emu_module *mod);

  /* The entry NAME, or NULL.  Owned by the module.  */
  px_emu_func *px_emu_module_func (px_emu_module *mod, const char *name);
  /* Entries in order of the text; NULL past the end.  */
  px_emu_func *px_emu_module_entry (px_emu_module *mod, size_t index);
  /* A .global or .const variable: its address and size.  */
  bool px_emu_module_global (px_emu_module *mod, const char *name, uint64_t *addr, size_t *size);

  typedef struct px_emu_func_info
  {
    const char *name;
    const px_emu_module *module;
    int n_params;
    size_t param_bytes; /* size of the parameter block */
    int regs;		/* 32-bit registers a thread, estimated */
    size_t static_shared, local, const_bytes;
    int max_threads;		/* .maxntid product; else PX_EMU_MAX_THREADS */
    int reqntid[3], maxntid[3]; /* 0 if not given */
    int min_blocks, max_regs;	/* .minnctapersm, .maxnreg; 0 if not given */
    int cluster[3];		/* .reqnctapercluster; 0 if not given */
    int ptx_version;		/* 87 for 8.7 */
    int arch;			/* 90 for sm_90 */
  } px_emu_func_info;

  /* Decodes the function if need be; false (and ERR set, if not NULL) if that
   fails.  */
  bool px_emu_func_info_get (px_emu_func *f, px_emu_func_info *info, px_emu_error *err);

  typedef struct px_emu_param
  {
    const char *name;
    size_t offset, size, align; /* bytes in the parameter block */
    char type[8];		/* "u64", "f32", "b8" for arrays, … */
  } px_emu_param;

  /* Parameter I of F, from its declaration; false past the last.  */
  bool px_emu_func_param (const px_emu_func *f, int i, px_emu_param *param);

  /* Blocks of THREADS threads and DYNAMIC bytes of shared memory that an SM
   holds at a time.  */
  int px_emu_occupancy (px_emu_func *f, int threads, size_t dynamic);

  /* ---- launch.c: launches ---- */

  enum px_emu_schedule
  {
    PX_EMU_ROUND_ROBIN, /* blocks spread over all workers */
    PX_EMU_RANDOM,	/* one worker; warp, slice and lane order from SEED */
    PX_EMU_SEQUENTIAL,	/* one worker; a thread runs until it must wait */
    PX_EMU_ADVERSARIAL, /* one worker; the last block's last warp first, until it
				   must wait */
    PX_EMU_EXPLORE,	/* all orders that can differ, at most LIMIT of them; what
				   they show is reported; unless one failed, which ends
				   the launch, then as round robin */
    PX_EMU_TRACE	/* one worker; the order that TRACE names */
  };

  /* When an asynchronous operation (cp.async, bulk copy, wgmma …) is carried out.  */
  enum px_emu_async
  {
    PX_EMU_ASYNC_LATE,	/* as late as the kernel's waits allow */
    PX_EMU_ASYNC_EARLY, /* when it is issued */
    PX_EMU_ASYNC_RANDOM /* as SEED says */
  };

  /* What may still come from outside a kernel.  */
  enum px_emu_help
  {
    PX_EMU_HELP_NONE,
    PX_EMU_HELP_MEMORY, /* stores to memory that the host reaches */
    PX_EMU_HELP_ANY	/* copies and launches, too */
  };

  typedef struct px_emu_launch
  {
    unsigned grid[3], block[3];
    unsigned cluster[3]; /* all 0: what the entry says, else none */
    size_t dynamic_shared;
    bool cooperative;
    /* One of the two: ARGS[i] points at the value of parameter i; or PARAMS is the
     parameter block, PARAM_BYTES long (at least what the entry needs).  */
    void *const *args;
    const void *params;
    size_t param_bytes;
    enum px_emu_schedule schedule;
    uint64_t seed;
    uint64_t limit;	   /* PX_EMU_EXPLORE; 0: 10000 */
    bool unreduced;	   /* PX_EMU_EXPLORE: all orders */
    const char *trace;	   /* PX_EMU_TRACE: steps as explore.c writes them, of the */
    uint64_t trace_launch; /* launch of this number (from 1) on the device; others
				   as round robin */
    enum px_emu_async async;
    uint64_t max_steps;	 /* warp instructions, roughly; 0: no limit */
    unsigned timeout_ms; /* 0: no limit */
    /* Asked now and then from any worker, if not NULL; true stops the launch.  */
    bool (*cancel) (void *data);
    void *cancel_data;
    /* Asked by the sanitizer when all threads of the kernels that run only ask whether memory
     has changed; NULL: PX_EMU_HELP_MEMORY.  */
    enum px_emu_help (*help) (void *data);
    void *help_data;
    struct px_emu_footprint *footprint; /* if not NULL, and the device checks for races:
					   gets the bytes that the launch touched */
    struct px_emu_footprint *early;	/* the same of what comes before griddepcontrol.wait */
  } px_emu_launch;

  typedef struct px_emu_stats
  {
    uint64_t warp_instructions;	  /* as executed, of whole launches */
    uint64_t thread_instructions; /* the same, times active threads */
  } px_emu_stats;

  /* Runs F to the end on the calling thread and idle workers.  False on error
   (ERR is set, unless NULL); memory is then as the kernel left it.  STATS, if
   not NULL, asks for counts: such a launch is slower.  */
  bool px_emu_run (px_emu_func *f, const px_emu_launch *launch, px_emu_stats *stats,
		   px_emu_error *err);

  /* What the last launch with PX_EMU_EXPLORE on the device has shown.  */
  typedef struct px_emu_explored
  {
    uint64_t schedules; /* run */
    bool complete;	/* no other schedule can differ */
    unsigned results;	/* different ones, errors (a deadlock is one) included */
    unsigned errors;	/* of them */
    uint64_t digest;	/* of the set of results without errors */
  } px_emu_explored;
  void px_emu_get_explored (const px_emu *emu, px_emu_explored *explored);

  /* ---- check.c: the sanitizer, what the host does ---- */

  /* 0 clean, 1 defective, 2 incomplete.  */
  int px_emu_verdict (void);
  /* Does PXEMU_CHECK ask for checks?  If not, the others do nothing.  */
  bool px_emu_checking (const px_emu *emu);
  /* Does it ask for accesses to memory?  */
  bool px_emu_checks_memory (const px_emu *emu);
  /* Threads that the engine has made.  */
  unsigned px_emu_threads (const px_emu *emu);
  /* Has a function that was looked at griddepcontrol?  */
  bool px_emu_griddepcontrol (const px_emu *emu);
  /* Something has happened outside kernels that they may wait for.  */
  void px_emu_check_event (px_emu *emu);
  /* The host writes [ADDR, ADDR + SIZE); copies it from SRC, memory of the device.  */
  void px_emu_check_write (px_emu *emu, uint64_t addr, size_t size);
  void px_emu_check_copy (px_emu *emu, uint64_t addr, uint64_t src, size_t size);
  /* How many bytes of [ADDR, ADDR + SIZE) nobody has written; the first.  */
  size_t px_emu_check_unwritten (px_emu *emu, uint64_t addr, size_t size, uint64_t *first);
  /* UNWRITTEN of the SIZE bytes that were copied to the host were such, the first at ADDR; what is
   called WHAT has used memory after its end.  WHERE: as below.  */
  void px_emu_check_copied_out (px_emu *emu, uint64_t unwritten, uint64_t size, uint64_t addr,
				const char *where);
  void px_emu_check_late (px_emu *emu, const char *what, const char *where);
  /* The program frees ADDR, which is not the start of an allocation that such a call frees, or of
   one of PENDING bytes that it has freed; WHERE: a line of text behind a newline, or none.  */
  void px_emu_check_bad_free (px_emu *emu, uint64_t addr, size_t pending, const char *where);
  /* The end of their context or of the process takes SIZE bytes that the program has not freed;
   WHERE: as above.  */
  void px_emu_check_leak (px_emu *emu, size_t size, const char *where);
  /* WHAT was not checked.  */
  void px_emu_check_missed (px_emu *emu, const char *what);

  /* The name of a kernel as its C++ source has it, if the process can tell; malloced, or NULL.  */
  char *px_emu_source_name (const char *name);

  /* ---- footprint.c: what launches and copies have touched ---- */

  enum
  {
    PX_EMU_READ = 1,
    PX_EMU_WROTE = 2,
    PX_EMU_STRONG = 4
  };
  enum px_emu_meeting
  {
    PX_EMU_APART,
    PX_EMU_RACE,
    PX_EMU_EXCHANGE /* of strong accesses, which may order */
  };
  typedef struct px_emu_bytes
  {
    uint64_t lo, hi;
    uint8_t kind; /* PX_EMU_READ or PX_EMU_WROTE, and PX_EMU_STRONG */
  } px_emu_bytes;
  typedef struct px_emu_footprint
  {
    px_emu_bytes *at; /* ordered by LO, once it is sorted */
    size_t n, cap;
  } px_emu_footprint;
  /* False without memory, or if there would be too many ranges.  */
  bool px_emu_footprint_add (px_emu_footprint *f, uint64_t addr, uint64_t size, uint8_t kind);
  void px_emu_footprint_sort (px_emu_footprint *f);
  void px_emu_footprint_free (px_emu_footprint *f);
  /* Of A and B, sorted: a race at SIZE bytes at ADDR that both touch and one writes, unless
   there are such where both do so by strong accesses.  */
  enum px_emu_meeting px_emu_footprints_meet (const px_emu_footprint *a, const px_emu_footprint *b,
					      uint64_t *addr, uint64_t *size);
  /* The program itself accesses what it can not; what was found so far is told and written, since
   it ends now.  */
  void px_emu_check_host (const char *what, const char *missing);
  /* A race between operations of the host's part.  */
  void px_emu_check_unordered (const char *what, const char *missing);
  /* See pxemu_ignored.  */
  void px_emu_check_ignored (const char *kernel, const char *call, bool stub, const char *why);
  /* FN is called before the last reports are written, where the process ends.  */
  void px_emu_at_end (void (*fn) (void));

  /* ---- printf.c ---- */

  /* Takes the text that kernels have printed since the last call: malloced, *LEN
   bytes (may be 0; NULL without memory).  *LOST: calls whose text did not fit
   the buffer.  */
  char *px_emu_printf_take (px_emu *emu, size_t *len, size_t *lost);

#ifdef __cplusplus
}
#endif
#endif
