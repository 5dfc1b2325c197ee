/* SPDX-License-Identifier: MIT */
/* A function of another file gets a structure with a pointer, which may lead to the others' cells.  */
/* { dg-do compile } */
#include <px.h>

struct cell
{
  float v;
  struct cell *next;
};

__device void put (struct cell *c, float v);

__kernel void
f (const float *restrict in, struct cell *out) /* { dg-message "declare it 'restrict'" } */
{
  int i = px_id (thread);
  __each (thread, struct cell *c = out + i)
    put (c, in[0]); /* { dg-error "PX208" } */
  /* { dg-message "is written here, in a view of its own" "" { target *-*-* } .-1 } */
}
