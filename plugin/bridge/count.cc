/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that decide how often rings are used, as expressions of value/disjoint.h: GIMPLE's integers
   become integers without bounds, so that equal handles are equal numbers.

   Needs: SSA form, perspectives of variables.  Leaves everything as it was.  Text is made when a
   message needs it.  */

#include "plugin/bridge/count-int.h"
#include "plugin/bridge/race-int.h"
#include <algorithm>
#include <tuple>

px_dj *px_values;
const px_dj_type px_whole = { 64, true, false };
static const px_dj_type truth = { 1, false, true };

enum
{
  NESTED = 8, /* counters whose next values are made of each other */
  /* Names that a value is made of, each in all ways: counters can be made of each other in many.  */
  MANY = 20000
};

/* ---- leaves ----------------------------------------------------------- */
/* All that the value of a name depends on; and it, with its leaves' perspective.  */
typedef std::tuple<tree, int, basic_block, bool, std::vector<gphi *>, std::vector<px_dj_ref>>
  px_read_as;
struct px_read
{
  px_dj_ref value;
  px_leaf_bound leaves;
};

/* The function whose values are read; px_value_start begins another one.  */
static struct
{
  std::map<px_leaf_key, px_dj_ref> leaves;
  std::map<px_dj_ref, px_leaf> leaf_of; /* by symbol */
  int n_own;				/* the number of PX_L_OWN leaves */
  std::vector<px_dj_ref> facts; /* of __where and px_assume, which hold for all that is read */
  std::vector<px_dj_ref> known; /* conditions that hold: the facts, and then others */
  bool in_address;		/* the value that is being read is an address, modulo 2^64 */
  basic_block at;		/* where it is read */
  px_carried carried;
  std::map<tree, std::set<tree>> handed; /* by whom a name that is carried was handed on, too */
  std::set<tree> believed;		 /* rings that the value is read through */
  std::vector<gphi *> open; /* counters whose next values are being read, outermost first */
  std::map<px_read_as, px_read> read; /* names that the value is made of, as far as they are read */
} reading;

static int
bits_of (tree type)
{
  return 2 * TYPE_PRECISION (type) + TYPE_UNSIGNED (type);
}

static px_dj_ref
add_leaf (const px_leaf_key &key, px_dj_type type, location_t loc)
{
  px_dj_ref &r = reading.leaves[key];
  if (!r)
    {
      px_dj_sym s = {};
      s.name = "?";
      s.type = type;
      s.persp = { DJ_LEVEL_THREAD, 1 };
      r = px_dj_sym_new (px_values, &s);
      reading.leaf_of[r] = { key, loc };
    }
  return type.bits == 1 ? r : px_dj_cast (px_values, px_whole, r);
}

/* Of integers of 64 bits, nothing is known.  */
static px_dj_type
type_of (tree t)
{
  return !INTEGRAL_TYPE_P (t) || TYPE_PRECISION (t) >= 64
	   ? px_whole
	   : px_dj_type{ (uint8_t) TYPE_PRECISION (t), !TYPE_UNSIGNED (t),
			 (bool) TYPE_UNSIGNED (t) };
}

const px_leaf *
px_find_leaf (px_dj_ref r)
{
  auto i = reading.leaf_of.find (px_dj_uncast (px_values, r));
  return i == reading.leaf_of.end () ? NULL : &i->second;
}

px_leaf_bound px_leaves;

void
px_add_leaf (px_persp p, const std::string &name)
{
  if (!px_broader (p, px_leaves.persp))
    px_leaves.narrow = name;
  px_leaves.persp = px_narrowest (px_leaves.persp, p);
}

void
px_no_leaves ()
{
  px_leaves = { PX_TOP, "" };
}

std::map<loop_p, px_turns> px_turns_of;

/* ---- facts ------------------------------------------------------------ */

void
px_know (px_dj_ref condition)
{
  reading.known.push_back (condition);
}
void
px_know_always ()
{
  reading.facts = reading.known;
}
void
px_forget ()
{
  reading.known = reading.facts;
}

static bool
proved (px_dj_ref claim)
{
  int64_t c;
  return px_dj_const_p (px_values, claim, &c)
	   ? c
	   : px_dj_prove (px_values, reading.known.data (), reading.known.size (), claim);
}

static px_dj_ref
constant (HOST_WIDE_INT k)
{
  return px_dj_const (px_values, px_whole, k);
}
static px_dj_ref
make (px_dj_op op, px_dj_ref a, px_dj_ref b)
{
  return px_dj_bin (px_values, op, a, b);
}

bool
px_value_condition_p (px_dj_ref r)
{
  return px_dj_type_of (px_values, r).bits == 1;
}
static px_dj_ref
as_number (px_dj_ref r)
{
  return px_dj_cast (px_values, px_whole, r);
}
static px_dj_ref
as_condition (px_dj_ref r)
{
  px_dj_ref a = px_dj_uncast (px_values, r);
  return px_value_condition_p (r)   ? r
	 : px_value_condition_p (a) ? a
				    : make (DJ_NE, r, constant (0));
}

/* Of TYPE, which has less than 64 bits.  */
static HOST_WIDE_INT
least_of (tree type)
{
  return TYPE_UNSIGNED (type) ? 0 : -(HOST_WIDE_INT_1 << (TYPE_PRECISION (type) - 1));
}
static HOST_WIDE_INT
most_of (tree type)
{
  return (HOST_WIDE_INT_1 << (TYPE_PRECISION (type) - !TYPE_UNSIGNED (type))) - 1;
}

/* Returns true if R is proved to be a value of TYPE.  LOW, HIGH: it may be below or above what TYPE holds,
   if that has 64 bits.  The prover takes such values for those of a signed type, so the question is about
   half of what the type holds.  */
static bool
fits (px_dj_ref r, tree type, bool low, bool high)
{
  unsigned bits = TYPE_PRECISION (type);
  const HOST_WIDE_INT half = HOST_WIDE_INT_1 << 62;
  if (bits >= 64)
    return (!low || proved (make (DJ_LE, constant (TYPE_UNSIGNED (type) ? 0 : -half), r)))
	   && (!high || proved (make (DJ_LE, r, constant (half))));
  return proved (make (DJ_LE, constant (least_of (type)), r))
	 && proved (make (DJ_LE, r, constant (most_of (type))));
}

/* ---- expressions ------------------------------------------------------ */

static px_dj_op
op_of (tree_code code)
{
  switch (code)
    {
    case PLUS_EXPR:
    case POINTER_PLUS_EXPR: return DJ_ADD;
    case MINUS_EXPR: return DJ_SUB;
    case MULT_EXPR: return DJ_MUL;
    case LSHIFT_EXPR: return DJ_SHL;
    case RSHIFT_EXPR: return DJ_SHR;
    case EXACT_DIV_EXPR:
    case TRUNC_DIV_EXPR: return DJ_DIV;
    case TRUNC_MOD_EXPR: return DJ_MOD;
    case BIT_AND_EXPR: return DJ_AND;
    case BIT_IOR_EXPR: return DJ_OR;
    case BIT_XOR_EXPR: return DJ_XOR;
    case MIN_EXPR: return DJ_MIN;
    case MAX_EXPR: return DJ_MAX;
    case LT_EXPR:
    case GT_EXPR: return DJ_LT;
    case LE_EXPR:
    case GE_EXPR: return DJ_LE;
    case EQ_EXPR: return DJ_EQ;
    case NE_EXPR: return DJ_NE;
    default: return DJ_NONE;
    }
}

/* A CODE B, of which nothing is known but that the same again is the same.  */
static px_dj_ref
opaque (tree_code code, tree type, px_dj_ref a, px_dj_ref b)
{
  bool asks = TREE_CODE_CLASS (code) == tcc_comparison;
  return add_leaf (px_leaf_key{ PX_L_OPERATION, NULL, a, b, code, 0, bits_of (type) },
		   asks ? truth : type_of (type), UNKNOWN_LOCATION);
}

static px_dj_ref
compare (tree_code code, tree type, px_dj_ref a, px_dj_ref b)
{
  px_dj_op op = op_of (code);
  if (!INTEGRAL_TYPE_P (type) && !POINTER_TYPE_P (type))
    op = DJ_NONE;
  if (op == DJ_NONE || TREE_CODE_CLASS (code) != tcc_comparison)
    return opaque (code, boolean_type_node, as_number (a), as_number (b));
  /* What is made of a condition, compared with 0, is that condition again.  */
  int64_t k;
  if ((op == DJ_NE || op == DJ_EQ) && px_dj_const_p (px_values, b, &k) && !k)
    if (px_dj_ref c = px_dj_uncast (px_values, a); px_value_condition_p (c))
      return op == DJ_NE ? c : px_value_not (c);
  if (code == GT_EXPR || code == GE_EXPR)
    std::swap (a, b);
  if (px_value_condition_p (a) != px_value_condition_p (b))
    {
      a = as_number (a);
      b = as_number (b);
    }
  return make (op, a, b);
}

/* R, or what is equal modulo 2^BITS and was not made a number from 0 on.  */
static px_dj_ref
congruent (px_dj_ref r, unsigned bits)
{
  px_dj_ref a = px_dj_op_of (px_values, r) == DJ_CAST ? px_dj_operand (px_values, r, 0) : 0;
  if (!a || px_dj_op_of (px_values, a) != DJ_CAST || px_dj_type_of (px_values, a).bits != bits)
    return r;
  return as_number (px_dj_operand (px_values, a, 0));
}

/* A CODE B of TYPE; B0: B, as it stands there.  */
static px_dj_ref
operation (tree_code code, tree type, px_dj_ref a, px_dj_ref b, tree b0)
{
  px_dj_op op = op_of (code);
  int64_t k;
  bool c = px_dj_const_p (px_values, b, &k),
       bits = code == BIT_AND_EXPR || code == BIT_IOR_EXPR || code == BIT_XOR_EXPR;
  if (bits && px_value_condition_p (a) && px_value_condition_p (b))
    return make (code == BIT_AND_EXPR ? DJ_LAND : code == BIT_IOR_EXPR ? DJ_LOR : DJ_NE, a, b);
  a = as_number (a);
  b = as_number (b);
  if (op == DJ_NONE || !(INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
      || TYPE_PRECISION (type) > 64)
    return opaque (code, type, a, b);
  if ((op == DJ_DIV || op == DJ_MOD || op == DJ_SHL || op == DJ_SHR)
      && (!c || k < (op == DJ_DIV || op == DJ_MOD) || (op == DJ_SHL && k > 30)))
    return opaque (code, type, a, b);
  bool whole = reading.in_address && TYPE_PRECISION (type) == 64;
  px_dj_ref r = 0;
  switch (op)
    {
    case DJ_ADD:
    case DJ_SUB:
      if (c)
	{
	  k = b0 && TREE_CODE (b0) == INTEGER_CST ? px_added (b0)
						  : k; /* of an unsigned type the largest is -1 */
	  r = px_value_plus (a, op == DJ_ADD ? k : -k);
	}
      else
	r = op == DJ_ADD && px_dj_const_p (px_values, a, &k) ? px_value_plus (b, k)
							     : make (op, a, b);
      break;
    case DJ_MUL: r = c ? px_value_times (a, k) : make (op, a, b); break;
    case DJ_SHL: r = px_value_times (a, HOST_WIDE_INT_1 << k); break;
    case DJ_DIV:
      if (px_linear l = px_linear_of (a); code != EXACT_DIV_EXPR || !l.of || l.times % k)
	return make (op, a, b);
      else
	return px_value_times (px_value_plus (l.of, l.add), l.times / k);
    case DJ_SHR:
      return k < 31 && proved (make (DJ_LE, constant (0), a))
	       ? make (DJ_DIV, a, constant (HOST_WIDE_INT_1 << k))
	       : make (op, a, b);
    default: return make (op, a, b);
    }
  /* What a signed sum or product is beyond its type is undefined; not so a shift.  An unsigned number less
     another one is no larger.  */
  bool less = TYPE_UNSIGNED (type) && ((op == DJ_SUB && !c) || (op == DJ_ADD && c && k <= 0));
  if (whole || (op != DJ_SHL && !TYPE_OVERFLOW_WRAPS (type)) || fits (r, type, true, !less))
    return r;
  if (TYPE_PRECISION (type) == 64)
    return opaque (code, type, a, b);
  px_dj_ref a2 = congruent (a, TYPE_PRECISION (type)),
	    b2 = op == DJ_SHL ? b : congruent (b, TYPE_PRECISION (type));
  if (a2 != a || b2 != b)
    {
      r = operation (code, type, a2, b2, b0);
      if (fits (r, type, true, true))
	return r;
    }
  px_dj_type wraps = { (uint8_t) TYPE_PRECISION (type), !TYPE_UNSIGNED (type), true };
  px_dj_ref x
    = px_dj_cast (px_values, wraps, a),
    y = op == DJ_SHL ? b : px_dj_cast (px_values, wraps, c && op != DJ_MUL ? constant (k) : b);
  return as_number (make (op, x, y));
}

static px_dj_ref value_of (tree t, int unique, int depth);

/* A, as TYPE: the same number, or another.  */
static px_dj_ref
converted (tree type, tree a, int unique, int depth)
{
  tree from = TREE_TYPE (a);
  bool whole = reading.in_address && TYPE_PRECISION (type) == 64;
  reading.in_address = whole && TYPE_PRECISION (from) == 64;
  px_dj_ref r = value_of (a, unique, depth + 1);
  reading.in_address = whole;
  if (TREE_CODE (type) == BOOLEAN_TYPE)
    return as_condition (r);
  if (!INTEGRAL_TYPE_P (type) || !INTEGRAL_TYPE_P (from) || TYPE_PRECISION (type) > 64)
    return INTEGRAL_TYPE_P (type) == INTEGRAL_TYPE_P (from) || whole
	     ? r
	     : add_leaf (px_leaf_key{ PX_L_CONVERTED, NULL, as_number (r), 0, TREE_CODE (from), 0,
				      bits_of (type) },
			 type_of (type), UNKNOWN_LOCATION);
  r = as_number (r);
  /* It is known to be one of FROM's.  */
  size_t outer = reading.known.size ();
  if (TYPE_PRECISION (from) < 64)
    {
      px_know (make (DJ_LE, constant (least_of (from)), r));
      px_know (make (DJ_LE, r, constant (most_of (from))));
    }
  bool same
    = px_keeps_value (type, from) || whole
      || fits (r, type, !TYPE_UNSIGNED (from), TYPE_UNSIGNED (from) || TYPE_PRECISION (from) > 64);
  reading.known.resize (outer);
  if (same)
    return r;
  if (TYPE_PRECISION (type) == 64)
    return add_leaf (px_leaf_key{ PX_L_CONVERTED, NULL, r, 0, TREE_CODE (from), 0, bits_of (type) },
		     px_whole, UNKNOWN_LOCATION);
  return as_number (
    px_dj_cast (px_values, { (uint8_t) TYPE_PRECISION (type), !TYPE_UNSIGNED (type), true }, r));
}

/* ---- memory that nobody writes ---------------------------------------- */

static px_dj_ref
address_value (tree p, int unique, int depth)
{
  bool outer = reading.in_address;
  reading.in_address = true;
  px_dj_ref r = as_number (value_of (p, unique, depth));
  reading.in_address = outer;
  return r;
}

/* The base address of REF, which nobody writes; sets *BITS to the offset of REF from it.  0: it is not
   known.  */
static px_dj_ref
constant_address (tree ref, HOST_WIDE_INT *bits, int unique, int depth)
{
  switch (TREE_CODE (ref))
    {
    case VAR_DECL:
      return add_leaf (px_leaf_key{ PX_L_DECL, ref, 0, 0, 0, 0, 0 }, px_whole, UNKNOWN_LOCATION);
    case MEM_REF:
      {
	tree at = TREE_OPERAND (ref, 0);
	px_dj_ref r = TREE_CODE (at) == ADDR_EXPR
			? constant_address (TREE_OPERAND (at, 0), bits, unique, depth + 1)
			: address_value (at, unique, depth + 1);
	return r ? px_value_plus (r, (HOST_WIDE_INT) TREE_INT_CST_LOW (TREE_OPERAND (ref, 1))) : 0;
      }
    case COMPONENT_REF:
      {
	px_dj_ref r = TREE_OPERAND (ref, 2)
			? 0
			: constant_address (TREE_OPERAND (ref, 0), bits, unique, depth + 1);
	if (r && TREE_CODE (TREE_TYPE (TREE_OPERAND (ref, 0))) != RECORD_TYPE
	    && TREE_CODE (TREE_TYPE (TREE_OPERAND (ref, 0))) != UNION_TYPE)
	  return 0;
	HOST_WIDE_INT at = r ? int_bit_position (TREE_OPERAND (ref, 1)) : 0;
	*bits += at % BITS_PER_UNIT;
	return r ? px_value_plus (r, at / BITS_PER_UNIT) : 0;
      }
    case ARRAY_REF:
      {
	tree size = TYPE_SIZE_UNIT (TREE_TYPE (ref)), low = array_ref_low_bound (ref);
	px_dj_ref r = size && tree_fits_shwi_p (size) && integer_zerop (low)
			? constant_address (TREE_OPERAND (ref, 0), bits, unique, depth + 1)
			: 0;
	if (!r)
	  return 0;
	bool outer = reading.in_address; /* the index is no address: its conversions count */
	reading.in_address = false;
	px_dj_ref i = as_number (value_of (TREE_OPERAND (ref, 1), unique, depth + 1));
	reading.in_address = outer;
	int64_t k;
	i = px_value_times (i, tree_to_shwi (size));
	return px_dj_const_p (px_values, i, &k) ? px_value_plus (r, k) : make (DJ_ADD, r, i);
      }
    default: return 0;
    }
}

static px_dj_ref
constant_load (tree ref, int unique, int depth)
{
  HOST_WIDE_INT bits = 0,
		size = TREE_CODE (ref) == COMPONENT_REF
			 ? (HOST_WIDE_INT) tree_to_uhwi (DECL_SIZE (TREE_OPERAND (ref, 1)))
			 : TYPE_PRECISION (TREE_TYPE (ref));
  px_dj_ref at = px_never_written_p (ref) ? constant_address (ref, &bits, unique, depth) : 0;
  return at
	   ? add_leaf (px_leaf_key{ PX_L_LOAD, NULL, at, 0, bits, size, bits_of (TREE_TYPE (ref)) },
		       type_of (TREE_TYPE (ref)), UNKNOWN_LOCATION)
	   : 0;
}

/* ---- values ----------------------------------------------------------- */

/* Returns the value of PHI if PHI is a loop's counter or another value that each turn computes from
   that of the turn before, else 0.  If the loop's count is known (px_turns_of), the leaf contains it,
   so that counters of different loops differ; so do those of loops in each other, whose turns are not
   the same, and what a counter is in its loop and after it.  */
static px_dj_ref
counter_value (gphi *phi, int unique, int depth)
{
  loop_p l = gimple_bb (phi)->loop_father;
  for (size_t i = 0; i < reading.open.size (); i++)
    if (reading.open[i] == phi)
      return add_leaf (px_leaf_key{ PX_L_SELF, NULL, 0, 0,
				    (HOST_WIDE_INT) (reading.open.size () - 1 - i), 0, 0 },
		       px_whole, UNKNOWN_LOCATION);
  if (!l->num || gimple_bb (phi) != l->header || gimple_phi_num_args (phi) != 2
      || reading.open.size () >= NESTED || depth > PX_DEEP)
    return 0;
  /* After L it depends on how often L ran.  */
  auto c = px_turns_of.find (l);
  bool inside = flow_bb_inside_loop_p (l, reading.at);
  px_dj_ref turns = c != px_turns_of.end () ? c->second.count : 0;
  if (!turns && !inside && !(turns = px_turns_by_exits (l)))
    return 0;
  px_dj_ref first
    = value_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (l)), unique, depth + 1);
  reading.open.push_back (phi);
  px_dj_ref next = value_of (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), unique, depth + 1);
  reading.open.pop_back ();
  if (c != px_turns_of.end ())
    px_add_leaf (c->second.leaves.persp, c->second.leaves.narrow);
  px_counter_place place = inside		    ? PX_IN_LOOP
			   : px_tested_silently (l) ? PX_AFTER_HEADER
						    : PX_AFTER_LOOP;
  return add_leaf (px_leaf_key{ PX_L_COUNTER, NULL, first, next,
				turns ? 1 + (HOST_WIDE_INT) turns : 0, loop_depth (l), place },
		   px_whole,
		   last_stmt (l->header) ? gimple_location (last_stmt (l->header))
					 : UNKNOWN_LOCATION);
}

static px_dj_ref value_of_kind (tree t, int unique, int depth);

/* A value that lives at block[2] is the same in both blocks (D1), whatever it is made of.  */
static px_dj_ref
value_of (tree t, int unique, int depth)
{
  if (TREE_CODE (t) != SSA_NAME)
    return value_of_kind (t, unique, depth);
  px_persp p = px_race_persp_of (t);
  px_leaf_bound others = px_leaves;
  px_no_leaves ();
  px_read_as as = { t, unique, reading.at, reading.in_address, reading.open, reading.known };
  auto known = reading.read.find (as);
  px_dj_ref r
    = known == reading.read.end () ? value_of_kind (t, unique, depth) : known->second.value;
  if (known == reading.read.end ())
    reading.read[as] = { r, px_leaves };
  else
    px_leaves = known->second.leaves;
  px_leaf_bound own = px_leaves;
  if (px_broader (p, own.persp))
    own.persp = p;
  if (SSA_NAME_VAR (t) && DECL_NAME (SSA_NAME_VAR (t)) && !px_broader (own.persp, { PX_GRID, 1 }))
    own.narrow = "'" + std::string (IDENTIFIER_POINTER (DECL_NAME (SSA_NAME_VAR (t)))) + "'";
  px_leaves = others;
  px_add_leaf (own.persp, own.narrow);
  return r;
}

/* C ? VALUE (0) : VALUE (1).  One that is X where X is positive, else 0, is the larger of X and 0.  */
static px_dj_ref
chosen (px_dj_ref c, const std::function<px_dj_ref (int)> &value_by)
{
  px_dj_ref value[2], is[2] = { c, px_value_not (c) };
  size_t outer = reading.known.size ();
  auto known = [outer] (px_dj_ref fact, px_dj_ref claim) {
    px_know (fact);
    bool r = proved (claim);
    reading.known.resize (outer);
    return r;
  };
  for (int i = 0; i < 2; i++)
    {
      px_know (is[i]);
      value[i] = as_number (value_by (i));
      reading.known.resize (outer);
    }
  for (int i = 0; i < 2; i++)
    if (int64_t k; px_dj_const_p (px_values, value[!i], &k) && !k
		   && known (is[i], make (DJ_LE, constant (0), value[i]))
		   && known (is[!i], make (DJ_LE, value[i], constant (0))))
      return make (DJ_MAX, value[i], constant (0));
  return px_dj_sel (px_values, c, value[0], value[1]);
}

static px_dj_ref
of_operands (tree_code code, tree type, tree a, tree b, int unique, int depth)
{
  px_dj_ref x = value_of (a, unique, depth + 1), y = value_of (b, unique, depth + 1);
  return TREE_CODE_CLASS (code) == tcc_comparison ? compare (code, TREE_TYPE (a), x, y)
						  : operation (code, type, x, y, b);
}

static px_dj_ref chosen_at (gphi *phi, basic_block bb, int unique, int depth, int *most);

/* The value that PHI has if E is taken, which leads there, or to more conditions.  0: it is not known.  */
static px_dj_ref
chosen_on (gphi *phi, edge e, int unique, int depth, int *most)
{
  basic_block bb = e->dest;
  return bb == gimple_bb (phi) ? value_of (PHI_ARG_DEF_FROM_EDGE (phi, e), unique, depth + 1)
	 : bb->loop_father != gimple_bb (phi)->loop_father || bb == bb->loop_father->header ? 0
	 : single_succ_p (bb) ? chosen_on (phi, single_succ_edge (bb), unique, depth, most)
			      : chosen_at (phi, bb, unique, depth, most);
}

/* The same, by condition BB and those that it leads to, as && and || join them; *MOST: no more than as many.  */
static px_dj_ref
chosen_at (gphi *phi, basic_block bb, int unique, int depth, int *most)
{
  gcond *c = safe_dyn_cast<gcond *> (last_stmt (bb));
  edge way[2];
  bool known = c && --*most >= 0;
  if (!known)
    return 0;
  extract_true_false_edges_from_block (bb, &way[0], &way[1]);
  px_dj_ref all
    = chosen (as_condition (of_operands (gimple_cond_code (c), boolean_type_node,
					 gimple_cond_lhs (c), gimple_cond_rhs (c), unique, depth)),
	      [&] (int i) {
		px_dj_ref r = known ? chosen_on (phi, way[i], unique, depth, most) : 0;
		known = r;
		return r ? r : constant (0);
	      });
  return known ? all : 0;
}

/* The value of PHI, one of those that conditions choose from; 0: it is not known to be.  */
static px_dj_ref
chosen_value (gphi *phi, int unique, int depth)
{
  int most = 16; /* more make messages that nobody reads */
  basic_block join = gimple_bb (phi), fork = get_immediate_dominator (CDI_DOMINATORS, join);
  return join != join->loop_father->header && fork && fork->loop_father == join->loop_father
	   ? chosen_at (phi, fork, unique, depth, &most)
	   : 0;
}

static void carried_in (px_dj_ref r, std::map<tree, std::set<tree>> *to, std::set<px_dj_ref> *seen);

/* The value that S, a load of a slot or the broadcast of one, takes from a ring: what the branch that
   fills it stored there in the same turn.  0: it is not known, or not made of a name that is carried, by
   which px_find_carried would know that the ring must be checked.  */
static px_dj_ref
carried_value (gimple *s, int unique, int depth)
{
  const px_intrinsic *x = is_gimple_call (s) ? px_intrinsic_of (gimple_call_fndecl (s)) : NULL;
  tree type = gimple_get_lhs (s) ? TREE_TYPE (gimple_get_lhs (s)) : NULL_TREE;
  for (size_t i = 0; x && i < x->operands.size (); i++)
    if (tree a = gimple_call_arg (s, i); x->operands[i].handed && TREE_CODE (a) == SSA_NAME)
      s = SSA_NAME_DEF_STMT (a);
  gimple *store = px_carried_store (reading.carried, s);
  if (!store || !INTEGRAL_TYPE_P (type)
      || !flow_bb_inside_loop_p (gimple_bb (s)->loop_father, reading.at))
    return 0;
  basic_block outer = reading.at;
  reading.at = gimple_bb (store);
  px_dj_ref r = converted (type, gimple_assign_rhs1 (store), unique, depth);
  reading.at = outer;
  HOST_WIDE_INT at;
  tree ring = px_slot_place (gimple_assign_lhs (store), &at);
  std::map<tree, std::set<tree>> names;
  std::set<px_dj_ref> seen;
  carried_in (r, &names, &seen);
  for (auto &name : names)
    reading.handed[name.first].insert (ring);
  reading.believed.insert (ring);
  return names.empty () ? 0 : r;
}

/* R, as it was read; what no longer contains what it was read through, as a number less itself, would not
   be checked: it is known to be equal to no other.  */
static px_dj_ref
believed (px_dj_ref r)
{
  std::set<tree> rings;
  if (!reading.believed.empty ())
    px_value_carried (r, &rings);
  bool all = std::includes (rings.begin (), rings.end (), reading.believed.begin (),
			    reading.believed.end ());
  reading.believed.clear ();
  reading.read.clear ();
  return all ? r : px_value_own (UNKNOWN_LOCATION, px_value_condition_p (r));
}

static px_dj_ref
value_of_kind (tree t, int unique, int depth)
{
  if (TREE_CODE (t) == INTEGER_CST && TREE_CODE (TREE_TYPE (t)) == BOOLEAN_TYPE)
    return px_dj_const (px_values, truth, !integer_zerop (t));
  if (TREE_CODE (t) == INTEGER_CST && tree_fits_shwi_p (t))
    return constant (tree_to_shwi (t));
  if (TREE_CODE (t) == INTEGER_CST && tree_fits_uhwi_p (t))
    return add_leaf (px_leaf_key{ PX_L_CONVERTED, NULL, constant (wi::to_wide (t).to_shwi ()), 0,
				  INTEGER_CST, 0, bits_of (TREE_TYPE (t)) },
		     px_whole, UNKNOWN_LOCATION);
  if (CONVERT_EXPR_P (t))
    return converted (TREE_TYPE (t), TREE_OPERAND (t, 0), unique, depth);
  px_dj_type type = type_of (TREE_TYPE (t));
  if (TREE_CODE (t) == SSA_NAME)
    {
      tree d = SSA_NAME_VAR (t);
      gimple *s = SSA_NAME_DEF_STMT (t);
      px_persp p = px_race_persp_of (t);
      bool broad = px_broader (p, { PX_BLOCK, 1 });
      if (SSA_NAME_IS_DEFAULT_DEF (t) && d && DECL_NAME (d) && broad)
	{
	  px_add_leaf (p, "");
	  return add_leaf (px_leaf_key{ PX_L_DECL, d, 0, 0, 0, 0, 0 }, type, UNKNOWN_LOCATION);
	}
      if (is_gimple_assign (s) && !gimple_assign_load_p (s) && gimple_num_ops (s) <= 3
	  && depth < PX_DEEP && reading.read.size () < MANY)
	{
	  tree_code c = gimple_assign_rhs_code (s);
	  tree a = gimple_assign_rhs1 (s),
	       b = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
	  if (!b && CONVERT_EXPR_CODE_P (c))
	    return converted (TREE_TYPE (t), a, unique, depth);
	  if (!b && (c == SSA_NAME || c == INTEGER_CST))
	    return value_of (a, unique, depth + 1);
	  if (b && (op_of (c) != DJ_NONE || op_symbol_code (c)))
	    return of_operands (c, TREE_TYPE (t), a, b, unique, depth);
	}
      if (gimple_assign_load_p (s) && px_constant_member_p (gimple_assign_rhs1 (s)))
	{
	  tree member = gimple_assign_rhs1 (s);
	  px_persp m = px_variable_persp (get_base_address (member));
	  px_add_leaf (m, "");
	  if (px_broader (m, { PX_BLOCK, 1 }))
	    return add_leaf (px_leaf_key{ PX_L_MEMBER, get_base_address (member), 0, 0,
					  px_member_position (member),
					  (HOST_WIDE_INT) tree_to_uhwi (
					    DECL_SIZE (TREE_OPERAND (member, 1))),
					  bits_of (TREE_TYPE (t)) },
			     type, gimple_location (s));
	}
      if (gimple_assign_load_p (s))
	if (px_dj_ref r = INTEGRAL_TYPE_P (TREE_TYPE (t))
			    ? constant_load (gimple_assign_rhs1 (s), unique, depth)
			    : 0)
	  return r;
      if (gphi *phi = dyn_cast<gphi *> (s))
	{
	  if (px_dj_ref r = counter_value (phi, unique, depth))
	    return r;
	  if (depth < 8 && INTEGRAL_TYPE_P (TREE_TYPE (t))
	      && !px_carried_name (reading.carried, t, reading.at))
	    if (px_dj_ref r = chosen_value (phi, unique, depth))
	      return r;
	}
      if (px_dj_ref r = carried_value (s, unique, depth))
	return r;
      if (px_sreg_of (s) == PX_SREG_CTAID)
	{
	  px_add_leaf (p, "px_id (block)");
	  return px_dj_id (px_values, DJ_BLOCK, px_whole);
	}
      px_add_leaf (p, gimple_assign_load_p (s)
			? d && DECL_NAME (d) ? IDENTIFIER_POINTER (DECL_NAME (d)) : "a loaded value"
			: "");
      return add_leaf (
	px_leaf_key{ PX_L_VALUE, t, 0, 0,
		     broad || px_carried_name (reading.carried, t, reading.at) ? 0 : unique, 0, 0 },
	TREE_CODE (TREE_TYPE (t)) == BOOLEAN_TYPE ? truth : type, gimple_location (s));
    }
  if (TREE_CODE (t) == COND_EXPR)
    return chosen (as_condition (value_of (TREE_OPERAND (t, 0), unique, depth + 1)),
		   [&] (int i) { return value_of (TREE_OPERAND (t, i + 1), unique, depth + 1); });
  if (EXPR_P (t) && TREE_OPERAND_LENGTH (t) == 2
      && (op_of (TREE_CODE (t)) != DJ_NONE || op_symbol_code (TREE_CODE (t))))
    return of_operands (TREE_CODE (t), TREE_TYPE (t), TREE_OPERAND (t, 0), TREE_OPERAND (t, 1),
			unique, depth);
  px_add_leaf ({ PX_THREAD, 1 }, "");
  return add_leaf (px_leaf_key{ PX_L_NUMBER, t, 0, 0, unique, 0, 0 }, px_whole, UNKNOWN_LOCATION);
}

/* What VALUE reads at block AT, which may be part of what is being read elsewhere.  */
static px_dj_ref
read_at (basic_block at, const std::function<px_dj_ref ()> &value)
{
  bool address = reading.in_address, first = !reading.at;
  basic_block outer = reading.at;
  reading.at = at;
  reading.in_address = false;
  px_dj_ref r = value ();
  reading.at = outer;
  reading.in_address = address;
  return first ? believed (r) : r;
}

px_dj_ref
px_value_at (tree t, basic_block at, int unique)
{
  return read_at (at, [&] () { return value_of (t, unique, 0); });
}

px_dj_ref
px_value_compare (tree_code code, tree a, tree b, basic_block at, int unique)
{
  return read_at (at, [&] () {
    px_dj_ref x = value_of (a, unique, 0), y = value_of (b, unique, 0);
    return compare (code, TREE_TYPE (a), x, y);
  });
}

px_dj_ref
px_value_turns (px_dj_ref condition, location_t loc)
{
  return add_leaf (px_leaf_key{ PX_L_TURNS, NULL, condition, 0, 0, 0, 0 }, px_whole, loc);
}

px_dj_ref
px_value_passed (px_dj_ref condition, px_dj_ref before, location_t loc)
{
  return add_leaf (px_leaf_key{ PX_L_PASSED, NULL, condition, before, 0, 0, 0 }, truth, loc);
}

px_dj_ref
px_value_own (location_t loc, bool asks)
{
  return add_leaf (px_leaf_key{ PX_L_OWN, NULL, 0, 0, ++reading.n_own, 0, 0 },
		   asks ? truth : px_whole, loc);
}

bool
px_value_words_p (px_dj_ref r)
{
  const px_leaf *l = px_find_leaf (r);
  return l && (std::get<0> (l->key) == PX_L_TURNS || std::get<0> (l->key) == PX_L_OWN);
}

/* The names in R that are carried, and the rings that carry them.  */
static void
carried_in (px_dj_ref r, std::map<tree, std::set<tree>> *to, std::set<px_dj_ref> *seen)
{
  if (!r || !seen->insert (r).second)
    return;
  const px_leaf *l = px_find_leaf (r);
  for (int i = 0; i < 3 && !l; i++)
    carried_in (px_dj_operand (px_values, r, i), to, seen);
  if (!l)
    return;
  if (std::get<0> (l->key) == PX_L_VALUE)
    {
      tree t = (tree) CONST_CAST (void *, std::get<1> (l->key));
      std::set<tree> rings = px_carried_by (reading.carried, t);
      if (!rings.empty ())
	(*to)[t] = rings;
    }
  carried_in (std::get<2> (l->key), to, seen);
  carried_in (std::get<3> (l->key), to, seen);
  if (std::get<0> (l->key) == PX_L_COUNTER && std::get<4> (l->key))
    carried_in (std::get<4> (l->key) - 1, to, seen);
}

void
px_value_carried (px_dj_ref r, std::set<tree> *to)
{
  std::map<tree, std::set<tree>> names;
  std::set<px_dj_ref> seen;
  carried_in (r, &names, &seen);
  for (auto &name : names)
    {
      to->insert (name.second.begin (), name.second.end ());
      to->insert (reading.handed[name.first].begin (), reading.handed[name.first].end ());
    }
}

static bool
open_p (px_dj_ref r, int depth)
{
  if (!r)
    return false;
  const px_leaf *l = px_find_leaf (r);
  if (l && std::get<0> (l->key) == PX_L_SELF)
    return std::get<4> (l->key) >= depth;
  if (l)
    return std::get<0> (l->key) == PX_L_COUNTER
	     ? true
	     : open_p (std::get<2> (l->key), depth) || open_p (std::get<3> (l->key), depth);
  for (int i = 0; i < 3; i++)
    if (open_p (px_dj_operand (px_values, r, i), depth))
      return true;
  return false;
}

bool
px_value_open (px_dj_ref r)
{
  return open_p (r, 0);
}

bool
px_never_negative (px_dj_ref r)
{
  px_dj_ref claim = make (DJ_LE, constant (0), r);
  return px_dj_prove (px_values, reading.facts.data (), reading.facts.size (), claim);
}

void
px_know_at (basic_block bb, int unique)
{
  basic_block d;
  for (; (d = get_immediate_dominator (CDI_DOMINATORS, bb)); bb = d)
    if (gcond *c = single_pred_p (bb) && single_pred (bb) == d
		     ? safe_dyn_cast<gcond *> (last_stmt (d))
		     : NULL)
      {
	tree_code code = gimple_cond_code (c);
	if (!(single_pred_edge (bb)->flags & EDGE_TRUE_VALUE))
	  code = invert_tree_comparison (code, HONOR_NANS (gimple_cond_lhs (c)));
	if (code != ERROR_MARK && INTEGRAL_TYPE_P (TREE_TYPE (gimple_cond_lhs (c))))
	  px_know (px_value_compare (code, gimple_cond_lhs (c), gimple_cond_rhs (c), d, unique));
      }
}

/* ---- text, for messages ----------------------------------------------- */

void
px_value_start (px_fn *f)
{
  if (px_values)
    px_dj_free (px_values);
  const px_dj_launch any = { 0, 1, 1, true, 0 };
  px_values = px_dj_new (&any);
  reading = {};
  reading.carried = px_all_carried ();
  px_forget_names ();
  px_turns_of.clear ();
  f->spell = px_value_spell;
}
