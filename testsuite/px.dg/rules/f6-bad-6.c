/* SPDX-License-Identifier: MIT */
/* { dg-do compile } */
/* What a const function may not do beside reading through a pointer: variables of file scope, volatile
   accesses, inline PTX.  */
#include <px.h>

__device int tuned;
__device __attribute__ ((const)) int
reads (int n)
{
  return n + tuned;	/* { dg-error {'reads' is declared 'const', but reads memory[^\n]*PX306} } */
}

__device __attribute__ ((const)) int
again (int n)
{
  volatile int v = n;	/* { dg-error {'again' is declared 'const', but has volatile accesses[^\n]*PX306} } */
  return n + 1;
}

struct state { int turn; };
__device __attribute__ ((const)) int
part (int n)
{
  volatile struct state v;
  v.turn = n;	/* { dg-error {'part' is declared 'const', but has volatile accesses[^\n]*PX306} } */
  return n + 1;
}

__device __attribute__ ((const)) int
asks (int n)
{
  __unsafe
    __asm__ volatile ("add.s32 %0, %0, 1;" : "+r" (n));	/* { dg-error {'asks' is declared 'const', but has inline PTX[^\n]*PX306} } */
  return n;
}
