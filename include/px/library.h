/* SPDX-License-Identifier: MIT */
/* All of the library of collectives (px/collective.h says how it is made).  */
#ifndef PX_LIBRARY_H
#define PX_LIBRARY_H

#include <px/thread.h>
#include <px/warp.h>
#include <px/block.h>
#include <px/cluster.h>
#include <px/device.h>

#endif
