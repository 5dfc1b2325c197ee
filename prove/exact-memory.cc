/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What shared and global memory holds in a launch that is executed.

   The bytes that a thread has surely stored, of numbers and of addresses, and those that the launch says of what its pointers lead to, are numbers until
   somebody may write them in any other way.  Of other atomic operations than sums and the like, strong accesses, copies and stores that may not
   be executed nothing is kept: what these leave, or find, is a matter of the schedule.  A load gives what the last store left.
   That it is the last one in each execution is what the order says, if there is no race: so if there is one, nothing
   is proved (ex_memory_holds).  */

#include <string.h>
#include "prove/exact.h"

enum
{
  MOST_BYTES = 1 << 24, /* of an object */
  MOST_WORD = 8,	/* bytes of a number, and of an address */
  MOST_ADDRESSES = 1 << 20
};

/* What is known of a byte: nothing; it; that it is the first one, or another one, of an address, whose number in
   ex_order.addresses the eight bytes are; it, since the last store was followed by atomic operations of one kind only, and
   (HOLDS_SUM and more) which one.  */
enum
{
  HOLDS_ANYTHING,
  HOLDS_BYTE,
  HOLDS_ADDRESS,
  HOLDS_MORE,
  HOLDS_SUM
};

static bool
followed (const struct ex_order *o, int object)
{
  ptx_mod space = object > 0 ? o->k->object[object].space : (ptx_mod) PTX_NOMOD;
  return space == PTX_M_SHARED || (space == PTX_M_GLOBAL && !o->global_lost);
}

/* What the launch says that OBJECT holds, or NULL.  */
static const struct px_proof_data *
data_of (const struct pv_kernel *k, int object)
{
  const pv_object *v = &k->object[object];
  for (unsigned i = 0; i < k->sig->ndata && v->kind == PV_PARAMETER; i++)
    if (k->f->sig.params[k->sig->data[i].param]->sym == v->sym
	&& k->sig->data[i].offset == v->offset)
      return &k->sig->data[i];
  return NULL;
}

/* The bytes of OBJECT in the block of rank RANK.  */
static struct ex_contents *
contents_of (struct ex_order *o, unsigned rank, int object)
{
  std::vector<ex_contents> *all = &o->contents[rank];
  if (all->size () < o->k->object.size ())
    all->resize (o->k->object.size ());
  struct ex_contents *c = &(*all)[object];
  if (!c->begun)
    {
      const struct px_proof_data *d = data_of (o->k, object);
      c->begun = true;
      if (d && d->size <= MOST_BYTES)
	{
	  c->byte.assign (d->bytes, d->bytes + d->size);
	  c->known.assign (d->size, HOLDS_BYTE);
	}
    }
  return c;
}

static unsigned
rank_in (const struct ex_order *o, unsigned t, struct ex_value address)
{
  return o->k->object[address.base].space == PTX_M_SHARED ? ex_rank_of (o, t, address) : 0;
}

void
ex_start_memory (struct ex_order *o)
{
  o->contents.assign (o->cluster, std::vector<ex_contents> ());
  o->addresses.clear ();
  o->global_lost = o->recalled = false;
}

void
ex_start_cluster_memory (struct ex_order *o)
{
  for (std::vector<ex_contents> &of : o->contents)
    for (unsigned i = 1; i < of.size (); i++)
      if (o->k->object[i].space == PTX_M_SHARED)
	of[i] = ex_contents ();
      else
	{
	  /* The next cluster, or the next execution of this one, must not see it.  */
	  for (int64_t b = of[i].from; b < of[i].to; b++)
	    of[i].known[b] = HOLDS_ANYTHING;
	  of[i].from = of[i].to = 0;
	}
}

void
ex_lose_global (struct ex_order *o)
{
  o->global_lost = true;
}

void
ex_forget (struct ex_order *o, unsigned t, struct ex_value address, const struct ex_access *a)
{
  if (!o->remembers || a->kind == PV_READ)
    return;
  if (address.base <= 0)
    {
      /* It may be anywhere.  */
      ex_lose_global (o);
      for (std::vector<ex_contents> &of : o->contents)
	for (ex_contents &c : of)
	  c.known.assign (c.known.size (), HOLDS_ANYTHING);
      return;
    }
  if (!followed (o, address.base))
    return;
  if (!address.known || !a->width)
    {
      for (unsigned r = 0; r < o->cluster; r++)
	{
	  struct ex_contents *c = contents_of (o, r, address.base);
	  c->known.assign (c->known.size (), HOLDS_ANYTHING);
	}
      return;
    }
  struct ex_contents *c = contents_of (o, rank_in (o, t, address), address.base);
  for (int64_t b = address.v < 0 ? 0 : address.v;
       b < address.v + (int64_t) a->width && b < (int64_t) c->known.size (); b++)
    c->known[b] = HOLDS_ANYTHING;
}

/* Returns true if the instruction loads or stores in the weak model: what others do to the bytes at the same time is a race.  */
static bool
weak (const ptx_insn *i)
{
  ptx_mod sem = ptx_get (i, PTX_C_SEM);
  return sem == PTX_NOMOD || sem == PTX_M_WEAK;
}

/* Returns true if V is an address that is the same to all who load it: not in a thread's own memory, nor in the shared memory of
   the block that loads it.  */
static bool
common_address (const struct ex_order *o, struct ex_value v)
{
  ptx_mod space = v.known && v.base > 0 ? o->k->object[v.base].space : (ptx_mod) PTX_NOMOD;
  return space == PTX_M_GLOBAL || (space == PTX_M_SHARED && o->cluster == 1);
}

/* This cluster has stored bytes FROM to TO.  */
static void
stored_in (struct ex_contents *c, int64_t from, int64_t to)
{
  if (c->from == c->to)
    c->from = from, c->to = to;
  c->from = from < c->from ? from : c->from;
  c->to = to > c->to ? to : c->to;
}

void
ex_remember (const struct ex_place *p, const struct ex_insn *n)
{
  struct ex_order *o = p->memory;
  const ptx_insn *i = n->i;
  if (!o || i->op != PTX_OP_ST || i->nopnds < 2 || !weak (i))
    return;
  struct ex_value at = ex_address (p, &i->opnds[0]);
  unsigned bytes = n->bits / 8, many = ptx_vec (i);
  const ptx_opnd *from = &i->opnds[1];
  if (!followed (o, at.base) || !at.known || at.v < 0 || !bytes || bytes > MOST_WORD
      || at.v + (int64_t) bytes * many > MOST_BYTES || (many > 1 && from->kind != PTX_O_VEC))
    return;
  struct ex_contents *c = contents_of (o, rank_in (o, p->thread, at), at.base);
  size_t end = (size_t) at.v + (size_t) bytes * many;
  if (c->known.size () < end)
    {
      size_t room = end < 2 * c->known.size () ? 2 * c->known.size () : end;
      c->known.resize (room, HOLDS_ANYTHING);
      c->byte.resize (room, 0);
    }
  for (unsigned j = 0; j < many; j++)
    {
      struct ex_value v = ex_operand_of (p, many > 1 ? &from->sub[j] : from, n->bits);
      bool address
	= bytes == MOST_WORD && common_address (o, v) && o->addresses.size () < MOST_ADDRESSES;
      if (address)
	{
	  o->addresses.push_back (v);
	  v = ex_number (o->addresses.size () - 1, 64);
	}
      if (!v.known || v.base)
	continue;
      for (unsigned b = 0; b < bytes; b++)
	{
	  size_t to = (size_t) at.v + (size_t) j * bytes + b;
	  c->byte[to] = (uint8_t) ((uint64_t) v.v >> 8 * b);
	  c->known[to] = !address ? HOLDS_BYTE : b ? HOLDS_MORE : HOLDS_ADDRESS;
	}
    }
  stored_in (c, at.v, (int64_t) end);
}

/* Which of the operations that commute with themselves the atomic one is, of integers of 32 or 64 bits: 1 and more; 0: none.  */
static unsigned
commuting (const struct ex_insn *n)
{
  ptx_mod type = ptx_type (n->i, 0);
  ptx_kind kind = type ? ptx_type_kind (type) : PTX_K_NONE;
  if ((n->bits != 32 && n->bits != 64) || ptx_vec (n->i) != 1
      || (kind != PTX_K_UINT && kind != PTX_K_SINT && kind != PTX_K_BITS))
    return 0;
  switch (n->oper)
    {
    case PTX_M_ADD: return 1;
    case PTX_M_AND: return 2;
    case PTX_M_OR: return 3;
    case PTX_M_XOR: return 4;
    case PTX_M_MIN: return n->is_signed ? 5 : 6;
    case PTX_M_MAX: return n->is_signed ? 7 : 8;
    default: return 0;
    }
}

/* What operation WHICH gives of A and B, of BITS.  */
static uint64_t
combined (unsigned which, uint64_t a, uint64_t b, unsigned bits)
{
  int64_t x = (int64_t) (a << (64 - bits)), y = (int64_t) (b << (64 - bits));
  switch (which)
    {
    case 1: return a + b;
    case 2: return a & b;
    case 3: return a | b;
    case 4: return a ^ b;
    case 5: return x < y ? a : b;
    case 6: return a < b ? a : b;
    case 7: return x < y ? b : a;
    default: return a < b ? b : a;
    }
}

struct ex_sum
ex_sum_before (const struct ex_place *p, const struct ex_insn *n)
{
  struct ex_order *o = p->memory;
  const ptx_insn *i = n->i;
  struct ex_sum s = { 0, 0, 0 };
  bool atom = i->op == PTX_OP_ATOM;
  if (!o || (!atom && i->op != PTX_OP_RED) || i->nopnds != (atom ? 3 : 2) || !commuting (n))
    return s;
  struct ex_value at = ex_address (p, &i->opnds[atom]),
		  v = ex_operand_of (p, &i->opnds[atom + 1], n->bits);
  unsigned bytes = n->bits / 8;
  if (!followed (o, at.base) || !at.known || at.v < 0 || !v.known || v.base)
    return s;
  const struct ex_contents *c = contents_of (o, rank_in (o, p->thread, at), at.base);
  uint8_t now = HOLDS_SUM + commuting (n);
  uint64_t before = 0;
  for (unsigned b = 0; b < bytes; b++)
    {
      size_t from = (size_t) at.v + b;
      if (from >= c->known.size () || (c->known[from] != HOLDS_BYTE && c->known[from] != now))
	return s;
      before |= (uint64_t) c->byte[from] << 8 * b;
    }
  s.bytes = bytes;
  s.held = now;
  s.value = combined (commuting (n), before, (uint64_t) v.v, n->bits);
  return s;
}

void
ex_sum_after (const struct ex_place *p, const struct ex_insn *n, const struct ex_sum *s)
{
  if (!s->bytes)
    return;
  struct ex_order *o = p->memory;
  struct ex_value at = ex_address (p, &n->i->opnds[n->i->op == PTX_OP_ATOM]);
  struct ex_contents *c = contents_of (o, rank_in (o, p->thread, at), at.base);
  /* It is forgotten if the order lost all of global memory meanwhile.  */
  if (!followed (o, at.base))
    return;
  for (unsigned b = 0; b < s->bytes; b++)
    {
      c->byte[(size_t) at.v + b] = (uint8_t) (s->value >> 8 * b);
      c->known[(size_t) at.v + b] = s->held;
    }
  stored_in (c, at.v, at.v + s->bytes);
}

struct ex_value
ex_recall (const struct ex_place *p, const struct ex_insn *n, unsigned j)
{
  struct ex_order *o = p->memory;
  const ptx_insn *i = n->i;
  if (!o || !weak (i))
    return ex_anything ();
  struct ex_value at = ex_address (p, &i->opnds[1]);
  unsigned bytes = n->bits / 8;
  if (!followed (o, at.base) || !at.known || at.v < 0 || !bytes || bytes > MOST_WORD)
    return ex_anything ();
  /* .nc reads past what the launch has written, however it is ordered (9.7.9.8).  */
  const std::vector<ex_object> *of = &o->object[0];
  if (ptx_has (i, PTX_M_NC) && (size_t) at.base < of->size () && (*of)[at.base].wrote)
    return ex_anything ();
  struct ex_contents *c = contents_of (o, rank_in (o, p->thread, at), at.base);
  uint64_t v = 0;
  size_t first = (size_t) at.v + (size_t) j * bytes;
  bool address = bytes == MOST_WORD && first < c->known.size () && c->known[first] == HOLDS_ADDRESS;
  for (unsigned b = 0; b < bytes; b++)
    {
      /* All eight bytes of one store: where another one has begun or ended since then, one of them says so.  */
      int want = b ? HOLDS_MORE : HOLDS_ADDRESS;
      if (first + b >= c->known.size ()
	  || (address ? c->known[first + b] != want
		      : c->known[first + b] != HOLDS_BYTE && c->known[first + b] < HOLDS_SUM))
	return ex_anything ();
      v |= (uint64_t) c->byte[first + b] << 8 * b;
    }
  o->recalled = true;
  return address ? o->addresses[v] : ex_number (v, n->bits);
}

void
ex_memory_holds (struct ex_order *o)
{
  if (o->recalled)
    for (enum px_proof_property p : { PX_PROOF_SHARED, PX_PROOF_GLOBAL, PX_PROOF_BLOCKS })
      if (o->failed[p])
	ex_give_up (o, o->where[p], o->text[p]);
}
