/* SPDX-License-Identifier: MIT */
/* Errors of kernels, and the statement and source line that an op comes from.  */

#include "emulator/run/observer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *
px_emu_kind_name (enum px_emu_kind kind)
{
  static const char *const names[] = { [PX_EMU_OK] = "no error",
				       [PX_EMU_INVALID] = "invalid argument",
				       [PX_EMU_NO_MEMORY] = "out of memory",
				       [PX_EMU_LOAD] = "module can not be loaded",
				       [PX_EMU_UNRESOLVED] = "unresolved symbol",
				       [PX_EMU_NOT_FOUND] = "not found",
				       [PX_EMU_OUT_OF_RESOURCES] = "out of resources",
				       [PX_EMU_COOPERATIVE] = "cooperative launch too large",
				       [PX_EMU_ILLEGAL_ADDRESS] = "illegal address",
				       [PX_EMU_MISALIGNED] = "misaligned address",
				       [PX_EMU_INVALID_SPACE] = "invalid address space",
				       [PX_EMU_INVALID_PC] = "invalid program counter",
				       [PX_EMU_ILLEGAL_INSTRUCTION] = "illegal instruction",
				       [PX_EMU_SYNC] = "illegal instruction",
				       [PX_EMU_STACK] = "stack overflow",
				       [PX_EMU_TRAP] = "trap",
				       [PX_EMU_ASSERT] = "assertion failed",
				       [PX_EMU_TIMEOUT] = "timeout",
				       [PX_EMU_DEADLOCK] = "deadlock",
				       [PX_EMU_CANCELLED] = "cancelled" };
  return kind <= PX_EMU_CANCELLED ? names[kind] : "unknown error";
}

void
err_set (px_emu_error *err, enum px_emu_kind kind, const char *fmt, ...)
{
  if (!err)
    return;
  memset (err, 0, sizeof *err);
  err->kind = kind;
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (err->text, sizeof err->text, fmt, ap);
  va_end (ap);
}

/* ---- where an op comes from ---- */

const struct source *
source_of (const px_emu_func *f, const struct op *o)
{
  return o && o >= f->ops && o < f->ops + f->n_ops ? &f->src[o->src] : NULL;
}

const char *
file_name (const px_emu_func *f, uint32_t index)
{
  for (const ptx_item *it = f->ptx->first; it; it = it->next)
    if (it->kind == PTX_I_FILE && it->file.index == index)
      return it->file.name;
  return "";
}

void
statement_text (const px_emu_func *f, const struct source *s, char *text, size_t size)
{
  char *all = s && s->stmt ? ptx_print_stmt (f->ir, s->stmt) : NULL;
  snprintf (text, size, "%s", all ? all + strspn (all, " \t") : "");
  free (all);
}

void
thread_of (const struct launch *l, uint32_t t, unsigned xyz[3])
{
  xyz[0] = t % l->ntid[0];
  xyz[1] = t / l->ntid[0] % l->ntid[1];
  xyz[2] = t / l->ntid[0] / l->ntid[1];
}

/* The place that LOC was inlined at, if it is in an inlined function itself: the last
   one of that line before *AT, which moves there.  */
static const ptx_loc *
call_of (const ptx_stmt **at, const ptx_loc *loc)
{
  for (const ptx_stmt *s = *at; s; *at = s = s->prev)
    if (s->kind == PTX_ST_LOC && s->loc->file == loc->at_file && s->loc->line == loc->at_line
	&& s->loc->col == loc->at_col)
      return s->loc;
  return NULL;
}

/* Appends to AT, which has N of MOST lines, those where what stands at SRC of F was inlined.
   Their number then.  */
static int
add_inlined (const px_emu_func *f, const struct source *src, struct outer_line *at, int n, int most)
{
  const ptx_stmt *before = src->stmt;
  for (const ptx_loc *loc = src->loc; loc && loc->inlined && n < most; loc = call_of (&before, loc))
    at[n++] = (struct outer_line){ file_name (f, loc->at_file), loc->at_line, false };
  return n;
}

int
outer_lines (const px_emu_func *f, const struct source *src, const struct frame *frame,
	     struct outer_line *at, int most)
{
  enum
  {
    CALLERS = 6 /* more of a recursion say nothing new */
  };
  int n = src->loc ? add_inlined (f, src, at, 0, most) : 0;
  for (int k = 0; frame && frame->up && k < CALLERS && n < most; k++, frame = frame->up)
    {
      const px_emu_func *by = frame->up->func;
      const struct source *call = source_of (by, frame->ret - 1);
      if (!call || !call->loc)
	continue;
      at[n++] = (struct outer_line){ file_name (by, call->loc->file), call->loc->line, true };
      n = add_inlined (by, call, at, n, most);
    }
  return n;
}

bool
user_place (const struct frame *frame, const struct op *o, char *text, size_t size)
{
  struct outer_line at[16];
  const struct source *src = source_of (frame->func, o);
  if (!src)
    return false;
  int n = outer_lines (frame->func, src, frame, at, sizeof at / sizeof *at);
  const char *file = n ? at[n - 1].file : src->loc ? file_name (frame->func, src->loc->file) : "";
  const char *name = strrchr (file, '/');
  snprintf (text, size, "%s:%d", name ? name + 1 : file,
	    n	       ? at[n - 1].line
	    : src->loc ? (int) src->loc->line
		       : 0);
  return *file;
}

/* ---- errors ---- */

/* Fills in who and where.  */
void
locate (struct launch *l, struct warp *w, const struct op *o, uint32_t lanes, px_emu_error *e)
{
  snprintf (e->kernel, sizeof e->kernel, "%s", l->func->name);
  memcpy (e->block, w->block->id, sizeof e->block);
  e->warp = w->index;
  thread_of (l, w->index * LANES + (lanes ? __builtin_ctz (lanes) : 0), e->thread);
  const px_emu_func *f = w->frame->func;
  const struct source *s = source_of (f, o);
  if (!s || !s->stmt)
    return;
  e->ptx_line = s->stmt->pos.line;
  statement_text (f, s, e->instruction, sizeof e->instruction);
  if (s->loc)
    {
      e->line = s->loc->line;
      snprintf (e->file, sizeof e->file, "%s", file_name (f, s->loc->file));
    }
}

/* The text of an error whose other fields are known.  */
void
describe (px_emu_error *e, const char *what)
{
  char source[540] = "", place[200] = "";
  if (*e->file)
    snprintf (source, sizeof source, "\n  at %s:%d", e->file, e->line);
  if (e->ptx_line)
    snprintf (place, sizeof place, "\n  PTX line %d: %.80s%s", e->ptx_line, e->instruction,
	      *e->file ? "" : "\n  compile with -g for the lines of the source");
  snprintf (e->text, sizeof e->text,
	    "%.560s\n  kernel %.100s, block (%u,%u,%u), thread (%u,%u,%u)%.150s%.150s", what,
	    e->kernel, e->block[0], e->block[1], e->block[2], e->thread[0], e->thread[1],
	    e->thread[2], source, place);
}

const struct op *
fail (struct warp *w, const struct op *o, enum px_emu_kind kind, uint32_t lanes, uint64_t address,
      uint32_t size, const char *fmt, ...)
{
  struct launch *l = w->block->launch;
  w->state = W_ERROR;
  pthread_mutex_lock (&l->lock);
  if (l->error.kind == PX_EMU_OK)
    {
      va_list ap;
      px_emu_error *e = &l->error;
      char what[400];
      va_start (ap, fmt);
      vsnprintf (what, sizeof what, fmt, ap);
      va_end (ap);
      e->kind = kind;
      e->address = address;
      e->size = size;
      locate (l, w, o, lanes, e);
      describe (e, what);
      OBSERVE (l, failed, l, w, o, lanes);
    }
  pthread_mutex_unlock (&l->lock);
  atomic_store (&l->stop, 1);
  return NULL;
}
