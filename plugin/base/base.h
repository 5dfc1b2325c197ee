/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plugin/base offers: options, errors, perspectives, what declarations and asm statements are.  */
#ifndef PX_BASE_H
#define PX_BASE_H

#include <stdint.h>
#include <stdlib.h>
#include <algorithm>
#include <string>
#include <deque>
#include <vector>
#include <map>
#include <set>
#include "plugin/base/px-gcc.h"
#include "base/level.h"

/* plugin/base/options.cc: options, as options.def lists them.  */
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
void px_read_option (const plugin_argument &); /* an error if there is no such option */

/* plugin/base/diag.cc: errors in the user's program, from diagnostics.def.  */
enum px_diag
{
#define PX_DIAG(code, id, rule, text) PX_D_##id,
#include "plugin/diagnostics.def"
#undef PX_DIAG
};
bool px_error (location_t, px_diag, ...); /* true: it was shown */
/* Asked by the passes from synchronisation on, before they work on FN: no error in any
   function before them, and none of theirs in FN.  */
bool px_right_so_far (tree fn);
/* An edit of the source that mends the mistake: CHARS characters from START on
   become TEXT.  Without a START there is none.  */
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
const char *px_text (px_diag);
std::string px_source_line (const char *file, int line); /* "" if it cannot be read */
size_t px_find_word (const std::string &, const char *word,
		     size_t from); /* npos: it is not there */
location_t px_location_in (location_t near, int line,
			   int column); /* of NEAR's file; UNKNOWN_LOCATION
									   if it has no such place */
void px_propose (rich_location *, const px_edit &);
/* All of these look at the source's text, and give none if it is not as expected
   there (a macro, other lines).  */
px_edit px_edit_word (location_t near, const char *word,
		      const char *by);			    /* the next WORD of the line */
px_edit px_edit_level (location_t near, const char *level); /* the level that was meant */
/* A keyword of px before the struct, union or enum with the tag or brace at NEAR, if no
   declarator follows; "" if one does.  AT gets its place.  */
std::string px_keyword_alone (location_t near, location_t *at);
/* Such a keyword, with its arguments, that is a statement of its own on NEAR's line; ""
   if there is none.  AT gets its place.  */
std::string px_keyword_loose (location_t near, location_t *at);
/* The first one after NEAR, not after the function's brace; "" if there is none.  AT gets
   its place.  */
std::string px_keyword_after (location_t near, location_t *at);
px_edit px_edit_device (tree fn);    /* __device for a static function */
void px_keep_names ();		     /* in messages kernels are called what the
						   user calls them, after free_lang_data too */
location_t px_user_loc (location_t); /* where the user wrote it */

/* plugin/base/persp.cc: levels, perspectives (base/level.h) and signatures (manual:
   Perspectives).  */
/* The perspective signature of a function (__requires).  Zero: not given.  */
struct px_signature
{
  int grid, block, thread; /* minimum that the caller provides */
  int threads;		   /* T of threads (T): exactly T a block */
  int cluster;		   /* c of cluster (c): exactly c blocks a cluster */
  int smem;		   /* bytes */
  int minblocks, maxregs, barriers;
  bool cooperative;
  location_t loc; /* of the declaration that has it */
};
/* Perspective bound (Prism §3.3): for each level the number of units that the
   code can narrow to, 0 for none.  The code perspective is the broadest.  */
struct px_bound
{
  int n[PX_GRID + 1];
};
/* What callers of FN look at, as the image has it (runtime/image.h).  */
std::string px_signature_text (tree fn);
const char *px_level_name (px_level);
const char *px_name (px_persp);		/* "thread[32]"; a ring of 8 */
const char *px_name (const px_bound &); /* "block[1], thread[32]"; same */
bool px_level_named (const char *, px_level *);
/* What does not vary at all (constants) lives at PX_TOP, broader than any.  */
#define PX_TOP (px_persp{ PX_GRID, 0 })
bool px_same (px_persp, px_persp);
bool px_broader (px_persp, px_persp);	       /* broader or equal */
px_persp px_narrowest (px_persp, px_persp);    /* of l[a], l[b]: l[gcd] */
bool px_in_bound (px_persp, const px_bound &); /* can the code narrow to it? */
px_persp px_broadest (const px_bound &);
px_bound px_narrow (px_bound, px_persp); /* the bound inside __group */
px_signature px_signature_of (tree fn);
px_edit px_edit_declared (tree d, px_persp); /* plugin/base/diag.cc: that in place of its own */
px_edit px_edit_persp (tree d,
		       px_persp);   /* plugin/base/diag.cc: __perspective for a variable without */
px_edit px_edit_shared (tree parm); /* plugin/base/diag.cc: __shared for a parameter without */
px_edit px_edit_smem (tree fn, int smem,
		      int64_t bytes); /* plugin/base/diag.cc: smem (BYTES) for smem
						   (SMEM), or for none if that is 0 */
px_bound px_bound_of (const px_signature &);
px_persp px_code_persp (tree fn);		/* at the function's start */
bool px_declared_persp (tree decl, px_persp *); /* its __perspective, if any */

/* plugin/base/made.cc: what px makes for itself.  */
tree px_keep (tree); /* from GCC's garbage collection; returns it */
tree px_own_function (tree *fn, const char *name, tree type); /* *FN, made at the first call */

/* plugin/base/decl.cc: what a declaration is.  */
int px_alias_group (const_tree fn, const_tree parm); /* equal numbers but 0: may be one object */
bool px_kernel_p (const_tree decl);		     /* __kernel, as written by the user */
bool px_device_fn_p (const_tree decl);		     /* function whose body is device code,
					   kernels included */
bool px_device_body_p (const_tree decl);	     /* the same once kernels have stubs: device
					   functions and kernels' twins */
bool px_twin_p (const_tree decl);		     /* a kernel's body: plugin/front/stub.cc */
bool px_shared_p (const_tree decl);		     /* __shared array */
bool px_shared_pointer_p (const_tree decl);	     /* parameter or member that is one: what it
					   points to is in shared memory */
bool px_reads_only_p (const_tree pointer);	     /* a type: what it points to is const */
bool px_device_var_p (const_tree decl);		     /* __device or __constant variable */
bool px_device_p (const_tree decl);		     /* any of these */
bool px_constant_p (const_tree decl);		     /* variable that device code only reads */
bool px_header_p ();	      /* has the unit <px.h>, as far as it was read? */
bool px_checkable_p (tree d); /* that answer, for later, of a variable too: no px_refuse before */
void px_refuse (tree d);
bool px_inlined_p (tree fn); /* static inline device function:
						   its body goes into its callers */
bool px_has (const_tree decl, const char *attribute);
std::vector<std::string> px_alias_names (const char *text); /* of an __alias: its words */

/* plugin/base/callee.cc: what a callee is.  */
bool px_atomic_p (tree fn);	 /* an atomic operation of GCC's: its first
					   argument is the address */
bool px_mathematics_p (tree fn); /* a function of GCC's whose result depends on its
					   arguments alone, but for errno, which devices lack */
bool px_writable_argument_p (gimple *call,
			     unsigned i); /* is it for a pointer that is not to const? */
bool px_named_p (tree f, const char *);
const char *px_string_of (tree); /* a literal */

/* plugin/base/asm.cc: inline PTX of px's own.  */
/* Asm TEXT, not volatile, that nothing holds yet: %0 … are OUTS, then INS; MEMORY: it
   may access any.  */
gasm *px_asm (const std::string &text, const std::vector<tree> &outs, const std::vector<tree> &ins,
	      bool memory, location_t);
/* %pxm := the lanes of the N threads, a part of a warp, that the thread is one of.  */
std::string px_lane_mask (unsigned n);
/* %pxt, a thread's number in its block, becomes that in its unit of N; 0: the block.  */
std::string px_number_in (unsigned n);
/* The special register that S, an asm of px's own, reads.  WARP: the number of the first thread of
   the thread's warp.  */
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
bool px_orders_p (const gasm *);	  /* a barrier, written by hand */
gcall *px_collective_mark ();		  /* stands beside a collective, so that GIMPLE
					   never copies it; expands to nothing */
void px_protect_collectives (function *); /* put one beside each, take them away */
void px_unprotect_collectives (function *);
const char *px_sreg_text (px_sreg); /* the PTX that reads it */

/* plugin/base/user-asm.cc: inline PTX of the user's.  */
void px_mark_asm (tree); /* an asm of the user's, in the C tree: errors in its
					   PTX are told there */
/* The asm statement that LINE of TEXT, finished PTX, is in, or that it goes on with; the first
   one in TEXT whose braces do not pair.  UNKNOWN_LOCATION: there is none.  */
location_t px_user_asm_at (const std::string &text, unsigned line);
location_t px_unpaired_user_asm (const std::string &text);

/* plugin/base/arch.cc: the architectures of -fplugin-arg-px-arch.  */
struct px_arch
{
  unsigned sm;
  char feature; /* 'a' of sm_90a; 0: none */
};
unsigned px_isa_of (const px_arch &); /* the PTX ISA that first knows it; 0: there is none */
uint64_t
px_limit_of (unsigned sm); /* the most bytes of shared memory that a block can have there */
bool px_read_archs (std::vector<px_arch> *); /* false: an error was shown */
bool px_check_archs ();			     /* is -fplugin-arg-px-arch good? */
unsigned px_first_arch ();		     /* the earliest of -fplugin-arg-px-arch: 80 */
uint64_t px_shared_limit (unsigned *sm);     /* the most bytes that a block can have on
						   one of these, and which */

/* plugin/base/loops.cc: unrolling.  */
unsigned
px_unroll_marked (function *); /* loops whose `unroll' says so, whole; returns the pass's TODO */

/* plugin/base/times.cc: -fplugin-arg-px-times.  While a timer lives, time is its work's, and
   not that of the timer around it.  */
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
void px_print_times ();

#endif
