/* SPDX-License-Identifier: MIT */
/* The debugger in the program: what it says, and what it is asked.  */
#define _GNU_SOURCE 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/room.h"
#include "tools/dap.h"

void
stop_place_breaks (struct dap *d)
{
  for (size_t i = 0; i < d->code.n_breaks; i++)
    if (code_place (&d->code, &d->code.breaks[i]))
      dap_event (d, "breakpoint",
		 json_pack ("{s:s, s:o}", "reason", "changed", "breakpoint",
			    dap_breakpoint (d, &d->code.breaks[i])));
}

void
stop_forget (struct dap *d)
{
  free (d->frames);
  for (size_t i = 0; i < d->n_values; i++)
    free (d->values[i].expression);
  free (d->values);
  free (d->fault);
  d->frames = d->values = NULL;
  d->fault = NULL;
  d->n_frames = d->cap_frames = d->n_values = d->cap_values = 0;
}

size_t
stop_thread (struct dap *d, const uint32_t block[3], uint32_t first, uint32_t chosen)
{
  size_t i = 0;
  while (i < d->n_threads
	 && (memcmp (d->threads[i].block, block, sizeof d->threads[i].block)
	     || d->threads[i].first != first))
    i++;
  if (i == d->n_threads)
    {
      if (!PX_ROOM (d->threads, d->n_threads, d->cap_threads))
	return 0;
      d->n_threads++;
      memcpy (d->threads[i].block, block, sizeof d->threads[i].block);
      d->threads[i].first = first;
    }
  d->threads[i].chosen = chosen;
  return i;
}

void
stop_put_thread (struct wire *m, const struct thread *thread)
{
  for (int i = 0; i < 3; i++)
    wire_put (m, thread->block[i]);
  wire_put (m, thread->chosen);
}

void
stop_send_breaks (struct dap *d)
{
  struct wire m = { 0 };
  if (d->program.wire < 0)
    return;
  wire_put (&m, (d->no_faults ? 0 : STOPS_FAULT) | (d->no_findings ? 0 : STOPS_FINDING));
  code_put_breaks (&d->code, &m);
  wire_send (d->program.wire, WIRE_BREAKS, &m);
  wire_free (&m);
}

void
stop_go (struct dap *d, int run, const struct thread *thread)
{
  struct wire m = { 0 };
  wire_put (&m, run);
  stop_put_thread (&m, thread);
  d->stopped = false;
  stop_forget (d);
  wire_send (d->program.wire, WIRE_GO, &m);
  wire_free (&m);
}

static void
take_lines (struct dap *d, struct wire *m)
{
  const char *function = wire_take_text (m, NULL), *file = wire_take_text (m, NULL);
  size_t n = wire_take (m);
  if (n > m->n / sizeof (uint64_t))
    return;
  uint32_t *lines = calloc (n + 1, sizeof *lines);
  for (size_t i = 0; lines && i < n; i++)
    lines[i] = wire_take (m);
  if (lines && !m->bad)
    code_add (&d->code, function, file, lines, n);
  free (lines);
}

/* A kernel begins, and waits for what to do.  */
static void
begin (struct dap *d, struct wire *m)
{
  const char *name = wire_take_text (m, NULL);
  uint32_t grid[3];
  char text[512];
  for (int i = 0; i < 3; i++)
    grid[i] = wire_take (m);
  for (int i = 0; i < 3; i++)
    d->block_size[i] = wire_take (m);
  int n
    = snprintf (text, sizeof text, "kernel %.300s, %u,%u,%u blocks of %u,%u,%u threads\n", name,
		grid[0], grid[1], grid[2], d->block_size[0], d->block_size[1], d->block_size[2]);
  dap_output (d, "console", text, n);
  bool entry = d->stop_on_entry && (!d->kernel || !strcmp (d->kernel, name));
  d->n_threads = 0;
  stop_place_breaks (d);
  stop_send_breaks (d);
  stop_go (d, entry || d->pausing ? RUN_KERNEL : RUN_ON, &d->current);
}

/* Prints MESSAGE, in which {EXPRESSION} is its value, for the thread that has stopped.  */
static void
print_log (struct dap *d, const char *message)
{
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream (&text, &size);
  if (!to)
    return;
  for (const char *s = message, *end; *s; s = end)
    {
      end = s + strcspn (s, "{");
      fwrite (s, 1, end - s, to);
      if (!*end)
	break;
      s = end + 1;
      end = s + strcspn (s, "}");
      char *expression = *end ? strndup (s, end - s) : NULL;
      char *value = expression ? dap_value (d, expression) : NULL;
      if (value)
	fputs (value, to);
      else
	fprintf (to, "{%.*s", (int) (end - s), s);
      free (expression);
      free (value);
      end += *end == '}';
    }
  fputc ('\n', to);
  fclose (to);
  if (text)
    dap_output (d, "console", text, size);
  free (text);
}

/* The breakpoint that has NUMBER, or NULL.  */
static struct breakpoint *
numbered (struct dap *d, int number)
{
  for (size_t i = 0; i < d->code.n_breaks; i++)
    if (d->code.breaks[i].id == number)
      return &d->code.breaks[i];
  return NULL;
}

static void
stopped (struct dap *d, struct wire *m)
{
  static const char *const reasons[]
    = { [WHY_ENTRY] = "entry", [WHY_BREAK] = "breakpoint", [WHY_STEP] = "step",
	[WHY_PAUSE] = "pause", [WHY_FAULT] = "exception",  [WHY_FINDING] = "exception" };
  uint64_t why = wire_take (m);
  struct thread at;
  for (int i = 0; i < 3; i++)
    at.block[i] = wire_take (m);
  at.chosen = wire_take (m);
  int number = wire_take (m);
  size_t n;
  const char *text = wire_take_text (m, &n), *reason = why <= WHY_FINDING ? reasons[why] : "pause";
  struct breakpoint *b = why == WHY_BREAK ? numbered (d, number) : NULL;
  d->stopped = true;
  stop_forget (d);
  d->current = at;
  /* With something wrong in its condition it stops in any case.  */
  bool hit = !b || code_came (b);
  if (b && !n && (!hit || b->log))
    {
      if (hit)
	print_log (d, b->log);
      stop_go (d, RUN_SAME, &at);
      return;
    }
  if (why == WHY_ENTRY && !d->stop_on_entry)
    reason = "pause";
  if (why == WHY_ENTRY)
    d->stop_on_entry = false;
  d->pausing = false;
  d->found = why == WHY_FINDING;
  if (why == WHY_FAULT || d->found)
    d->fault = strdup (text);
  json_t *body = json_pack ("{s:s, s:b}", "reason",
			    !b				   ? reason
			    : b->kind == BREAK_FUNCTION	   ? "function breakpoint"
			    : b->kind == BREAK_INSTRUCTION ? "instruction breakpoint"
							   : reason,
			    "allThreadsStopped", 1);
  if (why == WHY_BREAK)
    json_object_set_new (body, "hitBreakpointIds", json_pack ("[i]", number));
  if (n)
    json_object_set_new (body, "text", json_text (text, n));
  if (d->fault)
    json_object_set_new (body, "description",
			 json_string (d->found ? "the sanitizer has found a defect"
					       : "fault of a kernel"));
  /* The list of threads gives its group.  */
  json_t *list = dap_threads (d, NULL);
  json_decref (list);
  for (size_t i = 0; i < d->n_threads; i++)
    if (!memcmp (d->threads[i].block, at.block, sizeof at.block)
	&& d->threads[i].chosen == at.chosen)
      json_object_set_new (body, "threadId", json_integer (i + FIRST_THREAD));
  dap_event (d, "stopped", body);
}

void
stop_message (struct dap *d, enum wire_kind kind, struct wire *m)
{
  switch (kind)
    {
    case WIRE_HELLO:
      if (wire_take (m) != WIRE_VERSION)
	{
	  static const char text[] = "the program runs an emulator of another version of px\n";
	  dap_output (d, "important", text, sizeof text - 1);
	  program_close (&d->program);
	}
      break;
    case WIRE_LINES: take_lines (d, m); break;
    case WIRE_BEGIN: begin (d, m); break;
    case WIRE_STOP: stopped (d, m); break;
    default: break;
    }
}

bool
stop_ask (struct dap *d, enum wire_kind kind, struct wire *m)
{
  enum wire_kind got = WIRE_NONE;
  if (wire_send (d->program.wire, kind, m))
    while ((got = wire_receive (d->program.wire, m)) != WIRE_ANSWER && got != WIRE_WRONG
	   && got != WIRE_NONE)
      stop_message (d, got, m);
  if (got == WIRE_WRONG)
    dap_wrong (d, "%s", wire_take_text (m, NULL));
  else if (got == WIRE_NONE)
    dap_wrong (d, "the program has ended");
  return got == WIRE_ANSWER;
}
