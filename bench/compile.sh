#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: compile.sh BUILD SRC CC NVCC JSON
# What the plugin costs to compile: saxpy with and without it, and by nvcc
# where NVCC is not empty; and a file without kernels.  RUNS (15) can be set.
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
