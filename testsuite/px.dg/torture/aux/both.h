/* SPDX-License-Identifier: MIT */
/* The same expressions on the device and on the host.  A test defines
     IN      type of the operands a, b of each case
     OUT     type of the results
     N       number of results of a case
     EVAL    statements that set r[0] to r[N - 1] from a and b
   and calls both (cases, count, same), where same compares two results.  */
#include "../../aux/t.h"

__kernel void
eval (const IN *as, const IN *bs, OUT *rs, int n)
{
  EACH_THREAD (i)
    {
      if (i < n)
	{
	  IN a = as[i], b = bs[i];
	  OUT *r = rs + i * N;
	  EVAL;
	}
    }
}

static void
eval_host (IN a, IN b, OUT *r)
{
  EVAL;
}

static inline void
both (const IN *as, const IN *bs, int count, int (*same) (OUT, OUT))
{
  size_t in = count * sizeof (IN), out = (size_t) count * N * sizeof (OUT);
  OUT *got = malloc (out), want[N];
  IN *da = t_dev (as, in), *db = t_dev (bs, in);
  OUT *d = t_dev (0, out);
  LAUNCH ((count + 63) / 64, 64, eval, da, db, d, count);
  t_back (got, d, out);
  for (int i = 0; i < count; i++)
    {
      memset (want, 0xff, sizeof want);
      eval_host (as[i], bs[i], want);
      for (int k = 0; k < N; k++)
	if (!same (got[i * N + k], want[k]))
	  {
	    fprintf (stderr, "case %d, result %d: device %.17g, host %.17g\n",
		     i, k, (double) got[i * N + k], (double) want[k]);
	    exit (1);
	  }
    }
  OK (px_free (da));
  OK (px_free (db));
  free (got);
}
