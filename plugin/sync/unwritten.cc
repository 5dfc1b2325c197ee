/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds reads of __shared variables to which nothing has been written on any way there: rule R3.

   Whole variables are followed, not elements: a tile of which a part is written counts as written.  So does one that an
   earlier turn of a loop wrote, as where the loop declares it is lost by now.  Needs: the tree's accesses.  Leaves: warnings.  */

#include "plugin/sync/sync-int.h"

/* What statements do to one variable.  */
struct uses
{
  bool known = true; /* each access has a statement, in this block's code that px checks */
  std::set<gimple *> reads, writes;
};

/* Returns true if O is a __shared variable of this function, which is no ring.  */
static bool
begins_unwritten_p (const px_obj *o)
{
  tree d = px_decl_of (o);
  if (o->space != PX_SHARED || o->ring || o->ours || o->anywhere || !d || TREE_CODE (d) != SSA_NAME)
    return false;
  tree array = px_shared_array (SSA_NAME_DEF_STMT (d));
  return array && !px_turn_p (array);
}

/* Returns which statements read and write the variable O, of which begins_unwritten_p is true.  */
static uses
uses_of (const px_obj *o)
{
  uses u;
  for (int i = 0; i < px_now->f->nacc; i++)
    {
      const px_acc *a = px_now->f->acc[i];
      const px_source *k = (const px_source *) a->user;
      bool reads = a->kind != PX_WRITE;
      if (a->obj != o || a->op->synth)
	continue;
      u.known &= k && k->stmt && !a->op->unsafe && !(a->remote && a->kind != PX_READ);
      if (!u.known)
	return u;
      if (reads && !(a->kind == PX_ATOMIC && px_only_stores_p (k->stmt)))
	u.reads.insert (k->stmt);
      if (a->kind == PX_WRITE || a->kind == PX_ATOMIC)
	u.writes.insert (k->stmt);
    }
  /* What a function reads it may have written itself.  */
  for (gimple *s : u.writes)
    if (is_gimple_call (s) && gimple_call_fndecl (s) && px_device_fn_p (gimple_call_fndecl (s)))
      u.reads.erase (s);
  return u;
}

/* Returns true if the variable of U may have a value where BB ends, if HAS says that it may have one where BB begins.  If READ
   is not NULL and *READ is, *READ becomes the first statement of BB that reads it when it has none.  */
static bool
has_after (const uses &u, basic_block bb, bool has, gimple **read)
{
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
    {
      gimple *s = gsi_stmt (i);
      if (read && !*read && !has && u.reads.count (s))
	*read = s;
      has |= u.writes.count (s) > 0;
    }
  return has;
}

/* Returns true if a block before BB is in HAS, the blocks at whose end the variable may have a value.  */
static bool
has_before (const std::set<basic_block> &has, basic_block bb)
{
  edge e;
  edge_iterator i;
  FOR_EACH_EDGE (e, i, bb->preds)
    if (has.count (e->src))
      return true;
  return false;
}

/* The first statement that reads the variable of U when it has no value yet; NULL: there is none.  */
static gimple *
read_first (const uses &u)
{
  std::set<basic_block> has; /* at whose end it may have a value */
  basic_block bb;
  gimple *read = NULL;
  for (bool more = true; more;)
    {
      more = false;
      FOR_EACH_BB_FN (bb, px_now->fun)
	if (!has.count (bb) && has_after (u, bb, has_before (has, bb), NULL))
	  more = has.insert (bb).second;
    }
  FOR_EACH_BB_FN (bb, px_now->fun)
    has_after (u, bb, has_before (has, bb), &read);
  return read;
}

/* Returns the objects that may be written where no access says so: their addresses are in memory, or inline PTX is given them,
   as pointers or as integers.  */
static std::vector<px_obj *>
written_unseen ()
{
  std::vector<px_obj *> v = px_now->escaped;
  basic_block bb;
  FOR_EACH_BB_FN (bb, px_now->fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (const gasm *a = dyn_cast<gasm *> (gsi_stmt (i)))
	for (unsigned k = 0; k < gimple_asm_ninputs (a); k++)
	  for (px_obj *o : px_objects_in_value (TREE_VALUE (gimple_asm_input_op (a, k))))
	    px_add_object (&v, o);
  return v;
}

void
px_judge_unwritten ()
{
  const std::vector<px_obj *> unseen = written_unseen ();
  for (auto &o : px_now->objects)
    if (begins_unwritten_p (o.second)
	&& std::find (unseen.begin (), unseen.end (), o.second) == unseen.end ())
      if (uses u = uses_of (o.second); u.known && !u.reads.empty ())
	if (gimple *s = read_first (u))
	  px_warn_race (gimple_location (s), PX_D_UNWRITTEN, o.second->name);
}
