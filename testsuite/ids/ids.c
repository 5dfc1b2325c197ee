/* SPDX-License-Identifier: MIT */
/* A random program that asks for px_id everywhere, and knows the answers.

   ids SEED KERNELS > program.c

   Each kernel nests __group and __split at random, for blocks of any number of threads,
   with and without clusters, and calls functions of their own signatures, which see
   themselves alone.  The host has the model in plain C (Prism 3.2): a unit is SIZE
   units of a level from START on, counted over the whole grid; a group keeps the piece
   that X is in, a branch of a split a piece in front.  The program exits with 0 if
   all numbers agree.  */
#include <stdio.h>
#include <stdlib.h>

enum { THREAD, BLOCK, GRID };
static const char *const levels[] = { "thread", "block" };

static unsigned long long state;

static unsigned below (unsigned n)
{
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (state >> 20) % n;
}

/* A divisor of N.  */
static int divisor (int n)
{
  int d;
  do
    d = 1 + below (n);
  while (n % d);
  return d;
}

/* Code perspective LEVEL[N]; UNITS: the threads of a unit of blocks, the blocks of a
   grid that a kernel may count on.  */
struct code { int level, n, threads, blocks; };

enum { MOST = 40 };
static int asked;               /* numbers of the kernel at hand */
static int kernel;
static FILE *code, *model;      /* text of that kernel, and of its model */
static char own[257][257];      /* functions that are there already, by signature and unit */

static void line (FILE *f, int depth, const char *text)
{
  fprintf (f, "%*s%s\n", 2 * depth, "", text);
}

/* A unit narrower than C: its level, and its size in *N; or -1.  */
static int narrower (struct code c, int *n)
{
  int level = c.level == THREAD ? THREAD : c.level == BLOCK && c.n == 1 ? THREAD : below (3) == 0 ? THREAD : BLOCK;
  int most = level == THREAD ? (c.level == THREAD ? c.n : c.threads) : c.level == BLOCK ? c.n : c.blocks;
  for (int i = 0; i < 20; i++) {
    *n = divisor (most);
    if (level < c.level || *n < most)
      return level;
  }
  return -1;
}

/* Ask for a number here, of a unit or of a unit of a function called.  */
static void ask (struct code c, int depth)
{
  char text[200];
  int n, m, level = narrower (c, &n);
  if (level < 0 || asked == MOST)
    return;
  if (level == THREAD && n > 1 && below (4) == 0) {
    m = divisor (n);
    if (m == n)
      m = 1;
    if (!own[n][m]++)
      printf ("OWN (%d, %d)\n", n, m);
    snprintf (text, sizeof text, "r[%d] = own_%d_%d ();", asked, n, m);
    line (code, depth, text);
    snprintf (text, sizeof text, "r[%d] = (thread - start_thread) %% %d / %d;", asked, n, m);
  } else {
    if (n == 1 && below (2))
      snprintf (text, sizeof text, "r[%d] = px_id (%s);", asked, levels[level]);
    else
      snprintf (text, sizeof text, "r[%d] = px_id (%s, %d);", asked, levels[level], n);
    line (code, depth, text);
    snprintf (text, sizeof text, "r[%d] = (%s - start_%s) / %d;", asked, levels[level], levels[level], n);
  }
  line (model, depth, text);
  asked++;
}

/* From here on the unit is the one of N at LEVEL that the thread is in.  */
static void enter (int level, int n, const char *offset, int depth)
{
  char text[200];
  snprintf (text, sizeof text, "start_%s = start_%s + %s / %d * %d;", levels[level], levels[level], offset, n, n);
  line (model, depth, text);
  if (level == BLOCK)
    line (model, depth, "start_thread = start_block * THREADS;");
}

static void body (struct code c, int depth);

static void group (struct code c, int depth)
{
  char text[200], offset[100];
  int n, level = narrower (c, &n);
  if (level < 0)
    return;
  snprintf (text, sizeof text, "__group (%s, %d)", levels[level], n);
  line (code, depth, text);
  line (code, depth + 1, "{");
  line (model, depth + 1, "{");
  line (model, depth + 2, "int up_block = start_block, up_thread = start_thread;");
  snprintf (offset, sizeof offset, "(%s - start_%s)", levels[level], levels[level]);
  enter (level, n, offset, depth + 2);
  body ((struct code) { level, n, c.threads, c.blocks }, depth + 2);
  line (model, depth + 2, "start_block = up_block, start_thread = up_thread;");
  line (code, depth + 1, "}");
  line (model, depth + 1, "}");
}

static void split (struct code c, int depth)
{
  char text[200];
  int level = c.level == THREAD || (c.level == BLOCK && c.n == 1) ? THREAD : BLOCK;
  int units = level == THREAD ? (c.level == THREAD ? c.n : c.threads) : c.level == BLOCK ? c.n : c.blocks;
  int inside = c.level == level;        /* sizes divide */
  int start = 0;
  snprintf (text, sizeof text, "__split (%s)", levels[level]);
  line (code, depth, text);
  line (code, depth + 1, "{");
  for (int i = 0; i < 4 && start < units; i++) {
    int n = inside ? divisor (units) : 1 + (int) below (units - start);
    if (start % n || start + n > units)
      continue;
    snprintf (text, sizeof text, "__case (%d)", n);
    line (code, depth + 2, text);
    line (code, depth + 3, "{");
    snprintf (text, sizeof text, "if (%s - start_%s >= %d && %s - start_%s < %d)",
	      levels[level], levels[level], start, levels[level], levels[level], start + n);
    line (model, depth + 2, text);
    line (model, depth + 3, "{");
    line (model, depth + 4, "int up_block = start_block, up_thread = start_thread;");
    snprintf (text, sizeof text, "%d", start);
    enter (level, n, text, depth + 4);
    body ((struct code) { level, n, c.threads, c.blocks }, depth + 4);
    line (model, depth + 4, "start_block = up_block, start_thread = up_thread;");
    line (code, depth + 3, "}");
    line (model, depth + 3, "}");
    start += n;
  }
  line (code, depth + 1, "}");
}

static void body (struct code c, int depth)
{
  int n = 1 + below (3);
  if (c.level == THREAD && c.n == 1)
    return;
  for (int i = 0; i < n; i++) {
    ask (c, depth);
    if (depth < 12 && below (4) == 0)
      split (c, depth);
    else if (depth < 14)
      group (c, depth);
  }
}

static const int sizes[] = { 96, 64, 60, 48, 32, 24, 128, 36, 7, 256, 20, 1 };

static void make_kernel (void)
{
  int threads = sizes[below (sizeof sizes / sizeof *sizes)];
  int cluster = below (3) ? 1 : 1 << below (3), blocks = cluster * (1 + below (3));
  int launched = blocks * (1 + below (3)), fixed = below (2);
  /* Without threads (T), a block has a multiple of the units asked for.  */
  int real = fixed ? threads : threads * (1 + (int) below (1 + 200 / threads));
  char *text, *source;
  size_t size, source_size;
  model = open_memstream (&text, &size);
  code = open_memstream (&source, &source_size);
  asked = 0;
  fprintf (code, "__kernel __requires (grid (1), block (%d), %s (%d)", blocks, fixed ? "threads" : "thread", threads);
  if (cluster > 1)
    fprintf (code, ", cluster (%d)", cluster);
  fprintf (code, ") void\nkernel_%d (int *out __perspective (grid, 1))\n{\n"
	  "  int r[%d] __perspective (thread, 1);\n  for (int i = 0; i < %d; i++)\n    r[i] = -1;\n", kernel, MOST, MOST);
  struct code c = { GRID, 1, threads, cluster > 1 ? cluster : blocks };
  body (c, 1);
  fclose (model);
  fprintf (code, "  int *own __perspective (grid, 1) = out;\n  int t __perspective (thread, 1) = px_id (thread);\n"
	  "  __partition (thread, 1, int *q = own + t * %d)\n    __group (thread, 1)\n"
	  "      for (int i = 0; i < %d; i++)\n\tq[i] = r[i];\n}\n\n"
	  "static void\nmodel_%d (int *r, int thread, int block)\n{\n  enum { THREADS = %d };\n"
	  "  int start_thread = 0, start_block = 0;\n%s  (void) r, (void) block, (void) start_thread, (void) start_block;\n}\n\n",
	  MOST, MOST, kernel, real, text);
  fclose (code);
  fputs (source, stdout);
  free (text);
  free (source);
  printf ("static void\ncheck_%d (void)\n{\n  check (%d, %d, kernel_%d, model_%d);\n}\n\n",
	  kernel, launched, real, kernel, kernel);
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    return 2;
  state = strtoull (argv[1], NULL, 10) * 0x9e3779b97f4a7c15 + 1;
  int kernels = atoi (argv[2]);
  printf ("/* Made by ids %s %s.  */\n#include <px.h>\n#include <stdio.h>\n#include <stdlib.h>\n\n", argv[1], argv[2]);
  /* Functions with a number of their own: thread[N] that counts thread[M].  */
  printf ("#define OWN(N, M) static __device __requires (thread (N)) __attribute__ ((noinline, unused)) int \\\n"
	  "  __perspective (thread, M) own_##N##_##M (void) { return px_id (thread, M); }\n");
  printf ("\nstatic void\ncheck (int blocks, int threads, void (*kernel) (int *), void (*model) (int *, int, int))\n{\n"
	  "  static int got[1 << 20], want[%d];\n  size_t bytes = sizeof (int) * %d * blocks * threads;\n"
	  "  int *d = px_alloc (bytes);\n"
	  "  if (!d || bytes > sizeof got || px_check (px_launch (px_grid (blocks, threads), kernel, d))\n"
	  "      || px_check (px_copy (got, d, bytes)) || px_check (px_free (d)))\n    exit (1);\n"
	  "  for (int t = 0; t < blocks * threads; t++) {\n"
	  "    for (int i = 0; i < %d; i++)\n      want[i] = -1;\n    model (want, t, t / threads);\n"
	  "    for (int i = 0; i < %d; i++)\n      if (got[t * %d + i] != want[i]) {\n"
	  "\tprintf (\"thread %%d of blocks of %%d: r[%%d] is %%d, not %%d\\n\", t, threads, i, got[t * %d + i], want[i]);\n"
	  "\texit (1);\n      }\n  }\n}\n\n", MOST, MOST, MOST, MOST, MOST, MOST);
  for (kernel = 0; kernel < kernels; kernel++)
    make_kernel ();
  printf ("int\nmain (void)\n{\n");
  for (int k = 0; k < kernels; k++)
    printf ("  puts (\"kernel_%d\");\n  check_%d ();\n", k, k);
  printf ("  return 0;\n}\n");
  return 0;
}
