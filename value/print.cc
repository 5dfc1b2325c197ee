/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints expressions as C writes them, for messages and for gdb.  */

#include "value/disjoint-int.h"

static const char *const spelling[] = {
  "",
#define DJ_OP(name, spelling, arity, result, comm) spelling,
#include "value/disjoint.def"
#undef DJ_OP
};

namespace
{
struct out
{
  char *p;
  size_t n, size;
};
}

static void
print_text (struct out *o, const char *s)
{
  while (*s && o->n + 1 < o->size)
    o->p[o->n++] = *s++;
}

static void
print_expr (const px_dj *A, px_dj_ref r, struct out *o)
{
  const dj_node *n = dj_at (A, r);
  char s[32];
  if (o->n + 1 >= o->size)
    return;
  switch (n->op)
    {
    case DJ_NONE: print_text (o, "nothing"); return;
    case DJ_CONST:
      if (!n->ty.is_signed && n->ty.bits == 64)
	snprintf (s, sizeof s, "%llu", (unsigned long long) n->v);
      else
	snprintf (s, sizeof s, "%lld", (long long) n->v);
      print_text (o, s);
      return;
    case DJ_THREAD:
    case DJ_BLOCK:
    case DJ_NTHREADS:
    case DJ_NBLOCKS: print_text (o, spelling[n->op]); return;
    case DJ_SYM:
    case DJ_CTR:
    case DJ_POW2: print_text (o, dj_var_of (A, r)->name); return;
    case DJ_CAST:
      snprintf (s, sizeof s, "(%s%d) ", n->ty.is_signed ? "i" : "u", n->ty.bits);
      print_text (o, s);
      print_expr (A, n->a, o);
      return;
    case DJ_MIN:
    case DJ_MAX:
      print_text (o, spelling[n->op]);
      print_text (o, " (");
      print_expr (A, n->a, o);
      print_text (o, ", ");
      print_expr (A, n->b, o);
      print_text (o, ")");
      return;
    case DJ_SEL:
      print_text (o, "(");
      print_expr (A, n->a, o);
      print_text (o, " ? ");
      print_expr (A, n->b, o);
      print_text (o, " : ");
      print_expr (A, n->c, o);
      print_text (o, ")");
      return;
    default: break;
    }
  if (dj_arity[n->op] == 1)
    {
      print_text (o, spelling[n->op]);
      print_expr (A, n->a, o);
      return;
    }
  print_text (o, "(");
  print_expr (A, n->a, o);
  print_text (o, " ");
  print_text (o, spelling[n->op]);
  print_text (o, " ");
  print_expr (A, n->b, o);
  print_text (o, ")");
}

void
px_dj_print (const px_dj *A, px_dj_ref r, char *buf, size_t size)
{
  struct out o = { buf, 0, size };
  if (!size)
    return;
  print_expr (A, r, &o);
  buf[o.n] = 0;
}
