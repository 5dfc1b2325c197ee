/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What options of px prove state of launches, as facts.  */
#ifndef PX_STATED_H
#define PX_STATED_H

#include <stdbool.h>
#include "prove/prove.h"

enum
{
  PX_SIZE_FACTORS = 8, /* of --size: a tensor has at most 5 dimensions, and its elements a size */
  PX_SIZE_NODES = 3 * PX_SIZE_FACTORS,
  PX_MOST_BLOCKS = 0x7fffffff, /* of a grid */
  PX_MOST_THREADS = 1024       /* of a block */
};

/* Reads a decimal number from LEAST to MOST from *TEXT to *V, and goes past END, which follows it (0: the
   text's end).  Returns false, and leaves *TEXT, if there is none.  */
bool px_read_number (const char **text, long long least, long long most, char end, long long *v);

/* The number of F's parameter whose name is the N bytes at NAME; -1: there is none.  */
int px_parameter_number (const ptx_func *f, const char *name, size_t n);

/* Reads SIZE, POINTER=FACTOR*FACTOR...: parameter POINTER of F leads to at least so many bytes.  A
   factor is a decimal number or an integer parameter.  Returns false after a message.  */
bool px_read_size (const ptx_func *f, const char *size, struct px_fact *fact,
		   struct px_fact_node *nodes);

/* What --most states, besides the facts that there were.  */
struct px_moderate
{
  struct px_fact *fact;
  struct px_fact_node *node;
  char (*text)[64];
};

/* Adds to SIG, which describes launches of F of one dimension, that there are at most MOST threads, and that integer arguments are
   numbers from 0 to MOST.  *M holds it.  Returns false if there is no memory.  */
bool px_state_most (const ptx_func *f, unsigned most, struct px_proof_signature *sig,
		    struct px_moderate *m);
void px_free_moderate (struct px_moderate *m);

#endif
