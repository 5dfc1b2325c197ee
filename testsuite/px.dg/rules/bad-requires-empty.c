/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
#include <px.h>

__device __requires (thread ()) void f (void);	/* { dg-error {'thread' in '__requires' takes one argument[^\n]*PX607} } */
