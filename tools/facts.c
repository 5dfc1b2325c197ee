/* SPDX-License-Identifier: MIT */
/* The facts of a kernel's record (runtime/image.h) in a file: read, checked, and printed.  */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tools/object.h"
#include "runtime/image.h"

static const struct
{
  const char *spelling;
  unsigned operands;
} operators[] = {
#define PX_FACT_OP(name, operands, spelling) { spelling, operands },
#include "runtime/facts.def"
#undef PX_FACT_OP
};

/* Returns true if node number I is as runtime/image.h says, of a kernel of NPARAMS arguments, and no
   other has its operands; USED: those that one has.  */
static bool
good_node (const struct px_fact_node *n, uint32_t i, uint32_t nparams, bool *used)
{
  if (n->op >= PX_FACT_OPS || n->bits < 1 || n->bits > 64)
    return false;
  if (n->op == PX_FACT_PARAMETER)
    return n->a < nparams;
  const uint32_t operand[] = { n->a, n->b };
  for (unsigned k = 0; k < operators[n->op].operands; k++)
    {
      if (operand[k] >= i || used[operand[k]])
	return false;
      used[operand[k]] = true;
    }
  return true;
}

/* Returns true if the nodes of F are a tree, so that who walks down from the last one comes to an end
   after as many steps as there are nodes.  */
static bool
good_nodes (const struct px_fact *f, uint32_t nparams)
{
  bool *used = calloc (f->nnodes, sizeof *used);
  bool good = used != NULL;
  for (uint32_t n = 0; n < f->nnodes && good; n++)
    good = good_node (&f->nodes[n], n, nparams, used);
  free (used);
  return good;
}

struct px_fact *
px_object_facts (const struct px_object *f, const struct px_kernel *k)
{
  const char *list
    = px_object_at (f, (uintptr_t) k->facts, k->nfacts * (uint64_t) sizeof (struct px_fact));
  size_t all = 0;
  struct px_fact x;
  if (k->nfacts && !list)
    return NULL;
  for (uint32_t i = 0; i < k->nfacts; i++)
    {
      memcpy (&x, list + i * sizeof x, sizeof x);
      if (!x.nnodes || (x.element && x.argument >= k->nparams)
	  || !px_object_at (f, (uintptr_t) x.nodes, x.nnodes * (uint64_t) sizeof *x.nodes))
	return NULL;
      all += x.nnodes;
    }
  struct px_fact *facts = malloc ((k->nfacts + 1) * sizeof *facts + all * sizeof *x.nodes);
  if (!facts)
    return NULL;
  struct px_fact_node *next = (struct px_fact_node *) (facts + k->nfacts + 1);
  for (uint32_t i = 0; i < k->nfacts; i++)
    {
      memcpy (&facts[i], list + i * sizeof x, sizeof x);
      facts[i].text = px_object_string (f, (uintptr_t) facts[i].text);
      memcpy (next, px_object_at (f, (uintptr_t) facts[i].nodes, facts[i].nnodes * sizeof *next),
	      facts[i].nnodes * sizeof *next);
      facts[i].nodes = next;
      if (!facts[i].text || !good_nodes (&facts[i], k->nparams))
	{
	  free (facts);
	  return NULL;
	}
      next += facts[i].nnodes;
    }
  return facts;
}

static void
print_node (const struct px_fact *f, uint32_t i)
{
  const struct px_fact_node *n = &f->nodes[i];
  const char *type = n->is_signed ? "int" : "unsigned";
  if (n->op == PX_FACT_PARAMETER)
    printf ("#%u", n->a + 1);
  else if (n->op == PX_FACT_CONST && n->is_signed)
    printf ("%" PRId64, n->value);
  else if (n->op == PX_FACT_CONST)
    printf ("%" PRIu64 "u", (uint64_t) n->value);
  else if (!operators[n->op].operands)
    printf ("%s", operators[n->op].spelling);
  else if (operators[n->op].operands == 1)
    {
      if (n->op == PX_FACT_CAST)
	printf ("(%s %u) ", type, n->bits);
      else
	printf ("%s", operators[n->op].spelling);
      print_node (f, n->a);
    }
  else
    {
      putchar ('(');
      print_node (f, n->a);
      printf (" %s ", operators[n->op].spelling);
      print_node (f, n->b);
      putchar (')');
    }
}

void
px_print_fact (const struct px_fact *f)
{
  if (f->element)
    printf ("#%u has %u bytes times ", f->argument + 1, f->element);
  print_node (f, f->nnodes - 1);
}
