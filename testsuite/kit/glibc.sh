#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: glibc.sh DIR MINOR CC
# Makes DIR so that `CC -B DIR/ -L DIR' links programs and libraries that run
# with glibc 2.MINOR and all later ones, whatever the glibc here is: libraries
# without code that offer what this glibc has and had in 2.MINOR, each symbol
# in the newest version that 2.MINOR knew; the start of a program; and the few
# functions that were no symbols then.  A later symbol does not link.
set -eu
dir=$1 minor=$2 cc=$3
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$dir"

# stub FILE SONAME: DIR/SONAME from the symbols of FILE.
stub ()
{
  readelf --dyn-syms -W "$1" | awk -v minor="$minor" -v map="$dir/$2.map" '
    function number (v,  p) { split (v, p, "."); return p[2] * 1000 + p[3] }
    $1 ~ /^[0-9]+:$/ && $7 != "UND" && $4 != "TLS" && split ($8, w, /@+/) == 2 && w[2] ~ /^GLIBC_2[.0-9]+$/ {
      v = number (substr (w[2], 7))
      if (v >= (minor + 1) * 1000 || (w[1] in at && v < have[w[1]])) next
      s = w[1]; at[s] = $2; have[s] = v; version[s] = w[2]; size[s] = $3; type[s] = $4; bind[s] = $5
    }
    END {
      for (s in at) {
	if (type[s] == "OBJECT") { data[at[s]] = data[at[s]] " " s; if (size[s] > space[at[s]]) space[at[s]] = size[s] }
	else if (bind[s] == "WEAK") print ".weak " s "\n.type " s ", @function\n" s ":"
	else print ".globl " s "\n.type " s ", @function\n" s ":"
	list[version[s]] = list[version[s]] s ";"
      }
      print "ret\n.bss"
      for (a in data) {		# aliases stay aliases: programs copy these
	n = split (data[a], name, " ")
	print ".balign 32"
	for (i = 1; i <= n; i++)
	  print (bind[name[i]] == "WEAK" ? ".weak " : ".globl ") name[i] "\n.type " name[i] ", @object\n.size " name[i] ", " size[name[i]] "\n" name[i] ":"
	print ".zero " space[a]
      }
      print ".section .note.GNU-stack, \"\", @progbits"
      for (v in list) print v " { global: " list[v] " };" > map
    }' > "$dir/$2.s"
  test -s "$dir/$2.map" || echo "GLIBC_2.2.5 { };" > "$dir/$2.map"
  $cc -nostdlib -shared -fPIC -Wl,--hash-style=gnu,-soname,"$2",--version-script,"$dir/$2.map" \
    "$dir/$2.s" -o "$dir/$2"
}

real ()
{
  f=$($cc -print-file-name="$1")
  test "$f" != "$1" || { echo "glibc.sh: $cc finds no $1" >&2; exit 1; }
  echo "$f"
}
for l in libc.so.6 libm.so.6 libpthread.so.0 libdl.so.2 librt.so.1; do
  stub "$(real $l)" $l
done
for l in libm.so.6 libpthread.so.0 libdl.so.2 librt.so.1; do
  ln -sf $l "$dir/${l%.so.*}.so"
done
$cc -O2 -fPIC -c "$here/shim.c" -o "$dir/shim.o"
rm -f "$dir/libpxshim.a"
ar cr "$dir/libpxshim.a" "$dir/shim.o"
echo "GROUP ($dir/libc.so.6 $dir/libpxshim.a $(real libc_nonshared.a) AS_NEEDED ($(real ld-linux-x86-64.so.2)))" \
  > "$dir/libc.so"
$cc -O2 -fPIE -c "$here/start.c" -o "$dir/crt1.o"
cp "$dir/crt1.o" "$dir/Scrt1.o"
cp "$dir/crt1.o" "$dir/gcrt1.o"
