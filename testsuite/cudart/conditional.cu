/* SPDX-License-Identifier: MIT */
/* arch: sm_90.  flags: -rdc=true -lcudadevrt.  verdict: clean.
   Conditional nodes of graphs: if, else, while, switch, one within another, handles with and
   without a value for every launch, captured bodies, copies and updates of the graph; and what
   is no conditional node.  */
#include "check.h"

/* Sets H while less than N is counted in X[0].  */
__global__ void
step (cudaGraphConditionalHandle h, int *x, int n)
{
  if (threadIdx.x == 0)
    cudaGraphSetConditional (h, ++x[0] < n);
}

__global__ void
set (cudaGraphConditionalHandle h, const int *v)
{
  cudaGraphSetConditional (h, *v);
}

__global__ void
add (int *x, int by)
{
  *x += by;
}

/* After DEP, or nothing: a node of G with KERNEL and its arguments; a conditional node of TYPE
   with SIZE bodies.  */
template <class... T>
static cudaGraphNode_t
kernel (cudaGraph_t g, cudaGraphNode_t dep, void (*f) (T...), T... arg)
{
  cudaGraphNode_t n;
  void *args[] = { &arg... };
  cudaGraphNodeParams p = {};
  p.type = cudaGraphNodeTypeKernel;
  p.kernel.func = (void *) f;
  p.kernel.gridDim = p.kernel.blockDim = dim3 (1);
  p.kernel.kernelParams = args;
  CUDA (cudaGraphAddNode (&n, g, dep ? &dep : NULL, NULL, dep != NULL, &p));
  return n;
}

static cudaGraphNode_t
branch (cudaGraph_t g, cudaGraphNode_t dep, cudaGraphConditionalHandle h,
	cudaGraphConditionalNodeType type, unsigned size, cudaGraph_t *body)
{
  cudaGraphNode_t n;
  cudaGraphNodeParams p = {};
  cudaGraphNodeType is;
  p.type = cudaGraphNodeTypeConditional;
  p.conditional.handle = h;
  p.conditional.type = type;
  p.conditional.size = size;
  CUDA (cudaGraphAddNode (&n, g, dep ? &dep : NULL, NULL, dep != NULL, &p));
  CUDA (cudaGraphNodeGetType (n, &is));
  MUST (is == cudaGraphNodeTypeConditional);
  for (unsigned i = 0; i < size; i++)
    body[i] = p.conditional.phGraph_out[i];
  return n;
}

static int
launched (cudaGraphExec_t e, cudaStream_t s, int *x)
{
  int v;
  CUDA (cudaGraphLaunch (e, s));
  CUDA (cudaMemcpyAsync (&v, x, sizeof v, cudaMemcpyDeviceToHost, s));
  CUDA (cudaStreamSynchronize (s));
  return v;
}

static void
host_node (void *)
{
}

int
main ()
{
  cudaStream_t s;
  cudaGraph_t g, copy, body[3], inner[1];
  cudaGraphExec_t e, e2;
  cudaGraphConditionalHandle h, h2;
  cudaGraphNode_t n;
  int *x, *v, value;
  CUDA (cudaStreamCreate (&s));
  CUDA (cudaMalloc (&x, 2 * sizeof *x));
  CUDA (cudaMalloc (&v, sizeof *v));

  /* A loop in a loop, and a kernel behind both: x[0] counts the outer rounds to 3, in each the
     inner body runs once at least, and then until x[1] has a multiple of 4.  */
  CUDA (cudaGraphCreate (&g, 0));
  CUDA (cudaGraphConditionalHandleCreate (&h, g, 1, cudaGraphCondAssignDefault));
  n = branch (g, NULL, h, cudaGraphCondTypeWhile, 1, body);
  CUDA (cudaGraphConditionalHandleCreate (&h2, body[0], 1, cudaGraphCondAssignDefault));
  cudaGraphNode_t in = branch (body[0], NULL, h2, cudaGraphCondTypeWhile, 1, inner);
  kernel (inner[0], NULL, step, h2, x + 1, 4);
  kernel (body[0], in, step, h, x, 3);
  kernel (g, n, add, x, 100);
  CUDA (cudaGraphInstantiate (&e, g, 0));
  CUDA (cudaMemset (x, 0, 2 * sizeof *x));
  MUST (launched (e, s, x) == 103);
  CUDA (cudaMemcpy (&value, x + 1, sizeof value, cudaMemcpyDeviceToHost));
  MUST (value == 4);
  CUDA (cudaMemset (x, 0, 2 * sizeof *x));
  MUST (launched (e, s, x) == 103);
  /* A copy shares the handle; what runs of an instance ends when that is gone.  */
  CUDA (cudaGraphClone (&copy, g));
  CUDA (cudaGraphInstantiate (&e2, copy, 0));
  CUDA (cudaMemset (x, 0, 2 * sizeof *x));
  CUDA (cudaGraphLaunch (e2, s));
  CUDA (cudaGraphExecDestroy (e2));
  CUDA (cudaGraphDestroy (copy));
  CUDA (cudaDeviceSynchronize ());
  CUDA (cudaMemcpy (&value, x, sizeof value, cudaMemcpyDeviceToHost));
  MUST (value == 103);
  CUDA (cudaGraphExecDestroy (e));
  CUDA (cudaGraphDestroy (g));

  /* Then and else; the body that was captured.  Without a value for launches the last one
     stays.  */
  CUDA (cudaGraphCreate (&g, 0));
  CUDA (cudaGraphConditionalHandleCreate (&h, g, 0, 0));
  n = branch (g, kernel (g, NULL, set, h, (const int *) v), h, cudaGraphCondTypeIf, 2, body);
  CUDA (cudaStreamBeginCaptureToGraph (s, body[0], NULL, NULL, 0, cudaStreamCaptureModeGlobal));
  add<<<1, 1, 0, s>>> (x, 1);
  CUDA (cudaStreamEndCapture (s, NULL));
  kernel (body[1], NULL, add, x, 10);
  CUDA (cudaGraphInstantiate (&e, g, 0));
  CUDA (cudaMemset (x, 0, sizeof *x));
  for (int i = 0, sum = 0; i < 4; i++)
    {
      value = i & 1;
      CUDA (cudaMemcpy (v, &value, sizeof value, cudaMemcpyHostToDevice));
      sum += value ? 1 : 10;
      MUST (launched (e, s, x) == sum);
    }
  /* The same with another number.  */
  size_t count = 0;
  CUDA (cudaGraphGetNodes (body[1], NULL, &count));
  MUST (count == 1);
  CUDA (cudaGraphGetNodes (body[1], &n, &count));
  int by = 1000;
  void *args[] = { &x, &by };
  cudaKernelNodeParams k = { (void *) add, dim3 (1), dim3 (1), 0, args, NULL };
  CUDA (cudaGraphExecKernelNodeSetParams (e, n, &k));
  value = 0;
  CUDA (cudaMemcpy (v, &value, sizeof value, cudaMemcpyHostToDevice));
  CUDA (cudaMemset (x, 0, sizeof *x));
  MUST (launched (e, s, x) == 1000);
  CUDA (cudaGraphExecDestroy (e));
  CUDA (cudaGraphDestroy (g));

  /* One of three, or none.  */
  CUDA (cudaGraphCreate (&g, 0));
  CUDA (cudaGraphConditionalHandleCreate (&h, g, 0, 0));
  branch (g, kernel (g, NULL, set, h, (const int *) v), h, cudaGraphCondTypeSwitch, 3, body);
  for (int i = 0; i < 3; i++)
    kernel (body[i], NULL, add, x, 1 << i);
  CUDA (cudaGraphInstantiate (&e, g, 0));
  for (value = 0; value < 5; value++)
    {
      CUDA (cudaMemcpy (v, &value, sizeof value, cudaMemcpyHostToDevice));
      CUDA (cudaMemset (x, 0, sizeof *x));
      MUST (launched (e, s, x) == (value < 3 ? 1 << value : 0));
    }
  CUDA (cudaGraphExecDestroy (e));

  /* A handle has one node, its graph's; a body no host function; a loop one body.  */
  cudaGraphNodeParams p = {};
  p.type = cudaGraphNodeTypeConditional;
  p.conditional.handle = h;
  p.conditional.size = 1;
  MUST (cudaGraphAddNode (&n, g, NULL, NULL, 0, &p) == cudaErrorInvalidValue);
  CUDA (cudaGraphConditionalHandleCreate (&p.conditional.handle, body[0], 0, 0));
  MUST (cudaGraphAddNode (&n, g, NULL, NULL, 0, &p) == cudaErrorInvalidValue);
  p.conditional.type = cudaGraphCondTypeWhile;
  p.conditional.size = 2;
  MUST (cudaGraphAddNode (&n, body[0], NULL, NULL, 0, &p) == cudaErrorInvalidValue);
  MUST (cudaGraphInstantiate (&e, g, 0) == cudaErrorInvalidValue);
  p.conditional.size = 1;
  CUDA (cudaGraphAddNode (&n, body[0], NULL, NULL, 0, &p));
  CUDA (cudaGraphInstantiate (&e, g, 0));
  CUDA (cudaGraphExecDestroy (e));
  cudaHostNodeParams host = { host_node, NULL };
  CUDA (cudaGraphAddHostNode (&n, body[0], NULL, 0, &host));
  MUST (cudaGraphInstantiate (&e, g, 0) == cudaErrorInvalidValue);
  MUST (cudaGraphDestroy (body[0]) == cudaErrorInvalidValue);
  CUDA (cudaGraphDestroy (g));
  cudaGetLastError ();
  CUDA (cudaFree (x));
  CUDA (cudaFree (v));
  puts ("ok");
}
