/* SPDX-License-Identifier: MIT */
/* A device function that px sees and does not inline leaves an address in memory, or gives it
   back in some form: what the caller reads there comes after what was written.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-undecided=none" } */
#include "../aux/t.h"

#define SEEN __device __attribute__ ((noinline))
#define T 64

struct pair { const int *a, *b; };
struct wide { long n, m; };

__device unsigned long long last;

SEEN void keep (const int **to, const int *p) { *to = p; }
SEEN void number (long *to, const int *p) { *to = (long) p; }
SEEN void bytes (void *to, const int *p) { memcpy (to, &p, sizeof p); }
SEEN void halves (unsigned *to, const int *p) { to[0] = (unsigned long) p; to[1] = (unsigned long) p >> 32; }
SEEN void pairs (struct pair *to, struct pair x) { *to = x; }
SEEN void swapped (struct pair *to, const int *p, const int *q) { to->a = q; to->b = p; }
SEEN void passes_on (const int **to, const int *p) { keep (to, p + 1); }
SEEN void variable (const int *p) { __atomic_store_n (&last, (unsigned long long) p, __ATOMIC_RELAXED); }
SEEN void as_number (long *to, long p) { *to = p; }
SEEN void as_numbers (struct wide *to, struct wide x) { *to = x; }
SEEN long gives_number (const int *p) { return (long) p; }
SEEN unsigned low (const int *p) { return (unsigned long) p; }
SEEN unsigned high (const int *p) { return (unsigned long) p >> 32; }
SEEN struct wide gives_wide (const int *p) { return (struct wide) { 1, (long) p }; }
SEEN int at (long p, int i) { return ((const int *) p)[i]; }
SEEN int at_wide (struct wide x, int i) { return ((const int *) x.m)[i]; }
SEEN int at_halves (unsigned l, unsigned h, int i) { return ((const int *) ((unsigned long) h << 32 | l))[i]; }

/* SETUP puts the address of X somewhere; READ gives the element that thread I has written.  */
#define KERNEL(name, decl, setup, read) \
  __kernel __requires (grid (1), block (1), threads (T), smem (2048)) void \
  name (int *out) \
  { \
    __partition (block, 1, int *ob = out + px_id (block) * T) \
      __group (block, 1) \
	{ \
	  __shared int x[T], y[T]; \
	  int t __perspective (thread, 1) = px_id (thread); \
	  int i __perspective (thread, 1) = (t + 33) % T; \
	  decl; \
	  setup; \
	  __partition (thread, 1, int *w = y + t) *w = 0; \
	  __partition (thread, 1, int *w = x + t) *w = 100 + t; \
	  int v __perspective (thread, 1); \
	  __group (thread, 1) { v = read; } \
	  __partition (thread, 1, int *w = ob + t) *w = v; \
	} \
  }
#define OF(type) __shared type m[T]
#define PUT(call) __partition (thread, 1, typeof (*m) *to = m + t) __group (thread, 1) call
#define MINE(type) type m __perspective (thread, 1)
#define MAKE(call) __group (thread, 1) call

KERNEL (by_pointer, OF (const int *), PUT (keep (to, x)), m[t][i])
KERNEL (by_number, OF (long), PUT (number (to, x)), ((const int *) m[t])[i])
KERNEL (by_bytes, OF (const int *), PUT (bytes (to, x)), m[t][i])
KERNEL (by_halves, OF (struct { unsigned h[2]; }), PUT (halves (to->h, x)), ((const int *) (m[t].h[0] | (unsigned long) m[t].h[1] << 32))[i])
KERNEL (by_structure, OF (struct pair), PUT (pairs (to, ((struct pair) { y, x }))), m[t].b[i])
KERNEL (by_swap, MINE (struct pair), MAKE (swapped (&m, y, x)), m.a[i])
KERNEL (by_calls, OF (const int *), PUT (passes_on (to, x)), m[t][i - 1])
KERNEL (by_variable, , MAKE (variable (x)), ((const int *) __atomic_load_n (&last, __ATOMIC_RELAXED))[i])
KERNEL (by_argument, OF (long), PUT (as_number (to, (long) x)), ((const int *) m[t])[i])
KERNEL (by_arguments, OF (struct wide), PUT (as_numbers (to, ((struct wide) { 0, (long) x }))), ((const int *) m[t].m)[i])
KERNEL (by_result, MINE (long), MAKE (m = gives_number (x)), at (m, i))
KERNEL (by_results, MINE (unsigned long), MAKE (m = low (x) | (unsigned long) high (x) << 32), ((const int *) m)[i])
KERNEL (by_wide, MINE (struct wide), MAKE (m = gives_wide (x)), at_wide (m, i))
KERNEL (by_parts, , , at_halves ((unsigned long) x, (unsigned long) x >> 32, i))

#define RUN(name) \
  do { \
    int *d = t_dev (0, sizeof got); \
    LAUNCH (1, T, name, d); \
    t_back (got, d, sizeof got); \
    for (int i = 0; i < T; i++) \
      CHECK (got[i] == 100 + (i + 33) % T); \
  } while (0)

int
main (void)
{
  int got[T];
  RUN (by_pointer);
  RUN (by_number);
  RUN (by_bytes);
  RUN (by_halves);
  RUN (by_structure);
  RUN (by_swap);
  RUN (by_calls);
  RUN (by_variable);
  RUN (by_argument);
  RUN (by_arguments);
  RUN (by_result);
  RUN (by_results);
  RUN (by_wide);
  RUN (by_parts);
  return 0;
}
