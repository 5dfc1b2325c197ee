/* SPDX-License-Identifier: MIT */
/* The device code of the tests of images: kernels of two objects that import
   from each other, and of a shared library.  */
#ifndef IMAGES_H
#define IMAGES_H

#include "t.h"

#define HEAD(isa, arch) ".version " isa "\n.target " arch "\n.address_size 64\n"

/* .entry NAME (int *p): *p = VALUE.  */
#define STORE(name, value)					\
  ".visible .entry " name "(.param .u64 " name "_p)\n{\n"	\
  "\t.reg .u64 %rd<3>;\n\tld.param.u64 %rd1, [" name "_p];\n"	\
  "\tcvta.to.global.u64 %rd2, %rd1;\n"				\
  "\tst.global.u32 [%rd2], " value ";\n\tret;\n}\n"

/* .entry NAME (int *p): *p = CALLEE ().  */
#define CALL(name, callee)					\
  ".visible .entry " name "(.param .u64 " name "_p)\n{\n"	\
  "\t.reg .u64 %rd<3>;\n\t.reg .u32 %r<2>;\n"			\
  "\tld.param.u64 %rd1, [" name "_p];\n"			\
  "\tcvta.to.global.u64 %rd2, %rd1;\n"				\
  "\t{\n\t.param .u32 v;\n\tcall (v), " callee ";\n\tld.param.u32 %r1, [v];\n\t}\n" \
  "\tst.global.u32 [%rd2], %r1;\n\tret;\n}\n"

/* A function that returns VALUE.  */
#define FUNCTION(linkage, name, value)				\
  linkage ".func (.param .u32 r) " name "()\n{\n"		\
  "\tst.param.u32 [r], " value ";\n\tret;\n}\n"
#define EXTERN(name) ".extern .func (.param .u32 r) " name "();\n"

/* Stubs, as the plugin makes them.  */
#define STUB(name) \
  void name (int *p) { void *args[] = { &p }; px__enter (&kernel_##name, args); }
#define KERNEL(image, name, flags) \
  static const struct px_kernel kernel_##name = { #name, &image, 1, 1, 1, 0, 0, 0, 0, flags, ~0u, 1, \
    sizes, __FILE__, __LINE__, 0, NULL, 0, 0, NULL, NULL }

/* images-a.c: */
void own (int *);			/* *p = 1 */
void imported (int *);			/* *p = helper () of b: 22 */
void a_local (int *);			/* *p = a's local (): 3 */
void (*a_tag (void)) (int *);		/* the static kernel tag: *p = 4 */

/* images-b.c: */
void b_local (int *);			/* *p = b's local (): 33 */
void (*b_tag (void)) (int *);		/* another static kernel tag: *p = 44 */
extern const struct px_symbol px_device_table, px_device_helper, px_device_wrong;

#endif
