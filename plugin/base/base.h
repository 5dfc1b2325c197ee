/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interface of plugin/base: options, errors, perspectives, properties of declarations and asm
   statements.  */
#ifndef PX_BASE_H
#define PX_BASE_H

#include <stdint.h>
#include <stdlib.h>
#include <algorithm>
#include <array>
#include <string>
#include <deque>
#include <vector>
#include <map>
#include <functional>
#include <set>
#include "base/arena.h" /* before GCC's headers, which forbid calloc */
#include "plugin/base/px-gcc.h"
#include "plugin/base/unit.h"
#include "base/level.h"

/* plugin/base/options.cc: the options of options.def.  */
#define PX_FLAG bool
#define PX_TEXT const char *
#define PX_NUMBER long
struct px_options
{
#define PX_OPTION(field, name, kind, arg, help) PX_##kind field;
#include "plugin/options.def"
#undef PX_OPTION
};
extern px_options px_opt;
void px_read_option (const plugin_argument &); /* an unknown option is an error */
bool px_without (const char *pass);	       /* -fplugin-arg-px-without names it */

/* plugin/base/diag.cc: errors in the user's program, from diagnostics.def.  */
enum px_diag
{
#define PX_DIAG(code, id, rule, text) PX_D_##id,
#include "plugin/diagnostics.def"
#undef PX_DIAG
};
bool px_error (location_t, px_diag, ...); /* returns true if the error was printed */
/* LOC is in a header of px/, or in a macro of one: they begin with PX_.  */
bool px_library_p (location_t loc);
/* A warning of a possible race; -fplugin-arg-px-race makes it an error or nothing.  Code of px's own
   headers is not warned of.  Returns true if it was printed.  */
bool px_warn_race (location_t, px_diag, ...);
/* The front end gives these, which px_error calls before and after it reports: BEGIN returns false
   if GCC has reported that place already, and then the error is not reported.  */
struct px_error_watch
{
  bool (*begin) (location_t);
  void (*end) ();
};
void px_watch_own_errors (px_error_watch);
/* The passes from synchronisation on call this before they transform FN.  Returns true if no
   pass before them has reported an error in any function, nor they themselves in FN.  */
bool px_right_so_far (tree fn);
/* An edit of the source that corrects the error: TEXT replaces CHARS characters from START on.
   START unknown: no edit.  */
struct px_edit
{
  location_t start = UNKNOWN_LOCATION;
  int chars = 0;
  std::string text;
  px_edit ()
  {
  }
  px_edit (location_t s, int n, const std::string &t) : start (s), chars (n), text (t)
  {
  }
};
bool px_error (const px_edit &, location_t, px_diag, ...);
/* A note, after an error of kind D in the current function, on what to write instead: once in a
   function for each kind.  */
void px_advise (location_t, px_diag d, const char *gmsgid, ...) ATTRIBUTE_GCC_DIAG (3, 4);
void px_advise (const px_edit &, location_t, px_diag d, const char *gmsgid, ...)
  ATTRIBUTE_GCC_DIAG (4, 5);
void px_tells (px_diag);   /* D is reported by other means than px_error */
void px_point_to_pages (); /* at the end: which pages explain the errors */
const char *px_text (px_diag);
std::string px_source_line (const char *file, int line); /* "" if it cannot be read */
size_t px_find_word (const std::string &, const char *word,
		     size_t from); /* npos if WORD does not occur */
location_t px_location_in (location_t near, int line,
			   int column); /* in NEAR's file; UNKNOWN_LOCATION if there is no such
					   place */
void px_propose (rich_location *, const px_edit &);
/* These functions read the source's text.  They return no edit if it is not as expected (a
   macro, other lines).  */
px_edit px_edit_word (location_t near, const char *word,
		      const char *by);			    /* the next WORD of the line */
px_edit px_edit_level (location_t near, const char *level); /* the level that was meant */
/* Returns a keyword of px before the struct, union or enum whose tag or brace is at NEAR, if no
   declarator follows; else "".  AT: its place.  */
std::string px_keyword_alone (location_t near, location_t *at);
/* Returns such a keyword, with its arguments, that forms a statement on NEAR's line; "" if
   there is none.  AT: its place.  */
std::string px_keyword_loose (location_t near, location_t *at);
/* Returns the first such keyword after NEAR that is not after the function's brace; "" if there
   is none.  AT: its place.  */
std::string px_keyword_after (location_t near, location_t *at);
px_edit px_edit_device (tree fn);    /* __device for a static function */
void px_keep_names ();		     /* messages print the user's names of kernels, also after
					free_lang_data */
location_t px_user_loc (location_t); /* the place in the user's source */

/* plugin/base/keyword.cc: the keywords of <px.h>.  */
enum px_keyword_use
{
  PX_K_DECLARATION, /* before or after a name */
  PX_K_STATEMENT,
  PX_K_OPERATOR
};
struct px_keyword
{
  const char *name, *form; /* form: as px_form */
  px_keyword_use use;
};
extern const px_keyword px_keywords[];	   /* by their use; the last NAME is NULL */
const char *px_form (const char *keyword); /* how it is written; NULL: it has no arguments */
bool px_statement_keyword_p (const char *);
bool px_word_p (const char *text); /* returns true if it may be the name of a level */

/* plugin/base/persp.cc: levels, perspectives (base/level.h) and signatures (manual:
   Perspectives).  */
/* The perspective signature of a function (__requires).  A field that is zero was not given.  */
struct px_signature
{
  int grid, block, thread; /* minima that the caller provides */
  int threads;		   /* T of threads (T): the block has exactly T threads */
  int cluster;		   /* c of cluster (c): a cluster has exactly c blocks */
  int smem;		   /* bytes */
  int minblocks, maxregs, barriers;
  bool cooperative;
  location_t loc; /* of the declaration that has the signature */
};
/* Perspective bound (Prism §3.3): for each level the number of units that the
   code can narrow to, 0 for none.  The code perspective is the broadest.  */
struct px_bound
{
  int n[PX_GRID + 1];
};
const char *px_level_name (px_level);
const char *px_name (px_persp);		/* "thread[32]"; uses 8 static buffers in turn */
const char *px_name (const px_bound &); /* "block[1], thread[32]"; likewise */
bool px_level_named (const char *, px_level *);
/* The perspective of constants: broader than all others.  */
#define PX_TOP (px_persp{ PX_GRID, 0 })
bool px_same (px_persp, px_persp);
bool px_broader (px_persp, px_persp);	       /* returns true if broader or equal */
px_persp px_narrowest (px_persp, px_persp);    /* of l[a], l[b]: l[gcd] */
bool px_in_bound (px_persp, const px_bound &); /* returns true if the code can narrow to it */
px_persp px_broadest (const px_bound &);
px_bound px_narrow (px_bound, px_persp); /* the bound inside __group */
px_signature px_signature_of (tree fn);
px_edit px_edit_declared (tree d, px_persp); /* plugin/base/diag.cc: replaces D's perspective by
						P */
px_edit px_edit_persp (tree d, px_persp); /* plugin/base/diag.cc: adds __perspective to a variable
				       without one */
px_edit px_edit_shared (tree parm); /* plugin/base/diag.cc: adds __shared to a parameter without
				       it */
px_edit px_edit_smem (tree fn, int smem,
		      int64_t bytes); /* plugin/base/diag.cc: replaces smem (SMEM) by smem
					 (BYTES), or adds it if SMEM is 0 */
px_bound px_bound_of (const px_signature &);
px_persp px_code_persp (tree fn);		/* perspective at the function's start */
bool px_declared_persp (tree decl, px_persp *); /* returns true if it has a __perspective */
void px_infer_persp (tree decl, px_persp);	/* it is as if it had this one */

/* plugin/base/made.cc: declarations that px makes.  */
tree px_keep (tree); /* protects it from GCC's garbage collection; returns it */
/* Functions that px makes: PX_OWN (ID, name).  Those whose names no C program can write (they have
   a space) stand in the code until a pass of px lowers them; the others are in px's device library
   or in the driver's.  */
#define PX_OWN_FUNCTIONS \
  PX_OWN (ENTER, "px enter")		/* plugin/front/region.cc: void (int, ...) */ \
  PX_OWN (EXIT, "px exit")		/* the same */ \
  PX_OWN (FACT, "px fact")		/* plugin/front/where-marks.cc: void (int, int) */ \
  PX_OWN (CLAIM, "px claim")		/* the same */ \
  PX_OWN (ASSUME, "px assume")		/* the same */ \
  PX_OWN (CHECK, "px_assume")		/* void (int, const void *) */ \
  PX_OWN (WITHIN, "px_within")		/* plugin/sync/within.cc: void (long * 4, const void *) */ \
  PX_OWN (PRINT, "px printf")		/* plugin/front/library.cc: int (const void *, ...) */ \
  PX_OWN (ASSERT_FAIL, "__assert_fail") /* the C library's type */ \
  PX_OWN (VPRINTF, "px_vprintf")	/* plugin/lower/print.cc: int (const void *, void *) */ \
  PX_OWN (SHARED, "px shared")		/* plugin/model/shared-items.cc, which has their types */ \
  PX_OWN (FRAME, "px frame") \
  PX_OWN (BARRIERS, "px barriers") \
  PX_OWN (MBARRIERS, "px own")
enum px_own
{
#define PX_OWN(id, name) PX_OWN_##id,
  PX_OWN_FUNCTIONS
#undef PX_OWN
    PX_OWNS
};
tree px_own_function (px_own, tree type);	    /* the first call makes it, of TYPE */
bool px_own_made_p (px_own);			    /* true if the unit has it */
bool px_own_p (const_tree fn, px_own);		    /* true if FN, which may be NULL, is it */
bool px_calls_own_p (gimple *, px_own);		    /* true if the statement is a call of it */
tree px_own_variable (const char *name, tree type); /* of static storage, not yet finalised */
/* A record of N words of 64 bits whose variable exists before its contents.  */
tree px_own_record (const char *name, unsigned n);

/* plugin/base/pass.cc: a pass of GCC's over the functions for which GATE returns true.  WORK returns
   what GCC has to do after it (TODO_...), besides AFTER.  */
struct px_pass
{
  const char *name;
  unsigned needs;			  /* properties (PROP_...) */
  unsigned after;			  /* TODO_... */
  optgroup_flags_t group = OPTGROUP_NONE; /* of -fopt-info-... */
};
typedef bool (*px_pass_gate) (function *);
typedef unsigned (*px_pass_work) (function *);
opt_pass *px_function_pass (gcc::context *, const px_pass &, px_pass_gate gate, px_pass_work work);
/* The gate of the passes from synchronisation on: code of the device, except functions that are
   inlined, where no pass has reported an error.  */
bool px_ready_p (function *);
void px_run_pass (function *, opt_pass *); /* runs a pass of GCC's, and deletes it */

/* plugin/base/decl.cc: properties of declarations.  */
int px_alias_group (const_tree fn, const_tree parm); /* parameters with equal numbers other than
							0 may point to one object */
bool px_kernel_p (const_tree decl);		     /* __kernel, as the user wrote it */
bool px_device_fn_p (const_tree decl);		     /* a function whose body is device code,
							kernels included */
bool px_device_body_p (const_tree decl);	     /* the same after kernels have become
							stubs: device functions and the twins of
							kernels */
bool px_twin_p (const_tree decl);		     /* the body of a kernel:
							plugin/front/stub.cc */
bool px_shared_p (const_tree decl);		     /* __shared array */
bool px_shared_pointer_p (const_tree decl);	     /* a __shared parameter or member: it
							points to shared memory */
bool px_reads_only_p (const_tree pointer);	     /* POINTER is a type whose target is const */
bool px_device_var_p (const_tree decl);		     /* __device or __constant variable */
bool px_device_p (const_tree decl);		     /* any of these */
bool px_constant_p (const_tree decl);		     /* a variable that device code only reads */
bool px_header_p ();	      /* the unit has included <px.h>, as far as it was read */
bool px_checkable_p (tree d); /* px_header_p, kept for later phases, and for a variable: no
				 px_refuse before */
void px_refuse (tree d);
bool px_inlined_p (tree fn); /* a static inline device function: it is inlined into all callers */
bool px_has (const_tree decl, const char *attribute);
std::vector<std::string> px_alias_names (const char *text); /* the words of an __alias */

/* plugin/base/callee.cc: properties of callees.  */
/* Returns true if S is a compare-and-exchange of GCC's that compares with a local variable: an internal function, whose arguments
   are the address, the value that is expected, the new one, and others.  */
bool px_compares_p (gimple *s);
bool px_atomic_call_p (gimple *s); /* one of GCC's atomic operations, or that internal one */
bool px_atomic_p (tree fn);	   /* an atomic operation of GCC's, whose first argument is the
				    address */
bool px_mathematics_p (tree fn);   /* a function of GCC's whose result depends only on its
				    arguments, except for errno, which devices lack */
bool px_writable_argument_p (gimple *call,
			     unsigned i); /* returns true if argument I is a pointer to
					     non-const */
bool px_named_p (tree f, const char *);
const char *px_string_of (tree); /* a literal */

/* plugin/base/asm.cc: inline PTX that px makes.  */
/* Makes an asm statement of TEXT, not volatile and not yet inserted: %0 … are OUTS, then INS.
   MEMORY: it may access any memory.  */
gasm *px_asm (const std::string &text, const std::vector<tree> &outs, const std::vector<tree> &ins,
	      bool memory, location_t);
/* The same, volatile and with access to any memory, of a statement that has a NUMBER, as its last
   operand and as the comment "px:NUMBER" in the PTX.  px_numbered_asm_p returns true for a copy of
   one, and its number; px_renumber_asm changes that.  */
gasm *px_asm_numbered (const std::string &text, const std::vector<tree> &outs,
		       const std::vector<tree> &ins, unsigned number, location_t);
bool px_numbered_asm_p (const gimple *, unsigned *number);
void px_renumber_asm (gasm *, unsigned number);
/* The same as px_asm, of a statement that reads MEMORY, its operand after OUTS, which is printed as an
   address in brackets, and no other.  */
gasm *px_asm_load (const std::string &text, const std::vector<tree> &outs, tree memory, location_t);
/* PTX that sets %pxm to the mask of the lanes of the thread's unit of N threads, a part of a
   warp.  */
std::string px_lane_mask (unsigned n);
/* PTX that converts %pxt from a thread's number in its block to that in its unit of N; 0: the
   block.  */
std::string px_number_in (unsigned n);
/* The special register that S, an asm of px's own, reads.  WARP: the number of the first thread
   of the thread's warp.  */
enum px_sreg
{
  PX_SREG_NONE,
  PX_SREG_TID,
  PX_SREG_WARP,
  PX_SREG_NTID,
  PX_SREG_CTAID,
  PX_SREG_NCTAID
};
px_sreg px_sreg_of (const gimple *s);
bool px_starts_product_p (const gasm *);  /* a product of a warpgroup, or waits for one */
bool px_barrier_p (const gasm *);	  /* a barrier of the block, or a part of it */
bool px_orders_p (const gasm *);	  /* a barrier in the user's inline PTX */
gcall *px_collective_mark ();		  /* inserted next to a collective, so that GIMPLE never
					     copies it; expands to nothing */
void px_protect_collectives (function *); /* px_protect_collectives inserts one at each,
					     px_unprotect_collectives removes them */
void px_unprotect_collectives (function *);
const char *px_sreg_text (px_sreg); /* the PTX that reads it */
tree px_entry_sreg (px_sreg); /* an unsigned name of it, which the current function's entry sets */

/* plugin/base/user-asm.cc: inline PTX that the user writes.  */
void px_mark_asm (tree); /* records an asm of the user's in the C tree, where errors in its PTX
			    are reported */
bool px_user_asm_p (const gasm *); /* returns true if it is one of the user's */
/* px_user_asm_at returns the asm statement that contains LINE of TEXT, the finished PTX, or
   whose statement LINE continues.  px_unpaired_user_asm returns the first one in TEXT whose
   braces are unbalanced.  UNKNOWN_LOCATION if there is none.  */
location_t px_user_asm_at (const std::string &text, unsigned line);
location_t px_unpaired_user_asm (const std::string &text);

/* plugin/base/arch.cc: the architectures of -fplugin-arg-px-arch.  */
struct px_arch
{
  unsigned sm;
  char feature; /* 'a' for sm_90a; 0: none */
};
unsigned px_isa_of (const px_arch &);	     /* the first PTX ISA that supports it; 0: none */
uint64_t px_limit_of (unsigned sm);	     /* most bytes of shared memory of a block */
bool px_read_archs (std::vector<px_arch> *); /* returns false if it has reported an error */
bool px_check_archs ();			     /* returns true if -fplugin-arg-px-arch is valid */
unsigned px_first_arch ();		     /* the earliest of -fplugin-arg-px-arch; default 80 */
uint64_t px_shared_limit (unsigned *sm);     /* the largest such limit of these, and the
						architecture that has it */

/* plugin/base/loops.cc: loops, and unrolling.  */
/* While one exists, GCC knows the current function's loops, their exits, and how values change
   from turn to turn.  */
struct px_known_loops
{
  px_known_loops ();
  ~px_known_loops ();
};
void px_unroll_marked (function *); /* unrolls completely the loops whose `unroll' says so */
/* Adds to LOOPS those around BB whose counters T, a value or an address, depends on.  Returns
   true if it depends on nothing else that stays unknown when they are unrolled.  */
bool px_counters (tree t, basic_block bb, std::set<loop_p> *loops);

/* plugin/base/times.cc: -fplugin-arg-px-times.  While a timer exists, time counts for its work,
   and not for that of the timer around it.  */
enum px_work
{
  PX_W_RULES,
  PX_W_RACES,
  PX_W_SYNC,
  PX_W_DEVICE,
  PX_W_PTX,
  PX_WORKS
};
struct px_timer
{
  px_work work;
  px_timer *outer;
  px_timer (px_work);
  ~px_timer ();
};
struct px_dj_effort *px_effort (); /* what the prover has done so far, to be added to */
void px_print_times ();

#endif
