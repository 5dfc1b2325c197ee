# SPDX-License-Identifier: MIT
# What the tests of libptx share.  Sourced in the build tree by Automake's test
# driver; PTXAS and NVCC come from the environment.
dir=${srcdir:-.}/testsuite/ptx
tool=tools/ptx-tool
tmp=$(mktemp -d "${TMPDIR:-/tmp}/ptx.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
failures=0
LC_ALL=C
export LC_ALL

pass () { echo "PASS: $1"; }
fail () { echo "FAIL: $1"; failures=$((failures + 1)); }

# verdict STATUS NAME
verdict ()
{
  if test "$1" -eq 0; then pass "$2"; else fail "$2"; fi
}

have_ptxas () { test -n "$PTXAS" && test -x "$PTXAS"; }

# accepted FILE: ptxas takes the module for the target that it names.
accepted ()
{
  "$PTXAS" -c -arch="$(sed -n 's/^\.target \([a-z0-9_]*\).*/\1/p' "$1" | head -n 1)" \
    "$1" -o "$tmp/cubin" > "$tmp/ptxas" 2>&1 || { head -n 3 "$tmp/ptxas"; return 1; }
}
