/* SPDX-License-Identifier: MIT */
/* prove-random [FIRST LAST]: random kernels, and whether px prove proves one that goes wrong.
   FIRST and LAST are seeds, 1 and 300 without them: a kernel takes 25 ms.

   A kernel of one block of T threads has an array in shared memory, which it reads and writes at
   random expressions of the thread's number, a parameter, loop counters and what memory holds, in conditions and loops,
   with barriers of the block and of warps, some of them by calls.  Its threads are also run here, for some values of the
   parameter: each gives a sequence of barriers and accesses.  If the threads of a barrier differ in
   their sequences, convergence must not be proved; if two accesses to a common byte, one a write,
   have no barrier between them, shared memory must not.  Prints the kernel if so.  */
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "prove/prove.h"

enum
{
  T = 64,
  LANES = 32,
  MOST_EVENTS = 1 << 18, /* of all threads of a launch; a kernel with more is left out */
  MOST_TURNS = 40,	 /* of a loop: likewise */
  DEPTH = 3,		 /* of conditions and loops */
  WORDS = 8,		 /* of memory that is loaded */
  TEXT = 1 << 16
};

static uint64_t state;

static unsigned
pick (unsigned n)
{
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (unsigned) (state >> 20) % n;
}

/* ---- kernels ---- */

enum op
{
  CONSTANT,
  THREAD,
  PARAMETER,
  COUNTER, /* value: of which loop */
  LOADED,  /* from memory that nobody writes, at index a */
  ADD,
  SUB,
  MUL,
  AND,
  XOR,
  SHR,
  SHL,
  REM,
  MIN
};
static const char *const names[]
  = { "",	    "",	       "",	  "",	     "",	"add.u32", "sub.u32",
      "mul.lo.u32", "and.b32", "xor.b32", "shr.u32", "shl.b32", "rem.u32", "min.u32" };

struct expr
{
  enum op op;
  uint32_t value;
  struct expr *a, *b;
};

enum kind
{
  ACCESS,
  BARRIER,
  IF,
  LOOP
};
static const char *const tests[] = { "lt.u32", "le.s32", "eq.u32", "ne.u32", "gt.u32", "ge.s32" };

struct stmt
{
  enum kind kind;
  struct stmt *next, *body, *other;
  bool write, warp, first; /* of accesses; of barriers; a loop that tests first */
  bool late;		   /* a loop that tests, at its end, this turn's value */
  int power;		   /* a loop whose counter doubles (1) or halves (-1) */
  bool wide,
    pointer; /* a loop that counts in 64 bits, and tests the low ones, or all of them for inequality */
  unsigned test, scale; /* of conditions; of accesses: bytes of an element */
  unsigned counter, number;
  struct expr *x, *y, *step; /* an access's index; a condition; a loop: start, limit */
};

/* All nodes of a kernel live until the next one is made.  */
static char *pool;
static size_t used;

static void *
make (size_t n)
{
  void *p = pool + used;
  used += (n + 15) & ~(size_t) 15;
  if (used > 1 << 22)
    abort ();
  memset (p, 0, n);
  return p;
}

static unsigned counters, numbers;

/* An expression; open: counters of this many loops around.  broad: of what all threads have.  */
static struct expr *
expression (unsigned depth, unsigned open, bool broad)
{
  struct expr *e = make (sizeof *e);
  unsigned k = pick (depth ? 13 : 5);
  if (k < 2)
    e->op = broad ? PARAMETER : THREAD;
  else if (k == 2 && open)
    e->op = COUNTER, e->value = pick (open);
  else if (k == 3)
    e->op = PARAMETER;
  else if (k < 5)
    e->op = CONSTANT, e->value = pick (4) ? pick (9) : (uint32_t) 1 << pick (8);
  else if (k == 12)
    e->op = LOADED, e->a = expression (depth - 1, open, broad);
  else
    {
      e->op = ADD + pick (MIN - ADD + 1);
      e->a = expression (depth - 1, open, broad);
      if (e->op == SHR || e->op == SHL || e->op == REM)
	{
	  e->b = make (sizeof *e->b);
	  e->b->value = e->op == REM ? 1 + pick (70) : pick (7);
	}
      else
	e->b = expression (depth - 1, open, broad);
    }
  return e;
}

/* An index that has a good chance to be right: the thread's number, changed a little.  */
static struct expr *
index_expression (unsigned open)
{
  if (pick (3) == 0)
    return expression (2, open, false);
  struct expr *e = make (sizeof *e), *f = make (sizeof *f), *g = make (sizeof *g);
  e->op = THREAD;
  if (pick (2))
    return e;
  f->op = pick (2) ? ADD : XOR;
  f->a = e;
  f->b = g;
  if (open && pick (2))
    {
      struct expr *h = make (sizeof *h), *c = make (sizeof *c);
      g->op = MUL;
      g->a = h;
      g->b = c;
      h->op = COUNTER;
      h->value = pick (open);
      if (pick (2))
	{
	  struct expr *one = make (sizeof *one), *and = make (sizeof *and);
	  one->value = 1;
	  and->op = AND;
	  and->a = h;
	  and->b = one;
	  g->a = and;
	}
      c->value = T;
    }
  else
    g->value = pick (3) ? 1u << pick (7) : pick (64);
  return f;
}

static struct stmt *
statements (unsigned depth, unsigned open)
{
  struct stmt *first = NULL, **at = &first;
  for (unsigned n = 1 + pick (4); n; n--)
    {
      struct stmt *s = *at = make (sizeof *s);
      unsigned k = pick (depth ? 12 : 8);
      at = &s->next;
      s->number = ++numbers;
      if (k < 5)
	{
	  s->kind = ACCESS;
	  s->write = pick (2);
	  s->scale = pick (8) ? 4 : 2;
	  s->x = index_expression (open);
	}
      else if (k < 8)
	{
	  s->kind = BARRIER;
	  s->warp = pick (4) == 0;
	}
      else if (k < 10)
	{
	  s->kind = IF;
	  s->test = pick (4);
	  bool broad = pick (2);
	  s->x = expression (1, open, broad);
	  s->y = expression (1, open, broad);
	  s->body = statements (depth - 1, open);
	  s->other = pick (2) ? statements (depth - 1, open) : NULL;
	}
      else
	{
	  s->kind = LOOP;
	  s->first = pick (2);
	  s->late = !s->first && pick (2);
	  s->test = pick (4) ? 0 : pick (4);
	  s->counter = open;
	  bool broad = pick (5);
	  s->x = pick (2) ? expression (0, open, broad) : make (sizeof *s->x);
	  s->y = expression (pick (2), open, broad);
	  s->step = make (sizeof *s->step);
	  s->step->value = 1 + (pick (3) ? 0 : pick (64));
	  if (!pick (8))
	    s->step = expression (0, open, false);
	  if (!pick (4))
	    {
	      s->power = pick (2) ? 1 : -1;
	      s->test = pick (2) ? 3 : s->power > 0 ? pick (2) : 4 + pick (2);
	      s->x = make (sizeof *s->x);
	      s->x->value = 1u << pick (8);
	      s->y = make (sizeof *s->y);
	      s->y->value = pick (2) ? 1u << pick (8) : pick (3);
	      s->step = s->x;
	    }
	  s->wide = !s->power && s->number % 2;
	  s->pointer = s->wide && s->test == 3;
	  s->body = statements (depth - 1, open + 1);
	}
    }
  return first;
}

/* ---- as PTX ---- */

static char text[TEXT];
static size_t length;
static unsigned registers;

static void
put (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  length += vsnprintf (text + length, TEXT - length, format, ap);
  va_end (ap);
  if (length >= TEXT)
    abort ();
}

/* Writes what computes register R as A modulo D, as compilers do: by the high half of a product.  */
static void
put_remainder (unsigned r, unsigned a, uint32_t d)
{
  const uint64_t all = (uint64_t) 1 << 32;
  unsigned s = 0, q = registers;
  registers += 3;
  while (all << s >> 32 < d)
    s++;
  /* The least multiplier that is known to be right has 33 bits.  */
  uint64_t m = (all << s) / d + 1 - all;
  for (unsigned less = 0; less < s; less++)
    if ((all << less) / d + 1 < all
	&& ((all << less) / d + 1) * d - (all << less) <= (uint64_t) 1 << less)
      {
	put ("  mul.hi.u32 %%r%u, %%r%u, %" PRIu64 ";\n", q, a, (all << less) / d + 1);
	if (less)
	  put ("  shr.u32 %%r%u, %%r%u, %u;\n", q, q, less);
	s = 0;
      }
  if (s)
    put ("  mul.hi.u32 %%r%u, %%r%u, %" PRIu64
	 ";\n  sub.u32 %%r%u, %%r%u, %%r%u;\n  shr.u32 %%r%u, %%r%u, 1;\n"
	 "  add.u32 %%r%u, %%r%u, %%r%u;\n  shr.u32 %%r%u, %%r%u, %u;\n",
	 q + 1, a, m, q + 2, a, q + 1, q + 2, q + 2, q, q + 2, q + 1, q, q, s - 1);
  put ("  mul.lo.u32 %%r%u, %%r%u, %" PRIu32 ";\n  sub.u32 %%r%u, %%r%u, %%r%u;\n", q, q, d, r, a,
       q);
}

/* Writes what computes e; returns its register.  */
static unsigned
put_expression (const struct expr *e)
{
  unsigned a = e->a ? put_expression (e->a) : 0, b = e->b ? put_expression (e->b) : 0;
  unsigned r = registers++;
  switch (e->op)
    {
    case CONSTANT: put ("  mov.u32 %%r%u, %" PRIu32 ";\n", r, e->value); break;
    case THREAD: put ("  mov.u32 %%r%u, %%t;\n", r); break;
    case PARAMETER: put ("  mov.u32 %%r%u, %%n;\n", r); break;
    case COUNTER: put ("  mov.u32 %%r%u, %%c%" PRIu32 ";\n", r, e->value); break;
    case LOADED:
      put ("  and.b32 %%r%u, %%r%u, %u;\n  mul.wide.u32 %%a, %%r%u, 4;\n  add.u64 %%a, %%a, %%in;\n"
	   "  ld.global.u32 %%r%u, [%%a];\n",
	   r, a, WORDS - 1, r, r);
      break;
    default:
      if (e->op == REM && e->b->value % 2 && e->b->value > 1)
	put_remainder (r, a, e->b->value);
      else if (e->b->op == CONSTANT)
	put ("  %s %%r%u, %%r%u, %" PRIu32 ";\n", names[e->op], r, a, e->b->value);
      else
	put ("  %s %%r%u, %%r%u, %%r%u;\n", names[e->op], r, a, b);
    }
  return r;
}

/* Functions that kernels call: a barrier, an address, an access under a condition that is the
   caller's.  */
static const char functions[]
  = ".func sync ()\n{\n  bar.sync 0;\n  ret;\n}\n"
    ".func (.param .u64 to) place (.param .u64 base, .param .u32 i, .param .u32 scale)\n{\n"
    "  .reg .b32 %i, %k;\n  .reg .b64 %a, %b;\n  ld.param.u64 %b, [base];\n  ld.param.u32 %i, "
    "[i];\n"
    "  ld.param.u32 %k, [scale];\n  mul.wide.u32 %a, %i, %k;\n  add.u64 %a, %a, %b;\n"
    "  st.param.u64 [to], %a;\n  ret;\n}\n"
    ".func access (.param .u64 at, .param .u32 v, .param .u32 write)\n{\n  .reg .b32 %v, %w;\n"
    "  .reg .b64 %a;\n  .reg .pred %p;\n  ld.param.u64 %a, [at];\n  ld.param.u32 %v, [v];\n"
    "  ld.param.u32 %w, [write];\n  setp.eq.u32 %p, %w, 0;\n  @%p bra READ;\n"
    "  st.shared.u32 [%a], %v;\n  ret;\nREAD:\n  ld.shared.u32 %v, [%a];\n  ret;\n}\n";

static void
put_access (const struct stmt *s, unsigned x)
{
  bool place = s->number % 3 == 0, access = s->number % 5 < 2;
  if (place)
    put (
      "  {\n  .param .u64 q0, r;\n  .param .u32 q1, q2;\n  st.param.u64 [q0], %%s;\n  st.param.u32 "
      "[q1], %%r%u;\n  st.param.u32 [q2], %u;\n  call (r), place, (q0, q1, q2);\n  ld.param.u64 "
      "%%a, "
      "[r];\n  }\n",
      x, s->scale);
  else
    put ("  mul.wide.u32 %%a, %%r%u, %u;\n  add.u64 %%a, %%a, %%s;\n", x, s->scale);
  if (access)
    put ("  {\n  .param .u64 q0;\n  .param .u32 q1, q2;\n  st.param.u64 [q0], %%a;\n  st.param.u32 "
	 "[q1], "
	 "%%t;\n  st.param.u32 [q2], %d;\n  call access, (q0, q1, q2);\n  }\n",
	 s->write);
  else
    put (s->write ? "  st.shared.u32 [%%a], %%t;\n" : "  ld.shared.u32 %%v, [%%a];\n");
}

/* A loop that counts in 64 bits, as a pointer: its counter is the low ones.  */
static void
put_low (const struct stmt *s)
{
  if (s->wide)
    put ("  cvt.u32.u64 %%c%u, %%d%u;\n", s->counter, s->counter);
}

/* The loop's test.  */
static void
put_test (const struct stmt *s)
{
  unsigned y = put_expression (s->y);
  if (s->pointer)
    put ("  cvt.u64.u32 %%a, %%r%u;\n  setp.ne.u64 %%p, %%d%u, %%a;\n", y, s->counter);
  else
    put ("  setp.%s %%p, %%c%u, %%r%u;\n", tests[s->test], s->counter, y);
}

static void
put_statements (const struct stmt *s)
{
  for (; s; s = s->next)
    {
      unsigned x = s->x ? put_expression (s->x) : 0, y;
      switch (s->kind)
	{
	case ACCESS: put_access (s, x); break;
	case BARRIER:
	  put (s->warp	       ? "  bar.warp.sync -1;\n"
	       : s->number % 2 ? "  call sync;\n"
			       : "  bar.sync 0;\n");
	  break;
	case IF:
	  y = put_expression (s->y);
	  put ("  setp.%s %%p, %%r%u, %%r%u;\n  @!%%p bra E%u;\n", tests[s->test], x, y, s->number);
	  put_statements (s->body);
	  put ("  bra F%u;\nE%u:\n", s->number, s->number);
	  put_statements (s->other);
	  put ("F%u:\n", s->number);
	  break;
	case LOOP:
	  /* The low bits are computed where an iteration begins, or where the one before ends.  */
	  bool early = s->number % 4 == 1;
	  if (s->wide)
	    put ("  cvt.u64.u32 %%d%u, %%r%u;\n", s->counter, x);
	  else
	    put ("  mov.u32 %%c%u, %%r%u;\n", s->counter, x);
	  if (!early)
	    put_low (s);
	  put ("E%u:\n", s->number);
	  if (early)
	    put_low (s);
	  if (s->first)
	    {
	      put_test (s);
	      put ("  @!%%p bra F%u;\n", s->number);
	    }
	  put_statements (s->body);
	  if (s->late)
	    put_test (s);
	  y = put_expression (s->step);
	  if (s->power)
	    put ("  %s %%c%u, %%c%u, 1;\n", s->power > 0 ? "shl.b32" : "shr.u32", s->counter,
		 s->counter);
	  else if (s->wide)
	    put ("  cvt.u64.u32 %%a, %%r%u;\n  add.u64 %%d%u, %%d%u, %%a;\n", y, s->counter,
		 s->counter);
	  else
	    put ("  add.u32 %%c%u, %%c%u, %%r%u;\n", s->counter, s->counter, y);
	  if (!s->first || !early)
	    put_low (s);
	  if (!s->first)
	    {
	      if (!s->late)
		put_test (s);
	      put ("  @%%p bra E%u;\n", s->number);
	    }
	  else
	    put ("  bra E%u;\nF%u:\n", s->number, s->number);
	}
    }
}

static void
put_kernel (const struct stmt *s)
{
  static char body[TEXT];
  length = registers = 0;
  put_statements (s);
  memcpy (body, text, length + 1);
  length = 0;
  put (
    ".version 7.0\n.target sm_80\n.address_size 64\n.extern .shared .align 16 .b8 smem[];\n%s"
    ".visible .entry k (.param .u32 n, .param .u64 in)\n.reqntid %d, 1, 1\n{\n  .reg .b32 %%t, "
    "%%n, %%v, %%r<%u>, "
    "%%c<%d>;\n  .reg .b64 %%a, %%s, %%in, %%d<%d>;\n  .reg .pred %%p;\n  mov.u32 %%t, %%tid.x;\n  "
    "ld.param.u32 "
    "%%n, [n];\n  ld.param.u64 %%in, [in];\n  mov.u64 %%s, smem;\n",
    functions, T, registers + 1, DEPTH + 1, DEPTH + 1);
  put ("%s  ret;\n}\n", body);
}

/* ---- run ---- */

struct event
{
  int thread, block_barriers, warp_barriers; /* that precede it */
  bool write;
  uint64_t at;
};
static struct event events[MOST_EVENTS];
static int nevents;

struct thread
{
  uint32_t t, n, c[DEPTH + 1];
  int block_barriers, warp_barriers;
  uint64_t block_path, warp_path; /* hashes of the sequences of barriers */
  bool too_long;
};

/* Word I of what memory holds in the launch with N.  */
static uint32_t
word (uint32_t n, uint32_t i)
{
  uint32_t x = (n * WORDS + i + 1) * 2654435761u;
  return (x >> 16) % (x >> 30 ? 6 : 70);
}

static uint32_t
value (const struct thread *h, const struct expr *e)
{
  uint32_t a = e->a ? value (h, e->a) : 0, b = e->b ? value (h, e->b) : 0;
  switch (e->op)
    {
    case CONSTANT: return e->value;
    case THREAD: return h->t;
    case PARAMETER: return h->n;
    case COUNTER: return h->c[e->value];
    case LOADED: return word (h->n, a % WORDS);
    case ADD: return a + b;
    case SUB: return a - b;
    case MUL: return a * b;
    case AND: return a & b;
    case XOR: return a ^ b;
    case SHR: return a >> b;
    case SHL: return a << b;
    case REM: return a % b;
    case MIN: return a < b ? a : b;
    }
  return 0;
}

static bool
holds (unsigned test, uint32_t x, uint32_t y)
{
  switch (test)
    {
    case 0: return x < y;
    case 1: return (int32_t) x <= (int32_t) y;
    case 2: return x == y;
    case 3: return x != y;
    case 4: return x > y;
    default: return (int32_t) x >= (int32_t) y;
    }
}

/* The loop goes on: its counter is C.  */
static bool
goes_on (const struct thread *h, const struct stmt *s, uint64_t c)
{
  uint32_t y = value (h, s->y);
  return s->pointer ? c != y : holds (s->test, (uint32_t) c, y);
}

static void
run (struct thread *h, const struct stmt *s)
{
  for (; s && !h->too_long; s = s->next)
    switch (s->kind)
      {
      case ACCESS:
	if (nevents == MOST_EVENTS)
	  {
	    h->too_long = true;
	    return;
	  }
	events[nevents++] = (struct event){ (int) h->t, h->block_barriers, h->warp_barriers,
					    s->write, (uint64_t) value (h, s->x) * s->scale };
	break;
      case BARRIER:
	h->warp_barriers++;
	h->warp_path = h->warp_path * 1000003 + s->number;
	if (!s->warp)
	  {
	    h->block_barriers++;
	    h->block_path = h->block_path * 1000003 + s->number;
	  }
	break;
      case IF:
	run (h, holds (s->test, value (h, s->x), value (h, s->y)) ? s->body : s->other);
	break;
      case LOOP:
	{
	  int turns = 0;
	  uint32_t *c = &h->c[s->counter];
	  uint64_t d = *c = value (h, s->x);
	  while (!h->too_long && (!s->first || goes_on (h, s, d)))
	    {
	      run (h, s->body);
	      bool on = !s->late || goes_on (h, s, d);
	      d = s->power > 0 ? *c << 1 : s->power < 0 ? *c >> 1 : d + value (h, s->step);
	      d = s->wide ? d : (uint32_t) d;
	      *c = (uint32_t) d;
	      if (!s->first && !(s->late ? on : goes_on (h, s, d)))
		break;
	      h->too_long |= ++turns > MOST_TURNS;
	    }
	}
      }
}

static int
by_address (const void *a, const void *b)
{
  const struct event *x = a, *y = b;
  return x->at < y->at ? -1 : x->at > y->at;
}

/* Runs all threads for n.  Returns false if that takes too long.  */
static bool
launch (const struct stmt *s, uint32_t n, bool *diverges, bool *races)
{
  static struct thread h[T];
  nevents = 0;
  for (int t = 0; t < T; t++)
    {
      memset (&h[t], 0, sizeof h[t]);
      h[t].t = t;
      h[t].n = n;
      run (&h[t], s);
      if (h[t].too_long)
	return false;
    }
  for (int t = 0; t < T; t++)
    if (h[t].block_path != h[0].block_path || h[t].warp_path != h[t / LANES * LANES].warp_path)
      {
	*diverges = true;
	return true;
      }
  qsort (events, nevents, sizeof *events, by_address);
  for (int i = 0; i < nevents; i++)
    for (int j = i + 1; j < nevents && events[j].at < events[i].at + 4; j++)
      {
	const struct event *x = &events[i], *y = &events[j];
	if (x->thread != y->thread && (x->write || y->write)
	    && x->block_barriers == y->block_barriers
	    && (x->thread / LANES != y->thread / LANES || x->warp_barriers == y->warp_barriers))
	  {
	    *races = true;
	    return true;
	  }
      }
  return true;
}

int
main (int argc, char **argv)
{
  static const uint32_t n[]
    = { 0, 1, 2, 3, 5, 16, 33, 64, 1000, 0x7fffffff, 0x80000000, 0xffffffff };
  unsigned long first = argc == 3 ? strtoul (argv[1], 0, 10) : 1,
		last = argc == 3 ? strtoul (argv[2], 0, 10) : 300;
  unsigned ran = 0, wrong = 0, racy = 0, divergent = 0, right = 0, proved = 0, launches = 0,
	   launches_proved = 0;
  pool = malloc ((size_t) 1 << 23);
  for (unsigned long seed = first; seed <= last; seed++)
    {
      bool diverges = false, races = false, some = false;
      state = seed * 0x9e3779b97f4a7c15u + 1;
      used = counters = numbers = 0;
      struct stmt *s = statements (DEPTH, 0);
      for (unsigned i = 0; i < sizeof n / sizeof *n; i++)
	some |= launch (s, n[i], &diverges, &races);
      if (!some)
	continue;
      ran++;
      put_kernel (s);
      ptx_module *m = ptx_read (text, length, "random", ptx_report_stdio, stderr);
      ptx_func *f = m ? ptx_find_func (m, "k") : NULL;
      struct px_proof_signature sig = { .threads = T, .one_dimension = true, .distinct = true };
      static struct px_proof_result r[PX_PROOF_PROPERTIES];
      if (!f)
	{
	  printf ("FAIL: prove: random kernel %lu is not read\n", seed);
	  return 1;
	}
      px_prove (m, f, &sig, r);
      /* One launch of known shape and argument: proved just if it is right, as it is executed.  */
      for (unsigned i = seed % 4; i < sizeof n / sizeof *n; i += 4)
	{
	  struct px_proof_fixed fixed = { .value = n[i] };
	  uint32_t words[WORDS];
	  for (uint32_t j = 0; j < WORDS; j++)
	    words[j] = word (n[i], j);
	  struct px_proof_data data = { 1, 0, (const unsigned char *) words, sizeof words };
	  struct px_proof_signature one = { .threads = T,
					    .blocks = 1,
					    .one_dimension = true,
					    .distinct = true,
					    .fixed = &fixed,
					    .nfixed = 1,
					    .data = &data,
					    .ndata = 1 };
	  static struct px_proof_result p[PX_PROOF_PROPERTIES];
	  bool d = false, c = false;
	  if (!launch (s, n[i], &d, &c))
	    continue;
	  px_prove (m, f, &one, p);
	  bool bad = d || c, shown = p[PX_PROOF_CONVERGENCE].proved && p[PX_PROOF_SHARED].proved;
	  launches += !bad;
	  launches_proved += !bad && shown;
	  if (d ? p[PX_PROOF_CONVERGENCE].proved : c && p[PX_PROOF_SHARED].proved)
	    {
	      wrong++;
	      printf ("FAIL: prove: random kernel %lu, n %u, is %s:\n%s", seed, n[i],
		      d ? "divergent" : "racy", text);
	    }
	  else if (!bad && !shown && getenv ("PROVE_RANDOM_TELL"))
	    for (int j = 0; j < 2; j++)
	      {
		const struct px_proof_result *q = &p[j ? PX_PROOF_SHARED : PX_PROOF_CONVERGENCE];
		unsigned last = q->nreasons < PX_PROOF_REASONS ? q->nreasons : PX_PROOF_REASONS;
		if (!q->proved && last)
		  printf ("random kernel %lu, n %u: %s\n", seed, n[i], q->reason[last - 1].text);
	      }
	}
      ptx_free (m);
      bool converges = r[PX_PROOF_CONVERGENCE].proved, free = r[PX_PROOF_SHARED].proved;
      racy += races && !diverges;
      divergent += diverges;
      right += !races && !diverges;
      proved += converges && free;
      if ((diverges && converges) || (races && !diverges && free))
	{
	  wrong++;
	  printf ("FAIL: prove: random kernel %lu is %s:\n%s", seed,
		  diverges ? "divergent" : "racy", text);
	}
    }
  if (!wrong)
    printf ("PASS: prove: of %u random kernels %u race, %u diverge and are not proved; of the %u "
	    "others %u are; of %u right launches %u are\n",
	    ran, racy, divergent, right, proved, launches, launches_proved);
  return wrong != 0;
}
