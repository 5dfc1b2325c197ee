/* SPDX-License-Identifier: GPL-3.0-or-later */
/* px.so inside: what its files offer each other, file by file, in the order in
   which a translation unit passes through them (plugin/main.cc).  */
#ifndef PX_PLUGIN_H
#define PX_PLUGIN_H

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
px_edit px_edit_device (tree fn); /* __device for a static function */
void px_keep_names ();		  /* in messages kernels are called what the
						   user calls them, after free_lang_data too */

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

/* plugin/front/form.cc: how keywords are written; GCC's errors within them.  */
const char *px_form (const char *keyword); /* NULL: it has no arguments */
void px_watch_errors ();		   /* before parsing */
void px_tell_loose ();			   /* of keywords that are statements of their own */
bool px_begin_error (location_t);	   /* one of px's, until px_end_error; false: GCC has
						   told of that keyword, it is not to be told */
void px_end_error ();
bool px_told (location_t keyword); /* has GCC told of it? */
bool px_element_told ();	   /* of a fragment or tile that is none, and became of type int */

/* plugin/front/where.cc: __where and px_assume.  */
struct px_where
{
  tree expr;		   /* an integer */
  std::vector<tree> parms; /* of the declaration that EXPR is over */
  std::string text, plain; /* as written; with #1 … for the parameters */
};
const std::vector<px_where> &px_facts_of (tree fn);
void px_check_where (tree fn);		      /* reads those of a declaration */
std::string px_where_text (tree fn);	      /* for comparison with other declarations */
tree px_where_in_stub (tree fn, tree record); /* a statement, or NULL */
/* Marks in GIMPLE: what a function may rely on, what a call asks for, what the user vouches for.
   Between "pxlower" and "pxunmark".  */
enum px_fact_kind
{
  PX_MARK_FACT,
  PX_MARK_CLAIM,
  PX_MARK_ASSUME
};
struct px_noted
{
  tree fn; /* whose __where it is of; NULL: px_assume */
  std::string text;
  location_t loc;
};
void px_note_assume (tree call, location_t); /* in the C tree */
void px_mark_facts (function *);
tree px_fact_of (const gimple *, px_fact_kind *,
		 const px_noted **); /* the condition; NULL: no mark */
void px_drop_facts (function *);

/* plugin/base/made.cc: what px makes for itself.  */
tree px_keep (tree); /* from GCC's garbage collection; returns it */
tree px_own_function (tree *fn, const char *name, tree type); /* *FN, made at the first call */

/* plugin/front/attribs.cc: the attributes that px.h's keywords expand to.  */
void px_register_attributes ();
/* The same in C++, where definitions of device code are refused.  */
void px_register_foreign_attributes ();
void px_refuse_foreign (tree decl);
int px_alias_group (const_tree fn, const_tree parm); /* equal numbers but 0: may be one object */
void px_check_declaration (tree fn);		     /* like the first one of that name? */
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
void px_finish_declaration (tree decl);		     /* on PLUGIN_FINISH_DECL */
void px_finish_type (tree type);		     /* on PLUGIN_FINISH_TYPE */

/* plugin/front/region.cc: scoped constructs become regions without loop or branch.
   Ids index a table for the unit; 0 is "outside", the root of each tree.  */
enum px_region_kind
{
  PX_R_OUTSIDE,
  PX_R_GROUP,
  PX_R_SPLIT,
  PX_R_CASE,
  PX_R_PARTITION,
  PX_R_CLAIM,
  PX_R_ASYNC,
  PX_R_VIEW,
  PX_R_UNSAFE
};
struct px_region
{
  px_region_kind kind;
  int up;	  /* the region around it */
  px_level level; /* as written; of a __case: its __split's */
  int n;	  /* as written; 0 if it has none or is wrong */
  int start;	  /* of a __case: units of the branches before */
  px_bound bound; /* of the code inside */
  bool refused;	  /* it was told: nothing is judged inside */
  location_t loc; /* of the construct's name, in the user's text */
  tree fn;
};
const px_region &px_region_at (int id);
const char *px_region_name (int id);	     /* "__group" */
void px_note_region (int id);		     /* "'__group' begins here" */
void px_scan_function (tree fn);	     /* on PLUGIN_PRE_GENERICIZE */
bool px_header_p ();			     /* has the unit <px.h>, as far as it was read? */
int px_region_of (gimple *);		     /* by its lexical block, also of
						   inlined bodies */
int px_marker (gimple *, bool *exit);	     /* region of a marker, or 0 */
px_bound px_bound_in (int id, tree fn);	     /* bound of the code there */
px_persp px_code_persp_in (int id, tree fn); /* code perspective there */
bool px_unsafe_p (int id);		     /* in an __unsafe? */
bool px_return_refused_p (tree fn);	     /* is a return of it? */
bool px_refused_p (int id);		     /* in a construct that is refused? */
bool px_region_in (int id, int outer);	     /* is it OUTER or inside it? */
int px_stamp (tree decl, const char *attr);  /* region that a local variable was
						   declared in ("px region"), or
						   that makes it a view ("px view") */
location_t px_user_loc (location_t);	     /* where the user wrote it */

/* plugin/front/stub.cc: a kernel's body moves to a device twin; the kernel itself
   becomes a host function that launches it.  */
void px_make_stub (tree fn); /* on PLUGIN_PRE_GENERICIZE */
struct px_kernel_rec
{
  tree stub, twin, record; /* host function, device function, struct px_kernel */
};
extern std::vector<px_kernel_rec> px_kernels;
/* A parameter of the kernel in PTX, as GCC's nvptx back end passes it: complex
   numbers and __int128 are two, small integers are widened to 32 bits, structs
   and vectors (AGGREGATE) are memory.  */
struct px_piece
{
  tree parm;		 /* of the C function */
  unsigned offset, size; /* bytes of it; SIZE is what PTX has */
  tree type;		 /* of the piece, after widening */
  bool aggregate, widened;
};
std::vector<px_piece> px_pieces (tree fn);

/* plugin/front/device.cc: what device code may contain; its compilation options; which
   symbols go to the device.  */
void px_device_options (tree fn);		   /* at the start of its body */
bool px_check_device_tree (tree fn);		   /* on PLUGIN_PRE_GENERICIZE; is
						   it worth checking further? */
tree px_foreign_type (tree);			   /* that device code does not have, in or
						   under this one, or NULL */
void px_check_though_unused (tree fn);		   /* a static device function */
bool px_decides_return (gimple *cond, bool *loop); /* does an arm of it return early?
						   LOOP: it is a loop's body */
location_t px_whole_condition (gimple *cond);	   /* place of the condition, of && and the
						   like, that it is a part of */
bool px_checkable_p (tree d); /* that answer, for later, of a variable too: no px_refuse before */
void px_refuse (tree d);
bool px_inlined_p (tree fn);			  /* static inline device function:
						   its body goes into its callers */
std::string px_ptx_name (tree decl);		  /* of a device symbol or kernel */
void px_keep_device_code ();			  /* before interprocedural passes */
opt_pass *px_pass_mark (gcc::context *);	  /* after the early ones */
void px_drop_device_code ();			  /* after it */
bool px_check_host_variable (tree v, location_t); /* F5: false: reported */
location_t px_call_location (const char *name);	  /* of a call of a library function */
bool px_device_symbol_p (const char *name);	  /* declared __device in this unit? */

/* plugin/check/rules.cc: the rules of the manual's chapter on perspectives, on GIMPLE
   right after "cfg", function by function against signatures only.  */
opt_pass *px_pass_check (gcc::context *);

/* plugin/check/call.cc.  */
/* What each thread of a block of S.threads threads starts with, if S does not say: an
   equal part of the 65536 registers of a multiprocessor (PTX ISA 11.4).  */
int px_first_registers (const px_signature &s);

/* plugin/check/uses.cc.  */
void px_note_uses (tree fn); /* of variables of file scope: on
					   PLUGIN_PRE_GENERICIZE, of all before */

/* plugin/bridge/commutes.cc.  */
int px_commutes (gimple *s); /* px_acc's alike of an atomic operation */

/* plugin/check/value.cc: where values live (more: plugin/check/check.h).  */
bool px_atomic_p (tree fn);		      /* an atomic operation of GCC's: its first
					   argument is the address */
bool px_mathematics_p (tree fn);	      /* a function of GCC's whose result depends on its
					   arguments alone, but for errno, which devices lack */
bool px_id_target (gimple *call, px_persp *); /* what a call of __px_id counts;
						   false: it is ill-formed */
bool px_count_p (gimple *call);		      /* is it px_units? */
bool px_leads_on_p (tree type);		      /* may an object of it have pointers in it? */
bool px_may_store_arguments_p (gimple *);     /* does it call a device function that may keep its
						   arguments in memory that another one leads to? */
bool px_writable_argument_p (gimple *call,
			     unsigned i); /* is it for a pointer that is not to const? */
bool px_found_written_p (tree type);	  /* of an argument: is a pointer to be found there through
						   which may be written (atomically)? */
px_persp px_variable_persp (tree d);	  /* where a local variable or parameter
						   lives, in inlined code too */

/* plugin/front/guard.cc: the branches of a __split become conditions on the unit's
   number.  */
opt_pass *px_pass_guard (gcc::context *);

/* plugin/lower/shared.cc: __shared arrays get their place in the block's shared memory:
   first (after "pxguard") each becomes memory at an address that only px knows,
   then (after early inlining) that address gets its offset.  */
opt_pass *px_pass_expose (gcc::context *);
opt_pass *px_pass_layout (gcc::context *);
tree px_shared_array (gimple *); /* the array whose address this call
						   stands for; NULL: another call */
/* Bytes START to END of a function's frame: of an array, or of what a call needs
   (ARRAY NULL).  Those that are never alive together may overlap.  One sized at
   launch has no bytes here: it comes after all.  */
struct px_shared_item
{
  gimple *call; /* that gives its address */
  tree array;	/* or NULL: a callee's frame */
  tree block;	/* where it is declared or called */
  location_t loc;
  bool dynamic;
  int64_t align, start, end;
};
std::vector<px_shared_item> px_shared_items (function *); /* until they are laid out */
struct px_shared_place
{
  tree fn, array, pointer;
};							 /* POINTER: the SSA name of its address */
const std::vector<px_shared_place> &px_shared_places (); /* of the function laid out last */
uint64_t px_shared_bytes (tree fn);			 /* once laid out: of its frame */
unsigned px_shared_dynamic (tree fn);			 /* alignment of the array sized at
						   launch, 0 if there is none */
tree px_shared_base ();					 /* the block's shared memory */
/* The parameter that has the number of FN's first named barrier; NULL: it has none.  Is S a
   call that stands for the argument of a callee with *K barriers for each *N threads (0: a block)?  */
tree px_barriers_parameter (tree fn);
bool px_barriers_asked (gimple *s, int *k, int *n);
gcall *px_shared_own (unsigned bytes); /* stands for the offset of so many bytes
						   of px's own there, in a kernel before
						   "pxlayout" */

/* plugin/lower/scalar.cc: members of local structs become values.  */
void px_make_scalars (function *);

/* plugin/sync/sync.cc: inferred synchronisation, on functions after early inlining.  */
opt_pass *px_pass_sync (gcc::context *);
unsigned px_sync_count (tree fn); /* synchronisations inferred in it */

/* plugin/sync/emit.cc: a comment for the PTX of a collective operation of FN, another one each
   time; and whether what the device compiler printed has each at most once.  */
std::string px_placed (tree fn);
void px_stays_one (tree fn);	   /* FN is neither inlined nor cloned */
void px_place_copies (function *); /* that px made on purpose */
bool px_check_placed (const std::string &ptx);

/* plugin/front/overload.cc: functions of the headers that the front end asks about.  */
void px_finish_overloaded (tree decl); /* marks DECL, once declared, if it is one */

/* plugin/lower/frag.cc: fragments become registers of PTX.  */
unsigned
px_unroll_marked (function *); /* loops whose `unroll' says so, whole; returns the pass's TODO */
struct px_element
{
  const char *name, *ptx; /* px/elements.def */
  unsigned bits;
  char kind;
  bool wrapped; /* its type in C is a structure */
};
enum px_fragment_part
{
  PX_F_ACC,
  PX_F_LHS,
  PX_F_RHS,
  PX_F_META,
  PX_F_TILE
};
struct px_fragment
{
  px_fragment_part part;
  const px_element *elem;
  HOST_WIDE_INT rows, cols, copies; /* copies: of an array of fragments */
  bool whole;			    /* not a row or cell of one */
  int strip;			    /* of a tile: bytes of a row that are together */
};
enum px_fragment_op_id
{
#define PX_FRAGMENT_OP(id, name, result, parameters, roles, unit) PX_FO_##id,
#define PX_FRAGMENT_OPS PX_FRAGMENT_OP
#include "include/px/fragments.def"
#undef PX_FRAGMENT_OPS
#undef PX_FRAGMENT_OP
};
enum px_fragment_unit
{
  PX_U_OWN,
  PX_U_ALL,
  PX_U_ASK
};
struct px_fragment_op
{
  px_fragment_op_id id;
  const char *name, *roles; /* px/fragments.def */
  px_fragment_unit unit;
};
const px_fragment_op *px_fragment_op_of (const_tree fn); /* NULL: it is none */
bool px_fragment_type (const_tree type, px_fragment *);	 /* also a part of one */
bool px_fragment_inside (tree type); /* one, a pointer to one, or what has such a member */
std::string px_fragment_name (const px_fragment &);
int px_fragment_count (const px_fragment &, int threads); /* elements a thread has */
/* Tiles: like a fragment, with strips; by type, and by an operation's argument I,
   whose shape is the next.  */
bool px_tile_type (const_tree type, px_fragment *);
/* As __px_shape of px/fragments.h has it.  */
HOST_WIDE_INT px_tile_shape (const px_fragment &);
px_fragment px_shaped_tile (HOST_WIDE_INT shape);
bool px_fragment_argument (gimple *, unsigned i); /* or is it a tile? */
px_fragment px_tile_argument (gimple *, unsigned i);
std::string px_tile_fault (const px_fragment &);
/* Is the call a product by wgmma?  */
bool px_wgmma_p (gimple *);
void px_wgmma_ordered (gimple *); /* its commit and wait are elsewhere */
/* What a statement accesses: REF, or ROWS of these, the next STRIDE times SIZE bytes further;
   or, of a call, CALLED (plugin/bridge/race.h).  Neither: not known.  */
struct px_reach
{
  tree ref;
  HOST_WIDE_INT rows, size;
  tree stride;
  tree count; /* or so many REFs of a byte, one behind the other */
  bool apart; /* no two of the rows overlap */
  const struct px_called *called;
  tree
    base; /* of CALLED: the pointer that the callee has from a structure; NULL: see its PARAMETER */
  px_reach (tree t = NULL_TREE)
      : ref (t), rows (1), size (0), stride (NULL_TREE), count (NULL_TREE), apart (false),
	called (NULL), base (NULL_TREE)
  {
  }
  px_reach (const px_called *c) : px_reach ()
  {
    called = c;
  }
  bool
  known () const
  {
    return ref || called;
  }
};
/* plugin/bridge/reach.cc.  The tile that P points to, as a reference: what moves it moves no more; NULL: P's
   type does not tell.  What a copy accesses at P, X having its operands; what a function of the C
   library does at its argument I.  */
tree px_whole_tile (tree p);
px_reach px_copy_reach (gimple *s, const struct px_intrinsic *x, tree p);
px_reach px_library_reach (gimple *s, unsigned i);
/* Of operation S at its argument I, a view (roles p, q, P and Q of px/fragments.def).  */
px_reach px_fragment_reach (gimple *s, unsigned i);
bool px_rows_overlap (gimple *s, unsigned i); /* of operation S, that it writes at its argument I */
tree
px_fragment_root (tree pointer); /* the fragment, or array of them, that it points to, or NULL */
/* Why the fragment, the operation are none for that many threads; "": they are.  */
std::string px_fragment_fault (const px_fragment &, int threads);
std::string px_fragment_op_fault (const px_fragment_op *, const std::vector<px_fragment> &,
				  int threads);
/* Lower what only asks about a fragment's type; TID gives the thread's number.  */
bool px_lower_fragment_query (gimple_stmt_iterator *, tree (*tid) (void *), void *);
opt_pass *px_pass_frag (gcc::context *);

/* The unit's registers: start of their names, type and number.  */
const std::vector<std::pair<std::string, std::pair<const char *, unsigned>>> &
px_fragment_registers ();

/* plugin/lower/vars.cc: where variables are, for the debugger.  */
void px_note_variables (tree); /* of a device function; or a variable of the device */
opt_pass *px_pass_vars (gcc::context *);

/* plugin/lower/lower.cc: px_id and the other intrinsics that depend on the code
   perspective become inline PTX; convergence is protected; markers go.  */
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
opt_pass *px_pass_lower (gcc::context *);
opt_pass *px_pass_unmark (gcc::context *);

/* plugin/lower/strong.cc: atomic loads and stores, and volatile ones, are strong to PTX.  */
void px_make_strong (function *);

/* plugin/lower/intrin.cc: the table of intrinsics, include/px/intrinsics.def (what the words
   mean stands there).  */
enum px_role
{
  PX_ROLE_VALUE,
  PX_ROLE_UNIFORM,
  PX_ROLE_COORDINATE,
  PX_ROLE_WIDTH,
  PX_ROLE_CONST,
  PX_ROLE_PICK,
  PX_ROLE_UNIT,
  PX_ROLE_BARRIER,
  PX_ROLE_SHAPE,
  PX_ROLE_ADDRESS,
  PX_ROLE_READ,
  PX_ROLE_WRITE,
  PX_ROLE_ATOMIC,
  PX_ROLE_FROM,
  PX_ROLE_TO
};
enum px_operand_space
{
  PX_SPACE_ANY,
  PX_SPACE_SHARED,
  PX_SPACE_GLOBAL
};
enum px_intrinsic_kind
{
  PX_I_OPERATOR,
  PX_I_LOAD,
  PX_I_PLAIN,
  PX_I_COLLECTIVE,
  PX_I_ELECTED,
  PX_I_FENCE
};
enum px_intrinsic_timeline
{
  PX_T_GENERIC,
  PX_T_CPASYNC,
  PX_T_BULK_LOAD,
  PX_T_BULK_STORE,
  PX_T_WGMMA
};
enum px_intrinsic_result
{
  PX_AT_OPERANDS,
  PX_AT_LOAD,
  PX_AT_CODE,
  PX_AT_THREAD,
  PX_AT_GRID,
  PX_AT_NONE
};
struct px_operand
{
  px_role role;
  px_operand_space space;	 /* where a pointer must point to */
  std::string operation;	 /* of ATOMIC: add, max, ...; empty: it has no name */
  std::vector<std::string> pick; /* of PICK; of CONST: the numbers allowed, if any */
};
struct px_intrinsic
{
  const char *name, *generic;		 /* generic: what users write */
  px_persp code;			 /* the collective; n = 0: none, or by_... */
  bool by_width, by_unit, needs_cluster; /* by_unit: that of the code */
  std::vector<px_operand> operands;
  px_intrinsic_result at;
  px_intrinsic_kind kind;
  px_intrinsic_timeline timeline;
  unsigned arch;
  const char *ptx;
};
const px_intrinsic *px_intrinsic_of (const_tree fn); /* NULL: it is none */
/* The collective of a call of an intrinsic, thread[1] if it has none; false: its
   width is not right.  */
bool px_collective_of (gimple *call, px_persp *);
/* An argument that px fills in: that of px_pass_lower for UNIT, of px_pass_sync
   for BARRIER (an address in shared memory, unsigned long).  */
void px_set_argument (gimple *call, px_role, tree value);
void px_set_unit (gimple *call); /* from the region it stands in; and SHAPE */
/* The array at the shared end of a tensor copy, a tile perhaps, as far as types tell;
   NULL: there is none, or the call is no such copy.  */
tree px_copied_array (gimple *call);
/* What a tensor copy moves in all; 0: not known.  */
HOST_WIDE_INT px_copied_bytes (gimple *call);
/* The tensor copies of kernel FN whose maps are its arguments.  */
struct px_map_rec
{
  unsigned argument, offset, rank, bytes;
  bool store;
  px_fragment tile; /* if it has an element */
  location_t loc;
};
const std::vector<px_map_rec> &px_map_uses (tree fn);
/* The memory that a LOAD, plain store or atomic accesses through operand I, as a
   reference; NULL: it is not one.  */
tree px_intrinsic_ref (gimple *call, unsigned i);
opt_pass *px_pass_intrin (gcc::context *);

/* plugin/lower/print.cc: printf, assert and abort on the device.  */
void px_replace_library (tree *call); /* in the C tree */
bool px_print_p (tree fn);	      /* what it makes of printf: it writes no memory */
bool px_lower_print (gimple_stmt_iterator *, gcall *); /* is it such a call? */

/* plugin/device/capture.cc: the offload stream, kept in memory.  */
void px_capture_start (void (*at_end) ());
bool px_captured ();
std::string px_capture_elf (); /* as an ELF relocatable */

/* plugin/device/devcc.cc: device object to PTX by GCC's nvptx compiler.  */
bool px_compile_device (const std::string &elf, std::string *ptx);

/* Run ARGV, found in PATH, on a file with TEXT as its last argument.  The status, or
   -1 if it cannot be run; what it said in SAID.  */
int px_run_on (std::vector<std::string> argv, const std::string &text, std::string *said);

/* plugin/device/finalize.cc: that PTX to one image for each architecture.  */
struct px_image_text
{
  unsigned arch, isa;
  std::string text;
  std::vector<bool> held; /* by kernel: is it in there? */
  unsigned lacking_sm;	  /* what would hold the rest; 0: there is none */
  char lacking_feature;
};
bool px_check_archs ();			 /* is -fplugin-arg-px-arch good? */
unsigned px_first_arch ();		 /* the earliest of -fplugin-arg-px-arch: 80 */
uint64_t px_shared_limit (unsigned *sm); /* the most bytes that a block can have on
						   one of these, and which */
void px_mark_asm (tree);		 /* an asm of the user's, in the C tree: errors in its
					   PTX are told there */
bool px_finalize (const std::string &ptx, std::vector<px_image_text> *);

/* plugin/device/library.cc: px's own device library.  */
struct ptx_archive;
std::string px_library_text (const std::vector<std::string> &lacking); /* functions' names */
ptx_archive *px_string_archive (); /* functions of strings, each a member */

/* plugin/device/stats.cc: -fplugin-arg-px-stats.  */
void px_print_stats (const std::vector<px_image_text> &, bool linked);

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

/* plugin/device/image.cc: the images and records of runtime/image.h, as variables of the
   host program.  */
tree px_kernel_record (tree fn);   /* its struct px_kernel */
void px_replace_symbols (tree fn); /* on PLUGIN_PRE_GENERICIZE */
void px_note_symbol (tree d);	   /* before interprocedural passes */
bool px_emit_image (const std::vector<px_image_text> &);
/* is something of another file in it? */

#endif
