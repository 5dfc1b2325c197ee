/* SPDX-License-Identifier: MIT */
/* Binary search, for all parts of px.  */
#ifndef PX_SEARCH_H
#define PX_SEARCH_H

#include <stddef.h>

/* The least I below N of which CONDITION, an expression of I, is true; N if it is true of none.
   It must be true of all numbers above one of which it is true.  I is a name, of a size_t.  */
#define PX_FIRST(I, N, CONDITION) \
  ({ \
    size_t low_ = 0, high_ = (N); \
    while (low_ < high_) \
      { \
	size_t I = low_ + (high_ - low_) / 2; \
	if (CONDITION) \
	  high_ = I; \
	else \
	  low_ = I + 1; \
      } \
    low_; \
  })

#endif
