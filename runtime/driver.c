/* SPDX-License-Identifier: MIT */
/* Finds and starts a driver: libcuda or px's emulator, by PX_DEVICE.  */
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/rt.h"

struct rt_driver rt_driver;
int rt_first_device;
atomic_bool rt_forked, rt_exiting;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* State of rt_start: protected by LOCK, but STARTED may be read without it.  */
static atomic_bool started;
static px_status failure;
static char failure_text[sizeof ((struct rt_thread *) 0)->text];

void
rt_lock (void)
{
  pthread_mutex_lock (&lock);
  rt_unload_gone ();
}

bool
rt_trylock (void)
{
  return pthread_mutex_trylock (&lock) == 0;
}

void
rt_unlock (void)
{
  pthread_mutex_unlock (&lock);
}

void
rt_trace (const char *format, ...)
{
  static atomic_int on; /* 0: not determined yet, 1: no, 2: yes */
  if (on == 0)
    {
      const char *e = secure_getenv ("PX_TRACE");
      on = e && *e && strcmp (e, "0") ? 2 : 1;
    }
  if (on == 1)
    return;
  char line[4096];
  va_list args;
  va_start (args, format);
  vsnprintf (line, sizeof line, format, args);
  va_end (args);
  fprintf (stderr, "px: %s\n", line);
}

/* Opens FILE and looks up its functions in *D.  On a failure writes the reason to WHY.  */
static px_status
open_driver (struct rt_driver *d, const char *file, bool emulated, char *why, size_t size)
{
  memset (d, 0, sizeof *d);
  void *library = dlopen (file, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    {
      const char *e = dlerror ();
      snprintf (why, size, "%s", e ? e : file);
      return PX_ERR_NO_DRIVER;
    }
  const char *missing = NULL;
  int first = 0;
#define PX_LOOK_REQ(symbol, since) \
  d->symbol = (px_fn_##symbol) dlsym (library, #symbol); \
  if (!d->symbol && since >= first) \
    missing = #symbol, first = since;
#define PX_LOOK_OPT(symbol, since) d->symbol = (px_fn_##symbol) dlsym (library, #symbol);
#define PX_LOOK_EMU(symbol, since)
#define PX_DRIVER(name, symbol, since, need, args) PX_LOOK_##need (symbol, since)
#include "runtime/driver.def"
#undef PX_DRIVER
  d->emulated = emulated;
  snprintf (d->file, sizeof d->file, "%s", file);
  *(void **) &d->last_fault = emulated ? dlsym (library, "pxemu_last_fault") : NULL;
  *(void **) &d->name_shared = emulated ? dlsym (library, "pxemu_name_shared") : NULL;
  if (missing)
    {
      snprintf (why, size, "%s lacks %s: px needs a driver of CUDA %d.%d or newer", file, missing,
		first / 1000, first % 1000 / 10);
      dlclose (library);
      return PX_ERR_DRIVER_OLD;
    }
  return PX_OK;
}

/* Starts the driver that open_driver has found; sets *COUNT to its number of devices.  */
static px_status
start_driver (struct rt_driver *d, int *count, char *why, size_t size)
{
  CUresult r = d->cuInit (0);
  if (r == CUDA_SUCCESS)
    r = d->cuDriverGetVersion (&d->version);
  if (r == CUDA_SUCCESS)
    r = d->cuDeviceGetCount (count);
  if (r == CUDA_SUCCESS && *count < 1)
    r = CUDA_ERROR_NO_DEVICE;
  if (r == CUDA_SUCCESS)
    return PX_OK;
  px_status status = rt_fail_driver (r, "%s", d->file);
  snprintf (why, size, "%.*s", (int) size - 1, rt_thread.text);
  return status;
}

static px_status
start_cuda (struct rt_driver *d, int *count, char *why, size_t size)
{
  const char *file = secure_getenv ("PX_CUDA_LIBRARY");
  px_status s = open_driver (d, file && *file ? file : "libcuda.so.1", false, why, size);
  return s ? s : start_driver (d, count, why, size);
}

/* Looks for the emulator in libpx's folder, then in the linker's search path.  */
static px_status
start_emulator (struct rt_driver *d, int *count, char *why, size_t size)
{
  static const char name[] = "libpxemu.so.0";
  const char *file = secure_getenv ("PX_EMU_LIBRARY");
  if (file && *file)
    {
      px_status s = open_driver (d, file, true, why, size);
      return s ? s : start_driver (d, count, why, size);
    }
  Dl_info info;
  char path[1024];
  const char *slash;
  px_status s = PX_ERR_NO_DRIVER;
  if (dladdr ((void *) &rt_driver, &info) && info.dli_fname
      && (slash = strrchr (info.dli_fname, '/'))
      && slash - info.dli_fname < (long) (sizeof path - sizeof name - 1))
    {
      snprintf (path, sizeof path, "%.*s/%s", (int) (slash - info.dli_fname), info.dli_fname, name);
      s = open_driver (d, path, true, why, size);
    }
  if (s == PX_ERR_NO_DRIVER)
    s = open_driver (d, name, true, why, size);
  return s ? s : start_driver (d, count, why, size);
}

static void
in_child (void)
{
  rt_forked = true;
}

/* Prints the output of kernels since the last synchronisation.  */
static void
at_exit (void)
{
  if (!rt_forked)
    for (struct rt_context *c = rt_contexts; c; c = c->next)
      if (c->primary && c->prints && rt_driver.cuCtxPushCurrent_v2 (c->handle) == CUDA_SUCCESS)
	{
	  CUcontext old;
	  rt_driver.cuCtxSynchronize ();
	  rt_driver.cuCtxPopCurrent_v2 (&old);
	}
  rt_exiting = true;
}

/* Splits PX_DEVICE into *KIND, "auto", "cuda" or "emu", and *NUMBER.  */
static px_status
wanted (const char **kind, int *number)
{
  static const char *const kinds[] = { "auto", "cuda", "emu" };
  const char *e = secure_getenv ("PX_DEVICE");
  *kind = kinds[0];
  *number = 0;
  if (!e || !*e)
    return PX_OK;
  size_t n = strcspn (e, ":");
  for (int i = 0; i < 3; i++)
    if (n == strlen (kinds[i]) && memcmp (e, kinds[i], n) == 0)
      {
	*kind = kinds[i];
	if (!e[n])
	  return PX_OK;
	char *end;
	unsigned long v = strtoul (e + n + 1, &end, 10);
	if (e[n + 1] < '0' || e[n + 1] > '9' || *end || v > 1023)
	  break;
	*number = (int) v;
	return PX_OK;
      }
  return rt_fail (PX_ERR_INVALID, "PX_DEVICE=%s: must be auto, cuda, emu, cuda:N or emu:N", e);
}

static px_status
start (void)
{
  static struct rt_driver d;
  char why[512] = "";
  const char *kind;
  int count = 0;
  px_status s = wanted (&kind, &rt_first_device);
  if (s)
    return s;
  if (*kind != 'e')
    {
      s = start_cuda (&d, &count, why, sizeof why);
      if (s && *kind == 'c')
	return rt_fail (s, "PX_DEVICE=cuda: %s; PX_DEVICE=emu runs on the emulator", why);
    }
  if (*kind == 'e' || s)
    {
      char why_emu[512] = "";
      s = start_emulator (&d, &count, why_emu, sizeof why_emu);
      if (s && *kind == 'e')
	return rt_fail (s,
			"PX_DEVICE=emu: %s; libpxemu.so.0 belongs beside libpx.so, or set "
			"PX_EMU_LIBRARY",
			why_emu);
      if (s)
	return rt_fail (s, "no GPU (%s) and no emulator (%s)", why, why_emu);
      if (*kind == 'a')
	fprintf (stderr,
		 "px: no GPU (%s): running on the emulator; PX_DEVICE=emu says so "
		 "without this line\n",
		 why);
    }
  if (rt_first_device >= count)
    return rt_fail (PX_ERR_NO_DEVICE, "PX_DEVICE=%s:%d, but %s has %d device%s, from 0", kind,
		    rt_first_device, d.file, count, count == 1 ? "" : "s");
  rt_driver = d;
  s = rt_start_devices (count);
  if (s)
    return s;
  rt_trace ("driver %s, CUDA %d.%d, %d device(s)", d.file, d.version / 1000, d.version % 1000 / 10,
	    count);
  if (pthread_atfork (NULL, NULL, in_child) || atexit (at_exit))
    return rt_fail (PX_ERR_MEMORY, "out of memory");
  return PX_OK;
}

px_status
rt_start (void)
{
  if (rt_forked)
    return rt_fail (PX_ERR_FORK,
		    "this process is a child of fork() and its parent had started "
		    "the device: call px only after fork(), or exec() another program");
  if (started)
    return PX_OK;
  pthread_mutex_lock (&lock);
  px_status s = failure;
  if (s)
    rt_fail (s, "%s", failure_text);
  else if (!started)
    {
      s = start ();
      if (s)
	{
	  failure = s;
	  snprintf (failure_text, sizeof failure_text, "%s", rt_thread.text);
	}
      else
	started = true;
    }
  pthread_mutex_unlock (&lock);
  return s;
}
