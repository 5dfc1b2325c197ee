/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What options of px prove state of launches, as facts: how many bytes a pointer leads to (--size); that there are at most so many
   threads, and that each integer argument is a number from 0 to that (--most): sums and products of them do not overflow
   then, as they may in all launches.  */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tools/px-command.h"
#include "tools/stated.h"

enum
{
  NODES = 3 /* of a fact: two numbers that are compared */
};

bool
px_read_number (const char **text, long long least, long long most, char end, long long *v)
{
  const char *digits = *text + (least < 0 && **text == '-');
  char *stop;
  errno = 0;
  *v = strtoll (*text, &stop, 10);
  if (*digits < '0' || *digits > '9' || errno || *v < least || *v > most || *stop != end)
    return false;
  *text = stop + (end != 0);
  return true;
}

/* ---- --size ---- */

int
px_parameter_number (const ptx_func *f, const char *name, size_t n)
{
  for (uint32_t i = 0; i < f->sig.nparams; i++)
    if (strlen (f->sig.params[i]->sym->name) == n && !memcmp (f->sig.params[i]->sym->name, name, n))
      return (int) i;
  return -1;
}

/* Appends NODE to those of *FACT, which are in NODES.  */
static void
append (struct px_fact *fact, struct px_fact_node *nodes, struct px_fact_node node)
{
  nodes[fact->nnodes++] = node;
}

bool
px_read_size (const ptx_func *f, const char *size, struct px_fact *fact, struct px_fact_node *nodes)
{
  const char *s = strchr (size, '='), *name = f->sym->name;
  int to = s ? px_parameter_number (f, size, (size_t) (s - size)) : -1;
  if (to < 0 || ptx_bits (f->sig.params[to]->type) != 64 || f->sig.params[to]->ndims)
    {
      px_complain ("--size %s: it begins with a pointer among the parameters of %s, and `='", size,
		   name);
      return false;
    }
  *fact = (struct px_fact){ .text = size, .nodes = nodes, .element = 1, .argument = (uint32_t) to };
  for (uint32_t product = 0, factors = 0; *s; factors++)
    {
      size_t n = strcspn (++s, "*");
      long long v;
      const char *digits = s;
      bool number = px_read_number (&digits, 0, LLONG_MAX, s[n], &v);
      int i = px_parameter_number (f, s, n);
      const ptx_var *x = i < 0 ? NULL : f->sig.params[i];
      unsigned bits = x && !x->ndims ? ptx_bits (x->type) : 0;
      struct px_fact_node constant
	= { .op = PX_FACT_CONST, .bits = 64, .is_signed = 1, .value = v };
      if ((!number && bits != 32 && bits != 64) || factors == PX_SIZE_FACTORS)
	{
	  px_complain ("--size %s: %.*s is no number and no integer parameter of %s, or there are "
		       "more than %d factors",
		       size, (int) n, s, name, PX_SIZE_FACTORS);
	  return false;
	}
      if (number)
	append (fact, nodes, constant);
      else
	{
	  append (fact, nodes,
		  (struct px_fact_node){ .op = PX_FACT_PARAMETER,
					 .bits = bits,
					 .is_signed
					 = bits == 64 || ptx_type_kind (x->type) == PTX_K_SINT,
					 .a = (uint32_t) i });
	  append (fact, nodes,
		  (struct px_fact_node){
		    .op = PX_FACT_CAST, .bits = 64, .is_signed = 1, .a = fact->nnodes - 1 });
	}
      if (factors)
	append (
	  fact, nodes,
	  (struct px_fact_node){
	    .op = PX_FACT_MUL, .bits = 64, .is_signed = 1, .a = product, .b = fact->nnodes - 1 });
      product = fact->nnodes - 1;
      s += n;
    }
  return true;
}

/* ---- --most ---- */

/* Returns true if parameter I of F is an integer, of 32 or 64 bits: no pointer.  */
static bool
integer_parameter (const ptx_func *f, const struct px_proof_signature *sig, uint32_t i)
{
  const ptx_var *x = f->sig.params[i];
  ptx_kind kind = x->ndims ? PTX_K_NONE : ptx_type_kind (x->type);
  unsigned bits = x->ndims ? 0 : ptx_bits (x->type);
  for (unsigned j = 0; j < sig->npointers; j++)
    if (sig->pointers[j].param == i)
      return false;
  return (kind == PTX_K_UINT || kind == PTX_K_SINT || kind == PTX_K_BITS)
	 && (bits == 32 || (bits == 64 && sig->pointers_known));
}

/* Appends to M that X, a number called WHAT, is at most MOST, or (LEAST) at least 0.  */
static void
append_fact (struct px_moderate *m, unsigned *n, struct px_fact_node x, const char *what,
	     unsigned most, bool least)
{
  struct px_fact_node *nodes = m->node + (size_t) *n * NODES;
  char *text = m->text[*n];
  snprintf (text, sizeof *m->text, least ? "%s >= 0" : "%s <= %u", what, most);
  x.is_signed = 1;
  nodes[least] = x;
  nodes[!least] = (struct px_fact_node){
    .op = PX_FACT_CONST, .bits = x.bits, .is_signed = 1, .value = least ? 0 : most
  };
  nodes[2] = (struct px_fact_node){ .op = PX_FACT_LE, .bits = 1, .a = 0, .b = 1 };
  m->fact[(*n)++] = (struct px_fact){ .text = text, .nodes = nodes, .nnodes = NODES };
}

bool
px_state_most (const ptx_func *f, unsigned most, struct px_proof_signature *sig,
	       struct px_moderate *m)
{
  unsigned n = sig->nfacts;
  size_t all = n + 2 * (size_t) f->sig.nparams + 1;
  *m = (struct px_moderate){ calloc (all, sizeof *m->fact), calloc (all, NODES * sizeof *m->node),
			     calloc (all, sizeof *m->text) };
  if (!m->fact || !m->node || !m->text)
    return false;
  if (n)
    memcpy (m->fact, sig->facts, n * sizeof *m->fact);
  append_fact (m, &n, (struct px_fact_node){ .op = PX_FACT_THREADS, .bits = 32 },
	       "px_units (thread)", most, false);
  for (uint32_t i = 0; i < f->sig.nparams; i++)
    if (integer_parameter (f, sig, i))
      {
	char name[32];
	struct px_fact_node x
	  = { .op = PX_FACT_PARAMETER, .bits = ptx_bits (f->sig.params[i]->type), .a = i };
	snprintf (name, sizeof name, "argument %u", i + 1);
	append_fact (m, &n, x, name, most, true);
	append_fact (m, &n, x, name, most, false);
      }
  sig->facts = m->fact;
  sig->nfacts = n;
  sig->limited = true;
  return true;
}

void
px_free_moderate (struct px_moderate *m)
{
  free (m->fact);
  free (m->node);
  free (m->text);
}
