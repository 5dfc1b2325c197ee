/* SPDX-License-Identifier: MIT */
/* Sorts, the first keys, merges and histograms of the whole device against plain C.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-not {\.local} } } */
#include "aux/lib.h"
#include <px/library.h>

#define TEST(NAME, KEY)							\
  PX_DEVICE_RADIX_SORT (NAME, KEY)					\
  PX_DEVICE_RADIX_SORT_PAIRS (NAME##_pairs, KEY, unsigned)		\
  static KEY NAME##_keys[MOST];						\
  static int NAME##_compare (const void *a, const void *b)		\
  {									\
    unsigned i = *(const unsigned *) a, k = *(const unsigned *) b;	\
    KEY x = NAME##_keys[i], y = NAME##_keys[k];				\
    return x < y ? -1 : x > y ? 1 : i < k ? -1 : i > k;			\
  }									\
  static void NAME##_test (size_t n)					\
  {									\
    static unsigned at[MOST], order[MOST], down[MOST], got[MOST];	\
    static KEY out[MOST];						\
    for (size_t i = 0; i < n; i++)					\
      {									\
	RANDOM (&NAME##_keys[i]);					\
	at[i] = order[i] = i;						\
      }									\
    qsort (order, n, sizeof *order, NAME##_compare);			\
    /* Descending is stable, too: runs of equal keys the other way round.  */ \
    for (size_t i = 0, m = n; i < n; )					\
      {									\
	size_t k = i;							\
	while (k < n && NAME##_keys[order[k]] == NAME##_keys[order[i]])	\
	  k++;								\
	m -= k - i;							\
	memcpy (down + m, order + i, (k - i) * sizeof *down);		\
	i = k;								\
      }									\
    KEY *d = t_dev (NAME##_keys, sizeof out), *o = t_dev (0, sizeof out); \
    unsigned *v = t_dev (at, sizeof at), *w = t_dev (0, sizeof at);	\
    for (int kind = 0; kind < 2; kind++)				\
      for (size_t first = n; ; first = first == n ? n / 3 : 1)		\
	{								\
	  const unsigned *want = kind ? down : order;			\
	  OK (px_memset (o, 0xff, sizeof out));				\
	  if (first == n)						\
	    OK ((kind ? NAME##_descending : NAME) (d, n, o, NULL));	\
	  else								\
	    OK ((kind ? NAME##_descending_first : NAME##_first) (d, n, o, first, NULL)); \
	  OK (px_copy (out, o, sizeof out));				\
	  for (size_t i = 0; i < first; i++)				\
	    CHECK (out[i] == NAME##_keys[want[i]]);			\
	  OK (px_memset (o, 0xff, sizeof out));				\
	  if (first == n)						\
	    OK ((kind ? NAME##_pairs_descending : NAME##_pairs) (d, v, n, o, w, NULL)); \
	  else								\
	    OK ((kind ? NAME##_pairs_descending_first : NAME##_pairs_first) (d, v, n, o, w, first, NULL)); \
	  OK (px_copy (out, o, sizeof out));				\
	  OK (px_copy (got, w, sizeof got));				\
	  for (size_t i = 0; i < first; i++)				\
	    CHECK (out[i] == NAME##_keys[want[i]] && got[i] == want[i]); \
	  if (first <= 1)						\
	    break;							\
	}								\
    OK (px_free (d));							\
    OK (px_free (o));							\
    OK (px_free (v));							\
    OK (px_free (w));							\
  }

enum { MOST = 20001 };
TEST (ints, int)
TEST (floats, float)
TEST (bytes, unsigned char)

PX_DEVICE_MERGE (merge, int, PX_LESS)
static int
compare (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;
  return (x > y) - (x < y);
}
static void
merge_test (size_t na, size_t nb)
{
  static int in[MOST], out[MOST];
  for (size_t i = 0; i < na + nb; i++)
    in[i] = RND (5000);
  qsort (in, na, sizeof *in, compare);
  qsort (in + na, nb, sizeof *in, compare);
  int *a = t_dev (in, na * 4 + 4), *b = t_dev (in + na, nb * 4), *o = t_dev (0, sizeof out);
  OK (merge (a, na, b, nb, o, NULL));
  t_back (out, o, sizeof out);
  OK (px_free (a));
  OK (px_free (b));
  qsort (in, na + nb, sizeof *in, compare);
  CHECK (!memcmp (in, out, (na + nb) * sizeof *in));
}

PX_DEVICE_HISTOGRAM (histogram, short, 300)
static void
histogram_test (size_t n)
{
  static short in[MOST];
  unsigned count[300], want[300] = { 0 };
  for (size_t i = 0; i < n; i++)
    if ((in[i] = RND (400) - 50) >= 0 && in[i] < 300)
      want[in[i]]++;
  short *d = t_dev (in, sizeof in);
  unsigned *c = t_dev (0, sizeof count);
  OK (histogram (d, n, c, NULL));
  t_back (count, c, sizeof count);
  OK (px_free (d));
  CHECK (!memcmp (count, want, sizeof want));
}

int
main (void)
{
  static const size_t sizes[] = { 1, 2, 4095, 4097, MOST };
  for (int i = 0; i < (int) (sizeof sizes / sizeof *sizes); i++)
    {
      ints_test (sizes[i]);
      histogram_test (sizes[i]);
    }
  floats_test (5000);
  bytes_test (MOST);
  merge_test (0, 100), merge_test (1, 1), merge_test (12345, 1), merge_test (7000, 13000);
  histogram_test (0);

  int *d = t_dev (0, 400), *o = t_dev (0, 400), out[100];
  CHECK (ints (NULL, 100, o, NULL) == PX_ERR_INVALID);
  CHECK (ints (d, 100, NULL, NULL) == PX_ERR_INVALID);
  CHECK (ints (d, 100, d, NULL) == PX_ERR_INVALID);
  CHECK (ints (d, (size_t) 1 << 61, o, NULL) == PX_ERR_INVALID);
  CHECK (ints_first (d, 50, o, 51, NULL) == PX_ERR_INVALID);
  CHECK (ints_pairs (d, (unsigned *) d, 50, o, (unsigned *) o, NULL) == PX_ERR_INVALID);
  CHECK (ints_pairs (d, NULL, 50, o, (unsigned *) o + 50, NULL) == PX_ERR_INVALID);
  CHECK (merge (d, 50, d + 50, 50, d + 20, NULL) == PX_ERR_INVALID);
  CHECK (merge (d, 50, NULL, 50, o, NULL) == PX_ERR_INVALID);
  CHECK (merge (d, -1, d, 50, o, NULL) == PX_ERR_INVALID);
  CHECK (histogram ((short *) d, 100, NULL, NULL) == PX_ERR_INVALID);
  OK (ints (d, 0, NULL, NULL));
  OK (merge (NULL, 0, NULL, 0, NULL, NULL));
  OK (px_copy (out, o, sizeof out));
  for (int i = 0; i < 100; i++)
    CHECK (out[i] == -1);
  OK (px_free (d));
  OK (px_free (o));
  return 0;
}
