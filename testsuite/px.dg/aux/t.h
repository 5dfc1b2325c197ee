/* SPDX-License-Identifier: MIT */
/* What the programs of the testsuite share.  Errors end the program with
   status 1 and say where.  */
#ifndef T_H
#define T_H
#include <px.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In a kernel: the statement that follows is run by each thread on its own,
   whose number in the launch is I.  px does not check what it accesses: these
   programs test the translation of C, not the rules.  */
#define EACH_THREAD(I) \
  int I __perspective (thread, 1) = px_id (thread); \
  __group (thread, 1) __unsafe

#define CHECK(cond) \
  do { if (!(cond)) { fprintf (stderr, "%s:%d: %s\n", __FILE__, __LINE__, #cond); \
		      exit (1); } } while (0)

/* Of a function whose callers look at nothing but its declaration.  */
#ifdef __clang__
# define OPAQUE
#else
# define OPAQUE __attribute__ ((noipa))
#endif

/* CALL returns a px_status.  */
#define OK(call) do { if (px_check (call)) exit (1); } while (0)

/* Launch and wait: LAUNCH (blocks, threads, kernel, args...).  */
#define LAUNCH(blocks, threads, ...) \
  do { OK (px_launch (px_grid (blocks, threads), __VA_ARGS__)); OK (px_synchronize ()); } while (0)

/* BYTES of device memory, a copy of HOST or all ones.  */
static inline void *
t_dev (const void *host, size_t bytes)
{
  void *d = px_alloc (bytes);
  CHECK (d);
  if (host)
    OK (px_copy (d, host, bytes));
  else
    OK (px_memset (d, 0xff, bytes));
  return d;
}

/* Copy BYTES from the device and free D.  */
static inline void
t_back (void *host, void *d, size_t bytes)
{
  OK (px_copy (host, d, bytes));
  OK (px_free (d));
}

/* A reproducible stream of bits.  */
static inline unsigned long long
t_random (void)
{
  static unsigned long long s = 0x9e3779b97f4a7c15;
  s ^= s << 13, s ^= s >> 7, s ^= s << 17;
  return s;
}
#endif
