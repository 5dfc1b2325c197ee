/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-undecided=maybe" } */
/* { dg-error {'maybe' is no value of '-fplugin-arg-px-undecided', which are 'warn', 'error' and 'none'} "" { target *-*-* } 0 } */
int i;
