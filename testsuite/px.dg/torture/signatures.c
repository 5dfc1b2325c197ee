/* SPDX-License-Identifier: MIT */
/* A device function that a file declares otherwise than its definition in another: no
   kernel that is linked with it runs, and the status tells both places.  */
/* { dg-do run } */
/* { dg-additional-sources "aux/signatures-1.c aux/signatures-2.c aux/signatures-3.c" } */
#include "../aux/t.h"
#include "aux/signatures.h"

__device __requires (thread (32)) int narrower (const int *p);

__kernel __requires (grid (1), block (1), thread (32)) void
by_requires (const int *in, int *out)
{
  __group (thread, 32)
    {
      int x = narrower (in);
      __group (thread, 1)
	px_atomic_add (out, x);
    }
}

static void
refused (px_status s, const char *what, const char *here, const char *there)
{
  const char *text = px_status_text (s);
  CHECK (s == PX_ERR_LINK);
  CHECK (strstr (text, what) && strstr (text, here) && strstr (text, there));
}

int
main (void)
{
  int one = 1, *in = t_dev (&one, sizeof one), *out = t_dev (&one, sizeof one);
  for (int again = 0; again < 2; again++)
    {
      refused (px_launch (px_grid (1, 32), by_requires, in, out), "narrower",
	       "signatures.c:9 with __requires (thread (32))", "signatures-1.c:4 with __requires (thread (1))");
      refused (px_launch (px_grid (1, 32), by_parameter, in, out), "halves", "signatures-2.c:6 with 4 bytes of an integer at thread[32]",
	       "signatures-3.c:5 with 4 bytes of an integer at thread[1]");
    }
  return 0;
}
