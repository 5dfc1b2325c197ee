/* SPDX-License-Identifier: MIT */
/* Asynchronous operations: issued now, carried out later (PTX ISA 8.9, 9.7.9.25,
   9.7.15).

   An operation goes through four steps: it is issued; it reads its sources; it
   writes its destination; it completes, which a group or an mbarrier shows.
   When the later steps come is the launch's policy.  All that can be wrong with
   an operation's operands is found when it is issued; later steps do not fail.

   One worker runs a cluster, so nothing here is locked.  */
#ifndef PX_ASYNC_H
#define PX_ASYNC_H

#include "emulator/run/observer.h"
#include "emulator/run/tmap.h"

enum async_kind
{
  AS_COPY,   /* cp.async of the lanes of a warp */
  AS_ARRIVE, /* cp.async.mbarrier.arrive of the lanes of a warp */
  AS_BULK,   /* cp.async.bulk, cp.reduce.async.bulk */
  AS_TENSOR, /* the same, .tensor */
  AS_REMOTE, /* st.async, red.async of one lane */
  AS_WGMMA   /* wgmma.mma_async of a warp */
};

/* Reductions of bulk copies and red.async.  */
enum reduce
{
  RED_NONE,
  RED_ADD,
  RED_MIN,
  RED_MAX,
  RED_INC,
  RED_DEC,
  RED_AND,
  RED_OR,
  RED_XOR
};

struct async_op
{
  struct async_op *next;
  uint8_t kind;		/* enum async_kind */
  uint8_t end;		/* enum async_end: what shows its completion */
  uint8_t step;		/* enum async_step: the last one done */
  uint8_t reduce, type; /* enum reduce; ptx_mod of the elements */
  bool store;		/* AS_TENSOR: shared to global */
  bool moved;		/* its bytes have been read and written already */
  uint32_t lanes;	/* of the warp that issued it, still to do */
  uint32_t group;	/* END_…_GROUP: number; 0: not committed */
  struct warp *w;
  const struct op *o;
  struct frame *frame; /* of the issue */
  uint64_t serial;     /* order of issue in the cluster */
  uint32_t explored;   /* its number for the explorer */
  uint64_t *bar;       /* END_MBARRIER */
  uint32_t tx;	       /* bytes that the mbarrier counts */
  uint32_t bytes;      /* of DATA */
  uint8_t *data;       /* read and not written yet; owned */
  union
  {
    struct /* AS_COPY, by lane */
    {
      uint64_t dst[LANES], src[LANES];
      uint32_t size, n[LANES]; /* bytes written; bytes copied among them, the rest are zero */
    } copy;
    uint64_t *arrive[LANES]; /* AS_ARRIVE */
    struct
    {
      uint64_t dst, src;
    } bulk;
    struct /* AS_TENSOR */
    {
      struct px_tmap map;
      int32_t at[5];	  /* innermost first */
      uint16_t offset[3]; /* im2col */
      uint8_t *shared;
      uint32_t rel; /* its offset in shared memory: swizzles */
    } tensor;
    struct
    {
      uint64_t dst, value[4];
    } remote;
    struct /* AS_WGMMA */
    {
      uint64_t a, b; /* descriptors */
      bool scale;
    } wgmma;
  };
};

/* async.c */
struct async_op *async_new (struct warp *w, const struct op *o, enum async_kind kind,
			    enum async_end end, uint32_t lanes);
void async_issue (struct async_op *a);
void async_release (struct async_op *a);
void async_advance (struct async_op *a);
void async_commit (struct warp *w, uint32_t lanes, enum async_end end);
void async_wait (struct warp *w, uint32_t lanes, enum async_end end, int keep, bool read);
bool async_waited (const struct async_op *a, uint32_t lanes, enum async_end end, int keep);
void async_done (struct async_op *a);
void async_demand (struct warp *w, uint64_t *bar);
void async_random (struct cluster *k, uint64_t random);
/* Completes the first wgmma of W's warpgroup, if all of its warps have issued it: it is one operation of
   theirs, and who has waited for it knows that they all came that far.  */
bool async_wgmma (struct warp *w);
void async_drain (struct cluster *k);
void async_forget (struct cluster *k);
void async_leave_frame (struct warp *w, const struct frame *frame);
static inline void
async_touch (const struct async_op *a, uint32_t lane, const void *addr, uint32_t bytes, bool write)
{
  const struct launch *l = a->w->block->launch;
  if (unlikely (l->flights) && l->observer->flight_touch)
    l->observer->flight_touch (a, lane, (uintptr_t) addr, bytes, write);
}

/* mbarrier.c */
void mb_complete_tx (uint64_t *bar, uint32_t bytes);
void mb_arrive_one (uint64_t *bar);
uint32_t mb_pending (uint64_t bar);
uint32_t mb_phase (uint64_t bar);
int32_t mb_bytes (uint64_t bar);

/* bulk.c */
void bulk_read (struct async_op *a);
void bulk_write (struct async_op *a);
void bulk_put (const struct async_op *a, void *p, const void *from, uint32_t n);
uint8_t *bulk_in_block (struct warp *w, uint32_t rank, uint64_t p);
/* Sets *BLOCKS to those of W's cluster to which lane LANE multicasts by O, a bit for each rank: the low
   bits of MASK.  Returns false if the cluster has no such block: the warp has failed.  */
bool bulk_blocks (struct warp *w, const struct op *o, uint32_t lane, uint32_t mask,
		  uint32_t *blocks);

/* tensor.c */
void tensor_read (struct async_op *a);
void tensor_write (struct async_op *a);
/* Calls async_touch for what A reads (SOURCES), or writes (TARGETS), and does nothing else.  */
void tensor_touches (struct async_op *a, bool sources, bool targets);

/* wgmma.c */
void wgmma_run (struct async_op *a);
/* The same of shared memory; of B a quarter for each warp.  */
void wgmma_touches (struct async_op *a);

#endif
