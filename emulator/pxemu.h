/* SPDX-License-Identifier: MIT */
/* Functions that libpxemu.so exports in addition to the CUDA Driver API.  */
#ifndef PXEMU_H
#define PXEMU_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C"
{
#endif

  /* Returns the text of the last error that has more information than its CUresult: a fault of
     a kernel (kernel, block, thread, instruction, source line), a module that did not load, a
     launch that was rejected.  Writes at most SIZE bytes, NUL included, to TEXT (which may be
     NULL if SIZE is 0) and returns the length of the whole text without the NUL, 0 if there was
     no such error.  Lines are separated by newlines; there is none at the end.  May be called
     at any time from any thread, also before cuInit and after a fault.  */
  size_t pxemu_last_fault (char *text, size_t size);

  /* Returns the isa of the interpreter and the number of host threads that run kernels, for
     example "avx512, 2 threads"; static.  */
  const char *pxemu_describe (void);

  /* Returns the verdict of PXEMU_CHECK so far: 0 clean, 1 defective, 2 incomplete (also if no
     kernel was checked).  */
  int pxemu_verdict (void);

  /* A place of a finding: what a thread does there.  Line 0: not known.  */
  struct pxemu_place
  {
    const char *verb, *file; /* "write"; the source, "" if it is not known */
    int line, ptx_line;
    unsigned block[3], thread[3];
  };

  enum pxemu_finding_kind
  {
    PXEMU_RACE, /* two accesses that nothing orders */
    PXEMU_SYNC, /* a barrier, collective or mbarrier whose threads or arrivals are not those it must have */
    PXEMU_DEADLOCK,  /* all threads of a cluster wait, for what only they could do */
    PXEMU_REGISTERS, /* of a wgmma: touched before it is complete, or without a wgmma.fence */
    PXEMU_OUTLIVES, /* an asynchronous operation uses the shared memory of a block that has ended */
    PXEMU_OTHER	    /* a deadlock of threads that poll memory, too: others may write it */
  };

  /* What PXEMU_CHECK has found.  Its texts are valid until the next launch.  */
  struct pxemu_finding
  {
    enum pxemu_finding_kind kind;
    const char *what;
    bool ended;	 /* the launch */
    bool shared; /* in the shared memory of a block */
    int n;	 /* places */
    struct pxemu_place at[2];
  };

  /* Sets *F to finding number I, from 0 on; returns false if there are not so many.  No kernel may
     run.  */
  bool pxemu_finding (unsigned i, struct pxemu_finding *f);

  /* Returns the number of PTX instructions that warps have executed so far in kernels that have
     ended, and in *THREADS, unless NULL, each times its active threads.  An instruction that is
     executed for some threads of a warp, then for others, counts twice.  0 without PXEMU_COUNT=1. */
  unsigned long long pxemu_instructions (unsigned long long *threads);

  /* For libpx: ARRAYS, N of them, are what is where in the memory that launches provide for the
     blocks of KERNEL, a CUfunction.  Findings name them.  The table is copied.  */
  struct px_array; /* runtime/image.h */
  void pxemu_name_shared (void *kernel, const struct px_array *arrays, unsigned n);

  /* For the runtime API on top of this.  pxemu_runtime: the program uses that API, so reports
     use its names.  pxemu_started writes a line with the place where the program launches
     KERNEL, a mangled name, or calls the runtime.  pxemu_ignored: the launch of KERNEL, by STUB
     or by a call with a result, or CALL has failed, for the reason WHY, and the program has not
     looked at the error.  */
  void pxemu_runtime (void);
  /* pxemu_why writes why the calling thread's last call of the driver failed, where that is known,
     and forgets it; else an empty text.  SIZE 0: only forgets it.  pxemu_gone returns nonzero if
     the reason, not yet forgotten, is that it named what the program has destroyed.  */
  void pxemu_why (char *text, size_t size);
  int pxemu_gone (void);
  void pxemu_started (const char *kernel, char *text, size_t size);
  void pxemu_ignored (const char *kernel, const char *call, bool stub, const char *why);

#ifdef __cplusplus
}
#endif
#endif
