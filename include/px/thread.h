/* SPDX-License-Identifier: MIT */
/* Collectives of one thread: algorithms on its arrays (px/collective.h says how all of
   them are made).  Each is for code at thread[1].  */
#ifndef PX_THREAD_H
#define PX_THREAD_H

#include <px/collective.h>

#pragma GCC system_header

/* PX_THREAD_REDUCE (name, type, op, items)
     type name (const type *v)           v[0] op v[1] op ...
     type name_some (const type *v, n)   of the first N, 1 to ITEMS  */
#define PX_THREAD_REDUCE(NAME, TYPE, OP, ITEMS)				\
  __px_of_thread TYPE							\
  NAME##_some (const TYPE *__v, int __n)				\
  {									\
    TYPE __r = __v[0];							\
    __px_unroll for (int __i = 1; __i < (ITEMS); __i++)			\
      if (__i < __n)							\
	__r = OP (__r, __v[__i]);					\
    return __r;								\
  }									\
  __px_of_thread TYPE							\
  NAME (const TYPE *__v)						\
  {									\
    return NAME##_some (__v, ITEMS);					\
  }

/* PX_THREAD_SCAN (name, type, op, items)
     type name_inclusive (type *v)            v[i] = v[0] op ... op v[i]; the last
     type name_exclusive (type *v, first)     v[i] = first op v[0] op ... op v[i - 1];
					      what comes behind the last
     type name_inclusive_after (type *v, first)   first op v[0] op ... op v[i]; the last  */
#define PX_THREAD_SCAN(NAME, TYPE, OP, ITEMS)				\
  __px_of_thread TYPE							\
  NAME##_inclusive (TYPE *__v)						\
  {									\
    __px_unroll for (int __i = 1; __i < (ITEMS); __i++)			\
      __v[__i] = OP (__v[__i - 1], __v[__i]);				\
    return __v[(ITEMS) - 1];						\
  }									\
  __px_of_thread TYPE							\
  NAME##_inclusive_after (TYPE *__v, TYPE __first)			\
  {									\
    __v[0] = OP (__first, __v[0]);					\
    return NAME##_inclusive (__v);					\
  }									\
  __px_of_thread TYPE							\
  NAME##_exclusive (TYPE *__v, TYPE __first)				\
  {									\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      {									\
	TYPE __x = __v[__i];						\
	__v[__i] = __first;						\
	__first = OP (__first, __x);					\
      }									\
    return __first;							\
  }

/* PX_THREAD_SORT (name, key, value, less, items): stable; name_keys has no values.
     void name (key *k, value *v)
     void name_keys (key *k)  */
#define PX_THREAD_SORT(NAME, KEY, VALUE, LESS, ITEMS)			\
  __px_of_thread void							\
  NAME (KEY *__k, VALUE *__v)						\
  {									\
    /* Odd-even transposition: ITEMS rounds, all indices constant.  */	\
    __px_unroll for (int __r = 0; __r < (ITEMS); __r++)			\
      __px_unroll for (int __i = __r & 1; __i + 1 < (ITEMS); __i += 2)	\
	if (LESS (__k[__i + 1], __k[__i]))				\
	  {								\
	    KEY __x = __k[__i];						\
	    VALUE __y = __v[__i];					\
	    __k[__i] = __k[__i + 1], __k[__i + 1] = __x;		\
	    __v[__i] = __v[__i + 1], __v[__i + 1] = __y;		\
	  }								\
  }									\
  __px_of_thread void							\
  NAME##_keys (KEY *__k)						\
  {									\
    __px_unroll for (int __r = 0; __r < (ITEMS); __r++)			\
      __px_unroll for (int __i = __r & 1; __i + 1 < (ITEMS); __i += 2)	\
	if (LESS (__k[__i + 1], __k[__i]))				\
	  {								\
	    KEY __x = __k[__i];						\
	    __k[__i] = __k[__i + 1], __k[__i + 1] = __x;		\
	  }								\
  }

/* PX_THREAD_SEARCH (name, type, less): of N elements in order,
     long name_lower (const type *v, n, x)   how many are less than X
     long name_upper (const type *v, n, x)   how many X is not less than
     long name_merge (a, na, b, nb, d)       how many of the first D of A and B, merged, are
					     A's; of equal ones A's come first  */
#define PX_THREAD_SEARCH(NAME, TYPE, LESS)				\
  __px_of_thread long							\
  NAME##_lower (const TYPE *__v, long __n, TYPE __x)			\
  {									\
    long __low = 0;							\
    while (__low < __n)							\
      {									\
	long __m = (__low + __n) / 2;					\
	if (LESS (__v[__m], __x))					\
	  __low = __m + 1;						\
	else								\
	  __n = __m;							\
      }									\
    return __low;							\
  }									\
  __px_of_thread long							\
  NAME##_upper (const TYPE *__v, long __n, TYPE __x)			\
  {									\
    long __low = 0;							\
    while (__low < __n)							\
      {									\
	long __m = (__low + __n) / 2;					\
	if (LESS (__x, __v[__m]))					\
	  __n = __m;							\
	else								\
	  __low = __m + 1;						\
      }									\
    return __low;							\
  }									\
  __px_of_thread long							\
  NAME##_merge (const TYPE *__a, long __na, const TYPE *__b, long __nb, long __d) \
  {									\
    long __low = __d > __nb ? __d - __nb : 0, __high = __d < __na ? __d : __na; \
    while (__low < __high)						\
      {									\
	long __m = (__low + __high) / 2;				\
	if (LESS (__b[__d - 1 - __m], __a[__m]))			\
	  __high = __m;							\
	else								\
	  __low = __m + 1;						\
      }									\
    return __low;							\
  }

#endif
