/* SPDX-License-Identifier: MIT */
/* The reader: PTX text to IR.  What its files share; each has one part of the grammar.

   One grammar serves every instruction, so what opcodes.def lacks is read as
   well.  A name in an operand is a register or variable in scope, a special
   register, a label of this scope or one around it, or a symbol of the module,
   in this order; labels and symbols may come later in the text, so they are
   resolved when a scope or the module ends.

   All sizes and depths are bounded (the enum below); memory is linear in the
   text.

   A function that returns bool has reported an error where it returns false.  */
#ifndef PTX_READ_H
#define PTX_READ_H

#include "ptx/ptx-int.h"

/* Bounds of sizes and depths; O_PENDING.  */
enum
{
  MAX_ERRORS = 20,
  MAX_OPNDS = 255,   /* operands, modifiers of an instruction  */
  MAX_NEST = 16,     /* { } and ( ) of operands and initialisers  */
  MAX_EXPR = 64,     /* nested constant expressions  */
  MAX_SCOPES = 1024, /* nested blocks  */
  MAX_DIMS = 16,
  O_PENDING = 255 /* operand whose name_ is not resolved yet  */
};

/* Kinds of tokens.  */
typedef enum tok
{
  T_EOF = 0,
  /* Single characters stand for themselves.  */
  T_IDENT = 256,
  T_DIR, /* .name, without the dot  */
  T_INT,
  T_F32,
  T_F64,
  T_STRING /* without the quotes  */
} tok;

/* A name of an operand that waits for its label or symbol.  */
typedef struct pending
{
  ptx_opnd *opnd;
  ptx_pos pos;
  bool branch; /* must be a label  */
} pending;

/* What a declaration hid.  */
typedef struct hidden
{
  ptx_name *name;
  enum
  {
    H_BIND,
    H_RANGE,
    H_LABEL
  } which;
  ptx_binding old;
  uint32_t label, label_depth;
} hidden;

/* An open scope.  */
typedef struct scope
{
  uint32_t index;	    /* in f->scopes  */
  uint32_t hidden, pending; /* where its own start  */
} scope;

/* The reader: where it is in the text, the token there, the names in scope, what is
   not finished.  */
typedef struct rd
{
  ptx_module *m;
  const char *p, *end, *line_start;
  uint32_t line;
  bool stop; /* too many errors  */

  /* The current token.  */
  int tok;
  const char *before, *s; /* BEFORE: with the space and comments before it  */
  size_t n;
  ptx_pos pos;
  uint64_t value; /* of T_INT, T_F32, T_F64  */
  bool is_unsigned;

  ptx_func *f;
  scope *scopes;
  uint32_t depth, scopes_cap; /* depth 0: outside functions  */
  hidden *hidden;
  uint32_t nhidden, hidden_cap;
  pending *pending;
  uint32_t npending, pending_cap;
  ptx_opnd *opnds; /* stack of operands being read  */
  uint32_t nopnds, opnds_cap;
  uint32_t braces;    /* of operands that are not closed yet  */
  bool sums;	      /* of registers, sums.c's, are in f  */
  ptx_name *blamed;   /* name of the last error of its kind …  */
  ptx_pos blamed_pos; /* … and where that was  */
  ptx_pos stmt_pos;
  bool branch; /* the instruction is a branch  */
  struct
  {
    ptx_sym *sym;
    ptx_pos pos;
  } * undef;
  uint32_t nundef, undef_cap;
  bool have_version, have_target;
  bool block; /* the last raw text ended with its own '}'  */
  bool more;  /* of ptx_read_more  */
} rd;

/* Classes of characters: ptx_rd_class has the set of each character's.  */
enum
{
  C_IDENT = 1,
  C_DIGIT = 2,
  C_START = 4,
  C_SPACE = 8,
  C_HEX = 16,
  C_DIR = 32
};

extern const unsigned char ptx_rd_class[256];
#define IS(c, what) (ptx_rd_class[(unsigned char) (c)] & (what))

/* The value of a constant expression.  */
typedef struct value
{
  uint64_t u;
  bool is_unsigned;
} value;

/* ---- ptx/read/lex.c ---- */

/* Report text at pos.  After MAX_ERRORS say so and go to the end of the text (r->stop).  */
void ptx_rd_error (rd *r, ptx_pos pos, const char *text);

/* Report BEFORE 'NAME' AFTER, where the name is s[0 ... n-1], shortened if it is long.
   Return false, so that a caller can return it.  */
bool ptx_rd_error_name (rd *r, ptx_pos pos, const char *before, const char *s, size_t n,
			const char *after);

/* Report that wanted was expected and not the current token.  Return false.  */
bool ptx_rd_unexpected (rd *r, const char *wanted);

/* Where the space and comments that start at p end.  Counts the lines.  */
const char *ptx_rd_skip_space (rd *r, const char *p);

/* The value of a character that is C_HEX.  */
unsigned ptx_rd_digit (char c);

/* Go to the next token.  */
void ptx_rd_next (rd *r);

/* Go on if the current token is tok, else report that wanted is missing.  */
bool ptx_rd_expect (rd *r, int tok, const char *wanted);

/* Go on if the current token is tok.  Return whether it was.  */
bool ptx_rd_accept (rd *r, int tok);

/* Is the current token the directive or modifier .s, the identifier s?  */
bool ptx_rd_is_dir (rd *r, const char *s);
bool ptx_rd_is_ident (rd *r, const char *s);

/* The current token as a name of the module.  */
ptx_name *ptx_rd_name (rd *r);

/* A copy of the text in the arena, NUL-terminated.  Every NUL in the text
   becomes '?'.  */
const char *ptx_rd_copy (rd *r, const char *s, size_t n);

/* Text from the current token up to a character of `until` outside strings,
   comments and brackets, which is left as the current token.  A '}' that was
   not opened ends it as well; so does the closing one of a '{' where until has
   '{' in it, and it is part of the text.  */
const char *ptx_rd_raw (rd *r, const char *until);

/* ---- ptx/read/expr.c ---- */

/* A constant expression without binary operators.  depth counts nested ones.  */
bool ptx_rd_primary (rd *r, value *v, unsigned depth);

/* The binary operator at the current token: its strength, 0 for none; two is
   set if it has two characters.  */
unsigned ptx_rd_operator (rd *r, bool *two);

/* *a = *a OP b.  op is the first character, | 256 where two is set, | 512 for a shift; pos is
   for errors.  Return false for a division by zero.  */
bool ptx_rd_binary (rd *r, int op, bool two, value *a, value b, ptx_pos pos);

/* A constant expression whose binary operators are stronger than min; 0: any, ?: as well.  */
bool ptx_rd_expr (rd *r, value *v, unsigned min, unsigned depth);

/* A constant that must be at most max.  */
bool ptx_rd_count (rd *r, uint64_t max, uint64_t *n);

/* A constant of 32 bits.  */
bool ptx_rd_count32 (rd *r, uint32_t *n);

/* ---- ptx/read/name.c ---- */

/* Keep what n means in respect of which (H_...), until the innermost scope is closed.  */
void ptx_rd_hide (rd *r, ptx_name *n, int which);

/* Let n mean what in the innermost scope: as a name (which H_BIND) or as the prefix of a range
   of registers (H_RANGE).  kind is PTX_B_...  Reports a second declaration at pos.  */
bool ptx_rd_bind (rd *r, ptx_name *n, int which, int kind, void *what, ptx_pos pos);

/* Open a scope of r->f; *index is its number in f->scopes.  Reports more than MAX_SCOPES.  */
bool ptx_rd_open_scope (rd *r, uint32_t *index);

/* Resolve the labels that are used in the innermost scope, hand on what is
   left to the one around it, and forget its declarations.  */
void ptx_rd_close_scope (rd *r);

/* What is still not resolved at the end of a function, or of an initialiser,
   is of the module.  */
void ptx_rd_resolve_globals (rd *r);

/* The register that a name means here, or -1.  */
int64_t ptx_rd_find_register (rd *r, ptx_name *n);

/* ---- ptx/read/operand.c ---- */

/* A new operand, zeroed, on top of the stack.  */
ptx_opnd *ptx_rd_push (rd *r);

/* Move the operands from base on to the arena, where names that wait for
   labels find them.  */
ptx_opnd *ptx_rd_take (rd *r, uint32_t base);

/* Close a bracket whose elements are on the stack from base on.  */
void ptx_rd_group (rd *r, uint32_t base, int kind);

/* The operands from the bracket that is the current token to the one that closes it (close),
   as one operand of that kind.  */
bool ptx_rd_operand_list (rd *r, int close, int kind, unsigned depth);

/* + constant …, also - constant with MINUS, where they stand: their sum to *OFF.  */
bool ptx_rd_offsets (rd *r, bool minus, uint64_t *off);

/* A name, with what may follow it: part, offset.  */
bool ptx_rd_named (rd *r, bool address);

/* One operand, onto the stack.  depth counts the brackets around it.  */
bool ptx_rd_operand (rd *r, unsigned depth);

/* ---- ptx/read/decl.c ---- */

/* Balanced text of .attribute (…), from its '('.  */
bool ptx_rd_attribute (rd *r, const char **text, bool *managed);

/* What stands before the name of a variable, space included, up to its name.  */
bool ptx_rd_var_head (rd *r, ptx_var *v);

/* The rest of a variable after its name.  */
bool ptx_rd_var_tail (rd *r, ptx_var *v);

/* Variables in one declaration, up to its `;', with LINKAGE.  TAKE reads each, V, from its name to
   its end, and puts it where it belongs; V has what stands before the names, and its place.  */
bool ptx_rd_variables (rd *r, int linkage, bool (*take) (rd *r, ptx_var *v));

/* Parameters in parentheses, bound in the current scope if bind_them.  */
bool ptx_rd_parameters (rd *r, ptx_var ***vars, uint32_t *n, bool bind_them);

/* ---- ptx/read/stmt.c ---- */

/* A number of 32 bits; no expression.  */
bool ptx_rd_integer (rd *r, uint32_t *n);

/* Strings with commas between them, as they are, and the ';'.  */
const char *ptx_rd_pragma (rd *r);

/* The linkage (PTX_L_...) that the current token names; PTX_L_NONE if it names none.  */
int ptx_rd_linkage (rd *r);

/* A directive that is kept as it is, to its ';' or the end of its block.  */
const char *ptx_rd_unknown (rd *r);

/* From after the '{' of a body to its '}'.  */
void ptx_rd_body (rd *r);

/* ---- ptx/read/module.c ---- */

/* .file index "name" [, time, size]; clang writes "directory" "name".  */
bool ptx_rd_file_item (rd *r);

#endif
