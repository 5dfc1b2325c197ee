/* SPDX-License-Identifier: MIT */
/* libptx: PTX text in memory.  Reader, IR, checker, printer and passes from
   PTX to PTX.  C11, no dependency but libc.

   A module owns everything that is reached from it in one arena; ptx_free frees it all.  Passes replace
   and add, they never free.  Pointers into a module stay valid until ptx_free.  Names are interned in
   their module: equal names of one module are equal pointers.

   Section numbers are those of the PTX ISA 9.1 document.  */
#ifndef PTX_H
#define PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C"
{
#endif

  /* ---- Tables: modifiers.def, sregs.def, opcodes.def ---- */

  /* The class of a modifier.  An instruction has at most one modifier of most classes.  One
     spelling is one modifier, whatever instruction has it.  */
  typedef enum ptx_class
  {
    PTX_C_NONE,
    PTX_C_TYPE,	    /* .u32 .f16x2 .pred …  */
    PTX_C_SPACE,    /* .global .shared::cta …  */
    PTX_C_VEC,	    /* .v2 .v4 .v8  */
    PTX_C_ROUND,    /* .rn .rz .rni .rna .rs …  */
    PTX_C_CMP,	    /* .eq .ltu .num …; .lo and .hi are PTX_C_HALF  */
    PTX_C_HALF,	    /* .lo .hi .wide  */
    PTX_C_OPER,	    /* .add .min .and .exch .popc … of atom, red, setp, redux  */
    PTX_C_SEM,	    /* .weak .relaxed .acquire .release .acq_rel .sc .volatile .mmio  */
    PTX_C_SCOPE,    /* .cta .cluster .gpu .sys .gl  */
    PTX_C_CACHE,    /* .ca .cg .cs .lu .cv .wb .wt  */
    PTX_C_EVICT,    /* .L1::evict_last .L2::evict_first …  */
    PTX_C_PREFETCH, /* .L2::64B .L2::128B .L2::256B  */
    PTX_C_HINT,	    /* .L2::cache_hint  */
    PTX_C_LEVEL,    /* .L1 .L2  */
    PTX_C_SHAPE,    /* .m16n8k16 .m8n8 …  */
    PTX_C_LAYOUT,   /* .row .col  */
    PTX_C_COUNT,    /* .x1 .x2 .x4  */
    PTX_C_DIM,	    /* .1d … .5d  */
    PTX_C_MODE,	    /* .up .bfly .ballot .wrap .tile …: a choice that the instruction offers */
    PTX_C_PROXY,    /* .async .alias .tensormap::generic …  */
    PTX_C_COMPLETE, /* .mbarrier::complete_tx::bytes .bulk_group …  */
    PTX_C_FIELD,    /* fields of tensormap.replace  */
    PTX_C_SELECT,   /* of operands: .x … .w, .r … .a, .b0 … .h1 …  */
    PTX_C_FLAG	    /* .ftz .sat .sync .aligned .approx .full .cc .uni .nc …  */
  } ptx_class;

  /* A modifier.  Types come first, so a type is a modifier too.  Ids from
   PTX_TEXT_MOD up are spellings that modifiers.def lacks: ptx_mod_name.  */
  typedef uint16_t ptx_mod;
  enum
  {
    PTX_NOMOD = 0,
#define PTX_TYPE(id, name, kind, bits, isa, sm) PTX_##id,
#define PTX_MOD(id, name, cls, isa, sm)
#include "modifiers.def"
#undef PTX_TYPE
#undef PTX_MOD
    PTX_LAST_TYPE,
  /* PTX_M_GLOBAL, PTX_M_FTZ …  */
#define PTX_TYPE(id, name, kind, bits, isa, sm)
#define PTX_MOD(id, name, cls, isa, sm) PTX_M_##id,
#include "modifiers.def"
#undef PTX_TYPE
#undef PTX_MOD
    PTX_NMODS,
    PTX_TEXT_MOD = 0x8000
  };

  /* What the bits of a type mean (5.2).  */
  typedef enum ptx_kind
  {
    PTX_K_NONE,
    PTX_K_BITS, /* .b1 .b8 … .b128  */
    PTX_K_UINT,
    PTX_K_SINT,
    PTX_K_FLOAT,  /* .f16 .f32 .f64: types of registers  */
    PTX_K_PACKED, /* .f16x2 .u16x2 …, and .bf16 .tf32 .e4m3 …:
			   live in registers of type .bN  */
    PTX_K_PRED,
    PTX_K_OPAQUE /* .texref .samplerref .surfref  */
  } ptx_kind;

  /* A row of modifiers.def.  isa is major * 10 + minor, sm as in sm_90; 0 for no requirement of
     its own.  kind and bits only for types (bits: one element).  */
  typedef struct ptx_modinfo
  {
    const char *name;  /* without the dot  */
    uint8_t cls, kind; /* ptx_class, ptx_kind  */
    uint16_t bits;
    uint16_t isa, sm;
    uint16_t m, n, k; /* of a shape of matrices; K may be 0: it has none */
  } ptx_modinfo;
  extern const ptx_modinfo ptx_mods[PTX_NMODS];

  /* Special registers (chapter 10).  Components are rows of their own.  */
  typedef enum ptx_sreg
  {
#define PTX_SREG(id, name, type, vec, isa, sm) PTX_SR_##id,
#include "sregs.def"
#undef PTX_SREG
    PTX_NSREGS
  } ptx_sreg;
  typedef struct ptx_sreginfo
  {
    const char *name; /* with the %  */
    ptx_mod type;
    uint8_t vec; /* 4 for all of %tid and similar, else 1 */
    uint16_t isa, sm;
  } ptx_sreginfo;
  extern const ptx_sreginfo ptx_sregs[PTX_NSREGS];

  /* Operations: the longest prefix of the dotted name that opcodes.def has.  */
  typedef enum ptx_op
  {
    PTX_OP_UNKNOWN, /* insn->text is the name up to its first dot  */
#define PTX_OP(id, name, flags) PTX_OP_##id,
#define PTX_FORM(id, mods, operands, isa, sm)
#include "opcodes.def"
#undef PTX_OP
#undef PTX_FORM
    PTX_NOPS
  } ptx_op;

  /* Flags of an operation.  */
  enum
  {
    PTX_CONVERGENT = 1,	  /* threads execute it collectively: never duplicate, sink or hoist it */
    PTX_READS = 2,	  /* reads memory  */
    PTX_WRITES = 4,	  /* writes memory  */
    PTX_CONTROL = 8,	  /* may not fall through, or is a call */
    PTX_ASYNC = 16,	  /* completes later than it is issued  */
    PTX_ORDERS = 32,	  /* orders memory, waits or signals  */
    PTX_BARRIER = 64,	  /* block or cluster barrier  */
    PTX_TENSORCORE = 128, /* warp or warpgroup matrix operation  */
    PTX_SYSTEM = 256,	  /* changes or reads machine state: traps, clocks, setmaxnreg  */
    PTX_MBARRIER
    = 512 /* accesses an mbarrier as such; copies that complete at one do not have it  */
  };

  typedef struct ptx_opinfo
  {
    const char *name;
    uint32_t flags;
    uint16_t first_form, nforms;
  } ptx_opinfo;
  extern const ptx_opinfo *ptx_opinfos (void); /* [PTX_NOPS]  */

  /* ---- IR ---- */

  typedef struct ptx_module ptx_module;
  typedef struct ptx_func ptx_func;
  typedef struct ptx_var ptx_var;
  typedef struct ptx_sym ptx_sym;
  typedef struct ptx_stmt ptx_stmt;
  typedef struct ptx_insn ptx_insn;
  typedef struct ptx_opnd ptx_opnd;
  typedef struct ptx_arena ptx_arena;

  /* A position in the text: line and column, both from 1; 0 for what a pass made.  */
  typedef struct ptx_pos
  {
    uint32_t line, col;
  } ptx_pos;

  /* A name that may be defined.  A name of the module has one object.  So has each declaration
     inside a function; such symbols are in no table of the module, and their func is set.  */
  typedef enum ptx_symkind
  {
    PTX_S_UNDEF,
    PTX_S_VAR,
    PTX_S_FUNC
  } ptx_symkind;
  struct ptx_sym
  {
    const char *name;
    uint8_t kind;   /* ptx_symkind; UNDEF: used, never declared  */
    bool local;	    /* declared inside a function (or its parameter)  */
    uint32_t index; /* in module->syms, or in func->vars if local  */
    ptx_var *var;   /* its definition if there is one, else a declaration */
    ptx_func *func; /* likewise; for local symbols the function that contains them */
  };

  typedef enum ptx_linkage
  {
    PTX_L_NONE,
    PTX_L_EXTERN,
    PTX_L_VISIBLE,
    PTX_L_WEAK,
    PTX_L_COMMON
  } ptx_linkage;

  /* Operands, and elements of initialisers.  24 bytes, copied freely.  */
  typedef enum ptx_opkind
  {
    PTX_O_NONE,
    PTX_O_REG,	  /* reg: index in func->regs; sel: component  */
    PTX_O_IMM,	  /* i: 64 bits, sign as written (PTX_OF_UNSIGNED: a U constant
			   or one past INT64_MAX)  */
    PTX_O_F32,	  /* 0fXXXXXXXX; u: its 32 bits  */
    PTX_O_F64,	  /* 0dXXXXXXXXXXXXXXXX and decimal constants; u: its 64 bits  */
    PTX_O_SREG,	  /* reg: ptx_sreg  */
    PTX_O_SYM,	  /* sym + off: address of a variable, or a function  */
    PTX_O_LABEL,  /* reg: index in func->labels  */
    PTX_O_ADDR,	  /* [base+off]; base is PTX_O_REG, PTX_O_SYM, or PTX_O_IMM (off alone) and says
		     which of reg and sym is used */
    PTX_O_TUPLE,  /* [a, b, …]: sub[0] is the address without its brackets
			   (kind ADDR), then coordinates {…} and so on  */
    PTX_O_VEC,	  /* {a, b, …}: sub[0 … n-1]; nested in initialisers  */
    PTX_O_PAIR,	  /* p|q: sub[0], sub[1]  */
    PTX_O_LIST,	  /* (a, b, …) of a call  */
    PTX_O_SINK,	  /* _  */
    PTX_O_STRING, /* "…" in initialisers: text without quotes, escapes as
			   written, NUL-terminated  */
    PTX_O_TEXT	  /* text: an initialiser of a texture, not interpreted */
  } ptx_opkind;

  enum
  {
    PTX_OF_NOT = 1,	 /* !p  */
    PTX_OF_UNSIGNED = 2, /* of PTX_O_IMM  */
    PTX_OF_GENERIC = 4,	 /* generic(sym), in initialisers */
    PTX_OF_NEG = 8	 /* -%r of scalar video instructions  */
  };

  struct ptx_opnd
  {
    uint8_t kind; /* ptx_opkind  */
    uint8_t base; /* for ADDR: PTX_O_REG, PTX_O_SYM or PTX_O_IMM */
    uint8_t flags;
    uint8_t mask; /* for SYM in initialisers: 1 + k for byte k of the address, as in
		     0xFF00(sym), k = 1; else 0 */
    uint16_t sel; /* component or part: ptx_mod of PTX_C_SELECT, or 0  */
    uint16_t pad_;
    union
    {
      uint32_t reg;
      uint32_t n; /* elements of TUPLE, VEC, PAIR, LIST  */
      ptx_sym *sym;
      void *name_; /* private to the reader  */
    };
    union
    {
      int64_t i;
      uint64_t u;
      int64_t off;
      ptx_opnd *sub;
      const char *text;
    };
  };

  /* An instruction.  */
  struct ptx_insn
  {
    uint16_t op; /* ptx_op  */
    uint8_t nmods, nopnds;
    uint16_t form;	 /* 1 + row of opcodes.def's forms that ptx_match found; 0: not matched
			    yet */
    bool guard_not;	 /* @!p  */
    int32_t guard;	 /* register, or -1  */
    const ptx_mod *mods; /* in the order written  */
    ptx_opnd *opnds;	 /* in the order written  */
    const char *text;	 /* of PTX_OP_UNKNOWN  */
  };

  /* A register.  Only registers that some statement names have an entry, so .reg .b32
     %r<100000> costs nothing.  A register of a nested scope has an index of its own.  */
  typedef struct ptx_reg
  {
    const char *name; /* with its number if it belongs to a range */
    ptx_mod type;
    uint8_t vec; /* 1, or 2, 4 for .reg .v4 .f32 v  */
    bool param;	 /* a .reg parameter or result of a function  */
    struct ptx_regdecl *decl;
  } ptx_reg;

  /* .reg type name; or .reg type name<count>;  */
  typedef struct ptx_regdecl
  {
    const char *name;
    uint32_t count; /* 0: no range  */
    ptx_mod type;
    uint8_t vec;
    int32_t reg;      /* without a range: the register, -1 while nothing uses it */
    uint32_t id;      /* in func  */
    const char *made; /* the hint of ptx_new_reg; 0 if the declaration was read */
    ptx_pos pos;
  } ptx_regdecl;

  typedef struct ptx_label
  {
    const char *name;
    ptx_stmt *stmt; /* its PTX_ST_LABEL; 0 if it is used and never defined (an error of
		       ptx_read) */
    uint32_t scope; /* index in func->scopes  */
  } ptx_label;

  /* Scope 0 is the body.  */
  typedef struct ptx_scope
  {
    uint32_t parent;
  } ptx_scope;

  /* A variable: of the module, of a function, or a parameter.  */
  struct ptx_var
  {
    ptx_sym *sym;
    ptx_mod space; /* PTX_M_GLOBAL, _SHARED, _LOCAL, _CONST, _PARAM, _REG, _TEX  */
    ptx_mod type;
    uint8_t vec;     /* 1, 2, 4, 8  */
    uint8_t linkage; /* ptx_linkage  */
    bool managed;    /* .attribute(.managed)  */
    bool has_init;
    bool ptr;		/* parameter attribute .ptr  */
    ptx_mod ptr_space;	/* its space; 0: generic */
    uint32_t ptr_align; /* its alignment; 0: not given */
    uint32_t align;	/* as written, 0: not given; see ptx_var_align  */
    uint32_t bank;	/* of .const[bank]  */
    uint32_t ndims;
    uint64_t *dims;	   /* 0 for []: as large as its initialiser, or unknown  */
    const char *attribute; /* text of an .attribute that px does not interpret, or 0 */
    ptx_opnd init;	   /* IMM, F32, F64, SYM, STRING, or VEC of these  */
    int32_t reg;	   /* of .reg parameters, else -1  */
    ptx_pos pos;
  };

  /* The statements of a body: one flat, doubly linked list.  A nested block consists of the
     statements between its OPEN and its CLOSE.  */
  typedef enum ptx_stkind
  {
    PTX_ST_INSN,	  /* insn  */
    PTX_ST_LABEL,	  /* label: index in func->labels  */
    PTX_ST_OPEN,	  /* scope: index in func->scopes  */
    PTX_ST_CLOSE,	  /* scope  */
    PTX_ST_REG,		  /* reg  */
    PTX_ST_VAR,		  /* var  */
    PTX_ST_LOC,		  /* loc  */
    PTX_ST_BRANCHTARGETS, /* list of LABEL operands; preceded by its own label */
    PTX_ST_CALLTARGETS,	  /* list of SYM operands  */
    PTX_ST_CALLPROTO,	  /* proto  */
    PTX_ST_PRAGMA,	  /* text: the strings with their quotes  */
    PTX_ST_TEXT		  /* text: a directive that px does not interpret, with its ; if it had
			     one, or a comment that begins with //px.  */
  } ptx_stkind;

  typedef struct ptx_loc
  {
    uint32_t file, line, col;
    bool inlined;	       /* function_name and inlined_at are set */
    const char *function_name; /* label, 0 if none; + function_off  */
    int64_t function_off;
    uint32_t at_file, at_line, at_col;
  } ptx_loc;

  /* A .callprototype, or the parameters of a function.  */
  typedef struct ptx_proto
  {
    ptx_var **rets, **params;
    uint32_t nrets, nparams;
    bool noreturn;
    const char *text; /* other directives of a .callprototype, or 0  */
  } ptx_proto;

  struct ptx_stmt
  {
    ptx_stmt *next, *prev;
    uint8_t kind; /* ptx_stkind  */
    ptx_pos pos;
    union
    {
      ptx_insn insn;
      uint32_t label;
      uint32_t scope;
      ptx_regdecl *reg;
      ptx_var *var;
      ptx_loc *loc;
      ptx_opnd list; /* kind VEC  */
      ptx_proto *proto;
      const char *text;
    };
  };

  /* Performance and cluster directives of a function (11.4, 11.7).  */
  typedef enum ptx_dirkind
  {
    PTX_D_MAXNTID, /* n values  */
    PTX_D_REQNTID,
    PTX_D_MINNCTAPERSM,
    PTX_D_MAXNCTAPERSM,
    PTX_D_MAXNREG,
    PTX_D_REQNCTAPERCLUSTER,
    PTX_D_EXPLICITCLUSTER,
    PTX_D_MAXCLUSTERRANK,
    PTX_D_BLOCKSARECLUSTERS,
    PTX_D_NORETURN,
    PTX_D_PRAGMA, /* text  */
    PTX_D_TEXT	  /* any other directive, as written */
  } ptx_dirkind;
  typedef struct ptx_dir
  {
    uint8_t kind;
    uint8_t n;
    uint32_t value[3]; /* 1 where the text has fewer */
    const char *text;
  } ptx_dir;

  /* A function or entry: a definition (defined) or a declaration.  */
  struct ptx_func
  {
    ptx_module *module;
    ptx_sym *sym;
    bool entry;
    bool defined; /* has a body  */
    uint8_t linkage;
    const char *attribute; /* text of .attribute(…), or 0  */
    ptx_proto sig;
    ptx_dir *dirs;
    uint32_t ndirs;

    ptx_stmt *first, *last; /* the body  */
    ptx_reg *regs;
    uint32_t nregs, regs_cap;
    ptx_label *labels;
    uint32_t nlabels, labels_cap;
    ptx_scope *scopes;
    uint32_t nscopes, scopes_cap;
    ptx_var **vars; /* parameters, results, then .local, .shared, .param … of
				   the body, in order  */
    uint32_t nvars, vars_cap;
    uint32_t ndecls; /* register declarations  */
    ptx_pos pos, end;
  };

  /* The items of a module, in order.  */
  typedef enum ptx_itemkind
  {
    PTX_I_VAR,	  /* var  */
    PTX_I_FUNC,	  /* func  */
    PTX_I_FILE,	  /* file  */
    PTX_I_ALIAS,  /* alias  */
    PTX_I_PRAGMA, /* text: the strings with their quotes  */
    PTX_I_TEXT	  /* text: .section {…} and other directives that px does not interpret */
  } ptx_itemkind;

  typedef struct ptx_item ptx_item;
  struct ptx_item
  {
    ptx_item *next, *prev;
    uint8_t kind;
    ptx_pos pos;
    union
    {
      ptx_var *var;
      ptx_func *func;
      struct
      {
	uint32_t index;
	const char *name;
	bool stamped;
	uint64_t time, size;
      } file;
      struct
      {
	ptx_sym *alias, *aliasee;
      } alias;
      const char *text;
    };
  };

  /* .target: sm_90a → sm 90, feature 'a'; 'f' for families; 0.  */
  typedef struct ptx_target
  {
    uint16_t sm;
    char feature;
    bool debug;	       /* debug  */
    const char *other; /* texmode_independent and so on, ", " between them; or 0  */
  } ptx_target;

  /* One diagnostic.  file is the name given to ptx_read; line 0: the module.  */
  typedef enum ptx_level
  {
    PTX_ERROR,
    PTX_WARNING,
    PTX_NOTE
  } ptx_level;
  typedef struct ptx_diag
  {
    ptx_level level;
    const char *file;
    uint32_t line, col;
    const char *text; /* one line, without end of line; valid only during the call */
  } ptx_diag;
  typedef void ptx_report (void *closure, const ptx_diag *);

  struct ptx_module
  {
    ptx_arena *arena;
    const char *name; /* of the file  */
    ptx_report *report;
    void *closure;
    unsigned nerrors; /* number of errors reported so far */

    uint16_t version; /* major * 10 + minor  */
    ptx_target target;
    uint8_t address_size; /* 32 or 64; 0: not given  */
    ptx_item *first, *last;
    ptx_sym **syms;
    uint32_t nsyms, syms_cap;
    const char **text_mods; /* spellings of the modifiers from PTX_TEXT_MOD up */
    uint32_t ntext_mods, text_mods_cap;
    struct ptx_names *names; /* interned names; private  */
  };

  /* ---- read/module.c ---- */

  /* Read n bytes of PTX (a final NUL is not needed).  name is used in messages.  report, if not
     0, is called for each error; reading continues after an error where it can, and stops after
     20.  Return the module, or 0 if there was an error.  */
  ptx_module *ptx_read (const char *text, size_t n, const char *name, ptx_report *report,
			void *closure);

  /* An empty module.  */
  ptx_module *ptx_new (const char *name, ptx_report *report, void *closure);
  void ptx_free (ptx_module *);

  /* A ptx_report that prints "file:line:col: error: text" to closure, a FILE *.  */
  void ptx_report_stdio (void *closure, const ptx_diag *);

  /* ---- ranges.c ---- */

  /* Registers prefix0 … prefix(count-1) of a type ("b32").  */
  typedef struct ptx_range
  {
    const char *prefix, *type;
    uint32_t count;
  } ptx_range;
  /* Return text for ptx_read in which functions may name registers of ranges without declaring
     them: the same lines, with each range declared at the start of the bodies that name a
     register of it.  The caller frees the result (3).  It is NUL-terminated; *out_n (if out_n)
     is its length.  */
  char *ptx_declare_ranges (const char *text, size_t n, const ptx_range *, unsigned nranges,
			    size_t *out_n);

  /* ---- print.c ---- */

  /* Return the module as text, which ptx_read reads as an equal module.  The string is
     NUL-terminated; the caller frees it (3).  *n (if n) is its length.  */
  char *ptx_print (const ptx_module *, size_t *n);
  /* Return one statement of f as text without end of line.  The caller frees it (3).  */
  char *ptx_print_stmt (const ptx_func *f, const ptx_stmt *);

  /* Compare the structure of two modules without positions: a module equals what ptx_read makes
     of its text.  If they differ return false and, if where, set *where to a description, which
     the caller frees (3).  */
  bool ptx_equal (const ptx_module *, const ptx_module *, char **where);

  /* ---- ir.c: queries ---- */

  /* Return the symbol of that name at module level, or 0.  */
  ptx_sym *ptx_lookup (const ptx_module *, const char *name);
  /* Return the definition of function or entry `name`, or 0.  */
  ptx_func *ptx_find_func (const ptx_module *, const char *name);

  /* Return the spelling of a modifier without its dot, also for ids from PTX_TEXT_MOD up.  */
  const char *ptx_mod_name (const ptx_module *, ptx_mod);
  ptx_class ptx_mod_class (ptx_mod);

  /* Return the first modifier of a class, or PTX_NOMOD.  */
  ptx_mod ptx_get (const ptx_insn *, ptx_class);
  bool ptx_has (const ptx_insn *, ptx_mod);
  /* Return the k-th type (from 0), or PTX_NOMOD: cvt.f32.s16 has .f32, .s16.  */
  ptx_mod ptx_type (const ptx_insn *, unsigned k);
  unsigned ptx_ntypes (const ptx_insn *);
  /* Return the space of the access; PTX_NOMOD is generic.  .shared::cta counts as .shared,
     .param::entry and .param::func as .param.  */
  ptx_mod ptx_space (const ptx_insn *);
  ptx_mod ptx_cmp (const ptx_insn *); /* for setp and set: also .lo, .hi */
  int ptx_component (ptx_mod sel); /* 0 … 3 for .x … .w and .r … .a; -1: SEL selects none */
  /* Return the number of elements, 2 … 8 for .v2 … .v8, else 1.  */
  unsigned ptx_vec (const ptx_insn *);

  /* Return the size of a type in bits, 0 for .pred and opaque types; and its kind.  */
  unsigned ptx_bits (ptx_mod type);
  ptx_kind ptx_type_kind (ptx_mod type);

  /* Return the bytes of a variable (0 if unknown); its alignment, the natural one if none is
     given.  */
  uint64_t ptx_var_size (const ptx_var *);
  uint32_t ptx_var_align (const ptx_var *);

  /* Find the parts of a call: results, callee (SYM or REG), arguments, prototype or table
     (LABEL or SYM).  Each may be 0 except callee.  Return false if insn is not a call.  */
  typedef struct ptx_call
  {
    const ptx_opnd *rets, *callee, *args, *proto;
  } ptx_call;
  bool ptx_call_parts (const ptx_insn *, ptx_call *);

  /* Return the statement .branchtargets, .calltargets or .callprototype that a LABEL operand
     names, else 0.  */
  ptx_stmt *ptx_label_table (const ptx_func *, const ptx_opnd *);

  /* ---- match.c: an instruction's row of opcodes.def ---- */

  /* How an instruction uses an operand.  */
  typedef struct ptx_role
  {
    bool dest, source; /* written, read (address registers are always only read)  */
    bool addr;	       /* memory operand  */
    bool optional;
    uint8_t vec;  /* elements of a {…}; 1: scalar; 0: any  */
    ptx_mod type; /* of a scalar or an element; PTX_NOMOD: any  */
  } ptx_role;

  /* Find the form of insn: the first one of its operation that matches its modifiers and the
     number and kinds of its operands.  Store it in insn->form and return it; 0 if none matches.  */
  unsigned ptx_match (ptx_insn *);
  /* Return true if operation op has a form with the nmods modifiers mods, whatever its operands.
     *sm: the first architecture that has the first such form.  */
  bool ptx_has_form (ptx_op op, const ptx_mod *mods, unsigned nmods, unsigned *sm);
  /* The role of operand k of an insn that was matched, and of all of them.  Without a form the guess is that
     the first operand is written unless it is an address, and that others are read.  */
  ptx_role ptx_operand_role (const ptx_insn *, unsigned k);
  void ptx_operand_roles (const ptx_insn *, ptx_role *roles);

  /* Call fn for each register that insn reads or writes, including the guard, bases of
     addresses and elements.  fn may change *opnd.  */
  typedef void ptx_visit_reg (void *closure, ptx_opnd *opnd, bool written);
  void ptx_visit_regs (ptx_insn *, ptx_visit_reg *fn, void *closure);

  /* ---- check.c ---- */

  /* Check every instruction against opcodes.def: form, operands and their types, the ISA
     version and architecture that it requires.  Return true if nothing was reported.  What has
     no row (unknown operations, textures, targets above sm_90) is not checked.  */
  bool ptx_check (ptx_module *);
  /* The lowest .version and .target that the module's instructions require.  */
  typedef struct ptx_demand
  {
    uint16_t isa, sm;
    char feature;
  } ptx_demand;
  ptx_demand ptx_demands (ptx_module *);
  ptx_demand ptx_func_demands (ptx_func *);

  /* ---- build.c: making IR ---- */

  void *ptx_alloc (ptx_module *, size_t); /* zeroed, from the arena  */
  const char *ptx_intern (ptx_module *, const char *, size_t n);
  /* Make a new register, with its declaration at the start of the body.  hint is the start of
     its name, as in "%px".  */
  uint32_t ptx_new_reg (ptx_func *, ptx_mod type, const char *hint);
  /* Make an instruction statement that is in no list yet.  name is the dotted name; the
     operands are copied.  */
  ptx_stmt *ptx_new_insn (ptx_module *, const char *name, const ptx_opnd *, unsigned n);
  void ptx_insert_before (ptx_func *, ptx_stmt *at, ptx_stmt *); /* at 0: append */
  void ptx_insert_after (ptx_func *, ptx_stmt *at, ptx_stmt *);	 /* at 0: prepend */
  void ptx_remove (ptx_func *, ptx_stmt *);
  void ptx_item_before (ptx_module *, ptx_item *at, ptx_item *); /* at 0: append */
  void ptx_item_remove (ptx_module *, ptx_item *);
  void ptx_replace_mods (ptx_module *, ptx_insn *, const ptx_mod *, unsigned n);
  ptx_opnd ptx_reg_opnd (uint32_t reg);
  ptx_opnd ptx_imm_opnd (int64_t);
  ptx_opnd ptx_sym_opnd (ptx_sym *, int64_t off);

  /* ---- Passes: one per file, which has its name.  Each leaves an IR that prints and reads
     back.  They return false if they reported an error. ---- */

  /* ptx/fix/order.c.  Declare every symbol before its first use: declarations of functions
     first, then variables (each after those that its initialiser names), then functions.
     Declarations of defined symbols are made from the definition.  */
  bool ptx_fix_order (ptx_module *);

  /* ptx/fix/group.c.  Group declarations of registers that follow each other by their types.  */
  bool ptx_group_registers (ptx_func *);

  /* ptx/fix/number.c.  Number registers as GCC names them anew, by type.  */
  bool ptx_number_registers (ptx_func *);

  /* ptx/fix/types.c.  Change registers of types .uN and .sN to .bN: operands of packed and
     typed instructions must have bit types.  */
  bool ptx_fix_types (ptx_module *);

  /* ptx/fix/widths.c.  Narrow 32-bit registers that are operands of 16 bits before the
     instruction, and widen its results after it.  A load or store of two numbers by one
     register of 64 bits becomes one of a single number.  */
  bool ptx_fix_widths (ptx_module *);

  /* ptx/fix/waits.c.  From sm_90 on, loops that do nothing but ask for the end of an mbarrier's
     phase suspend the thread: try_wait for test_wait.  */
  bool ptx_fix_waits (ptx_module *, unsigned sm);

  /* ptx/fix/offsets.c.  Compute an address before a variable as the variable's address plus an
     offset, in 64 bits.  */
  bool ptx_fix_offsets (ptx_module *);

  /* ptx/fix/video.c.  Replace vadd, vsub of 32 bits with a second .add by two plain
     instructions.  */
  bool ptx_fix_video (ptx_module *);

  /* fold.c.  Replace branches on a register whose only definition is constant, and remove what
     is then unreachable.  */
  bool ptx_fold_branches (ptx_module *);

  /* ptx/fix/params.c.  A kernel's parameter that is a struct by value: GCC passes the address
     of a copy in a .u64.  It becomes .align align .b8 [size].  Its address is that of the
     parameter if the kernel only reads through it, else that of a copy in local memory.  Needs
     ISA 7.7 (sm_70).  */
  typedef struct ptx_value_param
  {
    uint32_t index, size, align;
  } ptx_value_param;
  bool ptx_fix_param (ptx_func *kernel, const ptx_value_param *);

  /* spaces.c.  Give generic loads, stores and atomics the space that they provably
     have.  This is sound with loops, selections, calls and pointers
     in memory: what is not proved stays generic.  Addresses are converted where
     a symbol's address is taken; a use that needs a generic address gets a
     cvta of its own.  pointers: which 8 bytes of a kernel's parameters are
     pointers (to global memory); no others are assumed to be.  readonly ones are read with
     ld.global.nc.  */
  typedef struct ptx_pointer_param
  {
    uint32_t index, offset; /* number of the parameter, offset in bytes */
    bool readonly;
  } ptx_pointer_param;
  bool ptx_infer_spaces (ptx_func *, const ptx_pointer_param *, unsigned n);

  /* reach.c.  Call fn for each access of f, an entry, whose address is in a register, with the
     parameters among the first PTX_MAX_ORIGINS of pointers[0 … n-1] from which the address may
     have been computed.  Operations that only order (mbarriers) or prefetch are not accesses.  */
  enum
  {
    PTX_MAX_ORIGINS = 63
  };
#define PTX_ORIGIN_OTHER \
  ((uint64_t) 1 << PTX_MAX_ORIGINS) /* variables, and values that were loaded or returned */
  typedef enum ptx_access_kind
  {
    PTX_ACC_READ,
    PTX_ACC_WRITE,
    PTX_ACC_ATOMIC
  } ptx_access_kind;
  typedef struct ptx_access
  {
    const ptx_stmt *stmt;
    uint32_t reg; /* that has the address */
    ptx_access_kind kind;
    uint64_t
      from; /* a bit for each of pointers, and PTX_ORIGIN_OTHER; 0: not computed from any known
	       address */
  } ptx_access;
  typedef void ptx_visit_access (void *closure, const ptx_access *);
  void ptx_visit_accesses (ptx_func *f, const ptx_pointer_param *pointers, unsigned n,
			   ptx_visit_access *fn, void *closure);

  /* fix/readonly.c.  pointers: parameters of f, an entry; readonly: nothing but f writes that memory while f
     runs, and f only by addresses that it computes from the parameter.  Clear readonly of those
     that f may write by such an address, and of those beside which it reads another one by an
     address computed from both.  All are cleared if f may write without that it shows, by a pointer
     that it loads, by a function, a tensor map, or if it waits for the kernel before it
     (griddepcontrol), which may write them.  */
  void ptx_keep_readonly (ptx_func *f, ptx_pointer_param *pointers, unsigned n);

  /* fix/wide.c.  Replace cvt of a 32-bit index to 64 bits, followed by shl, by mul.wide if the
     product addresses global or generic memory.  Must precede spaces.c.  */
  bool ptx_use_wide (ptx_func *, const ptx_pointer_param *, unsigned n);

  /* fix/chains.c.  Compute addresses of 64 bits by mul.wide and add, one index after another, where
     that takes fewer instructions of a GPU.  Must precede spaces.c.  */
  bool ptx_chain_sums (ptx_func *, const ptx_pointer_param *, unsigned n);

  /* fix/common.c.  What all ways from a branch compute is computed once, before it, and before chains.c and wide.c.  */
  bool ptx_move_common (ptx_func *);

  /* fix/round.c.  Give .rn to floating-point sums and products without a rounding: ptxas fuses none then.  */
  bool ptx_fix_rounding (ptx_func *);

  /* fix/moves.c.  Remove moves between registers of which one is enough.  */
  bool ptx_drop_moves (ptx_func *);
  /* fix/repeats.c.  What is computed again is computed once.  */
  bool ptx_drop_repeats (ptx_func *);
  /* fix/dead.c.  Remove instructions that only compute registers that nothing reads.  */
  bool ptx_drop_dead (ptx_func *);
  /* fix/rows.c.  Addresses that differ by what is the same for all threads have one sum in common.  */
  bool ptx_share_rows (ptx_func *);
  /* fix/pragmas.c.  Pragmas move to the heads of the loops that they are in.  */
  bool ptx_place_pragmas (ptx_func *);
  /* fix/layout.c.  What enters a loop in its middle moves out of the way of its turns.  */
  bool ptx_fix_layout (ptx_func *);

  /* fix/const.c.  Move those of the n named variables of .global that only plain loads name to
     .const, in that order, as long as there is room.  Must precede spaces.c.  */
  bool ptx_move_constants (ptx_module *, const char *const *name, unsigned n);

  /* fix/divide.c.  A remainder near a quotient becomes a difference, a quotient by a constant a product.  */
  bool ptx_fix_remainders (ptx_func *);

  /* fix/masks.c.  Masks that leave a special register as it is go; .reqntid and .maxntid bound it.  */
  bool ptx_fix_masks (ptx_func *);

  /* fix/tests.c.  Tests of numbers that were made of predicates become predicates.  */
  bool ptx_fix_tests (ptx_func *);

  /* edit.c.  */
  /* Remove function f, its declarations, and transitively the functions that name it.  */
  void ptx_remove_func (ptx_module *, ptx_func *f);
  void ptx_set_target (ptx_module *, uint16_t isa, uint16_t sm, char feature);
  /* Replace or add a directive of n values (kind is not PRAGMA or TEXT).  */
  void ptx_set_directive (ptx_func *, ptx_dirkind kind, const uint32_t *, unsigned n);
  /* Rename symbols of the module.  A new name must not be in use.  */
  typedef struct ptx_renaming
  {
    const char *from, *to;
  } ptx_renaming;
  bool ptx_rename (ptx_module *, const ptx_renaming *, unsigned n);
  /* Set the linkage of a defined symbol.  Return false if no symbol has that name.  */
  bool ptx_set_linkage (ptx_module *, const char *name, ptx_linkage);
  /* Remove functions and variables that no entry, visible or weak definition
   reaches, and declarations that nothing uses.  */
  bool ptx_drop_unused (ptx_module *);

  /* archive.c: ar archives whose members are PTX text, such as GCC's libm.a.  */
  typedef struct ptx_archive ptx_archive;
  ptx_archive *ptx_archive_open (const char *path, ptx_report *, void *closure);
  ptx_archive *ptx_archive_memory (const char *bytes, size_t n, const char *name, ptx_report *,
				   void *closure); /* the caller owns bytes */
  void ptx_archive_close (ptx_archive *);
  /* Return text and name of the member that defines a symbol, or 0.  */
  const char *ptx_archive_find (const ptx_archive *, const char *symbol, size_t *n,
				const char **member);

  /* fix/link.c.  Add the definitions of `from` to m (without line information).  Its symbols
     without linkage are renamed if they clash.  */
  bool ptx_link (ptx_module *m, const ptx_module *from);
  /* Link the members of archives that define what m uses and does not define, until no more are
     found.  Their definitions get no linkage, so ptx_drop_unused removes those that are not
     used.  */
  bool ptx_link_archives (ptx_module *m, ptx_archive *const *, unsigned n);

  /* finalize.c: runs all of these.  */
  typedef struct ptx_kernel_options
  {
    const char *name; /* the name before renaming */
    const ptx_value_param *values;
    unsigned nvalues;
    const ptx_pointer_param *pointers;
    unsigned npointers;
    uint32_t maxntid[3], reqntid[3], cluster[3]; /* 0, …: not given */
    uint32_t minnctapersm, maxnreg;
  } ptx_kernel_options;
  typedef struct ptx_finalize_options
  {
    uint16_t isa, sm; /* 0: as read  */
    char feature;
    bool contract;	  /* ptxas may fuse a product and a sum: do not run round.c */
    bool keep_generic;	  /* do not run spaces.c and wide.c */
    bool keep_remainders; /* do not run divide.c */
    bool keep_masks;	  /* do not run masks.c */
    bool keep_tests;	  /* do not run tests.c */
    bool keep_common;	  /* do not run common.c */
    bool keep_sums;	  /* do not run chains.c */
    bool keep_moves;	  /* do not run moves.c */
    bool keep_repeats;	  /* do not run repeats.c */
    bool keep_dead;	  /* do not run dead.c */
    bool keep_layout;	  /* do not run layout.c */
    bool keep_unused;
    const ptx_kernel_options *kernels;
    unsigned nkernels;
    const ptx_renaming *renamings;
    unsigned nrenamings;
    ptx_archive *const *archives;
    unsigned narchives;
  } ptx_finalize_options;
  bool ptx_finalize (ptx_module *, const ptx_finalize_options *);

  /* digest.c.  Count the instructions of each convergent operation in a function: two texts of
     one kernel that differ in it differ in synchronisation.  */
  typedef struct ptx_digest
  {
    uint32_t count[PTX_NOPS];
  } ptx_digest;
  void ptx_digest_func (const ptx_func *, ptx_digest *);

  /* Report at pos, and count the error.  */
  void ptx_error (ptx_module *, ptx_pos, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

#ifdef __cplusplus
}
#endif
#endif
