/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's asm statements: reports what devices do not support, and finds each in
   the PTX.

   Needs: an asm statement in the C tree.
   Leaves: its template between comments with its number, which px_user_asm_at and
   px_unpaired_user_asm search in the finished PTX.  */

#include "plugin/base/base.h"

/* The user's asm statements, which are in the PTX between comments with their numbers.  */
struct px_unit_user_asms
{
  std::vector<location_t> places;
};
static px_unit_user_asms &
asms ()
{
  return px_unit_part (px_this_unit.user_asms);
}

static const char asm_start[] = "/* px-asm:", asm_end[] = "/* px-asm */";

/* Returns what is wrong with template TEXT for this number of OPERANDS; "" if nothing.  */
static std::string
template_fault (const char *text, unsigned operands)
{
  for (const char *s = text; (s = strchr (s, '%')); s++)
    {
      s++;
      if (*s && strchr ("%={|}[", *s))
	continue;
      const char *digits = s + (ISALPHA (*s) != 0);
      if (!ISDIGIT (*digits))
	return "a % of PTX's own is written twice";
      if (strtoul (digits, NULL, 10) >= operands)
	return std::string ("there is no operand ") + std::to_string (strtoul (digits, NULL, 10));
      s = digits;
    }
  return "";
}

/* Converts the constraints of OPERANDS, an asm's list, from nvcc's letters for registers of a
   size to GCC's letter for all.  Returns why they are invalid on a device, or "".  */
static std::string
fit_constraints (tree operands)
{
  for (; operands; operands = TREE_CHAIN (operands))
    {
      tree old = TREE_VALUE (TREE_PURPOSE (operands));
      std::string c (TREE_STRING_POINTER (old));
      for (char &l : c)
	if (strchr ("hlfd", l))
	  l = 'r';
	else if (ISALPHA (l) && !strchr ("rRmgniF", l))
	  return "the device has no constraint \"" + c + "\"; a register's is \"r\"";
      TREE_VALUE (TREE_PURPOSE (operands)) = build_string (c.size () + 1, c.c_str ());
      TREE_TYPE (TREE_VALUE (TREE_PURPOSE (operands))) = TREE_TYPE (old);
    }
  return "";
}

void
px_mark_asm (tree t)
{
  tree old = ASM_STRING (t);
  std::string fault;
  unsigned operands
    = list_length (ASM_OUTPUTS (t)) + list_length (ASM_INPUTS (t)) + list_length (ASM_LABELS (t));
  for (tree c = ASM_CLOBBERS (t); c; c = TREE_CHAIN (c))
    if (strcmp (TREE_STRING_POINTER (TREE_VALUE (c)), "memory")
	&& strcmp (TREE_STRING_POINTER (TREE_VALUE (c)), "cc"))
      fault = std::string ("the device has no register \"") + TREE_STRING_POINTER (TREE_VALUE (c))
	      + "\" to clobber";
  for (tree list : { ASM_OUTPUTS (t), ASM_INPUTS (t) })
    if (fault.empty ())
      fault = fit_constraints (list);
  if (fault.empty () && !ASM_INPUT_P (t))
    fault = template_fault (TREE_STRING_POINTER (old), operands);
  if (!fault.empty ())
    px_error (EXPR_LOCATION (t), PX_D_ASM_PTX, fault.c_str ());
  if (!TREE_STRING_LENGTH (old) || !*TREE_STRING_POINTER (old))
    return;
  std::string text = asm_start + std::to_string (asms ().places.size ()) + " */ "
		     + TREE_STRING_POINTER (old) + " " + asm_end;
  ASM_STRING (t) = build_string (text.size () + 1, text.c_str ());
  TREE_TYPE (ASM_STRING (t)) = TREE_TYPE (old);
  asms ().places.push_back (EXPR_LOCATION (t));
}

bool
px_user_asm_p (const gasm *a)
{
  const char *text = gimple_asm_string (a);
  return !*text || startswith (text, asm_start);
}

/* Returns true if the asm statement that ends at STOP of TEXT is an unterminated PTX statement,
   which continues until START.  */
static bool
goes_on (const std::string &text, size_t stop, size_t start)
{
  size_t last = text.find_last_not_of (" \t\n", stop - 1);
  return !strchr (";{}", text[last]) && text.find_first_of (";{}", stop) >= start;
}

/* Returns the asm statement that contains LINE of TEXT, or whose statement LINE continues.  */
location_t
px_user_asm_at (const std::string &text, unsigned line)
{
  size_t start = 0, end;
  while (--line && (end = text.find ('\n', start)) != std::string::npos)
    start = end + 1;
  size_t at = text.rfind (asm_start, text.find ('\n', start));
  size_t stop = at == std::string::npos ? at : text.find (asm_end, at);
  if (at == std::string::npos || (stop < start && !goes_on (text, stop, start)))
    return UNKNOWN_LOCATION;
  unsigned long i = strtoul (text.c_str () + at + strlen (asm_start), NULL, 10);
  return i < asms ().places.size () ? asms ().places[i] : UNKNOWN_LOCATION;
}

/* Returns the first asm statement in TEXT whose braces are unbalanced, which ptxas reports only
   at the end of the function or text.  */
location_t
px_unpaired_user_asm (const std::string &text)
{
  for (size_t at = 0; (at = text.find (asm_start, at)) != std::string::npos; at++)
    {
      unsigned long i = strtoul (text.c_str () + at + strlen (asm_start), NULL, 10);
      int depth = 0;
      for (size_t end = text.find (asm_end, at), c = at; c < end && c < text.size () && depth >= 0;
	   c++)
	depth += text[c] == '{' ? 1 : text[c] == '}' ? -1 : 0;
      if (depth && i < asms ().places.size ())
	return asms ().places[i];
    }
  return UNKNOWN_LOCATION;
}
