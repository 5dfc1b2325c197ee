/* SPDX-License-Identifier: MIT */
/* Attention, forward and backward, of vectors of lengths around the kernels' limits and of
   numbers of queries and keys around their tiles, against sums of double.  With an argument, a few.  */
#include "t.h"

static bool on_sm_90;

static pxblas_attention
sizes (long batch, long queries, long keys, long heads, long key_heads, long d, float scale, int causal)
{
  return (pxblas_attention){ .batch = batch, .queries = queries, .keys = keys, .heads = heads, .key_heads = key_heads,
			     .d = d, .scale = scale, .causal = causal };
}

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

/* Whether A, ROWS x COLS, LD apart, is what R says, LESS beyond what is relative to it, and was not written elsewhere.  */
static bool
good (const struct array *a, const struct result *r, long rows, long cols, long ld, double less)
{
  for (long j = 0; j < cols; j++)
    for (long i = 0; i < rows; i++)
      {
	double got = GET (*a, j * ld + i), want = r->value[j * ld + i], size = r->size[j * ld + i];
	/* Weights are rounded to 16 bits, and so is the result.  */
	double eps = a->type == 'h' ? 0x1p-11 : a->type == 'b' ? 0x1p-8 : 0;
	if (!near ('s', got, want, size, 32) && !(fabs (got - want) <= 1.25 * eps * (fabs (want) + size) + less))
	  return false;
      }
  return others_same (a, rows, cols, ld);
}

/* Where q, k, v and y are: elements before them, and between vectors.  */
struct place
{
  long margin[4], extra[4];
};

/* KERNEL does it on a device of sm_90.  */
static void
attention_at (const struct place *where, pxblas_kernel kernel, char type, pxblas_attention a, bool keep)
{
  const long *m = where->margin, *x = where->extra;
  bool back = keep;
  /* Of weights, and of gradients of scores, what half does not have.  */
  double least = type == 'h' ? 0x1p-25 : 0, queries = a.queries * (a.heads / a.key_heads);
  DOING ("%cattention batch = %ld, queries = %ld, keys = %ld, heads = %ld of %ld, d = %ld, scale = %g, causal %d, at %ld %ld %ld "
	 "%ld, extra %ld %ld %ld %ld",
	 type, (long) a.batch, (long) a.queries, (long) a.keys, (long) a.heads, (long) a.key_heads, (long) a.d, a.scale,
	 a.causal, m[0], m[1], m[2], m[3], x[0], x[1], x[2], x[3]);
  long wide = a.heads * a.d, narrow = a.key_heads * a.d, nq = a.batch * a.queries, nk = a.batch * a.keys;
  long ldq = wide + x[0], ldk = narrow + x[1], ldv = narrow + x[2], ldy = wide + x[3];
  struct array q = new_array_after (m[0], type, ldq * nq, false), k = new_array_after (m[1], type, ldk * nk, false),
	       v = new_array_after (m[2], type, ldv * nk, false), dy = new_array_after (m[0], type, ldq * nq, false),
	       y = new_array_after (m[3], type, ldy * nq, true), lse = new_array ('s', nq * a.heads, true),
	       dq = new_array (type, ldy * nq, true), dk = new_array (type, ldv * nk, true),
	       dv = new_array (type, ldk * nk, true);
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
	  for (long j = 0; back && j < seen; j++)
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
  CHECK (pxblas_attention_kernel () == (type == 's' ? PXBLAS_KERNEL_FMA : on_sm_90 ? kernel : PXBLAS_KERNEL_MMA));
  CHECK (good (&y, &ry, wide, nq, ldy, 0));
  if (keep)
    {
      CHECK (good (&lse, &rl, 1, lse.n, 1, 0));
    }
  if (back)
    {
      memcpy (y.before, y.all, (y.n + 2 * y.margin) * y.size);
      memcpy (lse.before, lse.all, (lse.n + 2 * lse.margin) * lse.size);
#define BACKWARD(F) \
  F (&a, (void *) q.p, ldq, (void *) k.p, ldk, (void *) v.p, ldv, (void *) y.p, ldy, (float *) lse.p, (void *) dy.p, ldq, \
     (void *) dq.p, ldy, (void *) dk.p, ldv, (void *) dv.p, ldk, NULL)
      OK (type == 'h' ? BACKWARD (pxblas_hattention_backward) : type == 'b' ? BACKWARD (pxblas_battention_backward)
	  : BACKWARD (pxblas_sattention_backward));
      OK (px_synchronize ());
      CHECK (good (&dq, &rq, wide, nq, ldy, a.keys * least));
      CHECK (good (&dk, &rk, narrow, nk, ldv, queries * least));
      CHECK (good (&dv, &rv, narrow, nk, ldk, queries * least));
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

/* By the kernels that any device has, as y is aligned to its elements only.  Without more between the vectors, those of 16 bits are
   multiples of 16 bytes where D is one of 8.  */
static void
attention (char type, pxblas_attention a, long extra, bool keep)
{
  long m = extra == 0 ? 8 : MARGIN;
  attention_at (&(struct place) { { m, m, m, MARGIN }, { extra, 2 * extra, extra, 3 * extra } }, PXBLAS_KERNEL_MMA, type, a, keep);
}

/* Those that tensor copies reach, around tiles of 64, the queries of a warpgroup, and 128; and those that they just do not.  */
static void
by_copies (bool few)
{
  static const int ds[] = { 8, 64, 72, 128, 136, 256 };
  static const int numbers[][2] = { { 1, 1 },	  { 63, 64 },  { 64, 65 },   { 65, 127 }, { 127, 129 }, { 129, 128 },
				    { 128, 300 }, { 257, 63 }, { 200, 200 }, { 1, 191 },  { 65, 1 },	{ 64, 256 } };
  const pxblas_kernel mma = PXBLAS_KERNEL_MMA, tma = PXBLAS_KERNEL_TMA_128;
  const struct place aligned = { { 8, 8, 8, 8 }, { 0, 0, 0, 0 } }, apart = { { 16, 8, 24, 8 }, { 8, 24, 16, 40 } };
  int turn = 0;
  for (unsigned i = 0; i < sizeof ds / sizeof *ds; i++)
    for (unsigned j = 0; j < sizeof numbers / sizeof *numbers; j++)
      for (int causal = 0; causal < 2; causal++)
	if (!few || (j * 2 + causal + i * 3) % 24 == 9)
	  {
	    int share = 1 + turn % 3, key_heads = 1 + turn % 2;
	    turn++;
	    attention_at (turn % 2 ? &apart : &aligned, tma, "hb"[turn / 2 % 2],
			  sizes (1 + turn % 4 / 3, numbers[j][0], numbers[j][1], share * key_heads, key_heads, ds[i], 1 / sqrtf (ds[i]),
				 causal), turn % 5 != 4);
	  }
  /* Scores that are large, and that are all equal.  */
  attention_at (&aligned, tma, 'h', sizes (1, 9, 140, 1, 1, 16, 8, 0), true);
  attention_at (&aligned, tma, 'b', sizes (1, 9, 140, 1, 1, 16, FLT_MIN, 1), true);
  const pxblas_attention one = sizes (2, 5, 7, 2, 1, 16, 0.25f, 0);
  pxblas_attention other = one;
  for (int i = 0; i < 4; i++)
    {
      struct place p = aligned;
      p.margin[i] = 12;
      attention_at (&p, mma, 'h', one, true);
      p = aligned;
      p.extra[i] = 4;
      attention_at (&p, mma, 'b', one, true);
    }
  other.d = 12;
  attention_at (&(struct place) { { 8, 8, 8, 8 }, { 8, 4, 4, 8 } }, mma, 'h', other, true);
  other = one;
  for (int i = -1; i < 2; i++)
    {
      other.scale = i ? i * 0x1p-127f : 0;
      attention_at (&aligned, mma, 'h', other, true);
    }
  other.scale = -0.25f;
  attention_at (&aligned, mma, 'b', other, true);
  other = one;
  other.keys = 0;
  attention_at (&aligned, mma, 'h', other, true);
}

/* Queries, keys and values are parts of one matrix, as a projection gives them, and so are their gradients;
   large scores do not overflow.  */
static void
packed (void)
{
  enum { HEADS = 2, D = 8, N = 21, LD = 3 * HEADS * D };
  DOING ("packed");
  pxblas_attention a = sizes (1, N, N, HEADS, HEADS, D, 40, 1);
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

/* ---- Sequences of different lengths ------------------------------------ */

enum
{
  SEQUENCES = 5,
  HEADS = 2, /* of queries, which share one of keys */
  QUERIES = 71,
  KEYS = 140,
  BEFORE = 2, /* vectors of no sequence */
  AFTER = 67,
  PAGE = 16,
  PAGES = 9
};
static const int query_counts[SEQUENCES] = { 5, 0, 70, 1, 33 }, key_counts[SEQUENCES] = { 9, 3, 0, 130, 64 };

/* N numbers, which sum up COUNTS from BEFORE on if STARTS; managed.  */
static int32_t *
numbers_of (const int *counts, int n, bool starts)
{
  int32_t *p = px_alloc_managed (n * sizeof *p);
  if (!p)
    exit (1);
  for (int i = 0, sum = BEFORE; i < n; sum += counts[i++])
    p[i] = starts ? sum : counts[i];
  return p;
}

/* Copies vector FROM of A, LD elements, to vector TO of B.  */
static void
copy_vector (struct array *b, long to, const struct array *a, long from, long ld)
{
  memcpy (b->p + to * ld * b->size, a->p + from * ld * a->size, ld * a->size);
}

/* Whether N vectors from vector FROM on of A are, bit for bit, those from TO on of B, or 0 without B.  */
static bool
same_vectors (const struct array *a, long from, const struct array *b, long to, long n, long ld)
{
  for (long i = 0; i < n * ld; i++)
    if (b ? memcmp (a->p + (from * ld + i) * a->size, b->p + (to * ld + i) * b->size, a->size)
	  : GET (*a, from * ld + i) != 0)
      return false;
  return true;
}

/* Each sequence gets, bit for bit, what it gets alone.  Queries are one after the other if PACKED, and
   keys as KEYS_ARE: 'r' rows of which the first are a sequence's, 'c' a constant number, 'p' one after the
   other, 'g' in pages.  What is no sequence's is not a number.  */
static void
lengths (char type, int d, int causal, bool packed, char keys_are)
{
  DOING ("%c lengths, d = %d, causal %d, packed %d, keys '%c'", type, d, causal, packed, keys_are);
  bool pages = keys_are == 'g', in_a_row = keys_are == 'p', rows = !pages && !in_a_row;
  long ldq = HEADS * d, ldk = d, nq = packed ? BEFORE + 109 + AFTER : SEQUENCES * QUERIES;
  long nk = pages ? SEQUENCES * PAGES * PAGE : in_a_row ? BEFORE + 206 + AFTER : SEQUENCES * KEYS;
  static const int constant[SEQUENCES] = { KEYS, KEYS, KEYS, KEYS, KEYS };
  const int *counts = keys_are == 'c' ? constant : key_counts;
  int32_t *query_starts = numbers_of (query_counts, SEQUENCES, true), *key_starts = numbers_of (counts, SEQUENCES, true);
  pxblas_attention a = { .batch = SEQUENCES, .queries = packed ? nq : QUERIES, .keys = rows ? KEYS : nk, .heads = HEADS,
			 .key_heads = 1, .d = d, .scale = 1 / sqrtf (d), .causal = causal };
  static const int ends[2][SEQUENCES + 1] = { { BEFORE, BEFORE + 5, BEFORE + 5, BEFORE + 75, BEFORE + 76, BEFORE + 109 },
					      { BEFORE, BEFORE + 9, BEFORE + 12, BEFORE + 12, BEFORE + 142, BEFORE + 206 } };
  int32_t *starts[2] = { numbers_of (ends[0], SEQUENCES + 1, false), numbers_of (ends[1], SEQUENCES + 1, false) };
  int32_t *some = numbers_of (counts, SEQUENCES, false), *table = px_alloc_managed (SEQUENCES * PAGES * sizeof *table);
  if (!table)
    exit (1);
  /* 7 and the number of pages have no divisor in common.  */
  for (int i = 0; i < SEQUENCES * PAGES; i++)
    table[i] = (7 * i + 3) % (SEQUENCES * PAGES);
  if (packed)
    a.query_starts = starts[0];
  if (in_a_row)
    a.key_starts = starts[1];
  if (keys_are == 'r' || pages)
    a.key_lengths = some;
  if (pages)
    a.pages = table, a.page = PAGE, a.most_pages = PAGES;
#define QUERY(b, i) (packed ? query_starts[b] + (i) : (long) (b) * QUERIES + (i))
#define KEY(b, j) \
  (pages ? (long) table[(b) * PAGES + (j) / PAGE] * PAGE + (j) % PAGE : in_a_row ? key_starts[b] + (j) : (long) (b) * KEYS + (j))
#define COUNT(b) (packed ? query_counts[b] : QUERIES)

  struct array q = new_array (type, nq * ldq, false), k = new_array (type, nk * ldk, true), v = new_array (type, nk * ldk, true);
  struct array y = new_array (type, nq * ldq, true), lse = new_array ('s', nq * HEADS, true);
  struct array dy = new_array (type, nq * ldq, false), dq = new_array (type, nq * ldq, true);
  struct array dk = new_array (type, nk * ldk, true), dv = new_array (type, nk * ldk, true);
  struct array one_q = new_array (type, QUERIES * ldq, false), one_k = new_array (type, KEYS * ldk, false);
  struct array one_v = new_array (type, KEYS * ldk, false), one_y = new_array (type, QUERIES * ldq, false);
  struct array one_lse = new_array ('s', QUERIES * HEADS, false), one_dy = new_array (type, QUERIES * ldq, false);
  struct array one_dq = new_array (type, QUERIES * ldq, false), one_dk = new_array (type, KEYS * ldk, false);
  struct array one_dv = new_array (type, KEYS * ldk, false);
  bool back = !pages;
  for (int b = 0; b < SEQUENCES; b++)
    for (int j = 0; j < counts[b]; j++)
      {
	copy_vector (&k, KEY (b, j), &one_k, (j + 3 * b) % KEYS, ldk);
	copy_vector (&v, KEY (b, j), &one_v, (j + 5 * b) % KEYS, ldk);
      }
#define ALL(OF, X) (void *) OF##q.p, ldq, (void *) OF##k.p, ldk, (void *) OF##v.p, ldk, (void *) OF##y.p, ldq, X (float *) OF##lse.p
#define FORWARD_OF(A, OF) \
  OK (type == 'h' ? pxblas_hattention (A, ALL (OF, ), NULL) : type == 'b' ? pxblas_battention (A, ALL (OF, ), NULL) \
      : pxblas_sattention (A, ALL (OF, ), NULL));
#define GRADIENTS(OF) (void *) OF##dy.p, ldq, (void *) OF##dq.p, ldq, (void *) OF##dk.p, ldk, (void *) OF##dv.p, ldk, NULL
#define BACKWARD_OF(A, OF) \
  OK (type == 'h' ? pxblas_hattention_backward (A, ALL (OF, (const float *)), GRADIENTS (OF)) \
      : type == 'b' ? pxblas_battention_backward (A, ALL (OF, (const float *)), GRADIENTS (OF)) \
      : pxblas_sattention_backward (A, ALL (OF, (const float *)), GRADIENTS (OF)));
  FORWARD_OF (&a, )
  if (back)
    BACKWARD_OF (&a, )
  OK (px_synchronize ());
  for (int b = 0; b < SEQUENCES; b++)
    {
      int n = COUNT (b);
      pxblas_attention one = sizes (1, n, counts[b], HEADS, 1, d, a.scale, causal);
      for (int i = 0; i < n; i++)
	{
	  copy_vector (&one_q, i, &q, QUERY (b, i), ldq);
	  copy_vector (&one_dy, i, &dy, QUERY (b, i), ldq);
	}
      for (int j = 0; j < counts[b]; j++)
	{
	  copy_vector (&one_k, j, &k, KEY (b, j), ldk);
	  copy_vector (&one_v, j, &v, KEY (b, j), ldk);
	}
      FORWARD_OF (&one, one_)
      if (back)
	BACKWARD_OF (&one, one_)
      OK (px_synchronize ());
      CHECK (same_vectors (&y, QUERY (b, 0), &one_y, 0, n, ldq));
      for (int h = 0; h < HEADS; h++)
	CHECK (same_vectors (&lse, packed ? h * nq + QUERY (b, 0) : (b * HEADS + h) * QUERIES, &one_lse, h * n, n, 1));
      CHECK (!back || same_vectors (&dq, QUERY (b, 0), &one_dq, 0, n, ldq));
      for (int j = 0; back && j < counts[b]; j++)
	CHECK (same_vectors (&dk, KEY (b, j), &one_dk, j, 1, ldk) && same_vectors (&dv, KEY (b, j), &one_dv, j, 1, ldk));
      for (int j = counts[b]; back && rows && j < KEYS; j++)
	CHECK (same_vectors (&dk, KEY (b, j), NULL, 0, 1, ldk) && same_vectors (&dv, KEY (b, j), NULL, 0, 1, ldk));
    }
  if (packed)
    CHECK (same_vectors (&y, 0, NULL, 0, BEFORE, ldq) && same_vectors (&y, nq - AFTER, NULL, 0, AFTER, ldq));
  if (packed && back)
    CHECK (same_vectors (&dq, 0, NULL, 0, BEFORE, ldq) && same_vectors (&dq, nq - AFTER, NULL, 0, AFTER, ldq));
  if (in_a_row && back)
    CHECK (same_vectors (&dk, 0, NULL, 0, BEFORE, ldk) && same_vectors (&dv, nk - AFTER, NULL, 0, AFTER, ldk));
  CHECK (others_same (&y, ldq, nq, ldq) && others_same (&lse, 1, lse.n, 1));
  struct array *arrays[] = { &q, &k, &v, &y, &lse, &dy, &dq, &dk, &dv, &one_q, &one_k, &one_v, &one_y, &one_lse,
			     &one_dy, &one_dq, &one_dk, &one_dv };
  int32_t *numbers[] = { query_starts, key_starts, starts[0], starts[1], some, table };
  for (unsigned i = 0; i < sizeof arrays / sizeof *arrays; i++)
    free_array (arrays[i]);
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
    OK (px_free (numbers[i]));
}

int
main (int argc, char **argv)
{
  static const int ds[] = { 1, 16, 31, 32, 33, 64, 65, 128, 129, 256 };
  static const int numbers[][2] = { { 1, 1 }, { 5, 70 }, { 65, 33 }, { 31, 32 }, { 3, 0 }, { 40, 41 } };
  struct px_device_properties device;
  (void) argv;
  begin ();
  OK (px_device_properties (px_device (), &device));
  on_sm_90 = device.arch == 90;
  int turn = 0;
  for (unsigned i = 0; i < sizeof ds / sizeof *ds; i++)
    for (unsigned j = 0; j < sizeof numbers / sizeof *numbers; j++)
      if (argc == 1 || (i + j) % 8 == 1)
	for (int causal = 0; causal < 2; causal++)
	  {
	    turn++;
	    int share = 1 + turn % 3 % 2;
	    pxblas_attention a = sizes (1 + turn % 2, numbers[j][0], numbers[j][1], 2 * share, 2, ds[i],
					1 / sqrtf (ds[i]), causal);
	    if (a.d > 64 && a.queries * a.keys > 1000)
	      a.key_heads = 1, a.heads = share, a.batch = 1;
	    attention ("sshb"[turn % 7 % 4], a, turn % 3, turn % 4 != 3);
	  }
  /* Heads are not multiples of 16 bytes, vectors of all of them are.  */
  attention ('b', sizes (1, 9, 11, 4, 2, 4, 0.5f, 1), 0, true);
  by_copies (argc > 1);
  packed ();
  turn = 0;
  for (unsigned i = 0; i < 3; i++)
    for (int queries = 0; queries < 2; queries++)
      for (const char *keys = "rpgc"; *keys; keys++)
	for (unsigned j = 0; j < 4; j++)
	  if ((queries || *keys != 'c') && (argc == 1 ? ++turn % 3 || !j : ++turn % 16 == 2))
	    lengths ("shb"[i], (int[]){ 8, 40, 100, 160 }[j], turn & 1, queries, *keys);
  pxblas_attention none = sizes (1, 5, 5, 1, 1, 0, 1, 0), no_batch = sizes (0, 5, 5, 1, 1, 4, 1, 0);
  OK (pxblas_battention (&none, NULL, 4, NULL, 4, NULL, 4, NULL, 4, NULL, NULL));
  OK (pxblas_sattention (&none, NULL, 4, NULL, 4, NULL, 4, NULL, 4, NULL, NULL));
  OK (pxblas_sattention (&no_batch, NULL, 4, NULL, 4, NULL, 4, NULL, 4, NULL, NULL));
  return done ("attention");
}
