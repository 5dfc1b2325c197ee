/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic on levels, perspectives and signatures.  */

#include "plugin/base/base.h"

static const char *const level_names[] = { "thread", "block", "grid" };

const char *
px_level_name (px_level l)
{
  return level_names[l];
}

bool
px_level_named (const char *s, px_level *l)
{
  for (int i = PX_THREAD; i <= PX_GRID; i++)
    if (!strcmp (s, level_names[i]))
      {
	*l = (px_level) i;
	return true;
      }
  return false;
}

bool
px_same (px_persp a, px_persp b)
{
  return a.level == b.level && a.n == b.n;
}

/* Prism §3.2: l2[n2] is broader than l1[n1] if l1 < l2, or l1 = l2 and n1
   divides n2.  */
bool
px_broader (px_persp a, px_persp b)
{
  if (a.level != b.level)
    return a.level > b.level;
  return b.n ? a.n % b.n == 0 : a.n == 0;
}

px_persp
px_narrowest (px_persp a, px_persp b)
{
  if (a.level != b.level)
    return a.level < b.level ? a : b;
  return { a.level, (int) gcd (a.n, b.n) };
}

bool
px_in_bound (px_persp p, const px_bound &b)
{
  return b.n[p.level] && b.n[p.level] % p.n == 0;
}

px_persp
px_broadest (const px_bound &b)
{
  for (int l = PX_GRID; l > PX_THREAD; l--)
    if (b.n[l])
      return { (px_level) l, b.n[l] };
  return { PX_THREAD, b.n[PX_THREAD] ? b.n[PX_THREAD] : 1 };
}

/* Removes everything broader than P, which becomes the broadest (Prism §3.3).  */
px_bound
px_narrow (px_bound b, px_persp p)
{
  for (int l = p.level + 1; l <= PX_GRID; l++)
    b.n[l] = 0;
  b.n[p.level] = p.n;
  return b;
}

/* Returns the value of the attribute NAME of a signature, 0 if there is none.  */
static int
signature_value (tree fn, const char *name)
{
  tree a = lookup_attribute (name, DECL_ATTRIBUTES (fn));
  return a && TREE_VALUE (a) ? tree_to_shwi (TREE_VALUE (TREE_VALUE (a))) : 0;
}

px_signature
px_signature_of (tree fn)
{
  px_signature s = {};
  s.loc = DECL_SOURCE_LOCATION (fn);
  s.grid = signature_value (fn, "grid");
  s.block = signature_value (fn, "block");
  s.thread = signature_value (fn, "thread");
  s.threads = signature_value (fn, "threads");
  if (!lookup_attribute ("px_requires", DECL_ATTRIBUTES (fn)))
    s.thread = 1;
  /* A launch is a grid of blocks, whatever the kernel says of them.  */
  if (px_kernel_p (fn) || lookup_attribute ("kernel", DECL_ATTRIBUTES (fn)))
    {
      s.grid = 1;
      s.block = std::max (s.block, 1);
    }
  s.cluster = signature_value (fn, "cluster");
  s.smem = signature_value (fn, "smem");
  s.minblocks = signature_value (fn, "minblocks");
  s.maxregs = signature_value (fn, "maxregs");
  s.barriers = signature_value (fn, "barriers");
  s.cooperative = lookup_attribute ("cooperative", DECL_ATTRIBUTES (fn)) != NULL_TREE;
  return s;
}

px_bound
px_bound_of (const px_signature &s)
{
  px_bound b = {};
  b.n[PX_GRID] = s.grid;
  b.n[PX_BLOCK] = s.cluster ? s.cluster : s.block;
  b.n[PX_THREAD] = s.threads ? s.threads : s.thread;
  if (!b.n[PX_THREAD]) /* there is always one thread */
    b.n[PX_THREAD] = 1;
  return b;
}

px_persp
px_code_persp (tree fn)
{
  return px_broadest (px_bound_of (px_signature_of (fn)));
}

/* What a variable's initialiser says; users cannot write the name.  */
static const char inferred[] = "px perspective";

void
px_infer_persp (tree d, px_persp p)
{
  const char *level = px_level_name (p.level);
  tree args = build_tree_list (NULL_TREE, build_int_cst (integer_type_node, p.n));
  args = tree_cons (NULL_TREE, build_string (strlen (level) + 1, level), args);
  DECL_ATTRIBUTES (d) = tree_cons (get_identifier (inferred), args, DECL_ATTRIBUTES (d));
}

bool
px_declared_persp (tree d, px_persp *p)
{
  tree a = lookup_attribute ("px_perspective", DECL_ATTRIBUTES (d));
  if (!a)
    a = lookup_attribute (inferred, DECL_ATTRIBUTES (d));
  if (!a)
    return false;
  px_level_named (TREE_STRING_POINTER (TREE_VALUE (TREE_VALUE (a))), &p->level);
  p->n = tree_to_shwi (TREE_VALUE (tree_last (TREE_VALUE (a))));
  return true;
}
