/* SPDX-License-Identifier: MIT */
/* What the generators of rings share: random numbers that depend on a seed only.  */
#ifndef PX_SYNC_RANDOM_H
#define PX_SYNC_RANDOM_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long random_state;

/* A number below N.  */
static unsigned
pick (unsigned n)
{
  random_state ^= random_state << 13, random_state ^= random_state >> 7, random_state ^= random_state << 17;
  return (random_state >> 20) % n;
}
#define ONE_OF(...) ((const char *const[]) { __VA_ARGS__ }[pick (sizeof ((const char *const[]) { __VA_ARGS__ }) / sizeof (char *))])

/* Begins with SEED.  The first numbers of seeds beside each other are much the same.  */
static void
start_random (const char *seed)
{
  random_state = strtoull (seed, 0, 0) * 0x9e3779b97f4a7c15u + 88172645463325252u;
  for (int i = 0; i < 8; i++)
    pick (2);
}

/* One place in CODE, a text in SIZE bytes, that is OTHER[I][0] becomes OTHER[I][1], for one I of N; none does if there
   is no such place.  */
static inline void
change_one (char *code, size_t size, const char *const other[][2], unsigned n)
{
  for (unsigned i = pick (n), tries = 0; tries < n; i = (i + 1) % n, tries++)
    {
      char *at[100], *tail;
      unsigned places = 0;
      for (char *p = code; places < 100 && (p = strstr (p, other[i][0])); p++)
	at[places++] = p;
      if (!places)
	continue;
      char *p = at[pick (places)];
      tail = strdup (p + strlen (other[i][0]));
      snprintf (p, size - (size_t) (p - code), "%s%s", other[i][1], tail);
      free (tail);
      return;
    }
}

#endif
