# `ficelle evaluate`: texts, and the prompt on a terminal.
run 'a text' 0 evaluate -e '[1, 2].map |$x| { $x + 1 }'
out '[2,3]'
printf 'function f($x) { $x * 2 }\nf(21)\n' > f.pp
run 'a file with a function' 0 evaluate f.pp
out '42'
run 'an error' 1 evaluate -e '1 + "x"'
err '~Error: Evaluation Error'
# These differ between Puppet 7, which tests/lang records, and 8.
run 'an illegal name of a type' 1 evaluate -e 'Object[{name => "a"}]'
err '~expects a match for Pattern[/\A[A-Z]\w*(?:::[A-Z]\w*)*\z/], got'
run 'a program in a missing directory' 1 evaluate -e 'generate("/nonexistent/program")'
err '~Working directory /nonexistent does not exist!'
run 'the order of the signatures of min' 1 evaluate -e 'min("x") |$x| { 1 }'
err '~(Array[Timestamp] values, Callable[2, 2] block?)
    rejected: block expects 2 arguments, got 1
  (Array[String] values'
run 'the order of the signatures of max' 1 evaluate -e 'max("x") |$x| { 1 }'
err '~(Array[Numeric] values, Callable[2, 2] block?)
    rejected: block expects 2 arguments, got 1
  (Array[String] values'

# Without pseudo-terminals (a bare chroot) the prompt cannot be tested.
if script -qec tty /dev/null 2> /dev/null < /dev/null | grep -q '^/dev/'; then
  XDG_STATE_HOME=$PWD/state
  export XDG_STATE_HOME
  # prompt NAME: types the lines of standard input one by one, and writes what the terminal shows to out
  prompt() {
    case_name=$1
    while IFS= read -r line; do sleep 0.1; printf '%s\n' "$line"; done |
      TERM=xterm timeout 60 script -qec "$FICELLE evaluate --color false --vardir $PWD/var --confdir $PWD/conf" /dev/null | tr -d '\r' > out
  }
  prompt 'the prompt' <<'END'
$a = 1 + 2
$b = [
1, $a]

function twice($x) { $x * 2 }
twice($a)
nosuch()
fail('on purpose')
"open
text"
$a + $b[1]
notify { 'n': }
:resources
:nope
1 +

:quit
END
  out '~=> 3'
  out '~    ...> 1, $a]'
  out '~=> [1, 3]'
  out '~=> 6'
  out "~Error: Evaluation Error: Unknown function: 'nosuch'. (line: 1, column: 1)"
  out '~on purpose (line: 1, column: 1)'
  out '~=> "open\ntext"'
  out "~=> [Notify['n']]"
  out '~Notify[n]'
  out '~Unknown command :nope; :help lists the commands'
  out '~Syntax error at end of input'
  case_name='the history is stored'
  if grep -qF 'twice($a)' state/ficelle/history && [ "$(stat -c %a state/ficelle/history)" = 600 ]; then ok; else bad 'missing, or its mode is wrong'; fi
  printf '$facts_of_mine = 1\nversionc\t("1", "2")\n$facts_of\t\n:quit\n' | prompt 'completion'
  out '~=> -1'
  out '~=> 1'
  printf '1 + 1\n' | prompt 'the end of the input'
  out '~=> 2'
fi

# URIs with an empty host: how Ruby prints them depends on the version of its library (docs/compatibility.md).
run 'URIs with an empty host' 0 evaluate -e '[String(URI("http:///a")), String(URI("foo:///a")), String(URI("ftp:////a/b"))]'
out '["http:/a","foo:/a","ftp:/%2Fa/b"]'
