/* { dg-do compile } */
/* What lies before a pointer to const: the offset of a reference has the pointer's type, which
   has no sign.  */
#include <px.h>

__device __requires (thread (1)) static inline int
before (int *p __perspective (thread, 1), const int *q __perspective (thread, 1))
{
  return q[(q[-1] ? q[-1] : 45) + p[8]];
}

__device __requires (thread (1)) void
put (const int *q __perspective (thread, 1), int *p __perspective (thread, 1))
{
  *p = before (p, q);
}
