/* SPDX-License-Identifier: MIT */
/* The engine's inside.  A function is decoded once into an array of struct op;
   a warp of 32 lanes executes one op for all its lanes at a time.  Prototypes
   stand under the name of their file.  */
#ifndef PX_ENGINE_H
#define PX_ENGINE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "emulator/emu.h"
#include "ptx/ptx.h"

#define LANES 32
#define ALL_LANES 0xffffffffu
#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)

/* ---- Addresses ----

   Global: the host's.  The other spaces have a window in the generic space; the
   address within the space is the low half.  A shared::cluster address carries
   the rank of the block in the cluster plus one from bit 24 on; zero there means
   the block's own.  */
#define WINDOW_MASK 0xffffffff00000000u
#define WINDOW_SHARED 0xf100000000000000u
#define WINDOW_LOCAL 0xf200000000000000u
#define WINDOW_PARAM 0xf300000000000000u
#define SHARED_RANK_SHIFT 24
/* Of an address of local memory bits 32 to 55 may say whose it is (observer.h, local_taken); 0: they
   do not.  */
#define LOCAL_OWNER_SHIFT 32
#define LOCAL_OWNER_BITS 24
#define LOCAL_OWNER(a) ((uint32_t) ((a) >> LOCAL_OWNER_SHIFT & ((1u << LOCAL_OWNER_BITS) - 1)))
#define IS_LOCAL(a) ((a) >> 56 == WINDOW_LOCAL >> 56)

enum space
{
  SP_GENERIC,
  SP_GLOBAL,
  SP_SHARED,
  SP_LOCAL,
  SP_PARAM,
  SP_CONST,
  N_SPACES
};

/* ---- Decoded code ----

   Operands are byte offsets into the frame's register file.  A register is an
   array of 32 lanes of uint16_t, uint32_t or uint64_t (128-bit: two arrays of
   uint64_t, low halves first); a predicate is a uint32_t with a bit a lane.
   Constants, kernel parameters and special registers that do not change while
   a block runs are registers too, filled when the frame is made.  */

enum opcode
{
#define OP(NAME, ...) OPC_##NAME,
#include "emulator/run/ops.def"
#undef OP
  N_OPS
};

struct warp;
struct op;
typedef const struct op *handler (struct warp *w, const struct op *o);

struct op
{
  handler *fn;
  handler *run;		     /* fn, or code that compile.c made of all from here on */
  uint32_t d, a, b, c, e, f; /* operands; vectors use d, e, f, g */
  uint32_t g;
  uint32_t src;		  /* index into function.src */
  uint32_t hit;		  /* memory access: index into worker.hits */
  uint8_t ck;		  /* enum check: what the sanitizer does before it */
  uint8_t ck_bytes, ck_n; /* memory access: bytes and number of elements */
  uint8_t ck_reg : 7;	  /* bytes of a lane's register */
  bool ck_undef : 1;	  /* undefined.c looks at it always */
  int64_t imm;		  /* offset, bits of a modifier, or index */
  union
  {
    const struct op *to; /* branch target */
    const struct call *call;
    const struct branch_table *table;
    const struct slots *slots;
  };
  uint16_t flags;
  uint8_t space;		    /* enum space */
  uint8_t weight;		    /* PTX instructions that it stands for */
  uint8_t ck_sem : 4, ck_scope : 4; /* enum order, enum scope */
  uint8_t ck_pinned;		    /* fields, a is bit 0, that wgmma uses too */
  uint16_t code;		    /* enum opcode: its row in ops.def */
};

_Static_assert(sizeof (struct op) == 80 || sizeof (void *) != 8, "an op is larger than it was");

/* Bits of op.flags at memory accesses.  */
#define ADDR64 1
#define NO_RESULT 2
#define UNUSED 4      /* its result is no operand of anything */
#define NONCOHERENT 8 /* ld.global.nc: may give what was there when the kernel began */

/* Operands of an op with more than its fields hold.  */
struct slots
{
  struct slots *next;
  uint32_t n;
  uint32_t at[];
};

/* What the sanitizer sees in an op.  */
enum check
{
  CK_NONE,
  CK_GUARD, /* executes the next op in some lanes */
  CK_LOAD,
  CK_STORE,
  CK_ATOM, /* accesses of ck_n elements of ck_bytes */
  CK_FENCE,
  CK_PROXY_FENCE,
  CK_INIT_FENCE,
  CK_WAIT, /* for groups of asynchronous operations */
  CK_WGMMA,
  CK_WGMMA_FENCE,
  CK_PINNED /* only ck_pinned */
};
/* ORD_ATOMIC: an atomic operation that names none; relaxed, but it acquires, as programs
   of old take for granted.  */
enum order
{
  ORD_WEAK,
  ORD_VOLATILE,
  ORD_RELAXED,
  ORD_ATOMIC,
  ORD_ACQUIRE,
  ORD_RELEASE,
  ORD_ACQ_REL,
  ORD_SC
};
enum scope
{
  SCOPE_CTA,
  SCOPE_CLUSTER,
  SCOPE_GPU,
  SCOPE_SYS
};

/* Where an op comes from.  */
struct source
{
  const ptx_stmt *stmt;
  const ptx_loc *loc; /* in force there, or NULL */
};

/* A register that is filled when a frame is made.  */
enum init_kind
{
  I_CONST16,
  I_CONST32,
  I_CONST64,
  I_PRED,   /* value in all lanes */
  I_PARAM,  /* value: offset in the parameter block */
  I_LOCAL,  /* value: offset in the frame's local memory */
  I_SHARED, /* value: index of a shared variable in the module */
  I_SREG    /* value: enum sreg */
};

/* Special registers that are constant in a block.  The index x, y, z is part of
   the code.  */
enum sreg
{
  SR_TID_X,
  SR_TID_Y,
  SR_TID_Z,
  SR_NTID_X,
  SR_NTID_Y,
  SR_NTID_Z,
  SR_CTAID_X,
  SR_CTAID_Y,
  SR_CTAID_Z,
  SR_NCTAID_X,
  SR_NCTAID_Y,
  SR_NCTAID_Z,
  SR_CLUSTERID_X,
  SR_CLUSTERID_Y,
  SR_CLUSTERID_Z,
  SR_NCLUSTERID_X,
  SR_NCLUSTERID_Y,
  SR_NCLUSTERID_Z,
  SR_CCTAID_X,
  SR_CCTAID_Y,
  SR_CCTAID_Z,
  SR_CNCTAID_X,
  SR_CNCTAID_Y,
  SR_CNCTAID_Z,
  SR_CCTARANK,
  SR_CNCTARANK,
  SR_EXPLICIT_CLUSTER,
  SR_LANEID,
  SR_WARPID,
  SR_NWARPID,
  SR_SMID,
  SR_NSMID,
  SR_GRIDID,
  SR_LM_EQ,
  SR_LM_LT,
  SR_LM_LE,
  SR_LM_GT,
  SR_LM_GE,
  SR_DSMEM,
  SR_TSMEM,
  SR_ASMEM,
  SR_RSMEM_0,
  SR_RSMEM_1,
  SR_RSMEM_END,
  SR_ZERO,
  SR_WORKSPACE_LO,
  SR_WORKSPACE_HI,
  /* Read anew each time.  */
  SR_CLOCK,
  SR_CLOCK_HI,
  SR_CLOCK64,
  SR_GLOBALTIMER,
  SR_GLOBALTIMER_LO,
  SR_GLOBALTIMER_HI,
  SR_GRAPH_EXEC
};

struct init
{
  uint64_t value;
  uint32_t slot;
  uint8_t kind;	     /* enum init_kind */
  uint8_t bytes;     /* of a lane: 2, 4, 8; I_PARAM: bytes to read */
  uint8_t sign;	     /* I_PARAM: sign-extend */
  uint8_t per_block; /* changes from block to block */
  uint8_t width;     /* bytes of a lane of the register */
};

/* A parameter or result of a device function, or a parameter of an entry.  */
struct param
{
  const char *name;
  uint32_t offset, size, align; /* in the parameter block, or in the frame's
				   local memory */
};

/* A variable of a function's local memory.  */
struct local
{
  const char *name;
  uint32_t offset, size;
  bool param; /* of a function, or for a call */
};

/* A symbol of a loaded module.  */
struct symbol
{
  enum
  {
    SYM_NONE,
    SYM_VAR,
    SYM_FUNC,
    SYM_SHARED,
    SYM_BUILTIN
  } kind;
  const ptx_var *var;
  uint64_t addr; /* SYM_VAR; SYM_BUILTIN: enum builtin */
  uint64_t size;
  uint32_t shared; /* SYM_SHARED: index in px_emu_module.shared */
  px_emu_func *func;
};

enum builtin
{
  BI_VPRINTF,
  BI_MALLOC,
  BI_FREE,
  BI_ASSERTFAIL,
  BI_ASSUME,
  BI_WITHIN,
  /* Of kernels that launch kernels: nested.c.  */
  BI_CDP_BUFFER,
  BI_CDP_LAUNCH,
  BI_CDP_STREAM_CREATE,
  BI_CDP_STREAM_DESTROY,
  BI_CDP_LAST_ERROR,
  BI_CDP_PEEK_ERROR,
  BI_CDP_ERROR_STRING,
  BI_CDP_MALLOC,
  BI_CDP_FREE,
  BI_CDP_MEMCPY,
  BI_CDP_MEMSET,
  BI_SET_CONDITIONAL,
  N_BUILTINS
};

/* A .shared variable.  Its offset depends on the entry: each lays out those
   that it can reach.  */
struct shared_var
{
  const ptx_var *var;
  const ptx_func *func; /* that declares it, or NULL */
  bool dynamic;		/* .extern .shared x[] */
};

struct px_emu_module
{
  px_emu *emu;
  bool (*ready) (px_emu_func *f, px_emu_error *err); /* decode, where a function is first used */
  const ptx_module **ptx;
  size_t n_ptx;
  struct symbol ***syms; /* [module][ptx_sym.index] */
  struct own_var
  {
    const ptx_sym *sym;
    struct symbol *symbol;
  } * own; /* .global and .const of functions */
  size_t n_own;
  struct symbol **all; /* each once */
  size_t n_all;
  struct piece *variables; /* variables.c's: memory of those in .global and .const */
  px_emu_func **funcs;	   /* definitions */
  size_t n_funcs;
  struct shared_var *shared;
  size_t n_shared;
  uint64_t const_bytes;
  uint32_t n_hits;	/* accesses in decoded code */
  bool reserves;	/* a function uses what %reserved_smem_offset_* give */
  uint8_t locals;	/* whether it has variables in .local; 0: not known, 1: no, 2: yes */
  pthread_mutex_t lock; /* of decoding */
};

/* The value of a function's address: this plus 16 times its index.  */
#define FUNC_BASE 0xf400000000000000u

enum
{
  MAX_ARGS = 64
};

/* A call site.  Arguments and results are bytes in local memory.  */
struct call
{
  px_emu_func *func; /* NULL: through op.a, or a builtin */
  int builtin;	     /* enum builtin, or -1 */
  uint32_t n_args, n_rets;
  struct
  {
    uint32_t offset, size;
  } args[MAX_ARGS], rets[MAX_ARGS]; /* in the caller's frame */
  struct call *next;
};

/* Targets of a brx.idx.  */
struct branch_table
{
  uint32_t n;
  struct branch_table *next;
  uint32_t target[]; /* op indices */
};

struct px_emu_func
{
  const ptx_func *ir;
  px_emu_module *mod;
  const ptx_module *ptx; /* the one that defines it */
  const char *name;
  enum
  {
    F_RAW,
    F_DECODING,
    F_READY,
    F_BAD
  } state;
  px_emu_error *error; /* F_BAD */
  bool ready;	       /* F_READY, callees too, stack_bytes known */
  struct op *ops;
  uint32_t n_ops;
  struct plan *plan;  /* what decoding found out, for compile.c and spin.c, or NULL */
  struct spin *spins; /* spin.c's */
  struct code *code;  /* compile.c's */
  struct source *src;
  uint32_t n_src;
  uint32_t first_site; /* of its ops for the sanitizer; 0: none yet */
  struct undef *undef; /* undefined.c's, or NULL */
  uint32_t marks_at;   /* offset in the frame, of its marks of registers */
  bool traced;	       /* has ops with ck_undef */
  struct call *calls;
  struct branch_table *tables;
  struct slots *slots;
  struct local *locals;
  uint32_t n_locals;
  struct init *inits;
  uint32_t *reg_slot;		   /* of each of ir->regs, for the debugger; or NULL */
  uint32_t n_inits, n_block_inits; /* those per_block come first */
  struct param *params, *rets;
  uint32_t n_params, n_rets;
  uint32_t param_bytes;	   /* entries */
  uint32_t frame_bytes;	   /* register file */
  uint32_t local_bytes;	   /* local memory of one frame */
  uint32_t var_bytes;	   /* its variables' part of it */
  uint32_t shared_bytes;   /* static, of the entry and what it can reach */
  uint32_t shared_gaps;	   /* those of them that a device would not have */
  uint32_t *shared_offset; /* of the module's shared variables */
  struct px_array *arrays; /* arrays.c's: what is in the dynamic shared memory, and its texts */
  size_t n_arrays;
  size_t index;		 /* in mod->funcs */
  px_emu_func **callees; /* direct; known before decoding */
  size_t n_callees;
  bool indirect;	/* calls through a register */
  bool allocates;	/* alloca */
  uint32_t stack_bytes; /* local memory with all callees; 0: unbounded */
  bool recursive;	/* stack is the device's limit */
  bool uses_dynamic_shared;
  int n_regs32; /* an estimate of hardware registers */
};

/* ---- Running ---- */

enum
{
  FRAG_READY,
  FRAG_WARP,
  FRAG_BARRIER,
  FRAG_CLUSTER,
  FRAG_GROUP
};

/* Lanes of a warp at the same place.  */
struct frag
{
  const struct op *pc;
  struct frame *frame;
  uint32_t mask;
  uint8_t state;
  uint8_t barrier;  /* FRAG_BARRIER: number */
  uint32_t members; /* FRAG_WARP: lanes waited for */
  uint64_t since;   /* for fairness: when it last ran */
};

/* A function's activation for some lanes of a warp.  */
struct frame
{
  struct frame *up;	/* caller's; NULL for the entry */
  const struct op *ret; /* where the caller continues */
  const struct call *call;
  px_emu_func *func;
  uint8_t *regs;
  uint32_t sp;		/* its local memory starts here */
  uint32_t lanes;	/* that are in it, or in a callee of it */
  uint32_t top[LANES];	/* warp.top when it was entered, if func->allocates */
  uint32_t depth, vars; /* VARS: bytes of variables of it and of those that have called it */
  uint32_t owner;	/* the sanitizer's number of it, or 0 */
  struct frame *next;	/* free list */
};

/* What shows that an asynchronous operation is complete.  */
enum async_end
{
  END_CP_GROUP,
  END_BULK_GROUP,
  END_WGMMA_GROUP,
  N_GROUP_ENDS,
  END_MBARRIER = N_GROUP_ENDS
};

/* How far an asynchronous operation is.  */
enum async_step
{
  ASYNC_ISSUED,
  ASYNC_READ,
  ASYNC_WRITTEN,
  ASYNC_COMPLETE
};

/* Asynchronous operations (async.h), oldest first; LAST is NULL before the first
   one came.  */
struct async_list
{
  struct async_op *first, **last;
  struct async_op *settled; /* it and all before it are committed; or NULL: nobody knows */
};

struct warp
{
  uint8_t *r;	    /* register file of the current frame */
  uint32_t mask;    /* lanes that execute */
  uint32_t live;    /* lanes that have not exited */
  uint32_t partial; /* mask != live: results must be merged */
  int32_t fuel;	    /* backward branches until the next switch */
  uint32_t n_frags; /* others than the current one */
  uint32_t index;   /* in the block */
  uint32_t shape;   /* of the launch: enum shape */
  struct hit *hits; /* the worker's */
  uint8_t *shared;
  uint32_t shared_size; /* what accesses may take for granted of it */
  uint32_t local_size;	/* a lane */
  uint8_t *local;	/* lane i at i * local_size */
  struct frame *frame;
  struct block *block;
  const void *left; /* compiled code's own: where it has left, and nothing was executed since */
  uint32_t m32[LANES] __attribute__ ((aligned (64))); /* mask, -1 or 0 a lane */
  /* Cold.  */
  enum
  {
    W_READY,
    W_BLOCKED,
    W_DONE,
    W_ERROR
  } state;
  bool fair;	 /* run the current fragment whatever its pc */
  uint8_t bored; /* was as before when its slice was over: it spins; short slices to come */
  uint64_t was;	 /* a hash of what it was then */
  uint32_t cluster_phase; /* parity at the latest arrival, by lane */
  uint64_t turn;	  /* counts fragments put aside */
  struct frag frags[LANES];
  struct frame base;
  struct frame *pool; /* free frames */
  /* What alloca gives lies at the end of a lane's local memory, from TOP on; LOW is
     the lowest.  */
  uint32_t top[LANES], low;
  uint64_t steps; /* op weights executed (statistics) */
  uint64_t lane_steps;
  uint64_t exchange[LANES];		     /* operands at a collective, by lane */
  struct async_list async;		     /* that groups end */
  uint32_t async_group[N_GROUP_ENDS][LANES]; /* groups committed by a lane */
  const struct observer *observer;	     /* launch.observer */
  struct check_warp *check;		     /* the sanitizer's, or NULL */
};

/* The range of global memory that an access met last: a whole allocation, which
   the access may touch.  */
struct hit
{
  uint64_t lo, hi;
};

struct barrier
{
  uint32_t expected; /* threads; 0: all */
  uint32_t arrived;  /* threads so far */
  uint32_t *lanes;   /* arrived lanes by warp */
  uint32_t pred_count, pred_and, pred_or;
};

#define N_BARRIERS 16

struct block
{
  struct warp *warps; /* n_warps */
  uint32_t n_warps, live_warps;
  uint32_t id[3];
  uint64_t linear;
  struct launch *launch;
  struct worker *worker;
  struct cluster *cluster;
  uint8_t *shared;
  uint32_t rank; /* in the cluster */
  uint8_t *local;
  size_t local_map; /* bytes of it */
  struct barrier bar[N_BARRIERS];
  uint32_t *bar_lanes;	     /* memory of bar[].lanes */
  struct check_block *check; /* the sanitizer's, or NULL */
};

/* A warpgroup is four warps in a row, the first of which has a multiple of four as its rank (PTX
   ISA 9.7.15).  warpgroup returns the first warp of W's.  */
enum
{
  WARPGROUP = 4
};

static inline struct warp *
warpgroup (const struct warp *w)
{
  return &w->block->warps[w->index / WARPGROUP * WARPGROUP];
}

/* Blocks that run together on one worker.  One block is a cluster of its own.  */
struct cluster
{
  struct block *blocks;
  uint32_t n_blocks, live_blocks;
  uint32_t arrived; /* threads at the cluster barrier */
  uint32_t phase;
  struct async_list async; /* that mbarriers end */
  struct async_op *async_free;
  uint64_t async_serial;
  uint32_t n_arrivals; /* AS_ARRIVE under way */
  uint64_t number;     /* in the grid */
  struct cluster *next;
};

/* What is known of a launch's blocks; compiled code may rest on it.  */
enum shape
{
  SHAPE_X = 1, /* tid.x grows by one from lane to lane of a warp */
  SHAPE_Y = 2, /* tid.y is the same in all lanes of a warp */
  SHAPE_Z = 4, /* the same of tid.z */
  /* The same of each half of a warp.  */
  SHAPE_HALF_X = 8,
  SHAPE_HALF_Y = 16,
  SHAPE_HALF_Z = 32
};

/* What all workers of a launch share.  */
struct launch
{
  px_emu *emu;
  px_emu_func *func;
  const px_emu_launch *desc;
  uint8_t *params;
  uint32_t grid[3], ntid[3], cl[3];
  uint32_t n_threads, n_warps, cluster_blocks;
  uint64_t n_clusters;
  /* Bytes in all; how many of them are dynamic; how many, at the end, are reserved for system
     software, halves 0 and 1.  */
  uint32_t shared_bytes, dynamic_shared, reserved_shared;
  uint32_t local_bytes;
  uint32_t stack_limit;	 /* of what recursive functions may have of variables */
  uint64_t max_resident; /* clusters that the device holds at a time */
  uint64_t grid_id;
  uint32_t *workspace; /* of a cooperative launch: zeroed words for its grid
				   barrier, else NULL */
  bool count, random, explicit_cluster;
  bool sequential, reverse;	     /* PX_EMU_SEQUENTIAL, PX_EMU_ADVERSARIAL */
  bool compiled;		     /* may run compiled code */
  unsigned shape;		     /* enum shape */
  uint64_t began_ns, progress_ns;    /* progress_ns: when its line changes next */
  enum px_emu_async async;	     /* of DESC, unless a tool knows better */
  const struct observer *observer;   /* or NULL (observer.h) */
  bool flights;			     /* it wants to see what asynchronous operations do */
  void (*instead) (struct launch *); /* a tool runs the launch its own way, or NULL */
  _Atomic uint64_t next;	     /* cluster to start */
  _Atomic uint64_t resident;	     /* clusters that have started and not ended */
  _Atomic int stop;
  _Atomic uint64_t steps; /* warp instructions, if COUNT */
  /* Under the device's lock: helpers that have come, that are through, that are
     still wanted.  */
  int helpers, ended, wanted;
  struct launch *next_wanted;
  uint64_t deadline_ns;		       /* 0: none */
  struct check_launch *check;	       /* the sanitizer's, or NULL */
  struct nested *nested, *last_nested; /* under LOCK: what its threads have launched */
  _Atomic uint32_t nested_streams;     /* that they have created */
  _Atomic int nested_error;	       /* the last of doing so */
  struct explorer *explorer;	       /* while schedules are explored (explore.h), or NULL */
  pthread_mutex_t lock;
  px_emu_error error;
  uint64_t warp_instructions, thread_instructions;
};

struct worker
{
  struct launch *launch;
  struct cluster *resident, *idle;
  uint32_t n_resident, index;
  uint64_t rng;
  uint64_t steps, lane_steps;
  struct hit *hits;
  float *tiles; /* wgmma's, from its first operation on */
};

/* ---- handlers ----

   Each operation of ops.def has a handler; those in exec.inc exist once for each instruction
   set.  */
struct code_handler
{
  handler *fn;
  enum opcode code;
};

#define OP_IN(section_name, name) \
  static const struct op *op_##name (struct warp *w, const struct op *o); \
  static const struct code_handler handler_##name \
    __attribute__ ((used, section (section_name), aligned (8))) \
    = { op_##name, OPC_##name }; \
  static const struct op *op_##name (struct warp *w __attribute__ ((unused)), \
				     const struct op *o __attribute__ ((unused)))

/* Files of which only handlers are used leave this, so that a static link keeps
   them.  */
#define ANCHOR(name) const char px_anchor_##name = 0;

/* registry.c: the handler of CODE for the best instruction set that this CPU has; the operation
   that is called NAME, N_OPS if there is none.  */
handler *handler_of (enum opcode code);
enum opcode find_op (const char *name);
/* scan.inc, for the best instruction set that this CPU has.  */
typedef uint32_t scan_fn (const void *p, bool wide, uint64_t stride);
extern scan_fn scan_avx512, scan_avx2, scan_c;
scan_fn *scan (void);

/* The registers of the current frame.  */
#define REG(T, offset) ((T *) (w->r + (offset)))
#define PRED(offset) (*(uint32_t *) (w->r + (offset)))

/* M[i] becomes -1 for lane i of MASK, else 0.  A shift by the lane's number is not for the vectoriser.  */
static inline void
spread_mask (uint32_t m[LANES], uint32_t mask)
{
  static const uint32_t bit[LANES] __attribute__ ((aligned (64))) = {
#define BITS(n) 1u << (n), 2u << (n), 4u << (n), 8u << (n)
    BITS (0), BITS (4), BITS (8), BITS (12), BITS (16), BITS (20), BITS (24), BITS (28)
#undef BITS
  };
  for (int i = 0; i < LANES; i++)
    m[i] = -(uint32_t) ((mask & bit[i]) == bit[i]);
}

static inline void
set_mask (struct warp *w, uint32_t mask)
{
  w->mask = mask;
  w->partial = mask != w->live;
  if (w->partial)
    spread_mask (w->m32, mask);
}

#define EACH_LANE(i, m) \
  for (uint32_t rest_##i = (m), i; rest_##i && (i = __builtin_ctz (rest_##i), 1); \
       rest_##i &= rest_##i - 1)

/* decode.c */
bool decode (px_emu_func *f, px_emu_error *err);

/* module.c */
struct symbol *symbol_of (const px_emu_module *mod, const ptx_module *ptx, const ptx_sym *sym);

/* func.c.  Of a call O of a function that the device's software provides (printf.c, nested.c), by lane
   LANE of W: where argument K is; its value, of up to 8 bytes; and V becomes the result, if there is one.  */
void *call_argument (const struct warp *w, const struct op *o, uint32_t lane, unsigned k);
uint64_t call_number (const struct warp *w, const struct op *o, uint32_t lane, unsigned k);
void call_result (struct warp *w, const struct op *o, uint32_t lane, uint64_t v);
/* func.c: the function whose address is VALUE, or NULL.  */
px_emu_func *func_at (const px_emu_module *mod, uint64_t value);

/* error.c */
void err_set (px_emu_error *err, enum px_emu_kind kind, const char *fmt, ...)
  __attribute__ ((format (printf, 3, 4)));
const struct op *fail (struct warp *w, const struct op *o, enum px_emu_kind kind, uint32_t lanes,
		       uint64_t address, uint32_t size, const char *fmt, ...)
  __attribute__ ((format (printf, 7, 8)));
/* Where op O of F comes from; NULL: it is not one of F's.  */
const struct source *source_of (const px_emu_func *f, const struct op *o);
/* The name of .file INDEX of F's module, "" if there is none.  */
const char *file_name (const px_emu_func *f, uint32_t index);
/* The text of the statement of S, of F, "" if it has none, to TEXT.  */
void statement_text (const px_emu_func *f, const struct source *s, char *text, size_t size);
/* Thread T of a block as x, y, z.  */
void thread_of (const struct launch *l, uint32_t t, unsigned xyz[3]);
/* A line that is not the op's own: of FILE, whose text the module owns, where what the op
   stands in was inlined, or was called (CALL).  */
struct outer_line
{
  const char *file;
  int line;
  bool call;
};
/* Where SRC of F was inlined, then where FRAME, if not NULL, was called from, innermost first:
   to AT, MOST of them.  How many there are.  */
int outer_lines (const px_emu_func *f, const struct source *src, const struct frame *frame,
		 struct outer_line *at, int most);
/* Op O of FRAME as FILE:LINE of what is not inlined or called; false: not known.  */
bool user_place (const struct frame *frame, const struct op *o, char *text, size_t size);
void locate (struct launch *l, struct warp *w, const struct op *o, uint32_t lanes, px_emu_error *e);
void describe (px_emu_error *e, const char *what);

/* memory.c */
enum access
{
  ACC_LOAD,
  ACC_STORE,
  ACC_ATOMIC
};
bool is_const (px_emu *emu, uint64_t addr);
/* The block of W's cluster whose shared memory holds host address A, or NULL.  */
struct block *shared_at (const struct warp *w, uint64_t a);
/* Makes ADDR (addresses in SPACE, of the active lanes) host addresses, each of
   SIZE accessible bytes.  False: the warp has failed.  */
bool resolve (struct warp *w, const struct op *o, enum space space, uint64_t *addr, uint32_t size,
	      enum access access);
/* The host address of SIZE accessible bytes at ADDR in SPACE, a multiple of ALIGN, for
   lane I; NULL: the warp has failed.  */
void *resolve_range (struct warp *w, const struct op *o, uint32_t i, enum space space,
		     uint64_t addr, uint64_t size, uint32_t align, enum access access);
/* Addresses of the operand: a + imm; bit 0 of flags: a is 64 bits wide.  */
void addresses (struct warp *w, const struct op *o, uint64_t *addr);
void *dev_malloc (px_emu *emu, size_t size);
bool dev_free (px_emu *emu, uint64_t addr);

/* sched.c */
void park (struct warp *w, const struct op *pc, struct frame *frame, uint32_t mask, int state);
const struct op *next_fragment (struct warp *w);
const struct op *resume (struct warp *w);
const struct op *give_way (struct warp *w, const struct op *pc);
/* Of compiled code, of which lanes MASK are alone for a while.  run_part executes O, which does not
   wait, for them; NULL: W has failed.  leave_part parts the warp: MASK continues at O, the others wait
   at TO.  */
const struct op *run_part (struct warp *w, const struct op *o, uint32_t mask);
const struct op *leave_part (struct warp *w, const struct op *o, const struct op *to,
			     uint32_t mask);
const struct op *resched (struct warp *w, const struct op *next);
const struct op *diverge (struct warp *w, const struct op *o, uint32_t taken);
void fill_frame (struct warp *w, struct frame *frame, bool only_block);
/* A hash of all that W continues from except shared and global memory; W is between two slices.  */
uint64_t warp_state (const struct warp *w);
/* Of one fragment, with registers or without.  */
uint64_t frag_state (const struct warp *w, const struct frag *f, bool registers);

/* block.c: enum shape of blocks of so many threads.  */
unsigned launch_shape (const uint32_t ntid[3]);

/* progress.c */
void progress (struct launch *l, uint64_t ns);
void progress_end (struct launch *l);

/* warp.c */
void complete (struct warp *w, handler *fn, uint32_t members,
	       void (*out) (struct warp *, const struct op *, uint32_t));
const struct op *gather_warp (struct warp *w, const struct op *o);
void collectives_after_exit (struct warp *w);
void barriers_after_exit (struct warp *w);
/* Of BITS, a bit a lane, those that shuffle O is about to give the current lanes.  */
uint32_t shuffled_bits (const struct warp *w, const struct op *o, uint32_t bits);
bool is_shuffle (const struct op *o);
bool is_shuffle_down (const struct op *o);
/* The lowest current lane takes at O, a shuffle down, from as far as half of those that shuffle
   among each other, or farther.  */
bool shuffle_halves (const struct warp *w, const struct op *o);

#endif
