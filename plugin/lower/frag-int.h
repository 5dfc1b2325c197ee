/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that lower fragments share: plugin/lower/frag.cc, the pass, and those of
   its operations.  */

#ifndef PX_FRAG_INT_H
#define PX_FRAG_INT_H

#include "plugin/lower/lower-int.h"

struct px_frag
{
  px_fragment f;
  int threads;
  unsigned number; /* in the unit */
  char kind;	   /* f, r, d */
};

/* A fragment operand: registers FIRST, ... of FRAG.  */
struct px_frag_operand
{
  const px_frag *x;
  tree decl;
  int first;
  std::string
  reg (int k) const
  {
    return std::string ("%%px") + x->kind + std::to_string (x->number) + "_"
	   + std::to_string (first + k);
  }
  std::string
  regs (int k, int n) const
  {
    std::string s = "{";
    for (int i = 0; i < n; i++)
      s += (i ? ", " : "") + reg (k + i);
    return s + "}";
  }
  int
  n () const
  {
    return px_register_count (x->f, x->threads);
  }
};

/* A product of wgmma that was lowered into a group of the function's synchronisation.  */
struct px_wgmma_issued
{
  const px_frag *sum;
  std::string shape; /* of its instructions: K and the types; N is the sum's */
  bool fences;	     /* begins with a wgmma.fence */
};

/* The fragments of a function.  */
struct px_frags
{
  std::map<tree, px_frag> of;	 /* by variable */
  bool failed;			 /* an error was reported */
  std::set<const gimple *> uses; /* asm statements that name registers of fragments */
  std::map<const gimple *, px_wgmma_issued> issued; /* some of these */
};

/* The call that is being lowered, before which statements are put: asm TEXT of INS and OUT.  */
struct px_frag_code
{
  px_frags *all;
  gimple_stmt_iterator gsi;
  gcall *call;
  std::string text;
  std::vector<tree> ins;
  tree out;
};

/* plugin/lower/frag-code.cc.  */
/* A OP B before *GSI, of TYPE; A itself if OP does not change it.  */
tree px_build (gimple_stmt_iterator *gsi, tree_code op, tree type, tree a, tree b);
tree px_build_by (gimple_stmt_iterator *gsi, tree_code op, tree type, tree a, HOST_WIDE_INT k);
tree px_convert_to (gimple_stmt_iterator *gsi, tree type, tree a);
std::string px_frag_use (px_frag_code *c, tree t); /* T as an operand of the asm */
/* Puts the asm before the call and begins another one.  USES: it names registers of fragments, and is
   volatile.  */
gasm *px_frag_put (px_frag_code *c, bool uses, bool memory);
const char *px_move_of (const px_frag *x);
/* Value argument I as a register holds it: of 32 or 64 bits.  */
tree px_register_value (px_frag_code *c, unsigned i, const px_element *e);
tree px_spread (px_frag_code *c, tree v, const px_element *e); /* the same in all its parts */
tree px_thread_number (px_frag_code *c);
tree px_shared_address_of (px_frag_code *c, tree p); /* as ldmatrix wants it */

/* The operations: plugin/lower/elements.cc.  */
int px_element_index (px_frag_code *c, unsigned i, const px_frag_operand &f);
void px_lower_get (px_frag_code *c, const px_frag_operand &f, int e);
void px_lower_set (px_frag_code *c, const px_frag_operand &f, int e);
void px_lower_zero (px_frag_code *c, const px_frag_operand &f);
void px_lower_fill (px_frag_code *c, const px_frag_operand &f);
void px_lower_scale (px_frag_code *c, const px_frag_operand &f);
/* plugin/lower/exchange.cc: D is the part of S at (ROW, COL), or where the call says.  */
void px_lower_convert (px_frag_code *c, const px_frag_operand &d, const px_frag_operand &s, int row,
		       int col);
void px_lower_part (px_frag_code *c, const px_frag_operand &d, const px_frag_operand &s);
/* plugin/lower/mma.cc, wgmma.cc: products; E: the positions in A, if it is sparse.  */
void px_lower_mma (px_frag_code *c, px_product_kind kind, const px_frag_operand &d,
		   const px_frag_operand &a, const px_frag_operand &b, const px_frag_operand *e,
		   tree keep);
void px_lower_wgmma (px_frag_code *c, px_product_kind p, const px_frag_operand &d,
		     const px_frag_operand *a, const px_fragment &ta, tree pa,
		     const px_fragment &tb, tree pb, const px_frag_operand *e, tree keep);
/* Registers of positions E of row block I from column K on, of which an instruction takes WIDTH:
   register and selector.  */
std::string px_positions (const px_frag_operand &e, int i, int k, int width);
/* plugin/lower/frag-memory.cc.  */
void px_lower_ldmatrix (px_frag_code *c, const px_fragment_op *o, const px_frag_operand &f, tree p,
			tree ld, const px_fragment *t, tree r0, tree c0);
/* Positions F from P on, where rows are LD units apart.  */
void px_lower_load_meta (px_frag_code *c, const px_frag_operand &f, tree p, tree ld);
void px_lower_memory (px_frag_code *c, const px_fragment_op *o, const px_frag_operand &f, tree p,
		      tree ld);

#endif
