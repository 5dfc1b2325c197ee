/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 1, between steps 2 and 3: what has been searched already is not searched again.

   The edges that a loop carries over 1, 2, ... of its iterations are one question once their common terms are
   cancelled, and the scopes of an edge ask the same rows about one kind of unit after the other.  So a
   prepared question is written as a list of words: its nodes in the order of a walk, each with all that the
   search looks at, a node that the walk meets again as the number that it got.  Questions of equal words
   differ in the names of their nodes alone, and have the same answer.  The words hold no reference, so
   they outlive the nodes of a question.

   Needs q->s from dj_finite_prepare.  Leaves the answers in the arena.  */

#include "value/finite.h"

namespace
{
enum
{
  /* Of all questions of an arena: 2 MiB of words, and as much of answers.  What comes later is searched.  */
  MAX_WORDS = 1 << 18,
  MAX_ANSWERS = 4096,
  BUCKETS = 1024,
  NO_NODE = -1
};

struct answer
{
  struct dj_key key;
  enum dj_finite_answer answer;
  bool exact;		  /* q->exact, after the search */
  struct px_dj_witness w; /* its counters by their numbers in the walk, without the base */
  int next;		  /* answer to the same question with another key; -1: none */
};

struct question
{
  int first, n; /* its words */
  uint64_t hash;
  int answers; /* the first; -1: none */
  struct passed passed;
  int next; /* question of the same bucket; -1: none */
};
}

struct dj_memo
{
  dj_vec<int64_t> words;
  dj_vec<question> questions;
  dj_vec<answer> answers;
  int bucket[BUCKETS];
};

void
dj_finite_forget (px_dj *A)
{
  if (!A->memo)
    return;
  dj_drop (&A->memo->words);
  dj_drop (&A->memo->questions);
  dj_drop (&A->memo->answers);
  free (A->memo);
  A->memo = NULL;
}

static void
add_wide (dj_vec<int64_t> *out, dj_wide v)
{
  dj_push (out, (int64_t) v);
  dj_push (out, (int64_t) (v >> 64));
}

/* Appends node R and all below it.  Returns false if a search cannot meet it.  */
static bool
write_node (struct query *q, px_dj_ref r)
{
  px_dj *A = q->A;
  dj_vec<int64_t> *out = &q->words;
  if (!r)
    {
      dj_push (out, (int64_t) NO_NODE);
      return true;
    }
  for (int i = 0; i < q->named.n; i++)
    if (q->named.e[i] == r)
      {
	dj_push (out, (int64_t) NO_NODE - 1 - i);
	return true;
      }
  const dj_node n = *dj_at (A, r);
  dj_push (&q->named, r);
  dj_push (out, (int64_t) n.op << 32 | n.flags << 16 | n.ty.bits << 8 | n.ty.is_signed << 1
		  | n.ty.wraps);
  add_wide (out, n.lo);
  add_wide (out, n.hi);
  switch (n.op)
    {
    case DJ_CONST: dj_push (out, n.v); return true;
    case DJ_THREAD:
    case DJ_BLOCK: return true;
    case DJ_CTR:
    case DJ_POW2:
      {
	const dj_var v = *dj_var_of (A, r);
	/* A question's own counters are not part of a witness.  */
	bool caller = r < (px_dj_ref) A->first_scratch;
	dj_push (out, (int64_t) v.test << 8 | v.every << 4 | v.down << 3 | v.box << 2
			| dj_var_common (A, q->c, &v) << 1 | caller);
	dj_push (out, v.lo);
	dj_push (out, v.hi);
	return n.op == DJ_POW2
	       || (write_node (q, v.start) && write_node (q, v.step) && write_node (q, v.bound));
      }
    default:
      return dj_arity[n.op] && write_node (q, n.a) && write_node (q, n.b) && write_node (q, n.c);
    }
}

static bool
write_nodes (struct query *q, const dj_vec<px_dj_ref> *v)
{
  dj_push (&q->words, (int64_t) v->n);
  for (int i = 0; i < v->n; i++)
    if (!write_node (q, v->e[i]))
      return false;
  return true;
}

/* Makes q->words of the question, without its key.  */
static bool
write_question (struct query *q, const int *block, int n_blocks, int n)
{
  dj_vec<int64_t> *out = &q->words;
  out->n = q->named.n = 0;
  dj_push (out, (int64_t) n);
  dj_push (out, (int64_t) n_blocks);
  for (int i = 0; i < n_blocks; i++)
    dj_push (out, (int64_t) block[i]);
  dj_push (out,
	   (int64_t) q->n_sides << 4 | q->blocks << 3 | q->same << 2 | q->exact << 1 | q->reduced);
  dj_push (out, (int64_t) q->c->common.level << 32 | q->c->common.n);
  for (int i = 0; i < q->n_sides; i++)
    {
      const struct side *s = &q->s[i];
      dj_push (out, s->width);
      if (!write_node (q, s->offset) || !write_nodes (q, &s->guard) || !write_nodes (q, &s->check))
	return false;
      dj_push (out, (int64_t) s->fold.n);
      for (int k = 0; k < s->fold.n; k++)
	{
	  const span *f = &s->fold.e[k];
	  if (!write_node (q, f->ctr))
	    return false;
	  dj_push (out, f->first);
	  dj_push (out, f->step);
	  dj_push (out, f->n);
	  dj_push (out, f->stride);
	}
    }
  return true;
}

static uint64_t
hash_words (const dj_vec<int64_t> *v)
{
  uint64_t h = v->n;
  for (int i = 0; i < v->n; i++)
    {
      h = (h ^ (uint64_t) v->e[i]) * 0x9e3779b97f4a7c15u;
      h ^= h >> 29;
    }
  return h;
}

static bool
same_key (const struct dj_key *a, const struct dj_key *b)
{
  return a->kind == b->kind && a->n == b->n && a->widest == b->widest;
}

/* How many rows of the common counters have no two of different units of KEY that meet.  Threads of different
   thread[n] are of different thread[k] where k divides n.  */
static int
rows_passed (const struct passed *p, const struct dj_key *key)
{
  if (!p->rows || key->kind != DJ_KEY_THREADS || (p->unit && key->n % p->unit))
    return 0;
  return p->row
	 + (p->apart && key->n >= p->apart && key->n <= p->widest && !(key->n & (key->n - 1)));
}

bool
dj_finite_recall (struct query *q, const struct dj_key *key, const int *block, int n_blocks, int n,
		  enum dj_finite_answer *answer, struct px_dj_witness *w)
{
  struct dj_memo *m = q->A->memo;
  q->question = -1;
  q->row = 0;
  q->written = !q->A->no_memo && write_question (q, block, n_blocks, n);
  if (!m || !q->written)
    return false;
  uint64_t h = hash_words (&q->words);
  int k = m->bucket[h % BUCKETS];
  while (k >= 0
	 && (m->questions.e[k].hash != h || m->questions.e[k].n != q->words.n
	     || memcmp (m->words.e + m->questions.e[k].first, q->words.e,
			q->words.n * sizeof *q->words.e)))
    k = m->questions.e[k].next;
  if (k < 0)
    return false;
  q->question = k;
  const question *asked = &m->questions.e[k];
  for (int i = asked->answers; i >= 0; i = m->answers.e[i].next)
    {
      const struct answer *a = &m->answers.e[i];
      if (!same_key (&a->key, key))
	continue;
      *answer = a->answer;
      q->exact = a->exact;
      *w = a->w;
      for (int j = 0; j < w->n_values; j++)
	w->value[j].ctr = q->named.e[w->value[j].ctr];
      for (int j = 0; j < q->base.n && w->valid && w->n_base < DJ_MAX_BASE; j++)
	{
	  w->base[w->n_base].coef = q->base.e[j].coef;
	  w->base[w->n_base++].node = q->base.e[j].node;
	}
      return true;
    }
  q->row = rows_passed (&asked->passed, key);
  *answer = DJ_F_NEVER;
  return q->row && q->row == asked->passed.rows;
}

/* Returns the number of a question of Q's words, a new one if need be; -1: there is no room.  */
static int
question_of (struct query *q)
{
  px_dj *A = q->A;
  if (q->question >= 0 || !q->written)
    return q->question;
  if (!A->memo)
    {
      A->memo = (struct dj_memo *) dj_realloc (NULL, sizeof *A->memo);
      *A->memo = dj_memo ();
      for (int i = 0; i < BUCKETS; i++)
	A->memo->bucket[i] = -1;
    }
  struct dj_memo *m = A->memo;
  if (q->words.n > MAX_WORDS - m->words.n || m->questions.n >= MAX_ANSWERS)
    return -1;
  uint64_t h = hash_words (&q->words);
  question x = { m->words.n, q->words.n, h, -1, passed (), m->bucket[h % BUCKETS] };
  for (int i = 0; i < q->words.n; i++)
    dj_push (&m->words, q->words.e[i]);
  m->bucket[h % BUCKETS] = q->question = m->questions.n;
  dj_push (&m->questions, x);
  return q->question;
}

void
dj_finite_remember (struct query *q, const struct dj_key *key, enum dj_finite_answer answer,
		    const struct px_dj_witness *w)
{
  if (answer != DJ_F_NEVER && answer != DJ_F_ALWAYS)
    return;
  int k = question_of (q);
  struct dj_memo *m = q->A->memo;
  if (k < 0 || m->answers.n >= MAX_ANSWERS)
    return;
  question *asked = &m->questions.e[k];
  struct answer a = { *key, answer, q->exact, *w, asked->answers };
  a.w.n_base = 0;
  for (int i = 0; i < a.w.n_values; i++)
    {
      int j = 0;
      while (j < q->named.n && q->named.e[j] != a.w.value[i].ctr)
	j++;
      if (j == q->named.n)
	return;
      a.w.value[i].ctr = j;
    }
  asked->answers = m->answers.n;
  dj_push (&m->answers, a);
  bool threads = key->kind == DJ_KEY_NONE || key->kind == DJ_KEY_THREADS;
  if (answer == DJ_F_ALWAYS && threads && q->passed.rows)
    {
      asked->passed = q->passed;
      asked->passed.unit = key->kind == DJ_KEY_NONE ? 0 : key->n;
      asked->passed.widest = key->widest;
    }
}
