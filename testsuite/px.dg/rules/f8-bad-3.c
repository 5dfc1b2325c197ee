/* SPDX-License-Identifier: MIT */
/* Facts in the wrong place, that never hold, that differ, that change something.  */
/* { dg-do compile } */
#include <px.h>

__where (n > 0) void host (int n);	/* { dg-error {'__where' belongs to a device function or kernel[^\n]*PX609} } */
__device int v __where (v > 0);	/* { dg-error {belongs to a device function or kernel[^\n]*PX609} } */
__kernel __where (n > 0 && 2 < 1) void never (int n);	/* { dg-error {'__where \(2 < 1\)' never holds[^\n]*PX609} } */
__device __where () int none (int n);	/* { dg-error {ends where an operand[^\n]*PX609} } */
__device __where (1.5 < n) int floating (int n);	/* { dg-error {not understood from '1\.5 < n' on[^\n]*PX609} } */
__device __where (n < 99999999999999999999) int huge (int n);	/* { dg-error {PX609} } */

__device __where (n > 0) int twice (int n);	/* { dg-message {first declared here} } */
__device __where (n > 1) int twice (int n);	/* { dg-error {__where[^\n]*PX606} } */
__device __where (n > 0) int same (int n);
__device int same (int k);
__device __where (n > 0) int same (int n);

__kernel __requires (grid (1), block (1), threads (32)) void
f (int n, int *p)
{
  px_assume (n++ > 0);	/* { dg-error {the condition of 'px_assume' changes something[^\n]*PX609} } */
}

int
main (void)
{
  px_assume (1);	/* { dg-error {host code calls 'px_assume'[^\n]*PX305} } */
  return 0;
}
