/* SPDX-License-Identifier: MIT */
/* -fplugin-arg-px-bounds: the emulator finds what leaves the array that a pointer was given, of several, and what a function that
   is not inlined otherwise accesses beyond an array that it gets; the right indices it does not report.  */
/* { dg-do run } */
/* { dg-require-effective-target emu } */
/* { dg-options "-fplugin-arg-px-bounds" } */
#include "../aux/t.h"

enum { T = 32, WAYS = 13 };
struct s { int a[4], c[8]; int n; };
__constant int table[4] = { 1, 2, 3, 4 }, other[8] = { 5, 6 };

__device __attribute__ ((noinline)) static int
get (const int *p, int i)
{
  return p[i];
}

__device __attribute__ ((noinline)) static void
add (int *p, int n)
{
  for (int i = 0; i < n; i++)
    p[i] += n;
}

__kernel __requires (grid (1), block (1), threads (T), smem (8192)) void
f (const int *in, int w, int *out)
{
  __each (block, int *o = out + T * px_id (block))
    {
      int t = px_id (thread);
      __shared int few[4];
      __shared int many[8];
      __shared struct s x;
      __each (thread, int (*p)[8] = &many + t)
	if (t < 1)
	  for (int i = 0; i < 8; i++)
	    (*p)[i] = i;
      __each (thread, int *p = few + t)
	if (t < 4)
	  *p = t;
      __each (thread, struct s *p = &x + t)
	if (t < 1)
	  for (int i = 0; i < 8; i++)
	    {
	      p->a[i & 3] = i;
	      p->c[i] = i;
	    }
      __each (thread, int *v = o + t)
	{
	  int i = in[t], a[4] = { 1, 2, 3, 4 }, c[8] = { 5, 6, 7, 8 };
	  struct s own = { { 1, 2 }, { 3, 4 }, 5 };
	  _Bool odd = t & 1;
	  *v = 0;
	  if (w == 0) *v = (odd ? a : c)[i];
	  if (w == 1) *v = (odd ? few : many)[i];
	  if (w == 2) *v = (odd ? x.a : x.c)[i];
	  if (w == 3) *v = (odd ? own.a : own.c)[i];
	  if (w == 4) *v = (odd ? table : other)[i];
	  if (w == 5) *v = (odd ? "abc" : "bcdefgh")[i];
	  if (w == 6)
	    {
	      int *p = c;
	      for (int k = 0; k < 3; k++)
		{
		  p[i] += k;
		  p = p == a ? c : a;
		}
	      *v = c[1];
	    }
	  if (w == 7)
	    {
	      int *p = odd ? a + 1 : c + 2;
	      p[i - 1]++;
	      *v = a[1] + c[2];
	    }
	  if (w == 8) *v = get (a, i);
	  if (w == 9)
	    {
	      add (own.a, i + 1);
	      *v = own.a[1] + own.c[0];
	    }
	  if (w == 10) *v = get (odd ? a : c, i);
	  if (w == 11)
	    {
	      __atomic_fetch_add (&(odd ? a : c)[i], 1, __ATOMIC_RELAXED);
	      *v = a[1] + c[2];
	    }
	  if (w == 12)
	    {
	      px_atomic_add (&(odd ? own.a : own.c)[i], 1);
	      *v = own.a[1] + own.c[2];
	    }
	}
    }
}

/* What this program, run for WAY with INDEX on the emulator, says of it has TEXT, which grep looks for.  */
static int
says (const char *self, int way, int index, const char *text)
{
  char command[4096];
  snprintf (command, sizeof command,
	    "PX_DEVICE=emu '%s' %d %d 2>&1 | grep '%s' >/dev/null", self, way, index, text);
  return system (command) == 0;
}

/* Thread 6 may go up to 7, but for a callee that gets the shorter array, and thread 5 takes INDEX.  */
static int
run (int way, int index)
{
  int host[T];
  for (int i = 0; i < T; i++)
    host[i] = i & 3;
  host[6] = way == 6 || way == 8 || way == 9 ? 3 : way == 7 ? 5 : 7;
  host[5] = index;
  px_check (px_launch (px_grid (1, T), f, t_dev (host, sizeof host), way, t_dev (NULL, sizeof host)));
  printf ("%s\n", px_check (px_synchronize ()) ? "fails" : "right");
  return 0;
}

int
main (int argc, char **argv)
{
  static const char *const names[WAYS] = {
    ".a. or .c.", ".few. or .many.", ".a. or .c.", ".a. or .c.", ".table. or .other.", ".a string literal.",
    ".[ac]. or .[ac].", ".a. or .c.", ".a.", ".a.", ".a. or .c.",
    ".a. or .c.", ".a. or .c."
  };
  if (argc > 2)
    return run (atoi (argv[1]), atoi (argv[2]));
  for (int w = 0; w < WAYS; w++)
    {
      char text[200];
      snprintf (text, sizeof text, "bounds-chosen.c:[0-9]*: this access is outside of %s: .*at byte .* of %s", names[w],
		w == 5 ? "4" : w == 6 ? "[13][62]" : "16");
      for (int bad = w == 9 ? 4 : -1; bad <= 4; bad += 5)
	if (!says (argv[0], w, bad, text) || !says (argv[0], w, w == 7 ? 2 : 3, "^right"))
	  {
	    printf ("way %d, index %d: not \"%s\"\n", w, bad, text);
	    return 1;
	  }
    }
  return 0;
}
