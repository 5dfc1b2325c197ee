/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What loops do to registers: counters.

   Needs a loop that was evaluated with symbols for the registers that it writes.  A register that
   grows by a number that is fixed in the loop becomes its start plus a counter; one that doubles or
   halves, a power of two between bounds.  If a condition that each iteration asks compares such a
   register with a bound, its counter has the test; the others that grow in proportion are expressed
   by it.  A test is used only where it holds in all
   that the loop executes: asked first, or at the end of an iteration and proved of the start.  What such a
   test says of this iteration's value is true of the value before the next one's.  */

#include "prove/prove-int.h"

/* ---- sums ---- */

/* Adds the terms of sign·r to *sum, and the occurrences of phi to *found.  Both may be truncated: of more bits
   in r than *sum has.  */
static void
collect (struct pv_kernel *k, px_dj_ref r, bool minus, px_dj_ref phi, int *found, px_dj_ref *sum)
{
  struct px_dj_type t = px_dj_type_of (k->A, *sum);
  enum px_dj_op op = px_dj_op_of (k->A, r);
  if (r == phi)
    *found += minus ? -1 : 1;
  else if (op == DJ_CAST && px_dj_type_of (k->A, px_dj_operand (k->A, r, 0)).bits >= t.bits)
    collect (k, px_dj_operand (k->A, r, 0), minus, phi, found, sum);
  else if (op == DJ_ADD || op == DJ_SUB)
    {
      collect (k, px_dj_operand (k->A, r, 0), minus, phi, found, sum);
      collect (k, px_dj_operand (k->A, r, 1), minus ^ (op == DJ_SUB), phi, found, sum);
    }
  else
    *sum = px_dj_bin (k->A, minus ? DJ_SUB : DJ_ADD, *sum, px_dj_cast (k->A, t, r));
}

px_dj_ref
pv_added (struct pv_kernel *k, px_dj_ref expr, px_dj_ref phi)
{
  int found = 0;
  unsigned bits = px_dj_type_of (k->A, expr).bits;
  if (bits > px_dj_type_of (k->A, phi).bits || bits < 8)
    return 0;
  px_dj_ref sum = px_dj_const (k->A, pv_signed (bits), 0);
  collect (k, expr, false, phi, &found, &sum);
  return found == 1 ? sum : 0;
}

/* ---- the test ---- */

namespace
{
/* The counter that a loop's test bounds.  */
struct main_counter
{
  const pv_carried *c; /* NULL: none was found */
  bool low;	       /* it counts the low bits of the register, as many as the test compares */
  bool behind;	       /* it counts what the register was one iteration before */
  px_dj_ref first, by; /* the start and what an iteration adds, of so many bits */
  struct px_dj_type type;
  enum px_dj_test test; /* holds in all that the loop executes */
  px_dj_ref bound;
  int64_t step;	    /* 0: not constant */
  int from;	    /* the block from which on it holds; 0: everywhere in the loop */
  px_dj_ref passed; /* what is added to the start, in 64 bits, exact; 0: not known so */
  px_dj_ref wraps;  /* the same in its own width */
  px_dj_ref turns;  /* as pv_turns.count, of a test for equality */
  bool counts;	    /* another test alone decides on the next iteration, or (from) this one */
  int leaves;	    /* the block that asks */
};
}

static px_dj_ref
constant (struct pv_kernel *k, struct px_dj_type t, int64_t v)
{
  return px_dj_const (k->A, t, v);
}

/* The start of register R, or what an iteration adds to it, cut to BITS.  */
static px_dj_ref
cut (struct pv_kernel *k, px_dj_ref r, unsigned bits)
{
  return px_dj_type_of (k->A, r).bits == bits ? r : px_dj_cast (k->A, pv_signed (bits), r);
}

/* Returns true if a test may compare the low BITS of register R.  */
static bool
may_cut (struct pv_kernel *k, const pv_carried *r, unsigned bits)
{
  return bits == px_dj_type_of (k->A, r->phi).bits || !r->init.base;
}

/* Returns true if all that the loop does to memory and to other threads is in blocks that b
   dominates.  */
static bool
all_after (struct pv_kernel *k, int loop, int b)
{
  for (int x : k->g.rpo)
    if (k->g.loop[loop].has[x] && !pv_dominates (&k->g, b, x)
	&& (!k->accesses[x].empty () || !k->collectives[x].empty () || !k->phase_ops[x].empty ()))
      return false;
  return true;
}

/* Where a condition stands: what it says of an iteration's value and which blocks it governs.  */
enum place
{
  FIRST, /* of this iteration's value, before all that the loop does */
  LATE,	 /* of this iteration's value, after some of it: true of all values but the last */
  NEXT	 /* of the next iteration's value */
};

/* The loop continues while it is not equal: a limit that the counter reaches exactly is an upper
   or lower bound.  Where it is asked late, the last iteration is the one with the limit.  */
static bool
use_unequal (struct pv_kernel *k, const std::vector<px_dj_ref> &facts, struct main_counter *m,
	     enum place place)
{
  struct px_dj *A = k->A;
  struct px_dj_type s = pv_signed (m->type.bits), u = pv_unsigned (m->type.bits);
  px_dj_ref start = px_dj_cast (A, s, m->first), bound = px_dj_cast (A, s, m->bound);
  bool up = m->step > 0;
  int64_t by = up ? m->step : -m->step;
  px_dj_ref low = up ? start : bound, high = up ? bound : start;
  if (!m->step || m->step == INT64_MIN)
    return false;
  if (!pv_implied (k, facts, px_dj_bin (A, place == NEXT ? DJ_LT : DJ_LE, low, high)))
    return false;
  px_dj_ref rest = px_dj_bin (A, DJ_MOD, px_dj_cast (A, u, px_dj_bin (A, DJ_SUB, high, low)),
			      constant (k, u, by));
  if (by > 1 && !pv_implied (k, facts, px_dj_bin (A, DJ_EQ, rest, constant (k, u, 0))))
    return false;
  m->turns = px_dj_bin (A, DJ_DIV,
			px_dj_cast (A, pv_unsigned (64),
				    px_dj_cast (A, u, px_dj_bin (A, DJ_SUB, high, low))),
			constant (k, pv_unsigned (64), by));
  if (place == LATE)
    m->turns
      = s.bits == 64 ? 0 : px_dj_bin (A, DJ_ADD, m->turns, constant (k, pv_unsigned (64), 1));
  m->type = s;
  m->bound = bound;
  m->test = up ? place == LATE ? DJ_CTR_LE : DJ_CTR_LT : place == LATE ? DJ_CTR_GE : DJ_CTR_GT;
  return true;
}

/* Condition c, which holds where the loop continues, may be the test of carried register r.  late: it is asked of this
   iteration's value after some of what the loop does.  Then the register's value one iteration before, which it would have
   had if it had begun a step earlier, has the test as one of the next value.  */
static bool
try_test (struct pv_kernel *k, int loop, const pv_carried *r, px_dj_ref c, int stay, bool header,
	  bool late, const std::vector<px_dj_ref> &facts, struct main_counter *m)
{
  struct px_dj *A = k->A;
  enum px_dj_op op = px_dj_op_of (A, c);
  if (op == DJ_LAND)
    {
      bool found = try_test (k, loop, r, px_dj_operand (A, c, 0), stay, header, late, facts, m)
		   || try_test (k, loop, r, px_dj_operand (A, c, 1), stay, header, late, facts, m);
      m->turns = 0;
      m->counts = false;
      return found;
    }
  if (op != DJ_LT && op != DJ_LE && op != DJ_NE)
    return false;
  for (int side = 0; side < 2; side++)
    {
      px_dj_ref e = px_dj_operand (A, c, side), bound = px_dj_operand (A, c, !side);
      px_dj_ref d = pv_added (k, e, r->phi);
      int64_t zero;
      unsigned bits = px_dj_type_of (A, e).bits;
      if (!d || !px_dj_fixed_in (A, bound, k->dj_loop[loop]) || !may_cut (k, r, bits))
	continue;
      px_dj_ref by = cut (k, r->step, bits);
      bool now = px_dj_const_p (A, d, &zero) && !zero;
      if (!now && d != by)
	continue;
      enum place place = !now ? NEXT : !header && all_after (k, loop, stay) ? FIRST : LATE;
      m->c = r;
      m->low = bits != px_dj_type_of (A, r->phi).bits;
      m->behind = late && place == LATE;
      if (late != m->behind)
	continue;
      m->first = cut (k, r->init.ref, bits);
      if (m->behind)
	{
	  m->first = px_dj_bin (A, DJ_SUB, m->first, by);
	  place = NEXT;
	}
      m->by = by;
      m->type = px_dj_type_of (A, e);
      m->bound = bound;
      m->step = 0;
      m->turns = 0;
      m->counts = false;
      m->from = place == FIRST ? stay : 0;
      px_dj_const_p (A, by, &m->step);
      if (op == DJ_NE)
	{
	  if (use_unequal (k, facts, m, place))
	    return true;
	  continue;
	}
      if (place == LATE)
	continue;
      m->test = op == DJ_LT ? side ? DJ_CTR_GT : DJ_CTR_LT : side ? DJ_CTR_GE : DJ_CTR_LE;
      px_dj_ref start = px_dj_cast (A, m->type, m->first);
      m->counts = true;
      if (place == FIRST
	  || pv_implied (k, facts,
			 side ? px_dj_bin (A, op, bound, start) : px_dj_bin (A, op, start, bound)))
	return true;
    }
  return false;
}

namespace
{
/* What each iteration asks: the condition under which the loop continues, with block `stay'.  */
struct asked
{
  int block, stay;
  px_dj_ref cond;
  bool again; /* stay is where iterations begin, or other ways lead there */
};
}

static std::vector<asked>
tests_of (struct pv_kernel *k, int loop)
{
  const struct pv_graph *g = &k->g;
  std::vector<asked> all;
  for (int b : g->rpo)
    {
      bool each = g->block[b].loop == loop && g->block[b].branch && k->cond[b];
      for (int latch : g->loop[loop].latches)
	each = each && pv_dominates (g, b, latch);
      if (!each || g->block[b].succ.size () != 2)
	continue;
      for (const pv_edge &e : g->block[b].succ)
	{
	  const pv_edge &o = g->block[b].succ[&e == &g->block[b].succ[0]];
	  if (!g->loop[loop].has[e.to] || g->loop[loop].has[o.to])
	    continue;
	  px_dj_ref c = e.when ? k->cond[b] : pv_not (k, k->cond[b]);
	  all.push_back (
	    { b, e.to, c, e.to == g->loop[loop].header || g->block[e.to].pred.size () != 1 });
	}
    }
  return all;
}

/* Finds a test of one of the carried registers that have a step.  */
static bool
find_test (struct pv_kernel *k, int loop, const std::vector<pv_carried> &carried,
	   const std::vector<px_dj_ref> &facts, struct main_counter *m)
{
  for (bool late : { false, true })
    for (const asked &t : tests_of (k, loop))
      for (const pv_carried &r : carried)
	if (r.step && try_test (k, loop, &r, t.cond, t.stay, t.again, late, facts, m))
	  {
	    m->leaves = t.block;
	    return true;
	  }
  m->c = NULL;
  return false;
}

/* Finds a test for inequality of a register that grows or falls by 1: it meets the limit, if need be after it has
   wrapped around, so how often the loop turns is known without any order.  */
static void
count_around (struct pv_kernel *k, int loop, const std::vector<pv_carried> &carried,
	      const std::vector<px_dj_ref> &facts)
{
  struct px_dj *A = k->A;
  for (const asked &t : tests_of (k, loop))
    for (const pv_carried &r : carried)
      for (int side = 0; side < 2; side++)
	{
	  int64_t by, now = 1;
	  if (px_dj_op_of (A, t.cond) != DJ_NE || !r.step || !px_dj_const_p (A, r.step, &by)
	      || (by != 1 && by != -1))
	    continue;
	  px_dj_ref e = px_dj_operand (A, t.cond, side), bound = px_dj_operand (A, t.cond, !side);
	  px_dj_ref d = pv_added (k, e, r.phi);
	  unsigned bits = px_dj_type_of (A, e).bits;
	  if (!d || !px_dj_fixed_in (A, bound, k->dj_loop[loop]) || !may_cut (k, &r, bits))
	    continue;
	  bool own = px_dj_const_p (A, d, &now) && !now;
	  bool first = own && !t.again && all_after (k, loop, t.stay);
	  if (own ? !first && bits == 64 : d != cut (k, r.step, bits))
	    continue;
	  px_dj_ref start = px_dj_cast (A, pv_signed (bits), r.init.ref);
	  bound = px_dj_cast (A, pv_signed (bits), bound);
	  px_dj_ref low = by > 0 ? start : bound, high = by > 0 ? bound : start;
	  px_dj_ref way = pv_added (k, high, low);
	  if (!way)
	    way = px_dj_bin (A, DJ_SUB, high, low);
	  px_dj_ref some = px_dj_bin (A, DJ_NE, way, constant (k, pv_signed (bits), 0));
	  if (!own && !pv_implied (k, facts, some))
	    continue;
	  px_dj_ref n = px_dj_cast (A, pv_unsigned (64), px_dj_cast (A, pv_unsigned (bits), way));
	  /* Asked late, it has also the iteration with the limit.  */
	  if (own && !first)
	    n = px_dj_bin (A, DJ_ADD, n, constant (k, pv_unsigned (64), 1));
	  k->turns[loop] = { n, t.block, first ? t.stay : 0 };
	  return;
	}
}

/* Proves that the main counter does not leave its type before its test ends the loop.  */
static bool
exact (struct pv_kernel *k, const std::vector<px_dj_ref> &facts, const struct main_counter *m)
{
  struct px_dj_type t = m->type;
  bool up = m->test == DJ_CTR_LT || m->test == DJ_CTR_LE,
       equal = m->test == DJ_CTR_LE || m->test == DJ_CTR_GE;
  int64_t by = up ? m->step : -m->step, limit;
  if (m->step == 0 || by <= 0 || by > INT32_MAX || (!t.is_signed && t.bits == 64))
    return false;
  if (up)
    limit = (t.is_signed ? INT64_MAX >> (64 - t.bits) : INT64_MAX >> (63 - t.bits)) - by + !equal;
  else
    limit = (t.is_signed ? INT64_MIN >> (64 - t.bits) : 0) + by - !equal;
  px_dj_ref c = constant (k, t, limit);
  return pv_implied (k, facts,
		     up ? px_dj_bin (k->A, DJ_LE, m->bound, c)
			: px_dj_bin (k->A, DJ_LE, c, m->bound));
}

/* Proves that r, of 64 bits, is far from the ends of its type.  */
static bool
moderate (struct pv_kernel *k, const std::vector<px_dj_ref> &facts, px_dj_ref r)
{
  struct px_dj_type t = pv_signed (64);
  const int64_t far = INT64_C (1) << 61;
  return pv_implied (k, facts, px_dj_bin (k->A, DJ_LE, constant (k, t, -far), r))
	 && pv_implied (k, facts, px_dj_bin (k->A, DJ_LE, r, constant (k, t, far)));
}

static px_dj_ref
new_counter (struct pv_kernel *k, int loop, px_dj_ref start, px_dj_ref step, enum px_dj_test test,
	     px_dj_ref bound)
{
  struct px_dj_ctr c = px_dj_ctr ();
  enum pv_level l = pv_level_of (k, start);
  if (pv_level_of (k, step) > l)
    l = pv_level_of (k, step);
  c.name = "i";
  c.start = start;
  c.step = step;
  c.bound = bound;
  c.test = test;
  c.persp = pv_persp (l);
  c.loop = k->dj_loop[loop];
  px_dj_ref r = px_dj_ctr_new (k->A, &c);
  pv_set_level (k, r, l);
  k->counters[loop].push_back (r);
  return r;
}

/* How many iterations the test admits: of a test for less or equal.  right: the counter does not leave its
   type.  */
static px_dj_ref
admitted (struct pv_kernel *k, const struct main_counter *m, bool right)
{
  struct px_dj *A = k->A;
  struct px_dj_type t = pv_unsigned (64);
  bool up = m->test == DJ_CTR_LT || m->test == DJ_CTR_LE,
       equal = m->test == DJ_CTR_LE || m->test == DJ_CTR_GE;
  int64_t by = up ? m->step : -m->step;
  if (!m->counts || !right || by <= 0)
    return 0;
  px_dj_ref start = px_dj_cast (A, m->type, m->first), low = up ? start : m->bound,
	    high = up ? m->bound : start;
  px_dj_ref n = px_dj_bin (A, DJ_SUB, px_dj_cast (A, t, px_dj_cast (A, pv_signed (64), high)),
			   px_dj_cast (A, t, px_dj_cast (A, pv_signed (64), low)));
  n = px_dj_bin (A, DJ_ADD, n, constant (k, t, equal ? by : by - 1));
  n = px_dj_bin (A, DJ_DIV, n, constant (k, t, by));
  /* At the end of an iteration: then it is proved of the start.  */
  return !m->from
	   ? n
	   : px_dj_sel (A, px_dj_bin (A, equal ? DJ_LE : DJ_LT, low, high), n, constant (k, t, 0));
}

/* Makes the counter of the test.  Returns the value of its register, or of the register's low bits.  */
static px_dj_ref
count_main (struct pv_kernel *k, int loop, const std::vector<px_dj_ref> &facts,
	    struct main_counter *m)
{
  struct px_dj *A = k->A;
  struct px_dj_type t = m->type, wide = pv_signed (64), own = pv_signed (t.bits);
  px_dj_ref start = px_dj_cast (A, t, m->first), step = m->by;
  bool right = exact (k, facts, m);
  k->turns[loop] = { m->turns ? m->turns : admitted (k, m, right), m->leaves, m->from };
  if (pv_level_of (k, start) < PV_THREAD)
    {
      px_dj_ref i = new_counter (k, loop, start, px_dj_cast (A, t, step), m->test, m->bound);
      m->wraps = px_dj_bin (A, DJ_SUB, px_dj_cast (A, own, i), px_dj_cast (A, own, start));
      if (right)
	m->passed = px_dj_bin (A, DJ_SUB, px_dj_cast (A, wide, i), px_dj_cast (A, wide, start));
      return px_dj_cast (A, own, i);
    }
  /* A start that each thread has for itself: the counter is what is added, which threads in the
     same iteration share.  */
  px_dj_ref from = px_dj_cast (A, wide, start), to = px_dj_cast (A, wide, m->bound);
  if (right && (t.bits < 64 || (moderate (k, facts, from) && moderate (k, facts, to))))
    {
      m->passed = new_counter (k, loop, constant (k, wide, 0), constant (k, wide, m->step), m->test,
			       px_dj_bin (A, DJ_SUB, to, from));
      m->wraps = px_dj_cast (A, own, m->passed);
      return px_dj_cast (A, own, px_dj_bin (A, DJ_ADD, from, m->passed));
    }
  m->wraps = new_counter (k, loop, constant (k, own, 0), step, DJ_CTR_ANY, 0);
  return px_dj_bin (A, DJ_ADD, m->first, m->wraps);
}

/* ---- powers of two ---- */

/* Strips casts that keep the width.  */
static px_dj_ref
same_bits (struct pv_kernel *k, px_dj_ref r)
{
  while (px_dj_op_of (k->A, r) == DJ_CAST
	 && px_dj_type_of (k->A, px_dj_operand (k->A, r, 0)).bits == px_dj_type_of (k->A, r).bits)
    r = px_dj_operand (k->A, r, 0);
  return r;
}

/* Returns 1 if next is twice phi, -1 if it is half of it, else 0.  */
static int
doubles (struct pv_kernel *k, px_dj_ref next, px_dj_ref phi)
{
  struct px_dj *A = k->A;
  int64_t n;
  next = same_bits (k, next);
  enum px_dj_op op = px_dj_op_of (A, next);
  if (op != DJ_SHL && op != DJ_SHR && op != DJ_ADD && op != DJ_MUL)
    return 0;
  px_dj_ref a = px_dj_operand (A, next, 0), b = px_dj_operand (A, next, 1);
  if (same_bits (k, a) != phi)
    return 0;
  if (op == DJ_ADD)
    return same_bits (k, b) == phi;
  if (!px_dj_const_p (A, b, &n) || n != (op == DJ_MUL ? 2 : 1))
    return 0;
  return op == DJ_SHR ? -1 : 1;
}

/* Bounds the powers of two that carried register r takes by condition c, which holds where the
   loop continues.  way: 1 up, -1 down; first: its start.  */
static bool
power_bounds (struct pv_kernel *k, const pv_carried *r, int way, int64_t first, px_dj_ref c,
	      bool before, int64_t *lo, int64_t *hi)
{
  /* Twice a number below is no overflow of 32 bits.  */
  const int64_t most = INT64_C (1) << 29;
  struct px_dj *A = k->A;
  enum px_dj_op op = px_dj_op_of (A, c);
  unsigned bits = px_dj_type_of (A, r->phi).bits;
  if (op == DJ_LAND)
    return power_bounds (k, r, way, first, px_dj_operand (A, c, 0), before, lo, hi)
	   || power_bounds (k, r, way, first, px_dj_operand (A, c, 1), before, lo, hi);
  if ((op != DJ_LT && op != DJ_LE && op != DJ_NE) || first > most || bits < 32)
    return false;
  for (int side = 0; side < 2; side++)
    {
      px_dj_ref e = px_dj_operand (A, c, side);
      int64_t b;
      if (!px_dj_const_p (A, px_dj_operand (A, c, !side), &b) || b < 0 || b > most
	  || px_dj_type_of (A, e).bits != bits)
	continue;
      bool now = same_bits (k, e) == r->phi;
      if (!now && doubles (k, e, r->phi) != way)
	continue;
      /* What the tested value is at most or at least, if the loop continues.  */
      int64_t limit = b;
      if (op == DJ_NE)
	{
	  /* It meets the limit exactly, coming from the other side.  */
	  bool power = b > 0 && !(b & (b - 1));
	  if (way > 0 ? !power || (now ? first > b : first >= b)
		      : b > 1 || (b == 1 && (!now || first < 1)))
	    continue;
	  limit = way > 0 ? b / 2 : b + 1;
	}
      else if ((way > 0) == !side)
	limit = op == DJ_LT ? way > 0 ? b - 1 : b + 1 : b;
      else
	continue;
      /* Where it is asked of this iteration's value after the loop's body, the next value is one step
	 further.  */
      if (now && !before)
	limit = way > 0 ? 2 * limit : limit / 2;
      if (way < 0 && limit < 1)
	continue;
      *lo = way > 0 || (limit > first && !(now && before)) ? first : limit;
      *hi = way < 0 || (limit < first && !(now && before)) ? first : limit;
      if (way > 0 ? *hi < *lo : *lo > *hi)
	*lo = *hi = first;
      return true;
    }
  return false;
}

/* Makes a counter of powers of two of carried register r, if it is one.  */
static void
count_powers (struct pv_kernel *k, int loop, const pv_carried *r, pv_state *header)
{
  const struct pv_graph *g = &k->g;
  int64_t first, lo, hi;
  int way = r->init.base ? 0 : doubles (k, r->next, r->phi);
  if (!way || !px_dj_const_p (k->A, r->init.ref, &first) || first < 1 || (first & (first - 1)))
    return;
  for (int b : g->rpo)
    {
      bool each = g->block[b].loop == loop && g->block[b].branch && k->cond[b]
		  && g->block[b].succ.size () == 2;
      for (int latch : g->loop[loop].latches)
	each = each && pv_dominates (g, b, latch);
      if (!each)
	continue;
      const pv_edge *stay = &g->block[b].succ[0], *leave = &g->block[b].succ[1];
      if (!g->loop[loop].has[stay->to])
	std::swap (stay, leave);
      if (!g->loop[loop].has[stay->to] || g->loop[loop].has[leave->to])
	continue;
      bool before = stay->to != g->loop[loop].header && g->block[stay->to].pred.size () == 1
		    && all_after (k, loop, stay->to)
		    && (!k->tested[loop] || k->tested[loop] == stay->to);
      px_dj_ref c = stay->when ? k->cond[b] : pv_not (k, k->cond[b]);
      if (!power_bounds (k, r, way, first, c, before, &lo, &hi))
	continue;
      struct px_dj_pow2 p = px_dj_pow2 ();
      p.name = "i";
      p.type = pv_signed (px_dj_type_of (k->A, r->phi).bits);
      p.lo = lo;
      p.hi = hi;
      p.down = way < 0;
      p.persp = pv_persp (PV_GRID);
      p.loop = k->dj_loop[loop];
      px_dj_ref i = px_dj_pow2_new (k->A, &p);
      pv_set_level (k, i, PV_GRID);
      k->counters[loop].push_back (i);
      if (before)
	k->tested[loop] = stay->to;
      (*header)[r->reg].ref = i;
      return;
    }
}

/* Sets in `header' the value of carried register C, without a step, if it begins with the low bits of one that is
   counted, and gets those of that one's next value: then it has them in each iteration.  */
static void
follow_counted (struct pv_kernel *k, const std::vector<pv_carried> &carried, const pv_carried *c,
		pv_state *header)
{
  unsigned bits = px_dj_type_of (k->A, c->phi).bits;
  for (const pv_carried &s : carried)
    if (s.step && !s.init.base && !c->init.base && px_dj_type_of (k->A, s.phi).bits >= bits
	&& cut (k, s.next, bits) == c->next && cut (k, s.init.ref, bits) == c->init.ref)
      {
	(*header)[c->reg].ref = cut (k, (*header)[s.reg].ref, bits);
	return;
      }
}

void
pv_count (struct pv_kernel *k, int loop, const std::vector<pv_carried> &carried, pv_state *header)
{
  struct px_dj *A = k->A;
  std::vector<px_dj_ref> facts = pv_guards (k, k->g.loop[loop].header);
  struct main_counter m = main_counter ();
  k->tested[loop] = 0;
  k->turns[loop] = { 0, 0, 0 };
  if (find_test (k, loop, carried, facts, &m))
    {
      px_dj_ref counted = count_main (k, loop, facts, &m);
      if (m.behind)
	counted = px_dj_bin (A, DJ_ADD, counted, m.by);
      if (!m.low)
	(*header)[m.c->reg].ref = counted;
      k->tested[loop] = m.from;
    }
  if (!k->turns[loop].count)
    count_around (k, loop, carried, facts);
  for (unsigned n = 0; n < carried.size (); n++)
    {
      const pv_carried *c = &carried[n];
      unsigned bits = px_dj_type_of (A, c->phi).bits;
      int64_t step = 0;
      px_dj_ref added = 0;
      if (c->next == c->phi)
	{
	  (*header)[c->reg] = c->init;
	  continue;
	}
      if (!c->step)
	count_powers (k, loop, c, header);
      if (!c->step || (c == m.c && !m.low))
	continue;
      if (m.c && m.step && px_dj_const_p (A, c->step, &step) && step % m.step == 0)
	{
	  px_dj_ref by = px_dj_const (A, pv_signed (bits), step / m.step);
	  if (bits <= m.type.bits)
	    added = px_dj_bin (A, DJ_MUL, px_dj_cast (A, pv_signed (bits), m.wraps), by);
	  else if (m.passed)
	    added = px_dj_bin (A, DJ_MUL, px_dj_cast (A, pv_signed (bits), m.passed), by);
	}
      else if (m.c && c->step == m.by && m.wraps)
	added = m.wraps;
      if (!added)
	added = new_counter (k, loop, px_dj_const (A, pv_signed (bits), 0), c->step, DJ_CTR_ANY, 0);
      (*header)[c->reg].ref = px_dj_bin (A, DJ_ADD, c->init.ref, added);
    }
  for (const pv_carried &c : carried)
    if (!c.step && c.next != c.phi)
      follow_counted (k, carried, &c, header);
  pv_repeat (k, loop, carried, header);
}
