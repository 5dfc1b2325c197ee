/* SPDX-License-Identifier: MIT */
/* Mutated PTX, the same on every run, through fuzz.c.

     mutate [--variants V | --seconds S] [--seed N] [--start K] FILE...

   Files are whole modules (and archives); each is tried as it is, cut off in
   twenty places, and then in V random variants (1000), or as many as S seconds
   allow.  Variant K of seed N is always the same; a crash leaves the variant in
   mutate-crash.  */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int LLVMFuzzerTestOneInput (const uint8_t *, size_t);

typedef struct text { char *s; size_t n; } text;
enum { MANY = 64, LONGEST = 1 << 16 };
static text files[MANY];
static unsigned nfiles;
static uint64_t state;
static unsigned long variant;
static text now;		/* what is tried  */

static uint64_t
next (void)
{
  /* xorshift*  */
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 2685821657736338717u;
}

static size_t
below (size_t n)
{
  return n ? next () % n : 0;
}

static const char *const words[] = {
  "{", "}", "(", ")", "[", "]", ";", ",", ":", "@", "!", "|", "+", "-", "_", "<", ">", "=",
  "%", "$", "\"", "/*", "*/", "//", "\n", ".", "..", "::", "0x", "0f", "0d", "0f3f800000",
  "99999999999999999999", "0xffffffffffffffff", "-1", "4294967296", "2147483647", "1e999",
  ".reg .b32 %r<4294967295>;", ".reg .b64 %rd<2147483647>;", ".param .b64 x", ".u32", ".f32",
  ".v4", ".pred", ".b128", ".shared", ".local", ".const", ".global", ".param", ".extern",
  ".visible", ".weak", ".func f ()", ".entry k ()", "call (a), f, (b);", "bra L;", "L:",
  "ret;", "@p", "@!p", "%tid.x", "WARP_SZ", "generic(f)", "0xFF(f)", ".loc 1 1 1",
  ".file 1 \"a\"", ".section .x {", ".pragma \"a\";", ".branchtargets L, L;",
  ".callprototype _ ();", ".align 1073741824", "[4294967295][4294967295]", "{{{{{{{{{{{{{{{{{{",
  "((((((((((((((((((", "cp.async.bulk.tensor.2d", "mma.sync", "cvta.shared.u64", "add.u64",
  "ld.param.u64", "st.u32", "vadd.u32.u32.u32.add", ".alias a, b;", "~", "?", "1 << 64", "1/0",
  "// BEGIN GLOBAL FUNCTION DEF: f\n"
};

/* A word of a file: what is between blanks.  */
static size_t
word_at (const text *t, size_t *from)
{
  size_t i = below (t->n), j;
  while (i && t->s[i - 1] > ' ' && t->s[i - 1] != ',' && t->s[i - 1] != ';')
    i--;
  for (j = i; j < t->n && t->s[j] > ' ' && t->s[j] != ',' && t->s[j] != ';'; j++)
    ;
  *from = i;
  return j - i;
}

/* Replace len bytes at `at` by n bytes.  */
static void
splice (text *t, size_t at, size_t len, const char *s, size_t n)
{
  if (t->n - len + n > LONGEST)
    return;
  memmove (t->s + at + n, t->s + at + len, t->n - at - len);
  memcpy (t->s + at, s, n);
  t->n += n - len;
}

static void
mutate (text *t)
{
  size_t at = below (t->n + 1), len, from;
  const text *other = &files[below (nfiles)];
  char c, keep[2000];
  switch (below (9))
    {
    case 0:			/* a byte  */
      if (at < t->n)
	t->s[at] = next ();
      break;
    case 1:			/* a bit  */
      if (at < t->n)
	t->s[at] ^= 1 << below (8);
      break;
    case 2:			/* a piece goes  */
      len = below (1 + below (200));
      if (len <= t->n - at)
	splice (t, at, len, "", 0);
      break;
    case 3:			/* a piece twice  */
      len = below (1 + below (sizeof keep));
      if (len <= t->n - at)
	{
	  memcpy (keep, t->s + at, len);
	  splice (t, at, 0, keep, len);
	}
      break;
    case 4:			/* a word of the list  */
      {
	const char *w = words[below (sizeof words / sizeof *words)];
	splice (t, at, 0, w, strlen (w));
      }
      break;
    case 5:			/* a word becomes one of the list  */
      {
	const char *w = words[below (sizeof words / sizeof *words)];
	len = word_at (t, &at);
	splice (t, at, len, w, strlen (w));
      }
      break;
    case 6:			/* a word becomes one of another file  */
      len = word_at (other, &from);
      if (len < sizeof keep)
	{
	  memcpy (keep, other->s + from, len);
	  splice (t, at, word_at (t, &at), keep, len);
	}
      break;
    case 7:			/* a line becomes one of another file  */
      from = below (other->n);
      for (len = 0; from + len < other->n && len < sizeof keep && other->s[from + len] != ';'; len++)
	keep[len] = other->s[from + len];
      splice (t, at, 0, keep, len);
      break;
    case 8:			/* a digit  */
      while (at < t->n && !(t->s[at] >= '0' && t->s[at] <= '9'))
	at++;
      c = '0' + below (10);
      if (at < t->n)
	splice (t, at, below (2), &c, 1);
      break;
    }
}

static void
load (const char *name)
{
  FILE *f = fopen (name, "rb");
  text t = { malloc (LONGEST), 0 };
  if (!f || !t.s || nfiles == MANY)
    {
      fprintf (stderr, "mutate: cannot use %s\n", name);
      exit (2);
    }
  t.n = fread (t.s, 1, LONGEST, f);
  fclose (f);
  files[nfiles++] = t;
}

/* Where sanitizers are, they end with abort as well.  Their library must find
   these whatever else is hidden.  */
#pragma GCC visibility push(default)
const char *__asan_default_options (void);
const char *
__asan_default_options (void)
{
  return "abort_on_error=1";
}
const char *__ubsan_default_options (void);
const char *
__ubsan_default_options (void)
{
  return "abort_on_error=1:halt_on_error=1:print_stacktrace=1";
}
#pragma GCC visibility pop

static void
died (int sig)
{
  /* Where main ends nothing is tried, but leaks may be found.  */
  FILE *f = now.s ? fopen ("mutate-crash", "wb") : NULL;
  if (f)
    {
      fwrite (now.s, 1, now.n, f);
      fclose (f);
      fprintf (stderr, "mutate: variant %lu is in mutate-crash\n", variant);
    }
  signal (sig, SIG_DFL);
  raise (sig);
}

static void
try (const char *s, size_t n)
{
  /* A copy of just that size, so that reading past it is seen.  */
  uint8_t *exact = malloc (n ? n : 1);
  if (!exact)
    exit (2);
  memcpy (exact, s, n);
  now = (text) { (char *) exact, n };
  LLVMFuzzerTestOneInput (exact, n);
  now = (text) { NULL, 0 };
  free (exact);
}

int
main (int argc, char **argv)
{
  double seconds = 0;
  uint64_t seed = 1;
  unsigned long start = 0, variants = 1000;
  for (int i = 1; i < argc; i++)
    if (!strcmp (argv[i], "--seconds") && i + 1 < argc)
      seconds = atof (argv[++i]);
    else if (!strcmp (argv[i], "--variants") && i + 1 < argc)
      variants = strtoul (argv[++i], 0, 0);
    else if (!strcmp (argv[i], "--seed") && i + 1 < argc)
      seed = strtoull (argv[++i], 0, 0);
    else if (!strcmp (argv[i], "--start") && i + 1 < argc)
      start = strtoul (argv[++i], 0, 0);
    else
      load (argv[i]);
  signal (SIGABRT, died);
  time_t end = time (0) + (time_t) seconds;
  text t = { malloc (LONGEST), 0 };
  if (!nfiles || !t.s)
    return 2;
  for (unsigned k = 0; k < nfiles && !start; k++)
    {
      try (files[k].s, files[k].n);
      for (size_t n = 0; n < files[k].n; n += 1 + files[k].n / 20)
	try (files[k].s, n);
    }
  for (variant = start; seconds > 0 ? time (0) < end : variant - start < variants; variant++)
    {
      state = seed * 0x9e3779b97f4a7c15u + variant * 0xbf58476d1ce4e5b9u + 1;
      const text *f = &files[below (nfiles)];
      memcpy (t.s, f->s, f->n);
      t.n = f->n;
      for (size_t k = 1 + below (1 + below (8)); k--;)
	mutate (&t);
      try (t.s, t.n);
    }
  free (t.s);
  printf ("PASS: mutated input: %lu variants\n", variant - start);
  return 0;
}
