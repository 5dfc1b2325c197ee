/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files bridge/count*.cc and bridge/turns.cc share: the leaves of values, and what is known of the
   function whose values are read.  */

#ifndef PX_COUNT_INT_H
#define PX_COUNT_INT_H

#include "plugin/bridge/count.h"
#include <tuple>

/* ---- leaves ----------------------------------------------------------- */

/* What a symbol stands for.  */
enum px_leaf_kind
{
  PX_L_DECL,   /* parameter or constant variable WHAT: its value; its address */
  PX_L_MEMBER, /* BITS bits at bit BIT of parameter WHAT, as TYPE */
  PX_L_LOAD, /* BITS bits at bit BIT after address A, as TYPE: never written while the function runs */
  PX_L_COUNTER, /* A at first, then B, in which PX_L_SELF 0 is what it was; of a loop with TURNS, if they are
		   known, the DEPTHth around each other; read at PLACE */
  PX_L_SELF,	  /* the last value of the WHICHth counter around */
  PX_L_VALUE,	  /* SSA name WHAT, which may differ for different WHICH */
  PX_L_NUMBER,	  /* expression WHAT, which is not read further, likewise */
  PX_L_OPERATION, /* A CODE B in TYPE */
  PX_L_CONVERTED, /* A, of a type with CODE, as TYPE of 64 bits */
  PX_L_TURNS,	  /* of a loop that continues while A */
  PX_L_PASSED,	  /* the first turn of such a loop in which not A is so while B */
  PX_L_OWN	  /* the WHICHth value that equals no other one */
};
/* Where a counter is read, which after its loop is what it was when the loop was left.  */
enum px_counter_place
{
  PX_IN_LOOP,
  PX_AFTER_LOOP,
  PX_AFTER_HEADER /* likewise; the header, which only tests, has run once more than the loop */
};
struct px_leaf_type
{
  unsigned bits;
  bool is_unsigned;
};
/* Leaves with equal keys are equal.  What a kind has no use for is 0.  */
struct px_leaf_key
{
  px_leaf_kind kind;
  tree what = NULL_TREE;
  px_dj_ref a = 0, b = 0;
  int which = 0;
  px_dj_ref turns = 0;
  unsigned depth = 0;
  px_counter_place place = PX_IN_LOOP;
  HOST_WIDE_INT bit = 0, bits = 0;
  tree_code code = ERROR_MARK;
  px_leaf_type type = { 0, false };

  bool
  operator<(const px_leaf_key &o) const
  {
    return std::tie (kind, what, a, b, which, turns, depth, place, bit, bits, code, type.bits,
		     type.is_unsigned)
	   < std::tie (o.kind, o.what, o.a, o.b, o.which, o.turns, o.depth, o.place, o.bit, o.bits,
		       o.code, o.type.bits, o.type.is_unsigned);
  }
};
struct px_leaf
{
  px_leaf_key key;
  location_t loc;
};

/* ---- the function whose values are read ------------------------------- */

/* All that the value of a name depends on; and it, with its leaves' perspective.  */
typedef std::tuple<tree, int, basic_block, bool, std::vector<gphi *>, std::vector<px_dj_ref>>
  px_read_as;
struct px_read
{
  px_dj_ref value;
  px_leaf_bound leaves;
};

/* How often loops run, once it is known: what is added to a counter's value after its loop.  */
struct px_turns
{
  px_dj_ref count;
  px_leaf_bound leaves;
};

/* Where a loop is left: at condition BB, or those joined with it, by edges WAYS[0]; by WAYS[1] the turn is not over.  */
struct px_exit_place
{
  basic_block bb;
  std::vector<std::vector<edge>> ways;
  bool joined, seen; /* SEEN: an IF of the tree is that */
};

struct px_counting
{
  px_dj *dj; /* all values */

  std::map<px_leaf_key, px_dj_ref> leaves;
  std::map<px_dj_ref, px_leaf> leaf_of; /* by symbol */
  int n_own;				/* the number of PX_L_OWN leaves */
  px_leaf_bound bound;			/* of the values requested since px_no_leaves */
  std::map<std::string, std::vector<px_dj_ref>> names; /* what messages call them, by text */

  std::vector<px_dj_ref> facts; /* of __where and px_assume, which hold for all that is read */
  std::vector<px_dj_ref> known; /* conditions that hold: the facts, and then others */

  /* The value that is being read.  */
  bool in_address;	    /* it is an address, modulo 2^64 */
  basic_block at;	    /* where it is read */
  std::set<tree> believed;  /* rings that it is read through */
  std::vector<gphi *> open; /* counters whose next values are being read, outermost first */
  std::map<px_read_as, px_read> read; /* names that it is made of, as far as they are read */

  px_carried carried;
  std::map<tree, std::set<tree>> handed; /* by whom a name that is carried was handed on, too */

  /* bridge/turns.cc */
  std::map<loop_p, px_turns> turns_of;
  std::set<const px_stmt *>
    even; /* LOOPs that all threads of a block run equally often, IFs of which they
				     take the same arm */
  std::map<const px_stmt *, std::pair<gcond *, bool>>
    conditions;					/* of IFs with two arms, and what they are
								     for the first */
  std::map<px_dj_ref, const px_value *> values; /* the handles of infer/ */
  std::map<loop_p, std::vector<px_exit_place>>
    exits; /* of loops that count_exits counts, in order */
};
/* px_value_start begins another one.  */
extern px_counting px_counts;

/* ---- count-leaf.cc ---------------------------------------------------- */

/* The leaf with KEY, of TYPE, as a number, or as a condition if TYPE is one.  */
px_dj_ref px_leaf_new (const px_leaf_key &key, px_dj_type type, location_t loc);
/* Returns the leaf that R is, or NULL.  */
const px_leaf *px_find_leaf (px_dj_ref r);
px_leaf_type px_leaf_type_of (tree type);
/* Returns true if CLAIM follows from what is known.  */
bool px_proved (px_dj_ref claim);

/* ---- expressions ------------------------------------------------------ */

extern const px_dj_type px_truth;

static inline px_dj_ref
px_value_constant (HOST_WIDE_INT k)
{
  return px_dj_const (px_counts.dj, px_whole, k);
}
static inline px_dj_ref
px_value_make (px_dj_op op, px_dj_ref a, px_dj_ref b)
{
  return px_dj_bin (px_counts.dj, op, a, b);
}
static inline bool
px_value_condition_p (px_dj_ref r)
{
  return px_dj_type_of (px_counts.dj, r).bits == 1;
}
static inline px_dj_ref
px_value_number (px_dj_ref r)
{
  return px_dj_cast (px_counts.dj, px_whole, r);
}
px_dj_ref px_value_condition (px_dj_ref r); /* R, or R != 0 */

/* plugin/bridge/count-operation.cc.  The operator of CODE; DJ_NONE: there is none.  */
px_dj_op px_value_op_of (tree_code code);
/* Of integers of 64 bits, nothing is known.  */
px_dj_type px_value_type (tree t);
/* A CODE B, where A and B have TYPE.  */
px_dj_ref px_value_comparison (tree_code code, tree type, px_dj_ref a, px_dj_ref b);
/* A CODE B of TYPE; B0: B, as it stands there.  */
px_dj_ref px_value_operation (tree_code code, tree type, px_dj_ref a, px_dj_ref b, tree b0);
/* R, a number of type FROM, as TYPE: the same number, or another.  */
px_dj_ref px_value_conversion (tree type, tree from, px_dj_ref r);

/* plugin/bridge/count-linear.cc: R * K; not condition R, by what is not so in it.  */
px_dj_ref px_value_times (px_dj_ref r, HOST_WIDE_INT k);
px_dj_ref px_value_not (px_dj_ref r);

#endif
