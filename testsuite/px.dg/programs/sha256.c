/* SPDX-License-Identifier: MIT */
/* SHA-256 of messages of whole blocks, one a thread: local arrays, rotations, a struct that is
   copied at once.  */
/* { dg-do run } */
#include "../aux/t.h"
#include <math.h>

struct digest { unsigned h[8]; };
__constant unsigned factors[64];
__constant struct digest first;

#define ROTATE(x, n) ((x) >> (n) | (x) << (32 - (n)))
/* Block M of a message goes into H; K are the 64 constants.  */
#define COMPRESS(name) \
  static void \
  name (unsigned *h, const unsigned *m, const unsigned *k) \
  { \
    unsigned w[64], v[8]; \
    for (int i = 0; i < 16; i++) \
      w[i] = __builtin_bswap32 (m[i]); \
    for (int i = 16; i < 64; i++) \
      { \
	unsigned a = w[i - 15], b = w[i - 2]; \
	a = ROTATE (a, 7) ^ ROTATE (a, 18) ^ a >> 3; \
	b = ROTATE (b, 17) ^ ROTATE (b, 19) ^ b >> 10; \
	w[i] = w[i - 16] + a + w[i - 7] + b; \
      } \
    memcpy (v, h, sizeof v); \
    for (int i = 0; i < 64; i++) \
      { \
	unsigned a = v[0], e = v[4]; \
	unsigned s = v[7] + (ROTATE (e, 6) ^ ROTATE (e, 11) ^ ROTATE (e, 25)) + ((e & v[5]) ^ (~e & v[6])) + k[i] + w[i]; \
	unsigned t = (ROTATE (a, 2) ^ ROTATE (a, 13) ^ ROTATE (a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2])); \
	for (int j = 7; j > 0; j--) \
	  v[j] = v[j - 1]; \
	v[4] += s; \
	v[0] = s + t; \
      } \
    for (int i = 0; i < 8; i++) \
      h[i] += v[i]; \
  }
COMPRESS (host_compress)
__device COMPRESS (compress)

__kernel __requires (grid (1), block (1), thread (32)) void
sha256 (const unsigned *message, int blocks, struct digest *out, int n)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, struct digest *d = out + i)
    __group (thread, 1)
      if (i < n)
	{
	  unsigned h[8];
	  memcpy (h, first.h, sizeof h);
	  for (int b = 0; b < blocks; b++)
	    compress (h, message + (i * blocks + b) * 16, factors);
	  memcpy (d->h, h, sizeof h);
	}
}

/* 32 bits of what is behind the point.  */
static unsigned
fraction (long double x)
{
  return ldexpl (x - floorl (x), 32);
}

int
main (void)
{
  enum { N = 50, BLOCKS = 2 };
  static unsigned message[N][BLOCKS][16], k[64];
  static struct digest out[N], start;
  for (int p = 2, i = 0; i < 64; p++)
    {
      int d = 2;
      while (p % d)
	d++;
      if (d < p)
	continue;
      if (i < 8)
	start.h[i] = fraction (sqrtl (p));
      k[i++] = fraction (cbrtl (p));
    }
  unsigned abc[16] = { __builtin_bswap32 (0x61626380), [15] = __builtin_bswap32 (24) };
  struct digest known = start;
  host_compress (known.h, abc, k);
  CHECK (known.h[0] == 0xba7816bf && known.h[7] == 0xf20015ad);

  for (int i = 0; i < N; i++)
    for (int w = 0; w < 16; w++)
      {
	message[i][0][w] = t_random ();
	message[i][1][w] = t_random ();
      }
  OK (px_copy_to_symbol (px_symbol (factors), 0, k, sizeof k));
  OK (px_copy_to_symbol (px_symbol (first), 0, &start, sizeof start));
  unsigned *d = t_dev (message, sizeof message);
  struct digest *o = t_dev (0, sizeof out);
  LAUNCH (2, 32, sha256, d, BLOCKS, o, N);
  t_back (out, o, sizeof out);
  OK (px_free (d));
  for (int i = 0; i < N; i++)
    {
      struct digest want = start;
      for (int b = 0; b < BLOCKS; b++)
	host_compress (want.h, message[i][b], k);
      CHECK (!memcmp (&want, &out[i], sizeof want));
    }
  return 0;
}
