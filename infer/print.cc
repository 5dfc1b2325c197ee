/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a function in the language of the tests (testsuite/sync/reader.cc has its grammar and
   reads it), for -fplugin-arg-px-dump-sync and to make a test of a kernel.  */
#include "infer/infer.h"
#include <stdlib.h>

const char *const px_word_level[] = { "thread", "block", "grid" };

const char *const px_word_space[] = { "shared", "global", "fragment" };

const char *const px_word_timeline[]
  = { "generic", "cpasync", "load", "store", "wgmma", "end", "entry" };

const char *const px_word_view[] = { "partition", "claim", "async", "reads" };

const char *const px_word_kind[] = { "r", "w", "a", "l", "x" };

static void
print_line (struct px_loc l, FILE *o)
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
print_acc (const struct px_fn *f, const struct px_acc *a, FILE *o)
{
  fprintf (o, " %s",
	   px_word_kind[a->kind == PX_ATOMIC && !a->alike ? PX_WORD_OTHER_ATOMIC : a->kind]);
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
    fprintf (o, a->everywhere ? " remote all" : a->to ? " remote to" : " remote");
  for (int r = 0; a->to && r < f->cluster; r++)
    fprintf (o, " %u", a->to[r]);
  if (a->bytes)
    fprintf (o, " bytes %d", a->bytes);
}

/* The text of max (value of C, 0) - C.K.  */
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
	case PX_GROUP:
	  fprintf (o, "group %s[%d]", px_word_level[s->persp.level], s->persp.n);
	  break;
	case PX_VIEW:
	  fprintf (o, "%s %s %s[%d]", px_word_view[s->view], s->obj->name,
		   px_word_level[s->persp.level], s->persp.n);
	  break;
	case PX_SPLIT:
	  fprintf (o, "split %s", px_word_level[s->persp.level]);
	  print_line (s->loc, o);
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
	  if (s->ring->parts)
	    fprintf (o, " part %d", s->ring->part);
	  if (s->next)
	    fprintf (o, " next");
	  if (s->late)
	    fprintf (o, " late %d%s", s->late, s->flush ? " flush" : "");
	  if (s->hold)
	    fprintf (o, " hold %d", s->hold);
	  break;
	case PX_WORK: fprintf (o, "work %d", s->weight); break;
	case PX_OP:
	  if (s->callee)
	    fprintf (o, "call %s", s->callee);
	  else
	    fprintf (o, "%s", px_word_timeline[s->timeline]);
	  if (s->coll > 1)
	    fprintf (o, " by %d", s->coll);
	  if (s->elect)
	    fprintf (o, " elect %d", s->elect);
	  break;
	}
      print_line (s->loc, o);
      for (int j = 0; j < s->nacc; j++)
	{
	  if (j)
	    fprintf (o, ",");
	  print_acc (f, &s->acc[j], o);
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
	   px_word_level[f->persp.level], f->persp.n);
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
      fprintf (o, "  object %s %s %d at %s[%d]", x->name, px_word_space[x->space], x->size,
	       px_word_level[x->persp.level], x->persp.n);
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
      if (r->of)
	continue;
      fprintf (o, "  ring %s slots %d", r->name, r->slots);
      if (r->parts)
	fprintf (o, " parts %d", r->parts);
      for (int j = 0; j < r->nobj; j++)
	fprintf (o, "%s %s", j ? "," : "", r->obj[j]->name);
      fprintf (o, "%s;\n", r->remote ? " remote" : "");
    }
  for (int i = 0; i < f->nlaunch; i++)
    fprintf (o, "  launch %s;\n", f->launch[i]);
  print_seq ((struct px_fn *) f, f->body, 2, o);
  fprintf (o, "}\n");
}
