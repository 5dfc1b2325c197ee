/* SPDX-License-Identifier: MIT */
/* Only passes that change no result can be left out.  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-without=unroll,sync" } */
/* { dg-error "'sync' is no pass that '-fplugin-arg-px-without' can leave out" "" { target *-*-* } 0 } */
int i;
