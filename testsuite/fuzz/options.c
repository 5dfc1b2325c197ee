/* SPDX-License-Identifier: MIT */
/* What programs are compiled with.  */
#include "fuzz.h"

void
choose_options (uint64_t seed, struct text *o)
{
  static const char *const level[] = { "-O0", "-O1", "-O2", "-O2", "-O2", "-O3", "-Os", "-Og", "-Ofast" };
  static const char *const std[] = { "gnu11", "c11", "gnu99", "gnu17", "gnu2x" };
  static const char *const host[] = {
    "-g", "-g", "-flto", "-fPIC", "-Wall -Wextra", "-fno-inline", "-fwrapv", "-ftrapv", "-fexceptions -fnon-call-exceptions",
    "-fsanitize=undefined", "-fsanitize=address", "-pg", "--coverage", "-ffunction-sections -fdata-sections", "-fshort-enums",
    "-funsigned-char", "-ffast-math", "-fopenmp", "-fno-strict-aliasing", "-fstack-protector-all", "-finstrument-functions",
    "-fno-tree-ccp", "-march=native", "-fno-early-inlining", "-fno-builtin", "-flto -ffat-lto-objects", "-ffreestanding",
    "-fno-toplevel-reorder", "-ggdb3", "-fvar-tracking-assignments", "-fno-split-paths", "-ftracer",
    "-fanalyzer", "-fstack-usage", "-fno-tree-dce", "-fno-ssa-phiopt", "-fmax-errors=3", "-Wfatal-errors", "-fno-signed-zeros",
    "-fgraphite-identity", "-ftree-parallelize-loops=2", "-fpeel-loops -fsplit-loops -funswitch-loops", "-floop-unroll-and-jam",
    "-fstack-protector-strong -D_FORTIFY_SOURCE=2 -fcf-protection", "-mavx512f -mprefer-vector-width=512", "-fno-tree-fre",
    "-fno-ipa-sra -fno-ipa-cp", "-fno-tree-sra", "-fno-tree-ter", "-fprofile-generate",
#if __GNUC__ >= 12
    "-ftrivial-auto-var-init=pattern", "-ftrivial-auto-var-init=zero",
#endif
  };
  static const char *const own[] = {
    "-fplugin-arg-px-explain", "-fplugin-arg-px-debug", "-fplugin-arg-px-dump-sync", "-fplugin-arg-px-dump-regions",
    "-fplugin-arg-px-dcfg=/dev/null", "-fplugin-arg-px-report=/dev/null", "-fplugin-arg-px-drop-sync=1", "-fplugin-arg-px-arch=sm_90a", "-fplugin-arg-px-arch=sm_80,sm_90a",
    "-fplugin-arg-px-stats", "-fplugin-arg-px-times",
  };
  rng_seed (seed ^ 0x5555555555555555);
  text_printf (o, "%s -std=%s", PICK (level), chance (70) ? "gnu11" : PICK (std));
  for (int i = 0; i < 3; i++)
    {
      if (chance (25))
	text_printf (o, " %s", PICK (host));
      if (chance (10))
	text_printf (o, " %s", PICK (own));
    }
  if (chance (50))
    text_printf (o, " -fplugin-arg-px-check-only");
}
