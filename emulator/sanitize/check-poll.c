/* SPDX-License-Identifier: MIT */
/* The sanitizer: warps that ask again and again whether something has happened, and the
   launch that does nothing else.  */

#include "emulator/run/async.h"
#include "emulator/sanitize/check.h"
#include "emulator/run/device.h"

#include <stdio.h>

void
check_asked (struct warp *w, const struct op *o, uint64_t a, uint32_t lanes, bool mbar)
{
  struct check_launch *k = w->block->launch->check;
  struct check_warp *cw = w->check;
  uint32_t n = __builtin_popcount (lanes);
  if (cw->poll_stamp != k->dev->stamp)
    {
      cw->poll_stamp = k->dev->stamp;
      cw->polls = cw->asked = cw->poll_lanes = 0;
      cw->poll_memory = false;
    }
  cw->polls += n;
  cw->asked += cw->poll_addr == a;
  cw->poll_lanes |= lanes;
  cw->poll_addr = a;
  cw->poll_site = site_of (w, o);
  cw->poll_mbar = mbar;
  cw->poll_memory |= !mbar;
  k->idle += n;
  k->asks += lanes >> __builtin_ctz (w->mask) & 1; /* not each part of it */
}

/* Those who wait get less and less of the time of those who do not.  */
enum
{
  IDLE_FUEL = 1024, /* of a slice where all have asked in vain for long */
  BORED = 256,
  MOST_BORED = 5,
  AWAKE = 64
};

int32_t
check_slice (struct warp *w, int32_t fuel)
{
  struct check_warp *cw = w->check;
  const struct launch *l = w->block->launch;
  cw->asked = 0;
  if (check_idle (l) && !l->random)
    fuel = IDLE_FUEL;
  if (!cw->bored)
    return check_idle (l) && l->random ? AWAKE * fuel : fuel;
  int32_t most = BORED >> (l->check->was_awake ? cw->bored : 0);
  return fuel < most ? fuel : most;
}

void
check_sliced (struct warp *w, int32_t used)
{
  struct check_warp *cw = w->check;
  if (cw->poll_stamp != w->block->launch->check->dev->stamp || cw->asked < (uint32_t) used / 2)
    cw->bored = 0;
  else if (cw->bored < MOST_BORED)
    cw->bored++;
  w->block->launch->check->awake |= !cw->bored;
}

static enum px_emu_help
help_for (const struct launch *l)
{
  return l->desc->help ? l->desc->help (l->desc->help_data) : PX_EMU_HELP_MEMORY;
}

/* All launches that run are stuck, L one of them.  */
static bool
all_stuck (const struct launch *l)
{
  struct check_launch *k = l->check;
  struct check_device *d = k->dev;
  pthread_mutex_lock (&d->lock);
  bool all = k->round_stamp == d->stamp;
  if (all)
    {
      if (d->stuck_stamp != d->stamp)
	d->n_stuck = 0;
      d->n_stuck += k->stuck_stamp != d->stamp;
      d->stuck_stamp = k->stuck_stamp = d->stamp;
      all = d->n_stuck >= l->emu->n_launches;
    }
  pthread_mutex_unlock (&d->lock);
  return all;
}

/* All lanes of W that can run have asked.  */
static bool
all_ask (const struct warp *w)
{
  for (uint32_t i = 0; i < w->n_frags; i++)
    if (w->frags[i].state == FRAG_READY && w->frags[i].mask & ~w->check->poll_lanes)
      return false;
  return true;
}

/* All parts of W that can run have done so since TURN.  */
static bool
all_ran (const struct warp *w, uint64_t turn)
{
  for (uint32_t i = 0; i < w->n_frags; i++)
    if (w->frags[i].state == FRAG_READY && w->frags[i].since <= turn)
      return false;
  return true;
}

/* A warp that is as it was some slices ago, in which each part of it has had a turn, while
   memory has not changed, will be so again for ever, if nobody helps.  One that leaves its
   loop when it has asked often enough never is: it is given up if it asks at the same address
   for long.  */
bool
check_stuck (const struct worker *wk)
{
  enum
  {
    GIVE_UP = 1 << 14,
    LAST = 1 << 18,
    ENOUGH = 1 << 26
  };
  struct launch *l = wk->launch;
  struct check_launch *k = l->check;
  k->was_awake = k->awake;
  k->awake = false;
  if (k->round_stamp != k->dev->stamp)
    {
      k->round_stamp = k->dev->stamp;
      k->rounds = 0;
      k->reads_host = false;
    }
  if (++k->rounds < QUIET_ROUNDS || !(k->dev->what & CHECK_SYNC)
      || (atomic_load (&l->next) < l->n_clusters && atomic_load (&l->resident) < l->max_resident))
    return false;
  bool stuck = true, keep = k->rounds == QUIET_ROUNDS || !(k->rounds & (k->rounds - 1));
  bool long_ago
    = k->rounds >= (l->random ? LANES * LAST : LAST) || (k->rounds >= GIVE_UP && k->asks >= ENOUGH);
  if (keep || k->rounds % QUIET_ROUNDS == 0)
    {
      enum px_emu_help help = help_for (l);
      if (help < k->help)
	k->rounds = 0; /* what somebody has just stored is to be seen */
      k->help = help;
    }
  for (const struct cluster *c = wk->resident; c; c = c->next)
    for (uint32_t n = 0; n < c->n_blocks; n++)
      for (uint32_t i = 0; i < c->blocks[n].n_warps; i++)
	{
	  const struct warp *w = &c->blocks[n].warps[i];
	  struct check_warp *cw = w->check;
	  if (w->state != W_READY)
	    continue;
	  uint64_t state = spin_state (w);
	  bool asks = cw->poll_stamp == k->dev->stamp && cw->polls >= 64;
	  cw->was.again |= state == cw->was.state && all_ran (w, cw->was.turn);
	  cw->was.same &= cw->poll_addr == cw->was.addr && cw->poll_site == cw->was.site;
	  stuck &= cw->was.again || (long_ago && asks && cw->was.same && all_ask (w));
	  if (keep)
	    {
	      cw->was.state = state;
	      cw->was.turn = w->turn;
	      cw->was.addr = cw->poll_addr;
	      cw->was.site = cw->poll_site;
	      cw->was.again = false;
	      cw->was.same = true;
	      cw->poll_lanes = 0;
	    }
	}
  /* A launch that ends while help is looked for is counted no more, and what it lets begin is not
     counted yet: then the stamp has changed, or there was help.  */
  return stuck && k->rounds > QUIET_ROUNDS && k->help != PX_EMU_HELP_ANY
	 && !(k->help == PX_EMU_HELP_MEMORY && k->reads_host) && all_stuck (l)
	 && help_for (l) <= k->help && all_stuck (l);
}

const struct op *
check_poll_op (const struct warp *w)
{
  const struct check_warp *cw = w->check;
  if (!cw || w->state != W_READY || cw->poll_stamp != w->block->launch->check->dev->stamp
      || !cw->polls)
    return NULL;
  for (uint32_t i = 0; i < w->n_frags; i++)
    {
      const px_emu_func *f = w->frags[i].frame->func;
      if (f->first_site && cw->poll_site - f->first_site < f->n_ops)
	return f->ops + (cw->poll_site - f->first_site);
    }
  return NULL;
}

const struct op *
check_polls (const struct warp *w, char *text, size_t size, bool *mbar)
{
  const struct check_warp *cw = w->check;
  const struct op *o = check_poll_op (w);
  *mbar = o && !cw->poll_memory;
  if (!o)
    snprintf (text, size, ", in a loop without an end");
  else if (!cw->poll_mbar)
    snprintf (text, size, ", polls 0x%llx", (unsigned long long) cw->poll_addr);
  else
    {
      uint64_t bar = *(uint64_t *) cw->poll_addr;
      char name[300];
      int bytes = mb_bytes (bar);
      name_address (w, cw->poll_addr, name, sizeof name);
      snprintf (
	text, size,
	bytes < 0
	  ? ", waits for phase %u of the mbarrier at %s, which lacks %u arrivals and has got "
	    "%d bytes more than are expected"
	  : ", waits for phase %u of the mbarrier at %s, which lacks %u arrivals and %d "
	    "bytes",
	mb_phase (bar), name, mb_pending (bar), bytes < 0 ? -bytes : bytes);
    }
  return o;
}
