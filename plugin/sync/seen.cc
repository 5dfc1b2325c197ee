/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the accesses that px-sync recorded with the finished code: each access of a kernel in
   PTX through a pointer parameter must be of a kind that px-sync recorded for it.  Otherwise a
   pass has dropped or added an access whose order was never checked, and px stops.

   Needs: what px-sync recorded of the kernel; its finished PTX.  Accesses through
   pointers from memory, and to variables, are not compared: PTX does not show their objects.  */

#include "plugin/sync/sync-int.h"
#include "ptx/ptx.h"

px_unit_synced &
px_synced ()
{
  return px_unit_part (px_this_unit.synced);
}

void
px_note_seen (tree fn, tree parm, int kind)
{
  px_synced ().seen[fn].kinds[parm] |= 1u << kind;
}

void
px_note_kernel (tree fn, bool all)
{
  px_synced ().seen[fn].all = all;
}

/* Returns the kinds from which an access of KIND in PTX may result: an atomic operation may
   become a loop around loads, a store to a bit-field a load and a store.  */
static unsigned
origins (ptx_access_kind kind)
{
  const unsigned read = 1u << PX_READ, write = 1u << PX_WRITE, atomic = 1u << PX_ATOMIC,
		 load = 1u << PX_ATOMIC_READ;
  return kind == PTX_ACC_READ	 ? read | write | atomic | load
	 : kind == PTX_ACC_WRITE ? write | atomic
				 : atomic | load;
}

struct comparison
{
  const px_seen *s;
  const std::vector<tree> *parms;
  tree twin;
};

static void
compare_access (void *closure, const ptx_access *a)
{
  const comparison *c = (const comparison *) closure;
  tree first = NULL_TREE;
  if (!a->from || a->from & PTX_ORIGIN_OTHER)
    return;
  for (size_t k = 0; k < c->parms->size () && k < PTX_MAX_ORIGINS; k++)
    if (a->from >> k & 1)
      {
	tree p = (*c->parms)[k];
	std::map<tree, unsigned>::const_iterator i = c->s->kinds.find (p);
	if (i != c->s->kinds.end () && i->second & origins (a->kind))
	  return;
	first = first ? first : p;
      }
  static const char *const words[] = { "reads", "writes", "atomically changes" };
  expanded_location at = expand_location (DECL_SOURCE_LOCATION (first));
  internal_error (
    "px: line %u of the PTX of %qD %s what %qD, at %s:%d, points to, which was not seen where its "
    "synchronisation was inferred",
    a->stmt->pos.line, c->twin, words[a->kind], first, at.file, at.line);
}

void
px_compare_seen (tree twin, ptx_func *f)
{
  std::map<tree, px_seen>::const_iterator i = px_synced ().seen.find (twin);
  std::vector<ptx_pointer_param> pointers;
  std::vector<tree> parms;
  unsigned index = 0;
  if (!f || i == px_synced ().seen.end () || i->second.all)
    return;
  for (const px_piece &p : px_pieces (twin))
    {
      if (!p.aggregate && POINTER_TYPE_P (p.type))
	{
	  pointers.push_back ({ index, 0, false });
	  parms.push_back (p.parm);
	}
      index++;
    }
  comparison c = { &i->second, &parms, twin };
  ptx_visit_accesses (f, pointers.data (), pointers.size (), compare_access, &c);
}
