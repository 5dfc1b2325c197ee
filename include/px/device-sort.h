/* SPDX-License-Identifier: MIT */
/* Histograms, sorts, merges of the whole device; what px/device.h says holds.  */
#ifndef PX_DEVICE_SORT_H
#define PX_DEVICE_SORT_H

#include <px/device-scan.h>

#pragma GCC system_header

/* PX_DEVICE_HISTOGRAM (name, type, bins): of an integer TYPE
     px_status name (const type *in, size_t n, unsigned *count, px_stream stream)
       COUNT[i] becomes how many elements are I, of 0 to BINS - 1; others do not count.
   BINS is 12288 at most, what the shared memory of every device holds.  */
#define PX_DEVICE_HISTOGRAM(NAME, TYPE, BINS)				\
  PX_BLOCK_HISTOGRAM (NAME##__bins, TYPE, BINS, __px_threads, 1)	\
  __px_kernel								\
  NAME##__kernel (const TYPE *__in, long __n, unsigned *__count)	\
  {									\
    int __i __px_own = px_id (thread), __all = px_units (thread);	\
    __group (block, 1)							\
      {									\
	__shared unsigned __s[BINS];					\
	int __t __px_own = px_id (thread);				\
	NAME##__bins_clear (__s);					\
	__group (thread, 1)						\
	  for (long __k = __i; __k < __n; __k += __all)			\
	    {								\
	      unsigned long __v = __in[__k];				\
	      if (__v < (BINS))						\
		px_atomic_add (&__s[__v], 1u);				\
	    }								\
	__group (thread, 1)						\
	  for (int __k = __t; __k < (BINS); __k += __px_threads)	\
	    if (__s[__k])						\
	      px_atomic_add (&__count[__k], __s[__k]);			\
      }									\
  }									\
  __px_unused static px_status				\
  NAME (const TYPE *__in, size_t __n, unsigned *__count, px_stream __stream) \
  {									\
    const struct px__array __arrays[] = {				\
      __px_argument ("in", __in, __n, TYPE, __px_most (TYPE), 0),	\
      __px_argument ("count", __count, (BINS), unsigned, (BINS), 1)	\
    };									\
    px_status __s = px__arrays (#NAME, 2, __arrays);			\
    if (__s || (__s = px_memset_async (__count, 0, (BINS) * sizeof *__count, __stream)) || !__n) \
      return __s;							\
    long __blocks = px__blocks (px_kernel (NAME##__kernel), __px_threads, \
				(__n + __px_threads - 1) / __px_threads); \
    return __blocks ? px_launch (px_with_stream (px_grid (__blocks, __px_threads), __stream), \
				 NAME##__kernel, __in, __n, __count)	\
		    : px_last_status ();				\
  }

/* PX_DEVICE_MERGE (name, type, less): stable; of equal elements A's come first
     px_status name (const type *a, size_t na, const type *b, size_t nb, type *out, px_stream stream)
       OUT, of NA + NB elements, becomes A and B, which are in order, in order.  */
#define PX_DEVICE_MERGE(NAME, TYPE, LESS)				\
  PX_BLOCK_STORE (NAME##__store, TYPE, __px_threads, __px_items (TYPE))	\
  PX_BLOCK_MERGE (NAME##__tile, TYPE, LESS, __px_threads, __px_items (TYPE)) \
  __px_kernel								\
  NAME##__kernel (const TYPE *__a, long __na, const TYPE *__b, long __nb, TYPE *__out) \
  {									\
    enum { __E = __px_items (TYPE), __TILE = __px_tile (TYPE) };	\
    long __tile __perspective (block, 1) = px_id (block);		\
    __partition (block, 1, TYPE *__o = __out + __tile * __TILE)		\
      __group (block, 1)						\
	{								\
	  __shared TYPE __s[__TILE];					\
	  __shared long __cut[2];					\
	  TYPE __v[__E] __px_own;					\
	  int __t __px_own = px_id (thread);				\
	  long __from = __tile * __TILE, __to = __na + __nb - __from < __TILE ? __na + __nb : __from + __TILE; \
	  __partition (thread, 1, long *__c = __cut + __t)		\
	    __group (thread, 1)						\
	      if (__t < 2)						\
		*__c = NAME##__tile__search_merge (__a, __na, __b, __nb, __t ? __to : __from); \
	  long __a0 = __cut[0], __b0 = __from - __a0;			\
	  int __ma = __cut[1] - __a0, __m = __to - __from;		\
	  __partition (thread, 1, TYPE *__p = __s + __t)		\
	    __group (thread, 1)						\
	      __px_unroll for (int __i = 0; __i < __E; __i++)		\
		{							\
		  int __k = __t + __i * __px_threads;			\
		  if (__k < __m)					\
		    __p[__i * __px_threads] = __k < __ma ? __a[__a0 + __k] : __b[__b0 + __k - __ma]; \
		}							\
	  NAME##__tile (__s, __ma, __s + __ma, __m - __ma, __v);	\
	  NAME##__store__exchange_to_striped (__v);			\
	  NAME##__store_striped_some (__o, __v, __m);			\
	}								\
  }									\
  __px_unused static px_status				\
  NAME (const TYPE *__a, size_t __na, const TYPE *__b, size_t __nb, TYPE *__out, px_stream __stream) \
  {									\
    const struct px__array __arrays[] = {				\
      __px_argument ("a", __a, __na, TYPE, __px_most (TYPE) / 2, 0),	\
      __px_argument ("b", __b, __nb, TYPE, __px_most (TYPE) / 2, 0),	\
      __px_argument ("out", __out, __na + __nb, TYPE, __px_most (TYPE), 1) \
    };									\
    px_status __s = px__arrays (#NAME, 3, __arrays);			\
    if (__s || !(__na + __nb))						\
      return __s;							\
    return px_launch (px_with_stream (px_grid ((__na + __nb + __px_tile (TYPE) - 1) / __px_tile (TYPE), \
					       __px_threads), __stream), \
		      NAME##__kernel, __a, (long) __na, __b, (long) __nb, __out); \
  }

/* PX_DEVICE_RADIX_SORT (name, key): stable, of keys of an arithmetic type, by all their bits
     px_status name (const key *in, size_t n, key *out, px_stream stream)
     px_status name_descending (the same)
     px_status name_first (in, n, out, size_t k, stream)           the K first in that order,
     px_status name_descending_first (the same)                    K <= N
   PX_DEVICE_RADIX_SORT_PAIRS (name, key, value)
     px_status name (const key *in, const value *in_values, size_t n, key *out, value *out_values,
		     px_stream stream), and so on

   Eight bits at a time: each tile is sorted by them in shared memory; the places of its digits
   are the sums over all tiles and lesser digits, which a scan finds; then the tile's runs of
   digits go to their places.  */
#define PX_DEVICE_RADIX_SORT(NAME, KEY)					\
  PX_BLOCK_RADIX_SORT (NAME##__tile, KEY, __px_threads, __px_items (KEY)) \
  __px_device_sort (NAME, KEY, char, (__k, __at, __at + 8, __invert), 0,	\
		    (const KEY *__in, size_t __n, KEY *__out, px_stream __stream), \
		    (const KEY *__in, size_t __n, KEY *__out, size_t __first, px_stream __stream), \
		    const char *__in_values = NULL; char *__out_values = NULL)
#define PX_DEVICE_RADIX_SORT_PAIRS(NAME, KEY, VALUE)			\
  PX_BLOCK_RADIX_SORT_PAIRS (NAME##__tile, KEY, VALUE, __px_threads, __px_items (KEY)) \
  __px_device_sort (NAME, KEY, VALUE, (__k, __v, __at, __at + 8, __invert), 1, \
		    (const KEY *__in, const VALUE *__in_values, size_t __n, KEY *__out, VALUE *__out_values, \
		     px_stream __stream),				\
		    (const KEY *__in, const VALUE *__in_values, size_t __n, KEY *__out, VALUE *__out_values, \
		     size_t __first, px_stream __stream), )

#define __px_device_sort(NAME, KEY, VALUE, SORT, PAIRS, PARAMETERS, SOME_PARAMETERS, NONE) \
  PX_BLOCK_LOAD (NAME##__keys, KEY, __px_threads, __px_items (KEY))	\
  PX_BLOCK_LOAD (NAME##__values, VALUE, __px_threads, __px_items (KEY))	\
  PX_BLOCK_HISTOGRAM (NAME##__bins, unsigned char, 256, __px_threads, __px_items (KEY)) \
  PX_BLOCK_SCAN (NAME##__sum, unsigned, PX_PLUS, __px_threads, 1)	\
  PX_DEVICE_SCAN (NAME##__places, unsigned long, PX_PLUS)		\
  __px_of_thread unsigned char						\
  NAME##__digit (KEY __k, int __at, unsigned __invert)			\
  {									\
    return (NAME##__tile__bits_of (__k) >> __at) ^ __invert;		\
  }									\
  /* How many of each digit a tile has, of all tiles together by digit.  */ \
  __px_kernel								\
  NAME##__count (const KEY *__in, long __n, int __at, unsigned __invert, unsigned long *__count) \
  {									\
    enum { __E = __px_items (KEY), __TILE = __px_tile (KEY) };		\
    int __tiles = px_units (block), __tile __perspective (block, 1) = px_id (block); \
    __partition (block, 1, unsigned long *__c = __count + __tile)	\
      __group (block, 1)						\
	{								\
	  __shared unsigned __s[256];					\
	  int __t __px_own = px_id (thread);				\
	  long __from = (long) __tile * __TILE;				\
	  KEY __k[__E] __px_own;					\
	  unsigned char __d[__E] __px_own;				\
	  NAME##__keys_striped_some (__in + __from, __k, __n - __from < __TILE ? __n - __from : __TILE, __in[0]); \
	  __px_unroll for (int __i = 0; __i < __E; __i++)		\
	    __d[__i] = NAME##__digit (__k[__i], __at, __invert);	\
	  NAME##__bins_clear (__s);					\
	  __group (thread, 1)						\
	    __px_unroll for (int __i = 0; __i < __E; __i++)		\
	      if (__t + __i * __px_threads < __n - __from)		\
		px_atomic_add (&__s[__d[__i]], 1u);			\
	  __partition (thread, 1, unsigned long *__p = __c + (long) __t * __tiles) \
	    *__p = __s[__t];						\
	}								\
  }									\
  __px_kernel								\
  NAME##__move (const KEY *__in, const VALUE *__in_values, long __n, int __at, unsigned __invert, \
		const unsigned long *__place, KEY *__out, VALUE *__out_values) \
  {									\
    enum { __E = __px_items (KEY), __TILE = __px_tile (KEY) };		\
    int __tiles = px_units (block), __tile __perspective (block, 1) = px_id (block); \
    KEY __k[__E] __px_own;						\
    VALUE __v[__E] __px_own;						\
    long __to[__E] __px_own;						\
    __group (block, 1)							\
      {									\
	__shared unsigned __start[256];					\
	int __t __px_own = px_id (thread);				\
	long __from = (long) __tile * __TILE;				\
	int __have = __n - __from < __TILE ? __n - __from : __TILE;	\
	unsigned char __d[__E] __px_own;				\
	/* Behind the last key stand ones that no key comes after.  */	\
	if (__have == __TILE)						\
	  NAME##__keys_transposed (__in + __from, __k);			\
	else								\
	  NAME##__keys_some (__in + __from, __k, __have, NAME##__tile__bits_of__back (__invert ? 0 : ~0ul)); \
	if (PAIRS)							\
	  {								\
	    if (__have == __TILE)					\
	      NAME##__values_transposed (__in_values + __from, __v);	\
	    else							\
	      NAME##__values_some (__in_values + __from, __v, __have, __in_values[__from]); \
	  }								\
	NAME##__tile_bits SORT;						\
	NAME##__keys__exchange_to_striped (__k);			\
	if (PAIRS)							\
	  NAME##__values__exchange_to_striped (__v);			\
	__px_unroll for (int __i = 0; __i < __E; __i++)			\
	  __d[__i] = NAME##__digit (__k[__i], __at, __invert);		\
	NAME##__bins_clear (__start);					\
	NAME##__bins_add (__d, __start);				\
	unsigned __s __px_own = __start[__t];				\
	NAME##__sum_exclusive (&__s, 0);				\
	__partition (thread, 1, unsigned *__p = __start + __t)		\
	  *__p = __s;							\
	__group (thread, 1)						\
	  __px_unroll for (int __i = 0; __i < __E; __i++)		\
	    {								\
	      int __l = __t + __i * __px_threads;			\
	      __to[__i] = -1;						\
	      if (__l < __have)						\
		__to[__i] = (long) __place[(long) __d[__i] * __tiles + __tile] + __l - __start[__d[__i]]; \
	    }								\
      }									\
    /* Disjoint: each key has a place of its own.  */			\
    __partition (thread, 1, KEY *__p = __out)				\
      __group (thread, 1)						\
	__px_unroll for (int __i = 0; __i < __E; __i++)			\
	  if (__to[__i] >= 0)						\
	    __p[__to[__i]] = __k[__i];					\
    if (PAIRS)								\
      __partition (thread, 1, VALUE *__p = __out_values)		\
	__group (thread, 1)						\
	  __px_unroll for (int __i = 0; __i < __E; __i++)		\
	    if (__to[__i] >= 0)						\
	      __p[__to[__i]] = __v[__i];				\
  }									\
  /* In passes between two buffers, of which the last one is OUT if all keys are wanted.  */ \
  static px_status							\
  NAME##__sort (const char *__name, const KEY *__in, const VALUE *__in_values, size_t __n, KEY *__out, \
		VALUE *__out_values, size_t __first, unsigned __invert, px_stream __stream) \
  {									\
    const struct px__array __arrays[] = {				\
      __px_argument ("in", __in, __n, KEY, __px_most (KEY), 0),		\
      __px_argument ("out", __out, __first, KEY, __n, 1),		\
      __px_argument ("in_values", __in_values, (PAIRS) ? __n : 0, VALUE, __px_most (KEY), 0), \
      __px_argument ("out_values", __out_values, (PAIRS) ? __first : 0, VALUE, __n, 1) \
    };									\
    px_status __s = px__arrays (__name, 4, __arrays);			\
    if (__s || !__first)						\
      return __s;							\
    enum { __PASSES = sizeof (KEY) };					\
    long __tiles = (__n + __px_tile (KEY) - 1) / __px_tile (KEY);	\
    size_t __counts = 256 * __tiles;					\
    unsigned long *__count = px_alloc_async (2 * __counts * sizeof *__count, __stream); \
    KEY *__k[2] = { NULL, NULL };					\
    VALUE *__v[2] = { NULL, NULL };					\
    for (int __i = 0; __i < 2; __i++)					\
      {									\
	__k[__i] = px_alloc_async (__n * sizeof (KEY), __stream);	\
	if (PAIRS)							\
	  __v[__i] = px_alloc_async (__n * sizeof (VALUE), __stream);	\
	if (!__k[__i] || ((PAIRS) && !__v[__i]))			\
	  __s = px_last_status ();					\
      }									\
    if (!__count)							\
      __s = px_last_status ();						\
    const KEY *__from = __in;						\
    const VALUE *__from_values = __in_values;				\
    for (int __i = 0; __i < __PASSES && !__s; __i++)			\
      {									\
	int __last = __i == __PASSES - 1 && __first == __n;		\
	KEY *__to = __last ? __out : __k[__i % 2];			\
	VALUE *__to_values = __last ? __out_values : __v[__i % 2];	\
	struct px_config __c = px_with_stream (px_grid (__tiles, __px_threads), __stream); \
	__s = px_launch (__c, NAME##__count, __from, (long) __n, 8 * __i, __invert, __count); \
	if (!__s)							\
	  __s = NAME##__places_exclusive (__count, __counts, 0, __count + __counts, __stream); \
	if (!__s)							\
	  __s = px_launch (__c, NAME##__move, __from, __from_values, (long) __n, 8 * __i, __invert, \
			   __count + __counts, __to, __to_values);	\
	__from = __to;							\
	__from_values = __to_values;					\
      }									\
    if (!__s && __first < __n)						\
      __s = px_copy_async (__out, __from, __first * sizeof (KEY), __stream); \
    if (!__s && __first < __n && (PAIRS))				\
      __s = px_copy_async (__out_values, __from_values, __first * sizeof (VALUE), __stream); \
    void *const __space[] = { __count, __k[0], __k[1], __v[0], __v[1] }; \
    for (int __i = 0; __i < 5; __i++)					\
      {									\
	px_status __freed = px_free_async (__space[__i], __stream);	\
	__s = __s ? __s : __freed;					\
      }									\
    return __s;								\
  }									\
  __px_sort_entry (NAME, NAME, PARAMETERS, __n, 0, NONE)		\
  __px_sort_entry (NAME, NAME##_descending, PARAMETERS, __n, ~0u, NONE)	\
  __px_sort_entry (NAME, NAME##_first, SOME_PARAMETERS, __first, 0, NONE) \
  __px_sort_entry (NAME, NAME##_descending_first, SOME_PARAMETERS, __first, ~0u, NONE)

#define __px_sort_entry(NAME, ENTRY, PARAMETERS, FIRST, INVERT, NONE)	\
  __px_unused static px_status				\
  ENTRY PARAMETERS							\
  {									\
    NONE;								\
    return NAME##__sort (#ENTRY, __in, __in_values, __n, __out, __out_values, FIRST, INVERT, __stream); \
  }

#endif
