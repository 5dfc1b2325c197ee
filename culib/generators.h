/* SPDX-License-Identifier: MIT */
/* generators.c: sequences of random and quasirandom numbers.  */
#ifndef CULIB_GENERATORS_H
#define CULIB_GENERATORS_H

#include <stdbool.h>
#include <stdint.h>

enum { XORWOW_PLACES = 4096, MRG_PLACES = 81920, PHILOX_PLACES = 65536, SOBOL_DIMENSIONS = 20000 };

/* XORWOW (Marsaglia 2003) and MRG32k3a (L'Ecuyer 1999) take numbers in turn from subsequences
   of one sequence, which start 2^67 and 2^76 apart: number n is from subsequence n modulo their
   number.  */
struct xorwow { uint32_t v[5], d; };
struct mrg { uint64_t s1[3], s2[3]; };

/* Sets S[i] to subsequence i of the sequence that SEED starts, after SKIP numbers.  */
void xorwow_start (struct xorwow s[XORWOW_PLACES], uint64_t seed, uint64_t skip);
uint32_t xorwow_next (struct xorwow *s);
void mrg_start (struct mrg s[MRG_PLACES], uint64_t seed, uint64_t skip);
/* In 1 to 2^32 - 209.  */
uint32_t mrg_next (struct mrg *s);

/* Number N of Philox4x32-10 (Salmon 2011) with the key SEED: four numbers of each subsequence
   in turn.  */
uint32_t philox (uint64_t seed, uint64_t n);

struct mt { uint32_t s[624]; int at; };
void mt_start (struct mt *m, uint32_t seed);
uint32_t mt_next (struct mt *m);

/* Sobol's sequence: returns the direction vectors of dimension D < SOBOL_DIMENSIONS for numbers
   of BITS bits, the first one at the top; SCRAMBLED: multiplied by a random triangular matrix.
   NULL if out of memory.  */
const uint64_t *sobol_vectors (unsigned d, int bits, bool scrambled);
/* Returns what is added to dimension D of a scrambled sequence.  */
uint64_t sobol_constant (unsigned d, int bits);

#endif
