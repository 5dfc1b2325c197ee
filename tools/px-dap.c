/* SPDX-License-Identifier: MIT */
/* px-dap: the emulator's debugger for editors, which speak the Debug Adapter Protocol with it on the
   standard input and output.

   Exit status: 0 after the request disconnect or at the end of the input; 2 for a wrong command
   line.  */
#define _GNU_SOURCE 1
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "config.h"
#include "tools/dap.h"

static const char usage[]
  = "Usage: px-dap\n"
    "Debug kernels on the emulator from an editor.\n"
    "\n"
    "      --help               display this help and exit\n"
    "      --version            output version information and exit\n"
    "\n"
    "An editor runs px-dap and speaks the Debug Adapter Protocol with it on the standard\n"
    "input and output.  The request launch takes\n"
    "\n"
    "  program        a program that launches kernels of px or CUDA, or a PTX file for px-run\n"
    "  args           its arguments, an array\n"
    "  cwd            the folder to run it in\n"
    "  env            variables of its environment, an object; null removes one\n"
    "  stopOnEntry    stop at the start of the first kernel\n"
    "  kernel         of stopOnEntry: the first kernel of this name\n"
    "  sourceFolders  folders to search for source files, an array\n"
    "  check          true, or names as of px-sanitize --check: what the sanitizer finds stops\n"
    "\n"
    "and attach, which finds a program that was started with PXEMU_DEBUG=listen:PATH,\n"
    "\n"
    "  socket         that path\n"
    "  program        the program's file, for the lines of its breakpoints\n"
    "  cwd, stopOnEntry, kernel, sourceFolders  as above\n"
    "\n"
    "The debug console takes C's expressions, and `thread X,Y,Z' and `block X,Y,Z', which choose\n"
    "the thread whose variables are shown.  `info px' has settings for editors.\n";

void
dap_event (struct dap *d, const char *name, json_t *body)
{
  json_t *m = json_pack ("{s:s, s:s}", "type", "event", "event", name);
  if (body)
    json_object_set_new (m, "body", body);
  channel_send (&d->editor, m);
}

void
dap_output (struct dap *d, const char *category, const char *s, size_t n)
{
  dap_event (d, "output",
	     json_pack ("{s:s, s:o}", "category", category, "output", json_text (s, n)));
}

json_t *
dap_wrong (struct dap *d, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  vsnprintf (d->error, sizeof d->error, format, ap);
  va_end (ap);
  return NULL;
}

/* Answers request NUMBER, COMMAND, with BODY, which it frees, or, NULL, with D->error.  */
static void
respond (struct dap *d, json_int_t number, const char *command, json_t *body)
{
  json_t *m = json_pack ("{s:s, s:I, s:b, s:o}", "type", "response", "request_seq", number,
			 "success", body != NULL, "command", json_text (command, strlen (command)));
  if (body)
    json_object_set_new (m, "body", body);
  else
    {
      size_t n = strlen (d->error);
      json_object_set_new (m, "message", json_text (d->error, n));
      json_object_set_new (m, "body",
			   json_pack ("{s:{s:i, s:o, s:b}}", "error", "id", 1, "format",
				      json_text (d->error, n), "showUser", 1));
    }
  channel_send (&d->editor, m);
}

/* Does what MESSAGE wants.  */
static void
handle (struct dap *d, json_t *message)
{
  const char *type = "", *command = "";
  json_int_t number = 0;
  json_t *arguments = NULL;
  dap_after *after = NULL;
  json_error_t what;
  json_unpack (message, "{s?I}", "seq", &number);
  if (json_unpack_ex (message, &what, 0, "{s:s, s:s}", "type", &type, "command", &command)
      || strcmp (type, "request"))
    {
      /* px-dap itself requests nothing, so responses are for nobody.  */
      dap_wrong (d, "the message is no request: %s", *type ? type : what.text);
      respond (d, number, "", NULL);
      return;
    }
  arguments = json_object_get (message, "arguments");
  json_t *none = arguments && !json_is_null (arguments) ? NULL : json_object ();
  json_t *body = NULL;
  if (!none && !json_is_object (arguments))
    dap_wrong (d, "arguments is no object");
  else
    body = dap_request (d, command, none ? none : arguments, &after);
  respond (d, number, command, body);
  if (after)
    after (d);
  json_decref (none);
}

static void
serve_editor (struct dap *d)
{
  json_t *message;
  char error[300];
  enum channel_found found;
  while (!d->quit
	 && (found = channel_next (&d->editor, &message, error, sizeof error)) != FOUND_NOTHING)
    if (found == FOUND_WRONG)
      {
	dap_wrong (d, "%s", error);
	respond (d, 0, "", NULL);
      }
    else
      {
	handle (d, message);
	json_decref (message);
      }
}

/* What the program has printed to *FD, which is closed at its end.  TAIL, of *N bytes, is the beginning
   of a character whose rest is still to come.  */
static void
pass_output (struct dap *d, int *fd, const char *category, char tail[4], size_t *n)
{
  char text[8192];
  memcpy (text, tail, *n);
  ssize_t k = read (*fd, text + *n, sizeof text - *n);
  if (k < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  size_t size = *n + (k > 0 ? k : 0), whole = size;
  *n = 0;
  if (k > 0)
    /* A character of UTF-8 has at most four bytes, the first of them at least 0xc0.  */
    for (size_t i = 1; i <= 3 && i <= size; i++)
      {
	unsigned char c = text[size - i];
	if (c >= 0xc0 && (c < 0xe0 ? 2u : c < 0xf0 ? 3u : 4u) > i)
	  {
	    whole = size - i;
	    *n = i;
	    memcpy (tail, text + whole, i);
	  }
	if ((c & 0xc0) != 0x80)
	  break;
      }
  if (whole)
    dap_output (d, category, text, whole);
  if (k <= 0)
    {
      close (*fd);
      *fd = -1;
    }
}

/* What of the program's output has not been passed on.  */
struct tails
{
  char out[4], err[4];
  size_t n_out, n_err;
};

static void
drain (struct dap *d, struct tails *t)
{
  for (;;)
    {
      struct pollfd p[2] = { { .fd = d->program.out, .events = POLLIN },
			     { .fd = d->program.err, .events = POLLIN } };
      if ((p[0].fd < 0 && p[1].fd < 0) || poll (p, 2, 0) <= 0)
	return;
      if (p[0].revents)
	pass_output (d, &d->program.out, "stdout", t->out, &t->n_out);
      if (p[1].revents)
	pass_output (d, &d->program.err, "stderr", t->err, &t->n_err);
    }
}

/* Says that the program has ended with STATUS, of wait.  */
static void
ended (struct dap *d, int status, struct tails *t)
{
  char text[120];
  drain (d, t);
  /* What it has started ends with it.  */
  program_kill (&d->program, SIGKILL);
  d->program.pid = 0;
  program_close (&d->program);
  d->stopped = false;
  d->ended = true;
  stop_forget (d);
  int code = WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
  if (WIFSIGNALED (status))
    {
      int n = snprintf (text, sizeof text, "the program was ended by signal %d (%s)\n",
			WTERMSIG (status), strsignal (WTERMSIG (status)));
      dap_output (d, "important", text, n);
    }
  dap_event (d, "exited", json_pack ("{s:i}", "exitCode", code));
  dap_event (d, "terminated", NULL);
}

/* The debugger in the program has something to say.  */
static void
serve_program (struct dap *d)
{
  struct wire m = { 0 };
  enum wire_kind kind = wire_receive (d->program.wire, &m);
  if (kind != WIRE_NONE)
    stop_message (d, kind, &m);
  else
    {
      close (d->program.wire);
      d->program.wire = -1;
      d->stopped = false;
      /* How it ends only its parent hears.  */
      if (d->program.peer)
	{
	  d->program.peer = 0;
	  d->ended = true;
	  stop_forget (d);
	  dap_event (d, "terminated", NULL);
	}
    }
  wire_free (&m);
}

static int
serve (struct dap *d)
{
  struct tails tails = { .n_out = 0 };
  sigset_t signals;
  sigemptyset (&signals);
  sigaddset (&signals, SIGCHLD);
  sigprocmask (SIG_BLOCK, &signals, NULL);
  signal (SIGPIPE, SIG_IGN);
  int children = signalfd (-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  d->program.wire = d->program.out = d->program.err = -1;
  while (!d->quit && !d->editor.gone)
    {
      enum
      {
	EDITOR,
	CHILDREN,
	WIRE,
	OUT,
	ERR,
	N
      };
      struct pollfd p[N] = { [EDITOR] = { .fd = STDIN_FILENO, .events = POLLIN },
			     [CHILDREN] = { .fd = children, .events = POLLIN },
			     [WIRE] = { .fd = d->program.wire, .events = POLLIN },
			     [OUT] = { .fd = d->program.out, .events = POLLIN },
			     [ERR] = { .fd = d->program.err, .events = POLLIN } };
      struct signalfd_siginfo info;
      int status;
      if (poll (p, N, -1) < 0 && errno != EINTR)
	break;
      if (p[OUT].revents)
	pass_output (d, &d->program.out, "stdout", tails.out, &tails.n_out);
      if (p[ERR].revents)
	pass_output (d, &d->program.err, "stderr", tails.err, &tails.n_err);
      if (p[WIRE].revents)
	serve_program (d);
      if (p[EDITOR].revents)
	{
	  if (!channel_read (&d->editor))
	    break;
	  serve_editor (d);
	}
      if (read (children, &info, sizeof info) > 0 && d->program.pid > 0
	  && waitpid (d->program.pid, &status, WNOHANG) == d->program.pid)
	ended (d, status, &tails);
    }
  /* What it has attached to runs on.  */
  d->program.peer = 0;
  program_kill (&d->program, SIGKILL);
  return 0;
}

int
main (int argc, char **argv)
{
  struct dap *d = calloc (1, sizeof *d);
  if (argc == 2 && !strcmp (argv[1], "--help"))
    fputs (usage, stdout);
  else if (argc == 2 && !strcmp (argv[1], "--version"))
    puts ("px-dap (" PACKAGE_NAME ") " PACKAGE_VERSION);
  else if (argc > 1 || !d)
    {
      fputs (d ? "Try 'px-dap --help'.\n" : "px-dap: no memory\n", stderr);
      return 2;
    }
  else
    return serve (d);
  return fflush (stdout) ? 1 : 0;
}
