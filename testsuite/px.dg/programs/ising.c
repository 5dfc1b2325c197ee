/* SPDX-License-Identifier: MIT */
/* Spins that turn with their neighbours, in place, the cells of one colour of a chessboard
   at a time, until nothing changes: a flag in shared memory ends the loop for all.  */
/* { dg-do run } */
/* { dg-final { scan-ptx {st\.relaxed\.gpu\.shared} } } */
#include "../aux/t.h"

enum { N = 32, T = N * N / 2 };

__kernel __requires (grid (1), block (1), threads (T), smem (N * N + 64)) void
ising (signed char *spins, const unsigned char *dice, int *sweeps, int most)
{
  int b __perspective (block, 1) = px_id (block);
  __partition (block, 1, signed char *sb = spins + b * N * N)
  __partition (block, 1, int *done = sweeps + b)
    __group (block, 1)
      {
	__shared signed char s[N * N];
	__shared int changed;
	int t __perspective (thread, 1) = px_id (thread);
	int y __perspective (thread, 1) = t / (N / 2), half __perspective (thread, 1) = t % (N / 2);
	for (int k = 0; k < 2; k++)
	  __partition (thread, 1, signed char *w = s + k * T + t)
	    *w = sb[k * T + t];
	int sweep = 0;
	do
	  {
	    __claim (thread, 1, int *c = &changed)
	      __split (thread) __case (1) *c = 0;
	    for (int colour = 0; colour < 2; colour++)
	      {
		int x __perspective (thread, 1) = 2 * half + ((y + colour) & 1);
		int sum __perspective (thread, 1) = s[y * N + (x + 1) % N] + s[y * N + (x + N - 1) % N];
		sum += s[(y + 1) % N * N + x] + s[(y + N - 1) % N * N + x];
		int want __perspective (thread, 1) = sum > 0 ? 1 : sum < 0 ? -1 : dice[(sweep * 7 + t) % 97] & 1 ? 1 : -1;
		int old __perspective (thread, 1) = s[y * N + x];
		__partition (thread, 1, signed char *w = s + y * N + 2 * half + ((y + colour) & 1))
		  *w = want;
		__group (thread, 1)
		  if (old != want)
		    px_atomic_store (&changed, 1);
	      }
	    sweep++;
	  }
	while (changed && sweep < most);
	for (int k = 0; k < 2; k++)
	  __partition (thread, 1, signed char *w = sb + k * T + t)
	    *w = s[k * T + t];
	__claim (thread, 1, int *w = done)
	  __split (thread) __case (1) *w = sweep;
      }
}

int
main (void)
{
  enum { B = 2, MOST = 6 };
  static signed char in[B][N * N], out[B][N * N];
  unsigned char dice[97];
  int sweeps[B];
  for (int i = 0; i < B * N * N; i++)
    in[i / (N * N)][i % (N * N)] = t_random () & 1 ? 1 : -1;
  for (int i = 0; i < 97; i++)
    dice[i] = t_random ();
  signed char *d = t_dev (in, sizeof in);
  unsigned char *dd = t_dev (dice, sizeof dice);
  int *ds = t_dev (0, sizeof sweeps);
  LAUNCH (B, T, ising, d, dd, ds, MOST);
  t_back (out, d, sizeof out);
  t_back (sweeps, ds, sizeof sweeps);
  for (int b = 0; b < B; b++)
    {
      signed char *s = in[b];
      int sweep = 0, changed;
      do
	{
	  changed = 0;
	  for (int i = 0; i < 2 * T; i++)
	    {
	      int colour = i / T, t = i % T, y = t / (N / 2), x = 2 * (t % (N / 2)) + ((y + colour) & 1);
	      int sum = s[y * N + (x + 1) % N] + s[y * N + (x + N - 1) % N];
	      sum += s[(y + 1) % N * N + x] + s[(y + N - 1) % N * N + x];
	      int want = sum > 0 ? 1 : sum < 0 ? -1 : dice[(sweep * 7 + t) % 97] & 1 ? 1 : -1;
	      changed |= s[y * N + x] != want;
	      s[y * N + x] = want;
	    }
	}
      while (++sweep < MOST && changed);
      CHECK (sweep == sweeps[b] && !memcmp (s, out[b], N * N));
    }
  OK (px_free (dd));
  return 0;
}
