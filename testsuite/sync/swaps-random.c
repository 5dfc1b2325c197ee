/* SPDX-License-Identifier: MIT */
/* swaps-random SEED: prints a program whose block's code has pointers that change places, lead to one of several arrays
   by a condition or by turns, and are read, and shared out by __partition, in a random order; asynchronous copies
   write to some of the arrays by their names.

   px refuses what it does not understand.  What it accepts must give what the same code gives if each statement is
   done by all threads before the next, as the host runs it.  */
#include "random.h"

static char text[1 << 14];
static size_t length;
static int depth, statements;

static void
put (const char *s)
{
  length += (size_t) snprintf (text + length, sizeof text - length, "%s", s);
}

static const char *
pointer (void)
{
  return ONE_OF ("a", "b", "c");
}

static const char *
place (void)
{
  return ONE_OF ("x", "y", "z", "x", "y", "z", "x", "x + T", "y", "a", "b", "c");
}

static const char *
condition (void)
{
  return ONE_OF ("i & 1", "i % 2 == 0", "n > 2", "m < 3", "i % 3 == 1", "i < m", "j & 1", "m & 1", "i + j > 2");
}

/* Which element thread t has.  Some are another's, too.  */
static const char *
element (void)
{
  return ONE_OF ("t", "t", "t", "t", "T - 1 - t", "(t + 1) % T", "t ^ 1", "t", "t", "t", "t / 2", "t & 15", "T - t - 1", "(t + i) % T");
}

static void
put_pointers (void)
{
  char s[200];
  const char *p = pointer (), *q = pointer ();
  switch (pick (7))
    {
    case 0:
    case 1:
    case 2: snprintf (s, sizeof s, "SWAP (%s, %s) ", p, q); break;
    case 3: snprintf (s, sizeof s, "if (%s) SWAP (%s, %s) ", condition (), p, q); break;
    case 4: snprintf (s, sizeof s, "%s = %s ? %s : %s; ", p, condition (), place (), place ()); break;
    case 5: snprintf (s, sizeof s, "TURN (a, b, c) "); break;
    default: snprintf (s, sizeof s, "%s = %s; ", p, place ());
    }
  put (s);
}

static void
put_statement (void)
{
  char s[200];
  const char *to = pointer (), *from = pointer ();
  if (++statements > 12)
    return;
  switch (pick (14))
    {
    case 12:
    case 13:
      snprintf (s, sizeof s, "STEP (%s, %s, %s, %s) ", pick (4) ? to : place (), element (), pick (4) ? from : place (), element ());
      break;
    case 0:
    case 1:
    case 2: snprintf (s, sizeof s, "READ (%s, %s) ", pick (4) ? pointer () : place (), element ()); break;
    case 3:
    case 4:
    case 5: snprintf (s, sizeof s, "WRITE (%s, %s) ", pick (4) ? pointer () : place (), element ()); break;
    case 6: snprintf (s, sizeof s, "ADD (%s, %s) ", pointer (), element ()); break;
    case 7: snprintf (s, sizeof s, "%s (%s) ", pick (2) ? "COPY" : "READ_ALL", ONE_OF ("x", "y")); break;
    default: put_pointers (); return;
    }
  put (s);
}

static void
put_body (int most)
{
  for (int n = 1 + (int) pick (most); n; n--)
    if (depth < 2 && pick (4) == 0)
      {
	char s[100];
	depth++;
	snprintf (s, sizeof s, "for (%s) { ", depth == 1 ? ONE_OF ("i = 0; i < n; i++", "i = 0; i < m; i++", "i = 1; i <= n; i += 2", "i = n; i > 0; i--")
						       : ONE_OF ("j = 0; j < m; j++", "j = 0; j < 3; j++"));
	put (s);
	put_body (4);
	if (depth == 1 && pick (6) == 0)
	  put ("if (i == m) break; ");
	put ("} ");
	depth--;
      }
    else if (pick (10) == 0)
      {
	put ("if (");
	put (condition ());
	put (") { ");
	put_statement ();
	put_statement ();
	put ("} ");
      }
    else
      put_statement ();
}

static const char before[] =
"#include <px.h>\n#include <stdio.h>\n"
"enum { T = %s };\n"
"#define SWAP(p, q) { int *s = p; p = q; q = s; }\n"
"#define TURN(p, q, r) { int *s = p; p = q; q = r; r = s; }\n"
"#define CODE \\\n  %s\n\n"
"#define READ(p, e) v = v * 3 + (unsigned) (p)[e];\n"
"#define READ_ALL(p) READ (p, t) READ (p, (t + T / 2) %% T)\n"
"#define WRITE(p, e) __partition (thread, 1, int *q = (p) + (e)) __group (thread, 1) *q = (int) (v + 7 * t);\n"
"#define ADD(p, e) __partition (thread, 1, int *q = (p) + (e)) __group (thread, 1) *q = *q * 5 + (int) v;\n"
"#define STEP(p, e, r, f) __partition (thread, 1, int *q = (p) + (e)) __group (thread, 1) *q = (r)[f] * 3 + (int) v;\n"
"#define COPY(p) __async (int *w = p) __group (thread, 1) px_cp_async (w + t, in + t, 4);\n"
"__kernel __requires (grid (1), block (1), threads (T), smem (24 * T)) void\n"
"f (const int *in, int *out, int *g, int n, int m)\n"
"{\n"
"  int block __perspective (block, 1) = px_id (block);\n"
"  __partition (block, 1, int *o = out + block * T) __partition (block, 1, int *z = g + block * 2 * T)\n"
"    __group (block, 1)\n"
"      {\n"
"	__shared int x[2 * T], y[2 * T];\n"
"	int t __perspective (thread, 1) = px_id (thread), i = 0, j = 0;\n"
"	int *a = %s, *b = %s, *c = %s;\n"
"	unsigned v __perspective (thread, 1) = 1;\n"
"	WRITE (x, t) WRITE (x + T, t) WRITE (y, t) WRITE (y + T, t) WRITE (z, t) WRITE (z + T, t)\n"
"	CODE\n"
"	READ (x, t) READ (y, t) READ (z, t) READ (x + T, t) READ (y + T, t) READ (z + T, t)\n"
"	__partition (thread, 1, int *w = o + t)\n"
"	  __group (thread, 1)\n"
"	    *w = (int) v;\n"
"      }\n"
"}\n\n"
"static int in[64];\n"
"#undef READ\n#undef WRITE\n#undef ADD\n#undef STEP\n#undef COPY\n"
"#define ALL for (int t = 0; t < T; t++)\n"
"#define READ(p, e) ALL v[t] = v[t] * 3 + (unsigned) (p)[e];\n"
"#define WRITE(p, e) ALL (p)[e] = (int) (v[t] + 7 * t);\n"
"#define ADD(p, e) ALL (p)[e] = (p)[e] * 5 + (int) v[t];\n"
"#define STEP(p, e, r, f) ALL (p)[e] = (r)[f] * 3 + (int) v[t];\n"
"#define COPY(p) ALL (p)[t] = in[t];\n\n"
"static void\n"
"reference (unsigned *v, int n, int m)\n"
"{\n"
"  int x[2 * T] = { 0 }, y[2 * T] = { 0 }, z[2 * T] = { 0 }, i = 0, j = 0;\n"
"  int *a = %s, *b = %s, *c = %s;\n"
"  ALL v[t] = 1;\n"
"  (void) a, (void) b, (void) c, (void) i, (void) j;\n"
"  WRITE (x, t) WRITE (x + T, t) WRITE (y, t) WRITE (y + T, t) WRITE (z, t) WRITE (z + T, t)\n"
"  CODE\n"
"  READ (x, t) READ (y, t) READ (z, t) READ (x + T, t) READ (y + T, t) READ (z + T, t)\n"
"}\n\n"
"int\nmain (void)\n{\n"
"  static int out[T];\n"
"  for (int i = 0; i < 64; i++)\n    in[i] = 3 * i + 1;\n"
"  int *d = px_alloc (sizeof in), *o = px_alloc (sizeof out), *g = px_alloc (2 * sizeof out);\n"
"  if (!d || !o || !g || px_check (px_copy (d, in, sizeof in)))\n    return 1;\n"
"  for (int n = 0; n < 5; n++)\n    for (int m = 0; m < 5; m++)\n      {\n"
"	unsigned v[T];\n"
"	reference (v, n, m);\n"
"	if (px_check (px_launch (px_grid (1, T), f, d, o, g, n, m)) || px_check (px_copy (out, o, sizeof out)))\n"
"	  return 1;\n"
"	for (int t = 0; t < T; t++)\n	  if ((unsigned) out[t] != v[t])\n"
"	    return printf (\"n %%d m %%d: thread %%d has %%u, not %%u\\n\", n, m, t, (unsigned) out[t], v[t]), 1;\n"
"      }\n"
"  return px_check (px_free (d)) || px_check (px_free (o)) || px_check (px_free (g));\n}\n";

int
main (int argc, char **argv)
{
  if (argc < 2)
    return 2;
  start_random (argv[1]);
  const char *first[3];
  for (int i = 0; i < 3; i++)
    first[i] = pick (5) ? ((const char *const[]) { "x", "y", "z" })[i] : ONE_OF ("x", "y", "z", "x + T", "y + T", "z + T");
  if (pick (3))
    {
      depth++;
      put ("for (i = 0; i < n; i++) { ");
      put_body (6);
      put (ONE_OF ("SWAP (a, b) ", "SWAP (a, b) ", "TURN (a, b, c) ", ""));
      put ("} ");
      depth--;
      put_body (3);
    }
  else
    put_body (8);
  printf (before, ONE_OF ("32", "64"), text, first[0], first[1], first[2], first[0], first[1], first[2]);
  return 0;
}
