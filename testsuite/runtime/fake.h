/* SPDX-License-Identifier: MIT */
/* A CUDA driver that runs nothing, for tests of libpx: device memory is host
   memory, launches are written down.  Tests reach `fake' by dlsym.  */
#ifndef FAKE_H
#define FAKE_H

#include "runtime/driver.h"

struct fake {
  /* Set by the test.  */
  int fail_at;			/* the call, from 1, that fails; 0: none */
  CUresult code;		/* with this */
  CUresult fault;		/* what synchronisations return */
  int version, arch, devices;	/* before px starts */
  int memory_device;		/* whose all device memory is */
  int managed, unknown;		/* 1: all memory is managed; the driver knows none */
  unsigned access;		/* CUmemAccess_flags of a context to it */
  int pageable;			/* devices reach memory of malloc */

  /* Written by the driver.  */
  int calls;
  char last[64];		/* function called last */
  char failed[64];		/* function that failed */
  int memory, pinned, streams, events, modules, links, graphs, pushed;	/* live objects */
  int primary;			/* contexts retained */
  int loads, linked;		/* modules loaded; texts given to the linker */
  int capturing, relaxed;
  int loaded_in_capture;	/* loads that would have broken a capture */
  int synchronised;		/* cuCtxSynchronize */
  size_t smem;			/* of the last question for occupancy */
  int allowed;			/* dynamic shared memory set last */
  int launches;
  struct {
    char name[64];
    int device;			/* on which its module was loaded */
    unsigned grid[3], block[3], smem, cluster;
    int cooperative;
    CUstream stream;
    unsigned long long args[4];	/* zero extended */
  } launch;			/* the last one */
};
#endif
