/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What threads and barriers know of each other, in a launch that is executed.

   A clock has a word for each component (struct ex_words), some thousand of them.  Threads that have met know the same except
   what each knows of itself.  So words are shared and never change; a thread has three of its own beside them.  The greatest of
   two is computed once (MEMO).  */

#include <algorithm>
#include "prove/exact.h"

enum
{
  MEMO = 1 << 10 /* results that are kept */
};

/* Returns the words with those numbers, which is counted.  */
static ex_known
share (struct ex_order *o, std::vector<uint32_t> *of)
{
  std::shared_ptr<ex_words> w = std::make_shared<ex_words> ();
  w->number = ++o->words_made;
  w->of.swap (*of);
  o->work += w->of.size ();
  return w;
}

/* The greatest of A and B; executed: what was executed of B.  */
static ex_known
greatest (struct ex_order *o, const ex_known &a, const ex_known &b, bool executed)
{
  if (a == b)
    return a;
  uint64_t hash
    = (a->number * 0x9e3779b97f4a7c15u + b->number * 2 + executed) * 0xff51afd7ed558ccdu;
  ex_greatest *m = &o->memo[hash >> 32 & (MEMO - 1)];
  if (m->result && m->a == a && m->b == b && m->executed == executed)
    return m->result;
  unsigned from = executed ? o->half : 0, to = executed ? 2 * o->half : o->n;
  bool more = false, less = executed;
  o->work += to - from;
  for (unsigned i = from; i < to; i++)
    {
      more |= b->of[i] > a->of[i];
      less |= b->of[i] < a->of[i];
    }
  ex_known r = !more ? a : !less ? b : NULL;
  if (!r)
    {
      std::vector<uint32_t> of = a->of;
      for (unsigned i = from; i < to; i++)
	of[i] = std::max (of[i], b->of[i]);
      r = share (o, &of);
    }
  *m = { a, b, executed, r };
  return r;
}

void
ex_start_clocks (struct ex_order *o)
{
  std::vector<uint32_t> zero (o->n, 0);
  o->memo.assign (MEMO, ex_greatest ());
  o->nothing = share (o, &zero);
  o->row.assign (o->all + 1, { o->nothing, 1, 1, 0, {} });
  o->learned.assign (o->all + 1, 0);
}

uint32_t
ex_knows (const struct ex_order *o, unsigned t, unsigned of)
{
  const struct ex_row *r = &o->row[t];
  if (t < o->all)
    {
      if (of == t)
	return r->own;
      if (of == ex_executed (o, t))
	return r->executed;
      if (of == ex_fenced (o, t))
	return r->fenced;
    }
  return r->known->of[of];
}

uint32_t
ex_tick (struct ex_order *o, unsigned t)
{
  o->row[t].executed++;
  return ++o->row[t].own;
}

void
ex_fence (struct ex_order *o, unsigned t)
{
  o->row[t].fenced = o->row[t].own;
  ex_tick (o, t);
}

/* The words of a clock, with what was added.  */
static const ex_known &
settle (struct ex_order *o, struct ex_clock *c)
{
  if (!c->known)
    c->known = o->nothing;
  if (!c->more.empty ())
    {
      std::vector<uint32_t> of = c->known->of;
      for (const std::pair<unsigned, uint32_t> &m : c->more)
	of[m.first] = std::max (of[m.first], m.second);
      c->more.clear ();
      c->known = share (o, &of);
    }
  return c->known;
}

void
ex_set (struct ex_clock *c, unsigned component, uint32_t n)
{
  c->more.push_back ({ component, n });
}

uint32_t
ex_get (struct ex_order *o, struct ex_clock *c, unsigned component)
{
  return settle (o, c)->of[component];
}

/* Adds what thread T knows, or (executed) what of it was executed, to C.  */
static void
add (struct ex_order *o, unsigned t, struct ex_clock *c, bool executed)
{
  const struct ex_row *r = &o->row[t];
  if (!c->known)
    c->known = o->nothing;
  c->known = greatest (o, c->known, r->known, executed);
  if (t >= o->all)
    return;
  c->more.push_back ({ ex_executed (o, t), r->executed });
  if (executed)
    return;
  c->more.push_back ({ t, r->own });
  c->more.push_back ({ ex_fenced (o, t), r->fenced });
}

void
ex_release (struct ex_order *o, unsigned t, struct ex_clock *c)
{
  add (o, t, c, false);
}

void
ex_release_executed (struct ex_order *o, unsigned t, struct ex_clock *c)
{
  add (o, t, c, true);
}

void
ex_release_fence (struct ex_order *o, unsigned t, bool far)
{
  for (unsigned i = 0; i <= (far ? 1 : 0); i++)
    {
      o->row[t].released[i] = ex_clock ();
      ex_release (o, t, &o->row[t].released[i]);
    }
  ex_tick (o, t);
}

void
ex_release_fenced (struct ex_order *o, unsigned t, bool far, struct ex_clock *c)
{
  struct ex_clock *from = &o->row[t].released[far];
  if (!c->known)
    c->known = o->nothing;
  c->known = greatest (o, c->known, settle (o, from), false);
}

void
ex_acquire (struct ex_order *o, unsigned t, struct ex_clock *c)
{
  o->learned[t]++;
  o->row[t].known = greatest (o, o->row[t].known, settle (o, c), false);
}

void
ex_met (struct ex_order *o, const std::vector<unsigned> &all)
{
  bool same = true;
  const ex_known &first = o->row[all[0]].known;
  for (unsigned t : all)
    same &= o->row[t].known == first && first->of[ex_executed (o, t)] >= o->row[t].executed;
  if (same)
    return;
  struct ex_clock c;
  for (unsigned t : all)
    ex_release_executed (o, t, &c);
  for (unsigned t : all)
    ex_acquire (o, t, &c);
}

/* What all of the threads know.  */
static std::vector<uint32_t>
least (struct ex_order *o, const std::vector<unsigned> &all)
{
  std::map<ex_known, unsigned> users;
  for (unsigned t : all)
    users[o->row[t].known]++;
  std::vector<uint32_t> of = users.begin ()->first->of;
  for (const auto &each : users)
    for (unsigned i = 0; i < o->n; i++)
      of[i] = std::min (of[i], each.first->of[i]);
  o->work += users.size () * o->n;
  /* What a thread knows of itself is more than its words say: where no other one has these they do not count.  */
  for (unsigned t : all)
    if (users[o->row[t].known] == 1)
      for (unsigned component : { t, ex_executed (o, t), ex_fenced (o, t) })
	{
	  of[component] = ex_knows (o, t, component);
	  for (const auto &each : users)
	    if (each.first != o->row[t].known)
	      of[component] = std::min (of[component], each.first->of[component]);
	}
  return of;
}

void
ex_meet_as_group (struct ex_order *o, unsigned t, unsigned many, struct ex_clock *executed)
{
  struct ex_row *group = &o->row[ex_as_group (o)];
  bool same = many > 1;
  std::vector<unsigned> all;
  o->group = t;
  o->learned[ex_as_group (o)]++;
  for (unsigned u = t; u < t + many; u++)
    {
      same &= o->row[u].known == o->row[t].known;
      all.push_back (u);
      ex_release_executed (o, u, executed);
    }
  settle (o, executed);
  /* What each knows of itself the others know from these words only.  */
  if (same)
    group->known = o->row[t].known;
  else
    {
      std::vector<uint32_t> of = least (o, all);
      group->known = share (o, &of);
    }
}

void
ex_forget_differences (struct ex_order *o, const std::vector<unsigned> &all)
{
  std::vector<uint32_t> common = least (o, all);
  for (unsigned t : all)
    {
      o->uniform[t] = 1;
      o->learned[t]++;
      struct ex_row *r = &o->row[t];
      std::vector<uint32_t> of = common;
      std::copy (r->known->of.begin () + o->half, r->known->of.begin () + 2 * o->half,
		 of.begin () + o->half);
      /* Of its own fences, too: another lane that is elected may not know of them.  */
      r->fenced = common[ex_fenced (o, t)];
      r->known = share (o, &of);
      /* Another lane may have executed another fence last.  */
      r->released[0] = r->released[1] = ex_clock ();
    }
}
