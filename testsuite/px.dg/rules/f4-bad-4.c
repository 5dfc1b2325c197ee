/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A lane where the width stands: where the result lives is not told. */
#include <px.h>

__device __requires (thread (32)) float
f (float v __perspective (thread, 1), int lane __perspective (thread, 1))
{
  float m = px_broadcast (v, lane);	/* { dg-error {the width of 'px_broadcast' must be a constant power of two from 1 to 32 .PX304.} } */
  return m;
}
