/* SPDX-License-Identifier: MIT */
/* Each declaration names the parameters as it likes: its facts are over its own names.  */
/* { dg-do compile } */
#include <px.h>

#define BODY                                                                                       \
  {                                                                                                \
    int i __perspective (thread, 1) = px_id (thread);                                              \
    __partition (thread, 1, int *q = out + i)                                                      \
      __group (thread, 1)                                                                          \
        *q = 1;                                                                                    \
  }

__kernel __requires (threads (32)) __where (n > 0, extent (p, n)) void same (int n, int *p);
__kernel __requires (threads (32)) __where (k > 0, extent (q, k)) void same (int k, int *q);
__kernel void same (int any, int *);
__kernel __requires (threads (32)) __where (m > 0) __where (extent (out, m)) void same (int m, int *out) BODY

/* A parameter that is a function has parameters of its own.  */
__device __where (n > 0) int apply (int n, int (*f) (int n, int m), int m);
__device __where (m > 0) int apply (int m, int (*f) (int m, int n), int n);

/* The same words about another parameter.  */
__kernel __requires (threads (32)) __where (n > m) void swapped (int n, int m, int *out);	/* { dg-message {first declared here} } */
__kernel __requires (threads (32)) __where (n > m) void swapped (int m, int n, int *out)	/* { dg-error {'swapped' differs from that of its first declaration: __where[^\n]*PX606} } */
BODY

/* The first declaration's name is none of the second's.  */
__kernel __requires (threads (32)) __where (n > 0) void renamed (int n, int *out);
__kernel __requires (threads (32)) __where (n > 0) void renamed (int k, int *out);	/* { dg-error {'n' in '__where' is no parameter of 'renamed'[^\n]*PX609} } */

/* A type has no names.  */
typedef void function (int n, int *out);
__device __where (n > 0) function nameless;	/* { dg-error {'n' in '__where' is no parameter of 'nameless'[^\n]*PX609} } */
