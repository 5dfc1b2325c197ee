/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void w0 (int *p);	/* { dg-message "first declared here" } */
__device
__requires (thread (16)) void w0 (int *p)	/* { dg-error {the perspective signature of 'w0' differs from that of its first declaration: thread .PX606.} } */
{
}
__device void w1 (int *p __perspective (block, 1));	/* { dg-message "first declared here" } */
__device void
w1 (int *p)	/* { dg-error {the perspective signature of 'w1' differs from that of its first declaration: parameter 1 .PX606.} } */
{
}
void w2 (int *p);	/* { dg-message "first declared here" } */
__device void
w2 (int *p)	/* { dg-error {'w2' was declared for the host before, without '__kernel', '__device' or '__constant' .PX606.} } */
{
}
extern int v3;	/* { dg-message "first declared here" } */
__device int v3;	/* { dg-error {'v3' was declared for the host before, without '__kernel', '__device' or '__constant' .PX606.} } */
__device __requires (thread (32), smem (1)) void w5 (int *p);	/* { dg-message "first declared here" } */
__device __requires (thread (32), smem (2)) void w5 (int *p);	/* { dg-error {the perspective signature of 'w5' differs from that of its first declaration: smem .PX606.} } */
