/* SPDX-License-Identifier: MIT */
/* Collectives of a warp, or of WIDTH threads of one, a power of two up to 32
   (px/collective.h says how all of them are made).  Each needs thread (WIDTH).  */
#ifndef PX_WARP_H
#define PX_WARP_H

#include <px/thread.h>

#pragma GCC system_header

/* What V has in 32-bit words, and back: a number all at once, else word by word.  Some versions of GCC
   do it in memory if the parts that are copied are not those that are used.  */
#define __px_number(V, SIZE)						\
  (sizeof V == SIZE && __builtin_classify_type (V) != __builtin_classify_type ((struct { int x; }) { 0 }) \
   && __builtin_classify_type (V) != __builtin_classify_type ((union { int x; }) { 0 }))

/* Words W[N] = the bytes of V, then zeros; the variables are AT.  */
#define __px_split(W, N, V, AT)						\
  if (sizeof V == 1)							\
    {									\
      unsigned char __part AT;						\
      __builtin_memcpy (&__part, &V, 1);				\
      W[0] = __part;							\
    }									\
  else if (sizeof V == 2)						\
    {									\
      unsigned short __part AT;						\
      __builtin_memcpy (&__part, &V, 2);				\
      W[0] = __part;							\
    }									\
  else if (__px_number (V, 8))						\
    {									\
      unsigned long __both AT;						\
      __builtin_memcpy (&__both, &V, sizeof V <= 8 ? sizeof V : 8);	\
      W[0] = (unsigned) __both;						\
      W[N / 2] = (unsigned) (__both >> 32);				\
    }									\
  else									\
    {									\
      W[N - 1] = 0;							\
      __px_unroll for (int __i = 0; __i < N; __i++)			\
	__builtin_memcpy (&W[__i], (const char *) &V + 4 * __i,		\
			  __i + 1 < N ? 4 : sizeof V - 4 * (N - 1));	\
    }

/* V = the bytes of words W[N]; a variable is AT.  */
#define __px_join(V, W, N, AT)						\
  if (__px_number (V, 8))						\
    {									\
      unsigned long __both AT = W[0] | (unsigned long) W[N / 2] << 32;	\
      __builtin_memcpy (&V, &__both, sizeof V <= 8 ? sizeof V : 8);	\
    }									\
  else									\
    __px_unroll for (int __i = 0; __i < N; __i++)			\
      __builtin_memcpy ((char *) &V + 4 * __i, &W[__i], __i + 1 < N ? 4 : sizeof V - 4 * (N - 1));

/* Each word of a TYPE by SHUFFLE, an intrinsic that knows __w[__i].  */
#define __px_words(NAME, TYPE, WIDTH, AT, RESULT, PARAMETERS, SHUFFLE)	\
  __px_of_warp (WIDTH) TYPE RESULT					\
  NAME PARAMETERS							\
  {									\
    enum { __N = (sizeof (TYPE) + 3) / 4 };				\
    unsigned __w[__N] AT;						\
    TYPE __r AT;							\
    __px_split (__w, __N, __v, AT)					\
    __px_unroll for (int __i = 0; __i < __N; __i++)			\
      __w[__i] = SHUFFLE;						\
    __px_join (__r, __w, __N, AT)					\
    return __r;								\
  }

/* PX_WARP_SHUFFLE (name, type, width): V of another thread.
     type name_up (v, by)       of the one BY below; its own if there is none
     type name_down (v, by)     of the one BY above; its own if there is none
     type name_xor (v, mask)    of the one whose number is this one's xor MASK
     type name_index (v, from)  of thread FROM, modulo WIDTH
     type name_broadcast (v)    of thread 0; lives at thread[width]  */
#define PX_WARP_SHUFFLE(NAME, TYPE, WIDTH)				\
  __px_words (NAME##_up, TYPE, WIDTH, __px_own, __px_own, (TYPE __v __px_own, int __by __px_own), \
	      px_shfl_up (__w[__i], __by, WIDTH))			\
  __px_words (NAME##_down, TYPE, WIDTH, __px_own, __px_own, (TYPE __v __px_own, int __by __px_own), \
	      px_shfl_down (__w[__i], __by, WIDTH))			\
  __px_words (NAME##_xor, TYPE, WIDTH, __px_own, __px_own, (TYPE __v __px_own, int __mask __px_own), \
	      px_shfl_xor (__w[__i], __mask, WIDTH))			\
  __px_words (NAME##_index, TYPE, WIDTH, __px_own, __px_own, (TYPE __v __px_own, int __from __px_own), \
	      px_shfl_idx (__w[__i], __from, WIDTH))			\
  __px_of_warp (WIDTH) TYPE						\
  NAME##_broadcast (TYPE __v __px_own)					\
  {									\
    enum { __N = (sizeof (TYPE) + 3) / 4 };				\
    unsigned __w[__N] __px_own, __all[__N];				\
    TYPE __r;								\
    __px_split (__w, __N, __v, __px_own)				\
    __px_unroll for (int __i = 0; __i < __N; __i++)			\
      __all[__i] = px_broadcast (__w[__i], WIDTH);			\
    __px_join (__r, __all, __N, )					\
    return __r;								\
  }

/* PX_WARP_REDUCE (name, type, op, width)
     type name (v)           of all threads, in their order; lives at thread[width]
     type name_some (v, n)   of the first N threads, 1 to WIDTH  */
#define PX_WARP_REDUCE(NAME, TYPE, OP, WIDTH)				\
  PX_WARP_SHUFFLE (NAME##__shuffle, TYPE, WIDTH)			\
  __px_of_warp (WIDTH) TYPE						\
  NAME##_some (TYPE __v __px_own, int __n)				\
  {									\
    int __t __px_own = px_id (thread);					\
    /* Thread t has the result of 2^k threads from t on.  */		\
    __px_unroll for (int __k = 0; __k < __builtin_ctz (WIDTH); __k++)	\
      {									\
	TYPE __x __px_own = NAME##__shuffle_down (__v, 1 << __k);	\
	__group (thread, 1)						\
	  if (__t + (1 << __k) < __n)					\
	    __v = OP (__v, __x);					\
      }									\
    return NAME##__shuffle_broadcast (__v);				\
  }									\
  __px_of_warp (WIDTH) TYPE						\
  NAME (TYPE __v __px_own)						\
  {									\
    __px_unroll for (int __k = 0; __k < __builtin_ctz (WIDTH); __k++)	\
      {									\
	TYPE __x __px_own = NAME##__shuffle_down (__v, 1 << __k);	\
	__v = OP (__v, __x);						\
      }									\
    return NAME##__shuffle_broadcast (__v);				\
  }

/* PX_WARP_SCAN (name, type, op, width): in place.
     type name_inclusive (type *v)          v op'ed with those of all threads below; of all
     type name_exclusive (type *v, first)   FIRST op those of all threads below; of all,
					    without FIRST
   The results live at thread[width].  */
#define PX_WARP_SCAN(NAME, TYPE, OP, WIDTH)				\
  PX_WARP_SHUFFLE (NAME##__shuffle, TYPE, WIDTH)			\
  __px_of_warp (WIDTH) void						\
  NAME##__steps (TYPE *__v __px_own)					\
  {									\
    int __t __px_own = px_id (thread);					\
    TYPE __s __px_own = *__v;						\
    __px_unroll for (int __k = 0; __k < __builtin_ctz (WIDTH); __k++)	\
      {									\
	TYPE __x __px_own = NAME##__shuffle_up (__s, 1 << __k);		\
	__group (thread, 1)						\
	  if (__t >= 1 << __k)						\
	    __s = OP (__x, __s);					\
      }									\
    *__v = __s;								\
  }									\
  __px_of_warp (WIDTH) TYPE						\
  NAME##_inclusive (TYPE *__v __px_own)					\
  {									\
    NAME##__steps (__v);						\
    return NAME##__shuffle_broadcast (NAME##__shuffle_index (*__v, (WIDTH) - 1)); \
  }									\
  __px_of_warp (WIDTH) TYPE						\
  NAME##_exclusive (TYPE *__v __px_own, TYPE __first)			\
  {									\
    int __t __px_own = px_id (thread);					\
    TYPE __all = NAME##_inclusive (__v);				\
    TYPE __x __px_own = NAME##__shuffle_up (*__v, 1);			\
    __group (thread, 1)							\
      *__v = __t ? OP (__first, __x) : __first;				\
    return __all;							\
  }

#endif
