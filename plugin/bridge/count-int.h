/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plugin/bridge/count.cc and count-text.cc share: the leaves of values.  */

#ifndef PX_COUNT_INT_H
#define PX_COUNT_INT_H

#include "plugin/bridge/count.h"
#include <tuple>

/* What a symbol stands for.  */
enum px_leaf_kind
{
  PX_L_DECL,   /* parameter or constant variable WHAT: its value; its address */
  PX_L_MEMBER, /* Y bits at bit X of parameter WHAT, as type P */
  PX_L_LOAD, /* Y bits at bit X after address A, as type P: never written while the function runs */
  PX_L_COUNTER, /* A at first, then B, in which PX_L_SELF 0 is what it was; X: 1 + its loop's turns, or 0;
		   Y: how many loops are around it; P: px_counter_place */
  PX_L_SELF,	  /* that of the Xth counter around */
  PX_L_VALUE,	  /* SSA name WHAT, which may differ for different X */
  PX_L_NUMBER,	  /* an expression that is not read further, likewise */
  PX_L_OPERATION, /* A tree_code X B in type P */
  PX_L_CONVERTED, /* A as type P of 64 bits */
  PX_L_TURNS,	  /* of a loop that continues while A */
  PX_L_PASSED,	  /* the first turn of such a loop in which not A is so while B */
  PX_L_OWN	  /* the Xth value that equals no other one */
};
/* Where a counter is read, which after its loop is what it was when the loop was left.  */
enum px_counter_place
{
  PX_IN_LOOP,
  PX_AFTER_LOOP,
  PX_AFTER_HEADER /* likewise; the header, which only tests, has run once more than the loop */
};
typedef std::tuple<int, const void *, px_dj_ref, px_dj_ref, HOST_WIDE_INT, HOST_WIDE_INT,
		   HOST_WIDE_INT>
  px_leaf_key;
struct px_leaf
{
  px_leaf_key key;
  location_t loc;
};

/* Returns the leaf that R is, or NULL.  */
const px_leaf *px_find_leaf (px_dj_ref r);
bool px_value_condition_p (px_dj_ref r); /* true if R has one bit */
void px_forget_names ();		 /* of another function */

/* plugin/bridge/count-linear.cc: R * K; not condition R, by what is not so in it.  */
px_dj_ref px_value_times (px_dj_ref r, HOST_WIDE_INT k);
px_dj_ref px_value_not (px_dj_ref r);

#endif
