/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Launches that a file lists, for px prove --launches.  */
#ifndef PX_LAUNCHES_H
#define PX_LAUNCHES_H

#include <stdint.h>
#include "prove/prove.h"

enum
{
  PX_LAUNCH_ARGS = 32,	 /* integers among the arguments of one launch */
  PX_LAUNCH_WORDS = 128, /* words of structures, and pointers */
  PX_LAUNCH_MAPS = 16,	 /* tensor maps there */
  PX_LAUNCH_DATA = 32	 /* files of what pointers lead to */
};

/* One launch of KERNEL.  blocks 0: of more than one dimension.  */
struct px_given_launch
{
  char *kernel;
  unsigned line, blocks, threads, nargs, nwords, nboxes, ndata;
  struct
  {
    unsigned number; /* of the argument, from 1 */
    int64_t value;
  } arg[PX_LAUNCH_ARGS];
  struct px_proof_word word[PX_LAUNCH_WORDS];
  struct px_proof_box box[PX_LAUNCH_MAPS];
  struct px_proof_data data[PX_LAUNCH_DATA]; /* the bytes are its own */
};
struct px_given_launches
{
  const char *file; /* NULL: none are given */
  struct px_given_launch *row;
  unsigned n;
};

/* Reads FILE, a row a launch: NAME BLOCKS THREADS [NUMBER=VALUE]... [NUMBER.OFFSET=VALUE|null|pointer]...
   [NUMBER+OFFSET=ELEMENT:SWIZZLE:SIZE[xSIZE]...]... [NUMBER.OFFSET@FILE]....  The second are four bytes of a structure, as a
   number, or whether a pointer is null, the third is a tensor map and its box, and the last a file with what the memory
   holds that a pointer leads to.  Returns 0, or 1 after a message.  */
int px_read_launches (const char *file, struct px_given_launches *to);
void px_free_launches (struct px_given_launches *of);

#endif
