/* SPDX-License-Identifier: MIT */
/* Bulk copies of tensors (PTX ISA 5.5, 9.7.9.25.5), tensormap.replace (9.7.9.28),
   tensormap.cp_fenceproxy (9.7.13.16).

   Shared memory has the box row by row without gaps, chunks of 16 bytes exchanged as the
   swizzle says of their address.  With an element stride s a box of n has ceil (n / s)
   elements along that dimension.  An interleaved tensor is one whose innermost
   dimension is a slice of 16 or 32 bytes.  In im2col mode pixels follow each other
   along W, H, D within the corners, then along N.  What lies outside is filled, or not
   written.  Elements of types with ftz lose their subnormals on the way in.  */

#include "emulator/run/async.h"
#include "emulator/run/fp.h"
#include "emulator/code/ops.h"

#include <stdlib.h>

#define OP(name) OP_IN ("px_ops", name)
ANCHOR (tensor)

typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

/* CUtensorMapDataType */
enum
{
  TT_U8,
  TT_U16,
  TT_U32,
  TT_S32,
  TT_U64,
  TT_S64,
  TT_F16,
  TT_F32,
  TT_F64,
  TT_BF16,
  TT_F32_FTZ,
  TT_TF32,
  TT_TF32_FTZ,
  N_TT
};
static const uint8_t tt_bytes[N_TT] = { 1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4 };

/* ---- the box ---- */

static u32
step_of (const struct px_tmap *m, int i)
{
  return m->step[i] ? m->step[i] : 1;
}

/* Elements of the box along dimension I of a tile.  */
static u32
count (const struct px_tmap *m, int i)
{
  return (m->box[i] + step_of (m, i) - 1) / step_of (m, i);
}

static u32
row_elements (const struct px_tmap *m)
{
  return m->im2col ? m->channels : count (m, 0);
}

/* Bytes of the box in shared memory.  */
static u64
box_bytes (const struct px_tmap *m)
{
  u64 n = (u64) row_elements (m) * m->element;
  if (m->im2col)
    return n * m->pixels;
  for (int i = 1; i < m->rank; i++)
    n *= count (m, i);
  return n;
}

/* A row of the box: N elements from ELEMENT on of it lie at P; the row starts at byte
   AT of the box.  */
typedef void row_fn (struct async_op *a, u32 at, uint8_t *p, u32 element, u32 n);

/* The row of which dimensions 1 on stand at X, OUT: outside.  */
static void
one_row (struct async_op *a, row_fn *fn, u32 at, const int64_t *x, bool out)
{
  const struct px_tmap *m = &a->tensor.map;
  u32 n = row_elements (m), step = m->im2col ? 1 : step_of (m, 0);
  u64 p = m->base;
  for (int i = 1; i < m->rank; i++)
    {
      out |= x[i] < 0 || x[i] > m->last[i];
      p += x[i] * m->stride[i - 1];
    }
  int64_t first = a->tensor.at[0];
  if (out)
    fn (a, at, NULL, 0, 0);
  else if (step > 1)
    for (u32 j = 0; j < n; j++)
      {
	int64_t c = first + (int64_t) j * step;
	bool in = c >= 0 && c <= m->last[0];
	fn (a, at, in ? (uint8_t *) p + c * m->element : NULL, j, in);
      }
  else
    {
      int64_t from = first < 0 ? -first : 0, to = (int64_t) m->last[0] + 1 - first;
      to = to > n ? n : to;
      if (from < to)
	fn (a, at, (uint8_t *) p + (first + from) * m->element, from, to - from);
      else
	fn (a, at, NULL, 0, 0);
    }
}

static void
walk_tile (struct async_op *a, row_fn *fn)
{
  const struct px_tmap *m = &a->tensor.map;
  u32 j[5] = { 0 }, bytes = row_elements (m) * m->element;
  int64_t x[5] = { 0 };
  for (u32 at = 0;; at += bytes)
    {
      int i;
      for (i = 1; i < m->rank; i++)
	x[i] = a->tensor.at[i] + (int64_t) j[i] * step_of (m, i);
      one_row (a, fn, at, x, false);
      for (i = 1; i < m->rank; i++)
	{
	  if (++j[i] < count (m, i))
	    break;
	  j[i] = 0;
	}
      if (i == m->rank)
	return;
    }
}

static void
walk_im2col (struct async_op *a, row_fn *fn)
{
  const struct px_tmap *m = &a->tensor.map;
  u32 bytes = m->channels * m->element;
  int n = m->rank - 1;
  int64_t x[5], pos[5];
  for (int i = 1; i <= n; i++)
    pos[i] = a->tensor.at[i];
  for (u32 k = 0; k < m->pixels; k++)
    {
      for (int i = 1; i < n; i++)
	x[i] = pos[i] + a->tensor.offset[i - 1];
      x[n] = pos[n];
      one_row (a, fn, k * bytes, x, false);
      int i;
      for (i = 1; i < n; i++)
	{
	  pos[i] += step_of (m, i);
	  if (pos[i] <= (int64_t) m->last[i] + m->upper[i - 1])
	    break;
	  pos[i] = m->lower[i - 1];
	}
      if (i == n)
	pos[n]++;
    }
}

static void
walk (struct async_op *a, row_fn *fn)
{
  if (a->tensor.map.im2col)
    walk_im2col (a, fn);
  else
    walk_tile (a, fn);
}

/* ---- steps ---- */

static void
fill (uint8_t *p, const struct px_tmap *m, u32 n)
{
  memset (p, 0, n);
  if (m->fill)
    {
      /* The NaN that fma.oob looks for, in each 16 bits, also of wider elements.  */
      for (u32 i = 0; i + 1 < n; i += 2)
	memcpy (p + i, &(u16){ OOB_NAN }, 2);
    }
}

static void
load_row (struct async_op *a, u32 at, uint8_t *p, u32 element, u32 n)
{
  const struct px_tmap *m = &a->tensor.map;
  u32 size = m->element, row = row_elements (m);
  uint8_t *d = a->data + at;
  if (step_of (m, 0) == 1 || m->im2col)
    {
      if (n < row)
	fill (d, m, row * size);
    }
  else if (!n)
    {
      if (p || element)
	fill (d + element * size, m, size);
      else
	fill (d, m, row * size);
    }
  if (!n)
    return;
  async_touch (a, __builtin_ctz (a->lanes), p, n * size, false);
  memcpy (d + element * size, p, n * size);
  if (m->type == TT_F32_FTZ || m->type == TT_TF32_FTZ)
    for (u32 i = element; i < element + n; i++)
      {
	u32 v;
	memcpy (&v, d + 4 * i, 4);
	v = v & 0x7f800000 ? v : v & 0x80000000;
	memcpy (d + 4 * i, &v, 4);
      }
}

static void
store_row (struct async_op *a, u32 at, uint8_t *p, u32 element, u32 n)
{
  u32 size = a->tensor.map.element;
  if (n)
    bulk_put (a, p, a->data + at + element * size, n * size);
}

/* Byte X of shared memory as the swizzle has it.  */
static u32
swizzle (u32 x, int mode)
{
  return x ^ ((x >> 7 & ((1u << mode) - 1)) << 4);
}

/* The box from shared memory to A->data, or back.  */
static void
shared_side (struct async_op *a, bool write)
{
  int mode = a->tensor.map.swizzle;
  u32 lane = __builtin_ctz (a->lanes), rel = a->tensor.rel;
  u32 chunk = mode ? 16 : a->bytes;
  for (u32 i = 0; i < a->bytes; i += chunk)
    {
      uint8_t *p = a->tensor.shared + (mode ? swizzle (rel + i, mode) - rel : 0);
      async_touch (a, lane, p, chunk, write);
      if (write)
	memcpy (p, a->data + i, chunk);
      else
	memcpy (a->data + i, p, chunk);
    }
}

/* Without memory nothing is copied: a->data is allocated at issue.  */
void
tensor_read (struct async_op *a)
{
  if (a->store)
    shared_side (a, false);
  else
    walk (a, load_row);
}

void
tensor_write (struct async_op *a)
{
  if (a->store)
    walk (a, store_row);
  else
    shared_side (a, true);
}

static void
touch_row (struct async_op *a, u32 at, uint8_t *p, u32 element, u32 n)
{
  (void) at;
  (void) element;
  if (n)
    async_touch (a, __builtin_ctz (a->lanes), p, n * a->tensor.map.element, a->store);
}

/* Returns true if all of the box is inside the tensor.  */
static bool
inside (const struct async_op *a)
{
  const struct px_tmap *m = &a->tensor.map;
  for (int i = 0; i < m->rank; i++)
    if (m->im2col || a->tensor.at[i] < 0
	|| a->tensor.at[i]
	       + (int64_t) (i ? count (m, i) - 1 : row_elements (m) - 1) * step_of (m, i)
	     > m->last[i])
      return false;
  return true;
}

/* Of a store's source, what is stored: what lies outside the tensor is not read.  */
static void
touch_stored (struct async_op *a, u32 at, uint8_t *p, u32 element, u32 n)
{
  int mode = a->tensor.map.swizzle;
  u32 size = a->tensor.map.element, from = at + element * size, end = from + n * size,
      rel = a->tensor.rel;
  (void) p;
  for (u32 to; from < end; from = to)
    {
      to = mode && (from | 15) + 1 < end ? (from | 15) + 1 : end;
      async_touch (a, __builtin_ctz (a->lanes),
		   a->tensor.shared + (mode ? swizzle (rel + from, mode) - rel : from), to - from,
		   false);
    }
}

void
tensor_touches (struct async_op *a, bool sources, bool targets)
{
  int mode = a->tensor.map.swizzle;
  u32 chunk = mode ? 16 : a->bytes, rel = a->tensor.rel;
  /* The swizzle exchanges chunks of one row.  */
  if (!((rel | a->bytes) & ((16u << mode) - 1)))
    chunk = a->bytes, mode = 0;
  if (a->store && sources && !inside (a))
    walk (a, touch_stored);
  else if (a->store ? sources : targets)
    for (u32 i = 0; i < a->bytes; i += chunk)
      async_touch (a, __builtin_ctz (a->lanes),
		   a->tensor.shared + (mode ? swizzle (rel + i, mode) - rel : 0), chunk, !a->store);
  if (a->store ? targets : sources)
    walk (a, touch_row);
}

/* ---- issue ---- */

/* What is wrong with M for an instruction of DIMS dimensions; NULL: nothing.  */
static const char *
map_error (const struct px_tmap *m, u32 dims, bool im2col)
{
  static const u16 span[] = { UINT16_MAX, 32, 64, 128 };
  if (m->magic != PX_TMAP_MAGIC)
    return "this is not a tensor map that cuTensorMapEncode... has made";
  if (m->rank < 1 || m->rank > 5 || m->type >= N_TT || m->element != tt_bytes[m->type]
      || m->swizzle > 3 || m->interleave > 2 || m->base % 16)
    return "the tensor map is damaged";
  if (m->rank != dims)
    return "the tensor map has another rank";
  if (m->im2col != im2col)
    return im2col ? "the tensor map is tiled" : "the tensor map is of im2col mode";
  if (im2col
	? m->channels < 1 || m->channels > 256 || m->pixels < 1 || m->pixels > 1024 || m->rank < 3
	: false)
    return "the tensor map is damaged";
  for (int i = 0; !im2col && i < m->rank; i++)
    if (m->box[i] < 1 || m->box[i] > 256)
      return "the tensor map is damaged";
  u32 row = row_elements (m) * m->element;
  if (!m->interleave && row % 16)
    return "a row of the box is not a multiple of 16 bytes";
  if (m->swizzle && (row > span[m->swizzle] || row % 16))
    return "a row of the box is wider than the swizzle";
  return NULL;
}

/* Type of the elements for a reduction, or PTX_NOMOD: there is none.  */
static ptx_mod
reduce_type (int type, enum reduce r)
{
  static const ptx_mod types[N_TT] = {
    [TT_U32] = PTX_U32,	    [TT_S32] = PTX_S32,	   [TT_U64] = PTX_U64,	     [TT_S64] = PTX_S64,
    [TT_F16] = PTX_F16,	    [TT_F32] = PTX_F32,	   [TT_F64] = PTX_F64,	     [TT_BF16] = PTX_BF16,
    [TT_F32_FTZ] = PTX_F32, [TT_TF32] = PTX_NOMOD, [TT_TF32_FTZ] = PTX_NOMOD
  };
  ptx_mod t = types[type];
  bool half = type == TT_F16 || type == TT_BF16;
  bool flt = half || type == TT_F32 || type == TT_F64 || type == TT_F32_FTZ;
  switch (r)
    {
    case RED_ADD: return t;
    case RED_MIN:
    case RED_MAX: return flt && !half ? PTX_NOMOD : t;
    case RED_INC:
    case RED_DEC: return type == TT_U32 ? t : PTX_NOMOD;
    default: return flt ? PTX_NOMOD : t;
    }
}

/* The bytes of global memory that the box meets must be accessible.  */
static bool
global_ok (struct warp *w, const struct op *o, u32 lane, const struct async_op *a)
{
  const struct px_tmap *m = &a->tensor.map;
  u64 lo = m->base, hi = m->base + m->element;
  for (int i = 0; i < m->rank; i++)
    {
      int64_t first = 0, last = m->last[i];
      u64 stride = i ? m->stride[i - 1] : m->element;
      if (!m->im2col)
	{
	  int64_t s = step_of (m, i), x = a->tensor.at[i], n = count (m, i);
	  first = x >= 0 ? x : x + (-x + s - 1) / s * s;
	  last = x + (n - 1) * s;
	  if (last > m->last[i])
	    last -= (last - m->last[i] + s - 1) / s * s;
	}
      else if (i == 0 || i == m->rank - 1)
	{
	  first = a->tensor.at[i] < 0 ? 0 : a->tensor.at[i];
	  int64_t most = first + (i ? m->pixels : m->channels) - 1;
	  last = last > most ? most : last;
	}
      if (first > last)
	return true;
      lo += first * stride;
      hi += last * stride;
    }
  return resolve_range (w, o, lane, SP_GLOBAL, lo, hi - lo, 1, a->store ? ACC_STORE : ACC_LOAD)
	 != NULL;
}

/* slots: map, shared memory, mbarrier, mask of blocks, then coordinates, then im2col
   offsets.  op.d: dimensions; flags: see ops.h; imm: BULK.  */
OP (tensor)
{
  const struct slots *s = o->slots;
  u32 dims = o->d;
  bool store = o->flags & TENSOR_STORE, im2col = o->flags & TENSOR_IM2COL;
  bool multi = o->flags & TENSOR_MULTICAST;
  EACH_LANE (i, w->mask)
    {
      u64 at = REG (u64, s->at[0])[i];
      /* PTX ISA, cp.async.bulk.tensor: the map is in parameters, constant or global memory.  */
      if (IS_LOCAL (at) || (at & WINDOW_MASK) == WINDOW_SHARED)
	return fail (w, o, PX_EMU_ILLEGAL_ADDRESS, 1u << i, at, 128,
		     "the tensor map is in %s memory, it must be in global or constant memory or a "
		     "parameter (const __grid_constant__)",
		     IS_LOCAL (at) ? "local" : "shared");
      struct px_tmap *map = resolve_range (w, o, i, SP_GENERIC, at, sizeof *map, 64, ACC_LOAD);
      if (!map)
	return NULL;
      const char *why = map_error (map, dims, im2col);
      u64 bytes = why ? 0 : box_bytes (map);
      ptx_mod type = PTX_B8;
      if (!why && BULK_REDUCE (o->imm) != RED_NONE
	  && (type = reduce_type (map->type, BULK_REDUCE (o->imm))) == PTX_NOMOD)
	why = "the reduction does not exist for this type of elements";
      if (why)
	return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, 1u << i, REG (u64, s->at[0])[i], 128, "%s",
		     why);
      if (o->flags & TENSOR_PREFETCH)
	continue;
      u64 *bar = NULL;
      if (!store
	  && !(bar = resolve_range (w, o, i, SP_SHARED, REG (u64, s->at[2])[i], 8, 8, ACC_ATOMIC)))
	return NULL;
      uint8_t *shared = resolve_range (w, o, i, SP_SHARED, REG (u64, s->at[1])[i], bytes, 128,
				       store ? ACC_LOAD : ACC_STORE);
      if (!shared)
	return NULL;
      u32 blocks = 1;
      if (multi && !bulk_blocks (w, o, i, REG (u32, s->at[3])[i], &blocks))
	return NULL;
      for (u32 rank = 0; blocks >> rank; rank++)
	{
	  if (!(blocks >> rank & 1))
	    continue;
	  struct async_op *a
	    = async_new (w, o, AS_TENSOR, store ? END_BULK_GROUP : END_MBARRIER, 1u << i);
	  if (!a)
	    return NULL;
	  a->tensor.map = *map;
	  for (u32 k = 0; k < dims; k++)
	    a->tensor.at[k] = (int32_t) REG (u32, s->at[4 + k])[i];
	  memset (a->tensor.offset, 0, sizeof a->tensor.offset);
	  for (u32 k = 0; im2col && !store && k < dims - 2; k++)
	    a->tensor.offset[k] = REG (u32, s->at[4 + dims + k])[i];
	  a->tensor.shared = multi ? bulk_in_block (w, rank, (uintptr_t) shared) : shared;
	  u64 rel = REG (u64, s->at[1])[i];
	  a->tensor.rel = rel & ((1u << SHARED_RANK_SHIFT) - 1);
	  a->bar = multi ? (u64 *) bulk_in_block (w, rank, (uintptr_t) bar) : bar;
	  a->store = store;
	  a->reduce = BULK_REDUCE (o->imm);
	  a->type = type;
	  a->bytes = a->tx = bytes;
	  a->data = malloc (bytes);
	  if (!a->data || !global_ok (w, o, i, a))
	    {
	      if (!a->data)
		fail (w, o, PX_EMU_NO_MEMORY, 1u << i, 0, 0,
		      "no memory for an asynchronous operation");
	      async_release (a);
	      return NULL;
	    }
	  async_issue (a);
	}
    }
  return o + 1;
}

/* ---- tensormap.replace ----

   a: address; b: value; imm: field, with its ordinal from bit 8 on.  */

OP (tensormap_replace)
{
  /* Types by their PTX numbers.  */
  static const uint8_t types[] = { TT_U8,  TT_U16,     TT_U32, TT_S32,	TT_U64,	 TT_S64,     TT_F16,
				   TT_F32, TT_F32_FTZ, TT_F64, TT_BF16, TT_TF32, TT_TF32_FTZ };
  u32 ord = o->imm >> 8;
  EACH_LANE (i, w->mask)
    {
      struct px_tmap *m
	= resolve_range (w, o, i, o->space, REG (u64, o->a)[i], sizeof *m, 64, ACC_STORE);
      if (!m)
	return NULL;
      u64 v = REG (u64, o->b)[i];
      bool ok = m->magic == PX_TMAP_MAGIC && !m->im2col && ord < 5;
      if (ok)
	switch (o->imm & 255)
	  {
	  case TF_ADDRESS:
	    if ((ok = v % 16 == 0))
	      m->base = v;
	    break;
	  case TF_RANK:
	    if ((ok = v < 5))
	      m->rank = v + 1;
	    break;
	  case TF_BOX:
	    if ((ok = v >= 1 && v <= 256))
	      m->box[ord] = v;
	    break;
	  case TF_DIM: m->last[ord] = (u32) v - 1; break;
	  case TF_STRIDE:
	    if ((ok = v % 16 == 0 && v < (u64) 1 << 40 && ord < 4))
	      m->stride[ord] = v;
	    break;
	  case TF_STEP:
	    if ((ok = v >= 1 && v <= 8))
	      m->step[ord] = v;
	    break;
	  case TF_TYPE:
	    if ((ok = v < sizeof types))
	      {
		m->type = types[v];
		m->element = tt_bytes[m->type];
	      }
	    break;
	  case TF_INTERLEAVE:
	    if ((ok = v <= 2))
	      m->interleave = v;
	    break;
	  case TF_SWIZZLE:
	    if ((ok = v <= 3))
	      m->swizzle = v;
	    break;
	  default:
	    if ((ok = v <= 1))
	      m->fill = v;
	    break;
	  }
      if (!ok)
	return fail (w, o, PX_EMU_ILLEGAL_INSTRUCTION, 1u << i, REG (u64, o->a)[i], 128,
		     m->magic != PX_TMAP_MAGIC
		       ? "this is not a tensor map that cuTensorMapEncode... has made"
		     : m->im2col ? "the tensor map is of im2col mode"
				 : "value 0x%llx is out of range",
		     (unsigned long long) v);
    }
  return o + 1;
}

/* a: destination in global memory; b: source in shared memory.  */
OP (tensormap_copy)
{
  EACH_LANE (i, w->mask)
    {
      void *s = resolve_range (w, o, i, SP_SHARED, REG (u64, o->b)[i], 128, 128, ACC_LOAD);
      void *d
	= s ? resolve_range (w, o, i, SP_GLOBAL, REG (u64, o->a)[i], 128, 128, ACC_STORE) : NULL;
      if (!d)
	return NULL;
      memcpy (d, s, 128);
    }
  return o + 1;
}
