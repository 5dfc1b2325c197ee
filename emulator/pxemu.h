/* SPDX-License-Identifier: MIT */
/* What libpxemu.so exports beyond the CUDA Driver API.  */
#ifndef PXEMU_H
#define PXEMU_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C"
{
#endif

  /* The text of the last error that has more to say than its CUresult: a fault
   of a kernel (kernel, block, thread, instruction, source line), a module that
   did not load, a launch that was refused.  Puts at most SIZE bytes, NUL
   included, into TEXT (which may be NULL if SIZE is 0) and returns the length of
   the whole text without the NUL, 0 if there was no such error.  Lines are
   separated by newlines, there is none at the end.  Callable at any time from
   any thread, before cuInit and after a fault too.  */
  size_t pxemu_last_fault (char *text, size_t size);

  /* The isa of the interpreter and the number of host threads that run kernels,
   as "avx512, 2 threads"; static.  */
  const char *pxemu_describe (void);

  /* What PXEMU_CHECK has found so far: 0 clean, 1 defective, 2 incomplete (also if no
   kernel was checked).  */
  int pxemu_verdict (void);

  /* For the runtime API over this: the program uses it, so reports tell its names; where it
   launches KERNEL, a mangled name, or calls the runtime, as a line for a report; the launch of
   KERNEL, by STUB or a call with a result, or CALL has failed, WHY, and nobody has looked.  */
  void pxemu_runtime (void);
  void pxemu_started (const char *kernel, char *text, size_t size);
  void pxemu_ignored (const char *kernel, const char *call, bool stub, const char *why);

#ifdef __cplusplus
}
#endif
#endif
