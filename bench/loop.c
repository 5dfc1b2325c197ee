/* SPDX-License-Identifier: MIT */
/* usage: loop CUBIN
   Prints what main loops have, in the first code section of a cubin for sm_90, a line each: `mma' for an innermost loop
   with an HGMMA, `copy' for an innermost one that waits for an mbarrier and has a UTMALDG; how many of these; its
   instructions; and of them, in this order, what KINDS counts.  What a loop branches out to and comes back from, as
   where a wait was in vain, is not in it.  Status 0; 1: there is no such loop; 2: CUBIN is not one.  */
#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define KINDS(K) \
  K (WAITS)    /* for mbarriers */ \
  K (ARRIVES)  /* at mbarriers, with those that expect bytes */ \
  K (FENCES)   /* wgmma.fence, fence.proxy.async */ \
  K (BARRIERS) /* of the block, named ones, of the cluster, of a warp; waits and arrivals */ \
  K (GROUPS)   /* waits for groups of wgmma and of copies */ \
  K (MEMBARS)  /* fences of memory, what they wait for errors with, and invalidations of caches */
enum kind
{
#define K(name) name,
  KINDS (K)
#undef K
    MMA,
  COPY,
  KINDS_ALL
};

/* Instructions of 16 bytes, the first eight of which decide here.  The opcode is in the low 12 bits, of which
   the highest three say of what kind an operand is.  These are what ptxas 13.0 makes of each PTX instruction, with the
   names that nvdisasm gives them.  */
static const struct form
{
  uint64_t mask, value;
  enum kind kind;
} forms[] = {
  { 0xfff, 0x5a7, WAITS },		      /* SYNCS.PHASECHK, try_wait and test_wait */
  { 0xfff, 0x9a7, ARRIVES },		      /* SYNCS.ARRIVE, arrive and expect_tx */
  { 0xfff, 0x9b0, ARRIVES },		      /* ARRIVES.LDGSTSBAR, cp.async.mbarrier.arrive */
  { 0x800000000fff, 0x9c5, FENCES },	      /* WARPGROUP.ARRIVE, wgmma.fence */
  { 0x800000000fff, 0x8000000009c5, GROUPS }, /* WARPGROUP.DEPBAR, wgmma.wait_group */
  { 0xfff, 0x3c6, FENCES },		      /* FENCE.VIEW.ASYNC, fence.proxy.async */
  { 0xfff, 0x91a, GROUPS },		      /* DEPBAR, cp.async.bulk.wait_group */
  { 0x1ff, 0x11d, BARRIERS },		      /* BAR, bar.sync and bar.arrive */
  { 0x1ff, 0x148, BARRIERS },		      /* WARPSYNC, bar.warp.sync */
  { 0xfff, 0x9c7, BARRIERS },		      /* UCGABAR_ARV, barrier.cluster.arrive */
  { 0xfff, 0xdc7, BARRIERS },		      /* UCGABAR_WAIT, barrier.cluster.wait */
  { 0xfff, 0x992, MEMBARS },		      /* MEMBAR, fence.acq_rel and the like */
  { 0xfff, 0x9ab, MEMBARS },		      /* ERRBAR */
  { 0xfff, 0x5ab, MEMBARS },		      /* CGAERRBAR */
  { 0xfff, 0x98f, MEMBARS },		      /* CCTL */
  { 0x1ff, 0x1f0, MMA },		      /* HGMMA */
  { 0x1ff, 0x1f1, MMA },		      /* IGMMA */
  { 0x1ff, 0x1f3, MMA },		      /* QGMMA, of 8-bit floats */
  { 0x1ff, 0x1b4, COPY },		      /* UTMALDG */
  { 0x1ff, 0x1b3, COPY },		      /* UTMALDG.MULTICAST */
};

/* BRA, EXIT; the instructions that FILE has room for.  */
enum
{
  BRA = 0x947,
  EXIT = 0x94d,
  MOST = 1 << 16
};

struct loop
{
  int64_t from, to; /* numbers of instructions, TO that of the branch */
};

static void
count (const uint64_t *code, struct loop l, long *counts)
{
  memset (counts, 0, KINDS_ALL * sizeof *counts);
  for (int64_t i = l.from; i <= l.to; i++)
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
      counts[forms[f].kind] += (code[2 * i] & forms[f].mask) == forms[f].value;
}

/* Where the branch that is instruction I goes to.  Its distance is in units of 4 bytes, from the next instruction on,
   in bits 34 to 81 and, its low 8 bits, 16 to 23.  */
static int64_t
target (const uint64_t *code, int64_t i)
{
  const uint64_t low = code[2 * i], high = code[2 * i + 1];
  const uint64_t far = low >> 34 | (high & 0x3ffff) << 30, sign = 1ull << 47;
  return i + 1 + ((int64_t) ((far ^ sign) - sign) * 256 + (int64_t) (low >> 16 & 255)) / 4;
}

/* Whether I, of N instructions, is executed only after TO was.  The next instruction does not follow a branch or an
   end without a condition: neither a predicate (bits 12 to 15) nor a uniform one (bits 32 and 33).  */
static int
only_after (const uint64_t *code, int64_t n, int64_t i, int64_t to)
{
  static unsigned char seen[MOST];
  static int64_t next[2 * MOST];
  int64_t count = 1;
  memset (seen, 0, sizeof seen);
  next[0] = 0;
  while (count)
    {
      int64_t k = next[--count];
      if (k < 0 || k >= n || k == to || seen[k])
	continue;
      if (k == i)
	return 0;
      seen[k] = 1;
      int branch = (code[2 * k] & 0xfff) == BRA, ends = branch || (code[2 * k] & 0xfff) == EXIT;
      if (branch)
	next[count++] = target (code, k);
      if (!ends || (code[2 * k] & 0xf000) != 0x7000 || code[2 * k] >> 32 & 3)
	next[count++] = k + 1;
    }
  return 1;
}

/* Puts the loops of CODE, N instructions, into LOOPS: branches back to what was executed before in any case; others
   come back from where a loop has branched out to.  Returns their number.  */
static int
find_loops (const uint64_t *code, int64_t n, struct loop *loops)
{
  int found = 0;
  for (int64_t i = 0; i < n; i++)
    if ((code[2 * i] & 0xfff) == BRA && target (code, i) >= 0 && target (code, i) <= i
	&& only_after (code, n, i, target (code, i)))
      loops[found++] = (struct loop){ target (code, i), i };
  return found;
}

/* Prints those of the N LOOPS that have what MARK counts, and if WAITING a wait, and in which is no other that has.
   Returns how many.  */
static int
print_loops (const uint64_t *code, const struct loop *loops, int n, const char *name,
	     enum kind mark, int waiting)
{
  int printed = 0;
  for (int i = 0; i < n; i++)
    {
      long counts[KINDS_ALL], inner[KINDS_ALL];
      int least = 1;
      count (code, loops[i], counts);
      if (!counts[mark] || (waiting && !counts[WAITS]))
	continue;
      for (int k = 0; k < n && least; k++)
	if (k != i && loops[k].from >= loops[i].from && loops[k].to <= loops[i].to)
	  {
	    count (code, loops[k], inner);
	    least = !(inner[mark] && (!waiting || inner[WAITS]));
	  }
      if (!least)
	continue;
      printf ("%s %ld %" PRId64, name, counts[mark], loops[i].to - loops[i].from + 1);
#define K(kind) printf (" %ld", counts[kind]);
      KINDS (K)
#undef K
      printf ("\n");
      printed++;
    }
  return printed;
}

int
main (int argc, char **argv)
{
  FILE *f = argc == 2 ? fopen (argv[1], "rb") : NULL;
  static uint64_t file[2 * MOST];
  size_t bytes = f ? fread (file, 1, sizeof file, f) : 0;
  const Elf64_Ehdr *e = (const Elf64_Ehdr *) file;
  if (bytes < sizeof *e || memcmp (e->e_ident, ELFMAG, SELFMAG)
      || e->e_shoff + (uint64_t) e->e_shnum * sizeof (Elf64_Shdr) > bytes)
    {
      fprintf (stderr, "usage: loop CUBIN\n");
      return 2;
    }
  const Elf64_Shdr *s = (const Elf64_Shdr *) ((const char *) file + e->e_shoff);
  for (int i = 0; i < e->e_shnum; i++)
    if (s[i].sh_type == SHT_PROGBITS && s[i].sh_flags & SHF_EXECINSTR
	&& s[i].sh_offset + s[i].sh_size <= bytes)
      {
	static struct loop loops[MOST];
	const uint64_t *code = file + s[i].sh_offset / 8;
	int n = find_loops (code, s[i].sh_size / 16, loops);
	int mma = print_loops (code, loops, n, "mma", MMA, 0);
	return mma + print_loops (code, loops, n, "copy", COPY, 1) == 0;
      }
  return 1;
}
