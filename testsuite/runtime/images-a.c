/* SPDX-License-Identifier: MIT */
/* The first object: imports a function from images-b.c.  */
#include "images.h"

extern struct px_image image_a;
static const uint32_t sizes[] = { 8 };
KERNEL (image_a, own, 0);
static const struct px_pointer imported_pointers[] = { { 0, 0, 0, 1 } };
static const struct px_use imported_uses[] = { { &px_device_helper, 0, 0 } };
static const struct px_kernel kernel_imported = { "imported", &image_a, 1, 1, 1, 0, 0, 0, 0, 0, ~0u, 1, sizes,
  __FILE__, __LINE__, 0, NULL, 1, 1, imported_pointers, imported_uses };
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
