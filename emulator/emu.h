/* SPDX-License-Identifier: MIT */
/* The PTX engine: a device whose processor is this machine's CPU.

   A device address in the global space is the host address of the same byte
   (unified addressing); the engine accesses only memory that has been
   registered with it.  Shared, local and parameter addresses are in windows
   that contain no host address.

   Threads: different devices are independent.  On one device everything may be
   called from any thread at any time; launches on one device run concurrently.
   The caller must only ensure that memory is not removed, and a module
   not unloaded, while a launch that could access it runs.

   Nothing here exits, aborts or prints; errors are returned as values.  */
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
  typedef struct px_emu_func px_emu_func;     /* an entry or a device function */

  /* Limits of the device (an H100 SXM's).  */
  enum
  {
    PX_EMU_SM_COUNT = 132,
    PX_EMU_WARP = 32,
    PX_EMU_MAX_THREADS = 1024, /* threads of a block */
    PX_EMU_MAX_THREADS_SM = 2048,
    PX_EMU_MAX_BLOCKS_SM = 32,
    PX_EMU_MAX_REGS = 65536,	    /* 32-bit registers of a block, and of an SM */
    PX_EMU_MAX_SHARED = 227 * 1024, /* bytes of a block, after opting in */
    PX_EMU_MAX_SHARED_SM = 228 * 1024,
    PX_EMU_DEFAULT_SHARED = 48 * 1024, /* bytes of a block, without opting in */
    PX_EMU_MAX_CLUSTER = 16,
    PX_EMU_CONST_SIZE = 64 * 1024,
    PX_EMU_MAX_LOCAL = 512 * 1024, /* bytes of a thread */
    PX_EMU_ARCH = 90		   /* compute capability 9.0 */
  };

  /* The kinds of errors.  The driver maps each to a CUresult.  */
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
    PX_EMU_ILLEGAL_INSTRUCTION, /* an instruction has operands that it forbids */
    PX_EMU_SYNC, /* a barrier, collective or mbarrier whose threads or arrivals are not those it must
		    have */
    PX_EMU_STACK,    /* call stack or local memory exhausted */
    PX_EMU_TRAP,     /* trap, brkpt */
    PX_EMU_ASSERT,   /* __assertfail */
    PX_EMU_TIMEOUT,  /* time or step limit */
    PX_EMU_DEADLOCK, /* every thread waits, and nothing can wake any of them */
    PX_EMU_CANCELLED
  };

  /* An error, or PX_EMU_OK.  For an error of a running kernel every field is set as far as it
     is known; otherwise only KIND and TEXT are.  The struct owns its strings.  */
  typedef struct px_emu_error
  {
    enum px_emu_kind kind;
    char text[1024]; /* one or more lines, no trailing newline */
    char kernel[256];
    unsigned block[3], thread[3]; /* the first thread concerned */
    unsigned warp;		  /* its warp in the block */
    char instruction[128];	  /* PTX text */
    int ptx_line;		  /* in the module's PTX text; 0 unknown */
    char file[512];		  /* source, from .loc; "" unknown */
    int line;			  /* source line */
    uint64_t address;		  /* for errors of an access */
    unsigned size;		  /* bytes accessed */
    bool polls; /* of a deadlock: a thread asks for what is in memory, or loops for ever */
  } px_emu_error;

  /* Returns a fixed English name ("illegal address").  */
  const char *px_emu_kind_name (enum px_emu_kind kind);

  /* ---- emu.c: devices ---- */

  /* Makes a device; returns NULL if out of memory.  WORKERS: host threads used by a launch, 0
     for one per processor that this process may use.  */
  px_emu *px_emu_new (int workers);
  void px_emu_free (px_emu *emu);

  /* Bytes of a thread's local memory and call stack; of the device heap (malloc); of the printf
     buffer.  Defaults 512 KiB (the maximum), 8 MiB, 1 MiB.  Setting one affects later launches;
     returns true if the value is in range.  */
  enum px_emu_limit
  {
    PX_EMU_LIMIT_STACK,
    PX_EMU_LIMIT_HEAP,
    PX_EMU_LIMIT_PRINTF
  };
  bool px_emu_set_limit (px_emu *emu, enum px_emu_limit limit, size_t value);
  size_t px_emu_get_limit (const px_emu *emu, enum px_emu_limit limit);

  /* Returns "avx512", "avx2" or "c": the version of the interpreter in use.  The variable
     PXEMU_ISA chooses a lower one.  */
  const char *px_emu_isa (void);

  /* ---- memory.c: memory that the device may access ---- */

  enum px_emu_mem
  {
    PX_EMU_MEM_DEVICE,
    PX_EMU_MEM_PINNED,
    PX_EMU_MEM_MANAGED,
    PX_EMU_MEM_GLOBAL,
    PX_EMU_MEM_CONST, /* variables of modules */
    PX_EMU_MEM_MAPPED /* device memory mapped in pieces: adjacent ranges are found as one range */
  };

  typedef struct px_emu_range
  {
    uint64_t base, size;
    enum px_emu_mem kind;
    const char *name; /* of a module's variable, or NULL */
    bool heap;	      /* a kernel's malloc gave it: no call of the program may use it */
  } px_emu_range;

  /* Registers [ADDR, ADDR+SIZE) with the device.  The caller owns the bytes.  Returns false if
     SIZE is 0, the range overlaps a registered one, or memory is exhausted.  */
  bool px_emu_mem_add (px_emu *emu, void *addr, size_t size, enum px_emu_mem kind);
  /* Removes the range that starts at ADDR; returns false if there is none.  */
  bool px_emu_mem_remove (px_emu *emu, void *addr);
  /* Finds the range that contains ADDR; returns false if there is none.  */
  bool px_emu_mem_find (px_emu *emu, uint64_t addr, px_emu_range *range);
  /* Writes to TEXT, of ROOM bytes, what is known of SIZE bytes at ADDR that are not in a range: which
     range they were part of, which they pass the end of, whose they are.  */
  void px_emu_mem_say (px_emu *emu, uint64_t addr, uint64_t size, char *text, size_t room);

  /* ---- module.c: modules ---- */

  /* Links N MODULES, among which symbols resolve, and allocates and initialises their globals.
     The ptx_modules are borrowed until px_emu_module_unload.  On failure returns NULL and sets
     ERR, if not NULL.  *LOG, if LOG is not NULL, becomes text from malloc: one line for each
     error and warning, "" if there are none.  Functions are decoded when first used, or, if
     EAGER, all of them here; only then are all unsupported instructions errors of loading.  */
  px_emu_module *px_emu_module_load (px_emu *emu, const struct ptx_module *const *modules, size_t n,
				     bool eager, char **log, px_emu_error *err);
  void px_emu_module_unload (px_emu_module *mod);

  /* Returns the entry NAME, which the module owns, or NULL.  */
  px_emu_func *px_emu_module_func (px_emu_module *mod, const char *name);
  /* Returns the entries in order of the text; NULL after the last.  */
  px_emu_func *px_emu_module_entry (px_emu_module *mod, size_t index);
  /* Finds a .global or .const variable: its address and size.  */
  bool px_emu_module_global (px_emu_module *mod, const char *name, uint64_t *addr, size_t *size);

  typedef struct px_emu_func_info
  {
    const char *name;
    const px_emu_module *module;
    int n_params;
    size_t param_bytes; /* size of the parameter block */
    int regs;		/* 32-bit registers of a thread, estimated */
    size_t static_shared, local, const_bytes;
    int max_threads;		/* .maxntid product; else PX_EMU_MAX_THREADS */
    int reqntid[3], maxntid[3]; /* 0 if not given */
    int min_blocks, max_regs;	/* .minnctapersm, .maxnreg; 0 if not given */
    int cluster[3];		/* .reqnctapercluster; 0 if not given */
    int ptx_version;		/* 87 for 8.7 */
    int arch;			/* 90 for sm_90 */
  } px_emu_func_info;

  /* Decodes the function if necessary.  Returns false, and sets ERR if not NULL, if that fails.  */
  bool px_emu_func_info_get (px_emu_func *f, px_emu_func_info *info, px_emu_error *err);

  /* ---- arrays.c: names in the memory that a launch provides for a block ---- */

  struct px_array; /* runtime/image.h */
  /* F, an entry, gets a copy of ARRAYS, N of them, with their texts.  To be called before the
     first launch of F; a second call changes nothing.  False: out of memory.  */
  bool px_emu_name_shared (px_emu_func *f, const struct px_array *arrays, size_t n);
  /* Writes to TEXT, of SIZE bytes, what is at byte AT of that memory: "tile[2][7]".  Arrays that
     are never alive together may share bytes: all are named.  False: nothing has a name there,
     and TEXT is as it was.  */
  bool px_emu_shared_name (const px_emu_func *f, uint64_t at, char *text, size_t size);
  /* Where the first array begins that has byte AT of that memory; 0: nothing has a name there.  */
  uint64_t px_emu_shared_start (const px_emu_func *f, uint64_t at);

  typedef struct px_emu_param
  {
    const char *name;
    size_t offset, size, align; /* bytes in the parameter block */
    char type[8];		/* "u64", "f32", "b8" for arrays, … */
  } px_emu_param;

  /* Returns parameter I of F, from its declaration; false after the last.  */
  bool px_emu_func_param (const px_emu_func *f, int i, px_emu_param *param);

  /* Returns the number of blocks of THREADS threads and DYNAMIC bytes of shared memory that an
     SM runs at a time.  */
  int px_emu_occupancy (px_emu_func *f, int threads, size_t dynamic);

  /* ---- launch.c: launches ---- */

  enum px_emu_schedule
  {
    PX_EMU_ROUND_ROBIN, /* blocks spread over all workers */
    PX_EMU_RANDOM,	/* one worker; warp, slice and lane order from SEED */
    PX_EMU_SEQUENTIAL,	/* one worker; a thread runs until it must wait */
    PX_EMU_ADVERSARIAL, /* one worker; the last block's last warp first, until it
				   must wait */
    PX_EMU_EXPLORE,	/* all orders that can differ, at most LIMIT of them; findings are
			   reported; then as round robin, unless an order failed, which ends the
			   launch */
    PX_EMU_TRACE	/* one worker; the order given by TRACE */
  };

  /* When an asynchronous operation (cp.async, bulk copy, wgmma …) is executed.  */
  enum px_emu_async
  {
    PX_EMU_ASYNC_LATE,	/* as late as the kernel's waits allow */
    PX_EMU_ASYNC_EARLY, /* when it is issued */
    PX_EMU_ASYNC_RANDOM /* determined by SEED */
  };

  /* Events outside a kernel that may still occur.  */
  enum px_emu_help
  {
    PX_EMU_HELP_NONE,
    PX_EMU_HELP_MEMORY, /* stores to memory that the host can access */
    PX_EMU_HELP_ANY	/* copies and launches, too */
  };

  typedef struct px_emu_launch
  {
    unsigned grid[3], block[3];
    unsigned cluster[3]; /* all 0: use the entry's, or none */
    size_t dynamic_shared;
    bool cooperative;
    /* One of the two: ARGS[i] points to the value of parameter i; or PARAMS is the parameter
       block, PARAM_BYTES long (at least what the entry needs).  */
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
    uint64_t max_steps;	 /* approximate number of warp instructions; 0: no limit */
    unsigned timeout_ms; /* 0: no limit */
    /* If not NULL, called occasionally by any worker; true stops the launch.  */
    bool (*cancel) (void *data);
    void *cancel_data;
    /* Called by the sanitizer when all threads of the running kernels only poll memory; returns
       what may still change it.  NULL: PX_EMU_HELP_MEMORY.  */
    enum px_emu_help (*help) (void *data);
    void *help_data;
    /* If not NULL: writes to TEXT lines, each with a newline before it, that say where the program
       launches the kernel, for ADDR 0, or else where the memory at ADDR was allocated and freed; or
       nothing.  Called for what the sanitizer reports of the launch.  */
    void (*place) (void *data, uint64_t addr, char *text, size_t size);
    void *place_data;
    struct px_emu_footprint *footprint; /* if not NULL, and the device checks for races:
					   receives the bytes that the launch accesses */
    struct px_emu_footprint *early;	/* the same, for accesses before griddepcontrol.wait */
    struct kin *kin; /* nested.c's: of a grid that a kernel has launched; else NULL */
  } px_emu_launch;

  typedef struct px_emu_stats
  {
    uint64_t warp_instructions;	  /* as executed, of whole launches */
    uint64_t thread_instructions; /* the same, times active threads */
  } px_emu_stats;

  /* Runs F on the calling thread and idle workers, and returns when it has ended.  Returns
     false on error (sets ERR, unless NULL); memory is then as the kernel left it.  STATS, if
     not NULL, receives counts: such a launch is slower.  */
  bool px_emu_run (px_emu_func *f, const px_emu_launch *launch, px_emu_stats *stats,
		   px_emu_error *err);

  /* The results of the last launch with PX_EMU_EXPLORE on the device.  */
  typedef struct px_emu_explored
  {
    uint64_t schedules; /* number of schedules that were run */
    bool complete;	/* no other schedule can have another result */
    unsigned results;	/* number of different results, errors (a deadlock is one) included */
    unsigned errors;	/* number of errors among these */
    uint64_t digest;	/* of the set of results without errors */
  } px_emu_explored;
  void px_emu_get_explored (const px_emu *emu, px_emu_explored *explored);

  /* ---- sanitize/host.c, marks.c, report.c: the sanitizer, what the host does ---- */

  /* Returns 0 for clean, 1 defective, 2 incomplete.  */
  int px_emu_verdict (void);
  /* Returns true if PXEMU_CHECK requests checks.  If not, the following functions do nothing.  */
  bool px_emu_checking (const px_emu *emu);
  /* Returns true if it requests checks of memory accesses.  */
  bool px_emu_checks_memory (const px_emu *emu);
  /* Returns the number of threads that the engine has created.  */
  unsigned px_emu_threads (const px_emu *emu);
  /* Returns the number of threads that the sanitizer has created in this process: ended.c.  */
  unsigned px_emu_check_threads (void);
  /* Returns the number of launches that execute: px_emu_run has prepared them, and not ended.  */
  unsigned px_emu_running (px_emu *emu);
  /* Returns true if a decoded function contains griddepcontrol.  */
  bool px_emu_griddepcontrol (const px_emu *emu);
  /* Records an event outside kernels for which they may wait.  */
  void px_emu_check_event (px_emu *emu);
  /* Records that a copy or fill was done: a program that launches nothing has been looked at, too.  */
  void px_emu_check_worked (px_emu *emu);
  /* Records that the host writes [ADDR, ADDR + SIZE), or copies it from SRC in device memory.  */
  void px_emu_check_write (px_emu *emu, uint64_t addr, size_t size);
  void px_emu_check_copy (px_emu *emu, uint64_t addr, uint64_t src, size_t size);
  /* Returns how many bytes of [ADDR, ADDR + SIZE) were never written, and the first of these.  */
  size_t px_emu_check_unwritten (px_emu *emu, uint64_t addr, size_t size, uint64_t *first);
  /* px_emu_check_copied_out reports that UNWRITTEN of SIZE bytes that were copied to the host
     were never written, the first at ADDR.  px_emu_check_late reports that WHAT has used freed
     memory.  WHERE: as below.  */
  void px_emu_check_copied_out (px_emu *emu, uint64_t unwritten, uint64_t size, uint64_t addr,
				const char *where);
  void px_emu_check_late (px_emu *emu, const char *what, const char *where);
  /* Reports that the program frees ADDR, which is not the start of an allocation that this call
     frees, or which has been freed already (PENDING bytes).  WHERE: a line of text after a
     newline, or "".  */
  void px_emu_check_bad_free (px_emu *emu, uint64_t addr, size_t pending, const char *where);
  /* Reports that SIZE bytes are not freed at the end of their context or process.  WHERE: as
     above.  */
  void px_emu_check_leak (px_emu *emu, size_t size, const char *where);
  /* If leaks are checked, reports WHAT is left at the end, and what it lacks, MISSING.  */
  void px_emu_check_left (px_emu *emu, const char *what, const char *missing);
  /* Reports that a function that a stream calls calls CUDA.  WHERE: as above.  */
  void px_emu_check_called_back (px_emu *emu, const char *where);
  /* Reports that WHAT was not checked.  */
  void px_emu_check_missed (px_emu *emu, const char *what);

  /* Returns the C++ name of a kernel, from malloc, or NULL if it cannot be found.  */
  char *px_emu_source_name (const char *name);

  /* ---- footprint.c: the bytes that launches and copies access ---- */

  enum
  {
    PX_EMU_READ = 1,
    PX_EMU_WROTE = 2,
    PX_EMU_STRONG = 4,
    PX_EMU_SYSTEM = 8, /* strong, and the host is in the scope */
    PX_EMU_KINDS = 16
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
    uint8_t kind; /* PX_EMU_READ or PX_EMU_WROTE, and PX_EMU_STRONG, and PX_EMU_SYSTEM */
  } px_emu_bytes;
  typedef struct px_emu_footprint
  {
    px_emu_bytes *at; /* sorted by LO after px_emu_footprint_sort */
    size_t n, cap;
    bool silent; /* of a kernel that has executed no fence or release wider than a block: who sees
		    its strong writes knows nothing of the others */
    bool kernel,
      tells_host; /* of a kernel; of one that has executed a fence or release of the system's
				scope */
  } px_emu_footprint;
  /* Returns false if out of memory, or if there would be too many ranges.  */
  bool px_emu_footprint_add (px_emu_footprint *f, uint64_t addr, uint64_t size, uint8_t kind);
  void px_emu_footprint_sort (px_emu_footprint *f);
  void px_emu_footprint_free (px_emu_footprint *f);
  /* Finds a race between A and B, which are sorted: SIZE bytes at ADDR that both access and at
     least one writes, unless there are bytes that both access only by strong accesses, and one of
     the two is not silent.  */
  enum px_emu_meeting px_emu_footprints_meet (const px_emu_footprint *a, const px_emu_footprint *b,
					      uint64_t *addr, uint64_t *size);
  /* Reports that the program itself makes an illegal access, and writes all reports, since it
     ends now.  */
  void px_emu_check_host (const char *what, const char *missing);
  /* Reports a race between operations of the host.  */
  void px_emu_check_unordered (const char *what, const char *missing);
  /* See pxemu_ignored.  */
  void px_emu_check_ignored (const char *kernel, const char *call, bool stub, const char *why);
  /* Registers FN to be called before the last reports are written, when the process ends.  */
  void px_emu_at_end (void (*fn) (void));

  /* ---- printf.c ---- */

  /* Returns the text that kernels have printed since the last call, from malloc: *LEN bytes
     (may be 0; NULL if out of memory).  *LOST: number of calls whose text did not fit in the
     buffer.  */
  char *px_emu_printf_take (px_emu *emu, size_t *len, size_t *lost);

#ifdef __cplusplus
}
#endif
#endif
