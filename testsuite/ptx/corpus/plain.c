/* SPDX-License-Identifier: MIT */
/* C for clang's NVPTX back end: control flow, calls, structs, tables.  */
struct s { int a; float b[5]; double c; char d; };
__attribute__ ((address_space (4))) const int primes[] = { 2, 3, 5, 7, 11 };
__attribute__ ((address_space (3))) int shared[64];
static const char text[] = "text \"quoted\" \\ and so on";
int global = 3;
int *pointer = &global;

__attribute__ ((noinline)) struct s
rotate (struct s x, int n)
{
  for (int i = 0; i < n; i++)
    x.b[i % 5] += x.a * (float) x.c;
  x.d = text[n & 7];
  return x;
}

long
walk (struct s *p, int n, int (*f) (int))
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    switch (p[i].a)
      {
      case 0: sum += f (i); break;
      case 1: sum -= p[i].d; break;
      case 2: sum *= primes[i % 5]; break;
      case 3: sum /= i + 1; break;
      case 4: sum ^= (long) p[i].c; break;
      case 5: p[i] = rotate (p[i], i); break;
      default: shared[i & 63] = *pointer;
      }
  return sum;
}
