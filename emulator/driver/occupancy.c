/* SPDX-License-Identifier: MIT */
/* Occupancy: how many blocks or clusters of a function fit on a multiprocessor, by the engine's
   limits of the device.  */
#include "emulator/driver/module.h"

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (int *blocks, CUfunction h, int threads,
						      size_t dynamic, unsigned flags)
{
  ENTER_FUNC (h, f);
  if (!blocks || threads <= 0 || flags > CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)
    return CUDA_ERROR_INVALID_VALUE;
  *blocks = threads > f->info.max_threads || dynamic > (size_t) f->max_dynamic
	      ? 0
	      : px_emu_occupancy (f->emu, threads, dynamic);
  return CUDA_SUCCESS;
}

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, CUfunction h, int threads, size_t dynamic)
{
  return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (blocks, h, threads, dynamic,
							       CU_OCCUPANCY_DEFAULT);
}

/* Finds the block size, a multiple of a warp, with most threads per multiprocessor; the largest
   of several.  The program's function is called without the lock.  */
CUresult
cuOccupancyMaxPotentialBlockSizeWithFlags (int *grid, int *block, CUfunction h,
					   CUoccupancyB2DSize size_of, size_t dynamic, int limit,
					   unsigned flags)
{
  int max, best = 0, best_blocks = 0;
  if (!grid || !block || limit < 0 || flags > CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)
    return CUDA_ERROR_INVALID_VALUE;
  {
    ENTER_FUNC (h, f);
    max = f->info.max_threads;
  }
  if (limit && limit < max)
    max = limit;
  for (int n = max; n > 0; n = (n - 1) / PX_EMU_WARP * PX_EMU_WARP)
    {
      int blocks;
      CUresult r = cuOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, h, n,
								size_of ? size_of (n) : dynamic);
      if (r)
	return r;
      if (blocks * n > best * best_blocks)
	{
	  best = n;
	  best_blocks = blocks;
	}
    }
  *block = best;
  *grid = best_blocks * PX_EMU_SM_COUNT;
  return CUDA_SUCCESS;
}

CUresult
cuOccupancyMaxPotentialBlockSize (int *grid, int *block, CUfunction h, CUoccupancyB2DSize size_of,
				  size_t dynamic, int limit)
{
  return cuOccupancyMaxPotentialBlockSizeWithFlags (grid, block, h, size_of, dynamic, limit,
						    CU_OCCUPANCY_DEFAULT);
}

CUresult
cuOccupancyAvailableDynamicSMemPerBlock (size_t *dynamic, CUfunction h, int blocks, int threads)
{
  size_t lo = 0, hi;
  ENTER_FUNC (h, f);
  if (!dynamic || blocks <= 0 || threads <= 0 || px_emu_occupancy (f->emu, threads, 0) < blocks)
    return CUDA_ERROR_INVALID_VALUE;
  hi = PX_EMU_MAX_SHARED - f->info.static_shared;
  while (lo < hi)
    {
      size_t mid = (lo + hi + 1) / 2;
      if (px_emu_occupancy (f->emu, threads, mid) >= blocks)
	lo = mid;
      else
	hi = mid - 1;
    }
  *dynamic = lo;
  return CUDA_SUCCESS;
}

CUresult
cuOccupancyMaxPotentialClusterSize (int *size, CUfunction h, const CUlaunchConfig *p)
{
  ENTER_FUNC (h, f);
  if (!size || !p || !launch_dims_ok (p))
    return CUDA_ERROR_INVALID_VALUE;
  *size = f->nonportable ? PX_EMU_MAX_CLUSTER : 8;
  return CUDA_SUCCESS;
}

CUresult
cuOccupancyMaxActiveClusters (int *clusters, CUfunction h, const CUlaunchConfig *p)
{
  px_emu_launch l = { 0 };
  bool overlaps;
  unsigned n;
  int fit;
  CUresult r;
  ENTER_FUNC (h, f);
  if (!clusters || !p || !launch_dims_ok (p))
    return CUDA_ERROR_INVALID_VALUE;
  l.grid[0] = p->gridDimX;
  l.grid[1] = p->gridDimY;
  l.grid[2] = p->gridDimZ;
  r = launch_attributes (p, f, &l, &overlaps);
  if (!r)
    r = launch_cluster (f, &l);
  if (r)
    return r;
  n = l.cluster[0] ? l.cluster[0] * l.cluster[1] * l.cluster[2] : 1;
  fit = px_emu_occupancy (f->emu, (int) (p->blockDimX * p->blockDimY * p->blockDimZ),
			  p->sharedMemBytes);
  *clusters = fit > 0 ? fit * PX_EMU_SM_COUNT / (int) n : 0;
  return CUDA_SUCCESS;
}
