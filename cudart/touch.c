/* SPDX-License-Identifier: MIT */
/* The functions of the C library by which programs read and write much, for px-static.so: the
   emulator's guards (emulator/driver/guard.c) look at the memory first, since a system call
   that is given a protected page fails.  */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* The emulator sets this when it protects pages.  */
__attribute__ ((visibility ("default"))) void (*px_static_touched) (const void *, size_t, bool);

static void
touched (const void *p, size_t size, bool write)
{
  if (px_static_touched && size)
    px_static_touched (p, size, write);
}

/* Defines NAME as the C library's function that ours hides.  */
#define NEXT(name) \
  static __typeof__ (name) *next; \
  if (!next) \
  next = (__typeof__ (name) *) dlsym (RTLD_NEXT, #name)
#define OURS __attribute__ ((visibility ("default")))

OURS ssize_t
read (int fd, void *p, size_t size)
{
  NEXT (read);
  touched (p, size, true);
  return next (fd, p, size);
}

OURS ssize_t
write (int fd, const void *p, size_t size)
{
  NEXT (write);
  touched (p, size, false);
  return next (fd, p, size);
}

OURS ssize_t
pread (int fd, void *p, size_t size, off_t at)
{
  NEXT (pread);
  touched (p, size, true);
  return next (fd, p, size, at);
}

OURS ssize_t
pwrite (int fd, const void *p, size_t size, off_t at)
{
  NEXT (pwrite);
  touched (p, size, false);
  return next (fd, p, size, at);
}

OURS size_t
fread (void *p, size_t size, size_t n, FILE *f)
{
  NEXT (fread);
  touched (p, size * n, true);
  return next (p, size, n, f);
}

OURS size_t
fwrite (const void *p, size_t size, size_t n, FILE *f)
{
  NEXT (fwrite);
  touched (p, size * n, false);
  return next (p, size, n, f);
}

/* For programs with _FILE_OFFSET_BITS=64.  */
OURS __typeof__ (pread) pread64 __attribute__ ((alias ("pread")));
OURS __typeof__ (pwrite) pwrite64 __attribute__ ((alias ("pwrite")));
