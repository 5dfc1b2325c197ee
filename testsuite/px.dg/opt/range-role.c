/* SPDX-License-Identifier: MIT */
/* Which role a thread has is asked of its number: no bit of that is known to be 0 in the role, so
   that nothing there is computed from it that is the same for all.  */
/* { dg-do assemble } */
/* { dg-final { scan-ptx-times {setp\.[a-z]+\.[us]32 %\w+, %\w+, 63;} 1 } } */
/* { dg-final { scan-ptx-not {and\.b32 %\w+, %\w+, 64;} } } */
#include <px.h>

__kernel __requires (grid (1), block (1), threads (96)) void
f (int *restrict out, int n)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, int *ob = out + b * 64)
    __group (block, 1)
      __claim (thread, 64, int *mine = ob)
	__split (thread)
	{
	  __case (64)
	    {
	      int t __perspective (thread, 1) = px_id (thread);
	      __partition (thread, 1, int *o = mine + t)
		__group (thread, 1)
		  {
		    int s = 0;
		    for (int i = 0; i < n; i++)
		      s = s * 3 + i;
		    *o = s;
		  }
	    }
	}
}
