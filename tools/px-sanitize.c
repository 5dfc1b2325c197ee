/* SPDX-License-Identifier: MIT */
/* px-sanitize: runs a program with the emulator as its GPU and PXEMU_CHECK set,
   then prints the verdict.  Exit status:

   0	clean, and the program ended with status 0
   1	defective
   2	incomplete: no defect was found, but not everything was checked
   3	clean, but the program failed
   125	px-sanitize itself failed
   126	the program cannot be run
   127	there is no such program */

#define _GNU_SOURCE 1
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "config.h"
#include "emulator/sanitize/part.h"
#include "tools/find-emulator.h"

enum
{
  CLEAN, /* these three as px_emu_verdict */
  DEFECTIVE,
  INCOMPLETE,
  FAILED,
  TROUBLE = 125,
  NO_RUN = 126,
  NO_PROGRAM = 127
};

static const char usage[]
  = "Usage: px-sanitize [OPTION]... PROGRAM [ARGUMENT]...\n"
    "Run a CUDA or px program on the CPU emulator and look for defects in its kernels.\n"
    "\n"
    "  -c, --check=LIST         what to look for: all (default) or some of memory,\n"
    "                           init, race, sync, async, leak; none: just run PROGRAM\n"
    "  -s, --schedule=HOW       order of threads: round-robin, random:SEED, sequential,\n"
    "                           adversarial, early; trace:... as it was told.  Without it\n"
    "                           PROGRAM runs with round-robin and, if that is clean, again\n"
    "                           with random:1, and if it is quick with random:2 to random:6,\n"
    "                           its output and standard error dropped\n"
    "  -1, --once               run PROGRAM once only\n"
    "  -o, --only=KERNEL:X,Y,Z[:X,Y,Z]...\n"
    "                           of KERNEL run only these blocks\n"
    "  -x, --explore=N          run PROGRAM with each schedule, and N random ones: defects of\n"
    "                           any count, and so does output that differs\n"
    "  -a, --all-orders[=N]     run each kernel in all orders of its threads that can differ,\n"
    "                           at most N (10000): deadlocks, and results that depend on the\n"
    "                           order; for kernels of a few warps\n"
    "  -r, --report=FILE        write verdict and reports to FILE as JSON\n"
    "  -q, --quiet              do not print the verdict\n"
    "      --help               display this help and exit\n"
    "      --version            output version information and exit\n"
    "\n"
    "Exit status: 0 clean, 1 defective, 2 incomplete (what was not checked is told),\n"
    "3 clean but PROGRAM failed, 125 to 127 if px-sanitize or PROGRAM can not run.\n"
    "SIGTERM, SIGINT and SIGHUP end both with the verdict so far.\n";

static void __attribute__ ((noreturn, format (printf, 2, 3)))
die (int status, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  fputs ("px-sanitize: ", stderr);
  vfprintf (stderr, format, ap);
  fputc ('\n', stderr);
  va_end (ap);
  exit (status);
}

/* Makes a file in memory for the reports of the program's processes.  Its name is valid as long
   as this process runs, so no file remains.  */
static char *
hidden_file (void)
{
  char *name;
  int fd = memfd_create ("px-sanitize", MFD_CLOEXEC);
  if (fd < 0)
    die (TROUBLE, "no file in memory: %s", strerror (errno));
  if (asprintf (&name, "/proc/%d/fd/%d", (int) getpid (), fd) < 0)
    die (TROUBLE, "no memory");
  return name;
}

/* Empties the file of reports NAME.  */
static void
clear (const char *name)
{
  if (truncate (name, 0))
    die (TROUBLE, "%s: %s", name, strerror (errno));
}

/* The last report of a process, and where its reasons begin in the file, which its JSON follows.  */
struct report
{
  struct px_part part;
  long at;
};

/* Returns the weight of a report: a process that launched no kernel does not count.  */
static int
weight (const struct px_part *p)
{
  return p->verdict == DEFECTIVE ? 3 : p->idle ? 0 : p->verdict == INCOMPLETE ? 2 : 1;
}

/* Reads from IN the last report of each process, at most MAX processes, to REPORTS.  Returns how
   many.  A later one that is better is of another program, which the process has executed, or whose
   number is the same: the worse one counts.  Sets *ALL to whether IN has no more.  */
static int
read_reports (FILE *in, struct report *reports, int max, bool *all)
{
  struct report r;
  int n = 0, i;
  *all = false;
  while (fread (&r.part, sizeof r.part, 1, in) == 1 && r.part.magic == PX_PART_MAGIC)
    {
      r.at = ftell (in);
      for (i = 0; i < n && reports[i].part.process != r.part.process; i++)
	;
      if (i == max || fseek (in, (long) r.part.whys + r.part.json, SEEK_CUR))
	break;
      if (i == n || weight (&r.part) >= weight (&reports[i].part))
	reports[i] = r;
      n += i == n;
      int next = getc (in);
      *all = next == EOF;
      ungetc (next, in);
    }
  return n;
}

/* Returns the N bytes of IN at AT as a string from malloc; ends this process if they are not there.  */
static char *
bytes_at (FILE *in, long at, uint32_t n)
{
  char *text = malloc ((size_t) n + 1);
  if (!text)
    die (TROUBLE, "no memory");
  if (fseek (in, at, SEEK_SET) || fread (text, 1, n, in) != n)
    die (TROUBLE, "a report is cut off");
  text[n] = '\0';
  return text;
}

/* Returns the worst verdict in the reports NAME.  *WHY: what was not checked, from malloc, or
   NULL.  If KEEP is not NULL the report of that process is written to the file KEEP.  */
static int
verdict_in (const char *name, const char *keep, char **why)
{
  enum
  {
    MANY = 1000 /* processes of one program; more are not read, and then the verdict is not
		   clean */
  };
  static struct report reports[MANY];
  FILE *in = fopen (name, "r");
  bool all = true;
  int n = in ? read_reports (in, reports, MANY, &all) : 0;
  const struct report *worst = reports;
  *why = NULL;
  if (!n)
    {
      if (in)
	fclose (in);
      *why = strdup (
	"the program did not end with a report: no kernel ran on the emulator, or it was killed");
      return INCOMPLETE;
    }
  for (int i = 1; i < n; i++)
    if (weight (&reports[i].part) > weight (&worst->part))
      worst = &reports[i];
  const struct px_part *p = &worst->part;
  if (p->whys)
    *why = bytes_at (in, worst->at, p->whys);
  if (keep)
    {
      char *json = bytes_at (in, worst->at + p->whys, p->json);
      FILE *out = fopen (keep, "w");
      bool put = out && fputs (json, out) >= 0;
      if (!out || fclose (out) || !put)
	die (TROUBLE, "%s: %s", keep, strerror (errno));
      free (json);
    }
  fclose (in);
  if (all || p->verdict != CLEAN)
    return (int) p->verdict;
  *why = strdup ("some reports of the program's processes can not be read");
  return INCOMPLETE;
}

/* ---- signals ---- */

enum
{
  GRACE = 3 /* seconds that a program has to end after a signal; reports are written at once */
};
static volatile sig_atomic_t ended; /* the signal that has ended px-sanitize, or 0 */
static volatile pid_t child;	    /* the program, while it runs */
static struct sigaction before[sizeof px_part_endings / sizeof *px_part_endings];

/* Passes SIG on to the program once: a signal to the process group has reached it, too.  */
static void
pass_on (int sig)
{
  if (ended)
    return;
  ended = sig;
  if (child > 0)
    kill (child, sig);
  alarm (GRACE);
}

static void
kill_program (int sig)
{
  (void) sig;
  if (child > 0)
    kill (child, SIGKILL);
}

static void
ending_set (sigset_t *set)
{
  sigemptyset (set);
  for (size_t i = 0; i < sizeof px_part_endings / sizeof *px_part_endings; i++)
    sigaddset (set, px_part_endings[i]);
}

/* Catches the signals that end px-sanitize, unless they are ignored, as by nohup.  What the program
   has started becomes a child of this process when the program ends.  */
static void
catch_signals (void)
{
  struct sigaction on = { .sa_handler = pass_on }, late = { .sa_handler = kill_program };
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  sigaction (SIGALRM, &late, NULL);
  for (size_t i = 0; i < sizeof px_part_endings / sizeof *px_part_endings; i++)
    if (!sigaction (px_part_endings[i], NULL, &before[i]) && before[i].sa_handler != SIG_IGN)
      sigaction (px_part_endings[i], &on, NULL);
}

/* Sends SIG to all children of this process.  Returns how many there are.  */
static int
signal_children (int sig)
{
  char name[64];
  int pid, n = 0;
  snprintf (name, sizeof name, "/proc/self/task/%d/children", (int) getpid ());
  FILE *in = fopen (name, "r");
  for (; in && fscanf (in, "%d", &pid) == 1; n++)
    kill (pid, sig);
  if (in)
    fclose (in);
  return n;
}

/* Ends the processes that the program, which a signal has ended, leaves.  */
static void
end_children (void)
{
  enum
  {
    TICK = 10000 /* microseconds */
  };
  for (int i = 0; signal_children (i == 0 ? ended : i * TICK < GRACE * 1000000 ? 0 : SIGKILL); i++)
    {
      while (waitpid (-1, NULL, WNOHANG) > 0)
	;
      usleep (TICK);
    }
}

/* Runs ARGV with standard output to OUT and standard error to ERR, unless they are NULL.
   Returns its wait status.  */
static int
run (char **argv, FILE *out, FILE *err)
{
  int status;
  sigset_t set, old;
  fflush (NULL);
  signal (SIGQUIT, SIG_IGN);
  ending_set (&set);
  sigprocmask (SIG_BLOCK, &set, &old);
  pid_t parent = getpid (), pid = ended ? 0 : fork ();
  if (ended)
    {
      sigprocmask (SIG_SETMASK, &old, NULL);
      return ended;
    }
  if (pid < 0)
    die (TROUBLE, "fork: %s", strerror (errno));
  if (pid == 0)
    {
      /* The program ends with px-sanitize, however that ends.  */
      prctl (PR_SET_PDEATHSIG, SIGTERM);
      if (getppid () != parent)
	_exit (TROUBLE);
      for (size_t i = 0; i < sizeof px_part_endings / sizeof *px_part_endings; i++)
	sigaction (px_part_endings[i], &before[i], NULL);
      signal (SIGQUIT, SIG_DFL);
      sigprocmask (SIG_SETMASK, &old, NULL);
      if (out)
	dup2 (fileno (out), STDOUT_FILENO);
      if (err)
	dup2 (fileno (err), STDERR_FILENO);
      execvp (argv[0], argv);
      fprintf (stderr, "px-sanitize: %s: %s\n", argv[0], strerror (errno));
      _exit (errno == ENOENT ? NO_PROGRAM : NO_RUN);
    }
  child = pid;
  sigprocmask (SIG_SETMASK, &old, NULL);
  while (waitpid (pid, &status, 0) < 0)
    if (errno != EINTR)
      die (TROUBLE, "wait: %s", strerror (errno));
  child = 0;
  if (ended)
    {
      alarm (0);
      end_children ();
    }
  return status;
}

/* Prints which signal has ended px-sanitize.  */
static void
say_ended (void)
{
  fprintf (stderr, "; ended by signal %d (%s)", (int) ended, strsignal (ended));
}

/* Returns true if A and B have the same contents.  */
static bool
same_output (FILE *a, FILE *b)
{
  int x, y;
  rewind (a);
  rewind (b);
  do
    x = getc (a), y = getc (b);
  while (x == y && x != EOF);
  return x == y;
}

/* Runs ARGV with each schedule and with N random ones; the processes report to REPORT.  Returns
   the worst verdict.  KEEP as in verdict_in.  */
static int
explore_all (int n, const char *report, const char *keep, char **argv, bool quiet)
{
  static const char *const fixed[] = { "round-robin", "sequential", "adversarial", "early" };
  enum
  {
    FIXED = sizeof fixed / sizeof *fixed
  };
  FILE *first = NULL;
  int worst = CLEAN;
  for (int i = 0; i < FIXED + n && worst != DEFECTIVE && !ended; i++)
    {
      char schedule[40], *why;
      FILE *out = tmpfile ();
      if (!out)
	die (TROUBLE, "no temporary file: %s", strerror (errno));
      snprintf (schedule, sizeof schedule, i < FIXED ? "%s" : "random:%s%d",
		i < FIXED ? fixed[i] : "", i - FIXED + 1);
      if (setenv ("PXEMU_SCHEDULE", schedule, 1))
	die (TROUBLE, "no memory");
      clear (report);
      int status = run (argv, out, NULL), v = verdict_in (report, keep, &why);
      bool ran = WIFEXITED (status);
      if (v == INCOMPLETE && ran
	  && (WEXITSTATUS (status) == NO_RUN || WEXITSTATUS (status) == NO_PROGRAM))
	return WEXITSTATUS (status);
      if (v == CLEAN && (!ran || WEXITSTATUS (status)))
	v = FAILED;
      if (first && v == CLEAN && !ended && !same_output (first, out))
	{
	  fprintf (stderr, "px-sanitize: the output depends on the schedule\n");
	  v = DEFECTIVE;
	}
      if (v == DEFECTIVE || (v != CLEAN && worst == CLEAN))
	{
	  worst = v;
	  if (!quiet)
	    fprintf (stderr, "px-sanitize: with --schedule=%s%s%s\n", schedule,
		     why ? ", not checked: " : "", why ? why : "");
	}
      free (why);
      if (!first)
	{
	  int c;
	  first = out;
	  rewind (out);
	  while ((c = getc (out)) != EOF)
	    putchar (c);
	}
      else
	fclose (out);
    }
  if (ended && worst != DEFECTIVE)
    worst = INCOMPLETE;
  if (!quiet)
    {
      fprintf (stderr, "px-sanitize: %s",
	       worst == DEFECTIVE    ? "defective"
	       : worst == INCOMPLETE ? "incomplete"
				     : "clean");
      if (ended)
	say_ended ();
      else
	fputs (" after all schedules", stderr);
      fputc ('\n', stderr);
    }
  return worst;
}

/* Runs ARGV, which is clean in the default order, in the random one of SEED.  INPUT: the offset at
   which its standard input began, or -1 if it cannot be read again.  REPORT and KEEP as in
   explore_all; KEEP is written only if the verdict is worse.  Reports findings and returns the
   verdict.  The program's exit status is ignored, since a second run may fail because of what
   the first did to files.  */
static int
run_again (int seed, char **argv, const char *report, const char *keep, off_t input, char **why)
{
  char schedule[40];
  FILE *out = fopen ("/dev/null", "w"), *err = tmpfile ();
  int v = CLEAN, c;
  bool empty = isatty (STDIN_FILENO) || input >= 0;
  if (out && err && empty && (input < 0 || lseek (STDIN_FILENO, input, SEEK_SET) >= 0))
    {
      char *reason;
      clear (report);
      snprintf (schedule, sizeof schedule, "random:%d", seed);
      if (setenv ("PXEMU_SCHEDULE", schedule, 1))
	die (TROUBLE, "no memory");
      int status = run (argv, out, err);
      v = verdict_in (report, NULL, &reason);
      if (v == DEFECTIVE)
	{
	  rewind (err);
	  while ((c = getc (err)) != EOF)
	    putc (c, stderr);
	  fprintf (stderr, "px-sanitize: with --schedule=%s\n", schedule);
	}
      else if (v == INCOMPLETE && WIFEXITED (status) && WEXITSTATUS (status) == 0)
	*why = reason;
      else
	v = CLEAN;
      if (*why != reason)
	free (reason);
      if (v != CLEAN && keep)
	{
	  verdict_in (report, keep, &reason);
	  free (reason);
	}
    }
  if (out)
    fclose (out);
  if (err)
    fclose (err);
  return v;
}

static double
seconds_since (const struct timespec *begin)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) (now.tv_sec - begin->tv_sec) + (double) (now.tv_nsec - begin->tv_nsec) * 1e-9;
}

/* In which other orders a program is run, if no option says otherwise: in the first of SEEDS
   random ones always, in the others only if they begin SOON, in seconds.  */
enum
{
  SEEDS = 6,
  SOON = 1
};

int
main (int argc, char **argv)
{
  struct timespec begin;
  static const struct option options[] = { { "check", required_argument, NULL, 'c' },
					   { "schedule", required_argument, NULL, 's' },
					   { "explore", required_argument, NULL, 'x' },
					   { "all-orders", optional_argument, NULL, 'a' },
					   { "only", required_argument, NULL, 'o' },
					   { "report", required_argument, NULL, 'r' },
					   { "quiet", no_argument, NULL, 'q' },
					   { "once", no_argument, NULL, '1' },
					   { "help", no_argument, NULL, 'h' },
					   { "version", no_argument, NULL, 'v' },
					   { NULL, 0, NULL, 0 } };
  const char *check = "all", *schedule = NULL, *only = NULL, *keep = NULL, *report;
  static const char *const verdicts[] = { "clean", "defective", "incomplete", "clean" };
  char orders[40], *why;
  bool quiet = false, once = false;
  int c, status, v, explore = 0;

  while ((c = getopt_long (argc, argv, "+1a::c:s:o:r:qx:", options, NULL)) != -1)
    switch (c)
      {
      case 'c': check = optarg; break;
      case 's': schedule = optarg; break;
      case 'o': only = optarg; break;
      case 'r': keep = optarg; break;
      case 'q': quiet = true; break;
      case '1': once = true; break;
      case 'x': explore = atoi (optarg) > 0 ? atoi (optarg) : 1; break;
      case 'a':
	snprintf (orders, sizeof orders, "explore:%d", optarg ? atoi (optarg) : 0);
	schedule = orders;
	break;
      case 'h': fputs (usage, stdout); return 0;
      case 'v': puts ("px-sanitize (" PACKAGE_NAME ") " PACKAGE_VERSION); return 0;
      default: fputs ("Try 'px-sanitize --help'.\n", stderr); return TROUBLE;
      }
  if (optind == argc)
    die (TROUBLE, "which program?");
  size_t length;
  const char *wrong = px_wrong_check (check, &length);
  if (wrong)
    die (TROUBLE, "there is no check '%.*s'", (int) length, wrong);
  if (!px_find_emulator () || setenv ("PX_DEVICE", "emu", 1)
      || (schedule && setenv ("PXEMU_SCHEDULE", schedule, 1)))
    die (TROUBLE, "no memory");
  if (!strcmp (check, "none"))
    {
      execvp (argv[optind], argv + optind);
      die (errno == ENOENT ? NO_PROGRAM : NO_RUN, "%s: %s", argv[optind], strerror (errno));
    }
  report = hidden_file ();
  catch_signals ();
  if (keep && unlink (keep) && errno != ENOENT)
    die (TROUBLE, "%s: %s", keep, strerror (errno));
  if (setenv ("PXEMU_CHECK", check, 1) || setenv ("PXEMU_PARTS", report, 1)
      || setenv ("PXEMU_AGAIN", argv[0], 1) || (only && setenv ("PXEMU_ONLY", only, 1)))
    die (TROUBLE, "no memory");
  if (explore)
    return explore_all (explore, report, keep, argv + optind, quiet);
  off_t input = lseek (STDIN_FILENO, 0, SEEK_CUR);
  clock_gettime (CLOCK_MONOTONIC, &begin);
  status = run (argv + optind, NULL, NULL);
  v = verdict_in (report, keep, &why);
  bool ran = WIFEXITED (status);
  if (v == CLEAN && ran && !WEXITSTATUS (status) && !once && !schedule && !getenv ("PXEMU_SCHEDULE")
      && !getenv ("PXEMU_SEED"))
    for (int seed = 1;
	 v == CLEAN && !ended && (seed == 1 || (seed <= SEEDS && seconds_since (&begin) < SOON));
	 seed++)
      v = run_again (seed, argv + optind, report, keep, input, &why);
  if (v == INCOMPLETE && ran
      && (WEXITSTATUS (status) == NO_RUN || WEXITSTATUS (status) == NO_PROGRAM))
    return WEXITSTATUS (status);
  if (v == CLEAN && (!ran || WEXITSTATUS (status)))
    v = FAILED;
  if (ended && v != DEFECTIVE)
    v = INCOMPLETE;
  if (!quiet)
    {
      fprintf (stderr, "px-sanitize: %s", verdicts[v]);
      if (ended)
	say_ended ();
      else if (!ran)
	fprintf (stderr, "; the program was killed by signal %d", WTERMSIG (status));
      else if (WEXITSTATUS (status))
	fprintf (stderr, "; the program ended with status %d", WEXITSTATUS (status));
      if (why)
	fprintf (stderr, "; not checked: %s", why);
      fputc ('\n', stderr);
    }
  free (why);
  return v;
}
