/* SPDX-License-Identifier: MIT */
/* Launches f, of which each thread of each block hashes what two clusters got: K rows of
   N numbers for each.  */
int
main (void)
{
  enum { B = 2 * CLUSTER, K = 10 };
  static int in[2 * K * N], out[B * C];
  for (int i = 0; i < 2 * K * N; i++)
    in[i] = i * 7 % 1000;
  int *d = t_dev (in, sizeof in), *o = t_dev (0, sizeof out);
  LAUNCH (B, C + 32, f, d, o, K);
  t_back (out, o, sizeof out);
  for (int i = 0; i < B * C; i++)
    {
      int sum = i / C % CLUSTER;
      for (int k = 0; k < K; k++)
	sum = sum * 3 + in[(i / C / CLUSTER * K + k) * N + N - 1 - i % C];
      CHECK (out[i] == sum);
    }
  return 0;
}
