/* SPDX-License-Identifier: MIT */
/* Declarations that the files of libptx share and do not export.  */
#ifndef PTX_INT_H
#define PTX_INT_H

#include "ptx/ptx.h"
#include <string.h>

/* ---- arena.c ---- */

/* Report that memory is exhausted, and abort.  libptx aborts for nothing else outside itself.  */
_Noreturn void ptx_oom (void);
ptx_arena *ptx_arena_new (void);
void ptx_arena_free (ptx_arena *);
/* Zeroed, aligned to 16.  */
void *ptx_arena_alloc (ptx_arena *, size_t);

/* Growing arrays on the heap.  Make room for one more element of *p, which has n elements used
   and room for cap.  */
void *ptx_grow (void *p, uint32_t n, uint32_t *cap, size_t size);
/* The same in the arena (the old array stays allocated).  */
void *ptx_arena_grow (ptx_arena *, void *p, uint32_t n, uint32_t *cap, size_t size);

/* An interned name, with its meaning in the module and, for the reader, in the current scope.  */
typedef struct ptx_name ptx_name;
typedef struct ptx_binding
{
  enum
  {
    PTX_B_NONE,
    PTX_B_REG,
    PTX_B_VAR
  } kind;
  uint32_t depth;
  void *what; /* ptx_regdecl or ptx_var  */
} ptx_binding;
/* A register of a range, found by its full name.  */
typedef struct ptx_use
{
  struct ptx_use *next;
  ptx_regdecl *decl;
  uint32_t reg;
} ptx_use;
struct ptx_name
{
  ptx_name *next;	       /* next in the hash chain */
  ptx_sym *sym;		       /* the symbol at module level */
  ptx_binding bind;	       /* register or variable in scope  */
  ptx_binding range;	       /* register range in scope whose prefix is this name */
  struct ptx_use *uses;	       /* the registers of ranges that have this name */
  uint32_t label, label_depth; /* 1 + index of the label in scope, 0: none  */
  int32_t sreg;		       /* special register, -1: none  */
  uint32_t hash, len;
  char s[];
};
struct ptx_names
{
  ptx_name **table;
  uint32_t size, used;
};
ptx_name *ptx_intern_name (ptx_module *, const char *, size_t);
static inline ptx_name *
ptx_name_of (const char *s)
{
  return (ptx_name *) (s - offsetof (ptx_name, s));
}
static inline uint32_t
ptx_hash (const char *s, size_t n)
{
  uint32_t h = 2166136261u;
  while (n--)
    h = (h ^ (unsigned char) *s++) * 16777619u;
  return h ^ h >> 15;
}

/* ---- tables.c ---- */

/* Find the operation whose name is the longest prefix of a dotted name.  Its first part is s[0
   … n-1]; the caller passes the other parts one by one: start with ptx_op_start, then call
   ptx_op_next while it does not return 0.  A node at which no name ends has the operation
   PTX_OP_UNKNOWN.  */
typedef struct ptx_opnode ptx_opnode;
struct ptx_opnode
{
  const char *part;
  uint16_t len, op;
  bool cta;	      /* ignore a part .cta here */
  uint16_t sub, next; /* first child, next sibling; 0: none  */
};
const ptx_opnode *ptx_op_start (const char *s, size_t n);
const ptx_opnode *ptx_op_next (const ptx_opnode *, const char *s, size_t n);
ptx_mod ptx_mod_find (const char *s, size_t n); /* 0: none  */
int ptx_sreg_find (const char *s, size_t n);	/* -1: none  */
/* Return the modifier of a spelling; one that modifiers.def lacks gets a new id.  0: too many.  */
ptx_mod ptx_mod_intern (ptx_module *, const char *s, size_t n);

/* ---- read/module.c ---- */

/* Read more text into m; its .version, .target and .address_size do not change.  */
bool ptx_read_more (ptx_module *m, const char *text, size_t n, const char *name);

/* ---- sums.c ---- */

/* Replace registers with an offset, which the reader accepts, by registers that contain the
   sums.  */
void ptx_lower_sums (ptx_func *f);

/* ---- ir.c ---- */

/* Call fn for each symbol of the module that an item names in operands or initialisers.  */
typedef void ptx_visit_sym (void *closure, ptx_sym *);
void ptx_visit_syms (const ptx_item *, ptx_visit_sym *fn, void *closure);
/* Return true if s occurs in text as a word.  */
bool ptx_has_word (const char *text, const char *s);

/* ---- flow.c ---- */

/* The blocks of a function, numbered in the order of the text from 0, and which ones dominate
   which.  It stays true while statements are inserted that are neither labels nor branches.  */
typedef struct ptx_flow ptx_flow;
ptx_flow *ptx_flow_of (const ptx_func *);
void ptx_flow_free (ptx_flow *);
/* Return true if S is the first statement of a block.  */
bool ptx_begins_block (const ptx_stmt *s);
/* Return true if nothing gets from S to what follows it.  */
bool ptx_ends_way (const ptx_stmt *s);
/* Return true if every way from the entry to block B leads through block A, and B is reached.  */
bool ptx_dominates (const ptx_flow *, uint32_t a, uint32_t b);
/* The last block that dominates both A and B; of one that is never reached, the other.  */
uint32_t ptx_common_dominator (const ptx_flow *, uint32_t a, uint32_t b);
/* The number of the block that begins with a label.  */
uint32_t ptx_block_of_label (const ptx_flow *, uint32_t label);
/* The blocks that may follow BLOCK, *N of them; one may be there twice.  */
const uint32_t *ptx_flow_next (const ptx_flow *, uint32_t block, uint32_t *n);

/* ---- equal.c ---- */

/* Return true if two instructions do the same, and other threads take no part in it: their
   operands are equal registers, constants and addresses of symbols.  */
bool ptx_same_insn (const ptx_insn *, const ptx_insn *);

/* ---- fix/dead.c ---- */

/* Return true if all that I does is to compute what it writes.  */
bool ptx_only_computes (const ptx_insn *i);

/* ---- edit.c ---- */

/* Return, by symbol, whether it is reachable from entries and from visible or weak definitions,
   except those of library[0 … n-1].  The caller frees the result (3).  */
bool *ptx_live (ptx_module *, const bool *library, uint32_t n);

/* ---- spaces.c ---- */

/* The kind of value in a 64-bit register, for ptx_infer_spaces.  */
typedef enum ptx_tag
{
  PTX_TAG_NONE,	    /* never written  */
  PTX_TAG_READONLY, /* pointer to global memory that nothing writes */
  PTX_TAG_GLOBAL,
  PTX_TAG_SHARED,
  PTX_TAG_LOCAL,
  PTX_TAG_CONST,
  PTX_TAG_PARAM,
  PTX_TAG_ANY,	/* number, or pointer to any space */
  PTX_TAG_MIXED /* number from which a pointer may have been subtracted */
} ptx_tag;
/* Return the tag of each register of f.  The caller frees the result (3).  */
uint8_t *ptx_space_tags (ptx_func *f, const ptx_pointer_param *, unsigned n);

/* ---- match.c ---- */

enum
{
  PTX_MAX_SLOTS = 16,
  PTX_MAX_SPECS = 12
};
/* Sizes of vector operands: a number, or one of these.  */
enum
{
  PTX_V_ANY = 0,
  PTX_V_SCALAR = 1,
  PTX_V_ONE = 199,
  PTX_V_MOD,
  PTX_V_COUNT,
  PTX_V_HALF_N,
  PTX_V_QUARTER_N,
  PTX_V_DIM,
  PTX_V_DIM_LESS_2,
  PTX_V_COORDINATES,
  PTX_V_GRADIENT
};
typedef struct ptx_slot
{
  ptx_mod *alts;
  uint32_t n;
  bool optional;
} ptx_slot;
typedef struct ptx_opspec
{
  bool dest, source, wider, twice, pair, pair_needed, pack, optional;
  char kind;		  /* A N i L _ * of match.c; 0: a value of a type */
  uint8_t vec, type_slot; /* type_slot 0: use type */
  ptx_mod type, if_mod;
  uint8_t if_class;
} ptx_opspec;
typedef struct ptx_form
{
  uint16_t op, isa, sm;
  bool arch; /* needs the features of one architecture: sm_90a */
  uint8_t nslots, nopnds;
  ptx_slot slots[PTX_MAX_SLOTS];
  ptx_opspec opnds[PTX_MAX_SPECS];
} ptx_form;
const ptx_form *ptx_forms (unsigned *n);
typedef enum ptx_fit
{
  PTX_FIT,
  PTX_FIT_MODS,
  PTX_FIT_COUNT,
  PTX_FIT_KIND
} ptx_fit;
/* Try form f.  types[4]: what its type slots matched, if its modifiers match.  spec[k]: the
   operand of f that operand k of the instruction is, if its operands match; else *bad is the
   one that does not.  */
ptx_fit ptx_try (const ptx_form *f, const ptx_insn *, ptx_mod *types, uint8_t *spec, unsigned *bad);
ptx_mod ptx_spec_type (const ptx_opspec *, const ptx_mod *types);
unsigned ptx_vec_size (const ptx_insn *, uint8_t vec);

/* ---- build.c ---- */

ptx_sym *ptx_sym_get (ptx_module *, const char *name); /* at module level; made if it does not
							  exist */
void ptx_append (ptx_func *, ptx_stmt *);
uint32_t ptx_add_reg (ptx_func *, const char *name, ptx_mod type, uint8_t vec, ptx_regdecl *);
void ptx_add_var (ptx_func *, ptx_var *);
uint32_t ptx_add_label (ptx_func *, const char *name, uint32_t scope);

/* Make an instruction, insert it before AT and give it AT's position.  */
ptx_stmt *ptx_insert_insn (ptx_func *, ptx_stmt *at, const char *name, const ptx_opnd *,
			   unsigned n);

/* Return true if O is a register, all of it, and not negated.  */
static inline bool
ptx_whole_reg (const ptx_opnd *o)
{
  return o->kind == PTX_O_REG && !o->sel && !o->flags;
}

/* The first statement from S on that is no .loc, or 0.  */
static inline ptx_stmt *
ptx_code_from (ptx_stmt *s)
{
  while (s && s->kind == PTX_ST_LOC)
    s = s->next;
  return s;
}

/* S as a branch to a label, or 0.  */
static inline const ptx_insn *
ptx_branch_of (const ptx_stmt *s)
{
  return s && s->kind == PTX_ST_INSN && s->insn.op == PTX_OP_BRA && s->insn.nopnds == 1
	     && s->insn.opnds[0].kind == PTX_O_LABEL
	   ? &s->insn
	   : 0;
}

/* fix/arms.c.  Make one branch of two that decide between an arm and one way past it.  */
bool ptx_join_arms (ptx_func *);

/* fix/truths.c.  Numbers that are 0 or 1 and are tested become predicates.  */
bool ptx_find_truths (ptx_func *);

/* fix/starts.c.  Do what both ways from a branch do first before it.  */
bool ptx_join_starts (ptx_func *);

/* A growing string.  */
typedef struct ptx_buf
{
  char *s;
  size_t n, cap;
} ptx_buf;
void ptx_buf_room (ptx_buf *, size_t);
void ptx_buf_free (ptx_buf *);
static inline void
ptx_buf_put (ptx_buf *b, const char *s, size_t n)
{
  if (b->cap - b->n <= n)
    ptx_buf_room (b, n);
  memcpy (b->s + b->n, s, n);
  b->n += n;
}
static inline void
ptx_buf_char (ptx_buf *b, char c)
{
  if (b->cap - b->n <= 1)
    ptx_buf_room (b, 1);
  b->s[b->n++] = c;
}
static inline void
ptx_buf_str (ptx_buf *b, const char *s)
{
  ptx_buf_put (b, s, strlen (s));
}

#endif
