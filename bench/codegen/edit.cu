/* SPDX-License-Identifier: MIT */
extern "C" __global__ void __launch_bounds__ (256)
edit (int n, const unsigned char *__restrict__ text, const unsigned char *__restrict__ word, int *__restrict__ distance)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    {
      int row[9];
      for (int k = 0; k <= 8; k++)
	row[k] = k;
      for (int j = 0; j < 8; j++)
	{
	  int corner = row[0];
	  row[0] = j + 1;
	  for (int k = 0; k < 8; k++)
	    {
	      int change = corner + ((text[i * 8 + j] & 3) != (word[k] & 3));
	      int other = (row[k] < row[k + 1] ? row[k] : row[k + 1]) + 1;
	      corner = row[k + 1];
	      row[k + 1] = change < other ? change : other;
	    }
	}
      int r = row[8];
      distance[i] = r;
    }
}
