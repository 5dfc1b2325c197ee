/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scoped constructs become regions.

   <px.h> makes each construct a hidden loop, for (; __px_enter (...); ) body,
   whose condition names it; a view construct has a second one inside that
   holds the declaration.  Before a function is gimplified the C tree is still
   structured: here every edge that a jump could cross is checked, and each
   loop is replaced by its body between an entry and an exit marker (calls of
   functions that exist nowhere), in a lexical block of its own.  So no loop or
   branch of a construct reaches GIMPLE.

   __group (thread, 1) S;, for (; __px_enter ("__group", "thread", 1, 1); ) S; to the
   parser, becomes (-fdump-tree-original; 4 is the region's number)

     { px enter (4); S; px exit (4); }

   Needs: the tree of PLUGIN_PRE_GENERICIZE.
   Leaves: for every later pass, the region of a statement (by gimple_block),
   and the points of entry and exit (markers, removed by plugin/lower/lower.cc).  Blocks
   show the region until early inlining, markers until they are removed.  Jumps may cross
   the edges of __unsafe, past its markers.  */

#include "plugin/front/front.h"

/* The constructs of this translation unit.  */
struct px_unit_constructs
{
  std::vector<px_region> regions = std::vector<px_region> (1); /* by number; 0: no construct */
  std::map<tree, int> of_block;	 /* number, by the BLOCK that stands for the construct */
  std::set<tree> return_refused; /* functions of which a return was reported (C4) */
};

static px_unit_constructs &
unit ()
{
  return px_unit_part (px_this_unit.constructs);
}

/* Indexed by px_region_kind.  */
static const char *const kind_names[]
  = { "the function", "__group", "__split", "__case",  "__partition",
      "__claim",      "__async", "view",    "__unsafe" };

const px_region &
px_region_at (int id)
{
  return unit ().regions[id];
}

static bool
is (int r, px_region_kind k)
{
  return r && unit ().regions[r].kind == k;
}

/* Jumps may cross the edges of __unsafe: the region whose edge counts.  */
static int
edge_of (int r)
{
  while (is (r, PX_R_UNSAFE))
    r = unit ().regions[r].up;
  return r;
}

/* The name of R's construct, as the user wrote it.  */
static const char *
construct_name (const px_region &r)
{
  return r.each ? "__each" : kind_names[r.kind];
}

void
px_note_others (int r)
{
  unit ().regions[r].others = true;
}

const char *
px_region_name (int r)
{
  return construct_name (unit ().regions[is (r, PX_R_VIEW) ? unit ().regions[r].up : r]);
}

void
px_note_region (int r)
{
  if (r)
    inform (unit ().regions[r].loc, "%qs begins here", px_region_name (r));
}

/* ---- markers ---------------------------------------------------------- */

/* The marker of R; the entry of a view's body has the VIEWS, a chain of
   variables, as further arguments.  */
static tree
marker_of (bool exit, int r, tree views = NULL_TREE)
{
  tree fn = px_own_function (exit ? PX_OWN_EXIT : PX_OWN_ENTER,
			     build_varargs_function_type_list (void_type_node, integer_type_node,
							       NULL_TREE));
  if (!DECL_ATTRIBUTES (fn))
    DECL_ATTRIBUTES (fn) = tree_cons (get_identifier ("leaf"), NULL_TREE, NULL_TREE);
  auto_vec<tree> args;
  args.safe_push (build_int_cst (integer_type_node, r));
  for (tree v = views; v; v = DECL_CHAIN (v))
    if (VAR_P (v) && DECL_NAME (v) && POINTER_TYPE_P (TREE_TYPE (v)))
      args.safe_push (v);
  return build_call_expr_loc_array (unit ().regions[r].loc, fn, args.length (), args.address ());
}

int
px_marker (gimple *s, bool *exit)
{
  tree fn = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  if (!px_own_p (fn, PX_OWN_ENTER) && !px_own_p (fn, PX_OWN_EXIT))
    return 0;
  *exit = px_own_p (fn, PX_OWN_EXIT);
  return tree_to_shwi (gimple_call_arg (s, 0));
}

int
px_region_of (gimple *s)
{
  for (tree b = gimple_block (s); b && TREE_CODE (b) == BLOCK; b = BLOCK_SUPERCONTEXT (b))
    {
      std::map<tree, int>::iterator i = unit ().of_block.find (BLOCK_ORIGIN (b));
      if (i != unit ().of_block.end ())
	return i->second;
    }
  return 0;
}

bool
px_region_in (int r, int outer)
{
  while (r && r != outer)
    r = unit ().regions[r].up;
  return r == outer;
}

bool
px_unsafe_p (int r)
{
  for (; r; r = unit ().regions[r].up)
    if (unit ().regions[r].kind == PX_R_UNSAFE)
      return true;
  return false;
}

bool
px_refused_p (int r)
{
  for (; r; r = unit ().regions[r].up)
    if (unit ().regions[r].refused)
      return true;
  return false;
}

px_bound
px_bound_in (int r, tree fn)
{
  return r ? unit ().regions[r].bound : px_bound_of (px_signature_of (fn));
}

px_persp
px_code_persp_in (int r, tree fn)
{
  return px_broadest (px_bound_in (r, fn));
}

int
px_stamp (tree decl, const char *attr)
{
  tree a = lookup_attribute (attr, DECL_ATTRIBUTES (decl));
  return a ? tree_to_shwi (TREE_VALUE (TREE_VALUE (a))) : 0;
}

/* ---- the C tree ------------------------------------------------------- */

struct jump
{
  tree label;
  int r;
  location_t loc;
}; /* no label: computed */

/* What is known of the function that is scanned.  */
struct scan
{
  tree fn;
  int start; /* of the __case that is scanned next */
  std::map<tree, jump> labels;
  std::vector<jump> gotos;
  hash_set<tree> seen;
};

/* What surrounds a statement: its region, and the regions that hold the
   statements a break, a continue and a case label belong to (-1: none).  */
struct where
{
  scan *all; /* of the function */
  int cur, brk, cont, sw;
};

bool
px_return_refused_p (tree fn)
{
  return unit ().return_refused.count (fn);
}

static void walk (tree *tp, where w);

static tree
strip (tree t)
{
  while (t
	 && (CONVERT_EXPR_P (t) || TREE_CODE (t) == NE_EXPR || TREE_CODE (t) == NON_LVALUE_EXPR
	     || TREE_CODE (t) == C_MAYBE_CONST_EXPR))
    t = TREE_OPERAND (t, TREE_CODE (t) == C_MAYBE_CONST_EXPR);
  return t;
}

static const char *
string_arg (tree call, int i)
{
  tree s = call_expr_nargs (call) > i ? CALL_EXPR_ARG (call, i) : NULL_TREE;
  while (s && (TREE_CODE (s) == ADDR_EXPR || CONVERT_EXPR_P (s) || TREE_CODE (s) == ARRAY_REF))
    s = TREE_OPERAND (s, 0);
  return s && TREE_CODE (s) == STRING_CST ? TREE_STRING_POINTER (s) : "";
}

/* Returns 0 if CALL is not one of px.h's.  An __each is two constructs.  */
static px_region_kind
kind_of (tree call)
{
  const char *s = string_arg (call, 0);
  for (int k = PX_R_GROUP; k <= PX_R_UNSAFE; k++)
    if (!strcmp (s, kind_names[k]))
      return (px_region_kind) k;
  return !strcmp (s, "__each")	       ? PX_R_PARTITION
	 : !strcmp (s, "__each group") ? PX_R_GROUP
				       : (px_region_kind) 0;
}

/* The __px_enter call in T's condition, if T is a construct.  *PRAGMA is true if
   a loop pragma precedes it.  */
static tree
construct (tree t, bool *pragma = NULL)
{
  if (!t || TREE_CODE (t) != FOR_STMT)
    return NULL_TREE;
  tree c = strip (FOR_COND (t));
  if (c && TREE_CODE (c) == ANNOTATE_EXPR)
    {
      c = strip (TREE_OPERAND (c, 0));
      if (pragma)
	*pragma = true;
    }
  if (!c || TREE_CODE (c) != CALL_EXPR)
    return NULL_TREE;
  tree f = get_callee_fndecl (c);
  return f && id_equal (DECL_NAME (f), "__px_enter") && kind_of (c) ? c : NULL_TREE;
}

/* A region of FN for construct T, a loop with condition CALL, within UP.  */
static int
new_region (tree fn, tree t, tree call, bool pragma, int up)
{
  px_region r = {};
  int before = errorcount;
  r.kind = kind_of (call);
  r.up = up;
  r.fn = fn;
  r.loc = px_user_loc (EXPR_LOCATION (t));
  const char *level = string_arg (call, 1);
  bool single = r.kind == PX_R_GROUP || r.kind == PX_R_PARTITION || r.kind == PX_R_CLAIM;
  bool sized = single || r.kind == PX_R_CASE;
  bool leveled = r.kind != PX_R_CASE && r.kind != PX_R_ASYNC && r.kind != PX_R_UNSAFE;
  int args = call_expr_nargs (call);
  single &= args == 2 && px_word_p (level); /* the size is left out: 1 */
  r.each = startswith (string_arg (call, 0), "__each");
  const char *name = construct_name (r);
  bool told = px_told (r.loc) /* by the parser */
	      || (r.each && r.kind == PX_R_GROUP && px_refused_p (up));
  for (int i = 0; i < args; i++)
    told |= CALL_EXPR_ARG (call, i) == error_mark_node;
  tree n = sized && args == 4 ? CALL_EXPR_ARG (call, 3) : NULL_TREE;
  if (told)
    r.refused = true;
  else if ((args != (sized ? 4 : 2) && !single) || (leveled && !*level))
    px_error (r.loc, PX_D_KEYWORD_ARGUMENTS, px_form (name));
  else if (*level && !px_level_named (level, &r.level))
    px_error (px_edit_level (r.loc, level), r.loc, PX_D_UNKNOWN_LEVEL, level, name);
  else if (n && (!integer_onep (CALL_EXPR_ARG (call, 2)) || TREE_CODE (n) != INTEGER_CST))
    px_error (r.loc, PX_D_SIZE_NOT_CONSTANT, name);
  else if (n && (!tree_fits_shwi_p (n) || tree_to_shwi (n) < 1 || tree_to_shwi (n) > INT_MAX))
    px_error (r.loc, PX_D_SIZE_RANGE, name, INT_MAX, n);
  else if (n || single)
    r.n = n ? tree_to_shwi (n) : 1;
  if (pragma)
    px_error (r.loc, PX_D_LOOP_PRAGMA, name);
  if (!px_checkable_p (fn))
    r.refused = true;
  else if (!px_device_fn_p (fn))
    px_error (r.loc, PX_D_HOST_CONSTRUCT, name, fn);
  r.bound = px_bound_in (up, fn);
  r.refused |= errorcount > before;
  unit ().regions.push_back (r);
  return unit ().regions.size () - 1;
}

/* Prints what set the perspective in region R of FN.  */
static void
note_persp (int r, tree fn)
{
  for (; r; r = unit ().regions[r].up)
    if (is (r, PX_R_GROUP) || is (r, PX_R_CASE))
      {
	inform (unit ().regions[r].loc, "%qs set the perspective here", px_region_name (r));
	return;
      }
  inform (px_user_loc (DECL_SOURCE_LOCATION (fn)), "%qD starts at this perspective", fn);
}

/* Rule C1: __group R narrows to something that the bound has.  */
static void
check_group (int r)
{
  px_region &g = unit ().regions[r];
  px_persp p = { g.level, g.n ? g.n : 1 };
  if (!px_refused_p (r) && !px_in_bound (p, g.bound))
    {
      auto_diagnostic_group d;
      g.refused = true;
      if (g.each) /* the __partition around is not judged, either */
	unit ().regions[unit ().regions[g.up].up].refused = true;
      px_error (g.loc, PX_D_GROUP_NOT_IN_BOUND, construct_name (g), px_level_name (g.level), g.n,
		px_level_name (g.level), g.n, px_name (g.bound));
      note_persp (g.up, g.fn);
    }
  g.bound = px_narrow (g.bound, p);
}

/* Rule C2: where a __split may stand.  */
static void
check_split (int r)
{
  px_region &s = unit ().regions[r];
  px_persp code = px_broadest (s.bound);
  bool ok = px_refused_p (r) ? true
	    : s.level == PX_THREAD
	      ? code.level == PX_THREAD || (code.level == PX_BLOCK && code.n == 1)
	    : s.level == PX_BLOCK ? code.level == PX_BLOCK || (code.level == PX_GRID && code.n == 1)
				  : false;
  if (ok)
    return;
  auto_diagnostic_group d;
  s.refused = true;
  px_error (s.loc, PX_D_SPLIT_PLACE, px_level_name (s.level),
	    s.level == PX_THREAD  ? "block[1] or thread[n]"
	    : s.level == PX_BLOCK ? "grid[1] or block[n]"
				  : "no place: a grid cannot be split",
	    px_name (code));
  note_persp (s.up, s.fn);
}

/* Rule C2: branch R, with its start, in split UP.  */
static void
check_case (int r, int up)
{
  px_region &c = unit ().regions[r];
  px_bound around = unit ().regions[up].bound;
  px_persp code = px_broadest (around);
  int units = around.n[c.level];
  if (c.start > units && c.n <= units)
    c.refused = true; /* it fits without one before it, which is reported */
  if (!px_refused_p (r))
    {
      auto_diagnostic_group d;
      bool &wrong = c.refused = true;
      if (c.n > units - c.start)
	px_error (c.loc, PX_D_SPLIT_TOO_MANY, c.start, c.start + (HOST_WIDE_INT) c.n - 1, units);
      else if (c.start % c.n)
	px_error (c.loc, PX_D_SPLIT_ALIGN, c.n, c.start, c.n);
      else if (code.level == c.level && units % c.n)
	px_error (c.loc, PX_D_SPLIT_DIVIDE, c.n, units, px_name (code));
      else
	wrong = false;
      if (wrong)
	px_note_region (up);
    }
  c.bound = px_narrow (around, { c.level, c.n ? c.n : 1 });
}

/* BODY between R's markers, in a block of its own.  No BLOCK_SOURCE_LOCATION:
   it would mean "inlined function".  */
static tree
bracket (int r, tree body, tree views = NULL_TREE)
{
  tree l = NULL_TREE, b = make_node (BLOCK);
  TREE_USED (b) = 1;
  unit ().of_block[px_keep (b)] = r; /* so that its address is not used again */
  append_to_statement_list (marker_of (false, r, views), &l);
  append_to_statement_list (body, &l);
  append_to_statement_list (marker_of (true, r), &l);
  tree bind = build3_loc (unit ().regions[r].loc, BIND_EXPR, void_type_node, NULL_TREE, l, b);
  TREE_SIDE_EFFECTS (bind) = 1;
  return bind;
}

/* Later passes find region R again by attribute ATTR of DECL; users cannot
   write its name.  */
static void
stamp (tree decl, const char *attr, int r)
{
  tree v = build_tree_list (NULL_TREE, build_int_cst (integer_type_node, r));
  DECL_ATTRIBUTES (decl) = tree_cons (get_identifier (attr), v, DECL_ATTRIBUTES (decl));
}

/* Apply F to each statement of T, a list or one statement; the markers that
   -g puts between are passed over.  */
template <class F>
static void
each (tree *tp, F f)
{
  if (!*tp || TREE_CODE (*tp) == DEBUG_BEGIN_STMT || IS_EMPTY_STMT (*tp))
    return;
  if (TREE_CODE (*tp) != STATEMENT_LIST)
    {
      f (tp);
      return;
    }
  for (tree_stmt_iterator i = tsi_start (*tp); !tsi_end_p (i); tsi_next (&i))
    each (tsi_stmt_ptr (i), f);
}

static tree *
only (tree *tp)
{
  tree *p = NULL;
  each (tp, [&] (tree *q) { p = q; });
  return p;
}

/* Where T, or the first thing in it that has a place, stands.  */
static location_t
first_place (tree t, location_t dflt)
{
  location_t l = EXPR_P (t) ? EXPR_LOCATION (t) : UNKNOWN_LOCATION;
  if (TREE_CODE (t) == BIND_EXPR)
    each (&BIND_EXPR_BODY (t), [&] (tree *p) {
      if (l == UNKNOWN_LOCATION)
	l = first_place (*p, l);
    });
  if (TREE_CODE (t) == DECL_EXPR)
    l = DECL_SOURCE_LOCATION (DECL_EXPR_DECL (t));
  return l == UNKNOWN_LOCATION ? dflt : px_user_loc (l);
}

/* The declaration of view construct R: its body is the inner loop, in a
   BIND_EXPR that holds exactly the names declared.  */
static void
scan_view (tree *bodyp, int r, where w)
{
  tree *loop = NULL, bind = NULL_TREE, *p = only (bodyp);
  int decls = 0, before = errorcount;

  if (p && TREE_CODE (*p) == BIND_EXPR)
    {
      bind = *p;
      bodyp = &BIND_EXPR_BODY (bind);
    }
  each (bodyp, [&] (tree *q) {
    if (construct (*q))
      loop = q;
    else if (TREE_CODE (*q) == DECL_EXPR)
      decls++;
  });
  if (unit ().regions[r].refused)
    ;
  else if (!decls)
    px_error (unit ().regions[r].loc, PX_D_VIEW_DECLARATION, px_region_name (r));
  for (tree v = bind ? BIND_EXPR_VARS (bind) : NULL_TREE; v; v = DECL_CHAIN (v))
    {
      if (!VAR_P (v) || !DECL_NAME (v)) /* a compound literal */
	continue;
      location_t at = DECL_SOURCE_LOCATION (v);
      px_persp said, own = { unit ().regions[r].level, unit ().regions[r].n };
      if (is (r, PX_R_ASYNC))
	own = px_broadest (unit ().regions[r].bound);
      if (TREE_TYPE (v) == error_mark_node)
	continue;
      if (px_declared_persp (v, &said) && own.n && !px_same (said, own))
	px_error (at, PX_D_PERSP_VIEW, v, px_name (own), px_name (said));
      if (!POINTER_TYPE_P (TREE_TYPE (v)))
	{
	  px_error (at, PX_D_VIEW_TYPE, v, px_region_name (r));
	  px_note_region (r);
	  px_refuse (v);
	}
      else if (!DECL_INITIAL (v))
	{
	  px_error (at, PX_D_VIEW_INITIALISER, v, v);
	  px_note_region (r);
	}
      else
	walk (&DECL_INITIAL (v), w);
      stamp (v, "px view", r);
    }
  unit ().regions[r].refused |= errorcount > before;
  if (!loop)
    return; /* the parser has complained */
  px_region inner = unit ().regions[r];
  inner.kind = PX_R_VIEW;
  inner.up = r;
  unit ().regions.push_back (inner);
  w.cur = unit ().regions.size () - 1;
  tree t = *loop;
  walk (&FOR_BODY (t), w);
  *loop = bracket (w.cur, FOR_BODY (t), bind ? BIND_EXPR_VARS (bind) : NULL_TREE);
}

/* The branches of split R; each knows where its units start.  */
static void
scan_split (tree *bodyp, int r, where w)
{
  tree *b = only (bodyp);
  int start = 0, line = 0; /* the last that was complained about */
  if (b && TREE_CODE (*b) == BIND_EXPR)
    { /* has declarations */
      for (tree v = BIND_EXPR_VARS (*b); v; v = DECL_CHAIN (v))
	if (VAR_P (v))
	  stamp (v, "px region", r);
      bodyp = &BIND_EXPR_BODY (*b);
    }
  each (bodyp, [&] (tree *p) {
    tree c = construct (*p);
    if (!c || kind_of (c) != PX_R_CASE)
      {
	location_t loc = first_place (*p, unit ().regions[r].loc);
	if (expand_location (loc).line != line)
	  {
	    auto_diagnostic_group g;
	    px_error (loc, PX_D_SPLIT_CHILD);
	    px_note_region (r);
	  }
	line = expand_location (loc).line;
	unit ().regions[r].refused = true;
	walk (p, w);
	return;
      }
    w.all->start = start;
    int id = unit ().regions.size ();
    walk (p, w);
    start = std::min<HOST_WIDE_INT> (start + (HOST_WIDE_INT) unit ().regions[id].n, INT_MAX);
  });
}

/* Construct R has a `;' for its body: what follows is outside of it.  Units of a __case may have
   nothing to do.  */
static void
warn_empty (int r)
{
  const char *name = px_region_name (r);
  expanded_location x = expand_location (unit ().regions[r].loc);
  std::string text = px_source_line (x.file, x.line);
  size_t i = x.column ? px_find_word (text, name, x.column - 1) : std::string::npos;
  size_t end = i == std::string::npos ? i : i + strlen (name);
  if (px_form (name) && end != std::string::npos)
    {
      int depth = 0;
      while (end < text.size ()
	     && (depth += text[end] == '('   ? 1
			  : text[end] == ')' ? -1
					     : 0,
		 depth || text[end] != ')'))
	end++;
      end++;
    }
  end = end >= text.size () ? std::string::npos : text.find_first_not_of (" \t", end);
  if (end == std::string::npos || text[end] != ';' || unit ().regions[r].refused
      || is (r, PX_R_CASE))
    return;
  gcc_rich_location at (unit ().regions[r].loc);
  px_propose (&at, { px_location_in (unit ().regions[r].loc, x.line, end + 1), 1, "" });
  /* As if GCC had -Wempty-body for px's constructs alone, unless the user has set that
     option.  */
  int old = warn_empty_body;
  if (!OPTION_SET_P (warn_empty_body))
    warn_empty_body = 1;
  warning_at (&at, OPT_Wempty_body, "the %<;%> ends the body of %qs, which is empty", name);
  warn_empty_body = old;
}

static void
scan_construct (tree *tp, tree call, bool pragma, where w)
{
  tree t = *tp;
  int r = new_region (w.all->fn, t, call, pragma, w.cur);
  if (!unit ().regions[r].each || is (r, PX_R_PARTITION))
    warn_empty (r);
  switch (unit ().regions[r].kind)
    {
    case PX_R_PARTITION:
    case PX_R_CLAIM:
    case PX_R_ASYNC:
      scan_view (&FOR_BODY (t), r, w);
      *tp = FOR_BODY (t);
      return;
    case PX_R_GROUP: check_group (r); break;
    case PX_R_SPLIT: check_split (r); break;
    case PX_R_CASE:
      if (is (w.cur, PX_R_SPLIT))
	{
	  unit ().regions[r].level = unit ().regions[w.cur].level;
	  unit ().regions[r].start = w.all->start;
	  check_case (r, w.cur);
	}
      else
	{
	  unit ().regions[r].refused = true;
	  px_error (unit ().regions[r].loc, PX_D_CASE_PLACE);
	}
      break;
    default: break;
    }
  w.cur = r;
  if (is (r, PX_R_SPLIT))
    scan_split (&FOR_BODY (t), r, w);
  else
    walk (&FOR_BODY (t), w);
  *tp = bracket (r, FOR_BODY (t));
}

/* A jump with keyword WHAT from a statement of region FROM to one of TO.  */
static void
crosses (location_t loc, const char *what, int from, int to)
{
  int r = edge_of (from), up = edge_of (to);
  if (r == up || px_refused_p (from) || px_refused_p (to))
    return;
  /* Name the innermost construct that is left, or else entered.  */
  bool in = false;
  for (int i = up; i; i = edge_of (unit ().regions[i].up))
    in |= i == r;
  if (in || !r)
    {
      r = up;
      in = true;
    }
  px_error (loc, in ? PX_D_JUMP_ENTERS : PX_D_JUMP_LEAVES, what, px_region_name (r));
  px_note_region (r);
}

/* A loop that is no construct's, or a switch: a break or a continue in it may end it.  */
static void
scan_loop (tree t, const where &w)
{
  where in = w;
  in.brk = w.cur;
  if (TREE_CODE (t) == SWITCH_STMT)
    in.sw = w.cur;
  else
    in.cont = w.cur;
  switch ((int) TREE_CODE (t))
    {
    case FOR_STMT:
      walk (&FOR_INIT_STMT (t), w);
      walk (&FOR_COND (t), w);
      walk (&FOR_EXPR (t), w);
      walk (&FOR_BODY (t), in);
      break;
    case WHILE_STMT:
      walk (&WHILE_COND (t), w);
      walk (&WHILE_BODY (t), in);
      break;
    case DO_STMT:
      walk (&DO_COND (t), w);
      walk (&DO_BODY (t), in);
      break;
    default: walk (&SWITCH_STMT_COND (t), w); walk (&SWITCH_STMT_BODY (t), in);
    }
}

/* A break or a continue, *TP, at LOC.  What is refused goes.  */
static void
scan_break (tree *tp, location_t loc, const where &w)
{
  bool brk = TREE_CODE (*tp) == BREAK_STMT;
  int to = brk ? w.brk : w.cont;
  if (to >= 0)
    {
      crosses (loc, brk ? "break" : "continue", w.cur, to);
      return;
    }
  /* It bound to the hidden loop.  */
  px_error (loc, brk ? PX_D_BREAK_LOOSE : PX_D_CONTINUE_LOOSE);
  px_note_region (w.cur);
  *tp = build_empty_stmt (loc);
}

static void
scan_return (location_t loc, const where &w)
{
  int before = errorcount;
  auto_diagnostic_group d;
  crosses (loc, "return", w.cur, 0);
  if (errorcount == before)
    return;
  unit ().return_refused.insert (w.all->fn);
  px_advise (loc, PX_D_JUMP_LEAVES,
	     "let the opposite condition hold what follows, as %<if (...) { ... }%> within %qs",
	     px_region_name (edge_of (w.cur)));
}

static void
scan_called (tree call, location_t loc, const where &w)
{
  tree fn = get_callee_fndecl (call);
  if (fn && !px_device_fn_p (w.all->fn) && px_checkable_p (w.all->fn))
    {
      if (id_equal (DECL_NAME (fn), "__px_assume"))
	px_error (loc, PX_D_INTRINSIC_HOST, "px_assume");
      else if (id_equal (DECL_NAME (fn), "__px_id"))
	px_error (loc, PX_D_HOST_CONSTRUCT,
		  call_expr_nargs (call) > 1 && integer_onep (CALL_EXPR_ARG (call, 1)) ? "px_units"
										       : "px_id",
		  w.all->fn);
    }
  if (px_device_fn_p (w.all->fn) && !px_unsafe_p (w.cur) && !px_judge_bytes (call, loc))
    px_refuse (w.all->fn);
  if (w.cur && (call_expr_flags (call) & ECF_RETURNS_TWICE))
    {
      px_error (loc, PX_D_RETURNS_TWICE, px_region_name (w.cur));
      px_note_region (w.cur);
      unit ().regions[w.cur].refused = true;
    }
}

static tree
walk_1 (tree *tp, int *sub, void *data)
{
  const where &w = *(where *) data;
  tree t = *tp;
  bool pragma = false;

  if (DECL_P (t) || TYPE_P (t))
    {
      *sub = 0;
      return NULL_TREE;
    }
  location_t loc = EXPR_P (t) ? px_user_loc (EXPR_LOCATION (t)) : UNKNOWN_LOCATION;
  switch ((int) TREE_CODE (t))
    {
    case FOR_STMT:
      *sub = 0;
      if (tree call = construct (t, &pragma))
	if (kind_of (call) != PX_R_VIEW)
	  {
	    scan_construct (tp, call, pragma, w);
	    break;
	  }
      scan_loop (t, w);
      break;
    case WHILE_STMT:
    case DO_STMT:
    case SWITCH_STMT:
      *sub = 0;
      scan_loop (t, w);
      break;
    case BREAK_STMT:
    case CONTINUE_STMT: scan_break (tp, loc, w); break;
    case CASE_LABEL_EXPR:
      if (w.sw >= 0)
	crosses (loc, CASE_LOW (t) ? "case" : "default", w.sw, w.cur);
      break;
    case RETURN_EXPR: scan_return (loc, w); break;
    case LABEL_EXPR:
      w.all->labels[LABEL_EXPR_LABEL (t)] = { LABEL_EXPR_LABEL (t), w.cur, loc };
      break;
    case GOTO_EXPR:
      if (TREE_CODE (GOTO_DESTINATION (t)) == LABEL_DECL) /* else refused */
	w.all->gotos.push_back ({ GOTO_DESTINATION (t), w.cur, loc });
      break;
    case ASM_EXPR:
      for (tree l = ASM_LABELS (t); l; l = TREE_CHAIN (l))
	w.all->gotos.push_back ({ TREE_VALUE (l), w.cur, loc });
      if (px_device_fn_p (w.all->fn))
	px_mark_asm (t);
      break;
    case CALL_EXPR: scan_called (t, loc, w); break;
    case DECL_EXPR:
      {
	tree v = DECL_EXPR_DECL (t);
	if (VAR_P (v) && DECL_INITIAL (v) && !TREE_STATIC (v))
	  {
	    stamp (v, "px initialiser", 1);
	    walk (&DECL_INITIAL (v), w);
	  }
	break;
      }
    case BIND_EXPR:
      for (tree v = BIND_EXPR_VARS (t); v; v = DECL_CHAIN (v))
	if (VAR_P (v) && w.cur)
	  stamp (v, "px region", w.cur);
      *sub = 0;
      walk (&BIND_EXPR_BODY (t), w);
      break;
    }
  return NULL_TREE;
}

static void
walk (tree *tp, where w)
{
  if (*tp)
    walk_tree (tp, walk_1, &w, &w.all->seen);
}

/* Scan FN and what is nested in it.  */
static void
scan_function (tree fn)
{
  scan s;
  size_t first = unit ().regions.size ();
  s.fn = fn;
  walk (&DECL_SAVED_TREE (fn), where{ &s, 0, -1, -1, -1 });
  if (unit ().regions.size () > first)
    for (jump &j : s.gotos)
      if (s.labels.count (j.label))
	crosses (j.loc, "goto", j.r, s.labels[j.label].r);
  /* Nested functions get no PLUGIN_PRE_GENERICIZE of their own.  */
  cgraph_node *node = cgraph_node::get_create (fn);
  for (cgraph_node *n = first_nested_function (node); n; n = next_nested_function (n))
    if (!px_device_fn_p (fn)) /* else they are refused as a whole */
      scan_function (n->decl);
}

void
px_scan_function (tree fn)
{
  static const char *const names[] = { "__px_enter", "__px_id", "__px_assume" };
  bool used = false;
  px_header_p ();
  for (const char *name : names)
    if (tree d = identifier_global_value (get_identifier (name)))
      {
	used |= TREE_USED (d);
	TREE_USED (d) = 0;
      }
  for (cgraph_node *n = first_nested_function (cgraph_node::get_create (fn)); n;
       n = next_nested_function (n))
    if (px_device_fn_p (n->decl))
      {
	px_error (DECL_SOURCE_LOCATION (n->decl), PX_D_NESTED, n->decl);
	px_refuse (n->decl);
      }
  if (!used && !px_device_fn_p (fn))
    return; /* no construct since the last function */
  scan_function (fn);
}
