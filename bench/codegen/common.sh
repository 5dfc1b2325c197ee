# SPDX-License-Identifier: MIT
# What run and loops share; they source it with their arguments.  Sets here, readme, build, nvcc, ptxas,
# cc, mode (print, write, check), version (of nvcc, as bench/README says it) and tmp, takes the option off
# the arguments, and ends with status 2 or 77 as they say.
LC_ALL=C
export LC_ALL
here=$(cd "$(dirname "$0")" && pwd) || exit 1
readme=$here/../README
build=$(cd "${PX_BUILD:-.}" && pwd) || exit 1
nvcc=${NVCC:-nvcc} ptxas=${PTXAS:-ptxas} cc=${CC:-gcc-12}
mode=print
case ${1-} in
  --write | --check) mode=${1#--}; shift ;;
  -*) sed -n 's/^# usage: /usage: /p' "$0" >&2; exit 2 ;;
esac
for tool in "$nvcc" "$ptxas" readelf; do
  command -v "$tool" > /dev/null || { echo "bench/codegen: no $tool" >&2; exit 77; }
done
version=$("$nvcc" --version | sed -n 's/.*release.*, V\([0-9.]*\)$/nvcc \1/p')
if test $mode = check && ! grep -qx "$version" "$readme"; then
  echo "bench/codegen: bench/README is not of $version" >&2
  exit 77
fi
tmp=$(mktemp -d "${TMPDIR:-/tmp}/codegen.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
status=0

# How px makes px.ptx of $source, as a shell runs it.
export here build cc nvcc ptxas tmp
# shellcheck disable=SC2016
px_command='$cc "-fplugin=$build/plugin/.libs/px.so" "-I$here/../../include" -O2 -fplugin-arg-px-arch=sm_90a \
  "-fplugin-arg-px-save-ptx=$tmp/px.ptx" -c "$source" -o "$tmp/px.o"'

# compile PX CUDA: makes px.ptx and cuda.ptx of these sources.
compile ()
{
  source=$1
  eval "$px_command" &&
    "$nvcc" -O3 -gencode arch=compute_90a,code=compute_90a -ptx "$2" -o "$tmp/cuda.ptx"
}

# The README's table NAME becomes the file $tmp/table.
write_table ()
{
  awk -v table="$tmp/table" -v name="$1" '
    $0 == name " {" { print; while ((getline line < table) > 0) print line; skip = 1 }
    $0 == "} " name { skip = 0 }
    ! skip { print }' "$readme" > "$tmp/readme" && cat "$tmp/readme" > "$readme"
}

# Prints the README's table NAME.
read_table () { sed -n "/^$1 {/,/^} $1/p" "$readme"; }
