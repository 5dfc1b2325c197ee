/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interface of plugin/model: fragments, tiles, products, intrinsics and shared memory.  */
#ifndef PX_MODEL_H
#define PX_MODEL_H

#include "plugin/base/base.h"
#include "ptx/ptx.h"

/* plugin/model/intrinsic.cc: the table of intrinsics, include/px/intrinsics.def, whose head
   explains the columns.  */
enum px_role
{
  PX_ROLE_VALUE,
  PX_ROLE_UNIFORM,
  PX_ROLE_COORDINATE,
  PX_ROLE_BOXES,
  PX_ROLE_PIXELS,
  PX_ROLE_WIDTH,
  PX_ROLE_CONST,
  PX_ROLE_PICK,
  PX_ROLE_UNIT,
  PX_ROLE_BARRIER,
  PX_ROLE_SHAPE,
  PX_ROLE_ADDRESS,
  PX_ROLE_GIVE,
  PX_ROLE_TAKE,
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
  std::string operation;	 /* for ATOMIC: add, max, ...; empty: it has no name */
  std::vector<std::string> pick; /* for PICK its words; for CONST the permitted numbers, if any */
  bool handed;			 /* of VALUE: the result is that of one thread */
};
struct px_intrinsic
{
  const char *name, *generic;		 /* generic: the name that users write */
  px_persp code;			 /* perspective of the collective; n = 0: none, or given
					    by by_...  */
  bool by_width, by_unit, needs_cluster; /* by_unit: the perspective of the code */
  std::vector<px_operand> operands;
  px_intrinsic_result at;
  px_intrinsic_kind kind;
  px_intrinsic_timeline timeline;
  unsigned arch;
  const char *ptx;
  bool on_host; /* host code may call it, too */
};
const px_intrinsic *px_intrinsic_of (const_tree fn); /* NULL if FN is not an intrinsic */
/* Sets an argument that px fills in: px_pass_lower for role UNIT, px_pass_sync for BARRIER (an
   address in shared memory, unsigned long).  */
void px_set_argument (gimple *call, px_role, tree value);
/* Returns the array, perhaps a tile, at the shared end of a tensor copy, by its type; NULL if
   the call is not such a copy or the type is unknown.  */
tree px_copied_array (gimple *call);
/* Returns the address of the map of a tensor copy, NULL if CALL is another one.  Sets PARM to the parameter that the map is
   part of, or NULL, and OFFSET to the bytes before it there, -1 if not known.  */
tree px_map_of (gimple *call, tree *parm, HOST_WIDE_INT *offset);
/* Returns the bytes that a tensor copy moves; 0: unknown.  */
HOST_WIDE_INT px_copied_bytes (gimple *call);
/* Returns how many bytes a bulk load brings to each block that it reaches; NULL if unknown.  */
tree px_loaded_bytes (gimple *call);
/* Returns true if S calls px_map_shared, whose arguments are a place in shared memory and the number of a block.  */
bool px_maps_shared_p (gimple *s);
/* Returns the blocks of the cluster that a multicast reaches, one bit each; NULL if
   CALL is not a multicast.  */
tree px_destinations_of (gimple *call);
/* Returns the memory that a LOAD, plain store or atomic accesses through operand I, as a
   reference; NULL if it is another call.  */
tree px_intrinsic_ref (gimple *call, unsigned i);
/* Added to the width of an intrinsic by pxlower where all threads of the warp execute it together:
   inlining then loses which code it stands in.  More than any width.  */
#define PX_WHOLE_WARP 64
HOST_WIDE_INT px_constant_argument (gimple *call, unsigned i); /* -1 if it is not constant */
int px_operand_with (gimple *call, px_role);		       /* -1 if no operand has this role */
void px_set_shape (gimple *call); /* sets the shape argument: a tile's shape, or the bytes of
				     another array shifted left by 8 */
HOST_WIDE_INT px_shape_of (gimple *call); /* returns that argument; 0: none */

/* plugin/model/fragment.cc: fragments.  */
struct px_element
{
  const char *name; /* columns of px/elements.def */
  ptx_mod ptx;
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
  HOST_WIDE_INT rows, cols, copies; /* copies: number of fragments in an array */
  bool whole;			    /* not a row or cell of a fragment */
  int strip;			    /* of a tile: bytes of a row that are contiguous */
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
  const char *name, *roles; /* columns of px/fragments.def */
  px_fragment_unit unit;
};
const px_fragment_op *px_fragment_op_of (const_tree fn); /* NULL if FN is not such an operation */
bool px_fragment_type (const_tree type, px_fragment *);	 /* true also for a part of a fragment */
bool px_fragment_inside (tree type); /* true if TYPE is a fragment, a pointer to one, or has
					such a member */
std::string px_fragment_name (const px_fragment &);
int px_fragment_count (const px_fragment &, int threads); /* number of elements of each thread */
/* Tiles: like fragments, with strips.  px_tile_type is by type; px_tile_argument by an
   operation's argument I, whose next argument is the shape.  */
bool px_tile_type (const_tree type, px_fragment *);
bool px_fragment_argument (gimple *, unsigned i); /* true if argument I is a fragment or a tile */
/* Returns why the fragment (or the operation) is impossible for that many threads; "" if it is
   possible.  */
std::string px_fragment_fault (const px_fragment &, int threads);
extern const px_element px_elements[];
/* Returns true if argument I of operation O, which S calls, is a fragment, not a tile.  */
bool px_fragment_at_p (gimple *s, const px_fragment_op *o, unsigned i);
const char *px_element_type (const px_element *); /* its type in PTX, as text */
int px_numbers_in_element (const px_element *);	  /* numbers per element: k counts elements, their
						   names in PTX count numbers */
int px_per_register (const px_fragment &);	  /* elements in a register */
/* For positions in sparse operands: px_unit_columns returns the columns of a unit of 16 bits;
   px_two_rows_p returns true if a register has one unit of each of two rows, not two of one
   row; px_meta_registers returns the registers of a block of rows.  */
int px_unit_columns (const px_element *);
bool px_two_rows_p (const px_element *);
int px_meta_registers (const px_fragment &);
int px_block_rows (const px_fragment &, int threads); /* rows of a block, in which a thread has
							 elements of one column or two */
int px_register_count (const px_fragment &, int threads);
/* The position of element E of a thread: row + rg g + rt t, col + cg g + ct t.  */
struct px_spot
{
  int row, rg, rt, col, cg, ct;
};
px_spot px_spot_of (const px_fragment &, int threads, int e);

/* plugin/model/tile.cc: tiles.  */
/* The shape is encoded as by __px_shape of px/fragments.h.  */
HOST_WIDE_INT px_tile_shape (const px_fragment &);
px_fragment px_shaped_tile (HOST_WIDE_INT shape);
px_fragment px_tile_argument (gimple *, unsigned i);
std::string px_tile_fault (const px_fragment &);

/* plugin/model/product.cc: which operations on fragments exist.  */
/* Returns true if the call is a product by wgmma.  */
bool px_wgmma_p (gimple *);
void px_wgmma_ordered (gimple *); /* records that its commit and wait are elsewhere */
std::string px_fragment_op_fault (const px_fragment_op *, const std::vector<px_fragment> &,
				  int threads);
/* The kinds of product.  The forms of each: plain, B transposed, A transposed, both.  */
struct px_product_kind
{
  px_fragment_op_id first;
  int forms;
  bool overwrites, negates, keeps, xors; /* D = …, D -=, the last operand keeps D, xor */
  bool sparse;
  bool ta, tb;
};
/* returns true if it is a product */
bool px_product_p (const px_fragment_op *, px_product_kind *);
/* Returns the shape of the mma.sync, or mma.sp.sync, for these fragments: one that the earliest
   architecture has, else any that exists, else PTX_NOMOD.  */
ptx_mod px_product_shape (bool sparse, const px_fragment &d, const px_fragment &a,
			  const px_fragment &b);
/* A bit of the first shape argument, which copies of the call keep: px_wgmma_ordered was
   called.  */
static const HOST_WIDE_INT px_wgmma_mark = (HOST_WIDE_INT) 1 << 62;
/* Returns for each element of D the element of S with the same position and thread, where D is
   the part of S at (ROW, COL); empty if another thread has one of them.  */
std::vector<int> px_matching_elements (const px_fragment &d, const px_fragment &s, int row, int col,
				       int threads);
/* true if the 8 x 8 matrices must be transposed */
bool px_turned_p (const px_fragment &d, const px_fragment &s);
std::string px_convert_fault (const px_fragment &d, const px_fragment &s, int row, int col,
			      int threads);
/* px_transposed_p returns true if O's memory has the columns of matrices as its rows;
   px_transposes_p returns true if F then needs .trans.  */
bool px_transposed_p (const px_fragment_op *o);
bool px_transposes_p (const px_fragment_op *o, const px_fragment &f);

/* plugin/model/points.cc: what a pointer may point to, in SSA form.  */
enum px_target_kind
{
  PX_TO_VARIABLE,  /* variable ROOT of file scope */
  PX_TO_OWN,	   /* local variable ROOT */
  PX_TO_SHARED,	   /* the __shared array whose address ROOT, an SSA name, is */
  PX_TO_PARAMETER, /* what pointer parameter ROOT points to */
  PX_TO_MEMBER,	   /* what ROOT, a pointer member of a parameter, points to */
  PX_TO_NUMBER,	   /* an address that a parameter ROOT of another type contains */
  PX_TO_LOADED,	   /* what an address from memory leads to */
  PX_TO_KEPT,	   /* what an address leads to that a local variable contains whose address is known
		      elsewhere */
  PX_TO_OTHER	   /* a constant, or what is not followed: no object of these kinds */
};
/* AT: bytes from the start of ROOT, or from where the parameter points; -1: unknown.  */
struct px_target
{
  px_target_kind kind;
  tree root;
  HOST_WIDE_INT at;
};
/* How a value was visited: AT bytes before the address to follow; as a part of it too.  */
struct px_visit
{
  HOST_WIDE_INT at;
  bool parts;
};
/* The targets found so far, each ROOT once, in the order in which they were found.  */
struct px_targets
{
  std::vector<px_target> to;
  bool remote = false; /* some may be in another block */
  bool own = false;    /* a local variable was reached; users may reset it */
  bool parts = false;  /* while values are followed: they are parts of an address */
  /* Values and variables that were visited, the latter whole or for one member.  */
  std::map<std::pair<tree, tree>, px_visit> seen;
};
/* These add to P the targets of a pointer; of VALUE, of any type; of call S's result, which was
   loaded from memory or is one of its arguments; of variable D of file scope.  */
void px_point_pointer (px_targets *p, tree pointer);
void px_point_value (px_targets *p, tree value);
void px_point_result (px_targets *p, gimple *s);
/* Keeps for the callers of CFUN, whose body is all that a call of it runs, which parameters its result leads
   to.  */
void px_note_result ();
void px_point_variable (px_targets *p, tree d);
/* Adds the targets of pointers in the structures that call S passes.  WRITTEN: except pointers to
   const; MEMBER: only this member, if not NULL.  */
void px_point_passed (px_targets *p, gimple *s, bool written, tree member);
/* Returns true if POINTER has one target, which has a ROOT, in the unit's own block.  */
bool px_points_to_one (tree pointer, px_target *to);
bool px_own_p (tree d);	       /* returns true if D, or the variable that contains it, is local */
bool px_named_only_p (tree t); /* returns true if T, or the variable that contains it,
						can only be accessed by its name */
bool px_has_member_p (tree type, tree m);  /* returns true if TYPE contains the member M */
bool px_other_member_p (tree ref, tree m); /* returns true if REF, a part of a variable, is in a
						member that does not overlap M */

/* plugin/model/fragment-of.cc: the fragment and memory of an operation.  */
/* What a statement accesses: REF, or ROWS of it, each STRIDE times SIZE bytes after the
   previous; for a call, CALLED (plugin/bridge/race.h).  If neither is set it is unknown.  */
struct px_reach
{
  tree ref;
  HOST_WIDE_INT rows, size;
  tree stride;
  tree count;  /* or this many contiguous bytes from REF on */
  tree number; /* not memory, REF being NULL: the numbers NUMBER to NUMBER + SIZE - 1 */
  bool apart;  /* no two of the rows overlap */
  const struct px_called *called;
  tree
    base; /* for CALLED: the pointer that the callee loads from a structure; NULL: its PARAMETER */
  tree
    root; /* of what is accessed there, only what is of this object (px_target.root); NULL: it is one object */
  px_reach (tree t = NULL_TREE)
      : ref (t), rows (1), size (0), stride (NULL_TREE), count (NULL_TREE), number (NULL_TREE),
	apart (false), called (NULL), base (NULL_TREE), root (NULL_TREE)
  {
  }
  px_reach (const px_called *c) : px_reach ()
  {
    called = c;
  }
  bool
  known () const
  {
    return ref || called || number;
  }
};
/* Returns the access of operation S through its argument I, a view (roles p, q, P and Q of
   px/fragments.def).  */
px_reach px_fragment_reach (gimple *s, unsigned i);
bool px_rows_overlap (gimple *s, unsigned i); /* returns true if rows overlap that operation S
						 writes at its argument I */
tree px_fragment_root (tree pointer); /* returns the fragment, or array of fragments, that it points
				    to, or NULL */
tree px_constant_of (tree);	      /* returns the value if it is an integer constant, however it
				    is computed; else NULL */
tree px_valueize (tree);	      /* the same, but returns its argument if it is not constant */
/* Returns the fragment, a local variable or a parameter, that T points to, and in AT the offset
   in bytes, -1 if that is not constant.  NULL if T does not point to a fragment.  */
tree px_traced_fragment (tree t, HOST_WIDE_INT *at);

/* plugin/model/member.cc: true if REF names an array that is a member of a structure or union.  The bytes from the start
   of such an ARRAY that are its own, or, in a union, the union's; -1: all that follow.  That is so where no member
   follows in any structure around it: the bound is often a fiction then (the array is as long as what was allocated),
   and the whole object's is judged too.  In an element of an array the next element follows.  */
bool px_member_array_p (tree ref);
HOST_WIDE_INT px_member_extent (tree array);
HOST_WIDE_INT px_member_size (tree array); /* the same for messages: of -1, the bytes of its type */
/* Returns true if ARRAY, a member, is all of its structure, as of a vector of three numbers: a pointer to these is a user's
   way to say that he means those of all elements of an array of such structures.  */
bool px_all_of_structure_p (tree array);
/* The note on an access that leaves one, with its name.  */
#define PX_ARRAY_IN_STRUCTURE \
  "%qs is an array in a structure; a pointer to all of that may go on to what is around it"

/* plugin/model/shared-items.cc: shared memory while calls stand for its addresses, before the
   layout.  */
tree px_shared_array (gimple *); /* returns the array whose address this call stands for; NULL
				    if it is another call */
/* Returns true if D is a turn: a __shared variable without bytes (px_turn).  */
bool px_turn_p (const_tree d);
/* Returns the slots of D, a __shared variable: those of __slots, or one of a turn; 0: it is no ring.  */
int px_slots_of (const_tree d);
/* Bytes START to END of a function's frame, for an array or for what a call needs (ARRAY NULL).
   Items that are never alive together may overlap.  An array sized at launch has no bytes here:
   it follows the frame.  */
struct px_shared_item
{
  gimple *call; /* the call that stands for its address */
  tree array;	/* NULL: the frame of a callee */
  tree block;	/* the scope in which it is declared or called */
  location_t loc;
  bool dynamic;
  int64_t align, start, end;
};
std::vector<px_shared_item> px_shared_items (function *); /* valid until the layout */
tree px_shared_base ();					  /* the start of the block's shared
							     memory */
/* px_barriers_parameter returns the parameter that is the number of FN's first named barrier,
   or NULL.  px_barriers_asked returns true if S is a call that stands for the argument of a
   callee which needs *K barriers for each *N threads (0: a block).  */
tree px_barriers_parameter (tree fn);
bool px_barriers_asked (gimple *s, int *k, int *n);
gcall *px_shared_own (unsigned bytes); /* makes a call that stands for the offset of BYTES for
					  px's own use; in a kernel only before "pxlayout" */
/* Calls that plugin/lower/shared.cc inserts: for ARRAY's address; functions for the offset of a
   callee's frame, and for the number of its first named barrier.  */
gcall *px_shared_address (tree array);
tree px_frame_function ();
tree px_numbers_function ();
bool px_shared_own_p (gimple *); /* returns true for a call of px_shared_own */
bool px_shared_asked_p ();	 /* returns true if the unit has such a call */
/* px_framed_p (px_numbered_p) returns true if FN gets the offset of its frame (the number of
   its first named barrier) from its caller.  */
bool px_framed_p (tree fn);
bool px_numbered_p (tree fn);
void px_add_parameter_types (tree fn); /* adds the hidden parameters, once */
tree px_frame_parameter (tree fn);
int64_t px_align_up (int64_t n, int64_t align);
/* Assigns bytes to item I, whose size is in END, after the items below it.  MOVES: the start of
   the frame is only known to be a multiple of 16.  */
void px_put_item (std::vector<px_shared_item> *, size_t i, bool moves);

#endif
