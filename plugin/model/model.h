/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plugin/model offers: what fragments, tiles, products, intrinsics and shared memory are.  */
#ifndef PX_MODEL_H
#define PX_MODEL_H

#include "plugin/base/base.h"

/* plugin/model/intrinsic.cc: the table of intrinsics, include/px/intrinsics.def (what the words mean stands there).  */
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
/* An argument that px fills in: that of px_pass_lower for UNIT, of px_pass_sync
   for BARRIER (an address in shared memory, unsigned long).  */
void px_set_argument (gimple *call, px_role, tree value);
/* The array at the shared end of a tensor copy, a tile perhaps, as far as types tell;
   NULL: there is none, or the call is no such copy.  */
tree px_copied_array (gimple *call);
/* What a tensor copy moves in all; 0: not known.  */
HOST_WIDE_INT px_copied_bytes (gimple *call);
/* The memory that a LOAD, plain store or atomic accesses through operand I, as a
   reference; NULL: it is not one.  */
tree px_intrinsic_ref (gimple *call, unsigned i);
HOST_WIDE_INT px_constant_argument (gimple *call, unsigned i); /* or -1 */
int px_operand_with (gimple *call, px_role);		       /* -1: none */
void px_set_shape (gimple *call); /* a tile's, or the bytes of another array shifted left by 8 */
HOST_WIDE_INT px_shape_of (gimple *call); /* that; 0: none */

/* plugin/model/fragment.cc: what fragments are.  */
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
bool px_fragment_argument (gimple *, unsigned i); /* or is it a tile? */
/* Why the fragment, the operation are none for that many threads; "": they are.  */
std::string px_fragment_fault (const px_fragment &, int threads);
extern const px_element px_elements[];
/* Is argument I of operation O, which S calls, a fragment, not a tile?  */
bool px_fragment_at_p (gimple *s, const px_fragment_op *o, unsigned i);
int px_numbers_in_element (const px_element *); /* k counts elements, their names in PTX numbers */
int px_per_register (const px_fragment &);	/* elements in a register */
/* Of positions: columns of a unit of 16 bits; has a register a unit of two rows, not two of one?
   Registers of a block of rows.  */
int px_unit_columns (const px_element *);
bool px_two_rows_p (const px_element *);
int px_meta_registers (const px_fragment &);
int px_block_rows (const px_fragment &, int threads); /* the rows of a block, in which a thread
							 has some of a column or two */
int px_register_count (const px_fragment &, int threads);
/* Where element E of a thread stands: row + rg g + rt t, col + cg g + ct t.  */
struct px_spot
{
  int row, rg, rt, col, cg, ct;
};
px_spot px_spot_of (const px_fragment &, int threads, int e);

/* plugin/model/tile.cc: what tiles are.  */
/* As __px_shape of px/fragments.h has it.  */
HOST_WIDE_INT px_tile_shape (const px_fragment &);
px_fragment px_shaped_tile (HOST_WIDE_INT shape);
px_fragment px_tile_argument (gimple *, unsigned i);
std::string px_tile_fault (const px_fragment &);

/* plugin/model/product.cc: which operations of fragments there are.  */
/* Is the call a product by wgmma?  */
bool px_wgmma_p (gimple *);
void px_wgmma_ordered (gimple *); /* its commit and wait are elsewhere */
std::string px_fragment_op_fault (const px_fragment_op *, const std::vector<px_fragment> &,
				  int threads);
/* The kinds of product, each as it is and with B, A and both transposed.  */
struct px_product_kind
{
  px_fragment_op_id first;
  int forms;
  bool overwrites, negates, keeps, xors; /* D = …, -=, keeps D by its last operand */
  bool sparse;
  bool ta, tb;
};
bool px_product_p (const px_fragment_op *, px_product_kind *); /* is it a product? */
/* An instruction: D of PTX type d and so on; m x n x k; the first architecture.  */
struct px_product
{
  const char *d, *a, *b;
  int m, n, k, sm;
};
/* The one that the earliest architecture has, or that there is; NULL: there is none.  */
const px_product *px_product_of (bool sparse, const px_fragment &d, const px_fragment &a,
				 const px_fragment &b);
/* A bit of the first shape, which copies of the call keep: px_wgmma_ordered was asked.  */
static const HOST_WIDE_INT px_wgmma_mark = (HOST_WIDE_INT) 1 << 62;
/* By element of D, the element of S that stands in the same place of the same thread, D being the
   part of S at (ROW, COL); empty if there is one that another thread has.  */
std::vector<int> px_matching_elements (const px_fragment &d, const px_fragment &s, int row, int col,
				       int threads);
bool px_exchanged_p (const px_fragment &d, const px_fragment &s); /* do four threads exchange? */
bool px_turned_p (const px_fragment &d, const px_fragment &s);	  /* are its matrices turned? */
std::string px_convert_fault (const px_fragment &d, const px_fragment &s, int row, int col,
			      int threads);
/* Has the memory of O the columns of matrices as its rows; does that of F need .trans?  */
bool px_transposed_p (const px_fragment_op *o);
bool px_transposes_p (const px_fragment_op *o, const px_fragment &f);

/* plugin/model/fragment-of.cc: which fragment and memory an operation means.  */
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
/* Of operation S at its argument I, a view (roles p, q, P and Q of px/fragments.def).  */
px_reach px_fragment_reach (gimple *s, unsigned i);
bool px_rows_overlap (gimple *s, unsigned i); /* of operation S, that it writes at its argument I */
tree
px_fragment_root (tree pointer); /* the fragment, or array of them, that it points to, or NULL */
tree px_constant_of (tree);	 /* an integer constant, however it is computed; or NULL */
tree px_valueize (tree);	 /* the same, or what it was given */
/* The fragment that T points to: a local variable or a parameter, and the byte in it, -1 if that
   is not constant.  NULL: not one.  */
tree px_traced_fragment (tree t, HOST_WIDE_INT *at);

/* plugin/model/shared-items.cc: shared memory as calls stand for it, until it is laid out.  */
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
tree px_shared_base ();					  /* the block's shared memory */
/* The parameter that has the number of FN's first named barrier; NULL: it has none.  Is S a
   call that stands for the argument of a callee with *K barriers for each *N threads (0: a block)?  */
tree px_barriers_parameter (tree fn);
bool px_barriers_asked (gimple *s, int *k, int *n);
gcall *px_shared_own (unsigned bytes); /* stands for the offset of so many bytes
						   of px's own there, in a kernel before
						   "pxlayout" */
/* Calls that plugin/lower/shared.cc puts: of ARRAY's address; functions of the offset of a frame
   of so many bytes, of the number of so many barriers.  */
gcall *px_shared_address (tree array);
tree px_frame_function ();
tree px_numbers_function ();
bool px_shared_own_p (gimple *); /* is it one of px_shared_own? */
bool px_shared_asked_p ();	 /* is there any such call in the unit? */
/* Does FN get the offset of its frame, the number of its first named barrier from its caller?  */
bool px_framed_p (tree fn);
bool px_numbered_p (tree fn);
void px_add_parameter_types (tree fn); /* the hidden parameters, once */
tree px_frame_parameter (tree fn);
int64_t px_align_up (int64_t n, int64_t align);
/* Give item I, which has its size in END, its bytes; those below it first.  MOVES: the frame
   starts at a multiple of 16 only.  */
void px_put_item (std::vector<px_shared_item> *, size_t i, bool moves);

#endif
