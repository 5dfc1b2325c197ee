/* SPDX-License-Identifier: MIT */
/* Random copies of boxes of tensors (PTX ISA 5.5, 9.7.9.27.1): loads, multicast loads, stores,
   reductions and prefetches, tiled and im2col, of maps that the driver encodes or that the
   kernel replaces field by field.  What must be in shared memory or in the tensor
   afterwards is computed here element by element.  */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "testsuite/kit/instr.h"

enum
{
  BOX = 16384,			/* bytes of the largest box  */
  SHARED = BOX + 1024,
  TENSOR = 32768,
  PAD = 256			/* in front of the tensor  */
};

static const struct
{
  const char *name;
  ptx_mod type;			/* of an element  */
  unsigned replace;		/* tensormap.replace's number, .elemtype  */
} types[] = {			/* in the order of CUtensorMapDataType  */
  { "u8", PTX_U8, 0 }, { "u16", PTX_U16, 1 }, { "u32", PTX_U32, 2 }, { "s32", PTX_S32, 3 }, { "u64", PTX_U64, 4 },
  { "s64", PTX_S64, 5 }, { "f16", PTX_F16, 6 }, { "f32", PTX_F32, 7 }, { "f64", PTX_F64, 9 }, { "bf16", PTX_BF16, 10 },
  { "f32 ftz", PTX_F32, 8 }, { "tf32", PTX_F32, 11 }, { "tf32 ftz", PTX_F32, 12 }
};
enum { NTYPES = sizeof types / sizeof *types, FTZ = 10, TF32 = 11, TF32_FTZ = 12 };

static const struct { const char *name; ptx_mod types[8]; } reductions[] = {
  { "add", { PTX_U32, PTX_S32, PTX_U64, PTX_F16, PTX_BF16, PTX_F32, PTX_F64 } },
  { "min", { PTX_U32, PTX_S32, PTX_U64, PTX_S64, PTX_F16, PTX_BF16 } },
  { "max", { PTX_U32, PTX_S32, PTX_U64, PTX_S64, PTX_F16, PTX_BF16 } },
  { "inc", { PTX_U32 } }, { "dec", { PTX_U32 } },
  { "and", { PTX_U32, PTX_S32, PTX_U64, PTX_S64 } }, { "or", { PTX_U32, PTX_S32, PTX_U64, PTX_S64 } },
  { "xor", { PTX_U32, PTX_S32, PTX_U64, PTX_S64 } }
};
enum { NREDUCTIONS = sizeof reductions / sizeof *reductions };

typedef enum kind { LOAD, STORE, REDUCE, PREFETCH, REPLACE_SHARED, REPLACE_GLOBAL, NKINDS } kind;
static const char *const kinds[] = { "load", "store", "reduce", "prefetch", "replace (shared)", "replace (global)" };

/* A map: as the arguments of cuTensorMapEncode…; strides in bytes, of an element first.  */
typedef struct tmap
{
  unsigned type, rank, element, base;
  uint64_t dim[5], stride[5];
  uint32_t box[5], step[5];
  unsigned swizzle, fill, l2;
  bool im2col;
  int lower[3], upper[3];
  unsigned channels, pixels;
} tmap;

typedef struct tensor_case
{
  kind kind;
  tmap map, before;		/* before: what a replacement starts from  */
  unsigned reduction;
  unsigned cluster;		/* blocks  */
  unsigned mask, issuer;	/* multicast: who gets it, who says so  */
  bool multicast, cta, hint;
  int at[5];
  unsigned offset[3], shared;	/* shared: of the box  */
  unsigned bytes;
} tensor_case;

static uint64_t seed;

static unsigned
below (unsigned n)
{
  return (unsigned) (kit_random (&seed) >> 16) % n;
}

static int
between (int a, int b)
{
  return a + (int) below (b - a + 1);
}

static unsigned
count (const tmap *m, unsigned i)
{
  return (m->box[i] + m->step[i] - 1) / m->step[i];
}

static unsigned
box_bytes (const tmap *m)
{
  unsigned n = (m->im2col ? m->channels * m->pixels : count (m, 0)) * m->element;
  for (unsigned i = 1; i < m->rank && !m->im2col; i++)
    n *= count (m, i);
  return n;
}

/* A random map for elements of TYPE that fits.  */
static tmap
random_map (unsigned type, unsigned rank, bool im2col)
{
  static const unsigned span[] = { 16, 2, 4, 8 };	/* chunks of 16 bytes  */
  tmap m;
  uint64_t end;
  do
    {
      memset (&m, 0, sizeof m);
      m.type = type;
      m.rank = rank;
      m.im2col = im2col;
      m.element = ptx_bits (types[type].type) / 8;
      m.swizzle = below (4);
      m.l2 = below (4);
      m.fill = instr_is_float (types[type].type) ? below (2) : 0;
      m.base = 16 * below (8);
      unsigned row = 16 * (1 + below (span[m.swizzle])) / m.element;
      row = row > 256 ? 256 : row;
      m.stride[0] = m.element;
      for (unsigned i = 0; i < rank; i++)
	{
	  m.step[i] = i && !below (3) ? 1 + below (3) : 1;
	  m.box[i] = i ? 1 + below (rank > 3 ? 6 : 20) : row;
	  m.dim[i] = 1 + below (2 * m.box[i] + 2);
	  if (i == 1)
	    m.stride[1] = (m.dim[0] * m.element + 15) / 16 * 16 + 16 * below (2);
	  else if (i)
	    m.stride[i] = m.stride[i - 1] * (m.dim[i - 1] + below (2));
	}
      if (im2col)
	{
	  m.channels = row;
	  m.pixels = 1 + below (BOX / (row * m.element) < 1024 ? BOX / (row * m.element) : 1024);
	  for (unsigned i = 0; i + 2 < rank; i++)
	    {
	      m.lower[i] = between (-3, 2);
	      m.upper[i] = between (-3, 2);
	      while ((int) m.dim[i + 1] + m.upper[i] - m.lower[i] <= 0)
		m.upper[i]++;
	    }
	}
      end = m.stride[rank - 1] * m.dim[rank - 1];
    }
  while (box_bytes (&m) > BOX || end > TENSOR - 2 * PAD);
  return m;
}

static tensor_case
random_case (bool has_cta)
{
  tensor_case c;
  memset (&c, 0, sizeof c);
  c.kind = below (NKINDS);
  bool replace = c.kind == REPLACE_SHARED || c.kind == REPLACE_GLOBAL;
  bool im2col = !replace && below (3) == 0;
  unsigned rank = im2col ? 3 + below (3) : 1 + below (5), type = below (NTYPES);
  if (c.kind == REDUCE)
    {
      ptx_mod t;
      c.reduction = below (NREDUCTIONS);
      do
	t = reductions[c.reduction].types[below (8)];
      while (!t);
      for (type = 0; types[type].type != t; type++)
	;
    }
  c.map = random_map (type, rank, im2col);
  c.before = replace ? random_map (below (NTYPES), 1 + below (5), false) : c.map;
  c.cluster = c.kind == LOAD && below (2) ? 2 : 1;
  c.multicast = c.cluster == 2 && below (2);
  c.issuer = c.cluster == 2 ? below (2) : 0;
  c.mask = c.multicast ? 1 + below (3) : 1u << c.issuer;
  c.cta = (c.kind == LOAD || replace) && has_cta && !c.multicast && below (2);
  c.hint = below (2);
  const tmap *m = &c.map;
  for (unsigned i = 0; i < rank; i++)
    c.at[i] = im2col && i == 0 ? between (-2, (int) m->dim[0])
	      : im2col && i + 1 < rank ? between (m->lower[i - 1], (int) m->dim[i] - 1 + m->upper[i - 1])
	      : below (2) ? between (0, (int) m->dim[i] - 1) : between (-(int) m->box[i], (int) m->dim[i] + 1);
  for (unsigned i = 0; i + 2 < rank && im2col && c.kind != STORE && c.kind != REDUCE; i++)
    c.offset[i] = below (4);
  c.bytes = box_bytes (m);
  c.shared = 128 * below (8);
  return c;
}

/* ---- the kernel ---- */

/* Makes the map at %map from `before' the map, in SPACE.  */
static void
replace_fields (ptx_buf *b, const tensor_case *c, const char *space)
{
  const tmap *m = &c->map;
  const char *form = "\ttensormap.replace.tile.%s.%s.b1024.b%u [%%t64], %s%llu;\n";
  kit_put (b, "\tadd.s64 %%u, %%mem, %u;\n\ttensormap.replace.tile.global_address.%s.b1024.b64 [%%t64], %%u;\n", PAD + m->base, space);
  kit_put (b, form, "rank", space, 32, "", (unsigned long long) m->rank - 1);
  for (unsigned i = 0; i < m->rank; i++)
    {
      char ordinal[8];
      sprintf (ordinal, "%u, ", i);
      kit_put (b, form, "box_dim", space, 32, ordinal, (unsigned long long) m->box[i]);
      kit_put (b, form, "global_dim", space, 32, ordinal, (unsigned long long) m->dim[i]);
      kit_put (b, form, "element_stride", space, 32, ordinal, (unsigned long long) m->step[i]);
      sprintf (ordinal, "%u, ", i - 1);
      if (i)
	kit_put (b, form, "global_stride", space, 64, ordinal, (unsigned long long) m->stride[i]);
    }
  kit_put (b, form, "elemtype", space, 32, "", (unsigned long long) types[m->type].replace);
  kit_put (b, form, "interleave_layout", space, 32, "", 0ull);
  kit_put (b, form, "swizzle_mode", space, 32, "", (unsigned long long) m->swizzle);
  kit_put (b, form, "fill_mode", space, 32, "", (unsigned long long) m->fill);
}

static void
copy_instruction (ptx_buf *b, const tensor_case *c)
{
  const tmap *m = &c->map;
  bool out = c->kind == STORE || c->kind == REDUCE, fetch = c->kind == PREFETCH;
  kit_put (b, "\t%s.%ud", c->kind == REDUCE ? "cp.reduce.async.bulk.tensor" : fetch ? "cp.async.bulk.prefetch.tensor"
       : "cp.async.bulk.tensor", m->rank);
  ptx_buf_str (b, fetch ? ".L2.global" : out ? ".global.shared::cta" : c->cta ? ".shared::cta.global" : ".shared::cluster.global");
  if (c->kind == REDUCE)
    kit_put (b, ".%s", reductions[c->reduction].name);
  ptx_buf_str (b, !m->im2col ? ".tile" : out ? ".im2col_no_offs" : ".im2col");
  ptx_buf_str (b, fetch ? "" : out ? ".bulk_group" : ".mbarrier::complete_tx::bytes");
  ptx_buf_str (b, c->multicast ? ".multicast::cluster" : "");
  kit_put (b, "%s %s[%%map, {", c->hint ? ".L2::cache_hint" : "", out || fetch ? "" : "[%box], ");
  for (unsigned i = 0; i < m->rank; i++)
    kit_put (b, "%s%%c%u", i ? ", " : "", i);
  ptx_buf_str (b, "}]");
  ptx_buf_str (b, fetch ? "" : out ? ", [%box]" : ", [%bar]");
  if (m->im2col && !out)
    for (unsigned i = 0; i + 2 < m->rank; i++)
      kit_put (b, "%s%%o%u%s", i ? ", " : ", {", i, i + 3 == m->rank ? "}" : "");
  if (c->multicast)
    ptx_buf_str (b, ", %mask");
  kit_put (b, "%s;\n", c->hint ? ", %pol" : "");
}

/* Parameters: what shared memory has at first (SHARED bytes), where it goes in the end (so many
   for each block), the tensor's memory, room for a map, the map.  */
static void
write_kernel (ptx_buf *b, const tensor_case *c)
{
  const tmap *m = &c->map;
  bool cluster = c->cluster > 1, out = c->kind == STORE || c->kind == REDUCE;
  bool load = !out && c->kind != PREFETCH;
  bool replace = c->kind == REPLACE_SHARED || c->kind == REPLACE_GLOBAL;
  kit_put (b, ".visible .entry k(.param .u64 pin, .param .u64 pout, .param .u64 pmem, .param .u64 proom, .param .align 64 .b8 map[128])\n"
       ".maxntid %d, 1, 1\n%s{\n", BLOCK, cluster ? ".explicitcluster\n.reqnctapercluster 2, 1, 1\n" : "");
  kit_put (b, "\t.reg .pred %%p, %%q, %%one;\n\t.reg .b16 %%o<3>, %%mask;\n\t.reg .b32 %%c<5>, %%me, %%rank, %%t, %%i;\n"
       "\t.reg .b64 %%in, %%out, %%mem, %%room, %%map, %%t64, %%u, %%v, %%box, %%bar, %%pol;\n"
       "\t.shared .align 1024 .b8 sm[%d];\n\t.shared .align 128 .b8 smap[128];\n\t.shared .align 8 .b64 mb;\n", SHARED);
  kit_put (b, "\tld.param.u64 %%in, [pin];\n\tld.param.u64 %%out, [pout];\n\tld.param.u64 %%mem, [pmem];\n"
       "\tld.param.u64 %%room, [proom];\n\tcvta.to.global.u64 %%in, %%in;\n\tcvta.to.global.u64 %%out, %%out;\n"
       "\tcvta.to.global.u64 %%room, %%room;\n\tmov.u32 %%me, %%tid.x;\n\tsetp.eq.u32 %%one, %%me, 0;\n");
  kit_put (b, cluster ? "\tmov.u32 %%rank, %%cluster_ctarank;\n" : "\tmov.u32 %%rank, 0;\n");
  kit_put (b, "\tmov.u64 %%u, sm;\n\tadd.s64 %%box, %%u, %u;\n\tmov.u64 %%bar, mb;\n", c->shared);
  kit_put (b, "\tmul.wide.u32 %%v, %%me, 4;\n\tadd.s64 %%in, %%in, %%v;\n\tadd.s64 %%u, %%u, %%v;\n\tmov.u32 %%i, 0;\n"
       "FILL:\tld.global.b32 %%t, [%%in];\n\tst.shared.b32 [%%u], %%t;\n\tadd.s64 %%in, %%in, %d;\n\tadd.s64 %%u, %%u, %d;\n"
       "\tadd.s32 %%i, %%i, 1;\n\tsetp.lt.u32 %%p, %%i, %d;\n\t@%%p bra FILL;\n", 4 * BLOCK, 4 * BLOCK, SHARED / (4 * BLOCK));
  kit_put (b, "\t@%%one mbarrier.init.shared.b64 [%%bar], 1;\n\tfence.mbarrier_init.release.cluster;\n\tfence.proxy.async;\n\tbar.sync 0;\n");
  kit_put (b, "\tmov.b64 %%map, map;\n\tcvta.param.u64 %%map, %%map;\n");
  for (unsigned i = 0; i < m->rank; i++)
    kit_put (b, "\tmov.b32 %%c%u, %d;\n", i, c->at[i]);
  for (unsigned i = 0; i < 3; i++)
    kit_put (b, "\tmov.b16 %%o%u, %u;\n", i, c->offset[i]);
  kit_put (b, "\tmov.b16 %%mask, %u;\n\tcreatepolicy.fractional.L2::evict_first.b64 %%pol, 0f3F800000;\n", c->mask);
  if (replace)
    {
      /* The first warp makes the map; all wait for it.  */
      bool shared = c->kind == REPLACE_SHARED;
      kit_put (b, "\tsetp.lt.u32 %%p, %%me, 32;\n\t@!%%p bra MADE;\n\tmul.wide.u32 %%v, %%me, 4;\n\tadd.s64 %%u, %%map, %%v;\n"
	   "\tld.b32 %%t, [%%u];\n");
      kit_put (b, shared ? "\tmov.u64 %%t64, smap;\n" : "\tmov.b64 %%t64, %%room;\n");
      kit_put (b, "\tadd.s64 %%u, %%t64, %%v;\n\tst.%s.b32 [%%u], %%t;\n\tbar.warp.sync -1;\n\t@!%%one bra FIELDS;\n", shared ? "shared" : "global");
      replace_fields (b, c, shared ? "shared::cta" : "global");
      kit_put (b, "FIELDS:\tbar.warp.sync -1;\n");
      kit_put (b, shared ? "\ttensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%%room], [%%t64], 128;\n"
	   : "\tfence.proxy.tensormap::generic.release.gpu;\n");
      kit_put (b, "MADE:\tbar.sync 0;\n\tcvta.global.u64 %%map, %%room;\n\tfence.proxy.tensormap::generic.acquire.gpu [%%map], 128;\n");
    }
  if (cluster)
    kit_put (b, "\tbarrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;\n");
  if (load)
    kit_put (b, "\tmov.u32 %%t, %u;\n\tshr.u32 %%t, %%t, %%rank;\n\tand.b32 %%t, %%t, 1;\n\tsetp.eq.u32 %%q, %%t, 1;\n"
	 "\tand.pred %%p, %%q, %%one;\n\t@%%p mbarrier.arrive.expect_tx.shared.b64 %%v, [%%bar], %u;\n", c->mask, c->bytes);
  kit_put (b, "\tsetp.eq.and.u32 %%p, %%rank, %u, %%one;\n\t@!%%p bra ISSUED;\n", c->issuer);
  copy_instruction (b, c);
  if (out)
    kit_put (b, "\tcp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;\n");
  kit_put (b, "ISSUED:\n");
  if (load)
    kit_put (b, "\t@!%%q bra DONE;\nWAIT:\tmbarrier.try_wait.parity.shared.b64 %%p, [%%bar], 0;\n\t@!%%p bra WAIT;\nDONE:\n");
  kit_put (b, "\tbar.sync 0;\n\tmul.lo.u32 %%t, %%rank, %d;\n\tmad.lo.u32 %%t, %%me, 4, %%t;\n\tcvt.u64.u32 %%v, %%t;\n"
       "\tadd.s64 %%out, %%out, %%v;\n\tmul.wide.u32 %%v, %%me, 4;\n\tmov.u64 %%u, sm;\n\tadd.s64 %%u, %%u, %%v;\n\tmov.u32 %%i, 0;\n"
       "SAVE:\tld.shared.b32 %%t, [%%u];\n\tst.global.b32 [%%out], %%t;\n\tadd.s64 %%out, %%out, %d;\n\tadd.s64 %%u, %%u, %d;\n"
       "\tadd.s32 %%i, %%i, 1;\n\tsetp.lt.u32 %%p, %%i, %d;\n\t@%%p bra SAVE;\n",
       SHARED, 4 * BLOCK, 4 * BLOCK, SHARED / (4 * BLOCK));
  if (cluster)
    kit_put (b, "\tbarrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;\n");
  kit_put (b, "\tret;\n}\n");
}

/* ---- what it must do ---- */

/* Shared memory of the two blocks, and the tensor's.  */
typedef struct memory
{
  uint8_t shared[2][SHARED], tensor[TENSOR];
  bool any_nan[2][SHARED];	/* a NaN from here on, which is not said  */
} memory;

static uint64_t
get (const uint8_t *p, unsigned n)
{
  uint64_t v = 0;
  memcpy (&v, p, n);
  return v;
}

static uint64_t
reduced (uint64_t a, uint64_t b, const tensor_case *c)
{
  ptx_mod t = types[c->map.type].type;
  const char *op = reductions[c->reduction].name;
  if (instr_is_float (t))
    {
      double x = instr_decode (a, t), y = instr_decode (b, t);
      return instr_encode (*op == 'a' ? x + y : (op[1] == 'i') == (x < y) ? x : y, t);
    }
  bool less = t == PTX_S32 ? (int32_t) a < (int32_t) b : t == PTX_S64 ? (int64_t) a < (int64_t) b : a < b;
  switch (op[0] << 8 | op[1])
    {
    case 'a' << 8 | 'd': return a + b;
    case 'm' << 8 | 'i': return less ? a : b;
    case 'm' << 8 | 'a': return less ? b : a;
    case 'i' << 8 | 'n': return a >= b ? 0 : a + 1;
    case 'd' << 8 | 'e': return a == 0 || a > b ? b : a - 1;
    case 'a' << 8 | 'n': return a & b;
    case 'o' << 8 | 'r': return a | b;
    default: return a ^ b;
    }
}

/* Element N of the box stands at X of the tensor: moves it.  */
static void
move (const tensor_case *c, memory *w, unsigned n, const int *x)
{
  const tmap *m = &c->map;
  unsigned e = m->element;
  uint64_t p = PAD + m->base;
  bool in = true;
  for (unsigned i = 0; i < m->rank; i++)
    {
      in &= x[i] >= 0 && (uint64_t) x[i] < m->dim[i];
      p += x[i] * m->stride[i];
    }
  /* Chunks of 16 bytes: of 2, 4 or 8 of them by the number of the 128 bytes they are in.  */
  unsigned a = c->shared + n * e, chunk = a / 16 % 8, line = a / 128;
  if (m->swizzle)
    a = line * 128 + (chunk ^ line % (1u << m->swizzle)) * 16 + a % 16;
  if (c->kind == STORE || c->kind == REDUCE)
    {
      uint64_t v = get (&w->shared[0][a], e);
      if (in && c->kind == REDUCE)
	v = reduced (get (&w->tensor[p], e), v, c);
      if (in)
	memcpy (&w->tensor[p], &v, e);
      return;
    }
  uint64_t v = in ? get (&w->tensor[p], e) : 0;
  if ((m->type == FTZ || m->type == TF32_FTZ) && !(v & 0x7f800000))
    v &= 0x80000000;
  for (unsigned r = 0; r < 2; r++)
    if (c->mask >> r & 1)
      {
	memcpy (&w->shared[r][a], &v, e);
	w->any_nan[r][a] = !in && m->fill;
      }
}

static void
reference (const tensor_case *c, memory *w)
{
  const tmap *m = &c->map;
  int x[5];
  if (c->kind == PREFETCH)
    return;
  if (!m->im2col)
    {
      for (unsigned n = 0; n < c->bytes / m->element; n++)
	{
	  for (unsigned i = 0, r = n; i < m->rank; r /= count (m, i++))
	    x[i] = c->at[i] + (int) (r % count (m, i) * m->step[i]);
	  move (c, w, n, x);
	}
      return;
    }
  /* The window's corner goes from the coordinates on along W, H, D within the bounding box,
     then to the next image.  */
  int corner[5];
  memcpy (corner, c->at, sizeof corner);
  for (unsigned pixel = 0; pixel < m->pixels; pixel++)
    {
      for (unsigned ch = 0; ch < m->channels; ch++)
	{
	  x[0] = c->at[0] + (int) ch;
	  for (unsigned i = 1; i < m->rank; i++)
	    x[i] = corner[i] + (i + 1 < m->rank ? (int) c->offset[i - 1] : 0);
	  move (c, w, pixel * m->channels + ch, x);
	}
      unsigned i = 1;
      while (i + 1 < m->rank && (corner[i] += (int) m->step[i]) >= (int) m->dim[i] + m->upper[i - 1])
	{
	  corner[i] = m->lower[i - 1];
	  i++;
	}
      if (i + 1 == m->rank)
	corner[i]++;
    }
}

/* Random elements of the map's type: exact small numbers where they are added up, no NaN or
   infinity where the copy may round.  */
static void
random_bytes (const tensor_case *c, uint8_t *p, unsigned n)
{
  ptx_mod t = types[c->map.type].type;
  for (unsigned i = 0; i + 8 <= n; i += 8)
    {
      uint64_t v = kit_random (&seed);
      memcpy (p + i, &v, 8);
    }
  for (unsigned i = 0, e = c->map.element; i + e <= n && instr_is_float (t); i += e)
    {
      uint64_t v = get (p + i, e);
      if (c->kind == REDUCE)
	v = instr_encode ((int) (v >> 3 & 31) - 16, t);
      else if (c->map.type >= FTZ)
	v &= v & 1 ? 0xbfffe000 : 0x807fe000;
      memcpy (p + i, &v, e);
    }
}

/* ---- running ---- */

static CUresult
encode (struct driver *d, CUtensorMap *map, const tmap *m, CUdeviceptr mem)
{
  void *base = (void *) (uintptr_t) (mem + PAD + m->base);
  return m->im2col ? d->cuTensorMapEncodeIm2col (map, m->type, m->rank, base, m->dim, m->stride + 1, m->lower, m->upper, m->channels,
						 m->pixels, m->step, 0, m->swizzle, m->l2, m->fill)
	 : d->cuTensorMapEncodeTiled (map, m->type, m->rank, base, m->dim, m->stride + 1, m->box, m->step, 0, m->swizzle, m->l2, m->fill);
}

/* Runs the kernel of TEXT on D; W is what is there before and after.  */
static bool
run (struct driver *d, const char *text, const tensor_case *c, memory *w, char *why, size_t size)
{
  CUcontext old;
  CUfunction f;
  CUtensorMap map;
  CUdeviceptr in = 0, out = 0, mem = 0, room = 0;
  void *params[] = { &in, &out, &mem, &room, &map };
  d->cuCtxPushCurrent_v2 (d->context);
  CUmodule m = driver_load (d, text, why, size);
  CUresult r = m ? CUDA_SUCCESS : CUDA_ERROR_INVALID_PTX;
  bool ok = m && (r = d->cuModuleGetFunction (&f, m, "k")) == CUDA_SUCCESS
    && (r = d->cuMemAlloc_v2 (&in, SHARED)) == CUDA_SUCCESS && (r = d->cuMemAlloc_v2 (&out, 2 * SHARED)) == CUDA_SUCCESS
    && (r = d->cuMemAlloc_v2 (&mem, TENSOR)) == CUDA_SUCCESS && (r = d->cuMemAlloc_v2 (&room, 128)) == CUDA_SUCCESS
    && (r = encode (d, &map, &c->before, mem)) == CUDA_SUCCESS
    && (r = d->cuMemcpyHtoD_v2 (in, w->shared[0], SHARED)) == CUDA_SUCCESS
    && (r = d->cuMemcpyHtoD_v2 (mem, w->tensor, TENSOR)) == CUDA_SUCCESS
    && (r = d->cuLaunchKernel (f, c->cluster, 1, 1, BLOCK, 1, 1, 0, NULL, params, NULL)) == CUDA_SUCCESS
    && (r = d->cuCtxSynchronize ()) == CUDA_SUCCESS
    && (r = d->cuMemcpyDtoH_v2 (w->shared, out, c->cluster * SHARED)) == CUDA_SUCCESS
    && (r = d->cuMemcpyDtoH_v2 (w->tensor, mem, TENSOR)) == CUDA_SUCCESS;
  if (m && !ok)
    driver_why (d, r, why, size);
  for (unsigned k = 0; k < 4; k++)
    {
      CUdeviceptr p = (CUdeviceptr[]) { in, out, mem, room }[k];
      if (p)
	d->cuMemFree_v2 (p);
    }
  if (m)
    d->cuModuleUnload (m);
  d->cuCtxPopCurrent_v2 (&old);
  return ok;
}

/* Compares GOT with WANT; false and *WHY if they differ.  */
static bool
same (const tensor_case *c, const memory *got, const memory *want, char *why, size_t size)
{
  unsigned e = c->map.element;
  ptx_mod t = types[c->map.type].type;
  for (unsigned r = 0; r < c->cluster; r++)
    for (unsigned a = 0; a < SHARED; a += e)
      {
	uint64_t x = get (&got->shared[r][a], e), y = get (&want->shared[r][a], e);
	if (want->any_nan[r][a] ? !isnan (instr_decode (x, t)) : x != y)
	  {
	    snprintf (why, size, "block %u, shared memory, byte %d of the box: 0x%llx, should be 0x%llx%s", r, (int) a - (int) c->shared,
		      (unsigned long long) x, (unsigned long long) y, want->any_nan[r][a] ? " or any NaN" : "");
	    return false;
	  }
      }
  for (unsigned a = 0; a < TENSOR; a++)
    if (got->tensor[a] != want->tensor[a])
      {
	snprintf (why, size, "byte %d of the tensor: 0x%x, should be 0x%x", (int) a - (int) (PAD + c->map.base), got->tensor[a],
		  want->tensor[a]);
	return false;
      }
  return true;
}

static const char tensor_usage[] =
  "Usage: px-kit tensor [--driver FILE] [--emulator FILE] [--print] COUNT SEED\n"
  "Run COUNT random copies of boxes of tensors on the driver's device and the emulator;\n"
  "both must do what C does.  --print prints the kernels instead.\n";

int
tensor_main (int argc, char **argv)
{
  kit_arguments args;
  char why[300];
  int status = kit_parse (&args, argc, argv, tensor_usage);
  if (status >= 0)
    return status;
  seed = args.seed;
  struct driver **d = args.drivers;
  unsigned isa = 86;
  for (unsigned side = 0; side < 2 && !args.print; side++)
    if (d[side] && (d[side]->sm < 90 || !d[side]->cuTensorMapEncodeTiled || !d[side]->cuTensorMapEncodeIm2col))
      {
	printf ("skip: needs sm_90 and a driver that has tensor maps\n");
	return 77;
      }
    else if (d[side] && driver_isa (d[side]) < isa)
      isa = driver_isa (d[side]);
  static memory first, want, got;
  unsigned bad = 0, tried[NKINDS][2] = { { 0 } }, differ[NKINDS][2] = { { 0 } };
  for (unsigned at = 0; at < args.count; at++)
    {
      ptx_buf b = { 0 };
      tensor_case c = random_case (isa >= 86);
      kit_put (&b, ".version %u.%u\n.target sm_90a\n.address_size 64\n", isa / 10, isa % 10);
      write_kernel (&b, &c);
      ptx_buf_char (&b, 0);
      random_bytes (&c, first.tensor, TENSOR);
      random_bytes (&c, first.shared[0], SHARED);
      memcpy (first.shared[1], first.shared[0], SHARED);
      want = first;
      reference (&c, &want);
      if (args.print)
	fputs (b.s, stdout);
      for (unsigned side = 0; side < 2; side++)
	{
	  if (!d[side])
	    continue;
	  got = first;
	  bool ran = run (d[side], b.s, &c, &got, why, sizeof why);
	  tried[c.kind][c.map.im2col] += !side;
	  if (ran && same (&c, &got, &want, why, sizeof why))
	    continue;
	  printf ("%s, copy %u of seed %s, %s, rank %u of %s%s: %s\n", d[side]->name, at, args.seed_text, kinds[c.kind], c.map.rank,
		  types[c.map.type].name, c.map.im2col ? ", im2col" : "", why);
	  differ[c.kind][c.map.im2col]++;
	  bad++;
	  if (!ran)
	    return 1;
	}
      ptx_buf_free (&b);
    }
  if (!args.print)
    {
      for (unsigned k = 0; k < 2 * NKINDS; k++)
	if (tried[k / 2][k % 2])
	  kit_record ("{\"tensor\": \"%s\", \"mode\": \"%s\", \"cases\": %u, \"differ\": %u, \"seed\": \"%s\"}\n", kinds[k / 2],
		      k % 2 ? "im2col" : "tile", tried[k / 2][k % 2], differ[k / 2][k % 2], args.seed_text);
      printf ("%u of %u copies of boxes differ\n", bad, args.count);
    }
  return bad > 0;
}
