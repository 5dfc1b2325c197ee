/* SPDX-License-Identifier: MIT */
/* Histograms, sorts and what rests on them, for a block (px/collective.h says how all of
   them are made).  */
#ifndef PX_BLOCK_SORT_H
#define PX_BLOCK_SORT_H

#include <px/block-move.h>
#include <px/block-scan.h>

#pragma GCC system_header

/* PX_BLOCK_HISTOGRAM (name, type, bins, threads, items): of items of an integer TYPE, 0 to
   BINS - 1, into BINS counters in shared or global memory
     void name_clear (unsigned *count)
     void name_add (const type *v, unsigned *count)            to what is there, atomically
     void name_add_some (const type *v, unsigned *count, n)    of the first N items  */
#define PX_BLOCK_HISTOGRAM(NAME, TYPE, BINS, THREADS, ITEMS)		\
  __px_of_block (THREADS) void						\
  NAME##_clear (unsigned *__count)					\
  {									\
    int __t __px_own = px_id (thread);					\
    __partition (thread, 1, unsigned *__p = __count + __t)		\
      __group (thread, 1)						\
	for (int __i = 0; __i < (BINS); __i += (THREADS))		\
	  if (__t + __i < (BINS))					\
	    __p[__i] = 0;						\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_add (const TYPE *__v __px_own, unsigned *__count)		\
  {									\
    __group (thread, 1)							\
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	px_atomic_add (&__count[__v[__i]], 1u);				\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_add_some (const TYPE *__v __px_own, unsigned *__count, int __n) \
  {									\
    int __t __px_own = px_id (thread);					\
    __group (thread, 1)							\
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	if (__t * (ITEMS) + __i < __n)					\
	  px_atomic_add (&__count[__v[__i]], 1u);			\
  }

/* The unsigned type that has the bits of a KEY of an arithmetic type.  */
#define __px_bits_of(KEY)       __typeof__ (__builtin_choose_expr (sizeof (KEY) > 4, 0ul, 0u))

/* NAME (k): the bits of key K so that their order, as that of unsigned numbers, is the keys';
   -0 and 0 are the same.  NAME__back (b): the key that has bits B.  */
#define __px_key_bits(NAME, KEY)					\
  __px_of_thread __px_bits_of (KEY)					\
  NAME (KEY __k)							\
  {									\
    typedef __px_bits_of (KEY) __bits;					\
    const __bits __sign = (__bits) 1 << (8 * sizeof (KEY) - 1), __all = __sign | (__sign - 1); \
    if (_Generic (__k, float: 1, double: 1, default: 0))		\
      {									\
	union { KEY __k; __bits __b; } __u = { .__k = __k == 0 ? 0 : __k }; \
	return __u.__b & __sign ? ~__u.__b & __all : __u.__b | __sign;	\
      }									\
    return ((__bits) __k & __all) ^ ((KEY) -1 < (KEY) 1 ? __sign : 0);	\
  }									\
  __px_of_thread KEY							\
  NAME##__back (__px_bits_of (KEY) __b)					\
  {									\
    typedef __px_bits_of (KEY) __bits;					\
    const __bits __sign = (__bits) 1 << (8 * sizeof (KEY) - 1);		\
    if (_Generic ((KEY) 0, float: 1, double: 1, default: 0))		\
      {									\
	union { KEY __k; __bits __b; } __u = { .__b = __b & __sign ? __b ^ __sign : ~__b }; \
	return __u.__k;							\
      }									\
    return __b ^ ((KEY) -1 < (KEY) 1 ? __sign : 0);			\
  }

/* PX_BLOCK_RADIX_RANK (name, threads, items): digits of 4 bits
     void name (const unsigned *digit, int *rank)   how many items of the block have a lesser
						    digit, or the same and stand before  */
#define PX_BLOCK_RADIX_RANK(NAME, THREADS, ITEMS)			\
  _Static_assert ((THREADS) * (ITEMS) < 65536, "a block ranks less than 65536 items"); \
  PX_BLOCK_SCAN (NAME##__sum, unsigned, PX_PLUS, THREADS, 8)		\
  __px_of_block (THREADS) void						\
  NAME (const unsigned *__digit __px_own, int *__rank __px_own)		\
  {									\
    /* Each thread counts in a column of its own: digits d and d + 8 in the halves of row	\
       d.  In the order of digit, thread, they are then summed: the low halves first.  */ \
    __shared unsigned __count[8 * (THREADS)];				\
    int __t __px_own = px_id (thread);					\
    unsigned __c[8] __px_own;						\
    __partition (thread, 1, unsigned *__p = __count + __t)		\
      __group (thread, 1)						\
	{								\
	  __px_unroll for (int __i = 0; __i < 8; __i++)			\
	    __p[__i * (THREADS)] = 0;					\
	  __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	    {								\
	      unsigned __d = __digit[__i], __shift = __d / 8 * 16;	\
	      unsigned __x = __p[__d % 8 * (THREADS)];			\
	      __rank[__i] = __x >> __shift & 0xffff;			\
	      __p[__d % 8 * (THREADS)] = __x + (1u << __shift);		\
	    }								\
	}								\
    __px_unroll for (int __i = 0; __i < 8; __i++)			\
      __c[__i] = __count[__t * 8 + __i];				\
    unsigned __low = NAME##__sum_exclusive (__c, 0) << 16;		\
    __partition (thread, 1, unsigned *__p = __count + __t * 8)		\
      __px_unroll for (int __i = 0; __i < 8; __i++)			\
	__p[__i] = __c[__i] + __low;					\
    __px_unroll for (int __i = 0; __i < (ITEMS); __i++)			\
      __rank[__i] += __count[__digit[__i] % 8 * (THREADS) + __t] >> __digit[__i] / 8 * 16 & 0xffff; \
  }

/* PX_BLOCK_RADIX_SORT (name, key, threads, items): stable, in place, of keys of an arithmetic
   type, by all their bits
     void name (key *k)              ascending
     void name_descending (key *k)
     void name_bits (key *k, from, to, invert)   by bits FROM to TO - 1, as unsigned numbers
						 from __px_key_bits; descending if INVERT is ~0
   PX_BLOCK_RADIX_SORT_PAIRS (name, key, value, threads, items): values go along
     void name (key *k, value *v)    and so on  */
#define PX_BLOCK_RADIX_SORT(NAME, KEY, THREADS, ITEMS)			\
  __px_radix_sort (NAME, KEY, (KEY *__k __px_own), (__k), (__k, __from, __to, __invert), \
		   (KEY *__k __px_own, int __from, int __to, unsigned __invert), , THREADS, ITEMS)
#define PX_BLOCK_RADIX_SORT_PAIRS(NAME, KEY, VALUE, THREADS, ITEMS)	\
  PX_BLOCK_EXCHANGE (NAME##__values, VALUE, THREADS, ITEMS)		\
  __px_radix_sort (NAME, KEY, (KEY *__k __px_own, VALUE *__v __px_own), (__k, __v), (__k, __v, __from, __to, __invert), \
		   (KEY *__k __px_own, VALUE *__v __px_own, int __from, int __to, unsigned __invert), \
		   NAME##__values_scatter (__v, __rank), THREADS, ITEMS)

#define __px_radix_sort(NAME, KEY, PARAMETERS, ARGUMENTS, BITS_ARGUMENTS, BITS_PARAMETERS, VALUES, THREADS, ITEMS) \
  __px_key_bits (NAME##__bits_of, KEY)					\
  PX_BLOCK_RADIX_RANK (NAME##__rank, THREADS, ITEMS)			\
  PX_BLOCK_EXCHANGE (NAME##__keys, KEY, THREADS, ITEMS)			\
  __px_of_block (THREADS) void						\
  NAME##_bits BITS_PARAMETERS						\
  {									\
    for (int __at = __from; __at < __to; __at += 4)			\
      {									\
	unsigned __digit[ITEMS] __px_own;				\
	int __rank[ITEMS] __px_own;					\
	unsigned __mask = __to - __at < 4 ? (1u << (__to - __at)) - 1 : 15; \
	__px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	  __digit[__i] = (unsigned) ((NAME##__bits_of (__k[__i]) >> __at) ^ __invert) & __mask; \
	NAME##__rank (__digit, __rank);					\
	NAME##__keys_scatter (__k, __rank);				\
	VALUES;								\
      }									\
  }									\
  __px_of_block (THREADS) void						\
  NAME PARAMETERS							\
  {									\
    const int __from = 0, __to = 8 * sizeof (KEY);			\
    const unsigned __invert = 0;					\
    NAME##_bits BITS_ARGUMENTS;						\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_descending PARAMETERS						\
  {									\
    const int __from = 0, __to = 8 * sizeof (KEY);			\
    const unsigned __invert = ~0u;					\
    NAME##_bits BITS_ARGUMENTS;						\
  }

/* PX_BLOCK_MERGE_SORT (name, key, value, less, threads, items): stable, in place, of any type
     void name (key *k, value *v)
     void name_keys (key *k)
   THREADS is a power of two.  */
#define PX_BLOCK_MERGE_SORT(NAME, KEY, VALUE, LESS, THREADS, ITEMS)	\
  _Static_assert (((THREADS) & ((THREADS) - 1)) == 0, "the threads are a power of two"); \
  PX_THREAD_SORT (NAME##__thread, KEY, VALUE, LESS, ITEMS)		\
  PX_THREAD_SEARCH (NAME##__search, KEY, LESS)				\
  PX_BLOCK_EXCHANGE (NAME##__values, VALUE, THREADS, ITEMS)		\
  /* Runs of HALF threads are merged by twos; FROM[i] is where item i was.  */ \
  __px_of_block (THREADS) void						\
  NAME##__merge (KEY *__k __px_own, int *__from __px_own, int __half)	\
  {									\
    __shared KEY __s[(THREADS) * (ITEMS)];				\
    int __t __px_own = px_id (thread);					\
    __partition (thread, 1, KEY *__p = __s + __t * (ITEMS))		\
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	__p[__i] = __k[__i];						\
    __group (thread, 1)							\
      {									\
	int __n = __half * (ITEMS), __first = (__t & -(2 * __half)) * (ITEMS), __d = __t * (ITEMS) - __first; \
	const KEY *__a = __s + __first, *__b = __a + __n;		\
	int __i = NAME##__search_merge (__a, __n, __b, __n, __d), __j = __d - __i; \
	__px_unroll for (int __o = 0; __o < (ITEMS); __o++)		\
	  {								\
	    int __of_b = __i >= __n || (__j < __n && LESS (__b[__j], __a[__i])); \
	    int __at = __of_b ? __n + __j++ : __i++;			\
	    __k[__o] = __a[__at];					\
	    __from[__o] = __first + __at;				\
	  }								\
      }									\
  }									\
  __px_of_block (THREADS) void						\
  NAME (KEY *__k __px_own, VALUE *__v __px_own)				\
  {									\
    int __from[ITEMS] __px_own;						\
    __group (thread, 1)							\
      NAME##__thread (__k, __v);					\
    for (int __half = 1; __half < (THREADS); __half *= 2)		\
      {									\
	NAME##__merge (__k, __from, __half);				\
	NAME##__values_gather (__v, __from);				\
      }									\
  }									\
  __px_of_block (THREADS) void						\
  NAME##_keys (KEY *__k __px_own)					\
  {									\
    int __from[ITEMS] __px_own;						\
    __group (thread, 1)							\
      NAME##__thread_keys (__k);					\
    for (int __half = 1; __half < (THREADS); __half *= 2)		\
      NAME##__merge (__k, __from, __half);				\
  }

/* PX_BLOCK_MERGE (name, type, less, threads, items)
     void name (a, na, b, nb, type *v)   A and B, in order, of NA and NB elements, all threads'
					 items together at least; V becomes them merged,
					 blocked: what is behind NA + NB stays  */
#define PX_BLOCK_MERGE(NAME, TYPE, LESS, THREADS, ITEMS)		\
  PX_THREAD_SEARCH (NAME##__search, TYPE, LESS)				\
  __px_of_block (THREADS) void						\
  NAME (const TYPE *__a, int __na, const TYPE *__b, int __nb, TYPE *__v __px_own) \
  {									\
    int __t __px_own = px_id (thread);					\
    __group (thread, 1)							\
      if (__t * (ITEMS) < __na + __nb)					\
	{								\
	  int __d = __t * (ITEMS);					\
	  int __i = NAME##__search_merge (__a, __na, __b, __nb, __d), __j = __d - __i; \
	  __px_unroll for (int __o = 0; __o < (ITEMS); __o++)		\
	    if (__d + __o < __na + __nb)				\
	      {								\
		int __of_b = __i >= __na || (__j < __nb && LESS (__b[__j], __a[__i])); \
		__v[__o] = __of_b ? __b[__j++] : __a[__i++];		\
	      }								\
	}								\
  }

/* PX_BLOCK_TOP_K (name, key, threads, items)
     key name_largest (const key *k, n)     the N-th largest key of the block, 1 to all of them
     key name_smallest (const key *k, n)
   Of a key that occurs more than once each counts.  */
#define PX_BLOCK_TOP_K(NAME, KEY, THREADS, ITEMS)			\
  __px_key_bits (NAME##__bits_of, KEY)					\
  PX_BLOCK_REDUCE (NAME##__sum, int, PX_PLUS, THREADS, 1)		\
  PX_BLOCK_REDUCE (NAME##__one, int, PX_LEAST, THREADS, 1)		\
  /* Bit by bit from the highest: how many keys have these bits and a 1?  */ \
  __px_of_block (THREADS) KEY						\
  NAME##__select (const KEY *__k __px_own, int __n, unsigned __invert)	\
  {									\
    typedef __px_bits_of (KEY) __bits;					\
    const __bits __flip = __invert ? ~(__bits) 0 : 0;			\
    __shared KEY __found;						\
    int __t __px_own = px_id (thread);					\
    __bits __prefix = 0, __mask = 0;					\
    for (int __at = 8 * sizeof (KEY) - 1; __at >= 0; __at--)		\
      {									\
	__bits __bit = (__bits) 1 << __at;				\
	int __c __px_own = 0;						\
	__mask |= __bit;						\
	__px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	  __c += ((NAME##__bits_of (__k[__i]) ^ __flip) & __mask) == (__prefix | __bit); \
	int __have = NAME##__sum (&__c);				\
	if (__n <= __have)						\
	  __prefix |= __bit;						\
	else								\
	  __n -= __have;						\
      }									\
    int __who __px_own = (THREADS);					\
    KEY __mine __px_own = __k[0];					\
    __group (thread, 1)							\
      __px_unroll for (int __i = 0; __i < (ITEMS); __i++)		\
	if (((NAME##__bits_of (__k[__i]) ^ __flip) & __mask) == __prefix) \
	  {								\
	    __who = __t;						\
	    __mine = __k[__i];						\
	  }								\
    int __first = NAME##__one (&__who);					\
    __partition (thread, 1, KEY *__p = &__found + (__t - __first))	\
      __group (thread, 1)						\
	if (__t == __first)						\
	  *__p = __mine;						\
    return __found;							\
  }									\
  __px_of_block (THREADS) KEY						\
  NAME##_largest (const KEY *__k __px_own, int __n)			\
  {									\
    return NAME##__select (__k, __n, 0);				\
  }									\
  __px_of_block (THREADS) KEY						\
  NAME##_smallest (const KEY *__k __px_own, int __n)			\
  {									\
    return NAME##__select (__k, __n, 1);				\
  }

#endif
