/* SPDX-License-Identifier: MIT */
/* What a process appends to the file that PXEMU_PARTS names, which px-sanitize makes for all processes of
   a program: this, then WHYS and JSON bytes.  Those of a process never get better.  */

#ifndef PX_PART_H
#define PX_PART_H

#include <signal.h>
#include <stdint.h>

/* The signals after which a program and px-sanitize report before they end.  */
static const int px_part_endings[] = { SIGTERM, SIGINT, SIGHUP };

enum
{
  PX_PART_MAGIC = 0x50785270
};

struct px_part
{
  uint32_t magic;
  int32_t process;
  uint32_t verdict; /* px_emu_verdict */
  uint32_t idle;    /* 1: nothing was launched, copied or filled, and nothing else is reported */
  uint32_t whys;    /* bytes of what was not checked: JSON's strings, separated by commas */
  uint32_t json;    /* bytes of the report */
};

#endif
