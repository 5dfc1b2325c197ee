/* SPDX-License-Identifier: MIT */
/* The sanitizer's view of values that nobody has set: registers that are read before
   they are written on the path that is executed, and bytes of local variables.

   Copying such a value is no defect, nor is computing with it what is then thrown
   away: compilers copy whole structures, pack, and compute ahead of branches.  So
   registers have marks, a bit a lane, which instructions carry from operands to
   results; a defect is a branch, a guard, an address, and what is stored in global memory
   or added to it atomically.  Local memory keeps the marks, and so does shared memory of
   the thread's block: threads exchange their items of a tile, those behind its end too.
   A result of some bit operations is undefined only if all their operands are, since
   they may put together what is stored in parts.

   Only registers that may carry such a value have marks: those that liveness shows to be
   read before they are written, those loaded from memory that may be local if the
   module has local variables, or shared if the function stores such values there, and
   what is computed from them.  The marks are registers of the frame.  */

#include "emulator/check.h"
#include "emulator/decode.h"
#include "emulator/device.h"

#include <stdio.h>
#include <stdlib.h>

enum how
{
  SET,				/* results are defined */
  ALL_OF, ANY_OF,		/* if all operands are; if any is */
  CHOICE,			/* selp */
  SHUFFLED,			/* defined unless no lane's operand is */
  LOADED, STORED, ATOMIC,	/* memory; LOADED, STORED: it may be local */
  FRAME_LOADED, FRAME_STORED,	/* variables of the frame, by name */
  JUMPED			/* operands decide where to go */
};

struct undef_ref
{
  uint32_t marks;		/* slot */
  uint32_t reg;			/* PTX register, or NONE */
  char field;
};

struct undef_op
{
  uint8_t how, n_uses, n_defs;
  bool other;			/* an operand is always defined, and no constant */
  struct undef_ref refs[MAX_REFS];	/* uses, then defs */
};

/* ---- which registers, which ops: when a function is decoded ---- */

static bool
begins (const char *s, const char *with)
{
  return !strncmp (s, with, strlen (with));
}

static enum how
how_of (const struct dec *c, uint32_t i)
{
  static const char *const mixes[] = { "or_", "xor_", "and_", "lop3_", "prmt", "bfi_", "shf_", "pack_" };
  const struct op *o = &c->ops[i];
  const struct meta *m = &c->meta[i];
  const char *name = op_name (o->fn);
  if (o->ck == CK_GUARD || m->flow == FLOW_COND || m->flow == FLOW_TABLE || !strcmp (name, "call_reg"))
    return JUMPED;
  if (begins (name, "ld_frame") || begins (name, "st_frame"))
    return *name == 'l' ? FRAME_LOADED : FRAME_STORED;
  if (m->access)
    return o->ck == CK_LOAD ? LOADED : o->ck == CK_STORE ? STORED : o->ck == CK_ATOM ? ATOMIC : SET;
  if (begins (name, "shfl"))
    return SHUFFLED;
  if (m->blocks || m->n_list || m->flow != FLOW_NEXT)
    return SET;
  if (begins (name, "selp"))
    return CHOICE;
  for (size_t k = 0; k < sizeof mixes / sizeof *mixes; k++)
    if (begins (name, mixes[k]))
      return ANY_OF;
  return strstr (name, "x2") ? ANY_OF : ALL_OF;
}

static bool
carries (enum how how)
{
  return how == ALL_OF || how == ANY_OF || how == CHOICE || how == SHUFFLED;
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

/* Is what one of C's ops stores in memory that may be shared, in SET?  */
static bool
shares (const struct dec *c, const uint64_t *set)
{
  for (uint32_t i = 0; i < c->n_ops; i++)
    if (how_of (c, i) == STORED && may_be_shared (&c->ops[i]))
      for (int k = 0; k < c->meta[i].n_refs; k++)
	{
	  uint32_t v = c->meta[i].refs[k].vreg;
	  if (!c->meta[i].refs[k].def && c->meta[i].refs[k].field != 'a' && set[v / 64] >> v % 64 & 1)
	    return true;
	}
  return false;
}

/* Which of the vregs may carry a value that nobody has set; *SHARED: and shared memory.  */
static bool
find_carriers (struct dec *c, uint64_t *set, bool locals, bool *shared)
{
  uint64_t *matrix = calloc (c->n_v / 64 + 1, sizeof *matrix);
  if (!matrix || !live_at_entry (c, set))
    {
      free (matrix);
      return false;
    }
  /* Nor do those that matrix instructions write, which are too many for an op's refs.  */
  for (uint32_t i = 0; i < c->n_ops; i++)
    for (uint32_t k = c->meta[i].n_refs; k < n_refs (&c->meta[i]); k++)
      {
	struct ref r = ref_at (c, &c->meta[i], k);
	if (r.def)
	  matrix[r.vreg / 64] |= UINT64_C (1) << r.vreg % 64;
      }
  /* What has no carry in refers to the condition code, too.  */
  for (size_t v = 0; v < c->n_v; v++)
    if (c->v[v].init >= 0 || v == c->carry || matrix[v / 64] >> v % 64 & 1)
      set[v / 64] &= ~(UINT64_C (1) << v % 64);
  for (bool change = true; change; )
    {
      change = false;
      for (uint32_t i = 0; i < c->n_ops; i++)
	{
	  const struct meta *m = &c->meta[i];
	  enum how how = how_of (c, i);
	  bool source = (locals && (how == FRAME_LOADED || (how == LOADED && may_be_local (&c->ops[i]))))
			|| (*shared && how == LOADED && may_be_shared (&c->ops[i]));
	  for (int k = 0; k < m->n_refs && carries (how); k++)
	    source |= !m->refs[k].def && set[m->refs[k].vreg / 64] >> m->refs[k].vreg % 64 & 1;
	  for (int k = 0; k < m->n_refs && source; k++)
	    {
	      uint32_t v = m->refs[k].vreg;
	      if (m->refs[k].def && v != c->carry && !((set[v / 64] | matrix[v / 64]) >> v % 64 & 1))
		{
		  set[v / 64] |= UINT64_C (1) << v % 64;
		  change = true;
		}
	    }
	}
      if (!change && !*shared)
	change = *shared = shares (c, set);
    }
  free (matrix);
  return true;
}

/* A register of the frame for marks: they are set when it is made, and for each block.  */
static uint32_t
new_marks (struct dec *c)
{
  uint32_t v = new_vreg (c, 1);
  c->v[v].kept = true;
  c->v[v].init = own_init (c, (struct init) { .value = ALL_LANES, .kind = I_PRED, .bytes = 4, .per_block = 1 }, v);
  return v;
}

bool
track_undefined (struct dec *c)
{
  px_emu_func *f = c->f;
  bool locals = has_locals (f->mod), shared = false, ok = false;
  uint32_t n_v = c->n_v, n_tracked = 0;
  uint64_t *set = calloc (n_v / 64 + 1, sizeof *set);
  uint32_t *marks = malloc ((n_v + 1) * sizeof *marks), *reg = malloc ((n_v + 1) * sizeof *reg);
  if (!set || !marks || !reg || !find_carriers (c, set, locals, &shared))
    goto out;
  for (uint32_t v = 0; v < n_v; v++)
    {
      bool in = set[v / 64] >> v % 64 & 1;
      marks[v] = in ? new_marks (c) : NONE;
      n_tracked += in;
      reg[v] = NONE;
    }
  ok = true;
  if (!n_tracked && !locals)
    goto out;
  for (uint32_t r = 0; r < c->ir->nregs; r++)
    for (unsigned k = 0; c->reg[r].vreg != NONE && k < (c->ir->regs[r].vec ? c->ir->regs[r].vec : 1u); k++)
      if (c->reg[r].vreg + k < n_v)
	reg[c->reg[r].vreg + k] = r;
  f->undef_at = calloc (c->n_ops + 1, sizeof *f->undef_at);
  f->undef = malloc ((c->n_ops + 1) * sizeof *f->undef);
  ok = f->undef_at && f->undef;
  uint32_t n = 1;
  for (uint32_t i = 0; ok && i < c->n_ops; i++)
    {
      const struct meta *m = &c->meta[i];
      struct undef_op u = { .how = how_of (c, i) };
      for (int def = 0; def < 2; def++)
	for (int k = 0; k < m->n_refs; k++)
	  {
	    uint32_t v = m->refs[k].vreg;
	    if (m->refs[k].def != def)
	      continue;
	    if (marks[v] != NONE)
	      {
		u.refs[u.n_uses + u.n_defs] = (struct undef_ref) { marks[v], reg[v], m->refs[k].field };
		u.n_uses += !def;
		u.n_defs += def;
	      }
	    else if (!def && c->v[v].init < 0)
	      u.other = true;
	  }
      bool stores = (locals && (u.how == FRAME_STORED || (u.how == STORED && may_be_local (&c->ops[i]))))
		    || (shared && u.how == STORED && may_be_shared (&c->ops[i]));
      if (!u.n_uses && !u.n_defs && !stores)
	continue;
      if (u.how == FRAME_LOADED || u.how == FRAME_STORED)
	{
	  /* Its name is that and _u32_b64, say.  */
	  c->ops[i].ck_bytes = atoi (op_name (c->ops[i].fn) + strlen ("ld_frame_u")) / 8;
	  c->ops[i].ck_n = 1;
	}
      f->undef_at[i] = n;
      f->undef[n++] = u;
      c->ops[i].ck_undef = true;
    }
  if (ok && n == 1)
    forget_undefined (f);
 out:
  free (set);
  free (marks);
  free (reg);
  return ok;
}

void
patch_undefined (struct dec *c)
{
  px_emu_func *f = c->f;
  for (uint32_t i = 0; f->undef && i < c->n_ops; i++)
    {
      struct undef_op *u = &f->undef[f->undef_at[i]];
      if (!f->undef_at[i])
	continue;
      if (c->ops[i].ck == CK_NONE)
	c->ops[i].ck = CK_PINNED;
      for (int k = 0; k < u->n_uses + u->n_defs; k++)
	u->refs[k].marks = c->v[u->refs[k].marks].slot;
    }
}

void
forget_undefined (px_emu_func *f)
{
  free (f->undef);
  free (f->undef_at);
  f->undef = NULL;
  f->undef_at = NULL;
}

bool
checks_init (const px_emu *emu)
{
  return emu->check && emu->check->what & CHECK_INIT;
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
  if (!w->block->check->unset || !f->local_bytes)
    return;
  EACH_LANE (i, lanes)
    {
      uint64_t at = frame->sp, *bits = bits_of_lane (w, i, &at);
      fill_bits (bits, at, f->local_bytes, false);
      for (uint32_t k = 0; k < f->n_locals; k++)
	if (!f->locals[k].param)
	  fill_bits (bits, at + f->locals[k].offset, f->locals[k].size, true);
      for (uint32_t k = 0; frame->up && k < c->n_args; k++)
	copy_bits (w, i, frame->sp + f->params[k].offset, frame->up->sp + c->args[k].offset, c->args[k].size);
    }
}

void
check_leave (struct warp *w, const struct frame *frame)
{
  const struct call *c = frame->call;
  if (w->block->check->unset)
    EACH_LANE (i, w->mask)
      for (uint32_t k = 0; k < c->n_rets; k++)
	copy_bits (w, i, frame->up->sp + c->rets[k].offset, frame->sp + frame->func->rets[k].offset, c->rets[k].size);
}

/* Where the access of SIZE bytes that LANE makes begins in its local memory; false if it is
   not there, or in what alloca gave.  */
static bool
local_at (const struct warp *w, const struct op *o, enum how how, uint32_t lane, uint32_t size, uint64_t *at)
{
  if (how == FRAME_LOADED || how == FRAME_STORED)
    *at = w->frame->sp + o->imm;
  else
    {
      uint64_t a = o->flags & ADDR64 ? REG (uint64_t, o->a)[lane] + o->imm
		   : (uint32_t) (REG (uint32_t, o->a)[lane] + o->imm);
      if (o->space == SP_GENERIC && (a & WINDOW_MASK) != WINDOW_LOCAL)
	return false;
      *at = (uint32_t) a;
    }
  return *at + size <= w->local_size && *at + size <= w->top[lane];
}

/* The offset in the block's shared memory of the access of SIZE bytes that LANE makes, if it is
   there.  */
static bool
block_at (const struct warp *w, const struct op *o, uint32_t lane, uint32_t size, uint64_t *at)
{
  uint64_t a = o->flags & ADDR64 ? REG (uint64_t, o->a)[lane] + o->imm : (uint32_t) (REG (uint32_t, o->a)[lane] + o->imm);
  if (o->space == SP_GENERIC)
    {
      if ((a & WINDOW_MASK) != WINDOW_SHARED)
	return false;
      a = (uint32_t) a;
    }
  *at = a;
  return may_be_shared (o) && a < w->shared_size && w->shared_size - a >= size;
}

/* ---- when an op is executed ---- */

/* LANES of W use at O what R holds, and it is undefined there: WHAT.  */
static void
tell (struct warp *w, const struct op *o, const struct undef_ref *r, uint32_t lanes, const char *what)
{
  struct check_warp *cw = w->check;
  const px_emu_func *f = w->frame->func;
  uint32_t lane = __builtin_ctz (lanes);
  struct access_at at[2] = {
    { "use", site_of (w, o), block_number (w->block), w->index, lane, 0, 0 },
    { "read of local memory", cw->unset_site[lane], block_number (w->block), w->index, lane, 0, 0 }
  };
  char text[200];
  bool loaded = cw->unset_site[lane] != 0;
  const struct check_block *cb = w->block->check;
  if (loaded && cb->vague && cb->vague_by.site && cw->unset_shared >> lane & 1)
    {
      at[1] = (struct access_at) { "store in shared memory", cb->vague_by.site, block_number (w->block),
				   cb->vague_by.warp, cb->vague_by.lane, 0, 0 };
      snprintf (text, sizeof text, "%s a value from shared memory that nobody has set", what);
    }
  else if (loaded || r->reg == NONE)
    snprintf (text, sizeof text, "%s a value from local memory that the thread has not written", what);
  else
    snprintf (text, sizeof text, "%s register %s, which nothing on the way there has set", what,
	      f->ir->regs[r->reg].name);
  report (w, REP_INIT, text, at, loaded ? 2 : 1, 0, 0, "a value for it on every path");
}

/* The lanes that load only bytes of element K that nobody has written.  */
static uint32_t
loaded (struct warp *w, const struct op *o, const struct undef_op *u, uint32_t k)
{
  uint32_t bad = 0, size = o->ck_bytes, shared = 0;
  const struct check_block *cb = w->block->check;
  if (!cb->unset && !cb->vague)
    return 0;
  EACH_LANE (i, w->mask)
    {
      uint64_t at, *bits;
      if (cb->vague && u->how == LOADED && block_at (w, o, i, size * o->ck_n, &at))
	{
	  bits = cb->vague;
	  at += k * size;
	  shared |= 1u << i;
	}
      else if (cb->unset && (u->how == FRAME_LOADED || may_be_local (o)) && local_at (w, o, u->how, i, size * o->ck_n, &at))
	{
	  at += k * size;
	  bits = bits_of_lane (w, i, &at);
	}
      else
	continue;
      uint32_t n = 0;
      while (n < size && bits[(at + n) / 64] >> (at + n) % 64 & 1)
	n++;
      if (n == size)
	bad |= 1u << i;
    }
  if (bad)
    {
      uint32_t site = site_of (w, o);
      EACH_LANE (i, bad)
	w->check->unset_site[i] = site;
      w->check->unset_shared = (w->check->unset_shared & ~bad) | (shared & bad);
    }
  return bad;
}

/* The stored element K becomes undefined in lanes BAD, defined in the others (in shared memory
   it is already), where it is local or the block's.  The lanes that store it elsewhere.  */
static uint32_t
stored (struct warp *w, const struct op *o, const struct undef_op *u, uint32_t k, uint32_t bad)
{
  uint32_t outside = w->mask, size = o->ck_bytes;
  const struct check_block *cb = w->block->check;
  uint64_t at;
  if (u->how == STORED && may_be_shared (o) && bad)
    EACH_LANE (i, w->mask)
      if (block_at (w, o, i, size * o->ck_n, &at))
	outside &= ~(1u << i);
  if (!cb->unset || (u->how == STORED && !may_be_local (o)))
    return outside;
  EACH_LANE (i, outside)
    {
      uint64_t *bits;
      if (!local_at (w, o, u->how, i, size * o->ck_n, &at))
	continue;
      at += k * size;
      bits = bits_of_lane (w, i, &at);
      fill_bits (bits, at, size, bad >> i & 1);
      outside &= ~(1u << i);
    }
  return outside;
}

void
check_undefined_stored (struct warp *w, const struct op *o)
{
  const px_emu_func *f = w->frame->func;
  const struct undef_op *u = &f->undef[f->undef_at[o - f->ops]];
  struct check_block *cb = w->block->check;
  uint32_t size = o->ck_bytes;
  for (int k = 0; k < u->n_uses && u->how == STORED && may_be_shared (o); k++)
    {
      uint32_t bad = u->refs[k].field == 'a' ? 0 : PRED (u->refs[k].marks) & w->mask, e = u->refs[k].field - 'd';
      uint64_t at;
      EACH_LANE (i, bad)
	if (e < 4 && block_at (w, o, i, size * o->ck_n, &at)
	    && (cb->vague || (cb->vague = calloc (w->shared_size / LINE + 1, sizeof *cb->vague))))
	  {
	    fill_bits (cb->vague, at + e * size, size, true);
	    cb->vague_by.site = site_of (w, o);
	    cb->vague_by.warp = w->index;
	    cb->vague_by.lane = i;
	  }
    }
}

void
check_undefined (struct warp *w, const struct op *o)
{
  const px_emu_func *f = w->frame->func;
  const struct undef_op *u = &f->undef[f->undef_at[o - f->ops]];
  const struct undef_ref *defs = u->refs + u->n_uses;
  uint32_t m = w->mask, all = u->other ? 0 : m, any = 0, result = 0, bad;
  for (int k = 0; k < u->n_uses; k++)
    {
      bad = PRED (u->refs[k].marks) & m;
      all &= bad;
      any |= bad;
    }
  switch (u->how)
    {
    case ALL_OF: result = any; break;
    case ANY_OF: result = u->n_uses ? all : 0; break;
    case SHUFFLED:
      for (int k = 0; k < u->n_uses; k++)
	if (u->refs[k].field == 'a' && (PRED (u->refs[k].marks) & m) == m)
	  result = m;
      break;
    case CHOICE:
      for (int k = 0; k < u->n_uses; k++)
	{
	  bad = PRED (u->refs[k].marks) & m;
	  uint32_t p = PRED (o->c);
	  result |= u->refs[k].field == 'a' ? bad & p : u->refs[k].field == 'b' ? bad & ~p : bad;
	}
      break;
    case JUMPED:
      for (int k = 0; k < u->n_uses; k++)
	if ((bad = PRED (u->refs[k].marks) & m))
	  tell (w, o, &u->refs[k], bad, o->ck == CK_GUARD ? "a guard is" : "a branch depends on");
      break;
    case LOADED: case STORED: case ATOMIC: case FRAME_STORED:
      {
	/* Some elements of a vector may be padding.  */
	uint32_t outside[4] = { 0 }, wrong[4] = { 0 }, n = u->how == ATOMIC ? 1 : o->ck_n;
	const struct undef_ref *at[4] = { NULL };
	for (int k = 0; k < u->n_uses; k++)
	  {
	    const struct undef_ref *r = &u->refs[k];
	    bad = PRED (r->marks) & m;
	    if (r->field == 'a' && u->how != FRAME_STORED)
	      {
		if (bad)
		  tell (w, o, r, bad, "an address is made of");
		continue;
	      }
	    uint32_t e = u->how == STORED ? r->field - 'd' : 0;
	    if (e < 4)
	      wrong[e] |= bad, at[e] = r;
	  }
	uint32_t lanes = m;
	for (uint32_t e = 0; e < n && e < 4; e++)
	  {
	    outside[e] = u->how == ATOMIC ? m : u->how == LOADED ? 0 : stored (w, o, u, e, wrong[e]);
	    lanes &= wrong[e] & outside[e];
	  }
	if (lanes && at[0])
	  tell (w, o, at[0], lanes, u->how == ATOMIC ? "an atomic operation takes" : "what is stored is");
	break;
      }
    default: break;
    }
  for (int k = 0; k < u->n_defs; k++)
    {
      uint32_t *marks = &PRED (defs[k].marks);
      if (u->how == FRAME_LOADED || (u->how == LOADED && (may_be_local (o) || may_be_shared (o))))
	result = loaded (w, o, u, u->how == LOADED ? defs[k].field - 'd' : 0);
      *marks = (*marks & ~m) | result;
    }
}
