/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Step 0: an edge that has been asked already is not asked again.

   The boxes of a tensor's copies, and the accesses of one statement, have the same offsets and conditions, so they
   make the same edges.  A question is written as a list of words: those of the edge, both accesses and the
   chain.  Its references are of the caller's nodes, which live as long as the arena.  */

#include "value/linear.h"

#include <initializer_list>

struct dj_edges
{
  struct keys asked; /* by number: */
  struct answer
  {
    int scope;
    struct px_dj_result r;
  };
  dj_vec<answer> answers;
  struct key now; /* the question that is being written */
};

void
dj_edges_forget (px_dj *A)
{
  if (!A->edges)
    return;
  dj_linear_keys_free (&A->edges->asked);
  dj_drop (&A->edges->answers);
  dj_drop (&A->edges->now.v);
  free (A->edges);
  A->edges = NULL;
}

static void
write_refs (struct key *k, const px_dj_ref *r, int n)
{
  dj_linear_key_int (k, n);
  for (int i = 0; i < n; i++)
    dj_linear_key_int (k, r[i]);
}

static void
write_access (struct key *k, const px_dj_access *a)
{
  dj_linear_key_int (k, (int64_t) a->offset << 1 | a->complete);
  dj_linear_key_int (k, a->width);
  write_refs (k, a->guard, a->n_guards);
  write_refs (k, a->fact, a->n_facts);
  write_refs (k, a->ctr, a->n_ctrs);
}

static void
write_persp (struct key *k, struct px_dj_persp p)
{
  dj_linear_key_int (k, p.level);
  dj_linear_key_int (k, p.n);
}

static void
write_edge (struct key *k, const struct px_dj_edge *e, const px_dj_access *parent,
	    const px_dj_access *c, const struct px_dj_scope *chain, int n)
{
  k->v.n = 0;
  write_persp (k, e->whole);
  for (int64_t v : { (int64_t) e->shared, (int64_t) e->loop, (int64_t) e->carrier, e->distance,
		     e->distance_max, (int64_t) (parent == c), (int64_t) n })
    dj_linear_key_int (k, v);
  write_access (k, parent);
  write_access (k, c);
  for (int i = 0; i < n; i++)
    {
      write_persp (k, chain[i].persp);
      dj_linear_key_int (k, chain[i].kind);
    }
}

int
dj_edge_number (px_dj *A, const struct px_dj_edge *e, const px_dj_access *parent,
		const px_dj_access *c, const struct px_dj_scope *chain, int n, bool *fresh)
{
  *fresh = true;
  if (A->no_memo)
    return -1;
  if (!A->edges)
    {
      A->edges = (struct dj_edges *) dj_realloc (NULL, sizeof *A->edges);
      *A->edges = dj_edges ();
    }
  write_edge (&A->edges->now, e, parent, c, chain, n);
  int k = dj_linear_intern (&A->edges->asked, &A->edges->now, fresh);
  if (*fresh)
    dj_push (&A->edges->answers, dj_edges::answer ());
  return k;
}

void
dj_edge_remember (px_dj *A, int number, int scope, const struct px_dj_result *r)
{
  if (number >= 0)
    A->edges->answers.e[number] = { scope, *r };
}

int
dj_edge_recall (const px_dj *A, int number, struct px_dj_result *r)
{
  *r = A->edges->answers.e[number].r;
  r->rows = r->programs = r->ops = 0;
  return A->edges->answers.e[number].scope;
}
