/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a function in the language of the tests, which infer/print.cc prints.

     function  = ("kernel" | "device") NAME {"at" PERSP | "threads" N | "multiple" N | "warp" N | "cluster" N
                 | "cooperative" | "barriers" N} "{" {decl} {stmt} "}"
     decl      = "object" NAME ("shared" | "global" | "fragment") [N] ["at" PERSP] ["in" NAME ["+" N]] ["anywhere"] ["restricted"] ";"
               | "ring" NAME "slots" N ["parts" N] [NAME {"," NAME}] ["remote"] ";"
               | "launch" {NAME "=" N} ";"
     stmt      = "loop" NAME COUNT ["some"] ["once"] [LINE] body
               | "if" "(" TEXT ")" ["leaves"] ["ranks" N] [LINE] body ["else" body]
               | "group" PERSP [LINE] body
               | ("partition" | "claim" | "async" | "reads") NAME PERSP [LINE] body
               | "split" ("thread" | "block") [LINE] "{" {"case" START SIZE body} "}"
               | ("fill" | "drain") NAME NUMBER ["part" N] ["next"] ["late" N ["flush"]] [LINE] body
               | "work" [N] [LINE] ";"
               | (TIMELINE | "call" NAME) ["by" N] ["elect" N] [LINE] access {"," access} ";"
     access    = ("r" | "w" | "a" [N] | "x" | "l") NAME ["[" TEXT "]"] ["if" "(" TEXT ")"] ["?"] ["#" (N | NAME ["+" N])] ["remote" ["all"]] ["bytes" N]
     TIMELINE  = "generic" | "cpasync" | "load" | "store" | "wgmma"
     COUNT     = N | "(" TEXT ")" [("+" | "-") N];  PERSP = LEVEL "[" N "]";  LINE = "@" N;  NUMBER = ["-"] N
     body      = "{" {stmt} "}"
   "some": not zero times; "once": at most once; "leaves": an empty body, behind which
   the loop around ends; "?": elements unknown; "#": the
   number of an unsplit ring; "a N": atomics that commute with those of the same
   N (1), "x": with none, "l": atomics that only read; a comment goes from "//" to the end of the line.  */
#include "sync.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct rd
{
  struct px_fn *f;
  const char *p;
  int line;
  char *err;
  size_t nerr;
  bool bad;
  int deep;
};

static void
fail (struct rd *r, const char *fmt, ...)
{
  if (r->bad)
    return;
  va_list ap;
  int n = snprintf (r->err, r->nerr, "line %d: ", r->line);
  va_start (ap, fmt);
  if (n > 0 && (size_t) n < r->nerr)
    vsnprintf (r->err + n, r->nerr - n, fmt, ap);
  va_end (ap);
  r->bad = true;
}

static void
skip (struct rd *r)
{
  for (;; r->p++)
    {
      if (r->p[0] == '/' && r->p[1] == '/')
	while (*r->p && *r->p != '\n')
	  r->p++;
      if (*r->p == '\n')
	r->line++;
      if (!*r->p || !isspace ((unsigned char) *r->p))
	return;
    }
}

static bool
name_char (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '.' || c == '\'';
}

static bool
take (struct rd *r, const char *word)
{
  skip (r);
  size_t n = strlen (word);
  if (r->bad || strncmp (r->p, word, n) || (name_char (word[n - 1]) && name_char (r->p[n])))
    return false;
  r->p += n;
  return true;
}

static void
need (struct rd *r, const char *word)
{
  if (!take (r, word))
    fail (r, "`%s' expected", word);
}

static bool
is_num (struct rd *r)
{
  skip (r);
  return isdigit ((unsigned char) *r->p) || (*r->p == '-' && isdigit ((unsigned char) r->p[1]));
}

static int
num (struct rd *r)
{
  if (!is_num (r))
    {
      fail (r, "number expected");
      return 0;
    }
  char *end;
  long n = strtol (r->p, &end, 10);
  r->p = end;
  if (n > 1000000 || n < -1000000)
    fail (r, "number too large");
  return n;
}

static int
positive (struct rd *r)
{
  int n = num (r);
  if (n < 1)
    fail (r, "positive number expected");
  return n < 1 ? 1 : n;
}

static const char *
name (struct rd *r)
{
  skip (r);
  const char *s = r->p;
  while (name_char (*r->p))
    r->p++;
  if (r->p == s)
    fail (r, "name expected");
  return px_text (&r->f->pool, s, r->p - s);
}

/* Text up to the bracket that closes OPEN, which was taken.  */
static const char *
text (struct rd *r, char open, char close)
{
  skip (r);
  const char *s = r->p;
  for (int deep = 1; *r->p; r->p++)
    {
      deep += (*r->p == open) - (*r->p == close);
      if (*r->p == '\n')
	r->line++;
      if (!deep)
	{
	  const char *e = r->p++;
	  while (e > s && isspace ((unsigned char) e[-1]))
	    e--;
	  return px_text (&r->f->pool, s, e - s);
	}
    }
  fail (r, "`%c' expected", close);
  return "";
}

static int
word_of (struct rd *r, const char *const *words, int n)
{
  for (int i = 0; i < n; i++)
    if (take (r, words[i]))
      return i;
  return -1;
}

static struct px_persp
persp (struct rd *r)
{
  struct px_persp p = { word_of (r, px_word_level, 3), 1 };
  if (p.level < 0)
    {
      fail (r, "level expected");
      p.level = 0;
    }
  need (r, "[");
  p.n = positive (r);
  need (r, "]");
  return p;
}

static struct px_obj *
obj (struct rd *r)
{
  const char *s = name (r);
  for (int i = 0; i < r->f->nobj; i++)
    if (!strcmp (r->f->obj[i]->name, s))
      return r->f->obj[i];
  fail (r, "no object `%s'", s);
  return NULL;
}

static struct px_ring *
ring (struct rd *r)
{
  const char *s = name (r);
  for (int i = 0; i < r->f->nring; i++)
    if (!strcmp (r->f->ring[i]->name, s))
      return r->f->ring[i];
  fail (r, "no ring `%s'", s);
  return NULL;
}

/* The part of RING whose number follows.  */
static struct px_ring *
part (struct rd *r, const struct px_ring *ring)
{
  int n = num (r);
  for (int i = 0; i < r->f->nring && ring; i++)
    if (px_whole_ring (r->f->ring[i]) == ring && r->f->ring[i]->part == n && ring->parts)
      return r->f->ring[i];
  fail (r, "no such part");
  return NULL;
}

static bool
decl (struct rd *r)
{
  struct px_fn *f = r->f;
  if (take (r, "object"))
    {
      const char *s = name (r);
      for (int i = 0; i < f->nobj; i++)
	if (!strcmp (f->obj[i]->name, s))
	  fail (r, "object `%s' twice", s);
      int space = word_of (r, px_word_space, 3);
      if (space < 0)
	{
	  fail (r, "`shared', `global' or `fragment' expected");
	  return true;
	}
      struct px_obj *o = px_add_obj (f, s, space);
      if (is_num (r))
	o->size = positive (r);
      if (take (r, "at"))
	o->persp = persp (r);
      if (take (r, "in"))
	{
	  struct px_obj *in = obj (r);
	  if (in)
	    o->store = in->store;
	  if (take (r, "+"))
	    o->off = num (r);
	}
      o->anywhere = take (r, "anywhere");
      o->restricted = take (r, "restricted");
    }
  else if (take (r, "ring"))
    {
      const char *s = name (r);
      need (r, "slots");
      struct px_ring *g = px_add_ring (f, s, positive (r));
      int parts = take (r, "parts") ? positive (r) : 0;
      for (skip (r); *r->p && *r->p != ';' && !r->bad; skip (r))
	if (take (r, "remote"))
	  g->remote = true;
	else
	  {
	    struct px_obj *o = obj (r);
	    if (o)
	      px_ring_obj (f, g, o);
	    take (r, ",");
	  }
      if (parts)
	px_ring_in_parts (f, g, parts);
    }
  else if (take (r, "launch"))
    {
      skip (r);
      const char *s = r->p;
      while (*r->p && *r->p != ';' && *r->p != '\n')
	r->p++;
      PX_PUSH (&f->pool, f->launch, f->nlaunch, f->caplaunch,
	       (char *) px_text (&f->pool, s, r->p - s));
    }
  else
    return false;
  need (r, ";");
  return true;
}

static struct px_loc
at_line (struct rd *r)
{
  struct px_loc l = { 0, 0 };
  if (take (r, "@"))
    l.line = positive (r);
  return l;
}

static void
access (struct rd *r, struct px_stmt *op)
{
  int kind = word_of (r, px_word_kind, PX_WORD_OTHER_ATOMIC + 1);
  if (kind < 0)
    {
      fail (r, "`r', `w', `a', `l' or `x' expected");
      return;
    }
  int alike = kind != PX_ATOMIC ? 0 : is_num (r) ? positive (r) : 1;
  struct px_obj *o = obj (r);
  if (r->bad)
    return;
  struct px_acc *a = px_add_acc (r->f, op, o, kind == PX_WORD_OTHER_ATOMIC ? PX_ATOMIC : kind);
  a->alike = alike;
  if (take (r, "["))
    a->map = text (r, '[', ']');
  if (take (r, "if"))
    {
      need (r, "(");
      a->guard = text (r, '(', ')');
    }
  a->unknown = take (r, "?");
  if (take (r, "#"))
    {
      a->numbered = true;
      if (is_num (r))
	a->num = num (r);
      else
	{
	  a->num_var = name (r);
	  if (take (r, "+"))
	    a->num = num (r);
	}
    }
  a->remote = take (r, "remote");
  a->everywhere = a->remote && take (r, "all");
  if (a->remote && take (r, "to"))
    {
      a->to = (uint32_t *) px_alloc (&r->f->pool, r->f->cluster * sizeof *a->to);
      for (int i = 0; i < r->f->cluster; i++)
	a->to[i] = num (r);
    }
  a->bytes = take (r, "bytes") ? num (r) : 0;
}

static void stmts (struct rd *r, struct px_seq *q);

static void
body (struct rd *r, struct px_seq *q)
{
  need (r, "{");
  stmts (r, q);
  need (r, "}");
}

/* The value that N characters of TEXT are.  */
static const struct px_value *
value (struct px_fn *f, const char *text, int n)
{
  while (n && isspace ((unsigned char) text[n - 1]))
    n--;
  for (int i = 0; i < f->nvalue; i++)
    if (!strncmp (f->value[i]->text, text, n) && !f->value[i]->text[n])
      return f->value[i];
  return px_add_value (f, px_text (&f->pool, text, n), 0);
}

/* TEXT is V OP K, K a number without a sign: V's characters, and K and which of OPS it is; else all
   characters, and -1.  OP stands between spaces, outside brackets.  */
static int
left_operand (struct rd *r, const char *text, const char *const *ops, int nops, int *k, int *op)
{
  int n = -1, deep = 0;
  *op = -1;
  for (int i = 0; text[i]; i++)
    {
      deep += (text[i] == '(') - (text[i] == ')');
      struct rd in = *r;
      in.p = text + i + 1;
      int w = !deep && text[i] == ' ' ? word_of (&in, ops, nops) : -1;
      if (w < 0 || !isspace ((unsigned char) *in.p) || !is_num (&in) || *in.p == '-')
	continue;
      int number = num (&in);
      skip (&in);
      if (*in.p)
	continue;
      n = i;
      *op = w;
      *k = number;
    }
  return n < 0 ? (int) strlen (text) : n;
}

static void
read_count (struct rd *r, struct px_count *c)
{
  static const char *const ops[] = { "+", "-" };
  int op, k, n = left_operand (r, c->text, ops, 2, &k, &op);
  c->times = 1;
  c->less = op < 0 ? 0 : op ? k : -k;
  c->of = value (r->f, c->text, n);
}

/* S->cond: "V > K", "K < V", "V != 0", "VAR + K < V" with the innermost loop's VAR, or a value of its own.  */
static void
read_cond (struct rd *r, struct px_stmt *s)
{
  static const char *const ops[] = { ">", "!=" };
  const struct px_stmt *loop = s->seq->up;
  while (loop && loop->kind != PX_LOOP)
    loop = loop->seq->up;
  struct rd in = *r;
  in.p = s->cond;
  if (loop && take (&in, loop->var) && take (&in, "+") && is_num (&in))
    {
      int k = num (&in);
      if (take (&in, "<"))
	{
	  skip (&in);
	  s->before = is_num (&in) ? atoi (in.p) - k : 0;
	  s->when = { PX_C_TURN, false, value (r->f, in.p, strlen (in.p)), k, loop, NULL, false };
	  return;
	}
    }
  in.p = s->cond;
  if (is_num (&in))
    {
      int k = num (&in);
      if (take (&in, "<"))
	{
	  skip (&in);
	  s->when = { PX_C_ABOVE, false, value (r->f, in.p, strlen (in.p)), k, NULL, NULL, false };
	  return;
	}
    }
  int op, k = 0, n = left_operand (r, s->cond, ops, 2, &k, &op);
  bool nonzero = op == 1 && !k;
  s->when.kind = op == 0 ? PX_C_ABOVE : nonzero ? PX_C_NONZERO : PX_C_OWN;
  s->when.k = op == 0 ? k : 0;
  s->when.of = value (r->f, s->cond, op == 0 || nonzero ? n : (int) strlen (s->cond));
}

static bool
stmt (struct rd *r, struct px_seq *q)
{
  struct px_fn *f = r->f;
  int w;
  struct px_stmt *s;
  if (take (r, "loop"))
    {
      s = px_add_stmt (f, q, PX_LOOP, { 0, 0 });
      s->var = name (r);
      if (take (r, "("))
	{
	  s->count.text = text (r, '(', ')');
	  if (take (r, "+"))
	    s->count.k = num (r);
	  else if (take (r, "-"))
	    s->count.k = -num (r);
	  read_count (r, &s->count);
	  s->may_skip = !take (r, "some");
	  s->may_repeat = !take (r, "once");
	}
      else
	{
	  s->count.k = num (r);
	  if (s->count.k < 0)
	    fail (r, "negative count");
	  s->may_skip = s->count.k == 0;
	  s->may_repeat = s->count.k > 1;
	}
      s->loc = at_line (r);
      body (r, px_add_body (f, s));
    }
  else if (take (r, "if"))
    {
      s = px_add_stmt (f, q, PX_IF, { 0, 0 });
      need (r, "(");
      s->cond = text (r, '(', ')');
      read_cond (r, s);
      s->leaves = take (r, "leaves");
      const struct px_seq *around = q;
      while (around->up && around->up->kind != PX_LOOP)
	around = around->up->seq;
      if (s->leaves && !around->up)
	fail (r, "`leaves' without a loop");
      s->ranked = take (r, "ranks");
      if (s->ranked)
	s->ranks = num (r);
      s->loc = at_line (r);
      do
	{
	  struct px_seq *b = px_add_body (f, s);
	  b->together = { PX_GRID, 1 };
	  body (r, b);
	}
      while (s->nbody < 2 && take (r, "else"));
    }
  else if (take (r, "group"))
    {
      s = px_add_stmt (f, q, PX_GROUP, { 0, 0 });
      s->persp = persp (r);
      s->loc = at_line (r);
      body (r, px_add_body (f, s));
    }
  else if ((w = word_of (r, px_word_view, 4)) >= 0)
    {
      s = px_add_stmt (f, q, PX_VIEW, { 0, 0 });
      s->view = w;
      s->obj = obj (r);
      s->persp = persp (r);
      s->loc = at_line (r);
      body (r, px_add_body (f, s));
    }
  else if (take (r, "split"))
    {
      s = px_add_stmt (f, q, PX_SPLIT, { 0, 0 });
      s->persp.n = 1;
      s->persp.level = word_of (r, px_word_level, 2);
      if (s->persp.level < 0)
	{
	  s->persp.level = 0;
	  fail (r, "`thread' or `block' expected");
	}
      s->loc = at_line (r);
      need (r, "{");
      while (take (r, "case"))
	{
	  int start = num (r), size = positive (r);
	  if (start < 0 || start % size)
	    fail (r, "a case starts at a multiple of its size");
	  body (r, px_add_case (f, s, start, size));
	}
      if (!s->nbody)
	fail (r, "`case' expected");
      need (r, "}");
    }
  else if (take (r, "fill") || take (r, "drain"))
    {
      s = px_add_stmt (f, q, r->p[-1] == 'l' ? PX_FILL : PX_DRAIN, { 0, 0 });
      s->ring = ring (r);
      s->num = num (r);
      if (take (r, "part"))
	s->ring = part (r, s->ring);
      s->next = take (r, "next");
      if (take (r, "late"))
	s->late = positive (r);
      s->flush = s->late && take (r, "flush");
      s->hold = s->kind == PX_DRAIN && take (r, "hold") ? positive (r) : 0;
      s->may_late = s->hold;
      s->loc = at_line (r);
      body (r, px_add_body (f, s));
    }
  else if (take (r, "work"))
    {
      s = px_add_stmt (f, q, PX_WORK, { 0, 0 });
      s->weight = is_num (r) ? num (r) : 100;
      s->loc = at_line (r);
      need (r, ";");
    }
  else if ((w = word_of (r, px_word_timeline, PX_END)) >= 0 || take (r, "call"))
    {
      s = px_add_stmt (f, q, PX_OP, { 0, 0 });
      s->timeline = w < 0 ? PX_GENERIC : w;
      if (w < 0)
	s->callee = name (r);
      if (take (r, "by"))
	s->coll = positive (r);
      if (take (r, "elect"))
	s->elect = positive (r);
      s->loc = at_line (r);
      do
	access (r, s);
      while (take (r, ","));
      need (r, ";");
    }
  else
    return false;
  return true;
}

static void
stmts (struct rd *r, struct px_seq *q)
{
  if (++r->deep > 60)
    fail (r, "nested too deep");
  while (!r->bad && stmt (r, q))
    ;
  r->deep--;
}

/* Numbers name loops around them, sizes nest: what the builder's caller owes.  */
static void
check (struct rd *r, struct px_seq *q, struct px_persp code)
{
  for (int i = 0; i < q->nst && !r->bad; i++)
    {
      struct px_stmt *s = q->st[i];
      struct px_persp in = code;
      s->seq = q;
      if (s->kind == PX_GROUP || s->kind == PX_VIEW)
	{
	  struct px_persp p = s->persp;
	  bool ok = p.level < code.level || (p.level == code.level && code.n % p.n == 0);
	  if (code.level == PX_BLOCK && p.level == PX_THREAD && r->f->threads
	      && r->f->threads % p.n)
	    ok = false;
	  if (!ok && s->kind == PX_GROUP)
	    fail (r, "group %s[%d] inside %s[%d]", px_word_level[p.level], p.n,
		  px_word_level[code.level], code.n);
	  if (s->kind == PX_GROUP)
	    in = p;
	}
      for (int j = 0; j < s->nacc; j++)
	if (s->acc[j].num_var)
	  {
	    bool found = false;
	    for (struct px_stmt *u = q->up; u; u = u->seq->up)
	      found |= u->kind == PX_LOOP && !strcmp (u->var, s->acc[j].num_var);
	    if (!found)
	      fail (r, "no loop `%s' around the access", s->acc[j].num_var);
	  }
      for (int j = 0; j < s->nbody; j++)
	{
	  if (s->kind == PX_SPLIT)
	    {
	      in.level = s->persp.level;
	      in.n = s->size[j];
	    }
	  check (r, s->body[j], in);
	}
    }
}

struct px_fn *
px_fn_read (const char *src, char *err, size_t nerr)
{
  struct px_fn *f = px_fn_new ("", true);
  struct rd r = { f, src, 1, err, nerr, false, 0 };
  f->kernel = take (&r, "kernel");
  if (!f->kernel)
    {
      need (&r, "device");
      f->persp = { PX_THREAD, 1 };
      f->barriers = 0;
    }
  f->name = name (&r);
  for (;;)
    if (take (&r, "at"))
      f->persp = persp (&r);
    else if (take (&r, "threads"))
      f->threads = f->tmin = positive (&r);
    else if (take (&r, "multiple"))
      f->tmin = positive (&r);
    else if (take (&r, "warp"))
      f->warp = positive (&r);
    else if (take (&r, "cluster"))
      f->cluster = positive (&r);
    else if (take (&r, "cooperative"))
      f->cooperative = true;
    else if (take (&r, "barriers"))
      f->barriers = num (&r);
    else
      break;
  if (f->warp & (f->warp - 1))
    fail (&r, "a warp is a power of two");
  need (&r, "{");
  while (!r.bad && decl (&r))
    ;
  stmts (&r, f->body);
  need (&r, "}");
  skip (&r);
  if (*r.p)
    fail (&r, "nothing expected after the function");
  if (!r.bad)
    check (&r, f->body, f->persp);
  if (!r.bad)
    return f;
  px_fn_free (f);
  return NULL;
}
