/* SPDX-License-Identifier: MIT */
/* Loops that ask: what of a warp's state decides how they continue.

   A loop that only asks may count how often it does.  A register that is an operand of
   nothing but what computes such registers does not decide where the loop ends; if all others
   are as they were, so is all that follows, unless that depends on the time.  Nor does a branch
   decide of which all ways only compute, or sleep, until they meet, if what they compute does
   not: a loop that sleeps the longer, the longer it has waited.  */

#include "emulator/sanitize/check.h"
#include "emulator/code/decode.h"
#include "emulator/run/hash.h"
#include "emulator/run/rows.h"

#include <stdlib.h>

/* What is to be compared where a loop continues at op AT.  */
struct spin
{
  struct spin *next;
  uint32_t at;
  bool known; /* or everything is */
  uint32_t n;
  struct
  {
    uint32_t slot;
    uint8_t bits;
  } reg[];
};

struct loop
{
  const px_emu_func *f;
  const struct plan *p;
  uint32_t at;
  uint8_t *in;	  /* by op: AHEAD, it comes after AT; BACK, AT comes after it */
  uint64_t *used; /* vregs that decide */
  uint8_t *seen;  /* by op, of live */
  uint8_t **ways; /* by op: of a branch whose ways only compute, which ops are on them; or NULL */
  uint32_t *todo;
};
enum
{
  AHEAD = 1,
  BACK = 2,
  INSIDE = AHEAD | BACK
};

static const struct ref *
ref_of (const struct plan *p, uint32_t i, uint32_t k)
{
  const struct meta *m = &p->meta[i];
  return k < m->n_refs ? &m->refs[k] : &p->list[m->list + k - m->n_refs];
}

/* The K-th op after op I; UINT32_MAX: there are fewer.  */
static uint32_t
behind (const struct loop *l, uint32_t i, uint32_t k)
{
  const struct meta *m = &l->p->meta[i];
  const struct op *o = &l->f->ops[i];
  if (m->flow == FLOW_TABLE)
    return k < o->table->n ? o->table->target[k] : UINT32_MAX;
  bool jumps = m->flow == FLOW_JUMP || m->flow == FLOW_COND;
  uint32_t all[3], n = 0;
  if (m->flow == FLOW_NEXT || m->flow == FLOW_COND)
    all[n++] = i + 1;
  if (o->ck == CK_GUARD)
    all[n++] = i + 2;
  if (jumps)
    all[n++] = o->to - l->f->ops;
  return k < n && all[k] < l->f->n_ops ? all[k] : UINT32_MAX;
}

/* Finds the ops of the loop.  False: there is none, or it calls.  */
static bool
find_loop (struct loop *l)
{
  uint32_t n = 0, *todo = malloc ((l->f->n_ops + 1) * sizeof *todo), to;
  if (!todo)
    return false;
  for (todo[n++] = l->at; n;)
    for (uint32_t i = todo[--n], k = 0; (to = behind (l, i, k)) != UINT32_MAX; k++)
      if (!(l->in[to] & AHEAD))
	{
	  l->in[to] |= AHEAD;
	  todo[n++] = to;
	}
  free (todo);
  if (!(l->in[l->at] & AHEAD))
    return false;
  l->in[l->at] |= BACK;
  for (bool change = true; change;)
    {
      change = false;
      for (uint32_t i = l->f->n_ops; i-- > 0;)
	for (uint32_t k = 0; l->in[i] == AHEAD && (to = behind (l, i, k)) != UINT32_MAX; k++)
	  if (l->in[to] & BACK)
	    {
	      l->in[i] |= BACK;
	      change = true;
	    }
    }
  for (uint32_t i = 0; i < l->f->n_ops; i++)
    if (l->in[i] == INSIDE && row_of (&l->f->ops[i])->calls)
      return false;
  return true;
}

static bool
tells (const struct loop *l, uint32_t v)
{
  return l->used[v / 64] >> v % 64 & 1;
}

/* Returns true if op I only computes.  */
static bool
computes (const struct loop *l, uint32_t i)
{
  const struct meta *m = &l->p->meta[i];
  const struct op *o = &l->f->ops[i];
  return m->flow == FLOW_NEXT && !m->access && (o->ck == CK_NONE || o->ck == CK_PINNED)
	 && (!m->blocks || row_of (o)->sleeps);
}

/* Sets the ops that come from S before op MEET in WAYS.  Returns false unless all only compute, in
   the loop, and none is op I.  */
static bool
find_ways (const struct loop *l, uint32_t s, uint32_t meet, uint32_t i, uint8_t *ways)
{
  uint32_t n = 0, to;
  if (s == meet)
    return true;
  ways[s] = 1;
  for (l->todo[n++] = s; n;)
    {
      uint32_t at = l->todo[--n];
      enum flow flow = l->p->meta[at].flow;
      if (at == i || l->in[at] != INSIDE
	  || (flow != FLOW_JUMP && flow != FLOW_COND && !computes (l, at)))
	return false;
      for (uint32_t k = 0; (to = behind (l, at, k)) != UINT32_MAX; k++)
	if (to != meet && !ways[to])
	  {
	    ways[to] = 1;
	    l->todo[n++] = to;
	  }
    }
  return true;
}

/* Finds for each branch of the loop where its ways meet, if these only compute until then.  */
static void
find_all_ways (struct loop *l)
{
  enum
  {
    MOST = 512 /* ops of the loop: each is asked of each branch */
  };
  uint32_t n = 0, s[2];
  bool time = false;
  for (uint32_t i = 0; i < l->f->n_ops; i++)
    if (l->in[i] == INSIDE)
      {
	n++;
	time |= row_of (&l->f->ops[i])->reads_time;
      }
  if (!time || n > MOST)
    return;
  uint8_t *ways = malloc (l->f->n_ops);
  for (uint32_t i = 0; ways && i < l->f->n_ops; i++)
    if (l->in[i] == INSIDE && l->p->meta[i].flow == FLOW_COND
	&& (s[0] = behind (l, i, 0)) != UINT32_MAX && (s[1] = behind (l, i, 1)) != UINT32_MAX
	&& behind (l, i, 2) == UINT32_MAX)
      for (uint32_t meet = 0; meet < l->f->n_ops && !l->ways[i]; meet++)
	if (l->in[meet] == INSIDE)
	  {
	    memset (ways, 0, l->f->n_ops);
	    if (find_ways (l, s[0], meet, i, ways) && find_ways (l, s[1], meet, i, ways)
		&& (l->ways[i] = malloc (l->f->n_ops)))
	      memcpy (l->ways[i], ways, l->f->n_ops);
	  }
  free (ways);
}

/* Returns true if branch I decides nothing, as far as is known.  */
static bool
idle_branch (const struct loop *l, uint32_t i)
{
  if (!l->ways[i])
    return false;
  for (uint32_t at = 0; at < l->f->n_ops; at++)
    for (uint32_t k = 0; l->ways[i][at] && k < l->p->meta[at].n_refs + l->p->meta[at].n_list; k++)
      if (ref_of (l->p, at, k)->def && tells (l, ref_of (l->p, at, k)->vreg))
	return false;
  return true;
}

/* Finds the registers that decide.  Returns false if the time does.  */
static bool
find_deciding (struct loop *l)
{
  for (bool change = true; change;)
    {
      change = false;
      for (uint32_t i = 0; i < l->f->n_ops; i++)
	{
	  uint32_t n = l->p->meta[i].n_refs + l->p->meta[i].n_list;
	  if (l->in[i] != INSIDE)
	    continue;
	  bool needed = !computes (l, i) && !idle_branch (l, i);
	  for (uint32_t k = 0; k < n; k++)
	    needed |= ref_of (l->p, i, k)->def && tells (l, ref_of (l->p, i, k)->vreg);
	  if (needed && row_of (&l->f->ops[i])->reads_time)
	    return false;
	  for (uint32_t k = 0; k < n && needed; k++)
	    {
	      const struct ref *r = ref_of (l->p, i, k);
	      if (!r->def && !tells (l, r->vreg))
		{
		  l->used[r->vreg / 64] |= UINT64_C (1) << r->vreg % 64;
		  change = true;
		}
	    }
	}
    }
  return true;
}

/* Returns true if V, as it is where the loop continues at I, is an operand later.  */
static bool
live (struct loop *l, uint32_t v, uint32_t i)
{
  for (;;)
    {
      bool set = false;
      if (l->in[i] != INSIDE || l->seen[i])
	return false;
      l->seen[i] = 1;
      for (uint32_t k = 0; k < l->p->meta[i].n_refs + l->p->meta[i].n_list; k++)
	{
	  const struct ref *r = ref_of (l->p, i, k);
	  if (r->vreg == v && (!r->def || l->p->meta[i].partial))
	    return true;
	  set |= r->vreg == v;
	}
      if (set)
	return false;
      uint32_t to, next = behind (l, i, 0);
      if (next == UINT32_MAX)
	return false;
      for (uint32_t k = 1; (to = behind (l, i, k)) != UINT32_MAX; k++)
	if (live (l, v, to))
	  return true;
      i = next;
    }
}

static struct spin *
spin_new (const px_emu_func *f, uint32_t at)
{
  const struct plan *p = f->plan;
  struct spin *s = calloc (1, sizeof *s + (p ? p->n_v : 0) * sizeof *s->reg);
  struct loop l = { .f = f,
		    .p = p,
		    .at = at,
		    .in = calloc (1, f->n_ops + 1),
		    .seen = malloc (f->n_ops + 1),
		    .used = calloc ((p ? p->n_v : 0) / 64 + 1, sizeof *l.used),
		    .ways = calloc (f->n_ops + 1, sizeof *l.ways),
		    .todo = malloc ((f->n_ops + 1) * sizeof *l.todo) };
  bool room = s && p && l.in && l.used && l.seen && l.ways && l.todo && find_loop (&l);
  if (room)
    find_all_ways (&l);
  if (room && find_deciding (&l))
    {
      s->known = true;
      for (uint32_t v = 0; v < p->n_v; v++)
	if (tells (&l, v) && p->v[v].init < 0 && p->v[v].slot != UINT32_MAX)
	  {
	    memset (l.seen, 0, f->n_ops);
	    if (live (&l, v, at))
	      {
		s->reg[s->n].slot = p->v[v].slot;
		s->reg[s->n++].bits = p->v[v].bits;
	      }
	  }
    }
  if (s)
    s->at = at;
  for (uint32_t i = 0; l.ways && i < f->n_ops; i++)
    free (l.ways[i]);
  free (l.ways);
  free (l.todo);
  free (l.in);
  free (l.seen);
  free (l.used);
  return s;
}

/* What decides how fragment X continues, or NULL.  */
static const struct spin *
spin_of (const struct frag *x)
{
  px_emu_func *f = x->frame->func;
  uint32_t at = x->pc - f->ops;
  struct spin *s = f->spins;
  while (s && s->at != at)
    s = s->next;
  if (!s && (s = spin_new (f, at)))
    {
      s->next = f->spins;
      f->spins = s;
    }
  return s && s->known ? s : NULL;
}

void
spin_free (px_emu_func *f)
{
  for (struct spin *s = f->spins, *next; s; s = next)
    {
      next = s->next;
      free (s);
    }
}

uint64_t
spin_state (const struct warp *w)
{
  uint64_t sum = 0;
  for (uint32_t k = 0; k < w->n_frags; k++)
    {
      const struct frag *x = &w->frags[k];
      const struct spin *s = x->state == FRAG_READY ? spin_of (x) : NULL;
      uint64_t h = frag_state (w, x, !s);
      for (uint32_t i = 0; s && i < s->n; i++)
	{
	  const uint8_t *r = x->frame->regs + s->reg[i].slot;
	  uint32_t bytes = s->reg[i].bits / 8;
	  if (!bytes)
	    h = mix (h, *(const uint32_t *) r & x->mask);
	  else
	    EACH_LANE (j, x->mask)
	      h = hash_bytes (h, r + j * bytes, bytes);
	}
      sum += h;
    }
  return sum;
}
