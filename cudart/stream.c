/* SPDX-License-Identifier: MIT */
/* Functions that the driver has under another name, and functions that are not supported.  */
#include "cudart/cudart.h"

#define CUDART_FORWARD(name, params, args, call) \
  API (name, params, args) \
  { \
    return (cudaError_t) call; \
  }
#define CUDART_FORWARD_STREAM(name, params, args, call) \
  API_STREAM (name, _ptsz, stream, params, args) \
  { \
    return (cudaError_t) call; \
  }
#include "cudart/forward.def"
#undef CUDART_FORWARD
#undef CUDART_FORWARD_STREAM

#define CUDART_REFUSED(name) \
  EXPORT cudaError_t name (void); \
  cudaError_t name (void) \
  { \
    return rt_seen (cudaErrorNotSupported); \
  }
#include "cudart/refused.def"
#undef CUDART_REFUSED

EXPORT struct cudaChannelFormatDesc cudaCreateChannelDesc (int x, int y, int z, int w, int f);
struct cudaChannelFormatDesc
cudaCreateChannelDesc (int x, int y, int z, int w, int f)
{
  return (struct cudaChannelFormatDesc){ x, y, z, w, f };
}
