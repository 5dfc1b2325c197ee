/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads patterns.txt.  Line by line:

     par NAME [TYPE] [LO..HI] [= SAMPLES]      an argument
     unk NAME [TYPE] [LO..HI] [at PERSP]       a loaded value (thread[1] unless said)
     let NAME = EXPR
     for NAME = EXPR ; TEST EXPR [; STEP]      a counter of its own in each unit
     loop NAME = EXPR ; TEST EXPR [; STEP] [at PERSP]   one that the units share
     pow2 NAME = LO..HI [down] [own]           a shared counter that doubles (halves)
       (… may: the loop may be left early)
     r1 "NAME" FAMILY TRUTH T=… UNIT in PERSP [OPTIONS]
     edge "NAME" FAMILY SCOPE T=… in PERSP [carry NAME DIST[..[MAX]]]
     r2 "NAME" FAMILY TRUTH T=… extent=BYTES
     prove "NAME" FAMILY yes|no T=…
   and, indented, the accesses of a problem (of prove: `fact COND' and `claim COND')
     w|r[SIZE[xCOUNT]] EXPR [@BYTES] [if COND] [fact COND] [maybe]

   Expressions are C with min (a, b), max (a, b); t b T G are the ids; types i8 … u64.
   Definitions before the first problem, or unindented, are global; indented ones are the
   problem's.  TRUTH: disjoint, always, some; `?' after it: not decided; T=? or T=?/MIN.  */

#include "problem.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char *file;
static int line;
static bool failed;
static const char *at;          /* in the line being read */

static const struct type i32 = { 32, true }, i64 = { 64, true }, cond = { 1, false };

void *
keep (size_t n)
{
  void *p = calloc (1, n);
  if (!p)
    abort ();
  return p;
}

static void
fail (const char *fmt, ...)
{
  va_list ap;
  if (failed)
    return;
  failed = true;
  va_start (ap, fmt);
  fprintf (stderr, "%s:%d: error: ", file, line);
  vfprintf (stderr, fmt, ap);
  fprintf (stderr, " at `%.30s'\n", at);
  va_end (ap);
}

/* ---- expressions ---- */

static int64_t
wrap (struct type ty, __int128 v)
{
  uint64_t u = (uint64_t) v;
  int s = 64 - ty.bits;
  return ty.is_signed ? (int64_t) (u << s) >> s : (int64_t) (u << s >> s);
}

struct expr *
make_const (struct type ty, int64_t v)
{
  struct expr *e = (struct expr *) keep (sizeof *e);
  e->op = DJ_CONST;
  e->ty = ty;
  e->v = wrap (ty, v);
  return e;
}

struct expr *
make_leaf (struct variable *v)
{
  static const enum px_dj_op op[] = { DJ_THREAD, DJ_BLOCK, DJ_NTHREADS, DJ_NBLOCKS, DJ_SYM,
				      DJ_SYM, DJ_CTR, DJ_POW2 };
  struct expr *e = (struct expr *) keep (sizeof *e);
  e->op = op[v->kind];
  e->ty = v->ty;
  e->var = v;
  return e;
}

static bool
same_type (struct type a, struct type b)
{
  return a.bits == b.bits && a.is_signed == b.is_signed;
}

struct expr *
make_cast (struct type ty, struct expr *a)
{
  if (same_type (ty, a->ty))
    return a;
  if (a->op == DJ_CONST)
    return make_const (ty, a->v);
  struct expr *e = (struct expr *) keep (sizeof *e);
  e->op = DJ_CAST;
  e->ty = ty;
  e->a = a;
  return e;
}

/* no conversions: operands have the types that they must have */
struct expr *
make (enum px_dj_op op, struct expr *a, struct expr *b, struct expr *c)
{
  struct expr *e = (struct expr *) keep (sizeof *e);
  e->op = op;
  e->ty = op == DJ_SEL ? b->ty : op >= DJ_LT && op <= DJ_LNOT ? cond : a->ty;
  e->a = a;
  e->b = b;
  e->c = c;
  return e;
}

static struct expr *
promote (struct expr *a)
{
  return a->ty.bits < 32 ? make_cast (i32, a) : a;
}

static struct type
usual (struct type a, struct type b)
{
  if (a.bits != b.bits)
    return a.bits > b.bits ? a : b;
  return a.is_signed ? b : a;
}

static struct expr *
truth_of (struct expr *a)
{
  return a->ty.bits == 1 ? a : make (DJ_NE, a, make_const (a->ty, 0), NULL);
}

static struct expr *
binary (enum px_dj_op op, struct expr *a, struct expr *b)
{
  if (op == DJ_LAND || op == DJ_LOR)
    return make (op, truth_of (a), truth_of (b), NULL);
  a = promote (a);
  b = promote (b);
  if (op != DJ_SHL && op != DJ_SHR)
    {
      struct type ty = usual (a->ty, b->ty);
      a = make_cast (ty, a);
      b = make_cast (ty, b);
    }
  return make (op, a, b, NULL);
}

/* ---- names ---- */

struct name
{
  const char *name;
  struct variable *var;
  struct expr *let;
};

static struct name names[400];
static int n_names, n_global;

static void
define (const char *name, struct variable *v, struct expr *let)
{
  if (n_names == 400)
    {
      fail ("too many names");
      return;
    }
  names[n_names].name = name;
  names[n_names].var = v;
  names[n_names++].let = let;
}

static void
skip ()
{
  while (*at == ' ' || *at == '\t')
    at++;
}

static bool
take (const char *s)
{
  size_t n = strlen (s);
  skip ();
  if (strncmp (at, s, n) || (isalnum ((unsigned char) s[n - 1]) && (isalnum ((unsigned char) at[n])
								    || at[n] == '_')))
    return false;
  at += n;
  return true;
}

static void
expect (const char *s)
{
  if (!take (s))
    fail ("expected `%s'", s);
}

static char *
word ()
{
  skip ();
  const char *p = at;
  while (isalnum ((unsigned char) *at) || *at == '_' || *at == '-')
    at++;
  if (p == at)
    fail ("expected a name");
  char *s = (char *) keep (at - p + 1);
  memcpy (s, p, at - p);
  return s;
}

static int64_t
number ()
{
  char *end;
  skip ();
  long long v = strtoll (at, &end, 10);
  if (end == at)
    fail ("expected a number");
  at = end;
  return v;
}

static bool
take_type (struct type *ty)
{
  static const struct { const char *name; struct type ty; } types[] = {
    { "i8", { 8, true } }, { "u8", { 8, false } }, { "i16", { 16, true } },
    { "u16", { 16, false } }, { "i32", { 32, true } }, { "u32", { 32, false } },
    { "i64", { 64, true } }, { "u64", { 64, false } } };
  for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
    if (take (types[i].name))
      {
	*ty = types[i].ty;
	return true;
      }
  return false;
}

static struct expr *expression (int level);

static struct expr *
primary ()
{
  struct type ty;
  const char *save;
  skip ();
  if (isdigit ((unsigned char) *at))
    {
      char *end;
      long long v = strtoll (at, &end, 0);
      ty = v > INT32_MAX ? i64 : i32;
      at = end;
      if (*at == 'u')
	{
	  ty.is_signed = false;
	  at++;
	}
      if (*at == 'l')
	{
	  ty.bits = 64;
	  at++;
	}
      return make_const (ty, v);
    }
  save = at;
  if (take ("("))
    {
      if (take_type (&ty) && take (")"))
	return make_cast (ty, primary ());
      at = save + 1;
      struct expr *e = expression (0);
      expect (")");
      return e;
    }
  if (take ("-"))
    {
      struct expr *e = promote (primary ());
      return e->op == DJ_CONST ? make_const (e->ty, -e->v) : make (DJ_NEG, e, NULL, NULL);
    }
  if (take ("~"))
    return make (DJ_NOT, promote (primary ()), NULL, NULL);
  if (take ("!"))
    return make (DJ_LNOT, truth_of (primary ()), NULL, NULL);
  for (int k = 0; k < 2; k++)
    if (take (k ? "max" : "min"))
      {
	expect ("(");
	struct expr *a = expression (0);
	expect (",");
	struct expr *b = expression (0);
	expect (")");
	return binary (k ? DJ_MAX : DJ_MIN, a, b);
      }
  char *s = word ();
  for (int i = n_names; i-- > 0;)
    if (!strcmp (names[i].name, s))
      return names[i].let ? names[i].let : make_leaf (names[i].var);
  fail ("unknown name %s", s);
  return make_const (i32, 0);
}

static const struct { const char *s; int level; enum px_dj_op op; bool swap, negate; } operators[] =
{
  { "||", 1, DJ_LOR, false, false }, { "&&", 2, DJ_LAND, false, false },
  { "==", 6, DJ_EQ, false, false }, { "!=", 6, DJ_NE, false, false },
  { "<<", 8, DJ_SHL, false, false }, { ">>", 8, DJ_SHR, false, false },
  { "<=", 7, DJ_LE, false, false }, { ">=", 7, DJ_LE, true, false },
  { "<", 7, DJ_LT, false, false }, { ">", 7, DJ_LT, true, false },
  { "|", 3, DJ_OR, false, false }, { "^", 4, DJ_XOR, false, false },
  { "&", 5, DJ_AND, false, false }, { "+", 9, DJ_ADD, false, false },
  { "-", 9, DJ_SUB, false, false }, { "*", 10, DJ_MUL, false, false },
  { "/", 10, DJ_DIV, false, false }, { "%", 10, DJ_MOD, false, false },
};

static struct expr *
expression (int level)
{
  struct expr *e = primary ();
  for (;;)
    {
      unsigned i;
      skip ();
      if (level == 0 && *at == '?')
	{
	  at++;
	  struct expr *a = promote (expression (0));
	  expect (":");
	  struct expr *b = promote (expression (0));
	  struct type ty = usual (a->ty, b->ty);
	  e = make (DJ_SEL, truth_of (e), make_cast (ty, a), make_cast (ty, b));
	  continue;
	}
      for (i = 0; i < sizeof operators / sizeof *operators; i++)
	if (!strncmp (at, operators[i].s, strlen (operators[i].s)))
	  break;
      if (i == sizeof operators / sizeof *operators || operators[i].level < level || failed)
	return e;
      at += strlen (operators[i].s);
      struct expr *r = expression (operators[i].level + 1);
      e = operators[i].swap ? binary (operators[i].op, r, e) : binary (operators[i].op, e, r);
    }
}

/* ---- definitions ---- */

static void
take_range (struct variable *v)
{
  const char *save = at;
  skip ();
  if (!isdigit ((unsigned char) *at) && *at != '-')
    {
      at = save;
      return;
    }
  v->lo = number ();
  expect ("..");
  v->hi = number ();
  v->bounded = true;
}

static struct px_dj_persp
perspective ()
{
  struct px_dj_persp p = { DJ_LEVEL_GRID, 1 };
  if (take ("thread"))
    p.level = DJ_LEVEL_THREAD;
  else if (take ("warp"))
    {
      p.level = DJ_LEVEL_THREAD;
      p.n = 32;
    }
  else if (take ("block"))
    p.level = DJ_LEVEL_BLOCK;
  else if (!take ("grid"))
    fail ("expected a level");
  skip ();
  if (*at == '[')
    {
      at++;
      p.n = (int) number ();
      expect ("]");
    }
  if (p.n < 1)
    fail ("expected a positive size");
  return p;
}

static bool
definition ()
{
  struct variable *v = (struct variable *) keep (sizeof *v);
  v->ty = i32;
  v->persp.level = DJ_LEVEL_GRID;
  v->persp.n = 1;
  if (take ("par"))
    {
      v->kind = K_PAR;
      v->name = word ();
      take_type (&v->ty);
      take_range (v);
      if (take ("="))
	while (skip (), *at && v->n_samples < MAX_SAMPLES)
	  v->sample[v->n_samples++] = number ();
    }
  else if (take ("unk"))
    {
      v->kind = K_UNK;
      v->persp.level = DJ_LEVEL_THREAD;
      v->name = word ();
      take_type (&v->ty);
      take_range (v);
      if (take ("at"))
	v->persp = perspective ();
    }
  else if (take ("let"))
    {
      char *s = word ();
      expect ("=");
      define (s, NULL, expression (0));
      return true;
    }
  else if (take ("for") || take ("loop"))
    {
      v->kind = K_CTR;
      v->own = at[-1] == 'r';
      v->name = word ();
      expect ("=");
      v->start = expression (0);
      expect (";");
      v->test = take ("<=") ? DJ_CTR_LE : take ("<") ? DJ_CTR_LT : take (">=") ? DJ_CTR_GE
	: take (">") ? DJ_CTR_GT : take ("!=") ? DJ_CTR_NE : DJ_CTR_ANY;
      if (v->test == DJ_CTR_ANY)
	fail ("expected a comparison");
      v->bound = expression (0);
      v->step = take (";") ? expression (0) : make_const (i32, 1);
      v->ty = usual (promote (v->start)->ty, usual (promote (v->bound)->ty, i32));
      v->start = make_cast (v->ty, v->start);
      v->bound = make_cast (v->ty, v->bound);
      v->step = make_cast (v->ty, v->step);
      if (take ("at"))
	v->persp = perspective ();
    }
  else if (take ("pow2"))
    {
      v->kind = K_POW2;
      v->name = word ();
      expect ("=");
      take_range (v);
      v->down = take ("down");
      v->own = take ("own");
    }
  else
    return false;
  v->may_leave = take ("may");
  define (v->name, v, NULL);
  return true;
}

/* ---- problems ---- */

static struct problem *problems;
static int n_problems;

static const struct { const char *s; enum truth t; } truths[] =
{
  { "disjoint", DISJOINT }, { "always", ALWAYS }, { "some", SOME }, { "fine", DISJOINT },
  { "yes", DISJOINT }, { "no", SOME },
};

static void
list (int *v, int *n)
{
  *n = 0;
  do
    v[(*n)++] = (int) number ();
  while (*n < MAX_LIST && take (","));
}

static bool
question ()
{
  struct problem p = problem ();
  static const char *const verb[] = { "r1", "r2", "edge", "prove" };
  int q = 0;
  while (q < N_QUESTIONS && !take (verb[q]))
    q++;
  if (q == N_QUESTIONS)
    return false;
  p.q = (enum question) q;
  p.line = line;
  p.min_t = 1;
  p.min_b = q == Q_R2 || q == Q_PROVE ? 1 : 2;
  expect ("\"");
  const char *s = at;
  while (*at && *at != '"')
    at++;
  char *name = (char *) keep (at - s + 1);
  memcpy (name, s, at - s);
  p.name = name;
  expect ("\"");
  p.family = word ();
  if (q == Q_EDGE)
    {
      p.truth = SCOPE;
      if (take ("none"))
	p.scope.kind = DJ_SCOPE_NOTHING;
      else
	{
	  p.scope.kind = DJ_SCOPE_UNITS;
	  p.scope.persp = perspective ();
	}
    }
  else
    {
      unsigned i = 0;
      while (i < sizeof truths / sizeof *truths && !take (truths[i].s))
	i++;
      if (i == sizeof truths / sizeof *truths)
	fail ("expected a verdict");
      else
	p.truth = truths[i].t;
    }
  p.undecided = take ("?");
  expect ("T=");
  if (take ("?"))
    p.min_t = take ("/") ? (int) number () : 1;
  else
    p.T = p.min_t = (int) number ();
  if (q == Q_R1)
    p.unit = perspective ();
  p.parent.level = DJ_LEVEL_GRID;
  p.parent.n = 1;
  for (skip (); *at && !failed; skip ())
    if (take ("in"))
      p.parent = perspective ();
    else if (take ("shared"))
      p.shared = true;
    else if (take ("extent="))
      p.extent = number ();
    else if (take ("minb="))
      p.min_b = (int) number ();
    else if (take ("Ts="))
      list (p.Ts, &p.n_Ts);
    else if (take ("Gs="))
      list (p.Gs, &p.n_Gs);
    else if (take ("nocheck"))
      p.nocheck = true;
    else if (take ("wrapv?"))
      p.wrapv_undecided = true;
    else if (take ("carry"))
      {
	char *w = word ();
	for (int i = 0; i < n_names; i++)
	  if (!strcmp (names[i].name, w))
	    p.carrier = names[i].var;
	if (!p.carrier)
	  fail ("%s is no counter", w);
	p.dist = p.dist_max = number ();
	if (take (".."))
	  {
	    skip ();
	    p.dist_max = isdigit ((unsigned char) *at) ? number () : 0;
	  }
      }
    else
      fail ("unknown option");
  if (!p.n_Ts)
    {
      p.n_Ts = p.T ? 1 : 3;
      for (int i = 0; i < p.n_Ts; i++)
	p.Ts[i] = p.T ? p.T : p.min_t * (p.min_t >= 32 ? i + 1 : 32 * (i + 1));
    }
  if (!p.n_Gs)
    {
      static const int several[] = { 2, 3, 5 };
      bool blocks = p.parent.level == DJ_LEVEL_GRID;
      p.n_Gs = q == Q_PROVE || !blocks ? 1 : q == Q_R2 ? 2 : 3;
      for (int i = 0; i < p.n_Gs; i++)
	p.Gs[i] = !blocks ? p.parent.level == DJ_LEVEL_BLOCK ? p.parent.n : 1
	  : q == Q_R2 || q == Q_PROVE ? i + 1 : several[i] * ((p.min_b + 1) / 2);
    }
  problems = (struct problem *) realloc (problems, (n_problems + 1) * sizeof p);
  problems[n_problems++] = p;
  return true;
}

static void
access_line ()
{
  struct problem *p = n_problems ? &problems[n_problems - 1] : NULL;
  struct access a = access ();
  if (!p || p->n_acc == MAX_ACCESSES)
    {
      fail ("no problem, or too many accesses");
      return;
    }
  a.size = 4;
  a.count = 1;
  skip ();
  if (p->q == Q_PROVE)
    {
      if (!take ("fact") && !take ("claim"))
	fail ("expected fact or claim");
      a.index = truth_of (expression (0));
      p->acc[p->n_acc++] = a;
      return;
    }
  if (*at != 'w' && *at != 'r')
    fail ("expected an access");
  a.write = *at++ == 'w';
  if (isdigit ((unsigned char) *at))
    a.size = (int) number ();
  if (*at == 'x')
    {
      at++;
      a.count = (int) number ();
    }
  a.index = expression (0);
  for (skip (); *at && !failed; skip ())
    if (take ("@"))
      a.at = (int) number ();
    else if (take ("maybe"))
      a.maybe = true;
    else if (take ("if") || take ("fact"))
      {
	if (a.n_guards == MAX_GUARDS)
	  fail ("too many guards");
	else
	  {
	    a.fact[a.n_guards] = at[-1] == 't';
	    a.guard[a.n_guards++] = truth_of (expression (0));
	  }
      }
    else
      fail ("expected if, fact or maybe");
  p->acc[p->n_acc++] = a;
}

struct problem *
read_problems (const char *name, int *n)
{
  FILE *f = fopen (name, "r");
  char buf[2000];
  static const char *const ids[] = { "t", "b", "T", "G" };
  if (!f)
    {
      perror (name);
      return NULL;
    }
  file = name;
  line = 0;
  for (int i = 0; i < 4; i++)
    {
      struct variable *v = (struct variable *) keep (sizeof *v);
      v->name = ids[i];
      v->kind = (enum kind) i;
      v->ty = i32;
      define (v->name, v, NULL);
    }
  while (!failed && fgets (buf, sizeof buf, f))
    {
      line++;
      char *s = strchr (buf, '#');
      if (!s)
	s = strchr (buf, '\n');
      if (s)
	*s = 0;
      at = buf;
      skip ();
      if (!*at)
	continue;
      if (at == buf && n_names > n_global && n_problems)
	n_names = n_global;
      bool global = at == buf;
      if (!definition () && !(global && question ()))
	{
	  if (global)
	    fail ("unknown line");
	  else
	    access_line ();
	}
      skip ();
      if (*at)
	fail ("unexpected text");
      if (global)
	n_global = n_names;
    }
  fclose (f);
  *n = n_problems;
  return failed ? NULL : problems;
}

/* ---- walks ---- */

static void
add_variable (struct variable *x, struct variable **v, int *n)
{
  for (int i = 0; i < *n; i++)
    if (v[i] == x)
      return;
  if (x->kind == K_CTR)
    {
      variables (x->start, v, n);
      variables (x->step, v, n);
      variables (x->bound, v, n);
    }
  if (*n < MAX_VARS)
    v[(*n)++] = x;
}

void
variables (struct expr *e, struct variable **v, int *n)
{
  if (!e)
    return;
  if (e->var)
    add_variable (e->var, v, n);
  variables (e->a, v, n);
  variables (e->b, v, n);
  variables (e->c, v, n);
}

void
problem_variables (const struct problem *p, struct variable **v, int *n)
{
  if (p->carrier)
    add_variable (p->carrier, v, n);
  for (int i = 0; i < p->n_acc; i++)
    {
      variables (p->acc[i].index, v, n);
      for (int j = 0; j < p->acc[i].n_guards; j++)
	variables (p->acc[i].guard[j], v, n);
    }
}

/* ---- printing, in the syntax that is read ---- */

void
print_expr (const struct expr *e, FILE *f)
{
  if (e->var)
    fprintf (f, "%s", e->var->name);
  else if (e->op == DJ_CONST)
    fprintf (f, "%lld%s%s", (long long) e->v, e->ty.is_signed ? "" : "u",
	     e->ty.bits == 64 ? "l" : "");
  else if (e->op == DJ_CAST)
    {
      fprintf (f, "(%s%d) (", e->ty.is_signed ? "i" : "u", e->ty.bits);
      print_expr (e->a, f);
      fputs (")", f);
    }
  else if (e->op == DJ_SEL)
    {
      fputs ("(", f);
      print_expr (e->a, f);
      fputs (" ? ", f);
      print_expr (e->b, f);
      fputs (" : ", f);
      print_expr (e->c, f);
      fputs (")", f);
    }
  else
    {
      static const char *const s[] = { "",
#define DJ_OP(name, spelling, arity, result, comm) spelling,
#include "value/disjoint.def"
#undef DJ_OP
      };
      bool call = e->op == DJ_MIN || e->op == DJ_MAX;
      if (!e->b || call)
	fputs (s[e->op], f);
      fputs ("(", f);
      print_expr (e->a, f);
      if (e->b)
	{
	  fprintf (f, call ? ", " : " %s ", s[e->op]);
	  print_expr (e->b, f);
	}
      fputs (")", f);
    }
}

static void
print_persp (struct px_dj_persp p, FILE *f)
{
  static const char *const level[] = { "thread", "block", "grid" };
  fprintf (f, "%s[%d]", level[p.level], p.n);
}

void
print_problem (const struct problem *p, FILE *f)
{
  static const char *const verb[] = { "r1", "r2", "edge", "prove" };
  struct variable *v[MAX_VARS];
  int n = 0;
  fprintf (f, "%s \"%s\" T=%d min %d ", verb[p->q], p->name, p->T, p->min_t);
  print_persp (p->unit, f);
  fprintf (f, " in ");
  print_persp (p->parent, f);
  if (p->q == Q_R2)
    fprintf (f, " extent=%lld", (long long) p->extent);
  if (p->shared)
    fputs (" shared", f);
  if (p->carrier)
    fprintf (f, " carry %s %lld..%lld", p->carrier->name, (long long) p->dist,
	     (long long) p->dist_max);
  fputs ("\n", f);
  problem_variables (p, v, &n);
  for (int i = 0; i < n; i++)
    {
      const struct variable *x = v[i];
      if (x->kind < K_PAR)
	continue;
      fprintf (f, "  %s %s %s%d", x->kind == K_PAR ? "par" : x->kind == K_UNK ? "unk"
	       : x->kind == K_POW2 ? "pow2" : x->own ? "for" : "loop", x->name,
	       x->ty.is_signed ? "i" : "u", x->ty.bits);
      if (x->bounded)
	fprintf (f, " %lld..%lld", (long long) x->lo, (long long) x->hi);
      if (x->kind == K_CTR)
	{
	  static const char *const test[] = { "?", "<", "<=", ">", ">=", "!=" };
	  fputs (" = ", f);
	  print_expr (x->start, f);
	  fprintf (f, " ; %s ", test[x->test]);
	  print_expr (x->bound, f);
	  fputs (" ; ", f);
	  print_expr (x->step, f);
	}
      fputs ("\n", f);
    }
  for (int i = 0; i < p->n_acc; i++)
    {
      const struct access *a = &p->acc[i];
      fprintf (f, "  %c%dx%d ", a->write ? 'w' : 'r', a->size, a->count);
      print_expr (a->index, f);
      for (int j = 0; j < a->n_guards; j++)
	{
	  fputs (" if ", f);
	  print_expr (a->guard[j], f);
	}
      fputs ("\n", f);
    }
}
