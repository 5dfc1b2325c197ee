/* SPDX-License-Identifier: MIT */
/* A program of programs: PROGRAM NAME 1 has a defect, PROGRAM NAME 0 has not; without
   arguments it prints the names.  `NAME kind' in a comment marks the lines where the defect
   may be told.  */
#ifndef PLANT_H
#define PLANT_H
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CK(call) \
  do \
    { \
      cudaError_t e_ = (call); \
      if (e_ != cudaSuccess) \
	printf ("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString (e_)); \
    } \
  while (0)

struct program
{
  const char *name;
  void (*run) (bool bad);
  program *next;
  static program *first;
  program (const char *n, void (*f) (bool)) : name (n), run (f), next (first) { first = this; }
};
program *program::first;
#define PROG(name) \
  static void name (bool bad); \
  static program program_##name (#name, name); \
  static void name (bool bad)
/* Launches kernel K with its defect or without.  */
#define GO(k, ...) \
  do \
    if (bad) \
      k<1> __VA_ARGS__; \
    else \
      k<0> __VA_ARGS__; \
  while (0)

/* N elements on the device; FILL: small numbers.  */
template <class T> T *
dev (size_t n, bool fill = true)
{
  T *p, *h = (T *) malloc (n * sizeof (T));
  CK (cudaMalloc (&p, n * sizeof (T)));
  for (size_t i = 0; i < n; i++)
    h[i] = (T) (i % 97);
  if (fill)
    CK (cudaMemcpy (p, h, n * sizeof (T), cudaMemcpyHostToDevice));
  free (h);
  return p;
}

/* The sum of N elements of the device.  */
template <class T> void
show (T *p, size_t n)
{
  T *h = (T *) malloc (n * sizeof (T));
  double sum = 0;
  if (cudaMemcpy (h, p, n * sizeof (T), cudaMemcpyDeviceToHost) == cudaSuccess)
    for (size_t i = 0; i < n; i++)
      sum += (double) h[i];
  printf ("sum %g\n", sum);
  free (h);
}

static inline void
done (void)
{
  cudaDeviceSynchronize ();
}

int
main (int argc, char **argv)
{
  for (program *p = program::first; p; p = p->next)
    if (argc < 3)
      puts (p->name);
    else if (!strcmp (p->name, argv[1]))
      p->run (atoi (argv[2]));
}
#endif
