/* SPDX-License-Identifier: MIT */
/* The sanitizer: a program that SIGTERM, SIGINT or SIGHUP ends reports first what was found.  */

#include "emulator/sanitize/part.h"
#include "emulator/sanitize/found.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static sem_t came;
static volatile sig_atomic_t which;
static pid_t watched;
static bool waits; /* that process has a thread that waits for the signals */

static void
catch_ending (int sig)
{
  if (getpid () != watched) /* a process that was forked has no thread that waits */
    {
      signal (sig, SIG_DFL);
      raise (sig);
      return;
    }
  if (!which)
    {
      which = sig;
      sem_post (&came);
    }
}

/* Waits for one of the signals, reports, and lets it end the process.  */
static void *
wait_signal (void *unused)
{
  sigset_t set;
  char why[100];
  while (sem_wait (&came))
    ;
  int sig = which;
  /* What the program has printed would be lost.  A thread that is writing may hold the lock
     forever.  */
  if (!ftrylockfile (stdout))
    {
      fflush (stdout);
      funlockfile (stdout);
    }
  snprintf (why, sizeof why, "ended by signal %d (%s)", sig, strsignal (sig));
  report_ended (why);
  signal (sig, SIG_DFL);
  sigemptyset (&set);
  sigaddset (&set, sig);
  pthread_sigmask (SIG_UNBLOCK, &set, NULL);
  raise (sig);
  return unused;
}

void
check_ended (void)
{
  sigset_t all, old;
  pthread_attr_t attr;
  pthread_t t;
  if (watched == getpid () || sem_init (&came, 0, 0) || pthread_attr_init (&attr))
    return;
  pthread_attr_setdetachstate (&attr, PTHREAD_CREATE_DETACHED);
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  waits = !pthread_create (&t, &attr, wait_signal, NULL);
  pthread_attr_destroy (&attr);
  watched = getpid ();
  for (size_t i = 0; waits && i < sizeof px_part_endings / sizeof *px_part_endings; i++)
    {
      struct sigaction now, mine = { .sa_handler = catch_ending, .sa_flags = SA_RESTART };
      /* A program that has a handler, or ignores the signal, decides for itself.  */
      if (!sigaction (px_part_endings[i], NULL, &now) && !(now.sa_flags & SA_SIGINFO)
	  && now.sa_handler == SIG_DFL)
	sigaction (px_part_endings[i], &mine, NULL);
    }
  pthread_sigmask (SIG_SETMASK, &old, NULL);
}

unsigned
px_emu_check_threads (void)
{
  return waits && watched == getpid ();
}
