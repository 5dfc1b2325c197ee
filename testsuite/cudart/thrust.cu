/* SPDX-License-Identifier: MIT */
/* verdict: clean.  Thrust: vectors, sort, sort by key, reduce, transform, scan, unique.  */
#include "check.h"
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

struct square { __host__ __device__ int operator() (int x) const { return x * x; } };

struct by_digit
{
  __host__ __device__ bool operator() (int a, int b) const { return a % 10 < b % 10 || (a % 10 == b % 10 && a < b); }
};
struct odd { __host__ __device__ bool operator() (int x) const { return x % 2; } };

int
main ()
{
  const int n = 3000;
  thrust::host_vector<int> h (n);
  unsigned seed = 3;
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += h[i] = next_random (&seed) % 500;
  thrust::device_vector<int> d = h, v (n), q (n);
  MUST (thrust::reduce (d.begin (), d.end (), 0) == sum);
  thrust::sequence (v.begin (), v.end ());
  thrust::transform (v.begin (), v.end (), q.begin (), square ());
  MUST (q[10] == 100 && q[n - 1] == (n - 1) * (n - 1));
  thrust::sort_by_key (d.begin (), d.end (), v.begin ());
  thrust::host_vector<int> k = d, w = v;
  for (int i = 0; i < n; i++)
    MUST (h[w[i]] == k[i] && (!i || k[i - 1] <= k[i]));
  thrust::inclusive_scan (d.begin (), d.end (), q.begin ());
  MUST (q[n - 1] == sum);
  int distinct = thrust::unique_copy (d.begin (), d.end (), q.begin ()) - q.begin ();
  MUST (distinct > 400 && distinct <= 500);
  thrust::sort (k.begin (), k.end (), by_digit ());
  thrust::sort (d.begin (), d.end (), by_digit ());
  MUST (d == k);
  thrust::sort (d.begin (), d.end ());
  MUST (thrust::unique (d.begin (), d.end ()) - d.begin () == distinct);
  int left = thrust::remove_if (v.begin (), v.end (), odd ()) - v.begin ();
  MUST (left == n / 2);
  puts ("ok");
}
