/* SPDX-License-Identifier: MIT */
/* Many constructs one after the other.  */
/* { dg-do compile } */
#include <px.h>

#define ONE(i) __partition (thread, 1, int *q = p + t) __group (thread, 1) *q = i;
#define TEN(i) ONE (i) ONE (i + 1) ONE (i + 2) ONE (i + 3) ONE (i + 4) ONE (i + 5) ONE (i + 6) ONE (i + 7) ONE (i + 8) ONE (i + 9)

__device __requires (thread (32)) void
f (int *p)
{
  int t __perspective (thread, 1) = px_id (thread);
  TEN (0) TEN (10) TEN (20) TEN (30) TEN (40) TEN (50) TEN (60) TEN (70) TEN (80) TEN (90)
  TEN (100) TEN (110) TEN (120) TEN (130) TEN (140) TEN (150) TEN (160) TEN (170) TEN (180) TEN (190)
}
