/* SPDX-License-Identifier: MIT */
/* flags: -default-stream per-thread -G.  verdict: clean.  Memory of three dimensions, sub-ranges, the
   threads' own default streams, unoptimised code.  */
#include "check.h"
#include <thread>

__global__ void
fill (cudaPitchedPtr p, int w, int h, int d)
{
  int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  if (x < w && y < h && z < d)
    ((int *) ((char *) p.ptr + (z * p.ysize + y) * p.pitch))[x] += x + 100 * y + 10000 * z;
}

__global__ void
twice (int *x)
{
  x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

static void
work (int k)
{
  int h[256], *d;
  for (int i = 0; i < 256; i++)
    h[i] = i + k;
  CUDA (cudaMalloc (&d, sizeof h));
  CUDA (cudaMemcpyAsync (d, h, sizeof h, cudaMemcpyHostToDevice));
  twice<<<2, 128>>> (d);
  CUDA (cudaMemcpyAsync (h, d, sizeof h, cudaMemcpyDeviceToHost));
  CUDA (cudaStreamSynchronize (0));
  for (int i = 0; i < 256; i++)
    MUST (h[i] == 2 * (i + k));
  CUDA (cudaFree (d));
}

int
main ()
{
  const int w = 30, h = 5, d = 4;
  static int host[d][h][w];
  cudaPitchedPtr p, q;
  cudaExtent e = make_cudaExtent (w * sizeof (int), h, d);
  CUDA (cudaMalloc3D (&p, e));
  CUDA (cudaMalloc3D (&q, e));
  CUDA (cudaMemset3D (p, 0, e));
  fill<<<dim3 (h, d), 32>>> (p, w, h, d);
  cudaMemcpy3DParms c = {};
  c.srcPtr = p;
  c.dstPtr = q;
  c.extent = e;
  c.kind = cudaMemcpyDeviceToDevice;
  CUDA (cudaMemcpy3D (&c));
  c.srcPtr = q;
  c.srcPos = make_cudaPos (2 * sizeof (int), 1, 1);
  c.dstPtr = make_cudaPitchedPtr (host, w * sizeof (int), w, h);
  c.dstPos = make_cudaPos (0, 0, 0);
  c.extent = make_cudaExtent (10 * sizeof (int), 3, 2);
  c.kind = cudaMemcpyDeviceToHost;
  CUDA (cudaMemcpy3D (&c));
  for (int z = 0; z < 2; z++)
    for (int y = 0; y < 3; y++)
      for (int x = 0; x < 10; x++)
	MUST (host[z][y][x] == x + 2 + 100 * (y + 1) + 10000 * (z + 1));
  MUST (host[0][3][0] == 0 && host[0][0][10] == 0);
  std::thread threads[4];
  for (int i = 0; i < 4; i++)
    threads[i] = std::thread (work, i);
  for (auto &t : threads)
    t.join ();
  CUDA (cudaFree (p.ptr));
  CUDA (cudaFree (q.ptr));
  puts ("ok");
}
