# Counting checks, for suites in sh and bash; sourced.
#   ok [NAME]                  a check passed; its name is printed
#   bad NAME [LINE…]           a check failed
#   skipped NAME               a check could not be made
#   check NAME COMMAND…        passes when the command does; what it printed is shown when it fails, and is in the file
#                              $check_output when that is set
#   same NAME EXPECTED GOT     passes when the two texts are equal
#   checks_done                prints "N passed, N failed", and ", N skipped" when there are such; fails when a check failed or
#                              none passed
passed=0 failed=0 skipped=0

ok() {
  passed=$((passed + 1))
  [ $# = 0 ] || printf 'ok      %s\n' "$*"
}

bad() {
  failed=$((failed + 1))
  printf 'FAILED  %s\n' "$1"
  shift
  [ $# = 0 ] || printf '%s\n' "$@" | sed 's/^/        /'
}

skipped() {
  skipped=$((skipped + 1))
  printf 'skipped %s\n' "$*"
}

check() {
  check_name=$1
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
  if [ "$2" = "$3" ]; then ok "$1"; else bad "$1" "expected: $2" "got:      $3"; fi
}

checks_done() {
  printf '%d passed, %d failed' "$passed" "$failed"
  [ "$skipped" = 0 ] || printf ', %d skipped' "$skipped"
  echo
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}
