/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of plugin/bridge/count.cc as text, for messages.

   Needs: a value, and the function that it is of.
   Leaves: text that lives as long as the px_fn.  */

#include "plugin/bridge/count-int.h"

/* Returns NAME of R and the line where it is set, with a number if other values have the same.  */
static std::string
one_name (const std::string &name, px_dj_ref r, location_t loc = UNKNOWN_LOCATION)
{
  std::string line
    = loc == UNKNOWN_LOCATION
	? ""
	: " (line " + std::to_string (expand_location (px_user_loc (loc)).line) + ")";
  std::vector<px_dj_ref> &all = px_counts.names[name + line];
  size_t i = std::find (all.begin (), all.end (), r) - all.begin ();
  if (i == all.size ())
    all.push_back (r);
  return (i ? name + "'" + std::to_string (i + 1) : name) + line;
}

static std::string
type_text (int bits, bool u)
{
  return bits == 8    ? u ? "unsigned char" : "signed char"
	 : bits == 16 ? u ? "unsigned short" : "short"
	 : bits == 32 ? u ? "unsigned" : "int"
	 : bits == 64 ? u ? "unsigned long" : "long"
	 : bits == 1  ? "bool"
		      : (u ? "unsigned of " : "signed of ") + std::to_string (bits) + " bits";
}

static std::string spell (px_dj_ref r, bool operand);

/* Returns true if P is the address of a variable that is not an array.  */
static bool
scalar_p (const px_leaf *p)
{
  tree d = p->key.what;
  return TREE_CODE (d) == VAR_DECL && TREE_CODE (TREE_TYPE (d)) != ARRAY_TYPE;
}

static std::string
spell_leaf (px_dj_ref r, const px_leaf &l, bool operand)
{
  px_dj_ref a = l.key.a, b = l.key.b;
  tree t = l.key.what;
  std::string text;
  switch (l.key.kind)
    {
    case PX_L_DECL: return one_name (IDENTIFIER_POINTER (DECL_NAME (t)), r);
    case PX_L_MEMBER:
      {
	text = IDENTIFIER_POINTER (DECL_NAME (t));
	HOST_WIDE_INT at = l.key.bit;
	for (tree f = TYPE_FIELDS (TREE_TYPE (t)); f; f = DECL_CHAIN (f))
	  if (TREE_CODE (f) == FIELD_DECL && DECL_NAME (f) && int_bit_position (f) == at)
	    return one_name (text + "." + IDENTIFIER_POINTER (DECL_NAME (f)), r);
	return one_name ("a member of " + text, r);
      }
    case PX_L_LOAD:
      {
	const px_leaf *p = px_find_leaf (a);
	int64_t k;
	if (p && p->key.kind == PX_L_DECL)
	  return one_name ((scalar_p (p) ? "" : "*") + spell (a, true), r);
	px_dj_ref from
	  = px_dj_op_of (px_counts.dj, a) == DJ_ADD ? px_dj_operand (px_counts.dj, a, 0) : 0,
	  add = from ? px_dj_operand (px_counts.dj, a, 1) : 0;
	p = from ? px_find_leaf (from) : NULL;
	if (!p && add && (p = px_find_leaf (add)))
	  std::swap (from, add);
	HOST_WIDE_INT size = l.key.bits / BITS_PER_UNIT;
	if (p && p->key.kind == PX_L_DECL && size)
	  {
	    if (px_dj_const_p (px_counts.dj, add, &k) && k % size == 0)
	      return one_name (spell (from, true) + "[" + std::to_string (k / size) + "]", r);
	    px_linear i = px_linear_of (add);
	    if (i.of && i.times == size)
	      return one_name (spell (from, true) + "[" + spell (px_value_plus (i.of, i.add), false)
				 + "]",
			       r);
	  }
	return one_name ("*(" + spell (a, false) + ")", r);
      }
    case PX_L_COUNTER: return one_name ("a counter", r, l.loc);
    case PX_L_SELF: return "its last value";
    case PX_L_VALUE:
      {
	tree d = SSA_NAME_VAR (t);
	bool load = gimple_assign_load_p (SSA_NAME_DEF_STMT (t));
	text = d && DECL_NAME (d) ? IDENTIFIER_POINTER (DECL_NAME (d))
	       : load		  ? "a loaded value"
				  : "a value";
	return one_name (text, r, load || !(d && DECL_NAME (d)) ? l.loc : UNKNOWN_LOCATION);
      }
    case PX_L_OPERATION:
      {
	const char *op = op_symbol_code (l.key.code);
	text = "(" + type_text (l.key.type.bits, l.key.type.is_unsigned) + ") ";
	text = (l.key.type.bits > 1 ? text : "") + spell (a, true) + " " + (op ? op : "?") + " "
	       + spell (b, true);
	return operand ? "(" + text + ")" : text;
      }
    case PX_L_CONVERTED:
      return "(" + type_text (l.key.type.bits, l.key.type.is_unsigned) + ") " + spell (a, true);
    case PX_L_PASSED: return one_name ("the last turn reaches it", r, l.loc);
    case PX_L_TURNS:
    case PX_L_OWN:
      return one_name (px_value_condition_p (r) ? "the condition" : "turns of the loop", r, l.loc);
    default: return "a number";
    }
}

/* R as C has it.  */
static std::string
spell (px_dj_ref r, bool operand)
{
  static const char *const spelling[] = {
    "",
#define DJ_OP(name, spelling, arity, result, comm) spelling,
#include "value/disjoint.def"
#undef DJ_OP
  };
  px_dj_op op = px_dj_op_of (px_counts.dj, r);
  px_dj_ref a = px_dj_operand (px_counts.dj, r, 0), b = px_dj_operand (px_counts.dj, r, 1),
	    c = px_dj_operand (px_counts.dj, r, 2);
  px_dj_type type = px_dj_type_of (px_counts.dj, r),
	     from = a ? px_dj_type_of (px_counts.dj, a) : type;
  int64_t k;
  std::string text;
  if (px_dj_const_p (px_counts.dj, r, &k))
    return std::to_string (type.wraps && type.bits < 64 && k >> (type.bits - 1)
			     ? k - (HOST_WIDE_INT_1 << type.bits)
			     : k);
  switch (op)
    {
    case DJ_BLOCK: return "px_id (block)";
    case DJ_SYM: return spell_leaf (r, *px_find_leaf (r), operand);
    case DJ_CAST:
      if (type.bits == 64
	  || (from.bits < type.bits && (from.is_signed == type.is_signed || !from.is_signed)))
	return spell (a, operand);
      return "(" + type_text (type.bits, !type.is_signed) + ") " + spell (a, true);
    case DJ_MIN:
    case DJ_MAX:
      return std::string (spelling[op]) + " (" + spell (a, false) + ", " + spell (b, false) + ")";
    case DJ_NEG:
    case DJ_NOT:
    case DJ_LNOT: return spelling[op] + spell (a, true);
    case DJ_SEL: text = spell (a, true) + " ? " + spell (b, true) + " : " + spell (c, true); break;
    case DJ_ADD:
      if (px_dj_const_p (px_counts.dj, b, &k) && type.wraps && type.bits < 64
	  && k >> (type.bits - 1))
	k -= HOST_WIDE_INT_1 << type.bits;
      else if (!px_dj_const_p (px_counts.dj, b, &k))
	k = 0;
      if (k < 0)
	{
	  text = spell (a, true) + " - " + std::to_string (absu_hwi (k));
	  break;
	}
      /* FALLTHRU */
    default: text = spell (a, true) + " " + spelling[op] + " " + spell (b, true);
    }
  return operand ? "(" + text + ")" : text;
}

const char *
px_value_spell (px_fn *f, const px_value *v, bool operand)
{
  return px_textf (&f->pool, "%s", spell (v->what, operand).c_str ());
}
