/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (32)) void f (int a __perspective (thread, 1));	/* { dg-message "first declared here" } */
__device __requires (thread (64)) void f (int a __perspective (thread, 1));	/* { dg-error "PX606" } */
__device __requires (thread (32)) void g (int a __perspective (thread, 1));	/* { dg-message "first declared here" } */
__device __requires (thread (32)) void
g (int a __perspective (thread, 4))	/* { dg-error {the perspective signature of 'g' differs from that of its first declaration: parameter 1[^\n]*PX606} } */
{
}
__device __requires (thread (32)) int h (int a) __perspective (thread, 1);
__device __requires (thread (32)) int h (int a);
__device int k (int *a);
__device int k (int *a);
__device int k (int *a) { return *a; }
__device void l (int a __perspective (thread, 1));	/* { dg-message "first declared here" } */
__device void l (int a) { (void) a; }	/* { dg-error "PX606" } */
