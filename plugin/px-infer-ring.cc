/* SPDX-License-Identifier: GPL-3.0-or-later */
/* px-infer-ring: slot rings across the branches of a split (§5.1): that their
   loops run in step, that they are live, and what their full and empty barriers
   are.  Syntactic: no data flow.  Needs px_prepare; leaves f->rsync.  */
#include "plugin/px-infer.h"
#include <stdlib.h>
#include <string.h>

/* --- counts: sums of products of texts, in canonical order.  A text stands for what it is
   where that is positive, else for 0; "(T > K)" for 1 or 0 --- */

struct mono { int coef; const char *text; };            /* TEXT: sorted factors joined by "·", "" = 1 */
struct poly { struct mono *m; int n, cap; };

static const char *
times_text (struct px_fn *f, const char *x, const char *y)
{
  if (!*x || !*y)
    return *x ? x : y;
  /* Merge two sorted lists.  */
  const char *sep = "·", *r = "";
  while (*x || *y)
    {
      const char *ex = strstr (x, sep), *ey = strstr (y, sep);
      int nx = ex ? ex - x : (int) strlen (x), ny = ey ? ey - y : (int) strlen (y);
      int c = !*x ? 1 : !*y ? -1 : strncmp (x, y, nx < ny ? nx : ny);
      if (c == 0 && *x && *y)
	c = nx - ny;
      const char **p = c <= 0 ? &x : &y;
      int n = c <= 0 ? nx : ny;
      r = px_textf (&f->pool, "%s%s%.*s", r, *r ? sep : "", n, *p);
      *p += n;
      if (!strncmp (*p, sep, strlen (sep)))
	*p += strlen (sep);
    }
  return r;
}

/* FACTOR is TEXT, ends with OP and a number and ")": *TEXT is what stands before, without the
   parenthesis, and *K the number.  */
static bool
ends_with (struct px_fn *f, const char *factor, const char *op, const char **text, int *k)
{
  size_t n = strlen (factor);
  const char *at = NULL;
  char *end;
  for (const char *s = factor; (s = strstr (s, op)); s++)
    at = s;
  if (*factor != '(' || !at || factor[n - 1] != ')')
    return false;
  long v = strtol (at + strlen (op), &end, 10);
  if (end != factor + n - 1 || end == at + strlen (op) || v < 0 || v > 1 << 20)
    return false;
  int open = 0;
  for (const char *s = factor + 1; s < at; s++)
    if ((open += (*s == '(') - (*s == ')')) < 0)
      return false;
  if (open)
    return false;
  *text = px_textf (&f->pool, "%.*s", (int) (at - factor - 1), factor + 1);
  *k = v;
  return true;
}

/* TEXT is *BASE - *K.  */
static void
based (struct px_fn *f, const char *text, const char **base, int *k)
{
  *base = text;
  *k = 0;
  if (!ends_with (f, text, " - ", base, k) && ends_with (f, text, " + ", base, k))
    *k = -*k;
}

/* *TEXT is the one that is left, times what is returned.  */
static int
scaled (struct px_fn *f, const char **text)
{
  int k;
  return ends_with (f, *text, " * ", text, &k) && k > 0 && k <= 1 << 10 ? k * scaled (f, text) : 1;
}

/* TEXT - K.  */
static const char *
less (struct px_fn *f, const char *text, int k)
{
  const char *base;
  int more;
  based (f, text, &base, &more);
  k += more;
  return k ? px_textf (&f->pool, "(%s %c %d)", base, k < 0 ? '+' : '-', abs (k)) : base;
}

/* FACTOR is 1 if *BASE > *K, else 0.  */
static bool
above (struct px_fn *f, const char *factor, const char **base, int *k)
{
  const char *text;
  int less;
  if (ends_with (f, factor, " != ", base, k) && *k == 0)
    return true;                /* where it counts: of what is negative, 0 is left */
  if (!ends_with (f, factor, " > ", &text, k))
    return false;
  based (f, text, base, &less);
  *k += less;
  return true;
}

enum { FACTORS = 16 };

/* The factors of TEXT; 0: too many.  */
static int
factors (struct px_fn *f, const char *text, const char **v)
{
  const char *sep = "·";
  int n = 0;
  for (const char *e; *text; text = e ? e + strlen (sep) : "")
    {
      e = strstr (text, sep);
      if (n == FACTORS)
	return 0;
      v[n++] = px_textf (&f->pool, "%.*s", e ? (int) (e - text) : (int) strlen (text), text);
    }
  return n;
}

/* The product of V without factor I, times X.  */
static const char *
product (struct px_fn *f, const char *const *v, int n, int i, const char *x)
{
  for (int k = 0; k < n; k++)
    if (k != i)
      x = times_text (f, x, v[k]);
  return x;
}

/* TEXT without conditions that other factors imply: that T > K, where T - K' is one, or that T > K',
   K <= K'.  */
static const char *
without_implied (struct px_fn *f, const char *text)
{
  const char *v[FACTORS], *t, *u;
  int n = factors (f, text, v), k, l;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n && above (f, v[i], &t, &k); j++)
      {
	if (j == i)
	  continue;
	bool other = above (f, v[j], &u, &l);
	if (!other)
	  based (f, v[j], &u, &l);
	else if (strstr (v[j], " != "))
	  continue;
	if (!strcmp (t, u) && (k < l || (k == l && (!other || i < j))))
	  return without_implied (f, product (f, v, n, i, ""));
      }
  return text;
}

static void
plus (struct px_fn *f, struct poly *p, struct mono m)
{
  int i = 0;
  while (i < p->n && strcmp (p->m[i].text, m.text))
    i++;
  if (i < p->n)
    p->m[i].coef += m.coef;
  else if (m.coef)
    PX_PUSH (&f->pool, p->m, p->n, p->cap, m);
  for (i = 0; i < p->n; i++)
    if (!p->m[i].coef)
      p->m[i--] = p->m[--p->n];
  for (i = 1; i < p->n; i++)
    for (int j = i; j && strcmp (p->m[j - 1].text, p->m[j].text) < 0; j--)
      {
	struct mono t = p->m[j];
	p->m[j] = p->m[j - 1];
	p->m[j - 1] = t;
      }
}

/* Where T > K and T - (K + 1) are added, that is T - K.  */
static void
collect (struct px_fn *f, struct poly *p)
{
  const char *v[FACTORS], *t;
  int k;
  for (int i = 0; i < p->n; i++)
    {
      int n = factors (f, p->m[i].text, v);
      for (int j = 0; j < n; j++)
	{
	  if (!above (f, v[j], &t, &k) || strstr (v[j], " != "))
	    continue;
	  const char *rest = product (f, v, n, j, less (f, t, k + 1));
	  for (int l = 0; l < p->n; l++)
	    if (p->m[l].coef == p->m[i].coef && !strcmp (p->m[l].text, rest))
	      {
		struct mono x = { -p->m[i].coef, p->m[i].text }, y = { -p->m[i].coef, rest };
		struct mono sum = { p->m[i].coef, product (f, v, n, j, less (f, t, k)) };
		plus (f, p, x);
		plus (f, p, y);
		plus (f, p, sum);
		collect (f, p);
		return;
	      }
	}
    }
}

static struct poly
times (struct px_fn *f, struct poly p, struct px_count c)
{
  struct poly r = {};
  int k = c.text ? scaled (f, &c.text) : 1;
  for (int i = 0; i < p.n; i++)
    {
      plus (f, &r, { p.m[i].coef * c.k, p.m[i].text });
      if (c.text)
	plus (f, &r, { p.m[i].coef * k, without_implied (f, times_text (f, p.m[i].text, c.text)) });
    }
  return r;
}

/* TEXT as the user sees it.  */
static const char *
shown (struct px_fn *f, const char *text)
{
  const char *v[FACTORS], *t, *r = "";
  int n = factors (f, text, v), k;
  for (int i = 0; i < n; i++)
    r = px_textf (&f->pool, "%s%s%s", r, i ? "·" : "",
		  ends_with (f, v[i], " - ", &t, &k) ? px_textf (&f->pool, "max (%s - %d, 0)", t, k) : v[i]);
  return n ? r : text;
}

static const char *
poly_text (struct px_fn *f, const struct poly *p)
{
  const char *r = "";
  for (int i = 0; i < p->n; i++)
    {
      const struct mono *m = &p->m[i];
      const char *sign = m->coef < 0 ? (i ? " - " : "-") : i ? " + " : "";
      int c = abs (m->coef);
      if (!*m->text)
	r = px_textf (&f->pool, "%s%s%d", r, sign, c);
      else if (c == 1)
	r = px_textf (&f->pool, "%s%s%s", r, sign, shown (f, m->text));
      else
	r = px_textf (&f->pool, "%s%s%d·%s", r, sign, c, shown (f, m->text));
    }
  return *r ? r : "0";
}

/* X - Y, if constant.  */
static bool
difference (struct px_fn *f, const struct poly *x, const struct poly *y, int *d)
{
  struct poly r = {};
  for (int i = 0; i < x->n; i++)
    plus (f, &r, x->m[i]);
  for (int i = 0; i < y->n; i++)
    plus (f, &r, { -y->m[i].coef, y->m[i].text });
  *d = r.n ? r.m[0].coef : 0;
  return r.n == 0 || (r.n == 1 && !*r.m[0].text);
}

const struct px_stmt *
px_but_last (struct px_fn *f, const struct px_stmt *s, int *k)
{
  const struct px_stmt *loop = s->seq->up;
  const char *base, *count;
  int less, n = 0;
  if (s->kind != PX_IF || !s->cond || !loop || loop->kind != PX_LOOP || !loop->var || !loop->count.text || loop->count.k)
    return NULL;
  if (sscanf (s->cond, px_textf (&f->pool, "%s + %%d < %%n", loop->var), k, &n) < 1 || !n)
    return NULL;
  based (f, s->cond + n, &base, &less);
  *k += less;
  based (f, loop->count.text, &count, &less);
  *k -= less;
  return *k >= 0 && !strcmp (base, count) ? loop : NULL;
}

bool
px_behind_exit (const struct px_stmt *s)
{
  const struct px_stmt *up = s->seq->up;
  return up && up->kind == PX_IF && up->leaves && s->seq == up->body[1];
}

static const char *
condition (struct px_fn *f, const struct px_stmt *s)
{
  return px_textf (&f->pool, "(%s)", s->cond ? s->cond : "?");
}

/* How often S runs each time that branch BODY does.  A condition counts as a factor,
   unless the ring is REMOTE and blocks are told apart by it.  */
static struct poly
runs (struct px_fn *f, const struct px_stmt *s, const struct px_seq *body, bool remote)
{
  struct poly p = {};
  int k, left = 0;              /* the turn in which the loop is left does not come that far */
  plus (f, &p, { 1, "" });
  for (; s->seq != body; s = s->seq->up)
    {
      if (px_behind_exit (s))
	{
	  left = 1;
	  continue;
	}
      struct px_stmt *up = s->seq->up;
      const struct px_stmt *loop = up->kind == PX_IF && s->seq == up->body[0] && up->seq != body ? px_but_last (f, up, &k) : NULL;
      if (loop)
	{
	  p = times (f, p, { less (f, loop->count.text, k), 0 });
	  s = up;
	}
      else if (up->kind == PX_LOOP)
	{
	  p = times (f, p, { up->count.text, up->count.k - left });
	  left = 0;
	}
      else if (up->kind == PX_IF && !(remote && up->ranked))
	p = times (f, p, { px_textf (&f->pool, "%s%s", s->seq == up->body[0] ? "" : "!", condition (f, up)), 0 });
    }
  return p;
}

/* Conditions in P that are sure to hold where S runs are 1.  */
static void
known_at (struct px_fn *f, struct poly *p, const struct px_stmt *s, const struct px_seq *body)
{
  const char *t, *u;
  int k, l;
  for (; s->seq != body; s = s->seq->up)
    {
      const struct px_stmt *up = s->seq->up, *loop = up->kind == PX_IF && s->seq == up->body[0] ? px_but_last (f, up, &k) : NULL;
      if (loop || (up->kind == PX_LOOP && up->count.text && !up->count.k))
	{
	  based (f, (loop ? loop : up)->count.text, &t, &l);
	  k = l + (loop ? k : 0);
	}
      else if (up->kind != PX_IF || s->seq != up->body[0] || strstr (up->cond, " != ") || !above (f, condition (f, up), &t, &k))
	continue;
      for (int i = 0; i < p->n; i++)
	if (above (f, p->m[i].text, &u, &l) && !strcmp (t, u) && l <= k)
	  {
	    struct mono m = p->m[i], one = { m.coef, "" };
	    m.coef = -m.coef;
	    plus (f, p, m);
	    plus (f, p, one);
	    i = -1;
	  }
    }
}

/* --- shape --- */

static void
problem (struct px_fn *f, int kind, struct px_ring *r, struct px_stmt *s, struct px_stmt *s2, const char *t, const char *t2)
{
  struct px_problem p = {};
  p.kind = kind;
  p.ring = r;
  p.stmt = s;
  p.stmt2 = s2;
  p.text = t;
  p.text2 = t2;
  PX_PUSH (&f->pool, f->problem, f->nproblem, f->capproblem, p);
}

/* The branch of SPLIT that S stands in.  */
static int
branch (const struct px_stmt *split, const struct px_stmt *s)
{
  while (s->seq->up != split)
    s = s->seq->up;
  for (int i = 0; i < split->nbody; i++)
    if (split->body[i] == s->seq)
      return i;
  return -1;
}

/* The split whose branches hold the ring's ends.  */
static struct px_stmt *
split_of (const struct px_stmt *fill, const struct px_stmt *drain)
{
  struct px_stmt *s = fill->seq->up;
  while (s && !(s->kind == PX_SPLIT && px_inside (s, drain)))
    s = s->seq->up;
  return s && branch (s, fill) != branch (s, drain) ? s : NULL;
}

/* The k-th execution of end I of OP, all of ring R in BODY, is of number k + its c: what runs
   before it in its branch, TOTAL, and nothing else, makes up c.  FROM: the first number.  */
static bool
follows (struct px_fn *f, struct px_ring *r, struct px_seq *body, struct px_stmt **op, int i, int from, const struct poly *total)
{
  struct poly here = {}, zero = {};
  int before = 0;
  for (int j = 0; j < total->n; j++)
    plus (f, &here, total->m[j]);
  known_at (f, &here, op[i], body);
  bool known = difference (f, &here, &zero, &before), again = false;
  if (known && (op[i]->num - from - before) % r->slots == 0)
    op[i]->num = from + before;         /* of the same slot */
  struct px_stmt *prev = i ? op[i - 1] : NULL;
  for (const struct px_stmt *out = op[i]->seq->up; prev && out != body->up; out = out->seq->up)
    again |= out->kind == PX_LOOP && px_inside (out, prev);
  if (again)
    problem (f, PX_E_RING, r, op[i], prev, "two places of one loop use it, and not each the slot behind that of the one before", NULL);
  else if (!known || op[i]->num != from + before)
    problem (f, PX_E_RING, r, op[i], prev, px_textf (&f->pool, "its first number is %d, what runs before ends at %s; one loop over "
	     "all numbers will do", op[i]->num, poly_text (f, total)), NULL);
  else
    return true;
  return false;
}

/* The numbers of the ends OP of R in BODY: from *FROM on, *TOTAL of them.  */
static bool
numbers (struct px_fn *f, struct px_ring *r, struct px_seq *body, struct px_stmt **op, int n, int *from, struct poly *total)
{
  *total = {};
  *from = op[0]->num;
  for (int i = 0; i < n; i++)
    {
      struct poly p = runs (f, op[i], body, r->remote);
      if (!op[i]->next && !follows (f, r, body, op, i, *from, total))
	return false;
      for (int j = 0; j < p.n; j++)
	plus (f, total, p.m[j]);
    }
  collect (f, total);
  return true;
}

/* --- barriers --- */

/* The blocks of the cluster that run S.  */
static uint32_t
ranks_of (const struct px_fn *f, const struct px_stmt *s)
{
  uint32_t ranks = f->cluster < 32 ? ((uint32_t) 1 << f->cluster) - 1 : ~(uint32_t) 0;
  for (; s->seq->up; s = s->seq->up)
    if (s->seq->up->kind == PX_IF && s->seq->up->ranked)
      ranks &= s->seq == s->seq->up->body[0] ? s->seq->up->ranks : ~s->seq->up->ranks;
  return ranks;
}

/* The blocks that run all N statements OP; 0: not the same run all.  */
static uint32_t
common_ranks (const struct px_fn *f, struct px_stmt *const *op, int n)
{
  uint32_t ranks = ranks_of (f, op[0]);
  for (int i = 1; i < n; i++)
    if (ranks_of (f, op[i]) != ranks)
      return 0;
  return ranks;
}

static int
gcd (int a, int b)
{
  return b ? gcd (b, a % b) : a;
}

static void
ends (struct px_fn *f, struct px_ring_sync *rs, struct px_ring *r, int *nproxy, int *ngen)
{
  for (int i = 0; i < f->nacc; i++)
    {
      struct px_acc *a = f->acc[i];
      if (!a->ringop || a->ringop->ring != r)
	continue;
      if (a->ringop->kind == PX_DRAIN)
	{
	  *nproxy += px_proxy (a);
	  if (a->op->timeline == PX_WGMMA)
	    rs->wait[PX_W_WGMMA] = a->ringop->late;
	  else if (a->op->timeline == PX_BULK_STORE)
	    rs->wait[PX_W_BULK_READ] = a->ringop->late;
	}
      else
	{
	  *ngen += !px_proxy (a) && a->kind != PX_READ;
	  rs->tx |= a->op->timeline == PX_BULK_LOAD;
	  rs->cpasync |= a->op->timeline == PX_CPASYNC;
	}
    }
}

/* Threads of warpgroups whose wgmma's wait makes a gather superfluous: all
   accesses of the drain to the rings that share are wgmma; 0: not so.  */
static int
together (struct px_fn *f, struct px_stmt *drain)
{
  int coll = 0;
  for (int i = 0; i < f->nacc; i++)
    {
      struct px_acc *a = f->acc[i];
      if (!a->ringop || !px_inside (drain, a->op) || !(a->ringop->ring == drain->ring || a->ringop->ring->with == drain->ring))
	continue;
      if (a->op->timeline != PX_WGMMA)
	return 0;
      coll = a->op->coll;
    }
  return coll;
}

/* Does one thread of the branch Q do all that DRAIN does with the rings that share?  */
static bool
alone (struct px_fn *f, const struct px_stmt *drain, const struct px_seq *q)
{
  for (int i = 0; i < f->nacc; i++)
    {
      const struct px_acc *a = f->acc[i];
      if (a->ringop && px_inside (drain, a->op) && (a->ringop->ring == drain->ring || a->ringop->ring->with == drain->ring)
	  && (a->op->elect != 1 || a->op->seq->persp.level != q->persp.level || a->op->seq->persp.n != q->persp.n))
	return false;
    }
  return true;
}

static void
barriers (struct px_fn *f, struct px_ring_sync *rs, struct px_stmt *split)
{
  struct px_ring *r = rs->ring;
  int nproxy = 0, ngen = 0, fillers = r->remote ? __builtin_popcount (rs->fillers) : 1;
  for (int w = 0; w < PX_WAITS; w++)
    rs->wait[w] = -1;
  ends (f, rs, r, &nproxy, &ngen);
  for (int i = 0; i < f->nring; i++)
    if (f->ring[i]->with == r)
      ends (f, rs, f->ring[i], &nproxy, &ngen);
  for (int w = 0; w < PX_WAITS && !rs->empty; w++)
    rs->wait[w] = -1;
  if (ngen && nproxy)
    rs->fence = PX_FENCE_SHARED;
  int size = split->size[branch (split, rs->fill[0])];
  rs->full_elect = rs->tx && !ngen ? 0 : gcd (size, f->warp);
  rs->full_count = (rs->full_elect ? size / rs->full_elect : 1) * fillers;
  rs->empty_elect = (int *) px_alloc (&f->pool, rs->ndrain * sizeof (int));
  rs->empty_threads = (int *) px_alloc (&f->pool, rs->ndrain * sizeof (int));
  rs->gather = (bool *) px_alloc (&f->pool, rs->ndrain * sizeof (bool));
  rs->alone = (bool *) px_alloc (&f->pool, rs->ndrain * sizeof (bool));
  for (int i = 0; i < rs->ndrain; i++)
    {
      int b = branch (split, rs->drain[i]), coll = together (f, rs->drain[i]);
      size = split->size[b];
      rs->empty_threads[i] = size;
      rs->alone[i] = true;
      for (int j = 0; j < rs->ndrain; j++)
	rs->alone[i] &= branch (split, rs->drain[j]) != b || alone (f, rs->drain[j], split->body[b]);
      rs->empty_elect[i] = rs->alone[i] ? size : coll > 1 && size % coll == 0 ? coll : gcd (size, f->warp);
      rs->gather[i] = !coll && !rs->alone[i] && rs->empty_elect[i] > 1;
    }
  /* One arrival count a branch: its drains elect alike.  */
  for (int i = 0; i < rs->ndrain; i++)
    for (int j = 0; j < rs->ndrain; j++)
      if (branch (split, rs->drain[i]) == branch (split, rs->drain[j]) && rs->empty_elect[j] < rs->empty_elect[i])
	rs->empty_elect[i] = rs->empty_elect[j];
  rs->empty_count = 0;
  for (int i = 0; i < rs->ndrain; i++)
    {
      bool again = false;
      for (int j = 0; j < i; j++)
	again |= branch (split, rs->drain[i]) == branch (split, rs->drain[j]);
      if (!again)
	rs->empty_count += rs->empty_threads[i] / rs->empty_elect[i] * (r->remote ? __builtin_popcount (ranks_of (f, rs->drain[i])) : 1);
    }
}

/* The one statement in S, but for the engine's own; NULL: there are others.  */
static const struct px_stmt *
only_child (const struct px_stmt *s)
{
  const struct px_seq *q = s->body[0];
  return q->nst == 1 || (q->nst == 2 && q->st[1]->synth) ? q->st[0] : NULL;
}

/* T is ring Q's end of the same number as S.  */
static bool
partner (const struct px_stmt *s, const struct px_stmt *t, const struct px_ring *q)
{
  return t && t->kind == s->kind && t->ring == q && t->num == s->num && t->next == s->next && t->late == s->late;
}

/* Is a fill or drain of S's kind run by all blocks of the cluster, whatever it is of?  */
static bool
by_all (const struct px_fn *f, const struct px_stmt *s)
{
  return __builtin_popcount (ranks_of (f, s)) == (f->cluster < 32 ? f->cluster : 32);
}

/* Rings that are filled one after the other or in nested fills, and drained in nested
   drains; Q of each block's own may join R, which reaches others, if all blocks do all.  */
static bool
alike (struct px_fn *f, const struct px_ring *r, const struct px_ring *q)
{
  int fills[2] = {}, drains[2] = {};
  if (r->slots != q->slots || (q->remote && !r->remote) || !r->nobj || !q->nobj)
    return false;
  for (int i = 0; i < f->nstmt; i++)
    {
      struct px_stmt *s = f->stmt[i];
      const struct px_stmt *next = s->idx + 1 < s->seq->nst ? s->seq->st[s->idx + 1] : NULL;
      if ((s->kind == PX_FILL || s->kind == PX_DRAIN) && s->ring == r && r->remote != q->remote && !by_all (f, s))
	return false;
      if ((s->kind == PX_FILL || s->kind == PX_DRAIN) && s->ring == r && !partner (s, only_child (s), q)
	  && (s->kind == PX_DRAIN || !partner (s, next, q)))
	return false;
      fills[s->ring == q] += s->kind == PX_FILL && (s->ring == r || s->ring == q);
      drains[s->ring == q] += s->kind == PX_DRAIN && (s->ring == r || s->ring == q);
    }
  return fills[0] == fills[1] && drains[0] == drains[1];
}

struct px_ring_sync *
px_ring_sync_of (const struct px_fn *f, const struct px_ring *r)
{
  for (int i = 0; i < f->nrsync; i++)
    if (f->rsync[i]->ring == (r->with ? r->with : r))
      return f->rsync[i];
  return NULL;
}

/* --- live: the branches are processes that block on slots only, so one run
   decides for given counts; unknown counts take several values --- */

enum { BEGIN_FILL, END_FILL, BEGIN_DRAIN, END_DRAIN, FLUSH };
/* A longer run (of constant counts) is not made: the rings then count as live.  */
enum { EVENTS = 200000 };
/* NUM: as counted in the branch, whatever its counter does; SLOT: where it is.  */
struct event { int kind, num, slot; struct px_stmt *s; };
struct proc { struct event *e; int n, cap, pc; };
/* Executions so far: in the branch, by ring; since its counter started, by statement; turns of loops.  */
struct counts { int *ring, *stmt, *turn; };

/* In a run where BIG is W and all others are V.  */
static int
value_of (struct px_fn *f, struct px_count c, const char *big, int v, int w)
{
  const char *base;
  int less;
  if (!c.text)
    return c.k;
  int times = scaled (f, &c.text);
  based (f, c.text, &base, &less);
  int n = (big && !strcmp (base, big) ? w : v) - less;
  return c.k + (n > 0 ? n : 0) * times;
}

/* S is an end of a ring between the branches of SPLIT.  */
static bool
is_end (const struct px_fn *f, const struct px_stmt *split, const struct px_stmt *s)
{
  const struct px_ring_sync *rs = s->kind == PX_FILL || s->kind == PX_DRAIN ? px_ring_sync_of (f, s->ring) : NULL;
  return rs && !s->ring->with && rs->split == split;
}

static bool
has_end (const struct px_fn *f, const struct px_stmt *split, const struct px_stmt *s)
{
  bool r = is_end (f, split, s);
  for (int i = 0; i < s->nbody; i++)
    for (int j = 0; j < s->body[i]->nst && !r; j++)
      r = has_end (f, split, s->body[i]->st[j]);
  return r;
}

/* Does S run its body I?  Of an IF that is not known: all.  */
static bool
takes (struct px_fn *f, const struct px_stmt *s, int i, struct counts c, const char *big, int v, int w)
{
  const char *t;
  int k;
  if (s->kind != PX_IF)
    return true;
  if (const struct px_stmt *loop = px_but_last (f, s, &k))
    return (c.turn[loop->id] + k < value_of (f, loop->count, big, v, w)) == !i;
  if (s->leaves)
    {
      const struct px_stmt *loop = s->seq->up;
      while (loop && loop->kind != PX_LOOP)
	loop = loop->seq->up;
      return !loop || (c.turn[loop->id] + 1 == value_of (f, loop->count, big, v, w)) == !i;
    }
  if (above (f, condition (f, s), &t, &k))
    return (value_of (f, { t, 0 }, big, v, w) > k) == !i;
  return true;
}

static void
expand (struct px_fn *f, struct px_stmt *split, struct proc *p, struct px_seq *q, struct counts c, const char *big, int v, int w)
{
  for (int i = 0; i < q->nst && p->n < EVENTS; i++)
    {
      struct px_stmt *s = q->st[i];
      int n = s->kind == PX_LOOP ? value_of (f, s->count, big, v, w) : 1;
      if (!has_end (f, split, s))
	continue;
      struct event e = { s->kind == PX_FILL ? BEGIN_FILL : BEGIN_DRAIN, 0, 0, s };
      bool end = is_end (f, split, s);
      if (end)
	{
	  int slots = s->ring->slots;
	  e.num = px_ring_sync_of (f, s->ring)->from + c.ring[s->ring->id]++;
	  e.slot = ((s->restart && !s->next ? s->num + (s->restart != s) * c.stmt[s->id]++ : e.num) % slots + slots) % slots;
	  PX_PUSH (&f->pool, p->e, p->n, p->cap, e);
	}
      for (int k = 0; s->kind == PX_LOOP && k < f->nstmt; k++)
	if (f->stmt[k]->restart == s)
	  c.stmt[f->stmt[k]->id] = 0;
      for (int k = 0; k < n && p->n < EVENTS; k++)
	for (int j = 0; j < s->nbody; j++)
	  {
	    c.turn[s->id] = k;
	    if (takes (f, s, j, c, big, v, w))
	      expand (f, split, p, s->body[j], c, big, v, w);
	  }
      if (end)
	{
	  e.kind = s->kind == PX_FILL ? END_FILL : END_DRAIN;
	  PX_PUSH (&f->pool, p->e, p->n, p->cap, e);
	}
      for (int k = 0; s->kind == PX_LOOP && k < s->body[0]->nst; k++)
	{
	  struct px_stmt *t = s->body[0]->st[k];
	  if (t->kind == PX_DRAIN && t->flush && is_end (f, split, t))
	    PX_PUSH (&f->pool, p->e, p->n, p->cap, (event { FLUSH, px_ring_sync_of (f, t->ring)->from + c.ring[t->ring->id] - 1, 0, t }));
	}
    }
}

static bool
drains (const struct px_ring_sync *rs, const struct px_stmt *split, int b)
{
  for (int i = 0; i < rs->ndrain; i++)
    if (branch (split, rs->drain[i]) == b)
      return true;
  return false;
}

/* FILLED: numbers filled up to; GONE[branch]: released up to; HELD[slot]: the number filled there last.  */
static bool
ready (const struct px_fn *f, const struct px_stmt *split, const struct event *e, const int *filled, const int *gone, const int *held)
{
  const struct px_ring_sync *rs = px_ring_sync_of (f, e->s->ring);
  int id = rs->ring->id, last = held[e->slot];
  if (e->kind == BEGIN_DRAIN)
    return e->num < filled[id];
  if (e->kind == BEGIN_FILL && rs->empty)
    for (int b = 0; b < split->nbody; b++)
      if (drains (rs, split, b) && last >= gone[id * split->nbody + b] && last >= rs->from)
	return false;
  return true;
}

static bool
live (struct px_fn *f, struct px_stmt *split, const char *big, int v, int w)
{
  int nb = split->nbody;
  struct proc *p = (struct proc *) px_alloc (&f->pool, nb * sizeof *p);
  int *filled = (int *) px_alloc (&f->pool, (f->nring + 1) * sizeof (int)), *gone = (int *) px_alloc (&f->pool, (f->nring * nb + 1) * sizeof (int));
  int **held = (int **) px_alloc (&f->pool, (f->nring + 1) * sizeof *held);
  for (int i = 0; i < f->nrsync; i++)
    {
      const struct px_ring *r = f->rsync[i]->ring;
      filled[r->id] = f->rsync[i]->from;
      held[r->id] = (int *) px_alloc (&f->pool, r->slots * sizeof (int));
      for (int k = 0; k < r->slots; k++)
	held[r->id][k] = f->rsync[i]->from - 1;
      for (int b = 0; b < nb; b++)
	gone[f->rsync[i]->ring->id * nb + b] = f->rsync[i]->from;
    }
  for (int b = 0; b < nb; b++)
    {
      struct counts c = { (int *) px_alloc (&f->pool, (f->nring + 1) * sizeof (int)), (int *) px_alloc (&f->pool, f->nstmt * sizeof (int)),
			  (int *) px_alloc (&f->pool, f->nstmt * sizeof (int)) };
      expand (f, split, &p[b], split->body[b], c, big, v, w);
      if (p[b].n >= EVENTS)
	return true;
    }
  for (bool moved = true; moved;)
    {
      moved = false;
      for (int b = 0; b < nb; b++)
	while (p[b].pc < p[b].n && ready (f, split, &p[b].e[p[b].pc], filled, gone, held[p[b].e[p[b].pc].s->ring->id]))
	  {
	    const struct event *e = &p[b].e[p[b].pc++];
	    int id = e->s->ring->id;
	    if (e->kind == BEGIN_FILL)
	      held[id][e->slot] = e->num;
	    if (e->kind == END_FILL)
	      filled[id] = e->num + 1;
	    if (e->kind == FLUSH)
	      gone[id * nb + b] = e->num + 1;
	    if (e->kind == END_DRAIN)
	      gone[id * nb + b] = e->num + 1 - e->s->late;
	    moved = true;
	  }
    }
  const char *text = "";
  struct px_stmt *at = NULL;
  for (int b = 0; b < nb; b++)
    if (p[b].pc < p[b].n)
      {
	const struct event *e = &p[b].e[p[b].pc];
	text = px_textf (&f->pool, "%s%sbranch %d waits to %s number %d of %s%s", text, at ? ", " : "", b + 1, e->kind == BEGIN_FILL ? "fill" : "drain",
			 e->num, e->s->ring->name, e->s->loc.line ? px_textf (&f->pool, " (line %d)", e->s->loc.line) : "");
	at = e->s;
      }
  if (at)
    problem (f, PX_E_LIVE, at->ring, at, NULL, text, NULL);
  return !at;
}

static bool
all_live (struct px_fn *f, struct px_stmt *split)
{
  int slots = 2;
  const char *text[16];
  int n = 0;
  for (int i = 0; i < f->nring; i++)
    slots += f->ring[i]->slots;
  for (int i = 0; i < f->nstmt; i++)
    {
      struct px_stmt *s = f->stmt[i];
      bool old = s->kind != PX_LOOP || !s->count.text || !px_inside (split, s);
      const char *base = s->count.text;
      int less;
      if (!old)
	{
	  scaled (f, &base);
	  based (f, base, &base, &less);
	}
      for (int j = 0; j < n && !old; j++)
	old = !strcmp (text[j], base);
      if (!old && n < 16)
	text[n++] = base;
    }
  for (int v = 1; v <= (n ? slots : 1); v++)
    if (!live (f, split, NULL, v, v))
      return false;
  for (int i = 0; i < n; i++)
    if (!live (f, split, text[i], 1, slots) || !live (f, split, text[i], slots, 1))
      return false;
  return true;
}

static bool
one_ring (struct px_fn *f, struct px_ring *r)
{
  struct px_stmt **fill = NULL, **drain = NULL;
  int nfill = 0, ndrain = 0, capf = 0, capd = 0;
  for (int i = 0; i < f->nstmt; i++)
    {
      struct px_stmt *s = f->stmt[i];
      if (s->kind == PX_FILL && s->ring == r)
	PX_PUSH (&f->pool, fill, nfill, capf, s);
      if (s->kind == PX_DRAIN && s->ring == r)
	PX_PUSH (&f->pool, drain, ndrain, capd, s);
    }
  if (!nfill && !ndrain)
    return true;
  if (!nfill || !ndrain)
    {
      problem (f, PX_E_RING, r, nfill ? fill[0] : drain[0], NULL, nfill ? "filled but not drained" : "drained but not filled", NULL);
      return false;
    }
  struct px_stmt *split = split_of (fill[0], drain[0]);
  struct px_stmt *wrong = split ? NULL : drain[0];      /* with the first fill in sight */
  for (int i = 0; i < nfill && !wrong; i++)
    if (!px_inside (split, fill[i]) || branch (split, fill[i]) != branch (split, fill[0]))
      wrong = fill[i];
  for (int i = 0; i < ndrain && !wrong; i++)
    if (!px_inside (split, drain[i]) || branch (split, drain[i]) == branch (split, fill[0]))
      wrong = drain[i];
  if (wrong)
    {
      problem (f, PX_E_RING, r, fill[0], wrong, "one branch of a split must fill it and others drain it", NULL);
      return false;
    }
  struct poly fills, drained;
  int from, dfrom, d;
  struct px_seq *fb = split->body[branch (split, fill[0])];
  if (!numbers (f, r, fb, fill, nfill, &from, &fills))
    return false;
  for (int b = 0; b < split->nbody; b++)
    {
      struct px_stmt **op = (struct px_stmt **) px_alloc (&f->pool, ndrain * sizeof *op);
      int n = 0;
      for (int i = 0; i < ndrain; i++)
	if (branch (split, drain[i]) == b)
	  op[n++] = drain[i];
      if (!n)
	continue;
      if (!numbers (f, r, split->body[b], op, n, &dfrom, &drained))
	return false;
      if (dfrom != from)
	{
	  problem (f, PX_E_RING, r, op[0], fill[0], px_textf (&f->pool, "drained from number %d, filled from number %d", dfrom, from), NULL);
	  return false;
	}
      if (!difference (f, &fills, &drained, &d) || d < 0 || (d && r->nobj))
	{
	  problem (f, PX_E_STEP, r, fill[nfill - 1], op[n - 1], poly_text (f, &fills), poly_text (f, &drained));
	  return false;
	}
    }
  struct px_ring_sync *rs = (struct px_ring_sync *) px_alloc (&f->pool, sizeof *rs);
  struct poly zero = {};
  rs->ring = r;
  rs->split = split;
  rs->fill = fill;
  rs->nfill = nfill;
  rs->drain = drain;
  rs->ndrain = ndrain;
  rs->from = from;
  rs->barrier = -1;
  for (int i = 0; r->remote && i < nfill + ndrain; i++)
    for (struct px_stmt *s = (i < nfill ? fill[i] : drain[i - nfill])->seq->up; s; s = s->seq->up)
      if (s->local && !s->ranked)
	{
	  const char *what = s->kind == PX_LOOP ? "other blocks of the cluster may take another number of turns"
			     : "other blocks of the cluster may take another branch";
	  problem (f, PX_E_RING, r, s, NULL, !s->local_by ? what
		   : px_textf (&f->pool, "%s, as that depends on %s, which does not live at block[%d]", what, s->local_by, f->cluster), NULL);
	  return false;
	}
  if (r->remote && !common_ranks (f, fill, nfill))
    {
      problem (f, PX_E_RING, r, fill[nfill - 1], fill[0], "different blocks of the cluster fill it at different places", NULL);
      return false;
    }
  if (r->remote)
    {
      rs->fillers = common_ranks (f, fill, nfill);
      for (int i = 0; i < ndrain; i++)
	rs->drainers |= ranks_of (f, drain[i]);
    }
  for (int b = 0; r->remote && b < split->nbody; b++)
    for (int i = 0; i < ndrain; i++)
      for (int j = 0; j < i; j++)
	if (branch (split, drain[i]) == branch (split, drain[j]) && ranks_of (f, drain[i]) != ranks_of (f, drain[j]))
	  {
	    problem (f, PX_E_RING, r, drain[i], drain[j], "different blocks of the cluster drain it at different places", NULL);
	    return false;
	  }
  bool again = false;           /* the split itself runs more than once */
  for (struct px_stmt *s = split->seq->up; s; s = s->seq->up)
    again |= s->kind == PX_LOOP && s->may_repeat;
  rs->fills = difference (f, &fills, &zero, &d) && !again ? d : -1;
  rs->empty = rs->fills < 0 || rs->fills > r->slots;
  rs->fill_end = (struct px_stmt **) px_alloc (&f->pool, nfill * sizeof *rs->fill_end);
  for (int i = 0; i < nfill; i++)
    {
      rs->fill_end[i] = fill[i];
      for (int j = 0; j < f->nring; j++)
	if (f->ring[j]->with == r)
	  for (struct px_stmt *t = fill[i]; t->idx + 1 < t->seq->nst;)
	    {
	      t = t->seq->st[t->idx + 1];
	      if (t->kind != PX_FILL || t->ring->with != r)
		break;
	      rs->fill_end[i] = t;
	    }
    }
  if (r->with)
    return true;
  barriers (f, rs, split);
  PX_PUSH (&f->pool, f->rsync, f->nrsync, f->caprsync, rs);
  return true;
}

/* A ring of one loop that prefetches: what is drained was filled, each number
   once, and nothing is filled that is not drained.  */
static bool
unsplit (struct px_fn *f, struct px_ring *r)
{
  const struct px_acc *fill = NULL, *drain = NULL;
  for (int i = 0; i < f->nacc; i++)
    {
      const struct px_acc *a = f->acc[i];
      if (a->obj->ring != r || !a->num_loop)
	continue;
      const struct px_acc **end = a->kind == PX_READ ? &drain : &fill;
      if (!*end)
	*end = a;
      else if (a->num_loop != (*end)->num_loop || a->num != (*end)->num)
	{
	  problem (f, PX_E_RING, r, a->op, (*end)->op, "two places with different numbers", NULL);
	  return false;
	}
    }
  if (!fill && !drain)
    return true;
  if (!fill || !drain || fill->num_loop != drain->num_loop)
    {
      problem (f, PX_E_RING, r, (fill ? fill : drain)->op, NULL, "one loop must fill it and drain it", NULL);
      return false;
    }
  for (int n = drain->num; n < fill->num; n++)
    {
      bool found = false;
      for (int i = 0; i < f->nacc && !found; i++)
	found = f->acc[i]->obj->ring == r && f->acc[i]->numbered && !f->acc[i]->num_loop && f->acc[i]->kind != PX_READ && f->acc[i]->num == n;
      if (!found)
	{
	  problem (f, PX_E_RING, r, drain->op, fill->op, px_textf (&f->pool, "number %d is drained but not filled", n), NULL);
	  return false;
	}
    }
  bool guarded = fill->num <= drain->num;
  for (const struct px_stmt *s = fill->op->seq->up; s != fill->num_loop; s = s->seq->up)
    guarded |= s->kind == PX_IF;
  if (!guarded)
    {
      struct poly n = {}, m = {};
      plus (f, &n, { 1, "" });
      n = times (f, n, fill->num_loop->count);
      for (int i = 0; i < n.n; i++)
	plus (f, &m, n.m[i]);
      plus (f, &m, { fill->num - drain->num, "" });
      problem (f, PX_E_STEP, r, fill->op, drain->op, poly_text (f, &m), poly_text (f, &n));
    }
  return guarded;
}

/* Q shares the barriers of R, and so do those that shared Q's.  */
static void
lead (struct px_fn *f, struct px_ring *r, struct px_ring *q)
{
  q->with = r;
  for (int i = 0; i < f->nring; i++)
    if (f->ring[i]->with == q)
      f->ring[i]->with = r;
}

static bool
all_rings (struct px_fn *f)
{
  bool ok = true;
  for (int i = 0; i < f->nring; i++)
    for (int j = 0; j < f->nring && !f->ring[i]->with; j++)
      if (i != j && !f->ring[j]->with && alike (f, f->ring[j], f->ring[i]))
	lead (f, f->ring[j], f->ring[i]);
  for (int i = 0; i < f->nring; i++)
    ok &= one_ring (f, f->ring[i]) && unsplit (f, f->ring[i]);
  for (int i = 0; i < f->nstmt && ok; i++)
    if (f->stmt[i]->kind == PX_SPLIT && f->nrsync)
      ok = all_live (f, f->stmt[i]);
  return ok;
}

bool
px_rings (struct px_fn *f)
{
  int old = f->nproblem;
  if (all_rings (f))
    return true;
  bool again = false;
  for (int i = 0; i < f->nstmt; i++)
    if (f->stmt[i]->may_late)
      {
	f->stmt[i]->late = 0;
	f->stmt[i]->may_late = f->stmt[i]->flush = false;
	again = true;
      }
  if (!again)
    return false;
  f->nproblem = old;
  f->nrsync = 0;
  for (int i = 0; i < f->nring; i++)
    f->ring[i]->with = NULL;
  return all_rings (f);
}
