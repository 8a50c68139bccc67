# `ficelle top`: frames as text, and the live view on a terminal.
"$(dirname "$FICELLE_REAL")/tests/stats-fill" -n 40 -e 3 -t 5 -c 200 -r 50 stats > fill.out 2>&1
stats=$PWD/stats
frame() { name=$1; shift; run "$name" 0 top --statsfile "$stats" --alarms-file "$PWD/none" --alarms-dir "$PWD/none" --sources-dir "$PWD/none" "$@"; }
unset COLUMNS LINES
LC_ALL=C frame 'one frame' --once
err ''
out '~ ficelle top  '
out '~14.00 % failed  0 active  200 total'
out '~time      p50 391.8 ms  p95 816.7 ms  p99 880.0 ms  max 895.8 ms'
out '~last hour '
out '~NODE '
out '~PHASE '
out '~ 0 watched  24 without a state'
case_name='a frame has 80 columns of ASCII in the C locale'
if [ "$(wc -L < out)" -le 80 ] && ! LC_ALL=C grep -q '[^ -~]' out; then ok; else bad 'wrong width or characters'; cat out; fi
COLUMNS=200 LINES=60 LC_ALL=C.UTF-8 frame 'a wide frame in UTF-8' --once
out '~RUN PHASE'
out '~ENVIRONMENT'
out '~█'
COLUMNS=79 frame 'too few columns are not taken' --once
out '~NODE '
frame 'nodes that failed come first' --once
case_name='nodes that failed come first'
if sed -n '/^NODE/{n;p;q}' out | grep -q ' failed '; then ok; else bad 'wrong order'; cat out; fi
frame 'sorted by name' --once --sort name
case_name='sorted by name'
if sed -n '/^NODE/{n;p;q}' out | grep -q '^node00000'; then ok; else bad 'wrong order'; cat out; fi
frame 'batch' --batch --frames 2 --interval 0.2
case_name='batch prints each frame'
if [ "$(grep -c '^ ficelle top ' out)" = 2 ]; then ok; else bad 'wrong number of frames'; fi
"$(dirname "$FICELLE_REAL")/tests/stats-fill" -n 4 -c 30 minute > fill.out 2>&1
run 'a rate after some seconds of watching' 0 top --batch --frames 8 --interval 1 --statsfile "$PWD/minute" --sources-dir "$PWD/none"
case_name='the rate is that of the last minute'
if grep '^compile' out | tail -n 1 | grep -q '^compile   30.0/min'; then ok; else bad 'another rate'; cat out; fi
frame 'text when standard output is no terminal' -n 1
out '~ ficelle top  '

run 'help: -v is the version of SNMP' 0 top --help
out '~  -v, --snmp-version'
out '~      --verbose '

run 'no file' 1 top --once --statsfile "$PWD/nosuch"
out '~store missing'
run 'a damaged file' 1 top --once --statsfile "$top/README.md"
out '~store corrupt'
for arguments in '--interval 0' '--interval x' '--interval 4000' '--frames 0' '--sort size' '--timeout 0' '--retries -1' 'extra' '--host h --snmp-version 4' \
  '--host h --oid-root x' '--host h --user u --level top' '--host h --user u --auth-password short'; do
  run "wrong usage: $arguments" 1 top $arguments
  out ''
done
run 'an SNMP agent that does not answer' 1 top --once --host 127.0.0.1:9 --community public --timeout 1 --retries 0
err '~127.0.0.1:9 does not answer'

# Without pseudo-terminals (a bare chroot) the live view cannot be tested.
if script -qec tty /dev/null 2> /dev/null < /dev/null | grep -q '^/dev/'; then
  # screen NAME STATUS TERM COLUMNS LINES KEYS...: writes the output of the terminal to out
  screen() {
    case_name=$1 want=$2 term=$3 columns=$4 lines=$5
    shift 5
    for key; do sleep 0.6; printf "$key"; done |
      { TERM=$term timeout 60 script -qec "stty cols $columns rows $lines; exec $FICELLE_REAL top --statsfile $stats --alarms-dir $PWD/none --interval 0.5 ${more:-}" /dev/null > out; echo $? > status; }
    if [ "$(cat status)" = "$want" ]; then ok; else bad "status $(cat status), not $want"; cat out; fi
  }
  screen 'the live view' 0 xterm 80 24 s p h q q
  out '~ficelle top'
  out '~(state)'
  out '~PAUSED'
  out '~longer, shorter interval'
  case_name='the screen is restored'
  if grep -q "$(printf '\033')\[?1049l" out; then ok; else bad 'not restored'; fi
  LC_ALL=C.UTF-8 screen 'UTF-8' 0 xterm 200 60 '\033[6~' '\033[B' '+' q
  out '~█'
  out '~ENVIRONMENT'
  screen 'a terminal without colours' 0 vt100 80 24 q
  case_name='no colours'
  if grep -q "$(printf '\033')\[3[0-9]" out; then bad 'colours were used'; else ok; fi
  screen 'a small terminal' 0 xterm 60 24 q
  out '~too small: 60x24'
  more='--sort time' screen 'sorted' 0 xterm 80 24 q
  out '~s sort (time)'
  more='--frames 2' screen 'an end' 0 xterm 80 24
  screen 'an unknown terminal' 1 nonsense 80 24 q
  out "~Error: top: the terminal 'nonsense' is unknown"
  screen 'a dumb terminal' 1 dumb 80 24 q
  out "~Error: top: the terminal 'dumb' cannot move its cursor"
  case_name='standard input is not a terminal'
  timeout 60 script -qec "$FICELLE_REAL top --statsfile $stats < /dev/null" /dev/null > out 2>&1 < /dev/null
  if grep -q 'standard input is not a terminal' out; then ok; else bad 'no message'; cat out; fi
fi
