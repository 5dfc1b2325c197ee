/* SPDX-License-Identifier: MIT */
/* Perspectives, and programs in memory.  */

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "bundl.h"

const char *const level_name[LEVELS] = { "thread", "block", "grid" };

const struct cond_info cond_info[NCOND] = {
#define COND(ID, RULE, SEEN, WHAT) { #ID, #RULE, WHAT, SEEN },
#include "conds.def"
};

const struct stuck_info stuck_info[NSTUCK] = {
  { "K_NOT", "not stuck", NEVER },
#define STUCK(ID, SEEN, WHAT) { #ID, WHAT, SEEN },
#include "stuck.def"
};

bool
persp_eq (struct persp a, struct persp b)
{
  return a.level == b.level && a.n == b.n;
}

bool
persp_ge (struct persp a, struct persp b)
{
  if (a.level != b.level)
    return a.level > b.level;
  return b.n == 0 ? a.n == 0 : a.n % b.n == 0;
}

struct persp
persp_meet (struct persp a, struct persp b)
{
  if (a.level != b.level)
    return a.level < b.level ? a : b;
  unsigned m = a.n, n = b.n;
  while (n)
    {
      unsigned r = m % n;
      m = n, n = r;
    }
  return P (a.level, m);
}

struct persp
bound_persp (const unsigned short bound[LEVELS])
{
  for (int l = GRID; l >= THREAD; l--)
    if (bound[l])
      return P (l, bound[l]);
  return P (THREAD, 1);
}

static void *
alloc (struct program *pr, size_t n)
{
  n = (n + 15) & ~(size_t) 15;
  assert (pr->arena.used + n <= pr->arena.size);
  void *p = pr->arena.base + pr->arena.used;
  pr->arena.used += n;
  memset (p, 0, n);
  return p;
}

void
program_init (struct program *pr, size_t size)
{
  memset (pr, 0, sizeof *pr);
  pr->arena.base = malloc (size);
  assert (pr->arena.base);
  pr->arena.size = size;
}

void
program_free (struct program *pr)
{
  free (pr->arena.base);
}

void
program_reset (struct program *pr)
{
  struct arena a = pr->arena;
  memset (pr, 0, sizeof *pr);
  pr->arena = a;
  pr->arena.used = 0;
}

struct func *
new_func (struct program *pr)
{
  assert (pr->nfn < MAXFN);
  return pr->fn[pr->nfn++] = alloc (pr, sizeof (struct func));
}

struct stmt *
new_stmt (struct program *pr, enum stmt_kind kind)
{
  struct stmt *s = alloc (pr, sizeof *s);
  s->kind = kind;
  s->id = pr->nstmt++;
  s->v = s->src = s->fn = -1;
  return s;
}

struct expr *
new_expr (struct program *pr, enum expr_kind kind)
{
  struct expr *e = alloc (pr, sizeof *e);
  e->kind = kind;
  e->v = -1;
  return e;
}

int
new_var (struct func *f, enum var_kind kind)
{
  assert (f->nvar < MAXVAR);
  f->var[f->nvar].kind = kind;
  return f->nvar++;
}

static struct expr *
copy_expr (struct program *to, const struct expr *e)
{
  if (!e)
    return NULL;
  struct expr *n = alloc (to, sizeof *n);
  *n = *e;
  n->a = copy_expr (to, e->a);
  n->b = copy_expr (to, e->b);
  n->c = copy_expr (to, e->c);
  return n;
}

static struct stmt *
copy_stmts (struct program *to, const struct stmt *s)
{
  struct stmt *first = NULL, **tail = &first;
  for (; s; s = s->next)
    {
      struct stmt *n = alloc (to, sizeof *n);
      *n = *s;
      n->next = NULL;
      n->e = copy_expr (to, s->e);
      n->i = copy_expr (to, s->i);
      for (int k = 0; k < MAXCASE; k++)
        n->body[k] = copy_stmts (to, s->body[k]);
      for (int k = 0; k < s->nargs; k++)
        n->arg[k].e = copy_expr (to, s->arg[k].e);
      *tail = n;
      tail = &n->next;
    }
  return first;
}

void
program_copy (struct program *to, const struct program *from)
{
  program_reset (to);
  to->seed = from->seed;
  to->T = from->T;
  to->G = from->G;
  to->nstmt = from->nstmt;
  to->nfn = from->nfn;
  for (int i = 0; i < from->nfn; i++)
    {
      to->fn[i] = alloc (to, sizeof (struct func));
      *to->fn[i] = *from->fn[i];
      to->fn[i]->body = copy_stmts (to, from->fn[i]->body);
    }
}
