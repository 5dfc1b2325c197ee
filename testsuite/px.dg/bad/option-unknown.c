/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-nonsense=1" } */
/* { dg-error "nonsense" "" { target *-*-* } 0 } */
/* { dg-final { scan-no-output } } */
int i;
