/* SPDX-License-Identifier: MIT */
/* The compiler above the interpreter: when.c decides what is compiled, compile.c writes a decoded
   function as C, cache.c has a compiler build it and keeps what it built.  */
#ifndef PX_COMPILE_H
#define PX_COMPILE_H

#include "emulator/run/observer.h"

/* Built code of one function: where it begins, by op.  */
struct built
{
  void *handle; /* of dlopen */
  int fd;	/* that it was loaded from */
  struct built *next;
  uint32_t n;
  struct
  {
    uint32_t op;
    handler *fn;
  } at[];
};

/* compile.c */
/* F, ready, as C for blocks of SHAPE: malloced; NULL if it is not worth while or memory
   is short.  */
char *compile_text (const px_emu_func *f, unsigned shape);

/* when.c: what runs long on EMU is compiled, if PXEMU_COMPILE allows it.  */
void compile_watch (px_emu *emu);

/* cache.c */

/* The code of TEXT, from the cache or built now, for launches that O, or NULL, observes; NULL if
   there is none, and why as *WHY.  */
struct built *cache_get (const char *text, const struct observer *o, const char **why);
void cache_close (struct built *b);
/* How long, in ms, compilers of what is being built have run for programs that ended before them.  */
uint64_t cache_worth (void);

#endif
