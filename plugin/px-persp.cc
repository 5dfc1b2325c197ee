/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels, perspectives, signatures: arithmetic on them, nothing else.  */

#include "px-plugin.h"

static const char *const level_names[] = { "thread", "block", "grid" };

const char *px_level_name (px_level l) { return level_names[l]; }

bool px_level_named (const char *s, px_level *l)
{
  for (int i = PX_THREAD; i <= PX_GRID; i++)
    if (!strcmp (s, level_names[i])) {
      *l = (px_level) i;
      return true;
    }
  return false;
}

/* Prism §3.2: l2[n2] is broader than l1[n1] if l1 < l2, or l1 = l2 and n1
   divides n2.  */
bool px_broader (px_persp a, px_persp b)
{
  return a.level > b.level || (a.level == b.level && a.n % b.n == 0);
}

px_persp px_narrowest (px_persp a, px_persp b)
{
  if (a.level != b.level)
    return a.level < b.level ? a : b;
  return { a.level, gcd (a.n, b.n) };
}

/* Value of the attribute NAME of a signature, 0 if it is not there.  */
static long value (tree fn, const char *name)
{
  tree a = lookup_attribute (name, DECL_ATTRIBUTES (fn));
  return a && TREE_VALUE (a) ? tree_to_shwi (TREE_VALUE (TREE_VALUE (a))) : 0;
}

px_signature px_signature_of (tree fn)
{
  px_signature s = {};
  s.loc = DECL_SOURCE_LOCATION (fn);
  if (!lookup_attribute ("px_requires", DECL_ATTRIBUTES (fn))) {
    s.thread = 1;
    if (px_kernel_p (fn) || lookup_attribute ("kernel", DECL_ATTRIBUTES (fn)))
      s.grid = s.block = 1;
    return s;
  }
  s.grid = value (fn, "grid");
  s.block = value (fn, "block");
  s.thread = value (fn, "thread");
  s.threads = value (fn, "threads");
  s.cluster = value (fn, "cluster");
  s.smem = value (fn, "smem");
  s.minblocks = value (fn, "minblocks");
  s.maxregs = value (fn, "maxregs");
  s.barriers = value (fn, "barriers");
  s.cooperative = lookup_attribute ("cooperative", DECL_ATTRIBUTES (fn)) != NULL_TREE;
  return s;
}

px_persp px_code_persp (const px_signature &s)
{
  if (s.grid)
    return { PX_GRID, s.grid };
  if (s.block || s.cluster)
    return { PX_BLOCK, s.cluster ? s.cluster : s.block };
  return { PX_THREAD, s.threads ? s.threads : s.thread ? s.thread : 1 };
}
