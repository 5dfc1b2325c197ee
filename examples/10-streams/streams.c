/* SPDX-License-Identifier: MIT */
/* Chapter 10.  Streams, events and graphs: work that the host does not wait for.

     gcc -fplugin=px -O2 streams.c -lpx -o streams && ./streams

   What is given to one stream happens in order; what is in different streams may happen at the
   same time.  Here an array goes through the device in parts: while one stream copies a part,
   the other computes.  An event lets a stream wait for another.  What a stream has been given
   can be recorded once as a graph, which is then launched as a whole.  */
#include <px.h>
#include <stdio.h>

enum { N = 1 << 16, PARTS = 4, PART = N / PARTS, THREADS = 256, ROUNDS = 3 };

/* x = x * x - 1, of PART elements.  */
__kernel void
step (float *x)
{
  int i = px_id (thread);
  __each (thread, float *own = x + i)
    if (i < PART)
      *own = *own * *own - 1;
}

int
main (void)
{
  /* Copies run beside the host only from and to pinned memory.  */
  float *h = px_alloc_pinned (N * sizeof *h), *d = px_alloc (N * sizeof *d);
  px_stream s[2];
  px_event done, begin, end;
  px_graph graph;
  float ms;
  if (px_check (px_last_status ())
      || px_check (px_stream_create (&s[0]))
      || px_check (px_stream_create (&s[1]))
      || px_check (px_event_create_plain (&done))
      || px_check (px_event_create (&begin))
      || px_check (px_event_create (&end)))
    return 1;
  for (int i = 0; i < N; i++)
    h[i] = i % 100 / 100.0f;

  /* Each part to the device, through the kernel, and back, by one of two streams.  */
  struct px_config grid = px_grid ((PART + THREADS - 1) / THREADS, THREADS);
  for (int p = 0; p < PARTS; p++)
    {
      float *hp = h + p * PART, *dp = d + p * PART;
      px_stream one = s[p % 2];
      if (px_check (px_copy_async (dp, hp, PART * sizeof *h, one))
	  || px_check (px_launch (px_with_stream (grid, one), step, dp))
	  || px_check (px_copy_async (hp, dp, PART * sizeof *h, one)))
	return 1;
    }
  /* The first stream waits for the second; then the host for the first, so for both.  */
  if (px_check (px_event_record (done, s[1]))
      || px_check (px_stream_wait (s[0], done))
      || px_check (px_stream_synchronize (s[0])))
    return 1;

  /* The same steps for the first part, recorded once, launched ROUNDS times.  */
  if (px_check (px_capture_begin (s[0]))
      || px_check (px_copy_async (d, h, PART * sizeof *h, s[0]))
      || px_check (px_launch (px_with_stream (grid, s[0]), step, d))
      || px_check (px_copy_async (h, d, PART * sizeof *h, s[0]))
      || px_check (px_capture_end (s[0], &graph))
      || px_check (px_event_record (begin, s[0])))
    return 1;
  for (int r = 0; r < ROUNDS; r++)
    if (px_check (px_graph_launch (graph, s[0])))
      return 1;
  if (px_check (px_event_record (end, s[0]))
      || px_check (px_stream_synchronize (s[0]))
      || px_check (px_event_elapsed (&ms, begin, end)))
    return 1;
  printf ("%d parts by 2 streams, then a graph %d times in %.3f ms\n", PARTS, ROUNDS, ms);

  int wrong = 0;
  for (int i = 0; i < N && !wrong; i++)
    {
      float want = i % 100 / 100.0f;
      for (int r = 0; r < (i < PART ? 1 + ROUNDS : 1); r++)
	want = want * want - 1;
      if (h[i] < want - 1e-5f || h[i] > want + 1e-5f)
	wrong = printf ("wrong: element %d is %g, plain C gives %g\n", i, h[i], want);
    }
  px_graph_destroy (graph);
  px_event_destroy (done);
  px_event_destroy (begin);
  px_event_destroy (end);
  px_stream_destroy (s[0]);
  px_stream_destroy (s[1]);
  px_free (h);
  px_free (d);
  if (wrong)
    return 1;
  puts ("correct: the same as plain C");
  return 0;
}
