/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What callers in other files rely on of a device symbol, as text for the image
   (runtime/image.h): libpx compares the texts of all objects that use the symbol.

   Needs: declarations before GCC frees what only the language needs.
   Leaves: the texts, by the symbol's name in PTX.  */

#include "plugin/front/front.h"

/* Returns how a value of TYPE is passed to a callee.  */
static std::string
passed_as (tree type)
{
  if (POINTER_TYPE_P (type))
    return px_reads_only_p (type) ? "a pointer to const" : "a pointer";
  return std::to_string (std::max<HOST_WIDE_INT> (int_size_in_bytes (type), 0)) + " bytes of "
	 + (SCALAR_FLOAT_TYPE_P (type) ? "floating point"
	    : INTEGRAL_TYPE_P (type)   ? "an integer"
				       : "a structure");
}

static std::string
signature_text (tree fn)
{
  px_signature s = px_signature_of (fn);
  const struct
  {
    const char *name;
    int n;
  } clauses[] = { { "grid", s.grid },	      { "block", s.block },
		  { "thread", s.thread },     { "threads", s.threads },
		  { "smem", s.smem },	      { "cluster", s.cluster },
		  { "barriers", s.barriers }, { "cooperative", s.cooperative } };
  std::string text;
  for (const auto &c : clauses)
    if (c.n)
      text += std::string (text.empty () ? "__requires (" : ", ") + c.name + " ("
	      + std::to_string (c.n) + ")";
  text += std::string (")\n")
	  + (TREE_READONLY (fn) ? "__attribute__ ((const))" : "no __attribute__ ((const))") + "\n";
  if (std::string where = px_where_text (fn); !where.empty ())
    text += "__where (" + where + ")\n";
  auto at = [&] (tree d) {
    px_persp p = px_code_persp (fn);
    px_declared_persp (d, &p);
    return std::string (" at ") + px_name (p);
  };
  tree result = TREE_TYPE (TREE_TYPE (fn));
  text += VOID_TYPE_P (result) ? "no result" : passed_as (result) + at (fn) + " as its result";
  int i = 0;
  for (tree d = DECL_ARGUMENTS (fn); d; d = DECL_CHAIN (d))
    {
      if (DECL_ARTIFICIAL (d)) /* the hidden parameter of a frame, which functions with a body
				  have: smem () covers it */
	continue;
      int group = px_alias_group (fn, d);
      text += "\n" + passed_as (TREE_TYPE (d)) + at (d)
	      + (px_shared_pointer_p (d) ? " in shared memory" : "") + " as parameter "
	      + std::to_string (++i) + (group ? " (__alias " + std::to_string (group) + ")" : "");
    }
  return text + "\n" + (i ? "no more parameters" : "no parameters");
}

struct px_unit_signatures
{
  std::map<std::string, px_declared> all; /* by the name in PTX */
};

static std::map<std::string, px_declared> &
declared ()
{
  return px_unit_part (px_this_unit.signatures).all;
}

void
px_note_symbol (tree d)
{
  expanded_location at = expand_location (px_user_loc (DECL_SOURCE_LOCATION (d)));
  declared ()[px_ptx_name (d)] = { TREE_CODE (d) == FUNCTION_DECL ? signature_text (d) : "",
				   at.file ? at.file : "", (unsigned) at.line };
}

const px_declared &
px_declared_as (const std::string &name)
{
  return declared ()[name];
}
