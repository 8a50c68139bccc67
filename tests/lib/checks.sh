# Counting checks, for suites in sh and bash; sourced.
#   ok [NAME]                  a check passed; its name is printed
#   bad NAME [LINE…]           a check failed
#   skipped NAME               a check could not be made
#   check NAME COMMAND…        passes when the command does; what it printed is shown when it fails, and is in the file
#                              $check_output when that is set
#   same NAME EXPECTED GOT     passes when the two texts are equal
#   runs NAME STATUS COMMAND…  runs the command for at most a minute, without input; passes when it ends with that status. The files
#                              out and err then have its output, and NAME precedes the names of failed checks until the next one
#   out TEXT, err TEXT         pass when that is all of the output; with a leading "~", when the output contains the text
#   patience                   prints by how much limits of time are multiplied: 1 on a machine that is idle, more on a busy one
#   checks_done                prints "N passed, N failed", and ", N skipped" when there are such; fails when a check failed or
#                              none passed
# A suite may set case_name itself: it precedes the names of checks that fail.
passed=0 failed=0 skipped=0 case_name=
processors=$(nproc)

ok() {
  passed=$((passed + 1))
  [ $# = 0 ] || printf 'ok      %s\n' "$*"
}

bad() {
  failed=$((failed + 1))
  printf 'FAILED  %s%s\n' "${case_name:+$case_name: }" "$1"
  shift
  [ $# = 0 ] || printf '%s\n' "$@" | sed 's/^/        /'
}

skipped() {
  skipped=$((skipped + 1))
  printf 'skipped %s\n' "$*"
}

check() {
  local check_name=$1 case_name= check_file
  shift
  check_file=${check_output:-$(mktemp)}
  if "$@" >"$check_file" 2>&1; then
    ok "$check_name"
  else
    bad "$check_name"
    tail -n 40 "$check_file" | sed 's/^/        /'
  fi
  [ -n "${check_output:-}" ] || rm -f "$check_file"
}

same() {
  local case_name=
  if [ "$2" = "$3" ]; then ok "$1"; else bad "$1" "expected: $2" "got:      $3"; fi
}

runs() {
  local want=$2 got
  case_name=$1
  shift 2
  timeout 60 "$@" >out 2>err </dev/null
  got=$?
  if [ "$got" = "$want" ]; then ok; else bad "exit status $got, not $want" "$(cat out err)"; fi
}

# Each process that is ready to run gets its share of the processors.
patience() {
  local ready rest
  read -r ready rest </proc/loadavg || ready=0
  echo $((1 + ${ready%%.*} / processors))
}

printed() { # printed FILE TEXT
  case $2 in
  '~'*) if grep -qF -e "${2#\~}" "$1"; then ok; else bad "'${2#\~}' is not in std$1:" "$(cat "$1")"; fi ;;
  '') if [ -s "$1" ]; then bad "std$1 is not empty:" "$(cat "$1")"; else ok; fi ;;
  *) if printf '%s\n' "$2" | cmp -s - "$1"; then ok; else bad "std$1 is:" "$(cat "$1")"; fi ;;
  esac
}
out() { printed out "$1"; }
err() { printed err "$1"; }

checks_done() {
  printf '%d passed, %d failed' "$passed" "$failed"
  [ "$skipped" = 0 ] || printf ', %d skipped' "$skipped"
  echo
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}
