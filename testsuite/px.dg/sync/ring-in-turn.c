/* SPDX-License-Identifier: MIT */
/* A ring whose uses take its slots in turn, wherever they stand: several a turn of a loop, constant
   slots before the loop of a tile, a counter that goes on where it is used.  */
/* { dg-do run } */
/* { dg-final { scan-ptx-times {bar\.sync 0} 13 } } */
#include "aux/ring.h"

KERNEL (two, for (int i = 0; i < n / 2; i++) { FILL (2 * i % S, 2 * i); FILL ((2 * i + 1) % S, 2 * i + 1); },
	for (int i = 0; i < n / 2; i++) { USE (2 * i % S); USE ((2 * i + 1) % S); })
KERNEL (by_two, for (int i = 0; i < n; i += 2) { FILL (i % S, i); FILL ((i + 1) % S, i + 1); },
	for (int i = 0; i < n; i += 2) { USE (i % S); USE ((i + 1) % S); })
KERNEL (two_and_one, for (int i = 0; i < each; i++) { FILL (2 * i % S, 2 * i); FILL ((2 * i + 1) % S, 2 * i + 1); },
	for (int i = 0; i < 2 * each; i++) USE (i % S);)
KERNEL (one_and_two, if (each > 0) for (unsigned i = 0; i < 2 * each; i++) FILL (i % S, i);,
	for (int i = 0; i < each; i++) { USE (2 * i % S); USE ((2 * i + 1) % S); })
KERNEL (four_and_loop, for (int i = 0; i < n; i += 4) for (int j = 0; j < 4; j++) FILL ((i + j) % S, i + j);,
	for (int i = 0; i < n; i += 4) { USE (i % S); USE ((i + 1) % S); USE ((i + 2) % S); USE ((i + 3) % S); })
KERNEL (constants, for (int i = 0; i < n / S; i++) { FILL (0, S * i); FILL (1, S * i + 1); FILL (2, S * i + 2); },
	for (int i = 0; i < n / S; i++) for (int j = 0; j < S; j++) USE (j);)
KERNEL (ahead_in_tiles, for (int c = 0; c < tiles; c++) { FILL (0, 6 * c); FILL (1, 6 * c + 1); for (int i = 2; i < 6; i++) FILL (i % S, 6 * c + i); },
	for (int c = 0; c < tiles; c++) for (int i = 0; i < 6; i++) USE ((6 * c + i) % S);)
KERNEL (ahead_goes_on, int k = 0; for (int c = 0; c < 3; c++) { FILL (k % S, k); k++; FILL (k % S, k); k++; for (int i = 2; i < 4; i++) { FILL (k % S, k); k++; } },
	for (int c = 0; c < 3; c++) for (int i = 0; i < 4; i++) { USE (s); s = s == S - 1 ? 0 : s + 1; })
KERNEL (around_twice, for (int i = 0; i < n / 2; i++) { FILL (s, 2 * i); s = (s + 1) % S; FILL (s, 2 * i + 1); if (++s == S) s = 0; },
	for (int i = 0; i < n / 2; i++) { USE (s); s = (s + 1) % S; USE (s); s = s < S - 1 ? s + 1 : 0; })
KERNEL (last_apart, EACH FILL (i % S, i);, int i = 0; for (; i < n - 1; i++) USE (i % S); if (n > 0) USE (i % S);)
KERNEL (either, for (int i = 0; i < n / 2; i++) if (i & 1) { FILL (2 * i % S, 2 * i); FILL ((2 * i + 1) % S, 2 * i + 1); } else { FILL (2 * i % S, 2 * i); FILL ((2 * i + 1) % S, 2 * i + 1); },
	for (int i = 0; i < n / 2; i++) if (i & 1) { USE (2 * i % S); USE ((2 * i + 1) % S); } else { USE (2 * i % S); USE ((2 * i + 1) % S); })
KERNEL (read_twice, for (int i = 0; i < n / 2; i++) { FILL (2 * i % S, 2 * i); FILL ((2 * i + 1) % S, 2 * i + 1); },
	for (int i = 0; i < n / 2; i++) { __group (thread, 1) { sum = sum * 3; sum += x[2 * i % S][P - 1 - t] / 2; } for (int k = 0; k < 2; k++) __group (thread, 1) if (k) sum += x[2 * i % S][P - 1 - t] - x[i * 2 % S][P - 1 - t] / 2; USE ((2 * i + 1) % S); })
/* Only rows that begin with an odd number.  */
KERNEL (some, int k = 0; EACH if (in[i * P] & 1) { FILL (k % S, i); k++; }, EACH if (in[i * P] & 1) { USE (s); s = s == S - 1 ? 0 : s + 1; })

int
main (void)
{
  start ();
  RUN (two, N);
  RUN (by_two, N);
  RUN (two_and_one, N);
  RUN (one_and_two, N);
  RUN (four_and_loop, N);
  RUN (constants, N);
  RUN (ahead_in_tiles, N);
  RUN (ahead_goes_on, N);
  RUN (around_twice, N);
  RUN (last_apart, N);
  RUN (last_apart, 1);
  RUN (last_apart, 0);
  RUN (either, N);
  RUN (read_twice, N);

  static int out[C];
  int *o = t_dev (0, C * sizeof *o);
  LAUNCH (1, P + C, some, d, o, N, 0, 0);
  t_back (out, o, sizeof out);
  for (int t = 0; t < C; t++)
    {
      int sum = 0;
      for (int i = 0; i < N; i++)
	if (in[i * P] & 1)
	  sum = sum * 3 + in[i * P + P - 1 - t];
      CHECK (out[t] == sum);
    }
  OK (px_free (d));
  return 0;
}
