/* SPDX-License-Identifier: MIT */
/* Start and end, the environment, entering the driver, the device.  */
#define _GNU_SOURCE 1
#include "emulator/driver/drv.h"
#include "emulator/pxemu.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct drv drv = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* ---- environment ---- */

const char *
drv_env (const char *name)
{
  const char *s = getenv (name);
  return s && *s ? s : NULL;
}

/* Returns the value of NAME as a number, which a letter K, M or G may follow; OTHERWISE if it
   is not set or not a number.  */
static long
drv_env_number (const char *name, long otherwise)
{
  const char *s = drv_env (name);
  char *end;
  long n;

  if (!s)
    return otherwise;
  errno = 0;
  n = strtol (s, &end, 0);
  switch (*end)
    {
    case 'G': n *= 1024; /* fall through */
    case 'M': n *= 1024; /* fall through */
    case 'K': n *= 1024; end++;
    }
  return *end || end == s || errno || n < 0 ? otherwise : n;
}

/* ---- entering ---- */

/* A function that a stream calls calls CUDA, which it must not.  */
static CUresult
called_back (void)
{
  char where[600];
  struct callers callers;
  if (!px_emu_checking (drv.emu))
    return CUDA_ERROR_NOT_PERMITTED;
  pthread_mutex_lock (&drv.lock);
  place_callers (&callers);
  place_started (&callers, "the call", where, sizeof where);
  px_emu_check_called_back (drv.emu, where);
  pthread_mutex_unlock (&drv.lock);
  return CUDA_ERROR_NOT_PERMITTED;
}

CUresult
drv_enter (int need, struct ctx **c)
{
  CUcontext h;

  *c = NULL;
  if (drv.forked)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (drv_in_callback () && !(need & IN_CALLBACK))
    return called_back ();
  pthread_mutex_lock (&drv.lock);
  if (!drv.ready)
    {
      pthread_mutex_unlock (&drv.lock);
      return CUDA_ERROR_NOT_INITIALIZED;
    }
  h = ctx_top ();
  if (h)
    *c = handle_get (K_CTX, h);
  if (*c && !(*c)->active)
    *c = NULL;
  if ((need & IN_CONTEXT) && !*c)
    {
      pthread_mutex_unlock (&drv.lock);
      return h ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_ERROR_INVALID_CONTEXT;
    }
  if ((need & IN_HEALTH) == IN_HEALTH && (*c)->error)
    {
      CUresult r = (*c)->error;
      *c = NULL;
      pthread_mutex_unlock (&drv.lock);
      return r;
    }
  guard_inside (1);
  return CUDA_SUCCESS;
}

/* Returns true if a kernel or copy has failed.  */
static bool
any_failed (void)
{
  bool any = drv.primary && drv.primary->error;
  for (struct ctx *c = drv.contexts; c; c = c->next)
    any |= c->error != CUDA_SUCCESS;
  return any;
}

void
drv_leave (const CUresult *entered)
{
  if (*entered)
    return;
  guard_wait ();
  /* The failure may be the cause of what the program does from now on.  */
  if (any_failed ())
    order_learn_all (op_last_seq ());
  guard_tell ();
  guard_inside (-1);
  pthread_mutex_unlock (&drv.lock);
}

/* The engine's threads do not exist in a child, and its memory is a copy.  The texts can still
   be read.  */
static void
after_fork (void)
{
  if (drv.ready)
    drv.forked = true;
  pthread_mutex_init (&drv_text_lock, NULL);
}

/* Sets the order of threads to S, a value of PXEMU_SCHEDULE.  Returns false if it is invalid.  */
static bool
schedule (const char *s)
{
  if (!s || !strcmp (s, "round-robin"))
    return true;
  if (!strcmp (s, "sequential"))
    drv.schedule = PX_EMU_SEQUENTIAL;
  else if (!strcmp (s, "adversarial") || !strcmp (s, "late"))
    drv.schedule = PX_EMU_ADVERSARIAL;
  else if (!strcmp (s, "early"))
    drv.async = PX_EMU_ASYNC_EARLY;
  else if (!strncmp (s, "explore", 7) && (!s[7] || s[7] == ':'))
    {
      char *end = (char *) s + 7;
      drv.schedule = PX_EMU_EXPLORE;
      if (s[7])
	drv.limit = strtoull (s + 8, &end, 0);
      drv.unreduced = !strcmp (end, ":all");
      return !*end || drv.unreduced;
    }
  else if (!strncmp (s, "trace:", 6))
    {
      char *end;
      drv.schedule = PX_EMU_TRACE;
      drv.trace_launch = strtoull (s + 6, &end, 10);
      drv.trace = *end == ':' ? strdup (end + 1) : NULL;
      return drv.trace != NULL;
    }
  else if (!strncmp (s, "random", 6) && (!s[6] || s[6] == ':'))
    {
      char *end = (char *) s + 6;
      drv.seeded = true;
      drv.async = PX_EMU_ASYNC_RANDOM;
      drv.seed = s[6] ? strtoull (s + 7, &end, 0) : 1;
      return !*end;
    }
  else
    return false;
  return true;
}

CUresult
cuInit (unsigned flags)
{
  if (drv.forked)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  pthread_mutex_lock (&drv.lock);
  if (!drv.ready)
    {
      size_t all = (size_t) sysconf (_SC_PHYS_PAGES) * (size_t) sysconf (_SC_PAGESIZE);
      pthread_atfork (NULL, NULL, after_fork);
      drv.total = (size_t) drv_env_number ("PXEMU_MEMORY", (long) all);
      drv.seeded = drv_env ("PXEMU_SEED") != NULL;
      drv.seed = (uint64_t) drv_env_number ("PXEMU_SEED", 0);
      if (!schedule (drv_env ("PXEMU_SCHEDULE")))
	{
	  drv_say ("PXEMU_SCHEDULE=%s: not round-robin, random:SEED, sequential, adversarial, "
		   "early, explore:N or trace:N:STEPS",
		   drv_env ("PXEMU_SCHEDULE"));
	  pthread_mutex_unlock (&drv.lock);
	  return CUDA_ERROR_INVALID_VALUE;
	}
      drv.timeout = (unsigned) drv_env_number ("PXEMU_TIMEOUT", 0);
      drv.count = drv_env_number ("PXEMU_COUNT", 0) != 0;
      drv.ready = true;
    }
  pthread_mutex_unlock (&drv.lock);
  return CUDA_SUCCESS;
}

CUresult
cuDriverGetVersion (int *version)
{
  return GIVE_AT (version, DRV_VERSION);
}

/* ---- the device ---- */

static int
processors (void)
{
  cpu_set_t set;
  long n = drv_env_number ("PXEMU_THREADS", 0);
  if (n > 0 && n < 4096)
    return (int) n;
  if (!sched_getaffinity (0, sizeof set, &set))
    return CPU_COUNT (&set);
  n = sysconf (_SC_NPROCESSORS_ONLN);
  return n > 0 ? (int) n : 1;
}

DRV_EXPORT const char *
pxemu_describe (void)
{
  static char text[64];
  pthread_mutex_lock (&drv_text_lock);
  if (!text[0])
    snprintf (text, sizeof text, "%s, %d threads", px_emu_isa (), processors ());
  pthread_mutex_unlock (&drv_text_lock);
  return text;
}

DRV_EXPORT unsigned long long
pxemu_instructions (unsigned long long *threads)
{
  unsigned long long warps;
  pthread_mutex_lock (&drv.lock);
  warps = drv.counted.warp_instructions;
  if (threads)
    *threads = drv.counted.thread_instructions;
  pthread_mutex_unlock (&drv.lock);
  return warps;
}

/* Exit of the program, and end of its checks.  A GPU usually completes what has begun before
   the program's memory disappears; operations that wait for the program never get an answer.  */
static void
at_end (void)
{
  enum
  {
    SECONDS = 10
  };
  uint64_t end = drv_now () + SECONDS * UINT64_C (1000000000);
  pthread_mutex_lock (&drv.lock);
  while (!drv.forked && !drv_in_callback () && op_oldest_seq () != UINT64_MAX && drv_now () < end)
    {
      pthread_mutex_unlock (&drv.lock);
      nanosleep (&(struct timespec){ 0, 1000000 }, NULL);
      pthread_mutex_lock (&drv.lock);
    }
  if (!drv.forked && op_oldest_seq () != UINT64_MAX)
    px_emu_check_missed (drv.emu, "operations that had not come to their end when the program did");
  if (drv_nvidia_runtime ())
    px_emu_check_missed (drv.emu, "what an object asked NVIDIA's runtime for, which does not work");
  guard_tell ();
  mem_leaks ();
  pthread_mutex_unlock (&drv.lock);
}

CUresult
drv_open (void)
{
  if (!drv.emu && (drv.emu = px_emu_new ((int) drv_env_number ("PXEMU_THREADS", 0))))
    px_emu_at_end (at_end);
  return drv.emu ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

void
drv_flush_printf (void)
{
  size_t n = 0, lost = 0;
  char *text = drv.emu ? px_emu_printf_take (drv.emu, &n, &lost) : NULL;
  if (text && n)
    {
      fwrite (text, 1, n, stdout);
      fflush (stdout);
    }
  free (text);
  if (lost)
    fprintf (stderr,
	     "pxemu: the buffer of printf overflowed, %zu call%s lost "
	     "(cuCtxSetLimit, CU_LIMIT_PRINTF_FIFO_SIZE)\n",
	     lost, lost == 1 ? " was" : "s were");
}

CUresult
cuDeviceGetCount (int *count)
{
  ENTER (IN_DRIVER, c);
  return GIVE_AT (count, 1);
}

CUresult
cuDeviceGet (CUdevice *dev, int ordinal)
{
  ENTER (IN_DRIVER, c);
  if (!dev)
    return CUDA_ERROR_INVALID_VALUE;
  if (ordinal != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  *dev = 0;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetName (char *name, int len, CUdevice dev)
{
  int n;
  ENTER_DEVICE (dev, c);
  if (!name || len <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  n = processors ();
  snprintf (name, (size_t) len, "px emulator (%d core%s)", n, n == 1 ? "" : "s");
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetUuid_v2 (CUuuid *uuid, CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  if (!uuid)
    return CUDA_ERROR_INVALID_VALUE;
  memcpy (uuid->bytes, "px-emulator-sm90", sizeof uuid->bytes);
  return CUDA_SUCCESS;
}
SAME (cuDeviceGetUuid, cuDeviceGetUuid_v2);

CUresult
cuDeviceGetLuid (char *luid, unsigned *mask, CUdevice dev)
{
  (void) luid;
  (void) mask;
  ENTER_DEVICE (dev, c);
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuDeviceTotalMem_v2 (size_t *bytes, CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  return GIVE_AT (bytes, drv.total);
}

CUresult
cuDeviceTotalMem (unsigned *bytes, CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  return GIVE_AT (bytes, drv.total > UINT32_MAX ? UINT32_MAX : (unsigned) drv.total);
}

/* Returns the value of attribute A, 0 for attributes that the device does not have.  */
static int
attribute (CUdevice_attribute a)
{
  switch (a)
    {
#define DRV_ATTR(name, value) \
  case CU_DEVICE_ATTRIBUTE_##name: \
    return value;
#include "emulator/driver/attr.def"
#undef DRV_ATTR
    default: return 0;
    }
}

CUresult
cuDeviceGetAttribute (int *value, CUdevice_attribute a, CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  if (!value || (int) a < 1 || a > CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED)
    return CUDA_ERROR_INVALID_VALUE;
  *value = attribute (a);
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetProperties (CUdevprop *p, CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  if (!p)
    return CUDA_ERROR_INVALID_VALUE;
  p->maxThreadsPerBlock = attribute (CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  for (int i = 0; i < 3; i++)
    {
      p->maxThreadsDim[i] = attribute (CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + i);
      p->maxGridSize[i] = attribute (CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + i);
    }
  p->sharedMemPerBlock = attribute (CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK);
  p->totalConstantMemory = attribute (CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY);
  p->SIMDWidth = attribute (CU_DEVICE_ATTRIBUTE_WARP_SIZE);
  p->memPitch = attribute (CU_DEVICE_ATTRIBUTE_MAX_PITCH);
  p->regsPerBlock = attribute (CU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK);
  p->clockRate = attribute (CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
  p->textureAlign = attribute (CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT);
  return CUDA_SUCCESS;
}

CUresult
cuDeviceComputeCapability (int *major, int *minor, CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  if (!major || !minor)
    return CUDA_ERROR_INVALID_VALUE;
  *major = PX_EMU_ARCH / 10;
  *minor = PX_EMU_ARCH % 10;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetPCIBusId (char *id, int len, CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  if (!id || len < 13)
    return CUDA_ERROR_INVALID_VALUE;
  memcpy (id, "0000:00:00.0", 13);
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetByPCIBusId (CUdevice *dev, const char *id)
{
  unsigned domain = 0, bus, device, function = 0;
  ENTER (IN_DRIVER, c);
  if (!dev || !id)
    return CUDA_ERROR_INVALID_VALUE;
  if (sscanf (id, "%x:%x:%x.%x", &domain, &bus, &device, &function) < 3)
    {
      domain = function = 0;
      if (sscanf (id, "%x:%x.%x", &bus, &device, &function) < 2)
	return CUDA_ERROR_INVALID_VALUE;
    }
  if (domain || bus || device || function)
    return CUDA_ERROR_INVALID_DEVICE;
  *dev = 0;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceCanAccessPeer (int *can, CUdevice dev, CUdevice peer)
{
  ENTER_DEVICE (dev, c);
  if (!can)
    return CUDA_ERROR_INVALID_VALUE;
  if (peer != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  *can = 0;
  return CUDA_SUCCESS;
}

CUresult
cuDeviceGetP2PAttribute (int *value, CUdevice_P2PAttribute a, CUdevice src, CUdevice dst)
{
  ENTER (IN_DRIVER, c);
  if (!value || (int) a < 1 || a > CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED)
    return CUDA_ERROR_INVALID_VALUE;
  (void) src;
  (void) dst; /* there is only one device */
  return CUDA_ERROR_INVALID_DEVICE;
}

CUresult
cuDeviceGetExecAffinitySupport (int *value, CUexecAffinityType type, CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  if (!value || type != CU_EXEC_AFFINITY_TYPE_SM_COUNT)
    return CUDA_ERROR_INVALID_VALUE;
  *value = 0;
  return CUDA_SUCCESS;
}

CUresult
cuFlushGPUDirectRDMAWrites (CUflushGPUDirectRDMAWritesTarget target,
			    CUflushGPUDirectRDMAWritesScope scope)
{
  (void) target;
  (void) scope;
  ENTER (IN_HEALTH, c);
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuProfilerStart (void)
{
  ENTER (IN_HEALTH, c);
  return CUDA_SUCCESS;
}
SAME (cuProfilerStop, cuProfilerStart);
