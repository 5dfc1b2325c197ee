/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A collective operation that px wrote stands once in the finished code: each has a number,
   and no function that has one is copied.

   Needs: a device function; at the end the PTX that the device compiler printed.
   Leaves: statements that print their numbers in comments; an error if a collective is there
   twice.  */

#include "plugin/front/front.h"

/* The collectives, by number.  */
struct collective
{
  tree fn;
  bool fence; /* it is a wgmma.fence */
};
struct px_unit_collectives
{
  std::vector<collective> all;
};

static std::vector<collective> &
placed ()
{
  return px_unit_part (px_this_unit.collectives).all;
}

void
px_stays_one (tree fn)
{
  DECL_UNINLINABLE (fn) = 1;
  if (!lookup_attribute ("noclone", DECL_ATTRIBUTES (fn)))
    DECL_ATTRIBUTES (fn) = tree_cons (get_identifier ("noclone"), NULL_TREE, DECL_ATTRIBUTES (fn));
}

gasm *
px_placed_asm (tree fn, const std::string &text, const std::vector<tree> &outs,
	       const std::vector<tree> &ins, location_t loc, bool fence)
{
  px_stays_one (fn); /* a copy of it would have the number again */
  placed ().push_back ({ fn, fence });
  return px_asm_numbered (text, outs, ins, placed ().size () - 1, loc);
}

bool
px_placed_p (const gimple *s)
{
  unsigned n;
  return px_numbered_asm_p (s, &n);
}

bool
px_placed_fence_p (const gimple *s)
{
  unsigned n;
  return px_numbered_asm_p (s, &n) && placed ()[n].fence;
}

/* Where px itself has copied collectives of F, each copy gets a number.  */
static void
place_copies (function *f)
{
  std::set<unsigned> seen;
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	unsigned n;
	if (!px_numbered_asm_p (gsi_stmt (gsi), &n) || seen.insert (n).second)
	  continue;
	placed ().push_back ({ f->decl, placed ()[n].fence });
	px_renumber_asm (as_a<gasm *> (gsi_stmt (gsi)), placed ().size () - 1);
      }
}

void
px_unroll_placed (function *f, void (*unroll) (function *))
{
  px_unprotect_collectives (f);
  unroll (f);
  px_protect_collectives (f);
  place_copies (f);
}

/* What is out of reach may be gone; nothing else may, as each is volatile.  */
bool
px_check_placed (const std::string &ptx)
{
  std::vector<unsigned> found (placed ().size ());
  bool ok = true;
  for (size_t i = ptx.find ("/* px:"); i != std::string::npos; i = ptx.find ("/* px:", i + 1))
    {
      unsigned long n = strtoul (ptx.c_str () + i + 6, NULL, 10);
      if (n < placed ().size () && found[n]++ == 1)
	{
	  location_t at = DECL_SOURCE_LOCATION (placed ()[n].fn);
	  for (const px_kernel_rec &k : px_kernels ())
	    if (k.twin == placed ()[n].fn)
	      at = DECL_SOURCE_LOCATION (k.stub);
	  error_at (at, "the device compiler copied a collective operation of %qD",
		    placed ()[n].fn);
	  ok = false;
	}
    }
  return ok;
}
