/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The facts of __where and px_assume as marks in GIMPLE.

   px_mark_facts needs: a device function in SSA form, whose facts px_check_where has read.
   Leaves: a call for each fact where the body begins and for each claim before a call, which
   px_fact_of reads; px_drop_facts takes them away, and px_assume's, which px_note_assume notes
   in the C tree.  */

#include "plugin/front/front.h"

/* The number of the launch's threads, or of its blocks, computed in SEQ.  */
static tree
launched_units (gimple_seq *seq, bool threads, location_t loc)
{
  tree n[2] = { NULL_TREE, NULL_TREE };
  for (int i = 0; i <= threads; i++)
    {
      n[i] = make_ssa_name (unsigned_type_node);
      gasm *a = px_asm ("", { n[i] }, {}, false, loc);
      a->string = px_sreg_text (i ? PX_SREG_NTID : PX_SREG_NCTAID);
      gimple_asm_set_volatile (a, false);
      gimple_seq_add_stmt (seq, a);
    }
  return gimple_convert (seq, loc, integer_type_node,
			 threads
			   ? gimple_build (seq, loc, MULT_EXPR, unsigned_type_node, n[0], n[1])
			   : n[0]);
}

/* The value of T, over the i-th of WITH, computed in SEQ; without short cuts, as what is not
   defined is not looked at by who asks.  NULL: it has what is not expected.  */
static tree
value (gimple_seq *seq, const px_where &w, tree t, const std::vector<tree> &with, location_t loc)
{
  for (size_t i = 0; i < w.parms.size () && i < with.size (); i++)
    if (t == w.parms[i])
      return useless_type_conversion_p (TREE_TYPE (t), TREE_TYPE (with[i]))
	       ? with[i]
	       : gimple_convert (seq, loc, TREE_TYPE (t), with[i]);
  for (bool threads : { false, true })
    if (t == px_where_units (threads))
      return launched_units (seq, threads, loc);
  if (TREE_CODE (t) == INTEGER_CST)
    return t;
  /* c ? 1 : 0, as GCC has conditions that are numbers.  */
  if (TREE_CODE (t) == COND_EXPR && TREE_OPERAND (t, 2))
    {
      bool yes = integer_onep (TREE_OPERAND (t, 1)) && integer_zerop (TREE_OPERAND (t, 2));
      bool no = integer_zerop (TREE_OPERAND (t, 1)) && integer_onep (TREE_OPERAND (t, 2));
      tree c = TREE_OPERAND (t, 0), zero = build_zero_cst (TREE_TYPE (c));
      return yes || no
	       ? value (seq, w,
			build1 (NOP_EXPR, TREE_TYPE (t),
				build2 (yes ? NE_EXPR : EQ_EXPR, boolean_type_node, c, zero)),
			with, loc)
	       : NULL_TREE;
    }
  int n = EXPR_P (t) ? TREE_OPERAND_LENGTH (t) : 0;
  if (n < 1 || n > 2)
    return NULL_TREE;
  tree a = value (seq, w, TREE_OPERAND (t, 0), with, loc),
       b = n > 1 ? value (seq, w, TREE_OPERAND (t, 1), with, loc) : NULL_TREE;
  tree type = TREE_TYPE (t);
  if (!a || (n > 1 && !b))
    return NULL_TREE;
  auto boolean = [&] (tree x) {
    return TREE_CODE (TREE_TYPE (x)) == BOOLEAN_TYPE
	     ? x
	     : gimple_build (seq, loc, NE_EXPR, boolean_type_node, x,
			     build_zero_cst (TREE_TYPE (x)));
  };
  auto result = [&] (tree x) {
    return gimple_convert (seq, loc, type, x);
  };
  switch (TREE_CODE (t))
    {
    case TRUTH_ANDIF_EXPR:
    case TRUTH_AND_EXPR:
      return result (
	gimple_build (seq, loc, BIT_AND_EXPR, boolean_type_node, boolean (a), boolean (b)));
    case TRUTH_ORIF_EXPR:
    case TRUTH_OR_EXPR:
      return result (
	gimple_build (seq, loc, BIT_IOR_EXPR, boolean_type_node, boolean (a), boolean (b)));
    case TRUTH_XOR_EXPR:
      return result (gimple_build (seq, loc, NE_EXPR, boolean_type_node, boolean (a), boolean (b)));
    case TRUTH_NOT_EXPR:
      return result (gimple_build (seq, loc, BIT_NOT_EXPR, boolean_type_node, boolean (a)));
    case LT_EXPR:
    case LE_EXPR:
    case GT_EXPR:
    case GE_EXPR:
    case EQ_EXPR:
    case NE_EXPR:
      return result (gimple_build (seq, loc, TREE_CODE (t), boolean_type_node, a, b));
    CASE_CONVERT:
    case NON_LVALUE_EXPR: return TREE_CODE (type) == BOOLEAN_TYPE ? boolean (a) : result (a);
    case NEGATE_EXPR:
    case BIT_NOT_EXPR:
    case ABS_EXPR: return gimple_build (seq, loc, TREE_CODE (t), type, a);
    case PLUS_EXPR:
    case MINUS_EXPR:
    case MULT_EXPR:
    case TRUNC_DIV_EXPR:
    case EXACT_DIV_EXPR:
    case TRUNC_MOD_EXPR:
    case BIT_AND_EXPR:
    case BIT_IOR_EXPR:
    case BIT_XOR_EXPR:
    case LSHIFT_EXPR:
    case RSHIFT_EXPR:
    case MIN_EXPR:
    case MAX_EXPR: return gimple_build (seq, loc, TREE_CODE (t), type, a, b);
    default: return NULL_TREE;
    }
}

/* By px_fact_kind.  */
static const px_own marks[] = { PX_OWN_FACT, PX_OWN_CLAIM, PX_OWN_ASSUME };
struct px_unit_marks
{
  std::vector<px_noted> all;
};

static std::vector<px_noted> &
noted ()
{
  return px_unit_part (px_this_unit.marks).all;
}

/* The statement that marks condition C of KIND, the I-th of NOTED.  */
static tree
mark_fn (px_fact_kind kind)
{
  tree fn
    = px_own_function (marks[kind], build_function_type_list (void_type_node, integer_type_node,
							      integer_type_node, NULL_TREE));
  DECL_IS_NOVOPS (fn) = 1;
  if (!DECL_ATTRIBUTES (fn))
    DECL_ATTRIBUTES (fn) = tree_cons (get_identifier ("leaf"), NULL_TREE, NULL_TREE);
  return fn;
}

/* The operands of T's outermost &&s.  */
static void
parts_of (tree t, std::vector<tree> *v)
{
  if (TREE_CODE (t) != TRUTH_ANDIF_EXPR)
    {
      v->push_back (t);
      return;
    }
  parts_of (TREE_OPERAND (t, 0), v);
  parts_of (TREE_OPERAND (t, 1), v);
}

/* The facts of FN, with arguments WITH, marked as KIND before *GSI (at the start of a function's
   code).  */
static void
mark_facts (gimple_stmt_iterator *gsi, tree fn, px_fact_kind kind, const std::vector<tree> &with,
	    location_t loc, tree block)
{
  std::vector<std::pair<const px_where *, tree>> all;
  for (const px_where &w : px_facts_of (fn))
    {
      std::vector<tree> parts;
      /* A function relies on it that its facts are defined, too.  */
      if (kind == PX_MARK_CLAIM)
	parts_of (px_where_defined (w.expr, false), &parts);
      parts.push_back (w.expr);
      for (tree t : parts)
	if (!integer_onep (t))
	  all.push_back ({ &w, t });
    }
  for (auto &x : all)
    {
      const px_where &w = *x.first;
      gimple_seq seq = NULL;
      tree v = value (&seq, w, x.second, with, loc);
      if (!v && kind == PX_MARK_FACT)
	continue;
      v = v ? gimple_convert (&seq, loc, integer_type_node, v) : integer_zero_node;
      noted ().push_back ({ fn, w.text, loc });
      gcall *c = gimple_build_call (mark_fn (kind), 2, v,
				    build_int_cst (integer_type_node, noted ().size () - 1));
      gimple_seq_add_stmt (&seq, c);
      for (gimple_stmt_iterator i = gsi_start (seq); !gsi_end_p (i); gsi_next (&i))
	{
	  gimple_set_location (gsi_stmt (i), loc);
	  gimple_set_block (gsi_stmt (i), block);
	}
      gsi_insert_seq_before (gsi, seq, GSI_SAME_STMT);
    }
}

void
px_mark_facts (function *f)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	gimple *s = gsi_stmt (gsi);
	tree fn = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
	if (!fn || !DECL_NAME (fn) || !px_device_fn_p (fn) || px_unsafe_p (px_region_of (s)))
	  continue;
	std::vector<tree> with;
	for (unsigned i = 0; i < gimple_call_num_args (s); i++)
	  with.push_back (gimple_call_arg (s, i));
	mark_facts (&gsi, fn, PX_MARK_CLAIM, with, gimple_location (s), gimple_block (s));
      }
  if (px_facts_of (f->decl).empty ())
    return;
  basic_block entry = single_succ (ENTRY_BLOCK_PTR_FOR_FN (f));
  if (!single_pred_p (entry) || phi_nodes (entry))
    entry = split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (f)));
  gimple_stmt_iterator gsi = gsi_after_labels (entry);
  bool at_end = gsi_end_p (gsi);
  if (at_end)
    {
      gsi = gsi_last_bb (entry);
      gsi_insert_after (&gsi, gimple_build_nop (), GSI_NEW_STMT);
    }
  std::vector<tree> with;
  for (tree p = DECL_ARGUMENTS (f->decl); p; p = DECL_CHAIN (p))
    if (is_gimple_reg (p))
      with.push_back (get_or_create_ssa_default_def (f, p));
    else if (INTEGRAL_TYPE_P (TREE_TYPE (p)))
      {
	tree v = make_ssa_name (TREE_TYPE (p));
	gsi_insert_before (&gsi, gimple_build_assign (v, p), GSI_SAME_STMT);
	with.push_back (v);
      }
    else
      with.push_back (p);
  mark_facts (&gsi, f->decl, PX_MARK_FACT, with, DECL_SOURCE_LOCATION (f->decl),
	      DECL_INITIAL (f->decl));
}

tree
px_fact_of (const gimple *s, px_fact_kind *kind, const px_noted **what)
{
  tree fn = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  for (int k = 0; fn && k < 3; k++)
    if (px_own_p (fn, marks[k]))
      {
	*kind = (px_fact_kind) k;
	*what = &noted ()[tree_to_shwi (gimple_call_arg (s, 1))];
	return gimple_call_arg (s, 0);
      }
  return NULL_TREE;
}

/* ---- px_assume -------------------------------------------------------- */

/* The condition that T, in the C tree, makes an int of 1 and 0.  */
static tree
assumed_condition (tree t)
{
  STRIP_NOPS (t);
  return TREE_CODE (t) == COND_EXPR && integer_onep (TREE_OPERAND (t, 1))
	     && integer_zerop (TREE_OPERAND (t, 2))
	   ? TREE_OPERAND (t, 0)
	   : t;
}

/* *TP is __px_assume (condition, text): conditions that && joins become a mark each, because as one
   they are a choice between branches where nothing is optimised.  */
bool
px_note_assume (tree *tp, location_t loc)
{
  tree call = *tp;
  tree f = get_callee_fndecl (call);
  if (!f || !DECL_NAME (f) || !id_equal (DECL_NAME (f), "__px_assume")
      || call_expr_nargs (call) != 2)
    return false;
  tree text = CALL_EXPR_ARG (call, 1);
  STRIP_NOPS (text);
  if (TREE_CODE (text) == ADDR_EXPR)
    text = TREE_OPERAND (text, 0);
  if (TREE_CODE (text) == ARRAY_REF)
    text = TREE_OPERAND (text, 0);
  if (TREE_SIDE_EFFECTS (CALL_EXPR_ARG (call, 0)))
    px_error (loc, PX_D_ASSUME_EFFECT);
  noted ().push_back (
    { NULL_TREE, TREE_CODE (text) == STRING_CST ? TREE_STRING_POINTER (text) : "?", loc });
  tree number = build_int_cst (integer_type_node, noted ().size () - 1);
  std::vector<tree> parts;
  parts_of (assumed_condition (CALL_EXPR_ARG (call, 0)), &parts);
  *tp = NULL_TREE;
  for (tree c : parts)
    {
      tree mark = build_call_expr_loc (loc, mark_fn (PX_MARK_ASSUME), 2,
				       fold_convert_loc (loc, integer_type_node, c), number);
      *tp = *tp ? build2_loc (loc, COMPOUND_EXPR, void_type_node, *tp, mark) : mark;
    }
  return true;
}

/* The marks go; the emulator looks at what is assumed: px_assume (condition, text) of px's
   library does nothing elsewhere.  */
void
px_drop_facts (function *f)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	px_fact_kind kind;
	const px_noted *what;
	gimple *s = gsi_stmt (gsi);
	tree c = px_fact_of (s, &kind, &what);
	if (!c)
	  {
	    gsi_next (&gsi);
	    continue;
	  }
	if (kind != PX_MARK_ASSUME)
	  {
	    gsi_remove (&gsi, true);
	    release_defs (s);
	    continue;
	  }
	expanded_location at = expand_location (px_user_loc (what->loc));
	std::string text = std::string (at.file ? at.file : "?") + ":" + std::to_string (at.line)
			   + ": " + what->text;
	tree fn = px_own_function (PX_OWN_CHECK,
				   build_function_type_list (void_type_node, integer_type_node,
							     const_ptr_type_node, NULL_TREE));
	DECL_IS_NOVOPS (fn) = 1;
	gcall *g
	  = gimple_build_call (fn, 2, c, build_string_literal (text.size () + 1, text.c_str ()));
	gimple_set_location (g, gimple_location (s));
	gimple_set_block (g, gimple_block (s));
	gsi_replace (&gsi, g, false);
	gsi_next (&gsi);
      }
}
