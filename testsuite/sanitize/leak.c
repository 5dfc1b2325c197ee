/* SPDX-License-Identifier: MIT */
/* What a program of libpx does not free, and what it reads that is the device's: usage: leak
   MODE; see host.test.  */
#include <stdio.h>
#include <string.h>

#include "px.h"

int
main (int argc, char **argv)
{
  const char *mode = argc > 1 ? argv[1] : "";
  int *a = px_alloc (256), *b = px_alloc (64), zero[64] = { 0 };
  if (!a || !b || (strcmp (mode, "nothing") && px_copy (a, zero, sizeof zero)))
    return 2;
  if (!strcmp (mode, "read"))
    printf ("%d\n", a[3]);
  px_stream stream;
  px_event event;
  if (px_stream_create (&stream) || px_event_create (&event))
    return 2;
  px_free (a);
  if (strcmp (mode, "leak"))
    px_free (b);
  if (strcmp (mode, "stream"))
    px_stream_destroy (stream);
  if (strcmp (mode, "event"))
    px_event_destroy (event);
  return 0;
}
