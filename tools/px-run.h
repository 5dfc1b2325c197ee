/* SPDX-License-Identifier: MIT */
/* Declarations that the files of px-run share.  Every function exits if the user's input is
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
  char kind; /* i, u, f, or h for half, b for bfloat */
  CUtensorMapDataType map;
};

/* An argument: a parameter of a kernel, or a member of a struct.  */
struct arg
{
  const char *text;
  unsigned char *value; /* the bytes of the parameter */
  size_t size, align;
  struct arg *members; /* N_MEMBERS members of a struct */
  size_t n_members;
  const struct type *type; /* element type of the memory that it owns, else NULL */
  CUdeviceptr at;
  size_t count, print; /* number of elements; number to print */
  const char *save;    /* file name, or NULL */
};

/* ---- tools/px-run.c ---- */

/* Prints a line that begins with the program's name, and exits with status 1.  */
_Noreturn void run_die (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* Exits if R is an error; WHAT says what failed.  */
void run_check (CUresult r, const char *what);

/* Returns the *N bytes of the file, followed by a NUL; the caller frees them (3).  */
char *run_slurp (const char *name, size_t *n);

/* ---- tools/run-numbers.c ---- */

/* Returns the type whose name is the N characters at S, or NULL.  */
const struct type *run_type_named (const char *s, size_t n);

/* Stores I or D, by the kind of T, as an element of type T at P.  */
void run_put (void *p, const struct type *t, int64_t i, double d);

/* Prints the element of type T at P.  */
void run_print_element (const void *p, const struct type *t);

/* Reads S, of argument ARG, as a value of type T and stores it at P.  */
void run_parse_value (const char *arg, const char *s, const struct type *t, void *p);

/* Reads S as a size, which K, M or G may follow; WHAT is for messages.  */
size_t run_parse_size (const char *s, const char *what);

/* Reads X[,Y[,Z]] of option WHAT.  */
void run_parse_dims (const char *s, const char *what, unsigned d[3]);

/* ---- tools/run-arguments.c ---- */

/* Largest number of arguments of all kernels together.  */
enum
{
  RUN_MOST_ARGUMENTS = 1000
};
extern struct arg *run_given[RUN_MOST_ARGUMENTS];
extern size_t run_n_given;

/* Makes argument A from A->text.  DEPTH: number of structs around it.  */
void run_make_argument (struct arg *a, unsigned depth);

/* Prints and saves the memory of A, argument number N, after the run, and frees it.  */
void run_finish (const struct arg *a, const char *n);

#endif
