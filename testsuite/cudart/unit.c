/* SPDX-License-Identifier: MIT */
/* libcudart by hand, without nvcc: what the host code of a CUDA program does at its start and
   for a launch, with a fat binary made here.  Compiled for each version of CUDA.  */
#include "cudart/cudart.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void **__cudaRegisterFatBinary (void *);
void __cudaRegisterFatBinaryEnd (void **);
void __cudaUnregisterFatBinary (void **);
void __cudaRegisterFunction (void **, const char *, char *, const char *, int, void *, void *, void *, void *, int *);
void __cudaRegisterVar (void **, char *, char *, const char *, int, size_t, int, int);
void __cudaRegisterManagedVar (void **, void **, char *, const char *, int, size_t, int, int);
char __cudaInitModule (void **);
unsigned __cudaPushCallConfiguration (dim3, dim3, size_t, CUstream);
cudaError_t __cudaPopCallConfiguration (dim3 *, dim3 *, size_t *, void *);
cudaError_t __cudaGetKernel (CUkernel *, const void *);
cudaError_t __cudaLaunchKernel (CUkernel, dim3, dim3, void **, size_t, CUstream);
cudaError_t cudaLaunchKernel (const void *, dim3, dim3, void **, size_t, CUstream);
cudaError_t cudaLaunchKernel_ptsz (const void *, dim3, dim3, void **, size_t, CUstream);
cudaError_t cudaLaunchKernelExC (const cudaLaunchConfig_t *, const void *, void **);
cudaError_t cudaGetKernel (CUkernel *, const void *);
cudaError_t cudaMalloc (void **, size_t);
cudaError_t cudaFree (void *);
cudaError_t cudaMemcpy (void *, const void *, size_t, int);
cudaError_t cudaMemcpyToSymbol (const void *, const void *, size_t, size_t, int);
cudaError_t cudaMemcpyFromSymbol (void *, const void *, size_t, size_t, int);
cudaError_t cudaGetSymbolSize (size_t *, const void *);
cudaError_t cudaDeviceSynchronize (void);
cudaError_t cudaDeviceReset (void);
cudaError_t cudaGetLastError (void);
cudaError_t cudaPeekAtLastError (void);
cudaError_t cudaRuntimeGetVersion (int *);
cudaError_t cudaDeviceGetAttribute (int *, int, int);
const char *cudaGetErrorName (cudaError_t);
const char *cudaGetErrorString (cudaError_t);
cudaError_t cudaFuncGetAttributes (struct cudaFuncAttributes *, const void *);
cudaError_t cudaGetDriverEntryPoint (const char *, void **, unsigned long long, int *);
cudaError_t cudaImportExternalMemory (void **, const void *);
cudaError_t cudaMallocManaged (void **, size_t, unsigned);
#if CUDART_VERSION < 13000
#define PROPERTIES cudaGetDeviceProperties_v2
cudaError_t cudaMemPrefetchAsync (const void *, size_t, int, CUstream);
#else
#define PROPERTIES cudaGetDeviceProperties
cudaError_t cudaMemPrefetchAsync (const void *, size_t, CUmemLocation, unsigned, CUstream);
#endif
cudaError_t PROPERTIES (void *, int);

static int status;

static void
result (const char *name, int ok)
{
  printf ("%s: cudart/%d %s\n", ok ? "PASS" : "FAIL", CUDART_VERSION / 1000, name);
  status |= !ok;
}

static const char ptx[] =
  ".version 8.0\n.target sm_80\n.address_size 64\n"
  ".visible .global .align 4 .u32 scale = 3;\n"
  ".visible .global .attribute(.managed) .align 4 .u32 shared_word = 5;\n"
  ".visible .entry k (.param .u64 p, .param .u32 n) {\n"
  ".reg .b32 %r<6>; .reg .b64 %d<4>; .reg .pred %p;\n"
  "ld.param.u64 %d1, [p]; ld.param.u32 %r1, [n];\n"
  "mov.u32 %r2, %tid.x; mov.u32 %r5, %ctaid.x; mad.lo.u32 %r2, %r5, 32, %r2;\n"
  "setp.ge.u32 %p, %r2, %r1; @%p bra L;\n"
  "mul.wide.u32 %d2, %r2, 4; add.u64 %d1, %d1, %d2; ld.global.u32 %r3, [%d1];\n"
  "ld.global.u32 %r4, [scale]; mul.lo.u32 %r3, %r3, %r4; st.global.u32 [%d1], %r3;\n"
  "ld.global.u32 %r4, [shared_word]; st.global.u32 [shared_word], %r4;\n"
  "L: ret; }\n"
  ".visible .entry bad () { .reg .b32 %r; st.global.u32 [0], 1; ret; }\n";

struct { int magic, version; const void *data; void *more; } wrapper = { 0x466243b1, 1, NULL, NULL };

/* A fat binary with the PTX.  */
static void *
fat_binary (void)
{
  size_t body = (sizeof ptx + 7) & -8ul;
  unsigned char *p = calloc (1, 16 + 64 + body);
  if (!p)
    exit (1);
  memcpy (p, &(uint32_t) { 0xba55ed50 }, 4);
  memcpy (p + 4, &(uint16_t) { 1 }, 2);
  memcpy (p + 6, &(uint16_t) { 16 }, 2);
  memcpy (p + 8, &(uint64_t) { 64 + body }, 8);
  memcpy (p + 16, &(uint16_t) { 1 }, 2);
  memcpy (p + 20, &(uint32_t) { 64 }, 4);
  memcpy (p + 24, &(uint64_t) { body }, 8);
  memcpy (p + 16 + 28, &(uint32_t) { 80 }, 4);
  memcpy (p + 80, ptx, sizeof ptx);
  return p;
}

static void stub (void) {}
static void bad_stub (void) {}
static void missing_stub (void) {}
static char scale_shadow[4], managed_shadow[4];
static unsigned *managed;

static void *
other_thread (void *p)
{
  *(cudaError_t *) p = cudaPeekAtLastError ();
  return NULL;
}

/* Does a run of N words from K on with what __cudaPushCallConfiguration got give 3 times them?  */
static int
right (unsigned *h, void *d, unsigned n, unsigned by)
{
  unsigned got[64];
  if (cudaMemcpy (got, d, n * sizeof *got, cudaMemcpyDeviceToHost))
    return 0;
  for (unsigned i = 0; i < n; i++)
    if (got[i] != h[i] * by)
      return 0;
  return 1;
}

int
main (int argc, char **argv)
{
  enum { N = 50 };
  unsigned h[N] = { 0 }, n = N, word;
  void *d, *fn = NULL, *args[] = { &d, &n };
  dim3 grid = { 2, 1, 1 }, block = { 32, 1, 1 }, g, b;
  size_t shared, size;
  CUstream stream;
  CUkernel kernel;
  cudaError_t seen = -1;
  pthread_t thread;
  int version = 0, v;
  CUlaunchAttribute attr = { .id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, .value.clusterDim = { 2, 1, 1 } };
  cudaLaunchConfig_t config = { grid, block, 0, NULL, &attr, 1 };

  wrapper.data = fat_binary ();
  void **handle = __cudaRegisterFatBinary (&wrapper);
  __cudaRegisterFunction (handle, (const char *) stub, "k", "k", -1, NULL, NULL, NULL, NULL, NULL);
  __cudaRegisterFunction (handle, (const char *) bad_stub, "bad", "bad", -1, NULL, NULL, NULL, NULL, NULL);
  __cudaRegisterFunction (handle, (const char *) missing_stub, "gone", "gone", -1, NULL, NULL, NULL, NULL, NULL);
  __cudaRegisterVar (handle, scale_shadow, "scale", "scale", 0, 4, 0, 0);
  __cudaRegisterManagedVar (handle, (void **) &managed, managed_shadow, "shared_word", 0, 4, 0, 0);
  __cudaRegisterFatBinaryEnd (handle);

  /* For px-sanitize: memory that nobody has written, or not all of it, is copied out; a failed
     call whose result is not looked at, or is.  */
  if (argc > 1 && !strncmp (argv[1], "copied-out", 10))
    {
      config = (cudaLaunchConfig_t) { { 1, 1, 1 }, { 1, 1, 1 }, 0, NULL, NULL, 0 };
      return cudaMalloc (&d, sizeof h) || (argv[1][10] && cudaMemcpy (d, h, 4, cudaMemcpyHostToDevice))
	     || (argv[1][10] && cudaLaunchKernelExC (&config, (const void *) stub, args))
	     || cudaMemcpy (h, d, sizeof h, cudaMemcpyDeviceToHost) || cudaFree (d);
    }
  if (argc > 1)
    {
      cudaError_t r = cudaMemcpyToSymbol (scale_shadow, h, 8, 0, cudaMemcpyHostToDevice);
      if (!strcmp (argv[1], "looked"))
	puts (cudaGetErrorString (r));
      if (!strcmp (argv[1], "launch"))
	{
	  cudaGetLastError ();
	  config.gridDim.x = 3;
	  cudaLaunchKernelExC (&config, (const void *) stub, args);
	}
      config = (cudaLaunchConfig_t) { { 1, 1, 1 }, { 1, 1, 1 }, 0, NULL, NULL, 0 };
      return cudaMalloc (&d, sizeof h) || cudaMemcpy (d, h, sizeof h, cudaMemcpyHostToDevice)
	     || cudaLaunchKernelExC (&config, (const void *) stub, args) || !right (h, d, 1, 3) || cudaFree (d);
    }
  result ("version", !cudaRuntimeGetVersion (&version) && version == CUDART_VERSION);
  result ("managed variable", __cudaInitModule (handle) && managed && *managed == 5);
  for (unsigned i = 0; i < N; i++)
    h[i] = i;
  result ("malloc and copy", !cudaMalloc (&d, sizeof h) && !cudaMemcpy (d, h, sizeof h, cudaMemcpyHostToDevice));
  result ("push and pop", !__cudaPushCallConfiguration (grid, block, 7, CU_STREAM_LEGACY)
	  && !__cudaPopCallConfiguration (&g, &b, &shared, &stream) && g.x == 2 && b.x == 32 && shared == 7
	  && stream == CU_STREAM_LEGACY);
  result ("pop without push", __cudaPopCallConfiguration (&g, &b, &shared, &stream) == cudaErrorMissingConfiguration
	  && cudaGetLastError () == cudaErrorMissingConfiguration);
  result ("launch by stub", !cudaLaunchKernel ((const void *) stub, grid, block, args, 0, NULL) && right (h, d, N, 3));
  result ("launch by handle", !__cudaGetKernel (&kernel, (const void *) stub)
	  && !__cudaLaunchKernel (kernel, grid, block, args, 0, NULL) && right (h, d, N, 9));
  word = 2;
  result ("symbols", !cudaMemcpyToSymbol (scale_shadow, &word, 4, 0, cudaMemcpyHostToDevice)
	  && !cudaGetSymbolSize (&size, scale_shadow) && size == 4
	  && !cudaLaunchKernel_ptsz ((const void *) stub, grid, block, args, 0, NULL) && !cudaDeviceSynchronize ()
	  && right (h, d, N, 18));
  result ("end of a symbol", cudaMemcpyToSymbol (scale_shadow, &word, 4, 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue
	  && cudaMemcpyFromSymbol (&word, h, 4, 0, cudaMemcpyDeviceToHost) == cudaErrorInvalidSymbol);
  result ("launch with attributes", !cudaLaunchKernelExC (&config, (const void *) stub, args) && right (h, d, N, 36));
  result ("a kernel's handle", !cudaGetKernel (&kernel, (const void *) stub)
	  && !cudaLaunchKernel (kernel, grid, block, args, 0, NULL) && right (h, d, N, 72));
  cudaGetLastError ();
  block.x = 2000;
  result ("shape", cudaLaunchKernel ((const void *) stub, grid, block, args, 0, NULL) == cudaErrorInvalidConfiguration);
  result ("last error", cudaPeekAtLastError () == cudaErrorInvalidConfiguration
	  && !pthread_create (&thread, NULL, other_thread, &seen) && !pthread_join (thread, NULL) && seen == cudaSuccess
	  && cudaGetLastError () == cudaErrorInvalidConfiguration && cudaGetLastError () == cudaSuccess);
  block.x = 32;
  result ("missing kernel", cudaLaunchKernel ((const void *) missing_stub, grid, block, args, 0, NULL) == cudaErrorInvalidDeviceFunction
	  && cudaLaunchKernel ((const void *) main, grid, block, args, 0, NULL) == cudaErrorInvalidDeviceFunction);
  struct cudaFuncAttributes a;
  result ("attributes", !cudaFuncGetAttributes (&a, (const void *) stub) && a.maxThreadsPerBlock == 1024 && a.ptxVersion == 80);
  result ("entry point", !cudaGetDriverEntryPoint ("cuMemAlloc", &fn, 0, &v) && fn && !v
	  && !cudaGetDriverEntryPoint ("cuNothing", &fn, 0, &v) && !fn && v == 1);
  result ("refused", cudaImportExternalMemory (&fn, NULL) == cudaErrorNotSupported);
  result ("names", !strcmp (cudaGetErrorName (cudaErrorIllegalAddress), "cudaErrorIllegalAddress")
	  && *cudaGetErrorString (cudaErrorMemoryAllocation));
#if CUDART_VERSION < 13000
  result ("prefetch", !cudaMallocManaged (&fn, 64, 1) && !cudaMemPrefetchAsync (fn, 64, 0, NULL) && !cudaFree (fn));
#else
  result ("prefetch", !cudaMallocManaged (&fn, 64, 1)
	  && !cudaMemPrefetchAsync (fn, 64, (CUmemLocation) { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, 0, NULL) && !cudaFree (fn));
#endif

  /* Offsets of fields before and behind those that only CUDA 12 has.  */
  static unsigned char prop[2048];
#define AT(type, offset) (*(type *) (prop + (offset)))
  static const struct { int offset[2], attr; bool wide; } fields[] = {
    { { 296, 296 }, CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK, true },
    { { 308, 308 }, CU_DEVICE_ATTRIBUTE_WARP_SIZE, false },
    { { 320, 320 }, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, false },
    { { 360, 360 }, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, false },
    { { 388, 384 }, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, false },
    { { 616, 596 }, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, false },
    { { 624, 604 }, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, false },
    { { 640, 624 }, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, true },
    { { 696, 672 }, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, true },
    { { 772, 748 }, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, false }
  };
  int ok = !PROPERTIES (prop, 0) && strstr ((char *) prop, "px emulator");
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    {
      int at = fields[i].offset[CUDART_VERSION >= 13000];
      bool same = !cudaDeviceGetAttribute (&v, fields[i].attr, 0)
		  && (fields[i].wide ? AT (size_t, at) == (size_t) v : AT (int, at) == v);
      if (!same)
	printf ("\tattribute %d is not at %d\n", fields[i].attr, at);
      ok = ok && same;
    }
  result ("properties", ok && PROPERTIES (prop, 1) == cudaErrorInvalidDevice);

  cudaGetLastError ();
  cudaLaunchKernel ((const void *) bad_stub, grid, block, NULL, 0, NULL);
  result ("a fault stays", cudaDeviceSynchronize () == cudaErrorIllegalAddress
	  && cudaGetLastError () == cudaErrorIllegalAddress && cudaGetLastError () == cudaSuccess
	  && cudaMalloc (&fn, 4) == cudaErrorIllegalAddress
	  && cudaMemcpy (NULL, &fn, 4, cudaMemcpyHostToDevice) == cudaErrorIllegalAddress
	  && cudaMemcpy (&fn, &fn, 4, 77) == cudaErrorIllegalAddress);
  result ("reset", !cudaDeviceReset () && !cudaMalloc (&d, sizeof h) && !cudaMemcpy (d, h, sizeof h, cudaMemcpyHostToDevice)
	  && !__cudaGetKernel (&kernel, (const void *) stub) && !__cudaLaunchKernel (kernel, grid, block, args, 0, NULL)
	  && right (h, d, N, 3) && !cudaFree (d));
  __cudaUnregisterFatBinary (handle);
  result ("unregistered", cudaLaunchKernel ((const void *) stub, grid, block, args, 0, NULL) == cudaErrorInvalidDeviceFunction);
  free ((void *) wrapper.data);
  return status;
}
