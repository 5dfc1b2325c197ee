/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wgmma in a launch that is executed: which bytes of shared memory it reads (9.7.15.5.1), and until when.

   The four warps of a warpgroup meet at each instruction, in which nobody learns of others.  A product reads what its
   descriptors say, from its instruction on; each of the 128 threads must know that what was written there is over.  It is
   one operation of them all, in a group of the warpgroup's: it is over when a wait of any of them for it has ended, who then
   knows, too, that all have executed what is before it; not that the effects of that are seen.  */

#include <algorithm>
#include "prove/exact.h"

namespace
{
/* A matrix in shared memory: where the descriptor says that its chunks of 16 bytes are.  */
struct matrix
{
  int object;
  int64_t start, lbo, sbo; /* bytes; start from that of the object */
  int64_t width;	   /* of the rows in which a swizzle exchanges chunks; 16: none */
  bool across;		   /* lines go along M or N */
};
}

bool
ex_wgmma_p (const ptx_insn *i)
{
  return i->op == PTX_OP_WGMMA_MMA_ASYNC || i->op == PTX_OP_WGMMA_MMA_ASYNC_SP
	 || i->op == PTX_OP_WGMMA_FENCE || i->op == PTX_OP_WGMMA_COMMIT_GROUP
	 || i->op == PTX_OP_WGMMA_WAIT_GROUP;
}

/* The matrix that descriptor V says.  Returns false if it is not known.  */
static bool
described (const struct ex_run *x, struct ex_value v, bool across, struct matrix *m)
{
  static const int64_t width[] = { 16, 128, 64, 32 };
  /* The bits of no field, and the base offset.  */
  const uint64_t others = 0x3fffc000c000c000u;
  if (!v.known || v.base != EX_PART)
    return false;
  const struct ex_part *d = &x->o->symbols.parts[(size_t) v.v];
  if (d->step != EX_PART_FIELD || d->more & others)
    return false;
  m->object = d->object;
  m->start = d->offset + (int64_t) ((d->more & 0x3fff) << 4);
  m->lbo = (int64_t) ((d->more >> 16 & 0x3fff) << 4);
  m->sbo = (int64_t) ((d->more >> 32 & 0x3fff) << 4);
  m->width = width[d->more >> 62];
  m->across = across;
  return ex_alignment (x->k, m->object) % (uint64_t) m->width == 0;
}

/* The rows of the matrix, of M->width bytes, that LINES lines of CHUNKS chunks are in.  The swizzle exchanges chunks within
   these, so which of them are read is not asked.  */
static std::vector<int64_t>
rows_of (const struct matrix *m, unsigned lines, unsigned chunks)
{
  std::vector<int64_t> rows;
  unsigned line = (unsigned) m->width / 16;
  for (unsigned i = 0; i < lines; i++)
    for (unsigned j = 0; j < chunks; j++)
      {
	int64_t at
	  = m->start + i % 8 * m->width + i / 8 * (m->across && line == 1 ? m->lbo : m->sbo);
	if (line == 1)
	  at += j * (m->across ? m->sbo : m->lbo);
	else
	  at += m->across ? j % line * 16 + j / line * m->lbo : j * 16;
	rows.push_back (at - (at % m->width + m->width) % m->width);
      }
  std::sort (rows.begin (), rows.end ());
  rows.erase (std::unique (rows.begin (), rows.end ()), rows.end ());
  return rows;
}

/* The product N reads a matrix of MN times K elements of BITS bits.  */
static void
read_matrix (struct ex_run *x, unsigned t, const struct ex_insn *n, uint32_t copy,
	     const struct matrix *m, unsigned mn, unsigned k, unsigned bits)
{
  unsigned per = 128 / bits;
  std::vector<int64_t> rows = m->across ? rows_of (m, k, mn / per) : rows_of (m, mn, k / per);
  struct ex_value v = { 0, m->object, true, (uint16_t) (ex_rank (x->o, t) + 1) };
  for (size_t i = 0, end; i < rows.size () && !x->o->why; i = end)
    {
      for (end = i + 1; end < rows.size () && rows[end] == rows[end - 1] + m->width;)
	end++;
      struct ex_access a = { n,
			     PV_READ,
			     (unsigned) ((int64_t) (end - i) * m->width),
			     0,
			     PTX_M_SHARED,
			     EX_UNTIL_WAIT,
			     copy,
			     0,
			     true };
      v.v = rows[i];
      ex_note (x->o, ex_as_group (x->o), v, &a);
    }
}

/* The value of operand J if all threads of the warpgroup have the same, else anything.  */
static struct ex_value
same_for_group (struct ex_run *x, unsigned t, const struct ex_insn *n, unsigned j)
{
  struct ex_place p = ex_place_of (x, t);
  struct ex_value v = ex_operand_of (&p, &n->i->opnds[j], 64);
  for (unsigned u = t; u < t + EX_WARPGROUP; u++)
    {
      struct ex_place q = ex_place_of (x, u);
      struct ex_value w = ex_operand_of (&q, &n->i->opnds[j], 64);
      if (!w.known || w.base != v.base || w.v != v.v)
	return ex_anything ();
    }
  return v;
}

/* Whether operand J, 1: a matrix goes along M or N, says so.  */
static bool
says_across (const ptx_insn *i, unsigned j)
{
  return j < i->nopnds && i->opnds[j].kind == PTX_O_IMM && i->opnds[j].i == 1;
}

static void
multiply (struct ex_run *x, unsigned t, const struct ex_insn *n)
{
  const ptx_insn *i = n->i;
  bool sparse = i->op == PTX_OP_WGMMA_MMA_ASYNC_SP, in_registers;
  const ptx_modinfo *shape = &ptx_mods[ptx_get (i, PTX_C_SHAPE)];
  unsigned bits = ptx_bits (ptx_type (i, 1)), k = sparse ? shape->k / 2u : shape->k;
  unsigned next = sparse ? 6 : 4; /* what follows scale-d: two signs, then the directions */
  struct matrix a, b;
  if (i->nopnds < next || !bits || k * bits != 256 || bits > 64)
    {
      ex_give_up (x->o, n->stmt, "a product of another form");
      return;
    }
  in_registers = i->opnds[1].kind == PTX_O_VEC;
  bool half = bits == 16, across_a = half && !in_registers && says_across (i, next + 2),
       across_b = half && says_across (i, next + (in_registers ? 2 : 3));
  if (!described (x, same_for_group (x, t, n, 2), across_b, &b)
      || (!in_registers && !described (x, same_for_group (x, t, n, 1), across_a, &a)))
    {
      ex_give_up (x->o, n->stmt, "it is not known what it reads of shared memory");
      return;
    }
  uint32_t copy = ex_new_copy (x, t, EX_WARPGROUP, &x->thread[t].products);
  ex_meet_as_group (x->o, t, EX_WARPGROUP, &x->o->copy[copy].executed);
  read_matrix (x, t, n, copy, &b, shape->n, shape->k, bits);
  if (!in_registers)
    read_matrix (x, t, n, copy, &a, shape->m, k, bits);
  for (unsigned u = t; u < t + EX_WARPGROUP; u++)
    for (uint32_t r : n->writes)
      x->thread[u].reg[r] = ex_anything ();
}

void
ex_do_wgmma (struct ex_run *x, unsigned t, const struct ex_insn *n)
{
  const ptx_insn *i = n->i;
  struct ex_copy_groups *g = &x->thread[t].products;
  switch (i->op)
    {
    case PTX_OP_WGMMA_FENCE: break;
    case PTX_OP_WGMMA_COMMIT_GROUP: ex_commit_group (g); break;
    case PTX_OP_WGMMA_WAIT_GROUP:
      if (i->nopnds == 1 && i->opnds[0].kind == PTX_O_IMM && i->opnds[0].i >= 0)
	ex_wait_group (x, t, EX_WARPGROUP, g, (size_t) i->opnds[0].i, false);
      else
	ex_give_up (x->o, n->stmt, "it is not known for how many groups it waits");
      break;
    default: multiply (x, t, n);
    }
}
