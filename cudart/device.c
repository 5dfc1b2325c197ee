/* SPDX-License-Identifier: MIT */
/* Start of the driver, errors, devices, attributes, limits.  */
#include "cudart/cudart.h"

#include "emulator/pxemu.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool started;
static cudaError_t start_error;
static CUcontext primary; /* retained; NULL: not yet, or reset */
static _Thread_local cudaError_t last_error;
static _Thread_local CUcontext made_current; /* the context that rt_enter made current */

void
rt_say (const char *format, ...)
{
  char text[1024];
  va_list ap;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  fprintf (stderr, "px cudart: %s\n", text);
}

static bool faulted; /* a kernel has accessed what it must not */
static bool reset;   /* by cudaDeviceReset */

cudaError_t
rt_seen (cudaError_t e)
{
  if (e)
    last_error = e;
  faulted |= e == cudaErrorIllegalAddress;
  return e;
}

static const char *text_of (cudaError_t e);

/* The first launch, copy or fill that failed and whose error its thread has not looked at:
   neither at the last error nor, unless it was by a STUB, at the text or name of an error.  */
struct unseen
{
  bool is, kernel, stub, waits; /* waits: the error says only "not yet" */
  char name[400], why[700];
};
static struct unseen unseen;
/* The same of an allocation, which counts if a kernel faults.  */
static struct unseen lost;
static _Thread_local bool has_unseen;

/* Prefixes of the names of functions whose failure is reported unless the program looks at the error.
   Programs try cudaMalloc, cudaHostRegister and cudaGraphExecUpdate, look at the result only,
   and do something else: these are not here.  */
static const char *const effects[]
  = { "cudaMemcpy",	      "cudaMemset",	     "cudaGraphAdd",
      "cudaGraphInstantiate", "cudaGraphLaunch",     "cudaStreamBeginCapture",
      "cudaStreamEndCapture", "cudaStreamWaitEvent", "cudaStreamAddCallback",
      "cudaLaunchHostFunc",   "cudaEventRecord",     "cudaEventElapsedTime",
      "cudaSetDevice" };

/* Returns true if E is what every call returns after a kernel has failed.  */
static bool
is_fault (cudaError_t e)
{
  return e == cudaErrorIllegalAddress || e == cudaErrorLaunchTimeout || (e >= 709 && e <= 719);
}

static void __attribute__ ((format (printf, 6, 7)))
fail_unseen (struct unseen *u, cudaError_t e, bool kernel, bool stub, const char *name,
	     const char *format, ...)
{
  /* After a fault every call fails, and some errors are not the program's fault.  */
  if (is_fault (e) || e == cudaErrorNotSupported)
    return;
  pthread_mutex_lock (&lock);
  if (!u->is)
    {
      va_list ap;
      char reason[300];
      u->is = has_unseen = true;
      u->kernel = kernel;
      u->stub = stub;
      u->waits = e == cudaErrorNotReady;
      snprintf (u->name, sizeof u->name, "%s", name);
      pxemu_why (reason, sizeof reason);
      int n = snprintf (u->why, sizeof u->why, "%s%s%s", text_of (e), *reason ? ": " : "", reason);
      va_start (ap, format);
      n += vsnprintf (u->why + n, sizeof u->why - (size_t) n, format, ap);
      va_end (ap);
      pxemu_started (kernel ? name : NULL, u->why + n, sizeof u->why - (size_t) n);
    }
  pthread_mutex_unlock (&lock);
}

void
rt_not_launched (cudaError_t e, bool stub, const char *name, dim3 g, dim3 b, size_t shared,
		 int most)
{
  char limit[100] = "";
  if (shared > (size_t) most)
    {
      pxemu_why (NULL, 0); /* it says the same */
      snprintf (limit, sizeof limit,
		", more than the %d of cudaFuncAttributeMaxDynamicSharedMemorySize", most);
    }
  if (e != cudaErrorMemoryAllocation)
    fail_unseen (
      &unseen, e, true, stub, name,
      " (%u x %u x %u blocks of %u x %u x %u threads, %zu bytes of dynamic shared memory%s)", g.x,
      g.y, g.z, b.x, b.y, b.z, shared, limit);
}

/* The calling thread asks for the last error.  */
static void
asked (void)
{
  if (!has_unseen)
    return;
  pthread_mutex_lock (&lock);
  unseen.is = lost.is = has_unseen = false;
  pthread_mutex_unlock (&lock);
}

cudaError_t
rt_result (const char *api, cudaError_t e)
{
  bool gone = e && pxemu_gone ();
  if (e)
    {
      /* After a fault a call returns that, whatever is wrong with its arguments: pointers of
	 allocations that failed for it.  cuCtxGetCacheConfig is one of the calls that ask.  */
      CUfunc_cache cache;
      cudaError_t fault = (cudaError_t) cuCtxGetCacheConfig (&cache);
      if (is_fault (fault))
	e = fault;
    }
  for (size_t i = 0; e && i < sizeof effects / sizeof *effects; i++)
    if (!strncmp (api, effects[i], strlen (effects[i])) && e != cudaErrorMemoryAllocation)
      fail_unseen (&unseen, e, false, false, api, "%s", "");
  /* No program tries what has been destroyed.  A reset destroys all, and destructors of the
     program's objects may run after it.  */
  if (gone && !reset)
    fail_unseen (&unseen, e, false, false, api, "%s", "");
  if (e && !strncmp (api, "cudaMalloc", 10))
    fail_unseen (&lost, e, false, false, api, "%s", "");
  /* A program may ask until the answer is another one.  */
  if (!e && has_unseen && unseen.waits && !strcmp (api, unseen.name))
    asked ();
  return rt_seen (e);
}

/* The program asks for the name or text of an error, to print it.  */
static void
names_error (void)
{
  if (has_unseen && !unseen.stub)
    asked ();
}

static void __attribute__ ((destructor)) at_end (void)
{
  if (unseen.is)
    pxemu_ignored (unseen.kernel ? unseen.name : NULL, unseen.kernel ? NULL : unseen.name,
		   unseen.stub, unseen.why);
  if (lost.is && faulted)
    pxemu_ignored (NULL, lost.name, false, lost.why);
}

cudaError_t
rt_start (void)
{
  pthread_mutex_lock (&lock);
  if (!started)
    {
      pxemu_runtime ();
      start_error = (cudaError_t) cuInit (0);
      started = true;
    }
  pthread_mutex_unlock (&lock);
  return start_error;
}

static cudaError_t
retain (CUcontext *c)
{
  cudaError_t r = cudaSuccess;
  pthread_mutex_lock (&lock);
  if (!primary)
    r = (cudaError_t) cuDevicePrimaryCtxRetain (&primary, 0);
  *c = primary;
  pthread_mutex_unlock (&lock);
  return r;
}

cudaError_t
rt_enter (void)
{
  CUcontext c, now = NULL;
  pxemu_why (NULL, 0);
  cudaError_t r = rt_start ();
  if (!r)
    r = retain (&c);
  if (!r)
    r = (cudaError_t) cuCtxGetCurrent (&now);
  if (!r && !now)
    {
      r = (cudaError_t) cuCtxSetCurrent (c);
      made_current = c;
    }
  return r;
}

cudaError_t
rt_context (int device, CUcontext *c)
{
  return device ? cudaErrorInvalidDevice : retain (c);
}

/* ---- errors ---- */

static const struct
{
  const char *name, *text;
  cudaError_t code;
} errors[] = {
#define CUDART_ERROR(name, code, text) { "cuda" #name, text, code },
#include "cudart/errors.def"
#undef CUDART_ERROR
};

EXPORT const char *cudaGetErrorName (cudaError_t e);
const char *
cudaGetErrorName (cudaError_t e)
{
  names_error ();
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].code == e)
      return errors[i].name;
  return "unrecognized error code";
}

static const char *
text_of (cudaError_t e)
{
  const char *text = NULL;
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].code == e)
      text = errors[i].text;
  if (text && !*text)
    cuGetErrorString ((CUresult) e, &text);
  return text ? text : "unrecognized error code";
}

EXPORT const char *cudaGetErrorString (cudaError_t e);
const char *
cudaGetErrorString (cudaError_t e)
{
  names_error ();
  return text_of (e);
}

EXPORT cudaError_t cudaGetLastError (void);
cudaError_t
cudaGetLastError (void)
{
  cudaError_t e = last_error;
  asked ();
  last_error = cudaSuccess;
  return e;
}

EXPORT cudaError_t cudaPeekAtLastError (void);
cudaError_t
cudaPeekAtLastError (void)
{
  asked ();
  return last_error;
}

/* ---- devices ---- */

EXPORT cudaError_t cudaGetDeviceCount (int *n);
cudaError_t
cudaGetDeviceCount (int *n)
{
  cudaError_t r = n ? rt_start () : cudaErrorInvalidValue;
  if (r && n)
    *n = 0;
  return rt_seen (r ? r : (cudaError_t) cuDeviceGetCount (n));
}

/* Returns an error if there is no device of this number.  */
static cudaError_t
device_ok (int device)
{
  int n = 0;
  cudaError_t r = (cudaError_t) cuDeviceGetCount (&n);
  return r ? r : device < 0 || device >= n ? cudaErrorInvalidDevice : cudaSuccess;
}

API_START (cudaGetDevice, (int *device), (device))
{
  CUcontext c = NULL;
  if (!device)
    return cudaErrorInvalidValue;
  *device = 0;
  return cuCtxGetCurrent (&c) || !c ? cudaSuccess : (cudaError_t) cuCtxGetDevice (device);
}

API_START (cudaSetDevice, (int device), (device))
{
  CUcontext c;
  cudaError_t r = device_ok (device);
  if (!r)
    r = rt_context (device, &c);
  return r ? r : (cudaError_t) cuCtxSetCurrent (c);
}

API_START (cudaInitDevice, (int device, unsigned device_flags, unsigned flags),
	   (device, device_flags, flags))
{
  CUcontext c;
  cudaError_t r = device_ok (device);
  if (!r && flags & 1)
    r = (cudaError_t) cuDevicePrimaryCtxSetFlags_v2 (device, device_flags);
  return r ? r : rt_context (device, &c);
}

API_START (cudaSetDeviceFlags, (unsigned flags), (flags))
{
  return (cudaError_t) cuDevicePrimaryCtxSetFlags_v2 (0, flags);
}

API (cudaGetDeviceFlags, (unsigned *flags), (flags))
{
  return (cudaError_t) cuCtxGetFlags (flags);
}

API_START (cudaSetValidDevices, (int *devices, int n), (devices, n))
{
  for (int i = 0; i < n; i++)
    if (!devices || device_ok (devices[i]))
      return devices ? cudaErrorInvalidDevice : cudaErrorInvalidValue;
  return n < 0 ? cudaErrorInvalidValue : cudaSuccess;
}

API_START (cudaChooseDevice, (int *device, const void *prop), (device, prop))
{
  if (!device || !prop)
    return cudaErrorInvalidValue;
  *device = 0;
  return cudaSuccess;
}

API_START (cudaDeviceReset, (void), ())
{
  cudaError_t r = cudaSuccess;
  pthread_mutex_lock (&lock);
  bool was = primary != NULL;
  primary = NULL;
  reset = true;
  pthread_mutex_unlock (&lock);
  rt_unload ();
  if (was)
    {
      r = (cudaError_t) cuDevicePrimaryCtxReset_v2 (0);
      cuDevicePrimaryCtxRelease_v2 (0);
      if (made_current)
	cuCtxSetCurrent (NULL);
      made_current = NULL;
    }
  return r;
}

API (cudaDeviceSynchronize, (void), ())
{
  return (cudaError_t) cuCtxSynchronize ();
}

API_START (cudaDeviceGetAttribute, (int *value, CUdevice_attribute attr, int device),
	   (value, attr, device))
{
  return (cudaError_t) cuDeviceGetAttribute (value, attr, device);
}

API_START (cudaDriverGetVersion, (int *version), (version))
{
  return (cudaError_t) cuDriverGetVersion (version);
}

API_START (cudaDeviceGetByPCIBusId, (int *device, const char *id), (device, id))
{
  return (cudaError_t) cuDeviceGetByPCIBusId (device, id);
}

API_START (cudaDeviceGetPCIBusId, (char *id, int len, int device), (id, len, device))
{
  return (cudaError_t) cuDeviceGetPCIBusId (id, len, device);
}

API_START (cudaDeviceCanAccessPeer, (int *can, int device, int peer), (can, device, peer))
{
  return (cudaError_t) cuDeviceCanAccessPeer (can, device, peer);
}

API (cudaDeviceEnablePeerAccess, (int peer, unsigned flags), (peer, flags))
{
  CUcontext c, mine;
  cudaError_t r = rt_context (peer, &c);
  if (!r)
    r = (cudaError_t) cuCtxGetCurrent (&mine);
  if (r || flags)
    return r ? r : cudaErrorInvalidValue;
  return c == mine ? cudaErrorInvalidDevice : (cudaError_t) cuCtxEnablePeerAccess (c, flags);
}

API (cudaDeviceDisablePeerAccess, (int peer), (peer))
{
  CUcontext c;
  cudaError_t r = rt_context (peer, &c);
  return r ? r : (cudaError_t) cuCtxDisablePeerAccess (c);
}
