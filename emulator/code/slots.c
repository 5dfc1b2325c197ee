/* SPDX-License-Identifier: MIT */
/* Registers get slots of the frame.  A slot holds registers of one size only, so
   that lanes which stand at different places never share bytes; registers whose
   lifetimes do not meet share a slot, so that a warp's state stays small.  */

#include "emulator/code/decode.h"

#include <stdlib.h>

typedef uint64_t word;

struct block_info
{
  uint32_t first, last; /* ops */
  uint32_t succ[2];	/* blocks, or NONE */
  word *in, *out, *use, *def;
};

struct live
{
  uint32_t first, last; /* positions; first > last: never */
  uint32_t vreg;
};

static int
by_first (const void *a, const void *b)
{
  const struct live *x = a, *y = b;
  return x->first != y->first ? (x->first < y->first ? -1 : 1)
	 : x->vreg < y->vreg  ? -1
			      : x->vreg > y->vreg;
}

#define HAS(set, i) ((set)[(i) / 64] >> (i) % 64 & 1)
#define PUT(set, i) ((set)[(i) / 64] |= (word) 1 << (i) % 64)

static void
extend (struct live *l, uint32_t at)
{
  if (at < l->first)
    l->first = at;
  if (at > l->last)
    l->last = at;
}

static uint32_t
slot_size (unsigned bits)
{
  return bits == 1 ? 4 : bits * LANES / 8;
}

/* The blocks of a function, whose ends are at jumps and before labels.  */
struct blocks
{
  uint32_t n, *of; /* of an op */
  struct block_info *b;
  word *sets;
  bool table; /* one ends with a jump by a table */
};

static void
free_blocks (struct blocks *bs)
{
  free (bs->of);
  free (bs->b);
  free (bs->sets);
}

/* Finds the blocks of C's function, of whose sets each has WORDS words; false: no memory.  */
static bool
find_blocks (const struct dec *c, size_t words, struct blocks *bs)
{
  uint32_t n = c->n_ops;
  uint8_t *leader = calloc (1, n + 1);
  bs->of = malloc (n * sizeof *bs->of);
  if (!leader || !bs->of)
    {
      free (leader);
      return false;
    }
  leader[0] = 1;
  for (uint32_t i = 0; i < n; i++)
    {
      leader[i + 1] |= c->meta[i].flow != FLOW_NEXT;
      bs->table |= c->meta[i].flow == FLOW_TABLE;
    }
  for (size_t i = 0; i < c->n_labels; i++)
    if (c->labels[i] != NONE)
      leader[c->labels[i]] = 1;
  for (uint32_t i = 0; i < n; i++)
    {
      bs->n += leader[i];
      bs->of[i] = bs->n - 1;
    }
  free (leader);
  bs->b = calloc (bs->n, sizeof *bs->b);
  bs->sets = calloc ((size_t) bs->n * words * 4 + 1, sizeof *bs->sets);
  if (!bs->b || !bs->sets)
    return false;
  for (uint32_t b = 0; b < bs->n; b++)
    {
      bs->b[b].in = bs->sets + (size_t) b * words * 4;
      bs->b[b].out = bs->b[b].in + words;
      bs->b[b].use = bs->b[b].out + words;
      bs->b[b].def = bs->b[b].use + words;
      bs->b[b].first = UINT32_MAX;
    }
  return true;
}

/* What blocks read before they set it, and what they set; their ends and successors.  */
static void
fill_sets (struct dec *c, struct blocks *bs)
{
  for (uint32_t i = 0; i < c->n_ops; i++)
    {
      struct block_info *b = &bs->b[bs->of[i]];
      const struct meta *m = &c->meta[i];
      if (b->first == UINT32_MAX)
	b->first = i;
      b->last = i;
      for (uint32_t k = 0; k < n_refs (m); k++)
	if (!ref_at (c, m, k).def && !HAS (b->def, ref_at (c, m, k).vreg))
	  PUT (b->use, ref_at (c, m, k).vreg);
      for (uint32_t k = 0; k < n_refs (m); k++)
	if (ref_at (c, m, k).def)
	  {
	    uint32_t v = ref_at (c, m, k).vreg;
	    /* A guarded result keeps the old value in other lanes.  */
	    if (m->partial && !HAS (b->def, v))
	      PUT (b->use, v);
	    PUT (b->def, v);
	  }
    }
  for (uint32_t b = 0; b < bs->n; b++)
    {
      const struct meta *m = &c->meta[bs->b[b].last];
      bs->b[b].succ[0] = bs->b[b].succ[1] = NONE;
      if ((m->flow == FLOW_NEXT || m->flow == FLOW_COND) && b + 1 < bs->n)
	bs->b[b].succ[0] = b + 1;
      if ((m->flow == FLOW_JUMP || m->flow == FLOW_COND) && m->label != NONE
	  && c->labels[m->label] != NONE)
	bs->b[b].succ[1] = bs->of[c->labels[m->label]];
    }
}

/* Word W of what lives after block B.  */
static word
lives_after (const struct dec *c, const struct blocks *bs, uint32_t b, size_t w)
{
  word out = 0;
  for (int k = 0; k < 2; k++)
    if (bs->b[b].succ[k] != NONE)
      out |= bs->b[bs->b[b].succ[k]].in[w];
  /* After a table of targets everything that any label needs lives.  */
  if (bs->table && c->meta[bs->b[b].last].flow == FLOW_TABLE)
    for (size_t i = 0; i < c->n_labels; i++)
      if (c->labels[i] != NONE)
	out |= bs->b[bs->of[c->labels[i]]].in[w];
  return out;
}

/* Lifetimes of all vregs; ENTRY, unless NULL, gets those that are live at the entry.
   Requires meta.  */
static bool
lifetimes (struct dec *c, struct live *live, word *entry)
{
  size_t words = (c->n_v + 63) / 64;
  struct blocks bs = { 0 };
  if (!find_blocks (c, words, &bs))
    {
      free_blocks (&bs);
      return false;
    }
  fill_sets (c, &bs);
  for (bool change = true; change;)
    {
      change = false;
      for (uint32_t b = bs.n; b-- > 0;)
	for (size_t w = 0; w < words; w++)
	  {
	    word out = lives_after (c, &bs, b, w), in = bs.b[b].use[w] | (out & ~bs.b[b].def[w]);
	    change |= out != bs.b[b].out[w] || in != bs.b[b].in[w];
	    bs.b[b].out[w] = out;
	    bs.b[b].in[w] = in;
	  }
    }
  for (uint32_t i = 0; i < c->n_ops; i++)
    for (uint32_t k = 0; k < n_refs (&c->meta[i]); k++)
      extend (&live[ref_at (c, &c->meta[i], k).vreg], i);
  for (uint32_t b = 0; b < bs.n; b++)
    for (size_t w = 0; w < words; w++)
      for (int o = 0; o < 2; o++)
	for (word s = o ? bs.b[b].out[w] : bs.b[b].in[w]; s; s &= s - 1)
	  extend (&live[w * 64 + __builtin_ctzll (s)], o ? bs.b[b].last : bs.b[b].first);
  if (entry)
    memcpy (entry, bs.b[0].in, words * sizeof *entry);
  free_blocks (&bs);
  return true;
}

bool
live_ranges (struct dec *c, struct life *range, uint64_t *set)
{
  struct live *live = malloc ((c->n_v + 1) * sizeof *live);
  for (size_t i = 0; live && i < c->n_v; i++)
    live[i] = (struct live){ UINT32_MAX, 0, i };
  bool ok = live && lifetimes (c, live, set);
  for (size_t i = 0; ok && i < c->n_v; i++)
    range[i] = (struct life){ live[i].first, live[i].last };
  free (live);
  return ok;
}

/* Linear scan, a free list for each size.  An op's results never share a slot with
   its operands.  Sets vreg.slot and frame_bytes; false without memory.  */
bool
assign_slots (struct dec *c)
{
  static const uint8_t sizes[] = { 1, 16, 32, 64, 128 };
  struct live *live = malloc ((c->n_v + 1) * sizeof *live);
  uint32_t *end = malloc ((c->n_v + 1) * sizeof *end); /* last use, by slot */
  bool ok = live && end;
  uint32_t at = 0, regs32 = 0;
  for (size_t i = 0; ok && i < c->n_v; i++)
    live[i] = (struct live){ UINT32_MAX, 0, i };
  ok = ok && lifetimes (c, live, NULL);
  if (ok)
    {
      /* What is filled with the frame keeps its slot, and what is used later.  */
      for (size_t i = 0; i < c->n_v; i++)
	if ((c->v[i].init >= 0 || c->v[i].pinned) && live[i].first != UINT32_MAX)
	  live[i].first = 0, live[i].last = c->n_ops;
      qsort (live, c->n_v, sizeof *live, by_first);
    }
  for (int s = 0; ok && s < 5; s++)
    {
      uint32_t n_slots = 0, n_filled = 0;
      uint32_t size = slot_size (sizes[s]);
      if (size >= 64)
	at = (at + 63) / 64 * 64;
      for (size_t i = 0; i < c->n_v; i++)
	{
	  struct vreg *v = &c->v[live[i].vreg];
	  if (v->bits != sizes[s] || live[i].first == UINT32_MAX)
	    continue;
	  uint32_t k = 0;
	  for (k = 0; k < n_slots; k++)
	    if (end[k] < live[i].first)
	      break;
	  if (k == n_slots)
	    n_slots++;
	  n_filled += v->init >= 0;
	  end[k] = live[i].last;
	  v->slot = at + k * size;
	}
      at += n_slots * size;
      /* The hardware has other places for constants.  */
      regs32 += sizes[s] == 1 ? 0 : (n_slots - n_filled) * (sizes[s] <= 32 ? 1 : sizes[s] / 32);
    }
  c->frame_bytes = (at + 63) / 64 * 64;
  c->f->n_regs32 = regs32 + 8 > 255 ? 255 : regs32 + 8;
  free (live);
  free (end);
  return ok;
}
