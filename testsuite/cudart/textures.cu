/* SPDX-License-Identifier: MIT */
/* verdict: clean.  Arrays, textures and surfaces against the formulas of the CUDA C++
   Programming Guide, "Texture Fetching", written down on the host.  */
#include "check.h"
#include <cmath>
#include <cstdlib>
#include <cstring>

enum { W = 13, H = 7, D = 5, N = 640 };

/* ---- the formulas ---- */

static int
at (int i, int n, int mode, bool normalized)
{
  if (!normalized && mode != cudaAddressModeBorder)
    mode = cudaAddressModeClamp;
  if (mode == cudaAddressModeWrap)
    return ((i % n) + n) % n;
  if (mode == cudaAddressModeMirror)
    {
      i = ((i % (2 * n)) + 2 * n) % (2 * n);
      return i < n ? i : 2 * n - 1 - i;
    }
  if (mode == cudaAddressModeBorder)
    return i < 0 || i >= n ? -1 : i;
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}

struct how { int mode; bool linear, normalized; int dims, n[3]; };

/* What a texture of the floats T has at X; outside it is BORDER.  */
static float
expected (const float *t, const how &h, const float *x, float border)
{
  int i[3] = { 0, 0, 0 };
  float part[3] = { 0, 0, 0 }, sum = 0;
  for (int k = 0; k < h.dims; k++)
    {
      float y = h.normalized ? x[k] * h.n[k] : x[k];
      if (h.linear)
	{
	  y -= 0.5f;
	  part[k] = floorf ((y - floorf (y)) * 256 + 0.5f) / 256;
	}
      i[k] = (int) floorf (y);
    }
  for (int c = 0; c < (h.linear ? 1 << h.dims : 1); c++)
    {
      float weight = 1;
      int p[3] = { 0, 0, 0 };
      bool out = false;
      for (int k = 0; k < h.dims; k++)
	{
	  weight *= c >> k & 1 ? part[k] : 1 - part[k];
	  p[k] = at (i[k] + (c >> k & 1), h.n[k], h.mode, h.normalized);
	  out |= p[k] < 0;
	}
      sum += weight * (out ? border : t[(p[2] * h.n[1] + p[1]) * h.n[0] + p[0]]);
    }
  return sum;
}

/* ---- the device ---- */

__global__ void
look (cudaTextureObject_t t, int dims, const float *x, float *out)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    out[i] = dims == 1 ? tex1D<float> (t, x[3 * i]) : dims == 2 ? tex2D<float> (t, x[3 * i], x[3 * i + 1])
	     : tex3D<float> (t, x[3 * i], x[3 * i + 1], x[3 * i + 2]);
}

static float *device_x, *device_out, x[3 * N], out[N];

static void
points (const how &h)
{
  for (int i = 0; i < 3 * N; i++)
    {
      /* In and around, quarters of a texel, so that no rounding decides.  */
      int n = i % 3 < h.dims ? h.n[i % 3] : 1, q = rand () % (12 * n) - 4 * n;
      x[i] = h.normalized ? (q + 0.5f) / (4 * n) : q / 4.0f + 0.125f;
    }
  CUDA (cudaMemcpy (device_x, x, sizeof x, cudaMemcpyHostToDevice));
}

static void
compare (cudaTextureObject_t t, const float *host, const how &h, float border)
{
  points (h);
  look<<<(N + 63) / 64, 64>>> (t, h.dims, device_x, device_out);
  CUDA (cudaMemcpy (out, device_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < N; i++)
    {
      float want = expected (host, h, x + 3 * i, border);
      if (!(fabsf (out[i] - want) <= 0.004f * (1 + fabsf (want))))
	{
	  printf ("dims %d mode %d linear %d normalized %d at %g %g %g: %g, not %g\n", h.dims, h.mode, h.linear, h.normalized,
		  x[3 * i], x[3 * i + 1], x[3 * i + 2], out[i], want);
	  exit (1);
	}
    }
}

static cudaTextureObject_t
texture (const cudaResourceDesc &res, const how &h, int read = cudaReadModeElementType, float border = 0)
{
  cudaTextureObject_t t;
  cudaTextureDesc d = {};
  for (int k = 0; k < 3; k++)
    d.addressMode[k] = (cudaTextureAddressMode) h.mode;
  d.filterMode = h.linear ? cudaFilterModeLinear : cudaFilterModePoint;
  d.readMode = (cudaTextureReadMode) read;
  d.normalizedCoords = h.normalized;
  d.borderColor[0] = border;
  CUDA (cudaCreateTextureObject (&t, &res, &d, NULL));
  return t;
}

static cudaResourceDesc
of_array (cudaArray_t a)
{
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  return r;
}

/* Floats in arrays of each dimension, in all ways.  */
static void
filters ()
{
  static float host[W * H * D];
  cudaChannelFormatDesc f = cudaCreateChannelDesc<float> ();
  for (int i = 0; i < W * H * D; i++)
    host[i] = (float) (rand () % 1000) / 10;
  for (int dims = 1; dims <= 3; dims++)
    {
      cudaArray_t a;
      how h = { 0, false, false, dims, { W, dims > 1 ? H : 1, dims > 2 ? D : 1 } };
      if (dims == 3)
	CUDA (cudaMalloc3DArray (&a, &f, make_cudaExtent (W, H, D)));
      else
	CUDA (cudaMallocArray (&a, &f, W, dims > 1 ? H : 0));
      cudaMemcpy3DParms p = {};
      p.srcPtr = make_cudaPitchedPtr (host, W * sizeof *host, W, h.n[1]);
      p.dstArray = a;
      p.extent = make_cudaExtent (W, h.n[1], h.n[2]);
      p.kind = cudaMemcpyHostToDevice;
      CUDA (cudaMemcpy3D (&p));
      for (h.mode = 0; h.mode < 4; h.mode++)
	for (int k = 0; k < 4; k++)
	  {
	    h.linear = k & 1;
	    h.normalized = k >> 1;
	    cudaTextureObject_t t = texture (of_array (a), h, cudaReadModeElementType, 3.5f);
	    compare (t, host, h, 3.5f);
	    CUDA (cudaDestroyTextureObject (t));
	  }
      CUDA (cudaFreeArray (a));
    }
}

/* Rows in memory, bytes read as 0 to 1, shorts as -1 to 1.  */
static void
rows ()
{
  static unsigned char bytes[W * H];
  static short shorts[W * H];
  static float host[W * H];
  how h = { cudaAddressModeClamp, true, false, 2, { W, H, 1 } };
  cudaResourceDesc r = {};
  size_t pitch;
  void *d;
  r.resType = cudaResourceTypePitch2D;
  r.res.pitch2D.width = W;
  r.res.pitch2D.height = H;
  for (int k = 0; k < 2; k++)
    {
      for (int i = 0; i < W * H; i++)
	{
	  bytes[i] = rand ();
	  shorts[i] = rand ();
	  host[i] = k ? fmaxf (shorts[i] / 32767.0f, -1) : bytes[i] / 255.0f;
	}
      CUDA (cudaMallocPitch (&d, &pitch, W << k, H));
      CUDA (cudaMemcpy2D (d, pitch, k ? (void *) shorts : bytes, W << k, W << k, H, cudaMemcpyHostToDevice));
      r.res.pitch2D.devPtr = d;
      r.res.pitch2D.pitchInBytes = pitch;
      r.res.pitch2D.desc = k ? cudaCreateChannelDesc<short> () : cudaCreateChannelDesc<unsigned char> ();
      cudaTextureObject_t t = texture (r, h, cudaReadModeNormalizedFloat);
      compare (t, host, h, 0);
      CUDA (cudaDestroyTextureObject (t));
      CUDA (cudaFree (d));
    }
}

__global__ void
others (cudaTextureObject_t layers, cudaTextureObject_t cube, cudaTextureObject_t mips, cudaTextureObject_t numbers, float *o)
{
  o[0] = tex2DLayered<float> (layers, 2.5f, 1.5f, 3);
  o[1] = tex2DLayered<float> (layers, 2.5f, 1.5f, 99);
  for (int i = 0; i < 6; i++)
    {
      float v[3] = { 0.5f, 0.5f, 0.5f };
      v[i / 2] = i & 1 ? -1 : 1;
      o[2 + i] = texCubemap<float> (cube, v[0], v[1], v[2]);
    }
  for (int i = 0; i < 5; i++)
    o[8 + i] = tex2DLod<float> (mips, 0.5f, 0.5f, i * 0.5f);
  o[13] = tex2DGrad<float> (mips, 0.5f, 0.5f, make_float2 (0.25f, 0), make_float2 (0, 0.125f));
  int4 n = tex1Dfetch<int4> (numbers, 2), none = tex1Dfetch<int4> (numbers, 1000);
  o[14] = n.x == 8 && n.y == -9 && n.z == 10 && n.w == -11;
  o[15] = none.x == 0 && none.w == 0;
  float4 four = tex2Dgather<float4> (layers, 3.0f, 2.0f, 0);
  o[16] = four.x, o[17] = four.y, o[18] = four.z, o[19] = four.w;
}

static void
forms ()
{
  static float host[6 * 8 * 8];
  float o[20];
  cudaChannelFormatDesc f = cudaCreateChannelDesc<float> ();
  cudaMemcpy3DParms p = {};
  cudaArray_t layers, cube, level;
  cudaMipmappedArray_t mip;
  how h = { cudaAddressModeClamp, false, false, 2, { 8, 8, 1 } };
  for (int i = 0; i < 6 * 8 * 8; i++)
    host[i] = i;
  CUDA (cudaMalloc3DArray (&layers, &f, make_cudaExtent (8, 8, 5), cudaArrayLayered | cudaArrayTextureGather));
  CUDA (cudaMalloc3DArray (&cube, &f, make_cudaExtent (8, 8, 6), cudaArrayCubemap));
  p.srcPtr = make_cudaPitchedPtr (host, 8 * sizeof *host, 8, 8);
  p.kind = cudaMemcpyHostToDevice;
  p.dstArray = layers;
  p.extent = make_cudaExtent (8, 8, 5);
  CUDA (cudaMemcpy3D (&p));
  p.dstArray = cube;
  p.extent = make_cudaExtent (8, 8, 6);
  CUDA (cudaMemcpy3D (&p));
  /* Level k of the mipmap is all 100 k.  */
  CUDA (cudaMallocMipmappedArray (&mip, &f, make_cudaExtent (8, 8, 0), 3));
  for (int k = 0; k < 3; k++)
    {
      float flat[64];
      for (int i = 0; i < 64; i++)
	flat[i] = 100 * k;
      CUDA (cudaGetMipmappedArrayLevel (&level, mip, k));
      CUDA (cudaMemcpy2DToArray (level, 0, 0, flat, 8 * sizeof *flat, (8 >> k) * sizeof *flat, 8 >> k, cudaMemcpyHostToDevice));
    }
  MUST (cudaGetMipmappedArrayLevel (&level, mip, 3) == cudaErrorInvalidValue);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeMipmappedArray;
  r.res.mipmap.mipmap = mip;
  cudaTextureDesc d = {};
  cudaTextureObject_t m, n;
  MUST (cudaCreateTextureObject (&m, &r, &d, NULL) == cudaErrorInvalidValue);
  d.normalizedCoords = 1;
  d.filterMode = d.mipmapFilterMode = cudaFilterModeLinear;
  d.maxMipmapLevelClamp = 10;
  CUDA (cudaCreateTextureObject (&m, &r, &d, NULL));
  int4 numbers[10], *dn;
  for (int i = 0; i < 10; i++)
    numbers[i] = make_int4 (4 * i, -4 * i - 1, 4 * i + 2, -4 * i - 3);
  CUDA (cudaMalloc (&dn, sizeof numbers));
  CUDA (cudaMemcpy (dn, numbers, sizeof numbers, cudaMemcpyHostToDevice));
  memset (&r, 0, sizeof r);
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = dn;
  r.res.linear.desc = cudaCreateChannelDesc<int4> ();
  /* It may be longer than its memory: only what is read must be there.  */
  r.res.linear.sizeInBytes = sizeof numbers + 3 * sizeof *numbers;
  n = texture (r, h);
  cudaTextureObject_t l = texture (of_array (layers), h);
  h.normalized = true;
  cudaTextureObject_t c = texture (of_array (cube), h);
  others<<<1, 1>>> (l, c, m, n, device_out);
  CUDA (cudaMemcpy (o, device_out, sizeof o, cudaMemcpyDeviceToHost));
  MUST (o[0] == 3 * 64 + 8 + 2);
  MUST (o[1] == 4 * 64 + 8 + 2);
  /* The faces are +x -x +y -y +z -z; s and t of each as the table of the guide has them.  */
  static const float s[6] = { -1, 1, 1, 1, 1, -1 }, t[6] = { -1, -1, 1, -1, -1, -1 };
  for (int i = 0; i < 6; i++)
    MUST (o[2 + i] == i * 64 + 8 * (int) ((0.5f * t[i] + 1) / 2 * 8) + (int) ((0.5f * s[i] + 1) / 2 * 8));
  for (int i = 0; i < 5; i++)
    MUST (o[8 + i] == 50 * i);
  MUST (o[13] == 100);		/* 2 texels a step */
  MUST (o[14] == 1 && o[15] == 1);
  MUST (o[16] == 2 * 8 + 2 && o[17] == 2 * 8 + 3 && o[18] == 8 + 3 && o[19] == 8 + 2);
  CUDA (cudaDestroyTextureObject (m));
  CUDA (cudaDestroyTextureObject (n));
  CUDA (cudaDestroyTextureObject (l));
  CUDA (cudaDestroyTextureObject (c));
  CUDA (cudaFree (dn));
  CUDA (cudaFreeArray (layers));
  CUDA (cudaFreeArray (cube));
  CUDA (cudaFreeMipmappedArray (mip));
}

__global__ void
paint (cudaSurfaceObject_t s, cudaSurfaceObject_t s3)
{
  int x = threadIdx.x, y = threadIdx.y;
  uchar4 c = make_uchar4 (x, y, x + y, 7);
  surf2Dwrite (c, s, 4 * x, y, cudaBoundaryModeZero);
  if (y < 2)
    surf3Dwrite ((short) (x * y), s3, 2 * x, y, 1, cudaBoundaryModeZero);
}

__global__ void
see (cudaSurfaceObject_t s, float *o)
{
  uchar4 c = surf2Dread<uchar4> (s, 4 * 3, 2), clamped = surf2Dread<uchar4> (s, 4 * 100, -5, cudaBoundaryModeClamp),
	 zero = surf2Dread<uchar4> (s, 4 * 100, 0, cudaBoundaryModeZero);
  o[0] = c.x == 3 && c.y == 2 && c.z == 5 && c.w == 7;
  o[1] = clamped.x == W - 1 && clamped.y == 0;
  o[2] = !zero.x && !zero.w;
}

__global__ void
outside (cudaSurfaceObject_t s)
{
  surf2Dwrite (make_uchar4 (1, 2, 3, 4), s, 4 * W, 0);
}

static void
surfaces ()
{
  cudaChannelFormatDesc f = cudaCreateChannelDesc<uchar4> (), f2 = cudaCreateChannelDesc<short> (), got;
  cudaArray_t a, a3;
  cudaSurfaceObject_t s, s3;
  cudaExtent e;
  unsigned flags;
  uchar4 host[H][W];
  short host3[2][2][W];
  float o[3];
  CUDA (cudaMallocArray (&a, &f, W, H, cudaArraySurfaceLoadStore));
  CUDA (cudaMalloc3DArray (&a3, &f2, make_cudaExtent (W, 2, 2), cudaArraySurfaceLoadStore));
  cudaResourceDesc r = of_array (a), r3 = of_array (a3);
  CUDA (cudaCreateSurfaceObject (&s, &r));
  CUDA (cudaCreateSurfaceObject (&s3, &r3));
  memset (host3, 0, sizeof host3);
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr (host3, sizeof *host3[0], W, 2);
  p.dstArray = a3;
  p.extent = make_cudaExtent (W, 2, 2);
  p.kind = cudaMemcpyHostToDevice;
  CUDA (cudaMemcpy3D (&p));
  /* More threads than texels: what lies outside is not written.  */
  paint<<<1, dim3 (16, 8)>>> (s, s3);
  see<<<1, 1>>> (s, device_out);
  CUDA (cudaMemcpy (o, device_out, sizeof o, cudaMemcpyDeviceToHost));
  MUST (o[0] == 1 && o[1] == 1 && o[2] == 1);
  CUDA (cudaMemcpy2DFromArray (host, sizeof *host, a, 0, 0, sizeof *host, H, cudaMemcpyDeviceToHost));
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      MUST (host[y][x].x == x && host[y][x].y == y && host[y][x].z == x + y && host[y][x].w == 7);
  cudaMemcpy3DParms q = {};
  q.srcArray = a3;
  q.dstPtr = make_cudaPitchedPtr (host3, sizeof *host3[0], W, 2);
  q.extent = make_cudaExtent (W, 2, 2);
  q.kind = cudaMemcpyDeviceToHost;
  CUDA (cudaMemcpy3D (&q));
  for (int i = 0; i < W; i++)
    MUST (host3[0][1][i] == 0 && host3[1][0][i] == 0 && host3[1][1][i] == i);
  CUDA (cudaArrayGetInfo (&got, &e, &flags, a3));
  MUST (got.x == 16 && got.y == 0 && got.f == cudaChannelFormatKindSigned && e.width == W && e.height == 2 && e.depth == 2
	&& flags == cudaArraySurfaceLoadStore);
  CUDA (cudaDestroySurfaceObject (s3));
  CUDA (cudaDestroySurfaceObject (s));
  CUDA (cudaFreeArray (a));
  CUDA (cudaFreeArray (a3));
}

static void
wrong ()
{
  cudaChannelFormatDesc f = cudaCreateChannelDesc<float> (), odd = { 8, 8, 8, 0, cudaChannelFormatKindUnsigned },
			whole = cudaCreateChannelDesc<int> ();
  cudaArray_t a, b;
  cudaSurfaceObject_t s;
  cudaTextureObject_t t;
  cudaTextureDesc d = {};
  char host[64];
  MUST (cudaMallocArray (&a, &odd, 4, 4) == cudaErrorInvalidChannelDescriptor);
  MUST (cudaMallocArray (&a, &f, 0, 4) == cudaErrorInvalidValue);
  MUST (cudaMalloc3DArray (&a, &f, make_cudaExtent (4, 5, 6), cudaArrayCubemap) == cudaErrorInvalidValue);
  MUST (cudaMalloc3DArray (&a, &f, make_cudaExtent (4, 0, 6)) == cudaErrorInvalidValue);
  CUDA (cudaMallocArray (&a, &f, 4, 4));
  CUDA (cudaMallocArray (&b, &whole, 4, 4));
  cudaResourceDesc r = of_array (a), none = of_array (NULL), n = of_array (b);
  MUST (cudaCreateSurfaceObject (&s, &r) == cudaErrorInvalidValue);	/* not made for it */
  MUST (cudaCreateTextureObject (&t, &none, &d, NULL) != cudaSuccess);
  MUST (cudaCreateTextureObject (NULL, &r, &d, NULL) == cudaErrorInvalidValue);
  d.filterMode = cudaFilterModeLinear;
  MUST (cudaCreateTextureObject (&t, &n, &d, NULL) == cudaErrorInvalidValue);	/* integers are not filtered */
  d.filterMode = cudaFilterModePoint;
  d.readMode = cudaReadModeNormalizedFloat;
  MUST (cudaCreateTextureObject (&t, &n, &d, NULL) == cudaErrorInvalidValue);
  MUST (cudaMemcpy2DToArray (a, 4, 0, host, 16, 16, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  MUST (cudaMemcpy2DToArray (a, 0, 1, host, 16, 16, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  MUST (cudaMemcpy2DToArray (a, 0, 0, host, 16, 16, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidMemcpyDirection);
  MUST (cudaMemcpy2DToArray (a, 0, 0, host, 8, 16, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
  CUDA (cudaMemcpy2DToArray (a, 0, 0, host, 0, 16, 1, cudaMemcpyHostToDevice));	/* one row: no pitch */
  CUDA (cudaFreeArray (a));
  CUDA (cudaFreeArray (b));
  MUST (cudaFreeArray (a) != cudaSuccess);
  MUST (cudaDestroyTextureObject (12345) != cudaSuccess);
  while (cudaGetLastError () != cudaSuccess)
    ;
}

/* For a program that is wrong: a surface whose edge a kernel leaves, or a texture whose array is
   gone.  */
static void
fault (bool freed)
{
  cudaChannelFormatDesc f = cudaCreateChannelDesc<uchar4> ();
  cudaArray_t a;
  cudaSurfaceObject_t s;
  CUDA (cudaMallocArray (&a, &f, W, H, cudaArraySurfaceLoadStore));
  cudaResourceDesc r = of_array (a);
  CUDA (cudaCreateSurfaceObject (&s, &r));
  if (freed)
    CUDA (cudaFreeArray (a));
  outside<<<1, 1>>> (s);
  MUST (cudaDeviceSynchronize () == cudaErrorIllegalAddress);
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    {
      fault (!strcmp (argv[1], "freed"));
      return 0;
    }
  CUDA (cudaMalloc (&device_x, sizeof x));
  CUDA (cudaMalloc (&device_out, sizeof out));
  filters ();
  rows ();
  forms ();
  surfaces ();
  wrong ();
  CUDA (cudaFree (device_x));
  CUDA (cudaFree (device_out));
  puts ("ok");
}
