/* SPDX-License-Identifier: MIT */
/* An executable model of px: programs, their checker and their interpreter.

   The calculus is Bundl (Prism, appendix A.2 and A.3) with px's rules where
   they differ: variables and results follow D1, stores D4, splits C2,
   claims D6, asyncs D5 and D7.  A program is one kernel and the device
   functions that it calls; everything is an int or a pointer to int.

   All memory of a program is in its arena; nothing else is allocated.  */

#ifndef BUNDL_H
#define BUNDL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Perspectives.  n = 0 stands for "more than any n": constants live at
   grid[0], which is broader than everything.  */

enum level { THREAD, BLOCK, GRID, LEVELS };
extern const char *const level_name[LEVELS];

struct persp { unsigned char level; unsigned short n; };

#define P(L, N) ((struct persp) { (L), (N) })
#define TOP P (GRID, 0)

bool persp_eq (struct persp, struct persp);
/* Is the first at least as broad as the second (manual: Perspectives)?  */
bool persp_ge (struct persp, struct persp);
/* The narrowest of two (D1).  */
struct persp persp_meet (struct persp, struct persp);

/* Conditions of the checker, and the rules that they belong to.  */

enum cond
{
#define COND(ID, RULE, SEEN, WHAT) ID,
#include "conds.def"
  NCOND
};

enum seen { OBSERVED, ENFORCED, NEVER };
extern const struct cond_info
{
  const char *id, *rule, *what;
  enum seen seen;
} cond_info[NCOND];

/* Programs.  */

enum
{
  MAXVAR = 96,      /* variables of a function, parameters first */
  MAXPARAM = 6,
  MAXCASE = 4,
  MAXFN = 6,
  MAXTHREADS = 32,  /* of a launch */
  MAXBLOCKTHREADS = 16,   /* of a generated one */
  MAXBLOCKS = 4
};

enum expr_kind
{
  E_CONST,    /* k */
  E_VAR,      /* scalar v */
  E_ID,       /* px_id (p) */
  E_BIN,      /* a op b; k names the operator */
  E_COND,     /* a ? b : c */
  E_LOAD,     /* v[a], v a pointer or a local array; a modulo its length */
  E_OP        /* call of the const function: an operator on a, b (F6) */
};

enum binop { ADD, SUB, MUL, AND, XOR, LT, EQ, BINOPS };

struct expr
{
  unsigned char kind;
  short v;
  int k;
  struct persp p;
  struct expr *a, *b, *c;
  struct persp static_p;  /* set by check () */
};

enum var_kind { SCALAR, LARRAY, POINTER };

struct var
{
  unsigned char kind;
  bool is_const;      /* pointer to const */
  bool declared;      /* has a __perspective of its own: p */
  struct persp p;
  int len;            /* elements of an array or behind a pointer */
  bool initialised;   /* not declared, and has an initialiser of perspective */
  struct persp initial; /* INITIAL; both set by check () */
};

enum stmt_kind
{
  S_DECL,       /* int v __perspective = e */
  S_ASSIGN,     /* v = e */
  S_LDECL,      /* int v[len] __perspective = { 0 } */
  S_PDECL,      /* int *v = src + off */
  S_PASSIGN,    /* v = src + off */
  S_STORE,      /* v[i] = e, v a pointer or a local array */
  S_IF,         /* if (e) body[0] else body[1] */
  S_LOOP,       /* for (v = 0; v < (e & 3); v++) body[0] */
  S_BREAK,
  S_CONTINUE,
  S_RETURN,     /* return [e] */
  S_GROUP,      /* __group (p) body[0] */
  S_SPLIT,      /* __split (p.level) __case (size[k]) body[k] */
  S_PARTITION,  /* __partition (p, int *v = src + px_id (p) * len [+ off & 0]) */
  S_CLAIM,      /* __claim (p, int *v = src) */
  S_ASYNC,      /* __async (int *v = src) */
  S_SHARED,     /* __shared int v[len] */
  S_CALL,       /* [v =] fn (args) */
  S_COLL,       /* v = collective at p of e, with i uniform */
  S_COPY        /* asynchronous copy v[0] = src[0] */
};

struct arg
{
  short v;            /* pointer or array variable, or -1: scalar e */
  struct expr *e;     /* scalar, or offset of a pointer, or null */
};

/* Callees that are no functions of the program.  */
enum { FN_HOST = -2, FN_KERNEL = -3 };

struct stmt
{
  unsigned char kind, ncase;
  bool decl;                /* S_CALL, S_COLL: declares v */
  int id, line;             /* line: set by print () */
  short v, src, fn;         /* -1: none */
  struct persp p;
  struct expr *e, *i;       /* i: index, or offset of src */
  struct stmt *body[MAXCASE];
  unsigned char size[MAXCASE];
  int case_line[MAXCASE];
  struct arg arg[MAXPARAM];
  unsigned char nargs;
  struct stmt *next;
  struct persp static_p;    /* code perspective, set by check () */
};

struct func
{
  bool kernel, is_const, has_result;
  bool result_declared;
  struct persp result;
  unsigned short bound[LEVELS];   /* __requires; 0: absent */
  bool exact;                     /* threads (T) instead of thread (t) */
  int smem;
  int nparam, nvar;
  struct var var[MAXVAR];
  struct stmt *body;
};

struct arena { char *base; size_t used, size; };

struct program
{
  struct arena arena;
  uint64_t seed;
  int nfn;                  /* callees first, the kernel last */
  struct func *fn[MAXFN];
  int nstmt;
  int T, G;                 /* a launch that the kernel's signature allows */
};

/* ast.c */
void program_init (struct program *, size_t size);
void program_free (struct program *);
void program_reset (struct program *);
struct func *new_func (struct program *);
struct stmt *new_stmt (struct program *, enum stmt_kind);
struct expr *new_expr (struct program *, enum expr_kind);
int new_var (struct func *, enum var_kind);
/* to = a deep copy of from; to is reset first.  */
void program_copy (struct program *to, const struct program *from);
/* The perspective that a function starts with: the broadest of its bound.  */
struct persp bound_persp (const unsigned short bound[LEVELS]);

/* check.c */
struct diag { enum cond cond; short fn; int stmt; int sub; };
enum { MAXDIAG = 16 };
struct verdict
{
  int n;                     /* diagnostics; 0: the program is accepted */
  bool malformed;            /* a name out of scope: not a program at all */
  struct diag d[MAXDIAG];
};
typedef unsigned char cond_set[NCOND];
/* Checks the program without the conditions in OFF (null: with all).  */
void check (struct program *, const cond_set off, struct verdict *);

/* run.c */
enum schedule { ORDERED, REVERSED, ROUND_ROBIN, RANDOM, SCHEDULES };
enum stuck
{
  STUCK_NOT,
#define STUCK(ID, SEEN, WHAT) ID,
#include "stuck.def"
  NSTUCK
};
extern const struct stuck_info { const char *id, *what; enum seen seen; } stuck_info[NSTUCK];
struct outcome
{
  enum stuck stuck;
  int stmt;              /* where, -1: at the end */
  int thread;
  long steps;
  bool limit;            /* ran out of steps: no verdict */
};
/* Runs the program.  ENFORCE: perspective tags are compared, too; without
   it only what a machine could observe stops the run.  */
void run (const struct program *, enum schedule, uint64_t seed, bool enforce,
          struct outcome *);
/* All schedules that differ in the order of accesses and meetings, at most
   LIMIT; the number tried, and the first outcome that is stuck.  */
int run_all (const struct program *, int limit, bool enforce, struct outcome *);

/* print.c */
/* Prints the program as px C from line LINE on; sets the lines of its
   statements and returns the next line.  PREFIX goes before every function's
   name.  With VERDICT the diagnosed lines carry a comment.  */
int print (FILE *, struct program *, const char *prefix, int line,
           const struct verdict *verdict);
/* What printed programs need before them; returns the next line.  */
int print_preamble (FILE *, int line);

/* gen.c */
struct rng { uint64_t s; };
uint64_t rng_next (struct rng *);
unsigned rng_below (struct rng *, unsigned n);
/* A random program; with PLANT < NCOND one that violates just this
   condition: then the statement is in *planted, or -1 if none fitted.  */
void generate (struct program *, uint64_t seed, enum cond plant, int *planted);

/* mutate.c */
/* Changes a program in COUNT random places; it may stay well typed.  */
void mutate (struct program *, struct rng *, int count);

/* shrink.c */
typedef bool predicate (struct program *, void *);
/* Makes the program as small as it gets while KEEP holds.  */
void shrink (struct program *, predicate *keep, void *);

/* figures.c */
/* Tests the figures of the papers, or prints those that are wanted to EMIT;
   the number that fail.  */
int figures (FILE *emit);

/* main.c */
/* Is a program with this verdict to be printed?  */
bool wanted (const struct program *, const struct verdict *);

#endif
