/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fragments: matrices in the registers of a warp or warpgroup, which GCC never
   sees.  A fragment is a local variable of a type that names its element, its
   part in a product and its size (px/fragments.h); all that happens to it is
   calls of __px_frag_*, which get its address.

   Needs: a device function after early inlining, approved by plugin/check/rules.cc,
   synchronised, unmarked.
   Leaves: no fragment.  Loops whose counters index fragments are unrolled;
   each call is inline PTX that names registers %pxfU_K (.f32), %pxrU_K (.b32)
   or %pxdU_K (.f64), U the fragment's number in the unit, K the register's in
   it.  px_declare_fragments declares them in each function of the finished
   PTX that has them.

   With px_acc (float, 16, 8) sum, of which each thread of a warp has four elements:

     px_fill (&sum, x);       asm ("mov.f32 %pxf0_0, %0; ... mov.f32 %pxf0_3, %0;" : : "r" x)
     px_scale (&sum, y);      asm ("mul.f32 %pxf0_0, %pxf0_0, %0; ..." : : "r" y)
     px_store (c, 8, &sum);   p = c + the thread's place;
			      asm ("st.v2.b32 [%0+0], {%pxf0_0, %pxf0_1};" : : "r" p) ...

   Which thread has which element (PTX ISA 9.7.14.5, 9.7.15.5): with g = lane / 4,
   t = lane % 4, r elements of up to 32 bits in a register:
     accumulator  blocks of 16 x 8, the columns fastest; element c of four:
		  row g + 8 (c / 2), column 2 t + c % 2
     left         blocks of 16 x 4r, the columns fastest; register h of two:
		  row g + 8 h, columns r t ...
     right        blocks of 4r x 8, the rows fastest; one register:
		  rows r t ..., column g
   A warpgroup's fragment has blocks of 64 rows, 16 of them each warp's; a warp's may
   have blocks of 8 rows, where there are products of such: half of the elements.

   Positions in a sparse left operand (9.7.14.6.1), by 16 bits, a unit: of rows g and
   g + 8 together in a register if elements have 16 bits or more, of units t, t + 4 ...;
   else two units of row g + 8 (t % 2), the pairs of units t / 2, t / 2 + 2 ...  */

#include "plugin/lower/frag-int.h"

/* ---- the fragments of a function -------------------------------------- */

/* Returns the fragment that variable D is; NULL if it is not one.  */
static const px_frag *
frag_of (px_frags *all, tree d)
{
  auto i = all->of.find (d);
  if (i != all->of.end ())
    return &i->second;
  std::vector<px_registers> &declared = px_lowered ().registers;
  px_frag x;
  if (!VAR_P (d) || !px_fragment_type (TREE_TYPE (d), &x.f))
    return NULL;
  x.threads = px_variable_persp (d).n;
  x.number = declared.size ();
  x.kind = x.f.elem->bits == 64 ? 'd' : x.f.elem->ptx == PTX_F32 ? 'f' : 'r';
  declared.push_back ({ std::string ("%px") + x.kind + std::to_string (x.number) + "_",
			x.kind == 'd'	? "f64"
			: x.kind == 'f' ? "f32"
					: "b32",
			(unsigned) (px_register_count (x.f, x.threads) * x.f.copies) });
  return &(all->of[d] = x);
}

const std::vector<px_registers> &
px_fragment_registers ()
{
  return px_lowered ().registers;
}

static bool
operand_of (px_frags *all, gimple *s, unsigned arg, px_frag_operand *o)
{
  HOST_WIDE_INT at;
  location_t loc = gimple_location (s);
  tree d = px_traced_fragment (gimple_call_arg (s, arg), &at);
  o->x = d ? frag_of (all, d) : NULL;
  o->decl = d;
  if (!o->x)
    {
      px_error (loc, PX_D_FRAGMENT_UNKNOWN);
      all->failed = true;
      return false;
    }
  HOST_WIDE_INT bytes = tree_to_shwi (TYPE_SIZE_UNIT (TREE_TYPE (d))) / o->x->f.copies;
  if (at < 0 || at % bytes || at / bytes >= o->x->f.copies)
    {
      px_error (loc, PX_D_FRAGMENT_WHICH, d);
      all->failed = true;
      return false;
    }
  o->first = at / bytes * o->n ();
  return true;
}

/* ---- unrolling -------------------------------------------------------- */

template <class F>
static void
each_op (function *f, F use)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	gimple *s = gsi_stmt (gsi);
	gsi_next (&gsi);
	if (is_gimple_call (s))
	  if (const px_fragment_op *o = px_fragment_op_of (gimple_call_fndecl (s)))
	    use (as_a<gcall *> (s), o);
      }
}

/* Marks the loops whose counters must become constants for unrolling; returns true if there are any.  */
static bool
mark_loops (function *f)
{
  std::set<loop_p> loops;
  each_op (f, [&] (gcall *s, const px_fragment_op *o) {
    for (unsigned i = 0; o->roles[i]; i++)
      {
	tree a = gimple_call_arg (s, i);
	HOST_WIDE_INT at;
	if ((o->roles[i] == 'i' && !px_constant_of (a))
	    || (px_fragment_at_p (s, o, i) && px_traced_fragment (a, &at) && at < 0))
	  px_counters (a, gimple_bb (s), &loops);
      }
  });
  for (loop_p l : loops)
    l->unroll = USHRT_MAX;
  return !loops.empty ();
}

static void
unroll_counted (function *f)
{
  loop_optimizer_init (LOOPS_NORMAL);
  bool any = mark_loops (f);
  loop_optimizer_finalize ();
  if (any)
    px_unroll_placed (f, px_unroll_marked);
}

/* ---- reading before writing ------------------------------------------- */

/* Reports each operation that reads what no operation has written on any way there.  Returns false
   if there is one.  */
static bool
check_set (function *f)
{
  bool right = true;
  std::map<int, std::set<tree>> out;
  bool changed = true;
  basic_block bb;
  auto walk = [&] (basic_block b, bool tell) {
    std::set<tree> w;
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, b->preds)
      w.insert (out[e->src->index].begin (), out[e->src->index].end ());
    for (gimple_stmt_iterator gsi = gsi_start_bb (b); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	gimple *s = gsi_stmt (gsi);
	const px_fragment_op *o
	  = is_gimple_call (s) ? px_fragment_op_of (gimple_call_fndecl (s)) : NULL;
	for (unsigned i = 0; o && o->roles[i]; i++)
	  {
	    HOST_WIDE_INT at;
	    tree d = px_fragment_at_p (s, o, i) ? px_traced_fragment (gimple_call_arg (s, i), &at)
						: NULL_TREE;
	    if (!d)
	      continue;
	    /* One element that is set is no reading, though it updates a register.  */
	    if (tell && o->roles[i] != 'w' && o->id != PX_FO_set && !w.count (d))
	      {
		auto_diagnostic_group g;
		if (px_error (gimple_location (s), PX_D_FRAGMENT_UNSET, d))
		  inform (px_user_loc (DECL_SOURCE_LOCATION (d)), "%qD is declared here", d);
		right = false;
	      }
	  }
	for (unsigned i = 0; o && o->roles[i]; i++)
	  if (strchr ("wu", o->roles[i]))
	    {
	      HOST_WIDE_INT at;
	      if (tree d = px_traced_fragment (gimple_call_arg (s, i), &at))
		w.insert (d);
	    }
      }
    std::set<tree> &old = out[b->index];
    changed |= old.size () != w.size ();
    old = w;
  };
  while (changed)
    {
      changed = false;
      FOR_EACH_BB_FN (bb, f)
	walk (bb, false);
    }
  FOR_EACH_BB_FN (bb, f)
    walk (bb, true);
  return right;
}

/* ---- the pass --------------------------------------------------------- */

static void
lower (px_frags *all, gcall *s, const px_fragment_op *o)
{
  px_frag_code c = { all, gsi_for_stmt (s), s, "", {}, NULL_TREE };
  std::vector<px_frag_operand> f;
  std::vector<px_fragment> types;
  unsigned place = 0;
  for (unsigned i = 0; o->roles[i]; i++)
    if (px_fragment_at_p (s, o, i))
      {
	px_frag_operand x;
	if (!operand_of (all, s, i, &x))
	  return;
	f.push_back (x);
	types.push_back (x.x->f);
	place = i;
      }
    else if (strchr ("mts", o->roles[i]))
      types.push_back (px_tile_argument (s, i));
  std::string fault = px_fragment_op_fault (o, types, f[0].x->threads);
  if (!fault.empty ())
    {
      px_error (gimple_location (s), PX_D_FRAGMENT_OP, o->name, fault.c_str ());
      all->failed = true;
      return;
    }
  int e;
  switch (o->id)
    {
    case PX_FO_zero: px_lower_zero (&c, f[0]); break;
    case PX_FO_fill: px_lower_fill (&c, f[0]); break;
    case PX_FO_scale: px_lower_scale (&c, f[0]); break;
    case PX_FO_get:
      if ((e = px_element_index (&c, 1, f[0])) >= 0)
	px_lower_get (&c, f[0], e);
      break;
    case PX_FO_set:
      if ((e = px_element_index (&c, 1, f[0])) >= 0)
	px_lower_set (&c, f[0], e);
      break;
    case PX_FO_convert: px_lower_convert (&c, f[0], f[1], 0, 0); break;
    case PX_FO_part: px_lower_part (&c, f[0], f[1]); break;
    case PX_FO_load:
    case PX_FO_store:
      if (f[0].x->f.part == PX_F_META)
	px_lower_load_meta (&c, f[0], gimple_call_arg (s, 1), gimple_call_arg (s, 2));
      else
	px_lower_memory (&c, o, f[0], gimple_call_arg (s, place ? 0 : 1),
			 gimple_call_arg (s, place ? 1 : 2));
      break;
    case PX_FO_ldmatrix:
    case PX_FO_ldmatrix_t:
    case PX_FO_stmatrix:
    case PX_FO_stmatrix_t:
      px_lower_ldmatrix (&c, o, f[0], gimple_call_arg (s, place ? 0 : 1),
			 gimple_call_arg (s, place ? 1 : 2), NULL, NULL_TREE, NULL_TREE);
      break;
    case PX_FO_tile_load:
    case PX_FO_tile_load_t:
    case PX_FO_tile_store:
    case PX_FO_tile_store_t:
      {
	unsigned i = place ? 0 : 1;
	px_fragment t = px_tile_argument (s, i);
	px_lower_ldmatrix (&c, o, f[0], gimple_call_arg (s, i), NULL_TREE, &t,
			   gimple_call_arg (s, i + 2), gimple_call_arg (s, i + 3));
	break;
      }
    default:
      px_product_kind k;
      if (!px_product_p (o, &k))
	gcc_unreachable ();
      tree keep = k.keeps ? gimple_call_arg (s, 5) : NULL_TREE;
      const px_frag_operand *meta = k.sparse ? &f.back () : NULL;
      if (px_wgmma_p (s))
	px_lower_wgmma (&c, k, f[0], f.size () > (meta ? 2 : 1) ? &f[1] : NULL, types[1],
			gimple_call_arg (s, 1), types[2], gimple_call_arg (s, 3), meta, keep);
      else
	px_lower_mma (&c, k, f[0], f[1], f[2], meta, keep);
    }
  if (all->failed)
    return;
  unlink_stmt_vdef (s);
  gimple_call_set_lhs (s, NULL_TREE);
  gsi_remove (&c.gsi, true);
  release_defs (s);
}

/* Nothing of the fragments stays: not the ends of their lives, not their
   declarations, which a debugging build would give memory.  */
static void
forget (function *f, const px_frags &all)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	gimple *s = gsi_stmt (gsi);
	if (gimple_clobber_p (s) && all.of.count (get_base_address (gimple_assign_lhs (s))))
	  {
	    unlink_stmt_vdef (s);
	    gsi_remove (&gsi, true);
	    release_defs (s);
	  }
	else
	  gsi_next (&gsi);
      }
}

static unsigned
fragments (function *f)
{
  bool any = false;
  each_op (f, [&] (gcall *, const px_fragment_op *) { any = true; });
  if (!any)
    return 0;
  unroll_counted (f);
  px_frags all = { {}, !check_set (f), {}, {} };
  each_op (f, [&] (gcall *s, const px_fragment_op *o) { lower (&all, s, o); });
  if (!all.failed)
    forget (f, all);
  return TODO_update_ssa | TODO_cleanup_cfg;
}

opt_pass *
px_pass_frag (gcc::context *c)
{
  return px_function_pass (c, { "pxfrag", PROP_cfg | PROP_ssa, 0 }, px_ready_p, fragments);
}
