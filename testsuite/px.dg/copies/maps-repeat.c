/* SPDX-License-Identifier: MIT */
/* Copies by tensor maps whose boxes repeat, by maps that are parts of structures, elements, behind pointers or in
   variables, and in functions that are not inlined: each waits for those before it that may be of the same bytes.  */
/* { dg-do run } */
/* { dg-additional-options "-fplugin-arg-px-arch=sm_90" } */
/* { dg-env "PXEMU_SCHEDULE=adversarial" } */
#include "../aux/t.h"

enum { N = 32, BOXES = 6 };
typedef int tile[N];
struct maps { px_tensor_map in; px_tensor_map to[2]; };
__device px_tensor_map kept[2];

#define KERNEL(name, parameters, ...) \
  __kernel __requires (grid (1), block (1), threads (N), smem (2 * sizeof (tile) + 1024)) void \
  name (parameters, int n) \
  { \
    __group (block, 1) \
      { \
	__shared tile a, b; \
	int t __perspective (thread, 1) = px_id (thread); \
	__each (thread, int *w = a + t) *w = t; \
	__each (thread, int *w = b + t) *w = t; \
	__VA_ARGS__ \
      } \
  }
#define ONE const px_tensor_map m
#define TWO const struct maps s
#define MANY const px_tensor_map *p
#define LOAD(t, map, box) __async (tile *w = &t) px_tensor_load (w, &(map), N * (box));
#define STORE(t, map, box) __async (tile *w = &t) px_tensor_store (&(map), w, N * (box));
#define OF(op, t, map, box) __async (tile *w = &t) px_tensor_##op (&(map), w, N * (box));
#define PLUS(x, v) __each (thread, int *w = x + t) *w += v;

/* Boxes repeat after 3 turns, in both halves of a turn, are chosen.  */
KERNEL (modulo, ONE, for (int j = 0; j < 6 + n; j++) { STORE (a, m, j % 3) PLUS (b, j) STORE (b, m, (j + 1) % 3) PLUS (a, 2 * j) })
KERNEL (half, ONE, for (int j = 0; j < 6 + n; j++) { STORE (a, m, j / 2) PLUS (a, 7) })
KERNEL (chosen, ONE, for (int j = 0; j < 6 + n; j++) { STORE (a, m, j == 3 ? n : j) PLUS (a, 7) })
KERNEL (down, ONE, for (int j = 0; j < 3; j++) { STORE (a, m, j) STORE (b, m, 5 - j - n) PLUS (a, 7) })
KERNEL (meet, ONE, for (int j = 0; j < 6; j++) { STORE (a, m, j) PLUS (b, j) STORE (b, m, 5 - j) PLUS (a, 7) })
/* Operations of two kinds on one box.  */
KERNEL (kinds, ONE, OF (add, a, m, n) OF (max, b, m, n) OF (add, a, m, n))
/* Members, elements, what pointers lead to.  */
KERNEL (member, TWO, STORE (a, s.to[0], 1) LOAD (b, s.to[0], n + 1) PLUS (b, 3) STORE (b, s.to[1], n))
KERNEL (element, TWO, for (int j = 0; j < 4; j++) { LOAD (b, s.to[j % 2], n) PLUS (b, 3) STORE (b, s.to[(j + 1) % 2], n) })
KERNEL (behind, MANY, for (int j = 0; j < 4; j++) { LOAD (b, p[0], j + n) PLUS (b, j) STORE (b, p[0], j + 1) })
KERNEL (other, MANY, for (int j = 0; j < 4; j++) { STORE (a, p[j], 0) LOAD (b, p[n], 0) PLUS (a, 1 + b[t]) })
KERNEL (global, ONE, STORE (a, kept[0], 1) LOAD (b, kept[n], 1) PLUS (b, 3) STORE (b, kept[1], 2) STORE (a, kept[1], n + 2))

static __device __requires (block (1), threads (N), smem (sizeof (tile))) __attribute__ ((noinline)) void
store (const px_tensor_map *m __perspective (block, 1), int box __perspective (block, 1), int v __perspective (block, 1))
{
  __shared tile c;
  int t __perspective (thread, 1) = px_id (thread);
  __each (thread, int *w = c + t) *w = v + t;
  STORE (c, *m, box)
}
KERNEL (called, MANY, store (p, n, 5); LOAD (a, p[0], n) PLUS (a, 1) STORE (a, p[0], 1) store (p, 1, 9);)

static int out[2][BOXES * N], ref[2][BOXES * N];

int
main (void)
{
  int *d[3];
  struct maps s;
  struct px_tensor tensor = { .type = PX_TENSOR_S32, .rank = 1, .size = { BOXES * N }, .box = { N } };
  for (int i = 0; i < 3; i++)
    {
      d[i] = t_dev (ref, sizeof out[0]);
      OK (px_tensor_map_tiled (i ? &s.to[i - 1] : &s.in, d[i], &tensor));
    }
  px_tensor_map *p = t_dev (s.to, sizeof s.to), *four = t_dev ((px_tensor_map[]) { s.to[0], s.to[1], s.to[0], s.to[1] }, 4 * sizeof *p);
  OK (px_copy_to_symbol (px_symbol (kept), 0, s.to, sizeof s.to));
#define FRESH(name, ...) \
  for (int i = 0; i < 2; i++) \
    { \
      OK (px_memset (d[1 + i], 0, sizeof out[0])); \
      memset (ref[i], 0, sizeof ref[i]); \
    } \
  LAUNCH (1, N, name, __VA_ARGS__, 0); \
  for (int i = 0; i < 2; i++) \
    OK (px_copy (out[i], d[1 + i], sizeof out[0]));
  /* What box B of map M has, of each thread T, which has A and B in its tiles.  */
#define TRY(name, argument, ...) \
  do { \
    FRESH (name, argument) \
    for (int t = 0; t < N; t++) \
      { \
	int a = t, b = t; \
	(void) a, (void) b; \
	__VA_ARGS__ \
      } \
    CHECK (!memcmp (out, ref, sizeof out)); \
  } while (0)
#define AT(m, box) ref[m][(box) * N + t]
  TRY (modulo, s.to[0], for (int j = 0; j < 6; j++) { AT (0, j % 3) = a; b += j; AT (0, (j + 1) % 3) = b; a += 2 * j; });
  TRY (half, s.to[0], for (int j = 0; j < 6; j++) { AT (0, j / 2) = a; a += 7; });
  TRY (chosen, s.to[0], for (int j = 0; j < 6; j++) { AT (0, j == 3 ? 0 : j) = a; a += 7; });
  TRY (down, s.to[0], for (int j = 0; j < 3; j++) { AT (0, j) = a; AT (0, 5 - j) = b; a += 7; });
  TRY (meet, s.to[0], for (int j = 0; j < 6; j++) { AT (0, j) = a; b += j; AT (0, 5 - j) = b; a += 7; });
  TRY (kinds, s.to[0], AT (0, 0) = a > b ? 2 * a : b + a;);
  TRY (member, s, AT (0, 1) = a; AT (1, 0) = a + 3;);
  TRY (element, s, for (int j = 0; j < 4; j++) AT ((j + 1) % 2, 0) = AT (j % 2, 0) + 3;);
  TRY (behind, p, for (int j = 0; j < 4; j++) AT (0, j + 1) = AT (0, j) + j;);
  TRY (other, four, for (int j = 0; j < 4; j++) { AT (j % 2, 0) = a; b = AT (0, 0); a += 1 + b; });
  TRY (global, s.in, AT (0, 1) = a; AT (1, 2) = a;);
  TRY (called, p, AT (0, 0) = 5 + t; AT (0, 1) = 9 + t;);
  return 0;
}
