/* SPDX-License-Identifier: MIT */
/* F3, F7: a pointer in a structure passed by value is a parameter of its own.  */
/* { dg-do compile } */
#include <px.h>

struct one { int *p; };	/* { dg-message "'p' is declared here" } */
struct deep { int n; struct one in[1]; };
union either { int *u; long l; };	/* { dg-message "'u' is declared here" } */
struct many { int *a[2]; };	/* { dg-message "'a' is declared here" } */
struct block { int *b __perspective (block, 1); };	/* { dg-message "'b' is declared here" } */
struct two { int *p, *q; };
struct row { const int *r __perspective (block, 1); };	/* { dg-message "'r' is declared here" } */
__device void store (struct one);
__device void store_deep (struct deep);
__device void store_either (union either);
__device void store_many (struct many);
__device void store_two (struct two);
__device void store_and_read (struct one, const int *);
__device void read_row (struct row);
__device __requires (block (1), threads (64)) void store_block (struct block);
__device __requires (block (1), threads (64)) void store_one (struct one);

__kernel __requires (grid (1), block (1), threads (64)) void
f (int *o, int **list, struct one *ones, struct one mine)	/* { dg-message {(argument|member) [^\n]*are both in} } */
{
  int t __perspective (thread, 1) = px_id (thread);
  __group (block, 1)
    {
      int local[64];
      store_block ((struct block) { o });	/* { dg-error {argument 1 of 'store_block' must be a view at block.1., but is one at grid.1. .PX303.} } */
      store_one ((struct one) { local });	/* { dg-error {argument 1 of 'store_one' must be one object, but each thread has a 'local' of its own, at block.1. .PX303.} } */
    }
  __group (thread, 1)
    {
      struct one one = { o }, copy = one;
      store (one);	/* { dg-error {argument 1 of 'store' must be a view at thread.1., but is one at grid.1. .PX303.} } */
      store (copy);	/* { dg-error {argument 1 of 'store' must be a view at thread.1., but is one at grid.1. .PX303.} } */
      store (mine);	/* { dg-error {argument 1 of 'store' must be a view at thread.1., but is one at grid.1. .PX303.} } */
      store (ones[t]);	/* { dg-error {argument 1 of 'store' was loaded from memory, or never set: where it leads is not known[^\n]*PX303.} } */
      store ((struct one) { list[t] });	/* { dg-error {argument 1 of 'store' was loaded from memory, or never set: where it leads is not known[^\n]*PX303.} } */
      store_deep ((struct deep) { 1, { { o } } });	/* { dg-error {argument 1 of 'store_deep' must be a view at thread.1., but is one at grid.1. .PX303.} } */
      store_either ((union either) { o });	/* { dg-error {argument 1 of 'store_either' must be a view at thread.1., but is one at grid.1. .PX303.} } */
      store_many ((struct many) { { 0, o } });	/* { dg-error {argument 1 of 'store_many' must be a view at thread.1., but is one at grid.1. .PX303.} } */
    }
  __partition (thread, 1, int *p = o + 2 * t)	/* { dg-message "'__partition' begins here" } */
    __group (thread, 1)
      {
	store_and_read ((struct one) { p }, p + 1);	/* { dg-error {arguments 1 and 2 of 'store_and_read' are the same object .PX307.} } */
	store_two ((struct two) { p, p + 1 });	/* { dg-error {two pointers in argument 1 of 'store_two' are the same object .PX307.} } */
	read_row ((struct row) { p });	/* { dg-error {argument 1 of 'read_row' must be a view at block.1., but is one at thread.1. .PX303.} } */
	struct one hidden = { o };	/* { dg-error {'o' is out of reach while view 'p' of it exists .PX205.} } */
      }
}

/* What to write instead.  */
/* { dg-message {'__partition .block, 1, int \*part = o \+ \.\.\..' around this '__gro} "" { target *-*-* } 27 } */
/* { dg-message {use 'p' for what is its part, and load what is not before '__par} "" { target *-*-* } 51 } */
