/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  verdict: clean.  Cooperative groups: tiles, coalesced threads, grid
   synchronisation, clusters with distributed shared memory, by attribute and at launch.  */
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void
grid_sum (int *x, int *partial, int n)
{
  cg::grid_group grid = cg::this_grid ();
  cg::thread_block block = cg::this_thread_block ();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32> (block);
  __shared__ int s[8];
  int v = 0;
  for (unsigned i = grid.thread_rank (); i < n; i += grid.size ())
    v += x[i];
  v = cg::reduce (tile, v, cg::plus<int> ());
  if (tile.thread_rank () == 0)
    s[tile.meta_group_rank ()] = v;
  block.sync ();
  if (block.thread_rank () == 0)
    {
      int sum = 0;
      for (int i = 0; i < tile.meta_group_size (); i++)
	sum += s[i];
      partial[blockIdx.x] = sum;
    }
  grid.sync ();
  if (grid.thread_rank () == 0)
    {
      int sum = 0;
      for (int i = 0; i < gridDim.x; i++)
	sum += partial[i];
      x[0] = sum;
    }
}

__global__ void
tiles (int *out)
{
  cg::thread_block block = cg::this_thread_block ();
  auto four = cg::tiled_partition<4> (block);
  int v = cg::inclusive_scan (four, (int) four.thread_rank () + 1);
  if (threadIdx.x % 2)
    {
      cg::coalesced_group active = cg::coalesced_threads ();
      v += 100 * active.size ();
      active.sync ();
    }
  out[threadIdx.x] = v + four.shfl (threadIdx.x, 3) * 10000;
}

__global__ void __cluster_dims__ (2, 1, 1)
ring (int *out)
{
  __shared__ int mine[32];
  cg::cluster_group cluster = cg::this_cluster ();
  mine[threadIdx.x] = blockIdx.x * 1000 + threadIdx.x;
  cluster.sync ();
  int *other = cluster.map_shared_rank (mine, cluster.block_rank () ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x];
  cluster.sync ();
}

__global__ void
cluster_histogram (const int *in, int *bins, int n)
{
  extern __shared__ int h[];
  cg::cluster_group cluster = cg::this_cluster ();
  int per = 64 / cluster.num_blocks ();
  for (int i = threadIdx.x; i < per; i += blockDim.x)
    h[i] = 0;
  cluster.sync ();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd (cluster.map_shared_rank (h, in[i] / per) + in[i] % per, 1);
  cluster.sync ();
  for (int i = threadIdx.x; i < per; i += blockDim.x)
    atomicAdd (&bins[cluster.block_rank () * per + i], h[i]);
}

int
main ()
{
  int n = 5000, blocks = 0, sum = 0;
  static int h[5000];
  int *x, *partial, *out;
  cudaDeviceProp prop;
  CUDA (cudaGetDeviceProperties (&prop, 0));
  MUST (prop.cooperativeLaunch && prop.clusterLaunch && prop.major == 9);
  for (int i = 0; i < n; i++)
    sum += h[i] = i % 64;
  CUDA (cudaMalloc (&x, sizeof h));
  CUDA (cudaMalloc (&partial, 64 * sizeof (int)));
  CUDA (cudaMalloc (&out, 256 * sizeof (int)));
  CUDA (cudaMemcpy (x, h, sizeof h, cudaMemcpyHostToDevice));
  CUDA (cudaOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, grid_sum, 256, 0));
  MUST (blocks > 0);
  void *args[] = { &x, &partial, &n };
  CUDA (cudaLaunchCooperativeKernel ((void *) grid_sum, 8, 256, args));
  int got;
  CUDA (cudaMemcpy (&got, x, sizeof got, cudaMemcpyDeviceToHost));
  MUST (got == sum);

  tiles<<<1, 32>>> (out);
  CUDA (cudaMemcpy (h, out, 32 * sizeof (int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; i++)
    {
      int r = i % 4 + 1, v = r * (r + 1) / 2 + (i % 2 ? 1600 : 0);
      MUST (h[i] == v + (i / 4 * 4 + 3) * 10000);
    }

  ring<<<4, 32>>> (out);
  CUDA (cudaMemcpy (h, out, 128 * sizeof (int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 128; i++)
    MUST (h[i] == (i / 32 ^ 1) * 1000 + i % 32);

  int bins[64], count[64] = { 0 };
  for (int i = 0; i < n; i++)
    count[h[i] = i * i % 64]++;
  CUDA (cudaMemcpy (x, h, sizeof h, cudaMemcpyHostToDevice));
  CUDA (cudaMemset (partial, 0, sizeof bins));
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute attr[1];
  attr[0].id = cudaLaunchAttributeClusterDimension;
  attr[0].val.clusterDim.x = 4;
  attr[0].val.clusterDim.y = attr[0].val.clusterDim.z = 1;
  config.gridDim = 8;
  config.blockDim = 128;
  config.dynamicSmemBytes = 16 * sizeof (int);
  config.attrs = attr;
  config.numAttrs = 1;
  int clusters = 0;
  CUDA (cudaOccupancyMaxActiveClusters (&clusters, cluster_histogram, &config));
  MUST (clusters > 0);
  CUDA (cudaLaunchKernelEx (&config, cluster_histogram, (const int *) x, partial, n));
  CUDA (cudaMemcpy (bins, partial, sizeof bins, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; i++)
    MUST (bins[i] == count[i]);
  CUDA (cudaFree (x));
  CUDA (cudaFree (partial));
  CUDA (cudaFree (out));
  puts ("ok");
}
