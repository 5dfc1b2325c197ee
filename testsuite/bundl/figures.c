/* SPDX-License-Identifier: MIT */
/* The figures of the papers, legal and illegal, as programs of the model.
   Prism and Parallax number theirs alike; Snap's differ.  Fig. 17 is CUDA.  */

#include <stdarg.h>
#include "bundl.h"

static struct program pr;
static struct func *f;          /* the function being built */

/* Expressions.  */

static struct expr *
num (int k)
{
  struct expr *e = new_expr (&pr, E_CONST);
  e->k = k;
  return e;
}

static struct expr *
var (int v)
{
  struct expr *e = new_expr (&pr, E_VAR);
  e->v = v;
  return e;
}

static struct expr *
id (enum level l, int n)
{
  struct expr *e = new_expr (&pr, E_ID);
  e->p = P (l, n);
  return e;
}

static struct expr *
at (int v, struct expr *i)
{
  struct expr *e = new_expr (&pr, E_LOAD);
  e->v = v;
  e->a = i;
  return e;
}

static struct expr *
add (struct expr *a, struct expr *b)
{
  struct expr *e = new_expr (&pr, E_BIN);
  e->k = ADD;
  e->a = a;
  e->b = b;
  return e;
}

/* Variables.  */

static int
name (enum var_kind kind, bool declared, enum level l, int n, int len, bool is_const)
{
  int v = new_var (f, kind);
  f->var[v] = (struct var) {
    .kind = kind, .is_const = is_const, .declared = declared, .p = P (l, n), .len = len
  };
  return v;
}

static int
param (enum var_kind kind, enum level l, int n, int len, bool is_const)
{
  int v = name (kind, true, l, n, len, is_const);
  f->nparam = f->nvar;
  return v;
}

static int
scalar (enum level l, int n)
{
  return name (SCALAR, true, l, n, 0, false);
}

static int
pointer (int len)
{
  return name (POINTER, false, THREAD, 1, len, false);
}

/* Statements.  */

static struct stmt *
seq (struct stmt *first, ...)
{
  struct stmt *s = first, *n;
  va_list a;
  va_start (a, first);
  while (s && (n = va_arg (a, struct stmt *)))
    {
      while (s->next)
        s = s->next;
      s->next = n;
      s = n;
    }
  va_end (a);
  return first;
}

#define SEQ(...) seq (__VA_ARGS__, (struct stmt *) 0)

static struct stmt *
stmt (enum stmt_kind kind, int v, struct expr *i, struct expr *e)
{
  struct stmt *s = new_stmt (&pr, kind);
  s->v = v;
  s->i = i;
  s->e = e;
  return s;
}

static struct stmt *
decl (int v, struct expr *e)
{
  return stmt (f->var[v].kind == LARRAY ? S_LDECL : S_DECL, v, NULL, e);
}

static struct stmt *
store (int v, struct expr *i, struct expr *e)
{
  return stmt (S_STORE, v, i, e);
}

static struct stmt *
loop (int n, int v, struct stmt *body)
{
  struct stmt *s = stmt (S_LOOP, v, NULL, num (n));
  s->body[0] = body;
  return s;
}

static struct stmt *
iff (struct expr *c, struct stmt *body)
{
  struct stmt *s = stmt (S_IF, -1, NULL, c);
  s->body[0] = body;
  return s;
}

static struct stmt *
group (enum level l, int n, struct stmt *body)
{
  struct stmt *s = stmt (S_GROUP, -1, NULL, NULL);
  s->p = P (l, n);
  s->body[0] = body;
  return s;
}

static struct stmt *
split (enum level l)
{
  struct stmt *s = stmt (S_SPLIT, -1, NULL, NULL);
  s->p = P (l, 1);
  return s;
}

static struct stmt *
with (struct stmt *s, int size, struct stmt *body)
{
  s->size[s->ncase] = size;
  s->body[s->ncase++] = body;
  return s;
}

static struct stmt *
view (enum stmt_kind kind, int v, int src, enum level l, int n, struct stmt *body)
{
  struct stmt *s = stmt (kind, v, NULL, NULL);
  s->src = src;
  s->p = P (l, n);
  f->var[v].is_const = f->var[src].is_const;
  s->body[0] = body;
  return s;
}

static struct stmt *
collective (enum level l, int n, struct expr *uniform)
{
  struct stmt *s = stmt (S_COLL, -1, uniform, num (1));
  s->p = P (l, n);
  return s;
}

static struct stmt *
copy (int dst, int src)
{
  struct stmt *s = stmt (S_COPY, dst, NULL, NULL);
  s->src = src;
  return s;
}

/* An argument: pointer V, or scalar E.  */
static struct stmt *
pass (struct stmt *call, int v, struct expr *e)
{
  call->arg[call->nargs++] = (struct arg) { v, e };
  return call;
}

static struct stmt *
call (int fn)
{
  struct stmt *s = stmt (S_CALL, -1, NULL, NULL);
  s->fn = fn;
  return s;
}

/* Functions.  */

static int
device (int grid, int block, int thread, int smem)
{
  f = new_func (&pr);
  f->bound[GRID] = grid;
  f->bound[BLOCK] = block;
  f->bound[THREAD] = thread;
  f->smem = smem;
  return pr.nfn - 1;
}

static void
kernel (int block, int thread, int smem, int T, int G)
{
  device (1, block, thread, smem);
  f->kernel = true;
  pr.T = T;
  pr.G = G;
}

static struct stmt *
block_of (struct stmt *body)
{
  return group (BLOCK, 1, body);
}

/* Prism Fig. 5: a warp's tensor core instruction from memory.  */
static int
simple_mma (void)
{
  int fn = device (0, 0, 32, 0);
  int a = param (POINTER, THREAD, 32, 64, true);
  int b = param (POINTER, THREAD, 32, 64, true);
  int c = param (POINTER, THREAD, 32, 128, false);
  int x = scalar (THREAD, 1);
  int A = name (LARRAY, true, THREAD, 1, 4, false);
  int B = name (LARRAY, true, THREAD, 1, 2, false);
  int C = name (LARRAY, true, THREAD, 1, 4, false);
  int ct = pointer (4);
  f->body
    = SEQ (decl (x, id (THREAD, 1)),
           group (THREAD, 32,
             SEQ (decl (A, NULL), decl (B, NULL), decl (C, NULL),
                  store (A, num (0), at (a, var (x))),
                  store (A, num (1), at (a, add (var (x), num (4)))),
                  store (B, num (0), at (b, var (x))),
                  collective (THREAD, 32, num (0)),
                  view (S_PARTITION, ct, c, THREAD, 1,
                    SEQ (store (ct, num (0), at (C, num (0))),
                         store (ct, num (1), at (C, num (1)))))))) ;
  return fn;
}

static void
fig5 (void)
{
  int mma = simple_mma ();
  kernel (1, 32, 0, 32, 1);
  int a = param (POINTER, GRID, 1, 64, true), c = param (POINTER, GRID, 1, 128, false);
  int w = pointer (128);
  f->body = view (S_PARTITION, w, c, THREAD, 32,
              group (THREAD, 32,
                pass (pass (pass (call (mma), a, NULL), a, NULL), w, NULL)));
}

/* Prism Fig. 6; its smem, 1280, is exactly what the arrays take.  */
static void
matmul (int smem, bool claim_twice)
{
  int mma = simple_mma ();
  kernel (1, 32, smem, 32, 1);
  int A = param (POINTER, GRID, 1, 64, true), B = param (POINTER, GRID, 1, 64, true);
  int C = param (POINTER, GRID, 1, 128, false), N = param (SCALAR, GRID, 1, 0, false);
  int row = scalar (BLOCK, 1), cb = pointer (128);
  int as = pointer (128), bs = pointer (64), cs = pointer (128);
  int ct = pointer (4), i = name (SCALAR, false, BLOCK, 1, 0, false);
  int j = name (SCALAR, false, BLOCK, 1, 0, false);
  int gr = scalar (THREAD, 1), at_ = pointer (4), bt = pointer (2), cw = pointer (128);
  int out = pointer (4), flat = scalar (THREAD, 1), k = name (SCALAR, false, BLOCK, 1, 0, false);
  struct stmt *warp = split (THREAD);
  with (warp, claim_twice ? 16 : 32,
        claim_twice ? decl (scalar (THREAD, 1), at (cw, num (0)))
        : pass (pass (pass (call (mma), as, NULL), bs, NULL), cw, NULL));
  if (claim_twice)
    with (warp, 16, decl (scalar (THREAD, 1), at (cw, num (1))));
  f->body
    = SEQ (decl (row, add (id (BLOCK, 1), var (N))),
           view (S_PARTITION, cb, C, BLOCK, 1, block_of (
             SEQ (stmt (S_SHARED, as, NULL, NULL), stmt (S_SHARED, bs, NULL, NULL),
                  stmt (S_SHARED, cs, NULL, NULL),
                  view (S_PARTITION, ct, cs, THREAD, 1,
                    loop (3, i, group (THREAD, 1, store (ct, var (i), num (0))))),
                  loop (3, j,
                    SEQ (decl (gr, add (var (row), id (THREAD, 1))),
                         view (S_PARTITION, at_, as, THREAD, 1,
                           group (THREAD, 1, store (at_, num (0), at (A, var (gr))))),
                         view (S_PARTITION, bt, bs, THREAD, 1,
                           group (THREAD, 1, store (bt, num (0), at (B, var (gr))))),
                         view (S_CLAIM, cw, cs, THREAD, claim_twice ? 16 : 32, warp))),
                  loop (3, k,
                    SEQ (decl (flat, add (id (THREAD, 1), var (k))),
                         view (S_PARTITION, out, cb, THREAD, 1,
                           group (THREAD, 1,
                             store (out, num (0), at (cs, var (flat)))))))))));
}

static void fig6 (void) { matmul (1280, false); }
static void beyond_smem (void) { matmul (1264, false); }
static void claimed_twice (void) { matmul (1280, true); }

static void
fig7a (void)
{
  kernel (1, 4, 0, 4, 1);
  f->body = group (THREAD, 2, group (BLOCK, 1, collective (BLOCK, 1, num (0))));
}

static void
fig7b (void)
{
  kernel (6, 4, 0, 4, 6);
  f->body = group (BLOCK, 6, group (BLOCK, 5, NULL));
}

static void
snap7b (void)
{
  kernel (1, 4, 0, 4, 2);
  f->body = group (BLOCK, 1, group (BLOCK, 2, NULL));
}

static void
fig8 (void)
{
  kernel (1, 4, 0, 8, 1);
  struct stmt *s = split (THREAD);
  with (with (with (s, 2, collective (THREAD, 2, num (0))), 1, NULL), 1, NULL);
  f->body = group (THREAD, 4, s);
}

static void
fig9 (void)
{
  kernel (1, 4, 0, 4, 1);
  f->body = group (THREAD, 4, with (with (split (THREAD), 4, NULL), 1, NULL));
}

static void
fig10 (void)
{
  kernel (1, 3, 0, 3, 1);
  f->body = group (THREAD, 3,
              with (with (split (THREAD), 1, NULL), 2,
                    collective (THREAD, 2, num (0))));
}

/* Parallax has the branches the other way round: 2 does not divide 3.  */
static void
parallax10 (void)
{
  kernel (1, 3, 0, 6, 1);
  f->body = group (THREAD, 3,
              with (with (split (THREAD), 2, collective (THREAD, 2, num (0))),
                    1, NULL));
}

static void
snap8 (void)
{
  kernel (1, 32, 0, 32, 1);
  f->body = group (THREAD, 32,
              with (with (split (THREAD), 32, collective (THREAD, 32, num (0))),
                    1, NULL));
}

static void
snap9 (void)
{
  kernel (1, 33, 0, 33, 1);
  f->body = group (THREAD, 33,
              with (with (split (THREAD), 1, NULL), 32,
                    collective (THREAD, 32, num (0))));
}

static void
snap10 (void)
{
  kernel (1, 4, 0, 4, 1);
  int x = scalar (BLOCK, 1), y = scalar (THREAD, 1);
  f->body = block_of (
    SEQ (decl (x, num (0)), decl (y, id (THREAD, 1)),
         group (THREAD, 1, stmt (S_ASSIGN, x, NULL, var (y)))));
}

static void
fig11 (void)
{
  kernel (1, 4, 0, 4, 1);
  int flag = scalar (THREAD, 1);
  f->body = SEQ (decl (flag, id (THREAD, 1)),
                 block_of (iff (var (flag), collective (BLOCK, 1, num (0)))));
}

static void
fig12 (void)
{
  kernel (1, 4, 0, 4, 1);
  int x = scalar (THREAD, 1), y = scalar (BLOCK, 1);
  f->body = SEQ (decl (x, id (THREAD, 1)), decl (y, num (0)),
                 block_of (SEQ (stmt (S_ASSIGN, y, NULL, var (x)),
                                iff (var (y), collective (BLOCK, 1, num (0))))));
}

/* The same without the violations: legal neighbours of 11 and 12.  */
static void
fig12_legal (void)
{
  kernel (1, 4, 0, 4, 2);
  int x = scalar (THREAD, 1), y = scalar (BLOCK, 1);
  f->body = SEQ (decl (y, id (BLOCK, 1)),
                 block_of (SEQ (decl (x, var (y)),
                                iff (var (y), collective (BLOCK, 1, num (0))))));
}

static void
async_copy (bool dst, bool const_src)
{
  kernel (1, 4, 64, 4, 1);
  int in = param (POINTER, GRID, 1, 8, const_src);
  int sm = pointer (16), d = pointer (16);
  f->body = block_of (
    SEQ (stmt (S_SHARED, sm, NULL, NULL),
         dst ? view (S_ASYNC, d, sm, BLOCK, 1,
                 with (split (THREAD), 1, copy (d, in)))
             : with (split (THREAD), 1, copy (sm, in)),
         decl (scalar (BLOCK, 1), at (sm, num (0)))));
}

static void fig13 (void) { async_copy (true, true); }
static void fig13_plain (void) { async_copy (false, true); }
static void fig13_source (void) { async_copy (true, false); }

/* Figs. 18 to 20: a load function at level L[N] that calls CALLEE; -1: reads
   by itself, -2: does nothing.  */
static int
load_function (enum level l, int n, int callee)
{
  int fn = device (0, l == BLOCK, l == BLOCK ? 32 : n, 0);
  int input = param (POINTER, l, n, 4, true);
  int output = param (POINTER, THREAD, 1, 4, false);
  int items = param (SCALAR, l, n, 0, false);
  int i = name (SCALAR, false, THREAD, 1, 0, false);
  if (callee >= 0)
    f->body = pass (pass (pass (call (callee), input, NULL), output, NULL),
                    -1, var (items));
  else if (callee == -1)
    f->body = loop (3, i, store (output, var (i), at (input, var (i))));
  return fn;
}

/* block_load calls warp_load calls thread_load; with WRONG, thread_load calls
   warp_load.  */
static void
loads (bool wrong, bool narrow_items)
{
  int thread, warp, block;
  if (wrong)
    {
      warp = load_function (THREAD, 32, -2);
      load_function (THREAD, 1, warp);
    }
  else
    {
      thread = load_function (THREAD, 1, -1);
      warp = load_function (THREAD, 32, thread);
    }
  block = load_function (BLOCK, 1, warp);
  kernel (1, 32, 0, 32, 1);
  int in = param (POINTER, GRID, 1, 4, true);
  int data = name (LARRAY, true, THREAD, 1, 4, false);
  f->body = SEQ (decl (data, NULL),
                 pass (pass (pass (call (block), in, NULL), data, NULL),
                       -1, narrow_items ? id (THREAD, 1) : num (4)));
}

static void fig18 (void) { loads (false, false); }
static void thread_calls_warp (void) { loads (true, false); }
static void narrow_items (void) { loads (false, true); }

/* Prism 3.6: "pointers that live at broader perspectives can only be passed
   if the pointer is marked as const".  */
static void
broader_pointer (void)
{
  int mma = simple_mma ();
  kernel (1, 32, 0, 32, 1);
  int a = param (POINTER, GRID, 1, 64, true), c = param (POINTER, GRID, 1, 128, false);
  f->body = group (THREAD, 32,
              pass (pass (pass (call (mma), a, NULL), a, NULL), c, NULL));
}

/* Parallax 2.1: a condition on the thread's id in the group of Fig. 2.  */
static void
id_condition (void)
{
  kernel (1, 32, 0, 32, 1);
  int tid = scalar (THREAD, 1);
  f->body = group (THREAD, 32,
              SEQ (decl (tid, id (THREAD, 1)),
                   iff (var (tid), collective (THREAD, 32, num (0)))));
}

/* Fig. 2 itself.  */
static void
fig2 (void)
{
  kernel (1, 32, 0, 32, 1);
  f->body = group (THREAD, 32, collective (THREAD, 32, num (0)));
}

/* Prism 3.4.2: shared memory is "only permitted at block[1]", and the source
   of a partition is out of reach in it.  */
static void
shared_at_thread (void)
{
  kernel (1, 4, 64, 4, 1);
  int x = pointer (4);
  f->body = group (THREAD, 4, stmt (S_SHARED, x, NULL, NULL));
}

static void
source_in_partition (void)
{
  kernel (1, 4, 64, 4, 1);
  int x = pointer (8), w = pointer (2);
  f->body = block_of (
    SEQ (stmt (S_SHARED, x, NULL, NULL),
         view (S_PARTITION, w, x, THREAD, 1,
           SEQ (store (w, num (0), num (1)),
                decl (scalar (THREAD, 1), at (x, num (0)))))));
}

static void
broad_store (void)
{
  kernel (1, 4, 64, 4, 1);
  int x = pointer (8);
  f->body = block_of (SEQ (stmt (S_SHARED, x, NULL, NULL),
                           store (x, num (0), id (THREAD, 1))));
}

/* Design section 3's example.  */
static void
blur (void)
{
  kernel (1, 4, 16, 4, 2);
  int in = param (POINTER, GRID, 1, 8, true), out = param (POINTER, GRID, 1, 8, false);
  int b = scalar (BLOCK, 1), o = pointer (4), tile = pointer (4);
  int t = scalar (THREAD, 1), w = pointer (1), q = pointer (1);
  f->body
    = SEQ (decl (b, id (BLOCK, 1)),
           view (S_PARTITION, o, out, BLOCK, 1, block_of (
             SEQ (stmt (S_SHARED, tile, NULL, NULL), decl (t, id (THREAD, 1)),
                  view (S_PARTITION, w, tile, THREAD, 1,
                    group (THREAD, 1,
                      store (w, num (0), at (in, add (var (b), var (t)))))),
                  view (S_PARTITION, q, o, THREAD, 1,
                    group (THREAD, 1,
                      store (q, num (0), at (tile, add (var (t), num (1))))))))));
}

static const struct figure
{
  const char *name;
  void (*make) (void);
  enum cond cond;             /* NCOND: legal */
} table[] = {
  { "Prism Fig. 2", fig2, NCOND },
  { "Prism Fig. 5", fig5, NCOND },
  { "Prism Fig. 6", fig6, NCOND },
  { "Prism Fig. 7, first", fig7a, C1_LEVEL },
  { "Prism Fig. 7, second", fig7b, C1_DIV },
  { "Prism Fig. 8", fig8, NCOND },
  { "Prism Fig. 9", fig9, C2_SUM },
  { "Prism Fig. 10", fig10, C2_START },
  { "Prism Fig. 11", fig11, C3_IF },
  { "Prism Fig. 12", fig12, D1_VALUE },
  { "Prism Fig. 12, legal neighbour", fig12_legal, NCOND },
  { "Prism Fig. 13", fig13, NCOND },
  { "Prism Fig. 13, destination not async", fig13_plain, D7_DST },
  { "Prism Fig. 13, source neither async nor const", fig13_source, D7_SRC },
  { "Prism Figs. 18 to 20", fig18, NCOND },
  { "Prism 6.1.2, warp_load in thread_load", thread_calls_warp, F1_DIV },
  { "Prism 6.1.2, items_per_thread at thread[1]", narrow_items, F2_SCALAR },
  { "Prism 3.4.2, claimed name in two branches", claimed_twice, D6_ONE },
  { "Prism 3.4.2, shared memory beyond the bound", beyond_smem, D3_SIZE },
  { "Prism 3.4.2, shared memory at thread[4]", shared_at_thread, D3_PLACE },
  { "Prism 3.4.2, source in its partition", source_in_partition, D5_REACH },
  { "Prism 3.4.2, store at block[1]", broad_store, D4_STORE },
  { "Prism 3.6, broader pointer to non-const", broader_pointer, F3_EXACT },
  { "Parallax 2.1, condition on the id", id_condition, C3_IF },
  { "Parallax Fig. 10", parallax10, C2_DIV },
  { "Snap Fig. 7, second", snap7b, C1_DIV },
  { "Snap Fig. 8", snap8, C2_SUM },
  { "Snap Fig. 9", snap9, C2_START },
  { "Snap Fig. 10", snap10, D1_CODE },
  { "px, blur", blur, NCOND },
};

/* Is COND refused at one statement, and nothing elsewhere; for NCOND nothing
   at all?  Some figures break several rules in one statement.  */
static bool
as_expected (const struct verdict *v, enum cond cond)
{
  bool found = false;
  for (int i = 0; i < v->n; i++)
    {
      found |= v->d[i].cond == cond;
      if (v->d[i].stmt != v->d[0].stmt)
        return false;
    }
  return !v->malformed && found == (cond != NCOND) && (cond != NCOND || !v->n);
}

int
figures (FILE *emit)
{
  int failed = 0, line = 1;
  program_init (&pr, 1 << 20);
  if (emit)
    line = print_preamble (emit, line);
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    {
      const struct figure *t = &table[i];
      struct verdict v;
      struct outcome o = { 0 };
      char prefix[32];
      program_reset (&pr);
      t->make ();
      check (&pr, NULL, &v);
      snprintf (prefix, sizeof prefix, "fig%u_", i);
      if (emit)
        {
          if (!wanted (&pr, &v))
            continue;
          fprintf (emit, "/* %s.  */\n", t->name);
          line = print (emit, &pr, prefix, line + 1, &v);
          continue;
        }
      bool right = as_expected (&v, t->cond);
      for (int how = 0; right && t->cond == NCOND && how < SCHEDULES; how++)
        {
          run (&pr, how, 1, true, &o);
          right = !o.stuck && !o.limit;
        }
      if (!right)
        {
          printf ("%s: expected %s, %s\n", t->name,
                  t->cond == NCOND ? "no refusal" : cond_info[t->cond].id,
                  o.stuck ? stuck_info[o.stuck].what : "got:");
          print (stdout, &pr, prefix, 1, &v);
          failed++;
        }
    }
  program_free (&pr);
  if (!emit)
    printf ("figures: %u\n", (unsigned) (sizeof table / sizeof *table));
  return failed;
}
