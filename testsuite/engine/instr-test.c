/* SPDX-License-Identifier: MIT */
/* Each instruction class against C, on edge cases and random operands.  A row is
   PTX in which d, a, b, c stand for the operands, and the same in C.  */
#include <math.h>

#include "testsuite/engine/t.h"

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
typedef float f32;
typedef double f64;

enum { N = 1024 };

struct row
{
  const char *ptx;		/* %d %a %b %c %x %p %q */
  const char *types[4];		/* of d, a, b, c: "u32" */
  void (*ref) (void *d, const void *a, const void *b, const void *c);
};

static f32 F (u32 u) { f32 f; memcpy (&f, &u, 4); return f; }
static f64 G (u64 u) { f64 f; memcpy (&f, &u, 8); return f; }
static u32 BF (f32 f) { u32 u; memcpy (&u, &f, 4); return u; }
static u64 BG (f64 f) { u64 u; memcpy (&u, &f, 8); return u; }
static f32 NF (f32 f) { return f == f ? f : F (0x7fffffff); }
static f64 NG (f64 f) { return f == f ? f : G (0x7ff8000000000000); }
static f32 flush (f32 f) { return fabsf (f) < 0x1p-126f ? copysignf (0, f) : f; }
static f32 sat (f32 f) { return f > 0 ? (f < 1 ? f : 1) : 0; }

/* A row: PTX, types of d, a, b, c, the value.  The linker collects them.  */
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_ (a, b)
#define X(ptx, DT, AT, BT, CT, E) X_ (__COUNTER__, ptx, DT, AT, BT, CT, E)
#define X_(n, ptx, DT, AT, BT, CT, E) X__ (n, ptx, DT, AT, BT, CT, E)
#define X__(n, ptx, DT, AT, BT, CT, E)					\
  static void ref_##n (void *d_, const void *a_, const void *b_, const void *c_) \
  {									\
    AT a = *(const AT *) a_;						\
    BT b = *(const BT *) b_;						\
    CT c = *(const CT *) c_;						\
    (void) a, (void) b, (void) c;					\
    *(DT *) d_ = (DT) (E);						\
  }									\
  static const struct row row_##n					\
    __attribute__ ((used, section ("px_rows"), aligned (8)))		\
    = { ptx, { #DT, #AT, #BT, #CT }, ref_##n };

X ("add.s32 %d, %a, %b;", u32, u32, u32, u32, a + b)
X ("add.u16 %d, %a, %b;", u16, u16, u16, u16, a + b)
X ("add.s64 %d, %a, %b;", u64, u64, u64, u64, a + b)
X ("add.sat.s32 %d, %a, %b;", s32, s32, s32, s32,
     ({ s64 x = (s64) a + b; x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x; }))
X ("sub.sat.s32 %d, %a, %b;", s32, s32, s32, s32,
     ({ s64 x = (s64) a - b; x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x; }))
X ("sub.u32 %d, %a, %b;", u32, u32, u32, u32, a - b)
X ("sub.s16 %d, %a, %b;", u16, u16, u16, u16, a - b)
X ("sub.u64 %d, %a, %b;", u64, u64, u64, u64, a - b)
X ("add.u16x2 %d, %a, %b;", u32, u32, u32, u32,
     ((a + b) & 0xffff) | ((a >> 16) + (b >> 16)) << 16)
X ("mul.lo.u16 %d, %a, %b;", u16, u16, u16, u16, (u32) a * b)
X ("mul.lo.s32 %d, %a, %b;", u32, u32, u32, u32, a * b)
X ("mul.lo.u64 %d, %a, %b;", u64, u64, u64, u64, a * b)
X ("mul.hi.u16 %d, %a, %b;", u16, u16, u16, u16, (u32) a * b >> 16)
X ("mul.hi.s16 %d, %a, %b;", s16, s16, s16, s16, (s32) a * b >> 16)
X ("mul.hi.u32 %d, %a, %b;", u32, u32, u32, u32, (u64) a * b >> 32)
X ("mul.hi.s32 %d, %a, %b;", s32, s32, s32, s32, (s64) a * b >> 32)
X ("mul.hi.u64 %d, %a, %b;", u64, u64, u64, u64, (unsigned __int128) a * b >> 64)
X ("mul.hi.s64 %d, %a, %b;", s64, s64, s64, s64, (__int128) a * b >> 64)
X ("mul.wide.u16 %d, %a, %b;", u32, u16, u16, u16, (u32) a * b)
X ("mul.wide.s16 %d, %a, %b;", s32, s16, s16, s16, (s32) a * b)
X ("mul.wide.u32 %d, %a, %b;", u64, u32, u32, u32, (u64) a * b)
X ("mul.wide.s32 %d, %a, %b;", s64, s32, s32, s32, (s64) a * b)
X ("mad.lo.s32 %d, %a, %b, %c;", u32, u32, u32, u32, a * b + c)
X ("mad.lo.u16 %d, %a, %b, %c;", u16, u16, u16, u16, (u32) a * b + c)
X ("mad.lo.u64 %d, %a, %b, %c;", u64, u64, u64, u64, a * b + c)
X ("mad.hi.u32 %d, %a, %b, %c;", u32, u32, u32, u32, ((u64) a * b >> 32) + c)
X ("mad.hi.s32 %d, %a, %b, %c;", u32, s32, s32, u32, (u32) ((s64) a * b >> 32) + c)
X ("mad.hi.s64 %d, %a, %b, %c;", u64, s64, s64, u64, (u64) ((__int128) a * b >> 64) + c)
X ("mad.hi.sat.s32 %d, %a, %b, %c;", s32, s32, s32, s32,
     ({ s64 x = ((s64) a * b >> 32) + c; x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x; }))
X ("mad.wide.s32 %d, %a, %b, %c;", u64, s32, s32, u64, (u64) ((s64) a * b) + c)
X ("mad.wide.u16 %d, %a, %b, %c;", u32, u16, u16, u32, (u32) a * b + c)
X ("mul24.lo.s32 %d, %a, %b;", u32, s32, s32, s32, (u32) ((s64) (a << 8 >> 8) * (b << 8 >> 8)))
X ("mul24.hi.u32 %d, %a, %b;", u32, u32, u32, u32, (u64) (a & 0xffffff) * (b & 0xffffff) >> 16)
X ("mad24.lo.u32 %d, %a, %b, %c;", u32, u32, u32, u32, (a & 0xffffff) * (b & 0xffffff) + c)
X ("sad.u32 %d, %a, %b, %c;", u32, u32, u32, u32, c + (a > b ? a - b : b - a))
X ("sad.s64 %d, %a, %b, %c;", u64, s64, s64, u64, c + (a > b ? (u64) a - b : (u64) b - a))
X ("sad.s16 %d, %a, %b, %c;", u16, s16, s16, u16, c + (a > b ? a - b : b - a))
X ("div.s32 %d, %a, %b;", s32, s32, s32, s32, b == 0 ? -1 : b == -1 ? (s32) -(u32) a : a / b)
X ("div.u32 %d, %a, %b;", u32, u32, u32, u32, b == 0 ? ~0u : a / b)
X ("div.s64 %d, %a, %b;", s64, s64, s64, s64, b == 0 ? -1 : b == -1 ? (s64) -(u64) a : a / b)
X ("div.u16 %d, %a, %b;", u16, u16, u16, u16, b == 0 ? 0xffff : a / b)
X ("rem.s32 %d, %a, %b;", s32, s32, s32, s32, b == 0 ? a : b == -1 ? 0 : a % b)
X ("rem.u64 %d, %a, %b;", u64, u64, u64, u64, b == 0 ? a : a % b)
X ("rem.s16 %d, %a, %b;", s16, s16, s16, s16, b == 0 ? a : a % b)
X ("abs.s32 %d, %a;", s32, s32, s32, s32, a < 0 ? (s32) -(u32) a : a)
X ("abs.s16 %d, %a;", s16, s16, s16, s16, a < 0 ? -a : a)
X ("abs.s64 %d, %a;", s64, s64, s64, s64, a < 0 ? (s64) -(u64) a : a)
X ("neg.s32 %d, %a;", u32, u32, u32, u32, -a)
X ("neg.s16 %d, %a;", u16, u16, u16, u16, -a)
X ("neg.s64 %d, %a;", u64, u64, u64, u64, -a)
X ("min.s32 %d, %a, %b;", s32, s32, s32, s32, a < b ? a : b)
X ("min.u32 %d, %a, %b;", u32, u32, u32, u32, a < b ? a : b)
X ("max.s64 %d, %a, %b;", s64, s64, s64, s64, a > b ? a : b)
X ("max.u16 %d, %a, %b;", u16, u16, u16, u16, a > b ? a : b)
X ("max.s16 %d, %a, %b;", s16, s16, s16, s16, a > b ? a : b)
X ("min.u64 %d, %a, %b;", u64, u64, u64, u64, a < b ? a : b)
X ("min.relu.s32 %d, %a, %b;", s32, s32, s32, s32, ({ s32 x = a < b ? a : b; x < 0 ? 0 : x; }))
X ("max.relu.s32 %d, %a, %b;", s32, s32, s32, s32, ({ s32 x = a > b ? a : b; x < 0 ? 0 : x; }))
X ("min.s16x2 %d, %a, %b;", u32, u32, u32, u32,
     (u16) ((s16) a < (s16) b ? a : b)
     | ((s16) (a >> 16) < (s16) (b >> 16) ? a >> 16 : b >> 16) << 16)
X ("max.u16x2 %d, %a, %b;", u32, u32, u32, u32,
     (u16) ((u16) a > (u16) b ? a : b) | (a >> 16 > b >> 16 ? a >> 16 : b >> 16) << 16)
X ("popc.b32 %d, %a;", u32, u32, u32, u32, __builtin_popcount (a))
X ("popc.b64 %d, %a;", u32, u64, u32, u32, __builtin_popcountll (a))
X ("clz.b32 %d, %a;", u32, u32, u32, u32, a ? __builtin_clz (a) : 32)
X ("clz.b64 %d, %a;", u32, u64, u32, u32, a ? __builtin_clzll (a) : 64)
X ("brev.b32 %d, %a;", u32, u32, u32, u32,
     ({ u32 r = 0; for (int i = 0; i < 32; i++) r |= (a >> i & 1) << (31 - i); r; }))
X ("brev.b64 %d, %a;", u64, u64, u64, u64,
     ({ u64 r = 0; for (int i = 0; i < 64; i++) r |= (a >> i & 1) << (63 - i); r; }))
X ("bfind.u32 %d, %a;", u32, u32, u32, u32, a ? 31u - (u32) __builtin_clz (a) : ~0u)
X ("bfind.s32 %d, %a;", u32, s32, u32, u32, ({ u32 x = a < 0 ? ~(u32) a : (u32) a; x ? 31u - (u32) __builtin_clz (x) : ~0u; }))
X ("bfind.shiftamt.u32 %d, %a;", u32, u32, u32, u32, a ? (u32) __builtin_clz (a) : ~0u)
X ("bfind.s64 %d, %a;", u32, s64, u32, u32, ({ u64 x = a < 0 ? ~a : a; x ? 63u - __builtin_clzll (x) : ~0u; }))
X ("bfe.u32 %d, %a, %b, %c;", u32, u32, u32, u32,
     ({ u32 p = b & 255, n = c & 255, r = 0; for (u32 i = 0; i < n && p + i < 32; i++) r |= (a >> (p + i) & 1) << i; r; }))
X ("bfe.s32 %d, %a, %b, %c;", u32, u32, u32, u32,
     ({ u32 p = b & 255, n = c & 255, r = 0, s = n == 0 ? 0 : a >> (p + n - 1 > 31 ? 31 : p + n - 1) & 1;
	for (u32 i = 0; i < 32; i++) r |= (i < n && p + i <= 31 ? a >> (p + i) & 1 : s) << i; r; }))
X ("bfe.s64 %d, %a, %b, %c;", u64, u64, u32, u32,
     ({ u64 p = b < 255 ? b : 255, n = c < 255 ? c : 255, r = 0, s = n == 0 ? 0 : a >> (p + n - 1 > 63 ? 63 : p + n - 1) & 1;
	for (u64 i = 0; i < 64; i++) r |= (i < n && p + i <= 63 ? a >> (p + i) & 1 : s) << i; r; }))
X ("bfi.b32 %d, %a, %b, %c, 7;", u32, u32, u32, u32,
     ({ u32 r = b, p = c & 255; for (u32 i = 0; i < 7 && p + i < 32; i++) r = (r & ~(1u << (p + i))) | (a >> i & 1) << (p + i); r; }))
X ("bfi.b64 %d, %a, %b, %c, 70;", u64, u64, u64, u32,
     ({ u64 r = b, p = c < 255 ? c : 255; for (u64 i = 0; i < 70 && p + i < 64; i++) r = (r & ~(1ull << (p + i))) | (a >> i & 1) << (p + i); r; }))
X ("szext.clamp.s32 %d, %a, %b;", u32, u32, u32, u32,
     ({ u32 n = b > 32 ? 32 : b; n == 0 ? 0 : (u32) ((s32) (a << (32 - n)) >> (32 - n)); }))
X ("szext.wrap.u32 %d, %a, %b;", u32, u32, u32, u32, a & ((1u << (b & 31)) - 1))
X ("bmsk.clamp.b32 %d, %a, %b;", u32, u32, u32, u32,
     ({ u64 p = a > 32 ? 32 : a, n = b > 32 ? 32 : b; (u32) (((1ull << n) - 1) << p); }))
X ("dp4a.s32.u32 %d, %a, %b, %c;", u32, u32, u32, u32,
     ({ u32 r = c; for (int i = 0; i < 4; i++) r += (s32) (s8) (a >> 8 * i) * (u8) (b >> 8 * i); r; }))
X ("dp4a.u32.s32 %d, %a, %b, %c;", u32, u32, u32, u32,
     ({ u32 r = c; for (int i = 0; i < 4; i++) r += (s32) (u8) (a >> 8 * i) * (s8) (b >> 8 * i); r; }))
X ("dp2a.hi.s32.s32 %d, %a, %b, %c;", u32, u32, u32, u32,
     ({ u32 r = c; for (int i = 0; i < 2; i++) r += (s32) (s16) (a >> 16 * i) * (s8) (b >> (16 + 8 * i)); r; }))
X ("add.cc.u32 %d, %a, %b; addc.u32 %d, %c, 0;", u32, u32, u32, u32, c + (((u64) a + b) >> 32))
X ("sub.cc.u32 %d, %a, %b; subc.u32 %d, %c, 0;", u32, u32, u32, u32, c - (a < b))
X ("sub.cc.u32 %d, %a, %b; addc.u32 %d, %c, 0;", u32, u32, u32, u32, c + (a >= b))
X ("add.cc.u32 %d, %a, %b; subc.u32 %d, %c, 0;", u32, u32, u32, u32, c - 1 + (u32) (((u64) a + b) >> 32))
X ("sub.cc.u64 %d, %a, %b; subc.u64 %d, %c, %a;", u64, u64, u64, u64, c - a - (a < b))
X ("add.cc.u64 %d, %a, %b; addc.u64 %d, %c, 5;", u64, u64, u64, u64, c + 5 + (a + b < a))
X ("mad.lo.cc.u32 %d, %a, %b, %c; madc.hi.u32 %d, %a, %b, %c;", u32, u32, u32, u32,
     (u32) (((u64) a * b) >> 32) + c + (u32) (((u64) (u32) (a * b) + c) >> 32))
X ("and.b32 %d, %a, %b;", u32, u32, u32, u32, a & b)
X ("or.b64 %d, %a, %b;", u64, u64, u64, u64, a | b)
X ("xor.b16 %d, %a, %b;", u16, u16, u16, u16, a ^ b)
X ("not.b32 %d, %a;", u32, u32, u32, u32, ~a)
X ("not.b16 %d, %a;", u16, u16, u16, u16, ~a)
X ("cnot.b32 %d, %a;", u32, u32, u32, u32, a == 0)
X ("cnot.b64 %d, %a;", u64, u64, u64, u64, a == 0)
X ("lop3.b32 %d, %a, %b, %c, 0x96;", u32, u32, u32, u32, a ^ b ^ c)
X ("lop3.b32 %d, %a, %b, %c, 0x1b;", u32, u32, u32, u32,
     ({ u32 r = 0; for (int i = 0; i < 32; i++) { int k = (a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1); r |= (u32) (0x1b >> k & 1) << i; } r; }))
X ("shl.b32 %d, %a, %b;", u32, u32, u32, u32, b > 31 ? 0 : a << b)
X ("shl.b16 %d, %a, %b;", u16, u16, u32, u32, b > 15 ? 0 : a << b)
X ("shl.b64 %d, %a, %b;", u64, u64, u32, u32, b > 63 ? 0 : a << b)
X ("shr.u32 %d, %a, %b;", u32, u32, u32, u32, b > 31 ? 0 : a >> b)
X ("shr.s32 %d, %a, %b;", s32, s32, u32, u32, a >> (b > 31 ? 31 : b))
X ("shr.s16 %d, %a, %b;", s16, s16, u32, u32, a >> (b > 15 ? 15 : b))
X ("shr.s64 %d, %a, %b;", s64, s64, u32, u32, a >> (b > 63 ? 63 : b))
X ("shr.b64 %d, %a, %b;", u64, u64, u32, u32, b > 63 ? 0 : a >> b)
X ("shf.l.wrap.b32 %d, %a, %b, %c;", u32, u32, u32, u32, ((u64) b << 32 | a) << (c & 31) >> 32)
X ("shf.r.wrap.b32 %d, %a, %b, %c;", u32, u32, u32, u32, ((u64) b << 32 | a) >> (c & 31))
X ("shf.l.clamp.b32 %d, %a, %b, %c;", u32, u32, u32, u32, c >= 32 ? a : ((u64) b << 32 | a) << c >> 32)
X ("shf.r.clamp.b32 %d, %a, %b, %c;", u32, u32, u32, u32, c >= 32 ? b : ((u64) b << 32 | a) >> c)
X ("prmt.b32 %d, %a, %b, %c;", u32, u32, u32, u32,
     ({ u32 r = 0; u64 v = (u64) b << 32 | a; for (int i = 0; i < 4; i++) { u32 s = c >> 4 * i & 15, x = v >> 8 * (s & 7) & 255;
	if (s & 8) x = x & 128 ? 255 : 0; r |= x << 8 * i; } r; }))
X ("prmt.b32.f4e %d, %a, %b, %c;", u32, u32, u32, u32, (u32) (((u64) b << 32 | a) >> 8 * (c & 3)))
X ("prmt.b32.rc16 %d, %a, %b, %c;", u32, u32, u32, u32, (c & 1 ? a >> 16 : a & 65535) * 65537u)
X ("mov.b32 %d, %a;", u32, u32, u32, u32, a)
X ("{ .reg .b16 %%l, %%h; mov.b32 {%%l, %%h}, %a; mov.b32 %d, {%%h, %%l}; }", u32, u32, u32, u32, a >> 16 | a << 16)
X ("{ .reg .b32 %%l, %%h; mov.b64 {%%l, %%h}, %a; mov.b64 %d, {%%h, %%l}; }", u64, u64, u64, u64, a >> 32 | a << 32)
X ("{ .reg .b16 %%x<4>; mov.b64 {%%x0, %%x1, %%x2, %%x3}, %a; mov.b64 %d, {%%x3, %%x2, %%x1, %%x0}; }", u64, u64, u64, u64,
     a >> 48 | (a >> 16 & 0xffff0000) | (a & 0xffff0000) << 16 | a << 48)
X ("{ .reg .b128 %%x; mov.b128 %%x, {%a, %b}; mov.b128 {%d, _}, %%x; }", u64, u64, u64, u64, a)
X ("{ .reg .b128 %%x; mov.b128 %%x, {%a, %b}; mov.b128 {_, %d}, %%x; }", u64, u64, u64, u64, b)
X ("setp.lt.s32 %p, %a, %b; selp.b32 %d, 3, 9, %p;", u32, s32, s32, s32, a < b ? 3 : 9)
X ("setp.gt.u32 %p, %a, %b; selp.b32 %d, 3, 9, %p;", u32, u32, u32, u32, a > b ? 3 : 9)
X ("setp.ge.s64 %p, %a, %b; selp.b32 %d, 3, 9, %p;", u32, s64, s64, s64, a >= b ? 3 : 9)
X ("setp.le.u16 %p, %a, %b; selp.b32 %d, 3, 9, %p;", u32, u16, u16, u16, a <= b ? 3 : 9)
X ("setp.lo.u32 %p, %a, %b; selp.b32 %d, 3, 9, %p;", u32, u32, u32, u32, a < b ? 3 : 9)
X ("setp.ne.b64 %p, %a, %b; selp.b32 %d, 3, 9, %p;", u32, u64, u64, u64, a != b ? 3 : 9)
X ("setp.eq.s16 %p, %a, %b; selp.b32 %d, 3, 9, %p;", u32, s16, s16, s16, a == b ? 3 : 9)
X ("setp.lt.s32 %q, %a, %c; setp.gt.and.s32 %p|%q, %a, %b, %q; selp.b32 %d, 1, 0, %p; @%q add.u32 %d, %d, 2;",
     u32, s32, s32, s32, (u32) (a > b && a < c) + 2 * (u32) (!(a > b) && a < c))
X ("setp.lt.s32 %q, %a, %c; setp.eq.xor.s32 %p, %a, %b, !%q; selp.b32 %d, 1, 0, %p;",
     u32, s32, s32, s32, (a == b) ^ !(a < c))
X ("set.lt.u32.s32 %d, %a, %b;", u32, s32, s32, s32, a < b ? ~0u : 0)
X ("set.ge.f32.s32 %d, %a, %b;", u32, s32, s32, s32, a >= b ? 0x3f800000 : 0)
X ("slct.b32.s32 %d, %a, %b, %c;", u32, u32, u32, s32, c >= 0 ? a : b)
X ("slct.u64.f32 %d, %a, %b, %c;", u64, u64, u64, f32, c >= 0 ? a : b)
X ("cvt.u32.u8 %d, %a;", u32, u32, u32, u32, (u8) a)
X ("cvt.s32.s8 %d, %a;", s32, u32, u32, u32, (s8) a)
X ("cvt.u16.u8 %d, %a;", u16, u16, u32, u32, (u8) a)
X ("cvt.u8.u32 %d, %a;", u32, u32, u32, u32, (u8) a)
X ("cvt.s8.s32 %d, %a;", s32, u32, u32, u32, (s8) a)
X ("cvt.s64.s32 %d, %a;", s64, s32, u32, u32, a)
X ("cvt.u64.u32 %d, %a;", u64, u32, u32, u32, a)
X ("cvt.u32.u64 %d, %a;", u32, u64, u32, u32, a)
X ("cvt.u16.s32 %d, %a;", u16, s32, u32, u32, a)
X ("cvt.s64.s16 %d, %a;", s64, s16, u32, u32, a)
X ("cvt.sat.u8.s32 %d, %a;", u32, s32, u32, u32, a < 0 ? 0 : a > 255 ? 255 : a)
X ("cvt.sat.s8.s64 %d, %a;", s32, s64, u32, u32, a < -128 ? -128 : a > 127 ? 127 : a)
X ("cvt.sat.s32.u64 %d, %a;", s32, u64, u32, u32, a > INT32_MAX ? INT32_MAX : a)
X ("cvt.sat.u16.s16 %d, %a;", u16, s16, u32, u32, a < 0 ? 0 : a)
X ("cvt.pack.sat.s8.s32.b32 %d, %a, %b, %c;", u32, s32, s32, u32,
     c << 16 | (u32) (u8) (a > 127 ? 127 : a < -128 ? -128 : a) << 8 | (u8) (b > 127 ? 127 : b < -128 ? -128 : b))
X ("cvt.pack.sat.u16.s32 %d, %a, %b;", u32, s32, s32, u32,
     (u32) (a < 0 ? 0 : a > 65535 ? 65535 : a) << 16 | (u32) (b < 0 ? 0 : b > 65535 ? 65535 : b))
X ("cvt.rzi.s32.f32 %d, %a;", s32, f32, f32, f32,
     a != a ? 0 : a >= 0x1p31f ? INT32_MAX : a <= -0x1p31f ? INT32_MIN : (s32) a)
X ("cvt.rni.s32.f32 %d, %a;", s32, f32, f32, f32,
     ({ f32 x = rintf (a); x != x ? 0 : x >= 0x1p31f ? INT32_MAX : x <= -0x1p31f ? INT32_MIN : (s32) x; }))
X ("cvt.rmi.s64.f64 %d, %a;", s64, f64, f64, f64,
     ({ f64 x = floor (a); x != x ? INT64_MIN : x >= 0x1p63 ? INT64_MAX : x <= -0x1p63 ? INT64_MIN : (s64) x; }))
X ("cvt.rpi.u32.f64 %d, %a;", u32, f64, f64, f64,
     ({ f64 x = ceil (a); x != x ? 0x80000000 : x <= 0 ? 0 : x >= 0x1p32 ? UINT32_MAX : (u32) x; }))
X ("cvt.rzi.u32.f32 %d, %a;", u32, f32, f32, f32,
     a != a || a <= 0 ? 0 : a >= 0x1p32f ? UINT32_MAX : (u32) a)
X ("cvt.rzi.u32.f64 %d, %a;", u32, f64, f64, f64,
     a != a ? 0x80000000 : a <= 0 ? 0 : a >= 0x1p32 ? UINT32_MAX : (u32) a)
X ("cvt.rzi.s32.f64 %d, %a;", s32, f64, f64, f64,
     a != a ? INT32_MIN : a >= 0x1p31 ? INT32_MAX : a <= -0x1p31 ? INT32_MIN : (s32) a)
X ("cvt.rzi.u64.f32 %d, %a;", u64, f32, f32, f32,
     a != a ? 1ull << 63 : a <= 0 ? 0 : a >= 0x1p64f ? UINT64_MAX : (u64) a)
X ("cvt.rzi.u8.f32 %d, %a;", u32, f32, f32, f32, a != a || a <= 0 ? 0 : a >= 255 ? 255 : (u32) a)
X ("cvt.rzi.s16.f32 %d, %a;", s16, f32, f32, f32, a != a ? 0 : a >= 32767 ? 32767 : a <= -32768 ? -32768 : (s32) a)
X ("cvt.rni.s64.f32 %d, %a;", s64, f32, f32, f32,
     ({ f32 x = rintf (a); x != x ? INT64_MIN : x >= 0x1p63f ? INT64_MAX : x <= -0x1p63f ? INT64_MIN : (s64) x; }))
X ("cvt.rzi.s16.f64 %d, %a;", s16, f64, f64, f64,
     a != a ? INT16_MIN : a >= 32767 ? 32767 : a <= -32768 ? -32768 : (s16) a)
X ("cvt.rn.f32.s32 %d, %a;", f32, s32, s32, s32, (f32) a)
X ("cvt.rn.f32.u32 %d, %a;", f32, u32, s32, s32, (f32) a)
X ("cvt.rn.f32.u64 %d, %a;", f32, u64, s32, s32, (f32) a)
X ("cvt.rn.f64.s64 %d, %a;", f64, s64, s32, s32, (f64) a)
X ("cvt.rn.f64.u64 %d, %a;", f64, u64, s32, s32, (f64) a)
X ("cvt.rn.f32.u8 %d, %a;", f32, u32, s32, s32, (f32) (u8) a)
X ("cvt.rn.f32.s16 %d, %a;", f32, s16, s32, s32, (f32) a)
X ("cvt.rni.f32.f32 %d, %a;", f32, f32, f32, f32, NF (rintf (a)))
X ("cvt.rzi.f64.f64 %d, %a;", f64, f64, f64, f64, NG (trunc (a)))
X ("cvt.rmi.f32.f32 %d, %a;", f32, f32, f32, f32, NF (floorf (a)))
X ("cvt.rpi.f64.f64 %d, %a;", f64, f64, f64, f64, NG (ceil (a)))
X ("cvt.f64.f32 %d, %a;", f64, f32, f32, f32, NG ((f64) a))
X ("cvt.rn.f32.f64 %d, %a;", f32, f64, f32, f32, NF ((f32) a))
X ("cvt.sat.f32.f32 %d, %a;", f32, f32, f32, f32, sat (a))
X ("cvt.ftz.f32.f32 %d, %a;", f32, f32, f32, f32, NF (flush (a)))
X ("add.f32 %d, %a, %b;", f32, f32, f32, f32, NF (a + b))
X ("sub.ftz.f32 %d, %a, %b;", f32, f32, f32, f32, NF (flush (flush (a) - flush (b))))
X ("mul.sat.f32 %d, %a, %b;", f32, f32, f32, f32, sat (a * b))
X ("fma.rn.f32 %d, %a, %b, %c;", f32, f32, f32, f32, NF (fmaf (a, b, c)))
X ("fma.rn.f64 %d, %a, %b, %c;", f64, f64, f64, f64, NG (fma (a, b, c)))
X ("div.rn.f32 %d, %a, %b;", f32, f32, f32, f32, NF (a / b))
X ("div.rn.f64 %d, %a, %b;", f64, f64, f64, f64, NG (a / b))
X ("sqrt.rn.f32 %d, %a;", f32, f32, f32, f32, NF (sqrtf (a)))
X ("sqrt.rn.f64 %d, %a;", f64, f64, f64, f64, NG (sqrt (a)))
X ("rcp.rn.f32 %d, %a;", f32, f32, f32, f32, NF (1 / a))
X ("abs.f32 %d, %a;", f32, f32, f32, f32, F (BF (a) & 0x7fffffff))
X ("neg.f64 %d, %a;", f64, f64, f64, f64, G (BG (a) ^ 1ull << 63))
X ("copysign.f32 %d, %a, %b;", f32, f32, f32, f32, F ((BF (b) & 0x7fffffff) | (BF (a) & 0x80000000)))
X ("min.f32 %d, %a, %b;", f32, f32, f32, f32,
     a != a ? NF (b) : b != b ? a : a == b ? F (BF (a) | BF (b)) : a < b ? a : b)
X ("max.f64 %d, %a, %b;", f64, f64, f64, f64,
     a != a ? NG (b) : b != b ? a : a == b ? G (BG (a) & BG (b)) : a > b ? a : b)
X ("max.NaN.f32 %d, %a, %b;", f32, f32, f32, f32,
     a != a || b != b ? F (0x7fffffff) : a == b ? F (BF (a) & BF (b)) : a > b ? a : b)
X ("min.ftz.f32 %d, %a, %b;", f32, f32, f32, f32,
     ({ f32 x = flush (a), y = flush (b); x != x ? NF (y) : y != y ? x : x == y ? F (BF (x) | BF (y)) : x < y ? x : y; }))
X ("min.xorsign.abs.f32 %d, %a, %b;", f32, f32, f32, f32,
     ({ f32 x = fabsf (a), y = fabsf (b), r = x != x ? NF (y) : y != y ? x : x < y ? x : y;
	F ((BF (r) & 0x7fffffff) | ((BF (a) ^ BF (b)) & 0x80000000)); }))
X ("setp.lt.f32 %p, %a, %b; selp.b32 %d, 1, 0, %p;", u32, f32, f32, f32, a < b)
X ("setp.gtu.f32 %p, %a, %b; selp.b32 %d, 1, 0, %p;", u32, f32, f32, f32, !(a <= b))
X ("setp.ne.f64 %p, %a, %b; selp.b32 %d, 1, 0, %p;", u32, f64, f64, f64, a < b || a > b)
X ("setp.equ.f64 %p, %a, %b; selp.b32 %d, 1, 0, %p;", u32, f64, f64, f64, !(a < b || a > b))
X ("setp.nan.f32 %p, %a, %b; selp.b32 %d, 1, 0, %p;", u32, f32, f32, f32, a != a || b != b)
X ("setp.num.f32 %p, %a, %b; selp.b32 %d, 1, 0, %p;", u32, f32, f32, f32, a == a && b == b)
X ("setp.ge.ftz.f32 %p, %a, %b; selp.b32 %d, 1, 0, %p;", u32, f32, f32, f32, flush (a) >= flush (b))
X ("testp.subnormal.f32 %p, %a; selp.b32 %d, 1, 0, %p;", u32, f32, f32, f32, a != 0 && fabsf (a) < 0x1p-126f)
X ("testp.infinite.f64 %p, %a; selp.b32 %d, 1, 0, %p;", u32, f64, f64, f64, isinf (a) != 0)
X ("testp.normal.f32 %p, %a; selp.b32 %d, 1, 0, %p;", u32, f32, f32, f32, isnormal (a) || a == 0)
X ("testp.normal.f64 %p, %a; selp.b32 %d, 1, 0, %p;", u32, f64, f64, f64, isnormal (a) || a == 0)
X ("vset.u32.s32.lt %d, %a, %b;", u32, u32, s32, u32, (s64) a < (s64) b)
X ("vset.s32.s32.ge.add %d, %a.b3, %b.h1, %c;", u32, u32, u32, u32, ((int8_t) (a >> 24) >= (s16) (b >> 16)) + c)
X ("vmin.s32.u32.u32.min %d, %a, %b, %c;", u32, u32, u32, u32,
   ({ s64 t = a < b ? a : b; (u32) (t < (s32) c ? t : (s32) c); }))
X ("vmax.u32.s32.s32.max %d, %a, %b, %c;", u32, s32, s32, u32,
   ({ s64 t = a > b ? a : b; (u32) (t > (s64) c ? t : (s64) c); }))
X ("vset.u32.u32.ne.max %d, %a.h0, %b.b2, %c;", u32, u32, u32, u32, ({ u32 t = (a & 65535) != (b >> 16 & 255); t > c ? t : c; }))
X ("vsub.u32.u32.u32 %d.b1, %a, %b, %c;", u32, u32, u32, u32, (c & ~0xff00u) | ((a - b) & 255) << 8)
X ("vmad.s32.s32.s32 %d, %a.h0, -%b.h1, %c;", u32, u32, u32, u32, (u32) -((s16) a * (s32) (s16) (b >> 16)) + c)
X ("vmad.u32.u32.u32.po.shr7 %d, %a.b1, %b, %c;", u32, u32, u32, u32, (u32) (((u64) (a >> 8 & 255) * b + c + 1) >> 7))
X ("vmad.s32.s32.u32.sat.shr15 %d, %a, %b.h0, -%c;", u32, s32, u32, s32,
   ({ s64 x = ((s64) a * (s64) (b & 65535) - (s64) c) >> 15; (u32) (x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x); }))
X ("vadd2.s32.u32.s32.sat %d, %a.h31, %b.h20, %c;", u32, u32, u32, u32,
   ({ s32 x = (s32) (a >> 16) + (s16) a, y = (s32) (b >> 16) + (s16) b;
      x = x > 32767 ? 32767 : x; y = y > 32767 ? 32767 : y; (u32) (x & 65535) | (u32) y << 16; }))
X ("vsub2.u32.u32.u32 %d.h1, %a, %b, %c;", u32, u32, u32, u32, (c & 65535) | ((a >> 16) - (b >> 16)) << 16)
X ("vavrg2.s32.s32.s32.add %d, %a, %b, %c;", u32, u32, u32, u32,
   ({ s32 x = (s16) a + (s16) b, y = (s16) (a >> 16) + (s16) (b >> 16); c + (u32) ((x + (x >= 0)) >> 1) + (u32) ((y + (y >= 0)) >> 1); }))
X ("vmax4.u32.u32.u32 %d.b20, %a.b0123, %b.b4567, %c;", u32, u32, u32, u32,
   ({ u32 r = c & 0xff00ff00; for (int k = 0; k < 4; k += 2)
      { u32 x = a >> 8 * (3 - k) & 255, y = b >> 8 * (3 - k) & 255; r |= (x > y ? x : y) << 8 * k; } r; }))
X ("vset4.s32.u32.gt.add %d.b310, %a, %b, %c;", u32, u32, u32, u32,
   ({ u32 r = c; for (int k = 0; k < 4; k++) r += k != 2 && (int8_t) (a >> 8 * k) > (int) (b >> 8 * k & 255); r; }))
X ("vset2.u32.u32.eq %d.h0, %a.h00, %b.h11, %c;", u32, u32, u32, u32, (c & 0xffff0000) | ((a & 65535) == (a >> 16)))
X ("{ .reg .b32 %%x, %%y; mov.b32 %%x, 0x7ff73c00; mov.b32 %%y, 0; fma.rn.oob.f16x2 %d, %a, %%x, %%y; }", u32, u32, u32, u32,
   ({ u32 x = a & 65535; (x & 0x7fff) == 0x7ff7 ? 0 : (x & 0x7c00) == 0x7c00 && x & 0x3ff ? 0x7fff : x == 0x8000 ? 0 : x; }))
X ("{ .reg .b16 %%x; mov.b16 %%x, 0x0001; setp.eq.ftz.f16 %p, %%x, 0; selp.b32 %d, 1, 2, %p; }", u32, u32, u32, u32, 1)
X ("vadd.s32.s32.s32.sat %d, %a, %b;", s32, s32, s32, s32,
     ({ s64 x = (s64) a + b; x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x; }))
X ("vadd.u32.u32.u32 %d, %a.b1, %b.h1;", u32, u32, u32, u32, (a >> 8 & 255) + (b >> 16))
X ("vabsdiff.u32.s32.s32.add %d, %a.h0, %b.b3, %c;", u32, u32, u32, u32,
     ({ s32 x = (s16) a, y = (s8) (b >> 24); (u32) (x > y ? x - y : y - x) + c; }))
X ("vmin.s32.s32.s32 %d.b1, %a, %b, %c;", u32, s32, s32, u32,
     (c & ~0xff00u) | ((u32) (a < b ? a : b) & 255) << 8)
X ("vshl.u32.u32.u32.clamp %d, %a, %b;", u32, u32, u32, u32, b > 31 ? 0 : a << b)
X ("vadd4.u32.u32.u32 %d, %a, %b, 0;", u32, u32, u32, u32,
     ({ u32 r = 0; for (int i = 0; i < 32; i += 8) r |= (((a >> i) + (b >> i)) & 255) << i; r; }))
X ("vabsdiff4.u32.u32.u32.add %d, %a, %b, %c;", u32, u32, u32, u32,
     ({ u32 r = c; for (int i = 0; i < 32; i += 8) { s32 x = a >> i & 255, y = b >> i & 255; r += x > y ? x - y : y - x; } r; }))
X ("vavrg2.s32.s32.s32 %d, %a, %b, 0;", u32, u32, u32, u32,
     ({ u32 r = 0; for (int i = 0; i < 32; i += 16) { s32 x = (s16) (a >> i) + (s16) (b >> i); r |= (u32) (u16) ((x + (x >= 0)) >> 1) << i; } r; }))
X ("vmax4.s32.s32.s32 %d, %a, %b, 0;", u32, u32, u32, u32,
     ({ u32 r = 0; for (int i = 0; i < 32; i += 8) r |= (u32) (u8) ((s8) (a >> i) > (s8) (b >> i) ? a >> i : b >> i) << i; r; }))
X ("fns.b32 %d, %a, 3, 2;", u32, u32, u32, u32,
     ({ u32 r = ~0u; int n = 2; for (int i = 3; i < 32 && n; i++) if (a >> i & 1 && !--n) r = i; r; }))
X ("setp.lt.s32 %p, %a, %b; mov.u32 %d, 5; @%p mov.u32 %d, 6; @!%p add.u32 %d, %d, 2;", u32, s32, s32, s32,
     a < b ? 6 : 7)
X ("setp.lt.s32 %p, %a, %b; mov.u32 %d, 5; @%p cvt.sat.u8.s32 %d, %a;", u32, s32, s32, s32,
     a < b ? (u32) (a < 0 ? 0 : a > 255 ? 255 : a) : 5)
X ("sub.u16x2 %d, %a, %b;", u32, u32, u32, u32, ((a - b) & 0xffff) | ((a >> 16) - (b >> 16)) << 16)
X ("min.u16x2 %d, %a, %b;", u32, u32, u32, u32,
   (u16) ((u16) a < (u16) b ? a : b) | (a >> 16 < b >> 16 ? a >> 16 : b >> 16) << 16)
X ("max.relu.s16x2 %d, %a, %b;", u32, u32, u32, u32,
   ({ s16 x = (s16) a > (s16) b ? a : b, y = (s16) (a >> 16) > (s16) (b >> 16) ? a >> 16 : b >> 16;
      (x < 0 ? 0 : (u32) (u16) x) | (y < 0 ? 0 : (u32) (u16) y << 16); }))
X ("min.relu.s16x2 %d, %a, %b;", u32, u32, u32, u32,
   ({ s16 x = (s16) a < (s16) b ? a : b, y = (s16) (a >> 16) < (s16) (b >> 16) ? a >> 16 : b >> 16;
      (x < 0 ? 0 : (u32) (u16) x) | (y < 0 ? 0 : (u32) (u16) y << 16); }))
X ("max.s16x2 %d, %a, %b;", u32, u32, u32, u32,
   (u16) ((s16) a > (s16) b ? a : b) | (u32) ((s16) (a >> 16) > (s16) (b >> 16) ? a >> 16 : b >> 16) << 16)
X ("mad.hi.u16 %d, %a, %b, %c;", u16, u16, u16, u16, ((u32) a * b >> 16) + c)
X ("mad.hi.s16 %d, %a, %b, %c;", u16, s16, s16, u16, ((s32) a * b >> 16) + c)
X ("mad.hi.u64 %d, %a, %b, %c;", u64, u64, u64, u64, (u64) ((unsigned __int128) a * b >> 64) + c)
X ("mad.wide.s16 %d, %a, %b, %c;", u32, s16, s16, u32, (u32) ((s32) a * b) + c)
X ("mad.wide.u32 %d, %a, %b, %c;", u64, u32, u32, u64, (u64) a * b + c)
X ("mul24.hi.s32 %d, %a, %b;", u32, s32, s32, s32, (u32) ((s64) (a << 8 >> 8) * (b << 8 >> 8) >> 16))
X ("add.cc.u16 %d, %a, %b; addc.u16 %d, %c, 0;", u16, u16, u16, u16, c + (((u32) a + b) >> 16))
X ("sad.s32 %d, %a, %b, %c;", u32, s32, s32, u32, c + (a > b ? (u32) a - b : (u32) b - a))
X ("sad.u64 %d, %a, %b, %c;", u64, u64, u64, u64, c + (a > b ? a - b : b - a))
X ("sad.u16 %d, %a, %b, %c;", u16, u16, u16, u16, c + (a > b ? a - b : b - a))
X ("div.s16 %d, %a, %b;", s16, s16, s16, s16, b == 0 ? -1 : a / b)
X ("div.u64 %d, %a, %b;", u64, u64, u64, u64, b == 0 ? ~0ull : a / b)
X ("rem.s64 %d, %a, %b;", s64, s64, s64, s64, b == 0 ? a : b == -1 ? 0 : a % b)
X ("rem.u16 %d, %a, %b;", u16, u16, u16, u16, b == 0 ? a : a % b)
X ("min.relu.s64 %d, %a, %b;", s64, s64, s64, s64, ({ s64 x = a < b ? a : b; x < 0 ? 0 : x; }))
X ("max.relu.s16 %d, %a, %b;", s16, s16, s16, s16, ({ s16 x = a > b ? a : b; x < 0 ? 0 : x; }))
X ("bfe.u64 %d, %a, %b, %c;", u64, u64, u32, u32,
   ({ u64 p = b < 255 ? b : 255, n = c < 255 ? c : 255, r = 0; for (u64 i = 0; i < n && p + i < 64; i++) r |= (a >> (p + i) & 1) << i; r; }))
X ("bfind.u64 %d, %a;", u32, u64, u32, u32, a ? 63u - (u32) __builtin_clzll (a) : ~0u)
X ("cnot.b16 %d, %a;", u16, u16, u16, u16, a == 0)
X ("not.b64 %d, %a;", u64, u64, u64, u64, ~a)
X ("xor.b64 %d, %a, %b;", u64, u64, u64, u64, a ^ b)
X ("and.b16 %d, %a, %b;", u16, u16, u16, u16, a & b)
X ("or.b16 %d, %a, %b;", u16, u16, u16, u16, a | b)
X ("{ .reg .pred %%u; setp.lt.s32 %p, %a, %b; setp.gt.u32 %q, %a, %c; xor.pred %%u, %p, %q; and.pred %p, %p, %q; "
   "or.pred %q, %%u, %p; not.pred %p, %p; selp.b32 %d, 1, 0, %%u; @%p add.u32 %d, %d, 2; @%q add.u32 %d, %d, 4; }",
   u32, u32, u32, u32,
   ({ int x = (s32) a < (s32) b, y = a > c; (u32) ((x ^ y) + 2 * !(x & y) + 4 * (x | y)); }))
X ("setp.ne.s32 %p, %a, %b; selp.b16 %d, %c, 7, %p;", u16, s32, s32, u16, a != b ? c : 7)
X ("mov.b16 %d, %a;", u16, u16, u16, u16, a)
X ("{ .reg .b128 %%x, %%y; mov.b128 %%x, {%a, %b}; mov.b128 %%y, %%x; mov.b128 {%d, _}, %%y; }", u64, u64, u64, u64, a)
X ("{ .reg .b128 %%x, %%y; .local .align 16 .b8 %%m[16]; .reg .b64 %%o; mov.b128 %%x, {%a, %b}; mov.u64 %%o, %%m; cvta.local.u64 %%o, %%o; "
   "st.relaxed.gpu.b128 [%%o], %%x; ld.acquire.gpu.b128 %%y, [%%o]; mov.b128 {%d, _}, %%y; }", u64, u64, u64, u64, a)
X ("{ .reg .b128 %%x, %%y; .shared .align 16 .b8 %%m[16384]; .reg .b32 %%t, %%o; mov.b128 %%x, {%a, %b}; mov.u32 %%t, %%tid.x; mov.u32 %%o, %%m; mad.lo.u32 %%o, %%t, 16, %%o; "
   "st.release.cluster.shared.b128 [%%o], %%x; ld.relaxed.cta.shared.b128 %%y, [%%o]; mov.b128 {_, %d}, %%y; }", u64, u64, u64, u64, b)
X ("{ .reg .b128 %%x, %%y; .shared .align 16 .b8 %%m[16384]; .reg .b32 %%t, %%o; mov.b128 %%x, {%a, %b}; mov.u32 %%t, %%tid.x; mov.u32 %%o, %%m; mad.lo.u32 %%o, %%t, 16, %%o; "
   "st.release.sys.shared::cta.b128 [%%o], %%x; ld.acquire.sys.shared::cta.b128 %%y, [%%o]; mov.b128 {%d, _}, %%y; }", u64, u64, u64, u64, a)
X ("{ .reg .b128 %%x, %%y; .shared .align 16 .b8 %%m[16384]; .reg .b32 %%t, %%o; mov.b128 %%x, {%a, %b}; mov.u32 %%t, %%tid.x; mov.u32 %%o, %%m; mad.lo.u32 %%o, %%t, 16, %%o; "
   "st.volatile.shared.b128 [%%o], %%x; ld.volatile.shared.b128 %%y, [%%o]; mov.b128 {_, %d}, %%y; }", u64, u64, u64, u64, b)
X ("{ .reg .b128 %%x, %%y; .local .align 16 .b8 %%m[16]; mov.b128 %%x, {%a, %b}; "
   "st.local.wb.b128 [%%m], %%x; ld.local.ca.b128 %%y, [%%m]; mov.b128 {_, %d}, %%y; }", u64, u64, u64, u64, b)
X ("prmt.b32.b4e %d, %a, %b, %c;", u32, u32, u32, u32,
   ({ u64 v = (u64) b << 32 | a; u32 r = 0; for (u32 i = 0; i < 4; i++) r |= (u32) (v >> 8 * (((c & 3) + 8 - i) & 7) & 255) << 8 * i; r; }))
X ("prmt.b32.rc8 %d, %a, %b, %c;", u32, u32, u32, u32, (a >> 8 * (c & 3) & 255) * 0x01010101u)
X ("prmt.b32.ecl %d, %a, %b, %c;", u32, u32, u32, u32,
   ({ u32 r = 0; for (u32 i = 0; i < 4; i++) r |= (a >> 8 * (i > (c & 3) ? i : (c & 3)) & 255) << 8 * i; r; }))
X ("prmt.b32.ecr %d, %a, %b, %c;", u32, u32, u32, u32,
   ({ u32 r = 0; for (u32 i = 0; i < 4; i++) r |= (a >> 8 * (i < (c & 3) ? i : (c & 3)) & 255) << 8 * i; r; }))
X ("cvt.rn.f32.s64 %d, %a;", f32, s64, s32, s32, (f32) a)
X ("min.f64 %d, %a, %b;", f64, f64, f64, f64,
   a != a ? NG (b) : b != b ? a : a == b ? G (BG (a) | BG (b)) : a < b ? a : b)
X ("max.f32 %d, %a, %b;", f32, f32, f32, f32,
   a != a ? NF (b) : b != b ? a : a == b ? F (BF (a) & BF (b)) : a > b ? a : b)
X ("min.NaN.f32 %d, %a, %b;", f32, f32, f32, f32,
   a != a || b != b ? F (0x7fffffff) : a == b ? F (BF (a) | BF (b)) : a < b ? a : b)
X ("sin.approx.f32 %d, %a;", f32, f32, f32, f32, NF ((f32) sin ((f64) a)))
X ("cos.approx.ftz.f32 %d, %a;", f32, f32, f32, f32, NF (flush ((f32) cos ((f64) flush (a)))))
X ("lg2.approx.f32 %d, %a;", f32, f32, f32, f32, NF ((f32) log2 ((f64) a)))
X ("ex2.approx.ftz.f32 %d, %a;", f32, f32, f32, f32, NF (flush ((f32) exp2 ((f64) flush (a)))))
X ("tanh.approx.f32 %d, %a;", f32, f32, f32, f32, NF ((f32) tanh ((f64) a)))
X ("rsqrt.approx.f32 %d, %a;", f32, f32, f32, f32, NF ((f32) (1 / sqrt ((f64) a))))
X ("rsqrt.approx.f64 %d, %a;", f64, f64, f64, f64, NG (1 / sqrt (a)))
X ("testp.finite.f32 %p, %a; selp.b32 %d, 1, 0, %p;", u32, f32, f32, f32, isfinite (a) != 0)
X ("testp.number.f64 %p, %a; selp.b32 %d, 1, 0, %p;", u32, f64, f64, f64, a == a)
X ("testp.notanumber.f32 %p, %a; selp.b32 %d, 1, 0, %p;", u32, f32, f32, f32, a != a)
/* .ftz of halves: a subnormal is 0 of its sign.  */
#define HZ(x) ((x) & 0x7c00 ? (x) : (x) & 0x8000)
#define HN(x) (((x) & 0x7fff) > 0x7c00)
#define HK(x) ((x) & 0x8000 ? -(s32) ((x) & 0x7fff) : (s32) ((x) & 0x7fff))
#define HLT(x, y) (!HN (x) && !HN (y) && HK (HZ (x)) < HK (HZ (y)))
X ("set.lt.ftz.u32.f16 %d, %a, %b;", u32, u16, u16, u16, HLT (a, b) ? ~0u : 0)
X ("setp.lt.ftz.f16 %p, %a, %b; selp.b32 %d, 3, 9, %p;", u32, u16, u16, u16, HLT (a, b) ? 3 : 9)
X ("setp.lt.ftz.f16x2 %p|%q, %a, %b; selp.b32 %d, 1, 0, %p; @%q add.u32 %d, %d, 2;", u32, u32, u32, u32,
     HLT (a & 0xffff, b & 0xffff) + 2 * HLT (a >> 16, b >> 16))
X ("set.lt.ftz.f16x2.f16x2 %d, %a, %b;", u32, u32, u32, u32,
     (HLT (a & 0xffff, b & 0xffff) ? 0x3c00 : 0) | (HLT (a >> 16, b >> 16) ? 0x3c00u << 16 : 0))
X ("neg.f16 %d, %a;", u16, u16, u16, u16, a ^ 0x8000)
X ("abs.bf16x2 %d, %a;", u32, u32, u32, u32, a & 0x7fff7fff)
X ("vsub4.s32.s32.s32.sat %d, %a, %b, 0;", u32, u32, u32, u32,
   ({ u32 r = 0; for (int i = 0; i < 32; i += 8) { s32 x = (s8) (a >> i) - (s8) (b >> i);
      r |= (u32) (u8) (x > 127 ? 127 : x < -128 ? -128 : x) << i; } r; }))
X ("vmin2.u32.u32.u32 %d, %a, %b, 0;", u32, u32, u32, u32,
   (u16) ((u16) a < (u16) b ? a : b) | (a >> 16 < b >> 16 ? a >> 16 : b >> 16) << 16)

/* ---- rows made by rule: comparisons, integer conversions ---- */

static const char *const int_types[] = { "u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64" };
static const char *const cmps[] = {
  "eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"
};

/* What the row that is being tested does.  */
static struct { int cmp; const char *from, *to; bool sat; } rule;

static bool
compare (f64 a, f64 b, int cmp)
{
  bool un = a != a || b != b;
  bool r[] = { a == b, a < b || a > b, a < b, a <= b, a > b, a >= b, un || a == b, un || a != b,
	       un || a < b, un || a <= b, un || a > b, un || a >= b, !un, un };
  return r[cmp];
}

static s64
extend (u64 v, const char *type)
{
  int n = 64 - atoi (type + 1);
  return type[0] == 's' ? (s64) (v << n) >> n : (s64) (v << n >> n);
}

static void
ref_setp (void *d, const void *a, const void *b, const void *c)
{
  (void) c;
  bool r;
  if (rule.from[0] == 'f')
    r = rule.from[1] == '3' ? compare (*(const f32 *) a, *(const f32 *) b, rule.cmp)
	: compare (*(const f64 *) a, *(const f64 *) b, rule.cmp);
  else
    {
      u64 x = extend (*(const u64 *) a, rule.from), y = extend (*(const u64 *) b, rule.from);
      /* Order of signed numbers is that of unsigned ones with the top bit turned.  */
      u64 top = rule.from[0] == 's' ? (u64) 1 << 63 : 0;
      r = compare ((x ^ top) > (y ^ top), (x ^ top) < (y ^ top), rule.cmp);
    }
  *(u32 *) d = r;
}

static void
ref_cvt (void *d, const void *a, const void *b, const void *c)
{
  (void) b, (void) c;
  s64 x = extend (*(const u64 *) a, rule.from);
  int n = atoi (rule.to + 1);
  bool to_s = rule.to[0] == 's', big = rule.from[0] == 'u' && x < 0;
  if (rule.sat)
    {
      u64 max = ~(u64) 0 >> (64 - n + to_s);
      if (!big && x < 0 && !to_s)
	x = 0;
      else if (!big && x < 0 && n < 64 && x < -(s64) max - 1)
	x = -(s64) max - 1;
      else if ((big || x >= 0) && (u64) x > max)
	x = max;
    }
  x = extend (x, rule.to);
  memcpy (d, &x, n < 16 ? 2 : n / 8);
}

/* ---- the kernels ---- */

extern const struct row __start_px_rows[], __stop_px_rows[];

static unsigned
bytes (const char *type)
{
  return atoi (type + 1) / 8;
}

/* PTX of row I: an entry k<I> (d, a, b, c).  */
static void
write_entry (FILE *out, const struct row *r, int i)
{
  static const char names[] = "dabc";
  fprintf (out, ".visible .entry k%d (.param .u64 pd, .param .u64 pa, .param .u64 pb, .param .u64 pc)\n{\n"
	   ".reg .pred %%p, %%q; .reg .b32 %%t; .reg .b64 %%i, %%xd, %%xa, %%xb, %%xc;\n", i);
  for (int k = 0; k < 4; k++)
    fprintf (out, ".reg .b%u %%%c;\n", 8 * bytes (r->types[k]), names[k]);
  fprintf (out, "mov.u32 %%t, %%tid.x; mad.lo.u32 %%t, %%ctaid.x, 64, %%t; cvt.u64.u32 %%i, %%t;\n");
  for (int k = 0; k < 4; k++)
    {
      unsigned n = bytes (r->types[k]);
      fprintf (out, "ld.param.u64 %%x%c, [p%c]; mad.lo.u64 %%x%c, %%i, %u, %%x%c;\n", names[k],
	       names[k], names[k], n, names[k]);
      fprintf (out, "ld.global.b%u %%%c, [%%x%c];\n", 8 * n, names[k], names[k]);
    }
  for (const char *s = r->ptx; *s; s++)
    if (s[0] == '%' && s[1] == '%')
      fputc (*s++, out);
    else
      fputc (*s, out);
  fprintf (out, "\nst.global.b%u [%%xd], %%d;\nret;\n}\n", 8 * bytes (r->types[0]));
}

static const u64 edges[] = {
  0, 1, 2, 3, 7, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 0x7ff7, 0xfff7, 0x7fff, 0x8000, 0xffff, 0x10000,
  0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
  0x8000000000000000, 0xffffffffffffffff, 0xffffffffffffff80
};
static const double fedges[] = {
  0.0, -0.0, 1, -1, 0.5, 1.5, 2.5, -2.5, 3, 255, 256, 65504, 65520, 1e10, -1e10, 0x1p31, -0x1p31,
  0x1.71547ep-24, 0x1.31e84p-130, 0x1p32, 0x1p63, 0x1p-149, 0x1p-126, -0x1.8p-127, 0x1.fffffep127, 0x1p-1074, 0x1p-1022,
  0x1.fffffffffffffp1023, 1 / 3.0, INFINITY, -INFINITY
};
enum { N_EDGES = sizeof edges / sizeof *edges, N_FEDGES = sizeof fedges / sizeof *fedges };

static void
fill_value (void *p, const char *type, unsigned at, bool edge)
{
  u64 u = rnd ();
  unsigned n = bytes (type);
  if (type[0] == 'f')
    {
      f64 x = edge ? at == N_FEDGES ? NAN : fedges[at % N_FEDGES]
	      : ldexp ((f64) (s64) u, (int) (rnd () % 160) - 140);
      if (!edge && rnd () % 4 == 0)
	x = rint (ldexp ((f64) (s64) u, -50));
      f32 y = (f32) x;
      memcpy (p, n == 4 ? (void *) &y : (void *) &x, n);
      return;
    }
  u = edge ? edges[at % N_EDGES] : rnd () % 3 ? u : u % 70;
  memcpy (p, &u, n);
}

/* Operands: all pairs of edge cases, then random ones.  */
static void
fill (const struct row *r, u8 **v)
{
  bool f = r->types[1][0] == 'f';
  unsigned edge = f ? N_FEDGES + 1 : N_EDGES;
  for (unsigned i = 0; i < N; i++)
    {
      bool is_edge = i < edge * edge;
      fill_value (v[1] + i * bytes (r->types[1]), r->types[1], i / edge, is_edge);
      fill_value (v[2] + i * bytes (r->types[2]), r->types[2], i % edge, is_edge);
      fill_value (v[3] + i * bytes (r->types[3]), r->types[3], rnd () % edge, i & 1);
    }
}

static void
test_row (struct mod *m, const struct row *r, int i)
{
  u8 *v[4];
  char name[16];
  for (int k = 0; k < 4; k++)
    v[k] = buffer (N * 8);
  fill (r, v);
  snprintf (name, sizeof name, "k%d", i);
  bool ok = run (m, name, N / 64, 64, (void *[]) { &v[0], &v[1], &v[2], &v[3] });
  unsigned n[4];
  for (int k = 0; k < 4; k++)
    n[k] = bytes (r->types[k]);
  for (int t = 0; t < N && ok; t++)
    {
      u64 want = 0, got = 0, a = 0, b = 0, c = 0;
      memcpy (&got, v[0] + t * n[0], n[0]);
      memcpy (&a, v[1] + t * n[1], n[1]);
      memcpy (&b, v[2] + t * n[2], n[2]);
      memcpy (&c, v[3] + t * n[3], n[3]);
      r->ref (&want, &a, &b, &c);
      if (got != want)
	{
	  printf ("  a %llx b %llx c %llx: %llx, not %llx\n", (unsigned long long) a,
		  (unsigned long long) b, (unsigned long long) c, (unsigned long long) got,
		  (unsigned long long) want);
	  ok = false;
	}
    }
  check (ok, "%s", r->ptx);
  for (int k = 0; k < 4; k++)
    release (v[k]);
}

/* Tests one row made by rule.  */
static void
test_rule (const char *ptx, const char *dt, const char *at,
	   void (*ref) (void *, const void *, const void *, const void *))
{
  char *text;
  size_t len;
  const char *reg = !strcmp (at, "u8") ? "u16" : !strcmp (at, "s8") ? "s16" : at;
  struct row r = { ptx, { dt, reg, reg, reg }, ref };
  FILE *out = open_memstream (&text, &len);
  fputs (HEADER, out);
  write_entry (out, &r, 0);
  fclose (out);
  struct mod m = load (text);
  free (text);
  test_row (&m, &r, 0);
  unload (&m);
}

static void
rules (void)
{
  static const char *const types[] = { "u16", "s16", "u32", "s32", "u64", "s64", "f32", "f64" };
  char ptx[128];
  for (int t = 0; t < 8; t++)
    for (int k = 0; k < (t < 6 ? 6 : 14); k++)
      {
	rule.from = types[t];
	rule.cmp = k;
	snprintf (ptx, sizeof ptx, "setp.%s.%s %%p, %%a, %%b; selp.b32 %%d, 1, 0, %%p;", cmps[k], types[t]);
	test_rule (ptx, "u32", types[t], ref_setp);
      }
  for (int t = 0; t < 8; t++)
    for (int u = 0; u < 8; u++)
      for (int sat = 0; sat < 2; sat++)
	{
	  rule.from = int_types[t];
	  rule.to = int_types[u];
	  rule.sat = sat;
	  snprintf (ptx, sizeof ptx, "cvt%s.%s.%s %%d, %%a;", sat ? ".sat" : "", rule.to, rule.from);
	  test_rule (ptx, u < 2 ? "u16" : int_types[u], rule.from, ref_cvt);
	}
}

int
main (void)
{
  char *text;
  size_t len;
  int n = __stop_px_rows - __start_px_rows;
  dev = px_emu_new (1);
  FILE *out = open_memstream (&text, &len);
  fputs (HEADER, out);
  for (int i = 0; i < n; i++)
    write_entry (out, &__start_px_rows[i], i);
  fclose (out);
  struct mod m = load (text);
  free (text);
  for (int i = 0; i < n; i++)
    test_row (&m, &__start_px_rows[i], i);
  unload (&m);
  rules ();
  px_emu_free (dev);
  return failures != 0;
}
