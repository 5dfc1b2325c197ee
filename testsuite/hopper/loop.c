/* SPDX-License-Identifier: MIT */
/* usage: loop CUBIN
   Prints how many instructions the innermost loop with an HGMMA has, in the first code
   section of a cubin for sm_90: 16 bytes each, the opcode in the low 12 bits; a branch's
   distance, in units of 4 bytes from the next instruction on, in bits 34 to 81 and, its
   low 8 bits, 16 to 23.  */
#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HGMMA = 0x9f0, BRA = 0x947 };

static long
innermost (const uint64_t *code, long n)
{
  long least = 0;
  for (long i = 0; i < n; i++)
    {
      const uint64_t low = code[2 * i], high = code[2 * i + 1];
      if ((low & 0xfff) != BRA)
	continue;
      int64_t far = (int64_t) (low >> 34 | (high & 0x3ffff) << 30) << 16 >> 16;
      int64_t to = i + 1 + (far * 256 + (int64_t) (low >> 16 & 255)) / 4;
      int mma = 0;
      for (int64_t k = to < 0 ? 0 : to; k <= i; k++)
	mma |= (code[2 * k] & 0xfff) == HGMMA;
      if (mma && (!least || i - to + 1 < least))
	least = i - to + 1;
    }
  return least;
}

int
main (int argc, char **argv)
{
  FILE *f = argc == 2 ? fopen (argv[1], "rb") : NULL;
  static uint64_t file[1 << 17];
  size_t bytes = f ? fread (file, 1, sizeof file, f) : 0;
  const Elf64_Ehdr *e = (const Elf64_Ehdr *) file;
  if (bytes < sizeof *e || memcmp (e->e_ident, ELFMAG, SELFMAG) || e->e_shoff + (uint64_t) e->e_shnum * sizeof (Elf64_Shdr) > bytes)
    {
      fprintf (stderr, "usage: loop CUBIN\n");
      return 2;
    }
  const Elf64_Shdr *s = (const Elf64_Shdr *) ((const char *) file + e->e_shoff);
  for (int i = 0; i < e->e_shnum; i++)
    if (s[i].sh_type == SHT_PROGBITS && s[i].sh_flags & SHF_EXECINSTR && s[i].sh_offset + s[i].sh_size <= bytes)
      {
	printf ("%ld\n", innermost (file + s[i].sh_offset / 8, s[i].sh_size / 16));
	return 0;
      }
  return 1;
}
