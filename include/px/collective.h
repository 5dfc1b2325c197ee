/* SPDX-License-Identifier: MIT */
/* The library of collectives: what all of its headers share, and how it is made.

     thread.h    arrays of one thread        thread (1)
     warp.h      2 to 32 threads             thread (width)
     block.h     a block                     block (1), threads (threads)
     cluster.h   the blocks of a cluster     cluster (blocks), threads (threads)
     device.h    kernels, and host functions that launch them
     library.h   all of them

   One way for everything.  Each algorithm is a macro that defines it for a type, an operator
   and sizes, at file scope; the header itself declares nothing, so that a program pays for
   what it defines:

     PX_BLOCK_SCAN (sum, int, PX_PLUS, 256, 4)

   defines `sum_inclusive' and `sum_exclusive' of 4 numbers of each of 256 threads.  The
   macro's arguments are always in this order: the functions' name (alone, or the first part
   of several), types, operators, threads, items; sizes are integer constant expressions.

   What is defined are device functions, and their signatures say what there is to know:
   __requires the threads that take part, so that one thread cannot call what needs a warp
   (PX301); parameters and results where they live.  What each thread has of its own are
   arrays at thread[1] of ITEMS elements, changed in place; a single one is an array of one,
   `&v'.  Item i of thread t is element t * ITEMS + i of the unit ("blocked") unless it
   says striped: t + i * THREADS.  A result that all threads agree on lives at the unit.
   Shared memory and barriers are px's business: there are none in a signature.

   An operator is a macro or device function of two values, called as OP (a, b), which may be
   any of C's expressions; it must be associative, and need not commute: the elements keep
   their order.  Types may be structures.

   Names within the macros begin with two underscores, so that no argument meets them.  */
#ifndef PX_COLLECTIVE_H
#define PX_COLLECTIVE_H

#include <px.h>

#pragma GCC system_header       /* the macros' own noise; arguments still warn */

/* ---- operators -------------------------------------------------------- */

#define PX_PLUS(a, b)           ((a) + (b))
#define PX_TIMES(a, b)          ((a) * (b))
#define PX_MINUS(a, b)          ((a) - (b))
#define PX_LEAST(a, b)          ((b) < (a) ? (b) : (a))
#define PX_GREATEST(a, b)       ((a) < (b) ? (b) : (a))
#define PX_BITS_AND(a, b)       ((a) & (b))
#define PX_BITS_OR(a, b)        ((a) | (b))
#define PX_BITS_XOR(a, b)       ((a) ^ (b))
#define PX_EQUAL(a, b)          ((a) == (b))
#define PX_LESS(a, b)           ((a) < (b))
#define PX_GREATER(a, b)        ((b) < (a))

/* ---- for the headers themselves --------------------------------------- */

/* Each thread's own.  */
#define __px_own                __perspective (thread, 1)

/* An instance need not use all that its macro defines.  */
#define __px_unused             __attribute__ ((__unused__))

/* A function for one thread, for units of WIDTH threads, for blocks of THREADS.  */
#define __px_of_thread          __device __px_unused static inline
#define __px_of_warp(WIDTH)     __device __requires (thread (WIDTH)) __px_unused static inline
#define __px_of_block(THREADS) \
  __device __requires (block (1), threads (THREADS)) __px_unused static inline

/* Loops whose counter indexes an array of the thread's are unrolled whole, so that the
   array is in registers.  */
#define __px_unroll             _Pragma ("GCC unroll 1024")

/* A block of THREADS works in units of so many: of a warp, or of less where THREADS is no
   multiple of 32.  A power of two.  */
#define __px_width(THREADS)     (((THREADS) & -(THREADS)) > 32 ? 32 : ((THREADS) & -(THREADS)))

#endif
