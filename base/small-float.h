/* SPDX-License-Identifier: MIT */
/* Floating-point formats that are narrower than float, of 1 + EXPONENT + MANTISSA bits, for the
   runtime's conversions on the host and for the emulator.  Their numbers are exact in float.  The
   machine's rounding mode does not matter, but it must not read subnormal floats as zero.  */
#ifndef PX_SMALL_FLOAT_H
#define PX_SMALL_FLOAT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* INFINITE: the largest exponent is that of infinity and NaN, as in IEEE 754.  Otherwise the format
   has no infinity, and its largest number alone is NaN (PTX ISA 5.2.3, e4m3).  */
struct px_small_float
{
  int exponent, mantissa;
  bool infinite;
};
#define PX_BINARY16 ((const struct px_small_float){ 5, 10, true })
#define PX_BFLOAT16 ((const struct px_small_float){ 8, 7, true })
#define PX_TF32 ((const struct px_small_float){ 8, 10, true })
#define PX_E5M2 ((const struct px_small_float){ 5, 2, true })
#define PX_E4M3 ((const struct px_small_float){ 4, 3, false })

/* To the nearest number, ties to the even one; down; up; to zero; to the nearest, ties away from
   zero.  */
enum px_rounding
{
  PX_ROUND_NEAREST,
  PX_ROUND_DOWN,
  PX_ROUND_UP,
  PX_ROUND_ZERO,
  PX_ROUND_AWAY
};

/* Returns V in format F, in the low bits.  What is too large becomes the largest number if it is
   rounded towards zero or if SATURATE, else infinite, or NaN where there is no infinity.  NaN is all
   ones without the sign.  */
static inline uint32_t
px_small_float_bits (struct px_small_float f, double v, enum px_rounding round, bool saturate)
{
  uint64_t bits;
  memcpy (&bits, &v, sizeof bits);
  bool negative = bits >> 63;
  uint32_t sign = (uint32_t) negative << (f.exponent + f.mantissa);
  uint32_t infinity = ((1u << f.exponent) - 1) << f.mantissa, ones = (1u << f.mantissa) - 1;
  uint32_t most = f.infinite ? infinity - 1 : infinity + ones - 1;
  int biased = bits >> 52 & 0x7ff, e = (biased ? biased : 1) - 1023;
  int least = 2 - (1 << (f.exponent - 1)); /* exponent of the least number with a leading 1 */

  if (v != v)
    return infinity | ones;
  if (biased < 0x7ff)
    {
      /* V = M * 2^(E - 52), without the sign.  54 dropped bits are more than M has, which is then
	 less than half of the last place, as it is with more.  */
      uint64_t m = (bits & 0xfffffffffffff) | (uint64_t) (biased > 0) << 52;
      int drop = 52 - f.mantissa + (e < least ? least - e : 0);
      drop = drop < 54 ? drop : 54;
      uint64_t half = (uint64_t) 1 << (drop - 1), rest = m & (2 * half - 1), n = m >> drop;
      n += round == PX_ROUND_NEAREST ? rest > half || (rest == half && n & 1)
	   : round == PX_ROUND_AWAY  ? rest >= half
	   : round == PX_ROUND_DOWN  ? negative && rest
	   : round == PX_ROUND_UP    ? !negative && rest
				     : 0;
      /* N has the leading 1, if there is one, which adds 1 to the exponent.  */
      n += (uint64_t) (e < least ? 0 : e - least) << f.mantissa;
      if (n <= most)
	return sign | (uint32_t) n;
      saturate |= !(round == PX_ROUND_NEAREST || round == PX_ROUND_AWAY
		    || (round == PX_ROUND_DOWN && negative) || (round == PX_ROUND_UP && !negative));
    }
  return sign | (saturate ? most : f.infinite ? infinity : infinity | ones);
}

/* Returns the number of format F that BITS, without other bits, are.  A NaN keeps its bits where the
   format has several.  */
static inline float
px_small_float_value (struct px_small_float f, uint32_t bits)
{
  uint32_t magnitude = bits & ((1u << (f.exponent + f.mantissa)) - 1);
  uint32_t infinity = ((1u << f.exponent) - 1) << f.mantissa, ones = (1u << f.mantissa) - 1;
  bool special = f.infinite ? magnitude >= infinity : magnitude == (infinity | ones);
  /* Puts exponent and mantissa at the places of a float's, then multiplies by 2 to the power of the difference
     between the biases.  That is exact also for a number without a leading 1, for formats of
     fewer than 8 bits of exponent; 8 bits have float's bias.  */
  uint32_t up = (uint32_t) (127 + 128 - (1 << (f.exponent - 1))) << 23,
	   m = magnitude << (23 - f.mantissa);
  float number, factor;
  if (special)
    m = f.infinite ? m | 0x7f800000 : 0x7fffffff;
  else if (f.exponent < 8)
    {
      memcpy (&number, &m, sizeof m);
      memcpy (&factor, &up, sizeof up);
      number *= factor;
      memcpy (&m, &number, sizeof m);
    }
  m |= (bits >> (f.exponent + f.mantissa) & 1) << 31;
  memcpy (&number, &m, sizeof m);
  return number;
}

#endif
