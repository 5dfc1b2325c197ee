/* SPDX-License-Identifier: MIT */
/* codegen: -g 1 -b 256 FILE edit i32:200 buf:u8:4096=random:1 buf:u8:16=random:2 buf:i32:256>OUT */
#include <px.h>
__kernel __requires (grid (1), block (1), threads (256)) void
edit (int n, const unsigned char *restrict text, const unsigned char *restrict word, int *restrict distance)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *own = distance + i)
    __group (thread, 1)
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
	  *own = r;
	}
}
