/* SPDX-License-Identifier: MIT */
/* Virtual memory by hand: a vector that grows at its place, memory at two addresses, memory that
   another process gets by its descriptor, and wrong arguments.  */
#define _GNU_SOURCE
#include "test.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

static CUfunction add;
static size_t unit;
static CUmemAllocationProp prop;
static CUmemAccessDesc desc;

/* p[i] += v for i < n.  */
static const char ptx[] =
  ".version 7.0\n.target sm_70\n.address_size 64\n"
  ".visible .entry add (.param .u64 P, .param .u32 V, .param .u32 N)\n{\n"
  "  .reg .pred %p;\n  .reg .b32 %r<8>;\n  .reg .b64 %d<4>;\n"
  "  ld.param.u64 %d1, [P];\n  ld.param.u32 %r1, [V];\n  ld.param.u32 %r2, [N];\n"
  "  mov.u32 %r3, %ntid.x;\n  mov.u32 %r4, %ctaid.x;\n  mov.u32 %r5, %tid.x;\n"
  "  mad.lo.u32 %r6, %r4, %r3, %r5;\n  setp.ge.u32 %p, %r6, %r2;\n  @%p bra L;\n"
  "  mul.wide.u32 %d2, %r6, 4;\n  add.u64 %d3, %d1, %d2;\n"
  "  ld.global.u32 %r7, [%d3];\n  add.u32 %r7, %r7, %r1;\n  st.global.u32 [%d3], %r7;\n"
  "L:\n  ret;\n}\n";

static CUresult
launch (CUdeviceptr p, unsigned v, unsigned n)
{
  void *args[] = { &p, &v, &n };
  CUresult r = cuLaunchKernel (add, (n + 255) / 256, 1, 1, 256, 1, 1, 0, NULL, args, NULL);
  return r ? r : cuCtxSynchronize ();
}

static void
set_up (void)
{
  int yes = 0;
  begin ("set-up");
  OK (cuInit (0));
  OK (cuDeviceGet (&dev, 0));
  OK (cuDevicePrimaryCtxRetain (&ctx, dev));
  OK (cuCtxPushCurrent (ctx));
  OK (cuModuleLoadData (&mod, ptx));
  OK (cuModuleGetFunction (&add, mod, "add"));
  OK (cuDeviceGetAttribute (&yes, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, dev));
  MUST (yes == 1);
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  prop.location.id = dev;
  OK (cuMemGetAllocationGranularity (&unit, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  MUST (unit && !(unit & (unit - 1)));
  desc.location = prop.location;
  desc.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  end ();
}

/* Three pieces behind one another are one array to kernels, copies and fills.  */
static void
growth (void)
{
  enum { PIECES = 3 };
  CUmemGenericAllocationHandle h[PIECES];
  CUdeviceptr p, base;
  size_t whole = PIECES * unit, n = whole / 4, before, after, total, size;
  unsigned *v = malloc (whole);
  int bad = 0;

  begin ("a vector that grows");
  MUST (v);
  if (!v)
    return;
  OK (cuMemGetInfo (&before, &total));
  OK (cuMemAddressReserve (&p, whole, 0, 0, 0));
  MUST (p % unit == 0);
  for (int i = 0; i < PIECES; i++)
    {
      OK (cuMemCreate (&h[i], unit, &prop, 0));
      OK (cuMemMap (p + i * unit, unit, 0, h[i], 0));
      BAD (cuMemcpyHtoD (p + i * unit, v, 4));
      OK (cuMemSetAccess (p + i * unit, unit, &desc, 1));
      OK (cuMemRelease (h[i]));
      OK (cuMemsetD32 (p, 5, (i + 1) * unit / 4));
      BAD (cuMemsetD32 (p, 5, (i + 1) * unit / 4 + 1));
    }
  OK (cuMemGetInfo (&after, &total));
  MUST (before - after == whole);
  for (size_t i = 0; i < n; i++)
    v[i] = (unsigned) i;
  OK (cuMemcpyHtoD (p, v, whole));
  OK (launch (p, 7, (unsigned) n));
  memset (v, 0, whole);
  OK (cuMemcpyDtoH (v, p, whole));
  for (size_t i = 0; i < n; i++)
    bad += v[i] != i + 7;
  MUST (!bad);
  OK (cuMemGetAddressRange (&base, &size, p + unit + 8));
  MUST (base == p && size == whole);
  /* A piece in the middle goes, with what it has.  */
  OK (cuMemUnmap (p + unit, unit));
  BAD (cuMemcpyDtoH (v, p, whole));
  OK (cuMemcpyDtoH (v, p, unit));
  OK (cuMemcpyDtoH (v, p + 2 * unit, unit));
  BAD (cuMemUnmap (p, whole));
  BAD (cuMemAddressFree (p, whole));
  OK (cuMemUnmap (p, unit));
  OK (cuMemUnmap (p + 2 * unit, unit));
  OK (cuMemAddressFree (p, whole));
  OK (cuMemGetInfo (&after, &total));
  MUST (before == after);
  free (v);
  end ();
}

static void
two_addresses (void)
{
  CUmemGenericAllocationHandle h, again;
  CUmemAllocationProp got;
  unsigned long long flags = 99;
  CUdeviceptr p, q;
  unsigned v = 0;

  begin ("memory at two addresses");
  OK (cuMemCreate (&h, unit, &prop, 0));
  OK (cuMemAddressReserve (&p, unit, 4 * unit, 0, 0));
  OK (cuMemAddressReserve (&q, unit, 0, 0, 0));
  MUST (p % (4 * unit) == 0);
  OK (cuMemMap (p, unit, 0, h, 0));
  OK (cuMemMap (q, unit, 0, h, 0));
  OK (cuMemGetAccess (&flags, &desc.location, p));
  MUST (flags == 0);
  OK (cuMemSetAccess (p, unit, &desc, 1));
  OK (cuMemSetAccess (q, unit, &desc, 1));
  OK (cuMemGetAccess (&flags, &desc.location, p + 5));
  MUST (flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  OK (cuMemsetD32 (p, 40, 4));
  OK (launch (q, 2, 4));
  OK (cuMemcpyDtoH (&v, p, 4));
  MUST (v == 42);
  OK (cuMemRetainAllocationHandle (&again, (void *) (uintptr_t) (q + 100)));
  MUST (again == h);
  OK (cuMemGetAllocationPropertiesFromHandle (&got, again));
  MUST (got.type == prop.type && got.location.type == prop.location.type);
  OK (cuMemRelease (again));
  OK (cuMemRelease (h));
  BAD (cuMemRelease (h));
  /* The memory lives while it is mapped; access can be taken away and given again.  */
  desc.flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
  OK (cuMemSetAccess (p, unit, &desc, 1));
  BAD (cuMemcpyDtoH (&v, p, 4));
  desc.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  OK (cuMemSetAccess (p, unit, &desc, 1));
  OK (cuMemUnmap (q, unit));
  OK (cuMemcpyDtoH (&v, p, 4));
  MUST (v == 42);
  OK (cuMemRetainAllocationHandle (&again, (void *) (uintptr_t) p));
  OK (cuMemRelease (again));
  OK (cuMemUnmap (p, unit));
  BAD (cuMemRetainAllocationHandle (&again, (void *) (uintptr_t) p));
  OK (cuMemAddressFree (p, unit));
  OK (cuMemAddressFree (q, unit));
  end ();
}

/* The part of another process: maps what descriptor FD is of, and adds 1, and to what the pool of
   POOL_FD has by the words of PIPE, 2.  */
static int
other (int fd, int pool_fd, int pipe)
{
  CUmemPoolPtrExportData data;
  CUmemoryPool pool;
  CUdeviceptr q, again;
  CUmemGenericAllocationHandle h;
  CUdeviceptr p;
  set_up ();
  begin ("the other process");
  OK (cuMemImportFromShareableHandle (&h, (void *) (intptr_t) fd,
				      CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  OK (cuMemAddressReserve (&p, unit, 0, 0, 0));
  OK (cuMemMap (p, unit, 0, h, 0));
  OK (cuMemSetAccess (p, unit, &desc, 1));
  OK (launch (p, 1, 1000));
  MUST (read (pipe, &data, sizeof data) == sizeof data);
  BAD (cuMemPoolImportFromShareableHandle (&pool, (void *) (intptr_t) fd,
					   CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  OK (cuMemPoolImportFromShareableHandle (&pool, (void *) (intptr_t) pool_fd,
					  CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  OK (cuMemPoolImportPointer (&q, pool, &data));
  OK (cuMemPoolImportPointer (&again, pool, &data));
  MUST (again == q);
  OK (launch (q, 2, 1000));
  OK (cuMemFree (q));
  OK (launch (q, 0, 1000));
  OK (cuMemFreeAsync (q, NULL));
  OK (cuCtxSynchronize ());
  BAD (cuMemFree (q));
  BAD (cuMemAllocFromPoolAsync (&q, 100, pool, NULL));
  BAD (cuMemPoolExportToShareableHandle (&fd, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  OK (cuMemPoolDestroy (pool));
  end ();
  return failures != 0;
}

static void
processes (const char *self)
{
  CUmemGenericAllocationHandle h, plain;
  CUmemPoolProps pp;
  CUmemPoolPtrExportData data;
  CUmemoryPool pool;
  CUdeviceptr p, q, r;
  unsigned v[1000];
  char text[3][20];
  int pipes[2], pool_fd = -1, fd = -1, status = -1, bad = 0, null = open ("/dev/null", O_RDWR);

  begin ("memory of two processes");
  OK (cuMemCreate (&plain, unit, &prop, 0));
  BAD (cuMemExportToShareableHandle (&fd, plain, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  OK (cuMemRelease (plain));
  prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  OK (cuMemCreate (&h, unit, &prop, 0));
  prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_NONE;
  OK (cuMemExportToShareableHandle (&fd, h, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  BAD (cuMemImportFromShareableHandle (&plain, (void *) (intptr_t) null,
				       CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  BAD (cuMemImportFromShareableHandle (&plain, (void *) (intptr_t) -1,
				       CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  OK (cuMemAddressReserve (&p, unit, 0, 0, 0));
  OK (cuMemMap (p, unit, 0, h, 0));
  OK (cuMemSetAccess (p, unit, &desc, 1));
  OK (cuMemsetD32 (p, 10, 1000));

  memset (&pp, 0, sizeof pp);
  pp.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  pp.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  pp.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  OK (cuMemPoolCreate (&pool, &pp));
  OK (cuMemPoolExportToShareableHandle (&pool_fd, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  OK (cuMemAllocFromPoolAsync (&q, sizeof v, pool, NULL));
  OK (cuMemsetD32Async (q, 20, 1000, NULL));
  OK (cuMemAllocAsync (&r, 100, NULL));
  BAD (cuMemPoolExportPointer (&data, r));
  BAD (cuMemPoolExportPointer (&data, q + 4));
  OK (cuMemFreeAsync (r, NULL));
  OK (cuMemPoolExportPointer (&data, q));
  BAD (cuMemPoolImportPointer (&r, pool, &data));
  MUST (!pipe (pipes) && write (pipes[1], &data, sizeof data) == sizeof data);

  snprintf (text[0], sizeof text[0], "%d", fd);
  snprintf (text[1], sizeof text[1], "%d", pool_fd);
  snprintf (text[2], sizeof text[2], "%d", pipes[0]);
  fflush (stdout);
  if (!fork ())
    {
      execl (self, self, text[0], text[1], text[2], (char *) NULL);
      _exit (9);
    }
  wait (&status);
  MUST (status == 0);
  OK (cuMemcpyDtoH (v, p, sizeof v));
  for (int i = 0; i < 1000; i++)
    bad += v[i] != 11;
  OK (cuMemcpyDtoH (v, q, sizeof v));
  for (int i = 0; i < 1000; i++)
    bad += v[i] != 22;
  MUST (!bad);
  OK (cuMemFree (q));
  OK (cuMemPoolDestroy (pool));
  close (pool_fd);
  close (pipes[0]);
  close (pipes[1]);
  close (fd);
  close (null);
  OK (cuMemUnmap (p, unit));
  OK (cuMemRelease (h));
  OK (cuMemAddressFree (p, unit));
  end ();
}

static void
wrong (void)
{
  CUmemGenericAllocationHandle h;
  CUmemAccessDesc none = desc;
  CUdeviceptr p, q;

  begin ("virtual memory: wrong arguments");
  BAD (cuMemAddressReserve (&p, 0, 0, 0, 0));
  BAD (cuMemAddressReserve (&p, unit + 1, 0, 0, 0));
  BAD (cuMemAddressReserve (&p, unit, unit + 4096, 0, 0));
  BAD (cuMemAddressReserve (NULL, unit, 0, 0, 0));
  BAD (cuMemAddressReserve (&p, -unit, 0, 0, 0));
  BAD (cuMemCreate (&h, unit / 2, &prop, 0));
  BAD (cuMemCreate (&h, 0, &prop, 0));
  BAD (cuMemCreate (&h, unit, NULL, 0));
  BAD (cuMemCreate (NULL, unit, &prop, 0));
  BAD (cuMemCreate (&h, unit, &prop, 1));
  IS (cuMemCreate (&h, unit << 40, &prop, 0), CUDA_ERROR_OUT_OF_MEMORY);
  prop.location.id = 3;
  IS (cuMemCreate (&h, unit, &prop, 0), CUDA_ERROR_INVALID_DEVICE);
  prop.location.id = 0;
  OK (cuMemCreate (&h, unit, &prop, 0));
  OK (cuMemAddressReserve (&p, 2 * unit, 0, 0, 0));
  BAD (cuMemMap (p, 2 * unit, 0, h, 0));
  BAD (cuMemMap (p, unit, unit, h, 0));
  BAD (cuMemMap (p + 4096, unit, 0, h, 0));
  BAD (cuMemMap (p + 2 * unit, unit, 0, h, 0));
  BAD (cuMemMap (p, unit, 0, h + 1, 0));
  BAD (cuMemMap (p, unit, 0, 0, 0));
  OK (cuMemAlloc (&q, unit));
  BAD (cuMemMap (q & -unit, unit, 0, h, 0));
  BAD (cuMemSetAccess (q & -unit, unit, &desc, 1));
  OK (cuMemFree (q));
  BAD (cuMemSetAccess (p, unit, &desc, 1));
  OK (cuMemMap (p, unit, 0, h, 0));
  BAD (cuMemMap (p, unit, 0, h, 0));
  BAD (cuMemSetAccess (p, 2 * unit, &desc, 1));
  BAD (cuMemSetAccess (p, unit / 2, &desc, 1));
  BAD (cuMemSetAccess (p, unit, &desc, 0));
  BAD (cuMemSetAccess (p, unit, NULL, 1));
  none.location.id = 1;
  BAD (cuMemSetAccess (p, unit, &none, 1));
  BAD (cuMemFree (p));
  BAD (cuMemUnmap (p, 2 * unit));
  BAD (cuMemUnmap (p + unit, unit));
  OK (cuMemSetAccess (p, unit, &desc, 1));
  BAD (cuMemFree (p));
  OK (cuMemUnmap (p, unit));
  BAD (cuMemUnmap (p, unit));
  BAD (cuMemAddressFree (p, unit));
  OK (cuMemAddressFree (p, 2 * unit));
  BAD (cuMemAddressFree (p, 2 * unit));
  OK (cuMemRelease (h));
  end ();
  begin ("a kernel at what is not mapped any more");
  IS (launch (p, 1, 10), CUDA_ERROR_ILLEGAL_ADDRESS);
  end ();
}

int
main (int argc, char **argv)
{
  if (argc > 3)
    return other (atoi (argv[1]), atoi (argv[2]), atoi (argv[3]));
  set_up ();
  growth ();
  two_addresses ();
  processes (argv[0]);
  wrong ();
  return failures != 0;
}
