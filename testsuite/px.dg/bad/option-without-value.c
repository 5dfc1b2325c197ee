/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-arch" } */
/* { dg-error "arch" "" { target *-*-* } 0 } */
int i;
