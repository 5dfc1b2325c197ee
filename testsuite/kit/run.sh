#!/bin/sh
# SPDX-License-Identifier: MIT
# Tells whether px, and its emulator, are right on the NVIDIA GPU of this
# machine.  Needs the GPU's driver, sh, coreutils and awk.  `run.sh --help'.
#
# tests.list has a line a test, in the order in which they run, fields between
# tabs: name; its time limit in seconds; the architecture (sm) and PTX ISA (major * 10 +
# minor) that its device code demands, 0 for none; `ends' if the program must
# end with status 0, `fails' if with one from 1 to 123; the folder that it
# wants to be started in, a copy of which it gets; the command, for sh.
# A command may write objects of JSON, one a line, into the file $PX_KIT_RECORD; a
# line on its output that starts with `skip: ' and status 77 say why it did not run.
LC_ALL=C
export LC_ALL
unset PX_DEVICE PX_TRACE PX_EMU_LIBRARY PXEMU_CHECK

usage ()
{
  cat <<'END'
Usage: run.sh [OPTION]... [NAME]...
Run the tests of this kit on the first NVIDIA GPU; with NAMEs, those of these
names or below them (instr, or example/saxpy).  Nothing outside the kit's
folder is written.

  --bench          run the benchmarks only
  --driver FILE    the CUDA driver (default libcuda.so.1; lib/libpxemu.so.0 is
                   px's emulator)
  --output FILE    the JSON (default results/DEVICE-DATE.json)
  --seconds N      start no test after N seconds (default 440)
  --list           print the names of the tests
  --help           print this

Exit status: 0 all that could run agreed, 1 something did not, 2 nothing ran.
END
}

die ()
{
  echo "run.sh: $*" >&2
  exit 2
}

driver=libcuda.so.1 output= bench=false list=false budget=440 names=
while test $# -gt 0; do
  case $1 in
    --help) usage; exit 0 ;;
    --list) list=true ;;
    --bench) bench=true budget=3600 ;;
    --driver | --output | --seconds)
      test $# -ge 2 || die "$1 needs an argument; see run.sh --help"
      case $1 in
	--driver) driver=$2 ;;
	--output) output=$2 ;;
	*) budget=$2
	  case $budget in '' | *[!0-9]*) die "--seconds $budget: not a number" ;; esac ;;
      esac
      shift ;;
    -*) die "unknown option $1; see run.sh --help" ;;
    *) names="$names $1" ;;
  esac
  shift
done

# Paths of the caller stay what they were; all else is in the kit.
start=$(pwd)
case $driver in /* | lib*.so*) ;; */*) test ! -e "$driver" || driver=$start/$driver ;; esac
case $output in '' | /*) ;; *) output=$start/$output ;; esac
case $0 in */*) kit=${0%/*} ;; *) kit=. ;; esac
kit=$(cd "$kit" 2>/dev/null && pwd) || kit=
test -n "$kit" && test -f "$kit/tests.list" && test -x "$kit/bin/px-kit" ||
  die "the kit's files are not beside this script: unpack px-gpu-kit.tar.gz and start px-gpu-kit/run.sh"
cd "$kit" || exit 2
case $driver in lib/*) driver=$kit/$driver ;; esac
tab=$(printf '\t')

# Whether the test $1 is among those that the user named.
chosen ()
{
  case $1 in bench/*) $bench || return 1 ;; *) if $bench; then return 1; fi ;; esac
  test -n "$names" || return 0
  for n in $names; do
    case $1 in "$n" | "${n%/}"/*) return 0 ;; esac
  done
  return 1
}

if $list; then
  while IFS=$tab read -r name _; do if chosen "$name"; then echo "$name"; fi; done < tests.list
  exit 0
fi
for n in $names; do
  awk -v n="${n%/}" '{ if ($1 == n || index ($1, n "/") == 1) found = 1 } END { exit !found }' tests.list ||
    die "no test is called $n; run.sh --list prints the names"
done

# One at a time: two would share the GPU and the files.
work=$kit/work
if ! mkdir "$work" 2>/dev/null; then
  test -d "$work" || die "cannot write to $kit: copy the kit to a folder where you may"
  other=$(cat "$work/pid" 2>/dev/null)
  if test -n "$other" && kill -0 "$other" 2>/dev/null; then
    die "another run.sh (process $other) is at work in $kit: wait for it, or unpack the kit a second time"
  fi
  test -n "$other" || { sleep 1; test -s "$work/pid" && die "another run.sh has just been started in $kit"; }
  rm -rf "$work"
  mkdir "$work" 2>/dev/null || die "another run.sh has just been started in $kit"
fi
echo $$ > "$work/pid"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
mkdir "$work/records" "$work/home" 2>/dev/null

# Everything that a test or the driver keeps goes to $work.
export LD_LIBRARY_PATH="$kit/lib" PX_DEVICE=cuda PX_CUDA_LIBRARY="$driver" \
  HOME="$work/home" XDG_CACHE_HOME="$work/home" CUDA_CACHE_PATH="$work/home/cuda" \
  TMPDIR="$work" GCOV_PREFIX="$work/home"

# Whether there is room for what a test may write.
room ()
{
  head -c 1048576 /dev/zero > "$work/room" 2>/dev/null && test "$(wc -c < "$work/room")" -eq 1048576 &&
    rm -f "$work/room"
}

milliseconds ()
{
  echo $(($(date +%s%N) / 1000000))
}

# What device there is: device, sm, isa, cuda, emulator; or why there is none.
device= sm=0 isa=0 cuda=0 emulator=false missing=
probe ()
{
  timeout -k 5 60 bin/px-kit probe "$driver" > "$work/probe" 2>&1
  case $? in 0) ;; 124 | 137) missing="the driver $driver does not answer"; return ;; esac
  while IFS=$tab read -r key value; do
    case $key in
      device) device=$value ;;
      sm) sm=$value ;;
      isa) isa=$value ;;
      cuda) cuda=$value ;;
      emulator) emulator=true ;;
      error) missing=$value ;;
    esac
  done < "$work/probe"
  test -n "$device$missing" || missing="the driver $driver fails: $(head -n 1 "$work/probe")"
}
probe
nvidia=$(awk '/NVRM version/ { for (i = 1; i <= NF; i++) if ($i ~ /^[0-9]+\.[0-9.]+$/) { print $i; exit } }' \
  /proc/driver/nvidia/version 2>/dev/null)
if $emulator; then
  nvidia=
  export PX_BENCH_SMALL=1
fi

if test -n "$missing"; then
  echo "run.sh: $missing: nothing can run" >&2
else
  echo "$device, sm_$sm, CUDA $((cuda / 1000)).$((cuda % 1000 / 10)), PTX $((isa / 10)).$((isa % 10))${nvidia:+, driver $nvidia}"
fi

# Of sm and PTX ISA that a test wants: why it can not run here, or nothing.
unfit ()
{
  if test -n "$missing"; then
    echo "$missing"
  elif test "${1%a}" -gt "$sm"; then
    echo "needs sm_$1, the GPU is sm_$sm"
  elif test "$1" != "${1%a}" && test "${1%a}" -ne "$sm"; then
    echo "needs sm_$1 and nothing newer, the GPU is sm_$sm"
  elif test "$2" -gt "$isa"; then
    echo "needs PTX $(($2 / 10)).$(($2 % 10)), the driver is too old: it takes PTX $((isa / 10)).$((isa % 10))"
  fi
}

# say NAME VERDICT SECONDS REASON: keeps one result.  awk makes what is not ASCII readable.
passed=0 failed=0 skipped=0
say ()
{
  case $2 in
    pass) passed=$((passed + 1)) ;;
    fail) failed=$((failed + 1)) ;;
    skip) skipped=$((skipped + 1)) ;;
  esac
  printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" >> "$work/results" 2>/dev/null || full=true
  if $terminal; then
    printf '\r\033[K'
    test "$2" != fail || echo "FAIL $1: $4"
  fi
}

terminal=false full=false gone=
test -t 1 && terminal=true
total=0
while IFS=$tab read -r name _; do if chosen "$name"; then total=$((total + 1)); fi; done < tests.list
begin=$(milliseconds)
number=0
: > "$work/results" 2>/dev/null || full=true
while IFS=$tab read -r name limit need_sm need_isa expect folder command <&3; do
  chosen "$name" || continue
  number=$((number + 1))
  if $full || ! room; then
    $full || echo "run.sh: the disk is full: no room for files in $kit" >&2
    full=true
    skipped=$((skipped + 1))
    continue
  fi
  reason=$(unfit "$need_sm" "$need_isa")
  test -z "$gone" || reason="the device does not answer since $gone"
  now=$(milliseconds)
  test -n "$reason" || test $(((now - begin) / 1000)) -lt "$budget" || reason="no time left (--seconds $budget)"
  if test -n "$reason"; then
    say "$name" skip 0 "$reason"
    continue
  fi
  if $terminal; then printf '\r\033[K[%d/%d] %s' $number "$total" "$name"; fi
  rm -rf "$work/cwd"
  if test "$folder" = .; then mkdir "$work/cwd"; else cp -R "$folder" "$work/cwd"; fi 2>"$work/out" ||
    { say "$name" fail 0 "its files can not be copied: $(head -n 1 "$work/out")"; continue; }
  record=$work/records/$number
  (cd "$work/cwd" && export KIT="$kit" PX_KIT_RECORD="$record" KIT_SM="$sm" KIT_ISA="$isa" &&
    exec timeout -k 2 "$limit" sh -c "$command" > "$work/out" 2>&1 < /dev/null)
  status=$?
  seconds=$(($(milliseconds) - now))
  seconds=$((seconds / 1000)).$(printf '%03d' $((seconds % 1000)))
  line=$(awk '/^skip: / && status == 77 { print substr ($0, 7); exit } NF { last = $0 }
	      END { if (status != 77) print substr (last, 1, 200) }' status=$status "$work/out")
  case $expect,$status in
    ends,0) say "$name" pass $seconds "" ;;
    *,77) say "$name" skip $seconds "$line" ;;
    *,124 | *,137) say "$name" fail $seconds "ran longer than $limit s" ;;
    fails,[1-9] | fails,[1-9][0-9] | fails,1[01][0-9] | fails,12[0-3]) say "$name" pass $seconds "" ;;
    *,1[3-9][0-9]) say "$name" fail $seconds "killed by signal $((status - 128))${line:+: $line}" ;;
    *) say "$name" fail $seconds "status $status${line:+: $line}" ;;
  esac
  case $expect,$status in
    ends,0 | *,77) ;;
    *) was=$device probe
      if test -n "$missing"; then gone=$name missing= device=$was; fi ;;
  esac
done 3< tests.list
end=$(milliseconds)
if $terminal; then printf '\r\033[K'; fi

# The JSON, and the summary.  Records of a test follow its own object.
date=$(date -u +%Y-%m-%dT%H:%M:%SZ)
if test -z "$output"; then
  mkdir -p results 2>/dev/null
  output=results/$(printf '%s' "${device:-no device}" | tr -cs 'A-Za-z0-9' '-')-$(date -u +%Y%m%d-%H%M%S).json
fi
json ()
{
  awk -v device="$device" -v sm="$sm" -v isa="$isa" -v cuda="$cuda" -v nvidia="$nvidia" -v emulator=$emulator \
      -v date="$date" -v seconds=$(((end - begin) / 1000)) -v passed=$passed -v failed=$failed -v skipped=$skipped \
      -v missing="$missing" -v work="$work" '
    function quote (s,  r, c, i) {
      r = ""
      for (i = 1; i <= length (s); i++) {
	c = substr (s, i, 1)
	if (c == "\"" || c == "\\") r = r "\\" c
	else if (c < " " || c > "~") r = r "?"
	else r = r c
      }
      return "\"" r "\""
    }
    BEGIN {
      FS = "\t"
      while ((getline line < "VERSION") > 0) { split (line, v, "\t"); version[v[1]] = v[2] }
      printf "{\n\"device\": %s,\n\"emulator\": %s,\n\"sm\": %d,\n\"ptx\": %d,\n\"cuda\": %d,\n\"driver\": %s,\n", quote (device), emulator, sm, isa, cuda, quote (nvidia)
      if (missing) printf "\"error\": %s,\n", quote (missing)
      printf "\"version\": %s,\n\"commit\": %s,\n\"date\": %s,\n\"seconds\": %d,\n", quote (version["version"]), quote (version["commit"]), quote (date), seconds
      printf "\"passed\": %d,\n\"failed\": %d,\n\"skipped\": %d,\n\"tests\": [", passed, failed, skipped
      while ((getline line < "tests.list") > 0) { split (line, v, "\t"); names[++n] = v[1] }
    }
    {
      printf "%s\n {\"name\": %s, \"verdict\": %s, \"seconds\": %s", (NR > 1 ? "," : ""), quote ($1), quote ($2), $3
      if ($4 != "") printf ", \"reason\": %s", quote ($4)
      file = work "/records/" NR
      k = 0
      while ((getline line < file) > 0) if (line ~ /^{.*}$/) printf "%s\n  %s", (k++ ? "," : ", \"records\": ["), line
      close (file)
      printf "%s}", (k ? "\n ]" : "")
    }
    END { print "\n]\n}" }' "$work/results"
}
written=true
if json > "$output.part" 2>/dev/null && test "$(tail -n 1 "$output.part" 2>/dev/null)" = "}" && mv -f "$output.part" "$output" 2>/dev/null
then :; else
  rm -f "$output.part" 2>/dev/null
  written=false
fi

awk -F '\t' '
  $2 == "fail" { if (++f <= 14) print "FAIL " $1 ": " substr ($4, 1, 150) }
  $2 == "skip" { if (! ($4 in n)) order[++r] = $4; n[$4]++; one[$4] = $1 }
  END {
    if (f > 14) print "... and " f - 14 " more"
    for (i = 1; i <= r && i <= 8; i++)
      print "skipped " (n[order[i]] > 1 ? n[order[i]] " tests" : one[order[i]]) ": " substr (order[i], 1, 150)
    if (r > 8) print "... and " r - 8 " more reasons"
  }' "$work/results" 2>/dev/null
if $full; then echo "skipped tests: the disk is full"; fi
if $written; then echo "results: $output"; else echo "run.sh: cannot write $output (is the disk full?)" >&2; fi
echo "$passed passed, $failed failed, $skipped skipped, $(((end - begin) / 1000)) s"
test $failed -eq 0 || exit 1
test $passed -gt 0 || exit 2
$written || exit 1
exit 0
