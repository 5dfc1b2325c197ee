/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proves kernels free of data races, and their barriers convergent, from finished PTX.

   The method is in doc/internals/25-prove.  A kernel is summarised for one thread, with
   expressions of value/ over its number, the parameters and the counters of loops; then two
   arbitrary threads are compared between barriers.  Neither the plugin nor its inference is
   believed, only what a launch keeps (struct px_proof_signature).  */

#ifndef PX_PROVE_H
#define PX_PROVE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "ptx/ptx.h"
#include "runtime/image.h"

#ifdef __cplusplus
extern "C"
{
#endif

  /* A pointer to global memory in the parameters.  */
  struct px_proof_pointer
  {
    uint32_t param, offset; /* number of the parameter, offset in it in bytes */
    uint32_t group;	    /* pointers of one group other than 0 may lead to the same memory */
  };

  /* An integer argument that has the same value in all launches that are asked about.  */
  struct px_proof_fixed
  {
    uint32_t param;
    int64_t value; /* its lowest bits */
  };

  /* A tensor map in the parameters that has the same box in all launches that are asked about.  */
  struct px_proof_box
  {
    uint32_t param, offset;
    uint32_t element, swizzle; /* bytes */
    uint32_t rank, size[5];    /* elements in each dimension */
  };

  /* Of a parameter that is a structure, or a pointer: four bytes that are the same in all launches that are asked about, or
     whether the pointer there is null.  */
  enum px_proof_word_kind
  {
    PX_PROOF_BYTES,
    PX_PROOF_NULL,
    PX_PROOF_NOT_NULL
  };
  struct px_proof_word
  {
    uint32_t param, offset; /* of bytes a multiple of 4 */
    uint32_t kind, value;
  };

  /* What the memory holds that the pointer at OFFSET in a parameter leads to, in all launches that are asked about.  */
  struct px_proof_data
  {
    uint32_t param, offset;
    const unsigned char *bytes;
    uint64_t size;
  };

  /* What holds in every launch of a kernel.  */
  struct px_proof_signature
  {
    unsigned threads; /* of a block; 0: any number up to 1024 */
    unsigned thread;  /* the number of threads is a multiple of it; 0: as 1 */
    unsigned block;   /* the number of blocks is a multiple of it; 0: as 1 */
    unsigned blocks; /* the number of blocks, a multiple of `block'; 0: any.  Needs one_dimension */
    bool one_dimension;	 /* y and z of grid and block are 1 */
    bool limited;	 /* at most 2^31 - 1 threads in all (rule L1) */
    bool distinct;	 /* different pointers lead to different memory (rule F7) */
    bool pointers_known; /* the parameters' pointers are those listed; else each parameter of 64
			    bits may be one */
    const struct px_proof_pointer *pointers;
    unsigned npointers;
    const struct px_fact *facts; /* each node uses only nodes before it */
    unsigned nfacts;
    const struct px_proof_fixed *fixed;
    unsigned nfixed;
    const struct px_proof_word *words;
    unsigned nwords;
    const struct px_proof_data *data;
    unsigned ndata;
    unsigned cluster; /* blocks of a cluster, whose multiple the number of blocks is; 0: none */
    bool cooperative; /* the launch is */
    const struct px_map_use *maps; /* copies by tensor maps in the parameters */
    unsigned nmaps;
    const struct px_proof_box *boxes; /* of some of the maps */
    unsigned nboxes;
    uint64_t dynamic; /* bytes of the dynamic arrays of shared memory; 0: unknown */
    bool bounds;      /* PX_PROOF_BOUNDS is asked */
    bool executed;    /* the launch is executed first: if that proves all, nothing else is asked */
  };

  enum px_proof_property
  {
    PX_PROOF_CONVERGENCE, /* barriers and collectives are executed by all of their threads */
    PX_PROOF_SHARED,	  /* no data race in shared memory */
    PX_PROOF_GLOBAL,	  /* no data race of threads of one block in global memory */
    PX_PROOF_BLOCKS,	  /* nor of threads of different blocks */
    PX_PROOF_REGISTERS,	  /* those of a wgmma are not touched before a wait for it, and there is a
			   wgmma.fence after what touches them.  Of kernels that have one */
    PX_PROOF_BOUNDS, /* accesses to shared and global memory stay in their variables, and in the
			     extents of the arrays that the parameters lead to */
    PX_PROOF_PROPERTIES
  };

  /* Kinds of reasons.  */
  enum px_proof_why
  {
#define PX_PROOF_WHY(name, text) PX_PROOF_WHY_##name,
#include "prove/reasons.def"
#undef PX_PROOF_WHY
    PX_PROOF_WHYS
  };

  /* Why a property is not proved.  The limit is what a reader takes in.  */
  enum
  {
    PX_PROOF_REASONS = 4
  };
  struct px_proof_reason
  {
    const char *file; /* of the module or its line information; not copied */
    uint32_t line;    /* 0: the kernel */
    enum px_proof_why why;
    const char *what; /* of PX_PROOF_WHY_INSTRUCTION: its name, static */
    char text[400];
  };
  struct px_proof_result
  {
    bool asked; /* false: bounds that are not asked, registers of a kernel without wgmma */
    bool proved;
    unsigned nreasons; /* how many were found; the first PX_PROOF_REASONS are in reason */
    struct px_proof_reason reason[PX_PROOF_REASONS];
    unsigned questions; /* pairs of accesses, or branches, that were decided */
  };

  /* Decides the properties of F, an entry of M with a body.  What is not proved has a reason.
     What is not asked is not proved, without one.  */
  void px_prove (ptx_module *m, ptx_func *f, const struct px_proof_signature *,
		 struct px_proof_result result[PX_PROOF_PROPERTIES]);

#ifdef __cplusplus
}
#endif
#endif
