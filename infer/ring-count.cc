/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts: how often a fill or drain runs, as a sum of products of trip counts and conditions.

   Equal counts are equal sums, so "in step" is a difference of 0.  Also writes a count as a
   reader of C does, for messages.  Needs the values of px_fn.  */
#include "infer/ring.h"
#include <stdlib.h>
#include <string.h>

bool
px_factor_same (struct px_factor x, struct px_factor y)
{
  return x.kind == y.kind && x.of == y.of && x.k == y.k;
}

static int
factor_cmp (struct px_factor x, struct px_factor y)
{
  int c = (x.kind == BEYOND) - (y.kind == BEYOND);
  c = c ? c : x.of->id - y.of->id;
  c = c ? c : x.kind - y.kind;
  return c ? c : (x.k > y.k) - (x.k < y.k);
}

static int
product_cmp (const struct px_mono *x, const struct px_mono *y)
{
  for (int i = 0; i < x->n && i < y->n; i++)
    if (int c = factor_cmp (x->v[i], y->v[i]))
      return c;
  return y->n - x->n;
}

bool
px_factor_implied (struct px_factor x, struct px_factor y)
{
  return (x.kind == ABOVE || x.kind == NONZERO) && (y.kind == ABOVE || y.kind == BEYOND)
	 && x.of == y.of && (x.kind == ABOVE ? x.k : 0) <= y.k && !px_factor_same (x, y);
}

/* Returns the product of M's factors except factor I (-1: of all), and of X, if X is not NULL.  */
static struct px_mono
product (struct px_fn *f, const struct px_mono *m, int i, const struct px_factor *x)
{
  struct px_mono r
    = { m->coef, 0,
	(struct px_factor *) px_alloc (&f->pool, (m->n + 1) * sizeof (struct px_factor)) };
  for (int k = 0; k < m->n; k++)
    if (k != i)
      r.v[r.n++] = m->v[k];
  if (!x)
    return r;
  bool is_new = x->kind == BEYOND; /* a condition twice is the same once */
  for (int k = 0; k < r.n; k++)
    {
      if (!is_new && (px_factor_same (*x, r.v[k]) || px_factor_implied (*x, r.v[k])))
	return r;
      if (px_factor_implied (r.v[k], *x))
	{
	  for (int l = k--; l + 1 < r.n; l++)
	    r.v[l] = r.v[l + 1];
	  r.n--;
	}
    }
  int at = r.n++;
  for (; at && factor_cmp (r.v[at - 1], *x) > 0; at--)
    r.v[at] = r.v[at - 1];
  r.v[at] = *x;
  return r;
}

void
px_poly_plus (struct px_fn *f, struct px_poly *p, struct px_mono m)
{
  int i = 0;
  while (i < p->n && product_cmp (&p->m[i], &m) < 0)
    i++;
  if (i < p->n && !product_cmp (&p->m[i], &m))
    {
      if (!(p->m[i].coef += m.coef))
	{
	  p->n--;
	  memmove (p->m + i, p->m + i + 1, (p->n - i) * sizeof m);
	}
    }
  else if (m.coef)
    {
      PX_PUSH (&f->pool, p->m, p->n, p->cap, m);
      memmove (p->m + i + 1, p->m + i, (p->n - 1 - i) * sizeof m);
      p->m[i] = m;
    }
}

void
px_poly_add (struct px_fn *f, struct px_poly *p, const struct px_poly *q, int times)
{
  for (int i = 0; i < q->n; i++)
    {
      struct px_mono m = q->m[i];
      m.coef *= times;
      px_poly_plus (f, p, m);
    }
}

struct px_poly
px_poly_number (struct px_fn *f, int k)
{
  struct px_poly p = {};
  px_poly_plus (f, &p, { k, 0, NULL });
  return p;
}

void
px_poly_collect (struct px_fn *f, struct px_poly *p)
{
  for (int i = 0; i < p->n; i++)
    for (int j = 0; j < p->m[i].n; j++)
      {
	struct px_factor x = p->m[i].v[j];
	if (x.kind != ABOVE)
	  continue;
	x.kind = BEYOND;
	struct px_factor next = { BEYOND, x.of, x.k + 1 };
	struct px_mono rest = product (f, &p->m[i], j, &next), sum = product (f, &p->m[i], j, &x);
	for (int l = 0; l < p->n; l++)
	  if (p->m[l].coef == rest.coef && !product_cmp (&p->m[l], &rest))
	    {
	      struct px_mono old = p->m[i];
	      old.coef = -old.coef;
	      rest.coef = -rest.coef;
	      px_poly_plus (f, p, old);
	      px_poly_plus (f, p, rest);
	      px_poly_plus (f, p, sum);
	      px_poly_collect (f, p);
	      return;
	    }
      }
}

struct px_poly
px_poly_times_factor (struct px_fn *f, const struct px_poly *p, struct px_factor x, int times)
{
  struct px_poly r = {};
  /* A product of what is never negative, and whether it is positive.  */
  if (!x.k && x.of->factor[0] && (x.kind == BEYOND || x.kind == ABOVE || x.kind == NONZERO))
    {
      r = px_poly_times_factor (f, p, { x.kind, x.of->factor[0], 0 }, times);
      return px_poly_times_factor (f, &r, { x.kind, x.of->factor[1], 0 }, 1);
    }
  for (int i = 0; i < p->n; i++)
    {
      struct px_mono m = product (f, &p->m[i], -1, &x);
      m.coef *= times;
      px_poly_plus (f, &r, m);
    }
  return r;
}

struct px_poly
px_poly_times (struct px_fn *f, const struct px_poly *p, struct px_count c)
{
  struct px_poly r = {};
  if (c.of)
    r = px_poly_times_factor (f, p, { BEYOND, c.of, c.less }, c.times);
  px_poly_add (f, &r, p, c.k);
  return r;
}

/* What X is, or where it holds; OPERAND: of an operator.  */
static const char *
factor_text (struct px_fn *f, struct px_factor x, bool operand)
{
  const char *v = px_value_text (f, x.of, x.kind != TRUTH && (x.kind != BEYOND || x.k || operand));
  switch (x.kind)
    {
    case BEYOND:
      return !x.k ? v
		  : px_textf (&f->pool,
			      x.k > 0	? "max (%s - %d, 0)"
			      : operand ? "(%s + %d)"
					: "%s + %d",
			      v, abs (x.k));
    case ABOVE: return px_textf (&f->pool, "%s > %d", v, x.k);
    case NOT_ABOVE: return px_textf (&f->pool, "%s <= %d", v, x.k);
    case NONZERO: return px_textf (&f->pool, "%s != 0", v);
    case NOT_NONZERO: return px_textf (&f->pool, "%s == 0", v);
    default:
      return px_textf (&f->pool,
		       x.of->words	 ? (x.kind == TRUTH ? "%s is true" : "%s is false")
		       : x.kind == TRUTH ? "%s"
					 : "!%s",
		       v);
    }
}

/* What M holds under, "" if always.  */
static const char *
conditions_text (struct px_fn *f, const struct px_mono *m)
{
  const char *r = "";
  for (int j = 0; j < m->n; j++)
    if (m->v[j].kind != BEYOND)
      r = px_textf (&f->pool, "%s%s%s", r, *r ? " && " : "", factor_text (f, m->v[j], true));
  return r;
}

/* M without its sign and what it holds under.  */
static const char *
product_text (struct px_fn *f, const struct px_mono *m, bool operand)
{
  int c = abs (m->coef), n = c != 1;
  for (int j = 0; j < m->n; j++)
    n += m->v[j].kind == BEYOND;
  if (n < 2 && c == 1)
    for (int j = 0; j < m->n; j++)
      if (m->v[j].kind == BEYOND)
	return factor_text (f, m->v[j], operand);
  const char *r = c != 1 || !n ? px_textf (&f->pool, "%d", c) : "";
  for (int j = 0; j < m->n; j++)
    if (m->v[j].kind == BEYOND)
      r = px_textf (&f->pool, "%s%s%s", r, *r ? " * " : "", factor_text (f, m->v[j], true));
  return r;
}

const char *
px_poly_text (struct px_fn *f, const struct px_poly *p)
{
  const char *r = "";
  for (int i = 0; i < p->n; i++)
    {
      const struct px_mono *m = &p->m[i];
      const char *when = conditions_text (f, m), *k = product_text (f, m, p->n > 1 || m->coef < 0);
      r = px_textf (&f->pool, *when ? "%s%s(%s ? %s : 0)" : "%s%s%s%s", r,
		    m->coef < 0 ? (i ? " - " : "-")
		    : i		? " + "
				: "",
		    *when ? when : k, *when ? k : "");
    }
  return *r ? r : "0";
}

const char *
px_poly_words (struct px_fn *f, const struct px_poly *p)
{
  const struct px_mono *m = p->n == 1 ? &p->m[0] : NULL;
  const struct px_factor *one = NULL; /* the only factor of M that is not a condition */
  int n = 0;
  if (!p->n)
    return "never";
  for (int j = 0; m && j < m->n; j++)
    if (m->v[j].kind == BEYOND && n++ == 0)
      one = &m->v[j];
  const char *when = m && m->coef > 0 ? conditions_text (f, m) : "", *r;
  if (!m || m->coef < 0)
    r = px_textf (&f->pool, "%s times", px_poly_text (f, p));
  else if (!n && m->coef == 1)
    r = "once";
  else if (n == 1 && m->coef == 1 && !one->k && one->of->words)
    r = px_textf (&f->pool, "once in each of the %s", px_value_text (f, one->of, false));
  else if (n == 1 && m->coef == 1 && one->k > 0)
    r = px_textf (&f->pool, "%s - %d times", px_value_text (f, one->of, true), one->k);
  else
    r = px_textf (&f->pool, "%s times", product_text (f, m, true));
  return *when ? px_textf (&f->pool, "%s if %s", r, when) : r;
}

bool
px_poly_difference (struct px_fn *f, const struct px_poly *x, const struct px_poly *y, int *d)
{
  struct px_poly r = {};
  px_poly_add (f, &r, x, 1);
  px_poly_add (f, &r, y, -1);
  *d = r.n ? r.m[0].coef : 0;
  return r.n == 0 || (r.n == 1 && !r.m[0].n);
}
