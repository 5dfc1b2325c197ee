/* SPDX-License-Identifier: MIT */
/* F5: a variable of the host is told where it is used, also where nothing comes of
   the use; constants and what the device library has are not the host's.  */
/* { dg-do compile } */
#include <px.h>
#include <stdio.h>

int host, table[4];
static const int constants[4] = { 1, 2, 3, 4 };
struct { int a, b; } config;
__device int first (const int *x) { return *x; }

__kernel void
f (int *o)
{
  int unused = host;	/* { dg-error {device code uses host variable 'host' \[PX305\]} } */
  int t __perspective (thread, 1) = px_id (thread);
  (void) unused;
  __partition (thread, 1, int *p = o + t)
    __group (thread, 1)
      {
	*p = constants[t % 4];
	*p += config.b;	/* { dg-error {device code uses host variable 'config' \[PX305\]} } */
	*p += first (table);	/* { dg-error {device code uses host variable 'table' \[PX305\]} } */
	__unsafe host = *p;	/* { dg-error {device code uses host variable 'host' \[PX305\]} } */
	printf ("%s\n", __func__);
	fprintf (stdout, "x");	/* { dg-error {PX506} } */
      }
}
/* { dg-message "declared here; a variable on the device" "" { target *-*-* } 0 } */
