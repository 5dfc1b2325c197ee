/* SPDX-License-Identifier: MIT */
/* verdict: clean.  Errors that calls return, the thread's last error, and what each thing
   that is not supported says.  */
#include "check.h"
#include <cstring>

__global__ void
nothing (int *)
{
}

struct big { char x[100]; };
__global__ void
takes (big)
{
}

static int host_variable;

int
main ()
{
  int *d, *e, x;
  MUST (cudaGetLastError () == cudaSuccess && cudaPeekAtLastError () == cudaSuccess);
  nothing<<<1, 2000>>> (NULL);
  MUST (cudaPeekAtLastError () == cudaErrorInvalidConfiguration);
  MUST (cudaGetLastError () == cudaErrorInvalidConfiguration && cudaGetLastError () == cudaSuccess);
  nothing<<<0, 32>>> (NULL);
  MUST (cudaGetLastError () == cudaErrorInvalidConfiguration);
  nothing<<<dim3 (1, 70000), 32>>> (NULL);
  MUST (cudaGetLastError () == cudaErrorInvalidConfiguration);
  nothing<<<1, 32, 1 << 20>>> (NULL);
  MUST (cudaGetLastError () == cudaErrorInvalidValue);
  takes<<<1, 1>>> (big ());
  CUDA (cudaGetLastError ());
  MUST (cudaMalloc (&d, (size_t) 1 << 60) == cudaErrorMemoryAllocation);
  MUST (cudaGetLastError () == cudaErrorMemoryAllocation);
  CUDA (cudaMalloc (&d, 0));
  MUST (d == NULL);
  CUDA (cudaFree (NULL));
  CUDA (cudaFreeHost (NULL));
  CUDA (cudaMalloc (&d, 100));
  CUDA (cudaMalloc (&e, 100));
  MUST (cudaMemcpy (d, &x, sizeof x, (cudaMemcpyKind) 17) == cudaErrorInvalidMemcpyDirection);
  MUST (cudaMemcpy (&x, &x, sizeof x, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  MUST (cudaMemcpy (d, &x, 1000, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  MUST (cudaMemcpy2D (d, 4, e, 4, 8, 2, cudaMemcpyDeviceToDevice) == cudaErrorInvalidPitchValue);
  MUST (cudaMemcpyToSymbol (host_variable, &x, sizeof x) == cudaErrorInvalidSymbol);
  MUST (cudaSetDevice (7) == cudaErrorInvalidDevice);
  MUST (cudaStreamSynchronize ((cudaStream_t) 0x1234) == cudaErrorInvalidResourceHandle);
  MUST (cudaEventDestroy (NULL) == cudaErrorInvalidResourceHandle);
  cudaFuncAttributes a;
  MUST (cudaFuncGetAttributes (&a, (const void *) main) == cudaErrorInvalidDeviceFunction);
  cudaExternalMemory_t memory;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float> ();
  MUST (desc.x == 32 && desc.f == cudaChannelFormatKindFloat);
  MUST (cudaImportExternalMemory (&memory, NULL) == cudaErrorNotSupported);
  MUST (cudaDeviceEnablePeerAccess (0, 0) == cudaErrorInvalidDevice);
  cudaStream_t s;
  cudaGraph_t g;
  CUDA (cudaStreamCreate (&s));
  CUDA (cudaStreamBeginCapture (s, cudaStreamCaptureModeGlobal));
  MUST (cudaStreamSynchronize (s) == cudaErrorStreamCaptureUnsupported);
  MUST (cudaStreamEndCapture (s, &g) == cudaErrorStreamCaptureInvalidated);
  CUDA (cudaStreamDestroy (s));
  MUST (!strcmp (cudaGetErrorName (cudaErrorInvalidValue), "cudaErrorInvalidValue"));
  MUST (*cudaGetErrorString (cudaErrorInvalidConfiguration) && *cudaGetErrorString (cudaErrorIllegalAddress));
  MUST (!strcmp (cudaGetErrorName ((cudaError_t) 12345), "unrecognized error code"));
  int n = 0, runtime = 0, driver = 0;
  CUDA (cudaGetDeviceCount (&n));
  CUDA (cudaRuntimeGetVersion (&runtime));
  CUDA (cudaDriverGetVersion (&driver));
  MUST (n == 1 && runtime == 13000 && driver >= runtime);
  CUDA (cudaFree (d));
  CUDA (cudaFree (e));
  cudaGetLastError ();
  puts ("ok");
}
