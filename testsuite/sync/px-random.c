/* SPDX-License-Identifier: MIT */
/* px-random SEED: prints a random legal program of the dialect that checks itself.

   A kernel of one or several blocks has arrays of T elements in shared memory, or in global: a part of
   a parameter or of a variable for each block; or the blocks of a cooperative kernel have 2 T elements
   together.
   Its steps write one of them, a thread an element, from elements of others that
   the block's threads, or those of a group of 32 or of 48, have; they stand in
   loops, conditions, groups, branches of a split, which claim an array each and may
   split again, and device functions, inlined or not, with arrays of their own; arrays
   come and go by bulk copies; a ring may be filled by one branch and drained by
   another, or prefetched by a loop and one before it.  The reference does each step for one thread after
   another.  With PX_PART 1 and 2 it is two files, of which the second has the device
   functions.  */
#include <stdio.h>
#include <stdlib.h>
#include <stdarg.h>
#include <string.h>
#include "px-random.h"

enum { STEPS = 6 };

static unsigned long long state;
static int clusters;            /* the kernel's blocks are in clusters of two */
static enum { SHARED, PARAMETER, VARIABLE } home[ARRAYS];
static int cooperative;         /* the blocks wait for each other, and have the arrays together */

unsigned
pick (unsigned n)
{
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (state >> 20) % n;
}

static struct sides whole;
struct sides *sides = &whole;

static void
append (struct text *to, const char *f, va_list ap)
{
  size_t left = sizeof to->s - to->n, n = vsnprintf (to->s + to->n, left, f, ap);
  if (n >= left)
    abort ();
  to->n += n;
}

void
k (const char *f, ...)
{
  va_list ap;
  va_start (ap, f);
  append (&sides->kernel, f, ap);
  va_end (ap);
}

void
r (const char *f, ...)
{
  va_list ap;
  va_start (ap, f);
  append (&sides->reference, f, ap);
  va_end (ap);
}

void
both (const char *f, ...)
{
  va_list ap;
  va_start (ap, f);
  append (&sides->kernel, f, ap);
  va_end (ap);
  va_start (ap, f);
  append (&sides->reference, f, ap);
  va_end (ap);
}

void
index_text (char *s, size_t size, int n)
{
  switch (pick (4))
    {
    case 0: snprintf (s, size, "t"); break;
    case 1: snprintf (s, size, "(t ^ %d)", 1 << pick (4)); break;
    case 2: snprintf (s, size, "(%d - t)", n - 1); break;
    default: snprintf (s, size, "(t + %d) %% %d", 1 + pick (n - 1), n);
    }
}

/* One element a thread: array D from array S; of units of N threads, where views of
   both are called v and u, else the arrays' own names.  */
static void
step (int d, int s, int n, const char *loop)
{
  char i[40], dst[8], src[8];
  int c = pick (100), m = 2 + pick (5);
  index_text (i, sizeof i, n);
  snprintf (dst, sizeof dst, n == T ? "a%d" : "v", d);
  snprintf (src, sizeof src, n == T ? "a%d" : "u", s);
  k ("__partition (thread, 1, int *w = %s + t)\n  __group (thread, 1)\n    *w = *w * %d + %s[%s] + %d + %s;\n", dst, m, src, i, c, loop);
  r ("for (int g = 0; g < %d; g += %d)\n  for (int t = 0; t < %d; t++)\n    a%d[g + t] = a%d[g + t] * %d + a%d[g + %s] + %d + %s;\n",
     T, n, n, d, d, m, s, i, c, loop);
}

void
two (int *d, int *s)
{
  *d = pick (ARRAYS);
  *s = (*d + 1 + pick (ARRAYS - 1)) % ARRAYS;
}

static void
groups (const char *loop)
{
  static const int sizes[] = { 32, 48, 64, 96 };
  int d, s, n = sizes[pick (4)], times = 1 + pick (2);
  two (&d, &s);
  k ("{\nint g __perspective (thread, %d) = px_id (thread, %d);\n", n, n);
  k ("__partition (thread, %d, int *v = a%d + g * %d)\n__partition (thread, %d, int *u = a%d + g * %d)\n", n, d, n, n, s, n);
  k ("__group (thread, %d)\n{\nint t __perspective (thread, 1) = px_id (thread);\n", n);
  for (int i = 0; i < times; i++)
    step (d, s, n, loop);
  if (pick (2))
    {
      /* The other way: what was written is read.  */
      char x[40];
      index_text (x, sizeof x, n);
      k ("__partition (thread, 1, int *w = u + t)\n  __group (thread, 1)\n    *w = *w + v[%s];\n", x);
      r ("for (int g = 0; g < %d; g += %d)\n  for (int t = 0; t < %d; t++)\n    a%d[g + t] = a%d[g + t] + a%d[g + %s];\n",
	 T, n, n, s, s, d, x);
    }
  k ("}\n}\n");
}

/* Two branches, which have an array each.  */
static void
branches (const char *loop)
{
  int d, s;
  two (&d, &s);
  int sizes[2] = { 128, 64 };
  k ("__claim (thread, 128, int *c0 = a%d)\n__claim (thread, 64, int *c1 = a%d)\n__split (thread)\n{\n", d, s);
  for (int b = 0; b < 2; b++)
    {
      int n = sizes[b], a = b ? s : d, c = pick (50);
      k ("__case (%d)\n{\nint t __perspective (thread, 1) = px_id (thread);\n", n);
      k ("__partition (thread, 1, int *w = c%d + t)\n  __group (thread, 1)\n    *w = *w + %d + %s;\n", b, c, loop);
      k ("int x __perspective (thread, 1) = 0;\n__group (thread, 1)\n  x = c%d[%d - t];\n", b, n - 1);
      k ("__partition (thread, 1, int *w = c%d + t)\n  __group (thread, 1)\n    *w = *w + 3 * x;\n}\n", b);
      r ("{ int x[%d]; for (int t = 0; t < %d; t++) a%d[t] = a%d[t] + %d + %s;\n", n, n, a, a, c, loop);
      r ("for (int t = 0; t < %d; t++) x[t] = a%d[%d - t];\nfor (int t = 0; t < %d; t++) a%d[t] = a%d[t] + 3 * x[t]; }\n",
	 n, a, n - 1, n, a, a);
    }
  k ("}\n");
}

/* A branch of 128 threads that splits again: 64 of them have the array.  */
static void
nested (const char *loop)
{
  int d = pick (ARRAYS), c = pick (50), late = pick (2);
  k ("__claim (thread, 128, int *c0 = a%d)\n__split (thread)\n{\n__case (128)\n{\n", d);
  k ("int t __perspective (thread, 1) = px_id (thread);\n");
  k ("__partition (thread, 1, int *w = c0 + t)\n  __group (thread, 1)\n    *w = *w * 2 + %s;\n", loop);
  k ("__claim (thread, 64, int *e = c0)\n__split (thread)\n{\n");
  if (late)
    k ("__case (64)\n  ;\n");
  k ("__case (64)\n{\nint u __perspective (thread, 1) = px_id (thread), x __perspective (thread, 1) = 0;\n");
  k ("__group (thread, 1)\n  x = e[127 - u];\n__partition (thread, 1, int *w = e + u)\n  __group (thread, 1)\n    *w = *w + 3 * x + %d;\n}\n}\n", c);
  k ("int y __perspective (thread, 1) = 0;\n__group (thread, 1)\n  y = c0[127 - t];\n");
  k ("__partition (thread, 1, int *w = c0 + t)\n  __group (thread, 1)\n    *w = *w + y;\n}\n}\n");
  r ("{ int y[128]; for (int t = 0; t < 128; t++) a%d[t] = a%d[t] * 2 + %s;\n", d, d, loop);
  r ("for (int u = 0; u < 64; u++) a%d[u] = a%d[u] + 3 * a%d[127 - u] + %d;\n", d, d, d, c);
  r ("for (int t = 0; t < 128; t++) y[t] = a%d[127 - t];\nfor (int t = 0; t < 128; t++) a%d[t] += y[t]; }\n", d, d);
}

/* An array comes by a bulk copy and is added to another, or goes.  */
static void
bulk (int id)
{
  int d = pick (ARRAYS), s = pick (2), twice = pick (2);
  char i[40];
  if (s && home[d] == SHARED)
    {
      k ("__async (int *to = od)\n  __async (int *from = a%d)\n    px_bulk_store (to, from, %d);\n", d, 4 * T);
      r ("for (int t = 0; t < %d; t++)\n  dump[b * %d + t] = a%d[t];\n", T, T, d);
      return;
    }
  index_text (i, sizeof i, T);
  k ("__shared int come%d[%d];\n", id, T);
  for (int n = 0; n <= twice; n++)
    {
      k ("__async (int *to = come%d)\n  px_bulk_load (to, in, %d);\n", id, 4 * T);
      k ("__partition (thread, 1, int *w = a%d + t)\n  __group (thread, 1)\n    *w = *w * 3 + come%d[%s];\n", d, id, i);
      r ("for (int t = 0; t < %d; t++)\n  a%d[t] = a%d[t] * 3 + in[%s];\n", T, d, d, i);
    }
}

/* How a loop with counter i names a slot: as a remainder, or by a counter s that goes around.  */
static const char *
around (int way, int slots, char *to, size_t size)
{
  snprintf (to, size, way == 1 ? "if (++s == %d) s = 0;\n" : way == 2 ? "s = (s + 1) %% %d;\n" : "s = s == %d ? 0 : s + 1;\n",
	    way == 3 ? slots - 1 : slots);
  return to;
}

/* A ring: 64 threads fill, 128 drain into an array that they claim.  */
static void
ring (int id)
{
  int slots = 1 + pick (4), d = pick (ARRAYS), m = 1 + pick (5), late = pick (2), alone = pick (3) == 0 && slots > 1;
  int fill = slots > 1 ? pick (4) : 0, drain = slots > 1 ? pick (4) : 0;
  char slot[24], step[48];
  snprintf (slot, sizeof slot, "i %% %d", slots);
  k ("__shared __slots (%d) int ring%d[%d][64];\n", slots, id, slots);
  k ("__claim (thread, 128, int *c = a%d)\n__split (thread)\n{\n__case (128)\n{\n", d);
  k ("int t __perspective (thread, 1) = px_id (thread), x __perspective (thread, 1) = 0;\n");
  k ("%sint s = 0;\n(void) s;\n", alone ? "__group (thread, 1)\n{\n" : "");
  k ("for (int i = 0; i < %s; i++)\n{\n%sx = x * %d + ring%d[%s][(t + i) %% 64];\n", late ? "n" : "N", alone ? "" : "__group (thread, 1)\n  ", m, id,
     drain ? "s" : slot);
  k ("%s}\n%s", drain ? around (drain, slots, step, sizeof step) : "", alone ? "}\n" : "");
  k ("__partition (thread, 1, int *w = c + t)\n  __group (thread, 1)\n    *w = *w + x;\n}\n");
  k ("__case (64)\n{\nint t __perspective (thread, 1) = px_id (thread);\nint s = 0;\n(void) s;\n");
  k ("for (int i = 0; i < %s; i++)\n{\n__partition (thread, 1, int *w = ring%d[%s] + t)\n  __group (thread, 1)\n    *w = in[(i * 64 + t) %% %d];\n%s}\n}\n}\n",
     late ? "n" : "N", id, fill ? "s" : slot, T, fill ? around (fill, slots, step, sizeof step) : "");
  r ("for (int t = 0; t < 128; t++)\n  {\n    int x = 0;\n    for (int i = 0; i < %s; i++)\n      x = x * %d + in[(i * 64 + (t + i) %% 64) %% %d];\n    a%d[t] += x;\n  }\n",
     late ? "n" : "N", m, T, d);
}

/* Thread t's element of slot SLOT of RING is number FROM's.  */
static void
put (int id, const char *slot, const char *from, int copy)
{
  k ("__partition (thread, 1, int *w = ring%d[%s] + t)\n  __group (thread, 1)\n", id, slot);
  if (copy)
    k ("    __async (int *a = w)\n      px_cp_async (a, in + (%s * 5 + t) %% %d, 4);\n", from, T);
  else
    k ("    *w = in[(%s * 5 + t) %% %d];\n", from, T);
}

/* A loop that prefetches into a ring or an array, by cp.async or by stores; before it come
   the first ones, one by one or in a loop, which may fill more than there are.  */
static void
prefetch (int id)
{
  int slots = 2 + pick (3), ahead = 1 + pick (slots - 1), copy = pick (2), d = pick (ARRAYS), before = pick (5), first = pick (2);
  int way = pick (4), plain = pick (2) || (way && !before);
  char slot[32], from[24], step[48];
  k ("__shared ");
  if (!plain)
    k ("__slots (%d) ", slots);
  k ("int ring%d[%d][%d];\nint x%d __perspective (thread, 1) = 0;\n{\nint s = %d;\n(void) s;\n", id, slots, T, id, ahead);
  for (int i = 0; i < ahead && !before; i++)
    {
      snprintf (slot, sizeof slot, "%d", i);
      put (id, slot, slot, copy);
    }
  if (before)
    {
      k (before == 1 ? "for (int i = 0; i < %d && i < n; i++)\n{\n" : before == 2 ? "for (int i = 0; i < %d; i++)\n{\n" : "for (int i = 0; i < %d; i++)\nif (i < n)\n{\n", ahead);
      snprintf (slot, sizeof slot, pick (2) ? "i" : "i %% %d", slots);
      put (id, slot, "i", copy);
      k ("}\n");
    }
  k ("for (int i = 0; i < n; i++)\n{\n");
  for (int part = 0; part < 2; part++)
    if (part == first)
      k ("__group (thread, 1)\n  x%d = x%d * 3 + ring%d[i %% %d][(t + 7) %% %d];\n", id, id, id, slots, T);
    else
      {
	snprintf (slot, sizeof slot, way ? "s" : "(i + %d) %% %d", ahead, slots);
	snprintf (from, sizeof from, "(i + %d)", ahead);
	k ("if (i + %d < n)\n", ahead);
	put (id, slot, from, copy);
      }
  k ("%s}\n}\n__partition (thread, 1, int *w = a%d + t)\n  __group (thread, 1)\n    *w = *w + x%d;\n", way ? around (way, slots, step, sizeof step) : "", d, id);
  r ("for (int t = 0; t < %d; t++)\n  {\n    int x = 0;\n    for (int i = 0; i < n; i++)\n      x = x * 3 + in[(i * 5 + (t + 7) %% %d) %% %d];\n    a%d[t] += x;\n  }\n",
     T, T, T, d);
}

/* In a cluster each of its blocks, by itself.  */
static void
in_block (int begin)
{
  if (!clusters)
    return;
  k (begin ? "__group (block, 1)\n{\nint t __perspective (thread, 1) = px_id (thread);\n" : "}\n");
  r (begin ? "for (int q = 0; q < 2; q++)\n{\nint b = first + q, *a0 = A0[q], *a1 = A1[q], *a2 = A2[q], *a3 = A3[q];\n(void) b;\n" : "}\n");
}

/* Like `step', from the other block's array.  */
static void
step_across (void)
{
  char i[40];
  int d, s;
  two (&d, &s);
  index_text (i, sizeof i, T);
  in_block (1);
  k ("int x __perspective (thread, 1) = px_map_shared (a%d, 1 - q)[%s];\n__partition (thread, 1, int *w = a%d + t)\n"
     "  __group (thread, 1)\n    *w = *w * 2 + x;\n", s, i, d);
  r ("for (int t = 0; t < %d; t++)\n  a%d[t] = a%d[t] * 2 + A%d[1 - q][%s];\n", T, d, d, s, i);
  in_block (0);
}

/* All threads of a cooperative kernel write an array, from what those of other blocks wrote.  */
static void
step_of_all (const char *loop)
{
  char i[40];
  int d, s, c = pick (100), m = 2 + pick (5);
  two (&d, &s);
  index_text (i, sizeof i, 2 * T);
  k ("__partition (thread, 1, int *w = a%d + t)\n  __group (thread, 1)\n    *w = *w * %d + a%d[%s] + %d + %s;\n", d, m, s, i, c, loop);
  r ("for (int t = 0; t < %d; t++)\n  a%d[t] = a%d[t] * %d + a%d[%s] + %d + %s;\n", 2 * T, d, d, m, s, i, c, loop);
}

/* Each block its half of an array, once or twice, by its own elements or by the other half of another.  */
static void
step_of_blocks (const char *loop)
{
  int d, s, m = 2 + pick (5), own = pick (2), turned = pick (2);
  char i[40], from[40];
  two (&d, &s);
  index_text (i, sizeof i, T);
  snprintf (from, sizeof from, turned ? "(1 - b) * %d" : "b * %d", T);
  k ("__partition (block, 1, int *v = a%d + %s)\n__group (block, 1)\n{\nint t __perspective (thread, 1) = px_id (thread);\n", d, from);
  k ("__partition (thread, 1, int *w = v + t)\n  __group (thread, 1)\n    *w = *w * %d + a%d[(1 - b) * %d + %s] + %s;\n", m, s, T, i, loop);
  r ("for (int b = 0; b < 2; b++)\n{\nint *v = a%d + %s, x[%d];\n(void) x;\n", d, from, T);
  r ("for (int t = 0; t < %d; t++)\n  v[t] = v[t] * %d + a%d[(1 - b) * %d + %s] + %s;\n", T, m, s, T, i, loop);
  if (own)
    {
      k ("int x __perspective (thread, 1) = v[%s];\n__partition (thread, 1, int *w = v + t)\n  __group (thread, 1)\n    *w = *w + 3 * x;\n", i);
      r ("for (int t = 0; t < %d; t++)\n  x[t] = v[%s];\nfor (int t = 0; t < %d; t++)\n  v[t] += 3 * x[t];\n", T, i, T);
    }
  k ("}\n");
  r ("}\n");
}

void
statement (int depth, const char *loop)
{
  int d, s;
  if (clusters && pick (3) == 0)
    {
      step_across ();
      return;
    }
  int what = pick (depth ? 15 : 16);
  if (cooperative && what != 5 && what != 9)
    {
      (what % 2 ? step_of_all : step_of_blocks) (loop);
      return;
    }
  /* Atomics, which any block could make, need the cluster between them.  */
  if (clusters && what >= 10 && what <= 13)
    what = 14;
  if (what != 5 && what != 9)
    in_block (1);
  switch (what)
    {
    case 0:
    case 1:
      two (&d, &s);
      step (d, s, T, loop);
      break;
    case 2:
      groups (loop);
      break;
    case 3:
      branches (loop);
      break;
    case 4:
      two (&d, &s);
      k ("turn (a%d, a%d, %s);\n", d, s, loop);
      r ("turn_reference (a%d, a%d, %s);\n", d, s, loop);
      break;
    case 6:
      two (&d, &s);
      k ("mix (a%d, a%d, %s);\n", d, s, loop);
      r ("mix_reference (a%d, a%d, %s);\n", d, s, loop);
      break;
    case 7:
      nested (loop);
      break;
    case 8:
      k ("{\n");
      bulk (pick (1000));
      k ("}\n");
      break;
    case 5:
      if (depth < 2)
	{
	  char counter[16];
	  int condition = pick (3) == 0, n = 1 + pick (2);
	  snprintf (counter, sizeof counter, "i%d", depth);
	  if (condition)
	    {
	      int least = pick (8);
	      k ("if (n > %d)\n{\n", least);
	      r ("if (n > %d)\n{\n", least);
	    }
	  else
	    {
	      const char *bound = pick (2) ? "n" : "3";
	      k ("for (int %s = 0; %s < %s; %s++)\n{\n", counter, counter, bound, counter);
	      r ("for (int %s = 0; %s < %s; %s++)\n{\n", counter, counter, bound, counter);
	    }
	  for (int i = 0; i < n; i++)
	    statement (depth + 1, condition ? loop : counter);
	  k ("}\n");
	  r ("}\n");
	}
      break;
    case 9:
      if (depth < 2)
	typed_loop (depth, loop);
      break;
    case 10:
    case 11:
    case 12:
      call_helper (loop);
      break;
    case 13:
      accesses (loop);
      break;
    case 14:
      rows (loop);
      break;
    default:
      k ("{\n");
      (pick (2) ? ring : prefetch) (pick (1000));
      k ("}\n");
    }
  if (what != 5 && what != 9)
    in_block (0);
}

static void
kernel (void)
{
  printf ("__kernel __requires (grid (1), %s, threads (%d), smem (65536)) void\nf (const int *in, int *out, int *dump, int *scratch0, int n)\n{\n(void) scratch0;\n"
	  "int b __perspective (block, 1) = px_id (block);\n__partition (block, 1, int *o = out + b * %d)\n"
	  "__partition (block, 1, int *od = dump + b * %d)\n", clusters ? "cluster (2)" : "block (1)", T, T, T);
  for (int i = 0; i < ARRAYS; i++)
    if (home[i] != SHARED)
      printf ("__partition (block, 1, int *a%d = %s%d + b * %d)\n", i, home[i] == PARAMETER ? "scratch" : "own", i, T);
  printf ("__group (block, %d)\n{\n", clusters ? 2 : 1);
  for (int i = 0; i < ARRAYS; i++)
    if (home[i] == SHARED)
      printf ("__shared int a%d[%d];\n", i, T);
  if (clusters)
    printf ("int q __perspective (block, 1) = px_id (block);\n__group (block, 1)\n{\n");
  printf ("int t __perspective (thread, 1) = px_id (thread);\n");
  for (int i = 0; i < ARRAYS; i++)
    printf ("__partition (thread, 1, int *w = a%d + t)\n  __group (thread, 1)\n    *w = in[(t * %d + b) %% %d];\n", i, i + 1, T);
  printf ("%s", clusters ? "}\n" : "");
  fputs (whole.kernel.s, stdout);
  printf ("%s__partition (thread, 1, int *w = o + t)\n  __group (thread, 1)\n    *w = a0[%d - t] + 3 * a1[t] + 5 * a2[t ^ 1] + 7 * a3[(t + 5) %% %d];\n%s}\n}\n\n",
	  clusters ? "__group (block, 1)\n{\nint t __perspective (thread, 1) = px_id (thread);\n" : "", T - 1, T, clusters ? "}\n" : "");
}

/* BEGIN: what stands before a block's part.  */
static void
reference (const char *begin)
{
  printf ("static void\nreference (const int *in, int *out, int *dump, int %s, int n)\n{\n", clusters ? "first" : "b");
  for (int i = 0; i < ARRAYS; i++)
    printf (clusters ? "int A%d[2][%d];\n" : "int a%d[%d];\n", i, T);
  printf ("(void) turn_reference, (void) mix_reference;\n");
  fputs (begin, stdout);
  printf ("for (int t = 0; t < %d; t++)\n  {\n", T);
  for (int i = 0; i < ARRAYS; i++)
    printf ("    a%d[t] = in[(t * %d + b) %% %d];\n", i, i + 1, T);
  printf ("  }\n%s%s%s", clusters ? "}\n" : "", whole.reference.s, begin);
  printf ("for (int t = 0; t < %d; t++)\n  out[b * %d + t] = a0[%d - t] + 3 * a1[t] + 5 * a2[t ^ 1] + 7 * a3[(t + 5) %% %d];\n%s}\n\n", T, T, T - 1, T,
	  clusters ? "}\n" : "");
}

static void
cooperative_kernel (void)
{
  printf ("__kernel __requires (grid (1), block (1), threads (%d), cooperative) void\n"
	  "f (const int *in, int *out, int *dump, int *scratch0, int n)\n{\n(void) scratch0, (void) dump;\n"
	  "int b __perspective (block, 1) = px_id (block), t __perspective (thread, 1) = px_id (thread);\n", T);
  for (int i = 0; i < ARRAYS; i++)
    printf ("__partition (thread, 1, int *w = a%d + t)\n  __group (thread, 1)\n    *w = in[(t * %d + b) %% %d];\n", i, i + 1, T);
  fputs (whole.kernel.s, stdout);
  printf ("__partition (thread, 1, int *w = out + t)\n  __group (thread, 1)\n    *w = a0[%d - t] + 3 * a1[t] + 5 * a2[t ^ 1] + 7 * a3[(t + 5) %% %d];\n}\n\n",
	  2 * T - 1, 2 * T);
}

static void
cooperative_reference (const char *begin)
{
  (void) begin;
  printf ("static void\nreference (const int *in, int *out, int *dump, int first, int n)\n{\n"
	  "(void) turn_reference, (void) mix_reference, (void) first, (void) dump;\n");
  for (int i = 0; i < ARRAYS; i++)
    printf ("int a%d[2 * %d];\n", i, T);
  printf ("for (int t = 0; t < %d; t++)\n  {\n", 2 * T);
  for (int i = 0; i < ARRAYS; i++)
    printf ("    a%d[t] = in[(t * %d + t / %d) %% %d];\n", i, i + 1, T, T);
  printf ("  }\n%s", whole.reference.s);
  printf ("for (int t = 0; t < %d; t++)\n  out[t] = a0[%d - t] + 3 * a1[t] + 5 * a2[t ^ 1] + 7 * a3[(t + 5) %% %d];\n}\n\n", 2 * T, 2 * T - 1, 2 * T);
}

int
main (int argc, char **argv)
{
  if (argc != 2)
    {
      fprintf (stderr, "usage: px-random SEED\n");
      return 2;
    }
  state = strtoull (argv[1], NULL, 10) * 0x9e3779b97f4a7c15 + 0x123456789;
  for (int i = 0; i < 10; i++)
    pick (2);
  clusters = strtoull (argv[1], NULL, 10) % 5 == 4;
  cooperative = strtoull (argv[1], NULL, 10) % 8 == 7 && !clusters;
  if (!clusters && !cooperative && pick (3) == 0)
    for (int i = 0; i < ARRAYS; i++)
      home[i] = !pick (2) ? SHARED : i ? VARIABLE : PARAMETER;    /* two of one parameter would be one object */
  static struct sides functions, around;
  sides = &functions;
  write_helpers ();
  sides = &whole;
  for (int i = 0; i < STEPS; i++)
    statement (0, "1");
  printf ("/* SPDX-License-Identifier: MIT */\n/* px-random %s */\n#include <px.h>\n#include <stdio.h>\n#include <assert.h>\n\n#define N 5\n"
	  "#ifdef PX_PART\n#define OWN\n#else\n#define OWN static inline\n#endif\n\n%s", argv[1], functions.kernel.s);
  printf ("OWN __device __requires (block (1), threads (%d)) void\n"
	  "turn (int *p __perspective (block, 1), const int *q __perspective (block, 1), int c __perspective (block, 1))\n#if PX_PART == 1\n;\n#else\n{\n"
	  "int t __perspective (thread, 1) = px_id (thread);\n"
	  "__partition (thread, 1, int *w = p + t)\n  __group (thread, 1)\n    *w = *w + q[%d - t] * c;\n}\n#endif\n\n", T, T - 1);
  printf ("__device __requires (block (1), threads (%d), smem (%d)) __attribute__ ((noinline)) void\n"
	  "mix (int *p __perspective (block, 1), const int *q __perspective (block, 1), int c __perspective (block, 1))\n#if PX_PART == 1\n;\n#else\n{\n"
	  "__shared int own[%d];\nint t __perspective (thread, 1) = px_id (thread);\n"
	  "__partition (thread, 1, int *w = own + t)\n  __group (thread, 1)\n    *w = p[t] + q[t ^ 1];\n"
	  "__partition (thread, 1, int *w = p + t)\n  __group (thread, 1)\n    *w = own[(t + 50) %% %d] * 3 + c;\n}\n#endif\n\n#if PX_PART != 2\n%s\n", T, 4 * T, T, T, functions.reference.s);
  for (int i = 0; i < ARRAYS; i++)
    if (home[i] == VARIABLE || cooperative)
      printf ("__device static int %s%d[2 * %d];\n", cooperative ? "a" : "own", i, T);
  (cooperative ? cooperative_kernel : kernel) ();
  printf ("static void\nturn_reference (int *p, const int *q, int c)\n{\nfor (int t = 0; t < %d; t++)\n  p[t] += q[%d - t] * c;\n}\n\n", T, T - 1);
  printf ("static void\nmix_reference (int *p, const int *q, int c)\n{\nint own[%d];\nfor (int t = 0; t < %d; t++)\n  own[t] = p[t] + q[t ^ 1];\n"
	  "for (int t = 0; t < %d; t++)\n  p[t] = own[(t + 50) %% %d] * 3 + c;\n}\n\n", T, T, T, T);
  sides = &around;
  in_block (1);
  (cooperative ? cooperative_reference : reference) (around.reference.s);
  printf ("int\nmain (void)\n{\n  enum { B = 2, T = %d };\n  static int in[T], out[B * T], want[B * T], away[B * T], gone[B * T];\n"
	  "  for (int i = 0; i < T; i++)\n    in[i] = i * 37 %% 101;\n"
	  "  int *di = px_alloc (sizeof in), *d = px_alloc (sizeof out), *e = px_alloc (sizeof away), *g = px_alloc (sizeof out);\n"
	  "  if (px_check (px_copy (di, in, sizeof in)) || px_check (px_copy (e, away, sizeof away)))\n    return 1;\n"
	  "  for (int n = 1; n <= 7; n += n < 6 ? 5 : 1)\n    {\n"
	  "      if (px_check (px_launch (px_grid (B, T), f, di, d, e, g, n)) || px_check (px_copy (out, d, sizeof out))\n"
	  "          || px_check (px_copy (away, e, sizeof away)))\n\treturn 1;\n"
	  "      for (int b = 0; b < B; b += %d)\n\treference (in, want, gone, b, n);\n"
	  "      for (int i = 0; i < B * T; i++)\n\tif (out[i] != want[i] || away[i] != gone[i])\n\t  {\n"
	  "\t    printf (\"n %%d: element %%d is %%d and %%d, not %%d and %%d\\n\", n, i, out[i], away[i], want[i], gone[i]);\n\t    return 1;\n\t  }\n    }\n"
	  "  return px_check (px_free (di)) || px_check (px_free (d)) || px_check (px_free (e)) || px_check (px_free (g));\n}\n#endif\n", T, clusters || cooperative ? 2 : 1);
  return 0;
}
