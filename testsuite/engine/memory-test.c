/* SPDX-License-Identifier: MIT */
/* Loads and stores of every type, vector and space in all patterns of addresses;
   atomic operations of every type in global and shared memory.  */
#include "testsuite/engine/t.h"

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

/* ---- loads and stores ---- */

static const struct access
{
  const char *type, *reg;
  int n;
} accesses[] = {
  { "u8", "b16", 1 }, { "u8", "b32", 1 }, { "u8", "b64", 1 }, { "s8", "b16", 1 }, { "s8", "b32", 1 },
  { "s8", "b64", 1 }, { "u16", "b16", 1 }, { "u16", "b32", 1 }, { "u16", "b64", 1 }, { "s16", "b32", 1 },
  { "s16", "b64", 1 }, { "u32", "b32", 1 }, { "u32", "b64", 1 }, { "s32", "b64", 1 }, { "u64", "b64", 1 },
  { "u8", "b16", 2 }, { "u8", "b16", 4 }, { "u8", "b32", 2 }, { "u8", "b32", 4 }, { "u16", "b16", 2 },
  { "u16", "b16", 4 }, { "s16", "b32", 2 }, { "u32", "b32", 2 }, { "u32", "b32", 4 }, { "u64", "b64", 2 },
  { "b128", "b128", 1 }
};

/* How the space is reached: the window is copied in from global memory first and
   back out at the end.  */
static const char *const ways[] = {
  "global", "generic", "shared a32", "shared a64", "shared generic", "local", "local generic"
};

/* Element that thread T of 64 accesses.  */
static u32
element (int pattern, u32 t)
{
  switch (pattern)
    {
    case 0: return t;				/* contiguous */
    case 1: return 5;				/* one for all */
    case 2: return t / 16 * 3;			/* one for each 16 */
    case 3: return t % 16 + (t / 16 ^ 1) * 16;	/* 16 contiguous */
    case 4: return (t * 37 + 11) % 64;		/* scattered */
    default: return 63 - t;
    }
}
enum { PATTERNS = 6 };

static void
write_access (FILE *out, int id, int way, const struct access *a)
{
  int bytes = atoi (a->type + 1) / 8, size = bytes * a->n;
  const char *space = way == 0 ? ".global" : way == 2 || way == 3 ? ".shared" : way == 5 ? ".local" : "";
  bool local = way >= 5, shared = way >= 2 && way <= 4;
  char vec[16] = "", list[64];
  if (a->n > 1)
    snprintf (vec, sizeof vec, ".v%d", a->n);
  snprintf (list, sizeof list, a->n == 1 ? "%%v0" : a->n == 2 ? "{%%v0, %%v1}" : "{%%v0, %%v1, %%v2, %%v3}");
  /* in, out, elements to read, elements to write, threads that take part */
  fprintf (out, ".visible .entry k%d (.param .u64 pi, .param .u64 po, .param .u64 pr, .param .u64 pw, .param .u32 pn)\n{\n"
	   ".reg .b32 %%t, %%r, %%w, %%x, %%n, %%i, %%b; .reg .b64 %%d<20>; .reg .pred %%p, %%q; .reg .%s %%v<4>;\n"
	   "%s .align 16 .b8 m[%d];\n"
	   "ld.param.u64 %%d0, [pi]; ld.param.u64 %%d1, [po]; ld.param.u64 %%d2, [pr]; ld.param.u64 %%d3, [pw]; ld.param.u32 %%n, [pn];\n"
	   "mov.u32 %%t, %%tid.x; mad.wide.u32 %%d2, %%t, 4, %%d2; mad.wide.u32 %%d3, %%t, 4, %%d3;\n"
	   "ld.global.u32 %%r, [%%d2]; ld.global.u32 %%w, [%%d3];\n", id, a->reg, local ? ".local" : ".shared",
	   64 * size);
  /* The window: all of it by every thread if it is local, else by the first.  */
  if (shared || local)
    fprintf (out, "mov.u64 %%d4, m; %s mov.u32 %%i, 0; mov.u64 %%d6, %%d0; mov.u64 %%d7, %%d4;\n"
	     "IN: ld.global.u8 %%b, [%%d6]; st%s.u8 [%%d7], %%b; add.u64 %%d6, %%d6, 1; add.u64 %%d7, %%d7, 1;\n"
	     "add.u32 %%i, %%i, 1; setp.lt.u32 %%q, %%i, %d; @%%q bra IN;\nIN_DONE: bar.sync 0;\n",
	     shared ? "setp.ne.u32 %p, %t, 0; @%p bra IN_DONE;" : "", shared ? ".shared" : ".local", 64 * size);
  else
    fprintf (out, "mov.u64 %%d4, %%d0;\n");
  if (way == 4)
    fprintf (out, "cvta.shared.u64 %%d4, %%d4;\n");
  if (way == 6)
    fprintf (out, "cvta.local.u64 %%d4, %%d4;\n");
  fprintf (out, "setp.ge.u32 %%p, %%t, %%n; @%%p bra DONE;\n");
  if (way == 2)
    fprintf (out, "mov.u32 %%x, m; mad.lo.u32 %%r, %%r, %d, %%x; ld%s%s.%s %s, [%%r];\n"
	     "bar.sync 1, 64; mad.lo.u32 %%w, %%w, %d, %%x; st%s%s.%s [%%w], %s;\n", size, space, vec, a->type, list,
	     size, space, vec, a->type, list);
  else
    fprintf (out, "mul.wide.u32 %%d8, %%r, %d; add.u64 %%d8, %%d8, %%d4; ld%s%s.%s %s, [%%d8];\n"
	     "bar.sync 1, 64; mul.wide.u32 %%d9, %%w, %d; add.u64 %%d9, %%d9, %%d4; st%s%s.%s [%%d9], %s;\n", size, space, vec,
	     a->type, list, size, space, vec, a->type, list);
  /* What was loaded, as it stands in the register.  */
  fprintf (out, "mad.wide.u32 %%d10, %%t, %d, %%d1;\n", 16 * a->n);
  for (int k = 0; k < a->n; k++)
    fprintf (out, "st.global.%s [%%d10+%d], %%v%d;\n", a->reg, 16 * k, k);
  fprintf (out, "bra END;\nDONE: bar.sync 1, 64;\nEND:\n");
  if (shared || local)
    fprintf (out, "bar.sync 0; setp.ne.u32 %%p, %%t, 0; @%%p bra OUT_DONE; mov.u32 %%i, 0; mov.u64 %%d6, %%d0; mov.u64 %%d4, m; mov.u64 %%d7, %%d4;\n"
	     "OUT: ld%s.u8 %%b, [%%d7]; st.global.u8 [%%d6], %%b; add.u64 %%d6, %%d6, 1; add.u64 %%d7, %%d7, 1;\n"
	     "add.u32 %%i, %%i, 1; setp.lt.u32 %%q, %%i, %d; @%%q bra OUT;\nOUT_DONE:\n", shared ? ".shared" : ".local", 64 * size);
  fprintf (out, "ret;\n}\n");
}

static void
test_access (struct mod *m, int id, int way, const struct access *a)
{
  int bytes = atoi (a->type + 1) / 8, size = bytes * a->n, rb = atoi (a->reg + 1) / 8;
  u8 *in = buffer (64 * 16), *out = buffer (64 * 64), want[64 * 16];
  u32 *r = buffer (256), *w = buffer (256);
  bool ok = true;
  char name[16];
  snprintf (name, sizeof name, "k%d", id);
  for (int p = 0; p < PATTERNS && ok; p++)
    for (int part = 0; part < 3 && ok; part++)
      {
	u32 n = part == 0 ? 64 : part == 1 ? 41 : 20;
	for (int i = 0; i < 64 * size; i++)
	  want[i] = in[i] = rnd ();
	memset (out, 0, 64 * 64);
	for (u32 t = 0; t < 64; t++)
	  {
	    r[t] = element (p, t);
	    w[t] = (t * 29 + 3) % 64;
	    if (p == 0 || p == 3)
	      w[t] = element (p, t);
	  }
	ok = run (m, name, 1, 64, (void *[]) { &in, &out, &r, &w, &n });
	for (u32 t = 0; t < n && ok; t++)
	  for (int k = 0; k < a->n && ok; k++)
	    {
	      u8 v[16] = { 0 };
	      memcpy (v, want + r[t] * size + k * bytes, bytes);
	      if (a->type[0] == 's' && v[bytes - 1] >> 7)
		memset (v + bytes, 255, 16 - bytes);
	      ok = !memcmp (out + t * 16 * a->n + 16 * k, v, rb);
	    }
	/* Local memory shows thread 0's stores only.  */
	u8 next[64 * 16];
	memcpy (next, want, sizeof next);
	for (u32 t = 0; t < (way >= 5 ? 1 : n); t++)
	  memcpy (next + w[t] * size, want + r[t] * size, size);
	ok = ok && !memcmp (in, next, 64 * size);
	if (!ok)
	  printf ("  pattern %d, %u threads\n", p, n);
      }
  check (ok, "ld, st %s .%s in .%s registers, v%d", ways[way], a->type, a->reg, a->n);
  release (in); release (out); release (r); release (w);
}

static void
all_accesses (void)
{
  int n = sizeof accesses / sizeof *accesses, ways_n = sizeof ways / sizeof *ways;
  char *text;
  size_t len;
  FILE *out = open_memstream (&text, &len);
  fputs (HEADER, out);
  for (int i = 0; i < n * ways_n; i++)
    write_access (out, i, i / n, &accesses[i % n]);
  fclose (out);
  struct mod m = load (text);
  free (text);
  for (int i = 0; i < n * ways_n; i++)
    test_access (&m, i, i / n, &accesses[i % n]);
  unload (&m);
}

/* ---- atomics ---- */

/* 128 threads apply the operation to one of 4 words; the order does not matter to
   the result.  Halves are small integers, exact in every order.  */
static const struct atom
{
  const char *op, *type;
  int bytes;
} atoms[] = {
  { "add", "u32", 4 }, { "add", "s32", 4 }, { "add", "u64", 8 }, { "add", "f32", 4 }, { "add", "f64", 8 },
  { "add.noftz", "f16", 2 }, { "add.noftz", "f16x2", 4 }, { "add.noftz", "bf16", 2 }, { "add.noftz", "bf16x2", 4 },
  { "min", "u32", 4 }, { "min", "s32", 4 }, { "min", "u64", 8 }, { "min", "s64", 8 },
  { "max", "u32", 4 }, { "max", "s32", 4 }, { "max", "u64", 8 }, { "max", "s64", 8 },
  { "and", "b32", 4 }, { "or", "b32", 4 }, { "xor", "b32", 4 },
  { "and", "b64", 8 }, { "or", "b64", 8 }, { "xor", "b64", 8 }, { "inc", "u32", 4 }, { "dec", "u32", 4 }
};

static u64
apply (const struct atom *a, u64 old, u64 v)
{
  int bits = 8 * a->bytes;
  old = old << (64 - bits) >> (64 - bits);
  v = v << (64 - bits) >> (64 - bits);
  union { u64 u; u32 w; float f; double d; } x = { old }, y = { v };
  int64_t sx = (int64_t) (old << (64 - bits)) >> (64 - bits), sy = (int64_t) (v << (64 - bits)) >> (64 - bits);
  switch (a->op[0])
    {
    case 'a':
      if (a->op[1] == 'n')
	return old & v;
      if (!strcmp (a->type, "f32"))
	return x.f += y.f, x.w;
      if (!strcmp (a->type, "f64"))
	return x.d += y.d, x.u;
      return old + v;
    case 'm':
      if (a->type[0] == 's')
	return (a->op[1] == 'i') == (sx < sy) ? old : v;
      return (a->op[1] == 'i') == (old < v) ? old : v;
    case 'o': return old | v;
    case 'x': return old ^ v;
    case 'i': return (u32) old >= (u32) v ? 0 : old + 1;
    default: return (u32) old == 0 || (u32) old > (u32) v ? v : old - 1;
    }
}

/* f16 and bf16 of 0 to 128.  */
static u16
small_half (const char *type, unsigned v)
{
  if (!v)
    return 0;
  int e = 31 - __builtin_clz (v), m = type[0] == 'b' ? 7 : 10;
  return (e + (type[0] == 'b' ? 127 : 15)) << m | ((v << m >> e) & ((1 << m) - 1));
}

static void
test_atom (const struct atom *a, bool shared, bool red)
{
  char text[2048];
  const char *reg = a->bytes == 2 ? "b16" : a->bytes == 8 ? "b64" : "b32";
  bool half = strstr (a->type, "f16") != NULL, incdec = !strcmp (a->op, "inc") || !strcmp (a->op, "dec");
  snprintf (text, sizeof text, HEADER
	    ".visible .entry k (.param .u64 pm, .param .u64 pv)\n{\n"
	    ".reg .b32 %%t, %%w; .reg .b64 %%d<9>; .reg .%s %%v, %%o; .reg .pred %%p; .shared .align 8 .b8 s[32];\n"
	    "ld.param.u64 %%d0, [pm]; ld.param.u64 %%d1, [pv]; mov.u32 %%t, %%tid.x; and.b32 %%w, %%t, 3; mul.wide.u32 %%d2, %%w, 8;\n"
	    "mad.wide.u32 %%d3, %%t, 8, %%d1; ld.global.%s %%v, [%%d3]; add.u64 %%d4, %%d0, %%d2; mov.u64 %%d5, s; add.u64 %%d5, %%d5, %%d2;\n"
	    "setp.gt.u32 %%p, %%t, 3; @%%p bra GO; ld.global.b64 %%d6, [%%d4]; st.shared.b64 [%%d5], %%d6;\nGO: bar.sync 0;\n"
	    "%s.%s.%s.%s %s[%s], %%v;\nbar.sync 0; @%%p bra END;\n"
	    "%s\nEND: ret;\n}\n", reg, reg, red ? "red" : "atom", shared ? "shared" : "global", a->op, a->type,
	    red ? "" : "%o, ", shared ? "%d5" : "%d4",
	    shared ? "ld.shared.b64 %d6, [%d5]; st.global.b64 [%d4], %d6;" : "");
  struct mod m = load (text);
  u64 *p = buffer (32), *v = buffer (128 * 8), want[4];
  for (int i = 0; i < 4; i++)
    want[i] = p[i] = half || a->type[0] == 'f' || incdec ? 0 : rnd ();
  unsigned sum[4] = { 0 };
  for (int t = 0; t < 128; t++)
    {
      unsigned x = rnd () % 3;
      union { u64 u; float f; double d; } y = { rnd () };
      if (!strcmp (a->type, "f32"))
	y.u = 0, y.f = x;
      else if (!strcmp (a->type, "f64"))
	y.d = x;
      else if (incdec)
	y.u = 9;
      else if (half)
	y.u = small_half (a->type, x) * (a->bytes == 4 ? 0x10001u : 1u);
      v[t] = y.u;
      sum[t & 3] += x;
      if (!half)
	want[t & 3] = apply (a, want[t & 3], y.u);
    }
  bool ok = run (&m, "k", 1, 128, (void *[]) { &p, &v });
  for (int i = 0; i < 4; i++)
    {
      if (half)
	want[i] = small_half (a->type, sum[i]) * (a->bytes == 4 ? 0x10001u : 1u);
      ok = ok && !memcmp (&p[i], &want[i], a->bytes);
      if (!ok)
	printf ("  %llx, not %llx\n", (unsigned long long) p[i], (unsigned long long) want[i]);
    }
  check (ok, "%s.%s.%s.%s", red ? "red" : "atom", shared ? "shared" : "global", a->op, a->type);
  release (p);
  release (v);
  unload (&m);
}

/* Each thread takes what the one before left: exchanges and swaps lose nothing.  */
static void
exchanges (void)
{
  struct mod m = load (HEADER
    ".visible .entry k (.param .u64 p)\n{\n"
    ".reg .b32 %t, %o; .reg .b64 %d<9>, %e; .reg .b16 %h; .reg .b128 %q, %z, %x; .reg .pred %p;\n"
    "ld.param.u64 %d0, [p]; mov.u32 %t, %tid.x; cvt.u64.u32 %d1, %t; add.u64 %d1, %d1, 1; mad.wide.u32 %d2, %t, 64, %d0;\n"
    "atom.global.exch.b64 %e, [%d0], %d1; st.global.u64 [%d2+64], %e;\n"
    "atom.global.exch.b32 %o, [%d0+8], %t; st.global.u32 [%d2+72], %o;\n"
    "L: ld.volatile.global.u64 %d3, [%d0+16]; add.u64 %d4, %d3, %d1; atom.cas.b64 %d5, [%d0+16], %d3, %d4;\n"
    "setp.ne.u64 %p, %d5, %d3; @%p bra L;\n"
    "M: ld.volatile.global.u16 %h, [%d0+24]; cvt.u32.u16 %o, %h; add.u32 %o, %o, 1; { .reg .b16 %n, %r; cvt.u16.u32 %n, %o;\n"
    "atom.cas.b16 %r, [%d0+24], %h, %n; setp.ne.u16 %p, %r, %h; } @%p bra M;\n"
    "mov.b128 %q, {%d1, %d1}; atom.exch.b128 %x, [%d0+32], %q; mov.b128 {%d6, %d7}, %x; st.global.v2.u64 [%d2+80], {%d6, %d7};\n"
    "mov.b128 %z, {%d1, 0}; atom.cas.b128 %x, [%d0+48], %q, %z;\n"
    "ret;\n}\n");
  u8 *p = buffer (64 * 130);
  u64 first[2] = { 7, 7 };
  memcpy (p + 48, first, 16);
  bool ok = run (&m, "k", 1, 128, (void *[]) { &p });
  u64 sum = 0, wide = 0, want = 128 * 129 / 2;
  for (int t = 0; t < 128; t++)
    {
      u64 v[4];
      memcpy (v, p + 64 * t + 64, 32);
      sum += v[0];
      wide += v[2];
      ok &= v[2] == v[3];
    }
  u64 last, cas, swide[2], sw[2];
  u16 count;
  memcpy (&last, p, 8);
  memcpy (&cas, p + 16, 8);
  memcpy (&count, p + 24, 2);
  memcpy (swide, p + 32, 16);
  memcpy (sw, p + 48, 16);
  check (ok && sum + last == want, "atom.exch.b64");
  check (ok && cas == want, "atom.cas.b64");
  check (ok && count == 128, "atom.cas.b16");
  check (ok && wide + swide[0] == want && swide[0] == swide[1], "atom.exch.b128");
  check (ok && sw[0] == 7 && sw[1] == 0, "atom.cas.b128");
  release (p);
  unload (&m);
}

/* 16 bytes of a parameter, in one register; not of one that has fewer.  */
static void
wide_parameters (void)
{
  struct mod m = load (HEADER
    ".visible .entry k (.param .u64 p, .param .align 16 .b8 q[32])\n{\n.reg .b64 %d; .reg .b128 %x;\n"
    "ld.param.u64 %d, [p]; ld.param.b128 %x, [q+16]; st.global.b128 [%d], %x; st.global.b128 [%d+16], %x;\nret;\n}\n");
  u64 q[4] = { 1, 2, 3, 4 }, got[4];
  u8 *p = buffer (32);
  bool ok = run (&m, "k", 1, 1, (void *[]) { &p, q });
  memcpy (got, p, 32);
  check (ok && got[0] == 3 && got[1] == 4 && got[2] == 3 && got[3] == 4, "ld.param.b128");
  release (p);
  unload (&m);
  px_emu_error err;
  m = load_err (HEADER ".visible .entry k (.param .u64 p)\n{\n.reg .b128 %x;\nld.param.b128 %x, [p];\nret;\n}\n", &err);
  check (!m.m && strstr (err.text, "reads past the parameters"), "ld.param.b128 of 8 bytes");
  if (m.ptx)
    ptx_free (m.ptx);
}

/* Vector reductions in global memory.  */
static void
vectors (void)
{
  struct mod m = load (".version 8.1\n.target sm_90\n.address_size 64\n"
    ".visible .entry k (.param .u64 p)\n{\n.reg .b64 %d; .reg .f32 %f<5>; .reg .b32 %t;\n"
    "ld.param.u64 %d, [p]; mov.u32 %t, %tid.x; cvt.rn.f32.u32 %f1, %t; mov.f32 %f2, 0f40000000; mov.f32 %f3, 0fBF800000;\n"
    "red.global.add.v4.f32 [%d], {%f1, %f2, %f3, %f1};\nret;\n}\n");
  float *p = buffer (16);
  bool ok = run (&m, "k", 1, 64, (void *[]) { &p });
  check (ok && p[0] == 2016 && p[1] == 128 && p[2] == -64 && p[3] == 2016, "red.global.add.v4.f32");
  release (p);
  unload (&m);
}

int
main (void)
{
  dev = px_emu_new (1);
  all_accesses ();
  for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++)
    for (int shared = 0; shared < 2; shared++)
      for (int red = 0; red < 2; red++)
	test_atom (&atoms[i], shared, red);
  exchanges ();
  wide_parameters ();
  vectors ();
  px_emu_free (dev);
  return failures != 0;
}
