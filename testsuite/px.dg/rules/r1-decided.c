/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* Forms of loops and indices that R1 decides: nothing is said of them.  */
#include <px.h>
#include <string.h>

__kernel __requires (threads (64)) void
left_where_equal (float *out, int n)
{
  int i = px_id (thread);
  __each (thread, float *o = out + i * n)
    for (int k = 0;; k++)
      {
	if (k == n)
	  break;
	o[k] = 1;
      }
}

__kernel __requires (threads (64)) void
down (float *out, int n)
{
  int i = px_id (thread);
  __each (thread, float *o = out + i * n)
    for (int k = n - 1; k != -1; k--)
      o[k] = 1;
}

__kernel __requires (threads (64))
__where (n > 0) void
tested_behind (float *out, int n)
{
  int i = px_id (thread);
  __each (thread, float *o = out + i * n)
    {
      int k = 0;
      do
	o[k] = 1;
      while (++k < n);
    }
}

__kernel __requires (threads (64)) void
joined (float *out)
{
  int i = px_id (thread), b = i / 64, t = i % 64;
  __each (thread, float *o = out + (b << 6 | t))
    *o = 1;
}

__kernel __requires (threads (64)) void
exclusive (float *out, int n)
{
  int i = px_id (thread), b = i / 64, t = i % 64;
  __each (thread, float *o = out + n + (b * 64 ^ t))
    *o = 1;
}

__kernel __requires (threads (64)) void
bytes (char *out, const char *in, int n)
{
  int i = px_id (thread);
  __each (thread, char *o = out + i * n)
    memcpy (o, in + i * n, n);
}

/* The data keep the parts apart: the user answers for that.  */
__kernel __requires (threads (64)) void
unsafe (float *out, const int *to)
{
  int i = px_id (thread);
  __each (thread, float *o = out + to[i])
    __unsafe *o = 1;
}

__kernel __requires (threads (64)) void
neighbours (float *out)
{
  int i = px_id (thread);
  __each (thread, float *o = i & 1 ? out + i - 1 : out + i + 1)
    *o = 1;
}

__kernel __requires (threads (64)) void
old_values (float *out, int n)
{
  int i = px_id (thread);
  __each (thread, float *o = out + i * n)
    {
      int k = 0;
      while (k++ < n)
	o[k] = 1;
    }
}

__kernel __requires (threads (64)) void
old_values_down (float *out, int n)
{
  int i = px_id (thread);
  __each (thread, float *o = out + i * n)
    for (int k = n; k-- != 0;)
      o[k] = 1;
}

__kernel __requires (threads (64)) void
old_values_five (float *out)
{
  int i = px_id (thread);
  __each (thread, float *o = out + 5 * i)
    {
      int k = 0;
      do
	o[k] = 1;
      while (k++ < 4);
    }
}
