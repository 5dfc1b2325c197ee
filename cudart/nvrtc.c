/* SPDX-License-Identifier: MIT */
/* Part of px-static.so, which px-sanitize preloads: programs that ask NVRTC for machine code
   get its PTX.  NVRTC makes both of each program that it compiles; the emulator runs PTX, and
   the driver's functions accept either.  Programs that load NVRTC by dlopen are not changed.  */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

enum
{
  NVRTC_ERROR_INTERNAL_ERROR = 11
};
typedef struct _nvrtcProgram *nvrtcProgram;

#define PTX_FOR(asked, instead, type) \
  __attribute__ ((visibility ("default"))) int asked (nvrtcProgram, type *); \
  int asked (nvrtcProgram program, type *out) \
  { \
    int (*f) (nvrtcProgram, type *); \
    void *at = dlsym (RTLD_NEXT, #instead); \
    if (!at) \
      return NVRTC_ERROR_INTERNAL_ERROR; \
    memcpy (&f, &at, sizeof f); \
    return f (program, out); \
  }

PTX_FOR (nvrtcGetCUBINSize, nvrtcGetPTXSize, size_t)
PTX_FOR (nvrtcGetCUBIN, nvrtcGetPTX, char)
