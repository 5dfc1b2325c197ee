/* SPDX-License-Identifier: MIT */
/* prove-random-memory SEED: a random kernel, as PTX, of one block of 64 threads, whose addresses and conditions are often
   values that threads have stored before: in shared memory, in global memory, whole words and parts of them, under
   conditions, by atomic and strong accesses.  random-memory.test asks px prove about it, and the emulator.  */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
  T = 64,
  VALUES = 4, /* registers */
  DEPTH = 2
};
static uint64_t state;
static unsigned labels;

static unsigned
pick (unsigned n)
{
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (unsigned) (state >> 20) % n;
}

/* Sets %x to a number: mostly the thread's, changed so that threads stay apart, or a value, or one that all threads have.  */
static void
number (void)
{
  switch (pick (6))
    {
    case 0: printf ("  mov.u32 %%x, %%t;\n"); break;
    case 3: printf ("  mov.u32 %%x, %u;\n", pick (T)); break;
    case 1: printf ("  xor.b32 %%x, %%t, %u;\n", 1u << pick (6)); break;
    case 2: printf ("  add.u32 %%x, %%t, %u;\n", pick (T)); break;
    default: printf ("  mov.u32 %%x, %%v%u;\n", pick (VALUES)); break;
    }
}

/* Sets %a to the address of an element in an array: tile, or out.  */
static bool
place (void)
{
  bool shared = pick (4);
  number ();
  printf ("  and.b32 %%x, %%x, %u;\n  mul.wide.u32 %%a, %%x, 4;\n  add.u64 %%a, %%a, %s;\n", T - 1,
	  shared ? "%s" : "%o");
  return shared;
}

static void statements (unsigned depth);

static void
statement (unsigned depth)
{
  static const char *const sems[] = { "", "", "", "", ".volatile", ".relaxed.cta" };
  static const char *const widths[] = { "u32", "u32", "u32", "u16", "u8" };
  unsigned k = pick (depth ? 14 : 12), label = labels++;
  const char *sem = sems[pick (6)], *width = widths[pick (5)];
  if (k < 3)
    {
      bool shared = place ();
      number ();
      printf ("  and.b32 %%x, %%x, %u;\n  %sst%s.%s.%s [%%a], %%x;\n", T - 1,
	      pick (6) ? "" : "@%p ", sem, shared ? "shared" : "global", width);
    }
  else if (k < 6)
    {
      bool shared = place ();
      printf ("  ld%s.%s.%s %%v%u, [%%a];\n", sem, shared ? "shared" : "global", width,
	      pick (VALUES));
    }
  else if (k < 9)
    printf ("  bar.sync 0;\n");
  else if (k == 9)
    printf (pick (2) ? "  atom.shared.add.u32 %%v%u, [%%s+256], 1;\n"
		     : "  shfl.sync.bfly.b32 %%v%u, %%v0, 1, 31, -1;\n",
	    pick (VALUES));
  else if (k == 10)
    printf ("  add.u32 %%v%u, %%v%u, %u;\n", pick (VALUES), pick (VALUES), pick (9));
  else if (k == 11)
    printf ("  and.b32 %%x, %%v%u, %u;\n  setp.ne.u32 %%p, %%x, 0;\n", pick (VALUES),
	    1u << pick (6));
  else if (k == 12)
    {
      printf ("  and.b32 %%x, %%v%u, %u;\n  setp.ne.u32 %%p, %%x, 0;\n  @%%p bra E%u;\n",
	      pick (VALUES), 1u << pick (6), label);
      statements (depth - 1);
      printf ("E%u:\n", label);
    }
  else
    {
      printf ("  and.b32 %%c%u, %%v%u, 3;\nE%u:\n  setp.eq.u32 %%p, %%c%u, 0;\n  @%%p bra F%u;\n",
	      depth, pick (VALUES), label, depth, label);
      statements (depth - 1);
      printf ("  sub.u32 %%c%u, %%c%u, 1;\n  bra E%u;\nF%u:\n", depth, depth, label, label);
    }
}

static void
statements (unsigned depth)
{
  for (unsigned n = depth == DEPTH ? 4 + pick (10) : 1 + pick (4); n; n--)
    statement (depth);
}

int
main (int argc, char **argv)
{
  state = (argc > 1 ? strtoull (argv[1], NULL, 10) : 1) * 0x9e3779b97f4a7c15u + 1;
  for (int i = 0; i < 8; i++)
    pick (2);
  printf (".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k (.param .u64 "
	  "out)\n.reqntid %d, 1, 1\n{\n"
	  "  .shared .align 16 .b8 tile[%d];\n  .reg .b32 %%t, %%x, %%v<%d>, %%c<%d>;\n  .reg .b64 "
	  "%%a, %%s, %%o;\n  .reg .pred %%p;\n"
	  "  mov.u32 %%t, %%tid.x;\n  mov.u64 %%s, tile;\n  ld.param.u64 %%o, [out];\n  "
	  "cvta.to.global.u64 %%o, %%o;\n"
	  "  setp.ne.u32 %%p, %%t, 99;\n",
	  T, 4 * T + 16, VALUES, DEPTH + 1);
  for (int i = 0; i < VALUES; i++)
    printf ("  xor.b32 %%v%d, %%t, %d;\n", i, 5 * i);
  printf ("  mul.wide.u32 %%a, %%t, 4;\n  add.u64 %%a, %%a, %%s;\n  st.shared.u32 [%%a], %%v%u;\n"
	  "  mul.wide.u32 %%a, %%t, 4;\n  add.u64 %%a, %%a, %%o;\n  st.global.u32 [%%a], %%v%u;\n"
	  "  setp.ne.u32 %%p, %%t, 0;\n  @!%%p st.shared.u32 [%%s+256], 0;\n  bar.sync 0;\n",
	  pick (VALUES), pick (VALUES));
  statements (DEPTH);
  printf ("  ret;\n}\n");
  return 0;
}
