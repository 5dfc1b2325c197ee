/* SPDX-License-Identifier: MIT */
/* Floating point with every rounding, against MPFR: arithmetic of f32, f64, f16,
   bf16, and conversions to every format.  */
#include "testsuite/engine/t.h"

#ifndef HAVE_MPFR
int
main (void)
{
  printf ("UNSUPPORTED: float-test: no MPFR\n");
  return 77;
}
#else
#include <math.h>
#include <mpfr.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

enum { N = 1024 };

struct format
{
  const char *name;
  int bits, mant, exp;		/* of the encoding */
  u64 nan;
};
static const struct format F32 = { "f32", 32, 23, 8, 0x7fffffff },
  F64 = { "f64", 64, 52, 11, 0x7ff8000000000000 }, F16 = { "f16", 16, 10, 5, 0x7fff },
  BF16 = { "bf16", 16, 7, 8, 0x7fff }, TF32 = { "tf32", 32, 10, 8, 0x7fffe000 };

static double
decode (const struct format *f, u64 x)
{
  if (f == &F64)
    {
      double d;
      memcpy (&d, &x, 8);
      return d;
    }
  int bias = (1 << (f->exp - 1)) - 1;
  u64 m = x & ((1ull << f->mant) - 1), e = x >> f->mant & ((1ull << f->exp) - 1);
  double v = e == (1ull << f->exp) - 1 ? (m ? NAN : INFINITY)
	     : e ? ldexp (m + ldexp (1, f->mant), (int) e - bias - f->mant)
	     : ldexp (m, 1 - bias - f->mant);
  return x >> (f->mant + f->exp) & 1 ? -v : v;
}

/* X rounded to F: the encoding.  INEX: the ternary value of the operation that made
   X in precision F->mant + 1.  */
static u64
encode (const struct format *f, mpfr_t x, int inex, mpfr_rnd_t rnd)
{
  int bias = (1 << (f->exp - 1)) - 1;
  mpfr_exp_t emin = mpfr_get_emin (), emax = mpfr_get_emax ();
  mpfr_set_emin (1 - bias - f->mant + 1);
  mpfr_set_emax (bias + 1);
  inex = mpfr_check_range (x, inex, rnd);
  mpfr_subnormalize (x, inex, rnd);
  u64 r, sign = mpfr_signbit (x) ? 1ull << (f->mant + f->exp) : 0;
  if (mpfr_nan_p (x))
    r = f->nan, sign = 0;
  else if (mpfr_inf_p (x))
    r = ((1ull << f->exp) - 1) << f->mant;
  else if (mpfr_zero_p (x))
    r = 0;
  else
    {
      double d = fabs (mpfr_get_d (x, MPFR_RNDN));
      int e;
      frexp (d, &e);
      e--;
      if (e < 1 - bias)
	r = (u64) ldexp (d, f->mant - (1 - bias));
      else
	r = ((u64) (e + bias) << f->mant) + (u64) ldexp (d, f->mant - e) - (1ull << f->mant);
    }
  mpfr_set_emin (emin);
  mpfr_set_emax (emax);
  r |= sign;
  return f == &TF32 && !mpfr_nan_p (x) ? r << 13 : r;
}

static const struct { const char *name; mpfr_rnd_t rnd; } roundings[] = {
  { "rn", MPFR_RNDN }, { "rz", MPFR_RNDZ }, { "rm", MPFR_RNDD }, { "rp", MPFR_RNDU }
};

static u64
value (const struct format *f)
{
  static const double edges[] = {
    0, -0.0, 1, -1, 0.5, 1.5, 3, 1 / 3.0, 65504, 65519.99, 65520, -65536, 448, 464, 57344, 0x1p-14, 0x1p-24,
    0x1p-25, 0x1.8p-25, 0x1p-126, 0x1p-149, -0x1.5p-130, 0x1.fffffep127, 0x1.fep127, 0x1p-133, 0x1p-134,
    0x1p-1022, 0x1p-1074, 0x1.fffffffffffffp1023, 1 + 0x1p-11, 1 + 0x1.8p-10, 1 + 0x1p-8, 1 + 0x1p-24
  };
  u64 r = rnd ();
  if (r % 3 == 0)
    {
      mpfr_t x;
      mpfr_init2 (x, f->mant + 1);
      double d = edges[rnd () % (sizeof edges / sizeof *edges)];
      int inex = mpfr_set_d (x, d, MPFR_RNDN);
      u64 v = encode (f, x, inex, MPFR_RNDN);
      mpfr_clear (x);
      return v;
    }
  if (r % 3 == 1)
    return rnd () >> (64 - f->bits);
  /* Of like magnitude, so that sums cancel.  */
  int bias = (1 << (f->exp - 1)) - 1;
  return (u64) (bias - 4 + rnd () % 8) << f->mant | (rnd () & ((1ull << f->mant) - 1))
	 | (rnd () & 1) << (f->bits - 1);
}

struct test
{
  char ptx[160];
  const struct format *from, *to;
  const char *op;
  mpfr_rnd_t rnd;
  bool ftz;
};
static struct test tests[200];
static int n_tests;

static struct test *
add (const char *op, const struct format *from, const struct format *to, mpfr_rnd_t rnd, bool ftz)
{
  struct test *t = &tests[n_tests++];
  *t = (struct test) { "", from, to, op, rnd, ftz };
  return t;
}

static u64
flushed (const struct test *t, const struct format *f, u64 x)
{
  return t->ftz && !(x >> f->mant & ((1ull << f->exp) - 1)) ? x & 1ull << (f->mant + f->exp) : x;
}

static u64
expect (const struct test *t, u64 a, u64 b, u64 c)
{
  mpfr_t x, y, z, r;
  mpfr_inits2 (64, x, y, z, NULL);
  mpfr_init2 (r, t->to->mant + 1);
  mpfr_set_d (x, decode (t->from, flushed (t, t->from, a)), MPFR_RNDN);
  mpfr_set_d (y, decode (t->from, flushed (t, t->from, b)), MPFR_RNDN);
  mpfr_set_d (z, decode (t->from, flushed (t, t->from, c)), MPFR_RNDN);
  int inex = 0;
  if (!strcmp (t->op, "add"))
    inex = mpfr_add (r, x, y, t->rnd);
  else if (!strcmp (t->op, "sub"))
    inex = mpfr_sub (r, x, y, t->rnd);
  else if (!strcmp (t->op, "mul"))
    inex = mpfr_mul (r, x, y, t->rnd);
  else if (!strcmp (t->op, "fma"))
    inex = mpfr_fma (r, x, y, z, t->rnd);
  else if (!strcmp (t->op, "div"))
    inex = mpfr_div (r, x, y, t->rnd);
  else if (!strcmp (t->op, "rcp"))
    inex = mpfr_ui_div (r, 1, x, t->rnd);
  else if (!strcmp (t->op, "sqrt"))
    inex = mpfr_sqrt (r, x, t->rnd);
  else if (t->rnd == MPFR_RNDA)
    {
      /* Nearest, ties away: mpfr_round_nearest_away wants an operation.  */
      inex = mpfr_round_nearest_away (mpfr_set, r, x);
      u64 v = encode (t->to, r, 0, MPFR_RNDN);
      mpfr_clears (x, y, z, r, NULL);
      /* A NaN's bits are cut off, also where infinity is left.  */
      return (a & 0x7f800000) == 0x7f800000 ? a & 0xffffe000 : v;
    }
  else
    inex = mpfr_set (r, x, t->rnd);
  u64 v = encode (t->to, r, inex, t->rnd);
  mpfr_clears (x, y, z, r, NULL);
  return flushed (t, t->to, v);
}

static void
make (void)
{
  static const char *const two[] = { "add", "sub", "mul", "div" };
  for (int k = 0; k < 4; k++)
    for (int r = 0; r < 4; r++)
      for (int wide = 0; wide < 2; wide++)
	for (int ftz = 0; ftz < 2 - wide; ftz++)
	  {
	    const struct format *f = wide ? &F64 : &F32;
	    const char *z = ftz ? ".ftz" : "";
	    struct test *t = add (two[k], f, f, roundings[r].rnd, ftz);
	    snprintf (t->ptx, sizeof t->ptx, "%s.%s%s.%s %%d, %%a, %%b;", two[k], roundings[r].name, z, f->name);
	    if (k == 0)
	      {
		t = add ("fma", f, f, roundings[r].rnd, ftz);
		snprintf (t->ptx, sizeof t->ptx, "fma.%s%s.%s %%d, %%a, %%b, %%c;", roundings[r].name, z, f->name);
		t = add ("sqrt", f, f, roundings[r].rnd, ftz);
		snprintf (t->ptx, sizeof t->ptx, "sqrt.%s%s.%s %%d, %%a;", roundings[r].name, z, f->name);
		t = add ("rcp", f, f, roundings[r].rnd, ftz);
		snprintf (t->ptx, sizeof t->ptx, "rcp.%s%s.%s %%d, %%a;", roundings[r].name, z, f->name);
	      }
	  }
  for (int k = 0; k < 2; k++)
    {
      const struct format *f = k ? &BF16 : &F16;
      for (int j = 0; j < 3; j++)
	{
	  struct test *t = add (two[j], f, f, MPFR_RNDN, false);
	  snprintf (t->ptx, sizeof t->ptx, "%s.rn.%s %%d, %%a, %%b;", two[j], f->name);
	}
      struct test *t = add ("fma", f, f, MPFR_RNDN, false);
      snprintf (t->ptx, sizeof t->ptx, "fma.rn.%s %%d, %%a, %%b, %%c;", f->name);
      t = add ("cvt", f, &F32, MPFR_RNDN, false);
      snprintf (t->ptx, sizeof t->ptx, "cvt.f32.%s %%d, %%a;", f->name);
    }
  for (int r = 0; r < 4; r++)
    {
      struct test *t = add ("cvt", &F64, &F32, roundings[r].rnd, false);
      snprintf (t->ptx, sizeof t->ptx, "cvt.%s.f32.f64 %%d, %%a;", roundings[r].name);
      t = add ("cvt", &F32, &F16, roundings[r].rnd, false);
      snprintf (t->ptx, sizeof t->ptx, "cvt.%s.f16.f32 %%d, %%a;", roundings[r].name);
      t = add ("cvt", &F64, &F16, roundings[r].rnd, false);
      snprintf (t->ptx, sizeof t->ptx, "cvt.%s.f16.f64 %%d, %%a;", roundings[r].name);
    }
  struct test *t = add ("cvt", &F32, &BF16, MPFR_RNDN, false);
  strcpy (t->ptx, "cvt.rn.bf16.f32 %d, %a;");
  t = add ("cvt", &F32, &BF16, MPFR_RNDZ, false);
  strcpy (t->ptx, "cvt.rz.bf16.f32 %d, %a;");
  t = add ("cvt", &F32, &TF32, MPFR_RNDA, false);
  strcpy (t->ptx, "cvt.rna.tf32.f32 %d, %a;");
  t = add ("cvt", &F32, &TF32, MPFR_RNDN, false);
  strcpy (t->ptx, "cvt.rn.tf32.f32 %d, %a;");
}

/* e4m3 and e5m2: saturating, by search over all their values.  */
static double
small_value (int exp, int mant, unsigned x)
{
  struct format f = { "", 8, mant, exp, 0 };
  if (exp == 4 && (x & 127) == 127)
    return NAN;
  if (exp == 4 && (x >> 3 & 15) == 15)
    return ldexp (8 + (x & 7), 15 - 7 - 3) * (x & 128 ? -1 : 1);
  return decode (&f, x);
}

static unsigned
nearest (int exp, int mant, double v)
{
  unsigned best = 0;
  double dist = INFINITY, max = exp == 4 ? 448 : 57344;
  if (v != v)
    return 127;
  if (fabs (v) > max)
    v = copysign (max, v);
  for (unsigned x = 0; x < 128; x++)
    {
      double y = small_value (exp, mant, x), d = fabs (y - fabs (v));
      if (isfinite (y) && (d < dist || (d == dist && !(x & 1))))
	best = x, dist = d;
    }
  return best | (signbit (v) ? 128 : 0);
}

static void
small (void)
{
  static const char text[] = HEADER
    ".visible .entry k (.param .u64 p, .param .u64 q)\n{\n"
    ".reg .b32 %r<4>; .reg .f32 %f<4>; .reg .b64 %d<8>; .reg .b16 %h<4>;\n"
    "ld.param.u64 %d1, [p]; ld.param.u64 %d2, [q]; mov.u32 %r1, %tid.x;\n"
    "mad.wide.u32 %d1, %r1, 8, %d1; mad.wide.u32 %d2, %r1, 16, %d2;\n"
    "ld.global.v2.f32 {%f1, %f2}, [%d1];\n"
    "cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2; st.global.b16 [%d2], %h1;\n"
    "cvt.rn.f16x2.e4m3x2 %r2, %h1; st.global.b32 [%d2+4], %r2;\n"
    "cvt.rn.satfinite.e5m2x2.f32 %h1, %f1, %f2; st.global.b16 [%d2+2], %h1;\n"
    "cvt.rn.f16x2.e5m2x2 %r2, %h1; st.global.b32 [%d2+8], %r2;\n"
    "cvt.rn.f16x2.f32 %r2, %f1, %f2; st.global.b32 [%d2+12], %r2;\nret;\n}\n";
  struct mod m = load (text);
  float *p = buffer (1024 * 8);
  u16 *q = buffer (1024 * 16);
  for (int i = 0; i < 2048; i++)
    {
      u32 u = value (&F32);
      memcpy (&p[i], &u, 4);
      if (i % 2)
	p[i] = (float) (rnd () % 2000) / (1 << rnd () % 16) - 10;
    }
  bool ok = run (&m, "k", 1, 1024, (void *[]) { &p, &q }), ok2 = ok, ok3 = ok;
  for (int i = 0; i < 1024; i++)
    {
      u16 *r = q + 8 * i;
      unsigned hi4 = nearest (4, 3, p[2 * i]), lo4 = nearest (4, 3, p[2 * i + 1]);
      unsigned hi5 = nearest (5, 2, p[2 * i]), lo5 = nearest (5, 2, p[2 * i + 1]);
      if (r[0] != (hi4 << 8 | lo4) || r[1] != (hi5 << 8 | lo5))
	{
	  if (ok)
	    printf ("  %a %a: %04x %04x, not %02x%02x %02x%02x\n", p[2 * i], p[2 * i + 1], r[0], r[1], hi4,
		    lo4, hi5, lo5);
	  ok = false;
	}
      for (int k = 0; k < 2; k++)
	{
	  double x = decode (&F16, r[2 + k]), y = decode (&F16, r[4 + k]);
	  double wx = small_value (4, 3, k ? hi4 : lo4), wy = small_value (5, 2, k ? hi5 : lo5);
	  ok2 &= (x == wx || (x != x && wx != wx)) && (y == wy || (y != y && wy != wy));
	}
      struct test t = { "", &F32, &F16, "cvt", MPFR_RNDN, false };
      for (int k = 0; k < 2; k++)
	{
	  u32 u;
	  memcpy (&u, &p[2 * i + 1 - k], 4);
	  ok3 &= r[6 + k] == expect (&t, u, 0, 0);
	}
    }
  check (ok, "cvt.rn.satfinite.e4m3x2.f32 and e5m2x2");
  check (ok2, "cvt.rn.f16x2.e4m3x2 and e5m2x2");
  check (ok3, "cvt.rn.f16x2.f32");
  release (p);
  release (q);
  unload (&m);
}

int
main (void)
{
  char *text;
  size_t len;
  dev = px_emu_new (1);
  make ();
  FILE *out = open_memstream (&text, &len);
  fputs (HEADER, out);
  for (int i = 0; i < n_tests; i++)
    {
      const struct test *t = &tests[i];
      int sb = t->from->bits, db = t->to->bits;
      fprintf (out, ".visible .entry k%d (.param .u64 pd, .param .u64 pa, .param .u64 pb, .param .u64 pc)\n{\n"
	       ".reg .b32 %%t; .reg .b64 %%x<8>; .reg .b%d %%a, %%b, %%c; .reg .b%d %%d;\n"
	       "mov.u32 %%t, %%tid.x;\n", i, sb, db);
      for (int k = 0; k < 4; k++)
	{
	  fprintf (out, "ld.param.u64 %%x%d, [p%c]; mad.wide.u32 %%x%d, %%t, 8, %%x%d;\n", k, "dabc"[k], k, k);
	  if (k)
	    fprintf (out, "ld.global.b%d %%%c, [%%x%d];\n", sb, "dabc"[k], k);
	}
      fprintf (out, "%s st.global.b%d [%%x0], %%d; ret;\n}\n", t->ptx, db);
    }
  fclose (out);
  struct mod m = load (text);
  free (text);
  u64 *v[4];
  for (int k = 0; k < 4; k++)
    v[k] = buffer (N * 8);
  for (int i = 0; i < n_tests; i++)
    {
      const struct test *t = &tests[i];
      char name[16];
      snprintf (name, sizeof name, "k%d", i);
      memset (v[0], 0, N * 8);
      for (int j = 0; j < N; j++)
	for (int k = 1; k < 4; k++)
	  v[k][j] = value (t->from);
      bool ok = run (&m, name, 1, N, (void *[]) { &v[0], &v[1], &v[2], &v[3] });
      for (int j = 0; j < N && ok; j++)
	{
	  u64 w = expect (t, v[1][j], v[2][j], v[3][j]);
	  if (v[0][j] != w)
	    {
	      printf ("  a %llx b %llx c %llx: %llx, not %llx\n", (unsigned long long) v[1][j],
		      (unsigned long long) v[2][j], (unsigned long long) v[3][j],
		      (unsigned long long) v[0][j], (unsigned long long) w);
	      ok = false;
	    }
	}
      check (ok, "%s", t->ptx);
    }
  for (int k = 0; k < 4; k++)
    release (v[k]);
  unload (&m);
  small ();
  px_emu_free (dev);
  mpfr_free_cache ();
  return failures != 0;
}
#endif
