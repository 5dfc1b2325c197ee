/* SPDX-License-Identifier: MIT */
/* Attention, forward and backward, of vectors of lengths around the kernels' limits and of
   numbers of queries and keys around their tiles, against sums of double.  With an argument, a few.  */
#include "t.h"

/* What the CPU computes of one call: results, and for each the sum of what it consists of without
   signs, by which errors are measured.  */
struct result
{
  double *value, *size;
};

static struct result
new_result (long n)
{
  struct result r = { calloc (n, sizeof (double)), calloc (n, sizeof (double)) };
  if (!r.value || !r.size)
    exit (1);
  return r;
}

static void
free_result (struct result *r)
{
  free (r->value);
  free (r->size);
}

static void
add (struct result *r, long i, double x, double size)
{
  r->value[i] += x;
  r->size[i] += fabs (size);
}

/* Whether A, ROWS x COLS, LD apart, is what R says, and was not written elsewhere.  */
static bool
good (const struct array *a, const struct result *r, long rows, long cols, long ld)
{
  for (long j = 0; j < cols; j++)
    for (long i = 0; i < rows; i++)
      {
	double got = GET (*a, j * ld + i), want = r->value[j * ld + i], size = r->size[j * ld + i];
	/* Weights are rounded to 16 bits, and so is the result.  */
	double eps = a->type == 'h' ? 0x1p-11 : a->type == 'b' ? 0x1p-8 : 0;
	if (!near ('s', got, want, size, 32) && !(fabs (got - want) <= 1.25 * eps * (fabs (want) + size)))
	  return false;
      }
  return others_same (a, rows, cols, ld);
}

static void
attention (char type, pxblas_attention a, long extra, bool keep)
{
  DOING ("%cattention batch = %ld, queries = %ld, keys = %ld, heads = %ld of %ld, d = %ld, causal %d, extra %ld",
	 type, (long) a.batch, (long) a.queries, (long) a.keys, (long) a.heads, (long) a.key_heads, (long) a.d,
	 a.causal, extra);
  long wide = a.heads * a.d, narrow = a.key_heads * a.d, nq = a.batch * a.queries, nk = a.batch * a.keys;
  long ldq = wide + extra, ldk = narrow + 2 * extra, ldv = narrow + extra, ldy = wide + 3 * extra;
  /* Without more between the vectors, those of 16 bits are multiples of 16 bytes where D is one of 8.  */
  long margin = extra == 0 ? 8 : MARGIN;
  struct array q = new_array_after (margin, type, ldq * nq, false), k = new_array_after (margin, type, ldk * nk, false),
	       v = new_array_after (margin, type, ldv * nk, false), dy = new_array ('s', ldq * nq, false),
	       y = new_array (type, ldy * nq, true), lse = new_array ('s', nq * a.heads, true),
	       dq = new_array ('s', ldy * nq, true), dk = new_array ('s', ldv * nk, true),
	       dv = new_array ('s', ldk * nk, true);
  struct result ry = new_result (y.n), rl = new_result (lse.n), rq = new_result (dq.n),
		rk = new_result (dk.n), rv = new_result (dv.n);
  double *p = malloc ((a.keys + 1) * sizeof *p), *s = malloc ((a.keys + 1) * sizeof *s);
  for (long b = 0; b < a.batch; b++)
    for (long h = 0; h < a.heads; h++)
      for (long i = 0; i < a.queries; i++)
	{
	  long g = h / (a.heads / a.key_heads), place = b * a.queries + i, seen = a.keys;
	  double most = -INFINITY, all = 0, large = 1, delta = 0, delta_size = 0;
	  if (a.causal && i + a.keys - a.queries + 1 < seen)
	    seen = i + a.keys - a.queries + 1;
	  for (long j = 0; j < seen; j++)
	    {
	      double size = 0;
	      s[j] = 0;
	      for (long e = 0; e < a.d; e++)
		{
		  double x = a.scale * OLD (q, place * ldq + h * a.d + e) * OLD (k, (b * a.keys + j) * ldk + g * a.d + e);
		  s[j] += x, size += fabs (x);
		}
	      most = fmax (most, s[j]), large = fmax (large, size);
	    }
	  for (long j = 0; j < seen; j++)
	    all += p[j] = exp (s[j] - most);
	  add (&rl, (b * a.heads + h) * a.queries + i, seen > 0 ? most + log (all) : -INFINITY, large);
	  for (long e = 0; e < a.d; e++)
	    {
	      double sum = 0, size = 0, d = OLD (dy, place * ldq + h * a.d + e);
	      for (long j = 0; j < seen; j++)
		{
		  double x = p[j] / all * OLD (v, (b * a.keys + j) * ldv + g * a.d + e);
		  sum += x, size += fabs (x) * large;
		}
	      add (&ry, place * ldy + h * a.d + e, sum, size);
	      delta += sum * d, delta_size += size * fabs (d);
	    }
	  for (long j = 0; j < seen; j++)
	    {
	      double dp = 0, size = 0;
	      long key = b * a.keys + j;
	      for (long e = 0; e < a.d; e++)
		{
		  double d = OLD (dy, place * ldq + h * a.d + e), x = d * OLD (v, key * ldv + g * a.d + e);
		  dp += x, size += fabs (x);
		  add (&rv, key * ldk + g * a.d + e, p[j] / all * d, p[j] / all * d * large);
		}
	      double ds = a.scale * p[j] / all * (dp - delta);
	      size = a.scale * p[j] / all * (size + delta_size) * large;
	      for (long e = 0; e < a.d; e++)
		{
		  double qe = OLD (q, place * ldq + h * a.d + e), ke = OLD (k, key * ldk + g * a.d + e);
		  add (&rq, place * ldy + h * a.d + e, ds * ke, size * ke);
		  add (&rk, key * ldv + g * a.d + e, ds * qe, size * qe);
		}
	    }
	}

  float *logs = keep ? (float *) lse.p : NULL;
#define FORWARD(F) \
  F (&a, (void *) q.p, ldq, (void *) k.p, ldk, (void *) v.p, ldv, (void *) y.p, ldy, logs, NULL)
  OK (type == 'h' ? FORWARD (pxblas_hattention) : type == 'b' ? FORWARD (pxblas_battention) : FORWARD (pxblas_sattention));
  OK (px_synchronize ());
  CHECK (good (&y, &ry, wide, nq, ldy));
  if (keep)
    {
      CHECK (good (&lse, &rl, 1, lse.n, 1));
    }
  if (keep && type == 's')
    {
      memcpy (y.before, y.all, (y.n + 2 * y.margin) * y.size);
      memcpy (lse.before, lse.all, (lse.n + 2 * lse.margin) * lse.size);
      OK (pxblas_sattention_backward (&a, (float *) q.p, ldq, (float *) k.p, ldk, (float *) v.p, ldv,
				      (float *) y.p, ldy, (float *) lse.p, (float *) dy.p, ldq,
				      (float *) dq.p, ldy, (float *) dk.p, ldv, (float *) dv.p, ldk,
				      NULL));
      OK (px_synchronize ());
      CHECK (good (&dq, &rq, wide, nq, ldy));
      CHECK (good (&dk, &rk, narrow, nk, ldv));
      CHECK (good (&dv, &rv, narrow, nk, ldk));
      CHECK (unchanged (&y));
    }
  CHECK (unchanged (&q) && unchanged (&k) && unchanged (&v) && unchanged (&dy));
  struct array *arrays[] = { &q, &k, &v, &dy, &y, &lse, &dq, &dk, &dv };
  struct result *results[] = { &ry, &rl, &rq, &rk, &rv };
  for (unsigned i = 0; i < sizeof arrays / sizeof *arrays; i++)
    free_array (arrays[i]);
  for (unsigned i = 0; i < sizeof results / sizeof *results; i++)
    free_result (results[i]);
  free (p);
  free (s);
}

/* Queries, keys and values are parts of one matrix, as a projection gives them, and so are their gradients;
   large scores do not overflow.  */
static void
packed (void)
{
  enum { HEADS = 2, D = 8, N = 21, LD = 3 * HEADS * D };
  DOING ("packed");
  pxblas_attention a = { 1, N, N, HEADS, HEADS, D, 40, 1 };
  struct array x = new_array ('s', N * LD, false), y = new_array ('s', N * HEADS * D, true),
	       lse = new_array ('s', N * HEADS, true), dx = new_array ('s', N * LD, true);
  float *q = (float *) x.p, *d = (float *) dx.p;
  OK (pxblas_sattention (&a, q, LD, q + HEADS * D, LD, q + 2 * HEADS * D, LD, (float *) y.p, HEADS * D,
			 (float *) lse.p, NULL));
  OK (pxblas_sattention_backward (&a, q, LD, q + HEADS * D, LD, q + 2 * HEADS * D, LD, (float *) y.p,
				  HEADS * D, (float *) lse.p, (float *) y.p, HEADS * D, d, LD,
				  d + HEADS * D, LD, d + 2 * HEADS * D, LD, NULL));
  OK (px_synchronize ());
  CHECK (unchanged (&x));
  bool first = true, finite = true;
  for (int i = 0; i < HEADS * D; i++)
    first &= GET (y, i) == OLD (x, 2 * HEADS * D + i);
  for (int i = 0; i < N * LD; i++)
    finite &= isfinite (GET (dx, i));
  CHECK (first);
  CHECK (finite);
  free_array (&x);
  free_array (&y);
  free_array (&lse);
  free_array (&dx);
}

int
main (int argc, char **argv)
{
  static const int ds[] = { 1, 16, 31, 32, 33, 64, 65, 128, 129, 256 };
  static const int numbers[][2] = { { 1, 1 }, { 5, 70 }, { 65, 33 }, { 31, 32 }, { 3, 0 }, { 40, 41 } };
  (void) argv;
  begin ();
  int turn = 0;
  for (unsigned i = 0; i < sizeof ds / sizeof *ds; i++)
    for (unsigned j = 0; j < sizeof numbers / sizeof *numbers; j++)
      if (argc == 1 || (i + j) % 8 == 1)
	for (int causal = 0; causal < 2; causal++)
	  {
	    turn++;
	    int share = 1 + turn % 3 % 2;
	    pxblas_attention a = { 1 + turn % 2, numbers[j][0], numbers[j][1], 2 * share, 2, ds[i],
				   1 / sqrtf (ds[i]), causal };
	    if (a.d > 64 && a.queries * a.keys > 1000)
	      a.key_heads = 1, a.heads = share, a.batch = 1;
	    attention ("sshb"[turn % 7 % 4], a, turn % 3, turn % 4 != 3);
	  }
  /* Heads are not multiples of 16 bytes, vectors of all of them are.  */
  attention ('b', (pxblas_attention) { 1, 9, 11, 4, 2, 4, 0.5f, 1 }, 0, true);
  packed ();
  OK (pxblas_battention (&(pxblas_attention) { 1, 5, 5, 1, 1, 0, 1, 0 }, NULL, 4, NULL, 4, NULL, 4, NULL, 4, NULL, NULL));
  OK (pxblas_sattention (&(pxblas_attention) { 1, 5, 5, 1, 1, 0, 1, 0 }, NULL, 4, NULL, 4, NULL, 4, NULL, 4, NULL, NULL));
  OK (pxblas_sattention (&(pxblas_attention) { 0, 5, 5, 1, 1, 4, 1, 0 }, NULL, 4, NULL, 4, NULL, 4, NULL, 4, NULL, NULL));
  return done ("attention");
}
