/* SPDX-License-Identifier: MIT */
/* A random translation unit.  The generator follows the rules of perspectives
   as far as that is easy, so that many programs reach the last pass; with
   probability `wild' it breaks whatever it is about to print.  */
#include "fuzz.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREAD, BLOCK, GRID };
static const char *const level_names[] = { "thread", "block", "grid" };

struct persp { int level, n; };
struct bound { int n[GRID + 1]; };              /* 0: not there */

enum kind { SCALAR, ARRAY, VIEW, STRUCT, UNION, VECTOR, RING, ASYNC, HIDDEN };
struct var {
  char name[16];
  const char *type;                     /* of the value or of an element */
  enum kind kind;
  struct persp at;
  bool read_only;
  int size;                             /* elements, or slots */
};

struct fn {
  char name[16];
  bool kernel;
  struct bound bound;                   /* of its __requires; threads in `threads' */
  int threads, params, smem;            /* smem: 0 if there is no such clause */
  const char *more;                     /* another clause, or NULL */
  const char *result;                   /* a type, or "void" */
  struct { const char *type; bool pointer, read_only, told; struct persp at; } param[6];
};

static struct text *out;
static unsigned wild;                   /* percent */
static struct var vars[400];
static unsigned n_vars;
static struct fn fns[16];
static unsigned n_fns;
static const struct fn *in;             /* NULL: in host code */
static struct bound bound;
static int threads, depth, serial, loops, budget, unsafe, branch;

/* The table of intrinsics: parameters as in its prototype, roles one word
   each.  */
static const struct { const char *name, *result, *parameters, *code, *roles; } intrinsics[] = {
#define PX_ON_HOST(name)
#define PX_FAMILY(id, title, text)
#define PX_GENERIC(name, arguments, text)
#define PX_INTRINSIC(name, result, parameters, code, roles, at, kind, timeline, arch, ptx) \
  { #name, #result, TEXT (parameters), code, roles },
#define TEXT(X) TEXT_ (X)
#define TEXT_(X) #X
#include <px/intrinsics.def>
};

#define P(...) text_printf (out, __VA_ARGS__)

static bool bad (void) { return wild && rng (1000) < wild; }

/* A new line, indented.  */
static void
nl (void)
{
  P ("\n%*s", 2 * (depth < 12 ? depth : 12), "");
}

/* ---- perspectives ---- */

static struct persp
code (void)
{
  for (int l = GRID; l > THREAD; l--)
    if (bound.n[l])
      return (struct persp) { l, bound.n[l] };
  return (struct persp) { THREAD, bound.n[THREAD] ? bound.n[THREAD] : 1 };
}

/* Is P at least as broad as Q?  */
static bool
broader (struct persp p, struct persp q)
{
  return p.level > q.level || (p.level == q.level && q.n && p.n % q.n == 0);
}

/* A perspective at or below P; strictly below if STRICT and there is one.  */
static struct persp
below (struct persp p, bool strict)
{
  struct persp q = p;
  if (chance (70) && (p.level != THREAD || p.n > 1))
    return (struct persp) { THREAD, 1 };
  for (int tries = 0; tries < 8; tries++)
    {
      q.level = rng (p.level + 1);
      q.n = q.level == THREAD ? 1 << rng (8) : 1;
      if (broader (p, q) && !(strict && q.level == p.level && q.n == p.n))
	return q;
    }
  return strict ? (struct persp) { THREAD, 1 } : p;
}

/* The same, of units that the code here can narrow to.  */
static struct persp
within (struct persp p)
{
  struct persp q = below (p, true);
  int n = bound.n[q.level];
  while (q.n > 1 && n && n % q.n && !bad ())
    q.n /= 2;
  return q;
}

/* ---- constants that are arguments ---- */

static void
size (int n)
{
  static const char *const wrong[] = {
    "0", "-1", "2147483647", "2147483648", "4294967296", "-2147483647 - 1", "(1, 2)", "1.5", "\"a\"",
    "sizeof (int)", "1 << 31", "'a'", "(int *) 0", "n", "", "1 / 0", "({ 1; })", "n++", "undeclared",
    "32ll", "(__int128) 1 << 100", "px_id (thread)", "__builtin_constant_p (n)", "main", "&n", "thread",
    "32, 32", "32 ?: 1", "1i", "_Generic (1, int: 8)", "(_Bool) 2", "8.0", "(int) 8.0", "E0", "3",
    "0x7fffffffffffffff", "L'a'", "n ? 8 : 8", "__func__", "(char) 300", "*(int *) 0", "f (1)",
    "alignof (int)", "__COUNTER__", "__LINE__", "-32", "~0u", "1;", "{ 1 }", "(", "8 8", "&&l0",
    "(struct s) { 1 }", "__builtin_types_compatible_p (int, int)", "(void) 0", "sizeof (int [n])",
  };
  if (bad ())
    P ("%s", PICK (wrong));
  else if (chance (5))
    P ("%d + 0", n);
  else if (chance (3))
    P ("N%d", n > 0 && n <= 1024 && (n & (n - 1)) == 0 ? n : 1);
  else
    P ("%d", n);
}

static void
level (int l)
{
  static const char *const wrong[] = {
    "warp", "THREAD", "1", "thread block", "", "threads", "\"thread\"", "thread[1]", "n", "int", "cluster",
    "thread, 1", "(thread)", "grid", "block", "thread",
  };
  P ("%s", bad () ? PICK (wrong) : level_names[l]);
}

/* ---- types ---- */

static const char *
type (void)
{
  static const char *const usual[] = { "int", "float", "double", "unsigned", "long" };
  static const char *const rare[] = {
    "char", "signed char", "unsigned char", "short", "unsigned short", "_Bool", "unsigned long long", "long long",
    "enum e", "num", "__int128", "unsigned __int128",
  };
  static const char *const wrong[] = {
    "long double", "_Float128", "_Float16", "_Decimal64", "void", "_Complex float", "_Complex double", "v4",
    "struct incomplete", "__builtin_va_list", "_Atomic int", "int (*)(void)", "typeof (n)", "_Complex int",
    "struct s", "union u", "va", "__auto_type", "_Thread_local int", "volatile int", "__SIZE_TYPE__",
  };
  if (bad ())
    return PICK (wrong);
  return chance (70) ? "int" : chance (75) ? PICK (usual) : PICK (rare);
}

/* ---- variables ---- */

static struct var *
declare (const char *prefix, const char *t, enum kind k, struct persp at)
{
  struct var *v = &vars[n_vars < 399 ? n_vars++ : 399];
  *v = (struct var) { .type = t, .kind = k, .at = at };
  snprintf (v->name, sizeof v->name, "%s%d", prefix, serial++ % 100000);
  return v;
}

/* A variable of kind K that lives at or above NEED; NULL if there is none.  */
static struct var *
find (enum kind k, struct persp need, bool writable)
{
  struct var *got = NULL;
  int seen = 0;
  bool any = bad ();
  for (unsigned i = 0; i < n_vars; i++)
    if ((vars[i].kind == k || (any && chance (20))) && (any || broader (vars[i].at, need))
	&& !(writable && vars[i].read_only && !any) && !rng (++seen))
      got = &vars[i];
  return got;
}

static struct var *
find_view (struct persp at, bool writable)
{
  struct var *got = NULL;
  int seen = 0;
  bool any = bad ();
  for (unsigned i = 0; i < n_vars; i++)
    if ((vars[i].kind == VIEW && !(writable && vars[i].read_only)
	 && vars[i].at.level == at.level && vars[i].at.n == at.n) || (any && vars[i].kind != HIDDEN))
      if (!rng (++seen))
	got = &vars[i];
  return got;
}

/* ---- expressions ---- */

static void statement (void);
static void block (int statements);
static void expr (struct persp need, int deep);
static bool intrinsic (bool value, struct persp need);
static void perspective (struct persp);

static void
literal (void)
{
  static const char *const odd[] = {
    "0", "1", "-1", "2147483647", "(1u << 31)", "0x1p-3", "1e30", "1.5f", "'x'", "E0", "sizeof (struct s)",
    "(char) 200", "0xffffffffffull", "__builtin_inff ()", "__builtin_nan (\"\")", "_Alignof (double)",
    "offsetof (struct s, b)", "\"abc\"[1]", "(_Bool) 3", "1.0L", "1i", "__func__[0]", "__LINE__",
  };
  if (chance (75))
    P ("%d", rng (64));
  else
    P ("%s", odd[rng (sizeof odd / sizeof *odd - (bad () ? 0 : 4))]);
}

/* The argument of a call: a pointer parameter gets a view as it must be.  */
static void
call (const struct fn *f, struct persp need)
{
  static const char *const oddly[] = { "(*%s)", "(&%s)", "(0, %s)", "((void (*) (void)) %s)" };
  if (bad ())
    P (PICK (oddly), f->name);
  else
    P ("%s", f->name);
  P (" (");
  int n = bad () ? f->params + 1 : bad () ? f->params - 1 : f->params;
  const struct var *given[6] = { 0 };
  for (int i = 0; i < n; i++)
    {
      if (i)
	P (", ");
      int k = i < 6 ? i : 0;
      struct var *v = f->param[k].pointer ? f->param[k].read_only && chance (50)
	? find (VIEW, f->param[k].at, false) : find_view (f->param[k].at, !f->param[k].read_only) : NULL;
      for (int m = 0; m < 6 && v; m++)
	if (given[m] == v && !bad ())
	  v = NULL;
      given[k] = v;
      if (v && strcmp (v->type, f->param[k].type) == 0)
	P ("%s", v->name);
      else if (v)
	P ("(%s%s *) %s", f->param[k].read_only ? "const " : "", f->param[k].type, v->name);
      else if (f->param[k].pointer)
	P ("(%s *) 0", f->param[k].type);
      else
	expr (broader (f->param[k].at, need) ? f->param[k].at : need, 1);
    }
  P (")");
}

static bool
callable (const struct fn *f)
{
  if (bad ())
    return true;
  if (f == in || f->kernel || (in && f > in))
    return false;
  if (!in)
    return false;
  for (int l = 0; l <= GRID; l++)
    if (f->bound.n[l] && (!bound.n[l] || bound.n[l] % f->bound.n[l]))
      return false;
  return !f->threads || f->threads == threads;
}

static void
builtin (struct persp need)
{
  static const char *const one[] = {
    "sqrtf", "__builtin_sqrt", "fabsf", "__builtin_popcount", "__builtin_clz", "__builtin_bswap32", "__builtin_ctzll",
    "__builtin_expf", "__builtin_sin", "__builtin_isnan ((double) ", "__builtin_abs", "__builtin_ffs", "__builtin_parity",
    "__builtin_signbit ((double) ", "__builtin_constant_p", "__builtin_expf", "__builtin_cbrt", "__builtin_lgamma", "px_half",
  };
  static const char *const wrong[] = {
    "__builtin_alloca (n)", "__builtin_frame_address (0)", "__builtin_return_address (0)", "__builtin_unwind_init ()",
    "__builtin_apply_args ()", "__builtin_va_arg_pack ()", "__builtin_setjmp (0)", "setjmp (env)", "__builtin_eh_return_data_regno (0)",
    "__builtin_malloc (8)", "printf (\"%d\", n)", "__builtin_printf (\"x\")", "abort ()", "exit (1)", "puts (\"x\")",
    "__builtin_classify_type (n)", "__builtin_object_size (&n, 0)", "__builtin_dynamic_object_size (&n, 0)",
    "__builtin_LINE ()", "__builtin_longjmp (env, 1)", "longjmp (env, 1)", "__builtin_call_with_static_chain (g0 (), 0)",
    "__builtin_thread_pointer ()", "__builtin_ia32_pause ()", "__builtin_cpu_supports (\"avx\")", "__sync_synchronize ()",
    "__builtin_speculation_safe_value (n)", "__builtin_shuffle ((v4) { 1 }, (v4) { 2 })[0]", "__px_id (\"thread\", 1, 1)",
    "__px_enter (\"__group\", \"thread\", 1, 1)", "__px_enter (\"x\", \"y\", 1, 1)", "__px_symbol (0)", "px_symbol (n)",
    "__px_enter (0, 0, 0)", "__px_id (0, 0)", "__builtin_nvptx_x (1)", "__builtin_acc_on_device (1)", "px_id ()", "px_id",
    "__builtin_GOACC_parlevel_id (0)", "__builtin_unreachable ()", "__builtin_trap ()", "__builtin_va_start (0, n)",
    "__builtin_memcpy (&n, \"abcd\", 4)", "__builtin_strlen (\"abc\")", "strlen (__func__)", "__builtin_stack_save ()",
    "__atomic_load_n ((__int128 *) 0, 0)", "__builtin_prefetch (&n)", "__builtin_assume_aligned (&n, 8)", "__builtin_clear_padding (&n)",
    "__builtin_add_overflow (n, 1, &n)", "__builtin_convertvector ((v4) { 1 }, v4)[1]", "__builtin_tgmath (sqrtf, sqrt, 1.0)",
    "__builtin_choose_expr (1, n, 2)", "px_launch (px_grid (1, 1), k0)", "px_alloc (4)", "({ px_id (thread); })",
    "__builtin_has_attribute (n, px_shared)", "__builtin_offsetof (struct s, in.x)", "__builtin_init_dwarf_reg_size_table (0)",
  };
  if (bad ())
    P ("%s", PICK (wrong));
  else
    {
      const char *f = one[rng (sizeof one / sizeof *one - 1)];
      P (strchr (f, '(') ? "%s" : "%s (", f);
      expr (need, 1);
      P (")");
    }
}

static void
id (struct persp need)
{
  struct persp c = code ();
  if (!in || (c.level == THREAD && c.n == 1))
    {
      if (bad ())
	P ("px_id (thread)");
      else
	P ("3");
      return;
    }
  struct persp p = chance (10) ? within (c) : need;
  if (!broader (p, need))
    p = need;
  if (p.level == c.level && p.n % c.n == 0 && !bad ())
    {
      P ("2");
      return;
    }
  P ("px_id (");
  level (p.level);
  if (p.n != 1 || chance (10))
    {
      P (", ");
      size (p.n);
    }
  P (")");
}

/* An arithmetic expression that lives at NEED or broader.  */
static void
expr (struct persp need, int deep)
{
  static const char *const binary[] = {
    "+", "-", "*", "&", "|", "^", "<", ">", "==", "!=", "<=", "+", "-", "*", "/", "%", "<<", ">>",
  };
  struct var *v;
  if (deep > 4 || --budget < 0)
    {
      literal ();
      return;
    }
  switch (rng (28))
    {
    case 27:
    default:
      if ((v = find (SCALAR, need, false)))
	P ("%s", v->name);
      else
	literal ();
      break;
    case 0: case 1: case 2:
      literal ();
      break;
    case 3: case 4: case 5: case 6:
      {
	const char *op = PICK (binary);
	bool whole = strchr ("&|^%", *op) || !strcmp (op, "<<") || !strcmp (op, ">>");
	P (whole ? "((int) " : "(");
	expr (need, deep + 1);
	P (" %s ", op);
	if (strchr ("/%<>", *op))
	  P ("%d", rng (7) + 1);
	else
	  {
	    P (whole ? "(int) " : "");
	    expr (need, deep + 1);
	  }
	P (")");
      }
      break;
    case 7: case 8: case 9:
      if ((v = find (VIEW, need, false)))
	{
	  P ("%s[(int) ", v->name);
	  expr (need, deep + 1);
	  P ("]");
	}
      else
	id (need);
      break;
    case 10: case 11:
      id (need);
      break;
    case 12:
      P ("(");
      expr (need, deep + 1);
      P (chance (80) ? " ? " : " ?: (");
      bool two = out->s[out->n - 1] != '(';
      expr (need, deep + 1);
      if (two)
	{
	  P (" : ");
	  expr (need, deep + 1);
	}
      else
	P (")");
      P (")");
      break;
    case 13:
      P ("(%s) ", type ());
      expr (need, deep + 1);
      break;
    case 14:
      P ("%s", PICK (((const char *const []) { "-", "!", "+", "~(int) " })));
      P ("(");
      expr (need, deep + 1);
      P (")");
      break;
    case 15:
      if (!in || chance (50) || !intrinsic (true, need))
	builtin (need);
      break;
    case 16:
      if ((v = find (ARRAY, need, false)))
	{
	  P ("%s[(int) ", v->name);
	  expr (need, deep + 1);
	  P (" & %d]", v->size - 1);
	}
      else
	literal ();
      break;
    case 17:
      if ((v = find (STRUCT, need, false)))
	P ("%s.%s", v->name, PICK (((const char *const []) { "a", "b", "f", "in.x", "in.y", "arr[1]", "bit" })));
      else
	P ("((struct s) { .b = %d }).b", rng (9));
      break;
    case 18:
      for (unsigned i = 0, n = n_fns; i < 4 && n; i++)
	{
	  const struct fn *f = &fns[rng (n)];
	  if (callable (f) && broader ((struct persp) { THREAD, 1 }, need) && (strcmp (f->result, "void") || bad ()))
	    {
	      call (f, need);
	      return;
	    }
	}
      literal ();
      break;
    case 19:
      P ("({ %s x%d", type (), serial);
      int mine = serial++;
      if (in)
	perspective (need);
      P (" = ");
      expr (need, deep + 1);
      P ("; ");
      if (bad ())
	statement ();
      P ("x%d; })", mine);
      break;
    case 20:
      P ("_Generic (");
      expr (need, deep + 1);
      P (", int: ");
      expr (need, deep + 1);
      P (", default: ");
      expr (need, deep + 1);
      P (")");
      break;
    case 21:
      if ((v = find (UNION, need, false)))
	P ("%s.%s", v->name, PICK (((const char *const []) { "i", "f", "c[2]" })));
      else
	P ("((union u) { .f = 1 }).i");
      break;
    case 22:
      if ((v = find (VECTOR, need, false)))
	P ("%s[%d]", v->name, rng (4));
      else
	P ("((v4) { 1, 2 } + (v4) { 3 })[%d]", rng (4));
      break;
    case 23:
      P ("(");
      expr (need, deep + 1);
      P (" %s ", PICK (((const char *const []) { "&&", "||", "," })));
      expr (need, deep + 1);
      P (")");
      break;
    case 24:
      if (need.level == THREAD && need.n == 1 && (v = find (VIEW, need, true))
	  && deep < 2 && (strstr ("int unsigned long", v->type) || bad ()))
	{
	  P ("__atomic_fetch_%s (%s + (int) ", PICK (((const char *const []) { "add", "xor", "or" })), v->name);
	  expr (need, deep + 1);
	  P (", %d, %s)", rng (9), PICK (((const char *const []) {
	    "__ATOMIC_RELAXED", "__ATOMIC_SEQ_CST", "__ATOMIC_ACQ_REL" })));
	}
      else
	literal ();
      break;
    case 25:
      P ("(int) sizeof (");
      expr (need, deep + 1);
      P (")");
      break;
    case 26:
      P ("(int) __real__ ((_Complex float) ");
      expr (need, deep + 1);
      P (" * 2.0if)");
      break;
    }
}

/* An argument of type TYPE (N characters, the name that ends it included) in role
   ROLE.  */
static void
argument (const char *t, int n, const char *role, struct persp need)
{
  const char *star = memchr (t, '*', n);
  while (n && (t[n - 1] == '_' || (t[n - 1] >= 'a' && t[n - 1] <= 'z') || (t[n - 1] >= '0' && t[n - 1] <= '9')))
    n--;
  if (star)
    {
      struct persp t1 = { THREAD, 1 };
      struct var *v = !strncmp (role, "from", 4) || !strncmp (role, "to", 2) ? find (ASYNC, t1, false) : NULL;
      if (!v)
	v = find (VIEW, t1, strncmp (role, "read", 4));
      P ("(%.*s*) %s", (int) (star - t), t, v ? v->name : "0");
    }
  else if (!strncmp (t, "px_", 3))
    {
      P ("(%.*s) { ", n, t);
      expr (need, 2);
      P (" }");
    }
  else if (!strncmp (role, "width", 5))
    {
      int w = 32;
      while (w > 1 && (bound.n[THREAD] % w || chance (20)))
	w /= 2;
      size (w);
    }
  else if (!strncmp (role, "const:", 6))
    P ("%d", atoi (role + 6));
  else if (!strncmp (role, "const", 5) || !strncmp (role, "pick", 4) || !strncmp (role, "unit", 4) || !strncmp (role, "barrier", 7))
    size (strncmp (role, "const", 5) ? rng (2) : 8 * rng (5));
  else
    expr (need, 2);
}

/* A call of an intrinsic, with a result if VALUE; false: none fits.  */
static bool
intrinsic (bool value, struct persp need)
{
  int i, tries = 30;
  bool copy;
  do
    {
      i = rng (sizeof intrinsics / sizeof *intrinsics);
      copy = strstr (intrinsics[i].roles, "from") || strstr (intrinsics[i].roles, "to.") || strstr (intrinsics[i].roles, "to ");
    }
  while (tries-- && !bad ()
	 && ((value && (!strncmp (intrinsics[i].result, "px_", 3) || !strcmp (intrinsics[i].result, "void")))
	     || (value && (need.level != THREAD || need.n > 1))
	     || (copy && !find (ASYNC, (struct persp) { THREAD, 1 }, false))));
  if (tries < 0)
    return false;
  P ("%s (", intrinsics[i].name);
  const char *p = intrinsics[i].parameters + 1, *role = intrinsics[i].roles;
  for (bool first = true; *p && *p != ')' && strncmp (p, "void)", 5); first = false)
    {
      int n = strcspn (p, ",)");
      if (!bad ())
	{
	  if (!first)
	    P (", ");
	  argument (p, n, role, need);
	}
      p += n + (p[n] == ',');
      while (*p == ' ')
	p++;
      role += strcspn (role, " ");
      role += *role == ' ';
    }
  P (")");
  return true;
}

/* ---- statements ---- */

static struct persp
here (void)
{
  return code ();
}

static void
semicolon (void)
{
  P (bad () ? "" : ";");
}

static void
perspective (struct persp p)
{
  P (" __perspective (");
  level (p.level);
  P (", ");
  size (p.n);
  P (")");
}

static void
local (void)
{
  static const char *const odd[] = {
    "static ", "register ", "volatile ", "extern ", "_Thread_local ", "static const ", "__device ", "__constant ",
    "__shared ", "__slots (2) ", "_Atomic ", "__kernel ", "__attribute__ ((aligned (64))) ", "__attribute__ ((cleanup (g0))) ",
    "_Alignas (16) ", "const ", "auto ", "typedef ", "__requires (thread (1)) ", "__thread ", "__attribute__ ((section (\"x\"))) ",
    "__attribute__ ((px_view)) ", "__attribute__ ((px_perspective)) ", "__attribute__ ((px_perspective (1, 1))) ",
    "__attribute__ ((px_perspective (\"thread\", 1))) ", "__attribute__ ((px_requires (1))) ", "__attribute__ ((px_slots)) ",
  };
  struct persp p = chance (60) ? here () : below (here (), false);
  const char *t = type ();
  enum kind k = chance (65) ? SCALAR : (enum kind[]) { ARRAY, STRUCT, UNION, VECTOR, ARRAY }[rng (5)];
  bool narrower = p.level != here ().level || p.n != here ().n;
  nl ();
  if (bad ())
    P ("%s", PICK (odd));
  unsigned before = n_vars;
  struct var *v = declare ("x", t, k, p);
  struct var new = *v;
  n_vars = before;
  switch (k)
    {
    case ARRAY:
      new.size = 1 << (1 + rng (4));
      P ("%s %s[", t, new.name);
      size (new.size);
      P ("]");
      break;
    case STRUCT: P ("struct s %s", new.name); break;
    case UNION: P ("union u %s", new.name); break;
    case VECTOR: P ("v4 %s", new.name); break;
    default: P ("%s %s", t, new.name); break;
    }
  if (narrower || chance (10))
    perspective (p);
  if (k == SCALAR ? chance (90) : chance (60))
    {
      P (" = ");
      if (k != SCALAR)
	P ("{ ");
      expr (p, 0);
      if (k != SCALAR)
	P (" }");
    }
  semicolon ();
  vars[n_vars < 399 ? n_vars++ : 399] = new;
}

static void
assign (void)
{
  struct persp c = here ();
  struct var *v = NULL;
  for (int i = 0; i < 6 && !v; i++)
    {
      v = find ((enum kind[]) { SCALAR, SCALAR, ARRAY, STRUCT, UNION, VECTOR }[rng (6)], (struct persp) { THREAD, 1 }, true);
      if (v && !broader (c, v->at) && !bad ())
	v = NULL;
    }
  if (!v)
    {
      local ();
      return;
    }
  nl ();
  P ("%s", v->name);
  if (v->kind == ARRAY)
    {
      P ("[(int) ");
      expr (v->at, 2);
      P (" & %d]", v->size - 1);
    }
  else if (v->kind == STRUCT)
    P (".%s", PICK (((const char *const []) { "a", "b", "bit", "in.y", "arr[0]" })));
  else if (v->kind == UNION)
    P (".%s", PICK (((const char *const []) { "i", "f", "c[1]" })));
  else if (v->kind == VECTOR)
    P ("[%d]", rng (4));
  if (v->kind == SCALAR && chance (15))
    P ("%s", PICK (((const char *const []) { "++", "--" })));
  else
    {
      P (" %s ", PICK (((const char *const []) { "=", "=", "=", "+=", "-=", "*=" })));
      expr (v->at, 0);
    }
  semicolon ();
}

static void
store (void)
{
  struct persp t1 = { THREAD, 1 };
  struct var *v = find_view (t1, true);
  if (!v)
    {
      assign ();
      return;
    }
  nl ();
  if (chance (85))
    P ("*%s", v->name);
  else
    {
      P ("%s[(int) ", v->name);
      expr (t1, 3);
      P ("]");
    }
  P (" %s ", PICK (((const char *const []) { "=", "=", "+=", "^=" })) );
  if (out->s[out->n - 3] == '^')
    {
      out->n -= 3;
      P ("= ");
    }
  expr (t1, 0);
  semicolon ();
}

static void
body (int statements)
{
  unsigned keep = n_vars;
  depth++;
  if (statements == 1 && chance (30) && !bad ())
    {
      nl ();
      P ("{");
      statement ();
      nl ();
      P ("}");
    }
  else
    block (statements);
  depth--;
  n_vars = keep;
}

static void
block (int statements)
{
  unsigned keep = n_vars;
  nl ();
  P ("%s", bad () ? PICK (((const char *const []) { "", "{ {", "({", "BEGIN" })) : "{");
  depth++;
  while (statements-- > 0)
    statement ();
  depth--;
  nl ();
  P ("%s", bad () ? PICK (((const char *const []) { "", "} }", "})", "END" })) : "}");
  n_vars = keep;
}

static void
view_construct (void)
{
  struct persp c = here ();
  bool claim = chance (15);
  struct var *src = find_view (c, true);
  struct persp to = within (c);
  if (!src && !bad ())
    {
      local ();
      return;
    }
  if (c.level == THREAD && c.n == 1 && !bad ())
    {
      store ();
      return;
    }
  if (claim && c.level != THREAD && c.level != BLOCK)
    claim = false;
  if (claim && to.level == THREAD && to.n == 1 && bound.n[THREAD] % 32 == 0 && (c.level != THREAD || c.n > 32) && chance (70))
    to.n = 32;
  nl ();
  P ("%s (", claim ? "__claim" : "__partition");
  level (to.level);
  P (", ");
  size (to.n);
  P (", ");
  unsigned before = n_vars;
  struct var v = *declare ("v", src ? src->type : "int", VIEW, to);
  n_vars = before;
  if (bad ())
    P ("%s", PICK (((const char *const []) {
      "", "int", "int z = 1", "int *z", "p", "struct s z", "int *y = p, *z = p", "int z[2]", "static int *z = p",
      "int (*z)[2] = (void *) p", "int *z = 0", "n = 1", "int n", "void *z = p", "typeof (p) z = p", "int *p = p",
      "int *z = *&p", "__auto_type z = p", "int **z = &p", "int *const z = p", "int *z = ({ p; })", "int *z = n ? p : 0",
      "int *z = (int *) 4", "_Static_assert (1)", "int *z (void)", "int *z[n]", "extern int *z", "int *z = f (p)",
      "const int *z = p", "int *restrict z = p + 1", "register int *z = p", "typedef int *z", "int *z = &p[1]",
      "int *z __perspective (thread, 1) = p", "struct { int a; } *z = (void *) p", "int *z = { p }", "int *z = p,",
    })));
  else
    {
      P ("%s *%s = %s", v.type, v.name, src ? src->name : "n");
      if (!claim)
	{
	  P (" + (int) ");
	  if (chance (85))
	    id (to);
	  else
	    expr (to, 1);
	}
    }
  P (")");
  struct var old = src ? *src : (struct var) { 0 };
  unsigned keep = n_vars;
  if (src && !bad ())
    src->kind = HIDDEN;
  vars[n_vars < 399 ? n_vars++ : 399] = v;
  struct bound save = bound;
  int save_branch = branch;
  depth++;
  if (claim && !bad ())
    {
      nl ();
      P ("__split (%s)", level_names[to.level]);
      nl ();
      P ("{");
      depth++;
      nl ();
      P ("__case (%d)", to.n);
      bound = (struct bound) { .n = { [THREAD] = bound.n[THREAD] } };
      bound.n[to.level] = to.n;
      branch++;
      body (1 + rng (3));
      depth--;
      nl ();
      P ("}");
    }
  else if (chance (40) && bound.n[THREAD])
    {
      nl ();
      P ("__group (thread, 1)");
      bound = (struct bound) { .n = { [THREAD] = 1 } };
      body (1 + rng (2));
    }
  else
    body (1 + rng (3));
  depth--;
  branch = save_branch;
  bound = save;
  n_vars = keep;
  if (src)
    *src = old;
}

static void
group_construct (void)
{
  struct bound save = bound;
  struct persp c = here ();
  int l = rng (c.level + 1);
  int n = bound.n[l] ? bound.n[l] : 1;
  while (n > 1 && n % 2 == 0 && chance (50))
    n /= 2;
  nl ();
  P ("__group (");
  level (l);
  P (", ");
  size (n);
  P (")");
  for (int k = GRID; k > l; k--)
    bound.n[k] = 0;
  bound.n[l] = n;
  if (l == BLOCK && n > 1)
    bound.n[THREAD] = threads;
  if (bad ())
    P (";");
  body (1 + rng (4));
  bound = save;
}

static void
split_construct (void)
{
  struct bound save = bound;
  struct persp c = here ();
  int l = c.level == GRID && bound.n[BLOCK] ? BLOCK : THREAD;
  int left = bound.n[l], at = 0;
  if (left < 1 && !bad ())
    {
      local ();
      return;
    }
  nl ();
  P ("__split (");
  level (l);
  P (")");
  nl ();
  P ("{");
  depth++;
  while (left > 0)
    {
      int n = left;
      while (n > 1 && (chance (60) || at % n))
	n = n % 2 ? 1 : n / 2;
      if (at % n && !bad ())
	break;
      if (bad ())
	statement ();
      nl ();
      P ("__case (");
      size (n);
      P (")");
      bound = (struct bound) { .n = { [THREAD] = save.n[THREAD] } };
      for (int k = GRID; k > l; k--)
	bound.n[k] = 0;
      bound.n[l] = n;
      branch++;
      body (rng (3));
      branch--;
      bound = save;
      at += n;
      left -= n;
      if (chance (30))
	break;
    }
  depth--;
  nl ();
  P ("}");
}

static void
shared_array (void)
{
  struct persp c = here ();
  if ((c.level != BLOCK || c.n != 1 || loops || branch) && !bad ())
    {
      local ();
      return;
    }
  nl ();
  bool ring = chance (10);
  int s = 1 << (1 + rng (2));
  P ("__shared ");
  unsigned before = n_vars;
  struct var v = *declare ("s", chance (80) ? "int" : type (), ring ? RING : VIEW, c);
  n_vars = before;
  v.size = s;
  if (ring)
    {
      P ("__slots (");
      size (s);
      P (") ");
    }
  if (chance (10))
    P ("_Alignas (%d) ", 16 << rng (4));
  P ("%s %s", v.type, v.name);
  if (ring)
    P ("[%d]", s);
  P ("[");
  if (!bad ())
    size (chance (80) ? 32 << rng (3) : 1 + (int) rng (99));
  P ("]");
  if (bad ())
    P (" = { 1 }");
  semicolon ();
  vars[n_vars < 399 ? n_vars++ : 399] = v;
}

static void
ring_use (void)
{
  struct persp c = here ();
  struct var *r = find (RING, c, true);
  if (!r || bound.n[THREAD] < 1)
    {
      local ();
      return;
    }
  int i = serial++;
  nl ();
  P ("for (int i%d = 0; i%d < %s; i%d++)", i, i, chance (50) ? "n" : "8", i);
  depth++;
  nl ();
  P ("{");
  depth++;
  for (int k = 0; k < 2; k++)
    {
      nl ();
      P ("__partition (thread, 1, %s *q%d = %s[(i%d + %d) %% %d] + px_id (thread))", r->type, i, r->name, i,
	 bad () ? (int) rng (9) : 0, bad () ? 3 : r->size);
      nl ();
      P (k ? "  (void) *q%d;" : "  *q%d = 1;", i);
    }
  depth--;
  nl ();
  P ("}");
  depth--;
}

static void
async_construct (void)
{
  struct var *v = find_view (here (), true);
  if (!v)
    {
      local ();
      return;
    }
  nl ();
  P ("__async (%s *a%d = %s", v->type, serial, v->name);
  if (chance (50))
    P (" + 4");
  P (")");
  struct var *a = declare ("a", v->type, ASYNC, v->at);
  if (!bad ())
    v->kind = HIDDEN;
  body (1 + rng (2));
  if (a > vars)
    n_vars = a - vars;
  v->kind = VIEW;
}

static void
assembler (void)
{
  static const char *const text[] = {
    "asm volatile (\"\" ::: \"memory\");", "asm (\"mov.u32 %0, %1;\" : \"=r\" (n) : \"r\" (1));",
    "asm volatile (\"bar.warp.sync 0xffffffff;\");", "asm volatile (\"membar.gl;\" ::: \"memory\");",
    "asm volatile (\"{ .reg .u32 t; mov.u32 t, 1; }\");", "asm volatile (\"// nothing\");",
  };
  static const char *const wrong[] = {
    "asm (\"frob %0;\" : \"=r\" (n));", "asm goto (\"\" :::: l0);", "asm (\"\" : \"=a\" (n));", "asm (\"%9\");",
    "asm (\"\" : \"+m\" (n));", "asm (\"{\");", "asm volatile (\"ret;\");", "asm (\"\" :: \"i\" (1), \"x\" (1.0));",
    "asm volatile (\"bra x; x:\");", "asm (\"mov.u32 %0, 1;\" : \"=l\" (n));", "asm (\"/*\");", "asm (\"\" : \"=r\" (*(int *) 0));",
  };
  nl ();
  if (!unsafe && !bad ())
    P ("__unsafe ");
  P ("%s", bad () ? PICK (wrong) : PICK (text));
}

static void
weird (void)
{
  static const char *const text[] = {
    "goto l0;", "goto l1;", "l0:;", "l1: ;", "break;", "continue;", "return;", "return 1;", "case 1:;", "default:;",
    "goto *(void *) n;", "goto *&&l0;", "static void *lab[] = { &&l0, &&l1 }; goto *lab[n];", "int g (int k) { return k + n; } g (1);",
    "int vla[n]; vla[0] = 1;", "int *vv[n];", "int (*pv)[n] = 0; (void) pv;", "typedef int tv[n]; tv w;",
    "__builtin_alloca (n);", "setjmp (env);", "if (setjmp (env)) n++;", "longjmp (env, 1);", "__label__ ll; goto ll; ll:;",
    "switch (n) { case 0: __group (thread, 1) case 1: n++; }", "switch (n) { case 0 ... 9: n++; break; default: ; }",
    "_Static_assert (sizeof (int) == 4, \"\");", "({ __group (thread, 1) n++; n; });", "for (__group (thread, 1) ;;) ;",
    "__case (8) n++;", "__split (thread) ;", "__split (thread) n++;", "__split (thread) { n++; __case (1) ; }", "__unsafe ;",
    "__group (thread, 1) ;", "__partition (thread, 1, int *z = p) ;", "BEGIN n++; END", "BEGIN", "END", "LEAVE;",
    "_Pragma (\"GCC unroll 4\") __group (thread, 1) n++;", "_Pragma (\"GCC unroll 4\") for (int i = 0; i < 8; i++) n += i;",
    "_Pragma (\"GCC ivdep\") __partition (thread, 1, int *z = p) ;", "_Pragma (\"omp parallel\") n++;", "_Pragma (\"omp target\") n++;",
    "void (*fp) (void) = 0; fp ();", "int (*fp) (int) = g0; fp (1);", "n = (int) (long) &main;", "n = (int) (long) main;",
    "struct s *sp = &(struct s) { 1 }; n = sp->b;", "p = 0;", "p++;", "p = p + 1;", "int **pp = &p; **pp = 1;", "*(int *) 4 = 1;",
    "n = *(volatile int *) p;", "__sync_fetch_and_add (p, 1);", "__atomic_store_n (p, 1, 5);", "__atomic_thread_fence (5);",
    "__builtin_memcpy (p, p + 1, 64);", "__builtin_memset (p, 0, sizeof (struct s));", "return ({ n; });", "f0 (f0);",
    "n = sizeof (struct { int a[n]; });", "struct { int a : 3, b : 5; } bf = { n, 1 }; bf.a += bf.b;", "host_v++;", "n = host_v;",
    "dev_v = n;", "n = dev_v;", "n = con_v[n & 7];", "con_v[0] = 1;", "n = px_id (thread) ? px_id (thread, 2) : 0;",
    "for (int i = 0; i < px_id (thread); i++) __group (thread, 1) n++;", "while (1) ;", "do __group (thread, 1) break; while (0);",
    "if (px_id (thread)) return;", "if (n) return;", "__builtin_unreachable ();", "__builtin_trap ();", "(void) p[px_id (thread)];",
    "int z __perspective (thread, 1), y __perspective (thread, 2) = 1; z = y; y = z;", "_Complex float c = 1 + 2.0fi; c *= c; n = __real__ c;",
    "v4 vz = { 1, 2, 3, 4 }; vz = vz * vz; n = vz[n & 3];", "__int128 q = n; q *= q; n = q >> 64;", "long double ld = n; n = ld;",
    "_Bool bb = n; bb++; n = bb;", "union u uu = { .f = 1 }; n = uu.i;", "k0 ();", "host ();", "printf (\"%d\", n);", "assert (n);",
    "extern int ext; n = ext;", "extern __device int dext; n = dext;", "__device void inner (void); inner ();", "struct incomplete *ip; (void) ip;",
    "__attribute__ ((fallthrough));", "__attribute__ ((hot)) l2: ;", "px_launch (px_grid (1, 1), k0, 0);", "#pragma GCC unroll 2",
    "char str[] = \"abc\"; n = str[n & 1];", "const char *cs = \"abc\"; n = cs[1];", "struct s ss = { 1 }, st = ss; n = st.a;",
    "__shared int sz[4]; { __shared int sy[4]; (void) sy; }", "__shared int dyn[];", "__shared struct s ssh[4];", "__shared int two[2][2];",
    "__perspective (thread, 1) int odd = 1;", "int odd2 __perspective (thread, 1) __perspective (block, 1);", "int *__perspective (thread, 1) odd3;",
    "struct { int *q __perspective (thread, 1); } sp2 = { p };", "for (int z __perspective (thread, 1) = 0; z < 4; z++) n++;",
    "int arr[4] = { [2] = n, [0 ... 1] = 3 }; n = arr[n & 3];", "n = ((int []) { 1, 2, 3 })[n % 3];", "int (*fa)[4] = (void *) p; n = (*fa)[1];",
    "__builtin_va_list va1; __builtin_va_copy (va1, va1);", "n = __builtin_va_arg (*(__builtin_va_list *) 0, int);", "n = 1 / 0;",
    "__auto_type au = n; au++;", "register int r asm (\"eax\") = 1; n = r;", "n = __builtin_choose_expr (1, n, p);", "n = n++ + n++;",
    "p[0] = p[1];", "int *np = p; np[0] = 1;", "int *np2 __perspective (thread, 1) = p + px_id (thread); *np2 = 1;", "__async (int *za = p) *za = 1;",
    "__claim (thread, 32, int *zc = p) *zc = 1;", "__claim (thread, 1, int *zc = p) __split (thread) { __case (1) *zc = 1; __case (1) *zc = 2; }",
    "__split (grid) { __case (1) ; }", "__split (block) { __case (1) ; __case (1) ; }", "__group (grid, 1) n++;", "__group (block, 2) n++;",
    "__case (1) __case (1) ;", "if (0) __group (thread, 1) ; else n++;", "else n++;", "__group (thread, 1) else ;", "__group (thread, 1) { l3:; } goto l3;",
    "__unsafe { goto l4; } l4:;", "__unsafe { return; }", "for (;;) __unsafe { break; }", "__unsafe __group (thread, 1) ;", "__unsafe { p[0] = 1; }",
  };
  nl ();
  P ("%s", PICK (text));
}

static void
statement (void)
{
  struct persp c = here ();
  if (--budget < 0 || depth > 14)
    {
      nl ();
      P (";");
      return;
    }
  if (bad ())
    {
      weird ();
      return;
    }
  if (!in)
    {
      if (chance (50))
	local ();
      else
	assign ();
      return;
    }
  switch (rng (34))
    {
    default:
      local ();
      break;
    case 5: case 6: case 7:
      assign ();
      break;
    case 8: case 9: case 10: case 11: case 12: case 13:
      view_construct ();
      break;
    case 14: case 15: case 16: case 17:
      store ();
      break;
    case 18: case 19: case 20:
      group_construct ();
      break;
    case 21: case 22:
      split_construct ();
      break;
    case 23: case 24:
      shared_array ();
      break;
    case 25:
      if (chance (30))
	ring_use ();
      else
	async_construct ();
      break;
    case 26:
      nl ();
      P ("if (");
      expr (c, 1);
      P (")");
      body (1 + rng (2));
      if (chance (40))
	{
	  nl ();
	  P ("else");
	  body (1 + rng (2));
	}
      break;
    case 27: case 28:
      {
	int i = serial++;
	nl ();
	if (chance (10))
	  {
	    P ("_Pragma (\"GCC unroll %d\")", 1 + rng (8));
	    nl ();
	  }
	unsigned keep = n_vars;
	P ("for (int i%d = 0; i%d < ", i, i);
	if (chance (40))
	  P ("%d", 1 + rng (16));
	else
	  {
	    P ("((int) ");
	    expr (c, 2);
	    P (") %% 16");
	  }
	P ("; i%d++)", i);
	struct var *v = declare ("", "int", SCALAR, c);
	snprintf (v->name, sizeof v->name, "i%d", i);
	v->read_only = true;
	loops++;
	body (1 + rng (3));
	loops--;
	n_vars = keep;
      }
      break;
    case 29:
      nl ();
      if (chance (50))
	{
	  P ("while (");
	  expr (c, 2);
	  P (")");
	  loops++;
	  depth++;
	  nl ();
	  P ("{");
	  statement ();
	  nl ();
	  P ("break;");
	  nl ();
	  P ("}");
	  depth--;
	  loops--;
	}
      else
	{
	  P ("switch ((int) ");
	  expr (c, 2);
	  P (")");
	  depth++;
	  nl ();
	  P ("{");
	  for (unsigned i = 0, m = rng (4); i < m; i++)
	    {
	      nl ();
	      P ("case %u:", 3 * i);
	      depth++;
	      block (1);
	      if (chance (70))
		{
		  nl ();
		  P ("break;");
		}
	      depth--;
	    }
	  nl ();
	  P ("default:;");
	  nl ();
	  P ("}");
	  depth--;
	}
      break;
    case 30:
      if (chance (60))
	{
	  nl ();
	  if (!intrinsic (false, c))
	    P ("n--");
	  P (";");
	  break;
	}
      for (unsigned i = 0; i < 4 && n_fns; i++)
	{
	  const struct fn *f = &fns[rng (n_fns)];
	  if (callable (f))
	    {
	      nl ();
	      call (f, c);
	      P (";");
	      return;
	    }
	}
      store ();
      break;
    case 31:
      if (chance (40))
	{
	  nl ();
	  P ("__unsafe");
	  unsafe++;
	  body (1 + rng (2));
	  unsafe--;
	}
      else
	assembler ();
      break;
    case 32:
      block (2);
      break;
    }
}

/* ---- functions ---- */

static void
requires (struct fn *f)
{
  static const char *const wrong[] = {
    "", "foo (1)", "thread", "thread ()", "thread (1, 2)", "thread (1) block (1)", ",", "1", "smem (n)", "smem (99999999)",
    "thread (1), thread (2)", "cooperative (1)", "barriers (99)", "maxregs (0)", "cluster (0)", "cluster (3)", "minblocks (-1)",
    "grid (2)", "threads (2048)", "threads (33)", "thread (0), block (-1)", "barriers", "cooperative", "smem (1u << 31)",
    "threads (32), thread (64)", "block (1) + 1", "x = 1", "thread ((1))", "\"thread (1)\"", "thread (thread (1))", "cluster (2)",
    "maxregs (24)", "minblocks (2)", "barriers (2)", "thread 1", "block (65536)", "grid (1), grid (1)", "threads (1024), minblocks (3)",
  };
  if (bad ())
    {
      P (" __requires (%s)", PICK (wrong));
      return;
    }
  P (" __requires (");
  const char *sep = "";
  static const char *const names[] = { "thread", "block", "grid" };
  for (int l = GRID; l >= THREAD; l--)
    if (f->bound.n[l])
      {
	P ("%s%s (", sep, l == THREAD && f->threads ? "threads" : names[l]);
	size (f->bound.n[l]);
	P (")");
	sep = ", ";
      }
  if (f->smem)
    {
      P (", smem (");
      size (f->smem);
      P (")");
    }
  if (f->more)
    P (", %s", f->more);
  P (")");
}

static void
head (struct fn *f, bool definition)
{
  static const char *const odd[] = {
    "__attribute__ ((noinline)) ", "__attribute__ ((weak)) ", "__attribute__ ((const)) ", "__attribute__ ((pure)) ", "_Noreturn ",
    "__attribute__ ((optimize (\"O0\"))) ", "__attribute__ ((target (\"avx2\"))) ", "__attribute__ ((target_clones (\"avx2\", \"default\"))) ",
    "__attribute__ ((constructor)) ", "__attribute__ ((alias (\"g0\"))) ", "__attribute__ ((ifunc (\"g0\"))) ", "__attribute__ ((naked)) ",
    "__attribute__ ((noreturn)) ", "__attribute__ ((section (\"x\"))) ", "__attribute__ ((visibility (\"hidden\"))) ", "extern ", "inline ",
    "extern inline ", "__attribute__ ((gnu_inline)) inline ", "__attribute__ ((always_inline)) static inline ", "static ", "__kernel ", "__device ",
    "__attribute__ ((px_kernel (1))) ", "__attribute__ ((px_device)) ", "__constant ", "__shared ", "__attribute__ ((used)) ", "__attribute__ ((flatten)) ",
    "__attribute__ ((no_instrument_function)) ", "__attribute__ ((returns_twice)) ", "__attribute__ ((leaf)) ", "__attribute__ ((nothrow)) ",
    "__attribute__ ((simd)) ", "__attribute__ ((malloc)) ", "__attribute__ ((cold)) ", "__attribute__ ((noclone, noipa)) ", "__attribute__ ((zero_call_used_regs (\"all\"))) ",
    "__attribute__ ((omp_declare_target)) ", "__attribute__ ((no_reorder)) ", "__attribute__ ((nonnull)) ", "__attribute__ ((ms_abi)) ", "__attribute__ ((interrupt)) ",
    "__attribute__ ((access (read_only, 1))) ", "__attribute__ ((copy (g0))) ", "__attribute__ ((stack_protect)) ", "__attribute__ ((no_split_stack)) ",
    "__attribute__ ((symver (\"a@b\"))) ", "__attribute__ ((patchable_function_entry (2))) ", "__attribute__ ((no_sanitize (\"address\"))) ",
  };
  if (bad ())
    P ("%s", PICK (odd));
  P ("%s", f->kernel ? "__kernel" : "__device");
  if (f->bound.n[BLOCK] || f->bound.n[THREAD] != 1 || f->smem || f->more)
    requires (f);
  if (strncmp (f->name, "s", 1) == 0)
    P (" static inline");
  P (" %s\n%s (", f->result, f->name);
  for (int i = 0; i < f->params; i++)
    {
      P ("%s%s%s ", i ? ", " : "", f->param[i].read_only ? "const " : "", f->param[i].type);
      P (f->param[i].pointer ? "*" : "");
      if (definition && i == 0 && f->param[i].pointer)
	P ("p");
      else if (definition && i == 1)
	P ("n");
      else
	P ("q%d", i);
      if (f->param[i].told)
	perspective (f->param[i].at);
    }
  if (bad ())
    P (", ...");
  P (f->params ? ")" : bad () ? ")" : "void)");
}

static void
function (bool kernel)
{
  struct fn *f = &fns[n_fns];
  *f = (struct fn) { .kernel = kernel, .result = "void" };
  static const int many[] = { 1, 2, 4, 8, 16, 32, 32, 64, 128, 256, 512, 1024, 48, 96, 3 };
  snprintf (f->name, sizeof f->name, "%s%u", kernel ? "k" : chance (40) ? "s" : "g", n_fns);
  if (kernel)
    {
      f->bound.n[GRID] = 1;
      f->bound.n[BLOCK] = chance (90) ? 1 : 2;
      f->bound.n[THREAD] = PICK (many);
      f->threads = chance (75) ? f->bound.n[THREAD] : 0;
    }
  else
    {
      f->bound.n[BLOCK] = chance (40);
      f->bound.n[THREAD] = chance (30) ? 1 : PICK (many);
      f->threads = f->bound.n[BLOCK] && chance (40) ? f->bound.n[THREAD] : 0;
      if (chance (50))
	f->result = type ();
    }
  if (kernel ? chance (80) : chance (50))
    f->smem = chance (80) ? 16384 : 256;
  if (chance (5))
    f->more = PICK (((const char *const []) { "cooperative", "barriers (2)", "maxregs (64)", "minblocks (2)" }));
  bound = f->bound;
  threads = f->bound.n[THREAD];
  in = f;
  n_vars = 0;
  f->params = kernel || chance (90) ? 2 + rng (4) : 0;
  for (int i = 0; i < f->params || i < 2; i++)
    {
      f->param[i].pointer = i != 1 && chance (60);
      if (i == 0)
	f->param[i].pointer = true;
      f->param[i].type = i < 2 ? "int" : type ();
      if (!strcmp (f->param[i].type, "void"))
	f->param[i].type = "int";
      f->param[i].read_only = f->param[i].pointer && i && chance (30);
      f->param[i].at = code ();
      if (!kernel && chance (20))
	f->param[i].at = below (code (), false);
      f->param[i].told = chance (10) || f->param[i].at.level != code ().level || f->param[i].at.n != code ().n;
    }
  if (chance (15))
    {
      P ("\n");
      head (f, false);
      P (";\n");
    }
  P ("\n");
  if (bad ())
    {
      /* As before 1989.  */
      P ("%s %s\n%s (p, n)\n  int *p;\n  int n;", kernel ? "__kernel" : "__device", f->result, f->name);
      f->params = 2;
    }
  else
    head (f, true);
  for (int i = 0; i < f->params; i++)
    {
      struct var *v = declare ("q", f->param[i].type, f->param[i].pointer ? VIEW : SCALAR, f->param[i].at);
      v->read_only = f->param[i].read_only;
      if (i == 0)
	strcpy (v->name, "p");
      else if (i == 1)
	strcpy (v->name, "n");
      else
	snprintf (v->name, sizeof v->name, "q%d", i);
    }
  depth = 0;
  budget = 60 + rng (120);
  P ("\n{");
  depth = 1;
  for (unsigned i = 0, m = 2 + rng (8); i < m; i++)
    statement ();
  if (strcmp (f->result, "void") || bad ())
    {
      nl ();
      P ("return ");
      expr (code (), 1);
      P (";");
    }
  P ("\n}\n");
  depth = 0;
  n_fns++;
  if (bad ())
    {
      P ("\n");
      head (f, false);
      P (";\n");
    }
}

static void
host (unsigned n)
{
  in = NULL;
  n_vars = 0;
  bound = (struct bound) { .n = { 1 } };
  struct var *v = declare ("", "int", SCALAR, (struct persp) { THREAD, 1 });
  strcpy (v->name, "n");
  if (!n)
    P ("\nint\nmain (int n, char **argv)\n{\n  int *p = px_alloc (4096);\n  (void) argv;");
  else
    P ("\n%sint\nh%u (int n, int *p)\n{\n  (void) p;", chance (50) ? "static " : "", n);
  depth = 1;
  budget = 40;
  for (unsigned i = 0, m = rng (4); i < m; i++)
    statement ();
  for (unsigned i = 0; i < n_fns && !n; i++)
    if (fns[i].kernel)
      {
	nl ();
	P ("px_launch (px_grid (1, %d), %s", fns[i].bound.n[THREAD], fns[i].name);
	for (int k = 0; k < fns[i].params; k++)
	  P (fns[i].param[k].pointer ? ", (void *) p" : ", 1");
	P (");");
      }
  nl ();
  P ("return n;\n}\n");
  depth = 0;
}

/* File scope, beyond functions.  */
static void
outside (void)
{
  static const char *const text[] = {
    "__device int dev_w = 3;", "static __device float dev_f[16];", "__constant struct s con_s = { 1 };", "extern __device int dev_x;",
    "__device void g_later (int *p);", "int __perspective (thread, 1) odd_v;", "__shared int file_s[4];", "__kernel int k_v;",
    "__device struct s { int z; } dev_s;", "typedef __device int dt;", "__requires (thread (1)) int rv;", "__device __kernel void dk (void);",
    "__kernel __device void kd (void) { }", "__kernel void dup (int *p) { } __kernel void dup (int *p) { }", "__device void (*dfp) (void);",
    "__kernel void tw (int *p); __kernel __requires (threads (64)) void tw (int *p) { }", "__device int *dev_p = &dev_v;",
    "__device int vl (int n, int a[n]) { return a[0]; }", "__device int vl2 (int n, int (*a)[n]) { return a[0][1]; }", "_Static_assert (1, \"\");",
    "__device int rec (int n) { return n ? rec (n - 1) : 0; }", "__device int m1 (int); __device int m2 (int n) { return m1 (n); } __device int m1 (int n) { return m2 (n); }",
    "asm (\"# file\");", "__device static inline int unused (int a) { return a; }", "inline __device int inl (int a) { return a; }", "__device _Thread_local int dtl;",
    "__device int big[1 << 20];", "__constant int huge_c[1 << 20];", "__device int none[];", "__device int zero[0];", "__device void vv;", "__slots (3) int sl[3];",
    "__device int an[] = { [3] = 1, 2 };", "__device long double dld;", "__device char *dstr = \"abc\";", "const __device int dci = 4;", "volatile __device int dvi;",
    "__device _Complex double dcd = 1.0;", "struct flex { int n; int a[]; }; __device struct flex dfl = { 1, { 1, 2 } };", "__device int dal __attribute__ ((aligned (4096)));",
    "__kernel void manyp (int a, int b, int c, struct s d, union u e, v4 f, _Complex float g, __int128 h, enum e i, _Bool j, char k, struct flexx *l) { }",
    "__kernel void bigp (struct { int a[2000]; } s) { }", "__kernel void packp (struct { char c; int i; } __attribute__ ((packed)) s) { }", "__kernel void kvoid () { }",
    "__device __requires (thread (32)) void proto (int *p __perspective (thread, 32)); __device __requires (thread (16)) void proto (int *p);", "#define thread block",
    "#define n 3", "#undef __group", "#pragma GCC optimize (\"O0\")", "#pragma GCC target (\"avx\")", "#pragma omp declare target", "#pragma weak k0", "#pragma GCC poison p",
    "__kernel void xnoarg (void) { __group (block, 1) { } }", "__device void g_empty (void) { }", "static __kernel void k_static (int *p) { (void) p; }",
    "__kernel void k_bits (struct { int a : 3; long b : 40; } s, int *p) { (void) s; (void) p; }", "__device int a_alias (int) __attribute__ ((alias (\"g_empty\")));",
    "__kernel __attribute__ ((always_inline)) inline void kai (int *p) { }", "__device int g_fn (int f (int)) { return f (1); }", "__device void g_va (int a, ...) { }",
  };
  P ("\n%s\n", PICK (text));
}

void
generate (uint64_t seed, struct text *program)
{
  out = program;
  rng_seed (seed);
  serial = 0;
  n_fns = n_vars = 0;
  in = NULL;
  loops = unsafe = branch = depth = 0;
  wild = 0;
  unsigned how = rng (10);
  unsigned rate = how < 4 ? 0 : how < 7 ? 3 : how < 9 ? 12 : 50;
  P ("#include <px.h>\n#include <stddef.h>\n#include <math.h>\n");
  if (chance (40))
    P ("#include <stdio.h>\n#include <string.h>\n#include <setjmp.h>\n#include <assert.h>\n#include <stdlib.h>\n");
  P ("enum e { E0, E1 = 5 };\ntypedef int num;\ntypedef int v4 __attribute__ ((vector_size (16)));\n");
  P ("struct s\n{\n  char a;\n  int b;\n  float f;\n  struct\n  {\n    short x;\n    double y;\n  } in;\n  int arr[3];\n  unsigned bit : 5;\n};\n");
  P ("union u\n{\n  int i;\n  float f;\n  char c[4];\n};\n");
  for (int i = 1; i <= 1024; i *= 2)
    P ("#define N%d %d\n", i, i);
  if (rate)
    P ("#define BEGIN __group (thread, 1) {\n#define END }\n#define LEAVE break\nint host_v;\n__device int dev_v;\n"
       "__constant int con_v[8] = { 1, 2 };\nint host (void);\nextern void *env[5];\n");
  wild = rate;
  for (unsigned i = 0, m = 1 + rng (4); i < m; i++)
    {
      if (bad () || (wild && chance (10)))
	outside ();
      if (chance (10))
	host (1 + i);
      function (false);
    }
  for (unsigned i = 0, m = 1 + rng (2); i < m; i++)
    function (true);
  if (chance (70))
    host (0);
}
