/* SPDX-License-Identifier: MIT */
/* Blind changes of programs: whether they stay well typed is for the checker
   to say.  */

#include "bundl.h"

struct places
{
  struct stmt *s[512];
  struct stmt **link[512];
  struct func *f[512];
  int n;
};

static void
collect (struct places *p, struct func *f, struct stmt **link)
{
  for (; *link; link = &(*link)->next)
    {
      if (p->n == 512)
        return;
      p->s[p->n] = *link;
      p->link[p->n] = link;
      p->f[p->n++] = f;
      for (int k = 0; k < MAXCASE; k++)
        collect (p, f, &(*link)->body[k]);
    }
}

static void
tweak_persp (struct rng *r, struct persp *p)
{
  if (rng_below (r, 3) == 0)
    p->level = rng_below (r, LEVELS);
  else
    p->n = 1 + rng_below (r, 8);
  if (p->level == GRID)
    p->n = 1;
}

static int
same_kind (struct rng *r, struct func *f, int v)
{
  int n = 0, at = v;
  for (int w = 0; w < f->nvar; w++)
    if (v >= 0 && f->var[w].kind == f->var[v].kind && rng_below (r, ++n) == 0)
      at = w;
  return at;
}

static void
tweak_expr (struct program *pr, struct rng *r, struct func *f, struct expr **e)
{
  if (!*e)
    return;
  if ((*e)->a && rng_below (r, 2))
    {
      tweak_expr (pr, r, f, rng_below (r, 2) && (*e)->b ? &(*e)->b : &(*e)->a);
      return;
    }
  switch (rng_below (r, 3))
    {
    case 0:
      if ((*e)->kind == E_VAR || (*e)->kind == E_LOAD)
        (*e)->v = same_kind (r, f, (*e)->v);
      else if ((*e)->kind == E_ID)
        tweak_persp (r, &(*e)->p);
      break;
    case 1:
      *e = new_expr (pr, E_ID);
      (*e)->p = P (rng_below (r, 3) ? THREAD : BLOCK, 1 + rng_below (r, 2));
      break;
    default:
      *e = new_expr (pr, E_VAR);
      for (int v = 0; v < f->nvar; v++)
        if (f->var[v].kind == SCALAR)
          (*e)->v = same_kind (r, f, v);
      if ((*e)->v < 0)
        (*e)->kind = E_CONST;
    }
}

/* Changes the signature of a device function.  */
static void
tweak_signature (struct rng *r, struct func *f)
{
  int v;
  switch (rng_below (r, 4))
    {
    case 0:
      v = rng_below (r, LEVELS);
      f->bound[v] = v == GRID ? !f->bound[v] : rng_below (r, 5);
      break;
    case 1:
      f->result_declared = true;
      tweak_persp (r, &f->result);
      break;
    case 2:
      v = rng_below (r, f->nparam);
      if (f->nparam && f->var[v].kind == POINTER)
        f->var[v].is_const = !f->var[v].is_const;
      break;
    default:
      f->exact = !f->exact;
    }
  /* Levels below the broadest are never left out: what that means is open.  */
  if (!f->bound[THREAD])
    f->bound[THREAD] = 1;
  if (!f->bound[BLOCK] && f->bound[GRID])
    f->bound[BLOCK] = 1;
}

void
mutate (struct program *pr, struct rng *r, int count)
{
  struct places p;
  while (count-- > 0)
    {
      if (pr->nfn > 1 && rng_below (r, 8) == 0)
        tweak_signature (r, pr->fn[rng_below (r, pr->nfn - 1)]);
      p.n = 0;
      for (int i = 0; i < pr->nfn; i++)
        collect (&p, pr->fn[i], &pr->fn[i]->body);
      if (!p.n)
        return;
      int at = rng_below (r, p.n);
      struct stmt *s = p.s[at], *t;
      struct func *f = p.f[at];
      switch (rng_below (r, 12))
        {
        case 0:
        case 1:
          tweak_persp (r, &s->p);
          break;
        case 2:
          if (s->ncase)
            s->size[rng_below (r, s->ncase)] = 1 + rng_below (r, 6);
          break;
        case 3:
        case 4:
          tweak_expr (pr, r, f, rng_below (r, 2) ? &s->i : &s->e);
          break;
        case 5:
          s->v = same_kind (r, f, s->v);
          break;
        case 6:
          s->src = same_kind (r, f, s->src);
          break;
        case 7:
          if (s->nargs)
            {
              struct arg *a = &s->arg[rng_below (r, s->nargs)];
              if (a->v >= 0)
                a->v = same_kind (r, f, a->v);
              else
                tweak_expr (pr, r, f, &a->e);
            }
          break;
        case 8:
          if (f->nvar)
            {
              struct var *v = &f->var[rng_below (r, f->nvar)];
              if (!(f->kernel && v < &f->var[f->nparam]))
                {
                  tweak_persp (r, &v->p);
                  v->declared |= v->kind != POINTER;
                }
            }
          break;
        case 9:
          if (s->kind == S_GROUP && s->body[0])
            {
              *p.link[at] = s->body[0];
              for (t = s->body[0]; t->next; t = t->next)
                ;
              t->next = s->next;
            }
          else
            *p.link[at] = s->next;
          break;
        case 10:
          t = new_stmt (pr, S_GROUP);
          t->p = P (rng_below (r, 3) ? THREAD : BLOCK, 1 + rng_below (r, 4));
          t->body[0] = s;
          t->next = s->next;
          s->next = NULL;
          *p.link[at] = t;
          break;
        default:
          if (s->next)
            {
              t = s->next;
              s->next = t->next;
              t->next = s;
              *p.link[at] = t;
            }
        }
    }
}
