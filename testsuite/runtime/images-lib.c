/* SPDX-License-Identifier: MIT */
/* A shared library with a kernel, to be opened and closed.  */
#include "images.h"

extern struct px_image image_lib;
static const uint32_t sizes[] = { 8 };
KERNEL (image_lib, mine, 0);
static STUB (mine)
static const struct px_variant variants[] = {
  VARIANT (80, 70, HEAD ("7.0", "sm_80") STORE ("mine", "77")) };
static const struct px_kernel *const kernels[] = { &kernel_mine };
IMAGE (image_lib, "images-lib.c", variants, 1, kernels, 1, NONE, 0, NONE, 0);

px_status run (int *p);
px_status
run (int *p)
{
  return px_launch (px_grid (1, 1), mine, p);
}
