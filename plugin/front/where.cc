/* SPDX-License-Identifier: GPL-3.0-or-later */
/* __where (E, …): what the callers of a device function, and the launches of a kernel, provide.

   GCC parses attributes before it knows the parameters, so px.h passes the text, macros
   expanded, and it is read here, once for each declaration that brings it: C's integer
   expressions over the parameters, without what reads memory or changes anything.  A fact is
   one operand of the outermost &&s and commas; it holds if C defines its value and that is
   not 0.  extent (X, E) is one, too: pointer X leads to at least E elements, and E is not
   negative.  In those of a kernel px_units (block) and px_units (thread) are the launch's.

   __where (n % 4 == 0) makes of a kernel's stub

     if (px__facts () && !(n % 4 == 0)) refuse the launch;

   where libpx finds how long the array of an extent is (px__extent) and how many blocks and threads
   the launch has (px__units),
   and, from pxlower to pxunmark (where-marks.cc), px fact (n % 4 == 0, 1); where the body begins, as
   px_assume (n > 0) puts px assume (n > 0, 0); where it stands.

   GCC merges a declaration with those before it, their attributes and, except for a definition's,
   the names of their parameters, before a plugin sees it.  So px_note_parameter and px_note_where
   keep what a declaration brings until it ends.

   px_check_where needs: a declaration that has just ended.  Leaves: the facts that it brings, if
   it does, as those of the function of that name, as trees over its own parameters.
   px_where_in_stub needs: the copied parameters of a kernel's stub.  Leaves: a statement that
   refuses the launch where a fact does not hold.  */

#include "plugin/front/front.h"

/* What the declaration that has not ended brings.  */
struct brought
{
  std::string text;	   /* its facts */
  std::vector<tree> parms; /* of the declarator; kept */
};

struct px_unit_facts
{
  std::map<std::string, std::vector<px_where>> facts; /* by the function's name */
  const std::vector<px_where> none = {};
  std::vector<tree> parms;		  /* those declared since the last declaration ended */
  std::map<std::string, brought> pending; /* by the function's name */
  tree units[2];			  /* px_units (block) and px_units (thread), once used */
};

static px_unit_facts &
where ()
{
  return px_unit_part (px_this_unit.facts);
}

const std::vector<px_where> &
px_facts_of (tree fn)
{
  auto i = where ().facts.find (IDENTIFIER_POINTER (DECL_NAME (fn)));
  return i == where ().facts.end () ? where ().none : i->second;
}

static const char *const unit_names[] = { "px_units (block)", "px_units (thread)" };

tree
px_where_units (bool threads)
{
  tree &u = where ().units[threads];
  if (!u)
    u = px_keep (build_decl (UNKNOWN_LOCATION, VAR_DECL, get_identifier (unit_names[threads]),
			     integer_type_node));
  return u;
}

/* ---- what declarations bring ------------------------------------------ */

void
px_note_parameter (tree p)
{
  if (p)
    where ().parms.push_back (p);
  else
    where ().parms.clear ();
}

/* Returns the parameters that the declarator of function FN has just declared: those of pointers to
   functions among them were declared earlier and are on chains of their own.  */
static std::vector<tree>
declared_parameters (tree fn)
{
  size_t n = 0;
  for (tree t = TYPE_ARG_TYPES (TREE_TYPE (fn)); t && t != void_list_node; t = TREE_CHAIN (t))
    n++;
  for (size_t i = where ().parms.size (); n && i-- > 0;)
    {
      std::vector<tree> all;
      for (tree p = where ().parms[i]; p && all.size () <= n; p = DECL_CHAIN (p))
	all.push_back (p);
      if (all.size () == n)
	return all;
    }
  return {};
}

/* TEXT as it was written: px.h has made __px_id ("block", 1) of px_units (block), a macro, and 0 of
   px_id.  */
static std::string
as_written (std::string text)
{
  static const char made[] = "__px_id (\"";
  for (size_t at = 0; (at = text.find (made, at)) != std::string::npos;)
    {
      size_t level = at + strlen (made), quote = text.find ('"', level);
      size_t comma = quote == std::string::npos ? quote : text.find_first_not_of (", ", quote + 1);
      if (comma == std::string::npos)
	break;
      std::string word = text[comma] == '1' ? "px_units (" : "px_id (";
      word += text.substr (level, quote - level);
      size_t end = text.find_first_not_of (' ', comma + 1);
      text.replace (at, (end == std::string::npos ? comma + 1 : end) - at, word);
      at += word.length ();
    }
  return text;
}

void
px_note_where (tree fn, const char *expanded)
{
  brought &b = where ().pending[IDENTIFIER_POINTER (DECL_NAME (fn))];
  std::string text = as_written (expanded);
  if (b.text.empty ())
    {
      b.text = text;
      for (tree p : declared_parameters (fn))
	b.parms.push_back (px_keep (p));
    }
  else
    b.text += ", " + text;
}

/* ---- reading ---------------------------------------------------------- */

namespace
{
struct reader
{
  tree fn;
  const std::vector<tree> &parms; /* with the declaration's names */
  location_t loc;
  const char *p;
  bool failed;
  std::string plain; /* what was read, with numbers for parameters */
};
}

static tree expression (reader *r, int level);

static tree
fault (reader *r)
{
  r->failed = true;
  return error_mark_node;
}

static void
blanks (reader *r)
{
  while (ISSPACE (*r->p))
    r->p++;
}

/* Reads S and returns true if S is next.  */
static bool
next (reader *r, const char *s)
{
  blanks (r);
  if (strncmp (r->p, s, strlen (s)))
    return false;
  r->p += strlen (s);
  r->plain += s;
  return true;
}

static std::string
read_word (reader *r)
{
  blanks (r);
  const char *start = r->p;
  while (ISIDNUM (*r->p))
    r->p++;
  return std::string (start, r->p - start);
}

/* What cannot stand in a fact, from P on.  */
static tree
refuse (reader *r)
{
  blanks (r);
  std::string rest (r->p);
  if (r->failed)
    return error_mark_node;
  static const char *const effects[]
    = { "++", "--", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "(" };
  static const char *const memory[] = { "[", "->", ".", "*", "&", "\"" };
  for (const char *s : effects)
    if (startswith (r->p, s) && !startswith (r->p, "=="))
      {
	px_error (r->loc, PX_D_WHERE_EFFECT, s);
	return fault (r);
      }
  for (const char *s : memory)
    if (startswith (r->p, s))
      {
	px_error (r->loc, PX_D_WHERE_MEMORY, s);
	return fault (r);
      }
  if (rest.empty ())
    px_error (r->loc, PX_D_WHERE_END);
  else
    px_error (r->loc, PX_D_WHERE_SYNTAX, rest.c_str ());
  return fault (r);
}

/* An integer constant of C.  */
static tree
read_number (reader *r)
{
  std::string s = read_word (r);
  r->plain += s;
  char *end;
  errno = 0;
  unsigned HOST_WIDE_INT v = strtoull (s.c_str (), &end, 0);
  int longs = 0;
  bool u = false, bad = errno || *r->p == '.' || *r->p == '\'';
  for (; *end; end++)
    {
      u |= *end == 'u' || *end == 'U';
      longs += *end == 'l' || *end == 'L';
      bad |= !strchr ("uUlL", *end);
    }
  if (bad || longs > 2)
    {
      px_error (r->loc, PX_D_WHERE_SYNTAX, (s + r->p).c_str ());
      return fault (r);
    }
  /* C11 6.4.4.1.  */
  bool decimal = s[0] != '0';
  tree types[]
    = { integer_type_node,	 unsigned_type_node,	      long_integer_type_node,
	long_unsigned_type_node, long_long_integer_type_node, long_long_unsigned_type_node };
  for (int i = longs * 2; i < 6; i++)
    {
      bool is_unsigned = i & 1;
      if ((u && !is_unsigned) || (!u && decimal && is_unsigned && i < 5))
	continue;
      if (wi::fits_to_tree_p (wi::uhwi (v, 64), types[i]))
	return build_int_cstu (types[i], v);
    }
  return build_int_cstu (long_long_unsigned_type_node, v);
}

/* The parameter whose name is S; NULL: there is none.  *NUMBER is its number, from 1.  */
static tree
parameter (const reader *r, const std::string &s, int *number)
{
  *number = 0;
  for (tree p : r->parms)
    if (++*number; DECL_NAME (p) && s == IDENTIFIER_POINTER (DECL_NAME (p)))
      return p;
  return NULL_TREE;
}

/* How often each of C's words for integer types is in a type's name.  */
struct type_words
{
  int is_signed, is_unsigned, is_char, is_short, is_int, is_long;
};

/* The integer type that these words name (C11 6.7.2); NULL: they name none.  */
static tree
type_of_words (const type_words &w)
{
  if (w.is_signed + w.is_unsigned > 1 || w.is_char + w.is_short > 1 || w.is_int > 1 || w.is_long > 2
      || (w.is_char && w.is_int) || (w.is_long && w.is_char + w.is_short))
    return NULL_TREE;
  return w.is_char    ? w.is_unsigned ? unsigned_char_type_node
			: w.is_signed ? signed_char_type_node
				      : char_type_node
	 : w.is_short ? w.is_unsigned ? short_unsigned_type_node : short_integer_type_node
	 : w.is_long > 1
	   ? w.is_unsigned ? long_long_unsigned_type_node : long_long_integer_type_node
	 : w.is_long	 ? w.is_unsigned ? long_unsigned_type_node : long_integer_type_node
	 : w.is_unsigned ? unsigned_type_node
			 : integer_type_node;
}

/* The integer type named by the words from P on, up to a closing parenthesis; NULL: there is
   none, and nothing is read.  */
static tree
type_name (reader *r)
{
  const char *start = r->p;
  type_words w = {};
  const struct
  {
    const char *word;
    int *count;
  } words[]
    = { { "signed", &w.is_signed }, { "unsigned", &w.is_unsigned }, { "char", &w.is_char },
	{ "short", &w.is_short },   { "int", &w.is_int },	    { "long", &w.is_long } };
  tree type = NULL_TREE;
  bool good = true;
  int n = 0, number;
  for (blanks (r); good && ISIDST (*r->p); blanks (r), n++)
    {
      std::string s = read_word (r);
      int *count = NULL;
      for (const auto &x : words)
	if (s == x.word)
	  count = x.count;
      if (count)
	++*count;
      /* A parameter hides a type of its name.  */
      tree d = count || parameter (r, s, &number)
		 ? NULL_TREE
		 : identifier_global_value (get_identifier (s.c_str ()));
      if (d && TREE_CODE (d) == TYPE_DECL && INTEGRAL_TYPE_P (TREE_TYPE (d)))
	type = TREE_TYPE (d);
      good = type ? !n : count != NULL;
    }
  if (good && !type)
    type = type_of_words (w);
  if (!good || !type || !n || *r->p != ')')
    {
      r->p = start;
      return NULL_TREE;
    }
  r->plain += std::string (start, r->p - start);
  r->p++;
  r->plain += ")";
  return type;
}

/* What px_units (block) or px_units (thread) is, of which WORD, "px_units" or "px_id", is read.  */
static tree
units (reader *r, const std::string &word)
{
  next (r, "(");
  std::string level = read_word (r);
  bool threads = level == "thread";
  if (word != "px_units" || (!threads && level != "block") || !next (r, ")"))
    px_error (r->loc, PX_D_WHERE_UNITS, word.c_str ());
  else if (!px_kernel_p (r->fn))
    px_error (r->loc, PX_D_WHERE_LAUNCH, unit_names[threads], r->fn);
  else
    {
      r->plain += unit_names[threads];
      return px_where_units (threads);
    }
  return fault (r);
}

/* A parameter, an enumerator, or the launch's units.  */
static tree
name (reader *r)
{
  std::string s = read_word (r);
  int i;
  blanks (r);
  if (*r->p == '(' && (s == "px_units" || s == "px_id"))
    return units (r, s);
  if (tree p = parameter (r, s, &i))
    {
      if (!INTEGRAL_TYPE_P (TREE_TYPE (p)) || TYPE_PRECISION (TREE_TYPE (p)) > 64)
	{
	  px_error (r->loc, PX_D_WHERE_TYPE, p, TREE_TYPE (p));
	  return fault (r);
	}
      r->plain += "#" + std::to_string (i);
      TREE_USED (p) = 1;
      return p;
    }
  tree d = identifier_global_value (get_identifier (s.c_str ()));
  if (d && TREE_CODE (d) == CONST_DECL)
    {
      r->plain += s;
      return DECL_INITIAL (d);
    }
  blanks (r);
  if (*r->p == '(' && s == "extent")
    px_error (r->loc, PX_D_EXTENT_ALONE);
  else if (*r->p == '(')
    px_error (r->loc, PX_D_WHERE_EFFECT, s.c_str ());
  else
    px_error (r->loc, PX_D_WHERE_NAME, s.c_str (), r->fn);
  return fault (r);
}

static tree
truth (reader *r, tree t)
{
  return r->failed ? t : c_objc_common_truthvalue_conversion (r->loc, t);
}

static tree
unary (reader *r)
{
  static const struct
  {
    const char *sign;
    tree_code code;
  } signs[] = {
    { "!", TRUTH_NOT_EXPR }, { "~", BIT_NOT_EXPR }, { "-", NEGATE_EXPR }, { "+", CONVERT_EXPR }
  };
  blanks (r);
  for (const auto &s : signs)
    if (*r->p == *s.sign && r->p[1] != '=' && !(r->p[1] == *r->p && strchr ("+-", *r->p)))
      {
	next (r, s.sign);
	tree t = unary (r);
	return r->failed ? t : build_unary_op (r->loc, s.code, t, false);
      }
  if (ISDIGIT (*r->p))
    return read_number (r);
  if (ISIDST (*r->p))
    return name (r);
  if (!*r->p || *r->p != '(')
    return refuse (r);
  next (r, "(");
  if (tree type = type_name (r))
    {
      tree t = unary (r);
      if (TREE_CODE (type) == BOOLEAN_TYPE)
	t = truth (r, t);
      return r->failed ? t : fold_convert_loc (r->loc, type, t);
    }
  tree t = expression (r, 0);
  return r->failed || next (r, ")") ? t : refuse (r);
}

/* Operators, those that bind least first; longer ones before their beginnings.  */
static const struct
{
  int level;
  const char *sign;
  tree_code code;
} operators[]
  = { { 0, "||", TRUTH_ORIF_EXPR }, { 1, "&&", TRUTH_ANDIF_EXPR }, { 2, "|", BIT_IOR_EXPR },
      { 3, "^", BIT_XOR_EXPR },	    { 4, "&", BIT_AND_EXPR },	   { 5, "==", EQ_EXPR },
      { 5, "!=", NE_EXPR },	    { 7, "<<", LSHIFT_EXPR },	   { 7, ">>", RSHIFT_EXPR },
      { 6, "<=", LE_EXPR },	    { 6, ">=", GE_EXPR },	   { 6, "<", LT_EXPR },
      { 6, ">", GT_EXPR },	    { 8, "+", PLUS_EXPR },	   { 8, "-", MINUS_EXPR },
      { 9, "*", MULT_EXPR },	    { 9, "/", TRUNC_DIV_EXPR },	   { 9, "%", TRUNC_MOD_EXPR } };
enum
{
  MOST_LEVELS = 10
};

/* The operator that is next, of any level; -1: none.  */
static int
operator_next (reader *r)
{
  blanks (r);
  for (unsigned i = 0; i < ARRAY_SIZE (operators); i++)
    {
      size_t n = strlen (operators[i].sign);
      if (strncmp (r->p, operators[i].sign, n))
	continue;
      /* += and ++ are not operators here, && is not &.  */
      bool compares = strchr ("=!<>", *operators[i].sign) && n > 1 && operators[i].sign[1] == '=';
      if ((r->p[n] == '=' && !compares) || (n == 1 && r->p[1] == r->p[0] && strchr ("+-", r->p[0])))
	return -1;
      return i;
    }
  return -1;
}

static tree
expression (reader *r, int level)
{
  if (level == MOST_LEVELS)
    return unary (r);
  tree a = expression (r, level + 1);
  for (int i; !r->failed && (i = operator_next (r)) >= 0 && operators[i].level == level;)
    {
      tree_code code = operators[i].code;
      next (r, operators[i].sign);
      tree b = expression (r, level + 1);
      if (r->failed)
	break;
      if (code == TRUTH_ORIF_EXPR || code == TRUTH_ANDIF_EXPR)
	{
	  a = truth (r, a);
	  b = truth (r, b);
	}
      a = build_binary_op (r->loc, code, a, b, true);
      if (a == error_mark_node)
	return fault (r);
    }
  return a;
}

/* T without what the front end wraps operands in.  */
static tree
plain (tree t)
{
  while (TREE_CODE (t) == C_MAYBE_CONST_EXPR || TREE_CODE (t) == SAVE_EXPR
	 || TREE_CODE (t) == NON_LVALUE_EXPR)
    t = TREE_OPERAND (t, TREE_CODE (t) == C_MAYBE_CONST_EXPR);
  if (!EXPR_P (t))
    return t;
  t = copy_node (t);
  for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
    if (TREE_OPERAND (t, i))
      TREE_OPERAND (t, i) = plain (TREE_OPERAND (t, i));
  return t;
}

/* Returns true if P has an || outside of parentheses before the next comma.  */
static bool
either (const char *p)
{
  int depth = 0;
  for (; *p && (depth || *p != ','); p++)
    {
      depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
      if (!depth && startswith (p, "||"))
	return true;
    }
  return false;
}

/* Returns true if an extent is next.  */
static bool
extent_next (reader *r)
{
  blanks (r);
  const char *p = r->p + strlen ("extent");
  if (!startswith (r->p, "extent") || ISIDNUM (*p))
    return false;
  while (ISSPACE (*p))
    p++;
  return *p == '(';
}

/* extent (ARRAY, COUNT), one fact of those in V.  Sets array and count of W; returns what they need to
   be.  */
static tree
read_extent (reader *r, const std::vector<px_where> &v, px_where *w)
{
  next (r, "extent");
  next (r, "(");
  std::string s = read_word (r);
  int i;
  tree p = parameter (r, s, &i);
  if (!p)
    {
      px_error (r->loc, PX_D_EXTENT_NAME, s.empty () ? r->p : s.c_str (), r->fn);
      return fault (r);
    }
  tree to = POINTER_TYPE_P (TREE_TYPE (p)) ? TREE_TYPE (TREE_TYPE (p)) : NULL_TREE;
  if (!to || VOID_TYPE_P (to) || TREE_CODE (to) == FUNCTION_TYPE || int_size_in_bytes (to) <= 0)
    {
      px_error (r->loc, PX_D_EXTENT_TYPE, p, TREE_TYPE (p));
      return fault (r);
    }
  for (const px_where &x : v)
    if (x.array == p)
      {
	px_error (r->loc, PX_D_EXTENT_TWICE, p);
	return fault (r);
      }
  if (!px_kernel_p (r->fn))
    {
      px_error (r->loc, PX_D_WHERE_LAUNCH, "extent", r->fn);
      return fault (r);
    }
  r->plain += "#" + std::to_string (i);
  TREE_USED (p) = 1;
  if (!next (r, ","))
    return refuse (r);
  tree count = expression (r, 0);
  if (r->failed || !next (r, ")"))
    return refuse (r);
  w->array = px_keep (p);
  w->count = px_keep (plain (count));
  return build2_loc (r->loc, GE_EXPR, integer_type_node, w->count,
		     build_zero_cst (TREE_TYPE (w->count)));
}

/* The facts of the text: operands of its commas and of their outermost &&s.  */
static void
read (std::vector<px_where> *v, reader *r)
{
  for (;;)
    {
      blanks (r);
      const char *start = r->p;
      r->plain.clear ();
      px_where w = {};
      bool extent = extent_next (r);
      tree t = extent ? read_extent (r, *v, &w) : expression (r, either (start) ? 0 : 2);
      const char *end = r->p;
      blanks (r);
      if (!r->failed && *r->p && *r->p != ',' && !startswith (r->p, "&&"))
	refuse (r);
      if (r->failed)
	return;
      /* Not folded: GCC would take for granted that what overflows does not.  */
      if (!extent)
	t = plain (truth (r, t));
      while (end > start && ISSPACE (end[-1]))
	end--;
      w.expr = px_keep (t);
      w.text = std::string (start, end - start);
      w.plain = r->plain;
      w.parms = r->parms;
      if (integer_zerop (c_fully_fold (unshare_expr (t), false, NULL)))
	{
	  px_error (r->loc, PX_D_WHERE_NEVER, w.text.c_str ());
	  r->failed = true;
	  return;
	}
      v->push_back (w);
      if (!next (r, "&&") && !next (r, ","))
	return;
    }
}

void
px_check_where (tree fn)
{
  auto i = where ().pending.find (IDENTIFIER_POINTER (DECL_NAME (fn)));
  if (i == where ().pending.end ())
    return;
  brought b = i->second;
  where ().pending.erase (i);
  std::vector<px_where> v;
  reader r = { fn, b.parms, px_user_loc (DECL_SOURCE_LOCATION (fn)), b.text.c_str (), false, "" };
  read (&v, &r);
  if (r.failed)
    px_refuse (fn);
  else
    where ().facts[IDENTIFIER_POINTER (DECL_NAME (fn))] = v;
}

std::string
px_where_text (tree fn)
{
  std::string text;
  for (const px_where &w : px_facts_of (fn))
    text += (text.empty () ? "" : ", ") + w.plain;
  return text;
}

/* ---- the stub --------------------------------------------------------- */

/* How many blocks, or threads, the launch has.  */
static tree
launched (bool threads)
{
  tree fn = build_fn_decl ("px__units", build_function_type_list (integer_type_node,
								  integer_type_node, NULL_TREE));
  return build_call_expr (fn, 1, build_int_cst (integer_type_node, threads));
}

/* W's expression T, with the i-th of WITH for its i-th parameter.  */
static tree
with_arguments (const px_where &w, tree t, const std::vector<tree> &with)
{
  for (bool threads : { false, true })
    if (t == where ().units[threads])
      return launched (threads);
  for (size_t i = 0; i < w.parms.size () && i < with.size (); i++)
    if (t == w.parms[i])
      return with[i];
  if (!EXPR_P (t))
    return t;
  t = copy_node (t);
  for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
    if (TREE_OPERAND (t, i))
      TREE_OPERAND (t, i) = with_arguments (w, TREE_OPERAND (t, i), with);
  return t;
}

static tree
both (tree a, tree b)
{
  return integer_onep (a)   ? b
	 : integer_onep (b) ? a
			    : build2 (TRUTH_ANDIF_EXPR, boolean_type_node, a, b);
}

static tree
compared (tree_code code, tree a, tree b)
{
  return fold_build2 (code, boolean_type_node, a, b);
}

static tree
is_true (tree t)
{
  return compared (NE_EXPR, t, build_zero_cst (TREE_TYPE (t)));
}

/* Makes the condition that T is from -LIMIT to LIMIT.  */
static tree
small (tree t, HOST_WIDE_INT limit)
{
  return both (compared (GE_EXPR, t, build_int_cst (TREE_TYPE (t), -limit)),
	       compared (LE_EXPR, t, build_int_cst (TREE_TYPE (t), limit)));
}

/* Makes the condition that A CODE B, both of TYPE, does not overflow.  EVALUATED: for code that
   computes it; else to be proved: with numbers of 64 bits, in which sums and products of small numbers
   do not overflow.  */
static tree
fits_condition (tree_code code, tree type, tree a, tree b, bool evaluated)
{
  if (TYPE_OVERFLOW_WRAPS (type))
    return boolean_true_node;
  if (evaluated)
    {
      internal_fn f = code == PLUS_EXPR	   ? IFN_ADD_OVERFLOW
		      : code == MINUS_EXPR ? IFN_SUB_OVERFLOW
					   : IFN_MUL_OVERFLOW;
      tree pair
	= build_call_expr_internal_loc (UNKNOWN_LOCATION, f, build_complex_type (type), 2, a, b);
      return build2 (EQ_EXPR, boolean_type_node, build1 (IMAGPART_EXPR, type, pair),
		     build_zero_cst (type));
    }
  if (TYPE_PRECISION (type) > 32)
    {
      HOST_WIDE_INT limit = HOST_WIDE_INT_1 << (code == MULT_EXPR ? 31 : 62);
      return both (small (a, limit), small (b, limit));
    }
  tree l = long_long_integer_type_node,
       r = fold_build2 (code, l, fold_convert (l, a), fold_convert (l, b));
  return both (compared (GE_EXPR, r, fold_convert (l, TYPE_MIN_VALUE (type))),
	       compared (LE_EXPR, r, fold_convert (l, TYPE_MAX_VALUE (type))));
}

/* Makes the condition that C defines the value of T; its own value is always defined.  */
tree
px_where_defined (tree t, bool evaluated)
{
  tree yes = boolean_true_node;
  if (!EXPR_P (t))
    return yes;
  tree a = TREE_OPERAND (t, 0), b = TREE_OPERAND_LENGTH (t) > 1 ? TREE_OPERAND (t, 1) : NULL_TREE,
       type = TREE_TYPE (t);
  tree r = px_where_defined (a, evaluated), s = b ? px_where_defined (b, evaluated) : yes;
  switch (TREE_CODE (t))
    {
    case COND_EXPR: /* a condition that is a number */
      return TREE_CODE (b) == INTEGER_CST && TREE_CODE (TREE_OPERAND (t, 2)) == INTEGER_CST
	       ? r
	       : boolean_false_node;
    case TRUTH_ANDIF_EXPR:
    case TRUTH_ORIF_EXPR:
      {
	tree other = TREE_CODE (t) == TRUTH_ORIF_EXPR
		       ? is_true (a)
		       : compared (EQ_EXPR, a, build_zero_cst (TREE_TYPE (a)));
	return both (r,
		     integer_onep (s) ? s : build2 (TRUTH_ORIF_EXPR, boolean_type_node, other, s));
      }
    case PLUS_EXPR:
    case MINUS_EXPR:
    case MULT_EXPR:
      return both (both (r, s), fits_condition (TREE_CODE (t), type, a, b, evaluated));
    case NEGATE_EXPR:
    case ABS_EXPR:
      return TYPE_OVERFLOW_WRAPS (type) ? r
					: both (r, compared (NE_EXPR, a, TYPE_MIN_VALUE (type)));
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
    case EXACT_DIV_EXPR:
      {
	tree c = both (both (r, s), is_true (b));
	if (TYPE_UNSIGNED (type) || (TREE_CODE (b) == INTEGER_CST && !integer_minus_onep (b)))
	  return c;
	return both (c, build2 (TRUTH_ORIF_EXPR, boolean_type_node,
				compared (NE_EXPR, b, build_minus_one_cst (TREE_TYPE (b))),
				compared (NE_EXPR, a, TYPE_MIN_VALUE (type))));
      }
    case LSHIFT_EXPR:
    case RSHIFT_EXPR:
      {
	tree n = fold_convert (unsigned_type_for (TREE_TYPE (b)), b);
	return both (both (r, s),
		     compared (LT_EXPR, n, build_int_cst (TREE_TYPE (n), TYPE_PRECISION (type))));
      }
    default: return both (r, s);
    }
}

/* Returns true if T contains parameter P.  */
static bool
mentioned (tree t, tree p)
{
  if (t == p)
    return true;
  if (EXPR_P (t))
    for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
      if (TREE_OPERAND (t, i) && mentioned (TREE_OPERAND (t, i), p))
	return true;
  return false;
}

/*  if (px__facts ())
      {
	if (!(E is defined && E)) { px__refuse (record, text, n, name, signed?, value …); return; }
	if (!px__extent (record, text, pointer's name, pointer, bytes of an element, E, n, …)) return;
	…
      }  */
tree
px_where_in_stub (tree fn, tree record)
{
  const std::vector<px_where> &v = px_facts_of (fn);
  if (v.empty ())
    return NULL_TREE;
  location_t loc = DECL_SOURCE_LOCATION (fn);
  tree list = NULL_TREE, empty = build_empty_stmt (loc);
  tree refuse_fn
    = build_fn_decl ("px__refuse", build_varargs_function_type_list (void_type_node, ptr_type_node,
								     const_ptr_type_node,
								     integer_type_node, NULL_TREE));
  tree asked = build_fn_decl ("px__facts", build_function_type_list (integer_type_node, NULL_TREE));
  tree extent_fn = build_fn_decl (
    "px__extent",
    build_varargs_function_type_list (integer_type_node, ptr_type_node, const_ptr_type_node,
				      const_ptr_type_node, const_ptr_type_node, size_type_node,
				      long_long_unsigned_type_node, integer_type_node, NULL_TREE));
  auto text = [] (const char *s) {
    return build_string_literal (strlen (s) + 1, s);
  };
  std::vector<tree> own;
  for (tree p = DECL_ARGUMENTS (fn); p; p = DECL_CHAIN (p))
    own.push_back (p);
  for (const px_where &w : v)
    {
      auto_vec<tree> args, values;
      int n = 0;
      for (size_t i = 0; i < w.parms.size () && i < own.size (); i++)
	if (mentioned (w.expr, w.parms[i]))
	  {
	    n++;
	    values.safe_push (text (IDENTIFIER_POINTER (DECL_NAME (w.parms[i]))));
	    values.safe_push (
	      build_int_cst (integer_type_node, !TYPE_UNSIGNED (TREE_TYPE (own[i]))));
	    values.safe_push (fold_convert (long_long_integer_type_node, own[i]));
	  }
      for (bool threads : { false, true })
	if (mentioned (w.expr, px_where_units (threads)))
	  {
	    n++;
	    values.safe_push (text (unit_names[threads]));
	    values.safe_push (integer_one_node);
	    values.safe_push (fold_convert (long_long_integer_type_node, launched (threads)));
	  }
      args.safe_push (fold_convert (ptr_type_node, build_fold_addr_expr (record)));
      args.safe_push (text (w.text.c_str ()));
      args.safe_push (build_int_cst (integer_type_node, n));
      args.safe_splice (values);
      tree e = with_arguments (w, w.expr, own), stop = NULL_TREE;
      append_to_statement_list (build_call_expr_loc_array (loc, refuse_fn, args.length (),
							   args.address ()),
				&stop);
      append_to_statement_list (build1 (RETURN_EXPR, void_type_node, NULL_TREE), &stop);
      append_to_statement_list (build3 (COND_EXPR, void_type_node,
					both (px_where_defined (e, true), is_true (e)), empty,
					stop),
				&list);
      if (!w.array)
	continue;
      tree array = with_arguments (w, w.array, own);
      args.truncate (2);
      args.safe_push (text (IDENTIFIER_POINTER (DECL_NAME (w.array))));
      args.safe_push (fold_convert (const_ptr_type_node, array));
      args.safe_push (size_int (int_size_in_bytes (TREE_TYPE (TREE_TYPE (w.array)))));
      args.safe_push (
	fold_convert (long_long_unsigned_type_node, with_arguments (w, w.count, own)));
      args.safe_push (build_int_cst (integer_type_node, n));
      args.safe_splice (values);
      tree enough
	= is_true (build_call_expr_loc_array (loc, extent_fn, args.length (), args.address ()));
      append_to_statement_list (build3 (COND_EXPR, void_type_node, enough, empty,
					build1 (RETURN_EXPR, void_type_node, NULL_TREE)),
				&list);
    }
  return unshare_expr (
    build3 (COND_EXPR, void_type_node, is_true (build_call_expr_loc (loc, asked, 0)), list, empty));
}
