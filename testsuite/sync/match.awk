# SPDX-License-Identifier: MIT
# awk -v part=N -f match.awk EXPLAINED REPORTED
# Does a report of the sanitizer (REPORTED) show what -fplugin-arg-px-explain
# (EXPLAINED) says that part N of the synchronisation is for: an access at each of
# the two lines, one where there is only one?  Prints what the report says and the
# object; exit status 1 if none does, and what was reported instead.

function place (s) { return match (s, /[^\/:]*:[0-9]+/) ? substr (s, RSTART, RLENGTH) : "end" }

# The quoted word of S.
function quoted (s) { return match (s, /['‘][^'’]*['’]/) ? substr (s, RSTART, RLENGTH) : "" }

# Access J of the report is at one of LINES: its own, and where that is inlined; or in
# the function called there, FILE:FIRST-LAST.
function at_line (j, lines,   i, k, m, n, line, seen, a, b, range_of) {
  n = split (lines, line, " ")
  m = split (spot[j], seen, " ")
  for (k = 1; k <= n; k++) {
    if (line[k] == "end" || line[k] == "caller" || index (spot[j], " " line[k] " "))
      return 1
    split (line[k], a, ":")
    if (split (a[2], range_of, "-") == 2)
      for (i = 1; i <= m; i++)
	if (split (seen[i], b, ":") && a[1] == b[1] && b[2] + 0 >= range_of[1] + 0 && b[2] + 0 <= range_of[2] + 0)
	  return 1
  }
  return 0
}

# The report's byte is one of object NAME, or may be: it is of a called function.
function within (name,   i, known) {
  for (i = 1; i <= nranges; i++)
    if (range[i] == name) {
      known = 1
      if (byte >= low[i] && byte <= high[i])
	return 1
    }
  return !known
}

# GCC moves loads of complex numbers and structs to other lines: then the object and
# one of the lines must do.
function judge (   i, j, n) {
  if (!nspots)
    return
  for (j = 0; j < 2 && !found; j++)
    for (i = 1; i <= npairs && !found; i++) {
      if (nspots == 1)
	found = at_line(1, first[i]) || at_line(1, second[i])
      else {
	n = (at_line(1, first[i]) && at_line(2, second[i])) || (at_line(2, first[i]) && at_line(1, second[i]))
	found = n || (j && within(object[i]) && (at_line(1, first[i]) || at_line(2, first[i]) || at_line(1, second[i]) || at_line(2, second[i])))
      }
      if (found)
	print what ", " object[i] " " first[i] " -> " second[i]
    }
  # Who fills, or loads again, too early upsets the phases of an mbarrier.
  if (!found && ring && what ~ /^(deadlock|mbarrier)/ && (at_line(1, where) || (nspots > 1 && at_line(2, where)))) {
    found = 1
    print what ", " where
  }
  if (!found)
    other = what " " spot[1] (nspots > 1 ? "and" spot[2] : "")
}

FNR == NR {
  if (/note: synchronisation [0-9]+ of/) {
    match ($0, /synchronisation [0-9]+/)
    mine = substr ($0, RSTART + 16, RLENGTH - 16) + 0 <= part
    if (mine) {
      npairs = 0
      where = place($0) inlined
      ring = / of ring |next phase waits/
    }
  } else if (/^ *(inlined )?from .* at /) {
    inlined = inlined " " place($NF)
    next
  } else if (/: In function /)
    inlined = ""
  if (!/ note: /)
    next
  if (match ($0, /bytes [0-9]+ to [0-9]+ of the shared memory/)) {
    split (substr ($0, RSTART), word, " ")
    range[++nranges] = quoted($0)
    low[nranges] = word[2] + 0
    high[nranges] = word[4] + 0
  } else if (/ note: (a|an|the) .* of .*( here|by the caller)/ && mine) {
    at = / by the caller/ ? "caller" : place($0) inlined
    name = quoted($0)
    last = 1
  } else if (match ($0, /ends at line [0-9]+/) && mine) {
    called = "-" substr ($0, RSTART + 13, RLENGTH - 13)
    called = " " place($0) called
    if (last == 1)
      at = at called
    else
      second[npairs] = second[npairs] called
  } else if (/ note: then/ && mine) {
    last = 2
    first[++npairs] = at
    second[npairs] = / note: then the end of/ ? "end" : place($0) inlined
    object[npairs] = name
  }
  next
}
/^pxemu: / {
  judge()
  nspots = 0
  byte = -1
  what = $0
  sub (/^pxemu: [a-z]*: /, "", what)
  next
}
/bytes? at .*\(byte [0-9]+ of shared memory/ {
  byte = $0
  sub (/.*\(byte /, "", byte)
  byte += 0
}
/^ *[a-z ]* by thread / { spot[++nspots] = " " }
/^    (inlined )?at / { spot[nspots] = spot[nspots] place($NF) " " }
END {
  if (!found)
    judge()
  if (!found) {
    print npairs ? (other ? "other: " other : "-") : "(not explained)"
    exit 1
  }
}
