/* SPDX-License-Identifier: MIT */
/* Requests that look at a stopped kernel: threads, frames, variables, memory.  A thread of the
   protocol is a group of threads of a warp at one place.  */
#define _GNU_SOURCE 1
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/room.h"
#include "tools/dap.h"

bool
dap_thread_there (struct dap *d, json_int_t number)
{
  if (!d->stopped)
    dap_wrong (d, "no thread has stopped");
  else if (number < FIRST_THREAD || (size_t) (number - FIRST_THREAD) >= d->n_threads)
    dap_wrong (d, "there is no thread %" JSON_INTEGER_FORMAT, number);
  else
    return true;
  return false;
}

json_t *
dap_address (uint64_t a)
{
  return json_sprintf ("0x%" PRIx64, a);
}

static const char *
last_of (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

/* The name of thread T, one of COUNT, and where it is.  */
static json_t *
thread_name (const struct dap *d, const struct thread *t, unsigned count, const char *where,
	     unsigned line, const char *waits)
{
  const uint32_t *size = d->block_size;
  uint32_t x = size[0] ? size[0] : 1, y = size[1] ? size[1] : 1;
  char *text, more[24] = "", at[24] = "";
  if (count > 1)
    snprintf (more, sizeof more, " +%u", count - 1);
  if (line)
    snprintf (at, sizeof at, ":%u", line);
  int n = asprintf (&text, "block (%u,%u,%u) thread (%u,%u,%u)%s: %s%s%s%s", t->block[0],
		    t->block[1], t->block[2], t->chosen % x, t->chosen / x % y, t->chosen / x / y,
		    more, where, at, *waits ? ", " : "", waits);
  json_t *name = n < 0 ? NULL : json_text (text, n);
  if (n >= 0)
    free (text);
  return name;
}

json_t *
dap_threads (struct dap *d, json_t *arguments)
{
  struct wire m = { 0 };
  json_t *list = json_array ();
  (void) arguments;
  if (!d->stopped)
    {
      json_array_append_new (list, json_pack ("{s:i, s:s}", "id", HOST_THREAD, "name", "host"));
      return json_pack ("{s:o}", "threads", list);
    }
  if (stop_ask (d, WIRE_THREADS, &m))
    while (wire_take (&m) && !m.bad)
      {
	struct thread t;
	for (int i = 0; i < 3; i++)
	  t.block[i] = wire_take (&m);
	t.first = wire_take (&m);
	t.chosen = wire_take (&m);
	unsigned count = wire_take (&m);
	const char *function = wire_take_text (&m, NULL), *file = wire_take_text (&m, NULL);
	unsigned line = wire_take (&m);
	const char *waits = wire_take_text (&m, NULL);
	size_t i = stop_thread (d, t.block, t.first, t.chosen);
	json_array_append_new (
	  list,
	  json_pack ("{s:I, s:o}", "id", (json_int_t) (i + FIRST_THREAD), "name",
		     thread_name (d, &t, count, *file ? last_of (file) : function, line, waits)));
      }
  wire_free (&m);
  return json_pack ("{s:o}", "threads", list);
}

/* FILE, of PTX, as a Source.  */
static json_t *
source (const struct dap *d, const char *file)
{
  char *path = code_path (&d->code, file);
  const char *name = last_of (file);
  json_t *s = json_pack ("{s:o}", "name", json_text (name, strlen (name)));
  if (path)
    json_object_set_new (s, "path", json_text (path, strlen (path)));
  free (path);
  return s;
}

/* The number of frame FRAME of thread THREAD; 0: no memory.  */
static json_int_t
new_frame (struct dap *d, size_t thread, unsigned frame)
{
  if (!PX_ROOM (d->frames, d->n_frames, d->cap_frames))
    return 0;
  d->frames[d->n_frames++] = (struct reference){ .thread = thread, .frame = frame };
  return d->n_frames;
}

json_t *
dap_stack_trace (struct dap *d, json_t *arguments)
{
  json_int_t number, first = 0, levels = 0, n = 0;
  json_error_t what;
  struct wire m = { 0 };
  if (json_unpack_ex (arguments, &what, 0, "{s:I, s?I, s?I}", "threadId", &number, "startFrame",
		      &first, "levels", &levels))
    return dap_wrong (d, "%s", what.text);
  json_t *list = json_array ();
  if (number == HOST_THREAD && !d->stopped)
    return json_pack ("{s:o, s:i}", "stackFrames", list, "totalFrames", 0);
  if (!dap_thread_there (d, number))
    {
      json_decref (list);
      return NULL;
    }
  size_t thread = number - FIRST_THREAD;
  stop_put_thread (&m, &d->threads[thread]);
  if (!stop_ask (d, WIRE_FRAMES, &m))
    {
      wire_free (&m);
      json_decref (list);
      return NULL;
    }
  for (; wire_take (&m) && !m.bad; n++)
    {
      const char *function = wire_take_text (&m, NULL), *file = wire_take_text (&m, NULL);
      json_int_t line = wire_take (&m), column = wire_take (&m);
      json_t *address = dap_address (wire_take (&m));
      if (n < first || (levels > 0 && n - first >= levels))
	{
	  json_decref (address);
	  continue;
	}
      json_t *f = json_pack ("{s:I, s:s, s:I, s:I, s:o}", "id", new_frame (d, thread, n), "name",
			     function, "line", line - (line && d->lines_from_0), "column",
			     column - (column && d->columns_from_0), "instructionPointerReference",
			     address);
      if (*file)
	json_object_set_new (f, "source", source (d, file));
      json_array_append_new (list, f);
    }
  wire_free (&m);
  return json_pack ("{s:o, s:I}", "stackFrames", list, "totalFrames", n);
}

/* The number of what has parts; 0: no memory.  */
static json_int_t
new_value (struct dap *d, const struct reference *of, int scope, const char *expression)
{
  char *copy = expression ? strdup (expression) : NULL;
  if ((expression && !copy) || !PX_ROOM (d->values, d->n_values, d->cap_values))
    {
      free (copy);
      return 0;
    }
  d->values[d->n_values++] = (struct reference){
    .thread = of->thread, .frame = of->frame, .scope = scope, .expression = copy
  };
  return d->n_values;
}

/* Frame NUMBER; NULL: there is none, and D->error says so.  */
static const struct reference *
frame_of (struct dap *d, json_int_t number)
{
  if (!d->stopped)
    dap_wrong (d, "no thread has stopped");
  else if (number < 1 || (size_t) number > d->n_frames)
    dap_wrong (d, "there is no frame %" JSON_INTEGER_FORMAT, number);
  else
    return &d->frames[number - 1];
  return NULL;
}

json_t *
dap_scopes (struct dap *d, json_t *arguments)
{
  static const struct
  {
    enum debug_scope scope;
    const char *name, *hint;
    bool expensive;
  } scopes[] = { { SCOPE_LOCALS, "Locals", "locals", false },
		 { SCOPE_ARGUMENTS, "Arguments", "arguments", false },
		 { SCOPE_THREAD, "Thread and block", NULL, false },
		 { SCOPE_GLOBALS, "Variables of the device", NULL, true },
		 { SCOPE_SHARED, "Shared memory", NULL, true },
		 { SCOPE_PARAMETERS, "Parameters (PTX)", NULL, true },
		 { SCOPE_REGISTERS, "Registers (PTX)", "registers", true } };
  json_int_t number;
  json_error_t what;
  if (json_unpack_ex (arguments, &what, 0, "{s:I}", "frameId", &number))
    return dap_wrong (d, "%s", what.text);
  const struct reference *f = frame_of (d, number);
  if (!f)
    return NULL;
  json_t *list = json_array ();
  for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
    {
      json_t *s
	= json_pack ("{s:s, s:I, s:b}", "name", scopes[i].name, "variablesReference",
		     new_value (d, f, scopes[i].scope, NULL), "expensive", scopes[i].expensive);
      if (scopes[i].hint)
	json_object_set_new (s, "presentationHint", json_string (scopes[i].hint));
      json_array_append_new (list, s);
    }
  return json_pack ("{s:o}", "scopes", list);
}

/* A row of an answer, whose texts are those of the message.  */
struct row
{
  const char *name, *expression, *text, *type;
  size_t n_text;
  uint64_t named, indexed, at;
};

/* Takes the next row of M; false: there is none.  */
static bool
next_row (struct wire *m, struct row *row)
{
  if (!wire_take (m) || m->bad)
    return false;
  row->name = wire_take_text (m, NULL);
  row->expression = wire_take_text (m, NULL);
  row->text = wire_take_text (m, &row->n_text);
  row->type = wire_take_text (m, NULL);
  row->named = wire_take (m);
  row->indexed = wire_take (m);
  row->at = wire_take (m);
  return true;
}

/* What a row is an answer to, as the protocol names its value.  */
enum answer
{
  A_VARIABLE,
  A_RESULT, /* of evaluate */
  A_CHANGED /* setVariable, setExpression */
};

/* ROW as ANSWER, which holds the parts of OF.  */
static json_t *
row_answer (struct dap *d, const struct reference *of, const struct row *row, enum answer answer)
{
  json_int_t parts = row->named || row->indexed ? new_value (d, of, -1, row->expression) : 0;
  json_t *v = json_pack ("{s:o, s:I}", answer == A_RESULT ? "result" : "value",
			 json_text (row->text, row->n_text), "variablesReference", parts);
  if (answer == A_VARIABLE)
    {
      json_object_set_new (v, "name", json_text (row->name, strlen (row->name)));
      if (*row->expression)
	json_object_set_new (v, "evaluateName",
			     json_text (row->expression, strlen (row->expression)));
    }
  if (*row->type)
    json_object_set_new (v, "type", json_text (row->type, strlen (row->type)));
  if (parts)
    json_object_set_new (v, row->named ? "namedVariables" : "indexedVariables",
			 json_integer (row->named ? row->named : row->indexed));
  if (row->at)
    json_object_set_new (v, "memoryReference", dap_address (row->at));
  return v;
}

/* What variablesReference NUMBER refers to, in *OF; false: to nothing, and D->error says so.  */
static bool
reference_of (struct dap *d, json_int_t number, struct reference *of)
{
  if (!d->stopped)
    dap_wrong (d, "no thread has stopped");
  else if (number < 1 || (size_t) number > d->n_values)
    dap_wrong (d, "there is no variable %" JSON_INTEGER_FORMAT, number);
  else
    {
      *of = d->values[number - 1];
      return true;
    }
  return false;
}

/* Asks for the rows of OF, of parts COUNT from START on, or, COUNT 0, all.  */
static bool
ask_rows (struct dap *d, const struct reference *of, json_int_t start, json_int_t count,
	  struct wire *m)
{
  stop_put_thread (m, &d->threads[of->thread]);
  wire_put (m, of->frame);
  if (of->expression)
    {
      wire_put_text (m, of->expression, strlen (of->expression));
      wire_put (m, start);
      wire_put (m, count);
    }
  else
    wire_put (m, of->scope);
  return stop_ask (d, of->expression ? WIRE_PARTS : WIRE_SCOPE, m);
}

json_t *
dap_variables (struct dap *d, json_t *arguments)
{
  json_int_t number, start = 0, count = 0;
  const char *filter = "";
  json_error_t what;
  struct wire m = { 0 };
  struct reference of;
  struct row row;
  if (json_unpack_ex (arguments, &what, 0, "{s:I, s?I, s?I, s?s}", "variablesReference", &number,
		      "start", &start, "count", &count, "filter", &filter))
    return dap_wrong (d, "%s", what.text);
  if (!reference_of (d, number, &of))
    return NULL;
  if (start < 0 || count < 0)
    return dap_wrong (d, "start and count are not negative");
  json_t *list = json_array ();
  bool ok = ask_rows (d, &of, start, count, &m);
  while (ok && next_row (&m, &row))
    json_array_append_new (list, row_answer (d, &of, &row, A_VARIABLE));
  wire_free (&m);
  if (ok)
    return json_pack ("{s:o}", "variables", list);
  json_decref (list);
  return NULL;
}

/* The expression of the part of OF that is called NAME, which the caller frees; NULL: there is none that has
   one, and D->error says so.  */
static char *
part_called (struct dap *d, const struct reference *of, const char *name)
{
  struct wire m = { 0 };
  struct row row;
  char *found = NULL;
  /* Of an array just that element.  */
  bool element = of->expression && *name == '[';
  json_int_t index = element ? strtoll (name + 1, NULL, 10) : 0;
  bool ok = ask_rows (d, of, index > 0 ? index : 0, element, &m);
  while (ok && !found && next_row (&m, &row))
    if (!strcmp (row.name, name) && *row.expression)
      found = strdup (row.expression);
  wire_free (&m);
  if (ok && !found)
    dap_wrong (d, "there is no %.100s that can be changed", name);
  return found;
}

/* EXPRESSION, of OF's frame, becomes VALUE: the answer.  */
static json_t *
change_value (struct dap *d, const struct reference *of, const char *expression, const char *value)
{
  struct wire m = { 0 };
  stop_put_thread (&m, &d->threads[of->thread]);
  wire_put (&m, of->frame);
  wire_put_text (&m, expression, strlen (expression));
  wire_put_text (&m, value, strlen (value));
  bool ok = stop_ask (d, WIRE_ASSIGN, &m);
  struct row row;
  json_t *result = ok && next_row (&m, &row) ? row_answer (d, of, &row, A_CHANGED) : NULL;
  wire_free (&m);
  return result || !ok ? result : dap_wrong (d, "no memory");
}

json_t *
dap_set_variable (struct dap *d, json_t *arguments)
{
  json_int_t number;
  const char *name, *value;
  json_error_t what;
  struct reference of;
  if (json_unpack_ex (arguments, &what, 0, "{s:I, s:s, s:s}", "variablesReference", &number, "name",
		      &name, "value", &value))
    return dap_wrong (d, "%s", what.text);
  if (!reference_of (d, number, &of))
    return NULL;
  char *expression = part_called (d, &of, name);
  json_t *result = expression ? change_value (d, &of, expression, value) : NULL;
  free (expression);
  return result;
}

json_t *
dap_set_expression (struct dap *d, json_t *arguments)
{
  const char *text, *value;
  json_int_t number;
  json_error_t what;
  if (json_unpack_ex (arguments, &what, 0, "{s:s, s:s, s:I}", "expression", &text, "value", &value,
		      "frameId", &number))
    return dap_wrong (d, "%s", what.text);
  const struct reference *f = frame_of (d, number);
  if (!f)
    return NULL;
  struct reference of = *f;
  return change_value (d, &of, text, value);
}

/* "thread X[,Y[,Z]]" and "block X[,Y[,Z]]", of a user: *T becomes that thread.  False: TEXT is
   something else.  */
static bool
focus (const struct dap *d, const char *text, struct thread *t)
{
  unsigned x[3] = { 0, 0, 0 };
  int got = 0;
  if (sscanf (text, " thread %u%n,%u%n,%u%n", x, &got, x + 1, &got, x + 2, &got) >= 1)
    t->chosen = x[0] + d->block_size[0] * (x[1] + d->block_size[1] * x[2]);
  else if (sscanf (text, " block %u%n,%u%n,%u%n", x, &got, x + 1, &got, x + 2, &got) >= 1)
    memcpy (t->block, x, sizeof t->block);
  else
    return false;
  return text[got + strspn (text + got, " \t")] == '\0';
}

/* Shows thread T.  */
static json_t *
set_focus (struct dap *d, const struct thread *t)
{
  struct wire m = { 0 };
  stop_put_thread (&m, t);
  bool ok = stop_ask (d, WIRE_FOCUS, &m);
  wire_free (&m);
  if (!ok)
    return NULL;
  d->current = *t;
  stop_forget (d);
  json_t *list = dap_threads (d, NULL), *name = NULL;
  json_int_t id = 0;
  for (size_t i = 0; i < d->n_threads; i++)
    if (!memcmp (d->threads[i].block, t->block, sizeof t->block)
	&& d->threads[i].chosen == t->chosen)
      id = i + FIRST_THREAD;
  json_t *threads = json_object_get (list, "threads"), *one;
  size_t k;
  json_array_foreach (threads, k, one) if (json_integer_value (json_object_get (one, "id")) == id)
    name
    = json_incref (json_object_get (one, "name"));
  json_decref (list);
  dap_event (d, "stopped",
	     json_pack ("{s:s, s:I, s:b}", "reason", "goto", "threadId", id, "allThreadsStopped",
			1));
  return json_pack ("{s:o, s:i}", "result", name ? name : json_string (""), "variablesReference",
		    0);
}

json_t *
dap_evaluate (struct dap *d, json_t *arguments)
{
  const char *text, *context = "";
  json_int_t number = 0;
  int hex = 0;
  json_error_t what;
  struct wire m = { 0 };
  if (json_unpack_ex (arguments, &what, 0, "{s:s, s?I, s?s, s?{s?b}}", "expression", &text,
		      "frameId", &number, "context", &context, "format", "hex", &hex))
    return dap_wrong (d, "%s", what.text);
  if (!d->stopped)
    return dap_wrong (d, "no thread has stopped");
  struct reference of = { .thread = 0 };
  struct thread t = d->current;
  if (number)
    {
      const struct reference *f = frame_of (d, number);
      if (!f)
	return NULL;
      of = *f;
      t = d->threads[of.thread];
    }
  else
    of.thread = stop_thread (d, t.block, t.chosen, t.chosen);
  if (!strcmp (context, "repl") && focus (d, text, &t))
    return set_focus (d, &t);
  stop_put_thread (&m, &t);
  wire_put (&m, of.frame);
  wire_put_text (&m, text, strlen (text));
  wire_put (&m, hex ? 'x' : 0);
  bool ok = stop_ask (d, WIRE_EVALUATE, &m);
  struct row row;
  json_t *result = ok && next_row (&m, &row) ? row_answer (d, &of, &row, A_RESULT) : NULL;
  wire_free (&m);
  return result || !ok ? result : dap_wrong (d, "no memory");
}

char *
dap_value (struct dap *d, const char *text)
{
  struct wire m = { 0 };
  struct row row;
  char *value = NULL;
  stop_put_thread (&m, &d->current);
  wire_put (&m, 0);
  wire_put_text (&m, text, strlen (text));
  wire_put (&m, 0);
  if (!stop_ask (d, WIRE_EVALUATE, &m))
    value = strdup (d->error);
  else if (next_row (&m, &row))
    value = strdup (row.text);
  wire_free (&m);
  return value;
}

/* N bytes of S in base 64.  */
static json_t *
base64 (const unsigned char *s, size_t n)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  char *text = malloc (n / 3 * 4 + 5), *to = text;
  for (size_t i = 0; text && i < n; i += 3)
    {
      size_t left = n - i;
      uint32_t x = s[i] << 16 | (left > 1 ? s[i + 1] << 8 : 0) | (left > 2 ? s[i + 2] : 0);
      *to++ = digits[x >> 18];
      *to++ = digits[x >> 12 & 63];
      *to++ = left > 1 ? digits[x >> 6 & 63] : '=';
      *to++ = left > 2 ? digits[x & 63] : '=';
    }
  json_t *j = text ? json_stringn (text, to - text) : NULL;
  free (text);
  return j;
}

bool
dap_address_of (struct dap *d, const char *text, json_int_t offset, uint64_t *at)
{
  char *end;
  *at = strtoull (text, &end, 16) + (uint64_t) offset;
  if (!*end && isxdigit ((unsigned char) *text))
    return true;
  dap_wrong (d, "there is no memory at %.100s", text);
  return false;
}

json_t *
dap_read_memory (struct dap *d, json_t *arguments)
{
  const char *text;
  json_int_t offset = 0, count;
  uint64_t at;
  json_error_t what;
  struct wire m = { 0 };
  if (json_unpack_ex (arguments, &what, 0, "{s:s, s?I, s:I}", "memoryReference", &text, "offset",
		      &offset, "count", &count))
    return dap_wrong (d, "%s", what.text);
  if (!d->stopped)
    return dap_wrong (d, "no thread has stopped");
  if (!dap_address_of (d, text, offset, &at))
    return NULL;
  if (count < 0)
    return dap_wrong (d, "count is not negative");
  stop_put_thread (&m, &d->current);
  wire_put (&m, at);
  wire_put (&m, count);
  json_t *body = NULL;
  if (stop_ask (d, WIRE_MEMORY, &m))
    {
      size_t n;
      const char *bytes = wire_take_text (&m, &n);
      body = json_pack ("{s:o, s:o, s:I}", "address", dap_address (at), "data",
			base64 ((const unsigned char *) bytes, n), "unreadableBytes",
			(json_int_t) (count > (json_int_t) n ? count - n : 0));
    }
  wire_free (&m);
  return body;
}

bool
dap_instruction_p (struct dap *d, uint64_t at)
{
  struct wire m = { 0 };
  stop_put_thread (&m, &d->current);
  wire_put (&m, at);
  wire_put (&m, 0);
  wire_put (&m, 1);
  bool is = stop_ask (d, WIRE_CODE, &m) && wire_take (&m);
  wire_take (&m); /* its number */
  is = is && wire_take (&m) == at;
  wire_free (&m);
  return is;
}

/* One instruction of a list; LAST: the file of the one before, or NULL.  */
static json_t *
one_instruction (const struct dap *d, uint64_t address, const char *text, const char *file,
		 json_int_t line, const char *last)
{
  json_t *one = json_pack ("{s:o, s:o}", "address", dap_address (address), "instruction",
			   json_text (text, strlen (text)));
  if (*file && line)
    {
      json_object_set_new (one, "line", json_integer (line - d->lines_from_0));
      if (!last || strcmp (last, file))
	json_object_set_new (one, "location", source (d, file));
    }
  return one;
}

/* A place of the list that lies before the function's first instruction, or after its last.  */
static json_t *
no_instruction (uint64_t address)
{
  return json_pack ("{s:o, s:s, s:s}", "address", dap_address (address), "instruction", "",
		    "presentationHint", "invalid");
}

/* The PTX of a function that is on the stack of the thread that has stopped.  */
json_t *
dap_disassemble (struct dap *d, json_t *arguments)
{
  enum
  {
    MOST = 100000
  };
  const char *text;
  json_int_t offset = 0, first = 0, count;
  uint64_t at;
  json_error_t what;
  struct wire m = { 0 };
  if (json_unpack_ex (arguments, &what, 0, "{s:s, s?I, s?I, s:I}", "memoryReference", &text,
		      "offset", &offset, "instructionOffset", &first, "instructionCount", &count))
    return dap_wrong (d, "%s", what.text);
  if (!d->stopped)
    return dap_wrong (d, "no thread has stopped");
  if (!dap_address_of (d, text, offset, &at))
    return NULL;
  if (count < 0 || count > MOST || first < -MOST || first > MOST)
    return dap_wrong (d, "px-dap lists up to %d instructions, as many from the reference", MOST);
  stop_put_thread (&m, &d->current);
  wire_put (&m, at);
  wire_put (&m, first);
  wire_put (&m, count);
  if (!stop_ask (d, WIRE_CODE, &m))
    {
      wire_free (&m);
      return NULL;
    }
  json_t *list = json_array ();
  const char *last = NULL;
  uint64_t address = 0;
  json_int_t next = first;
  while (wire_take (&m) && !m.bad)
    {
      json_int_t number = wire_take (&m);
      address = wire_take (&m);
      const char *ptx = wire_take_text (&m, NULL), *file = wire_take_text (&m, NULL);
      for (; next < number && next - first < count; next++)
	json_array_append_new (list, no_instruction (address - (number - next)));
      json_array_append_new (list, one_instruction (d, address, ptx, file, wire_take (&m), last));
      last = file;
      next++;
    }
  /* Exactly COUNT, as the protocol has it.  */
  for (; next - first < count; next++)
    json_array_append_new (list, no_instruction (++address));
  wire_free (&m);
  return json_pack ("{s:o}", "instructions", list);
}

json_t *
dap_exception_info (struct dap *d, json_t *arguments)
{
  (void) arguments;
  if (!d->fault)
    return dap_wrong (d, "no thread has stopped at a fault or finding");
  return json_pack ("{s:s, s:o, s:s}", "exceptionId", d->found ? "finding" : "fault", "description",
		    json_text (d->fault, strlen (d->fault)), "breakMode", "always");
}
