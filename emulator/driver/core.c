/* SPDX-License-Identifier: MIT */
/* Start, errors, handles, the device, contexts, cuGetProcAddress.  */
#define _GNU_SOURCE 1
#include "emulator/driver/drv.h"
#include "emulator/pxemu.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct drv drv = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* ---- texts ---- */

static pthread_mutex_t text_lock = PTHREAD_MUTEX_INITIALIZER;
static char last_text[2048];

bool
drv_say (const char *format, ...)
{
  char text[sizeof last_text];
  const char *verbose = drv_env ("PXEMU_VERBOSE");
  va_list ap;

  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  pthread_mutex_lock (&text_lock);
  memcpy (last_text, text, sizeof text);
  pthread_mutex_unlock (&text_lock);
  if (!verbose || !strcmp (verbose, "0"))
    return false;
  fprintf (stderr, "pxemu: %s\n", text);
  return true;
}

DRV_EXPORT size_t
pxemu_last_fault (char *text, size_t size)
{
  size_t n;

  pthread_mutex_lock (&text_lock);
  n = strlen (last_text);
  if (text && size)
    {
      size_t k = n < size ? n : size - 1;
      memcpy (text, last_text, k);
      text[k] = '\0';
    }
  pthread_mutex_unlock (&text_lock);
  return n;
}

DRV_EXPORT int
pxemu_verdict (void)
{
  return px_emu_verdict ();
}

DRV_EXPORT void
pxemu_runtime (void)
{
  drv.runtime = true;
}

DRV_EXPORT void
pxemu_ignored (const char *kernel, const char *call, bool stub, const char *why)
{
  px_emu_check_ignored (kernel, call, stub, why);
}

/* The CUresult of each kind of the engine's errors.  */
CUresult
drv_engine_error (const px_emu_error *err)
{
  static const CUresult result[] = { [PX_EMU_OK] = CUDA_SUCCESS,
				     [PX_EMU_INVALID] = CUDA_ERROR_INVALID_VALUE,
				     [PX_EMU_NO_MEMORY] = CUDA_ERROR_OUT_OF_MEMORY,
				     [PX_EMU_LOAD] = CUDA_ERROR_INVALID_PTX,
				     [PX_EMU_UNRESOLVED] = CUDA_ERROR_INVALID_PTX,
				     [PX_EMU_NOT_FOUND] = CUDA_ERROR_NOT_FOUND,
				     [PX_EMU_OUT_OF_RESOURCES] = CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
				     [PX_EMU_COOPERATIVE] = CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
				     [PX_EMU_ILLEGAL_ADDRESS] = CUDA_ERROR_ILLEGAL_ADDRESS,
				     [PX_EMU_MISALIGNED] = CUDA_ERROR_MISALIGNED_ADDRESS,
				     [PX_EMU_INVALID_SPACE] = CUDA_ERROR_INVALID_ADDRESS_SPACE,
				     [PX_EMU_INVALID_PC] = CUDA_ERROR_INVALID_PC,
				     [PX_EMU_ILLEGAL_INSTRUCTION] = CUDA_ERROR_ILLEGAL_INSTRUCTION,
				     [PX_EMU_STACK] = CUDA_ERROR_HARDWARE_STACK_ERROR,
				     [PX_EMU_TRAP] = CUDA_ERROR_LAUNCH_FAILED,
				     [PX_EMU_ASSERT] = CUDA_ERROR_ASSERT,
				     [PX_EMU_TIMEOUT] = CUDA_ERROR_LAUNCH_TIMEOUT,
				     [PX_EMU_DEADLOCK] = CUDA_ERROR_LAUNCH_TIMEOUT,
				     [PX_EMU_CANCELLED] = CUDA_ERROR_LAUNCH_FAILED };
  const char *kind = px_emu_kind_name (err->kind);

  /* The text names kernel, thread and lines as far as they are known.  */
  if (!strncmp (err->text, kind, strlen (kind)))
    drv_say ("%s", err->text);
  else
    drv_say ("%s: %s", kind, err->text);
  if ((size_t) err->kind < sizeof result / sizeof *result)
    return result[err->kind];
  return CUDA_ERROR_UNKNOWN;
}

static const struct error
{
  CUresult code;
  const char *name, *text;
} errors[] = {
#define PX_CUDA_ERROR(name, code, status, text, advice) { name, #name, text },
#include "runtime/errors.def"
#undef PX_CUDA_ERROR
};

static CUresult
error_find (CUresult code, bool name, const char **p)
{
  if (!p)
    return CUDA_ERROR_INVALID_VALUE;
  *p = NULL;
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].code == code)
      {
	*p = name ? errors[i].name : errors[i].text;
	return CUDA_SUCCESS;
      }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuGetErrorString (CUresult error, const char **p)
{
  return error_find (error, false, p);
}

CUresult
cuGetErrorName (CUresult error, const char **p)
{
  return error_find (error, true, p);
}

/* ---- environment ---- */

const char *
drv_env (const char *name)
{
  const char *s = getenv (name);
  return s && *s ? s : NULL;
}

/* The value of NAME as a number, with a letter K, M or G after it; OTHERWISE if
   it is not set or not one.  */
long
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

/* ---- handles ---- */

/* A slot of a handle: its value is generation, slot + 1 and kind.  */
struct slot
{
  void *obj; /* NULL: free */
  uint32_t generation;
  enum kind kind;
  size_t next; /* of the free ones, + 1 */
};

static struct slot *slots;
static size_t nslots, cap_slots, free_slot;

enum
{
  KIND_BITS = 5,
  SLOT_BITS = 27
};

void *
handle_new (enum kind kind, void *obj)
{
  size_t i;

  if (free_slot)
    {
      i = free_slot - 1;
      free_slot = slots[i].next;
    }
  else
    {
      if (nslots == cap_slots)
	{
	  size_t cap = cap_slots ? 2 * cap_slots : 64;
	  struct slot *p;
	  if (cap >= (size_t) 1 << SLOT_BITS || !(p = realloc (slots, cap * sizeof *p)))
	    return NULL;
	  slots = p;
	  cap_slots = cap;
	}
      i = nslots++;
      slots[i].generation = 0;
    }
  slots[i].obj = obj;
  slots[i].kind = kind;
  slots[i].generation++;
  return (void *) ((uintptr_t) slots[i].generation << (KIND_BITS + SLOT_BITS)
		   | (uintptr_t) (i + 1) << KIND_BITS | (uintptr_t) kind);
}

static struct slot *
slot_of (const void *handle)
{
  uintptr_t h = (uintptr_t) handle;
  size_t i = h >> KIND_BITS & (((size_t) 1 << SLOT_BITS) - 1);
  struct slot *s;

  if (!i || i > nslots)
    return NULL;
  s = &slots[i - 1];
  if (!s->obj || s->generation != h >> (KIND_BITS + SLOT_BITS)
      || s->kind != (h & ((1u << KIND_BITS) - 1)))
    return NULL;
  return s;
}

void *
handle_get (enum kind kind, const void *handle)
{
  struct slot *s = slot_of (handle);
  return s && s->kind == kind ? s->obj : NULL;
}

void
handle_free (void *handle)
{
  struct slot *s = slot_of (handle);
  if (s)
    {
      s->obj = NULL;
      s->next = free_slot;
      free_slot = (size_t) (s - slots) + 1;
    }
}

/* ---- entering ---- */

enum
{
  MAX_STACK = 128
};

/* The contexts that this thread has made current, the last one on top;
   handles, so that a destroyed one is noticed.  NULL is none.  */
static __thread struct
{
  CUcontext at[MAX_STACK];
  int n;
} stack;

static CUcontext
top (void)
{
  return stack.n ? stack.at[stack.n - 1] : NULL;
}

CUresult
drv_enter (int need, struct ctx **c)
{
  CUcontext h;

  *c = NULL;
  if (drv.forked)
    return CUDA_ERROR_NOT_INITIALIZED;
  if (drv_in_callback () && !(need & IN_CALLBACK))
    return CUDA_ERROR_NOT_PERMITTED;
  pthread_mutex_lock (&drv.lock);
  if (!drv.ready)
    {
      pthread_mutex_unlock (&drv.lock);
      return CUDA_ERROR_NOT_INITIALIZED;
    }
  h = top ();
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

/* Has a kernel or copy failed?  */
static bool
failed (void)
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
  /* What the program does from now on may have that for its cause.  */
  if (failed ())
    order_learn_all (op_last_seq ());
  guard_tell ();
  guard_inside (-1);
  pthread_mutex_unlock (&drv.lock);
}

/* The engine's threads do not exist in a child, and its memory is a copy; the
   texts can still be asked for.  */
static void
after_fork (void)
{
  if (drv.ready)
    drv.forked = true;
  pthread_mutex_init (&text_lock, NULL);
}

/* The order of threads that S, a value of PXEMU_SCHEDULE, asks for; false if it is
   none.  */
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
  pthread_mutex_lock (&text_lock);
  if (!text[0])
    snprintf (text, sizeof text, "%s, %d threads", px_emu_isa (), processors ());
  pthread_mutex_unlock (&text_lock);
  return text;
}

/* The process ends, and its checks.  A GPU ends what has begun as well, as a rule, before the
   program's memory goes; what waits for the program does not get an answer any more.  */
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

/* The value of attribute A, 0 for those the device does not have.  */
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
  (void) dst; /* there are no two different ones */
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

/* ---- contexts ---- */

struct ctx *
ctx_get (CUcontext handle)
{
  struct ctx *c = handle_get (K_CTX, handle);
  return c && c->active ? c : NULL;
}

/* Destroyed contexts, kept for new ones: a thread that was waiting for one
   still looks at it.  */
static struct ctx *dead_contexts;

static void
ctx_bury (struct ctx *c)
{
  if (c->handle)
    handle_free (c->handle);
  c->next = dead_contexts;
  dead_contexts = c;
}

/* A new context, inactive.  */
static struct ctx *
ctx_new (unsigned flags)
{
  struct ctx *c = dead_contexts;
  if (c)
    {
      dead_contexts = c->next;
      memset (c, 0, sizeof *c);
    }
  else if (!(c = calloc (1, sizeof *c)))
    return NULL;
  c->handle = handle_new (K_CTX, c);
  if (!c->handle)
    {
      ctx_bury (c);
      return NULL;
    }
  c->flags = flags;
  return c;
}

/* Gives C the state of a new context.  */
static CUresult
ctx_start (struct ctx *c)
{
  CUresult r = drv_open ();
  if (r)
    return r;
  c->error = CUDA_SUCCESS;
  c->id = ++drv.last_id;
  c->l2_granularity = 64;
  c->persisting = 0;
  c->sync_depth = 2;
  c->launches = 2048;
  c->cache = CU_FUNC_CACHE_PREFER_NONE;
  c->banks = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
  r = streams_init (c);
  if (!r)
    c->active = true;
  return r;
}

void
drv_drain (void)
{
  uint64_t seq = op_last_seq ();
  struct ctx *c;
  /* Contexts may come and go meanwhile: each time the first that has old work.  */
  do
    {
      c = drv.primary;
      if (!c || !c->oldest || c->oldest->seq > seq)
	for (c = drv.contexts; c && (!c->oldest || c->oldest->seq > seq); c = c->next)
	  ;
      if (c)
	ctx_drain (c);
    }
  while (c);
}

/* New calls find the context destroyed; what was queued is done first.  */
void
ctx_clear (struct ctx *c)
{
  if (c->clearing)
    {
      wait_zero (&c->clearing);
      return;
    }
  c->clearing++;
  c->active = false;
  while (c->oldest)
    ctx_drain (c);
  drv_flush_printf ();
  streams_clear (c);
  modules_clear (c);
  textures_clear (c);
  mem_end_all (c);
  mem_reap ();
  c->error = CUDA_SUCCESS;
  c->clearing--;
  drv_wake ();
}

static struct ctx *
primary (void)
{
  if (!drv.primary && (drv.primary = ctx_new (0)))
    drv.primary->primary = true;
  return drv.primary;
}

CUresult
cuDevicePrimaryCtxRetain (CUcontext *pctx, CUdevice dev)
{
  struct ctx *c;
  ENTER_DEVICE (dev, current);
  if (!pctx)
    return CUDA_ERROR_INVALID_VALUE;
  c = primary ();
  if (!c)
    return CUDA_ERROR_OUT_OF_MEMORY;
  wait_zero (&c->clearing);
  if (!c->active)
    {
      CUresult r = ctx_start (c);
      if (r)
	return r;
    }
  c->retained++;
  *pctx = c->handle;
  return CUDA_SUCCESS;
}

CUresult
cuDevicePrimaryCtxRelease_v2 (CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  if (!drv.primary || !drv.primary->retained)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!--drv.primary->retained && drv.primary->active)
    ctx_clear (drv.primary);
  return CUDA_SUCCESS;
}
SAME (cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2);

CUresult
cuDevicePrimaryCtxReset_v2 (CUdevice dev)
{
  ENTER_DEVICE (dev, c);
  if (drv.primary && drv.primary->active)
    ctx_clear (drv.primary);
  return CUDA_SUCCESS;
}
SAME (cuDevicePrimaryCtxReset, cuDevicePrimaryCtxReset_v2);

CUresult
cuDevicePrimaryCtxSetFlags_v2 (CUdevice dev, unsigned flags)
{
  ENTER_DEVICE (dev, c);
  if (flags & ~(unsigned) CU_CTX_FLAGS_MASK)
    return CUDA_ERROR_INVALID_VALUE;
  if (!primary ())
    return CUDA_ERROR_OUT_OF_MEMORY;
  drv.primary->flags = flags;
  return CUDA_SUCCESS;
}
SAME (cuDevicePrimaryCtxSetFlags, cuDevicePrimaryCtxSetFlags_v2);

CUresult
cuDevicePrimaryCtxGetState (CUdevice dev, unsigned *flags, int *active)
{
  ENTER_DEVICE (dev, c);
  if (!flags || !active)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = drv.primary ? drv.primary->flags : 0;
  *active = drv.primary && drv.primary->active;
  return CUDA_SUCCESS;
}

static CUresult
create (CUcontext *pctx, unsigned flags, CUdevice dev)
{
  struct ctx *c;
  CUresult r;
  ENTER_DEVICE (dev, current);
  if (!pctx || (flags & ~(unsigned) CU_CTX_FLAGS_MASK))
    return CUDA_ERROR_INVALID_VALUE;
  if (stack.n == MAX_STACK || !(c = ctx_new (flags)))
    return CUDA_ERROR_OUT_OF_MEMORY;
  r = ctx_start (c);
  if (r)
    {
      ctx_bury (c);
      return r;
    }
  c->next = drv.contexts;
  drv.contexts = c;
  stack.at[stack.n++] = c->handle;
  *pctx = c->handle;
  return CUDA_SUCCESS;
}

CUresult
cuCtxCreate_v2 (CUcontext *pctx, unsigned flags, CUdevice dev)
{
  return create (pctx, flags, dev);
}
SAME (cuCtxCreate, cuCtxCreate_v2);

CUresult
cuCtxCreate_v3 (CUcontext *pctx, CUexecAffinityParam *params, int n, unsigned flags, CUdevice dev)
{
  if (n || params)
    return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
  return create (pctx, flags, dev);
}

CUresult
cuCtxCreate_v4 (CUcontext *pctx, CUctxCreateParams *params, unsigned flags, CUdevice dev)
{
  if (params && params->cigParams)
    return params->execAffinityParams || params->numExecAffinityParams ? CUDA_ERROR_INVALID_VALUE
								       : CUDA_ERROR_NOT_SUPPORTED;
  return cuCtxCreate_v3 (pctx, params ? params->execAffinityParams : NULL,
			 params ? params->numExecAffinityParams : 0, flags, dev);
}

CUresult
cuCtxDestroy_v2 (CUcontext ctx)
{
  struct ctx *c, **p;
  ENTER (IN_DRIVER, current);
  c = ctx_get (ctx);
  if (!c || c->primary)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (top () == ctx)
    stack.n--;
  ctx_clear (c);
  for (p = &drv.contexts; *p != c; p = &(*p)->next)
    ;
  *p = c->next;
  ctx_bury (c);
  return CUDA_SUCCESS;
}
SAME (cuCtxDestroy, cuCtxDestroy_v2);

CUresult
cuCtxPushCurrent_v2 (CUcontext ctx)
{
  ENTER (IN_DRIVER, c);
  if (!ctx_get (ctx))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (stack.n == MAX_STACK)
    return CUDA_ERROR_OUT_OF_MEMORY;
  stack.at[stack.n++] = ctx;
  return CUDA_SUCCESS;
}
SAME (cuCtxPushCurrent, cuCtxPushCurrent_v2);

CUresult
cuCtxPopCurrent_v2 (CUcontext *pctx)
{
  ENTER (IN_DRIVER, c);
  if (!stack.n)
    return CUDA_ERROR_INVALID_CONTEXT;
  stack.n--;
  if (pctx)
    *pctx = stack.at[stack.n];
  return CUDA_SUCCESS;
}
SAME (cuCtxPopCurrent, cuCtxPopCurrent_v2);

CUresult
cuCtxSetCurrent (CUcontext ctx)
{
  ENTER (IN_DRIVER, c);
  if (!ctx)
    {
      if (stack.n)
	stack.n--;
      return CUDA_SUCCESS;
    }
  if (!ctx_get (ctx))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!stack.n)
    stack.n = 1;
  stack.at[stack.n - 1] = ctx;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetCurrent (CUcontext *pctx)
{
  ENTER (IN_DRIVER, c);
  return GIVE_AT (pctx, top ());
}

CUresult
cuCtxGetDevice (CUdevice *dev)
{
  ENTER (IN_CONTEXT, c);
  return GIVE_AT (dev, 0);
}

CUresult
cuCtxGetFlags (unsigned *flags)
{
  ENTER (IN_CONTEXT, c);
  return GIVE_AT (flags, c->flags);
}

CUresult
cuCtxSetFlags (unsigned flags)
{
  ENTER (IN_CONTEXT, c);
  if (flags & ~(unsigned) CU_CTX_FLAGS_MASK)
    return CUDA_ERROR_INVALID_VALUE;
  c->flags = flags;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetId (CUcontext ctx, unsigned long long *id)
{
  struct ctx *c;
  ENTER (IN_DRIVER, current);
  c = ctx ? ctx_get (ctx) : current;
  if (!c)
    return CUDA_ERROR_INVALID_CONTEXT;
  return GIVE_AT (id, c->id);
}

CUresult
cuCtxGetDevice_v2 (CUdevice *dev, CUcontext ctx)
{
  ENTER (IN_DRIVER, c);
  if (!dev)
    return CUDA_ERROR_INVALID_VALUE;
  if (!(ctx ? ctx_get (ctx) : c))
    return CUDA_ERROR_INVALID_CONTEXT;
  *dev = 0;
  return CUDA_SUCCESS;
}

static CUresult
synchronize (struct ctx *c)
{
  CUresult r = c->error ? c->error : capture_unsafe (c);
  if (r)
    return r;
  ctx_drain (c);
  drv_flush_printf ();
  return c->error;
}

CUresult
cuCtxSynchronize (void)
{
  ENTER (IN_CONTEXT, c);
  return synchronize (c);
}

CUresult
cuCtxSynchronize_v2 (CUcontext ctx)
{
  ENTER (IN_DRIVER, c);
  c = ctx ? ctx_get (ctx) : c;
  return c ? synchronize (c) : CUDA_ERROR_INVALID_CONTEXT;
}

/* The engine's limit of a CUlimit, or -1.  */
static int
engine_limit (CUlimit limit)
{
  switch (limit)
    {
    case CU_LIMIT_STACK_SIZE: return PX_EMU_LIMIT_STACK;
    case CU_LIMIT_MALLOC_HEAP_SIZE: return PX_EMU_LIMIT_HEAP;
    case CU_LIMIT_PRINTF_FIFO_SIZE: return PX_EMU_LIMIT_PRINTF;
    default: return -1;
    }
}

/* Where C keeps a limit that the engine has no use for, or NULL.  */
static size_t *
kept_limit (struct ctx *c, CUlimit limit)
{
  switch (limit)
    {
    case CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH: return &c->sync_depth;
    case CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT: return &c->launches;
    case CU_LIMIT_MAX_L2_FETCH_GRANULARITY: return &c->l2_granularity;
    case CU_LIMIT_PERSISTING_L2_CACHE_SIZE: return &c->persisting;
    default: return NULL;
    }
}

CUresult
cuCtxSetLimit (CUlimit limit, size_t value)
{
  size_t *p;
  ENTER (IN_HEALTH, c);
  if (engine_limit (limit) >= 0)
    {
      ctx_drain (c);
      return px_emu_set_limit (drv.emu, (enum px_emu_limit) engine_limit (limit), value)
	       ? CUDA_SUCCESS
	       : CUDA_ERROR_INVALID_VALUE;
    }
  p = kept_limit (c, limit);
  if (!p)
    return CUDA_ERROR_UNSUPPORTED_LIMIT;
  *p = value;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetLimit (size_t *value, CUlimit limit)
{
  size_t *p;
  ENTER (IN_HEALTH, c);
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  if (engine_limit (limit) >= 0)
    {
      *value = px_emu_get_limit (drv.emu, (enum px_emu_limit) engine_limit (limit));
      return CUDA_SUCCESS;
    }
  p = kept_limit (c, limit);
  if (!p)
    return CUDA_ERROR_UNSUPPORTED_LIMIT;
  *value = *p;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetCacheConfig (CUfunc_cache *config)
{
  ENTER (IN_HEALTH, c);
  return GIVE_AT (config, c->cache);
}

CUresult
cuCtxSetCacheConfig (CUfunc_cache config)
{
  ENTER (IN_HEALTH, c);
  if ((unsigned) config > CU_FUNC_CACHE_PREFER_EQUAL)
    return CUDA_ERROR_INVALID_VALUE;
  c->cache = config;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetSharedMemConfig (CUsharedconfig *config)
{
  ENTER (IN_HEALTH, c);
  return GIVE_AT (config, c->banks);
}

/* The device has one size of banks; another is accepted and has no effect.  */
CUresult
cuCtxSetSharedMemConfig (CUsharedconfig config)
{
  ENTER (IN_HEALTH, c);
  if ((unsigned) config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE)
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetApiVersion (CUcontext ctx, unsigned *version)
{
  ENTER (IN_DRIVER, current);
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
  if (!(ctx ? ctx_get (ctx) : current))
    return CUDA_ERROR_INVALID_CONTEXT;
  *version = 3020;
  return CUDA_SUCCESS;
}

CUresult
cuCtxGetStreamPriorityRange (int *least, int *greatest)
{
  ENTER (IN_HEALTH, c);
  if (least)
    *least = 0;
  if (greatest)
    *greatest = -5;
  return CUDA_SUCCESS;
}

CUresult
cuCtxResetPersistingL2Cache (void)
{
  ENTER (IN_HEALTH, c);
  return CUDA_SUCCESS;
}

CUresult
cuCtxAttach (CUcontext *pctx, unsigned flags)
{
  (void) pctx;
  (void) flags;
  ENTER (IN_CONTEXT, c);
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuCtxDetach (CUcontext ctx)
{
  (void) ctx;
  ENTER (IN_CONTEXT, c);
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuCtxEnablePeerAccess (CUcontext peer, unsigned flags)
{
  struct ctx *p;
  ENTER (IN_HEALTH, c);
  p = ctx_get (peer);
  if (!p || p == c)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
}

CUresult
cuCtxDisablePeerAccess (CUcontext peer)
{
  ENTER (IN_HEALTH, c);
  return ctx_get (peer) ? CUDA_ERROR_PEER_ACCESS_NOT_ENABLED : CUDA_ERROR_INVALID_CONTEXT;
}

/* ---- what there is not ---- */

#define DRV_REFUSED(name, symbol, since) \
  DRV_EXPORT CUresult symbol (void); \
  CUresult symbol (void) \
  { \
    return CUDA_ERROR_NOT_SUPPORTED; \
  }
#include "emulator/driver/refused.def"
#undef DRV_REFUSED

/* NVIDIA's runtime, static or shared, asks for this table of its own before all others.  */
static const CUuuid runtime_table
  = { "\xf8\xcf\xf9\x51\x21\x46\x8b\x4e\xb9\xe2\xfb\x46\x9e\x7c\x0d\xd9" };

/* Says once how the object that CALLER is in can be run.  */
static void
say_foreign_runtime (const void *caller)
{
  static atomic_flag said = ATOMIC_FLAG_INIT;
  Dl_info in;
  const char *file = dladdr (caller, &in) && in.dli_fname ? in.dli_fname : "the program",
	     *base = strrchr (file, '/');
  if (atomic_flag_test_and_set (&said))
    return;
  if (!strncmp (base ? base + 1 : file, "libcudart.so", 12))
    fprintf (
      stderr,
      "pxemu: %s is NVIDIA's CUDA runtime, which runs only on NVIDIA's driver; px's must be found "
      "before it (no DT_RPATH, LD_PRELOAD or dlopen of that file)\n",
      file);
  else
    fprintf (
      stderr,
      "pxemu: %s is linked with the static CUDA runtime, which runs only on NVIDIA's driver; "
      "px-sanitize puts px's in its place if it is not stripped; or build it with nvcc -cudart "
      "shared\n",
      file);
}

CUresult
cuGetExportTable (const void **table, const CUuuid *id)
{
  if (!table || !id)
    return CUDA_ERROR_INVALID_VALUE;
  if (!memcmp (id, &runtime_table, sizeof runtime_table))
    say_foreign_runtime (__builtin_return_address (0));
  *table = NULL;
  return CUDA_ERROR_NOT_SUPPORTED;
}

/* ---- cuGetProcAddress ---- */

#define DRV_THREADS(symbol, suffix) extern DRV_EXPORT __typeof__ (symbol) symbol##suffix;
#include "emulator/driver/threads.def"
#undef DRV_THREADS

typedef CUresult (*any_fn) (void);

static const struct entry
{
  const char *name;
  int since;
  any_fn fn;
} entries[] = {
#define PX_DRIVER(name, symbol, since, need, args) { #name, since, (any_fn) (void *) symbol },
#include "runtime/driver.def"
#undef PX_DRIVER
#define DRV_REFUSED(name, symbol, since) { #name, since, symbol },
#include "emulator/driver/refused.def"
#undef DRV_REFUSED
};

/* The form with per-thread default streams of some of these functions.  */
static const struct
{
  any_fn fn, threads;
} per_thread[] = {
#define DRV_THREADS(symbol, suffix) { (any_fn) (void *) symbol, (any_fn) (void *) symbol##suffix },
#include "emulator/driver/threads.def"
#undef DRV_THREADS
};

CUresult
cuGetProcAddress_v2 (const char *name, void **fn, int version, uint64_t flags,
		     CUdriverProcAddressQueryResult *status)
{
  const struct entry *best = NULL;
  bool known = false;
  any_fn f;

  if (!name || !fn || flags > CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
    return CUDA_ERROR_INVALID_VALUE;
  *fn = NULL;
  /* These two are versions of one function to C programs.  */
  if (!strcmp (name, "cuGraphInstantiate") && version >= 12000)
    name = "cuGraphInstantiateWithFlags";
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (!strcmp (entries[i].name, name))
      {
	known = true;
	if (entries[i].since <= version && (!best || entries[i].since > best->since))
	  best = &entries[i];
      }
  if (!best)
    {
      if (status)
	*status = known ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
			: CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
      return status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
    }
  f = best->fn;
  if (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
    for (size_t i = 0; i < sizeof per_thread / sizeof *per_thread; i++)
      if (per_thread[i].fn == f)
	{
	  f = per_thread[i].threads;
	  break;
	}
  memcpy (fn, &f, sizeof f);
  if (status)
    *status = CU_GET_PROC_ADDRESS_SUCCESS;
  return CUDA_SUCCESS;
}

CUresult
cuGetProcAddress (const char *name, void **fn, int version, uint64_t flags)
{
  return cuGetProcAddress_v2 (name, fn, version, flags, NULL);
}
