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
  return json_pack ("{s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:[{s:s, s:s, s:b}]}",
		    "supportsConfigurationDoneRequest", 1, "supportsFunctionBreakpoints", 1,
		    "supportsConditionalBreakpoints", 1, "supportsEvaluateForHovers", 1,
		    "supportsSteppingGranularity", 1, "supportsTerminateRequest", 1,
		    "supportsReadMemoryRequest", 1, "supportsExceptionInfoRequest", 1,
		    "exceptionBreakpointFilters", "filter", "fault", "label",
		    "Faults of kernels (addresses, barriers, deadlocks, traps)", "default", 1);
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

static json_t *
launch_program (struct dap *d, json_t *arguments)
{
  const char *program, *cwd = NULL, *kernel = NULL;
  json_t *args = NULL, *env = NULL, *folders = NULL;
  int entry = 0, no_debug = 0;
  json_error_t what;
  if (d->launched)
    return dap_wrong (d, "launch has been done");
  if (json_unpack_ex (arguments, &what, 0, "{s:s, s?o, s?o, s?s, s?b, s?s, s?o, s?b}", "program",
		      &program, "args", &args, "env", &env, "cwd", &cwd, "stopOnEntry", &entry,
		      "kernel", &kernel, "sourceFolders", &folders, "noDebug", &no_debug))
    return dap_wrong (d, "%s", what.text);
  char **search = texts (d, "sourceFolders", folders, NULL, 0);
  struct stat st;
  if (!search)
    return NULL;
  if (cwd && (stat (cwd, &st) || !S_ISDIR (st.st_mode)))
    {
      free_texts (search);
      return dap_wrong (d, "cwd: there is no folder %.300s", cwd);
    }
  for (char **s = search; *s; s++)
    code_add_folder (&d->code, *s);
  free_texts (search);
  code_add_folder (&d->code, cwd ? cwd : ".");
  free (d->program.cwd);
  free_texts (d->program.env);
  free (d->kernel);
  d->program.cwd = cwd ? strdup (cwd) : NULL;
  d->program.env = environment (d, env);
  d->kernel = kernel && *kernel ? strdup (kernel) : NULL;
  d->stop_on_entry = entry;
  d->program.debug = !no_debug;
  if (!d->program.env || !set_command (d, program, args))
    return NULL;
  d->launched = true;
  stop_place_breaks (d);
  return json_object ();
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

static json_t *
disconnect (struct dap *d, json_t *arguments)
{
  (void) arguments;
  program_kill (&d->program, SIGKILL);
  d->quit = true;
  return json_object ();
}

/* ---- breakpoints ---- */

json_t *
dap_breakpoint (const struct dap *d, const struct breakpoint *b)
{
  json_t *j = json_pack ("{s:i, s:b}", "id", b->id, "verified", b->at > 0);
  if (b->path)
    {
      json_object_set_new (j, "line", json_integer ((b->at ? b->at : b->line) - d->lines_from_0));
      json_object_set_new (j, "source",
			   json_pack ("{s:o}", "path", json_text (b->path, strlen (b->path))));
    }
  if (!b->at)
    json_object_set_new (j, "message",
			 json_string (b->path
					? "no kernel that is known so far has code at this line"
					: "no function of this name is known so far"));
  return j;
}

/* Adds breakpoints of LIST, of file PATH or, NULL, of functions; false: D->error says why not.  */
static bool
add_breakpoints (struct dap *d, json_t *list, const char *path, json_t *to)
{
  size_t i;
  json_t *one;
  json_array_foreach (list, i, one)
  {
    const char *name = NULL, *condition = NULL;
    json_int_t line = 0;
    json_error_t what;
    if (json_unpack_ex (one, &what, 0, path ? "{s:I, s?s}" : "{s:s, s?s}", path ? "line" : "name",
			path ? (void *) &line : (void *) &name, "condition", &condition))
      {
	dap_wrong (d, "breakpoint %zu: %s", i, what.text);
	return false;
      }
    line += path && d->lines_from_0;
    if (path && (line < 1 || line > INT32_MAX))
      {
	dap_wrong (d, "breakpoint %zu: there is no line %" JSON_INTEGER_FORMAT, i, line);
	return false;
      }
    const struct breakpoint *b
      = code_add_break (&d->code, path, name, line, condition && *condition ? condition : NULL);
    if (!b)
      {
	dap_wrong (d, "out of memory");
	return false;
      }
    json_array_append_new (to, dap_breakpoint (d, b));
  }
  return true;
}

static json_t *
set_breakpoints_of (struct dap *d, const char *path, json_t *list)
{
  json_t *to = json_array ();
  if (list && !json_is_array (list))
    dap_wrong (d, "breakpoints is no array");
  else
    {
      code_clear_breaks (&d->code, path);
      bool ok = add_breakpoints (d, list, path, to);
      stop_send_breaks (d);
      if (ok)
	return json_pack ("{s:o}", "breakpoints", to);
    }
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
  return set_breakpoints_of (d, path, list);
}

static json_t *
set_function_breakpoints (struct dap *d, json_t *arguments)
{
  json_t *list = NULL;
  json_error_t what;
  if (json_unpack_ex (arguments, &what, 0, "{s:o}", "breakpoints", &list))
    return dap_wrong (d, "%s", what.text);
  return set_breakpoints_of (d, NULL, list);
}

static json_t *
set_exception_breakpoints (struct dap *d, json_t *arguments)
{
  json_t *filters, *one;
  size_t i;
  json_error_t what;
  if (json_unpack_ex (arguments, &what, 0, "{s:o}", "filters", &filters))
    return dap_wrong (d, "%s", what.text);
  bool fault = false;
  json_array_foreach (filters, i, one)
  {
    const char *name = json_string_value (one);
    if (!name || strcmp (name, "fault"))
      return dap_wrong (d, "there is no filter %.40s", name ? name : "that is no string");
    fault = true;
  }
  d->no_faults = !fault;
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
		 { "setBreakpoints", SESSION, set_breakpoints, NULL },
		 { "setFunctionBreakpoints", SESSION, set_function_breakpoints, NULL },
		 { "setExceptionBreakpoints", SESSION, set_exception_breakpoints, NULL },
		 { "configurationDone", SESSION, configuration_done, start },
		 { "threads", SESSION, dap_threads, NULL },
		 { "stackTrace", PROGRAM, dap_stack_trace, NULL },
		 { "scopes", PROGRAM, dap_scopes, NULL },
		 { "variables", PROGRAM, dap_variables, NULL },
		 { "evaluate", PROGRAM, dap_evaluate, NULL },
		 { "readMemory", PROGRAM, dap_read_memory, NULL },
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
    return dap_wrong (d, "%s comes after launch and configurationDone", name);
  if (r->needs == PROGRAM && d->ended)
    return dap_wrong (d, "the program has ended");
  json_t *body = r->fn (d, arguments);
  /* A client that configures before it launches.  */
  *after = body ? r->after : NULL;
  if (body && r->fn == launch_program && d->configured)
    *after = start;
  return body;
}
