/* SPDX-License-Identifier: MIT */
/* Builds the C that compile.c writes, and keeps what was built in a folder.

   The folder, PXEMU_CACHE, else $XDG_CACHE_HOME/px, else ~/.cache/px, must belong to the
   user and nobody else may read or write it.  A file is named by the digest of what it
   was built from (text, options, compiler) and ends in that digest and one of the bytes
   before it; what is not so, or not a plain file of the user's alone, is not loaded.
   A writer makes a folder of its own in it, and moves what is complete into place.  If its
   program ends before the compiler, that ends, too, and how long it had run is kept beside
   (KEY.lost): the next program that builds the same may wait so long for it at its end
   (cache_worth), so that a compiler that takes longer than its program is not started in vain
   for ever, and nobody waits longer than was lost before.
   Whatever fails here costs speed only.  */

#define _GNU_SOURCE
#include "emulator/compile/compile.h"
#include "runtime/sha256.h"
#include "emulator/run/matrix.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum
{
  DIGEST = 32,
  TRAILER = 2 * DIGEST,
  MAX_SIZE = 64 << 20,
  CPU_SECONDS = 120,
  KEEP_DAYS = 30
};

static void
digest (const void *data, size_t n, uint8_t out[DIGEST])
{
  struct rt_sha256 s;
  rt_sha256_begin (&s);
  rt_sha256_add (&s, data, n);
  rt_sha256_end (&s, out);
}

/* ---- the folder ---- */

/* Makes the folders of PATH, except for the last, as far as they are missing.  */
static void
make_parents (char *path)
{
  for (char *p = path + 1; *p; p++)
    if (*p == '/')
      {
	*p = '\0';
	mkdir (path, 0700);
	*p = '/';
      }
}

/* Removes what a writer that died has left, and what nobody has used for long.  */
static void
clean (int dir)
{
  int fd = openat (dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *d = fd < 0 ? NULL : fdopendir (fd);
  if (!d)
    {
      if (fd >= 0)
	close (fd);
      return;
    }
  time_t now = time (NULL);
  for (struct dirent *e; (e = readdir (d));)
    {
      struct stat st;
      if (*e->d_name == '.' || fstatat (dir, e->d_name, &st, AT_SYMLINK_NOFOLLOW))
	continue;
      if (S_ISREG (st.st_mode) && now - st.st_mtime > KEEP_DAYS * 86400)
	unlinkat (dir, e->d_name, 0);
      if (!S_ISDIR (st.st_mode) || strncmp (e->d_name, "tmp.", 4) || now - st.st_mtime < 3600)
	continue;
      int sub = openat (dir, e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      DIR *s = sub < 0 ? NULL : fdopendir (sub);
      for (struct dirent *f; s && (f = readdir (s));)
	unlinkat (sub, f->d_name, 0);
      if (s)
	closedir (s);
      unlinkat (dir, e->d_name, AT_REMOVEDIR);
    }
  closedir (d);
}

/* The folder, opened and looked at; its name to PATH.  -1: there is none to be used.  */
static int
open_folder (char *path, size_t size, const char **why)
{
  const char *own = getenv ("PXEMU_CACHE"), *xdg = getenv ("XDG_CACHE_HOME"),
	     *home = getenv ("HOME");
  int n = own && *own		 ? snprintf (path, size, "%s", own)
	  : xdg && *xdg == '/'	 ? snprintf (path, size, "%s/px", xdg)
	  : home && *home == '/' ? snprintf (path, size, "%s/.cache/px", home)
				 : -1;
  *why = "there is no folder for the cache";
  if (n < 0 || (size_t) n >= size)
    return -1;
  int dir = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (dir < 0 && errno == ENOENT)
    {
      make_parents (path);
      mkdir (path, 0700);
      dir = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    }
  struct stat st;
  if (dir >= 0 && (fstat (dir, &st) || st.st_uid != geteuid () || st.st_mode & 077))
    {
      *why = "the folder of the cache is not the user's alone";
      close (dir);
      dir = -1;
    }
  return dir;
}

/* ---- files ---- */

/* All of a file that passes, opened at *FD: malloced, *SIZE bytes; else NULL.  */
static uint8_t *
read_file (int dir, const char *name, int *fd, size_t *size)
{
  struct stat st;
  uint8_t *p = NULL;
  *fd = openat (dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (*fd < 0)
    return NULL;
  if (!fstat (*fd, &st) && S_ISREG (st.st_mode) && st.st_uid == geteuid () && !(st.st_mode & 022)
      && st.st_nlink == 1 && st.st_size > 0 && st.st_size <= MAX_SIZE && (p = malloc (st.st_size)))
    {
      size_t got = 0;
      ssize_t n;
      while (got < (size_t) st.st_size && (n = pread (*fd, p + got, st.st_size - got, got)) > 0)
	got += n;
      *size = st.st_size;
      if (got == (size_t) st.st_size)
	return p;
    }
  free (p);
  close (*fd);
  *fd = -1;
  return NULL;
}

static bool
write_fully (int fd, const void *data, size_t n)
{
  const char *p = data;
  while (n)
    {
      ssize_t k = write (fd, p, n);
      if (k <= 0 && errno != EINTR)
	return false;
      if (k > 0)
	p += k, n -= k;
    }
  return true;
}

/* Sets the functions that code calls.  */
static bool
calls (void *h, const struct observer *o)
{
  typedef void (*function) (void);
  const struct
  {
    const char *name;
    function fn;
  } all[]
    = { { "px_resched", (function) resched },	       { "px_run_part", (function) run_part },
	{ "px_leave_part", (function) leave_part },    { "px_mma", (function) mma_run },
	{ "px_step", o ? (function) o->step : NULL },  { "px_rows", o ? (function) o->rows : NULL },
	{ "px_group", o ? (function) o->group : NULL } };
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    {
      void *at = dlsym (h, all[k].name);
      if (!at)
	return false;
      memcpy (at, &all[k].fn, sizeof (function));
    }
  return true;
}

/* Loads what is open at FD, for launches that O observes, which stays so as long as it is in use: the name by which it
   is loaded is its own.  */
static struct built *
load (int fd, const struct observer *o)
{
  struct
  {
    uint32_t op;
    handler *fn;
  } const *at;
  char name[64];
  int high = fcntl (fd, F_DUPFD_CLOEXEC, 100);
  if (high < 0)
    return NULL;
  snprintf (name, sizeof name, "/proc/self/fd/%d", high);
  void *h = dlopen (name, RTLD_NOW | RTLD_LOCAL);
  const uint32_t *n = h ? dlsym (h, "px_n_entries") : NULL;
  struct built *b = NULL;
  if (n && calls (h, o) && (at = dlsym (h, "px_entries"))
      && (b = calloc (1, sizeof *b + *n * sizeof b->at[0])))
    {
      b->handle = h;
      b->fd = high;
      b->n = *n;
      for (uint32_t k = 0; k < *n; k++)
	{
	  b->at[k].op = at[k].op;
	  b->at[k].fn = at[k].fn;
	}
      return b;
    }
  if (h)
    dlclose (h);
  close (high);
  return NULL;
}

void
cache_close (struct built *b)
{
  if (!b)
    return;
  dlclose (b->handle);
  close (b->fd);
  free (b);
}

/* Loads NAME, for launches that O observes, if it is what KEY stands for.  */
static struct built *
look_up (int dir, const char *name, const uint8_t key[DIGEST], const struct observer *o)
{
  int fd;
  size_t size;
  uint8_t *p = read_file (dir, name, &fd, &size), sum[DIGEST];
  struct built *b = NULL;
  if (!p)
    return NULL;
  if (size > TRAILER && !memcmp (p + size - TRAILER, key, DIGEST))
    {
      digest (p, size - DIGEST, sum);
      if (!memcmp (p + size - DIGEST, sum, DIGEST) && (b = load (fd, o)))
	futimens (fd, NULL);
    }
  free (p);
  close (fd);
  return b;
}

/* ---- the compiler ---- */

/* The compiler that px was built with, as it is called from a shell.  */
static const char compiler[] = PX_CC;
static const char *const common[] = { "-O3",
				      "-w",
				      "-x",
				      "c",
				      "-shared",
				      "-fPIC",
				      "-nostartfiles",
				      "-fvisibility=default",
				      "-fno-strict-aliasing",
				      "-ffp-contract=off",
				      "-fno-math-errno",
				      "-fno-trapping-math",
				      "-std=gnu11",
				      NULL };
static const char *const avx2[] = { "-mavx2", "-mfma", "-mbmi2", NULL };
static const char *const avx512[] = { "-mavx2",	    "-mfma",	  "-mbmi2",
				      "-mavx512f",  "-mavx512dq", "-mavx512bw",
				      "-mavx512vl", "-mavx512cd", "-mprefer-vector-width=512",
				      NULL };
static const char *const none[] = { NULL };

static const char *const *
isa_options (void)
{
  const char *isa = px_emu_isa ();
  return !strcmp (isa, "avx512") ? avx512 : !strcmp (isa, "avx2") ? avx2 : none;
}

/* In a process of its own, for which the caller waits: the
   compiler is its child, so that the program never sees one end.  Both, and what the compiler
   starts, are a process group of their own, so that what ends the program's group does not end
   the one who has to clean up; the program's death, whatever it is, ends this group.  */
struct job
{
  char **argv, **envp;
  const char *folder;
  pid_t program;
  const char *lost_file;
  uint64_t lost; /* by earlier programs, ms */
};

static uint64_t
now_ms (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * UINT64_C (1000) + t.tv_nsec / 1000000;
}

/* The program of J, which began at BEGAN, has ended.  */
static void __attribute__ ((noreturn)) job_lost (const struct job *j, uint64_t began)
{
  char text[24];
  int n = snprintf (text, sizeof text, "%llu", (unsigned long long) (j->lost + now_ms () - began));
  int fd = open (j->lost_file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd >= 0)
    write_fully (fd, text, n);
  kill (0, SIGKILL);
  _exit (1);
}

static int
job_main (void *arg)
{
  struct job *j = arg;
  uint64_t began = now_ms ();
  sigset_t all, watch;
  setpgid (0, 0);
  sigfillset (&all);
  sigprocmask (SIG_SETMASK, &all, NULL);
  signal (SIGCHLD, SIG_DFL);
  signal (SIGTERM, SIG_DFL);
  sigemptyset (&watch);
  sigaddset (&watch, SIGCHLD);
  sigaddset (&watch, SIGTERM);
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  if (getppid () != j->program)
    _exit (1);
  /* Not fork: it takes the allocator's locks, which other threads of the program may have held when
     this process was made of it.  */
  pid_t pid = syscall (SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
  if (pid == 0)
    {
      struct rlimit cpu = { CPU_SECONDS, CPU_SECONDS };
      sigset_t no;
      int null = open ("/dev/null", O_RDWR);
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      setrlimit (RLIMIT_CPU, &cpu);
      for (int k = 0; k < 3; k++)
	dup2 (null, k);
      sigemptyset (&no);
      for (int k = 1; k < 32; k++)
	signal (k, SIG_DFL);
      sigprocmask (SIG_SETMASK, &no, NULL);
      if (chdir (j->folder) == 0)
	execvpe (j->argv[0], j->argv, j->envp);
      _exit (127);
    }
  int status = 1;
  while (pid > 0 && waitpid (pid, &status, WNOHANG) == 0)
    if (sigwaitinfo (&watch, NULL) == SIGTERM)
      job_lost (j, began);
  _exit (pid > 0 && WIFEXITED (status) && WEXITSTATUS (status) == 0 ? 0 : 1);
}

/* Runs the compiler on k.c in FOLDER; J has the members that compile () does not set.  */
static bool
compile (const char *folder, struct job *j)
{
  char *argv[64], tmp[4200], words[sizeof compiler], *at, **envp;
  int n = 0;
  size_t n_env = 0, k = 0;
  memcpy (words, compiler, sizeof words);
  for (char *p = strtok_r (words, " ", &at); p && n < 16; p = strtok_r (NULL, " ", &at))
    argv[n++] = p;
  for (const char *const *p = common; *p; p++)
    argv[n++] = (char *) *p;
  for (const char *const *p = isa_options (); *p; p++)
    argv[n++] = (char *) *p;
  argv[n++] = (char *) "-o";
  argv[n++] = (char *) "k.so";
  argv[n++] = (char *) "k.c";
  argv[n++] = (char *) "-x";
  argv[n++] = (char *) "none";
  argv[n++] = (char *) "-lm";
  argv[n] = NULL;
  while (environ[n_env])
    n_env++;
  if (!(envp = malloc ((n_env + 3) * sizeof *envp)))
    return false;
  /* Nothing that changes what it does.  */
  for (size_t i = 0; i < n_env; i++)
    {
      static const char *const left_out[]
	= { "LD_",     "TMPDIR=",	  "GCC_",    "COMPILER_PATH=",	     "LIBRARY_PATH=",
	    "CPATH=",  "C_INCLUDE_PATH=", "LC_ALL=", "DEPENDENCIES_OUTPUT=", "SUNPRO_DEPENDENCIES=",
	    "COLLECT_" };
      bool skip = false;
      for (size_t k_out = 0; k_out < sizeof left_out / sizeof *left_out; k_out++)
	skip |= !strncmp (environ[i], left_out[k_out], strlen (left_out[k_out]));
      if (!skip)
	envp[k++] = environ[i];
    }
  snprintf (tmp, sizeof tmp, "TMPDIR=%s", folder);
  envp[k++] = tmp;
  envp[k++] = (char *) "LC_ALL=C";
  envp[k] = NULL;
  j->argv = argv;
  j->envp = envp;
  j->folder = folder;
  j->program = getpid ();
  enum
  {
    STACK = 256 << 10
  };
  char *stack = malloc (STACK);
  int status = 1;
  /* No signal when it ends, and a plain wait of the program's does not meet it.  */
  pid_t pid = stack ? clone (job_main, stack + STACK - 64, 0, j) : -1;
  while (pid > 0 && waitpid (pid, &status, __WCLONE) < 0 && errno == EINTR)
    ;
  free (stack);
  free (envp);
  return pid > 0 && WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

static _Atomic uint64_t worth;

uint64_t
cache_worth (void)
{
  return worth;
}

/* The number of ms that file NAME of DIR contains.  */
static uint64_t
lost_before (int dir, const char *name)
{
  size_t size = 0;
  int fd;
  uint8_t *p = read_file (dir, name, &fd, &size);
  uint64_t n = 0;
  for (size_t i = 0; p && i < size && i < 8 && p[i] >= '0' && p[i] <= '9'; i++)
    n = n * 10 + p[i] - '0';
  free (p);
  if (fd >= 0)
    close (fd);
  return n;
}

/* Builds TEXT and puts it at NAME in DIR, at PATH.  */
static bool
build (int dir, const char *path, const char *name, const uint8_t key[DIGEST], const char *text,
       const char **why)
{
  static _Atomic unsigned serial;
  char sub[64], full[4160], lost[DIGEST * 2 + 8], lost_file[4200];
  snprintf (lost, sizeof lost, "%.*s.lost", DIGEST * 2, name);
  snprintf (lost_file, sizeof lost_file, "%s/%s", path, lost);
  struct job j = { .lost_file = lost_file, .lost = lost_before (dir, lost) };
  snprintf (sub, sizeof sub, "tmp.%ld.%u", (long) getpid (), serial++);
  snprintf (full, sizeof full, "%s/%s", path, sub);
  *why = "the cache can not be written";
  if (mkdirat (dir, sub, 0700))
    return false;
  int at = openat (dir, sub, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), fd = -1;
  bool ok = at >= 0 && (fd = openat (at, "k.c", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) >= 0
	    && write_fully (fd, text, strlen (text));
  if (fd >= 0)
    close (fd);
  worth = j.lost;
  if (ok && !(ok = compile (full, &j)))
    *why = "the compiler (" PX_CC ") failed";
  size_t size;
  uint8_t *p = NULL, *q;
  fd = -1;
  if (ok && fchmodat (at, "k.so", 0600, 0) == 0 && (p = read_file (at, "k.so", &fd, &size))
      && (q = realloc (p, size + TRAILER)))
    {
      p = q;
      memcpy (p + size, key, DIGEST);
      digest (p, size + DIGEST, p + size + DIGEST);
      close (fd);
      fd = openat (at, "k.so", O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
      ok = fd >= 0 && write_fully (fd, p + size, TRAILER) && renameat (at, "k.so", dir, name) == 0;
    }
  else
    ok = false;
  if (fd >= 0)
    close (fd);
  free (p);
  /* What the compiler may have left.  */
  int again = at < 0 ? -1 : openat (at, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *d = again < 0 ? NULL : fdopendir (again);
  for (struct dirent *e; d && (e = readdir (d));)
    unlinkat (at, e->d_name, 0);
  if (d)
    closedir (d);
  if (at >= 0)
    close (at);
  unlinkat (dir, sub, AT_REMOVEDIR);
  /* Only now: a program that ends waits until what was built is in its place.  */
  unlinkat (dir, lost, 0);
  worth = 0;
  return ok;
}

struct built *
cache_get (const char *text, const struct observer *o, const char **why)
{
  /* One at a time: the program is to run meanwhile.  */
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static bool cleaned;
  char path[4096], name[DIGEST * 2 + 8], *all = NULL;
  uint8_t key[DIGEST];
  size_t len;
  struct built *b = NULL;
  FILE *f = open_memstream (&all, &len);
  *why = "there is no memory";
  if (!f)
    return NULL;
  fprintf (f, "%s ", compiler);
  for (const char *const *p = common; *p; p++)
    fprintf (f, "%s ", *p);
  for (const char *const *p = isa_options (); *p; p++)
    fprintf (f, "%s ", *p);
  fprintf (f, "\n%s", text);
  if (fclose (f))
    {
      free (all);
      return NULL;
    }
  digest (all, len, key);
  free (all);
  for (int i = 0; i < DIGEST; i++)
    sprintf (name + 2 * i, "%02x", key[i]);
  strcat (name, ".so");
  pthread_mutex_lock (&lock);
  int dir = open_folder (path, sizeof path, why);
  if (dir >= 0)
    {
      b = look_up (dir, name, key, o);
      if (!b)
	{
	  if (!cleaned)
	    clean (dir);
	  cleaned = true;
	  if (build (dir, path, name, key, text, why))
	    {
	      *why = "what was built can not be loaded";
	      b = look_up (dir, name, key, o);
	    }
	}
      close (dir);
    }
  pthread_mutex_unlock (&lock);
  return b;
}
