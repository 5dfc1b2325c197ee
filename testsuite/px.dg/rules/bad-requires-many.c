/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread (1, 2)) void f (void);	/* { dg-error "" } */
/* { dg-message "expected between 1 and 1, found 2" "" { target *-*-* } .-1 } */
