/* SPDX-License-Identifier: MIT */
/* Chapter 3.  Atomics: how often each character is in a text.

     gcc -fplugin=px -O2 histogram.c -lpx -o histogram && ./histogram FILE

   Many threads may count the same character at once, so they add atomically,
   with the builtins that GCC has anyway; nothing needs to be partitioned for
   that.  Each block counts its part in shared
   memory, which is near, and adds the result to the total in the end.  */
#include <px.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  THREADS = 256,	/* a block, and values of a character */
  EACH = 64		/* characters that a thread reads */
};

__kernel __requires (threads (THREADS)) void
histogram (const unsigned char *text, long length, unsigned *total)
{
  long b = px_id (block);

  __group (block)
    {
      __shared unsigned count[THREADS];
      int t = px_id (thread);

      __each (thread, unsigned *own = count + t)
	*own = 0;

      /* Neighbours read neighbouring characters: that is fast.  */
      __group (thread)
	for (int k = 0; k < EACH; k++)
	  {
	    long i = (b * EACH + k) * THREADS + t;
	    if (i < length)
	      __atomic_fetch_add (&count[text[i]], 1, __ATOMIC_RELAXED);
	  }

      __group (thread)
	if (count[t])
	  __atomic_fetch_add (&total[t], count[t], __ATOMIC_RELAXED);
    }
}

int
main (int argc, char **argv)
{
  FILE *f = argc == 2 ? fopen (argv[1], "rb") : NULL;
  if (!f)
    return fprintf (stderr, "usage: histogram FILE, which can be read\n"), 1;
  fseek (f, 0, SEEK_END);
  long length = ftell (f);
  unsigned char *text = malloc (length + 1);
  rewind (f);
  if (!text || length <= 0 || fread (text, 1, length, f) != (size_t) length)
    return fprintf (stderr, "histogram: cannot read %s, or it is empty\n", argv[1]), 1;
  fclose (f);

  unsigned total[256];
  unsigned char *dtext = px_alloc (length);
  unsigned *dtotal = px_alloc (sizeof total);
  if (px_check (px_last_status ())
      || px_check (px_copy (dtext, text, length))
      || px_check (px_memset (dtotal, 0, sizeof total))
      || px_check (px_launch (px_grid ((length + THREADS * EACH - 1) / (THREADS * EACH), THREADS),
			      histogram, dtext, length, dtotal))
      || px_check (px_copy (total, dtotal, sizeof total)))
    return 1;

  struct px_device_properties device;
  px_device_properties (px_device (), &device);
  printf ("%ld characters of %s counted on %s\n", length, argv[1], device.name);
  unsigned want[256] = { 0 };
  for (long i = 0; i < length; i++)
    want[text[i]]++;
  for (int c = 0; c < 256; c++)
    if (total[c] != want[c])
      return printf ("wrong: %u of character %d, plain C counts %u\n", total[c], c, want[c]), 1;
  for (int c = 'a'; c <= 'z'; c++)
    printf ("%c %u%s", c, total[c], (c - 'a') % 7 == 6 || c == 'z' ? "\n" : "\t");
  puts ("correct: the same as plain C");
  return 0;
}
