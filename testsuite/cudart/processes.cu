/* SPDX-License-Identifier: MIT */
/* verdict: clean.  Memory and events that two processes share: what one writes, in its own time,
   the other finds after a wait of a stream, of the host, or when it asks; and what can not be
   shared.  */
#include "check.h"
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

__global__ void
add (int *x, int n, int by)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] += by;
}

/* What the processes tell each other.  */
struct message
{
  cudaIpcMemHandle_t memory, small;
  cudaIpcEventHandle_t there, back;
};

const int n = 5000;

static void
send_byte (int fd)
{
  char c = 0;
  MUST (write (fd, &c, 1) == 1);
}

static void
get_byte (int fd)
{
  char c;
  MUST (read (fd, &c, 1) == 1);
}

static void
child (int fd)
{
  message m;
  int *x, *again, *small, v;
  cudaEvent_t there, back;
  cudaStream_t s;
  MUST (read (fd, &m, sizeof m) == sizeof m);
  CUDA (cudaStreamCreate (&s));
  CUDA (cudaIpcOpenMemHandle ((void **) &x, m.memory, cudaIpcMemLazyEnablePeerAccess));
  CUDA (cudaIpcOpenMemHandle ((void **) &again, m.memory, cudaIpcMemLazyEnablePeerAccess));
  MUST (again == x);
  CUDA (cudaIpcOpenMemHandle ((void **) &small, m.small, cudaIpcMemLazyEnablePeerAccess));
  CUDA (cudaIpcOpenEventHandle (&there, m.there));
  CUDA (cudaIpcOpenEventHandle (&back, m.back));
  /* The parent has recorded; it is not waited for here but by the stream.  */
  CUDA (cudaStreamWaitEvent (s, there, 0));
  add<<<(n + 255) / 256, 256, 0, s>>> (x, n, 10);
  CUDA (cudaGetLastError ());
  CUDA (cudaMemcpyAsync (&v, x + n - 1, sizeof v, cudaMemcpyDeviceToHost, s));
  CUDA (cudaEventRecord (back, s));
  send_byte (fd);
  CUDA (cudaStreamSynchronize (s));
  MUST (v == 11);
  CUDA (cudaMemcpy (&v, small, sizeof v, cudaMemcpyDeviceToHost));
  MUST (v == 7);
  /* What is opened is closed as often.  */
  CUDA (cudaIpcCloseMemHandle (again));
  CUDA (cudaMemcpy (&v, x, sizeof v, cudaMemcpyDeviceToHost));
  MUST (v == 11);
  CUDA (cudaIpcCloseMemHandle (x));
  MUST (cudaIpcCloseMemHandle (x) == cudaErrorInvalidValue);
  CUDA (cudaIpcCloseMemHandle (small));
  CUDA (cudaEventDestroy (there));
  CUDA (cudaEventDestroy (back));
  cudaGetLastError ();
  get_byte (fd); /* the parent has freed the memory */
  MUST (cudaIpcOpenMemHandle ((void **) &x, m.memory, cudaIpcMemLazyEnablePeerAccess)
	!= cudaSuccess);
  exit (0);
}

int
main ()
{
  int fd[2], *x, *small, *h, status, v = 7;
  message m;
  cudaEvent_t there, back, plain;
  cudaStream_t s;
  MUST (!socketpair (AF_UNIX, SOCK_STREAM, 0, fd));
  fflush (stdout);
  pid_t pid = fork ();
  if (!pid)
    child (fd[1]);
  CUDA (cudaStreamCreate (&s));
  CUDA (cudaMalloc (&x, n * sizeof *x));
  CUDA (cudaMalloc (&small, sizeof *small));
  CUDA (cudaMemset (x, 0, n * sizeof *x));
  CUDA (cudaMemcpy (small, &v, sizeof v, cudaMemcpyHostToDevice));
  CUDA (cudaEventCreateWithFlags (&there, cudaEventInterprocess | cudaEventDisableTiming));
  CUDA (cudaEventCreateWithFlags (&back, cudaEventInterprocess | cudaEventDisableTiming));
  CUDA (cudaEventCreate (&plain));
  MUST (cudaEventCreateWithFlags (&plain, cudaEventInterprocess) == cudaErrorInvalidValue);
  MUST (cudaIpcGetEventHandle (&m.there, plain) == cudaErrorInvalidValue);
  CUDA (cudaIpcGetMemHandle (&m.memory, x));
  CUDA (cudaIpcGetMemHandle (&m.small, small));
  CUDA (cudaIpcGetEventHandle (&m.there, there));
  CUDA (cudaIpcGetEventHandle (&m.back, back));
  MUST (cudaEventQuery (there) == cudaSuccess);
  void *own;
  MUST (cudaIpcOpenMemHandle (&own, m.memory, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess);
  cudaGetLastError ();
  add<<<(n + 255) / 256, 256, 0, s>>> (x, n, 1);
  CUDA (cudaEventRecord (there, s));
  MUST (write (fd[0], &m, sizeof m) == sizeof m);
  get_byte (fd[0]); /* `back' is recorded */
  CUDA (cudaEventSynchronize (back));
  MUST (cudaEventQuery (back) == cudaSuccess);
  CUDA (cudaStreamWaitEvent (s, back, 0));
  add<<<(n + 255) / 256, 256, 0, s>>> (x, n, 0);
  h = (int *) malloc (n * sizeof *h);
  CUDA (cudaMemcpyAsync (h, x, n * sizeof *h, cudaMemcpyDeviceToHost, s));
  CUDA (cudaStreamSynchronize (s));
  for (int i = 0; i < n; i++)
    MUST (h[i] == 11);
  free (h);
  CUDA (cudaFree (x));
  CUDA (cudaFree (small));
  CUDA (cudaEventDestroy (there));
  CUDA (cudaEventDestroy (back));
  CUDA (cudaEventDestroy (plain));
  send_byte (fd[0]);
  MUST (waitpid (pid, &status, 0) == pid && status == 0);
  puts ("ok");
}
