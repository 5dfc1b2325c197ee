/* SPDX-License-Identifier: MIT */
/* { dg-do run } */
/* What px supplies of <ctype.h>, <stdlib.h> and <string.h>.  */
#include <px.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

__kernel __requires (grid (1), block (1), threads (32)) void
f (int *out __perspective (grid, 1), const char *s)
{
  int t __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, int *q = out + t)
    __group (thread, 1)
      {
	char b[8] = "abc";
	int c = s[t];
	strcat (b, "d");
	*q = (isdigit (c) != 0) | (isalpha (c) != 0) << 1 | (toupper (c) == 'A') << 2 | abs (-(int) strlen (b)) << 3;
      }
}

int
main (void)
{
  char s[32] = "a1b2 A";
  int h[32];
  int *d = px_alloc (sizeof h);
  char *t = px_alloc (sizeof s);
  if (!d || !t || px_copy (t, s, sizeof s) || px_launch (px_grid (1, 32), f, d, t)
      || px_copy (h, d, sizeof h))
    return 1;
  for (int i = 0; i < 32; i++)
    if (h[i] != ((s[i] >= '0' && s[i] <= '9') | ((s[i] | 32) >= 'a' && (s[i] | 32) <= 'z') << 1 | ((s[i] | 32) == 'a') << 2 | 32))
      return 2;
  return 0;
}
