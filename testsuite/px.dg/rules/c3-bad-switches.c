/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* A switch right behind a label. */
#include <px.h>

__device __requires (block (1)) void
f (int m, int n __perspective (thread, 1))	/* { dg-message "the code perspective was set here" } */
{
  switch (m)
    {
    case 0: switch (n)	/* { dg-error {the condition lives at thread.1., but the code it decides on is at block.1.[^\n]*PX103} } */
	{
	case 9:
	  m++;
	}
      break;
    default: switch (n)	/* { dg-error {the condition lives at thread.1., but the code it decides on is at block.1.[^\n]*PX103} } */
	{
	case 3:
	  m--;
	}
    }
}

/* What to write instead.  */
/* { dg-message {in '__group .thread, 1.' each unit decides for itself} "" { target *-*-* } 11 } */
