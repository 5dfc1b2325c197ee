/* SPDX-License-Identifier: MIT */
/* What the parts of px-random share.  */
#ifndef PX_RANDOM_H
#define PX_RANDOM_H
#include <stddef.h>

enum { T = 192, ARRAYS = 4 };

struct text { char s[1 << 18]; size_t n; };
struct sides { struct text kernel, reference; };

/* px-random.c */
extern struct sides *sides;             /* where k, r and both write: code and reference, side by side */
void k (const char *f, ...) __attribute__ ((format (printf, 1, 2)));
void r (const char *f, ...) __attribute__ ((format (printf, 1, 2)));
void both (const char *f, ...) __attribute__ ((format (printf, 1, 2)));
unsigned pick (unsigned n);             /* a random number below N */
void index_text (char *s, size_t size, int n);  /* an index below N that thread t (below N) reads: a permutation */
void two (int *d, int *s);              /* the numbers of two arrays */
void statement (int depth, const char *loop);   /* in DEPTH loops and conditions; LOOP is a number that the block knows */

/* px-random-forms.c */
void write_helpers (void);
void call_helper (const char *loop);
void accesses (const char *loop);
void rows (const char *loop);
void typed_loop (int depth, const char *loop);

#endif
