/* SPDX-License-Identifier: MIT */
/* Shared by the files that decode: decode.c, decode-operand.c, decode-op.c and the others that have
   instructions, slots.c.  */
#ifndef PX_DECODE_H
#define PX_DECODE_H

#include <setjmp.h>

#include "emulator/run/engine.h"
#include "emulator/run/fp.h"

#define NONE UINT32_MAX
#define INIT_HASH 256
#define MAX_REFS 8

enum flow
{
  FLOW_NEXT,
  FLOW_JUMP,
  FLOW_COND,
  FLOW_END,
  FLOW_TABLE
};

struct vreg
{
  uint8_t bits;	 /* 1 (predicate), 16, 32, 64, 128 */
  uint32_t slot; /* byte offset in the frame */
  int32_t init;	 /* index in dec.inits, or -1 */
  bool pinned;	 /* its slot is its own: asynchronous operations use it */
};

struct ref
{
  uint32_t vreg;
  char field; /* 'a' to 'g' */
  bool def;
};

/* What the passes need to know of an op.  */
struct meta
{
  struct ref refs[MAX_REFS];
  uint8_t n_refs;
  uint32_t list, n_list; /* more, in dec.list: op.slots */
  uint8_t flow;		 /* enum flow */
  bool partial;		 /* under a guard: its results are merged */
  bool access;		 /* of memory, at an address of its own */
  bool blocks;		 /* may continue elsewhere than at the next op */
  uint32_t label;
};

struct dec_init
{
  struct init in;
  uint32_t vreg, next;
};

/* What compile.c and spin.c need of a decoded function.  */
struct plan
{
  struct vreg *v;
  size_t n_v;
  struct dec_init *inits;
  struct meta *meta; /* by op */
  struct ref *list;
};

struct dec
{
  px_emu_func *f;
  const ptx_func *ir;
  px_emu_error *err;
  jmp_buf jump;

  const ptx_stmt *stmt; /* being translated */
  const ptx_insn *in;
  uint64_t used; /* its modifiers that were read */
  uint32_t src;
  uint8_t weight; /* instructions that no op stands for yet */
  bool blocks;	  /* an op was emitted that guard can not hold */
  bool jumped;	  /* after a branch or label, which threads may bypass */

  struct
  {
    uint32_t vreg, defs;
  } * reg;		/* by PTX register */
  uint32_t *var_offset; /* in local memory, by index in ir->vars */
  uint32_t local_bytes;
  uint32_t carry; /* the condition code register, or NONE */

  /* decode-check.c: the compare-and-swaps of the function.  If there are any, by PTX register
     another one that moves make equal to it (itself: none), and whether anything but loads, atomic
     operations and moves gives it a value.  */
  const ptx_insn **swaps;
  size_t n_swaps;
  uint32_t *moved;
  bool *computed;

  struct vreg *v;
  size_t n_v, cap_v;
  struct dec_init *inits;
  size_t n_inits, cap_inits;
  uint32_t init_hash[INIT_HASH];
  struct op *ops;
  struct meta *meta;
  size_t n_ops, cap_ops;
  struct ref *list;
  size_t n_list, cap_list;
  uint32_t *labels; /* op index, NONE: not yet; PTX's labels first */
  size_t n_labels, cap_labels;
  uint32_t frame_bytes;
};

/* decode.c */
void bad (struct dec *c, const char *fmt, ...) __attribute__ ((noreturn, format (printf, 2, 3)));
uint32_t new_vreg (struct dec *c, unsigned bits);
unsigned bits_of (const struct dec *c, uint32_t v);
uint32_t init_vreg (struct dec *c, enum init_kind kind, unsigned bytes, bool sign, unsigned bits,
		    uint64_t value);
uint32_t constant (struct dec *c, unsigned bits, uint64_t value);
uint32_t vreg_of (struct dec *c, uint32_t r, unsigned k);
/* One more op, CODE, which writes vreg D and reads A, B and CC; NONE: no vreg.  The same of the
   operation whose name FMT gives: an instruction for each of many types; one that there is not is an
   error.  */
struct op *emit (struct dec *c, uint32_t d, uint32_t a, uint32_t b, uint32_t cc, enum opcode code);
struct op *emit_named (struct dec *c, uint32_t d, uint32_t a, uint32_t b, uint32_t cc,
		       const char *fmt, ...) __attribute__ ((format (printf, 6, 7)));
void refer (struct dec *c, char f, uint32_t v, bool def);
void refer_more (struct dec *c, uint32_t v, bool def);
uint32_t n_refs (const struct meta *m);
struct ref ref_at (const struct dec *c, const struct meta *m, uint32_t k);
void here (struct dec *c, uint32_t label);
void branch (struct dec *c, uint32_t p, bool neg, uint32_t label);
void jump (struct dec *c, uint32_t label);
void flow (struct dec *c, enum flow flow, uint32_t label);
bool flag (struct dec *c, ptx_mod mod);
ptx_mod cls (struct dec *c, ptx_class class);
/* Bits of the register that a value of TYPE takes; an error if there is none.  */
unsigned class_bits (struct dec *c, ptx_mod type);
/* The number of the component that SEL, as .x, selects; without one it is the only one.  */
unsigned vector_component (ptx_mod sel);

/* decode-operand.c */
const ptx_opnd *arg (struct dec *c, unsigned k);
uint32_t widen (struct dec *c, uint32_t v, unsigned bits);
bool local_offset (struct dec *c, const ptx_sym *sym, uint32_t *offset);
uint32_t value (struct dec *c, const ptx_opnd *o, unsigned bits, bool flt);
uint32_t src (struct dec *c, unsigned k, unsigned bits);
uint32_t fsrc (struct dec *c, unsigned k, unsigned bits);
uint32_t target (struct dec *c, const ptx_opnd *o, unsigned bits);
uint32_t dst (struct dec *c, unsigned bits);
ptx_opnd element (struct dec *c, const ptx_opnd *o, unsigned n, unsigned k);
void frame_regs (struct dec *c, uint32_t r, unsigned bits, uint32_t at, bool store);
void move (struct dec *c, const ptx_opnd *d, uint32_t v);
uint32_t address (struct dec *c, const ptx_opnd *o, int64_t *off, enum space *space);
enum space space_of (struct dec *c);
void set_address (struct dec *c, uint32_t base, int64_t off, enum space space);
void access_memory (struct dec *c, bool store, const ptx_opnd *data, const ptx_opnd *addr,
		    enum space space, ptx_mod type, unsigned n);
uint32_t full_address (struct dec *c, const ptx_opnd *o, enum space *space);

/* decode-check.c */
void mark (struct dec *c, size_t first);
/* Finds the atomic operations that are UNUSED.  False without memory.  */
bool mark_unused (struct dec *c);
/* Finds the compare-and-swaps, before any instruction is decoded.  False without memory.  */
bool find_swaps (struct dec *c);

/* decode-op.c */
void decode_op (struct dec *c);

/* decode-arith.c */
ptx_mod type_of (struct dec *c);
void cache_hints (struct dec *c);

/* decode-async.c: false if the operation is not one of theirs */
bool decode_async (struct dec *c);

/* decode-matrix.c, decode-texture.c: the same */
bool decode_matrix (struct dec *c);
bool decode_texture (struct dec *c);

/* slots.c */
bool assign_slots (struct dec *c);
/* By vreg: the first and the last op where it lives; first > last: none.  SET, of all vregs,
   gets those that are live at the entry.  */
struct life
{
  uint32_t first, last;
};
bool live_ranges (struct dec *c, struct life *range, uint64_t *set);

/* variables.c */
/* SIZE bytes of zeros for a variable of MOD, aligned to ALIGN, a power of two, which MOD owns; NULL: no memory.  */
void *variable_new (px_emu_module *mod, size_t size, size_t align);
void variables_free (px_emu_module *mod);

#endif
