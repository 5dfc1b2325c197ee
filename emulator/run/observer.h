/* SPDX-License-Identifier: MIT */
/* Who watches the device: the sanitizer, the explorer of schedules, the debugger, the compiler.

   A *tool* is of a device.  It is registered where the device is made (emulator/emu.c) and hears
   of memory, of functions, and when launches begin and end.  A tool that wants to see what the
   threads of a launch do sets launch.observer when that begins; blocks hand it to their warps.
   There is one observer a launch at most: NULL, nearly always, and then the engine runs as if
   nothing of this were there.

   run/ and code/ call through these tables only and know none of the tools.  Every function may
   be NULL, unless a flag says that it is there.  What an observer keeps is where launch.check,
   block.check, warp.check and launch.explorer point, whose types are opaque here.  */
#ifndef PX_OBSERVER_H
#define PX_OBSERVER_H

#include "emulator/run/engine.h"

struct async_op;
struct dec;
struct nested;

/* What a warp is about to do with an mbarrier.  */
enum mbar_use
{
  MBAR_INIT,
  MBAR_INVAL,
  MBAR_EXPECT,	 /* BYTES more are to come */
  MBAR_COMPLETE, /* BYTES have come */
  MBAR_ARRIVE,
  MBAR_LATER, /* arrive when the lane's cp.async are complete */
  MBAR_TEST
};

/* How an instruction touches memory: through the cache of textures and surfaces, which sees no write
   of the same kernel (CUDA C++ Programming Guide, "Read/Write Coherency" of textures).  */
enum touching
{
  TOUCH_READ,
  TOUCH_WRITE,
  TOUCH_TEXTURE
};

struct read_group;

struct observer
{
  /* It says when asynchronous operations advance (async_advance), not the launch's policy; and
     every access to shared and global memory is reported (ACCESS).  */
  bool steers;

  /* Returns true if cluster CLUSTER of L is to be run at all.  */
  bool (*wants) (const struct launch *l, uint64_t cluster);
  /* Runs W, whose turn it is, for about FUEL backward branches.  Returns how many it took.  */
  int32_t (*slice) (struct warp *w, int32_t fuel);
  /* Before W, which SLICE runs, executes O: false, W has failed.  The debugger's, who puts it into the
     observer of a launch that another tool watches.  */
  bool (*before) (struct warp *w, const struct op *o);
  /* For compiled code: O alone, and what comes after it; and O, a weak load or store that all
     lanes of W make to addresses in rows.  check.h says how.  */
  const struct op *(*step) (struct warp *w, const struct op *o);
  char *(*rows) (struct warp *w, const struct op *o, uint64_t a0, uint64_t a1, uint32_t how);
  /* For compiled code: all lanes of W are about to make the reads of G, of shared memory, whose base
     register has A0, and from lane 16 on A1, as HOW says.  notes.h says how.  */
  char *(*group) (struct warp *w, const struct read_group *g, uint64_t a0, uint64_t a1,
		  uint32_t how);
  /* The clusters of WK have all had their turns.  Returns true if none of them can ever continue.  */
  bool (*stuck) (const struct worker *wk);
  /* launch.error has been set, for lanes LANES of W at O.  */
  void (*failed) (struct launch *l, struct warp *w, const struct op *o, uint32_t lanes);
  /* What W, which is ready, waits for in a loop: to TEXT, "" if for nothing.  *MBAR: mbarriers are all that
     it asks.  The op with which it asks, or NULL.  */
  const struct op *(*polls) (const struct warp *w, char *text, size_t size, bool *mbar);
  /* The time in nanoseconds that threads of L see.  */
  uint64_t (*clock) (const struct launch *l);

  /* The memory of B is there; B begins; B's memory goes.  False without memory.  */
  bool (*make_block) (struct block *b);
  bool (*start_block) (struct block *b);
  void (*free_block) (struct block *b);

  /* The current lanes of W enter FRAME, which is complete; leave it; lanes GONE are about to exit
     at O.  */
  void (*enter) (struct warp *w, const struct frame *frame);
  void (*leave) (struct warp *w, const struct frame *frame);
  void (*exit) (struct warp *w, const struct op *o, uint32_t gone);

  /* O looks up SIZE bytes at host address A, to access them now.  */
  void (*access) (struct warp *w, const struct op *o, uint64_t a, uint32_t size,
		  enum access access);
  /* O, which is no load, store or atomic operation (op.ck), accesses them for LANE.  */
  void (*touch) (struct warp *w, const struct op *o, uint32_t lane, uint64_t a, uint32_t size,
		 enum touching how);
  /* An atomic operation has changed memory.  */
  void (*changed) (struct warp *w);
  /* O makes byte AT of LANE's local memory a generic address: what is to be in its bits of the
     owner.  O accesses SIZE bytes there by an address with OWNER, not 0, in them: false, the warp has
     failed.  */
  uint32_t (*local_taken) (struct warp *w, const struct op *o, uint32_t lane, uint32_t at);
  bool (*local_used) (struct warp *w, const struct op *o, uint32_t lane, uint32_t owner,
		      uint32_t at, uint32_t size, enum access access);
  /* LANE frees A, memory of the device heap or not.  */
  void (*heap_free) (struct warp *w, const struct op *o, uint32_t lane, uint64_t a);

  /* Lanes GONE, which have exited, are members of the collective O of FRAME, where LANE is.  */
  void (*collective) (struct warp *w, const struct frame *frame, const struct op *o, uint32_t lane,
		      uint32_t gone);
  /* Lanes MASK of W have executed a collective; it was bar.warp.sync; shuffle O gives LANES values
     of lanes that take no part.  */
  void (*met) (struct warp *w, uint32_t mask);
  void (*warp_barrier) (struct warp *w, uint32_t mask);
  void (*no_source) (struct warp *w, const struct op *o, uint32_t lanes);

  /* Barrier ID of the block.  ARRIVE: the current lanes of W arrive, and COUNT threads are waited for
     (0: all).  RELEASE: it is complete, and those that wait have not continued.  PASS: lanes MASK of W
     continue.  PHASE: all have continued.  */
  void (*arrive) (struct warp *w, const struct op *o, uint32_t id, uint32_t count);
  void (*release) (struct block *b, uint32_t id);
  void (*pass) (struct warp *w, uint32_t id, uint32_t mask);
  void (*phase) (struct block *b, uint32_t id);
  /* The same of the cluster's.  */
  void (*cluster_arrive) (struct warp *w, const struct op *o);
  void (*cluster_phase) (struct cluster *k);
  void (*cluster_pass) (struct warp *w, uint32_t mask);

  /* The mbarrier at host address A.  MBAR_USE: LANES, one or those that do it together, are about to
     do USE; returns false if the warp has failed.  MBAR_ARRIVE: LANE arrives, expecting BYTES, which is
     allowed.  MBAR_DONE: the instruction has done USE for LANE, so that a phase may have ended.
     MBAR_SEEN: LANES have tested for the end of a phase, which has ended (PASSED) or not.  */
  bool (*mbar_use) (struct warp *w, const struct op *o, enum mbar_use use, uint32_t lanes,
		    uint64_t a, uint32_t bytes);
  void (*mbar_arrive) (struct warp *w, const struct op *o, uint32_t lane, uint64_t a,
		       uint32_t bytes);
  void (*mbar_done) (struct warp *w, enum mbar_use use, uint32_t lane, uint64_t a);
  void (*mbar_seen) (struct warp *w, const struct op *o, uint32_t lanes, uint64_t a, bool passed);

  /* Asynchronous operations: A has been issued; B has been split off A; A no longer exists.  Of an
     observer that STEERS.  */
  void (*issue) (struct async_op *a);
  void (*split) (const struct async_op *a, struct async_op *b);
  void (*gone) (const struct async_op *a);
  /* The current lanes of W wait at O for groups, as async_wait says.  False: not yet, W has been
     put aside.  Of an observer that STEERS.  */
  bool (*wait) (struct warp *w, const struct op *o, enum async_end end, int keep, bool read);
  /* While launch.flights is set: A has reached STEP, for LANES; it reads or writes BYTES at host
     address ADDR, for LANE of A's; it reads chunks of 16 bytes of the kilobyte at ADDR, each a bit
     of CHUNKS.  The latter two come within steps ASYNC_READ and ASYNC_WRITTEN.  */
  void (*flight_step) (const struct async_op *a, uint32_t lanes, enum async_step step);
  void (*flight_touch) (const struct async_op *a, uint32_t lane, uint64_t addr, uint32_t bytes,
			bool write);
  void (*flight_chunks) (const struct async_op *a, uint64_t addr, uint64_t chunks);
  /* LANE of W has launched N.  */
  void (*nested) (struct warp *w, uint32_t lane, struct nested *n);
  /* A launch by LANE at O has failed; a thread of L reads the last error.  */
  void (*nested_failed) (struct warp *w, const struct op *o, uint32_t lane);
  void (*nested_asked) (struct launch *l);
  /* A descriptor of wgmma O has bits set that are reserved.  */
  void (*descriptor) (struct warp *w, const struct op *o);
};

/* True if the observer of X, a warp or launch, wants EVENT, or has that flag.  */
#define WATCHED(X, EVENT) (unlikely ((X)->observer != NULL) && (X)->observer->EVENT)
#define OBSERVE(X, EVENT, ...) \
  do \
    if (WATCHED (X, EVENT)) \
      (X)->observer->EVENT (__VA_ARGS__); \
  while (0)

/* Of a device.  */
struct tool
{
  /* [BASE, BASE + SIZE) becomes memory of the device, of bytes that somebody has written (VALID)
     or not; it is that no more.  */
  void (*mem_add) (px_emu *emu, uint64_t base, uint64_t size, bool valid);
  void (*mem_remove) (px_emu *emu, uint64_t base, uint64_t size);
  /* The allocation that was freed and that ADDR was part of.  */
  bool (*mem_freed) (px_emu *emu, uint64_t addr, uint64_t *base, uint64_t *size);
  /* What is no kernel writes SIZE bytes at ADDR; copies them from SRC.  */
  void (*mem_write) (px_emu *emu, uint64_t addr, size_t size);
  void (*mem_copy) (px_emu *emu, uint64_t addr, uint64_t src, size_t size);

  /* The ops of a function are there, and its registers have no slots yet; they have.  False without
     memory.  The function ends; no kernel runs.  */
  bool (*decoded) (struct dec *c);
  bool (*placed) (struct dec *c);
  void (*func_free) (px_emu_func *f);
  /* Returns true if px_emu_func.plan is to stay when a function has been decoded.  */
  bool (*wants_plan) (void);

  /* L begins: what the tool may set there is launch.observer, async, compiled and instead.  L has
     run for NS, 0: is about to; it ENDS.  L has ended.  */
  void (*begin) (struct launch *l);
  void (*tick) (struct launch *l, uint64_t ns, bool ends);
  void (*end) (struct launch *l);

  /* Lane LANE of W has shown a defect that no other has shown before: TEXT, of lines.  */
  void (*found) (struct warp *w, uint32_t lane, const char *text);

  /* Of N, whose `kin' is not NULL: the copy or fill was made; it goes.  */
  void (*nested_moved) (px_emu *emu, const struct nested *n);
  void (*nested_gone) (px_emu *emu, struct nested *n);

  /* The device ends.  */
  void (*free) (px_emu *emu);
};

#define EACH_TOOL(T, EMU) \
  for (const struct tool *const *next_##T = (EMU)->tools, *T; (T = *next_##T); next_##T++)
#define TELL_TOOLS(EMU, EVENT, ...) \
  do \
    EACH_TOOL (tool_, EMU) \
  if (tool_->EVENT) \
    tool_->EVENT (__VA_ARGS__); \
  while (0)

#endif
