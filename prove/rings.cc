/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rings: slots that two mbarriers each, a full and an empty one, hand from role to role and back.

   Needs the summary, the collectives and the cycles.  A role is a loop with instructions on mbarriers, of which each
   iteration executes each once: then what they do in each turn is known by cycles.cc, as a list of waits for a
   parity and of arrivals, by mbarrier.  pv_follow_rings believes that two mbarriers are a pair if each role that
   uses them waits at one and then arrives at the other, in turn, for the right parity, and if they expect as many
   arrivals as there are.  Then what a thread does between is ordered with what others do in another use of
   the slot (doc/internals/25-prove has the proof).  That no wait is for ever is shown by running the roles,
   one thread each, for each number of turns within the period, if they turn equally often.  */

#include "prove/rings.h"

enum
{
  MOST_TURNS = 128, /* of the roles' common period */
  MOST_THREADS = 1024,
  MOST_MBARRIERS = 64
};

/* ---- roles ---- */

/* Returns true if the only way out of loop L is its test, and it is known how often it turns, which is the same in all
   turns of loop OUTER.  */
static bool
counted (const struct rings *r, int loop, int outer)
{
  const struct pv_graph *g = &r->k->g;
  const pv_loop *l = &g->loop[loop];
  px_dj_ref count = r->k->turns[loop].count;
  unsigned exits = 0;
  for (int b : g->rpo)
    if (l->has[b])
      for (const pv_edge &e : g->block[b].succ)
	exits += !l->has[e.to];
  return exits == 1 && count
	 && (loop == outer || px_dj_fixed_in (r->k->A, count, r->k->dj_loop[outer]));
}

/* Returns true if blocks FIRST to LAST of loop L, which are executed one after the other, are executed as often as
   its test counts, if each iteration executes them.  */
static bool
with_test (const struct rings *r, int loop, int first, int last)
{
  const struct pv_turns *t = &r->k->turns[loop];
  return t->from ? pv_dominates (&r->k->g, t->from, first)
		 : pv_dominates (&r->k->g, last, t->leaves);
}

/* Returns NULL if it is known how often the loop turns, and each of the role's instructions is executed in each
   iteration; else why that is not known.  */
static const char *
each_turn (struct rings *r, struct ring_role *role)
{
  const struct pv_graph *g = &r->k->g;
  const pv_loop *l = &g->loop[role->loop];
  int outer = pv_outermost (g, role->loop);
  for (int x = role->loop; x > 0; x = g->loop[x].parent)
    {
      const struct pv_turns *t = &r->k->turns[x];
      /* What is around ends where it begins again, so the inner loop is in all of its turns or in none.  */
      bool whole = x == role->loop || t->from
		   || (g->loop[x].latches.size () == 1 && g->loop[x].latches[0] == t->leaves);
      if (!counted (r, x, outer) || !whole
	  || (t->from && !pv_dominates (g, t->from, x == role->loop ? t->from : l->header)))
	return "it is not known how often the loop turns";
      role->counts.push_back (t->count);
    }
  for (const ring_op &o : role->ops)
    {
      int last = o.waits ? o.next : o.op->block;
      r->where = o.op->stmt;
      bool each = with_test (r, role->loop, o.op->block, last);
      for (int latch : l->latches)
	each &= pv_dominates (g, last, latch);
      if (!each)
	return "not each iteration of its loop executes it";
    }
  return NULL;
}

/* Sets which threads execute the loop.  */
static const char *
threads_of (struct rings *r, struct ring_role *role)
{
  struct pv_kernel *k = r->k;
  unsigned T = k->sig->threads;
  bool all_known;
  int outer = pv_outermost (&k->g, role->loop);
  role->guards = pv_guards (k, k->g.loop[role->loop].header, &all_known);
  if (!all_known)
    return "it is not known which threads come there";
  role->has.assign (T, 0);
  role->first = -1;
  for (unsigned t = 0; t < T; t++)
    {
      const struct pv_point p = { (int) t, -1, 0, std::vector<pv_leaf> () };
      std::vector<px_dj_ref> reach;
      bool never = false, varies = false;
      for (px_dj_ref c : role->guards)
	{
	  px_dj_ref x = pv_at (k, c, &p);
	  int64_t v;
	  if (px_dj_const_p (k->A, x, &v))
	    never |= !v;
	  else if (px_dj_fixed_in (k->A, x, k->dj_loop[outer]))
	    reach.push_back (x);
	  else
	    varies = true;
	}
      if (never)
	continue;
      if (varies)
	return "the loops around do not always come there";
      for (px_dj_ref x : reach)
	if (pv_level_of (k, x) == PV_THREAD)
	  return "it is not known which threads come there";
      if (role->first >= 0 && reach != role->reach)
	return "it is not known which threads come there";
      if (role->first < 0)
	role->first = (int) t;
      role->reach = reach;
      role->has[t] = 1;
    }
  return role->first < 0 ? "no thread comes there" : NULL;
}

/* The number of the mbarrier at OFFSET of OBJECT; -1: there is none.  */
static int
bar_at (const struct rings *r, int object, int64_t offset)
{
  for (unsigned i = 0; i < r->bar.size (); i++)
    if (r->bar[i].object == object && r->bar[i].offset == offset)
      return (int) i;
  return -1;
}

/* Sets what an instruction does in each turn, and in one period more.  */
static const char *
turns_of (struct rings *r, const struct ring_role *role, struct ring_op *o)
{
  struct pv_kernel *k = r->k;
  r->where = o->op->stmt;
  if (!o->op->base || !o->op->address || (o->waits && !o->op->parity))
    return "its address is not known";
  for (unsigned i = 0; i < r->turns + r->period; i++)
    {
      const struct pv_point p = { -1, role->loop, i, std::vector<pv_leaf> () };
      int64_t address, parity = 0;
      if (!pv_value_at (k, o->op->address, &p, &address)
	  || (o->waits && !pv_value_at (k, o->op->parity, &p, &parity)))
	return "its slot or its phase is not known in each turn";
      int b = bar_at (r, o->op->base, address);
      if (b < 0)
	return "nobody initialises it";
      o->bar.push_back (b);
      o->parity.push_back (parity & 1);
    }
  o->who = role->has;
  o->n = 0;
  for (unsigned t = 0; t < role->has.size (); t++)
    {
      int64_t v = 1;
      if (o->op->guard && role->has[t] && !pv_value_of_thread (k, o->op->guard, (int) t, &v))
	return "it is not known which threads arrive";
      o->who[t] &= v != 0;
      o->n += o->who[t];
    }
  return NULL;
}

/* Sets the turns until all cycles of the roles' loops repeat themselves.  Returns false if these are too many.  */
static bool
find_turns (struct rings *r)
{
  unsigned first = 0;
  r->period = 1;
  for (const pv_cycle &c : r->k->cycles)
    for (const ring_role &role : r->role)
      if (c.loop == role.loop)
	{
	  unsigned m = r->period, before = (unsigned) c.value.size () - c.period;
	  while (m % c.period)
	    m += r->period;
	  r->period = m;
	  first = before > first ? before : first;
	  if (m > MOST_TURNS)
	    return false;
	}
  r->turns = first + r->period;
  return true;
}

/* Sorts the instructions into roles.  */
static const char *
find_roles (struct rings *r, const std::vector<pv_phase_op> &all)
{
  const struct pv_graph *g = &r->k->g;
  for (const pv_phase_op &o : all)
    {
      ring_op n = ring_op ();
      if (o.stmt->insn.op == PTX_OP_MBARRIER_INIT)
	continue;
      r->where = o.stmt;
      n.op = &o;
      n.waits = o.stmt->insn.op == PTX_OP_MBARRIER_TEST_WAIT
		|| o.stmt->insn.op == PTX_OP_MBARRIER_TRY_WAIT;
      n.arrives = o.stmt->insn.op == PTX_OP_MBARRIER_ARRIVE;
      if (!pv_ring_bytes (&n))
	return "the number of bytes is not known";
      n.next = n.waits ? pv_after_wait (r->k, &o) : -1;
      if (n.waits && (n.next < 0 || !o.parity))
	return "the loop that waits for it is not understood";
      int loop = g->block[o.block].loop;
      if (n.waits)
	loop = g->loop[loop].parent;
      if (!loop)
	return "it is used outside of loops";
      if (n.waits && !g->loop[loop].has[n.next])
	return "the loop that waits for it is not understood";
      ring_role *role = NULL;
      for (ring_role &x : r->role)
	if (x.loop == loop)
	  role = &x;
      if (!role)
	{
	  r->role.push_back (ring_role ());
	  role = &r->role.back ();
	  role->loop = loop;
	}
      /* All are in blocks that dominate the latches, so these follow each other in reverse postorder.  */
      role->ops.push_back (n);
    }
  if (!find_turns (r))
    return "the slots' common period is too long";
  for (ring_role &role : r->role)
    {
      const char *why = each_turn (r, &role);
      if (!why)
	why = threads_of (r, &role);
      for (unsigned i = 0; i < role.ops.size () && !why; i++)
	why = turns_of (r, &role, &role.ops[i]);
      if (why)
	return why;
    }
  for (unsigned i = 0; i < r->role.size (); i++)
    for (unsigned j = 0; j < i; j++)
      for (unsigned t = 0; t < r->k->sig->threads; t++)
	if (r->role[i].has[t] && r->role[j].has[t])
	  {
	    r->where = r->role[i].ops[0].op->stmt;
	    return "a thread may be in two loops that use mbarriers";
	  }
  return NULL;
}

/* ---- pairs ---- */

/* How role X uses mbarriers WAIT and then ARRIVE: in turn, for the parity that is FLIP in the first use, and neither
   in another way.  0: not at all; 1: so; -1: otherwise.  */
static int
in_turn (const struct rings *r, const ring_role *x, int wait, int arrive, int flip)
{
  unsigned uses = 0;
  bool waited = false;
  for (unsigned i = 0; i < r->turns + r->period; i++)
    {
      /* Copies may be issued after the arrival, in its turn.  */
      bool arrived = false;
      for (const ring_op &o : x->ops)
	if (o.bar[i] == wait || o.bar[i] == arrive)
	  {
	    bool copy = !o.waits && !o.arrives && o.copied;
	    if (o.waits != (o.bar[i] == wait) || (copy ? !waited && !arrived : o.waits == waited)
		|| (o.waits && o.parity[i] != (char) ((uses & 1) ^ flip)))
	      return -1;
	    if (!o.waits && !o.arrives)
	      continue;
	    waited = o.waits;
	    arrived = o.arrives;
	    uses += o.arrives;
	  }
    }
  return waited ? -1 : uses ? 1 : 0;
}

/* How many threads of role X arrive at mbarrier B in each of its phases; -1: not always equally many.  */
static int
arrivals (const struct rings *r, const ring_role *x, int b)
{
  int n = 0;
  for (unsigned i = 0; i < r->turns + r->period; i++)
    for (const ring_op &o : x->ops)
      if (o.arrives && o.bar[i] == b)
	{
	  if (n && n != (int) o.n)
	    return -1;
	  n = (int) o.n;
	}
  return n;
}

/* Returns true if FULL and EMPTY are the mbarriers of a slot.  */
static bool
pair_p (const struct rings *r, int full, int empty)
{
  int64_t filled = 0, drained = 0;
  if (full == empty)
    return false;
  for (const ring_role &x : r->role)
    {
      int drains = in_turn (r, &x, full, empty, 0), fills = in_turn (r, &x, empty, full, 1);
      if (!drains && !fills)
	continue;
      int n = drains == 1 ? arrivals (r, &x, empty) : fills == 1 ? arrivals (r, &x, full) : -1;
      if (n < 0)
	return false;
      *(drains == 1 ? &drained : &filled) += n;
    }
  return filled > 0 && drained > 0 && filled == r->bar[full].init->stmt->insn.opnds[1].i
	 && drained == r->bar[empty].init->stmt->insn.opnds[1].i;
}

/* ---- windows ---- */

/* Returns true if each thread of the role is in an aligned group of G with one that executes arrival O.  */
static bool
represented (const struct ring_role *x, const struct ring_op *o, unsigned g)
{
  for (unsigned t = 0; t < x->has.size (); t++)
    {
      bool any = false;
      for (unsigned u = t / g * g; u < t / g * g + g && u < x->has.size (); u++)
	any |= o->who[u];
      if (x->has[t] && !any)
	return false;
    }
  return true;
}

/* The last block from AFTER on at whose end all of the role's threads wait for those that execute arrival O, or that of
   O if these are all; -1: there is none.  */
static int
release_of (const struct pv_kernel *k, const struct ring_role *x, const struct ring_op *o,
	    int after)
{
  const struct pv_graph *g = &k->g;
  int found = -1;
  if (represented (x, o, 1))
    return o->op->block;
  for (int b : g->rpo)
    if (g->loop[x->loop].has[b] && b != o->op->block && pv_dominates (g, b, o->op->block)
	&& g->block[b].loop == x->loop && pv_dominates (g, after, b))
      for (const pv_collective &c : k->collectives[b])
	if (c.barrier && c.convergent && c.group > 0 && represented (x, o, (unsigned) c.group))
	  found = b;
  return found;
}

/* Adds the window from wait I to arrival J of role N, if they are of one use in each turn.  pair: by full and empty
   mbarrier, the slot's number, or -1.  Returns false if they are, but it is not known that threads which have waited
   are before the arrivals.  */
static bool
add_window (struct rings *r, int n, unsigned i, unsigned j, const std::vector<int> &pair,
	    bool *found)
{
  struct pv_kernel *k = r->k;
  const ring_role *x = &r->role[n];
  const ring_op *wait = &x->ops[i], *arrive = &x->ops[j];
  int many = (int) r->bar.size (), side = -1;
  pv_window w = pv_window ();
  for (unsigned t = 0; t < r->turns; t++)
    {
      int a = wait->bar[t], b = arrive->bar[t];
      int drain = pair[a * many + b], fill = pair[b * many + a], s = drain >= 0 ? 0 : 1;
      if ((drain < 0 && fill < 0) || (side >= 0 && s != side))
	return true;
      side = s;
      w.slot.push_back (s ? fill : drain);
    }
  int block = release_of (k, x, arrive, wait->next);
  r->where = arrive->op->stmt;
  if (block < 0)
    return false;
  *found = true;
  w.role = n;
  w.wait = (int) i;
  w.side = side;
  w.loop = x->loop;
  w.next = wait->next;
  w.release = block;
  w.until = block == arrive->op->block ? arrive->op->stmt : NULL;
  w.beyond = pv_reached (&k->g, block, &k->g.loop[x->loop]);
  k->window.push_back (w);
  return true;
}

/* Finds the pairs and their windows.  */
static const char *
find_windows (struct rings *r)
{
  int many = (int) r->bar.size (), pairs = 0;
  std::vector<int> pair ((size_t) many * many, -1);
  std::vector<char> paired (many, 0);
  for (int f = 0; f < many; f++)
    for (int e = 0; e < many; e++)
      if (pair_p (r, f, e))
	{
	  pair[f * many + e] = pairs++;
	  paired[f] = paired[e] = 1;
	}
  for (unsigned n = 0; n < r->role.size (); n++)
    for (unsigned i = 0; i < r->role[n].ops.size (); i++)
      {
	const ring_op *o = &r->role[n].ops[i];
	bool found = false;
	r->where = o->op->stmt;
	for (unsigned t = 0; t < r->turns; t++)
	  if (!paired[o->bar[t]])
	    return "no mbarrier is its other one: whoever waits for either arrives at the other, "
		   "once, in turn";
	if (!o->waits)
	  continue;
	for (unsigned j = i + 1; j < r->role[n].ops.size (); j++)
	  if (r->role[n].ops[j].arrives && !add_window (r, (int) n, i, j, pair, &found))
	    return "no barrier before it holds all threads that have waited";
	r->where = o->op->stmt;
	if (!found)
	  return "not known which arrival follows it";
      }
  return pv_copy_windows (r, pair);
}

/* ---- no wait is for ever ---- */

/* Returns true if each role that waits for an mbarrier of copies waits for its last phase too: then none is under way when
   the roles have ended.  over: how many phases are, by mbarrier; waits: of each role.  */
static bool
seen_to_the_end (const struct rings *r, const std::vector<unsigned> &over,
		 const std::vector<std::vector<unsigned>> &waits)
{
  for (unsigned i = 0; i < r->role.size (); i++)
    for (const ring_op &o : r->role[i].ops)
      for (unsigned t = 0; t < r->turns && o.copied; t++)
	for (unsigned j = 0; j < r->role.size (); j++)
	  if (waits[j][o.bar[t]] && waits[j][o.bar[t]] != over[o.bar[t]])
	    return false;
  return true;
}

/* Runs all roles for N turns, one thread each.  Returns true if they come to the end, and no copy is under way then.  */
static bool
runs (const struct rings *r, unsigned n)
{
  std::vector<unsigned> turn (r->role.size (), 0), at (r->role.size (), 0);
  std::vector<int64_t> pending;
  std::vector<int64_t> bytes (r->bar.size (), 0);
  std::vector<char> phase (r->bar.size (), 0);
  std::vector<unsigned> over (r->bar.size (), 0); /* phases */
  std::vector<std::vector<unsigned>> waits (r->role.size (), over);
  for (const ring_bar &b : r->bar)
    pending.push_back (b.init->stmt->insn.opnds[1].i);
  for (bool moved = true; moved;)
    {
      moved = false;
      for (unsigned i = 0; i < r->role.size (); i++)
	while (turn[i] < n)
	  {
	    const ring_op *o = &r->role[i].ops[at[i]];
	    int b = o->bar[turn[i]];
	    if (o->waits && phase[b] == o->parity[turn[i]])
	      break;
	    pending[b] -= o->arrives ? o->n : 0;
	    bytes[b] += (o->expects - o->copied) * o->n;
	    waits[i][b] += o->waits;
	    if (!o->waits && pending[b] == 0 && bytes[b] == 0)
	      {
		over[b]++;
		phase[b] ^= 1;
		pending[b] = r->bar[b].init->stmt->insn.opnds[1].i;
	      }
	    moved = true;
	    if (++at[i] == r->role[i].ops.size ())
	      at[i] = 0, turn[i]++;
	  }
    }
  for (unsigned t : turn)
    if (t < n)
      return false;
  return seen_to_the_end (r, over, waits);
}

/* One of the role's counts, the same for all threads; 0: it is not.  */
static px_dj_ref
count_of (struct pv_kernel *k, const ring_role *x, unsigned i)
{
  const struct pv_point p = { x->first, -1, 0, std::vector<pv_leaf> () };
  px_dj_ref n = x->counts[i];
  if (pv_level_of (k, n) < PV_THREAD)
    return n;
  n = pv_at (k, n, &p);
  bool same = pv_level_of (k, n) < PV_THREAD
	      && pv_implied (k, x->guards, px_dj_bin (k->A, DJ_EQ, x->counts[i], n));
  return same ? n : 0;
}

/* Proves that where X's loop is reached, so is Y's, or X's does not turn.  */
static bool
reached_as (struct pv_kernel *k, const ring_role *x, const std::vector<px_dj_ref> &counts,
	    const ring_role *y)
{
  px_dj_ref zero = px_dj_const (k->A, pv_unsigned (64), 0);
  for (px_dj_ref u : y->reach)
    {
      std::vector<px_dj_ref> without = x->reach;
      without.push_back (pv_not (k, u));
      bool shown = pv_implied (k, x->reach, u);
      for (px_dj_ref n : counts)
	shown = shown || pv_implied (k, without, px_dj_bin (k->A, DJ_EQ, n, zero));
      if (!shown)
	return false;
    }
  return true;
}

/* Proves that role X turns as often as role Y: their loops, from the inner one on or the other way, do.  */
static bool
as_often (struct pv_kernel *k, const ring_role *x, const ring_role *y)
{
  std::vector<px_dj_ref> n, m, both = x->reach;
  both.insert (both.end (), y->reach.begin (), y->reach.end ());
  for (unsigned i = 0; i < x->counts.size (); i++)
    n.push_back (count_of (k, x, i));
  for (unsigned i = 0; i < y->counts.size (); i++)
    m.push_back (count_of (k, y, i));
  for (px_dj_ref c : n)
    if (!c)
      return false;
  for (px_dj_ref c : m)
    if (!c)
      return false;
  auto equal = [&] (bool back) {
    bool same = n.size () == m.size ();
    for (unsigned i = 0; i < n.size () && same; i++)
      {
	px_dj_ref c = m[back ? m.size () - 1 - i : i];
	same = n[i] == c || pv_implied (k, both, px_dj_bin (k->A, DJ_EQ, n[i], c));
      }
    return same;
  };
  return (equal (false) || equal (true)) && reached_as (k, x, n, y) && reached_as (k, y, m, x);
}

/* Returns true if one thread of a collective's may be in role X and one in role Y.  */
static bool
holds_both (const struct pv_collective *c, const ring_role *x, const ring_role *y)
{
  unsigned T = (unsigned) x->has.size (), g = c->group > 0 ? (unsigned) c->group : T;
  for (unsigned t = 0; t < T; t++)
    for (unsigned u = t / g * g; u < t / g * g + g && u < T; u++)
      if (x->has[t] && y->has[u])
	return true;
  return false;
}

/* Returns true if what threads of several roles execute together may be between what one of them does with mbarriers
   and what another one does.  */
static bool
meet_between (struct rings *r)
{
  const struct pv_graph *g = &r->k->g;
  std::vector<std::vector<char>> from; /* by role: what its loop reaches */
  for (const ring_role &x : r->role)
    from.push_back (pv_reached (g, g->loop[x.loop].header, NULL));
  for (int b : g->rpo)
    for (const pv_collective &c : r->k->collectives[b])
      {
	std::vector<char> after = pv_reached (g, b, NULL);
	for (const ring_role &x : r->role)
	  for (const ring_role &y : r->role)
	    if (after[g->loop[y.loop].header] && from[&x - r->role.data ()][b]
		&& (&x == &y ? c.group <= 0 : holds_both (&c, &x, &y)))
	      {
		r->where = c.stmt;
		return true;
	      }
      }
  return false;
}

/* ---- all ---- */

static const char *
find_bars (struct rings *r, const std::vector<pv_phase_op> &all)
{
  const struct pv_kernel *k = r->k;
  for (const pv_phase_op &o : all)
    {
      if (o.stmt->insn.op != PTX_OP_MBARRIER_INIT)
	continue;
      r->where = o.stmt;
      if (!o.object || o.offset < 0 || o.offset % 8)
	return "the mbarrier's address is not known";
      const pv_object *v = &k->object[o.object];
      if (v->space != PTX_M_SHARED || (v->size && v->size < (uint64_t) o.offset + 8))
	return "the mbarrier is not in a variable of shared memory";
      if (bar_at (r, o.object, o.offset) >= 0)
	return "it is initialised more than once";
      r->bar.push_back ({ &o, o.object, o.offset });
    }
  return r->bar.size () > MOST_MBARRIERS ? "there are more mbarriers than are compared" : NULL;
}

const char *
pv_follow_rings (struct pv_kernel *k, const std::vector<pv_phase_op> &all, const ptx_stmt **where)
{
  struct rings r = { k, std::vector<ring_bar> (), std::vector<ring_role> (), 1, 1, NULL };
  const char *why = !k->sig->threads || k->sig->threads > MOST_THREADS
		      ? "it is not known how many threads a block has"
		      : find_bars (&r, all);
  if (!why)
    why = find_roles (&r, all);
  for (const ring_bar &b : r.bar)
    for (const ring_role &x : r.role)
      if (!why)
	{
	  r.where = b.init->stmt;
	  why = pv_initialised (k, b.init, k->g.loop[x.loop].header);
	}
  for (int b : k->g.rpo)
    for (const pv_access &a : k->accesses[b])
      for (const ring_bar &m : r.bar)
	if (!why && !pv_apart_from (k, &a, m.init))
	  {
	    r.where = a.stmt;
	    why = "an access is not shown to be apart from it";
	  }
  if (!why)
    why = find_windows (&r);
  if (!why)
    why = pv_bytes_come (&r);
  if (!why && meet_between (&r))
    why = "what threads of several roles execute together may be between their turns";
  for (unsigned i = 1; i < r.role.size () && !why; i++)
    if (!as_often (k, &r.role[0], &r.role[i]))
      {
	r.where = r.role[i].ops[0].op->stmt;
	why = "not shown that the loops that use it turn equally often";
      }
  for (unsigned n = 1; n <= r.turns && !why; n++)
    if (!runs (&r, n))
      {
	r.where = r.role[0].ops[0].op->stmt;
	why = "some wait is for ever";
      }
  for (const ring_role &x : r.role)
    k->role.push_back (x.has);
  *where = r.where;
  return why;
}
