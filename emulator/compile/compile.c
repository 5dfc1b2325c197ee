/* SPDX-License-Identifier: MIT */
/* A decoded function as C.

   The code runs for a whole warp of which all lanes stand at one place; whatever is not
   so is the interpreter's, and so is every op that is not of lane.inc, a plain load or
   store, or a branch: the code calls that op's own handler.  It is entered at the op
   that begins a block (op.run), from the interpreter's loop, and leaves to it with all
   registers that live in the frame.  Branches count and give way as those of exec.inc.

   A register is one of these by all that define it (enum spread):

     SAME	equal in all lanes: a scalar
     ROW	base + lane * step, modulo its size: two scalars
     HALVES	the same from lane 0 and from lane 16 on, with one step: three scalars
     EACH	32 lanes, in vectors of the machine between blocks, in an array within one,
		which the compiler of C keeps in registers
     BITS	a predicate, 32 bits; all equal where SAME is
     FRAME	in the frame only: what asynchronous operations use, 128 bits

   A place where a ROW or HALVES would wrap, and an entry whose registers are not of their spread,
   continue in the interpreter.  Where this code itself has left with all registers in the frame,
   because the warp waits or gives way, it comes back without looking at them (warp.left).

   A device that checks has a form of its own: what the sanitizer looks at before the
   interpreter executes it, it looks at here (px_step, px_rows: check.c), in the same order,
   and slices end where they end there.  So reports are the same, and a seed's run is.  */

#include "emulator/compile/gen.h"

#include <stdio.h>
#include <stdlib.h>

static void
declare (struct gen *g)
{
  for (uint32_t v = 0; v < g->p->n_v; v++)
    {
      const struct vreg *x = &g->p->v[v];
      if (g->spread[v] == FRAME || x->slot == NONE)
	continue;
      if (g->spread[v] == ROW || g->spread[v] == HALVES)
	{
	  if (gen_step_known (g, v))
	    gen_put (g, "  const u%u q%u = 0x%llxull;\n", x->bits, v,
		     (unsigned long long) g->step[v]);
	  else
	    gen_put (g, "  u%u q%u;\n", x->bits, v);
	}
      if (x->init >= 0)
	{
	  const struct init *in = &g->p->inits[x->init].in;
	  if (g->spread[v] == EACH || in->kind <= I_CONST64 || in->kind == I_PRED)
	    continue;
	  gen_put (g, "  const u%u %c%u = *(u%u *) (R + %u);\n", x->bits == 1 ? 32 : x->bits,
		   x->bits == 1 ? 'p' : 'g', v, x->bits == 1 ? 32 : x->bits, x->slot);
	  if (g->spread[v] == HALVES)
	    gen_put (g, "  const u32 h%u = ((u32 *) (R + %u))[%u];\n", v, x->slot, HALF);
	}
      else if (x->bits == 1)
	gen_put (g, "  u32 p%u;\n", v);
      else if (g->spread[v] <= SAME)
	gen_put (g, "  u%u g%u;\n", x->bits, v);
      else if (g->spread[v] <= HALVES)
	gen_put (g, g->spread[v] == ROW ? "  u%u g%u;\n" : "  u%u g%u, h%u;\n", x->bits, v, v);
      else
	for (uint32_t k = 0; k < gen_chunks (g, v); k++)
	  gen_put (g, "  vec r%u_%u;\n", v, k);
    }
}

static void
entries (struct gen *g)
{
  gen_put (g, "  switch (e) {\n");
  for (uint32_t i = 0; i < g->n; i++)
    {
      if (!g->entry[i])
	continue;
      gen_put (g, "  case %u:\n", i);
      EACH_LIVE (v, i)
	{
	  uint32_t b = gen_width (g, v), slot = g->p->v[v].slot;
	  if (b == 1)
	    {
	      gen_put (g, "    p%u = *(u32 *) (R + %u);", v, slot);
	      if (g->spread[v] <= SAME)
		gen_put (g, " if (!known && p%u + 1 > 1) return CALL (%u);", v, i);
	    }
	  else if (g->spread[v] == EACH)
	    for (uint32_t k = 0; k < gen_chunks (g, v); k++)
	      gen_put (g, "    COPY (&r%u_%u, R + %u, %u);", v, k, slot + k * g->vector, g->vector);
	  else
	    {
	      gen_put (g, "    g%u = ((u%u *) (R + %u))[0];", v, b, slot);
	      if (g->spread[v] == HALVES)
		gen_put (g, " h%u = ((u%u *) (R + %u))[%u];", v, b, slot, HALF);
	      if (g->spread[v] > SAME && !gen_step_known (g, v))
		gen_put (g, " q%u = ((u%u *) (R + %u))[1] - g%u;", v, b, slot, v);
	      gen_put (g, " if (!known && !is_halves%u (R + %u, g%u, ", b, slot, v);
	      gen_step (g, v);
	      gen_put (g, ", ");
	      gen_half (g, v);
	      gen_put (g, ")) return CALL (%u);", i);
	    }
	  gen_put (g, "\n");
	}
      gen_put (g, "    goto B%u;\n", gen_way_to (g, i, 0));
    }
  gen_put (g, "  }\n  __builtin_unreachable ();\n");
}

/* The branch at op I ends a block.  */
static void
branch_op (struct gen *g, uint32_t i)
{
  uint32_t t = gen_target_of (g, i);
  bool cond = g->look[i].kind == K_IF, back = row_of (&g->f->ops[i])->back;
  gen_settle (g, t, cond && i + 1 < g->n ? i + 1 : NONE);
  if (cond)
    {
      uint32_t p = gen_operand (g, i, 'a');
      gen_put (g, "  { u32 c = %s", g->f->ops[i].flags & 1 ? "~" : "");
      gen_scalar (g, p);
      gen_put (g, "; if (c) {");
      if (g->spread[p] > SAME)
	{
	  bool part = gen_can_part (g, i);
	  gen_put (g, part ? " if (~c) {" : " if (NO (~c)) {");
	  part ? gen_part (g, i, p) : gen_leave (g, i);
	  gen_put (g, " }");
	}
      gen_put (g, "\n");
    }
  if (back)
    {
      gen_put (g, "    BARRIER if (NO (--FUEL <= 0)) {");
      gen_store_live (g, t, NONE);
      gen_put (g, " const void *n = px_resched (w, O (%u)); LEAVES_AT (%u, n); return n; }\n", t,
	       t);
    }
  gen_put (g, "    goto B%u;\n", t);
  if (cond)
    gen_put (g, "  } }\n  goto B%u;\n", i + 1);
}

/* The op at I, with the guard before it, if any.  */
static void
one_op (struct gen *g, uint32_t i, uint32_t p)
{
  char mask[16];
  snprintf (mask, sizeof mask, "m%u", i);
  if (p != NONE)
    {
      gen_put (g, "  u32 %s = %s", mask, g->f->ops[i - 1].flags & 1 ? "~" : "");
      gen_scalar (g, p);
      gen_put (g, ";\n");
    }
  switch (g->look[i].kind)
    {
    case K_NOTHING: break;
    case K_LANES:
    case K_SETP:
    case K_SELP:
    case K_PRED: gen_lanes (g, i, p, mask); break;
    case K_LOAD:
    case K_STORE: gen_memory (g, i, p, mask); break;
    default:
      {
	uint32_t to[RESULTS], old[RESULTS];
	gen_before_guarded (g, i, p, old);
	gen_result_arrays (g, i, to);
	gen_guard_begins (g, i, p, mask, to, old);
	gen_call (g, i, p != NONE, to);
	if (p != NONE)
	  gen_put (g, "  }\n");
	gen_results_become (g, i, to);
      }
    }
}

static void
block (struct gen *g, uint32_t first, uint32_t last)
{
  for (size_t v = 0; v < g->p->n_v; v++)
    {
      g->inst[v] = NONE;
      g->dirty[v] = 0;
    }
  gen_find_groups (g, first, last);
  gen_put (g, " B%u: {\n", first);
  if (g->back[first])
    {
      /* Opaque: not to be split from the loop.  */
      gen_put (g, "  __asm__ (\"\" : \"+r\" (e)); if (NO (e != DONE)) switch (e) {");
      for (uint32_t i = first + 1; i <= g->back[first]; i++)
	if (g->entry[i])
	  gen_put (g, " case %u: goto B%u;", i, gen_way_to (g, i, first + 1));
      gen_put (g, " }\n");
    }
  if (g->entry[first])
    gen_put (g, "  e = DONE;\n");
  for (uint32_t i = first; i <= last; i++)
    switch (g->look[i].kind)
      {
      case K_GO:
      case K_IF:
	branch_op (g, i);
	gen_put (g, "  }\n");
	return;
      case K_GUARD:
	one_op (g, i + 1, gen_operand (g, i, 'a'));
	i++;
	break;
      default:
	if (g->look[i].row > 1)
	  {
	    gen_put (g, "  { const void *n = px_mma (w, O (%u)); if (NO (n != O (%u) || MOVED)) {",
		     i, i + g->look[i].row);
	    gen_store_live (g, i + g->look[i].row, NONE);
	    gen_put (g, " return n; } }\n");
	    i += g->look[i].row - 1;
	    break;
	  }
	if (g->p->meta[i].flow != FLOW_NEXT)
	  {
	    gen_put (g, " ");
	    gen_leave (g, i);
	    gen_put (g, "\n  }\n");
	    return;
	  }
	one_op (g, i, NONE);
      }
  gen_settle (g, last + 1, NONE);
  gen_put (g, "  goto B%u; }\n", last + 1);
}

/* compile-prelude.inc has it too.  */
_Static_assert(sizeof (struct open) == 64 && offsetof (struct open, span) == 32
		 && offsetof (struct open, later) == 56,
	       "struct open");
_Static_assert(sizeof (struct read_note) == 28 && offsetof (struct read_note, time) == 16,
	       "struct read_note");
_Static_assert(offsetof (struct notes, slot) == 24 && offsetof (struct notes, at) == 536,
	       "struct notes");
_Static_assert(offsetof (struct line, upto) == offsetof (struct line, from) + 2, "struct line");
_Static_assert(sizeof (struct group_read) == 8 && sizeof (struct group_piece) == 8
		 && offsetof (struct read_group, n_reads) == 16
		 && offsetof (struct read_group, size) == 24,
	       "struct read_group");

static const char prelude[] =
#include "emulator/compile-text.h"
  ;

static void
write_all (struct gen *g)
{
  unsigned need = 0;
  for (size_t v = 0; v < g->p->n_v; v++)
    {
      const struct vreg *x = &g->p->v[v];
      if (x->init < 0 || g->p->inits[x->init].in.kind != I_SREG || x->slot == NONE)
	continue;
      gen_spread_of_sreg (g->shape, g->p->inits[x->init].in.value, &need);
    }
  gen_put (g,
	   "#define VECTOR %u\n#define DONE 0xffffffff\n#define OP_BYTES %zu\n#define CHECKED %d\n",
	   g->vector, sizeof (struct op), g->checked);
#define FIELD(NAME, T, f) \
  gen_put (g, "#define " #NAME " (*(" #T " *) ((char *) w + %zu))\n", offsetof (struct warp, f))
  FIELD (FRAME, char *, r);
  FIELD (MASK, u32, mask);
  FIELD (FUEL, s32, fuel);
  FIELD (FRAGS, u32, n_frags);
  FIELD (FAIR, u8, fair);
  FIELD (HITS, struct hit *, hits);
  FIELD (SHARED, char *, shared);
  FIELD (SHARED_SIZE, u32, shared_size);
  FIELD (SHAPE, u32, shape);
  FIELD (LEFT, const void *, left);
#undef FIELD
#define FIELD(NAME, T, f) \
  gen_put (g, "#define " #NAME " (*(" #T " *) (*(char **) ((char *) w + %zu) + %zu))\n", \
	   offsetof (struct warp, check), offsetof (struct check_warp, f))
  FIELD (TRACED, u8, traced);
  FIELD (RECENT_MASK, u32, recent[0].mask);
  FIELD (RECENT_OP, const void *, recent[0].op);
  FIELD (TIME, u32, time);
  FIELD (WARP_NOTES, struct notes *, notes);
  gen_put (
    g, "#define FIRST_SITE (*(u32 *) (*(char **) (*(char **) ((char *) w + %zu) + %zu) + %zu))\n",
    offsetof (struct warp, frame), offsetof (struct frame, func),
    offsetof (px_emu_func, first_site));
  gen_put (g,
	   "#define REGION %d\n#define NOTES %d\n#define LINE_BYTES %zu\n#define LINE_FROM "
	   "%zu\n#define LINE_QUIET %zu\n",
	   REGION, NOTES, sizeof (struct line), offsetof (struct line, from),
	   offsetof (struct line, quiet));
  gen_put (g, "#define OPEN ((struct open *) (*(char **) ((char *) w + %zu) + %zu))\n",
	   offsetof (struct warp, check), offsetof (struct check_warp, open));
#undef FIELD
  for (size_t k = 0; k < N_OPS; k++)
    for (uint32_t i = 0; i < g->n; i++)
      if (g->look[i].lane == &compile_lane_ops[k])
	{
	  gen_put (g, "#define USE_%s ~, 1\n", compile_lane_ops[k].name);
	  break;
	}
  gen_put (g, "#define N_OPS %u\n", g->n);
  fputs (prelude, g->out);
  gen_put (g, "static const void *\nbody (struct warp *w, const char *ops, u32 e, int known)\n{\n  "
	      "char *R = FRAME;\n");
  declare (g);
  entries (g);
  for (uint32_t i = 0, j; i < g->n; i = j)
    {
      for (j = i + 1; j < g->n && !g->leader[j]; j++)
	;
      block (g, i, j - 1);
    }
  gen_put (g, "}\n");
  uint32_t n = 0;
  for (uint32_t i = 0; i < g->n; i++)
    if (g->entry[i])
      gen_put (g, "ENTRY (%u, %u)\n", i, need);
  gen_put (
    g,
    "const struct { u32 op; const void *(*fn) (struct warp *, const char *); } px_entries[] = {\n");
  for (uint32_t i = 0; i < g->n; i++)
    if (g->entry[i])
      gen_put (g, "{ %u, enter_%u },%s", i, i, n++ % 8 == 7 ? "\n" : " ");
  gen_put (g, "\n};\nconst u32 px_n_entries = %u;\n", n);
}

char *
compile_text (const px_emu_func *f, unsigned shape)
{
  struct gen g = { .f = f,
		   .p = f->plan,
		   .shape = shape,
		   .n = f->n_ops,
		   .checked = f->mod->emu->check != NULL,
		   .traces = f->mod->emu->marks_registers };
  char *text = NULL;
  size_t len;
  if (!g.p || g.n > MAX_OPS || g.p->n_v > MAX_VREGS)
    return NULL;
  const char *isa = px_emu_isa ();
  g.vector = !strcmp (isa, "avx512") ? 64 : !strcmp (isa, "avx2") ? 32 : 16;
  g.words = (g.p->n_v + 63) / 64;
  g.live = calloc (g.n * g.words + 1, sizeof *g.live);
  g.leader = calloc (1, g.n + 2);
  g.entry = calloc (1, g.n + 2);
  g.spread = calloc (1, g.p->n_v + 1);
  g.step_state = calloc (1, g.p->n_v + 1);
  g.step = calloc (g.p->n_v + 1, sizeof *g.step);
  g.dirty = calloc (1, g.p->n_v + 1);
  g.inst = calloc (g.p->n_v + 1, sizeof *g.inst);
  g.back = calloc (g.n + 1, sizeof *g.back);
  g.look = calloc (g.n + 1, sizeof *g.look);
  g.group = calloc (g.n + 1, sizeof *g.group);
  g.grouped = calloc (g.n + 1, sizeof *g.grouped);
  if (g.live && g.leader && g.entry && g.spread && g.step_state && g.step && g.dirty && g.inst
      && g.back && g.look && g.group && g.grouped)
    {
      gen_classify (&g);
      if (gen_liveness (&g))
	{
	  gen_find_blocks (&g);
	  g.out = open_memstream (&text, &len);
	}
    }
  if (g.out)
    {
      write_all (&g);
      bool ok = !ferror (g.out);
      if (fclose (g.out) || !ok)
	{
	  free (text);
	  text = NULL;
	}
    }
  free (g.live);
  free (g.leader);
  free (g.entry);
  free (g.spread);
  free (g.step_state);
  free (g.step);
  free (g.dirty);
  free (g.inst);
  free (g.back);
  free (g.look);
  free (g.group);
  free (g.grouped);
  return text;
}
