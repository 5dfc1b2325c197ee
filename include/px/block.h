/* SPDX-License-Identifier: MIT */
/* Collectives of a block (px/collective.h says how all of them are made).  Each needs
   block (1), threads (THREADS); THREADS is even, best a multiple of 32.  */
#ifndef PX_BLOCK_H
#define PX_BLOCK_H

#include <px/block-move.h>
#include <px/block-scan.h>
#include <px/block-select.h>
#include <px/block-sort.h>

#endif
