/* SPDX-License-Identifier: MIT */
/* Numbers the registers of GCC anew, by type, without those that nothing uses any more.

   GCC counts all its registers in one row, and declares each by itself:

       .reg .u32 %r22;                           .reg .b32 %r<2>;
       .reg .u64 %r23;                           .reg .b64 %rd<1>;
       .reg .u32 %r24;

   The text of an image has as many declarations as instructions; by ranges, they are a seventh of it
   less.  Names are those of nvcc.

   A function with comments for the debugger stays as it is, as they name registers, and so does one
   where inline PTX declares a name that would be in a range.  */
#include "ptx/ptx-int.h"
#include <ctype.h>
#include <stdlib.h>

static const struct
{
  ptx_mod type;
  const char *name;
} ranges[] = { { PTX_PRED, "%p" }, { PTX_B16, "%rs" }, { PTX_B32, "%r" },
	       { PTX_B64, "%rd" }, { PTX_F32, "%f" },  { PTX_F64, "%fd" } };

enum
{
  RANGES = sizeof ranges / sizeof *ranges
};

/* The range of a declaration of a single register as GCC names them, or RANGES.  */
static unsigned
type_of_gcc (const ptx_regdecl *d)
{
  unsigned k = 0;
  if (d->count || d->vec != 1 || strncmp (d->name, "%r", 2)
      || !isdigit ((unsigned char) d->name[2]))
    return RANGES;
  while (k < RANGES && ranges[k].type != d->type)
    k++;
  return k;
}

/* Return true if NAME is one that a range declares.  */
static bool
is_numbered (const char *name)
{
  for (unsigned k = 0; k < RANGES; k++)
    {
      size_t n = strlen (ranges[k].name);
      if (!strncmp (name, ranges[k].name, n) && (!name[n] || isdigit ((unsigned char) name[n])))
	return true;
    }
  return false;
}

static void
note_named (void *closure, ptx_opnd *o, bool written)
{
  bool *used = closure;
  (void) written;
  used[o->reg] = true;
}

/* Return true if names of F speak against ranges; note the registers that instructions use.  */
static bool
is_left (const ptx_func *f, bool *used)
{
  unsigned depth = 0;
  for (ptx_stmt *s = f->first; s; s = s->next)
    {
      depth += s->kind == PTX_ST_OPEN;
      depth -= s->kind == PTX_ST_CLOSE;
      if (s->kind == PTX_ST_TEXT
	  || (s->kind == PTX_ST_REG && (depth || type_of_gcc (s->reg) == RANGES)
	      && is_numbered (s->reg->name)))
	return true;
      if (s->kind == PTX_ST_INSN)
	ptx_visit_regs (&s->insn, note_named, used);
    }
  for (uint32_t r = 0; r < f->nregs; r++)
    if (f->regs[r].param && is_numbered (f->regs[r].name))
      return true;
  for (uint32_t v = 0; v < f->nvars; v++)
    if (is_numbered (f->vars[v]->sym->name))
      return true;
  return false;
}

bool
ptx_number_registers (ptx_func *f)
{
  ptx_regdecl *made[RANGES] = { 0 };
  bool *used = calloc (f->nregs + 1, sizeof *used);
  if (!used)
    ptx_oom ();
  for (ptx_stmt *s = is_left (f, used) ? 0 : f->first, *next; s; s = next)
    {
      next = s->next;
      unsigned k = s->kind == PTX_ST_REG ? type_of_gcc (s->reg) : RANGES;
      if (k == RANGES)
	continue;
      int32_t r = s->reg->reg;
      if (r < 0 || !used[r])
	{
	  ptx_remove (f, s);
	  continue;
	}
      char text[32];
      ptx_regdecl *d = made[k];
      if (!d)
	{
	  d = made[k] = s->reg;
	  d->name = ranges[k].name;
	}
      else
	ptx_remove (f, s);
      snprintf (text, sizeof text, "%s%u", d->name, d->count++);
      f->regs[r].name = ptx_intern (f->module, text, strlen (text));
      f->regs[r].decl = d;
    }
  for (unsigned k = 0; k < RANGES; k++)
    if (made[k])
      made[k]->reg = -1;
  free (used);
  return true;
}
