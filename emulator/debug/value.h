/* SPDX-License-Identifier: MIT */
/* What the debugger's values and expressions share.  */
#ifndef PX_DEBUG_VALUE_H
#define PX_DEBUG_VALUE_H

#include <stdio.h>

#include "emulator/debug/debug.h"

enum
{
  MAX_NESTING = 50,
  MAX_ELEMENTS = 200
};

/* A variable or a part of one, as its comment says.  Strings end at a space.  */
struct var
{
  const char *name, *type, *where, *file;
  int first, last; /* lines; 0: everywhere */
  unsigned long number;
  uint64_t bit, bits; /* of the variable, that the part is */
  bool part, arg;
  struct var *parts; /* of a variable: the first; of a part: the next */
  uint32_t at;	     /* line of the PTX */
};

enum place
{
  IN_NOTHING,
  IN_MEMORY,
  IN_VARIABLE
};
struct value
{
  const char *type;	 /* as in plugin/lower/vars.cc */
  enum place place;	 /* IN_NOTHING: a number, or of an array the address */
  uint64_t address;	 /* IN_MEMORY; IN_VARIABLE: byte of it */
  const struct var *var; /* IN_VARIABLE */
  unsigned bit, bits;	 /* of a bit-field; 0, 0: none */
  int64_t i;		 /* IN_NOTHING: of a number, by its type */
  double f;
};

/* An expression that is being read, of thread H.  */
struct reading
{
  const struct here *h;
  struct var *vars;
  size_t n_vars;
  const char *p;
  unsigned depth;
  char error[300]; /* the first one */
};

/* value.c: what is wrong with R's text; false.  */
bool debug_wrong (struct reading *r, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* expression.c */

/* Skips blanks.  */
void debug_space (struct reading *r);
/* What NAME, of N characters, is.  */
bool debug_named (struct reading *r, const char *name, size_t n, struct value *v);
/* Member NAME, of N characters, of struct V.  */
bool debug_member (struct reading *r, struct value *v, const char *name, size_t n);
/* Operators that bind at least as LEVEL says.  */
bool debug_expression (struct reading *r, struct value *v, int level);

/* value.c */

/* A reading of TEXT; the caller frees its vars.  */
struct reading debug_start_reading (const struct here *h, const char *text);
/* Reads all of R's text as an expression.  */
bool debug_whole (struct reading *r, struct value *v);
/* Prints V to TO, of an array at most MOST elements.  False: what is wrong stands in its
   place.  */
bool debug_print_value (FILE *to, struct reading *r, struct value *v, char format, uint64_t most);
/* Reads SIZE bytes at generic or global address A; false: thread H has no such memory.  */
bool debug_peek (const struct here *h, uint64_t a, void *to, uint64_t size);
/* Writes SIZE bytes there; false as above.  */
bool debug_poke (const struct here *h, uint64_t a, const void *from, uint64_t size);
/* Characters of the word at S.  */
size_t debug_word_length (const char *s);

/* The launch that runs.  */
struct launch *debug_launch_of (const struct here *h);
/* Where register I of H's frame is: *BYTES of thread H, 0 for a predicate, whose word has a bit a lane.  NULL: it has no
   place.  */
uint8_t *debug_reg_place (const struct here *h, uint32_t i, unsigned *bytes);
/* Its value; false if it has none.  */
bool debug_reg_value (const struct here *h, uint32_t i, uint64_t *v);
/* True if WORD, of N characters, is NAME.  */
bool debug_same (const char *word, size_t n, const char *name);
/* The register NAME, of N characters; -1: there is none.  */
int32_t debug_find_reg (const px_emu_func *f, const char *name, size_t n);
/* What TYPE, of PTX, is for plugin/lower/vars.cc.  */
const char *debug_type_text (ptx_mod type);
/* The address of variable NAME of the PTX, of N characters, also as nvcc mangles one of
   a function; 0: there is none.  */
uint64_t debug_symbol_address (const struct here *h, const char *name, size_t n);
/* The word after the one at S; "": it is the last.  */
const char *debug_next_word (const char *s);
/* Which of R's variables is NAME, of N characters, where the thread is; NULL: none.  */
const struct var *debug_lookup (const struct reading *r, const char *name, size_t n);
/* What stands after the word on the line "//px.KIND NUMBER " of H's function that TYPE
   names; "": nothing.  */
const char *debug_definition (const struct here *h, const char *type);
/* The type of the elements of array TYPE, or what pointer TYPE points at.  */
const char *debug_element_of (const char *type);
/* Bytes of TYPE; 0: it has none.  */
uint64_t debug_size_of (const struct here *h, const char *type);
/* The address that WHERE, a variable's without its @, is or, of memory, stands for.  */
bool debug_address_of (const struct here *h, const char *where, uint64_t *a);
/* The number that 16 bits of f16 are.  */
double debug_half (uint16_t x);
/* True if TYPE is one of floating point.  */
bool debug_float_p (const char *type);
/* Reads SIZE bytes of V; false: they are nowhere.  */
bool debug_read (const struct here *h, const struct value *v, void *to, uint64_t size);
/* The number that scalar V is; false: it has none, which has been reported.  */
bool debug_number (struct reading *r, struct value *v);

#endif
