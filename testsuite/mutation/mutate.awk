# SPDX-License-Identifier: MIT
# usage: awk -v name=PATH -f mutate.awk FILE.cc: the source, each line with its number, with
# mutants that px_mutant ("PATH:LINE") turns on: an error is not reported, the condition of an
# if or a while is negated, a call that is a statement is left out.
BEGIN { print "#include \"px-mutant.h\"" }
FNR == 1 { print "#line 1 \"" name "\"" }

# How many characters of S, which begins with a parenthesis, there are up to its end; 0: it
# has none.
function group(s,   i, depth, c) {
  for (i = 1; i <= length (s); i++) {
    c = substr (s, i, 1)
    depth += c == "(" ? 1 : c == ")" ? -1 : 0
    if (!depth)
      return i
  }
  return 0
}
# A condition or a call that goes on in the next lines becomes one line, of at most 12.
/^[ \t]+(else )?(if|while) \(/ || (/^[ \t]+[a-z_][a-zA-Z_0-9:.>-]* \(/ && !/^[ \t]+(for|switch|return) /) {
  first = FNR
  for (more = 0; more < 12 && !group(substr ($0, index ($0, "("))); more++) {
    whole = $0
    if ((getline) <= 0)
      break
    sub (/^[ \t]+/, " ")
    $0 = whole $0
  }
  joined = more
}
{
  id = "px_mutant (\"" name ":" FNR - joined "\")"
  if (joined)
    print "#line " FNR - joined " \"" name "\""
  after = joined
  joined = 0
  if (match ($0, /^[ \t]+(} else |else )?(if|while) \(/)) {
    n = group(substr ($0, RSTART + RLENGTH - 1))
    cond = substr ($0, RSTART + RLENGTH, n - 2)
    if (n && cond !~ /[^=!<>]=[^=]/ && cond !~ /"/) {
      $0 = substr ($0, 1, RSTART + RLENGTH - 1) id " != !!(" cond ")" substr ($0, RSTART + RLENGTH - 1 + n - 1)
      print
      if (after)
	print "#line " FNR + 1 " \"" name "\""
      next
    }
  }
  if (match ($0, /^[ \t]+[a-z_][a-zA-Z_0-9:.>-]* \(/) && $0 ~ /\);$/ && $0 !~ /^[ \t]+(return|inform|delete)/ \
      && group(substr ($0, RSTART + RLENGTH - 1)) == length ($0) - (RSTART + RLENGTH - 1)) {
    match ($0, /^[ \t]+/)
    $0 = substr ($0, 1, RLENGTH) id " ? (void) 0 : (void) " substr ($0, RLENGTH + 1)
  }
  print
  if (after)
    print "#line " FNR + 1 " \"" name "\""
}
