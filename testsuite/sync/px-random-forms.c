/* SPDX-License-Identifier: MIT */
/* px-random's device functions, in every form that a function can have, what they do to
   memory by every kind of access, and loops with counters of every type.

   A helper works for N threads, the block's or those of a group, on its part of an array
   p, with a part of q, and has a number c, which is constant at some calls.  Its reference
   is a function of the host's on the same parts.  */
#include <stdio.h>
#include "px-random.h"

enum { GETS = 3, PUTS = 3, ADDS = 2, HELPERS = 5 };
enum { PLAIN, STATIC, INLINE, APART, OTHER, FORMS };
static const char *const attributes[FORMS] = { "", "static ", "static inline ", "__attribute__ ((noinline)) ", "OTHER " };

#define ONE_OF(...) ((const char *const[]) { __VA_ARGS__ }[pick (sizeof ((const char *const[]) { __VA_ARGS__ }) / sizeof (char *))])

/* Helper number i works for N threads; Q_CONST: it only reads q; BY_STRUCT: what it is given is one
   structure; ODD: it has groups that are no warps, which a function that is compiled alone may not.  */
static struct helper { int n, form, q_const, by_struct, odd, calls_t, calls_64; } helper[HELPERS];
static int known;       /* helpers so far */
static int counters;    /* counters of loops so far */

/* The definition of a function follows; of two files one has it, the other declares it if it can.  */
static void
begin_function (int form, const char *declaration)
{
  if (form == PLAIN || form == APART || form == OTHER)
    k ("#if PX_PART == %d\n__device %s;\n#else\n", form == OTHER ? 1 : 2, declaration);
  k ("%s__device %s\n{\n", attributes[form], declaration);
}

static void
end_function (int form)
{
  k (form == PLAIN || form == APART || form == OTHER ? "}\n#endif\n" : "}\n");
}

/* Functions of single threads: get is p[i], put is *p = v, add changes p[i] so that the order of
   several does not matter; those from ADDS on for warps' pointers.  */
static void
write_accessors (void)
{
  char s[160];
  for (int i = 0; i < GETS; i++)
    {
      int form = pick (FORMS);
      snprintf (s, sizeof s, "int get%d (const int *p, int i)", i);
      begin_function (form, s);
      k ("%s\n", ONE_OF ("return p[i];", "return px_ld (p + i);", "return *(volatile const int *) (p + i);",
			 "px_int4 a = px_ld4 (p + (i & ~3)); return i & 2 ? i & 1 ? a.w : a.z : i & 1 ? a.y : a.x;"));
      end_function (form);
    }
  for (int i = 0; i < PUTS; i++)
    {
      int form = pick (FORMS);
      snprintf (s, sizeof s, "void put%d (int *p, int v)", i);
      begin_function (form, s);
      k ("%s\n", ONE_OF ("*p = v;", "px_st (p, v);", "*(volatile int *) p = v;", "px_atomic_exchange (p, v);", "px_atomic_store (p, v);"));
      end_function (form);
    }
  for (int i = 0; i < 2 * ADDS; i++)
    {
      int form = pick (FORMS), op = pick (4);
      static const char *const device[] = { "px_atomic_add (p + i, v);", "px_atomic_xor (p + i, v);", "px_atomic_max (p + i, v);",
					     "__atomic_fetch_add (p + i, v, __ATOMIC_RELAXED);" };
      static const char *const host[] = { "p[i] += v;", "p[i] ^= v;", "p[i] = p[i] > v ? p[i] : v;", "p[i] += v;" };
      snprintf (s, sizeof s, "void add%d (int *p __perspective (%s), int i, int v)", i, i < ADDS ? "block, 1" : "thread, 32");
      begin_function (form, s);
      k ("%s\n", device[op]);
      end_function (form);
      r ("static void\nadd%d_reference (int *p, int i, int v)\n{\n%s\n}\n", i, host[op]);
    }
}

/* Q[I], and *w = v, by one of the ways to access memory.  */
static void
load_text (char *s, size_t size, const char *q, const char *i)
{
  if (pick (2))
    snprintf (s, size, "get%d (%s, %s)", (int) pick (GETS), q, i);
  else
    snprintf (s, size, ONE_OF ("(%s)[%s]", "*(volatile const int *) (%s + %s)", "px_ld (%s + %s)"), q, i);
}

static const char *
store_text (char *s, size_t size)
{
  snprintf (s, size, "put%d (w, v);", (int) pick (PUTS));
  return pick (2) ? s : ONE_OF ("*w = v;", "*(volatile int *) w = v;", "px_st (w, v);", "px_atomic_exchange (w, v);");
}

/* An element a thread, from q's.  */
static void
element (int n, const char *p, const char *q, const char *c)
{
  char i[40], load[120], store[40];
  int m = 2 + pick (5);
  index_text (i, sizeof i, n);
  load_text (load, sizeof load, q, i);
  k ("__partition (thread, 1, int *w = %s + t)\n  __group (thread, 1)\n    {\nint v = *w * %d + %s + %s;\n%s\n}\n", p, m, load, c,
     store_text (store, sizeof store));
  r ("for (int t = 0; t < %d; t++)\n  %s[t] = %s[t] * %d + %s[%s] + %s;\n", n, p, p, m, q, i, c);
}

/* An element a thread, from another thread's of the same array.  */
static void
turned (int n, const char *p, const char *c)
{
  char i[40], load[120], store[40];
  index_text (i, sizeof i, n);
  load_text (load, sizeof load, p, i);
  k ("{\nint x __perspective (thread, 1) = 0;\n__group (thread, 1)\n  x = %s;\n", load);
  k ("__partition (thread, 1, int *w = %s + t)\n  __group (thread, 1)\n    {\nint v = x * 3 + %s;\n%s\n}\n}\n", p, c, store_text (store, sizeof store));
  r ("{\nint x[%d];\nfor (int t = 0; t < %d; t++)\n  x[t] = %s[%s];\nfor (int t = 0; t < %d; t++)\n  %s[t] = x[t] * 3 + %s;\n}\n", n, n, p, i, n, p, c);
}

/* Four elements a thread.  */
static void
fours (int n, const char *p, const char *q, const char *c)
{
  k ("__partition (thread, 1, int *w = %s + 4 * t)\n  __group (thread, 1)\n    if (t < %d)\n      {\npx_int4 a = px_ld4 (%s + 4 * (%d - t));\n"
     "a.x += %s;\na.w *= 3;\npx_st4 (w, a);\n}\n", p, n / 4, q, n / 4 - 1, c);
  r ("for (int t = 0; t < %d; t++)\n  {\nint *w = %s + 4 * t;\nconst int *a = %s + 4 * (%d - t);\nw[0] = a[0] + %s;\nw[1] = a[1];\nw[2] = a[2];\n"
     "w[3] = a[3] * 3;\n}\n", n / 4, p, q, n / 4 - 1, c);
}

/* Atomics, some of which meet.  */
static void
atomics (int n, const char *p, const char *q, const char *c)
{
  const char *i = ONE_OF ("t", "t / 3", "t & 7", "t ^ 1");
  if (n == T || n == 32)
    {
      int f = pick (ADDS) + (n == 32 ? ADDS : 0);
      k ("__group (thread, 1)\n  add%d (%s, %s, %s[t] + %s);\n", f, p, i, q, c);
      r ("for (int t = 0; t < %d; t++)\n  add%d_reference (%s, %s, %s[t] + %s);\n", n, f, p, i, q, c);
    }
  else
    {
      k ("__group (thread, 1)\n  px_atomic_add (%s + (%s), t + %s);\n", p, i, c);
      r ("for (int t = 0; t < %d; t++)\n  %s[%s] += t + %s;\n", n, p, i, c);
    }
}

/* What was there before is added to what another thread has put there.  */
static void
exchange (int n, const char *p, const char *q, const char *c)
{
  char i[40];
  index_text (i, sizeof i, n);
  k ("{\nint x __perspective (thread, 1) = 0;\n__group (thread, 1)\n  x = px_atomic_exchange (%s + (%s), %s[t] + %s);\n", p, i, q, c);
  k ("__partition (thread, 1, int *w = %s + t)\n  __group (thread, 1)\n    *w += 3 * x;\n}\n", p);
  r ("{\nint x[%d];\nfor (int t = 0; t < %d; t++)\n  x[t] = %s[%s], %s[%s] = %s[t] + %s;\nfor (int t = 0; t < %d; t++)\n  %s[t] += 3 * x[t];\n}\n",
     n, n, p, i, p, i, q, c, n, p);
}

/* A call of helper I by H, by the kernel if that is 0.  */
static void
call (const struct helper *h, int i, const char *p, const char *q, const char *c)
{
  const struct helper *to = &helper[i];
  int n = to->n, units = (h ? h->n : T) / n, turn = to->q_const && pick (2);
  char v[40], u[60], back[16];
  snprintf (v, sizeof v, "%s", p), snprintf (u, sizeof u, "%s", q), snprintf (back, sizeof back, "%d - g", units - 1);
  if (units > 1)
    {
      k ("{\nint g __perspective (thread, %d) = px_id (thread, %d);\n__partition (thread, %d, int *v = %s + g * %d)\n", n, n, n, p, n);
      if (!to->q_const)
	k ("__partition (thread, %d, int *u = %s + g * %d)\n", n, q, n);
      k ("__group (thread, %d)\n", n);
      r ("for (int g = 0; g < %d; g++)\n", units);
      snprintf (v, sizeof v, "v"), snprintf (u, sizeof u, "u");
      if (to->q_const)
	snprintf (u, sizeof u, "%s + (%s) * %d", q, turn ? back : "g", n);
    }
  k (to->by_struct ? "h%d ((struct parts) { %s, %s, %s });\n" : "h%d (%s, %s, %s);\n", i, v, u, c);
  if (units > 1)
    k ("}\n");
  if (units == 1)
    r ("h%d_reference (%s, %s, %s);\n", i, p, q, c);
  else
    r ("h%d_reference (%s + g * %d, %s + (%s) * %d, %s);\n", i, p, n, q, turn ? back : "g", n, c);
}

static void part (const struct helper *h, const char *p, const char *q, const char *c, int depth);

/* A condition on C.  */
static void
condition (const struct helper *h, const char *p, const char *q, const char *c, int depth)
{
  if (pick (4) == 0)
    {
      both ("switch (%s & 3)\n{\ncase 1:\n{\n", c);
      part (h, p, q, c, depth + 1);
      both ("}\n%scase 3:\n{\n", pick (2) ? "break;\n" : "");
      part (h, p, q, c, depth + 1);
      both ("}\ndefault: ;\n}\n");
      return;
    }
  both ("if (");
  both (ONE_OF ("%s & 1", "%s %% 3 == 1", "%s > 1 && %1$s < 5", "(%s & 6) == 2", "!%s", "%s < 3 || %1$s == 6"), c);
  both (")\n{\n");
  part (h, p, q, c, depth + 1);
  if (pick (3) == 0)
    {
      both ("}\nelse\n{\n");
      part (h, p, q, c, depth + 1);
    }
  both ("}\n");
}

static const char *
type (void)
{
  return ONE_OF ("signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long");
}

/* Has H enough named barriers to call TO?  A group of 64 threads takes one, and one for a group that it
   calls, which calls no other: of 15 that is 6 for three of them in the kernel and 6 for three in what
   the kernel calls.  What works for all threads has 3 for its own groups and 3 for such as call no
   other, or it calls its like.  */
static int
affords (const struct helper *h, const struct helper *to)
{
  return h->odd || (to->n == 64 ? !to->calls_64 && (h->n == 64 || !h->calls_t) : to->n != T || h->calls_t);
}

/* Something that a helper does; H's, or the kernel's if that is 0.  */
static void
part (const struct helper *h, const char *p, const char *q, const char *c, int depth)
{
  int n = h ? h->n : T, i;
  char counter[16];
  switch (pick (depth < 2 ? 10 : 6))
    {
    default:
      element (n, p, q, c);
      break;
    case 1:
      turned (n, p, c);
      break;
    case 2:
      fours (n, p, q, c);
      break;
    case 3:
      atomics (n, p, q, c);
      break;
    case 4:
      exchange (n, p, q, c);
      break;
    case 6:
      condition (h, p, q, c, depth);
      break;
    case 7:
      snprintf (counter, sizeof counter, "j%d", counters++);
      both ("for (%s %s = 0; %s < (%s & 3); %s++)\n{\n", type (), counter, counter, c, counter);
      part (h, p, q, pick (2) ? c : counter, depth + 1);
      both ("}\n");
      break;
    case 8:
    case 9:
      i = known ? pick (known) : 0;
      if (h && i < known && h->n % helper[i].n == 0 && (helper[i].q_const || !h->q_const) && (h->odd || !helper[i].odd)
	  && affords (h, &helper[i]))
	call (h, i, p, q, c);
      else
	element (n, p, q, c);
    }
}

static void
write_helper (int i)
{
  struct helper *h = &helper[i];
  char s[240];
  int parts = 1 + pick (3), leaves = pick (4);
  static const int sizes[] = { T, T, 32, 32, 64, 48 };
  h->form = pick (FORMS);
  h->n = sizes[pick (h->form == INLINE ? 6 : 5)];
  h->odd = h->form == INLINE;
  h->calls_t = pick (2);
  h->q_const = pick (2);
  h->by_struct = h->q_const && pick (2);
  if (h->n == T)
    snprintf (s, sizeof s, "__requires (block (1), threads (%d)%s) void h%d (%s)", T, h->odd ? "" : ", barriers (6)", i, "%s");
  else if (h->n == 64)
    {
      for (int j = 0; j < i; j++)
	h->calls_64 |= helper[j].n == 64 && !helper[j].odd;
      snprintf (s, sizeof s, "__requires (thread (64), barriers (%d)) void h%d (%s)", 1 + h->calls_64, i, "%s");
    }
  else
    snprintf (s, sizeof s, "__requires (thread (%d)) void h%d (%s)", h->n, i, "%s");
  char declaration[300];
  snprintf (declaration, sizeof declaration, s, h->by_struct ? "struct parts s" : h->q_const ? "int *p, const int *q, int c" : "int *p, int *q, int c");
  begin_function (h->form, declaration);
  k ("int t __perspective (thread, 1) = px_id (thread);\n%s", h->by_struct ? "int *p = s.p, c = s.c;\nconst int *q = s.q;\n" : "");
  r ("static void\nh%d_reference (int *p, %sint *q, int c)\n{\n", i, h->q_const ? "const " : "");
  for (int j = 0; j < parts; j++)
    {
      if (j == 1 && leaves == 0)
	both ("if (c %% 5 == 4)\n  return;\n");
      if (!h->q_const && pick (3) == 0)
	part (h, "q", "p", "c", 0);
      else
	part (h, "p", "q", "c", 0);
    }
  end_function (h->form);
  r ("}\n");
}

void
write_helpers (void)
{
  k ("#ifdef PX_PART\n#define OTHER\n#else\n#define OTHER __attribute__ ((noipa))\n#endif\nstruct parts { int *p; const int *q; int c; };\n");
  write_accessors ();
  for (known = 0; known < HELPERS; known++)
    write_helper (known);
}

void
call_helper (const char *loop)
{
  char p[8], q[8], c[8];
  int d, s;
  two (&d, &s);
  snprintf (p, sizeof p, "a%d", d), snprintf (q, sizeof q, "a%d", s), snprintf (c, sizeof c, "%d", (int) pick (9));
  call (NULL, pick (HELPERS), p, q, pick (3) ? c : pick (2) ? "n" : loop);
}

void
accesses (const char *loop)
{
  char p[8], q[8];
  int d, s;
  two (&d, &s);
  snprintf (p, sizeof p, "a%d", d), snprintf (q, sizeof q, "a%d", s);
  part (NULL, p, q, loop, 0);
}

/* An array of two dimensions, by rows, then by columns.  */
void
rows (const char *loop)
{
  static const int widths[] = { 8, 16, 32, 48 };
  int d, s, id = counters++, width = widths[pick (4)], height = T / width;
  const char *row = ONE_OF ("t %% %2$d][t / %2$d", "%2$d - 1 - t / %1$d][t %% %1$d", "t / %1$d][%1$d - 1 - t %% %1$d");
  char i[40], at[80];
  two (&d, &s);
  index_text (i, sizeof i, T);
  snprintf (at, sizeof at, row, width, height);
  k ("{\n__shared int m%d[%d][%d];\n__partition (thread, 1, int *w = &m%d[t / %d][t %% %d])\n  __group (thread, 1)\n    *w = a%d[%s] + %s;\n",
     id, height, width, id, width, width, s, i, loop);
  r ("{\nint m%d[%d][%d];\nfor (int t = 0; t < %d; t++)\n  m%d[t / %d][t %% %d] = a%d[%s] + %s;\n", id, height, width, T, id, width, width, s, i, loop);
  k ("__partition (thread, 1, int *w = a%d + t)\n  __group (thread, 1)\n    *w = *w * 3 + m%d[%s];\n}\n", d, id, at);
  r ("for (int t = 0; t < %d; t++)\n  a%d[t] = a%d[t] * 3 + m%d[%s];\n}\n", T, d, d, id, at);
}

/* A loop with a counter of any type, which perhaps has ways out that are never taken, or are, and what
   follows it under a condition on the counter.  */
void
typed_loop (int depth, const char *loop)
{
  char c[16], end[60];
  int id = counters++, kind = pick (7), after = pick (7);
  const char *limit = ONE_OF ("n", "(unsigned char) n", "(unsigned) n", "(long) n", "3", "n / 2", "(n & 3)", "2u", "(short) (n - 1)");
  const char *inside = kind == 4 ? "" : ONE_OF ("", "if (%s == 1)\n  continue;\n");
  snprintf (c, sizeof c, "count%d", id);
  both ("{\n%s %s = 0;\nint last%d = 0;\n(void) last%d;\n", type (), c, id, id);
  switch (kind)
    {
    case 0: both ("for (; %s < %s; %s++)\n{\n", c, limit, c); break;
    case 1: both ("for (%s = %s; %s > 0; %s--)\n{\n", c, limit, c, c); break;
    case 2: both ("do\n{\n"); break;
    case 3: both ("for (; %s != %s; %s++)\n{\n", c, limit, c); break;
    case 4: both ("while (1)\n{\nif (%s >= %s)\n  break;\n", c, limit); break;
    case 5: both ("for (; %s < %s; %s += 2)\n{\n", c, limit, c); break;
    default: both ("for (%s = %s; %s-- > 0; )\n{\n", c, limit, c);
    }
  both (ONE_OF ("", "", "assert (n != 77);\n", "if (n == 77)\n  __builtin_trap ();\n", "if (n == 77)\n  __builtin_unreachable ();\n",
		"if (%s == 100)\n  __builtin_trap ();\n", "if (n == 77)\n  for (;;)\n    ;\n"), c);
  both (ONE_OF ("", "", "if (n == 6 && %s == 2)\n  break;\n", "if (%s == 2)\n  break;\n", "if (n == 77)\n  break;\n"), c);
  statement (depth + 1, c);
  both (ONE_OF ("", "last%2$d = %1$s;\n"), c, id);
  both (inside, c);
  if (pick (3) == 0)
    statement (depth + 1, loop);
  snprintf (end, sizeof end, kind == 2 ? "}\nwhile (++%s < %s);\n" : kind == 4 ? "%s++;\n}\n" : "}\n", c, limit);
  both ("%s", end);
  if (after)
    {
      switch (after)
	{
	case 1: both ("if (%s >= %s)\n{\n", c, limit); break;
	case 2: both ("if (%s == %s)\n{\n", c, limit); break;
	case 3: both ("if (%s + 1 > %s)\n{\n", c, limit); break;
	case 4: both ("if (last%d + 1 == n)\n{\n", id); break;
	case 5: both ("for (; %s < %s; %s++)\n{\n", c, limit, c); break;
	default: both ("if (!%s)\n{\n", c);
	}
      statement (depth + 1, after == 5 ? c : loop);
      both ("}\n");
    }
  both ("}\n");
}
