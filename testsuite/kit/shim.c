/* SPDX-License-Identifier: MIT */
/* Functions that glibc before 2.33 had under other names only, and those that headers of 2.38 and later
   call by new names, as C23 reads numbers like 0b1, too.  */
#include <stdarg.h>
#include <stdio.h>
#include <sys/types.h>

struct stat;
int __xstat (int version, const char *, struct stat *);
int __lxstat (int version, const char *, struct stat *);
int __fxstat (int version, int, struct stat *);
int __fxstatat (int version, int, const char *, struct stat *, int);
#define HIDDEN __attribute__ ((visibility ("hidden")))
enum { VERSION = 1 };		/* of struct stat, on x86-64  */

HIDDEN int stat (const char *p, struct stat *s) { return __xstat (VERSION, p, s); }
HIDDEN int lstat (const char *p, struct stat *s) { return __lxstat (VERSION, p, s); }
HIDDEN int fstat (int fd, struct stat *s) { return __fxstat (VERSION, fd, s); }
HIDDEN int
fstatat (int fd, const char *p, struct stat *s, int flags)
{
  return __fxstatat (VERSION, fd, p, s, flags);
}
HIDDEN int stat64 (const char *p, struct stat *s) { return __xstat (VERSION, p, s); }
HIDDEN int lstat64 (const char *p, struct stat *s) { return __lxstat (VERSION, p, s); }
HIDDEN int fstat64 (int fd, struct stat *s) { return __fxstat (VERSION, fd, s); }

/* libgcc's unwinder then knows no frames, which only a backtrace would want.  */
HIDDEN int
_dl_find_object (void *pc, void *result)
{
  (void) pc, (void) result;
  return -1;
}

#define NUMBER(type, name) \
  type old_##name (const char *, char **, int) __asm__ (#name); \
  HIDDEN type __isoc23_##name (const char *s, char **end, int base) { return old_##name (s, end, base); }
NUMBER (long, strtol)
NUMBER (long long, strtoll)
NUMBER (unsigned long, strtoul)
NUMBER (unsigned long long, strtoull)

int old_vsscanf (const char *, const char *, va_list) __asm__ ("__isoc99_vsscanf");
HIDDEN int
__isoc23_sscanf (const char *s, const char *format, ...)
{
  va_list a;
  va_start (a, format);
  int n = old_vsscanf (s, format, a);
  va_end (a);
  return n;
}
