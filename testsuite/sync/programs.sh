# SPDX-License-Identifier: MIT
# The programs of this tree whose kernels check-sync and check-schedules look at, and how
# each is compiled and run.  Needs cc, plugin, include, libdir, emulator, srcdir and tmp.

LC_ALL=C LD_LIBRARY_PATH=$libdir:$emulator/.libs PX_DEVICE=emu PXEMU_TIMEOUT=${TIMEOUT:-8000} PX_BENCH_SMALL=1
export LC_ALL LD_LIBRARY_PATH PX_DEVICE PXEMU_TIMEOUT PX_BENCH_SMALL

# programs short|long: their paths.  Kernels that are to fail are none.
programs ()
{
  d=$srcdir/testsuite/px.dg
  grep -l 'dg-do run' "$d"/sync/*.c "$d"/copies/*.c "$d"/programs/*.c | xargs grep -L 'dg-shouldfail'
  echo "$srcdir"/examples/02-blur/blur.c "$srcdir"/examples/03-histogram/histogram.c "$srcdir"/bench/device/sgemm.c
  if test "$1" = long; then
    grep -l 'dg-do run' "$d"/fragments/*.c "$d"/hopper/*.c "$d"/torture/*.c "$d"/rules/*.c "$d"/options/*.c \
      | xargs grep -L 'dg-shouldfail\|dg-archive\|dg-shared-library\|dg-no-link-library\|dg-env\|dg-require-effective-target\|PX_ERR_ASSERT\|plugin-arg-px-drop-sync'
    echo "$srcdir"/examples/01-saxpy/saxpy.c "$srcdir"/examples/04-two-files/mandelbrot.c "$srcdir"/bench/device/saxpy.c
  fi
}

# words NAME PROGRAM: of its comments dg-NAME "...", without pictures, which nobody asks for here
words () { sed -n 's/-fplugin-arg-px-dcfg=[^" ]*//; s/.*dg-'"$1"' "\([^"]*\)".*/\1/p' "$2"; }

# others PROGRAM: the other sources that it is linked with
others ()
{
  case $1 in
    */mandelbrot.c) echo "$(dirname "${origin:-$1}")/orbit.c" ;;
  esac
  for f in $(words additional-sources "$1"); do
    echo "$(dirname "${origin:-$1}")/$f"
  done
}

# compile PROGRAM [FLAG...]: to $tmp/p, its PTX to $tmp/p.ptx, what was said to $tmp/said.  Where
# PROGRAM was made of another, that is $origin.
compile ()
{
  libs=$(others "$1")
  case $1 in
    */blur.c) libs="$libs -lpng" ;;
  esac
  $cc -O2 -g -fdiagnostics-plain-output -fplugin="$plugin" -I"$include" -fplugin-arg-px-save-ptx="$tmp/p.ptx" \
    $(words options "$1") $(words additional-options "$1") "$@" $libs -o "$tmp/p" -L"$libdir" -lpx -lm >"$tmp/said" 2>&1
}

# sanitize PROGRAM SCHEDULES: exit status of px-sanitize, its output to $tmp/said
sanitize ()
{
  case $1 in
    */blur.c) set -- "$1" "$2" "$srcdir/testsuite/px.dg/aux/picture.png" "$tmp/blurred.png" ;;
    */histogram.c) set -- "$1" "$2" "$srcdir/COPYING.MIT" ;;
  esac
  n=$2 c=$1
  shift 2
  case $c in
    */bench/*) set -- sh -c 'exec "$0" >/dev/null' "$tmp/p" ;;    # it prints times
    *) set -- "$tmp/p" "$@" ;;
  esac
  "$emulator/../tools/px-sanitize" --check=init,race,sync,async --explore="$n" "$@" >"$tmp/said" 2>&1
}
