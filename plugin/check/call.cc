/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the rules of calls (manual: F1 to F5, F7, D2, D7): the requirements of a device
   function, an intrinsic, px_id or a function of the C library on the code and the arguments.
   Called by plugin/check/rules.cc.  */

#include "plugin/check/check-int.h"

/* Rule F1: returns true if the code here provides what F requires.  */
static bool
judge_bound (gimple *s, tree f, int r)
{
  px_bound have = px_bound_in (r, current_function_decl);
  px_signature sig = px_signature_of (f), own = px_signature_of (current_function_decl);
  px_bound need = px_bound_of (sig);
  auto_diagnostic_group g;
  for (int l = PX_THREAD; l <= PX_GRID; l++)
    {
      if (!need.n[l])
	continue;
      px_persp p = { (px_level) l, need.n[l] };
      if (px_in_bound (p, have))
	continue;
      px_error (px_place (s), PX_D_CALL_BOUND, f, px_name (p), px_name (have));
      px_note_code (r);
      px_note_decl (f);
      return false;
    }
  if (sig.threads && sig.threads != own.threads)
    {
      if (own.threads)
	px_error (px_place (s), PX_D_CALL_THREADS, f, sig.threads,
		  px_name (px_persp{ PX_THREAD, own.threads }));
      else
	px_error (px_place (s), PX_D_CALL_THREADS, f, sig.threads, "no fixed number");
      px_note_decl (f);
      return false;
    }
  return true;
}

/* Rule F3: checks that argument I, or a pointer in it, of TYPE, which has VIEWS.  Returns true
   if right.  */
static bool
judge_views (gimple *s, tree f, unsigned i, tree type, const std::vector<int> &views, px_persp want)
{
  bool ro = px_reads_only_p (type);
  for (int k : views)
    {
      const px_view &w = px_view_at (k);
      bool local = px_local_view_p (k);
      if (px_root_refused_p (k))
	continue;
      if (!ro && !px_judge_view_kept (px_place (s), k, {}))
	return false;
      if (ro ? px_broader (w.persp, want)
	     : px_same (w.persp, want) && !w.read_only && w.decl && !px_const_source (k)
		 && (!local || px_same (w.persp, { PX_THREAD, 1 })))
	continue;
      if (local && px_same (w.persp, want))
	px_error (px_place (s), PX_D_CALL_LOCAL, i + 1, f, w.decl, px_name (w.persp));
      else if (!ro && !w.decl && !w.given)
	px_error (px_place (s), PX_D_CALL_STRANGER, i + 1, f);
      else if (!ro && (w.read_only || !w.decl || px_const_source (k)))
	px_error (px_place (s), PX_D_CALL_READ_ONLY, i + 1, f);
      else
	{
	  px_error (px_place (s), PX_D_CALL_POINTER, i + 1, f, px_name (want), px_name (w.persp));
	  px_advise_argument (px_place (s), f, w, want, px_region_of (s));
	  if (!ro && px_broader (w.persp, want)
	      && POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (s, i))))
	    inform (px_user_loc (DECL_SOURCE_LOCATION (f)),
		    "if %qD only reads there, a pointer to %<const%> takes broader views, too", f);
	}
      return false;
    }
  return true;
}

/* Rule F3: F assumes that what it finds in memory through argument I has the perspective of the
   parameter.  Returns true if so.  */
static bool
judge_found (gimple *s, tree f, unsigned i, px_persp want)
{
  for (int k : px_views_found (s, i))
    {
      const px_view &w = px_view_at (k);
      if (px_broader (w.persp, want))
	continue;
      px_error (px_place (s), PX_D_CALL_FOUND, i + 1, f, px_name (want), px_name (w.persp));
      px_note_decl (w.decl ? w.decl : f);
      return false;
    }
  return true;
}

/* Rules F2, F3: checks argument I, with type TYPE, of parameter PARM (or NULL).  */
static void
judge_argument (gimple *s, tree f, unsigned i, tree parm, tree type, px_persp code)
{
  tree arg = gimple_call_arg (s, i);
  px_value a = px_value_of (arg);
  px_persp want = code;
  if (parm)
    px_declared_persp (parm, &want);
  if (POINTER_TYPE_P (type) && px_fragment_inside (type))
    {
      px_judge_fragment_argument (s, f, i, parm, type, want);
      return;
    }
  if (POINTER_TYPE_P (type) && px_judge_fragment_lost (s, i))
    return;
  auto_diagnostic_group g;
  if (POINTER_TYPE_P (type) && !judge_views (s, f, i, type, a.views, want))
    px_note_decl (parm ? parm : f);
  else if (parm && !px_judge_shared_argument (px_place (s), f, i, parm, a.views))
    return;
  else if (!judge_found (s, f, i, want))
    return;
  else if (!px_broader (a.p, want))
    {
      px_error (POINTER_TYPE_P (type) ? px_edit{} : px_edit_wider (arg, want), px_place (s),
		PX_D_CALL_SCALAR, i + 1, f, px_name (want), px_name (a.p));
      px_note_decl (parm ? parm : f);
    }
  else
    for (const px_member &m : px_members_of (arg))
      {
	px_persp inside = code;
	px_declared_persp (m.field, &inside);
	if (!judge_views (s, f, i, m.type, m.views, inside))
	  {
	    px_note_decl (m.field);
	    return;
	  }
	if (!px_judge_shared_argument (px_place (s), f, i, m.field, m.views))
	  return;
      }
}

/* An object that is passed: a pointer, or a pointer in a structure.  */
struct passed
{
  unsigned arg;
  HOST_WIDE_INT at; /* offset in bytes: members of a union are one pointer; -1: its target */
  tree member;	    /* NULL: the argument itself */
  bool read_only;
  int group; /* group of __alias; 0: none */
  std::vector<int> roots;
};

/* Returns "argument 1", "what argument 1 leads to" or "member 'p' of argument 1".  */
static std::string
part_passed (const passed &p)
{
  std::string arg = "argument " + std::to_string (p.arg + 1);
  if (p.member && DECL_NAME (p.member))
    return "member '" + std::string (IDENTIFIER_POINTER (DECL_NAME (p.member))) + "' of " + arg;
  return p.at < 0 ? "what " + arg + " leads to" : arg;
}

/* Parameter I of F, a pointer that has a name; or NULL.  */
static tree
named_parameter (tree f, unsigned i)
{
  tree d = DECL_ARGUMENTS (f);
  for (; d && i; i--)
    d = DECL_CHAIN (d);
  return d && DECL_NAME (d) && POINTER_TYPE_P (TREE_TYPE (d)) ? d : NULL_TREE;
}

/* Rule F7: no object is passed twice, unless all its parameters are const.  Each thread has its
   own local variables, so these need no order.  */
static void
judge_aliases (gimple *s, tree f, const std::vector<tree> &types)
{
  std::vector<passed> all;
  auto add = [&] (unsigned i, HOST_WIDE_INT at, tree member, bool read_only, int group,
		  const std::vector<int> &views) {
    passed p = { i, at, member, read_only, group, {} };
    for (int k : px_with_arguments (views))
      for (int root : px_roots_of (k))
	if (px_view_at (root).decl && !px_local_view_p (root))
	  px_merge_views (&p.roots, { root });
    all.push_back (p);
  };
  tree parm = DECL_ARGUMENTS (f);
  for (unsigned i = 0; i < types.size (); i++)
    {
      tree arg = gimple_call_arg (s, i);
      std::vector<int> found = px_views_found (s, i);
      if (!found.empty ())
	add (i, -1, NULL_TREE, !px_found_written_p (types[i]), 0, found);
      if (POINTER_TYPE_P (types[i]))
	add (i, 0, NULL_TREE, px_reads_only_p (types[i]), parm ? px_alias_group (f, parm) : 0,
	     px_value_of (arg).views);
      else
	for (const px_member &m : px_members_of (arg))
	  add (i, m.at, m.field, px_reads_only_p (m.type), 0, m.views);
      parm = parm ? DECL_CHAIN (parm) : NULL_TREE;
    }
  for (size_t i = 0; i < all.size (); i++)
    for (size_t k = i + 1; k < all.size (); k++)
      {
	if ((all[i].group && all[i].group == all[k].group) || (all[i].read_only && all[k].read_only)
	    || (all[i].arg == all[k].arg && (all[i].at == all[k].at || all[i].at < 0)))
	  continue; /* the callee assumes that what it loads may be any object that it has */
	for (int d : all[i].roots)
	  {
	    if (!std::binary_search (all[k].roots.begin (), all[k].roots.end (), d))
	      continue;
	    auto_diagnostic_group g;
	    if (all[i].arg == all[k].arg)
	      px_error (px_place (s), PX_D_SAME_INSIDE, all[i].arg + 1, f);
	    else
	      px_error (px_place (s), PX_D_SAME_OBJECT, all[i].arg + 1, all[k].arg + 1, f);
	    tree o = px_view_at (d).decl;
	    inform (px_user_loc (DECL_SOURCE_LOCATION (o)), "%s and %s are both in %qD",
		    part_passed (all[i]).c_str (), part_passed (all[k]).c_str (), o);
	    tree x = named_parameter (f, all[i].arg), y = named_parameter (f, all[k].arg);
	    if (x && y && x != y && !all[i].member && !all[k].member)
	      inform (px_user_loc (DECL_SOURCE_LOCATION (f)),
		      "if they may be one object, say so in front of the name of %qD:"
		      " %<__alias (%E, %E)%>",
		      f, DECL_NAME (x), DECL_NAME (y));
	    return;
	  }
      }
  /* Nor may an argument be an object that the function names.  */
  for (const auto &t : px_touched_by (s))
    for (const passed &p : all)
      {
	if (t.second.maybe || (!t.second.write && p.read_only)
	    || !std::binary_search (p.roots.begin (), p.roots.end (), px_view_of (t.first)))
	  continue;
	px_error (px_place (s), PX_D_SAME_NAMED, p.arg + 1, f, t.first);
	return;
      }
}

static void
judge_id (gimple *s, int r)
{
  px_persp p, code = px_code_persp_in (r, current_function_decl);
  px_level l;
  int args = gimple_call_num_args (s);
  tree n = args > 3 ? gimple_call_arg (s, 3) : integer_one_node;
  const char *level = px_string_of (gimple_call_arg (s, 0)),
	     *name = px_count_p (s) ? "px_units" : "px_id";
  location_t loc = px_place (s);
  auto_diagnostic_group g;
  if (args > 4 || args == 3 || !*level)
    px_error (loc, PX_D_KEYWORD_ARGUMENTS, px_form (name));
  else if (!px_level_named (level, &l))
    px_error (px_edit_level (px_user_loc (loc), level), loc, PX_D_UNKNOWN_LEVEL, level, name);
  else if (TREE_CODE (n) != INTEGER_CST || (args > 3 && !integer_onep (gimple_call_arg (s, 2))))
    px_error (loc, PX_D_ID_NOT_CONSTANT, name);
  else if (!px_id_target (s, &p))
    px_error (loc, PX_D_ID_RANGE, name, INT_MAX, n);
  else if (!px_broader (code, p) || px_same (code, p)
	   || !px_in_bound (p, px_bound_in (r, current_function_decl)))
    {
      px_error (loc, PX_D_ID_TARGET, name, px_name (p), px_name (code));
      px_note_code (r);
      px_advise_id (loc, name, p, r);
    }
}

/* Returns the number of operand I of X in the user's call, which lacks operands that px fills
   in, and usually those with a default.  */
static int
operand_number (const px_intrinsic *x, unsigned i)
{
  int n = 1;
  for (unsigned k = 0; k < i; k++)
    {
      px_role r = x->operands[k].role;
      n += r != PX_ROLE_UNIT && r != PX_ROLE_BARRIER && r != PX_ROLE_SHAPE && r != PX_ROLE_PICK;
    }
  return n;
}

/* Rule D7: operand I of copy X, with value A, is an asynchronous view; if it is only read it
   may be const instead.  Returns true if right.  */
static bool
judge_copy_operand (gimple *s, const px_intrinsic *x, unsigned i, const px_value &a)
{
  for (int k : a.views)
    {
      const px_view &v = px_view_at (k);
      bool async = v.region && px_region_at (v.region).kind == PX_R_ASYNC;
      bool read_only
	= v.read_only || !v.decl
	  || (POINTER_TYPE_P (TREE_TYPE (v.decl)) ? px_reads_only_p (TREE_TYPE (v.decl))
						  : TREE_READONLY (v.decl));
      auto_diagnostic_group g;
      if (!async && (x->operands[i].role == PX_ROLE_TO || !read_only))
	{
	  px_error (px_place (s), PX_D_COPY_OPERAND, operand_number (x, i), x->generic);
	  if (v.decl)
	    px_note_decl (v.decl);
	  return false;
	}
      if (x->operands[i].role == PX_ROLE_TO && !px_judge_constant (px_place (s), k))
	return false;
    }
  return true;
}

int
px_first_registers (const px_signature &s)
{
  int n = 65536 / (s.threads * std::max (s.minblocks, 1)) / 8 * 8;
  return s.maxregs ? s.maxregs : std::min (n, 255);
}

/* Checks the calls of setmaxnreg: each changes the number in its direction, and the branches of
   a __split do not have more registers than the block.  */
void
px_judge_registers (const px_calls &calls)
{
  px_signature sig = px_signature_of (current_function_decl);
  std::map<int, std::map<int, int>> most; /* by __split and __case */
  for (gimple *s : calls.registers)
    {
      const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (s));
      if (!sig.threads)
	{
	  px_error (px_place (s), PX_D_REGISTERS_THREADS, x->generic, current_function_decl);
	  px_note_decl (current_function_decl);
	  return;
	}
      int n = tree_to_shwi (gimple_call_arg (s, 0)), start = px_first_registers (sig);
      bool inc = !strcmp (x->generic, "px_setmaxnreg_inc");
      if (inc ? n < start : n > start)
	{
	  px_error (px_place (s), inc ? PX_D_REGISTERS_INC : PX_D_REGISTERS_DEC, x->generic, n,
		    current_function_decl, start);
	  return;
	}
      for (int r = px_region_of (s); r; r = px_region_at (r).up)
	if (px_region_at (r).kind == PX_R_CASE && px_region_at (r).level == PX_THREAD)
	  {
	    int &m = most[px_region_at (r).up][r];
	    m = std::max (m, n);
	  }
    }
  for (const auto &split : most)
    {
      int start = px_first_registers (sig), sum = start * sig.threads;
      for (const auto &c : split.second)
	sum += (c.second - start) * px_region_at (c.first).n;
      if (sum > start * sig.threads)
	{
	  px_error (px_region_at (split.first).loc, PX_D_REGISTERS_SUM, sum, start * sig.threads);
	  return;
	}
    }
}

/* Checks tensor copy S of X, if it copies a tile.  */
static void
judge_tile_copy (gimple *s, const px_intrinsic *x)
{
  px_fragment f;
  tree type = px_copied_array (s);
  int rank = 0;
  for (const px_operand &o : x->operands)
    rank += o.role == PX_ROLE_COORDINATE;
  if (!type || !px_tile_type (type, &f))
    return;
  if (!f.whole || f.copies != 1)
    px_error (px_place (s), PX_D_TILE_COPY, x->generic,
	      f.whole ? "these are several" : "this is a part of one");
  else if (rank < 2)
    px_error (px_place (s), PX_D_TILE_COPY, x->generic,
	      "it has rows and columns, so that two coordinates are needed");
  else if (px_operand_with (s, PX_ROLE_PIXELS) >= 0 && f.rows > 256)
    px_error (px_place (s), PX_D_TILE_COPY, x->generic,
	      "its rows are one copy's pixels, up to 256");
}

/* Rules D1, D4: checks atomic operation S of region R, through a pointer of perspective INDEX
   to view K.  On a local variable it is like a store, as each thread has its own.  Returns true
   if right.  */
static bool
judge_atomic (gimple *s, int k, px_persp index, int r)
{
  if (px_local_view_p (k))
    return px_judge_store_view (px_place (s), NULL_TREE, k, px_operands_persp (s), index, r);
  return px_judge_constant (px_place (s), k);
}

/* Rule D2: returns true if operand O of X must be the same for the whole collective.  If one
   thread issues an operation for all, its operands are used, addresses too.  */
static bool
uniform_p (const px_intrinsic *x, const px_operand &o)
{
  switch (o.role)
    {
    case PX_ROLE_UNIFORM:
    case PX_ROLE_COORDINATE:
    case PX_ROLE_BOXES:
    case PX_ROLE_PIXELS:
    case PX_ROLE_GIVE:
    case PX_ROLE_TAKE: return true;
    case PX_ROLE_VALUE:
    case PX_ROLE_ADDRESS:
    case PX_ROLE_READ:
    case PX_ROLE_WRITE:
    case PX_ROLE_ATOMIC:
    case PX_ROLE_FROM:
    case PX_ROLE_TO: return x->kind == PX_I_ELECTED;
    default: return false;
    }
}

/* Rule F4: checks call S of intrinsic X, in region R.  */
static void
judge_intrinsic (px_calls *calls, gimple *s, const px_intrinsic *x, int r)
{
  px_persp p;
  location_t loc = px_place (s);
  judge_tile_copy (s, x);
  for (unsigned i = 0; i < x->operands.size (); i++)
    {
      const px_operand &o = x->operands[i];
      tree arg = gimple_call_arg (s, i);
      bool constant = TREE_CODE (arg) == INTEGER_CST;
      if (o.role == PX_ROLE_WIDTH
	  && (!px_collective_of (s, &p) || px_constant_argument (s, i) > 32))
	{
	  px_error (loc, PX_D_INTRINSIC_WIDTH, x->generic);
	  return;
	}
      if (o.role == PX_ROLE_PICK
	  && (!constant || wi::to_widest (arg) < 0 || wi::to_widest (arg) >= (int) o.pick.size ()
	      || o.pick[tree_to_shwi (arg)] == "!"))
	{
	  px_error (loc, PX_D_INTRINSIC_PICK, i + 1, x->generic);
	  return;
	}
      if (o.role == PX_ROLE_CONST && !o.pick.empty ()
	  && !(constant && tree_fits_shwi_p (arg)
	       && std::count (o.pick.begin (), o.pick.end (), std::to_string (tree_to_shwi (arg)))))
	{
	  std::string all;
	  for (const std::string &n : o.pick)
	    all += (all.empty () ? "" : ", ") + n;
	  px_error (loc, PX_D_INTRINSIC_NUMBER, i + 1, x->generic, all.c_str ());
	  return;
	}
    }
  if (startswith (x->name, "px_setmaxnreg_"))
    calls->registers.push_back (s);
  if (px_unsafe_p (r))
    return;
  auto_diagnostic_group g;
  px_collective_of (s, &p);
  if (x->needs_cluster && !px_signature_of (current_function_decl).cluster)
    {
      px_error (loc, PX_D_INTRINSIC_CLUSTER, x->generic);
      px_note_decl (current_function_decl);
      return;
    }
  px_bound have = px_bound_in (r, current_function_decl);
  if (!x->by_unit && !px_in_bound (p, have))
    {
      px_error (loc, PX_D_INTRINSIC_BOUND, x->generic, px_name (p), px_name (have));
      px_note_code (r);
      px_advise_bound (loc, p, r);
      return;
    }
  for (unsigned i = 0; i < x->operands.size (); i++)
    {
      const px_operand &o = x->operands[i];
      px_value a = px_value_of (gimple_call_arg (s, i));
      if (uniform_p (x, o) && !px_broader (a.p, p))
	{
	  bool pointer = POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (s, i)));
	  px_error (pointer ? px_edit{} : px_edit_wider (gimple_call_arg (s, i), p), loc,
		    PX_D_UNIFORM_OPERAND, operand_number (x, i), x->generic, px_name (p),
		    px_name (a.p));
	}
      else if (o.role == PX_ROLE_WRITE || o.role == PX_ROLE_ATOMIC)
	for (int k : a.views)
	  {
	    if (o.role == PX_ROLE_WRITE
		  ? !px_judge_store_view (loc, gimple_call_arg (s, i), k, { PX_THREAD, 1 }, a.p, r)
		  : px_writable_argument_p (s, i) && !judge_atomic (s, k, a.p, r))
	      break;
	  }
      else if ((o.role == PX_ROLE_FROM || o.role == PX_ROLE_TO) && !judge_copy_operand (s, x, i, a))
	return;
      if (o.space != PX_SPACE_ANY
	  && !px_judge_space (loc, o.space, a.views, operand_number (x, i), x->generic))
	return;
    }
}

/* Returns true if F, which is not a device function, belongs to GCC or to the C library and the
   device lacks it.  GCC itself makes calls of some (fputs becomes fputc).  */
static bool
lacking_p (tree f)
{
  location_t at = DECL_SOURCE_LOCATION (f);
  bool library
    = in_system_header_at (at) && !startswith (IDENTIFIER_POINTER (DECL_NAME (f)), "px_");
  if (!fndecl_built_in_p (f) && !DECL_ARTIFICIAL (f))
    return library;
  if (!fndecl_built_in_p (f, BUILT_IN_NORMAL))
    return fndecl_built_in_p (f, BUILT_IN_MD);
  if (library && !strcmp (lbasename (expand_location (at).file), "stdio.h"))
    return true;
  switch (DECL_FUNCTION_CODE (f))
    {
    case BUILT_IN_MALLOC:
    case BUILT_IN_CALLOC:
    case BUILT_IN_REALLOC:
    case BUILT_IN_FREE:
    case BUILT_IN_ALIGNED_ALLOC:
    case BUILT_IN_POSIX_MEMALIGN:
    case BUILT_IN_STRDUP:
    case BUILT_IN_STRNDUP:
    case BUILT_IN_RETURN_ADDRESS:
    case BUILT_IN_FRAME_ADDRESS:
    case BUILT_IN_EXTRACT_RETURN_ADDR:
    case BUILT_IN_APPLY_ARGS:
    case BUILT_IN_APPLY:
    case BUILT_IN_RETURN:
    case BUILT_IN_SAVEREGS:
    case BUILT_IN_UNWIND_INIT:
    case BUILT_IN_DWARF_CFA:
    case BUILT_IN_EH_RETURN:
    case BUILT_IN_CLEAR_CACHE:
    /* px's own versions have replaced these in the C tree.  */
    case BUILT_IN_PRINTF:
    case BUILT_IN_PUTS:
    case BUILT_IN_PUTCHAR:
    case BUILT_IN_VPRINTF:
    case BUILT_IN_PRINTF_CHK:
    case BUILT_IN_VPRINTF_CHK:
    case BUILT_IN_FPRINTF:
    case BUILT_IN_FPRINTF_UNLOCKED:
    case BUILT_IN_FPRINTF_CHK:
    case BUILT_IN_VFPRINTF:
    case BUILT_IN_VFPRINTF_CHK:
    case BUILT_IN_FPUTS:
    case BUILT_IN_FPUTS_UNLOCKED:
    case BUILT_IN_FPUTC:
    case BUILT_IN_FPUTC_UNLOCKED:
    case BUILT_IN_FWRITE:
    case BUILT_IN_FWRITE_UNLOCKED:
    case BUILT_IN_SPRINTF:
    case BUILT_IN_SPRINTF_CHK:
    case BUILT_IN_SNPRINTF:
    case BUILT_IN_SNPRINTF_CHK:
    case BUILT_IN_VSPRINTF:
    case BUILT_IN_VSPRINTF_CHK:
    case BUILT_IN_VSNPRINTF:
    case BUILT_IN_VSNPRINTF_CHK:
    case BUILT_IN_SCANF:
    case BUILT_IN_FSCANF:
    case BUILT_IN_SSCANF:
    case BUILT_IN_VSCANF:
    case BUILT_IN_EXIT:
    case BUILT_IN__EXIT:
    case BUILT_IN__EXIT2:
    case BUILT_IN_FORK:
    case BUILT_IN_EXECL:
    case BUILT_IN_EXECV:
    case BUILT_IN_STRFTIME:
    case BUILT_IN_SETJMP:
    case BUILT_IN_LONGJMP: return true;
    default: return false;
    }
}

bool
px_call_refused_p (gimple *s)
{
  tree f = gimple_call_fndecl (s);
  return f && !px_device_fn_p (f)
	 && (lacking_p (f) || (!fndecl_built_in_p (f) && !DECL_ARTIFICIAL (f)));
}

static tree
is_function (tree *tp, int *, void *f)
{
  return *tp == (tree) f ? *tp : NULL_TREE;
}

/* Returns true if host code uses F.  Bodies are GENERIC until they are gimplified.  */
static bool
host_calls_p (tree f)
{
  cgraph_node *n;
  basic_block bb;
  FOR_EACH_FUNCTION (n)
    {
      tree d = n->decl;
      if (px_device_fn_p (d) || d == f)
	continue;
      if (DECL_SAVED_TREE (d)
	  && walk_tree_without_duplicates (&DECL_SAVED_TREE (d), is_function, f))
	return true;
      function *host = DECL_STRUCT_FUNCTION (d);
      if (host && host->cfg)
	FOR_EACH_BB_FN (bb, host)
	  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	    for (unsigned k = 0; k < gimple_num_ops (gsi_stmt (i)); k++)
	      if (tree *op = gimple_op_ptr (gsi_stmt (i), k))
		if (*op && walk_tree_without_duplicates (op, is_function, f))
		  return true;
    }
  return false;
}

/* F, which is undeclared, may be a name of CUDA's: prints the equivalent of px.  */
static void
tell_cuda (tree f)
{
  static const char *const names[][2] = {
#define PX_CUDA(cuda, px) { #cuda, #px },
#define PX_CUDA_ORDER(cuda) { #cuda, NULL },
#define PX_CUDA_NAME(cuda, px)
#define PX_CUDA_HOST(cuda, px)
#define PX_CUDA_WORD(cuda, as, px)
#include "plugin/cuda.def"
#undef PX_CUDA
#undef PX_CUDA_ORDER
#undef PX_CUDA_NAME
#undef PX_CUDA_HOST
#undef PX_CUDA_WORD
  };
  location_t loc = px_user_loc (DECL_SOURCE_LOCATION (f));
  for (const auto &n : names)
    if (id_equal (DECL_NAME (f), n[0]))
      {
	if (n[1])
	  inform (loc, "what CUDA calls %qs is %qs here", n[0], n[1]);
	else
	  inform (loc, "%qs is not written: px orders accesses by itself, where it is needed",
		  n[0]);
	return;
      }
}

/* With -fno-builtin F is not known to be the library's: prints its name with __builtin_.  */
static void
tell_builtin (location_t at, tree f)
{
  std::string name = std::string ("__builtin_") + IDENTIFIER_POINTER (DECL_NAME (f));
  if (!fndecl_built_in_p (f))
    for (int i = 0; i < END_BUILTINS; i++)
      if (tree d = builtin_decl_explicit ((built_in_function) i))
	if (id_equal (DECL_NAME (d), name.c_str ()) && !lacking_p (d))
	  inform (at, "%<-fno-builtin%> keeps GCC from knowing it; it knows %qD", d);
}

/* Returns true if F allocates or frees memory.  */
static bool
heap_p (tree f)
{
  for (const char *name : { "malloc", "calloc", "realloc", "aligned_alloc", "free" })
    if (px_named_p (f, name))
      return true;
  return false;
}

/* Returns true if no call of S's line was refused before; now one is.  */
static bool
first_in_line_p (px_calls *calls, gimple *s)
{
  return calls->refused_lines.insert (expand_location (px_user_loc (px_place (s))).line).second;
}

/* Reports that F, which call S names, is not on the device.  */
static void
report_lacking (gimple *s, tree f)
{
  const char *name = IDENTIFIER_POINTER (DECL_NAME (f));
  size_t n = startswith (name, "__builtin_") && !fndecl_built_in_p (f, BUILT_IN_MD)
	       ? strlen ("__builtin_")
	       : 0;
  auto_diagnostic_group g;
  px_error (px_place (s), PX_D_NO_SUCH_FUNCTION, name + n);
  tell_builtin (px_place (s), f);
  if (heap_p (f))
    px_advise (px_place (s), PX_D_NO_SUCH_FUNCTION,
	       "the host allocates before the launch, with %<px_alloc%>, and passes the "
	       "pointer; what a thread has for itself is a local array");
}

/* Reports that F, which call S calls, is undeclared or a function of the host.  */
static void
report_host (gimple *s, tree f)
{
  auto_diagnostic_group g;
  if (C_DECL_IMPLICIT (f))
    {
      px_error (px_place (s), PX_D_CALL_UNDECLARED, f);
      tell_cuda (f);
      return;
    }
  px_error (px_place (s), PX_D_CALL_HOST, f);
  gcc_rich_location at (px_user_loc (DECL_SOURCE_LOCATION (f)));
  if (!host_calls_p (f))
    px_propose (&at, px_edit_device (f));
  inform (&at, "declared here; a function for the device is declared %<__device%>");
}

/* Judges what call S, in region R, of function F of the C library writes through views.  */
static void
judge_library_stores (gimple *s, tree f, int r)
{
  for (unsigned i = 0; i < gimple_call_num_args (s); i++)
    {
      bool plain = px_library_writes_p (s, i);
      if (!plain && !(px_atomic_p (f) && px_writable_argument_p (s, i)))
	continue;
      px_value a = px_value_of (gimple_call_arg (s, i));
      for (int k : a.views)
	if (!px_judge_view_kept (px_place (s), k, {}))
	  break;
	else if (plain ? !px_judge_store_view (px_place (s), gimple_call_arg (s, i), k,
					       px_library_value (s), a.p, r)
		       : !judge_atomic (s, k, a.p, r))
	  break;
    }
}

/* Judges call S, in region R, of F, which is not declared __device.  */
static void
judge_undeclared (gimple *s, tree f, int r)
{
  if (r && (gimple_call_flags (s) & ECF_RETURNS_TWICE))
    return; /* was reported (C4) */
  if (lacking_p (f))
    report_lacking (s, f);
  else if (!px_checkable_p (f))
    ; /* was reported at the declaration */
  else if (!fndecl_built_in_p (f) && !DECL_ARTIFICIAL (f))
    report_host (s, f);
  else if (!px_unsafe_p (r) && !px_print_p (f))
    judge_library_stores (s, f, r);
}

/* Judges call S, in region R, of the device function F: its signature, then the arguments one by one,
   then those that share memory.  */
static void
judge_device (gimple *s, tree f, int r)
{
  if (px_unsafe_p (r) || !judge_bound (s, f, r))
    return;
  int before = errorcount;
  px_persp code = px_code_persp (f);
  std::vector<tree> types;
  tree parm = DECL_ARGUMENTS (f);
  tree formal = TYPE_ARG_TYPES (TREE_TYPE (f));
  for (unsigned i = 0; i < gimple_call_num_args (s); i++)
    {
      tree type = parm	   ? TREE_TYPE (parm)
		  : formal ? TREE_VALUE (formal)
			   : TREE_TYPE (gimple_call_arg (s, i));
      types.push_back (type);
      judge_argument (s, f, i, parm, type, code);
      parm = parm ? DECL_CHAIN (parm) : NULL_TREE;
      formal = formal ? TREE_CHAIN (formal) : NULL_TREE;
    }
  if (errorcount == before)
    judge_aliases (s, f, types);
}

void
px_judge_call (px_calls *calls, gimple *s, int r)
{
  tree f = gimple_call_fndecl (s);
  if (gimple_call_internal_p (s, IFN_FALLTHROUGH))
    error_at (px_place (s),
	      "invalid use of attribute %<fallthrough%>"); /* the same message as GCC's */
  if (gimple_call_internal_p (s))
    return;
  if (!f)
    {
      px_error (px_place (s), PX_D_CALL_INDIRECT);
      return;
    }
  if (px_named_p (f, "__px_id"))
    {
      judge_id (s, r);
      return;
    }
  if (const px_intrinsic *x = px_intrinsic_of (f))
    {
      judge_intrinsic (calls, s, x, r);
      return;
    }
  if (const px_fragment_op *o = px_fragment_op_of (f))
    {
      px_judge_fragment_op (s, o, r);
      return;
    }
  bool runtime = !px_device_fn_p (f) && startswith (IDENTIFIER_POINTER (DECL_NAME (f)), "px_")
		 && !C_DECL_IMPLICIT (f);
  if ((px_kernel_p (f) || runtime) && !first_in_line_p (calls, s))
    return;
  if (px_kernel_p (f))
    {
      auto_diagnostic_group g;
      px_error (px_place (s), PX_D_CALL_KERNEL, f);
      px_note_decl (f);
    }
  else if (px_device_fn_p (f))
    judge_device (s, f, r);
  else
    judge_undeclared (s, f, r);
}
