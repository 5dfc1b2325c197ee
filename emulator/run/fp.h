/* SPDX-License-Identifier: MIT */
/* Floating point that the vectoriser sees through: canonical NaNs, minimum and
   maximum of IEEE 754-2019, rounding and flush-to-zero environments.  */
#ifndef PX_FP_H
#define PX_FP_H

/* PX_COMPILED: part of what compile.c writes, without headers.  */
#ifndef PX_COMPILED
#  include <stdint.h>
#  include <string.h>
#  ifdef __x86_64__
#    include <xmmintrin.h>
#  else
#    include <fenv.h>
#  endif
#endif

typedef float f32;
typedef double f64;

static inline f32
f32_of (uint32_t u)
{
  f32 f;
  memcpy (&f, &u, 4);
  return f;
}
static inline f64
f64_of (uint64_t u)
{
  f64 f;
  memcpy (&f, &u, 8);
  return f;
}
static inline uint32_t
bits_f32 (f32 f)
{
  uint32_t u;
  memcpy (&u, &f, 4);
  return u;
}
static inline uint64_t
bits_f64 (f64 f)
{
  uint64_t u;
  memcpy (&u, &f, 8);
  return u;
}

/* PTX ISA 9.7.3: single precision results are the canonical NaN.  Double
   precision gets its positive quiet one.  */
#define canon_nan_f32 f32_of (0x7fffffff)
#define canon_nan_f64 f64_of (0x7ff8000000000000)
#define canon_f32(x) \
  ({ \
    f32 x_ = (x); \
    x_ == x_ ? x_ : canon_nan_f32; \
  })
#define canon_f64(x) \
  ({ \
    f64 x_ = (x); \
    x_ == x_ ? x_ : canon_nan_f64; \
  })

/* f32 X to narrower types, as float_bits does it: to nearest even; tf32 to nearest, ties away.  */
#define near_even(a, n) ((a) + (((1u << ((n) -1)) - 1) + ((a) >> (n) &1)))
#define f16_of_f32(x) \
  ({ \
    uint32_t u_ = bits_f32 (x), a_ = u_ & 0x7fffffff, s_ = u_ >> 16 & 0x8000; \
    uint32_t low_ = bits_f32 (f32_of (a_) + 0.5f) - 0x3f000000; \
    uint32_t r_ = near_even (a_ - 0x38000000, 13) >> 13; \
    r_ = a_ < 0x38800000 ? low_ : r_; \
    r_ = a_ >= 0x477ff000 ? 0x7c00 : r_; \
    r_ |= s_; \
    a_ > 0x7f800000 ? 0x7fffu : r_; \
  })
#define bf16_of_f32(x) \
  ({ \
    uint32_t u_ = bits_f32 (x), r_ = near_even (u_, 16) >> 16; \
    (u_ & 0x7fffffff) > 0x7f800000 ? 0x7fffu : r_; \
  })
/* The NaN of 16 bits, of either sign, that a tensor copy fills in and with which fma.oob gives 0 (9.7.4.4
   does not say which it is; an H200 takes this one).  */
enum
{
  OOB_NAN = 0x7ff7
};
#define tf32_of_f32(x, E) \
  ({ \
    uint32_t u_ = bits_f32 (x), r_ = (E) &0xffffe000; \
    (u_ & 0x7fffffff) > 0x7f800000 ? 0x7fffe000u : r_; \
  })
/* .rna cuts the bits of what is not finite off: a NaN may become infinity.  */
#define tf32_away(x) \
  ({ \
    uint32_t v_ = bits_f32 (x); \
    ((v_ & 0x7f800000) == 0x7f800000 ? v_ : v_ + 0x1000) & 0xffffe000; \
  })

/* The operand that is not NaN; -0 < +0.  */
#define min_f32(a, b) \
  ({ \
    f32 a_ = (a), b_ = (b); \
    f32 r_ = a_ < b_ ? a_ : b_; \
    r_ = a_ == b_ ? f32_of (bits_f32 (a_) | bits_f32 (b_)) : r_; \
    r_ = b_ != b_ ? a_ : r_; \
    r_ = a_ != a_ ? b_ : r_; \
    canon_f32 (r_); \
  })
#define max_f32(a, b) \
  ({ \
    f32 a_ = (a), b_ = (b); \
    f32 r_ = a_ > b_ ? a_ : b_; \
    r_ = a_ == b_ ? f32_of (bits_f32 (a_) & bits_f32 (b_)) : r_; \
    r_ = b_ != b_ ? a_ : r_; \
    r_ = a_ != a_ ? b_ : r_; \
    canon_f32 (r_); \
  })
#define min_f64(a, b) \
  ({ \
    f64 a_ = (a), b_ = (b); \
    f64 r_ = a_ < b_ ? a_ : b_; \
    r_ = a_ == b_ ? f64_of (bits_f64 (a_) | bits_f64 (b_)) : r_; \
    r_ = b_ != b_ ? a_ : r_; \
    r_ = a_ != a_ ? b_ : r_; \
    canon_f64 (r_); \
  })
#define max_f64(a, b) \
  ({ \
    f64 a_ = (a), b_ = (b); \
    f64 r_ = a_ > b_ ? a_ : b_; \
    r_ = a_ == b_ ? f64_of (bits_f64 (a_) & bits_f64 (b_)) : r_; \
    r_ = b_ != b_ ? a_ : r_; \
    r_ = a_ != a_ ? b_ : r_; \
    canon_f64 (r_); \
  })

/* Into [+0, 1]; NaN becomes +0.  */
#define saturate_f32(x) \
  ({ \
    f32 s_ = (x); \
    s_ > 0 ? (s_ < 1 ? s_ : 1.0f) : 0.0f; \
  })
#define saturate_f64(x) \
  ({ \
    f64 s_ = (x); \
    s_ > 0 ? (s_ < 1 ? s_ : 1.0) : 0.0; \
  })

/* A floating point environment: rounding, and flushing of subnormal operands and
   results to zero of the same sign.  */
enum rounding
{
  RN,
  RM,
  RP,
  RZ
}; /* in the order of x86's control word */
#define ENV_FTZ 4
#define ENV(round, ftz) ((round) | ((ftz) ? ENV_FTZ : 0))

#ifdef PX_COMPILED
#elif defined __x86_64__
typedef unsigned float_env;
static inline float_env
env_enter (int64_t env)
{
  unsigned old, mx = 0x1f80 | (unsigned) (env & 3) << 13 | (env & ENV_FTZ ? 0x8040 : 0);
  __asm__ volatile("stmxcsr %0\n\tldmxcsr %1" : "=m"(old) : "m"(mx) : "memory");
  return old;
}
static inline void
env_leave (float_env old)
{
  __asm__ volatile("ldmxcsr %0" : : "m"(old) : "memory");
}
#else
typedef int float_env;
static inline float_env
env_enter (int64_t env)
{
  static const int mode[] = { FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO };
  int old = fegetround ();
  fesetround (mode[env & 3]);
  __asm__ volatile("" : : : "memory");
  return old;
}
static inline void
env_leave (float_env old)
{
  __asm__ volatile("" : : : "memory");
  fesetround (old);
}
#endif

/* A place or number of bits, as bfe and bfi take it, of numbers of BITS bits.  From 256 on PTX does not say
   what it is: a GPU takes 8 bits of it for 32 bits, and all of it for 64.  */
static inline uint32_t
bit_number (uint32_t x, uint32_t bits)
{
  return bits == 32 ? x & 255 : x < 255 ? x : 255;
}

/* PTX prmt in its default mode.  */
static inline uint32_t
prmt_byte (uint64_t v, uint32_t sel)
{
  uint32_t byte = v >> (sel & 7) * 8 & 255;
  return sel & 8 ? -(byte >> 7) & 255 : byte;
}
static inline uint32_t
prmt (uint32_t a, uint32_t b, uint32_t sel)
{
  uint64_t v = (uint64_t) b << 32 | a;
  return prmt_byte (v, sel) | prmt_byte (v, sel >> 4) << 8 | prmt_byte (v, sel >> 8) << 16
	 | prmt_byte (v, sel >> 12) << 24;
}

#endif
