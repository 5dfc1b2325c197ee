/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds: each access to shared or global memory stays in its variable, or in the extent that a fact
   states of what a parameter leads to.

   Needs the accesses with their conditions, and the facts.  */

#include "prove/prove-int.h"

/* Proves that access a stays in bytes 0 to size - 1.  */
static bool
within (struct pv_kernel *k, const pv_access *a, px_dj_ref bytes)
{
  struct px_dj_type t = { 64, true, false };
  struct px_dj_access d = pv_dj_access (k, a);
  struct px_dj_result r;
  int64_t c;
  if (px_dj_const_p (k->A, bytes, &c))
    {
      px_dj_r2 (k->A, &d, c, &r);
      if (r.verdict == DJ_PROVED)
	return true;
    }
  /* With the facts, or with a size that is not constant.  */
  auto proved = [&] (px_dj_ref low, px_dj_ref high) {
    return pv_implied (k, a->guards, px_dj_bin (k->A, DJ_LE, low, high));
  };
  /* The size is not negative, so the difference does not overflow; the sum of offset and width
     could.  */
  return proved (px_dj_const (k->A, t, 0), a->offset)
	 && proved (a->offset, px_dj_bin (k->A, DJ_SUB, bytes, px_dj_const (k->A, t, a->width)));
}

static void
check (struct pv_kernel *k, const pv_access *a)
{
  const pv_object *o = &k->object[a->object];
  const pv_extent *e = a->object ? pv_extent_of (k, o) : NULL;
  const char *name = pv_access_name (a);
  struct px_dj_type t = { 64, true, false };
  k->result[PX_PROOF_BOUNDS].questions++;
  if (!a->object)
    pv_incomplete (k, PX_PROOF_BOUNDS, PX_PROOF_WHY_ADDRESS, a->stmt,
		   "%s: the address does not come from a parameter or variable", name);
  else if (o->kind == PV_PARAMETER && !e)
    pv_incomplete (k, PX_PROOF_BOUNDS, PX_PROOF_WHY_EXTENT, a->stmt,
		   "%s of %u bytes: it is not known how long the array of argument %u is: "
		   "__where (extent (...)) states it",
		   name, a->width, o->param + 1);
  else if (o->kind == PV_PARAMETER)
    {
      if (!within (k, a, e->bytes))
	pv_incomplete (k, PX_PROOF_BOUNDS, PX_PROOF_WHY_BOUNDS, a->stmt,
		       "%s of %u bytes: not shown to stay in %s", name, a->width, e->fact->text);
    }
  else if (!o->size)
    pv_incomplete (k, PX_PROOF_BOUNDS, PX_PROOF_WHY_EXTENT, a->stmt,
		   "%s of %u bytes: the launch decides how long the variable is", name, a->width);
  else if (o->size > INT64_MAX || !within (k, a, px_dj_const (k->A, t, (int64_t) o->size)))
    pv_incomplete (k, PX_PROOF_BOUNDS, PX_PROOF_WHY_BOUNDS, a->stmt,
		   "%s of %u bytes: not shown to stay within its variable, of %llu bytes", name,
		   a->width, (unsigned long long) o->size);
}

void
pv_check_bounds (struct pv_kernel *k)
{
  for (int b : k->g.rpo)
    for (const pv_access &a : k->accesses[b])
      check (k, &a);
}
