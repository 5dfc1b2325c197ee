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
put (struct out *o, const char *s)
{
  while (*s && o->n + 1 < o->size)
    o->p[o->n++] = *s++;
}

static void
print (const px_dj *A, px_dj_ref r, struct out *o)
{
  const dj_node *n = dj_at (A, r);
  char s[32];
  if (o->n + 1 >= o->size)
    return;
  switch (n->op)
    {
    case DJ_NONE: put (o, "nothing"); return;
    case DJ_CONST:
      if (!n->ty.is_signed && n->ty.bits == 64)
	snprintf (s, sizeof s, "%llu", (unsigned long long) n->v);
      else
	snprintf (s, sizeof s, "%lld", (long long) n->v);
      put (o, s);
      return;
    case DJ_THREAD:
    case DJ_BLOCK:
    case DJ_NTHREADS:
    case DJ_NBLOCKS: put (o, spelling[n->op]); return;
    case DJ_SYM:
    case DJ_CTR:
    case DJ_POW2: put (o, dj_var_of (A, r)->name); return;
    case DJ_CAST:
      snprintf (s, sizeof s, "(%s%d) ", n->ty.is_signed ? "i" : "u", n->ty.bits);
      put (o, s);
      print (A, n->a, o);
      return;
    case DJ_MIN:
    case DJ_MAX:
      put (o, spelling[n->op]);
      put (o, " (");
      print (A, n->a, o);
      put (o, ", ");
      print (A, n->b, o);
      put (o, ")");
      return;
    case DJ_SEL:
      put (o, "(");
      print (A, n->a, o);
      put (o, " ? ");
      print (A, n->b, o);
      put (o, " : ");
      print (A, n->c, o);
      put (o, ")");
      return;
    default: break;
    }
  if (dj_arity[n->op] == 1)
    {
      put (o, spelling[n->op]);
      print (A, n->a, o);
      return;
    }
  put (o, "(");
  print (A, n->a, o);
  put (o, " ");
  put (o, spelling[n->op]);
  put (o, " ");
  print (A, n->b, o);
  put (o, ")");
}

void
px_dj_print (const px_dj *A, px_dj_ref r, char *buf, size_t size)
{
  struct out o = { buf, 0, size };
  if (!size)
    return;
  print (A, r, &o);
  buf[o.n] = 0;
}
