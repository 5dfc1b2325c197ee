/* SPDX-License-Identifier: MIT */
/* What the programs of this folder share: CUDA calls that must succeed, and results that
   must be so.  */
#ifndef CHECK_H
#define CHECK_H
#include <cstdio>
#include <cstdlib>

#define CUDA(call) \
  do \
    { \
      cudaError_t e_ = (call); \
      if (e_ != cudaSuccess) \
	{ \
	  printf ("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorName (e_)); \
	  exit (1); \
	} \
    } \
  while (0)

#define MUST(condition) \
  do \
    if (!(condition)) \
      { \
	printf ("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
	exit (1); \
      } \
  while (0)

static inline unsigned
next_random (unsigned *state)
{
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}
#endif
