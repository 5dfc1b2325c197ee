#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: build.sh OUT SRCDIR BUILDDIR CC VAR=VALUE...
# Makes the kit: OUT/px-gpu-kit and OUT/px-gpu-kit.tar.gz.  The variables are
# those of testsuite/run-dejagnu; VERSION, STRIP and EMULATOR_OBJECTS (libtool's,
# of libpxemu) are in the environment.  Programs come from DejaGnu's board `kit',
# which keeps them instead of running them, and from programs.list.
set -eu
out=$1 src=$2 build=$3 cc=$4
shift 4
here=$src/testsuite/kit
rm -rf "$out"
mkdir -p "$out/glibc" "$out/px-gpu-kit/lib" "$out/px-gpu-kit/bin" "$out/px-gpu-kit/tests"
out=$(cd "$out" && pwd)
kit=$out/px-gpu-kit glibc=$out/glibc
sh "$here/glibc.sh" "$glibc" 31 "$cc"

# On glibc 2.31 these are libraries of their own, for all that the kit links.
link="-B$glibc/ -L$glibc -Wl,-z,defs"
libs="-Wl,--no-as-needed -lpthread -ldl -Wl,--as-needed -lm"
archives ()			# of libtool's, whole
{
  echo "-Wl,--whole-archive $* -Wl,--no-whole-archive"
}
emulator_objects ()
{
  for o in $EMULATOR_OBJECTS; do
    echo "$build/${o%/*}/.libs/$(basename "$o" .lo).o"
  done
}
# shellcheck disable=SC2046,SC2086
{
  $cc -shared $link -Wl,-soname,libpx.so.0,-z,nodelete -o "$kit/lib/libpx.so.0" \
    $(archives "$build/runtime/.libs/librt-px.a") $libs
  echo '{ global: cu[A-Z]*; pxemu_*; local: *; };' > "$glibc/emu.map"
  $cc -shared $link -Wl,-soname,libpxemu.so.0,-z,nodelete,--version-script,"$glibc/emu.map" \
    -o "$kit/lib/libpxemu.so.0" $(emulator_objects) \
    $(archives "$build/emulator/.libs/libpxengine.a") $libs
  $cc -shared $link -Wl,-soname,libpxblas.so.0,--version-script,"$src/blas/versions" \
    -o "$kit/lib/libpxblas.so.0" "$build"/blas/.libs/libpxblas_la-*.o -L"$kit/lib" -l:libpx.so.0 $libs
}

# Helpers, with libptx in them.
# shellcheck disable=SC2086
$cc -std=gnu11 -O2 -ffp-contract=off -Wall -Wextra -I"$src" -I"$build" $link -o "$kit/bin/px-kit" \
  "$here/kit.c" "$here/instr.c" "$here/instr-make.c" "$here/instr-data.c" "$here/random.c" "$here/tensor.c" "$build/ptx/.libs/libptx.a" \
  -Wl,--no-as-needed -lpthread -ldl -Wl,--as-needed -lm

$cc -std=gnu11 -O2 -Wall -Wextra -DHAVE_CONFIG_H -I"$build" -I"$src" -I"$src/include" $link -o "$kit/bin/px-tune" \
  "$src/tools/px-tune.c" -L"$kit/lib" -l:libpxblas.so.0 -l:libpx.so.0 -Wl,-rpath,'$ORIGIN/../lib' $libs

# Programs with kernels: those of the testsuite, the examples, and those that a
# line `NAME: COMMAND' of programs.list prints; each with its own dg- comments.  What fails names its
# source from the top of the tree: results are kept, and read where this folder is not.
mkdir "$out/programs"
(cd "$src" && BUILD=$build && export BUILD && while IFS=: read -r name command; do
  case $name in '' | '#'*) continue ;; esac
  mkdir -p "$out/programs/${name%/*}"
  sh -c "$command" > "$out/programs/$name.c" || { echo "build.sh: programs.list: $name: $command" >&2; exit 1; }
done) < "$here/programs.list"
PX_JOBS=${PX_JOBS:-2} sh "$src/testsuite/run-dejagnu" "$out/dejagnu" "$src/testsuite" "$@" \
  PX_CC="$cc -ffile-prefix-map=$(cd "$src" && pwd -P)/=" PX_PTXAS= PX_KIT="$out" PX_LIBS="-B$glibc/ -L$glibc -L$kit/lib -l:libpx.so.0 -Wl,--push-state,--as-needed -l:libpxblas.so.0 -Wl,--pop-state -static-libubsan -static-libgcc" PX_TORTURE=-O2 \
  -- --target_board=kit dg.exp examples.exp > "$out/build.log" 2>&1 ||
  { cat "$out/build.log" >&2; exit 1; }
cp -R "$out/tests" "$kit"
$STRIP "$kit"/lib/*.so.0 "$kit/bin/px-kit" "$kit/bin/px-tune"
find "$kit/tests" -type f -name '*.exe' -exec $STRIP {} +

# The list: a first sign of life, instructions, small programs, all others;
# benchmarks run only when asked for.
instr ()
{
  "$kit/bin/px-kit" instr --families | while read -r family; do
    printf 'instr/%s\t120\t0\t0\tends\t.\t"$KIT/bin/px-kit" instr --driver "$PX_CUDA_LIBRARY" --emulator "$KIT/lib/libpxemu.so.0" --expected "$KIT/expected" %s\n' "$family" "$family"
  done
}
# lines FILE...: these, which are used up.
lines ()
{
  cat "$@" && rm "$@"
}
# against WHAT SEED SM PTX COUNT: a line for COUNT random things.
against ()
{
  printf 'ptx/%s-%d\t60\t%d\t%d\tends\t.\t"$KIT/bin/px-kit" %s --driver "$PX_CUDA_LIBRARY" --emulator "$KIT/lib/libpxemu.so.0" %d %d\n' \
    "$1" "$2" "$3" "$4" "$1" "$5" "$2"
}
{
  lines "$out/example-saxpy.line"
  instr
  lines "$out"/example-*.line "$out"/sync-*.line "$out"/rules-*.line "$out"/torture-*.line "$out"/intrinsics-*.line
  mkdir "$out/last" && mv "$out"/bad-*.line "$out"/bench-*.line "$out/last"
  lines "$out"/*.line "$out"/last/bad-*.line
  for i in 1 2 3 4 5 6 7 8; do
    against random $i 80 70 40
  done
  for i in 1 2 3 4; do
    against tensor $i 90 80 100
  done
  lines "$out"/last/bench-*.line
} > "$kit/tests.list"
cp "$here/run.sh" "$here/expected" "$src/COPYING.MIT" "$kit"
cp "$here/README.kit" "$kit/README"
chmod +x "$kit/run.sh"
printf 'version\t%s\ncommit\t%s\n' "$VERSION" "$(cd "$src" && git rev-parse HEAD 2>/dev/null || echo unknown)" > "$kit/VERSION"
# What a session on a borrowed machine may carry.
size=$(du -sk "$kit" | cut -f1)
test "$size" -le 40960 || { echo "build.sh: the kit has $size KiB, more than 40 MiB" >&2; exit 1; }
(cd "$out" && tar -cf - px-gpu-kit | gzip -9n > px-gpu-kit.tar.gz)
