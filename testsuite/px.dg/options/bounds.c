/* SPDX-License-Identifier: MIT */
/* -fplugin-arg-px-bounds: the emulator finds indices that leave a row, a member, a local array and what else has an end of
   its own, where only the data know them; the right ones it does not report.  */
/* { dg-do run } */
/* { dg-require-effective-target emu } */
/* { dg-options "-fplugin-arg-px-bounds -fplugin-arg-px-race=none" } */
#include "../aux/t.h"

enum { T = 32, WAYS = 14 };
struct s { int n; int a[8]; int b[8]; };
__constant int table[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
static __device const int rows[4][4] = { { 1 }, { 2 } };

__device __attribute__ ((noinline)) static int
row_of (int (*m)[8] __perspective (block, 1), int r, int c)
{
  return m[r][c];
}

__kernel __requires (grid (1), block (1), threads (T), smem (8192)) void
f (const int *in, int w, int n, struct s *g, int *out, struct s val)
{
  __each (block, int *o = out + T * px_id (block))
    {
      int t = px_id (thread);
      __shared int m[T + 1][8];
      __shared struct s x[T];
      __each (thread, int (*p)[8] = m + t)
	for (int i = 0; i < 8; i++)
	  (*p)[i] = t;
      __each (thread, struct s *q = x + t)
	for (int i = 0; i < 8; i++)
	  {
	    q->a[i] = t;
	    q->b[i] = t;
	  }
      __each (thread, int *v = o + t)
	{
	  int i = in[t];
	  *v = 0;
	  if (w == 0) *v = row_of (m, t, i);
	  if (w == 1) *v = m[t][i];
	  if (w == 2) *v = ((int[4]) { 1, 2, 3, t })[i];
	  if (w == 3) *v = "abcdefg"[i];
	  if (w == 4) *v = val.a[i];
	  if (w == 5) *v = table[i];
	  if (w == 6) *v = rows[1][i];
	  if (w == 7) *v = g[t].a[i];
	  if (w == 8) *v = *(&g[t].a[0] + i);
	  if (w == 9)
	    {
	      struct s own = val;
	      own.a[i] = 4;
	      *v = own.b[0];
	    }
	  if (w == 10) *v = m[t][n];
	  if (w == 11)
	    {
	      char bytes[8] = "abc";
	      memset (bytes, 3, i);
	      *v = bytes[2];
	    }
	  if (w == 12) *v = x[t].b[n];
	  if (w == 13)
	    {
	      const int *p = val.a;
	      for (int k = 0; k < 2; k++, p += i)
		*v += *p;
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

static int
run (int way, int index)
{
  int host[T];
  struct s *g = t_dev (NULL, 2 * T * sizeof *g), val = { 0 };
  for (int i = 0; i < T; i++)
    host[i] = i & 3;
  host[5] = index;
  px_check (px_launch (px_grid (1, T), f, t_dev (host, sizeof host), way, index, g,
		       t_dev (NULL, sizeof host), val));
  printf ("%s\n", px_check (px_synchronize ()) ? "fails" : "right");
  return 0;
}

int
main (int argc, char **argv)
{
  static const char *const names[WAYS] = {
    "m", "m", "a compound literal", "a string literal", "a", "table", "rows", "a", "a", "a", "m", NULL, "b", "a"
  };
  if (argc > 2)
    return run (atoi (argv[1]), atoi (argv[2]));
  for (int w = 0; w < WAYS; w++)
    for (int bad = -1; bad <= 9; bad += 10)
      {
	char text[200];
	snprintf (text, sizeof text, "bounds.c:[0-9]*: this access is outside of .%s.: at byte .* of .*, index %d",
		  names[w], bad);
	if (!names[w])
	  strcpy (text, "bounds.c:[0-9]*: this access is outside of .bytes.: .* bytes at byte 0 of 8");
	if (!says (argv[0], w, bad, text) || !says (argv[0], w, 3, "^right"))
	  {
	    printf ("way %d, index %d: not \"%s\"\n", w, bad, text);
	    return 1;
	  }
      }
  return 0;
}
