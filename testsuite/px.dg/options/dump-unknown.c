/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-dump=everything" } */
/* { dg-error "'everything' cannot be dumped, only '-fplugin-arg-px-dump=passes'" "" { target *-*-* } 0 } */
int i;
