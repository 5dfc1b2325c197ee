/* SPDX-License-Identifier: MIT */
/* Observers (emulator/run/observer.h): a tool of the test's own counts what a kernel does; a device
   without tools runs the same kernel.  */
#include "emulator/run/device.h"
#include "emulator/run/rows.h"
#include "testsuite/engine/t.h"

/* 64 threads: a call, a barrier, a shuffle, an atomic operation; then thread 0 alone: an mbarrier with
   two arrivals.  */
static const char text[] = HEADER
  ".func (.reg .u32 %r) twice (.reg .u32 %a)\n{\nadd.u32 %r, %a, %a; ret;\n}\n"
  ".visible .entry k (.param .u64 p)\n{\n"
  ".shared .align 8 .b64 m;\n"
  ".reg .pred %q; .reg .b32 %r<10>; .reg .b64 %d<4>;\n"
  "ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; call (%r2), twice, (%r1);\n"
  "bar.sync 0; shfl.sync.bfly.b32 %r3, %r2, 1, 31, -1;\n"
  "atom.global.add.u32 %r4, [%d1], %r3;\n"
  "setp.ne.u32 %q, %r1, 0; @%q bra END;\n"
  "mbarrier.init.shared.b64 [m], 2; mbarrier.arrive.shared.b64 %d2, [m]; mbarrier.arrive.shared.b64 %d2, [m];\n"
  "END: ret;\n}\n";

static struct
{
  int begun, ended, freed, blocks, frames, lanes_left, arrivals, passes, phases, met, accesses, inits, arrived, done;
} n;

static bool
start_block (struct block *b)
{
  (void) b;
  n.blocks++;
  return true;
}

static void
enter (struct warp *w, const struct frame *frame)
{
  (void) w;
  n.frames += frame->up != NULL;
}

static void
leave (struct warp *w, const struct frame *frame)
{
  (void) w, (void) frame;
  n.frames--;
}

static void
exits (struct warp *w, const struct op *o, uint32_t gone)
{
  (void) w;
  if (row_of (o)->jump == JUMP_EXIT)
    n.lanes_left += __builtin_popcount (gone);
}

static void
arrive (struct warp *w, const struct op *o, uint32_t id, uint32_t count)
{
  (void) o;
  n.arrivals += id == 0 && count == 0 ? __builtin_popcount (w->mask) : 1000;
}

static void
pass (struct warp *w, uint32_t id, uint32_t mask)
{
  (void) w;
  n.passes += id == 0 ? __builtin_popcount (mask) : 1000;
}

static void
phase (struct block *b, uint32_t id)
{
  (void) b, (void) id;
  n.phases++;
}

static void
met (struct warp *w, uint32_t mask)
{
  (void) w;
  n.met += __builtin_popcount (mask);
}

static void
accesses (struct warp *w, const struct op *o, uint64_t a, uint32_t size, enum access access)
{
  (void) w, (void) a;
  n.accesses += row_of (o)->how == ATOMIC && size == 4 && access == ACC_ATOMIC;
}

static bool
mbar_use (struct warp *w, const struct op *o, enum mbar_use use, uint32_t lanes, uint64_t a, uint32_t bytes)
{
  (void) w, (void) o, (void) lanes, (void) a, (void) bytes;
  n.inits += use == MBAR_INIT;
  return true;
}

static void
mbar_arrive (struct warp *w, const struct op *o, uint32_t lane, uint64_t a, uint32_t bytes)
{
  (void) w, (void) o, (void) a;
  n.arrived += lane == 0 && bytes == 0;
}

static void
mbar_done (struct warp *w, enum mbar_use use, uint32_t lane, uint64_t a)
{
  (void) w, (void) lane, (void) a;
  n.done += use == MBAR_ARRIVE;
}

static const struct observer observer = {
  .start_block = start_block, .enter = enter, .leave = leave, .exit = exits, .arrive = arrive, .pass = pass,
  .phase = phase, .met = met, .access = accesses, .mbar_use = mbar_use, .mbar_arrive = mbar_arrive,
  .mbar_done = mbar_done
};

static void
begin (struct launch *l)
{
  n.begun++;
  l->observer = &observer;
}

static void
end (struct launch *l)
{
  n.ended += l->error.kind == PX_EMU_OK;
}

static void
free_tool (px_emu *emu)
{
  (void) emu;
  n.freed++;
}

static const struct tool tool = { .begin = begin, .end = end, .free = free_tool };

/* True if the kernel gives the sum of its threads' numbers, doubled, on DEV.  */
static bool
runs (void)
{
  struct mod m = load (text);
  uint32_t *p = buffer (256);
  bool ok = run (&m, "k", 1, 64, (void *[]) { &p }) && *p == 64 * 63;
  release (p);
  unload (&m);
  return ok;
}

int
main (void)
{
  dev = engine_new (1);
  check (runs (), "a device without tools");
  engine_free (dev);
  dev = engine_new (1);
  tool_add (dev, &tool);
  check (runs (), "a device with a tool");
  check (n.begun == 1 && n.ended == 1 && n.blocks == 1, "a launch begins and ends, a block begins");
  check (n.frames == 0 && n.lanes_left == 64, "frames are left, threads exit");
  check (n.arrivals == 64 && n.passes == 64 && n.phases == 1, "threads arrive, pass, a phase ends");
  check (n.met == 64, "a shuffle is met");
  check (n.accesses == 64, "atomic accesses");
  check (n.inits == 1 && n.arrived == 2 && n.done == 2, "an mbarrier");
  engine_free (dev);
  check (n.freed == 1, "the tool ends with its device");
  memset (&n, 0, sizeof n);
  dev = px_emu_new (1);
  check (dev && runs () && !n.begun, "a tool is of its own device");
  px_emu_free (dev);
  return failures != 0;
}
