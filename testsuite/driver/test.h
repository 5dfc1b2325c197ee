/* SPDX-License-Identifier: MIT */
/* What the tests of the CUDA Driver API share.  A test is built twice: against
   px's own declaration of the interface, and, where the toolkit is there, with
   -DTEST_CUDA_H against <cuda.h>, unchanged.  */
#ifndef TEST_H
#define TEST_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef TEST_CUDA_H
# include <cuda.h>
#else
# include "runtime/driver.h"
# define PX_DRIVER(name, symbol, since, need, args) \
  extern __typeof__ (*(px_fn_##symbol) 0) symbol;
# include "runtime/driver.def"
# undef PX_DRIVER
typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;
/* The revisions that <cuda.h> means.  */
# define cuDeviceGetUuid cuDeviceGetUuid_v2
# define cuDeviceTotalMem cuDeviceTotalMem_v2
# define cuDevicePrimaryCtxRelease cuDevicePrimaryCtxRelease_v2
# define cuDevicePrimaryCtxReset cuDevicePrimaryCtxReset_v2
# define cuDevicePrimaryCtxSetFlags cuDevicePrimaryCtxSetFlags_v2
# define cuCtxCreate cuCtxCreate_v4
# define cuCtxDestroy cuCtxDestroy_v2
# define cuCtxPushCurrent cuCtxPushCurrent_v2
# define cuCtxPopCurrent cuCtxPopCurrent_v2
# define cuModuleGetGlobal cuModuleGetGlobal_v2
# define cuLinkCreate cuLinkCreate_v2
# define cuLinkAddData cuLinkAddData_v2
# define cuLinkAddFile cuLinkAddFile_v2
# define cuMemGetInfo cuMemGetInfo_v2
# define cuMemAlloc cuMemAlloc_v2
# define cuMemAllocPitch cuMemAllocPitch_v2
# define cuMemFree cuMemFree_v2
# define cuMemGetAddressRange cuMemGetAddressRange_v2
# define cuMemAllocHost cuMemAllocHost_v2
# define cuMemHostGetDevicePointer cuMemHostGetDevicePointer_v2
# define cuMemHostRegister cuMemHostRegister_v2
# define cuMemAdvise cuMemAdvise_v2
# define cuMemPrefetchAsync cuMemPrefetchAsync_v2
# define cuMemcpyHtoD cuMemcpyHtoD_v2
# define cuMemcpyDtoH cuMemcpyDtoH_v2
# define cuMemcpyDtoD cuMemcpyDtoD_v2
# define cuMemcpy2D cuMemcpy2D_v2
# define cuMemcpy2DUnaligned cuMemcpy2DUnaligned_v2
# define cuMemcpy3D cuMemcpy3D_v2
# define cuMemcpyHtoDAsync cuMemcpyHtoDAsync_v2
# define cuMemcpyDtoHAsync cuMemcpyDtoHAsync_v2
# define cuMemcpyDtoDAsync cuMemcpyDtoDAsync_v2
# define cuMemcpy2DAsync cuMemcpy2DAsync_v2
# define cuMemcpy3DAsync cuMemcpy3DAsync_v2
# define cuMemsetD8 cuMemsetD8_v2
# define cuMemsetD16 cuMemsetD16_v2
# define cuMemsetD32 cuMemsetD32_v2
# define cuMemsetD2D8 cuMemsetD2D8_v2
# define cuMemsetD2D16 cuMemsetD2D16_v2
# define cuMemsetD2D32 cuMemsetD2D32_v2
# define cuStreamDestroy cuStreamDestroy_v2
# define cuStreamBeginCapture cuStreamBeginCapture_v2
# define cuStreamGetCaptureInfo cuStreamGetCaptureInfo_v3
# define cuStreamWriteValue32 cuStreamWriteValue32_v2
# define cuStreamWaitValue32 cuStreamWaitValue32_v2
# define cuStreamWriteValue64 cuStreamWriteValue64_v2
# define cuStreamWaitValue64 cuStreamWaitValue64_v2
# define cuEventDestroy cuEventDestroy_v2
# define cuEventElapsedTime cuEventElapsedTime_v2
# define cuGraphAddDependencies cuGraphAddDependencies_v2
# define cuGraphRemoveDependencies cuGraphRemoveDependencies_v2
# define cuGraphGetEdges cuGraphGetEdges_v2
# define cuGraphNodeGetDependencies cuGraphNodeGetDependencies_v2
# define cuGraphNodeGetDependentNodes cuGraphNodeGetDependentNodes_v2
# define cuGraphAddKernelNode cuGraphAddKernelNode_v2
# define cuGraphKernelNodeGetParams cuGraphKernelNodeGetParams_v2
# define cuGraphKernelNodeSetParams cuGraphKernelNodeSetParams_v2
# define cuGraphExecKernelNodeSetParams cuGraphExecKernelNodeSetParams_v2
# define cuGraphExecUpdate cuGraphExecUpdate_v2
# define cuGraphInstantiate cuGraphInstantiateWithFlags
# define cuGetProcAddress cuGetProcAddress_v2
#endif

static int failures;
static const char *test_name = "?";
static int test_ok;
static int test_lines;		/* of detail still to print */

static inline const char *
result_name (CUresult r)
{
  const char *s = NULL;
  return cuGetErrorName (r, &s) == CUDA_SUCCESS && s ? s : "?";
}

/* Begins test NAME; end () prints its verdict.  */
static inline void
begin (const char *name)
{
  test_name = name;
  test_ok = 1;
  test_lines = 8;
}

static inline void
end (void)
{
  printf ("%s: %s\n", test_ok ? "PASS" : "FAIL", test_name);
  fflush (stdout);
  failures += !test_ok;
}

static inline void
expect (int line, const char *text, CUresult got, CUresult want)
{
  if (got != want)
    {
      test_ok = 0;
      if (test_lines-- > 0)
	printf ("  line %d: %s\n    is %s, not %s\n", line, text,
		result_name (got), result_name (want));
    }
}

static inline void
must (int line, const char *text, int ok)
{
  if (!ok)
    {
      test_ok = 0;
      if (test_lines-- > 0)
	printf ("  line %d: not so: %s\n", line, text);
    }
}

/* CALL returns CODE; CALL succeeds; COND holds.  */
#define IS(call, code) expect (__LINE__, #call, (call), (code))
#define OK(call) IS (call, CUDA_SUCCESS)
#define BAD(call) IS (call, CUDA_ERROR_INVALID_VALUE)
#define HANDLE(call) IS (call, CUDA_ERROR_INVALID_HANDLE)
#define MUST(cond) must (__LINE__, #cond, !!(cond))

/* A handle that never was one.  */
#define NONSENSE ((void *) (uintptr_t) 0xdeadbeefcafe0)

/* ---- a context, a module, and launches of its kernels ---- */

#define HEADER ".version 7.0\n.target sm_70\n.address_size 64\n"

/* i = %ctaid.x * %ntid.x + %tid.x in %r3, p in %rd1, n in %r4, and %p1 if
   i >= n.  */
#define INDEX \
  ".reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .f32 %f<8>;\n.reg .b64 %rd<16>;\n" \
  "mov.u32 %r0, %ctaid.x;\nmov.u32 %r1, %ntid.x;\nmov.u32 %r2, %tid.x;\n" \
  "mad.lo.s32 %r3, %r0, %r1, %r2;\n" \
  "ld.param.u64 %rd1, [p];\nld.param.u32 %r4, [n];\n" \
  "setp.ge.u32 %p1, %r3, %r4;\n"

static const char kernels[] =
  HEADER
  ".visible .global .align 4 .u32 counter = 7;\n"
  ".visible .const .align 4 .u32 table[4] = {10, 20, 30, 40};\n"
  /* p[i] = v */
  ".visible .entry fill (.param .u64 p, .param .u32 n, .param .u32 v)\n{\n"
  INDEX
  "@%p1 bra done;\n"
  "ld.param.u32 %r5, [v];\nmul.wide.u32 %rd2, %r3, 4;\n"
  "add.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r5;\n"
  "done:\nret;\n}\n"
  /* p[i] = p[i] * a + b */
  ".visible .entry affine (.param .u64 p, .param .u32 n, .param .u32 a,"
  " .param .u32 b)\n{\n"
  INDEX
  "@%p1 bra done;\n"
  "ld.param.u32 %r5, [a];\nld.param.u32 %r6, [b];\n"
  "mul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
  "ld.global.u32 %r7, [%rd3];\nmad.lo.u32 %r8, %r7, %r5, %r6;\n"
  "st.global.u32 [%rd3], %r8;\n"
  "done:\nret;\n}\n"
  /* p[i] = table[i % 4] + counter */
  ".visible .entry symbols (.param .u64 p, .param .u32 n)\n{\n"
  INDEX
  "@%p1 bra done;\n"
  "and.b32 %r5, %r3, 3;\nmul.wide.u32 %rd4, %r5, 4;\n"
  "mov.u64 %rd5, table;\nadd.s64 %rd6, %rd5, %rd4;\n"
  "ld.const.u32 %r6, [%rd6];\nld.global.u32 %r7, [counter];\n"
  "add.u32 %r8, %r6, %r7;\n"
  "mul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
  "st.global.u32 [%rd3], %r8;\n"
  "done:\nret;\n}\n"
  /* waits until p[0] >= n, then p[1] = 1 */
  ".visible .entry wait (.param .u64 p, .param .u32 n)\n{\n"
  INDEX
  "again:\nld.volatile.global.u32 %r5, [%rd1];\n"
  "setp.lt.u32 %p2, %r5, %r4;\n@%p2 bra again;\n"
  "mov.u32 %r6, 1;\nst.volatile.global.u32 [%rd1+4], %r6;\n"
  "ret;\n}\n"
  /* reverses a block of p in dynamic shared memory */
  ".extern .shared .align 4 .b8 dynamic[];\n"
  ".visible .entry reverse (.param .u64 p, .param .u32 n)\n{\n"
  INDEX
  "mul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
  "ld.global.u32 %r5, [%rd3];\n"
  "mov.u32 %r6, dynamic;\nshl.b32 %r7, %r2, 2;\nadd.u32 %r8, %r6, %r7;\n"
  "st.shared.u32 [%r8], %r5;\nbar.sync 0;\n"
  "sub.u32 %r9, %r1, %r2;\nsub.u32 %r9, %r9, 1;\nshl.b32 %r9, %r9, 2;\n"
  "add.u32 %r10, %r6, %r9;\nld.shared.u32 %r11, [%r10];\n"
  "st.global.u32 [%rd3], %r11;\n"
  "ret;\n}\n"
  /* needs blocks of 64 threads, at most */
  ".visible .entry small (.param .u64 p, .param .u32 n)\n"
  ".maxntid 64, 1, 1\n{\n" INDEX "ret;\n}\n"
  ".visible .entry exact (.param .u64 p, .param .u32 n)\n"
  ".reqntid 32, 1, 1\n{\n" INDEX "ret;\n}\n"
  ".visible .entry shared (.param .u64 p, .param .u32 n)\n{\n"
  ".shared .align 4 .b8 buf[1024];\n"
  INDEX
  "mov.u32 %r5, buf;\nst.shared.u32 [%r5], %r3;\nret;\n}\n"
  /* parameters of several sizes: stores what they add up to */
  ".visible .entry sum (.param .u64 p, .param .u8 a, .param .u16 b,"
  " .param .f64 c, .param .align 8 .b8 s[24])\n{\n"
  ".reg .b64 %rd<8>;\n.reg .b32 %r<8>;\n.reg .f64 %fd<4>;\n.reg .b16 %rs<4>;\n"
  "ld.param.u64 %rd1, [p];\nld.param.u8 %rs1, [a];\nld.param.u16 %rs2, [b];\n"
  "ld.param.f64 %fd1, [c];\nld.param.u64 %rd2, [s];\nld.param.u32 %r1, [s+20];\n"
  "cvt.u64.u16 %rd3, %rs1;\ncvt.u64.u16 %rd4, %rs2;\n"
  "cvt.rzi.u64.f64 %rd5, %fd1;\ncvt.u64.u32 %rd6, %r1;\n"
  "add.u64 %rd3, %rd3, %rd4;\nadd.u64 %rd3, %rd3, %rd5;\n"
  "add.u64 %rd3, %rd3, %rd6;\nadd.u64 %rd3, %rd3, %rd2;\n"
  "st.global.u64 [%rd1], %rd3;\nret;\n}\n"
  ".visible .entry nothing ()\n{\nret;\n}\n"
  ".visible .entry stop (.param .u64 p, .param .u32 n)\n{\n"
  INDEX "trap;\nret;\n}\n"
  /* a store to p whatever it is */
  ".visible .entry poke (.param .u64 p, .param .u32 n)\n{\n"
  INDEX "st.global.u32 [%rd1], %r4;\nret;\n}\n";

static CUdevice dev;
static CUcontext ctx;
static CUmodule mod;

/* The primary context, current, with the module above.  */
static inline void
start (void)
{
  OK (cuInit (0));
  OK (cuDeviceGet (&dev, 0));
  OK (cuDevicePrimaryCtxRetain (&ctx, dev));
  OK (cuCtxSetCurrent (ctx));
  OK (cuModuleLoadData (&mod, kernels));
}

static inline void
stop (void)
{
  OK (cuModuleUnload (mod));
  OK (cuDevicePrimaryCtxRelease (dev));
}

static inline CUfunction
function (const char *name)
{
  CUfunction f = NULL;
  OK (cuModuleGetFunction (&f, mod, name));
  return f;
}

/* Launches NAME (p, n, a, b) for N threads in blocks of 128.  */
static inline CUresult
run (CUfunction f, CUstream s, CUdeviceptr p, unsigned n, unsigned a,
     unsigned b)
{
  void *args[] = { &p, &n, &a, &b };
  return cuLaunchKernel (f, (n + 127) / 128, 1, 1, 128, 1, 1, 0, s, args,
			 NULL);
}

static inline CUdeviceptr
words (unsigned n)
{
  CUdeviceptr p = 0;
  OK (cuMemAlloc (&p, n * 4));
  return p;
}

/* True if all N words at P are V.  */
static inline int
all (CUdeviceptr p, unsigned n, unsigned v)
{
  unsigned *h = malloc (n * 4), i;
  if (!h || cuMemcpyDtoH (h, p, n * 4) != CUDA_SUCCESS)
    {
      free (h);
      return 0;
    }
  for (i = 0; i < n && h[i] == v; i++)
    ;
  free (h);
  return i == n;
}

#endif
