/* SPDX-License-Identifier: MIT */
/* Functions that glibc before 2.33 had under other names only.  */
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
