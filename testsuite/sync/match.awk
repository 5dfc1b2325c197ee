# SPDX-License-Identifier: MIT
# awk -v part=N -f match.awk EXPLAINED REPORTED
# Does a report of the sanitizer (REPORTED) show what -fplugin-arg-px-explain
# (EXPLAINED) says that part N of the synchronisation is for: an access at each of
# the two lines, one where there is only one?  Prints what the report says and the
# object; exit status 1 if none does, and what was reported instead.

function place (s) { return match (s, /[^\/:]*:[0-9]+/) ? substr (s, RSTART, RLENGTH) : "end" }

# The quoted word of S.
function quoted (s) { return match (s, /['‘][^'’]*['’]/) ? substr (s, RSTART, RLENGTH) : "" }

# Access J of the report is at LINE.
function at_line (j, line) { return line == "end" || line == "caller" || index (spot[j], " " line " ") }

function judge (   i) {
  if (!nspots)
    return
  for (i = 1; i <= npairs && !found; i++) {
    if (nspots == 1)
      found = at_line(1, first[i]) || at_line(1, second[i])
    else
      found = (at_line(1, first[i]) && at_line(2, second[i])) || (at_line(2, first[i]) && at_line(1, second[i]))
    if (found)
      print what ", " object[i] " " first[i] " -> " second[i]
  }
  if (!found)
    other = what " " spot[1] (nspots > 1 ? "and" spot[2] : "")
}

FNR == NR {
  if (/note: synchronisation [0-9]+ of/) {
    match ($0, /synchronisation [0-9]+/)
    mine = substr ($0, RSTART + 16, RLENGTH - 16) + 0 <= part
    if (mine)
      npairs = 0
  } else if (!/ note: /)
    next
  else if (/ note: (a|an|the) .* of .*( here|by the caller)/ && mine) {
    at = / by the caller/ ? "caller" : place($0)
    name = quoted($0)
  } else if (/ note: then/ && mine) {
    first[++npairs] = at
    second[npairs] = / note: then the end of/ ? "end" : place($0)
    object[npairs] = name
  }
  next
}
/^pxemu: / {
  judge()
  nspots = 0
  what = $0
  sub (/^pxemu: [a-z]*: /, "", what)
  next
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
