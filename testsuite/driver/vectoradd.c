/* SPDX-License-Identifier: MIT */
/* A program as the CUDA samples have them: adds two vectors by the Driver API,
   with an argument list, with a buffer of arguments, and with an attribute
   list.  */
#include "test.h"

static const char ptx[] =
  ".version 7.0\n.target sm_70\n.address_size 64\n"
  ".visible .entry VecAdd_kernel (.param .u64 A, .param .u64 B, .param .u64 C,"
  " .param .u32 N)\n{\n"
  "  .reg .pred %p<2>;\n  .reg .f32 %f<4>;\n  .reg .b32 %r<6>;\n"
  "  .reg .b64 %rd<11>;\n"
  "  ld.param.u64 %rd1, [A];\n  ld.param.u64 %rd2, [B];\n"
  "  ld.param.u64 %rd3, [C];\n  ld.param.u32 %r2, [N];\n"
  "  mov.u32 %r3, %ntid.x;\n  mov.u32 %r4, %ctaid.x;\n  mov.u32 %r5, %tid.x;\n"
  "  mad.lo.s32 %r1, %r4, %r3, %r5;\n  setp.ge.s32 %p1, %r1, %r2;\n"
  "  @%p1 bra $L_end;\n"
  "  cvta.to.global.u64 %rd4, %rd1;\n  mul.wide.s32 %rd5, %r1, 4;\n"
  "  add.s64 %rd6, %rd4, %rd5;\n  cvta.to.global.u64 %rd7, %rd2;\n"
  "  add.s64 %rd8, %rd7, %rd5;\n  ld.global.f32 %f1, [%rd8];\n"
  "  ld.global.f32 %f2, [%rd6];\n  add.f32 %f3, %f2, %f1;\n"
  "  cvta.to.global.u64 %rd9, %rd3;\n  add.s64 %rd10, %rd9, %rd5;\n"
  "  st.global.f32 [%rd10], %f3;\n"
  "$L_end:\n  ret;\n}\n";

int
main (void)
{
  enum { N = 50000, THREADS = 256, BLOCKS = (N + THREADS - 1) / THREADS };
  size_t size = N * sizeof (float);
  float *a = malloc (size), *b = malloc (size), *c = malloc (size);
  static const char *const form[] = {
    "vector add, argument list", "vector add, argument buffer",
    "vector add, cuLaunchKernelEx"
  };
  CUdeviceptr da, db, dc;
  CUfunction f;
  int n = N;

  if (!a || !b || !c)
    return 2;
  for (int i = 0; i < N; i++)
    {
      a[i] = (float) (i % 1000) / 7;
      b[i] = (float) (i % 77) * 3;
    }
  begin ("set-up");
  OK (cuInit (0));
  OK (cuDeviceGet (&dev, 0));
  OK (cuDevicePrimaryCtxRetain (&ctx, dev));
  OK (cuCtxPushCurrent (ctx));
  OK (cuModuleLoadDataEx (&mod, ptx, 0, NULL, NULL));
  OK (cuModuleGetFunction (&f, mod, "VecAdd_kernel"));
  OK (cuMemAlloc (&da, size));
  OK (cuMemAlloc (&db, size));
  OK (cuMemAlloc (&dc, size));
  OK (cuMemcpyHtoD (da, a, size));
  OK (cuMemcpyHtoD (db, b, size));
  end ();

  for (int k = 0; k < 3; k++)
    {
      void *args[] = { &da, &db, &dc, &n };
      struct { CUdeviceptr a, b, c; int n; } buffer = { da, db, dc, n };
      size_t bytes = 28;
      void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer,
			CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
			CU_LAUNCH_PARAM_END };
      CUlaunchConfig cfg;
      int bad = 0;

      begin (form[k]);
      memset (&cfg, 0, sizeof cfg);
      cfg.gridDimX = BLOCKS;
      cfg.blockDimX = THREADS;
      cfg.gridDimY = cfg.gridDimZ = cfg.blockDimY = cfg.blockDimZ = 1;
      OK (cuMemsetD32 (dc, 0xffffffff, N));
      if (k == 0)
	OK (cuLaunchKernel (f, BLOCKS, 1, 1, THREADS, 1, 1, 0, NULL, args,
			    NULL));
      else if (k == 1)
	OK (cuLaunchKernel (f, BLOCKS, 1, 1, THREADS, 1, 1, 0, NULL, NULL,
			    extra));
      else
	OK (cuLaunchKernelEx (&cfg, f, args, NULL));
      OK (cuCtxSynchronize ());
      OK (cuMemcpyDtoH (c, dc, size));
      for (int i = 0; i < N; i++)
	bad += c[i] != a[i] + b[i];
      MUST (bad == 0);
      end ();
    }

  begin ("clean-up");
  OK (cuMemFree (da));
  OK (cuMemFree (db));
  OK (cuMemFree (dc));
  OK (cuModuleUnload (mod));
  OK (cuCtxPopCurrent (NULL));
  OK (cuDevicePrimaryCtxRelease (dev));
  end ();
  free (a);
  free (b);
  free (c);
  return failures != 0;
}
