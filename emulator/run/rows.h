/* SPDX-License-Identifier: MIT */
/* What is known of each operation that decoded code is made of: the rows of ops.def.  */
#ifndef PX_ROWS_H
#define PX_ROWS_H

#include "emulator/run/engine.h"

/* Which results are defined where operands are not.  */
enum how
{
  /* Of the values of registers, up to LAST_CARRIER.  */
  ALL_OF, /* if all operands are */
  ANY_OF, /* if any operand is */
  BOTH,
  EITHER, /* of predicates, and, or: unless one that is defined decides */
  CHOICE, /* selp */
  SHUFFLED,
  REDUCED,
  ANY,
  ALL, /* what other lanes have; ANY, ALL: votes */
  LAST_CARRIER = ALL,
  LOADED,
  STORED,
  ATOMIC, /* memory; LOADED, STORED: it may be local */
  FRAME_LOADED,
  FRAME_STORED, /* variables of the frame, by name */
  SET,		/* always */
  JUMPED,	/* operands decide where to go */
  MULTIPLIED	/* by the matrix instructions of a warp */
};

/* How the bytes of a result come from those of the operands.  */
enum byte_flow
{
  MIXED,      /* all of it may depend on any byte */
  SAME_BYTES, /* each on that byte of an operand */
  BY_AND,
  BY_OR,
  BY_XOR,
  SHIFTED_LEFT,
  SHIFTED_RIGHT,
  FUNNEL_LEFT,
  FUNNEL_LEFT_WRAPPED,
  FUNNEL_RIGHT,
  FUNNEL_RIGHT_WRAPPED,
  PERMUTED,
  FIELD,
  INSERTED,
  EXTENDED
};

/* What the operation makes of operands that are rows, base + lane * step: how compiled code
   computes the base and the step of the result.  */
enum stepped
{
  L_NONE,
  L_ADD,
  L_SUB,
  L_MOV,
  L_MUL,
  L_MAD,
  L_SHL,
  L_WIDE_S,
  L_WIDE_U,
  L_MAD_WIDE_S,
  L_MAD_WIDE_U,
  L_EXT_S,
  L_EXT_U,
  L_LOW,
  L_AND,
  L_SHR
};

/* Where execution continues.  */
enum jump
{
  JUMP_NONE,
  JUMP_GUARD, /* at the next op in some lanes, then after it */
  JUMP_ALWAYS,
  JUMP_IF,
  JUMP_TABLE,
  JUMP_EXIT
};

struct op_row
{
  const char *name;
  uint8_t how;	/* enum how */
  uint8_t flow; /* enum byte_flow */
  uint8_t line; /* enum stepped */
  uint8_t jump; /* enum jump */
  bool back;	/* JUMP_: to an op before it */
  uint8_t low;	/* EXTENDED: bytes of the operand that count */
  bool sign;	/* SHIFTED_RIGHT, FIELD, EXTENDED, LOADED: what is above is like the highest bit */
  bool nothing; /* it does nothing */
  bool meets;	/* where lanes come together that have parted */
  bool copy;	/* its result is another name for its operand */
  bool calls;	/* a function */
  bool sleeps;	/* gives way to others, and does nothing else */
  bool reads_time;
  bool commutes;  /* ATOMIC: with others of its kind, where results are not used */
  bool fragments; /* reads and writes registers of the frame that its slots name, from op.d on */
  bool rows;	  /* several may run at once (mma.c) */
  bool late;	  /* writes registers later than at the op */
  /* LOADED, STORED: op.fn is for one kind of access (FAST), in shared memory or else global, at an
     address of 64 bits or 32 (WIDE), of N elements of BITS in registers of REG_BITS.
     FRAME_: BITS and REG_BITS.  */
  bool fast, shared, wide;
  uint8_t bits, reg_bits, n;
};

extern const struct op_row op_rows[N_OPS];

static inline const struct op_row *
row_of (const struct op *o)
{
  return &op_rows[o->code];
}

#endif
