/* SPDX-License-Identifier: MIT */
/* Vector clocks of a grid's threads.

   A warp has one clock value, its time, which all its lanes share; it grows when
   a lane of it releases.  What a thread knows is a struct vclock: for each warp of
   its own group (cluster; a block is a cluster of its own) and of groups that it
   has heard of, the time up to which accesses are ordered before it, for all
   lanes or lane by lane.  A vclock is shared by all who know the same and is
   changed only where one reference is left.  */
#ifndef PX_CLOCK_H
#define PX_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define CLOCK_LANES 32
#define NO_GROUP UINT64_MAX

struct lane_times
{
  uint32_t t[CLOCK_LANES];
};

struct known
{
  uint32_t t; /* of all lanes, if L is NULL */
  struct lane_times *l;
};

/* Of one group; N warps.  */
struct gclock
{
  uint32_t refs, n;
  struct gclock *from; /* one that knows no more, or NULL: spares comparisons */
  struct known w[];
};

struct foreign
{
  uint64_t group;
  struct gclock *c;
};

struct vclock
{
  uint32_t refs, n, cap; /* groups in F, which is ordered */
  uint64_t group;	 /* of OWN; NO_GROUP: there is none */
  /* Of this, what a proxy fence for global memory, for shared memory has seen; or NULL.  */
  struct vclock *proxy[2];
  struct gclock *own;
  struct foreign *f;
};

/* Without memory NULL comes back, or false.  */
struct vclock *vc_new (uint64_t group, uint32_t warps);
void vc_drop (struct vclock *v);
/* *D knows what S knows, too.  */
bool vc_join (struct vclock **d, const struct vclock *s);
/* *D knows what S knows of the entries from W on, if both are of one group.  */
bool vc_join_from (struct vclock **d, const struct vclock *s, uint32_t w);
/* *D knows lanes MASK of warp W of its own group up to time T.  */
bool vc_tick (struct vclock **d, uint32_t w, uint32_t mask, uint32_t t);

/* A proxy fence, for global memory or SHARED, sees all that *D knows.  */
bool vc_proxy (struct vclock **d, bool shared);

static inline struct vclock *
vc_ref (struct vclock *v)
{
  v->refs++;
  return v;
}

/* The clock of GROUP, NULL if nothing is known.  */
const struct gclock *vc_group (const struct vclock *v, uint64_t group);

/* Returns those of lanes MASK of warp W that are not known up to time T.  */
static inline uint32_t
gc_unknown (const struct gclock *c, uint32_t w, uint32_t mask, uint32_t t)
{
  const struct known *k = &c->w[w];
  if (!k->l)
    return k->t >= t ? 0 : mask;
  uint32_t bad = 0;
  for (uint32_t m = mask; m; m &= m - 1)
    {
      int i = __builtin_ctz (m);
      bad |= (uint32_t) (k->l->t[i] < t) << i;
    }
  return bad;
}

#endif
