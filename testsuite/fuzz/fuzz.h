/* SPDX-License-Identifier: MIT */
/* px-fuzz: programs in the dialect, mostly plausible, some absurd, that the
   plugin must compile or refuse with located errors.  A seed gives the same
   program everywhere.  */
#ifndef FUZZ_H
#define FUZZ_H
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* rng.c: one stream of random numbers; growing texts.  */
void rng_seed (uint64_t seed);
unsigned rng (unsigned n);              /* below N, which is not 0 */
bool chance (unsigned percent);
#define PICK(A) ((A)[rng (sizeof (A) / sizeof *(A))])

struct text {
  char *s;                              /* ends with a zero; owned */
  size_t n, room;                       /* bytes: used, allocated */
};
void text_put (struct text *, const char *, size_t);
void text_printf (struct text *, const char *, ...) __attribute__ ((format (printf, 2, 3)));
bool text_read (struct text *, const char *path);
bool text_write (const struct text *, const char *path);
void text_free (struct text *);

/* gen.c: a translation unit.  */
void generate (uint64_t seed, struct text *program);

/* mutate.c: SOURCE with a few tokens or lines changed.  */
void mutate (uint64_t seed, const struct text *source, struct text *program);

/* options.c: what a program is compiled with, beside the plugin.  */
void choose_options (uint64_t seed, struct text *options);

/* judge.c: compile a program and look at what the compiler says.  */
enum verdict {
  FINE,         /* compiled, or refused with located errors */
  BROKEN,       /* the compiler is at fault */
};
struct judge {
  char *const *cc;              /* the compiler's first arguments, ended by NULL */
  const char *loader;           /* px-run, to load the PTX; NULL: it is not loaded */
  const char *dir;              /* an existing folder for temporary files */
  unsigned seconds;             /* of the processor, for each process */
};
/* WHY, if BROKEN: one line that is the same for the same fault.  INCLUDE: a
   folder for #include "..." or NULL.  */
enum verdict judge (const struct judge *, const struct text *program, const char *options,
		    const char *include, struct text *why);
bool judge_refused (void);      /* was the last program refused? */

/* shrink.c: the smallest program found, by leaving out lines and tokens, that
   fails for the same reason, or what is found in five minutes.  */
void shrink (const struct judge *, struct text *program, const char *options, const char *include,
	     const char *why);

/* mutate.c: the end of the token at S: a word, number, literal, comment, run of
   blanks or punctuator; directives are one token to the end of their line.  */
const char *token_end (const char *s);
#endif
