/* SPDX-License-Identifier: MIT */
/* arch: sm_80.  flags: -g -lcuda.  Programs with one defect each (plant.h).
   Memory that is mapped by hand (cuMemCreate, cuMemMap): an array that grows piece by piece.  */
#include <cuda.h>
#include "plant.h"

__global__ void
addI (int *p, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += 1;	/* behind_the_end memory, new_piece init, after_unmap memory */
}

struct array
{
  CUmemAllocationProp prop;
  CUmemAccessDesc desc;
  CUmemGenericAllocationHandle h[4];
  CUdeviceptr at;
  size_t unit, pieces;
};

static void
setup (array *a)
{
  cudaFree (0);
  memset (a, 0, sizeof *a);
  a->prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  a->prop.location.type = a->desc.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  a->desc.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  cuMemGetAllocationGranularity (&a->unit, &a->prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
  cuMemAddressReserve (&a->at, 4 * a->unit, 0, 0, 0);
}

static void
grow (array *a)
{
  CUdeviceptr p = a->at + a->pieces * a->unit;
  cuMemCreate (&a->h[a->pieces], a->unit, &a->prop, 0);
  cuMemMap (p, a->unit, 0, a->h[a->pieces], 0);
  cuMemSetAccess (p, a->unit, &a->desc, 1);
  a->pieces++;
}

static void
clear (array *a)
{
  cuMemUnmap (a->at, a->pieces * a->unit);
  for (size_t i = 0; i < a->pieces; i++)
    cuMemRelease (a->h[i]);
  cuMemAddressFree (a->at, 4 * a->unit);
}

/* N elements of A from element FIRST on.  */
static void
add (const array *a, size_t first, int n)
{
  addI<<<(n + 255) / 256, 256>>> ((int *) a->at + first, n);
  done ();
}

PROG (behind_the_end)
{
  array a;
  setup (&a);
  grow (&a);
  grow (&a);
  size_t n = 2 * a.unit / 4;
  cuMemsetD32 (a.at, 3, n);
  add (&a, n - 1000, bad ? 1001 : 1000);
  if (!bad)
    clear (&a);
}

/* The second piece has not been written.  */
PROG (new_piece)
{
  array a;
  setup (&a);
  grow (&a);
  cuMemsetD32 (a.at, 3, a.unit / 4);
  grow (&a);
  if (!bad)
    cuMemsetD32 (a.at + a.unit, 4, a.unit / 4);
  add (&a, a.unit / 4 - 10, 20);
  clear (&a);
}

PROG (after_unmap)
{
  array a;
  setup (&a);
  grow (&a);
  grow (&a);
  cuMemsetD32 (a.at, 3, 2 * a.unit / 4);
  if (bad)
    cuMemUnmap (a.at + a.unit, a.unit);
  add (&a, a.unit / 4 - 10, 20);
  if (!bad)
    clear (&a);
}
