/* { dg-do run } */
/* A program without kernels.  */
int
main (void)
{
  return 0;
}
