/* SPDX-License-Identifier: MIT */
/* A hash table with open addresses: keys are inserted by compare and swap, and counted.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { SLOTS = 4096 };
#define EMPTY 0xffffffffu
struct slot { unsigned key, count; };

__device static inline unsigned
mix (unsigned k)
{
  k ^= k >> 16; k *= 0x85ebca6bu; k ^= k >> 13; k *= 0xc2b2ae35u; k ^= k >> 16;
  return k;
}

__kernel void
insert (struct slot *table, const unsigned *keys, int n)
{
  int i __perspective (thread, 1) = px_id (thread);
  __group (thread, 1)
    {
      if (i < n)
	{
	  unsigned k = keys[i];
	  for (unsigned h = mix (k);; h++)
	    {
	      struct slot *s = &table[h % SLOTS];
	      unsigned old = px_atomic_cas (&s->key, EMPTY, k);
	      if (old == EMPTY || old == k)
		{
		  px_atomic_add (&s->count, 1u);
		  break;
		}
	    }
	}
    }
}

__kernel void
lookup (const struct slot *table, const unsigned *keys, unsigned *counts, int n)
{
  int i __perspective (thread, 1) = px_id (thread);
  __partition (thread, 1, unsigned *c = counts + i)
    __group (thread, 1)
      {
	if (i < n)
	  {
	    unsigned h = mix (keys[i]);
	    while (table[h % SLOTS].key != keys[i] && table[h % SLOTS].key != EMPTY)
	      h++;
	    *c = table[h % SLOTS].key == EMPTY ? 0 : table[h % SLOTS].count;
	  }
      }
}

int
main (void)
{
  enum { N = 3000 };
  static unsigned key[N], count[N];
  static struct slot empty[SLOTS];
  for (int i = 0; i < N; i++)
    key[i] = t_random () % 1500;
  for (int i = 0; i < SLOTS; i++)
    empty[i].key = EMPTY;
  struct slot *t = t_dev (empty, sizeof empty);
  unsigned *d = t_dev (key, sizeof key), *c = t_dev (0, sizeof count);
  LAUNCH ((N + 127) / 128, 128, insert, t, d, N);
  LAUNCH ((N + 127) / 128, 128, lookup, t, d, c, N);
  t_back (count, c, sizeof count);
  for (int i = 0; i < N; i++)
    {
      unsigned want = 0;
      for (int k = 0; k < N; k++)
	want += key[k] == key[i];
      CHECK (count[i] == want);
    }
  OK (px_free (t));
  OK (px_free (d));
  return 0;
}
