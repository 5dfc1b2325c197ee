/* SPDX-License-Identifier: MIT */
/* ways-random SEED: prints a program in which one branch fills a ring and another drains it where random conditions
   say so, that && and || join, or labels of a switch, in loops whose limits conditions choose, with slots that go
   around in many ways.  The branch that drains has the same code, or another way around, or one letter is another.

   px refuses what does not fit.  What it accepts must see what was filled, in order, as the host does, which runs the
   branch that fills.  */
#include "random.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum
{
  SIZE = 20000
};

/* The code of a branch, in which USE stands for what is its own.  */
static char code[SIZE];
static size_t length;

static void __attribute__ ((format (printf, 1, 2))) put (const char *format, ...)
{
  va_list a;
  va_start (a, format);
  length += vsnprintf (code + length, SIZE - length, format, a);
  va_end (a);
}

static void
put_condition (int depth)
{
  unsigned kind = depth ? pick (6) : 0;
  if (kind == 1)
    put ("!("), put_condition (depth - 1), put (")");
  else if (kind > 1)
    {
      put ("("), put_condition (depth - 1), put (") %s (", kind < 4 ? "&&" : "||");
      put_condition (depth - 1), put (")");
    }
  else
    put ("%s", ONE_OF ("in[i] > 20", "in[i] > 50", "in[i] > 80", "in[i + 1] < 30", "in[i + 1] < 60",
		       "i % 2 == 0", "i % 2 == 1", "i > 2", "n > 4", "n > 7", "in[i] % 3",
		       "in[2] > 40", "(i & 3) != 1"));
}

/* How the slot goes on; after the use, or, if FIRST, before it.  COUNT: the slot is s % S.  */
struct around
{
  const char *next;
  int first, count;
};

static struct around
make_around (void)
{
  struct around a = { "s++;", 0, 1 };
  if (!pick (3))
    return a;
  a.next = ONE_OF ("if (++s == S) s = 0;", "s = s + 1 < S ? s + 1 : 0;", "s = (s + 1) % S;",
		   "if (s == S - 1) s = 0; else s++;", "if (s != S - 1) s++; else s = 0;",
		   "s++; if (s >= S) s -= S;", "s++; if (s > S) s = 0;", "if (++s == S - 1) s = 0;",
		   "s++; if (s >= S) s -= S - 1;", "if (in[i] > 50) s = (s + 1) % S;");
  a.first = pick (2);
  a.count = 0;
  return a;
}

static void
put_use (void)
{
  put ("{ FIRST USE LAST }");
}

static void
put_labels (void)
{
  for (unsigned bits = 1 + pick (254), i = 0; i < 8; i++)
    if (bits >> i & 1)
      put ("case %u: ", i);
}

static void
put_body (int depth)
{
  unsigned kind = depth ? pick (7) : 0;
  static const char *const ends[]
    = { "break; default: break;", "break; default: { FIRST USE LAST }", "", "default: ;" };
  switch (kind)
    {
    case 2:
      put ("switch (in[i] & 7) { "), put_labels (), put_use (), put ("%s } ", ends[pick (4)]);
      break;
    case 3:
      put ("if ("), put_condition (2), put (") { "), put_body (depth - 1), put ("} else { ");
      put_body (depth - 1), put ("} ");
      break;
    case 4:
      put ("if ("), put_condition (1), put (") %s; ", ONE_OF ("continue", "break"));
      put_body (depth - 1);
      break;
    case 5: put_body (depth - 1), put_body (depth - 1); break;
    default: put ("if ("), put_condition (2), put (") "), put_use (), put (" "); break;
    }
}

static void
put_branch (void)
{
  unsigned kind = pick (4);
  put ("int m = n; ");
  if (kind == 1)
    put ("{ int i = 1; if ("), put_condition (1),
      put (") m = %s; } ", ONE_OF ("3", "n - 1", "n / 2"));
  else if (kind == 2)
    put ("{ int i = 0; m = ("), put_condition (0), put (") ? n : %u; } ", 1 + pick (5));
  else if (kind == 3)
    {
      put ("m = 0; for (int i = 0; i < n; i++) m += ("), put_condition (0);
      put (") ? 1 : %u; ", pick (2));
    }
  put ("for (int i = 0; i < m; i++) { "), put_body (2), put ("}");
}

/* One place of the code is another.  */
static void
change (void)
{
  static const char *const other[][2] = { { "&&", "||" },	   { "||", "&&" },
					  { "> 50", "> 51" },	   { "< 30", "< 31" },
					  { "== 0", "== 1" },	   { "case 1", "case 9" },
					  { "? n", "? m" },	   { "in[i + 1]", "in[i]" },
					  { "continue", "break" }, { "break; default", "default" },
					  { "!(", "(" },	   { "? 1", "? 2" },
					  { "i > 2", "i > 1" },	   { "n / 2", "n / 3" },
					  { "n > 4", "n > 5" } };
  change_one (code, SIZE, other, sizeof other / sizeof *other);
}

static void
print_branch (const char *name, struct around a)
{
  printf ("#define %s_SLOT %s\n#define %s int s = %d; ", name, a.count ? "s % S" : "s", name,
	  -a.first);
  for (const char *p = code; *p;)
    if (!strncmp (p, "FIRST USE LAST", 14))
      {
	printf ("%s %s_USE %s", a.first ? a.next : "", name, a.first ? "" : a.next);
	p += 14;
      }
    else
      putchar (*p++);
  printf ("\n");
}

static const char kernel[]
  = "#define FILLS_USE __partition (thread, 1, int *w = x[FILLS_SLOT] + t) __group (thread, 1) *w "
    "= in[i] * P + t;\n"
    "#define DRAINS_USE sum = sum * 3 + x[DRAINS_SLOT][P - 1 - t];\n"
    "__kernel __requires (grid (1), block (1), threads (2 * P), smem (4 * S * P)) void\n"
    "f (const int *in, int *out, int n)\n"
    "{\n"
    "  int block __perspective (block, 1) = px_id (block);\n"
    "  __partition (block, 1, int *o = out + block * P)\n"
    "    __group (block, 1)\n"
    "      {\n"
    "	__shared __slots (S) int x[S][P];\n"
    "	__claim (thread, P, int *mine = o)\n"
    "	  __split (thread)\n"
    "	    {\n"
    "	      __case (P) { int t __perspective (thread, 1) = px_id (thread); FILLS }\n"
    "	      __case (P)\n"
    "		{\n"
    "		  int t __perspective (thread, 1) = px_id (thread), sum __perspective (thread, 1) "
    "= 0;\n"
    "		  DRAINS\n"
    "		  __each (thread, int *w = mine + t) *w = sum;\n"
    "		}\n"
    "	    }\n"
    "      }\n"
    "}\n\n"
    "#undef FILLS_USE\n"
    "#define FILLS_USE { for (int t = 0; t < P; t++) sum[t] = sum[t] * 3 + in[i] * P + P - 1 - t; "
    "wrong |= FILLS_SLOT "
    "!= used++ % S; }\n"
    "static int fills (const int *in, int *sum, int n) { int wrong = 0, used = 0; FILLS return "
    "wrong; }\n\n"
    "int\n"
    "main (void)\n"
    "{\n"
    "  static int in[4 * N], out[P];\n"
    "  unsigned r = 12345;\n"
    "  int *d = px_alloc (sizeof in), *o = px_alloc (sizeof out);\n"
    "  for (int n = 0, again = 0; n < N; n += again == 3, again = (again + 1) & 3)\n"
    "    {\n"
    "      int sum[P] = { 0 };\n"
    "      for (int i = 0; i < 4 * N; i++)\n"
    "	in[i] = (r = r * 1103515245 + 12345) >> 16 & 127;\n"
    "      if (fills (in, sum, n))\n"
    "	return printf (\"n %d: a slot is not the next\\n\", n), 1;\n"
    "      if (px_check (px_copy (d, in, sizeof in)) || px_check (px_launch (px_grid (1, 2 * P), "
    "f, d, o, n))\n"
    "	  || px_check (px_copy (out, o, sizeof out)))\n"
    "	return 1;\n"
    "      for (int t = 0; t < P; t++)\n"
    "	if (out[t] != sum[t])\n"
    "	  return printf (\"n %d: %d, not %d\\n\", n, out[t], sum[t]), 1;\n"
    "    }\n"
    "  return px_check (px_free (d)) || px_check (px_free (o));\n"
    "}\n";

int
main (int argc, char **argv)
{
  if (argc != 2)
    return 2;
  start_random (argv[1]);
  struct around fills = make_around (), drains = pick (3) ? fills : make_around ();
  printf ("#include <px.h>\n#include <stdio.h>\nenum { S = %d, P = 32, N = 12 };\n", 2 + pick (3));
  put_branch ();
  print_branch ("FILLS", fills);
  if (!pick (3))
    change ();
  print_branch ("DRAINS", drains);
  fputs (kernel, stdout);
  return 0;
}
