/* SPDX-License-Identifier: MIT */
/* The program that px-dap runs: a process group of its own, whose output px-dap reads and whose
   debugger has the other end of a socket.  */
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tools/dap.h"
#include "tools/find-emulator.h"

char *
program_px_run (void)
{
  char self[PATH_MAX], *path;
  ssize_t n = readlink ("/proc/self/exe", self, sizeof self - 1);
  if (n > 0)
    {
      self[n] = '\0';
      *strrchr (self, '/') = '\0';
      if (asprintf (&path, "%s/px-run", self) < 0)
	return NULL;
      if (access (path, X_OK) == 0)
	return path;
      free (path);
    }
  return strdup ("px-run");
}

/* What the new process does until it is the program; FAILED: where it says why it is not.  */
static void __attribute__ ((noreturn)) become (const struct program *p, int socket, int failed)
{
  char debug[32] = "0";
  sigset_t none;
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  signal (SIGPIPE, SIG_DFL);
  setpgid (0, 0);
  /* It ends with px-dap, however that ends.  */
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  bool ok = (!p->cwd || chdir (p->cwd) == 0) && px_find_emulator ();
  if (p->debug)
    snprintf (debug, sizeof debug, "socket:%d", socket);
  ok = ok && setenv ("PX_DEVICE", "emu", 1) == 0 && setenv ("PXEMU_DEBUG", debug, 1) == 0
       && (!p->check || setenv ("PXEMU_CHECK", p->check, 1) == 0);
  for (char **e = p->env; ok && e && *e; e++)
    ok = putenv (*e) == 0;
  if (ok)
    execvp (p->argv[0], p->argv);
  int error = errno;
  if (write (failed, &error, sizeof error) < 0)
    _exit (126);
  _exit (127);
}

static void
close_both (int fd[2])
{
  for (int i = 0; i < 2; i++)
    if (fd[i] >= 0)
      close (fd[i]);
}

/* Connects with the program that waits at P->socket.  */
static bool
attach (struct program *p, char *error, size_t size)
{
  struct sockaddr_un at;
  struct ucred peer;
  socklen_t n = sizeof peer;
  p->wire = wire_socket (p->socket, &at);
  if (p->wire < 0 || connect (p->wire, (struct sockaddr *) &at, sizeof at))
    {
      snprintf (error, size, "no program waits at %s: %s", p->socket, strerror (errno));
      program_close (p);
      return false;
    }
  if (!getsockopt (p->wire, SOL_SOCKET, SO_PEERCRED, &peer, &n))
    p->peer = peer.pid;
  return true;
}

bool
program_start (struct program *p, char *error, size_t size)
{
  if (p->socket)
    return attach (p, error, size);
  int out[2] = { -1, -1 }, err[2] = { -1, -1 }, sock[2] = { -1, -1 }, failed[2] = { -1, -1 };
  int what = 0, input = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  pid_t pid = -1;
  if (input >= 0 && !pipe2 (out, O_CLOEXEC) && !pipe2 (err, O_CLOEXEC) && !pipe2 (failed, O_CLOEXEC)
      && !socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sock))
    pid = fork ();
  if (pid == 0)
    {
      int mine = dup (sock[1]);
      dup2 (input, STDIN_FILENO);
      dup2 (out[1], STDOUT_FILENO);
      dup2 (err[1], STDERR_FILENO);
      become (p, mine, failed[1]);
    }
  if (pid < 0)
    {
      snprintf (error, size, "%s cannot be started: %s", p->argv[0], strerror (errno));
      close_both (out);
      close_both (err);
      close_both (sock);
      close_both (failed);
      if (input >= 0)
	close (input);
      return false;
    }
  setpgid (pid, pid);
  close (input);
  close (out[1]);
  close (err[1]);
  close (sock[1]);
  close (failed[1]);
  if (read (failed[0], &what, sizeof what) == sizeof what)
    snprintf (error, size, "%s cannot be run: %s", p->argv[0], strerror (what));
  close (failed[0]);
  p->pid = pid;
  p->wire = sock[0];
  p->out = out[0];
  p->err = err[0];
  fcntl (p->out, F_SETFL, O_NONBLOCK);
  fcntl (p->err, F_SETFL, O_NONBLOCK);
  return !what;
}

void
program_kill (const struct program *p, int signal)
{
  if (p->pid > 0 && kill (-p->pid, signal))
    kill (p->pid, signal);
  if (p->peer > 0)
    kill (p->peer, signal);
}

void
program_close (struct program *p)
{
  int *fds[] = { &p->wire, &p->out, &p->err };
  for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
    {
      if (*fds[i] >= 0)
	close (*fds[i]);
      *fds[i] = -1;
    }
}
