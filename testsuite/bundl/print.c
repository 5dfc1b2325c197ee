/* SPDX-License-Identifier: MIT */
/* Programs as px C (manual: Dialect).  One statement a line, so that a
   diagnostic's line names its statement.  */

#include <stdarg.h>
#include <string.h>
#include "bundl.h"

struct printer
{
  FILE *f;
  int line, indent;
  struct program *pr;
  struct func *fn;
  int nth;
  const char *prefix;
  const struct verdict *verdict;
};

static void
put (struct printer *p, const char *format, ...)
{
  va_list a;
  va_start (a, format);
  vfprintf (p->f, format, a);
  va_end (a);
}

static void
start (struct printer *p)
{
  put (p, "%*s", 2 * p->indent, "");
}

/* The rule of a condition in the printed program, where collectives are
   functions, not intrinsics.  */
static const char *
rule (enum cond cond)
{
  return cond_info[cond == D2_UNIFORM ? F2_SCALAR : cond].rule;
}

/* Ends the line of statement STMT, part SUB of it.  */
static void
end (struct printer *p, int stmt, int sub)
{
  const struct verdict *v = p->verdict;
  for (int i = 0; v && i < v->n; i++)
    if (v->d[i].fn == p->nth && v->d[i].stmt == stmt && v->d[i].sub == sub)
      put (p, " /* refused: %s %s */", rule (v->d[i].cond),
           cond_info[v->d[i].cond].id);
  put (p, "\n");
  p->line++;
}

static void
name (struct printer *p, int v)
{
  put (p, "%c%d", "xap"[p->fn->var[v].kind], v);
}

static void
persp (struct printer *p, struct persp q)
{
  put (p, "(%s, %d)", level_name[q.level], q.n);
}

static void
id (struct printer *p, struct persp q)
{
  put (p, q.n == 1 ? "px_id (%s)" : "px_id (%s, %d)", level_name[q.level], q.n);
}

static void
function_name (struct printer *p, int fn)
{
  if (fn == FN_HOST)
    put (p, "host_function");
  else if (fn == FN_KERNEL)
    put (p, "other_kernel");
  else
    put (p, "%s%c%d", p->prefix, p->pr->fn[fn]->kernel ? 'k' : 'f', fn);
}

static void expr (struct printer *, const struct expr *);

static void
element (struct printer *p, int v, const struct expr *i)
{
  int len = p->fn->var[v].len;
  name (p, v);
  if (len == 1 && i->kind == E_CONST)
    put (p, "[0]");
  else if (len == 1)            /* GCC would drop what % 1u makes zero */
    {
      put (p, "[zero (");
      expr (p, i);
      put (p, ")]");
    }
  else
    {
      put (p, "[(unsigned) ");
      expr (p, i);
      put (p, " %% %du]", len);
    }
}

static void
expr (struct printer *p, const struct expr *e)
{
  static const char *const op[BINOPS] = { "+", "-", "*", "&", "^", "<", "==" };
  if (!e)
    {
      put (p, "0");
      return;
    }
  switch (e->kind)
    {
    case E_CONST:
      /* Hides the value from the compiler, which folds conditions before the
         plugin sees them; an operator (F6), so as broad as a constant.  */
      put (p, "k (%d)", e->k);
      break;
    case E_VAR:
      name (p, e->v);
      break;
    case E_ID:
      id (p, e->p);
      break;
    case E_BIN:
      put (p, "(");
      expr (p, e->a);
      put (p, " %s ", op[e->k]);
      expr (p, e->b);
      put (p, ")");
      break;
    case E_COND:
      put (p, "(");
      expr (p, e->a);
      put (p, " ? ");
      expr (p, e->b);
      put (p, " : ");
      expr (p, e->c);
      put (p, ")");
      break;
    case E_LOAD:
      element (p, e->v, e->a);
      break;
    case E_OP:
      function_name (p, e->v);
      put (p, " (");
      expr (p, e->a);
      put (p, ", ");
      expr (p, e->b);
      put (p, ")");
      break;
    }
}

static void
moved (struct printer *p, int v, const struct expr *off)
{
  name (p, v);
  if (off)
    {
      put (p, " + (");
      expr (p, off);
      put (p, " & 1)");
    }
}

static void
declarator (struct printer *p, int v)
{
  const struct var *x = &p->fn->var[v];
  put (p, "%sint %s", x->is_const ? "const " : "", x->kind == POINTER ? "*" : "");
  name (p, v);
  if (x->kind == LARRAY)
    put (p, "[%d]", x->len);
  if (x->declared)
    {
      put (p, " __perspective ");
      persp (p, x->p);
    }
}

static void
new_pointer (struct printer *p, const struct stmt *s)
{
  put (p, "%sint *", p->fn->var[s->v].is_const ? "const " : "");
  name (p, s->v);
  put (p, " = ");
  moved (p, s->src, s->kind == S_PARTITION ? NULL : s->i);
  if (s->kind == S_PARTITION)
    {
      if (persp_ge (s->static_p, s->p) && !persp_eq (s->static_p, s->p))
        {
          put (p, " + ");
          id (p, s->p);
          put (p, " * %d", p->fn->var[s->v].len + (s->i != NULL));
        }
      if (s->i)
        {
          put (p, " + (");
          expr (p, s->i);
          put (p, " & 1)");
        }
    }
}

static void
target (struct printer *p, const struct stmt *s)
{
  if (s->v < 0)
    return;
  if (s->decl)
    declarator (p, s->v);
  else
    name (p, s->v);
  put (p, " = ");
}

static void body (struct printer *, struct stmt *);

static void
block (struct printer *p, struct stmt *s)
{
  start (p);
  put (p, "{\n");
  p->line++;
  p->indent++;
  body (p, s);
  p->indent--;
  start (p);
  put (p, "}\n");
  p->line++;
}

static void
stmt (struct printer *p, struct stmt *s)
{
  s->line = p->line;
  start (p);
  switch (s->kind)
    {
    case S_DECL:
      declarator (p, s->v);
      put (p, " = ");
      expr (p, s->e);
      put (p, ";");
      break;
    case S_ASSIGN:
      target (p, s);
      expr (p, s->e);
      put (p, ";");
      break;
    case S_LDECL:
      declarator (p, s->v);
      put (p, " = { 0 };");
      break;
    case S_PDECL:
      declarator (p, s->v);
      put (p, " = ");
      moved (p, s->src, s->i);
      put (p, ";");
      break;
    case S_PASSIGN:
      target (p, s);
      moved (p, s->src, s->i);
      put (p, ";");
      break;
    case S_STORE:
      element (p, s->v, s->i);
      put (p, " = ");
      expr (p, s->e);
      put (p, ";");
      break;
    case S_IF:
      put (p, "if (");
      expr (p, s->e);
      put (p, ")");
      end (p, s->id, 0);
      block (p, s->body[0]);
      if (s->body[1])
        {
          start (p);
          put (p, "else\n");
          p->line++;
          block (p, s->body[1]);
        }
      return;
    case S_LOOP:
      put (p, "for (");
      declarator (p, s->v);
      put (p, " = 0; ");
      name (p, s->v);
      put (p, " < (");
      expr (p, s->e);
      put (p, " & 3); ");
      name (p, s->v);
      put (p, "++)");
      end (p, s->id, 0);
      block (p, s->body[0]);
      return;
    case S_BREAK:
      put (p, "break;");
      break;
    case S_CONTINUE:
      put (p, "continue;");
      break;
    case S_RETURN:
      put (p, "return");
      if (s->e)
        {
          put (p, " ");
          expr (p, s->e);
        }
      put (p, ";");
      break;
    case S_GROUP:
      put (p, "__group ");
      persp (p, s->p);
      end (p, s->id, 0);
      block (p, s->body[0]);
      return;
    case S_SPLIT:
      put (p, "__split (%s)", level_name[s->p.level]);
      end (p, s->id, 0);
      start (p);
      put (p, "{\n");
      p->line++;
      p->indent++;
      for (int k = 0; k < s->ncase; k++)
        {
          s->case_line[k] = p->line;
          start (p);
          put (p, "__case (%d)", s->size[k]);
          end (p, s->id, k + 1);
          block (p, s->body[k]);
        }
      p->indent--;
      start (p);
      put (p, "}\n");
      p->line++;
      return;
    case S_PARTITION:
    case S_CLAIM:
      put (p, s->kind == S_CLAIM ? "__claim (%s, %d, " : "__partition (%s, %d, ",
           level_name[s->p.level], s->p.n);
      new_pointer (p, s);
      put (p, ")");
      end (p, s->id, 0);
      block (p, s->body[0]);
      return;
    case S_ASYNC:
      put (p, "__async (");
      new_pointer (p, s);
      put (p, ")");
      end (p, s->id, 0);
      block (p, s->body[0]);
      return;
    case S_SHARED:
      put (p, "__shared int ");
      name (p, s->v);
      put (p, "[%d];", p->fn->var[s->v].len);
      break;
    case S_CALL:
      target (p, s);
      function_name (p, s->fn);
      put (p, " (");
      for (int k = 0; k < s->nargs; k++)
        {
          if (k)
            put (p, ", ");
          if (s->arg[k].v < 0)
            expr (p, s->arg[k].e);
          else
            moved (p, s->arg[k].v, s->arg[k].e);
        }
      put (p, ");");
      break;
    case S_COLL:
      target (p, s);
      put (p, "coll_%s_%d (", level_name[s->p.level], s->p.n);
      expr (p, s->e);
      put (p, ", ");
      expr (p, s->i);
      put (p, ");");
      break;
    case S_COPY:
      put (p, "px_cp_async (");
      name (p, s->v);
      put (p, ", ");
      name (p, s->src);
      put (p, ", 4);");
      break;
    }
  end (p, s->id, 0);
}

static void
body (struct printer *p, struct stmt *s)
{
  for (; s; s = s->next)
    stmt (p, s);
}

static void
signature (struct printer *p, const struct func *f)
{
  const char *sep = "";
  put (p, "__requires (");
  for (int l = GRID; l >= THREAD; l--)
    if (f->bound[l])
      {
        put (p, "%s%s%s (%d)", sep, level_name[l],
             l == THREAD && f->exact ? "s" : "", f->bound[l]);
        sep = ", ";
      }
  if (f->smem)
    put (p, "%ssmem (%d)", sep, f->smem);
  put (p, ")");
}

static void
function (struct printer *p, int nth)
{
  struct func *f = p->fn = p->pr->fn[nth];
  p->nth = nth;
  const struct verdict *v = p->verdict;
  if (v)
    {
      put (p, "/* bundl: ");
      function_name (p, nth);
      const char *verdict = "OK";
      for (int i = v->n; i-- > 0; )
        if (v->d[i].fn == nth)
          verdict = rule (v->d[i].cond);
      put (p, " %s */\n", verdict);
      p->line++;
    }
  put (p, "%s %s", f->kernel ? "__kernel" : "__device",
       f->is_const ? "__attribute__ ((const)) " : "");
  if (f->has_result && f->result_declared)
    {
      put (p, "__perspective ");
      persp (p, f->result);
      put (p, " ");
    }
  signature (p, f);
  put (p, "\n");
  p->line++;
  put (p, "%s ", f->has_result ? "int" : "void");
  function_name (p, nth);
  put (p, " (");
  for (int k = 0; k < f->nparam; k++)
    {
      if (k)
        put (p, ", ");
      declarator (p, k);
    }
  put (p, f->nparam ? ")" : "void)");
  end (p, -1, 0);
  block (p, f->body);
}

int
print (FILE *f, struct program *pr, const char *prefix, int line,
       const struct verdict *verdict)
{
  struct printer p = { .f = f, .line = line, .pr = pr, .prefix = prefix,
                       .verdict = verdict };
  for (int i = 0; i < pr->nfn; i++)
    function (&p, i);
  return p.line;
}

int
print_preamble (FILE *f, int line)
{
  static const char *const text[] = {
    "#ifdef BUNDL_STUB",
    "#define __kernel",
    "#define __device",
    "#define __requires(...)",
    "#define __perspective(L, N)",
    "#define __group(L, N)",
    "#define __split(L)",
    "#define __case(N)",
    "#define BUNDL_ONCE(C, ...) BUNDL_ONCE1 (C, __VA_ARGS__)",
    "#define BUNDL_ONCE1(C, ...) \\",
    "  for (int once##C = 1; once##C; once##C = 0) \\",
    "    for (__VA_ARGS__; once##C; once##C = 0)",
    "#define __partition(L, N, ...) BUNDL_ONCE (__COUNTER__, __VA_ARGS__)",
    "#define __claim(L, N, ...) BUNDL_ONCE (__COUNTER__, __VA_ARGS__)",
    "#define __async(...) BUNDL_ONCE (__COUNTER__, __VA_ARGS__)",
    "#define __shared static",
    "#define px_id(...) 0",
    "#define px_cp_async(D, S, N) ((void) (*(D) = *(S)))",
    "#else",
    "#include <px.h>",
    "#endif",
    "__device __attribute__ ((const)) int k (int);",
    "__device __attribute__ ((const)) int zero (int);",
    "int host_function (void);",
    "__kernel void other_kernel (void);"
  };
  static const int most[LEVELS] = { 32, 32, 1 };
  for (unsigned i = 0; i < sizeof text / sizeof *text; i++, line++)
    fprintf (f, "%s\n", text[i]);
  for (int l = THREAD; l < LEVELS; l++)
    for (int n = 1; n <= most[l]; n++, line++)
      fprintf (f, "__device __requires (%s (%d)) int coll_%s_%d "
               "(int any __perspective (thread, 1), "
               "int uniform __perspective (%s, %d));\n",
               level_name[l], n, level_name[l], n, level_name[l], n);
  return line;
}
