/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The function as text, read and printed, and what was inferred
   as text and as a graph.

     function  = ("kernel" | "device") NAME {"at" PERSP | "threads" N | "multiple" N | "warp" N | "cluster" N
                 | "cooperative" | "barriers" N} "{" {decl} {stmt} "}"
     decl      = "object" NAME ("shared" | "global" | "fragment") [N] ["at" PERSP] ["in" NAME ["+" N]] ["anywhere"] ["restricted"] ";"
               | "ring" NAME "slots" N [NAME {"," NAME}] ["remote"] ";"
               | "launch" {NAME "=" N} ";"
     stmt      = "loop" NAME COUNT ["some"] ["once"] [LINE] body
               | "if" "(" TEXT ")" ["leaves"] ["ranks" N] [LINE] body ["else" body]
               | "group" PERSP [LINE] body
               | ("partition" | "claim" | "async" | "reads") NAME PERSP [LINE] body
               | "split" ("thread" | "block") [LINE] "{" {"case" START SIZE body} "}"
               | ("fill" | "drain") NAME NUMBER ["next"] ["late" N ["flush"]] [LINE] body
               | "work" [N] [LINE] ";"
               | (TIMELINE | "call" NAME) ["by" N] ["elect" N] [LINE] access {"," access} ";"
     access    = ("r" | "w" | "a" [N] | "x" | "l") NAME ["[" TEXT "]"] ["if" "(" TEXT ")"] ["?"] ["#" (N | NAME ["+" N])] ["remote"]
     TIMELINE  = "generic" | "cpasync" | "load" | "store" | "wgmma"
     COUNT     = N | "(" TEXT ")" [("+" | "-") N];  PERSP = LEVEL "[" N "]";  LINE = "@" N;  NUMBER = ["-"] N
     body      = "{" {stmt} "}"
   "some": not zero times; "once": at most once; "leaves": an empty body, behind which
   the loop around ends; "?": elements unknown; "#": the
   number of an unsplit ring; "a N": atomics that commute with those of the same
   N (1), "x": with none, "l": atomics that only read; a comment goes from "//" to the end of the line.  */
#include "infer/infer.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char *const level_name[] = { "thread", "block", "grid" };
static const char *const space_name[] = { "shared", "global", "fragment" };
static const char *const timeline_name[]
  = { "generic", "cpasync", "load", "store", "wgmma", "end", "entry" };
static const char *const view_name[] = { "partition", "claim", "async", "reads" };
enum
{
  OTHER_ATOMIC = PX_ATOMIC_READ + 1
};
static const char *const kind_letter[] = { "r", "w", "a", "l", "x" };
static const char *const kind_name[] = { "read", "write", "atomic", "atomic read" };

/* --- reader --- */

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
  struct px_persp p = { word_of (r, level_name, 3), 1 };
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
      int space = word_of (r, space_name, 3);
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
  int kind = word_of (r, kind_letter, OTHER_ATOMIC + 1);
  if (kind < 0)
    {
      fail (r, "`r', `w', `a', `l' or `x' expected");
      return;
    }
  int alike = kind != PX_ATOMIC ? 0 : is_num (r) ? positive (r) : 1;
  struct px_obj *o = obj (r);
  if (r->bad)
    return;
  struct px_acc *a = px_add_acc (r->f, op, o, kind == OTHER_ATOMIC ? PX_ATOMIC : kind);
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

/* S->cond: "V > K", "V != 0", "VAR + K < V" with the innermost loop's VAR, or a value of its own.  */
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
	  s->when = { PX_C_TURN, false, value (r->f, in.p, strlen (in.p)), k, loop };
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
  else if ((w = word_of (r, view_name, 4)) >= 0)
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
      s->persp.level = word_of (r, level_name, 2);
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
      s->next = take (r, "next");
      if (take (r, "late"))
	s->late = positive (r);
      s->flush = s->late && take (r, "flush");
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
  else if ((w = word_of (r, timeline_name, PX_END)) >= 0 || take (r, "call"))
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
	    fail (r, "group %s[%d] inside %s[%d]", level_name[p.level], p.n, level_name[code.level],
		  code.n);
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

/* --- printer --- */

static void
line_of (struct px_loc l, FILE *o)
{
  if (l.line)
    fprintf (o, " @%d", l.line);
}

static void print_seq (struct px_fn *f, const struct px_seq *q, int ind, FILE *o);

static void
print_body (struct px_fn *f, const struct px_seq *q, int ind, FILE *o)
{
  fprintf (o, " {\n");
  print_seq (f, q, ind + 2, o);
  fprintf (o, "%*s}", ind, "");
}

static void
print_acc (const struct px_acc *a, FILE *o)
{
  fprintf (o, " %s", kind_letter[a->kind == PX_ATOMIC && !a->alike ? OTHER_ATOMIC : a->kind]);
  if (a->alike > 1)
    fprintf (o, " %d", a->alike);
  fprintf (o, " %s", a->obj->name);
  if (a->map)
    fprintf (o, " [%s]", a->map);
  if (a->guard)
    fprintf (o, " if (%s)", a->guard);
  if (a->unknown)
    fprintf (o, " ?");
  if (a->numbered && a->num_var)
    fprintf (o, " #%s+%d", a->num_var, a->num);
  else if (a->numbered)
    fprintf (o, " #%d", a->num);
  if (a->remote)
    fprintf (o, " remote");
}

/* C's value, of which only what is positive counts, less C.K.  */
static const char *
count_name (struct px_fn *f, struct px_count c)
{
  if (c.text)
    return c.text;
  const char *s = px_value_text (f, c.of, c.less || c.times != 1);
  if (c.less)
    s = px_textf (&f->pool, c.times != 1 ? "(%s %c %d)" : "%s %c %d", s, c.less < 0 ? '+' : '-',
		  abs (c.less));
  return c.times == 1 ? s : px_textf (&f->pool, "%s * %d", s, c.times);
}

static const char *
cond_name (struct px_fn *f, const struct px_stmt *s)
{
  const char *no = s->when.opposite ? "!" : "";
  if (s->cond || !s->when.of)
    return s->cond ? s->cond : "?";
  switch (s->when.kind)
    {
    case PX_C_TURN:
      return px_textf (&f->pool, "%s + %d < %s", s->when.loop->var, s->when.k,
		       px_value_text (f, s->when.of, true));
    case PX_C_ABOVE:
      return px_textf (&f->pool, "%s %s %d", px_value_text (f, s->when.of, true), *no ? "<=" : ">",
		       s->when.k);
    case PX_C_NONZERO:
      return px_textf (&f->pool, "%s %s 0", px_value_text (f, s->when.of, true), *no ? "==" : "!=");
    default: return px_textf (&f->pool, "%s%s", no, px_value_text (f, s->when.of, *no));
    }
}

static void
print_seq (struct px_fn *f, const struct px_seq *q, int ind, FILE *o)
{
  for (int i = 0; i < q->nst; i++)
    {
      const struct px_stmt *s = q->st[i];
      if (s->synth)
	continue;
      fprintf (o, "%*s", ind, "");
      switch (s->kind)
	{
	case PX_LOOP:
	  fprintf (o, "loop %s ", s->var);
	  if (s->count.of)
	    {
	      fprintf (o, "(%s)", count_name (f, s->count));
	      if (s->count.k)
		fprintf (o, " %c %d", s->count.k < 0 ? '-' : '+', abs (s->count.k));
	      fprintf (o, "%s%s", s->may_skip ? "" : " some", s->may_repeat ? "" : " once");
	    }
	  else
	    fprintf (o, "%d", s->count.k);
	  break;
	case PX_IF:
	  fprintf (o, "if (%s)%s", cond_name (f, s), s->leaves ? " leaves" : "");
	  if (s->ranked)
	    fprintf (o, " ranks %u", (unsigned) s->ranks);
	  break;
	case PX_GROUP: fprintf (o, "group %s[%d]", level_name[s->persp.level], s->persp.n); break;
	case PX_VIEW:
	  fprintf (o, "%s %s %s[%d]", view_name[s->view], s->obj->name, level_name[s->persp.level],
		   s->persp.n);
	  break;
	case PX_SPLIT:
	  fprintf (o, "split %s", level_name[s->persp.level]);
	  line_of (s->loc, o);
	  fprintf (o, " {\n");
	  for (int j = 0; j < s->nbody; j++)
	    {
	      fprintf (o, "%*scase %d %d", ind + 2, "", s->start[j], s->size[j]);
	      print_body (f, s->body[j], ind + 2, o);
	      fprintf (o, "\n");
	    }
	  fprintf (o, "%*s}\n", ind, "");
	  continue;
	case PX_FILL:
	case PX_DRAIN:
	  fprintf (o, "%s %s %d", s->kind == PX_FILL ? "fill" : "drain", s->ring->name, s->num);
	  if (s->next)
	    fprintf (o, " next");
	  if (s->late)
	    fprintf (o, " late %d%s", s->late, s->flush ? " flush" : "");
	  break;
	case PX_WORK: fprintf (o, "work %d", s->weight); break;
	case PX_OP:
	  if (s->callee)
	    fprintf (o, "call %s", s->callee);
	  else
	    fprintf (o, "%s", timeline_name[s->timeline]);
	  if (s->coll > 1)
	    fprintf (o, " by %d", s->coll);
	  if (s->elect)
	    fprintf (o, " elect %d", s->elect);
	  break;
	}
      line_of (s->loc, o);
      for (int j = 0; j < s->nacc; j++)
	{
	  if (j)
	    fprintf (o, ",");
	  print_acc (&s->acc[j], o);
	}
      for (int j = 0; j < s->nbody; j++)
	{
	  if (j)
	    fprintf (o, " else");
	  print_body (f, s->body[j], ind, o);
	}
      fprintf (o, "%s\n", s->nbody ? "" : ";");
    }
}

void
px_fn_print (const struct px_fn *f, FILE *o)
{
  fprintf (o, "%s %s at %s[%d]", f->kernel ? "kernel" : "device", f->name,
	   level_name[f->persp.level], f->persp.n);
  if (f->threads)
    fprintf (o, " threads %d", f->threads);
  else if (f->tmin != 1)
    fprintf (o, " multiple %d", f->tmin);
  if (f->warp != 32)
    fprintf (o, " warp %d", f->warp);
  if (f->cluster != 1)
    fprintf (o, " cluster %d", f->cluster);
  if (f->cooperative)
    fprintf (o, " cooperative");
  if (f->barriers > 0)
    fprintf (o, " barriers %d", f->barriers);
  fprintf (o, "\n{\n");
  for (int i = 0; i < f->nobj; i++)
    {
      const struct px_obj *x = f->obj[i];
      if (x->ours)
	continue;
      fprintf (o, "  object %s %s %d at %s[%d]", x->name, space_name[x->space], x->size,
	       level_name[x->persp.level], x->persp.n);
      for (int j = 0; j < i; j++)
	if (f->obj[j]->store == x->store)
	  {
	    fprintf (o, " in %s + %d", f->obj[j]->name, x->off);
	    break;
	  }
      fprintf (o, "%s%s", x->anywhere ? " anywhere" : "", x->restricted ? " restricted" : "");
      fprintf (o, ";\n");
    }
  for (int i = 0; i < f->nring; i++)
    {
      const struct px_ring *r = f->ring[i];
      fprintf (o, "  ring %s slots %d", r->name, r->slots);
      for (int j = 0; j < r->nobj; j++)
	fprintf (o, "%s %s", j ? "," : "", r->obj[j]->name);
      fprintf (o, "%s;\n", r->remote ? " remote" : "");
    }
  for (int i = 0; i < f->nlaunch; i++)
    fprintf (o, "  launch %s;\n", f->launch[i]);
  print_seq ((struct px_fn *) f, f->body, 2, o);
  fprintf (o, "}\n");
}

/* --- names of results --- */

const char *
px_scope_name (const struct px_fn *f, int s)
{
  static __thread char buf[4][24];
  static __thread int turn;
  char *b = buf[turn = (turn + 1) & 3];
  if (s < 0 || s >= f->nscope)
    return "?";
  snprintf (b, sizeof buf[0], "%s[%d]", level_name[f->scope[s].level], f->scope[s].n);
  return b;
}

const char *
px_acc_name (struct px_fn *f, const struct px_acc *a)
{
  static const char *const how[]
    = { "", "cp.async ", "bulk load's ", "bulk store's ", "wgmma's ", "", "" };
  const struct px_stmt *op = a->op;
  if (op->timeline == PX_END)
    return f->kernel ? "the kernel's end" : "the function's end";
  if (op->timeline == PX_ENTRY)
    return f->kernel ? "the block's start" : "the caller's writes";
  const char *at = op->loc.line ? px_textf (&f->pool, " at line %d", op->loc.line) : "";
  if (op->callee)
    return px_textf (&f->pool, "%s of %s by %s%s", kind_name[a->kind], a->obj->name, op->callee,
		     at);
  return px_textf (&f->pool, "%s%s of %s%s", how[op->timeline], kind_name[a->kind], a->obj->name,
		   at);
}

const char *
px_edge_name (struct px_fn *f, const struct px_edge *e)
{
  const char *r = px_textf (&f->pool, "%s -> %s", px_acc_name (f, e->a), px_acc_name (f, e->b));
  if (e->loop)
    r = px_textf (&f->pool, "%s, %d%s iteration%s of %s later", r, e->d,
		  e->d == PX_FAR ? " or more" : "", e->d > 1 ? "s" : "", e->loop->var);
  return px_textf (&f->pool, "%s, units of %s%s", r, px_scope_name (f, e->scope),
		   e->proved ? "" : " (not decided)");
}

static const char *const wait_name[] = { "cp.async", "bulk.read", "bulk", "wgmma" };

const char *
px_sync_name (struct px_fn *f, const struct px_sync *s)
{
  const char *r = "";
  for (int w = 0; w < PX_WAITS; w++)
    if (s->wait[w] >= 0)
      r = px_textf (&f->pool, "%s%s<=%d ", r, wait_name[w], s->wait[w]);
  for (int i = 0; i < s->ntw; i++)
    {
      const struct px_twait *t = &s->tw[i];
      r = px_textf (&f->pool, "%sload %s%s ", r, t->a->obj->name,
		    t->loop ? px_textf (&f->pool, "#%s+%d", t->loop->var, t->num) : "");
    }
  if (s->fence)
    r = px_textf (&f->pool, "%sfence%s ", r,
		  s->fence == PX_FENCE_SHARED	? ""
		  : s->fence == PX_FENCE_GLOBAL ? ".global"
						: ".all");
  if (s->scope)
    r = px_textf (&f->pool, "%s%s%s ", r, px_scope_name (f, s->scope),
		  s->arrive >= 0 ? " split" : "");
  return px_text (&f->pool, r, *r ? (int) strlen (r) - 1 : 0);
}

const char *
px_part_name (struct px_fn *f, const struct px_part *p)
{
  static const char *const what[] = { "barrier",
				      "wait",
				      "bulk load's wait",
				      "fence",
				      "full",
				      "empty",
				      "wait before empty",
				      "fence before full",
				      "gather before full",
				      "gather before empty",
				      "completion before full" };
  const char *r = px_textf (&f->pool, "%d: %s", p->num, what[p->kind]);
  if (p->kind == PX_P_WAIT || p->kind == PX_P_RELEASE)
    r = px_textf (&f->pool, "%s (%s)", r, wait_name[p->which]);
  if (p->ring)
    return px_textf (&f->pool, "%s of ring %s", r, p->ring->name);
  int line = px_place_line (p->sync->seq, p->sync->idx);
  return px_textf (&f->pool, "%s at %s", r,
		   line > 0   ? px_textf (&f->pool, "line %d", line)
		   : line < 0 ? "the end"
			      : px_textf (&f->pool, "place %d.%d", p->sync->seq->id, p->sync->idx));
}

int
px_place_line (const struct px_seq *q, int i)
{
  if (i >= q->nst || q->st[i]->synth)
    return q->up ? 0 : -1;
  return q->st[i]->loc.line;
}

const char *
px_problem_name (struct px_fn *f, const struct px_problem *p)
{
  switch (p->kind)
    {
    case PX_E_PLACE:
      return px_textf (&f->pool, "no place can order %s: the code there is %s",
		       px_edge_name (f, &p->edge), px_scope_name (f, p->scope2));
    case PX_E_GRID:
      return px_textf (&f->pool, "blocks meet without `cooperative': %s",
		       px_edge_name (f, &p->edge));
    case PX_E_BLOCKS:
      return px_textf (&f->pool, "several blocks that are not the cluster meet: %s",
		       px_edge_name (f, &p->edge));
    case PX_E_STORE:
      return px_textf (&f->pool, "live together but in one place: %s, %s",
		       px_acc_name (f, p->edge.a), px_acc_name (f, p->edge.b));
    case PX_E_STEP:
      return px_textf (&f->pool, "ring %s is filled %s and drained %s", p->ring->name, p->text,
		       p->text2);
    case PX_E_LIVE:
      return px_textf (&f->pool, "ring %s blocks for ever: %s", p->ring->name, p->text);
    case PX_E_RING: return px_textf (&f->pool, "ring %s: %s", p->ring->name, p->text);
    case PX_E_SCOPES:
      return px_textf (&f->pool, "more than %d perspectives in one function", PX_MAX_SCOPES);
    case PX_E_BARRIERS:
      return px_textf (&f->pool, "needs %d named barriers, its signature has barriers (%d)",
		       p->need, f->barriers);
    case PX_E_MBARRIERS: return "needs mbarriers, and is compiled alone";
    }
  return "?";
}

static const char *
place_name (struct px_fn *f, const struct px_seq *q, int i)
{
  int line = px_place_line (q, i);
  return line > 0   ? px_textf (&f->pool, "line %d", line)
	 : line < 0 ? "the end"
		    : px_textf (&f->pool, "place %d.%d", q->id, i);
}

static const char *const prim_name[] = { "none",     "bar.warp.sync",	"barrier.cta", "bar.sync 0",
					 "mbarrier", "barrier.cluster", "grid barrier" };

void
px_explain (struct px_fn *f, FILE *o)
{
  for (int i = 0; i < f->nproblem; i++)
    fprintf (o, "error: %s\n", px_problem_name (f, &f->problem[i]));
  for (int i = 0; i < f->nsync; i++)
    {
      struct px_sync *s = f->sync[i];
      fprintf (o, "%d: before %s%s", s->num, place_name (f, s->seq, s->idx),
	       s->back ? ", but the first time" : "");
      if (s->arrive >= 0)
	fprintf (o, ", arrive before %s", place_name (f, s->seq, s->arrive));
      fprintf (o, ": %s", px_sync_name (f, s));
      if (s->prim)
	{
	  fprintf (o, " by %s%s", prim_name[s->prim], s->aligned ? " (aligned)" : "");
	  if (s->prim == PX_PRIM_WARP)
	    fprintf (o, " mask 0x%x", (unsigned) s->mask);
	  if (s->prim == PX_PRIM_NAMED)
	    fprintf (o, " %d%s%s, %d threads", s->bar, s->units != 1 ? " + unit" : "",
		     f->kernel ? "" : " (relative)", s->threads);
	  if (s->prim == PX_PRIM_MBARRIER)
	    fprintf (o, " %d, count %d", s->mbar, s->threads);
	}
      fprintf (o, "\n");
      for (int k = 0; k < s->nwhy; k++)
	fprintf (o, "   %s\n", px_edge_name (f, &s->why[k]));
    }
  for (int i = 0; i < f->nrsync; i++)
    {
      struct px_ring_sync *r = f->rsync[i];
      fprintf (o, "ring %s: full: %d arrival%s%s%s%s", r->ring->name, r->full_count,
	       r->full_count == 1 ? "" : "s", r->tx ? " and the bytes" : "",
	       r->cpasync ? ", after cp.async" : "", r->fence ? ", after the fence" : "");
      if (r->empty)
	{
	  fprintf (o, "; empty: %d arrival%s (", r->empty_count, r->empty_count == 1 ? "" : "s");
	  for (int d = 0; d < r->ndrain; d++)
	    fprintf (o, "%sone of %d%s", d ? ", " : "", r->empty_elect[d],
		     r->gather[d] ? " after their barrier" : "");
	  fprintf (o, ")");
	}
      else
	fprintf (o, "; no empty");
      for (int w = 0; w < PX_WAITS; w++)
	if (r->wait[w] >= 0)
	  fprintf (o, ", after %s<=%d", wait_name[w], r->wait[w]);
      fprintf (o, "\n");
    }
  for (int i = 0; i < f->ncommit; i++)
    {
      const struct px_commit *c = &f->commit[i];
      static const char *const what[] = { "", "cp.async", "bulk loads", "bulk stores", "wgmma" };
      fprintf (o, "commit of %s from %s to %s", what[c->timeline], place_name (f, c->seq, c->begin),
	       place_name (f, c->seq, c->idx));
      if (c->slots)
	fprintf (o, ": mbarrier %d%s%s", c->mbar, c->slots > 1 ? " + slot" : "",
		 c->again ? ", the last phase first" : "");
      fprintf (o, "\n");
    }
  for (int i = 0; i < f->nundecided; i++)
    fprintf (o, "not decided: %s\n", px_edge_name (f, &f->undecided[i]));
  for (int i = 0; i < f->npart; i++)
    fprintf (o, "part %s\n", px_part_name (f, &f->part[i]));
}

/* --- the graph --- */

static const char *
mark (struct px_fn *f, const struct px_seq *q, int i)
{
  const char *r = "";
  for (int k = 0; k < f->nsync; k++)
    {
      if (f->sync[k]->seq == q && f->sync[k]->idx == i)
	r = px_textf (&f->pool, "%s%s%d", r, *r ? ", " : "", f->sync[k]->num);
      if (f->sync[k]->seq == q && f->sync[k]->arrive == i)
	r = px_textf (&f->pool, "%s%sarrive %d", r, *r ? ", " : "", f->sync[k]->num);
    }
  return r;
}

/* Calls FN once for each edge with the distances of one loop joined: D … D2.  */
static void
each_edge (struct px_fn *f, FILE *o,
	   void (*fn) (struct px_fn *, FILE *, const struct px_edge *, int d2))
{
  for (int h = 0; h < f->nhz;)
    {
      const struct px_edge *e = &f->hz[h]->e;
      int d2 = e->d, k = h + 1;
      while (k < f->nhz && f->hz[k]->e.a == e->a && f->hz[k]->e.b == e->b
	     && f->hz[k]->e.loop == e->loop && f->hz[k]->e.scope == e->scope)
	d2 = f->hz[k++]->e.d;
      fn (f, o, e, d2);
      h = k;
    }
}

static const char *
carried (struct px_fn *f, const struct px_edge *e, int d2)
{
  if (!e->loop)
    return "";
  return d2 > e->d
	   ? px_textf (&f->pool, "%s+%d..%d%s", e->loop->var, e->d, d2, d2 == PX_FAR ? "+" : "")
	   : px_textf (&f->pool, "%s+%d%s", e->loop->var, e->d, d2 == PX_FAR ? "+" : "");
}

static void
edge_text (struct px_fn *f, FILE *o, const struct px_edge *e, int d2)
{
  fprintf (o, "edge %d %d%s%s %s%s%s\n", e->a->id, e->b->id, e->loop ? " " : "", carried (f, e, d2),
	   px_scope_name (f, e->scope), e->fence ? " fence" : "", e->proved ? "" : " ?");
}

void
px_dcfg_text (struct px_fn *f, FILE *o)
{
  for (int i = 0; i < f->nacc; i++)
    fprintf (o, "node %d %s\n", i, px_acc_name (f, f->acc[i]));
  each_edge (f, o, edge_text);
  for (int i = 0; i < f->npoint; i++)
    fprintf (o, "point before %s\n", place_name (f, f->point[i].seq, f->point[i].idx));
  for (int i = 0; i < f->nsync; i++)
    fprintf (o, "sync %d before %s: %s\n", f->sync[i]->num,
	     place_name (f, f->sync[i]->seq, f->sync[i]->idx), px_sync_name (f, f->sync[i]));
}

static void
edge_dot (struct px_fn *f, FILE *o, const struct px_edge *e, int d2)
{
  fprintf (o, "  n%d -> n%d [label=\"%s%s%s\"%s];\n", e->a->id, e->b->id, carried (f, e, d2),
	   e->loop ? "\\n" : "", px_scope_name (f, e->scope),
	   e->loop ? ", style=dashed, constraint=false" : "");
}

/* Clusters are the constructs; a synchronisation is a box before its statement,
   a point that another synchronisation serves a dashed one.  */
static void
dot_seq (struct px_fn *f, const struct px_seq *q, int ind, FILE *o)
{
  for (int i = 0; i <= q->nst; i++)
    {
      const char *m = mark (f, q, i);
      if (*m)
	fprintf (
	  o, "%*ss%d_%d [shape=box, style=filled, fillcolor=lightgrey, label=\"sync %s\\n%s\"];\n",
	  ind, "", q->id, i, m, place_name (f, q, i));
      for (int k = 0; k < f->npoint && !*m; k++)
	if (f->point[k].seq == q && f->point[k].idx == i)
	  fprintf (o, "%*sp%d_%d [shape=box, style=dashed, label=\"implied\\n%s\"];\n", ind, "",
		   q->id, i, place_name (f, q, i));
      if (i == q->nst)
	break;
      const struct px_stmt *s = q->st[i];
      for (int j = 0; j < s->nacc; j++)
	fprintf (o, "%*sn%d [shape=%s, label=\"%s\"];\n", ind, "", s->acc[j].id,
		 s->acc[j].kind == PX_READ ? "ellipse" : "octagon", px_acc_name (f, &s->acc[j]));
      for (int j = 0; j < s->nbody; j++)
	{
	  const char *what = s->kind == PX_GROUP  ? px_textf (&f->pool, "%s[%d]",
							      level_name[s->persp.level], s->persp.n)
			     : s->kind == PX_LOOP ? s->var
			     : s->kind == PX_VIEW ? s->obj->name
			     : s->kind == PX_FILL || s->kind == PX_DRAIN ? s->ring->name
									 : "";
	  static const char *const stmt_name[]
	    = { "loop", "if", "group", "view", "split", "fill", "drain", "", "" };
	  fprintf (o, "%*ssubgraph cluster_%d {\n%*slabel=\"%s %s\";\n", ind, "", s->body[j]->id,
		   ind + 2, "",
		   s->kind == PX_VIEW	 ? view_name[s->view]
		   : s->kind == PX_SPLIT ? "case"
		   : j			 ? "else"
					 : stmt_name[s->kind],
		   what);
	  dot_seq (f, s->body[j], ind + 2, o);
	  fprintf (o, "%*s}\n", ind, "");
	}
    }
}

void
px_dcfg_dot (struct px_fn *f, FILE *o)
{
  fprintf (o, "digraph \"%s\" {\n  rankdir=TB;\n  node [fontname=\"monospace\"];\n", f->name);
  dot_seq (f, f->body, 2, o);
  each_edge (f, o, edge_dot);
  fprintf (o, "}\n");
}
