/* SPDX-License-Identifier: MIT */
/* Functions of strings look at nothing behind a string's end: memory may end there, or another
   thread write what follows.  */
/* { dg-do run } */
#include "../aux/t.h"

enum { T = 32, MOST = 13, RESULTS = 16 };

/* S and R end with their allocations.  */
__kernel __where (0 <= n, n <= MOST) void
ends (const char *s, const char *r, int n, long *out)
{
  __partition (thread, 1, long *w = out + px_id (thread) * RESULTS)
    __group (thread, 1)
      {
	w[0] = strlen (s);
	w[1] = strcmp (s, r);
	w[2] = strncmp (s, r, n);
	w[3] = strncmp (s, r, 2);
	w[4] = (char *) memchr (s, 'e', n + 1) - s;
	w[5] = strchr (s, 0) - s;
	w[6] = strchr (s, 'z') != 0;
	w[7] = strrchr (s, 'a') - s;
	w[8] = strstr (s, "cd") != 0;
	w[9] = strspn (s, "abc");
	w[10] = memchr (s, 'b', 1) != 0;
	char to[2 * MOST + 2];
	w[11] = strcpy (to, s) == to && !strcmp (to, s);
	strcat (to, r);
	w[12] = strlen (to);
	memset (to, 'x', sizeof to);
	strncpy (to, s, n + 2);
	w[13] = to[n] | to[n + 1] | to[n + 2] << 8;
	to[n + 2] = 0;
	strncat (to, r, 3);
	w[14] = strlen (to);
	w[15] = strncmp (s, r, 0) | (strcmp ("\x80", "\x7f") > 0) << 1;
      }
}

/* Each thread's string is beside others that are written at the same time.  */
__kernel __requires (grid (1), block (1), threads (T), smem (T * 5 + 16)) void
beside (int *out)
{
  __group (block, 1)
    {
      __shared char all[T][5];
      int t __perspective (thread, 1) = px_id (thread);
      /* Where the strings end is in the data.  */
      __partition (thread, 1, char *own = all[t])
	__group (thread, 1)
	  __unsafe
	    {
	      strncpy (own, "abcd", t % 4 + 1);
	      own[t % 4 + 1] = 0;
	      strchr (own, 0)[-1] = 'x';
	      px_atomic_add (out + t, strlen (own) + strcmp (own, "abx"));
	    }
    }
}

static int
sign (long x)
{
  return (x > 0) - (x < 0);
}

int
main (void)
{
  static const char s[] = "abcdeabcdeabc", r[] = "abcdebbcdeabc";
  for (int n = 6; n <= MOST; n++)
    {
      static long out[T * RESULTS];
      char a[MOST + 1], b[MOST + 1];
      memcpy (a, s, n);
      memcpy (b, r, n);
      a[n] = b[n] = 0;
      char *p = t_dev (a, n + 1), *q = t_dev (b, n + 1);
      long *o = t_dev (0, sizeof out);
      LAUNCH (1, T, ends, p, q, n, o);
      t_back (out, o, sizeof out);
      for (int i = 0; i < T; i++)
	{
	  long *w = out + i * RESULTS;
	  CHECK (w[0] == n && sign (w[1]) == -1 && sign (w[2]) == -1 && w[3] == 0);
	  CHECK (w[4] == 4 && w[5] == n && w[6] == 0 && w[7] == strrchr (a, 'a') - a);
	  CHECK (w[8] == 1 && w[9] == 3 && w[10] == 0 && w[11] == 1 && w[12] == 2 * n);
	  CHECK (w[13] == 'x' << 8 && w[14] == n + 3 && w[15] == 2);
	}
      OK (px_free (p));
      OK (px_free (q));
    }
  static int out[T];
  int *o = t_dev (out, sizeof out);
  LAUNCH (1, T, beside, o);
  t_back (out, o, sizeof out);
  for (int i = 0; i < T; i++)
    {
      char c[5] = "abcd";
      c[i % 4 + 1] = 0;
      c[i % 4] = 'x';
      CHECK (sign (out[i] - (i % 4 + 1)) == sign (strcmp (c, "abx")));
    }
  return 0;
}
