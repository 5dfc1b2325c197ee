/* SPDX-License-Identifier: MIT */
/* Structures that lead to themselves, as parameters.  */
/* { dg-do run } */
#include "../aux/t.h"

struct node { int value; struct node *next; };
struct tree { struct tree *child[2]; struct node list; };

__device static inline int
second (struct tree t)
{
  return t.list.next->value;
}

__kernel void
f (struct tree t, int *out)
{
  EACH_THREAD (i)
    out[i] = second (t) + i;
}

int
main (void)
{
  struct node n = { 5, 0 };
  struct node *dn = t_dev (&n, sizeof n);
  struct tree t = { { 0, 0 }, { 1, dn } };
  int out[32];
  int *d = t_dev (0, sizeof out);
  LAUNCH (1, 32, f, t, d);
  t_back (out, d, sizeof out);
  for (int i = 0; i < 32; i++)
    CHECK (out[i] == 5 + i);
  return 0;
}
