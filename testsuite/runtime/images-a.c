/* SPDX-License-Identifier: MIT */
/* The first object: imports a function from images-b.c.  */
#include "images.h"

extern struct px_image image_a;
extern const struct px_symbol px_device_helper;
static const uint32_t sizes[] = { 8 };
KERNEL (image_a, own, 0);
KERNEL (image_a, imported, 0);
KERNEL (image_a, a_local, 0);
KERNEL (image_a, tag, PX_KERNEL_STATIC);
STUB (own)
STUB (imported)
STUB (a_local)
static STUB (tag)

void (*
a_tag (void)) (int *)
{
  return tag;
}

#define TEXT EXTERN ("helper") FUNCTION ("", "local", "3") STORE ("own", "1") \
  CALL ("imported", "helper") CALL ("a_local", "local") STORE ("tag", "4")
static const struct px_variant variants[] = {
  VARIANT (80, 70, HEAD ("7.0", "sm_80") TEXT),
  VARIANT (90 | PX_ARCH_EXACT, 80, HEAD ("8.0", "sm_90a") "// tag in a comment\n" TEXT)
};
static const struct px_kernel *const kernels[] = { &kernel_own, &kernel_imported, &kernel_a_local,
						   &kernel_tag };
static const struct px_import imports[] = { { &px_device_helper } };
IMAGE (image_a, "images-a.c", variants, 2, kernels, 4, NONE, 0, imports, 1);
