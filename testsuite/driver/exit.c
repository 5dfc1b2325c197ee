/* SPDX-License-Identifier: MIT */
/* The end of a process: with work queued, in handlers of exit and destructors,
   after the library was closed.  Each way is a process of its own.  */
#define _GNU_SOURCE 1
#include "test.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static CUdeviceptr buffer;
static CUstream stream;

/* Leaves a stream with a kernel that never ends and work behind it.  */
static void
pend (void)
{
  unsigned *flag;
  CUdeviceptr p;
  unsigned n = 1;
  void *args[] = { &p, &n };
  start ();
  buffer = words (1024);
  OK (cuStreamCreate (&stream, CU_STREAM_NON_BLOCKING));
  OK (cuMemHostAlloc ((void **) &flag, 64, 0));
  memset (flag, 0, 64);
  p = (CUdeviceptr) (uintptr_t) flag;
  OK (cuLaunchKernel (function ("wait"), 1, 1, 1, 1, 1, 1, 0, stream, args,
		      NULL));
  OK (run (function ("fill"), stream, buffer, 1024, 1, 0));
  OK (cuMemcpyDtoDAsync (buffer, buffer + 2048, 2048, stream));
}

static void
late (void)
{
  int n;
  CUstream s;
  cuStreamQuery (stream);
  cuStreamCreate (&s, 0);
  cuStreamDestroy (s);
  cuMemFree (buffer + 4);
  cuDeviceGetCount (&n);
  cuModuleUnload (NULL);
}

static void
at_exit_sync (void)
{
  if (run (function ("fill"), NULL, buffer, 64, 3, 0) != CUDA_SUCCESS
      || cuCtxSynchronize () != CUDA_SUCCESS || !all (buffer, 64, 3))
    _exit (9);
  cuDevicePrimaryCtxRelease (dev);
}

static int use_in_destructor;

__attribute__ ((destructor)) static void
last (void)
{
  if (use_in_destructor)
    {
      if (cuMemsetD32 (buffer, 7, 64) != CUDA_SUCCESS || !all (buffer, 64, 7))
	_exit (8);
      cuDevicePrimaryCtxReset (dev);
    }
}

static void *
still_launching (void *unused)
{
  (void) unused;
  cuCtxSetCurrent (ctx);
  for (;;)
    run (function ("fill"), NULL, buffer, 64, 3, 0);
  return NULL;
}

/* Opens the driver by name, uses it, closes it, opens it again.  */
static int
by_hand (const char *path)
{
  for (int k = 0; k < 3; k++)
    {
      void *h = dlopen (path, RTLD_NOW | RTLD_LOCAL);
      CUresult (*init) (unsigned), (*count) (int *);
      CUresult (*retain) (CUcontext *, CUdevice), (*current) (CUcontext);
      CUresult (*alloc) (CUdeviceptr *, size_t), (*release) (CUdevice);
      CUresult (*set) (CUdeviceptr, unsigned, size_t);
      CUdeviceptr p;
      CUcontext c;
      int n = 0;
      if (!h)
	{
	  printf ("  %s\n", dlerror ());
	  return 2;
	}
      *(void **) &init = dlsym (h, "cuInit");
      *(void **) &count = dlsym (h, "cuDeviceGetCount");
      *(void **) &retain = dlsym (h, "cuDevicePrimaryCtxRetain");
      *(void **) &current = dlsym (h, "cuCtxSetCurrent");
      *(void **) &alloc = dlsym (h, "cuMemAlloc_v2");
      *(void **) &set = dlsym (h, "cuMemsetD32_v2");
      *(void **) &release = dlsym (h, "cuDevicePrimaryCtxRelease_v2");
      if (!init || !count || !retain || !current || !alloc || !set || !release)
	return 3;
      if (init (0) || count (&n) || n != 1 || retain (&c, 0) || current (c)
	  || alloc (&p, 4096) || set (p, 1, 1024))
	return 4;
      if (k == 1 && release (0))
	return 5;
      dlclose (h);
      usleep (1000);
    }
  return 0;
}

static int
way (const char *name, const char *path)
{
  if (!strcmp (name, "queued"))
    pend ();
  else if (!strcmp (name, "late"))
    {
      atexit (late);
      pend ();
    }
  else if (!strcmp (name, "handler"))
    {
      atexit (at_exit_sync);
      start ();
      buffer = words (64);
    }
  else if (!strcmp (name, "destructor"))
    {
      start ();
      buffer = words (64);
      use_in_destructor = 1;
    }
  else if (!strcmp (name, "thread"))
    {
      pthread_t t;
      start ();
      buffer = words (64);
      pthread_create (&t, NULL, still_launching, NULL);
      usleep (2000);
    }
  else if (!strcmp (name, "nothing"))
    return 0;
  else if (!strcmp (name, "dlclose"))
    return by_hand (path);
  return 0;
}

int
main (int argc, char **argv)
{
  static const char *const ways[] = {
    "nothing", "queued", "late", "handler", "destructor", "thread", "dlclose"
  };
  Dl_info where;

  test_ok = 1;
  if (argc > 1)
    {
      int r = way (argv[1], argc > 2 ? argv[2] : "");
      return test_ok ? r : 1;
    }
  if (!dladdr ((void *) (uintptr_t) cuInit, &where))
    return 2;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    {
      char name[100];
      int status = -1;
      pid_t child;
      snprintf (name, sizeof name, "exit: %s", ways[i]);
      begin (name);
      fflush (stdout);
      child = fork ();
      if (!child)
	{
	  alarm (30);
	  execl ("/proc/self/exe", argv[0], ways[i], where.dli_fname, NULL);
	  _exit (99);
	}
      waitpid (child, &status, 0);
      if (status)
	printf ("  status 0x%x\n", (unsigned) status);
      MUST (status == 0);
      end ();
    }
  return failures != 0;
}
