/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Procedure 2, step 5: machine arithmetic as polynomials.

   Expresses wrapping values, quotients and remainders, masked bits, thread and block indices
   and loop counters as polynomials over new atoms, and adds the facts that relate these atoms
   to the operands.  */

#include "value/linear.h"

poly
dj_linear_opaque (struct ctx *x, px_dj_ref r, int side)
{
  const dj_node *n = dj_at (x->A, r);
  bool fresh;
  return dj_poly_var (x, dj_linear_node_atom (x, T_NODE, r, side, A_PLAIN,
					      dj_linear_within (n->lo, n->hi), &fresh));
}

poly
dj_linear_fit (struct ctx *x, poly p, struct px_dj_type ty)
{
  dj_wide lo = dj_type_lo (ty), hi = dj_type_hi (ty), w = hi - lo + 1;
  dj_bounds b = dj_poly_range (x, p);
  if (b.has_lo && b.has_hi && lo <= b.lo && b.hi <= hi)
    return p;
  if (dj_linear_implied (x, dj_poly_plus (x, p, -lo))
      && dj_linear_implied (x, dj_poly_plus (x, dj_poly_scale (x, p, -1), hi)))
    return p;
  dj_bounds k = b;
  bool fresh;
  k.lo = dj_floor_div (b.lo - lo, w);
  k.hi = dj_floor_div (b.hi - lo, w);
  poly a = dj_poly_var (x, dj_linear_poly_atom (x, T_WRAP, ty.bits * 2 + ty.is_signed, p,
						dj_poly_con (x, 0), A_PLAIN, k, &fresh));
  poly v = dj_poly_add (x, p, a, -w);
  if (fresh)
    {
      dj_linear_ge (x, dj_poly_plus (x, v, -lo));
      dj_linear_ge (x, dj_poly_plus (x, dj_poly_scale (x, v, -1), hi));
    }
  return v;
}

/* p = d·out + rest for a d that has one term.  */
static void
pull (struct ctx *x, poly p, poly d, poly *out, poly *rest)
{
  *out = dj_poly_new (x, p.n);
  *rest = dj_poly_new (x, p.n);
  out->n = rest->n = 0;
  for (int i = 0; i < p.n; i++)
    {
      mono m = x->mono_tab.e[p.t[i].mon], e = x->mono_tab.e[d.t[0].mon], q = mono ();
      int k = 0;
      for (int j = 0; j < m.n; j++)
	if (k < e.n && e.atom[k] == m.atom[j])
	  k++;
	else
	  q.atom[q.n++] = m.atom[j];
      if (k == e.n && p.t[i].c % d.t[0].c == 0)
	{
	  term t = { dj_mono_of (x, &q), 0, p.t[i].c / d.t[0].c };
	  /* Division by d does not keep the order of terms: insert.  */
	  int s = out->n++;
	  for (; s > 0 && out->t[s - 1].mon > t.mon; s--)
	    out->t[s] = out->t[s - 1];
	  out->t[s] = t;
	}
      else if (!p.t[i].mon && d.t[0].mon == 0)
	{
	  /* Move the multiple of d out of the constant, too.  */
	  dj_wide f = dj_floor_div (p.t[i].c, d.t[0].c), g = p.t[i].c - f * d.t[0].c;
	  term t = { 0, 0, f }, u = { 0, 0, g };
	  if (f)
	    {
	      memmove (out->t + 1, out->t, out->n * sizeof (term));
	      out->t[0] = t;
	      out->n++;
	    }
	  rest->t[rest->n++] = u;
	}
      else
	rest->t[rest->n++] = p.t[i];
    }
}

/* Returns true if dj_poly_tight rounds the constant of p.  */
static bool
rounds (poly p)
{
  dj_wide g = 0;
  for (int i = 0; i < p.n; i++)
    if (p.t[i].mon)
      g = dj_gcd (g, p.t[i].c);
  return g > 1 && p.n && !p.t[0].mon && p.t[0].c % g;
}

/* Finds K with f = K·p + rest, where rest has no term of p but a constant; 0: there is none.  */
static dj_wide
multiple_in (poly f, poly p)
{
  dj_wide k = 0;
  for (int i = 0; i < p.n; i++)
    if (p.t[i].mon)
      {
	int j = 0;
	while (j < f.n && f.t[j].mon != p.t[i].mon)
	  j++;
	if (j == f.n || f.t[j].c % p.t[i].c || (k && k != f.t[j].c / p.t[i].c))
	  return 0;
	k = f.t[j].c / p.t[i].c;
      }
  return k;
}

/* q is p / d rounded down.  Adds what the facts about p say of q wherever that says more for being
   rounded: 32·S - 1 - p >= 0 and d = 32 give S - 1 - q >= 0, which products need as a fact.  What is not rounded follows from d·q + m = p without it.  */
static void
bound_quotient (struct ctx *x, poly p, dj_wide d, poly q)
{
  int n = x->cons.n;
  for (int i = 0; i < n; i++)
    if (dj_wide k = multiple_in (x->cons.e[i], p))
      {
	/* d·q <= p <= d·q + d - 1 */
	poly f = dj_poly_add (x, dj_poly_add (x, x->cons.e[i], p, -k), q, k * d);
	if (k > 0)
	  f = dj_poly_plus (x, f, k * (d - 1));
	if (rounds (f))
	  dj_linear_ge (x, f);
      }
}

/* q is p / d rounded down, for a d of one term.  Where p < u and u <= d·r, adds q < r: the digit of an
   index that counts no further than its factors allow.  A fact says the one, and either u is a
   multiple of d or another fact says the rest.  */
static void
limit_quotient (struct ctx *x, poly p, poly d, poly q)
{
  int n = x->cons.n;
  for (int i = 0; i < n; i++)
    {
      if (multiple_in (x->cons.e[i], p) != -1)
	continue;
      poly u = dj_poly_plus (x, dj_poly_add (x, x->cons.e[i], p, 1), 1);
      for (int j = -1; j < n; j++)
	{
	  poly most = j < 0 ? u : dj_poly_add (x, u, x->cons.e[j], 1);
	  poly r, rest;
	  dj_wide c;
	  if (dj_poly_is_con (most, &c))
	    continue;
	  pull (x, most, d, &r, &rest);
	  if (!rest.n)
	    dj_linear_ge (x, dj_poly_plus (x, dj_poly_add (x, r, q, -1), -1));
	}
    }
}

/* Factors of a divisor D that is one term: its coefficient, unless that is 1, and its atoms.  If D_POS, which says
   that D is positive, so are all of them: an atom's negative may stand for it.  Returns how many; 0 if D has one
   factor only, or with D_POS one of unknown sign.  */
static int
factors (struct ctx *x, poly d, bool d_pos, poly f[MAX_DEGREE + 1])
{
  int n = 0;
  if (d.n != 1)
    return 0;
  dj_wide c = d_pos && d.t[0].c < 0 ? -d.t[0].c : d.t[0].c;
  if (c != 1)
    f[n++] = dj_poly_con (x, c);
  const mono m = x->mono_tab.e[d.t[0].mon];
  for (int i = 0; i < m.n; i++, n++)
    {
      poly y = dj_poly_var (x, m.atom[i]), minus = dj_poly_scale (x, y, -1);
      if (!d_pos || dj_linear_implied (x, dj_poly_plus (x, y, -1)))
	f[n] = y;
      else if (dj_linear_implied (x, dj_poly_plus (x, minus, -1)))
	f[n] = minus;
      else
	return 0;
    }
  return n > 1 ? n : 0;
}

/* The number of the quotient of P by D.  */
static int
quotient_of (struct ctx *x, poly p, poly d, bool floor)
{
  bool fresh;
  x->key.v.n = 0;
  dj_linear_key_int (&x->key, floor);
  dj_linear_key_poly (&x->key, p);
  dj_linear_key_poly (&x->key, d);
  int i = dj_linear_intern (&x->quotients, &x->key, &fresh);
  if (fresh)
    dj_push (&x->quot, quotient ());
  return i;
}

/* Divides p >= 0 by d = f[0]·…·f[n - 1], all of them positive unless quotients round towards 0 (FLOOR is false), by one
   factor after another, which gives the same quotient: p / (X·Y) is p / X / Y.  No quotient overflows, as p is not
   negative.  The digits of an index that is taken apart, p % X, p / X % Y, p / (X·Y), thus share their quotients; a
   factor by which p has been divided goes first.  Returns false if the remainder is too large a polynomial.  */
static bool
divide_by_factors (struct ctx *x, px_dj_ref r, poly p, poly *f, int n, bool floor, poly *q, poly *m)
{
  poly by = dj_poly_con (x, 1), left = p, low = dj_poly_con (x, 0), rest, t;
  for (; n; n--)
    {
      int i = n - 1;
      while (i && !x->quot.e[quotient_of (x, left, f[i], floor)].known)
	i--;
      dj_linear_divide (x, r, left, f[i], floor, &left, &rest);
      /* p = by·left + low */
      if (!dj_poly_mul (x, by, rest, &t) || !dj_poly_mul (x, by, f[i], &by))
	return false;
      low = dj_poly_add (x, low, t, 1);
      f[i] = f[n - 1];
    }
  *q = left;
  *m = low;
  return true;
}

/* Bounds of the quotient of polynomials with bounds P and D, D positive; POS: the dividend is not negative.  */
static dj_bounds
quotient_bounds (const dj_bounds &p, const dj_bounds &d, bool floor, bool pos)
{
  dj_bounds b = { false, false, 0, 0 };
  dj_wide least = d.has_lo && d.lo > 1 ? d.lo : 1;
  if (p.has_lo)
    {
      b.has_lo = true;
      b.lo = p.lo >= 0 ? d.has_hi && d.hi > 0 ? p.lo / d.hi : 0
	     : floor   ? dj_floor_div (p.lo, least)
		       : p.lo / least;
    }
  if (pos && (!b.has_lo || b.lo < 0))
    {
      b.has_lo = true;
      b.lo = 0;
    }
  if (p.has_hi)
    {
      b.has_hi = true;
      b.hi = p.hi >= 0 ? p.hi / least : floor ? -1 : 0;
    }
  return b;
}

/* The same of the remainder.  */
static dj_bounds
remainder_bounds (const dj_bounds &p, const dj_bounds &d, bool floor, bool pos)
{
  dj_bounds b = { true, d.has_hi, 0, d.hi - 1 };
  if (!floor)
    b.lo = p.has_lo && p.lo > -b.hi ? p.lo < 0 ? p.lo : 0 : -b.hi;
  else if (pos && p.has_hi && (!b.has_hi || p.hi < b.hi))
    {
      b.has_hi = true;
      b.hi = p.hi;
    }
  return b;
}

/* P / D and P % D as atoms Q and M, with p = d·q + m.  D is positive; P is not negative if POS.  If the quotient
   rounds towards 0, which it does unless FLOOR, m has the sign of p.  */
static void
divide_by_atoms (struct ctx *x, poly p, poly d, bool floor, bool pos, poly *q, poly *m)
{
  dj_bounds bp = dj_poly_range (x, p), bd = dj_poly_range (x, d);
  bool fresh;
  dj_wide e;
  poly dq;
  *q = dj_poly_var (x, dj_linear_poly_atom (x, T_QUOT, floor, p, d, A_PLAIN,
					    quotient_bounds (bp, bd, floor, pos), &fresh));
  *m = dj_poly_var (x, dj_linear_poly_atom (x, T_REST, floor, p, d, A_REST,
					    remainder_bounds (bp, bd, floor, pos), &fresh));
  if (!fresh || !dj_poly_mul (x, d, *q, &dq))
    return;
  dj_linear_equal (x, dj_poly_add (x, dj_poly_add (x, p, dq, -1), *m, -1));
  dj_linear_ge (x, dj_poly_plus (x, dj_poly_add (x, d, *m, -1), -1));
  if (pos)
    dj_linear_ge (x, dj_poly_add (x, p, *m, -1));
  else if (!floor && dj_linear_implied (x, dj_poly_scale (x, p, -1)))
    dj_linear_ge (x, dj_poly_scale (x, *m, -1));
  if (floor && dj_poly_is_con (d, &e))
    bound_quotient (x, p, e, *q);
  else if (floor && d.n == 1)
    limit_quotient (x, p, d, *q);
}

/* The same where D's sign is not known; R has the type.  The remainder is what is left of p, not an atom: digits
   by factors of unknown sign then add up to p as polynomials.  */
static void
divide_unknown (struct ctx *x, px_dj_ref r, poly p, poly d, bool floor, bool pos, poly *q, poly *m)
{
  px_dj_type ty = dj_at (x->A, r)->ty;
  dj_bounds b = dj_linear_within (dj_type_lo (ty), dj_type_hi (ty));
  bool fresh;
  poly dq;
  *q = dj_poly_var (x, dj_linear_poly_atom (x, T_QUOT, 2, p, d, A_PLAIN, b, &fresh));
  if (floor || x->maybe || !dj_poly_mul (x, d, *q, &dq))
    {
      *m = dj_poly_var (x, dj_linear_poly_atom (x, T_REST, 2, p, d, A_REST, b, &fresh));
      return;
    }
  *m = dj_poly_add (x, p, dq, -1);
  if (!pos)
    return;
  dj_linear_ge (x, *m);
  dj_linear_ge (x, dq);
}

/* Quotient and remainder of P and D, which are no two constants.  POS: P is not negative; D_POS: D is positive.  */
static void
divide_new (struct ctx *x, px_dj_ref r, poly p, poly d, bool floor, bool pos, bool d_pos, poly *q,
	    poly *m)
{
  dj_wide e;
  int n;
  poly f[MAX_DEGREE + 1];
  if (floor && d_pos && d.n == 1)
    {
      poly out, rest;
      pull (x, p, d, &out, &rest);
      if (out.n)
	{
	  dj_linear_divide (x, r, rest, d, true, q, m);
	  *q = dj_poly_add (x, out, *q, 1);
	  return;
	}
    }
  bool both = floor && d_pos && pos;
  if (both && dj_linear_implied (x, dj_poly_plus (x, dj_poly_add (x, d, p, -1), -1)))
    {
      *q = dj_poly_con (x, 0);
      *m = p;
    }
  else if (pos && (floor ? d_pos : !x->maybe) && (n = factors (x, d, floor, f))
	   && divide_by_factors (x, r, p, f, n, floor, q, m))
    ; /* p / d is known */
  else if (d_pos && (floor || dj_poly_is_con (d, &e)))
    divide_by_atoms (x, p, d, floor, pos, q, m);
  else
    divide_unknown (x, r, p, d, floor, pos, q, m);
}

void
dj_linear_divide (struct ctx *x, px_dj_ref r, poly p, poly d, bool floor, poly *q, poly *m)
{
  dj_wide c, e;
  bool pos = dj_linear_implied (x, p);
  if (dj_poly_is_con (p, &c) && dj_poly_is_con (d, &e) && e)
    {
      dj_wide f = floor ? dj_floor_div (c, e) : c / e;
      *q = dj_poly_con (x, f);
      *m = dj_poly_con (x, c - f * e);
      return;
    }
  bool d_pos = dj_linear_implied (x, dj_poly_plus (x, d, -1));
  if (!d_pos && !x->maybe && dj_linear_implied (x, d))
    {
      dj_linear_ge (x, dj_poly_plus (x, d, -1)); /* a divisor is not 0 */
      d_pos = true;
    }
  if (!d_pos && !floor && dj_linear_implied (x, dj_poly_plus (x, dj_poly_scale (x, d, -1), -1)))
    {
      /* p / d = -(p / -d), and p % d = p % -d.  */
      dj_linear_divide (x, r, p, dj_poly_scale (x, d, -1), false, q, m);
      *q = dj_poly_scale (x, *q, -1);
      return;
    }
  floor |= pos && d_pos;
  int i = quotient_of (x, p, d, floor);
  if (x->quot.e[i].known)
    {
      *q = x->quot.e[i].q;
      *m = x->quot.e[i].r;
      return;
    }
  divide_new (x, r, p, d, floor, pos, d_pos, q, m);
  x->quot.e[i].q = *q;
  x->quot.e[i].r = *m;
  x->quot.e[i].known = true;
}

poly
dj_linear_bits (struct ctx *x, px_dj_ref r, poly p, int64_t c)
{
  poly sum = dj_poly_con (x, 0), q, m, t;
  for (int k = 0; k < 63 && c >> k;)
    if (c >> k & 1)
      {
	int n = k;
	while (n < 63 && c >> n & 1)
	  n++;
	q = p;
	if (k)
	  dj_linear_divide (x, r, p, dj_poly_con (x, (dj_wide) 1 << k), true, &q, &t);
	dj_linear_divide (x, r, q, dj_poly_con (x, (dj_wide) 1 << (n - k)), true, &t, &m);
	sum = dj_poly_add (x, sum, m, (dj_wide) 1 << k);
	k = n;
      }
    else
      k++;
  return sum;
}

poly
dj_linear_launch (struct ctx *x, enum px_dj_op op)
{
  px_dj *A = x->A;
  int T = A->launch.threads, t = A->launch.min_threads, b = A->launch.min_blocks;
  bool fresh;
  dj_wide most = ((dj_wide) 1 << 31) - 1;
  if (op == DJ_NTHREADS)
    return T ? dj_poly_con (x, T)
	     : dj_poly_scale (x,
			      dj_poly_var (x, dj_linear_node_atom (x, T_ID, DJ_NTHREADS, 0, A_PLAIN,
								   dj_linear_within (1, 1024 / t),
								   &fresh)),
			      t);
  dj_wide g = (A->launch.limit ? most / (T ? T : t) : most);
  if (A->launch.max_blocks && A->launch.max_blocks < g)
    g = A->launch.max_blocks;
  g /= b;
  if (g == 1)
    return dj_poly_con (x, b);
  poly G = dj_poly_scale (x,
			  dj_poly_var (x, dj_linear_node_atom (x, T_ID, DJ_NBLOCKS, 0, A_PLAIN,
							       dj_linear_within (1, g), &fresh)),
			  b),
       TG;
  if (fresh && !T && A->launch.limit && dj_poly_mul (x, G, dj_linear_launch (x, DJ_NTHREADS), &TG))
    dj_linear_ge (x, dj_poly_plus (x, dj_poly_scale (x, TG, -1), most));
  return G;
}

poly
dj_linear_id (struct ctx *x, enum px_dj_op op, int side)
{
  bool threads = op == DJ_THREAD, fresh, f;
  struct px_dj_persp p = x->c->common;
  enum px_dj_level level = threads ? DJ_LEVEL_THREAD : DJ_LEVEL_BLOCK;
  poly n = dj_linear_launch (x, threads ? DJ_NTHREADS : DJ_NBLOCKS), i;
  dj_bounds b = dj_poly_range (x, n);
  b.lo = 0;
  b.hi--;
  if (p.level < level) /* a block index, and both units are in one block */
    side = 0;
  if (p.level == level && p.n == 1)
    side = 0;
  if (p.level == level && p.n > 1)
    {
      dj_bounds q = dj_linear_within (0, b.hi / p.n);
      i = dj_poly_var (x, dj_linear_node_atom (x, T_ID, op, side, A_ID,
					       dj_linear_within (0, p.n - 1), &fresh));
      i = dj_poly_add (x, i,
		       dj_poly_var (x, dj_linear_node_atom (x, T_UNIT, op, 0, A_PLAIN, q, &f)),
		       p.n);
    }
  else
    i = dj_poly_var (x, dj_linear_node_atom (x, T_ID, op, side, A_ID, b, &fresh));
  if (fresh)
    dj_linear_ge (x, dj_poly_plus (x, dj_poly_add (x, n, i, -1), -1));
  return i;
}

static bool
find_common (struct ctx *x, px_dj_ref r)
{
  const dj_node *n = dj_at (x->A, r);
  px_dj_ref k[3] = { n->a, n->b, n->c };
  switch (n->op)
    {
    case DJ_THREAD: return x->c->common.level == DJ_LEVEL_THREAD && x->c->common.n == 1;
    case DJ_BLOCK:
      return x->c->common.level == DJ_LEVEL_THREAD
	     || (x->c->common.level == DJ_LEVEL_BLOCK && x->c->common.n == 1);
    case DJ_CTR:
      k[0] = dj_var_of (x->A, r)->start;
      k[1] = dj_var_of (x->A, r)->step;
      k[2] = 0;
      /* fall through */
    case DJ_SYM:
    case DJ_POW2:
      if (!dj_var_common (x->A, x->c, dj_var_of (x->A, r)))
	return false;
      break;
    default: break;
    }
  for (int i = 0; i < 3; i++)
    if (k[i] && !dj_linear_common (x, k[i]))
      return false;
  return true;
}

bool
dj_linear_common (struct ctx *x, px_dj_ref r)
{
  while (x->common.n <= (int) r)
    dj_push (&x->common, (signed char) 0);
  if (!x->common.e[r])
    {
      bool yes = find_common (x, r);
      x->common.e[r] = yes ? 1 : -1;
    }
  return x->common.e[r] > 0;
}

poly
dj_linear_counter (struct ctx *x, px_dj_ref r, int side)
{
  px_dj *A = x->A;
  const dj_node n = *dj_at (A, r);
  const dj_var v = *dj_var_of (A, r);
  int own = dj_linear_common (x, r) ? 0 : side;
  poly start = dj_linear_tr (x, v.start, side), step = dj_linear_tr (x, v.step, side), p, bound;
  bool fresh;
  dj_wide d;
  dj_bounds b = { true, true, 0, (dj_wide) 1 << n.ty.bits };
  bool nowrap = dj_ctr_nowrap (A, r), known = dj_poly_is_con (step, &d) && d;
  if (!nowrap)
    {
      /* The counter is taken modulo 2^bits.  If the step divides 2^bits it is start + step·k
	 for some k.  */
      if (!known || (d & (d - 1)))
	return own ? dj_linear_opaque (x, r, own) : dj_linear_opaque (x, r, 0);
      b.has_lo = b.has_hi = false;
    }
  else if (known)
    {
      dj_bounds s = dj_poly_range (x, start);
      if (d > 0 ? s.has_lo : s.has_hi)
	b.hi = d > 0 ? (n.hi - s.lo) / d : (s.hi - n.lo) / -d;
      if (b.hi < 0)
	b.hi = 0;
    }
  int k = dj_linear_node_atom (x, T_STEP, r, own, A_PLAIN, b, &fresh);
  if (!dj_poly_mul (x, step, dj_poly_var (x, k), &p))
    return dj_linear_opaque (x, r, own);
  p = dj_poly_add (x, start, p, 1);
  if (!fresh && own == side)
    return p;
  if (nowrap || known)
    {
      dj_linear_ge (x, dj_poly_plus (x, p, -n.lo));
      dj_linear_ge (x, dj_poly_plus (x, dj_poly_scale (x, p, -1), n.hi));
    }
  if (!v.bound)
    return p;
  bound = dj_linear_tr (x, v.bound, side);
  switch (v.test)
    {
    case DJ_CTR_LT: dj_linear_ge (x, dj_poly_plus (x, dj_poly_add (x, bound, p, -1), -1)); break;
    case DJ_CTR_LE: dj_linear_ge (x, dj_poly_add (x, bound, p, -1)); break;
    case DJ_CTR_GT: dj_linear_ge (x, dj_poly_plus (x, dj_poly_add (x, p, bound, -1), -1)); break;
    case DJ_CTR_GE: dj_linear_ge (x, dj_poly_add (x, p, bound, -1)); break;
    default: break;
    }
  return p;
}
