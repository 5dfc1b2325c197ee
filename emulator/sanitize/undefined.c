/* SPDX-License-Identifier: MIT */
/* The sanitizer's view of values that nobody has set: registers that are read before
   they are written on the path that is executed, and bytes of memory.

   Loading such a value is no defect, nor is copying it, nor computing with it what is then
   thrown away: compilers copy whole structures, pack, and compute ahead of branches; threads
   load what lies after the end of a tile and forget it.  So registers have marks, a bit a
   lane, and which bytes it is about (bytes.c), which instructions carry from operands to
   results; a defect is a branch, a guard, an
   address, what is stored in global memory or added atomically, and an operand of a matrix
   instruction.  A store of such a value makes the bytes of memory what they
   were before anyone wrote them, and remembers where the value comes from.  A result of some
   bit operations is undefined only if all their operands are, since they may put together
   what is stored in parts.

   Which registers may be read before they are written, or have been loaded from local
   memory, and what is computed from them, is known of a function (CARRIED): the ops that use
   those are looked at always, their functions are not compiled.  What is loaded from shared
   or global memory is defined nearly always: a warp that loads what is not is traced, all its ops are
   looked at, until no register that is to be used holds such a value.  */

#include "emulator/sanitize/undefined.h"
#include "emulator/code/decode.h"
#include "emulator/run/device.h"
#include "base/room.h"

#include <stdlib.h>

/* ---- which registers, which ops: when a function is decoded ---- */

/* What op I of C, as it is used there, does with operands that are undefined.  */
static enum how
how_of (const struct dec *c, uint32_t i)
{
  const struct op *o = &c->ops[i];
  const struct meta *m = &c->meta[i];
  enum how how = row_of (o)->how;
  switch (how)
    {
    case LOADED:
    case STORED:
    case ATOMIC: return o->ck == CK_NONE ? SET : how;
    case ALL_OF:
    case ANY_OF:
    case BOTH:
    case EITHER:
    case CHOICE:
      /* What does more than compute, or has its operands in slots, looks after itself.  */
      return m->access || m->blocks || m->n_list || m->flow != FLOW_NEXT ? SET : how;
    default: return how;
    }
}

static bool
has_locals (px_emu_module *mod)
{
  if (!mod->locals)
    {
      mod->locals = 1;
      for (size_t i = 0; i < mod->n_funcs; i++)
	for (uint32_t k = 0; k < mod->funcs[i]->ir->nvars; k++)
	  if (mod->funcs[i]->ir->vars[k]->space == PTX_M_LOCAL)
	    mod->locals = 2;
    }
  return mod->locals == 2;
}

static bool
may_be_local (const struct op *o)
{
  return o->space == SP_LOCAL || o->space == SP_GENERIC;
}

static bool
may_be_shared (const struct op *o)
{
  return o->space == SP_SHARED || o->space == SP_GENERIC;
}

/* SET, which holds the vregs that live at the entry, becomes that of those that may carry a
   value that nobody has set, except what comes from memory.  */
static bool
find_carriers (struct dec *c, uint64_t *set, bool locals)
{
  uint64_t *matrix = calloc (c->n_v / 64 + 1, sizeof *matrix);
  if (!matrix)
    return false;
  /* Nor do those that wgmma writes: the first may be undefined.  */
  for (uint32_t i = 0; i < c->n_ops; i++)
    for (uint32_t k = c->meta[i].n_refs; row_of (&c->ops[i])->late && k < n_refs (&c->meta[i]); k++)
      {
	struct ref r = ref_at (c, &c->meta[i], k);
	if (r.def)
	  matrix[r.vreg / 64] |= UINT64_C (1) << r.vreg % 64;
      }
  /* What has no carry in refers to the condition code, too.  */
  for (size_t v = 0; v < c->n_v; v++)
    if (c->v[v].init >= 0 || v == c->carry || matrix[v / 64] >> v % 64 & 1)
      set[v / 64] &= ~(UINT64_C (1) << v % 64);
  for (bool change = true; change;)
    {
      change = false;
      for (uint32_t i = 0; i < c->n_ops; i++)
	{
	  const struct meta *m = &c->meta[i];
	  enum how how = how_of (c, i);
	  bool source
	    = locals && (how == FRAME_LOADED || (how == LOADED && may_be_local (&c->ops[i])));
	  for (int k = 0; k < m->n_refs && how <= LAST_CARRIER; k++)
	    source |= !m->refs[k].def && set[m->refs[k].vreg / 64] >> m->refs[k].vreg % 64 & 1;
	  for (int k = 0; k < m->n_refs && source; k++)
	    {
	      uint32_t v = m->refs[k].vreg;
	      if (m->refs[k].def && v != c->carry
		  && !((set[v / 64] | matrix[v / 64]) >> v % 64 & 1))
		{
		  set[v / 64] |= UINT64_C (1) << v % 64;
		  change = true;
		}
	    }
	}
    }
  free (matrix);
  return true;
}

static bool
add_ref (struct undef *u, struct undef_ref r)
{
  if (!PX_ROOM (u->refs, u->n_refs, u->cap_refs))
    return false;
  u->refs[u->n_refs++] = r;
  return true;
}

/* Op I of C, whose registers have MARKS and are PTX's REG.  */
static bool
add_op (struct dec *c, uint32_t i, const uint32_t *marks, const uint32_t *reg, bool locals)
{
  struct undef *u = c->f->undef;
  const struct meta *m = &c->meta[i];
  struct undef_op *x = &u->ops[i];
  struct op *o = &c->ops[i];
  const struct op_row *row = row_of (o);
  bool carried = false;
  *x = (struct undef_op){
    .how = how_of (c, i), .flow = row->flow, .low = row->low, .sign = row->sign, .refs = u->n_refs
  };
  if (o->code == OPC_ld_any)
    x->sign = o->c >> 8 & 1;
  for (int def = 0; def < 2; def++)
    for (uint32_t k = 0; k < n_refs (m); k++)
      {
	struct ref r = ref_at (c, m, k);
	if (r.def != def)
	  continue;
	if (marks[r.vreg] == NONE)
	  {
	    x->other |= !def && c->v[r.vreg].init < 0;
	    continue;
	  }
	carried |= marks[r.vreg] < u->n_carried;
	x->n_uses += !def;
	x->n_defs += def;
	if (!add_ref (u, (struct undef_ref){ marks[r.vreg], reg[r.vreg], r.field,
					     (c->v[r.vreg].bits + 7) / 8 }))
	  return false;
      }
  o->ck_undef
    = carried || (locals && (x->how == FRAME_STORED || (x->how == STORED && may_be_local (o))));
  if (x->how == FRAME_LOADED || x->how == FRAME_STORED)
    {
      o->ck_bytes = row->bits / 8;
      o->ck_n = 1;
    }
  if (o->ck_undef && o->ck == CK_NONE)
    o->ck = CK_PINNED;
  c->f->traced |= o->ck_undef;
  return true;
}

bool
track_undefined (struct dec *c)
{
  px_emu_func *f = c->f;
  bool locals = has_locals (f->mod), ok = false;
  uint32_t n_v = c->n_v;
  struct undef *u = f->undef = calloc (1, sizeof *u);
  uint64_t *live = calloc (n_v / 64 + 1, sizeof *live),
	   *set = malloc ((n_v / 64 + 1) * sizeof *set);
  uint32_t *marks = malloc ((n_v + 1) * sizeof *marks), *reg = malloc ((n_v + 1) * sizeof *reg);
  struct life *range = malloc ((n_v + 1) * sizeof *range);
  if (!u || !live || !set || !marks || !reg || !range || !live_ranges (c, range, live))
    goto out;
  memcpy (set, live, (n_v / 64 + 1) * sizeof *set);
  u->ops = calloc (c->n_ops + 1, sizeof *u->ops);
  u->entry = malloc ((n_v + 1) * sizeof *u->entry);
  u->range = malloc ((n_v + 1) * sizeof *u->range);
  if (!u->ops || !u->entry || !u->range || !find_carriers (c, set, locals))
    goto out;
  for (int carried = 1; carried >= 0; carried--)
    for (uint32_t v = 0; v < n_v; v++)
      if ((set[v / 64] >> v % 64 & 1) == (uint64_t) carried)
	{
	  reg[v] = marks[v] = NONE;
	  if (c->v[v].init >= 0 || v == c->carry)
	    continue;
	  if (carried && live[v / 64] >> v % 64 & 1)
	    u->entry[u->n_entry++] = u->n_marks;
	  u->range[u->n_marks] = range[v];
	  u->n_carried += carried;
	  marks[v] = u->n_marks++;
	}
  for (uint32_t r = 0; r < c->ir->nregs; r++)
    for (unsigned k = 0;
	 c->reg[r].vreg != NONE && k < (c->ir->regs[r].vec ? c->ir->regs[r].vec : 1u); k++)
      if (c->reg[r].vreg + k < n_v)
	reg[c->reg[r].vreg + k] = r;
  ok = true;
  for (uint32_t i = 0; ok && i < c->n_ops; i++)
    ok = add_op (c, i, marks, reg, locals);
out:
  free (live);
  free (set);
  free (marks);
  free (reg);
  free (range);
  return ok;
}

bool
place_marks (struct dec *c)
{
  c->f->marks_at = c->frame_bytes;
  if (c->f->undef)
    c->frame_bytes += (c->f->undef->n_marks * (sizeof (uint32_t) + LANES) + 63) / 64 * 64;
  return true;
}

void
forget_undefined (px_emu_func *f)
{
  if (f->undef)
    {
      free (f->undef->ops);
      free (f->undef->refs);
      free (f->undef->entry);
      free (f->undef->range);
    }
  free (f->undef);
  f->undef = NULL;
}

/* ---- tracing ---- */

enum
{
  PATIENCE = 256
}; /* ops between looks whether a warp is still to be traced */

/* Those of frame F and its callers that are not carried are defined.  */
static void
clear_marks (const struct frame *f)
{
  for (; f; f = f->up)
    {
      const struct undef *u = f->func->undef;
      memset (marks_of (f) + u->n_carried, 0, (u->n_marks - u->n_carried) * sizeof (uint32_t));
    }
}

static void
trace (struct warp *w)
{
  if (w->check->traced)
    return;
  w->check->traced = true;
  w->check->patience = PATIENCE;
  clear_marks (w->frame);
  for (uint32_t k = 0; k < w->n_frags; k++)
    clear_marks (w->frags[k].frame);
}

/* Returns true if a value that nobody has set is in a register of F, or of a caller of it, that lives
   when F continues at PC.  */
static bool
holds_undefined (const struct frame *f, const struct op *pc)
{
  for (; f && pc; pc = f->ret, f = f->up)
    {
      const struct undef *u = f->func->undef;
      uint32_t at = pc - f->func->ops;
      for (uint32_t k = u->n_carried; k < u->n_marks; k++)
	if (marks_of (f)[k] && u->range[k].first < at && at <= u->range[k].last)
	  return true;
    }
  return false;
}

void
check_traced (struct warp *w, const struct op *next)
{
  struct check_warp *cw = w->check;
  if (--cw->patience)
    return;
  cw->patience = PATIENCE;
  cw->traced = holds_undefined (w->frame, next);
  for (uint32_t k = 0; k < w->n_frags && !cw->traced; k++)
    cw->traced = holds_undefined (w->frags[k].frame, w->frags[k].pc);
}

/* ---- local memory: a bit for each byte that nobody has written ---- */

/* The bits of lane LANE of W, from bit *AT on.  */
static uint64_t *
bits_of_lane (const struct warp *w, uint32_t lane, uint64_t *at)
{
  uint64_t *bits = w->block->check->unset;
  *at += ((uint64_t) w->index * LANES + lane) * w->local_size;
  return bits;
}

/* Sets or clears N bits from bit AT on.  */
static void
fill_bits (uint64_t *bits, uint64_t at, uint64_t n, bool set)
{
  while (n)
    {
      unsigned in = at % 64, k = n < 64 - in ? n : 64 - in;
      uint64_t m = (k == 64 ? ~UINT64_C (0) : (UINT64_C (1) << k) - 1) << in;
      bits[at / 64] = set ? bits[at / 64] | m : bits[at / 64] & ~m;
      at += k;
      n -= k;
    }
}

/* The bits of lane LANE's local memory from TO on become those from FROM on.  */
static void
copy_bits (struct warp *w, uint32_t lane, uint64_t to, uint64_t from, uint32_t n)
{
  for (uint32_t k = 0; w->check->origins && k < n; k += 4)
    set_local_origin (w, to + k, origin_of_local (w, from + k));
  uint64_t *bits = bits_of_lane (w, lane, &to);
  bits_of_lane (w, lane, &from);
  for (uint32_t k = 0; k < n; k++)
    fill_bits (bits, to + k, 1, bits[(from + k) / 64] >> (from + k) % 64 & 1);
}

void
check_enter (struct warp *w, const struct frame *frame, uint32_t lanes)
{
  const px_emu_func *f = frame->func;
  const struct call *c = frame->call;
  const struct undef *u = f->undef;
  if (u && (u->n_carried || w->check->traced))
    {
      memset (marks_of (frame), 0, u->n_marks * sizeof (uint32_t));
      for (uint32_t k = 0; k < u->n_entry; k++)
	{
	  marks_of (frame)[u->entry[k]] = ALL_LANES;
	  memset (bytes_of (frame, u->entry[k]), ALL_BYTES, LANES);
	}
    }
  if (!w->block->check->unset || !f->local_bytes)
    return;
  forget_local_origins (w, frame->sp, f->local_bytes);
  EACH_LANE (i, lanes)
    {
      uint64_t at = frame->sp, *bits = bits_of_lane (w, i, &at);
      fill_bits (bits, at, f->local_bytes, false);
      for (uint32_t k = 0; k < f->n_locals; k++)
	if (!f->locals[k].param)
	  fill_bits (bits, at + f->locals[k].offset, f->locals[k].size, true);
      for (uint32_t k = 0; frame->up && k < c->n_args; k++)
	copy_bits (w, i, frame->sp + f->params[k].offset, frame->up->sp + c->args[k].offset,
		   c->args[k].size);
    }
}

void
check_leave (struct warp *w, const struct frame *frame)
{
  const struct call *c = frame->call;
  if (w->block->check->unset)
    EACH_LANE (i, w->mask)
      for (uint32_t k = 0; k < c->n_rets; k++)
	copy_bits (w, i, frame->up->sp + c->rets[k].offset, frame->sp + frame->func->rets[k].offset,
		   c->rets[k].size);
}

/* Where the access of SIZE bytes that LANE makes begins in its local memory; false if it is
   not there, or in what alloca gave.  */
static bool
local_at (const struct warp *w, const struct op *o, enum how how, uint32_t lane, uint32_t size,
	  uint64_t *at)
{
  if (how == FRAME_LOADED || how == FRAME_STORED)
    *at = w->frame->sp + o->imm;
  else
    {
      uint64_t a = o->flags & ADDR64 ? REG (uint64_t, o->a)[lane] + o->imm
				     : (uint32_t) (REG (uint32_t, o->a)[lane] + o->imm);
      if (o->space == SP_GENERIC && !IS_LOCAL (a))
	return false;
      *at = (uint32_t) a;
    }
  return *at + size <= w->local_size && *at + size <= w->top[lane];
}

/* ---- when an op is executed ---- */

/* The SIZE bits from bit AT on, at most 16.  */
static uint32_t
bits_at (const uint64_t *bits, uint64_t at, uint32_t size)
{
  uint32_t all = 0;
  for (uint32_t n = 0; n < size; n++)
    all |= (uint32_t) (bits[(at + n) / 64] >> (at + n) % 64 & 1) << n;
  return all;
}

/* Puts in BYTES what R gets of element K of local memory that nobody has written.  The lanes
   where that is something.  */
static uint32_t
loaded (struct warp *w, const struct op *o, const struct undef_op *u, uint32_t k,
	const struct undef_ref *r, uint8_t *bytes)
{
  uint32_t bad = 0, size = o->ck_bytes;
  uint64_t place = 0;
  bool gap = true;
  if (!w->block->check->unset || !(u->how == FRAME_LOADED || may_be_local (o)))
    return 0;
  EACH_LANE (i, w->mask)
    {
      uint64_t at;
      if (!local_at (w, o, u->how, i, size * o->ck_n, &at))
	continue;
      at += k * size;
      uint64_t here = at, *bits = bits_of_lane (w, i, &at);
      uint32_t missing = bits_at (bits, at, size);
      if (missing)
	{
	  bytes[i] = loaded_bytes (u, missing, size, r->bytes);
	  bad |= 1u << i;
	  place = here + __builtin_ctz (missing);
	  gap &= size > 1
		 && follows_members (bits_at (bits, at - here % CHUNK, CHUNK), here % CHUNK, size,
				     copies_gaps (w, o) == GAPS);
	}
    }
  if (bad)
    {
      const struct origin *old = origin_of_local (w, place);
      struct origin here = { .site = site_of (w, o),
			     .block = block_number (w->block),
			     .warp = w->index,
			     .lane = __builtin_ctz (bad),
			     .from = FROM_LOCAL };
      struct origin from = old ? *old : here;
      from.gap |= gap;
      set_origin (w, r->mark, &from);
    }
  return bad;
}

/* Where what O stores comes from: R, or O itself if that is not known and O makes an argument or a
   result of a function; *HERE is room for that.  */
static const struct origin *
origin_of_stored (struct warp *w, const struct op *o, const struct undef_op *u,
		  const struct undef_ref *r, struct origin *here)
{
  const struct origin *from = origin_of (w, r->mark);
  const px_emu_func *f = w->frame->func;
  if ((from && from->from != FROM_NOWHERE) || u->how != FRAME_STORED)
    return from;
  for (uint32_t k = 0; k < f->n_locals; k++)
    if (f->locals[k].param && (uint64_t) o->imm - f->locals[k].offset < f->locals[k].size)
      {
	*here = (struct origin){ .site = site_of (w, o),
				 .block = block_number (w->block),
				 .warp = w->index,
				 .lane = __builtin_ctz (marks_of (w->frame)[r->mark] & w->mask),
				 .from = FROM_CALL };
	return here;
      }
  return from;
}

/* The stored element K, of register R, or of one that is defined if that is NULL, becomes as
   undefined as R is, where it is local.  The lanes that store it elsewhere.  A module without local
   variables has such bytes only in arguments and results of functions: who loads these is traced.  */
static uint32_t
store_marks (struct warp *w, const struct op *o, const struct undef_op *u, uint32_t k,
	     const struct undef_ref *r)
{
  uint32_t outside = w->mask, size = o->ck_bytes;
  uint64_t at;
  if (!w->block->check->unset || (u->how == STORED && !may_be_local (o)))
    return outside;
  EACH_LANE (i, outside)
    {
      uint64_t *bits;
      if (!local_at (w, o, u->how, i, size * o->ck_n, &at))
	continue;
      at += k * size;
      uint32_t missing = r ? undefined_bytes (w, r, i, size) : 0;
      struct origin here;
      for (uint32_t n = 0; n < size; n += 4)
	if (missing >> n & 0xf)
	  set_local_origin (w, at + n, origin_of_stored (w, o, u, r, &here));
      if (missing && !has_locals (w->frame->func->mod))
	{
	  trace (w);
	  w->check->patience = PATIENCE;
	}
      bits = bits_of_lane (w, i, &at);
      fill_bits (bits, at, size, false);
      for (uint32_t n = 0; n < size && missing; n++)
	if (missing >> n & 1)
	  fill_bits (bits, at + n, 1, true);
      outside &= ~(1u << i);
    }
  return outside;
}

/* The host addresses of access O, of shared memory or others, to AT.  */
static bool
host_addresses (struct warp *w, const struct op *o, uint64_t *at)
{
  addresses (w, o, at);
  return resolve (w, o, o->space, at, o->ck_bytes * o->ck_n,
		  o->ck == CK_LOAD ? ACC_LOAD : ACC_STORE);
}

/* Returns true if nobody has written the SIZE bytes from A on and they may be padding.  LOOSE: of
   follows_members.  */
static bool
gap_at (const struct warp *w, uint64_t a, uint32_t size, bool loose)
{
  uint64_t none = bytes_within (0, 0, size);
  if (size == CHUNK) /* half of a structure that is aligned to 32 bytes */
    return a % (2 * CHUNK) == CHUNK && unwritten_bytes (w, a, CHUNK) == none
	   && unwritten_bytes (w, a - CHUNK, CHUNK) != none;
  return follows_members (unwritten_bytes (w, a & -CHUNK, CHUNK), a % CHUNK, size, loose);
}

void
check_unwritten (struct warp *w, const struct op *o)
{
  const struct undef *all = w->frame->func->undef;
  const struct undef_op *u = &all->ops[o - w->frame->func->ops];
  const struct undef_ref *defs = all->refs + u->refs + u->n_uses;
  uint32_t size = o->ck_bytes, whole = size * o->ck_n;
  uint64_t at[LANES], missing[LANES], none = (UINT64_C (1) << whole) - 1, last = 0;
  enum gaps gaps = copies_gaps (w, o);
  bool gap = true;
  if (!host_addresses (w, o, at))
    return;
  EACH_LANE (i, w->mask)
    {
      missing[i] = unwritten_bytes (w, at[i], whole);
      bool here = gaps && missing[i] == none && gap_at (w, at[i], whole, gaps == GAPS);
      gap &= !missing[i] || here;
      /* No structure lacks all that is loaded of it at once, unless that is padding.  */
      if (missing[i] != none || here || shared_at (w, at[i]))
	continue;
      if (at[i] != last)
	tell_unwritten (w, o, i, at[i], whole);
      last = at[i];
      missing[i] = 0;
    }
  trace (w);
  for (int k = 0; k < u->n_defs; k++)
    {
      uint32_t e = defs[k].field - 'd';
      struct origin from
	= { .site = site_of (w, o), .block = block_number (w->block), .warp = w->index };
      bool every = true; /* lanes lack what may be padding altogether */
      EACH_LANE (i, e < o->ck_n ? w->mask : 0)
	{
	  uint64_t lacks = missing[i] >> e * size & ((UINT64_C (1) << size) - 1);
	  if (!lacks)
	    continue;
	  every &= gap
		   || (o->ck_n > 1 && size > 1 && !check_is_float (w, o)
		       && gap_at (w, at[i] + e * size, size, false));
	  /* No structure has padding within a floating point number.  */
	  if (check_is_float (w, o))
	    lacks = (UINT64_C (1) << size) - 1;
	  marks_of (w->frame)[defs[k].mark] |= 1u << i;
	  bytes_of (w->frame, defs[k].mark)[i] = loaded_bytes (u, lacks, size, defs[k].bytes);
	  if (from.size)
	    continue;
	  const struct block *b = shared_at (w, at[i]);
	  from.from = b ? FROM_SHARED : FROM_GLOBAL;
	  from.lane = i;
	  from.at = at[i] + e * size + __builtin_ctzll (lacks);
	  from.size = __builtin_popcountll (lacks);
	  const struct origin *old = b ? b->check->origins : NULL;
	  old = old ? old + (from.at - (uintptr_t) b->shared) / LINE : NULL;
	  if (old && old->site)
	    from = *old;
	}
      from.gap = every;
      if (from.size)
	set_origin (w, defs[k].mark, &from);
    }
}

/* Shuffle O of W, with the operands USES, may be a step of a reduction whose result the lowest
   lane has: it takes from half of the lanes on, or what an earlier step has left undefined.  One
   step of less is for all lanes: a difference of neighbours.  */
static bool
may_reduce (const struct warp *w, const struct op *o, const struct undef_op *u,
	    const struct undef_ref *uses)
{
  if (!is_shuffle_down (o))
    return false;
  for (int k = 0; k < u->n_uses; k++)
    {
      const struct origin *from = origin_of (w, uses[k].mark);
      if (uses[k].field == 'a' && marks_of (w->frame)[uses[k].mark] & w->mask && from
	  && from->from == FROM_SHUFFLE)
	return true;
    }
  return shuffle_halves (w, o);
}

void
check_no_source (struct warp *w, const struct op *o, uint32_t lanes)
{
  const struct undef *all = w->frame->func->undef;
  if (!all || !(w->block->launch->check->dev->what & CHECK_SYNC))
    return;
  const struct undef_op *u = &all->ops[o - w->frame->func->ops];
  const struct undef_ref *uses = all->refs + u->refs, *defs = uses + u->n_uses;
  struct origin from = { .site = site_of (w, o),
			 .block = block_number (w->block),
			 .warp = w->index,
			 .lane = __builtin_ctz (lanes),
			 .rest = may_reduce (w, o, u, uses),
			 .from = FROM_SHUFFLE };
  trace (w);
  for (int k = 0; k < u->n_defs; k++)
    if (defs[k].field == 'd')
      {
	marks_of (w->frame)[defs[k].mark] |= lanes;
	EACH_LANE (i, lanes)
	  bytes_of (w->frame, defs[k].mark)[i] = ALL_BYTES;
	set_origin (w, defs[k].mark, &from);
      }
}

void
check_undefined_stored (struct warp *w, const struct op *o)
{
  const struct undef *all = w->frame->func->undef;
  const struct undef_op *u = &all->ops[o - w->frame->func->ops];
  const struct undef_ref *refs = all->refs + u->refs;
  const struct launch *l = w->block->launch;
  uint32_t size = o->ck_bytes;
  uint64_t at[LANES];
  bool have = false;
  for (int k = 0; k < u->n_uses && u->how == STORED && o->space != SP_LOCAL; k++)
    {
      uint32_t e = refs[k].field - 'd', bad;
      if (refs[k].field == 'a' || e >= 4 || !(bad = undefined_lanes (w, &refs[k], w->mask, size)))
	continue;
      if (!have && !host_addresses (w, o, at))
	return;
      have = true;
      EACH_LANE (i, bad)
	{
	  struct block *b = shared_at (w, at[i]);
	  uint64_t x = at[i] + e * size - (b ? (uintptr_t) b->shared : 0);
	  uint64_t missing = undefined_bytes (w, &refs[k], i, size);
	  if (!b)
	    {
	      const struct origin *from = origin_of (w, refs[k].mark);
	      if (!(w->check->told >> i & 1) && !(from && from->from == FROM_SHUFFLE))
		unwrite (w, x, size, missing);
	      continue;
	    }
	  unwrite (w, at[i] + e * size, size, missing);
	  if (!b->check->origins
	      && !(b->check->origins
		   = calloc (l->shared_bytes / LINE + 1, sizeof *b->check->origins)))
	    continue;
	  const struct origin *from = origin_of (w, refs[k].mark);
	  struct origin here = { .site = site_of (w, o),
				 .block = block_number (w->block),
				 .warp = w->index,
				 .lane = i,
				 .at = at[i] + e * size,
				 .size = size,
				 .from = FROM_STORE };
	  b->check->origins[x / LINE]
	    = from && (from->from == FROM_SHARED || from->from == FROM_GLOBAL) ? *from : here;
	}
    }
}

/* Of an access O to memory: reports an address that is made of undefined bits, and data that is stored
   where it is shared; what is stored in local memory becomes as undefined as the data is.  */
static void
check_access (struct warp *w, const struct op *o, const struct undef_op *u,
	      const struct undef_ref *uses)
{
  uint32_t *marks = marks_of (w->frame), m = w->mask, bad;
  /* Some elements of a vector may be padding.  */
  uint32_t outside[4] = { 0 }, wrong[4] = { 0 }, n = u->how == ATOMIC ? 1 : o->ck_n;
  const struct undef_ref *at[4] = { NULL };
  for (int k = 0; k < u->n_uses; k++)
    {
      const struct undef_ref *r = &uses[k];
      bad = marks[r->mark] & m;
      if (r->field == 'a' && u->how != FRAME_STORED)
	{
	  if (bad)
	    tell_undefined (w, o, r, bad, "an address is made of");
	  continue;
	}
      uint32_t e = u->how == STORED ? r->field - 'd' : 0;
      bad = undefined_lanes (w, r, bad, o->ck_bytes);
      if (e < 4 && (bad || !at[e]))
	wrong[e] |= bad, at[e] = r;
    }
  uint32_t lanes = u->how == LOADED ? 0 : m;
  for (uint32_t e = 0; e < n && e < 4; e++)
    {
      outside[e] = u->how == ATOMIC ? m : u->how == LOADED ? 0 : store_marks (w, o, u, e, at[e]);
      lanes &= wrong[e] & outside[e];
      if (lanes && u->how == STORED)
	lanes = not_padding (w, o, at[e], lanes);
    }
  if (lanes && u->how == STORED && may_be_shared (o))
    {
      uint64_t host[LANES];
      if (host_addresses (w, o, host))
	EACH_LANE (i, lanes)
	  if (shared_at (w, host[i]))
	    lanes &= ~(1u << i);
    }
  w->check->told = lanes;
  if (lanes && at[0] && (u->how == ATOMIC || !is_rest_of_shuffle (w, at[0], lanes)))
    tell_undefined (w, o, at[0], lanes,
		    u->how == ATOMIC ? "an atomic operation takes" : "what is stored is");
}

/* Lanes in which the result of O is undefined, if it writes registers and has operands that are so in lanes
   ANY, all of them in EVERY.  *SOURCES: where it is undefined which lane a shuffle takes.  */
static uint32_t
undefined_result (struct warp *w, const struct op *o, const struct undef_op *u,
		  const struct undef_ref *uses, uint32_t any, uint32_t every, uint32_t *sources)
{
  uint32_t *marks = marks_of (w->frame), m = w->mask, bad, result = 0;
  switch (u->how)
    {
    case ALL_OF: result = any; break;
    case ANY_OF: result = u->n_uses ? every : 0; break;
    case BOTH:
    case EITHER:
      result = any;
      for (int k = 0; k < 2 && any; k++)
	{
	  uint32_t slot = k ? o->b : o->a, decides = u->how == EITHER ? PRED (slot) : ~PRED (slot);
	  for (int j = 0; j < u->n_uses; j++)
	    if (uses[j].field == 'a' + k)
	      decides &= ~marks[uses[j].mark];
	  result &= ~decides;
	}
      break;
    case SHUFFLED:
      for (int k = 0; k < u->n_uses && any; k++)
	{
	  bad = marks[uses[k].mark] & m;
	  result |= uses[k].field == 'a' ? shuffled_bits (w, o, bad) : bad;
	  *sources |= uses[k].field == 'a' ? 0 : bad;
	}
      break;
    case REDUCED: result = any ? m : 0; break;
    case ANY:
    case ALL:
      {
	uint32_t decides = (u->how == ANY ? PRED (o->a) : ~PRED (o->a)) & m & ~any;
	result = any && !decides ? m : 0;
	break;
      }
    case CHOICE:
      for (int k = 0; k < u->n_uses; k++)
	{
	  bad = marks[uses[k].mark] & m;
	  uint32_t p = PRED (o->c);
	  result |= uses[k].field == 'a' ? bad & p : uses[k].field == 'b' ? bad & ~p : bad;
	}
      break;
    default: break;
    }
  return result;
}

void
check_undefined (struct warp *w, const struct op *o)
{
  const struct undef *all = w->frame->func->undef;
  const struct undef_op *u = &all->ops[o - w->frame->func->ops];
  const struct undef_ref *uses = all->refs + u->refs, *defs = uses + u->n_uses;
  uint32_t *marks = marks_of (w->frame), m = w->mask, every = u->other ? 0 : m, any = 0, bad;
  uint32_t sources = 0; /* lanes where it is undefined which lane a shuffle takes */
  const struct undef_ref *one = NULL;
  for (int k = 0; k < u->n_uses; k++)
    {
      bad = marks[uses[k].mark] & m;
      every &= bad;
      any |= bad;
      if (bad)
	one = &uses[k];
    }
  uint32_t result = undefined_result (w, o, u, uses, any, every, &sources);
  switch (u->how)
    {
    case JUMPED:
      for (int k = 0; k < u->n_uses; k++)
	if ((bad = marks[uses[k].mark] & m) && !is_rest_of_shuffle (w, &uses[k], bad))
	  tell_undefined (w, o, &uses[k], bad,
			  o->ck == CK_GUARD ? "a guard is" : "a branch depends on");
      break;
    case MULTIPLIED:
      if (any)
	tell_undefined (w, o, one, marks[one->mark] & m, "a matrix instruction takes");
      break;
    case LOADED:
    case STORED:
    case ATOMIC:
    case FRAME_STORED: check_access (w, o, u, uses); break;
    default: break;
    }
  uint8_t bytes[LANES];
  result = result_bytes (w, o, u, uses, result, bytes);
  for (int k = 0; k < u->n_defs; k++)
    {
      bool local = u->how == FRAME_LOADED || (u->how == LOADED && may_be_local (o));
      if (local)
	result = loaded (w, o, u, u->how == LOADED ? defs[k].field - 'd' : 0, &defs[k], bytes);
      if (!w->check->traced && defs[k].mark >= all->n_carried)
	continue;
      /* The predicate of a shuffle says whether there is such a lane, not what it has.  */
      bool there = u->how == SHUFFLED && defs[k].field != 'd';
      uint32_t lanes = there ? sources : result;
      marks[defs[k].mark] = (marks[defs[k].mark] & ~m) | lanes;
      EACH_LANE (i, lanes)
	bytes_of (w->frame, defs[k].mark)[i] = there ? ALL_BYTES : bytes[i];
      if (lanes && !local)
	set_origin (w, defs[k].mark, one ? origin_of (w, one->mark) : NULL);
      if (lanes && !local && u->flow != SAME_BYTES)
	no_gap (w, defs[k].mark);
    }
}
