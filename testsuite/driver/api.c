/* SPDX-License-Identifier: MIT */
/* The families of the Driver API one by one: what they do, and what they say to
   wrong arguments.  */
#include "test.h"

static void
before_init (void)
{
  int n;
  begin ("before cuInit");
  IS (cuDeviceGetCount (&n), CUDA_ERROR_NOT_INITIALIZED);
  IS (cuCtxSynchronize (), CUDA_ERROR_NOT_INITIALIZED);
  OK (cuDriverGetVersion (&n));
  MUST (n >= 12000);
  BAD (cuDriverGetVersion (NULL));
  BAD (cuInit (1));
  OK (cuInit (0));
  OK (cuInit (0));
  end ();
}

static void
errors (void)
{
  const char *s = NULL;
  begin ("error names and texts");
  OK (cuGetErrorName (CUDA_ERROR_ILLEGAL_ADDRESS, &s));
  MUST (s && !strcmp (s, "CUDA_ERROR_ILLEGAL_ADDRESS"));
  OK (cuGetErrorString (CUDA_ERROR_OUT_OF_MEMORY, &s));
  MUST (s && strstr (s, "memory"));
  BAD (cuGetErrorName ((CUresult) 12345, &s));
  MUST (s == NULL);
  BAD (cuGetErrorString (CUDA_SUCCESS, NULL));
  end ();
}

static void
devices (void)
{
  char name[100], id[20];
  int n, major, minor;
  size_t bytes;
  CUuuid uuid;
  CUdevice d = 7;

  begin ("devices");
  OK (cuDeviceGetCount (&n));
  MUST (n == 1);
  OK (cuDeviceGet (&d, 0));
  IS (cuDeviceGet (&d, n), CUDA_ERROR_INVALID_DEVICE);
  IS (cuDeviceGet (&d, -1), CUDA_ERROR_INVALID_DEVICE);
  BAD (cuDeviceGet (NULL, 0));
  OK (cuDeviceGetName (name, sizeof name, d));
  MUST (strlen (name) > 5);
  OK (cuDeviceGetName (name, 4, d));
  MUST (strlen (name) == 3);
  BAD (cuDeviceGetName (NULL, 10, d));
  IS (cuDeviceGetName (name, 10, 5), CUDA_ERROR_INVALID_DEVICE);
  OK (cuDeviceGetUuid (&uuid, d));
  OK (cuDeviceTotalMem (&bytes, d));
  MUST (bytes > 1 << 20);
  OK (cuDeviceGetAttribute
      (&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, d));
  OK (cuDeviceGetAttribute
      (&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, d));
  MUST (major == 9 && minor == 0);
  OK (cuDeviceGetAttribute
      (&n, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, d));
  MUST (n == 227 * 1024);
  OK (cuDeviceGetAttribute (&n, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, d));
  MUST (n == 132);
  OK (cuDeviceGetAttribute (&n, CU_DEVICE_ATTRIBUTE_WARP_SIZE, d));
  MUST (n == 32);
  BAD (cuDeviceGetAttribute (&n, (CUdevice_attribute) 100000, d));
  BAD (cuDeviceGetAttribute (&n, (CUdevice_attribute) 0, d));
  BAD (cuDeviceGetAttribute (NULL, CU_DEVICE_ATTRIBUTE_WARP_SIZE, d));
  OK (cuDeviceGetPCIBusId (id, sizeof id, d));
  OK (cuDeviceGetByPCIBusId (&d, id));
  BAD (cuDeviceGetPCIBusId (id, 3, d));
  BAD (cuDeviceGetByPCIBusId (&d, "nonsense"));
  OK (cuDeviceCanAccessPeer (&n, d, d));
  MUST (n == 0);
  end ();
}

static void
contexts (void)
{
  CUcontext a, b, c;
  unsigned flags, version;
  int active, lo, hi;
  size_t v;
  CUdevice d;
  CUdeviceptr p;
  unsigned long long id;

  begin ("contexts");
  IS (cuCtxSynchronize (), CUDA_ERROR_INVALID_CONTEXT);
  IS (cuCtxGetDevice (&d), CUDA_ERROR_INVALID_CONTEXT);
  IS (cuMemAlloc (&p, 4), CUDA_ERROR_INVALID_CONTEXT);
  IS (cuCtxPopCurrent (&a), CUDA_ERROR_INVALID_CONTEXT);
  IS (cuDevicePrimaryCtxRelease (0), CUDA_ERROR_INVALID_CONTEXT);
  OK (cuDevicePrimaryCtxGetState (0, &flags, &active));
  MUST (!active);
  OK (cuDevicePrimaryCtxRetain (&a, 0));
  OK (cuDevicePrimaryCtxRetain (&b, 0));
  MUST (a == b);
  OK (cuDevicePrimaryCtxGetState (0, &flags, &active));
  MUST (active);
  OK (cuCtxGetCurrent (&c));
  MUST (c == NULL);
  OK (cuCtxPushCurrent (a));
  OK (cuCtxGetCurrent (&c));
  MUST (c == a);
  OK (cuCtxGetDevice (&d));
  MUST (d == 0);
  OK (cuCtxCreate (&b, NULL, 0, 0));
  MUST (b && b != a);
  OK (cuCtxGetCurrent (&c));
  MUST (c == b);
  OK (cuCtxGetApiVersion (b, &version));
  MUST (version >= 3020);
  OK (cuCtxGetId (b, &id));
  OK (cuCtxDestroy (b));
  OK (cuCtxGetCurrent (&c));
  MUST (c == a);
  IS (cuCtxDestroy (b), CUDA_ERROR_INVALID_CONTEXT);
  IS (cuCtxDestroy (a), CUDA_ERROR_INVALID_CONTEXT);
  IS (cuCtxPushCurrent (b), CUDA_ERROR_INVALID_CONTEXT);
  IS (cuCtxPushCurrent ((CUcontext) NONSENSE), CUDA_ERROR_INVALID_CONTEXT);
  IS (cuCtxSetCurrent ((CUcontext) NONSENSE), CUDA_ERROR_INVALID_CONTEXT);
  IS (cuCtxCreate (&b, NULL, 0, 3), CUDA_ERROR_INVALID_DEVICE);
  BAD (cuCtxCreate (NULL, NULL, 0, 0));
  BAD (cuCtxCreate (&b, NULL, 0xffff0000, 0));
  /* What is asked for with nothing is a context like any other.  */
  CUctxCreateParams how = { NULL, 0, NULL };
  OK (cuCtxCreate (&b, &how, 0, 0));
  OK (cuCtxDestroy (b));
  CUexecAffinityParam few = { CU_EXEC_AFFINITY_TYPE_SM_COUNT, { { 4 } } };
  how.execAffinityParams = &few;
  how.numExecAffinityParams = 1;
  IS (cuCtxCreate (&b, &how, 0, 0), CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
  how.cigParams = &few;
  BAD (cuCtxCreate (&b, &how, 0, 0));
  how.execAffinityParams = NULL;
  how.numExecAffinityParams = 0;
  IS (cuCtxCreate (&b, &how, 0, 0), CUDA_ERROR_NOT_SUPPORTED);

  /* Destroyed while it lies below another one.  */
  OK (cuCtxCreate (&b, NULL, 0, 0));
  OK (cuCtxPushCurrent (a));
  OK (cuCtxDestroy (b));
  OK (cuCtxPopCurrent (&c));
  MUST (c == a);
  IS (cuCtxSynchronize (), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  OK (cuCtxPopCurrent (&c));
  OK (cuCtxSynchronize ());

  OK (cuCtxGetLimit (&v, CU_LIMIT_PRINTF_FIFO_SIZE));
  OK (cuCtxSetLimit (CU_LIMIT_PRINTF_FIFO_SIZE, 2 << 20));
  OK (cuCtxGetLimit (&v, CU_LIMIT_PRINTF_FIFO_SIZE));
  MUST (v >= 2 << 20);
  OK (cuCtxGetLimit (&v, CU_LIMIT_STACK_SIZE));
  IS (cuCtxGetLimit (&v, (CUlimit) 1000), CUDA_ERROR_UNSUPPORTED_LIMIT);
  BAD (cuCtxGetLimit (NULL, CU_LIMIT_STACK_SIZE));
  OK (cuCtxGetStreamPriorityRange (&lo, &hi));
  MUST (lo >= hi);
  OK (cuCtxGetStreamPriorityRange (NULL, NULL));
  OK (cuCtxSetCacheConfig (CU_FUNC_CACHE_PREFER_L1));
  BAD (cuCtxSetCacheConfig ((CUfunc_cache) 99));
  IS (cuCtxEnablePeerAccess (a, 0), CUDA_ERROR_INVALID_CONTEXT);
  IS (cuCtxEnablePeerAccess ((CUcontext) NONSENSE, 0),
      CUDA_ERROR_INVALID_CONTEXT);

  /* The last release resets the primary context.  */
  OK (cuMemAlloc (&p, 100));
  OK (cuDevicePrimaryCtxRelease (0));
  OK (cuMemFree (p));
  OK (cuMemAlloc (&p, 100));
  OK (cuDevicePrimaryCtxRelease (0));
  IS (cuMemFree (p), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  IS (cuDevicePrimaryCtxRelease (0), CUDA_ERROR_INVALID_CONTEXT);
  OK (cuDevicePrimaryCtxRetain (&b, 0));
  MUST (a == b);
  BAD (cuMemFree (p));
  OK (cuCtxSetCurrent (NULL));
  OK (cuDevicePrimaryCtxRelease (0));
  end ();
}

static void
memory (void)
{
  CUdeviceptr p, q, base;
  size_t before, after, total, size, pitch;

  begin ("allocation");
  OK (cuMemGetInfo (&before, &total));
  MUST (before <= total);
  OK (cuMemAlloc (&p, 1000));
  MUST (p && p % 256 == 0);
  OK (cuMemGetInfo (&after, &total));
  MUST (after < before);
  OK (cuMemGetAddressRange (&base, &size, p + 999));
  MUST (base == p && size >= 1000);
  OK (cuMemGetAddressRange (NULL, NULL, p));
  BAD (cuMemAlloc (&q, 0));
  BAD (cuMemAlloc (NULL, 4));
  IS (cuMemAlloc (&q, (size_t) 1 << 60), CUDA_ERROR_OUT_OF_MEMORY);
  BAD (cuMemFree (p + 4));
  OK (cuMemFree (p));
  BAD (cuMemFree (p));
  BAD (cuMemFree (0x1234560));
  OK (cuMemFree (0));
  MUST (cuMemGetAddressRange (&base, &size, p) != CUDA_SUCCESS);
  OK (cuMemGetInfo (&after, &total));
  MUST (after == before);
  OK (cuMemAllocPitch (&p, &pitch, 100, 7, 4));
  MUST (pitch >= 100 && pitch % 16 == 0);
  BAD (cuMemAllocPitch (&q, &pitch, 100, 7, 5));
  BAD (cuMemAllocPitch (&q, NULL, 100, 7, 4));
  BAD (cuMemAllocPitch (&q, &pitch, 0, 7, 4));
  OK (cuMemFree (p));
  end ();

  begin ("new memory is zero");
  for (int i = 0; i < 20; i++)
    {
      unsigned char h[5000];
      size_t set = 0;
      OK (cuMemAlloc (&p, sizeof h));
      OK (cuMemcpyDtoH (h, p, sizeof h));
      for (size_t k = 0; k < sizeof h; k++)
	set += h[k] != 0;
      MUST (set == 0);
      OK (cuMemsetD8 (p, 0xff, sizeof h));
      OK (cuMemFree (p));
    }
  end ();
}

static void
host_memory (void)
{
  void *h, *mine = malloc (8192);
  CUdeviceptr d, m;
  unsigned flags;
  int i;

  begin ("host memory");
  OK (cuMemHostAlloc (&h, 4096, CU_MEMHOSTALLOC_DEVICEMAP));
  OK (cuMemHostGetFlags (&flags, h));
  MUST (flags & CU_MEMHOSTALLOC_DEVICEMAP);
  OK (cuMemHostGetDevicePointer (&d, h, 0));
  BAD (cuMemHostGetDevicePointer (&d, mine, 0));
  BAD (cuMemHostGetFlags (&flags, mine));
  OK (run (function ("fill"), NULL, d, 1024, 5, 0));
  OK (cuCtxSynchronize ());
  MUST (((unsigned *) h)[1023] == 5);
  BAD (cuMemFreeHost ((char *) h + 64));
  OK (cuMemFreeHost (h));
  BAD (cuMemFreeHost (h));
  BAD (cuMemHostAlloc (&h, 0, 0));
  BAD (cuMemHostAlloc (&h, 10, 0x1000));
  BAD (cuMemHostAlloc (NULL, 10, 0));
  OK (cuMemAllocHost (&h, 100));
  MUST (cuMemFree ((CUdeviceptr) (uintptr_t) h) == CUDA_ERROR_INVALID_VALUE);
  OK (cuMemFreeHost (h));

  OK (cuMemHostRegister (mine, 8192, 0));
  IS (cuMemHostRegister (mine, 8192, 0),
      CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  OK (cuMemHostGetDevicePointer (&d, mine, 0));
  OK (run (function ("fill"), NULL, d, 2048, 6, 0));
  OK (cuCtxSynchronize ());
  MUST (((unsigned *) mine)[2047] == 6);
  BAD (cuMemFreeHost (mine));
  OK (cuMemHostUnregister (mine));
  IS (cuMemHostUnregister (mine), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  BAD (cuMemHostRegister (NULL, 10, 0));
  BAD (cuMemHostRegister (mine, 0, 0));

  OK (cuMemAllocManaged (&m, 4096, CU_MEM_ATTACH_GLOBAL));
  for (i = 0; i < 1024; i++)
    ((unsigned *) (uintptr_t) m)[i] = (unsigned) i;
  OK (run (function ("affine"), NULL, m, 1024, 2, 1));
  OK (cuCtxSynchronize ());
  MUST (((unsigned *) (uintptr_t) m)[1000] == 2001);
  {
    CUmemLocation where = { .type = CU_MEM_LOCATION_TYPE_DEVICE };
    where.id = 0;
    OK (cuMemPrefetchAsync (m, 4096, where, 0, NULL));
    OK (cuMemAdvise (m, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, where));
    OK (cuMemAdvise (m, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, where));
    OK (cuMemRangeGetAttribute (&i, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, m,
				4096));
    MUST (i == 1);
    OK (cuMemRangeGetAttribute (&i, 4,
				CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, m,
				4096));
    MUST (i == 0);
    OK (cuMemAdvise (m, 4096, CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION, where));
    OK (cuMemRangeGetAttribute (&i, 4,
				CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, m,
				4096));
    MUST (i == CU_DEVICE_INVALID);
    OK (cuMemRangeGetAttribute (&i, 4,
				CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION,
				m, 4096));
    MUST (i == 0);
    BAD (cuMemAdvise (m, 4096, (CUmem_advise) 99, where));
    BAD (cuMemRangeGetAttribute (&i, 3, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, m,
				 4096));
    BAD (cuMemRangeGetAttribute (&i, 4, (CUmem_range_attribute) 99, m, 4096));
    BAD (cuMemPrefetchAsync (m, 5000, where, 0, NULL));
    where.id = 3;
    IS (cuMemPrefetchAsync (m, 4096, where, 0, NULL),
	CUDA_ERROR_INVALID_DEVICE);
  }
  BAD (cuMemAllocManaged (&m, 4096, 0));
  OK (cuMemFree (m));
  free (mine);
  end ();
}

static void
pointers (void)
{
  CUdeviceptr p = words (64), m, q;
  CUmemorytype type;
  CUcontext c;
  void *h, *host;
  unsigned managed;
  int ordinal;
  CUpointer_attribute ask[] = {
    CU_POINTER_ATTRIBUTE_CONTEXT, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
    CU_POINTER_ATTRIBUTE_DEVICE_POINTER, CU_POINTER_ATTRIBUTE_HOST_POINTER,
    CU_POINTER_ATTRIBUTE_IS_MANAGED, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
  };
  void *answer[] = { &c, &type, &q, &host, &managed, &ordinal };

  begin ("pointer attributes");
  OK (cuPointerGetAttribute (&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
  MUST (type == CU_MEMORYTYPE_DEVICE);
  OK (cuPointerGetAttribute (&c, CU_POINTER_ATTRIBUTE_CONTEXT, p));
  MUST (c == ctx);
  OK (cuPointerGetAttribute (&q, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
			     p + 8));
  MUST (q == p);
  BAD (cuPointerGetAttribute (&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, p));
  BAD (cuPointerGetAttribute (&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
			      (CUdeviceptr) (uintptr_t) &p));
  BAD (cuPointerGetAttribute (NULL, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
  BAD (cuPointerGetAttribute (&type, (CUpointer_attribute) 999, p));
  OK (cuMemHostAlloc (&h, 64, 0));
  OK (cuPointerGetAttribute (&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
			     (CUdeviceptr) (uintptr_t) h));
  MUST (type == CU_MEMORYTYPE_HOST);
  OK (cuMemAllocManaged (&m, 64, CU_MEM_ATTACH_GLOBAL));
  OK (cuPointerGetAttributes (6, ask, answer, m));
  MUST (c == ctx && managed && q == m && ordinal == 0);
  OK (cuPointerGetAttributes (6, ask, answer, p));
  MUST (type == CU_MEMORYTYPE_DEVICE && !managed && host == NULL);
  OK (cuPointerGetAttributes (6, ask, answer, (CUdeviceptr) (uintptr_t) &p));
  MUST (c == NULL && (int) type == 0 && q == 0 && ordinal < 0);
  BAD (cuPointerGetAttributes (0, ask, answer, p));
  BAD (cuPointerGetAttributes (6, NULL, answer, p));
  managed = 1;
  OK (cuPointerSetAttribute (&managed, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
  OK (cuMemFree (p));
  OK (cuMemFree (m));
  OK (cuMemFreeHost (h));
  end ();
}

static void
copies (void)
{
  unsigned a[64], b[64];
  CUdeviceptr p = words (64), q = words (64);

  begin ("copies");
  for (unsigned i = 0; i < 64; i++)
    a[i] = i * i;
  memset (b, 0, sizeof b);
  OK (cuMemcpyHtoD (p, a, sizeof a));
  OK (cuMemcpyDtoD (q, p, sizeof a));
  OK (cuMemcpyDtoH (b, q, sizeof a));
  MUST (!memcmp (a, b, sizeof a));
  memset (b, 0, sizeof b);
  OK (cuMemcpy (q, p, sizeof a));
  OK (cuMemcpy ((CUdeviceptr) (uintptr_t) b, q, sizeof a));
  MUST (!memcmp (a, b, sizeof a));
  memset (b, 0, sizeof b);
  OK (cuMemcpyHtoDAsync (p, a, sizeof a, NULL));
  OK (cuMemcpyDtoDAsync (q, p, sizeof a, NULL));
  OK (cuMemcpyDtoHAsync (b, q, sizeof a, NULL));
  OK (cuCtxSynchronize ());
  MUST (!memcmp (a, b, sizeof a));
  OK (cuMemcpyPeer (q, ctx, p, ctx, sizeof a));
  IS (cuMemcpyPeer (q, (CUcontext) NONSENSE, p, ctx, sizeof a),
      CUDA_ERROR_INVALID_CONTEXT);
  OK (cuMemcpyHtoD (p, a, 0));
  BAD (cuMemcpyHtoD (p, a, sizeof a + 4));
  BAD (cuMemcpyHtoD (p + 8, a, sizeof a));
  BAD (cuMemcpyHtoD (p, NULL, 4));
  BAD (cuMemcpyDtoH (NULL, p, 4));
  BAD (cuMemcpyHtoD (0, a, 4));
  BAD (cuMemcpyDtoD (p, 0x1000, 4));
  BAD (cuMemcpyDtoH (b, (CUdeviceptr) (uintptr_t) a, 4));
  HANDLE (cuMemcpyHtoDAsync (p, a, 4, (CUstream) NONSENSE));

  {
    CUDA_MEMCPY2D c = {
      .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = a, .srcPitch = 32,
      .srcXInBytes = 4, .srcY = 1,
      .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = p, .dstPitch = 16,
      .WidthInBytes = 12, .Height = 3
    };
    CUDA_MEMCPY2D bad;
    OK (cuMemsetD32 (p, 9, 64));
    OK (cuMemcpy2D (&c));
    OK (cuMemcpyDtoH (b, p, sizeof b));
    for (unsigned y = 0; y < 3; y++)
      {
	for (unsigned x = 0; x < 3; x++)
	  MUST (b[y * 4 + x] == a[(y + 1) * 8 + x + 1]);
	MUST (b[y * 4 + 3] == 9);
      }
    OK (cuMemcpy2DUnaligned (&c));
    OK (cuMemcpy2DAsync (&c, NULL));
    BAD (cuMemcpy2D (NULL));
    bad = c;
    bad.srcPitch = 8;
    BAD (cuMemcpy2D (&bad));
    bad = c;
    bad.dstPitch = 200;
    BAD (cuMemcpy2D (&bad));
    bad = c;
    bad.dstMemoryType = (CUmemorytype) 77;
    BAD (cuMemcpy2D (&bad));
    bad = c;
    bad.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    MUST (cuMemcpy2D (&bad) != CUDA_SUCCESS);
    bad = c;
    bad.srcHost = NULL;
    BAD (cuMemcpy2D (&bad));
    bad = c;
    bad.Height = 0;
    OK (cuMemcpy2D (&bad));
  }
  {
    CUDA_MEMCPY3D c;
    memset (&c, 0, sizeof c);
    c.srcMemoryType = CU_MEMORYTYPE_HOST;
    c.srcHost = a;
    c.srcPitch = 16;
    c.srcHeight = 4;
    c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    c.dstDevice = p;
    c.dstPitch = 8;
    c.dstHeight = 2;
    c.WidthInBytes = 8;
    c.Height = 2;
    c.Depth = 3;
    OK (cuMemcpy3D (&c));
    OK (cuMemcpyDtoH (b, p, sizeof b));
    for (unsigned z = 0; z < 3; z++)
      for (unsigned y = 0; y < 2; y++)
	for (unsigned x = 0; x < 2; x++)
	  MUST (b[z * 4 + y * 2 + x] == a[z * 16 + y * 4 + x]);
    c.Depth = 100;
    BAD (cuMemcpy3D (&c));
    BAD (cuMemcpy3D (NULL));
    OK (cuMemcpy3DAsync (&(CUDA_MEMCPY3D) { .WidthInBytes = 0 }, NULL));
  }
  OK (cuMemFree (q));
  BAD (cuMemcpyDtoD (p, q, 4));
  OK (cuMemFree (p));
  end ();
}

static void
fills (void)
{
  unsigned char b[64];
  CUdeviceptr p = words (16);

  begin ("fills");
  OK (cuMemsetD8 (p, 0xab, 64));
  OK (cuMemsetD16 (p + 2, 0x1234, 3));
  OK (cuMemsetD32 (p + 16, 0xdeadbeef, 2));
  OK (cuMemcpyDtoH (b, p, 64));
  MUST (b[0] == 0xab && b[2] == 0x34 && b[3] == 0x12 && b[7] == 0x12
	&& b[8] == 0xab && b[16] == 0xef && b[23] == 0xde && b[24] == 0xab);
  OK (cuMemsetD2D8 (p, 8, 1, 3, 4));
  OK (cuMemsetD2D16 (p + 32, 8, 0x0202, 2, 2));
  OK (cuMemsetD2D32 (p + 48, 8, 0x03030303, 1, 2));
  OK (cuMemcpyDtoH (b, p, 64));
  MUST (b[2] == 1 && b[8] == 1 && b[26] == 1 && b[35] == 2 && b[43] == 2
	&& b[48] == 3 && b[59] == 3 && b[60] == 0xab);
  OK (cuMemsetD8Async (p, 0, 64, NULL));
  OK (cuMemsetD16Async (p, 0, 32, NULL));
  OK (cuMemsetD32Async (p, 0, 16, NULL));
  OK (cuMemsetD2D32Async (p, 16, 0, 1, 4, NULL));
  OK (cuMemsetD8 (p, 1, 0));
  BAD (cuMemsetD8 (p, 1, 65));
  BAD (cuMemsetD16 (p + 1, 1, 1));
  BAD (cuMemsetD32 (p + 2, 1, 1));
  BAD (cuMemsetD8 (0, 1, 1));
  BAD (cuMemsetD2D8 (p, 8, 1, 9, 2));
  BAD (cuMemsetD2D32 (p, 32, 1, 8, 3));
  OK (cuMemFree (p));
  BAD (cuMemsetD8 (p, 1, 1));
  end ();
}

static void
functions (void)
{
  CUfunction f, g;
  CUmodule m;
  CUdeviceptr p = words (256), q;
  const char *name;
  size_t off, size;
  unsigned h[256], count;
  int v;
  CUfunction list[32];

  begin ("functions");
  OK (cuModuleGetFunction (&f, mod, "fill"));
  OK (cuModuleGetFunction (&g, mod, "fill"));
  MUST (f == g);
  IS (cuModuleGetFunction (&g, mod, "no such"), CUDA_ERROR_NOT_FOUND);
  HANDLE (cuModuleGetFunction (&g, (CUmodule) NONSENSE, "fill"));
  HANDLE (cuModuleGetFunction (&g, NULL, "fill"));
  BAD (cuModuleGetFunction (NULL, mod, "fill"));
  BAD (cuModuleGetFunction (&g, mod, NULL));
  OK (cuFuncGetName (&name, f));
  MUST (!strcmp (name, "fill"));
  OK (cuFuncGetModule (&m, f));
  MUST (m == mod);
  OK (cuFuncGetParamInfo (f, 1, &off, &size));
  MUST (off == 8 && size == 4);
  BAD (cuFuncGetParamInfo (f, 3, &off, &size));
  OK (cuFuncGetParamInfo (function ("sum"), 4, &off, &size));
  MUST (off == 24 && size == 24);
  OK (cuModuleGetFunctionCount (&count, mod));
  MUST (count == 12);
  OK (cuModuleEnumerateFunctions (list, count, mod));
  OK (cuFuncGetName (&name, list[count - 1]));
  MUST (!strcmp (name, "poke"));

  OK (cuFuncGetAttribute (&v, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f));
  MUST (v == 1024);
  OK (cuFuncGetAttribute (&v, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
			  function ("small")));
  MUST (v == 64);
  OK (cuFuncGetAttribute (&v, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
			  function ("shared")));
  MUST (v == 1024);
  OK (cuFuncGetAttribute (&v, CU_FUNC_ATTRIBUTE_NUM_REGS, f));
  MUST (v > 0 && v <= 255);
  BAD (cuFuncGetAttribute (&v, (CUfunction_attribute) 1000, f));
  BAD (cuFuncGetAttribute (NULL, CU_FUNC_ATTRIBUTE_NUM_REGS, f));
  HANDLE (cuFuncGetAttribute (&v, CU_FUNC_ATTRIBUTE_NUM_REGS,
			      (CUfunction) NONSENSE));
  BAD (cuFuncSetAttribute (f, CU_FUNC_ATTRIBUTE_NUM_REGS, 3));
  OK (cuFuncSetCacheConfig (f, CU_FUNC_CACHE_PREFER_SHARED));
  end ();

  begin ("globals");
  OK (cuModuleGetGlobal (&q, &size, mod, "counter"));
  MUST (size == 4);
  OK (run (function ("symbols"), NULL, p, 256, 0, 0));
  OK (cuMemcpyDtoH (h, p, sizeof h));
  MUST (h[0] == 17 && h[1] == 27 && h[255] == 47);
  OK (cuMemsetD32 (q, 100, 1));
  OK (run (function ("symbols"), NULL, p, 256, 0, 0));
  OK (cuMemcpyDtoH (h, p, sizeof h));
  MUST (h[0] == 110);
  OK (cuModuleGetGlobal (NULL, &size, mod, "table"));
  MUST (size == 16);
  IS (cuModuleGetGlobal (&q, &size, mod, "fill"), CUDA_ERROR_NOT_FOUND);
  BAD (cuModuleGetGlobal (&q, &size, mod, NULL));
  HANDLE (cuModuleGetGlobal (&q, &size, (CUmodule) NONSENSE, "table"));
  BAD (cuMemFree (q));
  end ();

  begin ("launches");
  {
    unsigned n = 256, a = 3;
    unsigned char pa = 200;
    unsigned short pb = 60000;
    double pc = 1e6;
    struct { uint64_t a; uint32_t x[4]; } s = { 1ull << 40, { 0, 0, 0, 5 } };
    uint64_t sum;
    void *args[] = { &p, &n, &a }, *two[] = { &p, NULL, &a };
    void *mixed[] = { &p, &pa, &pb, &pc, &s };
    size_t bytes = 20, small = 10;
    struct { CUdeviceptr p; unsigned n, v; } buf = { p, n, 44 };
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &buf,
		      CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
		      CU_LAUNCH_PARAM_END };
    void *short_[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &buf,
		       CU_LAUNCH_PARAM_BUFFER_SIZE, &small,
		       CU_LAUNCH_PARAM_END };
    void *odd[] = { (void *) 17, &buf, CU_LAUNCH_PARAM_END };

    OK (cuLaunchKernel (f, 2, 1, 1, 128, 1, 1, 0, NULL, args, NULL));
    a = 99;			/* the value was taken at the call */
    MUST (all (p, 256, 3));
    OK (cuLaunchKernel (f, 2, 1, 1, 128, 1, 1, 0, NULL, NULL, extra));
    MUST (all (p, 256, 44));
    BAD (cuLaunchKernel (f, 2, 1, 1, 128, 1, 1, 0, NULL, args, extra));
    BAD (cuLaunchKernel (f, 2, 1, 1, 128, 1, 1, 0, NULL, NULL, NULL));
    BAD (cuLaunchKernel (f, 2, 1, 1, 128, 1, 1, 0, NULL, NULL, short_));
    BAD (cuLaunchKernel (f, 2, 1, 1, 128, 1, 1, 0, NULL, NULL, odd));
    BAD (cuLaunchKernel (f, 2, 1, 1, 128, 1, 1, 0, NULL, two, NULL));
    BAD (cuLaunchKernel (f, 0, 1, 1, 128, 1, 1, 0, NULL, args, NULL));
    BAD (cuLaunchKernel (f, 1, 70000, 1, 128, 1, 1, 0, NULL, args, NULL));
    BAD (cuLaunchKernel (f, 1, 1, 1, 0, 1, 1, 0, NULL, args, NULL));
    BAD (cuLaunchKernel (f, 1, 1, 1, 1025, 1, 1, 0, NULL, args, NULL));
    BAD (cuLaunchKernel (f, 1, 1, 1, 64, 64, 1, 0, NULL, args, NULL));
    BAD (cuLaunchKernel (f, 1, 1, 1, 1, 1, 65, 0, NULL, args, NULL));
    BAD (cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 60000, NULL, args, NULL));
    HANDLE (cuLaunchKernel ((CUfunction) NONSENSE, 1, 1, 1, 1, 1, 1, 0, NULL,
			    args, NULL));
    HANDLE (cuLaunchKernel (NULL, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL));
    HANDLE (cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, (CUstream) NONSENSE, args,
			    NULL));
    MUST (run (function ("small"), NULL, p, 128, 0, 0) != CUDA_SUCCESS);
    MUST (run (function ("exact"), NULL, p, 128, 0, 0) != CUDA_SUCCESS);
    OK (cuLaunchKernel (function ("exact"), 1, 1, 1, 32, 1, 1, 0, NULL, args,
			NULL));
    OK (cuLaunchKernel (function ("nothing"), 3, 2, 5, 7, 3, 2, 0, NULL, NULL,
			NULL));
    OK (cuLaunchKernel (function ("sum"), 1, 1, 1, 1, 1, 1, 0, NULL, mixed,
			NULL));
    OK (cuMemcpyDtoH (&sum, p, sizeof sum));
    MUST (sum == 200 + 60000 + 1000000 + (1ull << 40) + 5);
    OK (cuCtxSynchronize ());
  }
  end ();

  begin ("dynamic shared memory");
  {
    CUfunction r = function ("reverse");
    unsigned n = 256;
    void *args[] = { &p, &n };
    for (unsigned i = 0; i < 256; i++)
      h[i] = i;
    OK (cuMemcpyHtoD (p, h, sizeof h));
    OK (cuLaunchKernel (r, 2, 1, 1, 128, 1, 1, 512, NULL, args, NULL));
    OK (cuMemcpyDtoH (h, p, sizeof h));
    MUST (h[0] == 127 && h[127] == 0 && h[128] == 255);
    BAD (cuLaunchKernel (r, 2, 1, 1, 128, 1, 1, 100000, NULL, args, NULL));
    OK (cuFuncSetAttribute
	(r, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 227 * 1024));
    OK (cuLaunchKernel (r, 2, 1, 1, 128, 1, 1, 100000, NULL, args, NULL));
    BAD (cuFuncSetAttribute
	 (r, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 228 * 1024));
    OK (cuCtxSynchronize ());
  }
  end ();

  begin ("launch attributes");
  {
    CUlaunchAttribute a[2];
    CUlaunchConfig c;
    unsigned n = 256, w = 8;
    void *args[] = { &p, &n, &w };
    memset (a, 0, sizeof a);
    memset (&c, 0, sizeof c);
    c.gridDimX = 4;
    c.blockDimX = 64;
    c.gridDimY = c.gridDimZ = c.blockDimY = c.blockDimZ = 1;
    c.attrs = a;
    c.numAttrs = 2;
    a[0].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    a[0].value.cooperative = 1;
    a[1].id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
    OK (cuLaunchKernelEx (&c, f, args, NULL));
    MUST (all (p, 256, 8));
    a[1].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    a[1].value.clusterDim.x = 2;
    a[1].value.clusterDim.y = a[1].value.clusterDim.z = 1;
    a[0].id = CU_LAUNCH_ATTRIBUTE_IGNORE;
    w = 9;
    OK (cuLaunchKernelEx (&c, f, args, NULL));
    MUST (all (p, 256, 9));
    a[1].value.clusterDim.x = 3;
    IS (cuLaunchKernelEx (&c, f, args, NULL), CUDA_ERROR_INVALID_CLUSTER_SIZE);
    c.gridDimX = 16;
    a[1].value.clusterDim.x = 16;
    IS (cuLaunchKernelEx (&c, f, args, NULL), CUDA_ERROR_INVALID_CLUSTER_SIZE);
    OK (cuFuncSetAttribute
	(f, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1));
    OK (cuLaunchKernelEx (&c, f, args, NULL));
    a[0].id = (CUlaunchAttributeID) 99;
    BAD (cuLaunchKernelEx (&c, f, args, NULL));
    BAD (cuLaunchKernelEx (NULL, f, args, NULL));
    c.attrs = NULL;
    BAD (cuLaunchKernelEx (&c, f, args, NULL));
    OK (cuLaunchCooperativeKernel (f, 2, 1, 1, 128, 1, 1, 0, NULL, args));
    IS (cuLaunchCooperativeKernel (f, 100000, 1, 1, 1024, 1, 1, 0, NULL, args),
	CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
    OK (cuCtxSynchronize ());
  }
  end ();

  begin ("occupancy");
  {
    int grid, block;
    size_t dyn;
    CUlaunchConfig c;
    OK (cuOccupancyMaxActiveBlocksPerMultiprocessor (&v, f, 1024, 0));
    MUST (v >= 1 && v <= 2);
    OK (cuOccupancyMaxActiveBlocksPerMultiprocessor (&v, f, 32, 0));
    MUST (v >= 1 && v <= 32);
    OK (cuOccupancyMaxActiveBlocksPerMultiprocessor (&v, f, 32, 40000));
    MUST (v >= 1 && v <= 5);
    BAD (cuOccupancyMaxActiveBlocksPerMultiprocessor (&v, f, 0, 0));
    BAD (cuOccupancyMaxActiveBlocksPerMultiprocessor (NULL, f, 32, 0));
    HANDLE (cuOccupancyMaxActiveBlocksPerMultiprocessor
	    (&v, (CUfunction) NONSENSE, 32, 0));
    OK (cuOccupancyMaxPotentialBlockSize (&grid, &block, f, NULL, 0, 0));
    MUST (block >= 32 && block <= 1024 && grid >= 132);
    OK (cuOccupancyMaxPotentialBlockSize (&grid, &block, f, NULL, 0, 100));
    MUST (block <= 100);
    OK (cuOccupancyAvailableDynamicSMemPerBlock (&dyn, f, 2, 128));
    MUST (dyn > 100000 && dyn <= 115 * 1024);
    memset (&c, 0, sizeof c);
    c.gridDimX = 4;
    c.blockDimX = 64;
    c.gridDimY = c.gridDimZ = c.blockDimY = c.blockDimZ = 1;
    OK (cuOccupancyMaxPotentialClusterSize (&v, function ("affine"), &c));
    MUST (v == 8);
    OK (cuOccupancyMaxActiveClusters (&v, f, &c));
    MUST (v > 0);
  }
  end ();
  OK (cuMemFree (p));
}

static void
tensor_maps (void)
{
  static CUtensorMap map;
  CUdeviceptr p = words (64 * 64);
  void *base = (void *) (uintptr_t) p;
  cuuint64_t dim[2] = { 64, 64 }, stride[1] = { 256 };
  cuuint32_t box[2] = { 32, 8 }, step[2] = { 1, 1 };
#define ENCODE(map, type, rank, base, dim, stride, box, step, inter, swz, fill) \
  cuTensorMapEncodeTiled (map, CU_TENSOR_MAP_DATA_TYPE_##type, rank, base, dim, \
			  stride, box, step, CU_TENSOR_MAP_INTERLEAVE_##inter, \
			  CU_TENSOR_MAP_SWIZZLE_##swz, \
			  CU_TENSOR_MAP_L2_PROMOTION_NONE, fill)
#define NOFILL CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE
#define NANS CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA

  begin ("tensor maps");
  OK (ENCODE (&map, FLOAT32, 2, base, dim, stride, box, step, NONE, 128B,
	      NOFILL));
  OK (ENCODE (&map, FLOAT32, 2, base, dim, stride, box, step, NONE, NONE,
	      NANS));
  OK (cuTensorMapReplaceAddress (&map, (char *) base + 16));
  BAD (cuTensorMapReplaceAddress (&map, (char *) base + 8));
  BAD (ENCODE (NULL, FLOAT32, 2, base, dim, stride, box, step, NONE, NONE,
	       NOFILL));
  BAD (ENCODE ((CUtensorMap *) ((char *) &map + 4), FLOAT32, 2, base, dim,
	       stride, box, step, NONE, NONE, NOFILL));
  BAD (ENCODE (&map, FLOAT32, 0, base, dim, stride, box, step, NONE, NONE,
	       NOFILL));
  BAD (ENCODE (&map, FLOAT32, 6, base, dim, stride, box, step, NONE, NONE,
	       NOFILL));
  BAD (ENCODE (&map, FLOAT32, 2, (char *) base + 4, dim, stride, box, step,
	       NONE, NONE, NOFILL));
  BAD (ENCODE (&map, FLOAT32, 2, base, dim, stride, box, step, 16B, NONE,
	       NOFILL));
  BAD (ENCODE (&map, INT32, 2, base, dim, stride, box, step, NONE, NONE,
	       NANS));
  BAD (ENCODE (&map, FLOAT32, 2, base, dim, stride, box, step, NONE, 64B,
	       NOFILL));
  BAD (ENCODE (&map, FLOAT32, 2, base, NULL, stride, box, step, NONE, NONE,
	       NOFILL));
  {
    /* Nobody steps in a dimension of one.  */
    cuuint64_t dims[3] = { 64, 64, 1 }, steps[2] = { 256, 0 };
    cuuint32_t part[3] = { 32, 8, 1 }, ones[3] = { 1, 1, 1 };
    OK (ENCODE (&map, FLOAT32, 3, base, dims, steps, part, ones, NONE, NONE, NOFILL));
    dims[2] = 2;
    BAD (ENCODE (&map, FLOAT32, 3, base, dims, steps, part, ones, NONE, NONE, NOFILL));
  }
  stride[0] = 250;
  BAD (ENCODE (&map, FLOAT32, 2, base, dim, stride, box, step, NONE, NONE,
	       NOFILL));
  stride[0] = 256;
  box[1] = 257;
  BAD (ENCODE (&map, FLOAT32, 2, base, dim, stride, box, step, NONE, NONE,
	       NOFILL));
  box[1] = 8;
  box[0] = 3;
  BAD (ENCODE (&map, FLOAT32, 2, base, dim, stride, box, step, NONE, NONE,
	       NOFILL));
  box[0] = 32;
  step[1] = 9;
  BAD (ENCODE (&map, FLOAT32, 2, base, dim, stride, box, step, NONE, NONE,
	       NOFILL));
  step[1] = 1;
  dim[1] = 0;
  BAD (ENCODE (&map, FLOAT32, 2, base, dim, stride, box, step, NONE, NONE,
	       NOFILL));
  {
    cuuint64_t d[4] = { 16, 8, 8, 2 }, s[3] = { 64, 512, 4096 };
    cuuint32_t e[4] = { 1, 1, 1, 1 };
    int lower[2] = { -1, -1 }, upper[2] = { -1, -1 };
#define IM2COL(channels, pixels) \
    cuTensorMapEncodeIm2col (&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, base, d, \
			     s, lower, upper, channels, pixels, e, \
			     CU_TENSOR_MAP_INTERLEAVE_NONE, \
			     CU_TENSOR_MAP_SWIZZLE_NONE, \
			     CU_TENSOR_MAP_L2_PROMOTION_NONE, NOFILL)
    OK (IM2COL (16, 32));
    BAD (IM2COL (257, 32));
    BAD (IM2COL (16, 1025));
    lower[0] = -129;
    BAD (IM2COL (16, 32));
  }
  OK (cuMemFree (p));
  end ();
}

static void
proc_address (void)
{
  void *fn, *fn2;
  CUdriverProcAddressQueryResult s;

  begin ("cuGetProcAddress");
  OK (cuGetProcAddress ("cuMemAlloc", &fn, 12000, 0, &s));
  MUST (fn == (void *) (uintptr_t) cuMemAlloc
	&& s == CU_GET_PROC_ADDRESS_SUCCESS);
  OK (cuGetProcAddress ("cuMemAlloc", &fn2, 2000, 0, &s));
  MUST (fn2 && fn2 != fn);
  OK (cuGetProcAddress ("cuLaunchKernelEx", &fn, 11000, 0, &s));
  MUST (!fn && s == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
  OK (cuGetProcAddress ("cuNoSuchThing", &fn, 12000, 0, &s));
  MUST (!fn && s == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  IS (cuGetProcAddress ("cuNoSuchThing", &fn, 12000, 0, NULL),
      CUDA_ERROR_NOT_FOUND);
  OK (cuGetProcAddress ("cuMemcpyAsync", &fn, 12000, 0, &s));
  OK (cuGetProcAddress ("cuMemcpyAsync", &fn2, 12000,
			CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &s));
  MUST (fn2 && fn2 != fn);
  BAD (cuGetProcAddress (NULL, &fn, 12000, 0, &s));
  BAD (cuGetProcAddress ("cuInit", NULL, 12000, 0, &s));
  BAD (cuGetProcAddress ("cuInit", &fn, 12000, 99, &s));
  end ();
}

static void
unsupported (void)
{
  CUdeviceptr p = words (1), p2;
  CUipcMemHandle h;
  CUmodule m;
  void *fn;
  CUdriverProcAddressQueryResult s;

  begin ("what there is not says so");
  OK (cuIpcGetMemHandle (&h, p));
  IS (cuIpcOpenMemHandle (&p2, h, 1), CUDA_ERROR_INVALID_CONTEXT);
  memset (&h, 0, sizeof h);
  BAD (cuIpcOpenMemHandle (&p2, h, 1));
  BAD (cuIpcCloseMemHandle (p));
  OK (cuGetProcAddress ("cuArray3DCreate", &fn, 12000, 0, &s));
  MUST (fn && ((CUresult (*) (void)) fn) () == CUDA_ERROR_NOT_SUPPORTED);
  IS (cuModuleLoadData (&m, "\177ELF\2\1\1"), CUDA_ERROR_NO_BINARY_FOR_GPU);
  IS (cuModuleLoadData (&m, "\x50\xed\x55\xba\1\0\x10\0\0\0\0\0\0\0\0"),
      CUDA_ERROR_NO_BINARY_FOR_GPU);
  OK (cuMemFree (p));
  end ();
}

static void
old_launch (void)
{
  CUfunction f = function ("fill");
  CUdeviceptr p = words (128);

  begin ("launches of old");
  OK (cuFuncSetBlockShape (f, 64, 1, 1));
  OK (cuParamSetv (f, 0, &p, 8));
  OK (cuParamSeti (f, 8, 128));
  OK (cuParamSeti (f, 12, 77));
  OK (cuParamSetSize (f, 16));
  OK (cuLaunchGrid (f, 2, 1));
  MUST (all (p, 128, 77));
  BAD (cuParamSeti (f, 14, 1));
  BAD (cuParamSeti (f, -4, 1));
  BAD (cuFuncSetBlockShape (f, 0, 1, 1));
  OK (cuMemFree (p));
  end ();
}

/* Every function with all arguments zero, in each state of the library: an
   error or not, but no crash, and the library works afterwards.  */
#ifndef TEST_CUDA_H
typedef CUresult (*any_fn) (long, long, long, long, long, long, long, long,
			    long, long, long, long, long, long, long, long);
static const struct { const char *name; any_fn fn; } every[] = {
# define PX_DRIVER(name, symbol, since, need, args) \
  { #symbol, (any_fn) (void *) symbol },
# include "runtime/driver.def"
# undef PX_DRIVER
};

static void
zeros (int with_context)
{
  CUcontext c = NULL;
  for (size_t i = 0; i < sizeof every / sizeof *every; i++)
    {
      CUresult r;
      const char *s = NULL;
      if (with_context)
	{
	  while (cuCtxPopCurrent (&c) == CUDA_SUCCESS)
	    ;
	  OK (cuDevicePrimaryCtxRetain (&c, 0));
	  OK (cuCtxPushCurrent (c));
	}
      r = every[i].fn (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
      if (cuGetErrorName (r, &s) != CUDA_SUCCESS)
	{
	  test_ok = 0;
	  printf ("  %s: result %d\n", every[i].name, (int) r);
	}
    }
  while (cuDevicePrimaryCtxRelease (0) == CUDA_SUCCESS)
    ;
  while (cuCtxPopCurrent (&c) == CUDA_SUCCESS)
    ;
}

static void
no_arguments (void)
{
  begin ("every function with zeros, without a context");
  zeros (0);
  end ();
  begin ("every function with zeros, with a context");
  zeros (1);
  end ();
}
#else
static void
no_arguments (void)
{
}
#endif

int
main (void)
{
  before_init ();
  errors ();
  devices ();
  contexts ();
  no_arguments ();
  begin ("start");
  start ();
  end ();
  memory ();
  host_memory ();
  pointers ();
  copies ();
  fills ();
  functions ();
  tensor_maps ();
  proc_address ();
  unsupported ();
  old_launch ();
  begin ("stop");
  stop ();
  end ();
  return failures != 0;
}
