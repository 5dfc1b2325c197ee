/* SPDX-License-Identifier: MIT */
/* The parts of `px-kit instr': a case is a form of ptx/opcodes.def with one choice of its
   modifiers.  Each thread has a record of input words, a record of output words (8 bytes
   a word) and, for what accesses memory, a cell of its own in the space of the access, which
   is filled before and read afterwards.  */
#ifndef PX_KIT_INSTR_H
#define PX_KIT_INSTR_H

#include "ptx/ptx-int.h"
#include "testsuite/kit/kit.h"

enum
{
  THREADS = 512, BLOCK = 128,
  CELL = 128,			/* bytes a thread  */
  CELL_WORDS = CELL / 8,
  MAX_IN = 168, MAX_OUT = 160	/* words  */
};

/* Rows of the table, in its order as ptx_forms gives them.  */
enum
{
  INSTR_ROWS = 0
#define PTX_OP(id, name, flags)
#define PTX_FORM(id, mods, operands, isa, sm) + 1
#include "ptx/opcodes.def"
#undef PTX_OP
#undef PTX_FORM
};

typedef struct test_case
{
  uint16_t form;
  uint8_t choice[PTX_MAX_SLOTS];	/* 1 + alternative, 0: not there  */
  bool all;				/* optional operands too  */
  uint8_t round;			/* 1: shared cells, inexact matrices  */
} test_case;

/* What an input word is made of.  */
typedef enum word_kind
{
  W_TYPE,		/* edges and random values of the type  */
  W_FILL,		/* the same in all 8 bytes  */
  W_BELOW,		/* less than param  */
  W_MIX,		/* mostly less than 72, else of the type  */
  W_NONZERO,
  W_RANGE,		/* a float in [-param, param]  */
  W_EXACT,		/* small multiples of 1/4, products and sums exact; 32 bits
			   full, or 64 if param is; param & 1: of 0 and 1 only  */
  W_NORMAL,		/* floats around 1, likewise  */
  W_GROUP,		/* of the type, the same for 8 threads  */
  W_SPARSE,		/* metadata of 2:4 and 1:2 sparsity  */
  W_SEGMENT,		/* c of shfl: a clamp and a segment mask  */
} word_kind;
typedef struct in_word { uint8_t kind; uint8_t in_reg; ptx_mod type; uint32_t param; } in_word;
typedef struct out_word { ptx_mod type; bool fill, skip; } out_word;

typedef struct kernel
{
  test_case c;
  unsigned nin, nout;
  in_word in[MAX_IN];
  out_word out[MAX_OUT];
  uint32_t flags;		/* the operation's  */
  bool ends;			/* in an error of the context  */
  char text[256];		/* the instruction  */
  uint64_t seed;
} kernel;

typedef struct tally { double ulp; unsigned nans; } tally;

/* ---- instr-make.c ---- */

/* Row ROW's modifiers, as the table writes them; and what names it in saved results, wherever
   it stands in the table.  */
const char *instr_mods (unsigned row);
uint64_t instr_key (unsigned row);
/* Why F is not run; NULL if it is.  */
const char *instr_unfit (const ptx_form *f);
/* Writes C as entry kID of a module to B and fills *K.  False: there is no such case.  */
bool instr_build (const test_case *c, unsigned id, kernel *k, ptx_buf *b);
/* The head of a module for kernels, PTX ISA / 10 for sm_SM.  */
void instr_head (ptx_buf *b, unsigned isa, unsigned sm);

/* ---- instr-data.c ---- */

bool instr_is_float (ptx_mod t);
/* Elements of what width the words of type T are.  */
unsigned instr_unit_bits (ptx_mod t);
/* Fills THREADS records of K's input.  */
void instr_data (const kernel *k, uint64_t *data);
double instr_decode (uint64_t u, ptx_mod t);
/* D, which T has, as a value of T.  */
uint64_t instr_encode (double d, ptx_mod t);
/* Whether units A and B of type T agree within K's bound.  */
bool instr_agree (const kernel *k, uint64_t a, uint64_t b, ptx_mod t, tally *sum);

#endif
