/* SPDX-License-Identifier: MIT */
/* The reader: PTX text to IR.  Declarations that its files share; each file has one part of the
   grammar.

   One grammar serves every instruction, so instructions that opcodes.def lacks are read, too.
   A name in an operand is a register or variable in scope, a special
   register, a label of this scope or one around it, or a symbol of the module,
   in this order.  Labels and symbols may be defined later in the text, so they are
   resolved when a scope or the module ends.

   All sizes and depths are bounded (the enum below), so that damaged text exhausts neither
   stack nor counters; memory is linear in the text.

   A function that returns bool has reported an error if it returns false.  */
#ifndef PTX_READ_H
#define PTX_READ_H

#include "ptx/ptx-int.h"

/* Limits of sizes and depths; O_PENDING.  */
enum
{
  MAX_ERRORS = 20,
  MAX_OPNDS = 255,   /* operands, modifiers of an instruction  */
  MAX_NEST = 16,     /* { } and ( ) of operands and initialisers  */
  MAX_EXPR = 64,     /* nested constant expressions  */
  MAX_SCOPES = 1024, /* nested blocks  */
  MAX_DIMS = 16,
  O_PENDING = 255 /* kind of an operand whose name_ is not resolved yet */
};

/* Kinds of tokens.  */
typedef enum tok
{
  T_EOF = 0,
  /* A single character is its own token.  */
  T_IDENT = 256,
  T_DIR, /* .name, without the dot  */
  T_INT,
  T_F32,
  T_F64,
  T_STRING /* without the quotes  */
} tok;

/* An operand's name that is not resolved yet.  */
typedef struct pending
{
  ptx_opnd *opnd;
  ptx_pos pos;
  bool branch; /* must be a label  */
} pending;

/* The meaning of a name that a declaration has hidden.  */
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
  uint32_t hidden, pending; /* index of its first entry in r->hidden, r->pending */
} scope;

/* The state of the reader: position, current token, names in scope, unresolved uses.  */
typedef struct rd
{
  ptx_module *m;
  const char *p, *end, *line_start;
  uint32_t line;
  bool stop; /* too many errors  */

  /* The current token.  */
  int tok;
  const char *before, *s; /* before: start of the space and comments before it */
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
  ptx_opnd *opnds; /* stack of the operands being read */
  uint32_t nopnds, opnds_cap;
  uint32_t braces;    /* number of operands' braces that are not closed yet */
  bool sums;	      /* f has sums of registers, for sums.c */
  ptx_name *blamed;   /* the name in the last error about a name … */
  ptx_pos blamed_pos; /* … and the position of that error */
  ptx_pos stmt_pos;
  bool branch; /* the instruction is a branch  */
  struct
  {
    ptx_sym *sym;
    ptx_pos pos;
  } * undef;
  uint32_t nundef, undef_cap;
  bool have_version, have_target;
  bool block; /* the last raw text ended with its own '}' */
  bool more;  /* called by ptx_read_more */
} rd;

/* Classes of characters: ptx_rd_class[c] is the set of c's classes.  */
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

/* Report text at pos.  After MAX_ERRORS say so and skip to the end of the text (r->stop).  */
void ptx_rd_error (rd *r, ptx_pos pos, const char *text);

/* Report BEFORE 'NAME' AFTER, where the name is s[0 ... n-1], shortened if it is long.  Return
   false, so that a caller can return it.  */
bool ptx_rd_error_name (rd *r, ptx_pos pos, const char *before, const char *s, size_t n,
			const char *after);

/* Report that the current token is not `wanted'.  Return false.  */
bool ptx_rd_unexpected (rd *r, const char *wanted);

/* Return the end of the space and comments that start at p.  Count the lines.  */
const char *ptx_rd_skip_space (rd *r, const char *p);

/* Return the value of a character of class C_HEX.  */
unsigned ptx_rd_digit (char c);

/* Advance to the next token.  */
void ptx_rd_next (rd *r);

/* If the current token is tok, advance; else report that wanted is missing.  */
bool ptx_rd_expect (rd *r, int tok, const char *wanted);

/* If the current token is tok, advance and return true.  */
bool ptx_rd_accept (rd *r, int tok);

/* Return true if the current token is the directive or modifier .s; the identifier s.  */
bool ptx_rd_is_dir (rd *r, const char *s);
bool ptx_rd_is_ident (rd *r, const char *s);

/* Return the current token as a name of the module.  */
ptx_name *ptx_rd_name (rd *r);

/* Copy text to the arena, NUL-terminated.  Every NUL in the text becomes '?'.  */
const char *ptx_rd_copy (rd *r, const char *s, size_t n);

/* Return the text from the current token up to a character of `until' outside strings, comments
   and brackets, which becomes the current token.  An unmatched '}' also ends it.  If until has
   '{' in it, so does the '}' that closes a '{', which then belongs to the text.  */
const char *ptx_rd_raw (rd *r, const char *until);

/* ---- ptx/read/expr.c ---- */

/* Read a constant expression without binary operators.  depth is its nesting.  */
bool ptx_rd_primary (rd *r, value *v, unsigned depth);

/* Return the precedence of the binary operator at the current token, 0 if there is none.  Set
   two if it has two characters.  */
unsigned ptx_rd_operator (rd *r, bool *two);

/* *a = *a OP b.  op is the first character, | 256 if two is set, | 512 for a shift; pos is for
   errors.  Return false for a division by zero.  */
bool ptx_rd_binary (rd *r, int op, bool two, value *a, value b, ptx_pos pos);

/* Read a constant expression whose binary operators have a precedence above min; 0: all, and
   ?:.  */
bool ptx_rd_expr (rd *r, value *v, unsigned min, unsigned depth);

/* Read a constant that must be at most max.  */
bool ptx_rd_count (rd *r, uint64_t max, uint64_t *n);

/* Read a constant of 32 bits.  */
bool ptx_rd_count32 (rd *r, uint32_t *n);

/* ---- ptx/read/name.c ---- */

/* Save the meaning of n of kind which (H_...) until the innermost scope is closed.  */
void ptx_rd_hide (rd *r, ptx_name *n, int which);

/* Bind n to what in the innermost scope: as a name (which H_BIND) or as the prefix of a range
   of registers (H_RANGE).  kind is PTX_B_...  Report a second declaration at pos.  */
bool ptx_rd_bind (rd *r, ptx_name *n, int which, int kind, void *what, ptx_pos pos);

/* Open a scope of r->f; *index is its number in f->scopes.  Report more than MAX_SCOPES.  */
bool ptx_rd_open_scope (rd *r, uint32_t *index);

/* Resolve the labels that are used in the innermost scope, pass what is unresolved to the scope
   around it, and remove its declarations.  */
void ptx_rd_close_scope (rd *r);

/* At the end of a function or initialiser: resolve the remaining names as symbols of the
   module.  */
void ptx_rd_resolve_globals (rd *r);

/* Return the register that a name denotes here, or -1.  */
int64_t ptx_rd_find_register (rd *r, ptx_name *n);

/* ---- ptx/read/operand.c ---- */

/* Push a new operand, zeroed.  */
ptx_opnd *ptx_rd_push (rd *r);

/* Move the operands from base on to the arena, and update the entries of r->pending.  */
ptx_opnd *ptx_rd_take (rd *r, uint32_t base);

/* Make one operand of the elements of a bracket, which are on the stack from base on.  */
void ptx_rd_group (rd *r, uint32_t base, int kind);

/* Read the operands from the bracket that is the current token to its closing token (close), as
   one operand of that kind.  */
bool ptx_rd_operand_list (rd *r, int close, int kind, unsigned depth);

/* Read + constant …, with MINUS also - constant, if they follow; *OFF is their sum.  */
bool ptx_rd_offsets (rd *r, bool minus, uint64_t *off);

/* Read a name, and the part or offset that may follow it.  */
bool ptx_rd_named (rd *r, bool address);

/* Read one operand onto the stack.  depth counts the brackets around it.  */
bool ptx_rd_operand (rd *r, unsigned depth);

/* ---- ptx/read/decl.c ---- */

/* Read the balanced text of .attribute (…), from its '('.  */
bool ptx_rd_attribute (rd *r, const char **text, bool *managed);

/* Read what precedes the name of a variable, including its space.  */
bool ptx_rd_var_head (rd *r, ptx_var *v);

/* Read the rest of a variable after its name.  */
bool ptx_rd_var_tail (rd *r, ptx_var *v);

/* Read the variables of one declaration, up to its `;', with LINKAGE.  TAKE reads each V from
   its name on and appends it where it belongs; V has what precedes the names, and its position.  */
bool ptx_rd_variables (rd *r, int linkage, bool (*take) (rd *r, ptx_var *v));

/* Read parameters in parentheses, and bind them in the current scope if bind_them.  */
bool ptx_rd_parameters (rd *r, ptx_var ***vars, uint32_t *n, bool bind_them);

/* ---- ptx/read/stmt.c ---- */

/* Read a number of 32 bits, not an expression.  */
bool ptx_rd_integer (rd *r, uint32_t *n);

/* Read strings separated by commas, unchanged, and the ';'.  */
const char *ptx_rd_pragma (rd *r);

/* Return the linkage (PTX_L_...) that the current token names; PTX_L_NONE if it names none.  */
int ptx_rd_linkage (rd *r);

/* Read a directive that px does not interpret, up to its ';' or the end of its block.  */
const char *ptx_rd_unknown (rd *r);

/* Read a body from after its '{' to its '}'.  */
void ptx_rd_body (rd *r);

/* ---- ptx/read/module.c ---- */

/* Read .file index "name" [, time, size]; clang writes "directory" "name".  */
bool ptx_rd_file_item (rd *r);

#endif
