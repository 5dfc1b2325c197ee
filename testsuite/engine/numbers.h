/* SPDX-License-Identifier: MIT */
/* Elements of matrices: their types, values and random ones, for tests of matrix
   instructions.  After testsuite/engine/t.h.  */
#include <math.h>

enum type { F16, BF16, TF32, E4M3, E5M2, S8, U8, S4, U4, B1, F64, F32, S32 };
static const char *const type_name[] = {
  "f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8", "s4", "u4", "b1", "f64", "f32", "s32"
};
static const unsigned type_bits[] = { 16, 16, 32, 8, 8, 8, 8, 4, 4, 1, 64, 32, 32 };

/* A number with E exponent bits and M of mantissa.  */
static double
small_float (uint32_t v, int e, int m)
{
  uint32_t exp = v >> m & ((1u << e) - 1), man = v & ((1u << m) - 1);
  int bias = (1 << (e - 1)) - 1;
  double x = exp ? ldexp (1 + ldexp (man, -m), (int) exp - bias) : ldexp (man, 1 - bias - m);
  return v >> (e + m) & 1 ? -x : x;
}

static double
value_of (enum type t, uint64_t v)
{
  float f;
  double d;
  uint32_t u = v;
  switch (t)
    {
    case F16: return small_float (v & 0xffff, 5, 10);
    case BF16: return small_float (v & 0xffff, 8, 7);
    case TF32: return small_float ((uint32_t) v >> 13, 8, 10);
    case E4M3: return small_float (v & 255, 4, 3);
    case E5M2: return small_float (v & 255, 5, 2);
    case S8: return (int8_t) v;
    case U8: return v & 255;
    case S4: return (int) ((v & 15) ^ 8) - 8;
    case U4: return v & 15;
    case B1: return v & 1;
    case F64: memcpy (&d, &v, 8); return d;
    case F32: memcpy (&f, &u, 4); return f;
    default: return (int32_t) v;
    }
}

/* Random bits of a number of T that is neither special nor extreme.  */
static uint64_t
random_bits (enum type t)
{
  uint64_t r = rnd ();
  switch (t)
    {
    case F16: return (r & 0x83ff) | (10 + r / 65536 % 8) << 10;
    case BF16: return (r & 0x807f) | (122 + r / 65536 % 9) << 7;
    case TF32: case F32: return (r & 0x807fffff) | (uint32_t) (122 + (r >> 40) % 9) << 23;
    case E4M3: return (r & 0x87) | (r >> 16) % 10 << 3;
    case E5M2: return (r & 0x83) | (8 + r / 65536 % 10) << 2;
    case F64: return (r & 0x800fffffffffffff) | (uint64_t) (1020 + (rnd () & 7)) << 52;
    case B1: return r & 1;
    case S8: case U8: return r & 255;
    default: return r;
    }
}
