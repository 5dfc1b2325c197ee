/* SPDX-License-Identifier: MIT */
/* Makes a failing program small: drops statements, puts bodies in place of
   their constructs, drops functions, simplifies expressions, as long as the
   failure stays.  */

#include "bundl.h"

enum { MAXPLACE = 2048 };

struct places
{
  struct stmt **stmt[MAXPLACE];
  struct expr **expr[MAXPLACE];
  int nstmt, nexpr;
};

static void
expressions (struct places *p, struct expr **e)
{
  if (!*e || p->nexpr == MAXPLACE)
    return;
  p->expr[p->nexpr++] = e;
  expressions (p, &(*e)->a);
  expressions (p, &(*e)->b);
  expressions (p, &(*e)->c);
}

static void
statements (struct places *p, struct stmt **s)
{
  for (; *s && p->nstmt < MAXPLACE; s = &(*s)->next)
    {
      p->stmt[p->nstmt++] = s;
      expressions (p, &(*s)->e);
      expressions (p, &(*s)->i);
      for (int k = 0; k < (*s)->nargs; k++)
        expressions (p, &(*s)->arg[k].e);
      for (int k = 0; k < MAXCASE; k++)
        statements (p, &(*s)->body[k]);
    }
}

static void
places (struct program *pr, struct places *p)
{
  p->nstmt = p->nexpr = 0;
  for (int i = 0; i < pr->nfn; i++)
    statements (p, &pr->fn[i]->body);
}

/* The AT-th smaller statement list; false if there is none.  */
static bool
smaller_stmt (struct places *p, int at, int how)
{
  struct stmt **link = p->stmt[at], *s = *link, *t;
  if (how == 0)
    {
      *link = s->next;
      return true;
    }
  if (how > MAXCASE || !(t = s->body[how - 1]))
    return false;
  *link = t;
  while (t->next)
    t = t->next;
  t->next = s->next;
  return true;
}

static bool
smaller_expr (struct program *pr, struct places *p, int at, int how)
{
  struct expr **e = p->expr[at], *x = *e;
  struct expr *by = how == 0 ? x->a : how == 1 ? x->b : how == 2 ? x->c : NULL;
  if (how < 3 && !by)
    return false;
  if (how == 3)
    {
      if (x->kind == E_CONST)
        return false;
      by = new_expr (pr, E_CONST);
      by->k = 1;
    }
  *e = by;
  return true;
}

void
shrink (struct program *pr, predicate *keep, void *arg)
{
  static struct places p;
  struct program trial;
  program_init (&trial, pr->arena.size);
  bool again = true;
  while (again)
    {
      again = false;
      for (int pass = 0; pass < 2; pass++)
        for (int at = 0; ; at++)
          {
            places (pr, &p);
            if (at >= (pass ? p.nexpr : p.nstmt))
              break;
            for (int how = 0; how < (pass ? 4 : 1 + MAXCASE); how++)
              {
                program_copy (&trial, pr);
                places (&trial, &p);
                if ((pass ? smaller_expr (&trial, &p, at, how)
                          : smaller_stmt (&p, at, how))
                    && keep (&trial, arg))
                  {
                    program_copy (pr, &trial);
                    again = true;
                    at--;
                    break;
                  }
              }
          }
    }
  program_free (&trial);
}
