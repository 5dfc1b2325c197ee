/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A collective operation that px wrote stands once in the finished code: each has a number in
   a comment, and no function that has one is copied.

   Needs: a device function; at the end the PTX that the device compiler printed.
   Leaves: comments for the PTX; an error if a collective is there twice.  */

#include "plugin/front/front.h"

/* Functions, by the number of a collective in its comment.  */
static std::vector<tree> placed;

void
px_stays_one (tree fn)
{
  DECL_UNINLINABLE (fn) = 1;
  if (!lookup_attribute ("noclone", DECL_ATTRIBUTES (fn)))
    DECL_ATTRIBUTES (fn) = tree_cons (get_identifier ("noclone"), NULL_TREE, DECL_ATTRIBUTES (fn));
}

/* A copy of FN would have the number again.  */
std::string
px_placed (tree fn)
{
  px_stays_one (fn);
  placed.push_back (fn);
  return " /* px:" + std::to_string (placed.size () - 1) + " */";
}

/* The position of the number's comment in TEXT, npos if it has none.  */
static size_t
number_at (const std::string &text)
{
  return text.find (" /* px:");
}

bool
px_placed_p (const gimple *s)
{
  const gasm *a = dyn_cast<const gasm *> (s);
  return a && number_at (gimple_asm_string (a)) != std::string::npos;
}

/* Where px itself has copied collectives of F, each copy gets a number.  */
static void
place_copies (function *f)
{
  std::set<unsigned long> seen;
  basic_block bb;
  FOR_EACH_BB_FN (bb, f)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (gasm *a = dyn_cast<gasm *> (gsi_stmt (gsi)))
	{
	  std::string text = gimple_asm_string (a);
	  size_t at = number_at (text);
	  if (at != std::string::npos
	      && !seen.insert (strtoul (text.c_str () + at + 7, NULL, 10)).second)
	    a->string = ggc_strdup ((text.substr (0, at) + px_placed (f->decl)).c_str ());
	}
}

unsigned
px_unroll_placed (function *f)
{
  px_unprotect_collectives (f);
  unsigned todo = px_unroll_marked (f);
  px_protect_collectives (f);
  place_copies (f);
  return todo;
}

/* What is out of reach may be gone; nothing else may, as each is volatile.  */
bool
px_check_placed (const std::string &ptx)
{
  std::vector<unsigned> found (placed.size ());
  bool ok = true;
  for (size_t i = ptx.find ("/* px:"); i != std::string::npos; i = ptx.find ("/* px:", i + 1))
    {
      unsigned long n = strtoul (ptx.c_str () + i + 6, NULL, 10);
      if (n < placed.size () && found[n]++ == 1)
	{
	  location_t at = DECL_SOURCE_LOCATION (placed[n]);
	  for (const px_kernel_rec &k : px_kernels)
	    if (k.twin == placed[n])
	      at = DECL_SOURCE_LOCATION (k.stub);
	  error_at (at, "the device compiler copied a collective operation of %qD", placed[n]);
	  ok = false;
	}
    }
  return ok;
}
