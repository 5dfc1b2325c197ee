# SPDX-License-Identifier: MIT
# Prints a kernel, random of `seed', that computes sums of 64 bits and stores them, in branches and loops: what is read has
# been written on every way there.  Registers %mN are written at several places, %sN at one.
function any (n) { return int (rand () * n) }
function old64 () { return ns && rand () < 0.8 ? "%s" s[any(ns)] : "%m" any(3) }
function old32 () { return nx && rand () < 0.6 ? "%x" x[any(nx)] : rand () < 0.3 ? "%i" : "%y" any(4) }
function guard () { return rand () < 0.05 ? "@%p " : "" }
function new64 () { return rand () < 0.85 ? "%s" (fresh = ++regs) : "%m" (fresh = any(3)) }
function number () { return any(2) ? any(100) - 50 : any(2) ? 1073741824 - any(3) : -2147483648 + any(3) }
function one (d, g, how) {
  d = new64(); how = any(9); g = d ~ /m/ ? guard() : ""
  if (how == 0) print g "cvt.s64.s32 " d ", " old32() ";"
  else if (how == 1) print g "cvt.u64.u32 " d ", " old32() ";"
  else if (how == 2) print g "shl.b64 " d ", " old64() ", " any(5) ";"
  else if (how == 3) print g (any(2) ? "mul.wide.s32 " : "mul.wide.u32 ") d ", " old32() ", " (any(2) ? any(200) : number()) ";"
  else if (how == 4) print g "sub.u64 " d ", " old64() ", " old64() ";"
  else if (how == 5) print g "add.s64 " d ", " old64() ", " number() ";"
  else print g "add.u64 " d ", " old64() ", " old64() ";"
  if (d ~ /s/) s[ns++] = fresh
  if (rand () < 0.25) print "st.global.u64 [%o+" 8 * out++ "], " old64() ";"
  if (rand () < 0.2) {
    if (any(2)) { print "add.u32 %y" (fresh = any(4)) ", " old32() ", " number() ";" }
    else { print "xor.b32 %x" ++regs ", " old32() ", " old32() ";"; x[nx++] = regs }
  }
}
# What C calls a && b ? x : y, or a ? x : y, of two numbers.
function two (l, depth, keep, keepx, both, m, c, k0) {
  keep = ns; keepx = nx; both = any(3); m = any(3); c = any(9)
  print "and.b32 %t, " old32() ", " any(8) ";\nsetp.eq.u32 %q, %t, 0;\n@%q bra L" l ";"
  k0 = c
  print "mov.u64 %m" m ", " c ";\n" (any(4) ? "" : "mov.u64 %m" any(3) ", %m" m ";\n") "bra M" l ";\nL" l ":"
  if (both) {
    for (c = any(4); c > 0; c--) { print "add.u32 %x" ++regs ", " old32() ", " number() ";"; x[nx++] = regs }
    if (!any(6)) print "add.u32 %y" any(4) ", " old32() ", 1;"
    print "setp.lt.s32 %q" l ", " old32() ", " old32() ";\n@" (any(2) ? "!" : "") "%q" l " bra N" l ";"
  }
  some(any(4), depth + 1)
  print "add.u64 %m" (any(4) ? m : any(3)) ", " old64() ", " old64() ";"
  print "bra M" l ";"
  if (both) print "N" l ":\nmov.u64 %m" m ", " (any(3) ? k0 : "%m" any(3)) ";"
  print "M" l ":"
  ns = keep; nx = keepx
}
# Two ways that compute the same, of numbers that are written once, mostly; %wN is written only there.
function same (l, depth, keep, keepx, e, d) {
  d = any(5) ? "%w" l : "%m" any(3); keep = ns; keepx = nx
  e = (any(2) ? "cvt.s64.s32 " d ", " old32() : any(3) ? "shl.b64 " d ", " old64() ", " any(4) : "add.u64 " d ", " old64() ", " old64()) ";"
  print "and.b32 %t, " old32() ", " any(8) ";\nsetp.eq.u32 %q, %t, 0;\n@%q bra L" l ";"
  if (any(3)) print e
  some(any(4), depth + 1)
  print e
  if (!any(3)) print "add.u64 %m" any(3) ", " d ", 1;"
  print "bra M" l ";\nL" l ":"
  ns = keep; nx = keepx
  some(any(3), depth + 1)
  print e "\nM" l ":\nst.global.u64 [%o+" 8 * out++ "], " d ";"
  ns = keep; nx = keepx
}
function some (n, depth, k, l, keep, keepx) {
  for (k = 0; k < n; k++) {
    if (depth < 3 && rand () < 0.08) {
      l = ++labels
      keep = ns; keepx = nx
      print "and.b32 %t, " old32() ", " any(8) ";\nsetp.eq.u32 %q, %t, 0;\n@%q bra L" l ";"
      some(any(6) + 1, depth + 1)
      print "L" l ":"
      ns = keep; nx = keepx
    } else if (depth < 2 && rand () < 0.06) {
      l = ++labels
      print "mov.u32 %c" l ", 0;\nL" l ":"
      some(any(8) + 2, depth + 1)
      print "add.u32 %i, %i, 1;\nadd.u32 %c" l ", %c" l ", 1;\nsetp.lt.u32 %q, %c" l ", 3;\n@%q bra L" l ";"
    } else if (depth < 3 && rand () < 0.08) {
      l = ++labels
      two(l, depth)
    } else if (depth < 3 && rand () < 0.08) {
      l = ++labels
      same(l, depth)
    } else
      one()
  }
}
BEGIN {
  srand (seed)
  print ".version 7.8\n.target sm_80\n.address_size 64\n.visible .entry sums (.param .u64 out, .param .u64 in)\n{"
  print ".reg .b64 %o, %a, %m<3>, %w<100>, %s<400>;\n.reg .b32 %i, %t, %y<4>, %x<400>, %c<100>;\n.reg .pred %p, %q, %q<100>;"
  print "ld.param.u64 %o, [out];\nld.param.u64 %a, [in];\nmov.u32 %t, %tid.x;\nmul.wide.u32 %m0, %t, 2048;\nadd.u64 %o, %o, %m0;"
  print "mul.wide.u32 %m0, %t, 16;\nadd.u64 %a, %a, %m0;\nmov.u32 %i, 0;"
  for (k = 0; k < 4; k++) print "ld.global.u32 %y" k ", [%a+" 4 * k "];"
  print "cvt.s64.s32 %m0, %y0;\ncvt.u64.u32 %m1, %y1;\nmov.u64 %m2, 0x100000000;\nsetp.lt.s32 %p, %y2, %y3;"
  some(60, 0)
  for (k = 0; k < 3; k++) print "st.global.u64 [%o+" 8 * out++ "], %m" k ";"
  print "ret;\n}"
}
