/* { dg-do compile } */
/* { dg-options "-fplugin-arg-px-dump=everything" } */
/* { dg-error "'everything' cannot be dumped, only 'passes' and the passes that '-fplugin-arg-px-dump=passes' prints" "" { target *-*-* } 0 } */
int i;
