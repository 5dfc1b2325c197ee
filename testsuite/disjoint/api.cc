/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the patterns' syntax does not reach: ids, printing, chains, values that a loop computes
   anew, budgets, repetition, and the simplex with large numbers.  */

#include "problem.h"
#include "value/disjoint-int.h"

static int failures;

static void
check (bool ok, const char *name)
{
  printf ("%s: api: %s\n", ok ? "PASS" : "FAIL", name);
  failures += !ok;
}

static const struct px_dj_type i32 = { 32, true, false }, i64 = { 64, true, false };
static const struct px_dj_persp thread = { DJ_LEVEL_THREAD, 1 }, warp = { DJ_LEVEL_THREAD, 32 },
				block = { DJ_LEVEL_BLOCK, 1 }, grid = { DJ_LEVEL_GRID, 1 };

static px_dj *
arena (int T)
{
  struct px_dj_launch l = { T, T ? T : 32, 1, true, 0 };
  return px_dj_new (&l);
}

static bool
prints (px_dj *A, px_dj_ref r, const char *want)
{
  char buf[200];
  px_dj_print (A, r, buf, sizeof buf);
  return !strcmp (buf, want);
}

static px_dj_ref
bin (px_dj *A, enum px_dj_op op, px_dj_ref a, int64_t b)
{
  return px_dj_bin (A, op, a, px_dj_const (A, px_dj_type_of (A, a), b));
}

/* an int array's element */
static struct px_dj_access
element (px_dj *A, px_dj_ref index)
{
  struct px_dj_access a = px_dj_access ();
  a.offset = bin (A, DJ_MUL, px_dj_cast (A, i64, index), 4);
  a.width = 4;
  a.complete = true;
  return a;
}

/* A parameter becomes the argument, a loop is a new one, what else is computed is computed anew.  */
static void
test_copies ()
{
  px_dj *A = arena (0), *B = arena (64);
  px_dj_sym p = { "p", i32, false, 0, 0, thread, 0, false },
	    u = { "u", i32, true, 0, 3, grid, 0, false };
  px_dj_ref n = px_dj_sym_new (A, &p), x = px_dj_sym_new (A, &u), t = px_dj_id (A, DJ_THREAD, i32);
  px_dj_ctr k = { "i",	  px_dj_const (A, i32, 0), px_dj_const (A, i32, 1), n, DJ_CTR_LT, true,
		  thread, px_dj_loop (A, 0) };
  px_dj_ref i = px_dj_ctr_new (A, &k);
  px_dj_ref e
    = px_dj_sel (A, px_dj_bin (A, DJ_LT, i, n),
		 px_dj_bin (A, DJ_ADD, px_dj_bin (A, DJ_MUL, i, t), x), px_dj_un (A, DJ_NEG, n));
  int outer = px_dj_loop (B, 0);
  px_dj_copies *c = px_dj_copies_new (B, A, outer), *d = px_dj_copies_new (B, A, outer);
  px_dj_bind (c, n, px_dj_const (B, i32, 7));
  px_dj_ref y = px_dj_copy (c, e), z = px_dj_copy (d, e);
  check (prints (B, y, "((i < 7) ? (u + (t * i)) : -7)"), "a copy, its parameter bound");
  check (px_dj_copy (c, e) == y && z != y, "one copy for each call");
  check (dj_at (B, px_dj_copy (c, i))->hi == 6 && dj_at (B, px_dj_copy (c, x))->hi == 3
	   && dj_at (B, px_dj_copy (c, t))->hi == 63,
	 "ranges of copies");
  check (B->loop.e[dj_var_of (B, px_dj_copy (c, i))->loop] == outer
	   && dj_var_of (B, px_dj_copy (c, x))->loop == outer,
	 "loops of copies");
  px_dj_copies_free (c);
  px_dj_copies_free (d);
  px_dj_free (A);
  px_dj_free (B);
}

/* What facts say of the launch's size.  */
static void
test_launch ()
{
  struct px_dj_type i8 = { 8, true, false }, u64 = { 64, false, true };
  struct px_dj_relation q = px_dj_relation ();
  struct px_dj_result r;
  q.unit = block;
  q.parent = grid;
  const struct
  {
    int T;	      /* of threads (T) */
    bool threads, eq; /* the fact is about threads; == or < */
    struct px_dj_type type;
    int64_t c;
    bool apart; /* blocks of 2 threads that access element block % 2 */
    int64_t hi; /* the greatest number of a block; -1: not limited */
    int64_t threads_hi;
  } facts[] = {
    { 0, false, true, i32, 2, true, 1, 1024 },	 { 0, false, false, i32, 3, true, 1, 1024 },
    { 0, false, true, i32, 3, false, 2, 1024 },	 { 0, false, true, i32, 1, true, 0, 1024 },
    { 0, false, true, u64, 1, true, 0, 1024 },	 { 0, false, true, i8, 1, false, -1, 1024 },
    { 64, true, true, i32, 128, true, 1, 64 },	 { 64, true, false, i32, 129, true, 1, 64 },
    { 64, true, false, i32, 193, false, 2, 64 }, { 0, true, true, i32, 64, true, 1, 1024 },
    { 64, true, true, i8, 64, false, -1, 64 },	 { 0, false, true, i32, 0, false, -1, 1024 },
    { 64, true, true, i32, 32, false, -1, 64 },
  };
  for (const auto &f : facts)
    {
      px_dj *A = arena (f.T);
      px_dj_ref n = px_dj_id (A, DJ_NBLOCKS, i32);
      if (f.threads)
	n = px_dj_bin (A, DJ_MUL, n, px_dj_id (A, DJ_NTHREADS, i32));
      px_dj_ref fact = px_dj_bin (A, f.eq ? DJ_EQ : DJ_LT, px_dj_cast (A, f.type, n),
				  px_dj_const (A, f.type, f.c));
      px_dj_launch_facts (A, &fact, 1);
      px_dj_ref b = px_dj_id (A, DJ_BLOCK, i32);
      struct px_dj_access a = element (A, bin (A, DJ_MOD, b, 2));
      px_dj_r1 (A, &q, &a, &a, &r);
      int64_t hi = dj_at (A, b)->hi;
      check ((r.verdict == DJ_PROVED) == f.apart && (f.hi < 0 ? hi > 1000 : hi == f.hi)
	       && dj_at (A, px_dj_id (A, DJ_NTHREADS, i32))->hi == f.threads_hi,
	     "a fact about the launch's size");
      px_dj_free (A);
    }
  /* With the number of blocks, before or after it, that of threads gives a block's.  */
  for (int first = 0; first < 2; first++)
    {
      px_dj *A = arena (0);
      px_dj_ref n = px_dj_id (A, DJ_NBLOCKS, i32),
		all = px_dj_bin (A, DJ_MUL, n, px_dj_id (A, DJ_NTHREADS, i32));
      px_dj_ref fact[2];
      fact[first] = bin (A, DJ_EQ, n, 3);
      fact[!first] = bin (A, DJ_EQ, all, 192);
      px_dj_launch_facts (A, fact, 2);
      check (prints (A, px_dj_id (A, DJ_NTHREADS, i32), "64")
	       && prints (A, px_dj_id (A, DJ_NBLOCKS, i32), "3"),
	     "facts about blocks and threads");
      px_dj_free (A);
    }
}

static void
test_expressions ()
{
  px_dj *A = arena (256);
  px_dj_ref t = px_dj_id (A, DJ_THREAD, i32), b = px_dj_id (A, DJ_BLOCK, i32);
  check (bin (A, DJ_ADD, t, 1) == bin (A, DJ_ADD, t, 1), "equal expressions are one node");
  check (px_dj_bin (A, DJ_ADD, t, b) == px_dj_bin (A, DJ_ADD, b, t), "+ commutes");
  check (bin (A, DJ_MUL, t, 1) == t && bin (A, DJ_ADD, t, 0) == t, "neutral operands");
  check (prints (A, px_dj_id (A, DJ_NTHREADS, i32), "256"), "T is known");
  px_dj_ref c = px_dj_const (A, i32, INT32_MAX);
  check (prints (A, bin (A, DJ_ADD, c, 1), "(2147483647 + 1)"), "undefined is not folded");
  struct px_dj_type u8 = { 8, false, true };
  check (prints (A, bin (A, DJ_ADD, px_dj_const (A, u8, 255), 1), "0"), "unsigned wraps");
  check (prints (A, bin (A, DJ_DIV, px_dj_const (A, i32, -7), 2), "-3"), "/ truncates");
  check (prints (A, bin (A, DJ_SHR, px_dj_const (A, i32, -7), 1), "-4"), ">> is arithmetic");
  char small[6];
  px_dj_print (A, px_dj_bin (A, DJ_MIN, t, b), small, sizeof small);
  check (!strcmp (small, "min ("), "printing stops at the size");
  px_dj_free (A);
  px_dj_free (NULL);
}

static void
test_chain ()
{
  px_dj *A = arena (96);
  struct px_dj_scope c[DJ_MAX_CHAIN];
  int n = px_dj_chain (A, grid, 2, c);
  check (n == 11 && c[0].kind == DJ_SCOPE_NOTHING && c[1].persp.n == 1 && c[7].persp.n == 64
	   && c[8].persp.level == DJ_LEVEL_BLOCK && c[9].persp.n == 2
	   && c[10].persp.level == DJ_LEVEL_GRID,
	 "chain of the grid");
  n = px_dj_chain (A, warp, 1, c);
  check (n == 7 && c[6].persp.n == 32, "chain of a warp");
  px_dj_free (A);
}

/* w y·256 + t, then r of the same, an iteration on: y is or is not computed anew */
static int
carried (bool anew, bool distance, struct px_dj_result *r)
{
  px_dj *A = arena (256);
  int loop = px_dj_loop (A, 0);
  struct px_dj_sym y = { "y", i32, true, 0, 1000000, block, anew ? loop : 0, false };
  struct px_dj_edge e = { block, false, distance ? 0 : loop, distance ? loop : 0, 1, 0 };
  struct px_dj_scope c[DJ_MAX_CHAIN];
  px_dj_ref i = bin (A, DJ_MUL, px_dj_sym_new (A, &y), 8);
  struct px_dj_access a = element (A, px_dj_bin (A, DJ_ADD, i, px_dj_id (A, DJ_THREAD, i32)));
  int n = px_dj_chain (A, block, 1, c);
  int k = px_dj_narrow (A, &e, &a, &a, c, n, r);
  px_dj_free (A);
  return k;
}

static void
test_loops ()
{
  struct px_dj_result r;
  check (carried (false, true, &r) == 1, "a value from before the loop, next iteration");
  check (carried (true, true, &r) == 9, "a value computed anew, next iteration");
  check (carried (true, false, &r) == 1, "a value computed anew, same iteration");

  /* each thread's own loop: another thread may be in any iteration */
  px_dj *B = arena (256);
  int l = px_dj_loop (B, 0);
  struct px_dj_ctr own = px_dj_ctr ();
  own.name = "k";
  own.start = px_dj_const (B, i32, 0);
  own.step = px_dj_const (B, i32, 1);
  own.bound = px_dj_const (B, i32, 9);
  own.test = DJ_CTR_LT;
  own.every = true;
  own.persp = thread;
  own.loop = l;
  px_dj_ref k0 = px_dj_ctr_new (B, &own), t = px_dj_id (B, DJ_THREAD, i32);
  px_dj_ref first = bin (B, DJ_EQ, k0, 0);
  struct px_dj_access p = element (B, px_dj_bin (B, DJ_ADD, t, k0)), q = element (B, t);
  struct px_dj_edge e = { block, false, 0, l, 1, 0 };
  struct px_dj_scope chain[DJ_MAX_CHAIN];
  p.ctr = q.ctr = &k0;
  p.n_ctrs = q.n_ctrs = 1;
  q.guard = &first;
  q.n_guards = 1;
  int n = px_dj_chain (B, block, 1, chain);
  check (px_dj_narrow (B, &e, &p, &q, chain, n, &r) == n - 1, "own counter of the carrier");
  px_dj_free (B);

  /* a loop inside the partition's body: its counter differs, though it lives at the block */
  px_dj *A = arena (256);
  int outer = px_dj_loop (A, 0), inner = px_dj_loop (A, outer);
  for (int k = 0; k < 2; k++)
    {
      struct px_dj_ctr c = px_dj_ctr ();
      c.name = "k";
      c.start = px_dj_const (A, i32, 0);
      c.step = px_dj_const (A, i32, 1);
      c.bound = px_dj_const (A, i32, 3);
      c.test = DJ_CTR_LT;
      c.every = true;
      c.persp = block;
      c.loop = k ? inner : outer;
      px_dj_ref x = px_dj_ctr_new (A, &c);
      struct px_dj_access a = element (A, px_dj_bin (A, DJ_ADD, px_dj_id (A, DJ_THREAD, i32), x));
      struct px_dj_relation rel = { thread, block, false, outer };
      a.ctr = &x;
      a.n_ctrs = 1;
      px_dj_r1 (A, &rel, &a, &a, &r);
      check (r.verdict == (k ? DJ_SHOWN : DJ_PROVED),
	     k ? "counter inside the construct" : "counter around the construct");
      if (k)
	check (r.witness.valid && r.witness.n_values == 2
		 && r.witness.thread[0] + r.witness.value[0].value
		      == r.witness.thread[1] + r.witness.value[1].value,
	       "its values are in the witness");
      /* not every iteration: no error */
      c.every = false;
      x = px_dj_ctr_new (A, &c);
      a = element (A, px_dj_bin (A, DJ_ADD, px_dj_id (A, DJ_THREAD, i32), x));
      a.ctr = &x;
      a.n_ctrs = 1;
      px_dj_r1 (A, &rel, &a, &a, &r);
      check (r.verdict == (k ? DJ_UNDECIDED : DJ_PROVED), "a loop that may be left early");
    }
  px_dj_free (A);
}

/* A counter from S, which nothing bounds, by STEP until it is N.  */
static enum px_dj_test
until_equal (struct px_dj_type ty, int step, bool every)
{
  px_dj *A = arena (256);
  struct px_dj_sym s = { "s", ty, false, 0, 0, grid, 0, false }, n = s;
  n.name = "n";
  struct px_dj_ctr c = px_dj_ctr ();
  c.name = "i";
  c.start = px_dj_sym_new (A, &s);
  c.bound = px_dj_sym_new (A, &n);
  c.step = px_dj_const (A, ty, step);
  c.test = DJ_CTR_NE;
  c.every = every;
  c.persp = thread;
  c.loop = px_dj_loop (A, 0);
  enum px_dj_test t = dj_var_of (A, px_dj_ctr_new (A, &c))->test;
  px_dj_free (A);
  return t;
}

static void
test_not_equal ()
{
  struct px_dj_type u32 = { 32, false, true }, wraps = { 32, true, true };
  check (until_equal (i32, 1, true) == DJ_CTR_LT, "!= alone, upwards: less");
  check (until_equal (i32, -1, true) == DJ_CTR_GT, "!= alone, downwards: more");
  check (until_equal (i32, 1, false) == DJ_CTR_NE, "!= and another exit, upwards");
  check (until_equal (i32, -1, false) == DJ_CTR_NE, "!= and another exit, downwards");
  check (until_equal (i32, 2, true) == DJ_CTR_NE && until_equal (i32, -2, true) == DJ_CTR_NE
	   && until_equal (i32, 0, true) == DJ_CTR_NE,
	 "!= with another step");
  check (until_equal (u32, 1, true) == DJ_CTR_NE && until_equal (u32, -1, true) == DJ_CTR_NE,
	 "!=, unsigned");
  check (until_equal (wraps, 1, true) == DJ_CTR_NE && until_equal (wraps, -1, true) == DJ_CTR_NE,
	 "!= where signed numbers wrap");
}

/* An or of values without a common bit is a sum.  */
static void
test_bits ()
{
  px_dj *A = arena (256);
  px_dj_ref t = px_dj_id (A, DJ_THREAD, i32), t4 = bin (A, DJ_MUL, t, 4),
	    t2 = bin (A, DJ_MUL, t, 2);
  struct px_dj_sym s = { "s", i32, true, 0, 3, grid, 0, false };
  px_dj_ref low = px_dj_sym_new (A, &s), late = bin (A, DJ_MUL, px_dj_sym_new (A, &s), 4);
  s.hi = 4;
  px_dj_ref high = px_dj_sym_new (A, &s);
  s.lo = -1;
  s.hi = 3;
  px_dj_ref negative = px_dj_sym_new (A, &s);
  auto sum = [A] (enum px_dj_op op, px_dj_ref a, px_dj_ref b) {
    return px_dj_op_of (A, px_dj_bin (A, op, a, b)) == DJ_ADD;
  };
  check (sum (DJ_OR, t4, low) && sum (DJ_OR, low, t4) && sum (DJ_OR, low, late), "bits apart, |");
  check (sum (DJ_XOR, t4, low) && sum (DJ_XOR, low, late), "bits apart, ^");
  check (!sum (DJ_OR, t4, high) && !sum (DJ_XOR, t4, high), "a bit in common");
  check (!sum (DJ_OR, t4, negative), "the sign in common");
  check (!sum (DJ_OR, px_dj_bin (A, DJ_ADD, late, t2), low), "a sum has the fewer zeros");
  check (sum (DJ_OR, px_dj_bin (A, DJ_AND, late, t), low), "an and has the more zeros");
  px_dj_free (A);
}

/* Comparisons that say what others say.  */
static void
test_conditions ()
{
  px_dj *A = arena (256);
  struct px_dj_type word = { 32, false, true }, large = { 64, true, false };
  px_dj_ref t = px_dj_id (A, DJ_THREAD, i32), c = bin (A, DJ_LT, t, 5),
	    zero = px_dj_const (A, i32, 0), one = px_dj_const (A, i32, 1);
  px_dj_ref flag = px_dj_sel (A, c, one, zero),
	    other = px_dj_sel (A, c, one, px_dj_const (A, i32, 2));
  check (bin (A, DJ_NE, flag, 0) == c, "a condition stored");
  check (px_dj_op_of (A, bin (A, DJ_EQ, flag, 0)) == DJ_LNOT
	   && px_dj_op_of (A, bin (A, DJ_LT, flag, 1)) == DJ_LNOT,
	 "a condition stored, its negation");
  check (px_dj_op_of (A, bin (A, DJ_NE, other, 0)) == DJ_NE, "no condition stored");
  struct px_dj_sym s = { "u", word, false, 0, 0, grid, 0, false };
  px_dj_ref u = px_dj_sym_new (A, &s), as_int = px_dj_cast (A, i32, u);
  px_dj_ref r = px_dj_bin (A, DJ_LE, zero, as_int), q = px_dj_bin (A, DJ_LT, as_int, zero);
  int64_t v = 0, w = 0;
  check (px_dj_op_of (A, r) == DJ_LE && px_dj_operand (A, r, 0) == u
	   && px_dj_const_p (A, px_dj_operand (A, r, 1), &v) && v == 0x7fffffff,
	 "a sign, not negative");
  check (px_dj_op_of (A, q) == DJ_LT && px_dj_operand (A, q, 1) == u
	   && px_dj_const_p (A, px_dj_operand (A, q, 0), &w) && w == 0x7fffffff,
	 "a sign, negative");
  r = px_dj_bin (A, DJ_LE, px_dj_const (A, large, 0), px_dj_cast (A, large, u));
  check (px_dj_operand (A, r, 0) != u, "no sign: more bits");
  px_dj_free (A);
}

static void
test_results ()
{
  px_dj *A = arena (256);
  struct px_dj_sym n = { "n", i32, false, 0, 0, grid, 0, false };
  struct px_dj_relation rel = { thread, block, false, 0 };
  struct px_dj_result r, s;
  px_dj_ref t = px_dj_id (A, DJ_THREAD, i32), x = px_dj_sym_new (A, &n);
  struct px_dj_access a = element (A, px_dj_bin (A, DJ_MUL, x, t));
  int nodes = A->node.n, vars = A->var.n;
  px_dj_r1 (A, &rel, &a, &a, &r);
  px_dj_r1 (A, &rel, &a, &a, &s);
  check (!memcmp (&r, &s, sizeof r), "a question asked again gets the same result");
  check (A->node.n == nodes && A->var.n == vars, "a question leaves no nodes");
  check (r.verdict == DJ_UNDECIDED && r.why == DJ_WHY_UNKNOWN && r.node == x,
	 "the reason names the value");

  /* the cancelled part is in the witness */
  a = element (A, px_dj_bin (A, DJ_ADD, bin (A, DJ_MUL, x, 100), bin (A, DJ_DIV, t, 2)));
  px_dj_r1 (A, &rel, &a, &a, &r);
  check (r.verdict == DJ_SHOWN && r.witness.n_base == 1 && r.witness.base[0].node == x
	   && r.witness.base[0].coef == 400 && r.witness.thread[0] != r.witness.thread[1],
	 "the common part is in the witness");
  a.complete = false;
  px_dj_r1 (A, &rel, &a, &a, &r);
  check (r.verdict == DJ_UNDECIDED && r.why == DJ_WHY_MAYBE && r.witness.valid,
	 "an unknown condition: no error");

  /* T unknown: only threads that every launch has */
  px_dj *B = arena (0);
  t = px_dj_id (B, DJ_THREAD, i32);
  a = element (B, bin (B, DJ_DIV, t, 2));
  px_dj_r1 (B, &rel, &a, &a, &r);
  check (r.verdict == DJ_SHOWN && r.witness.thread[0] < 32 && r.witness.thread[1] < 32,
	 "T unknown, within the least T");
  a = element (B, bin (B, DJ_MOD, t, 32));
  px_dj_r1 (B, &rel, &a, &a, &r);
  check (r.verdict == DJ_UNDECIDED, "T unknown, beyond the least T");
  px_dj_free (B);

  /* blocks: more than one unit */
  struct px_dj_relation blocks = { block, grid, false, 0 };
  a = element (A, px_dj_id (A, DJ_THREAD, i32));
  px_dj_r1 (A, &blocks, &a, &a, &r);
  check (r.verdict == DJ_SHOWN && r.witness.more_units, "in any launch of more than one unit");
  px_dj_free (A);

  /* too much: 40 own values, each its own 64-bit product */
  A = arena (0);
  px_dj_ref sum = px_dj_cast (A, i64, px_dj_id (A, DJ_THREAD, i32));
  struct px_dj_type u64 = { 64, false, true };
  for (int i = 0; i < 40; i++)
    {
      struct px_dj_sym y = { "y", u64, false, 0, 0, i % 2 ? thread : grid, 0, false };
      struct px_dj_sym z = y;
      sum = px_dj_bin (
	A, DJ_ADD, sum,
	px_dj_cast (A, i64, px_dj_bin (A, DJ_MUL, px_dj_sym_new (A, &y), px_dj_sym_new (A, &z))));
    }
  a = element (A, sum);
  px_dj_r1 (A, &rel, &a, &a, &r);
  check (r.verdict == DJ_UNDECIDED, "an unreasonable expression ends");
  px_dj_free (A);

  /* 40 rounds of xorshift: 2^120 paths in a few nodes */
  A = arena (256);
  struct px_dj_type u32 = { 32, false, true };
  for (int k = 0; k < 3; k++)
    {
      struct px_dj_sym y = { "y", u32, k == 2, 0, 7, thread, 0, false };
      px_dj_ref h = k ? px_dj_sym_new (A, &y) : px_dj_id (A, DJ_THREAD, u32);
      for (int i = 0; i < 40; i++)
	{
	  h = px_dj_bin (A, DJ_XOR, h, bin (A, DJ_SHL, h, 13));
	  h = px_dj_bin (A, DJ_XOR, h, bin (A, DJ_SHR, h, 17));
	  h = px_dj_bin (A, DJ_XOR, h, bin (A, DJ_SHL, h, 5));
	}
      px_dj_ref c = bin (A, DJ_LT, h, 1000000);
      c = px_dj_bin (A, DJ_LOR, c, bin (A, DJ_NE, px_dj_sel (A, c, h, bin (A, DJ_ADD, h, 1)), 3));
      a = element (A, bin (A, DJ_AND, h, 255));
      a.guard = &c;
      a.n_guards = 1;
      px_dj_r1 (A, &rel, &a, &a, &r);
      check (k ? r.verdict == DJ_UNDECIDED : r.verdict == DJ_SHOWN, k == 0 ? "a hash of the thread"
								    : k == 1
								      ? "a hash of a value"
								      : "a hash of few values");
    }
  px_dj_free (A);
}

static bool
infeasible (int n, const dj_bounds *b, int rows, const dj_row *r)
{
  long ops = 100000;
  return dj_simplex (n, b, rows, r, 24, &ops);
}

static void
test_simplex ()
{
  static const int xy[] = { 0, 1 };
  for (int k = 0; k < 2; k++)
    {
      dj_wide big = k ? (dj_wide) 1 << 90 : 1;
      const char *size = k ? ", large" : "";
      char name[80];
      dj_bounds any[2] = { { true, true, 0, big * 10 }, { true, true, 0, big * 10 } };
      /* k·x - k·y >= 1 and y - x >= 0 */
      dj_wide c1[] = { big, -big }, c2[] = { -1, 1 }, c3[] = { 2 * big, 2 * big };
      dj_row r[2] = { { 2, xy, c1, { true, false, 1, 0 } }, { 2, xy, c2, { true, false, 0, 0 } } };
      snprintf (name, sizeof name, "simplex: infeasible%s", size);
      check (infeasible (2, any, 2, r), name);
      snprintf (name, sizeof name, "simplex: feasible%s", size);
      check (!infeasible (2, any, 1, r), name);
      /* 2k·x + 2k·y = k: no integers */
      dj_bounds few[2] = { { true, true, 0, 3 }, { true, true, 0, 3 } };
      dj_row half = { 2, xy, c3, { true, true, big, big } };
      snprintf (name, sizeof name, "simplex: no integers%s", size);
      check (infeasible (2, few, 1, &half), name);
    }
}

/* Element 1000 y + t of one access, and t + BY more than that of the other, in an order of blocks alone: y is any number, so
   what there is to search is too much.  */
static int
neighbours (px_dj *A, px_dj_ref y, int by, const struct px_dj_scope *chain, int n)
{
  struct px_dj_edge e = { block, true, 0, 0, 0, 0 };
  struct px_dj_result r;
  px_dj_ref own = px_dj_bin (A, DJ_ADD, bin (A, DJ_MUL, y, 1000), px_dj_id (A, DJ_THREAD, i32));
  struct px_dj_access a = element (A, own), b = element (A, bin (A, DJ_ADD, own, by));
  return px_dj_narrow (A, &e, &a, &b, chain, n, &r);
}

/* "Nothing" takes that no two threads meet, and no thread meets itself; and an edge is remembered with its child.  */
static void
test_short_chain ()
{
  px_dj *A = arena (256);
  struct px_dj_sym s = { "y", i32, true, 0, 1000000, thread, 0, false };
  px_dj_ref y = px_dj_sym_new (A, &s);
  struct px_dj_scope chain[2] = { px_dj_scope (), px_dj_scope () };
  chain[0].kind = DJ_SCOPE_NOTHING;
  chain[1].kind = DJ_SCOPE_UNITS;
  chain[1].persp = block;
  check (neighbours (A, y, 1, chain, 2) == 1, "another thread's, of two scopes");
  check (neighbours (A, y, 500, chain, 2) == 0, "nobody's, of two scopes");
  check (neighbours (A, y, 1, chain, 2) == 1, "another thread's, asked again");
  px_dj_free (A);
}

/* The threads of the second warp write one element.  A condition that is the same for all threads of a warp is not
   the same for all warps.  */
static void
test_common_guard ()
{
  px_dj *A = arena (64);
  struct px_dj_relation rel = { thread, warp, true, 0 };
  struct px_dj_result r;
  px_dj_ref second = bin (A, DJ_EQ, bin (A, DJ_DIV, px_dj_id (A, DJ_THREAD, i32), 32), 1);
  struct px_dj_access a = element (A, px_dj_const (A, i32, 0));
  a.guard = &second;
  a.n_guards = 1;
  px_dj_r1 (A, &rel, &a, &a, &r);
  check (r.verdict == DJ_SHOWN && r.witness.thread[0] >= 32, "one element of the second warp");
  px_dj_free (A);
}

/* Thread t's element t + STRIDE k in turn k, D turns later, in a loop of the block: what A remembers counts.  */
static int
some_turns_later (px_dj *A, int loop, px_dj_ref k, int stride, int d, struct px_dj_result *r)
{
  struct px_dj_edge e = { block, true, 0, loop, d, d };
  struct px_dj_scope c[DJ_MAX_CHAIN];
  struct px_dj_access a
    = element (A, px_dj_bin (A, DJ_ADD, px_dj_id (A, DJ_THREAD, i32), bin (A, DJ_MUL, k, stride)));
  a.ctr = &k;
  a.n_ctrs = 1;
  return px_dj_narrow (A, &e, &a, &a, c, px_dj_chain (A, block, 1, c), r);
}

static void
test_memory ()
{
  px_dj *A = arena (256);
  struct px_dj_sym u = { "u", i32, true, 0, 1000000, grid, 0, false };
  struct px_dj_ctr c = px_dj_ctr ();
  struct px_dj_result r;
  int loop = px_dj_loop (A, 0);
  c.name = "k";
  c.start = px_dj_const (A, i32, 0);
  c.step = px_dj_const (A, i32, 1);
  c.bound = px_dj_sym_new (A, &u);
  c.test = DJ_CTR_LT;
  c.every = true;
  c.persp = block;
  c.loop = loop;
  px_dj_ref k = px_dj_ctr_new (A, &c);
  int first = some_turns_later (A, loop, k, 0, 1, &r);
  long rows = r.rows;
  check (some_turns_later (A, loop, k, 0, 2, &r) == first && first == 1 && rows >= 256 && !r.rows,
	 "what one turn has answered needs no search two turns later");
  check (some_turns_later (A, loop, k, 256, 1, &r) == 0
	   && some_turns_later (A, loop, k, 64, 3, &r) == 9
	   && r.witness.thread[0] - r.witness.thread[1] == 192,
	 "64 elements, three turns later");
  rows = r.rows;
  check (some_turns_later (A, loop, k, 64, 2, &r) == 9 && r.rows
	   && r.witness.thread[0] - r.witness.thread[1] == 128,
	 "two turns later it is another question");
  check (some_turns_later (A, loop, k, 64, 3, &r) == 9 && r.rows < rows
	   && r.witness.thread[0] - r.witness.thread[1] == 192,
	 "the first again, with the same witness");
  px_dj_free (A);
}

int
test_api ()
{
  failures = 0;
  test_expressions ();
  test_copies ();
  test_launch ();
  test_chain ();
  test_short_chain ();
  test_common_guard ();
  test_loops ();
  test_memory ();
  test_not_equal ();
  test_bits ();
  test_conditions ();
  test_results ();
  test_simplex ();
  return failures;
}
