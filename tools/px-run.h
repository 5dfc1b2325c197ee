/* SPDX-License-Identifier: MIT */
/* What the files of px-run share.  Every function ends the program if what the user wrote is
   wrong, or if memory runs out.  */
#ifndef PX_RUN_H
#define PX_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ptx/ptx.h"
#include "runtime/driver.h"

#define PX_DRIVER(name, symbol, since, need, args) extern __typeof__ (*(px_fn_##symbol) 0) symbol;
#include "runtime/driver.def"
#undef PX_DRIVER

/* A type of elements.  */
struct type
{
  const char *name;
  unsigned size;
  char kind; /* i, u, f; h half, b bfloat */
  CUtensorMapDataType map;
};

/* An argument: a parameter of a kernel, or a member of a struct.  */
struct arg
{
  const char *text;
  unsigned char *value; /* bytes of the parameter */
  size_t size, align;
  struct arg *members; /* of a struct, N_MEMBERS */
  size_t n_members;
  const struct type *type; /* of the elements of its own memory, else NULL */
  CUdeviceptr at;
  size_t count, print; /* elements; those to print */
  const char *save;    /* file, or NULL */
};

/* ---- tools/px-run.c ---- */

/* Prints a line that begins with the program's name, and ends it with status 1.  */
_Noreturn void run_die (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* Ends the program if R is an error; WHAT was to be done.  */
void run_check (CUresult r, const char *what);

/* The bytes of the file, *N of them and a NUL, to free (3).  */
char *run_slurp (const char *name, size_t *n);

/* ---- tools/run-numbers.c ---- */

/* The type whose name are the N characters at S, or NULL.  */
const struct type *run_type_named (const char *s, size_t n);

/* Stores V, one of the two, as an element of type T at P.  */
void run_put (void *p, const struct type *t, int64_t i, double d);

/* Prints the element of type T at P.  */
void run_print_element (const void *p, const struct type *t);

/* The value S of type T, of argument ARG, stored at P.  */
void run_parse_value (const char *arg, const char *s, const struct type *t, void *p);

/* A size S with K, M or G after it; WHAT it is of.  */
size_t run_parse_size (const char *s, const char *what);

/* X[,Y[,Z]] of option WHAT.  */
void run_parse_dims (const char *s, const char *what, unsigned d[3]);

/* ---- tools/run-arguments.c ---- */

/* The arguments of all kernels so far.  */
enum
{
  RUN_MOST_ARGUMENTS = 1000
};
extern struct arg *run_given[RUN_MOST_ARGUMENTS];
extern size_t run_n_given;

/* Makes A of A->text.  DEPTH: structs around it.  */
void run_make_argument (struct arg *a, unsigned depth);

/* Prints and saves the memory of A, whose number is N, after the run, and frees it.  */
void run_finish (const struct arg *a, const char *n);

#endif
