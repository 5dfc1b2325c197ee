/* SPDX-License-Identifier: MIT */
/* Requests that set up the session and run the program.  */
#define _GNU_SOURCE 1
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/dap.h"
#include "tools/find-emulator.h"

/* What stops a kernel besides breakpoints, if the user wants that.  */
static const struct
{
  const char *name, *label;
  size_t off; /* of the flag of struct dap that says that it does not */
} stops[] = { { "fault", "Faults of kernels (addresses, barriers, deadlocks, traps)",
		offsetof (struct dap, no_faults) },
	      { "finding", "Findings of the sanitizer (with \"check\" in the configuration)",
		offsetof (struct dap, no_findings) } };

/* ---- the session ---- */

static json_t *
initialize (struct dap *d, json_t *arguments)
{
  int lines = 1, columns = 1;
  const char *paths = "path";
  json_error_t what;
  if (json_unpack_ex (arguments, &what, 0, "{s?b, s?b, s?s}", "linesStartAt1", &lines,
		      "columnsStartAt1", &columns, "pathFormat", &paths))
    return dap_wrong (d, "%s", what.text);
  if (strcmp (paths, "path"))
    return dap_wrong (d, "px-dap takes paths, not pathFormat %.40s", paths);
  d->initialized = true;
  d->lines_from_0 = !lines;
  d->columns_from_0 = !columns;
  static const char *const can[] = { "supportsConfigurationDoneRequest",
				     "supportsFunctionBreakpoints",
				     "supportsInstructionBreakpoints",
				     "supportsConditionalBreakpoints",
				     "supportsHitConditionalBreakpoints",
				     "supportsLogPoints",
				     "supportsEvaluateForHovers",
				     "supportsSteppingGranularity",
				     "supportsTerminateRequest",
				     "supportTerminateDebuggee",
				     "supportsReadMemoryRequest",
				     "supportsDisassembleRequest",
				     "supportsSetVariable",
				     "supportsSetExpression",
				     "supportsExceptionInfoRequest" };
  json_t *body = json_object (), *filters = json_array ();
  for (size_t i = 0; i < sizeof can / sizeof *can; i++)
    json_object_set_new (body, can[i], json_true ());
  for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
    json_array_append_new (filters, json_pack ("{s:s, s:s, s:b}", "filter", stops[i].name, "label",
					       stops[i].label, "default", 1));
  json_object_set_new (body, "exceptionBreakpointFilters", filters);
  return body;
}

static void
after_launch (struct dap *d)
{
  dap_event (d, "initialized", NULL);
}

/* Starts the program once it is known and configured.  */
static void
start (struct dap *d)
{
  char error[400];
  if (!d->launched || !d->configured || d->started)
    return;
  d->started = true;
  if (!program_start (&d->program, error, sizeof error - 1))
    {
      strcat (error, "\n");
      dap_output (d, "important", error, strlen (error));
      if (d->program.pid <= 0)
	{
	  d->ended = true;
	  dap_event (d, "terminated", NULL);
	}
    }
  else if (d->program.peer)
    dap_event (d, "process",
	       json_pack ("{s:s, s:i, s:s}", "name", d->program.socket, "systemProcessId",
			  (int) d->program.peer, "startMethod", "attach"));
}

static void
free_texts (char **texts)
{
  for (char **t = texts; texts && *t; t++)
    free (*t);
  free (texts);
}

/* LIST, an array of strings, with FIRST texts of FRONT before it; NULL: D->error says why.  */
static char **
texts (struct dap *d, const char *what, const json_t *list, char **front, size_t first)
{
  size_t n = list ? json_array_size (list) : 0;
  if (list && !json_is_array (list))
    {
      dap_wrong (d, "%s is no array", what);
      return NULL;
    }
  char **to = calloc (first + n + 1, sizeof *to);
  for (size_t i = 0; to && i < first + n; i++)
    {
      const char *s = i < first ? front[i] : json_string_value (json_array_get (list, i - first));
      to[i] = s ? strdup (s) : NULL;
      if (!to[i])
	{
	  dap_wrong (d, "%s: element %zu is no string", what, i - first);
	  free_texts (to);
	  return NULL;
	}
    }
  return to;
}

/* The members of object ENV as NAME=VALUE, or NAME where the value is null; NULL: D->error says why.  */
static char **
environment (struct dap *d, json_t *env)
{
  const char *name;
  json_t *value;
  size_t n = 0;
  char **to = calloc ((env ? json_object_size (env) : 0) + 1, sizeof *to);
  if (env && !json_is_object (env))
    {
      dap_wrong (d, "env is no object");
      free (to);
      return NULL;
    }
  json_object_foreach (env, name, value)
  {
    const char *s = json_string_value (value);
    bool bad = !*name || strchr (name, '=') || (!s && !json_is_null (value));
    if (!to || bad || asprintf (&to[n], s ? "%s=%s" : "%s", name, s) < 0)
      {
	dap_wrong (d, "env: %.100s is no string", name);
	if (to)
	  to[n] = NULL;
	free_texts (to);
	return NULL;
      }
    n++;
  }
  return to;
}

/* Makes the command that runs PROGRAM, a program or a PTX file, with ARGS.  */
static bool
set_command (struct dap *d, const char *program, const json_t *args)
{
  size_t n = strlen (program);
  struct stat st;
  char *path = NULL;
  if (*program != '/' && d->program.cwd && asprintf (&path, "%s/%s", d->program.cwd, program) < 0)
    return false;
  const char *file = path ? path : program;
  bool ptx = n > 4 && !strcmp (program + n - 4, ".ptx");
  bool ok = false;
  if (stat (file, &st))
    dap_wrong (d, "program: %.300s: %s", file, strerror (errno));
  else if (!S_ISREG (st.st_mode))
    dap_wrong (d, "program: %.300s is no file", file);
  else if (!ptx && access (file, X_OK))
    dap_wrong (d, "program: %.300s: %s", file, strerror (errno));
  else
    {
      char *real = realpath (file, NULL), *run = ptx ? program_px_run () : NULL;
      char *front[] = { ptx ? run : real, real };
      if (real && (run || !ptx))
	d->program.argv = texts (d, "args", args, front, 1 + ptx);
      ok = d->program.argv;
      if (ok)
	{
	  code_read (&d->code, real);
	  /* Files of px-run's, too.  */
	  for (char **a = d->program.argv + 1; *a; a++)
	    if (strlen (*a) > 4 && !strcmp (*a + strlen (*a) - 4, ".ptx"))
	      code_read (&d->code, *a);
	  *strrchr (real, '/') = '\0';
	  code_add_folder (&d->code, *real ? real : "/");
	}
      free (real);
      free (run);
    }
  free (path);
  return ok;
}

/* What CHECK, true, false or names as of px-sanitize's --check, says, for d->program.check.  */
static bool
set_check (struct dap *d, const json_t *check)
{
  const char *names = json_is_true (check) ? "all" : json_string_value (check), *wrong;
  size_t n;
  free (d->program.check);
  d->program.check = NULL;
  if (check && !names && !json_is_false (check))
    dap_wrong (d, "check is neither true or false nor a text");
  else if (names && (wrong = px_wrong_check (names, &n)))
    dap_wrong (d, "there is no check '%.*s'", n < 60 ? (int) n : 60, wrong);
  else if (names && !(d->program.check = strdup (names)))
    dap_wrong (d, "out of memory");
  else
    return true;
  return false;
}

/* Where source files are searched for: FOLDERS, an array of strings, and CWD, or NULL.  */
static bool
add_folders (struct dap *d, const json_t *folders, const char *cwd)
{
  char **search = texts (d, "sourceFolders", folders, NULL, 0);
  struct stat st;
  bool ok = search && (!cwd || (!stat (cwd, &st) && S_ISDIR (st.st_mode)));
  if (search && !ok)
    dap_wrong (d, "cwd: there is no folder %.300s", cwd);
  for (char **s = search; ok && *s; s++)
    code_add_folder (&d->code, *s);
  if (ok)
    code_add_folder (&d->code, cwd ? cwd : ".");
  free_texts (search);
  return ok;
}

static void
set_entry (struct dap *d, bool entry, const char *kernel)
{
  free (d->kernel);
  d->kernel = kernel && *kernel ? strdup (kernel) : NULL;
  d->stop_on_entry = entry;
}

static json_t *
launch_program (struct dap *d, json_t *arguments)
{
  const char *program, *cwd = NULL, *kernel = NULL;
  json_t *args = NULL, *env = NULL, *folders = NULL, *check = NULL;
  int entry = 0, no_debug = 0;
  json_error_t what;
  if (d->launched)
    return dap_wrong (d, "launch has been done");
  if (json_unpack_ex (arguments, &what, 0, "{s:s, s?o, s?o, s?s, s?b, s?s, s?o, s?b, s?o}",
		      "program", &program, "args", &args, "env", &env, "cwd", &cwd, "stopOnEntry",
		      &entry, "kernel", &kernel, "sourceFolders", &folders, "noDebug", &no_debug,
		      "check", &check))
    return dap_wrong (d, "%s", what.text);
  if (!set_check (d, check) || !add_folders (d, folders, cwd))
    return NULL;
  free (d->program.cwd);
  free_texts (d->program.env);
  d->program.cwd = cwd ? strdup (cwd) : NULL;
  d->program.env = environment (d, env);
  set_entry (d, entry, kernel);
  d->program.debug = !no_debug;
  if (!d->program.env || !set_command (d, program, args))
    return NULL;
  d->launched = true;
  stop_place_breaks (d);
  return json_object ();
}

/* A program that somebody has started with PXEMU_DEBUG=listen:SOCKET.  */
static json_t *
attach_program (struct dap *d, json_t *arguments)
{
  const char *path, *program = NULL, *cwd = NULL, *kernel = NULL;
  json_t *folders = NULL;
  int entry = 0;
  json_error_t what;
  if (d->launched)
    return dap_wrong (d, "launch has been done");
  if (json_unpack_ex (arguments, &what, 0, "{s:s, s?s, s?s, s?b, s?s, s?o}", "socket", &path,
		      "program", &program, "cwd", &cwd, "stopOnEntry", &entry, "kernel", &kernel,
		      "sourceFolders", &folders))
    return dap_wrong (d, "%s", what.text);
  if (!add_folders (d, folders, cwd))
    return NULL;
  if (program && access (program, R_OK))
    return dap_wrong (d, "program: %.300s: %s", program, strerror (errno));
  if (program)
    code_read (&d->code, program);
  set_entry (d, entry, kernel);
  d->program.socket = strdup (path);
  d->launched = d->program.socket;
  stop_place_breaks (d);
  return d->launched ? json_object () : dap_wrong (d, "out of memory");
}

static json_t *
configuration_done (struct dap *d, json_t *arguments)
{
  (void) arguments;
  if (d->configured)
    return dap_wrong (d, "configurationDone has been done");
  d->configured = true;
  return json_object ();
}

static json_t *
terminate (struct dap *d, json_t *arguments)
{
  (void) arguments;
  program_kill (&d->program, SIGTERM);
  return json_object ();
}

/* What px-dap has started ends, what it has attached to runs on, unless the editor says otherwise.  */

static json_t *
disconnect (struct dap *d, json_t *arguments)
{
  int ends = !d->program.peer;
  json_error_t what;
  if (json_unpack_ex (arguments, &what, 0, "{s?b}", "terminateDebuggee", &ends))
    return dap_wrong (d, "%s", what.text);
  if (ends)
    program_kill (&d->program, SIGKILL);
  else
    d->program.pid = 0;
  d->quit = true;
  return json_object ();
}

/* ---- breakpoints ---- */

json_t *
dap_breakpoint (const struct dap *d, const struct breakpoint *b)
{
  static const char *const unknown[]
    = { [BREAK_LINE] = "no kernel that is known so far has code at this line",
	[BREAK_FUNCTION] = "no function of this name is known so far",
	[BREAK_INSTRUCTION]
	= "no function of the thread that has stopped has an instruction there" };
  json_t *j = json_pack ("{s:i, s:b}", "id", b->id, "verified", b->at > 0);
  if (b->path)
    {
      json_object_set_new (j, "line", json_integer ((b->at ? b->at : b->line) - d->lines_from_0));
      json_object_set_new (j, "source",
			   json_pack ("{s:o}", "path", json_text (b->path, strlen (b->path))));
    }
  if (b->kind == BREAK_INSTRUCTION)
    json_object_set_new (j, "instructionReference", dap_address (b->address));
  if (!b->at)
    json_object_set_new (j, "message", json_string (unknown[b->kind]));
  return j;
}

/* Where ONE, of KIND, is to stop, in B; false: D->error says why nowhere.  */
static bool
breakpoint_place (struct dap *d, json_t *one, struct breakpoint *b)
{
  const char *reference;
  json_int_t line = 0, offset = 0;
  json_error_t what;
  if (b->kind == BREAK_INSTRUCTION)
    {
      if (json_unpack_ex (one, &what, 0, "{s:s, s?I}", "instructionReference", &reference, "offset",
			  &offset))
	return dap_wrong (d, "%s", what.text);
      if (!dap_address_of (d, reference, offset, &b->address))
	return false;
      b->at = d->stopped && b->address && dap_instruction_p (d, b->address);
    }
  else if (b->kind == BREAK_FUNCTION)
    {
      if (json_unpack_ex (one, &what, 0, "{s:s}", "name", &b->function))
	return dap_wrong (d, "%s", what.text);
    }
  else
    {
      if (json_unpack_ex (one, &what, 0, "{s:I}", "line", &line))
	return dap_wrong (d, "%s", what.text);
      line += d->lines_from_0;
      if (line < 1 || line > INT32_MAX)
	return dap_wrong (d, "there is no line %" JSON_INTEGER_FORMAT, line);
      b->line = line;
    }
  return true;
}

/* Adds breakpoint ONE of a list, of KIND and PATH; false: D->error says why not.  */
static bool
add_breakpoint (struct dap *d, json_t *one, enum break_kind kind, const char *path, json_t *to)
{
  char *condition = NULL, *log = NULL;
  const char *hits = NULL;
  json_error_t what;
  struct breakpoint wanted = { .kind = kind, .path = (char *) path };
  if (!breakpoint_place (d, one, &wanted))
    return false;
  if (json_unpack_ex (one, &what, 0, "{s?s, s?s, s?s}", "condition", &condition, "hitCondition",
		      &hits, "logMessage", &log))
    return dap_wrong (d, "%s", what.text);
  wanted.condition = condition && *condition ? condition : NULL;
  wanted.log = log && *log ? log : NULL;
  if (hits && *hits && !code_hits (hits, &wanted.hits))
    return dap_wrong (d, "'%.60s' does not say how often: 5, >5, >=5, =5 or %%5", hits);
  const struct breakpoint *b = code_add_break (&d->code, &wanted);
  if (!b)
    return dap_wrong (d, "out of memory");
  json_array_append_new (to, dap_breakpoint (d, b));
  return true;
}

/* The breakpoints of KIND, and of PATH, become those of LIST, which ARGUMENTS has.  */
static json_t *
set_breakpoints_of (struct dap *d, enum break_kind kind, const char *path, json_t *list)
{
  json_t *to = json_array (), *one;
  size_t i;
  bool ok = true;
  if (list && !json_is_array (list))
    {
      dap_wrong (d, "breakpoints is no array");
      json_decref (to);
      return NULL;
    }
  code_clear_breaks (&d->code, kind, path);
  json_array_foreach (list, i, one)
  {
    if (!(ok = add_breakpoint (d, one, kind, path, to)))
      {
	char text[sizeof d->error];
	memcpy (text, d->error, sizeof text);
	dap_wrong (d, "breakpoint %zu: %.300s", i, text);
	break;
      }
  }
  stop_send_breaks (d);
  if (ok)
    return json_pack ("{s:o}", "breakpoints", to);
  json_decref (to);
  return NULL;
}

static json_t *
set_breakpoints (struct dap *d, json_t *arguments)
{
  const char *path = NULL;
  json_t *list = NULL;
  json_error_t what;
  if (json_unpack_ex (arguments, &what, 0, "{s:{s:s}, s?o}", "source", "path", &path, "breakpoints",
		      &list))
    return dap_wrong (d, "%s", what.text);
  return set_breakpoints_of (d, BREAK_LINE, path, list);
}

/* Those that ARGUMENTS lists, of KIND, which is not lines.  */
static json_t *
set_listed (struct dap *d, json_t *arguments, enum break_kind kind)
{
  json_t *list = NULL;
  json_error_t what;
  if (json_unpack_ex (arguments, &what, 0, "{s:o}", "breakpoints", &list))
    return dap_wrong (d, "%s", what.text);
  return set_breakpoints_of (d, kind, NULL, list);
}

static json_t *
set_function_breakpoints (struct dap *d, json_t *arguments)
{
  return set_listed (d, arguments, BREAK_FUNCTION);
}

static json_t *
set_instruction_breakpoints (struct dap *d, json_t *arguments)
{
  return set_listed (d, arguments, BREAK_INSTRUCTION);
}

static json_t *
set_exception_breakpoints (struct dap *d, json_t *arguments)
{
  json_t *filters, *one;
  size_t i;
  json_error_t what;
  if (json_unpack_ex (arguments, &what, 0, "{s:o}", "filters", &filters))
    return dap_wrong (d, "%s", what.text);
  bool wanted[sizeof stops / sizeof *stops] = { false };
  json_array_foreach (filters, i, one)
  {
    const char *name = json_string_value (one);
    size_t k = 0;
    while (k < sizeof stops / sizeof *stops && (!name || strcmp (name, stops[k].name)))
      k++;
    if (k == sizeof stops / sizeof *stops)
      return dap_wrong (d, "there is no filter %.40s", name ? name : "that is no string");
    wanted[k] = true;
  }
  for (size_t k = 0; k < sizeof stops / sizeof *stops; k++)
    *(bool *) ((char *) d + stops[k].off) = !wanted[k];
  stop_send_breaks (d);
  return json_object ();
}

/* ---- running ---- */

/* Continues with enum run RUN of the thread that ARGUMENTS name.  */
static json_t *
go (struct dap *d, json_t *arguments, enum run run)
{
  json_int_t number;
  const char *granularity = "statement";
  json_error_t what;
  if (json_unpack_ex (arguments, &what, 0, "{s:I, s?s}", "threadId", &number, "granularity",
		      &granularity))
    return dap_wrong (d, "%s", what.text);
  if (!dap_thread_there (d, number))
    return NULL;
  if (!strcmp (granularity, "instruction") && (run == RUN_NEXT || run == RUN_STEP))
    run = RUN_PTX;
  struct thread t = d->threads[number - FIRST_THREAD];
  stop_go (d, run, &t);
  return json_pack ("{s:b}", "allThreadsContinued", 1);
}

static json_t *
go_on (struct dap *d, json_t *arguments)
{
  return go (d, arguments, RUN_ON);
}

static json_t *
next (struct dap *d, json_t *arguments)
{
  return go (d, arguments, RUN_NEXT);
}

static json_t *
step_in (struct dap *d, json_t *arguments)
{
  return go (d, arguments, RUN_STEP);
}

static json_t *
step_out (struct dap *d, json_t *arguments)
{
  return go (d, arguments, RUN_FINISH);
}

/* While the host runs no kernel stops: the next one does, at its start.  */
static json_t *
pause_threads (struct dap *d, json_t *arguments)
{
  struct wire m = { 0 };
  (void) arguments;
  if (d->stopped)
    return dap_wrong (d, "the threads have stopped");
  d->pausing = true;
  wire_send (d->program.wire, WIRE_PAUSE, &m);
  wire_free (&m);
  return json_object ();
}

/* ---- the table ---- */

/* What must have been done before a request.  */
enum needs
{
  NOTHING,
  SESSION, /* initialize */
  PROGRAM, /* configurationDone and launch; the program has not ended */
};

static const struct request
{
  const char *name;
  enum needs needs;
  json_t *(*fn) (struct dap *d, json_t *arguments);
  dap_after *after;
} requests[] = { { "initialize", NOTHING, initialize, NULL },
		 { "launch", SESSION, launch_program, after_launch },
		 { "attach", SESSION, attach_program, after_launch },
		 { "setBreakpoints", SESSION, set_breakpoints, NULL },
		 { "setFunctionBreakpoints", SESSION, set_function_breakpoints, NULL },
		 { "setInstructionBreakpoints", SESSION, set_instruction_breakpoints, NULL },
		 { "setExceptionBreakpoints", SESSION, set_exception_breakpoints, NULL },
		 { "configurationDone", SESSION, configuration_done, start },
		 { "threads", SESSION, dap_threads, NULL },
		 { "stackTrace", PROGRAM, dap_stack_trace, NULL },
		 { "scopes", PROGRAM, dap_scopes, NULL },
		 { "variables", PROGRAM, dap_variables, NULL },
		 { "evaluate", PROGRAM, dap_evaluate, NULL },
		 { "setVariable", PROGRAM, dap_set_variable, NULL },
		 { "setExpression", PROGRAM, dap_set_expression, NULL },
		 { "readMemory", PROGRAM, dap_read_memory, NULL },
		 { "disassemble", PROGRAM, dap_disassemble, NULL },
		 { "exceptionInfo", PROGRAM, dap_exception_info, NULL },
		 { "continue", PROGRAM, go_on, NULL },
		 { "next", PROGRAM, next, NULL },
		 { "stepIn", PROGRAM, step_in, NULL },
		 { "stepOut", PROGRAM, step_out, NULL },
		 { "pause", PROGRAM, pause_threads, NULL },
		 { "terminate", SESSION, terminate, NULL },
		 { "disconnect", NOTHING, disconnect, NULL } };

json_t *
dap_request (struct dap *d, const char *name, json_t *arguments, dap_after **after)
{
  const struct request *r = requests, *end = requests + sizeof requests / sizeof *requests;
  while (r < end && strcmp (r->name, name))
    r++;
  if (r == end)
    return dap_wrong (d, "px-dap does not know the request '%.60s'", name);
  if (r->fn == initialize && d->initialized)
    return dap_wrong (d, "initialize has been done");
  if (r->needs != NOTHING && !d->initialized)
    return dap_wrong (d, "%s comes after initialize", name);
  if (r->needs == PROGRAM && !d->started)
    return dap_wrong (d, "%s comes after launch or attach, and configurationDone", name);
  if (r->needs == PROGRAM && d->ended)
    return dap_wrong (d, "the program has ended");
  json_t *body = r->fn (d, arguments);
  /* A client that configures before it launches.  */
  *after = body ? r->after : NULL;
  if (body && d->launched && r->after == after_launch && d->configured)
    *after = start;
  return body;
}
