/* SPDX-License-Identifier: MIT */
/* Collectives of the whole device: kernels, and host functions that launch them
   (px/collective.h says how all of them are made).

   A host function takes pointers to device memory, numbers of elements, and a stream, NULL
   for the default one.  It gives work to the stream and returns, and may be called from any
   thread; it picks the launches' sizes, and gets its workspace in the stream's order
   (px_alloc_async), so that a stream that is being captured records all of it.  It returns
   PX_ERR_INVALID, and nothing is launched or written, if an array of at least one element is
   NULL, is not aligned as its type, is larger than can be done (2^23 tiles of at least 256
   elements), or if one that is written overlaps another; else what the launches return.  No
   elements are no error.  */
#ifndef PX_DEVICE_H
#define PX_DEVICE_H

#include <px/device-scan.h>
#include <px/device-select.h>
#include <px/device-sort.h>

#endif
