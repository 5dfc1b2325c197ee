/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -std=c++17.  Programs with one defect each (plant.h).
   Addresses: shared memory in parts, constants, surfaces, heap, stack, vectors.
   Each by its kind: constant_symbol program, constant_symbol memory, heap_host program,
   heap_host memory, heap_cudafree program, heap_cudafree memory, say_end memory, say_end init,
   deep_stack memory, deep_stack program.  */
#include "plant.h"
#include <cuda_fp16.h>
#include <mma.h>
#include <cuda_pipeline.h>
#include <new>
using namespace nvcuda;
/* Parts of dynamic shared memory, one behind the other: the doubles behind an odd number of floats.  */
template <int B> __global__ void
carveK (const float *in, double *out, int n)
{
  extern __shared__ char bytes[];
  float *f = (float *) bytes;
  double *d = (double *) (bytes + (B ? n * 4 : (n * 4 + 7) / 8 * 8));
  int t = threadIdx.x;
  if (t < n)
    f[t] = in[t];
  __syncthreads ();
  if (t < n)
    d[t] = f[t] * 2.0;	/* carve memory */
  __syncthreads ();
  if (t < n)
    out[t] = d[n - 1 - t];
}
PROG (carve)
{
  float *a = dev<float> (33);
  double *o = dev<double> (33);
  GO (carveK, <<<1, 64, 33 * 12 + 8>>> (a, o, 33));
  show (o, 33);
}
/* The last element is beyond what the launch asks for, and within the unit of allocation.  */
template <int B> __global__ void
askedK (const int *in, int *out)
{
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = in[t];
  if (B && t == 0)
    s[blockDim.x] = 0;	/* asked memory */
  __syncthreads ();
  out[t] = s[t] + (t + 1 < blockDim.x ? s[t + 1] : 0);
}
PROG (asked)
{
  int *a = dev<int> (33), *o = dev<int> (33);
  GO (askedK, <<<1, 33, 33 * 4>>> (a, o));
  show (o, 33);
}
/* A array of fixed size that overlaps the dynamic one.  */
template <int B> __global__ void
intoK (const int *in, int *out)
{
  __shared__ int fix[32];
  extern __shared__ int dyn[];
  int t = threadIdx.x;
  dyn[t] = in[t];
  __syncthreads ();
  if (t < (B ? 33 : 32))
    fix[t] = t;	/* into memory */
  __syncthreads ();
  out[t] = dyn[t] + fix[t % 32];
}
PROG (into)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (intoK, <<<1, 64, 256>>> (a, o));
  show (o, 64);
}
/* Constant memory: from one array to the next, and beyond the last.  */
__constant__ float weights[9];
__constant__ float others[9];
template <int B> __global__ void
constK (const float *in, float *out, int r)
{
  int t = threadIdx.x;
  float s = 0;
  for (int i = 0; i <= (B ? 2 * r + 1 : 2 * r); i++)
    s += weights[i] * in[(t + i) % 64] + others[i];	/* constant_past memory */
  out[t] = s;
}
PROG (constant_past)
{
  float *a = dev<float> (64), *o = dev<float> (64), w[9] = { 1, 2, 3, 4, 5, 4, 3, 2, 1 };
  CK (cudaMemcpyToSymbol (weights, w, sizeof w));
  CK (cudaMemcpyToSymbol (others, w, sizeof w));
  GO (constK, <<<1, 64>>> (a, o, 4));
  show (o, 64);
}
PROG (constant_symbol)
{
  float *a = dev<float> (64), *o = dev<float> (64), w[12] = { 1, 2, 3, 4, 5, 4, 3, 2, 1 };
  CK (cudaMemcpyToSymbol (weights, w, 36));
  CK (cudaMemcpyToSymbol (others, w, 36));
  cudaMemcpyToSymbol (weights, w, bad ? sizeof w : 36);
  constK<0><<<1, 64>>> (a, o, 4);
  show (o, 64);
}
/* A kernel's constant parameter is written through its address.  */
struct args
{
  int n;
  int *p;
};
template <int B> __global__ void
paramK (const __grid_constant__ args a)
{
  int t = threadIdx.x;
  if (B && t == 0)
    const_cast<args &> (a).n = 3;	/* param_written memory param_written race param_written program */
  else if (t < a.n)
    a.p[t] = t;
}
PROG (param_written)
{
  args a = { 32, dev<int> (32) };
  GO (paramK, <<<1, 32>>> (a));
  show (a.p, 32);
}
/* A surface with the mode that traps.  */
template <int B> __global__ void
surfK (cudaSurfaceObject_t s, int n)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (B || x < n)
    surf2Dwrite (x, s, x * 4, 1, cudaBoundaryModeTrap);	/* surf_past memory surf_past program */
}
template <int B> __global__ void
surfClampK (cudaSurfaceObject_t s, int *o, int n)
{
  int x = threadIdx.x;
  int v = B ? surf2Dread<int> (s, x * 4, 3, cudaBoundaryModeTrap) : surf2Dread<int> (s, x * 4, 3, cudaBoundaryModeZero);	/* surf_row memory surf_row program */
  o[x] = v;
}
static cudaSurfaceObject_t
surface (cudaArray_t *a)
{
  cudaChannelFormatDesc f = cudaCreateChannelDesc<int> ();
  CK (cudaMallocArray (a, &f, 50, 3, cudaArraySurfaceLoadStore));
  int h[150];
  for (int i = 0; i < 150; i++)
    h[i] = i;
  CK (cudaMemcpy2DToArray (*a, 0, 0, h, 200, 200, 3, cudaMemcpyHostToDevice));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = *a;
  cudaSurfaceObject_t s;
  CK (cudaCreateSurfaceObject (&s, &r));
  return s;
}
PROG (surf_past)
{
  cudaArray_t a;
  cudaSurfaceObject_t s = surface (&a);
  GO (surfK, <<<1, 64>>> (s, 50));
  done ();
}
PROG (surf_row)
{
  cudaArray_t a;
  cudaSurfaceObject_t s = surface (&a);
  int *o = dev<int> (64);
  GO (surfClampK, <<<1, 64>>> (s, o, 50));
  show (o, 50);
}
/* malloc of a kernel that has no room left, and nobody asks.  */
template <int B> __global__ void
roomK (int *out)
{
  int *p = (int *) malloc (1 << 20);
  if (!B && !p)
    {
      out[threadIdx.x] = -1;
      return;
    }
  p[threadIdx.x] = 7;	/* room memory */
  out[threadIdx.x] = p[threadIdx.x];
  free (p);
}
PROG (room)
{
  int *o = dev<int> (64);
  CK (cudaDeviceSetLimit (cudaLimitMallocHeapSize, 8 << 20));
  GO (roomK, <<<1, 64>>> (o));
  show (o, 64);
}
/* The host copies from memory that a kernel's malloc gave.  */
__device__ int *kept;
template <int B> __global__ void
keepK (int *in)
{
  kept = B ? (int *) malloc (256) : in;
  for (int i = 0; i < 64; i++)
    kept[i] = i;
}
PROG (heap_host)
{
  int *a = dev<int> (64), *p, h[64];
  GO (keepK, <<<1, 1>>> (a));
  CK (cudaMemcpyFromSymbol (&p, kept, 8));
  cudaMemcpy (h, p, 256, cudaMemcpyDeviceToHost);
  printf ("%d\n", bad ? 0 : h[5]);
}
PROG (heap_cudafree)
{
  int *a = dev<int> (64), *p;
  GO (keepK, <<<1, 1>>> (a));
  CK (cudaMemcpyFromSymbol (&p, kept, 8));
  cudaFree (p);
}
/* A kernel frees what cudaMalloc gave.  */
template <int B> __global__ void
freeK (int *p)
{
  int *q = (int *) malloc (16);
  *q = 1;
  *p = *q;
  free (B ? p : q);	/* kernel_free memory */
  if (B)
    free (q);
}
PROG (kernel_free)
{
  int *a = dev<int> (64);
  GO (freeK, <<<1, 1>>> (a));
  done ();
}
/* printf of a string that is the host's.  */
template <int B> __global__ void
sayK (const char *s)
{
  printf ("%s\n", s);	/* say memory */
}
PROG (say)
{
  char *d = dev<char> (16, false);
  CK (cudaMemcpy (d, "right", 6, cudaMemcpyHostToDevice));
  static char text[] = "wrong";
  sayK<0><<<1, 1>>> (bad ? text : d);
  done ();
}
/* A string without its end.  */
PROG (say_end)
{
  char *d;
  CK (cudaMalloc (&d, 5));
  CK (cudaMemcpy (d, "four", bad ? 4 : 5, cudaMemcpyHostToDevice));
  if (bad)
    CK (cudaMemcpy (d, "fives", 5, cudaMemcpyHostToDevice));
  sayK<0><<<1, 1>>> (d);
  done ();
}
/* An object with virtual functions that the host made.  */
struct shape
{
  __host__ __device__ virtual int area () const = 0;
};
struct square : shape
{
  int a;
  __host__ __device__ square (int x) : a (x) {}
  __host__ __device__ int area () const override { return a * a; }
};
__global__ void
makeK (square *p)
{
  new (p) square (4);
}
__global__ void
areaK (const shape *p, int *o)
{
  *o = p->area ();	/* vtable memory vtable program */
}
PROG (vtable)
{
  square *p, h (4);
  int *o = dev<int> (1);
  CK (cudaMalloc (&p, sizeof *p));
  if (bad)
    CK (cudaMemcpy (p, &h, sizeof h, cudaMemcpyHostToDevice));
  else
    makeK<<<1, 1>>> (p);
  areaK<<<1, 1>>> (p, o);
  show (o, 1);
}
/* A function's address: the host's.  */
typedef int (*fn) (int);
__host__ __device__ int
twice (int x)
{
  return 2 * x;
}
__device__ fn table[1] = { twice };
__global__ void
applyK (fn f, int *o)
{
  *o = f (4);	/* host_function memory host_function program */
}
PROG (host_function)
{
  fn f = twice;
  int *o = dev<int> (1);
  if (!bad)
    CK (cudaMemcpyFromSymbol (&f, table, sizeof f));
  applyK<<<1, 1>>> (f, o);
  show (o, 1);
}
/* A packet of bytes: its number lies at an odd address.  */
template <int B> __global__ void
packetK (const unsigned char *p, unsigned *o)
{
  const unsigned char *q = p + threadIdx.x * 6 + 2;
  unsigned v;
  if (B)
    v = *(const unsigned *) q;	/* packet memory */
  else
    v = q[0] | q[1] << 8 | q[2] << 16 | q[3] << 24;
  o[threadIdx.x] = v;
}
PROG (packet)
{
  unsigned char *p = dev<unsigned char> (384);
  unsigned *o = dev<unsigned> (64);
  GO (packetK, <<<1, 64>>> (p, o));
  show (o, 64);
}
/* Atomic operations of 64 bits at addresses of 4.  */
template <int B> __global__ void
atomic8K (unsigned *p)
{
  unsigned *q = B ? p + 1 : p + 2;
  atomicAdd ((unsigned long long *) q, 1ull);	/* atomic8 memory */
}
PROG (atomic8)
{
  unsigned *p = dev<unsigned> (16);
  GO (atomic8K, <<<1, 32>>> (p));
  show (p, 16);
}
/* half2 of a row of odd length.  */
template <int B> __global__ void
half2K (const __half *a, float *o, int n)
{
  const __half *row = a + threadIdx.y * (B ? n : n + 1);
  float s = 0;
  for (int i = 0; i + 1 < n; i += 2)
    {
      __half2 h = *(const __half2 *) (row + i);	/* half_rows memory */
      s += __low2float (h) + __high2float (h);
    }
  o[threadIdx.y] = s;
}
PROG (half_rows)
{
  __half *a = dev<__half> (4 * 16);
  float *o = dev<float> (4);
  GO (half2K, <<<1, dim3 (1, 4)>>> (a, o, 15));
  show (o, 4);
}
/* The last tile of wmma is not whole.  */
template <int B> __global__ void
wmmaK (const __half *a, const __half *b, float *c, int k)
{
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment (fc, 0.0f);
  for (int i = 0; B ? i < k : i + 16 <= k; i += 16)
    {
      wmma::load_matrix_sync (fa, a + i, 40);	/* wmma_tail memory */
      wmma::load_matrix_sync (fb, b + i, 40);	/* wmma_tail memory */
      wmma::mma_sync (fc, fa, fb, fc);
    }
  wmma::store_matrix_sync (c, fc, 16, wmma::mem_row_major);
}
PROG (wmma_tail)
{
  __half *a = dev<__half> (16 * 40), *b = dev<__half> (16 * 40);
  float *c = dev<float> (256);
  GO (wmmaK, <<<1, 32>>> (a, b, c, 40));
  show (c, 256);
}
/* cp.async of 16 bytes from an address of 4.  */
template <int B> __global__ void
cp16K (const float *in, float *out)
{
  __shared__ alignas (16) float s[128];
  int t = threadIdx.x;
  __pipeline_memcpy_async (s + 4 * t, in + 4 * t + (B ? 1 : 0), 16);	/* cp16 memory */
  __pipeline_commit ();
  __pipeline_wait_prior (0);
  __syncthreads ();
  out[t] = s[127 - t];
}
PROG (cp16)
{
  float *a = dev<float> (132), *o = dev<float> (32);
  GO (cp16K, <<<1, 32>>> (a, o));
  show (o, 32);
}
/* Shared memory that only some have written.  */
template <int B> __global__ void
maxK (const int *in, int *out, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n)
    s[t] = in[t];
  else if (!B)
    s[t] = -1;
  __syncthreads ();
  for (int d = 32; d; d /= 2)
    {
      if (t < d && s[t + d] > s[t])	/* max_tail init */
	s[t] = s[t + d];
      __syncthreads ();
    }
  if (t == 0)
    *out = s[0];
}
PROG (max_tail)
{
  int *a = dev<int> (64), *o = dev<int> (1);
  GO (maxK, <<<1, 64>>> (a, o, 50));
  show (o, 1);
}
/* Deep recursion that a limit of the stack makes right.  */
__device__ __noinline__ int
deep (int n, int *p)
{
  volatile int a[64];
  for (int i = 0; i < 64; i++)
    a[i] = p[(n + i) & 31];
  return n ? deep (n - 1, p) + a[n & 63] : a[3];
}
__global__ void
deepK (int n, int *p, int *o)
{
  *o = deep (n, p);	/* deep_stack memory deep_stack program */
}
PROG (deep_stack)
{
  int *p = dev<int> (32), *o = dev<int> (1);
  if (!bad)
    CK (cudaDeviceSetLimit (cudaLimitStackSize, 64 << 10));
  deepK<<<1, 1>>> (100, p, o);
  show (o, 1);
}
/* Mipmaps: a level that has fewer texels than the first.  */
template <int B> __global__ void
levelK (cudaSurfaceObject_t s, int w)
{
  int x = threadIdx.x;
  if (x < (B ? 2 * w : w))
    surf2Dwrite ((float) x, s, x * 4, 0);	/* level memory level program */
}
PROG (level)
{
  cudaMipmappedArray_t m;
  cudaArray_t a;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<float> ();
  CK (cudaMallocMipmappedArray (&m, &f, make_cudaExtent (32, 32, 0), 3, cudaArraySurfaceLoadStore));
  CK (cudaGetMipmappedArrayLevel (&a, m, 1));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaSurfaceObject_t s;
  CK (cudaCreateSurfaceObject (&s, &r));
  GO (levelK, <<<1, 32>>> (s, 16));
  done ();
}
