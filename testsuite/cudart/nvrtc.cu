/* SPDX-License-Identifier: MIT */
/* verdict: clean.  flags: -lnvrtc -lcuda.  A kernel that NVRTC compiles for the very device:
   its machine code is asked for, and its PTX is loaded.  */
#include "check.h"
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <nvrtc.h>

static const char text[] = "extern \"C\" __global__ void twice (int *p) { p[threadIdx.x] *= 2; }";

int
main ()
{
  enum { N = 64 };
  const char *options[] = { "--gpu-architecture=sm_90" };
  nvrtcProgram program;
  size_t size = 0;
  int *d, h[N];
  MUST (nvrtcCreateProgram (&program, text, "twice.cu", 0, NULL, NULL) == NVRTC_SUCCESS);
  MUST (nvrtcCompileProgram (program, 1, options) == NVRTC_SUCCESS);
  MUST (nvrtcGetCUBINSize (program, &size) == NVRTC_SUCCESS && size > 1);
  char *code = (char *) malloc (size);
  MUST (nvrtcGetCUBIN (program, code) == NVRTC_SUCCESS);
  MUST (nvrtcGetCUBIN (NULL, code) != NVRTC_SUCCESS);
  MUST (nvrtcDestroyProgram (&program) == NVRTC_SUCCESS);

  CUDA (cudaMalloc (&d, sizeof h));
  for (int i = 0; i < N; i++)
    h[i] = i;
  CUDA (cudaMemcpy (d, h, sizeof h, cudaMemcpyHostToDevice));
  CUmodule module;
  CUfunction f;
  void *args[] = { &d };
  MUST (cuModuleLoadDataEx (&module, code, 0, NULL, NULL) == CUDA_SUCCESS);
  MUST (cuModuleGetFunction (&f, module, "twice") == CUDA_SUCCESS);
  MUST (cuLaunchKernel (f, 1, 1, 1, N, 1, 1, 0, NULL, args, NULL) == CUDA_SUCCESS);
  CUDA (cudaMemcpy (h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < N; i++)
    MUST (h[i] == 2 * i);
  MUST (cuModuleUnload (module) == CUDA_SUCCESS);
  /* Machine code itself is refused.  */
  memcpy (code, "\177ELF", 4);
  MUST (cuModuleLoadDataEx (&module, code, 0, NULL, NULL) == CUDA_ERROR_NO_BINARY_FOR_GPU);
  free (code);
  CUDA (cudaFree (d));
  puts ("ok");
}
