/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where C's variables are, for the debugger (-fplugin-arg-px-debug): comments in the
   PTX, which libptx keeps.  One for each variable of a function, and for each part of
   a struct that became a value of its own:

     //px.var NUMBER[+BIT.BITS] NAME TYPE FIRST LAST WHERE FILE
     //px.arg ...

   (the second for parameters, also of what is inlined).  Parts have their variable's
   number.  It is in scope on lines FIRST to LAST of FILE.  WHERE is a register of its value, the
   memory [register+bytes], or, after a @, a register or symbol that is its address; - if
   all of it is in parts.  TYPE:

     i4 u4 f4	an integer with sign or without, floating point, of so many bytes
     c1 b1	char, _Bool
     h2 g2	IEEE and brain floats of 16 bits
     v x16	nothing; bytes of a type that has no name here
     *T [4]T	pointer, array
     s3 e3	the struct or union, the enum, of this number:

     //px.struct NUMBER BYTES NAME MEMBER@BYTE[.BIT.BITS]:TYPE ...
     //px.enum NUMBER BYTES NAME MEMBER=VALUE ...

   px_note_variables needs: a function, or a variable of the device, as it was parsed;
   later GCC forgets much of its types.
   pxvars needs: a lowered device function after "pxfrag", without optimisation: there a
   variable stays in one place, which the constraint "X" names.  Leaves: asm statements
   that print as these comments.  */

#include "plugin/lower/lower-int.h"

/* ---- types ------------------------------------------------------------ */

/* The tag, or else the first typedef, of TYPE.  */
static const char *
name_of (tree type)
{
  for (type = TYPE_MAIN_VARIANT (type); type; type = TYPE_NEXT_VARIANT (type))
    {
      tree n = TYPE_NAME (type);
      if (n && TREE_CODE (n) == TYPE_DECL)
	n = DECL_NAME (n);
      if (n)
	return IDENTIFIER_POINTER (n);
    }
  return "?";
}

static px_debug_type describe_type (tree type);

/* Appends to D the members of struct TYPE, which starts at byte AT; those of members without a name
   are its own.  */
static void
add_debug_members (px_debug_definition *d, tree type, uint64_t at)
{
  for (tree m = TYPE_FIELDS (type); m; m = DECL_CHAIN (m))
    {
      if (TREE_CODE (m) != FIELD_DECL || !tree_fits_uhwi_p (DECL_FIELD_OFFSET (m)))
	continue;
      uint64_t byte = at + int_byte_position (m);
      if (!DECL_NAME (m))
	{
	  if (RECORD_OR_UNION_TYPE_P (TREE_TYPE (m)))
	    add_debug_members (d, TREE_TYPE (m), byte);
	  continue;
	}
      px_debug_type t
	= describe_type (DECL_BIT_FIELD (m) ? DECL_BIT_FIELD_TYPE (m) : TREE_TYPE (m));
      d->comment += std::string (" ") + IDENTIFIER_POINTER (DECL_NAME (m)) + "@";
      if (DECL_BIT_FIELD (m))
	{
	  uint64_t bit = at * 8 + int_bit_position (m);
	  d->comment += std::to_string (bit / 8) + "." + std::to_string (bit % 8) + "."
			+ std::to_string (tree_to_uhwi (DECL_SIZE (m)));
	}
      else
	d->comment += std::to_string (byte);
      d->comment += ":" + t.text;
      if (t.made_of)
	d->made_of.insert (t.made_of);
    }
}

/* Returns TYPE, a struct or an enum, which the first call defines.  */
static px_debug_type
define_type (tree type)
{
  bool record = RECORD_OR_UNION_TYPE_P (type);
  auto i = px_lowered ().types.numbers.insert ({ type, px_lowered ().types.numbers.size () + 1 });
  size_t number = i.first->second;
  if (i.second)
    {
      px_keep (type);
      px_lowered ().types.defined.push_back ({}); /* before its members' */
      px_debug_definition d;
      d.comment = std::string (record ? "//px.struct " : "//px.enum ") + std::to_string (number)
		  + " " + std::to_string (int_size_in_bytes (type)) + " " + name_of (type);
      if (record)
	add_debug_members (&d, type, 0);
      else
	for (tree v = TYPE_VALUES (type); v; v = TREE_CHAIN (v))
	  {
	    tree n = TREE_CODE (TREE_VALUE (v)) == CONST_DECL ? DECL_INITIAL (TREE_VALUE (v))
							      : TREE_VALUE (v);
	    d.comment += std::string (" ") + IDENTIFIER_POINTER (TREE_PURPOSE (v)) + "="
			 + std::to_string (tree_to_shwi (n));
	  }
      px_lowered ().types.defined[number - 1] = d;
    }
  return { (record ? "s" : "e") + std::to_string (number), number };
}

/* Returns N elements of TYPE.  */
static px_debug_type
describe_array (HOST_WIDE_INT n, tree type)
{
  px_debug_type element = describe_type (type);
  return { "[" + std::to_string (n) + "]" + element.text, element.made_of };
}

static px_debug_type
describe_type (tree type)
{
  /* px's own types of few bits, each a struct of an integer.  */
  static const struct
  {
    const char *name, *text;
  } small[] = { { "px_half", "h2" },
		{ "px_bf16", "g2" },
		{ "px_half2", "[2]h2" },
		{ "px_bf162", "[2]g2" },
		{ "px_tf32", "f4" } };
  type = TYPE_MAIN_VARIANT (type);
  HOST_WIDE_INT n = int_size_in_bytes (type);
  std::string bytes = std::to_string (std::max<HOST_WIDE_INT> (n, 0));
  switch (TREE_CODE (type))
    {
    case BOOLEAN_TYPE: return { "b" + bytes, 0 };
    case ENUMERAL_TYPE:
      if (COMPLETE_TYPE_P (type))
	return define_type (type);
      return { "i" + bytes, 0 };
    case INTEGER_TYPE:
      if (n > 8)
	break;
      return { (type == char_type_node ? "c" : TYPE_UNSIGNED (type) ? "u" : "i") + bytes, 0 };
    case REAL_TYPE: return { "f" + bytes, 0 };
    case POINTER_TYPE:
      {
	px_debug_type target = describe_type (TREE_TYPE (type));
	return { "*" + target.text, target.made_of };
      }
    case ARRAY_TYPE:
      {
	HOST_WIDE_INT one = int_size_in_bytes (TREE_TYPE (type));
	return describe_array (n > 0 && one > 0 ? n / one : 0, TREE_TYPE (type));
      }
    case VECTOR_TYPE:
      return describe_array (n / int_size_in_bytes (TREE_TYPE (type)), TREE_TYPE (type));
    case RECORD_TYPE:
    case UNION_TYPE:
      for (const auto &s : small)
	if (!strcmp (name_of (type), s.name))
	  return { s.text, 0 };
      if (COMPLETE_TYPE_P (type) && n >= 0)
	return define_type (type);
      return { "v", 0 };
    default: break;
    }
  return { n > 0 ? "x" + bytes : "v", 0 };
}

static void
note (tree d)
{
  px_lowered ().types.noted[d] = describe_type (TREE_TYPE (d));
}

static void
note_block (tree block)
{
  for (tree d = BLOCK_VARS (block); d; d = DECL_CHAIN (d))
    if (VAR_P (d))
      note (d);
  for (tree b = BLOCK_SUBBLOCKS (block); b; b = BLOCK_CHAIN (b))
    note_block (b);
}

void
px_note_variables (tree d)
{
  if (!px_opt.debug || TREE_TYPE (d) == error_mark_node)
    return;
  if (TREE_CODE (d) != FUNCTION_DECL)
    {
      note (d);
      return;
    }
  for (tree a = DECL_ARGUMENTS (d); a; a = DECL_CHAIN (a))
    note (a);
  if (DECL_INITIAL (d) && TREE_CODE (DECL_INITIAL (d)) == BLOCK)
    note_block (DECL_INITIAL (d));
}

/* The type of variable D.  */
static px_debug_type
variable_type (tree d)
{
  tree origin = DECL_ABSTRACT_ORIGIN (d) ? DECL_ABSTRACT_ORIGIN (d) : d;
  std::map<tree, px_debug_type>::iterator i = px_lowered ().types.noted.find (origin);
  return i == px_lowered ().types.noted.end () ? describe_type (TREE_TYPE (d)) : i->second;
}

/* ---- scopes ----------------------------------------------------------- */

/* Lines of the statements of a lexical block, and where its first one is.  */
struct extent
{
  const char *file;
  int first, last;
  gimple *start;
};
/* A part of a local variable that became a value of its own.  */
struct part
{
  tree value;
  HOST_WIDE_INT bit, bits;
};

/* The function that is being described.  */
struct scene
{
  function *f;
  std::map<tree, extent> extents;	   /* of its blocks */
  std::set<tree> used;			   /* variables that statements name */
  std::map<tree, tree> names;		   /* of those in SSA form, the first that is set */
  std::vector<tree> globals;		   /* variables of the device among USED */
  std::map<tree, std::vector<part>> parts; /* of local variables */
  int last = 0;				   /* number of the variable described last */
  std::set<size_t> needed;		   /* numbers of the types in the comments */
};

static void
extend (scene *c, tree block, expanded_location x, gimple *s)
{
  extent &e = c->extents.insert ({ block, { x.file, x.line, x.line, s } }).first->second;
  if (e.file == x.file)
    {
      e.first = std::min (e.first, x.line);
      e.last = std::max (e.last, x.line);
    }
}

static void
find_extents (scene *c)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, c->f)
    for (gimple_stmt_iterator i = gsi_start_nondebug_after_labels_bb (bb); !gsi_end_p (i);
	 gsi_next (&i))
      {
	gimple *s = gsi_stmt (i);
	expanded_location x = expand_location (px_user_loc (gimple_location (s)));
	if (!x.line)
	  continue;
	for (tree b = gimple_block (s); b && TREE_CODE (b) == BLOCK; b = BLOCK_SUPERCONTEXT (b))
	  {
	    extend (c, b, x, s);
	    if (inlined_function_outer_scope_p (b))
	      x = expand_location (px_user_loc (BLOCK_SOURCE_LOCATION (b)));
	  }
      }
}

/* ---- variables -------------------------------------------------------- */

/* Adds the struct or enum of this NUMBER, unless it is 0, to what C needs, and those of its
   members.  */
static void
need_definition (scene *c, size_t number)
{
  if (number && c->needed.insert (number).second)
    for (size_t member : px_lowered ().types.defined[number - 1].made_of)
      need_definition (c, member);
}

/* Inserts a comment about NAME, at VALUE (NULL if it is nowhere), before S, or after S if AFTER.  */
static void
insert (scene *c, const std::string &kind, const std::string &name, const px_debug_type &type,
	const extent &e, const char *where, tree value, gimple *s, bool after = false)
{
  std::string file = lbasename (e.file);
  for (size_t at = 0; (at = file.find ('%', at)) != std::string::npos; at += 2)
    file.insert (at, 1, '%');
  for (char &letter : file)
    if (letter == '\n')
      letter = '?';
  gasm *a = px_asm (kind + " " + name + " " + type.text + " " + std::to_string (e.first) + " "
		      + std::to_string (e.last) + " " + where + " " + file,
		    {}, {}, false, gimple_location (s));
  need_definition (c, type.made_of);
  if (value)
    {
      vec<tree, va_gc> *in = NULL;
      const char *constraint
	= is_gimple_reg_type (TREE_TYPE (value)) && !DECL_P (value) ? "X" : "m";
      vec_safe_push (in, build_tree_list (build_tree_list (NULL_TREE, build_string (2, constraint)),
					  value));
      location_t loc = gimple_location (s);
      a = gimple_build_asm_vec (gimple_asm_string (a), in, NULL, NULL, NULL);
      gimple_set_location (a, loc);
    }
  gimple_asm_set_volatile (a, true);
  gimple_set_block (a, gimple_block (s));
  bool phi = gimple_code (s) == GIMPLE_PHI;
  gimple_stmt_iterator i = phi ? gsi_after_labels (gimple_bb (s)) : gsi_for_stmt (s);
  if (after && !phi)
    gsi_insert_after (&i, a, GSI_SAME_STMT);
  else
    gsi_insert_before (&i, a, GSI_SAME_STMT);
}

static bool
named_p (tree d)
{
  return (VAR_P (d) || TREE_CODE (d) == PARM_DECL) && DECL_NAME (d) && !DECL_ARTIFICIAL (d)
	 && !DECL_IGNORED_P (d) && !startswith (IDENTIFIER_POINTER (DECL_NAME (d)), "__px");
}

/* For walk_stmt_load_store_addr_ops: DATA is the scene.  */
static bool
note_operand (gimple *, tree t, tree, void *data)
{
  scene *c = (scene *) data;
  tree base = get_base_address (t);
  if (base && TREE_CODE (base) == MEM_REF && TREE_CODE (TREE_OPERAND (base, 0)) == ADDR_EXPR)
    base = get_base_address (TREE_OPERAND (TREE_OPERAND (base, 0), 0));
  if (base && DECL_P (base))
    {
      if (c->used.insert (base).second && named_p (base) && px_device_var_p (base))
	c->globals.push_back (base);
    }
  return false;
}

static void
find_used (scene *c)
{
  basic_block bb;
  unsigned i;
  tree t;
  FOR_EACH_SSA_NAME (i, t, c->f)
    if (SSA_NAME_VAR (t))
      {
	c->used.insert (SSA_NAME_VAR (t));
	if (!virtual_operand_p (t) && !SSA_NAME_IS_DEFAULT_DEF (t)
	    && !stmt_ends_bb_p (SSA_NAME_DEF_STMT (t)))
	  c->names.insert ({ SSA_NAME_VAR (t), t });
      }
  FOR_EACH_BB_FN (bb, c->f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (!gimple_clobber_p (gsi_stmt (gsi)))
	walk_stmt_load_store_addr_ops (gsi_stmt (gsi), c, note_operand, note_operand, note_operand);
  FOR_EACH_LOCAL_DECL (c->f, i, t)
    {
      part p = { t, 0, 0 };
      bool reverse;
      if (!VAR_P (t) || !DECL_HAS_DEBUG_EXPR_P (t) || !c->used.count (t))
	continue;
      tree base = get_ref_base_and_extent_hwi (DECL_DEBUG_EXPR (t), &p.bit, &p.bits, &reverse);
      if (base && DECL_P (base) && p.bit >= 0)
	c->parts[base].push_back (p);
    }
}

/* Inserts the comment of local variable D, which is NAME, of TYPE.  If D is in SSA form, it stands
   where D is set: elsewhere that SSA name could be in another place.  */
static void
locate (scene *c, tree d, const std::string &kind, const std::string &name,
	const px_debug_type &type, const extent &e)
{
  std::map<tree, tree>::iterator i = c->names.find (d);
  tree value = !is_gimple_reg (d)     ? d
	       : i != c->names.end () ? i->second
				      : get_or_create_ssa_default_def (c->f, d);
  bool set = value != d && !SSA_NAME_IS_DEFAULT_DEF (value);
  insert (c, kind, name, type, e, "%0", value, set ? SSA_NAME_DEF_STMT (value) : e.start, set);
}

static void
describe_variable (scene *c, tree d, const extent &e)
{
  std::string name = IDENTIFIER_POINTER (DECL_NAME (d));
  tree origin = DECL_ABSTRACT_ORIGIN (d) ? DECL_ABSTRACT_ORIGIN (d) : d;
  std::string kind
    = (TREE_CODE (origin) == PARM_DECL ? "//px.arg " : "//px.var ") + std::to_string (++c->last);
  std::map<tree, std::vector<part>>::iterator i = c->parts.find (d);
  if (c->used.count (d))
    locate (c, d, kind, name, variable_type (d), e);
  else if (i != c->parts.end ())
    insert (c, kind, name, variable_type (d), e, "-", NULL_TREE, e.start);
  if (i != c->parts.end ())
    for (const part &p : i->second)
      locate (c, p.value, kind + "+" + std::to_string (p.bit) + "." + std::to_string (p.bits), name,
	      describe_type (TREE_TYPE (p.value)), e);
}

static void
describe_block (scene *c, tree block)
{
  std::map<tree, extent>::iterator e = c->extents.find (block);
  if (e != c->extents.end ())
    for (tree d = BLOCK_VARS (block); d; d = DECL_CHAIN (d))
      if (named_p (d) && !is_global_var (d) && !px_shared_p (d))
	describe_variable (c, d, e->second);
  for (tree b = BLOCK_SUBBLOCKS (block); b; b = BLOCK_CHAIN (b))
    describe_block (c, b);
}

static unsigned
variables (function *f)
{
  scene c;
  c.f = f;
  find_extents (&c);
  find_used (&c);
  tree outer = DECL_INITIAL (f->decl);
  std::map<tree, extent>::iterator e = c.extents.find (outer);
  if (e == c.extents.end ())
    return 0;
  extent all = e->second;
  for (tree d = DECL_ARGUMENTS (f->decl); d; d = DECL_CHAIN (d))
    if (named_p (d))
      describe_variable (&c, d, all);
  describe_block (&c, outer);
  auto frame = px_lowered ().frames.find (f->decl);
  if (frame != px_lowered ().frames.end ())
    for (const px_shared_place &p : frame->second.places)
      {
	if (SSA_NAME_IN_FREE_LIST (p.pointer))
	  continue;
	gimple *s = SSA_NAME_DEF_STMT (p.pointer);
	tree block = gimple_block (s);
	std::map<tree, extent>::iterator x = c.extents.find (block);
	insert (&c, "//px.var " + std::to_string (++c.last),
		IDENTIFIER_POINTER (DECL_NAME (p.array)), variable_type (p.array),
		x == c.extents.end () ? all : x->second, "@%0", p.pointer, s, true);
      }
  for (tree d : c.globals)
    insert (&c, "//px.var " + std::to_string (++c.last), IDENTIFIER_POINTER (DECL_NAME (d)),
	    variable_type (d), { "", 0, 0, NULL }, "@%0", build_fold_addr_expr (d), all.start);
  for (size_t number : c.needed)
    {
      gimple_stmt_iterator i = gsi_for_stmt (all.start);
      gasm *a = px_asm (px_lowered ().types.defined[number - 1].comment, {}, {}, false,
			gimple_location (all.start));
      gimple_asm_set_volatile (a, true);
      gsi_insert_before (&i, a, GSI_SAME_STMT);
    }
  return 0;
}

opt_pass *
px_pass_vars (gcc::context *c)
{
  return px_function_pass (
    c, { "pxvars", PROP_cfg | PROP_ssa, TODO_update_ssa },
    [] (function *f) { return px_opt.debug && px_ready_p (f); }, variables);
}
