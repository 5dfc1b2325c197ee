/* SPDX-License-Identifier: MIT */
/* Matrix instructions of a warp against double arithmetic: mma in every shape and
   type, sparse ones, wmma, ldmatrix, stmatrix, movmatrix.  */
#include "testsuite/engine/t.h"
#include "testsuite/engine/numbers.h"

typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

struct form
{
  const char *name;		/* instruction and its modifiers */
  int m, n, k;
  enum type d, a, b, c;
  int na, nb, nc, nd;		/* registers */
  bool sparse;
  int sel;
};

static unsigned
reg_bytes (enum type t)
{
  return t == F64 ? 8 : 4;
}

/* Registers of a fragment with element (R, C) of an operand at the place that 9.7.14.5
   says.  WHICH: 'a', 'b', 'c'.  */
static void
place (const struct form *f, char which, enum type t, int row, int col, int *reg, int *lane, int *shift)
{
  int e = t == F64 || t == TF32 ? 1 : 32 / (int) type_bits[t];
  int g, i;
  if (which == 'c')
    {
      g = row % 8;
      i = row / 8 * 2 + col % 2;
      *lane = g * 4 + col / 2;
      *reg = t == F16 ? i / 2 : i;
      *shift = t == F16 ? i % 2 * 16 : 0;
      return;
    }
  if (which == 'b')
    {
      int x = row;
      row = col;
      col = x;
    }
  *lane = row % 8 * 4 + col / e % 4;
  *reg = which == 'a' && f->m == 16 ? col / (4 * e) * 2 + row / 8 : col / (4 * e);
  *shift = e == 1 ? 0 : col % e * (int) type_bits[t];
}

static u64
element (const void *regs, enum type t, int reg, int lane, int shift)
{
  if (t == F64)
    return ((const u64 *) regs)[reg * 32 + lane];
  return ((const u32 *) regs)[reg * 32 + lane] >> shift;
}

static void
fill (void *regs, enum type t, int n)
{
  unsigned bits = type_bits[t] > 32 ? 32 : type_bits[t];
  for (int i = 0; i < n * 32; i++)
    if (t == F64)
      ((u64 *) regs)[i] = random_bits (F64);
    else
      {
	u32 w = 0;
	for (unsigned s = 0; s < 32; s += bits)
	  w |= (bits == 32 ? (u32) random_bits (t) : ((u32) random_bits (t) & ((1u << bits) - 1)) << s);
	((u32 *) regs)[i] = w;
      }
}

static int
ptx_regs (char *out, const char *name, enum type t, int n)
{
  int len = sprintf (out, "{");
  for (int i = 0; i < n; i++)
    len += sprintf (out + len, "%s%%%s%d", i ? ", " : "", name, i);
  (void) t;
  return len + sprintf (out + len, "}");
}

static int
ptx_load (char *out, const char *name, const char *base, enum type t, int n)
{
  int len = 0;
  for (int i = 0; i < n; i++)
    len += sprintf (out + len, "ld.global.%s %%%s%d, [%s+%d];\n",
		    t == F64 ? "f64" : t == F32 ? "f32" : "b32", name, i, base,
		    i * 32 * (int) reg_bytes (t));
  return len;
}

static const char *
reg_class (enum type t)
{
  return t == F64 ? "f64" : t == F32 ? "f32" : "b32";
}

/* Parameters: memory of D, A, B, C, metadata, registers of a lane far apart.  */
static char *
mma_text (const struct form *f)
{
  static char text[16384];
  int len = sprintf (text, ".version 8.7\n.target sm_90a\n.address_size 64\n.visible .entry k (.param .u64 d, .param .u64 a, .param .u64 b,"
		     " .param .u64 c, .param .u64 e)\n{\n"
		     ".reg .%s %%d<8>; .reg .%s %%a<8>; .reg .%s %%b<8>; .reg .%s %%c<8>; .reg .b32 %%e, %%r<4>;\n"
		     ".reg .b64 %%p<5>, %%o<2>;\n"
		     "mov.u32 %%r0, %%laneid; mul.wide.u32 %%o0, %%r0, 4; mul.wide.u32 %%o1, %%r0, 8;\n",
		     reg_class (f->d), reg_class (f->a), reg_class (f->b), reg_class (f->c));
  const char *names = "dabce";
  enum type types[] = { f->d, f->a, f->b, f->c, S32 };
  for (int i = 0; i < 5; i++)
    len += sprintf (text + len, "ld.param.u64 %%p%d, [%c]; add.u64 %%p%d, %%p%d, %%o%d;\n", i, names[i], i, i,
		    types[i] == F64);
  len += ptx_load (text + len, "a", "%p1", f->a, f->na);
  len += ptx_load (text + len, "b", "%p2", f->b, f->nb);
  len += ptx_load (text + len, "c", "%p3", f->c, f->nc);
  len += sprintf (text + len, "ld.global.b32 %%e, [%%p4];\n%s ", f->name);
  len += ptx_regs (text + len, "d", f->d, f->nd);
  len += sprintf (text + len, ", ");
  len += ptx_regs (text + len, "a", f->a, f->na);
  len += sprintf (text + len, ", ");
  len += ptx_regs (text + len, "b", f->b, f->nb);
  len += sprintf (text + len, ", ");
  len += ptx_regs (text + len, "c", f->c, f->nc);
  if (f->sparse)
    len += sprintf (text + len, ", %%e, %d", f->sel);
  len += sprintf (text + len, ";\n");
  for (int i = 0; i < f->nd; i++)
    len += sprintf (text + len, "st.global.%s [%%p0+%d], %%d%d;\n", reg_class (f->d),
		    i * 32 * (int) reg_bytes (f->d), i);
  sprintf (text + len, "ret;\n}\n");
  return text;
}

/* Is GOT right where the exact value is EXACT, with N products whose magnitudes and
   that of C sum to SUM?  */
static bool
near (enum type t, u64 got, double exact, double sum, double n)
{
  double v = value_of (t, got), bound = n * 0x1p-24 * sum * (1 + n * 0x1p-24);
  if (t == F64)
    bound = n * 0x1p-53 * sum * 1.01;
  if (t == F16)
    bound += fabs (exact) * 0x1p-11 * 1.01 + 0x1p-25;
  return fabs (v - exact) <= bound;
}

static bool
run_form (const struct form *f)
{
  static const unsigned per_lane = 8 * 32 * 8;
  struct mod m = load (mma_text (f));
  void *mem[5];
  for (int i = 0; i < 5; i++)
    mem[i] = buffer (per_lane);
  bool ok = true;
  u32 *meta = mem[4];
  int kp = f->sparse ? f->k / 2 : f->k;
  static double a[16][256], b[256][8];
  for (int round = 0; round < 4 && ok; round++)
    {
      fill (mem[1], f->a, f->na);
      fill (mem[2], f->b, f->nb);
      fill (mem[3], f->c, f->nc);
      if (f->c == S32)
	for (int i = 0; i < f->nc * 32; i++)
	  ((u32 *) mem[3])[i] = round == 0 ? 0x7ffffff0u + (i & 15) : round == 1 ? 0x80000000u + (i & 15) : (u32) rnd ();
      /* Positions of pairs in order, 0 < 1 and so on.  */
      for (int i = 0; f->sparse && i < 32; i++)
	{
	  static const u32 pairs[] = { 0x4, 0x8, 0xc, 0x9, 0xd, 0xe };
	  meta[i] = 0;
	  for (int s = 0; s < 32; s += 4)
	    meta[i] |= (f->a == TF32 ? (rnd () & 1 ? 0xeu : 0x4u) : pairs[rnd () % 6]) << s;
	}
      memset (a, 0, sizeof a);
      for (int i = 0; i < f->m; i++)
	for (int x = 0; x < kp; x++)
	  {
	    int reg, lane, shift, col = x;
	    place (f, 'a', f->a, i, x, &reg, &lane, &shift);
	    if (f->sparse)
	      {
		/* 9.7.14.6.2: which lane and bits hold the position.  */
		int unit = f->a == S4 || f->a == U4 ? 2 : 1, width = f->a == TF32 ? 4 : 2;
		int at = x / unit * width, l, s;
		if (type_bits[f->a] >= 16)
		  l = at / 16, s = at % 16 + i / 8 * 16;
		else
		  l = at / 32 * 2 + i / 8, s = at % 32;
		int lanes = type_bits[f->a] >= 16 ? kp / unit * width / 16 : kp / unit * width / 16;
		u32 p = meta[i % 8 * 4 + (l + f->sel * lanes) % 4] >> s & ((1u << width) - 1);
		col = f->a == TF32 ? x * 2 + (p == 0xe) : x / unit / 2 * 4 * unit + (int) p * unit + x % unit;
	      }
	    a[i][col] = value_of (f->a, element (mem[1], f->a, reg, lane, shift));
	  }
      for (int x = 0; x < f->k; x++)
	for (int j = 0; j < 8; j++)
	  {
	    int reg, lane, shift;
	    place (f, 'b', f->b, x, j, &reg, &lane, &shift);
	    b[x][j] = value_of (f->b, element (mem[2], f->b, reg, lane, shift));
	  }
      void *args[5];
      for (int i = 0; i < 5; i++)
	args[i] = &mem[i];
      ok = run (&m, "k", 1, 32, args);
      for (int i = 0; ok && i < f->m; i++)
	for (int j = 0; ok && j < 8; j++)
	  {
	    int reg, lane, shift;
	    place (f, 'c', f->c, i, j, &reg, &lane, &shift);
	    u64 c = element (mem[3], f->c, reg, lane, shift);
	    long double sum = 0;
	    double mag = fabs (value_of (f->c, c));
	    for (int x = 0; x < f->k; x++)
	      {
		bool xor = strstr (f->name, ".xor") != NULL;
		double p = xor ? a[i][x] != b[x][j] : a[i][x] * b[x][j];
		sum += xor ? p : (long double) a[i][x] * b[x][j];
		mag += fabs (p);
	      }
	    place (f, 'c', f->d, i, j, &reg, &lane, &shift);
	    u64 got = element (mem[0], f->d, reg, lane, shift);
	    if (f->d == S32)
	      {
		int64_t want = (int64_t) sum + (int32_t) c;
		if (strstr (f->name, "satfinite"))
		  want = want > INT32_MAX ? INT32_MAX : want < INT32_MIN ? INT32_MIN : want;
		ok = (u32) got == (u32) want;
	      }
	    else
	      ok = near (f->d, got, (double) (sum + value_of (f->c, c)), mag, f->d == F64 ? 2 * kp : kp);
	    if (!ok)
	      printf ("(%d,%d): %.9g, not %.9g\n", i, j, value_of (f->d, got),
		      (double) (sum + value_of (f->c, c)));
	  }
    }
  for (int i = 0; i < 5; i++)
    release (mem[i]);
  unload (&m);
  return ok;
}

static void
mma_case (const char *how, int m, int k, enum type d, enum type a, enum type b, bool sparse, int sel,
	  const char *tail)
{
  char name[160];
  struct form f = { name, m, 8, k, d, a, b, d, 0, 0, 0, 0, sparse, sel };
  int width = d == F64 ? 64 : 32, kp = sparse ? k / 2 : k;
  f.na = m * kp * (int) type_bits[a] / width / 32;
  f.nb = 8 * k * (int) type_bits[b] / width / 32;
  f.nc = f.nd = m * 8 * (int) type_bits[d] / width / 32;
  snprintf (name, sizeof name, "%s.sync.aligned.m%dn8k%d.row.col%s.%s.%s.%s.%s%s",
	    sparse ? "mma.sp" : "mma", m, k, how, type_name[d], type_name[a], type_name[b], type_name[d], tail);
  if (sparse)
    check (run_form (&f), "%s, selector %d", name, sel);
  else
    check (run_form (&f), "%s", name);
}

static void
mma_all (void)
{
  static const enum type small[] = { S8, U8 }, tiny[] = { S4, U4 }, fp8[] = { E4M3, E5M2 };
  for (int k = 8; k <= 16; k += 8)
    {
      mma_case ("", 16, k, F16, F16, F16, false, 0, "");
      mma_case ("", 16, k, F32, F16, F16, false, 0, "");
      mma_case ("", 16, k, F32, BF16, BF16, false, 0, "");
      mma_case ("", 16, k / 2, F32, TF32, TF32, false, 0, "");
    }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      {
	for (int s = 0; s < 2; s++)
	  {
	    const char *sat = s ? ".satfinite" : "";
	    mma_case (sat, 8, 16, S32, small[i], small[j], false, 0, "");
	    mma_case (sat, 16, 16, S32, small[i], small[j], false, 0, "");
	    mma_case (sat, 16, 32, S32, small[i], small[j], false, 0, "");
	    mma_case (sat, 8, 32, S32, tiny[i], tiny[j], false, 0, "");
	    mma_case (sat, 16, 32, S32, tiny[i], tiny[j], false, 0, "");
	    mma_case (sat, 16, 64, S32, tiny[i], tiny[j], false, 0, "");
	    mma_case (sat, 16, 32, S32, small[i], small[j], true, s, "");
	    mma_case (sat, 16, 64, S32, small[i], small[j], true, 0, "");
	    mma_case (sat, 16, 64, S32, tiny[i], tiny[j], true, s, "");
	    mma_case (sat, 16, 128, S32, tiny[i], tiny[j], true, 0, "");
	  }
	for (int k = 16; k <= 32; k += 16)
	  {
	    mma_case ("", 16, k, F32, fp8[i], fp8[j], false, 0, "");
	    mma_case ("", 16, k, F16, fp8[i], fp8[j], false, 0, "");
	  }
	mma_case ("", 16, 64, F32, fp8[i], fp8[j], true, 0, "");
      }
  for (int x = 0; x < 2; x++)
    {
      const char *op = x ? ".xor.popc" : ".and.popc";
      mma_case ("", 8, 128, S32, B1, B1, false, 0, op);
      mma_case ("", 16, 128, S32, B1, B1, false, 0, op);
      mma_case ("", 16, 256, S32, B1, B1, false, 0, op);
    }
  mma_case ("", 8, 4, F64, F64, F64, false, 0, "");
  for (int k = 4; k <= 16; k *= 2)
    {
      mma_case ("", 16, k, F64, F64, F64, false, 0, "");
      mma_case (".rz", 16, k, F64, F64, F64, false, 0, "");
      mma_case (".rp", 16, k, F64, F64, F64, false, 0, "");
    }
  for (int sel = 0; sel < 4; sel++)
    {
      mma_case ("", 16, 16, F32, F16, F16, true, sel, "");
      mma_case ("", 16, 16, F16, F16, F16, true, sel, "");
      mma_case ("", 16, 16, F32, BF16, BF16, true, sel, "");
      mma_case ("", 16, 8, F32, TF32, TF32, true, sel, "");
    }
  for (int sel = 0; sel < 2; sel++)
    {
      mma_case ("", 16, 32, F32, F16, F16, true, sel, "");
      mma_case ("", 16, 32, F16, F16, F16, true, sel, "");
      mma_case ("", 16, 32, F32, BF16, BF16, true, sel, "");
      mma_case ("", 16, 16, F32, TF32, TF32, true, sel, "");
    }
}

/* ---- mma.m8n8k4 of f16: four products ---- */

static bool
quads (bool a_col, bool b_row, enum type d, enum type c)
{
  struct form f = { NULL, 8, 8, 4, d, F16, F16, c, 2, 2, c == F16 ? 4 : 8, d == F16 ? 4 : 8, false, 0 };
  char name[128];
  f.name = name;
  sprintf (name, "mma.sync.aligned.m8n8k4.%s.%s.%s.f16.f16.%s", a_col ? "col" : "row", b_row ? "row" : "col",
	   type_name[d], type_name[c]);
  struct mod m = load (mma_text (&f));
  void *mem[5], *args[5];
  for (int i = 0; i < 5; i++)
    mem[i] = buffer (8192), args[i] = &mem[i];
  fill (mem[1], F16, 2);
  fill (mem[2], F16, 2);
  fill (mem[3], c, f.nc);
  bool ok = run (&m, "k", 1, 32, args);
  for (int q = 0; ok && q < 4; q++)
    for (int i = 0; ok && i < 8; i++)
      for (int j = 0; ok && j < 8; j++)
	{
	  double sum = 0, mag = 0, v[2];
	  for (int x = 0; x < 4; x++)
	    {
	      /* lane and element of A (i, x), B (x, j) */
	      int la = a_col ? x + (i >= 4) * 16 : i % 4 + (i >= 4) * 16, ea = a_col ? i % 4 : x;
	      int lb = b_row ? x + (j >= 4) * 16 : j % 4 + (j >= 4) * 16, eb = b_row ? j % 4 : x;
	      double p = value_of (F16, element (mem[1], F16, ea / 2, la + 4 * q, ea % 2 * 16))
			 * value_of (F16, element (mem[2], F16, eb / 2, lb + 4 * q, eb % 2 * 16));
	      sum += p, mag += fabs (p);
	    }
	  u64 raw = 0;
	  for (int k = 1; k >= 0; k--)
	    {
	      /* C, then D */
	      enum type t = k ? c : d;
	      int lane, e;
	      if (t == F16)
		lane = i % 4 + (i >= 4) * 16, e = j;
	      else
		lane = (i & 1) + (j & 2) + (i >= 4) * 16, e = (i & 2) + (j & 4) + (j & 1);
	      raw = element (k ? mem[3] : mem[0], t, t == F16 ? e / 2 : e, lane + 4 * q, t == F16 ? e % 2 * 16 : 0);
	      v[k] = value_of (t, raw);
	    }
	  ok = near (d, raw, sum + v[1], mag + fabs (v[1]), 4);
	}
  check (ok, "%s", name);
  for (int i = 0; i < 5; i++)
    release (mem[i]);
  unload (&m);
  return ok;
}

/* ---- wmma: whole matrices in memory ---- */

static u64
get (const void *p, enum type t, int i)
{
  u64 v = 0;
  if (type_bits[t] < 8)
    return ((const uint8_t *) p)[i * type_bits[t] / 8] >> i * type_bits[t] % 8;
  memcpy (&v, (const char *) p + (size_t) i * type_bits[t] / 8, type_bits[t] / 8);
  return v;
}

static void
wmma_case (int m, int n, int k, enum type d, enum type ab, bool a_col, bool b_col, bool d_col, const char *extra,
	   const char *prefix)
{
  static char text[8192];
  int na = ab == F16 ? 8 : ab == TF32 ? 4 : ab == BF16 && m == 16 ? 4 : m * k * (int) type_bits[ab] / 1024;
  int nb = ab == F16 ? 8 : ab == TF32 ? 4 : ab == BF16 && m == 16 ? 4 : n * k * (int) type_bits[ab] / 1024;
  int nc = m * n * (int) type_bits[d] / 1024;
  if (ab == F64)
    na = nb = 1, nc = 2;
  const char *cls = reg_class (d), *acls = reg_class (ab);
  int lda = (a_col ? m : k) + 16, ldb = (b_col ? k : n) + 16, ldd = (d_col ? m : n) + 8;
  if (type_bits[ab] < 8)
    lda = ldb = k;
  char types[64], shape[32];
  sprintf (shape, "m%dn%dk%d", m, n, k);
  if (ab == F16)
    sprintf (types, "%s.%s", type_name[d], type_name[d]);
  else
    sprintf (types, "%s.%s.%s.%s", type_name[d], type_name[ab], type_name[ab], type_name[d]);
  int len = sprintf (text, HEADER ".visible .entry k (.param .u64 d, .param .u64 a, .param .u64 b, .param .u64 c)\n{\n"
		     ".reg .%s %%d<8>; .reg .%s %%a<8>; .reg .%s %%b<8>; .reg .%s %%c<8>; .reg .b64 %%p<4>; .reg .b32 %%s;\n"
		     "ld.param.u64 %%p0, [d]; ld.param.u64 %%p1, [a]; ld.param.u64 %%p2, [b]; ld.param.u64 %%p3, [c]; mov.b32 %%s, %d;\n",
		     cls, acls, acls, cls, ldb);
  len += sprintf (text + len, "wmma.load.a.sync.aligned.%s.%s.global.%s ", a_col ? "col" : "row", shape, type_name[ab]);
  len += ptx_regs (text + len, "a", ab, na);
  len += sprintf (text + len, ", [%%p1], %d;\nwmma.load.b.sync.aligned.%s.%s.%s ", lda, b_col ? "col" : "row", shape, type_name[ab]);
  len += ptx_regs (text + len, "b", ab, nb);
  len += sprintf (text + len, ", [%%p2], %%s;\nwmma.load.c.sync.aligned.%s.%s.global.%s ", d_col ? "col" : "row", shape, type_name[d]);
  len += ptx_regs (text + len, "c", d, nc);
  len += sprintf (text + len, ", [%%p3], %d;\nwmma.mma.%ssync.aligned.%s.%s.%s.%s%s ", ldd, prefix, a_col ? "col" : "row",
		  b_col ? "col" : "row", shape, types, extra);
  len += ptx_regs (text + len, "d", d, nc);
  len += sprintf (text + len, ", ");
  len += ptx_regs (text + len, "a", ab, na);
  len += sprintf (text + len, ", ");
  len += ptx_regs (text + len, "b", ab, nb);
  len += sprintf (text + len, ", ");
  len += ptx_regs (text + len, "c", d, nc);
  len += sprintf (text + len, ";\nwmma.store.d.sync.aligned.%s.%s.global.%s [%%p0], ", d_col ? "col" : "row", shape, type_name[d]);
  len += ptx_regs (text + len, "d", d, nc);
  sprintf (text + len, ", %d;\nret;\n}\n", ldd);
  struct mod mod = load (text);
  void *mem[4], *args[4];
  for (int i = 0; i < 4; i++)
    {
      mem[i] = buffer (65536), args[i] = &mem[i];
      fill (mem[i], i == 1 || i == 2 ? ab : d, 65536 / 256);
    }
  bool ok = run (&mod, "k", 1, 32, args);
  for (int i = 0; ok && i < m; i++)
    for (int j = 0; ok && j < n; j++)
      {
	int at = d_col ? j * ldd + i : i * ldd + j;
	double sum = 0, c = value_of (d, get (mem[3], d, at)), mag = fabs (c);
	for (int x = 0; x < k; x++)
	  {
	    double a = value_of (ab, get (mem[1], ab, a_col ? x * lda + i : i * lda + x));
	    double b = value_of (ab, get (mem[2], ab, b_col ? j * ldb + x : x * ldb + j));
	    double p = *prefix == 'x' ? a != b : a * b;
	    sum += p, mag += fabs (p);
	  }
	u64 got = get (mem[0], d, at);
	if (d == S32)
	  {
	    int64_t want = (int64_t) sum + (int64_t) c;
	    if (*extra)
	      want = want > INT32_MAX ? INT32_MAX : want < INT32_MIN ? INT32_MIN : want;
	    ok = (u32) got == (u32) want;
	  }
	else
	  ok = near (d, got, sum + c, mag, k + 1);
      }
  check (ok, "wmma.%s%s.%s.%s.%s%s, D by %s", prefix, shape, a_col ? "col" : "row", b_col ? "col" : "row", types, extra,
	 d_col ? "columns" : "rows");
  for (int i = 0; i < 4; i++)
    release (mem[i]);
  unload (&mod);
}

static void
wmma_all (void)
{
  static const int shapes[][2] = { { 16, 16 }, { 32, 8 }, { 8, 32 } };
  static const enum type small[] = { S8, U8 };
  for (int s = 0; s < 3; s++)
    for (int l = 0; l < 4; l++)
      {
	int m = shapes[s][0], n = shapes[s][1];
	bool a = l & 1, b = l & 2, d = l == 1 || l == 2;
	wmma_case (m, n, 16, F32, F16, a, b, d, "", "");
	wmma_case (m, n, 16, F16, F16, a, b, d, "", "");
	wmma_case (m, n, 16, F32, BF16, a, b, d, "", "");
	wmma_case (m, n, 16, S32, small[l & 1], a, b, d, l & 2 ? ".satfinite" : "", "");
	if (!s)
	  {
	    wmma_case (16, 16, 8, F32, TF32, a, b, d, "", "");
	    wmma_case (8, 8, 4, F64, F64, a, b, d, "", "");
	  }
      }
  wmma_case (8, 8, 32, S32, S4, false, true, false, "", "");
  wmma_case (8, 8, 32, S32, U4, false, true, true, ".satfinite", "");
  wmma_case (8, 8, 128, S32, B1, false, true, false, "", "xor.popc.");
  wmma_case (8, 8, 128, S32, B1, false, true, false, "", "and.popc.");
}

/* ---- ldmatrix, stmatrix, movmatrix ---- */

static void
move_case (int x, bool trans)
{
  char text[4096], regs[64];
  ptx_regs (regs, "d", S32, x);
  sprintf (text, HEADER ".visible .entry k (.param .u64 a, .param .u64 b)\n{\n"
	   ".reg .b32 %%d<8>, %%r<8>; .reg .b64 %%p<8>; .shared .align 16 .b8 s[1024];\n"
	   "ld.param.u64 %%p0, [a]; ld.param.u64 %%p1, [b]; mov.u32 %%r0, %%laneid; mul.wide.u32 %%p2, %%r0, 16;\n"
	   "add.u64 %%p3, %%p0, %%p2; ld.global.v4.b32 {%%r1, %%r2, %%r3, %%r4}, [%%p3]; shl.b32 %%r5, %%r0, 4; mov.u32 %%r6, s;\n"
	   "add.u32 %%r5, %%r5, %%r6; st.shared.v4.b32 [%%r5], {%%r1, %%r2, %%r3, %%r4}; bar.warp.sync -1;\n"
	   "mov.b32 %%d0, 0; mov.b32 %%d1, 0; mov.b32 %%d2, 0; mov.b32 %%d3, 0;\n"
	   "ldmatrix.sync.aligned.m8n8.x%d%s.shared.b16 %s, [%%r5];\n"
	   "add.u64 %%p4, %%p1, %%p2; st.global.v4.b32 [%%p4], {%%d0, %%d1, %%d2, %%d3};\n"
	   "cvta.shared.u64 %%p5, %%p6; cvt.u64.u32 %%p6, %%r5; cvta.shared.u64 %%p6, %%p6;\n"
	   "stmatrix.sync.aligned.m8n8.x%d%s.b16 [%%p6+512], %s; bar.warp.sync -1;\n"
	   "ld.shared.v4.b32 {%%r1, %%r2, %%r3, %%r4}, [%%r5+512]; st.global.v4.b32 [%%p4+512], {%%r1, %%r2, %%r3, %%r4};\n"
	   "movmatrix.sync.aligned.m8n8.trans.b16 %%d0, %%d0; mul.wide.u32 %%p2, %%r0, 4; add.u64 %%p4, %%p1, %%p2;"
	   " st.global.b32 [%%p4+1024], %%d0;\n"
	   "ret;\n}\n", x, trans ? ".trans" : "", regs, x, trans ? ".trans" : "", regs);
  struct mod m = load (text);
  u16 *a = buffer (512), *b = buffer (2048);
  for (int i = 0; i < 256; i++)
    a[i] = rnd ();
  void *args[] = { &a, &b };
  bool ok = run (&m, "k", 1, 32, args);
  const u32 *d = (const u32 *) b, *mv = (const u32 *) (b + 512);
  for (int l = 0; ok && l < 32; l++)
    for (int i = 0; ok && i < 4; i++)
      {
	const u16 *mat = a + 64 * i;
	int r = l / 4, c = l % 4 * 2;
	u32 straight = mat[r * 8 + c] | (u32) mat[r * 8 + c + 1] << 16;
	u32 turned = mat[c * 8 + r] | (u32) mat[(c + 1) * 8 + r] << 16;
	ok = d[l * 4 + i] == (i >= x ? 0 : trans ? turned : straight);
	if (i == 0)
	  ok = ok && mv[l] == (trans ? straight : turned);
      }
  ok = ok && !memcmp (a, b + 256, 128 * x);
  check (ok, "ldmatrix, stmatrix, movmatrix.x%d%s", x, trans ? ".trans" : "");
  release (a);
  release (b);
  unload (&m);
}

/* ---- what is wrong ---- */

static void
fault (const char *what, unsigned threads, const char *body, const char *expect)
{
  char text[4096];
  snprintf (text, sizeof text, HEADER ".visible .entry k (.param .u64 a)\n{\n"
	    ".reg .b32 %%r<32>; .reg .f32 %%f<8>; .reg .b64 %%p<4>; .reg .pred %%q; .shared .align 16 .b8 s[512];\n"
	    "ld.param.u64 %%p0, [a]; mov.u32 %%r0, %%laneid; setp.lt.u32 %%q, %%r0, 7; mov.u32 %%r1, s;\n%s\nret;\n}\n", body);
  px_emu_error err;
  struct mod m = load_err (text, &err);
  void *a = buffer (512), *args[] = { &a };
  bool ran = m.m && run_err (&m, "k", 1, threads, args, &err);
  bool ok = !ran && strstr (err.text, expect);
  if (!ok)
    printf ("%s\n", ran ? "no error" : err.text);
  check (ok, "error: %s", what);
  release (a);
  if (m.m)
    unload (&m);
}

#define MMA "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r2, %r3}, {%r4}, {%f0, %f1, %f2, %f3};"

/* ---- rows ---- */

/* Products one behind the other, which share registers in every way, some under guards:
   all at once (and in another order) as one by one, which is what launches that count do.  */
static void
rows (unsigned seed)
{
  static const char *const forms[] = {
    "m16n8k16.row.col.f32.f16.f16.f32", "m16n8k8.row.col.f32.tf32.tf32.f32", "m16n8k32.row.col.s32.s8.s8.s32",
    "m16n8k32.row.col.satfinite.s32.u8.s8.s32", "m16n8k16.row.col.f32.bf16.bf16.f32"
  };
  enum { REGS = 28, N = 24 };
  static char text[1 << 15];
  uint64_t x = seed * 7919u + 13;
#define BELOW(n) (x = x * 6364136223846793005u + 1442695040888963407u, (unsigned) (x >> 33) % (n))
  int len = sprintf (text, HEADER ".visible .entry k (.param .u64 p)\n{\n.reg .b32 %%r<%d>, %%t; .reg .b64 %%d<3>; .reg .pred %%yes, %%no;\n"
		     "ld.param.u64 %%d0, [p]; mov.u32 %%t, %%tid.x; mul.wide.u32 %%d1, %%t, %d; add.s64 %%d0, %%d0, %%d1;\n"
		     "setp.lt.u32 %%yes, %%t, 99; not.pred %%no, %%yes;\n", REGS, REGS * 4);
  for (int i = 0; i < REGS; i++)
    len += sprintf (text + len, "ld.global.u32 %%r%d, [%%d0+%d];\n", i, 4 * i);
  const char *form = forms[BELOW (5)];
  for (int i = 0; i < N; i++)
    {
      /* Accumulators in the first 16, mostly.  */
      unsigned d = BELOW (12) ? 4 * BELOW (4) : 4 * BELOW (7), c = BELOW (8) ? d : 4 * BELOW (4);
      unsigned a = BELOW (12) ? 16 + 4 * BELOW (2) : 4 * BELOW (7), b = BELOW (12) ? 24 + 2 * BELOW (2) : 2 * BELOW (14);
      if (BELOW (10) == 0)
	form = forms[BELOW (5)];
      if (BELOW (16) == 0)
	len += sprintf (text + len, "@%%%s ", BELOW (2) ? "yes" : "no");
      len += sprintf (text + len, "mma.sync.aligned.%s {%%r%u,%%r%u,%%r%u,%%r%u}, {", form, d, d + 1, d + 2, d + 3);
      len += sprintf (text + len, "%%r%u,%%r%u,%%r%u,%%r%u}, {%%r%u,%%r%u}, {%%r%u,%%r%u,%%r%u,%%r%u};\n", a, a + 1, a + 2, a + 3, b, b + 1, c, c + 1, c + 2, c + 3);
    }
  for (int i = 0; i < REGS; i++)
    len += sprintf (text + len, "st.global.u32 [%%d0+%d], %%r%d;\n", 4 * i, i);
  sprintf (text + len, "ret;\n}\n");
  struct mod m = load (text);
  uint32_t *p[2];
  bool ok = true;
  for (int c = 0; c < 2; c++)
    {
      p[c] = buffer (32 * REGS * 4);
      uint64_t keep = x;
      for (int i = 0; i < 32 * REGS; i++)
	p[c][i] = i % REGS < 16 ? BELOW (1000) : 0x3c003c00 ^ (BELOW (256) << 16 | BELOW (256)) << BELOW (2) * 4;
      x = keep;
      px_emu_stats st;
      px_emu_error e;
      px_emu_launch l = { .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .args = (void *[]) { &p[c] }, .timeout_ms = 60000 };
      ok &= px_emu_run (px_emu_module_func (m.m, "k"), &l, c ? &st : NULL, &e);
    }
#undef BELOW
  ok = ok && !memcmp (p[0], p[1], 32 * REGS * 4);
  if (!ok)
    printf ("%s\n", text);
  check (ok, "products one behind the other, seed %u", seed);
  release (p[0]);
  release (p[1]);
  unload (&m);
}

/* D in registers of A and of C, in another order.  */
static void
wmma_in_place (const char *shape)
{
  static const char *const d[2] = { "{%d0,%d1,%d2,%d3,%d4,%d5,%d6,%d7}", "{%c4,%c5,%c6,%a1,%c0,%a0,%c3,%c1}" };
  char text[4096];
  int len = sprintf (text, HEADER ".visible .entry k (.param .u64 p)\n{\n.reg .f32 %%d<8>, %%c<8>; .reg .b32 %%a<8>, %%b<8>; .reg .b64 %%p;\n"
		     "ld.param.u64 %%p, [p];\n");
  for (int i = 0; i < 2; i++)
    {
      len += sprintf (text + len, "wmma.load.a.sync.aligned.row.%s.global.f16 {%%a0,%%a1,%%a2,%%a3,%%a4,%%a5,%%a6,%%a7}, [%%p+2048];\n"
		      "wmma.load.b.sync.aligned.row.%s.global.f16 {%%b0,%%b1,%%b2,%%b3,%%b4,%%b5,%%b6,%%b7}, [%%p+4096];\n"
		      "wmma.load.c.sync.aligned.row.%s.global.f32 {%%c0,%%c1,%%c2,%%c3,%%c4,%%c5,%%c6,%%c7}, [%%p+6144];\n", shape, shape, shape);
      len += sprintf (text + len, "wmma.mma.sync.aligned.row.row.%s.f32.f32 %s, {%%a0,%%a1,%%a2,%%a3,%%a4,%%a5,%%a6,%%a7}, "
		      "{%%b0,%%b1,%%b2,%%b3,%%b4,%%b5,%%b6,%%b7}, {%%c0,%%c1,%%c2,%%c3,%%c4,%%c5,%%c6,%%c7};\n", shape, d[i]);
      len += sprintf (text + len, "wmma.store.d.sync.aligned.row.%s.global.f32 [%%p+%d], %s;\n", shape, 1024 * i, d[i]);
    }
  sprintf (text + len, "ret;\n}\n");
  struct mod m = load (text);
  uint16_t *p = buffer (8192);
  for (int i = 1024; i < 3072; i++)
    p[i] = 0x3c00 + i % 97;
  for (int i = 0; i < 256; i++)
    ((float *) p)[1536 + i] = i;
  bool ok = run (&m, "k", 1, 32, (void *[]) { &p });
  check (ok && !memcmp (p, p + 512, 1024) && ((float *) p)[0] > 16, "wmma %s, D in registers of A and C", shape);
  release (p);
  unload (&m);
}

/* Where an H200 has the elements of fragments: PTX leaves it open, and CUDA programs look into them.
   MATRIX is a load up to its registers, of N registers of type .TYPE; the elements of memory count from
   0; lane LANE holds WANT.  */
static void
wmma_layout (const char *matrix, const char *type, enum type t, int n, unsigned lane, const uint16_t *want)
{
  char text[2048];
  int len = sprintf (text, HEADER ".visible .entry k (.param .u64 in, .param .u64 out)\n{\n.reg .%s %%a<8>; .reg .b64 %%p, %%q; .reg .b32 %%t;\n"
		     "ld.param.u64 %%p, [in]; ld.param.u64 %%q, [out]; mov.u32 %%t, %%tid.x; mad.wide.u32 %%q, %%t, 32, %%q;\n%s ",
		     type, matrix);
  len += ptx_regs (text + len, "a", t, n);
  len += sprintf (text + len, ", [%%p];\n");
  for (int i = 0; i < n; i++)
    len += sprintf (text + len, "st.global.%s [%%q+%d], %%a%d;\n", type, 4 * i, i);
  sprintf (text + len, "ret;\n}\n");
  struct mod m = load (text);
  void *in = buffer (8192), *out = buffer (8192);
  int e = t == F16 ? 2 : 1;
  for (int i = 0; i < 512; i++)
    e == 2 ? (void) (((uint16_t *) in)[i] = (uint16_t) i) : (void) (((uint32_t *) in)[i] = i);
  bool ok = run (&m, "k", 1, 32, (void *[]) { &in, &out });
  for (int i = 0; ok && i < n * e; i++)
    ok = want[i] == (e == 2 ? ((uint16_t *) out)[16 * lane + i] : ((uint32_t *) out)[8 * lane + i]);
  check (ok, "%s: elements of lane %u", matrix, lane);
  release (in);
  release (out);
  unload (&m);
}

static void
wmma_layouts (void)
{
  /* Registers that f16 does not need repeat the others.  */
  wmma_layout ("wmma.load.a.sync.aligned.row.m16n16k16.global.f16", "b32", F16, 8, 5,
	       (uint16_t[]) { 18, 19, 146, 147, 26, 27, 154, 155, 18, 19, 146, 147, 26, 27, 154, 155 });
  wmma_layout ("wmma.load.b.sync.aligned.col.m32n8k16.global.f16", "b32", F16, 8, 1,
	       (uint16_t[]) { 2, 3, 10, 11, 2, 3, 10, 11, 2, 3, 10, 11, 2, 3, 10, 11 });
  /* m8n32k16 is the other one, transposed.  */
  wmma_layout ("wmma.load.b.sync.aligned.row.m8n32k16.global.f16", "b32", F16, 8, 4,
	       (uint16_t[]) { 1, 33, 9, 41, 257, 289, 265, 297, 17, 49, 25, 57, 273, 305, 281, 313 });
  wmma_layout ("wmma.load.c.sync.aligned.row.m8n32k16.global.f16", "b32", F16, 4, 1,
	       (uint16_t[]) { 64, 96, 72, 104, 80, 112, 88, 120 });
  wmma_layout ("wmma.load.c.sync.aligned.row.m8n32k16.global.f32", "f32", F32, 8, 4,
	       (uint16_t[]) { 1, 33, 9, 41, 17, 49, 25, 57 });
  wmma_layout ("wmma.load.c.sync.aligned.row.m32n8k16.global.f32", "f32", F32, 8, 4,
	       (uint16_t[]) { 8, 9, 72, 73, 136, 137, 200, 201 });
}

int
main (void)
{
  dev = px_emu_new (1);
  mma_all ();
  for (int l = 0; l < 4; l++)
    {
      quads (l & 1, l & 2, F32, F32);
      quads (l & 1, l & 2, F16, F16);
      quads (l & 1, l & 2, F32, F16);
    }
  wmma_all ();
  wmma_layouts ();
  for (int x = 1; x <= 4; x *= 2)
    {
      move_case (x, false);
      move_case (x, true);
    }
  fault ("half a warp", 16, MMA, "whole warp");
  fault ("some have exited", 32, "@%q exit;" MMA, "whole warp");
  fault ("some wait elsewhere", 32, "@%q bra L;" MMA "ret; L: bar.warp.sync -1;", "deadlock");
  fault ("ldmatrix misaligned", 32, "add.u32 %r1, %r1, 8; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r2}, [%r1];",
	 "misaligned");
  fault ("ldmatrix past shared memory", 32,
	 "shl.b32 %r2, %r0, 5; add.u32 %r1, %r1, %r2; ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r2, %r3, %r4, %r5}, [%r1];",
	 "out of bounds");
  fault ("wmma addresses differ", 32,
	 "mul.wide.u32 %p1, %r0, 16; add.u64 %p0, %p0, %p1;"
	 "wmma.load.c.sync.aligned.row.m8n8k32.global.s32 {%r2, %r3}, [%p0], 8;", "different addresses");
  fault ("wmma past an allocation", 32,
	 "wmma.load.c.sync.aligned.row.m8n8k32.global.s32 {%r2, %r3}, [%p0], 64;", "bytes past the 512 bytes");
  wmma_in_place ("m16n16k16");
  wmma_in_place ("m8n32k16");
  wmma_in_place ("m32n8k16");
  fault ("wmma of a shape that does not exist", 32,
	 "wmma.load.b.sync.aligned.col.m16n8k16.global.f16 {%r2, %r3, %r2, %r3, %r2, %r3, %r2, %r3}, [%p0], 16;", "shape is not supported");
  fault ("wmma of bits by columns", 32, "wmma.load.a.sync.aligned.col.m8n8k128.global.b1 {%r2}, [%p0], 128;", "A is .row");
  for (unsigned seed = 0; seed < 60; seed++)
    rows (seed);
  px_emu_free (dev);
  return failures != 0;
}
