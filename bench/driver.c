/* SPDX-License-Identifier: MIT */
/* What a call of the emulator's driver costs: launches, copies, allocations,
   events, graphs.  Prints a table; with a file name, appends a line of JSON a
   figure.  */
#include "testsuite/driver/test.h"

#include <time.h>

enum { TIMES = 5 };

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static CUfunction nothing;
static CUdeviceptr device;
static CUstream stream;
static CUevent event;
static CUgraphExec graph;
static unsigned host[1024];

static CUresult
launch (void)
{
  return cuLaunchKernel (nothing, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL);
}

static CUresult
launch_wait (void)
{
  CUresult r = launch ();
  return r ? r : cuStreamSynchronize (stream);
}

static CUresult
copy_in (void)
{
  return cuMemcpyHtoD (device, host, sizeof host);
}

static CUresult
allocate (void)
{
  CUdeviceptr p;
  CUresult r = cuMemAlloc (&p, 4096);
  return r ? r : cuMemFree (p);
}

static CUresult
record (void)
{
  return cuEventRecord (event, stream);
}

static CUresult
launch_graph (void)
{
  return cuGraphLaunch (graph, stream);
}

/* The best of TIMES means over N calls of FN, the wait for all of them
   included, in microseconds.  */
static void
measure (const char *name, CUresult (*fn) (void), unsigned n, FILE *json)
{
  double best = 1e9;
  for (int k = 0; k < TIMES; k++)
    {
      double t = now ();
      for (unsigned i = 0; i < n; i++)
	OK (fn ());
      OK (cuCtxSynchronize ());
      t = (now () - t) / n * 1e6;
      if (t < best)
	best = t;
    }
  printf ("%-34s %8.2f us\n", name, best);
  if (json)
    fprintf (json, "{\"bench\": \"driver\", \"call\": \"%s\", \"us\": %.3f}\n",
	     name, best);
}

int
main (int argc, char **argv)
{
  FILE *json = argc > 1 ? fopen (argv[1], "a") : NULL;
  CUgraph g;

  begin ("driver calls");
  start ();
  nothing = function ("nothing");
  device = words (1024);
  OK (cuStreamCreate (&stream, CU_STREAM_NON_BLOCKING));
  OK (cuEventCreate (&event, 0));
  OK (cuStreamBeginCapture (stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
  for (int i = 0; i < 10; i++)
    OK (launch ());
  OK (cuStreamEndCapture (stream, &g));
  OK (cuGraphInstantiate (&graph, g, 0));
  measure ("empty kernel, queued", launch, 5000, json);
  measure ("empty kernel, waited for", launch_wait, 2000, json);
  measure ("graph of 10 empty kernels", launch_graph, 500, json);
  measure ("copy of 4 KiB from the host", copy_in, 5000, json);
  measure ("allocation and free of 4 KiB", allocate, 5000, json);
  measure ("event record", record, 5000, json);
  if (json)
    fclose (json);
  return !test_ok;
}
