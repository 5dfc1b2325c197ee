/* SPDX-License-Identifier: MIT */
#include "culib/generators.h"

#include <stdlib.h>
#include <string.h>

/* ---- XORWOW: a linear map of 160 bits, and a sum ---- */

uint32_t
xorwow_next (struct xorwow *s)
{
  uint32_t t = s->v[0] ^ s->v[0] >> 2, u = s->v[4];
  memmove (s->v, s->v + 1, 4 * sizeof *s->v);
  s->v[4] = u ^ u << 4 ^ t ^ t << 1;
  s->d += 362437;
  return s->v[4] + s->d;
}

/* A matrix over GF(2): row[i] is the image of bit i.  */
struct bits
{
  uint32_t row[160][5];
};

static void
bits_apply (const struct bits *m, uint32_t v[5])
{
  uint32_t r[5] = { 0 };
  for (int i = 0; i < 160; i++)
    if (v[i / 32] >> i % 32 & 1)
      for (int k = 0; k < 5; k++)
	r[k] ^= m->row[i][k];
  memcpy (v, r, sizeof r);
}

static void
bits_square (struct bits *m)
{
  struct bits r = *m;
  for (int i = 0; i < 160; i++)
    bits_apply (m, r.row[i]);
  *m = r;
}

void
xorwow_start (struct xorwow s[XORWOW_PLACES], uint64_t seed, uint64_t skip)
{
  struct bits m;
  uint32_t s0 = (uint32_t) seed ^ 0xaad26b49u, s1 = (uint32_t) (seed >> 32) ^ 0xf7dcefddu;
  uint32_t t0 = 1099087573u * s0, t1 = 2591861531u * s1;
  *s = (struct xorwow){ { 123456789u + t0, 362436069u ^ t0, 521288629u + t1, 88675123u ^ t1,
			  5783321u + t0 },
			6615241u + t1 + t0 };
  for (int i = 0; i < 160; i++)
    {
      struct xorwow one = { { 0 }, 0 };
      one.v[i / 32] = 1u << i % 32;
      xorwow_next (&one);
      memcpy (m.row[i], one.v, sizeof one.v);
    }
  s->d += 362437u * (uint32_t) skip;
  for (int i = 0; i < 67; i++)
    {
      if (i < 64 && skip >> i & 1)
	bits_apply (&m, s->v);
      bits_square (&m);
    }
  for (int i = 1; i < XORWOW_PLACES; i++)
    {
      s[i] = s[i - 1];
      bits_apply (&m, s[i].v);
    }
}

/* ---- MRG32k3a: two linear recurrences of three terms ---- */

static const uint64_t mrg_mod[2] = { 4294967087u, 4294944443u };

uint32_t
mrg_next (struct mrg *s)
{
  uint64_t m1 = mrg_mod[0], m2 = mrg_mod[1];
  uint64_t p = (1403580 * s->s1[1] + 810728 * (m1 - s->s1[0])) % m1;
  uint64_t q = (527612 * s->s2[2] + 1370589 * (m2 - s->s2[0])) % m2;
  s->s1[0] = s->s1[1], s->s1[1] = s->s1[2], s->s1[2] = p;
  s->s2[0] = s->s2[1], s->s2[1] = s->s2[2], s->s2[2] = q;
  return p <= q ? p + m1 - q : p - q;
}

static void
mrg_apply (uint64_t m[3][3], uint64_t v[3], uint64_t mod)
{
  uint64_t r[3];
  for (int i = 0; i < 3; i++)
    r[i] = (m[i][0] * v[0] % mod + m[i][1] * v[1] % mod + m[i][2] * v[2] % mod) % mod;
  memcpy (v, r, sizeof r);
}

static void
mrg_square (uint64_t m[3][3], uint64_t mod)
{
  uint64_t r[3][3];
  for (int j = 0; j < 3; j++)
    {
      uint64_t column[3] = { m[0][j], m[1][j], m[2][j] };
      mrg_apply (m, column, mod);
      for (int i = 0; i < 3; i++)
	r[i][j] = column[i];
    }
  memcpy (m, r, sizeof r);
}

void
mrg_start (struct mrg s[MRG_PLACES], uint64_t seed, uint64_t skip)
{
  uint64_t m1[3][3] = { { 0, 1, 0 }, { 0, 0, 1 }, { mrg_mod[0] - 810728, 1403580, 0 } };
  uint64_t m2[3][3] = { { 0, 1, 0 }, { 0, 0, 1 }, { mrg_mod[1] - 1370589, 0, 527612 } };
  uint64_t x = seed ? (uint32_t) seed ^ 0x55555555u : 1,
	   y = seed ? (uint32_t) (seed >> 32) ^ 0xaaaaaaaau : 1;
  for (int i = 0; i < 3; i++)
    {
      s->s1[i] = (i == 1 ? y : x) * 12345 % mrg_mod[0];
      s->s2[i] = (i == 1 ? x : y) * 12345 % mrg_mod[1];
    }
  for (int i = 0; i < 76; i++)
    {
      if (i < 64 && skip >> i & 1)
	{
	  mrg_apply (m1, s->s1, mrg_mod[0]);
	  mrg_apply (m2, s->s2, mrg_mod[1]);
	}
      mrg_square (m1, mrg_mod[0]);
      mrg_square (m2, mrg_mod[1]);
    }
  for (int i = 1; i < MRG_PLACES; i++)
    {
      s[i] = s[i - 1];
      mrg_apply (m1, s[i].s1, mrg_mod[0]);
      mrg_apply (m2, s[i].s2, mrg_mod[1]);
    }
}

/* ---- Philox4x32-10 ---- */

uint32_t
philox (uint64_t seed, uint64_t n)
{
  uint64_t turn = n / 4 / PHILOX_PLACES;
  uint32_t c[4] = { turn, turn >> 32, n / 4 % PHILOX_PLACES, 0 }, k[2] = { seed, seed >> 32 };
  for (int round = 0; round < 10; round++)
    {
      uint64_t a = 0xd2511f53ull * c[0], b = 0xcd9e8d57ull * c[2];
      uint32_t next[4]
	= { (uint32_t) (b >> 32) ^ c[1] ^ k[0], b, (uint32_t) (a >> 32) ^ c[3] ^ k[1], a };
      memcpy (c, next, sizeof c);
      k[0] += 0x9e3779b9u, k[1] += 0xbb67ae85u;
    }
  return c[n % 4];
}

/* ---- MT19937 (Matsumoto and Nishimura 1998) ---- */

void
mt_start (struct mt *m, uint32_t seed)
{
  m->s[0] = seed;
  for (int i = 1; i < 624; i++)
    m->s[i] = 1812433253u * (m->s[i - 1] ^ m->s[i - 1] >> 30) + i;
  m->at = 624;
}

uint32_t
mt_next (struct mt *m)
{
  if (m->at == 624)
    {
      for (int i = 0; i < 624; i++)
	{
	  uint32_t y = (m->s[i] & 0x80000000u) | (m->s[(i + 1) % 624] & 0x7fffffffu);
	  m->s[i] = m->s[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
	}
      m->at = 0;
    }
  uint32_t y = m->s[m->at++];
  y ^= y >> 11;
  y ^= y << 7 & 0x9d2c5680u;
  y ^= y << 15 & 0xefc60000u;
  return y ^ y >> 18;
}

/* ---- Sobol: dimension d > 0 has primitive polynomial d over GF(2), in order of degree and
   then of value, and odd initial numbers m[i] < 2^(i + 1): those of Joe and Kuo (2008) for the
   first dimensions, arbitrary ones for the others.  ---- */

static const uint8_t joe_kuo[][7] = { { 1 },
				      { 1, 3 },
				      { 1, 3, 1 },
				      { 1, 1, 1 },
				      { 1, 1, 3, 3 },
				      { 1, 3, 5, 13 },
				      { 1, 1, 5, 5, 17 },
				      { 1, 1, 5, 5, 5 },
				      { 1, 1, 7, 11, 19 },
				      { 1, 1, 5, 1, 1 },
				      { 1, 1, 1, 3, 11 },
				      { 1, 3, 5, 5, 31 },
				      { 1, 3, 3, 9, 7, 49 },
				      { 1, 1, 1, 15, 21, 21 },
				      { 1, 3, 1, 13, 27, 49 },
				      { 1, 1, 1, 15, 7, 5 },
				      { 1, 3, 1, 15, 13, 25 },
				      { 1, 1, 5, 5, 19, 61 },
				      { 1, 3, 7, 11, 23, 15, 103 },
				      { 1, 3, 7, 13, 13, 15, 69 } };
enum
{
  KNOWN = sizeof joe_kuo / sizeof *joe_kuo
};

/* Returns a pseudorandom function of X (SplitMix64).  */
static uint64_t
mixed (uint64_t x)
{
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/* Returns X * Y modulo the polynomial P of degree S.  */
static uint32_t
times (uint32_t x, uint32_t y, uint32_t p, int s)
{
  uint32_t r = 0;
  for (; y; y >>= 1, x = x << 1 ^ (x >> (s - 1) & 1 ? p : 0))
    if (y & 1)
      r ^= x;
  return r;
}

static uint32_t
power (uint32_t n, uint32_t p, int s)
{
  uint32_t r = 1, x = s == 1 ? 2 ^ p : 2;
  for (; n; n >>= 1, x = times (x, x, p, s))
    if (n & 1)
      r = times (r, x, p, s);
  return r;
}

/* Returns true if x has order 2^S - 1 modulo P.  */
static bool
primitive (uint32_t p, int s)
{
  uint32_t order = (1u << s) - 1, rest = order;
  if (power (order, p, s) != 1)
    return false;
  for (uint32_t q = 2; q <= rest; q++)
    if (rest % q == 0)
      {
	if (q != order && power (order / q, p, s) == 1)
	  return false;
	while (rest % q == 0)
	  rest /= q;
      }
  return true;
}

const uint64_t *
sobol_vectors (unsigned d, int bits, bool scrambled)
{
  static uint64_t *table[2][2]; /* by size, by scrambled: a row of BITS for each dimension */
  uint64_t **known = &table[bits == 64][scrambled];
  if (!*known)
    {
      uint64_t *v = malloc (sizeof *v * bits * SOBOL_DIMENSIONS), *row = v;
      uint32_t p = 1; /* the last polynomial, with its highest and lowest terms */
      int s = 0;
      if (!v)
	return NULL;
      for (unsigned j = 0; j < SOBOL_DIMENSIONS; j++, row += bits)
	{
	  uint64_t m[64];
	  if (j > 0)
	    do
	      {
		p += 2;
		if (p >> (s + 1))
		  s++, p = (1u << s) + 1;
	      }
	    while (!primitive (p, s));
	  for (int i = 0; i < bits; i++)
	    if (j == 0)
	      m[i] = 1;
	    else if (i < s)
	      m[i] = j <= KNOWN
		       ? joe_kuo[j - 1][i]
		       : (mixed ((uint64_t) j << 8 | i) >> 1 & ((1ull << (i + 1)) - 1)) | 1;
	    else
	      {
		m[i] = m[i - s];
		for (int k = 1; k <= s; k++)
		  if (p >> (s - k) & 1)
		    m[i] ^= m[i - k] << k;
	      }
	  for (int i = 0; i < bits; i++)
	    row[i] = m[i] << (bits - 1 - i);
	  if (scrambled)
	    for (int i = 0; i < bits; i++)
	      {
		uint64_t r = 0;
		for (int k = 0; k < bits;
		     k++) /* bit k of the matrix's column: the diagonal and below */
		  if (row[i] >> k & 1)
		    r ^= 1ull << k | (mixed (~((uint64_t) j << 8 | k)) & ((1ull << k) - 1));
		row[i] = r;
	      }
	}
      *known = v;
    }
  return *known + (size_t) d * bits;
}

uint64_t
sobol_constant (unsigned d, int bits)
{
  return mixed (0x5eed0000000000u + d) >> (64 - bits);
}
