/* SPDX-License-Identifier: MIT */
/* The device: its memory, its idle workers, its printf buffer.  */
#ifndef PX_DEVICE_H
#define PX_DEVICE_H

#include "emulator/run/observer.h"

struct range
{
  uint64_t base, size;
  enum px_emu_mem kind;
  const char *name;
};

struct px_emu
{
  int n_workers;
  size_t limit[3];
  bool stack_set; /* the program has set that of the stack */
  /* Memory, ordered by base.  */
  pthread_rwlock_t mem_lock;
  struct range *ranges;
  size_t n_ranges, cap_ranges;
  struct tex_table *textures; /* under mem_lock; texture.c's, or NULL */
  /* Device heap.  */
  size_t heap_used;
  void **heap_dead; /* freed by kernels that may still run */
  size_t n_dead;
  int n_launches; /* running */
  /* printf */
  pthread_mutex_t out_lock;
  char *out;
  size_t out_len, out_cap, out_lost;
  /* Helpers: threads that wait for a launch to help with.  */
  pthread_mutex_t lock;
  pthread_cond_t work, done;
  struct launch *wanted; /* launches that take helpers */
  int n_threads;
  bool quit;
  pthread_t *threads;
  _Atomic uint64_t grids;
  _Atomic bool griddepcontrol; /* a function of the program's has that */
  /* Those who watch, the last one NULL; their own parts, or NULL.  */
  const struct tool *tools[5];
  struct check_device *check;
  struct debugger *debug;
  /* What they ask of the engine.  */
  bool alone;		/* one worker for a launch */
  bool gaps;		/* memory that nobody owns between shared variables; a device's stack */
  bool marks_registers; /* registers have marks, or had them in an earlier launch */
  bool owned_locals;	/* generic addresses of local memory say whose it is */
  px_emu_explored explored;
};

/* launch.c: a device that nobody watches, or NULL without memory; it ends.  */
px_emu *engine_new (int workers);
void engine_free (px_emu *emu);
/* T watches EMU, which nothing has used yet.  */
void tool_add (px_emu *emu, const struct tool *t);
/* Makes LOCK one that its owner may take again, as tools do whose observers are called within others.  */
void lock_again (pthread_mutex_t *lock);

/* All blocks of a launch that is not run by the device's workers, at their beginning; false: no
   memory.  They begin again, with zeros in shared memory and registers; they go.  */
bool launch_make (struct worker *wk);
void launch_reset (struct worker *wk);
void launch_free (struct worker *wk);
/* No thread of cluster K, or of K and the clusters after it (ALL), can continue: sets the launch's
   error, which says who waits where.  */
void launch_deadlock (struct launch *l, struct cluster *k, bool all);

/* memory.c */
bool mem_add (px_emu *emu, void *addr, uint64_t size, enum px_emu_mem kind, const char *name);
/* The allocation that ADDR was part of and that was freed, as far as a tool remembers it.  */
bool mem_was_freed (px_emu *emu, uint64_t addr, uint64_t *base, uint64_t *size);
extern const char heap_name[]; /* of the ranges of the device heap */

/* ---- emulator/run/block.c ---- */

/* Frees all frames of W but its base, those of lanes that an error has stopped too.  */
void frames_drop (struct warp *w);
/* Frees K, of L, with its blocks.  */
void cluster_free (struct launch *l, struct cluster *k);
/* B begins anew as a block of the grid's cluster CLUSTER.  FRESH: what is the same for all blocks is
   filled in, too.  False without memory.  */
bool block_start (struct block *b, uint64_t cluster, bool fresh);
/* Starts one more cluster; false if there is none left or the device is full.  */
bool cluster_start (struct worker *wk);

#endif
