#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: compile.sh BUILD SRC CC NVCC JSON
# What the plugin costs to compile: saxpy with and without it, and by nvcc
# where NVCC is not empty; a file without kernels; and what checking takes of the
# largest example.  RUNS (15) can be set.
set -eu
build=$1 src=$2 cc=$3 nvcc=$4 json=$5
runs=${RUNS:-15}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
plugin="-fplugin=$build/plugin/.libs/px.so"
saxpy="$src/examples/01-saxpy/saxpy.c"

set -- "gcc without the plugin" "$cc -O2 -I$src/include -c $saxpy -o $tmp/a.o" \
  "gcc with the plugin" "$cc $plugin -O2 -I$src/include -c $saxpy -o $tmp/b.o"
if test -n "$nvcc"; then
  set -- "$@" "nvcc -ptx" "$nvcc -O2 -arch=sm_80 -ptx $src/bench/saxpy.cu -o $tmp/c.ptx" \
    "nvcc -c" "$nvcc -O2 -arch=sm_80 -c $src/bench/saxpy.cu -o $tmp/c.o"
fi
"$build/bench/compare" -j "$json" "$runs" "compile saxpy to an object" "$@"

# Plain C of some size: functions with loops, calls and branches.
awk 'BEGIN {
  print "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>"
  for (i = 0; i < 50; i++) {
    printf "static int f%d (const int *p, int n)\n{\n  int s = %d;\n", i, i
    printf "  for (int i = 0; i < n; i++)\n    switch (p[i] %% 5) {\n"
    for (c = 0; c < 4; c++)
      printf "      case %d: s += p[i] * %d; break;\n", c, i + c
    printf "      default: s ^= i;\n    }\n  return s;\n}\n"
    printf "int g%d (char *s)\n{\n  int v[8];\n  for (int i = 0; i < 8; i++)\n", i
    printf "    v[i] = atoi (s + i);\n  if (strlen (s) > %d)\n    printf (\"%%s\\n\", s);\n", i
    printf "  return f%d (v, 8);\n}\n", i
  }
}' > "$tmp/plain.c"
echo
"$build/bench/compare" -j "$json" "$runs" "compile a file without kernels" \
  "gcc without the plugin" "$cc -O2 -c $tmp/plain.c -o $tmp/a.o" \
  "gcc with the plugin" "$cc $plugin -O2 -c $tmp/plain.c -o $tmp/b.o"

# What checking adds to the largest example: CPU time of rules, R1 and R2 in the
# whole compilation, as the plugin counts it; medians.
largest=$(find "$src/examples" -name '*.c' -size +0 -exec wc -c {} + | grep -v ' total$' | sort -n | tail -n 1 | sed 's/^ *[0-9]* //')
i=0
while test $i -lt "$runs"; do
  LC_ALL=C $cc $plugin -fplugin-arg-px-times -O2 -I"$src/include" -c "$largest" -o "$tmp/l.o" 2>&1 |
    sed -n 's/.*CPU time: \([0-9.]*\) s in all, rules \([0-9.]*\) s [^,]*, races and bounds (R1, R2) \([0-9.]*\) s.*synchronisation \([0-9.]*\) s.*device compiler \([0-9.]*\) s.*/\1 \2 \3 \4 \5/p'
  i=$((i + 1))
done > "$tmp/times"
echo
awk -v file="${largest#"$src"/}" -v json="$json" '
  function show(name, share) {
    printf "  %-42s %15.2f %%\n", name, 100 * share
    printf "{\"bench\": \"checking %s\", \"what\": \"%s\", \"share\": %.6f, \"runs\": %d}\n", file, name, share, NR >> json
  }
  function median(a, n,   i, j, t) {
    for (i = 2; i <= n; i++)
      for (j = i; j > 1 && a[j] < a[j - 1]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t }
    return a[int((n + 1) / 2)]
  }
  { check[NR] = ($2 + $3) / $1; rules[NR] = $2 / $1; races[NR] = $3 / $1; sync[NR] = $4 / $1; device[NR] = $5 / $1
    without[NR] = ($2 + $3) / ($1 - $5) }
  END {
    if (!NR) exit 1
    printf "of the CPU time to compile %s\n", file
    show("checking: rules, R1, R2", median(check, NR))
    show("rules alone", median(rules, NR))
    show("R1 and R2 alone", median(races, NR))
    show("checking, of cc1 without device compiler", median(without, NR))
    show("inference of synchronisation", median(sync, NR))
    show("device compiler", median(device, NR))
  }' "$tmp/times"
