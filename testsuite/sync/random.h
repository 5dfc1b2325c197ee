/* SPDX-License-Identifier: MIT */
/* What the generators of rings share: random numbers that depend on a seed only.  */
#ifndef PX_SYNC_RANDOM_H
#define PX_SYNC_RANDOM_H
#include <stdlib.h>

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

#endif
