/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intrinsics: the table of include/px/intrinsics.def, and calls of them as inline
   PTX.

   Needs: device functions after inlining of static inline ones, checked, with
   regions; synchronisation is in place.
   Leaves: no call of an intrinsic.

     s = px_shfl_xor_int (t, 1, 32);   asm ("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;"
					    : "=&r" s : "r" t, "r" 1);
     px_atomic_add_int (p, s, 0, 0);   asm ("atom.relaxed.gpu.add.s32 %0, %1, %2;"
					    : "=&r" n : "m" *p, "r" s : "memory");  */

#include "plugin/lower/lower-int.h"
#include "runtime/image.h"

/* ---- tensor copies ---------------------------------------------------- */

const std::vector<px_map_rec> &
px_map_uses (tree fn)
{
  return px_lowered ().map_uses[fn];
}

/* Note copy S of a map that is an argument of the kernel.  */
static void
note_map (gimple *s)
{
  HOST_WIDE_INT shape = px_shape_of (s);
  HOST_WIDE_INT offset;
  tree parm;
  px_map_of (s, &parm, &offset);
  if (!shape || !parm || offset < 0)
    return;
  px_map_rec r = {
    0,	(unsigned) offset,  0, (unsigned) px_copied_bytes (s), px_operand_with (s, PX_ROLE_TO) < 0,
    {}, gimple_location (s)
  };
  for (const px_operand &o : px_intrinsic_of (gimple_call_fndecl (s))->operands)
    r.rank += o.role == PX_ROLE_COORDINATE;
  if (shape & 0xff)
    {
      r.tile = px_shaped_tile (shape);
      r.bytes = px_box_rows (r.tile.rows) * r.tile.strip;
    }
  for (const px_piece &p : px_pieces (current_function_decl))
    {
      if (p.parm == parm && p.aggregate && !p.offset)
	px_lowered ().map_uses[current_function_decl].push_back (r);
      r.argument++;
    }
}

void
px_set_unit (gimple *s)
{
  px_persp p;
  if (px_intrinsic_of (gimple_call_fndecl (s))->by_unit && px_collective_of (s, &p))
    px_set_argument (s, PX_ROLE_UNIT, build_int_cst (integer_type_node, p.n << 2 | p.level));
  int r = px_region_of (s);
  if (px_intrinsic_of (gimple_call_fndecl (s))->by_width && px_collective_of (s, &p)
      && !px_unsafe_p (r)
      && px_in_bound ({ PX_THREAD, 32 }, px_bound_in (r, current_function_decl)))
    px_set_argument (s, PX_ROLE_WIDTH, build_int_cst (integer_type_node, p.n | PX_WHOLE_WARP));
  if (px_operand_with (s, PX_ROLE_SHAPE) >= 0)
    px_set_argument (s, PX_ROLE_SHAPE, build_zero_cst (long_integer_type_node));
  px_set_shape (s);
}

/* ---- lowering --------------------------------------------------------- */

/* The asm statement that a call becomes.  */
struct lowering
{
  gcall *call;
  const px_intrinsic *x;
  gimple_stmt_iterator *at;
  vec<tree, va_gc> *outs, *ins;
  struct leaf
  {
    bool out;
    unsigned k;
  };
  std::vector<std::vector<leaf>> leaves; /* of $0, $1, …: the K-th of outs or of ins */
  std::vector<bool> memory;		 /* true if $0, $1 … is memory, printed with brackets */
};

static tree
link (const char *constraint, tree t)
{
  return build_tree_list (build_tree_list (NULL_TREE,
					   build_string (strlen (constraint) + 1, constraint)),
			  t);
}

/* The scalars in TYPE, as references into REF.  */
static void
flatten (tree ref, std::vector<tree> *leaves)
{
  tree type = TREE_TYPE (ref);
  if (TREE_CODE (type) == RECORD_TYPE)
    {
      for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
	if (TREE_CODE (f) == FIELD_DECL)
	  flatten (build3 (COMPONENT_REF, TREE_TYPE (f), unshare_expr (ref), f, NULL_TREE), leaves);
    }
  else if (TREE_CODE (type) == ARRAY_TYPE)
    {
      HOST_WIDE_INT n = tree_to_shwi (TYPE_MAX_VALUE (TYPE_DOMAIN (type)));
      for (HOST_WIDE_INT i = 0; i <= n; i++)
	flatten (build4 (ARRAY_REF, TREE_TYPE (type), unshare_expr (ref),
			 build_int_cst (integer_type_node, i), NULL_TREE, NULL_TREE),
		 leaves);
    }
  else
    leaves->push_back (ref);
}

/* PTX has no registers of 8 bits: they are the low ones of 32.  */
static tree
register_type (tree type)
{
  return INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) < 16 ? unsigned_type_node : type;
}

static tree
assign_before (lowering *l, tree type, tree_code code, tree value)
{
  tree v = make_ssa_name (type);
  gimple *a = gimple_build_assign (v, code, value);
  gimple_set_location (a, gimple_location (l->call));
  gsi_insert_before (l->at, a, GSI_SAME_STMT);
  return v;
}

static lowering::leaf
put (lowering *l, bool out, const char *constraint, tree t)
{
  vec<tree, va_gc> **v = out ? &l->outs : &l->ins;
  vec_safe_push (*v, link (constraint, t));
  return { out, vec_safe_length (*v) - 1 };
}

/* The output: a fresh SSA name for each scalar of the result.  */
static void
put_result (lowering *l, std::vector<tree> *targets, std::vector<tree> *names)
{
  tree type = gimple_call_return_type (l->call), lhs = gimple_call_lhs (l->call);
  std::vector<lowering::leaf> leaves;
  if (!VOID_TYPE_P (type))
    {
      if (lhs && TREE_CODE (lhs) != SSA_NAME)
	flatten (lhs, targets);
      else if (AGGREGATE_TYPE_P (type))
	flatten (create_tmp_var (type), targets);
      else
	targets->push_back (lhs);
    }
  for (tree t : *targets)
    {
      names->push_back (make_ssa_name (register_type (t ? TREE_TYPE (t) : type)));
      leaves.push_back (put (l, true, "=&r", names->back ()));
    }
  l->leaves.push_back (leaves);
  l->memory.push_back (false);
}

static void
put_operand (lowering *l, unsigned i)
{
  tree arg = gimple_call_arg (l->call, i), ref = px_intrinsic_ref (l->call, i);
  const px_operand &o = l->x->operands[i];
  std::vector<tree> parts;
  std::vector<lowering::leaf> leaves;
  l->memory.push_back (ref != NULL_TREE);
  if (ref)
    {
      bool written = o.role == PX_ROLE_WRITE;
      l->leaves.push_back ({ put (l, written, written ? "=m" : "m", ref) });
      return;
    }
  tree formal = TYPE_ARG_TYPES (gimple_call_fntype (l->call));
  for (unsigned k = 0; k < i; k++)
    formal = TREE_CHAIN (formal);
  /* GCC passes integers of 16 bits as int.  */
  if (INTEGRAL_TYPE_P (TREE_VALUE (formal)) && TYPE_PRECISION (TREE_VALUE (formal)) == 16)
    arg = assign_before (l, TREE_VALUE (formal), NOP_EXPR, arg);
  if (AGGREGATE_TYPE_P (TREE_TYPE (arg)))
    flatten (arg, &parts);
  else
    parts.push_back (arg);
  for (tree p : parts)
    {
      if (!is_gimple_val (p))
	p = assign_before (l, TREE_TYPE (p), TREE_CODE (p), p);
      tree type = register_type (TREE_TYPE (p));
      if (type != TREE_TYPE (p) && TREE_CODE (p) != INTEGER_CST)
	p = assign_before (l, type, NOP_EXPR, p);
      leaves.push_back (put (l, false, o.role == PX_ROLE_CONST ? "n" : "r", p));
    }
  l->leaves.push_back (leaves);
}

/* The first thread of unit P, in predicate %pxe.  */
static std::string
elect_prologue (px_persp p)
{
  std::string s = ".reg .pred %%pxe; .reg .b32 %%pxt; mov.u32 %%pxt, %%tid.x; ";
  if (p.level == PX_THREAD)
    s += px_number_in (p.n);
  else if (p.n > 1)
    s += "{ .reg .b32 %%pxr; mov.u32 %%pxr, %%cluster_ctarank; or.b32 %%pxt, %%pxt, %%pxr; } ";
  return s + "setp.eq.u32 %%pxe, %%pxt, 0; ";
}

/* The template of X with TEXT for its operands; W is the collective's size.  WHOLE: all threads of
   the warp execute it together.  */
static std::string
expand_template (const px_intrinsic *x, const std::vector<std::string> &text,
		 const std::vector<bool> &memory, unsigned w, bool whole)
{
  std::string s, modulo;
  bool masked = false;
  const char *t = x->ptx;
  for (; *t; t++)
    if (*t == '%')
      s += "%%";
    else if (*t == '[' && t[1] == '$' && ISDIGIT (t[2]) && memory[t[2] - '0'])
      {
	s += text[t[2] - '0'];
	t += 3;
      }
    else if (*t != '$')
      s += *t;
    else if (ISDIGIT (*++t) || *t == 'A')
      {
	const std::string &v = text[*t == 'A' ? 10 : *t - '0'];
	s += v.substr (0, v.find ('/'));
      }
    else if (*t == '<' || *t == '>')
      {
	bool first = *t == '<';
	const std::string &v = text[*++t - '0'];
	s += first ? v.substr (0, v.find (',')) : v.substr (v.find (',') + 2);
      }
    else if (*t == '+')
      {
	const std::string &v = text[*++t - '0'];
	if (v.find ('/') + 1 < v.size ())
	  s += ", " + v.substr (v.find ('/') + 1);
      }
    else if (*t == '*')
      {
	bool first = true;
	for (size_t i = 0; i < x->operands.size (); i++)
	  if (x->operands[i].role == PX_ROLE_COORDINATE)
	    {
	      s += (first ? "" : ", ") + text[i + 1];
	      first = false;
	    }
      }
    else if (*t == '&')
      {
	const std::string &v = text[*++t - '0'];
	s += w < 32 ? "%%pxl" : v;
	modulo = w < 32 ? v : "";
      }
    else if (*t == 'm' || *t == 'M')
      {
	bool part = w < 32 && !(whole && *t == 'M');
	s += part ? "%%pxm" : "0xffffffff";
	masked |= part;
      }
    else if (*t == 'w')
      s += std::to_string (w);
    else if (*t == 'c')
      s += std::to_string ((32 - w) << 8 | 31);
    else if (*t == 'u')
      s += std::to_string ((32 - w) << 8);
    else
      gcc_unreachable ();
  if (!modulo.empty ())
    s = "{ .reg .b32 %%pxl; and.b32 %%pxl, " + modulo + ", " + std::to_string (w - 1) + "; " + s
	+ " }";
  return masked ? "{ " + px_lane_mask (w) + s + " }" : s;
}

/* The operands of the instructions that S becomes, which has TEXT: one for each box of
   a tile that it copies, else one.  */
static std::vector<std::vector<std::string>>
copies_of (gimple *s, const std::vector<std::string> &text, std::string *prologue)
{
  HOST_WIDE_INT shape = px_shape_of (s);
  if (!(shape & 0xff))
    return { text };
  std::vector<std::vector<std::string>> v;
  px_fragment f = px_shaped_tile (shape);
  int to = px_operand_with (s, PX_ROLE_TO),
      at = 1 + (to >= 0 ? to : px_operand_with (s, PX_ROLE_FROM));
  int x = 1 + px_operand_with (s, PX_ROLE_COORDINATE), size = f.elem->bits / 8,
      high = px_box_rows (f.rows);
  auto moved = [&] (const std::string &coordinate, const char *name, int by) {
    if (!by)
      return coordinate;
    std::string r = std::string ("%%px") + name + std::to_string (by);
    if (prologue->find (r + ";") == std::string::npos)
      *prologue += ".reg .b32 " + r + "; add.s32 " + r + ", " + coordinate + ", "
		   + std::to_string (by) + "; ";
    return r;
  };
  for (int strip = 0; strip < f.cols * size / f.strip; strip++)
    for (int row = 0; row < f.rows; row += high)
      {
	std::vector<std::string> t = text;
	if (int offset = strip * f.rows * f.strip + row * f.strip)
	  t[at] += "+" + std::to_string (offset);
	t[x] = moved (text[x], "x", strip * f.strip / size);
	t[x + 1] = moved (text[x + 1], "y", row);
	v.push_back (t);
      }
  return v;
}

/* Returns true if X accesses memory that its asm does not name.  */
static bool
accesses_memory (const px_intrinsic *x, const std::vector<bool> &memory)
{
  for (unsigned i = 0; i < x->operands.size (); i++)
    if (x->operands[i].role == PX_ROLE_ATOMIC
	|| (x->operands[i].role >= PX_ROLE_READ && !memory[i + 1]))
      return true;
  return x->kind == PX_I_FENCE;
}

static void
lower_call (gimple_stmt_iterator *gsi, gcall *call, const px_intrinsic *x)
{
  lowering l = { call, x, gsi, NULL, NULL, {}, {} };
  std::vector<tree> targets, names;
  std::vector<std::string> text;
  std::string prologue;
  vec<tree, va_gc> *clobbers = NULL;
  px_persp p;

  if (!px_collective_of (call, &p))
    gcc_unreachable ();
  put_result (&l, &targets, &names);
  for (unsigned i = 0; i < x->operands.size (); i++)
    {
      const px_operand &o = x->operands[i];
      if (o.role == PX_ROLE_PICK || o.role == PX_ROLE_WIDTH || o.role == PX_ROLE_UNIT
	  || o.role == PX_ROLE_SHAPE || o.role == PX_ROLE_GIVE || o.role == PX_ROLE_TAKE)
	{
	  l.leaves.push_back ({});
	  l.memory.push_back (false);
	}
      else if (o.role == PX_ROLE_BARRIER && integer_zerop (gimple_call_arg (call, i)))
	{
	  px_error (gimple_location (call), PX_D_SYNC_OTHER, current_function_decl,
		    "nothing waits for this copy");
	  return;
	}
      else
	put_operand (&l, i);
    }
  for (unsigned i = 0; i < l.leaves.size (); i++)
    {
      std::string s;
      for (const lowering::leaf &f : l.leaves[i])
	s += (s.empty () ? "%" : ", %")
	     + std::to_string (f.k + (f.out ? 0 : vec_safe_length (l.outs)));
      if (i && x->operands[i - 1].role == PX_ROLE_PICK)
	s = x->operands[i - 1].pick[px_constant_argument (call, i - 1)];
      if (i && x->operands[i - 1].space != PX_SPACE_ANY && !l.memory[i])
	{
	  std::string r = "%%pxd" + std::to_string (i);
	  prologue += ".reg .b64 " + r + "; cvta.to."
		      + (x->operands[i - 1].space == PX_SPACE_SHARED ? "shared" : "global")
		      + ".u64 " + r + ", " + s + "; ";
	  s = r;
	}
      text.push_back (s);
    }
  if (accesses_memory (x, l.memory))
    vec_safe_push (clobbers, build_tree_list (NULL_TREE, build_string (7, "memory")));
  std::string guard, ptx;
  if (x->kind == PX_I_ELECTED && !px_same (p, { PX_THREAD, 1 }))
    {
      prologue += elect_prologue (p);
      guard = "@%%pxe ";
    }
  if (px_operand_with (call, PX_ROLE_SHAPE) >= 0)
    note_map (call);
  bool whole
    = x->by_width
      && px_constant_argument (call, px_operand_with (call, PX_ROLE_WIDTH)) & PX_WHOLE_WARP;
  for (const std::vector<std::string> &t : copies_of (call, text, &prologue))
    ptx += (ptx.empty () ? "" : " ") + guard
	   + expand_template (x, t, l.memory, p.level == PX_THREAD ? p.n : 32, whole);
  if (!prologue.empty ())
    ptx = "{ " + prologue + ptx + " }";
  gasm *a = gimple_build_asm_vec (ggc_strdup (ptx.c_str ()), l.ins, l.outs, clobbers, NULL);
  gimple_asm_set_volatile (a, x->kind > PX_I_LOAD);
  gimple_set_location (a, gimple_location (call));
  unlink_stmt_vdef (call);
  gimple_call_set_lhs (call, NULL_TREE);
  gsi_replace (gsi, a, true);
  for (size_t i = 0; i < names.size (); i++)
    {
      tree name = names[i], t = targets[i];
      SSA_NAME_DEF_STMT (name) = a;
      if (!t)
	continue;
      if (!useless_type_conversion_p (TREE_TYPE (t), TREE_TYPE (name)) && !is_gimple_reg (t))
	{
	  tree c = make_ssa_name (TREE_TYPE (t));
	  gsi_insert_after (gsi, gimple_build_assign (c, NOP_EXPR, name), GSI_NEW_STMT);
	  name = c;
	}
      gimple *store = is_gimple_reg (t) ? gimple_build_assign (t, NOP_EXPR, name)
					: gimple_build_assign (t, name);
      if (TREE_CODE (t) == SSA_NAME && useless_type_conversion_p (TREE_TYPE (t), TREE_TYPE (name)))
	store = gimple_build_assign (t, name);
      gimple_set_location (store, gimple_location (a));
      gsi_insert_after (gsi, store, GSI_NEW_STMT);
    }
}

static unsigned
lower_intrinsics (function *f)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (gcall *c = dyn_cast<gcall *> (gsi_stmt (i)))
	if (const px_intrinsic *x = px_intrinsic_of (gimple_call_fndecl (c)))
	  lower_call (&i, c, x);
  return 0;
}

opt_pass *
px_pass_intrin (gcc::context *c)
{
  return px_function_pass (c, { "pxintrin", PROP_cfg | PROP_ssa, TODO_update_ssa_only_virtuals },
			   px_ready_p, [] (function *f) {
			     px_make_strong (f);
			     return lower_intrinsics (f);
			   });
}
