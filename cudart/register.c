/* SPDX-License-Identifier: MIT */
/* The fat binaries, kernels and variables that nvcc's code registers before main or
   when a library is loaded.  A fat binary is loaded when something in it is first used.

   A wrapper of version 2 belongs to a program compiled with -rdc=true: the output of nvlink
   is machine code only, so the PTX of its objects is linked again here.  */
#include "cudart/cudart.h"
#include "emulator/pxemu.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The structure of nvcc's __fatDeviceText.  */
struct wrapper
{
  int magic, version;
  const void *data;
  void *prelinked; /* version 2: fat binaries, then NULL */
};

struct binary
{
  struct binary *next;
  const struct wrapper *wrapper;
  CUlibrary library; /* NULL: not loaded */
  cudaError_t error; /* why it cannot be loaded; cleared when the device is reset */
};

struct entry
{
  struct entry *next; /* next in its hash bucket */
  const void *host;   /* stub of a kernel, shadow of a variable */
  const char *name;
  struct binary *in;
  void **managed;  /* for a managed variable: the host's pointer to it */
  CUkernel kernel; /* set on first use */
  bool variable;
};

enum
{
  BUCKETS = 1024
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct binary *binaries;
static struct entry *buckets[BUCKETS];

static struct entry **
bucket (const void *host)
{
  uint64_t h = (uintptr_t) host * 0x9e3779b97f4a7c15u;
  return &buckets[h >> 54];
}

static void
entry_add (void **handle, const void *host, const char *name, void **managed, bool variable)
{
  struct entry *e = calloc (1, sizeof *e);
  if (!e)
    return;
  e->host = host;
  e->name = name;
  e->in = (struct binary *) handle;
  e->managed = managed;
  e->variable = variable;
  pthread_mutex_lock (&lock);
  struct entry **b = bucket (host);
  e->next = *b;
  *b = e;
  pthread_mutex_unlock (&lock);
}

/* ---- loading ---- */

static void
say_why (const char *what)
{
  char text[900] = "";
  pxemu_last_fault (text, sizeof text);
  rt_say ("%s%s%s", what, *text ? ": " : "", text);
}

/* Returns the size in bytes of the fat binary P: its header and the entries after it.  */
static size_t
fatbin_size (const void *p)
{
  uint16_t head;
  uint64_t body;
  memcpy (&head, (const char *) p + 6, sizeof head);
  memcpy (&body, (const char *) p + 8, sizeof body);
  return head + body;
}

/* Links the PTX of the objects of a program compiled with -rdc=true.  */
static CUresult
load_linked (struct binary *b)
{
  CUlinkState link;
  void *image;
  size_t size, n = 0;
  CUresult r = cuLinkCreate_v2 (0, NULL, NULL, &link), r2;
  if (r)
    return r;
  for (void **p = b->wrapper->prelinked; !r && p && *p; p++)
    {
      r = cuLinkAddData_v2 (link, CU_JIT_INPUT_FATBINARY, *p, fatbin_size (*p), "object", 0, NULL,
			    NULL);
      n += !r;
      /* NVIDIA's own objects have no PTX.  If others need them, the link reports the missing
	 names.  */
      if (r == CUDA_ERROR_NO_BINARY_FOR_GPU)
	r = CUDA_SUCCESS;
    }
  if (!r && !n)
    r = CUDA_ERROR_NO_BINARY_FOR_GPU;
  if (!r)
    r = cuLinkComplete (link, &image, &size);
  if (!r)
    r = cuLibraryLoadData (&b->library, image, NULL, NULL, 0, NULL, NULL, 0);
  r2 = cuLinkDestroy (link);
  return r ? r : r2;
}

/* Loads B.  Reports the reason of a failure once.  The caller holds the lock.  */
static cudaError_t
load (struct binary *b)
{
  CUresult r;
  if (b->library || b->error)
    return b->error;
  if (b->wrapper->version == 2)
    r = load_linked (b);
  else
    r = cuLibraryLoadData (&b->library, b->wrapper, NULL, NULL, 0, NULL, NULL, 0);
  b->error = (cudaError_t) r;
  if (r)
    {
      b->library = NULL;
      say_why ("the program's device code can not be loaded");
    }
  for (size_t i = 0; !r && i < BUCKETS; i++)
    for (struct entry *e = buckets[i]; e; e = e->next)
      if (e->in == b && e->managed)
	{
	  CUdeviceptr at;
	  if (cuLibraryGetManaged (&at, NULL, b->library, e->name) == CUDA_SUCCESS)
	    *e->managed = (void *) (uintptr_t) at;
	}
  return b->error;
}

void
rt_unload (void)
{
  pthread_mutex_lock (&lock);
  for (struct binary *b = binaries; b; b = b->next)
    {
      if (b->library)
	cuLibraryUnload (b->library);
      b->library = NULL;
      b->error = cudaSuccess;
    }
  for (size_t i = 0; i < BUCKETS; i++)
    for (struct entry *e = buckets[i]; e; e = e->next)
      e->kernel = NULL;
  pthread_mutex_unlock (&lock);
}

/* ---- finding ---- */

/* Finds the kernel of the entry E.  The caller holds the lock.  */
static cudaError_t
entry_kernel (struct entry *e)
{
  cudaError_t r = e->kernel ? cudaSuccess : load (e->in);
  if (!r && !e->kernel
      && (r = (cudaError_t) cuLibraryGetKernel (&e->kernel, e->in->library, e->name)))
    {
      e->kernel = NULL;
      if (r == cudaErrorSymbolNotFound)
	return cudaErrorInvalidDeviceFunction;
      say_why ("a kernel of the program can not be used");
    }
  return r;
}

cudaError_t
rt_kernel (const void *func, CUfunction *f)
{
  cudaError_t r = cudaErrorInvalidDeviceFunction;
  struct entry *e;
  int regs;
  pthread_mutex_lock (&lock);
  for (e = *bucket (func); e && (e->host != func || e->variable); e = e->next)
    ;
  if (e && !(r = entry_kernel (e)))
    *f = (CUfunction) e->kernel;
  pthread_mutex_unlock (&lock);
  if (e)
    return r;
  *f = (CUfunction) (uintptr_t) func;
  return cuFuncGetAttribute (&regs, CU_FUNC_ATTRIBUTE_NUM_REGS, *f) == CUDA_ERROR_INVALID_HANDLE
	   ? r
	   : cudaSuccess;
}

const void *
rt_stub (CUfunction f, CUkernel k)
{
  const void *found = NULL;
  pthread_mutex_lock (&lock);
  for (size_t i = 0; i < BUCKETS && !found; i++)
    for (struct entry *e = buckets[i]; e && !found; e = e->next)
      {
	CUfunction g;
	if (e->kernel
	    && (e->kernel == k || e->kernel == (CUkernel) f
		|| (f && !cuKernelGetFunction (&g, e->kernel) && g == f)))
	  found = e->host;
      }
  pthread_mutex_unlock (&lock);
  return found ? found : k ? (const void *) k : (const void *) f;
}

/* A managed variable is found by its shadow or by its address.  */
static struct entry *
symbol_find (const void *symbol)
{
  struct entry *e;
  for (e = *bucket (symbol); e && (e->host != symbol || !e->variable); e = e->next)
    ;
  for (size_t i = 0; !e && i < BUCKETS; i++)
    for (e = buckets[i];
	 e && !(e->managed && ((void *) e->managed == symbol || *e->managed == symbol));
	 e = e->next)
      ;
  return e;
}

cudaError_t
rt_symbol (const void *symbol, CUdeviceptr *at, size_t *size)
{
  cudaError_t r = cudaErrorInvalidSymbol;
  CUdeviceptr p;
  size_t n;
  if (!symbol)
    return r;
  pthread_mutex_lock (&lock);
  struct entry *e = symbol_find (symbol);
  if (e && !(r = load (e->in)) && cuLibraryGetGlobal (&p, &n, e->in->library, e->name))
    r = cudaErrorInvalidSymbol;
  pthread_mutex_unlock (&lock);
  if (!r && at)
    *at = p;
  if (!r && size)
    *size = n;
  return r;
}

/* ---- what the code of nvcc calls ---- */

EXPORT void **__cudaRegisterFatBinary (void *wrapper);
void **
__cudaRegisterFatBinary (void *wrapper)
{
  struct binary *b = calloc (1, sizeof *b);
  if (!b)
    {
      rt_say ("no memory");
      return NULL;
    }
  b->wrapper = wrapper;
  pthread_mutex_lock (&lock);
  b->next = binaries;
  binaries = b;
  pthread_mutex_unlock (&lock);
  return (void **) b;
}

EXPORT void __cudaRegisterFatBinaryEnd (void **handle);
void
__cudaRegisterFatBinaryEnd (void **handle)
{
  (void) handle;
}

EXPORT void __cudaUnregisterFatBinary (void **handle);
void
__cudaUnregisterFatBinary (void **handle)
{
  struct binary *b = (struct binary *) handle, **p;
  if (!b)
    return;
  pthread_mutex_lock (&lock);
  for (p = &binaries; *p && *p != b; p = &(*p)->next)
    ;
  if (*p)
    *p = b->next;
  for (size_t i = 0; i < BUCKETS; i++)
    for (struct entry **e = &buckets[i]; *e;)
      if ((*e)->in == b)
	{
	  struct entry *old = *e;
	  *e = old->next;
	  free (old);
	}
      else
	e = &(*e)->next;
  if (b->library)
    cuLibraryUnload (b->library);
  free (b);
  pthread_mutex_unlock (&lock);
}

EXPORT void __cudaRegisterFunction (void **handle, const char *host, char *fun, const char *name,
				    int limit, void *tid, void *bid, void *block, void *grid,
				    int *warp);
void
__cudaRegisterFunction (void **handle, const char *host, char *fun, const char *name, int limit,
			void *tid, void *bid, void *block, void *grid, int *warp)
{
  (void) fun, (void) limit, (void) tid, (void) bid, (void) block, (void) grid, (void) warp;
  if (handle)
    entry_add (handle, host, name, NULL, false);
}

EXPORT void __cudaRegisterVar (void **handle, char *host, char *device, const char *name, int ext,
			       size_t size, int constant, int global);
void
__cudaRegisterVar (void **handle, char *host, char *device, const char *name, int ext, size_t size,
		   int constant, int global)
{
  (void) device, (void) ext, (void) size, (void) constant, (void) global;
  if (handle)
    entry_add (handle, host, name, NULL, true);
}

EXPORT void __cudaRegisterManagedVar (void **handle, void **host, char *device, const char *name,
				      int ext, size_t size, int constant, int global);
void
__cudaRegisterManagedVar (void **handle, void **host, char *device, const char *name, int ext,
			  size_t size, int constant, int global)
{
  (void) ext, (void) size, (void) constant, (void) global;
  if (handle)
    entry_add (handle, device, name, host, true);
}

/* This information is known from the PTX.  */
EXPORT void __cudaRegisterHostVar (void **handle);
void
__cudaRegisterHostVar (void **handle)
{
  (void) handle;
}

EXPORT void __cudaRegisterUnifiedTable (void **handle);
void
__cudaRegisterUnifiedTable (void **handle)
{
  (void) handle;
}

/* Called before the host uses a managed variable.  */
EXPORT char __cudaInitModule (void **handle);
char
__cudaInitModule (void **handle)
{
  cudaError_t r = handle ? rt_enter () : cudaErrorInvalidValue;
  if (!r)
    {
      pthread_mutex_lock (&lock);
      r = load ((struct binary *) handle);
      pthread_mutex_unlock (&lock);
    }
  return rt_seen (r) == cudaSuccess;
}

/* Sets *KERNEL to what __cudaLaunchKernel accepts for STUB: not the driver's handle, which
   becomes invalid when the device is reset.  */
EXPORT cudaError_t __cudaGetKernel (CUkernel *kernel, const void *stub);
cudaError_t
__cudaGetKernel (CUkernel *kernel, const void *stub)
{
  *kernel = (CUkernel) stub;
  return cudaSuccess;
}
