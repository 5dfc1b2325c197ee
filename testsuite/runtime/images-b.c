/* SPDX-License-Identifier: MIT */
/* The second object: defines what images-a.c imports, and a variable.  */
#include "images.h"

extern struct px_image image_b;
static const uint32_t sizes[] = { 8 };
/* helper uses table, and, as functions of two objects may, itself.  */
static const struct px_use helper_uses[] = { { &px_device_helper, 0, 0 }, { &px_device_table, 0, 0 } };
const struct px_symbol px_device_helper = { "helper", &image_b, 0, .kind = PX_SYMBOL_FUNCTION, .uses = helper_uses,
  .nuses = 2 };
const struct px_symbol px_device_table = { "table", &image_b, 16, .kind = PX_SYMBOL_VARIABLE };
const struct px_symbol px_device_wrong = { "table", &image_b, 17, .kind = PX_SYMBOL_VARIABLE };
KERNEL (image_b, b_local, 0);
KERNEL (image_b, tag, PX_KERNEL_STATIC);
STUB (b_local)
static STUB (tag)

void (*
b_tag (void)) (int *)
{
  return tag;
}

#define TEXT ".visible .global .align 4 .b8 table[16] = {1, 2, 3, 4};\n" \
  FUNCTION (".visible ", "helper", "22") FUNCTION ("", "local", "33") \
  CALL ("b_local", "local") STORE ("tag", "44")
static const struct px_variant variants[] = { VARIANT (80, 70, HEAD ("7.0", "sm_80") TEXT) };
static const struct px_kernel *const kernels[] = { &kernel_b_local, &kernel_tag };
static const struct px_symbol *const symbols[] = { &px_device_helper, &px_device_table };
IMAGE (image_b, "images-b.c", variants, 1, kernels, 2, symbols, 2, NONE, 0);
