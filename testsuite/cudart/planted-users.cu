/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -std=c++17 --extended-lambda.  Programs with one defect each (plant.h).
   What the host's language hides: lambdas, copies of objects, shadows of variables, handles.
   Each by its kind: symbol_copied program, capture_alloc program, outlived memory,
   template_old memory, graph_old memory, bounds program, pinned_twice memory, array_twice program,
   exec_twice program, event_dead program, stream_twice program, stream_dead program,
   array_bytes init, box_slices program, host_deref memory, by_value memory.  */
#include "plant.h"
#include <vector>
#include <memory>
#include <cassert>
__global__ void
nothingK ()
{
}
/* ---- C++ ---- */
template <class F> __global__ void
eachK (int n, F f)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f (i);	/* of_this memory of_this program */
}
/* A lambda that captures `this': its members are the host's.  */
struct scaler
{
  int factor = 3, *data;
  void
  run (bool bad, int n)
  {
    if (bad)
      eachK<<<1, 64>>> (n, [=] __device__ (int i) { data[i] *= factor; });	/* of_this memory */
    else
      {
	int f = factor, *d = data;
	eachK<<<1, 64>>> (n, [=] __device__ (int i) { d[i] *= f; });
      }
  }
};
PROG (of_this)
{
  scaler *s = new scaler;
  s->data = dev<int> (64);
  s->run (bad, 64);
  done ();
  if (!bad)
    show (s->data, 64);
}
/* A class that frees what it has; a kernel's parameter is a copy that is destroyed behind the launch.  */
template <bool OWN> struct buffer
{
  int *p, n;
  bool owner = true;
  buffer (int m) : p (dev<int> (m)), n (m) {}
  buffer (const buffer &o) : p (o.p), n (o.n), owner (OWN) {}
  ~buffer ()
  {
    if (owner)
      cudaFree (p);
  }
};
template <bool OWN> __global__ void
bufferK (buffer<OWN> b)
{
  if (threadIdx.x < b.n)
    b.p[threadIdx.x]++;
}
template <bool OWN> static void
bufferRun ()
{
  buffer<OWN> b (64);
  bufferK<<<1, 64>>> (b);
  bufferK<<<1, 64>>> (b);
  done ();
}
PROG (by_value)
{
  if (bad)
    bufferRun<true> ();
  else
    bufferRun<false> ();
}
/* A structure on the device whose member points to the host.  */
struct mesh
{
  int n, *at;
};
__global__ void
meshK (const mesh *m, int *o)
{
  if (threadIdx.x < m->n)
    o[threadIdx.x] = m->at[threadIdx.x];	/* shallow memory shallow program */
}
PROG (shallow)
{
  std::vector<int> v (32, 7);
  mesh h = { 32, v.data () }, *d;
  int *o = dev<int> (32);
  if (!bad)
    {
      h.at = dev<int> (32);
      CK (cudaMemcpy (h.at, v.data (), 128, cudaMemcpyHostToDevice));
    }
  CK (cudaMalloc (&d, sizeof h));
  CK (cudaMemcpy (d, &h, sizeof h, cudaMemcpyHostToDevice));
  meshK<<<1, 32>>> (d, o);
  show (o, 32);
}
/* The host's name of a variable of the device is not its address.  */
__device__ int table[64];
__global__ void
tableK (const int *p, int *o)
{
  o[threadIdx.x] = p[threadIdx.x];	/* shadow memory shadow program */
}
PROG (shadow)
{
  int h[64], *p, *o = dev<int> (64);
  for (int i = 0; i < 64; i++)
    h[i] = i;
  CK (cudaMemcpyToSymbol (table, h, sizeof h));
  CK (cudaGetSymbolAddress ((void **) &p, table));
  tableK<<<1, 64>>> (bad ? table : p, o);
  show (o, 64);
}
__global__ void
sumTableK (int *o)
{
  int s = 0;
  for (int i = 0; i < 64; i++)
    s += table[i];	/* symbol_copied init */
  *o = s;	/* symbol_copied init */
}
PROG (symbol_copied)
{
  int h[64] = {}, *p, *o = dev<int> (1);
  CK (cudaGetSymbolAddress ((void **) &p, table));
  cudaMemcpy (bad ? table : p, h, sizeof h, cudaMemcpyHostToDevice);
  sumTableK<<<1, 1>>> (o);
  show (o, 1);
}
/* The host's own access to memory of the device.  */
PROG (host_deref)
{
  nothingK<<<1, 1>>> ();
  done ();
  int *a = dev<int> (64), h = 0;
  if (bad)
    h = a[3];
  else
    CK (cudaMemcpy (&h, a + 3, 4, cudaMemcpyDeviceToHost));
  printf ("%d\n", h);
}
/* memset: value and number in the other order.  */
template <int B> __global__ void
countK (const int *in, int *bins)
{
  atomicAdd (&bins[in[threadIdx.x] & 15], 1);	/* set_swapped init */
}
PROG (set_swapped)
{
  int *a = dev<int> (64), *b;
  CK (cudaMalloc (&b, 64));
  if (bad)
    CK (cudaMemset (b, 64, 0));
  else
    CK (cudaMemset (b, 0, 64));
  countK<0><<<1, 64>>> (a, b);
  show (b, 16);
}
/* ---- shapes ---- */
/* Rows and columns in the other order, and a picture that is no square.  */
template <int B> __global__ void
flipK (const int *in, int *o, int w, int h)
{
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (B ? x < h && y < w : x < w && y < h)
    o[y * w + x] = in[y * w + (w - 1 - x)];	/* swapped_xy memory */
}
PROG (swapped_xy)
{
  int w = 40, h = 24, *a = dev<int> (w * h), *o = dev<int> (w * h, false);
  GO (flipK, <<<dim3 (3, 3), dim3 (16, 16)>>> (a, o, w, h));
  if (!bad)
    show (o, w * h);
  else
    done ();
}
/* A pitch of bytes taken for one of elements.  */
template <int B> __global__ void
pitchK (float *p, size_t pitch, int w, int h)
{
  int x = threadIdx.x, y = blockIdx.x;
  float *row = B ? p + y * pitch : (float *) ((char *) p + y * pitch);
  if (x < w)
    row[x] = x;	/* pitch_elements memory */
}
PROG (pitch_elements)
{
  float *p;
  size_t pitch;
  CK (cudaMallocPitch (&p, &pitch, 30 * 4, 20));
  GO (pitchK, <<<20, 32>>> (p, pitch, 30, 20));
  done ();
}
/* A box of three dimensions: extents of bytes and of elements.  */
template <int B> __global__ void
boxK (cudaPitchedPtr p, int *o)
{
  int s = 0;
  for (int z = 0; z < 4; z++)
    for (int y = 0; y < 5; y++)
      s += ((int *) ((char *) p.ptr + p.pitch * (z * 5 + y)))[threadIdx.x];	/* box_extent init */
  o[threadIdx.x] = s;	/* box_extent init */
}
static void
box (size_t bytes, size_t slices)
{
  int h[4 * 5 * 10], *o = dev<int> (10);
  for (int i = 0; i < 200; i++)
    h[i] = i;
  cudaPitchedPtr p;
  CK (cudaMalloc3D (&p, make_cudaExtent (40, 5, 4)));
  cudaMemcpy3DParms c = {};
  c.srcPtr = make_cudaPitchedPtr (h, 40, 10, 5);
  c.dstPtr = p;
  c.extent = make_cudaExtent (bytes, 5, slices);
  c.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D (&c);
  boxK<0><<<1, 10>>> (p, o);
  show (o, 10);
}
PROG (box_extent)
{
  box (bad ? 10 : 40, 4);
}
PROG (box_slices)
{
  box (40, bad ? 5 : 4);
}
/* Where a copy into an array begins: bytes, not elements.  */
template <int B> __global__ void
readK (cudaTextureObject_t t, int *o)
{
  int s = 0;
  for (int y = 0; y < 4; y++)
    s += tex2D<int> (t, threadIdx.x, y);	/* rows_past memory */
  o[threadIdx.x] = s;
}
PROG (array_bytes)
{
  cudaArray_t a;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<int> ();
  CK (cudaMallocArray (&a, &f, 16, 4));
  int h[64], *o = dev<int> (16);
  for (int i = 0; i < 64; i++)
    h[i] = i;
  CK (cudaMemcpy2DToArray (a, 0, 0, h, 64, 32, 4, cudaMemcpyHostToDevice));
  cudaMemcpy2DToArray (a, bad ? 8 : 32, 0, h + 8, 64, 32, 4, cudaMemcpyHostToDevice);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaTextureDesc d = {};
  cudaTextureObject_t t;
  CK (cudaCreateTextureObject (&t, &r, &d, 0));
  readK<0><<<1, 16>>> (t, o);
  show (o, 16);
}
/* A texture over rows: more of them than the memory has.  */
PROG (rows_past)
{
  int *p, *o = dev<int> (16);
  size_t pitch;
  CK (cudaMallocPitch (&p, &pitch, 64, 3));
  CK (cudaMemset2D (p, pitch, 0, 64, 3));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypePitch2D;
  r.res.pitch2D.devPtr = p;
  r.res.pitch2D.desc = cudaCreateChannelDesc<int> ();
  r.res.pitch2D.width = 16;
  r.res.pitch2D.height = bad ? 4 : 3;
  r.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc d = {};
  cudaTextureObject_t t;
  if (cudaCreateTextureObject (&t, &r, &d, 0) == cudaSuccess)
    readK<0><<<1, 16>>> (t, o);
  show (o, 16);
}
/* The name of a byte is signed.  */
template <int B> __global__ void
lettersK (const char *s, int *count, int n)
{
  for (int i = threadIdx.x; i < n; i += 32)
    atomicAdd (&count[B ? s[i] : (unsigned char) s[i]], 1);	/* letters memory */
}
PROG (letters)
{
  const char *text = "gr\xc3\xbc\xc3\x9f dich";
  char *s;
  int *c;
  CK (cudaMalloc (&s, 16));
  CK (cudaMemcpy (s, text, 12, cudaMemcpyHostToDevice));
  CK (cudaMalloc (&c, 1024));
  CK (cudaMemset (c, 0, 1024));
  GO (lettersK, <<<1, 32>>> (s, c, 11));
  if (!bad)
    show (c, 256);
  else
    done ();
}
/* n - 1 of no elements.  */
template <int B> __global__ void
pairsK (const int *in, int *o, unsigned n)
{
  for (unsigned i = threadIdx.x; B ? i < n - 1 : i + 1 < n; i += 32)
    o[i] = in[i] + in[i + 1];	/* wraps memory */
}
PROG (wraps)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (pairsK, <<<1, 32>>> (a, o, 0));
  done ();
}
/* An array of its own that a thread fills in part.  */
template <int B> __global__ void
partK (const int *in, int *o, int n)
{
  int a[8], t = threadIdx.x, s = 0;
  for (int i = 0; i < (B ? n : 8); i++)
    a[(i + t) & 7] = in[i];
  for (int i = 0; i < 8; i++)
    s += a[(i * n + t) & 7];	/* own_part init */
  o[t] = s;			/* own_part init */
}
PROG (own_part)
{
  int *a = dev<int> (8), *o = dev<int> (32);
  GO (partK, <<<1, 32>>> (a, o, 7));
  show (o, 32);
}
/* ---- handles ---- */
PROG (stream_dead)
{
  cudaStream_t s;
  int *a = dev<int> (64), *o = dev<int> (64);
  CK (cudaStreamCreate (&s));
  tableK<<<1, 64, 0, s>>> (a, o);
  CK (cudaStreamSynchronize (s));
  if (bad)
    cudaStreamDestroy (s);
  tableK<<<1, 64, 0, s>>> (a, o);
  if (!bad)
    cudaStreamDestroy (s);
  show (o, 64);
}
PROG (stream_twice)
{
  nothingK<<<1, 1>>> ();
  done ();
  cudaStream_t s;
  CK (cudaStreamCreate (&s));
  CK (cudaStreamDestroy (s));
  if (bad)
    cudaStreamDestroy (s);
}
PROG (event_dead)
{
  cudaEvent_t e;
  int *a = dev<int> (64), *o = dev<int> (64);
  CK (cudaEventCreate (&e));
  tableK<<<1, 64>>> (a, o);
  CK (cudaEventRecord (e));
  if (bad)
    cudaEventDestroy (e);
  cudaEventSynchronize (e);
  if (!bad)
    cudaEventDestroy (e);
  show (o, 64);
}
PROG (exec_twice)
{
  nothingK<<<1, 1>>> ();
  done ();
  cudaGraph_t g;
  cudaGraphExec_t x;
  CK (cudaGraphCreate (&g, 0));
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, 0));
  done ();
  CK (cudaGraphExecDestroy (x));
  if (bad)
    cudaGraphExecDestroy (x);
  CK (cudaGraphDestroy (g));
}
PROG (array_twice)
{
  nothingK<<<1, 1>>> ();
  done ();
  cudaArray_t a;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<int> ();
  CK (cudaMallocArray (&a, &f, 16, 4));
  CK (cudaFreeArray (a));
  if (bad)
    cudaFreeArray (a);
}
PROG (pinned_twice)
{
  nothingK<<<1, 1>>> ();
  done ();
  int *h;
  CK (cudaMallocHost (&h, 64));
  CK (cudaFreeHost (h));
  if (bad)
    cudaFreeHost (h);
}
/* A kernel of at most 128 threads is launched with 256, and nobody looks.  */
template <int B> __global__ void __launch_bounds__ (B ? 128 : 256)
boundsK (int *o)
{
  o[threadIdx.x] = threadIdx.x;
}
PROG (bounds)
{
  int *o = dev<int> (256, false);
  GO (boundsK, <<<1, 256>>> (o));
  show (o, 256);
}
/* An assertion that fails, and a host that asks nobody.  */
template <int B> __global__ void
assertK (const int *in, int *o, int n)
{
  int v = in[threadIdx.x];
  assert (v < n);	/* assertion program */
  o[threadIdx.x] = v;
}
PROG (assertion)
{
  int *a = dev<int> (64), *o = dev<int> (64);
  GO (assertK, <<<1, 64>>> (a, o, bad ? 50 : 64));
  done ();
}
/* ---- graphs ---- */
/* A graph that was made of a buffer that is freed and allocated anew.  */
static void
again (bool bad, bool nodes)
{
  int *a = dev<int> (64), *o = dev<int> (64), *pad;
  cudaGraph_t g;
  cudaGraphExec_t x;
  cudaGraphNode_t n;
  void *args[] = { &a, &o };
  cudaKernelNodeParams k = {};
  k.func = (void *) tableK;
  k.gridDim = dim3 (1);
  k.blockDim = dim3 (64);
  k.kernelParams = args;
  CK (cudaGraphCreate (&g, 0));
  CK (cudaGraphAddKernelNode (&n, g, 0, 0, &k));
  CK (cudaGraphInstantiate (&x, g, 0));
  CK (cudaGraphLaunch (x, 0));
  CK (cudaDeviceSynchronize ());
  CK (cudaFree (a));
  pad = dev<int> (1000);
  a = dev<int> (64);
  if (!bad)
    CK (cudaGraphExecKernelNodeSetParams (x, n, &k));
  else if (nodes)
    CK (cudaGraphKernelNodeSetParams (n, &k));
  cudaGraphLaunch (x, 0);
  show (o, 64);
  cudaFree (pad);
}
PROG (graph_old)
{
  again (bad, false);
}
/* The graph is told of the new one, and not what was instantiated of it.  */
PROG (template_old)
{
  again (bad, true);
}
/* The parameters of a node are those of the call, and memory that they name is the caller's.  */
PROG (outlived)
{
  nothingK<<<1, 1>>> ();
  done ();
  cudaGraph_t g;
  cudaGraphExec_t x;
  cudaGraphNode_t n;
  int *o = dev<int> (64), *h;
  CK (cudaMallocHost (&h, 256));
  memset (h, 0, 256);
  CK (cudaGraphCreate (&g, 0));
  CK (cudaGraphAddMemcpyNode1D (&n, g, 0, 0, o, h, 256, cudaMemcpyHostToDevice));
  CK (cudaGraphInstantiate (&x, g, 0));
  if (bad)
    CK (cudaFreeHost (h));
  cudaGraphLaunch (x, 0);
  done ();
  if (!bad)
    CK (cudaFreeHost (h));
}
/* Memory is allocated while a stream captures: the capture is no longer valid, and nobody looks.  */
PROG (capture_alloc)
{
  cudaStream_t s;
  cudaGraph_t g = 0;
  cudaGraphExec_t x = 0;
  int *a = dev<int> (64), *o = dev<int> (64, false), *t = 0;
  CK (cudaStreamCreate (&s));
  if (!bad)
    CK (cudaMalloc (&t, 256));
  CK (cudaStreamBeginCapture (s, cudaStreamCaptureModeGlobal));
  if (bad)
    cudaMalloc (&t, 256);
  tableK<<<1, 64, 0, s>>> (a, t);
  tableK<<<1, 64, 0, s>>> (t, o);
  cudaStreamEndCapture (s, &g);
  cudaGraphInstantiate (&x, g, 0);
  cudaGraphLaunch (x, s);
  cudaStreamSynchronize (s);
  show (o, 64);
}
/* A pointer into the middle of what a kernel's malloc gave.  */
template <int B> __global__ void
innerK (int *o)
{
  int *p = (int *) malloc (64);
  for (int i = 0; i < 16; i++)
    p[i] = i;
  if (B)
    p++;
  o[threadIdx.x] = *p;
  free (p);	/* inner_free memory */
}
PROG (inner_free)
{
  int *o = dev<int> (32);
  GO (innerK, <<<1, 32>>> (o));
  done ();
}
/* What new[] gave a kernel is read before it is written.  */
template <int B> __global__ void
freshK (int *o)
{
  int *p = new int[4], s = 0;
  if (!B)
    for (int i = 0; i < 4; i++)
      p[i] = i;
  for (int i = 0; i < 4; i++)
    s += p[i];	/* fresh init */
  o[threadIdx.x] = s;	/* fresh init */
  delete[] p;
}
PROG (fresh)
{
  int *o = dev<int> (32);
  GO (freshK, <<<1, 32>>> (o));
  show (o, 32);
}
