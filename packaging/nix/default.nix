# SPDX-License-Identifier: MIT
# px for Nix:
#
#   nix-build packaging/nix --arg nvptx /path/to/folder
#
# nixpkgs has no nvptx offload compiler.  NVPTX is a folder that has one of the same GCC, as
# `configure --target=nvptx-none --enable-as-accelerator-for=x86_64-pc-linux-gnu' makes it
# (https://gcc.gnu.org/wiki/Offloading): its lto1, and newlib's and GCC's archives beside it.
#
# It parses (nix-instantiate --parse); nobody has built it yet.
{ pkgs ? import <nixpkgs> { }
, gcc ? pkgs.gcc12
, nvptx
}:

pkgs.stdenv.mkDerivation {
  pname = "px";
  version = "0.2";

  src = pkgs.lib.cleanSource ../..;

  # The plugin includes GCC's headers, which are in the unwrapped compiler.
  nativeBuildInputs = [ gcc pkgs.autoreconfHook pkgs.pkg-config pkgs.texinfo ];
  buildInputs = [ pkgs.gmp pkgs.jansson ];

  configureFlags = [
    "CC=${gcc}/bin/gcc"
    "CXX=${gcc}/bin/g++"
    "--with-nvptx-lto1=${toString nvptx}/lto1"
    "--with-gcc-plugin-dir=${placeholder "out"}/lib/gcc-plugin"
  ];
  enableParallelBuilding = true;

  # GCC looks for -fplugin=NAME in a folder of its own, which cannot be written: programs are compiled with
  # the whole path, which px.pc gives.
  doInstallCheck = true;
  installCheckPhase = ''
    $out/bin/px --version
    test -f $out/lib/gcc-plugin/px.so
  '';

  meta = {
    description = "Typed perspectives for GPU kernels in plain C";
    license = [ pkgs.lib.licenses.gpl3Plus pkgs.lib.licenses.mit ];
    platforms = [ "x86_64-linux" ];
  };
}
