/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The translation unit: what px knows of it from one callback of GCC to a later one, as GCC calls a
   plugin back without a closure, and compiles one unit a process.  Each struct belongs to one file,
   which alone knows what is in it and makes it on first use.  */
#ifndef PX_UNIT_H
#define PX_UNIT_H

struct px_unit
{
  /* plugin/base */
  bool header; /* decl.cc: px.h is included; GCC drops the names at the end of the unit */
  struct px_unit_diagnosed *diagnosed; /* diag.cc: what was reported, which is reported once */
  struct px_unit_made
    *made; /* made.cc: declarations of px's own, and what GCC's collector must keep */
  struct px_unit_user_asms *user_asms; /* user-asm.cc: the user's asm statements, by number */
  struct px_unit_page *page;	       /* page.cc: what the report shows, by function */

  /* plugin/model */
  struct px_unit_shared_items *shared_items; /* shared-items.cc: the __shared arrays, by number */
  struct px_unit_results *results;	     /* points.cc: which parameters functions return */

  /* plugin/front */
  struct px_unit_attributes
    *attributes; /* attribs.cc: what the first declarations of functions promise */
  struct px_unit_conditions *conditions;   /* device.cc: conditions as they were written */
  struct px_unit_device_code *device_code; /* device.cc: what the device code consists of */
  struct px_unit_diagnostic *diagnostic;   /* form.cc: the diagnostic that GCC is printing */
  struct px_unit_gcc_diagnostics *gcc_diagnostics; /* form.cc: GCC's own functions that print one */
  struct px_unit_mistakes *mistakes; /* form.cc: what was reported of constructs and keywords */
  struct px_unit_misspelt *misspelt; /* meant.cc: misspelt keywords so far */
  struct px_unit_collectives *collectives; /* once.cc: the collective operations, by number */
  struct px_unit_overloads *overloads;	 /* overload.cc: GCC's function for overloaded functions */
  struct px_unit_constructs *constructs; /* region.cc: the constructs, by number */
  struct px_unit_signatures
    *signatures;		   /* signature.cc: what was declared of functions of other files */
  struct px_unit_kernels *kernels; /* stub.cc: the kernels */
  struct px_unit_facts *facts;	   /* where.cc: the facts of functions */
  struct px_unit_marks *marks; /* where-marks.cc: the facts that marks in GIMPLE name by number */

  /* plugin/check */
  struct px_unit_uses *uses; /* uses.cc: which variables of the device each function names */

  /* plugin/sync */
  struct px_unit_synced *synced; /* seen.cc: what pxsync has found out about functions */

  /* plugin/lower */
  struct px_unit_lowered *lowered; /* lower.cc: what its passes leave for the image */

  /* plugin/device */
  struct px_unit_captured *captured; /* capture.cc: the offload stream */
  struct px_unit_image *image;	     /* image.cc: the records that the image has so far */
};
extern px_unit px_this_unit;

/* Returns *PART, a part of px_this_unit, which is made if it is not there.  */
template <typename T>
T &
px_unit_part (T *&part)
{
  if (!part)
    part = new T ();
  return *part;
}

#endif
